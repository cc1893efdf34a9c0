// Every operation and every clause: printed, parsed and printed again the same,
// in the custom and in the generic form. The examples of the .td files are here.
//
// RUN: tile-opt %s --verify-roundtrip -o %t.once
// RUN: tile-opt %t.once -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | diff %t.once -
// RUN: FileCheck %s < %t.once

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

// The example of the dialect's description.
func.func @scale(%x: memref<?xf32>, %a: f32, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %g = arith.ceildivui %n, %c256 : index
  tile.launch blocks(%bx) in (%g) threads(128) {
    %o = arith.muli %bx, %c256 : index
    tile.parallel (%i) in (256) {
      %p = arith.addi %o, %i : index
      %v = tile.load %x[%p] : memref<?xf32>
      %s = arith.mulf %v, %a : f32
      tile.store %s, %y[%p] : memref<?xf32>
    }
  }
  return
}

func.func @launch(%gx: index, %gy: index, %gz: index, %zero: f32) {
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(128) raster(#tile.raster<row, panel = 4>) {
    %acc = tile.alloc : !tile.buffer<16x16xf32, fragment>
    tile.fill %zero into %acc : f32 into !tile.buffer<16x16xf32, fragment>
  }
  tile.launch blocks(%bx, %by, %bz) in (%gx, %gy, %gz) threads(32, 2, 2) cluster(2, 1, 1) min_blocks(2) regs(#tile.regs<producer = 24, consumer = 240>) cooperative deterministic id("all") {
    tile.grid_sync
  }
  tile.launch blocks(%bx) in (%gx) threads(256) raster(#tile.raster<column, panel = 2>) schedule(#tile.schedule<steps = [<"load", stage = 0, order = 0>]>) target(#tile.target<"x86-64", features = ["avx2", "fma"], warp = 1, threads = 1024, shared = 0, vector = 256, registers = 16, caches = [32768, 524288, 16777216]>) {
    %a = tile.alloc id("load") : !tile.buffer<f32, local>
  }
  return
}

func.func @parallel(%n: index, %g: index, %a: memref<16x?xf32>, %b: memref<16x?xf32>) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    tile.parallel (%i, %j) in (16, %n) width(4) {
      %v = tile.load %a[%i, %j] : memref<16x?xf32>
      tile.store %v, %b[%i, %j] : memref<16x?xf32>
    }
    tile.parallel (%i) in (%n) async id("nest") {
      %t = tile.alloc : !tile.buffer<f32, local>
      %v = tile.load %a[%i, %i] : memref<16x?xf32>
      tile.store %v, %t[] : !tile.buffer<f32, local>
      %w = tile.load %t[] : !tile.buffer<f32, local>
    }
  }
  return
}

func.func @loops(%n: index, %c0: index, %c1: index, %w: index, %workers: index, %mt: index, %nt: index, %t: memref<16x16xf16>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %g = tile.slice %t[0 : 16, 0 : 16] : memref<16x16xf16> -> !tile.buffer<16x16xf16, global>
    %s = tile.alloc : !tile.buffer<16x16xf16, shared>
    tile.pipelined %k = %c0 to %n step %c1 stages(3) {
      tile.copy %g into %s : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
    }
    tile.pipelined %k = %c0 to %n step %c1 stages(2) schedule(#tile.schedule<steps = [<"copy_a", stage = 0, order = 1, group = 0>, <"next", stage = 1, order = 0>]>) id("loop_k") {
      tile.copy %g into %s id("copy_a") : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
      %m = tile.step id("next") -> (index) {
        tile.yield %c1 : index
      }
    }
    tile.pipelined %k = %c0 to %n step %c1 {
    }
    tile.persistent (%m, %k) in (%mt, %nt) worker(%w of %workers) walk(#tile.walk<group = 8>) {
    }
    tile.persistent (%m) in (%mt) worker(%w of %workers) id("tiles") {
    }
  }
  return
}

func.func @persistent(%g: index, %w: index, %workers: index, %mt: index, %nt: index) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    tile.persistent (%m, %n) in (%mt, %nt) worker(%w of %workers) walk(#tile.walk<group = 8>) {
    }
  }
  return
}

func.func @step(%g: index, %c0: index, %c1: index) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %m, %n = tile.step id("next") -> (index, index) {
      tile.yield %c0, %c1 : index, index
    }
    tile.step id("nothing") {
    }
  }
  return
}

func.func @loop_hints(%n: index, %c0: index, %c1: index) {
  scf.for %i = %c0 to %n step %c1 {
  } {tile.loop = #tile.loop<unroll = 4>}
  scf.for %i = %c0 to %n step %c1 {
  } {tile.loop = #tile.loop<vectorize>}
  return
}

func.func @specialize(%g: index, %c0: index) {
  tile.launch blocks(%bx) in (%g) threads(256) {
    %b = tile.alloc arrivals([128]) : !tile.buffer<1xi64, barrier>
    tile.specialize role @load warps(4 to 8) regs(40) {
      tile.barrier_arrive %b[%c0] : !tile.buffer<1xi64, barrier>
    } role @mma warps(0 to 4) {
      tile.barrier_wait %b[%c0] parity(%c0) : !tile.buffer<1xi64, barrier>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// Buffers and views
//===----------------------------------------------------------------------===//

func.func @buffers(%n: index, %slot: index, %c0: index) {
  tile.launch blocks(%bx) in (%n) threads(128) cluster(2) {
    %a = tile.alloc id("As") : !tile.buffer<128x64xf16, shared>
    %b = tile.alloc arrivals([128, 1]) : !tile.buffer<2xi64, barrier>
    %c = tile.alloc arrivals([2]) cluster id("peers") : !tile.buffer<1xi64, barrier>
    %t = tile.alloc : !tile.buffer<128x64xf32, tmem>
    tile.dealloc %t : !tile.buffer<128x64xf32, tmem>
    %ring = tile.alloc : !tile.buffer<8x8xf16, shared, versions = 3>
    %v = tile.version %ring[%slot] : !tile.buffer<8x8xf16, shared, versions = 3> -> !tile.buffer<8x8xf16, shared>
    %q = tile.pointer %v[%c0, %c0] read : !tile.buffer<8x8xf16, shared> -> !llvm.ptr<3>
    %s = tile.alloc : !tile.buffer<8xf32, shared>
    %rank = tile.cluster_rank
    %r = tile.remote %s at %rank : !tile.buffer<8xf32, shared> -> !tile.buffer<8xf32, cluster>
    %rb = tile.remote %c at %rank : !tile.buffer<1xi64, barrier> -> !tile.buffer<1xi64, cluster>
    tile.barrier_arrive %rb[%c0] : !tile.buffer<1xi64, cluster>
  }
  return
}

func.func @pointer(%g: index, %c0: index) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %s = tile.alloc : !tile.buffer<8x8xf16, shared>
    %p = tile.pointer %s[%c0, %c0] read write : !tile.buffer<8x8xf16, shared> -> !llvm.ptr<3>
  }
  return
}

func.func @views(%n: index, %b: index, %m: index, %p: i64, %r: index, %st: index, %A: memref<?x?x128xf16>, %B: memref<8x32xi8>) {
  %T = tile.tensor_at %p sizes(%r, 4096) : i64 -> memref<?x4096xf16>
  %U = tile.tensor_at %p sizes(%r, %r) strides(%st, 1) : i64 -> memref<?x?xf16, strided<[?, 1]>>
  %V = tile.view %B : memref<8x32xi8> -> memref<8x64xi4>
  tile.launch blocks(%bx) in (%n) threads(128) {
    %w = tile.slice %A[%b, %m : 64, 0 : 128] pad(0xFC00 : f16) : memref<?x?x128xf16> -> !tile.buffer<64x128xf16, global>
    %x = tile.slice %A[%b, %m : %n, -1 : 64] : memref<?x?x128xf16> -> !tile.buffer<?x64xf16, global>
    %y = tile.slice %w[%m : 8, 3] : !tile.buffer<64x128xf16, global> -> !tile.buffer<8xf16, global>
    %s = tile.alloc : !tile.buffer<8x32xi8, shared>
    %z = tile.slice %s[%m, 0 : 16] : !tile.buffer<8x32xi8, shared> -> !tile.buffer<16xi8, shared>
    %e = tile.view %s : !tile.buffer<8x32xi8, shared> -> !tile.buffer<8x64xi4, shared>
  }
  return
}

func.func @view_example(%g: index) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %b = tile.alloc : !tile.buffer<8x32xi8, shared>
    %n = tile.view %b : !tile.buffer<8x32xi8, shared> -> !tile.buffer<8x64xi4, shared>
  }
  return
}

func.func @tensor_at_example(%p: i64, %r: index) -> memref<?x4096xf16> {
  %A = tile.tensor_at %p sizes(%r, 4096) : i64 -> memref<?x4096xf16>
  return %A : memref<?x4096xf16>
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

func.func @load(%g: index, %i: index, %j: index, %A: memref<?x?xf32>) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %v = tile.load %A[%i, %j] pad(0xFF800000 : f32) : memref<?x?xf32>
    %w = tile.load %A[%i, %j] as vector<4xf32> : memref<?x?xf32>
    %x = tile.load %A[%i, %j] cache(first) : memref<?x?xf32>
    tile.store %v, %A[%i, %j] : memref<?x?xf32>
    tile.store %w, %A[%i, %j] as vector<4xf32> : memref<?x?xf32>
    tile.store %x, %A[%i, %j] cache(last) : memref<?x?xf32>
  }
  return
}

