// What the verifiers of products, reductions and scalar operations refuse.
//
// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @gemm_rank(%a: !tile.buffer<32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected A of rank 2 (because it is a matrix), got rank 1}}
  tile.gemm %a, %b into %c : !tile.buffer<32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_dynamic(%a: !tile.buffer<?x32xf16, global>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected static extents in A (because the operation works on a whole tile), got ?x32}}
  tile.gemm %a, %b into %c : !tile.buffer<?x32xf16, global>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_versions(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared, versions = 2>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected one version of B (because a ring is used through 'tile.version'), got 2 versions}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared, versions = 2> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_vectors(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xvector<2xf32>, fragment>) {
  // expected-error@+1 {{expected C of floats or integers (because elements are combined), got 'vector<2xf32>'}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xvector<2xf32>, fragment>
  return
}

// -----

func.func @gemm_bits(%a: !tile.buffer<16x32xi1, shared>, %b: !tile.buffer<32x16xi1, shared>, %c: !tile.buffer<16x16xi32, fragment>) {
  // expected-error@+1 {{expected A of numbers (because i1 is neither signed nor unsigned), got i1}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xi1, shared>, !tile.buffer<32x16xi1, shared> into !tile.buffer<16x16xi32, fragment>
  return
}

// -----

func.func @gemm_space_a(%a: !tile.buffer<16x32xf16, cluster>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected A in shared, fragment, tmem, local or global (because a product reads it), got cluster}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xf16, cluster>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_space_b(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, cluster>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected B in shared, fragment, tmem, local or global (because a product reads it), got cluster}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, cluster> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_space_c(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, global>) {
  // expected-error@+1 {{expected C in fragment, tmem, local or shared (because a product accumulates on the chip), got global}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, global>
  return
}

// -----

func.func @gemm_mixed(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xi8, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected A and B both of floats or both of integers (because the product is exact), got 'f16' and 'i8'}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xi8, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_result_float(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xi32, fragment>) {
  // expected-error@+1 {{expected C of floats (because A and B are), got 'i32'}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xi32, fragment>
  return
}

// -----

func.func @gemm_result_integer(%a: !tile.buffer<16x32xi8, shared>, %b: !tile.buffer<32x16xi8, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected C of integers (because A and B are), got 'f32'}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xi8, shared>, !tile.buffer<32x16xi8, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_k(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<16x32xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected equal K extents (because the product sums over K), got 32 in A and 16 in B}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xf16, shared>, !tile.buffer<16x32xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_k_transposed(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected equal K extents (because the product sums over K), got 32 in A and 16 in B}}
  tile.gemm %a, %b into %c transpose_b : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_shape(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x32xf32, fragment>) {
  // expected-error@+1 {{expected C of 16x16 (because op(A) has 16 rows and op(B) 16 columns), got 16x32}}
  tile.gemm %a, %b into %c : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x32xf32, fragment>
  return
}

// -----

func.func @gemm_alias_a(%a: !tile.buffer<16x16xf16, shared>, %b: !tile.buffer<16x16xf16, shared>) {
  // expected-error@+1 {{expected C apart from A (because both are used at once), got one buffer}}
  tile.gemm %a, %b into %a : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x16xf16, shared> into !tile.buffer<16x16xf16, shared>
  return
}

// -----

func.func @gemm_alias_b(%a: !tile.buffer<16x16xf16, shared>, %b: !tile.buffer<16x16xf16, shared>) {
  // expected-error@+1 {{expected C apart from B (because both are used at once), got one buffer}}
  tile.gemm %a, %b into %b : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x16xf16, shared> into !tile.buffer<16x16xf16, shared>
  return
}

// -----

