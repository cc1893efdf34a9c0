//===- VectorOps.cpp - operations on vectors ------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector of any rank is its components in row-major order. Most operations
// only move components: a table says where each one of the result comes from.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "Accessor.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace tile;

namespace {
/// Where a component comes from.
struct Origin {
  unsigned operand;
  unsigned component;
};
using Origins = std::vector<Origin>;
} // namespace

/// Fills result `number` from the operands' components.
static LogicalResult gather(Context &context, const Inst &inst,
                            const Origins &origins, unsigned number = 0) {
  SmallVector<Operand, 4> operands;
  bool perLane = false;
  unsigned numOperands = 0;
  for (const Origin &origin : origins)
    numOperands = std::max(numOperands, origin.operand + 1);
  for (unsigned i = 0; i < numOperands; ++i) {
    FailureOr<Operand> operand = context.operand(inst, i);
    if (failed(operand))
      return failure();
    perLane |= !operand->isUniform();
    operands.push_back(*operand);
  }
  for (const Origin &origin : origins)
    if (origin.component >= operands[origin.operand].components)
      return inst.op->emitError() << "expected a position inside the vector";
  uint64_t *out = context.result(inst, number, perLane, origins.size());
  if (!out)
    return failure();
  auto lane = [&](int64_t lane, uint64_t *to) {
    for (const Origin &origin : origins)
      *to++ = operands[origin.operand].at(lane)[origin.component];
  };
  if (!perLane)
    lane(0, out);
  else
    context.lanes.forEach(
        [&](int64_t l) { lane(l, out + l * origins.size()); });
  return success();
}

static SmallVector<int64_t> shapeOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return SmallVector<int64_t>(vector.getShape());
  return {};
}

static SmallVector<int64_t> stridesOf(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  return strides;
}

/// The component where the sub-vector at a position starts; dynamic entries are
/// operands from `firstDynamic` on, uniform.
static FailureOr<int64_t> startOf(Context &context, const Inst &inst,
                                  VectorType type,
                                  ArrayRef<OpFoldResult> position,
                                  unsigned firstDynamic) {
  SmallVector<int64_t> strides = stridesOf(type.getShape());
  int64_t start = 0;
  for (auto [dim, entry] : llvm::enumerate(position)) {
    int64_t index;
    if (std::optional<int64_t> constant = getConstantIntValue(entry);
        constant && isa<Attribute>(entry)) {
      index = *constant;
    } else {
      FailureOr<uint64_t> value = context.uniform(inst, firstDynamic++);
      if (failed(value))
        return failure();
      index = int64_t(*value);
    }
    if (index < 0 || index >= type.getDimSize(dim))
      return inst.op->emitError()
             << "expected a position inside the vector (because others give "
                "poison), got "
             << index << " in dimension " << dim << " of " << type;
    start += index * strides[dim];
  }
  return start;
}

/// One element at a position that differs between lanes.
static LogicalResult extractPerLane(Context &context, const Inst &inst,
                                    vector::ExtractOp op) {
  FailureOr<Operand> source = context.operand(inst, 0);
  FailureOr<Operand> position = context.operand(inst, 1);
  if (failed(source) || failed(position))
    return failure();
  uint64_t *out = context.result(inst, 0, true);
  if (!out)
    return failure();
  bool isOutside = false;
  context.lanes.forEach([&](int64_t lane) {
    uint64_t index = *position->at(lane);
    isOutside |= index >= source->components;
    if (index < source->components)
      out[lane] = source->at(lane)[index];
  });
  if (!isOutside)
    return success();
  return op.emitError()
         << "expected positions inside the vector (because others "
            "give poison), got one outside of "
         << op.getSourceVectorType();
}

