//===- Query.cpp - questions to the prover --------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Prover/Query.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tile {

using layout::Failure;
using layout::refuse;

static std::optional<Failure> checkBounds(const IndexFunction &f,
                                          ArrayRef<int64_t> bounds) {
  bool positive = llvm::all_of(bounds, [](int64_t bound) { return bound > 0; });
  if (bounds.size() == f.numResults() && positive)
    return std::nullopt;
  return refuse(Twine(f.numResults()) + " positive bounds",
                "there is one for each result", Twine(bounds.size()));
}

static std::optional<Failure> checkBounds(const IndexFunction &f,
                                          AffineMap bounds) {
  if (bounds && f.getMap() && bounds.getNumDims() == f.numDims() &&
      bounds.getNumSymbols() == f.numSymbols() &&
      bounds.getNumResults() == f.numResults())
    return std::nullopt;
  return refuse("bounds with the dimensions, symbols and results of the map",
                "each is compared with one result", "others");
}

Query::Result Query::equal(IndexFunction f, IndexFunction g) {
  bool sameBox = f.extents() == g.extents();
  if (f.numDims() != g.numDims() || f.numSymbols() != g.numSymbols() ||
      f.numResults() != g.numResults() || !sameBox ||
      f.getDomain() != g.getDomain())
    return refuse("two functions on one domain with as many results",
                  "they are compared at each point", "others");
  return Query(Property::Equal, std::move(f), std::move(g));
}

Query::Result Query::injective(IndexFunction f) {
  IndexFunction same = f;
  return Query(Property::Injective, std::move(f), std::move(same));
}

Query::Result Query::inBounds(IndexFunction f, ArrayRef<int64_t> bounds) {
  if (auto failure = checkBounds(f, bounds))
    return *failure;
  Query query(Property::InBounds, f, f);
  query.constantBounds.assign(bounds.begin(), bounds.end());
  return query;
}

Query::Result Query::inBounds(IndexFunction f, AffineMap bounds) {
  if (auto failure = checkBounds(f, bounds))
    return *failure;
  Query query(Property::InBounds, f, f);
  query.symbolicBounds = bounds;
  return query;
}

Query::Result Query::covers(IndexFunction f, ArrayRef<int64_t> bounds) {
  if (auto failure = checkBounds(f, bounds))
    return *failure;
  Query query(Property::Covers, f, f);
  query.constantBounds.assign(bounds.begin(), bounds.end());
  return query;
}

Query::Result Query::covers(IndexFunction f, AffineMap bounds) {
  if (auto failure = checkBounds(f, bounds))
    return *failure;
  for (unsigned dim = 0; dim != bounds.getNumDims(); ++dim)
    if (bounds.isFunctionOfDim(dim))
      return refuse("bounds that depend on symbols only",
                    "one set of values is covered", "a dimension");
  Query query(Property::Covers, f, f);
  query.symbolicBounds = bounds;
  return query;
}

Query::Result Query::bankConflictFree(IndexFunction lanes, int64_t accessBytes,
                                      layout::BankGeometry geometry) {
  if (lanes.numResults() != 1 || lanes.numSymbols() != 0)
    return refuse("a function from lanes to byte addresses",
                  "banks are counted", "another function");
  // The count of no lanes checks the geometry.
  auto counted = layout::countBankConflicts({}, accessBytes, geometry);
  if (!counted)
    return counted.failure();
  Query query(Property::BankConflictFree, lanes, lanes);
  query.bytes = accessBytes;
  query.banks = geometry;
  return query;
}

Query::Result Query::disjoint(IndexFunction f, IndexFunction g,
                              unsigned threadDims) {
  if (threadDims == 0 || threadDims > f.numDims() || threadDims > g.numDims() ||
      f.numSymbols() != g.numSymbols() || f.numResults() != g.numResults())
    return refuse("two functions of as many results and symbols, of " +
                      Twine(threadDims) + " thread dimensions or more",
                  "threads of one group run both", "others");
  Query query(Property::Disjoint, std::move(f), std::move(g));
  query.threads = threadDims;
  return query;
}

} // namespace tile
