// Cases of reductions and scans: every element is combined once, whatever the
// number of threads, the region or the old value.
//
// RUN: tile-run %s --entry=cases --on=cpu --check --arg=iota --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=zeros --arg=iota --arg=zeros --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=zeros --arg=iota \
// RUN:   --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota \
// RUN:   --arg=zeros --arg=iota --arg=zeros --arg=zeros --arg=ones --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=ones --arg=zeros | FileCheck %s

// TL-081: 48 threads, 1 + ... + 48 and the greatest.
// CHECK: TL-081 [1176, 48]
func.func private @tl_081(%x: memref<48xf32>, %r: memref<2xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(48) {
    %f = tile.alloc : !tile.buffer<48xf32, fragment>
    %s = tile.alloc : !tile.buffer<1xf32, fragment>
    %one = arith.constant 1.0 : f32
    tile.parallel (%i) in (48) {
      %v = tile.load %x[%i] : memref<48xf32>
      %w = arith.addf %v, %one : f32
      tile.store %w, %f[%i] : !tile.buffer<48xf32, fragment>
    }
    %r0 = tile.slice %r[0 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    %r1 = tile.slice %r[1 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    tile.reduce sum %f into %s dim(0) : !tile.buffer<48xf32, fragment> into !tile.buffer<1xf32, fragment>
    tile.copy %s into %r0 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
    tile.reduce max %f into %s dim(0) : !tile.buffer<48xf32, fragment> into !tile.buffer<1xf32, fragment>
    tile.copy %s into %r1 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
  }
  return
}

// TL-082: The middle dimension, two outputs at a time.
// CHECK: TL-082 {{\[}}{{\[}}[56, 64], [184, 192], [312, 320], [440, 448]], {{\[}}[14, 15], [30, 31], [46, 47], [62, 63]], {{\[}}[0, 1], [16, 17], [32, 33], [48, 49]]]
func.func private @tl_082(%x: memref<4x8x2xf32>, %r: memref<3x4x2xf32>) {
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c2) threads(128) {
    %f = tile.alloc : !tile.buffer<2x8x2xf32, fragment>
    %s = tile.alloc : !tile.buffer<2x2xf32, fragment>
    %o = arith.muli %bx, %c2 : index
    %g = tile.slice %x[%o : 2, 0 : 8, 0 : 2] : memref<4x8x2xf32> -> !tile.buffer<2x8x2xf32, global>
    tile.copy %g into %f : !tile.buffer<2x8x2xf32, global> into !tile.buffer<2x8x2xf32, fragment>
    %r0 = tile.slice %r[0, %o : 2, 0 : 2] : memref<3x4x2xf32> -> !tile.buffer<2x2xf32, global>
    %r1 = tile.slice %r[1, %o : 2, 0 : 2] : memref<3x4x2xf32> -> !tile.buffer<2x2xf32, global>
    %r2 = tile.slice %r[2, %o : 2, 0 : 2] : memref<3x4x2xf32> -> !tile.buffer<2x2xf32, global>
    tile.reduce sum %f into %s dim(1) batch(2) : !tile.buffer<2x8x2xf32, fragment> into !tile.buffer<2x2xf32, fragment>
    tile.copy %s into %r0 : !tile.buffer<2x2xf32, fragment> into !tile.buffer<2x2xf32, global>
    tile.reduce max %f into %s dim(1) batch(2) : !tile.buffer<2x8x2xf32, fragment> into !tile.buffer<2x2xf32, fragment>
    tile.copy %s into %r1 : !tile.buffer<2x2xf32, fragment> into !tile.buffer<2x2xf32, global>
    tile.reduce min %f into %s dim(1) batch(1) : !tile.buffer<2x8x2xf32, fragment> into !tile.buffer<2x2xf32, fragment>
    tile.copy %s into %r2 : !tile.buffer<2x2xf32, fragment> into !tile.buffer<2x2xf32, global>
  }
  return
}

// TL-083: A scan of a region of a wider tile, into a tile of another pitch
// and in place.
// CHECK: TL-083 {{\[}}[36, 40, 44, 3, 4, 5], [36, 39, 42, 9, 10, 11], [30, 32, 34, 15, 16, 17], [18, 19, 20, 21, 22, 23]]
// CHECK: TL-083 {{\[}}[0, 1, 3], [6, 13, 21], [12, 25, 39], [18, 37, 57]]
func.func private @tl_083(%x: memref<4x6xi32>, %r: memref<4x6xi32>, %q: memref<4x3xi32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %big = tile.alloc : !tile.buffer<4x6xi32, shared>
    %other = tile.alloc : !tile.buffer<4x5xi32, shared>
    tile.copy %x into %big : memref<4x6xi32> into !tile.buffer<4x6xi32, shared>
    %region = tile.slice %big[0 : 4, 0 : 3] : !tile.buffer<4x6xi32, shared> -> !tile.buffer<4x3xi32, shared>
    %into = tile.slice %other[0 : 4, 2 : 3] : !tile.buffer<4x5xi32, shared> -> !tile.buffer<4x3xi32, shared>
    tile.scan sum %region into %into dim(1) : !tile.buffer<4x3xi32, shared> into !tile.buffer<4x3xi32, shared>
    tile.copy %into into %q : !tile.buffer<4x3xi32, shared> into memref<4x3xi32>
    tile.scan sum %region into %region dim(0) reverse : !tile.buffer<4x3xi32, shared> into !tile.buffer<4x3xi32, shared>
    tile.copy %big into %r : !tile.buffer<4x6xi32, shared> into memref<4x6xi32>
  }
  return
}

