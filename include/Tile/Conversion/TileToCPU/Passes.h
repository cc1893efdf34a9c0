//===- Passes.h - Passes that lower tile to the CPU -------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_TILETOCPU_PASSES_H
#define TILE_CONVERSION_TILETOCPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace tile {
#define GEN_PASS_DECL
#include "Tile/Conversion/TileToCPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Tile/Conversion/TileToCPU/Passes.h.inc"
} // namespace tile

#endif // TILE_CONVERSION_TILETOCPU_PASSES_H
