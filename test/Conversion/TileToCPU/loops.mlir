// RUN: tile-run %s --entry=persistent --on=cpu --check --arg=5x7:zeros --arg=5 --arg=7 --arg=3 | FileCheck %s
// RUN: tile-run %s --entry=persistent --on=cpu --check --arg=5x7:zeros --arg=1 --arg=1 --arg=9 | FileCheck %s
// RUN: tile-run %s --entry=persistent --on=cpu --check --arg=5x7:zeros --arg=0 --arg=7 --arg=2 | FileCheck %s
// RUN: tile-run %s --entry=stepped --on=cpu --check --arg=10:zeros --arg=3 | FileCheck %s
// RUN: tile-run %s --entry=stepped --on=cpu --check --arg=10:zeros --arg=11 | FileCheck %s
//
// Every tile is visited once, by some worker.
// CHECK: check: ok max-rel-err=0
//
// What has no meaning is an error on both sides, and the loop ends.
// RUN: not tile-run %s --entry=persistent --on=cpu --arg=5x7:zeros --arg=-1 --arg=-7 --arg=2 2>&1 | FileCheck %s --check-prefix=DOMAIN
// RUN: not tile-run %s --entry=persistent --on=interpreter --arg=5x7:zeros --arg=-1 --arg=-7 --arg=2 2>&1 | FileCheck %s --check-prefix=DOMAIN
// RUN: not tile-run %s --entry=persistent --on=cpu --arg=5x7:zeros --arg=5 --arg=7 --arg=0 2>&1 | FileCheck %s --check-prefix=WORKER
// RUN: not tile-run %s --entry=persistent --on=interpreter --arg=5x7:zeros --arg=5 --arg=7 --arg=0 2>&1 | FileCheck %s --check-prefix=WORKER
// RUN: not tile-run %s --entry=stepped --on=cpu --arg=10:zeros --arg=0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not tile-run %s --entry=stepped --on=interpreter --arg=10:zeros --arg=0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not tile-run %s --entry=stepped --on=cpu --arg=10:zeros --arg=-3 2>&1 | FileCheck %s --check-prefix=STEP
// DOMAIN: expected extents of a domain of tiles (because negative
// WORKER: expected a worker from 0 to below the number of workers
// STEP: expected a positive step (because the loop must end)

func.func @persistent(%x: memref<5x7xf32>, %m: index, %n: index, %workers: index) {
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %blocks = arith.maxsi %workers, %c1 : index
  tile.launch blocks(%b) in (%blocks) threads(32) {
    tile.persistent (%i, %j) in (%m, %n) worker(%b of %workers) walk(#tile.walk<group = 3>) {
      tile.parallel (%k) in (1) {
        %old = tile.load %x[%i, %j] : memref<5x7xf32>
        %new = arith.addf %old, %one : f32
        tile.store %new, %x[%i, %j] : memref<5x7xf32>
      }
    }
  }
  return
}

func.func @stepped(%x: memref<10xf32>, %step: index) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  tile.launch blocks(%b) in (%c1) threads(32) {
    tile.pipelined %i = %c0 to %c10 step %step stages(2) {
      tile.parallel (%k) in (1) {
        tile.store %one, %x[%i] : memref<10xf32>
      }
    }
  }
  return
}
