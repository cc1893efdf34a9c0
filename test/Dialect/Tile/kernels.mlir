// Thirteen kernels, from vector addition to a persistent grouped product, that
// exercise most of the dialect together.
//
// RUN: tile-opt %s --tile-verify-stage=stage=authored -o %t.once
// RUN: tile-opt %t.once -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | diff %t.once -
// RUN: FileCheck %s < %t.once

// K1: vector add, dynamic length; the tail needs no code because loads and stores outside a tensor are defined.
// CHECK-LABEL: func.func @vector_add(
// CHECK: tile.assume %{{.*}}, "A.shape[0] == B.shape[0]"
// CHECK: tile.launch blocks(%{{.*}}) in (%{{.*}}) threads(256) {
// CHECK: tile.parallel (%{{.*}}) in (1024) {
func.func @vector_add(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %nb = memref.dim %B, %c0 : memref<?xf32>
  %same = arith.cmpi eq, %n, %nb : index
  tile.assume %same, "A.shape[0] == B.shape[0]"
  %g = arith.ceildivui %n, %c1024 : index
  tile.launch blocks(%bx) in (%g) threads(256) {
    %o = arith.muli %bx, %c1024 : index
    tile.parallel (%i) in (1024) {
      %p = arith.addi %o, %i : index
      %a = tile.load %A[%p] : memref<?xf32>
      %b = tile.load %B[%p] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      tile.store %s, %C[%p] : memref<?xf32>
    }
  }
  return
}

// K2: C = relu(A * B^T + bias), three-stage pipeline, panel order of blocks, f16 result through the copy's conversion.
!s = !tile.buffer<128x64xf16, shared>
!g = !tile.buffer<128x64xf16, global>
!acc = !tile.buffer<128x128xf32, fragment>
!gc = !tile.buffer<128x128xf16, global>
// CHECK-LABEL: func.func @gemm_bias_relu(
// CHECK: raster(#tile.raster<row, panel = 10>)
// CHECK: tile.pipelined %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} stages(3) {
// CHECK: tile.gemm %{{.*}}, %{{.*}} into %{{.*}} transpose_b :
func.func @gemm_bias_relu(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %bias: memref<?xf16>, %C: memref<?x?xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16>
  %K = memref.dim %A, %c1 : memref<?x?xf16>
  %N = memref.dim %B, %c0 : memref<?x?xf16>
  %gx = arith.ceildivui %N, %c128 : index
  %gy = arith.ceildivui %M, %c128 : index
  %kt = arith.ceildivui %K, %c64 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(256) raster(#tile.raster<row, panel = 10>) {
    %As = tile.alloc : !s
    %Bs = tile.alloc : !s
    %acc = tile.alloc : !acc
    %m = arith.muli %by, %c128 : index
    %n = arith.muli %bx, %c128 : index
    tile.fill %zero into %acc : f32 into !acc
    tile.pipelined %ko = %c0 to %kt step %c1 stages(3) {
      %k = arith.muli %ko, %c64 : index
      %ga = tile.slice %A[%m : 128, %k : 64] : memref<?x?xf16> -> !g
      tile.copy %ga into %As : !g into !s
      %gb = tile.slice %B[%n : 128, %k : 64] : memref<?x?xf16> -> !g
      tile.copy %gb into %Bs : !g into !s
      tile.gemm %As, %Bs into %acc transpose_b policy(square) : !s, !s into !acc
    }
    tile.parallel (%i, %j) in (128, 128) {
      %jn = arith.addi %n, %j : index
      %b = tile.load %bias[%jn] : memref<?xf16>
      %bf = tile.cast %b : f16 to f32
      %x = tile.load %acc[%i, %j] : !acc
      %y = arith.addf %x, %bf : f32
      %r = arith.maxnumf %y, %zero : f32
      tile.store %r, %acc[%i, %j] : !acc
    }
    %gc = tile.slice %C[%m : 128, %n : 128] : memref<?x?xf16> -> !gc
    tile.copy %acc into %gc : !acc into !gc
  }
  return
}

// K3: split-K GEMM; the third grid dimension owns a K range, partial tiles meet in memory through atomics.
!a3 = !tile.buffer<128x32xf16, shared>
!b3 = !tile.buffer<32x128xf16, shared>
!ga3 = !tile.buffer<128x32xf16, global>
!gb3 = !tile.buffer<32x128xf16, global>
!acc3 = !tile.buffer<128x128xf32, fragment>
!gc3 = !tile.buffer<128x128xf32, global>
// CHECK-LABEL: func.func @gemm_split_k(
// CHECK: tile.launch blocks(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}}, %{{.*}}, %{{.*}}) threads(128)
// CHECK: tile.atomic_tile add %{{.*}} into %{{.*}} : !tile.buffer<128x128xf32, fragment> into !tile.buffer<128x128xf32, global>
func.func @gemm_split_k(%A: memref<1024x1024xf16>, %B: memref<1024x1024xf16>, %C: memref<1024x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  tile.launch blocks(%bx, %by, %bz) in (%c8, %c8, %c4) threads(128) {
    %As = tile.alloc : !a3
    %Bs = tile.alloc : !b3
    %acc = tile.alloc : !acc3
    %m = arith.muli %by, %c128 : index
    %n = arith.muli %bx, %c128 : index
    %kz = arith.muli %bz, %c256 : index
    tile.fill %zero into %acc : f32 into !acc3
    tile.pipelined %ko = %c0 to %c8 step %c1 stages(2) {
      %k0 = arith.muli %ko, %c32 : index
      %k = arith.addi %kz, %k0 : index
      %ga = tile.slice %A[%m : 128, %k : 32] : memref<1024x1024xf16> -> !ga3
      tile.copy %ga into %As : !ga3 into !a3
      %gb = tile.slice %B[%k : 32, %n : 128] : memref<1024x1024xf16> -> !gb3
      tile.copy %gb into %Bs : !gb3 into !b3
      tile.gemm %As, %Bs into %acc : !a3, !b3 into !acc3
    }
    %gc = tile.slice %C[%m : 128, %n : 128] : memref<1024x1024xf32> -> !gc3
    tile.atomic_tile add %acc into %gc order(relaxed) scope(device) : !acc3 into !gc3
  }
  return
}

