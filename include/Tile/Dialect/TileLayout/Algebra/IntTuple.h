//===- IntTuple.h - nested integer tuples -----------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes, strides and coordinates are nested tuples of integers, as in CuTe:
// `4`, `(4,8)`, `((2,2),8)`. A leaf of a stride may name an axis, `2@lane`: it
// is then two steps along that axis of a vector-valued codomain.
//
// A linear index is turned into a coordinate colexicographically: the first
// element of a tuple varies fastest.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_INTTUPLE_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_INTTUPLE_H

#include "Tile/Dialect/TileLayout/Algebra/Result.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tile::layout {

/// Limits on text and on tuples built from it, so that hostile input can
/// neither exhaust the stack nor memory. A shape of more than 62 extents above
/// one overflows anyway.
inline constexpr int64_t kMaxTupleDepth = 16;
inline constexpr int64_t kMaxTupleLeaves = 256;

/// An integer, or a tuple of IntTuples.
class IntTuple {
public:
  /// A leaf; `axis` is empty unless the leaf is a basis stride.
  IntTuple(int64_t value = 0, std::string axis = {})
      : number(value), axisName(std::move(axis)) {}

  /// The tuple of `elements`; it has one pair of parentheses more than they do.
  static IntTuple tuple(std::vector<IntTuple> elements);
  /// The flat tuple of `values`.
  static IntTuple tuple(llvm::ArrayRef<int64_t> values);

  bool isLeaf() const { return leaf; }
  /// The integer of a leaf.
  int64_t value() const { return number; }
  /// The axis of a leaf; empty when it has none.
  const std::string &axis() const { return axisName; }
  /// The elements of a tuple; empty for a leaf.
  const std::vector<IntTuple> &elements() const { return children; }

  /// Number of elements; a leaf counts as one.
  int64_t rank() const { return leaf ? 1 : children.size(); }
  /// The `i`-th element; a leaf is its own only element.
  const IntTuple &operator[](int64_t i) const;
  /// Levels of parentheses; zero for a leaf.
  int64_t depth() const;
  /// Number of leaves.
  int64_t leafCount() const;

  bool operator==(const IntTuple &other) const;
  bool operator!=(const IntTuple &other) const { return !(*this == other); }

  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  bool leaf = true;
  int64_t number;
  std::string axisName;
  std::vector<IntTuple> children;
};

llvm::hash_code hash_value(const IntTuple &tuple);

/// The leaves in order.
llvm::SmallVector<IntTuple> flatten(const IntTuple &tuple);

/// The product of all leaves; refused on overflow of 64 bits.
Result<int64_t> product(const IntTuple &tuple);

/// Whether both have the same parentheses.
bool congruent(const IntTuple &a, const IntTuple &b);

/// Whether `a` has the parentheses of `b` after some leaves of `a` are replaced
/// by tuples.
bool weaklyCongruent(const IntTuple &a, const IntTuple &b);

/// Whether every coordinate of shape `a` is a coordinate of shape `b`: both
/// have the same size, and `b` refines the parentheses of `a`.
bool compatible(const IntTuple &a, const IntTuple &b);

/// The coordinate in `shape` of linear `index`. The last extent is not taken
/// modulo, so an index past the end lies past the end of the last mode.
IntTuple indexToCoordinate(int64_t index, const IntTuple &shape);

/// The linear index of `coordinate` in `shape`. An integer is accepted where
/// the shape has a tuple, as the linear index within it. Refused when the
/// coordinate does not fit the shape or lies outside.
Result<int64_t> coordinateToIndex(const IntTuple &coordinate,
                                  const IntTuple &shape);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_INTTUPLE_H
