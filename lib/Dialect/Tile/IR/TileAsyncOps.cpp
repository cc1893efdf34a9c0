//===- TileAsyncOps.cpp - barriers, channels, threads, debugging ----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileVerifiers.h"

using namespace mlir;
using namespace tile;
using namespace tile::detail;

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// Whether `second` runs after `first` on some path, or again after itself:
/// it follows in an enclosing block, or is repeated without the token's
/// definition.
static bool waitsAgain(Operation *first, Operation *second) {
  Operation *ancestor = first->getBlock()->findAncestorOpInBlock(*second);
  return ancestor && first != ancestor && first->isBeforeInBlock(ancestor);
}

static Operation *getEnclosingLoop(Operation *op, Region *outermost) {
  for (Operation *parent = op->getParentOp();
       parent && outermost->isAncestor(parent->getParentRegion());
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      return parent;
  return nullptr;
}

/// A token is waited for once.
static LogicalResult verifyToken(WaitOp op, Value token) {
  for (Operation *user : token.getUsers()) {
    if (user == op || !isa<WaitOp>(user) || !waitsAgain(user, op))
      continue;
    InFlightDiagnostic diagnostic =
        op.emitOpError() << "expected a token that is not waited for yet "
                            "(because it is used up by its wait), got one that "
                            "is";
    diagnostic.attachNote(user->getLoc()) << "waited for here";
    return diagnostic;
  }
  Operation *loop = getEnclosingLoop(op, token.getParentRegion());
  if (!loop)
    return success();
  InFlightDiagnostic diagnostic =
      op.emitOpError() << "expected a token made in the same loop (because it "
                          "is used up by its wait), got one from outside";
  diagnostic.attachNote(loop->getLoc()) << "the loop is here";
  return diagnostic;
}

LogicalResult WaitOp::verify() {
  if (getTokens().empty())
    return emitOpError() << "expected at least one token (because there is "
                            "nothing to wait for), got none";
  for (auto [i, token] : llvm::enumerate(getTokens())) {
    if (llvm::is_contained(getTokens().take_front(i), token))
      return emitOpError() << "expected distinct tokens (because each is used "
                              "up once), got one twice";
    if (failed(verifyToken(*this, token)))
      return failure();
  }
  return success();
}

void WaitOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  for (OpOperand &guard : getGuardsMutable())
    accesses.push_back({&guard, AccessMode::Update});
}

void CommitGroupOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult WaitGroupOp::verify() {
  int64_t pending = getPending();
  if (pending < 0)
    return emitOpError() << "expected 'pending' of at least 0 (because it "
                            "counts groups), got "
                         << pending;
  return success();
}

void WaitGroupOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static LogicalResult verifyBarrierId(Operation *op, Value id) {
  std::optional<int64_t> constant = constantOf(id);
  if (constant && *constant < 0)
    return op->emitOpError() << "expected 'id' of at least 0 (because it "
                                "numbers named barriers), got "
                             << *constant;
  return success();
}

LogicalResult SyncOp::verify() {
  if (static_cast<bool>(getBarrierId()) != static_cast<bool>(getCountAttr()))
    return emitOpError() << "expected 'id' and 'count' together (because a "
                            "named barrier counts its threads), got only '"
                         << (getBarrierId() ? "id" : "count") << "'";
  if (static_cast<bool>(getVoteAttr()) != static_cast<bool>(getPredicate()) ||
      static_cast<bool>(getVoteAttr()) != static_cast<bool>(getResult()))
    return emitOpError() << "expected 'vote' with a predicate and a result "
                            "(because the barrier computes one from the "
                            "other), got only some of them";
  if (!getBarrierId())
    return success();
  if (failed(verifyBarrierId(*this, getBarrierId())))
    return failure();
  return verifyWholeWarps(*this, "'count'", *getCount());
}

void SyncOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult SyncArriveOp::verify() {
  if (failed(verifyBarrierId(*this, getBarrierId())))
    return failure();
  return verifyWholeWarps(*this, "'count'", getCount());
}

void SyncArriveOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

void FenceOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult GridSyncOp::verify() {
  auto launch = (*this)->getParentOfType<LaunchOp>();
  if (launch && launch.getCooperative())
    return success();
  InFlightDiagnostic diagnostic =
      emitOpError() << "expected an enclosing 'cooperative' launch (because "
                       "all blocks must be resident to wait for each other), "
                       "got "
                    << (launch ? "an ordinary one" : "none");
  if (launch)
    diagnostic.attachNote(launch.getLoc()) << "the launch is here";
  return diagnostic;
}

CollectiveScope GridSyncOp::getCollectiveScope() {
  return CollectiveScope::Grid;
}

void GridSyncOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

static LogicalResult verifyInCluster(Operation *op) {
  auto launch = op->getParentOfType<LaunchOp>();
  if (launch && launch.getCluster())
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError() << "expected an enclosing launch with 'cluster' "
                           "(because its blocks are the peers), got "
                        << (launch ? "one without" : "none");
  if (launch)
    diagnostic.attachNote(launch.getLoc()) << "the launch is here";
  return diagnostic;
}

LogicalResult ClusterArriveOp::verify() { return verifyInCluster(*this); }

CollectiveScope ClusterArriveOp::getCollectiveScope() {
  return CollectiveScope::Cluster;
}

void ClusterArriveOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult ClusterWaitOp::verify() { return verifyInCluster(*this); }

CollectiveScope ClusterWaitOp::getCollectiveScope() {
  return CollectiveScope::Cluster;
}

void ClusterWaitOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult ClusterRankOp::verify() { return verifyInCluster(*this); }

