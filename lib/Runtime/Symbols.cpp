//===- Symbols.cpp - What generated code may call -------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/CPU.h"
#include "Tile/Runtime/Kernel.h"

#define TILE_SYMBOL(function) {#function, reinterpret_cast<void *>(function)}

static const TileRuntimeSymbol symbols[] = {
    TILE_SYMBOL(tile_cpu_alloc),         TILE_SYMBOL(tile_cpu_failed),
    TILE_SYMBOL(tile_cpu_free),          TILE_SYMBOL(tile_cpu_get_num_threads),
    TILE_SYMBOL(tile_cpu_parallel_for),  TILE_SYMBOL(tile_cpu_print),
    TILE_SYMBOL(tile_cpu_report),        TILE_SYMBOL(tile_cpu_scratch),
    TILE_SYMBOL(tile_kernel_check_args), TILE_SYMBOL(tile_kernel_invoke),
};

const TileRuntimeSymbol *tile_runtime_symbols(int64_t *count) {
  if (count)
    *count = sizeof(symbols) / sizeof(symbols[0]);
  return symbols;
}
