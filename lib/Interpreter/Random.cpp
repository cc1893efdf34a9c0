//===- Random.cpp - random number generators ------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"

using namespace tile;

static uint64_t splitmix64(uint64_t &state) {
  uint64_t z = (state += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

RandomState::RandomState(RngKind kind, uint64_t seed, uint64_t sequence,
                         uint64_t offset)
    : kind(kind) {
  switch (kind) {
  case RngKind::Philox:
    initPhilox(seed, sequence, offset);
    break;
  case RngKind::Xorwow:
    initXorwow(seed, sequence, offset);
    break;
  case RngKind::Mrg32k3a:
    initMrg(seed, sequence, offset);
    break;
  }
}

//===----------------------------------------------------------------------===//
// philox4x32-10
//===----------------------------------------------------------------------===//

std::array<uint32_t, 4> tile::philox4x32(std::array<uint32_t, 4> counter,
                                         std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t left = uint64_t(0xD2511F53) * counter[0];
    uint64_t right = uint64_t(0xCD9E8D57) * counter[2];
    counter = {uint32_t(right >> 32) ^ counter[1] ^ key[0], uint32_t(right),
               uint32_t(left >> 32) ^ counter[3] ^ key[1], uint32_t(left)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

void RandomState::initPhilox(uint64_t seed, uint64_t sequence,
                             uint64_t offset) {
  uint64_t counter = offset / 4;
  words = {uint32_t(counter),  uint32_t(counter >> 32),
           uint32_t(sequence), uint32_t(sequence >> 32),
           uint32_t(seed),     uint32_t(seed >> 32)};
  block = philox4x32({words[0], words[1], words[2], words[3]},
                     {words[4], words[5]});
  taken = offset % 4;
}

//===----------------------------------------------------------------------===//
// xorwow
//===----------------------------------------------------------------------===//

void RandomState::initXorwow(uint64_t seed, uint64_t sequence,
                             uint64_t offset) {
  words = {123456789, 362436069, 521288629, 88675123, 5783321, 6615241};
  if (seed || sequence) {
    uint64_t state = seed;
    state = splitmix64(state) ^ sequence;
    for (uint32_t &word : words)
      word += uint32_t(splitmix64(state) >> 32);
    // All zeros is the one state that stays.
    if (!(words[0] | words[1] | words[2] | words[3] | words[4]))
      words[0] = 1;
  }
  for (; offset; --offset)
    nextXorwow();
}

uint32_t RandomState::nextXorwow() {
  uint32_t t = words[0] ^ (words[0] >> 2);
  words[0] = words[1];
  words[1] = words[2];
  words[2] = words[3];
  words[3] = words[4];
  words[4] = (words[4] ^ (words[4] << 4)) ^ (t ^ (t << 1));
  words[5] += 362437;
  return words[5] + words[4];
}

//===----------------------------------------------------------------------===//
// mrg32k3a
//===----------------------------------------------------------------------===//

static constexpr uint64_t modulus1 = 4294967087, modulus2 = 4294944443;

namespace {
using Matrix = std::array<std::array<uint64_t, 3>, 3>;
} // namespace

static Matrix multiply(const Matrix &a, const Matrix &b, uint64_t modulus) {
  Matrix result{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        result[i][j] = (result[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
  return result;
}

/// Moves three words on by `steps` outputs, squaring `twos` times first.
static void jump(Matrix step, uint64_t steps, unsigned twos, uint64_t modulus,
                 uint32_t *state) {
  for (; twos; --twos)
    step = multiply(step, step, modulus);
  for (; steps; steps >>= 1, step = multiply(step, step, modulus)) {
    if (!(steps & 1))
      continue;
    std::array<uint64_t, 3> moved{};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        moved[i] = (moved[i] + step[i][k] * state[k] % modulus) % modulus;
    for (int i = 0; i < 3; ++i)
      state[i] = uint32_t(moved[i]);
  }
}

void RandomState::initMrg(uint64_t seed, uint64_t sequence, uint64_t offset) {
  words.fill(12345);
  for (int i = 0; seed && i < 6; ++i) {
    // One less than the modulus keeps every triple from being all zeros.
    uint64_t modulus = i < 3 ? modulus1 : modulus2;
    uint64_t state = seed + uint64_t(i) * 0xD1B54A32D192ED03;
    words[i] = uint32_t(1 + splitmix64(state) % (modulus - 1));
  }
  const Matrix step1{{{0, 1, 0}, {0, 0, 1}, {modulus1 - 810728, 1403580, 0}}};
  const Matrix step2{{{0, 1, 0}, {0, 0, 1}, {modulus2 - 1370589, 0, 527612}}};
  for (auto [steps, twos] : {std::pair<uint64_t, unsigned>{sequence, 76},
                             std::pair<uint64_t, unsigned>{offset, 0}}) {
    jump(step1, steps, twos, modulus1, &words[0]);
    jump(step2, steps, twos, modulus2, &words[3]);
  }
}

uint32_t RandomState::nextMrg() {
  uint64_t first = (1403580 * uint64_t(words[1]) +
                    (modulus1 - 810728) * uint64_t(words[0])) %
                   modulus1;
  uint64_t second = (527612 * uint64_t(words[5]) +
                     (modulus2 - 1370589) * uint64_t(words[3])) %
                    modulus2;
  words = {words[1], words[2], uint32_t(first),
           words[4], words[5], uint32_t(second)};
  return uint32_t(first > second ? first - second : first - second + modulus1);
}

uint32_t RandomState::next() {
  switch (kind) {
  case RngKind::Philox:
    break;
  case RngKind::Xorwow:
    return nextXorwow();
  case RngKind::Mrg32k3a:
    return nextMrg();
  }
  if (taken == 4) {
    // The counter of 64 bits wraps within its sequence.
    if (++words[0] == 0)
      ++words[1];
    block = philox4x32({words[0], words[1], words[2], words[3]},
                       {words[4], words[5]});
    taken = 0;
  }
  return block[taken++];
}