// TL-084: A scan in place of the middle rows leaves the others.
// CHECK: TL-084 {{\[}}[0, 1], [2, 3], [6, 8], [12, 15], [8, 9], [10, 11]]
// CHECK: TL-084 {{\[}}[0, 1], [3, 3], [5, 5], [7, 7], [8, 9], [10, 11]]
func.func private @tl_084(%x: memref<6x2xf32>, %r: memref<6x2xf32>, %q: memref<6x2xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<6x2xf32, shared>
    %rows = tile.slice %s[1 : 3, 0 : 2] : !tile.buffer<6x2xf32, shared> -> !tile.buffer<3x2xf32, shared>
    tile.copy %x into %s : memref<6x2xf32> into !tile.buffer<6x2xf32, shared>
    tile.scan sum %rows into %rows dim(0) : !tile.buffer<3x2xf32, shared> into !tile.buffer<3x2xf32, shared>
    tile.copy %s into %r : !tile.buffer<6x2xf32, shared> into memref<6x2xf32>
    tile.copy %x into %s : memref<6x2xf32> into !tile.buffer<6x2xf32, shared>
    tile.scan max %rows into %rows dim(1) reverse : !tile.buffer<3x2xf32, shared> into !tile.buffer<3x2xf32, shared>
    tile.copy %s into %q : !tile.buffer<6x2xf32, shared> into memref<6x2xf32>
  }
  return
}

// TL-087: The old value counts once, in a shared and in a fragment
// destination.
// CHECK: TL-087 {{\[}}[257, 257, 257], [257, 257, 257]]
func.func private @tl_087(%x: memref<3x256xf32>, %r: memref<2x3xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<3x256xf32, fragment>
    %s = tile.alloc : !tile.buffer<3xf32, shared>
    %f = tile.alloc : !tile.buffer<3xf32, fragment>
    %one = arith.constant 1.0 : f32
    tile.copy %x into %a : memref<3x256xf32> into !tile.buffer<3x256xf32, fragment>
    tile.fill %one into %s : f32 into !tile.buffer<3xf32, shared>
    tile.fill %one into %f : f32 into !tile.buffer<3xf32, fragment>
    tile.reduce sum %a into %s dim(1) accumulate : !tile.buffer<3x256xf32, fragment> into !tile.buffer<3xf32, shared>
    tile.reduce sum %a into %f dim(1) accumulate : !tile.buffer<3x256xf32, fragment> into !tile.buffer<3xf32, fragment>
    %r0 = tile.slice %r[0, 0 : 3] : memref<2x3xf32> -> !tile.buffer<3xf32, global>
    %r1 = tile.slice %r[1, 0 : 3] : memref<2x3xf32> -> !tile.buffer<3xf32, global>
    tile.copy %s into %r0 : !tile.buffer<3xf32, shared> into !tile.buffer<3xf32, global>
    tile.copy %f into %r1 : !tile.buffer<3xf32, fragment> into !tile.buffer<3xf32, global>
  }
  return
}

