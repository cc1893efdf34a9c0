//===- Inverse.cpp - complement and inverses of layouts -------------------===//
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

namespace {
/// A mode with the stride that it has in the domain.
struct Entry {
  Mode mode;
  int64_t domainStride;
};
} // namespace

/// The coalesced modes of more than one element, smallest stride first.
static llvm::SmallVector<Entry> entriesByStride(const Layout &layout) {
  llvm::SmallVector<Entry> entries;
  int64_t step = 1;
  Layout merged = coalesce(layout);
  for (const Mode &mode : merged.leaves()) {
    if (mode.size > 1)
      entries.push_back({mode, step});
    step *= mode.size;
  }
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::make_pair(a.mode.stride, a.domainStride) <
           std::make_pair(b.mode.stride, b.domainStride);
  });
  return entries;
}

Result<Layout> rightInverse(const Layout &layout) {
  if (layout.hasAxes())
    return refuse("an integer layout", "its values become indices",
                  layout.str());
  int64_t covered = 1;
  llvm::SmallVector<Mode> inverse;
  for (const Entry &entry : entriesByStride(layout)) {
    if (entry.mode.stride != covered)
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
  if (auto failure = requireNonNegative(layout))
    return *failure;
  llvm::SmallVector<Entry> entries = entriesByStride(layout);
  // A value has one digit for each mode: its quotient by the stride, modulo the
  // quotient of the next stride, which leaves room for gaps such as padding.
  llvm::SmallVector<Mode> inverse;
  int64_t stride = 1;
  if (!entries.empty() && entries.front().mode.stride > 1) {
    stride = entries.front().mode.stride;
    inverse.push_back(Mode{stride, 0});
  }
  for (size_t i = 0, e = entries.size(); i != e; ++i) {
    const Mode &mode = entries[i].mode;
    int64_t room = mode.size;
    if (mode.stride == 0)
      return refuse("an injective layout",
                    "a mode of stride zero repeats values", layout.str());
    if (i + 1 != e) {
      int64_t next = entries[i + 1].mode.stride;
      room = next / mode.stride;
      if (next % mode.stride != 0 || room < mode.size)
        return refuse("modes that nest",
                      "stride " + llvm::Twine(next) +
                          " is not a multiple of stride " +
                          llvm::Twine(mode.stride) + " beyond its " +
                          llvm::Twine(mode.size) + " steps",
                      layout.str());
    }
    inverse.push_back(Mode{room, entries[i].domainStride});
  }
  Result<Layout> result = Layout::fromModes(inverse);
  if (!result)
    return result;
  return coalesce(*result);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

namespace {
/// Where a layout goes on from an offset: the index of the element there, and
/// how many elements follow with the same step in index and offset.
struct Run {
  int64_t index, length;
};
} // namespace

/// The run of `entries` that continues from `offset`, if one mode has that
/// offset as a step.
static std::optional<Run> runFrom(llvm::ArrayRef<Entry> entries,
                                  int64_t offset) {
  for (const Entry &entry : entries) {
    if (entry.mode.stride <= 0 || offset % entry.mode.stride != 0)
      continue;
    int64_t digit = offset / entry.mode.stride;
    if (digit < entry.mode.size && entry.mode.size % digit == 0)
      return Run{digit * entry.domainStride, entry.mode.size / digit};
  }
  return std::nullopt;
}

Result<int64_t> maxCommonVector(const Layout &a, const Layout &b) {
  if (a.hasAxes() || b.hasAxes())
    return refuse("integer layouts", "vectors are consecutive offsets",
                  (a.hasAxes() ? a : b).str());
  if (a.size() != b.size())
    return refuse("layouts of equal size", "they name the same elements",
                  llvm::Twine(a.size()) + " and " + llvm::Twine(b.size()));
  llvm::SmallVector<Entry> first = entriesByStride(a);
  llvm::SmallVector<Entry> second = entriesByStride(b);
  // Multiply by as many steps as both take with the same elements. The length
  // divides each mode that it uses, so that vectors tile the layouts.
  int64_t common = 1;
  while (true) {
    std::optional<Run> x = runFrom(first, common), y = runFrom(second, common);
    if (!x || !y || x->index != y->index)
      return common;
    int64_t steps = std::gcd(x->length, y->length);
    if (steps == 1)
      return common;
    common *= steps;
  }
}

} // namespace tile::layout
