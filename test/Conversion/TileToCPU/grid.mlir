// RUN: tile-run %s --on=cpu --check --arg=8:zeros --arg=4 --arg=2 | FileCheck %s
// RUN: tile-run %s --on=cpu --check --arg=8:zeros --arg=0 --arg=2 | FileCheck %s
// RUN: not tile-run %s --on=cpu --arg=8:zeros --arg=-1 --arg=2 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tile-run %s --on=interpreter --arg=8:zeros --arg=-1 --arg=2 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tile-run %s --on=cpu --arg=8:zeros --arg=4294967296 --arg=4294967296 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not tile-run %s --on=interpreter --arg=8:zeros --arg=4294967296 --arg=4294967296 2>&1 | FileCheck %s --check-prefix=LARGE
//
// An empty grid runs nothing; one that cannot be is an error on both sides.
// CHECK: check: ok max-rel-err=0
// NEGATIVE: expected {{a grid dimension|grid dimensions}} of at least 0
// LARGE: expected fewer than 2^63 blocks
func.func @grid(%x: memref<8xf32>, %m: index, %n: index) {
  %one = arith.constant 1.0 : f32
  %c2 = arith.constant 2 : index
  tile.launch blocks(%i, %j) in (%m, %n) threads(32) {
    %row = arith.muli %i, %c2 : index
    %at = arith.addi %row, %j : index
    tile.parallel (%k) in (1) {
      tile.store %one, %x[%at] : memref<8xf32>
    }
  }
  return
}
