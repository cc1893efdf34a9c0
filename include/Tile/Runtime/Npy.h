//===- Npy.h - Reading and writing .npy files -------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// numpy's file format for one array, versions 1 to 3, as numpy's documentation
// of numpy.lib.format states it: the magic bytes, a version, the length of a
// header, a Python literal {'descr': ..., 'fortran_order': ..., 'shape': ...},
// and the elements.
//
// How element types are stored:
//   type             written as  read from
//   i1               |b1         |b1, each byte 0 or 1
//   i8 .. i64        <i1 .. <i8  signed and unsigned integers of that width
//   f16 f32 f64      <f2 <f4 <f8 the same
//   tf32             <f4         <f4, if the caller asks for tf32
//   bf16             <V2         <V2 if the caller asks for bf16, or 'bfloat16'
//   8-bit floats     |V1         |V1 if the caller asks for it, or its name
//   i4               |i1         |i1, |u1 or |V1 if the caller asks for i4, or
//                                'int4' or 'uint4': one element a byte
//   4-, 6-bit floats |V1         |V1 if the caller asks for it, or its name:
//                                one element a byte
// <Vn is how numpy writes the types of the package ml_dtypes. Big-endian
// numbers are swapped, and Fortran order becomes row-major.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_NPY_H
#define TILE_RUNTIME_NPY_H

#include "Tile/Runtime/KernelABI.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace tile {

/// An array in memory: row-major without gaps, 4- and 6-bit elements packed
/// (see TileDType).
struct NpyArray {
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };

  int32_t dtype = TILE_DTYPE_NONE;
  /// The file said that its integers are unsigned.
  bool isUnsigned = false;
  std::vector<int64_t> shape;
  /// The elements, aligned to 64 bytes; never null after a successful load.
  std::unique_ptr<void, Free> data;
  /// The bytes at `data`.
  int64_t numBytes = 0;
};

/// Reads `path` into `array`. If `dtype` is not TILE_DTYPE_NONE, the file must
/// hold that type, in one of the spellings above. Returns an empty string, or
/// what is wrong as "FILE: expected X (because Y), got Z"; `array` is then
/// unchanged. Whatever the file's bytes, it neither fails otherwise nor
/// allocates much more than the file's size.
std::string loadNpy(const std::string &path, NpyArray &array,
                    int32_t dtype = TILE_DTYPE_NONE);

/// The same for a file's bytes in memory; `name` stands for the path in
/// messages.
std::string parseNpy(const std::string &name, const void *bytes,
                     int64_t numBytes, NpyArray &array,
                     int32_t dtype = TILE_DTYPE_NONE);

/// Writes an array to `path`, little-endian, row-major, version 1. `tensor` may
/// have any strides. The file is written beside `path` under another name and
/// then renamed, so that `path` holds the old file or the whole new one.
/// Returns an empty string, or what is wrong, naming the file.
std::string saveNpy(const std::string &path, const TileTensor &tensor,
                    bool isUnsigned = false);

} // namespace tile

#endif // TILE_RUNTIME_NPY_H
