//===- Legalize.cpp - The pass tile-legalize ------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

namespace tile {
#define GEN_PASS_DEF_LEGALIZE
#include "Tile/Transforms/Passes.h.inc"
} // namespace tile

using namespace mlir;
using namespace tile;

namespace {

struct Legalize : public tile::impl::LegalizeBase<Legalize> {
  void runOnOperation() override;
};

} // namespace

/// Bytes of shared memory that the block's buffers take if none share a place.
static int64_t sharedBytes(LaunchOp launch) {
  int64_t bytes = 0;
  launch.walk([&](AllocOp alloc) {
    BufferType type = alloc.getBuffer().getType();
    if (type.getSpace() != MemorySpace::Shared)
      return;
    int64_t bits = ShapedType::getNumElements(type.getShape()) *
                   type.getStorageBits() * type.getVersions();
    bytes += llvm::divideCeil(bits, 8);
  });
  return bytes;
}

/// Checks a launch against the limits of its target.
static LogicalResult checkLimits(LaunchOp launch) {
  TargetAttr target = launch.getTargetAttr();
  if (!target)
    return launch.emitOpError() << "expected a target (because the limits of a "
                                   "device decide what is "
                                   "legal), got none";
  if (launch.getNumThreads() > target.getThreads())
    return launch.emitOpError()
           << "expected at most " << target.getThreads()
           << " threads in a block (because that is the limit of "
           << target.getName() << "), got " << launch.getNumThreads();
  int64_t bytes = sharedBytes(launch);
  if (target.getShared() != 0 && bytes > target.getShared())
    return launch.emitOpError()
           << "expected at most " << target.getShared()
           << " bytes of shared memory (because that is the limit of "
           << target.getName() << "), got " << bytes;
  return success();
}

/// Whether the tile that an operation moves has no element, and nobody learns
/// that it was moved.
static bool movesNothing(Operation *op) {
  Value destination;
  if (auto copy = dyn_cast<CopyOp>(op))
    destination =
        copy.getToken() || copy.getBarrier() ? Value() : copy.getDestination();
  else if (auto fill = dyn_cast<FillOp>(op))
    destination = fill.getDestination();
  if (!destination)
    return false;
  auto type = cast<ShapedType>(destination.getType());
  return llvm::is_contained(type.getShape(), 0);
}

void Legalize::runOnOperation() {
  SmallVector<Operation *> dead;
  WalkResult result = getOperation().walk([&](Operation *op) {
    if (auto launch = dyn_cast<LaunchOp>(op))
      if (failed(checkLimits(launch)))
        return WalkResult::interrupt();
    if (movesNothing(op))
      dead.push_back(op);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return signalPassFailure();
  for (Operation *op : dead)
    op->erase();
}
