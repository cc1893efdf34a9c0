//===- TileFolds.cpp - folds and canonical forms --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/CommonFolders.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Conversions of constants
//===----------------------------------------------------------------------===//

namespace {
/// The conversion rule of the dialect for one `tile.cast`. Null results: the
/// value is left to run time, where the target's documented rule decides.
struct ConstantConversion {
  Type to;
  llvm::RoundingMode rounding;
  bool saturate, isUnsigned;

  std::optional<APFloat> toFloat(APFloat value) const;
  std::optional<APFloat> toFloat(const APInt &value) const;
  APInt toInteger(const APFloat &value) const;
  APInt toInteger(const APInt &value) const;

private:
  const llvm::fltSemantics &getSemantics() const {
    return cast<FloatType>(to).getFloatSemantics();
  }
  /// Whether overflow gives the largest finite value.
  bool saturatesOverflow() const {
    return saturate && cast<FloatType>(to).getWidth() <= 8;
  }
  /// A NaN, or the largest value where the type has none.
  APFloat getNaN() const;
  /// What an infinity becomes.
  APFloat getInfinity(bool negative) const;
};
} // namespace

static std::optional<llvm::RoundingMode> getRoundingMode(Rounding rounding) {
  switch (rounding) {
  case Rounding::Rn:
    return llvm::RoundingMode::NearestTiesToEven;
  case Rounding::Rz:
    return llvm::RoundingMode::TowardZero;
  case Rounding::Ru:
    return llvm::RoundingMode::TowardPositive;
  case Rounding::Rd:
    return llvm::RoundingMode::TowardNegative;
  case Rounding::Rna:
    return llvm::RoundingMode::NearestTiesToAway;
  case Rounding::Rs:
    return std::nullopt;
  }
  return std::nullopt;
}

APFloat ConstantConversion::getNaN() const {
  if (APFloat::semanticsHasNaN(getSemantics()))
    return APFloat::getQNaN(getSemantics());
  return APFloat::getLargest(getSemantics());
}

APFloat ConstantConversion::getInfinity(bool negative) const {
  if (saturatesOverflow())
    return APFloat::getLargest(getSemantics(), negative);
  if (APFloat::semanticsHasInf(getSemantics()))
    return APFloat::getInf(getSemantics(), negative);
  if (APFloat::semanticsHasNaN(getSemantics()))
    return APFloat::getQNaN(getSemantics());
  return APFloat::getLargest(getSemantics(), negative);
}

std::optional<APFloat> ConstantConversion::toFloat(APFloat value) const {
  if (value.isNaN())
    return getNaN();
  // f8E8M0FNU holds powers of two only.
  if (!APFloat::semanticsHasSignedRepr(getSemantics()) &&
      (value.isNegative() || value.isZero()))
    return APFloat::getSmallest(getSemantics());
  if (value.isInfinity())
    return getInfinity(value.isNegative());
  bool negative = value.isNegative(), lossy;
  APFloat::opStatus status = value.convert(getSemantics(), rounding, &lossy);
  if ((status & APFloat::opOverflow) && saturatesOverflow())
    return APFloat::getLargest(getSemantics(), negative);
  return value;
}

std::optional<APFloat> ConstantConversion::toFloat(const APInt &value) const {
  if (!APFloat::semanticsHasSignedRepr(getSemantics()) &&
      (value.isZero() || (!isUnsigned && value.isNegative())))
    return APFloat::getSmallest(getSemantics());
  APFloat result(getSemantics());
  APFloat::opStatus status =
      result.convertFromAPInt(value, !isUnsigned, rounding);
  if ((status & APFloat::opOverflow) && saturatesOverflow())
    return APFloat::getLargest(getSemantics(),
                               !isUnsigned && value.isNegative());
  return result;
}

APInt ConstantConversion::toInteger(const APFloat &value) const {
  unsigned width = to.getIntOrFloatBitWidth();
  if (width == 1)
    return APInt(1, !value.isZero());
  APSInt result(width, isUnsigned);
  bool exact;
  value.convertToInteger(result, llvm::RoundingMode::TowardZero, &exact);
  return result;
}

