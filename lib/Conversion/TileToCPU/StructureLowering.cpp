//===- StructureLowering.cpp - Loops and steps of a kernel ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// Moves the operations of a structure's body into `block`, before its
/// terminator, and lowers them.
static LogicalResult moveBody(KernelLowering &kernel, Block &from, Block *to) {
  Operation *terminator = from.getTerminator();
  to->getOperations().splice(to->getTerminator()->getIterator(),
                             from.getOperations(), from.begin(),
                             terminator->getIterator());
  return kernel.lowerBlock(*to);
}

/// Reports `message` when the kernel runs, unless `condition`.
static void checkAtRunTime(KernelLowering &kernel, FoldingBuilder &index,
                           Value condition, StringRef message) {
  if (condition && !matchPattern(condition, m_One()))
    kernel.runtime.check(index, condition, RuntimeError::Runtime, message);
}

LogicalResult lowerPipelined(KernelLowering &kernel, PipelinedOp op) {
  // Overlap of iterations is for devices with asynchronous copies: a core
  // overlaps them by itself.
  FoldingBuilder index = kernel.at(op);
  OpFoldResult one = index.constant(1), step = op.getStep();
  checkAtRunTime(kernel, index,
                 index.compare(arith::CmpIPredicate::sge, step, one),
                 "expected a positive step (because the loop must end)");
  step = constantOf(step) ? step : index.max(step, one);
  auto loop = scf::ForOp::create(index.builder, index.loc, op.getLowerBound(),
                                 op.getUpperBound(), index.value(step));
  Block &body = op.getBody().front();
  body.getArgument(0).replaceAllUsesWith(loop.getInductionVar());
  if (failed(moveBody(kernel, body, loop.getBody())))
    return failure();
  op->erase();
  return success();
}

namespace {

/// The tiles of a persistent loop: extents, and the last one cut into groups.
struct PersistentWalk {
  SmallVector<OpFoldResult> extents;
  OpFoldResult group;
};

} // namespace

/// The coordinates of linear tile `linear`: the group index of the last
/// dimension is the slowest, then the other dimensions, then the position in
/// the group. The last group may be narrower.
static SmallVector<OpFoldResult> coordinates(FoldingBuilder &index,
                                             const PersistentWalk &walk,
                                             OpFoldResult linear) {
  unsigned rank = walk.extents.size();
  OpFoldResult last = walk.extents.back();
  ArrayRef<OpFoldResult> others = ArrayRef(walk.extents).drop_back();
  OpFoldResult rows = index.product(others);
  OpFoldResult perGroup = index.mul(rows, walk.group);
  OpFoldResult group = index.div(linear, perGroup);
  OpFoldResult inGroup = index.sub(linear, index.mul(group, perGroup));
  OpFoldResult begin = index.mul(group, walk.group);
  OpFoldResult width = index.min(walk.group, index.sub(last, begin));
  SmallVector<OpFoldResult> result(rank);
  OpFoldResult row = index.div(inGroup, width);
  result[rank - 1] = index.add(begin, index.rem(inGroup, width));
  for (unsigned i = rank - 1; i-- > 0;) {
    result[i] = index.rem(row, walk.extents[i]);
    row = index.div(row, walk.extents[i]);
  }
  return result;
}

/// The extents of the domain; one that is negative is reported, and the domain
/// is empty.
static PersistentWalk emitDomain(KernelLowering &kernel, FoldingBuilder &index,
                                 PersistentOp op) {
  PersistentWalk walk;
  OpFoldResult zero = index.constant(0);
  Value isDomain;
  for (OpFoldResult extent : op.getDomain()) {
    isDomain = index.both(
        isDomain, index.compare(arith::CmpIPredicate::sge, extent, zero));
    walk.extents.push_back(index.max(extent, zero));
  }
  checkAtRunTime(kernel, index, isDomain,
                 "expected extents of a domain of tiles (because negative ones "
                 "have no meaning)");
  walk.group = index.constant(op.getGroup());
  return walk;
}

/// Reports a worker that is none of the workers.
static void checkWorker(KernelLowering &kernel, FoldingBuilder &index,
                        OpFoldResult worker, OpFoldResult workers) {
  checkAtRunTime(
      kernel, index,
      index.both(
          index.compare(arith::CmpIPredicate::sge, worker, index.constant(0)),
          index.compare(arith::CmpIPredicate::slt, worker, workers)),
      "expected a worker from 0 to below the number of workers");
}

LogicalResult lowerPersistent(KernelLowering &kernel, PersistentOp op) {
  FoldingBuilder index = kernel.at(op);
  PersistentWalk walk = emitDomain(kernel, index, op);
  OpFoldResult total = index.product(walk.extents);
  OpFoldResult worker = op.getWorker(), workers = op.getWorkers();
  checkWorker(kernel, index, worker, workers);
  auto loop = scf::ForOp::create(
      index.builder, index.loc,
      index.value(index.max(worker, index.constant(0))), index.value(total),
      index.value(index.max(workers, index.constant(1))));
  OpBuilder::InsertionGuard guard(index.builder);
  index.builder.setInsertionPointToStart(loop.getBody());
  SmallVector<OpFoldResult> at =
      coordinates(index, walk, loop.getInductionVar());
  Block &body = op.getBody().front();
  for (auto [argument, coordinate] : llvm::zip_equal(body.getArguments(), at))
    argument.replaceAllUsesWith(index.value(coordinate));
  // What computes the coordinates is lowered already and stays in front.
  if (failed(moveBody(kernel, body, loop.getBody())))
    return failure();
  op->erase();
  return success();
}

LogicalResult lowerStep(KernelLowering &kernel, StepOp op) {
  Block &body = op.getBody().front();
  if (failed(kernel.lowerBlock(body)))
    return failure();
  Operation *yield = body.getTerminator();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations(), body.begin(),
                                         yield->getIterator());
  kernel.replace(op, yield->getOperands());
  return success();
}

} // namespace cpu
} // namespace tile
