//===- MemoryLayoutTest.cpp - memory layouts, banks, imported maps --------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestLayouts.h"
#include "Tile/Dialect/TileLayout/Algebra/BankConflicts.h"
#include "Tile/Dialect/TileLayout/Algebra/F2.h"
#include "Tile/Dialect/TileLayout/Algebra/ImportMap.h"
#include <numeric>
#include <set>

using namespace tile::layout;

static MemoryLayout M(llvm::StringRef strides, int64_t bits,
                      llvm::StringRef swizzle = "<0,0,0>", int64_t slot = 0,
                      int64_t align = 0) {
  auto layout =
      MemoryLayout::get(L(strides), bits, *parseSwizzle(swizzle), slot, align);
  EXPECT_TRUE(layout) << layout.reason();
  return layout ? *layout : MemoryLayout();
}

/// Every coordinate of `shape`, first dimension fastest.
static std::vector<llvm::SmallVector<int64_t>>
allCoordinates(llvm::ArrayRef<int64_t> shape) {
  std::vector<llvm::SmallVector<int64_t>> points{{}};
  for (int64_t extent : shape) {
    std::vector<llvm::SmallVector<int64_t>> longer;
    for (int64_t i = 0; i != extent; ++i)
      for (auto point : points) {
        point.push_back(i);
        longer.push_back(point);
      }
    points = longer;
  }
  return points;
}

static std::vector<MemoryLayout> memoryLayouts() {
  return {M("(8,64):(64,1)", 16, "<3,4,3>"),
          M("(8,32):(32,1)", 16, "<2,4,3>"),
          M("(16,16):(16,1)", 32),
          M("(6,10):(12,1)", 16),
          M("(8,(4,2)):(8,(1,4))", 8),
          M("(64,8):(1,64)", 16, "<3,4,3>"),
          M("(5,7):(7,1)", 4),
          M("(4,8):(8,1)", 4, "<0,0,0>", 8),
          M("16:1", 32),
          M("(2,3,4):(12,4,1)", 64),
          M("():()", 32)};
}

TEST(MemoryLayout, AddressesFollowTheDefinition) {
  for (const MemoryLayout &layout : memoryLayouts()) {
    ComposedLayout bits = *layout.bitOffsets();
    int64_t index = 0;
    for (const auto &point : allCoordinates(layout.shape())) {
      int64_t slot = layout.strides().at(index);
      int64_t byte = slot * layout.slotBits() / 8;
      int64_t rest = slot * layout.slotBits() % 8;
      int64_t expected = layout.swizzle()(byte) * 8 + rest;
      ASSERT_EQ(bits.at(index), expected) << layout.str();
      ASSERT_EQ(*layout.slotAt(point) * layout.slotBits(), expected);
      ASSERT_LE(expected + layout.slotBits(), *layout.storageBits());
      ++index;
    }
  }
}

TEST(MemoryLayout, RulesAreStated) {
  auto reason = [](llvm::StringRef strides, int64_t bits, const char *swizzle,
                   int64_t slot, int64_t align) {
    return MemoryLayout::get(L(strides), bits, *parseSwizzle(swizzle), slot,
                             align)
        .reason();
  };
  EXPECT_EQ(reason("(8,64):(64,1)", 16, "<3,4,3>", 0, 128),
            "expected a base alignment of at least 1024 bytes (because "
            "Sw<3,4,3> moves bits of the whole address), got 128");
  EXPECT_EQ(reason("(8,64):(64,1)", 512, "<3,4,3>", 0, 0),
            "expected a swizzle that keeps slots of 512 bits whole (because an "
            "element is read from one place), got Sw<3,4,3>, which moves runs "
            "of 16 bytes");
  EXPECT_EQ(reason("4:1", 16, "<0,0,0>", 8, 0),
            "expected slots of 16 to 65536 bits (because a slot holds one "
            "element), got 8 bits");
  EXPECT_EQ(reason("4:-1", 16, "<0,0,0>", 0, 0),
            "expected nonnegative strides (because the base is the lowest "
            "address), got 4:-1");
  EXPECT_EQ(reason("4:1@column", 16, "<3,4,3>", 0, 0),
            "expected no swizzle (because storage is not addressed by bytes), "
            "got Sw<3,4,3>");
  EXPECT_NE(reason("4:1", 16, "<0,0,0>", 0, 3), "");
  EXPECT_NE(reason("4:1", 0, "<0,0,0>", 0, 0), "");
  EXPECT_NE(reason("4611686018427387904:1", 16, "<0,0,0>", 0, 0), "");
}

