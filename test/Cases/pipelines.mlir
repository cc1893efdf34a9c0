// Cases of pipelined and persistent loops: they mean the serial loop, for any
// number of trips, whatever the body does.
//
// RUN: tile-run %s --entry=cases --on=cpu --check --arg=100x8:ones --arg=100x8:ones --arg=zeros \
// RUN:   --arg=zeros --arg=zeros --arg=100x8:ones --arg=100x8:ones --arg=zeros --arg=zeros \
// RUN:   --arg=zeros --arg=100x8:ones --arg=100x8:ones --arg=zeros --arg=zeros --arg=zeros \
// RUN:   --arg=100x8:ones --arg=100x8:ones --arg=zeros --arg=zeros --arg=zeros --arg=iota \
// RUN:   --arg=ones --arg=zeros --arg=iota --arg=iota --arg=iota --arg=zeros --arg=iota \
// RUN:   --arg=iota --arg=iota --arg=zeros --arg=iota --arg=iota --arg=iota --arg=zeros \
// RUN:   --arg=ones --arg=ones --arg=zeros --arg=zeros --arg=ones --arg=zeros --arg=zeros \
// RUN:   --arg=ones --arg=zeros --arg=zeros --arg=ones --arg=zeros --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=zeros --arg=iota --arg=iota --arg=zeros --arg=ones --arg=4 \
// RUN:   --arg=zeros --arg=zeros --arg=ones --arg=4 --arg=zeros --arg=zeros --arg=ones --arg=4 \
// RUN:   --arg=zeros --arg=iota --arg=ones --arg=zeros --arg=zeros --arg=ones --arg=ones \
// RUN:   --arg=zeros --arg=ones --arg=ones --arg=zeros --arg=ones --arg=ones --arg=zeros \
// RUN:   --arg=ones --arg=ones --arg=zeros --arg=ones --arg=ones --arg=zeros --arg=ones \
// RUN:   --arg=ones --arg=zeros --arg=zeros --arg=iota --arg=zeros --arg=zeros --arg=zeros \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=3 --arg=ones --arg=zeros --arg=zeros | FileCheck %s

// TL-024: Two independent sums, columns first, stages 1.
// CHECK: TL-024 [100, 100, 100, 100, 100, 100, 100, 100]
// CHECK: TL-024 [100, 100]
func.func private @tl_024(%x: memref<?x8xf16>, %y: memref<?x8xf16>, %r: memref<8xf32>, %q: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %x, %c0 : memref<?x8xf16>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x8xf16, shared>
    %b = tile.alloc : !tile.buffer<16x8xf16, shared>
    %oa = tile.alloc : !tile.buffer<8xf32, fragment>
    %oab = tile.alloc : !tile.buffer<8x8xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %oa : f32 into !tile.buffer<8xf32, fragment>
    tile.fill %zero into %oab : f32 into !tile.buffer<8x8xf32, fragment>
    tile.pipelined %k = %c0 to %n step %c16 stages(1) {
      %ga = tile.slice %x[%k : 16, 0 : 8] : memref<?x8xf16> -> !tile.buffer<16x8xf16, global>
      %gb = tile.slice %y[%k : 16, 0 : 8] : memref<?x8xf16> -> !tile.buffer<16x8xf16, global>
      tile.copy %ga into %a : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
      tile.copy %gb into %b : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
      tile.reduce sum %a into %oa dim(0) accumulate : !tile.buffer<16x8xf16, shared> into !tile.buffer<8xf32, fragment>
      tile.gemm %a, %b into %oab transpose_a : !tile.buffer<16x8xf16, shared>, !tile.buffer<16x8xf16, shared> into !tile.buffer<8x8xf32, fragment>
    }
    tile.copy %oa into %r : !tile.buffer<8xf32, fragment> into memref<8xf32>
    tile.copy %oab into %q : !tile.buffer<8x8xf32, fragment> into memref<8x8xf32>
  }
  return
}

// TL-024: Two independent sums, columns first, stages 3.
// CHECK: TL-024 [100, 100, 100, 100, 100, 100, 100, 100]
// CHECK: TL-024 [100, 100]
func.func private @tl_024_2(%x: memref<?x8xf16>, %y: memref<?x8xf16>, %r: memref<8xf32>, %q: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %x, %c0 : memref<?x8xf16>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x8xf16, shared>
    %b = tile.alloc : !tile.buffer<16x8xf16, shared>
    %oa = tile.alloc : !tile.buffer<8xf32, fragment>
    %oab = tile.alloc : !tile.buffer<8x8xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %oa : f32 into !tile.buffer<8xf32, fragment>
    tile.fill %zero into %oab : f32 into !tile.buffer<8x8xf32, fragment>
    tile.pipelined %k = %c0 to %n step %c16 stages(3) {
      %ga = tile.slice %x[%k : 16, 0 : 8] : memref<?x8xf16> -> !tile.buffer<16x8xf16, global>
      %gb = tile.slice %y[%k : 16, 0 : 8] : memref<?x8xf16> -> !tile.buffer<16x8xf16, global>
      tile.copy %ga into %a : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
      tile.copy %gb into %b : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
      tile.reduce sum %a into %oa dim(0) accumulate : !tile.buffer<16x8xf16, shared> into !tile.buffer<8xf32, fragment>
      tile.gemm %a, %b into %oab transpose_a : !tile.buffer<16x8xf16, shared>, !tile.buffer<16x8xf16, shared> into !tile.buffer<8x8xf32, fragment>
    }
    tile.copy %oa into %r : !tile.buffer<8xf32, fragment> into memref<8xf32>
    tile.copy %oab into %q : !tile.buffer<8x8xf32, fragment> into memref<8x8xf32>
  }
  return
}

// TL-024: Two independent sums, the product first, stages 1.
// CHECK: TL-024 [100, 100, 100, 100, 100, 100, 100, 100]
// CHECK: TL-024 [100, 100]
func.func private @tl_024_3(%x: memref<?x8xf16>, %y: memref<?x8xf16>, %r: memref<8xf32>, %q: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %x, %c0 : memref<?x8xf16>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x8xf16, shared>
    %b = tile.alloc : !tile.buffer<16x8xf16, shared>
    %oa = tile.alloc : !tile.buffer<8xf32, fragment>
    %oab = tile.alloc : !tile.buffer<8x8xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %oa : f32 into !tile.buffer<8xf32, fragment>
    tile.fill %zero into %oab : f32 into !tile.buffer<8x8xf32, fragment>
    tile.pipelined %k = %c0 to %n step %c16 stages(1) {
      %ga = tile.slice %x[%k : 16, 0 : 8] : memref<?x8xf16> -> !tile.buffer<16x8xf16, global>
      %gb = tile.slice %y[%k : 16, 0 : 8] : memref<?x8xf16> -> !tile.buffer<16x8xf16, global>
      tile.copy %ga into %a : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
      tile.copy %gb into %b : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
      tile.gemm %a, %b into %oab transpose_a : !tile.buffer<16x8xf16, shared>, !tile.buffer<16x8xf16, shared> into !tile.buffer<8x8xf32, fragment>
      tile.reduce sum %a into %oa dim(0) accumulate : !tile.buffer<16x8xf16, shared> into !tile.buffer<8xf32, fragment>
    }
    tile.copy %oa into %r : !tile.buffer<8xf32, fragment> into memref<8xf32>
    tile.copy %oab into %q : !tile.buffer<8x8xf32, fragment> into memref<8x8xf32>
  }
  return
}

