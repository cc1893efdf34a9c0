// RUN: not tile-run %s --entry=iterations --on=interpreter --arg=4:zeros 2>&1 | FileCheck %s
// RUN: tile-run %s --entry=iterations --on=interpreter --arg=4:zeros --unchecked
// RUN: not tile-run %s --entry=blocks --on=interpreter --arg=4:zeros 2>&1 | FileCheck %s --check-prefix=BLOCKS

// Iterations 0 and 4 both write element 0.
func.func @iterations(%a: memref<4xi64>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    tile.parallel (%i) in (8) {
      %j = arith.remui %i, %c4 : index
      %n = arith.index_cast %i : index to i64
      // CHECK: races.mlir:[[#@LINE+2]]:7: error: expected ordered accesses {{.*}} got a race: a write after the write of a different value by other iterations
      // CHECK: races.mlir:[[#@LINE+1]]:7: note: the write is here
      tile.store %n, %a[%j] : memref<4xi64>
    }
  }
  return
}

func.func @blocks(%a: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c2) threads(32) {
    %n = arith.index_cast %bx : index to i64
    // BLOCKS: races.mlir:[[#@LINE+1]]:5: error: {{.*}} got a race: {{.*}} by other teams
    tile.store %n, %a[%c0] : memref<4xi64>
  }
  return
}
