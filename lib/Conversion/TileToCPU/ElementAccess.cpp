//===- ElementAccess.cpp - Loads and stores of elements -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementAccess.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tile {
namespace cpu {

Type valueType(Type element) {
  if (isa<FloatTF32Type>(element))
    return Float32Type::get(element.getContext());
  if (auto vector = dyn_cast<VectorType>(element))
    return vector.clone(valueType(vector.getElementType()));
  return element;
}

Type withLanes(Type type, unsigned lanes) {
  return lanes == 1 ? type : VectorType::get({lanes}, type);
}

Value zeroOf(FoldingBuilder &index, Type type) {
  Type element = getElementTypeOrSelf(type);
  // Constants of narrow floats are written as integers, which every later pass
  // can lower.
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 16) {
    Type integer =
        index.builder.getIntegerType(element.getIntOrFloatBitWidth());
    if (auto vector = dyn_cast<VectorType>(type))
      integer = vector.clone(integer);
    return arith::BitcastOp::create(index.builder, index.loc, type,
                                    zeroOf(index, integer));
  }
  return arith::ConstantOp::create(
      index.builder, index.loc,
      cast<TypedAttr>(index.builder.getZeroAttr(type)));
}

Value constantOfElement(FoldingBuilder &index, TypedAttr attribute) {
  OpBuilder &b = index.builder;
  Type type = attribute.getType();
  auto number = dyn_cast<FloatAttr>(attribute);
  if (!number)
    return arith::ConstantOp::create(b, index.loc, attribute);
  if (isa<FloatTF32Type>(type)) {
    APFloat value = number.getValue();
    bool exact;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &exact);
    return arith::ConstantOp::create(b, index.loc,
                                     b.getFloatAttr(b.getF32Type(), value));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (width >= 16)
    return arith::ConstantOp::create(b, index.loc, attribute);
  Value bits = arith::ConstantOp::create(
      b, index.loc,
      b.getIntegerAttr(b.getIntegerType(width),
                       number.getValue().bitcastToAPInt()));
  return arith::BitcastOp::create(b, index.loc, type, bits);
}

Value padOf(FoldingBuilder &index, const TileRef &ref) {
  if (ref.pad)
    return constantOfElement(index, ref.pad);
  return zeroOf(index, valueType(ref.element));
}

Value splat(FoldingBuilder &index, Value value, unsigned lanes) {
  if (lanes == 1)
    return value;
  return vector::BroadcastOp::create(index.builder, index.loc,
                                     withLanes(value.getType(), lanes), value);
}

//===----------------------------------------------------------------------===//
// Elements of whole bytes
//===----------------------------------------------------------------------===//

static bool isPacked(const TileRef &ref) { return ref.bits() % 8 != 0; }

/// The type that an element of whole bytes has in memory.
static Type memoryType(Type element) {
  MLIRContext *context = element.getContext();
  if (element.isInteger(1))
    return IntegerType::get(context, 8);
  if (isa<FloatTF32Type>(element))
    return Float32Type::get(context);
  // No register holds these: LLVM would call a library to move them.
  unsigned bits = isa<FloatType>(element) ? element.getIntOrFloatBitWidth() : 0;
  if (bits == 8 || bits == 16)
    return IntegerType::get(context, bits);
  if (auto vector = dyn_cast<VectorType>(element))
    return vector.clone(memoryType(vector.getElementType()));
  return element;
}

/// A value read from memory as a value of its element type.
static Value fromMemory(FoldingBuilder &index, Value value, Type wanted) {
  if (value.getType() == wanted)
    return value;
  OpBuilder &b = index.builder;
  if (getElementTypeOrSelf(wanted).isInteger(1))
    return arith::CmpIOp::create(b, index.loc, arith::CmpIPredicate::ne, value,
                                 zeroOf(index, value.getType()));
  return arith::BitcastOp::create(b, index.loc, wanted, value);
}

static Value toMemory(FoldingBuilder &index, Value value, Type wanted) {
  if (value.getType() == wanted)
    return value;
  OpBuilder &b = index.builder;
  if (getElementTypeOrSelf(value.getType()).isInteger(1))
    return arith::ExtUIOp::create(b, index.loc, wanted, value);
  return arith::BitcastOp::create(b, index.loc, wanted, value);
}

