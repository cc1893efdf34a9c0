//===- FragmentLayoutTest.cpp - tests of fragment layouts and conversions -===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestLayouts.h"
#include "Tile/Dialect/TileLayout/Algebra/Conversion.h"
#include <map>
#include <set>

using namespace tile::layout;

static FragmentLayout F(llvm::ArrayRef<int64_t> shape,
                        FragmentLayout::Axes axes, bool ragged = false) {
  auto layout = FragmentLayout::get(shape, axes, ragged);
  EXPECT_TRUE(layout) << layout.reason();
  return layout ? *layout : FragmentLayout();
}

/// The 16 by 8 accumulator of a warp: pairs along rows, two halves.
static FragmentLayout accumulator() {
  return F({16, 8}, {L("(2,2):(1@d1,8@d0)"), L("(4,8):(2@d1,1@d0)")});
}

static std::vector<FragmentLayout> fragments() {
  return {accumulator(),
          F({4, 8}, {L("8:1@d1"), L("4:1@d0")}),
          F({4, 8}, {L("4:1@d0"), L("8:1@d1")}),
          F({6, 10}, {L("(5,3):(1@d1,2@d0)"), L("(2,2):(5@d1,1@d0)")}),
          F({8, 4}, {L("(2,4):(0,1@d1)"), L("8:1@d0"), L("2:0")}),
          F({7, 5}, {L("2:4@d0"), L("(4,8):(1@d0,1@d1)")}, true),
          F({64}, {L("2:32@d0"), L("4:1@d0"), L("2:4@d0"), L("2:8@d0"),
                   L("2:16@d0")}),
          F({}, {L("1:0"), L("32:0")})};
}

TEST(FragmentLayout, CoordinatesFollowTheAxes) {
  FragmentLayout layout = accumulator();
  // The register and lane of an element, as the instruction manuals state it.
  for (int64_t lane = 0; lane != 32; ++lane)
    for (int64_t reg = 0; reg != 4; ++reg) {
      auto at = layout.at({reg, lane, 0, 0, 0});
      EXPECT_EQ(at[0], lane / 4 + reg / 2 * 8);
      EXPECT_EQ(at[1], lane % 4 * 2 + reg % 2);
    }
  EXPECT_EQ(layout.size(), 128);
  EXPECT_EQ(layout.replicas(), 1);
}

TEST(FragmentLayout, PositionsAreCounted) {
  for (const FragmentLayout &layout : fragments()) {
    std::set<HardwarePosition> positions;
    for (int64_t i = 0; i != layout.size(); ++i)
      positions.insert(layout.positionAt(i));
    ASSERT_EQ(static_cast<int64_t>(positions.size()), layout.size());
  }
}

TEST(FragmentLayout, OwnersHoldTheirElements) {
  for (const FragmentLayout &layout : fragments()) {
    std::map<llvm::SmallVector<int64_t>, int64_t> holders;
    for (int64_t i = 0; i != layout.size(); ++i)
      ++holders[layout.at(layout.positionAt(i))];
    EXPECT_TRUE(layout.coversShape()) << layout.str();
    for (const auto &[coordinates, count] : holders) {
      auto owner = layout.owner(coordinates);
      ASSERT_TRUE(owner) << layout.str() << ": " << owner.reason();
      ASSERT_EQ(layout.at(*owner), coordinates) << layout.str();
      ASSERT_EQ(count, layout.replicas()) << layout.str();
    }
  }
}

TEST(FragmentLayout, CoverageIsExact) {
  // Every layout of up to three leaves along one dimension.
  int64_t covering = 0, missing = 0;
  for (const Layout &plain : allLayouts(3, 3, 4)) {
    std::vector<Mode> modes;
    for (const Mode &mode : plain.leaves())
      modes.push_back(Mode{mode.size, mode.stride, mode.stride ? "d0" : ""});
    for (int64_t extent : {1, 3, 5, 8}) {
      FragmentLayout layout =
          F({extent}, {*Layout::fromModes(modes)}, /*ragged=*/true);
      std::set<int64_t> held;
      for (int64_t value : table(plain))
        if (value < extent)
          held.insert(value);
      bool covers = static_cast<int64_t>(held.size()) == extent;
      ASSERT_EQ(layout.coversShape(), covers) << layout.str();
      ++(covers ? covering : missing);
    }
  }
  EXPECT_GT(covering, 1000);
  EXPECT_GT(missing, 1000);
}

