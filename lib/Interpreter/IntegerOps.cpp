//===- IntegerOps.cpp - arithmetic of integers and indices ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results wrap; overflow flags, which only allow optimizations, are ignored.
// Division by zero, the overflow of a signed division, and shifts by the width
// or more are errors.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Total operations
//===----------------------------------------------------------------------===//

/// A handler for an operation defined everywhere; `compute(x, y, number)`.
template <typename Compute>
static LogicalResult binary(Context &context, const Inst &inst,
                            Compute compute) {
  Number number = numberOf(inst.op->getResult(0).getType());
  uint64_t mask = number.mask();
  return mapBinary(context, inst, [&](uint64_t x, uint64_t y) {
    return compute(x, y, number) & mask;
  });
}

template <typename Op>
struct Total;
#define TILE_TOTAL(OP, EXPRESSION)                                             \
  template <>                                                                  \
  struct Total<arith::OP> {                                                    \
    static uint64_t compute(uint64_t x, uint64_t y, const Number &n) {         \
      return EXPRESSION;                                                       \
    }                                                                          \
  };
TILE_TOTAL(AddIOp, x + y)
TILE_TOTAL(SubIOp, x - y)
TILE_TOTAL(MulIOp, x *y)
TILE_TOTAL(AndIOp, x &y)
TILE_TOTAL(OrIOp, x | y)
TILE_TOTAL(XOrIOp, x ^ y)
TILE_TOTAL(MaxUIOp, std::max(x, y))
TILE_TOTAL(MinUIOp, std::min(x, y))
TILE_TOTAL(MaxSIOp, n.signExtend(x) > n.signExtend(y) ? x : y)
TILE_TOTAL(MinSIOp, n.signExtend(x) < n.signExtend(y) ? x : y)
#undef TILE_TOTAL

template <typename Op>
static LogicalResult runTotal(Context &context, const Inst &inst) {
  return binary(context, inst, Total<Op>::compute);
}

//===----------------------------------------------------------------------===//
// Partial operations
//===----------------------------------------------------------------------===//

/// A handler for an operation that `isDefined(x, y, number)` limits.
template <typename IsDefined, typename Compute>
static LogicalResult partial(Context &context, const Inst &inst,
                             StringRef expected, IsDefined isDefined,
                             Compute compute) {
  Number number = numberOf(inst.op->getResult(0).getType());
  bool isBad = false;
  uint64_t badLeft = 0, badRight = 0;
  LogicalResult result =
      mapBinary(context, inst, [&](uint64_t x, uint64_t y) -> uint64_t {
        if (isDefined(x, y, number))
          return compute(x, y, number) & number.mask();
        if (!isBad) {
          isBad = true;
          badLeft = x;
          badRight = y;
        }
        return 0;
      });
  if (failed(result) || !isBad)
    return result;
  return inst.op->emitError() << "expected " << expected << ", got operands "
                              << number.signExtend(badLeft) << " and "
                              << number.signExtend(badRight);
}

static bool isNonZero(uint64_t, uint64_t y, const Number &) { return y != 0; }
static bool isSignedDivision(uint64_t x, uint64_t y, const Number &n) {
  bool isLeast = n.signExtend(x) == n.signExtend(uint64_t(1) << (n.width - 1));
  return y != 0 && !(isLeast && n.signExtend(y) == -1);
}
static bool isInWidth(uint64_t, uint64_t y, const Number &n) {
  return y < n.width;
}

static constexpr llvm::StringLiteral divisionRule =
    "a divisor other than zero (because division by zero is undefined)";
static constexpr llvm::StringLiteral signedDivisionRule =
    "a division with a result in range (because division by zero and overflow "
    "are "
    "undefined)";
static constexpr llvm::StringLiteral shiftRule =
    "a shift by less than the width (because a longer one is poison)";

static int64_t floorDivide(int64_t x, int64_t y) {
  int64_t quotient = x / y;
  return quotient - (x % y != 0 && (x < 0) != (y < 0));
}
static int64_t ceilDivide(int64_t x, int64_t y) {
  int64_t quotient = x / y;
  return quotient + (x % y != 0 && (x < 0) == (y < 0));
}

template <typename Op>
struct Partial;
#define TILE_PARTIAL(OP, RULE, IS_DEFINED, EXPRESSION)                         \
  template <>                                                                  \
  struct Partial<arith::OP> {                                                  \
    static LogicalResult run(Context &context, const Inst &inst) {             \
      return partial(context, inst, RULE, IS_DEFINED,                          \
                     [](uint64_t x, uint64_t y, const Number &n) -> uint64_t { \
                       return EXPRESSION;                                      \
                     });                                                       \
    }                                                                          \
  };
