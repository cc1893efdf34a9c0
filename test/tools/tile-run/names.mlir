// RUN: tile-run %s --entry=exp --on=cpu --check --arg=300:random --arg=300:nan | FileCheck %s
// RUN: tile-run %s --entry=memset --on=cpu --check --arg=300:random --arg=300:nan | FileCheck %s
// RUN: not tilec %s --emit=obj -o %t.o 2>&1 | FileCheck %s --check-prefix=LINKED
//
// A kernel that is run here may have the name of a function that its own code
// calls; one that is linked with other code may not.
// CHECK: check: ok max-rel-err=
// LINKED: names.mlir:[[#@LINE+1]]:1: error: 'func.func' op expected a name that no function of the C library has
func.func @exp(%x: memref<?xf64>, %y: memref<?xf64> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  tile.launch blocks(%b) in (%c1) threads(32) {
    tile.parallel (%i) in (%n) {
      %v = tile.load %x[%i] : memref<?xf64>
      %e = math.exp %v : f64
      tile.store %e, %y[%i] : memref<?xf64>
    }
  }
  return
}

func.func @memset(%x: memref<?xf64>, %y: memref<?xf64> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  tile.launch blocks(%b) in (%c1) threads(32) {
    tile.parallel (%i) in (%n) {
      tile.store %zero, %y[%i] : memref<?xf64>
    }
  }
  return
}
