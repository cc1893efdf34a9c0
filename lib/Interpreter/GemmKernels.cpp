//===- GemmKernels.cpp - matrix products of arrays ------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmKernels.h"
#include <cmath>

using namespace tile;

// Every element of C has one chain of additions, so rows of C are vectorised
// freely: the loop over n is innermost. Where the processor has a fused
// multiply-add, a copy of the loop is compiled for it.

#if defined(__x86_64__)
#define TILE_FMA_TARGET __attribute__((target("avx2,fma")))
static bool hasFma() {
  return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
}
#else
#define TILE_FMA_TARGET
static bool hasFma() { return true; }
#endif

template <typename T>
TILE_FMA_TARGET static void
multiplyFused(const GemmSize &size, const T *__restrict a,
              const T *__restrict b, T *__restrict c) {
  for (int64_t i = 0; i < size.m; ++i)
    for (int64_t k = 0; k < size.k; ++k) {
      T x = a[i * size.k + k];
      const T *row = b + k * size.n;
      T *out = c + i * size.n;
      for (int64_t j = 0; j < size.n; ++j)
        if constexpr (sizeof(T) == 4)
          out[j] = __builtin_fmaf(x, row[j], out[j]);
        else
          out[j] = __builtin_fma(x, row[j], out[j]);
    }
}

/// The library's fused multiply-add, for processors without one.
template <typename T>
static void multiplyByLibrary(const GemmSize &size, const T *a, const T *b,
                              T *c) {
  for (int64_t i = 0; i < size.m; ++i)
    for (int64_t k = 0; k < size.k; ++k)
      for (int64_t j = 0; j < size.n; ++j)
        c[i * size.n + j] =
            std::fma(a[i * size.k + k], b[k * size.n + j], c[i * size.n + j]);
}

template <typename T>
static void multiply(const GemmSize &size, const T *a, const T *b, T *c) {
  if (hasFma())
    multiplyFused(size, a, b, c);
  else
    multiplyByLibrary(size, a, b, c);
}

void tile::multiplySingle(const GemmSize &size, const float *a, const float *b,
                          float *c, bool productsAreExact) {
  if (!productsAreExact || hasFma()) {
    multiply(size, a, b, c);
    return;
  }
  for (int64_t i = 0; i < size.m; ++i)
    for (int64_t k = 0; k < size.k; ++k)
      for (int64_t j = 0; j < size.n; ++j)
        c[i * size.n + j] += a[i * size.k + k] * b[k * size.n + j];
}

void tile::multiplyDouble(const GemmSize &size, const double *a,
                          const double *b, double *c) {
  multiply(size, a, b, c);
}

void tile::multiplyInteger(const GemmSize &size, const int64_t *a,
                           const int64_t *b, int64_t *c) {
  for (int64_t i = 0; i < size.m; ++i)
    for (int64_t k = 0; k < size.k; ++k) {
      uint64_t x = a[i * size.k + k];
      const int64_t *row = b + k * size.n;
      int64_t *out = c + i * size.n;
      for (int64_t j = 0; j < size.n; ++j)
        out[j] = int64_t(uint64_t(out[j]) + x * uint64_t(row[j]));
    }
}

void tile::multiplyRounded(const GemmSize &size, const double *a,
                           const double *b, double *c,
                           const FloatFormat &format) {
  for (int64_t i = 0; i < size.m; ++i)
    for (int64_t j = 0; j < size.n; ++j) {
      double sum = c[i * size.n + j];
      for (int64_t k = 0; k < size.k; ++k) {
        double exact =
            multiplyAddToOdd(a[i * size.k + k], b[k * size.n + j], sum);
        sum = decodeFloat(format, encodeFloat(format, exact));
      }
      c[i * size.n + j] = sum;
    }
}
