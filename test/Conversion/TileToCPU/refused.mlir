// RUN: tile-opt %s --split-input-file --convert-tile-to-cpu --verify-diagnostics
//
// What depends on the threads of a block, or on parts of a device that a CPU does
// not have, is refused at the line that asks for it.

func.func @roles(%x: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  tile.launch blocks(%b) in (%c1) threads(64) {
    // expected-error @below {{expected no operation that depends on the threads of a block (because the CPU target runs a block on one thread), got 'tile.specialize'}}
    tile.specialize role @load warps(0 to 1) {
      %w = tile.slice %x[0 : 8] : memref<8xf32> -> !tile.buffer<8xf32, global>
      tile.fill %zero into %w : f32 into !tile.buffer<8xf32, global>
    }
  }
  return
}

// -----

func.func @thread(%x: memref<64xi32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%b) in (%c1) threads(64) {
    // expected-error @below {{got 'tile.thread_id'}}
    %t = tile.thread_id x
    %v = arith.index_cast %t : index to i32
    tile.store %v, %x[%t] : memref<64xi32>
  }
  return
}

// -----

func.func @barrier() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%b) in (%c1) threads(64) {
    // expected-error @below {{expected no operation that depends on the threads of a block}}
    %bars = tile.alloc arrivals([64]) : !tile.buffer<1xi64, barrier>
    tile.barrier_arrive %bars[%c0] : !tile.buffer<1xi64, barrier>
  }
  return
}

// -----

func.func @ticket(%n: memref<1xi32>, %out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  tile.launch blocks(%b) in (%c1) threads(64) {
    // Each of 64 threads draws a ticket of its own.
    // expected-error @below {{got 'tile.atomic_rmw'}}
    %t = tile.atomic_rmw add %one, %n[%c0] : memref<1xi32>
    tile.store %t, %out[%c0] : memref<1xi32>
  }
  return
}

// -----

func.func @straddling(%x: memref<8xf6E2M3FN>, %v: f6E2M3FN) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%b) in (%c1) threads(64) {
    tile.parallel (%i) in (8) {
      // expected-error @below {{expected an element that lies in one byte or in whole bytes (because it is updated by one exchange), got 'tile.atomic_rmw'}}
      %o = tile.atomic_rmw max %v, %x[%i] : memref<8xf6E2M3FN>
    }
  }
  return
}
