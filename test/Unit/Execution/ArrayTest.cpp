//===- ArrayTest.cpp - Arrays that a kernel is run on ---------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Array.h"
#include "Tile/Runtime/DType.h"
#include "gtest/gtest.h"

#include <cmath>
#include <set>

using namespace tile;

static ArgumentSignature tensor(int32_t dtype, std::vector<int64_t> shape) {
  ArgumentSignature signature;
  signature.name = "x";
  signature.dtype = dtype;
  signature.shape = std::move(shape);
  return signature;
}

static ArgumentArray make(llvm::StringRef spec,
                          const ArgumentSignature &signature,
                          unsigned index = 0) {
  auto array = ArgumentArray::create(spec, signature, index);
  EXPECT_TRUE(bool(array)) << spec.str();
  return array ? std::move(*array) : ArgumentArray();
}

static std::string getError(llvm::StringRef spec,
                            const ArgumentSignature &signature) {
  auto array = ArgumentArray::create(spec, signature, 0);
  return array ? "" : llvm::toString(array.takeError());
}

TEST(SplitMix64, GivesThePublishedNumbers) {
  EXPECT_EQ(splitMix64(1234567, 0), 6457827717110365317u);
  EXPECT_EQ(splitMix64(1234567, 1), 3203168211198807973u);
  EXPECT_EQ(splitMix64(1234567, 2), 9817491932198370423u);
}

TEST(ArgumentArray, RandomStaysInItsRange) {
  for (int32_t dtype = TILE_DTYPE_I1; dtype <= TILE_DTYPE_F4E2M1FN; ++dtype) {
    ArgumentArray array = make("1000:random", tensor(dtype, {TILE_DYNAMIC}));
    std::set<uint64_t> seen;
    for (int64_t i = 0; i < 1000; ++i) {
      seen.insert(array.load(i));
      if (!tile_dtype_is_float(dtype))
        continue;
      double value = tile_dtype_decode(dtype, array.load(i));
      if (dtype == TILE_DTYPE_F8E8M0FNU)
        EXPECT_TRUE(value >= 1.0 / 16 && value <= 8) << value;
      else
        EXPECT_LE(std::fabs(value), 1) << tile_dtype_name(dtype);
    }
    // No type gets only one value, and small ones get all.
    EXPECT_GE(seen.size(), dtype == TILE_DTYPE_I1 ? 2u : 4u);
    if (dtype == TILE_DTYPE_I4)
      EXPECT_EQ(seen.size(), 16u);
  }
}

TEST(ArgumentArray, SeedsAreTheArgumentsIndex) {
  ArgumentSignature signature = tensor(TILE_DTYPE_F32, {8});
  EXPECT_EQ(make("random", signature, 3).load(5),
            make("random:3", signature, 0).load(5));
  EXPECT_NE(make("random", signature, 3).load(5),
            make("random", signature, 4).load(5));
}

TEST(ArgumentArray, IotaCountsInEveryType) {
  ArgumentArray narrow = make("20:iota", tensor(TILE_DTYPE_I4, {TILE_DYNAMIC}));
  EXPECT_EQ(narrow.load(15), 15u);
  EXPECT_EQ(narrow.load(17), 1u);
  ArgumentArray half =
      make("3000:iota", tensor(TILE_DTYPE_F16, {TILE_DYNAMIC}));
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F16, half.load(2047)), 2047);
  // Ties to even above the last integer that f16 has.
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F16, half.load(2049)), 2048);
}

TEST(ArgumentArray, HasTheDeclaredStrides) {
  ArgumentSignature columns =
      tensor(TILE_DTYPE_I32, {TILE_DYNAMIC, TILE_DYNAMIC});
  columns.strides = {1, TILE_DYNAMIC};
  ArgumentArray array = make("3x4:iota", columns);
  TileArg arg = array.get();
  EXPECT_EQ(arg.as.tensor.strides[0], 1);
  EXPECT_EQ(arg.as.tensor.strides[1], 3);
  EXPECT_EQ(array.load(5), 5u);
  EXPECT_EQ(static_cast<int32_t *>(arg.as.tensor.data)[1 + 3], 5);

  columns.strides = {100, 2};
  ArgumentArray padded = make("3x4:iota", columns);
  EXPECT_EQ(static_cast<int32_t *>(padded.get().as.tensor.data)[100 + 2], 5);
}

TEST(ArgumentArray, TakesEmptyTensorsAndRankZero) {
  EXPECT_EQ(make("0x5:random", tensor(TILE_DTYPE_F32, {TILE_DYNAMIC, 5}))
                .getNumElements(),
            0);
  ArgumentArray single = make("ones", tensor(TILE_DTYPE_F32, {}));
  EXPECT_EQ(single.getNumElements(), 1);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F32, single.load(0)), 1);
}

TEST(ArgumentArray, ReadsScalars) {
  ArgumentSignature scalar;
  scalar.name = "a";
  scalar.kind = TILE_ARG_SCALAR;
  scalar.dtype = TILE_DTYPE_I64;
  EXPECT_EQ(make("-5", scalar).getInteger(), -5);
  EXPECT_EQ(make("true", scalar).getInteger(), 1);
  EXPECT_EQ(make("18446744073709551615", scalar).getInteger(), -1);
  EXPECT_NE(getError("1.5", scalar), "");
  EXPECT_NE(getError("18446744073709551616", scalar), "");
  scalar.dtype = TILE_DTYPE_F32;
  EXPECT_EQ(make("1e-3", scalar).get().as.scalar.value.f, 1e-3);
  EXPECT_TRUE(std::isnan(make("nan", scalar).get().as.scalar.value.f));
  EXPECT_TRUE(std::isinf(make("-inf", scalar).get().as.scalar.value.f));
  EXPECT_NE(getError("", scalar), "");
}

TEST(ArgumentArray, RefusesWhatItCannotMake) {
  ArgumentSignature signature = tensor(TILE_DTYPE_F4E2M1FN, {TILE_DYNAMIC});
  EXPECT_EQ(getError("8:nan", signature),
            "argument 0 'x': expected a type that has NaN (because of 'nan'), "
            "got f4E2M1FN");
  for (llvm::StringRef spec :
       {"8:random:1:2", "8:randint:5:4", "8:randint:1", "8:zeros:1", "8x:ones",
        "-8:ones", "8", ":ones", "8:", "x", "", "8:8:ones"})
    EXPECT_NE(getError(spec, signature), "") << spec.str();
}
