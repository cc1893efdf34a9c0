//===- Coalesce.cpp - regrouping the modes of a layout --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/Operations.h"
#include "llvm/ADT/STLExtras.h"

namespace tile::layout {

/// Whether `next` continues `mode`, so that both are one mode. Layouts bound
/// size times stride, so the product does not overflow before `next` exists.
static bool continues(const Mode &mode, const Mode &next) {
  if (mode.stride == 0 || next.stride == 0)
    return mode.stride == next.stride;
  return mode.axis == next.axis && next.stride % mode.stride == 0 &&
         next.stride / mode.stride == mode.size;
}

static Layout coalesceLeaves(llvm::ArrayRef<Mode> leaves) {
  llvm::SmallVector<Mode> merged;
  for (const Mode &mode : leaves) {
    if (mode.size == 1)
      continue;
    if (!merged.empty() && continues(merged.back(), mode))
      merged.back().size *= mode.size;
    else
      merged.push_back(mode);
  }
  // Merging changes neither size nor values, so this is valid.
  return *Layout::fromModes(merged);
}

Layout coalesce(const Layout &layout) {
  return coalesceLeaves(layout.leaves());
}

Layout coalesceModes(const Layout &layout) {
  if (layout.shape().isLeaf())
    return coalesce(layout);
  llvm::SmallVector<Layout> modes;
  for (int64_t i = 0, e = layout.rank(); i != e; ++i)
    modes.push_back(coalesce(layout.mode(i)));
  return *Layout::join(modes);
}

Layout flatten(const Layout &layout) {
  return *Layout::fromModes(layout.leaves());
}

Result<Layout> take(const Layout &layout, int64_t begin, int64_t end) {
  if (begin < 0 || begin > end || end > layout.rank())
    return refuse("modes between 0 and " + llvm::Twine(layout.rank()),
                  "the layout is " + layout.str(),
                  llvm::Twine(begin) + " to " + llvm::Twine(end));
  llvm::SmallVector<Layout> modes;
  for (int64_t i = begin; i != end; ++i)
    modes.push_back(layout.mode(i));
  return Layout::join(modes);
}

Layout filter(const Layout &layout) {
  llvm::SmallVector<Mode> kept;
  llvm::copy_if(layout.leaves(), std::back_inserter(kept),
                [](const Mode &mode) { return mode.stride != 0; });
  return coalesceLeaves(kept);
}

} // namespace tile::layout