TEST(MemoryLayout, DefaultAlignment) {
  EXPECT_EQ(M("4:1", 16).baseAlignment(), 2);
  EXPECT_EQ(M("4:1", 4).baseAlignment(), 1);
  EXPECT_EQ(M("4:1", 48).baseAlignment(), 2);
  EXPECT_EQ(M("(8,64):(64,1)", 16, "<3,4,3>").baseAlignment(), 1024);
  EXPECT_EQ(M("(8,32):(32,1)", 16, "<2,4,3>").baseAlignment(), 512);
  EXPECT_EQ(M("(8,16):(16,1)", 16, "<1,4,3>").baseAlignment(), 256);
}

TEST(MemoryLayout, RowMajorAndPadding) {
  EXPECT_EQ(MemoryLayout::rowMajor({64, 64}, 16, 8)->str(),
            "(64,64):(72,1), bits = 16, align = 2");
  EXPECT_EQ(MemoryLayout::rowMajor({2, 3, 4}, 32)->strides().str(),
            "(2,3,4):(12,4,1)");
  EXPECT_EQ(MemoryLayout::rowMajor({}, 32)->strides().str(), "():()");
  EXPECT_FALSE(MemoryLayout::rowMajor({0}, 32));
  EXPECT_FALSE(MemoryLayout::rowMajor({4, 4}, 32, -1));
}

TEST(MemoryLayout, Inverse) {
  for (const MemoryLayout &layout : memoryLayouts()) {
    Result<Layout> inverse = layout.inverse();
    ASSERT_TRUE(inverse) << layout.str() << ": " << inverse.reason();
    ComposedLayout slots = *layout.slots();
    for (int64_t i = 0; i != slots.size(); ++i)
      ASSERT_EQ(inverse->at(slots.swizzle()(slots.at(i))), i) << layout.str();
  }
}

TEST(MemoryLayout, StorageHoldsEverySlotOfTheSwizzle) {
  // Twelve rows of 128 bytes: the swizzle moves within each row.
  EXPECT_EQ(*M("(12,64):(64,1)", 16, "<3,4,3>").storageBits(), 12 * 1024);
  // Half a row is rounded up, since its slots may land in the other half.
  MemoryLayout half = M("(8,32):(64,1)", 16, "<3,4,3>");
  EXPECT_EQ(*half.storageBits(), 8 * 1024);
  EXPECT_EQ(*M("(6,10):(12,1)", 16).storageBits(), (5 * 12 + 10) * 16);
}

TEST(MemoryLayout, RestrictionAddsBeforeTheSwizzle) {
  MemoryLayout layout = M("(16,64):(64,1)", 16, "<3,4,3>");
  for (int64_t i : {0, 3, 8})
    for (int64_t j : {0, 8, 24, 40}) {
      auto region = layout.restrict({i, j}, {4, 16});
      ASSERT_TRUE(region) << region.reason();
      ComposedLayout slots = *region->layout.slots();
      for (int64_t a = 0; a != 4; ++a)
        for (int64_t b = 0; b != 16; ++b)
          ASSERT_EQ(slots.swizzle()(region->origin +
                                    region->layout.strides().at(a + 4 * b)),
                    *layout.slotAt({i + a, j + b}));
    }
  EXPECT_FALSE(layout.restrict({0, 60}, {4, 16}));
}

TEST(MemoryLayout, Views) {
  MemoryLayout layout = M("(6,(4,2)):(8,(1,4))", 16);
  for (const auto &point : allCoordinates({6, 8})) {
    ASSERT_EQ(*layout.permute({1, 0})->slotAt({point[1], point[0]}),
              *layout.slotAt(point));
    ASSERT_EQ(*layout.expand(1, 3)->slotAt({point[0], 2, point[1]}),
              *layout.slotAt(point));
    ASSERT_EQ(*layout.project(0)->slotAt({point[1]}),
              *layout.slotAt({0, point[1]}));
  }
  EXPECT_FALSE(layout.permute({0, 0}));
  EXPECT_FALSE(layout.permute({0}));
  EXPECT_FALSE(layout.project(2));
  EXPECT_FALSE(layout.expand(3, 1));
}