// TL-089: With nan(propagate) a NaN wins, in the source and in the old value.
// CHECK: TL-089 [nan, nan, 11]
func.func private @tl_089(%x: memref<3x4xf32>, %r: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<3x4xf32, fragment>
    %m = tile.alloc : !tile.buffer<3xf32, fragment>
    %nan = arith.constant 0x7FC00000 : f32
    %old = arith.constant 9.0 : f32
    tile.copy %x into %a : memref<3x4xf32> into !tile.buffer<3x4xf32, fragment>
    // Row 0 has a NaN, row 1 an old value that is NaN, row 2 neither.
    tile.parallel (%i) in (3) {
      %is1 = arith.cmpi eq, %i, %c1 : index
      %v = arith.select %is1, %nan, %old : f32
      tile.store %v, %m[%i] : !tile.buffer<3xf32, fragment>
      %is0 = arith.cmpi eq, %i, %c0 : index
      scf.if %is0 {
        tile.store %nan, %a[%i, %c2] : !tile.buffer<3x4xf32, fragment>
      }
    }
    tile.reduce max %a into %m dim(1) nan(propagate) accumulate : !tile.buffer<3x4xf32, fragment> into !tile.buffer<3xf32, fragment>
    tile.copy %m into %r : !tile.buffer<3xf32, fragment> into memref<3xf32>
  }
  return
}

// TL-089: The same in f16.
// CHECK: TL-089 [nan, nan, 11]
func.func private @tl_089_2(%x: memref<3x4xf16>, %r: memref<3xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<3x4xf16, fragment>
    %m = tile.alloc : !tile.buffer<3xf16, fragment>
    %nan = arith.constant 0x7E00 : f16
    %old = arith.constant 9.0 : f16
    tile.copy %x into %a : memref<3x4xf16> into !tile.buffer<3x4xf16, fragment>
    // Row 0 has a NaN, row 1 an old value that is NaN, row 2 neither.
    tile.parallel (%i) in (3) {
      %is1 = arith.cmpi eq, %i, %c1 : index
      %v = arith.select %is1, %nan, %old : f16
      tile.store %v, %m[%i] : !tile.buffer<3xf16, fragment>
      %is0 = arith.cmpi eq, %i, %c0 : index
      scf.if %is0 {
        tile.store %nan, %a[%i, %c2] : !tile.buffer<3x4xf16, fragment>
      }
    }
    tile.reduce max %a into %m dim(1) nan(propagate) accumulate : !tile.buffer<3x4xf16, fragment> into !tile.buffer<3xf16, fragment>
    tile.copy %m into %r : !tile.buffer<3xf16, fragment> into memref<3xf16>
  }
  return
}

