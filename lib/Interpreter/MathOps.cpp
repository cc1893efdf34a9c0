//===- MathOps.cpp - functions of the math dialect ------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of types up to f32 are computed in double by the C library, whose
// error is below one unit of double, and rounded once: the result is correctly
// rounded but for cases closer than that to a midpoint. In f64 it is the C
// library's. `fma`, `sqrt`, `rsqrt` and rounding functions are exact by
// definition and correctly rounded in every type.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace mlir;
using namespace tile;

static RoundingRule ieeeRule() {
  RoundingRule rule;
  rule.saturate = false;
  return rule;
}

static LogicalResult requireFloat(const Inst &inst, const FloatFormat *format) {
  if (format)
    return success();
  return inst.op->emitError() << "expected floats of a tile element type, got "
                              << inst.op->getOperand(0).getType();
}

using Function1 = double (*)(double);
using Function2 = double (*)(double, double);

template <Function1 function>
static LogicalResult run1(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getOperand(0).getType()).format;
  if (failed(requireFloat(inst, format)))
    return failure();
  RoundingRule rule = ieeeRule();
  return mapUnary(context, inst, [&](uint64_t x) {
    return encodeFloat(*format, function(decodeFloat(*format, x)), rule);
  });
}

template <Function2 function>
static LogicalResult run2(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getOperand(0).getType()).format;
  if (failed(requireFloat(inst, format)))
    return failure();
  RoundingRule rule = ieeeRule();
  return mapBinary(context, inst, [&](uint64_t x, uint64_t y) {
    return encodeFloat(
        *format, function(decodeFloat(*format, x), decodeFloat(*format, y)),
        rule);
  });
}

static double roundEven(double x) {
  double rounded = std::round(x);
  if (std::fabs(x - std::trunc(x)) == 0.5)
    rounded = 2.0 * std::round(x / 2.0);
  return std::copysign(rounded, x);
}

/// The correctly rounded reciprocal root: where the error of double could
/// matter, by digits.
static uint64_t reciprocalRoot(const FloatFormat &format, uint64_t x,
                               const RoundingRule &rule) {
  double root = 1.0 / std::sqrt(decodeFloat(format, x));
  if (&format != &FloatFormat::f64 && std::isfinite(root)) {
    uint64_t least = encodeFloat(format, root * (1 - 0x1p-50), rule);
    if (least == encodeFloat(format, root * (1 + 0x1p-50), rule))
      return least;
  }
  return roundedOperation(format, FloatOperation::Rsqrt, x, 0, 0, rule);
}

template <FloatOperation operation>
static LogicalResult runRoot(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getOperand(0).getType()).format;
  if (failed(requireFloat(inst, format)))
    return failure();
  RoundingRule rule = ieeeRule();
  if (operation == FloatOperation::Sqrt)
    return mapUnary(context, inst, [&](uint64_t x) {
      return encodeFloat(*format, std::sqrt(decodeFloat(*format, x)), rule);
    });
  return mapUnary(context, inst,
                  [&](uint64_t x) { return reciprocalRoot(*format, x, rule); });
}

static LogicalResult runFma(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getOperand(0).getType()).format;
  if (failed(requireFloat(inst, format)))
    return failure();
  if (format == &FloatFormat::f32)
    return mapTernary(context, inst, [&](uint64_t x, uint64_t y, uint64_t z) {
      auto single = [](uint64_t bits) {
        return llvm::bit_cast<float>(uint32_t(bits));
      };
      return uint64_t(
          llvm::bit_cast<uint32_t>(std::fma(single(x), single(y), single(z))));
    });
  RoundingRule rule = ieeeRule();
  bool isDouble = format == &FloatFormat::f64;
  return mapTernary(context, inst, [&](uint64_t x, uint64_t y, uint64_t z) {
    double a = decodeFloat(*format, x), b = decodeFloat(*format, y),
           c = decodeFloat(*format, z);
    return encodeFloat(*format,
                       isDouble ? std::fma(a, b, c) : multiplyAddToOdd(a, b, c),
                       rule);
  });
}

