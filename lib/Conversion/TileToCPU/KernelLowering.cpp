//===- KernelLowering.cpp - Walk of one kernel and its operations ---------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "Tile/Dialect/Tile/IR/TileStages.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace tile {
namespace cpu {

CPUDescription::CPUDescription(TargetAttr target) {
  if (!target)
    return;
  vectorBits = std::max<int64_t>(64, target.getVector());
  vectorRegisters = std::max<int64_t>(8, target.getRegisters());
  x86 = !target.hasFeature("neon");
  fma = target.hasFeature("fma") || !x86;
  halfConversions = target.hasFeature("f16c") || !x86;
  caches.assign(target.getCaches().begin(), target.getCaches().end());
}

CacheSizes CPUDescription::cacheSizes() const {
  CacheSizes sizes;
  if (caches.size() > 0)
    sizes.l1 = caches[0];
  if (caches.size() > 1)
    sizes.l2 = caches[1];
  return sizes;
}

LogicalResult refuse(Operation *op, StringRef what, StringRef why) {
  return op->emitOpError() << "expected " << what << " (because " << why
                           << "), got '" << op->getName() << "'";
}

LogicalResult refuseThreads(Operation *op) {
  return refuse(op, "no operation that depends on the threads of a block",
                "the CPU target runs a block on one thread");
}

TileRef KernelLowering::getRef(Value tile) {
  auto known = refs.find(tile);
  if (known != refs.end())
    return known->second;
  // A tensor that an upstream operation made: describe it where it is defined,
  // so that every later use may share the description.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(tile);
  FoldingBuilder index(builder, tile.getLoc());
  TileRef ref = makeTensor(index, cast<TypedValue<MemRefType>>(tile));
  refs[tile] = ref;
  return ref;
}

LogicalResult KernelLowering::dropAsync(Operation *op, Value token) {
  if (token) {
    for (Operation *user : token.getUsers())
      if (!isa<WaitOp>(user))
        return refuse(user, "a token to be waited for",
                      "the CPU target runs asynchronous operations at once");
    // The waits go away when they are reached.
    builder.setInsertionPoint(op);
    token.replaceAllUsesWith(
        UnrealizedConversionCastOp::create(builder, op->getLoc(),
                                           token.getType(), ValueRange())
            .getResult(0));
  }
  op->erase();
  return success();
}

LogicalResult KernelLowering::eraseViews() {
  for (Operation *view : llvm::reverse(views)) {
    for (Operation *user : view->getUsers())
      return refuse(user, "no use of a view by another dialect",
                    "only tile operations know its bounds");
    view->erase();
  }
  views.clear();
  return success();
}

Value KernelLowering::allocate(FoldingBuilder &index, int64_t bytes) {
  constexpr int64_t cacheLine = 64;
  int64_t offset = scratchBytes;
  // No element still needs an address of its own.
  scratchBytes += llvm::alignTo(std::max<int64_t>(bytes, 1), cacheLine);
  return LLVM::GEPOp::create(index.builder, index.loc, scratchBase.getType(),
                             index.builder.getI8Type(), scratchBase,
                             ValueRange{index.i64(index.constant(offset))});
}

TileRef KernelLowering::allocateBuffer(FoldingBuilder &index, Type element,
                                       ArrayRef<int64_t> shape) {
  int64_t elements = ShapedType::getNumElements(shape);
  int64_t bits = elements * BufferType::storageBits(element);
  Value base = allocate(index, llvm::divideCeil(bits, 8));
  return makeBuffer(index, base, element, shape, /*alignment=*/64);
}

LogicalResult KernelLowering::lowerBlock(Block &block) {
  // What nests of this block read is known to be so in this block only.
  llvm::SaveAndRestore<std::optional<BlockRead>> outer(blockRead, std::nullopt);
  // An operation that is lowered may be erased, and code it emits comes before
  // it; code emitted after it is lowered already. Those that follow may be
  // moved, to another block too, and are lowered where they are then.
  for (Operation *op = block.empty() ? nullptr : &block.front(); op;) {
    Operation *next = op->getNextNode();
    if (failed(lowerOp(op)))
      return failure();
    op = next;
  }
  return success();
}

LogicalResult KernelLowering::lowerHost(func::FuncOp function) {
  for (Block &block : function.getBody())
    if (failed(lowerBlock(block)))
      return failure();
  return eraseViews();
}

/// Operations that order or complete what a block does: on one thread, in which
/// everything is complete when the next statement starts, they do nothing.
static LogicalResult dropOrdering(Operation *op) {
  op->erase();
  return success();
}

/// A barrier of the whole team does nothing; a named one counts threads.
static LogicalResult lowerSync(KernelLowering &kernel, SyncOp op) {
  if (op.getBarrierId() || op.getCount())
    return refuseThreads(op);
  if (!op.getVote())
    return dropOrdering(op);
  if (kernel.blockThreads != 1)
    return refuseThreads(op);
  // One thread: the number of true predicates is its predicate.
  FoldingBuilder index = kernel.at(op);
  Value vote = arith::ExtUIOp::create(
      index.builder, index.loc, index.builder.getI32Type(), op.getPredicate());
  kernel.replace(op, vote);
  return success();
}

static LogicalResult lowerThreadId(KernelLowering &kernel, ThreadIdOp op) {
  if (op->use_empty()) {
    op->erase();
    return success();
  }
  if (kernel.blockThreads != 1)
    return refuseThreads(op);
  FoldingBuilder index = kernel.at(op);
  kernel.replace(op, index.value(0));
  return success();
}

static LogicalResult lowerElect(KernelLowering &kernel, ElectOp op) {
  if (kernel.blockThreads != 1)
    return refuseThreads(op);
  FoldingBuilder index = kernel.at(op);
  kernel.replace(op, index.boolean(true));
  return success();
}

static LogicalResult lowerBallot(KernelLowering &kernel, BallotOp op) {
  if (kernel.blockThreads != 1)
    return refuseThreads(op);
  FoldingBuilder index = kernel.at(op);
  Value mask = arith::ExtUIOp::create(
      index.builder, index.loc, index.builder.getI64Type(), op.getPredicate());
  kernel.replace(op, mask);
  return success();
}

/// Waits and groups: operations were complete when they returned, and the
/// tokens go away with them.
static LogicalResult lowerWait(WaitOp op) { return dropOrdering(op); }

static LogicalResult lowerFence(KernelLowering &kernel, FenceOp op) {
  if (op.getAsyncProxy() || op.getScope() == SyncScope::Block)
    return dropOrdering(op);
  FoldingBuilder index = kernel.at(op);
  LLVM::FenceOp::create(index.builder, index.loc,
                        LLVM::AtomicOrdering::seq_cst);
  op->erase();
  return success();
}

/// A constant of a type that no later pass can lower.
static void lowerConstant(KernelLowering &kernel, arith::ConstantOp op) {
  auto number = dyn_cast<FloatAttr>(op.getValue());
  if (!number || (number.getType().getIntOrFloatBitWidth() >= 16 &&
                  !isa<FloatTF32Type>(number.getType())))
    return;
  FoldingBuilder index = kernel.at(op);
  kernel.replace(op, constantOfElement(index, number));
}

/// Lowers an operation of another dialect: its regions, and what it does to
/// types that have no counterpart below.
static LogicalResult lowerForeign(KernelLowering &kernel, Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    lowerConstant(kernel, constant);
    return success();
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(kernel.lowerBlock(block)))
        return failure();
  return success();
}