// TL-090: 32 numbers of 64 bits beyond 2^40, one of them negative.
// CHECK: TL-090 [29686813950417, 1099511627806, -4398046511104, -4398046511104, 1099511627776, 0, -3298534883297, -3298534883297]
func.func private @tl_090(%r: memref<8xi64>) {
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<32xi64, fragment>
    %s = tile.alloc : !tile.buffer<1xi64, fragment>
    %base = arith.constant 1099511627776 : i64
    %negative = arith.constant -4398046511104 : i64
    tile.parallel (%i) in (32) {
      %n = arith.index_cast %i : index to i64
      %v = arith.addi %base, %n : i64
      %last = arith.cmpi eq, %i, %c31 : index
      %w = arith.select %last, %negative, %v : i64
      tile.store %w, %a[%i] : !tile.buffer<32xi64, fragment>
    }
    tile.reduce sum %a into %s dim(0) : !tile.buffer<32xi64, fragment> into !tile.buffer<1xi64, fragment>
    %r0 = tile.slice %r[0 : 1] : memref<8xi64> -> !tile.buffer<1xi64, global>
    tile.copy %s into %r0 : !tile.buffer<1xi64, fragment> into !tile.buffer<1xi64, global>
    tile.reduce max %a into %s dim(0) : !tile.buffer<32xi64, fragment> into !tile.buffer<1xi64, fragment>
    %r1 = tile.slice %r[1 : 1] : memref<8xi64> -> !tile.buffer<1xi64, global>
    tile.copy %s into %r1 : !tile.buffer<1xi64, fragment> into !tile.buffer<1xi64, global>
    tile.reduce min %a into %s dim(0) : !tile.buffer<32xi64, fragment> into !tile.buffer<1xi64, fragment>
    %r2 = tile.slice %r[2 : 1] : memref<8xi64> -> !tile.buffer<1xi64, global>
    tile.copy %s into %r2 : !tile.buffer<1xi64, fragment> into !tile.buffer<1xi64, global>
    tile.reduce umax %a into %s dim(0) : !tile.buffer<32xi64, fragment> into !tile.buffer<1xi64, fragment>
    %r3 = tile.slice %r[3 : 1] : memref<8xi64> -> !tile.buffer<1xi64, global>
    tile.copy %s into %r3 : !tile.buffer<1xi64, fragment> into !tile.buffer<1xi64, global>
    tile.reduce umin %a into %s dim(0) : !tile.buffer<32xi64, fragment> into !tile.buffer<1xi64, fragment>
    %r4 = tile.slice %r[4 : 1] : memref<8xi64> -> !tile.buffer<1xi64, global>
    tile.copy %s into %r4 : !tile.buffer<1xi64, fragment> into !tile.buffer<1xi64, global>
    tile.reduce bitand %a into %s dim(0) : !tile.buffer<32xi64, fragment> into !tile.buffer<1xi64, fragment>
    %r5 = tile.slice %r[5 : 1] : memref<8xi64> -> !tile.buffer<1xi64, global>
    tile.copy %s into %r5 : !tile.buffer<1xi64, fragment> into !tile.buffer<1xi64, global>
    tile.reduce bitor %a into %s dim(0) : !tile.buffer<32xi64, fragment> into !tile.buffer<1xi64, fragment>
    %r6 = tile.slice %r[6 : 1] : memref<8xi64> -> !tile.buffer<1xi64, global>
    tile.copy %s into %r6 : !tile.buffer<1xi64, fragment> into !tile.buffer<1xi64, global>
    tile.reduce bitxor %a into %s dim(0) : !tile.buffer<32xi64, fragment> into !tile.buffer<1xi64, fragment>
    %r7 = tile.slice %r[7 : 1] : memref<8xi64> -> !tile.buffer<1xi64, global>
    tile.copy %s into %r7 : !tile.buffer<1xi64, fragment> into !tile.buffer<1xi64, global>
  }
  return
}

// TL-092: A reverse scan is flip, scan, flip; the order of operands is kept.
// CHECK: TL-092 {{\[}}[0, 1, 3, 6, 10, 15, 21, 28], [28, 28, 27, 25, 22, 18, 13, 7], [28, 28, 27, 25, 22, 18, 13, 7]]
func.func private @tl_092(%x: memref<8xf32>, %r: memref<3x8xf32>) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<8xf32, shared>
    %b = tile.alloc : !tile.buffer<8xf32, shared>
    %c = tile.alloc : !tile.buffer<8xf32, shared>
    tile.copy %x into %a : memref<8xf32> into !tile.buffer<8xf32, shared>
    tile.scan sum %a into %b dim(0) : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, shared>
    %r0 = tile.slice %r[0, 0 : 8] : memref<3x8xf32> -> !tile.buffer<8xf32, global>
    tile.copy %b into %r0 : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, global>
    tile.scan sum %a into %b dim(0) reverse : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, shared>
    %r1 = tile.slice %r[1, 0 : 8] : memref<3x8xf32> -> !tile.buffer<8xf32, global>
    tile.copy %b into %r1 : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, global>
    tile.parallel (%i) in (8) {
      %j = arith.subi %c7, %i : index
      %v = tile.load %a[%j] : !tile.buffer<8xf32, shared>
      tile.store %v, %b[%i] : !tile.buffer<8xf32, shared>
    }
    tile.scan sum %b into %b dim(0) : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, shared>
    tile.parallel (%i) in (8) {
      %j = arith.subi %c7, %i : index
      %v = tile.load %b[%j] : !tile.buffer<8xf32, shared>
      tile.store %v, %c[%i] : !tile.buffer<8xf32, shared>
    }
    %r2 = tile.slice %r[2, 0 : 8] : memref<3x8xf32> -> !tile.buffer<8xf32, global>
    tile.copy %c into %r2 : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, global>
  }
  return
}

