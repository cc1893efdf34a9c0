//===- Program.h - operations prepared for execution ------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every SSA value of a function has a numbered slot, and every operation its
// handler, operand and result slots, found once before the first execution.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_PROGRAM_H
#define TILE_LIB_INTERPRETER_PROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <vector>

namespace tile {

struct Context;
struct Inst;
struct Code;

/// Executes one operation in a context; reports its error itself.
using Handler = mlir::LogicalResult (*)(Context &, const Inst &);

/// An operation ready to run.
struct Inst {
  mlir::Operation *op = nullptr;
  Handler handler = nullptr;
  /// The number of the operation in the program, for access records.
  uint32_t number = 0;
  llvm::SmallVector<unsigned, 4> operands;
  llvm::SmallVector<unsigned, 2> results;
  /// The entry block of each region, null for an empty one.
  llvm::SmallVector<Code *, 1> regions;
};

/// A block ready to run.
struct Code {
  mlir::Block *block = nullptr;
  llvm::SmallVector<unsigned, 2> arguments;
  /// Without the terminator, which whoever runs the block interprets.
  std::vector<Inst> insts;
  Inst terminator;
  /// The successors of the terminator.
  llvm::SmallVector<Code *, 2> successors;
};

/// Handlers by operation name.
class HandlerMap {
public:
  template <typename Op>
  void add(Handler handler) {
    handlers[Op::getOperationName()] = handler;
  }
  Handler lookup(mlir::Operation *op) const {
    return handlers.lookup(op->getName().getStringRef());
  }

private:
  llvm::StringMap<Handler> handlers;
};

/// One function: its slots and blocks.
struct Function {
  mlir::func::FuncOp op;
  llvm::DenseMap<mlir::Value, unsigned> slots;
  llvm::DenseMap<mlir::Block *, std::unique_ptr<Code>> blocks;
  Code *entry = nullptr;
};

/// The functions prepared so far.
class Program {
public:
  Program();
  Function &getFunction(mlir::func::FuncOp op);
  mlir::Operation *getOperation(uint32_t number) const {
    return operations[number];
  }

private:
  void numberValues(Function &function);
  void prepareBlock(Function &function, Code &code);
  Inst prepare(Function &function, mlir::Operation &op);

  HandlerMap handlers;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Function>> functions;
  std::vector<mlir::Operation *> operations;
};

// One function per file of handlers.
void addAffineHandlers(HandlerMap &map);
void addAsyncHandlers(HandlerMap &map);
void addAtomicHandlers(HandlerMap &map);
void addBarrierHandlers(HandlerMap &map);
void addBufferHandlers(HandlerMap &map);
void addCastHandlers(HandlerMap &map);
void addChannelHandlers(HandlerMap &map);
void addControlFlowHandlers(HandlerMap &map);
void addElementHandlers(HandlerMap &map);
void addFloatHandlers(HandlerMap &map);
void addGemmHandlers(HandlerMap &map);
void addIntegerHandlers(HandlerMap &map);
void addLaunchHandlers(HandlerMap &map);
void addMathHandlers(HandlerMap &map);
void addMemRefHandlers(HandlerMap &map);
void addMoveHandlers(HandlerMap &map);
void addGatherHandlers(HandlerMap &map);
void addReduceHandlers(HandlerMap &map);
void addReducerHandlers(HandlerMap &map);
void addStructureHandlers(HandlerMap &map);
void addThreadHandlers(HandlerMap &map);
void addVectorHandlers(HandlerMap &map);
/// `vector.bitcast`, which reinterprets as `arith.bitcast` does.
mlir::LogicalResult runVectorBitcast(Context &context, const Inst &inst);

} // namespace tile

#endif // TILE_LIB_INTERPRETER_PROGRAM_H
