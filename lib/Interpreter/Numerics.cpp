//===- Numerics.cpp - numbers of every tile element type ------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Interpreter/Numerics.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace tile;

using Special = FloatFormat::Special;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

const FloatFormat FloatFormat::f16{16, 5, 10, 15, Special::IEEE};
const FloatFormat FloatFormat::bf16{16, 8, 7, 127, Special::IEEE};
const FloatFormat FloatFormat::tf32{32, 8, 10, 127, Special::IEEE, 13};
const FloatFormat FloatFormat::f32{32, 8, 23, 127, Special::IEEE};
const FloatFormat FloatFormat::f64{64, 11, 52, 1023, Special::IEEE};

namespace {
/// The formats of at most 8 bits, in the order of `narrowFormats`.
enum Narrow {
  E4M3FN,
  E4M3FNUZ,
  E4M3B11FNUZ,
  E3M4,
  E4M3,
  E5M2,
  E5M2FNUZ,
  E8M0FNU,
  E2M3FN,
  E3M2FN,
  E2M1FN,
  numNarrow
};
constexpr FloatFormat narrowFormats[numNarrow] = {
    {8, 4, 3, 7, Special::NanAllOnes},
    {8, 4, 3, 8, Special::NanNegativeZero},
    {8, 4, 3, 11, Special::NanNegativeZero},
    {8, 3, 4, 3, Special::IEEE},
    {8, 4, 3, 7, Special::IEEE},
    {8, 5, 2, 15, Special::IEEE},
    {8, 5, 2, 16, Special::NanNegativeZero},
    {8, 8, 0, 127, Special::ExponentOnly},
    {6, 2, 3, 1, Special::None},
    {6, 3, 2, 3, Special::None},
    {4, 2, 1, 1, Special::None}};
} // namespace

const FloatFormat *tile::getFloatFormat(Type type) {
  return llvm::TypeSwitch<Type, const FloatFormat *>(type)
      .Case<Float16Type>([](Type) { return &FloatFormat::f16; })
      .Case<BFloat16Type>([](Type) { return &FloatFormat::bf16; })
      .Case<FloatTF32Type>([](Type) { return &FloatFormat::tf32; })
      .Case<Float32Type>([](Type) { return &FloatFormat::f32; })
      .Case<Float64Type>([](Type) { return &FloatFormat::f64; })
      .Case<Float8E4M3FNType>([](Type) { return &narrowFormats[E4M3FN]; })
      .Case<Float8E4M3FNUZType>([](Type) { return &narrowFormats[E4M3FNUZ]; })
      .Case<Float8E4M3B11FNUZType>(
          [](Type) { return &narrowFormats[E4M3B11FNUZ]; })
      .Case<Float8E3M4Type>([](Type) { return &narrowFormats[E3M4]; })
      .Case<Float8E4M3Type>([](Type) { return &narrowFormats[E4M3]; })
      .Case<Float8E5M2Type>([](Type) { return &narrowFormats[E5M2]; })
      .Case<Float8E5M2FNUZType>([](Type) { return &narrowFormats[E5M2FNUZ]; })
      .Case<Float8E8M0FNUType>([](Type) { return &narrowFormats[E8M0FNU]; })
      .Case<Float6E2M3FNType>([](Type) { return &narrowFormats[E2M3FN]; })
      .Case<Float6E3M2FNType>([](Type) { return &narrowFormats[E3M2FN]; })
      .Case<Float4E2M1FNType>([](Type) { return &narrowFormats[E2M1FN]; })
      .Default([](Type) { return nullptr; });
}

std::optional<Number> tile::getNumber(Type type) {
  if (type.isIndex())
    return Number{64, nullptr};
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() == 0 || integer.getWidth() > 64)
      return std::nullopt;
    return Number{integer.getWidth(), nullptr};
  }
  if (const FloatFormat *format = getFloatFormat(type))
    return Number{format->width, format};
  return std::nullopt;
}

uint64_t FloatFormat::signBit() const {
  return isSigned() ? uint64_t(1) << (width - 1) : 0;
}

