//===- Machine.cpp - the state of an execution ----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace tile;

/// Regions and calls inside one another, so that the stack suffices.
static constexpr unsigned maxDepth = 256;
/// Entries of one value over all lanes.
static constexpr uint64_t maxEntries = uint64_t(1) << 24;

Number tile::numberOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return getNumber(type).value_or(Number{64, nullptr});
}

unsigned tile::componentsOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && !vector.isScalable() ? vector.getNumElements() : 1;
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

int64_t tile::findDifferentLane(const Lanes &lanes, const Operand &operand) {
  if (operand.isUniform())
    return -1;
  const uint64_t *first = operand.at(lanes.getFirst());
  for (int64_t lane = lanes.begin; lane < lanes.end; ++lane)
    if (lanes.isActive(lane) &&
        !std::equal(first, first + operand.components, operand.at(lane)))
      return lane;
  return -1;
}

/// The type of an operand, for messages.
static std::string typeText(const Inst &inst, unsigned number) {
  std::string text;
  llvm::raw_string_ostream(text) << inst.op->getOperand(number).getType();
  return text;
}

LogicalResult Context::reportOperand(const Inst &inst, const Twine &expected,
                                     const Twine &got) const {
  if (machine.hasFailed)
    return failure();
  machine.hasFailed = true;
  return inst.op->emitError() << "expected " << expected << ", got " << got;
}

FailureOr<Operand> Context::operand(const Inst &inst, unsigned number) const {
  const Slot &slot = this->slot(inst.operands[number]);
  if (slot.isPoison)
    return reportOperand(inst, "a defined value as operand " + Twine(number),
                         "poison");
  if (slot.bits.empty())
    return reportOperand(
        inst,
        "a scalar or vector that the interpreter models as operand " +
            Twine(number),
        "a value of type " + typeText(inst, number));
  Operand operand{slot.bits.data(), 0, slot.components};
  if (slot.space == 0)
    return operand;
  operand.stride = slot.components;
  if (slot.space == lanes.space)
    return operand;
  // A value of the threads, used by iterations.
  Lanes all;
  all.begin = lanes.outerBegin;
  all.end =
      std::min<int64_t>(lanes.outerEnd, slot.bits.size() / slot.components);
  if (findDifferentLane(all, operand) >= 0)
    return reportOperand(
        inst,
        "a uniform value as operand " + Twine(number) +
            " (because tile.parallel runs its iterations once for the team, "
            "not for each thread)",
        "one that differs between threads");
  operand.data = operand.at(all.begin);
  operand.stride = 0;
  return operand;
}

uint64_t *Context::result(const Inst &inst, unsigned number, bool perLane,
                          unsigned components) const {
  Slot &slot = this->slot(inst.results[number]);
  slot.components = components;
  slot.space = perLane ? lanes.space : 0;
  slot.isPoison = false;
  uint64_t size = uint64_t(components) * (perLane ? lanes.end : 1);
  if (size > maxEntries) {
    inst.op->emitError() << "expected a value of at most " << maxEntries
                         << " components over all threads, got " << size;
    return nullptr;
  }
  slot.bits.resize(size);
  return slot.bits.data();
}

FailureOr<uint64_t> Context::uniform(const Inst &inst, unsigned number) const {
  FailureOr<Operand> operand = this->operand(inst, number);
  if (failed(operand))
    return failure();
  int64_t lane = findDifferentLane(lanes, *operand);
  int64_t first = lanes.getFirst();
  if (lane < 0)
    return *operand->at(operand->isUniform() ? 0 : first);
  StringRef name = inst.op->getName().getStringRef();
  return reportOperand(
      inst,
      "a uniform value as operand " + Twine(number) + " (because " + name +
          " means one thing for the whole team)",
      Twine(*operand->at(first)) + " in thread " + Twine(first) + " and " +
          Twine(*operand->at(lane)) + " in thread " + Twine(lane));
}

