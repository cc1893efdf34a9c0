//===- TileComputeOps.td - matrix products, reductions and arithmetic -----===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILECOMPUTEOPS
#define TILE_DIALECT_TILE_IR_TILECOMPUTEOPS

include "Tile/Dialect/Tile/IR/TileOpBase.td"

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

class Tile_GemmLikeOp<string mnemonic> : Tile_AccessOp<mnemonic, [
    AttrSizedOperandSegments, Tile_Collective, Tile_Unit,
    DeclareOpInterfaceMethods<Tile_AsyncOpInterface>]>;

def Tile_GemmOp : Tile_GemmLikeOp<"gemm"> {
  let summary = "matrix product of tiles";
  let description = [{
    C += op(A) * op(B), or C = op(A) * op(B) where `clear` is true. op(A) is
    M x K, op(B) is K x N, C is M x N; all rank 2 and static. A and B may differ
    in type and are converted exactly; both are float or both integer, and so is
    C.

    Reference: exact products, added for k ascending, one rounding per addition
    in C's type (integers wrap). Devices may reassociate. `precision(tf32)` lets
    f32 operands lose mantissa bits. `policy` says how warps tile C, `k_pack`
    how many atoms are packed along K, `unsigned_a`/`unsigned_b` that an integer
    operand is unsigned.

    `async` keeps A, B and C busy until the operation is waited for; without a
    `tile.commit_group mma` after it, it is a group of its own. `cta_group(2)` lets two blocks of a cluster cooperate.

    Example:

    ```mlir
    tile.gemm %A, %B into %C transpose_b policy(full_row) : !tile.buffer<16x32xf16, shared>, !tile.buffer<16x32xf16, shared> into !tile.buffer<16x16xf32, fragment>
    ```
  }];
  let arguments = (ins Tile_BufferType:$a, Tile_BufferType:$b, Tile_BufferType:$c,
      Optional<I1>:$clear, Optional<Tile_BarrierBuffer>:$barrier, Optional<Index>:$barrier_index,
      UnitAttr:$transpose_a, UnitAttr:$transpose_b,
      DefaultValuedAttr<Tile_GemmPolicyAttr, "::tile::GemmPolicy::Square">:$policy,
      DefaultValuedAttr<Tile_GemmPrecisionAttr, "::tile::GemmPrecision::Exact">:$precision,
      DefaultValuedAttr<I64Attr, "1">:$k_pack, UnitAttr:$unsigned_a, UnitAttr:$unsigned_b,
      DefaultValuedAttr<I64Attr, "1">:$cta_group, OptionalAttr<StrAttr>:$id);
  let results = (outs Optional<Tile_TokenType>:$token);
  let assemblyFormat = [{
    `` custom<Async>(type($token)) $a `,` $b `into` $c (`transpose_a` $transpose_a^)?
    (`transpose_b` $transpose_b^)? (`clear` `(` $clear^ `)`)?
    (`policy` `(` custom<Keyword>($policy)^ `)`)?
    (`precision` `(` custom<Keyword>($precision)^ `)`)? (`k_pack` `(` $k_pack^ `)`)?
    (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)?
    (`barrier` `(` $barrier^ `[` $barrier_index `]` `:` custom<Buffer>(type($barrier)) `)`)?
    (`cta_group` `(` $cta_group^ `)`)? (`id` `(` $id^ `)`)? attr-dict `:`
    custom<Buffer>(type($a)) `,` custom<Buffer>(type($b)) `into`
    custom<Buffer>(type($c))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Extents of the product: op(A) is M x K, op(B) is K x N.
    int64_t getM() { return getC().getType().getShape()[0]; }
    int64_t getN() { return getC().getType().getShape()[1]; }
    int64_t getK() { return getA().getType().getShape()[getTransposeA() ? 0 : 1]; }
    /// Whether C is overwritten whatever its content.
    bool clearsUnconditionally();
  }];
}