// TL-024: Two independent sums, the product first, stages 3.
// CHECK: TL-024 [100, 100, 100, 100, 100, 100, 100, 100]
// CHECK: TL-024 [100, 100]
func.func private @tl_024_4(%x: memref<?x8xf16>, %y: memref<?x8xf16>, %r: memref<8xf32>, %q: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = memref.dim %x, %c0 : memref<?x8xf16>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x8xf16, shared>
    %b = tile.alloc : !tile.buffer<16x8xf16, shared>
    %oa = tile.alloc : !tile.buffer<8xf32, fragment>
    %oab = tile.alloc : !tile.buffer<8x8xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %oa : f32 into !tile.buffer<8xf32, fragment>
    tile.fill %zero into %oab : f32 into !tile.buffer<8x8xf32, fragment>
    tile.pipelined %k = %c0 to %n step %c16 stages(3) {
      %ga = tile.slice %x[%k : 16, 0 : 8] : memref<?x8xf16> -> !tile.buffer<16x8xf16, global>
      %gb = tile.slice %y[%k : 16, 0 : 8] : memref<?x8xf16> -> !tile.buffer<16x8xf16, global>
      tile.copy %ga into %a : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
      tile.copy %gb into %b : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
      tile.gemm %a, %b into %oab transpose_a : !tile.buffer<16x8xf16, shared>, !tile.buffer<16x8xf16, shared> into !tile.buffer<8x8xf32, fragment>
      tile.reduce sum %a into %oa dim(0) accumulate : !tile.buffer<16x8xf16, shared> into !tile.buffer<8xf32, fragment>
    }
    tile.copy %oa into %r : !tile.buffer<8xf32, fragment> into memref<8xf32>
    tile.copy %oab into %q : !tile.buffer<8x8xf32, fragment> into memref<8x8xf32>
  }
  return
}

// TL-027: Copies under a guard whose bounds are loaded in the loop.
// CHECK: TL-027 [512, 1024, 512, 0]
func.func private @tl_027(%lo: memref<2xi32>, %x: memref<32x16xbf16>, %r: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c4) threads(128) {
    %s = tile.alloc : !tile.buffer<32x16xbf16, shared>
    %rows = tile.alloc : !tile.buffer<32xf32, fragment>
    %sum = tile.alloc : !tile.buffer<1xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %sum : f32 into !tile.buffer<1xf32, fragment>
    %t = arith.index_cast %bx : index to i32
    tile.pipelined %k = %c0 to %c2 step %c1 stages(2) {
      %l = tile.load %lo[%k] : memref<2xi32>
      %c2_i32 = arith.constant 2 : i32
      %h = arith.addi %l, %c2_i32 : i32
      %p = arith.cmpi sle, %l, %t : i32
      %q = arith.cmpi slt, %t, %h : i32
      %in = arith.andi %p, %q : i1
      scf.if %in {
        tile.copy %x into %s : memref<32x16xbf16> into !tile.buffer<32x16xbf16, shared>
        tile.reduce sum %s into %rows dim(1) : !tile.buffer<32x16xbf16, shared> into !tile.buffer<32xf32, fragment>
        tile.reduce sum %rows into %sum dim(0) accumulate : !tile.buffer<32xf32, fragment> into !tile.buffer<1xf32, fragment>
      }
    }
    %o = tile.slice %r[%bx : 1] : memref<4xf32> -> !tile.buffer<1xf32, global>
    tile.copy %sum into %o : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
  }
  return
}

// TL-028: Indices loaded through indices; nobody reads the tiles.
// CHECK: TL-028 [12, 13, 14, 15]
func.func private @tl_028(%ids: memref<4xi32>, %ids2: memref<4xi32>, %kv: memref<8x4xbf16>, %r: memref<4xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c4) threads(1) {
    %a = tile.alloc : !tile.buffer<4xbf16, shared>
    %b = tile.alloc : !tile.buffer<4xbf16, shared>
    %zero = arith.constant 0.0 : bf16
    %c1_i32 = arith.constant 1 : i32
    tile.fill %zero into %a : bf16 into !tile.buffer<4xbf16, shared>
    tile.pipelined %i = %c0 to %c4 step %c1 stages(1) {
      %id = tile.load %ids[%i] : memref<4xi32>
      %j = arith.index_cast %id : i32 to index
      %id2 = tile.load %ids2[%j] : memref<4xi32>
      %row = arith.index_cast %id2 : i32 to index
      %w = tile.slice %kv[%row, 0 : 4] : memref<8x4xbf16> -> !tile.buffer<4xbf16, global>
      tile.copy %w into %a : !tile.buffer<4xbf16, global> into !tile.buffer<4xbf16, shared>
      tile.fill %zero into %b : bf16 into !tile.buffer<4xbf16, shared>
    }
    %last = arith.cmpi eq, %bx, %c3 : index
    scf.if %last {
      tile.copy %a into %r : !tile.buffer<4xbf16, shared> into memref<4xbf16>
    }
  }
  return
}

// TL-028: Indices loaded through indices, under a guard on the counter;
// nobody reads the tiles.
// CHECK: TL-028 [12, 13, 14, 15]
func.func private @tl_028_2(%ids: memref<4xi32>, %ids2: memref<4xi32>, %kv: memref<8x4xbf16>, %r: memref<4xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c4) threads(1) {
    %a = tile.alloc : !tile.buffer<4xbf16, shared>
    %b = tile.alloc : !tile.buffer<4xbf16, shared>
    %zero = arith.constant 0.0 : bf16
    %c1_i32 = arith.constant 1 : i32
    tile.fill %zero into %a : bf16 into !tile.buffer<4xbf16, shared>
    tile.pipelined %i = %c0 to %c4 step %c1 stages(1) {
      %id = tile.load %ids[%i] : memref<4xi32>
      %j = arith.index_cast %id : i32 to index
      %id2 = tile.load %ids2[%j] : memref<4xi32>
      %row = arith.index_cast %id2 : i32 to index
      %p = arith.cmpi ugt, %i, %c1 : index
      scf.if %p {
      %w = tile.slice %kv[%row, 0 : 4] : memref<8x4xbf16> -> !tile.buffer<4xbf16, global>
      tile.copy %w into %a : !tile.buffer<4xbf16, global> into !tile.buffer<4xbf16, shared>
      tile.fill %zero into %b : bf16 into !tile.buffer<4xbf16, shared>
      }
    }
    %last = arith.cmpi eq, %bx, %c3 : index
    scf.if %last {
      tile.copy %a into %r : !tile.buffer<4xbf16, shared> into memref<4xbf16>
    }
  }
  return
}

// TL-028: Indices loaded through indices, under a guard on what was loaded;
// nobody reads the tiles.
// CHECK: TL-028 [12, 13, 14, 15]
func.func private @tl_028_3(%ids: memref<4xi32>, %ids2: memref<4xi32>, %kv: memref<8x4xbf16>, %r: memref<4xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c4) threads(1) {
    %a = tile.alloc : !tile.buffer<4xbf16, shared>
    %b = tile.alloc : !tile.buffer<4xbf16, shared>
    %zero = arith.constant 0.0 : bf16
    %c1_i32 = arith.constant 1 : i32
    tile.fill %zero into %a : bf16 into !tile.buffer<4xbf16, shared>
    tile.pipelined %i = %c0 to %c4 step %c1 stages(1) {
      %id = tile.load %ids[%i] : memref<4xi32>
      %j = arith.index_cast %id : i32 to index
      %id2 = tile.load %ids2[%j] : memref<4xi32>
      %row = arith.index_cast %id2 : i32 to index
      %p = arith.cmpi sgt, %id2, %c1_i32 : i32
      scf.if %p {
      %w = tile.slice %kv[%row, 0 : 4] : memref<8x4xbf16> -> !tile.buffer<4xbf16, global>
      tile.copy %w into %a : !tile.buffer<4xbf16, global> into !tile.buffer<4xbf16, shared>
      tile.fill %zero into %b : bf16 into !tile.buffer<4xbf16, shared>
      }
    }
    %last = arith.cmpi eq, %bx, %c3 : index
    scf.if %last {
      tile.copy %a into %r : !tile.buffer<4xbf16, shared> into memref<4xbf16>
    }
  }
  return
}

