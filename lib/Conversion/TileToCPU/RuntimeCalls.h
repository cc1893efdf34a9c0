//===- RuntimeCalls.h - Calls of the runtime from generated code ----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations and calls of Tile/Runtime/CPU.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_RUNTIMECALLS_H
#define TILE_LIB_CONVERSION_TILETOCPU_RUNTIMECALLS_H

#include "IndexArithmetic.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace tile {
namespace cpu {

/// What went wrong, as in TileStatusCode.
enum class RuntimeError : int32_t {
  OutOfMemory = 2,
  Assertion = 3,
  Runtime = 4
};

/// Emits calls of the runtime into one module.
class RuntimeCalls {
public:
  explicit RuntimeCalls(mlir::ModuleOp module) : module(module) {}

  /// Runs `body` (an llvm.ptr to a TileCPUBody) for 0 .. count-1.
  void parallelFor(FoldingBuilder &index, mlir::Value body, mlir::Value context,
                   mlir::Value count, mlir::Value chunk);
  /// Memory of the worker for `bytes` (an i64); may be null.
  mlir::Value scratch(FoldingBuilder &index, mlir::Value worker,
                      mlir::Value bytes);
  mlir::Value alloc(FoldingBuilder &index, mlir::Value bytes);
  void free(FoldingBuilder &index, mlir::Value memory);
  mlir::Value numThreads(FoldingBuilder &index);
  /// Reports that the running kernel failed.
  void report(FoldingBuilder &index, RuntimeError error,
              llvm::StringRef message);
  /// Reports it unless `condition` holds.
  void check(FoldingBuilder &index, mlir::Value condition, RuntimeError error,
             llvm::StringRef message);
  /// Whether the running kernel has failed, an i1.
  mlir::Value failed(FoldingBuilder &index);
  /// Calls another function of the runtime.
  mlir::Value call(FoldingBuilder &index, llvm::StringRef name,
                   mlir::Type result, mlir::ValueRange arguments);

  /// The address of a NUL-terminated constant text.
  mlir::Value text(FoldingBuilder &index, llvm::StringRef text);
  mlir::Value null(FoldingBuilder &index);

private:
  mlir::ModuleOp module;
  llvm::StringMap<mlir::LLVM::GlobalOp> texts;
};

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_RUNTIMECALLS_H