TEST(MemoryLayout, ReshapeKeepsRowMajorOrder) {
  int64_t defined = 0;
  std::vector<std::vector<int64_t>> shapes{{48},      {6, 8},    {8, 6},
                                           {2, 24},   {2, 3, 8}, {6, 2, 4},
                                           {3, 2, 8}, {4, 12},   {16, 3}};
  for (const char *strides : {"(6,8):(8,1)", "(6,8):(10,1)", "(6,8):(1,6)",
                              "(6,(4,2)):(8,(1,4))", "(2,3,8):(24,8,1)"}) {
    MemoryLayout layout = M(strides, 16);
    for (const auto &shape : shapes) {
      auto reshaped = layout.reshape(shape);
      if (!reshaped)
        continue;
      ++defined;
      ASSERT_EQ(reshaped->shape(), llvm::ArrayRef<int64_t>(shape));
      for (int64_t i = 0; i != 48; ++i) {
        auto coordinatesOf = [&](llvm::ArrayRef<int64_t> extents) {
          llvm::SmallVector<int64_t> point(extents.size());
          int64_t rest = i;
          for (size_t d = extents.size(); d-- > 0; rest /= extents[d])
            point[d] = rest % extents[d];
          return point;
        };
        ASSERT_EQ(*reshaped->slotAt(coordinatesOf(shape)),
                  *layout.slotAt(coordinatesOf(layout.shape())))
            << strides;
      }
    }
    EXPECT_FALSE(layout.reshape({47}));
  }
  EXPECT_GT(defined, 20);
}

TEST(MemoryLayout, RecastChangesTheLastDimension) {
  EXPECT_EQ(M("(8,16):(16,1)", 16).recast(32)->strides().str(), "(8,8):(8,1)");
  EXPECT_EQ(M("(8,16):(16,1)", 8).recast(4)->strides().str(), "(8,32):(32,1)");
  EXPECT_EQ(M("(8,64):(64,1)", 16, "<3,4,3>").recast(8)->str(),
            "(8,128):(128,1), swizzle = <3,4,3>, bits = 8, align = 1024");
  // The rows are contiguous, not the columns.
  EXPECT_FALSE(M("(8,16):(1,8)", 16).recast(32));
  EXPECT_FALSE(M("(8,15):(15,1)", 16).recast(32));
  EXPECT_FALSE(M("(8,16):(16,1)", 4, "<0,0,0>", 8).recast(8));
}

TEST(MemoryLayout, VectorsAndAlignment) {
  MemoryLayout swizzled = M("(8,64):(64,1)", 16, "<3,4,3>");
  EXPECT_EQ(swizzled.contiguity(1), 8);
  EXPECT_EQ(swizzled.contiguity(0), 1);
  EXPECT_EQ(swizzled.vectorAlignment(1, 8), 16);
  EXPECT_EQ(swizzled.vectorAlignment(1, 4), 8);
  MemoryLayout padded = M("(64,64):(72,1)", 16, "<0,0,0>", 0, 16);
  EXPECT_EQ(padded.contiguity(1), 64);
  EXPECT_EQ(padded.vectorAlignment(1, 8), 16);
  EXPECT_EQ(padded.vectorAlignment(1, 64), 16);
  EXPECT_EQ(M("(64,64):(68,1)", 16, "<0,0,0>", 0, 16).vectorAlignment(1, 8), 8);
  EXPECT_EQ(M("(64,64):(64,1)", 4).vectorAlignment(1, 1), 0);
  EXPECT_EQ(*maxCommonVector(swizzled, M("(8,64):(64,1)", 16)), 8);
  EXPECT_FALSE(maxCommonVector(swizzled, M("(8,64):(64,1)", 8)));
}

TEST(MemoryLayout, VectorAlignmentHolds) {
  // Every multiple of the step has the alignment, and some has no more.
  for (const MemoryLayout &layout : memoryLayouts())
    for (int64_t dim = 0; dim != layout.rank(); ++dim)
      for (int64_t step : {1, 2, 4}) {
        int64_t promised = layout.vectorAlignment(dim, step);
        if (promised == 0)
          continue;
        for (const auto &point : allCoordinates(layout.shape()))
          if (point[dim] % step == 0) {
            ASSERT_EQ(*layout.slotAt(point) * layout.slotBits() / 8 % promised,
                      0)
                << layout.str() << " along " << dim << " by " << step;
          }
      }
}

TEST(MemoryLayout, StorageWithAxes) {
  MemoryLayout layout = M("(128,64):(1@datapath,1@column)", 32);
  EXPECT_FALSE(layout.isByteAddressed());
  EXPECT_FALSE(layout.slotAt({0, 0}));
  EXPECT_FALSE(layout.bitOffsets());
  EXPECT_FALSE(layout.restrict({0, 0}, {1, 1}));
  EXPECT_EQ(layout.contiguity(1), 1);
}

