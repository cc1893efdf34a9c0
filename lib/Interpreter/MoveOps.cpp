//===- MoveOps.cpp - moving tiles -----------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"
#include "Token.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tile;

using ViewRef = std::shared_ptr<const View>;

//===----------------------------------------------------------------------===//
// Synchronous and asynchronous forms
//===----------------------------------------------------------------------===//

Accessor tile::makeAccessor(Context &context, const Inst &inst,
                            AsyncOperation &operation, const View &view) {
  if (operation.number)
    return Accessor(context, operation, view);
  return Accessor(context, inst.op, inst.number, view, /*perLane=*/false);
}

/// Adds the barrier at `barrierOperand` to an operation.
static LogicalResult attachBarrier(Context &context, const Inst &inst,
                                   int barrierOperand, int64_t lane,
                                   AsyncOperation &operation) {
  FailureOr<ViewRef> view = context.view(inst, barrierOperand, lane);
  FailureOr<Operand> index = context.operand(inst, barrierOperand + 1);
  if (failed(view) || failed(index))
    return failure();
  int64_t value = int64_t(*index->at(lane));
  if ((*view)->getRank() != 1 || !(*view)->contains({value}))
    return inst.op->emitError()
           << "expected one of the barriers of " << (*view)->storage->name
           << ", got index " << value;
  operation.barrierStorage = (*view)->storage;
  operation.barrierIndex = (*view)->position({value}) / 64;
  return success();
}

LogicalResult
tile::performOrIssue(Context &context, const Inst &inst, IssueScope scope,
                     int barrierOperand,
                     llvm::function_ref<FailureOr<AsyncRef>(int64_t)> make) {
  bool isAsync = !inst.results.empty();
  if ((!isAsync || scope == IssueScope::Team) &&
      failed(context.requireTeam(inst)))
    return failure();
  SmallVector<int64_t> issuers;
  if (!isAsync || scope == IssueScope::Team) {
    issuers.push_back(context.lanes.getFirst());
  } else {
    context.lanes.forEach([&](int64_t lane) {
      bool isNewWarp = issuers.empty() || issuers.back() / 32 != lane / 32;
      if (scope == IssueScope::Thread || isNewWarp)
        issuers.push_back(lane);
    });
  }
  auto token = std::make_shared<Token>();
  for (int64_t lane : issuers) {
    FailureOr<AsyncRef> operation = make(lane);
    if (failed(operation))
      return failure();
    if (!isAsync) {
      if (failed(performNow(context, inst, **operation)))
        return failure();
      continue;
    }
    if (!*operation)
      continue;
    if (barrierOperand >= 0 &&
        failed(attachBarrier(context, inst, barrierOperand, lane, **operation)))
      return failure();
    token->operations.push_back(*operation);
    if (failed(issue(context, inst, *operation)))
      return failure();
  }
  if (isAsync)
    context.setObject(inst, 0, std::move(token));
  return success();
}

/// Bytes of a whole tile, elements outside included.
static int64_t bytesOf(const View &view) {
  int64_t count = productOf(view.shape).value_or(0), bits = 0;
  if (llvm::MulOverflow<int64_t>(count, view.element.bits, bits))
    return 0;
  return (bits + 7) / 8;
}

/// Copies into on-chip memory are of one kind, copies out of it of another.
static WaitKind kindOf(const View &destination) {
  return destination.isTensor ? WaitKind::Store : WaitKind::Copy;
}

