//===- VectorAccess.cpp - Memory accesses of a body over lanes ------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiners.h"
#include "VectorBody.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// Where the lanes of an access lie, and which of them are inside.
struct VectorBody::Access {
  /// The linear index of lane 0 and the distance of lanes, unless `indices`.
  OpFoldResult linear, stride;
  /// Whether the lanes have no common stride.
  bool scattered = false;
  /// A condition for all lanes, and one for each; null means true.
  Value uniformInside, varyingInside;
};

/// The linear index of each lane.
Value VectorBody::linearVector(FoldingBuilder &index, const TileRef &ref,
                               ValueRange indices) {
  OpBuilder &b = index.builder;
  Value linear = splat(index, index.value(ref.offset), lanes);
  for (auto [i, stride] : llvm::zip_equal(indices, ref.strides)) {
    Value scale = splat(index, index.value(stride), lanes);
    Value part = arith::MulIOp::create(b, index.loc, vector(index, i), scale);
    linear = arith::AddIOp::create(b, index.loc, linear, part);
  }
  return linear;
}

VectorBody::Access VectorBody::analyse(FoldingBuilder &index, Operation *op,
                                       const TileRef &ref, ValueRange indices) {
  Access access;
  access.linear = ref.offset;
  access.stride = index.constant(0);
  auto knownDims = known.find(op);
  auto isKnown = [&](unsigned i) {
    return knownDims != known.end() && knownDims->second[i];
  };
  if (ref.inside && !isKnown(ref.bounds.size()))
    access.uniformInside = ref.inside;
  for (auto [i, original] : llvm::enumerate(indices)) {
    LaneValue at = get(original);
    if (at.kind == LaneValue::Varying) {
      access.scattered = true;
    } else {
      access.linear =
          index.add(access.linear, index.mul(at.value, ref.strides[i]));
      access.stride = index.add(
          access.stride, index.mul(index.constant(at.step), ref.strides[i]));
    }
    if (ref.bounds.empty() || isKnown(i))
      continue;
    const DimBound &bound = ref.bounds[i];
    if (at.kind == LaneValue::Uniform) {
      access.uniformInside = index.both(
          access.uniformInside,
          index.compare(arith::CmpIPredicate::ult,
                        index.add(bound.origin, at.value), bound.limit));
      continue;
    }
    OpBuilder &b = index.builder;
    Value position =
        arith::AddIOp::create(b, index.loc, vector(index, at),
                              splat(index, index.value(bound.origin), lanes));
    Value limit = splat(index, index.value(bound.limit), lanes);
    access.varyingInside = index.both(
        access.varyingInside,
        arith::CmpIOp::create(b, index.loc, arith::CmpIPredicate::ult, position,
                              limit));
  }
  return access;
}

/// The value under `condition`, else `other`.
static Value loadIf(FoldingBuilder &index, Value condition, Value other,
                    function_ref<Value()> load) {
  if (!condition)
    return load();
  OpBuilder &b = index.builder;
  auto branch = scf::IfOp::create(b, index.loc, other.getType(), condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, index.loc, load());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, index.loc, other);
  return branch.getResult(0);
}

