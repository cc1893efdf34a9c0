//===- RoundedArithmetic.cpp - operations rounded once --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Interpreter/Numerics.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <limits>

using namespace tile;
using llvm::APFloat;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Rounding to odd
//===----------------------------------------------------------------------===//

/// The neighbour of `nearest` that is rounded to odd, where the exact value is
/// `nearest` plus an error of the sign of `error`.
static double makeOdd(double nearest, double error) {
  if (error == 0 || std::isnan(error))
    return nearest;
  uint64_t bits = llvm::bit_cast<uint64_t>(nearest);
  if (bits & 1)
    return nearest;
  return std::nextafter(nearest, error > 0 ? HUGE_VAL : -HUGE_VAL);
}

/// The exact error of `sum = a + b` (D. Knuth's two-sum).
static double sumError(double a, double b, double sum) {
  double bPart = sum - a;
  return (a - (sum - bPart)) + (b - bPart);
}

/// What a finite computation that overflowed is rounded to.
static double largestToOdd(double sign) {
  return std::copysign(std::numeric_limits<double>::max(), sign);
}

double tile::addToOdd(double a, double b) {
  double sum = a + b;
  if (!std::isfinite(sum))
    return std::isfinite(a) && std::isfinite(b) ? largestToOdd(sum) : sum;
  return makeOdd(sum, sumError(a, b, sum));
}

double tile::multiplyAddToOdd(double a, double b, double c) {
  double product = a * b;
  if (!std::isfinite(product) || !std::isfinite(c))
    return std::fma(a, b, c);
  double productError = std::fma(a, b, -product);
  if (productError == 0)
    return addToOdd(product, c);
  // S. Boldo, J.-M. Muller, "Exact and approximated error of the FMA", 2011.
  double nearest = std::fma(a, b, c);
  double alpha = c + productError;
  double rest = sumError(c, productError, alpha);
  double beta = product + alpha;
  double betaError = sumError(product, alpha, beta);
  double gamma = (beta - nearest) + betaError;
  double error = gamma + rest;
  return makeOdd(nearest, error != 0 ? error : sumError(gamma, rest, error));
}

//===----------------------------------------------------------------------===//
// Operations in every direction
//===----------------------------------------------------------------------===//

static APFloat toQuad(double value) {
  APFloat result(value);
  bool losesInfo;
  result.convert(APFloat::IEEEquad(), APFloat::rmTowardZero, &losesInfo);
  return result;
}

/// A finite value of 128-bit float as leading bits, exponent and sticky bit.
static uint64_t roundQuad(const FloatFormat &format, const APFloat &value,
                          bool inexact, const RoundingRule &rule) {
  APInt bits = value.bitcastToAPInt();
  APInt mantissa = bits.trunc(112).zext(128);
  int field = int(bits.extractBitsAsZExtValue(15, 112));
  if (field)
    mantissa.setBit(112);
  else
    field = 1;
  int exponent = field - 16383 - 112;
  unsigned drop =
      mantissa.getActiveBits() > 64 ? mantissa.getActiveBits() - 64 : 0;
  bool sticky = inexact || mantissa.countr_zero() < drop;
  uint64_t magnitude = mantissa.lshr(drop).extractBitsAsZExtValue(64, 0);
  return roundToFormat(format, value.isNegative(), magnitude,
                       exponent + int(drop), sticky, rule);
}

/// The exact sign that a sum of zero has: negative where both terms are, and
/// also where they cancel and rounding is downward.
static bool zeroSumIsNegative(double a, double b, RoundingMode mode) {
  if (std::signbit(a) == std::signbit(b))
    return std::signbit(a);
  return mode == RoundingMode::Down;
}