TILE_PARTIAL(DivUIOp, divisionRule, isNonZero, x / y)
TILE_PARTIAL(RemUIOp, divisionRule, isNonZero, x % y)
TILE_PARTIAL(CeilDivUIOp, divisionRule, isNonZero, x / y + (x % y != 0))
TILE_PARTIAL(DivSIOp, signedDivisionRule, isSignedDivision,
             n.signExtend(x) / n.signExtend(y))
// The remainder of the least number by -1 is 0, but dividing is what traps.
TILE_PARTIAL(RemSIOp, signedDivisionRule, isSignedDivision,
             n.signExtend(x) % n.signExtend(y))
TILE_PARTIAL(CeilDivSIOp, signedDivisionRule, isSignedDivision,
             ceilDivide(n.signExtend(x), n.signExtend(y)))
TILE_PARTIAL(FloorDivSIOp, signedDivisionRule, isSignedDivision,
             floorDivide(n.signExtend(x), n.signExtend(y)))
TILE_PARTIAL(ShLIOp, shiftRule, isInWidth, x << y)
TILE_PARTIAL(ShRUIOp, shiftRule, isInWidth, x >> y)
TILE_PARTIAL(ShRSIOp, shiftRule, isInWidth, n.signExtend(x) >> y)
#undef TILE_PARTIAL

//===----------------------------------------------------------------------===//
// Double-width results
//===----------------------------------------------------------------------===//

/// Two results from two operands: `compute(x, y, number)` gives (low, high).
template <typename Compute>
static LogicalResult extended(Context &context, const Inst &inst,
                              Compute compute) {
  FailureOr<Operand> a = context.operand(inst, 0);
  FailureOr<Operand> b = context.operand(inst, 1);
  if (failed(a) || failed(b))
    return failure();
  bool perLane = !a->isUniform() || !b->isUniform();
  uint64_t *low = context.result(inst, 0, perLane, a->components);
  uint64_t *high = context.result(inst, 1, perLane, a->components);
  if (!low || !high)
    return failure();
  Number number = numberOf(inst.op->getResult(0).getType());
  auto lane = [&](int64_t lane, int64_t to) {
    for (unsigned i = 0; i < a->components; ++i)
      std::tie(low[to + i], high[to + i]) =
          compute(a->at(lane)[i], b->at(lane)[i], number);
  };
  if (!perLane)
    lane(0, 0);
  else
    context.lanes.forEach([&](int64_t l) { lane(l, l * a->components); });
  return success();
}

using Halves = std::pair<uint64_t, uint64_t>;

static LogicalResult runAddExtended(Context &context, const Inst &inst) {
  return extended(context, inst, [](uint64_t x, uint64_t y, const Number &n) {
    unsigned __int128 sum = (unsigned __int128)x + y;
    return Halves(uint64_t(sum) & n.mask(), uint64_t(sum >> n.width));
  });
}

static LogicalResult runMulUnsignedExtended(Context &context,
                                            const Inst &inst) {
  return extended(context, inst, [](uint64_t x, uint64_t y, const Number &n) {
    unsigned __int128 product = (unsigned __int128)x * y;
    return Halves(uint64_t(product) & n.mask(),
                  uint64_t(product >> n.width) & n.mask());
  });
}

static LogicalResult runMulSignedExtended(Context &context, const Inst &inst) {
  return extended(context, inst, [](uint64_t x, uint64_t y, const Number &n) {
    __int128 product = (__int128)n.signExtend(x) * n.signExtend(y);
    return Halves(uint64_t(product) & n.mask(),
                  uint64_t(product >> n.width) & n.mask());
  });
}

//===----------------------------------------------------------------------===//
// Comparison, selection, constants
//===----------------------------------------------------------------------===//

static bool compareIntegers(arith::CmpIPredicate predicate, uint64_t x,
                            uint64_t y, const Number &n) {
  int64_t sx = n.signExtend(x), sy = n.signExtend(y);
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return x == y;
  case arith::CmpIPredicate::ne:
    return x != y;
  case arith::CmpIPredicate::slt:
    return sx < sy;
  case arith::CmpIPredicate::sle:
    return sx <= sy;
  case arith::CmpIPredicate::sgt:
    return sx > sy;
  case arith::CmpIPredicate::sge:
    return sx >= sy;
  case arith::CmpIPredicate::ult:
    return x < y;
  case arith::CmpIPredicate::ule:
    return x <= y;
  case arith::CmpIPredicate::ugt:
    return x > y;
  case arith::CmpIPredicate::uge:
    return x >= y;
  }
  return false;
}

static LogicalResult runCompare(Context &context, const Inst &inst) {
  auto op = cast<arith::CmpIOp>(inst.op);
  Number number = numberOf(op.getLhs().getType());
  arith::CmpIPredicate predicate = op.getPredicate();
  return mapBinary(context, inst, [&](uint64_t x, uint64_t y) -> uint64_t {
    return compareIntegers(predicate, x, y, number);
  });
}

