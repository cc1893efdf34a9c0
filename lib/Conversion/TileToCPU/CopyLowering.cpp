//===- CopyLowering.cpp - Copies, fills and gathers of tiles --------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "StreamingStores.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// Lanes of a nest that moves elements of these regions: two registers of the
/// narrower one, so that a row of bytes moves in few steps.
static unsigned moveLanes(KernelLowering &kernel,
                          ArrayRef<const TileRef *> refs) {
  unsigned bits = 0;
  for (const TileRef *ref : refs) {
    if (isa<VectorType>(ref->element))
      return 1;
    bits = std::max(bits, ref->bits());
  }
  unsigned lanes = 2 * kernel.cpu.vectorBits / std::max(bits, 8u);
  return std::max(1u, llvm::bit_floor(lanes));
}

static SmallVector<OpFoldResult> positionsOf(const NestPoint &point) {
  return point.ivs;
}

/// The elements of `ref` at a point of a nest whose dimensions are those of the
/// region. Outside is the pad.
static Value loadAt(FoldingBuilder &index, const TileRef &ref,
                    const NestPoint &point) {
  SmallVector<OpFoldResult> at = positionsOf(point);
  OpFoldResult linear = linearIndex(index, ref, at);
  if (point.lanes > 1) {
    OpFoldResult stride = ref.strides[vectorDim(ref.sizes)];
    if (constantOf(stride) == 1)
      return loadElements(index, ref, linear, point.lanes);
    return stridedLoad(index, ref, linear, stride, point.lanes);
  }
  Value inside = point.inside ? Value() : isInside(index, ref, at);
  return guardedLoad(index, ref, linear, inside,
                     inside ? padOf(index, ref) : Value());
}

static void storeAt(FoldingBuilder &index, const TileRef &ref,
                    const NestPoint &point, Value value) {
  SmallVector<OpFoldResult> at = positionsOf(point);
  OpFoldResult linear = linearIndex(index, ref, at);
  if (point.lanes > 1) {
    OpFoldResult stride = ref.strides[vectorDim(ref.sizes)];
    if (constantOf(stride) == 1)
      return storeElements(index, ref, linear, point.lanes, value,
                           {point.streaming});
    return stridedStore(index, ref, linear, stride, point.lanes, value);
  }
  Value inside = point.inside ? Value() : isInside(index, ref, at);
  guardedStore(index, ref, linear, inside, value);
}

/// Reports extents that differ at run time; static ones were verified.
static void checkShapes(KernelLowering &kernel, FoldingBuilder &index,
                        const TileRef &source, const TileRef &destination) {
  Value equal;
  for (auto [s, d] : llvm::zip_equal(source.sizes, destination.sizes)) {
    if (s == d || (constantOf(s) && constantOf(d)))
      continue;
    equal = index.both(equal, index.compare(arith::CmpIPredicate::eq, s, d));
  }
  if (equal)
    kernel.runtime.check(index, equal, RuntimeError::Runtime,
                         "expected source and destination of a copy to have "
                         "equal shapes (because a copy is element by element)");
}

/// The extents of a nest over a destination of the same shape as a source:
/// static ones from whichever has them, and where neither has, the smaller.
static SmallVector<OpFoldResult> commonExtents(FoldingBuilder &index,
                                               const TileRef &source,
                                               const TileRef &destination) {
  SmallVector<OpFoldResult> extents;
  for (auto [s, d] : llvm::zip_equal(source.sizes, destination.sizes))
    extents.push_back(s == d ? s : index.min(s, d));
  return extents;
}

LogicalResult emitCopy(KernelLowering &kernel, FoldingBuilder &index,
                       const TileRef &source, const TileRef &destination) {
  NestShape shape;
  shape.extents = commonExtents(index, source, destination);
  shape.lanes = moveLanes(kernel, {&source, &destination});
  appendBounds(index, source, shape.bounds, shape.inside);
  appendBounds(index, destination, shape.bounds, shape.inside);
  shape.streaming = streamingCondition(kernel, index, destination, shape.lanes);
  // Lanes run along the same dimension of both regions.
  TileRef from = source, to = destination;
  from.sizes = shape.extents;
  to.sizes = shape.extents;
  return emitNest(
      index, shape,
      [&](FoldingBuilder &at, const NestPoint &point) -> LogicalResult {
        Value value = loadAt(at, from, point);
        value = emitConversion(kernel, at, value, source.element,
                               destination.element);
        storeAt(at, to, point, value);
        return success();
      });
}

