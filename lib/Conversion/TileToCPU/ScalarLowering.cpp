//===- ScalarLowering.cpp - Conversions and arithmetic on elements --------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "NarrowFloats.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tile {
namespace cpu {

namespace {

/// One conversion by rule C.
class Conversion {
public:
  Conversion(KernelLowering &kernel, FoldingBuilder &index, Type from, Type to,
             bool isUnsigned, RoundingOptions rounding)
      : kernel(kernel), index(index), b(index.builder), loc(index.loc),
        from(getElementTypeOrSelf(from)), to(getElementTypeOrSelf(to)),
        isUnsigned(isUnsigned), rounding(rounding) {}

  Value emit(Value value);

private:
  Type shaped(Value like, Type element) {
    auto vector = dyn_cast<VectorType>(like.getType());
    return vector ? Type(vector.clone(element)) : element;
  }
  bool nearest() const { return rounding.mode == Rounding::Rn; }
  Value toBool(Value value);
  Value floatToFloat(Value value);
  Value floatToInteger(Value value);
  Value integerToFloat(Value value);
  Value integerToInteger(Value value);
  Value widen(Value value, unsigned width);
  Value fromF64(Value value);
  Value stickyI64(Value value);

  KernelLowering &kernel;
  FoldingBuilder &index;
  OpBuilder &b;
  Location loc;
  Type from, to;
  bool isUnsigned;
  RoundingOptions rounding;
};

} // namespace

Value Conversion::emit(Value value) {
  if (from == to)
    return value;
  if (from.isIndex()) {
    value = arith::IndexCastOp::create(b, loc, shaped(value, b.getI64Type()),
                                       value);
    from = b.getI64Type();
  }
  Type wanted = to;
  if (to.isIndex())
    to = b.getI64Type();
  Value result;
  bool fromFloat = isa<FloatType>(from);
  if (from == to)
    result = value;
  else if (to.isInteger(1))
    result = toBool(value);
  else if (fromFloat && isa<FloatType>(to))
    result = floatToFloat(value);
  else if (fromFloat)
    result = floatToInteger(value);
  else if (isa<FloatType>(to))
    result = integerToFloat(value);
  else
    result = integerToInteger(value);
  if (wanted.isIndex())
    result = arith::IndexCastOp::create(b, loc, shaped(result, wanted), result);
  return result;
}

Value Conversion::toBool(Value value) {
  if (isa<FloatType>(from)) {
    Value number = isNarrowFloat(from)
                       ? decodeFloat(index, value, kernel.cpu.halfConversions)
                       : value;
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, number,
                                 zeroOf(index, number.getType()));
  }
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, value,
                               zeroOf(index, value.getType()));
}

/// A rounded f64 in the format of the result.
Value Conversion::fromF64(Value value) {
  if (to.isF64())
    return value;
  if (to.isF32() && nearest())
    return arith::TruncFOp::create(b, loc, shaped(value, to), value);
  return encodeRounded(index, value, cast<FloatType>(to), rounding);
}

Value Conversion::floatToFloat(Value value) {
  if (from.isF64())
    return fromF64(value);
  // A tf32 is held as an f32.
  Value single = isNarrowFloat(from) && !isa<FloatTF32Type>(from)
                     ? decodeFloat(index, value, kernel.cpu.halfConversions)
                     : value;
  if (to.isF32())
    return single;
  if (nearest() && !to.isF64())
    return encodeNearest(index, single, cast<FloatType>(to), rounding.saturate,
                         kernel.cpu.halfConversions);
  Type f64 = shaped(single, b.getF64Type());
  return fromF64(arith::ExtFOp::create(b, loc, f64, single));
}

Value Conversion::floatToInteger(Value value) {
  if (isNarrowFloat(from) && !isa<FloatTF32Type>(from))
    value = decodeFloat(index, value, kernel.cpu.halfConversions);
  unsigned width = to.getIntOrFloatBitWidth();
  // The saturating conversion of LLVM is the rule, NaN included.
  unsigned wide = width <= 32 ? 32 : 64;
  Type type = shaped(value, b.getIntegerType(wide));
  StringRef name = isUnsigned ? "llvm.fptoui.sat" : "llvm.fptosi.sat";
  Value result =
      LLVM::CallIntrinsicOp::create(b, loc, type, b.getStringAttr(name), value)
          .getResult(0);
  if (wide == width)
    return result;
  // Saturate once more to the narrower width.
  auto constant = [&](APInt number) -> Value {
    TypedAttr attr = b.getIntegerAttr(b.getIntegerType(wide), number);
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, Attribute(attr));
    return arith::ConstantOp::create(b, loc, attr);
  };
  if (isUnsigned) {
    result = arith::MinUIOp::create(
        b, loc, result, constant(APInt::getMaxValue(width).zext(wide)));
  } else {
    result = arith::MinSIOp::create(
        b, loc, result, constant(APInt::getSignedMaxValue(width).sext(wide)));
    result = arith::MaxSIOp::create(
        b, loc, result, constant(APInt::getSignedMinValue(width).sext(wide)));
  }
  return arith::TruncIOp::create(b, loc, shaped(value, to), result);
}

