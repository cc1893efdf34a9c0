//===- StreamingStores.cpp - When stores should bypass caches -------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamingStores.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// An underestimate of the bytes of the tensor that `ref` is a region of: what
/// it is bounded by in the dimensions that the region keeps.
static OpFoldResult tensorBytes(FoldingBuilder &index, const TileRef &ref) {
  OpFoldResult total = index.constant(ref.bits() / 8);
  for (const DimBound &bound : ref.bounds)
    total = index.mul(total, bound.limit);
  return total;
}

/// Whether the address of the region and its strides in all dimensions but
/// `dim` are multiples of `bytes`.
static Value areRowsAligned(FoldingBuilder &index, const TileRef &ref,
                            unsigned dim, OpFoldResult bytes) {
  OpBuilder &b = index.builder;
  Value address = LLVM::PtrToIntOp::create(
      b, index.loc, b.getI64Type(), elementPointer(index, ref, ref.offset));
  Value addressIndex =
      arith::IndexCastOp::create(b, index.loc, b.getIndexType(), address);
  auto isMultiple = [&](OpFoldResult value) {
    return index.compare(arith::CmpIPredicate::eq, index.rem(value, bytes),
                         index.constant(0));
  };
  Value aligned = isMultiple(addressIndex);
  for (unsigned i = 0; i < ref.rank(); ++i)
    if (i != dim && constantOf(ref.sizes[i]) != 1)
      aligned = index.both(
          aligned, isMultiple(index.mul(ref.strides[i],
                                        index.constant(ref.bits() / 8))));
  return aligned;
}

Value streamingCondition(KernelLowering &kernel, FoldingBuilder &index,
                         const TileRef &ref, unsigned lanes) {
  constexpr int64_t smallRow = 1024; // bytes; less is not worth a second loop
  int64_t bytes = ref.bits() / 8;
  if (!kernel.cpu.x86 || kernel.publishes || ref.bounds.empty() ||
      ref.bits() % 8 || ref.rank() == 0 || lanes * bytes < 16)
    return Value();
  unsigned dim = vectorDim(ref.sizes);
  std::optional<int64_t> row = constantOf(ref.sizes[dim]);
  if ((row && *row * bytes < smallRow) || constantOf(ref.strides[dim]) != 1)
    return Value();
  Value condition =
      index.compare(arith::CmpIPredicate::sgt, tensorBytes(index, ref),
                    index.constant(kernel.cpu.lastLevelCache()));
  if (matchPattern(condition, m_Zero()))
    return Value();
  condition = index.both(
      condition,
      areRowsAligned(index, ref, dim,
                     index.constant(nontemporalAlignment(ref, lanes))));
  kernel.needsStoreFence = true;
  return condition;
}

/// Whether stores of one thread that come before `op` must be visible to a
/// thread that sees what `op` did.
static bool isRelease(Operation *op) {
  auto releases = [](auto atomic) {
    MemoryOrder order = atomic.getOrder();
    return order == MemoryOrder::Release || order == MemoryOrder::AcqRel ||
           order == MemoryOrder::SeqCst;
  };
  if (auto fence = dyn_cast<FenceOp>(op))
    return fence.getScope() != SyncScope::Block;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<AtomicRmwOp, AtomicStoreOp, AtomicTileOp>(releases)
      .Default(false);
}

bool publishesStores(LaunchOp launch) {
  return launch
      .walk([](Operation *op) {
        return isRelease(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a run of one block of the grid reaches at most one of the two: they
/// are in different branches, and no loop of the block repeats those.
static bool areExclusive(Operation *a, Operation *b) {
  Operation *at = a;
  while (at->getParentOp() && !at->getParentOp()->isAncestor(b))
    at = at->getParentOp();
  auto branch = dyn_cast_or_null<scf::IfOp>(at->getParentOp());
  if (!branch || at->getParentRegion()->isAncestor(b->getParentRegion()))
    return false;
  // The outermost loop runs over the blocks.
  auto loop = branch->getParentOfType<LoopLikeOpInterface>();
  return !loop || !loop->getParentOfType<LoopLikeOpInterface>();
}

bool isReadFrom(Operation *op, Value tensor) {
  // What runs before is lowered by now, and no longer an access.
  Value root = getRoot(tensor);
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function
      .walk([&](AccessOpInterface user) {
        if (areExclusive(op, user))
          return WalkResult::advance();
        SmallVector<Access> accesses;
        user.getAccesses(accesses);
        for (const Access &access : accesses)
          if (access.mode != AccessMode::Write &&
              getRoot(access.operand->get()) == root)
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace cpu
} // namespace tile