LogicalResult lowerCopy(KernelLowering &kernel, CopyOp op) {
  if (op.getBarrier())
    return refuseThreads(op);
  FoldingBuilder index = kernel.at(op);
  TileRef source = kernel.getRef(op.getSource());
  TileRef destination = kernel.getRef(op.getDestination());
  checkShapes(kernel, index, source, destination);
  if (failed(emitCopy(kernel, index, source, destination)))
    return failure();
  return kernel.dropAsync(op, op.getToken());
}

LogicalResult lowerFill(KernelLowering &kernel, FillOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef ref = kernel.getRef(op.getDestination());
  Value value = emitConversion(kernel, index, op.getValue(),
                               op.getValue().getType(), ref.element);
  NestShape shape;
  shape.extents = ref.sizes;
  shape.lanes = moveLanes(kernel, {&ref});
  appendBounds(index, ref, shape.bounds, shape.inside);
  LogicalResult result =
      emitNest(index, shape, [&](FoldingBuilder &at, const NestPoint &point) {
        storeAt(at, ref, point, splat(at, value, point.lanes));
        return success();
      });
  op->erase();
  return result;
}

LogicalResult lowerTranspose(KernelLowering &kernel, TransposeOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef source = kernel.getRef(op.getSource());
  unsigned rank = source.rank();
  std::swap(source.sizes[rank - 1], source.sizes[rank - 2]);
  std::swap(source.strides[rank - 1], source.strides[rank - 2]);
  source.rowMajor = false;
  if (failed(
          emitCopy(kernel, index, source, kernel.getRef(op.getDestination()))))
    return failure();
  op->erase();
  return success();
}

/// The part of row `row` of a 2-D tensor from `column` on, `width` wide.
static TileRef tensorRow(FoldingBuilder &index, const TileRef &tensor,
                         Value row, Value column, OpFoldResult width) {
  TileRef result = dropDim(index, tensor, 0, row);
  result.offset = index.add(result.offset,
                            index.mul(OpFoldResult(column), result.strides[0]));
  result.bounds[0].origin =
      index.add(result.bounds[0].origin, OpFoldResult(column));
  result.sizes[0] = width;
  result.pad = nullptr;
  return result;
}

/// Copies between the rows of a tile and chosen rows of a tensor, from a column
/// on.
template <typename OpTy>
static LogicalResult moveRows(KernelLowering &kernel, OpTy op, Value tensorSide,
                              Value tileSide, bool isGather) {
  if (op.getBarrier())
    return refuseThreads(op);
  FoldingBuilder index = kernel.at(op);
  TileRef tensor = kernel.getRef(tensorSide), tile = kernel.getRef(tileSide);
  for (auto [i, row] : llvm::enumerate(op.getRows())) {
    TileRef inTile = dropDim(index, tile, 0, index.constant(i));
    TileRef inTensor =
        tensorRow(index, tensor, row, op.getColumn(), inTile.sizes[0]);
    if (failed(isGather ? emitCopy(kernel, index, inTensor, inTile)
                        : emitCopy(kernel, index, inTile, inTensor)))
      return failure();
  }
  return kernel.dropAsync(op, op.getToken());
}

LogicalResult lowerGather(KernelLowering &kernel, GatherOp op) {
  return moveRows(kernel, op, op.getSource(), op.getDestination(),
                  /*isGather=*/true);
}

LogicalResult lowerScatter(KernelLowering &kernel, ScatterOp op) {
  return moveRows(kernel, op, op.getDestination(), op.getSource(),
                  /*isGather=*/false);
}

//===----------------------------------------------------------------------===//
// im2col
//===----------------------------------------------------------------------===//

namespace {

/// The geometry of a convolution over an NHWC tensor.
struct Convolution {
  TileRef tensor;
  int64_t kernel[2], stride[2], dilation[2], pad[2];
  OpFoldResult outputExtents[2];
};

} // namespace

static Convolution convolutionOf(FoldingBuilder &index, const TileRef &tensor,
                                 Im2colOp op) {
  Convolution conv;
  conv.tensor = tensor;
  for (unsigned d = 0; d < 2; ++d) {
    conv.kernel[d] = op.getKernel()[d];
    conv.stride[d] = op.getStride()[d];
    conv.dilation[d] = op.getDilation()[d];
    conv.pad[d] = op.getPad()[d];
    int64_t reach = conv.dilation[d] * (conv.kernel[d] - 1) + 1;
    OpFoldResult room =
        index.add(tensor.sizes[d + 1], index.constant(2 * conv.pad[d] - reach));
    // A tensor smaller than the kernel has no output, and all is outside.
    Value hasOutput =
        index.compare(arith::CmpIPredicate::sge, room, index.constant(0));
    if (!matchPattern(hasOutput, m_One()))
      conv.tensor.inside = index.both(conv.tensor.inside, hasOutput);
    // 1 keeps the divisions below defined.
    OpFoldResult extent =
        index.add(index.div(index.max(room, index.constant(0)),
                            index.constant(conv.stride[d])),
                  index.constant(1));
    conv.outputExtents[d] = extent;
  }
  return conv;
}

