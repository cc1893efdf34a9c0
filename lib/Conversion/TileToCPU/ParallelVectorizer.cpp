//===- ParallelVectorizer.cpp - Parallel nests as vector loops ------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineAnalysis.h"
#include "RowPartials.h"
#include "StreamingStores.h"
#include "VectorBody.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// Moves operations that compute the same in every iteration in front of the
/// nest, so that what they give can bound the nest's accesses, and lowers them
/// there.
static LogicalResult hoistInvariants(KernelLowering &kernel, ParallelOp op) {
  Block &body = op.getBody().front();
  for (Operation &inner :
       llvm::make_early_inc_range(body.without_terminator())) {
    bool invariant = llvm::all_of(inner.getOperands(), [&](Value operand) {
      return operand.getParentRegion() != &op.getBody();
    });
    if (!invariant || inner.getNumRegions() != 0 || !isPure(&inner))
      continue;
    inner.moveBefore(op);
    if (failed(kernel.lowerOp(&inner)))
      return failure();
  }
  return success();
}

/// The tile operand and indices of an access to a tensor.
static std::pair<Value, ValueRange> accessed(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::pair<Value, ValueRange>>(op)
      .Case([](LoadOp o) {
        return std::pair<Value, ValueRange>(o.getSource(), o.getIndices());
      })
      .Case<StoreOp, AtomicRmwOp, AtomicStoreOp>([](auto o) {
        return std::pair<Value, ValueRange>(o.getDestination(), o.getIndices());
      })
      .Case([](AtomicLoadOp o) {
        return std::pair<Value, ValueRange>(o.getSource(), o.getIndices());
      })
      .Default(std::pair<Value, ValueRange>());
}

