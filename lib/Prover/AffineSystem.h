//===- AffineSystem.h - systems of affine constraints -----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floor divisions and remainders by constants become variables of their own. A
// layout has one variable for each leaf, so that no division is needed at all.
// XOR and products of variables are beyond such systems. Coefficients are
// checked for overflow, which the flattening of affine maps in the library does
// not do.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_PROVER_AFFINESYSTEM_H
#define TILE_LIB_PROVER_AFFINESYSTEM_H

#include "Tile/Prover/Prover.h"
#include "llvm/ADT/DynamicAPInt.h"
#include <map>
#include <optional>
#include <vector>

namespace tile::prover {

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
  std::optional<Linear> lower(mlir::AffineExpr expr,
                              llvm::ArrayRef<Linear> dims,
                              llvm::ArrayRef<Linear> symbols);

  /// The quotient (floor or ceiling) or remainder of `lhs` by `divisor`.
  std::optional<Linear> lowerDivision(mlir::AffineExprKind kind,
                                      const Linear &lhs, int64_t divisor);

  unsigned variables() const { return numVariables; }
  unsigned constraints() const { return zeros.size() + nonNegatives.size(); }
  /// Integers that satisfy all constraints, one for each variable; nothing when
  /// there are none.
  std::optional<llvm::SmallVector<llvm::DynamicAPInt>> findSolution() const;

private:
  unsigned numVariables = 0;
  std::vector<Linear> zeros, nonNegatives;
};

/// An index function at variables of a system.
struct Instance {
  llvm::SmallVector<Linear> point, results;
};

/// `f` at fresh variables; nothing when it is not affine.
std::optional<Instance> instantiate(System &system, const IndexFunction &f,
                                    llvm::ArrayRef<Linear> symbols);

/// The values of a solution, or nothing when one exceeds 62 bits and would
/// overflow in an evaluation.
std::optional<llvm::SmallVector<int64_t>>
toIntegers(llvm::ArrayRef<llvm::DynamicAPInt> solution);

/// Proves coverage; see CoverProof.cpp.
Verdict proveCoverage(const Query &query, const ProverOptions &options);

} // namespace tile::prover

#endif // TILE_LIB_PROVER_AFFINESYSTEM_H
