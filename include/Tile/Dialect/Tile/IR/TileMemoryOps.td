//===- TileMemoryOps.td - buffers, views and data movement ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEMEMORYOPS
#define TILE_DIALECT_TILE_IR_TILEMEMORYOPS

include "Tile/Dialect/Tile/IR/TileOpBase.td"

//===----------------------------------------------------------------------===//
// Buffers and views
//===----------------------------------------------------------------------===//

def Tile_AllocOp : Tile_Op<"alloc", [
    Tile_Collective, Tile_Unit, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "allocate a tile";
  let description = [{
    Makes a buffer that lives until the end of the nearest launch, role or loop
    body. Its content is undefined; barriers are initialised with `arrivals`, one
    count for each, and `cluster` says that peers arrive. `id` names the buffer
    for schedules. Inside `tile.parallel` only rank-0 `local` buffers are made.

    Example:

    ```mlir
    %a = tile.alloc id("As") : !tile.buffer<128x64xf16, shared>
    %b = tile.alloc arrivals([128, 1]) : !tile.buffer<2xi64, barrier>
    ```
  }];
  let arguments = (ins OptionalAttr<DenseI64ArrayAttr>:$arrivals, UnitAttr:$cluster,
                       OptionalAttr<StrAttr>:$id);
  let results = (outs Tile_BufferType:$buffer);
  let assemblyFormat = [{
    (`arrivals` `(` $arrivals^ `)`)? (`cluster` $cluster^)? (`id` `(` $id^ `)`)?
    attr-dict `:` custom<Buffer>(type($buffer))
  }];
  let hasVerifier = 1;
}

def Tile_DeallocOp : Tile_AccessOp<"dealloc", [Tile_Collective]> {
  let summary = "free tensor memory early";
  let description = [{
    Frees a buffer of tensor memory before the end of the block; without it the
    block frees the buffer when it exits.

    Example:

    ```mlir
    tile.dealloc %t : !tile.buffer<128x64xf32, tmem>
    ```
  }];
  let arguments = (ins Tile_TmemBuffer:$buffer);
  let assemblyFormat = "$buffer attr-dict `:` custom<Buffer>(type($buffer))";
  let hasVerifier = 1;
}

def Tile_VersionOp : Tile_Op<"version", [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "one version of a ring buffer";
  let description = [{
    The version of `ring` that `slot` names; slots count from 0.

    Example:

    ```mlir
    %v = tile.version %ring[%slot] : !tile.buffer<8x8xf16, shared, versions = 3> -> !tile.buffer<8x8xf16, shared>
    ```
  }];
  let arguments = (ins Tile_BufferType:$ring, Index:$slot);
  let results = (outs Tile_BufferType:$buffer);
  let assemblyFormat = [{
    $ring `[` $slot `]` attr-dict `:` custom<Buffer>(type($ring)) `->`
    custom<Buffer>(type($buffer))
  }];
  let hasVerifier = 1;
}

def Tile_SliceOp : Tile_Op<"slice", [
    Pure, AttrSizedOperandSegments, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "a rectangular region of a tile or tensor";
  let description = [{
    `offset : extent` keeps a dimension; a lone offset drops it. A slice of a
    tensor or of a window is a window; a slice of an on-chip buffer stays in its
    space and must be inside it. Extents are static except in windows.

    Offsets are plain signed coordinates: a negative one is outside the tensor,
    not counted from its end. Reading a window outside its tensor gives `pad` (a
    constant of the element type, by default 0); writing there does nothing.

    Example:

    ```mlir
    %w = tile.slice %A[%b, %m : 64, 0 : 128] pad(0xFC00 : f16) : memref<?x?x128xf16> -> !tile.buffer<64x128xf16, global>
    ```
  }];
  let arguments = (ins Tile_TileRef:$source, Variadic<Index>:$offsets, Variadic<Index>:$sizes,
      DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$static_sizes,
      DenseBoolArrayAttr:$kept, OptionalAttr<TypedAttrInterface>:$pad);
  let results = (outs Tile_BufferType:$result);
  let assemblyFormat = [{
    $source `` custom<SliceRegion>($offsets, $sizes, $static_offsets, $static_sizes, $kept)
    (`pad` `(` $pad^ `)`)? attr-dict `:` type($source) `->` custom<Buffer>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets();
    /// Extents of all source dimensions; a dropped dimension has extent 1.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
  }];
}

