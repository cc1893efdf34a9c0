//===- TileRef.cpp - A strided region of memory while lowering ------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileRef.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tile {
namespace cpu {

bool TileRef::isContiguous() const {
  if (rowMajor)
    return true;
  int64_t expected = 1;
  for (unsigned i = rank(); i-- > 0;) {
    std::optional<int64_t> size = constantOf(sizes[i]);
    std::optional<int64_t> stride = constantOf(strides[i]);
    if (size && *size == 1)
      continue;
    if (!stride || *stride != expected)
      return false;
    // Only the outermost extent may be unknown.
    if (!size)
      return llvm::all_of(ArrayRef(sizes).take_front(i),
                          [](OpFoldResult s) { return constantOf(s) == 1; });
    expected *= *size;
  }
  return true;
}

SmallVector<OpFoldResult> rowMajorStrides(FoldingBuilder &index,
                                          ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(sizes.size());
  OpFoldResult stride = index.constant(1);
  for (unsigned i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride = index.mul(stride, sizes[i]);
  }
  return strides;
}

TileRef makeBuffer(FoldingBuilder &index, Value base, Type element,
                   ArrayRef<int64_t> shape, int64_t alignment) {
  TileRef ref;
  ref.base = base;
  ref.element = element;
  for (int64_t extent : shape)
    ref.sizes.push_back(index.constant(extent));
  ref.strides = rowMajorStrides(index, ref.sizes);
  ref.offset = index.constant(0);
  ref.alignment = alignment;
  ref.rowMajor = true;
  return ref;
}

/// The index that a static number or, where it is unknown, field `position` of
/// the descriptor gives.
static OpFoldResult field(FoldingBuilder &index, Value descriptor,
                          int64_t known, ArrayRef<int64_t> position) {
  if (!ShapedType::isDynamic(known))
    return index.constant(known);
  Value raw = LLVM::ExtractValueOp::create(index.builder, index.loc, descriptor,
                                           position);
  return arith::IndexCastOp::create(index.builder, index.loc,
                                    index.builder.getIndexType(), raw)
      .getResult();
}

/// The LLVM struct of a memref of `rank`.
static Type descriptorType(MLIRContext *context, unsigned rank) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = IntegerType::get(context, 64);
  SmallVector<Type> fields = {pointer, pointer, i64};
  if (rank) {
    Type array = LLVM::LLVMArrayType::get(i64, rank);
    fields.append({array, array});
  }
  return LLVM::LLVMStructType::getLiteral(context, fields);
}

TileRef makeTensor(FoldingBuilder &index, TypedValue<MemRefType> memref) {
  MemRefType type = memref.getType();
  OpBuilder &builder = index.builder;
  Value descriptor =
      UnrealizedConversionCastOp::create(
          builder, index.loc,
          descriptorType(builder.getContext(), type.getRank()), memref)
          .getResult(0);
  SmallVector<int64_t> strides;
  int64_t offset;
  // The dialect only admits strided layouts.
  if (failed(type.getStridesAndOffset(strides, offset))) {
    strides.assign(type.getRank(), ShapedType::kDynamic);
    offset = ShapedType::kDynamic;
  }
  TileRef ref;
  ref.base = LLVM::ExtractValueOp::create(builder, index.loc, descriptor, 1);
  ref.element = type.getElementType();
  ref.offset = field(index, descriptor, offset, {2});
  ref.alignment = std::max<int64_t>(1, ref.bits() / 8);
  ref.rowMajor = type.getLayout().isIdentity();
  for (int64_t i = 0; i < type.getRank(); ++i) {
    ref.sizes.push_back(field(index, descriptor, type.getDimSize(i), {3, i}));
    ref.strides.push_back(field(index, descriptor, strides[i], {4, i}));
    ref.bounds.push_back({index.constant(0), ref.sizes.back()});
  }
  return ref;
}

TileRef sliceRef(FoldingBuilder &index, const TileRef &source, SliceOp slice) {
  TileRef result = source;
  result.rowMajor = false;
  result.sizes.clear();
  result.strides.clear();
  result.bounds.clear();
  if (slice.getPad())
    result.pad = *slice.getPad();
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  for (unsigned i = 0; i < source.rank(); ++i) {
    result.offset =
        index.add(result.offset, index.mul(offsets[i], source.strides[i]));
    bool kept = slice.getKept()[i];
    if (kept) {
      result.sizes.push_back(sizes[i]);
      result.strides.push_back(source.strides[i]);
    }
    if (source.bounds.empty())
      continue;
    DimBound bound = source.bounds[i];
    bound.origin = index.add(bound.origin, offsets[i]);
    if (kept) {
      result.bounds.push_back(bound);
      continue;
    }
    // One unsigned comparison is both tests, for limits are not negative.
    Value inside =
        index.compare(arith::CmpIPredicate::ult, bound.origin, bound.limit);
    result.inside = index.both(result.inside, inside);
  }
  // A region of a tensor stays one, even when no dimension is left.
  if (!source.bounds.empty() && result.bounds.empty() && !result.inside)
    result.inside = index.boolean(true);
  return result;
}

TileRef dropDim(FoldingBuilder &index, const TileRef &source, unsigned dim,
                OpFoldResult at) {
  TileRef result = source;
  result.rowMajor = false;
  result.offset = index.add(source.offset, index.mul(at, source.strides[dim]));
  result.sizes.erase(result.sizes.begin() + dim);
  result.strides.erase(result.strides.begin() + dim);
  if (source.bounds.empty())
    return result;
  result.bounds.erase(result.bounds.begin() + dim);
  OpFoldResult coordinate = index.add(source.bounds[dim].origin, at);
  result.inside = index.both(
      result.inside, index.compare(arith::CmpIPredicate::ult, coordinate,
                                   source.bounds[dim].limit));
  return result;
}

