//===- LoopNest.cpp - Vector loop nests with hoisted bounds tests ---------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"
#include "LoopAnnotation.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tile {
namespace cpu {

unsigned vectorDim(ArrayRef<OpFoldResult> extents) {
  for (unsigned i = extents.size(); i-- > 0;)
    if (constantOf(extents[i]) != 1)
      return i;
  return extents.empty() ? 0 : extents.size() - 1;
}

void appendBounds(FoldingBuilder &index, const TileRef &ref,
                  SmallVectorImpl<NestBound> &bounds, Value &inside) {
  inside = index.both(inside, ref.inside);
  for (auto [i, bound] : llvm::enumerate(ref.bounds)) {
    AffineIndex position{bound.origin, SmallVector<int64_t>(ref.rank(), 0)};
    position.coefficients[i] = 1;
    bounds.push_back({position, bound.limit});
  }
}

LogicalResult emitFor(FoldingBuilder &index, OpFoldResult lower,
                      OpFoldResult upper, int64_t step,
                      function_ref<LogicalResult(Value)> body, bool cold) {
  std::optional<int64_t> l = constantOf(lower), u = constantOf(upper);
  if (l && u && *l >= *u)
    return success();
  // One iteration needs no loop.
  if (l && u && *u - *l <= step)
    return body(index.value(lower));
  auto loop = scf::ForOp::create(index.builder, index.loc, index.value(lower),
                                 index.value(upper), index.value(step));
  if (cold)
    keepLoop(loop);
  OpBuilder::InsertionGuard guard(index.builder);
  index.builder.setInsertionPointToStart(loop.getBody());
  return body(loop.getInductionVar());
}

namespace {

/// The emission of one nest.
class NestEmitter {
public:
  NestEmitter(FoldingBuilder &index, const NestShape &shape, NestBody body)
      : index(index), shape(shape), body(body),
        vector(vectorDim(shape.extents)), lanes(chooseLanes()) {}

  LogicalResult emit();

private:
  unsigned chooseLanes();
  /// Emits `row` inside loops over all dimensions but the vector one.
  LogicalResult emitRows(NestPoint &point, unsigned dim,
                         function_ref<LogicalResult(NestPoint &)> row);
  LogicalResult emitVectors(NestPoint &point, OpFoldResult end);
  LogicalResult emitElements(NestPoint &point, OpFoldResult begin,
                             OpFoldResult end);
  LogicalResult emitInsideRow(NestPoint &point);
  LogicalResult emitGuardedRow(NestPoint &point);
  LogicalResult emitFast(bool streaming);
  LogicalResult emitSlow();
  LogicalResult emitInsideNest();
  Value boxInside();
  Value tests(const NestBound &bound, OpFoldResult base, unsigned onlyDim);
  OpFoldResult rowBase(const NestBound &bound, const NestPoint &point);
  OpFoldResult insideEnd(const NestPoint &point);

