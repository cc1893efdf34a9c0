//===- VectorMath.cpp - Elementary functions as vector arithmetic  -*- C++
//-*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Conversion/TileToCPU/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tile {
#define GEN_PASS_DEF_EXPANDVECTORMATH
#include "Tile/Conversion/TileToCPU/Passes.h.inc"
} // namespace tile

using namespace mlir;
using namespace tile;

namespace {

/// Whether a function has a polynomial that is accurate everywhere.
bool hasPolynomial(StringRef name) {
  return llvm::is_contained(
      {math::ExpOp::getOperationName(), math::LogOp::getOperationName(),
       math::Log2Op::getOperationName(), math::Log1pOp::getOperationName(),
       math::TanhOp::getOperationName(), math::ErfOp::getOperationName()},
      name);
}

/// 1 / sqrt(x): the estimate of the hardware is too coarse.
struct ExpandRsqrt : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    Type element = getElementTypeOrSelf(type);
    TypedAttr one = rewriter.getFloatAttr(element, 1.0);
    if (auto vector = dyn_cast<VectorType>(type))
      one = DenseElementsAttr::get(vector, Attribute(one));
    Value unit = arith::ConstantOp::create(rewriter, op.getLoc(), one);
    Value root = math::SqrtOp::create(rewriter, op.getLoc(), op.getOperand());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, unit, root);
    return success();
  }
};

struct ExpandVectorMath
    : public tile::impl::ExpandVectorMathBase<ExpandVectorMath> {
  void runOnOperation() override {
    RewritePatternSet polynomials(&getContext());
    populateMathPolynomialApproximationPatterns(polynomials, hasPolynomial);
    polynomials.add<ExpandRsqrt>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(polynomials))))
      return signalPassFailure();
    RewritePatternSet calls(&getContext());
    populateMathToLibmConversionPatterns(calls);
    if (failed(applyPatternsGreedily(getOperation(), std::move(calls))))
      return signalPassFailure();
  }
};

} // namespace
