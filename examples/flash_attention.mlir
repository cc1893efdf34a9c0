// RUN: tile-run %s --entry=attention --on=cpu --arg=2x127x2x64:random --arg=2x127x2x64:random --arg=2x127x2x64:random --arg=false --arg=2x127x2x64:nan --check
// RUN: tile-run %s --entry=attention --on=cpu --arg=2x127x2x64:random --arg=2x127x2x64:random --arg=2x127x2x64:random --arg=true --arg=2x127x2x64:nan --check
// RUN: tile-run %s --entry=attention --on=cpu --arg=1x0x1x64:random --arg=1x0x1x64:random --arg=1x0x1x64:random --arg=true --arg=1x0x1x64:nan --check
// RUN: tile-run %s --entry=attention --on=cpu --arg=1x1x1x64:random --arg=1x1x1x64:random --arg=1x1x1x64:random --arg=false --arg=1x1x1x64:nan --check
// RUN: tile-run %s --entry=attention --on=cpu --arg=1x63x1x64:random --arg=1x63x1x64:random --arg=1x63x1x64:random --arg=true --arg=1x63x1x64:nan --check
// RUN: tile-run %s --entry=attention --on=cpu --arg=1x64x3x64:random --arg=1x64x3x64:random --arg=1x64x3x64:random --arg=false --arg=1x64x3x64:nan --check
// RUN: tile-run %s --entry=attention --on=cpu --arg=1x65x1x64:random --arg=1x65x1x64:random --arg=1x65x1x64:random --arg=true --arg=1x65x1x64:nan --check
// RUN: tile-run %s --entry=attention --on=cpu --arg=1x65x1x64:random --arg=1x65x1x64:random --arg=1x65x1x64:random --arg=false --arg=1x65x1x64:nan --check