// TL-029: The last step of K is one wide.
// CHECK: TL-029 [33, 33]
func.func private @tl_029(%x: memref<128x33xf16>, %y: memref<33x128xf16>, %r: memref<128x128xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c33 = arith.constant 33 : index
  %c64 = arith.constant 64 : index
  tile.launch blocks(%bm, %bn) in (%c2, %c2) threads(128) {
    %a = tile.alloc : !tile.buffer<64x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x64xf16, shared>
    %c = tile.alloc : !tile.buffer<64x64xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %m = arith.muli %bm, %c64 : index
    %n = arith.muli %bn, %c64 : index
    tile.fill %zero into %c : f32 into !tile.buffer<64x64xf32, fragment>
    tile.pipelined %k = %c0 to %c33 step %c32 stages(2) {
      %ga = tile.slice %x[%m : 64, %k : 32] : memref<128x33xf16> -> !tile.buffer<64x32xf16, global>
      %gb = tile.slice %y[%k : 32, %n : 64] : memref<33x128xf16> -> !tile.buffer<32x64xf16, global>
      tile.copy %ga into %a : !tile.buffer<64x32xf16, global> into !tile.buffer<64x32xf16, shared>
      tile.copy %gb into %b : !tile.buffer<32x64xf16, global> into !tile.buffer<32x64xf16, shared>
      tile.gemm %a, %b into %c : !tile.buffer<64x32xf16, shared>, !tile.buffer<32x64xf16, shared> into !tile.buffer<64x64xf32, fragment>
    }
    %w = tile.slice %r[%m : 64, %n : 64] : memref<128x128xf32> -> !tile.buffer<64x64xf32, global>
    tile.copy %c into %w : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64x64xf32, global>
  }
  return
}

// TL-032: A persistent loop with seven tiles, two products and elementwise
// work for each step.
// CHECK: TL-032 [48, 48]
func.func private @tl_032(%x: memref<6x16x16xf16>, %r: memref<6x16x16xf32>) {
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  tile.launch blocks(%bx) in (%c2) threads(128) {
    %t0 = tile.alloc : !tile.buffer<16x16xf16, shared>
    %t1 = tile.alloc : !tile.buffer<16x16xf16, shared>
    %t2 = tile.alloc : !tile.buffer<16x16xf16, shared>
    %t3 = tile.alloc : !tile.buffer<16x16xf16, shared>
    %t4 = tile.alloc : !tile.buffer<16x16xf16, shared>
    %t5 = tile.alloc : !tile.buffer<16x16xf16, shared>
    %t6 = tile.alloc : !tile.buffer<16x16xf16, shared>
    %acc = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.persistent (%i) in (%c6) worker(%bx of %c2) {
      %g = tile.slice %x[%i, 0 : 16, 0 : 16] : memref<6x16x16xf16> -> !tile.buffer<16x16xf16, global>
      tile.copy %g into %t0 : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
      tile.copy %g into %t1 : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
      tile.copy %g into %t2 : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
      tile.copy %g into %t3 : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
      tile.copy %g into %t4 : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
      tile.copy %g into %t5 : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
      tile.copy %g into %t6 : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
      tile.parallel (%j, %k) in (16, 16) {
        %a = tile.load %t0[%j, %k] : !tile.buffer<16x16xf16, shared>
        %b = tile.load %t4[%j, %k] : !tile.buffer<16x16xf16, shared>
        %c = tile.load %t5[%j, %k] : !tile.buffer<16x16xf16, shared>
        %d = tile.load %t6[%j, %k] : !tile.buffer<16x16xf16, shared>
        %e = arith.addf %a, %b : f16
        %f = arith.mulf %e, %c : f16
        %g2 = arith.subf %f, %d : f16
        %h = arith.addf %g2, %a : f16
        tile.store %h, %t0[%j, %k] : !tile.buffer<16x16xf16, shared>
      }
      tile.fill %zero into %acc : f32 into !tile.buffer<16x16xf32, fragment>
      tile.gemm %t0, %t1 into %acc : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
      tile.gemm %t2, %t3 into %acc : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
      %w = tile.slice %r[%i, 0 : 16, 0 : 16] : memref<6x16x16xf32> -> !tile.buffer<16x16xf32, global>
      tile.copy %acc into %w : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xf32, global>
    }
  }
  return
}

// TL-034: Two tiles for a block, a plain loop.
// CHECK: TL-034 [32, 32]
func.func private @tl_034(%x: memref<32x32xf16>, %r: memref<32x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x8xf16, shared>
    %b = tile.alloc : !tile.buffer<8x16xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f16
    tile.persistent (%t) in (%c2) worker(%bx of %c1) {
      %m = arith.muli %t, %c16 : index
      tile.fill %zero into %c : f32 into !tile.buffer<16x16xf32, fragment>
      tile.pipelined %k = %c0 to %c32 step %c8 stages(2) {
        %ga = tile.slice %x[%m : 16, %k : 8] : memref<32x32xf16> -> !tile.buffer<16x8xf16, global>
        tile.copy %ga into %a : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
        tile.fill %one into %b : f16 into !tile.buffer<8x16xf16, shared>
        tile.gemm %a, %b into %c : !tile.buffer<16x8xf16, shared>, !tile.buffer<8x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
      }
      %w = tile.slice %r[%m : 16, 0 : 16] : memref<32x16xf32> -> !tile.buffer<16x16xf32, global>
      tile.copy %c into %w : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xf32, global>
    }
  }
  return
}

// TL-034: Two tiles for a block, a guard that skips half of the steps.
// CHECK: TL-034 [16, 16]
func.func private @tl_034_2(%x: memref<32x32xf16>, %r: memref<32x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x8xf16, shared>
    %b = tile.alloc : !tile.buffer<8x16xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f16
    tile.persistent (%t) in (%c2) worker(%bx of %c1) {
      %m = arith.muli %t, %c16 : index
      tile.fill %zero into %c : f32 into !tile.buffer<16x16xf32, fragment>
      tile.pipelined %k = %c0 to %c32 step %c8 stages(2) {
      %p = arith.cmpi ult, %k, %c16 : index
      scf.if %p {
        %ga = tile.slice %x[%m : 16, %k : 8] : memref<32x32xf16> -> !tile.buffer<16x8xf16, global>
        tile.copy %ga into %a : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
        tile.fill %one into %b : f16 into !tile.buffer<8x16xf16, shared>
        tile.gemm %a, %b into %c : !tile.buffer<16x8xf16, shared>, !tile.buffer<8x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
      }
      }
      %w = tile.slice %r[%m : 16, 0 : 16] : memref<32x16xf32> -> !tile.buffer<16x16xf32, global>
      tile.copy %c into %w : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xf32, global>
    }
  }
  return
}

// TL-034: Two tiles for a block, an odd number of steps.
// CHECK: TL-034 [24, 24]
func.func private @tl_034_3(%x: memref<32x24xf16>, %r: memref<32x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x8xf16, shared>
    %b = tile.alloc : !tile.buffer<8x16xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f16
    tile.persistent (%t) in (%c2) worker(%bx of %c1) {
      %m = arith.muli %t, %c16 : index
      tile.fill %zero into %c : f32 into !tile.buffer<16x16xf32, fragment>
      tile.pipelined %k = %c0 to %c24 step %c8 stages(2) {
        %ga = tile.slice %x[%m : 16, %k : 8] : memref<32x24xf16> -> !tile.buffer<16x8xf16, global>
        tile.copy %ga into %a : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
        tile.fill %one into %b : f16 into !tile.buffer<8x16xf16, shared>
        tile.gemm %a, %b into %c : !tile.buffer<16x8xf16, shared>, !tile.buffer<8x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
      }
      %w = tile.slice %r[%m : 16, 0 : 16] : memref<32x16xf32> -> !tile.buffer<16x16xf32, global>
      tile.copy %c into %w : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xf32, global>
    }
  }
  return
}

