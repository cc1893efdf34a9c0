//===- CoverProof.cpp - proofs that all values are taken ------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers asks for a point for every value. For sums of coefficients times
// coordinates, the candidate is found by dividing the value by the largest
// coefficient first and going on with the remainder. The refutation is a value
// whose candidate is outside the domain; if no other point gives that value
// either, it is a counterexample, else nothing is known.
//
// (The set difference of the library could decide more, but its cost has no
// bound that is known beforehand.)
//
//===----------------------------------------------------------------------===//

#include "AffineSystem.h"
#include "Rungs.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tile::prover {

namespace {
/// One variable of a function: a coordinate, or a leaf of a layout.
struct Unknown {
  int64_t coefficient;
  unsigned variable;
};

/// Builds the candidates and the constraints that they must meet.
class CoverProof {
public:
  CoverProof(const Query &query, const ProverOptions &options)
      : query(query), f(query.f()), options(options) {}
  Verdict prove();

private:
  std::optional<std::string> setUpTargets();
  std::optional<std::string> setUpMap();
  std::optional<std::string> setUpLayout();
  /// Finds the candidates for a sum of unknowns that is `target`; the last
  /// remainder must be zero.
  bool solve(Linear target, SmallVector<Unknown> unknowns,
             MutableArrayRef<Linear> candidates);
  /// `linear` must not be negative.
  void require(const Linear &linear) { required.push_back(linear); }
  bool requireBox(const Linear &linear, int64_t extent);
  /// Whether some point gives these values under these symbols.
  bool isTaken(ArrayRef<int64_t> values, ArrayRef<int64_t> symbolValues) const;
  Verdict refute(const System &system) const;

  const Query &query;
  const IndexFunction &f;
  const ProverOptions &options;
  System base;
  SmallVector<Linear> targets, symbols;
  std::vector<Linear> required;
};
} // namespace

std::optional<std::string> CoverProof::setUpTargets() {
  for (unsigned i = 0; i != f.numResults(); ++i)
    targets.push_back(Linear::of(base.addVariable()));
  for (unsigned i = 0; i != f.numSymbols(); ++i)
    symbols.push_back(Linear::of(base.addVariable()));
  // The bounds do not depend on dimensions.
  SmallVector<Linear> noPoint(f.numDims());
  for (auto [i, target] : llvm::enumerate(targets)) {
    Linear bound;
    if (query.boundMap()) {
      auto lowered =
          base.lower(query.boundMap().getResult(i), noPoint, symbols);
      if (!lowered)
        return "a bound is not affine";
      bound = *lowered;
    } else {
      bound.constant = query.bounds()[i];
    }
    base.addNonNegative(target);
    if (!base.addDifference(bound, target, -1))
      return "a bound overflows";
  }
  return std::nullopt;
}

bool CoverProof::requireBox(const Linear &linear, int64_t extent) {
  Linear last;
  last.constant = extent - 1;
  require(linear);
  if (!last.add(linear, -1))
    return false;
  require(last);
  return true;
}

bool CoverProof::solve(Linear rest, SmallVector<Unknown> unknowns,
                       MutableArrayRef<Linear> candidates) {
  llvm::sort(unknowns, [](const Unknown &a, const Unknown &b) {
    return std::make_pair(-a.coefficient, a.variable) <
           std::make_pair(-b.coefficient, b.variable);
  });
  for (const Unknown &unknown : unknowns) {
    Linear &candidate = candidates[unknown.variable];
    if (unknown.coefficient == 1) {
      // Takes all that is left; what comes later stays zero.
      candidate = rest;
      rest = Linear();
      continue;
    }
    std::optional<Linear> quotient =
        base.lowerDivision(AffineExprKind::FloorDiv, rest, unknown.coefficient);
    if (!quotient || !rest.add(*quotient, -unknown.coefficient))
      return false;
    candidate = *quotient;
  }
  // The remainder is at least zero, so this makes it zero.
  Linear negated;
  if (!negated.add(rest, -1))
    return false;
  require(rest);
  require(negated);
  return true;
}

std::optional<std::string> CoverProof::setUpLayout() {
  const layout::ComposedLayout &function = *f.getLayout();
  if (!function.swizzle().isIdentity() || !function.layout().isNonNegative())
    return "the function is not a sum of positive multiples";
  SmallVector<Unknown> unknowns;
  SmallVector<int64_t> sizes;
  for (const layout::Mode &mode : function.layout().leaves())
    if (mode.size > 1 && mode.stride > 0) {
      unknowns.push_back({mode.stride, static_cast<unsigned>(sizes.size())});
      sizes.push_back(mode.size);
    }
  SmallVector<Linear> candidates(sizes.size());
  Linear target = targets.front();
  target.constant = -function.offset();
  if (!solve(target, unknowns, candidates))
    return "a coefficient overflows";
  for (auto [candidate, size] : llvm::zip_equal(candidates, sizes))
    if (!requireBox(candidate, size))
      return "a coefficient overflows";
  return std::nullopt;
}

