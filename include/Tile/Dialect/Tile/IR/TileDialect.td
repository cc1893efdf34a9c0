//===- TileDialect.td - the tile dialect -------------------*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEDIALECT
#define TILE_DIALECT_TILE_IR_TILEDIALECT

include "mlir/IR/OpBase.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::tile";
  let summary = "Kernels at tile granularity";
  let description = [{
    The `tile` dialect says what a kernel does to tiles of data: it allocates
    on-chip buffers, moves regions of tensors into and out of them, and computes
    on whole tiles. An operation is something that happens; an attribute is how
    it should be done, and deleting every hint keeps the meaning. Scalars,
    indices, control flow and global tensors are upstream (`arith`, `scf`,
    `memref`, `math`, `func`).

    A launch is a grid of blocks. A *team* is the set of threads that runs a
    region together: the block in `tile.launch`, the warps of a role in
    `tile.specialize`. Collective operations are reached by the whole team with
    uniform operands and mean one thing for the team; per-thread operations are
    done by each thread that reaches them, and inside `tile.parallel` once per
    iteration. In uniform control flow, successive statements of a team act as
    if a team barrier stood between them.

    Example:

    ```mlir
    func.func @scale(%x: memref<?xf32>, %a: f32, %y: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c256 = arith.constant 256 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %g = arith.ceildivui %n, %c256 : index
      tile.launch blocks(%bx) in (%g) threads(128) {
        %o = arith.muli %bx, %c256 : index
        tile.parallel (%i) in (256) {
          %p = arith.addi %o, %i : index
          %v = tile.load %x[%p] : memref<?xf32>
          %s = arith.mulf %v, %a : f32
          tile.store %s, %y[%p] : memref<?xf32>
        }
      }
      return
    }
    ```
  }];
  // Canonical forms add offsets with arith.
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tile::layout::TileLayoutDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

class Tile_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tile_Dialect, mnemonic, traits>;

#endif // TILE_DIALECT_TILE_IR_TILEDIALECT
