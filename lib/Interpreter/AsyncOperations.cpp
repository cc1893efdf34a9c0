//===- AsyncOperations.cpp - work that completes later --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accessor.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Marks of what is under way
//===----------------------------------------------------------------------===//

/// Calls `visit` for the pending record of each granule of a view.
static LogicalResult
forEachRecord(Context &context, Operation *op, const View &view,
              llvm::function_ref<LogicalResult(PendingRecord &)> visit) {
  Storage &storage = *view.storage;
  if (!storage.shadow)
    storage.shadow =
        std::make_unique<Shadow>(storage.budget, storage.granuleBits);
  Shadow &shadow = *storage.shadow;
  std::optional<int64_t> count = productOf(view.shape);
  if (failed(context.step(op, count.value_or(int64_t(1) << 62))))
    return failure();
  return forEachIndex(
      view.shape, [&](ArrayRef<int64_t> index) -> LogicalResult {
        if (!view.contains(index))
          return success();
        int64_t position = view.position(index);
        int64_t end = position + view.element.bits;
        if (position < 0 || end > storage.getNumBits())
          return success();
        for (int64_t i = position / shadow.granuleBits;
             i * shadow.granuleBits < end; ++i) {
          PendingRecord *record = shadow.pending.get(i);
          if (!record)
            return op->emitError()
                   << "expected the records of asynchronous operations "
                      "to fit in "
                   << context.machine.options.maxBytes << " bytes";
          if (failed(visit(*record)))
            return failure();
        }
        return success();
      });
}

static LogicalResult reportBusy(Context &context, AsyncOperation &operation,
                                uint32_t other, const View &view,
                                StringRef access) {
  AsyncRef &earlier = context.machine.asyncOperations[other - 1];
  InFlightDiagnostic diagnostic = operation.op->emitError()
                                  << "expected the asynchronous operation on "
                                  << view.storage->name
                                  << " to be complete (because nothing orders "
                                     "the two), got another one that "
                                  << access << " the same element";
  if (earlier)
    diagnostic.attachNote(earlier->op->getLoc()) << "issued here";
  return diagnostic;
}

/// Matrix products of one team may accumulate one after the other.
static bool areInOrder(Context &context, AsyncOperation &operation,
                       uint32_t other) {
  AsyncRef &earlier = context.machine.asyncOperations[other - 1];
  return earlier && operation.kind == WaitKind::Mma &&
         earlier->kind == WaitKind::Mma &&
         earlier->agentId == operation.agentId;
}

static LogicalResult markSource(Context &context, AsyncOperation &operation,
                                const View &view) {
  ++view.storage->numPending;
  return forEachRecord(
      context, operation.op, view, [&](PendingRecord &record) -> LogicalResult {
        if (record.writer && record.writer != operation.number)
          return reportBusy(context, operation, record.writer, view, "reads");
        record.reader = operation.number;
        ++record.numReaders;
        return success();
      });
}

static LogicalResult
markDestination(Context &context, AsyncOperation &operation, const View &view) {
  ++view.storage->numPending;
  return forEachRecord(
      context, operation.op, view, [&](PendingRecord &record) -> LogicalResult {
        uint32_t other = record.writer       ? record.writer
                         : record.numReaders ? record.reader
                                             : 0;
        if (other && !areInOrder(context, operation, other))
          return reportBusy(context, operation, other, view, "writes");
        record.writer = operation.number;
        return success();
      });
}

static LogicalResult unmarkSource(Context &context, AsyncOperation &operation,
                                  const View &view) {
  --view.storage->numPending;
  return forEachRecord(context, operation.op, view, [&](PendingRecord &record) {
    if (record.numReaders)
      --record.numReaders;
    return success();
  });
}

