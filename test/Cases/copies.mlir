// Cases of copies and fills: strides, bounds, pads, packed elements and
// regions that begin anywhere.
//
// RUN: tile-run %s --entry=cases --on=cpu --check --arg=iota --arg=zeros --arg=zeros --arg=ones \
// RUN:   --arg=randint:-128:127 --arg=zeros --arg=zeros --arg=ones --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=iota --arg=zeros --arg=ones --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=ones --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros \
// RUN:   --arg=zeros --arg=zeros --arg=iota --arg=iota --arg=zeros --arg=5 --arg=9 \
// RUN:   --arg=16:ones --arg=12:ones --arg=zeros --arg=randint:-128:127 --arg=randint:-128:127 \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=randint:-128:127 --arg=randint:-128:127 \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=zeros --arg=zeros --arg=ones --arg=zeros | FileCheck %s

// TL-047: Rows of a tensor whose row stride is larger than its row.
// CHECK: TL-047 {{\[\[0, 1, 2, .*, 31, (0, ){8}40, 41, .*, 71, (0, ){7}0\]\]|\[\[0, 1, .*, 31, (0, ){7}0\], \[40, 41, .*, 71, (0, ){7}0\]\]}}
// CHECK: TL-047 [40, 41, {{.*}}, 71]
func.func private @tl_047(%x: memref<2x40xf32>, %r: memref<2x40xf32>, %q: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %in = memref.subview %x[0, 0] [2, 32] [1, 1] : memref<2x40xf32> to memref<2x32xf32, strided<[40, 1]>>
  %out = memref.subview %r[0, 0] [2, 32] [1, 1] : memref<2x40xf32> to memref<2x32xf32, strided<[40, 1]>>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<32xf32, shared>
    %t = tile.alloc : !tile.buffer<2x32xf32, shared>
    %row = tile.slice %in[1, 0 : 32] : memref<2x32xf32, strided<[40, 1]>> -> !tile.buffer<32xf32, global>
    tile.copy %row into %s : !tile.buffer<32xf32, global> into !tile.buffer<32xf32, shared>
    tile.copy %s into %q : !tile.buffer<32xf32, shared> into memref<32xf32>
    tile.copy %in into %t : memref<2x32xf32, strided<[40, 1]>> into !tile.buffer<2x32xf32, shared>
    tile.copy %t into %out : !tile.buffer<2x32xf32, shared> into memref<2x32xf32, strided<[40, 1]>>
  }
  return
}

// TL-048: A store beyond the end of a tensor leaves what lies behind it.
// CHECK: TL-048 [0, 1, 2, {{.*}}, 998, 999, {{(1, ){23}1\]}}
func.func private @tl_048(%b: memref<1024xf32>) {
  %c4 = arith.constant 4 : index
  %c256 = arith.constant 256 : index
  %short = memref.subview %b[0] [1000] [1] : memref<1024xf32> to memref<1000xf32, strided<[1]>>
  tile.launch blocks(%bx) in (%c4) threads(128) {
    %s = tile.alloc : !tile.buffer<256xf32, shared>
    %o = arith.muli %bx, %c256 : index
    tile.parallel (%i) in (256) {
      %p = arith.addi %o, %i : index
      %n = arith.index_cast %p : index to i32
      %v = arith.sitofp %n : i32 to f32
      tile.store %v, %s[%i] : !tile.buffer<256xf32, shared>
    }
    %w = tile.slice %short[%o : 256] : memref<1000xf32, strided<[1]>> -> !tile.buffer<256xf32, global>
    tile.copy %s into %w : !tile.buffer<256xf32, shared> into !tile.buffer<256xf32, global>
  }
  return
}

// TL-049: A tensor of f4E2M1FN, through shared memory and a fragment.
// CHECK: TL-049 [0, 0]
func.func private @tl_049(%x: memref<16x8xi8>, %r: memref<16x8xi8>) {
  %c1 = arith.constant 1 : index
  %in = tile.view %x : memref<16x8xi8> -> memref<16x16xf4E2M1FN>
  %out = tile.view %r : memref<16x8xi8> -> memref<16x16xf4E2M1FN>
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %s = tile.alloc : !tile.buffer<16x16xf4E2M1FN, shared>
    %f = tile.alloc : !tile.buffer<16x16xf4E2M1FN, fragment>
    tile.copy %in into %s : memref<16x16xf4E2M1FN> into !tile.buffer<16x16xf4E2M1FN, shared>
    tile.copy %s into %f : !tile.buffer<16x16xf4E2M1FN, shared> into !tile.buffer<16x16xf4E2M1FN, fragment>
    tile.copy %f into %out : !tile.buffer<16x16xf4E2M1FN, fragment> into memref<16x16xf4E2M1FN>
    // Each byte came through: the difference is 0.
    tile.parallel (%i, %j) in (16, 8) {
      %a = tile.load %x[%i, %j] : memref<16x8xi8>
      %b = tile.load %r[%i, %j] : memref<16x8xi8>
      %d = arith.subi %a, %b : i8
      tile.store %d, %r[%i, %j] : memref<16x8xi8>
    }
  }
  return
}