// TL-094: All-reduce of eight i8 through a reducer.
// CHECK: TL-094 [28, 28, 28, 28, 28, 28, 28, 28]
func.func private @tl_094(%x: memref<8xi8>, %r: memref<8xi8>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(8) {
    %s = tile.alloc : !tile.buffer<i8, shared>
    %acc = tile.reducer_init : !tile.reducer<i8, sum>
    tile.parallel (%i) in (8) {
      %v = tile.load %x[%i] : memref<8xi8>
      tile.reducer_update %v, %acc[] : !tile.reducer<i8, sum>
    }
    tile.reducer_finalize %acc into %s : !tile.reducer<i8, sum> into !tile.buffer<i8, shared>
    tile.parallel (%i) in (8) {
      %v = tile.load %s[] : !tile.buffer<i8, shared>
      tile.store %v, %r[%i] : memref<8xi8>
    }
  }
  return
}

// TL-094: All-reduce of eight i16 through a reducer.
// CHECK: TL-094 [28, 28, 28, 28, 28, 28, 28, 28]
func.func private @tl_094_2(%x: memref<8xi16>, %r: memref<8xi16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(8) {
    %s = tile.alloc : !tile.buffer<i16, shared>
    %acc = tile.reducer_init : !tile.reducer<i16, sum>
    tile.parallel (%i) in (8) {
      %v = tile.load %x[%i] : memref<8xi16>
      tile.reducer_update %v, %acc[] : !tile.reducer<i16, sum>
    }
    tile.reducer_finalize %acc into %s : !tile.reducer<i16, sum> into !tile.buffer<i16, shared>
    tile.parallel (%i) in (8) {
      %v = tile.load %s[] : !tile.buffer<i16, shared>
      tile.store %v, %r[%i] : memref<8xi16>
    }
  }
  return
}

// TL-094: All-reduce of eight i32 through a reducer.
// CHECK: TL-094 [28, 28, 28, 28, 28, 28, 28, 28]
func.func private @tl_094_3(%x: memref<8xi32>, %r: memref<8xi32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(8) {
    %s = tile.alloc : !tile.buffer<i32, shared>
    %acc = tile.reducer_init : !tile.reducer<i32, sum>
    tile.parallel (%i) in (8) {
      %v = tile.load %x[%i] : memref<8xi32>
      tile.reducer_update %v, %acc[] : !tile.reducer<i32, sum>
    }
    tile.reducer_finalize %acc into %s : !tile.reducer<i32, sum> into !tile.buffer<i32, shared>
    tile.parallel (%i) in (8) {
      %v = tile.load %s[] : !tile.buffer<i32, shared>
      tile.store %v, %r[%i] : memref<8xi32>
    }
  }
  return
}

// TL-094: All-reduce of eight f16 through a reducer.
// CHECK: TL-094 [28, 28, 28, 28, 28, 28, 28, 28]
func.func private @tl_094_4(%x: memref<8xf16>, %r: memref<8xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(8) {
    %s = tile.alloc : !tile.buffer<f16, shared>
    %acc = tile.reducer_init : !tile.reducer<f16, sum>
    tile.parallel (%i) in (8) {
      %v = tile.load %x[%i] : memref<8xf16>
      tile.reducer_update %v, %acc[] : !tile.reducer<f16, sum>
    }
    tile.reducer_finalize %acc into %s : !tile.reducer<f16, sum> into !tile.buffer<f16, shared>
    tile.parallel (%i) in (8) {
      %v = tile.load %s[] : !tile.buffer<f16, shared>
      tile.store %v, %r[%i] : memref<8xf16>
    }
  }
  return
}

// TL-094: All-reduce of eight bf16 through a reducer.
// CHECK: TL-094 [28, 28, 28, 28, 28, 28, 28, 28]
func.func private @tl_094_5(%x: memref<8xbf16>, %r: memref<8xbf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(8) {
    %s = tile.alloc : !tile.buffer<bf16, shared>
    %acc = tile.reducer_init : !tile.reducer<bf16, sum>
    tile.parallel (%i) in (8) {
      %v = tile.load %x[%i] : memref<8xbf16>
      tile.reducer_update %v, %acc[] : !tile.reducer<bf16, sum>
    }
    tile.reducer_finalize %acc into %s : !tile.reducer<bf16, sum> into !tile.buffer<bf16, shared>
    tile.parallel (%i) in (8) {
      %v = tile.load %s[] : !tile.buffer<bf16, shared>
      tile.store %v, %r[%i] : memref<8xbf16>
    }
  }
  return
}

