//===- TileOpBase.td - base classes of the tile operations ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEOPBASE
#define TILE_DIALECT_TILE_IR_TILEOPBASE

include "Tile/Dialect/Tile/IR/TileAttrs.td"
include "Tile/Dialect/Tile/IR/TileInterfaces.td"
include "Tile/Dialect/Tile/IR/TileTypes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

// Reached by the whole team.
defvar Tile_Collective = DeclareOpInterfaceMethods<Tile_CollectiveOpInterface>;
// May carry an `id` for schedules.
defvar Tile_Unit = DeclareOpInterfaceMethods<Tile_ScheduleUnitOpInterface>;

// An operation that touches tiles: memory effects follow from its accesses.
class Tile_AccessOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<Tile_AccessOpInterface>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(::llvm::SmallVectorImpl<
        ::mlir::SideEffects::EffectInstance<::mlir::MemoryEffects::Effect>> &effects) {
      ::tile::detail::appendAccessEffects(*this, effects);
    }
  }];
}

// An operation that orders or observes execution (barriers, print, clocks): it
// stays in place. Its tile accesses, if any, are effects too.
class Tile_ExecutionOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<Tile_AccessOpInterface>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(::llvm::SmallVectorImpl<
        ::mlir::SideEffects::EffectInstance<::mlir::MemoryEffects::Effect>> &effects) {
      ::tile::detail::appendExecutionEffects(effects);
      ::tile::detail::appendAccessEffects(*this, effects);
    }
  }];
}

#endif // TILE_DIALECT_TILE_IR_TILEOPBASE
