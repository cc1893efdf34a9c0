// RUN: tile-run %s --entry=guarded --on=cpu --check --arg=20:iota --arg=20:nan --arg=20 | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --entry=in_nest --on=cpu --check --arg=20:iota --arg=20:nan --arg=20 | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --entry=twice --on=cpu --check --arg=20:iota --arg=20:nan --arg=20 | FileCheck %s --check-prefix=OK
// RUN: not tile-run %s --entry=guarded --on=cpu --arg=20:iota --arg=20:zeros --arg=19 2>&1 | FileCheck %s --check-prefix=GUARDED
// RUN: not tile-run %s --entry=in_nest --on=cpu --arg=20:iota --arg=20:zeros --arg=19 2>&1 | FileCheck %s --check-prefix=NEST
// RUN: not tile-run %s --entry=twice --on=cpu --arg=20:iota --arg=20:zeros --arg=19 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: not tile-run %s --entry=twice --on=cpu --arg=20:iota --arg=20:zeros --arg=3 2>&1 | FileCheck %s --check-prefix=FIRST
//
// What follows an assertion in its block runs only if it holds, whatever it is:
// tile operations, loops, another assertion.

// OK: check: ok max-rel-err=0
// GUARDED: assertion failed: too short (
// NEST: assertion failed: element outside
// FIRST: assertion failed: much too short
// SECOND: assertion failed: too short

func.func @guarded(%x: memref<20xf32>, %y: memref<20xf32> {tile.out}, %n: index) {
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  tile.launch blocks(%b) in (%c1) threads(32) {
    %long = arith.cmpi sge, %n, %c20 : index
    // GUARDED-SAME: assert.mlir:[[#@LINE+1]]:5)
    cf.assert %long, "too short"
    %t = tile.alloc : !tile.buffer<20xf32, shared>
    %from = tile.slice %x[0 : 20] : memref<20xf32> -> !tile.buffer<20xf32, global>
    tile.copy %from into %t : !tile.buffer<20xf32, global> into !tile.buffer<20xf32, shared>
    %to = tile.slice %y[0 : 20] : memref<20xf32> -> !tile.buffer<20xf32, global>
    tile.copy %t into %to : !tile.buffer<20xf32, shared> into !tile.buffer<20xf32, global>
  }
  return
}

func.func @in_nest(%x: memref<20xf32>, %y: memref<20xf32> {tile.out}, %n: index) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%b) in (%c1) threads(32) {
    tile.parallel (%i) in (20) {
      %inside = arith.cmpi slt, %i, %n : index
      cf.assert %inside, "element outside"
      %v = tile.load %x[%i] : memref<20xf32>
      tile.store %v, %y[%i] : memref<20xf32>
    }
  }
  return
}

func.func @twice(%x: memref<20xf32>, %y: memref<20xf32> {tile.out}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  tile.launch blocks(%b) in (%c1) threads(32) {
    scf.for %k = %c0 to %c20 step %c10 {
      %some = arith.cmpi sge, %n, %c10 : index
      cf.assert %some, "much too short"
      %long = arith.cmpi sge, %n, %c20 : index
      cf.assert %long, "too short"
      tile.parallel (%i) in (10) {
        %at = arith.addi %i, %k : index
        %v = tile.load %x[%at] : memref<20xf32>
        tile.store %v, %y[%at] : memref<20xf32>
      }
      cf.assert %long, "too short"
    }
  }
  return
}
