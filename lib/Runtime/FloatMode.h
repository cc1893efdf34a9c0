//===- FloatMode.h - Rounding and subnormal mode of a thread ----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numerical libraries switch a thread to flush subnormals to zero. The threads
// of the pool follow the thread that starts a loop, since otherwise a result
// would depend on which thread computed it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_FLOATMODE_H
#define TILE_LIB_RUNTIME_FLOATMODE_H

#include <cstdint>

namespace tile {

/// The control register of floating-point arithmetic.
using FloatMode = uint64_t;

inline FloatMode getFloatMode() {
#if defined(__x86_64__)
  return __builtin_ia32_stmxcsr();
#elif defined(__aarch64__)
  uint64_t mode;
  asm volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
#else
  return 0;
#endif
}

inline void setFloatMode(FloatMode mode) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(static_cast<uint32_t>(mode));
#elif defined(__aarch64__)
  asm volatile("msr fpcr, %0" : : "r"(mode));
#else
  (void)mode;
#endif
}

} // namespace tile

#endif // TILE_LIB_RUNTIME_FLOATMODE_H
