//===- VectorBody.cpp - The body of a parallel nest over lanes ------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorBody.h"

#include "Combiners.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace tile {
namespace cpu {

//===----------------------------------------------------------------------===//
// What can be emitted
//===----------------------------------------------------------------------===//

static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

static bool hasScalarTypes(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

static bool isRankZeroLocal(AllocOp op) {
  BufferType type = op.getBuffer().getType();
  return type.getSpace() == MemorySpace::Local && type.getRank() == 0 &&
         isScalar(type.getElementType()) && type.getStorageBits() % 8 == 0;
}

namespace {

/// Decides whether a body can be emitted over lanes. Values that may differ
/// from lane to lane are found on the way.
class VectorizationCheck {
public:
  explicit VectorizationCheck(Value laneVariable) {
    varying.insert(laneVariable);
  }

  bool accept(Block &block) {
    return llvm::all_of(block, [&](Operation &op) { return accept(&op); });
  }

private:
  bool accept(Operation *op);
  bool acceptFor(scf::ForOp op);
  bool isVarying(Value value) { return varying.contains(value); }

  llvm::DenseSet<Value> varying;
};

} // namespace

bool VectorizationCheck::acceptFor(scf::ForOp op) {
  if (isVarying(op.getLowerBound()) || isVarying(op.getUpperBound()) ||
      isVarying(op.getStep()))
    return false;
  varying.insert(op.getRegionIterArgs().begin(), op.getRegionIterArgs().end());
  varying.insert(op.getResults().begin(), op.getResults().end());
  return accept(*op.getBody());
}

bool VectorizationCheck::accept(Operation *op) {
  bool anyVarying =
      llvm::any_of(op->getOperands(), [&](Value v) { return isVarying(v); });
  bool isBranch = isa<scf::IfOp, AllocOp>(op);
  if (anyVarying || isBranch)
    varying.insert(op->getResults().begin(), op->getResults().end());
  if (isa<arith::ConstantOp, CastOp>(op))
    return hasScalarTypes(op);
  if (auto load = dyn_cast<LoadOp>(op))
    return isScalar(load.getResult().getType());
  if (auto store = dyn_cast<StoreOp>(op))
    return isScalar(store.getValue().getType());
  if (auto alloc = dyn_cast<AllocOp>(op))
    return isRankZeroLocal(alloc);
  if (auto update = dyn_cast<ReducerUpdateOp>(op))
    return isScalar(update.getValue().getType());
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return hasScalarTypes(op) && acceptFor(loop);
  if (isa<scf::IfOp>(op))
    return hasScalarTypes(op) &&
           llvm::all_of(op->getRegions(), [&](Region &region) {
             return region.empty() || accept(region.front());
           });
  if (isa<AtomicRmwOp>(op))
    return op->use_empty();
  if (isa<YieldOp, scf::YieldOp>(op))
    return true;
  return OpTrait::hasElementwiseMappableTraits(op) && hasScalarTypes(op) &&
         isMemoryEffectFree(op);
}

bool canVectorize(Block &block, Value laneVariable) {
  return VectorizationCheck(laneVariable).accept(block);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LaneValue VectorBody::get(Value original) {
  auto known = values.find(original);
  // What is defined outside the nest is the same in all lanes.
  return known == values.end() ? LaneValue::uniform(original) : known->second;
}

/// A constant of integer or index type.
static Value integer(FoldingBuilder &index, Type type, int64_t value) {
  return arith::ConstantOp::create(index.builder, index.loc,
                                   index.builder.getIntegerAttr(type, value));
}

Value VectorBody::vector(FoldingBuilder &index, LaneValue value) {
  OpBuilder &b = index.builder;
  if (value.kind == LaneValue::Varying)
    return value.value;
  Value first = splat(index, value.value, lanes);
  if (value.kind == LaneValue::Uniform)
    return first;
  Type element = value.value.getType();
  SmallVector<Attribute> steps;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    APInt step(element.isIndex() ? 64 : element.getIntOrFloatBitWidth(),
               static_cast<uint64_t>(lane * value.step), /*isSigned=*/false,
               /*implicitTrunc=*/true);
    steps.push_back(b.getIntegerAttr(element, step));
  }
  Value step = arith::ConstantOp::create(
      b, index.loc,
      DenseElementsAttr::get(VectorType::get({lanes}, element), steps));
  return arith::AddIOp::create(b, index.loc, first, step);
}

Value VectorBody::anyLane(FoldingBuilder &index) {
  return vector::ReductionOp::create(index.builder, index.loc,
                                     vector::CombiningKind::OR, mask);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

LogicalResult VectorBody::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(emitOp(&op)))
      return failure();
  return success();
}

LogicalResult VectorBody::emitOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LoadOp o) { return emitLoad(o); })
      .Case([&](StoreOp o) { return emitStore(o); })
      .Case([&](CastOp o) { return emitCast(o); })
      .Case([&](AllocOp o) { return emitLocalAlloc(o); })
      .Case([&](ReducerUpdateOp o) { return emitReducerUpdate(o); })
      .Case([&](scf::IfOp o) { return emitIf(o); })
      .Case([&](scf::ForOp o) { return emitFor(o); })
      .Case([&](AtomicRmwOp o) { return emitPerLane(o); })
      .Case([&](arith::ConstantOp o) {
        FoldingBuilder index = at(o);
        map(o, LaneValue::uniform(
                   constantOfElement(index, cast<TypedAttr>(o.getValue()))));
        return success();
      })
      .Default([&](Operation *o) {
        if (emitAffine(o) || emitDivision(o))
          return success();
        return emitElementwise(o);
      });
}

