//===- GemmLowering.cpp - Matrix products of on-chip tiles ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product whose types the packed kernel has goes there as it is. For other
// types (packed elements, floats of at most 8 bits, scaled and sparse operands)
// the operands are first converted, exactly, into row-major tiles.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tile {
namespace cpu {

namespace {

/// C (+)= A * B with A M x K and B K x N.
struct Product {
  TileRef a, b, c;
  bool unsignedA = false, unsignedB = false;
  /// Whether C is overwritten (i1); null means never.
  Value clear;
};

} // namespace

/// `ref` with its two dimensions exchanged.
static TileRef transposed(TileRef ref) {
  std::swap(ref.sizes[0], ref.sizes[1]);
  std::swap(ref.strides[0], ref.strides[1]);
  ref.rowMajor = false;
  return ref;
}

static SmallVector<int64_t> staticShape(const TileRef &ref) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : ref.sizes)
    shape.push_back(*constantOf(size));
  return shape;
}

/// The type in which sums are kept: C's, but at least f32.
static Type sumType(Type element) {
  auto number = dyn_cast<FloatType>(element);
  if (number && !number.isF64())
    return Float32Type::get(element.getContext());
  return element;
}

/// A row-major tile of type `element` with the values of `source`.
static TileRef convertTile(KernelLowering &kernel, FoldingBuilder &index,
                           const TileRef &source, Type element,
                           bool isUnsigned) {
  TileRef tile = kernel.allocateBuffer(index, element, staticShape(source));
  NestShape shape;
  shape.extents = source.sizes;
  // Not always the last dimension: it may have one element.
  if (constantOf(source.strides[vectorDim(source.sizes)]) == 1)
    shape.lanes = kernel.cpu.lanes();
  (void)emitNest(index, shape, [&](FoldingBuilder &at, const NestPoint &point) {
    Value value = loadElements(at, source, linearIndex(at, source, point.ivs),
                               point.lanes);
    value =
        emitConversion(kernel, at, value, source.element, element, isUnsigned);
    storeElements(at, tile, linearIndex(at, tile, point.ivs), point.lanes,
                  value);
    return success();
  });
  return tile;
}

static Value multiplyAdd(KernelLowering &kernel, FoldingBuilder &index, Value a,
                         Value b, Value sum) {
  OpBuilder &builder = index.builder;
  if (!isa<FloatType>(getElementTypeOrSelf(sum.getType()))) {
    Value product = arith::MulIOp::create(builder, index.loc, a, b);
    return arith::AddIOp::create(builder, index.loc, sum, product);
  }
  if (kernel.cpu.fma)
    return math::FmaOp::create(builder, index.loc, a, b, sum);
  Value product = arith::MulFOp::create(builder, index.loc, a, b);
  return arith::AddFOp::create(builder, index.loc, sum, product);
}

/// One strip of a row of C: the sum over k in one vector.
static Value emitStrip(KernelLowering &kernel, FoldingBuilder &index,
                       const TileRef &a, const TileRef &b, OpFoldResult row,
                       OpFoldResult column, unsigned lanes, Value initial) {
  OpBuilder &builder = index.builder;
  auto loop =
      scf::ForOp::create(builder, index.loc, index.value(0),
                         index.value(a.sizes[1]), index.value(1), initial);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  OpFoldResult k = loop.getInductionVar();
  Value left = loadElements(index, a, linearIndex(index, a, {row, k}), 1);
  Value right =
      loadElements(index, b, linearIndex(index, b, {k, column}), lanes);
  Value sum = multiplyAdd(kernel, index, splat(index, left, lanes), right,
                          loop.getRegionIterArg(0));
  scf::YieldOp::create(builder, index.loc, sum);
  return loop.getResult(0);
}

/// The product of tiles of one type, strip by strip.
static void emitProduct(KernelLowering &kernel, FoldingBuilder &index,
                        const Product &product) {
  Type sum = sumType(product.c.element);
  TileRef a = convertTile(kernel, index, product.a, sum, product.unsignedA);
  TileRef b = convertTile(kernel, index, product.b, sum, product.unsignedB);
  NestShape shape;
  shape.extents = product.c.sizes;
  // A strip is a part of a row.
  if (vectorDim(shape.extents) == 1 && constantOf(product.c.strides[1]) == 1)
    shape.lanes = kernel.cpu.lanes();
  (void)emitNest(index, shape, [&](FoldingBuilder &at, const NestPoint &point) {
    Type type = withLanes(sum, point.lanes);
    OpFoldResult linear = linearIndex(at, product.c, point.ivs);
    Value old = loadElements(at, product.c, linear, point.lanes);
    old = emitConversion(kernel, at, old, product.c.element, sum);
    if (product.clear)
      old = arith::SelectOp::create(at.builder, at.loc, product.clear,
                                    zeroOf(at, type), old);
    Value value = emitStrip(kernel, at, a, b, point.ivs[0], point.ivs[1],
                            point.lanes, old);
    value = emitConversion(kernel, at, value, sum, product.c.element);
    storeElements(at, product.c, linear, point.lanes, value);
    return success();
  });
}