Value elementPointer(FoldingBuilder &index, const TileRef &ref,
                     OpFoldResult linear) {
  Type pointer = LLVM::LLVMPointerType::get(index.builder.getContext());
  Type memory = memoryType(ref.element);
  return LLVM::GEPOp::create(index.builder, index.loc, pointer, memory,
                             ref.base, ValueRange{index.i64(linear)});
}

/// The alignment of the access at `linear`: what the base and the index are
/// both known to be multiples of.
static unsigned alignmentAt(const TileRef &ref, OpFoldResult linear) {
  int64_t bytes = std::max<int64_t>(1, ref.bits() / 8);
  int64_t divisor = knownDivisor(linear);
  if (divisor == 0)
    return ref.alignment;
  uint64_t step = (static_cast<uint64_t>(divisor) & -divisor) * bytes;
  return std::min<uint64_t>(ref.alignment, step & -step);
}

//===----------------------------------------------------------------------===//
// Packed elements
//===----------------------------------------------------------------------===//

/// The address of the byte that holds bit `bit` of the region's memory.
static Value bytePointer(FoldingBuilder &index, const TileRef &ref,
                         OpFoldResult bit) {
  Type pointer = LLVM::LLVMPointerType::get(index.builder.getContext());
  Value byte = index.i64(index.div(bit, index.constant(8)));
  return LLVM::GEPOp::create(index.builder, index.loc, pointer,
                             index.builder.getI8Type(), ref.base,
                             ValueRange{byte});
}

static Value integerConstant(FoldingBuilder &index, Type type, int64_t value) {
  return arith::ConstantOp::create(index.builder, index.loc,
                                   index.builder.getIntegerAttr(type, value));
}

/// The integer type of a packed element's bits.
static Type packedInteger(const TileRef &ref) {
  return IntegerType::get(ref.element.getContext(), ref.bits());
}

/// Position of an element in the two bytes that may hold it.
struct PackedPlace {
  Value first, second; // their addresses, equal if one byte holds it all
  Value shift;         // an i16
};

static PackedPlace packedPlace(FoldingBuilder &index, const TileRef &ref,
                               OpFoldResult linear) {
  OpBuilder &b = index.builder;
  OpFoldResult bit = index.mul(linear, index.constant(ref.bits()));
  PackedPlace place;
  place.first = bytePointer(index, ref, bit);
  place.second =
      ref.bits() == 4
          ? place.first
          : bytePointer(index, ref,
                        index.add(bit, index.constant(ref.bits() - 1)));
  Value shift = index.value(index.rem(bit, index.constant(8)));
  place.shift = arith::IndexCastOp::create(b, index.loc, b.getI16Type(), shift);
  return place;
}

static Value loadByte(FoldingBuilder &index, Value pointer) {
  OpBuilder &b = index.builder;
  Value byte = LLVM::LoadOp::create(b, index.loc, b.getI8Type(), pointer, 1);
  return arith::ExtUIOp::create(b, index.loc, b.getI16Type(), byte);
}

static Value loadPacked(FoldingBuilder &index, const TileRef &ref,
                        OpFoldResult linear) {
  OpBuilder &b = index.builder;
  PackedPlace place = packedPlace(index, ref, linear);
  Value bits = loadByte(index, place.first);
  if (place.second != place.first) {
    // Where one byte holds the element, the same byte twice does no harm: its
    // copy lies above the bits that are kept.
    Value high = loadByte(index, place.second);
    Value eight = integerConstant(index, b.getI16Type(), 8);
    high = arith::ShLIOp::create(b, index.loc, high, eight);
    bits = arith::OrIOp::create(b, index.loc, bits, high);
  }
  bits = arith::ShRUIOp::create(b, index.loc, bits, place.shift);
  bits = arith::TruncIOp::create(b, index.loc, packedInteger(ref), bits);
  return fromMemory(index, bits, ref.element);
}