// TL-035: The group of a block is found by a loop before the pipeline.
// CHECK: TL-035 {{\[\[448, 456, .*\], \[1472, 1480, .*\], \[2496, 2504, .*\]\]}}
func.func private @tl_035(%sizes: memref<3xi32>, %y: memref<3x8x16xf16>, %r: memref<3x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c6) threads(256) {
    %a = tile.alloc : !tile.buffer<16x8xf16, shared>
    %b = tile.alloc : !tile.buffer<8x16xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f16
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    // Group g has g + 1 blocks: block 0 is of group 0, blocks 1 and 2 of group 1 ...
    %b0 = arith.index_cast %bx : index to i32
    %found:2 = scf.for %g = %c0 to %c3 step %c1 iter_args(%group = %c0, %end = %c0_i32) -> (index, i32) {
      %size = tile.load %sizes[%g] : memref<3xi32>
      %blocks = arith.addi %size, %c1_i32 : i32
      %in = arith.cmpi sge, %b0, %end : i32
      %now = arith.select %in, %g, %group : index
      %next = arith.addi %end, %blocks : i32
      scf.yield %now, %next : index, i32
    }
    tile.fill %zero into %c : f32 into !tile.buffer<16x16xf32, fragment>
    tile.pipelined %k = %c0 to %c8 step %c8 stages(2) {
      %gb = tile.slice %y[%found#0, %k : 8, 0 : 16] : memref<3x8x16xf16> -> !tile.buffer<8x16xf16, global>
      tile.fill %one into %a : f16 into !tile.buffer<16x8xf16, shared>
      tile.copy %gb into %b : !tile.buffer<8x16xf16, global> into !tile.buffer<8x16xf16, shared>
      tile.gemm %a, %b into %c : !tile.buffer<16x8xf16, shared>, !tile.buffer<8x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
    }
    %row = tile.slice %c[0, 0 : 16] : !tile.buffer<16x16xf32, fragment> -> !tile.buffer<16xf32, fragment>
    %w = tile.slice %r[%found#0, 0 : 16] : memref<3x16xf32> -> !tile.buffer<16xf32, global>
    tile.copy %row into %w : !tile.buffer<16xf32, fragment> into !tile.buffer<16xf32, global>
  }
  return
}

// TL-036: Tiles through shared memory with stages 0.
// CHECK: TL-036 [1, 1]
func.func private @tl_036(%x: memref<8x8xf16>, %v: index, %r: memref<8x8xf16>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c2) threads(32) {
    %s = tile.alloc : !tile.buffer<4x4xf16, shared>
    %o = arith.muli %bx, %c4 : index
    tile.pipelined %k = %c0 to %c8 step %c4 stages(0) {
      %g = tile.slice %x[%o : 4, %k : 4] : memref<8x8xf16> -> !tile.buffer<4x4xf16, global>
      %w = tile.slice %r[%o : 4, %k : 4] : memref<8x8xf16> -> !tile.buffer<4x4xf16, global>
      tile.copy %g into %s : !tile.buffer<4x4xf16, global> into !tile.buffer<4x4xf16, shared>
      tile.copy %s into %w : !tile.buffer<4x4xf16, shared> into !tile.buffer<4x4xf16, global>
    }
  }
  return
}

// TL-036: Tiles through shared memory with stages 1.
// CHECK: TL-036 [1, 1]
func.func private @tl_036_2(%x: memref<8x8xf16>, %v: index, %r: memref<8x8xf16>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c2) threads(32) {
    %s = tile.alloc : !tile.buffer<4x4xf16, shared>
    %o = arith.muli %bx, %c4 : index
    tile.pipelined %k = %c0 to %c8 step %c4 stages(1) {
      %g = tile.slice %x[%o : 4, %k : 4] : memref<8x8xf16> -> !tile.buffer<4x4xf16, global>
      %w = tile.slice %r[%o : 4, %k : 4] : memref<8x8xf16> -> !tile.buffer<4x4xf16, global>
      tile.copy %g into %s : !tile.buffer<4x4xf16, global> into !tile.buffer<4x4xf16, shared>
      tile.copy %s into %w : !tile.buffer<4x4xf16, shared> into !tile.buffer<4x4xf16, global>
    }
  }
  return
}

// TL-036: Tiles through shared memory with stages 1, under a run-time guard.
// CHECK: TL-036 {{\[(\[(1, ){7}1\](, )?){4}(\[(0, ){7}0\](, )?){4}\]}}
func.func private @tl_036_3(%x: memref<8x8xf16>, %v: index, %r: memref<8x8xf16>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c2) threads(32) {
    %s = tile.alloc : !tile.buffer<4x4xf16, shared>
    %o = arith.muli %bx, %c4 : index
    %p = arith.cmpi slt, %o, %v : index
    scf.if %p {
    tile.pipelined %k = %c0 to %c8 step %c4 stages(1) {
      %g = tile.slice %x[%o : 4, %k : 4] : memref<8x8xf16> -> !tile.buffer<4x4xf16, global>
      %w = tile.slice %r[%o : 4, %k : 4] : memref<8x8xf16> -> !tile.buffer<4x4xf16, global>
      tile.copy %g into %s : !tile.buffer<4x4xf16, global> into !tile.buffer<4x4xf16, shared>
      tile.copy %s into %w : !tile.buffer<4x4xf16, shared> into !tile.buffer<4x4xf16, global>
    }
    }
  }
  return
}

// TL-040: A guard loaded inside the loop wraps copies and product.
// CHECK: TL-040 [16, 16]
func.func private @tl_040(%mask: memref<4xi8>, %x: memref<16x32xf16>, %r: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x8xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %local = tile.alloc : !tile.buffer<2xi8, local>
    %zero = arith.constant 0.0 : f32
    %c1_i8 = arith.constant 1 : i8
    %c0_i8 = arith.constant 0 : i8
    tile.fill %zero into %c : f32 into !tile.buffer<16x16xf32, fragment>
    tile.pipelined %k = %c0 to %c4 step %c1 stages(1) {
      %v = tile.load %mask[%k] : memref<4xi8>
      %odd = arith.andi %v, %c1_i8 : i8
      tile.store %odd, %local[%c0] : !tile.buffer<2xi8, local>
      %p = tile.load %local[%c0] : !tile.buffer<2xi8, local>
      %on = arith.cmpi ne, %p, %c0_i8 : i8
      scf.if %on {
        %o = arith.muli %k, %c8 : index
        %ga = tile.slice %x[0 : 16, %o : 8] : memref<16x32xf16> -> !tile.buffer<16x8xf16, global>
        tile.copy %ga into %a : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
        tile.gemm %a, %a into %c transpose_b : !tile.buffer<16x8xf16, shared>, !tile.buffer<16x8xf16, shared> into !tile.buffer<16x16xf32, fragment>
      }
    }
    tile.copy %c into %r : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
  }
  return
}

// TL-041: A vector times a matrix in 0 steps of a loop of three stages.
// CHECK: TL-041 [{{(0, ){31}0\]}}
func.func private @tl_041(%x: memref<64xbf16>, %y: memref<64x32xbf16>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %w = tile.alloc : !tile.buffer<16x32xbf16, shared>
    %v = tile.alloc : !tile.buffer<16xbf16, shared>
    %p = tile.alloc : !tile.buffer<16x32xf32, fragment>
    %acc = tile.alloc : !tile.buffer<32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %acc : f32 into !tile.buffer<32xf32, fragment>
    tile.pipelined %k = %c0 to %c0 step %c16 stages(3) {
      %gy = tile.slice %y[%k : 16, 0 : 32] : memref<64x32xbf16> -> !tile.buffer<16x32xbf16, global>
      %gx = tile.slice %x[%k : 16] : memref<64xbf16> -> !tile.buffer<16xbf16, global>
      tile.copy %gy into %w : !tile.buffer<16x32xbf16, global> into !tile.buffer<16x32xbf16, shared>
      tile.copy %gx into %v : !tile.buffer<16xbf16, global> into !tile.buffer<16xbf16, shared>
      tile.parallel (%i, %j) in (16, 32) {
        %a = tile.load %w[%i, %j] : !tile.buffer<16x32xbf16, shared>
        %b = tile.load %v[%i] : !tile.buffer<16xbf16, shared>
        %af = tile.cast %a : bf16 to f32
        %bf = tile.cast %b : bf16 to f32
        %m = arith.mulf %af, %bf : f32
        tile.store %m, %p[%i, %j] : !tile.buffer<16x32xf32, fragment>
      }
      tile.reduce sum %p into %acc dim(0) accumulate : !tile.buffer<16x32xf32, fragment> into !tile.buffer<32xf32, fragment>
    }
    tile.copy %acc into %r : !tile.buffer<32xf32, fragment> into memref<32xf32>
  }
  return
}

