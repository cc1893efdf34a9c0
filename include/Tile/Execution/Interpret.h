//===- Interpret.h - The interpreter behind the kernel ABI ------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_INTERPRET_H
#define TILE_EXECUTION_INTERPRET_H

#include "Tile/Interpreter/Interpreter.h"
#include "Tile/Runtime/KernelABI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tile {

/// Runs a kernel in authored form on the arguments that its compiled form would
/// take, with the same checks of them. Tensors are updated in place. Returns 0
/// or a TileStatusCode, also in `status` with its message; where the program
/// itself fails, there is a diagnostic too.
int interpretKernel(mlir::func::FuncOp kernel, llvm::ArrayRef<TileArg> args,
                    const InterpreterOptions &options, TileStatus &status);

} // namespace tile

#endif // TILE_EXECUTION_INTERPRET_H
