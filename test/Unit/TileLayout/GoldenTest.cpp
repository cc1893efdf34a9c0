//===- GoldenTest.cpp - facts stated in CuTe's documentation --------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers are those of the layout and layout algebra pages of CuTe.
//
//===----------------------------------------------------------------------===//

#include "TestLayouts.h"

using namespace tile::layout;

static std::string text(const Result<Layout> &layout) {
  return layout ? layout->str() : layout.reason();
}

TEST(Golden, Construction) {
  EXPECT_EQ(text(Layout::columnMajor(*parseIntTuple("(2,(2,2))"))),
            "(2,(2,2)):(1,(2,4))");
  EXPECT_EQ(text(Layout::rowMajor(*parseIntTuple("(2,4)"))), "(2,4):(4,1)");
  EXPECT_EQ(text(Layout::rowMajor(*parseIntTuple("(2,(2,2))"))),
            "(2,(2,2)):(4,(2,1))");
  EXPECT_EQ(*cosize(L("(2,4):(12,1)")), 16);
  // The values of (2,(2,2)):(4,(2,1)) as a 2 by 4 table.
  EXPECT_EQ(table(L("(2,(2,2)):(4,(2,1))")),
            (std::vector<int64_t>{0, 4, 2, 6, 1, 5, 3, 7}));
}

TEST(Golden, Coalesce) {
  EXPECT_EQ(coalesce(L("(2,(1,6)):(1,(6,2))")).str(), "12:1");
  EXPECT_EQ(coalesceModes(L("(2,(1,6)):(1,(6,2))")).str(), "(2,6):(1,2)");
}

TEST(Golden, Composition) {
  EXPECT_EQ(text(compose(L("(6,2):(8,2)"), L("(4,3):(3,1)"))),
            "((2,2),3):((24,2),8)");
  EXPECT_EQ(text(compose(L("20:2"), L("(5,4):(4,1)"))), "(5,4):(8,2)");
  EXPECT_EQ(text(compose(L("(10,2):(16,4)"), L("(5,4):(1,5)"))),
            "(5,(2,2)):(16,(80,4))");
  EXPECT_EQ(
      text(composeModes(L("(12,(4,8)):(59,(13,1))"), {L("3:4"), L("8:2")})),
      "(3,(2,4)):(236,(26,1))");
  // Shape (6,2) strided by 24 and 8: (6,2) o 4:3 and its like.
  EXPECT_EQ(text(compose(L("(6,2):(1,6)"), L("3:2"))), "3:2");
}

TEST(Golden, Complement) {
  EXPECT_EQ(text(complement(L("4:1"), 24)), "6:4");
  EXPECT_EQ(text(complement(L("6:4"), 24)), "4:1");
  EXPECT_EQ(text(complement(L("(4,6):(1,4)"), 24)), "1:0");
  EXPECT_EQ(text(complement(L("4:2"), 24)), "(2,3):(1,8)");
  EXPECT_EQ(text(complement(L("(2,4):(1,6)"), 24)), "3:2");
  EXPECT_EQ(text(complement(L("(2,2):(1,6)"), 24)), "(3,2):(2,12)");
}

TEST(Golden, Division) {
  EXPECT_EQ(text(logicalDivide(L("(4,2,3):(2,1,8)"), L("4:2"))),
            "((2,2),(2,3)):((4,1),(2,8))");
  Layout layout = L("(9,(4,8)):(59,(13,1))");
  std::vector<Layout> tiler{L("3:3"), L("(2,4):(1,8)")};
  EXPECT_EQ(text(logicalDivide(layout, tiler)),
            "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))");
  EXPECT_EQ(text(zippedDivide(layout, tiler)),
            "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
  EXPECT_EQ(text(tiledDivide(layout, tiler)),
            "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))");
}

TEST(Golden, Product) {
  EXPECT_EQ(text(logicalProduct(L("(2,2):(4,1)"), L("6:1"))),
            "((2,2),(2,3)):((4,1),(2,8))");
  EXPECT_EQ(text(logicalProduct(L("(2,2):(4,1)"), L("(4,2):(2,1)"))),
            "((2,2),(4,2)):((4,1),(8,2))");
  EXPECT_EQ(text(blockedProduct(L("(2,5):(5,1)"), L("(3,4):(1,3)"))),
            "((2,3),(5,4)):((5,10),(1,30))");
  EXPECT_EQ(text(rakedProduct(L("(2,5):(5,1)"), L("(3,4):(1,3)"))),
            "((3,2),(4,5)):((10,5),(30,1))");
}

TEST(Golden, ThreadValueLayout) {
  // The accumulator of the 8x8x4 quad-pair instruction, as its tutorial writes
  // it: eight threads of eight values over an 8 by 8 tile.
  Layout accumulator = L("((2,2,2),(2,2,2)):((1,16,4),(8,2,32))");
  EXPECT_EQ(accumulator.size(), 64);
  EXPECT_TRUE(isInjective(accumulator));
  EXPECT_EQ(accumulator.at(0), 0);
  EXPECT_EQ(accumulator.at(1), 1);
  EXPECT_EQ(*cosize(accumulator), 64);
}
