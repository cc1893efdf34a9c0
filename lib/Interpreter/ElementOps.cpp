//===- ElementOps.cpp - loads and stores of elements ----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementAccess.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Element accesses
//===----------------------------------------------------------------------===//

LogicalResult ElementAccess::prepare(unsigned tileOperand, unsigned firstIndex,
                                     unsigned numIndices, Type valueType) {
  this->tileOperand = tileOperand;
  for (unsigned i = 0; i < numIndices; ++i) {
    FailureOr<Operand> index = context.operand(inst, firstIndex + i);
    if (failed(index))
      return failure();
    perLane |= !index->isUniform();
    indices.push_back(*index);
  }
  perLane |= !context.hasUniformView(inst, tileOperand);
  FailureOr<std::shared_ptr<const View>> view =
      context.view(inst, tileOperand, context.lanes.getFirst());
  if (failed(view))
    return failure();
  first = *view;
  if (first->getRank() != int64_t(numIndices))
    return inst.op->emitError()
           << "expected " << first->getRank() << " indices, got " << numIndices;
  perLane |= hasCopies(*first);
  unsigned components = componentsOf(valueType);
  count = components / std::max(1u, first->element.components);
  return success();
}

LogicalResult ElementAccess::forEachElement(
    int64_t lane, llvm::function_ref<LogicalResult(Accessor &, const View &,
                                                   ArrayRef<int64_t>, unsigned)>
                      visit) {
  int64_t entry = lane < 0 ? 0 : lane;
  std::shared_ptr<const View> view = first;
  if (!context.hasUniformView(inst, tileOperand)) {
    FailureOr<std::shared_ptr<const View>> own =
        context.view(inst, tileOperand, entry);
    if (failed(own))
      return failure();
    view = *own;
  }
  if (!accessor || accessorOf != view.get()) {
    accessor.emplace(context, inst.op, inst.number, *view, perLane);
    accessorOf = view.get();
    keptAlive = view;
  }
  SmallVector<int64_t, 4> index;
  for (const Operand &operand : indices)
    index.push_back(int64_t(*operand.at(entry)));
  for (unsigned i = 0; i < count; ++i) {
    if (failed(visit(*accessor, *view, index, i)))
      return failure();
    if (!index.empty())
      index.back() = saturatingSub(index.back(), -1);
  }
  return success();
}

LogicalResult
ElementAccess::forEachLane(bool valuePerLane,
                           llvm::function_ref<LogicalResult(int64_t)> body) {
  perLane |= valuePerLane;
  const Lanes &lanes = context.lanes;
  if (!perLane) {
    // All lanes do the same; a single one is named, so that its accesses are
    // ordered with its own later ones.
    bool isSingle = lanes.numActive == 1 && !context.isUniformFlow();
    return body(isSingle ? lanes.getFirst() : -1);
  }
  for (int64_t lane = lanes.begin; lane < lanes.end; ++lane)
    if (lanes.isActive(lane) && failed(body(lane)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// tile.load and tile.store
//===----------------------------------------------------------------------===//

/// What reading outside gives: the pad, or bytes of 0xAA where the option to
/// check is off.
static void readOutside(const View &view, ArrayRef<uint64_t> pad,
                        uint64_t *out) {
  for (unsigned i = 0; i < view.element.components; ++i) {
    if (!view.isTensor)
      out[i] = 0xAAAAAAAAAAAAAAAA & view.element.number.mask();
    else if (!pad.empty())
      out[i] = pad[i];
    else
      out[i] = view.pad.empty() ? 0 : view.pad[i];
  }
}

LogicalResult tile::loadElements(Context &context, const Inst &inst,
                                 unsigned tileOperand, unsigned numIndices,
                                 const ElementRule &rule) {
  Type type = inst.op->getResult(0).getType();
  ElementAccess access(context, inst);
  if (failed(access.prepare(tileOperand, tileOperand + 1, numIndices, type)))
    return failure();
  View padded;
  padded.element = access.getFirst().element;
  padded.setPad(rule.pad);
  bool perLane = access.isPerLane();
  unsigned components = componentsOf(type);
  uint64_t *out = context.result(inst, 0, perLane, components);
  if (!out)
    return failure();
  return access.forEachLane(perLane, [&](int64_t lane) {
    uint64_t *to = out + (perLane ? lane * components : 0);
    return access.forEachElement(
        lane,
        [&](Accessor &accessor, const View &view, ArrayRef<int64_t> index,
            unsigned i) -> LogicalResult {
          uint64_t *element = to + i * view.element.components;
          if (view.contains(index)) {
            if (!rule.isAtomic)
              return accessor.read(view.position(index), lane, element);
            return accessor.readAtomic(view.position(index), lane, element);
          }
          if ((!view.isTensor || rule.isStrict) && accessor.checksBounds())
            return accessor.reportOutside(view, index);
          readOutside(view, padded.pad, element);
          return success();
        });
  });
}

/// A store to a local buffer that is not the same in all threads gives each its
/// own copy.
static LogicalResult prepareLocal(Context &context, const Inst &inst,
                                  const View &view, bool perLane) {
  if (!view.storage->isLocal)
    return success();
  if (!perLane && context.lanes.isFull() &&
      (!context.lanes.areIterations ||
       view.storage->laneSpace == context.lanes.space))
    return success();
  return separateLanes(context, inst.op, view);
}

LogicalResult tile::storeElements(Context &context, const Inst &inst,
                                  unsigned valueOperand, unsigned tileOperand,
                                  unsigned numIndices,
                                  const ElementRule &rule) {
  FailureOr<Operand> value = context.operand(inst, valueOperand);
  if (failed(value))
    return failure();
  ElementAccess access(context, inst);
  Type type = inst.op->getOperand(valueOperand).getType();
  if (failed(access.prepare(tileOperand, tileOperand + 1, numIndices, type)))
    return failure();
  bool perLane = access.isPerLane() || !value->isUniform();
  if (failed(prepareLocal(context, inst, access.getFirst(), perLane)))
    return failure();
  perLane |= hasCopies(access.getFirst());
  return access.forEachLane(perLane, [&](int64_t lane) {
    const uint64_t *from = value->at(lane < 0 ? 0 : lane);
    return access.forEachElement(
        lane,
        [&](Accessor &accessor, const View &view, ArrayRef<int64_t> index,
            unsigned i) -> LogicalResult {
          if (view.contains(index))
            return accessor.write(view.position(index), lane,
                                  from + i * view.element.components,
                                  rule.isAtomic);
          if ((!view.isTensor || rule.isStrict) && accessor.checksBounds())
            return accessor.reportOutside(view, index);
          return success();
        });
  });
}

static LogicalResult runLoad(Context &context, const Inst &inst) {
  auto op = cast<LoadOp>(inst.op);
  return loadElements(context, inst, 0, op.getIndices().size(),
                      {op.getPadAttr()});
}

static LogicalResult runStore(Context &context, const Inst &inst) {
  auto op = cast<StoreOp>(inst.op);
  return storeElements(context, inst, 0, 1, op.getIndices().size());
}

void tile::addElementHandlers(HandlerMap &map) {
  map.add<LoadOp>(runLoad);
  map.add<StoreOp>(runStore);
}
