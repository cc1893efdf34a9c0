//===- ControlFlowOps.cpp - scf, cf and calls -----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that disagree about a condition run both sides under masks. A condition
// that all active lanes agree on leaves the flow uniform.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "Machine.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Conditionals
//===----------------------------------------------------------------------===//

/// Runs a region once and hands its yielded values to the results.
static LogicalResult runBranch(Context &context, const Inst &inst,
                               const Code *region) {
  if (!region)
    return success();
  if (failed(context.run(*region)))
    return failure();
  context.assign(region->terminator, 0, inst.results);
  return success();
}

/// Runs the regions under the masks of their lanes.
static LogicalResult
runDivided(Context &context, const Inst &inst,
           ArrayRef<std::pair<const Code *, std::vector<uint8_t>>> parts) {
  for (unsigned result : inst.results)
    context.slot(result) = Slot();
  for (const auto &[region, mask] : parts) {
    int64_t numActive = llvm::count(mask, 1);
    if (numActive == 0)
      continue;
    LanesScope scope(context);
    context.lanes = context.withMask(mask, numActive).lanes;
    if (failed(runBranch(context, inst, region)))
      return failure();
  }
  return success();
}

static LogicalResult runIf(Context &context, const Inst &inst) {
  FailureOr<Operand> condition = context.operand(inst, 0);
  if (failed(condition))
    return failure();
  const Code *thenRegion = inst.regions[0], *elseRegion = inst.regions[1];
  if (findDifferentLane(context.lanes, *condition) < 0) {
    int64_t lane = condition->isUniform() ? 0 : context.lanes.getFirst();
    bool holds = *condition->at(lane) & 1;
    return runBranch(context, inst, holds ? thenRegion : elseRegion);
  }
  Division division = divide(context, *condition);
  return runDivided(context, inst,
                    {{thenRegion, std::move(division.holds)},
                     {elseRegion, std::move(division.fails)}});
}

static LogicalResult runIndexSwitch(Context &context, const Inst &inst) {
  auto op = cast<scf::IndexSwitchOp>(inst.op);
  FailureOr<Operand> value = context.operand(inst, 0);
  if (failed(value))
    return failure();
  // Region 0 is the default.
  auto regionOf = [&](int64_t lane) -> size_t {
    const auto *found = llvm::find(op.getCases(), int64_t(*value->at(lane)));
    return found == op.getCases().end() ? 0
                                        : 1 + (found - op.getCases().begin());
  };
  if (findDifferentLane(context.lanes, *value) < 0) {
    int64_t lane = value->isUniform() ? 0 : context.lanes.getFirst();
    return runBranch(context, inst, inst.regions[regionOf(lane)]);
  }
  SmallVector<std::pair<const Code *, std::vector<uint8_t>>> parts;
  for (const Code *region : inst.regions)
    parts.push_back({region, std::vector<uint8_t>(context.lanes.end)});
  context.lanes.forEach(
      [&](int64_t lane) { parts[regionOf(lane)].second[lane] = 1; });
  return runDivided(context, inst, parts);
}

