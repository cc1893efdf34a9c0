// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-cpu{target=x86-64-v3})' | FileCheck %s
//
// The rest of a row is a few elements: LLVM is told to leave its loop alone, and
// not the loop over vectors.

// CHECK: #[[KEEP:loop_annotation.*]] = #llvm.loop_annotation<vectorize = #{{.*}}, unroll = #{{.*}}>
// CHECK-LABEL: llvm.func internal @_tile_kernel_copy_launch0(
// CHECK: llvm.cond_br
// CHECK-NOT: loop_annotation
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK: llvm.store {{.*}} : f32
// CHECK: llvm.br ^{{.*}} {loop_annotation = #[[KEEP]]}
func.func @copy(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tile.launch blocks(%b) in (%c1) threads(64) {
    tile.parallel (%i) in (%n) {
      %v = tile.load %x[%i] : memref<?xf32>
      tile.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}