def Tile_GemmSparseOp : Tile_GemmLikeOp<"gemm_sparse"> {
  let summary = "matrix product with a 2:4 sparse operand";
  let description = [{
    As `tile.gemm`, but A is M x K/2 and holds two of each four consecutive
    elements along K; the metadata E (2 bits per kept element, low bits first,
    packed in E's integers, row by row) says which.

    Example:

    ```mlir
    tile.gemm_sparse %A, %E, %B into %C : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x2xi16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
    ```
  }];
  let arguments = (ins Tile_BufferType:$a, Tile_BufferType:$e, Tile_BufferType:$b,
      Tile_BufferType:$c, Optional<I1>:$clear, Optional<Tile_BarrierBuffer>:$barrier,
      Optional<Index>:$barrier_index, UnitAttr:$transpose_a, UnitAttr:$transpose_b,
      DefaultValuedAttr<Tile_GemmPolicyAttr, "::tile::GemmPolicy::Square">:$policy,
      UnitAttr:$unsigned_a, UnitAttr:$unsigned_b, OptionalAttr<StrAttr>:$id);
  let results = (outs Optional<Tile_TokenType>:$token);
  let assemblyFormat = [{
    `` custom<Async>(type($token)) $a `,` $e `,` $b `into` $c
    (`transpose_a` $transpose_a^)? (`transpose_b` $transpose_b^)?
    (`clear` `(` $clear^ `)`)? (`policy` `(` custom<Keyword>($policy)^ `)`)?
    (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)?
    (`barrier` `(` $barrier^ `[` $barrier_index `]` `:` custom<Buffer>(type($barrier)) `)`)?
    (`id` `(` $id^ `)`)? attr-dict `:` custom<Buffer>(type($a)) `,`
    custom<Buffer>(type($e)) `,` custom<Buffer>(type($b)) `into`
    custom<Buffer>(type($c))
  }];
  let hasVerifier = 1;
}

def Tile_GemmScaledOp : Tile_GemmLikeOp<"gemm_scaled"> {
  let summary = "matrix product with block scales";
  let description = [{
    As `tile.gemm`, but element (m, k) of op(A) is multiplied by
    scale_a[m, k / block] and element (k, n) of op(B) by scale_b[n, k / block]
    before the product. Scales are f8E8M0FNU or f8E4M3FN.

    Example:

    ```mlir
    tile.gemm_scaled %A scale(%SA), %B scale(%SB) into %C block(32) : !tile.buffer<16x64xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared>, !tile.buffer<64x16xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared> into !tile.buffer<16x16xf32, fragment>
    ```
  }];
  let arguments = (ins Tile_BufferType:$a, Tile_BufferType:$scale_a, Tile_BufferType:$b,
      Tile_BufferType:$scale_b, Tile_BufferType:$c, Optional<I1>:$clear,
      Optional<Tile_BarrierBuffer>:$barrier, Optional<Index>:$barrier_index,
      UnitAttr:$transpose_a, UnitAttr:$transpose_b, I64Attr:$block,
      DefaultValuedAttr<Tile_GemmPolicyAttr, "::tile::GemmPolicy::Square">:$policy,
      DefaultValuedAttr<I64Attr, "1">:$cta_group, OptionalAttr<StrAttr>:$id);
  let results = (outs Optional<Tile_TokenType>:$token);
  let assemblyFormat = [{
    `` custom<Async>(type($token)) $a `scale` `(` $scale_a `)` `,` $b `scale` `(`
    $scale_b `)` `into` $c (`transpose_a` $transpose_a^)? (`transpose_b` $transpose_b^)?
    `block` `(` $block `)` (`clear` `(` $clear^ `)`)?
    (`policy` `(` custom<Keyword>($policy)^ `)`)?
    (`barrier` `(` $barrier^ `[` $barrier_index `]` `:` custom<Buffer>(type($barrier)) `)`)?
    (`cta_group` `(` $cta_group^ `)`)? (`id` `(` $id^ `)`)? attr-dict `:`
    custom<Buffer>(type($a)) `,` custom<Buffer>(type($scale_a)) `,`
    custom<Buffer>(type($b)) `,` custom<Buffer>(type($scale_b)) `into`
    custom<Buffer>(type($c))
  }];
  let hasVerifier = 1;
}

def Tile_Dot4Op : Tile_Op<"dot4", [Pure, AllTypesMatch<["acc", "result"]>]> {
  let summary = "dot product of four bytes";
  let description = [{
    acc + sum of a[i] * b[i] for four bytes, in wrapping i32.

    Example:

    ```mlir
    %r = tile.dot4 %a, %b, %acc unsigned_a : vector<4xi8>, vector<4xi8>
    ```
  }];
  let arguments = (ins FixedVectorOfLengthAndType<[4], [I8]>:$a,
      FixedVectorOfLengthAndType<[4], [I8]>:$b, I32:$acc, UnitAttr:$unsigned_a,
      UnitAttr:$unsigned_b);
  let results = (outs I32:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $acc (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)? attr-dict
    `:` type($a) `,` type($b)
  }];
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

class Tile_CollapseOp<string mnemonic, list<Trait> traits = []>
    : Tile_AccessOp<mnemonic, traits # [Tile_Collective, Tile_Unit]>;

def Tile_ReduceOp : Tile_CollapseOp<"reduce"> {
  let summary = "reduce one dimension of a tile";
  let description = [{
    The destination has the dimension dropped, or of extent 1. Elements are
    combined from the identity on, in ascending order: 0 for sums, `bitor` and
    `bitxor`, all ones for `bitand`, for max minus infinity (the least number of
    a type without infinity or of integers), for min the opposite. So the max of
    nothing but NaN with `nan(ignore)` is minus infinity. Devices may reassociate.

    Sums of floats narrower than f32 are accumulated in f32. `accumulate` combines
    what the destination holds as the last operand, then the result is rounded to
    the destination's type once. `nan` is the rule for max and min of floats, the
    old value included; `batch` is a hint.

    Example:

    ```mlir
    tile.reduce max %S into %m dim(1) accumulate : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64xf32, fragment>
    ```
  }];
  let arguments = (ins Tile_ReduceKindAttr:$kind, Tile_BufferType:$source,
      Tile_BufferType:$destination, I64Attr:$dim,
      DefaultValuedAttr<Tile_NanModeAttr, "::tile::NanMode::Ignore">:$nan,
      UnitAttr:$accumulate, OptionalAttr<I64Attr>:$batch, OptionalAttr<StrAttr>:$id);
  let assemblyFormat = [{
    custom<Keyword>($kind) $source `into` $destination `dim` `(` $dim `)`
    (`nan` `(` custom<Keyword>($nan)^ `)`)? (`accumulate` $accumulate^)?
    (`batch` `(` $batch^ `)`)? (`id` `(` $id^ `)`)? attr-dict `:`
    custom<Buffer>(type($source)) `into` custom<Buffer>(type($destination))
  }];
  let hasVerifier = 1;
}

def Tile_ScanOp : Tile_CollapseOp<"scan"> {
  let summary = "inclusive scan along one dimension";
  let description = [{
    In place if source and destination are one buffer. `reverse` scans from the
    last element to the first.

    Example:

    ```mlir
    tile.scan sum %a into %b dim(1) reverse : !tile.buffer<4x64xf32, shared> into !tile.buffer<4x64xf32, shared>
    ```
  }];
  let arguments = (ins Tile_ScanKindAttr:$kind, Tile_BufferType:$source,
      Tile_BufferType:$destination, I64Attr:$dim, UnitAttr:$reverse, OptionalAttr<StrAttr>:$id);
  let assemblyFormat = [{
    custom<Keyword>($kind) $source `into` $destination `dim` `(` $dim `)`
    (`reverse` $reverse^)? (`id` `(` $id^ `)`)? attr-dict `:`
    custom<Buffer>(type($source)) `into` custom<Buffer>(type($destination))
  }];
  let hasVerifier = 1;
}

def Tile_TestOp : Tile_CollapseOp<"test"> {
  let summary = "whether any or all elements differ from zero";
  let description = [{
    Uniform result. A NaN differs from zero.

    Example:

    ```mlir
    %p = tile.test any %a : !tile.buffer<64xi32, shared>
    ```
  }];
  let arguments = (ins Tile_TestKindAttr:$kind, Tile_BufferType:$source, OptionalAttr<StrAttr>:$id);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    custom<Keyword>($kind) $source (`id` `(` $id^ `)`)? attr-dict `:`
    custom<Buffer>(type($source))
  }];
  let hasVerifier = 1;
}

