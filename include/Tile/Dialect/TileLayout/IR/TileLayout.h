//===- TileLayout.h - the tilelayout dialect --------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one public header of the tilelayout dialect: its attributes, interfaces
// and operations. What they mean is written in the .td files beside it; the
// layouts themselves are in ../Algebra.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_IR_TILELAYOUT_H
#define TILE_DIALECT_TILELAYOUT_IR_TILELAYOUT_H

#include "Tile/Dialect/TileLayout/Algebra/Conversion.h"
#include "Tile/Dialect/TileLayout/Algebra/FragmentLayout.h"
#include "Tile/Dialect/TileLayout/Algebra/MemoryLayout.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Tile/Dialect/TileLayout/IR/TileLayoutDialect.h.inc"

#include "Tile/Dialect/TileLayout/IR/TileLayoutAttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Tile/Dialect/TileLayout/IR/TileLayoutAttrs.h.inc"

#define GET_OP_CLASSES
#include "Tile/Dialect/TileLayout/IR/TileLayoutOps.h.inc"

namespace tile::layout {

/// The least kind of conversion between two fragment attributes; refused for
/// other layouts, and as for fragment layouts.
Result<ConversionKind> conversionKind(LayoutAttrInterface from,
                                      LayoutAttrInterface to);

/// The bits that a value of `type` takes as an element in memory: an `i1` a
/// byte, a `tf32` four, a vector those of its elements. Nothing for types
/// without a fixed width.
std::optional<int64_t> storageBits(mlir::Type type);

/// Emits the arithmetic of `layout` at `inputs`: what `tilelayout.apply` means,
/// in `arith` operations on `index`, unsigned except for opaque maps. Empty
/// when the layout is not one of this dialect.
llvm::SmallVector<mlir::Value> materializeApply(mlir::OpBuilder &builder,
                                                mlir::Location loc,
                                                IndexMapAttrInterface layout,
                                                mlir::ValueRange inputs);

/// Emits the arithmetic of the inverse of `layout` at `values`: what
/// `tilelayout.inverse` means. Empty when there is no inverse.
llvm::SmallVector<mlir::Value> materializeInverse(mlir::OpBuilder &builder,
                                                  mlir::Location loc,
                                                  IndexMapAttrInterface layout,
                                                  mlir::ValueRange values);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_IR_TILELAYOUT_H
