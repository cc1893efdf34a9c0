//===- IndexFunction.h - index functions that proofs are about --*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index function maps points to offsets: where an access of thread t and
// iteration i goes, say. It is either a layout with an optional swizzle, or an
// affine map with symbols on a domain given by affine constraints.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PROVER_INDEXFUNCTION_H
#define TILE_PROVER_INDEXFUNCTION_H

#include "Tile/Dialect/TileLayout/Algebra/Swizzle.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

namespace tile {

/// A function from integer points to vectors of integers.
class IndexFunction {
public:
  using Point = llvm::SmallVector<int64_t>;

  /// One dimension for each top-level mode of the layout, one result.
  static IndexFunction fromLayout(layout::ComposedLayout layout);
  /// Refused when the layout has axes.
  static layout::Result<IndexFunction> fromLayout(layout::Layout layout);

  /// `map` on the box from zero to `extents`, one for each dimension; refused
  /// unless counts agree, extents are positive and fewer than 2^63 points, and
  /// the map has a result. Symbols are any integers.
  static layout::Result<IndexFunction> fromMap(mlir::AffineMap map,
                                               llvm::ArrayRef<int64_t> extents);
  /// `map` on all points and symbols of `domain`, which has the dimensions and
  /// symbols of the map.
  static layout::Result<IndexFunction> fromMap(mlir::AffineMap map,
                                               mlir::IntegerSet domain);

  unsigned numDims() const { return dims; }
  unsigned numSymbols() const { return map ? map.getNumSymbols() : 0; }
  unsigned numResults() const { return map ? map.getNumResults() : 1; }

  /// The layout, if the function is one.
  const layout::ComposedLayout *getLayout() const {
    return map ? nullptr : &composed;
  }
  /// The map, or null.
  mlir::AffineMap getMap() const { return map; }
  /// The constraints on dimensions and symbols, unless the domain is the box of
  /// `extents()`.
  std::optional<mlir::IntegerSet> getDomain() const { return domain; }
  /// The extents of the box that is the domain, if it is one.
  std::optional<llvm::ArrayRef<int64_t>> extents() const {
    if (domain)
      return std::nullopt;
    return llvm::ArrayRef<int64_t>(box);
  }

  /// Whether `point` (with `symbols`) is in the domain.
  bool contains(llvm::ArrayRef<int64_t> point,
                llvm::ArrayRef<int64_t> symbols = {}) const;
  /// The value at a point of the domain; nothing on overflow, division by zero
  /// or where the map is not affine.
  std::optional<Point> evaluate(llvm::ArrayRef<int64_t> point,
                                llvm::ArrayRef<int64_t> symbols = {}) const;

private:
  layout::ComposedLayout composed;
  mlir::AffineMap map;
  std::optional<mlir::IntegerSet> domain;
  Point box;
  unsigned dims = 0;
};

/// The value of `expr`; nothing on overflow, division by zero or a missing
/// dimension or symbol.
std::optional<int64_t> evaluateAffine(mlir::AffineExpr expr,
                                      llvm::ArrayRef<int64_t> dims,
                                      llvm::ArrayRef<int64_t> symbols);

} // namespace tile

#endif // TILE_PROVER_INDEXFUNCTION_H