def Tile_ReducerInitOp : Tile_ExecutionOp<"reducer_init", [Tile_Collective]> {
  let summary = "open a reduction epoch";
  let description = [{
    `init` is combined exactly once per output. Exactly one `reducer_finalize`
    closes the epoch; updates lie between; nothing else uses the handle.

    Example:

    ```mlir
    %acc = tile.reducer_init init(%v : f32) : !tile.reducer<32xf32, sum>
    ```
  }];
  let arguments = (ins Optional<Tile_Scalar>:$init);
  let results = (outs Tile_ReducerType:$reducer);
  let assemblyFormat = [{
    (`init` `(` $init^ `:` type($init) `)`)? attr-dict `:`
    custom<Reducer>(type($reducer))
  }];
  let hasVerifier = 1;
}

def Tile_ReducerUpdateOp : Tile_ExecutionOp<"reducer_update"> {
  let summary = "contribute to a reduction epoch";
  let description = [{
    Each logical iteration of the surrounding `tile.parallel` contributes once.

    Example:

    ```mlir
    tile.reducer_update %v, %acc[%i] : !tile.reducer<32xf32, sum>
    ```
  }];
  let arguments = (ins Tile_Scalar:$value, Tile_ReducerType:$reducer, Variadic<Index>:$indices);
  let assemblyFormat = [{
    $value `,` $reducer `[` $indices `]` attr-dict
    custom<ElementsAs>(type($value), type($reducer))
  }];
  let hasVerifier = 1;
}