/// The number of elements of `type`, where `total` is known and at most one
/// extent is dynamic.
static SmallVector<OpFoldResult>
viewSizes(FoldingBuilder &index, ShapedType type, OpFoldResult total) {
  SmallVector<OpFoldResult> sizes;
  OpFoldResult known = index.constant(1);
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent))
      known = index.mul(known, index.constant(extent));
  for (int64_t extent : type.getShape())
    sizes.push_back(ShapedType::isDynamic(extent) ? index.div(total, known)
                                                  : index.constant(extent));
  return sizes;
}

/// The view of a region whose leading extents stay and whose last dimension,
/// of unit stride, changes its element width.
static bool rescaleLastDim(FoldingBuilder &index, TileRef &result,
                           const TileRef &source, ShapedType type,
                           unsigned oldBits, unsigned newBits) {
  unsigned rank = source.rank();
  if (rank == 0 || type.getRank() != static_cast<int64_t>(rank) ||
      constantOf(source.strides[rank - 1]) != 1)
    return false;
  for (unsigned i = 0; i + 1 < rank; ++i)
    if (constantOf(source.sizes[i]) != type.getDimSize(i))
      return false;
  auto rescale = [&](OpFoldResult elements) {
    return index.div(index.mul(elements, index.constant(oldBits)),
                     index.constant(newBits));
  };
  for (unsigned i = 0; i + 1 < rank; ++i) {
    std::optional<int64_t> stride = constantOf(source.strides[i]);
    if (!stride || (*stride * oldBits) % newBits)
      return false;
    result.strides[i] = rescale(source.strides[i]);
  }
  result.sizes[rank - 1] = index.constant(type.getDimSize(rank - 1));
  result.offset = rescale(source.offset);
  return true;
}

TileRef viewRef(FoldingBuilder &index, const TileRef &source, ShapedType type) {
  TileRef result = source;
  result.element = type.getElementType();
  result.pad = nullptr;
  unsigned oldBits = source.bits(), newBits = result.bits();
  if (!source.isContiguous()) {
    if (!source.isGlobal() &&
        rescaleLastDim(index, result, source, type, oldBits, newBits))
      return result;
    result.base = nullptr;
    return result;
  }
  OpFoldResult total = index.product(source.sizes);
  auto rescale = [&](OpFoldResult elements) {
    return oldBits == newBits
               ? elements
               : index.div(index.mul(elements, index.constant(oldBits)),
                           index.constant(newBits));
  };
  result.sizes = viewSizes(index, type, rescale(total));
  result.strides = rowMajorStrides(index, result.sizes);
  result.offset = rescale(source.offset);
  result.rowMajor = true;
  result.bounds.clear();
  if (!source.bounds.empty())
    for (OpFoldResult size : result.sizes)
      result.bounds.push_back({index.constant(0), size});
  return result;
}

Value makeMemRef(FoldingBuilder &index, const TileRef &ref) {
  OpBuilder &builder = index.builder;
  SmallVector<int64_t> shape, strides;
  for (unsigned i = 0; i < ref.rank(); ++i) {
    shape.push_back(constantOf(ref.sizes[i]).value_or(ShapedType::kDynamic));
    strides.push_back(
        constantOf(ref.strides[i]).value_or(ShapedType::kDynamic));
  }
  int64_t offset = constantOf(ref.offset).value_or(ShapedType::kDynamic);
  Type element =
      isa<FloatTF32Type>(ref.element) ? builder.getF32Type() : ref.element;
  auto type = MemRefType::get(
      shape, element,
      StridedLayoutAttr::get(builder.getContext(), offset, strides));
  Type structType = descriptorType(builder.getContext(), ref.rank());
  Value descriptor = LLVM::UndefOp::create(builder, index.loc, structType);
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor = LLVM::InsertValueOp::create(builder, index.loc, descriptor,
                                             value, position);
  };
  insert(ref.base, {0});
  insert(ref.base, {1});
  insert(index.i64(ref.offset), {2});
  for (int64_t i = 0; i < static_cast<int64_t>(ref.rank()); ++i) {
    insert(index.i64(ref.sizes[i]), {3, i});
    insert(index.i64(ref.strides[i]), {4, i});
  }
  return UnrealizedConversionCastOp::create(builder, index.loc, Type(type),
                                            descriptor)
      .getResult(0);
}

OpFoldResult linearIndex(FoldingBuilder &index, const TileRef &ref,
                         ArrayRef<OpFoldResult> indices) {
  OpFoldResult linear = ref.offset;
  for (auto [i, stride] : llvm::zip_equal(indices, ref.strides))
    linear = index.add(linear, index.mul(i, stride));
  return linear;
}

Value isInside(FoldingBuilder &index, const TileRef &ref,
               ArrayRef<OpFoldResult> indices, ArrayRef<bool> known) {
  Value inside = known.empty() || !known.back() ? ref.inside : Value();
  for (auto [i, bound] : llvm::enumerate(ref.bounds)) {
    if (!known.empty() && known[i])
      continue;
    Value test =
        index.compare(arith::CmpIPredicate::ult,
                      index.add(bound.origin, indices[i]), bound.limit);
    inside = index.both(inside, test);
  }
  if (inside && matchPattern(inside, m_One()))
    return Value();
  return inside;
}

} // namespace cpu
} // namespace tile
