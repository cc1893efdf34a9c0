// RUN: tile-opt %s --tile-hoist-packing --split-input-file | FileCheck %s
//
// The product of hoist-packing.mlir, changed in one place each time so that its
// operands must not be packed before the launch.


!tA = !tile.buffer<32x16xf32, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// The launch writes A.
// CHECK-LABEL: func.func @operand_written
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @operand_written(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
    %wc = tile.slice %A[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
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

// Outside A, ones are read.
// CHECK-LABEL: func.func @pad_not_zero
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @pad_not_zero(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
      %wa = tile.slice %A[%m : 32, %k : 16] pad(1.0 : f32) : memref<?x?xf32> -> !wA
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

// The tile of A is changed before the product.
// CHECK-LABEL: func.func @tile_has_other_use
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @tile_has_other_use(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
      tile.parallel (%i, %j) in (32, 16) {
        %v = tile.load %a[%i, %j] : !tA
        %w = arith.addf %v, %v : f32
        tile.store %w, %a[%i, %j] : !tA
      }
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

// The tile of A is needed after the loop.
// CHECK-LABEL: func.func @tile_is_read_later
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @tile_is_read_later(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
    %wd = tile.slice %C[%m : 32, 0 : 16] : memref<?x?xf32> -> !wA
    tile.copy %a into %wd : !tA into !wA
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

// The windows of A move with both axes of the grid.
// CHECK-LABEL: func.func @both_axes
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @both_axes(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
    %mn = arith.addi %m, %n : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %wa = tile.slice %A[%mn : 32, %k : 16] : memref<?x?xf32> -> !wA
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

// K begins elsewhere in each block.
// CHECK-LABEL: func.func @k_depends_on_block
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @k_depends_on_block(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
    %k0 = arith.muli %bx, %c16 : index
    tile.fill %zero into %c : f32 into !tC
    tile.pipelined %k = %c0 to %K step %c16 stages(2) {
      %ka = arith.addi %k, %k0 : index
      %wa = tile.slice %A[%m : 32, %ka : 16] : memref<?x?xf32> -> !wA
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

// Each block has its own number of steps, as with a causal mask.
// CHECK-LABEL: func.func @bound_depends_on_block
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @bound_depends_on_block(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
    scf.for %k = %c0 to %m step %c16 {
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

// Every other strip of K is left out.
// CHECK-LABEL: func.func @gaps_between_steps
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @gaps_between_steps(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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

// The first strip of K is left out.
// CHECK-LABEL: func.func @begins_late
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @begins_late(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
    scf.for %k = %c16 to %K step %c16 {
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

// The windows of A begin one row further down.
// CHECK-LABEL: func.func @shifted
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @shifted(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
      %wa = tile.slice %A[%m1 : 32, %k : 16] : memref<?x?xf32> -> !wA
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

// A and B are at different k.
// CHECK-LABEL: func.func @different_steps
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @different_steps(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
      %k1 = arith.addi %k, %c16 : index
      %wa = tile.slice %A[%m : 32, %k1 : 16] : memref<?x?xf32> -> !wA
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

// C is changed between the steps.
// CHECK-LABEL: func.func @accumulator_is_scaled
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @accumulator_is_scaled(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
      tile.parallel (%i, %j) in (32, 64) {
        %v = tile.load %c[%i, %j] : !tC
        %w = arith.addf %v, %v : f32
        tile.store %w, %c[%i, %j] : !tC
      }
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}

// -----

!tA = !tile.buffer<32x16xf16, shared>
!tB = !tile.buffer<16x64xf32, shared>
!tC = !tile.buffer<32x64xf32, fragment>
!wA = !tile.buffer<32x16xf32, global>
!wB = !tile.buffer<16x64xf32, global>
!wC = !tile.buffer<32x64xf32, global>

// The copy of A rounds to f16.
// CHECK-LABEL: func.func @conversion_rounds
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @conversion_rounds(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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

// A function may write anything.
// CHECK-LABEL: func.func @unknown_write
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func private @unknown()
func.func @unknown_write(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
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
    func.call @unknown() : () -> ()
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

// Not every block runs the loop.
// CHECK-LABEL: func.func @in_a_branch
// CHECK-NOT: tile_cpu_alloc
// CHECK: tile.gemm
// CHECK-NOT: tile_cpu_alloc
// CHECK: return
func.func @in_a_branch(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %cond: i1) {
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
    scf.if %cond {
      scf.for %k = %c0 to %K step %c16 {
      %wa = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 16, %n : 64] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    }
    %wc = tile.slice %C[%m : 32, %n : 64] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}