LogicalResult KernelLowering::lowerOp(Operation *op) {
  KernelLowering &k = *this;
  if (isHost()) {
    // Launches come after the host code that they capture from.
    if (isa<LaunchOp, memref::DimOp>(op))
      return success();
    if (isa_and_nonnull<TileDialect>(op->getDialect()) && !isLegalOnHost(op))
      return refuse(op, "an operation of the host",
                    "there is no block outside a launch");
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](AllocOp o) { return lowerAlloc(k, o); })
      .Case([&](SliceOp o) { return lowerSlice(k, o); })
      .Case([&](ViewOp o) { return lowerView(k, o); })
      .Case([&](TensorAtOp o) { return lowerTensorAt(k, o); })
      .Case([&](UnrealizedConversionCastOp o) { return lowerTileCast(k, o); })
      .Case([&](memref::DimOp o) { return lowerDim(k, o); })
      .Case([&](LoadOp o) { return lowerLoad(k, o); })
      .Case([&](StoreOp o) { return lowerStore(k, o); })
      .Case([&](CopyOp o) { return lowerCopy(k, o); })
      .Case([&](FillOp o) { return lowerFill(k, o); })
      .Case([&](TransposeOp o) { return lowerTranspose(k, o); })
      .Case([&](GatherOp o) { return lowerGather(k, o); })
      .Case([&](ScatterOp o) { return lowerScatter(k, o); })
      .Case([&](Im2colOp o) { return lowerIm2col(k, o); })
      .Case([&](ParallelOp o) { return lowerParallel(k, o); })
      .Case([&](GemmOp o) { return lowerGemm(k, o); })
      .Case([&](GemmSparseOp o) { return lowerGemmSparse(k, o); })
      .Case([&](GemmScaledOp o) { return lowerGemmScaled(k, o); })
      .Case([&](ReduceOp o) { return lowerReduce(k, o); })
      .Case([&](ScanOp o) { return lowerScan(k, o); })
      .Case([&](TestOp o) { return lowerTest(k, o); })
      .Case([&](ReducerInitOp o) { return lowerReducerInit(k, o); })
      .Case([&](ReducerUpdateOp o) { return lowerReducerUpdate(k, o); })
      .Case([&](ReducerFinalizeOp o) { return lowerReducerFinalize(k, o); })
      .Case([&](AtomicRmwOp o) { return lowerAtomicRmw(k, o); })
      .Case([&](AtomicLoadOp o) { return lowerAtomicLoad(k, o); })
      .Case([&](AtomicStoreOp o) { return lowerAtomicStore(k, o); })
      .Case([&](AtomicTileOp o) { return lowerAtomicTile(k, o); })
      .Case([&](CastOp o) { return lowerCast(k, o); })
      .Case([&](RoundedOp o) { return lowerRounded(k, o); })
      .Case([&](Dot4Op o) { return lowerDot4(k, o); })
      .Case([&](PipelinedOp o) { return lowerPipelined(k, o); })
      .Case([&](PersistentOp o) { return lowerPersistent(k, o); })
      .Case([&](StepOp o) { return lowerStep(k, o); })
      .Case([&](cf::AssertOp o) { return lowerAssert(k, o); })
      .Case([&](AssumeOp o) { return lowerAssume(k, o); })
      .Case([&](PrintOp o) { return lowerPrint(k, o); })
      .Case([&](RngInitOp o) { return lowerRngInit(k, o); })
      .Case([&](RngNextOp o) { return lowerRngNext(k, o); })
      .Case([&](SyncOp o) { return lowerSync(k, o); })
      .Case([&](ThreadIdOp o) { return lowerThreadId(k, o); })
      .Case([&](ElectOp o) { return lowerElect(k, o); })
      .Case([&](BallotOp o) { return lowerBallot(k, o); })
      .Case([&](WaitOp o) { return lowerWait(o); })
      .Case([&](FenceOp o) { return lowerFence(k, o); })
      .Case<CommitGroupOp, WaitGroupOp, DeallocOp>(
          [&](Operation *o) { return dropOrdering(o); })
      .Default([&](Operation *o) {
        if (isa_and_nonnull<TileDialect>(o->getDialect()) && !isa<YieldOp>(o))
          return refuseThreads(o);
        return lowerForeign(k, o);
      });
}

} // namespace cpu
} // namespace tile
