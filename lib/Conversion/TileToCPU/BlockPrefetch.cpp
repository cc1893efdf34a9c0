//===- BlockPrefetch.cpp - Reading ahead for the next block ---------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockPrefetch.h"

#include "AffineAnalysis.h"
#include "KernelLowering.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// How far apart, in elements, two neighbouring blocks read; nothing if that is
/// not known.
static std::optional<OpFoldResult> blockStride(KernelLowering &kernel,
                                               FoldingBuilder &index,
                                               const TileRef &ref,
                                               ArrayRef<AffineIndex> indices) {
  AffineAnalysis affine(index, kernel.blockId,
                        *kernel.blockId.getParentRegion());
  OpFoldResult stride = index.constant(0);
  for (auto [at, dimStride] : llvm::zip_equal(indices, ref.strides)) {
    if (constantOf(at.base))
      continue;
    std::optional<AffineIndex> position = affine.of(cast<Value>(at.base));
    if (!position)
      return std::nullopt;
    stride =
        index.add(stride, index.mul(index.constant(position->coefficients[0]),
                                    dimStride));
  }
  if (constantOf(stride) == 0)
    return std::nullopt;
  return stride;
}

std::optional<BlockRead> findBlockRead(KernelLowering &kernel,
                                       FoldingBuilder &index, ParallelOp nest) {
  if (!kernel.blockId)
    return std::nullopt;
  SmallVector<OpFoldResult> extents = nest.getExtents();
  unsigned dim = vectorDim(extents);
  AffineAnalysis affine(index, nest);
  for (auto load : nest.getBody().front().getOps<LoadOp>()) {
    Value tile = load.getSource();
    if (nest.getBody().isAncestor(tile.getParentRegion()))
      continue;
    TileRef ref = kernel.getRef(tile);
    if (!isa<MemRefType>(tile.getType()) || ref.bits() % 8)
      continue;
    std::optional<SmallVector<AffineIndex>> at =
        affine.ofAll(load.getIndices());
    if (!at || extents.empty())
      continue;
    TileRef region = regionOf(index, ref, *at, extents);
    std::optional<OpFoldResult> step = blockStride(kernel, index, ref, *at);
    if (!step || constantOf(region.strides[dim]) != 1)
      continue;
    region.offset = index.add(region.offset, *step);
    return BlockRead{region};
  }
  return std::nullopt;
}

void emitPrefetch(FoldingBuilder &index, const TileRef &region,
                  ArrayRef<OpFoldResult> ivs, unsigned lanes) {
  constexpr int64_t lineBytes = 64;
  int64_t lineElements = std::max<int64_t>(1, lineBytes * 8 / region.bits());
  OpFoldResult first = linearIndex(index, region, ivs);
  for (int64_t lane = 0; lane < lanes; lane += lineElements)
    // For the second level: the first is full of what the nest works on.
    LLVM::Prefetch::create(
        index.builder, index.loc,
        elementPointer(index, region, index.add(first, index.constant(lane))),
        /*rw=*/0, /*hint=*/2, /*cache=*/1);
}

} // namespace cpu
} // namespace tile
