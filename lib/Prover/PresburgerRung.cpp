//===- PresburgerRung.cpp - proofs in Presburger arithmetic -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A property fails when one of a few systems of affine constraints, its
// negation, has an integer solution; the solution is the counterexample. Floor
// divisions and remainders by constants become variables of their own. A layout
// has one variable for each leaf, so that no division is needed at all. XOR and
// products of variables are beyond this rung.
//
//===----------------------------------------------------------------------===//

#include "Rungs.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Analysis/Presburger/PresburgerRelation.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;

namespace tile::prover {

namespace {
/// A sum of variables times coefficients, plus a constant.
struct Linear {
  std::map<unsigned, int64_t> terms;
  int64_t constant = 0;

  static Linear of(unsigned variable) {
    Linear linear;
    linear.terms[variable] = 1;
    return linear;
  }
  /// this += factor * other; false on overflow.
  bool add(const Linear &other, int64_t factor);
};

/// A conjunction of affine constraints over integer variables.
class System {
public:
  unsigned addVariable() { return numVariables++; }
  void addZero(Linear linear) { zeros.push_back(std::move(linear)); }
  void addNonNegative(Linear linear) {
    nonNegatives.push_back(std::move(linear));
  }
  /// a - b + constant >= 0; false on overflow.
  bool addDifference(const Linear &a, const Linear &b, int64_t constant);
  bool addEqual(const Linear &a, const Linear &b);

  /// `expr` over the variables `dims` and `symbols`; nothing when it is not
  /// affine or on overflow.
  std::optional<Linear> lower(AffineExpr expr, ArrayRef<Linear> dims,
                              ArrayRef<Linear> symbols);

  unsigned variables() const { return numVariables; }
  unsigned constraints() const { return zeros.size() + nonNegatives.size(); }
  /// The system with the first variables as dimensions, the next as symbols and
  /// the rest existentially quantified.
  presburger::IntegerPolyhedron polyhedron(unsigned dims,
                                           unsigned symbols) const;

private:
  std::optional<Linear> lowerDivision(AffineExprKind kind, const Linear &lhs,
                                      int64_t divisor);

  unsigned numVariables = 0;
  std::vector<Linear> zeros, nonNegatives;
};

/// An index function at variables of a system.
struct Instance {
  SmallVector<Linear> point, results;
};
} // namespace

bool Linear::add(const Linear &other, int64_t factor) {
  auto accumulate = [&](int64_t &sum, int64_t value) {
    int64_t scaled;
    return !llvm::MulOverflow(value, factor, scaled) &&
           !llvm::AddOverflow(sum, scaled, sum);
  };
  for (auto [variable, coefficient] : other.terms)
    if (!accumulate(terms[variable], coefficient))
      return false;
  return accumulate(constant, other.constant);
}

bool System::addDifference(const Linear &a, const Linear &b, int64_t constant) {
  Linear difference = a;
  if (!difference.add(b, -1) ||
      llvm::AddOverflow(difference.constant, constant, difference.constant))
    return false;
  addNonNegative(std::move(difference));
  return true;
}

bool System::addEqual(const Linear &a, const Linear &b) {
  Linear difference = a;
  if (!difference.add(b, -1))
    return false;
  addZero(std::move(difference));
  return true;
}

std::optional<Linear>
System::lowerDivision(AffineExprKind kind, const Linear &lhs, int64_t divisor) {
  if (divisor < 1)
    return std::nullopt;
  Linear dividend = lhs;
  // ceil(e / d) is floor((e + d - 1) / d).
  if (kind == AffineExprKind::CeilDiv &&
      llvm::AddOverflow(dividend.constant, divisor - 1, dividend.constant))
    return std::nullopt;
  Linear quotient = Linear::of(addVariable());
  Linear remainder = dividend;
  if (!remainder.add(quotient, -divisor))
    return std::nullopt;
  addNonNegative(remainder);
  Linear last;
  last.constant = divisor - 1;
  if (!addDifference(last, remainder, 0))
    return std::nullopt;
  return kind == AffineExprKind::Mod ? remainder : quotient;
}

std::optional<Linear> System::lower(AffineExpr expr, ArrayRef<Linear> dims,
                                    ArrayRef<Linear> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    Linear linear;
    linear.constant = constant.getValue();
    return linear;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<Linear> lhs = lower(binary.getLHS(), dims, symbols);
  std::optional<Linear> rhs = lower(binary.getRHS(), dims, symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    if (!lhs->add(*rhs, 1))
      return std::nullopt;
    return lhs;
  }
  if (!rhs->terms.empty())
    std::swap(lhs, rhs);
  if (!rhs->terms.empty())
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Mul) {
    Linear product;
    if (!product.add(*lhs, rhs->constant))
      return std::nullopt;
    return product;
  }
  // A division by a variable has been swapped to the left.
  if (!isa<AffineConstantExpr>(binary.getRHS()))
    return std::nullopt;
  return lowerDivision(expr.getKind(), *lhs, rhs->constant);
}