//===----------------------------------------------------------------------===//
// Banks
//===----------------------------------------------------------------------===//

TEST(BankConflicts, CountsTurns) {
  BankGeometry banks;
  auto count = [&](auto &&addressOf, int64_t bytes) {
    std::vector<int64_t> addresses;
    for (int64_t lane = 0; lane != 32; ++lane)
      addresses.push_back(addressOf(lane));
    return *countBankConflicts(addresses, bytes, banks);
  };
  // Consecutive words, one word, and every second, fourth, 32nd word.
  EXPECT_EQ(count([](int64_t i) { return 4 * i; }, 4).conflicts(), 0);
  EXPECT_EQ(count([](int64_t i) { return 0 * i; }, 4).conflicts(), 0);
  EXPECT_EQ(count([](int64_t i) { return 8 * i; }, 4).worst, 2);
  EXPECT_EQ(count([](int64_t i) { return 16 * i; }, 4).worst, 4);
  EXPECT_EQ(count([](int64_t i) { return 128 * i; }, 4).worst, 32);
  EXPECT_EQ(count([](int64_t i) { return 132 * i; }, 4).worst, 1);
  // Two lanes in one word do not conflict.
  EXPECT_EQ(count([](int64_t i) { return 2 * i; }, 2).conflicts(), 0);
  // Sixteen bytes a lane: four phases of eight lanes.
  BankConflicts wide = count([](int64_t i) { return 16 * i; }, 16);
  EXPECT_EQ(wide.phases, 4);
  EXPECT_EQ(wide.wavefronts, 4);
  EXPECT_EQ(count([](int64_t i) { return 128 * i; }, 16).wavefronts, 32);
  EXPECT_EQ(count([](int64_t i) { return 8 * i; }, 8).phases, 2);
}

TEST(BankConflicts, RefusesNonsense) {
  EXPECT_FALSE(countBankConflicts({0}, 0, {}));
  EXPECT_FALSE(countBankConflicts({-4}, 4, {}));
  EXPECT_FALSE(countBankConflicts({0}, 4, {0, 4, 128}));
  EXPECT_FALSE(countBankConflicts({0}, 4, {32, 0, 128}));
  EXPECT_FALSE(countBankConflicts({0}, 4, {32, 4, 0}));
}

TEST(BankConflicts, MatrixLoadsFromSwizzledRows) {
  // Eight lanes read the 16 bytes of one column of chunks in eight rows.
  for (const char *swizzle : {"<0,0,0>", "<3,4,3>"}) {
    MemoryLayout layout = M("(8,64):(64,1)", 16, swizzle);
    for (int64_t chunk = 0; chunk != 8; ++chunk) {
      std::vector<int64_t> addresses;
      for (int64_t row = 0; row != 8; ++row)
        addresses.push_back(*layout.slotAt({row, chunk * 8}) * 2);
      EXPECT_EQ(countBankConflicts(addresses, 16, {})->worst,
                layout.swizzle().isIdentity() ? 8 : 1);
    }
  }
}

TEST(BankConflicts, OfAFragment) {
  // Each thread stores two neighbours of a row; rows are 64 bytes apart.
  FragmentLayout fragment = *FragmentLayout::get(
      {16, 32}, {L("(2,2,4):(1@d1,8@d0,8@d1)"), L("(4,8):(2@d1,1@d0)")});
  MemoryLayout plain = M("(16,32):(32,1)", 16);
  MemoryLayout swizzled = M("(16,32):(32,1)", 16, "<2,4,3>");
  MemoryLayout padded = M("(16,32):(40,1)", 16);
  EXPECT_EQ(*maxCommonVector(fragment, plain), 2);
  auto turns = [&](const MemoryLayout &memory, int64_t vector) {
    auto count = countBankConflicts(fragment, memory, vector, {});
    EXPECT_TRUE(count) << count.reason();
    return count->worst;
  };
  // Four lanes take sixteen bytes, so two rows fill the banks.
  EXPECT_EQ(turns(plain, 2), 4);
  EXPECT_EQ(turns(swizzled, 2), 1);
  EXPECT_EQ(turns(padded, 2), 1);
  EXPECT_FALSE(countBankConflicts(fragment, plain, 4, {}));
  EXPECT_FALSE(countBankConflicts(fragment, M("(16,16):(16,1)", 16), 1, {}));
  EXPECT_FALSE(countBankConflicts(fragment, M("(16,32):(32,1)", 4), 2, {}));
}

