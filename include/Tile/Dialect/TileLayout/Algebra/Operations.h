//===- Operations.h - operations on shape:stride layouts --------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of CuTe's layout algebra, and a few more that lowering needs.
// Each is exact or refused: a returned layout is the stated function on its
// whole domain. Extents need not be powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_OPERATIONS_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_OPERATIONS_H

#include "Tile/Dialect/TileLayout/Algebra/Layout.h"

namespace tile::layout {

//===----------------------------------------------------------------------===//
// Regrouping modes
//===----------------------------------------------------------------------===//

/// The same function with the fewest leaves: unit modes dropped, neighbours
/// merged where one continues the other. Two layouts of equal size are the same
/// function exactly when their coalesced forms are equal.
Layout coalesce(const Layout &layout);
/// Coalesces each top-level mode and keeps the modes.
Layout coalesceModes(const Layout &layout);
/// The same function without inner parentheses.
Layout flatten(const Layout &layout);
/// The top-level modes `begin` .. `end`-1.
Result<Layout> take(const Layout &layout, int64_t begin, int64_t end);
/// Coalesced, without the modes of stride zero: one representative for each
/// value when the rest is injective.
Layout filter(const Layout &layout);

//===----------------------------------------------------------------------===//
// Composition and inverses
//===----------------------------------------------------------------------===//

/// i -> outer(inner(i)); the parentheses refine those of `inner`. Refused when
/// a value of `inner` is outside the domain of `outer`, or when the function is
/// not found to be a layout.
Result<Layout> compose(const Layout &outer, const Layout &inner);
/// Composes each top-level mode of `outer` with its element of `inner`; modes
/// past the end of `inner` stay.
Result<Layout> composeModes(const Layout &outer, llvm::ArrayRef<Layout> inner);

/// A layout seen from an origin: i -> value(origin) + layout(i).
struct Region {
  /// The index of the origin in the domain of the outer layout.
  int64_t origin;
  Layout layout;
};
/// i -> outer(origin + inner(i)) as a value at the origin plus a layout.
/// Refused like compose; in particular when adding the origin would carry from
/// one mode of `outer` into the next.
Result<Region> composeAt(const Layout &outer, int64_t origin,
                         const Layout &inner);
/// The part of `layout` at `offsets`, `sizes` elements of each top-level mode.
Result<Region> restrict(const Layout &layout, llvm::ArrayRef<int64_t> offsets,
                        llvm::ArrayRef<int64_t> sizes);

/// The layout that fills the gaps of `layout`: with it as a second mode, every
/// value below `cotarget` is taken, each once. The cotarget is rounded up to a
/// multiple of the repeated block. Refused unless the modes nest.
Result<Layout> complement(const Layout &layout, int64_t cotarget);
/// R with layout(R(k)) = k for all k below size(R): the chain of modes whose
/// strides continue each other from one. For an injective layout, no longer
/// right inverse starts at zero.
Result<Layout> rightInverse(const Layout &layout);
/// L with L(layout(i)) = i for all i; on values that `layout` does not take, L
/// is unspecified. Refused unless each stride is a multiple of the next smaller
/// one, beyond all of its steps.
Result<Layout> leftInverse(const Layout &layout);

//===----------------------------------------------------------------------===//
// Division and product
//===----------------------------------------------------------------------===//

/// Splits `layout` by `tiler`: mode 0 walks inside a tile, mode 1 over tiles.
Result<Layout> logicalDivide(const Layout &layout, const Layout &tiler);
/// Splits each top-level mode by its tiler; modes past the end stay.
Result<Layout> logicalDivide(const Layout &layout,
                             llvm::ArrayRef<Layout> tiler);
/// logicalDivide by mode, regrouped as ((tile...), (rest...)).
Result<Layout> zippedDivide(const Layout &layout, llvm::ArrayRef<Layout> tiler);
/// logicalDivide by mode, regrouped as ((tile...), rest...).
Result<Layout> tiledDivide(const Layout &layout, llvm::ArrayRef<Layout> tiler);

/// Repeats `block` as `tiler` says: mode 0 is `block`, mode 1 walks over copies
/// that do not overlap.
Result<Layout> logicalProduct(const Layout &block, const Layout &tiler);
/// logicalProduct with each mode of the block inside its mode of the tiler:
/// ((block, tile), ...).
Result<Layout> blockedProduct(const Layout &block, const Layout &tiler);
/// logicalProduct with the copies interleaved: ((tile, block), ...).
Result<Layout> rakedProduct(const Layout &block, const Layout &tiler);

//===----------------------------------------------------------------------===//
// Units and vectors
//===----------------------------------------------------------------------===//

/// The layout in units of `toBits` instead of `fromBits`. Going to larger
/// units, each unit must be covered by whole runs; going to smaller ones, the
/// contiguous mode grows. Refused otherwise.
Result<Layout> recast(const Layout &layout, int64_t fromBits, int64_t toBits);

/// The longest vector that can be copied from one layout to the other: n such
/// that the n elements from offset zero on are the same for both, and that
/// vectors of n tile both. For injective layouts.
Result<int64_t> maxCommonVector(const Layout &a, const Layout &b);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_OPERATIONS_H
