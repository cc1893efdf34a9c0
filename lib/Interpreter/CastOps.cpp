//===- CastOps.cpp - conversions and directed rounding --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace tile;

static RoundingMode modeOf(Rounding rounding) {
  switch (rounding) {
  case Rounding::Rn:
    return RoundingMode::NearestEven;
  case Rounding::Rz:
    return RoundingMode::Zero;
  case Rounding::Ru:
    return RoundingMode::Up;
  case Rounding::Rd:
    return RoundingMode::Down;
  case Rounding::Rna:
    return RoundingMode::NearestAway;
  case Rounding::Rs:
    return RoundingMode::Stochastic;
  }
  return RoundingMode::NearestEven;
}

static RoundingMode modeOf(std::optional<arith::RoundingMode> rounding) {
  switch (rounding.value_or(arith::RoundingMode::to_nearest_even)) {
  case arith::RoundingMode::to_nearest_even:
    return RoundingMode::NearestEven;
  case arith::RoundingMode::downward:
    return RoundingMode::Down;
  case arith::RoundingMode::upward:
    return RoundingMode::Up;
  case arith::RoundingMode::toward_zero:
    return RoundingMode::Zero;
  case arith::RoundingMode::to_nearest_away:
    return RoundingMode::NearestAway;
  }
  return RoundingMode::NearestEven;
}

//===----------------------------------------------------------------------===//
// tile.cast, tile.rounded, tile.dot4
//===----------------------------------------------------------------------===//

/// A float rounded to an integer in a direction other than toward zero.
static uint64_t castToInteger(const Number &from, const Number &to,
                              uint64_t bits, RoundingMode mode,
                              bool isUnsigned) {
  double value = decodeFloat(*from.format, bits);
  double rounded = value;
  switch (mode) {
  case RoundingMode::Up:
    rounded = std::ceil(value);
    break;
  case RoundingMode::Down:
    rounded = std::floor(value);
    break;
  case RoundingMode::NearestAway:
    rounded = std::round(value);
    break;
  default:
    break;
  }
  return floatToInteger(rounded, to.width, isUnsigned);
}

/// One component of `tile.cast`. Conversions to integers go toward zero unless
/// another direction is asked for; `rn` is the default and means toward zero.
static uint64_t castOne(const Number &from, const Number &to, uint64_t bits,
                        const RoundingRule &rule, bool isUnsigned) {
  bool isDirected = rule.mode == RoundingMode::Up ||
                    rule.mode == RoundingMode::Down ||
                    rule.mode == RoundingMode::NearestAway;
  if (isDirected && from.isFloat() && !to.isFloat() && to.width > 1)
    return castToInteger(from, to, bits, rule.mode, isUnsigned);
  return convertNumber(from, to, bits, rule, isUnsigned);
}

static LogicalResult runCast(Context &context, const Inst &inst) {
  auto op = cast<CastOp>(inst.op);
  Number from = numberOf(op.getValue().getType());
  Number to = numberOf(op.getType());
  RoundingRule rule;
  rule.mode = modeOf(op.getRounding());
  rule.saturate = op.getSaturate();
  bool isUnsigned = op.getIsUnsigned();
  if (!op.getBits())
    return mapUnary(context, inst, [&](uint64_t x) {
      return castOne(from, to, x, rule, isUnsigned);
    });
  if (componentsOf(op.getType()) == 1)
    return mapBinary(context, inst, [&](uint64_t x, uint64_t bits) {
      rule.bits = uint32_t(bits);
      return castOne(from, to, x, rule, isUnsigned);
    });
  return op.emitError()
         << "expected a scalar (because stochastic rounding takes "
            "32 random bits for one number), got "
         << op.getType();
}

