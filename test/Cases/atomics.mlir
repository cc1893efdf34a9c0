// Cases of atomics: every update arrives once, converted as numbers, at its
// own address.
//
// RUN: tile-run %s --entry=cases --on=cpu --check --arg=ones --arg=ones --arg=ones --arg=ones \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=iota --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=ones --arg=zeros --arg=zeros | FileCheck %s

// TL-102: f32 contributions into f16, element by element and tile by tile.
// CHECK: TL-102 [{{(1.5, ){255}1.5\]}}
// CHECK: TL-102 [{{(1.5, ){255}1.5\]}}
func.func private @tl_102(%r: memref<256xf16>, %q: memref<256xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %f = tile.alloc : !tile.buffer<256xf32, fragment>
    %half = arith.constant 0.5 : f32
    tile.fill %half into %f : f32 into !tile.buffer<256xf32, fragment>
    tile.parallel (%i) in (256) {
      %v = tile.load %f[%i] : !tile.buffer<256xf32, fragment>
      %w = tile.cast %v : f32 to f16
      %old = tile.atomic_rmw add %w, %r[%i] : memref<256xf16>
    }
    %g = tile.slice %q[0 : 256] : memref<256xf16> -> !tile.buffer<256xf16, global>
    tile.atomic_tile add %f into %g : !tile.buffer<256xf32, fragment> into !tile.buffer<256xf16, global>
  }
  return
}

// TL-102: f32 contributions into bf16, element by element and tile by tile.
// CHECK: TL-102 [{{(1.5, ){255}1.5\]}}
// CHECK: TL-102 [{{(1.5, ){255}1.5\]}}
func.func private @tl_102_2(%r: memref<256xbf16>, %q: memref<256xbf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %f = tile.alloc : !tile.buffer<256xf32, fragment>
    %half = arith.constant 0.5 : f32
    tile.fill %half into %f : f32 into !tile.buffer<256xf32, fragment>
    tile.parallel (%i) in (256) {
      %v = tile.load %f[%i] : !tile.buffer<256xf32, fragment>
      %w = tile.cast %v : f32 to bf16
      %old = tile.atomic_rmw add %w, %r[%i] : memref<256xbf16>
    }
    %g = tile.slice %q[0 : 256] : memref<256xbf16> -> !tile.buffer<256xbf16, global>
    tile.atomic_tile add %f into %g : !tile.buffer<256xf32, fragment> into !tile.buffer<256xbf16, global>
  }
  return
}

// TL-104: Two iterations share an address, all share one, and a base that is
// odd, f16.
// CHECK: TL-104 [2, 2, 2, 2, 2, 2, 2, 2, 0]
// CHECK: TL-104 [16, 0]
// CHECK: TL-104 [0, 2, 2, 2, 2, 2, 2, 2, 2]
func.func private @tl_104(%r: memref<9xf16>, %q: memref<2xf16>, %p: memref<9xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %one = arith.constant 1.0 : f16
    tile.parallel (%i) in (16) {
      %h = arith.divui %i, %c2 : index
      %o1 = tile.atomic_rmw add %one, %r[%h] : memref<9xf16>
      %o2 = tile.atomic_rmw add %one, %q[%c0] : memref<2xf16>
      %k = arith.addi %h, %c1 : index
      %o3 = tile.atomic_rmw add %one, %p[%k] : memref<9xf16>
    }
  }
  return
}

// TL-104: Two iterations share an address, all share one, and a base that is
// odd, f32.
// CHECK: TL-104 [2, 2, 2, 2, 2, 2, 2, 2, 0]
// CHECK: TL-104 [16, 0]
// CHECK: TL-104 [0, 2, 2, 2, 2, 2, 2, 2, 2]
func.func private @tl_104_2(%r: memref<9xf32>, %q: memref<2xf32>, %p: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %one = arith.constant 1.0 : f32
    tile.parallel (%i) in (16) {
      %h = arith.divui %i, %c2 : index
      %o1 = tile.atomic_rmw add %one, %r[%h] : memref<9xf32>
      %o2 = tile.atomic_rmw add %one, %q[%c0] : memref<2xf32>
      %k = arith.addi %h, %c1 : index
      %o3 = tile.atomic_rmw add %one, %p[%k] : memref<9xf32>
    }
  }
  return
}

