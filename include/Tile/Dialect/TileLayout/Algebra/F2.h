//===- F2.h - layouts as matrices over F2 -----------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout whose extents are powers of two, and whose strides never carry into
// each other's bits, is a linear map over F2, the field of two elements: the
// value at i XOR j is the value at i XOR the value at j. Equality, injectivity,
// images and intersections are then small linear algebra. This is a derived
// view; layouts with other extents have none.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_F2_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_F2_H

#include "Tile/Dialect/TileLayout/Algebra/Swizzle.h"

namespace tile::layout {

/// A matrix over F2 with at most 64 rows and columns, stored as columns.
class F2Matrix {
public:
  F2Matrix() = default;
  explicit F2Matrix(llvm::ArrayRef<uint64_t> columns)
      : columnBits(columns.begin(), columns.end()) {}

  /// The image of each bit of the argument; bit r is row r.
  llvm::ArrayRef<uint64_t> columns() const { return columnBits; }
  uint64_t apply(uint64_t argument) const;
  unsigned rank() const;
  bool isInjective() const { return rank() == columnBits.size(); }
  /// A basis of the arguments that are mapped to zero.
  llvm::SmallVector<uint64_t> kernel() const;
  /// An argument that is mapped to `value`, if there is one.
  std::optional<uint64_t> solve(uint64_t value) const;
  /// The largest value of `constant` XOR the image, and its argument.
  std::pair<uint64_t, uint64_t> maximum(uint64_t constant) const;

private:
  /// A value of the image, and the argument that gives it. The values have
  /// distinct leading bits.
  struct Pivot {
    uint64_t value, argument;
  };
  /// Gaussian elimination; `kernel` receives the arguments that vanish.
  llvm::SmallVector<Pivot>
  eliminate(llvm::SmallVectorImpl<uint64_t> *kernel = nullptr) const;

  llvm::SmallVector<uint64_t> columnBits;
};

/// i -> constant XOR matrix(i).
struct F2Map {
  F2Matrix matrix;
  uint64_t constant = 0;

  uint64_t apply(uint64_t argument) const {
    return constant ^ matrix.apply(argument);
  }
};

/// The layout as a matrix. Refused unless all extents are powers of two,
/// strides are nonnegative, and adding them never carries.
Result<F2Map> toF2(const ComposedLayout &layout);
Result<F2Map> toF2(const Layout &layout);

/// The logarithm of the number of values of the layout; refused as toF2.
Result<int64_t> rankF2(const ComposedLayout &layout);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_F2_H
