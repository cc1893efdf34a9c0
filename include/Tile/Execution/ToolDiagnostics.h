//===- ToolDiagnostics.h - How command line tools report --------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_TOOLDIAGNOSTICS_H
#define TILE_EXECUTION_TOOLDIAGNOSTICS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

namespace tile {

/// Prints the diagnostics of a context on the standard error as
/// "FILE:LINE:COLUMN: error: ..." with the source line, or as "error: ..."
/// where there is no location.
class ToolDiagnostics {
public:
  explicit ToolDiagnostics(mlir::MLIRContext *context);

  /// Reads and parses a file ("-": the standard input) as the main source of
  /// the diagnostics. Returns null after a diagnostic.
  mlir::OwningOpRef<mlir::ModuleOp> parseFile(llvm::StringRef path);

private:
  mlir::MLIRContext *context;
  std::shared_ptr<llvm::SourceMgr> sources;
  mlir::SourceMgrDiagnosticHandler located;
  mlir::ScopedDiagnosticHandler unlocated;
};

} // namespace tile

#endif // TILE_EXECUTION_TOOLDIAGNOSTICS_H
