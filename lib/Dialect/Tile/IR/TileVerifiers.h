//===- TileVerifiers.h - rules that several verifiers share -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers run in the order of the text, so the operations around the one that
// is verified may be malformed: these rules ask other operations only for their
// kind, their place and the identity of their operands.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_IR_TILEVERIFIERS_H
#define TILE_LIB_DIALECT_TILE_IR_TILEVERIFIERS_H

#include "Tile/Dialect/Tile/IR/Tile.h"

namespace tile::detail {

/// The integer or index constant that `value` is, asking nothing of a defining
/// operation that may not have been verified yet.
std::optional<int64_t> constantOf(mlir::Value value);

/// The extents as in a type: `16x?`, or `a scalar` for rank 0.
std::string shapeText(llvm::ArrayRef<int64_t> shape);

/// Fails unless `type` lives in one of `spaces`. `name` is the operand's name
/// in messages, `reason` the text in parentheses.
mlir::LogicalResult verifySpace(mlir::Operation *op, llvm::StringRef name,
                                BufferType type,
                                llvm::ArrayRef<MemorySpace> spaces,
                                llvm::StringRef reason);

/// Fails unless `type` is one version of a static tile of numbers: no ring, no
/// dynamic extent, no vector elements.
mlir::LogicalResult verifyNumericTile(mlir::Operation *op, llvm::StringRef name,
                                      BufferType type);

/// Fails unless a reduction of that kind is defined for elements of `element`.
mlir::LogicalResult verifyReduceKind(mlir::Operation *op, ReduceKind kind,
                                     mlir::Type element);

/// Fails unless `barrier` and `index` are both absent, or name a barrier that
/// exists as far as constants tell.
mlir::LogicalResult verifyBarrierIndex(mlir::Operation *op, mlir::Value barrier,
                                       mlir::Value index);

/// Fails unless `count` threads can be whole warps of the team around `op`.
mlir::LogicalResult verifyWholeWarps(mlir::Operation *op, llvm::StringRef what,
                                     int64_t count);

/// Fails unless the epoch that `init` opens is closed exactly once, after all
/// of its updates.
mlir::LogicalResult verifyReducerEpoch(ReducerInitOp init);

/// Fails unless the roles around a channel keep its protocol on every path:
/// acquire and commit, wait and release in balance, payload used between them.
mlir::LogicalResult verifyChannelProtocol(ChannelOp channel);

} // namespace tile::detail

#endif // TILE_LIB_DIALECT_TILE_IR_TILEVERIFIERS_H