static LogicalResult runExtract(Context &context, const Inst &inst) {
  auto op = cast<vector::ExtractOp>(inst.op);
  VectorType type = op.getSourceVectorType();
  if (type.getRank() == 1 && op.getDynamicPosition().size() == 1)
    return extractPerLane(context, inst, op);
  FailureOr<int64_t> start =
      startOf(context, inst, type, op.getMixedPosition(), 1);
  if (failed(start))
    return failure();
  Origins origins;
  for (unsigned i = 0; i < componentsOf(op.getType()); ++i)
    origins.push_back({0, unsigned(*start) + i});
  return gather(context, inst, origins);
}

static LogicalResult runInsert(Context &context, const Inst &inst) {
  auto op = cast<vector::InsertOp>(inst.op);
  FailureOr<int64_t> start =
      startOf(context, inst, op.getDestVectorType(), op.getMixedPosition(), 2);
  if (failed(start))
    return failure();
  unsigned count = componentsOf(op.getValueToStore().getType());
  Origins origins;
  for (unsigned i = 0; i < componentsOf(op.getType()); ++i)
    origins.push_back({1, i});
  for (unsigned i = 0; i < count; ++i)
    origins[*start + i] = {0, i};
  return gather(context, inst, origins);
}

static LogicalResult runBroadcast(Context &context, const Inst &inst) {
  auto op = cast<vector::BroadcastOp>(inst.op);
  SmallVector<int64_t> from = shapeOf(op.getSourceType());
  SmallVector<int64_t> to(op.getResultVectorType().getShape());
  SmallVector<int64_t> strides = stridesOf(from);
  Origins origins;
  if (failed(forEachIndex(to, [&](ArrayRef<int64_t> index) {
        int64_t component = 0;
        for (size_t dim = 0; dim < from.size(); ++dim)
          if (from[dim] != 1)
            component += index[to.size() - from.size() + dim] * strides[dim];
        origins.push_back({0, unsigned(component)});
        return success();
      })))
    return failure();
  return gather(context, inst, origins);
}

static LogicalResult runFromElements(Context &context, const Inst &inst) {
  Origins origins;
  for (unsigned i = 0; i < inst.operands.size(); ++i)
    origins.push_back({i, 0});
  return gather(context, inst, origins);
}

static LogicalResult runToElements(Context &context, const Inst &inst) {
  for (unsigned i = 0; i < inst.results.size(); ++i)
    if (failed(gather(context, inst, {{0, i}}, i)))
      return failure();
  return success();
}

static LogicalResult runShuffle(Context &context, const Inst &inst) {
  auto op = cast<vector::ShuffleOp>(inst.op);
  SmallVector<int64_t> shape(op.getV1VectorType().getShape());
  unsigned rows = shape.empty() ? 1 : shape[0];
  unsigned rowSize = componentsOf(op.getV1VectorType()) / std::max(rows, 1u);
  Origins origins;
  for (int64_t row : op.getMask()) {
    if (row < 0)
      return op.emitError()
             << "expected a defined mask (because -1 gives poison), "
                "got -1";
    bool isSecond = row >= rows;
    for (unsigned i = 0; i < rowSize; ++i)
      origins.push_back(
          {isSecond, unsigned(row - isSecond * rows) * rowSize + i});
  }
  return gather(context, inst, origins);
}

static LogicalResult runSame(Context &context, const Inst &inst) {
  Origins origins;
  for (unsigned i = 0; i < componentsOf(inst.op->getResult(0).getType()); ++i)
    origins.push_back({0, i});
  return gather(context, inst, origins);
}

static LogicalResult runTranspose(Context &context, const Inst &inst) {
  auto op = cast<vector::TransposeOp>(inst.op);
  SmallVector<int64_t> strides = stridesOf(op.getSourceVectorType().getShape());
  SmallVector<int64_t> shape(op.getResultVectorType().getShape());
  Origins origins;
  (void)forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int64_t component = 0;
    for (auto [dim, from] : llvm::enumerate(op.getPermutation()))
      component += index[dim] * strides[from];
    origins.push_back({0, unsigned(component)});
    return success();
  });
  return gather(context, inst, origins);
}