// TL-050: Outside the source there is the converted pad.
// CHECK: TL-050 {{\[(\[(1, ){7}-3.5\], ){6}(\[(-3.5, ){7}-3.5\](, )?){2}\]}}
func.func private @tl_050(%x: memref<6x7xf16>, %r: memref<8x8xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx, %by) in (%c2, %c2) threads(128) {
    %i = arith.muli %bx, %c4 : index
    %j = arith.muli %by, %c4 : index
    %g = tile.slice %x[%i : 4, %j : 4] pad(-3.5 : f16) : memref<6x7xf16> -> !tile.buffer<4x4xf16, global>
    %w = tile.slice %r[%i : 4, %j : 4] : memref<8x8xf32> -> !tile.buffer<4x4xf32, global>
    tile.copy %g into %w : !tile.buffer<4x4xf16, global> into !tile.buffer<4x4xf32, global>
  }
  return
}

// TL-050: Outside the source there is the converted pad, 0 if there is none.
// CHECK: TL-050 {{\[(\[(1, ){7}0\], ){6}(\[(0, ){7}0\](, )?){2}\]}}
func.func private @tl_050_2(%x: memref<6x7xf16>, %r: memref<8x8xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx, %by) in (%c2, %c2) threads(128) {
    %i = arith.muli %bx, %c4 : index
    %j = arith.muli %by, %c4 : index
    %g = tile.slice %x[%i : 4, %j : 4] : memref<6x7xf16> -> !tile.buffer<4x4xf16, global>
    %w = tile.slice %r[%i : 4, %j : 4] : memref<8x8xf32> -> !tile.buffer<4x4xf32, global>
    tile.copy %g into %w : !tile.buffer<4x4xf16, global> into !tile.buffer<4x4xf32, global>
  }
  return
}

// TL-051: An element of a tensor that begins at an offset.
// CHECK: TL-051 [24]
func.func private @tl_051(%x: memref<80xf16>, %r: memref<1xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %in = memref.reinterpret_cast %x to offset: [5], sizes: [8, 8], strides: [8, 1] : memref<80xf16> to memref<8x8xf16, strided<[8, 1], offset: 5>>
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %v = tile.load %in[%c2, %c3] : memref<8x8xf16, strided<[8, 1], offset: 5>>
    tile.store %v, %r[%c0] : memref<1xf16>
  }
  return
}

// TL-058: A tile wider than any box of a copy engine, there and back.
// CHECK: TL-058 {{\[(\[(1, ){255}(1, ){255}1, 1\](, )?){4}\]}}
func.func private @tl_058(%x: memref<4x512xf16>, %r: memref<4x512xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<4x512xf16, shared>
    %g = tile.slice %x[0 : 4, 0 : 512] : memref<4x512xf16> -> !tile.buffer<4x512xf16, global>
    %w = tile.slice %r[0 : 4, 0 : 512] : memref<4x512xf16> -> !tile.buffer<4x512xf16, global>
    %t = tile.copy async %g into %s : !tile.buffer<4x512xf16, global> into !tile.buffer<4x512xf16, shared>
    tile.wait %t guards(%s : !tile.buffer<4x512xf16, shared>)
    tile.copy %s into %w : !tile.buffer<4x512xf16, shared> into !tile.buffer<4x512xf16, global>
  }
  return
}

// TL-060: A width of 8 is a hint: 8 rows of 8 copy whole.
// CHECK: TL-060 {{\[\[0, 1, .*, 63\]\]}}
func.func private @tl_060(%x: memref<8x8xf32>, %r: memref<8x8xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<8x8xf32, shared>
    tile.copy %x into %s width(8) : memref<8x8xf32> into !tile.buffer<8x8xf32, shared>
    tile.copy %s into %r width(8) : !tile.buffer<8x8xf32, shared> into memref<8x8xf32>
  }
  return
}

