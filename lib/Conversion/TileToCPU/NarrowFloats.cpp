//===- NarrowFloats.cpp - Conversions of floats of every format -----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowFloats.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace tile {
namespace cpu {

bool isNarrowFloat(Type type) {
  auto number = dyn_cast<FloatType>(type);
  return number && (number.getWidth() < 32 || isa<FloatTF32Type>(number));
}

namespace {

/// What the patterns of a format mean.
struct Format {
  enum Special { IEEE, NanAllOnes, NanNegativeZero, ExponentOnly, Finite };

  int width, exponentBits, mantissaBits, bias;
  Special special;

  int magnitudeBits() const { return exponentBits + mantissaBits; }
  int64_t allOnes() const { return (int64_t(1) << magnitudeBits()) - 1; }
  int64_t infinity() const {
    return allOnes() & ~((int64_t(1) << mantissaBits) - 1);
  }
  int64_t signBit() const {
    return special == ExponentOnly ? 0 : int64_t(1) << magnitudeBits();
  }
  int64_t largest() const {
    switch (special) {
    case IEEE:
      return infinity() - 1;
    case NanAllOnes:
    case ExponentOnly:
      return allOnes() - 1;
    default:
      return allOnes();
    }
  }
  /// The pattern of overflow that does not saturate; the sign is added.
  int64_t overflow() const {
    switch (special) {
    case IEEE:
      return infinity();
    case NanAllOnes:
    case ExponentOnly:
      return allOnes();
    case NanNegativeZero:
      return signBit();
    case Finite:
      return largest();
    }
    llvm_unreachable("every kind is handled");
  }
  int64_t nan() const {
    return special == IEEE ? infinity() | (int64_t(1) << (mantissaBits - 1))
                           : overflow();
  }
  /// The exponent of the last place of the smallest numbers.
  int lowestPlace() const {
    return (special == ExponentOnly ? 0 : 1) - bias - mantissaBits;
  }

  static Format of(FloatType type);
};

} // namespace

Format Format::of(FloatType type) {
  return llvm::TypeSwitch<Type, Format>(type)
      .Case<Float16Type>([](Type) { return Format{16, 5, 10, 15, IEEE}; })
      .Case<BFloat16Type>([](Type) { return Format{16, 8, 7, 127, IEEE}; })
      .Case<FloatTF32Type>([](Type) { return Format{19, 8, 10, 127, IEEE}; })
      .Case<Float8E4M3FNType>(
          [](Type) { return Format{8, 4, 3, 7, NanAllOnes}; })
      .Case<Float8E4M3FNUZType>(
          [](Type) { return Format{8, 4, 3, 8, NanNegativeZero}; })
      .Case<Float8E4M3B11FNUZType>(
          [](Type) { return Format{8, 4, 3, 11, NanNegativeZero}; })
      .Case<Float8E3M4Type>([](Type) { return Format{8, 3, 4, 3, IEEE}; })
      .Case<Float8E4M3Type>([](Type) { return Format{8, 4, 3, 7, IEEE}; })
      .Case<Float8E5M2Type>([](Type) { return Format{8, 5, 2, 15, IEEE}; })
      .Case<Float8E5M2FNUZType>(
          [](Type) { return Format{8, 5, 2, 16, NanNegativeZero}; })
      .Case<Float8E8M0FNUType>(
          [](Type) { return Format{8, 8, 0, 127, ExponentOnly}; })
      .Case<Float6E2M3FNType>([](Type) { return Format{6, 2, 3, 1, Finite}; })
      .Case<Float6E3M2FNType>([](Type) { return Format{6, 3, 2, 3, Finite}; })
      .Case<Float4E2M1FNType>([](Type) { return Format{4, 2, 1, 1, Finite}; })
      .Default([](Type) { return Format{32, 8, 23, 127, IEEE}; });
}

namespace {

/// Shorthand for arithmetic on scalars or vectors of one shape.
class Lanes {
public:
  Lanes(FoldingBuilder &index, Type shape)
      : b(index.builder), loc(index.loc), shape(dyn_cast<VectorType>(shape)) {}

