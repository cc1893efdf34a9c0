//===- TileOps.td - the operations of the tile dialect -----*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEOPS
#define TILE_DIALECT_TILE_IR_TILEOPS

include "Tile/Dialect/Tile/IR/TileAsyncOps.td"
include "Tile/Dialect/Tile/IR/TileComputeOps.td"
include "Tile/Dialect/Tile/IR/TileMemoryOps.td"
include "Tile/Dialect/Tile/IR/TileStructureOps.td"

#endif // TILE_DIALECT_TILE_IR_TILEOPS