presburger::IntegerPolyhedron System::polyhedron(unsigned dims,
                                                 unsigned symbols) const {
  presburger::IntegerPolyhedron result(presburger::PresburgerSpace::getSetSpace(
      dims, symbols, numVariables - dims - symbols));
  auto row = [&](const Linear &linear) {
    SmallVector<int64_t> coefficients(numVariables + 1, 0);
    for (auto [variable, coefficient] : linear.terms)
      coefficients[variable] = coefficient;
    coefficients.back() = linear.constant;
    return coefficients;
  };
  for (const Linear &zero : zeros)
    result.addEquality(row(zero));
  for (const Linear &nonNegative : nonNegatives)
    result.addInequality(row(nonNegative));
  return result;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool addBox(System &system, const Linear &variable, int64_t extent) {
  Linear last;
  last.constant = extent - 1;
  system.addNonNegative(variable);
  return system.addDifference(last, variable, 0);
}

/// A layout at fresh variables, one for each leaf.
static std::optional<Instance>
instantiateLayout(System &system, const layout::ComposedLayout &function) {
  if (!function.swizzle().isIdentity())
    return std::nullopt;
  Instance instance;
  Linear value;
  value.constant = function.offset();
  const layout::Layout &strided = function.layout();
  for (int64_t i = 0, e = strided.rank(); i != e; ++i) {
    Linear coordinate;
    int64_t step = 1;
    layout::Layout part = strided.mode(i);
    for (const layout::Mode &mode : part.leaves()) {
      if (mode.size > 1) {
        Linear leaf = Linear::of(system.addVariable());
        if (!addBox(system, leaf, mode.size) || !coordinate.add(leaf, step) ||
            !value.add(leaf, mode.stride))
          return std::nullopt;
      }
      step *= mode.size;
    }
    instance.point.push_back(std::move(coordinate));
  }
  instance.results.push_back(std::move(value));
  return instance;
}

static bool addDomain(System &system, const IndexFunction &f,
                      ArrayRef<Linear> point, ArrayRef<Linear> symbols) {
  if (auto extents = f.extents()) {
    for (auto [variable, extent] : llvm::zip_equal(point, *extents))
      if (!addBox(system, variable, extent))
        return false;
    return true;
  }
  for (auto [i, expr] : llvm::enumerate(f.getDomain()->getConstraints())) {
    std::optional<Linear> linear = system.lower(expr, point, symbols);
    if (!linear)
      return false;
    if (f.getDomain()->isEq(i))
      system.addZero(*linear);
    else
      system.addNonNegative(*linear);
  }
  return true;
}

/// `f` at fresh variables.
static std::optional<Instance>
instantiate(System &system, const IndexFunction &f, ArrayRef<Linear> symbols) {
  if (const layout::ComposedLayout *function = f.getLayout())
    return instantiateLayout(system, *function);
  Instance instance;
  for (unsigned i = 0; i != f.numDims(); ++i)
    instance.point.push_back(Linear::of(system.addVariable()));
  if (!addDomain(system, f, instance.point, symbols))
    return std::nullopt;
  for (AffineExpr expr : f.getMap().getResults()) {
    std::optional<Linear> value = system.lower(expr, instance.point, symbols);
    if (!value)
      return std::nullopt;
    instance.results.push_back(*value);
  }
  return instance;
}

//===----------------------------------------------------------------------===//
// Refutation
//===----------------------------------------------------------------------===//

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
  Verdict proveCovers();
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

/// The values of a sample, or nothing when one does not fit.
static std::optional<SmallVector<int64_t>>
toIntegers(ArrayRef<llvm::DynamicAPInt> sample) {
  // Numbers beyond 62 bits would overflow when the point is evaluated.
  llvm::DynamicAPInt limit(int64_t(1) << 62);
  SmallVector<int64_t> values;
  for (const llvm::DynamicAPInt &value : sample) {
    if (value > limit || value < -limit)
      return std::nullopt;
    values.push_back(llvm::int64fromDynamicAPInt(value));
  }
  return values;
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
  if (query.property() == Property::Covers)
    return proveCovers();
  if (!setUp() || !addRefutations())
    return unknown("a function is not affine");
  for (const System &system : systems)
    if (!withinBudget(system))
      return unknown("there are " + Twine(system.variables()) +
                     " variables and " + Twine(system.constraints()) +
                     " constraints");
  for (const System &system : systems) {
    auto sample = system.polyhedron(system.variables(), 0).findIntegerSample();
    if (!sample)
      continue;
    auto values = toIntegers(*sample);
    if (!values)
      return unknown("the counterexample exceeds 62 bits");
    return no(decode(*values));
  }
  return yes();
}

/// Covers asks for an input for every value, so the image is computed as a set
/// and taken away from all values.
Verdict Refutation::proveCovers() {
  unsigned results = query.f().numResults();
  SmallVector<Linear> values;
  for (unsigned i = 0; i != results; ++i)
    values.push_back(Linear::of(base.addVariable()));
  for (unsigned i = 0; i != query.f().numSymbols(); ++i)
    symbols.push_back(Linear::of(base.addVariable()));
  System all = base;
  // The dimensions of the bounds are unused.
  SmallVector<Linear> noPoint(query.f().numDims());
  for (auto [i, value] : llvm::enumerate(values)) {
    Linear bound;
    if (query.boundMap()) {
      auto lowered = all.lower(query.boundMap().getResult(i), noPoint, symbols);
      if (!lowered)
        return unknown("a bound is not affine");
      bound = *lowered;
    } else {
      bound.constant = query.bounds()[i];
    }
    all.addNonNegative(value);
    if (!all.addDifference(bound, value, -1))
      return unknown("a bound overflows");
  }
  std::optional<Instance> instance = instantiate(base, query.f(), symbols);
  if (!instance)
    return unknown("the function is not affine");
  for (auto [a, b] : llvm::zip_equal(values, instance->results))
    if (!base.addEqual(a, b))
      return unknown("a result overflows");
  // Eliminating quantifiers costs more than solving: half the budget.
  if (2 * base.variables() > options.maxVariables ||
      2 * base.constraints() > options.maxConstraints || !withinBudget(all))
    return unknown("there are " + Twine(base.variables()) + " variables and " +
                   Twine(base.constraints()) + " constraints");
  presburger::PresburgerSet image(base.polyhedron(results, symbols.size()));
  presburger::PresburgerSet wanted(all.polyhedron(results, symbols.size()));
  presburger::PresburgerRelation missing =
      wanted.subtract(image.computeReprWithOnlyDivLocals());
  for (const presburger::IntegerRelation &part : missing.getAllDisjuncts()) {
    auto sample = part.findIntegerSample();
    if (!sample)
      continue;
    auto integers = toIntegers(*sample);
    if (!integers)
      return unknown("the counterexample exceeds 62 bits");
    Counterexample counterexample;
    counterexample.value.assign(integers->begin(), integers->begin() + results);
    counterexample.symbols.assign(integers->begin() + results,
                                  integers->begin() + results + symbols.size());
    return no(counterexample);
  }
  return yes();
}

Verdict proveInPresburger(const Query &query, const ProverOptions &options) {
  return Refutation(query, options).prove();
}

} // namespace tile::prover
