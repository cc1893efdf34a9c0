//===- TestLayouts.h - families of layouts to test with ---------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TEST_UNIT_TILELAYOUT_TESTLAYOUTS_H
#define TILE_TEST_UNIT_TILELAYOUT_TESTLAYOUTS_H

#include "Tile/Dialect/TileLayout/Algebra/Operations.h"
#include "Tile/Dialect/TileLayout/Algebra/Text.h"
#include "gtest/gtest.h"
#include <random>

namespace tile::layout {

/// The layout that `text` denotes; the test fails when there is none.
inline Layout L(llvm::StringRef text) {
  Result<Layout> layout = parseLayout(text);
  EXPECT_TRUE(layout) << text.str() << ": " << layout.reason();
  return layout ? *layout : Layout();
}

/// The value of `shape:stride` at `index`, by the definition: recursively, not
/// through the list of leaves.
inline int64_t valueByDefinition(const IntTuple &shape, const IntTuple &stride,
                                 int64_t index) {
  if (shape.isLeaf())
    return index * stride.value();
  int64_t value = 0;
  for (int64_t i = 0; i != shape.rank(); ++i) {
    int64_t extent = *product(shape[i]);
    value += valueByDefinition(shape[i], stride[i], index % extent);
    index /= extent;
  }
  return value;
}

/// All values in order.
inline std::vector<int64_t> table(const Layout &layout) {
  std::vector<int64_t> values;
  for (int64_t i = 0; i != layout.size(); ++i)
    values.push_back(layout.at(i));
  return values;
}

inline std::vector<int64_t> sortedTable(const Layout &layout) {
  std::vector<int64_t> values = table(layout);
  std::sort(values.begin(), values.end());
  return values;
}

inline bool isInjective(const Layout &layout) {
  std::vector<int64_t> values = sortedTable(layout);
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

/// Every flat layout of up to `rank` modes, extents up to `maxExtent` and
/// strides up to `maxStride`.
inline std::vector<Layout> allLayouts(int64_t rank, int64_t maxExtent,
                                      int64_t maxStride) {
  std::vector<std::vector<Mode>> families{{}};
  std::vector<Layout> layouts;
  for (int64_t r = 0; r != rank; ++r) {
    std::vector<std::vector<Mode>> longer;
    for (const std::vector<Mode> &modes : families)
      for (int64_t size = 1; size <= maxExtent; ++size)
        for (int64_t stride = 0; stride <= maxStride; ++stride) {
          longer.push_back(modes);
          longer.back().push_back(Mode{size, stride});
        }
    families = longer;
    for (const std::vector<Mode> &modes : families)
      layouts.push_back(*Layout::fromModes(modes));
  }
  return layouts;
}

/// Layouts with inner parentheses, and some with unit, negative or repeated
/// modes.
inline std::vector<Layout> nestedLayouts() {
  std::vector<Layout> layouts;
  for (const char *text :
       {"1:0", "():()", "(1):(0)", "((2,2),3):((1,2),4)",
        "((2,3),4):((12,4),1)", "(4,(2,3)):(1,(12,4))",
        "((2,(3,1)),(2)):((6,(2,0)),(1))", "(3,(1,5)):(5,(7,1))",
        "((3,2),(4,2)):((0,8),(2,1))", "(2,3):(-3,1)", "((5)):((1))",
        "(2,(2,(2,2))):(8,(4,(2,1)))", "(9,(4,8)):(59,(13,1))"})
    layouts.push_back(L(text));
  return layouts;
}

/// A generator with a fixed seed.
class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}
  /// From `low` to `high`, inclusive.
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine() % uint64_t(high - low + 1));
  }

  /// The modes of a compact layout in random order: a bijection onto its size.
  Layout bijection(int64_t rank, int64_t maxExtent) {
    std::vector<Mode> modes;
    int64_t stride = 1;
    for (int64_t i = 0; i != rank; ++i) {
      int64_t size = between(1, maxExtent);
      modes.push_back(Mode{size, stride});
      stride *= size;
    }
    std::shuffle(modes.begin(), modes.end(), engine);
    return *Layout::fromModes(modes);
  }

  /// A layout with gaps and repetitions.
  Layout any(int64_t rank, int64_t maxExtent, int64_t maxStride) {
    std::vector<Mode> modes;
    for (int64_t i = 0; i != rank; ++i)
      modes.push_back(Mode{between(1, maxExtent), between(0, maxStride)});
    return *Layout::fromModes(modes);
  }

private:
  std::mt19937_64 engine;
};

} // namespace tile::layout

#endif // TILE_TEST_UNIT_TILELAYOUT_TESTLAYOUTS_H
