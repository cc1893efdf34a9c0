//===- Shadow.h - who touched which element ---------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the interpreter remembers about accesses to find those that no order
// separates. An *agent* is a team in execution: a block, or a role of it. Its
// clock counts statements; accesses of its lanes under one clock are unordered.
// Agents are ordered by vector clocks that barriers, channels and atomics carry
// (C. Flanagan, S. Freund, "FastTrack", 2009, with at most two readers kept).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_SHADOW_H
#define TILE_LIB_INTERPRETER_SHADOW_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace tile {

/// Counted work and memory.
class Budget {
public:
  Budget(uint64_t maxSteps, uint64_t maxBytes)
      : stepsLeft(maxSteps), bytesLeft(maxBytes) {}
  bool step(uint64_t count) {
    if (count > stepsLeft)
      return false;
    stepsLeft -= count;
    return true;
  }
  bool reserve(uint64_t count) {
    if (count > bytesLeft)
      return false;
    bytesLeft -= count;
    return true;
  }
  void release(uint64_t count) { bytesLeft += count; }
  uint64_t getBytesLeft() const { return bytesLeft; }

private:
  uint64_t stepsLeft, bytesLeft;
};

/// The latest clock of other agents that happened before; absent: none.
using VectorClock = llvm::SmallDenseMap<uint32_t, uint32_t, 4>;
/// Raises each entry of `into` to that of `from`.
void joinClocks(VectorClock &into, const VectorClock &from);

/// The lane of an access that all lanes perform together.
inline constexpr uint32_t allLanes = ~uint32_t(0);

/// One access to an element; agent 0 means none.
struct AccessRecord {
  uint32_t agent = 0;
  uint32_t clock = 0;
  uint32_t lane = 0;
  /// The number of the operation, and for writes two flags.
  uint32_t op : 30;
  uint32_t changedValue : 1;
  uint32_t isAtomic : 1;
  AccessRecord() : op(0), changedValue(0), isAtomic(0) {}
};

/// The readers of an element since they were last ordered: two different ones
/// suffice to see that some reader differs from a writer.
struct ReadRecords {
  AccessRecord first, last;
};

/// Asynchronous operations under way on an element.
struct PendingRecord {
  uint32_t writer = 0;
  uint32_t reader = 0;
  uint32_t numReaders = 0;
};

/// An array of which only the touched pages exist.
template <typename T>
class PagedArray {
public:
  PagedArray(Budget &budget) : budget(budget) {}
  ~PagedArray() { budget.release(charged); }
  /// The entry, made if needed; null where memory may not be used.
  T *get(uint64_t index) {
    uint64_t page = index / pageSize;
    if (page >= pages.size())
      pages.resize(page + 1);
    if (!pages[page] && !makePage(page))
      return nullptr;
    return &pages[page][index % pageSize];
  }
  /// The entry if its page exists.
  T *find(uint64_t index) {
    uint64_t page = index / pageSize;
    return page < pages.size() && pages[page] ? &pages[page][index % pageSize]
                                              : nullptr;
  }

  /// Calls `visit(index, entry)` for all entries of the pages that exist.
  template <typename Visit>
  void forEach(Visit visit) {
    for (uint64_t page = 0; page < pages.size(); ++page)
      for (uint64_t i = 0; pages[page] && i < pageSize; ++i)
        visit(page * pageSize + i, pages[page][i]);
  }

private:
  static constexpr uint64_t pageSize = 1024;
  bool makePage(uint64_t page) {
    if (!budget.reserve(pageSize * sizeof(T)))
      return false;
    charged += pageSize * sizeof(T);
    pages[page] = std::make_unique<T[]>(pageSize);
    return true;
  }
  Budget &budget;
  uint64_t charged = 0;
  std::vector<std::unique_ptr<T[]>> pages;
};

/// The records of one storage, one for each granule of `granuleBits`.
struct Shadow {
  Shadow(Budget &budget, unsigned granuleBits)
      : granuleBits(granuleBits), writes(budget), reads(budget),
        pending(budget) {}
  /// Finer records with the same pending operations. Earlier accesses are
  /// forgotten: they belong to statements before the view that needs this.
  std::unique_ptr<Shadow> refined(Budget &budget, unsigned finerBits);

  unsigned granuleBits;
  PagedArray<AccessRecord> writes;
  PagedArray<ReadRecords> reads;
  PagedArray<PendingRecord> pending;
};

} // namespace tile

#endif // TILE_LIB_INTERPRETER_SHADOW_H