  Type type(Type element) {
    return shape ? Type(shape.clone(element)) : element;
  }
  Type i32() { return type(b.getI32Type()); }
  Type i64() { return type(b.getI64Type()); }
  Type f32() { return type(b.getF32Type()); }
  Type f64() { return type(b.getF64Type()); }

  Value integer(Type ofType, int64_t value) {
    Type element = getElementTypeOrSelf(ofType);
    unsigned width = element.getIntOrFloatBitWidth();
    return constant(
        ofType, b.getIntegerAttr(element, APInt(width, value, false, true)));
  }
  Value number(Type ofType, double value) {
    return constant(ofType,
                    b.getFloatAttr(getElementTypeOrSelf(ofType), value));
  }
  Value bitcast(Type to, Value value) {
    return value.getType() == to
               ? value
               : arith::BitcastOp::create(b, loc, to, value).getResult();
  }
  Value add(Value l, Value r) { return arith::AddIOp::create(b, loc, l, r); }
  Value sub(Value l, Value r) { return arith::SubIOp::create(b, loc, l, r); }
  Value bitAnd(Value l, Value r) { return arith::AndIOp::create(b, loc, l, r); }
  Value bitOr(Value l, Value r) { return arith::OrIOp::create(b, loc, l, r); }
  Value shl(Value l, int64_t by) {
    return arith::ShLIOp::create(b, loc, l, integer(l.getType(), by));
  }
  Value shr(Value l, int64_t by) {
    return arith::ShRUIOp::create(b, loc, l, integer(l.getType(), by));
  }
  Value compare(arith::CmpIPredicate p, Value l, Value r) {
    return arith::CmpIOp::create(b, loc, p, l, r);
  }
  Value compare(arith::CmpIPredicate p, Value l, int64_t r) {
    return compare(p, l, integer(l.getType(), r));
  }
  Value compare(arith::CmpFPredicate p, Value l, Value r) {
    return arith::CmpFOp::create(b, loc, p, l, r);
  }
  Value compare(arith::CmpFPredicate p, Value l, double r) {
    return compare(p, l, number(l.getType(), r));
  }
  Value select(Value condition, Value l, Value r) {
    return arith::SelectOp::create(b, loc, condition, l, r);
  }
  Value select(Value condition, int64_t l, Value r) {
    return select(condition, integer(r.getType(), l), r);
  }
  Value resize(Type to, Value value) {
    unsigned from = width(value.getType()), wanted = width(to);
    if (from == wanted)
      return value;
    if (from < wanted)
      return arith::ExtUIOp::create(b, loc, to, value);
    return arith::TruncIOp::create(b, loc, to, value);
  }

  static unsigned width(Type type) {
    return getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  }

