//===- TileUniformity.cpp - what is the same in all threads ---------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/TileUniformity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tile;

Uniformity::Uniformity(LaunchOp launch) : launch(launch) {
  do {
    changed = false;
    launch.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { visit(op); });
  } while (changed);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool Uniformity::areUniform(ValueRange values) const {
  return llvm::all_of(values, [&](Value value) { return isUniform(value); });
}

void Uniformity::markValue(Value value) {
  changed |= divergentValues.insert(value).second;
}

void Uniformity::markValues(ValueRange values) {
  for (Value value : values)
    markValue(value);
}

/// Each thread gets a value of its own, whatever the operands.
static bool differsByThread(Operation *op) {
  if (isa<ThreadIdOp, ElectOp, BallotOp, RngInitOp, RngNextOp, AtomicRmwOp,
          AtomicLoadOp>(op))
    return true;
  // Numbers of threads, lanes and warps; shuffles.
  StringRef name = op->getName().getStringRef();
  return name.starts_with("gpu.") &&
         !llvm::is_contained(
             ArrayRef<StringRef>{"gpu.block_id", "gpu.grid_dim",
                                 "gpu.block_dim", "gpu.cluster_id",
                                 "gpu.cluster_block_id", "gpu.subgroup_size",
                                 "gpu.num_subgroups", "gpu.all_reduce"},
             name);
}

/// The result is a function of the operands and of memory.
static bool isFunctionOfOperands(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return llvm::is_contained(ArrayRef<StringRef>{"arith", "math", "memref",
                                                "affine", "vector", "index",
                                                "ub", "tile"},
                            dialect);
}

/// Whether the memory that `op` reads is the same for all threads.
bool Uniformity::readsUniformMemory(Operation *op) const {
  auto access = dyn_cast<AccessOpInterface>(op);
  if (!access)
    return true;
  SmallVector<Access> accesses;
  access.getAccesses(accesses);
  return llvm::none_of(accesses, [&](const Access &entry) {
    return entry.mode != AccessMode::Write &&
           divergentBuffers.contains(getRoot(entry.operand->get()));
  });
}

void Uniformity::visit(Operation *op) {
  visitWrites(op);
  if (isa<ParallelOp>(op))
    return markValues(op->getRegion(0).getArguments());
  if (isa<scf::ForOp, PipelinedOp, PersistentOp>(op))
    return visitFor(op);
  if (isa<scf::WhileOp>(op))
    return visitWhile(op);
  if (isa<scf::IfOp, scf::IndexSwitchOp, StepOp>(op))
    return visitAlternatives(op);
  if (isa<SpecializeOp>(op))
    return;
  visitOther(op);
}

void Uniformity::visitOther(Operation *op) {
  if (op->getNumRegions() != 0) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        markValues(block.getArguments());
    return markValues(op->getResults());
  }
  if (op->getNumResults() == 0)
    return;
  // The value that a vote or a test gives is made from those of all threads.
  if (isa<SyncOp, TestOp>(op))
    return;
  if (differsByThread(op) || !isFunctionOfOperands(op) ||
      !areUniform(op->getOperands()) || !readsUniformMemory(op))
    markValues(op->getResults());
}

void Uniformity::visitFor(Operation *op) {
  // Bounds of the loop, or domain and worker: all operands that are no inits.
  auto loop = dyn_cast<scf::ForOp>(op);
  unsigned numControls =
      loop ? loop.getNumControlOperands() : op->getNumOperands();
  bool uniformTrips = areUniform(op->getOperands().take_front(numControls));
  Block &body = op->getRegion(0).front();
  if (!loop) {
    if (!uniformTrips)
      markValues(body.getArguments());
    return;
  }
  if (!isUniform(loop.getLowerBound()) || !isUniform(loop.getStep()))
    markValue(loop.getInductionVar());
  for (auto [init, arg, yielded, result] :
       llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                 loop.getYieldedValues(), loop.getResults())) {
    if (!isUniform(init) || !isUniform(yielded))
      markValue(arg);
    if (!isUniform(arg) || !uniformTrips)
      markValue(result);
  }
}

void Uniformity::visitWhile(Operation *op) {
  auto loop = cast<scf::WhileOp>(op);
  for (auto [init, arg, yielded] :
       llvm::zip(loop.getInits(), loop.getBeforeArguments(),
                 loop.getYieldOp().getOperands()))
    if (!isUniform(init) || !isUniform(yielded))
      markValue(arg);
  scf::ConditionOp condition = loop.getConditionOp();
  for (auto [passed, arg, result] : llvm::zip(
           condition.getArgs(), loop.getAfterArguments(), loop.getResults())) {
    if (!isUniform(passed))
      markValue(arg);
    if (!isUniform(passed) || !isUniform(condition.getCondition()))
      markValue(result);
  }
}