/// Elements that an access moves along its last dimension.
static int64_t accessWidth(Operation *op) {
  Type type;
  if (op->getNumResults())
    type = op->getResult(0).getType();
  else if (auto store = dyn_cast<StoreOp>(op))
    type = store.getValue().getType();
  auto vector = dyn_cast_or_null<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

/// Collects the bounds of all accesses of the nest that can be tested in front
/// of it, and notes for each access which dimensions they cover.
static VectorBody::KnownInside collectBounds(KernelLowering &kernel,
                                             FoldingBuilder &index,
                                             ParallelOp op, NestShape &shape) {
  VectorBody::KnownInside known;
  AffineAnalysis affine(index, op);
  op.getBody().walk([&](Operation *inner) {
    auto [tile, indices] = accessed(inner);
    // A view made inside the nest is lowered with each copy of the body.
    if (!tile || op.getBody().isAncestor(tile.getParentRegion()))
      return;
    TileRef ref = kernel.getRef(tile);
    if (!ref.isGlobal() || accessWidth(inner) != 1)
      return;
    // Under a condition, what is outside may never be reached: a test of the
    // whole nest would only be too strict, never wrong.
    SmallVector<bool> dims(ref.bounds.size() + 1, false);
    dims.back() = true;
    shape.inside = index.both(shape.inside, ref.inside);
    for (auto [i, bound] : llvm::enumerate(ref.bounds)) {
      std::optional<AffineIndex> position = affine.of(indices[i]);
      if (!position)
        continue;
      position->base = index.add(position->base, bound.origin);
      shape.bounds.push_back({*position, bound.limit});
      dims[i] = true;
    }
    known[inner] = dims;
  });
  return known;
}

/// A condition under which all stores of every iteration to tensors should
/// bypass the caches; null means never.
static Value nestStreaming(KernelLowering &kernel, FoldingBuilder &index,
                           ParallelOp op, const NestShape &shape) {
  AffineAnalysis affine(index, op);
  Value streaming;
  // A store under a condition may leave gaps, which bypassing makes expensive.
  for (auto store : op.getBody().front().getOps<StoreOp>()) {
    Value tile = store.getDestination();
    if (op.getBody().isAncestor(tile.getParentRegion()))
      return Value();
    TileRef ref = kernel.getRef(tile);
    if (!ref.isGlobal())
      continue;
    std::optional<SmallVector<AffineIndex>> at;
    if (!isReadFrom(op, tile))
      at = affine.ofAll(store.getIndices());
    if (!at)
      return Value();
    Value condition = streamingCondition(
        kernel, index, regionOf(index, ref, *at, shape.extents), shape.lanes);
    if (!condition)
      return Value();
    streaming = index.both(streaming, condition);
  }
  return streaming;
}

/// Lanes of the nest: fewer where elements are wide.
static unsigned chooseLanes(KernelLowering &kernel, ParallelOp op) {
  unsigned lanes = kernel.cpu.lanes();
  bool wide = false;
  op.getBody().walk([&](Operation *inner) {
    for (Type type : inner->getResultTypes())
      if (type.isF64() || type.isInteger(64))
        wide = true;
  });
  return wide ? std::max(2u, lanes / 2) : lanes;
}

/// Emits one iteration as it is written, and lowers it.
static LogicalResult emitScalarBody(KernelLowering &kernel, ParallelOp op,
                                    const VectorBody::KnownInside &known,
                                    FoldingBuilder &index,
                                    const NestPoint &point) {
  IRMapping mapping;
  for (auto [iv, at] : llvm::zip_equal(op.getInductionVars(), point.ivs))
    mapping.map(iv, index.value(at));
  SmallVector<Operation *> clones;
  for (Operation &inner : op.getBody().front().without_terminator()) {
    Operation *clone = index.builder.clone(inner, mapping);
    clones.push_back(clone);
    if (!point.inside)
      continue;
    SmallVector<Operation *> originals, copies;
    inner.walk([&](Operation *o) { originals.push_back(o); });
    clone->walk([&](Operation *o) { copies.push_back(o); });
    for (auto [original, copy] : llvm::zip_equal(originals, copies)) {
      auto dims = known.find(original);
      if (dims != known.end())
        kernel.knownInside[copy] = dims->second;
    }
  }
  OpBuilder::InsertPoint after = index.builder.saveInsertionPoint();
  for (Operation *clone : clones)
    if (failed(kernel.lowerOp(clone)))
      return failure();
  // They are gone now, and other operations may come to be at their addresses.
  kernel.knownInside.clear();
  index.builder.restoreInsertionPoint(after);
  return success();
}

/// What an earlier nest of the same extents has read, for this one to ask for
/// the next block's; if there is none, this nest's reads are left to later
/// ones.
static std::optional<BlockRead>
takeBlockRead(KernelLowering &kernel, FoldingBuilder &index, ParallelOp op) {
  std::optional<BlockRead> earlier = std::move(kernel.blockRead);
  kernel.blockRead.reset();
  if (earlier && llvm::equal(earlier->region.sizes, op.getExtents()))
    return earlier;
  kernel.blockRead = findBlockRead(kernel, index, op);
  return std::nullopt;
}

LogicalResult lowerParallel(KernelLowering &kernel, ParallelOp op) {
  if (failed(hoistInvariants(kernel, op)))
    return failure();
  llvm::SaveAndRestore<bool> inNest(kernel.inNest, true);
  FoldingBuilder index = kernel.at(op);
  Block &body = op.getBody().front();
  NestShape shape;
  shape.extents = op.getExtents();
  unsigned dim = vectorDim(shape.extents);
  if (!shape.extents.empty() && canVectorize(body, op.getInductionVars()[dim]))
    shape.lanes = chooseLanes(kernel, op);
  VectorBody::KnownInside known = collectBounds(kernel, index, op, shape);
  RowPartials partials(kernel, index, op, dim);
  if (shape.lanes > 1) {
    shape.streaming = nestStreaming(kernel, index, op, shape);
    shape.row = partials.frame();
  }
  std::optional<BlockRead> ahead = takeBlockRead(kernel, index, op);
  LogicalResult result = emitNest(
      index, shape,
      [&](FoldingBuilder &at, const NestPoint &point) -> LogicalResult {
        if (point.lanes == 1)
          return emitScalarBody(kernel, op, known, at, point);
        if (ahead)
          emitPrefetch(at, ahead->region, point.ivs, point.lanes);
        VectorBody vector(kernel, known, partials, point.lanes,
                          point.streaming);
        for (auto [i, iv] : llvm::enumerate(op.getInductionVars())) {
          Value start = at.value(point.ivs[i]);
          vector.map(iv, i == dim ? LaneValue::affine(start, 1)
                                  : LaneValue::uniform(start));
        }
        return vector.emitBlock(body);
      });
  op->erase();
  return result;
}

} // namespace cpu
} // namespace tile
