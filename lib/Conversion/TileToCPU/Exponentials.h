//===- Exponentials.h - exp and exp2 as vector arithmetic -------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_EXPONENTIALS_H
#define TILE_LIB_CONVERSION_TILETOCPU_EXPONENTIALS_H

#include "mlir/IR/PatternMatch.h"

namespace tile {
namespace cpu {

/// Adds patterns that expand math.exp and math.exp2 of f32, scalars and
/// vectors, into arith. The error is at most 1.3 units in the last place, with
/// or without fused multiply-adds; results below the normal range are subnormal
/// numbers, NaN stays NaN. `hasLdexp`: the machine scales vectors of f32 by
/// powers of two in one instruction.
void populateExponentialPatterns(mlir::RewritePatternSet &patterns,
                                 bool hasLdexp);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_EXPONENTIALS_H
