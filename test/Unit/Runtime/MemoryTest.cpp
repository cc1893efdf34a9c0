//===- MemoryTest.cpp - Scratch, packed operands, measuring ---------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/CPU.h"
#include "Tile/Runtime/Measure.h"

#include "gtest/gtest.h"

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

namespace {
constexpr int64_t mebibyte = int64_t(1) << 20;

bool isAligned(const void *memory, uintptr_t alignment) {
  return reinterpret_cast<uintptr_t>(memory) % alignment == 0;
}

/// Sets the limit of kept memory for one test, with nothing kept at first.
class RetainedLimit {
public:
  explicit RetainedLimit(int64_t bytes)
      : before(tile_cpu_set_retained_limit(0)) {
    tile_cpu_set_retained_limit(bytes);
  }
  ~RetainedLimit() {
    tile_cpu_set_retained_limit(0);
    tile_cpu_set_retained_limit(before);
  }

private:
  int64_t before;
};

TEST(Memory, BlocksAreAlignedAndWritable) {
  for (int64_t bytes :
       {int64_t(0), int64_t(1), int64_t(63), int64_t(4096), int64_t(131072),
        int64_t(1000000), 2 * mebibyte, 5 * mebibyte + 3}) {
    void *memory = tile_cpu_alloc(bytes);
    ASSERT_NE(memory, nullptr) << bytes;
    EXPECT_TRUE(isAligned(memory, bytes >= 2 * mebibyte ? 2 * mebibyte : 64));
    std::memset(memory, 0x5A, bytes);
    tile_cpu_free(memory);
  }
}

TEST(Memory, WhatCannotBeHadIsNull) {
  EXPECT_EQ(tile_cpu_alloc(-1), nullptr);
  EXPECT_EQ(tile_cpu_alloc(INT64_MIN), nullptr);
  EXPECT_EQ(tile_cpu_alloc(INT64_MAX), nullptr);
  EXPECT_EQ(tile_cpu_alloc(int64_t(1) << 47), nullptr);
  tile_cpu_free(nullptr);
}

TEST(Memory, FreedBlocksAreUsedAgain) {
  RetainedLimit limit(64 * mebibyte);
  void *first = tile_cpu_alloc(8 * mebibyte);
  tile_cpu_free(first);
  EXPECT_EQ(tile_cpu_get_retained_bytes(), 8 * mebibyte);
  // Much smaller requests do not take it.
  void *small = tile_cpu_alloc(3 * mebibyte);
  EXPECT_NE(small, first);
  EXPECT_EQ(tile_cpu_alloc(7 * mebibyte), first);
  EXPECT_EQ(tile_cpu_get_retained_bytes(), 0);
  tile_cpu_free(first);
  tile_cpu_free(small);
}

TEST(Memory, KeptMemoryIsBounded) {
  RetainedLimit limit(10 * mebibyte);
  std::vector<void *> blocks;
  for (int i = 0; i < 8; ++i)
    blocks.push_back(tile_cpu_alloc(3 * mebibyte));
  for (void *block : blocks)
    tile_cpu_free(block);
  EXPECT_EQ(tile_cpu_get_retained_bytes(), 9 * mebibyte);
  // A request that finds no block drops as many as keep within the limit.
  void *large = tile_cpu_alloc(8 * mebibyte);
  EXPECT_EQ(tile_cpu_get_retained_bytes(), 0);
  tile_cpu_free(large);
  EXPECT_EQ(tile_cpu_set_retained_limit(0), 10 * mebibyte);
  EXPECT_EQ(tile_cpu_get_retained_bytes(), 0);
}

TEST(Memory, ManyThreadsAllocate) {
  RetainedLimit limit(16 * mebibyte);
  std::atomic<int> clashes{0};
  std::vector<std::thread> threads;
  for (int id = 1; id <= 4; ++id)
    threads.emplace_back([&, id] {
      for (int round = 0; round < 200; ++round) {
        int64_t count = (128 << 10) + round * 1000;
        auto *bytes = static_cast<unsigned char *>(tile_cpu_alloc(count));
        bytes[0] = bytes[count - 1] = static_cast<unsigned char>(id);
        std::this_thread::yield();
        clashes += bytes[0] != id || bytes[count - 1] != id;
        tile_cpu_free(bytes);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(clashes, 0);
  EXPECT_LE(tile_cpu_get_retained_bytes(), 16 * mebibyte);
}

TEST(Scratch, IsKeptAndGrows) {
  void *memory = tile_cpu_scratch(0, 1000);
  ASSERT_NE(memory, nullptr);
  EXPECT_TRUE(isAligned(memory, 64));
  EXPECT_EQ(tile_cpu_scratch(0, 500), memory);
  void *larger = tile_cpu_scratch(0, 3 * mebibyte);
  ASSERT_NE(larger, nullptr);
  std::memset(larger, 1, 3 * mebibyte);
  EXPECT_EQ(tile_cpu_scratch(0, 1000), larger);
  EXPECT_NE(tile_cpu_scratch(0, 0), nullptr);
}

TEST(Scratch, WhatCannotBeHadIsNull) {
  EXPECT_EQ(tile_cpu_scratch(-1, 64), nullptr);
  EXPECT_EQ(tile_cpu_scratch(TILE_CPU_MAX_THREADS, 64), nullptr);
  EXPECT_EQ(tile_cpu_scratch(0, -1), nullptr);
  EXPECT_EQ(tile_cpu_scratch(0, INT64_MAX), nullptr);
  EXPECT_EQ(tile_cpu_scratch(0, int64_t(1) << 47), nullptr);
  // A refusal leaves the thread able to ask again.
  EXPECT_NE(tile_cpu_scratch(0, 64), nullptr);
}

/// Writes its mark to scratch memory, runs an inner loop that does the same,
/// and counts what was overwritten.
void markScratch(void *context, int64_t begin, int64_t, int64_t worker) {
  auto *overwritten = static_cast<std::atomic<int> *>(context);
  auto *mark = static_cast<int64_t *>(tile_cpu_scratch(worker, 4096));
  *mark = begin;
  tile_cpu_parallel_for(
      [](void *, int64_t, int64_t, int64_t worker) {
        *static_cast<int64_t *>(tile_cpu_scratch(worker, 8192)) = -1;
      },
      nullptr, 3, 1);
  *overwritten += *mark != begin;
}

TEST(Scratch, IsNotSharedBetweenBodies) {
  std::atomic<int> overwritten{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 3; ++caller)
    callers.emplace_back([&] {
      for (int round = 0; round < 100; ++round)
        tile_cpu_parallel_for(markScratch, &overwritten, 16, 1);
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(overwritten, 0);
}

TEST(Measure, ClockAscends) {
  int64_t before = tile_clock_ns();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  int64_t elapsed = tile_clock_ns() - before;
  EXPECT_GE(elapsed, 2000000);
  EXPECT_LT(elapsed, int64_t(60) * 1000000000);
}

TEST(Measure, PeakMemorySeesAnAllocation) {
  int64_t before = tile_current_memory_bytes();
  EXPECT_GT(before, 0);
  void *memory = tile_cpu_alloc(64 * mebibyte);
  std::memset(memory, 1, 64 * mebibyte);
  EXPECT_GE(tile_current_memory_bytes(), before + 32 * mebibyte);
  EXPECT_GE(tile_peak_memory_bytes(), before + 32 * mebibyte);
  tile_cpu_free(memory);
}
} // namespace