func.func @gemm_unsigned_a(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected A of integers (because of 'unsigned_a'), got 'f16'}}
  tile.gemm %a, %b into %c unsigned_a : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_unsigned_b(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected B of integers (because of 'unsigned_b'), got 'f16'}}
  tile.gemm %a, %b into %c unsigned_b : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_precision(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected an operand of f32 (because 'precision(tf32)' rounds f32 operands), got 'f16' and 'f16'}}
  tile.gemm %a, %b into %c precision(tf32) : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_k_pack(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected 'k_pack' of 1 or 2 (because at most two atoms are packed along K), got 3}}
  tile.gemm %a, %b into %c k_pack(3) : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_cta_group(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected 'cta_group' of 1 or 2 (because at most two blocks share a product), got 4}}
  tile.gemm %a, %b into %c cta_group(4) : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_cta_group_cluster(%n: index, %a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-note@+1 {{the launch is here}}
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected an even number of blocks in a cluster (because 'cta_group' is 2), got 1}}
    tile.gemm %a, %b into %c cta_group(2) : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  }
  return
}

// -----

func.func @gemm_barrier_sync(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>, %bar: !tile.buffer<2xi64, barrier>, %i: index) {
  // expected-error@+1 {{expected 'async' (because only an asynchronous operation completes at a barrier), got the synchronous form}}
  tile.gemm %a, %b into %c barrier(%bar[%i] : !tile.buffer<2xi64, barrier>) : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_barrier_index(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>, %bar: !tile.buffer<2xi64, barrier>) {
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{expected an index from 0 to below 2 (because the buffer holds that many barriers), got 2}}
  %t = tile.gemm async %a, %b into %c barrier(%bar[%c2] : !tile.buffer<2xi64, barrier>) : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @gemm_barrier_without_index(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>, %bar: !tile.buffer<2xi64, barrier>) {
  // expected-error@+1 {{expected a barrier and its index together (because a buffer holds several barriers), got only one of them}}
  %t = "tile.gemm"(%a, %b, %c, %bar) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>} : (!tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared>, !tile.buffer<16x16xf32, fragment>, !tile.buffer<2xi64, barrier>) -> !tile.token
  return
}

// -----

func.func @gemm_token_unused(%a: !tile.buffer<16x32xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected a wait for the token, a barrier, or a 'tile.wait_group mma' (because somebody must know when the operation is complete), got none}}
  %t = tile.gemm async %a, %b into %c : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @sparse_k(%a: !tile.buffer<16x15xf16, shared>, %e: !tile.buffer<16x2xi16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected the stored K extent of A to be a multiple of 2 (because it keeps 2 of each 4 elements), got 15}}
  tile.gemm_sparse %a, %e, %b into %c : !tile.buffer<16x15xf16, shared>, !tile.buffer<16x2xi16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @sparse_k_of_b(%a: !tile.buffer<16x16xf16, shared>, %e: !tile.buffer<16x2xi16, shared>, %b: !tile.buffer<16x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected equal K extents (because the product sums over K), got 32 in A and 16 in B}}
  tile.gemm_sparse %a, %e, %b into %c : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x2xi16, shared>, !tile.buffer<16x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @sparse_metadata_type(%a: !tile.buffer<16x16xf16, shared>, %e: !tile.buffer<16x2xf16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected metadata E of integers of at least 8 bits (because codes are packed in them), got 'f16'}}
  tile.gemm_sparse %a, %e, %b into %c : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x2xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @sparse_metadata_width(%a: !tile.buffer<16x16xf16, shared>, %e: !tile.buffer<16x2xi4, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected metadata E of integers of at least 8 bits (because codes are packed in them), got 'i4'}}
  tile.gemm_sparse %a, %e, %b into %c : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x2xi4, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @sparse_metadata_space(%a: !tile.buffer<16x16xf16, shared>, %e: !tile.buffer<16x2xi16, cluster>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected E in shared, fragment, tmem, local or global (because a product reads it), got cluster}}
  tile.gemm_sparse %a, %e, %b into %c : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x2xi16, cluster>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @sparse_metadata_partial(%a: !tile.buffer<16x2xf16, shared>, %e: !tile.buffer<16x1xi16, shared>, %b: !tile.buffer<4x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected the metadata of a row to fill whole integers (because rows start on an integer), got 4 bits in integers of 16}}
  tile.gemm_sparse %a, %e, %b into %c : !tile.buffer<16x2xf16, shared>, !tile.buffer<16x1xi16, shared>, !tile.buffer<4x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @sparse_metadata_shape(%a: !tile.buffer<16x16xf16, shared>, %e: !tile.buffer<16x4xi16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected E of 16x2 (because a row of A stores 16 elements with 2 bits each), got 16x4}}
  tile.gemm_sparse %a, %e, %b into %c : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x4xi16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @sparse_unsigned(%a: !tile.buffer<16x16xf16, shared>, %e: !tile.buffer<16x2xi16, shared>, %b: !tile.buffer<32x16xf16, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected B of integers (because of 'unsigned_b'), got 'f16'}}
  tile.gemm_sparse %a, %e, %b into %c unsigned_b : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x2xi16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @scaled_integers(%a: !tile.buffer<16x64xi8, shared>, %sa: !tile.buffer<16x2xf8E8M0FNU, shared>, %b: !tile.buffer<64x16xi8, shared>, %sb: !tile.buffer<16x2xf8E8M0FNU, shared>, %c: !tile.buffer<16x16xi32, fragment>) {
  // expected-error@+1 {{expected A and B of floats (because scales are floats), got 'i8'}}
  tile.gemm_scaled %a scale(%sa), %b scale(%sb) into %c block(32) : !tile.buffer<16x64xi8, shared>, !tile.buffer<16x2xf8E8M0FNU, shared>, !tile.buffer<64x16xi8, shared>, !tile.buffer<16x2xf8E8M0FNU, shared> into !tile.buffer<16x16xi32, fragment>
  return
}

