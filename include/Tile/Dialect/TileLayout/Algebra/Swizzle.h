//===- Swizzle.h - XOR swizzles and composed layouts ------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A swizzle XORs some bits of an offset into others, so that accesses which
// would meet in one memory bank spread over the banks. Swizzle<b,m,s> (as in
// CuTe) XORs the b bits from m+s on into the b bits from m on; with a negative
// s, the b bits from m on into those from m-s on. It is its own inverse.
//
//   <3,4,3> on byte addresses:  ... y y y z z z u u u u  ->  z ^= y
//
// The unit of the offset is not part of the swizzle; recast changes it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_SWIZZLE_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_SWIZZLE_H

#include "Tile/Dialect/TileLayout/Algebra/Operations.h"

namespace tile::layout {

/// XORs `bits()` bits of an offset into others, |shift()| positions away.
class Swizzle {
public:
  /// The identity.
  Swizzle() = default;
  /// Refused unless bits and base are nonnegative, |shift| is at least `bits`
  /// (so that source and target do not overlap) and all lie in 62 bits.
  static Result<Swizzle> get(int64_t bits, int64_t base, int64_t shift);

  int64_t bits() const { return bitCount; }
  int64_t base() const { return baseBit; }
  int64_t shift() const { return shiftBits; }

  bool isIdentity() const { return bitCount == 0; }
  /// The offset after the XOR; `offset` is not negative, except that the
  /// identity takes any.
  int64_t operator()(int64_t offset) const;
  /// Offsets that differ by multiples of this are moved alike: 2^(number of
  /// bits that the swizzle reads).
  int64_t period() const;
  /// Runs of this many offsets, when aligned, stay together: 2^base.
  int64_t granule() const { return int64_t(1) << baseBit; }
  /// Offsets do not leave their aligned block of this size.
  int64_t block() const;
  /// The swizzle on offsets in units of `toBits` that does what this one does
  /// on units of `fromBits`. Refused unless the units differ by a power of two
  /// and no moved bit is lost.
  Result<Swizzle> recast(int64_t fromBits, int64_t toBits) const;

  bool operator==(const Swizzle &other) const {
    return bitCount == other.bitCount && baseBit == other.baseBit &&
           shiftBits == other.shiftBits;
  }
  bool operator!=(const Swizzle &other) const { return !(*this == other); }

  /// Prints `Sw<b,m,s>`.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  int64_t bitCount = 0, baseBit = 0, shiftBits = 0;
};

llvm::hash_code hash_value(const Swizzle &swizzle);

/// i -> swizzle(offset + layout(i)), all in one unit.
class ComposedLayout {
public:
  ComposedLayout() = default;
  /// Refused unless the layout has integer values that fit in 62 bits and, when
  /// they are swizzled, are not negative.
  static Result<ComposedLayout> get(Swizzle swizzle, int64_t offset,
                                    Layout layout);

  const Swizzle &swizzle() const { return xorPart; }
  int64_t offset() const { return origin; }
  const Layout &layout() const { return stridedPart; }

  int64_t size() const { return stridedPart.size(); }
  /// The value at linear `index`, which must lie in the domain.
  int64_t at(int64_t index) const {
    return xorPart(origin + stridedPart.at(index));
  }

  bool operator==(const ComposedLayout &other) const {
    return xorPart == other.xorPart && origin == other.origin &&
           stridedPart == other.stridedPart;
  }

  /// Prints `Sw<b,m,s> o offset o layout`.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  Swizzle xorPart;
  int64_t origin = 0;
  Layout stridedPart;
};

/// i -> outer(inner(i)); refused as for layouts.
Result<ComposedLayout> compose(const ComposedLayout &outer,
                               const Layout &inner);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_SWIZZLE_H
