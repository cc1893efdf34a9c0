// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(tile-attach-target{target=x86-64-v3},convert-tile-to-cpu,canonicalize,cse)' | FileCheck %s
//
// Which stores bypass the caches.

// A tensor that is larger than the caches, written where no store may be left
// out; the worker orders these stores before it returns.
// CHECK-LABEL: func.func private @written_launch0(
// CHECK: llvm.store {{.*}} {{.*}}nontemporal} : vector
// CHECK: llvm.call_intrinsic "llvm.x86.sse.sfence"
func.func @written(%x: memref<8192x4096xf32>, %y: memref<8192x4096xf32>) {
  %c8192 = arith.constant 8192 : index
  tile.launch blocks(%b) in (%c8192) threads(64) {
    tile.parallel (%i) in (4096) {
      %v = tile.load %x[%b, %i] : memref<8192x4096xf32>
      tile.store %v, %y[%b, %i] : memref<8192x4096xf32>
    }
  }
  return
}

// -----

// A store under a condition, or in a loop, was not found to be aligned: it does
// not bypass anything, even beside one that does.
// CHECK-LABEL: func.func private @under_condition_launch0(
// CHECK: llvm.store {{.*}} {{.*}}nontemporal} : vector
// CHECK: scf.if
// CHECK-NOT: nontemporal
// CHECK: llvm.store {{.*}} : vector
// CHECK-NOT: nontemporal
// CHECK: scf.for
// CHECK-NOT: nontemporal
// CHECK: llvm.store {{.*}} : vector
// CHECK-NOT: nontemporal
// CHECK: llvm.call_intrinsic "llvm.x86.sse.sfence"
func.func @under_condition(%x: memref<8192x4096xf32>, %y: memref<8192x4096xf32>, %z: memref<8192x4097xf32>, %also: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8192 = arith.constant 8192 : index
  tile.launch blocks(%b) in (%c8192) threads(64) {
    tile.parallel (%i) in (4096) {
      %v = tile.load %x[%b, %i] : memref<8192x4096xf32>
      tile.store %v, %y[%b, %i] : memref<8192x4096xf32>
      scf.if %also {
        tile.store %v, %z[%b, %i] : memref<8192x4097xf32>
      }
      scf.for %k = %c0 to %n step %c1 {
        tile.store %v, %z[%k, %i] : memref<8192x4097xf32>
      }
    }
  }
  return
}

// -----

// Whoever sees the flag must see the stores before it: none bypasses the caches.
// CHECK-LABEL: func.func private @published_launch0(
// CHECK-NOT: nontemporal
// CHECK-LABEL: func.func private @fenced_launch0(
// CHECK-NOT: nontemporal
// CHECK-LABEL: func.func private @relaxed_launch0(
// CHECK: nontemporal
func.func @published(%x: memref<8192x4096xf32>, %y: memref<8192x4096xf32>, %flag: memref<8192xi32>) {
  %c8192 = arith.constant 8192 : index
  %one = arith.constant 1 : i32
  tile.launch blocks(%b) in (%c8192) threads(64) {
    tile.parallel (%i) in (4096) {
      %v = tile.load %x[%b, %i] : memref<8192x4096xf32>
      tile.store %v, %y[%b, %i] : memref<8192x4096xf32>
    }
    tile.parallel (%i) in (1) {
      tile.atomic_store %one, %flag[%b] order(release) : memref<8192xi32>
    }
  }
  return
}
func.func @fenced(%x: memref<8192x4096xf32>, %y: memref<8192x4096xf32>) {
  %c8192 = arith.constant 8192 : index
  tile.launch blocks(%b) in (%c8192) threads(64) {
    tile.parallel (%i) in (4096) {
      %v = tile.load %x[%b, %i] : memref<8192x4096xf32>
      tile.store %v, %y[%b, %i] : memref<8192x4096xf32>
    }
    tile.fence scope(device)
  }
  return
}
func.func @relaxed(%x: memref<8192x4096xf32>, %y: memref<8192x4096xf32>, %sum: memref<1xi32>) {
  %c8192 = arith.constant 8192 : index
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  tile.launch blocks(%b) in (%c8192) threads(64) {
    tile.parallel (%i) in (4096) {
      %v = tile.load %x[%b, %i] : memref<8192x4096xf32>
      tile.store %v, %y[%b, %i] : memref<8192x4096xf32>
    }
    tile.parallel (%i) in (1) {
      %old = tile.atomic_rmw add %one, %sum[%c0] : memref<1xi32>
    }
  }
  return
}

// -----

// A tensor that fits into the caches: nothing to order either.
// CHECK-LABEL: func.func private @small_launch0(
// CHECK-NOT: nontemporal
// CHECK-NOT: sfence
func.func @small(%x: memref<8x4096xf32>, %y: memref<8x4096xf32>) {
  %c8 = arith.constant 8 : index
  tile.launch blocks(%b) in (%c8) threads(64) {
    tile.parallel (%i) in (4096) {
      %v = tile.load %x[%b, %i] : memref<8x4096xf32>
      tile.store %v, %y[%b, %i] : memref<8x4096xf32>
    }
  }
  return
}
