// RUN: not tile-run %s --on=interpreter 2>&1 | FileCheck %s

// Each role waits for a phase that only the other could end.
func.func @crossed() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(64) {
    %full = tile.alloc arrivals([32]) id("full") : !tile.buffer<1xi64, barrier>
    %empty = tile.alloc arrivals([32]) id("empty") : !tile.buffer<1xi64, barrier>
    tile.specialize role @load warps(0 to 1) {
      // CHECK: deadlock.mlir:[[#@LINE+1]]:7: error: {{.*}} got a deadlock: role @load waits for barrier 'empty'[0] to end a phase of parity 0 (32 arrivals and 0 bytes are missing)
      tile.barrier_wait %empty[%c0] parity(%c0) : !tile.buffer<1xi64, barrier>
      tile.barrier_arrive %full[%c0] : !tile.buffer<1xi64, barrier>
    } role @use warps(1 to 2) {
      // CHECK: deadlock.mlir:[[#@LINE+1]]:7: note: role @use waits for barrier 'full'[0] to end a phase of parity 0 (32 arrivals and 0 bytes are missing)
      tile.barrier_wait %full[%c0] parity(%c0) : !tile.buffer<1xi64, barrier>
      tile.barrier_arrive %empty[%c0] : !tile.buffer<1xi64, barrier>
    }
  }
  return
}
