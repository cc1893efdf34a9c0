//===- CPU.h - The CPU target -----------------------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of CPU targets and the pipeline that compiles for them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TARGET_CPU_CPU_H
#define TILE_TARGET_CPU_CPU_H

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace tile {

/// The names of the CPU target table: x86-64 and its levels -v2 to -v4,
/// aarch64, and native, the machine this runs on.
llvm::SmallVector<std::string> getCPUTargetNames();

/// The description of a named CPU target, or null if the name is not in the
/// table.
TargetAttr lookupCPUTarget(mlir::MLIRContext *context, llvm::StringRef name);

/// What LLVM needs to generate code for a target.
struct CPUMachine {
  std::string triple, cpu, features, dataLayout;
};

/// The machine of a CPU target. Fails if the target is not a CPU.
mlir::FailureOr<CPUMachine> getCPUMachine(TargetAttr target);

/// The machine that `tile-attach-machine` has noted on `module`, if it has.
std::optional<CPUMachine> getAttachedMachine(mlir::ModuleOp module);

/// Adds the CPU targets to the tables of the tile dialect.
void registerCPUTargets(mlir::DialectRegistry &registry);

struct TileToCPUOptions : public mlir::PassPipelineOptions<TileToCPUOptions> {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("name in the CPU target table, for launches without a "
                     "target"),
      llvm::cl::init("native")};
  Option<bool> cFunctions{
      *this, "c-functions",
      llvm::cl::desc("give each kernel the C function of its name"),
      llvm::cl::init(true)};
  Option<bool> verifyStages{
      *this, "verify-stages",
      llvm::cl::desc("check the stage of the IR between passes"),
      llvm::cl::init(false)};
};

/// Compiles a module of host functions with launches to the llvm dialect, ready
/// for translation: `tile-to-cpu`.
void buildTileToCPUPipeline(mlir::OpPassManager &pm,
                            const TileToCPUOptions &options);

/// Registers the pipeline `tile-to-cpu`.
void registerTileToCPUPipeline();

/// Registers the passes of this library.
void registerCPUTargetPasses();

} // namespace tile

#endif // TILE_TARGET_CPU_CPU_H
