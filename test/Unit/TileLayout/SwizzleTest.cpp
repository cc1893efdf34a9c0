//===- SwizzleTest.cpp - tests of swizzles, composed layouts and F2 -------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestLayouts.h"
#include "Tile/Dialect/TileLayout/Algebra/F2.h"
#include <set>

using namespace tile::layout;

static std::vector<Swizzle> allSwizzles() {
  std::vector<Swizzle> swizzles{Swizzle()};
  for (int64_t bits = 1; bits <= 3; ++bits)
    for (int64_t base = 0; base <= 3; ++base)
      for (int64_t shift = -4; shift <= 4; ++shift)
        if (std::abs(shift) >= bits)
          swizzles.push_back(*Swizzle::get(bits, base, shift));
  return swizzles;
}

/// The definition, bit by bit.
static int64_t swizzleByDefinition(const Swizzle &swizzle, int64_t offset) {
  int64_t result = offset;
  for (int64_t bit = 0; bit != swizzle.bits(); ++bit) {
    int64_t low = swizzle.base() + bit;
    int64_t source = swizzle.shift() > 0 ? low + swizzle.shift() : low;
    int64_t target = swizzle.shift() > 0 ? low : low - swizzle.shift();
    if (offset >> source & 1)
      result ^= int64_t(1) << target;
  }
  return result;
}

TEST(Swizzle, FollowsTheDefinition) {
  for (const Swizzle &swizzle : allSwizzles())
    for (int64_t offset = 0; offset != 2048; ++offset)
      ASSERT_EQ(swizzle(offset), swizzleByDefinition(swizzle, offset))
          << swizzle.str();
}

TEST(Swizzle, IsItsOwnInverse) {
  for (const Swizzle &swizzle : allSwizzles())
    for (int64_t offset = 0; offset != 2048; ++offset)
      ASSERT_EQ(swizzle(swizzle(offset)), offset) << swizzle.str();
}

TEST(Swizzle, PeriodGranuleAndBlock) {
  for (const Swizzle &swizzle : allSwizzles()) {
    if (swizzle.isIdentity())
      continue;
    for (int64_t offset = 0; offset != 512; ++offset) {
      int64_t moved = swizzle(offset);
      ASSERT_EQ(moved / swizzle.block(), offset / swizzle.block());
      ASSERT_EQ(moved % swizzle.granule(), offset % swizzle.granule());
      ASSERT_EQ(swizzle(offset + swizzle.period()) ^
                    (offset + swizzle.period()),
                moved ^ offset);
    }
    // No smaller block or period would do, and with a positive shift no larger
    // granule.
    bool leavesHalf = false, movesPair = false, differs = false;
    for (int64_t offset = 0; offset != 2048; ++offset) {
      int64_t half = swizzle.block() / 2, pair = swizzle.granule() * 2;
      leavesHalf |= swizzle(offset) / half != offset / half;
      movesPair |= swizzle(offset) % pair != offset % pair;
      int64_t next = offset + swizzle.period() / 2;
      differs |= (swizzle(next) ^ next) != (swizzle(offset) ^ offset);
    }
    EXPECT_TRUE(leavesHalf && differs) << swizzle.str();
    EXPECT_EQ(movesPair, swizzle.shift() > 0) << swizzle.str();
  }
}

TEST(Swizzle, RecastChangesTheUnit) {
  Swizzle bytes = *Swizzle::get(3, 4, 3);
  EXPECT_EQ(bytes.recast(8, 16)->str(), "Sw<3,3,3>");
  EXPECT_EQ(bytes.recast(8, 4)->str(), "Sw<3,5,3>");
  EXPECT_EQ(bytes.recast(8, 128)->str(), "Sw<3,0,3>");
  EXPECT_FALSE(bytes.recast(8, 256));
  EXPECT_FALSE(bytes.recast(8, 24));
  Swizzle halves = *bytes.recast(8, 16);
  for (int64_t offset = 0; offset != 4096; ++offset)
    ASSERT_EQ(halves(offset) * 2, bytes(offset * 2));
}