/// Sums, differences and multiples of values that count up count up as well,
/// modulo the width of their type.
bool VectorBody::emitAffine(Operation *op) {
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::IndexCastOp>(op))
    return false;
  LaneValue lhs = get(op->getOperand(0));
  if (lhs.kind == LaneValue::Varying)
    return false;
  LaneValue rhs = op->getNumOperands() == 2 ? get(op->getOperand(1))
                                            : LaneValue::uniform(Value());
  if (rhs.kind == LaneValue::Varying)
    return false;
  int64_t step;
  if (isa<arith::AddIOp>(op)) {
    step = lhs.step + rhs.step;
  } else if (isa<arith::SubIOp>(op)) {
    step = lhs.step - rhs.step;
  } else if (isa<arith::IndexCastOp>(op)) {
    // A widening cast is not modular.
    if (lhs.step != 0 && !op->getOperand(0).getType().isIndex())
      return false;
    step = lhs.step;
  } else {
    if (lhs.step != 0 && rhs.step != 0)
      return false;
    std::optional<int64_t> factor =
        lhs.step == 0 ? constantOf(lhs.value) : constantOf(rhs.value);
    if (lhs.step == 0 && rhs.step == 0)
      step = 0;
    else if (!factor || std::abs(*factor) > (int64_t(1) << 32))
      return false;
    else
      step = *factor * (lhs.step + rhs.step);
  }
  IRMapping mapping;
  mapping.map(op->getOperand(0), lhs.value);
  if (rhs.value)
    mapping.map(op->getOperand(1), rhs.value);
  // The two operands may be the same value; both are mapped alike then.
  Operation *scalar = kernel.builder.clone(*op, mapping);
  map(op->getResult(0), LaneValue::affine(scalar->getResult(0), step));
  return true;
}

/// Quotient and remainder by a constant that all lanes share, where no lane
/// crosses a multiple of it: `j / 64` for j = 16 k + lane.
bool VectorBody::emitDivision(Operation *op) {
  bool isQuotient =
      isa<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(op);
  if (!isQuotient && !isa<arith::RemUIOp, arith::RemSIOp>(op))
    return false;
  LaneValue lhs = get(op->getOperand(0)), rhs = get(op->getOperand(1));
  if (lhs.kind != LaneValue::Affine || lhs.step != 1 ||
      rhs.kind != LaneValue::Uniform || !op->getResult(0).getType().isIndex())
    return false;
  std::optional<int64_t> divisor = constantOf(rhs.value);
  if (!divisor || *divisor <= 0 || *divisor % lanes != 0 ||
      knownDivisor(lhs.value) % lanes != 0)
    return false;
  // A negative number of whole vectors stays on one side of each multiple too,
  // but truncating division would round lanes differently at zero.
  IRMapping mapping;
  mapping.map(op->getOperand(0), lhs.value);
  mapping.map(op->getOperand(1), rhs.value);
  if (isa<arith::DivSIOp, arith::RemSIOp>(op))
    return false;
  Operation *scalar = kernel.builder.clone(*op, mapping);
  map(op->getResult(0),
      LaneValue::affine(scalar->getResult(0), isQuotient ? 0 : 1));
  return true;
}

