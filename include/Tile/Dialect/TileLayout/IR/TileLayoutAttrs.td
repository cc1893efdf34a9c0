//===- TileLayoutAttrs.td - attributes of the tilelayout dialect ----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTATTRS
#define TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTATTRS

include "Tile/Dialect/TileLayout/IR/TileLayoutDialect.td"
include "Tile/Dialect/TileLayout/IR/TileLayoutInterfaces.td"
include "mlir/IR/AttrTypeBase.td"

class TileLayout_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<TileLayout_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def TileLayout_IndexMapMethods
    : DeclareAttrInterfaceMethods<TileLayout_IndexMapAttrInterface>;
def TileLayout_LayoutMethods
    : DeclareAttrInterfaceMethods<TileLayout_LayoutAttrInterface>;
def TileLayout_MemoryMethods
    : DeclareAttrInterfaceMethods<TileLayout_MemoryLayoutAttrInterface>;

def TileLayout_StridedAttr
    : TileLayout_Attr<"Strided", "strided", [TileLayout_IndexMapMethods]> {
  let summary = "a shape:stride layout";
  let description = [{
    Maps one index for each top-level mode to an integer, or, when strides name
    axes, to one index for each axis. The text is CuTe's `shape:stride`; a
    nested mode takes its linear index, first element fastest.

    Example:

    ```mlir
    #nested = #tilelayout.strided<(4,(2,3)):(1,(12,4))>
    #axes = #tilelayout.strided<(4,8):(1@row,2@column)>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::tile::layout::Layout", "the congruent shape and stride",
                  "const ::tile::layout::Layout &">:$layout);
}

def TileLayout_SwizzleAttr
    : TileLayout_Attr<"Swizzle", "swizzle", [TileLayout_IndexMapMethods]> {
  let summary = "an XOR of index bits into others";
  let description = [{
    Maps an offset to the offset with `bits` bits from position `base + shift`
    on XORed into those from `base` on (a negative shift: from `base` into
    `base - shift`). It is its own inverse.

    Example: `#tilelayout.swizzle<3, 4, 3>`
  }];
  let parameters = (ins
    AttrParameter<"::tile::layout::Swizzle", "bits, base and shift",
                  "const ::tile::layout::Swizzle &">:$swizzle);
}

def TileLayout_MemoryAttr
    : TileLayout_Attr<"Memory", "memory",
        [TileLayout_IndexMapMethods, TileLayout_LayoutMethods,
         TileLayout_MemoryMethods]> {
  let summary = "where the elements of a tile are in memory";
  let description = [{
    Maps one coordinate for each dimension of a tile to a slot, counted from the
    base. The top-level modes of the strides, in slots, are the dimensions;
    padding is in the strides. `swizzle` moves bits of the byte address, so
    `align`, the alignment of the base in bytes, must cover all of its bits.
    `bits` is the width of an element and `slot`, by default the same, the bits
    between the starts of neighbours. Strides may name axes of storage that is
    not addressed by bytes; the result is then one index for each axis.

    Example:

    ```mlir
    #swizzled = #tilelayout.memory<(128,64):(64,1), swizzle = <3, 4, 3>, bits = 16, align = 1024>
    #padded = #tilelayout.memory<(64,64):(72,1), bits = 16, align = 16>
    #matrix = #tilelayout.memory<(128,64):(1@datapath,1@column), bits = 32, align = 4>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::tile::layout::MemoryLayout",
                  "strides, swizzle, widths and alignment",
                  "const ::tile::layout::MemoryLayout &">:$layout);
}

def TileLayout_FragmentAttr
    : TileLayout_Attr<"Fragment", "fragment",
        [TileLayout_IndexMapMethods, TileLayout_LayoutMethods]> {
  let summary = "which hardware position holds which element of a tile";
  let description = [{
    Maps one index for each hardware axis that it names, of `reg`, `lane`,
    `warp`, `warpgroup` and `cta` in this order, to the coordinates of an element
    of the tile of `shape`. Strides are steps along a dimension, `2@d1`; stride zero
    makes replicas. `ragged` allows coordinates outside the shape, which users
    must mask.

    Example:

    ```mlir
    #accumulator = #tilelayout.fragment<shape = (16,8), reg = (2,2):(1@d1,8@d0), lane = (4,8):(2@d1,1@d0)>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::tile::layout::FragmentLayout",
                  "the shape and a layout for each hardware axis",
                  "const ::tile::layout::FragmentLayout &">:$layout);
}

def TileLayout_MapAttr
    : TileLayout_Attr<"Map", "map",
        [TileLayout_IndexMapMethods, TileLayout_LayoutMethods,
         TileLayout_MemoryMethods]> {
  let summary = "an opaque memory layout";
  let description = [{
    A memory layout stated as a function: the slot is the exclusive or of the
    results of the affine map. It has no inverse here; the algebra takes it over
    when it is found, and proved, to be a shape:stride layout with an optional
    swizzle. `align` is in bytes and one by default.

    Example:

    ```mlir
    #opaque = #tilelayout.map<(8,64), (d0, d1) -> (d0 * 64 + d1, (d0 mod 8) * 8), bits = 16, align = 1024>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "the extents of the tile">:$shape,
    AttrParameter<"::mlir::AffineMap", "one dimension for each extent">:$map,
    AttrParameter<"int64_t", "bits of an element">:$elementBits,
    AttrParameter<"int64_t", "alignment of the base in bytes">:$baseAlignment);
  let genVerifyDecl = 1;
}

#endif // TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTATTRS
