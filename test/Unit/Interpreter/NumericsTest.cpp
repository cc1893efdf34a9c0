//===- NumericsTest.cpp - numbers of every tile element type --------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against LLVM's APFloat, exhaustively for types of up to 16 bits, and against
// values worked out by hand where the dialect's rule differs from IEEE's.
//
//===----------------------------------------------------------------------===//

#include "Tile/Interpreter/Numerics.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace tile;
using llvm::APFloat;

namespace {

using Rounding = APFloat::roundingMode;

struct Modes {
  RoundingMode ours;
  Rounding theirs;
};
const Modes modes[] = {
    {RoundingMode::NearestEven, APFloat::rmNearestTiesToEven},
    {RoundingMode::Zero, APFloat::rmTowardZero},
    {RoundingMode::Up, APFloat::rmTowardPositive},
    {RoundingMode::Down, APFloat::rmTowardNegative},
    {RoundingMode::NearestAway, APFloat::rmNearestTiesToAway}};

class NumericsTest : public ::testing::Test {
protected:
  NumericsTest() {
    for (FloatType type : std::initializer_list<FloatType>{
             Float16Type::get(&context), BFloat16Type::get(&context),
             FloatTF32Type::get(&context), Float8E4M3FNType::get(&context),
             Float8E4M3FNUZType::get(&context),
             Float8E4M3B11FNUZType::get(&context),
             Float8E3M4Type::get(&context), Float8E4M3Type::get(&context),
             Float8E5M2Type::get(&context), Float8E5M2FNUZType::get(&context),
             Float8E8M0FNUType::get(&context), Float6E2M3FNType::get(&context),
             Float6E3M2FNType::get(&context), Float4E2M1FNType::get(&context)})
      narrow.push_back(type);
  }

  static APFloat make(FloatType type, uint64_t bits) {
    const FloatFormat &format = *getFloatFormat(type);
    return APFloat(type.getFloatSemantics(),
                   llvm::APInt(type.getWidth(), bits >> format.paddingBits));
  }
  static uint64_t bitsOf(FloatType type, const APFloat &value) {
    return value.bitcastToAPInt().getZExtValue()
           << getFloatFormat(type)->paddingBits;
  }
  static uint64_t numPatterns(FloatType type) {
    return uint64_t(1) << std::min(19u, type.getWidth());
  }

  MLIRContext context;
  std::vector<FloatType> narrow;
};

TEST_F(NumericsTest, DecodesEveryPattern) {
  for (FloatType type : narrow) {
    const FloatFormat &format = *getFloatFormat(type);
    for (uint64_t i = 0; i < numPatterns(type); ++i) {
      uint64_t bits = i << format.paddingBits;
      APFloat expected = make(type, bits);
      ASSERT_EQ(format.isNaN(bits), expected.isNaN()) << i;
      ASSERT_EQ(format.isInfinity(bits), expected.isInfinity()) << i;
      double value = decodeFloat(format, bits);
      if (expected.isNaN()) {
        ASSERT_TRUE(std::isnan(value));
        continue;
      }
      bool losesInfo;
      expected.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                       &losesInfo);
      ASSERT_EQ(llvm::bit_cast<uint64_t>(value),
                llvm::bit_cast<uint64_t>(expected.convertToDouble()))
          << i;
    }
  }
}

TEST_F(NumericsTest, EncodesWhatItDecodes) {
  for (FloatType type : narrow) {
    const FloatFormat &format = *getFloatFormat(type);
    for (uint64_t i = 0; i < numPatterns(type); ++i) {
      uint64_t bits = i << format.paddingBits;
      if (format.isNaN(bits))
        continue;
      RoundingRule rule;
      rule.saturate = false;
      ASSERT_EQ(encodeFloat(format, decodeFloat(format, bits), rule), bits)
          << i;
    }
  }
}

/// Numbers near every pattern of a type and near its midpoints.
std::vector<double> neighbours(const FloatFormat &format, uint64_t bits) {
  double value = decodeFloat(format, bits);
  if (!std::isfinite(value))
    return {value};
  double next = decodeFloat(format, bits + (uint64_t(1) << format.paddingBits));
  double middle =
      std::isfinite(next) ? value + (next - value) / 2 : value * 1.1;
  std::vector<double> result;
  for (double x : {value, middle})
    for (double y :
         {x, std::nextafter(x, HUGE_VAL), std::nextafter(x, -HUGE_VAL)})
      result.push_back(y);
  return result;
}

TEST_F(NumericsTest, RoundsAsAPFloatInEveryDirection) {
  for (FloatType type : narrow) {
    const FloatFormat &format = *getFloatFormat(type);
    if (!format.isSigned())
      continue;
    uint64_t stride = type.getWidth() > 16 ? 13 : 1;
    for (uint64_t i = 0; i < numPatterns(type); i += stride)
      for (double value : neighbours(format, i << format.paddingBits))
        for (const Modes &mode : modes) {
          if (std::isnan(value))
            continue;
          // Types without infinity have no infinity to convert.
          if (std::isinf(value) && !format.hasInfinity())
            continue;
          APFloat expected(value);
          bool losesInfo;
          expected.convert(type.getFloatSemantics(), mode.theirs, &losesInfo);
          RoundingRule rule;
          rule.mode = mode.ours;
          rule.saturate = false;
          uint64_t got = encodeFloat(format, value, rule);
          if (expected.isNaN()) {
            ASSERT_TRUE(format.isNaN(got)) << value;
            continue;
          }
          ASSERT_EQ(got, bitsOf(type, expected))
              << value << " mode " << int(mode.ours) << " width "
              << type.getWidth() << " exponent " << format.exponentBits;
        }
  }
}

TEST_F(NumericsTest, RoundsSinglesAsAPFloat) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    // All exponents, and those around the limits of f32.
    uint64_t bits = random();
    if (i % 2)
      bits = (bits & 0x800FFFFFFFFFFFFF) | (uint64_t(860 + bits % 320) << 52);
    double value = llvm::bit_cast<double>(bits);
    if (std::isnan(value))
      continue;
    for (const Modes &mode : modes) {
      APFloat expected(value);
      bool losesInfo;
      expected.convert(APFloat::IEEEsingle(), mode.theirs, &losesInfo);
      RoundingRule rule;
      rule.mode = mode.ours;
      ASSERT_EQ(encodeFloat(FloatFormat::f32, value, rule),
                expected.bitcastToAPInt().getZExtValue())
          << value;
    }
  }
}

TEST_F(NumericsTest, SaturatesNarrowTypes) {
  struct Case {
    FloatType type;
    double value;
    uint64_t bits;
  };
  const Case cases[] = {{Float8E4M3FNType::get(&context), 1000.0, 0x7E},
                        {Float8E4M3FNType::get(&context), -1000.0, 0xFE},
                        {Float8E4M3FNType::get(&context), HUGE_VAL, 0x7E},
                        {Float8E4M3FNType::get(&context), 448.0, 0x7E},
                        {Float8E5M2Type::get(&context), HUGE_VAL, 0x7B},
                        {Float8E5M2Type::get(&context), 1e9, 0x7B},
                        {Float8E5M2Type::get(&context), -HUGE_VAL, 0xFB},
                        {Float8E4M3FNUZType::get(&context), 1e9, 0x7F},
                        {Float8E5M2FNUZType::get(&context), -1e9, 0xFF},
                        {Float6E2M3FNType::get(&context), 100.0, 0x1F},
                        {Float6E3M2FNType::get(&context), -100.0, 0x3F},
                        {Float4E2M1FNType::get(&context), 100.0, 0x7},
                        {Float4E2M1FNType::get(&context), -6.0, 0xF},
                        {Float8E8M0FNUType::get(&context), 0x1p200, 0xFE},
                        {Float8E8M0FNUType::get(&context), HUGE_VAL, 0xFE},
                        {Float8E8M0FNUType::get(&context), 0.0, 0x00},
                        {Float8E8M0FNUType::get(&context), -4.0, 0x00},
                        {Float8E8M0FNUType::get(&context), 1.0, 127},
                        {Float8E8M0FNUType::get(&context), 3.0, 129},
                        {Float8E8M0FNUType::get(&context), 2.9, 128},
                        {Float16Type::get(&context), 70000.0, 0x7C00},
                        {BFloat16Type::get(&context), -1e39, 0xFF80}};
  for (const Case &c : cases)
    EXPECT_EQ(encodeFloat(*getFloatFormat(c.type), c.value), c.bits) << c.value;
}

