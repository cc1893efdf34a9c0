//===- BufferLowering.cpp - Allocations, views and single elements --------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// Memory on the stack of the function, for one element: LLVM keeps it in a
/// register.
static Value stackSlot(FoldingBuilder &index, Operation *user, int64_t bytes) {
  OpBuilder::InsertionGuard guard(index.builder);
  auto function = user->getParentOfType<FunctionOpInterface>();
  index.builder.setInsertionPointToStart(&function.front());
  Value one = arith::ConstantIntOp::create(index.builder, index.loc, 1, 64);
  Type pointer = LLVM::LLVMPointerType::get(index.builder.getContext());
  auto array = LLVM::LLVMArrayType::get(index.builder.getI8Type(), bytes);
  return LLVM::AllocaOp::create(index.builder, index.loc, pointer, array, one,
                                /*alignment=*/16);
}

LogicalResult lowerAlloc(KernelLowering &kernel, AllocOp op) {
  BufferType type = op.getBuffer().getType();
  if (type.getSpace() == MemorySpace::Barrier ||
      type.getSpace() == MemorySpace::Cluster)
    return refuseThreads(op);
  if (type.getVersions() != 1)
    return refuse(op, "a buffer of one version",
                  "the CPU target does not pipeline loops");
  FoldingBuilder index = kernel.at(op);
  if (type.getSpace() == MemorySpace::Local && type.getRank() == 0) {
    int64_t bytes = llvm::divideCeil(type.getStorageBits(), 8);
    Value slot = stackSlot(index, op, bytes);
    kernel.setRef(op.getBuffer(), makeBuffer(index, slot, type.getElementType(),
                                             {}, /*alignment=*/16));
  } else {
    kernel.setRef(
        op.getBuffer(),
        kernel.allocateBuffer(index, type.getElementType(), type.getShape()));
  }
  kernel.dropLater(op);
  return success();
}

LogicalResult lowerSlice(KernelLowering &kernel, SliceOp op) {
  FoldingBuilder index = kernel.at(op);
  kernel.setRef(op.getResult(),
                sliceRef(index, kernel.getRef(op.getSource()), op));
  kernel.dropLater(op);
  return success();
}

/// A tensor that the host makes as a view is a memref from here on.
static void materializeTensor(FoldingBuilder &index, Value tensor,
                              const TileRef &ref) {
  Value memref = makeMemRef(index, ref);
  if (memref.getType() != tensor.getType())
    memref = UnrealizedConversionCastOp::create(index.builder, index.loc,
                                                tensor.getType(), memref)
                 .getResult(0);
  tensor.replaceAllUsesWith(memref);
}

LogicalResult lowerView(KernelLowering &kernel, ViewOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef ref = viewRef(index, kernel.getRef(op.getSource()),
                        cast<ShapedType>(op.getResult().getType()));
  if (!ref.base)
    return refuse(op, "a source that lies without gaps",
                  "a view reinterprets a row of bytes");
  kernel.setRef(op.getResult(), ref);
  if (kernel.isHost())
    materializeTensor(index, op.getResult(), ref);
  kernel.dropLater(op);
  return success();
}

LogicalResult lowerTensorAt(KernelLowering &kernel, TensorAtOp op) {
  FoldingBuilder index = kernel.at(op);
  OpBuilder &b = index.builder;
  TileRef ref;
  ref.base = LLVM::IntToPtrOp::create(
      b, index.loc, LLVM::LLVMPointerType::get(b.getContext()),
      op.getAddress());
  MemRefType type = cast<MemRefType>(op.getResult().getType());
  ref.element = type.getElementType();
  ref.alignment = std::max<int64_t>(1, ref.bits() / 8);
  ref.offset = index.constant(0);
  ref.sizes = getMixedValues(op.getStaticSizes(), op.getSizes(), b);
  if (op.getStaticStrides()) {
    ref.strides = getMixedValues(*op.getStaticStrides(), op.getStrides(), b);
  } else {
    ref.strides = rowMajorStrides(index, ref.sizes);
    ref.rowMajor = true;
  }
  for (OpFoldResult size : ref.sizes)
    ref.bounds.push_back({index.constant(0), size});
  kernel.setRef(op.getResult(), ref);
  if (kernel.isHost())
    materializeTensor(index, op.getResult(), ref);
  kernel.dropLater(op);
  return success();
}