func.func @atomic_rmw(%g: index, %i: index, %v: f32, %w: vector<2xf32>, %A: memref<?xf32>) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %old = tile.atomic_rmw add %v, %A[%i] order(acq_rel) : memref<?xf32>
    %two = tile.atomic_rmw add %w, %A[%i] as vector<2xf32> : memref<?xf32>
    %max = tile.atomic_rmw max %v, %A[%i] scope(system) : memref<?xf32>
    %ex = tile.atomic_rmw exch %v, %A[%i] order(seq_cst) scope(block) : memref<?xf32>
  }
  return
}

func.func @atomic_integers(%g: index, %i: index, %v: i32, %A: memref<?xi32>) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %0 = tile.atomic_rmw umax %v, %A[%i] : memref<?xi32>
    %1 = tile.atomic_rmw umin %v, %A[%i] : memref<?xi32>
    %2 = tile.atomic_rmw min %v, %A[%i] : memref<?xi32>
    %3 = tile.atomic_rmw or %v, %A[%i] : memref<?xi32>
    %4 = tile.atomic_rmw and %v, %A[%i] : memref<?xi32>
    %5 = tile.atomic_rmw xor %v, %A[%i] : memref<?xi32>
    tile.atomic_store %v, %A[%i] order(release) : memref<?xi32>
    tile.atomic_store %v, %A[%i] scope(cluster) : memref<?xi32>
  }
  return
}

func.func @atomic_load(%g: index, %i: index, %A: memref<?xi32>) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %v = tile.atomic_load %A[%i] order(acquire) : memref<?xi32>
    %w = tile.atomic_load %A[%i] order(relaxed) scope(system) : memref<?xi32>
  }
  return
}

func.func @atomic_tile(%n: index, %t: memref<16x16xf32>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %g = tile.slice %t[0 : 16, 0 : 16] : memref<16x16xf32> -> !tile.buffer<16x16xf32, global>
    %acc = tile.alloc : !tile.buffer<16x16xf32, fragment>
    tile.atomic_tile add %acc into %g : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xf32, global>
    tile.atomic_tile max %acc into %g order(release) scope(system) prefer(bulk) id("out") : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xf32, global>
    tile.atomic_tile min %acc into %t : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
  }
  return
}

//===----------------------------------------------------------------------===//
// Moving tiles
//===----------------------------------------------------------------------===//

func.func @copy(%n: index, %x: memref<16x16xf16>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %g = tile.slice %x[0 : 16, 0 : 16] : memref<16x16xf16> -> !tile.buffer<16x16xf16, global>
    %s = tile.alloc : !tile.buffer<16x16xf32, shared>
    tile.copy %g into %s : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf32, shared>
    tile.copy %s into %g prefer(simt) width(4) cache(first) id("out") : !tile.buffer<16x16xf32, shared> into !tile.buffer<16x16xf16, global>
    tile.copy %x into %s : memref<16x16xf16> into !tile.buffer<16x16xf32, shared>
  }
  return
}

func.func @copy_async(%n: index, %c0: index, %x: memref<16x16xf16>) {
  tile.launch blocks(%bx) in (%n) threads(128) cluster(2) {
    %g = tile.slice %x[0 : 16, 0 : 16] : memref<16x16xf16> -> !tile.buffer<16x16xf16, global>
    %s = tile.alloc : !tile.buffer<16x16xf16, shared>
    %b = tile.alloc arrivals([1, 1]) : !tile.buffer<2xi64, barrier>
    %t = tile.copy async %g into %s prefer(bulk) barrier(%b[%c0] : !tile.buffer<2xi64, barrier>) : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
    %u = tile.copy async %g into %s multicast(3) issue(thread) id("load") : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
    tile.wait %u read
    %v = tile.copy async %s into %g prefer(thread_async) issue(warp) : !tile.buffer<16x16xf16, shared> into !tile.buffer<16x16xf16, global>
    tile.commit_group store
    tile.wait_group store pending(0)
  }
  return
}

func.func @fill(%n: index, %zero: f32, %x: memref<16x16xf16>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %acc = tile.alloc : !tile.buffer<16x16xf32, fragment>
    tile.fill %zero into %acc : f32 into !tile.buffer<16x16xf32, fragment>
    tile.fill %zero into %x id("clear") : f32 into memref<16x16xf16>
    %a = tile.alloc : !tile.buffer<16x32xf32, shared>
    %b = tile.alloc : !tile.buffer<32x16xf32, shared>
    tile.transpose %a into %b : !tile.buffer<16x32xf32, shared> into !tile.buffer<32x16xf32, shared>
    tile.transpose %b into %a id("back") : !tile.buffer<32x16xf32, shared> into !tile.buffer<16x32xf32, shared>
  }
  return
}

