//===- NpyFile.h - Bytes of .npy files for tests ----------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TEST_UNIT_RUNTIME_NPYFILE_H
#define TILE_TEST_UNIT_RUNTIME_NPYFILE_H

#include <string>

namespace tile {

/// A file of these parts, which need not make sense.
inline std::string makeNpy(const std::string &dictionary,
                           const std::string &elements, int version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    bytes += static_cast<char>(dictionary.size() >> (8 * i) & 0xFF);
  return bytes + dictionary + elements;
}

} // namespace tile

#endif // TILE_TEST_UNIT_RUNTIME_NPYFILE_H