def Tile_ViewOp : Tile_Op<"view", [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "the same bytes with another shape or element type";
  let description = [{
    Reinterprets the row-major *logical* bit string of the source, whatever its
    physical layout: same space, equal total bits. Also from one contiguous
    memref to another.

    Example:

    ```mlir
    %n = tile.view %b : !tile.buffer<8x32xi8, shared> -> !tile.buffer<8x64xi4, shared>
    ```
  }];
  let arguments = (ins Tile_TileRef:$source);
  let results = (outs Tile_TileRef:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_RemoteOp : Tile_Op<"remote", [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "the same buffer in a peer block";
  let description = [{
    The copy of a shared buffer, or of barriers, in the block of that rank of
    the cluster.

    Example:

    ```mlir
    %r = tile.remote %s at %rank : !tile.buffer<8xf32, shared> -> !tile.buffer<8xf32, cluster>
    ```
  }];
  let arguments = (ins Tile_BufferType:$buffer, Index:$rank);
  let results = (outs Tile_BufferType:$result);
  let assemblyFormat = [{
    $buffer `at` $rank attr-dict `:` custom<Buffer>(type($buffer)) `->`
    custom<Buffer>(type($result))
  }];
  let hasVerifier = 1;
}

def Tile_PointerOp : Tile_AccessOp<"pointer"> {
  let summary = "the address of an element, for expert operations";
  let description = [{
    An address that instructions of a particular device consume. Every operation
    that consumes the pointer counts as an access of the buffer in the given
    mode.

    Example:

    ```mlir
    %p = tile.pointer %s[%c0, %c0] read write : !tile.buffer<8x8xf16, shared> -> !llvm.ptr<3>
    ```
  }];
  let arguments = (ins Tile_TileRef:$source, Variadic<Index>:$indices,
                       UnitAttr:$read, UnitAttr:$write);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`read` $read^)? (`write` $write^)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_TensorAtOp : Tile_Op<"tensor_at", [Pure, AttrSizedOperandSegments]> {
  let summary = "a tensor at a run-time address";
  let description = [{
    The tensor of the given sizes and strides (in elements; by default row-major
    and contiguous) at an address in global memory.

    Example:

    ```mlir
    %A = tile.tensor_at %p sizes(%r, 4096) : i64 -> memref<?x4096xf16>
    ```
  }];
  let arguments = (ins I64:$address, Variadic<Index>:$sizes, Variadic<Index>:$strides,
      DenseI64ArrayAttr:$static_sizes, OptionalAttr<DenseI64ArrayAttr>:$static_strides);
  let results = (outs Tile_GlobalTensor:$result);
  let assemblyFormat = [{
    $address `sizes` `` custom<MixedList>($sizes, $static_sizes)
    (`strides` `` custom<OptionalMixedList>($strides, $static_strides)^)?
    attr-dict `:` type($address) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

def Tile_LoadOp : Tile_AccessOp<"load"> {
  let summary = "read an element";
  let description = [{
    Reads one element, or `as vector<...>` that many consecutive elements of the
    last dimension. Outside a tensor it gives `pad` (by default 0); outside an
    on-chip buffer is an error. The value has the element type: no conversion.

    Example:

    ```mlir
    %v = tile.load %A[%i, %j] pad(0xFF800000 : f32) : memref<?x?xf32>
    %w = tile.load %A[%i, %j] as vector<4xf32> : memref<?x?xf32>
    ```
  }];
  let arguments = (ins Tile_TileRef:$source, Variadic<Index>:$indices,
      OptionalAttr<TypedAttrInterface>:$pad,
      DefaultValuedAttr<Tile_CacheHintAttr, "::tile::CacheHint::Normal">:$cache);
  let results = (outs Tile_Scalar:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`pad` `(` $pad^ `)`)? (`cache` `(` custom<Keyword>($cache)^ `)`)?
    custom<ElementsAs>(type($result), type($source)) attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_StoreOp : Tile_AccessOp<"store"> {
  let summary = "write an element";
  let description = [{
    Writes one element, or a vector to consecutive elements of the last
    dimension. Outside a tensor it does nothing; outside an on-chip buffer is an
    error. The value has the element type: no conversion.

    Example:

    ```mlir
    tile.store %v, %A[%i, %j] : memref<?x?xf32>
    tile.store %w, %A[%i, %j] as vector<4xf32> : memref<?x?xf32>
    ```
  }];
  let arguments = (ins Tile_Scalar:$value, Tile_TileRef:$destination, Variadic<Index>:$indices,
      DefaultValuedAttr<Tile_CacheHintAttr, "::tile::CacheHint::Normal">:$cache);
  let assemblyFormat = [{
    $value `,` $destination `[` $indices `]` (`cache` `(` custom<Keyword>($cache)^ `)`)?
    custom<ElementsAs>(type($value), type($destination)) attr-dict
  }];
  let hasVerifier = 1;
}

class Tile_AtomicOp<string mnemonic> : Tile_AccessOp<mnemonic>;

def Tile_AtomicRmwOp : Tile_AtomicOp<"atomic_rmw"> {
  let summary = "atomic update of an element";
  let description = [{
    Updates an element atomically and gives its old value. A vector updates
    consecutive elements, each atomically. Outside a tensor nothing happens and
    the old value is 0.

    Example:

    ```mlir
    %old = tile.atomic_rmw add %v, %A[%i] order(acq_rel) : memref<?xf32>
    ```
  }];
  let arguments = (ins Tile_AtomicKindAttr:$kind, Tile_Scalar:$value,
      Tile_TileRef:$destination, Variadic<Index>:$indices,
      DefaultValuedAttr<Tile_MemoryOrderAttr, "::tile::MemoryOrder::Relaxed">:$order,
      DefaultValuedAttr<Tile_SyncScopeAttr, "::tile::SyncScope::Device">:$scope);
  let results = (outs Tile_Scalar:$old);
  let assemblyFormat = [{
    custom<Keyword>($kind) $value `,` $destination `[` $indices `]`
    (`order` `(` custom<Keyword>($order)^ `)`)?
    (`scope` `(` custom<Keyword>($scope)^ `)`)?
    custom<ElementsAs>(type($value), type($destination)) ``
    custom<SameType>(type($old), ref(type($value))) attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_AtomicLoadOp : Tile_AtomicOp<"atomic_load"> {
  let summary = "atomic read of an element";
  let description = [{
    Reads an element atomically. Outside a tensor it gives 0.

    Example:

    ```mlir
    %v = tile.atomic_load %A[%i] order(acquire) : memref<?xi32>
    ```
  }];
  let arguments = (ins Tile_TileRef:$source, Variadic<Index>:$indices,
      DefaultValuedAttr<Tile_MemoryOrderAttr, "::tile::MemoryOrder::SeqCst">:$order,
      DefaultValuedAttr<Tile_SyncScopeAttr, "::tile::SyncScope::Device">:$scope);
  let results = (outs Tile_Scalar:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`order` `(` custom<Keyword>($order)^ `)`)?
    (`scope` `(` custom<Keyword>($scope)^ `)`)?
    custom<ElementsAs>(type($result), type($source)) attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_AtomicStoreOp : Tile_AtomicOp<"atomic_store"> {
  let summary = "atomic write of an element";
  let description = [{
    Writes an element atomically. Outside a tensor nothing happens.

    Example:

    ```mlir
    tile.atomic_store %v, %A[%i] order(release) : memref<?xi32>
    ```
  }];
  let arguments = (ins Tile_Scalar:$value, Tile_TileRef:$destination, Variadic<Index>:$indices,
      DefaultValuedAttr<Tile_MemoryOrderAttr, "::tile::MemoryOrder::SeqCst">:$order,
      DefaultValuedAttr<Tile_SyncScopeAttr, "::tile::SyncScope::Device">:$scope);
  let assemblyFormat = [{
    $value `,` $destination `[` $indices `]` (`order` `(` custom<Keyword>($order)^ `)`)?
    (`scope` `(` custom<Keyword>($scope)^ `)`)?
    custom<ElementsAs>(type($value), type($destination)) attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_AtomicTileOp : Tile_AccessOp<"atomic_tile", [Tile_Collective, Tile_Unit]> {
  let summary = "atomic update of a tile";
  let description = [{
    Combines each element of the source, converted, into the destination,
    atomically and once per logical element: replicas never count twice. Equal
    shapes; `add`, `max`, `min`, `umax` or `umin`.

    Example:

    ```mlir
    tile.atomic_tile add %acc into %g : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xf32, global>
    ```
  }];
  let arguments = (ins Tile_AtomicKindAttr:$kind, Tile_TileRef:$source,
      Tile_TileRef:$destination,
      DefaultValuedAttr<Tile_MemoryOrderAttr, "::tile::MemoryOrder::Relaxed">:$order,
      DefaultValuedAttr<Tile_SyncScopeAttr, "::tile::SyncScope::Device">:$scope,
      OptionalAttr<Tile_CopyPreferenceAttr>:$prefer, OptionalAttr<StrAttr>:$id);
  let assemblyFormat = [{
    custom<Keyword>($kind) $source `into` $destination
    (`order` `(` custom<Keyword>($order)^ `)`)?
    (`scope` `(` custom<Keyword>($scope)^ `)`)?
    (`prefer` `(` custom<Keyword>($prefer)^ `)`)? (`id` `(` $id^ `)`)? attr-dict `:`
    type($source) `into` type($destination)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

class Tile_MoveOp<string mnemonic, list<Trait> traits = []>
    : Tile_AccessOp<mnemonic, traits # [Tile_Collective, Tile_Unit]>;

def Tile_CopyOp : Tile_MoveOp<"copy", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<Tile_AsyncOpInterface>]> {
  let summary = "copy a tile";
  let description = [{
    Copies each element, converted to the destination's element type. Equal rank
    and equal shape (a dynamic extent is checked at run time); any pair of
    spaces except barriers; overlapping source and destination are refused.
    Outside the source tensor the value is the converted pad; outside the
    destination tensor nothing is written.

    `async` returns after issue: the copy is complete at `tile.wait`, at a
    counted wait, or through `barrier`, to whose expected bytes the operation
    adds the bytes of the full box without arriving. `multicast` is the mask of
    the cluster's blocks that receive the tile; `issue` says who reaches the
    operation. An asynchronous copy never converts.

    Example:

    ```mlir
    tile.copy %g into %s : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf32, shared>
    %t = tile.copy async %g into %s prefer(bulk) barrier(%b[%c0] : !tile.buffer<2xi64, barrier>) : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
    ```
  }];
  let arguments = (ins Tile_TileRef:$source, Tile_TileRef:$destination,
      Optional<Tile_BarrierBuffer>:$barrier, Optional<Index>:$barrier_index,
      OptionalAttr<Tile_CopyPreferenceAttr>:$prefer, OptionalAttr<I64Attr>:$width,
      DefaultValuedAttr<Tile_CacheHintAttr, "::tile::CacheHint::Normal">:$cache,
      OptionalAttr<AnyAttr>:$layout, OptionalAttr<I64Attr>:$multicast,
      DefaultValuedAttr<Tile_IssueScopeAttr, "::tile::IssueScope::Team">:$issue,
      OptionalAttr<StrAttr>:$id);
  let results = (outs Optional<Tile_TokenType>:$token);
  let assemblyFormat = [{
    `` custom<Async>(type($token)) $source `into` $destination
    (`prefer` `(` custom<Keyword>($prefer)^ `)`)? (`width` `(` $width^ `)`)?
    (`cache` `(` custom<Keyword>($cache)^ `)`)? (`layout` `(` $layout^ `)`)?
    (`barrier` `(` $barrier^ `[` $barrier_index `]` `:` custom<Buffer>(type($barrier)) `)`)?
    (`multicast` `(` $multicast^ `)`)? (`issue` `(` custom<Keyword>($issue)^ `)`)?
    (`id` `(` $id^ `)`)? attr-dict `:` type($source) `into` type($destination)
  }];
  let hasVerifier = 1;
}

def Tile_FillOp : Tile_MoveOp<"fill"> {
  let summary = "set every element of a tile";
  let description = [{
    Writes the value, converted, everywhere. Outside a tensor nothing is written.

    Example:

    ```mlir
    tile.fill %zero into %acc : f32 into !tile.buffer<16x16xf32, fragment>
    ```
  }];
  let arguments = (ins Tile_Scalar:$value, Tile_TileRef:$destination, OptionalAttr<StrAttr>:$id);
  let assemblyFormat = [{
    $value `into` $destination (`id` `(` $id^ `)`)? attr-dict
    `:` type($value) `into` type($destination)
  }];
  let hasVerifier = 1;
}

def Tile_TransposeOp : Tile_MoveOp<"transpose"> {
  let summary = "copy a tile with its last two dimensions exchanged";
  let description = [{
    The leading dimensions are equal. Elements are converted. On-chip only.

    Example:

    ```mlir
    tile.transpose %a into %b : !tile.buffer<16x32xf32, shared> into !tile.buffer<32x16xf32, shared>
    ```
  }];
  let arguments = (ins Tile_BufferType:$source, Tile_BufferType:$destination,
                       OptionalAttr<StrAttr>:$id);
  let assemblyFormat = [{
    $source `into` $destination (`id` `(` $id^ `)`)? attr-dict
    `:` custom<Buffer>(type($source)) `into` custom<Buffer>(type($destination))
  }];
  let hasVerifier = 1;
}

def Tile_Im2colOp : Tile_MoveOp<"im2col", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<Tile_AsyncOpInterface>]> {
  let summary = "gather convolution patches";
  let description = [{
    The source X is NHWC. With (n, y, x) = delinearize(m + i; OH, OW) and
    (r, s, c) = delinearize(k + j; KH, KW, C), element (i, j) of the destination
    is X[n, y * stride - pad + r * dilation, x * stride - pad + s * dilation, c].
    Outside X, or where k + j >= KH * KW * C, it is 0. OH and OW are the output
    extents of the convolution. No conversion.

    Example:

    ```mlir
    tile.im2col %X[%m, %k] into %s kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<?x?x?x?xf16> into !tile.buffer<64x32xf16, shared>
    ```
  }];
  let arguments = (ins Tile_GlobalTensor:$source, Index:$row, Index:$column,
      Tile_BufferType:$destination, Optional<Tile_BarrierBuffer>:$barrier,
      Optional<Index>:$barrier_index, DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$stride,
      DenseI64ArrayAttr:$dilation, DenseI64ArrayAttr:$pad, OptionalAttr<StrAttr>:$id);
  let results = (outs Optional<Tile_TokenType>:$token);
  let assemblyFormat = [{
    `` custom<Async>(type($token)) $source `[` $row `,` $column `]` `into` $destination
    `kernel` `` custom<IntTuple>($kernel) `stride` `` custom<IntTuple>($stride)
    `dilation` `` custom<IntTuple>($dilation) `pad` `` custom<IntTuple>($pad)
    (`barrier` `(` $barrier^ `[` $barrier_index `]` `:` custom<Buffer>(type($barrier)) `)`)?
    (`id` `(` $id^ `)`)? attr-dict `:` type($source) `into` custom<Buffer>(type($destination))
  }];
  let hasVerifier = 1;
}

def Tile_GatherOp : Tile_MoveOp<"gather", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<Tile_AsyncOpInterface>]> {
  let summary = "copy chosen rows of a tensor into a tile";
  let description = [{
    Row i of the tile is row `rows[i]` of the 2-D tensor from `column` on.
    Outside the tensor it is 0. No conversion.

    Example:

    ```mlir
    tile.gather %X rows(%r0, %r1) column(%c0) into %s : memref<?x?xf16> into !tile.buffer<2x64xf16, shared>
    ```
  }];
  let arguments = (ins Tile_GlobalTensor:$source, Variadic<Index>:$rows, Index:$column,
      Tile_BufferType:$destination, Optional<Tile_BarrierBuffer>:$barrier,
      Optional<Index>:$barrier_index, OptionalAttr<StrAttr>:$id);
  let results = (outs Optional<Tile_TokenType>:$token);
  let assemblyFormat = [{
    `` custom<Async>(type($token)) $source `rows` `(` $rows `)` `column` `(` $column `)`
    `into` $destination
    (`barrier` `(` $barrier^ `[` $barrier_index `]` `:` custom<Buffer>(type($barrier)) `)`)?
    (`id` `(` $id^ `)`)? attr-dict `:` type($source) `into` custom<Buffer>(type($destination))
  }];
  let hasVerifier = 1;
}

def Tile_ScatterOp : Tile_MoveOp<"scatter", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<Tile_AsyncOpInterface>]> {
  let summary = "copy a tile into chosen rows of a tensor";
  let description = [{
    Row i of the tile becomes row `rows[i]` of the 2-D tensor from `column` on.
    Outside the tensor nothing is written. The rows are distinct. No conversion.

    Example:

    ```mlir
    tile.scatter %s into %X rows(%r0, %r1) column(%c0) : !tile.buffer<2x64xf16, shared> into memref<?x?xf16>
    ```
  }];
  let arguments = (ins Tile_BufferType:$source, Tile_GlobalTensor:$destination,
      Variadic<Index>:$rows, Index:$column, Optional<Tile_BarrierBuffer>:$barrier,
      Optional<Index>:$barrier_index, OptionalAttr<StrAttr>:$id);
  let results = (outs Optional<Tile_TokenType>:$token);
  let assemblyFormat = [{
    `` custom<Async>(type($token)) $source `into` $destination `rows` `(` $rows `)`
    `column` `(` $column `)`
    (`barrier` `(` $barrier^ `[` $barrier_index `]` `:` custom<Buffer>(type($barrier)) `)`)?
    (`id` `(` $id^ `)`)? attr-dict `:` custom<Buffer>(type($source)) `into` type($destination)
  }];
  let hasVerifier = 1;
}

#endif // TILE_DIALECT_TILE_IR_TILEMEMORYOPS
