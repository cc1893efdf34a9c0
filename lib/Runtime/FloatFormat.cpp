//===- FloatFormat.cpp - Values of floating-point elements ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One encoder and one decoder for every format, driven by a table. A format
// with M mantissa bits and a bias b gives the code (field << M | mantissa) the
// value mantissa * 2^(1-b-M) if field is 0, else
// (2^M + mantissa) * 2^(field-b-M). Codes therefore ascend with their values,
// and rounding is a search for the nearest code.
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/DType.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace {
/// A format other than f32, f64 and f8E8M0FNU, which have their own paths.
struct FloatFormat {
  int32_t dtype;
  int32_t exponentBits, mantissaBits, bias;
  /// The magnitude codes of the largest finite value, of infinity (0 if there
  /// is none), and of NaN (or of what stands for it).
  uint64_t maxCode, infinityCode, nanCode;
  /// Overflow becomes the largest finite value even if there is an infinity.
  bool isSaturating;
  /// The one NaN is the code of minus zero, which the format lacks.
  bool isNanNegativeZero;
  /// How far a code is shifted left in memory.
  int32_t storageShift;
};

constexpr FloatFormat formats[] = {
    {TILE_DTYPE_F16, 5, 10, 15, 0x7BFF, 0x7C00, 0x7E00, false, false, 0},
    {TILE_DTYPE_BF16, 8, 7, 127, 0x7F7F, 0x7F80, 0x7FC0, false, false, 0},
    {TILE_DTYPE_TF32, 8, 10, 127, 0x3FBFF, 0x3FC00, 0x3FE00, false, false, 13},
    {TILE_DTYPE_F8E4M3FN, 4, 3, 7, 0x7E, 0, 0x7F, true, false, 0},
    {TILE_DTYPE_F8E4M3FNUZ, 4, 3, 8, 0x7F, 0, 0x80, true, true, 0},
    {TILE_DTYPE_F8E4M3B11FNUZ, 4, 3, 11, 0x7F, 0, 0x80, true, true, 0},
    {TILE_DTYPE_F8E3M4, 3, 4, 3, 0x6F, 0x70, 0x78, true, false, 0},
    {TILE_DTYPE_F8E4M3, 4, 3, 7, 0x77, 0x78, 0x7C, true, false, 0},
    {TILE_DTYPE_F8E5M2, 5, 2, 15, 0x7B, 0x7C, 0x7E, true, false, 0},
    {TILE_DTYPE_F8E5M2FNUZ, 5, 2, 16, 0x7F, 0, 0x80, true, true, 0},
    {TILE_DTYPE_F6E2M3FN, 2, 3, 1, 0x1F, 0, 0x1F, true, false, 0},
    {TILE_DTYPE_F6E3M2FN, 3, 2, 3, 0x1F, 0, 0x1F, true, false, 0},
    {TILE_DTYPE_F4E2M1FN, 2, 1, 1, 0x7, 0, 0x7, true, false, 0},
};

const FloatFormat *lookUp(int32_t dtype) {
  for (const FloatFormat &format : formats)
    if (format.dtype == dtype)
      return &format;
  return nullptr;
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double quietNaN = std::numeric_limits<double>::quiet_NaN();

uint64_t signBit(const FloatFormat &format) {
  return uint64_t(1) << (format.exponentBits + format.mantissaBits);
}

double decode(const FloatFormat &format, uint64_t bits) {
  uint64_t code = bits >> format.storageShift;
  uint64_t magnitude = code & (signBit(format) - 1);
  bool isNegative = code & signBit(format);
  if (format.isNanNegativeZero && isNegative && magnitude == 0)
    return quietNaN;
  double value;
  if (magnitude > format.maxCode) {
    value = magnitude == format.infinityCode ? infinity : quietNaN;
  } else {
    uint64_t unit = uint64_t(1) << format.mantissaBits;
    auto field = static_cast<int>(magnitude >> format.mantissaBits);
    uint64_t mantissa = magnitude & (unit - 1);
    int exponent = (field ? field : 1) - format.bias - format.mantissaBits;
    value = std::ldexp(static_cast<double>(field ? unit + mantissa : mantissa),
                       exponent);
  }
  return isNegative ? -value : value;
}

/// `value`, at least 0 and below 2^62, rounded to nearest, ties to even,
/// whatever the thread's rounding mode.
uint64_t roundHalfEven(double value) {
  auto whole = static_cast<uint64_t>(value);
  double rest = value - static_cast<double>(whole);
  return whole + (rest > 0.5 || (rest == 0.5 && whole % 2));
}

/// The code nearest to a finite `magnitude`, possibly above maxCode.
uint64_t nearestCode(const FloatFormat &format, double magnitude) {
  if (magnitude == 0)
    return 0;
  int exponent;
  std::frexp(magnitude, &exponent);
  exponent = std::max(exponent - 1, 1 - format.bias);
  uint64_t scaled =
      roundHalfEven(std::ldexp(magnitude, format.mantissaBits - exponent));
  // Adding instead of or-ing lets a mantissa that rounded up to 2^(M+1) carry
  // into the exponent field, and a subnormal into the first normal.
  auto field = static_cast<uint64_t>(exponent + format.bias - 1);
  return (field << format.mantissaBits) + scaled;
}

uint64_t encode(const FloatFormat &format, double value) {
  if (std::isnan(value))
    return format.nanCode << format.storageShift;
  double magnitude = std::fabs(value);
  uint64_t code = std::isinf(magnitude) ? format.maxCode + 1
                                        : nearestCode(format, magnitude);
  if (code > format.maxCode)
    code = format.isSaturating ? format.maxCode : format.infinityCode;
  bool hasSign = !format.isNanNegativeZero || code != 0;
  if (std::signbit(value) && hasSign)
    code |= signBit(format);
  return code << format.storageShift;
}

uint64_t encodeExponentOnly(double value) {
  if (std::isnan(value))
    return 0xFF;
  if (!(value > 0))
    return 0;
  if (std::isinf(value))
    return 0xFE;
  int exponent;
  // value = fraction * 2^exponent with fraction in [0.5, 1).
  double fraction = std::frexp(value, &exponent);
  int code = exponent - 1 + 127 + (fraction >= 0.75);
  return static_cast<uint64_t>(std::clamp(code, 0, 0xFE));
}

template <typename To, typename From>
To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "sizes must match");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}
} // namespace

double tile_dtype_decode(int32_t dtype, uint64_t bits) {
  if (dtype == TILE_DTYPE_F64)
    return bitCast<double>(bits);
  if (dtype == TILE_DTYPE_F32)
    return bitCast<float>(static_cast<uint32_t>(bits));
  if (dtype == TILE_DTYPE_F8E8M0FNU)
    return bits == 0xFF ? quietNaN
                        : std::ldexp(1.0, static_cast<int>(bits) - 127);
  const FloatFormat *format = lookUp(dtype);
  return format ? decode(*format, bits) : quietNaN;
}

uint64_t tile_dtype_encode(int32_t dtype, double value) {
  if (dtype == TILE_DTYPE_F64)
    return bitCast<uint64_t>(value);
  if (dtype == TILE_DTYPE_F32)
    return bitCast<uint32_t>(static_cast<float>(value));
  if (dtype == TILE_DTYPE_F8E8M0FNU)
    return encodeExponentOnly(value);
  const FloatFormat *format = lookUp(dtype);
  return format ? encode(*format, value) : 0;
}
