//===- BarrierOps.cpp - barriers and fences -------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accessor.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Transaction barriers
//===----------------------------------------------------------------------===//

namespace {
/// The barrier that a lane names.
struct BarrierRef {
  std::shared_ptr<Storage> storage;
  int64_t index = 0;
  Barrier &get() const { return storage->barriers[index]; }
};
} // namespace

static FailureOr<BarrierRef> findBarrier(Context &context, const Inst &inst,
                                         const Operand &index, int64_t lane) {
  FailureOr<std::shared_ptr<const View>> view = context.view(inst, 0, lane);
  if (failed(view))
    return failure();
  int64_t value = int64_t(*index.at(lane));
  if ((*view)->getRank() != 1 || !(*view)->contains({value}) ||
      (*view)->storage->barriers.empty())
    return inst.op->emitError()
           << "expected one of the " << (*view)->getNumElements()
           << " barriers of " << (*view)->storage->name << ", got index "
           << value;
  return BarrierRef{(*view)->storage, (*view)->position({value}) / 64};
}

/// Calls `body(barrier, lane)` for each thread that is here.
static LogicalResult forEachThread(
    Context &context, const Inst &inst,
    llvm::function_ref<LogicalResult(const BarrierRef &, int64_t)> body) {
  FailureOr<Operand> index = context.operand(inst, 1);
  if (failed(index) || failed(context.requireThreads(inst)))
    return failure();
  const Lanes &lanes = context.lanes;
  for (int64_t lane = lanes.begin; lane < lanes.end; ++lane) {
    if (!lanes.isActive(lane))
      continue;
    FailureOr<BarrierRef> barrier = findBarrier(context, inst, *index, lane);
    if (failed(barrier) || failed(body(*barrier, lane)))
      return failure();
  }
  return success();
}

/// An optional operand with bytes; none is 0.
static FailureOr<Operand> bytesOperand(Context &context, const Inst &inst,
                                       unsigned number) {
  static constexpr uint64_t zero = 0;
  if (inst.operands.size() <= number)
    return Operand{&zero, 0, 1};
  return context.operand(inst, number);
}

static LogicalResult runArrive(Context &context, const Inst &inst) {
  FailureOr<Operand> bytes = bytesOperand(context, inst, 2);
  if (failed(bytes))
    return failure();
  VectorClock clocks = context.agent->getClocks();
  LogicalResult result = forEachThread(
      context, inst, [&](const BarrierRef &ref, int64_t lane) -> LogicalResult {
        Barrier &barrier = ref.get();
        // All arrivals of the phase are in: its bytes come before the next one.
        if (barrier.arrivalsLeft <= 0 &&
            failed(completePending(context, barrier)))
          return failure();
        barrier.bytesLeft += int64_t(*bytes->at(lane));
        joinClocks(barrier.arriving, clocks);
        --barrier.arrivalsLeft;
        barrier.advance();
        return success();
      });
  ++context.agent->clock;
  return result;
}

static LogicalResult runExpect(Context &context, const Inst &inst) {
  FailureOr<Operand> bytes = bytesOperand(context, inst, 2);
  if (failed(bytes))
    return failure();
  return forEachThread(context, inst, [&](const BarrierRef &ref, int64_t lane) {
    ref.get().bytesLeft += int64_t(*bytes->at(lane));
    return success();
  });
}

/// Whether the phase of a parity has ended, after the work it waits for is
/// done.
static FailureOr<bool> hasEnded(Context &context, Barrier &barrier,
                                uint64_t parity) {
  if ((barrier.phase & 1) != parity)
    return true;
  if (failed(completePending(context, barrier)))
    return failure();
  return (barrier.phase & 1) != parity;
}

static LogicalResult runWait(Context &context, const Inst &inst) {
  FailureOr<Operand> parity = context.operand(inst, 2);
  if (failed(parity))
    return failure();
  return forEachThread(
      context, inst, [&](const BarrierRef &ref, int64_t lane) -> LogicalResult {
        uint64_t wanted = *parity->at(lane) & 1;
        Barrier &barrier = ref.get();
        auto describe = [&] {
          return "barrier " + ref.storage->name + "[" +
                 std::to_string(ref.index) + "] to end a phase of parity " +
                 std::to_string(wanted) + " (" +
                 std::to_string(std::max<int64_t>(0, barrier.arrivalsLeft)) +
                 " arrivals and " + std::to_string(barrier.bytesLeft) +
                 " bytes are missing)";
        };
        if (failed(context.machine.scheduler.waitUntil(inst.op, describe, [&] {
              return hasEnded(context, barrier, wanted);
            })))
          return failure();
        joinClocks(context.agent->seen, barrier.ended);
        return success();
      });
}

