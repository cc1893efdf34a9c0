//===- Passes.td - passes on the tile dialect --------------*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TRANSFORMS_PASSES
#define TILE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def AttachTarget : Pass<"tile-attach-target", "::mlir::ModuleOp"> {
  let summary = "give every launch a target";
  let description = [{
    Looks the target up in the target tables and puts its `#tile.target` on every
    `tile.launch` that has none. A launch that has one keeps it: a description
    that was edited, or is for a device that is not there, stays as it is.
  }];
  let dependentDialects = ["::tile::TileDialect"];
  let options = [
    Option<"target", "target", "std::string", "\"\"",
           "name in a target table, such as `x86-64-v3`, `aarch64`, or `native`">
  ];
}

def Legalize : Pass<"tile-legalize", "::mlir::ModuleOp"> {
  let summary = "bring launches into the form of the targeted stage";
  let description = [{
    Checks every launch against its target (threads of a block, bytes of shared
    memory) and removes copies and fills of tiles without elements.
  }];
  let dependentDialects = ["::tile::TileDialect", "::mlir::arith::ArithDialect"];
}

def VerifyStage : Pass<"tile-verify-stage", "::mlir::ModuleOp"> {
  let summary = "check that the IR is at a stage of the pipeline";
  let description = [{
    Runs the checker of the named stage (docs/Stages.md) and fails at the first
    operations that may not be there.
  }];
  let options = [
    Option<"stage", "stage", "std::string", "\"authored\"",
           "authored, targeted, selected, scheduled, async, laid-out, "
           "synchronised, lowered or final">
  ];
}

#endif // TILE_TRANSFORMS_PASSES