static void storeIf(FoldingBuilder &index, Value condition,
                    function_ref<void()> store) {
  if (!condition)
    return store();
  OpBuilder &b = index.builder;
  auto branch = scf::IfOp::create(b, index.loc, condition, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  store();
}

LogicalResult VectorBody::emitLoad(LoadOp op) {
  FoldingBuilder index = at(op);
  if (Value slot = locals.lookup(op.getSource())) {
    Type type = withLanes(valueType(op.getResult().getType()), lanes);
    TileRef local;
    local.base = slot;
    local.element = op.getResult().getType();
    local.alignment = 64;
    Value loaded = loadElements(index, local, index.constant(0), lanes);
    assert(loaded.getType() == type && "a local holds one value per lane");
    (void)type;
    map(op, LaneValue::varying(loaded));
    return success();
  }
  TileRef ref = kernel.getRef(op.getSource());
  if (op.getPad())
    ref.pad = *op.getPad();
  Access access = analyse(index, op, ref, op.getIndices());
  Value active = index.both(mask, access.varyingInside);
  Value pad = padOf(index, ref);
  bool sameElement = !access.scattered && constantOf(access.stride) == 0;
  if (sameElement && !access.varyingInside) {
    Value condition = access.uniformInside;
    if (mask)
      condition = index.both(condition, anyLane(index));
    map(op, LaneValue::uniform(
                guardedLoad(index, ref, access.linear, condition, pad)));
    return success();
  }
  Value padLanes = splat(index, pad, lanes);
  Value result = loadIf(index, access.uniformInside, padLanes, [&]() -> Value {
    if (!access.scattered && constantOf(access.stride) == 1)
      return active ? maskedLoad(index, ref, access.linear, active, padLanes)
                    : loadElements(index, ref, access.linear, lanes);
    if (!access.scattered && !active)
      return stridedLoad(index, ref, access.linear, access.stride, lanes);
    return gather(index, ref, linearVector(index, ref, op.getIndices()), active,
                  padLanes);
  });
  map(op, LaneValue::varying(result));
  return success();
}

LogicalResult VectorBody::emitStore(StoreOp op) {
  FoldingBuilder index = at(op);
  OpBuilder &b = index.builder;
  if (Value slot = locals.lookup(op.getDestination())) {
    TileRef local;
    local.base = slot;
    local.element = op.getValue().getType();
    local.alignment = 64;
    Value value = vector(index, op.getValue());
    OpFoldResult zero = index.constant(0);
    if (mask)
      value = arith::SelectOp::create(b, index.loc, mask, value,
                                      loadElements(index, local, zero, lanes));
    storeElements(index, local, zero, lanes, value);
    return success();
  }
  TileRef ref = kernel.getRef(op.getDestination());
  Access access = analyse(index, op, ref, op.getIndices());
  Value active = index.both(mask, access.varyingInside);
  LaneValue value = get(op.getValue());
  bool sameElement = !access.scattered && constantOf(access.stride) == 0;
  storeIf(index, access.uniformInside, [&] {
    // Lanes that write one element write equal values, or race.
    if (sameElement && !active && value.kind == LaneValue::Uniform)
      return storeElements(index, ref, access.linear, 1, value.value);
    Value vectorValue = vector(index, value);
    if (sameElement && !active)
      return storeElements(
          index, ref, access.linear, 1,
          vector::ExtractOp::create(b, index.loc, vectorValue,
                                    static_cast<int64_t>(lanes - 1)));
    if (!access.scattered && constantOf(access.stride) == 1) {
      if (active)
        return maskedStore(index, ref, access.linear, active, vectorValue);
      // Only stores of every iteration were found to be aligned.
      return storeElements(
          index, ref, access.linear, lanes, vectorValue,
          {streaming && ref.isGlobal() && isa<ParallelOp>(op->getParentOp())});
    }
    if (!access.scattered && !active)
      return stridedStore(index, ref, access.linear, access.stride, lanes,
                          vectorValue);
    scatter(index, ref, linearVector(index, ref, op.getIndices()), active,
            vectorValue);
  });
  return success();
}

/// A rank-0 local buffer made in the body is one value per lane.
LogicalResult VectorBody::emitLocalAlloc(AllocOp op) {
  OpBuilder &b = kernel.builder;
  OpBuilder::InsertionGuard guard(b);
  auto function = op->getParentOfType<FunctionOpInterface>();
  b.setInsertionPointToStart(&function.front());
  Value one = arith::ConstantIntOp::create(b, op.getLoc(), 1, 64);
  unsigned bytes = op.getBuffer().getType().getStorageBits() / 8;
  auto array = LLVM::LLVMArrayType::get(b.getI8Type(), bytes * lanes);
  locals[op.getBuffer()] = LLVM::AllocaOp::create(
      b, op.getLoc(), LLVM::LLVMPointerType::get(b.getContext()), array, one,
      /*alignment=*/64);
  return success();
}

LogicalResult VectorBody::emitReducerUpdate(ReducerUpdateOp op) {
  ReducerRef reducer = kernel.reducers.lookup(op.getReducer());
  FoldingBuilder index = at(op);
  OpBuilder &b = index.builder;
  Combiner combiner{reducer.kind, NanMode::Ignore};
  const TileRef &ref = reducer.partial;
  Access access = analyse(index, op, ref, op.getIndices());
  if (access.scattered)
    return emitPerLane(op);
  Value value = emitConversion(kernel, index, vector(index, op.getValue()),
                               op.getValue().getType(), ref.element);
  value = combiner.prepare(index, value);
  if (mask)
    value = arith::SelectOp::create(b, index.loc, mask, value,
                                    combiner.identity(index, value.getType()));
  if (std::optional<TileRef> row = partials.lookup(op)) {
    Value old = loadElements(index, *row, index.constant(0), lanes);
    storeElements(index, *row, index.constant(0), lanes,
                  combiner.accumulate(index, old, value));
    return success();
  }
  // Lanes that are off may point anywhere.
  if (constantOf(access.stride) == 0) {
    storeIf(index, mask ? anyLane(index) : Value(), [&] {
      Value old = loadElements(index, ref, access.linear, 1);
      Value all = combiner.acrossLanes(index, value);
      storeElements(index, ref, access.linear, 1,
                    combiner.accumulate(index, old, all));
    });
    return success();
  }
  if (constantOf(access.stride) != 1)
    return emitPerLane(op);
  if (mask) {
    Value old = maskedLoad(index, ref, access.linear, mask, value);
    maskedStore(index, ref, access.linear, mask,
                combiner.accumulate(index, old, value));
    return success();
  }
  Value old = loadElements(index, ref, access.linear, lanes);
  storeElements(index, ref, access.linear, lanes,
                combiner.accumulate(index, old, value));
  return success();
}

} // namespace cpu
} // namespace tile
