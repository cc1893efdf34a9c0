//===- ReduceLowering.cpp - Reductions, scans and tests of tiles ----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiners.h"
#include "KernelLowering.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tile {
namespace cpu {

namespace {

/// The reduction of one dimension of a tile.
struct Reduction {
  KernelLowering &kernel;
  ReduceOp op;
  TileRef source, destination;
  unsigned dim;
  Combiner combiner;
  Type accumulator;

  /// Elements of the source from `at`, ready to be combined.
  Value load(FoldingBuilder &index, ArrayRef<OpFoldResult> at, unsigned lanes);
  /// Combines with the destination where the operation accumulates, and stores.
  LogicalResult store(FoldingBuilder &index, ArrayRef<OpFoldResult> at,
                      unsigned lanes, Value value);
  /// One row along unit stride: several vectors are accumulated side by side.
  FailureOr<Value> reduceRow(FoldingBuilder &index,
                             SmallVector<OpFoldResult> at);
  /// `lanes` neighbouring outputs at once, element after element.
  FailureOr<Value> reduceColumns(FoldingBuilder &index,
                                 SmallVector<OpFoldResult> at, unsigned lanes);
  Value accumulate(FoldingBuilder &index, SmallVector<OpFoldResult> at,
                   OpFoldResult begin, OpFoldResult end, unsigned lanes,
                   unsigned copies, Value initial);
};

} // namespace

Value Reduction::load(FoldingBuilder &index, ArrayRef<OpFoldResult> at,
                      unsigned lanes) {
  Value value =
      loadElements(index, source, linearIndex(index, source, at), lanes);
  // Narrow floats have no absolute value of their own; integers take theirs
  // before they are widened.
  if (!isa<FloatType>(source.element))
    value = combiner.prepare(index, value);
  value = emitConversion(kernel, index, value, source.element, accumulator,
                         combiner.isUnsigned());
  if (isa<FloatType>(source.element))
    value = combiner.prepare(index, value);
  return value;
}

LogicalResult Reduction::store(FoldingBuilder &index, ArrayRef<OpFoldResult> at,
                               unsigned lanes, Value value) {
  OpFoldResult linear = linearIndex(index, destination, at);
  if (op.getAccumulate()) {
    Value old = loadElements(index, destination, linear, lanes);
    old = emitConversion(kernel, index, old, destination.element, accumulator,
                         combiner.isUnsigned());
    value = combiner.combine(index, old, value);
  }
  value =
      emitConversion(kernel, index, value, accumulator, destination.element);
  storeElements(index, destination, linear, lanes, value);
  return success();
}

/// Combines elements [begin, end) of the reduced dimension, `copies` times
/// `lanes` at a time (the range is a multiple of that where the lanes run along
/// the reduced dimension), into `copies` partial results, and those into one.
Value Reduction::accumulate(FoldingBuilder &index, SmallVector<OpFoldResult> at,
                            OpFoldResult begin, OpFoldResult end,
                            unsigned lanes, unsigned copies, Value initial) {
  OpBuilder &b = index.builder;
  // Along the reduced dimension lanes count as well.
  bool along = copies > 1 || initial == Value();
  int64_t step = along ? int64_t(lanes) * copies : 1;
  SmallVector<Value> partial(
      copies, initial
                  ? initial
                  : combiner.identity(index, withLanes(accumulator, lanes)));
  auto loop = scf::ForOp::create(b, index.loc, index.value(begin),
                                 index.value(end), index.value(step), partial);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> next;
    for (unsigned copy = 0; copy < copies; ++copy) {
      at[dim] = index.add(OpFoldResult(loop.getInductionVar()),
                          index.constant(copy * lanes));
      next.push_back(combiner.accumulate(index, loop.getRegionIterArg(copy),
                                         load(index, at, lanes)));
    }
    scf::YieldOp::create(b, index.loc, next);
  }
  Value result = loop.getResult(0);
  for (Value other : loop.getResults().drop_front())
    result = combiner.combine(index, result, other);
  return result;
}