TEST_F(NumericsTest, KeepsNaN) {
  double nan = std::nan("");
  EXPECT_EQ(encodeFloat(*getFloatFormat(Float8E4M3FNType::get(&context)), nan),
            0x7F);
  EXPECT_EQ(
      encodeFloat(*getFloatFormat(Float8E4M3FNUZType::get(&context)), nan),
      0x80);
  EXPECT_EQ(encodeFloat(*getFloatFormat(Float8E5M2Type::get(&context)), nan),
            0x7E);
  EXPECT_EQ(encodeFloat(*getFloatFormat(Float8E8M0FNUType::get(&context)), nan),
            0xFF);
  // Types without NaN give the largest number.
  EXPECT_EQ(encodeFloat(*getFloatFormat(Float4E2M1FNType::get(&context)), nan),
            0x7);
  EXPECT_EQ(encodeFloat(*getFloatFormat(Float6E3M2FNType::get(&context)), nan),
            0x1F);
  EXPECT_EQ(encodeFloat(FloatFormat::f16, nan), 0x7E00);
  EXPECT_EQ(encodeFloat(FloatFormat::tf32, nan), 0x7FC00000);
}

TEST_F(NumericsTest, RoundsStochastically) {
  // 1 + 1/4 of the last place of f16: up exactly for bits from 3/4 of 2^32 on.
  RoundingRule rule;
  rule.mode = RoundingMode::Stochastic;
  double value = 1.0 + 0x1p-12;
  rule.bits = 0xBFFFFFFF;
  EXPECT_EQ(encodeFloat(FloatFormat::f16, value, rule), 0x3C00);
  rule.bits = 0xC0000000;
  EXPECT_EQ(encodeFloat(FloatFormat::f16, value, rule), 0x3C01);
  EXPECT_EQ(encodeFloat(FloatFormat::f16, -value, rule), 0xBC01);
  rule.bits = 0xFFFFFFFF;
  EXPECT_EQ(encodeFloat(FloatFormat::f16, 1.0, rule), 0x3C00);
}

TEST_F(NumericsTest, ConvertsIntegers) {
  Number i8{8, nullptr}, i32{32, nullptr}, i1{1, nullptr}, i64{64, nullptr};
  Number f32{32, &FloatFormat::f32}, f16{16, &FloatFormat::f16};
  EXPECT_EQ(convertNumber(i8, i32, 0xFF), 0xFFFFFFFF);
  EXPECT_EQ(convertNumber(i8, i32, 0xFF, {}, true), 0xFF);
  EXPECT_EQ(convertNumber(i32, i8, 0x1FF), 0xFF);
  EXPECT_EQ(convertNumber(i32, i1, 2), 1);
  EXPECT_EQ(convertNumber(i32, i1, 0), 0);
  EXPECT_EQ(convertNumber(i8, f32, 0x80), llvm::bit_cast<uint32_t>(-128.0f));
  EXPECT_EQ(convertNumber(i8, f32, 0x80, {}, true),
            llvm::bit_cast<uint32_t>(128.0f));
  // 2^24 + 1 is a tie, and goes to even.
  EXPECT_EQ(convertNumber(i32, f32, 16777217),
            llvm::bit_cast<uint32_t>(16777216.0f));
  EXPECT_EQ(convertNumber(i32, f32, 16777219),
            llvm::bit_cast<uint32_t>(16777220.0f));
  EXPECT_EQ(convertNumber(i64, f32, ~uint64_t(0), {}, true),
            llvm::bit_cast<uint32_t>(0x1p64f));
  // 65520 is the tie above the largest f16.
  EXPECT_EQ(convertNumber(i32, f16, 65519), 0x7BFF);
  EXPECT_EQ(convertNumber(i32, f16, 65520), 0x7C00);
}