// TL-094: All-reduce of eight f32 through a reducer.
// CHECK: TL-094 [28, 28, 28, 28, 28, 28, 28, 28]
func.func private @tl_094_6(%x: memref<8xf32>, %r: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(8) {
    %s = tile.alloc : !tile.buffer<f32, shared>
    %acc = tile.reducer_init : !tile.reducer<f32, sum>
    tile.parallel (%i) in (8) {
      %v = tile.load %x[%i] : memref<8xf32>
      tile.reducer_update %v, %acc[] : !tile.reducer<f32, sum>
    }
    tile.reducer_finalize %acc into %s : !tile.reducer<f32, sum> into !tile.buffer<f32, shared>
    tile.parallel (%i) in (8) {
      %v = tile.load %s[] : !tile.buffer<f32, shared>
      tile.store %v, %r[%i] : memref<8xf32>
    }
  }
  return
}

// TL-097: A slice reduces like a tile, shared or fragment.
// CHECK: TL-097 [2016, 6112]
func.func private @tl_097(%x: memref<128xf32>, %r: memref<2xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xf32, shared>
    %f = tile.alloc : !tile.buffer<128xf32, fragment>
    %o = tile.alloc : !tile.buffer<1xf32, fragment>
    tile.copy %x into %s : memref<128xf32> into !tile.buffer<128xf32, shared>
    tile.copy %x into %f : memref<128xf32> into !tile.buffer<128xf32, fragment>
    %a = tile.slice %s[0 : 64] : !tile.buffer<128xf32, shared> -> !tile.buffer<64xf32, shared>
    %b = tile.slice %f[64 : 64] : !tile.buffer<128xf32, fragment> -> !tile.buffer<64xf32, fragment>
    tile.reduce sum %a into %o dim(0) : !tile.buffer<64xf32, shared> into !tile.buffer<1xf32, fragment>
    %r0 = tile.slice %r[0 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    tile.copy %o into %r0 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
    tile.reduce sum %b into %o dim(0) : !tile.buffer<64xf32, fragment> into !tile.buffer<1xf32, fragment>
    %r1 = tile.slice %r[1 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    tile.copy %o into %r1 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
  }
  return
}

// TL-098: A type without infinity starts from its least and greatest number.
// CHECK: TL-098 [-2, {{-2(56|60)}}]
// CHECK: TL-098 [-2, -6]
func.func private @tl_098(%x: memref<128xf32>, %r: memref<2xf8E4M3FN>, %q: memref<2xf4E2M1FN>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %f = tile.alloc : !tile.buffer<128xf8E4M3FN, fragment>
    %o = tile.alloc : !tile.buffer<1xf8E4M3FN, fragment>
    %p = tile.alloc : !tile.buffer<1xf4E2M1FN, fragment>
    %scale = arith.constant -2.0 : f32
    tile.parallel (%i) in (128) {
      %v = tile.load %x[%i] : memref<128xf32>
      %w = arith.mulf %v, %scale : f32
      %u = arith.addf %w, %scale : f32
      %n = tile.cast %u : f32 to f8E4M3FN
      tile.store %n, %f[%i] : !tile.buffer<128xf8E4M3FN, fragment>
    }
    %r0 = tile.slice %r[0 : 1] : memref<2xf8E4M3FN> -> !tile.buffer<1xf8E4M3FN, global>
    %r1 = tile.slice %r[1 : 1] : memref<2xf8E4M3FN> -> !tile.buffer<1xf8E4M3FN, global>
    %q0 = tile.slice %q[0 : 1] : memref<2xf4E2M1FN> -> !tile.buffer<1xf4E2M1FN, global>
    %q1 = tile.slice %q[1 : 1] : memref<2xf4E2M1FN> -> !tile.buffer<1xf4E2M1FN, global>
    tile.reduce max %f into %o dim(0) : !tile.buffer<128xf8E4M3FN, fragment> into !tile.buffer<1xf8E4M3FN, fragment>
    tile.copy %o into %r0 : !tile.buffer<1xf8E4M3FN, fragment> into !tile.buffer<1xf8E4M3FN, global>
    tile.reduce min %f into %o dim(0) : !tile.buffer<128xf8E4M3FN, fragment> into !tile.buffer<1xf8E4M3FN, fragment>
    tile.copy %o into %r1 : !tile.buffer<1xf8E4M3FN, fragment> into !tile.buffer<1xf8E4M3FN, global>
    tile.reduce max %f into %p dim(0) : !tile.buffer<128xf8E4M3FN, fragment> into !tile.buffer<1xf4E2M1FN, fragment>
    tile.copy %p into %q0 : !tile.buffer<1xf4E2M1FN, fragment> into !tile.buffer<1xf4E2M1FN, global>
    tile.reduce min %f into %p dim(0) : !tile.buffer<128xf8E4M3FN, fragment> into !tile.buffer<1xf4E2M1FN, fragment>
    tile.copy %p into %q1 : !tile.buffer<1xf4E2M1FN, fragment> into !tile.buffer<1xf4E2M1FN, global>
  }
  return
}