static SmallVector<int64_t> integersOf(ArrayAttr array) {
  SmallVector<int64_t> values;
  for (Attribute entry : array)
    values.push_back(cast<IntegerAttr>(entry).getInt());
  return values;
}

static LogicalResult runExtractSlice(Context &context, const Inst &inst) {
  auto op = cast<vector::ExtractStridedSliceOp>(inst.op);
  SmallVector<int64_t> strides = stridesOf(op.getSourceVectorType().getShape());
  SmallVector<int64_t> offsets = integersOf(op.getOffsets());
  SmallVector<int64_t> steps = integersOf(op.getStrides());
  SmallVector<int64_t> shape = shapeOf(op.getType());
  Origins origins;
  (void)forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int64_t component = 0;
    for (size_t dim = 0; dim < index.size(); ++dim) {
      bool isSliced = dim < offsets.size();
      component +=
          (isSliced ? offsets[dim] + index[dim] * steps[dim] : index[dim]) *
          strides[dim];
    }
    origins.push_back({0, unsigned(component)});
    return success();
  });
  return gather(context, inst, origins);
}

static LogicalResult runInsertSlice(Context &context, const Inst &inst) {
  auto op = cast<vector::InsertStridedSliceOp>(inst.op);
  SmallVector<int64_t> from(op.getSourceVectorType().getShape());
  SmallVector<int64_t> strides = stridesOf(op.getDestVectorType().getShape());
  SmallVector<int64_t> offsets = integersOf(op.getOffsets());
  SmallVector<int64_t> steps = integersOf(op.getStrides());
  Origins origins;
  for (unsigned i = 0; i < componentsOf(op.getType()); ++i)
    origins.push_back({1, i});
  unsigned next = 0;
  size_t leading = offsets.size() - from.size();
  (void)forEachIndex(from, [&](ArrayRef<int64_t> index) {
    int64_t component = 0;
    for (size_t dim = 0; dim < offsets.size(); ++dim) {
      int64_t moved =
          dim < leading ? 0 : index[dim - leading] * steps[dim - leading];
      component += (offsets[dim] + moved) * strides[dim];
    }
    origins[component] = {0, next++};
    return success();
  });
  return gather(context, inst, origins);
}

static LogicalResult runInterleave(Context &context, const Inst &inst) {
  unsigned count = componentsOf(inst.op->getOperand(0).getType());
  Origins origins;
  for (unsigned i = 0; i < count; ++i) {
    origins.push_back({0, i});
    origins.push_back({1, i});
  }
  return gather(context, inst, origins);
}

static LogicalResult runDeinterleave(Context &context, const Inst &inst) {
  unsigned count = componentsOf(inst.op->getResult(0).getType());
  for (unsigned result = 0; result < 2; ++result) {
    Origins origins;
    for (unsigned i = 0; i < count; ++i)
      origins.push_back({0, 2 * i + result});
    if (failed(gather(context, inst, origins, result)))
      return failure();
  }
  return success();
}