func.func @im2col(%n: index, %m: index, %k: index, %c0: index, %X: memref<?x?x?x?xf16>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<64x32xf16, shared>
    %b = tile.alloc arrivals([1]) : !tile.buffer<1xi64, barrier>
    tile.im2col %X[%m, %k] into %s kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<?x?x?x?xf16> into !tile.buffer<64x32xf16, shared>
    %t = tile.im2col async %X[%m, %k] into %s kernel(5, 3) stride(2, 1) dilation(1, 2) pad(2, 0) barrier(%b[%c0] : !tile.buffer<1xi64, barrier>) id("patches") : memref<?x?x?x?xf16> into !tile.buffer<64x32xf16, shared>
  }
  return
}

func.func @gather(%n: index, %r0: index, %r1: index, %c0: index, %X: memref<?x?xf16>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<2x64xf16, shared>
    %b = tile.alloc arrivals([1]) : !tile.buffer<1xi64, barrier>
    tile.gather %X rows(%r0, %r1) column(%c0) into %s : memref<?x?xf16> into !tile.buffer<2x64xf16, shared>
    %t = tile.gather async %X rows(%r0, %r1) column(%c0) into %s barrier(%b[%c0] : !tile.buffer<1xi64, barrier>) id("rows") : memref<?x?xf16> into !tile.buffer<2x64xf16, shared>
    tile.scatter %s into %X rows(%r0, %r1) column(%c0) : !tile.buffer<2x64xf16, shared> into memref<?x?xf16>
    %u = tile.scatter async %s into %X rows(%r0, %r1) column(%c0) id("back") : !tile.buffer<2x64xf16, shared> into memref<?x?xf16>
    tile.wait %u
  }
  return
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

func.func @gemm(%n: index, %p: i1, %c0: index) {
  tile.launch blocks(%bx) in (%n) threads(128) cluster(2, 1) {
    %A = tile.alloc : !tile.buffer<16x32xf16, shared>
    %B = tile.alloc : !tile.buffer<16x32xf16, shared>
    %C = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %At = tile.alloc : !tile.buffer<32x16xbf16, fragment>
    %Bt = tile.alloc : !tile.buffer<32x16xf8E5M2, shared>
    %T = tile.alloc : !tile.buffer<16x16xf32, tmem>
    %b = tile.alloc arrivals([1]) : !tile.buffer<1xi64, barrier>
    tile.gemm %A, %B into %C transpose_b policy(full_row) : !tile.buffer<16x32xf16, shared>, !tile.buffer<16x32xf16, shared> into !tile.buffer<16x16xf32, fragment>
    tile.gemm %At, %Bt into %C transpose_a clear(%p) policy(full_col) k_pack(2) id("mma") : !tile.buffer<32x16xbf16, fragment>, !tile.buffer<32x16xf8E5M2, shared> into !tile.buffer<16x16xf32, fragment>
    %t = tile.gemm async %A, %B into %T transpose_b barrier(%b[%c0] : !tile.buffer<1xi64, barrier>) cta_group(2) : !tile.buffer<16x32xf16, shared>, !tile.buffer<16x32xf16, shared> into !tile.buffer<16x16xf32, tmem>
    %u = tile.gemm async %A, %B into %C transpose_b : !tile.buffer<16x32xf16, shared>, !tile.buffer<16x32xf16, shared> into !tile.buffer<16x16xf32, fragment>
    tile.wait %u guards(%C, %A : !tile.buffer<16x16xf32, fragment>, !tile.buffer<16x32xf16, shared>)
  }
  return
}

func.func @gemm_types(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %A = tile.alloc : !tile.buffer<4x8xi8, shared>
    %B = tile.alloc : !tile.buffer<8x4xi4, shared>
    %C = tile.alloc : !tile.buffer<4x4xi32, local>
    tile.gemm %A, %B into %C unsigned_a unsigned_b : !tile.buffer<4x8xi8, shared>, !tile.buffer<8x4xi4, shared> into !tile.buffer<4x4xi32, local>
    %D = tile.alloc : !tile.buffer<4x4xf32, shared>
    %E = tile.alloc : !tile.buffer<4x4xf32, shared>
    %F = tile.alloc : !tile.buffer<4x4xf32, shared>
    tile.gemm %D, %E into %F precision(tf32) : !tile.buffer<4x4xf32, shared>, !tile.buffer<4x4xf32, shared> into !tile.buffer<4x4xf32, shared>
  }
  return
}

func.func @gemm_sparse(%n: index, %p: i1) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %A = tile.alloc : !tile.buffer<16x16xf16, shared>
    %E = tile.alloc : !tile.buffer<16x2xi16, shared>
    %B = tile.alloc : !tile.buffer<32x16xf16, shared>
    %C = tile.alloc : !tile.buffer<16x16xf32, fragment>
    tile.gemm_sparse %A, %E, %B into %C : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x2xi16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
    %Ai = tile.alloc : !tile.buffer<16x16xi8, shared>
    %Bi = tile.alloc : !tile.buffer<16x32xi8, shared>
    %Ci = tile.alloc : !tile.buffer<16x16xi32, fragment>
    %t = tile.gemm_sparse async %Ai, %E, %Bi into %Ci transpose_a transpose_b clear(%p) policy(full_row) unsigned_a unsigned_b id("sparse") : !tile.buffer<16x16xi8, shared>, !tile.buffer<16x2xi16, shared>, !tile.buffer<16x32xi8, shared> into !tile.buffer<16x16xi32, fragment>
    tile.wait %t
  }
  return
}

func.func @gemm_scaled(%n: index, %p: i1) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %A = tile.alloc : !tile.buffer<16x64xf8E4M3FN, shared>
    %SA = tile.alloc : !tile.buffer<16x2xf8E8M0FNU, shared>
    %B = tile.alloc : !tile.buffer<64x16xf8E4M3FN, shared>
    %SB = tile.alloc : !tile.buffer<16x2xf8E8M0FNU, shared>
    %C = tile.alloc : !tile.buffer<16x16xf32, fragment>
    tile.gemm_scaled %A scale(%SA), %B scale(%SB) into %C block(32) : !tile.buffer<16x64xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared>, !tile.buffer<64x16xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared> into !tile.buffer<16x16xf32, fragment>
    %D = tile.alloc : !tile.buffer<64x16xf4E2M1FN, shared>
    %E = tile.alloc : !tile.buffer<16x64xf4E2M1FN, shared>
    %SD = tile.alloc : !tile.buffer<16x4xf8E4M3FN, tmem>
    tile.gemm_scaled %D scale(%SD), %E scale(%SD) into %C transpose_a transpose_b block(16) clear(%p) policy(full_col) id("scaled") : !tile.buffer<64x16xf4E2M1FN, shared>, !tile.buffer<16x4xf8E4M3FN, tmem>, !tile.buffer<16x64xf4E2M1FN, shared>, !tile.buffer<16x4xf8E4M3FN, tmem> into !tile.buffer<16x16xf32, fragment>
  }
  return
}

