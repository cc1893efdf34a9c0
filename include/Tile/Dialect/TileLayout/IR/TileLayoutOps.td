//===- TileLayoutOps.td - operations of the tilelayout dialect ------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTOPS
#define TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTOPS

include "Tile/Dialect/TileLayout/IR/TileLayoutAttrs.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TileLayout_Op<string mnemonic, list<Trait> traits = []>
    : Op<TileLayout_Dialect, mnemonic, traits>;

def TileLayout_ApplyOp : TileLayout_Op<"apply", [Pure, InferTypeOpAdaptor]> {
  let summary = "computes a layout";
  let description = [{
    Gives the value of `layout` at `inputs`: the offset or slot for a memory
    layout, the logical coordinates for a fragment layout. Inputs outside the
    domain give an unspecified value; there is no other undefined behaviour.
    Constant inputs inside the domain fold.

    Example:

    ```mlir
    %slot = tilelayout.apply #tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, bits = 16, align = 1024>(%i, %j)
    ```
  }];
  let arguments = (ins TileLayout_IndexMapAttrInterface:$layout,
                       Variadic<Index>:$inputs);
  let results = (outs Variadic<Index>:$results);
  let assemblyFormat = "$layout `(` $inputs `)` attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileLayout_InverseOp : TileLayout_Op<"inverse", [Pure, InferTypeOpAdaptor]> {
  let summary = "computes the inverse of a layout";
  let description = [{
    Gives the inputs for which `layout` has the value `values`: the coordinates
    of the element in a slot, or the hardware position that holds an element.
    Of several replicas, the first. The layout must have an inverse, which is
    decided by its structure; values that it does not take give unspecified
    results. Constants fold, and so does the inverse of an `apply` of the same
    layout that has no replicas.

    Example:

    ```mlir
    %i, %j = tilelayout.inverse #tilelayout.strided<(4,8):(8,1)>(%offset)
    ```
  }];
  let arguments = (ins TileLayout_IndexMapAttrInterface:$layout,
                       Variadic<Index>:$values);
  let results = (outs Variadic<Index>:$results);
  let assemblyFormat = "$layout `(` $values `)` attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileLayout_ViewOp : TileLayout_Op<"view", [Pure]> {
  let summary = "reinterprets storage with another layout";
  let description = [{
    Gives the storage of `source`, which is laid out as `from`, the shape,
    element type and layout of the result. Nothing moves. In memory, the result
    lies within the source and needs no stricter base alignment; in registers,
    both have the same threads and the same number of bits in each.

    Example:

    ```mlir
    %v = tilelayout.view %b from(#tilelayout.memory<(8,16):(16,1), bits = 16, align = 4>)
                              to(#tilelayout.memory<(8,8):(8,1), bits = 32, align = 4>)
         : memref<8x16xf16> to memref<8x8xf32>
    ```
  }];
  let arguments = (ins AnyType:$source, TileLayout_LayoutAttrInterface:$from,
                       TileLayout_LayoutAttrInterface:$to);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $source `from` `(` $from `)` `to` `(` $to `)` attr-dict
    `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileLayout_ConvertOp : TileLayout_Op<"convert", [Pure]> {
  let summary = "moves elements into another fragment layout";
  let description = [{
    Gives the same tile distributed as `to`. How far elements travel is
    `getConversionKind()`: not at all, between the registers of a thread, the
    lanes of a warp, the warps of a CTA, or CTAs. Shape and element type stay.
    A conversion between equal layouts folds, and so does a chain.

    Example:

    ```mlir
    %t = tilelayout.convert %s from(<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
                                 to(<shape = (4,8), reg = 4:1@d0, lane = 8:1@d1>)
         : vector<4x8xf32> to vector<4x8xf32>
    ```
  }];
  let arguments = (ins AnyType:$source, TileLayout_FragmentAttr:$from,
                       TileLayout_FragmentAttr:$to);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $source `from` `(` $from `)` `to` `(` $to `)` attr-dict
    `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// How far elements travel; refused when `from` does not hold the tile.
    /// Takes time in proportion to the elements.
    ::tile::layout::Result<::tile::layout::ConversionKind> getConversionKind() {
      return conversionKind(getFrom().getLayout(), getTo().getLayout());
    }
  }];
}

#endif // TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTOPS
