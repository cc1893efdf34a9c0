//===- DTypeTest.cpp - The table of element types -------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/DType.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <vector>

namespace {
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(DType, NamesAndCodesAreOneToOne) {
  int32_t numTypes = 0;
  for (int32_t dtype = -1000; dtype < 1000; ++dtype) {
    const char *name = tile_dtype_name(dtype);
    if (!name)
      continue;
    ++numTypes;
    EXPECT_EQ(tile_dtype_from_name(name), dtype);
    EXPECT_GT(tile_dtype_storage_bits(dtype), 0);
  }
  EXPECT_EQ(numTypes, 22);
  EXPECT_EQ(tile_dtype_from_name("float8_e4m3fn"), TILE_DTYPE_F8E4M3FN);
  EXPECT_EQ(tile_dtype_from_name("uint16"), TILE_DTYPE_I16);
  EXPECT_EQ(tile_dtype_from_name("f7"), TILE_DTYPE_NONE);
  EXPECT_EQ(tile_dtype_from_name(""), TILE_DTYPE_NONE);
  EXPECT_EQ(tile_dtype_from_name(nullptr), TILE_DTYPE_NONE);
}

TEST(DType, ArrayBytes) {
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_I1, 3), 3);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_TF32, 3), 12);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_I4, 3), 2);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_F6E2M3FN, 4), 3);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_F6E2M3FN, 5), 4);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_F64, 0), 0);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_F64, -1), -1);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_NONE, 1), -1);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_F64, INT64_MAX / 4), -1);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_I8, INT64_MAX), INT64_MAX);
  EXPECT_EQ(tile_dtype_array_bytes(TILE_DTYPE_I4, INT64_MAX),
            INT64_MAX / 2 + 1);
}

TEST(DType, DLPackTypes) {
  EXPECT_EQ(tile_dtype_from_dlpack(2, 32, 1), TILE_DTYPE_F32);
  EXPECT_EQ(tile_dtype_from_dlpack(4, 16, 1), TILE_DTYPE_BF16);
  EXPECT_EQ(tile_dtype_from_dlpack(1, 8, 1), TILE_DTYPE_I8);
  EXPECT_EQ(tile_dtype_from_dlpack(6, 8, 1), TILE_DTYPE_I1);
  EXPECT_EQ(tile_dtype_from_dlpack(10, 8, 1), TILE_DTYPE_F8E4M3FN);
  EXPECT_EQ(tile_dtype_from_dlpack(2, 32, 4), TILE_DTYPE_NONE);
  EXPECT_EQ(tile_dtype_from_dlpack(5, 64, 1), TILE_DTYPE_NONE);
  EXPECT_EQ(tile_dtype_from_dlpack(-1, 32, 1), TILE_DTYPE_NONE);
}

TEST(DType, PackedElementsFillABitString) {
  // 1, 2, 3, 4 as 6-bit fields: 000100 000011 000010 000001.
  unsigned char bytes[3] = {0xFF, 0xFF, 0xFF};
  for (int64_t i = 0; i < 4; ++i)
    tile_dtype_store(TILE_DTYPE_F6E3M2FN, bytes, i, i + 1);
  EXPECT_EQ(bytes[0], 0x81);
  EXPECT_EQ(bytes[1], 0x30);
  EXPECT_EQ(bytes[2], 0x10);
  unsigned char nibbles[1] = {0};
  tile_dtype_store(TILE_DTYPE_I4, nibbles, 0, 0x5);
  tile_dtype_store(TILE_DTYPE_I4, nibbles, 1, 0xFA);
  EXPECT_EQ(nibbles[0], 0xA5);
}

TEST(DType, StoreChangesNothingButTheElement) {
  for (int32_t dtype = TILE_DTYPE_I1; dtype <= TILE_DTYPE_F4E2M1FN; ++dtype) {
    int64_t count = 9;
    // Exactly the array's bytes, so that a sanitizer sees one too many.
    std::vector<unsigned char> array(tile_dtype_array_bytes(dtype, count));
    int32_t bits = tile_dtype_storage_bits(dtype);
    uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
    auto valueOf = [&](int64_t i) {
      return (uint64_t(i + 1) * 0x9E3779B97F4A7C15) & mask;
    };
    for (int64_t i = 0; i < count; ++i)
      tile_dtype_store(dtype, array.data(), i, valueOf(i));
    for (int64_t i = 0; i < count; ++i)
      EXPECT_EQ(tile_dtype_load(dtype, array.data(), i), valueOf(i))
          << tile_dtype_name(dtype) << " element " << i;
  }
}