// TL-106: Orders of an update of 256 elements.
// CHECK: TL-106 [{{(2, ){255}2\]}}
// CHECK: TL-106 [{{(1, ){255}1\]}}
func.func private @tl_106(%r: memref<256xf32>, %q: memref<256xbf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %f = tile.alloc : !tile.buffer<256xf32, fragment>
    %one = arith.constant 1.0 : f32
    tile.fill %one into %f : f32 into !tile.buffer<256xf32, fragment>
    %g = tile.slice %r[0 : 256] : memref<256xf32> -> !tile.buffer<256xf32, global>
    %h = tile.slice %q[0 : 256] : memref<256xbf16> -> !tile.buffer<256xbf16, global>
    tile.atomic_tile add %f into %g order(acq_rel) : !tile.buffer<256xf32, fragment> into !tile.buffer<256xf32, global>
    tile.atomic_tile add %f into %g order(release) : !tile.buffer<256xf32, fragment> into !tile.buffer<256xf32, global>
    tile.atomic_tile add %f into %h order(acq_rel) : !tile.buffer<256xf32, fragment> into !tile.buffer<256xbf16, global>
  }
  return
}

// TL-106: Orders of an update of 129 elements.
// CHECK: TL-106 [{{(2, ){128}2\]}}
// CHECK: TL-106 [{{(1, ){128}1\]}}
func.func private @tl_106_2(%r: memref<129xf32>, %q: memref<129xbf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %f = tile.alloc : !tile.buffer<129xf32, fragment>
    %one = arith.constant 1.0 : f32
    tile.fill %one into %f : f32 into !tile.buffer<129xf32, fragment>
    %g = tile.slice %r[0 : 129] : memref<129xf32> -> !tile.buffer<129xf32, global>
    %h = tile.slice %q[0 : 129] : memref<129xbf16> -> !tile.buffer<129xbf16, global>
    tile.atomic_tile add %f into %g order(acq_rel) : !tile.buffer<129xf32, fragment> into !tile.buffer<129xf32, global>
    tile.atomic_tile add %f into %g order(release) : !tile.buffer<129xf32, fragment> into !tile.buffer<129xf32, global>
    tile.atomic_tile add %f into %h order(acq_rel) : !tile.buffer<129xf32, fragment> into !tile.buffer<129xbf16, global>
  }
  return
}

// TL-109: Every element is cleared by one iteration, increased by another,
// read by a third.
// CHECK: TL-109 [{{(1, ){63}1\]}}
func.func private @tl_109(%r: memref<64xi32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(64) {
    %s = tile.alloc : !tile.buffer<64xi32, shared>
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    tile.parallel (%i) in (64) {
      %x = arith.xori %i, %c1 : index
      tile.store %c0_i32, %s[%x] : !tile.buffer<64xi32, shared>
    }
    tile.parallel (%i) in (64) {
      %old = tile.atomic_rmw add %c1_i32, %s[%i] : !tile.buffer<64xi32, shared>
    }
    tile.parallel (%i) in (64) {
      %x = arith.xori %i, %c32 : index
      %v = tile.load %s[%x] : !tile.buffer<64xi32, shared>
      tile.store %v, %r[%i] : memref<64xi32>
    }
  }
  return
}

// TL-110: A histogram in shared memory, two elements for each thread.
// CHECK: TL-110 [0, 1, 2, {{.*}}, 254, 255]
func.func private @tl_110(%x: memref<256xf32>, %r: memref<256xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<256xf32, shared>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %s : f32 into !tile.buffer<256xf32, shared>
    tile.parallel (%i) in (256) {
      %v = tile.load %x[%i] : memref<256xf32>
      %old = tile.atomic_rmw add %v, %s[%i] : !tile.buffer<256xf32, shared>
    }
    tile.copy %s into %r : !tile.buffer<256xf32, shared> into memref<256xf32>
  }
  return
}

// TL-112: Minimum and maximum give the old value, i32.
// CHECK: TL-112 [-5, 5]
// CHECK: TL-112 [1, 1, -5, 5]
func.func private @tl_112(%x: memref<2xi32>, %r: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %v = arith.constant 5 : i32
    %minus = arith.constant -5 : i32
    %a = tile.atomic_rmw min %minus, %x[%c0] : memref<2xi32>
    %b = tile.atomic_rmw max %v, %x[%c1] : memref<2xi32>
    %c = tile.atomic_rmw min %v, %x[%c0] : memref<2xi32>
    %d = tile.atomic_rmw max %minus, %x[%c1] : memref<2xi32>
    tile.store %a, %r[%c0] : memref<4xi32>
    tile.store %b, %r[%c1] : memref<4xi32>
    tile.store %c, %r[%c2] : memref<4xi32>
    tile.store %d, %r[%c3] : memref<4xi32>
  }
  return
}

// TL-112: Minimum and maximum give the old value, f32.
// CHECK: TL-112 [-5, 5]
// CHECK: TL-112 [1, 1, -5, 5]
func.func private @tl_112_2(%x: memref<2xf32>, %r: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %v = arith.constant 5.0 : f32
    %minus = arith.constant -5.0 : f32
    %a = tile.atomic_rmw min %minus, %x[%c0] : memref<2xf32>
    %b = tile.atomic_rmw max %v, %x[%c1] : memref<2xf32>
    %c = tile.atomic_rmw min %v, %x[%c0] : memref<2xf32>
    %d = tile.atomic_rmw max %minus, %x[%c1] : memref<2xf32>
    tile.store %a, %r[%c0] : memref<4xf32>
    tile.store %b, %r[%c1] : memref<4xf32>
    tile.store %c, %r[%c2] : memref<4xf32>
    tile.store %d, %r[%c3] : memref<4xf32>
  }
  return
}

