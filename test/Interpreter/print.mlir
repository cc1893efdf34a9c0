// RUN: tile-run %s --entry=scaled --on=interpreter --arg=4:iota --arg=2.5 | FileCheck %s
// RUN: tile-run %s --entry=threads --on=interpreter | FileCheck %s --check-prefix=THREADS

// CHECK: scaled [0, 2.5, 5, 7.5]
func.func @scaled(%x: memref<?xf32>, %a: f32) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %s = tile.alloc : !tile.buffer<4xf32, shared>
    tile.parallel (%i) in (4) {
      %v = tile.load %x[%i] : memref<?xf32>
      %p = arith.mulf %v, %a : f32
      tile.store %p, %s[%i] : !tile.buffer<4xf32, shared>
    }
    tile.print "scaled" %s : !tile.buffer<4xf32, shared>
  }
  return
}

// THREADS:      block, thread 0 0
// THREADS-NEXT: block, thread 0 1
// THREADS-NEXT: block, thread 1 0
// THREADS-NEXT: block, thread 1 1
func.func @threads() {
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c2) threads(2) {
    %t = tile.thread_id x
    tile.print "block, thread" %bx, %t : index, index
  }
  return
}
