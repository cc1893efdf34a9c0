//===- Shadow.cpp - who touched which element -----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"
#include <algorithm>

using namespace tile;

void tile::joinClocks(VectorClock &into, const VectorClock &from) {
  for (auto [agent, clock] : from) {
    uint32_t &entry = into[agent];
    entry = std::max(entry, clock);
  }
}

std::unique_ptr<Shadow> Shadow::refined(Budget &budget, unsigned finerBits) {
  auto finer = std::make_unique<Shadow>(budget, finerBits);
  unsigned ratio = granuleBits / finerBits;
  pending.forEach([&](uint64_t index, PendingRecord &record) {
    if (record.writer == 0 && record.numReaders == 0)
      return;
    for (unsigned i = 0; i < ratio; ++i)
      if (PendingRecord *entry = finer->pending.get(index * ratio + i))
        *entry = record;
  });
  return finer;
}