// -----

func.func @scaled_block(%a: !tile.buffer<16x64xf8E4M3FN, shared>, %sa: !tile.buffer<16x2xf8E8M0FNU, shared>, %b: !tile.buffer<64x16xf8E4M3FN, shared>, %sb: !tile.buffer<16x2xf8E8M0FNU, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected a positive 'block' (because it counts elements), got 0}}
  tile.gemm_scaled %a scale(%sa), %b scale(%sb) into %c block(0) : !tile.buffer<16x64xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared>, !tile.buffer<64x16xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @scaled_k(%a: !tile.buffer<16x64xf8E4M3FN, shared>, %sa: !tile.buffer<16x2xf8E8M0FNU, shared>, %b: !tile.buffer<64x16xf8E4M3FN, shared>, %sb: !tile.buffer<16x2xf8E8M0FNU, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected K to be a multiple of 'block' (because each scale covers a whole block), got 64 and 24}}
  tile.gemm_scaled %a scale(%sa), %b scale(%sb) into %c block(24) : !tile.buffer<16x64xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared>, !tile.buffer<64x16xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @scaled_type(%a: !tile.buffer<16x64xf8E4M3FN, shared>, %sa: !tile.buffer<16x2xf16, shared>, %b: !tile.buffer<64x16xf8E4M3FN, shared>, %sb: !tile.buffer<16x2xf8E8M0FNU, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected scale_a of f8E8M0FNU or f8E4M3FN (because these are the formats of block scales), got 'f16'}}
  tile.gemm_scaled %a scale(%sa), %b scale(%sb) into %c block(32) : !tile.buffer<16x64xf8E4M3FN, shared>, !tile.buffer<16x2xf16, shared>, !tile.buffer<64x16xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @scaled_space(%a: !tile.buffer<16x64xf8E4M3FN, shared>, %sa: !tile.buffer<16x2xf8E8M0FNU, shared>, %b: !tile.buffer<64x16xf8E4M3FN, shared>, %sb: !tile.buffer<16x2xf8E8M0FNU, fragment>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected scale_b in shared or tmem (because scales are read from there), got fragment}}
  tile.gemm_scaled %a scale(%sa), %b scale(%sb) into %c block(32) : !tile.buffer<16x64xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared>, !tile.buffer<64x16xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, fragment> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @scaled_shape(%a: !tile.buffer<16x64xf8E4M3FN, shared>, %sa: !tile.buffer<16x2xf8E8M0FNU, shared>, %b: !tile.buffer<64x16xf8E4M3FN, shared>, %sb: !tile.buffer<2x16xf8E8M0FNU, shared>, %c: !tile.buffer<16x16xf32, fragment>) {
  // expected-error@+1 {{expected scale_b of 16x2 (because there is one scale for each 32 elements along K), got 2x16}}
  tile.gemm_scaled %a scale(%sa), %b scale(%sb) into %c block(32) : !tile.buffer<16x64xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared>, !tile.buffer<64x16xf8E4M3FN, shared>, !tile.buffer<2x16xf8E8M0FNU, shared> into !tile.buffer<16x16xf32, fragment>
  return
}