TEST(BankConflicts, AgreesWithF2) {
  // By linear algebra: a bank takes 2^(rank of words - rank of banks) turns.
  Random random(11);
  int64_t conflicting = 0;
  for (int round = 0; round != 500; ++round) {
    std::vector<Mode> modes;
    int64_t bit = 2, lanes = 5;
    while (lanes > 0) {
      int64_t take = random.between(1, lanes);
      bit += random.between(0, 2);
      modes.push_back(Mode{int64_t(1) << take, int64_t(1) << bit});
      bit += take;
      lanes -= take;
    }
    Swizzle swizzle = *Swizzle::get(random.between(0, 3), random.between(2, 4),
                                    random.between(3, 4));
    ComposedLayout layout =
        *ComposedLayout::get(swizzle, 0, *Layout::fromModes(modes));
    std::vector<int64_t> addresses;
    for (int64_t lane = 0; lane != 32; ++lane)
      addresses.push_back(layout.at(lane));
    std::vector<uint64_t> words, banks;
    for (uint64_t column : toF2(layout)->matrix.columns()) {
      words.push_back(column >> 2);
      banks.push_back(column >> 2 & 31);
    }
    int64_t expected = int64_t(1)
                       << (F2Matrix(words).rank() - F2Matrix(banks).rank());
    ASSERT_EQ(countBankConflicts(addresses, 4, {})->worst, expected)
        << layout.str();
    conflicting += expected > 1;
  }
  EXPECT_GT(conflicting, 50);
  EXPECT_LT(conflicting, 450);
}

//===----------------------------------------------------------------------===//
// Imported maps
//===----------------------------------------------------------------------===//

using Point = llvm::ArrayRef<int64_t>;

TEST(ImportMap, FindsStrides) {
  auto imported = importMap(
      {6, 10}, [](Point p) { return p[0] * 12 + p[1] % 5 * 2 + p[1] / 5; });
  ASSERT_TRUE(imported) << imported.reason();
  EXPECT_EQ(imported->str(), "Sw<0,0,0> o 0 o (6,(5,2)):(12,(2,1))");
}

TEST(ImportMap, FindsSwizzles) {
  auto imported = importMap(
      {16, 64}, [](Point p) { return p[0] * 64 + (p[1] ^ (p[0] % 8 * 8)); });
  ASSERT_TRUE(imported) << imported.reason();
  EXPECT_EQ(imported->str(), "Sw<3,3,3> o 0 o (16,64):(64,1)");
  // With an offset, which goes before the swizzle.
  imported = importMap({4, 4}, [](Point p) {
    int64_t offset = 16 + p[0] * 4 + p[1];
    return offset ^ (offset >> 2 & 3);
  });
  ASSERT_TRUE(imported) << imported.reason();
  for (int64_t i = 0; i != 16; ++i) {
    int64_t offset = 16 + i % 4 * 4 + i / 4;
    EXPECT_EQ(imported->at(i), offset ^ (offset >> 2 & 3));
  }
}

TEST(ImportMap, RoundTripsEveryMemoryLayout) {
  for (const MemoryLayout &layout : memoryLayouts()) {
    ComposedLayout slots = *layout.slots();
    auto imported =
        importMap(layout.shape(), [&](Point p) { return *layout.slotAt(p); });
    ASSERT_TRUE(imported) << layout.str() << ": " << imported.reason();
    for (int64_t i = 0; i != slots.size(); ++i)
      ASSERT_EQ(imported->at(i), slots.at(i)) << layout.str();
  }
}

TEST(ImportMap, RefusesTheRest) {
  EXPECT_FALSE(importMap({5}, [](Point p) { return p[0] * p[0]; }));
  EXPECT_FALSE(importMap({4, 4}, [](Point p) { return p[0] * p[1]; }));
  EXPECT_FALSE(importMap({4}, [](Point p) { return p[0] - 1; }));
  EXPECT_FALSE(importMap({4}, [](Point) { return std::nullopt; }));
  EXPECT_FALSE(importMap({2048, 1024}, [](Point) { return 0; }));
  EXPECT_FALSE(importMap({0}, [](Point) { return 0; }));
  // One value off at the far corner is not overlooked.
  EXPECT_FALSE(importMap({32, 32}, [](Point p) {
    return p[0] * 32 + p[1] + (p[0] == 31 && p[1] == 31 ? 1 : 0);
  }));
  EXPECT_EQ(importValues({0, 1, 2, 4}).reason(),
            "expected a function that is a layout (because its values repeat "
            "with a fixed stride in each mode), got value 4 at index 3");
}