FailureOr<Value> Reduction::reduceRow(FoldingBuilder &index,
                                      SmallVector<OpFoldResult> at) {
  int64_t extent = *constantOf(source.sizes[dim]);
  unsigned lanes = kernel.cpu.lanes() / 2;
  if (accumulator.getIntOrFloatBitWidth() == 64)
    lanes /= 2;
  lanes = std::max(1u, lanes);
  Value result = combiner.identity(index, accumulator);
  int64_t done = 0;
  // Enough independent chains to hide the latency of the combiner; then what
  // is left in single vectors, then single elements.
  for (unsigned copies : {8u, 1u}) {
    int64_t step = int64_t(lanes) * copies;
    int64_t end = done + (extent - done) / step * step;
    if (lanes == 1 || end == done)
      continue;
    Value vector = accumulate(index, at, index.constant(done),
                              index.constant(end), lanes, copies, Value());
    result =
        combiner.combine(index, result, combiner.acrossLanes(index, vector));
    done = end;
  }
  if (done < extent)
    result = accumulate(index, at, index.constant(done), index.constant(extent),
                        1, 1, result);
  return result;
}

FailureOr<Value> Reduction::reduceColumns(FoldingBuilder &index,
                                          SmallVector<OpFoldResult> at,
                                          unsigned lanes) {
  Value identity = combiner.identity(index, withLanes(accumulator, lanes));
  return accumulate(index, at, index.constant(0), source.sizes[dim], lanes, 1,
                    identity);
}

LogicalResult lowerReduce(KernelLowering &kernel, ReduceOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef source = kernel.getRef(op.getSource());
  TileRef destination = kernel.getRef(op.getDestination());
  if (isa<VectorType>(source.element))
    return refuse(op, "a tile of scalars", "lanes of a vector are not reduced");
  unsigned dim = op.getDim();
  Reduction reduction{kernel,
                      op,
                      source,
                      destination,
                      dim,
                      Combiner{op.getKind(), op.getNan()},
                      accumulatorType(source.element, destination.element)};
  // A nest over the outputs, whose dimensions are those of the source without
  // the reduced one.
  NestShape shape;
  for (unsigned i = 0; i < source.rank(); ++i)
    if (i != dim)
      shape.extents.push_back(source.sizes[i]);
  bool alongRow = constantOf(source.strides[dim]) == 1;
  if (!alongRow && !shape.extents.empty() &&
      constantOf(source.strides[vectorDim(shape.extents) +
                                (vectorDim(shape.extents) >= dim)]) == 1)
    shape.lanes = kernel.cpu.lanes();
  bool keepsDim = destination.rank() == source.rank();
  LogicalResult result = emitNest(
      index, shape,
      [&](FoldingBuilder &at, const NestPoint &point) -> LogicalResult {
        SmallVector<OpFoldResult> from(point.ivs.begin(), point.ivs.end());
        SmallVector<OpFoldResult> to = from;
        from.insert(from.begin() + dim, at.constant(0));
        if (keepsDim)
          to = from;
        FailureOr<Value> value =
            alongRow ? reduction.reduceRow(at, from)
                     : reduction.reduceColumns(at, from, point.lanes);
        if (failed(value))
          return failure();
        return reduction.store(at, to, point.lanes, *value);
      });
  op->erase();
  return result;
}

/// The carried value of a scan and the position it goes on from.
namespace {

/// A scan along one dimension of a tile.
struct Scan {
  TileRef source, destination;
  unsigned dim;
  bool reverse;
  Combiner combiner;
  Type accumulator;
};

} // namespace

/// The nest over the rows of a scan. Rows that lie side by side are scanned in
/// lanes.
static NestShape scannedRows(KernelLowering &kernel, const Scan &scan) {
  NestShape shape;
  for (unsigned i = 0; i < scan.source.rank(); ++i)
    if (i != scan.dim)
      shape.extents.push_back(scan.source.sizes[i]);
  if (shape.extents.empty())
    return shape;
  unsigned lane = vectorDim(shape.extents);
  lane += lane >= scan.dim;
  if (constantOf(scan.source.strides[lane]) == 1 &&
      constantOf(scan.destination.strides[lane]) == 1)
    shape.lanes = kernel.cpu.lanes();
  return shape;
}

