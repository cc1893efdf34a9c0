//===- AffineAnalysis.h - Indices of a nest as affine functions -*- C++ -*-===//
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

/// Finds, for an index in the body of a parallel nest, the affine function of
/// the induction variables that it is. What it emits is in front of the nest.
class AffineAnalysis {
public:
  AffineAnalysis(FoldingBuilder &index, ParallelOp op) : index(index), op(op) {}

  /// Nothing if the value is no such function, or may wrap.
  std::optional<AffineIndex> of(mlir::Value value, unsigned depth = 0);

private:
  AffineIndex invariant(mlir::OpFoldResult base) {
    return {base, llvm::SmallVector<int64_t>(op.getInductionVars().size(), 0)};
  }
  static bool scale(AffineIndex &value, int64_t factor);

  FoldingBuilder &index;
  ParallelOp op;
};

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_AFFINEANALYSIS_H
