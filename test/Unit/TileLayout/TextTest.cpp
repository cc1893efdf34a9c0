//===- TextTest.cpp - tests of layouts as text ----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestLayouts.h"

using namespace tile::layout;

TEST(Text, PrintsWhatItReads) {
  for (const char *text :
       {"4:1", "(4,8):(8,1)", "((2,2),(3,4)):((1,2),(-4,12))", "():()",
        "(4,2):(1@lane,3@reg)", "(2,2):(0,5@0)"})
    EXPECT_EQ(L(text).str(), text);
  for (const Layout &layout : nestedLayouts())
    EXPECT_EQ(L(layout.str()), layout);
}

TEST(Text, ReadsWhatCuTePrints) {
  EXPECT_EQ(L("((_2,_2),_3):((_24,_2),_8)"), L("((2,2),3):((24,2),8)"));
  EXPECT_EQ(L(" ( 4 , 8 ) : ( 8 , 1 ) "), L("(4,8):(8,1)"));
  auto composed = parseComposedLayout("Sw<3,4,3> o _0 o (_8,_64):(_64,_1)");
  ASSERT_TRUE(composed) << composed.reason();
  EXPECT_EQ(composed->str(), "Sw<3,4,3> o 0 o (8,64):(64,1)");
  EXPECT_EQ(parseComposedLayout("4:1")->str(), "Sw<0,0,0> o 0 o 4:1");
  EXPECT_EQ(parseSwizzle("<2,3,-3>")->shift(), -3);
  EXPECT_EQ(parseSwizzle("Swizzle<2,3,3>")->base(), 3);
}

TEST(Text, RefusesWithTheColumn) {
  auto reason = [](llvm::StringRef text) { return parseLayout(text).reason(); };
  EXPECT_EQ(reason("(4,8):(8"), "expected ')' (because the tuple is open), got "
                                "the end of the text");
  EXPECT_EQ(reason("(4,x):1"), "expected a 64-bit integer (because tuples hold "
                               "integers), got 'x):1' at column 4");
  EXPECT_EQ(reason("4"), "expected ':' (because strides follow the shape), got "
                         "the end of the text");
  EXPECT_EQ(reason("4:1 2"), "expected the end of the text (because the layout "
                             "is complete), got '2' at column 5");
  EXPECT_EQ(reason("(4,8):8"), "expected a stride with the parentheses of the "
                               "shape (4,8) (because each extent has one "
                               "stride), got 8");
  EXPECT_EQ(reason("0:1"), "expected positive extents (because a layout has at "
                           "least one element), got 0");
  EXPECT_EQ(reason("(2,2):(1,1@a)"),
            "expected an axis in every nonzero stride or in none (because a "
            "value is either an integer or a vector), got (1,1@a)");
}

TEST(Text, RefusesNumbersThatDoNotFit) {
  EXPECT_FALSE(parseLayout("99999999999999999999:1"));
  EXPECT_FALSE(parseLayout("(4294967296,4294967296):(1,1)"));
  EXPECT_FALSE(parseLayout("4:9223372036854775807"));
  EXPECT_FALSE(parseLayout("2:-9223372036854775808"));
  EXPECT_TRUE(parseLayout("1:9223372036854775807"));
  EXPECT_TRUE(parseLayout("2:9223372036854775806"));
  EXPECT_FALSE(parseSwizzle("<3,4,2>"));
  EXPECT_FALSE(parseSwizzle("<-1,0,3>"));
  EXPECT_FALSE(parseSwizzle("<40,20,40>"));
  EXPECT_FALSE(parseSwizzle("<9223372036854775807,1,9223372036854775807>"));
}

TEST(Text, RefusesHostileNesting) {
  std::string deep(100000, '(');
  EXPECT_FALSE(parseLayout(deep));
  EXPECT_FALSE(parseIntTuple(deep + "1" + std::string(100000, ')')));
  std::string wide = "(1";
  for (int i = 0; i != 100000; ++i)
    wide += ",1";
  EXPECT_FALSE(parseIntTuple(wide + ")"));
  EXPECT_FALSE(parseLayout(wide + "):" + wide + ")"));
}

TEST(Text, RefusesEveryTruncationAndSurvivesEveryMutation) {
  std::string text = "Sw<3,4,3> o 16 o ((2,2),(_3,4)):((1,2),(-4,12))";
  for (size_t n = 0; n != text.size(); ++n)
    EXPECT_FALSE(parseComposedLayout(text.substr(0, n))) << n;
  int accepted = 0, refused = 0;
  for (size_t n = 0; n != text.size(); ++n)
    for (char c :
         {'(', ')', ',', ':', '-', '9', '_', '@', '<', 'o', ' ', '\0'}) {
      std::string mutated = text;
      mutated[n] = c;
      auto layout = parseComposedLayout(mutated);
      ++(layout ? accepted : refused);
      if (layout) {
        EXPECT_EQ(*parseComposedLayout(layout->str()), *layout) << mutated;
      } else {
        EXPECT_NE(layout.reason(), "") << mutated;
      }
    }
  EXPECT_GT(accepted, 20);
  EXPECT_GT(refused, 200);
}
