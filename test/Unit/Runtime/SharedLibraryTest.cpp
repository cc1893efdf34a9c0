//===- SharedLibraryTest.cpp - The runtime as a shared library ------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/CPU.h"

#include "gtest/gtest.h"

#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <thread>

namespace {
TEST(SharedLibrary, ExportsWhatGeneratedCodeCalls) {
  void *library = dlopen(TILE_TEST_RUNTIME_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  int64_t count = 0;
  const TileRuntimeSymbol *symbols = tile_runtime_symbols(&count);
  for (int64_t i = 0; i < count; ++i)
    EXPECT_NE(dlsym(library, symbols[i].name), nullptr) << symbols[i].name;
  // The C++ inside is nobody's business.
  EXPECT_EQ(dlsym(library, "_ZN4tile13runningKernelE"), nullptr);
  dlclose(library);
}

TEST(SharedLibrary, MayBeClosedWhileItsThreadsLive) {
  void *library = dlopen(TILE_TEST_RUNTIME_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  auto setThreads = reinterpret_cast<decltype(&tile_cpu_set_num_threads)>(
      dlsym(library, "tile_cpu_set_num_threads"));
  auto parallelFor = reinterpret_cast<decltype(&tile_cpu_parallel_for)>(
      dlsym(library, "tile_cpu_parallel_for"));
  ASSERT_TRUE(setThreads && parallelFor);
  setThreads(2);
  std::atomic<int> count{0};
  parallelFor([](void *context, int64_t, int64_t,
                 int64_t) { ++*static_cast<std::atomic<int> *>(context); },
              &count, 64, 1);
  EXPECT_EQ(count, 64);
  dlclose(library);
  // Its threads go from spinning to sleeping meanwhile.
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
}
} // namespace
