//===- OptimizeLLVM.h - LLVM's passes over a kernel module ------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_EXECUTION_OPTIMIZELLVM_H
#define TILE_LIB_EXECUTION_OPTIMIZELLVM_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace tile {

/// Optimises `module` for `machine`. Level 0 is LLVM's -O0, level 3 its -O3; in
/// between is what kernels profit from, in a fraction of the time.
llvm::Error optimizeLLVM(llvm::Module &module, llvm::TargetMachine &machine,
                         unsigned level);

} // namespace tile

#endif // TILE_LIB_EXECUTION_OPTIMIZELLVM_H