/// The run of channels of one patch position (r, s) for output pixel `pixel`:
/// a 1-D region of the tensor that begins at channel `channel`.
static TileRef channelRun(FoldingBuilder &index, const Convolution &conv,
                          OpFoldResult pixel, OpFoldResult position,
                          OpFoldResult channel, OpFoldResult length) {
  OpFoldResult x = index.rem(pixel, conv.outputExtents[1]);
  OpFoldResult line = index.div(pixel, conv.outputExtents[1]);
  OpFoldResult y = index.rem(line, conv.outputExtents[0]);
  OpFoldResult image = index.div(line, conv.outputExtents[0]);
  OpFoldResult s = index.rem(position, index.constant(conv.kernel[1]));
  OpFoldResult r = index.div(position, index.constant(conv.kernel[1]));
  auto coordinate = [&](OpFoldResult out, OpFoldResult tap, unsigned d) {
    OpFoldResult at = index.mul(out, index.constant(conv.stride[d]));
    at = index.add(at, index.mul(tap, index.constant(conv.dilation[d])));
    return index.sub(at, index.constant(conv.pad[d]));
  };
  // Beyond the last patch position there is no tap, and all is outside.
  Value isTap = index.compare(arith::CmpIPredicate::ult, position,
                              index.constant(conv.kernel[0] * conv.kernel[1]));
  TileRef run = dropDim(index, conv.tensor, 0, image);
  run = dropDim(index, run, 0, coordinate(y, r, 0));
  run = dropDim(index, run, 0, coordinate(x, s, 1));
  run.inside = index.both(run.inside, isTap);
  run.offset = index.add(run.offset, index.mul(channel, run.strides[0]));
  run.bounds[0].origin = index.add(run.bounds[0].origin, channel);
  run.sizes[0] = length;
  run.pad = nullptr;
  return run;
}

/// Emits one row of the patch matrix: pieces of at most one channel run each.
static LogicalResult emitPatchRow(KernelLowering &kernel, FoldingBuilder &index,
                                  const Convolution &conv, Im2colOp op,
                                  OpFoldResult pixel, const TileRef &row) {
  // A tensor without channels has no columns; 1 keeps the divisions defined.
  OpFoldResult channels = index.max(conv.tensor.sizes[3], index.constant(1));
  OpFoldResult width = row.sizes[0];
  OpFoldResult begin = op.getColumn();
  OpFoldResult end = index.add(begin, width);
  // Columns before the first and behind the last patch position are outside,
  // whatever position they are given.
  OpFoldResult first = index.floorDiv(begin, channels);
  OpFoldResult last = index.floorDiv(
      index.add(end, index.sub(channels, index.constant(1))), channels);
  // for each patch position that the columns touch
  auto loop = scf::ForOp::create(index.builder, index.loc, index.value(first),
                                 index.value(last), index.value(1));
  OpBuilder::InsertionGuard guard(index.builder);
  index.builder.setInsertionPointToStart(loop.getBody());
  OpFoldResult position = loop.getInductionVar();
  OpFoldResult base = index.mul(position, channels);
  OpFoldResult from = index.max(begin, base);
  OpFoldResult to = index.min(end, index.add(base, channels));
  OpFoldResult length = index.sub(to, from);
  TileRef source =
      channelRun(index, conv, pixel, position, index.sub(from, base), length);
  TileRef target = row;
  target.offset =
      index.add(row.offset, index.mul(index.sub(from, begin), row.strides[0]));
  target.sizes[0] = length;
  target.rowMajor = false;
  return emitCopy(kernel, index, source, target);
}

LogicalResult lowerIm2col(KernelLowering &kernel, Im2colOp op) {
  if (op.getBarrier())
    return refuseThreads(op);
  FoldingBuilder index = kernel.at(op);
  Convolution conv = convolutionOf(index, kernel.getRef(op.getSource()), op);
  TileRef tile = kernel.getRef(op.getDestination());
  LogicalResult result =
      emitFor(index, index.constant(0), tile.sizes[0], 1,
              [&](Value i) -> LogicalResult {
                TileRef row = dropDim(index, tile, 0, i);
                OpFoldResult pixel = index.add(OpFoldResult(op.getRow()), i);
                return emitPatchRow(kernel, index, conv, op, pixel, row);
              });
  if (failed(result))
    return failure();
  return kernel.dropAsync(op, op.getToken());
}

} // namespace cpu
} // namespace tile
