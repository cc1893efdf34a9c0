//===- PresburgerRung.cpp - proofs in Presburger arithmetic ---------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A property fails when one of a few systems of affine constraints, its
// negation, has an integer solution; the solution is the counterexample.
//
//===----------------------------------------------------------------------===//

#include "AffineSystem.h"
#include "Rungs.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tile::prover {

namespace {
/// Tries to solve the systems that would refute a query.
class Refutation {
public:
  Refutation(const Query &query, const ProverOptions &options)
      : query(query), options(options) {}

  Verdict prove();

private:
  /// Instances of f and, for pairs, of g.
  bool setUp();
  bool addRefutations();
  bool refuteEqual();
  bool refuteInBounds();
  bool refuteDistinct(unsigned comparedDims, bool bothOrders);
  /// Adds `system` as a way to refute.
  void refute(System system) { systems.push_back(std::move(system)); }

  bool withinBudget(const System &system) const {
    return system.variables() <= options.maxVariables &&
           system.constraints() <= options.maxConstraints;
  }
  Counterexample decode(ArrayRef<int64_t> sample) const;

  const Query &query;
  const ProverOptions &options;
  System base;
  SmallVector<Linear> symbols;
  Instance f, g;
  std::vector<System> systems;
};
} // namespace

bool Refutation::setUp() {
  for (unsigned i = 0; i != query.f().numSymbols(); ++i)
    symbols.push_back(Linear::of(base.addVariable()));
  std::optional<Instance> first = instantiate(base, query.f(), symbols);
  if (!first)
    return false;
  f = *first;
  if (query.property() == Property::InBounds)
    return true;
  std::optional<Instance> second;
  if (query.property() == Property::Equal && query.g().getMap() &&
      query.f().getMap()) {
    // At the same point.
    second = Instance{f.point, {}};
    for (AffineExpr expr : query.g().getMap().getResults()) {
      std::optional<Linear> value = base.lower(expr, f.point, symbols);
      if (!value)
        return false;
      second->results.push_back(*value);
    }
  } else {
    second = instantiate(base, query.g(), symbols);
  }
  if (!second)
    return false;
  g = *second;
  return true;
}

bool Refutation::refuteEqual() {
  for (auto [a, b] : llvm::zip_equal(f.point, g.point))
    if (!base.addEqual(a, b))
      return false;
  for (auto [a, b] : llvm::zip_equal(f.results, g.results)) {
    System above = base, below = base;
    if (!above.addDifference(a, b, -1) || !below.addDifference(b, a, -1))
      return false;
    refute(above);
    refute(below);
  }
  return true;
}

bool Refutation::refuteInBounds() {
  for (auto [i, value] : llvm::enumerate(f.results)) {
    Linear bound;
    System above = base, below = base;
    if (query.boundMap()) {
      std::optional<Linear> lowered =
          above.lower(query.boundMap().getResult(i), f.point, symbols);
      if (!lowered)
        return false;
      bound = *lowered;
    } else {
      bound.constant = query.bounds()[i];
    }
    Linear zero;
    if (!above.addDifference(value, bound, 0) ||
        !below.addDifference(zero, value, -1))
      return false;
    refute(above);
    refute(below);
  }
  return true;
}

/// Equal results at points that differ in one of the first `comparedDims`
/// coordinates; the first that differs is less in f, or in either.
bool Refutation::refuteDistinct(unsigned comparedDims, bool bothOrders) {
  for (auto [a, b] : llvm::zip_equal(f.results, g.results))
    if (!base.addEqual(a, b))
      return false;
  for (unsigned dim = 0; dim != comparedDims; ++dim) {
    System less = base, greater = base;
    if (!less.addDifference(g.point[dim], f.point[dim], -1) ||
        !greater.addDifference(f.point[dim], g.point[dim], -1))
      return false;
    refute(less);
    if (bothOrders)
      refute(greater);
    if (!base.addEqual(f.point[dim], g.point[dim]))
      return false;
  }
  return true;
}

bool Refutation::addRefutations() {
  switch (query.property()) {
  case Property::Equal:
    return refuteEqual();
  case Property::InBounds:
    return refuteInBounds();
  case Property::Injective:
    // Both points are of one function, so one order is enough.
    return refuteDistinct(query.f().numDims(), /*bothOrders=*/false);
  case Property::Disjoint:
    return refuteDistinct(query.threadDims(), /*bothOrders=*/true);
  default:
    return false;
  }
}

Counterexample Refutation::decode(ArrayRef<int64_t> sample) const {
  auto evaluate = [&](ArrayRef<Linear> linears) {
    SmallVector<int64_t> values;
    for (const Linear &linear : linears) {
      // Wrapped values do not confirm.
      uint64_t value = linear.constant;
      for (auto [variable, coefficient] : linear.terms)
        value += static_cast<uint64_t>(coefficient) *
                 static_cast<uint64_t>(sample[variable]);
      values.push_back(static_cast<int64_t>(value));
    }
    return values;
  };
  Counterexample counterexample;
  counterexample.first = evaluate(f.point);
  if (query.property() != Property::Equal)
    counterexample.value = evaluate(f.results);
  if (query.property() == Property::Injective ||
      query.property() == Property::Disjoint)
    counterexample.second = evaluate(g.point);
  counterexample.symbols = evaluate(symbols);
  return counterexample;
}

Verdict Refutation::prove() {
  if (query.property() == Property::BankConflictFree)
    return unknown("banks are not affine");
  if (!setUp() || !addRefutations())
    return unknown("a function is not affine");
  for (const System &system : systems)
    if (!withinBudget(system))
      return unknown("there are " + Twine(system.variables()) +
                     " variables and " + Twine(system.constraints()) +
                     " constraints");
  for (const System &system : systems) {
    auto solution = system.findSolution();
    if (!solution)
      continue;
    auto values = toIntegers(*solution);
    if (!values)
      return unknown("the counterexample exceeds 62 bits");
    return no(decode(*values));
  }
  return yes();
}

Verdict proveInPresburger(const Query &query, const ProverOptions &options) {
  if (query.property() == Property::Covers)
    return proveCoverage(query, options);
  return Refutation(query, options).prove();
}

} // namespace tile::prover
