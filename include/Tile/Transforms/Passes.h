//===- Passes.h - Passes on the tile dialect --------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TRANSFORMS_PASSES_H
#define TILE_TRANSFORMS_PASSES_H

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/Pass/Pass.h"

namespace tile {
#define GEN_PASS_DECL
#include "Tile/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Tile/Transforms/Passes.h.inc"
} // namespace tile

#endif // TILE_TRANSFORMS_PASSES_H
