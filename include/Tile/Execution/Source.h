//===- Source.h - Reading modules -------------------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_SOURCE_H
#define TILE_EXECUTION_SOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace tile {

/// A context in which every dialect and extension is registered, single-
/// threaded: kernels are small, and diagnostics come in one order. Passes are
/// registered too, once in the process.
std::unique_ptr<mlir::MLIRContext> createContext();

/// The deepest nesting of brackets that a source may have. MLIR's parser
/// recurses, so that deeper input could exhaust the stack.
inline constexpr unsigned kMaxNesting = 256;

/// Fails, with a diagnostic at the bracket, if brackets nest deeper than
/// kMaxNesting. Strings and comments do not count. Bytecode is accepted as it
/// is: its nesting is bounded by its own reader.
mlir::LogicalResult checkNesting(llvm::MemoryBufferRef source,
                                 mlir::MLIRContext *context);

/// Parses and verifies the main buffer of `sources`, text or bytecode. A single
/// top-level module is returned as it is; other operations are wrapped in one.
/// Returns null after a diagnostic. `sources` must outlive printing of
/// diagnostics, not the module.
mlir::OwningOpRef<mlir::ModuleOp>
parseModule(const std::shared_ptr<llvm::SourceMgr> &sources,
            mlir::MLIRContext *context);

} // namespace tile

#endif // TILE_EXECUTION_SOURCE_H
