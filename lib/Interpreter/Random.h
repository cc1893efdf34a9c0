//===- Random.h - random number generators ----------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// philox4x32-10: J. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2,
// 3", 2011. The key is the seed (low word first), words 2 and 3 of the counter
// the sequence; `offset` outputs are skipped, four to a counter.
//
// xorwow: G. Marsaglia, "Xorshift RNGs", 2003. Seed and sequence 0 start from
// the published state; others add to its words those of a splitmix64 stream
// over seed and sequence (G. Steele et al., 2014). `offset` outputs are
// skipped.
//
// mrg32k3a: P. L'Ecuyer, "Good Parameters and Implementations for Combined
// Multiple Recursive Random Number Generators", 1999. The six words start at
// 12345, plus a splitmix64 stream of the seed unless it is 0; each sequence is
// 2^76 outputs further, and `offset` outputs are skipped.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_RANDOM_H
#define TILE_LIB_INTERPRETER_RANDOM_H

#include "Tile/Dialect/Tile/IR/Tile.h"
#include <array>
#include <cstdint>

namespace tile {

/// One round of ten of the generator on a counter and a key.
std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter,
                                   std::array<uint32_t, 2> key);

/// A generator of 32-bit words. Those of mrg32k3a are its outputs 1 to
/// 4294967087, which do not quite fill 32 bits.
class RandomState {
public:
  RandomState() = default;
  RandomState(RngKind kind, uint64_t seed, uint64_t sequence, uint64_t offset);
  /// Outputs that `offset` makes the constructor step over one by one.
  static uint64_t stepsOf(RngKind kind, uint64_t offset) {
    return kind == RngKind::Xorwow ? offset : 0;
  }
  uint32_t next();

private:
  void initPhilox(uint64_t seed, uint64_t sequence, uint64_t offset);
  void initXorwow(uint64_t seed, uint64_t sequence, uint64_t offset);
  void initMrg(uint64_t seed, uint64_t sequence, uint64_t offset);
  uint32_t nextXorwow();
  uint32_t nextMrg();

  RngKind kind = RngKind::Philox;
  /// Counter and key; five words and a Weyl counter; two triples.
  std::array<uint32_t, 6> words{};
  /// Philox: the outputs of the current counter, and how many were taken.
  std::array<uint32_t, 4> block{};
  unsigned taken = 0;
};

} // namespace tile

#endif // TILE_LIB_INTERPRETER_RANDOM_H
