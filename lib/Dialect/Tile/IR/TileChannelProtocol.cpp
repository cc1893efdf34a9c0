//===- TileChannelProtocol.cpp - the protocol of a channel ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A channel has one producer role, which acquires and commits slots, and
// consumer roles, which wait for and release them. Each role is walked once in
// the order of the text with the queue of slots that it holds:
//   1. opening (acquire, wait) appends a slot, at most as many as the depth;
//   2. closing (commit, release) takes the oldest one;
//   3. alternatives agree about the number of slots, a loop body does not
//   change
//      it, and a role ends with none.
// Afterwards no payload may be used behind the operation that closed its slot.
//
//===----------------------------------------------------------------------===//

#include "TileVerifiers.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tile;

namespace {
/// What one role does with one side of a channel.
class RoleSide {
public:
  RoleSide(ChannelOp channel, Region *team, bool produces)
      : channel(channel), team(team), produces(produces) {}

  void add(Operation *op);
  LogicalResult verify();

private:
  /// The operations that opened the slots held, the oldest first; null where
  /// it depends on the path.
  using Slots = SmallVector<Operation *>;

  LogicalResult walk(Region &region, Slots &held);
  LogicalResult step(Operation *op, Slots &held);
  LogicalResult open(Operation *op, Slots &held);
  LogicalResult close(Operation *op, Slots &held);
  LogicalResult walkAlternatives(Operation *op, Slots &held);
  LogicalResult walkLoop(Operation *op, Slots &held);
  LogicalResult verifyPayload(Operation *opener, Operation *closer);

  StringRef getOpenName() const {
    return produces ? "tile.channel_acquire" : "tile.channel_wait";
  }
  StringRef getCloseName() const {
    return produces ? "tile.channel_commit" : "tile.channel_release";
  }

  ChannelOp channel;
  Region *team;
  bool produces;
  SmallPtrSet<Operation *, 8> operations;
  /// Operations of the role with a region that uses the channel.
  SmallPtrSet<Operation *, 8> parents;
  /// What closed a slot in the block that opened it, in the order of the text.
  llvm::MapVector<Operation *, Operation *> closers;
};
} // namespace

void RoleSide::add(Operation *op) {
  operations.insert(op);
  for (Operation *parent = op->getParentOp();
       parent && op->getParentRegion() != team;
       op = parent, parent = op->getParentOp())
    parents.insert(parent);
}

LogicalResult RoleSide::verify() {
  Slots held;
  if (failed(walk(*team, held)))
    return failure();
  if (!held.empty()) {
    Operation *opener = held.front() ? held.front() : channel.getOperation();
    return opener->emitOpError()
           << "expected a '" << getCloseName()
           << "' on every path (because a slot that is never given back stops "
              "the ring), got none";
  }
  for (auto [opener, closer] : closers)
    if (failed(verifyPayload(opener, closer)))
      return failure();
  return success();
}

LogicalResult RoleSide::walk(Region &region, Slots &held) {
  if (region.empty())
    return success();
  if (!region.hasOneBlock())
    return region.getParentOp()->emitOpError()
           << "expected structured control flow around a channel (because its "
              "protocol is checked on every path), got several blocks";
  for (Operation &op : region.front())
    if (failed(step(&op, held)))
      return failure();
  return success();
}

LogicalResult RoleSide::step(Operation *op, Slots &held) {
  if (operations.contains(op))
    return isa<ChannelAcquireOp, ChannelWaitOp>(op) ? open(op, held)
                                                    : close(op, held);
  if (!parents.contains(op))
    return success();
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return walkAlternatives(op, held);
  if (isa<LoopLikeOpInterface>(op))
    return walkLoop(op, held);
  for (Region &region : op->getRegions())
    if (failed(walk(region, held)))
      return failure();
  return success();
}

LogicalResult RoleSide::open(Operation *op, Slots &held) {
  int64_t depth = channel.getChannel().getType().getDepth();
  if (static_cast<int64_t>(held.size()) >= depth) {
    InFlightDiagnostic diagnostic =
        op->emitOpError() << "expected at most " << depth
                          << " slots held at once (because that is the depth "
                             "of the channel), got one more";
    diagnostic.attachNote(channel.getLoc()) << "the channel is made here";
    return diagnostic;
  }
  held.push_back(op);
  return success();
}

LogicalResult RoleSide::close(Operation *op, Slots &held) {
  if (held.empty()) {
    InFlightDiagnostic diagnostic =
        op->emitOpError() << "expected a slot held by a '" << getOpenName()
                          << "' (because the oldest one is given back), got "
                             "none";
    diagnostic.attachNote(channel.getLoc()) << "the channel is made here";
    return diagnostic;
  }
  Operation *opener = held.front();
  held.erase(held.begin());
  if (opener && opener->getBlock() == op->getBlock())
    closers.insert({opener, op});
  return success();
}

