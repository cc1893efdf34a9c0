//===- VectorBody.h - The body of a parallel nest over lanes ----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the body of a tile.parallel for several iterations at once. A value of
// the body is the same in all lanes (uniform), counts up from lane to lane
// (affine), or is a vector. Varying conditions become masks.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_VECTORBODY_H
#define TILE_LIB_CONVERSION_TILETOCPU_VECTORBODY_H

#include "KernelLowering.h"
#include "RowPartials.h"

namespace tile {
namespace cpu {

/// A value of the body in all lanes.
struct LaneValue {
  enum Kind { Uniform, Affine, Varying } kind = Uniform;
  /// A scalar (that of lane 0 if affine), or a vector if varying.
  mlir::Value value;
  /// Affine: the difference of neighbouring lanes.
  int64_t step = 0;

  static LaneValue uniform(mlir::Value value) { return {Uniform, value, 0}; }
  static LaneValue affine(mlir::Value value, int64_t step) {
    return step == 0 ? uniform(value) : LaneValue{Affine, value, step};
  }
  static LaneValue varying(mlir::Value value) { return {Varying, value, 0}; }
};

/// Whether all operations of a block can be emitted over lanes that count up in
/// `laneVariable`.
bool canVectorize(mlir::Block &block, mlir::Value laneVariable);

/// The emission of one body for `point.lanes` lanes (more than one).
class VectorBody {
public:
  /// `known` gives for each access of the body the dimensions that the nest has
  /// tested, as in KernelLowering::knownInside.
  using KnownInside =
      llvm::DenseMap<mlir::Operation *, llvm::SmallVector<bool>>;

  VectorBody(KernelLowering &kernel, const KnownInside &known,
             const RowPartials &partials, unsigned lanes, bool streaming)
      : kernel(kernel), known(known), partials(partials), lanes(lanes),
        streaming(streaming) {}

  void map(mlir::Value original, LaneValue value) { values[original] = value; }
  /// Emits the operations of a block but its terminator at the builder's place.
  mlir::LogicalResult emitBlock(mlir::Block &block);

private:
  struct Access;

  LaneValue get(mlir::Value original);
  mlir::Value vector(FoldingBuilder &index, LaneValue value);
  mlir::Value vector(FoldingBuilder &index, mlir::Value original) {
    return vector(index, get(original));
  }
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitElementwise(mlir::Operation *op);
  bool emitAffine(mlir::Operation *op);
  bool emitDivision(mlir::Operation *op);
  mlir::LogicalResult emitCast(CastOp op);
  mlir::LogicalResult emitLoad(LoadOp op);
  mlir::LogicalResult emitStore(StoreOp op);
  mlir::LogicalResult emitLocalAlloc(AllocOp op);
  mlir::LogicalResult emitIf(mlir::scf::IfOp op);
  mlir::LogicalResult emitUniformIf(mlir::scf::IfOp op, mlir::Value condition);
  mlir::LogicalResult emitMaskedIf(mlir::scf::IfOp op, mlir::Value condition);
  mlir::LogicalResult emitFor(mlir::scf::ForOp op);
  mlir::LogicalResult emitReducerUpdate(ReducerUpdateOp op);
  mlir::LogicalResult emitPerLane(mlir::Operation *op);

  Access analyse(FoldingBuilder &index, mlir::Operation *op, const TileRef &ref,
                 mlir::ValueRange indices);
  mlir::Value linearVector(FoldingBuilder &index, const TileRef &ref,
                           mlir::ValueRange indices);
  mlir::Value anyLane(FoldingBuilder &index);
  FoldingBuilder at(mlir::Operation *op) {
    return FoldingBuilder(kernel.builder, op->getLoc());
  }

  KernelLowering &kernel;
  const KnownInside &known;
  const RowPartials &partials;
  unsigned lanes;
  bool streaming;
  llvm::DenseMap<mlir::Value, LaneValue> values;
  /// Rank-0 local buffers of the body: memory for one value per lane.
  llvm::DenseMap<mlir::Value, mlir::Value> locals;
  /// Active lanes; null means all.
  mlir::Value mask;
};

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_VECTORBODY_H