static AsyncRef makeOperation(ViewRef source, ViewRef destination,
                              const View &box) {
  auto operation = std::make_shared<AsyncOperation>();
  operation->kind = kindOf(*destination);
  operation->numBytes = bytesOf(box);
  operation->sources.push_back(std::move(source));
  operation->destinations.push_back(std::move(destination));
  return operation;
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

LogicalResult tile::convertTile(Operation *op, const Element &from,
                                const Element &to, TileData &data) {
  if (from.components != to.components)
    return op->emitError() << "expected elements with as many components ("
                           << from.components << "), got " << to.components;
  if (from.number.width == to.number.width &&
      from.number.format == to.number.format)
    return success();
  if (to.number.format == &FloatFormat::f32 && from.number.isFloat()) {
    for (uint64_t &value : data.values)
      value = encodeFloat(FloatFormat::f32,
                          decodeFloat(*from.number.format, value));
    return success();
  }
  for (uint64_t &value : data.values)
    value = convertNumber(from.number, to.number, value);
  return success();
}

static LogicalResult requireSameShape(Operation *op, const View &source,
                                      const View &destination) {
  if (source.shape == destination.shape)
    return success();
  InFlightDiagnostic diagnostic = op->emitError()
                                  << "expected tiles of equal shape, got [";
  llvm::interleaveComma(source.shape, diagnostic);
  diagnostic << "] and [";
  llvm::interleaveComma(destination.shape, diagnostic);
  return diagnostic << "]";
}

//===----------------------------------------------------------------------===//
// tile.copy
//===----------------------------------------------------------------------===//

/// The transfer of one tile. `lane` is -1, or the thread whose local copy it
/// is.
static AsyncRef makeCopy(const Inst &inst, ViewRef source, ViewRef destination,
                         int64_t lane, Budget &budget) {
  AsyncRef operation = makeOperation(source, destination, *destination);
  auto data = std::make_shared<TileData>(budget);
  const Inst *self = &inst;
  operation->readSources = [=](Context &context, AsyncOperation &async) {
    Accessor accessor = makeAccessor(context, *self, async, *source);
    if (failed(readTile(context, self->op, accessor, *source, lane, *data)))
      return failure();
    return convertTile(self->op, source->element, destination->element, *data);
  };
  operation->finish = [=](Context &context, AsyncOperation &async) {
    Accessor accessor = makeAccessor(context, *self, async, *destination);
    return writeTile(context, self->op, accessor, *destination, lane, *data);
  };
  return operation;
}

/// The view of the same buffer in the block of rank `rank`.
static ViewRef peerView(const ViewRef &view, size_t rank) {
  if (!view->storage->peers || rank >= view->storage->peers->size())
    return nullptr;
  View peer = *view;
  peer.storage = (*view->storage->peers)[rank].lock();
  return std::make_shared<const View>(std::move(peer));
}

/// A tile for every block of the mask: all of them expect its bytes, the lowest
/// issues the copies, each completing at the barrier of its own block.
static LogicalResult runMulticast(Context &context, const Inst &inst,
                                  CopyOp op) {
  if (failed(context.requireTeam(inst)))
    return failure();
  FailureOr<ViewRef> source = context.view(inst, 0);
  FailureOr<ViewRef> destination = context.view(inst, 1);
  if (failed(source) || failed(destination) ||
      failed(requireSameShape(op, **source, **destination)))
    return failure();
  uint64_t mask = uint64_t(*op.getMulticast());
  int64_t rank = context.block ? context.block->rank : 0;
  bool isMember = rank < 64 && (mask >> rank & 1);
  bool isIssuer = isMember && (mask & ((uint64_t(1) << rank) - 1)) == 0;
  auto token = std::make_shared<Token>();
  context.setObject(inst, 0, token);
  int barrierOperand = operandNumber(op, op.getBarrier());
  AsyncOperation own;
  if (barrierOperand >= 0 && isMember) {
    if (failed(attachBarrier(context, inst, barrierOperand,
                             context.lanes.getFirst(), own)))
      return failure();
    own.barrierStorage->barriers[own.barrierIndex].bytesLeft +=
        bytesOf(**destination);
  }
  for (size_t peer = 0; isIssuer && peer < 64; ++peer) {
    if (!(mask >> peer & 1))
      continue;
    ViewRef target =
        int64_t(peer) == rank ? *destination : peerView(*destination, peer);
    if (!target)
      return op.emitError()
             << "expected a mask of blocks of the cluster, got rank " << peer;
    AsyncRef operation =
        makeCopy(inst, *source, target, -1, context.machine.budget);
    if (own.barrierStorage) {
      bool isOwn = int64_t(peer) == rank;
      if (!isOwn && !own.barrierStorage->peers)
        return op.emitError() << "expected a barrier that every block of the "
                                 "cluster has, got one of the block alone";
      operation->barrierStorage =
          isOwn ? own.barrierStorage
                : (*own.barrierStorage->peers)[peer].lock();
      operation->barrierIndex = own.barrierIndex;
      // Its block expects the bytes itself.
      operation->barrierStorage->barriers[own.barrierIndex].bytesLeft -=
          operation->numBytes;
    }
    token->operations.push_back(operation);
    if (failed(issue(context, inst, operation)))
      return failure();
  }
  return success();
}

static LogicalResult runCopy(Context &context, const Inst &inst) {
  auto op = cast<CopyOp>(inst.op);
  if (op.getMulticast() && op.getToken())
    return runMulticast(context, inst, op);
  auto make = [&](int64_t lane, int64_t copy) -> FailureOr<AsyncRef> {
    FailureOr<ViewRef> source = context.view(inst, 0, lane);
    FailureOr<ViewRef> destination = context.view(inst, 1, lane);
    if (failed(source) || failed(destination) ||
        failed(requireSameShape(op, **source, **destination)))
      return failure();
    return makeCopy(inst, *source, *destination, copy, context.machine.budget);
  };
  if (op.getToken())
    return performOrIssue(context, inst, op.getIssue(),
                          operandNumber(op, op.getBarrier()),
                          [&](int64_t lane) { return make(lane, -1); });
  if (failed(context.requireTeam(inst)))
    return failure();
  return forEachCopy(context, inst, {0, 1}, {1}, [&](int64_t lane) {
    FailureOr<AsyncRef> copy =
        make(lane < 0 ? context.lanes.getFirst() : lane, lane);
    return failed(copy) ? failure() : performNow(context, inst, **copy);
  });
}

//===----------------------------------------------------------------------===//
// tile.fill and tile.transpose
//===----------------------------------------------------------------------===//

/// Fills the tile of one lane (-1: of all) with its value.
static LogicalResult fillOne(Context &context, const Inst &inst,
                             const Operand &value, int64_t lane) {
  int64_t entry = lane < 0 ? context.lanes.getFirst() : lane;
  FailureOr<ViewRef> view = context.view(inst, 1, entry);
  if (failed(view))
    return failure();
  const View &destination = **view;
  Number from = numberOf(inst.op->getOperand(0).getType());
  unsigned components = destination.element.components;
  SmallVector<uint64_t, 4> pattern;
  for (unsigned i = 0; i < components; ++i)
    pattern.push_back(
        convertNumber(from, destination.element.number,
                      value.at(entry)[i % std::max(1u, value.components)]));
  std::optional<int64_t> count = productOf(destination.shape);
  TileData data(context.machine.budget);
  if (!count || !data.resize(*count, components))
    return inst.op->emitError()
           << "expected a tile that fits in "
           << context.machine.options.maxBytes << " bytes, got a larger one";
  for (size_t i = 0; i < data.values.size(); ++i)
    data.values[i] = pattern[i % components];
  Accessor accessor(context, inst.op, inst.number, destination, false);
  return writeTile(context, inst.op, accessor, destination, lane, data);
}

static LogicalResult runFill(Context &context, const Inst &inst) {
  FailureOr<Operand> value = context.operand(inst, 0);
  FailureOr<ViewRef> view = context.view(inst, 1, context.lanes.getFirst());
  if (failed(value) || failed(view) || failed(context.requireTeam(inst)))
    return failure();
  // Threads may fill their own local buffers with values of their own.
  if (findDifferentLane(context.lanes, *value) >= 0) {
    if (!(*view)->storage->isLocal)
      return context.uniform(inst, 0);
    if (failed(separateLanes(context, inst.op, **view)))
      return failure();
  }
  return forEachCopy(context, inst, {1}, {1}, [&](int64_t lane) {
    return fillOne(context, inst, *value, lane);
  });
}

static LogicalResult transposeOne(Context &context, const Inst &inst,
                                  int64_t lane) {
  int64_t entry = lane < 0 ? context.lanes.getFirst() : lane;
  FailureOr<ViewRef> source = context.view(inst, 0, entry);
  FailureOr<ViewRef> destination = context.view(inst, 1, entry);
  if (failed(source) || failed(destination))
    return failure();
  View expected = **source;
  size_t rank = expected.shape.size();
  if (rank < 2)
    return inst.op->emitError() << "expected tiles of rank 2 or more";
  std::swap(expected.shape[rank - 1], expected.shape[rank - 2]);
  if (failed(requireSameShape(inst.op, expected, **destination)))
    return failure();
  // The source with its last two dimensions exchanged, read in that order.
  std::swap(expected.strides[rank - 1], expected.strides[rank - 2]);
  std::swap(expected.low[rank - 1], expected.low[rank - 2]);
  std::swap(expected.high[rank - 1], expected.high[rank - 2]);
  TileData data(context.machine.budget);
  Accessor reader(context, inst.op, inst.number, expected, false);
  Accessor writer(context, inst.op, inst.number, **destination, false);
  if (failed(readTile(context, inst.op, reader, expected, lane, data)) ||
      failed(convertTile(inst.op, expected.element, (*destination)->element,
                         data)))
    return failure();
  return writeTile(context, inst.op, writer, **destination, lane, data);
}

static LogicalResult runTranspose(Context &context, const Inst &inst) {
  if (failed(context.requireTeam(inst)))
    return failure();
  return forEachCopy(context, inst, {0, 1}, {1}, [&](int64_t lane) {
    return transposeOne(context, inst, lane);
  });
}

void tile::addMoveHandlers(HandlerMap &map) {
  map.add<CopyOp>(runCopy);
  map.add<FillOp>(runFill);
  map.add<TransposeOp>(runTranspose);
  addGatherHandlers(map);
}
