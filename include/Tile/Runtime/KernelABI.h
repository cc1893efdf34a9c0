//===- KernelABI.h - How to call a compiled kernel --------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kernel NAME of a compiled module is one C function
//
//   int NAME(const TileArg *args, int nargs, TileStatus *status);
//
// It checks the arguments against what the kernel was compiled for, runs the
// kernel, and returns 0, or one of TileStatusCode with the reason in
// `status->message`. It never aborts on a wrong argument. Several threads may
// call it at once as long as they do not write the same tensors.
//
// This file is plain C99 and needs no other file of the project: it is copied
// word for word into the headers generated for ahead-of-time libraries.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_KERNELABI_H
#define TILE_RUNTIME_KERNELABI_H

#include <stddef.h>
#include <stdint.h>

/// The element types. Integers are signless: an operation, not the type, says
/// how the top bit is read. `I1` takes a byte (0 or 1) and `TF32` four bytes
/// (an f32 whose low 13 bits are ignored). The 4- and 6-bit types are packed
/// low bits first into one little-endian bit string: element i takes the bits
/// [i * width, (i + 1) * width), so that four 6-bit elements fill three bytes.
/// The numbers are part of the ABI and never change; 0 is no type.
enum TileDType {
  TILE_DTYPE_NONE = 0,
  TILE_DTYPE_I1 = 1,
  TILE_DTYPE_I4 = 2,
  TILE_DTYPE_I8 = 3,
  TILE_DTYPE_I16 = 4,
  TILE_DTYPE_I32 = 5,
  TILE_DTYPE_I64 = 6,
  TILE_DTYPE_F16 = 7,
  TILE_DTYPE_BF16 = 8,
  TILE_DTYPE_TF32 = 9,
  TILE_DTYPE_F32 = 10,
  TILE_DTYPE_F64 = 11,
  TILE_DTYPE_F8E4M3FN = 12,
  TILE_DTYPE_F8E4M3FNUZ = 13,
  TILE_DTYPE_F8E4M3B11FNUZ = 14,
  TILE_DTYPE_F8E3M4 = 15,
  TILE_DTYPE_F8E4M3 = 16,
  TILE_DTYPE_F8E5M2 = 17,
  TILE_DTYPE_F8E5M2FNUZ = 18,
  TILE_DTYPE_F8E8M0FNU = 19,
  TILE_DTYPE_F6E2M3FN = 20,
  TILE_DTYPE_F6E3M2FN = 21,
  TILE_DTYPE_F4E2M1FN = 22
};

/// What went wrong.
enum TileStatusCode {
  TILE_STATUS_OK = 0,
  /// An argument does not fit the kernel's signature; nothing was run.
  TILE_STATUS_INVALID_ARGUMENT = 1,
  /// Memory for packed operands or scratch could not be had.
  TILE_STATUS_OUT_OF_MEMORY = 2,
  /// An assertion of the kernel failed. Outputs hold unspecified values.
  TILE_STATUS_ASSERTION = 3,
  /// Another error found while running. Outputs hold unspecified values.
  TILE_STATUS_RUNTIME_ERROR = 4,
  /// The kernel was compiled for another version of this interface.
  TILE_STATUS_VERSION_MISMATCH = 5
};

/// The outcome of a call. `message` is a NUL-terminated UTF-8 text without a
/// line break at its end, empty when `code` is TILE_STATUS_OK. The kernel sets
/// both; the caller need not initialise them.
typedef struct TileStatus {
  int32_t code;
  char message[512];
} TileStatus;

/// A tensor in memory that the caller owns and keeps alive during the call.
/// A DLPack tensor maps onto it field by field: `data` is DLPack's data plus
/// its byte_offset, and `dtype` is tile_dtype_from_dlpack of its dtype.
typedef struct TileTensor {
  /// The element whose indices are all 0. May be null if there is no element.
  void *data;
  /// `rank` extents, none negative. May be null if rank is 0.
  const int64_t *shape;
  /// `rank` distances between neighbours, in elements (not bytes); null means
  /// row-major without gaps.
  const int64_t *strides;
  int32_t rank;
  /// One of TileDType.
  int32_t dtype;
} TileTensor;

/// A number passed by value. Integer types read `value.i`, which must fit the
/// width as a signed or as an unsigned number; float types read `value.f`,
/// which is rounded to nearest, ties to even. An `index` is a TILE_DTYPE_I64.
typedef struct TileScalar {
  union {
    int64_t i;
    double f;
  } value;
  /// One of TileDType.
  int32_t dtype;
} TileScalar;

/// Which member of TileArg holds.
enum TileArgKind { TILE_ARG_TENSOR = 1, TILE_ARG_SCALAR = 2 };

/// One argument of a kernel.
typedef struct TileArg {
  /// One of TileArgKind.
  int32_t kind;
  union {
    TileTensor tensor;
    TileScalar scalar;
  } as;
} TileArg;

/// Makes a tensor argument. `shape` and `strides` are not copied.
static inline TileArg tile_tensor_arg(void *data, int32_t dtype, int32_t rank,
                                      const int64_t *shape,
                                      const int64_t *strides) {
  TileArg arg;
  arg.kind = TILE_ARG_TENSOR;
  arg.as.tensor.data = data;
  arg.as.tensor.shape = shape;
  arg.as.tensor.strides = strides;
  arg.as.tensor.rank = rank;
  arg.as.tensor.dtype = dtype;
  return arg;
}

/// Makes an integer argument of type `dtype`.
static inline TileArg tile_int_arg(int32_t dtype, int64_t value) {
  TileArg arg;
  arg.kind = TILE_ARG_SCALAR;
  arg.as.scalar.value.i = value;
  arg.as.scalar.dtype = dtype;
  return arg;
}

/// Makes a floating-point argument of type `dtype`.
static inline TileArg tile_float_arg(int32_t dtype, double value) {
  TileArg arg;
  arg.kind = TILE_ARG_SCALAR;
  arg.as.scalar.value.f = value;
  arg.as.scalar.dtype = dtype;
  return arg;
}

#endif // TILE_RUNTIME_KERNELABI_H