TEST_F(NumericsTest, ConvertsFloatsToIntegers) {
  Number i8{8, nullptr}, i1{1, nullptr}, f32{32, &FloatFormat::f32};
  auto single = [](float x) { return uint64_t(llvm::bit_cast<uint32_t>(x)); };
  EXPECT_EQ(convertNumber(f32, i8, single(-1.9f)), 0xFF);
  EXPECT_EQ(convertNumber(f32, i8, single(200.0f)), 0x7F);
  EXPECT_EQ(convertNumber(f32, i8, single(200.0f), {}, true), 200);
  EXPECT_EQ(convertNumber(f32, i8, single(-200.0f)), 0x80);
  EXPECT_EQ(convertNumber(f32, i8, single(-1.0f), {}, true), 0);
  EXPECT_EQ(convertNumber(f32, i8, single(std::nanf(""))), 0);
  EXPECT_EQ(convertNumber(f32, i8, single(HUGE_VALF)), 0x7F);
  EXPECT_EQ(convertNumber(f32, i1, single(0.5f)), 1);
  EXPECT_EQ(convertNumber(f32, i1, single(-0.0f)), 0);
  EXPECT_EQ(convertNumber(f32, i1, single(std::nanf(""))), 1);
  EXPECT_EQ(floatToInteger(9.3e18, 64, false), uint64_t(INT64_MAX));
  EXPECT_EQ(floatToInteger(1e19, 64, true), uint64_t(10000000000000000000u));
}

TEST_F(NumericsTest, OperatesAsAPFloatInEveryDirection) {
  std::mt19937_64 random(2);
  struct Type {
    const FloatFormat *format;
    const llvm::fltSemantics *semantics;
  };
  for (Type type : {Type{&FloatFormat::f32, &APFloat::IEEEsingle()},
                    Type{&FloatFormat::f64, &APFloat::IEEEdouble()},
                    Type{&FloatFormat::f16, &APFloat::IEEEhalf()},
                    Type{&FloatFormat::bf16, &APFloat::BFloat()}}) {
    unsigned width = type.format->width;
    uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
    auto make = [&](uint64_t bits) {
      return APFloat(*type.semantics, llvm::APInt(width, bits));
    };
    for (int i = 0; i < 20000; ++i) {
      uint64_t x = random() & mask, y = random() & mask, z = random() & mask;
      // Operands of like size cancel, which is where rounding goes wrong.
      if (i % 3 == 0)
        y = (x ^ (random() & 7)) ^ (i % 2 ? type.format->signBit() : 0);
      if (i % 5 == 0)
        z = x;
      for (const Modes &mode : modes) {
        RoundingRule rule;
        rule.mode = mode.ours;
        rule.saturate = false;
        auto check = [&](FloatOperation operation, auto apply) {
          APFloat expected = make(x);
          apply(expected);
          uint64_t got =
              roundedOperation(*type.format, operation, x, y, z, rule);
          if (expected.isNaN())
            ASSERT_TRUE(type.format->isNaN(got));
          else
            ASSERT_EQ(got, expected.bitcastToAPInt().getZExtValue())
                << x << " " << y << " " << z << " op " << int(operation)
                << " mode " << int(mode.ours) << " width " << width;
        };
        check(FloatOperation::Add,
              [&](APFloat &a) { a.add(make(y), mode.theirs); });
        check(FloatOperation::Sub,
              [&](APFloat &a) { a.subtract(make(y), mode.theirs); });
        check(FloatOperation::Mul,
              [&](APFloat &a) { a.multiply(make(y), mode.theirs); });
        check(FloatOperation::Div,
              [&](APFloat &a) { a.divide(make(y), mode.theirs); });
        check(FloatOperation::Fma, [&](APFloat &a) {
          a.fusedMultiplyAdd(make(y), make(z), mode.theirs);
        });
      }
    }
  }
}

