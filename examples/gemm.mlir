// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=97x61:random:1 --arg=61x130:random:2 --arg=97x130:nan | FileCheck %s
//
// C = A B for matrices of any size: A is M x K, B is K x N, C is M x N,
// row-major. Each block of the grid computes one tile of C; a step of its loop
// reads a strip of A and of B. What lies outside a matrix reads as zero and is
// not written.
//
// The kernels differ in their types only:
//   gemm_f32      f32 to f32
//   gemm_f16      f16, summed in f32, to f32
//   gemm_bf16     bf16, summed in f32, to f32
//   gemm_i8       i8 to i32
//
// On a CPU both matrices are packed once per launch and the product is computed
// in blocks of registers and caches (pass tile-hoist-packing); the tiles below
// are what a GPU would hold on chip.
//
// No element, one element, one less and one more than a tile, and primes:
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=0x7:random:1 --arg=7x5:random:2 --arg=0x5:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=5x7:random:1 --arg=7x0:random:2 --arg=5x0:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=5x0:random:1 --arg=0x7:random:2 --arg=5x7:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=1x1:random:1 --arg=1x1:random:2 --arg=1x1:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=63x31:random:1 --arg=31x65:random:2 --arg=63x65:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=64x32:random:1 --arg=32x64:random:2 --arg=64x64:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=65x33:random:1 --arg=33x63:random:2 --arg=65x63:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=1x37:random:1 --arg=37x127:random:2 --arg=1x127:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=131x64:random:1 --arg=64x1:random:2 --arg=131x1:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f32 --on=cpu --check --arg=101x263:random:1 --arg=263x67:random:2 --arg=101x67:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f16 --on=cpu --check --arg=65x37:random:1 --arg=37x131:random:2 --arg=65x131:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_f16 --on=cpu --check --arg=1x33:random:1 --arg=33x64:random:2 --arg=1x64:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_bf16 --on=cpu --check --arg=65x37:random:1 --arg=37x131:random:2 --arg=65x131:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_bf16 --on=cpu --check --arg=7x1:random:1 --arg=1x1:random:2 --arg=7x1:zeros | FileCheck %s
// RUN: tile-run %s --entry=gemm_i8 --on=cpu --check --arg=0x3:random:1 --arg=3x3:random:2 --arg=0x3:zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %s --entry=gemm_i8 --on=cpu --check --arg=65x37:random:1 --arg=37x131:random:2 --arg=65x131:zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %s --entry=gemm_i8 --on=cpu --check --arg=61x1001:random:1 --arg=1001x1:random:2 --arg=61x1:zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %s --entry=gemm_i8 --on=cpu --check --arg=1x2:random:1 --arg=2x67:random:2 --arg=1x67:zeros | FileCheck %s --check-prefix=EXACT
//
// CHECK: check: ok max-rel-err=
// EXACT: check: ok max-rel-err=0

