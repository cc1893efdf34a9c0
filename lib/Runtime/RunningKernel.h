//===- RunningKernel.h - What a thread is running ---------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_RUNNINGKERNEL_H
#define TILE_LIB_RUNTIME_RUNNINGKERNEL_H

#include "Tile/Runtime/KernelABI.h"

namespace tile {

/// What the current thread is running.
struct RunningKernel {
  /// Where the kernel's errors go; null if no kernel is running.
  TileStatus *status;
  /// How many bodies of parallel loops enclose the current point.
  int32_t loopDepth;
};

/// Each thread has its own, all zero at first.
extern thread_local RunningKernel runningKernel;

/// Changes what the thread is running until the end of a scope.
class RunningKernelScope {
public:
  RunningKernelScope(TileStatus *status, int32_t loopDepth)
      : before(runningKernel) {
    runningKernel = {status, loopDepth};
  }
  RunningKernelScope(const RunningKernelScope &) = delete;
  RunningKernelScope &operator=(const RunningKernelScope &) = delete;
  ~RunningKernelScope() { runningKernel = before; }

private:
  RunningKernel before;
};

/// The code reported for `status`, 0 if it is null. Safe while other threads
/// report.
inline int32_t loadStatusCode(const TileStatus *status) {
  return status ? __atomic_load_n(&status->code, __ATOMIC_RELAXED) : 0;
}

} // namespace tile

#endif // TILE_LIB_RUNTIME_RUNNINGKERNEL_H
