// RUN: tile-opt %s --tile-hoist-packing --split-input-file | FileCheck %s
//
// Products whose operands are packed before the launch.

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// The product goes straight to C, which is no memory of A or B.
// CHECK-LABEL: func.func @whole
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: tile.launch
// CHECK: call @tile_gemm_pack
// CHECK: tile.launch
// CHECK-NOT: tile.
// CHECK: call @tile_gemm_kernel
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK-NOT: tile.launch
// CHECK: llvm.call @tile_cpu_report
// CHECK-NOT: tile.launch
// CHECK: return
func.func @whole(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// C may be memory of A or B: that is tested, and the launch kept for it.
// CHECK-LABEL: func.func @may_alias
// CHECK-COUNT-4: memref.extract_aligned_pointer_as_index
// CHECK: %[[DISJOINT:.*]] = arith.andi
// CHECK: scf.if %[[DISJOINT]]
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: tile.launch
// CHECK: tile.launch
// CHECK-NOT: tile.gemm
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK: tile.launch
// CHECK: tile.gemm
func.func @may_alias(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32> {tile.may_alias}) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// Nobody has checked the arguments: the same.
// CHECK-LABEL: func.func @unchecked
// CHECK-COUNT-4: memref.extract_aligned_pointer_as_index
// CHECK: %[[DISJOINT:.*]] = arith.andi
// CHECK: scf.if %[[DISJOINT]]
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: tile.launch
// CHECK: tile.launch
// CHECK-NOT: tile.gemm
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK: tile.launch
// CHECK: tile.gemm
func.func @unchecked(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<16x32xf32, shared>
!tB = !tile.buffer<64x16xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<16x32xf32, global>
!wB = !tile.buffer<64x16xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// Transposed operands, and the grid's axes the other way round.
// CHECK-LABEL: func.func @transposed
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: tile.launch
// CHECK: call @tile_gemm_pack
// CHECK: tile.launch
// CHECK-NOT: tile.
// CHECK: call @tile_gemm_kernel
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK-NOT: tile.launch
// CHECK: llvm.call @tile_cpu_report
// CHECK-NOT: tile.launch
// CHECK: return
func.func @transposed(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%by, %bx) in (%gy, %gx) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%k : 16, %m : 32] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%n : 64, %k : 16] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c transpose_a transpose_b : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// Steps counted from 0, asynchronous copies, a first step that overwrites C.
// CHECK-LABEL: func.func @counted_steps
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: tile.launch
// CHECK: call @tile_gemm_pack
// CHECK: tile.launch
// CHECK-NOT: tile.
// CHECK: call @tile_gemm_kernel
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK-NOT: tile.launch
// CHECK: llvm.call @tile_cpu_report
// CHECK-NOT: tile.launch
// CHECK: return
func.func @counted_steps(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  %steps = arith.ceildivui %K, %c16 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    scf.for %i = %c0 to %steps step %c1 {
      %k = arith.muli %i, %c16 : index
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      %ta = tile.copy async %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.wait %ta
      %first = arith.cmpi eq, %i, %c0 : index
      tile.gemm %a, %b into %c clear(%first) : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// Two products in one step of 32.
// CHECK-LABEL: func.func @two_products
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: tile.launch
// CHECK: call @tile_gemm_pack
// CHECK: tile.launch
// CHECK-NOT: tile.
// CHECK: call @tile_gemm_kernel
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK-NOT: tile.launch
// CHECK: llvm.call @tile_cpu_report
// CHECK-NOT: tile.launch
// CHECK: return
func.func @two_products(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %c : f32 into !tC
    scf.for %k = %c0 to %K step %c32 {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
      %k2 = arith.addi %k, %c16 : index
      %wa2 = tile.slice %A[%m : 32, %k2 : 16] : memref<?x?xf32> -> !wA
      %wb2 = tile.slice %B[%k2 : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa2 into %a : !wA into !tA
      tile.copy %wb2 into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// What follows the product needs the tile: the program's blocks stay.
// CHECK-LABEL: func.func @epilogue
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: call @tile_gemm_pack
// CHECK: tile.launch blocks(%{{.*}}, %{{.*}}) in
// CHECK-NOT: tile.gemm
// CHECK: call @tile_gemm_kernel
// CHECK-NOT: tile.gemm
// CHECK: tile.parallel
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK-NOT: tile.launch
// CHECK: llvm.call @tile_cpu_report
// CHECK-NOT: tile.launch
// CHECK: return
func.func @epilogue(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %bias: memref<?xf32>) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    tile.parallel (%i, %j) in (32, 64) {
      %p = arith.addi %m, %i : index
      %q = arith.addi %n, %j : index
      %v = tile.load %c[%i, %j] : !tC
      %w = tile.load %bias[%q] : memref<?xf32>
      %s = arith.addf %v, %w : f32
      tile.store %s, %C[%p, %q] : memref<?x?xf32>
    }
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// C is added to what the tile holds.
// CHECK-LABEL: func.func @accumulates
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: call @tile_gemm_pack
// CHECK: tile.launch blocks(%{{.*}}, %{{.*}}) in
// CHECK-NOT: tile.gemm
// CHECK: call @tile_gemm_kernel
// CHECK-NOT: tile.gemm
// CHECK: tile.copy
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK-NOT: tile.launch
// CHECK: llvm.call @tile_cpu_report
// CHECK-NOT: tile.launch
// CHECK: return
func.func @accumulates(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    %old = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %old into %c : !wC into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// A does not depend on the grid.
// CHECK-LABEL: func.func @one_row_of_blocks
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: tile.launch
// CHECK: call @tile_gemm_pack
// CHECK: tile.launch
// CHECK-NOT: tile.
// CHECK: call @tile_gemm_kernel
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK-NOT: tile.launch
// CHECK: llvm.call @tile_cpu_report
// CHECK-NOT: tile.launch
// CHECK: return
func.func @one_row_of_blocks(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx) in (%gx) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[0 : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[0 : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// Another function calls this one: nothing says that C is apart.
// CHECK-LABEL: func.func @called
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: else
// CHECK: tile.launch
// CHECK: tile.gemm
func.func @called(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

func.func @caller(%A: memref<?x?xf32>) attributes {tile.checked} {
  call @called(%A, %A, %A) : (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// C is stored one row further down: the program's blocks stay.
// CHECK-LABEL: func.func @result_shifted
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: call @tile_gemm_pack
// CHECK: tile.launch blocks(%{{.*}}, %{{.*}}) in
// CHECK-NOT: tile.gemm
// CHECK: call @tile_gemm_kernel
// CHECK-NOT: tile.gemm
// CHECK: tile.copy
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK-NOT: tile.launch
// CHECK: llvm.call @tile_cpu_report
// CHECK-NOT: tile.launch
// CHECK: return
func.func @result_shifted(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    %m1 = arith.addi %m, %c1 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m1 : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// A third axis repeats all blocks: they stay, for it may be empty.
// CHECK-LABEL: func.func @third_axis
// CHECK: llvm.call @tile_cpu_alloc
// CHECK: scf.if
// CHECK: call @tile_gemm_pack
// CHECK: tile.launch blocks(%{{.*}}, %{{.*}}, %{{.*}}) in
// CHECK-NOT: tile.gemm
// CHECK: call @tile_gemm_kernel
// CHECK-NOT: tile.gemm
// CHECK: tile.copy
// CHECK: llvm.call @tile_cpu_free
// CHECK: else
// CHECK-NOT: tile.launch
// CHECK: llvm.call @tile_cpu_report
// CHECK-NOT: tile.launch
// CHECK: return
func.func @third_axis(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %gz: index) attributes {tile.checked} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c32 : index
  tile.launch blocks(%bx, %by, %bz) in (%gx, %gy, %gz) threads(64) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}