// TL-041: A vector times a matrix in 1 steps of a loop of three stages.
// CHECK: TL-041 [{{(16, ){31}16\]}}
func.func private @tl_041_2(%x: memref<64xbf16>, %y: memref<64x32xbf16>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %w = tile.alloc : !tile.buffer<16x32xbf16, shared>
    %v = tile.alloc : !tile.buffer<16xbf16, shared>
    %p = tile.alloc : !tile.buffer<16x32xf32, fragment>
    %acc = tile.alloc : !tile.buffer<32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %acc : f32 into !tile.buffer<32xf32, fragment>
    tile.pipelined %k = %c0 to %c16 step %c16 stages(3) {
      %gy = tile.slice %y[%k : 16, 0 : 32] : memref<64x32xbf16> -> !tile.buffer<16x32xbf16, global>
      %gx = tile.slice %x[%k : 16] : memref<64xbf16> -> !tile.buffer<16xbf16, global>
      tile.copy %gy into %w : !tile.buffer<16x32xbf16, global> into !tile.buffer<16x32xbf16, shared>
      tile.copy %gx into %v : !tile.buffer<16xbf16, global> into !tile.buffer<16xbf16, shared>
      tile.parallel (%i, %j) in (16, 32) {
        %a = tile.load %w[%i, %j] : !tile.buffer<16x32xbf16, shared>
        %b = tile.load %v[%i] : !tile.buffer<16xbf16, shared>
        %af = tile.cast %a : bf16 to f32
        %bf = tile.cast %b : bf16 to f32
        %m = arith.mulf %af, %bf : f32
        tile.store %m, %p[%i, %j] : !tile.buffer<16x32xf32, fragment>
      }
      tile.reduce sum %p into %acc dim(0) accumulate : !tile.buffer<16x32xf32, fragment> into !tile.buffer<32xf32, fragment>
    }
    tile.copy %acc into %r : !tile.buffer<32xf32, fragment> into memref<32xf32>
  }
  return
}

// TL-041: A vector times a matrix in 2 steps of a loop of three stages.
// CHECK: TL-041 [{{(32, ){31}32\]}}
func.func private @tl_041_3(%x: memref<64xbf16>, %y: memref<64x32xbf16>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %w = tile.alloc : !tile.buffer<16x32xbf16, shared>
    %v = tile.alloc : !tile.buffer<16xbf16, shared>
    %p = tile.alloc : !tile.buffer<16x32xf32, fragment>
    %acc = tile.alloc : !tile.buffer<32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %acc : f32 into !tile.buffer<32xf32, fragment>
    tile.pipelined %k = %c0 to %c32 step %c16 stages(3) {
      %gy = tile.slice %y[%k : 16, 0 : 32] : memref<64x32xbf16> -> !tile.buffer<16x32xbf16, global>
      %gx = tile.slice %x[%k : 16] : memref<64xbf16> -> !tile.buffer<16xbf16, global>
      tile.copy %gy into %w : !tile.buffer<16x32xbf16, global> into !tile.buffer<16x32xbf16, shared>
      tile.copy %gx into %v : !tile.buffer<16xbf16, global> into !tile.buffer<16xbf16, shared>
      tile.parallel (%i, %j) in (16, 32) {
        %a = tile.load %w[%i, %j] : !tile.buffer<16x32xbf16, shared>
        %b = tile.load %v[%i] : !tile.buffer<16xbf16, shared>
        %af = tile.cast %a : bf16 to f32
        %bf = tile.cast %b : bf16 to f32
        %m = arith.mulf %af, %bf : f32
        tile.store %m, %p[%i, %j] : !tile.buffer<16x32xf32, fragment>
      }
      tile.reduce sum %p into %acc dim(0) accumulate : !tile.buffer<16x32xf32, fragment> into !tile.buffer<32xf32, fragment>
    }
    tile.copy %acc into %r : !tile.buffer<32xf32, fragment> into memref<32xf32>
  }
  return
}

// TL-041: A vector times a matrix in 3 steps of a loop of three stages.
// CHECK: TL-041 [{{(48, ){31}48\]}}
func.func private @tl_041_4(%x: memref<64xbf16>, %y: memref<64x32xbf16>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %w = tile.alloc : !tile.buffer<16x32xbf16, shared>
    %v = tile.alloc : !tile.buffer<16xbf16, shared>
    %p = tile.alloc : !tile.buffer<16x32xf32, fragment>
    %acc = tile.alloc : !tile.buffer<32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %acc : f32 into !tile.buffer<32xf32, fragment>
    tile.pipelined %k = %c0 to %c48 step %c16 stages(3) {
      %gy = tile.slice %y[%k : 16, 0 : 32] : memref<64x32xbf16> -> !tile.buffer<16x32xbf16, global>
      %gx = tile.slice %x[%k : 16] : memref<64xbf16> -> !tile.buffer<16xbf16, global>
      tile.copy %gy into %w : !tile.buffer<16x32xbf16, global> into !tile.buffer<16x32xbf16, shared>
      tile.copy %gx into %v : !tile.buffer<16xbf16, global> into !tile.buffer<16xbf16, shared>
      tile.parallel (%i, %j) in (16, 32) {
        %a = tile.load %w[%i, %j] : !tile.buffer<16x32xbf16, shared>
        %b = tile.load %v[%i] : !tile.buffer<16xbf16, shared>
        %af = tile.cast %a : bf16 to f32
        %bf = tile.cast %b : bf16 to f32
        %m = arith.mulf %af, %bf : f32
        tile.store %m, %p[%i, %j] : !tile.buffer<16x32xf32, fragment>
      }
      tile.reduce sum %p into %acc dim(0) accumulate : !tile.buffer<16x32xf32, fragment> into !tile.buffer<32xf32, fragment>
    }
    tile.copy %acc into %r : !tile.buffer<32xf32, fragment> into memref<32xf32>
  }
  return
}

// TL-041: A vector times a matrix in 4 steps of a loop of three stages.
// CHECK: TL-041 [{{(64, ){31}64\]}}
func.func private @tl_041_5(%x: memref<64xbf16>, %y: memref<64x32xbf16>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %w = tile.alloc : !tile.buffer<16x32xbf16, shared>
    %v = tile.alloc : !tile.buffer<16xbf16, shared>
    %p = tile.alloc : !tile.buffer<16x32xf32, fragment>
    %acc = tile.alloc : !tile.buffer<32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %acc : f32 into !tile.buffer<32xf32, fragment>
    tile.pipelined %k = %c0 to %c64 step %c16 stages(3) {
      %gy = tile.slice %y[%k : 16, 0 : 32] : memref<64x32xbf16> -> !tile.buffer<16x32xbf16, global>
      %gx = tile.slice %x[%k : 16] : memref<64xbf16> -> !tile.buffer<16xbf16, global>
      tile.copy %gy into %w : !tile.buffer<16x32xbf16, global> into !tile.buffer<16x32xbf16, shared>
      tile.copy %gx into %v : !tile.buffer<16xbf16, global> into !tile.buffer<16xbf16, shared>
      tile.parallel (%i, %j) in (16, 32) {
        %a = tile.load %w[%i, %j] : !tile.buffer<16x32xbf16, shared>
        %b = tile.load %v[%i] : !tile.buffer<16xbf16, shared>
        %af = tile.cast %a : bf16 to f32
        %bf = tile.cast %b : bf16 to f32
        %m = arith.mulf %af, %bf : f32
        tile.store %m, %p[%i, %j] : !tile.buffer<16x32xf32, fragment>
      }
      tile.reduce sum %p into %acc dim(0) accumulate : !tile.buffer<16x32xf32, fragment> into !tile.buffer<32xf32, fragment>
    }
    tile.copy %acc into %r : !tile.buffer<32xf32, fragment> into memref<32xf32>
  }
  return
}

// TL-044: A product before the loop and products in it, into one accumulator.
// CHECK: TL-044 [40, 40]
func.func private @tl_044(%x: memref<16x8xf16>, %y: memref<16x32xf16>, %r: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a0 = tile.alloc : !tile.buffer<16x8xf16, shared>
    %a1 = tile.alloc : !tile.buffer<16x8xf16, shared>
    %acc = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %true = arith.constant true
    tile.copy %x into %a0 : memref<16x8xf16> into !tile.buffer<16x8xf16, shared>
    tile.gemm %a0, %a0 into %acc transpose_b clear(%true) : !tile.buffer<16x8xf16, shared>, !tile.buffer<16x8xf16, shared> into !tile.buffer<16x16xf32, fragment>
    tile.pipelined %k = %c0 to %c32 step %c8 stages(2) {
      %g = tile.slice %y[0 : 16, %k : 8] : memref<16x32xf16> -> !tile.buffer<16x8xf16, global>
      tile.copy %g into %a1 : !tile.buffer<16x8xf16, global> into !tile.buffer<16x8xf16, shared>
      tile.gemm %a1, %a1 into %acc transpose_b : !tile.buffer<16x8xf16, shared>, !tile.buffer<16x8xf16, shared> into !tile.buffer<16x16xf32, fragment>
    }
    tile.copy %acc into %r : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
  }
  return
}