// -----

func.func @reduce_space(%s: !tile.buffer<4x8xf32, global>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected source in shared, fragment or local (because the threads combine in registers), got global}}
  tile.reduce sum %s into %d dim(1) : !tile.buffer<4x8xf32, global> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @reduce_dynamic(%s: !tile.buffer<?x8xf32, global>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected static extents in source (because the operation works on a whole tile), got ?x8}}
  tile.reduce sum %s into %d dim(1) : !tile.buffer<?x8xf32, global> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @reduce_destination_space(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4xf32, tmem>) {
  // expected-error@+1 {{expected destination in shared, fragment or local (because the threads combine in registers), got tmem}}
  tile.reduce sum %s into %d dim(1) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4xf32, tmem>
  return
}

// -----

func.func @reduce_local(%s: !tile.buffer<4x8xf32, local>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected a destination in local (because each thread has its own source), got shared}}
  tile.reduce sum %s into %d dim(1) : !tile.buffer<4x8xf32, local> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @reduce_dim(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected 'dim' from 0 to below the rank of the source (because it names one of its dimensions), got 2 for rank 2}}
  tile.reduce sum %s into %d dim(2) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @reduce_negative_dim(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected 'dim' from 0 to below the rank of the source (because it names one of its dimensions), got -1 for rank 2}}
  tile.reduce sum %s into %d dim(-1) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @reduce_scalar(%s: !tile.buffer<f32, local>, %d: !tile.buffer<f32, local>) {
  // expected-error@+1 {{expected 'dim' from 0 to below the rank of the source (because it names one of its dimensions), got 0 for rank 0}}
  tile.reduce sum %s into %d dim(0) : !tile.buffer<f32, local> into !tile.buffer<f32, local>
  return
}

// -----

func.func @reduce_shape(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a destination of 4 or 4x1 (because dimension 1 of 4x8 is reduced), got 8}}
  tile.reduce sum %s into %d dim(1) : !tile.buffer<4x8xf32, shared> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @reduce_shape_of_vector(%s: !tile.buffer<8xf32, shared>, %d: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a destination of a scalar or 1 (because dimension 0 of 8 is reduced), got 8}}
  tile.reduce sum %s into %d dim(0) : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @reduce_bits_of_floats(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected integers (because 'bitor' works on bits), got 'f32'}}
  tile.reduce bitor %s into %d dim(1) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @reduce_unsigned_floats(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected integers (because 'umax' compares without sign), got 'f32'}}
  tile.reduce umax %s into %d dim(1) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @reduce_i1(%s: !tile.buffer<4x8xi1, shared>, %d: !tile.buffer<4xi1, shared>) {
  // expected-error@+1 {{expected a bit or unsigned kind (because i1 has no sign), got 'sum'}}
  tile.reduce sum %s into %d dim(1) : !tile.buffer<4x8xi1, shared> into !tile.buffer<4xi1, shared>
  return
}

// -----

func.func @reduce_converts(%s: !tile.buffer<4x8xi8, shared>, %d: !tile.buffer<4xi32, shared>) {
  // expected-error@+1 {{expected a destination of 'i8' (because 'bitand' does not convert), got 'i32'}}
  tile.reduce bitand %s into %d dim(1) : !tile.buffer<4x8xi8, shared> into !tile.buffer<4xi32, shared>
  return
}

// -----

func.func @reduce_mixed(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4xi32, shared>) {
  // expected-error@+1 {{expected source and destination both of floats or both of integers (because they are combined), got 'f32' and 'i32'}}
  tile.reduce sum %s into %d dim(1) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4xi32, shared>
  return
}

