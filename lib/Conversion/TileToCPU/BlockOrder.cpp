//===- BlockOrder.cpp - Order of the blocks of a grid ---------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// Coordinates in a plane of `across` x `along` blocks that is visited in
/// panels of `panel` blocks of `across`: panel by panel, along each panel,
/// every second one backward, and across the panel fastest. The last panel may
/// be narrower.
static std::pair<OpFoldResult, OpFoldResult>
panelCoordinates(FoldingBuilder &index, OpFoldResult across, OpFoldResult along,
                 int64_t panel, OpFoldResult linear) {
  OpFoldResult width = index.constant(panel);
  OpFoldResult perPanel = index.mul(width, along);
  OpFoldResult number = index.div(linear, perPanel);
  OpFoldResult inPanel = index.sub(linear, index.mul(number, perPanel));
  OpFoldResult begin = index.mul(number, width);
  OpFoldResult actual = index.min(width, index.sub(across, begin));
  OpFoldResult step = index.div(inPanel, actual);
  OpFoldResult inStep = index.rem(inPanel, actual);
  Value isBackward =
      index.compare(arith::CmpIPredicate::ne,
                    index.rem(number, index.constant(2)), index.constant(0));
  OpFoldResult backward = index.sub(index.sub(along, index.constant(1)), step);
  Value position =
      arith::SelectOp::create(index.builder, index.loc, isBackward,
                              index.value(backward), index.value(step));
  return {index.add(begin, inStep), position};
}

SmallVector<OpFoldResult> blockCoordinates(FoldingBuilder &index,
                                           ArrayRef<OpFoldResult> grid,
                                           RasterAttr raster,
                                           OpFoldResult linear) {
  SmallVector<OpFoldResult> coordinates(grid.size());
  if (grid.size() == 1) {
    coordinates[0] = linear;
    return coordinates;
  }
  OpFoldResult plane = index.mul(grid[0], grid[1]);
  OpFoldResult inPlane = linear;
  if (grid.size() == 3) {
    coordinates[2] = index.div(linear, plane);
    inPlane = index.rem(linear, plane);
  }
  if (!raster) {
    coordinates[0] = index.rem(inPlane, grid[0]);
    coordinates[1] = index.div(inPlane, grid[0]);
  } else if (raster.getOrder() == RasterOrder::Row) {
    std::tie(coordinates[1], coordinates[0]) =
        panelCoordinates(index, grid[1], grid[0], raster.getPanel(), inPlane);
  } else {
    std::tie(coordinates[0], coordinates[1]) =
        panelCoordinates(index, grid[0], grid[1], raster.getPanel(), inPlane);
  }
  return coordinates;
}

} // namespace cpu
} // namespace tile