static bool isIntegerDivision(Operation *op) {
  return isa<arith::DivUIOp, arith::DivSIOp, arith::RemUIOp, arith::RemSIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(op);
}

LogicalResult VectorBody::emitElementwise(Operation *op) {
  FoldingBuilder index = at(op);
  bool uniform = llvm::all_of(op->getOperands(), [&](Value operand) {
    return get(operand).kind == LaneValue::Uniform;
  });
  IRMapping mapping;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    // The condition of a select may stay a scalar.
    bool keep = uniform || (isa<arith::SelectOp>(op) && i == 0 &&
                            get(operand).kind == LaneValue::Uniform);
    mapping.map(operand, keep ? get(operand).value : vector(index, operand));
  }
  // Lanes that do not reach a division must not trap in it.
  if (mask && isIntegerDivision(op)) {
    Value divisor = mapping.lookup(op->getOperand(1));
    Type type = divisor.getType();
    Value one = integer(index, getElementTypeOrSelf(type), 1);
    Value active = uniform ? anyLane(index) : mask;
    if (!uniform)
      one = splat(index, one, lanes);
    Value safe =
        arith::SelectOp::create(index.builder, index.loc, active, divisor, one);
    // x / x has one operand twice.
    Operation *clone = kernel.builder.clone(*op, mapping);
    clone->setOperand(1, safe);
    for (Value result : clone->getResults())
      if (!uniform)
        result.setType(withLanes(result.getType(), lanes));
    map(op->getResult(0), uniform ? LaneValue::uniform(clone->getResult(0))
                                  : LaneValue::varying(clone->getResult(0)));
    return success();
  }
  Operation *clone = kernel.builder.clone(*op, mapping);
  for (auto [original, result] :
       llvm::zip_equal(op->getResults(), clone->getResults())) {
    if (!uniform)
      result.setType(withLanes(valueType(result.getType()), lanes));
    map(original,
        uniform ? LaneValue::uniform(result) : LaneValue::varying(result));
  }
  return success();
}

