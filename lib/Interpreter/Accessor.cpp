//===- Accessor.cpp - checked reads and writes ----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accessor.h"

using namespace mlir;
using namespace tile;

Accessor::Accessor(Context &context, Operation *op, uint32_t number,
                   const View &view, bool perLane)
    : context(context), options(context.machine.options), op(op),
      number(number), storage(*view.storage), element(view.element),
      agent(context.agent->id), clock(context.agent->clock),
      seen(context.agent->seen) {
  decideRecording(perLane);
}

Accessor::Accessor(Context &context, AsyncOperation &async, const View &view)
    : context(context), options(context.machine.options), op(async.op),
      number(async.opNumber), storage(*view.storage), element(view.element),
      agent(async.agentId), clock(async.clock), seen(async.seen),
      asyncNumber(async.number), isProduct(async.kind == WaitKind::Mma) {
  decideRecording(/*perLane=*/false);
}

/// Records cost time and memory, so only accesses that could race make them.
void Accessor::decideRecording(bool perLane) {
  if (!options.checkRaces || storage.isLocal)
    return;
  // Nothing in this launch writes the tensor.
  if (storage.isGlobal && context.launch &&
      storage.writingLaunch != context.launch->serial)
    return;
  bool amongAgents = context.hasPeers || (storage.isGlobal && context.launch &&
                                          context.launch->hasOtherBlocks);
  bool amongLanes = perLane || !context.isUniformFlow();
  if (context.nest && storage.writingNest != context.nest)
    amongLanes = false;
  recordsAccesses = amongAgents || amongLanes;
}

//===----------------------------------------------------------------------===//
// Reads and writes
//===----------------------------------------------------------------------===//

FailureOr<int64_t> Accessor::locate(int64_t position, int64_t lane) const {
  int64_t size = storage.getNumBits();
  if (storage.numCopies > 1) {
    if (storage.laneSpace != context.lanes.space)
      return op->emitError()
             << "expected a local buffer with the same content in all threads "
                "(because tile.parallel runs its iterations once for the team, "
                "not for each thread), got one that differs";
    size = int64_t(storage.copyBytes) * 8;
  }
  if (position < 0 || position > size - int64_t(element.bits))
    return op->emitError() << "expected an access inside the memory of "
                           << storage.name << " (" << size / 8
                           << " bytes), got byte offset " << (position >> 3);
  if (storage.isFreed)
    return op->emitError() << "expected " << storage.name
                           << " to be alive, got an access after it was freed";
  if (storage.numCopies > 1)
    position += std::max<int64_t>(lane, 0) * int64_t(storage.copyBytes) * 8;
  return position;
}

LogicalResult Accessor::read(int64_t position, int64_t lane,
                             uint64_t *components) {
  FailureOr<int64_t> place = locate(position, lane);
  if (failed(place))
    return failure();
  if (storage.numPending && failed(checkPending(*place, false)))
    return failure();
  if (options.checkUninitialized &&
      !storage.isInitialised(*place, element.bits))
    return reportUninitialised();
  if (recordsAccesses && failed(recordRead(*place, lane)))
    return failure();
  for (unsigned i = 0; i < element.components; ++i)
    components[i] =
        loadNumber(storage.data, *place + i * element.componentBits, element);
  return success();
}

LogicalResult Accessor::write(int64_t position, int64_t lane,
                              const uint64_t *components, bool isAtomic) {
  FailureOr<int64_t> place = locate(position, lane);
  if (failed(place))
    return failure();
  if (storage.numPending && failed(checkPending(*place, true)))
    return failure();
  if (recordsAccesses) {
    bool changes = !storage.isInitialised(*place, element.bits);
    for (unsigned i = 0; i < element.components; ++i)
      changes |=
          components[i] !=
          loadNumber(storage.data, *place + i * element.componentBits, element);
    if (failed(recordWrite(*place, lane, changes, isAtomic)))
      return failure();
  }
  for (unsigned i = 0; i < element.components; ++i)
    storeNumber(storage.data, *place + i * element.componentBits, element,
                components[i]);
  storage.markInitialised(*place, element.bits);
  return success();
}

