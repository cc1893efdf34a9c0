//===- NpyElements.h - Element types of .npy files --------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_NPYELEMENTS_H
#define TILE_LIB_RUNTIME_NPYELEMENTS_H

#include <cstdint>
#include <string>

namespace tile {

/// How a file stores its elements.
struct NpyElements {
  int32_t dtype = 0;
  /// The bytes that an element takes in the file: a 4- or 6-bit one takes one.
  int64_t fileBytes = 0;
  bool isBigEndian = false;
  bool isUnsigned = false;
};

/// Reads numpy's name of an element type; `wanted` is the type that the caller
/// asks for, or TILE_DTYPE_NONE. Returns an empty string, or what is wrong.
std::string parseNpyDescr(const std::string &descr, int32_t wanted,
                          NpyElements &elements);

/// How elements of a type are written, such as "<f4"; `dtype` must be one.
std::string getNpyDescr(int32_t dtype, bool isUnsigned);

/// The bytes that an element of a type takes in a file.
int64_t getNpyElementBytes(int32_t dtype);

} // namespace tile

#endif // TILE_LIB_RUNTIME_NPYELEMENTS_H