/// Buffers of a product must be whole scalars in static shapes.
static bool isPlainTile(const TileRef &ref) {
  return !ref.isGlobal() && ref.rank() == 2 && !isa<VectorType>(ref.element) &&
         constantOf(ref.sizes[0]) && constantOf(ref.sizes[1]);
}

/// Operands in global memory are copied into tiles first.
static FailureOr<TileRef> operandOf(KernelLowering &kernel,
                                    FoldingBuilder &index, Value tile,
                                    bool isTransposed, Operation *user) {
  TileRef ref = kernel.getRef(tile);
  if (ref.isGlobal() && ref.rank() == 2 && constantOf(ref.sizes[0]) &&
      constantOf(ref.sizes[1])) {
    TileRef copy = kernel.allocateBuffer(index, ref.element, staticShape(ref));
    if (failed(emitCopy(kernel, index, ref, copy)))
      return failure();
    ref = copy;
  }
  if (!isPlainTile(ref)) {
    (void)refuse(user, "operands of static shape with scalar elements",
                 "the product is unrolled over them");
    return failure();
  }
  return isTransposed ? transposed(ref) : ref;
}

/// The product of the tiles of `op`, its operands transposed as told.
template <typename OpTy>
static FailureOr<Product> productOf(KernelLowering &kernel,
                                    FoldingBuilder &index, OpTy op,
                                    bool transposeA, bool transposeB) {
  FailureOr<TileRef> a = operandOf(kernel, index, op.getA(), transposeA, op);
  FailureOr<TileRef> b = operandOf(kernel, index, op.getB(), transposeB, op);
  FailureOr<TileRef> c = operandOf(kernel, index, op.getC(), false, op);
  if (failed(a) || failed(b) || failed(c))
    return failure();
  return Product{*a, *b, *c, false, false, op.getClear()};
}

/// Whether the packed product reads and writes elements of this type: it goes
/// through memrefs, and what arith converts.
static bool isPackable(Type element, bool isResult) {
  if (auto number = dyn_cast<FloatType>(element))
    return number.getWidth() >= (isResult ? 16u : 8u) &&
           number.getWidth() % 8 == 0;
  return element.isInteger(8) || element.isInteger(16) ||
         element.isInteger(32) || element.isInteger(64);
}

/// The product as packed, register-blocked code on the worker's thread. Fails
/// if it does not compute these types.
static LogicalResult emitPackedProduct(KernelLowering &kernel,
                                       FoldingBuilder &index,
                                       const Product &product, bool transposeA,
                                       bool transposeB) {
  if (!isPackable(product.a.element, /*isResult=*/false) ||
      !isPackable(product.b.element, /*isResult=*/false) ||
      !isPackable(product.c.element, /*isResult=*/true))
    return failure();
  FailureOr<PackedGemm> gemm =
      PackedGemm::choose({valueType(product.a.element), product.unsignedA, {}},
                         {valueType(product.b.element), product.unsignedB, {}},
                         {valueType(product.c.element), {}, {}},
                         kernel.cpu.vectorUnit(), kernel.cpu.cacheSizes());
  if (failed(gemm))
    return failure();
  OpBuilder &b = index.builder;
  Value accumulate = product.clear
                         ? arith::XOrIOp::create(b, index.loc, product.clear,
                                                 index.boolean(true))
                               .getResult()
                         : index.boolean(true);
  emitSerialGemm(b, index.loc, *gemm,
                 {makeMemRef(index, product.a), transposeA},
                 {makeMemRef(index, product.b), transposeB},
                 makeMemRef(index, product.c), accumulate);
  return success();
}

LogicalResult lowerGemm(KernelLowering &kernel, GemmOp op) {
  if (op.getBarrier())
    return refuseThreads(op);
  FoldingBuilder index = kernel.at(op);
  FailureOr<Product> product = productOf(kernel, index, op, false, false);
  if (failed(product))
    return failure();
  product->unsignedA = op.getUnsignedA();
  product->unsignedB = op.getUnsignedB();
  if (failed(emitPackedProduct(kernel, index, *product, op.getTransposeA(),
                               op.getTransposeB()))) {
    if (op.getTransposeA())
      product->a = transposed(product->a);
    if (op.getTransposeB())
      product->b = transposed(product->b);
    emitProduct(kernel, index, *product);
  }
  return kernel.dropAsync(op, op.getToken());
}

//===----------------------------------------------------------------------===//
// Scaled products
//===----------------------------------------------------------------------===//