LogicalResult VectorBody::emitCast(CastOp op) {
  LaneValue value = get(op.getValue());
  FoldingBuilder index = at(op);
  bool uniform =
      value.kind == LaneValue::Uniform &&
      (!op.getBits() || get(op.getBits()).kind == LaneValue::Uniform);
  Value from = uniform ? value.value : vector(index, value);
  Value bits = !op.getBits() ? Value()
               : uniform     ? get(op.getBits()).value
                             : vector(index, op.getBits());
  Value result = convertAsCast(kernel, index, op, from, bits);
  map(op, uniform ? LaneValue::uniform(result) : LaneValue::varying(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult VectorBody::emitIf(scf::IfOp op) {
  LaneValue condition = get(op.getCondition());
  if (condition.kind == LaneValue::Uniform)
    return emitUniformIf(op, condition.value);
  return emitMaskedIf(op, condition.value);
}

static SmallVector<Type> vectorTypes(TypeRange types, unsigned lanes) {
  SmallVector<Type> result;
  for (Type type : types)
    result.push_back(withLanes(valueType(type), lanes));
  return result;
}

LogicalResult VectorBody::emitUniformIf(scf::IfOp op, Value condition) {
  OpBuilder &b = kernel.builder;
  auto branch =
      scf::IfOp::create(b, op.getLoc(), vectorTypes(op.getResultTypes(), lanes),
                        condition, !op.getElseRegion().empty());
  auto emitBranch = [&](Region &from, Block *to) -> LogicalResult {
    if (from.empty())
      return success();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(to);
    if (failed(emitBlock(from.front())))
      return failure();
    FoldingBuilder index = at(op);
    SmallVector<Value> results;
    for (Value yielded : from.front().getTerminator()->getOperands())
      results.push_back(vector(index, yielded));
    if (!results.empty())
      scf::YieldOp::create(b, op.getLoc(), results);
    return success();
  };
  if (failed(emitBranch(op.getThenRegion(), branch.thenBlock())) ||
      failed(emitBranch(op.getElseRegion(), branch.elseBlock())))
    return failure();
  for (auto [original, result] :
       llvm::zip_equal(op.getResults(), branch.getResults()))
    map(original, LaneValue::varying(result));
  return success();
}

LogicalResult VectorBody::emitMaskedIf(scf::IfOp op, Value condition) {
  FoldingBuilder index = at(op);
  OpBuilder &b = kernel.builder;
  Value outer = mask;
  auto emitBranch = [&](Region &region, Value lanesOfBranch,
                        SmallVectorImpl<Value> &results) -> LogicalResult {
    if (region.empty())
      return success();
    mask = index.both(outer, lanesOfBranch);
    if (failed(emitBlock(region.front())))
      return failure();
    for (Value yielded : region.front().getTerminator()->getOperands())
      results.push_back(vector(index, yielded));
    mask = outer;
    return success();
  };
  SmallVector<Value> thenResults, elseResults;
  if (failed(emitBranch(op.getThenRegion(), condition, thenResults)))
    return failure();
  if (!op.getElseRegion().empty()) {
    Value ones = splat(index, index.boolean(true), lanes);
    Value inverse = arith::XOrIOp::create(b, index.loc, condition, ones);
    if (failed(emitBranch(op.getElseRegion(), inverse, elseResults)))
      return failure();
  }
  for (auto [original, l, r] :
       llvm::zip_equal(op.getResults(), thenResults, elseResults))
    map(original, LaneValue::varying(
                      arith::SelectOp::create(b, index.loc, condition, l, r)));
  return success();
}

LogicalResult VectorBody::emitFor(scf::ForOp op) {
  FoldingBuilder index = at(op);
  OpBuilder &b = kernel.builder;
  LaneValue bounds[] = {get(op.getLowerBound()), get(op.getUpperBound()),
                        get(op.getStep())};
  for (LaneValue &bound : bounds)
    if (bound.kind != LaneValue::Uniform)
      return op.emitOpError()
             << "expected bounds that are the same in all iterations of the "
                "nest (because its iterations run side by side), got bounds "
                "that depend on the innermost one";
  SmallVector<Value> initial;
  for (Value value : op.getInitArgs())
    initial.push_back(vector(index, value));
  // With all lanes off, the bounds may be anything, and the step zero.
  Value end = bounds[1].value;
  if (mask)
    end = arith::SelectOp::create(b, op.getLoc(), anyLane(index), end,
                                  bounds[0].value);
  auto loop = scf::ForOp::create(b, op.getLoc(), bounds[0].value, end,
                                 bounds[2].value, initial,
                                 /*bodyBuilder=*/nullptr, op.getUnsignedCmp());
  map(op.getInductionVar(), LaneValue::uniform(loop.getInductionVar()));
  for (auto [original, argument] :
       llvm::zip_equal(op.getRegionIterArgs(), loop.getRegionIterArgs()))
    map(original, LaneValue::varying(argument));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    if (failed(emitBlock(*op.getBody())))
      return failure();
    SmallVector<Value> results;
    for (Value yielded : op.getBody()->getTerminator()->getOperands())
      results.push_back(vector(index, yielded));
    if (!results.empty())
      scf::YieldOp::create(b, op.getLoc(), results);
  }
  for (auto [original, result] :
       llvm::zip_equal(op.getResults(), loop.getResults()))
    map(original, LaneValue::varying(result));
  return success();
}

//===----------------------------------------------------------------------===//
// One lane after the other
//===----------------------------------------------------------------------===//

/// Emits an operation that only works on scalars once for each active lane.
LogicalResult VectorBody::emitPerLane(Operation *op) {
  FoldingBuilder index = at(op);
  OpBuilder &b = kernel.builder;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    auto laneOf = [&](Value vector) -> Value {
      return vector::ExtractOp::create(b, index.loc, vector,
                                       static_cast<int64_t>(lane));
    };
    OpBuilder::InsertPoint after = b.saveInsertionPoint();
    if (mask) {
      auto branch = scf::IfOp::create(b, index.loc, laneOf(mask), false);
      b.setInsertionPointToStart(branch.thenBlock());
    }
    IRMapping mapping;
    for (Value operand : op->getOperands()) {
      LaneValue value = get(operand);
      mapping.map(operand, value.kind == LaneValue::Uniform
                               ? value.value
                               : laneOf(vector(index, value)));
    }
    Operation *clone = b.clone(*op, mapping);
    auto knownDims = known.find(op);
    if (knownDims != known.end())
      kernel.knownInside[clone] = knownDims->second;
    if (failed(kernel.lowerOp(clone)))
      return failure();
    // Another operation may come to be at its address.
    kernel.knownInside.erase(clone);
    b.restoreInsertionPoint(after);
  }
  return success();
}

} // namespace cpu
} // namespace tile
