//===- Conversion.h - tiles of other element types --------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_CONVERSION_H
#define TILE_LIB_INTERPRETER_CONVERSION_H

#include "Accessor.h"

namespace tile {

/// Converts every component of a tile by the rule of the dialect.
mlir::LogicalResult convertTile(mlir::Operation *op, const Element &from,
                                const Element &to, TileData &data);

} // namespace tile

#endif // TILE_LIB_INTERPRETER_CONVERSION_H