func.func @dot4(%a: vector<4xi8>, %b: vector<4xi8>, %acc: i32) -> (i32, i32) {
  %r = tile.dot4 %a, %b, %acc unsigned_a : vector<4xi8>, vector<4xi8>
  %s = tile.dot4 %a, %b, %acc unsigned_b : vector<4xi8>, vector<4xi8>
  return %r, %s : i32, i32
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

func.func @reduce(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %S = tile.alloc : !tile.buffer<64x64xf32, fragment>
    %m = tile.alloc : !tile.buffer<64xf32, fragment>
    %k = tile.alloc : !tile.buffer<1x64xf32, shared>
    tile.reduce max %S into %m dim(1) accumulate : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64xf32, fragment>
    tile.reduce absmax %S into %k dim(0) nan(propagate) batch(2) id("amax") : !tile.buffer<64x64xf32, fragment> into !tile.buffer<1x64xf32, shared>
    tile.reduce sum %S into %m dim(1) : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64xf32, fragment>
    tile.reduce abssum %S into %m dim(0) : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64xf32, fragment>
    tile.reduce min %S into %m dim(0) : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64xf32, fragment>
    %v = tile.alloc : !tile.buffer<f32, local>
    %w = tile.alloc : !tile.buffer<8xf16, local>
    tile.reduce sum %w into %v dim(0) : !tile.buffer<8xf16, local> into !tile.buffer<f32, local>
    %i = tile.alloc : !tile.buffer<8xi32, shared>
    %j = tile.alloc : !tile.buffer<1xi32, shared>
    tile.reduce umax %i into %j dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
    tile.reduce umin %i into %j dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
    tile.reduce bitand %i into %j dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
    tile.reduce bitor %i into %j dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
    tile.reduce bitxor %i into %j dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
  }
  return
}

func.func @scan_and_test(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %a = tile.alloc : !tile.buffer<4x64xf32, shared>
    %b = tile.alloc : !tile.buffer<4x64xf32, shared>
    tile.scan sum %a into %b dim(1) reverse : !tile.buffer<4x64xf32, shared> into !tile.buffer<4x64xf32, shared>
    tile.scan max %a into %a dim(0) id("cummax") : !tile.buffer<4x64xf32, shared> into !tile.buffer<4x64xf32, shared>
    %q = tile.test all %b id("ready") : !tile.buffer<4x64xf32, shared>
  }
  return
}

func.func @test(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %a = tile.alloc : !tile.buffer<64xi32, shared>
    %p = tile.test any %a : !tile.buffer<64xi32, shared>
  }
  return
}

func.func @reducer(%n: index, %v: f32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %sum = tile.alloc : !tile.buffer<32xf32, fragment>
    %acc = tile.reducer_init init(%v : f32) : !tile.reducer<32xf32, sum>
    tile.parallel (%i) in (32) {
      tile.reducer_update %v, %acc[%i] : !tile.reducer<32xf32, sum>
    }
    tile.reducer_finalize %acc into %sum : !tile.reducer<32xf32, sum> into !tile.buffer<32xf32, fragment>
    %plain = tile.reducer_init : !tile.reducer<32xf32, absmax>
    tile.reducer_finalize %plain into %sum : !tile.reducer<32xf32, absmax> into !tile.buffer<32xf32, fragment>
  }
  return
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

func.func @cast(%x: f32, %q: i4, %v: vector<4xf32>, %bits: i32) {
  %y = tile.cast %x : f32 to f8E4M3FN
  %z = tile.cast %q unsigned : i4 to f16
  %a = tile.cast %x rounding(rz) : f32 to bf16
  %b = tile.cast %x rounding(rs, %bits) : f32 to f8E5M2
  %c = tile.cast %x saturate(false) : f32 to f8E5M2
  %d = tile.cast %v rounding(rna) saturate(false) : vector<4xf32> to vector<4xf4E2M1FN>
  %e = tile.cast %x unsigned : f32 to i8
  %f = tile.cast %x : f32 to i1
  return
}

func.func @rounded(%a: f32, %b: f32, %c: f64) {
  %s = tile.rounded add rz %a, %b : f32
  %t = tile.rounded sub ru %a, %b : f32
  %u = tile.rounded mul rd %a, %b : f32
  %v = tile.rounded div rn %a, %b : f32
  %w = tile.rounded fma rn %a, %b, %a : f32
  %x = tile.rounded rcp rz %a : f32
  %y = tile.rounded sqrt ru %c : f64
  %z = tile.rounded rsqrt rn %a : f32
  return
}

//===----------------------------------------------------------------------===//
// Waits and barriers
//===----------------------------------------------------------------------===//

func.func @wait(%n: index, %x: memref<16x16xf16>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<16x16xf16, shared>
    %t = tile.copy async %x into %s : memref<16x16xf16> into !tile.buffer<16x16xf16, shared>
    tile.wait %t guards(%s : !tile.buffer<16x16xf16, shared>)
    %u = tile.copy async %s into %x : !tile.buffer<16x16xf16, shared> into memref<16x16xf16>
    %v = tile.copy async %s into %x : !tile.buffer<16x16xf16, shared> into memref<16x16xf16>
    tile.wait %u, %v guards(%s : !tile.buffer<16x16xf16, shared>) read
    tile.commit_group copy
    tile.wait_group copy pending(1)
    tile.commit_group mma
    tile.wait_group mma pending(0)
  }
  return
}

func.func @sync(%g: index, %c1: index, %p: i1) {
  tile.launch blocks(%bx) in (%g) threads(256) cooperative {
    tile.sync
    tile.sync id(%c1) count(128)
    %n = tile.sync vote(count, %p)
    %m = tile.sync vote(and, %p)
    %k = tile.sync id(%c1) count(256) vote(or, %p)
    tile.sync_arrive id(%c1) count(256)
    tile.fence scope(device)
    tile.fence async_proxy
    tile.fence
    tile.fence async_proxy scope(cluster)
    tile.grid_sync
  }
  return
}

func.func @cluster(%g: index) {
  tile.launch blocks(%bx) in (%g) threads(128) cluster(2) {
    tile.cluster_arrive relaxed
    tile.cluster_arrive
    tile.cluster_wait
    %r = tile.cluster_rank
  }
  return
}

func.func @barrier(%g: index, %c0: index, %p: index, %n: index, %bytes: index) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %b = tile.alloc arrivals([1, 1]) : !tile.buffer<2xi64, barrier>
    tile.barrier_arrive %b[%c0] : !tile.buffer<2xi64, barrier>
    tile.barrier_arrive %b[%c0] expect(%bytes) : !tile.buffer<2xi64, barrier>
    tile.barrier_expect %b[%c0] bytes(%n) : !tile.buffer<2xi64, barrier>
    tile.barrier_wait %b[%c0] parity(%p) : !tile.buffer<2xi64, barrier>
  }
  return
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

