//===- TileSyntax.h - text forms that several operations share --*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_DIALECT_TILE_IR_TILESYNTAX_H
#define TILE_LIB_DIALECT_TILE_IR_TILESYNTAX_H

#include "Tile/Dialect/Tile/IR/Tile.h"

namespace tile::detail {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;

/// `(%n, 4)`: values and constants; a value is ShapedType::kDynamic in the
/// static list.
mlir::ParseResult parseMixedList(mlir::OpAsmParser &parser, Operands &values,
                                 mlir::DenseI64ArrayAttr &constants);
void printMixedList(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::OperandRange values,
                    mlir::DenseI64ArrayAttr constants);

/// `(1, 2)`: constants.
mlir::ParseResult parseIntTuple(mlir::OpAsmParser &parser,
                                mlir::DenseI64ArrayAttr &tuple);
void printIntTuple(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                   mlir::DenseI64ArrayAttr tuple);

/// The operands that a mixed list expects: one for each dynamic entry.
bool hasMatchingValues(llvm::ArrayRef<int64_t> constants, size_t values);

/// The entries of a mixed list in order. Requires hasMatchingValues.
llvm::SmallVector<mlir::OpFoldResult>
mixedValues(llvm::ArrayRef<int64_t> constants, mlir::ValueRange values,
            mlir::MLIRContext *context);

} // namespace tile::detail

#endif // TILE_LIB_DIALECT_TILE_IR_TILESYNTAX_H