/// A barrier of this block or, where `remote`, of a peer.
static LogicalResult verifyBarrier(Operation *op, Value barrier, Value index,
                                   bool remote) {
  auto type = cast<BufferType>(barrier.getType());
  SmallVector<MemorySpace, 2> spaces = {MemorySpace::Barrier};
  if (remote)
    spaces.push_back(MemorySpace::Cluster);
  if (failed(verifySpace(op, "the barrier", type, spaces,
                         remote ? "because threads arrive at barriers"
                                : "because threads wait for barriers of their "
                                  "own block")))
    return failure();
  auto peer = barrier.getDefiningOp<RemoteOp>();
  if (peer && peer->getNumOperands() == 2) {
    auto local = dyn_cast<BufferType>(peer->getOperand(0).getType());
    if (!local || local.getSpace() != MemorySpace::Barrier)
      return op->emitOpError()
             << "expected barriers of a peer (because threads arrive at "
                "barriers), got "
             << peer->getOperand(0).getType();
  }
  return verifyBarrierIndex(op, barrier, index);
}

static LogicalResult verifyByteCount(Operation *op, StringRef clause,
                                     Value bytes) {
  std::optional<int64_t> constant = constantOf(bytes);
  if (constant && *constant < 0)
    return op->emitOpError() << "expected '" << clause
                             << "' of at least 0 (because it counts bytes), "
                                "got "
                             << *constant;
  return success();
}

LogicalResult BarrierArriveOp::verify() {
  if (failed(verifyBarrier(*this, getBarrier(), getIndex(), /*remote=*/true)))
    return failure();
  return getExpect() ? verifyByteCount(*this, "expect", getExpect())
                     : success();
}

void BarrierArriveOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  accesses.push_back({&getBarrierMutable(), AccessMode::Update});
}

LogicalResult BarrierExpectOp::verify() {
  if (failed(verifyBarrier(*this, getBarrier(), getIndex(), /*remote=*/true)))
    return failure();
  return verifyByteCount(*this, "bytes", getBytes());
}

void BarrierExpectOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  accesses.push_back({&getBarrierMutable(), AccessMode::Update});
}

LogicalResult BarrierWaitOp::verify() {
  if (failed(verifyBarrier(*this, getBarrier(), getIndex(), /*remote=*/false)))
    return failure();
  std::optional<int64_t> parity = constantOf(getParity());
  if (parity && *parity != 0 && *parity != 1)
    return emitOpError() << "expected 'parity' of 0 or 1 (because phases "
                            "alternate), got "
                         << *parity;
  return success();
}

void BarrierWaitOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  accesses.push_back({&getBarrierMutable(), AccessMode::Update});
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

LogicalResult ChannelOp::verify() { return verifyChannelProtocol(*this); }

void ChannelOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

/// The slots come from a channel of this function, one buffer for each payload.
static LogicalResult verifyPayloadTypes(Operation *op, Value channel) {
  auto type = cast<ChannelType>(channel.getType());
  if (TypeRange(type.getPayload()) == op->getResultTypes())
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError() << "expected results " << type.getPayload()
                        << " (because these are the payload of the channel), "
                           "got ";
  if (op->getNumResults() == 0)
    return diagnostic << "none";
  return diagnostic << op->getResultTypes();
}

/// The protocol is checked where the channel is made.
static LogicalResult verifyChannelHandle(Operation *op, Value channel) {
  if (channel.getDefiningOp<ChannelOp>())
    return success();
  return op->emitOpError()
         << "expected a channel made by 'tile.channel' (because a channel is "
            "not passed around), got "
         << (channel.getDefiningOp() ? "the result of another operation"
                                     : "a block argument");
}

LogicalResult ChannelAcquireOp::verify() {
  if (failed(verifyChannelHandle(*this, getChannel())))
    return failure();
  return verifyPayloadTypes(*this, getChannel());
}

void ChannelAcquireOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult ChannelCommitOp::verify() {
  return verifyChannelHandle(*this, getChannel());
}

void ChannelCommitOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult ChannelWaitOp::verify() {
  if (failed(verifyChannelHandle(*this, getChannel())))
    return failure();
  return verifyPayloadTypes(*this, getChannel());
}

void ChannelWaitOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult ChannelReleaseOp::verify() {
  return verifyChannelHandle(*this, getChannel());
}

void ChannelReleaseOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

LogicalResult ElectOp::verify() {
  int64_t size = getSize();
  return size == 0 ? success() : verifyWholeWarps(*this, "'size'", size);
}

void ElectOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

void BallotOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

//===----------------------------------------------------------------------===//
// Random numbers and debugging
//===----------------------------------------------------------------------===//

void RngInitOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult RngNextOp::verify() {
  bool wantsBits = getDistribution() == RngDistribution::Bits;
  if (wantsBits == isa<IntegerType>(getResult().getType()))
    return success();
  return emitOpError() << "expected a result of "
                       << (wantsBits ? "i32 or i64" : "f32 or f64")
                       << " (because of '"
                       << stringifyRngDistribution(getDistribution())
                       << "'), got " << getResult().getType();
}

void RngNextOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult PrintOp::verify() {
  for (Type type : getValues().getTypes()) {
    if (type.isIndex() || BufferType::isValidElementType(type) ||
        isa<MemRefType>(type))
      continue;
    auto buffer = dyn_cast<BufferType>(type);
    if (buffer && buffer.getSpace() != MemorySpace::Barrier)
      continue;
    return emitOpError() << "expected numbers, tiles or tensors (because their "
                            "elements are printed), got "
                         << type;
  }
  return success();
}

void PrintOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  for (OpOperand &value : getValuesMutable())
    if (isa<BufferType, MemRefType>(value.get().getType()))
      accesses.push_back({&value, AccessMode::Read});
}

void AssumeOp::getAccesses(SmallVectorImpl<Access> &accesses) {}