// TL-099: A scan of 96 elements by 96 threads.
// CHECK: TL-099 [1, 2, 3, {{.*}}, 95, 96]
func.func private @tl_099(%x: memref<96xf32>, %r: memref<96xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(96) {
    %s = tile.alloc : !tile.buffer<96xf32, shared>
    tile.copy %x into %s : memref<96xf32> into !tile.buffer<96xf32, shared>
    tile.scan sum %s into %s dim(0) : !tile.buffer<96xf32, shared> into !tile.buffer<96xf32, shared>
    tile.copy %s into %r : !tile.buffer<96xf32, shared> into memref<96xf32>
  }
  return
}

// TL-099: A scan of 160 elements by 160 threads.
// CHECK: TL-099 [1, 2, 3, {{.*}}, 159, 160]
func.func private @tl_099_2(%x: memref<160xf32>, %r: memref<160xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(160) {
    %s = tile.alloc : !tile.buffer<160xf32, shared>
    tile.copy %x into %s : memref<160xf32> into !tile.buffer<160xf32, shared>
    tile.scan sum %s into %s dim(0) : !tile.buffer<160xf32, shared> into !tile.buffer<160xf32, shared>
    tile.copy %s into %r : !tile.buffer<160xf32, shared> into memref<160xf32>
  }
  return
}

// TL-099: A scan of 48 elements by 48 threads.
// CHECK: TL-099 [1, 2, 3, {{.*}}, 47, 48]
func.func private @tl_099_3(%x: memref<48xf32>, %r: memref<48xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(48) {
    %s = tile.alloc : !tile.buffer<48xf32, shared>
    tile.copy %x into %s : memref<48xf32> into !tile.buffer<48xf32, shared>
    tile.scan sum %s into %s dim(0) : !tile.buffer<48xf32, shared> into !tile.buffer<48xf32, shared>
    tile.copy %s into %r : !tile.buffer<48xf32, shared> into memref<48xf32>
  }
  return
}