static LogicalResult unmarkDestination(Context &context,
                                       AsyncOperation &operation,
                                       const View &view) {
  --view.storage->numPending;
  return forEachRecord(context, operation.op, view, [&](PendingRecord &record) {
    if (record.writer == operation.number)
      record.writer = 0;
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Issue and completion
//===----------------------------------------------------------------------===//

LogicalResult tile::performNow(Context &context, const Inst &inst,
                               AsyncOperation &operation) {
  if (failed(operation.readSources(context, operation)))
    return failure();
  return operation.finish(context, operation);
}

LogicalResult tile::issue(Context &context, const Inst &inst,
                          AsyncRef operation) {
  Machine &machine = context.machine;
  Agent &agent = *context.agent;
  operation->op = inst.op;
  operation->opNumber = inst.number;
  operation->agent = &agent;
  operation->agentId = agent.id;
  operation->clock = agent.clock;
  operation->seen = agent.seen;
  machine.asyncOperations.push_back(operation);
  operation->number = machine.asyncOperations.size();
  if (machine.options.checkRaces) {
    for (const std::shared_ptr<const View> &source : operation->sources)
      if (failed(markSource(context, *operation, *source)))
        return failure();
    for (const std::shared_ptr<const View> &destination :
         operation->destinations)
      if (failed(markDestination(context, *operation, *destination)))
        return failure();
  }
  unsigned kind = unsigned(operation->kind);
  if (operation->barrierStorage) {
    Barrier &barrier =
        operation->barrierStorage->barriers[operation->barrierIndex];
    barrier.bytesLeft += operation->numBytes;
    barrier.pending.push_back(operation);
  } else {
    agent.queue.open[kind].push_back(operation);
  }
  if (operation->kind == WaitKind::Mma)
    agent.queue.products.push_back(operation);
  if (agent.queue.all.size() >= 64)
    llvm::erase_if(agent.queue.all,
                   [](const AsyncRef &op) { return op->isDone; });
  agent.queue.all.push_back(std::move(operation));
  return success();
}

LogicalResult tile::completeReads(Context &context, const AsyncRef &operation) {
  if (operation->hasReadSources)
    return success();
  if (failed(operation->readSources(context, *operation)))
    return failure();
  operation->hasReadSources = true;
  if (context.machine.options.checkRaces)
    for (const std::shared_ptr<const View> &source : operation->sources)
      if (failed(unmarkSource(context, *operation, *source)))
        return failure();
  return success();
}

/// The bytes arrive at the barrier, and with them what their issuer had done.
static void arrive(AsyncOperation &operation) {
  if (!operation.barrierStorage)
    return;
  Barrier &barrier = operation.barrierStorage->barriers[operation.barrierIndex];
  // A copy brings its bytes, a product arrives.
  if (operation.kind == WaitKind::Mma)
    --barrier.arrivalsLeft;
  barrier.bytesLeft -= operation.numBytes;
  joinClocks(barrier.arriving, operation.seen);
  uint32_t &clock = barrier.arriving[operation.agentId];
  clock = std::max(clock, operation.clock);
  barrier.advance();
}

static LogicalResult finish(Context &context, const AsyncRef &operation) {
  if (operation->isDone)
    return success();
  if (failed(completeReads(context, operation)) ||
      failed(operation->finish(context, *operation)))
    return failure();
  if (context.machine.options.checkRaces)
    for (const std::shared_ptr<const View> &destination :
         operation->destinations)
      if (failed(unmarkDestination(context, *operation, *destination)))
        return failure();
  operation->isDone = true;
  arrive(*operation);
  context.machine.asyncOperations[operation->number - 1] = nullptr;
  operation->readSources = operation->finish = nullptr;
  return success();
}

LogicalResult tile::complete(Context &context, const AsyncRef &operation) {
  if (operation->isDone)
    return success();
  // Keep the operation alive while the queues let go of it.
  AsyncRef target = operation;
  if (target->kind != WaitKind::Mma)
    return finish(context, target);
  std::vector<AsyncRef> &products = target->agent->queue.products;
  while (!products.empty() && !target->isDone) {
    AsyncRef next = products.front();
    products.erase(products.begin());
    if (failed(finish(context, next)))
      return failure();
  }
  return finish(context, target);
}

LogicalResult tile::completePending(Context &context, Barrier &barrier) {
  std::vector<AsyncRef> pending = std::move(barrier.pending);
  barrier.pending.clear();
  for (const AsyncRef &operation : pending)
    if (failed(complete(context, operation)))
      return failure();
  return success();
}

LogicalResult tile::completeAll(Context &context, Agent &agent) {
  std::vector<AsyncRef> all = std::move(agent.queue.all);
  agent.queue.all.clear();
  for (const AsyncRef &operation : all)
    if (failed(complete(context, operation)))
      return failure();
  return success();
}

void tile::handOver(Agent &from, Agent &to) {
  for (AsyncRef &operation : from.queue.all) {
    operation->agent = &to;
    to.queue.all.push_back(operation);
  }
  for (AsyncRef &operation : from.queue.products)
    to.queue.products.push_back(operation);
}
