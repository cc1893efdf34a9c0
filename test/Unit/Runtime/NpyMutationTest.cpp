//===- NpyMutationTest.cpp - Damaged .npy files ---------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damages valid files in every way that one byte can be, and in random ways.
// Each must be read as an array that is consistent, or refused by a message
// that names it.
//
//===----------------------------------------------------------------------===//

#include "NpyFile.h"
#include "Tile/Runtime/DType.h"
#include "Tile/Runtime/Npy.h"

#include "gtest/gtest.h"

#include <memory>
#include <random>

using namespace tile;

namespace {
/// Reads a file from memory of exactly its size, so that a sanitizer sees any
/// read beyond it, as each type that a caller could ask for.
void checkFile(const std::string &bytes) {
  std::unique_ptr<char[]> exact(new char[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), exact.get());
  for (int32_t wanted : {TILE_DTYPE_NONE, TILE_DTYPE_F32, TILE_DTYPE_I4,
                         TILE_DTYPE_F6E3M2FN, TILE_DTYPE_BF16}) {
    NpyArray array;
    std::string error =
        parseNpy("x.npy", exact.get(), static_cast<int64_t>(bytes.size()),
                 array, wanted);
    if (!error.empty()) {
      ASSERT_EQ(error.find("x.npy: expected "), 0u) << error;
      ASSERT_EQ(error.find('\n'), std::string::npos) << error;
      continue;
    }
    int64_t count = 1;
    for (int64_t extent : array.shape)
      count *= extent;
    ASSERT_EQ(array.numBytes, tile_dtype_array_bytes(array.dtype, count));
    ASSERT_LE(array.numBytes, static_cast<int64_t>(bytes.size()));
  }
}

std::vector<std::string> getValidFiles() {
  return {
      makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
              std::string(24, '\x01')),
      makeNpy("{'descr': '>i2', 'fortran_order': True, 'shape': (3, 2, 2), }",
              std::string(24, '\x01'), 2),
      makeNpy("{'descr': '|i1', 'fortran_order': False, 'shape': (5,), }",
              std::string("\x01\x02\xFF\x07\x00", 5), 3),
      makeNpy("{'descr': '|V1', 'fortran_order': True, 'shape': (2, 2), }",
              std::string("\x01\x02\x3F\x07", 4)),
      makeNpy("{'descr': '|b1', 'fortran_order': False, 'shape': (), }", "\1"),
  };
}

TEST(NpyMutation, EveryTruncation) {
  for (const std::string &file : getValidFiles())
    for (size_t length = 0; length <= file.size(); ++length)
      checkFile(file.substr(0, length));
}

TEST(NpyMutation, EveryByte) {
  // Every byte of each file by every one of a set that matters to the parser.
  const std::string replacements("\0\1\x7F\x80\xFF '\"{}(),:-L09<>V\n\\", 24);
  for (const std::string &file : getValidFiles())
    for (size_t at = 0; at < file.size(); ++at)
      for (char replacement : replacements) {
        std::string damaged = file;
        damaged[at] = replacement;
        checkFile(damaged);
      }
}

TEST(NpyMutation, RandomDamage) {
  std::mt19937 random(20240501);
  auto pick = [&](size_t bound) { return random() % bound; };
  std::vector<std::string> files = getValidFiles();
  for (int round = 0; round < 5000; ++round) {
    std::string file = files[pick(files.size())];
    for (size_t change = 0, changes = 1 + pick(6); change < changes; ++change) {
      size_t at = pick(file.size() + 1), length = pick(8);
      switch (pick(4)) {
      case 0:
        file.insert(at, length, static_cast<char>(random()));
        break;
      case 1:
        file.erase(at, length);
        break;
      case 2:
        // Copies a part of one file into another.
        file.insert(at, files[pick(files.size())].substr(pick(40), length));
        break;
      default:
        if (at < file.size())
          file[at] = static_cast<char>(file[at] ^ (1 << pick(8)));
      }
    }
    checkFile(file);
  }
}

TEST(NpyMutation, RandomHeaders) {
  // Headers put together from the parser's own tokens.
  const std::vector<std::string> tokens = {
      "{",       "}",     "(",       ")",
      ",",       ":",     "'descr'", "'fortran_order'",
      "'shape'", "'<f4'", "True",    "False",
      "0",       "7",     "-1",      "99999999999999999999",
      " ",       "'",     "[",       "9223372036854775807"};
  std::mt19937 random(7);
  for (int round = 0; round < 5000; ++round) {
    std::string dictionary;
    for (size_t i = 0, count = random() % 20; i < count; ++i)
      dictionary += tokens[random() % tokens.size()];
    checkFile(makeNpy(dictionary, std::string(random() % 30, '\0')));
  }
}
} // namespace
