//===- TileDialect.cpp - the tile dialect ---------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace tile;

#include "Tile/Dialect/Tile/IR/TileDialect.cpp.inc"

void TileDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "Tile/Dialect/Tile/IR/TileOps.cpp.inc"
      >();
}

Operation *TileDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult TileDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  if (attribute.getName() == kCheckedAttrName) {
    if (!isa<FunctionOpInterface>(op))
      return op->emitOpError("expected '")
             << kCheckedAttrName
             << "' on a function (because it is about arguments)";
    if (!isa<UnitAttr>(attribute.getValue()))
      return op->emitOpError("expected '")
             << kCheckedAttrName << "' to be a unit attribute, got "
             << attribute.getValue();
    return success();
  }
  if (attribute.getName() != kLoopAttrName)
    return op->emitOpError("expected no attribute '")
           << attribute.getName().getValue()
           << "' (because the tile dialect defines no such attribute)";
  if (!isa<scf::ForOp>(op))
    return op->emitOpError("expected '")
           << kLoopAttrName << "' on scf.for (because it is a loop hint)";
  if (!isa<LoopAttr>(attribute.getValue()))
    return op->emitOpError("expected '")
           << kLoopAttrName << "' to be a #tile.loop attribute, got "
           << attribute.getValue();
  return success();
}

LogicalResult TileDialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned region,
                                                    unsigned argument,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName();
  auto fail = [&](StringRef expected) {
    return op->emitOpError("expected '")
           << name << "' of argument " << argument << " to be " << expected
           << ", got " << attribute.getValue();
  };
  // The types of the signature: a declaration has no block arguments.
  auto function = dyn_cast<FunctionOpInterface>(op);
  bool isTensor = function && argument < function.getNumArguments() &&
                  isa<MemRefType>(function.getArgumentTypes()[argument]);
  if (name == kNameAttrName)
    return isa<StringAttr>(attribute.getValue()) ? success() : fail("a string");
  if (name == kOutAttrName || name == kMayAliasAttrName) {
    if (!isa<UnitAttr>(attribute.getValue()))
      return fail("a unit attribute");
  } else if (name == kL2PersistAttrName) {
    auto share = dyn_cast<FloatAttr>(attribute.getValue());
    if (!share || !(share.getValueAsDouble() >= 0) ||
        share.getValueAsDouble() > 1)
      return fail("a share of cache between 0 and 1");
  } else {
    return op->emitOpError("expected no argument attribute '")
           << name << "' (because the tile dialect defines no such attribute)";
  }
  if (!isTensor)
    return op->emitOpError("expected argument ")
           << argument << " to be a memref (because it has '" << name << "')";
  return success();
}

LogicalResult TileDialect::verifyRegionResultAttribute(
    Operation *op, unsigned region, unsigned result, NamedAttribute attribute) {
  return op->emitOpError("expected no result attribute '")
         << attribute.getName().getValue()
         << "' (because the tile dialect defines no such attribute)";
}