func.func @gemm_f32(
    %A: memref<?x?xf32> {tile.name = "A"}, %B: memref<?x?xf32> {tile.name = "B"},
    %C: memref<?x?xf32> {tile.name = "C", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c64 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(128) {
    %As = tile.alloc : !tile.buffer<64x32xf32, shared>
    %Bs = tile.alloc : !tile.buffer<32x64xf32, shared>
    %acc = tile.alloc : !tile.buffer<64x64xf32, fragment>
    %m = arith.muli %by, %c64 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %acc : f32 into !tile.buffer<64x64xf32, fragment>
    tile.pipelined %k = %c0 to %K step %c32 stages(3) {
      %a = tile.slice %A[%m : 64, %k : 32] : memref<?x?xf32> -> !tile.buffer<64x32xf32, global>
      %b = tile.slice %B[%k : 32, %n : 64] : memref<?x?xf32> -> !tile.buffer<32x64xf32, global>
      tile.copy %a into %As : !tile.buffer<64x32xf32, global> into !tile.buffer<64x32xf32, shared>
      tile.copy %b into %Bs : !tile.buffer<32x64xf32, global> into !tile.buffer<32x64xf32, shared>
      tile.gemm %As, %Bs into %acc : !tile.buffer<64x32xf32, shared>, !tile.buffer<32x64xf32, shared> into !tile.buffer<64x64xf32, fragment>
    }
    %c = tile.slice %C[%m : 64, %n : 64] : memref<?x?xf32> -> !tile.buffer<64x64xf32, global>
    tile.copy %acc into %c : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64x64xf32, global>
  }
  return
}

func.func @gemm_f16(
    %A: memref<?x?xf16> {tile.name = "A"}, %B: memref<?x?xf16> {tile.name = "B"},
    %C: memref<?x?xf32> {tile.name = "C", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16>
  %K = memref.dim %A, %c1 : memref<?x?xf16>
  %N = memref.dim %B, %c1 : memref<?x?xf16>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c64 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(128) {
    %As = tile.alloc : !tile.buffer<64x32xf16, shared>
    %Bs = tile.alloc : !tile.buffer<32x64xf16, shared>
    %acc = tile.alloc : !tile.buffer<64x64xf32, fragment>
    %m = arith.muli %by, %c64 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %acc : f32 into !tile.buffer<64x64xf32, fragment>
    tile.pipelined %k = %c0 to %K step %c32 stages(3) {
      %a = tile.slice %A[%m : 64, %k : 32] : memref<?x?xf16> -> !tile.buffer<64x32xf16, global>
      %b = tile.slice %B[%k : 32, %n : 64] : memref<?x?xf16> -> !tile.buffer<32x64xf16, global>
      tile.copy %a into %As : !tile.buffer<64x32xf16, global> into !tile.buffer<64x32xf16, shared>
      tile.copy %b into %Bs : !tile.buffer<32x64xf16, global> into !tile.buffer<32x64xf16, shared>
      tile.gemm %As, %Bs into %acc : !tile.buffer<64x32xf16, shared>, !tile.buffer<32x64xf16, shared> into !tile.buffer<64x64xf32, fragment>
    }
    %c = tile.slice %C[%m : 64, %n : 64] : memref<?x?xf32> -> !tile.buffer<64x64xf32, global>
    tile.copy %acc into %c : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64x64xf32, global>
  }
  return
}

func.func @gemm_bf16(
    %A: memref<?x?xbf16> {tile.name = "A"}, %B: memref<?x?xbf16> {tile.name = "B"},
    %C: memref<?x?xf32> {tile.name = "C", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xbf16>
  %K = memref.dim %A, %c1 : memref<?x?xbf16>
  %N = memref.dim %B, %c1 : memref<?x?xbf16>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c64 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(128) {
    %As = tile.alloc : !tile.buffer<64x32xbf16, shared>
    %Bs = tile.alloc : !tile.buffer<32x64xbf16, shared>
    %acc = tile.alloc : !tile.buffer<64x64xf32, fragment>
    %m = arith.muli %by, %c64 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %acc : f32 into !tile.buffer<64x64xf32, fragment>
    tile.pipelined %k = %c0 to %K step %c32 stages(3) {
      %a = tile.slice %A[%m : 64, %k : 32] : memref<?x?xbf16> -> !tile.buffer<64x32xbf16, global>
      %b = tile.slice %B[%k : 32, %n : 64] : memref<?x?xbf16> -> !tile.buffer<32x64xbf16, global>
      tile.copy %a into %As : !tile.buffer<64x32xbf16, global> into !tile.buffer<64x32xbf16, shared>
      tile.copy %b into %Bs : !tile.buffer<32x64xbf16, global> into !tile.buffer<32x64xbf16, shared>
      tile.gemm %As, %Bs into %acc : !tile.buffer<64x32xbf16, shared>, !tile.buffer<32x64xbf16, shared> into !tile.buffer<64x64xf32, fragment>
    }
    %c = tile.slice %C[%m : 64, %n : 64] : memref<?x?xf32> -> !tile.buffer<64x64xf32, global>
    tile.copy %acc into %c : !tile.buffer<64x64xf32, fragment> into !tile.buffer<64x64xf32, global>
  }
  return
}

func.func @gemm_i8(
    %A: memref<?x?xi8> {tile.name = "A"}, %B: memref<?x?xi8> {tile.name = "B"},
    %C: memref<?x?xi32> {tile.name = "C", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %M = memref.dim %A, %c0 : memref<?x?xi8>
  %K = memref.dim %A, %c1 : memref<?x?xi8>
  %N = memref.dim %B, %c1 : memref<?x?xi8>
  %gx = arith.ceildivui %N, %c64 : index
  %gy = arith.ceildivui %M, %c64 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(128) {
    %As = tile.alloc : !tile.buffer<64x32xi8, shared>
    %Bs = tile.alloc : !tile.buffer<32x64xi8, shared>
    %acc = tile.alloc : !tile.buffer<64x64xi32, fragment>
    %m = arith.muli %by, %c64 : index
    %n = arith.muli %bx, %c64 : index
    tile.fill %zero into %acc : i32 into !tile.buffer<64x64xi32, fragment>
    tile.pipelined %k = %c0 to %K step %c32 stages(3) {
      %a = tile.slice %A[%m : 64, %k : 32] : memref<?x?xi8> -> !tile.buffer<64x32xi8, global>
      %b = tile.slice %B[%k : 32, %n : 64] : memref<?x?xi8> -> !tile.buffer<32x64xi8, global>
      tile.copy %a into %As : !tile.buffer<64x32xi8, global> into !tile.buffer<64x32xi8, shared>
      tile.copy %b into %Bs : !tile.buffer<32x64xi8, global> into !tile.buffer<32x64xi8, shared>
      tile.gemm %As, %Bs into %acc : !tile.buffer<64x32xi8, shared>, !tile.buffer<32x64xi8, shared> into !tile.buffer<64x64xi32, fragment>
    }
    %c = tile.slice %C[%m : 64, %n : 64] : memref<?x?xi32> -> !tile.buffer<64x64xi32, global>
    tile.copy %acc into %c : !tile.buffer<64x64xi32, fragment> into !tile.buffer<64x64xi32, global>
  }
  return
}
