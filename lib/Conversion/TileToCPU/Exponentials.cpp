//===- Exponentials.cpp - exp and exp2 as vector arithmetic ---------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Range reduction as in Cody and Waite, "Software Manual for the Elementary
// Functions" (1980): b^x = 2^n * b^r with n the integer next to x * log2(b),
// then a polynomial in r. Its coefficients minimise the largest relative error
// (below 4e-9, found by iteratively reweighted least squares). 2^n is applied
// by ldexp where that is an instruction, else as two factors, so that neither
// overflows where the product does not.
//
//===----------------------------------------------------------------------===//

#include "Exponentials.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tile {
namespace cpu {

namespace {

/// Arithmetic on values of one type, f32 or a vector of it, and on the integers
/// of its bits.
class FloatBuilder {
public:
  FloatBuilder(OpBuilder &b, Location loc, Type type, bool hasLdexp)
      : b(b), loc(loc), hasLdexp(hasLdexp) {
    floatType = type;
    intType = b.getI32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      intType = vector.clone(intType);
    // What is a multiplication and an addition here is one instruction where
    // the CPU has it.
    contract = arith::FastMathFlagsAttr::get(b.getContext(),
                                             arith::FastMathFlags::contract);
  }

  Value number(float value) {
    return constant(floatType, b.getF32FloatAttr(value));
  }
  Value integer(int32_t value) {
    return constant(intType, b.getI32IntegerAttr(value));
  }
  Value mul(Value x, Value y) {
    return arith::MulFOp::create(b, loc, x, y, contract);
  }
  Value mulAdd(Value x, Value y, Value z) {
    return arith::AddFOp::create(b, loc, mul(x, y), z, contract);
  }
  /// Must be rounded: not contracted.
  Value add(Value x, Value y) { return arith::AddFOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, loc, x, y); }
  /// `x` between the limits; NaN stays.
  Value clamp(Value x, float lower, float upper) {
    x = selectIf(arith::CmpFPredicate::OLT, x, number(lower));
    return selectIf(arith::CmpFPredicate::OGT, x, number(upper));
  }
  Value bits(Value x) { return arith::BitcastOp::create(b, loc, intType, x); }
  /// 2^exponent for -126 <= exponent <= 127.
  Value powerOfTwo(Value exponent) {
    Value biased = arith::AddIOp::create(b, loc, exponent, integer(127));
    Value shifted = arith::ShLIOp::create(b, loc, biased, integer(23));
    return arith::BitcastOp::create(b, loc, floatType, shifted);
  }

  /// value * 2^exponent, rounded once.
  Value ldexp(Value value, Value exponent) {
    // The dialect's own operation has one exponent for all lanes.
    return LLVM::CallIntrinsicOp::create(b, loc, floatType,
                                         b.getStringAttr("llvm.ldexp"),
                                         ValueRange{value, exponent})
        .getResult(0);
  }

  OpBuilder &b;
  Location loc;
  const bool hasLdexp;

private:
  Value selectIf(arith::CmpFPredicate predicate, Value x, Value limit) {
    Value beyond = arith::CmpFOp::create(b, loc, predicate, x, limit);
    return arith::SelectOp::create(b, loc, beyond, limit, x);
  }
  Value constant(Type type, TypedAttr scalar) {
    if (auto vector = dyn_cast<VectorType>(type))
      scalar = DenseElementsAttr::get(vector, Attribute(scalar));
    return arith::ConstantOp::create(b, loc, scalar);
  }

  Type floatType, intType;
  arith::FastMathFlagsAttr contract;
};

/// Adding this rounds a number of at most 2^22 to an integer, which then are
/// the low bits of the sum.
constexpr float kRounder = 12582912.0f; // 1.5 * 2^23

/// c[0] + x * (c[1] + x * ...).
Value polynomial(FloatBuilder &f, Value x, ArrayRef<float> coefficients) {
  Value sum = f.number(coefficients.back());
  for (float coefficient : llvm::reverse(coefficients.drop_back()))
    sum = f.mulAdd(sum, x, f.number(coefficient));
  return sum;
}

/// value * 2^n where `rounded` is n + kRounder and -252 <= n <= 254.
Value scale(FloatBuilder &f, Value value, Value rounded) {
  Value n = arith::SubIOp::create(f.b, f.loc, f.bits(rounded),
                                  f.bits(f.number(kRounder)));
  if (f.hasLdexp)
    return f.ldexp(value, n);
  Value half = arith::ShRSIOp::create(f.b, f.loc, n, f.integer(1));
  Value rest = arith::SubIOp::create(f.b, f.loc, n, half);
  return f.mul(f.mul(value, f.powerOfTwo(half)), f.powerOfTwo(rest));
}

Value expandExp(FloatBuilder &f, Value x) {
  // Beyond these, the result is 0 or infinite.
  x = f.clamp(x, -104.0f, 89.0f);
  Value rounded =
      f.mulAdd(x, f.number(1.44269504f), f.number(kRounder)); // x / ln 2
  Value n = f.sub(rounded, f.number(kRounder));
  // ln 2 in two parts; products of the first with n are exact.
  Value r = f.mulAdd(n, f.number(-0.693359375f), x);
  r = f.mulAdd(n, f.number(2.12194440e-4f), r);
  Value high = polynomial(f, r,
                          {0.49999994f, 0.166665196f, 0.0416683927f,
                           0.00836878084f, 0.00138144649f});
  Value power = f.add(f.mulAdd(high, f.mul(r, r), r), f.number(1.0f));
  return scale(f, power, rounded);
}

Value expandExp2(FloatBuilder &f, Value x) {
  x = f.clamp(x, -151.0f, 129.0f);
  Value rounded = f.add(x, f.number(kRounder));
  Value r = f.sub(x, f.sub(rounded, f.number(kRounder)));
  Value power = polynomial(f, r,
                           {1.0f, 0.693147182f, 0.240226477f, 0.0555033199f,
                            0.00961843878f, 0.00133990042f, 0.000153532572f});
  return scale(f, power, rounded);
}

template <typename Op, Value (*expand)(FloatBuilder &, Value)>
struct ExpandExponential : OpRewritePattern<Op> {
  ExpandExponential(MLIRContext *context, bool hasLdexp)
      : OpRewritePattern<Op>(context), hasLdexp(hasLdexp) {}
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return failure();
    // Of vectors, LLVM has those of one dimension.
    bool isLLVM = LLVM::isCompatibleType(op.getType());
    FloatBuilder builder(rewriter, op.getLoc(), op.getType(),
                         hasLdexp && isLLVM);
    rewriter.replaceOp(op, expand(builder, op.getOperand()));
    return success();
  }
  bool hasLdexp;
};

} // namespace

void populateExponentialPatterns(RewritePatternSet &patterns, bool hasLdexp) {
  patterns.add<ExpandExponential<math::ExpOp, expandExp>,
               ExpandExponential<math::Exp2Op, expandExp2>>(
      patterns.getContext(), hasLdexp);
}

} // namespace cpu
} // namespace tile
