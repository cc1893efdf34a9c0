//===- JIT.h - Kernels loaded into this process -----------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_JIT_H
#define TILE_EXECUTION_JIT_H

#include "Tile/Execution/Compiler.h"
#include "Tile/Runtime/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace tile {

/// The kernels of one object, linked into this process by LLVM's JIT. They call
/// the runtime of this process and its C library. Kernels may be invoked from
/// any thread until the object is destroyed.
class LoadedKernels {
public:
  /// Loads the bytes of a relocatable object for this machine that defines the
  /// kernels `names`.
  static llvm::Expected<std::unique_ptr<LoadedKernels>>
  load(llvm::StringRef object, llvm::ArrayRef<std::string> names);
  ~LoadedKernels();

  /// The signature of a kernel, or null if there is none of that name.
  const TileKernelInfo *getInfo(llvm::StringRef name) const;

  /// Checks the arguments and runs the kernel. Returns 0 or a TileStatusCode,
  /// also in `status` with its message.
  int invoke(llvm::StringRef name, llvm::ArrayRef<TileArg> args,
             TileStatus *status) const;

private:
  struct Kernel {
    const TileKernelInfo *info = nullptr;
    TileKernelEntry entry = nullptr;
  };

  LoadedKernels();
  llvm::Error addRuntime();
  llvm::Error addKernel(llvm::StringRef name);

  /// Errors that the session reported while it linked. Outlives it.
  std::string reported;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::StringMap<Kernel> kernels;
};

/// Compiles `module`, which is changed, and loads it. Fails with a diagnostic.
mlir::FailureOr<std::unique_ptr<LoadedKernels>>
loadModule(mlir::ModuleOp module, const CompileOptions &options);

} // namespace tile

#endif // TILE_EXECUTION_JIT_H
