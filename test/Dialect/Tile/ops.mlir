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
