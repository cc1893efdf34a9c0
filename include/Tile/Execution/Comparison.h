//===- Comparison.h - Comparing a result with a reference -------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers must be equal. Floats must both be NaN, or equal (infinities), or
// differ by a relative error within a tolerance. The relative error of element
// i is |actual - expected| / max(|expected|, r), where r is the root mean
// square of the finite expected elements of the array: sums of terms that
// cancel are as wrong as the terms, not as the sum.
//
// The tolerance is
//
//   eps(output) + 8 eps(accumulator) sqrt(L) + sum of eps(conversion)
//
// eps(T) is the distance from 1 to the next T. The accumulator is the narrowest
// float type in which a matrix product, reduction, scan, atomic addition or
// loop-carried value of the kernel keeps sums, but f64 where the output is f64
// and f32 otherwise if there is none. L is the largest extent of an argument,
// which bounds the length of a sum: the error of a sum grows with the square
// root of its length in practice (Higham, "Accuracy and Stability of Numerical
// Algorithms", 2002, section 4.2). The conversions are the float types narrower
// than f32 into which the kernel rounds: a tiny difference before the rounding
// may become one unit in the last place after it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_COMPARISON_H
#define TILE_EXECUTION_COMPARISON_H

#include "Tile/Execution/Array.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace tile {

/// The distance from 1 to the next larger number of a float type; 0 for an
/// integer type.
double getEpsilon(int32_t dtype);

/// The tolerance for an output of type `dtype`, as above.
double deriveTolerance(mlir::func::FuncOp kernel,
                       llvm::ArrayRef<ArgumentArray> arguments, int32_t dtype);

/// The first element that is out of tolerance.
struct Mismatch {
  std::vector<int64_t> indices;
  std::string expected, actual;
  double relativeError = 0;
  int64_t count = 0;
};

struct ComparisonResult {
  double maxRelativeError = 0;
  std::optional<Mismatch> mismatch;
};

/// Compares two arrays of one type and shape.
ComparisonResult compareArrays(const ArgumentArray &expected,
                               const ArgumentArray &actual, double tolerance);

} // namespace tile

#endif // TILE_EXECUTION_COMPARISON_H
