//===- Numerics.h - numbers of every tile element type ----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact decoding, and rounding to any float type in any direction. Numbers are
// passed as bit patterns in a uint64_t: integers zero-extended from their
// width, floats as in memory (a tf32 is an f32 pattern with 13 low zero bits).
//
// Every float of at most 64 bits is exactly a double, and the sum, product,
// quotient or fused multiply-add of two or three floats rounded to odd in
// double rounds correctly to any type of at most 51 bits of precision (S.
// Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums: proved
// algorithms using rounding to odd", 2008).
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INTERPRETER_NUMERICS_H
#define TILE_INTERPRETER_NUMERICS_H

#include "mlir/IR/Types.h"
#include <cstdint>
#include <optional>

namespace tile {

/// The encoding of a float type.
struct FloatFormat {
  /// What a type has beyond its finite numbers.
  enum class Special {
    /// Infinities and NaNs under the all-ones exponent.
    IEEE,
    /// One NaN magnitude, all ones; no infinity.
    NanAllOnes,
    /// One NaN, the pattern of minus zero; no infinity and no minus zero.
    NanNegativeZero,
    /// Finite numbers only.
    None,
    /// Unsigned powers of two with one NaN, all ones.
    ExponentOnly
  };
  unsigned width;
  unsigned exponentBits;
  unsigned mantissaBits;
  int bias;
  Special special;
  /// Low bits of the pattern that are always zero (13 in tf32).
  unsigned paddingBits = 0;

  bool hasInfinity() const { return special == Special::IEEE; }
  bool hasNaN() const { return special != Special::None; }
  bool isSigned() const { return special != Special::ExponentOnly; }
  uint64_t signBit() const;
  /// The pattern of the largest finite number.
  uint64_t largest() const;
  /// The pattern of a quiet NaN; of the largest number in types without.
  uint64_t nan(bool negative = false) const;
  /// The pattern of infinity; meaningful with `hasInfinity`.
  uint64_t infinity(bool negative) const;
  bool isNaN(uint64_t bits) const;
  bool isInfinity(uint64_t bits) const;

  static const FloatFormat f16, bf16, tf32, f32, f64;
};

/// The format of a float type that tile programs may use, else null.
const FloatFormat *getFloatFormat(mlir::Type type);

/// A scalar element type: an integer (index has 64 bits), or a float.
struct Number {
  unsigned width = 0;
  const FloatFormat *format = nullptr;

  bool isFloat() const { return format; }
  uint64_t mask() const {
    return width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  }
  int64_t signExtend(uint64_t bits) const {
    return int64_t(bits << (64 - width)) >> (64 - width);
  }
};
std::optional<Number> getNumber(mlir::Type scalarType);

/// Directions of rounding: to nearest with ties to even, toward zero, up, down,
/// to nearest with ties away from zero, stochastic, and to odd (toward zero,
/// and the last bit set where inexact).
enum class RoundingMode {
  NearestEven,
  Zero,
  Up,
  Down,
  NearestAway,
  Stochastic,
  Odd
};

/// What a conversion to a float type does.
struct RoundingRule {
  RoundingMode mode = RoundingMode::NearestEven;
  /// Whether overflow and infinities become the largest finite number in types
  /// of at most 8 bits. Otherwise overflow is IEEE's: infinity, in a type
  /// without infinity NaN, in a type without either the largest number.
  bool saturate = true;
  /// For stochastic rounding: with f the discarded fraction of the last place,
  /// cut to 32 bits, the magnitude is rounded up exactly where
  /// f * 2^32 + bits >= 2^32.
  uint32_t bits = 0;
};

/// The value of a pattern, exactly.
double decodeFloat(const FloatFormat &format, uint64_t bits);
/// The pattern that `value` rounds to. A negative number or zero becomes the
/// least number of a type without them.
uint64_t encodeFloat(const FloatFormat &format, double value,
                     const RoundingRule &rule = {});
/// (-1)^negative * magnitude * 2^exponent, rounded; `sticky` says that the
/// exact value is a little larger in magnitude.
uint64_t roundToFormat(const FloatFormat &format, bool negative,
                       uint64_t magnitude, int exponent, bool sticky,
                       const RoundingRule &rule = {});

/// The conversion rule of the dialect, from any number to any number.
/// `isUnsigned` says how an integer source extends or an integer result
/// saturates.
uint64_t convertNumber(const Number &from, const Number &to, uint64_t bits,
                       const RoundingRule &rule = {}, bool isUnsigned = false);

/// Float to integer of `width` bits, toward zero; saturates, NaN gives 0.
uint64_t floatToInteger(double value, unsigned width, bool isUnsigned);

/// Operations rounded to odd in double, for types of at most 51 bits of
/// precision; operands may be any values that the product's exactness allows:
/// `a * b` must have at most 106 bits, which holds for doubles in range.
double addToOdd(double a, double b);
double multiplyAddToOdd(double a, double b, double c);

/// IEEE operations on patterns of one format, correctly rounded in every mode.
enum class FloatOperation { Add, Sub, Mul, Div, Fma, Rcp, Sqrt, Rsqrt };
uint64_t roundedOperation(const FloatFormat &format, FloatOperation operation,
                          uint64_t a, uint64_t b, uint64_t c,
                          const RoundingRule &rule);

/// IEEE 754 maximumNumber, minimumNumber (a NaN loses) and maximum, minimum
/// (a NaN wins); -0 is less than +0 in all four.
double maximumNumber(double a, double b);
double minimumNumber(double a, double b);
double maximum(double a, double b);
double minimum(double a, double b);

} // namespace tile

#endif // TILE_INTERPRETER_NUMERICS_H
