//===- RandomTest.cpp - random number generators --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Random.h"
#include "gtest/gtest.h"

using namespace tile;

namespace {

using Words4 = std::array<uint32_t, 4>;

// The known answers that come with the publication of the generator.
TEST(RandomTest, Philox) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (Words4{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Words4{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  EXPECT_EQ(philox4x32({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344},
                       {0xA4093822, 0x299F31D0}),
            (Words4{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

TEST(RandomTest, PhiloxSkipsOffset) {
  RandomState whole(RngKind::Philox, 5, 7, 0);
  std::vector<uint32_t> outputs;
  for (int i = 0; i < 20; ++i)
    outputs.push_back(whole.next());
  for (uint64_t offset = 0; offset < 12; ++offset) {
    RandomState part(RngKind::Philox, 5, 7, offset);
    for (int i = 0; i < 8; ++i)
      ASSERT_EQ(part.next(), outputs[offset + i]);
  }
}

// From the published recurrence and state, worked out separately.
TEST(RandomTest, Xorwow) {
  RandomState state(RngKind::Xorwow, 0, 0, 0);
  for (uint32_t expected :
       {246875399u, 3690007200u, 1264581005u, 3906711041u, 1866187943u})
    EXPECT_EQ(state.next(), expected);
  RandomState skipped(RngKind::Xorwow, 0, 0, 3);
  EXPECT_EQ(skipped.next(), 3906711041u);
  RandomState other(RngKind::Xorwow, 0, 1, 0);
  EXPECT_NE(other.next(), 246875399u);
}

// 12345 six times: the published sequence 0.12701112204..., 0.31852756539...
TEST(RandomTest, Mrg32k3a) {
  RandomState state(RngKind::Mrg32k3a, 0, 0, 0);
  for (uint32_t expected :
       {545508589u, 1368065410u, 1327943761u, 3546985096u, 951893194u})
    EXPECT_EQ(state.next(), expected);
  RandomState skipped(RngKind::Mrg32k3a, 0, 0, 4);
  EXPECT_EQ(skipped.next(), 951893194u);
  // A far jump takes no time, and seeds differ.
  RandomState far(RngKind::Mrg32k3a, 9, 3, ~uint64_t(0));
  RandomState near(RngKind::Mrg32k3a, 9, 3, 0);
  EXPECT_NE(far.next(), near.next());
}

} // namespace