func.func @channel(%g: index) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<64xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<64xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<64xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<64xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<64xf32, shared>>
    }
    %two = tile.channel id("pair") : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a, %b = tile.channel_acquire %two : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
      tile.channel_commit %two : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
    } role @consume warps(1 to 2) {
      %a, %b = tile.channel_wait %two : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
      tile.channel_release %two : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// Threads, random numbers, debugging
//===----------------------------------------------------------------------===//

func.func @threads(%g: index, %q: i1) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %t = tile.thread_id x
    %y = tile.thread_id y
    %z = tile.thread_id z
    %l = tile.thread_id team
    %p = tile.elect size(128)
    %o = tile.elect
    %m = tile.ballot %p
  }
  return
}

func.func @random(%g: index, %seed: i64, %seq: i64, %off: i64) {
  tile.launch blocks(%bx) in (%g) threads(128) {
    %r = tile.rng_init %seed, %seq, %off : !tile.rng<philox>
    %u = tile.rng_next %r uniform : !tile.rng<philox> -> f32
    %s = tile.rng_init %seed, %seq, %off : !tile.rng<xorwow>
    %v = tile.rng_next %s normal : !tile.rng<xorwow> -> f64
    %w = tile.rng_init %seed, %seq, %off : !tile.rng<mrg32k3a>
    %x = tile.rng_next %w bits : !tile.rng<mrg32k3a> -> i64
  }
  return
}

func.func @debug(%g: index, %i: index, %same: i1) {
  tile.assume %same, "A.shape[0] == B.shape[0]"
  tile.launch blocks(%bx) in (%g) threads(128) {
    %s = tile.alloc : !tile.buffer<4xf32, shared>
    tile.print "row %x" %i, %s : index, !tile.buffer<4xf32, shared>
    tile.print "here"
  }
  return
}

// Checked in the order of the text.