TEST(FragmentLayout, RulesAreStated) {
  auto reason = [](llvm::ArrayRef<int64_t> shape, FragmentLayout::Axes axes) {
    return FragmentLayout::get(shape, axes).reason();
  };
  EXPECT_EQ(reason({4, 8}, {L("9:1@d1")}),
            "expected coordinates below 8 along d1 (because the layout is not "
            "ragged), got 8");
  EXPECT_EQ(reason({4, 8}, {L("2:1@d2")}),
            "expected strides along d0 to d1 (because the shape has 2 "
            "dimensions), got reg = 2:1@d2");
  EXPECT_NE(reason({4, 8}, {L("2:1")}), "");
  EXPECT_NE(reason({4, 8}, {L("2:-1@d0")}), "");
  EXPECT_NE(reason({4, 0}, {L("1:0")}), "");
  EXPECT_NE(reason({4}, {L("2147483648:0"), L("2147483648:0"), L("4:0")}), "");
  EXPECT_TRUE(FragmentLayout::get({4, 8}, {L("9:1@d1")}, /*ragged=*/true));
}

TEST(FragmentLayout, FromThreadValue) {
  // 64 threads of 8 values over 16 by 32, first dimension fastest: a lane holds
  // eight rows of one column.
  auto layout =
      FragmentLayout::fromThreadValue(L("((2,32),8):((8,16),1)"), {16, 32}, 32);
  ASSERT_TRUE(layout) << layout.reason();
  EXPECT_EQ(layout->str(), "shape = (16,32), reg = 8:1@d0, lane = "
                           "(2,16):(8@d0,1@d1), warp = 2:16@d1");
  for (int64_t thread = 0; thread != 64; ++thread)
    for (int64_t value = 0; value != 8; ++value) {
      auto at = layout->at({value, thread % 32, thread / 32, 0, 0});
      EXPECT_EQ(at[0] + 16 * at[1],
                L("((2,32),8):((8,16),1)").at(thread + 64 * value));
    }
  // Threads and values that carry into each other have no coordinates.
  EXPECT_FALSE(FragmentLayout::fromThreadValue(L("(8,4):(1,4)"), {16, 2}, 32));
  EXPECT_FALSE(FragmentLayout::fromThreadValue(L("8:1"), {16}, 32));
}

TEST(FragmentLayout, ViewsKeepTheElements) {
  for (const FragmentLayout &layout : fragments()) {
    if (layout.rank() != 2)
      continue;
    FragmentLayout swapped = *layout.permute({1, 0});
    FragmentLayout rows = *layout.project(1), wider = *layout.expand(1);
    for (int64_t i = 0; i != layout.size(); ++i) {
      auto position = layout.positionAt(i);
      auto at = layout.at(position);
      ASSERT_EQ(swapped.at(position),
                (llvm::SmallVector<int64_t>{at[1], at[0]}));
      ASSERT_EQ(rows.at(position), llvm::SmallVector<int64_t>{at[0]});
      ASSERT_EQ(wider.at(position),
                (llvm::SmallVector<int64_t>{at[0], 0, at[1]}));
    }
  }
  EXPECT_EQ(accumulator().project(1)->replicas(), 8);
  EXPECT_FALSE(accumulator().permute({0, 0}));
  EXPECT_FALSE(accumulator().permute({0}));
  EXPECT_FALSE(accumulator().permute({0, 5}));
  EXPECT_FALSE(accumulator().project(2));
  EXPECT_FALSE(accumulator().expand(4));
}

