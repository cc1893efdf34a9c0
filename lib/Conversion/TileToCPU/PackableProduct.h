//===- PackableProduct.h - Products whose operands can be packed once -----===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises, by where values come from, a loop over K of a launch that only
// copies windows of two tensors into tiles and adds their product to a third:
//
//   for k { copy A[rows of the block, k], copy B[k, columns of the block],
//           gemm into C }
//
// Block by block the same windows are read again: those of A by all blocks of
// one row, those of B by all blocks of one column.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_PACKABLEPRODUCT_H
#define TILE_LIB_CONVERSION_TILETOCPU_PACKABLEPRODUCT_H

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tile {
namespace cpu {

/// One input: a rank-2 tensor of the host, read but not written by the launch.
/// Outside the tensor, zero is read.
struct PackableOperand {
  mlir::TypedValue<mlir::MemRefType> tensor;
  /// Whether K is the first dimension of A or the last one of B.
  bool transposed = false;
  bool isUnsigned = false;
};

/// How the grid covers a dimension of the product: block i of `axis` covers
/// tile * i .. tile * (i + 1); without an axis, every block covers 0 .. tile.
struct GridCover {
  std::optional<unsigned> axis;
  int64_t tile = 0;

  bool operator==(const GridCover &other) const {
    return axis == other.axis && tile == other.tile;
  }
};

struct PackableProduct {
  LaunchOp launch;
  /// The loop over K: scf.for or tile.pipelined, directly in the launch. Its
  /// iterations cover `depth` consecutive k each, from 0 on.
  mlir::Operation *loop = nullptr;
  mlir::Value upper;
  int64_t step = 1, depth = 0;

  PackableOperand a, b;
  GridCover rows, columns;
  mlir::TypedValue<BufferType> c;
  /// Whether C need not be read: its products replace what it holds.
  bool overwrites = false;
  /// Whether the first iteration is what replaces it: without iterations, it
  /// stays.
  bool clears = false;
  /// The fill of C with zeros just before the loop, if that is why.
  FillOp zeroFill;
  /// The on-chip tiles of A and B, which nothing else uses.
  llvm::SetVector<AllocOp> tiles;

  /// Where the whole product goes, if all that the launch does besides is to
  /// copy C to the windows that its blocks cover of this tensor, which is
  /// no wider than C; else null.
  mlir::TypedValue<mlir::MemRefType> result;

  /// The tensors that the launch writes, all of them from the host.
  llvm::SetVector<mlir::Value> written;
};

/// The first product of the launch whose operands can be packed before it,
/// provided that they do not share memory with `written`.
std::optional<PackableProduct> findPackableProduct(LaunchOp launch);

/// Whether the host can compute `value` before the launch.
bool isHostValue(mlir::Value value, LaunchOp launch);
/// Emits `value`, which isHostValue, in front of the launch.
mlir::Value emitHostValue(mlir::OpBuilder &builder, mlir::Value value,
                          LaunchOp launch);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_PACKABLEPRODUCT_H
