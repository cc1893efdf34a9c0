//===- LawsTest.cpp - laws of the layout algebra --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each law is checked on every layout of a small family, and on random larger
// ones with a fixed seed. An operation may refuse; each test also bounds how
// often, so that it cannot pass by refusing everything.
//
//===----------------------------------------------------------------------===//

#include "TestLayouts.h"
#include "Tile/Dialect/TileLayout/Algebra/ImportMap.h"
#include <numeric>
#include <set>

using namespace tile::layout;

static std::vector<Layout> smallLayouts() {
  std::vector<Layout> layouts = allLayouts(2, 4, 6);
  for (const Layout &layout : nestedLayouts())
    layouts.push_back(layout);
  return layouts;
}

//===----------------------------------------------------------------------===//
// One layout
//===----------------------------------------------------------------------===//

TEST(Laws, ValueFollowsTheDefinition) {
  for (const Layout &layout : smallLayouts())
    for (int64_t i = 0; i != layout.size(); ++i)
      ASSERT_EQ(layout.at(i),
                valueByDefinition(layout.shape(), layout.stride(), i))
          << layout.str();
}

TEST(Laws, RangeAndAlignment) {
  for (const Layout &layout : smallLayouts()) {
    std::vector<int64_t> values = sortedTable(layout);
    auto [low, high] = layout.range();
    ASSERT_EQ(low, values.front()) << layout.str();
    ASSERT_EQ(high, values.back()) << layout.str();
    int64_t divisor = 0;
    for (int64_t value : values)
      divisor = std::gcd(divisor, value);
    ASSERT_EQ(alignmentOf(layout), divisor) << layout.str();
  }
}

TEST(Laws, RegroupingKeepsTheFunction) {
  for (const Layout &layout : smallLayouts()) {
    std::vector<int64_t> values = table(layout);
    Layout merged = coalesce(layout);
    ASSERT_EQ(table(merged), values) << layout.str();
    ASSERT_EQ(coalesce(merged), merged) << layout.str();
    ASSERT_EQ(table(coalesceModes(layout)), values) << layout.str();
    ASSERT_EQ(coalesceModes(layout).rank(), layout.rank()) << layout.str();
    ASSERT_EQ(table(flatten(layout)), values) << layout.str();
    // No layout of the same function has fewer leaves.
    ASSERT_EQ(*importValues(values), merged) << layout.str();
    std::vector<int64_t> kept = table(filter(layout));
    ASSERT_EQ(std::set<int64_t>(kept.begin(), kept.end()),
              std::set<int64_t>(values.begin(), values.end()))
        << layout.str();
  }
}

TEST(Laws, CoalescedFormDecidesEquality) {
  std::vector<Layout> layouts = allLayouts(2, 3, 4);
  int64_t equal = 0;
  for (const Layout &a : layouts)
    for (const Layout &b : layouts) {
      bool same = table(a) == table(b);
      equal += same && !(a == b);
      ASSERT_EQ(coalesce(a) == coalesce(b), same) << a.str() << " " << b.str();
    }
  EXPECT_GT(equal, 500);
}

TEST(Laws, TakePutsModesTogether) {
  Layout layout = L("(2,(3,4),5):(1,(2,6),24)");
  EXPECT_EQ(take(layout, 1, 3)->str(), "((3,4),5):((2,6),24)");
  EXPECT_EQ(take(layout, 2, 2)->str(), "():()");
  EXPECT_FALSE(take(layout, 2, 4));
  EXPECT_FALSE(take(layout, -1, 1));
}

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

/// Checks compose(a, b) against its definition; whether it was defined.
static bool checkCompose(const Layout &a, const Layout &b) {
  Result<Layout> composed = compose(a, b);
  if (!composed)
    return false;
  EXPECT_TRUE(compatible(b.shape(), composed->shape()))
      << a.str() << " o " << b.str();
  for (int64_t i = 0; i != b.size(); ++i)
    if (b.at(i) < 0 || b.at(i) >= a.size() ||
        composed->at(i) != a.at(b.at(i))) {
      ADD_FAILURE() << a.str() << " o " << b.str() << " gave "
                    << composed->str();
      break;
    }
  return true;
}