//===----------------------------------------------------------------------===//
// Team and named barriers
//===----------------------------------------------------------------------===//

static int64_t countTrue(const Context &context, const Operand &predicate) {
  int64_t count = 0;
  context.lanes.forEach(
      [&](int64_t lane) { count += *predicate.at(lane) & 1; });
  return count;
}

static uint64_t voteOf(VoteKind vote, int64_t numTrue, int64_t count) {
  switch (vote) {
  case VoteKind::And:
    return numTrue == count;
  case VoteKind::Or:
    return numTrue > 0;
  case VoteKind::Count:
    return uint64_t(numTrue);
  }
  return 0;
}

/// Counts the threads that are here; true if they end the phase.
static FailureOr<bool> arriveAtNamed(Context &context, const Inst &inst,
                                     NamedBarrier &barrier, int64_t count,
                                     int64_t numTrue) {
  if (barrier.arrived == 0)
    barrier.count = count;
  if (barrier.count != count)
    return inst.op->emitError()
           << "expected the count of the other threads at the "
              "barrier, "
           << barrier.count << ", got " << count;
  barrier.arrived += context.lanes.numActive;
  barrier.numTrue += numTrue;
  if (barrier.arrived > count)
    return inst.op->emitError()
           << "expected " << count << " threads at the barrier, got "
           << barrier.arrived;
  joinClocks(barrier.arriving, context.agent->getClocks());
  ++context.agent->clock;
  if (barrier.arrived < count)
    return false;
  barrier.lastTrue = barrier.numTrue;
  barrier.arrived = barrier.numTrue = 0;
  joinClocks(barrier.ended, barrier.arriving);
  ++barrier.phase;
  return true;
}

static FailureOr<NamedBarrier *> findNamed(Context &context, const Inst &inst) {
  FailureOr<uint64_t> id = context.uniform(inst, 0);
  if (failed(id) || failed(context.requireThreads(inst)))
    return failure();
  if (!context.block)
    return inst.op->emitError() << "expected a barrier inside a launch";
  if (*id >= 1024)
    return inst.op->emitError()
           << "expected the number of a barrier below 1024, got "
           << int64_t(*id);
  return &context.block->namedBarriers[int64_t(*id)];
}

static LogicalResult waitAtNamed(Context &context, const Inst &inst,
                                 NamedBarrier &barrier) {
  uint64_t phase = barrier.phase;
  auto describe = [&] {
    return "named barrier (" + std::to_string(barrier.arrived) + " of " +
           std::to_string(barrier.count) + " threads are there)";
  };
  return context.machine.scheduler.waitUntil(
      inst.op, describe,
      [&]() -> FailureOr<bool> { return barrier.phase != phase; });
}

static LogicalResult runSync(Context &context, const Inst &inst) {
  auto op = cast<SyncOp>(inst.op);
  int64_t numTrue = 0, count = context.lanes.numActive;
  if (op.getPredicate()) {
    FailureOr<Operand> predicate =
        context.operand(inst, op.getBarrierId() ? 1 : 0);
    if (failed(predicate))
      return failure();
    numTrue = countTrue(context, *predicate);
  }
  if (op.getBarrierId()) {
    FailureOr<NamedBarrier *> barrier = findNamed(context, inst);
    if (failed(barrier))
      return failure();
    count = op.getCount().value_or(context.team.numActive);
    FailureOr<bool> isLast =
        arriveAtNamed(context, inst, **barrier, count, numTrue);
    if (failed(isLast))
      return failure();
    if (!*isLast && failed(waitAtNamed(context, inst, **barrier)))
      return failure();
    numTrue = (*barrier)->lastTrue;
    joinClocks(context.agent->seen, (*barrier)->ended);
  } else if (failed(context.requireTeam(inst))) {
    return failure();
  }
  if (op.getResult())
    context.setScalar(
        inst.results[0],
        voteOf(op.getVote().value_or(VoteKind::Count), numTrue, count));
  return success();
}

