//===- Layout.h - shape:stride layouts --------------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is a function given by two congruent nested tuples, as in CuTe
// (Cris Cecka, "CuTe Layout Representation and Algebra"):
//
//   (4,(2,3)) : (1,(12,4))
//
// Its domain is 0 .. size-1; an index is turned into a coordinate of the shape
// colexicographically, and the value is the sum of coordinate times stride over
// all leaves. Strides either are plain integers and the value is an integer, or
// name axes (`2@lane`) and the value is a vector with one component per axis.
//
// A Layout is a value: it is checked when it is made and never changes. Every
// Layout has at least one element, at most 2^63-1 elements, and values that
// fit in 64 bits, so evaluation inside the domain cannot overflow.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_LAYOUT_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_LAYOUT_H

#include "Tile/Dialect/TileLayout/Algebra/IntTuple.h"

namespace tile::layout {

/// One leaf of a layout: `size` steps of `stride` along `axis` (empty when the
/// codomain is an integer or the stride is zero).
struct Mode {
  int64_t size = 1;
  int64_t stride = 0;
  std::string axis = {};

  bool operator==(const Mode &other) const {
    return size == other.size && stride == other.stride && axis == other.axis;
  }
};

/// A function from 0 .. size-1 to an integer or to a vector over named axes.
class Layout {
public:
  /// `1:0`, the constant zero on one element.
  Layout();

  /// The layout `shape:stride`. Refused unless both are congruent, all extents
  /// are positive, axes appear in strides only and in all nonzero strides or
  /// none, and size and values fit in 64 bits.
  static Result<Layout> get(IntTuple shape, IntTuple stride);
  /// The layout of flat `modes`, without parentheses for one mode, and `1:0`
  /// for none.
  static Result<Layout> fromModes(llvm::ArrayRef<Mode> modes);
  /// The layout whose top-level modes are `layouts`.
  static Result<Layout> join(llvm::ArrayRef<Layout> layouts);
  /// The layout `size:stride`.
  static Result<Layout> vector(int64_t size, int64_t stride);
  /// The identity function with the parentheses of `shape`; the first leaf has
  /// stride one.
  static Result<Layout> columnMajor(const IntTuple &shape);
  /// The compact layout whose last leaf has stride one.
  static Result<Layout> rowMajor(const IntTuple &shape);
  /// From linear indices to coordinates: mode i has stride `1@d<i>`.
  static Result<Layout> coordinates(llvm::ArrayRef<int64_t> shape);

  const IntTuple &shape() const { return shapeTuple; }
  const IntTuple &stride() const { return strideTuple; }
  /// The leaves in order.
  llvm::ArrayRef<Mode> leaves() const { return modes; }

  /// Number of top-level modes.
  int64_t rank() const { return shapeTuple.rank(); }
  /// The `i`-th top-level mode.
  Layout mode(int64_t i) const;
  /// The number of elements of the `i`-th top-level mode.
  int64_t extent(int64_t i) const;
  /// The number of elements of the domain.
  int64_t size() const { return elements; }

  /// Whether the value is a vector over named axes.
  bool hasAxes() const { return !axisNames.empty(); }
  /// The axes, in the order in which they first appear in the strides.
  llvm::ArrayRef<std::string> axes() const { return axisNames; }
  /// Whether every stride is zero or positive.
  bool isNonNegative() const;
  /// The smallest and largest value along `axis` (empty: the integer value).
  std::pair<int64_t, int64_t> range(llvm::StringRef axis = {}) const;

  /// The value at linear `index`, which must lie in the domain; zero for
  /// vector-valued layouts.
  int64_t at(int64_t index) const;
  /// The vector at linear `index`, which must lie in the domain, one component
  /// for each of `axes()`.
  llvm::SmallVector<int64_t> vectorAt(int64_t index) const;
  /// The linear index of `coordinate`, refused when it is not in the domain.
  Result<int64_t> index(const IntTuple &coordinate) const {
    return coordinateToIndex(coordinate, shapeTuple);
  }

  bool operator==(const Layout &other) const {
    return shapeTuple == other.shapeTuple && strideTuple == other.strideTuple;
  }
  bool operator!=(const Layout &other) const { return !(*this == other); }

  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  IntTuple shapeTuple, strideTuple;
  llvm::SmallVector<Mode, 0> modes;
  std::vector<std::string> axisNames;
  int64_t elements = 1;
};

llvm::hash_code hash_value(const Layout &layout);

/// One more than the largest value of an integer layout with nonnegative
/// strides: the number of cells that it needs. Refused for other layouts.
Result<int64_t> cosize(const Layout &layout);

/// The largest k such that every value is a multiple of k; zero when every
/// value is zero. With axes, over all components.
int64_t alignmentOf(const Layout &layout);

/// The name of the axis of logical dimension `dim`: `d0`, `d1` ...
std::string dimensionAxis(int64_t dim);
/// The inverse of dimensionAxis.
std::optional<int64_t> axisDimension(llvm::StringRef axis);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_LAYOUT_H
