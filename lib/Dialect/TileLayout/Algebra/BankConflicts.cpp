//===- BankConflicts.cpp - exact counts of bank conflicts -----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/BankConflicts.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace tile::layout {

static constexpr int64_t kMaxLanes = 1 << 16;
static constexpr int64_t kMaxPositions = 1 << 20;

static std::optional<Failure> checkAccess(size_t lanes, int64_t accessBytes,
                                          const BankGeometry &geometry) {
  if (geometry.banks < 1 || geometry.bankBytes < 1 || geometry.phaseBytes < 1 ||
      geometry.banks > kMaxLanes || geometry.bankBytes > kMaxLanes ||
      geometry.phaseBytes > (int64_t(1) << 32))
    return refuse("a positive number and size of banks",
                  "they serve the access",
                  llvm::Twine(geometry.banks) + " banks of " +
                      llvm::Twine(geometry.bankBytes) + " bytes");
  if (accessBytes < 1 || accessBytes > kMaxLanes || lanes > kMaxLanes)
    return refuse("at most 2^16 lanes of 1 to 2^16 bytes",
                  "larger accesses are refused",
                  llvm::Twine(lanes) + " lanes of " + llvm::Twine(accessBytes) +
                      " bytes");
  return std::nullopt;
}

/// The most different words that one bank has to serve for these lanes.
static int64_t countTurns(llvm::ArrayRef<int64_t> byteAddresses,
                          int64_t accessBytes, const BankGeometry &geometry) {
  llvm::SmallVector<int64_t> words;
  for (int64_t address : byteAddresses)
    for (int64_t word = address / geometry.bankBytes,
                 last = (address + accessBytes - 1) / geometry.bankBytes;
         word <= last; ++word)
      words.push_back(word);
  llvm::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  llvm::SmallVector<int64_t> turns(geometry.banks, 0);
  for (int64_t word : words)
    ++turns[word % geometry.banks];
  return *std::max_element(turns.begin(), turns.end());
}

Result<BankConflicts> countBankConflicts(llvm::ArrayRef<int64_t> byteAddresses,
                                         int64_t accessBytes,
                                         const BankGeometry &geometry) {
  if (auto failure = checkAccess(byteAddresses.size(), accessBytes, geometry))
    return *failure;
  for (int64_t address : byteAddresses)
    if (address < 0 || address > (int64_t(1) << 61))
      return refuse("addresses from 0 to 2^61", "they select banks",
                    llvm::Twine(address));
  int64_t lanes = std::max<int64_t>(geometry.phaseBytes / accessBytes, 1);
  BankConflicts result;
  for (int64_t begin = 0, end = byteAddresses.size(); begin < end;
       begin += lanes) {
    int64_t turns =
        countTurns(byteAddresses.slice(begin, std::min(lanes, end - begin)),
                   accessBytes, geometry);
    ++result.phases;
    result.wavefronts += turns;
    result.worst = std::max(result.worst, turns);
  }
  return result;
}

static std::optional<Failure> checkShapes(const FragmentLayout &fragment,
                                          const MemoryLayout &memory) {
  if (llvm::ArrayRef<int64_t>(memory.shape()) != fragment.shape())
    return refuse(
        "a fragment of shape " + IntTuple::tuple(memory.shape()).str(),
        "that is the shape in memory", IntTuple::tuple(fragment.shape()).str());
  if (fragment.size() > kMaxPositions)
    return refuse("at most 2^20 hardware positions", "they are enumerated",
                  llvm::Twine(fragment.size()));
  return std::nullopt;
}

Result<BankConflicts> countBankConflicts(const FragmentLayout &fragment,
                                         const MemoryLayout &memory,
                                         int64_t vector,
                                         const BankGeometry &geometry) {
  if (auto failure = checkShapes(fragment, memory))
    return *failure;
  Result<int64_t> longest = maxCommonVector(fragment, memory);
  if (!longest)
    return longest.failure();
  if (vector < 1 || *longest % vector != 0 || memory.slotBits() % 8 != 0)
    return refuse("a vector that divides " + llvm::Twine(*longest) +
                      " elements of whole bytes",
                  "so many registers are contiguous in memory",
                  llvm::Twine(vector) + " of " +
                      llvm::Twine(memory.slotBits()) + " bits");
  int64_t registers = fragment.axis(HardwareAxis::Register).size();
  int64_t lanes = fragment.axis(HardwareAxis::Lane).size();
  int64_t slotBytes = memory.slotBits() / 8;
  BankConflicts total;
  for (int64_t warp = 0, warps = fragment.size() / (registers * lanes);
       warp != warps; ++warp)
    for (int64_t reg = 0; reg < registers; reg += vector) {
      llvm::SmallVector<int64_t> addresses;
      for (int64_t lane = 0; lane != lanes; ++lane) {
        auto coordinates = fragment.at(
            fragment.positionAt(reg + registers * (lane + lanes * warp)));
        if (!fragment.contains(coordinates))
          continue;
        Result<int64_t> slot = memory.slotAt(coordinates);
        if (!slot)
          return slot.failure();
        addresses.push_back(*slot * slotBytes);
      }
      auto count = countBankConflicts(addresses, vector * slotBytes, geometry);
      if (!count)
        return count;
      total.phases += count->phases;
      total.wavefronts += count->wavefronts;
      total.worst = std::max(total.worst, count->worst);
    }
  return total;
}

Result<int64_t> maxCommonVector(const FragmentLayout &fragment,
                                const MemoryLayout &memory) {
  if (auto failure = checkShapes(fragment, memory))
    return *failure;
  int64_t registers = fragment.axis(HardwareAxis::Register).size();
  int64_t vector = registers;
  for (int64_t position = 0, e = fragment.size(); position != e; ++position) {
    int64_t lane = position % registers % vector;
    if (lane == 0)
      continue;
    auto slotOf = [&](int64_t index) -> Result<int64_t> {
      return memory.slotAt(fragment.at(fragment.positionAt(index)));
    };
    // A masked element ends the vector.
    Result<int64_t> first = slotOf(position - lane), here = slotOf(position);
    if (!memory.isByteAddressed())
      return here;
    if (!first || !here || *here != *first + lane)
      vector = std::gcd(vector, lane);
  }
  return vector;
}

} // namespace tile::layout
