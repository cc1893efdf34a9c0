// RUN: not tile-run %s --on=interpreter --arg=4:zeros 2>&1 | FileCheck %s

func.func @half_filled(%a: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %s = tile.alloc id("As") : !tile.buffer<4xf32, shared>
    %h = tile.slice %s[0 : 2] : !tile.buffer<4xf32, shared> -> !tile.buffer<2xf32, shared>
    tile.fill %one into %h : f32 into !tile.buffer<2xf32, shared>
    %w = tile.slice %a[0 : 4] : memref<4xf32> -> !tile.buffer<4xf32, global>
    // CHECK: uninitialized.mlir:[[#@LINE+2]]:5: error: {{.*}} got an uninitialised element of 'As'
    // CHECK: uninitialized.mlir:[[#@LINE-5]]:10: note: allocated here
    tile.copy %s into %w : !tile.buffer<4xf32, shared> into !tile.buffer<4xf32, global>
  }
  return
}