TEST_F(NumericsTest, FindsRoots) {
  auto root = [](FloatOperation operation, float x, RoundingMode mode) {
    RoundingRule rule;
    rule.mode = mode;
    return llvm::bit_cast<float>(uint32_t(roundedOperation(
        FloatFormat::f32, operation, llvm::bit_cast<uint32_t>(x), 0, 0, rule)));
  };
  auto nearest = RoundingMode::NearestEven;
  EXPECT_EQ(root(FloatOperation::Sqrt, 4.0f, RoundingMode::Up), 2.0f);
  EXPECT_EQ(root(FloatOperation::Rsqrt, 0.25f, RoundingMode::Down), 2.0f);
  EXPECT_EQ(root(FloatOperation::Sqrt, 0x1p-149f, nearest),
            std::sqrt(0x1p-149f));
  EXPECT_TRUE(std::isnan(root(FloatOperation::Sqrt, -1.0f, nearest)));
  EXPECT_EQ(root(FloatOperation::Rsqrt, 0.0f, nearest), HUGE_VALF);
  EXPECT_EQ(root(FloatOperation::Rsqrt, HUGE_VALF, nearest), 0.0f);
  std::mt19937_64 random(3);
  for (int i = 0; i < 5000; ++i) {
    float x = llvm::bit_cast<float>(uint32_t(random() & 0x7FFFFFFF));
    if (!std::isfinite(x))
      continue;
    ASSERT_EQ(root(FloatOperation::Sqrt, x, nearest), std::sqrt(x)) << x;
    // Down and up enclose the exact root, and are neighbours or equal.
    float down = root(FloatOperation::Sqrt, x, RoundingMode::Down);
    float up = root(FloatOperation::Sqrt, x, RoundingMode::Up);
    ASSERT_LE(double(down) * double(down), double(x));
    ASSERT_GE(double(up) * double(up), double(x));
    ASSERT_TRUE(up == down || up == std::nextafter(down, HUGE_VALF));
  }
}

TEST_F(NumericsTest, RoundsSumsToOddExactly) {
  std::mt19937_64 random(4);
  // f16 fused multiply-adds, whose exact sum may need more than double has.
  for (int i = 0; i < 200000; ++i) {
    uint64_t x = random() & 0xFFFF, y = random() & 0xFFFF,
             z = random() & 0xFFFF;
    APFloat expected(APFloat::IEEEhalf(), llvm::APInt(16, x));
    expected.fusedMultiplyAdd(APFloat(APFloat::IEEEhalf(), llvm::APInt(16, y)),
                              APFloat(APFloat::IEEEhalf(), llvm::APInt(16, z)),
                              APFloat::rmNearestTiesToEven);
    double exact = multiplyAddToOdd(decodeFloat(FloatFormat::f16, x),
                                    decodeFloat(FloatFormat::f16, y),
                                    decodeFloat(FloatFormat::f16, z));
    uint64_t got = encodeFloat(FloatFormat::f16, exact);
    if (expected.isNaN())
      ASSERT_TRUE(FloatFormat::f16.isNaN(got));
    else
      ASSERT_EQ(got, expected.bitcastToAPInt().getZExtValue());
  }
  // 1 + 2^-11 is a tie of f16; any excess, however small, decides it.
  EXPECT_EQ(encodeFloat(FloatFormat::f16,
                        multiplyAddToOdd(0x1p-40, 0x1p-40, 1 + 0x1p-11)),
            0x3C01);
  EXPECT_EQ(encodeFloat(FloatFormat::f16,
                        multiplyAddToOdd(-0x1p-40, 0x1p-40, 1 + 0x1p-11)),
            0x3C00);
}

TEST_F(NumericsTest, ComparesAsIEEE) {
  double nan = std::nan("");
  EXPECT_EQ(maximumNumber(nan, 1.0), 1.0);
  EXPECT_EQ(minimumNumber(1.0, nan), 1.0);
  EXPECT_TRUE(std::isnan(maximumNumber(nan, nan)));
  EXPECT_TRUE(std::isnan(maximum(nan, 1.0)));
  EXPECT_TRUE(std::isnan(minimum(1.0, nan)));
  EXPECT_FALSE(std::signbit(maximum(-0.0, 0.0)));
  EXPECT_TRUE(std::signbit(minimum(0.0, -0.0)));
}

TEST_F(NumericsTest, KnowsItsTypes) {
  EXPECT_EQ(getNumber(IndexType::get(&context))->width, 64u);
  EXPECT_EQ(getNumber(IntegerType::get(&context, 4))->width, 4u);
  EXPECT_FALSE(getNumber(IntegerType::get(&context, 128)).has_value());
  EXPECT_FALSE(getNumber(Float128Type::get(&context)).has_value());
  EXPECT_FALSE(getNumber(NoneType::get(&context)).has_value());
}

} // namespace
