//===- RowPartials.h - Reductions of a nest, one vector for each row ------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An update of a reduction epoch whose place does not depend on the vector
// dimension of the nest would combine the lanes of every vector. Instead, a
// vector of partial results is kept over each row (LLVM turns it into
// registers), and its lanes are combined at the row's end.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_ROWPARTIALS_H
#define TILE_LIB_CONVERSION_TILETOCPU_ROWPARTIALS_H

#include "AffineAnalysis.h"
#include "KernelLowering.h"

namespace tile {
namespace cpu {

class RowPartials {
public:
  /// Finds the updates in the body of `op`; `index` is in front of it.
  RowPartials(KernelLowering &kernel, FoldingBuilder &index, ParallelOp op,
              unsigned vectorDim);

  /// What is emitted around the vector loop of each row.
  RowFrame frame();

  /// The partial results that an update adds to, as a region of one element
  /// for each lane; nothing if the update has none.
  std::optional<TileRef> lookup(mlir::Operation *update) const;

private:
  struct Partial {
    ReducerRef reducer;
    llvm::SmallVector<AffineIndex> indices;
    TileRef lanes;
    /// Every iteration updates.
    bool always = false;
  };
  void begin(FoldingBuilder &index, Partial &partial, unsigned lanes);
  void end(FoldingBuilder &index, const NestPoint &point, Partial &partial,
           unsigned lanes);

  ParallelOp op;
  llvm::MapVector<mlir::Operation *, Partial> partials;
};

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_ROWPARTIALS_H
