// Cases of numbers: conversions of every pattern, NaN kept, packed signed
// numbers, divisions and roundings, scalars of callers.
//
// RUN: tile-run %s --entry=cases --on=cpu --check --arg=zeros --arg=zeros --arg=zeros \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=ones --arg=zeros --arg=ones --arg=zeros \
// RUN:   --arg=ones --arg=zeros --arg=ones --arg=zeros --arg=ones --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=ones --arg=zeros --arg=ones --arg=zeros --arg=ones --arg=zeros \
// RUN:   --arg=ones --arg=zeros --arg=ones --arg=zeros --arg=iota --arg=zeros --arg=iota \
// RUN:   --arg=zeros --arg=iota --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=-1099511627776 \
// RUN:   --arg=2.5 --arg=1 --arg=0.5 --arg=2x3:iota --arg=zeros --arg=zeros --arg=iota \
// RUN:   --arg=zeros --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota \
// RUN:   --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros | FileCheck %s

// TL-158: NaN with any payload and infinities into bf16.
// CHECK: TL-158 [nan, nan, inf, -inf]
func.func private @tl_158(%r: memref<4xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %a = arith.constant 0x7FFF8C22 : i32
    %b = arith.constant 0x7FFFFFFF : i32
    %c = arith.constant 0x7F800000 : i32
    %d = arith.constant 0xFF800000 : i32
    %s = tile.alloc : !tile.buffer<4xi32, shared>
    tile.store %a, %s[%c0] : !tile.buffer<4xi32, shared>
    tile.store %b, %s[%c1] : !tile.buffer<4xi32, shared>
    tile.store %c, %s[%c2] : !tile.buffer<4xi32, shared>
    tile.store %d, %s[%c3] : !tile.buffer<4xi32, shared>
    %f = tile.view %s : !tile.buffer<4xi32, shared> -> !tile.buffer<4xf32, shared>
    tile.copy %f into %r : !tile.buffer<4xf32, shared> into memref<4xbf16>
  }
  return
}

// TL-159: All codes of f8E4M3FN as f16.
// CHECK: TL-159 [0, 0.00195{{[0-9]*}}, 0.0039{{[0-9]*}}, {{.*}}, 416, 448, nan, -0, -0.00{{.*}}, -416, -448, nan]
func.func private @tl_159(%r: memref<256xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    tile.parallel (%i) in (256) {
      %n = arith.index_cast %i : index to i32
      %b = arith.trunci %n : i32 to i8
      %v = arith.bitcast %b : i8 to f8E4M3FN
      %w = tile.cast %v : f8E4M3FN to f16
      tile.store %w, %r[%i] : memref<256xf16>
    }
  }
  return
}

// TL-159: All codes of f8E4M3FN as bf16.
// CHECK: TL-159 [0, 0.00195{{[0-9]*}}, 0.0039{{[0-9]*}}, {{.*}}, 416, 448, nan, -0, -0.00{{.*}}, -416, -448, nan]
func.func private @tl_159_2(%r: memref<256xbf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    tile.parallel (%i) in (256) {
      %n = arith.index_cast %i : index to i32
      %b = arith.trunci %n : i32 to i8
      %v = arith.bitcast %b : i8 to f8E4M3FN
      %w = tile.cast %v : f8E4M3FN to bf16
      tile.store %w, %r[%i] : memref<256xbf16>
    }
  }
  return
}

// TL-159: All codes of f8E4M3FN as f32.
// CHECK: TL-159 [0, 0.001953125, 0.00390625, {{.*}}, 416, 448, nan, -0, -0.00{{.*}}, -416, -448, nan]
func.func private @tl_159_3(%r: memref<256xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    tile.parallel (%i) in (256) {
      %n = arith.index_cast %i : index to i32
      %b = arith.trunci %n : i32 to i8
      %v = arith.bitcast %b : i8 to f8E4M3FN
      %w = tile.cast %v : f8E4M3FN to f32
      tile.store %w, %r[%i] : memref<256xf32>
    }
  }
  return
}

// TL-160: Codes of f8E4M3FNUZ around the one NaN, as f16.
// CHECK: TL-160 [224, 240, nan, -0.0009{{[0-9]*}}]
func.func private @tl_160(%r: memref<4xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %base = arith.constant 126 : i32
    tile.parallel (%i) in (4) {
      %n = arith.index_cast %i : index to i32
      %m = arith.addi %n, %base : i32
      %b = arith.trunci %m : i32 to i8
      %v = arith.bitcast %b : i8 to f8E4M3FNUZ
      %w = tile.cast %v : f8E4M3FNUZ to f16
      tile.store %w, %r[%i] : memref<4xf16>
    }
  }
  return
}

// TL-160: Codes of f8E4M3FNUZ around the one NaN, as bf16.
// CHECK: TL-160 [224, 240, nan, -0.0009{{[0-9]*}}]
func.func private @tl_160_2(%r: memref<4xbf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %base = arith.constant 126 : i32
    tile.parallel (%i) in (4) {
      %n = arith.index_cast %i : index to i32
      %m = arith.addi %n, %base : i32
      %b = arith.trunci %m : i32 to i8
      %v = arith.bitcast %b : i8 to f8E4M3FNUZ
      %w = tile.cast %v : f8E4M3FNUZ to bf16
      tile.store %w, %r[%i] : memref<4xbf16>
    }
  }
  return
}