LogicalResult RoleSide::walkAlternatives(Operation *op, Slots &held) {
  std::optional<Slots> merged;
  for (Region &region : op->getRegions()) {
    Slots branch = held;
    if (failed(walk(region, branch)))
      return failure();
    if (!merged) {
      merged = branch;
      continue;
    }
    if (merged->size() != branch.size())
      return op->emitOpError()
             << "expected as many slots of the channel held after each branch "
                "(because the paths meet), got "
             << merged->size() << " and " << branch.size();
    for (auto [known, slot] : llvm::zip(*merged, branch))
      if (known != slot)
        known = nullptr;
  }
  held = *merged;
  return success();
}

LogicalResult RoleSide::walkLoop(Operation *op, Slots &held) {
  Slots body = held;
  for (Region &region : op->getRegions())
    if (failed(walk(region, body)))
      return failure();
  if (body.size() != held.size())
    return op->emitOpError()
           << "expected as many '" << getCloseName() << "' as '"
           << getOpenName()
           << "' in a loop body (because it runs any number of times), got "
           << held.size() << " slots held before and " << body.size()
           << " after it";
  for (auto [known, slot] : llvm::zip(held, body))
    if (known != slot)
      known = nullptr;
  return success();
}

LogicalResult RoleSide::verifyPayload(Operation *opener, Operation *closer) {
  SmallVector<Value> views(opener->getResults());
  SmallPtrSet<Operation *, 8> seen;
  while (!views.empty()) {
    for (Operation *user : views.pop_back_val().getUsers()) {
      Operation *ancestor = closer->getBlock()->findAncestorOpInBlock(*user);
      if (ancestor && closer->isBeforeInBlock(ancestor)) {
        InFlightDiagnostic diagnostic =
            user->emitOpError()
            << "expected to use the slot before its '" << getCloseName()
            << "' (because it belongs to another role afterwards), got a use "
               "after it";
        diagnostic.attachNote(closer->getLoc())
            << "the slot is given back here";
        return diagnostic;
      }
      bool derives = isa<ViewLikeOpInterface, PointerOp>(user);
      if (derives && seen.insert(user).second)
        llvm::append_range(views, user->getResults());
    }
  }
  return success();
}

/// The region of the team that runs `op`: a role, a launch, or what isolates
/// it.
static Region *getTeamRegion(Operation *op) {
  Region *region = op->getParentRegion();
  while (region && region->getParentOp()) {
    Operation *parent = region->getParentOp();
    if (isa<SpecializeOp, LaunchOp>(parent) ||
        parent->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return region;
    region = parent->getParentRegion();
  }
  return region;
}

static LogicalResult refuseUser(ChannelOp channel, Operation *user) {
  InFlightDiagnostic diagnostic =
      channel.emitOpError()
      << "expected only acquire, commit, wait and release to use the channel "
         "(because its slots are implicit), got '"
      << user->getName() << "'";
  diagnostic.attachNote(user->getLoc()) << "used here";
  return diagnostic;
}

/// Both sides must exist, or a role waits forever.
static LogicalResult refuseOneSide(ChannelOp channel, bool hasProducer) {
  return channel.emitOpError()
         << "expected a producer and a consumer (because each waits for the "
            "other), got only a "
         << (hasProducer ? "producer" : "consumer");
}

LogicalResult tile::detail::verifyChannelProtocol(ChannelOp channel) {
  SmallPtrSet<Operation *, 8> users;
  for (Operation *user : channel.getChannel().getUsers()) {
    if (!isa<ChannelAcquireOp, ChannelCommitOp, ChannelWaitOp,
             ChannelReleaseOp>(user))
      return refuseUser(channel, user);
    users.insert(user);
  }
  // The order of the text, which use lists do not keep.
  std::optional<RoleSide> producer;
  Operation *firstProducer = nullptr;
  llvm::MapVector<Region *, RoleSide> consumers;
  WalkResult result = channel->getParentRegion()->walk<WalkOrder::PreOrder>(
      [&](Operation *op) -> WalkResult {
        if (!users.contains(op))
          return WalkResult::advance();
        Region *team = getTeamRegion(op);
        if (isa<ChannelWaitOp, ChannelReleaseOp>(op)) {
          consumers.try_emplace(team, channel, team, /*produces=*/false)
              .first->second.add(op);
          return WalkResult::advance();
        }
        if (!producer) {
          producer.emplace(channel, team, /*produces=*/true);
          firstProducer = op;
        } else if (team != getTeamRegion(firstProducer)) {
          InFlightDiagnostic diagnostic =
              op->emitOpError() << "expected to be in the role that produces "
                                   "(because a channel has one producer role), "
                                   "got another role";
          diagnostic.attachNote(firstProducer->getLoc())
              << "the producer is here";
          return diagnostic;
        }
        producer->add(op);
        return WalkResult::advance();
      });
  if (result.wasInterrupted())
    return failure();
  if (static_cast<bool>(producer) == consumers.empty())
    return refuseOneSide(channel, static_cast<bool>(producer));
  if (producer && failed(producer->verify()))
    return failure();
  for (auto &[team, consumer] : consumers)
    if (failed(consumer.verify()))
      return failure();
  return success();
}
