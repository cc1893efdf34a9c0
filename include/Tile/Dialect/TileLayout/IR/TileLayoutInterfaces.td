//===- TileLayoutInterfaces.td - interfaces of layout attributes ----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTINTERFACES
#define TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTINTERFACES

include "mlir/IR/OpBase.td"

def TileLayout_IndexMapAttrInterface : AttrInterface<"IndexMapAttrInterface"> {
  let cppNamespace = "::tile::layout";
  let description = [{
    A function from indices to indices, as `tilelayout.apply` computes it. All
    attributes of the dialect are one.

    Example: `#tilelayout.strided<(4,8):(8,1)>` maps two indices to one.
  }];
  let methods = [
    InterfaceMethod<"The number of indices that the function takes.",
      "int64_t", "getNumInputs">,
    InterfaceMethod<"The number of indices that it gives.",
      "int64_t", "getNumResults">,
    InterfaceMethod<[{
      The value at `inputs`, one for each input. Refused outside the domain.
    }], "::tile::layout::Result<::llvm::SmallVector<int64_t>>", "evaluate",
      (ins "::llvm::ArrayRef<int64_t>":$inputs)>,
    InterfaceMethod<[{
      The inputs that give `results`; the first of several when elements are
      replicated. Refused when there are none, or when the function has no
      inverse in the algebra.
    }], "::tile::layout::Result<::llvm::SmallVector<int64_t>>", "evaluateInverse",
      (ins "::llvm::ArrayRef<int64_t>":$results)>,
    InterfaceMethod<[{
      Why `evaluateInverse` is refused for all values, if it is. Cheap.
    }], "std::optional<::tile::layout::Failure>", "checkInvertible">
  ];
}

def TileLayout_LayoutAttrInterface : AttrInterface<"LayoutAttrInterface"> {
  let cppNamespace = "::tile::layout";
  let description = [{
    A layout of a tile: of its elements in memory, or of a fragment of it in
    registers. Types store one and ask it whether it fits.

    Example: `#tilelayout.memory<(64,64):(72,1), bits = 16, align = 16>`.
  }];
  let methods = [
    InterfaceMethod<"The extents of the tile.",
      "::llvm::SmallVector<int64_t>", "getLogicalShape">,
    InterfaceMethod<[{
      Succeeds when the layout is one of a tile of `shape` whose elements take
      `elementBits` bits; reports the difference to `emitError`, unless null.
      Structural and cheap.
    }], "::llvm::LogicalResult", "verifyFor",
      (ins "::llvm::ArrayRef<int64_t>":$shape, "int64_t":$elementBits,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
  let extraSharedClassDeclaration = [{
    /// Whether the layout is one of a tile of `shape` whose elements take
    /// `elementBits` bits.
    bool isValidFor(::llvm::ArrayRef<int64_t> shape, int64_t elementBits) const {
      return ::llvm::succeeded($_attr.verifyFor(shape, elementBits, nullptr));
    }
  }];
}

def TileLayout_MemoryLayoutAttrInterface
    : AttrInterface<"MemoryLayoutAttrInterface"> {
  let cppNamespace = "::tile::layout";
  let description = [{
    A layout of a tile in memory.

    Example: `#tilelayout.map<(8), (d0) -> (d0), bits = 32>`.
  }];
  let methods = [
    InterfaceMethod<[{
      The layout in the algebra. Refused for an opaque map that is not
      expressible there; this may take time in proportion to the elements.
    }], "::tile::layout::Result<::tile::layout::MemoryLayout>", "importLayout">,
    InterfaceMethod<"The bits of an element.", "int64_t", "getElementBits">,
    InterfaceMethod<"The alignment of the base address in bytes.",
      "int64_t", "getBaseAlignment">
  ];
}

#endif // TILE_DIALECT_TILELAYOUT_IR_TILELAYOUTINTERFACES
