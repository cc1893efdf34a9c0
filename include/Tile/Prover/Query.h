//===- Query.h - questions to the prover ------------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PROVER_QUERY_H
#define TILE_PROVER_QUERY_H

#include "Tile/Dialect/TileLayout/Algebra/BankConflicts.h"
#include "Tile/Prover/IndexFunction.h"

namespace tile {

/// What a query asks.
enum class Property {
  /// f(x) = g(x) for all x.
  Equal,
  /// f(x) = f(y) only for x = y.
  Injective,
  /// 0 <= f(x) < bound in every component.
  InBounds,
  /// Every value from zero to the bound in every component is some f(x), under
  /// all symbols for which the constraints of the domain on symbols alone hold.
  Covers,
  /// No phase of a warp takes two turns; x is the lane, f its byte address.
  BankConflictFree,
  /// f(t, x) and g(u, y) differ whenever the threads t and u do. A write after
  /// a write is this query with g = f: two thread variables, not one.
  Disjoint
};

/// A question about index functions, checked for form when it is made: the
/// makers refuse functions whose dimensions, results or symbols do not agree.
class Query {
public:
  using Result = layout::Result<Query>;

  static Result equal(IndexFunction f, IndexFunction g);
  static Result injective(IndexFunction f);
  /// One positive bound for each result.
  static Result inBounds(IndexFunction f, llvm::ArrayRef<int64_t> bounds);
  /// The bounds as a function of the dimensions and symbols of `f`, a map.
  static Result inBounds(IndexFunction f, mlir::AffineMap bounds);
  static Result covers(IndexFunction f, llvm::ArrayRef<int64_t> bounds);
  /// For a bound that depends on symbols, not on dimensions.
  static Result covers(IndexFunction f, mlir::AffineMap bounds);
  static Result bankConflictFree(IndexFunction lanes, int64_t accessBytes,
                                 layout::BankGeometry geometry);
  /// The first `threadDims` dimensions of both functions are the thread.
  static Result disjoint(IndexFunction f, IndexFunction g, unsigned threadDims);

  Property property() const { return kind; }
  const IndexFunction &f() const { return first; }
  /// The second function of Equal and Disjoint.
  const IndexFunction &g() const { return second; }
  /// Constant bounds; empty when they are a map.
  llvm::ArrayRef<int64_t> bounds() const { return constantBounds; }
  /// Bounds as a map, or null.
  mlir::AffineMap boundMap() const { return symbolicBounds; }
  int64_t accessBytes() const { return bytes; }
  const layout::BankGeometry &geometry() const { return banks; }
  unsigned threadDims() const { return threads; }

private:
  Query(Property kind, IndexFunction first, IndexFunction second)
      : kind(kind), first(std::move(first)), second(std::move(second)) {}

  Property kind;
  IndexFunction first, second;
  llvm::SmallVector<int64_t> constantBounds;
  mlir::AffineMap symbolicBounds;
  int64_t bytes = 0;
  layout::BankGeometry banks;
  unsigned threads = 0;
};

} // namespace tile

#endif // TILE_PROVER_QUERY_H
