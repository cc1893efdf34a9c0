//===- RoundedLowering.cpp - Arithmetic with directed rounding ------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The processor's rounding mode stays as it is. An operation on f32 or narrower
// floats is done in f64, its error is computed exactly, and the result is
// rounded to odd: from there, rounding once more in any direction gives what
// rounding the exact result would (S. Boldo, G. Melquiond, "Emulation of FMA
// and correctly rounded sums", 2008).
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "NarrowFloats.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tile {
namespace cpu {

namespace {

/// Scalar f64 arithmetic at one place.
class Doubles {
public:
  explicit Doubles(FoldingBuilder &index) : b(index.builder), loc(index.loc) {}

  Value number(double value) {
    return arith::ConstantOp::create(b, loc, b.getF64FloatAttr(value));
  }
  Value integer(int64_t value) {
    return arith::ConstantIntOp::create(b, loc, value, 64);
  }
  Value add(Value l, Value r) { return arith::AddFOp::create(b, loc, l, r); }
  Value sub(Value l, Value r) { return arith::SubFOp::create(b, loc, l, r); }
  Value mul(Value l, Value r) { return arith::MulFOp::create(b, loc, l, r); }
  Value div(Value l, Value r) { return arith::DivFOp::create(b, loc, l, r); }
  Value negate(Value v) { return arith::NegFOp::create(b, loc, v); }
  Value sqrt(Value v) { return math::SqrtOp::create(b, loc, v); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, loc, x, y, z);
  }
  Value compare(arith::CmpFPredicate p, Value l, Value r) {
    return arith::CmpFOp::create(b, loc, p, l, r);
  }
  Value select(Value c, Value l, Value r) {
    return arith::SelectOp::create(b, loc, c, l, r);
  }
  Value both(Value l, Value r) { return arith::AndIOp::create(b, loc, l, r); }
  Value bits(Value v) {
    return arith::BitcastOp::create(b, loc, b.getI64Type(), v);
  }
  Value fromBits(Value v) {
    return arith::BitcastOp::create(b, loc, b.getF64Type(), v);
  }

  /// The sum of two numbers, rounded to odd (D. Knuth's two-sum gives the
  /// error).
  Value addToOdd(Value l, Value r);
  /// `nearest` moved to the odd neighbour in the direction of `error`, unless
  /// it is odd, or exact.
  Value makeOdd(Value nearest, Value error);

  OpBuilder &b;
  Location loc;
};

} // namespace

Value Doubles::makeOdd(Value nearest, Value error) {
  using I = arith::CmpIPredicate;
  Value pattern = bits(nearest);
  Value zero = number(0.0);
  // Infinities and NaN have no error; a comparison with NaN is false.
  Value isInexact = compare(arith::CmpFPredicate::ONE, error, zero);
  Value low = arith::AndIOp::create(b, loc, pattern, integer(1));
  Value isEven = arith::CmpIOp::create(b, loc, I::eq, low, integer(0));
  Value upward = compare(arith::CmpFPredicate::OGT, error, zero);
  Value positive = arith::CmpIOp::create(b, loc, I::sge, pattern, integer(0));
  Value grows = arith::CmpIOp::create(b, loc, I::eq, upward, positive);
  Value step = select(grows, integer(1), integer(-1));
  Value moved = arith::AddIOp::create(b, loc, pattern, step);
  return fromBits(select(both(isInexact, isEven), moved, pattern));
}

Value Doubles::addToOdd(Value l, Value r) {
  Value sum = add(l, r);
  Value part = sub(sum, l);
  Value error = add(sub(l, sub(sum, part)), sub(r, part));
  return makeOdd(sum, error);
}

/// A sum of zero that is exact is negative when rounded downward, unless both
/// terms are positive zeros.
static Value zeroSumDownward(Doubles &d, Value sum, Value l, Value r) {
  Value isZero = d.compare(arith::CmpFPredicate::OEQ, sum, d.number(0.0));
  Value signs = arith::OrIOp::create(d.b, d.loc, d.bits(l), d.bits(r));
  Value negative = arith::CmpIOp::create(d.b, d.loc, arith::CmpIPredicate::slt,
                                         signs, d.integer(0));
  Value zero = d.select(negative, d.number(-0.0), d.number(0.0));
  return d.select(isZero, zero, sum);
}

/// The operation on f64 values that are exact in f32, rounded to odd.
static Value operate(Doubles &d, RoundedOp op, ArrayRef<Value> x) {
  bool downward = op.getRounding() == Rounding::Rd;
  auto sum = [&](Value l, Value r) {
    Value result = d.addToOdd(l, r);
    return downward ? zeroSumDownward(d, result, l, r) : result;
  };
  auto quotient = [&](Value l, Value r) {
    Value q = d.div(l, r);
    Value rest = d.fma(d.negate(q), r, l);
    // The quotient is too small where rest and divisor have one sign.
    return d.makeOdd(q, d.mul(rest, r));
  };
  switch (op.getKind()) {
  case RoundedKind::Add:
    return sum(x[0], x[1]);
  case RoundedKind::Sub:
    return sum(x[0], d.negate(x[1]));
  case RoundedKind::Mul:
    return d.mul(x[0], x[1]);
  case RoundedKind::Fma:
    return sum(d.mul(x[0], x[1]), x[2]);
  case RoundedKind::Div:
    return quotient(x[0], x[1]);
  case RoundedKind::Rcp:
    return quotient(d.number(1.0), x[0]);
  case RoundedKind::Sqrt: {
    Value root = d.sqrt(x[0]);
    return d.makeOdd(root, d.fma(d.negate(root), root, x[0]));
  }
  case RoundedKind::Rsqrt: {
    Value root = d.div(d.number(1.0), d.sqrt(x[0]));
    // 1 - x * root * root, with the error of the first product.
    Value product = d.mul(x[0], root);
    Value error = d.fma(x[0], root, d.negate(product));
    Value rest = d.fma(d.negate(product), root, d.number(1.0));
    return d.makeOdd(root, d.sub(rest, d.mul(error, root)));
  }
  }
  llvm_unreachable("every kind is handled");
}

LogicalResult lowerRounded(KernelLowering &kernel, RoundedOp op) {
  Type type = op.getResult().getType();
  if (type.isF64() || op.getRounding() == Rounding::Rs)
    return refuse(op, "f32 or a narrower float, rounded in a fixed direction",
                  "the result is computed in f64 and rounded from there");
  FoldingBuilder index = kernel.at(op);
  Doubles doubles(index);
  SmallVector<Value> operands;
  for (Value operand : op.getOperands_())
    operands.push_back(emitConversion(kernel, index, operand, type,
                                      index.builder.getF64Type()));
  Value exact = operate(doubles, op, operands);
  // A directed operation overflows as IEEE says.
  RoundingOptions options{op.getRounding(), Value(), /*saturate=*/false};
  kernel.replace(op,
                 encodeRounded(index, exact, cast<FloatType>(type), options));
  return success();
}

} // namespace cpu
} // namespace tile