static uint64_t ones(unsigned count) { return (uint64_t(1) << count) - 1; }

uint64_t FloatFormat::largest() const {
  uint64_t allOnes = ones(exponentBits + mantissaBits);
  switch (special) {
  case Special::IEEE:
    return (allOnes - (uint64_t(1) << mantissaBits)) << paddingBits;
  case Special::NanAllOnes:
  case Special::ExponentOnly:
    return allOnes - 1;
  case Special::NanNegativeZero:
  case Special::None:
    return allOnes;
  }
  return allOnes;
}

uint64_t FloatFormat::infinity(bool negative) const {
  return (ones(exponentBits) << (mantissaBits + paddingBits)) |
         (negative ? signBit() : 0);
}

uint64_t FloatFormat::nan(bool negative) const {
  switch (special) {
  case Special::IEEE:
    return infinity(negative) | uint64_t(1) << (mantissaBits + paddingBits - 1);
  case Special::NanAllOnes:
    return ones(exponentBits + mantissaBits) | (negative ? signBit() : 0);
  case Special::NanNegativeZero:
    return signBit();
  case Special::ExponentOnly:
    return ones(exponentBits);
  case Special::None:
    return largest();
  }
  return largest();
}

bool FloatFormat::isNaN(uint64_t bits) const {
  switch (special) {
  case Special::IEEE:
    return ((bits & ~signBit()) >> paddingBits << paddingBits) >
           infinity(false);
  case Special::NanAllOnes:
    return (bits & ~signBit()) == ones(exponentBits + mantissaBits);
  case Special::NanNegativeZero:
    return bits == signBit();
  case Special::ExponentOnly:
    return bits == ones(exponentBits);
  case Special::None:
    return false;
  }
  return false;
}