static FloatOperation operationOf(RoundedKind kind) {
  switch (kind) {
  case RoundedKind::Add:
    return FloatOperation::Add;
  case RoundedKind::Sub:
    return FloatOperation::Sub;
  case RoundedKind::Mul:
    return FloatOperation::Mul;
  case RoundedKind::Div:
    return FloatOperation::Div;
  case RoundedKind::Fma:
    return FloatOperation::Fma;
  case RoundedKind::Rcp:
    return FloatOperation::Rcp;
  case RoundedKind::Sqrt:
    return FloatOperation::Sqrt;
  case RoundedKind::Rsqrt:
    return FloatOperation::Rsqrt;
  }
  return FloatOperation::Add;
}

static LogicalResult runRounded(Context &context, const Inst &inst) {
  auto op = cast<RoundedOp>(inst.op);
  const FloatFormat *format = numberOf(op.getType()).format;
  RoundingRule rule;
  rule.mode = modeOf(op.getRounding());
  rule.saturate = false;
  if (!format || rule.mode == RoundingMode::Stochastic)
    return op.emitError()
           << "expected a tile float and a rounding mode without "
              "random bits, got "
           << op.getType() << " and " << stringifyRounding(op.getRounding());
  FloatOperation operation = operationOf(op.getKind());
  switch (inst.operands.size()) {
  case 1:
    return mapUnary(context, inst, [&](uint64_t x) {
      return roundedOperation(*format, operation, x, 0, 0, rule);
    });
  case 2:
    return mapBinary(context, inst, [&](uint64_t x, uint64_t y) {
      return roundedOperation(*format, operation, x, y, 0, rule);
    });
  default:
    return mapTernary(context, inst, [&](uint64_t x, uint64_t y, uint64_t z) {
      return roundedOperation(*format, operation, x, y, z, rule);
    });
  }
}

static LogicalResult runDot4(Context &context, const Inst &inst) {
  auto op = cast<Dot4Op>(inst.op);
  FailureOr<Operand> a = context.operand(inst, 0);
  FailureOr<Operand> b = context.operand(inst, 1);
  FailureOr<Operand> acc = context.operand(inst, 2);
  if (failed(a) || failed(b) || failed(acc))
    return failure();
  bool perLane = !a->isUniform() || !b->isUniform() || !acc->isUniform();
  uint64_t *out = context.result(inst, 0, perLane);
  if (!out)
    return failure();
  Number byte{8, nullptr};
  auto extend = [&](uint64_t bits, bool isUnsigned) {
    return isUnsigned ? int64_t(bits) : byte.signExtend(bits);
  };
  auto lane = [&](int64_t lane) {
    int64_t sum = int64_t(*acc->at(lane));
    for (unsigned i = 0; i < 4; ++i)
      sum += extend(a->at(lane)[i], op.getUnsignedA()) *
             extend(b->at(lane)[i], op.getUnsignedB());
    return uint64_t(uint32_t(sum));
  };
  if (!perLane)
    *out = lane(0);
  else
    context.lanes.forEach([&](int64_t l) { out[l] = lane(l); });
  return success();
}

//===----------------------------------------------------------------------===//
// Conversions of arith
//===----------------------------------------------------------------------===//

template <bool isUnsigned>
static LogicalResult runIntegerCast(Context &context, const Inst &inst) {
  Number from = numberOf(inst.op->getOperand(0).getType());
  Number to = numberOf(inst.op->getResult(0).getType());
  return mapUnary(context, inst, [&](uint64_t x) {
    return (isUnsigned ? x : uint64_t(from.signExtend(x))) & to.mask();
  });
}

template <typename Op>
static LogicalResult runFloatCast(Context &context, const Inst &inst) {
  Number from = numberOf(inst.op->getOperand(0).getType());
  Number to = numberOf(inst.op->getResult(0).getType());
  if (!from.isFloat() || !to.isFloat())
    return inst.op->emitError() << "expected floats of tile element types";
  RoundingRule rule;
  rule.saturate = false;
  if constexpr (std::is_same_v<Op, arith::TruncFOp>)
    rule.mode = modeOf(cast<arith::TruncFOp>(inst.op).getRoundingmode());
  return mapUnary(context, inst, [&](uint64_t x) {
    return convertNumber(from, to, x, rule, false);
  });
}

