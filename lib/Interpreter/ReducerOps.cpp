//===- ReducerOps.cpp - reduction epochs ----------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accessor.h"
#include "Combiner.h"

using namespace mlir;
using namespace tile;

namespace {
/// The content of a `!tile.reducer`. Contributions combine in the order of the
/// iterations.
struct Reducer : Object {
  Reducer(ReducerType type, const Number &number)
      : shape(type.getShape()),
        combiner(type.getKind(), number, NanMode::Ignore) {}

  SmallVector<int64_t, 4> shape;
  Combiner combiner;
  std::vector<Accumulator> partials;
  std::optional<uint64_t> init;
  bool isOpen = true;
};
} // namespace

static LogicalResult runInit(Context &context, const Inst &inst) {
  auto op = cast<ReducerInitOp>(inst.op);
  if (failed(context.requireTeam(inst)))
    return failure();
  ReducerType type = op.getReducer().getType();
  std::optional<Number> number = getNumber(type.getElementType());
  std::optional<int64_t> count = productOf(type.getShape());
  if (!number || !count || *count > (int64_t(1) << 26))
    return op.emitError() << "expected a reducer of at most 2^26 scalars, got "
                          << type;
  auto reducer = std::make_shared<Reducer>(type, *number);
  reducer->partials.assign(*count, reducer->combiner.identity());
  if (op.getInit()) {
    FailureOr<uint64_t> init = context.uniform(inst, 0);
    if (failed(init))
      return failure();
    reducer->init =
        convertNumber(numberOf(op.getInit().getType()), *number, *init);
  }
  context.setObject(inst, 0, std::move(reducer));
  return success();
}

static LogicalResult requireOpen(const Inst &inst, Reducer *reducer) {
  if (reducer && reducer->isOpen)
    return success();
  return inst.op->emitError() << "expected a reducer between its init and its "
                                 "finalize, got one that is closed";
}

static LogicalResult runUpdate(Context &context, const Inst &inst) {
  auto op = cast<ReducerUpdateOp>(inst.op);
  auto *reducer = context.object<Reducer>(inst, 1);
  FailureOr<Operand> value = context.operand(inst, 0);
  if (failed(requireOpen(inst, reducer)) || failed(value))
    return failure();
  SmallVector<Operand, 4> indices;
  for (unsigned i = 0; i < op.getIndices().size(); ++i) {
    FailureOr<Operand> index = context.operand(inst, 2 + i);
    if (failed(index))
      return failure();
    indices.push_back(*index);
  }
  int64_t outside = -1;
  context.lanes.forEach([&](int64_t lane) {
    int64_t place = 0;
    bool isInside = indices.size() == reducer->shape.size();
    for (size_t dim = 0; isInside && dim < indices.size(); ++dim) {
      int64_t index = int64_t(*indices[dim].at(lane));
      isInside = index >= 0 && index < reducer->shape[dim];
      place = place * reducer->shape[dim] + index;
    }
    if (!isInside) {
      outside = lane;
      return;
    }
    Accumulator &partial = reducer->partials[place];
    partial = reducer->combiner.combine(partial, *value->at(lane));
  });
  if (outside < 0)
    return success();
  InFlightDiagnostic diagnostic =
      op.emitError() << "expected an output of the reducer of shape [";
  llvm::interleaveComma(reducer->shape, diagnostic);
  diagnostic << "], got [";
  llvm::interleaveComma(indices, diagnostic, [&](const Operand &index) {
    diagnostic << int64_t(*index.at(outside));
  });
  return diagnostic << "]";
}

static LogicalResult runFinalize(Context &context, const Inst &inst) {
  auto op = cast<ReducerFinalizeOp>(inst.op);
  auto *reducer = context.object<Reducer>(inst, 0);
  FailureOr<std::shared_ptr<const View>> view = context.view(inst, 1);
  if (failed(requireOpen(inst, reducer)) || failed(view) ||
      failed(context.requireTeam(inst)))
    return failure();
  if ((*view)->getNumElements() != int64_t(reducer->partials.size()))
    return op.emitError() << "expected a destination of the reducer's shape";
  const Number &to = (*view)->element.number;
  Number of = numberOf(op.getReducer().getType().getElementType());
  TileData data(context.machine.budget);
  if (!data.resize(reducer->partials.size(), 1))
    return op.emitError() << "expected a tile that fits in memory";
  for (auto [out, partial] : llvm::zip(data.values, reducer->partials)) {
    if (reducer->init)
      partial = reducer->combiner.combineResult(partial, of, *reducer->init);
    out = reducer->combiner.finish(partial, to);
  }
  reducer->isOpen = false;
  Accessor accessor(context, op, inst.number, **view, false);
  return writeTile(context, op, accessor, **view, -1, data);
}

void tile::addReducerHandlers(HandlerMap &map) {
  map.add<ReducerInitOp>(runInit);
  map.add<ReducerUpdateOp>(runUpdate);
  map.add<ReducerFinalizeOp>(runFinalize);
}