/// An f32 tile of `source` with element (i, k) multiplied by scale (i,
/// k/block).
static TileRef scaleTile(KernelLowering &kernel, FoldingBuilder &index,
                         const TileRef &source, const TileRef &scale,
                         int64_t block) {
  Type f32 = index.builder.getF32Type();
  TileRef tile = kernel.allocateBuffer(index, f32, staticShape(source));
  NestShape shape;
  shape.extents = source.sizes;
  (void)emitNest(index, shape, [&](FoldingBuilder &at, const NestPoint &point) {
    Value value =
        loadElements(at, source, linearIndex(at, source, point.ivs), 1);
    OpFoldResult group = at.div(point.ivs[1], at.constant(block));
    Value factor = loadElements(
        at, scale, linearIndex(at, scale, {point.ivs[0], group}), 1);
    value = emitConversion(kernel, at, value, source.element, f32);
    factor = emitConversion(kernel, at, factor, scale.element, f32);
    Value scaled = arith::MulFOp::create(at.builder, at.loc, value, factor);
    storeElements(at, tile, linearIndex(at, tile, point.ivs), 1, scaled);
    return success();
  });
  return tile;
}

LogicalResult lowerGemmScaled(KernelLowering &kernel, GemmScaledOp op) {
  if (op.getBarrier())
    return refuseThreads(op);
  FoldingBuilder index = kernel.at(op);
  // Scales of B are by (n, k / block): B is scaled as N x K.
  FailureOr<Product> product =
      productOf(kernel, index, op, op.getTransposeA(), !op.getTransposeB());
  if (failed(product))
    return failure();
  product->a = scaleTile(kernel, index, product->a,
                         kernel.getRef(op.getScaleA()), op.getBlock());
  product->b = transposed(scaleTile(
      kernel, index, product->b, kernel.getRef(op.getScaleB()), op.getBlock()));
  emitProduct(kernel, index, *product);
  return kernel.dropAsync(op, op.getToken());
}

//===----------------------------------------------------------------------===//
// Sparse products
//===----------------------------------------------------------------------===//

/// The position, in its group of four, of kept element `column` of row `row`:
/// two bits of the metadata, low bits first, row by row.
static OpFoldResult keptPosition(FoldingBuilder &index, const TileRef &metadata,
                                 OpFoldResult row, OpFoldResult column) {
  OpBuilder &b = index.builder;
  unsigned perInteger = metadata.bits() / 2;
  OpFoldResult word = index.div(column, index.constant(perInteger));
  OpFoldResult place = index.rem(column, index.constant(perInteger));
  Value bits = loadElements(index, metadata,
                            linearIndex(index, metadata, {row, word}), 1);
  Value wide = bits.getType().isInteger(64)
                   ? bits
                   : arith::ExtUIOp::create(b, index.loc, b.getI64Type(), bits)
                         .getResult();
  Value shift = index.i64(index.mul(place, index.constant(2)));
  wide = arith::ShRUIOp::create(b, index.loc, wide, shift);
  Value three = arith::ConstantIntOp::create(b, index.loc, 3, 64);
  wide = arith::AndIOp::create(b, index.loc, wide, three);
  return arith::IndexCastOp::create(b, index.loc, b.getIndexType(), wide)
      .getResult();
}

/// The kept elements of A with their zeros back in place.
static TileRef expandSparse(KernelLowering &kernel, FoldingBuilder &index,
                            const TileRef &kept, const TileRef &metadata) {
  TileRef dense = kernel.allocateBuffer(
      index, kept.element,
      {*constantOf(kept.sizes[0]), 2 * *constantOf(kept.sizes[1])});
  NestShape all;
  all.extents = dense.sizes;
  (void)emitNest(index, all, [&](FoldingBuilder &at, const NestPoint &point) {
    storeElements(at, dense, linearIndex(at, dense, point.ivs), 1,
                  zeroOf(at, valueType(dense.element)));
    return success();
  });
  NestShape shape;
  shape.extents = kept.sizes;
  (void)emitNest(index, shape, [&](FoldingBuilder &at, const NestPoint &point) {
    Value value = loadElements(at, kept, linearIndex(at, kept, point.ivs), 1);
    OpFoldResult group = at.div(point.ivs[1], at.constant(2));
    OpFoldResult column =
        at.add(at.mul(group, at.constant(4)),
               keptPosition(at, metadata, point.ivs[0], point.ivs[1]));
    storeElements(at, dense, linearIndex(at, dense, {point.ivs[0], column}), 1,
                  value);
    return success();
  });
  return dense;
}

LogicalResult lowerGemmSparse(KernelLowering &kernel, GemmSparseOp op) {
  if (op.getBarrier())
    return refuseThreads(op);
  FoldingBuilder index = kernel.at(op);
  FailureOr<Product> product =
      productOf(kernel, index, op, op.getTransposeA(), op.getTransposeB());
  if (failed(product))
    return failure();
  product->a =
      expandSparse(kernel, index, product->a, kernel.getRef(op.getE()));
  product->unsignedA = op.getUnsignedA();
  product->unsignedB = op.getUnsignedB();
  emitProduct(kernel, index, *product);
  return kernel.dropAsync(op, op.getToken());
}

} // namespace cpu
} // namespace tile
