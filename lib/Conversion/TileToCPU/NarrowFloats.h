//===- NarrowFloats.h - Conversions of floats of every format ---*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact conversions between f32 or f64 and every narrower format, as integer
// and float arithmetic that works on scalars and on vectors. Nothing here calls
// a compiler library.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_NARROWFLOATS_H
#define TILE_LIB_CONVERSION_TILETOCPU_NARROWFLOATS_H

#include "IndexArithmetic.h"
#include "Tile/Dialect/Tile/IR/Tile.h"

namespace tile {
namespace cpu {

/// Whether `type` is a float that is computed in f32: narrower than f32, or
/// tf32.
bool isNarrowFloat(mlir::Type type);

/// How a value is rounded to a narrow format.
struct RoundingOptions {
  Rounding mode = Rounding::Rn;
  /// Random bits of each element (i32) for stochastic rounding.
  mlir::Value bits;
  /// Formats of at most 8 bits: overflow and infinities become the largest
  /// finite value.
  bool saturate = true;
};

/// A value of a narrow format as f32, exactly. `nativeHalf`: f16 has an
/// instruction.
mlir::Value decodeFloat(FoldingBuilder &index, mlir::Value value,
                        bool nativeHalf);

/// An f32 rounded to nearest even in the format `to` (f32 if `to` is tf32).
mlir::Value encodeNearest(FoldingBuilder &index, mlir::Value value,
                          mlir::FloatType to, bool saturate, bool nativeHalf);

/// An f64 rounded in any direction to the format `to`, which has at most 24
/// significant bits.
mlir::Value encodeRounded(FoldingBuilder &index, mlir::Value value,
                          mlir::FloatType to, const RoundingOptions &options);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_NARROWFLOATS_H
