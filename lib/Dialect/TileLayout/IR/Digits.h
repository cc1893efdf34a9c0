//===- Digits.h - inverting a layout digit by digit -------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is a sum of digits times strides. When, in each component of the
// value, every stride is larger than all that the smaller ones can add up to,
// the digits are found by dividing by the largest stride first and going on
// with the remainder. Evaluation and code generation share this plan.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILELAYOUT_IR_DIGITS_H
#define TILE_LIB_DIALECT_TILELAYOUT_IR_DIGITS_H

#include "Tile/Dialect/TileLayout/IR/TileLayout.h"

namespace tile::layout {

/// One leaf: `size` digits of `stride` in a component of the value, of
/// `inputStride` in an input.
struct Digit {
  int64_t size, stride;
  unsigned component;
  unsigned input;
  int64_t inputStride;
};

/// The digits of a layout and the inputs and components that they belong to.
struct Digits {
  /// Leaves with more than one element, replicas included.
  llvm::SmallVector<Digit> all;
  unsigned numInputs = 0, numComponents = 0;

  static Digits of(const Layout &layout);
  static Digits of(const FragmentLayout &layout);

  bool hasReplicas() const;
  /// The digits of each component, largest stride first; refused when they do
  /// not nest.
  Result<llvm::SmallVector<llvm::SmallVector<Digit>>> byComponent() const;
  /// The inputs that give `values`, replicas zero.
  Result<llvm::SmallVector<int64_t>>
  invert(llvm::ArrayRef<int64_t> values) const;
};

/// The axes that a fragment layout names, one for each input of its map.
llvm::SmallVector<HardwareAxis> namedAxes(const FragmentLayout &layout);

} // namespace tile::layout

#endif // TILE_LIB_DIALECT_TILELAYOUT_IR_DIGITS_H
