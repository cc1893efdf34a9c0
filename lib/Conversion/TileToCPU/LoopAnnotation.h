//===- LoopAnnotation.h - Loops that LLVM keeps as they are -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_LOOPANNOTATION_H
#define TILE_LIB_CONVERSION_TILETOCPU_LOOPANNOTATION_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tile {
namespace cpu {

/// Keeps LLVM from unrolling and vectorizing `loop`: it is written as it should
/// run, or runs a few times.
void keepLoop(mlir::scf::ForOp loop);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_LOOPANNOTATION_H