// TL-060: A width of 3 is a hint: 8 rows of 8 copy whole.
// CHECK: TL-060 {{\[\[0, 1, .*, 63\]\]}}
func.func private @tl_060_2(%x: memref<8x8xf32>, %r: memref<8x8xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<8x8xf32, shared>
    tile.copy %x into %s width(3) : memref<8x8xf32> into !tile.buffer<8x8xf32, shared>
    tile.copy %s into %r width(3) : !tile.buffer<8x8xf32, shared> into memref<8x8xf32>
  }
  return
}

// TL-060: A width of 4 is a hint: 10 rows of 8 copy whole.
// CHECK: TL-060 {{\[\[0, 1, .*, 79\]\]}}
func.func private @tl_060_3(%x: memref<10x8xf32>, %r: memref<10x8xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<10x8xf32, shared>
    tile.copy %x into %s width(4) : memref<10x8xf32> into !tile.buffer<10x8xf32, shared>
    tile.copy %s into %r width(4) : !tile.buffer<10x8xf32, shared> into memref<10x8xf32>
  }
  return
}

// TL-123: A tensor that begins one element after an aligned address.
// CHECK: TL-123 {{\[\[1, 2, 3, 4\], .*, \[29, 30, 31, 32\]\]}}
func.func private @tl_123(%x: memref<33xi32>, %r: memref<8x4xi32>) {
  %c1 = arith.constant 1 : index
  %in = memref.reinterpret_cast %x to offset: [1], sizes: [8, 4], strides: [4, 1] : memref<33xi32> to memref<8x4xi32, strided<[4, 1], offset: 1>>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<8x4xi32, shared>
    tile.copy %in into %s width(4) : memref<8x4xi32, strided<[4, 1], offset: 1>> into !tile.buffer<8x4xi32, shared>
    tile.copy %s into %r : !tile.buffer<8x4xi32, shared> into memref<8x4xi32>
  }
  return
}

// TL-130: A fill of the elements from 10 on, after a copy of all.
// CHECK: TL-130 [{{(1, ){10}(7, ){6}(1, ){47}1\]}}
func.func private @tl_130(%x: memref<64xf32>, %r: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<64xf32, shared>
    %seven = arith.constant 7.0 : f32
    tile.copy %x into %s : memref<64xf32> into !tile.buffer<64xf32, shared>
    %p = tile.slice %s[10 : 6] : !tile.buffer<64xf32, shared> -> !tile.buffer<6xf32, shared>
    tile.fill %seven into %p : f32 into !tile.buffer<6xf32, shared>
    tile.copy %s into %r : !tile.buffer<64xf32, shared> into memref<64xf32>
  }
  return
}

// TL-130: A fill of the elements from 0 on, after a copy of all.
// CHECK: TL-130 [{{(7, ){6}(1, ){57}1\]}}
func.func private @tl_130_2(%x: memref<64xf32>, %r: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<64xf32, shared>
    %seven = arith.constant 7.0 : f32
    tile.copy %x into %s : memref<64xf32> into !tile.buffer<64xf32, shared>
    %p = tile.slice %s[0 : 6] : !tile.buffer<64xf32, shared> -> !tile.buffer<6xf32, shared>
    tile.fill %seven into %p : f32 into !tile.buffer<6xf32, shared>
    tile.copy %s into %r : !tile.buffer<64xf32, shared> into memref<64xf32>
  }
  return
}

// TL-131: A tile is cleared, filled in parts and read, and cleared again.
// CHECK: TL-131 {{\[\[1, 0, 0, 0\], \[0, 1, 0, 0\], \[0, 0, 1, 0\], \[0, 0, 0, 1\]\]}}
// CHECK: TL-131 {{\[(\[0, 0, 0, 0\](, )?){4}\]}}
func.func private @tl_131(%r: memref<4x4xf16>, %q: memref<4x4xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<4x4xf16, shared>
    %zero = arith.constant 0.0 : f16
    %one = arith.constant 1.0 : f16
    tile.fill %zero into %s : f16 into !tile.buffer<4x4xf16, shared>
    tile.parallel (%i) in (4) {
      tile.store %one, %s[%i, %i] : !tile.buffer<4x4xf16, shared>
    }
    tile.copy %s into %r : !tile.buffer<4x4xf16, shared> into memref<4x4xf16>
    tile.fill %zero into %s : f16 into !tile.buffer<4x4xf16, shared>
    tile.copy %s into %q : !tile.buffer<4x4xf16, shared> into memref<4x4xf16>
  }
  return
}