// TL-053: One shared tile is stored to a slot and loaded again, in turn.
// CHECK: TL-053 {{\[\[\[1, 2, 3, .*, 255, 256\]\]\]}}
func.func private @tl_053(%x: memref<4x8x8xf16>, %r: memref<4x8x8xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<8x8xf16, shared>
    %one = arith.constant 1.0 : f16
    %first = tile.slice %x[0, 0 : 8, 0 : 8] : memref<4x8x8xf16> -> !tile.buffer<8x8xf16, global>
    tile.copy %first into %s : !tile.buffer<8x8xf16, global> into !tile.buffer<8x8xf16, shared>
    tile.pipelined %k = %c0 to %c4 step %c1 stages(2) {
      tile.parallel (%i, %j) in (8, 8) {
        %v = tile.load %s[%i, %j] : !tile.buffer<8x8xf16, shared>
        %w = arith.addf %v, %one : f16
        tile.store %w, %s[%i, %j] : !tile.buffer<8x8xf16, shared>
      }
      %o = tile.slice %r[%k, 0 : 8, 0 : 8] : memref<4x8x8xf16> -> !tile.buffer<8x8xf16, global>
      tile.copy %s into %o : !tile.buffer<8x8xf16, shared> into !tile.buffer<8x8xf16, global>
      %n = arith.addi %k, %c1 : index
      %more = arith.cmpi ult, %n, %c4 : index
      scf.if %more {
        %next = tile.slice %x[%n, 0 : 8, 0 : 8] : memref<4x8x8xf16> -> !tile.buffer<8x8xf16, global>
        tile.copy %next into %s : !tile.buffer<8x8xf16, global> into !tile.buffer<8x8xf16, shared>
      }
    }
  }
  return
}

// TL-145: 3 workers visit each of 4x1 tiles once, in groups of 8.
// CHECK: TL-145 [1, 1]
func.func private @tl_145(%r: memref<4x1xi32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c3) threads(1) {
    %c1_i32 = arith.constant 1 : i32
    tile.persistent (%i, %j) in (%c4, %c1) worker(%bx of %c3) walk(#tile.walk<group = 8>) {
      %old = tile.atomic_rmw add %c1_i32, %r[%i, %j] : memref<4x1xi32>
    }
  }
  return
}

// TL-145: 3 workers visit each of 4x9 tiles once, in groups of 8.
// CHECK: TL-145 [1, 1]
func.func private @tl_145_2(%r: memref<4x9xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  tile.launch blocks(%bx) in (%c3) threads(1) {
    %c1_i32 = arith.constant 1 : i32
    tile.persistent (%i, %j) in (%c4, %c9) worker(%bx of %c3) walk(#tile.walk<group = 8>) {
      %old = tile.atomic_rmw add %c1_i32, %r[%i, %j] : memref<4x9xi32>
    }
  }
  return
}

// TL-145: 3 workers visit each of 4x12 tiles once, in groups of 8.
// CHECK: TL-145 [1, 1]
func.func private @tl_145_3(%r: memref<4x12xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  tile.launch blocks(%bx) in (%c3) threads(1) {
    %c1_i32 = arith.constant 1 : i32
    tile.persistent (%i, %j) in (%c4, %c12) worker(%bx of %c3) walk(#tile.walk<group = 8>) {
      %old = tile.atomic_rmw add %c1_i32, %r[%i, %j] : memref<4x12xi32>
    }
  }
  return
}

// TL-145: 16 workers visit each of 2x3 tiles once, in groups of 2.
// CHECK: TL-145 [1, 1]
func.func private @tl_145_4(%r: memref<2x3xi32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  tile.launch blocks(%bx) in (%c16) threads(1) {
    %c1_i32 = arith.constant 1 : i32
    tile.persistent (%i, %j) in (%c2, %c3) worker(%bx of %c16) walk(#tile.walk<group = 2>) {
      %old = tile.atomic_rmw add %c1_i32, %r[%i, %j] : memref<2x3xi32>
    }
  }
  return
}

// TL-145: 3 workers visit each of 4x10 tiles once, in groups of 3.
// CHECK: TL-145 [1, 1]
func.func private @tl_145_5(%r: memref<4x10xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  tile.launch blocks(%bx) in (%c3) threads(1) {
    %c1_i32 = arith.constant 1 : i32
    tile.persistent (%i, %j) in (%c4, %c10) worker(%bx of %c3) walk(#tile.walk<group = 3>) {
      %old = tile.atomic_rmw add %c1_i32, %r[%i, %j] : memref<4x10xi32>
    }
  }
  return
}

// TL-145: The same in three dimensions.
// CHECK: TL-145 [1, 1]
func.func private @tl_145_6(%r: memref<3x5x10xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  tile.launch blocks(%bx) in (%c4) threads(1) {
    %c1_i32 = arith.constant 1 : i32
    tile.persistent (%i, %j, %k) in (%c3, %c5, %c10) worker(%bx of %c4) walk(#tile.walk<group = 4>) {
      %old = tile.atomic_rmw add %c1_i32, %r[%i, %j, %k] : memref<3x5x10xi32>
    }
  }
  return
}

// TL-258: A panel updated a number of times that only the caller knows.
// CHECK: TL-258 [729, 729]
func.func private @tl_258(%n: index, %x: memref<8x4xf32>, %r: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %p = tile.alloc : !tile.buffer<8x4xf32, fragment>
    %s = tile.alloc : !tile.buffer<4xf32, fragment>
    tile.copy %x into %p : memref<8x4xf32> into !tile.buffer<8x4xf32, fragment>
    scf.for %k = %c0 to %n step %c1 {
      tile.reduce sum %p into %s dim(0) : !tile.buffer<8x4xf32, fragment> into !tile.buffer<4xf32, fragment>
      tile.parallel (%i, %j) in (8, 4) {
        %v = tile.load %p[%i, %j] : !tile.buffer<8x4xf32, fragment>
        %w = tile.load %s[%j] : !tile.buffer<4xf32, fragment>
        %u = arith.addf %v, %w : f32
        tile.store %u, %p[%i, %j] : !tile.buffer<8x4xf32, fragment>
      }
    }
    tile.copy %p into %r : !tile.buffer<8x4xf32, fragment> into memref<8x4xf32>
  }
  return
}

// The least and the greatest element.
func.func private @bounds_f16(%t: memref<?x?xf16>, %out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %t, %c0 : memref<?x?xf16>
  %n = memref.dim %t, %c1 : memref<?x?xf16>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %least = tile.reducer_init : !tile.reducer<1xf32, min>
    %greatest = tile.reducer_init : !tile.reducer<1xf32, max>
    %a = tile.alloc : !tile.buffer<1xf32, fragment>
    %b = tile.alloc : !tile.buffer<1xf32, fragment>
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %t[%i, %j] : memref<?x?xf16>
      %w = tile.cast %v : f16 to f32
      tile.reducer_update %w, %least[%c0] : !tile.reducer<1xf32, min>
      tile.reducer_update %w, %greatest[%c0] : !tile.reducer<1xf32, max>
    }
    tile.reducer_finalize %least into %a : !tile.reducer<1xf32, min> into !tile.buffer<1xf32, fragment>
    tile.reducer_finalize %greatest into %b : !tile.reducer<1xf32, max> into !tile.buffer<1xf32, fragment>
    %out0 = tile.slice %out[0 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    %out1 = tile.slice %out[1 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    tile.copy %a into %out0 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
    tile.copy %b into %out1 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
  }
  return
}