// TL-160: Codes of f8E5M2FNUZ around the one NaN, as f16.
// CHECK: TL-160 [{{49[0-9]*}}, {{57[0-9]*}}, nan, -{{[0-9.e-]+}}]
func.func private @tl_160_3(%r: memref<4xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %base = arith.constant 126 : i32
    tile.parallel (%i) in (4) {
      %n = arith.index_cast %i : index to i32
      %m = arith.addi %n, %base : i32
      %b = arith.trunci %m : i32 to i8
      %v = arith.bitcast %b : i8 to f8E5M2FNUZ
      %w = tile.cast %v : f8E5M2FNUZ to f16
      tile.store %w, %r[%i] : memref<4xf16>
    }
  }
  return
}

// TL-160: Codes of f8E5M2FNUZ around the one NaN, as bf16.
// CHECK: TL-160 [{{49[0-9]*}}, {{57[0-9]*}}, nan, -{{[0-9.e-]+}}]
func.func private @tl_160_4(%r: memref<4xbf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %base = arith.constant 126 : i32
    tile.parallel (%i) in (4) {
      %n = arith.index_cast %i : index to i32
      %m = arith.addi %n, %base : i32
      %b = arith.trunci %m : i32 to i8
      %v = arith.bitcast %b : i8 to f8E5M2FNUZ
      %w = tile.cast %v : f8E5M2FNUZ to bf16
      tile.store %w, %r[%i] : memref<4xbf16>
    }
  }
  return
}

// TL-162: Signed numbers of 2, 4 and 8 bits in words.
// CHECK: TL-162 [0, -2, 1, -2, -2, -2, -1, -2, 0, -1, 1, -1, -2, -1, -1, -1]
// CHECK: TL-162 [-8, -7, -6, -5, -4, -3, -2, -1]
// CHECK: TL-162 [-104, -70, -36, -2]
func.func private @tl_162(%r: memref<16xf32>, %q: memref<8xf32>, %p: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %word = arith.constant 0xFEDCBA98 : i32
    %c30_i32 = arith.constant 30 : i32
    %c2_i32 = arith.constant 2 : i32
    %s = tile.alloc : !tile.buffer<1xi32, shared>
    tile.store %word, %s[%c0] : !tile.buffer<1xi32, shared>
    %four = tile.view %s : !tile.buffer<1xi32, shared> -> !tile.buffer<8xi4, shared>
    %eight = tile.view %s : !tile.buffer<1xi32, shared> -> !tile.buffer<4xi8, shared>
    tile.copy %four into %q : !tile.buffer<8xi4, shared> into memref<8xf32>
    tile.copy %eight into %p : !tile.buffer<4xi8, shared> into memref<4xf32>
    tile.parallel (%i) in (16) {
      %v = tile.load %s[%c0] : !tile.buffer<1xi32, shared>
      %n = arith.index_cast %i : index to i32
      %m = arith.muli %n, %c2_i32 : i32
      %left = arith.subi %c30_i32, %m : i32
      %up = arith.shli %v, %left : i32
      %down = arith.shrsi %up, %c30_i32 : i32
      %w = arith.sitofp %down : i32 to f32
      tile.store %w, %r[%i] : memref<16xf32>
    }
  }
  return
}

// TL-165: Variables of 64 bits keep their first value.
// CHECK: TL-165 [1e+300]
// CHECK: TL-165 [1099511627776]
func.func private @tl_165(%r: memref<1xf64>, %q: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %a = tile.alloc : !tile.buffer<f64, local>
    %b = tile.alloc : !tile.buffer<i64, local>
    %big = arith.constant 1.0e300 : f64
    %long = arith.constant 1099511627776 : i64
    tile.store %big, %a[] : !tile.buffer<f64, local>
    tile.store %long, %b[] : !tile.buffer<i64, local>
    %v = tile.load %a[] : !tile.buffer<f64, local>
    %w = tile.load %b[] : !tile.buffer<i64, local>
    tile.store %v, %r[%c0] : memref<1xf64>
    tile.store %w, %q[%c0] : memref<1xi64>
  }
  return
}

// TL-169: f8E8M0FNU to bf16, 1 at a time.
// CHECK: TL-169 [{{(1, ){7}1\]}}
func.func private @tl_169(%x: memref<8xf8E8M0FNU>, %r: memref<8xbf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (8) {
      %v = tile.load %x[%i] : memref<8xf8E8M0FNU>
      %w = tile.cast %v : f8E8M0FNU to bf16
      tile.store %w, %r[%i] : memref<8xbf16>
    }
  }
  return
}

// TL-169: f8E8M0FNU to bf16, 2 at a time.
// CHECK: TL-169 [{{(1, ){7}1\]}}
func.func private @tl_169_2(%x: memref<8xf8E8M0FNU>, %r: memref<8xbf16>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (4) {
      %k = arith.muli %i, %c2 : index
      %v = tile.load %x[%k] as vector<2xf8E8M0FNU> : memref<8xf8E8M0FNU>
      %w = tile.cast %v : vector<2xf8E8M0FNU> to vector<2xbf16>
      tile.store %w, %r[%k] as vector<2xbf16> : memref<8xbf16>
    }
  }
  return
}

// TL-169: f8E8M0FNU to bf16, 3 at a time.
// CHECK: TL-169 [{{(1, ){8}1\]}}
func.func private @tl_169_3(%x: memref<9xf8E8M0FNU>, %r: memref<9xbf16>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (3) {
      %k = arith.muli %i, %c3 : index
      %v = tile.load %x[%k] as vector<3xf8E8M0FNU> : memref<9xf8E8M0FNU>
      %w = tile.cast %v : vector<3xf8E8M0FNU> to vector<3xbf16>
      tile.store %w, %r[%k] as vector<3xbf16> : memref<9xbf16>
    }
  }
  return
}

