//===- Inverse.cpp - complement and inverses of layouts ---------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/Operations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tile::layout {

static std::optional<Failure> requireNonNegative(const Layout &layout) {
  if (layout.isNonNegative() && !layout.hasAxes())
    return std::nullopt;
  return refuse("an integer layout with nonnegative strides",
                "its values are counted from zero", layout.str());
}

Result<Layout> complement(const Layout &layout, int64_t cotarget) {
  if (auto failure = requireNonNegative(layout))
    return *failure;
  if (cotarget < 1)
    return refuse("a positive cotarget", "it counts cells",
                  llvm::Twine(cotarget));
  Layout filtered = filter(layout);
  llvm::SmallVector<Mode> modes(filtered.leaves());
  llvm::sort(modes,
             [](const Mode &a, const Mode &b) { return a.stride < b.stride; });
  // Below `covered`, every value is taken by the modes so far and by `gaps`.
  int64_t covered = 1;
  llvm::SmallVector<Mode> gaps;
  for (const Mode &mode : modes) {
    if (mode.size == 1)
      continue;
    if (mode.stride % covered != 0)
      return refuse("modes that nest",
                    "stride " + llvm::Twine(mode.stride) +
                        " is not a multiple of the " + llvm::Twine(covered) +
                        " values that the smaller modes span",
                    layout.str());
    gaps.push_back(Mode{mode.stride / covered, covered});
    if (llvm::MulOverflow(mode.size, mode.stride, covered))
      return refuse("values below 2^63", "offsets are 64-bit integers",
                    layout.str());
  }
  gaps.push_back(Mode{(cotarget - 1) / covered + 1, covered});
  Result<Layout> result = Layout::fromModes(gaps);
  if (!result)
    return result;
  return coalesce(*result);
}

Result<Layout> rightInverse(const Layout &layout) {
  if (layout.hasAxes())
    return refuse("an integer layout", "its values become indices",
                  layout.str());
  Layout merged = coalesce(layout);
  // Each mode with the stride that it has in the domain.
  struct Entry {
    Mode mode;
    int64_t domainStride;
  };
  llvm::SmallVector<Entry> entries;
  int64_t step = 1;
  for (const Mode &mode : merged.leaves()) {
    entries.push_back({mode, step});
    step *= mode.size;
  }
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::make_pair(a.mode.stride, a.domainStride) <
           std::make_pair(b.mode.stride, b.domainStride);
  });
  int64_t covered = 1;
  llvm::SmallVector<Mode> inverse;
  for (const Entry &entry : entries) {
    if (entry.mode.stride != covered || entry.mode.size == 1)
      continue;
    inverse.push_back(Mode{entry.mode.size, entry.domainStride});
    if (llvm::MulOverflow(covered, entry.mode.size, covered))
      break;
  }
  Result<Layout> result = Layout::fromModes(inverse);
  if (!result)
    return result;
  return coalesce(*result);
}

Result<Layout> leftInverse(const Layout &layout) {
  Result<int64_t> cells = cosize(layout);
  if (!cells)
    return cells.failure();
  for (const Mode &mode : layout.leaves())
    if (mode.size > 1 && mode.stride == 0)
      return refuse("an injective layout",
                    "a mode of stride zero repeats values", layout.str());
  Result<Layout> gaps = complement(layout, *cells);
  if (!gaps)
    return gaps;
  // Layout and complement together take every value once, so the right inverse
  // of both covers all values; those of `layout` give indices below its size.
  Result<Layout> both = Layout::join({layout, *gaps});
  if (!both)
    return both;
  return rightInverse(*both);
}

Result<int64_t> maxCommonVector(const Layout &a, const Layout &b) {
  Result<Layout> order = rightInverse(b);
  if (!order)
    return order.failure();
  if (a.size() != b.size())
    return refuse("layouts of equal size", "they name the same elements",
                  llvm::Twine(a.size()) + " and " + llvm::Twine(b.size()));
  // Walk the elements as `b` lays them out, as far as `a` follows.
  int64_t common = 1;
  for (const Mode &mode : order->leaves()) {
    Result<Layout> run = Layout::vector(mode.size, mode.stride);
    if (!run)
      return run.failure();
    Result<Layout> values = compose(a, *run);
    if (!values)
      return common;
    for (const Mode &piece : values->leaves()) {
      if (piece.size == 1)
        continue;
      if (piece.stride != common)
        return common;
      common *= piece.size;
    }
  }
  return common;
}

} // namespace tile::layout