/// Selection between tiles: only where the condition is uniform.
static LogicalResult selectView(Context &context, const Inst &inst) {
  FailureOr<uint64_t> condition = context.uniform(inst, 0);
  if (failed(condition))
    return failure();
  context.slot(inst.results[0]) =
      Slot(context.slot(inst.operands[*condition & 1 ? 1 : 2]));
  return success();
}

static LogicalResult runSelect(Context &context, const Inst &inst) {
  if (isa<ShapedType>(inst.op->getResult(0).getType()) &&
      !isa<VectorType>(inst.op->getResult(0).getType()))
    return selectView(context, inst);
  FailureOr<Operand> condition = context.operand(inst, 0);
  FailureOr<Operand> a = context.operand(inst, 1);
  FailureOr<Operand> b = context.operand(inst, 2);
  if (failed(condition) || failed(a) || failed(b))
    return failure();
  bool perLane = !condition->isUniform() || !a->isUniform() || !b->isUniform();
  uint64_t *out = context.result(inst, 0, perLane, a->components);
  if (!out)
    return failure();
  // One condition, or one for each component.
  unsigned step = condition->components == 1 ? 0 : 1;
  auto lane = [&](int64_t lane, uint64_t *to) {
    for (unsigned i = 0; i < a->components; ++i)
      to[i] =
          condition->at(lane)[i * step] & 1 ? a->at(lane)[i] : b->at(lane)[i];
  };
  if (!perLane)
    lane(0, out);
  else
    context.lanes.forEach([&](int64_t l) { lane(l, out + l * a->components); });
  return success();
}

static LogicalResult runConstant(Context &context, const Inst &inst) {
  auto op = cast<arith::ConstantOp>(inst.op);
  SmallVector<uint64_t> bits;
  unsigned components = componentsOf(op.getType());
  if (!constantBits(op.getValue(), bits) || bits.empty() ||
      (bits.size() != components && bits.size() != 1))
    return op.emitError() << "expected a constant of a tile element type, got "
                          << op.getType();
  bits.resize(components, bits.front());
  uint64_t *out = context.result(inst, 0, false, components);
  if (!out)
    return failure();
  llvm::copy(bits, out);
  return success();
}

static LogicalResult runPoison(Context &context, const Inst &inst) {
  unsigned components = componentsOf(inst.op->getResult(0).getType());
  uint64_t *out = context.result(inst, 0, false, components);
  if (!out)
    return failure();
  std::fill_n(out, components, 0);
  context.slot(inst.results[0]).isPoison = true;
  return success();
}

void tile::addIntegerHandlers(HandlerMap &map) {
  map.add<arith::AddIOp>(runTotal<arith::AddIOp>);
  map.add<arith::SubIOp>(runTotal<arith::SubIOp>);
  map.add<arith::MulIOp>(runTotal<arith::MulIOp>);
  map.add<arith::AndIOp>(runTotal<arith::AndIOp>);
  map.add<arith::OrIOp>(runTotal<arith::OrIOp>);
  map.add<arith::XOrIOp>(runTotal<arith::XOrIOp>);
  map.add<arith::MaxUIOp>(runTotal<arith::MaxUIOp>);
  map.add<arith::MinUIOp>(runTotal<arith::MinUIOp>);
  map.add<arith::MaxSIOp>(runTotal<arith::MaxSIOp>);
  map.add<arith::MinSIOp>(runTotal<arith::MinSIOp>);
  map.add<arith::DivUIOp>(Partial<arith::DivUIOp>::run);
  map.add<arith::RemUIOp>(Partial<arith::RemUIOp>::run);
  map.add<arith::CeilDivUIOp>(Partial<arith::CeilDivUIOp>::run);
  map.add<arith::DivSIOp>(Partial<arith::DivSIOp>::run);
  map.add<arith::RemSIOp>(Partial<arith::RemSIOp>::run);
  map.add<arith::CeilDivSIOp>(Partial<arith::CeilDivSIOp>::run);
  map.add<arith::FloorDivSIOp>(Partial<arith::FloorDivSIOp>::run);
  map.add<arith::ShLIOp>(Partial<arith::ShLIOp>::run);
  map.add<arith::ShRUIOp>(Partial<arith::ShRUIOp>::run);
  map.add<arith::ShRSIOp>(Partial<arith::ShRSIOp>::run);
  map.add<arith::AddUIExtendedOp>(runAddExtended);
  map.add<arith::MulUIExtendedOp>(runMulUnsignedExtended);
  map.add<arith::MulSIExtendedOp>(runMulSignedExtended);
  map.add<arith::CmpIOp>(runCompare);
  map.add<arith::SelectOp>(runSelect);
  map.add<arith::ConstantOp>(runConstant);
  map.add<ub::PoisonOp>(runPoison);
}