LogicalResult Accessor::readAtomic(int64_t position, int64_t lane,
                                   uint64_t *components) {
  // A read that is not recorded: the writes it may see are ordered by it.
  bool records = recordsAccesses;
  recordsAccesses = false;
  LogicalResult result = read(position, lane, components);
  recordsAccesses = records;
  return result;
}

LogicalResult Accessor::update(
    int64_t position, int64_t lane, uint64_t *old,
    llvm::function_ref<void(const uint64_t *, uint64_t *)> update) {
  if (failed(readAtomic(position, lane, old)))
    return failure();
  SmallVector<uint64_t, 4> values(element.components);
  update(old, values.data());
  return write(position, lane, values.data(), /*isAtomic=*/true);
}

/// Whether a row needs no check but that of initialisation: one pass over it
/// then suffices.
bool Accessor::isPlainRow(int64_t position, int64_t stride,
                          int64_t count) const {
  if (recordsAccesses || storage.numPending || storage.numCopies > 1 ||
      storage.isFreed || element.components != 1 || count == 0 ||
      (element.bits & 7) || (position & 7) || (stride & 7) || stride < 0)
    return false;
  int64_t last = position + (count - 1) * stride + element.bits;
  return position >= 0 && last <= storage.getNumBits();
}

template <typename T>
static void loadRow(const uint8_t *data, int64_t stride, int64_t count,
                    uint64_t mask, uint64_t *out) {
  for (int64_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, data + i * stride, sizeof(T));
    out[i] = value & mask;
  }
}

template <typename T>
static void storeRow(uint8_t *data, int64_t stride, int64_t count,
                     const uint64_t *values) {
  for (int64_t i = 0; i < count; ++i) {
    T value = T(values[i]);
    std::memcpy(data + i * stride, &value, sizeof(T));
  }
}

LogicalResult Accessor::readRow(int64_t position, int64_t stride, int64_t count,
                                int64_t lane, uint64_t *out) {
  bool isPlain =
      isPlainRow(position, stride, count) && element.number.width != 1;
  for (int64_t i = 0; isPlain && options.checkUninitialized && i < count; ++i)
    isPlain = storage.isInitialised(position + i * stride, element.bits);
  if (isPlain) {
    uint64_t mask = element.number.mask();
    if (element.number.format == &FloatFormat::tf32)
      mask &= ~uint64_t(0x1FFF);
    const uint8_t *data = storage.data + position / 8;
    switch (element.bits) {
    case 8:
      loadRow<uint8_t>(data, stride / 8, count, mask, out);
      return success();
    case 16:
      loadRow<uint16_t>(data, stride / 8, count, mask, out);
      return success();
    case 32:
      loadRow<uint32_t>(data, stride / 8, count, mask, out);
      return success();
    case 64:
      loadRow<uint64_t>(data, stride / 8, count, mask, out);
      return success();
    }
  }
  for (int64_t i = 0; i < count; ++i)
    if (failed(read(position + i * stride, lane, out + i * element.components)))
      return failure();
  return success();
}

