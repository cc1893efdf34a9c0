//===- Memory.cpp - Scratch and packed operands ---------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fresh pages cost more than what a kernel does with them, so large blocks are
// kept when freed. A block of 2 MiB or more begins on a 2 MiB boundary and asks
// for huge pages; its header lies in the page before, so that a size of whole
// huge pages takes no more than that.
//
//===----------------------------------------------------------------------===//

#include "RunningKernel.h"
#include "Tile/Runtime/CPU.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <sys/mman.h>

using namespace tile;

namespace {
constexpr int64_t cacheLine = 64;
constexpr int64_t pageBytes = 4096;
constexpr int64_t hugePageBytes = int64_t(1) << 21;
/// Below this size malloc keeps memory well enough by itself.
constexpr int64_t minMappedBytes = int64_t(1) << 17;
/// Far below what the arithmetic here could overflow at.
constexpr int64_t maxBytes = int64_t(1) << 47;
constexpr int64_t initialRetainedLimit = int64_t(1) << 28;

int64_t roundUp(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// What lies before the memory that is handed out.
struct alignas(cacheLine) Block {
  /// The next free block, the one freed before this.
  Block *next;
  /// The bytes handed out.
  int64_t capacity;
  /// The start and size of the mapping; null for a block from malloc.
  void *mapping;
  int64_t mappedBytes;

  void *getMemory() { return this + 1; }
  static Block *of(void *memory) { return static_cast<Block *>(memory) - 1; }
};
static_assert(sizeof(Block) == cacheLine, "memory would not be aligned");

//===----------------------------------------------------------------------===//
// Blocks from the system
//===----------------------------------------------------------------------===//

Block *allocateSmall(int64_t bytes) {
  void *memory = std::aligned_alloc(cacheLine, sizeof(Block) + bytes);
  return memory ? new (memory) Block{nullptr, bytes, nullptr, 0} : nullptr;
}

Block *mapBlock(int64_t bytes) {
  bytes = roundUp(bytes, pageBytes);
  bool isHuge = bytes >= hugePageBytes;
  int64_t slack = isHuge ? hugePageBytes : 0;
  int64_t mappedBytes = pageBytes + bytes + slack;
  void *mapping = mmap(nullptr, mappedBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED)
    return nullptr;
  auto address = reinterpret_cast<int64_t>(mapping) + pageBytes;
  if (isHuge) {
    address = roundUp(address, hugePageBytes);
    // Advice only: without huge pages the block works all the same.
    (void)madvise(reinterpret_cast<void *>(address), bytes, MADV_HUGEPAGE);
  }
  void *header = Block::of(reinterpret_cast<void *>(address));
  return new (header) Block{nullptr, bytes, mapping, mappedBytes};
}

void releaseBlocks(Block *blocks) {
  while (blocks) {
    Block *next = blocks->next;
    if (blocks->mapping)
      munmap(blocks->mapping, blocks->mappedBytes);
    else
      std::free(blocks);
    blocks = next;
  }
}

//===----------------------------------------------------------------------===//
// Free blocks that are kept
//===----------------------------------------------------------------------===//

/// Mapped blocks without a user, the last freed first.
class FreeBlocks {
public:
  static FreeBlocks &get();

  /// Takes out the smallest block of at least `bytes` that wastes no more than
  /// a quarter. If there is none, makes room for a new one within the limit.
  Block *take(int64_t bytes);
  void put(Block *block);
  int64_t setLimit(int64_t bytes);
  int64_t getRetained();

private:
  FreeBlocks();
  /// Unlinks the blocks that have been free longest, until those kept are at
  /// most `bytes` in all. Returns what was unlinked.
  Block *shrinkTo(int64_t bytes);

  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  Block *first = nullptr;
  int64_t retained = 0;
  int64_t limit = initialRetainedLimit;
};

class Lock {
public:
  explicit Lock(pthread_mutex_t &mutex) : mutex(mutex) {
    pthread_mutex_lock(&mutex);
  }
  ~Lock() { pthread_mutex_unlock(&mutex); }

private:
  pthread_mutex_t &mutex;
};
} // namespace

FreeBlocks &FreeBlocks::get() {
  // Never destroyed: threads may free memory while the process exits.
  static FreeBlocks *blocks = new FreeBlocks;
  return *blocks;
}

FreeBlocks::FreeBlocks() {
  // The child of a fork must not find the list half changed and locked.
  pthread_atfork([] { pthread_mutex_lock(&get().mutex); },
                 [] { pthread_mutex_unlock(&get().mutex); },
                 [] { pthread_mutex_unlock(&get().mutex); });
}

Block *FreeBlocks::take(int64_t bytes) {
  Block *surplus = nullptr;
  {
    Lock lock(mutex);
    Block **best = nullptr;
    for (Block **link = &first; *link; link = &(*link)->next)
      if ((*link)->capacity >= bytes &&
          (*link)->capacity - bytes <= bytes / 4 &&
          (!best || (*link)->capacity < (*best)->capacity))
        best = link;
    if (best) {
      Block *block = *best;
      *best = block->next;
      retained -= block->capacity;
      return block;
    }
    surplus = shrinkTo(std::max<int64_t>(0, limit - bytes));
  }
  releaseBlocks(surplus);
  return nullptr;
}

void FreeBlocks::put(Block *block) {
  Block *surplus;
  {
    Lock lock(mutex);
    block->next = first;
    first = block;
    retained += block->capacity;
    surplus = shrinkTo(limit);
  }
  releaseBlocks(surplus);
}

int64_t FreeBlocks::setLimit(int64_t bytes) {
  Block *surplus;
  int64_t before;
  {
    Lock lock(mutex);
    before = limit;
    limit = std::max<int64_t>(0, bytes);
    surplus = shrinkTo(limit);
  }
  releaseBlocks(surplus);
  return before;
}

int64_t FreeBlocks::getRetained() {
  Lock lock(mutex);
  return retained;
}

Block *FreeBlocks::shrinkTo(int64_t bytes) {
  int64_t kept = 0;
  Block **link = &first;
  while (*link && kept + (*link)->capacity <= bytes) {
    kept += (*link)->capacity;
    link = &(*link)->next;
  }
  Block *surplus = *link;
  *link = nullptr;
  retained = kept;
  return surplus;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

void *tile_cpu_alloc(int64_t bytes) {
  if (bytes < 0 || bytes > maxBytes)
    return nullptr;
  bytes = roundUp(std::max<int64_t>(bytes, 1), cacheLine);
  Block *block;
  if (bytes < minMappedBytes) {
    block = allocateSmall(bytes);
  } else {
    block = FreeBlocks::get().take(bytes);
    if (!block)
      block = mapBlock(bytes);
  }
  return block ? block->getMemory() : nullptr;
}

void tile_cpu_free(void *memory) {
  if (!memory)
    return;
  Block *block = Block::of(memory);
  block->next = nullptr;
  if (block->mapping)
    FreeBlocks::get().put(block);
  else
    releaseBlocks(block);
}

int64_t tile_cpu_set_retained_limit(int64_t bytes) {
  return FreeBlocks::get().setLimit(bytes);
}

int64_t tile_cpu_get_retained_bytes(void) {
  return FreeBlocks::get().getRetained();
}

//===----------------------------------------------------------------------===//
// Scratch
//===----------------------------------------------------------------------===//

namespace {
/// The scratch memory of a thread: one block for each depth of loops, since the
/// body of an inner loop runs while that of the outer one holds its memory.
struct ThreadScratch {
  static constexpr int32_t maxDepth = 16;
  void *memory[maxDepth] = {};

  ~ThreadScratch() {
    for (void *&block : memory) {
      tile_cpu_free(block);
      block = nullptr;
    }
  }
};
thread_local ThreadScratch threadScratch;
} // namespace

void *tile_cpu_scratch(int64_t worker, int64_t bytes) {
  int32_t depth = runningKernel.loopDepth;
  if (worker < 0 || worker >= TILE_CPU_MAX_THREADS || bytes < 0 ||
      bytes > maxBytes || depth >= ThreadScratch::maxDepth)
    return nullptr;
  void *&memory = threadScratch.memory[depth];
  int64_t capacity = memory ? Block::of(memory)->capacity : -1;
  if (capacity < bytes) {
    tile_cpu_free(memory);
    // Growing by a quarter at least bounds how often a slowly growing request
    // maps fresh pages; it is worth nothing if the system is short of memory.
    memory = tile_cpu_alloc(
        std::min(maxBytes, std::max(bytes, capacity + capacity / 4)));
    if (!memory)
      memory = tile_cpu_alloc(bytes);
  }
  return memory;
}