// TL-169: f8E8M0FNU to bf16, 4 at a time.
// CHECK: TL-169 [{{(1, ){7}1\]}}
func.func private @tl_169_4(%x: memref<8xf8E8M0FNU>, %r: memref<8xbf16>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (2) {
      %k = arith.muli %i, %c4 : index
      %v = tile.load %x[%k] as vector<4xf8E8M0FNU> : memref<8xf8E8M0FNU>
      %w = tile.cast %v : vector<4xf8E8M0FNU> to vector<4xbf16>
      tile.store %w, %r[%k] as vector<4xbf16> : memref<8xbf16>
    }
  }
  return
}

// TL-169: f8E8M0FNU to bf16, 8 at a time.
// CHECK: TL-169 [{{(1, ){7}1\]}}
func.func private @tl_169_5(%x: memref<8xf8E8M0FNU>, %r: memref<8xbf16>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (1) {
      %k = arith.muli %i, %c8 : index
      %v = tile.load %x[%k] as vector<8xf8E8M0FNU> : memref<8xf8E8M0FNU>
      %w = tile.cast %v : vector<8xf8E8M0FNU> to vector<8xbf16>
      tile.store %w, %r[%k] as vector<8xbf16> : memref<8xbf16>
    }
  }
  return
}

// TL-169: f64 to f4E2M1FN, 1 at a time.
// CHECK: TL-169 [{{(1, ){7}1\]}}
func.func private @tl_169_6(%x: memref<8xf64>, %r: memref<8xf4E2M1FN>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (8) {
      %v = tile.load %x[%i] : memref<8xf64>
      %w = tile.cast %v : f64 to f4E2M1FN
      tile.store %w, %r[%i] : memref<8xf4E2M1FN>
    }
  }
  return
}

// TL-169: f64 to f4E2M1FN, 2 at a time.
// CHECK: TL-169 [{{(1, ){7}1\]}}
func.func private @tl_169_7(%x: memref<8xf64>, %r: memref<8xf4E2M1FN>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (4) {
      %k = arith.muli %i, %c2 : index
      %v = tile.load %x[%k] as vector<2xf64> : memref<8xf64>
      %w = tile.cast %v : vector<2xf64> to vector<2xf4E2M1FN>
      tile.store %w, %r[%k] as vector<2xf4E2M1FN> : memref<8xf4E2M1FN>
    }
  }
  return
}

// TL-169: f64 to f4E2M1FN, 3 at a time.
// CHECK: TL-169 [{{(1, ){8}1\]}}
func.func private @tl_169_8(%x: memref<9xf64>, %r: memref<9xf4E2M1FN>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (3) {
      %k = arith.muli %i, %c3 : index
      %v = tile.load %x[%k] as vector<3xf64> : memref<9xf64>
      %w = tile.cast %v : vector<3xf64> to vector<3xf4E2M1FN>
      tile.store %w, %r[%k] as vector<3xf4E2M1FN> : memref<9xf4E2M1FN>
    }
  }
  return
}

// TL-169: f64 to f4E2M1FN, 4 at a time.
// CHECK: TL-169 [{{(1, ){7}1\]}}
func.func private @tl_169_9(%x: memref<8xf64>, %r: memref<8xf4E2M1FN>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (2) {
      %k = arith.muli %i, %c4 : index
      %v = tile.load %x[%k] as vector<4xf64> : memref<8xf64>
      %w = tile.cast %v : vector<4xf64> to vector<4xf4E2M1FN>
      tile.store %w, %r[%k] as vector<4xf4E2M1FN> : memref<8xf4E2M1FN>
    }
  }
  return
}

// TL-169: f64 to f4E2M1FN, 8 at a time.
// CHECK: TL-169 [{{(1, ){7}1\]}}
func.func private @tl_169_10(%x: memref<8xf64>, %r: memref<8xf4E2M1FN>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (1) {
      %k = arith.muli %i, %c8 : index
      %v = tile.load %x[%k] as vector<8xf64> : memref<8xf64>
      %w = tile.cast %v : vector<8xf64> to vector<8xf4E2M1FN>
      tile.store %w, %r[%k] as vector<8xf4E2M1FN> : memref<8xf4E2M1FN>
    }
  }
  return
}

// TL-169: f8E5M2 to f16, 3 at a time.
// CHECK: TL-169 [{{(1, ){8}1\]}}
func.func private @tl_169_11(%x: memref<9xf8E5M2>, %r: memref<9xf16>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  tile.launch blocks(%bx) in (%c1) threads(7) {
    tile.parallel (%i) in (3) {
      %k = arith.muli %i, %c3 : index
      %v = tile.load %x[%k] as vector<3xf8E5M2> : memref<9xf8E5M2>
      %w = tile.cast %v : vector<3xf8E5M2> to vector<3xf16>
      tile.store %w, %r[%k] as vector<3xf16> : memref<9xf16>
    }
  }
  return
}