TEST(Laws, CompositionFollowsTheDefinition) {
  int64_t defined = 0, missed = 0;
  std::vector<Layout> layouts = smallLayouts();
  for (const Layout &a : layouts)
    for (const Layout &b : layouts) {
      if (!b.isNonNegative() || b.range().second >= a.size())
        continue;
      if (checkCompose(a, b)) {
        ++defined;
        continue;
      }
      // Refused: most of these are no layout with the modes of b at all.
      std::vector<int64_t> values;
      for (int64_t i = 0; i != b.size(); ++i)
        values.push_back(a.at(b.at(i)));
      Result<Layout> possible = importValues(values);
      missed += possible && b.shape().isLeaf();
    }
  EXPECT_GT(defined, 100000);
  // A refused single mode is never expressible.
  EXPECT_EQ(missed, 0);
}

TEST(Laws, CompositionRefusesWhatIsOutside) {
  EXPECT_EQ(compose(L("4:1"), L("5:1")).reason(),
            "expected inner values below 4 (because the domain of 4:1 ends "
            "there), got 5:1");
  // Each leaf fits, but their sum carries.
  EXPECT_EQ(compose(L("(4,2):(1,10)"), L("(2,2):(2,2)")).reason(),
            "expected inner values that add up inside each mode of "
            "(4,2):(1,10) (because a carry into the next mode is not linear), "
            "got digit 4 in a mode of size 4");
  EXPECT_EQ(compose(L("(6,4):(1,100)"), L("3:4")).reason(),
            "expected an inner mode that divides the modes of (6,4):(1,100) "
            "(because composition splits it there), got 3:4");
  EXPECT_FALSE(compose(L("4:1"), L("2:-1")));
  EXPECT_FALSE(compose(L("4:1"), L("2:1@a")));
}

TEST(Laws, CompositionIsAssociative) {
  std::vector<Layout> layouts = allLayouts(2, 3, 2);
  layouts.push_back(L("((2,2),3):((3,1),6)"));
  layouts.push_back(L("(4,6):(6,1)"));
  int64_t defined = 0;
  for (const Layout &a : layouts)
    for (const Layout &b : layouts) {
      Result<Layout> ab = compose(a, b);
      if (!ab)
        continue;
      for (const Layout &c : layouts) {
        Result<Layout> bc = compose(b, c);
        if (!bc)
          continue;
        Result<Layout> left = compose(*ab, c), right = compose(a, *bc);
        if (!left || !right)
          continue;
        ++defined;
        ASSERT_EQ(table(*left), table(*right))
            << a.str() << " " << b.str() << " " << c.str();
      }
    }
  EXPECT_GT(defined, 100000);
}

TEST(Laws, IdentityIsNeutral) {
  for (const Layout &layout : smallLayouts()) {
    Layout before = *Layout::vector(layout.size(), 1);
    Result<Layout> right = compose(layout, before);
    ASSERT_TRUE(right) << layout.str() << ": " << right.reason();
    ASSERT_EQ(table(*right), table(layout));
    if (!layout.isNonNegative())
      continue;
    Layout after = *Layout::vector(*cosize(layout), 1);
    Result<Layout> left = compose(after, layout);
    ASSERT_TRUE(left) << layout.str() << ": " << left.reason();
    ASSERT_EQ(table(*left), table(layout));
  }
}

TEST(Laws, CompositionOfVectors) {
  // Into named axes: each component is a composition of its own.
  Layout tile = L("(16,8):(1@d0,1@d1)");
  Result<Layout> threads = compose(tile, L("(4,8):(32,1)"));
  ASSERT_TRUE(threads) << threads.reason();
  EXPECT_EQ(threads->str(), "(4,8):(2@d1,1@d0)");
  for (int64_t i = 0; i != 32; ++i) {
    auto vector = threads->vectorAt(i);
    EXPECT_EQ(vector[0], i % 4 * 2);
    EXPECT_EQ(vector[1], i / 4);
  }
}