static LogicalResult runClamp(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getOperand(0).getType()).format;
  if (failed(requireFloat(inst, format)))
    return failure();
  RoundingRule rule = ieeeRule();
  return mapTernary(
      context, inst, [&](uint64_t x, uint64_t low, uint64_t high) {
        double value = decodeFloat(*format, x);
        value = maximum(value, decodeFloat(*format, low));
        return encodeFloat(*format, minimum(value, decodeFloat(*format, high)),
                           rule);
      });
}

/// `compute(value, exponent)` of a float and an integer.
static LogicalResult runFloatPower(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getOperand(0).getType()).format;
  if (failed(requireFloat(inst, format)))
    return failure();
  Number exponent = numberOf(inst.op->getOperand(1).getType());
  RoundingRule rule = ieeeRule();
  return mapBinary(context, inst, [&](uint64_t x, uint64_t y) {
    double power =
        std::pow(decodeFloat(*format, x), double(exponent.signExtend(y)));
    return encodeFloat(*format, power, rule);
  });
}

/// Sine and cosine together.
static LogicalResult runSinCos(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getOperand(0).getType()).format;
  FailureOr<Operand> x = context.operand(inst, 0);
  if (failed(requireFloat(inst, format)) || failed(x))
    return failure();
  uint64_t *sine = context.result(inst, 0, !x->isUniform(), x->components);
  uint64_t *cosine = context.result(inst, 1, !x->isUniform(), x->components);
  if (!sine || !cosine)
    return failure();
  auto lane = [&](int64_t lane, int64_t to) {
    for (unsigned i = 0; i < x->components; ++i) {
      double value = decodeFloat(*format, x->at(lane)[i]);
      sine[to + i] = encodeFloat(*format, std::sin(value), ieeeRule());
      cosine[to + i] = encodeFloat(*format, std::cos(value), ieeeRule());
    }
  };
  if (x->isUniform())
    lane(0, 0);
  else
    context.lanes.forEach([&](int64_t l) { lane(l, l * x->components); });
  return success();
}

//===----------------------------------------------------------------------===//
// Signs and classes
//===----------------------------------------------------------------------===//

static LogicalResult runAbsolute(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getOperand(0).getType()).format;
  if (failed(requireFloat(inst, format)))
    return failure();
  bool nanIsSigned = format->special == FloatFormat::Special::NanNegativeZero;
  return mapUnary(context, inst, [&](uint64_t x) {
    return nanIsSigned && format->isNaN(x) ? x : x & ~format->signBit();
  });
}

enum class FloatClass { Finite, Infinite, NaN, Normal };

template <FloatClass kind>
static LogicalResult runClass(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getOperand(0).getType()).format;
  if (failed(requireFloat(inst, format)))
    return failure();
  int leastNormal = 1 - format->bias;
  return mapUnary(context, inst, [&](uint64_t x) -> uint64_t {
    double value = decodeFloat(*format, x);
    switch (kind) {
    case FloatClass::Finite:
      return std::isfinite(value);
    case FloatClass::Infinite:
      return std::isinf(value);
    case FloatClass::NaN:
      return std::isnan(value);
    case FloatClass::Normal:
      return std::isfinite(value) &&
             std::fabs(value) >= std::ldexp(1.0, leastNormal);
    }
    return 0;
  });
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

template <typename Compute>
static LogicalResult runInteger(Context &context, const Inst &inst,
                                Compute compute) {
  Number number = numberOf(inst.op->getResult(0).getType());
  return mapUnary(context, inst, [&](uint64_t x) {
    return compute(x, number) & number.mask();
  });
}

static LogicalResult runAbsoluteInteger(Context &context, const Inst &inst) {
  return runInteger(context, inst, [](uint64_t x, const Number &n) {
    return n.signExtend(x) < 0 ? -x : x;
  });
}

static LogicalResult runLeadingZeros(Context &context, const Inst &inst) {
  return runInteger(context, inst, [](uint64_t x, const Number &n) {
    return uint64_t(llvm::countl_zero(x)) - (64 - n.width);
  });
}

static LogicalResult runTrailingZeros(Context &context, const Inst &inst) {
  return runInteger(context, inst, [](uint64_t x, const Number &n) {
    return std::min<uint64_t>(llvm::countr_zero(x), n.width);
  });
}