// TL-139: The last of an odd number of i4 does not touch its neighbours.
// CHECK: TL-139 [{{(-3, ){126}-3\]}}
// CHECK: TL-139 [{{(123456, ){15}123456\]}}
func.func private @tl_139(%r: memref<127xi4>, %q: memref<16xi32>) {
  %c1 = arith.constant 1 : index
  %c126 = arith.constant 126 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<127xi4, shared>
    %b = tile.alloc : !tile.buffer<16xi32, shared>
    %v = arith.constant -3 : i4
    %sentinel = arith.constant 123456 : i32
    tile.fill %sentinel into %b : i32 into !tile.buffer<16xi32, shared>
    tile.fill %v into %a : i4 into !tile.buffer<127xi4, shared>
    tile.store %v, %a[%c126] : !tile.buffer<127xi4, shared>
    tile.copy %a into %r : !tile.buffer<127xi4, shared> into memref<127xi4>
    tile.copy %b into %q : !tile.buffer<16xi32, shared> into memref<16xi32>
  }
  return
}

// TL-139: The last of an odd number of f4E2M1FN does not touch its
// neighbours.
// CHECK: TL-139 [{{(6, ){126}6\]}}
// CHECK: TL-139 [{{(123456, ){15}123456\]}}
func.func private @tl_139_2(%r: memref<127xf4E2M1FN>, %q: memref<16xi32>) {
  %c1 = arith.constant 1 : index
  %c126 = arith.constant 126 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<127xf4E2M1FN, shared>
    %b = tile.alloc : !tile.buffer<16xi32, shared>
    %v = arith.constant 6.0 : f4E2M1FN
    %sentinel = arith.constant 123456 : i32
    tile.fill %sentinel into %b : i32 into !tile.buffer<16xi32, shared>
    tile.fill %v into %a : f4E2M1FN into !tile.buffer<127xf4E2M1FN, shared>
    tile.store %v, %a[%c126] : !tile.buffer<127xf4E2M1FN, shared>
    tile.copy %a into %r : !tile.buffer<127xf4E2M1FN, shared> into memref<127xf4E2M1FN>
    tile.copy %b into %q : !tile.buffer<16xi32, shared> into memref<16xi32>
  }
  return
}

// TL-150: Rows chosen by numbers of 64 bits.
// CHECK: TL-150 {{\[\[0, 0\], \[0, 0\], \[18, 19\], \[16, 17\], .*\[0, 1\]\]}}
func.func private @tl_150(%pos: memref<10xi64>, %x: memref<10x2xf32>, %r: memref<12x2xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %c11_i64 = arith.constant 11 : i64
    tile.parallel (%b, %i) in (10, 2) {
      %p = tile.load %pos[%b] : memref<10xi64>
      %q = arith.subi %c11_i64, %p : i64
      %row = arith.index_cast %q : i64 to index
      %v = tile.load %x[%b, %i] : memref<10x2xf32>
      tile.store %v, %r[%row, %i] : memref<12x2xf32>
    }
  }
  return
}

// TL-151: Fills of regions with static and with run-time bounds, and a copy
// of a run-time length.
// CHECK: TL-151 [0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]
// CHECK: TL-151 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]
func.func private @tl_151(%a: index, %b: index, %x: memref<?xi64>, %g: memref<?xf32>, %r: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %zero = arith.constant 0 : i64
    %two = arith.constant 2.0 : f32
    %s = tile.alloc : !tile.buffer<16xf32, shared>
    %head = tile.slice %x[0 : 3] : memref<?xi64> -> !tile.buffer<3xi64, global>
    tile.fill %zero into %head : i64 into !tile.buffer<3xi64, global>
    %len = arith.subi %b, %a : index
    %middle = tile.slice %x[%a : %len] : memref<?xi64> -> !tile.buffer<?xi64, global>
    tile.fill %zero into %middle : i64 into !tile.buffer<?xi64, global>
    tile.fill %two into %s : f32 into !tile.buffer<16xf32, shared>
    %n = memref.dim %g, %c0 : memref<?xf32>
    tile.parallel (%i) in (%n) {
      %v = tile.load %g[%i] : memref<?xf32>
      tile.store %v, %s[%i] : !tile.buffer<16xf32, shared>
    }
    tile.copy %s into %r : !tile.buffer<16xf32, shared> into memref<16xf32>
  }
  return
}

