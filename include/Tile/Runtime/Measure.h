//===- Measure.h - Time and memory of a process -----------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_MEASURE_H
#define TILE_RUNTIME_MEASURE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Nanoseconds of a clock that never goes back, from an arbitrary start. Any
/// thread may call it, and all threads see one clock.
int64_t tile_clock_ns(void);

/// The largest amount of memory, in bytes, that this process has had resident
/// since it started (getrusage's ru_maxrss); -1 if the system does not tell.
int64_t tile_peak_memory_bytes(void);

/// The memory, in bytes, that this process has resident now; -1 if the system
/// does not tell.
int64_t tile_current_memory_bytes(void);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // TILE_RUNTIME_MEASURE_H
