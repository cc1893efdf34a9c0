//===- tile-reduce.cpp - Make a failing input smaller ---------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Source.h"
#include "Tile/Execution/ToolDiagnostics.h"
#include "Tile/InitAll.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/MemoryBuffer.h"

/// Refuses input that would exhaust the stack: MLIR's reducer reads its files
/// by itself.
static bool areShallow(llvm::ArrayRef<char *> arguments,
                       mlir::MLIRContext &context) {
  tile::ToolDiagnostics diagnostics(&context);
  for (llvm::StringRef argument : arguments) {
    if (argument.starts_with("-"))
      continue;
    auto file = llvm::MemoryBuffer::getFile(argument);
    if (file && mlir::failed(tile::checkNesting(**file, &context)))
      return false;
  }
  return true;
}

int main(int argc, char **argv) {
  tile::registerAllPasses();
  mlir::DialectRegistry registry;
  tile::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  if (!areShallow(llvm::ArrayRef(argv, argc).drop_front(), context))
    return 1;
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