TEST(FragmentLayout, ReshapeKeepsRowMajorOrder) {
  int64_t defined = 0;
  std::vector<std::pair<FragmentLayout, std::vector<std::vector<int64_t>>>>
      cases{{accumulator(),
             {{128}, {4, 4, 8}, {16, 2, 4}, {2, 8, 4, 2}, {32, 4}}},
            {fragments()[3], {{60}, {6, 2, 5}, {3, 2, 10}, {12, 5}}}};
  for (const auto &[layout, shapes] : cases)
    for (const auto &shape : shapes) {
      auto reshaped = layout.reshape(shape);
      if (!reshaped)
        continue;
      ++defined;
      for (int64_t i = 0; i != layout.size(); ++i) {
        auto linear = [](llvm::ArrayRef<int64_t> at,
                         llvm::ArrayRef<int64_t> extents) {
          int64_t index = 0;
          for (size_t d = 0; d != at.size(); ++d)
            index = index * extents[d] + at[d];
          return index;
        };
        auto position = layout.positionAt(i);
        ASSERT_EQ(linear(reshaped->at(position), shape),
                  linear(layout.at(position), layout.shape()))
            << layout.str();
      }
    }
  EXPECT_EQ(defined, 9);
  EXPECT_FALSE(accumulator().reshape({127}));
  EXPECT_FALSE(fragments()[5].reshape({35}));
}

