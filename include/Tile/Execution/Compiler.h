//===- Compiler.h - From a module to machine code ---------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One straight line: authored tile IR -> targeted tile IR -> llvm dialect ->
// optimised LLVM IR -> assembly or an object -> a shared library. Whoever asks
// for an earlier form gets what the later ones are made of.
//
// All failures are diagnostics on the module's context. No function here ends
// the process (see FatalErrors.h for LLVM's fatal errors).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_COMPILER_H
#define TILE_EXECUTION_COMPILER_H

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Runtime/KernelSignature.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace tile {

/// Where on the line to stop.
enum class Emit {
  /// The input, verified and given its target: tile IR of the targeted stage.
  Tile,
  /// The llvm dialect, as text.
  MLIRLLVM,
  /// Optimised LLVM IR, as text.
  LLVM,
  Assembly,
  Object,
  SharedLibrary
};

/// The form called `tile`, `mlir-llvm`, `llvm`, `asm`, `obj` or `so`.
std::optional<Emit> getEmitByName(llvm::StringRef name);

struct CompileOptions {
  /// A name in a target table, for launches that have no target yet.
  std::string target = "native";
  /// How hard LLVM tries, 0 to 3: 0 not at all; 1 and 2 what kernels profit
  /// from; 3 its own -O3.
  unsigned optLevel = 2;
  /// Check the stage of the IR between passes.
  bool verifyStages = false;
  /// Give each kernel the C function of its name.
  bool cFunctions = true;
};

/// Lowers `module`, authored or targeted, to the llvm dialect. Its launches
/// must have one target.
mlir::LogicalResult lowerToLLVMDialect(mlir::ModuleOp module,
                                       const CompileOptions &options);

/// An optimised LLVM module with the machine it is for.
class MachineModule {
public:
  /// Lowers, translates and optimises `module`, which is left in the llvm
  /// dialect.
  static mlir::FailureOr<MachineModule> create(mlir::ModuleOp module,
                                               const CompileOptions &options);
  MachineModule(MachineModule &&);
  MachineModule &operator=(MachineModule &&);
  ~MachineModule();

  /// The kernels, in the order of the module.
  const std::vector<KernelSignature> &getKernels() const { return kernels; }

  /// Fails, with a diagnostic, if this machine could not run the code.
  mlir::LogicalResult checkHost() const;

  std::string getLLVMText() const;
  /// Assembly text or the bytes of a relocatable object. Uses the module up.
  mlir::FailureOr<std::string> emitAssembly();
  mlir::FailureOr<std::string> emitObject();
  /// The bytes of a shared library with one C function per kernel; see
  /// SharedLibrary.h.
  mlir::FailureOr<std::string> emitSharedLibrary();

private:
  MachineModule() = default;
  mlir::FailureOr<std::string> emitCode(bool assembly);

  mlir::Location getLoc() const { return *loc; }

  std::optional<mlir::Location> loc;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::vector<KernelSignature> kernels;
};

/// Fails, with a diagnostic at the first use, if `module`, of the llvm dialect,
/// uses a function that neither it defines nor the runtime, nor the libraries
/// of this process: what no loader or linker would find.
mlir::LogicalResult checkExternals(mlir::ModuleOp module);

/// Text or bytes of `module` in the form `emit`; `module` is changed.
mlir::FailureOr<std::string> compile(mlir::ModuleOp module, Emit emit,
                                     const CompileOptions &options);

/// Runs a textual pass pipeline, such as `tile-to-cpu{target=x86-64-v3}` or
/// `builtin.module(canonicalize)`.
mlir::LogicalResult runPipeline(mlir::ModuleOp module,
                                llvm::StringRef pipeline);

} // namespace tile

#endif // TILE_EXECUTION_COMPILER_H
