//===- DTypes.h - Element types as the runtime numbers them -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_DTYPES_H
#define TILE_LIB_CONVERSION_TILETOCPU_DTYPES_H

#include "mlir/IR/Types.h"
#include <optional>

namespace tile {
namespace cpu {

/// The TileDType of an element or scalar type (index is i64), if it has one.
std::optional<int32_t> dtypeOf(mlir::Type type);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_DTYPES_H
