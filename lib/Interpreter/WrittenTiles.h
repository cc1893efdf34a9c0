//===- WrittenTiles.h - what a region may write -----------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads of memory that nothing writes meanwhile cannot race, and need no
// record.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_WRITTENTILES_H
#define TILE_LIB_INTERPRETER_WRITTENTILES_H

#include "Machine.h"

namespace tile {

/// Marks the storages that the launch may write as written by it.
void markWrittenInLaunch(Context &context, LaunchOp op);
/// Marks the storages that the iterations of a nest may write.
void markWrittenInNest(Context &nest, ParallelOp op);

} // namespace tile

#endif // TILE_LIB_INTERPRETER_WRITTENTILES_H
