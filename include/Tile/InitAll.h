//===- InitAll.h - Everything there is to register --------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only list of the project's dialects, passes and pipelines. A host that
// has MLIR's own registered (a plug-in in mlir-opt, another compiler) calls the
// functions named Tile; a tool of this project calls those named All, which add
// everything upstream, so that users can compose any pipeline.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INITALL_H
#define TILE_INITALL_H

#include "Tile/Conversion/TileToCPU/Passes.h"
#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Dialect/TileLayout/IR/TileLayout.h"
#include "Tile/Target/CPU/CPU.h"
#include "Tile/Transforms/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

namespace tile {

/// Adds the project's dialects and what they teach upstream interfaces.
inline void registerTileDialects(mlir::DialectRegistry &registry) {
  registry.insert<TileDialect, layout::TileLayoutDialect>();
  registerCPUTargets(registry);
}

/// Registers the project's passes and named pipelines. A second call does
/// nothing new.
inline void registerTilePasses() {
  registerTileTransformsPasses();
  registerTileToCPUPasses();
  registerCPUTargetPasses();
  registerTileToCPUPipeline();
}

/// The project's dialects and MLIR's, with all extensions and the translations
/// to LLVM IR.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  registerTileDialects(registry);
}

/// The project's passes and pipelines and MLIR's.
inline void registerAllPasses() {
  mlir::registerAllPasses();
  registerTilePasses();
}

} // namespace tile

#endif // TILE_INITALL_H