template <bool isUnsigned>
static LogicalResult runIntegerToFloat(Context &context, const Inst &inst) {
  Number from = numberOf(inst.op->getOperand(0).getType());
  Number to = numberOf(inst.op->getResult(0).getType());
  RoundingRule rule;
  rule.saturate = false;
  return mapUnary(context, inst, [&](uint64_t x) {
    return convertNumber(from, to, x, rule, isUnsigned);
  });
}

/// Toward zero; what does not fit is poison, and reported.
template <bool isUnsigned>
static LogicalResult runFloatToInteger(Context &context, const Inst &inst) {
  Number from = numberOf(inst.op->getOperand(0).getType());
  Number to = numberOf(inst.op->getResult(0).getType());
  if (!from.isFloat())
    return inst.op->emitError() << "expected a float of a tile element type";
  double limit = std::ldexp(1.0, int(to.width) - (isUnsigned ? 0 : 1));
  double least = isUnsigned ? 0.0 : -limit;
  std::optional<double> bad;
  LogicalResult result = mapUnary(context, inst, [&](uint64_t x) -> uint64_t {
    double value = std::trunc(decodeFloat(*from.format, x));
    if (!(value < limit && value >= least) && !bad)
      bad = value;
    return floatToInteger(value, to.width, isUnsigned);
  });
  if (failed(result) || !bad)
    return result;
  return inst.op->emitError()
         << "expected a number in the range of "
         << inst.op->getResult(0).getType()
         << " (because others give poison; tile.cast saturates), got " << *bad;
}

/// The same bits as numbers of another width and count, low bits first.
static LogicalResult runBitcast(Context &context, const Inst &inst) {
  Type fromType = inst.op->getOperand(0).getType();
  Type toType = inst.op->getResult(0).getType();
  Number from = numberOf(fromType), to = numberOf(toType);
  unsigned count = componentsOf(toType);
  FailureOr<Operand> operand = context.operand(inst, 0);
  if (failed(operand))
    return failure();
  uint64_t *out = context.result(inst, 0, !operand->isUniform(), count);
  if (!out)
    return failure();
  std::vector<uint8_t> bytes(size_t(operand->components) * from.width / 8 + 16);
  auto lane = [&](int64_t lane, uint64_t *result) {
    for (unsigned i = 0; i < operand->components; ++i)
      storeBits(bytes.data(), int64_t(i) * from.width, from.width,
                operand->at(lane)[i]);
    for (unsigned i = 0; i < count; ++i)
      result[i] = loadBits(bytes.data(), int64_t(i) * to.width, to.width);
  };
  if (operand->isUniform())
    lane(0, out);
  else
    context.lanes.forEach([&](int64_t l) { lane(l, out + l * count); });
  return success();
}

void tile::addCastHandlers(HandlerMap &map) {
  map.add<CastOp>(runCast);
  map.add<RoundedOp>(runRounded);
  map.add<Dot4Op>(runDot4);
  map.add<arith::ExtSIOp>(runIntegerCast<false>);
  map.add<arith::ExtUIOp>(runIntegerCast<true>);
  map.add<arith::TruncIOp>(runIntegerCast<true>);
  map.add<arith::IndexCastOp>(runIntegerCast<false>);
  map.add<arith::IndexCastUIOp>(runIntegerCast<true>);
  map.add<arith::ExtFOp>(runFloatCast<arith::ExtFOp>);
  map.add<arith::TruncFOp>(runFloatCast<arith::TruncFOp>);
  map.add<arith::SIToFPOp>(runIntegerToFloat<false>);
  map.add<arith::UIToFPOp>(runIntegerToFloat<true>);
  map.add<arith::FPToSIOp>(runFloatToInteger<false>);
  map.add<arith::FPToUIOp>(runFloatToInteger<true>);
  map.add<arith::BitcastOp>(runBitcast);
}

/// `vector.bitcast` reinterprets in the same way.
LogicalResult tile::runVectorBitcast(Context &context, const Inst &inst) {
  return runBitcast(context, inst);
}