bool FloatFormat::isInfinity(uint64_t bits) const {
  return hasInfinity() &&
         ((bits & ~signBit()) >> paddingBits << paddingBits) == infinity(false);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// The NaN of double whose leading payload bits are those of `bits`.
static double decodeNaN(const FloatFormat &format, uint64_t bits) {
  uint64_t pattern = uint64_t(0x7FF8) << 48;
  if (format.special == Special::IEEE) {
    uint64_t payload = bits >> format.paddingBits & ones(format.mantissaBits);
    pattern |= payload << (52 - format.mantissaBits);
  }
  if (bits & format.signBit())
    pattern |= uint64_t(1) << 63;
  return llvm::bit_cast<double>(pattern);
}

static double decodeGeneric(const FloatFormat &format, uint64_t bits) {
  if (format.isNaN(bits))
    return decodeNaN(format, bits);
  double sign = bits & format.signBit() ? -1.0 : 1.0;
  if (format.isInfinity(bits))
    return sign * std::numeric_limits<double>::infinity();
  bits = (bits & ~format.signBit()) >> format.paddingBits;
  int exponent = int(bits >> format.mantissaBits);
  uint64_t mantissa = bits & ones(format.mantissaBits);
  if (format.special == Special::ExponentOnly)
    return std::ldexp(1.0, exponent - format.bias);
  if (exponent)
    mantissa |= uint64_t(1) << format.mantissaBits;
  else
    exponent = 1;
  return sign * std::ldexp(double(mantissa),
                           exponent - format.bias - int(format.mantissaBits));
}

namespace {
/// The values of all patterns of the narrow formats.
struct NarrowTables {
  std::array<std::array<double, 256>, numNarrow> values;
  NarrowTables() {
    for (unsigned format = 0; format < numNarrow; ++format)
      for (unsigned bits = 0; bits < 256; ++bits)
        values[format][bits] = decodeGeneric(
            narrowFormats[format], bits & ones(narrowFormats[format].width));
  }
};
} // namespace

static double decodeHalf(uint64_t bits) {
  uint32_t magnitude = bits & 0x7FFF;
  if (magnitude < 0x400 || magnitude >= 0x7C00)
    return decodeGeneric(FloatFormat::f16, bits);
  uint32_t pattern = (magnitude << 13) + (uint32_t(127 - 15) << 23);
  return llvm::bit_cast<float>(pattern | uint32_t(bits & 0x8000) << 16);
}

double tile::decodeFloat(const FloatFormat &format, uint64_t bits) {
  if (&format == &FloatFormat::f32)
    return llvm::bit_cast<float>(uint32_t(bits));
  if (&format == &FloatFormat::f64)
    return llvm::bit_cast<double>(bits);
  if (&format == &FloatFormat::f16)
    return decodeHalf(bits);
  if (&format == &FloatFormat::bf16)
    return llvm::bit_cast<float>(uint32_t(bits) << 16);
  if (&format == &FloatFormat::tf32)
    return llvm::bit_cast<float>(uint32_t(bits) & ~uint32_t(0x1FFF));
  static const NarrowTables tables;
  return tables.values[&format - narrowFormats][bits & 0xFF];
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// The pattern of a number too large for `format`.
static uint64_t encodeOverflow(const FloatFormat &format, bool negative,
                               const RoundingRule &rule) {
  uint64_t sign = negative ? format.signBit() : 0;
  bool towardZero = rule.mode == RoundingMode::Zero ||
                    rule.mode == RoundingMode::Odd ||
                    (rule.mode == RoundingMode::Up && negative) ||
                    (rule.mode == RoundingMode::Down && !negative);
  if (towardZero || (rule.saturate && format.width <= 8) ||
      format.special == Special::None)
    return format.largest() | sign;
  return format.hasInfinity() ? format.infinity(negative)
                              : format.nan(negative);
}

/// Whether the discarded part rounds the kept integer up. `rest` is the
/// fraction in units of 2^-64 of the last place, `sticky` says that it is a
/// little more.
static bool roundsUp(uint64_t kept, uint64_t rest, bool sticky, bool negative,
                     const RoundingRule &rule) {
  constexpr uint64_t half = uint64_t(1) << 63;
  bool inexact = rest || sticky;
  switch (rule.mode) {
  case RoundingMode::NearestEven:
    return rest > half || (rest == half && (sticky || (kept & 1)));
  case RoundingMode::NearestAway:
    return rest >= half;
  case RoundingMode::Zero:
    return false;
  case RoundingMode::Up:
    return inexact && !negative;
  case RoundingMode::Down:
    return inexact && negative;
  case RoundingMode::Stochastic:
    return (rest >> 32) + rule.bits >= uint64_t(1) << 32;
  case RoundingMode::Odd:
    return inexact && !(kept & 1);
  }
  return false;
}

uint64_t tile::roundToFormat(const FloatFormat &format, bool negative,
                             uint64_t magnitude, int exponent, bool sticky,
                             const RoundingRule &rule) {
  bool exponentOnly = format.special == Special::ExponentOnly;
  if (exponentOnly && (negative || magnitude == 0))
    return 0;
  uint64_t sign = negative ? format.signBit() : 0;
  if (magnitude == 0 && !sticky)
    return format.special == Special::NanNegativeZero ? 0 : sign;
  // The weight of the last place: fixed by the leading bit, but not below that
  // of the subnormal numbers.
  int lowest = (exponentOnly ? 0 : 1) - format.bias - int(format.mantissaBits);
  int leading = exponent + 63 - int(llvm::countl_zero(magnitude | 1));
  int place = std::max(leading - int(format.mantissaBits), lowest);
  int shift = place - exponent;
  uint64_t kept, rest;
  if (shift <= 0) {
    kept = magnitude << -shift;
    rest = 0;
  } else if (shift <= 64) {
    kept = shift == 64 ? 0 : magnitude >> shift;
    rest = magnitude << (64 - shift);
  } else {
    kept = 0;
    rest = shift < 128 ? magnitude >> (shift - 64) : 0;
    sticky |= shift >= 128 || (magnitude & ones(std::min(shift - 64, 63))) != 0;
  }
  kept += roundsUp(kept, rest, sticky, negative, rule);
  if (exponentOnly && kept == 0)
    return 0;
  // The leading bit of `kept` adds one to the exponent field, as does a carry.
  uint64_t field = place - lowest;
  uint64_t bits =
      ((field << format.mantissaBits) + kept - (exponentOnly ? 1 : 0));
  if (field >> format.exponentBits > 1 ||
      bits > format.largest() >> format.paddingBits)
    return encodeOverflow(format, negative, rule);
  if (bits == 0 && format.special == Special::NanNegativeZero)
    return 0;
  return bits << format.paddingBits | sign;
}

/// A NaN or an infinity.
static uint64_t encodeSpecial(const FloatFormat &format, double value,
                              const RoundingRule &rule) {
  bool negative = std::signbit(value);
  if (std::isnan(value)) {
    uint64_t bits = format.nan(negative);
    if (format.special == Special::IEEE) {
      uint64_t payload = llvm::bit_cast<uint64_t>(value) & ones(52);
      bits |= payload >> (52 - format.mantissaBits) << format.paddingBits;
    }
    return bits;
  }
  if (!format.isSigned() && negative)
    return 0;
  if (format.hasInfinity() && !(rule.saturate && format.width <= 8))
    return format.infinity(negative);
  RoundingRule nearest = rule;
  nearest.mode = RoundingMode::NearestEven;
  return encodeOverflow(format, negative, nearest);
}

uint64_t tile::encodeFloat(const FloatFormat &format, double value,
                           const RoundingRule &rule) {
  if (&format == &FloatFormat::f64)
    return llvm::bit_cast<uint64_t>(value);
  if (&format == &FloatFormat::f32 && rule.mode == RoundingMode::NearestEven)
    return llvm::bit_cast<uint32_t>(float(value));
  uint64_t bits = llvm::bit_cast<uint64_t>(value);
  int field = int(bits >> 52 & 0x7FF);
  if (field == 0x7FF)
    return encodeSpecial(format, value, rule);
  uint64_t magnitude = bits & ones(52);
  if (field)
    magnitude |= uint64_t(1) << 52;
  else
    field = 1;
  return roundToFormat(format, bits >> 63, magnitude, field - 1075, false,
                       rule);
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

uint64_t tile::floatToInteger(double value, unsigned width, bool isUnsigned) {
  if (std::isnan(value))
    return 0;
  Number number{width, nullptr};
  double limit = std::ldexp(1.0, int(width) - (isUnsigned ? 0 : 1));
  if (value >= limit)
    return isUnsigned ? number.mask() : number.mask() >> 1;
  if (isUnsigned)
    return value <= 0 ? 0 : uint64_t(value);
  if (value <= -limit)
    return uint64_t(1) << (width - 1);
  return uint64_t(int64_t(value)) & number.mask();
}

/// An integer as a float.
static uint64_t integerToFloat(const Number &from, const FloatFormat &to,
                               uint64_t bits, const RoundingRule &rule,
                               bool isUnsigned) {
  int64_t value = from.signExtend(bits);
  bool negative = !isUnsigned && value < 0;
  uint64_t magnitude = isUnsigned ? bits : negative ? -uint64_t(value) : value;
  return roundToFormat(to, negative, magnitude, 0, false, rule);
}

uint64_t tile::convertNumber(const Number &from, const Number &to,
                             uint64_t bits, const RoundingRule &rule,
                             bool isUnsigned) {
  if (from.isFloat() && to.isFloat()) {
    if (from.format == to.format)
      return bits;
    return encodeFloat(*to.format, decodeFloat(*from.format, bits), rule);
  }
  if (to.isFloat())
    return integerToFloat(from, *to.format, bits, rule, isUnsigned);
  if (from.isFloat()) {
    double value = decodeFloat(*from.format, bits);
    if (to.width == 1)
      return value != 0 || std::isnan(value);
    return floatToInteger(value, to.width, isUnsigned);
  }
  if (to.width == 1)
    return bits != 0;
  return (isUnsigned ? bits : uint64_t(from.signExtend(bits))) & to.mask();
}
