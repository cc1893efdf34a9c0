//===- AtomicOps.cpp - atomic accesses ------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomics of different lanes run in the order of their lanes. A release
// publishes what its team had done at that element; an acquire that reads the
// element comes after it. A relaxed atomic does so where a fence stands before
// the write and after the read.
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"
#include "ElementAccess.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static bool acquires(MemoryOrder order) {
  return order == MemoryOrder::Acquire || order == MemoryOrder::AcqRel ||
         order == MemoryOrder::SeqCst;
}
static bool releases(MemoryOrder order) {
  return order == MemoryOrder::Release || order == MemoryOrder::AcqRel ||
         order == MemoryOrder::SeqCst;
}

/// The team comes after what was published at an element.
static void acquireAt(Context &context, Storage &storage, int64_t position,
                      MemoryOrder order) {
  auto found = storage.published.find(position);
  if (found == storage.published.end())
    return;
  Agent &agent = *context.agent;
  joinClocks(acquires(order) ? agent.seen : agent.unfenced, found->second);
}

/// Publishes what the team has done at an element.
static LogicalResult releaseAt(Context &context, const Inst &inst,
                               Storage &storage, int64_t position,
                               MemoryOrder order) {
  Agent &agent = *context.agent;
  if (!releases(order) && !agent.hasFenced)
    return success();
  // An entry and a few clocks.
  if (!storage.published.count(position) &&
      !context.machine.budget.reserve(128))
    return inst.op->emitError() << "expected the records of atomics to fit in "
                                << context.machine.options.maxBytes << " bytes";
  VectorClock &clocks = storage.published[position];
  joinClocks(clocks, releases(order) ? agent.getClocks() : agent.fenced);
  if (releases(order))
    ++agent.clock;
  return success();
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

static uint64_t updateInteger(AtomicKind kind, const Number &n, uint64_t old,
                              uint64_t value) {
  switch (kind) {
  case AtomicKind::Add:
    return (old + value) & n.mask();
  case AtomicKind::Max:
    return n.signExtend(old) > n.signExtend(value) ? old : value;
  case AtomicKind::Min:
    return n.signExtend(old) < n.signExtend(value) ? old : value;
  case AtomicKind::Umax:
    return std::max(old, value);
  case AtomicKind::Umin:
    return std::min(old, value);
  case AtomicKind::Or:
    return old | value;
  case AtomicKind::And:
    return old & value;
  case AtomicKind::Xor:
    return old ^ value;
  case AtomicKind::Exch:
    return value;
  }
  return value;
}

/// Sums round once; a NaN loses in max and min.
static uint64_t updateFloat(AtomicKind kind, const FloatFormat &format,
                            uint64_t old, uint64_t value) {
  double a = decodeFloat(format, old), b = decodeFloat(format, value);
  switch (kind) {
  case AtomicKind::Add:
    return encodeFloat(format, a + b);
  case AtomicKind::Max:
    return encodeFloat(format, maximumNumber(a, b));
  case AtomicKind::Min:
    return encodeFloat(format, minimumNumber(a, b));
  default:
    return value;
  }
}

static uint64_t updateOne(AtomicKind kind, const Number &number, uint64_t old,
                          uint64_t value) {
  return number.isFloat() ? updateFloat(kind, *number.format, old, value)
                          : updateInteger(kind, number, old, value);
}

/// Calls `body(accessor, position, element number)` for each element that
/// exists.
static LogicalResult
forEachExisting(ElementAccess &access, int64_t lane,
                llvm::function_ref<LogicalResult(Accessor &, const View &,
                                                 int64_t, unsigned)>
                    body) {
  return access.forEachElement(
      lane,
      [&](Accessor &accessor, const View &view, ArrayRef<int64_t> index,
          unsigned i) -> LogicalResult {
        if (view.contains(index))
          return body(accessor, view, view.position(index), i);
        if (!view.isTensor && accessor.checksBounds())
          return accessor.reportOutside(view, index);
        return success();
      });
}

static LogicalResult runRmw(Context &context, const Inst &inst) {
  auto op = cast<AtomicRmwOp>(inst.op);
  FailureOr<Operand> value = context.operand(inst, 0);
  ElementAccess access(context, inst);
  if (failed(value) || failed(access.prepare(1, 2, op.getIndices().size(),
                                             op.getValue().getType())))
    return failure();
  // Each thread updates, even where all do the same.
  unsigned components = value->components;
  uint64_t *old = context.result(inst, 0, /*perLane=*/true, components);
  if (!old)
    return failure();
  Number number = access.getFirst().element.number;
  MemoryOrder order = op.getOrder();
  return access.forEachLane(true, [&](int64_t lane) -> LogicalResult {
    const uint64_t *values = value->at(lane);
    uint64_t *to = old + lane * components;
    std::fill_n(to, components, 0);
    return forEachExisting(
        access, lane,
        [&](Accessor &accessor, const View &view, int64_t position,
            unsigned i) -> LogicalResult {
          unsigned width = view.element.components;
          acquireAt(context, *view.storage, position, order);
          auto update = [&](const uint64_t *before, uint64_t *after) {
            for (unsigned c = 0; c < width; ++c)
              after[c] = updateOne(op.getKind(), number, before[c],
                                   values[i * width + c]);
          };
          if (failed(accessor.update(position, lane, to + i * width, update)))
            return failure();
          return releaseAt(context, inst, *view.storage, position, order);
        });
  });
}

/// Loops that wait for memory to change let others run.
static LogicalResult letOthersRun(Context &context) {
  return context.machine.scheduler.yield();
}

static LogicalResult runAtomicLoad(Context &context, const Inst &inst) {
  auto op = cast<AtomicLoadOp>(inst.op);
  if (failed(letOthersRun(context)))
    return failure();
  ElementRule rule;
  rule.isAtomic = true;
  if (failed(loadElements(context, inst, 0, op.getIndices().size(), rule)))
    return failure();
  ElementAccess access(context, inst);
  if (failed(access.prepare(0, 1, op.getIndices().size(), op.getType())))
    return failure();
  return access.forEachLane(false, [&](int64_t lane) {
    return forEachExisting(access, lane,
                           [&](Accessor &, const View &view, int64_t position,
                               unsigned) -> LogicalResult {
                             acquireAt(context, *view.storage, position,
                                       op.getOrder());
                             return success();
                           });
  });
}

static LogicalResult runAtomicStore(Context &context, const Inst &inst) {
  auto op = cast<AtomicStoreOp>(inst.op);
  ElementRule rule;
  rule.isAtomic = true;
  if (failed(storeElements(context, inst, 0, 1, op.getIndices().size(), rule)))
    return failure();
  ElementAccess access(context, inst);
  if (failed(access.prepare(1, 2, op.getIndices().size(),
                            op.getValue().getType())))
    return failure();
  return access.forEachLane(false, [&](int64_t lane) {
    return forEachExisting(access, lane,
                           [&](Accessor &, const View &view, int64_t position,
                               unsigned) -> LogicalResult {
                             return releaseAt(context, inst, *view.storage,
                                              position, op.getOrder());
                           });
  });
}

/// Once for each logical element of the destination that exists.
static LogicalResult runAtomicTile(Context &context, const Inst &inst) {
  auto op = cast<AtomicTileOp>(inst.op);
  FailureOr<std::shared_ptr<const View>> source = context.view(inst, 0);
  FailureOr<std::shared_ptr<const View>> destination = context.view(inst, 1);
  if (failed(source) || failed(destination) ||
      failed(context.requireTeam(inst)))
    return failure();
  const View &to = **destination;
  if ((*source)->shape != to.shape)
    return op.emitError() << "expected tiles of equal shape, got two shapes";
  TileData data(context.machine.budget);
  Accessor reader(context, op, inst.number, **source, false);
  Accessor writer(context, op, inst.number, to, false);
  if (failed(readTile(context, op, reader, **source, -1, data)) ||
      failed(convertTile(op, (*source)->element, to.element, data)))
    return failure();
  const uint64_t *values = data.values.data();
  unsigned width = to.element.components;
  SmallVector<uint64_t, 4> old(width);
  return forEachIndex(to.shape, [&](ArrayRef<int64_t> index) -> LogicalResult {
    const uint64_t *value = values;
    values += width;
    if (!to.contains(index))
      return success();
    int64_t position = to.position(index);
    acquireAt(context, *to.storage, position, op.getOrder());
    auto update = [&](const uint64_t *before, uint64_t *after) {
      for (unsigned c = 0; c < width; ++c)
        after[c] =
            updateOne(op.getKind(), to.element.number, before[c], value[c]);
    };
    if (failed(writer.update(position, -1, old.data(), update)))
      return failure();
    return releaseAt(context, inst, *to.storage, position, op.getOrder());
  });
}

void tile::addAtomicHandlers(HandlerMap &map) {
  map.add<AtomicRmwOp>(runRmw);
  map.add<AtomicLoadOp>(runAtomicLoad);
  map.add<AtomicStoreOp>(runAtomicStore);
  map.add<AtomicTileOp>(runAtomicTile);
}