// TL-170: Maximum, minimum and clamp of f8E4M3FN, NaN among them.
// CHECK: TL-170 {{\[\[nan, 2, 2, 3\], \[nan, 1, 2, 2\], \[2, 2, 2, 3\], \[2, 1, 2, 2\], \[1, 1, 2, 2\]\]}}
func.func private @tl_170(%x: memref<4xf8E4M3FN>, %r: memref<5x4xf8E4M3FN>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %one = arith.constant 1.0 : f8E4M3FN
    %two = arith.constant 2.0 : f8E4M3FN
    %nan = arith.constant 0x7F : f8E4M3FN
    %s = tile.alloc : !tile.buffer<4xf8E4M3FN, shared>
    tile.copy %x into %s : memref<4xf8E4M3FN> into !tile.buffer<4xf8E4M3FN, shared>
    tile.store %nan, %s[%c0] : !tile.buffer<4xf8E4M3FN, shared>
    tile.parallel (%i) in (4) width(4) {
      %v = tile.load %s[%i] : !tile.buffer<4xf8E4M3FN, shared>
      %a = arith.maximumf %v, %two : f8E4M3FN
      %b = arith.minimumf %v, %two : f8E4M3FN
      %c = arith.maxnumf %v, %two : f8E4M3FN
      %d = arith.minnumf %v, %two : f8E4M3FN
      %l = arith.maxnumf %v, %one : f8E4M3FN
      %f = arith.minnumf %l, %two : f8E4M3FN
      tile.store %a, %r[%c0, %i] : memref<5x4xf8E4M3FN>
      tile.store %b, %r[%c1, %i] : memref<5x4xf8E4M3FN>
      tile.store %c, %r[%c2, %i] : memref<5x4xf8E4M3FN>
      tile.store %d, %r[%c3, %i] : memref<5x4xf8E4M3FN>
      tile.store %f, %r[%c4, %i] : memref<5x4xf8E4M3FN>
    }
  }
  return
}

// TL-170: Maximum, minimum and clamp of f8E5M2, NaN among them.
// CHECK: TL-170 {{\[\[nan, 2, 2, 3\], \[nan, 1, 2, 2\], \[2, 2, 2, 3\], \[2, 1, 2, 2\], \[1, 1, 2, 2\]\]}}
func.func private @tl_170_2(%x: memref<4xf8E5M2>, %r: memref<5x4xf8E5M2>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %one = arith.constant 1.0 : f8E5M2
    %two = arith.constant 2.0 : f8E5M2
    %nan = arith.constant 0x7F : f8E5M2
    %s = tile.alloc : !tile.buffer<4xf8E5M2, shared>
    tile.copy %x into %s : memref<4xf8E5M2> into !tile.buffer<4xf8E5M2, shared>
    tile.store %nan, %s[%c0] : !tile.buffer<4xf8E5M2, shared>
    tile.parallel (%i) in (4) width(4) {
      %v = tile.load %s[%i] : !tile.buffer<4xf8E5M2, shared>
      %a = arith.maximumf %v, %two : f8E5M2
      %b = arith.minimumf %v, %two : f8E5M2
      %c = arith.maxnumf %v, %two : f8E5M2
      %d = arith.minnumf %v, %two : f8E5M2
      %l = arith.maxnumf %v, %one : f8E5M2
      %f = arith.minnumf %l, %two : f8E5M2
      tile.store %a, %r[%c0, %i] : memref<5x4xf8E5M2>
      tile.store %b, %r[%c1, %i] : memref<5x4xf8E5M2>
      tile.store %c, %r[%c2, %i] : memref<5x4xf8E5M2>
      tile.store %d, %r[%c3, %i] : memref<5x4xf8E5M2>
      tile.store %f, %r[%c4, %i] : memref<5x4xf8E5M2>
    }
  }
  return
}

// TL-172: f16 to bf16 and back.
// CHECK: TL-172 [0, 1, 2, {{.*}}, 62, 63]
func.func private @tl_172(%x: memref<64xf16>, %r: memref<64xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<64xbf16, shared>
    tile.copy %x into %s : memref<64xf16> into !tile.buffer<64xbf16, shared>
    tile.parallel (%i) in (64) {
      %v = tile.load %s[%i] : !tile.buffer<64xbf16, shared>
      %w = tile.cast %v : bf16 to f16
      tile.store %w, %r[%i] : memref<64xf16>
    }
  }
  return
}

