//===- TileRef.h - A strided region of memory while lowering ----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tile buffer, a window or a tensor becomes: an address, extents and
// strides, and, for global memory, where the region lies in its tensor, so that
// every access knows what is outside.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_TILEREF_H
#define TILE_LIB_CONVERSION_TILETOCPU_TILEREF_H

#include "IndexArithmetic.h"
#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tile {
namespace cpu {

/// The place of one dimension of a region in its tensor: element i of the
/// region is inside if 0 <= origin + i < limit.
struct DimBound {
  mlir::OpFoldResult origin, limit;
};

struct TileRef {
  /// Address (an llvm.ptr) from which `offset` counts.
  mlir::Value base;
  mlir::Type element;
  llvm::SmallVector<mlir::OpFoldResult> sizes;
  /// Strides and offset in elements.
  llvm::SmallVector<mlir::OpFoldResult> strides;
  mlir::OpFoldResult offset;
  /// Bounds of each dimension; empty for on-chip buffers, whose elements are
  /// all inside.
  llvm::SmallVector<DimBound> bounds;
  /// Whether the dimensions that were dropped are inside; null means yes.
  mlir::Value inside;
  /// What reading outside gives; null means zero.
  mlir::TypedAttr pad;
  /// Bytes that the address is known to be a multiple of.
  int64_t alignment = 1;
  /// The elements lie row-major without gaps, whatever the extents are.
  bool rowMajor = false;

  unsigned rank() const { return sizes.size(); }
  bool isGlobal() const { return !bounds.empty() || inside; }
  /// Bits that one element takes in memory.
  unsigned bits() const { return BufferType::storageBits(element); }

  /// Whether the elements lie row-major without gaps, as far as is known
  /// statically.
  bool isContiguous() const;
};

/// Row-major strides of a shape.
llvm::SmallVector<mlir::OpFoldResult>
rowMajorStrides(FoldingBuilder &index,
                llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// A region of whole memory `base` of static shape, all of it inside.
TileRef makeBuffer(FoldingBuilder &index, mlir::Value base, mlir::Type element,
                   llvm::ArrayRef<int64_t> shape, int64_t alignment);

/// The region of a tensor, from its memref.
TileRef makeTensor(FoldingBuilder &index,
                   mlir::TypedValue<mlir::MemRefType> memref);

/// The part of `source` that `slice` denotes.
TileRef sliceRef(FoldingBuilder &index, const TileRef &source, SliceOp slice);

/// `source` with dimension `dim` removed at coordinate `at` (inside the
/// region).
TileRef dropDim(FoldingBuilder &index, const TileRef &source, unsigned dim,
                mlir::OpFoldResult at);

/// The same bytes with another shape and element type. Null base if the bytes
/// do not lie so that strides can describe it.
TileRef viewRef(FoldingBuilder &index, const TileRef &source,
                mlir::ShapedType type);

/// The memref that denotes the region (bounds are lost). `type` gives static
/// extents and strides where known.
mlir::Value makeMemRef(FoldingBuilder &index, const TileRef &ref);

/// The offset, in elements from `base`, of the element at `indices`.
mlir::OpFoldResult linearIndex(FoldingBuilder &index, const TileRef &ref,
                               llvm::ArrayRef<mlir::OpFoldResult> indices);

/// Whether the element at `indices` is inside its tensor; null means yes.
/// Dimensions with `known` set are not tested; its last entry is for those that
/// were dropped.
mlir::Value isInside(FoldingBuilder &index, const TileRef &ref,
                     llvm::ArrayRef<mlir::OpFoldResult> indices,
                     llvm::ArrayRef<bool> known = {});

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_TILEREF_H
