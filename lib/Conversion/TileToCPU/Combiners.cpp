//===- Combiners.cpp - How reductions combine values ----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiners.h"

#include "ElementAccess.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tile {
namespace cpu {

Type accumulatorType(Type element, Type result) {
  Type from = valueType(element), to = valueType(result);
  if (auto number = dyn_cast<FloatType>(from))
    return number.getWidth() < 32 ? Float32Type::get(from.getContext()) : from;
  if (isa<FloatType>(to))
    return IntegerType::get(from.getContext(), 64);
  return from.getIntOrFloatBitWidth() >= to.getIntOrFloatBitWidth() ? from : to;
}

bool Combiner::isUnsigned() const {
  return kind == ReduceKind::Umax || kind == ReduceKind::Umin ||
         kind == ReduceKind::Bitand || kind == ReduceKind::Bitor ||
         kind == ReduceKind::Bitxor;
}

static Value numberOf(FoldingBuilder &index, Type type, TypedAttr scalar) {
  if (auto vector = dyn_cast<VectorType>(type))
    return arith::ConstantOp::create(index.builder, index.loc,
                                     DenseElementsAttr::get(vector, scalar));
  return arith::ConstantOp::create(index.builder, index.loc, scalar);
}

/// The least number of a type for comparisons of that kind, negated for min.
static TypedAttr extreme(Type element, bool greatest, bool isUnsigned) {
  Builder b(element.getContext());
  if (auto number = dyn_cast<FloatType>(element))
    return b.getFloatAttr(
        element, APFloat::getInf(number.getFloatSemantics(), !greatest));
  unsigned width = element.getIntOrFloatBitWidth();
  APInt value = greatest ? (isUnsigned ? APInt::getMaxValue(width)
                                       : APInt::getSignedMaxValue(width))
                         : (isUnsigned ? APInt::getMinValue(width)
                                       : APInt::getSignedMinValue(width));
  return b.getIntegerAttr(element, value);
}

Value Combiner::identity(FoldingBuilder &index, Type type) const {
  Type element = getElementTypeOrSelf(type);
  switch (kind) {
  case ReduceKind::Max:
    return numberOf(index, type, extreme(element, false, false));
  case ReduceKind::Min:
    return numberOf(index, type, extreme(element, true, false));
  case ReduceKind::Umin:
    return numberOf(index, type, extreme(element, true, true));
  case ReduceKind::Bitand:
    return numberOf(
        index, type,
        index.builder.getIntegerAttr(
            element, APInt::getAllOnes(element.getIntOrFloatBitWidth())));
  default:
    return zeroOf(index, type);
  }
}

Value Combiner::prepare(FoldingBuilder &index, Value value) const {
  if (kind != ReduceKind::Abssum && kind != ReduceKind::Absmax)
    return value;
  if (isa<FloatType>(getElementTypeOrSelf(value.getType())))
    return math::AbsFOp::create(index.builder, index.loc, value);
  return math::AbsIOp::create(index.builder, index.loc, value);
}

/// The greater (or lesser) of two floats by the rule for NaN.
static Value extremum(FoldingBuilder &index, NanMode nan, bool greatest,
                      Value lhs, Value rhs) {
  OpBuilder &b = index.builder;
  if (nan == NanMode::Propagate)
    return greatest
               ? arith::MaximumFOp::create(b, index.loc, lhs, rhs).getResult()
               : arith::MinimumFOp::create(b, index.loc, lhs, rhs).getResult();
  return greatest
             ? arith::MaxNumFOp::create(b, index.loc, lhs, rhs).getResult()
             : arith::MinNumFOp::create(b, index.loc, lhs, rhs).getResult();
}

Value Combiner::combine(FoldingBuilder &index, Value lhs, Value rhs) const {
  OpBuilder &b = index.builder;
  Location loc = index.loc;
  Type element = getElementTypeOrSelf(lhs.getType());
  bool isFloat = isa<FloatType>(element);
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::Abssum:
    if (isFloat)
      return arith::AddFOp::create(b, loc, lhs, rhs);
    return arith::AddIOp::create(b, loc, lhs, rhs);
  case ReduceKind::Max:
  case ReduceKind::Absmax:
    if (isFloat)
      return extremum(index, nan, true, lhs, rhs);
    return arith::MaxSIOp::create(b, loc, lhs, rhs);
  case ReduceKind::Min:
    if (isFloat)
      return extremum(index, nan, false, lhs, rhs);
    return arith::MinSIOp::create(b, loc, lhs, rhs);
  case ReduceKind::Umax:
    return arith::MaxUIOp::create(b, loc, lhs, rhs);
  case ReduceKind::Umin:
    return arith::MinUIOp::create(b, loc, lhs, rhs);
  case ReduceKind::Bitand:
    return arith::AndIOp::create(b, loc, lhs, rhs);
  case ReduceKind::Bitor:
    return arith::OrIOp::create(b, loc, lhs, rhs);
  case ReduceKind::Bitxor:
    return arith::XOrIOp::create(b, loc, lhs, rhs);
  }
  llvm_unreachable("every kind is handled");
}

Value Combiner::accumulate(FoldingBuilder &index, Value total,
                           Value value) const {
  bool isExtremum = kind == ReduceKind::Max || kind == ReduceKind::Absmax ||
                    kind == ReduceKind::Min;
  if (!isExtremum || nan != NanMode::Ignore ||
      !isa<FloatType>(getElementTypeOrSelf(total.getType())))
    return combine(index, total, value);
  // False for a NaN.
  auto further = kind == ReduceKind::Min ? arith::CmpFPredicate::OLT
                                         : arith::CmpFPredicate::OGT;
  Value isFurther =
      arith::CmpFOp::create(index.builder, index.loc, further, value, total);
  return arith::SelectOp::create(index.builder, index.loc, isFurther, value,
                                 total);
}

Value Combiner::acrossLanes(FoldingBuilder &index, Value value) const {
  OpBuilder &b = index.builder;
  auto type = cast<VectorType>(value.getType());
  int64_t lanes = type.getNumElements();
  // Halves are combined until one lane is left.
  while (lanes > 1) {
    SmallVector<int64_t> low, high;
    for (int64_t i = 0; i < lanes / 2; ++i) {
      low.push_back(i);
      high.push_back(i + lanes / 2);
    }
    Value l = vector::ShuffleOp::create(b, index.loc, value, value, low);
    Value h = vector::ShuffleOp::create(b, index.loc, value, value, high);
    value = combine(index, l, h);
    lanes /= 2;
  }
  return vector::ExtractOp::create(b, index.loc, value, int64_t(0));
}

} // namespace cpu
} // namespace tile