// TL-183: Division rounding up, of constants and of the same numbers loaded.
// CHECK: TL-183 {{\[\[3, -2, -2, 3, 2, -2, -2, 2\], \[3, -2, -2, 3, 2, -2, -2, 2\]\]}}
func.func private @tl_183(%n: memref<8xi32>, %d: memref<8xi32>, %r: memref<2x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %n0 = arith.constant 7 : i32
    %d0 = arith.constant 3 : i32
    %q0 = arith.ceildivsi %n0, %d0 : i32
    tile.store %q0, %r[%c0, %c0] : memref<2x8xi32>
    tile.store %n0, %n[%c0] : memref<8xi32>
    tile.store %d0, %d[%c0] : memref<8xi32>
    %n1 = arith.constant 7 : i32
    %d1 = arith.constant -3 : i32
    %q1 = arith.ceildivsi %n1, %d1 : i32
    tile.store %q1, %r[%c0, %c1] : memref<2x8xi32>
    tile.store %n1, %n[%c1] : memref<8xi32>
    tile.store %d1, %d[%c1] : memref<8xi32>
    %n2 = arith.constant -7 : i32
    %d2 = arith.constant 3 : i32
    %q2 = arith.ceildivsi %n2, %d2 : i32
    tile.store %q2, %r[%c0, %c2] : memref<2x8xi32>
    tile.store %n2, %n[%c2] : memref<8xi32>
    tile.store %d2, %d[%c2] : memref<8xi32>
    %n3 = arith.constant -7 : i32
    %d3 = arith.constant -3 : i32
    %q3 = arith.ceildivsi %n3, %d3 : i32
    tile.store %q3, %r[%c0, %c3] : memref<2x8xi32>
    tile.store %n3, %n[%c3] : memref<8xi32>
    tile.store %d3, %d[%c3] : memref<8xi32>
    %n4 = arith.constant 6 : i32
    %d4 = arith.constant 3 : i32
    %q4 = arith.ceildivsi %n4, %d4 : i32
    tile.store %q4, %r[%c0, %c4] : memref<2x8xi32>
    tile.store %n4, %n[%c4] : memref<8xi32>
    tile.store %d4, %d[%c4] : memref<8xi32>
    %n5 = arith.constant 6 : i32
    %d5 = arith.constant -3 : i32
    %q5 = arith.ceildivsi %n5, %d5 : i32
    tile.store %q5, %r[%c0, %c5] : memref<2x8xi32>
    tile.store %n5, %n[%c5] : memref<8xi32>
    tile.store %d5, %d[%c5] : memref<8xi32>
    %n6 = arith.constant -6 : i32
    %d6 = arith.constant 3 : i32
    %q6 = arith.ceildivsi %n6, %d6 : i32
    tile.store %q6, %r[%c0, %c6] : memref<2x8xi32>
    tile.store %n6, %n[%c6] : memref<8xi32>
    tile.store %d6, %d[%c6] : memref<8xi32>
    %n7 = arith.constant -6 : i32
    %d7 = arith.constant -3 : i32
    %q7 = arith.ceildivsi %n7, %d7 : i32
    tile.store %q7, %r[%c0, %c7] : memref<2x8xi32>
    tile.store %n7, %n[%c7] : memref<8xi32>
    tile.store %d7, %d[%c7] : memref<8xi32>
    scf.for %i = %c0 to %c8 step %c1 {
      %a = tile.load %n[%i] : memref<8xi32>
      %b = tile.load %d[%i] : memref<8xi32>
      %q = arith.ceildivsi %a, %b : i32
      tile.store %q, %r[%c1, %i] : memref<2x8xi32>
    }
  }
  return
}

// TL-184: Roundings of the f32 nearest to 8388608.5, folded and loaded.
// CHECK: TL-184 {{\[\[8388608, 8388608, 8388608\], \[8388608, 8388608, 8388608\]\]}}
func.func private @tl_184(%x: memref<1xf32>, %r: memref<2x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %v = arith.constant 8388608.5 : f32
    %f0 = math.ceil %v : f32
    tile.store %f0, %r[%c0, %c0] : memref<2x3xf32>
    %f1 = math.floor %v : f32
    tile.store %f1, %r[%c0, %c1] : memref<2x3xf32>
    %f2 = math.trunc %v : f32
    tile.store %f2, %r[%c0, %c2] : memref<2x3xf32>
    tile.store %v, %x[%c0] : memref<1xf32>
    %w = tile.load %x[%c0] : memref<1xf32>
    %g0 = math.ceil %w : f32
    tile.store %g0, %r[%c1, %c0] : memref<2x3xf32>
    %g1 = math.floor %w : f32
    tile.store %g1, %r[%c1, %c1] : memref<2x3xf32>
    %g2 = math.trunc %w : f32
    tile.store %g2, %r[%c1, %c2] : memref<2x3xf32>
  }
  return
}

// TL-184: Roundings of the f16 nearest to 2049.5, folded and loaded.
// CHECK: TL-184 {{\[\[2050, 2050, 2050\], \[2050, 2050, 2050\]\]}}
func.func private @tl_184_2(%x: memref<1xf16>, %r: memref<2x3xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %v = arith.constant 2049.5 : f16
    %f0 = math.ceil %v : f16
    tile.store %f0, %r[%c0, %c0] : memref<2x3xf16>
    %f1 = math.floor %v : f16
    tile.store %f1, %r[%c0, %c1] : memref<2x3xf16>
    %f2 = math.trunc %v : f16
    tile.store %f2, %r[%c0, %c2] : memref<2x3xf16>
    tile.store %v, %x[%c0] : memref<1xf16>
    %w = tile.load %x[%c0] : memref<1xf16>
    %g0 = math.ceil %w : f16
    tile.store %g0, %r[%c1, %c0] : memref<2x3xf16>
    %g1 = math.floor %w : f16
    tile.store %g1, %r[%c1, %c1] : memref<2x3xf16>
    %g2 = math.trunc %w : f16
    tile.store %g2, %r[%c1, %c2] : memref<2x3xf16>
  }
  return
}

// TL-184: Roundings of the bf16 nearest to 257.5, folded and loaded.
// CHECK: TL-184 {{\[\[258, 258, 258\], \[258, 258, 258\]\]}}
func.func private @tl_184_3(%x: memref<1xbf16>, %r: memref<2x3xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %v = arith.constant 257.5 : bf16
    %f0 = math.ceil %v : bf16
    tile.store %f0, %r[%c0, %c0] : memref<2x3xbf16>
    %f1 = math.floor %v : bf16
    tile.store %f1, %r[%c0, %c1] : memref<2x3xbf16>
    %f2 = math.trunc %v : bf16
    tile.store %f2, %r[%c0, %c2] : memref<2x3xbf16>
    tile.store %v, %x[%c0] : memref<1xbf16>
    %w = tile.load %x[%c0] : memref<1xbf16>
    %g0 = math.ceil %w : bf16
    tile.store %g0, %r[%c1, %c0] : memref<2x3xbf16>
    %g1 = math.floor %w : bf16
    tile.store %g1, %r[%c1, %c1] : memref<2x3xbf16>
    %g2 = math.trunc %w : bf16
    tile.store %g2, %r[%c1, %c2] : memref<2x3xbf16>
  }
  return
}

