//===- ReduceOps.cpp - reductions, scans and tests ------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accessor.h"
#include "Combiner.h"
#include <cmath>

using namespace mlir;
using namespace tile;

using ViewRef = std::shared_ptr<const View>;

namespace {
/// A tile as `outer` x `extent` x `inner` elements around one dimension.
struct Around {
  int64_t outer = 1, extent = 1, inner = 1;

  Around(ArrayRef<int64_t> shape, int64_t dim) {
    for (int64_t i = 0; i < int64_t(shape.size()); ++i)
      (i < dim ? outer : i == dim ? extent : inner) *= shape[i];
  }
};
} // namespace

static LogicalResult requireScalars(Operation *op, const View &view,
                                    int64_t dim) {
  if (view.element.components == 1 && dim >= 0 && dim < view.getRank())
    return success();
  return op->emitError()
         << "expected a tile of scalars and one of its dimensions";
}

//===----------------------------------------------------------------------===//
// tile.reduce
//===----------------------------------------------------------------------===//

static LogicalResult reduceOne(Context &context, const Inst &inst, ReduceOp op,
                               int64_t lane) {
  int64_t entry = lane < 0 ? context.lanes.getFirst() : lane;
  FailureOr<ViewRef> source = context.view(inst, 0, entry);
  FailureOr<ViewRef> destination = context.view(inst, 1, entry);
  if (failed(source) || failed(destination) ||
      failed(requireScalars(op, **source, op.getDim())))
    return failure();
  TileData data(context.machine.budget), result(context.machine.budget);
  Accessor reader(context, op, inst.number, **source, false);
  Accessor writer(context, op, inst.number, **destination, false);
  if (failed(readTile(context, op, reader, **source, lane, data)))
    return failure();
  Around around((*source)->shape, op.getDim());
  const Number &to = (*destination)->element.number;
  if ((*destination)->getNumElements() != around.outer * around.inner)
    return op.emitError()
           << "expected a destination with one element for each that "
              "is reduced";
  if (op.getAccumulate()) {
    if (failed(readTile(context, op, writer, **destination, lane, result)))
      return failure();
  } else if (!result.resize(around.outer * around.inner, 1)) {
    return op.emitError() << "expected a tile that fits in memory";
  }
  Combiner combiner(op.getKind(), (*source)->element.number, op.getNan());
  for (int64_t outer = 0; outer < around.outer; ++outer)
    for (int64_t inner = 0; inner < around.inner; ++inner) {
      Accumulator partial = combiner.identity();
      const uint64_t *values =
          data.values.data() + outer * around.extent * around.inner + inner;
      for (int64_t i = 0; i < around.extent; ++i)
        partial = combiner.combine(partial, values[i * around.inner]);
      uint64_t &out = result.values[outer * around.inner + inner];
      if (op.getAccumulate())
        partial = combiner.combineResult(partial, to, out);
      out = combiner.finish(partial, to);
    }
  return writeTile(context, op, writer, **destination, lane, result);
}

static LogicalResult runReduce(Context &context, const Inst &inst) {
  if (failed(context.requireTeam(inst)))
    return failure();
  return forEachCopy(context, inst, {0, 1}, {1}, [&](int64_t lane) {
    return reduceOne(context, inst, cast<ReduceOp>(inst.op), lane);
  });
}

//===----------------------------------------------------------------------===//
// tile.scan
//===----------------------------------------------------------------------===//

static LogicalResult scanOne(Context &context, const Inst &inst, ScanOp op,
                             int64_t lane) {
  int64_t entry = lane < 0 ? context.lanes.getFirst() : lane;
  FailureOr<ViewRef> source = context.view(inst, 0, entry);
  FailureOr<ViewRef> destination = context.view(inst, 1, entry);
  if (failed(source) || failed(destination) ||
      failed(requireScalars(op, **source, op.getDim())))
    return failure();
  if ((*source)->shape != (*destination)->shape)
    return op.emitError() << "expected tiles of equal shape, got two shapes";
  TileData data(context.machine.budget);
  Accessor reader(context, op, inst.number, **source, false);
  Accessor writer(context, op, inst.number, **destination, false);
  if (failed(readTile(context, op, reader, **source, lane, data)))
    return failure();
  Around around((*source)->shape, op.getDim());
  ReduceKind kind =
      op.getKind() == ScanKind::Sum ? ReduceKind::Sum : ReduceKind::Max;
  Combiner combiner(kind, (*source)->element.number, NanMode::Ignore);
  for (int64_t outer = 0; outer < around.outer; ++outer)
    for (int64_t inner = 0; inner < around.inner; ++inner) {
      Accumulator partial = combiner.identity();
      uint64_t *values =
          data.values.data() + outer * around.extent * around.inner + inner;
      for (int64_t i = 0; i < around.extent; ++i) {
        int64_t place = op.getReverse() ? around.extent - 1 - i : i;
        uint64_t &value = values[place * around.inner];
        partial = combiner.combine(partial, value);
        value = combiner.finish(partial, (*destination)->element.number);
      }
    }
  return writeTile(context, op, writer, **destination, lane, data);
}

static LogicalResult runScan(Context &context, const Inst &inst) {
  if (failed(context.requireTeam(inst)))
    return failure();
  return forEachCopy(context, inst, {0, 1}, {1}, [&](int64_t lane) {
    return scanOne(context, inst, cast<ScanOp>(inst.op), lane);
  });
}

//===----------------------------------------------------------------------===//
// tile.test
//===----------------------------------------------------------------------===//

static bool differsFromZero(const Number &number, uint64_t bits) {
  if (!number.isFloat())
    return bits != 0;
  double value = decodeFloat(*number.format, bits);
  return value != 0 || std::isnan(value);
}

static LogicalResult runTest(Context &context, const Inst &inst) {
  auto op = cast<TestOp>(inst.op);
  if (failed(context.requireTeam(inst)))
    return failure();
  FailureOr<ViewRef> first = context.view(inst, 0, context.lanes.getFirst());
  if (failed(first))
    return failure();
  bool perLane = !context.hasUniformView(inst, 0) || hasCopies(**first);
  uint64_t *out = context.result(inst, 0, perLane);
  if (!out)
    return failure();
  return forEachCopy(
      context, inst, {0}, {}, [&](int64_t lane) -> LogicalResult {
        FailureOr<ViewRef> view =
            context.view(inst, 0, lane < 0 ? context.lanes.getFirst() : lane);
        if (failed(view))
          return failure();
        TileData data(context.machine.budget);
        Accessor reader(context, op, inst.number, **view, false);
        if (failed(readTile(context, op, reader, **view, lane, data)))
          return failure();
        auto differs = [&](uint64_t bits) {
          return differsFromZero((*view)->element.number, bits);
        };
        out[perLane ? lane : 0] = op.getKind() == TestKind::Any
                                      ? llvm::any_of(data.values, differs)
                                      : llvm::all_of(data.values, differs);
        return success();
      });
}

void tile::addReduceHandlers(HandlerMap &map) {
  map.add<ReduceOp>(runReduce);
  map.add<ScanOp>(runScan);
  map.add<TestOp>(runTest);
}