// CHECK: check: ok
func.func @cases(%x0: memref<48xf32>, %x1: memref<2xf32>, %x2: memref<4x8x2xf32>,
    %x3: memref<3x4x2xf32>, %x4: memref<4x6xi32>, %x5: memref<4x6xi32>, %x6: memref<4x3xi32>,
    %x7: memref<6x2xf32>, %x8: memref<6x2xf32>, %x9: memref<6x2xf32>, %x10: memref<3x256xf32>,
    %x11: memref<2x3xf32>, %x12: memref<3x4xf32>, %x13: memref<3xf32>, %x14: memref<3x4xf16>,
    %x15: memref<3xf16>, %x16: memref<8xi64>, %x17: memref<8xf32>, %x18: memref<3x8xf32>,
    %x19: memref<8xi8>, %x20: memref<8xi8>, %x21: memref<8xi16>, %x22: memref<8xi16>,
    %x23: memref<8xi32>, %x24: memref<8xi32>, %x25: memref<8xf16>, %x26: memref<8xf16>,
    %x27: memref<8xbf16>, %x28: memref<8xbf16>, %x29: memref<8xf32>, %x30: memref<8xf32>,
    %x31: memref<128xf32>, %x32: memref<2xf32>, %x33: memref<128xf32>, %x34: memref<2xf8E4M3FN>,
    %x35: memref<2xf4E2M1FN>, %x36: memref<96xf32>, %x37: memref<96xf32>, %x38: memref<160xf32>,
    %x39: memref<160xf32>, %x40: memref<48xf32>, %x41: memref<48xf32>) {
  %c1 = arith.constant 1 : index
  call @tl_081(%x0, %x1) : (memref<48xf32>, memref<2xf32>) -> ()
  call @tl_082(%x2, %x3) : (memref<4x8x2xf32>, memref<3x4x2xf32>) -> ()
  call @tl_083(%x4, %x5, %x6) : (memref<4x6xi32>, memref<4x6xi32>, memref<4x3xi32>) -> ()
  call @tl_084(%x7, %x8, %x9) : (memref<6x2xf32>, memref<6x2xf32>, memref<6x2xf32>) -> ()
  call @tl_087(%x10, %x11) : (memref<3x256xf32>, memref<2x3xf32>) -> ()
  call @tl_089(%x12, %x13) : (memref<3x4xf32>, memref<3xf32>) -> ()
  call @tl_089_2(%x14, %x15) : (memref<3x4xf16>, memref<3xf16>) -> ()
  call @tl_090(%x16) : (memref<8xi64>) -> ()
  call @tl_092(%x17, %x18) : (memref<8xf32>, memref<3x8xf32>) -> ()
  call @tl_094(%x19, %x20) : (memref<8xi8>, memref<8xi8>) -> ()
  call @tl_094_2(%x21, %x22) : (memref<8xi16>, memref<8xi16>) -> ()
  call @tl_094_3(%x23, %x24) : (memref<8xi32>, memref<8xi32>) -> ()
  call @tl_094_4(%x25, %x26) : (memref<8xf16>, memref<8xf16>) -> ()
  call @tl_094_5(%x27, %x28) : (memref<8xbf16>, memref<8xbf16>) -> ()
  call @tl_094_6(%x29, %x30) : (memref<8xf32>, memref<8xf32>) -> ()
  call @tl_097(%x31, %x32) : (memref<128xf32>, memref<2xf32>) -> ()
  call @tl_098(%x33, %x34, %x35) : (memref<128xf32>, memref<2xf8E4M3FN>, memref<2xf4E2M1FN>) -> ()
  call @tl_099(%x36, %x37) : (memref<96xf32>, memref<96xf32>) -> ()
  call @tl_099_2(%x38, %x39) : (memref<160xf32>, memref<160xf32>) -> ()
  call @tl_099_3(%x40, %x41) : (memref<48xf32>, memref<48xf32>) -> ()
  tile.launch blocks(%bx) in (%c1) threads(1) {
    tile.print "TL-081" %x1 : memref<2xf32>
    tile.print "TL-082" %x3 : memref<3x4x2xf32>
    tile.print "TL-083" %x5 : memref<4x6xi32>
    tile.print "TL-083" %x6 : memref<4x3xi32>
    tile.print "TL-084" %x8 : memref<6x2xf32>
    tile.print "TL-084" %x9 : memref<6x2xf32>
    tile.print "TL-087" %x11 : memref<2x3xf32>
    tile.print "TL-089" %x13 : memref<3xf32>
    tile.print "TL-089" %x15 : memref<3xf16>
    tile.print "TL-090" %x16 : memref<8xi64>
    tile.print "TL-092" %x18 : memref<3x8xf32>
    tile.print "TL-094" %x20 : memref<8xi8>
    tile.print "TL-094" %x22 : memref<8xi16>
    tile.print "TL-094" %x24 : memref<8xi32>
    tile.print "TL-094" %x26 : memref<8xf16>
    tile.print "TL-094" %x28 : memref<8xbf16>
    tile.print "TL-094" %x30 : memref<8xf32>
    tile.print "TL-097" %x32 : memref<2xf32>
    tile.print "TL-098" %x34 : memref<2xf8E4M3FN>
    tile.print "TL-098" %x35 : memref<2xf4E2M1FN>
    tile.print "TL-099" %x37 : memref<96xf32>
    tile.print "TL-099" %x39 : memref<160xf32>
    tile.print "TL-099" %x41 : memref<48xf32>
  }
  return
}
