//===- Prover.h - the proof ladder ------------------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The prover answers a query with yes, no and a counterexample, or unknown. It
// climbs a ladder and takes the first definite answer:
//
//   structural   strides and ranges; microseconds
//   F2           linear algebra over bits, when extents are powers of two
//   enumeration  all points, when there are at most maxPoints
//   Presburger   affine maps with floordiv, mod and symbols
//
// A solver for bit vectors and nonlinear integers is a further rung behind this
// interface. Budgets count points, variables and constraints, never time, so an
// answer depends on the query alone. Unknown means: assume the worst.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_PROVER_PROVER_H
#define TILE_PROVER_PROVER_H

#include "Tile/Prover/Query.h"

namespace tile {

/// The rungs of the ladder, in order.
enum class Rung { Structural, F2, Enumeration, Presburger };
inline constexpr unsigned kNumRungs = 4;
/// `structural`, `f2`, `enumeration` or `presburger`.
llvm::StringRef stringifyRung(Rung rung);

enum class Answer { Yes, No, Unknown };

/// Points at which a property fails.
struct Counterexample {
  /// The point of f; empty for Covers.
  llvm::SmallVector<int64_t> first;
  /// The second point of f (Injective), or the point of g (Disjoint).
  llvm::SmallVector<int64_t> second;
  /// The value that both points give (Injective, Disjoint), that is out of
  /// bounds (InBounds), or that is missing (Covers).
  llvm::SmallVector<int64_t> value;
  /// The symbols, if any.
  llvm::SmallVector<int64_t> symbols;
};

struct Verdict {
  Answer answer = Answer::Unknown;
  /// The rung that gave a definite answer.
  std::optional<Rung> rung;
  /// Set for no, except for a Covers or BankConflictFree that has none.
  std::optional<Counterexample> counterexample;
  /// Why the answer is unknown, one clause for each rung.
  std::string reason;

  bool isYes() const { return answer == Answer::Yes; }
  bool isNo() const { return answer == Answer::No; }
  /// `yes (f2)`, `no (enumeration): ...` or `unknown: ...`.
  std::string str() const;
};

/// Deterministic limits, and the rungs to use.
struct ProverOptions {
  /// Points of one function that enumeration may visit.
  int64_t maxPoints = int64_t(1) << 16;
  /// Variables and constraints of one Presburger system, and the bits of its
  /// coefficients.
  unsigned maxVariables = 24, maxConstraints = 96;
  /// Which rungs are climbed.
  bool rungs[kNumRungs] = {true, true, true, true};

  /// Options with one rung only.
  static ProverOptions only(Rung rung);
};

/// Answers queries. It has no state: it may be shared between threads.
class Prover {
public:
  explicit Prover(ProverOptions options = {}) : options(options) {}

  Verdict prove(const Query &query) const;

private:
  ProverOptions options;
};

} // namespace tile

#endif // TILE_PROVER_PROVER_H
