// Cases that are refused, where the program says so and with both numbers.
//
// RUN: tile-opt %s --tile-verify-stage=stage=authored --split-input-file --verify-diagnostics

// TL-019: Layouts that put two elements in one place.
func.func @tl_019(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a layout that gives each element a place of its own, got elements [0] and [64] in slot 0}}
    %s = tile.alloc : !tile.buffer<128xi32, shared, #tilelayout.memory<((64,2)):((1,0)), bits = 32>>
  }
  return
}

// -----

func.func @tl_019(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a layout that gives each element a place of its own, got elements [0] and [1] in slot 0}}
    %s = tile.alloc : !tile.buffer<128xi32, shared, #tilelayout.memory<(128):(0), bits = 32>>
  }
  return
}

// -----

func.func @tl_019(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a layout that gives each element a place of its own, got elements [1] and [64] in slot 4}}
    %s = tile.alloc : !tile.buffer<128xi32, shared, #tilelayout.memory<((64,2)):((4,4)), bits = 32>>
  }
  return
}

// -----

// TL-060: A copy of no width.
func.func @tl_060(%n: index, %x: memref<128x64xf32>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<128x64xf32, shared>
    // expected-error@+1 {{expected a width of at least 1 element, got 0}}
    tile.copy %x into %s width(0) : memref<128x64xf32> into !tile.buffer<128x64xf32, shared>
  }
  return
}

// -----

// TL-100: Bits of floats.
func.func @tl_100(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %f = tile.alloc : !tile.buffer<128xf32, fragment>
    %o = tile.alloc : !tile.buffer<1xf32, fragment>
    // expected-error@+1 {{expected integers (because 'bitand' works on bits), got 'f32'}}
    tile.reduce bitand %f into %o dim(0) : !tile.buffer<128xf32, fragment> into !tile.buffer<1xf32, fragment>
  }
  return
}

// -----

func.func @tl_100(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %f = tile.alloc : !tile.buffer<128xf32, fragment>
    %o = tile.alloc : !tile.buffer<1xf32, fragment>
    // expected-error@+1 {{expected integers (because 'bitxor' works on bits), got 'f32'}}
    tile.reduce bitxor %f into %o dim(0) : !tile.buffer<128xf32, fragment> into !tile.buffer<1xf32, fragment>
  }
  return
}

// -----

// TL-114: Orders that a load or a store cannot have.
func.func @tl_114(%n: index, %x: memref<4xi32>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected no order release (because a load releases nothing)}}
    %v = tile.atomic_load %x[%bx] order(release) : memref<4xi32>
  }
  return
}

// -----

func.func @tl_114(%n: index, %x: memref<4xi32>, %v: i32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected no order acquire (because a store acquires nothing)}}
    tile.atomic_store %v, %x[%bx] order(acquire) : memref<4xi32>
  }
  return
}

// -----

// TL-129: An operation of the whole team where some threads do not come.
func.func @tl_129(%n: index, %x: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<128xf32, shared>
    %t = tile.thread_id x
    %r = arith.remui %t, %c4 : index
    %p = arith.cmpi eq, %r, %c0 : index
    // expected-note@+1 {{not known to be the same in all threads}}
    scf.if %p {
      // expected-error@+1 {{expected uniform control flow (because the whole team takes part), got a place that some threads may not reach}}
      tile.copy %x into %s : memref<128xf32> into !tile.buffer<128xf32, shared>
    }
  }
  return
}

// -----

func.func @tl_129(%n: index, %x: memref<128xf32>, %mask: memref<128xi32>) {
  %zero = arith.constant 0 : i32
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<128xf32, shared>
    %t = tile.thread_id x
    %m = tile.load %mask[%t] : memref<128xi32>
    %p = arith.cmpi ne, %m, %zero : i32
    // expected-note@+1 {{not known to be the same in all threads}}
    scf.if %p {
      // expected-error@+1 {{expected uniform control flow (because the whole team takes part), got a place that some threads may not reach}}
      tile.copy %x into %s : memref<128xf32> into !tile.buffer<128xf32, shared>
    }
  }
  return
}

// -----

// TL-144: A fill and a copy beyond the end of a tile on the chip.
func.func @tl_144(%n: index, %v: i32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<8xi32, shared>
    // expected-error@+1 {{expected a slice inside the buffer (because it is on the chip), got extent 6 at 6 of 8}}
    %w = tile.slice %s[6 : 6] : !tile.buffer<8xi32, shared> -> !tile.buffer<6xi32, shared>
    tile.fill %v into %w : i32 into !tile.buffer<6xi32, shared>
  }
  return
}

// -----

func.func @tl_144(%n: index, %v: vector<4xi32>) {
  %c6 = arith.constant 6 : index
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<8xi32, shared>
    // expected-error@+1 {{expected an index from 0 to 4 (because the buffer is on the chip), got 6}}
    tile.store %v, %s[%c6] as vector<4xi32> : !tile.buffer<8xi32, shared>
  }
  return
}

// -----

// TL-199: No threads, and indices that are no match for the tensor.
func.func @tl_199(%n: index) {
  // expected-error@+1 {{expected thread dimensions from 1 to 65536, got 0}}
  tile.launch blocks(%bx) in (%n) threads(0) {
  }
  return
}

// -----

func.func @tl_199(%n: index) {
  // expected-error@+1 {{expected thread dimensions from 1 to 65536, got -32}}
  tile.launch blocks(%bx) in (%n) threads(-32) {
  }
  return
}

// -----

func.func @tl_199(%n: index, %x: memref<4x4xf32>) {
  tile.launch blocks(%bx) in (%n) threads(32) {
    // expected-error@+1 {{expected 2 indices (one for each dimension), got 1}}
    %v = tile.load %x[%bx] : memref<4x4xf32>
  }
  return
}

// -----

func.func @tl_199(%n: index, %x: memref<4x4xf32>) {
  tile.launch blocks(%bx) in (%n) threads(32) {
    // expected-error@+1 {{expected 2 indices (one for each dimension), got 3}}
    %v = tile.load %x[%bx, %bx, %bx] : memref<4x4xf32>
  }
  return
}

// -----

// TL-269: Hints that no device can follow.
func.func @tl_269(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(32) {
    // expected-error@+1 {{expected a width of at least 1 element, got -7}}
    tile.parallel (%i) in (32) width(-7) {
    }
  }
  return
}

// -----

func.func @tl_269(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(32) {
    // expected-error@+1 {{expected a width of at least 1 element, got 0}}
    tile.parallel (%i) in (32) width(0) {
    }
  }
  return
}

// -----

func.func @tl_269(%x: memref<32xf32>) {
  // expected-error@+1 {{alignment must be power of 2}}
  %y = memref.assume_alignment %x, 6 : memref<32xf32>
  return
}

// -----

// TL-270: A layout of a tile whose extents are not known.
// expected-error@+1 {{expected static extents of a buffer with a layout (because a layout is of one shape), got '?'}}
func.func private @tl_270(!tile.buffer<?x?xf16, global, #tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, bits = 16>>)