  OpBuilder &b;
  Location loc;
  VectorType shape;

private:
  Value constant(Type ofType, TypedAttr scalar) {
    if (auto vector = dyn_cast<VectorType>(ofType))
      scalar = DenseElementsAttr::get(vector, Attribute(scalar));
    return arith::ConstantOp::create(b, loc, scalar);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// 2^(code - 127), whose smallest value is subnormal in f32.
static Value decodeExponent(Lanes &lanes, Value code) {
  Value bits = lanes.shl(code, 23);
  bits = lanes.select(lanes.compare(arith::CmpIPredicate::eq, code, 0),
                      0x00400000, bits);
  bits = lanes.select(lanes.compare(arith::CmpIPredicate::eq, code, 255),
                      0x7FC00000, bits);
  return lanes.bitcast(lanes.f32(), bits);
}

Value decodeFloat(FoldingBuilder &index, Value value, bool nativeHalf) {
  auto type = cast<FloatType>(getElementTypeOrSelf(value.getType()));
  if (type.getWidth() == 32 && !isa<FloatTF32Type>(type))
    return value;
  Lanes lanes(index, value.getType());
  if (type.isF16() && nativeHalf)
    return arith::ExtFOp::create(lanes.b, lanes.loc, lanes.f32(), value);
  Format format = Format::of(type);
  Type integer = lanes.type(lanes.b.getIntegerType(format.width));
  Value code = lanes.resize(lanes.i32(), lanes.bitcast(integer, value));
  if (format.special == Format::ExponentOnly)
    return decodeExponent(lanes, code);
  int shift = 23 - format.mantissaBits;
  if (format.bias == 127) // bf16
    return lanes.bitcast(lanes.f32(), lanes.shl(code, shift));

  Value magnitude =
      lanes.bitAnd(code, lanes.integer(code.getType(), format.allOnes()));
  Value sign = lanes.bitAnd(lanes.shl(code, 31 - format.magnitudeBits()),
                            lanes.integer(code.getType(), 0x80000000));
  // The exponent field of f32 is wider: a multiplication by a power of two
  // corrects the bias, and is exact for subnormal numbers as well.
  Value scaled = arith::MulFOp::create(
      lanes.b, lanes.loc,
      lanes.bitcast(lanes.f32(), lanes.shl(magnitude, shift)),
      lanes.number(lanes.f32(), std::ldexp(1.0, 127 - format.bias)));
  Value bits = lanes.bitcast(lanes.i32(), scaled);
  if (format.special == Format::IEEE) {
    Value special = lanes.bitOr(lanes.shl(magnitude, shift),
                                lanes.integer(lanes.i32(), 0x7F800000));
    bits = lanes.select(
        lanes.compare(arith::CmpIPredicate::uge, magnitude, format.infinity()),
        special, bits);
  } else if (format.special == Format::NanAllOnes) {
    bits = lanes.select(
        lanes.compare(arith::CmpIPredicate::eq, magnitude, format.allOnes()),
        0x7FC00000, bits);
  } else if (format.special == Format::NanNegativeZero) {
    bits = lanes.select(
        lanes.compare(arith::CmpIPredicate::eq, code, format.signBit()),
        0x7FC00000, bits);
  }
  return lanes.bitcast(lanes.f32(), lanes.bitOr(bits, sign));
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

/// A pattern of `format` in an i32 as a value of its type.
static Value fromPattern(Lanes &lanes, const Format &format, FloatType to,
                         Value pattern) {
  if (isa<FloatTF32Type>(to))
    return lanes.bitcast(lanes.f32(), lanes.shl(pattern, 13));
  Type integer = lanes.type(lanes.b.getIntegerType(format.width));
  return lanes.bitcast(lanes.type(to), lanes.resize(integer, pattern));
}

/// Puts sign, overflow, infinity and NaN on a rounded magnitude (an i32).
/// `overflowed` are the lanes whose pattern is beyond the largest, `toLargest`
/// (may be null) those of them that stay at the largest.
static Value finish(Lanes &lanes, const Format &format, bool saturate,
                    Value magnitude, Value sign, Value overflowed,
                    Value toLargest, Value isInfinite, Value isNaN) {
  saturate = saturate && format.width <= 8;
  int64_t beyond = saturate ? format.largest() : format.overflow();
  Value pattern = lanes.select(overflowed, beyond, magnitude);
  if (toLargest)
    pattern = lanes.select(lanes.bitAnd(overflowed, toLargest),
                           format.largest(), pattern);
  if (isInfinite)
    pattern = lanes.select(isInfinite, beyond, pattern);
  if (format.special == Format::ExponentOnly) {
    // There is neither sign nor zero: what is not positive is the smallest.
    pattern = lanes.select(lanes.compare(arith::CmpIPredicate::ne, sign, 0),
                           int64_t(0), pattern);
  } else {
    Value placed = lanes.shl(sign, format.magnitudeBits());
    if (format.special == Format::NanNegativeZero) {
      // Negative zero is NaN there, and that NaN has no sign of its own.
      Value unsignedPattern =
          lanes.select(lanes.compare(arith::CmpIPredicate::eq, pattern, 0),
                       int64_t(0), placed);
      pattern = lanes.bitOr(pattern, unsignedPattern);
    } else {
      pattern = lanes.bitOr(pattern, placed);
    }
  }
  return lanes.select(isNaN, format.nan(), pattern);
}

/// The magnitude pattern of |value| rounded to nearest even, by adding half of
/// the last place to the bits.
static Value roundMagnitude(Lanes &lanes, const Format &format, Value bits) {
  int shift = 23 - format.mantissaBits;
  Value half = lanes.integer(lanes.i32(), (int64_t(1) << (shift - 1)) - 1);
  Value odd =
      lanes.bitAnd(lanes.shr(bits, shift), lanes.integer(lanes.i32(), 1));
  Value rounded = lanes.shr(lanes.add(lanes.add(bits, half), odd), shift);
  int64_t bias = int64_t(127 - format.bias) << format.mantissaBits;
  if (bias == 0)
    return rounded; // subnormal numbers are those of f32
  Value normal = lanes.sub(rounded, lanes.integer(lanes.i32(), bias));
  // Below the normal numbers all have the same last place: adding a number with
  // that last place rounds, and leaves the pattern in its low bits.
  Value magic =
      lanes.number(lanes.f32(), std::ldexp(1.0, format.lowestPlace() + 23));
  Value sum = arith::AddFOp::create(lanes.b, lanes.loc,
                                    lanes.bitcast(lanes.f32(), bits), magic);
  Value subnormal = lanes.sub(lanes.bitcast(lanes.i32(), sum),
                              lanes.bitcast(lanes.i32(), magic));
  int64_t smallestNormal = int64_t(128 - format.bias) << 23;
  return lanes.select(
      lanes.compare(arith::CmpIPredicate::ult, bits, smallestNormal), subnormal,
      normal);
}

/// The exponent pattern nearest to a power of two, halves upward.
static Value roundExponent(Lanes &lanes, Value bits) {
  Value rounded =
      lanes.shr(lanes.add(bits, lanes.integer(lanes.i32(), 1 << 22)), 23);
  Value small = lanes.resize(
      lanes.i32(), lanes.compare(arith::CmpIPredicate::uge, bits, 0x00600000));
  return lanes.select(
      lanes.compare(arith::CmpIPredicate::ult, bits, 0x00800000), small,
      rounded);
}

Value encodeNearest(FoldingBuilder &index, Value value, FloatType to,
                    bool saturate, bool nativeHalf) {
  Lanes lanes(index, value.getType());
  if (to.isF32())
    return value;
  if (to.isF16() && nativeHalf)
    return arith::TruncFOp::create(lanes.b, lanes.loc, lanes.type(to), value);
  Format format = Format::of(to);
  Value raw = lanes.bitcast(lanes.i32(), value);
  Value bits = lanes.bitAnd(raw, lanes.integer(lanes.i32(), 0x7FFFFFFF));
  Value sign = lanes.shr(raw, 31);
  Value magnitude = format.special == Format::ExponentOnly
                        ? roundExponent(lanes, bits)
                        : roundMagnitude(lanes, format, bits);
  Value isNaN = lanes.compare(arith::CmpIPredicate::ugt, bits, 0x7F800000);
  // Infinity overflows by itself.
  Value overflowed =
      lanes.compare(arith::CmpIPredicate::ugt, magnitude, format.largest());
  Value pattern = finish(lanes, format, saturate, magnitude, sign, overflowed,
                         /*toLargest=*/Value(), /*isInfinite=*/Value(), isNaN);
  return fromPattern(lanes, format, to, pattern);
}

/// Whether the kept integer is rounded up; `rest` in [0, 1) was discarded.
static Value roundsUp(Lanes &lanes, const RoundingOptions &options, Value kept,
                      Value rest, Value negative) {
  using P = arith::CmpFPredicate;
  switch (options.mode) {
  case Rounding::Rn: {
    Value odd = lanes.resize(lanes.type(lanes.b.getI1Type()), kept);
    return lanes.bitOr(lanes.compare(P::OGT, rest, 0.5),
                       lanes.bitAnd(lanes.compare(P::OEQ, rest, 0.5), odd));
  }
  case Rounding::Rna:
    return lanes.compare(P::OGE, rest, 0.5);
  case Rounding::Rz:
    return lanes.compare(P::OLT, rest, 0.0);
  case Rounding::Ru: {
    Value positive = lanes.compare(arith::CmpIPredicate::eq, negative, 0);
    return lanes.bitAnd(lanes.compare(P::OGT, rest, 0.0), positive);
  }
  case Rounding::Rd: {
    Value isNegative = lanes.compare(arith::CmpIPredicate::ne, negative, 0);
    return lanes.bitAnd(lanes.compare(P::OGT, rest, 0.0), isNegative);
  }
  case Rounding::Rs: {
    // The first 32 bits of the fraction carry when the random bits are added.
    double unit = 4294967296.0;
    Value fraction = math::FloorOp::create(
        lanes.b, lanes.loc,
        arith::MulFOp::create(lanes.b, lanes.loc, rest,
                              lanes.number(lanes.f64(), unit)));
    Value random =
        arith::UIToFPOp::create(lanes.b, lanes.loc, lanes.f64(), options.bits);
    Value sum = arith::AddFOp::create(lanes.b, lanes.loc, fraction, random);
    return lanes.compare(P::OGE, sum, unit);
  }
  }
  llvm_unreachable("every mode is handled");
}

/// The lanes that rounding leaves at the largest number when they overflow.
static Value staysLargest(Lanes &lanes, Rounding mode, Value negative) {
  Value zero = lanes.compare(arith::CmpIPredicate::eq, negative, 0);
  Value one = lanes.compare(arith::CmpIPredicate::ne, negative, 0);
  switch (mode) {
  case Rounding::Rz:
    return lanes.bitOr(zero, one);
  case Rounding::Ru:
    return one;
  case Rounding::Rd:
    return zero;
  default:
    return Value();
  }
}

Value encodeRounded(FoldingBuilder &index, Value value, FloatType to,
                    const RoundingOptions &options) {
  Lanes lanes(index, value.getType());
  Format format = Format::of(to);
  Value raw = lanes.bitcast(lanes.i64(), value);
  Value sign = lanes.resize(lanes.i32(), lanes.shr(raw, 63));
  Value magnitude = math::AbsFOp::create(lanes.b, lanes.loc, value);
  Value isNaN = lanes.compare(arith::CmpFPredicate::UNO, value, value);
  Value isInfinite = lanes.compare(arith::CmpFPredicate::OEQ, magnitude,
                                   std::numeric_limits<double>::infinity());
  // Everything far beyond the largest number overflows alike.
  Value cap = lanes.number(lanes.f64(), std::ldexp(1.0, 140));
  magnitude = arith::MinNumFOp::create(lanes.b, lanes.loc, magnitude, cap);
  // The weight of the last place that is kept.
  Value exponent = lanes.resize(
      lanes.i32(), lanes.shr(lanes.bitcast(lanes.i64(), magnitude), 52));
  Value place = lanes.sub(
      exponent, lanes.integer(lanes.i32(), 1023 + format.mantissaBits));
  Value lowest = lanes.integer(lanes.i32(), format.lowestPlace());
  place = arith::MaxSIOp::create(lanes.b, lanes.loc, place, lowest);
  Value scaleExponent = lanes.sub(lanes.integer(lanes.i32(), 1023), place);
  Value scale = lanes.bitcast(
      lanes.f64(), lanes.shl(lanes.resize(lanes.i64(), scaleExponent), 52));
  Value scaled = arith::MulFOp::create(lanes.b, lanes.loc, magnitude, scale);
  Value kept = arith::FPToSIOp::create(lanes.b, lanes.loc, lanes.i32(), scaled);
  Value rest = arith::SubFOp::create(
      lanes.b, lanes.loc, scaled,
      arith::SIToFPOp::create(lanes.b, lanes.loc, lanes.f64(), kept));
  kept = lanes.add(kept, lanes.resize(lanes.i32(), roundsUp(lanes, options,
                                                            kept, rest, sign)));
  // The leading bit of what is kept counts as one in the exponent field.
  Value pattern =
      lanes.add(lanes.shl(lanes.sub(place, lowest), format.mantissaBits), kept);
  if (format.special == Format::ExponentOnly)
    pattern = lanes.select(lanes.compare(arith::CmpIPredicate::eq, kept, 0),
                           int64_t(0),
                           lanes.sub(pattern, lanes.integer(lanes.i32(), 1)));
  Value overflowed =
      lanes.compare(arith::CmpIPredicate::ugt, pattern, format.largest());
  pattern = finish(lanes, format, options.saturate, pattern, sign, overflowed,
                   staysLargest(lanes, options.mode, sign), isInfinite, isNaN);
  return fromPattern(lanes, format, to, pattern);
}

} // namespace cpu
} // namespace tile
