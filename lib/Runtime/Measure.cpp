//===- Measure.cpp - Time and memory of a process -------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/Measure.h"

#include <cstdio>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int64_t tile_clock_ns(void) {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

int64_t tile_peak_memory_bytes(void) {
  rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0)
    return -1;
#if defined(__APPLE__)
  return usage.ru_maxrss;
#else
  return int64_t(usage.ru_maxrss) * 1024;
#endif
}

int64_t tile_current_memory_bytes(void) {
  // The second number is the resident set, in pages.
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (!file)
    return -1;
  long long pages = -1;
  int fields = std::fscanf(file, "%*s %lld", &pages);
  std::fclose(file);
  return fields == 1 ? int64_t(pages) * sysconf(_SC_PAGESIZE) : -1;
}