Value Conversion::widen(Value value, unsigned width) {
  Type type = shaped(value, b.getIntegerType(width));
  if (value.getType() == type)
    return value;
  if (isUnsigned)
    return arith::ExtUIOp::create(b, loc, type, value);
  return arith::ExtSIOp::create(b, loc, type, value);
}

/// An i64 whose value is exact in f64, and lies between the same two numbers of
/// at most 24 significant bits: low bits are replaced by a sticky one. There
/// are 64 bits if the integer is unsigned, and f64 has 53: 12 bits become one.
Value Conversion::stickyI64(Value value) {
  auto constant = [&](int64_t number) -> Value {
    TypedAttr attr = b.getI64IntegerAttr(number);
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      attr = DenseElementsAttr::get(vector, Attribute(attr));
    return arith::ConstantOp::create(b, loc, attr);
  };
  Value low = arith::AndIOp::create(b, loc, value, constant(0xFFF));
  Value high = arith::XOrIOp::create(b, loc, value, low);
  Value isExact =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, low, constant(0));
  Value sticky = arith::SelectOp::create(
      b, loc, isExact, high,
      arith::OrIOp::create(b, loc, high, constant(0x800)));
  // Small numbers are exact as they are.
  int64_t least = isUnsigned ? 0 : -(int64_t(1) << 52);
  Value shifted = arith::SubIOp::create(b, loc, value, constant(least));
  Value isSmall = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                        shifted, constant(int64_t(1) << 53));
  return arith::SelectOp::create(b, loc, isSmall, value, sticky);
}

Value Conversion::integerToFloat(Value value) {
  unsigned width = from.getIntOrFloatBitWidth();
  auto convert = [&](Value integer, Type type) -> Value {
    Type result = shaped(integer, type);
    if (isUnsigned)
      return arith::UIToFPOp::create(b, loc, result, integer);
    return arith::SIToFPOp::create(b, loc, result, integer);
  };
  value = widen(value, width <= 32 ? 32 : 64);
  if (to.isF64() || (to.isF32() && nearest()))
    return convert(value, to);
  // What fits 24 bits is exact in f32, and rounded once from there.
  if (width <= 16 && nearest())
    return encodeNearest(index, convert(value, b.getF32Type()),
                         cast<FloatType>(to), rounding.saturate,
                         kernel.cpu.halfConversions);
  if (width > 32)
    value = stickyI64(value);
  return encodeRounded(index, convert(value, b.getF64Type()),
                       cast<FloatType>(to), rounding);
}

Value Conversion::integerToInteger(Value value) {
  unsigned width = to.getIntOrFloatBitWidth();
  if (width > from.getIntOrFloatBitWidth())
    return widen(value, width);
  return arith::TruncIOp::create(b, loc, shaped(value, to), value);
}

Value emitConversion(KernelLowering &kernel, FoldingBuilder &index, Value value,
                     Type from, Type element, bool isUnsigned) {
  return Conversion(kernel, index, from, element, isUnsigned, RoundingOptions())
      .emit(value);
}

Value convertAsCast(KernelLowering &kernel, FoldingBuilder &index, CastOp op,
                    Value value, Value bits) {
  RoundingOptions rounding{op.getRounding(), bits, op.getSaturate()};
  return Conversion(kernel, index, op.getValue().getType(),
                    op.getResult().getType(), op.getIsUnsigned(), rounding)
      .emit(value);
}

LogicalResult lowerCast(KernelLowering &kernel, CastOp op) {
  FoldingBuilder index = kernel.at(op);
  kernel.replace(op,
                 convertAsCast(kernel, index, op, op.getValue(), op.getBits()));
  return success();
}

LogicalResult lowerDot4(KernelLowering &kernel, Dot4Op op) {
  FoldingBuilder index = kernel.at(op);
  OpBuilder &b = index.builder;
  auto wide = VectorType::get({4}, b.getI32Type());
  auto extend = [&](Value bytes, bool isUnsigned) -> Value {
    if (isUnsigned)
      return arith::ExtUIOp::create(b, index.loc, wide, bytes);
    return arith::ExtSIOp::create(b, index.loc, wide, bytes);
  };
  Value product =
      arith::MulIOp::create(b, index.loc, extend(op.getA(), op.getUnsignedA()),
                            extend(op.getB(), op.getUnsignedB()));
  Value sum = vector::ReductionOp::create(
      b, index.loc, vector::CombiningKind::ADD, product, op.getAcc());
  kernel.replace(op, sum);
  return success();
}

} // namespace cpu
} // namespace tile
