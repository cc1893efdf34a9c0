//===- TileSignature.h - what a kernel declares to its callers --*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILESIGNATURE_H
#define TILE_DIALECT_TILE_IR_TILESIGNATURE_H

#include "Tile/Runtime/KernelSignature.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace tile {

/// The TileDType of an element or scalar type (index is i64), if it has one.
std::optional<int32_t> getDType(mlir::Type type);

/// Whether `function` is a kernel: public, with a body, without results.
bool isKernel(mlir::func::FuncOp function);

/// The kernel `name` of `module`. Fails with a diagnostic that lists the
/// kernels there are.
mlir::FailureOr<mlir::func::FuncOp> findKernel(mlir::ModuleOp module,
                                               llvm::StringRef name);

/// The signature of a kernel in authored form, the same that its compiled form
/// declares. A tensor is an output if it is marked `tile.out` or if an
/// operation of the function may write it. Fails with a diagnostic at an
/// argument that no caller can pass.
mlir::FailureOr<KernelSignature> getSignature(mlir::func::FuncOp kernel);

} // namespace tile

#endif // TILE_DIALECT_TILE_IR_TILESIGNATURE_H
