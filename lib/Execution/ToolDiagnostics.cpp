//===- ToolDiagnostics.cpp - How command line tools report ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/ToolDiagnostics.h"

#include "Tile/Execution/Source.h"
#include "mlir/Support/FileUtilities.h"

using namespace mlir;
using namespace tile;

/// Prints an error that belongs to no line: to a file as a whole, or to
/// nothing.
static LogicalResult printUnlocated(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return failure();
  auto file = dyn_cast<FileLineColLoc>(diagnostic.getLocation());
  if (file ? file.getLine() != 0 : !isa<UnknownLoc>(diagnostic.getLocation()))
    return failure();
  if (file)
    llvm::errs() << file.getFilename().getValue() << ": ";
  llvm::errs() << "error: " << diagnostic.str() << '\n';
  return success();
}

ToolDiagnostics::ToolDiagnostics(MLIRContext *context)
    : context(context), sources(std::make_shared<llvm::SourceMgr>()),
      located(*sources, context), unlocated(context, printUnlocated) {}

OwningOpRef<ModuleOp> ToolDiagnostics::parseFile(llvm::StringRef path) {
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(path, &reason);
  if (!buffer) {
    emitError(UnknownLoc::get(context)) << reason;
    return nullptr;
  }
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return parseModule(sources, context);
}
