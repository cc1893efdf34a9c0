//===- TileLayoutDialect.cpp - the tilelayout dialect ---------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/IR/TileLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

#include "Tile/Dialect/TileLayout/IR/TileLayoutDialect.cpp.inc"

namespace tile::layout {

void TileLayoutDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "Tile/Dialect/TileLayout/IR/TileLayoutOps.cpp.inc"
      >();
}

Operation *TileLayoutDialect::materializeConstant(OpBuilder &builder,
                                                  Attribute value, Type type,
                                                  Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

std::optional<int64_t> storageBits(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    std::optional<int64_t> bits = storageBits(vector.getElementType());
    if (!bits || vector.isScalable())
      return std::nullopt;
    return *bits * vector.getNumElements();
  }
  if (type.isInteger(1))
    return 8;
  if (isa<FloatTF32Type>(type))
    return 32;
  if (type.isIntOrFloat())
    return type.getIntOrFloatBitWidth();
  return std::nullopt;
}

Result<ConversionKind> conversionKind(LayoutAttrInterface from,
                                      LayoutAttrInterface to) {
  auto source = dyn_cast_if_present<FragmentAttr>(from);
  auto result = dyn_cast_if_present<FragmentAttr>(to);
  if (!source || !result)
    return refuse("two fragment layouts",
                  "only registers are exchanged between threads",
                  "a memory layout");
  return conversionKind(source.getLayout(), result.getLayout());
}

} // namespace tile::layout
