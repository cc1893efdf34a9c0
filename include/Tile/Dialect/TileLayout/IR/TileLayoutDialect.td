//===- TileLayoutDialect.td - the tilelayout dialect -------*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTDIALECT
#define TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTDIALECT

include "mlir/IR/OpBase.td"

def TileLayout_Dialect : Dialect {
  let name = "tilelayout";
  let cppNamespace = "::tile::layout";
  let summary = "Where the elements of a tile live";
  let description = [{
    The `tilelayout` dialect says where each element of a tile is: a *memory*
    layout maps logical coordinates to storage, a *fragment* layout maps
    hardware positions (register, lane, warp, warpgroup, CTA) to logical
    coordinates. Both are CuTe's shape:stride tuples over named axes, a memory
    layout with an optional XOR swizzle. Extents need not be powers of two.

    Layouts are immutable attributes around a C++ algebra; the operations only
    turn them into index arithmetic (`apply`, `inverse`), reinterpret storage
    (`view`) and move elements between threads (`convert`). No verifier searches
    or proves anything.

    Example:

    ```mlir
    func.func @offset(%i: index, %j: index) -> index {
      %o = tilelayout.apply #tilelayout.strided<(4,8):(8,1)>(%i, %j)
      return %o : index
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

#endif // TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTDIALECT
