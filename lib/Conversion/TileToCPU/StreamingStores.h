//===- StreamingStores.h - When stores should bypass caches -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store that bypasses the caches (non-temporal) saves reading the line it
// overwrites, and pays off where the line would be evicted before anybody reads
// it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_STREAMINGSTORES_H
#define TILE_LIB_CONVERSION_TILETOCPU_STREAMINGSTORES_H

#include "KernelLowering.h"

namespace tile {
namespace cpu {

/// A condition under which stores to all elements of `ref`, `lanes` at a time
/// along its vectorDim, should bypass the caches: the tensor does not fit into
/// them, and every vector is aligned. Null: never. If not null, the worker is
/// told to order its stores.
mlir::Value streamingCondition(KernelLowering &kernel, FoldingBuilder &index,
                               const TileRef &ref, unsigned lanes);

/// Whether the launch orders stores of a block before the end of that block, by
/// a fence or a releasing atomic. Stores that bypass the caches are ordered
/// only where the worker returns.
bool publishesStores(LaunchOp launch);

/// Whether `op`, or what may run after it in its block of the grid, reads
/// `tensor`, a tensor or a region of one.
bool isReadFrom(mlir::Operation *op, mlir::Value tensor);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_STREAMINGSTORES_H