TEST(Swizzle, ComposedLayout) {
  ComposedLayout layout =
      *ComposedLayout::get(*Swizzle::get(2, 0, 2), 16, L("(4,4):(4,1)"));
  for (int64_t i = 0; i != 16; ++i)
    EXPECT_EQ(layout.at(i), 16 + i % 4 * 4 + ((i / 4) ^ (i % 4)));
  ComposedLayout column = *compose(layout, L("4:1"));
  for (int64_t i = 0; i != 4; ++i)
    EXPECT_EQ(column.at(i), layout.at(i));
  EXPECT_FALSE(ComposedLayout::get(*Swizzle::get(2, 0, 2), 0, L("4:-1")));
  EXPECT_FALSE(ComposedLayout::get({}, int64_t(1) << 62, L("4:1")));
  EXPECT_FALSE(ComposedLayout::get({}, 0, L("4:1@a")));
}

//===----------------------------------------------------------------------===//
// F2
//===----------------------------------------------------------------------===//

/// Layouts of power-of-two extents, with and without carries.
static std::vector<ComposedLayout> f2Layouts() {
  std::vector<ComposedLayout> layouts;
  for (const Swizzle &swizzle : allSwizzles())
    for (const char *text :
         {"(4,8):(8,1)", "(4,8):(1,4)", "(8,8):(8,1)", "(4,4):(0,1)",
          "(2,4,2):(1,16,2)", "(8,4):(9,1)", "(4,4):(5,20)", "(16,4):(1,64)"})
      layouts.push_back(*ComposedLayout::get(swizzle, 0, L(text)));
  return layouts;
}

TEST(F2, IsTheLayout) {
  int64_t defined = 0, refused = 0;
  for (const ComposedLayout &layout : f2Layouts()) {
    Result<F2Map> map = toF2(layout);
    ++(map ? defined : refused);
    if (!map)
      continue;
    for (int64_t i = 0; i != layout.size(); ++i)
      ASSERT_EQ(map->apply(i), static_cast<uint64_t>(layout.at(i)))
          << layout.str();
    std::set<int64_t> values;
    for (int64_t i = 0; i != layout.size(); ++i)
      values.insert(layout.at(i));
    ASSERT_EQ(int64_t(1) << *rankF2(layout),
              static_cast<int64_t>(values.size()))
        << layout.str();
    ASSERT_EQ(map->matrix.isInjective(),
              static_cast<int64_t>(values.size()) == layout.size());
    ASSERT_EQ(map->matrix.maximum(0).first,
              static_cast<uint64_t>(*values.rbegin()));
  }
  EXPECT_GT(defined, 100);
  // Strides of 9 and 1 carry.
  EXPECT_GT(refused, 10);
  EXPECT_FALSE(toF2(L("3:1")));
  EXPECT_FALSE(toF2(L("4:-1")));
}

TEST(F2, KernelAndSolutions) {
  Random random(7);
  for (int round = 0; round != 500; ++round) {
    std::vector<uint64_t> columns;
    for (int64_t i = 0, e = random.between(0, 10); i != e; ++i)
      columns.push_back(random.between(0, 255));
    F2Matrix matrix(columns);
    std::set<uint64_t> image, kernel;
    for (uint64_t x = 0; x != uint64_t(1) << columns.size(); ++x) {
      image.insert(matrix.apply(x));
      if (matrix.apply(x) == 0)
        kernel.insert(x);
    }
    ASSERT_EQ(uint64_t(1) << matrix.rank(), image.size());
    ASSERT_EQ(uint64_t(1) << matrix.kernel().size(), kernel.size());
    for (uint64_t x : matrix.kernel())
      ASSERT_TRUE(x != 0 && kernel.count(x));
    for (uint64_t value = 0; value != 256; ++value) {
      auto solution = matrix.solve(value);
      ASSERT_EQ(solution.has_value(), image.count(value) == 1);
      if (solution) {
        ASSERT_EQ(matrix.apply(*solution), value);
      }
    }
    uint64_t constant = random.between(0, 255), best = 0;
    for (uint64_t value : image)
      best = std::max(best, constant ^ value);
    auto [maximum, argument] = matrix.maximum(constant);
    ASSERT_EQ(maximum, best);
    ASSERT_EQ(constant ^ matrix.apply(argument), best);
  }
}
