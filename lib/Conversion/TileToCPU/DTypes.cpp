//===- DTypes.cpp - Element types as the runtime numbers them -------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DTypes.h"

#include "Tile/Runtime/KernelABI.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tile {
namespace cpu {

static std::optional<int32_t> dtypeOfInteger(unsigned width) {
  switch (width) {
  case 1:
    return TILE_DTYPE_I1;
  case 4:
    return TILE_DTYPE_I4;
  case 8:
    return TILE_DTYPE_I8;
  case 16:
    return TILE_DTYPE_I16;
  case 32:
    return TILE_DTYPE_I32;
  case 64:
    return TILE_DTYPE_I64;
  default:
    return std::nullopt;
  }
}

std::optional<int32_t> dtypeOf(Type type) {
  using Result = std::optional<int32_t>;
  return llvm::TypeSwitch<Type, Result>(type)
      .Case([](IndexType) { return Result(TILE_DTYPE_I64); })
      .Case([](IntegerType t) { return dtypeOfInteger(t.getWidth()); })
      .Case([](Float16Type) { return Result(TILE_DTYPE_F16); })
      .Case([](BFloat16Type) { return Result(TILE_DTYPE_BF16); })
      .Case([](FloatTF32Type) { return Result(TILE_DTYPE_TF32); })
      .Case([](Float32Type) { return Result(TILE_DTYPE_F32); })
      .Case([](Float64Type) { return Result(TILE_DTYPE_F64); })
      .Case([](Float8E4M3FNType) { return Result(TILE_DTYPE_F8E4M3FN); })
      .Case([](Float8E4M3FNUZType) { return Result(TILE_DTYPE_F8E4M3FNUZ); })
      .Case([](Float8E4M3B11FNUZType) {
        return Result(TILE_DTYPE_F8E4M3B11FNUZ);
      })
      .Case([](Float8E3M4Type) { return Result(TILE_DTYPE_F8E3M4); })
      .Case([](Float8E4M3Type) { return Result(TILE_DTYPE_F8E4M3); })
      .Case([](Float8E5M2Type) { return Result(TILE_DTYPE_F8E5M2); })
      .Case([](Float8E5M2FNUZType) { return Result(TILE_DTYPE_F8E5M2FNUZ); })
      .Case([](Float8E8M0FNUType) { return Result(TILE_DTYPE_F8E8M0FNU); })
      .Case([](Float6E2M3FNType) { return Result(TILE_DTYPE_F6E2M3FN); })
      .Case([](Float6E3M2FNType) { return Result(TILE_DTYPE_F6E3M2FN); })
      .Case([](Float4E2M1FNType) { return Result(TILE_DTYPE_F4E2M1FN); })
      .Default(std::nullopt);
}

} // namespace cpu
} // namespace tile