void Uniformity::visitAlternatives(Operation *op) {
  if (!areUniform(op->getOperands()))
    markValues(op->getResults());
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    for (auto [yielded, result] : llvm::zip(
             region.front().getTerminator()->getOperands(), op->getResults()))
      if (!isUniform(yielded))
        markValue(result);
  }
}

/// A per-thread buffer stays the same in all threads as long as the whole team
/// writes the same to it.
void Uniformity::visitWrites(Operation *op) {
  auto access = dyn_cast<AccessOpInterface>(op);
  if (!access)
    return;
  SmallVector<Access> accesses;
  access.getAccesses(accesses);
  bool same = areUniform(op->getOperands()) && readsUniformMemory(op) &&
              !getDivergence(op) && !isa<PointerOp>(op);
  if (same)
    return;
  for (const Access &entry : accesses) {
    auto type = dyn_cast<BufferType>(entry.operand->get().getType());
    if (entry.mode == AccessMode::Read || !type ||
        type.getSpace() != MemorySpace::Local)
      continue;
    changed |= divergentBuffers.insert(getRoot(entry.operand->get())).second;
  }
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Whether a region of `op` may be run by a part of the team only.
bool Uniformity::divides(Operation *op) const {
  if (isa<ParallelOp>(op))
    return true;
  if (isa<StepOp>(op))
    return false;
  for (Region &region : op->getRegions())
    if (!region.empty() && !region.hasOneBlock())
      return true;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return !areUniform(
        op->getOperands().take_front(loop.getNumControlOperands()));
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return !isUniform(loop.getConditionOp().getCondition());
  if (isa<scf::IfOp, scf::IndexSwitchOp, PipelinedOp, PersistentOp>(op))
    return !areUniform(op->getOperands());
  return !isa<scf::ExecuteRegionOp>(op);
}

Operation *Uniformity::getDivergence(Operation *op) const {
  for (Operation *parent = op->getParentOp();
       parent && !isa<LaunchOp, SpecializeOp>(parent);
       parent = parent->getParentOp())
    if (divides(parent))
      return parent;
  return nullptr;
}

/// Whether `value` is the number of the thread in the block of `launch`.
static bool isLinearThreadId(LaunchOp launch, Value value) {
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  auto id = value.getDefiningOp<ThreadIdOp>();
  if (!id)
    return false;
  if (id.getDim() == ThreadDim::Team)
    return true;
  return id.getDim() == ThreadDim::X && !launch.getThreads().empty() &&
         launch.getNumThreads() == launch.getThreads().front();
}

/// Whether `cmp` separates whole warps: the thread number against a multiple of
/// the warp size, or its quotient by such a multiple against a constant.
static bool comparesWarps(LaunchOp launch, arith::CmpIOp cmp, int64_t warp) {
  std::optional<int64_t> bound = getConstantIntValue(cmp.getRhs());
  if (!bound)
    return false;
  if (auto quotient = cmp.getLhs().getDefiningOp<arith::DivUIOp>()) {
    std::optional<int64_t> divisor = getConstantIntValue(quotient.getRhs());
    return divisor && *divisor > 0 && *divisor % warp == 0 &&
           isLinearThreadId(launch, quotient.getLhs());
  }
  if (!isLinearThreadId(launch, cmp.getLhs()))
    return false;
  switch (cmp.getPredicate()) {
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::uge:
  case arith::CmpIPredicate::sge:
    return *bound % warp == 0;
  case arith::CmpIPredicate::ule:
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::sgt:
    return *bound >= 0 && (*bound + 1) % warp == 0;
  default:
    return false;
  }
}

/// Whether `condition` holds for a set of whole warps.
static bool isWarpRange(LaunchOp launch, Value condition) {
  int64_t warp = launch.getTarget() ? launch.getTarget()->getWarp() : 32;
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return isWarpRange(launch, both.getLhs()) &&
           isWarpRange(launch, both.getRhs());
  auto cmp = condition.getDefiningOp<arith::CmpIOp>();
  return cmp && comparesWarps(launch, cmp, warp);
}

Operation *Uniformity::getDivergenceBelowWarps(Operation *op) const {
  for (Operation *parent = op->getParentOp();
       parent && !isa<LaunchOp, SpecializeOp>(parent);
       parent = parent->getParentOp()) {
    auto conditional = dyn_cast<scf::IfOp>(parent);
    bool isRole =
        conditional && isWarpRange(launch, conditional.getCondition());
    if (!isRole && divides(parent))
      return parent;
  }
  return nullptr;
}