// TL-166, TL-167: 128 and 256 elements of i4 by 128 threads: byte for byte,
// by copies and by stores.
// CHECK: TL-166 [0, 0]
func.func private @tl_166(%x: memref<64xi8>, %y: memref<128xi8>, %r: memref<64xi8>, %q: memref<128xi8>, %d: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %xin = tile.view %x : memref<64xi8> -> memref<128xi4>
  %yin = tile.view %y : memref<128xi8> -> memref<256xi4>
  %rout = tile.view %r : memref<64xi8> -> memref<128xi4>
  %qout = tile.view %q : memref<128xi8> -> memref<256xi4>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xi4, shared>
    %t = tile.alloc : !tile.buffer<256xi4, shared>
    tile.copy %xin into %s : memref<128xi4> into !tile.buffer<128xi4, shared>
    tile.copy %s into %rout : !tile.buffer<128xi4, shared> into memref<128xi4>
    tile.copy %yin into %t : memref<256xi4> into !tile.buffer<256xi4, shared>
    tile.parallel (%i) in (256) {
      %v = tile.load %t[%i] : !tile.buffer<256xi4, shared>
      tile.store %v, %qout[%i] : memref<256xi4>
    }
    // The numbers of bytes that differ.
    %n = tile.reducer_init : !tile.reducer<2xi32, sum>
    %sum = tile.alloc : !tile.buffer<2xi32, fragment>
    tile.parallel (%i) in (64) {
      %a = tile.load %x[%i] : memref<64xi8>
      %b = tile.load %r[%i] : memref<64xi8>
      %p = arith.cmpi ne, %a, %b : i8
      %one = arith.extui %p : i1 to i32
      tile.reducer_update %one, %n[%c0] : !tile.reducer<2xi32, sum>
    }
    tile.parallel (%i) in (128) {
      %a = tile.load %y[%i] : memref<128xi8>
      %b = tile.load %q[%i] : memref<128xi8>
      %p = arith.cmpi ne, %a, %b : i8
      %one = arith.extui %p : i1 to i32
      tile.reducer_update %one, %n[%c1] : !tile.reducer<2xi32, sum>
    }
    tile.reducer_finalize %n into %sum : !tile.reducer<2xi32, sum> into !tile.buffer<2xi32, fragment>
    tile.copy %sum into %d : !tile.buffer<2xi32, fragment> into memref<2xi32>
  }
  return
}

// TL-166, TL-167: 128 and 256 elements of f4E2M1FN by 128 threads: byte for
// byte, by copies and by stores.
// CHECK: TL-166 [0, 0]
func.func private @tl_166_2(%x: memref<64xi8>, %y: memref<128xi8>, %r: memref<64xi8>, %q: memref<128xi8>, %d: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %xin = tile.view %x : memref<64xi8> -> memref<128xf4E2M1FN>
  %yin = tile.view %y : memref<128xi8> -> memref<256xf4E2M1FN>
  %rout = tile.view %r : memref<64xi8> -> memref<128xf4E2M1FN>
  %qout = tile.view %q : memref<128xi8> -> memref<256xf4E2M1FN>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xf4E2M1FN, shared>
    %t = tile.alloc : !tile.buffer<256xf4E2M1FN, shared>
    tile.copy %xin into %s : memref<128xf4E2M1FN> into !tile.buffer<128xf4E2M1FN, shared>
    tile.copy %s into %rout : !tile.buffer<128xf4E2M1FN, shared> into memref<128xf4E2M1FN>
    tile.copy %yin into %t : memref<256xf4E2M1FN> into !tile.buffer<256xf4E2M1FN, shared>
    tile.parallel (%i) in (256) {
      %v = tile.load %t[%i] : !tile.buffer<256xf4E2M1FN, shared>
      tile.store %v, %qout[%i] : memref<256xf4E2M1FN>
    }
    // The numbers of bytes that differ.
    %n = tile.reducer_init : !tile.reducer<2xi32, sum>
    %sum = tile.alloc : !tile.buffer<2xi32, fragment>
    tile.parallel (%i) in (64) {
      %a = tile.load %x[%i] : memref<64xi8>
      %b = tile.load %r[%i] : memref<64xi8>
      %p = arith.cmpi ne, %a, %b : i8
      %one = arith.extui %p : i1 to i32
      tile.reducer_update %one, %n[%c0] : !tile.reducer<2xi32, sum>
    }
    tile.parallel (%i) in (128) {
      %a = tile.load %y[%i] : memref<128xi8>
      %b = tile.load %q[%i] : memref<128xi8>
      %p = arith.cmpi ne, %a, %b : i8
      %one = arith.extui %p : i1 to i32
      tile.reducer_update %one, %n[%c1] : !tile.reducer<2xi32, sum>
    }
    tile.reducer_finalize %n into %sum : !tile.reducer<2xi32, sum> into !tile.buffer<2xi32, fragment>
    tile.copy %sum into %d : !tile.buffer<2xi32, fragment> into memref<2xi32>
  }
  return
}

