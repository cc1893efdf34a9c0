//===- Token.h - completion of asynchronous operations ----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_TOKEN_H
#define TILE_LIB_INTERPRETER_TOKEN_H

#include "Accessor.h"

namespace tile {

/// The content of a `!tile.token`.
struct Token : Object {
  std::vector<AsyncRef> operations;
};

/// Runs the operation that `make(lane)` describes: at once, or, where `inst`
/// has a token, issued. `issue` says who reaches it; for each of them the
/// operation is made once. `barrierOperand` is the number of the barrier
/// operand, whose index follows it, or -1.
mlir::LogicalResult
performOrIssue(Context &context, const Inst &inst, IssueScope issue,
               int barrierOperand,
               llvm::function_ref<mlir::FailureOr<AsyncRef>(int64_t)> make);

/// An accessor of the synchronous or asynchronous form of an operation.
Accessor makeAccessor(Context &context, const Inst &inst,
                      AsyncOperation &operation, const View &view);

/// The number of an optional operand, or -1.
template <typename Op>
int operandNumber(Op op, mlir::Value value) {
  if (!value)
    return -1;
  for (mlir::OpOperand &operand : op->getOpOperands())
    if (operand.get() == value)
      return int(operand.getOperandNumber());
  return -1;
}

} // namespace tile

#endif // TILE_LIB_INTERPRETER_TOKEN_H
