// What the verifiers of waits, barriers, threads and debugging refuse.
//
// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @wait_nothing() {
  // expected-error@+1 {{expected at least one token (because there is nothing to wait for), got none}}
  "tile.wait"() {operandSegmentSizes = array<i32: 0, 0>} : () -> ()
  return
}

// -----

func.func @wait_same_token(%x: memref<16xf16>, %s: !tile.buffer<16xf16, shared>) {
  %t = tile.copy async %x into %s : memref<16xf16> into !tile.buffer<16xf16, shared>
  // expected-error@+1 {{expected distinct tokens (because each is used up once), got one twice}}
  tile.wait %t, %t
  return
}

// -----

func.func @wait_twice(%x: memref<16xf16>, %s: !tile.buffer<16xf16, shared>) {
  %t = tile.copy async %x into %s : memref<16xf16> into !tile.buffer<16xf16, shared>
  // expected-note@+1 {{waited for here}}
  tile.wait %t
  // expected-error@+1 {{expected a token that is not waited for yet (because it is used up by its wait), got one that is}}
  tile.wait %t
  return
}

// -----

func.func @wait_after_branch(%x: memref<16xf16>, %s: !tile.buffer<16xf16, shared>, %p: i1) {
  %t = tile.copy async %x into %s : memref<16xf16> into !tile.buffer<16xf16, shared>
  // expected-note@+1 {{waited for here}}
  tile.wait %t
  scf.if %p {
    // expected-error@+1 {{expected a token that is not waited for yet (because it is used up by its wait), got one that is}}
    tile.wait %t
  }
  return
}

// -----

func.func @wait_in_loop(%x: memref<16xf16>, %s: !tile.buffer<16xf16, shared>, %i: index) {
  %t = tile.copy async %x into %s : memref<16xf16> into !tile.buffer<16xf16, shared>
  // expected-note@+1 {{the loop is here}}
  scf.for %k = %i to %i step %i {
    // expected-error@+1 {{expected a token made in the same loop (because it is used up by its wait), got one from outside}}
    tile.wait %t
  }
  return
}

// -----

func.func @copy_token_unused(%x: memref<16xf16>, %s: !tile.buffer<16xf16, shared>) {
  // expected-error@+1 {{expected a wait for the token, a barrier, or a 'tile.wait_group copy' (because somebody must know when the operation is complete), got none}}
  %t = tile.copy async %x into %s : memref<16xf16> into !tile.buffer<16xf16, shared>
  return
}

// -----

func.func @store_token_unused(%x: memref<16xf16>, %s: !tile.buffer<16xf16, shared>) {
  // expected-error@+1 {{expected a wait for the token, a barrier, or a 'tile.wait_group store' (because somebody must know when the operation is complete), got none}}
  %t = tile.copy async %s into %x : !tile.buffer<16xf16, shared> into memref<16xf16>
  return
}

// -----

func.func @wait_group_pending() {
  // expected-error@+1 {{expected 'pending' of at least 0 (because it counts groups), got -1}}
  tile.wait_group copy pending(-1)
  return
}

// -----

// Groups of another kind do not count.
func.func @wait_group_of_another_kind(%x: memref<16xf16>, %s: !tile.buffer<16xf16, shared>) {
  // expected-error@+1 {{expected a wait for the token, a barrier, or a 'tile.wait_group copy' (because somebody must know when the operation is complete), got none}}
  %t = tile.copy async %x into %s : memref<16xf16> into !tile.buffer<16xf16, shared>
  tile.wait_group mma pending(0)
  return
}

// -----

func.func @sync_id(%n: index, %i: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 'id' and 'count' together (because a named barrier counts its threads), got only 'id'}}
    tile.sync id(%i)
  }
  return
}

// -----

func.func @sync_count(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 'id' and 'count' together (because a named barrier counts its threads), got only 'count'}}
    tile.sync count(64)
  }
  return
}

// -----

func.func @sync_negative(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %c = arith.constant -1 : index
    // expected-error@+1 {{expected 'id' of at least 0 (because it numbers named barriers), got -1}}
    tile.sync id(%c) count(64)
  }
  return
}