// TL-168: Packed buffers cleared and filled with a negative number.
// CHECK: TL-168 [{{(-3, ){255}-3\]}}
// CHECK: TL-168 [{{(-3, ){255}-3\]}}
func.func private @tl_168(%r: memref<256xi4>, %q: memref<256xi4>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<256xi4, shared>
    %f = tile.alloc : !tile.buffer<256xi4, fragment>
    %zero = arith.constant 0 : i4
    %v = arith.constant -3 : i4
    tile.fill %zero into %s : i4 into !tile.buffer<256xi4, shared>
    tile.fill %v into %s : i4 into !tile.buffer<256xi4, shared>
    tile.fill %zero into %f : i4 into !tile.buffer<256xi4, fragment>
    tile.copy %s into %r : !tile.buffer<256xi4, shared> into memref<256xi4>
    tile.fill %v into %f : i4 into !tile.buffer<256xi4, fragment>
    tile.copy %f into %q : !tile.buffer<256xi4, fragment> into memref<256xi4>
  }
  return
}

// TL-189: Parts of a register tile begin at element offsets.
// CHECK: TL-189 {{\[\[0, 1, 2, 3\], \[32, 33, 34, 35\]\]}}
// CHECK: TL-189 {{\[\[4, 5, .*, 19\], \[36, .*, 51\]\]}}
// CHECK: TL-189 {{\[\[20, 21, 22, 23\], \[52, 53, 54, 55\]\]}}
func.func private @tl_189(%x: memref<2x32xf32>, %r: memref<2x4xf32>, %q: memref<2x16xf32>, %p: memref<2x4xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %f = tile.alloc : !tile.buffer<2x32xf32, fragment>
    tile.copy %x into %f : memref<2x32xf32> into !tile.buffer<2x32xf32, fragment>
    %a = tile.slice %f[0 : 2, 0 : 4] : !tile.buffer<2x32xf32, fragment> -> !tile.buffer<2x4xf32, fragment>
    %b = tile.slice %f[0 : 2, 4 : 16] : !tile.buffer<2x32xf32, fragment> -> !tile.buffer<2x16xf32, fragment>
    %c = tile.slice %f[0 : 2, 20 : 4] : !tile.buffer<2x32xf32, fragment> -> !tile.buffer<2x4xf32, fragment>
    tile.copy %a into %r : !tile.buffer<2x4xf32, fragment> into memref<2x4xf32>
    tile.copy %b into %q : !tile.buffer<2x16xf32, fragment> into memref<2x16xf32>
    tile.copy %c into %p : !tile.buffer<2x4xf32, fragment> into memref<2x4xf32>
  }
  return
}

// TL-231: Behind the end of a tensor there is zero; what was in the tile
// before is gone only there.
// CHECK: TL-231 [{{(1, ){70}0, 0, (-5, ){23}-5\]}}
func.func private @tl_231(%x: memref<70xf32>, %r: memref<96xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<96xf32, shared>
    %sentinel = arith.constant -5.0 : f32
    tile.fill %sentinel into %s : f32 into !tile.buffer<96xf32, shared>
    %g = tile.slice %x[0 : 72] : memref<70xf32> -> !tile.buffer<72xf32, global>
    %p = tile.slice %s[0 : 72] : !tile.buffer<96xf32, shared> -> !tile.buffer<72xf32, shared>
    tile.copy %g into %p : !tile.buffer<72xf32, global> into !tile.buffer<72xf32, shared>
    tile.copy %s into %r : !tile.buffer<96xf32, shared> into memref<96xf32>
  }
  return
}

