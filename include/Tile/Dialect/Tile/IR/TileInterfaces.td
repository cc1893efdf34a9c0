//===- TileInterfaces.td - interfaces of the tile dialect --*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEINTERFACES
#define TILE_DIALECT_TILE_IR_TILEINTERFACES

include "mlir/IR/OpBase.td"

def Tile_AccessOpInterface : OpInterface<"AccessOpInterface"> {
  let cppNamespace = "::tile";
  let description = [{
    Lists the tiles that an operation touches, and how. Memory effects, aliasing,
    synchronisation and the interpreter's race check are derived from this one
    list.
  }];
  let methods = [
    InterfaceMethod<"Appends one entry for each tile operand the operation touches.",
      "void", "getAccesses", (ins "::llvm::SmallVectorImpl<::tile::Access> &":$accesses)>
  ];
}

def Tile_CollectiveOpInterface : OpInterface<"CollectiveOpInterface"> {
  let cppNamespace = "::tile";
  let description = [{
    An operation that is reached by the whole team (or cluster, or grid) with
    uniform operands and means one thing for it.
  }];
  let methods = [
    InterfaceMethod<"Who must reach the operation together.",
      "::tile::CollectiveScope", "getCollectiveScope", (ins), "",
      "return ::tile::CollectiveScope::Team;">
  ];
}

def Tile_AsyncOpInterface : OpInterface<"AsyncOpInterface"> {
  let cppNamespace = "::tile";
  let description = [{
    An operation that may return before its work is done. It is asynchronous
    exactly when it has a token.
  }];
  let methods = [
    InterfaceMethod<"The completion token, or null for the synchronous form.",
      "::mlir::Value", "getCompletionToken", (ins), "", "return $_op.getToken();">,
    InterfaceMethod<"The barrier that the completion arrives at, or null.",
      "::mlir::Value", "getCompletionBarrier", (ins), "", "return $_op.getBarrier();">,
    InterfaceMethod<"The class of operations a counted wait groups it with.",
      "::tile::WaitKind", "getWaitKind">
  ];
  let verify = "return ::tile::detail::verifyAsyncOp($_op);";
}

def Tile_ScheduleUnitOpInterface : OpInterface<"ScheduleUnitOpInterface"> {
  let cppNamespace = "::tile";
  let description = [{
    An operation that a `#tile.schedule` can place.
  }];
  let methods = [
    InterfaceMethod<"The name by which schedules refer to the operation, if any.",
      "std::optional<::llvm::StringRef>", "getUnitId", (ins), "", "return $_op.getId();">
  ];
}

#endif // TILE_DIALECT_TILE_IR_TILEINTERFACES