// TL-206: Numbers of every width and a tensor of symbolic strides from the
// caller.
// CHECK: TL-206 [-1099511627776, 2.5, 1, 0.5]
// CHECK: TL-206 {{\[\[0, 3\], \[1, 4\], \[2, 5\]\]}}
func.func private @tl_206(%a: i64, %b: f32, %c: i1, %d: f16, %x: memref<?x?xf32, strided<[?, ?]>>, %r: memref<4xf64>, %q: memref<3x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %a64 = arith.sitofp %a : i64 to f64
    %b64 = arith.extf %b : f32 to f64
    %c64 = arith.uitofp %c : i1 to f64
    %d64 = arith.extf %d : f16 to f64
    tile.store %a64, %r[%c0] : memref<4xf64>
    tile.store %b64, %r[%c1] : memref<4xf64>
    tile.store %c64, %r[%c2] : memref<4xf64>
    tile.store %d64, %r[%c3] : memref<4xf64>
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c2 step %c1 {
        %v = tile.load %x[%j, %i] : memref<?x?xf32, strided<[?, ?]>>
        tile.store %v, %q[%i, %j] : memref<3x2xf32>
      }
    }
  }
  return
}

// TL-243: Four lanes of bf16: sum, comparison, maximum, conversion.
// CHECK: TL-243 [3, 4, 5, 3, 4, 5, 6, 7]
// CHECK: TL-243 [3, 4, 5, 3, 4, 5, 6, 7]
func.func private @tl_243(%x: memref<8xbf16>, %r: memref<8xbf16>, %q: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %three = arith.constant 3.0 : bf16
    tile.parallel (%i) in (8) width(4) {
      %v = tile.load %x[%i] : memref<8xbf16>
      %s = arith.addf %v, %three : bf16
      %p = arith.cmpf olt, %v, %three : bf16
      %m = arith.maximumf %v, %three : bf16
      %u = arith.select %p, %s, %m : bf16
      %w = tile.cast %u : bf16 to f32
      tile.store %u, %r[%i] : memref<8xbf16>
      tile.store %w, %q[%i] : memref<8xf32>
    }
  }
  return
}

// TL-238: A shared operand of layout (16,16):(32,1).
// CHECK: TL-238 {{\[\[(120, ){15}120\], \[(376, ){15}376\], .*(3960, ){15}3960\]\]}}
func.func private @tl_238(%x: memref<16x16xf16>, %r: memref<16x16xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x16xf16, shared, #tilelayout.memory<(16,16):(32,1), bits = 16>>
    %b = tile.alloc : !tile.buffer<16x16xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %true = arith.constant true
    %one = arith.constant 1.0 : f16
    tile.copy %x into %a : memref<16x16xf16> into !tile.buffer<16x16xf16, shared, #tilelayout.memory<(16,16):(32,1), bits = 16>>
    tile.fill %one into %b : f16 into !tile.buffer<16x16xf16, shared>
    tile.gemm %a, %b into %c clear(%true) : !tile.buffer<16x16xf16, shared, #tilelayout.memory<(16,16):(32,1), bits = 16>>, !tile.buffer<16x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
    tile.copy %c into %r : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
  }
  return
}

// TL-238: A shared operand of layout (16,16):(32,2).
// CHECK: TL-238 {{\[\[(120, ){15}120\], \[(376, ){15}376\], .*(3960, ){15}3960\]\]}}
func.func private @tl_238_2(%x: memref<16x16xf16>, %r: memref<16x16xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x16xf16, shared, #tilelayout.memory<(16,16):(32,2), bits = 16>>
    %b = tile.alloc : !tile.buffer<16x16xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %true = arith.constant true
    %one = arith.constant 1.0 : f16
    tile.copy %x into %a : memref<16x16xf16> into !tile.buffer<16x16xf16, shared, #tilelayout.memory<(16,16):(32,2), bits = 16>>
    tile.fill %one into %b : f16 into !tile.buffer<16x16xf16, shared>
    tile.gemm %a, %b into %c clear(%true) : !tile.buffer<16x16xf16, shared, #tilelayout.memory<(16,16):(32,2), bits = 16>>, !tile.buffer<16x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
    tile.copy %c into %r : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
  }
  return
}

// TL-019: A round trip through a shared layout that is every second slot.
// CHECK: TL-019 [0, 1, 2, {{.*}}, 126, 127]
func.func private @tl_019(%x: memref<128xi32>, %r: memref<128xi32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xi32, shared, #tilelayout.memory<(128):(2), bits = 32>>
    tile.copy %x into %s : memref<128xi32> into !tile.buffer<128xi32, shared, #tilelayout.memory<(128):(2), bits = 32>>
    tile.copy %s into %r : !tile.buffer<128xi32, shared, #tilelayout.memory<(128):(2), bits = 32>> into memref<128xi32>
  }
  return
}

// TL-019: A round trip through a shared layout that is an identity.
// CHECK: TL-019 [0, 1, 2, {{.*}}, 126, 127]
func.func private @tl_019_2(%x: memref<128xi32>, %r: memref<128xi32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xi32, shared, #tilelayout.memory<((64,2)):((1,64)), bits = 32>>
    tile.copy %x into %s : memref<128xi32> into !tile.buffer<128xi32, shared, #tilelayout.memory<((64,2)):((1,64)), bits = 32>>
    tile.copy %s into %r : !tile.buffer<128xi32, shared, #tilelayout.memory<((64,2)):((1,64)), bits = 32>> into memref<128xi32>
  }
  return
}

