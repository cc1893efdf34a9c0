//===- ExpandVectorMath.cpp - Elementary functions as vector arithmetic ---===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exponentials.h"
#include "Tile/Conversion/TileToCPU/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"
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
      {math::LogOp::getOperationName(), math::Log2Op::getOperationName(),
       math::Log1pOp::getOperationName(), math::TanhOp::getOperationName(),
       math::ErfOp::getOperationName()},
      name);
}

/// Whether the machine of the module, as `tile-attach-machine` left it, scales
/// vectors by powers of two in one instruction.
bool hasVectorLdexp(ModuleOp module) {
  auto target = module->getAttrOfType<LLVM::TargetAttr>(
      LLVM::LLVMDialect::getTargetAttrName());
  LLVM::TargetFeaturesAttr features = target ? target.getFeatures() : nullptr;
  return features && features.contains("+avx512f") &&
         features.contains("+avx512vl");
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
    cpu::populateExponentialPatterns(polynomials,
                                     hasVectorLdexp(getOperation()));
    if (failed(applyPatternsGreedily(getOperation(), std::move(polynomials))))
      return signalPassFailure();
    // What has neither a polynomial nor an instruction becomes a call.
    // Upstream's patterns would also turn multiply-adds and roundings into
    // calls.
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<
        math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp, math::AtanOp,
        math::Atan2Op, math::AtanhOp, math::CbrtOp, math::CosOp, math::CoshOp,
        math::ErfOp, math::ErfcOp, math::ExpOp, math::Exp2Op, math::ExpM1Op,
        math::LogOp, math::Log2Op, math::Log10Op, math::Log1pOp, math::PowFOp,
        math::RoundOp, math::SinOp, math::SinhOp, math::TanOp, math::TanhOp>();
    RewritePatternSet calls(&getContext());
    populateMathToLibmConversionPatterns(calls);
    if (failed(
            applyPartialConversion(getOperation(), target, std::move(calls))))
      return signalPassFailure();
  }
};

} // namespace
