//===- Conversion.h - what it takes to change a fragment layout -----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_CONVERSION_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_CONVERSION_H

#include "Tile/Dialect/TileLayout/Algebra/FragmentLayout.h"

namespace tile::layout {

/// How far elements travel when a tile changes from one fragment layout to
/// another; each kind can do what those before it can.
enum class ConversionKind {
  /// Every position already holds its element.
  Identity,
  /// Every thread holds its elements, in other registers, and the same
  /// registers in all threads.
  RegisterPermute,
  /// Every warp holds its elements; lanes exchange them.
  LaneShuffle,
  /// Every CTA holds its elements; warps exchange them through memory.
  WarpShared,
  /// Elements cross CTAs.
  ClusterShared
};

/// `identity`, `register_permute`, `lane_shuffle`, `warp_shared` or
/// `cluster_shared`.
llvm::StringRef stringifyConversionKind(ConversionKind kind);

/// The least kind of conversion from `from` to `to`. Replicas of `from` are
/// all used as sources; positions of `to` outside the shape need nothing. With
/// more than 2^20 positions the answer is the safe one, memory. Refused unless
/// the shapes are equal and `from` covers the shape.
Result<ConversionKind> conversionKind(const FragmentLayout &from,
                                      const FragmentLayout &to);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_CONVERSION_H