// K4: flash attention forward, causal, layout [batch, seq, heads, dim], online softmax; sequence length is dynamic.
!t4 = memref<?x?x?x128xf16>
!s4 = !tile.buffer<64x128xf16, shared>
!g4 = !tile.buffer<64x128xf16, global>
!S4 = !tile.buffer<64x64xf32, fragment>
!P4 = !tile.buffer<64x64xf16, fragment>
!O4 = !tile.buffer<64x128xf32, fragment>
!r4 = !tile.buffer<64xf32, fragment>
// CHECK-LABEL: func.func @flash_fwd(
// CHECK: tile.slice %{{.*}}[%{{.*}}, %{{.*}} : 64, %{{.*}}, 0 : 128] : memref<?x?x?x128xf16> -> !tile.buffer<64x128xf16, global>
// CHECK: transpose_b policy(full_row)
// CHECK: tile.reduce max %{{.*}} into %{{.*}} dim(1) accumulate
func.func @flash_fwd(%Q: !t4, %K: !t4, %V: !t4, %Out: !t4 {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  // log2(e) / sqrt(128)
  %scale = arith.constant 0.127517432 : f32
  %batch = memref.dim %Q, %c0 : !t4
  %seq = memref.dim %Q, %c1 : !t4
  %heads = memref.dim %Q, %c2 : !t4
  %gx = arith.ceildivui %seq, %c64 : index
  tile.launch blocks(%bx, %h, %b) in (%gx, %heads, %batch) threads(128) {
    %Qs = tile.alloc : !s4
    %Ks = tile.alloc : !s4
    %Vs = tile.alloc : !s4
    %S = tile.alloc : !S4
    %P = tile.alloc : !P4
    %O = tile.alloc : !O4
    %mx = tile.alloc : !r4
    %mp = tile.alloc : !r4
    %al = tile.alloc : !r4
    %rs = tile.alloc : !r4
    %l = tile.alloc : !r4
    %m = arith.muli %bx, %c64 : index
    %gq = tile.slice %Q[%b, %m : 64, %h, 0 : 128] : !t4 -> !g4
    tile.copy %gq into %Qs : !g4 into !s4
    tile.fill %zero into %O : f32 into !O4
    tile.fill %zero into %l : f32 into !r4
    tile.fill %ninf into %mx : f32 into !r4
    // block_M == block_N: causal bound in key blocks
    %end = arith.addi %bx, %c1 : index
    tile.pipelined %kb = %c0 to %end step %c1 stages(2) {
      %n = arith.muli %kb, %c64 : index
      %gk = tile.slice %K[%b, %n : 64, %h, 0 : 128] : !t4 -> !g4
      tile.copy %gk into %Ks : !g4 into !s4
      tile.parallel (%i, %j) in (64, 64) {
        %qi = arith.addi %m, %i : index
        %kj = arith.addi %n, %j : index
        %keep = arith.cmpi sge, %qi, %kj : index
        %v = arith.select %keep, %zero, %ninf : f32
        tile.store %v, %S[%i, %j] : !S4
      }
      tile.gemm %Qs, %Ks into %S transpose_b policy(full_row) : !s4, !s4 into !S4
      tile.copy %mx into %mp : !r4 into !r4
      tile.reduce max %S into %mx dim(1) accumulate : !S4 into !r4
      tile.parallel (%i) in (64) {
        %old = tile.load %mp[%i] : !r4
        %new = tile.load %mx[%i] : !r4
        %d = arith.subf %old, %new : f32
        %ds = arith.mulf %d, %scale : f32
        %e = math.exp2 %ds : f32
        tile.store %e, %al[%i] : !r4
      }
      tile.parallel (%i, %j) in (64, 64) {
        %s = tile.load %S[%i, %j] : !S4
        %mm = tile.load %mx[%i] : !r4
        %d = arith.subf %s, %mm : f32
        %ds = arith.mulf %d, %scale : f32
        %e = math.exp2 %ds : f32
        tile.store %e, %S[%i, %j] : !S4
      }
      tile.reduce sum %S into %rs dim(1) : !S4 into !r4
      tile.parallel (%i) in (64) {
        %l0 = tile.load %l[%i] : !r4
        %a = tile.load %al[%i] : !r4
        %r = tile.load %rs[%i] : !r4
        %l1 = math.fma %l0, %a, %r : f32
        tile.store %l1, %l[%i] : !r4
      }
      tile.copy %S into %P : !S4 into !P4
      tile.parallel (%i, %j) in (64, 128) {
        %o = tile.load %O[%i, %j] : !O4
        %a = tile.load %al[%i] : !r4
        %o1 = arith.mulf %o, %a : f32
        tile.store %o1, %O[%i, %j] : !O4
      }
      %gv = tile.slice %V[%b, %n : 64, %h, 0 : 128] : !t4 -> !g4
      tile.copy %gv into %Vs : !g4 into !s4
      tile.gemm %P, %Vs into %O policy(full_row) : !P4, !s4 into !O4
    }
    tile.parallel (%i, %j) in (64, 128) {
      %o = tile.load %O[%i, %j] : !O4
      %li = tile.load %l[%i] : !r4
      %q = arith.divf %o, %li : f32
      tile.store %q, %O[%i, %j] : !O4
    }
    %go = tile.slice %Out[%b, %m : 64, %h, 0 : 128] : !t4 -> !g4
    tile.copy %O into %go : !O4 into !g4
  }
  return
}

// K5: C = A * dequant(B)^T; B holds two unsigned 4-bit codes per byte, one f16 scale per (row, 64 columns).
!a5 = !tile.buffer<128x64xf16, shared>
!ga5 = !tile.buffer<128x64xf16, global>
!q5 = !tile.buffer<128x32xi8, shared>
!gq5 = !tile.buffer<128x32xi8, global>
!n5 = !tile.buffer<128x64xi4, shared>
!w5 = !tile.buffer<128x64xf16, fragment>
!acc5 = !tile.buffer<128x128xf32, fragment>
!gc5 = !tile.buffer<128x128xf16, global>
// CHECK-LABEL: func.func @gemm_w4a16(
// CHECK: tile.view %{{.*}} : !tile.buffer<128x32xi8, shared> -> !tile.buffer<128x64xi4, shared>
// CHECK: tile.cast %{{.*}} unsigned : i4 to f16
// CHECK: full_col
func.func @gemm_w4a16(%A: memref<?x4096xf16>, %B: memref<4096x2048xi8>, %scale: memref<4096x64xf16>, %C: memref<?x4096xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %bias = arith.constant 8.0 : f16
  %M = memref.dim %A, %c0 : memref<?x4096xf16>
  %gy = arith.ceildivui %M, %c128 : index
  tile.launch blocks(%bx, %by) in (%c32, %gy) threads(256) {
    %As = tile.alloc : !a5
    %Qs = tile.alloc : !q5
    %W = tile.alloc : !w5
    %acc = tile.alloc : !acc5
    // the same bytes as 4-bit elements, low nibble first
    %Ns = tile.view %Qs : !q5 -> !n5
    %m = arith.muli %by, %c128 : index
    %n = arith.muli %bx, %c128 : index
    tile.fill %zero into %acc : f32 into !acc5
    tile.pipelined %ko = %c0 to %c64 step %c1 stages(3) {
      %k = arith.muli %ko, %c64 : index
      %kb = arith.muli %ko, %c32 : index
      %ga = tile.slice %A[%m : 128, %k : 64] : memref<?x4096xf16> -> !ga5
      tile.copy %ga into %As : !ga5 into !a5
      %gq = tile.slice %B[%n : 128, %kb : 32] : memref<4096x2048xi8> -> !gq5
      tile.copy %gq into %Qs : !gq5 into !q5
      tile.parallel (%i, %j) in (128, 64) {
        %code = tile.load %Ns[%i, %j] : !n5
        %u = tile.cast %code unsigned : i4 to f16
        %row = arith.addi %n, %i : index
        %sc = tile.load %scale[%row, %ko] : memref<4096x64xf16>
        %d = arith.subf %u, %bias : f16
        %w = arith.mulf %d, %sc : f16
        tile.store %w, %W[%i, %j] : !w5
      }
      tile.gemm %As, %W into %acc transpose_b policy(full_col) : !a5, !w5 into !acc5
    }
    %gc = tile.slice %C[%m : 128, %n : 128] : memref<?x4096xf16> -> !gc5
    tile.copy %acc into %gc : !acc5 into !gc5
  }
  return
}

// K6: softmax over rows longer than a tile: first pass keeps a running log2-sum, second pass normalises; -inf padding makes the tail harmless.
!x6 = !tile.buffer<4x2048xf32, fragment>
!g6 = !tile.buffer<4x2048xf16, global>
!r6 = !tile.buffer<4xf32, fragment>
// CHECK-LABEL: func.func @softmax(
// CHECK: pad(0xFC00 : f16)
// CHECK: tile.reduce sum
func.func @softmax(%X: memref<?x?xf16>, %Y: memref<?x?xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c2048 = arith.constant 2048 : index
  %ninf = arith.constant 0xFF800000 : f32
  %log2e = arith.constant 1.44269504 : f32
  %M = memref.dim %X, %c0 : memref<?x?xf16>
  %N = memref.dim %X, %c1 : memref<?x?xf16>
  %g = arith.ceildivui %M, %c4 : index
  %nt = arith.ceildivui %N, %c2048 : index
  tile.launch blocks(%bx) in (%g) threads(128) {
    %x = tile.alloc : !x6
    %e = tile.alloc : !x6
    %mx = tile.alloc : !r6
    %sm = tile.alloc : !r6
    %lse = tile.alloc : !r6
    %m = arith.muli %bx, %c4 : index
    tile.fill %ninf into %lse : f32 into !r6
    tile.pipelined %t = %c0 to %nt step %c1 stages(2) {
      %n = arith.muli %t, %c2048 : index
      %gx = tile.slice %X[%m : 4, %n : 2048] pad(0xFC00 : f16) : memref<?x?xf16> -> !g6
      tile.copy %gx into %x : !g6 into !x6
      tile.reduce max %x into %mx dim(1) : !x6 into !r6
      tile.parallel (%i, %j) in (4, 2048) {
        %v = tile.load %x[%i, %j] : !x6
        %mm = tile.load %mx[%i] : !r6
        %d = arith.subf %v, %mm : f32
        %ds = arith.mulf %d, %log2e : f32
        %ev = math.exp2 %ds : f32
        tile.store %ev, %e[%i, %j] : !x6
      }
      tile.reduce sum %e into %sm dim(1) : !x6 into !r6
      tile.parallel (%i) in (4) {
        %l = tile.load %lse[%i] : !r6
        %mm = tile.load %mx[%i] : !r6
        %s = tile.load %sm[%i] : !r6
        %ms = arith.mulf %mm, %log2e : f32
        %d = arith.subf %l, %ms : f32
        %p = math.exp2 %d : f32
        %q = arith.addf %p, %s : f32
        %lg = math.log2 %q : f32
        %l1 = arith.addf %ms, %lg : f32
        tile.store %l1, %lse[%i] : !r6
      }
    }
    tile.pipelined %t = %c0 to %nt step %c1 stages(2) {
      %n = arith.muli %t, %c2048 : index
      %gx = tile.slice %X[%m : 4, %n : 2048] : memref<?x?xf16> -> !g6
      tile.copy %gx into %x : !g6 into !x6
      tile.parallel (%i, %j) in (4, 2048) {
        %v = tile.load %x[%i, %j] : !x6
        %l = tile.load %lse[%i] : !r6
        %vs = arith.mulf %v, %log2e : f32
        %d = arith.subf %vs, %l : f32
        %p = math.exp2 %d : f32
        tile.store %p, %e[%i, %j] : !x6
      }
      %gy = tile.slice %Y[%m : 4, %n : 2048] : memref<?x?xf16> -> !g6
      tile.copy %e into %gy : !x6 into !g6
    }
  }
  return
}

// K7: RMSNorm, whole rows in registers; serial code between collective ops is ordinary arith/math.
!x7 = !tile.buffer<2x8192xf32, fragment>
!g7 = !tile.buffer<2x8192xf16, global>
!r7 = !tile.buffer<2xf32, fragment>
// CHECK-LABEL: func.func @rms_norm(
// CHECK: math.rsqrt
func.func @rms_norm(%X: memref<?x8192xf16>, %w: memref<8192xf16>, %Y: memref<?x8192xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %inv = arith.constant 1.220703125e-4 : f32
  %eps = arith.constant 1.0e-6 : f32
  %M = memref.dim %X, %c0 : memref<?x8192xf16>
  %g = arith.ceildivui %M, %c2 : index
  tile.launch blocks(%bx) in (%g) threads(256) {
    %x = tile.alloc : !x7
    %x2 = tile.alloc : !x7
    %r = tile.alloc : !r7
    %m = arith.muli %bx, %c2 : index
    %gx = tile.slice %X[%m : 2, 0 : 8192] : memref<?x8192xf16> -> !g7
    tile.copy %gx into %x : !g7 into !x7
    tile.parallel (%i, %j) in (2, 8192) {
      %v = tile.load %x[%i, %j] : !x7
      %q = arith.mulf %v, %v : f32
      tile.store %q, %x2[%i, %j] : !x7
    }
    tile.reduce sum %x2 into %r dim(1) : !x7 into !r7
    tile.parallel (%i) in (2) {
      %s = tile.load %r[%i] : !r7
      %a = math.fma %s, %inv, %eps : f32
      %z = math.rsqrt %a : f32
      tile.store %z, %r[%i] : !r7
    }
    tile.parallel (%i, %j) in (2, 8192) {
      %v = tile.load %x[%i, %j] : !x7
      %z = tile.load %r[%i] : !r7
      %wj = tile.load %w[%j] : memref<8192xf16>
      %wf = tile.cast %wj : f16 to f32
      %a = arith.mulf %v, %z : f32
      %y = arith.mulf %a, %wf : f32
      tile.store %y, %x[%i, %j] : !x7
    }
    %gy = tile.slice %Y[%m : 2, 0 : 8192] : memref<?x8192xf16> -> !g7
    tile.copy %x into %gy : !x7 into !g7
  }
  return
}

// K8: top-k of each row by repeated argmax (largest index wins a tie); stores guarded by the tensor bounds, not by the program.
!x8 = !tile.buffer<64x128xf32, fragment>
!i8 = !tile.buffer<64x128xi32, fragment>
!v8 = !tile.buffer<64xf32, fragment>
!n8 = !tile.buffer<64xi32, fragment>
!g8 = !tile.buffer<64x128xf32, global>
// CHECK-LABEL: func.func @topk(
// CHECK: tile.reduce max %{{.*}} into %{{.*}} dim(1) : !tile.buffer<64x128xi32, fragment> into !tile.buffer<64xi32, fragment>
func.func @topk(%L: memref<?x128xf32>, %G: memref<?x8xf32> {tile.out}, %I: memref<?x8xi32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %m1 = arith.constant -1 : i32
  %ninf = arith.constant 0xFF800000 : f32
  %M = memref.dim %L, %c0 : memref<?x128xf32>
  %g = arith.ceildivui %M, %c64 : index
  tile.launch blocks(%bx) in (%g) threads(128) {
    %x = tile.alloc : !x8
    %ix = tile.alloc : !i8
    %mv = tile.alloc : !v8
    %mi = tile.alloc : !n8
    %m = arith.muli %bx, %c64 : index
    %gl = tile.slice %L[%m : 64, 0 : 128] : memref<?x128xf32> -> !g8
    tile.copy %gl into %x : !g8 into !x8
    scf.for %k = %c0 to %c8 step %c1 {
      tile.reduce max %x into %mv dim(1) : !x8 into !v8
      tile.parallel (%i, %j) in (64, 128) {
        %v = tile.load %x[%i, %j] : !x8
        %t = tile.load %mv[%i] : !v8
        %hit = arith.cmpf oeq, %v, %t : f32
        %ji = arith.index_cast %j : index to i32
        %c = arith.select %hit, %ji, %m1 : i32
        tile.store %c, %ix[%i, %j] : !i8
      }
      tile.reduce max %ix into %mi dim(1) : !i8 into !n8
      tile.parallel (%i, %j) in (64, 128) {
        %best = tile.load %mi[%i] : !n8
        %ji = arith.index_cast %j : index to i32
        %hit = arith.cmpi eq, %ji, %best : i32
        scf.if %hit {
          tile.store %ninf, %x[%i, %j] : !x8
        }
      }
      tile.parallel (%i) in (64) {
        %row = arith.addi %m, %i : index
        %v = tile.load %mv[%i] : !v8
        %n = tile.load %mi[%i] : !n8
        tile.store %v, %G[%row, %k] : memref<?x8xf32>
        tile.store %n, %I[%row, %k] : memref<?x8xi32>
      }
    }
  }
  return
}

// K9: deferred reduction: one epoch over all tiles of a row block, one combine across threads at the end.
!a9 = !tile.buffer<32x128xf32, shared>
!g9 = !tile.buffer<32x128xf32, global>
!r9 = !tile.buffer<32xf32, fragment>
!go9 = !tile.buffer<32xf32, global>
// CHECK-LABEL: func.func @row_sum(
// CHECK: tile.reducer_init : !tile.reducer<32xf32, sum>
// CHECK: tile.reducer_update %{{.*}}, %{{.*}}[%{{.*}}] : !tile.reducer<32xf32, sum>
// CHECK: tile.reducer_finalize %{{.*}} into %{{.*}} : !tile.reducer<32xf32, sum> into !tile.buffer<32xf32, fragment>
func.func @row_sum(%A: memref<?x?xf32>, %B: memref<?xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %g = arith.ceildivui %M, %c32 : index
  %kt = arith.ceildivui %K, %c128 : index
  tile.launch blocks(%bx) in (%g) threads(128) {
    %s = tile.alloc : !a9
    %sum = tile.alloc : !r9
    %m = arith.muli %bx, %c32 : index
    %acc = tile.reducer_init : !tile.reducer<32xf32, sum>
    tile.pipelined %t = %c0 to %kt step %c1 stages(2) {
      %k = arith.muli %t, %c128 : index
      %ga = tile.slice %A[%m : 32, %k : 128] : memref<?x?xf32> -> !g9
      tile.copy %ga into %s : !g9 into !a9
      tile.parallel (%i, %j) in (32, 128) {
        %v = tile.load %s[%i, %j] : !a9
        tile.reducer_update %v, %acc[%i] : !tile.reducer<32xf32, sum>
      }
    }
    tile.reducer_finalize %acc into %sum : !tile.reducer<32xf32, sum> into !r9
    %gb = tile.slice %B[%m : 32] : memref<?xf32> -> !go9
    tile.copy %sum into %gb : !r9 into !go9
  }
  return
}

// K10: block-sparse attention (no causal term, scores already scaled): the mask decides, inside the pipelined loop, whether a key block exists.
!t10 = memref<?x?x4096x64xf16>
!m10 = memref<?x?x64x64xi1>
!s10 = !tile.buffer<64x64xf16, shared>
!g10 = !tile.buffer<64x64xf16, global>
!S10 = !tile.buffer<64x64xf32, fragment>
!P10 = !tile.buffer<64x64xf16, fragment>
!r10 = !tile.buffer<64xf32, fragment>
// CHECK-LABEL: func.func @block_sparse_attention(
// CHECK: clear(%{{.*}}) policy(full_row)
func.func @block_sparse_attention(%Q: !t10, %K: !t10, %V: !t10, %mask: !m10, %Out: !t10 {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e30 : f32
  %batch = memref.dim %Q, %c0 : !t10
  %heads = memref.dim %Q, %c1 : !t10
  tile.launch blocks(%bx, %h, %b) in (%c64, %heads, %batch) threads(128) {
    %Qs = tile.alloc : !s10
    %Ks = tile.alloc : !s10
    %Vs = tile.alloc : !s10
    %S = tile.alloc : !S10
    %P = tile.alloc : !P10
    %O = tile.alloc : !S10
    %mx = tile.alloc : !r10
    %mp = tile.alloc : !r10
    %l = tile.alloc : !r10
    %rs = tile.alloc : !r10
    %m = arith.muli %bx, %c64 : index
    %gq = tile.slice %Q[%b, %h, %m : 64, 0 : 64] : !t10 -> !g10
    tile.copy %gq into %Qs : !g10 into !s10
    tile.fill %zero into %O : f32 into !S10
    tile.fill %zero into %l : f32 into !r10
    tile.fill %low into %mx : f32 into !r10
    tile.pipelined %kb = %c0 to %c64 step %c1 stages(2) {
      // uniform: every index is; a later pass may prefetch it
      %on = tile.load %mask[%b, %h, %bx, %kb] : !m10
      scf.if %on {
        %n = arith.muli %kb, %c64 : index
        %gk = tile.slice %K[%b, %h, %n : 64, 0 : 64] : !t10 -> !g10
        tile.copy %gk into %Ks : !g10 into !s10
        %yes = arith.constant true
        tile.gemm %Qs, %Ks into %S transpose_b clear(%yes) policy(full_row) : !s10, !s10 into !S10
        tile.copy %mx into %mp : !r10 into !r10
        tile.reduce max %S into %mx dim(1) accumulate : !S10 into !r10
        tile.parallel (%i, %j) in (64, 64) {
          %s = tile.load %S[%i, %j] : !S10
          %mm = tile.load %mx[%i] : !r10
          %d = arith.subf %s, %mm : f32
          %e = math.exp2 %d : f32
          tile.store %e, %S[%i, %j] : !S10
        }
        tile.reduce sum %S into %rs dim(1) : !S10 into !r10
        tile.parallel (%i) in (64) {
          %p0 = tile.load %mp[%i] : !r10
          %p1 = tile.load %mx[%i] : !r10
          %d = arith.subf %p0, %p1 : f32
          %a = math.exp2 %d : f32
          tile.store %a, %mp[%i] : !r10
          %l0 = tile.load %l[%i] : !r10
          %r = tile.load %rs[%i] : !r10
          %l1 = math.fma %l0, %a, %r : f32
          tile.store %l1, %l[%i] : !r10
        }
        tile.copy %S into %P : !S10 into !P10
        tile.parallel (%i, %j) in (64, 64) {
          %o = tile.load %O[%i, %j] : !S10
          %a = tile.load %mp[%i] : !r10
          %o1 = arith.mulf %o, %a : f32
          tile.store %o1, %O[%i, %j] : !S10
        }
        %gv = tile.slice %V[%b, %h, %n : 64, 0 : 64] : !t10 -> !g10
        tile.copy %gv into %Vs : !g10 into !s10
        tile.gemm %P, %Vs into %O policy(full_row) : !P10, !s10 into !S10
      }
    }
    tile.parallel (%i, %j) in (64, 64) {
      %o = tile.load %O[%i, %j] : !S10
      %li = tile.load %l[%i] : !r10
      %any = arith.cmpf ogt, %li, %zero : f32
      %q = arith.divf %o, %li : f32
      %z = arith.select %any, %q, %zero : f32
      tile.store %z, %O[%i, %j] : !S10
    }
    %go = tile.slice %Out[%b, %h, %m : 64, 0 : 64] : !t10 -> !g10
    tile.copy %O into %go : !S10 into !g10
  }
  return
}

// K11: 3x3 convolution, NHWC, as implicit GEMM.
!d11 = !tile.buffer<64x32xf16, shared>
!w11 = !tile.buffer<32x128xf16, shared>
!gw11 = !tile.buffer<32x128xf16, global>
!acc11 = !tile.buffer<64x128xf32, fragment>
!o11 = !tile.buffer<64x128xf16, shared>
!go11 = !tile.buffer<64x128xf16, global>
// CHECK-LABEL: func.func @conv2d(
// CHECK: tile.im2col %{{.*}}[%{{.*}}, %{{.*}}] into %{{.*}} kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1)
func.func @conv2d(%X: memref<128x64x64x128xf16>, %W: memref<3x3x128x128xf16>, %Y: memref<128x64x64x128xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c36 = arith.constant 36 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c8192 = arith.constant 8192 : index
  %zero = arith.constant 0.0 : f32
  %Wf = memref.collapse_shape %W [[0, 1, 2], [3]] : memref<3x3x128x128xf16> into memref<1152x128xf16>
  %Yf = memref.collapse_shape %Y [[0, 1, 2], [3]] : memref<128x64x64x128xf16> into memref<524288x128xf16>
  tile.launch blocks(%bx, %by) in (%c1, %c8192) threads(256) {
    %Xs = tile.alloc : !d11
    %Ws = tile.alloc : !w11
    %acc = tile.alloc : !acc11
    %Os = tile.alloc : !o11
    %m = arith.muli %by, %c64 : index
    %n = arith.muli %bx, %c128 : index
    tile.fill %zero into %acc : f32 into !acc11
    tile.pipelined %ko = %c0 to %c36 step %c1 stages(3) {
      %k = arith.muli %ko, %c32 : index
      tile.im2col %X[%m, %k] into %Xs kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<128x64x64x128xf16> into !d11
      %gw = tile.slice %Wf[%k : 32, %n : 128] : memref<1152x128xf16> -> !gw11
      tile.copy %gw into %Ws : !gw11 into !w11
      tile.gemm %Xs, %Ws into %acc : !d11, !w11 into !acc11
    }
    tile.copy %acc into %Os : !acc11 into !o11
    %gy = tile.slice %Yf[%m : 64, %n : 128] : memref<524288x128xf16> -> !go11
    tile.copy %Os into %gy : !o11 into !go11
  }
  return
}

// K12a: user-written warp specialization with raw barriers: warps 4..7 load by TMA, warps 0..3 multiply asynchronously; two slots.
!r12 = !tile.buffer<2x128x64xf16, shared>
!s12 = !tile.buffer<128x64xf16, shared>
!g12 = !tile.buffer<128x64xf16, global>
!acc12 = !tile.buffer<128x128xf32, fragment>
!gc12 = !tile.buffer<128x128xf16, global>
!bar12 = !tile.buffer<2xi64, barrier>
// CHECK-LABEL: func.func @ws_gemm(
// CHECK: tile.specialize role @load warps(4 to 8) regs(24) {
// CHECK: tile.barrier_wait %{{.*}}[%{{.*}}] parity(%{{.*}}) : !tile.buffer<2xi64, barrier>
// CHECK: tile.copy async %{{.*}} into %{{.*}} prefer(bulk) barrier(%{{.*}}[%{{.*}}] : {{.*}}<2xi64, barrier>)
// CHECK: role @mma warps(0 to 4) regs(240) {
// CHECK: tile.wait_group mma pending(0)
func.func @ws_gemm(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %C: memref<?x?xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16>
  %K = memref.dim %A, %c1 : memref<?x?xf16>
  %N = memref.dim %B, %c0 : memref<?x?xf16>
  %gx = arith.ceildivui %N, %c128 : index
  %gy = arith.ceildivui %M, %c128 : index
  %kt = arith.ceildivui %K, %c64 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(256) min_blocks(1) {
    %As = tile.alloc : !r12
    %Bs = tile.alloc : !r12
    %acc = tile.alloc : !acc12
    %full = tile.alloc arrivals([128, 128]) : !bar12
    %empty = tile.alloc arrivals([128, 128]) : !bar12
    %m = arith.muli %by, %c128 : index
    %n = arith.muli %bx, %c128 : index
    tile.specialize role @load warps(4 to 8) regs(24) {
      scf.for %ko = %c0 to %kt step %c1 {
        %slot = arith.remui %ko, %c2 : index
        %use = arith.divui %ko, %c2 : index
        %u1 = arith.addi %use, %c1 : index
        // waiting on the phase before the first one returns at once
        %par = arith.remui %u1, %c2 : index
        tile.barrier_wait %empty[%slot] parity(%par) : !bar12
        %k = arith.muli %ko, %c64 : index
        %a = tile.slice %As[%slot, 0 : 128, 0 : 64] : !r12 -> !s12
        %b = tile.slice %Bs[%slot, 0 : 128, 0 : 64] : !r12 -> !s12
        %ga = tile.slice %A[%m : 128, %k : 64] : memref<?x?xf16> -> !g12
        %gb = tile.slice %B[%n : 128, %k : 64] : memref<?x?xf16> -> !g12
        %t0 = tile.copy async %ga into %a prefer(bulk) barrier(%full[%slot] : !bar12) : !g12 into !s12
        %t1 = tile.copy async %gb into %b prefer(bulk) barrier(%full[%slot] : !bar12) : !g12 into !s12
        tile.barrier_arrive %full[%slot] : !bar12
      }
    } role @mma warps(0 to 4) regs(240) {
      tile.fill %zero into %acc : f32 into !acc12
      scf.for %ko = %c0 to %kt step %c1 {
        %slot = arith.remui %ko, %c2 : index
        %use = arith.divui %ko, %c2 : index
        %par = arith.remui %use, %c2 : index
        tile.barrier_wait %full[%slot] parity(%par) : !bar12
        %a = tile.slice %As[%slot, 0 : 128, 0 : 64] : !r12 -> !s12
        %b = tile.slice %Bs[%slot, 0 : 128, 0 : 64] : !r12 -> !s12
        %t = tile.gemm async %a, %b into %acc transpose_b : !s12, !s12 into !acc12
        tile.wait_group mma pending(0)
        tile.barrier_arrive %empty[%slot] : !bar12
      }
      %gc = tile.slice %C[%m : 128, %n : 128] : memref<?x?xf16> -> !gc12
      tile.copy %acc into %gc : !acc12 into !gc12
    }
  }
  return
}

// K12b: the same roles over a channel: no slot, parity, arrival count or wait depth is written by the user.
!ch12 = !tile.channel<4, !s12, !s12>
// CHECK-LABEL: func.func @channel_gemm(
// CHECK: tile.channel : !tile.channel<4, !tile.buffer<128x64xf16, shared>, !tile.buffer<128x64xf16, shared>>
// CHECK: tile.channel_acquire
// CHECK: tile.channel_commit
// CHECK: tile.channel_wait
// CHECK: tile.channel_release
func.func @channel_gemm(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %C: memref<?x?xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16>
  %K = memref.dim %A, %c1 : memref<?x?xf16>
  %N = memref.dim %B, %c0 : memref<?x?xf16>
  %gx = arith.ceildivui %N, %c128 : index
  %gy = arith.ceildivui %M, %c128 : index
  %kt = arith.ceildivui %K, %c64 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(384) {
    %acc = tile.alloc : !acc12
    %ring = tile.channel : !ch12
    %m = arith.muli %by, %c128 : index
    %n = arith.muli %bx, %c128 : index
    tile.specialize role @load warps(8 to 12) regs(40) {
      scf.for %ko = %c0 to %kt step %c1 {
        %k = arith.muli %ko, %c64 : index
        %a, %b = tile.channel_acquire %ring : !ch12
        %ga = tile.slice %A[%m : 128, %k : 64] : memref<?x?xf16> -> !g12
        %gb = tile.slice %B[%n : 128, %k : 64] : memref<?x?xf16> -> !g12
        %t0 = tile.copy async %ga into %a : !g12 into !s12
        %t1 = tile.copy async %gb into %b : !g12 into !s12
        tile.channel_commit %ring : !ch12
      }
    } role @mma warps(0 to 8) regs(232) {
      tile.fill %zero into %acc : f32 into !acc12
      scf.for %ko = %c0 to %kt step %c1 {
        %a, %b = tile.channel_wait %ring : !ch12
        %t = tile.gemm async %a, %b into %acc transpose_b : !s12, !s12 into !acc12
        // takes effect when the gemm that reads the slot has completed
        tile.channel_release %ring : !ch12
      }
      tile.wait_group mma pending(0)
      %gc = tile.slice %C[%m : 128, %n : 128] : memref<?x?xf16> -> !gc12
      tile.copy %acc into %gc : !acc12 into !gc12
    }
  }
  return
}

// K13: persistent grouped GEMM; every group's tensors are reached through tables of addresses, rows per group come from a size table.
!a13 = !tile.buffer<128x64xf16, shared>
!b13 = !tile.buffer<64x128xf16, shared>
!ga13 = !tile.buffer<128x64xf16, global>
!gb13 = !tile.buffer<64x128xf16, global>
!acc13 = !tile.buffer<128x128xf32, fragment>
!gc13 = !tile.buffer<128x128xf16, global>
// CHECK-LABEL: func.func @grouped_gemm(
// CHECK: tile.persistent (%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}}, %{{.*}}, %{{.*}}) worker(%{{.*}} of %{{.*}}) walk(#tile.walk<group = 8>) {
// CHECK: tile.tensor_at %{{.*}} sizes(%{{.*}}, 4096) : i64 -> memref<?x4096xf16>
func.func @grouped_gemm(%Ap: memref<?xi64>, %Bp: memref<?xi64>, %Cp: memref<?xi64>, %rows: memref<?xi32>, %maxRows: index, %workers: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %nt = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %groups = memref.dim %Ap, %c0 : memref<?xi64>
  %mt = arith.ceildivui %maxRows, %c128 : index
  tile.launch blocks(%w) in (%workers) threads(256) {
    %As = tile.alloc : !a13
    %Bs = tile.alloc : !b13
    %acc = tile.alloc : !acc13
    tile.persistent (%g, %mi, %ni) in (%groups, %mt, %nt) worker(%w of %workers) walk(#tile.walk<group = 8>) {
      %r32 = tile.load %rows[%g] : memref<?xi32>
      %r = arith.index_cast %r32 : i32 to index
      %m = arith.muli %mi, %c128 : index
      %n = arith.muli %ni, %c128 : index
      %live = arith.cmpi ult, %m, %r : index
      scf.if %live {
        %ap = tile.load %Ap[%g] : memref<?xi64>
        %bp = tile.load %Bp[%g] : memref<?xi64>
        %cp = tile.load %Cp[%g] : memref<?xi64>
        %A = tile.tensor_at %ap sizes(%r, 4096) : i64 -> memref<?x4096xf16>
        %B = tile.tensor_at %bp sizes(4096, 2048) : i64 -> memref<4096x2048xf16>
        %C = tile.tensor_at %cp sizes(%r, 2048) : i64 -> memref<?x2048xf16>
        tile.fill %zero into %acc : f32 into !acc13
        tile.pipelined %ko = %c0 to %c64 step %c1 stages(3) {
          %k = arith.muli %ko, %c64 : index
          %ga = tile.slice %A[%m : 128, %k : 64] : memref<?x4096xf16> -> !ga13
          tile.copy %ga into %As : !ga13 into !a13
          %gb = tile.slice %B[%k : 64, %n : 128] : memref<4096x2048xf16> -> !gb13
          tile.copy %gb into %Bs : !gb13 into !b13
          tile.gemm %As, %Bs into %acc : !a13, !b13 into !acc13
        }
        %gc = tile.slice %C[%m : 128, %n : 128] : memref<?x2048xf16> -> !gc13
        tile.copy %acc into %gc : !acc13 into !gc13
      }
    }
  }
  return
}
