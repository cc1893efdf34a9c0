//===- Combiners.h - How reductions combine values ------------ -*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_COMBINERS_H
#define TILE_LIB_CONVERSION_TILETOCPU_COMBINERS_H

#include "IndexArithmetic.h"
#include "Tile/Dialect/Tile/IR/Tile.h"

namespace tile {
namespace cpu {

/// The type in which a reduction of `element` is accumulated: sums of floats
/// narrower than f32 in f32, and comparisons of floats too narrow for
/// arithmetic as well (there exactly).
mlir::Type accumulatorType(ReduceKind kind, mlir::Type element);

/// A reduction of scalars or vectors of one accumulator type.
struct Combiner {
  ReduceKind kind;
  NanMode nan = NanMode::Ignore;

  /// What a reduction of nothing gives. `type` may be a vector.
  mlir::Value identity(FoldingBuilder &index, mlir::Type type) const;
  /// The contribution of an element: its absolute value, or itself.
  mlir::Value prepare(FoldingBuilder &index, mlir::Value value) const;
  mlir::Value combine(FoldingBuilder &index, mlir::Value lhs,
                      mlir::Value rhs) const;
  /// All lanes of a vector, combined.
  mlir::Value acrossLanes(FoldingBuilder &index, mlir::Value vector) const;
};

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_COMBINERS_H