// CHECK-LABEL: func.func @scale(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: tile.parallel (%{{[A-Za-z0-9_#]+}}) in (256) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.load %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : memref<?xf32>
// CHECK: tile.store %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : memref<?xf32>
// CHECK-LABEL: func.func @launch(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) threads(128) raster(#tile.raster<row, panel = 4>) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf32, fragment>
// CHECK: tile.fill %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : f32 into !tile.buffer<16x16xf32, fragment>
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) threads(32, 2, 2) cluster(2, 1, 1) min_blocks(2) regs(#tile.regs<producer = 24, consumer = 240>) cooperative deterministic id("all") {
// CHECK: tile.grid_sync
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(256) raster(#tile.raster<column, panel = 2>) schedule(#tile.schedule<steps = [<"load", stage = 0, order = 0>]>) target(#tile.target<"x86-64", features = ["avx2", "fma"], warp = 1, threads = 1024, shared = 0, vector = 256, registers = 16, caches = [32768, 524288, 16777216]>) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc id("load") : !tile.buffer<f32, local>
// CHECK-LABEL: func.func @parallel(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: tile.parallel (%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) in (16, %{{[A-Za-z0-9_#]+}}) width(4) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.load %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] : memref<16x?xf32>
// CHECK: tile.store %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] : memref<16x?xf32>
// CHECK: tile.parallel (%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) async id("nest") {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<f32, local>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.load %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] : memref<16x?xf32>
// CHECK: tile.store %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[] : !tile.buffer<f32, local>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.load %{{[A-Za-z0-9_#]+}}[] : !tile.buffer<f32, local>
// CHECK-LABEL: func.func @loops(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.slice %{{[A-Za-z0-9_#]+}}[0 : 16, 0 : 16] : memref<16x16xf16> -> !tile.buffer<16x16xf16, global>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf16, shared>
// CHECK: tile.pipelined %{{[A-Za-z0-9_#]+}} = %{{[A-Za-z0-9_#]+}} to %{{[A-Za-z0-9_#]+}} step %{{[A-Za-z0-9_#]+}} stages(3) {
// CHECK: tile.copy %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
// CHECK: tile.pipelined %{{[A-Za-z0-9_#]+}} = %{{[A-Za-z0-9_#]+}} to %{{[A-Za-z0-9_#]+}} step %{{[A-Za-z0-9_#]+}} stages(2) schedule(#tile.schedule<steps = [<"copy_a", stage = 0, order = 1, group = 0>, <"next", stage = 1, order = 0>]>) id("loop_k") {
// CHECK: tile.copy %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} id("copy_a") : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.step id("next") -> (index) {
// CHECK: tile.yield %{{[A-Za-z0-9_#]+}} : index
// CHECK: tile.pipelined %{{[A-Za-z0-9_#]+}} = %{{[A-Za-z0-9_#]+}} to %{{[A-Za-z0-9_#]+}} step %{{[A-Za-z0-9_#]+}} {
// CHECK: tile.persistent (%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) worker(%{{[A-Za-z0-9_#]+}} of %{{[A-Za-z0-9_#]+}}) walk(#tile.walk<group = 8>) {
// CHECK: tile.persistent (%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) worker(%{{[A-Za-z0-9_#]+}} of %{{[A-Za-z0-9_#]+}}) id("tiles") {
// CHECK-LABEL: func.func @persistent(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: tile.persistent (%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) worker(%{{[A-Za-z0-9_#]+}} of %{{[A-Za-z0-9_#]+}}) walk(#tile.walk<group = 8>) {
// CHECK-LABEL: func.func @step(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}}:2 = tile.step id("next") -> (index, index) {
// CHECK: tile.yield %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : index, index
// CHECK: tile.step id("nothing") {
// CHECK-LABEL: func.func @loop_hints(
// CHECK: } {tile.loop = #tile.loop<unroll = 4>}
// CHECK: } {tile.loop = #tile.loop<vectorize>}
// CHECK-LABEL: func.func @specialize(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(256) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc arrivals([128]) : !tile.buffer<1xi64, barrier>
// CHECK: tile.specialize role @load warps(4 to 8) regs(40) {
// CHECK: tile.barrier_arrive %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : !tile.buffer<1xi64, barrier>
// CHECK: tile.barrier_wait %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] parity(%{{[A-Za-z0-9_#]+}}) : !tile.buffer<1xi64, barrier>
// CHECK-LABEL: func.func @buffers(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) cluster(2) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc id("As") : !tile.buffer<128x64xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc arrivals([128, 1]) : !tile.buffer<2xi64, barrier>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc arrivals([2]) cluster id("peers") : !tile.buffer<1xi64, barrier>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<128x64xf32, tmem>
// CHECK: tile.dealloc %{{[A-Za-z0-9_#]+}} : !tile.buffer<128x64xf32, tmem>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<8x8xf16, shared, versions = 3>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.version %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : !tile.buffer<8x8xf16, shared, versions = 3> -> !tile.buffer<8x8xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.pointer %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] read : !tile.buffer<8x8xf16, shared> -> !llvm.ptr<3>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<8xf32, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cluster_rank
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.remote %{{[A-Za-z0-9_#]+}} at %{{[A-Za-z0-9_#]+}} : !tile.buffer<8xf32, shared> -> !tile.buffer<8xf32, cluster>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.remote %{{[A-Za-z0-9_#]+}} at %{{[A-Za-z0-9_#]+}} : !tile.buffer<1xi64, barrier> -> !tile.buffer<1xi64, cluster>
// CHECK: tile.barrier_arrive %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : !tile.buffer<1xi64, cluster>
// CHECK-LABEL: func.func @pointer(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<8x8xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.pointer %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] read write : !tile.buffer<8x8xf16, shared> -> !llvm.ptr<3>
// CHECK-LABEL: func.func @views(
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.tensor_at %{{[A-Za-z0-9_#]+}} sizes(%{{[A-Za-z0-9_#]+}}, 4096) : i64 -> memref<?x4096xf16>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.tensor_at %{{[A-Za-z0-9_#]+}} sizes(%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) strides(%{{[A-Za-z0-9_#]+}}, 1) : i64 -> memref<?x?xf16, strided<[?, 1]>>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.view %{{[A-Za-z0-9_#]+}} : memref<8x32xi8> -> memref<8x64xi4>
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.slice %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : 64, 0 : 128] pad(0xFC00 : f16) : memref<?x?x128xf16> -> !tile.buffer<64x128xf16, global>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.slice %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : %{{[A-Za-z0-9_#]+}}, -1 : 64] : memref<?x?x128xf16> -> !tile.buffer<?x64xf16, global>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.slice %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}} : 8, 3] : !tile.buffer<64x128xf16, global> -> !tile.buffer<8xf16, global>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<8x32xi8, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.slice %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, 0 : 16] : !tile.buffer<8x32xi8, shared> -> !tile.buffer<16xi8, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.view %{{[A-Za-z0-9_#]+}} : !tile.buffer<8x32xi8, shared> -> !tile.buffer<8x64xi4, shared>
// CHECK-LABEL: func.func @view_example(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<8x32xi8, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.view %{{[A-Za-z0-9_#]+}} : !tile.buffer<8x32xi8, shared> -> !tile.buffer<8x64xi4, shared>
// CHECK-LABEL: func.func @tensor_at_example(
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.tensor_at %{{[A-Za-z0-9_#]+}} sizes(%{{[A-Za-z0-9_#]+}}, 4096) : i64 -> memref<?x4096xf16>
// CHECK-LABEL: func.func @load(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.load %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] pad(0xFF800000 : f32) : memref<?x?xf32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.load %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] as vector<4xf32> : memref<?x?xf32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.load %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] cache(first) : memref<?x?xf32>
// CHECK: tile.store %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] : memref<?x?xf32>
// CHECK: tile.store %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] as vector<4xf32> : memref<?x?xf32>
// CHECK: tile.store %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] cache(last) : memref<?x?xf32>
// CHECK-LABEL: func.func @atomic_rmw(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw add %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] order(acq_rel) : memref<?xf32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw add %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] as vector<2xf32> : memref<?xf32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw max %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] scope(system) : memref<?xf32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw exch %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] order(seq_cst) scope(block) : memref<?xf32>
// CHECK-LABEL: func.func @atomic_integers(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw umax %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : memref<?xi32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw umin %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : memref<?xi32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw min %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : memref<?xi32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw or %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : memref<?xi32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw and %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : memref<?xi32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_rmw xor %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : memref<?xi32>
// CHECK: tile.atomic_store %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] order(release) : memref<?xi32>
// CHECK: tile.atomic_store %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] scope(cluster) : memref<?xi32>
// CHECK-LABEL: func.func @atomic_load(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_load %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] order(acquire) : memref<?xi32>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.atomic_load %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] order(relaxed) scope(system) : memref<?xi32>
// CHECK-LABEL: func.func @atomic_tile(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.slice %{{[A-Za-z0-9_#]+}}[0 : 16, 0 : 16] : memref<16x16xf32> -> !tile.buffer<16x16xf32, global>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf32, fragment>
// CHECK: tile.atomic_tile add %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xf32, global>
// CHECK: tile.atomic_tile max %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} order(release) scope(system) prefer(bulk) id("out") : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xf32, global>
// CHECK: tile.atomic_tile min %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
// CHECK-LABEL: func.func @copy(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.slice %{{[A-Za-z0-9_#]+}}[0 : 16, 0 : 16] : memref<16x16xf16> -> !tile.buffer<16x16xf16, global>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf32, shared>
// CHECK: tile.copy %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf32, shared>
// CHECK: tile.copy %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} prefer(simt) width(4) cache(first) id("out") : !tile.buffer<16x16xf32, shared> into !tile.buffer<16x16xf16, global>
// CHECK: tile.copy %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : memref<16x16xf16> into !tile.buffer<16x16xf32, shared>
// CHECK-LABEL: func.func @copy_async(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) cluster(2) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.slice %{{[A-Za-z0-9_#]+}}[0 : 16, 0 : 16] : memref<16x16xf16> -> !tile.buffer<16x16xf16, global>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc arrivals([1, 1]) : !tile.buffer<2xi64, barrier>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.copy async %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} prefer(bulk) barrier(%{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : !tile.buffer<2xi64, barrier>) : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.copy async %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} multicast(3) issue(thread) id("load") : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
// CHECK: tile.wait %{{[A-Za-z0-9_#]+}} read
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.copy async %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} prefer(thread_async) issue(warp) : !tile.buffer<16x16xf16, shared> into !tile.buffer<16x16xf16, global>
// CHECK: tile.commit_group store
// CHECK: tile.wait_group store pending(0)
// CHECK-LABEL: func.func @fill(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf32, fragment>
// CHECK: tile.fill %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : f32 into !tile.buffer<16x16xf32, fragment>
// CHECK: tile.fill %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} id("clear") : f32 into memref<16x16xf16>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x32xf32, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<32x16xf32, shared>
// CHECK: tile.transpose %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.buffer<16x32xf32, shared> into !tile.buffer<32x16xf32, shared>
// CHECK: tile.transpose %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} id("back") : !tile.buffer<32x16xf32, shared> into !tile.buffer<16x32xf32, shared>
// CHECK-LABEL: func.func @im2col(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<64x32xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc arrivals([1]) : !tile.buffer<1xi64, barrier>
// CHECK: tile.im2col %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] into %{{[A-Za-z0-9_#]+}} kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<?x?x?x?xf16> into !tile.buffer<64x32xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.im2col async %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}] into %{{[A-Za-z0-9_#]+}} kernel(5, 3) stride(2, 1) dilation(1, 2) pad(2, 0) barrier(%{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : !tile.buffer<1xi64, barrier>) id("patches") : memref<?x?x?x?xf16> into !tile.buffer<64x32xf16, shared>
// CHECK-LABEL: func.func @gather(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<2x64xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc arrivals([1]) : !tile.buffer<1xi64, barrier>
// CHECK: tile.gather %{{[A-Za-z0-9_#]+}} rows(%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) column(%{{[A-Za-z0-9_#]+}}) into %{{[A-Za-z0-9_#]+}} : memref<?x?xf16> into !tile.buffer<2x64xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.gather async %{{[A-Za-z0-9_#]+}} rows(%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) column(%{{[A-Za-z0-9_#]+}}) into %{{[A-Za-z0-9_#]+}} barrier(%{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : !tile.buffer<1xi64, barrier>) id("rows") : memref<?x?xf16> into !tile.buffer<2x64xf16, shared>
// CHECK: tile.scatter %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} rows(%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) column(%{{[A-Za-z0-9_#]+}}) : !tile.buffer<2x64xf16, shared> into memref<?x?xf16>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.scatter async %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} rows(%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}) column(%{{[A-Za-z0-9_#]+}}) id("back") : !tile.buffer<2x64xf16, shared> into memref<?x?xf16>
// CHECK: tile.wait %{{[A-Za-z0-9_#]+}}
// CHECK-LABEL: func.func @gemm(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) cluster(2, 1) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x32xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x32xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<32x16xbf16, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<32x16xf8E5M2, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf32, tmem>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc arrivals([1]) : !tile.buffer<1xi64, barrier>
// CHECK: tile.gemm %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} transpose_b policy(full_row) : !tile.buffer<16x32xf16, shared>, !tile.buffer<16x32xf16, shared> into !tile.buffer<16x16xf32, fragment>
// CHECK: tile.gemm %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} transpose_a clear(%{{[A-Za-z0-9_#]+}}) policy(full_col) k_pack(2) id("mma") : !tile.buffer<32x16xbf16, fragment>, !tile.buffer<32x16xf8E5M2, shared> into !tile.buffer<16x16xf32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.gemm async %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} transpose_b barrier(%{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : !tile.buffer<1xi64, barrier>) cta_group(2) : !tile.buffer<16x32xf16, shared>, !tile.buffer<16x32xf16, shared> into !tile.buffer<16x16xf32, tmem>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.gemm async %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} transpose_b : !tile.buffer<16x32xf16, shared>, !tile.buffer<16x32xf16, shared> into !tile.buffer<16x16xf32, fragment>
// CHECK: tile.wait %{{[A-Za-z0-9_#]+}} guards(%{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf32, fragment>, !tile.buffer<16x32xf16, shared>)
// CHECK-LABEL: func.func @gemm_types(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<4x8xi8, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<8x4xi4, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<4x4xi32, local>
// CHECK: tile.gemm %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} unsigned_a unsigned_b : !tile.buffer<4x8xi8, shared>, !tile.buffer<8x4xi4, shared> into !tile.buffer<4x4xi32, local>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<4x4xf32, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<4x4xf32, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<4x4xf32, shared>
// CHECK: tile.gemm %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} precision(tf32) : !tile.buffer<4x4xf32, shared>, !tile.buffer<4x4xf32, shared> into !tile.buffer<4x4xf32, shared>
// CHECK-LABEL: func.func @gemm_sparse(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x2xi16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<32x16xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf32, fragment>
// CHECK: tile.gemm_sparse %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf16, shared>, !tile.buffer<16x2xi16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xi8, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x32xi8, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xi32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.gemm_sparse async %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} transpose_a transpose_b clear(%{{[A-Za-z0-9_#]+}}) policy(full_row) unsigned_a unsigned_b id("sparse") : !tile.buffer<16x16xi8, shared>, !tile.buffer<16x2xi16, shared>, !tile.buffer<16x32xi8, shared> into !tile.buffer<16x16xi32, fragment>
// CHECK: tile.wait %{{[A-Za-z0-9_#]+}}
// CHECK-LABEL: func.func @gemm_scaled(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x64xf8E4M3FN, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x2xf8E8M0FNU, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<64x16xf8E4M3FN, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x2xf8E8M0FNU, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf32, fragment>
// CHECK: tile.gemm_scaled %{{[A-Za-z0-9_#]+}} scale(%{{[A-Za-z0-9_#]+}}), %{{[A-Za-z0-9_#]+}} scale(%{{[A-Za-z0-9_#]+}}) into %{{[A-Za-z0-9_#]+}} block(32) : !tile.buffer<16x64xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared>, !tile.buffer<64x16xf8E4M3FN, shared>, !tile.buffer<16x2xf8E8M0FNU, shared> into !tile.buffer<16x16xf32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<64x16xf4E2M1FN, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x64xf4E2M1FN, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x4xf8E4M3FN, tmem>
// CHECK: tile.gemm_scaled %{{[A-Za-z0-9_#]+}} scale(%{{[A-Za-z0-9_#]+}}), %{{[A-Za-z0-9_#]+}} scale(%{{[A-Za-z0-9_#]+}}) into %{{[A-Za-z0-9_#]+}} transpose_a transpose_b block(16) clear(%{{[A-Za-z0-9_#]+}}) policy(full_col) id("scaled") : !tile.buffer<64x16xf4E2M1FN, shared>, !tile.buffer<16x4xf8E4M3FN, tmem>, !tile.buffer<16x64xf4E2M1FN, shared>, !tile.buffer<16x4xf8E4M3FN, tmem> into !tile.buffer<16x16xf32, fragment>
// CHECK-LABEL: func.func @dot4(
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.dot4 %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} unsigned_a : vector<4xi8>, vector<4xi8>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.dot4 %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} unsigned_b : vector<4xi8>, vector<4xi8>
// CHECK-LABEL: func.func @reduce(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<64x64xf32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<64xf32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<1x64xf32, shared>
// CHECK: tile.reduce max %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(1) accumulate : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64xf32, fragment>
// CHECK: tile.reduce absmax %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) nan(propagate) batch(2) id("amax") : !tile.buffer<64x64xf32, fragment> into !tile.buffer<1x64xf32, shared>
// CHECK: tile.reduce sum %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(1) : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64xf32, fragment>
// CHECK: tile.reduce abssum %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64xf32, fragment>
// CHECK: tile.reduce min %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64xf32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<f32, local>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<8xf16, local>
// CHECK: tile.reduce sum %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) : !tile.buffer<8xf16, local> into !tile.buffer<f32, local>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<8xi32, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<1xi32, shared>
// CHECK: tile.reduce umax %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
// CHECK: tile.reduce umin %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
// CHECK: tile.reduce bitand %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
// CHECK: tile.reduce bitor %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
// CHECK: tile.reduce bitxor %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) : !tile.buffer<8xi32, shared> into !tile.buffer<1xi32, shared>
// CHECK-LABEL: func.func @scan_and_test(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<4x64xf32, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<4x64xf32, shared>
// CHECK: tile.scan sum %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(1) reverse : !tile.buffer<4x64xf32, shared> into !tile.buffer<4x64xf32, shared>
// CHECK: tile.scan max %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} dim(0) id("cummax") : !tile.buffer<4x64xf32, shared> into !tile.buffer<4x64xf32, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.test all %{{[A-Za-z0-9_#]+}} id("ready") : !tile.buffer<4x64xf32, shared>
// CHECK-LABEL: func.func @test(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<64xi32, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.test any %{{[A-Za-z0-9_#]+}} : !tile.buffer<64xi32, shared>
// CHECK-LABEL: func.func @reducer(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<32xf32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.reducer_init init(%{{[A-Za-z0-9_#]+}} : f32) : !tile.reducer<32xf32, sum>
// CHECK: tile.parallel (%{{[A-Za-z0-9_#]+}}) in (32) {
// CHECK: tile.reducer_update %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : !tile.reducer<32xf32, sum>
// CHECK: tile.reducer_finalize %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.reducer<32xf32, sum> into !tile.buffer<32xf32, fragment>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.reducer_init : !tile.reducer<32xf32, absmax>
// CHECK: tile.reducer_finalize %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.reducer<32xf32, absmax> into !tile.buffer<32xf32, fragment>
// CHECK-LABEL: func.func @cast(
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cast %{{[A-Za-z0-9_#]+}} : f32 to f8E4M3FN
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cast %{{[A-Za-z0-9_#]+}} unsigned : i4 to f16
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cast %{{[A-Za-z0-9_#]+}} rounding(rz) : f32 to bf16
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cast %{{[A-Za-z0-9_#]+}} rounding(rs, %{{[A-Za-z0-9_#]+}}) : f32 to f8E5M2
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cast %{{[A-Za-z0-9_#]+}} saturate(false) : f32 to f8E5M2
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cast %{{[A-Za-z0-9_#]+}} rounding(rna) saturate(false) : vector<4xf32> to vector<4xf4E2M1FN>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cast %{{[A-Za-z0-9_#]+}} unsigned : f32 to i8
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cast %{{[A-Za-z0-9_#]+}} : f32 to i1
// CHECK-LABEL: func.func @rounded(
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rounded add rz %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : f32
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rounded sub ru %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : f32
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rounded mul rd %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : f32
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rounded div rn %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : f32
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rounded fma rn %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : f32
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rounded rcp rz %{{[A-Za-z0-9_#]+}} : f32
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rounded sqrt ru %{{[A-Za-z0-9_#]+}} : f64
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rounded rsqrt rn %{{[A-Za-z0-9_#]+}} : f32
// CHECK-LABEL: func.func @wait(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<16x16xf16, shared>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.copy async %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : memref<16x16xf16> into !tile.buffer<16x16xf16, shared>
// CHECK: tile.wait %{{[A-Za-z0-9_#]+}} guards(%{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf16, shared>)
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.copy async %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf16, shared> into memref<16x16xf16>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.copy async %{{[A-Za-z0-9_#]+}} into %{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf16, shared> into memref<16x16xf16>
// CHECK: tile.wait %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} guards(%{{[A-Za-z0-9_#]+}} : !tile.buffer<16x16xf16, shared>) read
// CHECK: tile.commit_group copy
// CHECK: tile.wait_group copy pending(1)
// CHECK: tile.commit_group mma
// CHECK: tile.wait_group mma pending(0)
// CHECK-LABEL: func.func @sync(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(256) cooperative {
// CHECK: tile.sync
// CHECK: tile.sync id(%{{[A-Za-z0-9_#]+}}) count(128)
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.sync vote(count, %{{[A-Za-z0-9_#]+}})
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.sync vote(and, %{{[A-Za-z0-9_#]+}})
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.sync id(%{{[A-Za-z0-9_#]+}}) count(256) vote(or, %{{[A-Za-z0-9_#]+}})
// CHECK: tile.sync_arrive id(%{{[A-Za-z0-9_#]+}}) count(256)
// CHECK: tile.fence scope(device)
// CHECK: tile.fence async_proxy
// CHECK: tile.fence
// CHECK: tile.fence async_proxy scope(cluster)
// CHECK: tile.grid_sync
// CHECK-LABEL: func.func @cluster(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) cluster(2) {
// CHECK: tile.cluster_arrive relaxed
// CHECK: tile.cluster_arrive
// CHECK: tile.cluster_wait
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.cluster_rank
// CHECK-LABEL: func.func @barrier(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc arrivals([1, 1]) : !tile.buffer<2xi64, barrier>
// CHECK: tile.barrier_arrive %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] : !tile.buffer<2xi64, barrier>
// CHECK: tile.barrier_arrive %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] expect(%{{[A-Za-z0-9_#]+}}) : !tile.buffer<2xi64, barrier>
// CHECK: tile.barrier_expect %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] bytes(%{{[A-Za-z0-9_#]+}}) : !tile.buffer<2xi64, barrier>
// CHECK: tile.barrier_wait %{{[A-Za-z0-9_#]+}}[%{{[A-Za-z0-9_#]+}}] parity(%{{[A-Za-z0-9_#]+}}) : !tile.buffer<2xi64, barrier>
// CHECK-LABEL: func.func @channel(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.channel : !tile.channel<2, !tile.buffer<64xf32, shared>>
// CHECK: tile.specialize role @produce warps(0 to 1) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.channel_acquire %{{[A-Za-z0-9_#]+}} : !tile.channel<2, !tile.buffer<64xf32, shared>>
// CHECK: tile.channel_commit %{{[A-Za-z0-9_#]+}} : !tile.channel<2, !tile.buffer<64xf32, shared>>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.channel_wait %{{[A-Za-z0-9_#]+}} : !tile.channel<2, !tile.buffer<64xf32, shared>>
// CHECK: tile.channel_release %{{[A-Za-z0-9_#]+}} : !tile.channel<2, !tile.buffer<64xf32, shared>>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.channel id("pair") : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
// CHECK: tile.specialize role @produce warps(0 to 1) {
// CHECK: %{{[A-Za-z0-9_#]+}}:2 = tile.channel_acquire %{{[A-Za-z0-9_#]+}} : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
// CHECK: tile.channel_commit %{{[A-Za-z0-9_#]+}} : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
// CHECK: %{{[A-Za-z0-9_#]+}}:2 = tile.channel_wait %{{[A-Za-z0-9_#]+}} : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
// CHECK: tile.channel_release %{{[A-Za-z0-9_#]+}} : !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>
// CHECK-LABEL: func.func @threads(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.thread_id x
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.thread_id y
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.thread_id z
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.thread_id team
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.elect size(128)
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.elect
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.ballot %{{[A-Za-z0-9_#]+}}
// CHECK-LABEL: func.func @random(
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rng_init %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : !tile.rng<philox>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rng_next %{{[A-Za-z0-9_#]+}} uniform : !tile.rng<philox> -> f32
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rng_init %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : !tile.rng<xorwow>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rng_next %{{[A-Za-z0-9_#]+}} normal : !tile.rng<xorwow> -> f64
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rng_init %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : !tile.rng<mrg32k3a>
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.rng_next %{{[A-Za-z0-9_#]+}} bits : !tile.rng<mrg32k3a> -> i64
// CHECK-LABEL: func.func @debug(
// CHECK: tile.assume %{{[A-Za-z0-9_#]+}}, "A.shape[0] == B.shape[0]"
// CHECK: tile.launch blocks(%{{[A-Za-z0-9_#]+}}) in (%{{[A-Za-z0-9_#]+}}) threads(128) {
// CHECK: %{{[A-Za-z0-9_#]+}} = tile.alloc : !tile.buffer<4xf32, shared>
// CHECK: tile.print "row %{{[A-Za-z0-9_#]+}}" %{{[A-Za-z0-9_#]+}}, %{{[A-Za-z0-9_#]+}} : index, !tile.buffer<4xf32, shared>
// CHECK: tile.print "here"
