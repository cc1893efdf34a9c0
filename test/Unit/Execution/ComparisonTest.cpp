//===- ComparisonTest.cpp - Comparing a result with a reference -----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Comparison.h"
#include "Tile/Runtime/DType.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace tile;

/// A vector of `values`, which `dtype` holds exactly.
static ArgumentArray make(int32_t dtype, std::vector<double> values) {
  ArgumentSignature signature;
  signature.dtype = dtype;
  signature.shape = {static_cast<int64_t>(values.size())};
  ArgumentArray array =
      llvm::cantFail(ArgumentArray::create("zeros", signature, 0));
  void *data = array.get().as.tensor.data;
  for (size_t i = 0; i < values.size(); ++i)
    tile_dtype_store(dtype, data, i,
                     tile_dtype_is_float(dtype)
                         ? tile_dtype_encode(dtype, values[i])
                         : static_cast<uint64_t>(int64_t(values[i])));
  return array;
}

TEST(Comparison, EpsilonOfEveryType) {
  EXPECT_EQ(getEpsilon(TILE_DTYPE_F64), std::ldexp(1, -52));
  EXPECT_EQ(getEpsilon(TILE_DTYPE_F32), std::ldexp(1, -23));
  EXPECT_EQ(getEpsilon(TILE_DTYPE_TF32), std::ldexp(1, -10));
  EXPECT_EQ(getEpsilon(TILE_DTYPE_F16), std::ldexp(1, -10));
  EXPECT_EQ(getEpsilon(TILE_DTYPE_BF16), std::ldexp(1, -7));
  EXPECT_EQ(getEpsilon(TILE_DTYPE_F8E4M3FN), 0.125);
  EXPECT_EQ(getEpsilon(TILE_DTYPE_F8E5M2), 0.25);
  EXPECT_EQ(getEpsilon(TILE_DTYPE_F8E8M0FNU), 1);
  EXPECT_EQ(getEpsilon(TILE_DTYPE_F4E2M1FN), 0.5);
  EXPECT_EQ(getEpsilon(TILE_DTYPE_I32), 0);
}

TEST(Comparison, IntegersMustBeEqual) {
  ArgumentArray expected = make(TILE_DTYPE_I8, {1, -2, 3, 4});
  EXPECT_FALSE(compareArrays(expected, expected, 0).mismatch);
  ComparisonResult result =
      compareArrays(expected, make(TILE_DTYPE_I8, {1, -3, 3, 5}), 1e9);
  ASSERT_TRUE(result.mismatch);
  EXPECT_EQ(result.mismatch->indices, std::vector<int64_t>{1});
  EXPECT_EQ(result.mismatch->expected, "-2");
  EXPECT_EQ(result.mismatch->actual, "-3");
  EXPECT_EQ(result.mismatch->count, 2);
}

TEST(Comparison, FloatsAreRelativeToTheArray) {
  // The root mean square is about 1, so that a wrong bit of a sum that cancels
  // does not count as a whole sum.
  ArgumentArray expected = make(TILE_DTYPE_F32, {1, -1, 1e-7, 1});
  ArgumentArray actual = make(TILE_DTYPE_F32, {1, -1, 2e-7, 1});
  ComparisonResult result = compareArrays(expected, actual, 1e-6);
  EXPECT_FALSE(result.mismatch);
  EXPECT_GT(result.maxRelativeError, 0);
  result = compareArrays(expected, make(TILE_DTYPE_F32, {1, -1.1, 0, 1}), 1e-6);
  ASSERT_TRUE(result.mismatch);
  EXPECT_EQ(result.mismatch->indices, std::vector<int64_t>{1});
  EXPECT_NEAR(result.mismatch->relativeError, 0.1, 1e-6);
}

TEST(Comparison, NaNAndInfinity) {
  double nan = std::nan(""), inf = HUGE_VAL;
  ArgumentArray expected = make(TILE_DTYPE_F32, {nan, inf, -inf, 0});
  EXPECT_FALSE(compareArrays(expected, expected, 0).mismatch);
  EXPECT_FALSE(
      compareArrays(expected, make(TILE_DTYPE_F32, {-nan, inf, -inf, -0.0}), 0)
          .mismatch);
  for (std::vector<double> wrong :
       std::vector<std::vector<double>>{{1, inf, -inf, 0},
                                        {nan, -inf, -inf, 0},
                                        {nan, inf, 1e38, 0},
                                        {nan, inf, -inf, nan}}) {
    ComparisonResult result =
        compareArrays(expected, make(TILE_DTYPE_F32, wrong), 1e9);
    ASSERT_TRUE(result.mismatch);
    EXPECT_EQ(result.mismatch->count, 1);
  }
}

TEST(Comparison, PackedElements) {
  ArgumentArray expected = make(TILE_DTYPE_I4, {1, -8, 7});
  ComparisonResult result =
      compareArrays(expected, make(TILE_DTYPE_I4, {1, -8, 6}), 0);
  ASSERT_TRUE(result.mismatch);
  EXPECT_EQ(result.mismatch->expected, "7");
  EXPECT_EQ(result.mismatch->actual, "6");
}
