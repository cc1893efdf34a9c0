//===- AffineAnalysis.cpp - Indices of a nest as affine functions ---------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineAnalysis.h"

using namespace mlir;

namespace tile {
namespace cpu {

bool AffineAnalysis::scale(AffineIndex &value, int64_t factor) {
  // Beyond this, sums of a few terms might wrap.
  constexpr int64_t limit = int64_t(1) << 31;
  for (int64_t &coefficient : value.coefficients) {
    if (std::abs(factor) > limit || std::abs(coefficient) > limit)
      return false;
    coefficient *= factor;
  }
  return true;
}

std::optional<AffineIndex> AffineAnalysis::of(Value value, unsigned depth) {
  if (std::optional<int64_t> constant = constantOf(value))
    return invariant(index.constant(*constant));
  for (auto [i, iv] : llvm::enumerate(variables))
    if (value == iv) {
      AffineIndex result = invariant(index.constant(0));
      result.coefficients[i] = 1;
      return result;
    }
  if (!region.isAncestor(value.getParentRegion()))
    return invariant(value);
  Operation *def = value.getDefiningOp();
  if (!def || depth > 16 || !value.getType().isIndex() ||
      !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(def))
    return std::nullopt;
  std::optional<AffineIndex> lhs = of(def->getOperand(0), depth + 1);
  std::optional<AffineIndex> rhs = of(def->getOperand(1), depth + 1);
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::MulIOp>(def)) {
    auto isConstant = [](const AffineIndex &v) {
      return constantOf(v.base) &&
             llvm::all_of(v.coefficients, [](int64_t c) { return c == 0; });
    };
    if (isConstant(*lhs))
      std::swap(lhs, rhs);
    if (!isConstant(*rhs) || !scale(*lhs, *constantOf(rhs->base)))
      return std::nullopt;
    lhs->base = index.mul(lhs->base, rhs->base);
    return lhs;
  }
  bool isSum = isa<arith::AddIOp>(def);
  if (!scale(*rhs, isSum ? 1 : -1))
    return std::nullopt;
  lhs->base =
      isSum ? index.add(lhs->base, rhs->base) : index.sub(lhs->base, rhs->base);
  for (auto [l, r] : llvm::zip_equal(lhs->coefficients, rhs->coefficients))
    l += r;
  return lhs;
}

std::optional<SmallVector<AffineIndex>>
AffineAnalysis::ofAll(ValueRange values) {
  SmallVector<AffineIndex> indices;
  for (Value value : values) {
    std::optional<AffineIndex> at = of(value);
    if (!at)
      return std::nullopt;
    indices.push_back(*at);
  }
  return indices;
}

TileRef regionOf(FoldingBuilder &index, const TileRef &ref,
                 ArrayRef<AffineIndex> indices,
                 ArrayRef<OpFoldResult> extents) {
  TileRef region = ref;
  region.sizes.assign(extents.begin(), extents.end());
  region.strides.assign(extents.size(), index.constant(0));
  for (auto [at, stride] : llvm::zip_equal(indices, ref.strides)) {
    region.offset = index.add(region.offset, index.mul(at.base, stride));
    for (auto [sum, coefficient] :
         llvm::zip_equal(region.strides, at.coefficients))
      sum = index.add(sum, index.mul(index.constant(coefficient), stride));
  }
  return region;
}

} // namespace cpu
} // namespace tile
