//===- KernelConstants.h - Signatures in LLVM IR ----------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_EXECUTION_KERNELCONSTANTS_H
#define TILE_LIB_EXECUTION_KERNELCONSTANTS_H

#include "Tile/Runtime/KernelSignature.h"

namespace llvm {
class Module;
} // namespace llvm

namespace tile {

/// The signatures that `module` defines as constants `_tile_info_NAME` (see
/// Tile/Runtime/Kernel.h), in its order.
std::vector<KernelSignature> readKernels(const llvm::Module &module);

} // namespace tile

#endif // TILE_LIB_EXECUTION_KERNELCONSTANTS_H
