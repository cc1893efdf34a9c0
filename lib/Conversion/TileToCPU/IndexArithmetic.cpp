//===- IndexArithmetic.cpp - Folding arithmetic on indices ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexArithmetic.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;

namespace tile {
namespace cpu {

std::optional<int64_t> constantOf(OpFoldResult index) {
  return getConstantIntValue(index);
}

Value FoldingBuilder::value(OpFoldResult index) {
  if (auto value = dyn_cast<Value>(index))
    return value;
  return arith::ConstantIndexOp::create(builder, loc, *constantOf(index));
}

Value FoldingBuilder::i64(OpFoldResult index) {
  if (std::optional<int64_t> constant = constantOf(index))
    return arith::ConstantIntOp::create(builder, loc, *constant, 64);
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                    cast<Value>(index));
}

OpFoldResult FoldingBuilder::add(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> l = constantOf(lhs), r = constantOf(rhs);
  int64_t sum;
  if (l && r && !llvm::AddOverflow(*l, *r, sum))
    return constant(sum);
  if (l && *l == 0)
    return rhs;
  if (r && *r == 0)
    return lhs;
  return arith::AddIOp::create(builder, loc, value(lhs), value(rhs))
      .getResult();
}

OpFoldResult FoldingBuilder::sub(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> l = constantOf(lhs), r = constantOf(rhs);
  int64_t difference;
  if (l && r && !llvm::SubOverflow(*l, *r, difference))
    return constant(difference);
  if (r && *r == 0)
    return lhs;
  return arith::SubIOp::create(builder, loc, value(lhs), value(rhs))
      .getResult();
}

OpFoldResult FoldingBuilder::mul(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> l = constantOf(lhs), r = constantOf(rhs);
  int64_t result;
  if (l && r && !llvm::MulOverflow(*l, *r, result))
    return constant(result);
  if ((l && *l == 0) || (r && *r == 0))
    return constant(0);
  if (l && *l == 1)
    return rhs;
  if (r && *r == 1)
    return lhs;
  return arith::MulIOp::create(builder, loc, value(lhs), value(rhs))
      .getResult();
}

OpFoldResult FoldingBuilder::min(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> l = constantOf(lhs), r = constantOf(rhs);
  if (l && r)
    return constant(std::min(*l, *r));
  return arith::MinSIOp::create(builder, loc, value(lhs), value(rhs))
      .getResult();
}

OpFoldResult FoldingBuilder::max(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> l = constantOf(lhs), r = constantOf(rhs);
  if (l && r)
    return constant(std::max(*l, *r));
  return arith::MaxSIOp::create(builder, loc, value(lhs), value(rhs))
      .getResult();
}

OpFoldResult FoldingBuilder::div(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> l = constantOf(lhs), r = constantOf(rhs);
  if (l && r && *l >= 0 && *r > 0)
    return constant(*l / *r);
  if (r && *r == 1)
    return lhs;
  return arith::DivUIOp::create(builder, loc, value(lhs), value(rhs))
      .getResult();
}

OpFoldResult FoldingBuilder::rem(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> l = constantOf(lhs), r = constantOf(rhs);
  if (l && r && *l >= 0 && *r > 0)
    return constant(*l % *r);
  if (r && *r == 1)
    return constant(0);
  return arith::RemUIOp::create(builder, loc, value(lhs), value(rhs))
      .getResult();
}

OpFoldResult FoldingBuilder::ceilDiv(OpFoldResult lhs, OpFoldResult rhs) {
  return div(add(lhs, sub(rhs, constant(1))), rhs);
}

OpFoldResult FoldingBuilder::floorDiv(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> l = constantOf(lhs), r = constantOf(rhs);
  if (l && r && *r > 0)
    return constant(llvm::divideFloorSigned(*l, *r));
  if (r && *r == 1)
    return lhs;
  return arith::FloorDivSIOp::create(builder, loc, value(lhs), value(rhs))
      .getResult();
}

OpFoldResult FoldingBuilder::product(ArrayRef<OpFoldResult> factors) {
  OpFoldResult result = constant(1);
  for (OpFoldResult factor : factors)
    result = mul(result, factor);
  return result;
}

Value FoldingBuilder::boolean(bool value) {
  return arith::ConstantIntOp::create(builder, loc, value, 1);
}

Value FoldingBuilder::compare(arith::CmpIPredicate predicate, OpFoldResult lhs,
                              OpFoldResult rhs) {
  std::optional<int64_t> l = constantOf(lhs), r = constantOf(rhs);
  if (l && r)
    return boolean(arith::applyCmpPredicate(predicate, APInt(64, *l, true),
                                            APInt(64, *r, true)));
  return arith::CmpIOp::create(builder, loc, predicate, value(lhs), value(rhs));
}

Value FoldingBuilder::both(Value lhs, Value rhs) {
  if (!lhs || matchPattern(lhs, m_One()))
    return rhs;
  if (!rhs || matchPattern(rhs, m_One()))
    return lhs;
  return arith::AndIOp::create(builder, loc, lhs, rhs);
}

/// The divisor of an induction variable: of its bounds' start and its step.
static int64_t divisorOfArgument(BlockArgument argument, unsigned depth) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument != loop.getInductionVar())
    return 1;
  return std::gcd(knownDivisor(loop.getLowerBound(), depth),
                  knownDivisor(loop.getStep(), depth));
}

int64_t knownDivisor(OpFoldResult index, unsigned depth) {
  if (std::optional<int64_t> constant = constantOf(index))
    return *constant == INT64_MIN ? 1 : std::abs(*constant);
  // Deep chains are rare, and the answer is only worth a little speed.
  if (depth > 8)
    return 1;
  auto value = cast<Value>(index);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return divisorOfArgument(argument, depth + 1);
  Operation *op = value.getDefiningOp();
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return std::gcd(knownDivisor(op->getOperand(0), depth + 1),
                    knownDivisor(op->getOperand(1), depth + 1));
  if (isa<arith::MulIOp>(op)) {
    int64_t l = knownDivisor(op->getOperand(0), depth + 1);
    int64_t r = knownDivisor(op->getOperand(1), depth + 1);
    int64_t product;
    return llvm::MulOverflow(l, r, product) ? 1 : product;
  }
  return 1;
}

} // namespace cpu
} // namespace tile
