//===- Signature.h - Signatures of kernels in tile IR -----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_SIGNATURE_H
#define TILE_EXECUTION_SIGNATURE_H

#include "Tile/Runtime/KernelSignature.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace tile {

/// The kernel `name` of `module`: a public function with a body and no results.
/// Fails with a diagnostic that lists the kernels there are.
mlir::FailureOr<mlir::func::FuncOp> findKernel(mlir::ModuleOp module,
                                               llvm::StringRef name);

/// The signature of a kernel in authored form, the same that its compiled form
/// declares. A tensor is an output if it is marked `tile.out` or if an
/// operation of the function may write it. Fails with a diagnostic at an
/// argument that no caller can pass.
mlir::FailureOr<KernelSignature> getSignature(mlir::func::FuncOp kernel);

} // namespace tile

#endif // TILE_EXECUTION_SIGNATURE_H