APInt ConstantConversion::toInteger(const APInt &value) const {
  unsigned width = to.getIntOrFloatBitWidth();
  if (width == 1)
    return APInt(1, !value.isZero());
  return isUnsigned ? value.zextOrTrunc(width) : value.sextOrTrunc(width);
}

/// Folds a constant of `From` elements to one of `To` elements.
template <typename From, typename To, typename Result, typename Convert>
static Attribute foldConstant(Attribute value, Type resultType,
                              Result placeholder, Convert convert) {
  return constFoldCastOp<From, To>(
      ArrayRef<Attribute>(value), resultType,
      [&](const typename From::ValueType &element, bool &folded) -> Result {
        std::optional<Result> result = convert(element);
        folded &= result.has_value();
        return result.value_or(placeholder);
      });
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  Type type = getResult().getType();
  // A value of the type needs no rounding. Unreachable code may use a result in
  // the operation that gives it, here and below.
  if (getValue().getType() == type && getValue() != getResult())
    return getValue();
  std::optional<llvm::RoundingMode> rounding = getRoundingMode(getRounding());
  if (!adaptor.getValue() || !rounding)
    return {};
  Type to = getElementTypeOrSelf(type);
  ConstantConversion rule{to, *rounding, getSaturate(), getIsUnsigned()};
  bool fromFloat = isa<FloatType>(getElementTypeOrSelf(getValue().getType()));
  if (auto floatType = dyn_cast<FloatType>(to)) {
    APFloat zero(floatType.getFloatSemantics());
    auto convert = [&](const auto &element) { return rule.toFloat(element); };
    return fromFloat ? foldConstant<FloatAttr, FloatAttr>(adaptor.getValue(),
                                                          type, zero, convert)
                     : foldConstant<IntegerAttr, FloatAttr>(
                           adaptor.getValue(), type, zero, convert);
  }
  APInt zero(to.getIntOrFloatBitWidth(), 0);
  auto convert = [&](const auto &element) -> std::optional<APInt> {
    return rule.toInteger(element);
  };
  return fromFloat ? foldConstant<FloatAttr, IntegerAttr>(adaptor.getValue(),
                                                          type, zero, convert)
                   : foldConstant<IntegerAttr, IntegerAttr>(
                         adaptor.getValue(), type, zero, convert);
}

//===----------------------------------------------------------------------===//
// Slices and views
//===----------------------------------------------------------------------===//

/// Whether the slice is its whole source: never of a window, whose pad and
/// bounds are its own.
static bool isWholeSource(SliceOp op) {
  auto source = dyn_cast<BufferType>(op.getSource().getType());
  return source && source.isOnChip() && source == op.getResult().getType() &&
         llvm::all_of(op.getStaticOffsets(),
                      [](int64_t offset) { return offset == 0; }) &&
         llvm::equal(op.getStaticSizes(), source.getShape()) &&
         llvm::all_of(op.getKept(), [](bool kept) { return kept; });
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  if (isWholeSource(*this) && getSource() != getResult())
    return getSource();
  return {};
}

/// A slice with other offsets of another source, all else as in `like`.
static void replaceSlice(PatternRewriter &rewriter, SliceOp like, Value source,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes, ArrayRef<bool> kept,
                         TypedAttr pad) {
  SmallVector<Value> dynamicOffsets, dynamicSizes;
  SmallVector<int64_t> staticOffsets, staticSizes;
  dispatchIndexOpFoldResults(offsets, dynamicOffsets, staticOffsets);
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  rewriter.replaceOpWithNewOp<SliceOp>(like, like.getType(), source,
                                       dynamicOffsets, dynamicSizes,
                                       staticOffsets, staticSizes, kept, pad);
}

namespace {
/// An offset that is a constant becomes part of the operation.
struct FoldConstantOffsets : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    bool changed = false;
    for (OpFoldResult &offset : offsets) {
      std::optional<int64_t> constant = getConstantIntValue(offset);
      if (isa<Attribute>(offset) || !constant ||
          ShapedType::isDynamic(*constant))
        continue;
      offset = rewriter.getIndexAttr(*constant);
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no offset is a new constant");
    replaceSlice(rewriter, op, op.getSource(), offsets, op.getMixedSizes(),
                 op.getKept(), op.getPadAttr());
    return success();
  }
};