TEST(Laws, RestrictionFollowsTheDefinition) {
  int64_t defined = 0, refused = 0;
  for (const Layout &layout : allLayouts(2, 4, 4)) {
    if (layout.rank() != 2)
      continue;
    int64_t m = layout.extent(0), n = layout.extent(1);
    for (int64_t i = 0; i != m; ++i)
      for (int64_t j = 0; j != n; ++j)
        for (int64_t rows = 1; rows <= m - i; ++rows)
          for (int64_t columns = 1; columns <= n - j; ++columns) {
            auto region = restrict(layout, {i, j}, {rows, columns});
            ++(region ? defined : refused);
            if (!region)
              continue;
            int64_t origin = layout.at(region->origin);
            for (int64_t a = 0; a != rows; ++a)
              for (int64_t b = 0; b != columns; ++b)
                ASSERT_EQ(origin + region->layout.at(a + rows * b),
                          layout.at(i + a + m * (j + b)))
                    << layout.str();
          }
  }
  EXPECT_GT(defined, 9000);
  // Flat modes never carry.
  EXPECT_EQ(refused, 0);
  EXPECT_FALSE(restrict(L("(4,4):(1,4)"), {3, 0}, {2, 1}));
  EXPECT_FALSE(restrict(L("(4,4):(1,4)"), {0}, {1}));
  // Two elements from 1 on of a mode of two parts of two carry.
  EXPECT_FALSE(restrict(L("((2,2)):((1,8))"), {1}, {2}));
  EXPECT_TRUE(restrict(L("((2,2)):((1,8))"), {2}, {2}));
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

TEST(Laws, RightInverse) {
  for (const Layout &layout : smallLayouts()) {
    Result<Layout> inverse = rightInverse(layout);
    ASSERT_TRUE(inverse) << layout.str() << ": " << inverse.reason();
    for (int64_t k = 0; k != inverse->size(); ++k)
      ASSERT_EQ(layout.at(inverse->at(k)), k) << layout.str();
    // A bijection onto its size is inverted as a whole.
    std::vector<int64_t> values = sortedTable(layout);
    if (isInjective(layout) && values.front() == 0 &&
        values.back() + 1 == layout.size()) {
      ASSERT_EQ(inverse->size(), layout.size()) << layout.str();
    }
  }
}

/// Whether each stride is a multiple of the next smaller one, beyond its steps.
static bool stridesNest(const Layout &layout) {
  Layout merged = coalesce(layout);
  std::vector<std::pair<int64_t, int64_t>> modes;
  for (const Mode &mode : merged.leaves())
    if (mode.size > 1)
      modes.push_back({mode.stride, mode.size});
  std::sort(modes.begin(), modes.end());
  int64_t stride = 1, reach = 1;
  for (auto [next, size] : modes) {
    if (next <= 0 || next % stride != 0 || next < reach)
      return false;
    stride = next;
    reach = next * size;
  }
  return true;
}

TEST(Laws, LeftInverse) {
  int64_t defined = 0;
  for (const Layout &layout : smallLayouts()) {
    Result<Layout> inverse = leftInverse(layout);
    if (!inverse) {
      ASSERT_FALSE(stridesNest(layout))
          << layout.str() << ": " << inverse.reason();
      continue;
    }
    ++defined;
    for (int64_t i = 0; i != layout.size(); ++i)
      ASSERT_EQ(inverse->at(layout.at(i)), i)
          << layout.str() << " " << inverse->str();
  }
  EXPECT_GT(defined, 200);
}

TEST(Laws, ComplementFillsTheGaps) {
  int64_t defined = 0;
  for (const Layout &layout : smallLayouts())
    for (int64_t cotarget : {1, 2, 6, 12, 16, 25, 48}) {
      Result<Layout> gaps = complement(layout, cotarget);
      if (!gaps)
        continue;
      ++defined;
      // With one representative of each value, a bijection onto a multiple of
      // the block that is at least the cotarget.
      Layout both = *Layout::join({filter(layout), *gaps});
      std::vector<int64_t> values = sortedTable(both);
      for (size_t k = 0; k != values.size(); ++k)
        ASSERT_EQ(values[k], static_cast<int64_t>(k))
            << layout.str() << " in " << cotarget << " gave " << gaps->str();
      ASSERT_GE(both.size(), cotarget) << layout.str();
      // Ordered, and coalesced.
      ASSERT_EQ(coalesce(*gaps), *gaps) << layout.str();
      for (size_t i = 1; i < gaps->leaves().size(); ++i)
        ASSERT_LT(gaps->leaves()[i - 1].stride, gaps->leaves()[i].stride);
    }
  EXPECT_GT(defined, 2000);
}

TEST(Laws, ComplementIsRefusedOnlyWhenModesDoNotNest) {
  for (const Layout &layout : allLayouts(2, 4, 6)) {
    Layout kept = filter(layout);
    std::vector<Mode> modes(kept.leaves().begin(), kept.leaves().end());
    std::sort(modes.begin(), modes.end(),
              [](const Mode &a, const Mode &b) { return a.stride < b.stride; });
    bool nests = true;
    int64_t block = 1;
    for (const Mode &mode : modes)
      if (mode.size > 1) {
        nests &= mode.stride % block == 0;
        block = mode.size * mode.stride;
      }
    ASSERT_EQ(complement(layout, 24).has_value(), nests) << layout.str();
  }
}

//===----------------------------------------------------------------------===//
// Division and product
//===----------------------------------------------------------------------===//

TEST(Laws, DivisionSplitsIntoTiles) {
  int64_t defined = 0;
  for (const Layout &layout : smallLayouts())
    for (const Layout &tiler : allLayouts(2, 3, 3)) {
      Result<Layout> divided = logicalDivide(layout, tiler);
      if (!divided)
        continue;
      ++defined;
      ASSERT_EQ(divided->rank(), 2);
      ASSERT_EQ(table(divided->mode(0)), table(*compose(layout, tiler)))
          << layout.str() << " / " << tiler.str();
      // Tiles together are the layout, unless the tiler repeats elements.
      if (isInjective(tiler)) {
        ASSERT_EQ(sortedTable(*divided), sortedTable(layout))
            << layout.str() << " / " << tiler.str();
      }
    }
  EXPECT_GT(defined, 10000);
}

TEST(Laws, ProductRepeatsTheBlock) {
  int64_t defined = 0;
  for (const Layout &block : allLayouts(2, 3, 4))
    for (const Layout &tiler : allLayouts(2, 3, 3)) {
      Result<Layout> product = logicalProduct(block, tiler);
      if (!product)
        continue;
      ++defined;
      ASSERT_EQ(product->mode(0), block);
      ASSERT_TRUE(compatible(tiler.shape(), product->mode(1).shape()));
      // Copies do not overlap.
      if (isInjective(block) && isInjective(tiler)) {
        ASSERT_TRUE(isInjective(*product))
            << block.str() << " x " << tiler.str();
      }
    }
  EXPECT_GT(defined, 5000);
}

TEST(Laws, DivisionUndoesProduct) {
  int64_t defined = 0;
  for (const Layout &block : allLayouts(2, 3, 4))
    for (const Layout &tiler : allLayouts(1, 4, 3)) {
      Result<Layout> product = logicalProduct(block, tiler);
      if (!product)
        continue;
      Result<Layout> divided =
          logicalDivide(*product, *Layout::vector(block.size(), 1));
      ASSERT_TRUE(divided) << divided.reason();
      ++defined;
      ASSERT_EQ(table(divided->mode(0)), table(block));
      ASSERT_EQ(table(divided->mode(1)), table(product->mode(1)));
    }
  EXPECT_GT(defined, 2000);
}

TEST(Laws, BlockedAndRakedProductsPutCopiesInOrder) {
  Random random(3);
  int64_t defined = 0;
  for (int round = 0; round != 2000; ++round) {
    Layout block = random.bijection(2, 5), tiler = random.bijection(2, 5);
    Result<Layout> blocked = blockedProduct(block, tiler);
    Result<Layout> raked = rakedProduct(block, tiler);
    Result<Layout> logical = logicalProduct(block, tiler);
    ASSERT_EQ(blocked.has_value(), raked.has_value());
    if (!blocked || !logical || block.rank() != 2 || tiler.rank() != 2)
      continue;
    ++defined;
    int64_t m = block.extent(0), n = block.extent(1);
    int64_t p = tiler.extent(0), q = tiler.extent(1);
    for (int64_t a = 0; a != m; ++a)
      for (int64_t b = 0; b != n; ++b)
        for (int64_t i = 0; i != p; ++i)
          for (int64_t j = 0; j != q; ++j) {
            int64_t value = logical->at(a + m * b + m * n * (i + p * j));
            ASSERT_EQ(blocked->at((a + m * i) + m * p * (b + n * j)), value)
                << block.str() << " x " << tiler.str();
            ASSERT_EQ(raked->at((i + p * a) + m * p * (j + q * b)), value)
                << block.str() << " x " << tiler.str();
          }
  }
  EXPECT_GT(defined, 500);
}

TEST(Laws, RegroupedDivisionsAreTheDivision) {
  Random random(5);
  int64_t defined = 0;
  for (int round = 0; round != 500; ++round) {
    Layout layout = random.bijection(3, 12);
    if (layout.rank() != 3)
      continue;
    std::vector<Layout> tiler;
    for (int64_t i = 0; i != 2; ++i) {
      int64_t extent = layout.extent(i), tile = random.between(1, extent);
      while (extent % tile)
        --tile;
      tiler.push_back(
          *Layout::vector(tile, random.between(0, 1) ? 1 : extent / tile));
    }
    Result<Layout> divided = logicalDivide(layout, tiler);
    Result<Layout> zipped = zippedDivide(layout, tiler);
    Result<Layout> tiled = tiledDivide(layout, tiler);
    ASSERT_TRUE(divided && zipped && tiled) << divided.reason();
    ++defined;
    Layout tile0 = divided->mode(0).mode(0), rest0 = divided->mode(0).mode(1);
    Layout tile1 = divided->mode(1).mode(0), rest1 = divided->mode(1).mode(1);
    Layout tile = *Layout::join({tile0, tile1});
    ASSERT_EQ(zipped->mode(0), tile);
    ASSERT_EQ(zipped->mode(1), *Layout::join({rest0, rest1, layout.mode(2)}));
    ASSERT_EQ(*tiled, *Layout::join({tile, rest0, rest1, layout.mode(2)}));
    ASSERT_EQ(sortedTable(*zipped), sortedTable(layout));
  }
  EXPECT_GT(defined, 200);
}

//===----------------------------------------------------------------------===//
// Units and vectors
//===----------------------------------------------------------------------===//

TEST(Laws, RecastKeepsTheBits) {
  int64_t smaller = 0, larger = 0;
  for (const Layout &layout : allLayouts(2, 4, 6))
    for (int64_t factor : {2, 3, 4, 6}) {
      if (Result<Layout> parts = recast(layout, 8 * factor, 8)) {
        ++smaller;
        std::vector<int64_t> expected;
        for (int64_t value : table(layout))
          for (int64_t part = 0; part != factor; ++part)
            expected.push_back(value * factor + part);
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(sortedTable(*parts), expected) << layout.str();
      }
      if (Result<Layout> units = recast(layout, 8, 8 * factor)) {
        ++larger;
        std::vector<int64_t> expected;
        for (int64_t value : table(*units))
          for (int64_t part = 0; part != factor; ++part)
            expected.push_back(value * factor + part);
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(sortedTable(layout), expected)
            << layout.str() << " gave " << units->str();
      }
    }
  EXPECT_GT(smaller, 500);
  EXPECT_GT(larger, 100);
}

TEST(Laws, RecastThereAndBack) {
  for (const char *text :
       {"(8,4):(1,8)", "(8,4):(4,1)", "(2,6):(12,1)", "((2,4),3):((1,6),2)"}) {
    Layout layout = L(text);
    Result<Layout> bits = recast(layout, 16, 4);
    ASSERT_TRUE(bits) << bits.reason();
    Result<Layout> back = recast(*bits, 4, 16);
    ASSERT_TRUE(back) << back.reason();
    EXPECT_EQ(table(*back), table(layout));
  }
  // Through the common unit of six and eight bits.
  EXPECT_EQ(recast(L("(4,3):(1,4)"), 6, 8)->str(), "(3,3):(1,3)");
  EXPECT_FALSE(recast(L("(3,4):(1,3)"), 6, 8));
  EXPECT_FALSE(recast(L("(4,3):(2,8)"), 8, 16));
  EXPECT_FALSE(recast(L("4:1"), 0, 8));
}

TEST(Laws, CommonVector) {
  int64_t longer = 0;
  std::vector<Layout> layouts = allLayouts(2, 4, 6);
  for (const Layout &a : layouts) {
    if (!isInjective(a))
      continue;
    for (const Layout &b : layouts) {
      if (a.size() != b.size() || !isInjective(b))
        continue;
      // The longest run of offsets at which both have the same element.
      std::vector<int64_t> x = table(a), y = table(b);
      int64_t run = 0;
      while (true) {
        auto element = std::find(x.begin(), x.end(), run);
        if (element == x.end() || y[element - x.begin()] != run)
          break;
        ++run;
      }
      Result<int64_t> vector = maxCommonVector(a, b);
      ASSERT_TRUE(vector) << vector.reason();
      ASSERT_LE(*vector, std::max<int64_t>(run, 1))
          << a.str() << " and " << b.str();
      ASSERT_EQ(*vector, *maxCommonVector(b, a))
          << a.str() << " and " << b.str();
      longer += *vector > 1;
      // The vectors tile both layouts.
      ASSERT_EQ(a.size() % *vector, 0) << a.str() << " and " << b.str();
    }
  }
  EXPECT_GT(longer, 500);
  EXPECT_EQ(*maxCommonVector(L("(8,16):(16,1)"), L("(8,16):(24,1)")), 16);
  EXPECT_EQ(*maxCommonVector(L("(8,16):(16,1)"), L("(8,16):(16,1)")), 128);
  EXPECT_EQ(*maxCommonVector(L("(8,16):(16,1)"), L("(8,16):(1,8)")), 1);
}

//===----------------------------------------------------------------------===//
// Larger layouts
//===----------------------------------------------------------------------===//

TEST(Laws, RandomLargerLayouts) {
  Random random(42);
  int64_t inverted = 0, composed = 0, divided = 0;
  for (int round = 0; round != 400; ++round) {
    Layout a = random.bijection(random.between(2, 5), 9);
    Result<Layout> inverse = leftInverse(a);
    ASSERT_TRUE(inverse) << a.str() << ": " << inverse.reason();
    ASSERT_EQ(coalesce(*rightInverse(a)), coalesce(*inverse)) << a.str();
    for (int64_t i = 0; i != a.size(); ++i)
      ASSERT_EQ(inverse->at(a.at(i)), i) << a.str();
    ++inverted;
    // The inverse of a bijection composes with it to the identity.
    if (Result<Layout> identity = compose(*inverse, a)) {
      ++composed;
      ASSERT_EQ(coalesce(*identity), coalesce(*Layout::vector(a.size(), 1)))
          << a.str();
    }
    Layout b = random.any(random.between(1, 3), 6, 40);
    if (b.range().second < a.size())
      composed += checkCompose(a, b);
    int64_t tile = random.between(1, a.size());
    while (a.size() % tile)
      --tile;
    if (Result<Layout> parts = logicalDivide(a, *Layout::vector(tile, 1))) {
      ++divided;
      ASSERT_EQ(table(*parts), table(a));
    }
  }
  EXPECT_EQ(inverted, 400);
  EXPECT_GT(composed, 250);
  EXPECT_GT(divided, 100);
}

TEST(Laws, LargeExtentsDoNotOverflow) {
  EXPECT_FALSE(Layout::get(*parseIntTuple("(3037000500,3037000500)"),
                           *parseIntTuple("(1,1)")));
  Layout huge = L("(2147483648,2147483648):(2147483648,1)");
  EXPECT_EQ(huge.size(), int64_t(1) << 62);
  EXPECT_EQ(coalesce(L("(2147483648,2147483648):(1,2147483648)")).str(),
            "4611686018427387904:1");
  EXPECT_EQ(rightInverse(huge)->str(),
            "(2147483648,2147483648):(2147483648,1)");
  EXPECT_TRUE(complement(huge, int64_t(1) << 62));
  EXPECT_FALSE(logicalProduct(huge, L("8:1")));
  EXPECT_FALSE(compose(L("2:4611686018427387904"), L("4:1")));
  EXPECT_FALSE(recast(huge, 64, 1));
  EXPECT_FALSE(
      Layout::columnMajor(*parseIntTuple("(4294967296,4294967296,2)")));
}
