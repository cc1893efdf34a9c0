//===- TileTypes.td - types of the tile dialect ------------*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILETYPES
#define TILE_DIALECT_TILE_IR_TILETYPES

include "Tile/Dialect/Tile/IR/TileEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/BuiltinTypes.td"

class Tile_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Tile_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Tile_BufferType : Tile_Type<"Buffer", "buffer", [ShapedTypeInterface]> {
  let summary = "a tile of memory";
  let description = [{
    An on-chip tile, or a *window*: the slice of a tensor in global memory. A
    window is the only buffer in `global`, the only one with dynamic extents,
    and it remembers its tensor, so that elements outside the tensor are known
    to be outside.

    The optional layout says where each element lives. The optional ring depth
    (`versions`, from the async stage on) is not a dimension: the layout
    describes one version.

    Elements are integers of 1, 4, 8, 16, 32 or 64 bits, floats of 4 to 64 bits,
    and vectors of at most 1024 of them. Integers are signless. `i1` occupies a byte, `tf32`
    four; elements of 4 and 6 bits are packed, low bits first.

    Example:

    ```mlir
    !tile.buffer<128x32xf16, shared>
    !tile.buffer<?x128xf16, global>
    !tile.buffer<f32, local>
    !tile.buffer<4xi64, barrier>
    !tile.buffer<128x64xf16, shared, versions = 3>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        "::tile::MemorySpace":$space, "::mlir::Attribute":$layout,
                        "int64_t":$versions);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
        "::mlir::Type":$elementType, "::tile::MemorySpace":$space,
        CArg<"::mlir::Attribute", "{}">:$layout, CArg<"int64_t", "1">:$versions), [{
      return $_get(elementType.getContext(), shape, elementType, space, layout, versions);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool hasRank() const { return true; }
    BufferType cloneWith(std::optional<::llvm::ArrayRef<int64_t>> shape,
                         ::mlir::Type elementType) const;
    /// Whether this is a slice of a tensor in global memory.
    bool isWindow() const { return getSpace() == MemorySpace::Global; }
    /// Whether the buffer is on the chip: not a window.
    bool isOnChip() const { return !isWindow(); }
    /// Bits of one element in memory: an `i1` occupies a byte, a `tf32` four.
    unsigned getStorageBits() const { return storageBits(getElementType()); }
    static unsigned storageBits(::mlir::Type elementType);
    /// Whether `type` may be the element of a tile or of a tensor that a tile
    /// operation touches.
    static bool isValidElementType(::mlir::Type type);
  }];
}

def Tile_TokenType : Tile_Type<"Token", "token"> {
  let summary = "completion of asynchronous operations";
  let description = [{
    The completion of one asynchronous operation. It is waited for by
    `tile.wait`, or left to a counted wait or a barrier.

    Example: `!tile.token`
  }];
}

def Tile_ChannelType : Tile_Type<"Channel", "channel"> {
  let summary = "a ring of buffers between roles";
  let description = [{
    A ring of `depth` slots, each holding one buffer of each payload type, with
    a full/empty protocol between one producer role and one or more consumer
    roles.

    Example: `!tile.channel<4, !tile.buffer<128x64xf16, shared>>`
  }];
  let parameters = (ins "int64_t":$depth, ArrayRefParameter<"::mlir::Type">:$payload);
  let assemblyFormat = "`<` $depth `,` $payload `>`";
  let genVerifyDecl = 1;
}

def Tile_ReducerType : Tile_Type<"Reducer", "reducer", [ShapedTypeInterface]> {
  let summary = "an open reduction epoch";
  let description = [{
    The partial results of a reduction between `tile.reducer_init` and
    `tile.reducer_finalize`. It is not memory: it cannot be loaded, sliced,
    stored or yielded.

    Example: `!tile.reducer<32xf32, sum>`
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        "::tile::ReduceKind":$kind);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool hasRank() const { return true; }
    ReducerType cloneWith(std::optional<::llvm::ArrayRef<int64_t>> shape,
                          ::mlir::Type elementType) const;
  }];
}

def Tile_RngType : Tile_Type<"Rng", "rng"> {
  let summary = "the state of a random number generator";
  let description = [{
    Per-thread generator state.

    Example: `!tile.rng<philox>`
  }];
  let parameters = (ins EnumParameter<Tile_RngKindEnum>:$kind);
  let assemblyFormat = "`<` $kind `>`";
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

class Tile_BufferIn<string space, string text> : Type<And<[
    CPred<"::llvm::isa<::tile::BufferType>($_self)">,
    CPred<"::llvm::cast<::tile::BufferType>($_self).getSpace() == ::tile::MemorySpace::" # space>]>,
    text, "::tile::BufferType">;

def Tile_BarrierBuffer : Tile_BufferIn<"Barrier", "buffer of barriers">;
def Tile_TmemBuffer : Tile_BufferIn<"Tmem", "buffer in tensor memory">;
def Tile_GlobalTensor : Type<And<[AnyRankedOrUnrankedMemRef.predicate,
    CPred<"::llvm::isa<::mlir::MemRefType>($_self)">]>, "ranked memref", "::mlir::MemRefType">;
// What an access reads or writes: an on-chip buffer, a window, or a tensor.
def Tile_TileRef : Type<Or<[CPred<"::llvm::isa<::tile::BufferType>($_self)">,
    CPred<"::llvm::isa<::mlir::MemRefType>($_self)">]>,
    "tile buffer or ranked memref", "::mlir::ShapedType">;
def Tile_Scalar : Type<CPred<"::tile::BufferType::isValidElementType($_self) || $_self.isIndex()">,
    "tile element or index">;

#endif // TILE_DIALECT_TILE_IR_TILETYPES