def Tile_ReducerFinalizeOp : Tile_ExecutionOp<"reducer_finalize", [Tile_Collective]> {
  let summary = "close a reduction epoch";
  let description = [{
    Combines all contributions and writes the result. The order is free.

    Example:

    ```mlir
    tile.reducer_finalize %acc into %sum : !tile.reducer<32xf32, sum> into !tile.buffer<32xf32, fragment>
    ```
  }];
  let arguments = (ins Tile_ReducerType:$reducer, Tile_BufferType:$destination);
  let assemblyFormat = [{
    $reducer `into` $destination attr-dict `:` custom<Reducer>(type($reducer)) `into`
    custom<Buffer>(type($destination))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

def Tile_CastOp : Tile_Op<"cast", [Pure]> {
  let summary = "convert an element or a vector of elements";
  let description = [{
    The conversion rule of the dialect, the same on every target:
    float to float rounds once, to nearest even; overflow to floats of 8 bits or
    fewer, and infinities, saturate to the largest finite value, and NaN stays
    NaN (in types without NaN: the largest positive value); all other overflow
    is infinite. Integer to float rounds to nearest even. Float to integer
    rounds toward zero and saturates, NaN gives 0. Integer to integer wraps, or
    extends by sign (`unsigned`: by zero). Anything to `i1` is `x != 0`.

    `rounding` chooses another rounding mode; `rs` is stochastic and takes
    random bits. `saturate(false)` gives IEEE overflow.

    Two consequences: a signed `i1` that is true becomes -1, since it is extended
    by sign. f8E8M0FNU holds only powers of two, so zero and negative numbers
    become its least number, 2^-127, and half way between two powers is up.

    Example:

    ```mlir
    %y = tile.cast %x : f32 to f8E4M3FN
    %z = tile.cast %q unsigned : i4 to f16
    ```
  }];
  let arguments = (ins Tile_Scalar:$value, Optional<I32>:$bits,
      DefaultValuedAttr<Tile_RoundingAttr, "::tile::Rounding::Rn">:$rounding,
      DefaultValuedAttr<BoolAttr, "true">:$saturate, UnitAttr:$is_unsigned);
  let results = (outs Tile_Scalar:$result);
  let assemblyFormat = [{
    $value (`rounding` `(` custom<Keyword>($rounding)^ (`,` $bits^)? `)`)?
    (`saturate` `(` $saturate^ `)`)? (`unsigned` $is_unsigned^)? attr-dict `:`
    type($value) `to` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_RoundedOp : Tile_Op<"rounded", [Pure, SameOperandsAndResultType]> {
  let summary = "arithmetic with directed rounding";
  let description = [{
    One IEEE operation rounded as asked.

    Example:

    ```mlir
    %s = tile.rounded add rz %a, %b : f32
    ```
  }];
  let arguments = (ins Tile_RoundedKindAttr:$kind, Tile_RoundingAttr:$rounding,
                       Variadic<AnyFloat>:$operands_);
  let results = (outs AnyFloat:$result);
  let assemblyFormat = [{
    custom<Keyword>($kind) custom<Keyword>($rounding) $operands_ attr-dict `:`
    type($result)
  }];
  let hasVerifier = 1;
}

#endif // TILE_DIALECT_TILE_IR_TILECOMPUTEOPS