// The least and the greatest element.
func.func private @bounds_f32(%t: memref<?x?xf32>, %out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %t, %c0 : memref<?x?xf32>
  %n = memref.dim %t, %c1 : memref<?x?xf32>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %least = tile.reducer_init : !tile.reducer<1xf32, min>
    %greatest = tile.reducer_init : !tile.reducer<1xf32, max>
    %a = tile.alloc : !tile.buffer<1xf32, fragment>
    %b = tile.alloc : !tile.buffer<1xf32, fragment>
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %t[%i, %j] : memref<?x?xf32>
      tile.reducer_update %v, %least[%c0] : !tile.reducer<1xf32, min>
      tile.reducer_update %v, %greatest[%c0] : !tile.reducer<1xf32, max>
    }
    tile.reducer_finalize %least into %a : !tile.reducer<1xf32, min> into !tile.buffer<1xf32, fragment>
    tile.reducer_finalize %greatest into %b : !tile.reducer<1xf32, max> into !tile.buffer<1xf32, fragment>
    %out0 = tile.slice %out[0 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    %out1 = tile.slice %out[1 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    tile.copy %a into %out0 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
    tile.copy %b into %out1 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
  }
  return
}

// The least and the greatest element.
func.func private @bounds_i32(%t: memref<?x?xi32>, %out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %t, %c0 : memref<?x?xi32>
  %n = memref.dim %t, %c1 : memref<?x?xi32>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %least = tile.reducer_init : !tile.reducer<1xf32, min>
    %greatest = tile.reducer_init : !tile.reducer<1xf32, max>
    %a = tile.alloc : !tile.buffer<1xf32, fragment>
    %b = tile.alloc : !tile.buffer<1xf32, fragment>
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %t[%i, %j] : memref<?x?xi32>
      %w = tile.cast %v : i32 to f32
      tile.reducer_update %w, %least[%c0] : !tile.reducer<1xf32, min>
      tile.reducer_update %w, %greatest[%c0] : !tile.reducer<1xf32, max>
    }
    tile.reducer_finalize %least into %a : !tile.reducer<1xf32, min> into !tile.buffer<1xf32, fragment>
    tile.reducer_finalize %greatest into %b : !tile.reducer<1xf32, max> into !tile.buffer<1xf32, fragment>
    %out0 = tile.slice %out[0 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    %out1 = tile.slice %out[1 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    tile.copy %a into %out0 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
    tile.copy %b into %out1 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
  }
  return
}