static uint64_t roundedArithmetic(const FloatFormat &format,
                                  FloatOperation operation, double a, double b,
                                  double c, const RoundingRule &rule) {
  APFloat result = toQuad(a);
  APFloat::opStatus status = APFloat::opOK;
  double zeroLeft = a, zeroRight = b;
  switch (operation) {
  case FloatOperation::Add:
    status = result.add(toQuad(b), APFloat::rmTowardZero);
    break;
  case FloatOperation::Sub:
    status = result.subtract(toQuad(b), APFloat::rmTowardZero);
    zeroRight = -b;
    break;
  case FloatOperation::Mul:
    status = result.multiply(toQuad(b), APFloat::rmTowardZero);
    break;
  case FloatOperation::Div:
    status = result.divide(toQuad(b), APFloat::rmTowardZero);
    break;
  case FloatOperation::Fma:
    status =
        result.fusedMultiplyAdd(toQuad(b), toQuad(c), APFloat::rmTowardZero);
    zeroLeft = std::signbit(a) != std::signbit(b) ? -0.0 : 0.0;
    zeroRight = c;
    break;
  default:
    break;
  }
  if (result.isNaN())
    return format.nan();
  if (result.isInfinity()) {
    double infinity = result.isNegative() ? -HUGE_VAL : HUGE_VAL;
    return encodeFloat(format, infinity, rule);
  }
  bool isSum = operation == FloatOperation::Add ||
               operation == FloatOperation::Sub ||
               operation == FloatOperation::Fma;
  if (result.isZero() && isSum && !(status & APFloat::opInexact)) {
    bool negative = zeroSumIsNegative(zeroLeft, zeroRight, rule.mode);
    return encodeFloat(format, negative ? -0.0 : 0.0, rule);
  }
  return roundQuad(format, result, status & APFloat::opInexact, rule);
}

/// The largest n below 2^62 with n * n * factor <= limit.
static uint64_t floorRoot(const APInt &limit, uint64_t factor) {
  uint64_t root = 0;
  APInt wideFactor(256, factor);
  for (int bit = 61; bit >= 0; --bit) {
    APInt candidate(256, root | uint64_t(1) << bit);
    if ((candidate * candidate * wideFactor).ule(limit))
      root |= uint64_t(1) << bit;
  }
  return root;
}

/// Square root and reciprocal square root of a positive finite number, digit by
/// digit, so that the sticky bit is exact.
static uint64_t roundedRoot(const FloatFormat &format, bool reciprocal,
                            double a, const RoundingRule &rule) {
  int exponent;
  double fraction = std::frexp(a, &exponent);
  uint64_t mantissa = uint64_t(std::ldexp(fraction, 54));
  exponent -= 54;
  if (exponent & 1) {
    // An even exponent, so that its half is an integer.
    mantissa <<= 1;
    --exponent;
  }
  // a = mantissa * 2^exponent, mantissa in [2^53, 2^55).
  if (reciprocal) {
    // n^2 <= 2^174 / mantissa, n in [2^59, 2^61).
    APInt limit = APInt::getOneBitSet(256, 174);
    uint64_t root = floorRoot(limit, mantissa);
    APInt square = APInt(256, root) * APInt(256, root) * APInt(256, mantissa);
    return roundToFormat(format, false, root, -87 - exponent / 2,
                         square.ult(limit), rule);
  }
  // n^2 <= mantissa * 2^66, n in [2^59, 2^61).
  APInt limit = APInt(256, mantissa).shl(66);
  uint64_t root = floorRoot(limit, 1);
  APInt square = APInt(256, root) * APInt(256, root);
  return roundToFormat(format, false, root, exponent / 2 - 33,
                       square.ult(limit), rule);
}

static uint64_t roundedRootOf(const FloatFormat &format, bool reciprocal,
                              double a, const RoundingRule &rule) {
  if (std::isnan(a) || (a < 0))
    return format.nan();
  if (a == 0)
    return encodeFloat(format, reciprocal ? std::copysign(HUGE_VAL, a) : a,
                       rule);
  if (std::isinf(a))
    return encodeFloat(format, reciprocal ? 0.0 : a, rule);
  return roundedRoot(format, reciprocal, a, rule);
}

uint64_t tile::roundedOperation(const FloatFormat &format,
                                FloatOperation operation, uint64_t a,
                                uint64_t b, uint64_t c,
                                const RoundingRule &rule) {
  double left = decodeFloat(format, a);
  switch (operation) {
  case FloatOperation::Sqrt:
  case FloatOperation::Rsqrt:
    return roundedRootOf(format, operation == FloatOperation::Rsqrt, left,
                         rule);
  case FloatOperation::Rcp:
    return roundedArithmetic(format, FloatOperation::Div, 1.0, left, 0, rule);
  default:
    return roundedArithmetic(format, operation, left, decodeFloat(format, b),
                             decodeFloat(format, c), rule);
  }
}

//===----------------------------------------------------------------------===//
// Extrema
//===----------------------------------------------------------------------===//

double tile::maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? a : b;
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

double tile::minimum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? a : b;
  if (a == b)
    return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

double tile::maximumNumber(double a, double b) {
  if (std::isnan(a))
    return b;
  return std::isnan(b) ? a : maximum(a, b);
}

double tile::minimumNumber(double a, double b) {
  if (std::isnan(a))
    return b;
  return std::isnan(b) ? a : minimum(a, b);
}
