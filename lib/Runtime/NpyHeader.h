//===- NpyHeader.h - The header of a .npy file ------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_NPYHEADER_H
#define TILE_LIB_RUNTIME_NPYHEADER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tile {

/// The bytes before the length of the header: magic and version.
constexpr int64_t npyPrefixBytes = 8;

/// The longest header that is read. numpy's own are below 200 bytes for a plain
/// array; its reader stops at 10000.
constexpr int64_t npyMaxHeaderBytes = 65536;

/// What the header of a file says.
struct NpyHeader {
  /// numpy's name of the element type, such as "<f4".
  std::string descr;
  bool isFortranOrder = false;
  std::vector<int64_t> shape;
  /// Where the elements begin.
  int64_t dataOffset = 0;
};

/// Reads the header from the first bytes of a file; `bytes` holds all of it if
/// it is at least npyPrefixBytes + 4 + npyMaxHeaderBytes long or the whole
/// file. Returns an empty string, or what is wrong.
std::string parseNpyHeader(std::string_view bytes, NpyHeader &header);

/// The bytes of a version 1 header, padded so that the elements begin at a
/// multiple of 64.
std::string formatNpyHeader(const std::string &descr,
                            const std::vector<int64_t> &shape);

} // namespace tile

#endif // TILE_LIB_RUNTIME_NPYHEADER_H
