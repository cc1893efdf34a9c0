//===- Emission.h - A module as files ---------------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_EMISSION_H
#define TILE_EXECUTION_EMISSION_H

#include "Tile/Execution/Compiler.h"

namespace tile {

/// Text or bytes of `module` in the named form: those of Emit, and "mlir" and
/// "mlirbc" (the module as it is, as text and as bytecode) and "header" (the C
/// header of its kernels). The module may be changed. `library` names the
/// library in the header.
mlir::FailureOr<std::string> emitForm(mlir::ModuleOp module,
                                      llvm::StringRef form,
                                      const CompileOptions &options,
                                      llvm::StringRef library = "kernels");

struct EmissionOptions {
  CompileOptions compile;
  /// A form, as above.
  std::string form = "obj";
  /// The file to write, "-" for the standard output.
  std::string output = "-";
  /// Where the C header of an object or a shared library goes; if empty, beside
  /// a shared library and nowhere for an object.
  std::string header;
};

/// Writes `module`, which may be changed, to files, each whole or not at all.
/// Nothing is written before everything has been compiled.
mlir::LogicalResult emitFiles(mlir::ModuleOp module,
                              const EmissionOptions &options);

} // namespace tile

#endif // TILE_EXECUTION_EMISSION_H
