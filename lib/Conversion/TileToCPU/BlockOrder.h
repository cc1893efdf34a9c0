//===- BlockOrder.h - Order of the blocks of a grid -------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_BLOCKORDER_H
#define TILE_LIB_CONVERSION_TILETOCPU_BLOCKORDER_H

#include "IndexArithmetic.h"
#include "Tile/Dialect/Tile/IR/Tile.h"

namespace tile {
namespace cpu {

/// The coordinates of the block that is visited as number `linear` of a grid.
/// Without a raster the first dimension is the fastest. With one, the first two
/// dimensions are visited in panels, and each panel from its other end.
llvm::SmallVector<mlir::OpFoldResult>
blockCoordinates(FoldingBuilder &index, llvm::ArrayRef<mlir::OpFoldResult> grid,
                 RasterAttr raster, mlir::OpFoldResult linear);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_BLOCKORDER_H
