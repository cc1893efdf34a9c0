//===- Tile.h - the tile dialect --------------------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one public header of the tile dialect: its types, attributes, interfaces
// and operations. What they mean is written in the .td files beside it.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILE_H
#define TILE_DIALECT_TILE_IR_TILE_H

#include "Tile/Dialect/TileLayout/IR/TileLayout.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include <optional>

namespace tile {

/// How an operation touches a tile. An update reads and writes each element
/// atomically or as an accumulator.
enum class AccessMode { Read, Write, Update };

/// One tile that an operation touches: the region of the root buffer or tensor
/// that `operand` denotes.
struct Access {
  mlir::OpOperand *operand;
  AccessMode mode;
  /// The access may still be under way when the next statement starts; it ends
  /// at the wait for the operation's token, group or barrier.
  bool async = false;
};

/// Who must reach a collective operation together.
enum class CollectiveScope { Team, Cluster, Grid };

namespace detail {
/// Fails unless an asynchronous operation has something that tells when it is
/// complete, and only such an operation names a barrier.
mlir::LogicalResult verifyAsyncOp(mlir::Operation *op);
} // namespace detail

} // namespace tile

#include "Tile/Dialect/Tile/IR/TileDialect.h.inc"
#include "Tile/Dialect/Tile/IR/TileEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Tile/Dialect/Tile/IR/TileAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Tile/Dialect/Tile/IR/TileTypes.h.inc"

#include "Tile/Dialect/Tile/IR/TileOpInterfaces.h.inc"

#define GET_OP_CLASSES
#include "Tile/Dialect/Tile/IR/TileOps.h.inc"

namespace tile {

/// Names of the discardable attributes that the dialect verifies.
/// On function arguments: the caller allocates and receives the tensor; the
/// tensor may overlap others; a name for messages; a share of cache to keep.
inline constexpr llvm::StringLiteral kOutAttrName = "tile.out";
inline constexpr llvm::StringLiteral kMayAliasAttrName = "tile.may_alias";
inline constexpr llvm::StringLiteral kNameAttrName = "tile.name";
inline constexpr llvm::StringLiteral kL2PersistAttrName = "tile.l2_persist";
/// On functions: callers from outside the module have checked the arguments;
/// distinct tensors share no memory unless they are marked.
inline constexpr llvm::StringLiteral kCheckedAttrName = "tile.checked";
/// On `scf.for`: a `#tile.loop` hint.
inline constexpr llvm::StringLiteral kLoopAttrName = "tile.loop";

/// The buffer or tensor that `tileRef` is a region of: looks through slices,
/// views, versions, remote references and memref views. The result is defined
/// by an allocation, a channel payload, `tile.tensor_at`, or is an argument.
mlir::Value getRoot(mlir::Value tileRef);

/// The roots of the tensors that an operation inside `function` may write. An
/// operation whose effects are not known counts as writing all its operands.
llvm::DenseSet<mlir::Value> getWrittenTensors(mlir::Operation *function);

/// The value that reading `tileRef` outside its tensor gives: the pad of the
/// nearest slice that has one, else null (zero).
mlir::TypedAttr getPad(mlir::Value tileRef);

/// The team that `op` belongs to: the innermost launch or role region around
/// it; its first thread and the number of threads, warps being `warpSize` wide.
struct Team {
  mlir::Operation *op = nullptr;
  mlir::Region *region = nullptr;
};
Team getTeam(mlir::Operation *op);

namespace detail {
/// Adds the memory effects that follow from the accesses of `op`.
void appendAccessEffects(
    AccessOpInterface op,
    llvm::SmallVectorImpl<
        mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>>
        &effects);
/// Adds the effects of an operation that orders or observes execution.
void appendExecutionEffects(
    llvm::SmallVectorImpl<
        mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>>
        &effects);
} // namespace detail
} // namespace tile

#endif // TILE_DIALECT_TILE_IR_TILE_H