/// Replaces the bits of `mask` of one byte by those of `bits` (both i8).
static void mergeByte(FoldingBuilder &index, const TileRef &ref, Value pointer,
                      Value mask, Value bits) {
  OpBuilder &b = index.builder;
  Value ones = integerConstant(index, b.getI8Type(), -1);
  Value keep = arith::XOrIOp::create(b, index.loc, mask, ones);
  if (ref.isGlobal()) {
    // Another thread may own the other half of the byte.
    LLVM::AtomicRMWOp::create(b, index.loc, LLVM::AtomicBinOp::_and, pointer,
                              keep, LLVM::AtomicOrdering::monotonic);
    LLVM::AtomicRMWOp::create(b, index.loc, LLVM::AtomicBinOp::_or, pointer,
                              bits, LLVM::AtomicOrdering::monotonic);
    return;
  }
  Value old = LLVM::LoadOp::create(b, index.loc, b.getI8Type(), pointer, 1);
  old = arith::AndIOp::create(b, index.loc, old, keep);
  Value merged = arith::OrIOp::create(b, index.loc, old, bits);
  LLVM::StoreOp::create(b, index.loc, merged, pointer, 1);
}

static void storePacked(FoldingBuilder &index, const TileRef &ref,
                        OpFoldResult linear, Value value) {
  OpBuilder &b = index.builder;
  PackedPlace place = packedPlace(index, ref, linear);
  Value bits = toMemory(index, value, packedInteger(ref));
  bits = arith::ExtUIOp::create(b, index.loc, b.getI16Type(), bits);
  bits = arith::ShLIOp::create(b, index.loc, bits, place.shift);
  Value mask = integerConstant(index, b.getI16Type(), (1 << ref.bits()) - 1);
  mask = arith::ShLIOp::create(b, index.loc, mask, place.shift);
  auto byteOf = [&](Value word, int64_t position) -> Value {
    Value shifted = arith::ShRUIOp::create(
        b, index.loc, word, integerConstant(index, b.getI16Type(), position));
    return arith::TruncIOp::create(b, index.loc, b.getI8Type(), shifted);
  };
  mergeByte(index, ref, place.first, byteOf(mask, 0), byteOf(bits, 0));
  if (place.second != place.first)
    // With an empty mask this changes nothing, so the same byte is harmless.
    mergeByte(index, ref, place.second, byteOf(mask, 8), byteOf(bits, 8));
}

/// Whether a run of packed elements is several whole bytes.
static bool isWholeBytes(const TileRef &ref, OpFoldResult linear,
                         unsigned lanes) {
  return ref.bits() == 4 && lanes > 2 && lanes % 2 == 0 &&
         knownDivisor(linear) % 2 == 0;
}

/// Lanes in the order low nibble, high nibble of each byte.
static SmallVector<int64_t> nibbleOrder(unsigned bytes) {
  SmallVector<int64_t> order;
  for (unsigned i = 0; i < bytes; ++i)
    order.append({i, i + bytes});
  return order;
}

static Value loadNibbles(FoldingBuilder &index, const TileRef &ref,
                         OpFoldResult linear, unsigned lanes) {
  OpBuilder &b = index.builder;
  Value pointer = bytePointer(index, ref, index.mul(linear, index.constant(4)));
  auto bytesType = VectorType::get({lanes / 2}, b.getI8Type());
  Value bytes = LLVM::LoadOp::create(b, index.loc, bytesType, pointer, 1);
  Value four =
      splat(index, integerConstant(index, b.getI8Type(), 4), lanes / 2);
  Value high = arith::ShRUIOp::create(b, index.loc, bytes, four);
  Value both = vector::ShuffleOp::create(b, index.loc, bytes, high,
                                         nibbleOrder(lanes / 2));
  Value bits = arith::TruncIOp::create(
      b, index.loc, withLanes(b.getIntegerType(4), lanes), both);
  return fromMemory(index, bits, withLanes(ref.element, lanes));
}

static void storeNibbles(FoldingBuilder &index, const TileRef &ref,
                         OpFoldResult linear, unsigned lanes, Value value) {
  OpBuilder &b = index.builder;
  Value bits = toMemory(index, value, withLanes(b.getIntegerType(4), lanes));
  bits = arith::ExtUIOp::create(b, index.loc, withLanes(b.getI8Type(), lanes),
                                bits);
  SmallVector<int64_t> even, odd;
  for (unsigned i = 0; i < lanes; i += 2) {
    even.push_back(i);
    odd.push_back(i + 1);
  }
  Value low = vector::ShuffleOp::create(b, index.loc, bits, bits, even);
  Value high = vector::ShuffleOp::create(b, index.loc, bits, bits, odd);
  Value four =
      splat(index, integerConstant(index, b.getI8Type(), 4), lanes / 2);
  high = arith::ShLIOp::create(b, index.loc, high, four);
  Value bytes = arith::OrIOp::create(b, index.loc, low, high);
  Value pointer = bytePointer(index, ref, index.mul(linear, index.constant(4)));
  LLVM::StoreOp::create(b, index.loc, bytes, pointer, 1);
}

