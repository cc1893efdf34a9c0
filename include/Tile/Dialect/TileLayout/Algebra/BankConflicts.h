//===- BankConflicts.h - exact counts of bank conflicts ---------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On-chip memory is divided into banks, each of which serves one word per
// wavefront. The lanes of a warp access memory together; wide accesses are
// served in phases of consecutive lanes. In a phase, lanes that need different
// words of one bank take turns; lanes that need the same word do not.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_BANKCONFLICTS_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_BANKCONFLICTS_H

#include "Tile/Dialect/TileLayout/Algebra/FragmentLayout.h"
#include "Tile/Dialect/TileLayout/Algebra/MemoryLayout.h"

namespace tile::layout {

/// The banks of a memory.
struct BankGeometry {
  int64_t banks = 32;
  int64_t bankBytes = 4;
  /// Bytes that one phase serves: a phase has phaseBytes / access size lanes.
  int64_t phaseBytes = 128;
};

/// What an access costs.
struct BankConflicts {
  /// Phases, the least number of wavefronts.
  int64_t phases = 0;
  /// Wavefronts that are needed.
  int64_t wavefronts = 0;
  /// The most turns that one bank takes in one phase; one without conflicts.
  int64_t worst = 0;

  int64_t conflicts() const { return wavefronts - phases; }
};

/// Counts for one access of a warp: lane i reads or writes `accessBytes` bytes
/// from `byteAddresses[i]` on. Refused for nonpositive geometry, negative
/// addresses or more than 2^16 lanes or bytes.
Result<BankConflicts> countBankConflicts(llvm::ArrayRef<int64_t> byteAddresses,
                                         int64_t accessBytes,
                                         const BankGeometry &geometry);

/// Counts for moving a whole fragment between registers and `memory`, summed
/// over all warps and vectors: each lane moves `vector` consecutive registers
/// at once. Refused unless shapes agree, slots are whole bytes, vectors are
/// contiguous in memory and divide the registers, and there are at most 2^20
/// positions. Lanes outside the shape of a ragged fragment are masked.
Result<BankConflicts> countBankConflicts(const FragmentLayout &fragment,
                                         const MemoryLayout &memory,
                                         int64_t vector,
                                         const BankGeometry &geometry);

/// The longest vector of consecutive registers that is contiguous in `memory`
/// for every thread: each holds elements of consecutive slots.
Result<int64_t> maxCommonVector(const FragmentLayout &fragment,
                                const MemoryLayout &memory);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_BANKCONFLICTS_H
