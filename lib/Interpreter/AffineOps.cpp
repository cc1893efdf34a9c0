//===- AffineOps.cpp - affine index computations --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "Machine.h"

using namespace mlir;
using namespace tile;

static int64_t floorDivide(int64_t x, int64_t y) {
  return x / y - (x % y != 0 && (x < 0) != (y < 0));
}

namespace {
/// Evaluates expressions for one assignment; sums and products wrap.
struct Evaluator {
  ArrayRef<int64_t> dims, symbols;
  bool isUndefined = false;

  int64_t divideBy(AffineExprKind kind, int64_t x, int64_t y) {
    // A divisor is positive in a valid program.
    if (y <= 0) {
      isUndefined = true;
      return 0;
    }
    switch (kind) {
    case AffineExprKind::FloorDiv:
      return floorDivide(x, y);
    case AffineExprKind::CeilDiv:
      return -floorDivide(-x, y);
    default:
      return x - y * floorDivide(x, y);
    }
  }

  int64_t evaluate(AffineExpr expr) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return dims[dim.getPosition()];
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return symbols[symbol.getPosition()];
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return constant.getValue();
    auto binary = cast<AffineBinaryOpExpr>(expr);
    int64_t x = evaluate(binary.getLHS()), y = evaluate(binary.getRHS());
    if (expr.getKind() == AffineExprKind::Add)
      return int64_t(uint64_t(x) + uint64_t(y));
    if (expr.getKind() == AffineExprKind::Mul)
      return int64_t(uint64_t(x) * uint64_t(y));
    return divideBy(expr.getKind(), x, y);
  }
};
} // namespace

/// One value from all operands: `compute(values, isUndefined)`.
template <typename Compute>
static LogicalResult mapAll(Context &context, const Inst &inst, unsigned result,
                            Compute compute) {
  SmallVector<Operand, 4> operands;
  bool perLane = false;
  for (unsigned i = 0; i < inst.operands.size(); ++i) {
    FailureOr<Operand> operand = context.operand(inst, i);
    if (failed(operand))
      return failure();
    perLane |= !operand->isUniform();
    operands.push_back(*operand);
  }
  uint64_t *out = context.result(inst, result, perLane);
  if (!out)
    return failure();
  bool isUndefined = false;
  SmallVector<int64_t, 4> values(operands.size());
  auto lane = [&](int64_t lane) {
    for (size_t i = 0; i < operands.size(); ++i)
      values[i] = int64_t(*operands[i].at(lane));
    return uint64_t(compute(ArrayRef<int64_t>(values), isUndefined));
  };
  if (!perLane)
    *out = lane(0);
  else
    context.lanes.forEach([&](int64_t l) { out[l] = lane(l); });
  if (!isUndefined)
    return success();
  return inst.op->emitError()
         << "expected positive divisors (because others are undefined)";
}

/// Folds the results of a map with `combine`.
template <typename Combine>
static LogicalResult runMap(Context &context, const Inst &inst, AffineMap map,
                            Combine combine) {
  return mapAll(context, inst, 0,
                [&](ArrayRef<int64_t> values, bool &isUndefined) {
                  Evaluator evaluator{values.take_front(map.getNumDims()),
                                      values.drop_front(map.getNumDims())};
                  int64_t result = evaluator.evaluate(map.getResult(0));
                  for (AffineExpr expr : map.getResults().drop_front())
                    result = combine(result, evaluator.evaluate(expr));
                  isUndefined |= evaluator.isUndefined;
                  return result;
                });
}

static LogicalResult runApply(Context &context, const Inst &inst) {
  AffineMap map = cast<affine::AffineApplyOp>(inst.op).getAffineMap();
  return runMap(context, inst, map, [](int64_t x, int64_t) { return x; });
}
static LogicalResult runMin(Context &context, const Inst &inst) {
  AffineMap map = cast<affine::AffineMinOp>(inst.op).getMap();
  return runMap(context, inst, map,
                [](int64_t x, int64_t y) { return std::min(x, y); });
}
static LogicalResult runMax(Context &context, const Inst &inst) {
  AffineMap map = cast<affine::AffineMaxOp>(inst.op).getMap();
  return runMap(context, inst, map,
                [](int64_t x, int64_t y) { return std::max(x, y); });
}

/// The basis of an operation: constants, and operands from `first` on.
static SmallVector<int64_t> basisOf(ArrayRef<int64_t> constants,
                                    ArrayRef<int64_t> dynamic) {
  SmallVector<int64_t> basis;
  for (int64_t entry : constants) {
    if (ShapedType::isDynamic(entry)) {
      basis.push_back(dynamic.front());
      dynamic = dynamic.drop_front();
    } else {
      basis.push_back(entry);
    }
  }
  return basis;
}

static LogicalResult runDelinearize(Context &context, const Inst &inst) {
  auto op = cast<affine::AffineDelinearizeIndexOp>(inst.op);
  unsigned numResults = op.getNumResults();
  for (unsigned result = 0; result < numResults; ++result) {
    auto compute = [&](ArrayRef<int64_t> values, bool &isUndefined) -> int64_t {
      SmallVector<int64_t> basis =
          basisOf(op.getStaticBasis(), values.drop_front());
      // An outer bound, if there is one, does not divide.
      if (basis.size() == numResults)
        basis.erase(basis.begin());
      int64_t rest = values[0];
      for (unsigned i = numResults; i-- > result;) {
        if (i == 0)
          return rest;
        int64_t extent = basis[i - 1];
        if (extent <= 0) {
          isUndefined = true;
          return 0;
        }
        int64_t quotient = floorDivide(rest, extent);
        if (i == result)
          return rest - quotient * extent;
        rest = quotient;
      }
      return rest;
    };
    if (failed(mapAll(context, inst, result, compute)))
      return failure();
  }
  return success();
}

static LogicalResult runLinearize(Context &context, const Inst &inst) {
  auto op = cast<affine::AffineLinearizeIndexOp>(inst.op);
  unsigned numIndices = op.getMultiIndex().size();
  return mapAll(context, inst, 0, [&](ArrayRef<int64_t> values, bool &) {
    SmallVector<int64_t> basis =
        basisOf(op.getStaticBasis(), values.drop_front(numIndices));
    if (basis.size() == numIndices && !basis.empty())
      basis.erase(basis.begin());
    uint64_t result = numIndices ? uint64_t(values[0]) : 0;
    for (unsigned i = 1; i < numIndices; ++i)
      result = result * uint64_t(basis[i - 1]) + uint64_t(values[i]);
    return int64_t(result);
  });
}

void tile::addAffineHandlers(HandlerMap &map) {
  map.add<affine::AffineApplyOp>(runApply);
  map.add<affine::AffineMinOp>(runMin);
  map.add<affine::AffineMaxOp>(runMax);
  map.add<affine::AffineDelinearizeIndexOp>(runDelinearize);
  map.add<affine::AffineLinearizeIndexOp>(runLinearize);
}