TEST(FragmentLayout, RestrictionTakesRegisters) {
  FragmentLayout layout = accumulator();
  auto half = layout.restrict({8, 0}, {8, 8});
  ASSERT_TRUE(half) << half.reason();
  EXPECT_EQ(half->origin, 2);
  EXPECT_EQ(half->layout.str(),
            "shape = (8,8), reg = 2:1@d1, lane = (4,8):(2@d1,1@d0)");
  for (int64_t i = 0; i != half->layout.size(); ++i) {
    auto position = half->layout.positionAt(i);
    auto at = half->layout.at(position);
    position[0] = half->origin + half->registers.at(position[0]);
    EXPECT_EQ(layout.at(position),
              (llvm::SmallVector<int64_t>{at[0] + 8, at[1]}));
  }
  EXPECT_EQ(layout.restrict({0, 0}, {16, 4}).reason(),
            "expected a region that all threads hold a part of (because its "
            "fragment is used by all of them), got lane fixed at 0");
  EXPECT_FALSE(layout.restrict({4, 0}, {8, 8}));
  EXPECT_FALSE(layout.restrict({0, 0}, {17, 8}));
  EXPECT_FALSE(layout.restrict({0}, {16}));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static std::string kind(const FragmentLayout &from, const FragmentLayout &to) {
  auto result = conversionKind(from, to);
  return result ? stringifyConversionKind(*result).str() : result.reason();
}

TEST(Conversion, Kinds) {
  FragmentLayout rows = F({8, 8}, {L("8:1@d1"), L("8:1@d0")});
  EXPECT_EQ(kind(rows, rows), "identity");
  // Written differently, held alike.
  EXPECT_EQ(kind(rows, F({8, 8}, {L("(2,4):(1@d1,2@d1)"), L("8:1@d0")})),
            "identity");
  EXPECT_EQ(kind(rows, F({8, 8}, {L("(2,4):(4@d1,1@d1)"), L("8:1@d0")})),
            "register_permute");
  EXPECT_EQ(kind(rows, F({8, 8}, {L("8:1@d0"), L("8:1@d1")})), "lane_shuffle");
  FragmentLayout warps = F({8, 8}, {L("4:1@d1"), L("8:1@d0"), L("2:4@d1")});
  EXPECT_EQ(kind(rows, warps), "warp_shared");
  FragmentLayout ctas =
      F({8, 8}, {L("4:1@d1"), L("8:1@d0"), L("1:0"), L("1:0"), L("2:4@d1")});
  EXPECT_EQ(kind(warps, ctas), "cluster_shared");
}

TEST(Conversion, ReplicasAreSources) {
  FragmentLayout everywhere =
      F({8, 8}, {L("(8,8):(1@d0,1@d1)"), L("8:0"), L("2:0")});
  FragmentLayout rows = F({8, 8}, {L("8:1@d1"), L("8:1@d0"), L("2:0")});
  // Every thread holds all, but which register depends on the lane.
  EXPECT_EQ(kind(everywhere, rows), "lane_shuffle");
  EXPECT_EQ(kind(rows, everywhere), "lane_shuffle");
  FragmentLayout first = F({8, 8}, {L("8:1@d1"), L("8:1@d0")}), both = rows;
  // The second warp holds nothing in the first layout.
  EXPECT_EQ(kind(first, both), "warp_shared");
  EXPECT_EQ(kind(both, first), "register_permute");
}

TEST(Conversion, RegistersMustNotDependOnTheLane) {
  // Lane l holds both elements; the order differs between lanes.
  FragmentLayout all = F({2}, {L("2:1@d0"), L("2:0")});
  FragmentLayout one = F({2}, {L("1:0"), L("2:1@d0")});
  EXPECT_EQ(kind(all, one), "lane_shuffle");
  EXPECT_EQ(kind(all, F({2}, {L("1:0"), L("2:0")}, true)), "register_permute");
}

TEST(Conversion, Refusals) {
  EXPECT_EQ(kind(F({4}, {L("4:1@d0")}), F({8}, {L("8:1@d0")})),
            "expected a fragment of shape (4) (because that is the shape of "
            "the source), got (8)");
  EXPECT_NE(kind(F({4}, {L("2:1@d0")}), F({4}, {L("4:1@d0")})).find("holds"),
            std::string::npos);
}

TEST(Conversion, LargeTilesAreSafe) {
  FragmentLayout a = F({4096, 4096}, {L("4096:1@d1"), L("4096:1@d0")});
  FragmentLayout b = F({4096, 4096}, {L("4096:1@d0"), L("4096:1@d1")});
  EXPECT_EQ(kind(a, b), "warp_shared");
  EXPECT_EQ(kind(a, a), "identity");
}

/// By the definition, without sets: looks for a source of every position.
static ConversionKind kindByDefinition(const FragmentLayout &from,
                                       const FragmentLayout &to) {
  int64_t worst = 0;
  bool identity = from.axis(HardwareAxis::Register).size() ==
                      to.axis(HardwareAxis::Register).size() &&
                  from.size() == to.size();
  for (int64_t i = 0; i != to.size(); ++i) {
    auto target = to.positionAt(i);
    if (!to.contains(to.at(target)))
      continue;
    int64_t best = 4;
    for (int64_t j = 0; j != from.size(); ++j) {
      auto source = from.positionAt(j);
      if (from.at(source) != to.at(target))
        continue;
      int64_t level = source[4] != target[4]                             ? 4
                      : source[2] != target[2] || source[3] != target[3] ? 3
                      : source[1] != target[1]                           ? 2
                                                                         : 1;
      best = std::min(best, level);
    }
    worst = std::max(worst, best);
    identity = identity && from.at(from.positionAt(i)) == to.at(target) &&
               from.positionAt(i) == target;
  }
  if (identity)
    return ConversionKind::Identity;
  return static_cast<ConversionKind>(std::max<int64_t>(worst, 1));
}

TEST(Conversion, AgreesWithTheDefinition) {
  Random random(17);
  std::map<ConversionKind, int64_t> seen;
  // Random distributions of the bits of a 8 by 4 tile over the axes.
  auto distribute = [&]() {
    std::vector<std::vector<Mode>> modes(kNumHardwareAxes);
    std::vector<Mode> bits{
        {2, 1, "d0"}, {2, 2, "d0"}, {2, 4, "d0"}, {2, 1, "d1"}, {2, 2, "d1"}};
    for (int64_t i = 0; i != 5; ++i) {
      std::swap(bits[i], bits[random.between(i, 4)]);
      int64_t axis = random.between(0, 7);
      modes[axis < 3 ? 0 : axis < 6 ? 1 : axis < 7 ? 2 : 4].push_back(bits[i]);
    }
    FragmentLayout::Axes axes;
    for (int64_t i = 0; i != kNumHardwareAxes; ++i)
      axes[i] = *Layout::fromModes(modes[i]);
    return F({8, 4}, axes);
  };
  for (int round = 0; round != 3000; ++round) {
    FragmentLayout from = distribute(), to = distribute();
    auto result = conversionKind(from, to);
    ASSERT_TRUE(result) << result.reason();
    ++seen[*result];
    ConversionKind expected = kindByDefinition(from, to);
    // A register that depends on the thread makes a permutation a shuffle.
    if (expected == ConversionKind::RegisterPermute &&
        *result == ConversionKind::LaneShuffle)
      continue;
    ASSERT_EQ(*result, expected) << from.str() << " to " << to.str();
  }
  EXPECT_EQ(seen.size(), 5u);
}