LogicalResult Accessor::writeRow(int64_t position, int64_t stride,
                                 int64_t count, int64_t lane,
                                 const uint64_t *values) {
  if (isPlainRow(position, stride, count)) {
    uint8_t *data = storage.data + position / 8;
    bool isStored = true;
    switch (element.bits) {
    case 8:
      storeRow<uint8_t>(data, stride / 8, count, values);
      break;
    case 16:
      storeRow<uint16_t>(data, stride / 8, count, values);
      break;
    case 32:
      storeRow<uint32_t>(data, stride / 8, count, values);
      break;
    case 64:
      storeRow<uint64_t>(data, stride / 8, count, values);
      break;
    default:
      isStored = false;
    }
    if (isStored) {
      if (stride == element.bits)
        storage.markInitialised(position, count * element.bits);
      else
        for (int64_t i = 0; i < count; ++i)
          storage.markInitialised(position + i * stride, element.bits);
      return success();
    }
  }
  for (int64_t i = 0; i < count; ++i)
    if (failed(write(position + i * stride, lane,
                     values + i * element.components)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

LogicalResult Accessor::reportOutside(const View &view,
                                      ArrayRef<int64_t> index) const {
  InFlightDiagnostic diagnostic = op->emitError()
                                  << "expected an element of " << storage.name
                                  << " of shape [";
  llvm::interleaveComma(view.shape, diagnostic);
  diagnostic << "] (because only tensors have an outside), got [";
  llvm::interleaveComma(index, diagnostic);
  diagnostic << "]";
  if (storage.origin)
    diagnostic.attachNote(storage.origin->getLoc()) << "allocated here";
  return diagnostic;
}

LogicalResult Accessor::reportUninitialised() const {
  InFlightDiagnostic diagnostic =
      op->emitError()
      << "expected an element that has been written (because the "
         "content of a new buffer is undefined), got an "
         "uninitialised element of "
      << storage.name;
  if (storage.origin)
    diagnostic.attachNote(storage.origin->getLoc()) << "allocated here";
  return diagnostic;
}

LogicalResult Accessor::reportNoMemory() const {
  return op->emitError()
         << "expected the records of accesses to fit in " << options.maxBytes
         << " bytes (because the interpreter's memory is limited), "
            "got more; a run without race checks needs less";
}

Shadow &Accessor::getShadow() const {
  if (!storage.shadow)
    storage.shadow =
        std::make_unique<Shadow>(storage.budget, storage.granuleBits);
  return *storage.shadow;
}

/// Whether an operation under way is this one, or another matrix product of the
/// same team: those run in the order they were issued.
bool Accessor::isOwnPending(uint32_t pending) const {
  if (pending == asyncNumber)
    return true;
  AsyncRef &other = context.machine.asyncOperations[pending - 1];
  return isProduct && other && other->kind == WaitKind::Mma &&
         other->agentId == agent;
}

LogicalResult Accessor::checkPending(int64_t position, bool isWrite) const {
  Shadow &shadow = getShadow();
  int64_t first = position / shadow.granuleBits;
  int64_t last = (position + element.bits - 1) / shadow.granuleBits;
  for (int64_t i = first; i <= last; ++i) {
    PendingRecord *record = shadow.pending.find(i);
    if (!record)
      continue;
    uint32_t other = 0;
    if (record->writer && !isOwnPending(record->writer))
      other = record->writer;
    else if (isWrite && record->numReaders && !isOwnPending(record->reader))
      other = record->reader;
    if (!other)
      continue;
    InFlightDiagnostic diagnostic =
        op->emitError() << "expected the asynchronous operation on "
                        << storage.name << " to be complete (because it "
                        << (record->writer == other ? "writes" : "reads")
                        << " the element until it is waited for), got a "
                        << (isWrite ? "write" : "read") << " before the wait";
    AsyncRef &async = context.machine.asyncOperations[other - 1];
    if (async)
      diagnostic.attachNote(async->op->getLoc()) << "issued here";
    return diagnostic;
  }
  return success();
}

AccessRecord Accessor::makeRecord(int64_t lane, bool changes,
                                  bool isAtomic) const {
  AccessRecord record;
  record.agent = agent;
  record.clock = clock;
  record.op = number;
  record.changedValue = changes;
  record.isAtomic = isAtomic;
  record.lane = allLanes;
  if (lane >= 0)
    record.lane = uint32_t(context.lanes.areIterations
                               ? context.lanes.firstIteration + lane
                               : lane);
  return record;
}

bool Accessor::isOrdered(const AccessRecord &earlier, const AccessRecord &now,
                         bool isEarlierWrite) const {
  if (earlier.agent < context.machine.firstLiveAgent)
    return true;
  if (earlier.agent != now.agent) {
    auto entry = seen.find(earlier.agent);
    return entry != seen.end() && entry->second >= earlier.clock;
  }
  if (earlier.clock != now.clock)
    return earlier.clock < now.clock;
  // What all lanes wrote alike, each of them wrote itself.
  return earlier.lane == now.lane ||
         (isEarlierWrite && earlier.lane == allLanes);
}

LogicalResult Accessor::recordRead(int64_t position, int64_t lane) {
  AccessRecord now = makeRecord(lane, false, false);
  Shadow &shadow = getShadow();
  int64_t first = position / shadow.granuleBits;
  int64_t last = (position + element.bits - 1) / shadow.granuleBits;
  for (int64_t i = first; i <= last; ++i) {
    AccessRecord *write = shadow.writes.find(i);
    if (write && write->agent && write->changedValue &&
        !isOrdered(*write, now, true))
      return reportRace(*write, true, false);
    ReadRecords *reads = shadow.reads.get(i);
    if (!reads)
      return reportNoMemory();
    if (reads->first.agent == 0 || isOrdered(reads->first, now, false))
      reads->first = now;
    else
      reads->last = now;
  }
  return success();
}

LogicalResult Accessor::recordWrite(int64_t position, int64_t lane,
                                    bool changes, bool isAtomic) {
  AccessRecord now = makeRecord(lane, changes, isAtomic);
  Shadow &shadow = getShadow();
  int64_t first = position / shadow.granuleBits;
  int64_t last = (position + element.bits - 1) / shadow.granuleBits;
  for (int64_t i = first; i <= last; ++i) {
    AccessRecord *write = shadow.writes.get(i);
    if (!write)
      return reportNoMemory();
    if (write->agent && changes && !(isAtomic && write->isAtomic) &&
        !isOrdered(*write, now, /*isEarlierWrite=*/false))
      return reportRace(*write, true, true);
    ReadRecords *reads = shadow.reads.find(i);
    for (AccessRecord *read :
         {reads ? &reads->first : nullptr, reads ? &reads->last : nullptr})
      if (read && read->agent && changes && !isOrdered(*read, now, false))
        return reportRace(*read, false, true);
    // The same lane may undo its change; others may have seen it.
    if (write->agent == now.agent && write->clock == now.clock)
      now.changedValue |= write->changedValue;
    *write = now;
  }
  return success();
}

LogicalResult Accessor::reportRace(const AccessRecord &earlier, bool wasWrite,
                                   bool isWrite) const {
  bool sameAgent = earlier.agent == agent;
  StringRef who = "teams", why = "no barrier, channel or atomic orders them";
  if (sameAgent && context.lanes.areIterations) {
    who = "iterations";
    why = "tile.parallel runs its iterations in no order";
  } else if (sameAgent) {
    who = "threads";
    why = "no barrier orders them";
  }
  InFlightDiagnostic diagnostic =
      op->emitError() << "expected ordered accesses to each element of "
                      << storage.name << " (because " << why
                      << "), got a race: a " << (isWrite ? "write" : "read")
                      << " after the " << (wasWrite ? "write" : "read")
                      << " of a different value by"
                      << " other " << who;
  Operation *other = context.machine.program.getOperation(earlier.op);
  diagnostic.attachNote(other->getLoc())
      << "the " << (wasWrite ? "write" : "read") << " is here";
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Copies of local buffers
//===----------------------------------------------------------------------===//

LogicalResult tile::separateLanes(Context &context, Operation *op,
                                  const View &view) {
  Storage &storage = *view.storage;
  if (!storage.isLocal || storage.numCopies > 1)
    return success();
  if (storage.laneSpace && storage.laneSpace != context.lanes.space)
    return op->emitError()
           << "expected a local buffer made inside tile.parallel (because an "
              "iteration may run in any thread), got one made outside";
  if (storage.splitIntoLanes(context.lanes.end, context.lanes.space))
    return success();
  return op->emitError()
         << "expected the copies of a local buffer to fit in "
         << context.machine.options.maxBytes
         << " bytes (because the interpreter's memory is limited), "
            "got more";
}

LogicalResult
tile::forEachCopy(Context &context, const Inst &inst, ArrayRef<unsigned> tiles,
                  ArrayRef<unsigned> written,
                  llvm::function_ref<LogicalResult(int64_t)> body) {
  bool differs = false;
  for (unsigned tile : tiles) {
    FailureOr<std::shared_ptr<const View>> view =
        context.view(inst, tile, context.lanes.getFirst());
    if (failed(view))
      return failure();
    differs |= !context.hasUniformView(inst, tile) || hasCopies(**view);
  }
  if (!differs)
    return body(-1);
  for (unsigned tile : written) {
    FailureOr<std::shared_ptr<const View>> view =
        context.view(inst, tile, context.lanes.getFirst());
    if (failed(view) || failed(separateLanes(context, inst.op, **view)))
      return failure();
  }
  for (int64_t lane = context.lanes.begin; lane < context.lanes.end; ++lane)
    if (context.lanes.isActive(lane) && failed(body(lane)))
      return failure();
  return success();
}