static LogicalResult runSyncArrive(Context &context, const Inst &inst) {
  FailureOr<NamedBarrier *> barrier = findNamed(context, inst);
  if (failed(barrier))
    return failure();
  int64_t count = cast<SyncArriveOp>(inst.op).getCount();
  return arriveAtNamed(context, inst, **barrier, count, 0);
}

static LogicalResult runFence(Context &context, const Inst &) {
  Agent &agent = *context.agent;
  joinClocks(agent.seen, agent.unfenced);
  agent.fenced = agent.getClocks();
  agent.hasFenced = true;
  ++agent.clock;
  return success();
}

//===----------------------------------------------------------------------===//
// Grids and clusters
//===----------------------------------------------------------------------===//

static LogicalResult runGridSync(Context &context, const Inst &inst) {
  if (failed(context.requireTeam(inst)))
    return failure();
  LaunchState *launch = context.launch;
  if (!launch || (launch->numBlocks > 1 && !context.block->isCooperative))
    return inst.op->emitError()
           << "expected a cooperative launch (because all blocks "
              "have to run at the same time), got another";
  uint64_t phase = launch->phase;
  if (++launch->arrived == launch->numBlocks) {
    launch->arrived = 0;
    ++launch->phase;
    // Everything so far has happened before everything that follows.
    context.machine.firstLiveAgent = context.machine.numAgents + 1;
  } else if (failed(context.machine.scheduler.waitUntil(
                 inst.op,
                 [] {
                   return std::string("the other blocks at tile.grid_sync");
                 },
                 [&]() -> FailureOr<bool> {
                   return launch->phase != phase;
                 }))) {
    return failure();
  }
  context.agent->id = context.machine.newAgent();
  context.agent->seen.clear();
  return success();
}

static LogicalResult runClusterArrive(Context &context, const Inst &inst) {
  if (failed(context.requireTeam(inst)))
    return failure();
  BlockState *block = context.block;
  if (!block || !block->cluster)
    return success();
  if (block->clusterArrival)
    return inst.op->emitError() << "expected a tile.cluster_wait between two "
                                   "arrivals, got none";
  ClusterState &cluster = *block->cluster;
  block->clusterArrival = cluster.phase;
  joinClocks(cluster.arriving, context.agent->getClocks());
  ++context.agent->clock;
  if (++cluster.arrived == int64_t(cluster.blocks.size())) {
    cluster.arrived = 0;
    ++cluster.phase;
    joinClocks(cluster.ended, cluster.arriving);
  }
  return success();
}

static LogicalResult runClusterWait(Context &context, const Inst &inst) {
  if (failed(context.requireTeam(inst)))
    return failure();
  BlockState *block = context.block;
  if (!block || !block->cluster)
    return success();
  if (!block->clusterArrival)
    return inst.op->emitError()
           << "expected a tile.cluster_arrive before the wait, "
              "got none";
  ClusterState &cluster = *block->cluster;
  uint64_t phase = *block->clusterArrival;
  block->clusterArrival.reset();
  if (failed(context.machine.scheduler.waitUntil(
          inst.op,
          [] { return std::string("the other blocks of the cluster"); },
          [&]() -> FailureOr<bool> { return cluster.phase != phase; })))
    return failure();
  joinClocks(context.agent->seen, cluster.ended);
  return success();
}

static LogicalResult runClusterRank(Context &context, const Inst &inst) {
  context.setScalar(inst.results[0], context.block ? context.block->rank : 0);
  return success();
}

void tile::addBarrierHandlers(HandlerMap &map) {
  map.add<BarrierArriveOp>(runArrive);
  map.add<BarrierExpectOp>(runExpect);
  map.add<BarrierWaitOp>(runWait);
  map.add<SyncOp>(runSync);
  map.add<SyncArriveOp>(runSyncArrive);
  map.add<FenceOp>(runFence);
  map.add<GridSyncOp>(runGridSync);
  map.add<ClusterArriveOp>(runClusterArrive);
  map.add<ClusterWaitOp>(runClusterWait);
  map.add<ClusterRankOp>(runClusterRank);
}
