//===- Run.h - Running, checking and timing one kernel ----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_RUN_H
#define TILE_EXECUTION_RUN_H

#include "Tile/Execution/Compiler.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace tile {

struct RunOptions {
  /// The kernel's name; may be empty if the module has exactly one.
  std::string kernel;
  /// Run the reference interpreter instead of machine code.
  bool onInterpreter = false;
  CompileOptions compile;
  /// One specification for each argument (see Array.h).
  std::vector<std::string> arguments;
  /// Added to the seeds of arguments that give none.
  uint64_t seed = 0;
  /// Tensors to write afterwards: "INDEX:FILE.npy".
  std::vector<std::string> outputs;
  /// Compare all outputs with the interpreter's.
  bool check = false;
  /// Tolerated relative error of floats; derived (Comparison.h) if not given.
  std::optional<double> tolerance;
  /// How many timed runs, after one to warm up; 0: none.
  unsigned timedRuns = 0;
  /// Threads of the pool; 0: one per CPU.
  unsigned threads = 0;
  /// Check every access on the interpreter.
  bool checkAccesses = true;
  /// Bounds the interpreter's work (see InterpreterOptions); its default if 0.
  uint64_t maxSteps = 0;
  /// Report one JSON object instead of text.
  bool json = false;
};

/// Runs a kernel of `module`, which is not changed, and reports to `report`:
///   check: ok max-rel-err=1.2e-07
///   bench: median 1.9 ms, min 1.8 ms, 70.1 GFLOP/s, 6.3 GB/s (20 runs, 2
///   threads)
/// A failed check is a diagnostic that names the argument, the index, and the
/// expected and actual values. All failures are diagnostics.
mlir::LogicalResult runKernel(mlir::ModuleOp module, const RunOptions &options,
                              llvm::raw_ostream &report);

} // namespace tile

#endif // TILE_EXECUTION_RUN_H
