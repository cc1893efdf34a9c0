//===- Plugin.cpp - The project inside a stock mlir-opt -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt --load-dialect-plugin=libTilePlugin.so \
//          --load-pass-plugin=libTilePlugin.so \
//          --pass-pipeline='builtin.module(tile-to-cpu{target=x86-64-v3})'
//
//===----------------------------------------------------------------------===//

#include "Tile/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/Compiler.h"

extern "C" ::mlir::DialectPluginLibraryInfo LLVM_ATTRIBUTE_WEAK
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tile", TILE_VERSION,
          [](mlir::DialectRegistry *registry) {
            tile::registerTileDialects(*registry);
          }};
}

extern "C" ::mlir::PassPluginLibraryInfo LLVM_ATTRIBUTE_WEAK
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Tile", TILE_VERSION,
          [] { tile::registerTilePasses(); }};
}
