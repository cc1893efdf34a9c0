//===- AffineAnalysis.h - Indices of a nest as affine functions -----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_AFFINEANALYSIS_H
#define TILE_LIB_CONVERSION_TILETOCPU_AFFINEANALYSIS_H

#include "LoopNest.h"

namespace tile {
namespace cpu {

/// Finds, for an index computed in a region, the affine function of some
/// variables of the region that it is. What it emits uses values from outside
/// only.
class AffineAnalysis {
public:
  AffineAnalysis(FoldingBuilder &index, mlir::ValueRange variables,
                 mlir::Region &region)
      : index(index), variables(variables), region(region) {}
  /// As functions of the variables of a nest; `index` is in front of it.
  AffineAnalysis(FoldingBuilder &index, ParallelOp op)
      : AffineAnalysis(index, op.getInductionVars(), op.getBody()) {}

  /// Nothing if the value is no such function, or may wrap.
  std::optional<AffineIndex> of(mlir::Value value);
  std::optional<llvm::SmallVector<AffineIndex>> ofAll(mlir::ValueRange values);

private:
  AffineIndex invariant(mlir::OpFoldResult base) {
    return {base, llvm::SmallVector<int64_t>(variables.size(), 0)};
  }
  std::optional<AffineIndex> compute(mlir::Value value);
  std::optional<AffineIndex> multiply(AffineIndex lhs, AffineIndex rhs);
  std::optional<AffineIndex> add(AffineIndex lhs, const AffineIndex &rhs,
                                 bool negate);

  FoldingBuilder &index;
  llvm::SmallVector<mlir::Value> variables;
  mlir::Region &region;
  /// What was found out: an operand of many is looked at once.
  llvm::DenseMap<mlir::Value, std::optional<AffineIndex>> results;
  unsigned depth = 0;
};

/// The elements of `ref` at `indices`, as a region with a dimension of size
/// `extents` for each variable of the indices.
TileRef regionOf(FoldingBuilder &index, const TileRef &ref,
                 llvm::ArrayRef<AffineIndex> indices,
                 llvm::ArrayRef<mlir::OpFoldResult> extents);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_AFFINEANALYSIS_H