/// A slice of a slice is a slice of the source: offsets add up, and a window is
/// bounded by its tensor only.
struct ComposeSlices : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  static bool overflows(OpFoldResult a, OpFoldResult b) {
    std::optional<int64_t> constantA = getConstantIntValue(a);
    std::optional<int64_t> constantB = getConstantIntValue(b);
    int64_t sum;
    return constantA && constantB &&
           (llvm::AddOverflow(*constantA, *constantB, sum) ||
            ShapedType::isDynamic(sum));
  }

  static OpFoldResult add(OpBuilder &builder, Location loc, OpFoldResult a,
                          OpFoldResult b) {
    std::optional<int64_t> constantA = getConstantIntValue(a);
    std::optional<int64_t> constantB = getConstantIntValue(b);
    if (constantA == 0)
      return b;
    if (constantB == 0)
      return a;
    if (constantA && constantB)
      return builder.getIndexAttr(*constantA + *constantB);
    Value left = getValueOrCreateConstantIndexOp(builder, loc, a);
    Value right = getValueOrCreateConstantIndexOp(builder, loc, b);
    return arith::AddIOp::create(builder, loc, left, right).getResult();
  }

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<SliceOp>();
    if (!inner || inner == op)
      return rewriter.notifyMatchFailure(op, "not a slice of a slice");
    SmallVector<OpFoldResult> offsets = inner.getMixedOffsets();
    SmallVector<OpFoldResult> outerOffsets = op.getMixedOffsets();
    SmallVector<OpFoldResult> outerSizes = op.getMixedSizes();
    SmallVector<unsigned> keptDims;
    for (auto [i, kept] : llvm::enumerate(inner.getKept()))
      if (kept)
        keptDims.push_back(i);
    for (auto [outer, i] : llvm::enumerate(keptDims))
      if (overflows(offsets[i], outerOffsets[outer]))
        return rewriter.notifyMatchFailure(op, "an offset overflows");

    SmallVector<OpFoldResult> sizes(offsets.size(), rewriter.getIndexAttr(1));
    SmallVector<bool> kept(offsets.size(), false);
    for (auto [outer, i] : llvm::enumerate(keptDims)) {
      offsets[i] = add(rewriter, op.getLoc(), offsets[i], outerOffsets[outer]);
      sizes[i] = outerSizes[outer];
      kept[i] = op.getKept()[outer];
    }
    TypedAttr pad = op.getPadAttr() ? op.getPadAttr() : inner.getPadAttr();
    replaceSlice(rewriter, op, inner.getSource(), offsets, sizes, kept, pad);
    return success();
  }
};
} // namespace

void SliceOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                          MLIRContext *context) {
  results.add<FoldConstantOffsets, ComposeSlices>(context);
}

OpFoldResult ViewOp::fold(FoldAdaptor adaptor) {
  if (getSource() == getResult())
    return {};
  if (getSource().getType() == getResult().getType())
    return getSource();
  // Both reinterpret one row-major bit string.
  if (auto inner = getSource().getDefiningOp<ViewOp>();
      inner && inner.getSource() != getSource()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Empty loops
//===----------------------------------------------------------------------===//

LogicalResult ParallelOp::canonicalize(ParallelOp op,
                                       PatternRewriter &rewriter) {
  if (!llvm::is_contained(op.getStaticExtents(), 0))
    return rewriter.notifyMatchFailure(op, "no extent is known to be 0");
  rewriter.eraseOp(op);
  return success();
}

LogicalResult PipelinedOp::canonicalize(PipelinedOp op,
                                        PatternRewriter &rewriter) {
  std::optional<int64_t> lower = getConstantIntValue(op.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(op.getUpperBound());
  if (!lower || !upper || *lower < *upper)
    return rewriter.notifyMatchFailure(op, "not known to be empty");
  rewriter.eraseOp(op);
  return success();
}

LogicalResult PersistentOp::canonicalize(PersistentOp op,
                                         PatternRewriter &rewriter) {
  bool isEmpty = llvm::any_of(op.getDomain(), [](Value extent) {
    return getConstantIntValue(extent) == 0;
  });
  if (!isEmpty)
    return rewriter.notifyMatchFailure(op, "no extent is known to be 0");
  rewriter.eraseOp(op);
  return success();
}
