//===- ImportMap.h - layouts from opaque functions --------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A user may state a memory layout as a function. It is probed along each
// dimension for a shape:stride layout, and with the values passed through each
// swizzle of a small family; what was found is then proved by comparing every
// element. What cannot be proved is not expressible, and stays opaque.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_IMPORTMAP_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_IMPORTMAP_H

#include "Tile/Dialect/TileLayout/Algebra/Swizzle.h"
#include <functional>

namespace tile::layout {

/// The offset of the element at some coordinates, or nothing where the function
/// has no value.
using OffsetFunction =
    std::function<std::optional<int64_t>(llvm::ArrayRef<int64_t>)>;

/// The layout with one top-level mode for each dimension, and the first
/// coordinate fastest in its domain, that equals `function` on all of `shape`.
/// Refused when there are more than 2^20 elements or when no layout with an
/// optional swizzle of at most 5 bits is found.
Result<ComposedLayout> importMap(llvm::ArrayRef<int64_t> shape,
                                 const OffsetFunction &function);

/// The layout of `values`, value i being that at index i; it starts at zero.
/// Refused when there is none: a layout is unique up to unit modes.
Result<Layout> importValues(llvm::ArrayRef<int64_t> values);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_IMPORTMAP_H
