//===- ChannelOps.cpp - rings of buffers between roles --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tile;

namespace {
/// One slot of a ring.
struct RingSlot {
  std::vector<View> payload;
  /// What happened before the last commit, and before the releases.
  VectorClock full, empty;
  /// Copies into the slot, and readers of it, that were under way then.
  std::vector<AsyncRef> writers, readers;
};

/// How far a consumer role has come.
struct Consumer {
  int64_t numWaited = 0, numReleased = 0;
};

/// The content of a `!tile.channel`.
struct Channel : Object {
  std::string name;
  std::vector<RingSlot> slots;
  int64_t numAcquired = 0, numCommitted = 0;
  unsigned numConsumers = 1;
  std::map<Region *, Consumer> consumers;

  RingSlot &slotOf(int64_t number) { return slots[number % slots.size()]; }
  /// Uses that all consumers have released.
  int64_t getNumReleased() const {
    if (consumers.size() < numConsumers)
      return 0;
    int64_t least = numCommitted;
    for (const auto &[region, consumer] : consumers)
      least = std::min(least, consumer.numReleased);
    return least;
  }
};
} // namespace

/// The region of the role, or of the launch, that an operation belongs to.
static Region *teamOf(Operation *op) {
  Region *region = op->getParentRegion();
  while (region->getParentOp() &&
         !isa<SpecializeOp, LaunchOp>(region->getParentOp()) &&
         region->getParentRegion())
    region = region->getParentRegion();
  return region;
}

static unsigned countConsumers(Value channel) {
  llvm::SmallPtrSet<Region *, 4> teams;
  for (Operation *user : channel.getUsers())
    if (isa<ChannelWaitOp>(user))
      teams.insert(teamOf(user));
  return std::max<unsigned>(1, teams.size());
}

static LogicalResult runChannel(Context &context, const Inst &inst) {
  auto op = cast<ChannelOp>(inst.op);
  if (failed(context.requireTeam(inst)))
    return failure();
  ChannelType type = op.getChannel().getType();
  if (type.getDepth() < 1 || type.getDepth() > 4096)
    return op.emitError() << "expected a depth from 1 to 4096, got "
                          << type.getDepth();
  auto channel = std::make_shared<Channel>();
  channel->name = nameOf(op.getChannel());
  channel->numConsumers = countConsumers(op.getChannel());
  channel->slots.resize(type.getDepth());
  for (RingSlot &slot : channel->slots)
    for (Type payload : type.getPayload()) {
      View view;
      if (!makeBuffer(context, op, op.getChannel(), cast<BufferType>(payload),
                      view))
        return failure();
      slot.payload.push_back(std::move(view));
    }
  context.setObject(inst, 0, std::move(channel));
  return success();
}

static FailureOr<Channel *> takeChannel(Context &context, const Inst &inst) {
  if (failed(context.requireTeam(inst)))
    return failure();
  auto *channel = context.object<Channel>(inst, 0);
  if (channel)
    return channel;
  return inst.op->emitError() << "expected a channel that was made, got none";
}

static void setPayload(Context &context, const Inst &inst,
                       const RingSlot &slot) {
  for (auto [number, view] : llvm::enumerate(slot.payload))
    context.setView(inst, number, view);
}

static LogicalResult completeEach(Context &context,
                                  std::vector<AsyncRef> &list) {
  std::vector<AsyncRef> operations = std::move(list);
  list.clear();
  for (const AsyncRef &operation : operations)
    if (failed(complete(context, operation)))
      return failure();
  return success();
}

/// Operations of the team, under way, that touch the slot.
static std::vector<AsyncRef> findPending(const Agent &agent,
                                         const RingSlot &slot, bool writers) {
  std::vector<AsyncRef> found;
  auto isPayload = [&](const std::shared_ptr<const View> &view) {
    return llvm::any_of(slot.payload, [&](const View &payload) {
      return payload.storage == view->storage;
    });
  };
  for (const AsyncRef &operation : agent.queue.all)
    if (!operation->isDone &&
        llvm::any_of(writers ? operation->destinations : operation->sources,
                     isPayload))
      found.push_back(operation);
  return found;
}