// -----

func.func @sync_partial_warp(%n: index, %i: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 'count' to be a positive multiple of 32 (because threads take part in whole warps), got 48}}
    tile.sync id(%i) count(48)
  }
  return
}

// -----

func.func @sync_none(%n: index, %i: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 'count' to be a positive multiple of 32 (because threads take part in whole warps), got 0}}
    tile.sync id(%i) count(0)
  }
  return
}

// -----

func.func @sync_too_many(%n: index, %i: index) {
  // expected-note@+1 {{the launch is here}}
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 'count' of at most 128 (because the block has that many threads), got 256}}
    tile.sync id(%i) count(256)
  }
  return
}

// -----

func.func @sync_wave(%n: index, %i: index) {
  tile.launch blocks(%bx) in (%n) threads(128) target(#tile.target<"wide", features = [], warp = 64, threads = 1024, shared = 65536, vector = 128, registers = 256, caches = []>) {
    // expected-error@+1 {{expected 'count' to be a positive multiple of 64 (because threads take part in whole warps), got 96}}
    tile.sync id(%i) count(96)
  }
  return
}

// -----

func.func @sync_vote(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 'vote' with a predicate and a result (because the barrier computes one from the other), got only some of them}}
    %r = "tile.sync"() {operandSegmentSizes = array<i32: 0, 0>} : () -> i32
  }
  return
}

// -----

func.func @sync_arrive_count(%n: index, %i: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 'count' to be a positive multiple of 32 (because threads take part in whole warps), got 16}}
    tile.sync_arrive id(%i) count(16)
  }
  return
}

// -----

func.func @sync_arrive_id(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %c = arith.constant -5 : index
    // expected-error@+1 {{expected 'id' of at least 0 (because it numbers named barriers), got -5}}
    tile.sync_arrive id(%c) count(32)
  }
  return
}

// -----

func.func @grid_sync(%n: index) {
  // expected-note@+1 {{the launch is here}}
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected an enclosing 'cooperative' launch (because all blocks must be resident to wait for each other), got an ordinary one}}
    tile.grid_sync
  }
  return
}

// -----

func.func @grid_sync_on_host() {
  // expected-error@+1 {{expected an enclosing 'cooperative' launch (because all blocks must be resident to wait for each other), got none}}
  tile.grid_sync
  return
}

// -----

func.func @cluster_arrive(%n: index) {
  // expected-note@+1 {{the launch is here}}
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected an enclosing launch with 'cluster' (because its blocks are the peers), got one without}}
    tile.cluster_arrive
  }
  return
}

// -----

func.func @cluster_wait(%n: index) {
  // expected-note@+1 {{the launch is here}}
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected an enclosing launch with 'cluster' (because its blocks are the peers), got one without}}
    tile.cluster_wait
  }
  return
}

// -----

func.func @cluster_rank(%n: index) {
  // expected-note@+1 {{the launch is here}}
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected an enclosing launch with 'cluster' (because its blocks are the peers), got one without}}
    %r = tile.cluster_rank
  }
  return
}

// -----

func.func @cluster_rank_on_host() {
  // expected-error@+1 {{expected an enclosing launch with 'cluster' (because its blocks are the peers), got none}}
  %r = tile.cluster_rank
  return
}

// -----

func.func @barrier_arrive_space(%b: !tile.buffer<2xi64, shared>, %i: index) {
  // expected-error@+1 {{expected the barrier in barrier or cluster (because threads arrive at barriers), got shared}}
  tile.barrier_arrive %b[%i] : !tile.buffer<2xi64, shared>
  return
}

// -----

func.func @barrier_wait_remote(%b: !tile.buffer<2xi64, cluster>, %i: index) {
  // expected-error@+1 {{expected the barrier in barrier (because threads wait for barriers of their own block), got cluster}}
  tile.barrier_wait %b[%i] parity(%i) : !tile.buffer<2xi64, cluster>
  return
}

// -----

