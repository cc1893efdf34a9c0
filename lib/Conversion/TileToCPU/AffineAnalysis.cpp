//===- AffineAnalysis.cpp - Indices of a nest as affine functions ---------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineAnalysis.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// to += factor * from; false if a number leaves the range in which sums of a
/// few terms times an index cannot wrap.
static bool addProduct(int64_t &to, int64_t from, int64_t factor) {
  constexpr int64_t limit = int64_t(1) << 31;
  int64_t product;
  return !llvm::MulOverflow(from, factor, product) &&
         !llvm::AddOverflow(to, product, to) && to >= -limit && to <= limit;
}

std::optional<AffineIndex> AffineAnalysis::of(Value value) {
  auto [known, isNew] = results.try_emplace(value, std::nullopt);
  if (!isNew)
    return known->second;
  std::optional<AffineIndex> result = compute(value);
  results[value] = result;
  return result;
}

std::optional<AffineIndex> AffineAnalysis::compute(Value value) {
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
  if (!def || !value.getType().isIndex() ||
      !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(def))
    return std::nullopt;
  // Longer chains are rare.
  constexpr unsigned maxDepth = 32;
  if (depth == maxDepth)
    return std::nullopt;
  llvm::SaveAndRestore<unsigned> deeper(depth, depth + 1);
  std::optional<AffineIndex> lhs = of(def->getOperand(0));
  std::optional<AffineIndex> rhs = of(def->getOperand(1));
  if (!lhs || !rhs)
    return std::nullopt;
  return isa<arith::MulIOp>(def) ? multiply(*lhs, *rhs)
                                 : add(*lhs, *rhs, isa<arith::SubIOp>(def));
}

std::optional<AffineIndex> AffineAnalysis::multiply(AffineIndex lhs,
                                                    AffineIndex rhs) {
  auto isConstant = [](const AffineIndex &v) {
    return constantOf(v.base) &&
           llvm::all_of(v.coefficients, [](int64_t c) { return c == 0; });
  };
  if (isConstant(lhs))
    std::swap(lhs, rhs);
  if (!isConstant(rhs))
    return std::nullopt;
  AffineIndex result = invariant(index.mul(lhs.base, rhs.base));
  for (auto [to, from] : llvm::zip_equal(result.coefficients, lhs.coefficients))
    if (!addProduct(to, from, *constantOf(rhs.base)))
      return std::nullopt;
  return result;
}

std::optional<AffineIndex>
AffineAnalysis::add(AffineIndex lhs, const AffineIndex &rhs, bool negate) {
  lhs.base =
      negate ? index.sub(lhs.base, rhs.base) : index.add(lhs.base, rhs.base);
  for (auto [to, from] : llvm::zip_equal(lhs.coefficients, rhs.coefficients))
    if (!addProduct(to, from, negate ? -1 : 1))
      return std::nullopt;
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
