//===- AffineSystem.cpp - systems of affine constraints -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineSystem.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tile::prover {

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

std::optional<SmallVector<llvm::DynamicAPInt>> System::findSolution() const {
  presburger::IntegerPolyhedron polyhedron(
      presburger::PresburgerSpace::getSetSpace(numVariables));
  auto row = [&](const Linear &linear) {
    SmallVector<int64_t> coefficients(numVariables + 1, 0);
    for (auto [variable, coefficient] : linear.terms)
      coefficients[variable] = coefficient;
    coefficients.back() = linear.constant;
    return coefficients;
  };
  for (const Linear &zero : zeros)
    polyhedron.addEquality(row(zero));
  for (const Linear &nonNegative : nonNegatives)
    polyhedron.addInequality(row(nonNegative));
  auto sample = polyhedron.findIntegerSample();
  if (!sample)
    return std::nullopt;
  return SmallVector<llvm::DynamicAPInt>(sample->begin(), sample->end());
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

std::optional<Instance> instantiate(System &system, const IndexFunction &f,
                                    ArrayRef<Linear> symbols) {
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

std::optional<SmallVector<int64_t>>
toIntegers(ArrayRef<llvm::DynamicAPInt> solution) {
  llvm::DynamicAPInt limit(int64_t(1) << 62);
  SmallVector<int64_t> values;
  for (const llvm::DynamicAPInt &value : solution) {
    if (value > limit || value < -limit)
      return std::nullopt;
    values.push_back(llvm::int64fromDynamicAPInt(value));
  }
  return values;
}

} // namespace tile::prover
