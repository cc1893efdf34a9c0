//===- Passes.td - passes of the CPU target ----------------*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TARGET_CPU_PASSES
#define TILE_TARGET_CPU_PASSES

include "mlir/Pass/PassBase.td"

def AttachMachine : Pass<"tile-attach-machine", "::mlir::ModuleOp"> {
  let summary = "name the machine that LLVM generates code for";
  let description = [{
    Puts the triple and the data layout on the module, and the CPU and its
    features on every function. It runs while the launches, which hold the
    target, are still there for the module, and once more at the end for the
    functions.
  }];
  let dependentDialects = ["::tile::TileDialect", "::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"target", "target", "std::string", "\"native\"",
           "name in the CPU target table, for modules without launches">
  ];
}

#endif // TILE_TARGET_CPU_PASSES
