//===- DivideProduct.cpp - division and product of layouts ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/Operations.h"
#include "llvm/Support/MathExtras.h"

namespace tile::layout {

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

Result<Layout> logicalDivide(const Layout &layout, const Layout &tiler) {
  Result<Layout> rest = complement(tiler, layout.size());
  if (!rest)
    return rest;
  Result<Layout> split = Layout::join({tiler, *rest});
  if (!split)
    return split;
  return compose(layout, *split);
}

Result<Layout> logicalDivide(const Layout &layout,
                             llvm::ArrayRef<Layout> tiler) {
  if (static_cast<int64_t>(tiler.size()) > layout.rank())
    return refuse("at most " + llvm::Twine(layout.rank()) + " tilers",
                  "there is one for each mode of " + layout.str(),
                  llvm::Twine(tiler.size()));
  llvm::SmallVector<Layout> modes;
  for (int64_t i = 0, e = layout.rank(); i != e; ++i) {
    if (i >= static_cast<int64_t>(tiler.size())) {
      modes.push_back(layout.mode(i));
      continue;
    }
    Result<Layout> mode = logicalDivide(layout.mode(i), tiler[i]);
    if (!mode)
      return mode;
    modes.push_back(*mode);
  }
  return Layout::join(modes);
}

/// Splits the result of a division by mode into the modes inside a tile and
/// those over tiles; undivided modes count as over tiles.
static Result<std::pair<llvm::SmallVector<Layout>, llvm::SmallVector<Layout>>>
splitDivision(const Layout &layout, llvm::ArrayRef<Layout> tiler) {
  Result<Layout> divided = logicalDivide(layout, tiler);
  if (!divided)
    return divided.failure();
  std::pair<llvm::SmallVector<Layout>, llvm::SmallVector<Layout>> parts;
  for (int64_t i = 0, e = divided->rank(); i != e; ++i) {
    Layout mode = divided->mode(i);
    if (i < static_cast<int64_t>(tiler.size())) {
      parts.first.push_back(mode.mode(0));
      parts.second.push_back(mode.mode(1));
    } else {
      parts.second.push_back(mode);
    }
  }
  return parts;
}

Result<Layout> zippedDivide(const Layout &layout,
                            llvm::ArrayRef<Layout> tiler) {
  auto parts = splitDivision(layout, tiler);
  if (!parts)
    return parts.failure();
  Result<Layout> tile = Layout::join(parts->first);
  Result<Layout> rest = Layout::join(parts->second);
  if (!tile || !rest)
    return !tile ? tile : rest;
  return Layout::join({*tile, *rest});
}

Result<Layout> tiledDivide(const Layout &layout, llvm::ArrayRef<Layout> tiler) {
  auto parts = splitDivision(layout, tiler);
  if (!parts)
    return parts.failure();
  Result<Layout> tile = Layout::join(parts->first);
  if (!tile)
    return tile;
  parts->second.insert(parts->second.begin(), *tile);
  return Layout::join(parts->second);
}

//===----------------------------------------------------------------------===//
// Product
//===----------------------------------------------------------------------===//

Result<Layout> logicalProduct(const Layout &block, const Layout &tiler) {
  Result<int64_t> copies = cosize(tiler);
  if (!copies)
    return copies.failure();
  int64_t cells;
  if (llvm::MulOverflow(block.size(), *copies, cells))
    return refuse("a product of fewer than 2^63 elements",
                  "offsets are 64-bit integers",
                  block.str() + " times " + tiler.str());
  Result<Layout> gaps = complement(block, cells);
  if (!gaps)
    return gaps;
  Result<Layout> rest = compose(*gaps, tiler);
  if (!rest)
    return rest;
  return Layout::join({block, *rest});
}

/// `layout` as a tuple of `rank` modes, filled with unit modes.
static Result<Layout> padToRank(const Layout &layout, int64_t rank) {
  llvm::SmallVector<Layout> modes;
  for (int64_t i = 0; i != rank; ++i)
    modes.push_back(i < layout.rank() ? layout.mode(i) : Layout());
  return Layout::join(modes);
}

/// The product of both as tuples of equal rank; mode i of the result is made of
/// mode i of the block and mode i of the tiler, the block first or last.
static Result<Layout> zippedProduct(const Layout &block, const Layout &tiler,
                                    bool blockFirst) {
  int64_t rank = std::max(block.rank(), tiler.rank());
  Result<Layout> paddedBlock = padToRank(block, rank);
  Result<Layout> paddedTiler = padToRank(tiler, rank);
  if (!paddedBlock || !paddedTiler)
    return !paddedBlock ? paddedBlock : paddedTiler;
  Result<Layout> both = logicalProduct(*paddedBlock, *paddedTiler);
  if (!both)
    return both;
  Layout inside = both->mode(0), over = both->mode(1);
  llvm::SmallVector<Layout> modes;
  for (int64_t i = 0; i != rank; ++i) {
    Layout first = inside.mode(i), second = over.mode(i);
    if (!blockFirst)
      std::swap(first, second);
    Result<Layout> mode = Layout::join({first, second});
    if (!mode)
      return mode;
    modes.push_back(*mode);
  }
  return Layout::join(modes);
}

Result<Layout> blockedProduct(const Layout &block, const Layout &tiler) {
  return zippedProduct(block, tiler, /*blockFirst=*/true);
}

Result<Layout> rakedProduct(const Layout &block, const Layout &tiler) {
  return zippedProduct(block, tiler, /*blockFirst=*/false);
}

} // namespace tile::layout
