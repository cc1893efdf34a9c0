//===- Combiner.h - how reductions combine ----------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction starts from the identity and combines elements in ascending
// order. Sums of floats of at most 32 bits are accumulated in f32, those of f64
// in f64; integers in 64 bits, cut to the width of the result. The identity of
// `max` is minus infinity (in types without, the least number), so that
// `nan(ignore)` of nothing but NaNs gives it too.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_COMBINER_H
#define TILE_LIB_INTERPRETER_COMBINER_H

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Interpreter/Numerics.h"

namespace tile {

/// A partial result: a double for floats, else an integer.
union Accumulator {
  double number;
  int64_t integer;
};

class Combiner {
public:
  Combiner(ReduceKind kind, const Number &number, NanMode nan)
      : kind(kind), number(number), nan(nan) {}

  Accumulator identity() const;
  /// Combines with an element (its absolute value in `abssum` and `absmax`).
  Accumulator combine(Accumulator partial, uint64_t element) const;
  /// Combines with an earlier result of type `of`, as it is.
  Accumulator combineResult(Accumulator partial, const Number &of,
                            uint64_t result) const;
  /// The result rounded to a type.
  uint64_t finish(Accumulator partial, const Number &to) const;

private:
  bool isUnsigned() const;
  double combineFloats(double a, double b) const;
  int64_t combineIntegers(int64_t a, int64_t b) const;

  ReduceKind kind;
  Number number;
  NanMode nan;
};

} // namespace tile

#endif // TILE_LIB_INTERPRETER_COMBINER_H
