//===- CPU.h - What kernels compiled for the CPU call -----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads, memory, errors and printing for generated code, as a C ABI. One
// process has one pool of threads. No function here throws, aborts, or reads
// the environment.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_CPU_H
#define TILE_RUNTIME_CPU_H

#include "Tile/Runtime/KernelABI.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// The largest number of threads the pool can have.
#define TILE_CPU_MAX_THREADS 1024

/// Runs the iterations [begin, end) of a loop. `worker` is in
/// [0, tile_cpu_get_num_threads()), and no two calls that run at the same time
/// for one loop have the same.
typedef void (*TileCPUBody)(void *context, int64_t begin, int64_t end,
                            int64_t worker);

/// Runs iterations 0 .. count-1, `chunk` at a time (0 or less: about eight
/// chunks a thread), on the threads of the pool and the calling thread, and
/// returns when all are done. Chunks start in ascending order, on whichever
/// thread is free. What the caller wrote before is seen by the body, and what
/// the body wrote is seen by the caller afterwards. Bodies compute with the
/// caller's rounding and subnormal modes.
///
/// The loop runs on the calling thread alone, as worker 0, if it has one chunk,
/// the pool has one thread, the call comes from within a body, or another
/// thread is using the pool. Any number of threads may call at once.
///
/// Once an error has been reported for the running kernel (tile_cpu_report) no
/// further chunk starts.
///
/// A child made by fork() starts with a fresh pool. A child forked within a
/// body must not return from that body.
void tile_cpu_parallel_for(TileCPUBody body, void *context, int64_t count,
                           int64_t chunk);

/// Sets how many threads run a loop, the caller included, from the next loop
/// on; 0 or less: one for each CPU this process may use. Returns the number
/// now in force, at most TILE_CPU_MAX_THREADS. Threads are created by the
/// first loop that needs them; if the system refuses some, the loop runs on
/// those there are. Any thread may call it.
int64_t tile_cpu_set_num_threads(int64_t threads);

/// The number of threads in force. Any thread may call it.
int64_t tile_cpu_get_num_threads(void);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Memory of the calling thread, `bytes` long, aligned to 64 bytes, with
/// unspecified contents. `worker` is the index that the body was given, or 0
/// outside a body. The memory is good until the body returns or calls this
/// again, so a body asks once for all it needs; it is kept for later calls.
/// A body that runs another loop does not share memory with that loop's body.
/// Returns null if there is not enough memory or `worker` or `bytes` is out of
/// range; the caller then reports TILE_STATUS_OUT_OF_MEMORY.
void *tile_cpu_scratch(int64_t worker, int64_t bytes);

/// Memory for packed operands, `bytes` long, aligned to 64 bytes, with
/// unspecified contents. Freed blocks of about that size are used again.
/// Returns null if there is not enough memory or `bytes` is negative. Any
/// thread may call it.
void *tile_cpu_alloc(int64_t bytes);

/// Gives back memory from tile_cpu_alloc, possibly on another thread; null is
/// ignored. The block is kept for later calls within the limit below.
void tile_cpu_free(void *memory);

/// Sets how many bytes of freed blocks may be kept, at first 256 MiB, and gives
/// the surplus back to the system; 0 keeps none. Returns the limit before.
int64_t tile_cpu_set_retained_limit(int64_t bytes);

/// The bytes of freed blocks now kept.
int64_t tile_cpu_get_retained_bytes(void);

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Records that the running kernel failed. `status` is what the kernel's entry
/// was given, or null for the kernel that the calling thread is running (also
/// on the pool's threads). The first report wins and the others are dropped;
/// `message` is copied, cut to what TileStatus holds. A `code` of 0 is taken
/// as TILE_STATUS_RUNTIME_ERROR. Does nothing if no kernel is running.
/// Any thread may call it. The caller leaves its work unfinished and returns.
void tile_cpu_report(TileStatus *status, int32_t code, const char *message);

/// The code reported so far, 0 if none; `status` as above.
int32_t tile_cpu_failed(const TileStatus *status);

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//
/// A number or an array of numbers to print.
typedef struct TileCPUPrintValue {
  const void *data;
  /// Extents, and strides in elements (null: row-major); unused for a number.
  const int64_t *sizes;
  const int64_t *strides;
  int32_t dtype;
  /// 0 for a number.
  int32_t rank;
  /// Integers are read as signed unless this is not 0.
  int32_t is_unsigned;
} TileCPUPrintValue;

/// Prints one line, whole, whatever other threads print: the message and the
/// values, separated by spaces; a null message is left out. Arrays are nested
/// lists: "x [[1, 2], [3, 4]]". A floating-point number has the fewest digits
/// that tell it from every other number of its type. Nothing depends on the
/// locale.
void tile_cpu_print(const char *message, int32_t count,
                    const TileCPUPrintValue *values);

/// Takes a printed line, line break included; calls never overlap.
typedef void (*TileCPUPrinter)(void *context, const char *line, int64_t length);

/// Sends printed lines to `printer` instead of the standard output; null goes
/// back to it. The printer must not print through this interface. Any thread
/// may call it.
void tile_cpu_set_printer(TileCPUPrinter printer, void *context);

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// A function of the runtime that generated code may call.
typedef struct TileRuntimeSymbol {
  const char *name;
  void *address;
} TileRuntimeSymbol;

/// The functions that generated code may call, for a JIT to define; `*count`
/// is their number. This works also where the runtime is linked statically
/// into a program that exports no symbols.
const TileRuntimeSymbol *tile_runtime_symbols(int64_t *count);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // TILE_RUNTIME_CPU_H
