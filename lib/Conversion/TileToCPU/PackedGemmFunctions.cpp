//===- PackedGemmFunctions.cpp - Shared functions of packed gemm ----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedGemmFunctions.h"
#include "LoopAnnotation.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tile {
namespace cpu {

//===----------------------------------------------------------------------===//
// IndexBuilder
//===----------------------------------------------------------------------===//

Value IndexBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}

Value IndexBuilder::add(Value a, Value b) {
  return createOrFold<arith::AddIOp>(a, b);
}

Value IndexBuilder::add(Value a, int64_t b) {
  return b == 0 ? a : add(a, constant(b));
}

Value IndexBuilder::sub(Value a, Value b) {
  return createOrFold<arith::SubIOp>(a, b);
}

Value IndexBuilder::mul(Value a, Value b) {
  return createOrFold<arith::MulIOp>(a, b);
}

Value IndexBuilder::mul(Value a, int64_t b) {
  return b == 1 ? a : mul(a, constant(b));
}

Value IndexBuilder::div(Value a, Value b) {
  return createOrFold<arith::DivUIOp>(a, b);
}

Value IndexBuilder::rem(Value a, Value b) {
  return createOrFold<arith::RemUIOp>(a, b);
}

Value IndexBuilder::min(Value a, Value b) {
  return createOrFold<arith::MinUIOp>(a, b);
}

Value IndexBuilder::max(Value a, Value b) {
  return createOrFold<arith::MaxUIOp>(a, b);
}

Value IndexBuilder::ceilDiv(Value a, Value b) {
  return div(add(a, sub(b, constant(1))), b);
}

Value IndexBuilder::ceilDiv(Value a, int64_t b) {
  return b == 1 ? a : div(add(a, b - 1), constant(b));
}

Value IndexBuilder::roundUp(Value a, int64_t b) {
  return mul(ceilDiv(a, b), b);
}

Value IndexBuilder::less(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, a, b);
}

Value IndexBuilder::lessEqual(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ule, a, b);
}

void IndexBuilder::loop(Value begin, Value end, Value step,
                        function_ref<void(Value)> body) {
  auto forOp = scf::ForOp::create(*this, begin, end, step);
  keepLoop(forOp);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(forOp.getBody());
  body(forOp.getInductionVar());
}

void IndexBuilder::loop(Value begin, Value end, int64_t step,
                        function_ref<void(Value)> body) {
  loop(begin, end, constant(step), body);
}

void IndexBuilder::branch(Value condition, function_ref<void()> then,
                          function_ref<void()> otherwise) {
  bool hasElse = static_cast<bool>(otherwise);
  auto ifOp = scf::IfOp::create(*this, condition, /*withElseRegion=*/hasElse);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(&ifOp.getThenRegion().front());
  then();
  if (!hasElse)
    return;
  setInsertionPointToStart(&ifOp.getElseRegion().front());
  otherwise();
}

Value IndexBuilder::stackArray(ArrayRef<int64_t> shape, Type element) {
  return memref::AllocaOp::create(*this, MemRefType::get(shape, element),
                                  getI64IntegerAttr(64));
}

//===----------------------------------------------------------------------===//
// Memrefs
//===----------------------------------------------------------------------===//

MemRefType getMatrixType(Type element, bool unitColumnStride) {
  constexpr int64_t dynamic = ShapedType::kDynamic;
  auto layout = StridedLayoutAttr::get(
      element.getContext(), dynamic, {dynamic, unitColumnStride ? 1 : dynamic});
  return MemRefType::get({dynamic, dynamic}, element, layout);
}

MemRefType getBufferType(Type element) {
  return MemRefType::get({ShapedType::kDynamic}, element);
}

bool hasUnitColumnStride(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

Value castMemRef(IndexBuilder &builder, Value memref, MemRefType type) {
  if (memref.getType() == type)
    return memref;
  return memref::CastOp::create(builder, type, memref);
}

StridedMatrix getStridedMatrix(IndexBuilder &builder, Value memref) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memref);
  return {metadata.getBaseBuffer(), metadata.getOffset(),
          SmallVector<Value>(metadata.getSizes()),
          SmallVector<Value>(metadata.getStrides())};
}

Value getUnitStrideView(IndexBuilder &builder, const StridedMatrix &matrix,
                        Type element, bool transposed) {
  unsigned major = transposed ? 1 : 0;
  SmallVector<OpFoldResult> sizes{matrix.sizes[major], matrix.sizes[1 - major]};
  SmallVector<OpFoldResult> strides{matrix.strides[major],
                                    builder.getIndexAttr(1)};
  return memref::ReinterpretCastOp::create(
      builder, getMatrixType(element, /*unitColumnStride=*/true), matrix.base,
      OpFoldResult(matrix.offset), sizes, strides);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void callShared(IndexBuilder &builder, StringRef name, ValueRange arguments,
                function_ref<void(IndexBuilder &, ValueRange)> body) {
  Operation *parent = builder.getInsertionBlock()->getParentOp();
  auto module = isa<ModuleOp>(parent) ? cast<ModuleOp>(parent)
                                      : parent->getParentOfType<ModuleOp>();
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    IndexBuilder inside(builder.getLoc(), builder.getContext());
    inside.setInsertionPointToEnd(module.getBody());
    function = func::FuncOp::create(
        inside, name, inside.getFunctionType(TypeRange(arguments), {}));
    function.setPrivate();
    // One copy of the register-blocked loops.
    function.setNoInline(true);
    Block *entry = function.addEntryBlock();
    inside.setInsertionPointToStart(entry);
    body(inside, entry->getArguments());
    inside.setInsertionPointToEnd(entry);
    func::ReturnOp::create(inside);
  }
  func::CallOp::create(builder, function, arguments);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Type getTypeLike(Value value, Type element) {
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    return vector.cloneWith(std::nullopt, element);
  return element;
}

Value convertElement(IndexBuilder &builder, const ElementConversion &conversion,
                     Value value, Type element, bool isUnsigned) {
  Type from = getElementTypeOrSelf(value.getType());
  Type to = getTypeLike(value, element);
  if (from == element)
    return value;
  if (conversion.emit)
    return conversion.emit(builder, builder.getLoc(), value, to);
  unsigned fromBits = from.getIntOrFloatBitWidth();
  unsigned toBits = element.getIntOrFloatBitWidth();
  if (isa<FloatType>(from)) {
    if (fromBits < toBits)
      return arith::ExtFOp::create(builder, to, value);
    return arith::TruncFOp::create(builder, to, value);
  }
  if (fromBits > toBits)
    return arith::TruncIOp::create(builder, to, value);
  if (isUnsigned)
    return arith::ExtUIOp::create(builder, to, value);
  return arith::ExtSIOp::create(builder, to, value);
}

Value addAccumulators(IndexBuilder &builder, Value a, Value b) {
  if (isa<FloatType>(getElementTypeOrSelf(a.getType())))
    return arith::AddFOp::create(builder, a, b);
  return arith::AddIOp::create(builder, a, b);
}

std::string getTypeName(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  for (char &c : text)
    if (!llvm::isAlnum(c))
      c = '_';
  return text;
}

} // namespace cpu
} // namespace tile
