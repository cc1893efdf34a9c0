//===- Passes.h - Passes of the CPU target ----------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TARGET_CPU_PASSES_H
#define TILE_TARGET_CPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace tile {
#define GEN_PASS_DECL
#include "Tile/Target/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Tile/Target/CPU/Passes.h.inc"
} // namespace tile

#endif // TILE_TARGET_CPU_PASSES_H
