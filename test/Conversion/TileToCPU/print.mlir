// RUN: tile-run %s --entry=values --on=interpreter --arg=4:iota --arg=-3 | FileCheck %s
// RUN: tile-run %s --entry=values --on=cpu --arg=4:iota --arg=-3 | FileCheck %s

// One line for each statement: the message, then the values. Lines of numbers are
// those of each thread, and the CPU runs a block on one.

// CHECK:      all [0, 1.5, 3, 4.5] -3 0 true 2.5
// CHECK-NEXT: here
// CHECK-NEXT: packed [-8, -7, -6, -5] [
// CHECK-SAME: 0, 1, 2, 3]
func.func @values(%x: memref<4xf32>, %n: i32) {
  %c1 = arith.constant 1 : index
  %yes = arith.constant true
  %scale = arith.constant 1.5 : f16
  %f = arith.constant 2.5 : bf16
  %eight = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %s = tile.alloc : !tile.buffer<4xf16, shared>
    %p = tile.alloc : !tile.buffer<4xi4, shared>
    tile.parallel (%i) in (4) {
      %v = tile.load %x[%i] : memref<4xf32>
      %h = tile.cast %v : f32 to f16
      %m = arith.mulf %h, %scale : f16
      tile.store %m, %s[%i] : !tile.buffer<4xf16, shared>
      %k = arith.subi %i, %eight : index
      %k32 = arith.index_cast %k : index to i32
      %k4 = arith.trunci %k32 : i32 to i4
      tile.store %k4, %p[%i] : !tile.buffer<4xi4, shared>
    }
    tile.print "all" %s, %n, %bx, %yes, %f : !tile.buffer<4xf16, shared>, i32, index, i1, bf16
    tile.print "here"
    tile.print "packed" %p, %x : !tile.buffer<4xi4, shared>, memref<4xf32>
  }
  return
}
