//===- Kernel.h - What a compiled kernel says and needs ---------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The seam between the compiler and the runtime. For each kernel NAME the
// compiler emits
//
//   _tile_entry_NAME   int32_t (void **packed, TileStatus *status): unpacks
//                      its arguments and runs the kernel. packed[i] points to
//                      the memref descriptor of a tensor, that is
//                      {ptr base, ptr aligned, i64 offset, i64 sizes[rank],
//                      i64 strides[rank]}, or to a scalar in its own type
//                      (i1 and narrower than a byte: one byte). It returns 0
//                      or a TileStatusCode.
//   _tile_info_NAME    a constant TileKernelInfo, the signature.
//   NAME               int (const TileArg *, int, TileStatus *): one call of
//                      tile_kernel_invoke(&_tile_info_NAME, _tile_entry_NAME,
//                      args, nargs, status).
//
// As LLVM types, on a 64-bit machine:
//   TileKernelArg  = { ptr, ptr, ptr, i32, i32, i32, i32, i32, i32 }
//   TileKernelInfo = { ptr, ptr, i32, i32 }
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_KERNEL_H
#define TILE_RUNTIME_KERNEL_H

#include "Tile/Runtime/KernelABI.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of TileKernelInfo and of the entry's calling convention.
#define TILE_KERNEL_ABI_VERSION 1

/// A static extent or stride that is known only at launch. It is MLIR's
/// ShapedType::kDynamic. Any negative extent is taken as dynamic.
#define TILE_DYNAMIC INT64_MIN

/// What a kernel declares about one argument.
typedef struct TileKernelArg {
  /// The parameter's name, for messages; not null.
  const char *name;
  /// `rank` extents, TILE_DYNAMIC where the kernel takes any. Null if rank is
  /// 0 or the argument is a scalar.
  const int64_t *shape;
  /// `rank` strides in elements, TILE_DYNAMIC where the kernel takes any; null
  /// for a memref of identity layout, that is row-major without gaps. A stride
  /// along an extent of 0 or 1 is not compared.
  const int64_t *strides;
  /// One of TileArgKind.
  int32_t kind;
  /// One of TileDType.
  int32_t dtype;
  int32_t rank;
  /// The alignment in bytes that the kernel relies on: a power of two; 0 or 1
  /// if it needs no more than its element type does.
  int32_t alignment;
  /// Not 0 if the kernel may write the tensor.
  int32_t is_output;
  /// Not 0 if the kernel is right even when this tensor shares memory with
  /// others that it writes (an elementwise kernel run in place).
  int32_t may_alias;
} TileKernelArg;

/// The signature of a kernel.
typedef struct TileKernelInfo {
  /// The kernel's name, for messages; not null.
  const char *name;
  /// `num_args` declarations.
  const TileKernelArg *args;
  int32_t num_args;
  /// TILE_KERNEL_ABI_VERSION of the compiler that made the kernel.
  int32_t abi_version;
} TileKernelInfo;

/// What _tile_entry_NAME is.
typedef int32_t (*TileKernelEntry)(void **packed, TileStatus *status);

/// Checks the arguments against the signature: their number, and of each its
/// kind, dtype, rank, extents (none negative, the declared ones equal),
/// strides, alignment, data (null only where there is no element), size (it
/// must fit the address space), and value (a scalar must fit its type). The
/// elements of an output must not share memory with each other, nor with
/// another tensor unless one of the two may alias; memory is compared as byte
/// ranges from the lowest to the highest element.
///
/// Returns 0, or TILE_STATUS_INVALID_ARGUMENT or TILE_STATUS_VERSION_MISMATCH
/// with a message that names the first wrong argument, such as
///   argument 1 'B': expected shape[0] to be 64 (because the kernel declares
///   memref<64x?xf32>), got 32
/// `status` may be null. Allocates nothing; any thread may call it.
int tile_kernel_check_args(const TileKernelInfo *info, const TileArg *args,
                           int nargs, TileStatus *status);

/// Checks the arguments, packs them, and calls the entry. Returns 0 or a
/// TileStatusCode, which is also in `status` with its message (`status` may be
/// null). Where the entry or a function it calls reports through
/// tile_cpu_report, the first report is what comes back. Any thread may call
/// it, also from within a running kernel.
int tile_kernel_invoke(const TileKernelInfo *info, TileKernelEntry entry,
                       const TileArg *args, int nargs, TileStatus *status);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // TILE_RUNTIME_KERNEL_H