//===----------------------------------------------------------------------===//
// Producer
//===----------------------------------------------------------------------===//

static LogicalResult runAcquire(Context &context, const Inst &inst) {
  FailureOr<Channel *> channel = takeChannel(context, inst);
  if (failed(channel))
    return failure();
  Channel &ring = **channel;
  int64_t number = ring.numAcquired, depth = ring.slots.size();
  if (failed(context.machine.scheduler.waitUntil(
          inst.op, [&] { return "an empty slot of channel " + ring.name; },
          [&]() -> FailureOr<bool> {
            return number < depth || ring.getNumReleased() > number - depth;
          })))
    return failure();
  RingSlot &slot = ring.slotOf(number);
  // A release takes effect when what reads the slot has completed.
  if (failed(completeEach(context, slot.readers)))
    return failure();
  joinClocks(context.agent->seen, slot.empty);
  for (View &view : slot.payload)
    view.storage->markUninitialised();
  ++ring.numAcquired;
  setPayload(context, inst, slot);
  return success();
}

static LogicalResult runCommit(Context &context, const Inst &inst) {
  FailureOr<Channel *> channel = takeChannel(context, inst);
  if (failed(channel))
    return failure();
  Channel &ring = **channel;
  if (ring.numCommitted >= ring.numAcquired)
    return inst.op->emitError()
           << "expected an acquired slot of channel " << ring.name
           << " (because a commit publishes the "
              "oldest one), got none";
  RingSlot &slot = ring.slotOf(ring.numCommitted);
  slot.writers = findPending(*context.agent, slot, /*writers=*/true);
  slot.full = context.agent->getClocks();
  ++context.agent->clock;
  ++ring.numCommitted;
  return success();
}

//===----------------------------------------------------------------------===//
// Consumers
//===----------------------------------------------------------------------===//

static LogicalResult runWait(Context &context, const Inst &inst) {
  FailureOr<Channel *> channel = takeChannel(context, inst);
  if (failed(channel))
    return failure();
  Channel &ring = **channel;
  Consumer &consumer = ring.consumers[teamOf(inst.op)];
  if (failed(context.machine.scheduler.waitUntil(
          inst.op, [&] { return "a full slot of channel " + ring.name; },
          [&]() -> FailureOr<bool> {
            return ring.numCommitted > consumer.numWaited;
          })))
    return failure();
  RingSlot &slot = ring.slotOf(consumer.numWaited);
  if (failed(completeEach(context, slot.writers)))
    return failure();
  joinClocks(context.agent->seen, slot.full);
  ++consumer.numWaited;
  setPayload(context, inst, slot);
  return success();
}

static LogicalResult runRelease(Context &context, const Inst &inst) {
  FailureOr<Channel *> channel = takeChannel(context, inst);
  if (failed(channel))
    return failure();
  Channel &ring = **channel;
  Consumer &consumer = ring.consumers[teamOf(inst.op)];
  if (consumer.numReleased >= consumer.numWaited)
    return inst.op->emitError()
           << "expected a held slot of channel " << ring.name
           << " (because a release gives back the oldest "
              "one), got none";
  RingSlot &slot = ring.slotOf(consumer.numReleased);
  for (AsyncRef &reader : findPending(*context.agent, slot, /*writers=*/false))
    slot.readers.push_back(reader);
  joinClocks(slot.empty, context.agent->getClocks());
  ++context.agent->clock;
  ++consumer.numReleased;
  return success();
}

void tile::addChannelHandlers(HandlerMap &map) {
  map.add<ChannelOp>(runChannel);
  map.add<ChannelAcquireOp>(runAcquire);
  map.add<ChannelCommitOp>(runCommit);
  map.add<ChannelWaitOp>(runWait);
  map.add<ChannelReleaseOp>(runRelease);
}