// TL-019: A round trip through a shared layout that is an identity in one
// mode.
// CHECK: TL-019 [0, 1, 2, {{.*}}, 126, 127]
func.func private @tl_019_3(%x: memref<128xi32>, %r: memref<128xi32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xi32, shared, #tilelayout.memory<(128):(1), bits = 32>>
    tile.copy %x into %s : memref<128xi32> into !tile.buffer<128xi32, shared, #tilelayout.memory<(128):(1), bits = 32>>
    tile.copy %s into %r : !tile.buffer<128xi32, shared, #tilelayout.memory<(128):(1), bits = 32>> into memref<128xi32>
  }
  return
}

// TL-019: A round trip through a shared layout that is a transposed order.
// CHECK: TL-019 [0, 1, 2, {{.*}}, 126, 127]
func.func private @tl_019_4(%x: memref<128xi32>, %r: memref<128xi32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xi32, shared, #tilelayout.memory<((2,64)):((64,1)), bits = 32>>
    tile.copy %x into %s : memref<128xi32> into !tile.buffer<128xi32, shared, #tilelayout.memory<((2,64)):((64,1)), bits = 32>>
    tile.copy %s into %r : !tile.buffer<128xi32, shared, #tilelayout.memory<((2,64)):((64,1)), bits = 32>> into memref<128xi32>
  }
  return
}


