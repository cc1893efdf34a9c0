//===- FloatOps.cpp - arithmetic of floats --------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation rounds once, to nearest even (or as its `rounding` says), to
// the type of its result; overflow is IEEE's. Fast-math flags are ignored.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace mlir;
using namespace tile;

/// IEEE overflow, as `arith` has it.
static RoundingRule arithRule() {
  RoundingRule rule;
  rule.saturate = false;
  return rule;
}

/// A binary operation given in f32 and in double. The other types have at most
/// 11 bits: a double result, even where it is inexact, lies on the same side of
/// every midpoint of theirs (S. Figueroa, "When is double rounding innocuous?",
/// 1995, needs 2p + 2 bits).
template <typename Single, typename Double>
static LogicalResult floatBinary(Context &context, const Inst &inst,
                                 Single single, Double wide) {
  const FloatFormat *format = numberOf(inst.op->getResult(0).getType()).format;
  if (format == &FloatFormat::f32)
    return mapBinary(context, inst, [&](uint64_t x, uint64_t y) -> uint64_t {
      return llvm::bit_cast<uint32_t>(
          float(single(llvm::bit_cast<float>(uint32_t(x)),
                       llvm::bit_cast<float>(uint32_t(y)))));
    });
  if (!format)
    return inst.op->emitError() << "expected floats of a tile element type";
  RoundingRule rule = arithRule();
  return mapBinary(context, inst, [&](uint64_t x, uint64_t y) -> uint64_t {
    return encodeFloat(
        *format, wide(decodeFloat(*format, x), decodeFloat(*format, y)), rule);
  });
}

template <FloatOperation operation>
static LogicalResult runArithmetic(Context &context, const Inst &inst) {
  auto compute = [](auto x, auto y) -> decltype(x) {
    switch (operation) {
    case FloatOperation::Add:
      return x + y;
    case FloatOperation::Sub:
      return x - y;
    case FloatOperation::Mul:
      return x * y;
    default:
      return x / y;
    }
  };
  return floatBinary(context, inst, compute, compute);
}

template <double (*function)(double, double)>
static LogicalResult runExtremum(Context &context, const Inst &inst) {
  auto single = [](float x, float y) { return float(function(x, y)); };
  return floatBinary(context, inst, single, function);
}

static double truncatedRemainder(double x, double y) { return std::fmod(x, y); }

static LogicalResult runNegate(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getResult(0).getType()).format;
  if (!format || !format->isSigned())
    return inst.op->emitError()
           << "expected a signed float (because it is negated), got "
           << inst.op->getResult(0).getType();
  bool hasNegativeZero =
      format->special != FloatFormat::Special::NanNegativeZero;
  return mapUnary(context, inst, [&](uint64_t x) {
    // Without minus zero, 0 and NaN are their own negatives.
    if (!hasNegativeZero && (x & ~format->signBit()) == 0)
      return x;
    return x ^ format->signBit();
  });
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static bool compareFloats(arith::CmpFPredicate predicate, double x, double y) {
  bool unordered = std::isnan(x) || std::isnan(y);
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::OEQ:
    return x == y;
  case arith::CmpFPredicate::OGT:
    return x > y;
  case arith::CmpFPredicate::OGE:
    return x >= y;
  case arith::CmpFPredicate::OLT:
    return x < y;
  case arith::CmpFPredicate::OLE:
    return x <= y;
  case arith::CmpFPredicate::ONE:
    return !unordered && x != y;
  case arith::CmpFPredicate::ORD:
    return !unordered;
  case arith::CmpFPredicate::UEQ:
    return unordered || x == y;
  case arith::CmpFPredicate::UGT:
    return unordered || x > y;
  case arith::CmpFPredicate::UGE:
    return unordered || x >= y;
  case arith::CmpFPredicate::ULT:
    return unordered || x < y;
  case arith::CmpFPredicate::ULE:
    return unordered || x <= y;
  case arith::CmpFPredicate::UNE:
    return unordered || x != y;
  case arith::CmpFPredicate::UNO:
    return unordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  }
  return false;
}

static LogicalResult runCompare(Context &context, const Inst &inst) {
  auto op = cast<arith::CmpFOp>(inst.op);
  const FloatFormat *format = numberOf(op.getLhs().getType()).format;
  if (!format)
    return op.emitError() << "expected floats of a tile element type, got "
                          << op.getLhs().getType();
  arith::CmpFPredicate predicate = op.getPredicate();
  return mapBinary(context, inst, [&](uint64_t x, uint64_t y) -> uint64_t {
    return compareFloats(predicate, decodeFloat(*format, x),
                         decodeFloat(*format, y));
  });
}

void tile::addFloatHandlers(HandlerMap &map) {
  map.add<arith::AddFOp>(runArithmetic<FloatOperation::Add>);
  map.add<arith::SubFOp>(runArithmetic<FloatOperation::Sub>);
  map.add<arith::MulFOp>(runArithmetic<FloatOperation::Mul>);
  map.add<arith::DivFOp>(runArithmetic<FloatOperation::Div>);
  map.add<arith::RemFOp>(runExtremum<truncatedRemainder>);
  map.add<arith::MaximumFOp>(runExtremum<maximum>);
  map.add<arith::MinimumFOp>(runExtremum<minimum>);
  map.add<arith::MaxNumFOp>(runExtremum<maximumNumber>);
  map.add<arith::MinNumFOp>(runExtremum<minimumNumber>);
  map.add<arith::NegFOp>(runNegate);
  map.add<arith::CmpFOp>(runCompare);
}