// CHECK: check: ok
func.func @cases(%x0: memref<?x8xf16>, %x1: memref<?x8xf16>, %x2: memref<8xf32>,
    %x3: memref<8x8xf32>, %b0: memref<2xf32>, %x4: memref<?x8xf16>, %x5: memref<?x8xf16>,
    %x6: memref<8xf32>, %x7: memref<8x8xf32>, %b1: memref<2xf32>, %x8: memref<?x8xf16>,
    %x9: memref<?x8xf16>, %x10: memref<8xf32>, %x11: memref<8x8xf32>, %b2: memref<2xf32>,
    %x12: memref<?x8xf16>, %x13: memref<?x8xf16>, %x14: memref<8xf32>, %x15: memref<8x8xf32>,
    %b3: memref<2xf32>, %x16: memref<2xi32>, %x17: memref<32x16xbf16>, %x18: memref<4xf32>,
    %x19: memref<4xi32>, %x20: memref<4xi32>, %x21: memref<8x4xbf16>, %x22: memref<4xbf16>,
    %x23: memref<4xi32>, %x24: memref<4xi32>, %x25: memref<8x4xbf16>, %x26: memref<4xbf16>,
    %x27: memref<4xi32>, %x28: memref<4xi32>, %x29: memref<8x4xbf16>, %x30: memref<4xbf16>,
    %x31: memref<128x33xf16>, %x32: memref<33x128xf16>, %x33: memref<128x128xf32>,
    %b4: memref<2xf32>, %x34: memref<6x16x16xf16>, %x35: memref<6x16x16xf32>, %b5: memref<2xf32>,
    %x36: memref<32x32xf16>, %x37: memref<32x16xf32>, %b6: memref<2xf32>,
    %x38: memref<32x32xf16>, %x39: memref<32x16xf32>, %b7: memref<2xf32>,
    %x40: memref<32x24xf16>, %x41: memref<32x16xf32>, %b8: memref<2xf32>, %x42: memref<3xi32>,
    %x43: memref<3x8x16xf16>, %x44: memref<3x16xf32>, %x45: memref<8x8xf16>, %x46: index,
    %x47: memref<8x8xf16>, %b9: memref<2xf32>, %x48: memref<8x8xf16>, %x49: index,
    %x50: memref<8x8xf16>, %b10: memref<2xf32>, %x51: memref<8x8xf16>, %x52: index,
    %x53: memref<8x8xf16>, %x54: memref<4xi8>, %x55: memref<16x32xf16>, %x56: memref<16x16xf32>,
    %b11: memref<2xf32>, %x57: memref<64xbf16>, %x58: memref<64x32xbf16>, %x59: memref<32xf32>,
    %x60: memref<64xbf16>, %x61: memref<64x32xbf16>, %x62: memref<32xf32>, %x63: memref<64xbf16>,
    %x64: memref<64x32xbf16>, %x65: memref<32xf32>, %x66: memref<64xbf16>,
    %x67: memref<64x32xbf16>, %x68: memref<32xf32>, %x69: memref<64xbf16>,
    %x70: memref<64x32xbf16>, %x71: memref<32xf32>, %x72: memref<16x8xf16>,
    %x73: memref<16x32xf16>, %x74: memref<16x16xf32>, %b12: memref<2xf32>,
    %x75: memref<4x8x8xf16>, %x76: memref<4x8x8xf16>, %x77: memref<4x1xi32>, %b13: memref<2xf32>,
    %x78: memref<4x9xi32>, %b14: memref<2xf32>, %x79: memref<4x12xi32>, %b15: memref<2xf32>,
    %x80: memref<2x3xi32>, %b16: memref<2xf32>, %x81: memref<4x10xi32>, %b17: memref<2xf32>,
    %x82: memref<3x5x10xi32>, %b18: memref<2xf32>, %x83: index, %x84: memref<8x4xf32>,
    %x85: memref<8x4xf32>, %b19: memref<2xf32>) {
  %c1 = arith.constant 1 : index
  call @tl_024(%x0, %x1, %x2, %x3) : (memref<?x8xf16>, memref<?x8xf16>, memref<8xf32>, memref<8x8xf32>) -> ()
  %x3d = memref.cast %x3 : memref<8x8xf32> to memref<?x?xf32>
  call @bounds_f32(%x3d, %b0) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_024_2(%x4, %x5, %x6, %x7) : (memref<?x8xf16>, memref<?x8xf16>, memref<8xf32>, memref<8x8xf32>) -> ()
  %x7d = memref.cast %x7 : memref<8x8xf32> to memref<?x?xf32>
  call @bounds_f32(%x7d, %b1) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_024_3(%x8, %x9, %x10, %x11) : (memref<?x8xf16>, memref<?x8xf16>, memref<8xf32>, memref<8x8xf32>) -> ()
  %x11d = memref.cast %x11 : memref<8x8xf32> to memref<?x?xf32>
  call @bounds_f32(%x11d, %b2) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_024_4(%x12, %x13, %x14, %x15) : (memref<?x8xf16>, memref<?x8xf16>, memref<8xf32>, memref<8x8xf32>) -> ()
  %x15d = memref.cast %x15 : memref<8x8xf32> to memref<?x?xf32>
  call @bounds_f32(%x15d, %b3) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_027(%x16, %x17, %x18) : (memref<2xi32>, memref<32x16xbf16>, memref<4xf32>) -> ()
  call @tl_028(%x19, %x20, %x21, %x22) : (memref<4xi32>, memref<4xi32>, memref<8x4xbf16>, memref<4xbf16>) -> ()
  call @tl_028_2(%x23, %x24, %x25, %x26) : (memref<4xi32>, memref<4xi32>, memref<8x4xbf16>, memref<4xbf16>) -> ()
  call @tl_028_3(%x27, %x28, %x29, %x30) : (memref<4xi32>, memref<4xi32>, memref<8x4xbf16>, memref<4xbf16>) -> ()
  call @tl_029(%x31, %x32, %x33) : (memref<128x33xf16>, memref<33x128xf16>, memref<128x128xf32>) -> ()
  %x33d = memref.cast %x33 : memref<128x128xf32> to memref<?x?xf32>
  call @bounds_f32(%x33d, %b4) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_032(%x34, %x35) : (memref<6x16x16xf16>, memref<6x16x16xf32>) -> ()
  %x35v = tile.view %x35 : memref<6x16x16xf32> -> memref<6x256xf32>
  %x35d = memref.cast %x35v : memref<6x256xf32> to memref<?x?xf32>
  call @bounds_f32(%x35d, %b5) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_034(%x36, %x37) : (memref<32x32xf16>, memref<32x16xf32>) -> ()
  %x37d = memref.cast %x37 : memref<32x16xf32> to memref<?x?xf32>
  call @bounds_f32(%x37d, %b6) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_034_2(%x38, %x39) : (memref<32x32xf16>, memref<32x16xf32>) -> ()
  %x39d = memref.cast %x39 : memref<32x16xf32> to memref<?x?xf32>
  call @bounds_f32(%x39d, %b7) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_034_3(%x40, %x41) : (memref<32x24xf16>, memref<32x16xf32>) -> ()
  %x41d = memref.cast %x41 : memref<32x16xf32> to memref<?x?xf32>
  call @bounds_f32(%x41d, %b8) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_035(%x42, %x43, %x44) : (memref<3xi32>, memref<3x8x16xf16>, memref<3x16xf32>) -> ()
  call @tl_036(%x45, %x46, %x47) : (memref<8x8xf16>, index, memref<8x8xf16>) -> ()
  %x47d = memref.cast %x47 : memref<8x8xf16> to memref<?x?xf16>
  call @bounds_f16(%x47d, %b9) : (memref<?x?xf16>, memref<2xf32>) -> ()
  call @tl_036_2(%x48, %x49, %x50) : (memref<8x8xf16>, index, memref<8x8xf16>) -> ()
  %x50d = memref.cast %x50 : memref<8x8xf16> to memref<?x?xf16>
  call @bounds_f16(%x50d, %b10) : (memref<?x?xf16>, memref<2xf32>) -> ()
  call @tl_036_3(%x51, %x52, %x53) : (memref<8x8xf16>, index, memref<8x8xf16>) -> ()
  call @tl_040(%x54, %x55, %x56) : (memref<4xi8>, memref<16x32xf16>, memref<16x16xf32>) -> ()
  %x56d = memref.cast %x56 : memref<16x16xf32> to memref<?x?xf32>
  call @bounds_f32(%x56d, %b11) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_041(%x57, %x58, %x59) : (memref<64xbf16>, memref<64x32xbf16>, memref<32xf32>) -> ()
  call @tl_041_2(%x60, %x61, %x62) : (memref<64xbf16>, memref<64x32xbf16>, memref<32xf32>) -> ()
  call @tl_041_3(%x63, %x64, %x65) : (memref<64xbf16>, memref<64x32xbf16>, memref<32xf32>) -> ()
  call @tl_041_4(%x66, %x67, %x68) : (memref<64xbf16>, memref<64x32xbf16>, memref<32xf32>) -> ()
  call @tl_041_5(%x69, %x70, %x71) : (memref<64xbf16>, memref<64x32xbf16>, memref<32xf32>) -> ()
  call @tl_044(%x72, %x73, %x74) : (memref<16x8xf16>, memref<16x32xf16>, memref<16x16xf32>) -> ()
  %x74d = memref.cast %x74 : memref<16x16xf32> to memref<?x?xf32>
  call @bounds_f32(%x74d, %b12) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_053(%x75, %x76) : (memref<4x8x8xf16>, memref<4x8x8xf16>) -> ()
  call @tl_145(%x77) : (memref<4x1xi32>) -> ()
  %x77d = memref.cast %x77 : memref<4x1xi32> to memref<?x?xi32>
  call @bounds_i32(%x77d, %b13) : (memref<?x?xi32>, memref<2xf32>) -> ()
  call @tl_145_2(%x78) : (memref<4x9xi32>) -> ()
  %x78d = memref.cast %x78 : memref<4x9xi32> to memref<?x?xi32>
  call @bounds_i32(%x78d, %b14) : (memref<?x?xi32>, memref<2xf32>) -> ()
  call @tl_145_3(%x79) : (memref<4x12xi32>) -> ()
  %x79d = memref.cast %x79 : memref<4x12xi32> to memref<?x?xi32>
  call @bounds_i32(%x79d, %b15) : (memref<?x?xi32>, memref<2xf32>) -> ()
  call @tl_145_4(%x80) : (memref<2x3xi32>) -> ()
  %x80d = memref.cast %x80 : memref<2x3xi32> to memref<?x?xi32>
  call @bounds_i32(%x80d, %b16) : (memref<?x?xi32>, memref<2xf32>) -> ()
  call @tl_145_5(%x81) : (memref<4x10xi32>) -> ()
  %x81d = memref.cast %x81 : memref<4x10xi32> to memref<?x?xi32>
  call @bounds_i32(%x81d, %b17) : (memref<?x?xi32>, memref<2xf32>) -> ()
  call @tl_145_6(%x82) : (memref<3x5x10xi32>) -> ()
  %x82v = tile.view %x82 : memref<3x5x10xi32> -> memref<3x50xi32>
  %x82d = memref.cast %x82v : memref<3x50xi32> to memref<?x?xi32>
  call @bounds_i32(%x82d, %b18) : (memref<?x?xi32>, memref<2xf32>) -> ()
  call @tl_258(%x83, %x84, %x85) : (index, memref<8x4xf32>, memref<8x4xf32>) -> ()
  %x85d = memref.cast %x85 : memref<8x4xf32> to memref<?x?xf32>
  call @bounds_f32(%x85d, %b19) : (memref<?x?xf32>, memref<2xf32>) -> ()
  tile.launch blocks(%bx) in (%c1) threads(1) {
    tile.print "TL-024" %x2 : memref<8xf32>
    tile.print "TL-024" %b0 : memref<2xf32>
    tile.print "TL-024" %x6 : memref<8xf32>
    tile.print "TL-024" %b1 : memref<2xf32>
    tile.print "TL-024" %x10 : memref<8xf32>
    tile.print "TL-024" %b2 : memref<2xf32>
    tile.print "TL-024" %x14 : memref<8xf32>
    tile.print "TL-024" %b3 : memref<2xf32>
    tile.print "TL-027" %x18 : memref<4xf32>
    tile.print "TL-028" %x22 : memref<4xbf16>
    tile.print "TL-028" %x26 : memref<4xbf16>
    tile.print "TL-028" %x30 : memref<4xbf16>
    tile.print "TL-029" %b4 : memref<2xf32>
    tile.print "TL-032" %b5 : memref<2xf32>
    tile.print "TL-034" %b6 : memref<2xf32>
    tile.print "TL-034" %b7 : memref<2xf32>
    tile.print "TL-034" %b8 : memref<2xf32>
    tile.print "TL-035" %x44 : memref<3x16xf32>
    tile.print "TL-036" %b9 : memref<2xf32>
    tile.print "TL-036" %b10 : memref<2xf32>
    tile.print "TL-036" %x53 : memref<8x8xf16>
    tile.print "TL-040" %b11 : memref<2xf32>
    tile.print "TL-041" %x59 : memref<32xf32>
    tile.print "TL-041" %x62 : memref<32xf32>
    tile.print "TL-041" %x65 : memref<32xf32>
    tile.print "TL-041" %x68 : memref<32xf32>
    tile.print "TL-041" %x71 : memref<32xf32>
    tile.print "TL-044" %b12 : memref<2xf32>
    tile.print "TL-053" %x76 : memref<4x8x8xf16>
    tile.print "TL-145" %b13 : memref<2xf32>
    tile.print "TL-145" %b14 : memref<2xf32>
    tile.print "TL-145" %b15 : memref<2xf32>
    tile.print "TL-145" %b16 : memref<2xf32>
    tile.print "TL-145" %b17 : memref<2xf32>
    tile.print "TL-145" %b18 : memref<2xf32>
    tile.print "TL-258" %b19 : memref<2xf32>
  }
  return
}
