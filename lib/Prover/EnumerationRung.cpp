//===- EnumerationRung.cpp - proofs by visiting all points ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rungs.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <unordered_map>

using namespace mlir;

namespace tile::prover {

using Point = IndexFunction::Point;

namespace {
struct HashPoint {
  size_t operator()(const Point &point) const {
    return llvm::hash_combine_range(point.begin(), point.end());
  }
};

/// All values of a function on its box; point i has linear index i, the first
/// dimension fastest.
struct Table {
  ArrayRef<int64_t> extents;
  std::vector<Point> values;

  Point pointAt(int64_t index) const {
    Point point;
    for (int64_t extent : extents) {
      point.push_back(index % extent);
      index /= extent;
    }
    return point;
  }
  int64_t size() const { return values.size(); }
};
} // namespace

/// Fills `table`; returns why that is impossible, if it is.
static std::optional<std::string> tabulate(const IndexFunction &f,
                                           int64_t maxPoints, Table &table) {
  if (!f.extents() || f.numSymbols() != 0)
    return "the domain is not a box of constant extents";
  table.extents = *f.extents();
  int64_t points = 1;
  for (int64_t extent : table.extents)
    if (llvm::MulOverflow(points, extent, points) || points > maxPoints)
      return ("there are more than " + Twine(maxPoints) + " points").str();
  table.values.reserve(points);
  for (int64_t i = 0; i != points; ++i) {
    if (const layout::ComposedLayout *layout = f.getLayout()) {
      table.values.push_back(Point{layout->at(i)});
      continue;
    }
    auto value = f.evaluate(table.pointAt(i));
    if (!value)
      return "the function has no value at " +
             layout::IntTuple::tuple(table.pointAt(i)).str();
    table.values.push_back(*value);
  }
  return std::nullopt;
}

static Verdict proveEqual(const Table &f, const Table &g) {
  for (int64_t i = 0, e = f.size(); i != e; ++i)
    if (f.values[i] != g.values[i])
      return no({f.pointAt(i), {}, {}, {}});
  return yes();
}

static Verdict proveInjective(const Table &f) {
  std::unordered_map<Point, int64_t, HashPoint> seen;
  for (int64_t i = 0, e = f.size(); i != e; ++i) {
    auto [entry, fresh] = seen.try_emplace(f.values[i], i);
    if (!fresh)
      return no({f.pointAt(entry->second), f.pointAt(i), f.values[i], {}});
  }
  return yes();
}

static Verdict proveInBounds(const Query &query, const Table &f) {
  for (int64_t i = 0, e = f.size(); i != e; ++i) {
    Point point = f.pointAt(i);
    for (auto [r, component] : llvm::enumerate(f.values[i])) {
      std::optional<int64_t> bound =
          query.boundMap()
              ? evaluateAffine(query.boundMap().getResult(r), point, {})
              : std::optional(query.bounds()[r]);
      if (!bound)
        return unknown("a bound has no value");
      if (component < 0 || component >= *bound)
        return no({point, {}, f.values[i], {}});
    }
  }
  return yes();
}

static Verdict proveCovers(const Query &query, const Table &f,
                           int64_t maxPoints) {
  Point bounds(query.bounds());
  if (query.boundMap())
    for (AffineExpr expr : query.boundMap().getResults()) {
      auto bound = evaluateAffine(expr, {}, {});
      if (!bound || *bound < 1)
        return unknown("a bound has no positive value");
      bounds.push_back(*bound);
    }
  int64_t cells = 1;
  for (int64_t bound : bounds)
    if (llvm::MulOverflow(cells, bound, cells) || cells > maxPoints)
      return unknown("there are more than " + Twine(maxPoints) + " values");
  llvm::BitVector covered(cells);
  for (const Point &value : f.values) {
    int64_t cell = 0;
    for (size_t r = bounds.size(); r-- > 0 && cell >= 0;)
      cell = value[r] < 0 || value[r] >= bounds[r]
                 ? -1
                 : cell * bounds[r] + value[r];
    if (cell >= 0)
      covered.set(cell);
  }
  int missing = covered.find_first_unset();
  if (missing < 0)
    return yes();
  Point value;
  int64_t cell = missing;
  for (int64_t bound : bounds) {
    value.push_back(cell % bound);
    cell /= bound;
  }
  return no({{}, {}, value, {}});
}

/// Two lanes of a phase that need different words of one bank.
static Counterexample findConflict(const Query &query, const Table &f) {
  const layout::BankGeometry &banks = query.geometry();
  int64_t lanes = std::max<int64_t>(banks.phaseBytes / query.accessBytes(), 1);
  std::unordered_map<int64_t, std::pair<int64_t, int64_t>> wordOfBank;
  for (int64_t lane = 0, e = f.size(); lane != e; ++lane) {
    if (lane % lanes == 0)
      wordOfBank.clear();
    int64_t address = f.values[lane].front();
    int64_t last = (address + query.accessBytes() - 1) / banks.bankBytes;
    for (int64_t word = address / banks.bankBytes; word <= last; ++word) {
      auto entry = std::make_pair(word, lane);
      auto [held, fresh] = wordOfBank.try_emplace(word % banks.banks, entry);
      if (!fresh && held->second.first != word)
        return {f.pointAt(held->second.second), f.pointAt(lane), {}, {}};
    }
  }
  return {};
}

static Verdict proveBankConflictFree(const Query &query, const Table &f) {
  SmallVector<int64_t> addresses;
  for (const Point &value : f.values)
    addresses.push_back(value.front());
  auto count = layout::countBankConflicts(addresses, query.accessBytes(),
                                          query.geometry());
  if (!count)
    return unknown(count.reason());
  return count->conflicts() == 0 ? yes() : no(findConflict(query, f));
}

static Verdict proveDisjoint(const Query &query, const Table &f,
                             const Table &g) {
  auto threadOf = [&](const Point &point) {
    return ArrayRef<int64_t>(point).take_front(query.threadDims());
  };
  // Points of f that give a value: the first, and the first of another thread.
  struct Owners {
    int64_t first, other = -1;
  };
  std::unordered_map<Point, Owners, HashPoint> owners;
  for (int64_t i = 0, e = f.size(); i != e; ++i) {
    auto [entry, fresh] = owners.try_emplace(f.values[i], Owners{i});
    if (!fresh && entry->second.other < 0 &&
        threadOf(f.pointAt(entry->second.first)) != threadOf(f.pointAt(i)))
      entry->second.other = i;
  }
  for (int64_t i = 0, e = g.size(); i != e; ++i) {
    auto entry = owners.find(g.values[i]);
    if (entry == owners.end())
      continue;
    Point point = g.pointAt(i);
    for (int64_t owner : {entry->second.first, entry->second.other})
      if (owner >= 0 && threadOf(f.pointAt(owner)) != threadOf(point))
        return no({f.pointAt(owner), point, g.values[i], {}});
  }
  return yes();
}

Verdict proveByEnumeration(const Query &query, int64_t maxPoints) {
  Table f, g;
  if (auto reason = tabulate(query.f(), maxPoints, f))
    return unknown(*reason);
  bool isPair = query.property() == Property::Equal ||
                query.property() == Property::Disjoint;
  if (isPair)
    if (auto reason = tabulate(query.g(), maxPoints, g))
      return unknown(*reason);
  switch (query.property()) {
  case Property::Equal:
    return proveEqual(f, g);
  case Property::Injective:
    return proveInjective(f);
  case Property::InBounds:
    return proveInBounds(query, f);
  case Property::Covers:
    return proveCovers(query, f, maxPoints);
  case Property::BankConflictFree:
    return proveBankConflictFree(query, f);
  case Property::Disjoint:
    return proveDisjoint(query, f, g);
  }
  return unknown("no such property");
}

} // namespace tile::prover
