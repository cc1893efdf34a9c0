//===- LoopNest.h - Vector loop nests with hoisted bounds tests -----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loops of an elementwise nest, the innermost one over vectors. The
// bounds of its accesses are tested once for the whole nest: if all are inside,
// an unguarded nest runs; else a nest that, row by row, runs the part inside
// over vectors and the rest element by element with every access guarded.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_LOOPNEST_H
#define TILE_LIB_CONVERSION_TILETOCPU_LOOPNEST_H

#include "TileRef.h"

#include <functional>

namespace tile {
namespace cpu {

/// base + sum of coefficient[d] * induction variable d.
struct AffineIndex {
  mlir::OpFoldResult base;
  llvm::SmallVector<int64_t> coefficients;
};

/// The requirement 0 <= index < limit. Limits are not negative.
struct NestBound {
  AffineIndex index;
  mlir::OpFoldResult limit;
};

/// One place of the nest for which code is emitted.
struct NestPoint {
  /// The induction variables; the vector dimension's is that of lane 0.
  llvm::SmallVector<mlir::OpFoldResult> ivs;
  /// Elements of the vector dimension computed at once.
  unsigned lanes = 1;
  /// Whether all bounds of the nest hold here.
  bool inside = true;
  /// Whether stores should bypass the caches.
  bool streaming = false;
};

using NestBody = llvm::function_ref<llvm::LogicalResult(FoldingBuilder &,
                                                        const NestPoint &)>;

/// What is emitted in front of and behind the vector loop of each row; the
/// vector dimension's variable has no meaning there.
struct RowFrame {
  std::function<void(FoldingBuilder &, const NestPoint &)> begin, end;
};

struct NestShape {
  llvm::SmallVector<mlir::OpFoldResult> extents;
  llvm::SmallVector<NestBound> bounds;
  /// A condition that must hold for any access to be inside; null means yes.
  mlir::Value inside;
  /// Largest number of lanes, a power of two.
  unsigned lanes = 1;
  /// If not null, a condition under which the unguarded vector loops run in a
  /// second version whose points have `streaming` set.
  mlir::Value streaming;
  RowFrame row;
};

/// The dimension that a nest of these extents turns into lanes: the last one
/// that is not 1.
unsigned vectorDim(llvm::ArrayRef<mlir::OpFoldResult> extents);

/// The bounds of element (iv 0, iv 1, ...) of a region.
void appendBounds(FoldingBuilder &index, const TileRef &ref,
                  llvm::SmallVectorImpl<NestBound> &bounds,
                  mlir::Value &inside);

/// Emits the nest. The body is emitted several times.
llvm::LogicalResult emitNest(FoldingBuilder &index, const NestShape &shape,
                             NestBody body);

/// Emits `for iv = lower to upper step step { body }` and leaves the builder
/// behind the loop. `cold` asks LLVM to leave the loop as small as it is.
llvm::LogicalResult
emitFor(FoldingBuilder &index, mlir::OpFoldResult lower,
        mlir::OpFoldResult upper, int64_t step,
        llvm::function_ref<llvm::LogicalResult(mlir::Value)> body,
        bool cold = false);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_LOOPNEST_H
