//===- Barrier.h - transaction and named barriers ---------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_BARRIER_H
#define TILE_LIB_INTERPRETER_BARRIER_H

#include "Shadow.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace tile {

struct AsyncOperation;

/// A transaction barrier: a phase ends when its arrivals and bytes are in.
struct Barrier {
  int64_t numArrivals = 1;
  /// Phases that have ended.
  uint64_t phase = 0;
  int64_t arrivalsLeft = 1;
  /// Expected bytes less those that came; either may come first.
  int64_t bytesLeft = 0;
  /// What happened before this phase's arrivals, and before the last end.
  VectorClock arriving, ended;
  /// Operations whose bytes this phase waits for.
  std::vector<std::shared_ptr<AsyncOperation>> pending;

  /// Ends phases while they are complete.
  void advance() {
    while (arrivalsLeft <= 0 && bytesLeft == 0) {
      ++phase;
      arrivalsLeft += numArrivals;
      joinClocks(ended, arriving);
    }
  }
};

/// A named barrier of a block: the threads that came so far.
struct NamedBarrier {
  int64_t count = 0;
  int64_t arrived = 0;
  uint64_t phase = 0;
  /// Votes of the phase under way, and of the last one that ended.
  int64_t numTrue = 0, lastTrue = 0;
  VectorClock arriving, ended;
};

} // namespace tile

#endif // TILE_LIB_INTERPRETER_BARRIER_H
