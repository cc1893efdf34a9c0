//===- BlockPrefetch.h - Reading ahead for the next block -------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker runs neighbouring blocks one after the other. The first nest of a
// block waits for memory while later nests only compute; those therefore ask
// for what the first nest of the next block will read.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_BLOCKPREFETCH_H
#define TILE_LIB_CONVERSION_TILETOCPU_BLOCKPREFETCH_H

#include "TileRef.h"

namespace tile {
namespace cpu {

class KernelLowering;

/// What a nest reads of one tensor, and where the next block reads the same.
struct BlockRead {
  /// The elements of a nest with these sizes; the next block's.
  TileRef region;
};

/// The first tensor that all iterations of `nest` read along their vector
/// dimension, in a place that moves with the block. Nothing if there is none.
std::optional<BlockRead> findBlockRead(KernelLowering &kernel,
                                       FoldingBuilder &index, ParallelOp nest);

/// Asks for the elements that `lanes` lanes of the next block's nest read, when
/// they are where `ivs` says.
void emitPrefetch(FoldingBuilder &index, const TileRef &region,
                  llvm::ArrayRef<mlir::OpFoldResult> ivs, unsigned lanes);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_BLOCKPREFETCH_H