/// The floating-point types of at most 16 bits, all of whose codes are tried.
std::vector<int32_t> getSmallFloats() {
  std::vector<int32_t> dtypes;
  for (int32_t dtype = TILE_DTYPE_I1; dtype <= TILE_DTYPE_F4E2M1FN; ++dtype)
    if (tile_dtype_is_float(dtype) && tile_dtype_storage_bits(dtype) <= 16)
      dtypes.push_back(dtype);
  return dtypes;
}

TEST(DType, EveryCodeSurvivesDecodingAndEncoding) {
  for (int32_t dtype : getSmallFloats()) {
    uint64_t numCodes = uint64_t(1) << tile_dtype_storage_bits(dtype);
    for (uint64_t code = 0; code < numCodes; ++code) {
      double value = tile_dtype_decode(dtype, code);
      uint64_t back = tile_dtype_encode(dtype, value);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(tile_dtype_decode(dtype, back)));
        continue;
      }
      // Infinities of 8-bit types saturate.
      if (std::isinf(value) && tile_dtype_storage_bits(dtype) == 8)
        continue;
      EXPECT_EQ(back, code) << tile_dtype_name(dtype) << " code " << code;
    }
  }
}

TEST(DType, EncodingRoundsToNearestTiesToEven) {
  for (int32_t dtype : getSmallFloats()) {
    if (dtype == TILE_DTYPE_F8E8M0FNU)
      continue;
    uint64_t numCodes = uint64_t(1) << (tile_dtype_storage_bits(dtype) - 1);
    for (uint64_t code = 0; code + 1 < numCodes; ++code) {
      double low = tile_dtype_decode(dtype, code);
      double high = tile_dtype_decode(dtype, code + 1);
      if (!std::isfinite(low) || !std::isfinite(high))
        continue;
      double middle = (low + high) / 2;
      uint64_t even = code % 2 == 0 ? code : code + 1;
      EXPECT_EQ(tile_dtype_encode(dtype, middle), even);
      EXPECT_EQ(tile_dtype_encode(dtype, std::nextafter(middle, 0)), code);
      EXPECT_EQ(tile_dtype_encode(dtype, std::nextafter(middle, inf)),
                code + 1);
    }
  }
}

TEST(DType, KnownValues) {
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F16, 0x3C00), 1.0);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F16, 0x0001), std::ldexp(1, -24));
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F16, 0xFC00), -inf);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_BF16, 0x3F80), 1.0);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E4M3FN, 0x7E), 448.0);
  EXPECT_TRUE(std::isnan(tile_dtype_decode(TILE_DTYPE_F8E4M3FN, 0xFF)));
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E4M3FNUZ, 0x7F), 240.0);
  EXPECT_TRUE(std::isnan(tile_dtype_decode(TILE_DTYPE_F8E4M3FNUZ, 0x80)));
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E4M3B11FNUZ, 0x7F), 30.0);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E3M4, 0x6F), 15.5);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E4M3, 0x77), 240.0);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E4M3, 0x78), inf);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E5M2, 0x7B), 57344.0);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E5M2FNUZ, 0x7F), 57344.0);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E8M0FNU, 0), std::ldexp(1, -127));
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F8E8M0FNU, 127), 1.0);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F6E2M3FN, 0x1F), 7.5);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F6E3M2FN, 0x1F), 28.0);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F4E2M1FN, 0x7), 6.0);
  EXPECT_EQ(tile_dtype_decode(TILE_DTYPE_F4E2M1FN, 0x9), -0.5);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_TF32, 1.0), 0x3F800000u);
  // 1 + 2^-11 is half way between two tf32.
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_TF32, 1 + std::ldexp(1, -11)),
            0x3F800000u);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F32, 0.5), 0x3F000000u);
}

TEST(DType, OverflowAndNaN) {
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F16, 65519), 0x7BFFu);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F16, 65520), 0x7C00u);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_BF16, -1e300), 0xFF80u);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E4M3FN, 1e6), 0x7Eu);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E5M2, -inf), 0xFBu);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E4M3FNUZ, -1e6), 0xFFu);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F4E2M1FN, -100), 0xFu);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F4E2M1FN, nan), 0x7u);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E8M0FNU, -3), 0x00u);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E8M0FNU, nan), 0xFFu);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E8M0FNU, inf), 0xFEu);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E8M0FNU, 1.5), 128u);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E8M0FNU, 1.49), 127u);
  // These types have no negative zero.
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E4M3FNUZ, -0.0), 0x00u);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F8E4M3FNUZ, -1e-30), 0x00u);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_F16, -0.0), 0x8000u);
  EXPECT_EQ(tile_dtype_encode(TILE_DTYPE_I8, 1.0), 0u);
}
} // namespace
