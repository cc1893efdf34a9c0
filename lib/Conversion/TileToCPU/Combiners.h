//===- Combiners.h - How reductions combine values --------------*- C++ -*-===//
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

/// The type in which elements of type `element` are accumulated that give a
/// result of type `result`: f32 for narrower floats; for integers the wider of
/// both, so that nothing is lost on the way.
mlir::Type accumulatorType(mlir::Type element, mlir::Type result);

/// A reduction of scalars or vectors of one accumulator type.
struct Combiner {
  ReduceKind kind;
  NanMode nan = NanMode::Ignore;

  /// What a reduction of nothing gives. `type` may be a vector.
  mlir::Value identity(FoldingBuilder &index, mlir::Type type) const;
  /// Whether elements that are integers are read as unsigned.
  bool isUnsigned() const;
  /// The contribution of an element: its absolute value, or itself. It is taken
  /// in the element's own width, where that of the least integer wraps.
  mlir::Value prepare(FoldingBuilder &index, mlir::Value value) const;
  mlir::Value combine(FoldingBuilder &index, mlir::Value lhs,
                      mlir::Value rhs) const;
  /// The same for a `total` that began as the identity: it is no NaN where NaN
  /// is ignored, which saves most of the instructions.
  mlir::Value accumulate(FoldingBuilder &index, mlir::Value total,
                         mlir::Value value) const;
  /// All lanes of a vector, combined.
  mlir::Value acrossLanes(FoldingBuilder &index, mlir::Value vector) const;
};

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_COMBINERS_H
