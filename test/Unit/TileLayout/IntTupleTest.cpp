//===- IntTupleTest.cpp - tests of nested integer tuples ------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestLayouts.h"

using namespace tile::layout;

static IntTuple T(llvm::StringRef text) {
  Result<IntTuple> tuple = parseIntTuple(text);
  EXPECT_TRUE(tuple) << tuple.reason();
  return tuple ? *tuple : IntTuple();
}

TEST(IntTuple, Structure) {
  EXPECT_EQ(T("7").rank(), 1);
  EXPECT_EQ(T("7").depth(), 0);
  EXPECT_EQ(T("((2,2),3)").rank(), 2);
  EXPECT_EQ(T("((2,2),3)").depth(), 2);
  EXPECT_EQ(T("((2,2),3)").leafCount(), 3);
  EXPECT_EQ(*product(T("((2,2),3)")), 12);
  EXPECT_EQ(*product(T("()")), 1);
  EXPECT_EQ(flatten(T("((2,(5)),3)")).size(), 3u);
  EXPECT_NE(T("(7)"), T("7"));
}

TEST(IntTuple, ProductOverflows) {
  EXPECT_FALSE(product(T("(4611686018427387904,2)")));
  EXPECT_TRUE(product(T("(4611686018427387903,2)")));
}

TEST(IntTuple, Congruence) {
  EXPECT_TRUE(congruent(T("((2,2),3)"), T("((9,9),9)")));
  EXPECT_FALSE(congruent(T("((2,2),3)"), T("(4,3)")));
  EXPECT_TRUE(weaklyCongruent(T("(4,3)"), T("((2,2),3)")));
  EXPECT_FALSE(weaklyCongruent(T("((2,2),3)"), T("(4,3)")));
}

TEST(IntTuple, Compatibility) {
  // The examples of CuTe's layout documentation.
  EXPECT_TRUE(compatible(T("24"), T("32")) == false);
  EXPECT_TRUE(compatible(T("24"), T("(4,6)")));
  EXPECT_TRUE(compatible(T("(4,6)"), T("((2,2),6)")));
  EXPECT_TRUE(compatible(T("((2,2),6)"), T("((2,2),(3,2))")));
  EXPECT_TRUE(compatible(T("24"), T("((2,2),(3,2))")));
  EXPECT_TRUE(compatible(T("24"), T("((2,3),4)")));
  EXPECT_FALSE(compatible(T("((2,3),4)"), T("((2,2),(3,2))")));
  EXPECT_FALSE(compatible(T("((2,2),(3,2))"), T("((2,3),4)")));
  EXPECT_TRUE(compatible(T("24"), T("(24)")));
  EXPECT_FALSE(compatible(T("(24)"), T("24")));
  EXPECT_FALSE(compatible(T("(24)"), T("(4,6)")));
}

TEST(IntTuple, CoordinatesAreColexicographic) {
  // CuTe's table for shape (3,(2,3)).
  EXPECT_EQ(indexToCoordinate(1, T("(3,(2,3))")), T("(1,(0,0))"));
  EXPECT_EQ(indexToCoordinate(3, T("(3,(2,3))")), T("(0,(1,0))"));
  EXPECT_EQ(indexToCoordinate(16, T("(3,(2,3))")), T("(1,(1,2))"));
  EXPECT_EQ(indexToCoordinate(17, T("(3,(2,3))")), T("(2,(1,2))"));
  EXPECT_EQ(*coordinateToIndex(T("(2,(1,2))"), T("(3,(2,3))")), 17);
  EXPECT_EQ(*coordinateToIndex(T("(2,5)"), T("(3,(2,3))")), 17);
  EXPECT_EQ(*coordinateToIndex(T("17"), T("(3,(2,3))")), 17);
}

TEST(IntTuple, CoordinatesRoundTrip) {
  for (const char *text : {"1", "5", "()", "(2,3)", "((2,3),(1,4))",
                           "(2,(2,(2,2)))", "(7,(3,5))"}) {
    IntTuple shape = T(text);
    for (int64_t i = 0, e = *product(shape); i != e; ++i) {
      IntTuple coordinate = indexToCoordinate(i, shape);
      EXPECT_TRUE(congruent(coordinate, shape));
      EXPECT_EQ(*coordinateToIndex(coordinate, shape), i);
    }
  }
}

TEST(IntTuple, CoordinatesOutsideAreRefused) {
  EXPECT_EQ(coordinateToIndex(T("(2,6)"), T("(3,(2,3))")).reason(),
            "expected a coordinate from 0 to 5 (because the shape is (2,3)), "
            "got 6");
  EXPECT_FALSE(coordinateToIndex(T("(-1,0)"), T("(3,(2,3))")));
  EXPECT_FALSE(coordinateToIndex(T("(1,1,1)"), T("(3,(2,3))")));
  EXPECT_FALSE(coordinateToIndex(T("((1,1),1)"), T("(3,(2,3))")));
}
