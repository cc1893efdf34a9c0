//===- Futex.h - Sleeping until a word changes ------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_FUTEX_H
#define TILE_LIB_RUNTIME_FUTEX_H

#include <atomic>
#include <cstdint>

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <time.h>
#endif

namespace tile {

/// Sleeps while `word` holds `value`. It may also return early, so callers
/// loop.
inline void futexWait(std::atomic<uint32_t> &word, uint32_t value) {
#if defined(__linux__)
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
#else
  // Without futexes, look again every 50 microseconds.
  if (word.load() == value) {
    timespec pause = {0, 50000};
    nanosleep(&pause, nullptr);
  }
#endif
}

/// Wakes up to `count` threads that sleep on `word`.
inline void futexWake(std::atomic<uint32_t> &word, int32_t count) {
#if defined(__linux__)
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
#else
  (void)word;
  (void)count;
#endif
}

} // namespace tile

#endif // TILE_LIB_RUNTIME_FUTEX_H
