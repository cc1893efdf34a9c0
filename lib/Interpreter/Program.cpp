//===- Program.cpp - operations prepared for execution --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

using namespace mlir;
using namespace tile;

static LogicalResult unknownOperation(Context &, const Inst &inst) {
  return inst.op->emitError()
         << "expected an operation with a meaning on arrays (because the "
            "interpreter executes authored programs), got '"
         << inst.op->getName() << "'";
}

Program::Program() {
  addAffineHandlers(handlers);
  addAsyncHandlers(handlers);
  addAtomicHandlers(handlers);
  addBarrierHandlers(handlers);
  addBufferHandlers(handlers);
  addCastHandlers(handlers);
  addChannelHandlers(handlers);
  addControlFlowHandlers(handlers);
  addElementHandlers(handlers);
  addFloatHandlers(handlers);
  addGemmHandlers(handlers);
  addIntegerHandlers(handlers);
  addLaunchHandlers(handlers);
  addMathHandlers(handlers);
  addMemRefHandlers(handlers);
  addMoveHandlers(handlers);
  addReduceHandlers(handlers);
  addReducerHandlers(handlers);
  addStructureHandlers(handlers);
  addThreadHandlers(handlers);
  addVectorHandlers(handlers);
}

Function &Program::getFunction(func::FuncOp op) {
  std::unique_ptr<Function> &function = functions[op];
  if (function)
    return *function;
  function = std::make_unique<Function>();
  function->op = op;
  numberValues(*function);
  op.walk<WalkOrder::PreOrder>([&](Block *block) {
    auto code = std::make_unique<Code>();
    code->block = block;
    function->blocks[block] = std::move(code);
  });
  op.walk<WalkOrder::PreOrder>(
      [&](Block *block) { prepareBlock(*function, *function->blocks[block]); });
  function->entry = function->blocks[&op.getBody().front()].get();
  return *function;
}

void Program::numberValues(Function &function) {
  auto add = [&](Value value) {
    unsigned number = function.slots.size();
    function.slots[value] = number;
  };
  function.op.walk<WalkOrder::PreOrder>([&](Block *block) {
    llvm::for_each(block->getArguments(), add);
    for (Operation &op : *block)
      llvm::for_each(op.getResults(), add);
  });
}

void Program::prepareBlock(Function &function, Code &code) {
  for (BlockArgument argument : code.block->getArguments())
    code.arguments.push_back(function.slots.lookup(argument));
  for (Operation &op : *code.block) {
    Inst inst = prepare(function, op);
    if (op.hasTrait<OpTrait::IsTerminator>())
      code.terminator = std::move(inst);
    else
      code.insts.push_back(std::move(inst));
  }
  if (code.terminator.op)
    for (Block *successor : code.terminator.op->getSuccessors())
      code.successors.push_back(function.blocks[successor].get());
}

Inst Program::prepare(Function &function, Operation &op) {
  Inst inst;
  inst.op = &op;
  inst.number = operations.size();
  operations.push_back(&op);
  inst.handler = handlers.lookup(&op);
  if (!inst.handler)
    inst.handler = unknownOperation;
  for (Value operand : op.getOperands())
    inst.operands.push_back(function.slots.lookup(operand));
  for (Value result : op.getResults())
    inst.results.push_back(function.slots.lookup(result));
  for (Region &region : op.getRegions())
    inst.regions.push_back(
        region.empty() ? nullptr : function.blocks[&region.front()].get());
  return inst;
}