// out = softmax(q k^T / sqrt(64)) v for each batch and head; tensors are
// [batch, position, head, 64]. With `causal`, a query sees the keys up to its own
// position.
//
// A block owns 64 queries and visits the keys 64 at a time. The softmax is
// online (Milakov and Gimelshein, "Online normalizer calculation for softmax",
// 2018; Dao et al., "FlashAttention", 2022): `largest` and `total` describe the
// keys seen so far, and when a larger score comes, what was accumulated is
// scaled down to it. Powers are of 2, so that the scale of the scores holds
// log2(e) too.
!tensor = memref<?x?x?x64xf16>
!operand = !tile.buffer<64x64xf16, shared>
!window = !tile.buffer<64x64xf16, global>
!scores = !tile.buffer<64x64xf32, fragment>
!weights = !tile.buffer<64x64xf16, fragment>
!rows = !tile.buffer<64xf32, fragment>
func.func @attention(%q: !tensor {tile.name = "q"}, %k: !tensor {tile.name = "k"}, %v: !tensor {tile.name = "v"},
                     %causal: i1 {tile.name = "causal"}, %out: !tensor {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  // log2(e) / sqrt(64)
  %scale = arith.constant 0.180336877 : f32
  %batches = memref.dim %q, %c0 : !tensor
  %length = memref.dim %q, %c1 : !tensor
  %heads = memref.dim %q, %c2 : !tensor
  %length_k = memref.dim %k, %c1 : !tensor
  %same = arith.cmpi eq, %length, %length_k : index
  tile.assume %same, "q.shape[1] == k.shape[1]"
  %tiles = arith.ceildivui %length, %c64 : index
  tile.launch blocks(%block, %head, %batch) in (%tiles, %heads, %batches) threads(128) {
    %q_tile = tile.alloc : !operand
    %k_tile = tile.alloc : !operand
    %v_tile = tile.alloc : !operand
    %scores = tile.alloc : !scores
    %weights = tile.alloc : !weights
    %result = tile.alloc : !scores
    %largest = tile.alloc : !rows
    %before = tile.alloc : !rows
    %shrink = tile.alloc : !rows
    %sum = tile.alloc : !rows
    %total = tile.alloc : !rows
    %query = arith.muli %block, %c64 : index
    %q_window = tile.slice %q[%batch, %query : 64, %head, 0 : 64] : !tensor -> !window
    tile.copy %q_window into %q_tile : !window into !operand
    tile.fill %zero into %result : f32 into !scores
    tile.fill %zero into %total : f32 into !rows
    tile.fill %least into %largest : f32 into !rows
    // Tiles of keys and of queries are of one size: a causal block sees its own
    // tile of keys and those before.
    %own = arith.addi %block, %c1 : index
    %end = arith.select %causal, %own, %tiles : index
    tile.pipelined %step = %c0 to %end step %c1 stages(2) {
      %key = arith.muli %step, %c64 : index
      %k_window = tile.slice %k[%batch, %key : 64, %head, 0 : 64] : !tensor -> !window
      tile.copy %k_window into %k_tile : !window into !operand
      %v_window = tile.slice %v[%batch, %key : 64, %head, 0 : 64] : !tensor -> !window
      tile.copy %v_window into %v_tile : !window into !operand
      // Scores start at 0, or at -inf where the query does not see the key.
      tile.parallel (%i, %j) in (64, 64) {
        %q_at = arith.addi %query, %i : index
        %k_at = arith.addi %key, %j : index
        %next = arith.addi %q_at, %c1 : index
        %limit = arith.select %causal, %next, %length : index
        %exists = arith.cmpi ult, %k_at, %length : index
        %visible = arith.cmpi ult, %k_at, %limit : index
        %sees = arith.andi %exists, %visible : i1
        %start = arith.select %sees, %zero, %least : f32
        tile.store %start, %scores[%i, %j] : !scores
      }
      tile.gemm %q_tile, %k_tile into %scores transpose_b policy(full_row) : !operand, !operand into !scores
      tile.copy %largest into %before : !rows into !rows
      tile.reduce max %scores into %largest dim(1) accumulate : !scores into !rows
      tile.parallel (%i) in (64) {
        %old = tile.load %before[%i] : !rows
        %new = tile.load %largest[%i] : !rows
        %difference = arith.subf %old, %new : f32
        %exponent = arith.mulf %difference, %scale : f32
        %factor = math.exp2 %exponent : f32
        tile.store %factor, %shrink[%i] : !rows
      }
      tile.parallel (%i, %j) in (64, 64) {
        %score = tile.load %scores[%i, %j] : !scores
        %max = tile.load %largest[%i] : !rows
        %difference = arith.subf %score, %max : f32
        %exponent = arith.mulf %difference, %scale : f32
        %weight = math.exp2 %exponent : f32
        tile.store %weight, %scores[%i, %j] : !scores
      }
      tile.reduce sum %scores into %sum dim(1) : !scores into !rows
      tile.parallel (%i) in (64) {
        %old = tile.load %total[%i] : !rows
        %factor = tile.load %shrink[%i] : !rows
        %more = tile.load %sum[%i] : !rows
        %new = math.fma %old, %factor, %more : f32
        tile.store %new, %total[%i] : !rows
      }
      tile.parallel (%i, %j) in (64, 64) {
        %old = tile.load %result[%i, %j] : !scores
        %factor = tile.load %shrink[%i] : !rows
        %new = arith.mulf %old, %factor : f32
        tile.store %new, %result[%i, %j] : !scores
      }
      tile.copy %scores into %weights : !scores into !weights
      tile.gemm %weights, %v_tile into %result policy(full_row) : !weights, !operand into !scores
    }
    tile.parallel (%i, %j) in (64, 64) {
      %sum_of_products = tile.load %result[%i, %j] : !scores
      %sum_of_weights = tile.load %total[%i] : !rows
      %mean = arith.divf %sum_of_products, %sum_of_weights : f32
      tile.store %mean, %result[%i, %j] : !scores
    }
    %out_window = tile.slice %out[%batch, %query : 64, %head, 0 : 64] : !tensor -> !window
    tile.copy %result into %out_window : !scores into !window
  }
  return
}
