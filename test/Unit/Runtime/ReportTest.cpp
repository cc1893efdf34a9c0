//===- ReportTest.cpp - Errors of running kernels -------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/CPU.h"
#include "Tile/Runtime/Kernel.h"

#include "gtest/gtest.h"

#include <atomic>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {
/// Runs an entry as a kernel without arguments.
int runKernel(TileKernelEntry entry, TileStatus &status) {
  TileKernelInfo info = {"test", nullptr, 0, TILE_KERNEL_ABI_VERSION};
  return tile_kernel_invoke(&info, entry, nullptr, 0, &status);
}

TEST(Report, FirstReportWins) {
  TileStatus status = {};
  tile_cpu_report(&status, TILE_STATUS_ASSERTION, "first");
  tile_cpu_report(&status, TILE_STATUS_OUT_OF_MEMORY, "second");
  EXPECT_EQ(status.code, TILE_STATUS_ASSERTION);
  EXPECT_STREQ(status.message, "first");
  EXPECT_EQ(tile_cpu_failed(&status), TILE_STATUS_ASSERTION);
}

TEST(Report, LongAndMissingMessages) {
  TileStatus status = {};
  std::string text(2000, 'x');
  tile_cpu_report(&status, 7, text.c_str());
  EXPECT_EQ(std::strlen(status.message), sizeof(status.message) - 1);
  status = {};
  tile_cpu_report(&status, 0, nullptr);
  EXPECT_EQ(status.code, TILE_STATUS_RUNTIME_ERROR);
  EXPECT_STREQ(status.message, "");
}

TEST(Report, WithoutAKernelNothingHappens) {
  tile_cpu_report(nullptr, TILE_STATUS_ASSERTION, "nobody listens");
  EXPECT_EQ(tile_cpu_failed(nullptr), TILE_STATUS_OK);
}

TEST(Report, ReachesTheKernelFromEveryThread) {
  auto entry = [](void **, TileStatus *) -> int32_t {
    tile_cpu_parallel_for(
        [](void *, int64_t begin, int64_t, int64_t) {
          if (begin == 11)
            tile_cpu_report(nullptr, TILE_STATUS_ASSERTION, "eleven");
        },
        nullptr, 64, 1);
    return tile_cpu_failed(nullptr);
  };
  for (int64_t threads : {1, 2, 4}) {
    tile_cpu_set_num_threads(threads);
    TileStatus status;
    EXPECT_EQ(runKernel(entry, status), TILE_STATUS_ASSERTION);
    EXPECT_STREQ(status.message, "eleven");
  }
  tile_cpu_set_num_threads(0);
}

TEST(Report, StopsTheLoop) {
  tile_cpu_set_num_threads(2);
  static std::atomic<int64_t> started;
  started = 0;
  auto entry = [](void **, TileStatus *status) -> int32_t {
    auto body = [](void *context, int64_t, int64_t, int64_t) {
      ++started;
      tile_cpu_report(static_cast<TileStatus *>(context),
                      TILE_STATUS_RUNTIME_ERROR, "stop");
    };
    tile_cpu_parallel_for(body, status, 100000, 1);
    // Nor does a loop after it.
    tile_cpu_parallel_for(body, status, 100000, 1);
    return 0;
  };
  TileStatus status;
  EXPECT_EQ(runKernel(entry, status), TILE_STATUS_RUNTIME_ERROR);
  EXPECT_LE(started, 2);
  tile_cpu_set_num_threads(0);
}

TEST(Report, KernelsAtOnceKeepTheirErrorsApart) {
  auto fails = [](void **, TileStatus *) -> int32_t {
    tile_cpu_parallel_for(
        [](void *, int64_t, int64_t, int64_t) {
          tile_cpu_report(nullptr, TILE_STATUS_ASSERTION, "fails");
        },
        nullptr, 8, 1);
    return 0;
  };
  auto succeeds = [](void **, TileStatus *) -> int32_t {
    tile_cpu_parallel_for([](void *, int64_t, int64_t, int64_t) {}, nullptr, 8,
                          1);
    return 0;
  };
  std::atomic<int> wrong{0};
  auto repeat = [&](TileKernelEntry entry, int expected) {
    for (int round = 0; round < 500; ++round) {
      TileStatus status;
      wrong += runKernel(entry, status) != expected;
    }
  };
  std::thread first(repeat, +fails, TILE_STATUS_ASSERTION);
  std::thread second(repeat, +succeeds, TILE_STATUS_OK);
  first.join();
  second.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Report, RacingReportersLeaveOneMessage) {
  for (int round = 0; round < 100; ++round) {
    TileStatus status = {};
    std::vector<std::thread> threads;
    for (int32_t code = 1; code <= 4; ++code)
      threads.emplace_back([&status, code] {
        tile_cpu_report(&status, code, std::string(100, '0' + code).c_str());
      });
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(status.message, std::string(100, '0' + status.code));
  }
}
} // namespace
