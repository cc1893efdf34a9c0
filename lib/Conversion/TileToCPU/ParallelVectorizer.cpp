//===- ParallelVectorizer.cpp - Parallel nests as vector loops ---- -*- C++
//-*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

namespace {

/// An index of the body as an affine function of the induction variables.
class AffineAnalysis {
public:
  AffineAnalysis(FoldingBuilder &index, ParallelOp op) : index(index), op(op) {}

  std::optional<AffineIndex> of(Value value, unsigned depth = 0);

private:
  AffineIndex invariant(OpFoldResult base) {
    return {base, SmallVector<int64_t>(op.getInductionVars().size(), 0)};
  }
  static bool scale(AffineIndex &value, int64_t factor);

  FoldingBuilder &index;
  ParallelOp op;
};

} // namespace

bool AffineAnalysis::scale(AffineIndex &value, int64_t factor) {
  // Beyond this, sums of a few terms might wrap.
  constexpr int64_t limit = int64_t(1) << 31;
  for (int64_t &coefficient : value.coefficients) {
    if (std::abs(factor) > limit || std::abs(coefficient) > limit)
      return false;
    coefficient *= factor;
  }
  return true;
}

std::optional<AffineIndex> AffineAnalysis::of(Value value, unsigned depth) {
  if (std::optional<int64_t> constant = constantOf(value))
    return invariant(index.constant(*constant));
  for (auto [i, iv] : llvm::enumerate(op.getInductionVars()))
    if (value == iv) {
      AffineIndex result = invariant(index.constant(0));
      result.coefficients[i] = 1;
      return result;
    }
  if (!op.getBody().isAncestor(value.getParentRegion()))
    return invariant(value);
  Operation *def = value.getDefiningOp();
  if (!def || depth > 16 || !value.getType().isIndex() ||
      !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(def))
    return std::nullopt;
  std::optional<AffineIndex> lhs = of(def->getOperand(0), depth + 1);
  std::optional<AffineIndex> rhs = of(def->getOperand(1), depth + 1);
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::MulIOp>(def)) {
    auto isConstant = [](const AffineIndex &v) {
      return constantOf(v.base) &&
             llvm::all_of(v.coefficients, [](int64_t c) { return c == 0; });
    };
    if (isConstant(*lhs))
      std::swap(lhs, rhs);
    if (!isConstant(*rhs) || !scale(*lhs, *constantOf(rhs->base)))
      return std::nullopt;
    lhs->base = index.mul(lhs->base, rhs->base);
    return lhs;
  }
  bool isSum = isa<arith::AddIOp>(def);
  if (!scale(*rhs, isSum ? 1 : -1))
    return std::nullopt;
  lhs->base =
      isSum ? index.add(lhs->base, rhs->base) : index.sub(lhs->base, rhs->base);
  for (auto [l, r] : llvm::zip_equal(lhs->coefficients, rhs->coefficients))
    l += r;
  return lhs;
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
  index.builder.restoreInsertionPoint(after);
  return success();
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
  LogicalResult result = emitNest(
      index, shape,
      [&](FoldingBuilder &at, const NestPoint &point) -> LogicalResult {
        if (point.lanes == 1)
          return emitScalarBody(kernel, op, known, at, point);
        VectorBody vector(kernel, known, point.lanes, point.streaming);
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