static LogicalResult runStep(Context &context, const Inst &inst) {
  unsigned count = componentsOf(inst.op->getResult(0).getType());
  uint64_t *out = context.result(inst, 0, false, count);
  if (!out)
    return failure();
  std::iota(out, out + count, 0);
  return success();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static uint64_t combineIntegers(vector::CombiningKind kind, const Number &n,
                                uint64_t x, uint64_t y) {
  switch (kind) {
  case vector::CombiningKind::ADD:
    return (x + y) & n.mask();
  case vector::CombiningKind::MUL:
    return (x * y) & n.mask();
  case vector::CombiningKind::MINUI:
    return std::min(x, y);
  case vector::CombiningKind::MAXUI:
    return std::max(x, y);
  case vector::CombiningKind::MINSI:
    return n.signExtend(x) < n.signExtend(y) ? x : y;
  case vector::CombiningKind::MAXSI:
    return n.signExtend(x) > n.signExtend(y) ? x : y;
  case vector::CombiningKind::AND:
    return x & y;
  case vector::CombiningKind::OR:
    return x | y;
  default:
    return x ^ y;
  }
}

static uint64_t combineFloats(vector::CombiningKind kind,
                              const FloatFormat &format, uint64_t x,
                              uint64_t y) {
  double a = decodeFloat(format, x), b = decodeFloat(format, y), result;
  switch (kind) {
  case vector::CombiningKind::ADD:
    result = a + b;
    break;
  case vector::CombiningKind::MUL:
    result = a * b;
    break;
  case vector::CombiningKind::MINNUMF:
    result = minimumNumber(a, b);
    break;
  case vector::CombiningKind::MAXNUMF:
    result = maximumNumber(a, b);
    break;
  case vector::CombiningKind::MINIMUMF:
    result = minimum(a, b);
    break;
  default:
    result = maximum(a, b);
    break;
  }
  RoundingRule rule;
  rule.saturate = false;
  return encodeFloat(format, result, rule);
}

/// From the accumulator, or the first component, in order.
static LogicalResult runReduction(Context &context, const Inst &inst) {
  auto op = cast<vector::ReductionOp>(inst.op);
  FailureOr<Operand> vector = context.operand(inst, 0);
  if (failed(vector))
    return failure();
  Operand acc;
  if (op.getAcc()) {
    FailureOr<Operand> given = context.operand(inst, 1);
    if (failed(given))
      return failure();
    acc = *given;
  }
  bool perLane = !vector->isUniform() || !acc.isUniform();
  uint64_t *out = context.result(inst, 0, perLane);
  if (!out)
    return failure();
  Number number = numberOf(op.getType());
  vector::CombiningKind kind = op.getKind();
  auto combine = [&](uint64_t x, uint64_t y) {
    return number.isFloat() ? combineFloats(kind, *number.format, x, y)
                            : combineIntegers(kind, number, x, y);
  };
  auto lane = [&](int64_t lane) {
    const uint64_t *x = vector->at(lane);
    uint64_t result = acc.data ? combine(*acc.at(lane), x[0]) : x[0];
    for (unsigned i = 1; i < vector->components; ++i)
      result = combine(result, x[i]);
    return result;
  };
  if (!perLane)
    *out = lane(0);
  else
    context.lanes.forEach([&](int64_t l) { out[l] = lane(l); });
  return success();
}

static LogicalResult runFma(Context &context, const Inst &inst) {
  const FloatFormat *format = numberOf(inst.op->getResult(0).getType()).format;
  if (!format)
    return inst.op->emitError() << "expected floats of a tile element type";
  RoundingRule rule;
  rule.saturate = false;
  bool isDouble = format == &FloatFormat::f64;
  return mapTernary(context, inst, [&](uint64_t x, uint64_t y, uint64_t z) {
    double a = decodeFloat(*format, x), b = decodeFloat(*format, y),
           c = decodeFloat(*format, z);
    return encodeFloat(*format,
                       isDouble ? std::fma(a, b, c) : multiplyAddToOdd(a, b, c),
                       rule);
  });
}

void tile::addVectorHandlers(HandlerMap &map) {
  map.add<vector::ExtractOp>(runExtract);
  map.add<vector::InsertOp>(runInsert);
  map.add<vector::BroadcastOp>(runBroadcast);
  map.add<vector::FromElementsOp>(runFromElements);
  map.add<vector::ToElementsOp>(runToElements);
  map.add<vector::ShuffleOp>(runShuffle);
  map.add<vector::ShapeCastOp>(runSame);
  map.add<vector::TransposeOp>(runTranspose);
  map.add<vector::ExtractStridedSliceOp>(runExtractSlice);
  map.add<vector::InsertStridedSliceOp>(runInsertSlice);
  map.add<vector::InterleaveOp>(runInterleave);
  map.add<vector::DeinterleaveOp>(runDeinterleave);
  map.add<vector::StepOp>(runStep);
  map.add<vector::BitCastOp>(runVectorBitcast);
  map.add<vector::ReductionOp>(runReduction);
  map.add<vector::FMAOp>(runFma);
}
