//===- ReducerLowering.cpp - Reduction epochs -----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An epoch is a buffer of partial results in the type in which they are
// accumulated. One thread runs the block, so every update adds to it directly.
//
//===----------------------------------------------------------------------===//

#include "Combiners.h"
#include "KernelLowering.h"

using namespace mlir;

namespace tile {
namespace cpu {

LogicalResult lowerReducerInit(KernelLowering &kernel, ReducerInitOp op) {
  FoldingBuilder index = kernel.at(op);
  ReducerType type = op.getReducer().getType();
  Type accumulator =
      accumulatorType(type.getElementType(), type.getElementType());
  TileRef partial = kernel.allocateBuffer(index, accumulator, type.getShape());
  Combiner combiner{type.getKind(), NanMode::Ignore};
  Value initial = combiner.identity(index, accumulator);
  if (op.getInit())
    initial =
        combiner.combine(index,
                         emitConversion(kernel, index, op.getInit(),
                                        op.getInit().getType(), accumulator),
                         initial);
  NestShape shape;
  shape.extents = partial.sizes;
  shape.lanes = kernel.cpu.lanes();
  kernel.reducers[op.getReducer()] = {partial, type.getKind()};
  kernel.dropLater(op);
  return emitNest(
      index, shape, [&](FoldingBuilder &at, const NestPoint &point) {
        storeElements(at, partial, linearIndex(at, partial, point.ivs),
                      point.lanes, splat(at, initial, point.lanes));
        return success();
      });
}

LogicalResult lowerReducerUpdate(KernelLowering &kernel, ReducerUpdateOp op) {
  FoldingBuilder index = kernel.at(op);
  ReducerRef reducer = kernel.reducers.lookup(op.getReducer());
  if (isa<VectorType>(op.getValue().getType()))
    return refuse(op, "a scalar contribution",
                  "the CPU target updates one element at a time");
  Combiner combiner{reducer.kind, NanMode::Ignore};
  SmallVector<OpFoldResult> at(op.getIndices().begin(), op.getIndices().end());
  OpFoldResult linear = linearIndex(index, reducer.partial, at);
  Value value =
      emitConversion(kernel, index, op.getValue(), op.getValue().getType(),
                     reducer.partial.element);
  Value old = loadElements(index, reducer.partial, linear, 1);
  storeElements(
      index, reducer.partial, linear, 1,
      combiner.accumulate(index, old, combiner.prepare(index, value)));
  op->erase();
  return success();
}

LogicalResult lowerReducerFinalize(KernelLowering &kernel,
                                   ReducerFinalizeOp op) {
  FoldingBuilder index = kernel.at(op);
  ReducerRef reducer = kernel.reducers.lookup(op.getReducer());
  if (failed(emitCopy(kernel, index, reducer.partial,
                      kernel.getRef(op.getDestination()))))
    return failure();
  op->erase();
  return success();
}

} // namespace cpu
} // namespace tile
