//===- Work.h - How much a run computes and moves ---------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations are counted by running the control flow around the matrix products
// of a kernel, without the products: for each one that a block reaches, 2 M N K
// operations. Where an operand is a copy of a slice of a tensor, only the part
// inside the tensor counts, so that padding at the edges is not work. There is
// no count where control flow depends on data.
//
// Bytes are what a kernel with a large cache would move: each tensor once, and
// twice if it is updated in place.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_WORK_H
#define TILE_EXECUTION_WORK_H

#include "Tile/Execution/Array.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace tile {

/// The operations of one run of `kernel`; none if it has no matrix product or
/// they cannot be counted.
std::optional<double> countOperations(mlir::func::FuncOp kernel,
                                      llvm::ArrayRef<ArgumentArray> arguments);

/// The bytes of one run. A tensor marked `tile.out` is written only.
double countBytes(mlir::func::FuncOp kernel, const KernelSignature &signature,
                  llvm::ArrayRef<ArgumentArray> arguments);

} // namespace tile

#endif // TILE_EXECUTION_WORK_H