static LogicalResult runPopulation(Context &context, const Inst &inst) {
  return runInteger(context, inst, [](uint64_t x, const Number &) {
    return uint64_t(llvm::popcount(x));
  });
}

/// base^exponent, wrapping. A negative exponent gives the truncated quotient
/// 1 / base^-exponent.
static uint64_t integerPower(uint64_t base, int64_t exponent, const Number &n) {
  int64_t value = n.signExtend(base);
  if (exponent < 0) {
    if (value == 1 || value == -1)
      return exponent & 1 ? base : 1;
    return 0;
  }
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return result;
}

static LogicalResult runIntegerPower(Context &context, const Inst &inst) {
  Number number = numberOf(inst.op->getResult(0).getType());
  bool isZeroDivided = false;
  LogicalResult result = mapBinary(context, inst, [&](uint64_t x, uint64_t y) {
    int64_t exponent = number.signExtend(y);
    isZeroDivided |= x == 0 && exponent < 0;
    return integerPower(x, exponent, number) & number.mask();
  });
  if (failed(result) || !isZeroDivided)
    return result;
  return inst.op->emitError() << "expected a base other than zero (because the "
                                 "exponent is negative), got zero";
}

void tile::addMathHandlers(HandlerMap &map) {
  map.add<math::AcosOp>(run1<std::acos>);
  map.add<math::AcoshOp>(run1<std::acosh>);
  map.add<math::AsinOp>(run1<std::asin>);
  map.add<math::AsinhOp>(run1<std::asinh>);
  map.add<math::AtanOp>(run1<std::atan>);
  map.add<math::AtanhOp>(run1<std::atanh>);
  map.add<math::CbrtOp>(run1<std::cbrt>);
  map.add<math::CeilOp>(run1<std::ceil>);
  map.add<math::CosOp>(run1<std::cos>);
  map.add<math::CoshOp>(run1<std::cosh>);
  map.add<math::ErfOp>(run1<std::erf>);
  map.add<math::ErfcOp>(run1<std::erfc>);
  map.add<math::ExpOp>(run1<std::exp>);
  map.add<math::Exp2Op>(run1<std::exp2>);
  map.add<math::ExpM1Op>(run1<std::expm1>);
  map.add<math::FloorOp>(run1<std::floor>);
  map.add<math::LogOp>(run1<std::log>);
  map.add<math::Log10Op>(run1<std::log10>);
  map.add<math::Log1pOp>(run1<std::log1p>);
  map.add<math::Log2Op>(run1<std::log2>);
  map.add<math::RoundOp>(run1<std::round>);
  map.add<math::RoundEvenOp>(run1<roundEven>);
  map.add<math::SinOp>(run1<std::sin>);
  map.add<math::SinhOp>(run1<std::sinh>);
  map.add<math::TanOp>(run1<std::tan>);
  map.add<math::TanhOp>(run1<std::tanh>);
  map.add<math::TruncOp>(run1<std::trunc>);
  map.add<math::Atan2Op>(run2<std::atan2>);
  map.add<math::CopySignOp>(run2<std::copysign>);
  map.add<math::PowFOp>(run2<std::pow>);
  map.add<math::SqrtOp>(runRoot<FloatOperation::Sqrt>);
  map.add<math::RsqrtOp>(runRoot<FloatOperation::Rsqrt>);
  map.add<math::FmaOp>(runFma);
  map.add<math::ClampFOp>(runClamp);
  map.add<math::FPowIOp>(runFloatPower);
  map.add<math::SincosOp>(runSinCos);
  map.add<math::AbsFOp>(runAbsolute);
  map.add<math::IsFiniteOp>(runClass<FloatClass::Finite>);
  map.add<math::IsInfOp>(runClass<FloatClass::Infinite>);
  map.add<math::IsNaNOp>(runClass<FloatClass::NaN>);
  map.add<math::IsNormalOp>(runClass<FloatClass::Normal>);
  map.add<math::AbsIOp>(runAbsoluteInteger);
  map.add<math::CountLeadingZerosOp>(runLeadingZeros);
  map.add<math::CountTrailingZerosOp>(runTrailingZeros);
  map.add<math::CtPopOp>(runPopulation);
  map.add<math::IPowIOp>(runIntegerPower);
}