//===----------------------------------------------------------------------===//
// Runs of elements
//===----------------------------------------------------------------------===//

static Value extractLane(FoldingBuilder &index, Value vector, unsigned lane) {
  return vector::ExtractOp::create(index.builder, index.loc, vector,
                                   static_cast<int64_t>(lane));
}

static Value insertLane(FoldingBuilder &index, Value value, Value vector,
                        unsigned lane) {
  return vector::InsertOp::create(index.builder, index.loc, value, vector,
                                  static_cast<int64_t>(lane));
}

Value loadElements(FoldingBuilder &index, const TileRef &ref,
                   OpFoldResult linear, unsigned lanes, AccessHints hints) {
  if (isPacked(ref)) {
    if (lanes == 1)
      return loadPacked(index, ref, linear);
    if (isWholeBytes(ref, linear, lanes))
      return loadNibbles(index, ref, linear, lanes);
    return stridedLoad(index, ref, linear, index.constant(1), lanes);
  }
  Type memory = withLanes(memoryType(ref.element), lanes);
  Value raw = LLVM::LoadOp::create(
      index.builder, index.loc, memory, elementPointer(index, ref, linear),
      alignmentAt(ref, linear), /*isVolatile=*/false, hints.nontemporal);
  return fromMemory(index, raw, withLanes(valueType(ref.element), lanes));
}

unsigned nontemporalAlignment(const TileRef &ref, unsigned lanes) {
  constexpr unsigned cacheLine = 64;
  return std::min(lanes * ref.bits() / 8, cacheLine);
}

void storeElements(FoldingBuilder &index, const TileRef &ref,
                   OpFoldResult linear, unsigned lanes, Value value,
                   AccessHints hints) {
  if (isPacked(ref)) {
    if (lanes == 1)
      return storePacked(index, ref, linear, value);
    if (isWholeBytes(ref, linear, lanes))
      return storeNibbles(index, ref, linear, lanes, value);
    return stridedStore(index, ref, linear, index.constant(1), lanes, value);
  }
  Type memory = withLanes(memoryType(ref.element), lanes);
  // The caller has tested that a non-temporal store is aligned.
  unsigned alignment = hints.nontemporal ? nontemporalAlignment(ref, lanes)
                                         : alignmentAt(ref, linear);
  LLVM::StoreOp::create(index.builder, index.loc,
                        toMemory(index, value, memory),
                        elementPointer(index, ref, linear), alignment,
                        /*isVolatile=*/false, hints.nontemporal);
}

/// The linear indices of a run of consecutive elements.
static Value runOfIndices(FoldingBuilder &index, OpFoldResult linear,
                          unsigned lanes) {
  OpBuilder &b = index.builder;
  Value first = splat(index, index.value(linear), lanes);
  Value steps = vector::StepOp::create(
      b, index.loc, VectorType::get({lanes}, b.getIndexType()));
  return arith::AddIOp::create(b, index.loc, first, steps);
}

Value maskedLoad(FoldingBuilder &index, const TileRef &ref, OpFoldResult linear,
                 Value mask, Value other) {
  unsigned lanes = cast<VectorType>(mask.getType()).getNumElements();
  if (isPacked(ref))
    return gather(index, ref, runOfIndices(index, linear, lanes), mask, other);
  Type memory = withLanes(memoryType(ref.element), lanes);
  Value raw = LLVM::MaskedLoadOp::create(
      index.builder, index.loc, memory, elementPointer(index, ref, linear),
      mask, toMemory(index, other, memory), alignmentAt(ref, linear));
  return fromMemory(index, raw, withLanes(valueType(ref.element), lanes));
}