static LogicalResult runExecuteRegion(Context &context, const Inst &inst) {
  FailureOr<const Code *> last = context.runRegion(*inst.regions[0]);
  if (failed(last))
    return failure();
  context.assign((*last)->terminator, 0, inst.results);
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static LogicalResult reportStep(const Inst &inst, int64_t step) {
  return inst.op->emitError()
         << "expected a positive step (because the loop must "
            "end), got "
         << step;
}

/// A loop whose bounds all lanes agree on.
static LogicalResult runUniformFor(Context &context, const Inst &inst,
                                   const Code &body, int64_t lower,
                                   int64_t upper, int64_t step,
                                   const Number &number, bool isUnsigned) {
  auto less = [&](int64_t x, int64_t y) {
    return isUnsigned ? uint64_t(x) < uint64_t(y) : x < y;
  };
  ArrayRef<unsigned> carried = ArrayRef<unsigned>(body.arguments).drop_front();
  context.assign(inst, 3, carried);
  for (int64_t i = lower; less(i, upper);) {
    context.setScalar(body.arguments[0], uint64_t(i) & number.mask());
    if (failed(context.run(body)) || failed(context.step(inst.op, 16)))
      return failure();
    context.assign(body.terminator, 0, carried);
    // An addition that passes the end of the integers ends the loop.
    int64_t next = int64_t(uint64_t(i) + uint64_t(step));
    if (!less(i, next))
      break;
    i = next;
  }
  for (auto [result, argument] : llvm::zip(inst.results, carried))
    context.slot(result) = Slot(context.slot(argument));
  return success();
}

/// Bounds of one lane.
namespace {
struct LoopBounds {
  Operand lower, upper, step;
  Number number;
  bool isUnsigned;

  int64_t extend(uint64_t bits) const {
    return isUnsigned ? int64_t(bits) : number.signExtend(bits);
  }
  bool contains(int64_t value, int64_t lane) const {
    int64_t bound = extend(*upper.at(lane));
    return isUnsigned ? uint64_t(value) < uint64_t(bound) : value < bound;
  }
};
} // namespace

/// A loop whose bounds differ between lanes: it goes on while any lane does.
static LogicalResult runDivergentFor(Context &context, const Inst &inst,
                                     const Code &body,
                                     const LoopBounds &bounds) {
  ArrayRef<unsigned> carried = ArrayRef<unsigned>(body.arguments).drop_front();
  context.assign(inst, 3, carried);
  std::vector<uint64_t> values(context.lanes.end);
  context.lanes.forEach(
      [&](int64_t lane) { values[lane] = *bounds.lower.at(lane); });
  LanesScope scope(context);
  while (true) {
    std::vector<uint8_t> mask(context.lanes.end);
    int64_t numActive = 0;
    context.lanes.forEach([&](int64_t lane) {
      mask[lane] = bounds.contains(bounds.extend(values[lane]), lane);
      numActive += mask[lane];
    });
    if (numActive == 0)
      break;
    context.lanes = context.withMask(std::move(mask), numActive).lanes;
    Slot &variable = context.slot(body.arguments[0]);
    variable.components = 1;
    variable.space = context.lanes.space;
    variable.isPoison = false;
    variable.bits = values;
    if (failed(context.run(body)) || failed(context.step(inst.op, 16)))
      return failure();
    context.assign(body.terminator, 0, carried);
    context.lanes.forEach([&](int64_t lane) {
      values[lane] =
          (values[lane] + *bounds.step.at(lane)) & bounds.number.mask();
    });
  }
  context.lanes = scope.saved;
  for (auto [result, argument] : llvm::zip(inst.results, carried))
    context.slot(result) = Slot(context.slot(argument));
  return success();
}

static LogicalResult runFor(Context &context, const Inst &inst) {
  auto op = cast<scf::ForOp>(inst.op);
  FailureOr<Operand> lower = context.operand(inst, 0);
  FailureOr<Operand> upper = context.operand(inst, 1);
  FailureOr<Operand> step = context.operand(inst, 2);
  if (failed(lower) || failed(upper) || failed(step))
    return failure();
  LoopBounds bounds{*lower, *upper, *step,
                    numberOf(op.getInductionVar().getType()),
                    op.getUnsignedCmp()};
  const Code &body = *inst.regions[0];
  const Lanes &lanes = context.lanes;
  std::optional<int64_t> badStep;
  lanes.forEach([&](int64_t lane) {
    int64_t value = bounds.extend(*step->at(lane));
    if (bounds.isUnsigned ? value == 0 : value <= 0)
      badStep = value;
  });
  if (badStep)
    return reportStep(inst, *badStep);
  if (findDifferentLane(lanes, *lower) >= 0 ||
      findDifferentLane(lanes, *upper) >= 0 ||
      findDifferentLane(lanes, *step) >= 0)
    return runDivergentFor(context, inst, body, bounds);
  int64_t lane = lanes.getFirst();
  return runUniformFor(context, inst, body, bounds.extend(*lower->at(lane)),
                       bounds.extend(*upper->at(lane)),
                       bounds.extend(*step->at(lane)), bounds.number,
                       bounds.isUnsigned);
}

static LogicalResult runWhile(Context &context, const Inst &inst) {
  const Code &before = *inst.regions[0], &after = *inst.regions[1];
  context.assign(inst, 0, before.arguments);
  for (unsigned result : inst.results)
    context.slot(result) = Slot();
  LanesScope scope(context);
  while (true) {
    if (failed(context.run(before)) || failed(context.step(inst.op, 16)))
      return failure();
    FailureOr<Operand> condition = context.operand(before.terminator, 0);
    if (failed(condition))
      return failure();
    if (findDifferentLane(context.lanes, *condition) < 0) {
      int64_t lane = condition->isUniform() ? 0 : context.lanes.getFirst();
      if (!(*condition->at(lane) & 1)) {
        context.assign(before.terminator, 1, inst.results);
        break;
      }
    } else {
      // The lanes that stop keep what they hold.
      Division division = divide(context, *condition);
      Lanes running = context.withMask(division.holds, division.numHolds).lanes;
      context.lanes = context.withMask(division.fails, division.numFails).lanes;
      context.assign(before.terminator, 1, inst.results);
      context.lanes = running;
    }
    context.assign(before.terminator, 1, after.arguments);
    if (failed(context.run(after)))
      return failure();
    context.assign(after.terminator, 0, before.arguments);
  }
  context.lanes = scope.saved;
  return success();
}

//===----------------------------------------------------------------------===//
// Assertions and calls
//===----------------------------------------------------------------------===//

LogicalResult tile::checkCondition(Context &context, const Inst &inst,
                                   StringRef what, StringRef text) {
  FailureOr<Operand> condition = context.operand(inst, 0);
  if (failed(condition))
    return failure();
  int64_t failing = -1;
  if (condition->isUniform())
    failing = *condition->at(0) & 1 ? -1 : context.lanes.getFirst();
  else
    context.lanes.forEach([&](int64_t lane) {
      if (failing < 0 && !(*condition->at(lane) & 1))
        failing = lane;
    });
  if (failing < 0)
    return success();
  return inst.op->emitError() << what << ": " << text;
}

static LogicalResult runAssert(Context &context, const Inst &inst) {
  return checkCondition(context, inst, "assertion failed",
                        cast<cf::AssertOp>(inst.op).getMsg());
}

static LogicalResult runCall(Context &context, const Inst &inst) {
  auto op = cast<func::CallOp>(inst.op);
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee || callee.isDeclaration())
    return op.emitError() << "expected a function with a body (because the "
                             "interpreter has no device functions), got '"
                          << op.getCallee() << "'";
  Function &function = context.machine.program.getFunction(callee);
  Frame frame;
  frame.slots.resize(function.slots.size());
  for (auto [argument, operand] :
       llvm::zip(function.entry->arguments, inst.operands))
    frame.slots[argument] = context.slot(operand);
  Context inner = context;
  inner.frame = &frame;
  // The depth of the caller counts for the callee: recursion is limited.
  FailureOr<const Code *> last = inner.runRegion(*function.entry);
  if (failed(last))
    return failure();
  for (auto [result, operand] :
       llvm::zip(inst.results, (*last)->terminator.operands))
    context.slot(result) = std::move(frame.slots[operand]);
  return success();
}

void tile::addControlFlowHandlers(HandlerMap &map) {
  map.add<scf::IfOp>(runIf);
  map.add<scf::IndexSwitchOp>(runIndexSwitch);
  map.add<scf::ExecuteRegionOp>(runExecuteRegion);
  map.add<scf::ForOp>(runFor);
  map.add<scf::WhileOp>(runWhile);
  map.add<cf::AssertOp>(runAssert);
  map.add<func::CallOp>(runCall);
}
