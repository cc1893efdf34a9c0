//===- GemmKernels.h - matrix products of arrays ----------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C += A * B for row-major A (M x K), B (K x N) and C (M x N): exact products,
// added for k ascending, one rounding in C's type for each addition.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_GEMMKERNELS_H
#define TILE_LIB_INTERPRETER_GEMMKERNELS_H

#include "Tile/Interpreter/Numerics.h"

namespace tile {

struct GemmSize {
  int64_t m, n, k;
};

/// f32 accumulation; the operands are exactly f32. With `productsAreExact` (no
/// product needs more than 24 bits or leaves the range of f32) a product and an
/// addition give what a fused multiply-add gives.
void multiplySingle(const GemmSize &size, const float *a, const float *b,
                    float *c, bool productsAreExact);
/// f64 accumulation.
void multiplyDouble(const GemmSize &size, const double *a, const double *b,
                    double *c);
/// Wrapping accumulation; the caller cuts the result to the width of C.
void multiplyInteger(const GemmSize &size, const int64_t *a, const int64_t *b,
                     int64_t *c);
/// Any other type of C: the exact sum is rounded to odd in double and then to
/// `format`. Products need at most 106 bits.
void multiplyRounded(const GemmSize &size, const double *a, const double *b,
                     double *c, const FloatFormat &format);

} // namespace tile

#endif // TILE_LIB_INTERPRETER_GEMMKERNELS_H