LogicalResult lowerTileCast(KernelLowering &kernel,
                            UnrealizedConversionCastOp op) {
  if (op.getNumOperands() != 1 || op.getNumResults() != 1 ||
      !isa<BufferType>(op.getOperand(0).getType()))
    return success();
  FoldingBuilder index = kernel.at(op);
  TileRef ref = kernel.getRef(op.getOperand(0));
  auto type = dyn_cast<MemRefType>(op.getResult(0).getType());
  if (!type || !ref.isContiguous() || ref.isGlobal())
    return refuse(op, "the memref of a whole tile",
                  "only such a tile lies in memory as a memref does");
  Value memref = makeMemRef(index, ref);
  kernel.replace(op,
                 memref::CastOp::create(index.builder, index.loc, type, memref)
                     ->getResults());
  return success();
}

LogicalResult lowerDim(KernelLowering &kernel, Operation *op) {
  auto dim = cast<memref::DimOp>(op);
  std::optional<int64_t> position = dim.getConstantIndex();
  if (!position)
    return success();
  TileRef ref = kernel.getRef(dim.getSource());
  if (*position < 0 || *position >= static_cast<int64_t>(ref.rank()))
    return success();
  FoldingBuilder index = kernel.at(op);
  kernel.replace(op, index.value(ref.sizes[*position]));
  return success();
}

/// Element-wise positions of a load or store `as vector`.
static SmallVector<OpFoldResult> positions(ValueRange indices) {
  return SmallVector<OpFoldResult>(indices.begin(), indices.end());
}

/// The dimensions of an access that are known to be inside.
static ArrayRef<bool> knownDims(KernelLowering &kernel, Operation *op) {
  auto known = kernel.knownInside.find(op);
  return known == kernel.knownInside.end() ? ArrayRef<bool>()
                                           : ArrayRef<bool>(known->second);
}

/// The lanes of an access `as vector` to a region of scalars; 0 if it moves one
/// element as it is.
static unsigned accessLanes(const TileRef &ref, Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && !isa<VectorType>(ref.element) ? vector.getNumElements() : 0;
}

/// Calls `emit` for each element of an access of several lanes.
static void
forEachLane(FoldingBuilder &index, SmallVector<OpFoldResult> at, unsigned lanes,
            function_ref<void(unsigned, ArrayRef<OpFoldResult>)> emit) {
  OpFoldResult first = at.back();
  for (unsigned lane = 0; lane < lanes; ++lane) {
    at.back() = index.add(first, index.constant(lane));
    emit(lane, at);
  }
}

static TileRef withPad(TileRef ref, std::optional<TypedAttr> pad) {
  if (pad)
    ref.pad = *pad;
  return ref;
}

static Value loadOne(KernelLowering &kernel, FoldingBuilder &index,
                     const TileRef &ref, Operation *op,
                     ArrayRef<OpFoldResult> at) {
  Value inside = isInside(index, ref, at, knownDims(kernel, op));
  Value pad = inside ? padOf(index, ref) : Value();
  return guardedLoad(index, ref, linearIndex(index, ref, at), inside, pad);
}

LogicalResult lowerLoad(KernelLowering &kernel, LoadOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef ref = withPad(kernel.getRef(op.getSource()), op.getPad());
  SmallVector<OpFoldResult> at = positions(op.getIndices());
  unsigned lanes = accessLanes(ref, op.getResult().getType());
  if (lanes == 0) {
    kernel.replace(op, loadOne(kernel, index, ref, op, at));
    return success();
  }
  Value result = zeroOf(index, valueType(op.getResult().getType()));
  forEachLane(index, at, lanes,
              [&](unsigned lane, ArrayRef<OpFoldResult> element) {
                Value value = loadOne(kernel, index, ref, op, element);
                result = vector::InsertOp::create(index.builder, index.loc,
                                                  value, result, lane);
              });
  kernel.replace(op, result);
  return success();
}

LogicalResult lowerStore(KernelLowering &kernel, StoreOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef ref = kernel.getRef(op.getDestination());
  SmallVector<OpFoldResult> at = positions(op.getIndices());
  Value value = op.getValue();
  auto storeOne = [&](Value element, ArrayRef<OpFoldResult> position) {
    Value inside = isInside(index, ref, position, knownDims(kernel, op));
    guardedStore(index, ref, linearIndex(index, ref, position), inside,
                 element);
  };
  unsigned lanes = accessLanes(ref, value.getType());
  if (lanes == 0)
    storeOne(value, at);
  else
    forEachLane(index, at, lanes,
                [&](unsigned lane, ArrayRef<OpFoldResult> element) {
                  storeOne(vector::ExtractOp::create(index.builder, index.loc,
                                                     value, lane),
                           element);
                });
  op->erase();
  return success();
}

} // namespace cpu
} // namespace tile