func.func @barrier_arrive_remote_data(%n: index, %i: index) {
  tile.launch blocks(%bx) in (%n) threads(128) cluster(2) {
    %s = tile.alloc : !tile.buffer<2xi64, shared>
    %r = tile.remote %s at %i : !tile.buffer<2xi64, shared> -> !tile.buffer<2xi64, cluster>
    // expected-error@+1 {{expected barriers of a peer (because threads arrive at barriers), got '!tile.buffer<2xi64, shared>'}}
    tile.barrier_arrive %r[%i] : !tile.buffer<2xi64, cluster>
  }
  return
}

// -----

func.func @barrier_arrive_index(%b: !tile.buffer<2xi64, barrier>) {
  %c = arith.constant 2 : index
  // expected-error@+1 {{expected an index from 0 to below 2 (because the buffer holds that many barriers), got 2}}
  tile.barrier_arrive %b[%c] : !tile.buffer<2xi64, barrier>
  return
}

// -----

func.func @barrier_wait_index(%b: !tile.buffer<2xi64, barrier>) {
  %c = arith.constant -1 : index
  // expected-error@+1 {{expected an index from 0 to below 2 (because the buffer holds that many barriers), got -1}}
  tile.barrier_wait %b[%c] parity(%c) : !tile.buffer<2xi64, barrier>
  return
}

// -----

func.func @barrier_wait_parity(%b: !tile.buffer<2xi64, barrier>, %i: index) {
  %c = arith.constant 2 : index
  // expected-error@+1 {{expected 'parity' of 0 or 1 (because phases alternate), got 2}}
  tile.barrier_wait %b[%i] parity(%c) : !tile.buffer<2xi64, barrier>
  return
}

// -----

func.func @barrier_arrive_expect(%b: !tile.buffer<2xi64, barrier>, %i: index) {
  %c = arith.constant -4 : index
  // expected-error@+1 {{expected 'expect' of at least 0 (because it counts bytes), got -4}}
  tile.barrier_arrive %b[%i] expect(%c) : !tile.buffer<2xi64, barrier>
  return
}

// -----

func.func @barrier_expect_bytes(%b: !tile.buffer<2xi64, barrier>, %i: index) {
  %c = arith.constant -4 : index
  // expected-error@+1 {{expected 'bytes' of at least 0 (because it counts bytes), got -4}}
  tile.barrier_expect %b[%i] bytes(%c) : !tile.buffer<2xi64, barrier>
  return
}

// -----

func.func @elect_size(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 'size' to be a positive multiple of 32 (because threads take part in whole warps), got 20}}
    %p = tile.elect size(20)
  }
  return
}

// -----

func.func @rng_bits(%r: !tile.rng<philox>) {
  // expected-error@+1 {{expected a result of i32 or i64 (because of 'bits'), got 'f32'}}
  %u = tile.rng_next %r bits : !tile.rng<philox> -> f32
  return
}

// -----

func.func @rng_uniform(%r: !tile.rng<philox>) {
  // expected-error@+1 {{expected a result of f32 or f64 (because of 'uniform'), got 'i32'}}
  %u = tile.rng_next %r uniform : !tile.rng<philox> -> i32
  return
}

// -----

func.func @print_token(%t: !tile.token) {
  // expected-error@+1 {{expected numbers, tiles or tensors (because their elements are printed), got '!tile.token'}}
  tile.print "t" %t : !tile.token
  return
}

// -----

func.func @print_barrier(%b: !tile.buffer<2xi64, barrier>) {
  // expected-error@+1 {{expected numbers, tiles or tensors (because their elements are printed), got '!tile.buffer<2xi64, barrier>'}}
  tile.print "b" %b : !tile.buffer<2xi64, barrier>
  return
}

// -----

func.func @barrier_arrive_rank(%b: !tile.buffer<2x2xi64, cluster>, %i: index) {
  // expected-error@+1 {{expected barriers of rank 1 (because one index names a barrier), got '!tile.buffer<2x2xi64, cluster>'}}
  tile.barrier_arrive %b[%i] : !tile.buffer<2x2xi64, cluster>
  return
}

// -----

func.func @sync_vote_kind(%p: i1) {
  // expected-error@+1 {{expected 'and', 'or' or 'count', got 'most'}}
  %r = tile.sync vote(most, %p)
  return
}