void maskedStore(FoldingBuilder &index, const TileRef &ref, OpFoldResult linear,
                 Value mask, Value value) {
  unsigned lanes = cast<VectorType>(mask.getType()).getNumElements();
  if (isPacked(ref))
    return scatter(index, ref, runOfIndices(index, linear, lanes), mask, value);
  Type memory = withLanes(memoryType(ref.element), lanes);
  LLVM::MaskedStoreOp::create(
      index.builder, index.loc, toMemory(index, value, memory),
      elementPointer(index, ref, linear), mask, alignmentAt(ref, linear));
}

Value stridedLoad(FoldingBuilder &index, const TileRef &ref,
                  OpFoldResult linear, OpFoldResult stride, unsigned lanes) {
  Value result = zeroOf(index, withLanes(valueType(ref.element), lanes));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    OpFoldResult at =
        index.add(linear, index.mul(index.constant(lane), stride));
    result = insertLane(index, loadElements(index, ref, at, 1), result, lane);
  }
  return result;
}

void stridedStore(FoldingBuilder &index, const TileRef &ref,
                  OpFoldResult linear, OpFoldResult stride, unsigned lanes,
                  Value value) {
  for (unsigned lane = 0; lane < lanes; ++lane) {
    OpFoldResult at =
        index.add(linear, index.mul(index.constant(lane), stride));
    storeElements(index, ref, at, 1, extractLane(index, value, lane));
  }
}

//===----------------------------------------------------------------------===//
// Guarded and scattered elements
//===----------------------------------------------------------------------===//

/// The integer of a float's width for floats that no register holds: LLVM calls
/// a library to carry those from one basic block to another.
static Type carriedType(Type type) {
  auto number = dyn_cast<FloatType>(type);
  if (!number || number.getWidth() >= 32)
    return type;
  return IntegerType::get(type.getContext(), number.getWidth());
}

static Value bitcastTo(FoldingBuilder &index, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return index.builder.createOrFold<arith::BitcastOp>(index.loc, type, value);
}

Value guardedLoad(FoldingBuilder &index, const TileRef &ref,
                  OpFoldResult linear, Value condition, Value other) {
  if (!condition)
    return loadElements(index, ref, linear, 1);
  Type type = other.getType(), carried = carriedType(type);
  auto branch = scf::IfOp::create(index.builder, index.loc, carried, condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(index.builder);
  index.builder.setInsertionPointToStart(branch.thenBlock());
  Value value = loadElements(index, ref, linear, 1);
  scf::YieldOp::create(index.builder, index.loc,
                       bitcastTo(index, carried, value));
  index.builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(index.builder, index.loc,
                       bitcastTo(index, carried, other));
  index.builder.setInsertionPointAfter(branch);
  return bitcastTo(index, type, branch.getResult(0));
}

void guardedStore(FoldingBuilder &index, const TileRef &ref,
                  OpFoldResult linear, Value condition, Value value) {
  if (!condition)
    return storeElements(index, ref, linear, 1, value);
  auto branch = scf::IfOp::create(index.builder, index.loc, condition,
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(index.builder);
  index.builder.setInsertionPointToStart(branch.thenBlock());
  storeElements(index, ref, linear, 1, value);
}

Value gather(FoldingBuilder &index, const TileRef &ref, Value linear,
             Value mask, Value other) {
  unsigned lanes = cast<VectorType>(linear.getType()).getNumElements();
  Value result = zeroOf(index, withLanes(valueType(ref.element), lanes));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Value condition = mask ? extractLane(index, mask, lane) : Value();
    Value otherLane = mask ? extractLane(index, other, lane) : Value();
    Value element = guardedLoad(index, ref, extractLane(index, linear, lane),
                                condition, otherLane);
    result = insertLane(index, element, result, lane);
  }
  return result;
}

void scatter(FoldingBuilder &index, const TileRef &ref, Value linear,
             Value mask, Value value) {
  unsigned lanes = cast<VectorType>(linear.getType()).getNumElements();
  for (unsigned lane = 0; lane < lanes; ++lane)
    guardedStore(index, ref, extractLane(index, linear, lane),
                 mask ? extractLane(index, mask, lane) : Value(),
                 extractLane(index, value, lane));
}

} // namespace cpu
} // namespace tile