  FoldingBuilder &index;
  const NestShape &shape;
  NestBody body;
  unsigned vector;
  unsigned lanes;
};

unsigned NestEmitter::chooseLanes() {
  unsigned lanes = shape.extents.empty() ? 1 : shape.lanes;
  if (lanes == 1)
    return 1;
  std::optional<int64_t> extent = constantOf(shape.extents[vector]);
  if (!extent)
    return lanes;
  while (lanes > 1 && lanes > *extent)
    lanes /= 2;
  // Half the lanes without a rest beat all lanes with one.
  if (*extent % lanes != 0 && lanes >= 8 && *extent % (lanes / 2) == 0)
    lanes /= 2;
  return lanes;
}

/// Emits an scf.if with both branches.
static LogicalResult emitIf(FoldingBuilder &index, Value condition,
                            function_ref<LogicalResult()> thenBody,
                            function_ref<LogicalResult()> elseBody) {
  if (matchPattern(condition, m_One()))
    return thenBody();
  auto branch = scf::IfOp::create(index.builder, index.loc, condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(index.builder);
  index.builder.setInsertionPointToStart(branch.thenBlock());
  if (failed(thenBody()))
    return failure();
  index.builder.setInsertionPointToStart(branch.elseBlock());
  return elseBody();
}

LogicalResult NestEmitter::emit() {
  Value inside = boxInside();
  if (!inside)
    return emitInsideNest();
  return emitIf(
      index, inside, [&] { return emitInsideNest(); },
      [&] { return emitSlow(); });
}

LogicalResult NestEmitter::emitInsideNest() {
  if (!shape.streaming)
    return emitFast(/*streaming=*/false);
  return emitIf(
      index, shape.streaming, [&] { return emitFast(/*streaming=*/true); },
      [&] { return emitFast(/*streaming=*/false); });
}

LogicalResult NestEmitter::emitFast(bool streaming) {
  NestPoint point;
  point.streaming = streaming;
  if (shape.extents.empty())
    return body(index, point);
  point.ivs.resize(shape.extents.size());
  return emitRows(point, 0, [&](NestPoint &row) { return emitInsideRow(row); });
}

LogicalResult NestEmitter::emitSlow() {
  NestPoint point;
  point.inside = false;
  if (shape.extents.empty())
    return body(index, point);
  point.ivs.resize(shape.extents.size());
  return emitRows(point, 0,
                  [&](NestPoint &row) { return emitGuardedRow(row); });
}

LogicalResult
NestEmitter::emitRows(NestPoint &point, unsigned dim,
                      function_ref<LogicalResult(NestPoint &)> row) {
  if (dim == shape.extents.size())
    return row(point);
  if (dim == vector)
    return emitRows(point, dim + 1, row);
  return emitFor(index, index.constant(0), shape.extents[dim], 1,
                 [&](Value iv) {
                   point.ivs[dim] = iv;
                   return emitRows(point, dim + 1, row);
                 });
}

LogicalResult NestEmitter::emitVectors(NestPoint &point, OpFoldResult end) {
  if (constantOf(end) == 0)
    return success();
  point.lanes = lanes;
  if (shape.row.begin)
    shape.row.begin(index, point);
  LogicalResult result =
      emitFor(index, index.constant(0), end, lanes, [&](Value iv) {
        point.ivs[vector] = iv;
        return body(index, point);
      });
  if (shape.row.end)
    shape.row.end(index, point);
  return result;
}

LogicalResult NestEmitter::emitElements(NestPoint &point, OpFoldResult begin,
                                        OpFoldResult end) {
  return emitFor(
      index, begin, end, 1,
      [&](Value iv) {
        point.ivs[vector] = iv;
        point.lanes = 1;
        return body(index, point);
      },
      /*cold=*/lanes > 1);
}

/// `end` rounded down to whole vectors.
static OpFoldResult wholeVectors(FoldingBuilder &index, OpFoldResult end,
                                 unsigned lanes) {
  return index.sub(end, index.rem(end, index.constant(lanes)));
}

LogicalResult NestEmitter::emitInsideRow(NestPoint &point) {
  OpFoldResult extent = shape.extents[vector];
  if (lanes == 1)
    return emitElements(point, index.constant(0), extent);
  OpFoldResult whole = wholeVectors(index, extent, lanes);
  if (failed(emitVectors(point, whole)))
    return failure();
  return emitElements(point, whole, extent);
}

LogicalResult NestEmitter::emitGuardedRow(NestPoint &point) {
  OpFoldResult extent = shape.extents[vector];
  if (lanes == 1) {
    point.inside = false;
    return emitElements(point, index.constant(0), extent);
  }
  OpFoldResult whole = wholeVectors(index, insideEnd(point), lanes);
  point.inside = true;
  if (failed(emitVectors(point, whole)))
    return failure();
  point.inside = false;
  return emitElements(point, whole, extent);
}

OpFoldResult NestEmitter::rowBase(const NestBound &bound,
                                  const NestPoint &point) {
  OpFoldResult base = bound.index.base;
  for (unsigned d = 0; d < shape.extents.size(); ++d)
    if (d != vector)
      base =
          index.add(base, index.mul(index.constant(bound.index.coefficients[d]),
                                    point.ivs[d]));
  return base;
}

/// Whether the bound holds for all values of the induction variables (of all
/// dimensions, or of `onlyDim` if it is a dimension); `base` is the rest.
Value NestEmitter::tests(const NestBound &bound, OpFoldResult base,
                         unsigned onlyDim) {
  OpFoldResult above = index.constant(0), below = index.constant(0);
  for (unsigned d = 0; d < shape.extents.size(); ++d) {
    int64_t coefficient = bound.index.coefficients[d];
    if (coefficient == 0 || (onlyDim < shape.extents.size() && d != onlyDim))
      continue;
    OpFoldResult last = index.sub(shape.extents[d], index.constant(1));
    OpFoldResult span = index.mul(index.constant(std::abs(coefficient)), last);
    (coefficient > 0 ? above : below) =
        index.add(coefficient > 0 ? above : below, span);
  }
  Value lower = index.compare(arith::CmpIPredicate::sge, base, below);
  // base is not negative where this is used, so the sum does not wrap.
  Value upper = index.compare(arith::CmpIPredicate::ult, index.add(base, above),
                              bound.limit);
  return index.both(lower, upper);
}

/// Whether all bounds hold in the whole nest; null if there is nothing to test.
Value NestEmitter::boxInside() {
  Value inside = shape.inside;
  for (const NestBound &bound : shape.bounds)
    inside = index.both(inside, tests(bound, bound.index.base, ~0u));
  if (inside && matchPattern(inside, m_One()))
    return Value();
  return inside;
}

/// The largest e such that all bounds hold for 0 <= vector variable < e, in the
/// row of `point`.
OpFoldResult NestEmitter::insideEnd(const NestPoint &point) {
  OpFoldResult end = shape.extents[vector];
  Value rowInside = shape.inside;
  for (const NestBound &bound : shape.bounds) {
    OpFoldResult base = rowBase(bound, point);
    int64_t coefficient = bound.index.coefficients[vector];
    if (coefficient == 1) {
      // A row that starts before the tensor has no vector part: that is rare.
      rowInside = index.both(rowInside, index.compare(arith::CmpIPredicate::sge,
                                                      base, index.constant(0)));
      end = index.min(end, index.sub(bound.limit, base));
      continue;
    }
    rowInside = index.both(rowInside, tests(bound, base, vector));
  }
  end = index.max(end, index.constant(0));
  if (!rowInside)
    return end;
  return arith::SelectOp::create(index.builder, index.loc, rowInside,
                                 index.value(end), index.value(0))
      .getResult();
}

} // namespace

LogicalResult emitNest(FoldingBuilder &index, const NestShape &shape,
                       NestBody body) {
  return NestEmitter(index, shape, body).emit();
}

} // namespace cpu
} // namespace tile