std::optional<std::string> CoverProof::setUpMap() {
  SmallVector<Linear> candidates(f.numDims());
  llvm::BitVector used(f.numDims());
  for (auto [expr, target] :
       llvm::zip_equal(f.getMap().getResults(), targets)) {
    // Lowered where dimensions come first, to read off the coefficients.
    System scratch;
    SmallVector<Linear> dims, scratchSymbols;
    for (unsigned i = 0; i != f.numDims(); ++i)
      dims.push_back(Linear::of(scratch.addVariable()));
    for (unsigned i = 0; i != f.numSymbols(); ++i)
      scratchSymbols.push_back(Linear::of(scratch.addVariable()));
    auto sum = scratch.lower(expr, dims, scratchSymbols);
    if (!sum || scratch.constraints() != 0)
      return "the function is not a sum of multiples";
    Linear rest = target;
    rest.constant = -sum->constant;
    SmallVector<Unknown> unknowns;
    for (auto [variable, coefficient] : sum->terms) {
      if (coefficient == 0)
        continue;
      if (variable >= f.numDims()) {
        if (!rest.add(symbols[variable - f.numDims()], -coefficient))
          return "a coefficient overflows";
        continue;
      }
      if (coefficient < 0 || used.test(variable))
        return "the function is not a sum of positive multiples";
      used.set(variable);
      unknowns.push_back({coefficient, variable});
    }
    if (!solve(rest, unknowns, candidates))
      return "a coefficient overflows";
  }
  if (auto extents = f.extents()) {
    for (auto [candidate, extent] : llvm::zip_equal(candidates, *extents))
      if (!requireBox(candidate, extent))
        return "a coefficient overflows";
    return std::nullopt;
  }
  for (auto [i, expr] : llvm::enumerate(f.getDomain()->getConstraints())) {
    auto linear = base.lower(expr, candidates, symbols);
    Linear negated;
    if (!linear || !negated.add(*linear, -1))
      return "the domain is not affine";
    bool isEq = f.getDomain()->isEq(i);
    if (!expr.isSymbolicOrConstant()) {
      require(*linear);
      if (isEq)
        require(negated);
    } else if (isEq) {
      // What is said of symbols alone is assumed.
      base.addZero(*linear);
    } else {
      base.addNonNegative(*linear);
    }
  }
  return std::nullopt;
}

bool CoverProof::isTaken(ArrayRef<int64_t> values,
                         ArrayRef<int64_t> symbolValues) const {
  System system;
  SmallVector<Linear> constants;
  for (int64_t value : symbolValues) {
    Linear constant;
    constant.constant = value;
    constants.push_back(constant);
  }
  auto instance = instantiate(system, f, constants);
  if (!instance || system.variables() > options.maxVariables ||
      system.constraints() > options.maxConstraints)
    return true;
  for (auto [result, value] : llvm::zip_equal(instance->results, values)) {
    Linear constant;
    constant.constant = value;
    if (!system.addEqual(result, constant))
      return true;
  }
  return system.findSolution().has_value();
}

Verdict CoverProof::refute(const System &system) const {
  auto solution = system.findSolution();
  if (!solution)
    return yes();
  auto integers = toIntegers(*solution);
  if (!integers)
    return unknown("a value exceeds 62 bits");
  ArrayRef<int64_t> known(*integers);
  Counterexample counterexample;
  counterexample.value.assign(known.begin(), known.begin() + targets.size());
  known = known.drop_front(targets.size()).take_front(symbols.size());
  counterexample.symbols.assign(known.begin(), known.end());
  if (isTaken(counterexample.value, counterexample.symbols))
    return unknown("dividing by the coefficients does not give the point");
  return no(counterexample);
}

Verdict CoverProof::prove() {
  auto reason = setUpTargets();
  if (!reason)
    reason = f.getLayout() ? setUpLayout() : setUpMap();
  if (reason)
    return unknown(*reason);
  if (base.variables() > options.maxVariables ||
      base.constraints() + 1 > options.maxConstraints)
    return unknown("there are " + Twine(base.variables()) + " variables and " +
                   Twine(base.constraints() + 1) + " constraints");
  for (const Linear &linear : required) {
    // linear <= -1
    System violated = base;
    Linear minusOne;
    minusOne.constant = -1;
    if (!violated.addDifference(minusOne, linear, 0))
      return unknown("a coefficient overflows");
    Verdict verdict = refute(violated);
    if (!verdict.isYes())
      return verdict;
  }
  return yes();
}

Verdict proveCoverage(const Query &query, const ProverOptions &options) {
  return CoverProof(query, options).prove();
}

} // namespace tile::prover