// -----

func.func @reduce_nan_of_integers(%s: !tile.buffer<4x8xi32, shared>, %d: !tile.buffer<4xi32, shared>) {
  // expected-error@+1 {{expected 'max', 'min' or 'absmax' of floats (because of 'nan(propagate)'), got 'max' of 'i32'}}
  tile.reduce max %s into %d dim(1) nan(propagate) : !tile.buffer<4x8xi32, shared> into !tile.buffer<4xi32, shared>
  return
}

// -----

func.func @reduce_nan_of_sum(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected 'max', 'min' or 'absmax' of floats (because of 'nan(propagate)'), got 'sum' of 'f32'}}
  tile.reduce sum %s into %d dim(1) nan(propagate) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @reduce_batch(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected a positive 'batch' (because it counts outputs), got 0}}
  tile.reduce sum %s into %d dim(1) batch(0) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @reduce_alias(%s: !tile.buffer<4x1xf32, shared>) {
  // expected-error@+1 {{expected the destination apart from the source (because both are used at once), got one buffer}}
  tile.reduce sum %s into %s dim(1) : !tile.buffer<4x1xf32, shared> into !tile.buffer<4x1xf32, shared>
  return
}

// -----

func.func @scan_shape(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4xf32, shared>) {
  // expected-error@+1 {{expected a destination of 4x8 (because a scan keeps the shape), got 4}}
  tile.scan sum %s into %d dim(1) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @scan_type(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4x8xf16, shared>) {
  // expected-error@+1 {{expected a destination of 'f32' (because a scan does not convert), got 'f16'}}
  tile.scan sum %s into %d dim(1) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4x8xf16, shared>
  return
}

// -----

func.func @scan_dim(%s: !tile.buffer<4x8xf32, shared>, %d: !tile.buffer<4x8xf32, shared>) {
  // expected-error@+1 {{expected 'dim' from 0 to below the rank of the source (because it names one of its dimensions), got 7 for rank 2}}
  tile.scan max %s into %d dim(7) : !tile.buffer<4x8xf32, shared> into !tile.buffer<4x8xf32, shared>
  return
}

// -----

func.func @scan_i1(%s: !tile.buffer<4x8xi1, shared>, %d: !tile.buffer<4x8xi1, shared>) {
  // expected-error@+1 {{expected a bit or unsigned kind (because i1 has no sign), got 'max'}}
  tile.scan max %s into %d dim(1) : !tile.buffer<4x8xi1, shared> into !tile.buffer<4x8xi1, shared>
  return
}

// -----

func.func @test_space(%s: !tile.buffer<8xi32, local>) {
  // expected-error@+1 {{expected source in shared or fragment (because the result is the same in all threads), got local}}
  %p = tile.test any %s : !tile.buffer<8xi32, local>
  return
}

// -----

func.func @test_vectors(%s: !tile.buffer<8xvector<2xi32>, shared>) {
  // expected-error@+1 {{expected source of floats or integers (because elements are combined), got 'vector<2xi32>'}}
  %p = tile.test all %s : !tile.buffer<8xvector<2xi32>, shared>
  return
}

// -----

func.func @reducer_init_type(%v: f16, %d: !tile.buffer<8xf32, fragment>) {
  // expected-error@+1 {{expected an initial value of 'f32' (because that is the reducer's element type), got 'f16'}}
  %acc = tile.reducer_init init(%v : f16) : !tile.reducer<8xf32, sum>
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  return
}

// -----

func.func @reducer_never_closed() {
  // expected-error@+1 {{expected one 'tile.reducer_finalize' (because it closes the epoch), got none}}
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  return
}

// -----

func.func @reducer_closed_twice(%d: !tile.buffer<8xf32, fragment>) {
  // expected-error@+1 {{expected one 'tile.reducer_finalize' (because it closes the epoch), got more}}
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  // expected-note@+1 {{another is here}}
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  // expected-note@+1 {{one is here}}
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  return
}

// -----

func.func @reducer_closed_in_loop(%d: !tile.buffer<8xf32, fragment>, %i: index) {
  // expected-note@+1 {{the epoch is opened here}}
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  scf.for %k = %i to %i step %i {
    // expected-error@+1 {{expected to be in the block that opens the epoch, or in an 'scf.if' below it (because the epoch is closed once), got another place}}
    tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  }
  return
}

// -----

func.func @reducer_updated_late(%d: !tile.buffer<8xf32, fragment>, %v: f32) {
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  // expected-note@+1 {{the epoch is closed here}}
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  tile.parallel (%i) in (8) {
    // expected-error@+1 {{expected to come before the finalize (because that closes the epoch), got an update after it}}
    tile.reducer_update %v, %acc[%i] : !tile.reducer<8xf32, sum>
  }
  return
}

// -----

func.func @reducer_updated_elsewhere(%d: !tile.buffer<8xf32, fragment>, %v: f32, %p: i1) {
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  scf.if %p {
    // expected-note@+1 {{the epoch is closed here}}
    tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  } else {
    tile.parallel (%i) in (8) {
      // expected-error@+1 {{expected to come before the finalize (because that closes the epoch), got an update after it}}
      tile.reducer_update %v, %acc[%i] : !tile.reducer<8xf32, sum>
    }
  }
  return
}

// -----

func.func @reducer_escapes(%d: !tile.buffer<8xf32, fragment>) -> !tile.reducer<8xf32, sum> {
  // expected-error@+1 {{expected only updates and one finalize to use the reducer (because it is not memory), got 'func.return'}}
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  // expected-note@+1 {{used here}}
  return %acc : !tile.reducer<8xf32, sum>
}

// -----

func.func @reducer_update_argument(%acc: !tile.reducer<8xf32, sum>, %v: f32) {
  tile.parallel (%i) in (8) {
    // expected-error@+1 {{expected a reducer made by 'tile.reducer_init' (because an epoch is not passed around), got a block argument}}
    tile.reducer_update %v, %acc[%i] : !tile.reducer<8xf32, sum>
  }
  return
}

// -----

func.func @reducer_finalize_argument(%acc: !tile.reducer<8xf32, sum>, %d: !tile.buffer<8xf32, fragment>) {
  // expected-error@+1 {{expected a reducer made by 'tile.reducer_init' (because an epoch is not passed around), got a block argument}}
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  return
}

// -----

func.func @reducer_update_rank(%v: f32, %d: !tile.buffer<8xf32, fragment>) {
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  tile.parallel (%i) in (8) {
    // expected-error@+1 {{expected 1 indices (because that is the rank of the reducer), got 2}}
    tile.reducer_update %v, %acc[%i, %i] : !tile.reducer<8xf32, sum>
  }
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  return
}

// -----

func.func @reducer_update_type(%v: vector<2xf32>, %d: !tile.buffer<8xf32, fragment>) {
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  tile.parallel (%i) in (8) {
    // expected-error@+1 {{expected a value of 'f32' (because that is the reducer's element type), got 'vector<2xf32>'}}
    tile.reducer_update %v, %acc[%i] as vector<2xf32> : !tile.reducer<8xf32, sum>
  }
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  return
}

// -----

func.func @reducer_update_place(%v: f32, %d: !tile.buffer<8xf32, fragment>, %i: index) {
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  // expected-error@+1 {{expected an enclosing 'tile.parallel' (because each of its iterations contributes once), got none}}
  tile.reducer_update %v, %acc[%i] : !tile.reducer<8xf32, sum>
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
  return
}

// -----

func.func @reducer_finalize_shape(%d: !tile.buffer<4xf32, fragment>) {
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  // expected-error@+1 {{expected a destination of 8 (because that is the shape of the reducer), got 4}}
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<4xf32, fragment>
  return
}

// -----

func.func @reducer_finalize_type(%d: !tile.buffer<8xf16, fragment>) {
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  // expected-error@+1 {{expected a destination of 'f32' (because that is the reducer's element type), got 'f16'}}
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf16, fragment>
  return
}

// -----

func.func @reducer_finalize_space(%d: !tile.buffer<8xf32, tmem>) {
  %acc = tile.reducer_init : !tile.reducer<8xf32, sum>
  // expected-error@+1 {{expected destination in shared, fragment or local (because the result of an epoch stays on the chip), got tmem}}
  tile.reducer_finalize %acc into %d : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, tmem>
  return
}

// -----

func.func @cast_lanes(%x: vector<4xf32>, %bits: i32) {
  // expected-error@+1 {{expected as many elements on both sides (because a conversion is elementwise), got 'vector<4xf32>' and 'vector<2xf16>'}}
  %y = tile.cast %x : vector<4xf32> to vector<2xf16>
  return
}

// -----

func.func @cast_scalar_to_vector(%x: f32, %bits: i32) {
  // expected-error@+1 {{expected as many elements on both sides (because a conversion is elementwise), got 'f32' and 'vector<1xf16>'}}
  %y = tile.cast %x : f32 to vector<1xf16>
  return
}

// -----

func.func @cast_index(%x: index, %bits: i32) {
  // expected-error@+1 {{expected floats or integers of a width (because index is converted by 'arith.index_cast'), got 'index' and 'f32'}}
  %y = tile.cast %x : index to f32
  return
}

// -----

func.func @cast_unsigned(%x: f32, %bits: i32) {
  // expected-error@+1 {{expected an integer on one side (because of 'unsigned'), got 'f32' and 'f16'}}
  %y = tile.cast %x unsigned : f32 to f16
  return
}

// -----

func.func @cast_rounding(%x: f32, %bits: i32) {
  // expected-error@+1 {{expected a result of floats (because a conversion to integers rounds toward zero), got 'rounding' with 'i32'}}
  %y = tile.cast %x rounding(rd) : f32 to i32
  return
}

// -----

func.func @cast_saturate(%x: f32, %bits: i32) {
  // expected-error@+1 {{expected a result of floats (because overflow of integers has no IEEE meaning), got 'saturate(false)' with 'i8'}}
  %y = tile.cast %x saturate(false) : f32 to i8
  return
}

// -----

func.func @cast_no_bits(%x: f32, %bits: i32) {
  // expected-error@+1 {{expected random bits exactly with 'rounding(rs)' (because only stochastic rounding uses them), got none with 'rounding(rs)'}}
  %y = tile.cast %x rounding(rs) : f32 to f16
  return
}

// -----

func.func @cast_bits(%x: f32, %bits: i32) {
  // expected-error@+1 {{expected random bits exactly with 'rounding(rs)' (because only stochastic rounding uses them), got bits with 'rounding(rz)'}}
  %y = tile.cast %x rounding(rz, %bits) : f32 to f16
  return
}

// -----

func.func @cast_stochastic_integer(%x: i32, %bits: i32) {
  // expected-error@+1 {{expected a value of floats (because of 'rounding(rs)'), got 'i32'}}
  %y = tile.cast %x rounding(rs, %bits) : i32 to f16
  return
}

// -----

func.func @rounded_arity(%a: f32) {
  // expected-error@+1 {{expected 2 operands (because of 'add'), got 1}}
  %s = tile.rounded add rz %a : f32
  return
}

// -----

func.func @rounded_fma(%a: f32) {
  // expected-error@+1 {{expected 3 operands (because of 'fma'), got 2}}
  %s = tile.rounded fma rz %a, %a : f32
  return
}

// -----

func.func @rounded_sqrt(%a: f32) {
  // expected-error@+1 {{expected 1 operands (because of 'sqrt'), got 2}}
  %s = tile.rounded sqrt rz %a, %a : f32
  return
}

// -----

func.func @rounded_mode(%a: f32) {
  // expected-error@+1 {{expected rounding 'rn', 'rz', 'ru' or 'rd' (because arithmetic rounds as IEEE 754 does), got 'rna'}}
  %s = tile.rounded sqrt rna %a : f32
  return
}

// -----

func.func @rounded_type(%a: f8E5M2) {
  // expected-error@+1 {{expected f16, bf16, f32 or f64 (because narrower floats have no arithmetic), got 'f8E5M2'}}
  %s = tile.rounded sqrt rz %a : f8E5M2
  return
}
