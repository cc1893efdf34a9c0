//===- Recast.cpp - layouts in other units --------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/Operations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace tile::layout {

/// Replaces the leaves of `shape` and `stride`, in order, by those that
/// `change` gives.
static Result<Layout> mapLeaves(const Layout &layout,
                                llvm::ArrayRef<Mode> leaves) {
  size_t next = 0;
  auto rebuild = [&](auto &&self, const IntTuple &shape, IntTuple &newShape,
                     IntTuple &newStride) -> void {
    if (shape.isLeaf()) {
      const Mode &mode = leaves[next++];
      newShape = IntTuple(mode.size);
      newStride = IntTuple(mode.stride, mode.axis);
      return;
    }
    std::vector<IntTuple> shapes(shape.rank()), strides(shape.rank());
    for (int64_t i = 0, e = shape.rank(); i != e; ++i)
      self(self, shape[i], shapes[i], strides[i]);
    newShape = IntTuple::tuple(std::move(shapes));
    newStride = IntTuple::tuple(std::move(strides));
  };
  IntTuple shape, stride;
  rebuild(rebuild, layout.shape(), shape, stride);
  return Layout::get(std::move(shape), std::move(stride));
}

/// From units to parts of them, `factor` to a unit.
static Result<Layout> toSmaller(const Layout &layout, int64_t factor) {
  llvm::SmallVector<Mode> leaves(layout.leaves());
  // The mode that grows: the contiguous one, or any unit mode.
  Mode *grown = nullptr;
  for (Mode &mode : leaves)
    if (mode.size > 1 && mode.stride == 1) {
      if (grown)
        return refuse("one mode of stride one", "it grows with the units",
                      layout.str());
      grown = &mode;
    }
  if (!grown && layout.size() == 1 && !leaves.empty())
    grown = &leaves.front();
  if (!grown)
    return refuse("a mode of stride one", "it grows with the units",
                  layout.str());
  for (Mode &mode : leaves) {
    if (&mode == grown)
      mode = Mode{mode.size, 1, mode.axis};
    int64_t &scaled = &mode == grown ? mode.size : mode.stride;
    if (llvm::MulOverflow(scaled, factor, scaled))
      return refuse("values below 2^63", "offsets are 64-bit integers",
                    layout.str() + " times " + llvm::Twine(factor));
  }
  return mapLeaves(layout, leaves);
}

/// From parts to units of `factor` parts.
static Result<Layout> toLarger(const Layout &layout, int64_t factor) {
  llvm::SmallVector<Mode> leaves(layout.leaves());
  llvm::SmallVector<Mode *> order;
  for (Mode &mode : leaves)
    if (mode.size > 1 && mode.stride != 0)
      order.push_back(&mode);
  llvm::sort(order, [](const Mode *a, const Mode *b) {
    return std::make_pair(a->stride, a) < std::make_pair(b->stride, b);
  });
  // Parts of the unit that the modes so far cover, without gaps.
  int64_t covered = 1;
  for (Mode *mode : order) {
    if (mode->stride % factor == 0) {
      mode->stride /= factor;
      continue;
    }
    int64_t inside = factor / covered;
    bool whole = mode->size < inside && inside % mode->size == 0;
    if (mode->stride != covered || (!whole && mode->size % inside != 0))
      return refuse("runs that fill each unit of " + llvm::Twine(factor),
                    "a unit holds all of its parts or none", layout.str());
    int64_t taken = whole ? mode->size : inside;
    covered *= taken;
    mode->size /= taken;
    mode->stride = mode->size == 1 ? 0 : 1;
    if (mode->stride == 0)
      mode->axis.clear();
  }
  if (covered != factor)
    return refuse("runs that fill each unit of " + llvm::Twine(factor),
                  "a unit holds all of its parts or none", layout.str());
  return mapLeaves(layout, leaves);
}

Result<Layout> recast(const Layout &layout, int64_t fromBits, int64_t toBits) {
  if (fromBits < 1 || toBits < 1)
    return refuse("positive widths", "they count bits",
                  llvm::Twine(fromBits) + " and " + llvm::Twine(toBits));
  if (layout.hasAxes() || !layout.isNonNegative())
    return refuse("an integer layout with nonnegative strides",
                  "its values are offsets", layout.str());
  // Through the largest unit that divides both.
  int64_t common = std::gcd(fromBits, toBits);
  Layout result = layout;
  if (fromBits != common) {
    Result<Layout> smaller = toSmaller(result, fromBits / common);
    if (!smaller)
      return smaller;
    result = *smaller;
  }
  if (toBits != common) {
    Result<Layout> larger = toLarger(result, toBits / common);
    if (!larger)
      return larger;
    result = *larger;
  }
  return result;
}

} // namespace tile::layout