LogicalResult Context::uniforms(const Inst &inst, unsigned first,
                                unsigned count,
                                SmallVectorImpl<int64_t> &values) const {
  for (unsigned i = first; i < first + count; ++i) {
    FailureOr<uint64_t> value = uniform(inst, i);
    if (failed(value))
      return failure();
    values.push_back(int64_t(*value));
  }
  return success();
}

FailureOr<std::shared_ptr<const View>>
Context::view(const Inst &inst, unsigned number, int64_t lane) const {
  const Slot &slot = this->slot(inst.operands[number]);
  if (slot.views.empty())
    return reportOperand(inst,
                         "a tile or tensor that the interpreter models as "
                         "operand " +
                             Twine(number),
                         "a value of type " + typeText(inst, number));
  if (slot.space == 0)
    return slot.views.front();
  if (slot.space != lanes.space)
    return reportOperand(
        inst,
        "a uniform tile as operand " + Twine(number) +
            " (because tile.parallel runs its iterations once for the team, "
            "not for each thread)",
        "one for each thread");
  return slot.views[lane];
}

FailureOr<std::shared_ptr<const View>> Context::view(const Inst &inst,
                                                     unsigned number) const {
  FailureOr<std::shared_ptr<const View>> first =
      view(inst, number, lanes.getFirst());
  const Slot &slot = this->slot(inst.operands[number]);
  if (failed(first) || slot.space == 0)
    return first;
  bool differs = false;
  lanes.forEach([&](int64_t lane) {
    const View &other = *slot.views[lane];
    differs |= other.storage != (*first)->storage ||
               other.offset != (*first)->offset ||
               other.shape != (*first)->shape || other.low != (*first)->low;
  });
  if (!differs)
    return first;
  StringRef name = inst.op->getName().getStringRef();
  return reportOperand(inst,
                       "the same tile in all threads as operand " +
                           Twine(number) + " (because " + name +
                           " means one thing for the whole team)",
                       "different ones");
}

void Context::setView(const Inst &inst, unsigned number, View view) const {
  Slot &slot = this->slot(inst.results[number]);
  slot.space = 0;
  slot.views.assign(1, std::make_shared<const View>(std::move(view)));
}

void Context::setObject(const Inst &inst, unsigned number,
                        std::shared_ptr<Object> object) const {
  Slot &slot = this->slot(inst.results[number]);
  slot.space = 0;
  slot.object = std::move(object);
}

void Context::setScalar(unsigned number, uint64_t value) const {
  Slot &slot = this->slot(number);
  slot.components = 1;
  slot.space = 0;
  slot.isPoison = false;
  slot.bits.assign(1, value);
}

LogicalResult Context::requireThreads(const Inst &inst) const {
  if (!lanes.areIterations)
    return success();
  return inst.op->emitError() << "expected " << inst.op->getName()
                              << " outside tile.parallel (because an iteration "
                                 "may run in any thread), "
                                 "got it inside";
}

LogicalResult Context::requireTeam(const Inst &inst) const {
  if (failed(requireThreads(inst)))
    return failure();
  if (lanes.isFull())
    return success();
  return inst.op->emitError()
         << "expected uniform control flow (because " << inst.op->getName()
         << " is collective: the whole team reaches it), got "
         << lanes.numActive << " of " << team.numActive << " threads";
}