// TL-137: Addresses computed in 64 and 32 bits together.
// CHECK: TL-137 [2, 0, 2, 0, {{.*}}, 2, 0]
func.func private @tl_137(%r: memref<128xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xf32, shared>
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    tile.fill %zero into %s : f32 into !tile.buffer<128xf32, shared>
    tile.parallel (%i) in (128) {
      %a = arith.index_cast %i : index to i64
      %b = arith.index_cast %i : index to i32
      %c = arith.extsi %b : i32 to i64
      %c127_i64 = arith.constant 127 : i64
      %sum = arith.addi %a, %c : i64
      %o = arith.andi %sum, %c127_i64 : i64
      %j = arith.index_cast %o : i64 to index
      %old = tile.atomic_rmw add %one, %s[%j] : !tile.buffer<128xf32, shared>
    }
    tile.copy %s into %r : !tile.buffer<128xf32, shared> into memref<128xf32>
  }
  return
}


// CHECK: check: ok
func.func @cases(%x0: memref<256xf16>, %x1: memref<256xf16>, %x2: memref<256xbf16>,
    %x3: memref<256xbf16>, %x4: memref<9xf16>, %x5: memref<2xf16>, %x6: memref<9xf16>,
    %x7: memref<9xf32>, %x8: memref<2xf32>, %x9: memref<9xf32>, %x10: memref<256xf32>,
    %x11: memref<256xbf16>, %x12: memref<129xf32>, %x13: memref<129xbf16>, %x14: memref<64xi32>,
    %x15: memref<256xf32>, %x16: memref<256xf32>, %x17: memref<2xi32>, %x18: memref<4xi32>,
    %x19: memref<2xf32>, %x20: memref<4xf32>, %x21: memref<128xf32>) {
  %c1 = arith.constant 1 : index
  call @tl_102(%x0, %x1) : (memref<256xf16>, memref<256xf16>) -> ()
  call @tl_102_2(%x2, %x3) : (memref<256xbf16>, memref<256xbf16>) -> ()
  call @tl_104(%x4, %x5, %x6) : (memref<9xf16>, memref<2xf16>, memref<9xf16>) -> ()
  call @tl_104_2(%x7, %x8, %x9) : (memref<9xf32>, memref<2xf32>, memref<9xf32>) -> ()
  call @tl_106(%x10, %x11) : (memref<256xf32>, memref<256xbf16>) -> ()
  call @tl_106_2(%x12, %x13) : (memref<129xf32>, memref<129xbf16>) -> ()
  call @tl_109(%x14) : (memref<64xi32>) -> ()
  call @tl_110(%x15, %x16) : (memref<256xf32>, memref<256xf32>) -> ()
  call @tl_112(%x17, %x18) : (memref<2xi32>, memref<4xi32>) -> ()
  call @tl_112_2(%x19, %x20) : (memref<2xf32>, memref<4xf32>) -> ()
  call @tl_137(%x21) : (memref<128xf32>) -> ()
  tile.launch blocks(%bx) in (%c1) threads(1) {
    tile.print "TL-102" %x0 : memref<256xf16>
    tile.print "TL-102" %x1 : memref<256xf16>
    tile.print "TL-102" %x2 : memref<256xbf16>
    tile.print "TL-102" %x3 : memref<256xbf16>
    tile.print "TL-104" %x4 : memref<9xf16>
    tile.print "TL-104" %x5 : memref<2xf16>
    tile.print "TL-104" %x6 : memref<9xf16>
    tile.print "TL-104" %x7 : memref<9xf32>
    tile.print "TL-104" %x8 : memref<2xf32>
    tile.print "TL-104" %x9 : memref<9xf32>
    tile.print "TL-106" %x10 : memref<256xf32>
    tile.print "TL-106" %x11 : memref<256xbf16>
    tile.print "TL-106" %x12 : memref<129xf32>
    tile.print "TL-106" %x13 : memref<129xbf16>
    tile.print "TL-109" %x14 : memref<64xi32>
    tile.print "TL-110" %x16 : memref<256xf32>
    tile.print "TL-112" %x17 : memref<2xi32>
    tile.print "TL-112" %x18 : memref<4xi32>
    tile.print "TL-112" %x19 : memref<2xf32>
    tile.print "TL-112" %x20 : memref<4xf32>
    tile.print "TL-137" %x21 : memref<128xf32>
  }
  return
}