// The least and the greatest element.
func.func private @bounds_i8(%t: memref<?x?xi8>, %out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %t, %c0 : memref<?x?xi8>
  %n = memref.dim %t, %c1 : memref<?x?xi8>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %least = tile.reducer_init : !tile.reducer<1xf32, min>
    %greatest = tile.reducer_init : !tile.reducer<1xf32, max>
    %a = tile.alloc : !tile.buffer<1xf32, fragment>
    %b = tile.alloc : !tile.buffer<1xf32, fragment>
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %t[%i, %j] : memref<?x?xi8>
      %w = tile.cast %v : i8 to f32
      tile.reducer_update %w, %least[%c0] : !tile.reducer<1xf32, min>
      tile.reducer_update %w, %greatest[%c0] : !tile.reducer<1xf32, max>
    }
    tile.reducer_finalize %least into %a : !tile.reducer<1xf32, min> into !tile.buffer<1xf32, fragment>
    tile.reducer_finalize %greatest into %b : !tile.reducer<1xf32, max> into !tile.buffer<1xf32, fragment>
    %out0 = tile.slice %out[0 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    %out1 = tile.slice %out[1 : 1] : memref<2xf32> -> !tile.buffer<1xf32, global>
    tile.copy %a into %out0 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
    tile.copy %b into %out1 : !tile.buffer<1xf32, fragment> into !tile.buffer<1xf32, global>
  }
  return
}