// CHECK: check: ok
func.func @cases(%x0: memref<4xbf16>, %x1: memref<256xf16>, %x2: memref<256xbf16>,
    %x3: memref<256xf32>, %x4: memref<4xf16>, %x5: memref<4xbf16>, %x6: memref<4xf16>,
    %x7: memref<4xbf16>, %x8: memref<16xf32>, %x9: memref<8xf32>, %x10: memref<4xf32>,
    %x11: memref<1xf64>, %x12: memref<1xi64>, %x13: memref<8xf8E8M0FNU>, %x14: memref<8xbf16>,
    %x15: memref<8xf8E8M0FNU>, %x16: memref<8xbf16>, %x17: memref<9xf8E8M0FNU>,
    %x18: memref<9xbf16>, %x19: memref<8xf8E8M0FNU>, %x20: memref<8xbf16>,
    %x21: memref<8xf8E8M0FNU>, %x22: memref<8xbf16>, %x23: memref<8xf64>,
    %x24: memref<8xf4E2M1FN>, %x25: memref<8xf64>, %x26: memref<8xf4E2M1FN>, %x27: memref<9xf64>,
    %x28: memref<9xf4E2M1FN>, %x29: memref<8xf64>, %x30: memref<8xf4E2M1FN>, %x31: memref<8xf64>,
    %x32: memref<8xf4E2M1FN>, %x33: memref<9xf8E5M2>, %x34: memref<9xf16>,
    %x35: memref<4xf8E4M3FN>, %x36: memref<5x4xf8E4M3FN>, %x37: memref<4xf8E5M2>,
    %x38: memref<5x4xf8E5M2>, %x39: memref<64xf16>, %x40: memref<64xf16>, %x41: memref<8xi32>,
    %x42: memref<8xi32>, %x43: memref<2x8xi32>, %x44: memref<1xf32>, %x45: memref<2x3xf32>,
    %x46: memref<1xf16>, %x47: memref<2x3xf16>, %x48: memref<1xbf16>, %x49: memref<2x3xbf16>,
    %x50: i64, %x51: f32, %x52: i1, %x53: f16, %x54: memref<?x?xf32, strided<[?, ?]>>,
    %x55: memref<4xf64>, %x56: memref<3x2xf32>, %x57: memref<8xbf16>, %x58: memref<8xbf16>,
    %x59: memref<8xf32>, %x60: memref<16x16xf16>, %x61: memref<16x16xf32>,
    %x62: memref<16x16xf16>, %x63: memref<16x16xf32>, %x64: memref<128xi32>,
    %x65: memref<128xi32>, %x66: memref<128xi32>, %x67: memref<128xi32>, %x68: memref<128xi32>,
    %x69: memref<128xi32>, %x70: memref<128xi32>, %x71: memref<128xi32>) {
  %c1 = arith.constant 1 : index
  call @tl_158(%x0) : (memref<4xbf16>) -> ()
  call @tl_159(%x1) : (memref<256xf16>) -> ()
  call @tl_159_2(%x2) : (memref<256xbf16>) -> ()
  call @tl_159_3(%x3) : (memref<256xf32>) -> ()
  call @tl_160(%x4) : (memref<4xf16>) -> ()
  call @tl_160_2(%x5) : (memref<4xbf16>) -> ()
  call @tl_160_3(%x6) : (memref<4xf16>) -> ()
  call @tl_160_4(%x7) : (memref<4xbf16>) -> ()
  call @tl_162(%x8, %x9, %x10) : (memref<16xf32>, memref<8xf32>, memref<4xf32>) -> ()
  call @tl_165(%x11, %x12) : (memref<1xf64>, memref<1xi64>) -> ()
  call @tl_169(%x13, %x14) : (memref<8xf8E8M0FNU>, memref<8xbf16>) -> ()
  call @tl_169_2(%x15, %x16) : (memref<8xf8E8M0FNU>, memref<8xbf16>) -> ()
  call @tl_169_3(%x17, %x18) : (memref<9xf8E8M0FNU>, memref<9xbf16>) -> ()
  call @tl_169_4(%x19, %x20) : (memref<8xf8E8M0FNU>, memref<8xbf16>) -> ()
  call @tl_169_5(%x21, %x22) : (memref<8xf8E8M0FNU>, memref<8xbf16>) -> ()
  call @tl_169_6(%x23, %x24) : (memref<8xf64>, memref<8xf4E2M1FN>) -> ()
  call @tl_169_7(%x25, %x26) : (memref<8xf64>, memref<8xf4E2M1FN>) -> ()
  call @tl_169_8(%x27, %x28) : (memref<9xf64>, memref<9xf4E2M1FN>) -> ()
  call @tl_169_9(%x29, %x30) : (memref<8xf64>, memref<8xf4E2M1FN>) -> ()
  call @tl_169_10(%x31, %x32) : (memref<8xf64>, memref<8xf4E2M1FN>) -> ()
  call @tl_169_11(%x33, %x34) : (memref<9xf8E5M2>, memref<9xf16>) -> ()
  call @tl_170(%x35, %x36) : (memref<4xf8E4M3FN>, memref<5x4xf8E4M3FN>) -> ()
  call @tl_170_2(%x37, %x38) : (memref<4xf8E5M2>, memref<5x4xf8E5M2>) -> ()
  call @tl_172(%x39, %x40) : (memref<64xf16>, memref<64xf16>) -> ()
  call @tl_183(%x41, %x42, %x43) : (memref<8xi32>, memref<8xi32>, memref<2x8xi32>) -> ()
  call @tl_184(%x44, %x45) : (memref<1xf32>, memref<2x3xf32>) -> ()
  call @tl_184_2(%x46, %x47) : (memref<1xf16>, memref<2x3xf16>) -> ()
  call @tl_184_3(%x48, %x49) : (memref<1xbf16>, memref<2x3xbf16>) -> ()
  call @tl_206(%x50, %x51, %x52, %x53, %x54, %x55, %x56) : (i64, f32, i1, f16, memref<?x?xf32, strided<[?, ?]>>, memref<4xf64>, memref<3x2xf32>) -> ()
  call @tl_243(%x57, %x58, %x59) : (memref<8xbf16>, memref<8xbf16>, memref<8xf32>) -> ()
  call @tl_238(%x60, %x61) : (memref<16x16xf16>, memref<16x16xf32>) -> ()
  call @tl_238_2(%x62, %x63) : (memref<16x16xf16>, memref<16x16xf32>) -> ()
  call @tl_019(%x64, %x65) : (memref<128xi32>, memref<128xi32>) -> ()
  call @tl_019_2(%x66, %x67) : (memref<128xi32>, memref<128xi32>) -> ()
  call @tl_019_3(%x68, %x69) : (memref<128xi32>, memref<128xi32>) -> ()
  call @tl_019_4(%x70, %x71) : (memref<128xi32>, memref<128xi32>) -> ()
  tile.launch blocks(%bx) in (%c1) threads(1) {
    tile.print "TL-158" %x0 : memref<4xbf16>
    tile.print "TL-159" %x1 : memref<256xf16>
    tile.print "TL-159" %x2 : memref<256xbf16>
    tile.print "TL-159" %x3 : memref<256xf32>
    tile.print "TL-160" %x4 : memref<4xf16>
    tile.print "TL-160" %x5 : memref<4xbf16>
    tile.print "TL-160" %x6 : memref<4xf16>
    tile.print "TL-160" %x7 : memref<4xbf16>
    tile.print "TL-162" %x8 : memref<16xf32>
    tile.print "TL-162" %x9 : memref<8xf32>
    tile.print "TL-162" %x10 : memref<4xf32>
    tile.print "TL-165" %x11 : memref<1xf64>
    tile.print "TL-165" %x12 : memref<1xi64>
    tile.print "TL-169" %x14 : memref<8xbf16>
    tile.print "TL-169" %x16 : memref<8xbf16>
    tile.print "TL-169" %x18 : memref<9xbf16>
    tile.print "TL-169" %x20 : memref<8xbf16>
    tile.print "TL-169" %x22 : memref<8xbf16>
    tile.print "TL-169" %x24 : memref<8xf4E2M1FN>
    tile.print "TL-169" %x26 : memref<8xf4E2M1FN>
    tile.print "TL-169" %x28 : memref<9xf4E2M1FN>
    tile.print "TL-169" %x30 : memref<8xf4E2M1FN>
    tile.print "TL-169" %x32 : memref<8xf4E2M1FN>
    tile.print "TL-169" %x34 : memref<9xf16>
    tile.print "TL-170" %x36 : memref<5x4xf8E4M3FN>
    tile.print "TL-170" %x38 : memref<5x4xf8E5M2>
    tile.print "TL-172" %x40 : memref<64xf16>
    tile.print "TL-183" %x43 : memref<2x8xi32>
    tile.print "TL-184" %x45 : memref<2x3xf32>
    tile.print "TL-184" %x47 : memref<2x3xf16>
    tile.print "TL-184" %x49 : memref<2x3xbf16>
    tile.print "TL-206" %x55 : memref<4xf64>
    tile.print "TL-206" %x56 : memref<3x2xf32>
    tile.print "TL-243" %x58 : memref<8xbf16>
    tile.print "TL-243" %x59 : memref<8xf32>
    tile.print "TL-238" %x61 : memref<16x16xf32>
    tile.print "TL-238" %x63 : memref<16x16xf32>
    tile.print "TL-019" %x65 : memref<128xi32>
    tile.print "TL-019" %x67 : memref<128xi32>
    tile.print "TL-019" %x69 : memref<128xi32>
    tile.print "TL-019" %x71 : memref<128xi32>
  }
  return
}
