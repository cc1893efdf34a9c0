// Types without the name that an operation implies, and enumerations as they are
// written elsewhere, are read. They are printed in full, and bare.
//
// RUN: tile-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @short(
// CHECK: %[[S:.*]] = tile.alloc : !tile.buffer<8x8xf16, shared>
// CHECK: %[[C:.*]] = tile.alloc : !tile.buffer<8x8xf32, fragment>
// CHECK: tile.slice %{{.*}}[0 : 8, 0 : 8] : memref<8x8xf16> -> !tile.buffer<8x8xf16, global>
// CHECK: tile.gemm %[[S]], %[[S]] into %[[C]] policy(full_row) : !tile.buffer<8x8xf16, shared>, !tile.buffer<8x8xf16, shared> into !tile.buffer<8x8xf32, fragment>
// CHECK: tile.reduce max %[[C]] into %{{.*}} dim(1) nan(propagate) : !tile.buffer<8x8xf32, fragment> into !tile.buffer<8xf32, fragment>
// CHECK: tile.rng_init %{{.*}}, %{{.*}}, %{{.*}} : !tile.rng<philox>
// CHECK: tile.copy async %{{.*}} into %[[S]] : !tile.buffer<8x8xf16, global> into !tile.buffer<8x8xf16, shared>
// CHECK: tile.wait %{{.*}} guards(%[[S]], %[[C]] : !tile.buffer<8x8xf16, shared>, !tile.buffer<8x8xf32, fragment>)
// CHECK: tile.reducer_init : !tile.reducer<8xf32, sum>
// CHECK: tile.reducer_finalize %{{.*}} into %{{.*}} : !tile.reducer<8xf32, sum> into !tile.buffer<8xf32, fragment>
func.func @short(%n: index, %A: memref<8x8xf16>, %i: i64) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : <8x8xf16, shared>
    %c = tile.alloc : <8x8xf32, fragment>
    %m = tile.alloc : <8xf32, fragment>
    %w = tile.slice %A [0 : 8, 0 : 8] : memref<8x8xf16> -> <8x8xf16, global>
    tile.gemm  %s, %s into %c policy(#tile<gemm_policy full_row>) : <8x8xf16, shared>, <8x8xf16, shared> into <8x8xf32, fragment>
    tile.reduce #tile<reduce_kind max> %c into %m dim(1) nan( propagate) : <8x8xf32, fragment> into <8xf32, fragment>
    %r = tile.rng_init %i, %i, %i : <philox>
    %t = tile.copy async %w into %s : !tile.buffer<8x8xf16, global> into !tile.buffer<8x8xf16, shared>
    tile.wait %t guards(%s, %c : <8x8xf16, shared>, !tile.buffer<8x8xf32, fragment>)
    %e = tile.reducer_init : <8xf32, sum>
    tile.reducer_finalize %e into %m : <8xf32, sum> into <8xf32, fragment>
  }
  return
}