// CHECK: check: ok
func.func @cases(%x0: memref<2x40xf32>, %x1: memref<2x40xf32>, %x2: memref<32xf32>,
    %x3: memref<1024xf32>, %x4: memref<16x8xi8>, %x5: memref<16x8xi8>, %b0: memref<2xf32>,
    %x6: memref<6x7xf16>, %x7: memref<8x8xf32>, %x8: memref<6x7xf16>, %x9: memref<8x8xf32>,
    %x10: memref<80xf16>, %x11: memref<1xf16>, %x12: memref<4x512xf16>, %x13: memref<4x512xf16>,
    %x14: memref<8x8xf32>, %x15: memref<8x8xf32>, %x16: memref<8x8xf32>, %x17: memref<8x8xf32>,
    %x18: memref<10x8xf32>, %x19: memref<10x8xf32>, %x20: memref<33xi32>, %x21: memref<8x4xi32>,
    %x22: memref<64xf32>, %x23: memref<64xf32>, %x24: memref<64xf32>, %x25: memref<64xf32>,
    %x26: memref<4x4xf16>, %x27: memref<4x4xf16>, %x28: memref<127xi4>, %x29: memref<16xi32>,
    %x30: memref<127xf4E2M1FN>, %x31: memref<16xi32>, %x32: memref<10xi64>,
    %x33: memref<10x2xf32>, %x34: memref<12x2xf32>, %x35: index, %x36: index,
    %x37: memref<?xi64>, %x38: memref<?xf32>, %x39: memref<16xf32>, %x40: memref<64xi8>,
    %x41: memref<128xi8>, %x42: memref<64xi8>, %x43: memref<128xi8>, %x44: memref<2xi32>,
    %x45: memref<64xi8>, %x46: memref<128xi8>, %x47: memref<64xi8>, %x48: memref<128xi8>,
    %x49: memref<2xi32>, %x50: memref<256xi4>, %x51: memref<256xi4>, %x52: memref<2x32xf32>,
    %x53: memref<2x4xf32>, %x54: memref<2x16xf32>, %x55: memref<2x4xf32>, %x56: memref<70xf32>,
    %x57: memref<96xf32>) {
  %c1 = arith.constant 1 : index
  call @tl_047(%x0, %x1, %x2) : (memref<2x40xf32>, memref<2x40xf32>, memref<32xf32>) -> ()
  call @tl_048(%x3) : (memref<1024xf32>) -> ()
  call @tl_049(%x4, %x5) : (memref<16x8xi8>, memref<16x8xi8>) -> ()
  %x5d = memref.cast %x5 : memref<16x8xi8> to memref<?x?xi8>
  call @bounds_i8(%x5d, %b0) : (memref<?x?xi8>, memref<2xf32>) -> ()
  call @tl_050(%x6, %x7) : (memref<6x7xf16>, memref<8x8xf32>) -> ()
  call @tl_050_2(%x8, %x9) : (memref<6x7xf16>, memref<8x8xf32>) -> ()
  call @tl_051(%x10, %x11) : (memref<80xf16>, memref<1xf16>) -> ()
  call @tl_058(%x12, %x13) : (memref<4x512xf16>, memref<4x512xf16>) -> ()
  call @tl_060(%x14, %x15) : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  call @tl_060_2(%x16, %x17) : (memref<8x8xf32>, memref<8x8xf32>) -> ()
  call @tl_060_3(%x18, %x19) : (memref<10x8xf32>, memref<10x8xf32>) -> ()
  call @tl_123(%x20, %x21) : (memref<33xi32>, memref<8x4xi32>) -> ()
  call @tl_130(%x22, %x23) : (memref<64xf32>, memref<64xf32>) -> ()
  call @tl_130_2(%x24, %x25) : (memref<64xf32>, memref<64xf32>) -> ()
  call @tl_131(%x26, %x27) : (memref<4x4xf16>, memref<4x4xf16>) -> ()
  call @tl_139(%x28, %x29) : (memref<127xi4>, memref<16xi32>) -> ()
  call @tl_139_2(%x30, %x31) : (memref<127xf4E2M1FN>, memref<16xi32>) -> ()
  call @tl_150(%x32, %x33, %x34) : (memref<10xi64>, memref<10x2xf32>, memref<12x2xf32>) -> ()
  call @tl_151(%x35, %x36, %x37, %x38, %x39) : (index, index, memref<?xi64>, memref<?xf32>, memref<16xf32>) -> ()
  call @tl_166(%x40, %x41, %x42, %x43, %x44) : (memref<64xi8>, memref<128xi8>, memref<64xi8>, memref<128xi8>, memref<2xi32>) -> ()
  call @tl_166_2(%x45, %x46, %x47, %x48, %x49) : (memref<64xi8>, memref<128xi8>, memref<64xi8>, memref<128xi8>, memref<2xi32>) -> ()
  call @tl_168(%x50, %x51) : (memref<256xi4>, memref<256xi4>) -> ()
  call @tl_189(%x52, %x53, %x54, %x55) : (memref<2x32xf32>, memref<2x4xf32>, memref<2x16xf32>, memref<2x4xf32>) -> ()
  call @tl_231(%x56, %x57) : (memref<70xf32>, memref<96xf32>) -> ()
  tile.launch blocks(%bx) in (%c1) threads(1) {
    tile.print "TL-047" %x1 : memref<2x40xf32>
    tile.print "TL-047" %x2 : memref<32xf32>
    tile.print "TL-048" %x3 : memref<1024xf32>
    tile.print "TL-049" %b0 : memref<2xf32>
    tile.print "TL-050" %x7 : memref<8x8xf32>
    tile.print "TL-050" %x9 : memref<8x8xf32>
    tile.print "TL-051" %x11 : memref<1xf16>
    tile.print "TL-058" %x13 : memref<4x512xf16>
    tile.print "TL-060" %x15 : memref<8x8xf32>
    tile.print "TL-060" %x17 : memref<8x8xf32>
    tile.print "TL-060" %x19 : memref<10x8xf32>
    tile.print "TL-123" %x21 : memref<8x4xi32>
    tile.print "TL-130" %x23 : memref<64xf32>
    tile.print "TL-130" %x25 : memref<64xf32>
    tile.print "TL-131" %x26 : memref<4x4xf16>
    tile.print "TL-131" %x27 : memref<4x4xf16>
    tile.print "TL-139" %x28 : memref<127xi4>
    tile.print "TL-139" %x29 : memref<16xi32>
    tile.print "TL-139" %x30 : memref<127xf4E2M1FN>
    tile.print "TL-139" %x31 : memref<16xi32>
    tile.print "TL-150" %x34 : memref<12x2xf32>
    tile.print "TL-151" %x37 : memref<?xi64>
    tile.print "TL-151" %x39 : memref<16xf32>
    tile.print "TL-166" %x44 : memref<2xi32>
    tile.print "TL-166" %x49 : memref<2xi32>
    tile.print "TL-168" %x50 : memref<256xi4>
    tile.print "TL-168" %x51 : memref<256xi4>
    tile.print "TL-189" %x53 : memref<2x4xf32>
    tile.print "TL-189" %x54 : memref<2x16xf32>
    tile.print "TL-189" %x55 : memref<2x4xf32>
    tile.print "TL-231" %x57 : memref<96xf32>
  }
  return
}