/// Scans the rows at `point`.
static void emitScan(KernelLowering &kernel, FoldingBuilder &at,
                     const Scan &scan, const NestPoint &point) {
  OpBuilder &b = at.builder;
  OpFoldResult extent = scan.source.sizes[scan.dim];
  Value start =
      scan.combiner.identity(at, withLanes(scan.accumulator, point.lanes));
  auto loop = scf::ForOp::create(b, at.loc, at.value(0), at.value(extent),
                                 at.value(1), start);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  OpFoldResult position = loop.getInductionVar();
  if (scan.reverse)
    position = at.sub(at.sub(extent, at.constant(1)), position);
  SmallVector<OpFoldResult> place(point.ivs.begin(), point.ivs.end());
  place.insert(place.begin() + scan.dim, position);
  Value value = loadElements(at, scan.source,
                             linearIndex(at, scan.source, place), point.lanes);
  value =
      emitConversion(kernel, at, value, scan.source.element, scan.accumulator);
  Value next = scan.combiner.accumulate(at, loop.getRegionIterArg(0), value);
  Value stored = emitConversion(kernel, at, next, scan.accumulator,
                                scan.destination.element);
  storeElements(at, scan.destination, linearIndex(at, scan.destination, place),
                point.lanes, stored);
  scf::YieldOp::create(b, at.loc, next);
}

LogicalResult lowerScan(KernelLowering &kernel, ScanOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef source = kernel.getRef(op.getSource());
  TileRef destination = kernel.getRef(op.getDestination());
  if (isa<VectorType>(source.element))
    return refuse(op, "a tile of scalars", "lanes of a vector are not scanned");
  ReduceKind kind =
      op.getKind() == ScanKind::Sum ? ReduceKind::Sum : ReduceKind::Max;
  Scan scan{source,
            destination,
            static_cast<unsigned>(op.getDim()),
            op.getReverse(),
            Combiner{kind, NanMode::Ignore},
            accumulatorType(source.element, destination.element)};
  (void)emitNest(index, scannedRows(kernel, scan),
                 [&](FoldingBuilder &at, const NestPoint &point) {
                   emitScan(kernel, at, scan, point);
                   return success();
                 });
  op->erase();
  return success();
}

LogicalResult lowerTest(KernelLowering &kernel, TestOp op) {
  FoldingBuilder index = kernel.at(op);
  OpBuilder &b = index.builder;
  TileRef source = kernel.getRef(op.getSource());
  if (isa<VectorType>(source.element))
    return refuse(op, "a tile of scalars", "lanes of a vector are not tested");
  bool any = op.getKind() == TestKind::Any;
  // One flag in memory is combined with every element.
  TileRef flag = kernel.allocateBuffer(index, b.getI1Type(), {});
  storeElements(index, flag, index.constant(0), 1, index.boolean(!any));
  NestShape shape;
  shape.extents = source.sizes;
  shape.lanes = constantOf(source.strides.empty()
                               ? index.constant(0)
                               : source.strides[vectorDim(source.sizes)]) == 1
                    ? kernel.cpu.lanes()
                    : 1;
  LogicalResult result =
      emitNest(index, shape, [&](FoldingBuilder &at, const NestPoint &point) {
        OpFoldResult linear = linearIndex(at, source, point.ivs);
        Value value = loadElements(at, source, linear, point.lanes);
        value =
            emitConversion(kernel, at, value, source.element, b.getI1Type());
        auto kind =
            any ? vector::CombiningKind::OR : vector::CombiningKind::AND;
        if (point.lanes > 1)
          value = vector::ReductionOp::create(b, at.loc, kind, value);
        Value old = loadElements(at, flag, at.constant(0), 1);
        Value next =
            any ? arith::OrIOp::create(b, at.loc, old, value).getResult()
                : arith::AndIOp::create(b, at.loc, old, value).getResult();
        storeElements(at, flag, at.constant(0), 1, next);
        return success();
      });
  kernel.replace(op, loadElements(index, flag, index.constant(0), 1));
  return result;
}

} // namespace cpu
} // namespace tile
