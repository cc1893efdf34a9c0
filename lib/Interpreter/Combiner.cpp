//===- Combiner.cpp - how reductions combine ------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include <cmath>
#include <limits>

using namespace tile;

bool Combiner::isUnsigned() const {
  return kind == ReduceKind::Umax || kind == ReduceKind::Umin ||
         kind == ReduceKind::Bitand || kind == ReduceKind::Bitor ||
         kind == ReduceKind::Bitxor;
}

/// The number that loses against every other in `max` (in `min`, with
/// `greatest`).
static double extremeOf(const FloatFormat &format, bool greatest) {
  if (format.hasInfinity())
    return greatest ? HUGE_VAL : -HUGE_VAL;
  if (greatest)
    return decodeFloat(format, format.largest());
  return format.isSigned() ? -decodeFloat(format, format.largest())
                           : decodeFloat(format, 0);
}

Accumulator Combiner::identity() const {
  Accumulator result;
  bool isFloat = number.isFloat();
  result.integer = 0;
  if (isFloat)
    result.number = 0;
  int64_t least = number.signExtend(uint64_t(1) << (number.width - 1));
  switch (kind) {
  case ReduceKind::Max:
    if (isFloat)
      result.number = extremeOf(*number.format, false);
    else
      result.integer = least;
    break;
  case ReduceKind::Min:
    if (isFloat)
      result.number = extremeOf(*number.format, true);
    else
      result.integer = ~least;
    break;
  case ReduceKind::Umin:
  case ReduceKind::Bitand:
    result.integer = int64_t(number.mask());
    break;
  default:
    break;
  }
  return result;
}

double Combiner::combineFloats(double a, double b) const {
  bool propagates = nan == NanMode::Propagate;
  switch (kind) {
  case ReduceKind::Max:
  case ReduceKind::Absmax:
  case ReduceKind::Umax:
    return propagates ? maximum(a, b) : maximumNumber(a, b);
  case ReduceKind::Min:
  case ReduceKind::Umin:
    return propagates ? minimum(a, b) : minimumNumber(a, b);
  default:
    return number.format == &FloatFormat::f64 ? a + b
                                              : double(float(a) + float(b));
  }
}

int64_t Combiner::combineIntegers(int64_t a, int64_t b) const {
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::Abssum:
    return int64_t(uint64_t(a) + uint64_t(b));
  case ReduceKind::Max:
  case ReduceKind::Absmax:
    return std::max(a, b);
  case ReduceKind::Min:
    return std::min(a, b);
  case ReduceKind::Umax:
    return int64_t(std::max(uint64_t(a), uint64_t(b)));
  case ReduceKind::Umin:
    return int64_t(std::min(uint64_t(a), uint64_t(b)));
  case ReduceKind::Bitand:
    return a & b;
  case ReduceKind::Bitor:
    return a | b;
  case ReduceKind::Bitxor:
    return a ^ b;
  }
  return a;
}

Accumulator Combiner::combine(Accumulator partial, uint64_t element) const {
  bool takesAbsolute = kind == ReduceKind::Abssum || kind == ReduceKind::Absmax;
  if (number.isFloat()) {
    double value = decodeFloat(*number.format, element);
    partial.number =
        combineFloats(partial.number, takesAbsolute ? std::fabs(value) : value);
    return partial;
  }
  int64_t value = isUnsigned() ? int64_t(element) : number.signExtend(element);
  // The least integer has no positive: it wraps, as it does in its own width.
  if (takesAbsolute && value < 0)
    value = number.signExtend((-uint64_t(value)) & number.mask());
  partial.integer = combineIntegers(partial.integer, value);
  return partial;
}

Accumulator Combiner::combineResult(Accumulator partial, const Number &of,
                                    uint64_t result) const {
  if (number.isFloat())
    partial.number =
        combineFloats(of.isFloat() ? decodeFloat(*of.format, result)
                                   : double(int64_t(result)),
                      partial.number);
  else
    partial.integer =
        combineIntegers(isUnsigned() ? int64_t(result) : of.signExtend(result),
                        partial.integer);
  return partial;
}

uint64_t Combiner::finish(Accumulator partial, const Number &to) const {
  if (number.isFloat()) {
    if (to.isFloat())
      return encodeFloat(*to.format, partial.number);
    return floatToInteger(partial.number, to.width, false);
  }
  if (to.isFloat())
    return roundToFormat(*to.format, partial.integer < 0,
                         partial.integer < 0 ? -uint64_t(partial.integer)
                                             : uint64_t(partial.integer),
                         0, false);
  return uint64_t(partial.integer) & to.mask();
}
