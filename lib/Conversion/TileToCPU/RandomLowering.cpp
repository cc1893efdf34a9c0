//===- RandomLowering.cpp - Random number generators ----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

using namespace mlir;

namespace tile {
namespace cpu {

LogicalResult lowerRngInit(KernelLowering &kernel, RngInitOp op) {
  return refuse(op, "no random number generator",
                "each thread of a block has its own, and the CPU target runs a "
                "block on one thread");
}

LogicalResult lowerRngNext(KernelLowering &kernel, RngNextOp op) {
  return refuse(op, "no random number generator",
                "each thread of a block has its own, and the CPU target runs a "
                "block on one thread");
}

} // namespace cpu
} // namespace tile