LogicalResult Context::step(Operation *op, uint64_t count) const {
  if (machine.budget.step(count))
    return success();
  return op->emitError()
         << "expected the program to end within " << machine.options.maxSteps
         << " steps (because the interpreter's work is limited), "
            "got more";
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

LogicalResult Context::run(const Code &code) {
  if (depth >= maxDepth)
    return code.block->getParentOp()->emitError()
           << "expected at most " << maxDepth
           << " regions and calls inside one another, got more";
  ++depth;
  uint64_t cost = 64 + lanes.numActive;
  for (const Inst &inst : code.insts) {
    if (!machine.budget.step(cost)) {
      --depth;
      return step(inst.op, cost);
    }
    // The statements of a team in uniform flow are ordered.
    if (agent && isUniformFlow())
      ++agent->clock;
    if (failed(inst.handler(*this, inst))) {
      --depth;
      return failure();
    }
  }
  --depth;
  return success();
}

FailureOr<const Code *> Context::runRegion(const Code &entry) {
  const Code *code = &entry;
  while (true) {
    if (failed(run(*code)))
      return failure();
    const Inst &terminator = code->terminator;
    if (!terminator.op || code->successors.empty())
      return code;
    if (failed(step(terminator.op, 64)))
      return failure();
    unsigned successor = 0, firstOperand = 0;
    if (isa<cf::CondBranchOp>(terminator.op)) {
      FailureOr<uint64_t> condition = uniform(terminator, 0);
      if (failed(condition))
        return failure();
      successor = *condition ? 0 : 1;
      auto branch = cast<cf::CondBranchOp>(terminator.op);
      firstOperand = 1 + (*condition ? 0 : branch.getNumTrueOperands());
    } else if (!isa<cf::BranchOp>(terminator.op)) {
      return terminator.op->emitError()
             << "expected a branch with one or two targets, got '"
             << terminator.op->getName() << "'";
    }
    const Code *next = code->successors[successor];
    assign(terminator, firstOperand, next->arguments);
    code = next;
  }
}

/// Copies a slot for the active lanes only, the target becoming one per lane.
static void mergeSlot(const Context &context, const Slot &from, Slot &to) {
  const Lanes &lanes = context.lanes;
  Slot merged;
  merged.components = from.components;
  merged.space = lanes.space;
  bool hasBits = !from.bits.empty();
  if (hasBits)
    merged.bits.resize(lanes.end * from.components);
  else
    merged.views.resize(lanes.end);
  auto copyFrom = [&](const Slot &source, int64_t lane) {
    if (source.space != 0 && source.space != lanes.space)
      return;
    int64_t entry = source.space == 0 ? 0 : lane;
    if (hasBits && source.components == from.components &&
        source.bits.size() >= size_t(entry + 1) * from.components)
      std::copy_n(source.bits.begin() + entry * from.components,
                  from.components,
                  merged.bits.begin() + lane * from.components);
    if (!hasBits && source.views.size() > size_t(entry))
      merged.views[lane] = source.views[entry];
  };
  for (int64_t lane = lanes.begin; lane < lanes.end; ++lane)
    copyFrom(lanes.isActive(lane) ? from : to, lane);
  merged.isPoison = from.isPoison || to.isPoison;
  merged.object = from.object;
  to = std::move(merged);
}

void Context::assign(const Inst &from, unsigned firstOperand,
                     ArrayRef<unsigned> targets) const {
  // Sources first: a loop may exchange its values.
  SmallVector<Slot, 4> values;
  for (unsigned i = 0; i < targets.size(); ++i)
    values.push_back(slot(from.operands[firstOperand + i]));
  for (unsigned i = 0; i < targets.size(); ++i) {
    Slot &target = slot(targets[i]);
    if (lanes.isFull())
      target = std::move(values[i]);
    else
      mergeSlot(*this, values[i], target);
  }
}

Context Context::withMask(std::vector<uint8_t> mask, int64_t numActive) const {
  Context result = *this;
  result.lanes.numActive = numActive;
  result.lanes.mask =
      std::make_shared<const std::vector<uint8_t>>(std::move(mask));
  return result;
}

Division tile::divide(const Context &context, const Operand &condition) {
  Division division;
  division.holds.resize(context.lanes.end);
  division.fails.resize(context.lanes.end);
  context.lanes.forEach([&](int64_t lane) {
    bool holds = *condition.at(lane) & 1;
    division.holds[lane] = holds;
    division.fails[lane] = !holds;
    ++(holds ? division.numHolds : division.numFails);
  });
  return division;
}
