// Cases of elementwise nests and serial control flow: guards hold element by
// element, statements keep their order.
//
// RUN: tile-run %s --entry=cases --on=cpu --check --arg=iota --arg=zeros --arg=zeros --arg=ones \
// RUN:   --arg=ones --arg=ones --arg=iota --arg=zeros --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=ones --arg=zeros --arg=zeros --arg=ones --arg=zeros --arg=zeros \
// RUN:   --arg=ones --arg=zeros --arg=zeros --arg=zeros --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=ones --arg=iota --arg=zeros --arg=1024:ones --arg=1024:zeros --arg=0:zeros \
// RUN:   --arg=0:zeros --arg=ones --arg=0:zeros --arg=ones --arg=iota --arg=iota --arg=zeros \
// RUN:   --arg=ones --arg=iota --arg=iota --arg=ones --arg=zeros --arg=ones --arg=zeros \
// RUN:   --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=ones --arg=zeros --arg=zeros \
// RUN:   --arg=3 --arg=zeros --arg=ones --arg=ones --arg=zeros --arg=ones --arg=ones --arg=ones \
// RUN:   --arg=ones --arg=ones --arg=ones --arg=ones --arg=ones --arg=ones --arg=iota \
// RUN:   --arg=zeros --arg=zeros --arg=zeros --arg=zeros | FileCheck %s

// TL-039: A store of a tile under a condition that is read from a fragment.
// CHECK: TL-039 {{\[\[\[0, .*0\]\], \[\[0, .*0\]\], \[\[2, .*2\]\], \[\[3, .*3\]\]\]}}
func.func private @tl_039(%mask: memref<4xi32>, %r: memref<4x8x8xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %m = tile.alloc : !tile.buffer<4xi32, fragment>
    %s = tile.alloc : !tile.buffer<8x8xf16, shared>
    %c1_i32 = arith.constant 1 : i32
    tile.copy %mask into %m : memref<4xi32> into !tile.buffer<4xi32, fragment>
    scf.for %k = %c0 to %c4 step %c1 {
      %v = tile.load %m[%k] : !tile.buffer<4xi32, fragment>
      %p = arith.cmpi sgt, %v, %c1_i32 : i32
      scf.if %p {
        tile.parallel (%i, %j) in (8, 8) {
          %w = tile.cast %v : i32 to f16
          tile.store %w, %s[%i, %j] : !tile.buffer<8x8xf16, shared>
        }
        %o = tile.slice %r[%k, 0 : 8, 0 : 8] : memref<4x8x8xf16> -> !tile.buffer<8x8xf16, global>
        tile.copy %s into %o : !tile.buffer<8x8xf16, shared> into !tile.buffer<8x8xf16, global>
      }
    }
  }
  return
}

// TL-115: A loop that ends early stores no more.
// CHECK: TL-115 [1, 2, 3, 4, 5, -99, {{(-99, ){9}-99\]}}
func.func private @tl_115(%r: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %sentinel = arith.constant -99 : i32
    tile.fill %sentinel into %r : i32 into memref<16xi32>
    %end = scf.while (%i = %c0) : (index) -> index {
      %more = arith.cmpi ult, %i, %c16 : index
      %five = arith.cmpi ne, %i, %c5 : index
      %go = arith.andi %more, %five : i1
      scf.condition(%go) %i : index
    } do {
    ^bb0(%i: index):
      %n = arith.addi %i, %c1 : index
      %v = arith.index_cast %n : index to i32
      tile.store %v, %r[%i] : memref<16xi32>
      scf.yield %n : index
    }
  }
  return
}

// TL-117: Nested conditions, and both sides of one: what is not written
// stays.
// CHECK: TL-117 [{{(2, 1, ){100}(1, ){55}1\]}}
// CHECK: TL-117 [{{(2, ){200}(4, ){55}4\]}}
func.func private @tl_117(%x: memref<256xf32>, %r: memref<256xf16>, %q: memref<256xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c200 = arith.constant 200 : index
  tile.launch blocks(%bx) in (%c1) threads(64) {
    %two = arith.constant 2.0 : f32
    tile.parallel (%i) in (256) {
      %odd = arith.remui %i, %c2 : index
      %even = arith.cmpi eq, %odd, %c0 : index
      %low = arith.cmpi ult, %i, %c200 : index
      scf.if %even {
        scf.if %low {
          %v = tile.load %x[%i] : memref<256xf32>
          %w = arith.mulf %v, %two : f32
          %h = tile.cast %w : f32 to f16
          tile.store %h, %r[%i] : memref<256xf16>
        }
      }
      scf.if %low {
        %v = tile.load %x[%i] : memref<256xf32>
        %h = tile.cast %v : f32 to f16
        %z = arith.addf %h, %h : f16
        tile.store %z, %q[%i] : memref<256xf16>
      } else {
        %h = tile.cast %two : f32 to f16
        %z = arith.mulf %h, %h : f16
        tile.store %z, %q[%i] : memref<256xf16>
      }
    }
  }
  return
}

// TL-119: Indices that wrap around do so element by element.
// CHECK: TL-119 {{\[\[1022, 1023, 0, 1\], \[1023, 0, 1, 2\], \[0, 1, 2, 3\], \[1, 2, 3, 4\]\]}}
func.func private @tl_119(%x: memref<1024xi32>, %r: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c1024 = arith.constant 1024 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    tile.parallel (%t, %l) in (4, 4) {
      %a = arith.addi %t, %l : index
      %b = arith.subi %a, %c2 : index
      %negative = arith.cmpi slt, %b, %c0 : index
      %c = arith.addi %b, %c1024 : index
      %j = arith.select %negative, %c, %b : index
      %v = tile.load %x[%j] : memref<1024xi32>
      tile.store %v, %r[%t, %l] : memref<4x4xi32>
    }
  }
  return
}

// TL-121: A variable of an iteration is its own.
// CHECK: TL-121 [0, 1, 2, {{.*}}, 1023, 1024, {{.*}}, 2047]
func.func private @tl_121(%r: memref<2048xi32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(64) {
    tile.parallel (%i) in (2048) {
      %var = tile.alloc : !tile.buffer<i32, local>
      %n = arith.index_cast %i : index to i32
      tile.store %n, %var[] : !tile.buffer<i32, local>
      %v = tile.load %var[] : !tile.buffer<i32, local>
      tile.store %v, %r[%i] : memref<2048xi32>
    }
  }
  return
}

// TL-122: A loop that begins at four.
// CHECK: TL-122 [0, 0, 0, 0, 4, 5, 6, 7, 0, 0, 0, 0]
func.func private @tl_122(%x: memref<12xf32>, %r: memref<12xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    scf.for %i = %c4 to %c8 step %c1 {
      %v = tile.load %x[%i] : memref<12xf32>
      tile.store %v, %r[%i] : memref<12xf32>
    } {tile.loop = #tile.loop<vectorize>}
  }
  return
}

// TL-124: A choice element by element, f32.
// CHECK: TL-124 [1, 2, 3, 4, 5, 5, 6, 7]
func.func private @tl_124(%x: memref<8xf32>, %r: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %one = arith.constant 1.0 : f32
    %four = arith.constant 4.0 : f32
    tile.parallel (%i) in (8) width(4) {
      %v = tile.load %x[%i] : memref<8xf32>
      %p = arith.cmpf ogt, %v, %four : f32
      %w = arith.addf %v, %one : f32
      %u = arith.select %p, %v, %w : f32
      tile.store %u, %r[%i] : memref<8xf32>
    }
  }
  return
}

// TL-124: A choice element by element, f16.
// CHECK: TL-124 [1, 2, 3, 4, 5, 5, 6, 7]
func.func private @tl_124_2(%x: memref<8xf16>, %r: memref<8xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %one = arith.constant 1.0 : f16
    %four = arith.constant 4.0 : f16
    tile.parallel (%i) in (8) width(4) {
      %v = tile.load %x[%i] : memref<8xf16>
      %p = arith.cmpf ogt, %v, %four : f16
      %w = arith.addf %v, %one : f16
      %u = arith.select %p, %v, %w : f16
      tile.store %u, %r[%i] : memref<8xf16>
    }
  }
  return
}

// TL-124: A choice element by element, bf16.
// CHECK: TL-124 [1, 2, 3, 4, 5, 5, 6, 7]
func.func private @tl_124_3(%x: memref<8xbf16>, %r: memref<8xbf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %one = arith.constant 1.0 : bf16
    %four = arith.constant 4.0 : bf16
    tile.parallel (%i) in (8) width(4) {
      %v = tile.load %x[%i] : memref<8xbf16>
      %p = arith.cmpf ogt, %v, %four : bf16
      %w = arith.addf %v, %one : bf16
      %u = arith.select %p, %v, %w : bf16
      tile.store %u, %r[%i] : memref<8xbf16>
    }
  }
  return
}

// TL-125: Wide integers into narrow floats.
// CHECK: TL-125 [{{(1, ){255}(1, ){255}(1, ){255}(1, ){255}1, 1, 1, 1\]}}
func.func private @tl_125(%x: memref<1024xi32>, %r: memref<1024xf8E4M3FN>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(64) {
    tile.parallel (%i) in (1024) {
      %v = tile.load %x[%i] : memref<1024xi32>
      %w = tile.cast %v : i32 to f8E4M3FN
      tile.store %w, %r[%i] : memref<1024xf8E4M3FN>
    }
  }
  return
}

// TL-127: A norm of rows of 512.
// CHECK: TL-127 [1, 1]
func.func private @tl_127(%x: memref<2x512xbf16>, %r: memref<2x512xbf16>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c2) threads(64) {
    %f = tile.alloc : !tile.buffer<512xf32, fragment>
    %s = tile.alloc : !tile.buffer<1xf32, fragment>
    %g = tile.slice %x[%bx, 0 : 512] : memref<2x512xbf16> -> !tile.buffer<512xbf16, global>
    tile.copy %g into %f : !tile.buffer<512xbf16, global> into !tile.buffer<512xf32, fragment>
    tile.reduce sum %f into %s dim(0) : !tile.buffer<512xf32, fragment> into !tile.buffer<1xf32, fragment>
    tile.parallel (%i) in (512) width(8) {
      %v = tile.load %f[%i] : !tile.buffer<512xf32, fragment>
      %t = tile.load %s[%c0] : !tile.buffer<1xf32, fragment>
      %scale = arith.constant 512.0 : f32
      %u = arith.mulf %v, %scale : f32
      %w = arith.divf %u, %t : f32
      %z = tile.cast %w : f32 to bf16
      tile.store %z, %r[%bx, %i] : memref<2x512xbf16>
    }
  }
  return
}

// TL-127: A norm of rows of 576.
// CHECK: TL-127 [1, 1]
func.func private @tl_127_2(%x: memref<2x576xbf16>, %r: memref<2x576xbf16>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c2) threads(64) {
    %f = tile.alloc : !tile.buffer<576xf32, fragment>
    %s = tile.alloc : !tile.buffer<1xf32, fragment>
    %g = tile.slice %x[%bx, 0 : 576] : memref<2x576xbf16> -> !tile.buffer<576xbf16, global>
    tile.copy %g into %f : !tile.buffer<576xbf16, global> into !tile.buffer<576xf32, fragment>
    tile.reduce sum %f into %s dim(0) : !tile.buffer<576xf32, fragment> into !tile.buffer<1xf32, fragment>
    tile.parallel (%i) in (576) width(8) {
      %v = tile.load %f[%i] : !tile.buffer<576xf32, fragment>
      %t = tile.load %s[%c0] : !tile.buffer<1xf32, fragment>
      %scale = arith.constant 576.0 : f32
      %u = arith.mulf %v, %scale : f32
      %w = arith.divf %u, %t : f32
      %z = tile.cast %w : f32 to bf16
      tile.store %z, %r[%bx, %i] : memref<2x576xbf16>
    }
  }
  return
}

// TL-132: The bytes of a dead tile hold another type.
// CHECK: TL-132 [{{(2, ){255}2\]}}
// CHECK: TL-132 [{{(2, ){63}2\]}}
func.func private @tl_132(%x: memref<64xf32>, %r: memref<256xf8E4M3FN>, %q: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<64xf32, shared>
    %v8 = tile.view %s : !tile.buffer<64xf32, shared> -> !tile.buffer<256xf8E4M3FN, shared>
    %t = tile.alloc : !tile.buffer<64xf32, fragment>
    tile.copy %x into %s : memref<64xf32> into !tile.buffer<64xf32, shared>
    tile.parallel (%i) in (64) {
      %v = tile.load %s[%i] : !tile.buffer<64xf32, shared>
      %w = arith.addf %v, %v : f32
      tile.store %w, %t[%i] : !tile.buffer<64xf32, fragment>
    }
    tile.parallel (%i) in (256) {
      %k = arith.divui %i, %c4 : index
      %w = tile.load %t[%k] : !tile.buffer<64xf32, fragment>
      %n = tile.cast %w : f32 to f8E4M3FN
      tile.store %n, %v8[%i] : !tile.buffer<256xf8E4M3FN, shared>
    }
    tile.copy %v8 into %r : !tile.buffer<256xf8E4M3FN, shared> into memref<256xf8E4M3FN>
    tile.copy %t into %q : !tile.buffer<64xf32, fragment> into memref<64xf32>
  }
  return
}

// TL-134: A loop that reads its own element, and one that reads its
// neighbour's.
// CHECK: TL-134 [{{(9, ){127}9\]}}
// CHECK: TL-134 [9, 10, 11, {{.*}}, 135, 8]
func.func private @tl_134(%r: memref<128xi32>, %q: memref<128xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c128 = arith.constant 128 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xi32, shared>
    %zero = arith.constant 0 : i32
    tile.fill %zero into %s : i32 into !tile.buffer<128xi32, shared>
    scf.for %k = %c0 to %c10 step %c1 {
      tile.parallel (%i) in (128) {
        %n = arith.index_cast %k : index to i32
        tile.store %n, %s[%i] : !tile.buffer<128xi32, shared>
        %v = tile.load %s[%i] : !tile.buffer<128xi32, shared>
        tile.store %v, %r[%i] : memref<128xi32>
      }
    }
    scf.for %k = %c0 to %c10 step %c1 {
      tile.parallel (%i) in (128) {
        %a = arith.addi %i, %c1 : index
        %j = arith.remui %a, %c128 : index
        %v = tile.load %s[%j] : !tile.buffer<128xi32, shared>
        tile.store %v, %q[%i] : memref<128xi32>
      }
      tile.parallel (%i) in (128) {
        %m = arith.addi %i, %k : index
        %n = arith.index_cast %m : index to i32
        tile.store %n, %s[%i] : !tile.buffer<128xi32, shared>
      }
    }
  }
  return
}

// TL-138: Lanes of one warp exchange elements in pairs.
// CHECK: TL-138 [0, 0, 2, 2, {{.*}}, 30, 30]
func.func private @tl_138(%x: memref<32xi32>, %r: memref<32xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %s = tile.alloc : !tile.buffer<32xi32, shared>
    tile.copy %x into %s : memref<32xi32> into !tile.buffer<32xi32, shared>
    tile.parallel (%i) in (16) {
      %e = arith.muli %i, %c2 : index
      %o = arith.xori %e, %c1 : index
      %v = tile.load %s[%e] : !tile.buffer<32xi32, shared>
      tile.store %v, %s[%o] : !tile.buffer<32xi32, shared>
    }
    tile.copy %s into %r : !tile.buffer<32xi32, shared> into memref<32xi32>
  }
  return
}

// TL-146: Loads under a guard do not happen behind the end of a tensor.
// CHECK: TL-146 [{{(1, ){30}0, 0\]}}
func.func private @tl_146(%x: memref<30xf32>, %pred: memref<32xi32>, %r: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %c30_i32 = arith.constant 30 : i32
    tile.parallel (%i) in (32) width(4) {
      %p = tile.load %pred[%i] : memref<32xi32>
      %in = arith.cmpi slt, %p, %c30_i32 : i32
      scf.if %in {
        %v = tile.load %x[%i] : memref<30xf32>
        tile.store %v, %r[%i] : memref<32xf32>
      }
    }
  }
  return
}

// TL-148: A symbolic extent, a guard, and an extent that blocks divide.
// CHECK: TL-148 [{{(1.5, ){255}(1.5, ){255}(1.5, ){255}(1.5, ){255}1.5, 1.5, 1.5, 1.5\]}}
func.func private @tl_148(%x: memref<?xf32>, %r: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %g = arith.ceildivui %n, %c128 : index
  tile.launch blocks(%bx) in (%g) threads(128) {
    %o = arith.muli %bx, %c128 : index
    %half = arith.constant 0.5 : f32
    tile.parallel (%i) in (128) {
      %p = arith.addi %o, %i : index
      %in = arith.cmpi ult, %p, %n : index
      scf.if %in {
        %v = tile.load %x[%p] : memref<?xf32>
        %w = arith.addf %v, %half : f32
        tile.store %w, %r[%p] : memref<?xf32>
      }
    }
  }
  return
}

// TL-152: Tensors that nothing uses, of no elements.
// CHECK: TL-152 [2]
func.func private @tl_152(%a: memref<?xf16>, %b: memref<?xf16>, %r: memref<1xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %v = tile.load %r[%c0] : memref<1xf16>
    %w = arith.addf %v, %v : f16
    tile.store %w, %r[%c0] : memref<1xf16>
  }
  return
}

// TL-153: A grid of no blocks, dynamic and static, runs nothing.
// CHECK: TL-153 [1, 1, 1, 1]
func.func private @tl_153(%x: memref<?xf32>, %r: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  tile.launch blocks(%bx) in (%n) threads(4) {
    tile.fill %zero into %r : f32 into memref<4xf32>
  }
  tile.launch blocks(%bx, %by) in (%c4, %c0) threads(4) {
    tile.fill %zero into %r : f32 into memref<4xf32>
  }
  return
}

// TL-154: A table looked up through indices, tiles that divide the extent.
// CHECK: TL-154 [255, 254, {{.*}}, 1, 0]
func.func private @tl_154(%idx: memref<256xi32>, %t: memref<256xf32>, %r: memref<256xf32>) {
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  tile.launch blocks(%bx) in (%c2) threads(128) {
    %o = arith.muli %bx, %c128 : index
    %c255_i32 = arith.constant 255 : i32
    tile.parallel (%i) in (128) {
      %p = arith.addi %o, %i : index
      %k = tile.load %idx[%p] : memref<256xi32>
      %m = arith.subi %c255_i32, %k : i32
      %j = arith.index_cast %m : i32 to index
      %v = tile.load %t[%j] : memref<256xf32>
      tile.store %v, %r[%p] : memref<256xf32>
    }
  }
  return
}

// TL-174: Zeros of a type whose constants are ambiguous elsewhere.
// CHECK: TL-174 [{{(0, ){8}(1, ){7}1\]}}
func.func private @tl_174(%r: memref<16xf8E4M3FN>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %zero = arith.constant 0.0 : f8E4M3FN
    tile.parallel (%i) in (8) width(8) {
      tile.store %zero, %r[%i] : memref<16xf8E4M3FN>
    }
  }
  return
}

// TL-177: A condition is evaluated once for each conditional, when it is
// reached.
// CHECK: TL-177 [0, 7]
// CHECK: TL-177 [0, 1]
func.func private @tl_177(%r: memref<2xf32>, %q: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %seven = arith.constant 7.0 : f32
    tile.store %one, %r[%c0] : memref<2xf32>
    tile.store %seven, %r[%c1] : memref<2xf32>
    %a = tile.load %r[%c0] : memref<2xf32>
    %p = arith.cmpf ogt, %a, %zero : f32
    scf.if %p {
      tile.store %zero, %r[%c0] : memref<2xf32>
    }
    %b = tile.load %r[%c0] : memref<2xf32>
    %s = arith.cmpf ogt, %b, %zero : f32
    scf.if %s {
      tile.store %one, %r[%c1] : memref<2xf32>
    }
    // Two statements, the first of which changes what the condition read.
    tile.store %one, %q[%c0] : memref<2xf32>
    tile.store %seven, %q[%c1] : memref<2xf32>
    %c = tile.load %q[%c0] : memref<2xf32>
    %t = arith.cmpf ogt, %c, %zero : f32
    scf.if %t {
      tile.store %zero, %q[%c0] : memref<2xf32>
      tile.store %one, %q[%c1] : memref<2xf32>
    }
  }
  return
}

// TL-178: A value loaded before its place is overwritten.
// CHECK: TL-178 [{{(2, ){255}(2, ){255}(2, ){255}(2, ){255}2, 2, 2, 2\]}}
// CHECK: TL-178 [{{(0.5, ){255}(0.5, ){255}(0.5, ){255}(0.5, ){255}0.5, 0.5, 0.5, 0.5\]}}
func.func private @tl_178(%x: memref<1024xf32>, %r: memref<1024xf32>) {
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  tile.launch blocks(%bx) in (%c8) threads(128) {
    %o = arith.muli %bx, %c128 : index
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    tile.parallel (%i) in (128) {
      %p = arith.addi %o, %i : index
      %v = tile.load %x[%p] : memref<1024xf32>
      %t = arith.maximumf %v, %one : f32
      %half = arith.divf %t, %two : f32
      %twice = arith.mulf %t, %two : f32
      tile.store %half, %r[%p] : memref<1024xf32>
      tile.store %twice, %x[%p] : memref<1024xf32>
    }
  }
  return
}

// TL-178: A value loaded before its place is overwritten, the other order.
// CHECK: TL-178 [{{(2, ){255}(2, ){255}(2, ){255}(2, ){255}2, 2, 2, 2\]}}
// CHECK: TL-178 [{{(0.5, ){255}(0.5, ){255}(0.5, ){255}(0.5, ){255}0.5, 0.5, 0.5, 0.5\]}}
func.func private @tl_178_2(%x: memref<1024xf32>, %r: memref<1024xf32>) {
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  tile.launch blocks(%bx) in (%c8) threads(128) {
    %o = arith.muli %bx, %c128 : index
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    tile.parallel (%i) in (128) {
      %p = arith.addi %o, %i : index
      %v = tile.load %x[%p] : memref<1024xf32>
      %t = arith.maximumf %v, %one : f32
      %half = arith.divf %t, %two : f32
      %twice = arith.mulf %t, %two : f32
      tile.store %twice, %x[%p] : memref<1024xf32>
      tile.store %half, %r[%p] : memref<1024xf32>
    }
  }
  return
}

// TL-179, TL-191: A variable keeps what it was given when its source changes;
// variables are distinct.
// CHECK: TL-179 [1, 2, 2]
func.func private @tl_179(%r: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %a = tile.alloc : !tile.buffer<i32, local>
    %b = tile.alloc : !tile.buffer<i32, local>
    %d = tile.alloc : !tile.buffer<i32, local>
    %m = tile.alloc : !tile.buffer<i32, local>
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %low = arith.constant -2147483648 : i32
    tile.store %one, %a[] : !tile.buffer<i32, local>
    tile.store %low, %m[] : !tile.buffer<i32, local>
    %v = tile.load %a[] : !tile.buffer<i32, local>
    tile.store %v, %b[] : !tile.buffer<i32, local>
    tile.store %two, %a[] : !tile.buffer<i32, local>
    %w = tile.load %a[] : !tile.buffer<i32, local>
    tile.store %w, %d[] : !tile.buffer<i32, local>
    %x = tile.load %b[] : !tile.buffer<i32, local>
    %y = tile.load %d[] : !tile.buffer<i32, local>
    %z = tile.load %m[] : !tile.buffer<i32, local>
    %max = arith.maxsi %z, %y : i32
    tile.store %x, %r[%c0] : memref<3xi32>
    tile.store %y, %r[%c1] : memref<3xi32>
    tile.store %max, %r[%c2] : memref<3xi32>
  }
  return
}

// TL-180: A value chosen by a condition at run time.
// CHECK: TL-180 [3]
func.func private @tl_180(%x: memref<2xf32>, %r: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %five = arith.constant 5.0 : f32
    %three = arith.constant 3.0 : f32
    %minus = arith.constant -1.0 : f32
    %zero = arith.constant 0.0 : f32
    tile.store %three, %x[%c0] : memref<2xf32>
    tile.store %minus, %x[%c1] : memref<2xf32>
    %v = tile.load %x[%c0] : memref<2xf32>
    %w = tile.load %x[%c1] : memref<2xf32>
    %p = arith.cmpf ogt, %w, %zero : f32
    %u = scf.if %p -> (f32) {
      scf.yield %five : f32
    } else {
      scf.yield %v : f32
    }
    tile.store %u, %r[%c0] : memref<1xf32>
  }
  return
}

// TL-182: A condition on the outer variable, and one that the loop changes.
// CHECK: TL-182 {{\[\[-1, -1, -1, -1\], \[-1, -1, -1, -1\], \[1, 1, 1, 1\], \[1, 1, 1, 1\]\]}}
// CHECK: TL-182 [2, 0, 1, 1]
func.func private @tl_182(%cond: memref<4xi32>, %x: memref<4x4xi32>, %r: memref<4x4xi32>, %q: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %minus = arith.constant -1 : i32
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %v = tile.load %cond[%i] : memref<4xi32>
        %p = arith.cmpi sgt, %v, %one : i32
        scf.if %p {
          %w = tile.load %x[%i, %j] : memref<4x4xi32>
          tile.store %w, %r[%i, %j] : memref<4x4xi32>
        } else {
          tile.store %minus, %r[%i, %j] : memref<4x4xi32>
        }
      }
    }
    // The second pass sees what the first wrote.
    scf.for %i = %c0 to %c4 step %c1 {
      %v = tile.load %q[%c0] : memref<4xi32>
      %p = arith.cmpi sgt, %v, %one : i32
      scf.if %p {
        tile.store %one, %q[%i] : memref<4xi32>
      } else {
        %w = arith.addi %v, %one : i32
        tile.store %w, %q[%c0] : memref<4xi32>
      }
    }
  }
  return
}

// TL-194: A loop whose bounds come from a dynamic number of blocks.
// CHECK: TL-194 [0, 1, 2, 0, 0, 0, 0, 0]
func.func private @tl_194(%n: index, %r: memref<8xi32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%n) threads(1) {
    %stop = arith.addi %bx, %c1 : index
    scf.for %b = %bx to %stop step %c1 {
      %v = arith.index_cast %b : index to i32
      tile.store %v, %r[%b] : memref<8xi32>
    }
  }
  return
}

// TL-195: Bodies that do nothing, or only read.
// CHECK: TL-195 [1, 1, 1, 1]
func.func private @tl_195(%x: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
  }
  tile.launch blocks(%bx) in (%c4) threads(32) {
    %v = tile.load %x[%bx] : memref<4xf32>
  }
  return
}

// TL-227: A loop until a flag in memory is set.
// CHECK: TL-227 [1]
func.func private @tl_227(%flag: memref<1xi32>, %r: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %s = tile.alloc : !tile.buffer<1xi32, fragment>
    %zero = arith.constant 0 : i32
    tile.fill %zero into %s : i32 into !tile.buffer<1xi32, fragment>
    scf.while : () -> () {
      %v = tile.load %s[%c0] : !tile.buffer<1xi32, fragment>
      %go = arith.cmpi eq, %v, %zero : i32
      scf.condition(%go)
    } do {
      tile.copy %flag into %s : memref<1xi32> into !tile.buffer<1xi32, fragment>
      scf.yield
    }
    tile.copy %s into %r : !tile.buffer<1xi32, fragment> into memref<1xi32>
  }
  return
}

// TL-229: Elementwise arithmetic on f32.
// CHECK: TL-229 [{{(2, ){255}(2, ){255}(2, ){255}(2, ){255}2, 2, 2, 2\]}}
func.func private @tl_229(%x: memref<1024xf32>, %y: memref<1024xf32>, %r: memref<1024xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    tile.parallel (%i) in (1024) {
      %a = tile.load %x[%i] : memref<1024xf32>
      %b = tile.load %y[%i] : memref<1024xf32>
      %c = tile.load %r[%i] : memref<1024xf32>
      %d = arith.subf %a, %b : f32
      %m = arith.mulf %a, %b : f32
      %s = arith.addf %d, %m : f32
      %t = arith.addf %s, %c : f32
      tile.store %t, %r[%i] : memref<1024xf32>
    }
  }
  return
}

// TL-229: Elementwise arithmetic on f16.
// CHECK: TL-229 [{{(2, ){255}(2, ){255}(2, ){255}(2, ){255}2, 2, 2, 2\]}}
func.func private @tl_229_2(%x: memref<1024xf16>, %y: memref<1024xf16>, %r: memref<1024xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    tile.parallel (%i) in (1024) {
      %a = tile.load %x[%i] : memref<1024xf16>
      %b = tile.load %y[%i] : memref<1024xf16>
      %c = tile.load %r[%i] : memref<1024xf16>
      %d = arith.subf %a, %b : f16
      %m = arith.mulf %a, %b : f16
      %s = arith.addf %d, %m : f16
      %t = arith.addf %s, %c : f16
      tile.store %t, %r[%i] : memref<1024xf16>
    }
  }
  return
}

// TL-229: Elementwise arithmetic on i8.
// CHECK: TL-229 [{{(2, ){255}(2, ){255}(2, ){255}(2, ){255}2, 2, 2, 2\]}}
func.func private @tl_229_3(%x: memref<1024xi8>, %y: memref<1024xi8>, %r: memref<1024xi8>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    tile.parallel (%i) in (1024) {
      %a = tile.load %x[%i] : memref<1024xi8>
      %b = tile.load %y[%i] : memref<1024xi8>
      %c = tile.load %r[%i] : memref<1024xi8>
      %d = arith.subi %a, %b : i8
      %m = arith.muli %a, %b : i8
      %s = arith.addi %d, %m : i8
      %t = arith.addi %s, %c : i8
      tile.store %t, %r[%i] : memref<1024xi8>
    }
  }
  return
}

// TL-240: 128 elements reversed through shared memory.
// CHECK: TL-240 [127, 126, {{.*}}, 1, 0]
func.func private @tl_240(%x: memref<128xf32>, %r: memref<128xf32>) {
  %c1 = arith.constant 1 : index
  %c127 = arith.constant 127 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<128xf32, shared>
    tile.copy %x into %s : memref<128xf32> into !tile.buffer<128xf32, shared>
    tile.parallel (%i) in (128) {
      %j = arith.subi %c127, %i : index
      %v = tile.load %s[%j] : !tile.buffer<128xf32, shared>
      tile.store %v, %r[%i] : memref<128xf32>
    }
  }
  return
}

// TL-262: Distinct elements reached through a product of the variable are no
// conflict.
// CHECK: TL-262 [0, 1, 2, {{.*}}, 126, 127]
func.func private @tl_262(%r: memref<128xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    tile.parallel (%i) in (32) {
      %j = arith.muli %i, %c4 : index
      scf.for %k = %c0 to %c4 step %c1 {
        %p = arith.addi %j, %k : index
        %v = arith.index_cast %p : index to i32
        tile.store %v, %r[%p] : memref<128xi32>
      }
    }
  }
  return
}

// TL-264: Rows by a grid stride, columns under a predicate.
// CHECK: TL-264 [1, 1]
func.func private @tl_264(%r: memref<2x16xf16>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %one = arith.constant 1.0 : f16
    scf.for %row = %bx to %c2 step %c1 {
      tile.parallel (%i) in (24) {
        %in = arith.cmpi ult, %i, %c16 : index
        scf.if %in {
          tile.store %one, %r[%row, %i] : memref<2x16xf16>
        }
      }
    }
  }
  return
}

// The least and the greatest element.
func.func private @bounds_bf16(%t: memref<?x?xbf16>, %out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %t, %c0 : memref<?x?xbf16>
  %n = memref.dim %t, %c1 : memref<?x?xbf16>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %least = tile.reducer_init : !tile.reducer<1xf32, min>
    %greatest = tile.reducer_init : !tile.reducer<1xf32, max>
    %a = tile.alloc : !tile.buffer<1xf32, fragment>
    %b = tile.alloc : !tile.buffer<1xf32, fragment>
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %t[%i, %j] : memref<?x?xbf16>
      %w = tile.cast %v : bf16 to f32
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

// The least and the greatest element.
func.func private @bounds_f16(%t: memref<?x?xf16>, %out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %t, %c0 : memref<?x?xf16>
  %n = memref.dim %t, %c1 : memref<?x?xf16>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %least = tile.reducer_init : !tile.reducer<1xf32, min>
    %greatest = tile.reducer_init : !tile.reducer<1xf32, max>
    %a = tile.alloc : !tile.buffer<1xf32, fragment>
    %b = tile.alloc : !tile.buffer<1xf32, fragment>
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %t[%i, %j] : memref<?x?xf16>
      %w = tile.cast %v : f16 to f32
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
func.func @cases(%x0: memref<4xi32>, %x1: memref<4x8x8xf16>, %x2: memref<16xi32>,
    %x3: memref<256xf32>, %x4: memref<256xf16>, %x5: memref<256xf16>, %x6: memref<1024xi32>,
    %x7: memref<4x4xi32>, %x8: memref<2048xi32>, %x9: memref<12xf32>, %x10: memref<12xf32>,
    %x11: memref<8xf32>, %x12: memref<8xf32>, %x13: memref<8xf16>, %x14: memref<8xf16>,
    %x15: memref<8xbf16>, %x16: memref<8xbf16>, %x17: memref<1024xi32>,
    %x18: memref<1024xf8E4M3FN>, %x19: memref<2x512xbf16>, %x20: memref<2x512xbf16>,
    %b0: memref<2xf32>, %x21: memref<2x576xbf16>, %x22: memref<2x576xbf16>, %b1: memref<2xf32>,
    %x23: memref<64xf32>, %x24: memref<256xf8E4M3FN>, %x25: memref<64xf32>,
    %x26: memref<128xi32>, %x27: memref<128xi32>, %x28: memref<32xi32>, %x29: memref<32xi32>,
    %x30: memref<30xf32>, %x31: memref<32xi32>, %x32: memref<32xf32>, %x33: memref<?xf32>,
    %x34: memref<?xf32>, %x35: memref<?xf16>, %x36: memref<?xf16>, %x37: memref<1xf16>,
    %x38: memref<?xf32>, %x39: memref<4xf32>, %x40: memref<256xi32>, %x41: memref<256xf32>,
    %x42: memref<256xf32>, %x43: memref<16xf8E4M3FN>, %x44: memref<2xf32>, %x45: memref<2xf32>,
    %x46: memref<1024xf32>, %x47: memref<1024xf32>, %x48: memref<1024xf32>,
    %x49: memref<1024xf32>, %x50: memref<3xi32>, %x51: memref<2xf32>, %x52: memref<1xf32>,
    %x53: memref<4xi32>, %x54: memref<4x4xi32>, %x55: memref<4x4xi32>, %x56: memref<4xi32>,
    %x57: index, %x58: memref<8xi32>, %x59: memref<4xf32>, %x60: memref<1xi32>,
    %x61: memref<1xi32>, %x62: memref<1024xf32>, %x63: memref<1024xf32>, %x64: memref<1024xf32>,
    %x65: memref<1024xf16>, %x66: memref<1024xf16>, %x67: memref<1024xf16>,
    %x68: memref<1024xi8>, %x69: memref<1024xi8>, %x70: memref<1024xi8>, %x71: memref<128xf32>,
    %x72: memref<128xf32>, %x73: memref<128xi32>, %x74: memref<2x16xf16>, %b2: memref<2xf32>) {
  %c1 = arith.constant 1 : index
  call @tl_039(%x0, %x1) : (memref<4xi32>, memref<4x8x8xf16>) -> ()
  call @tl_115(%x2) : (memref<16xi32>) -> ()
  call @tl_117(%x3, %x4, %x5) : (memref<256xf32>, memref<256xf16>, memref<256xf16>) -> ()
  call @tl_119(%x6, %x7) : (memref<1024xi32>, memref<4x4xi32>) -> ()
  call @tl_121(%x8) : (memref<2048xi32>) -> ()
  call @tl_122(%x9, %x10) : (memref<12xf32>, memref<12xf32>) -> ()
  call @tl_124(%x11, %x12) : (memref<8xf32>, memref<8xf32>) -> ()
  call @tl_124_2(%x13, %x14) : (memref<8xf16>, memref<8xf16>) -> ()
  call @tl_124_3(%x15, %x16) : (memref<8xbf16>, memref<8xbf16>) -> ()
  call @tl_125(%x17, %x18) : (memref<1024xi32>, memref<1024xf8E4M3FN>) -> ()
  call @tl_127(%x19, %x20) : (memref<2x512xbf16>, memref<2x512xbf16>) -> ()
  %x20d = memref.cast %x20 : memref<2x512xbf16> to memref<?x?xbf16>
  call @bounds_bf16(%x20d, %b0) : (memref<?x?xbf16>, memref<2xf32>) -> ()
  call @tl_127_2(%x21, %x22) : (memref<2x576xbf16>, memref<2x576xbf16>) -> ()
  %x22d = memref.cast %x22 : memref<2x576xbf16> to memref<?x?xbf16>
  call @bounds_bf16(%x22d, %b1) : (memref<?x?xbf16>, memref<2xf32>) -> ()
  call @tl_132(%x23, %x24, %x25) : (memref<64xf32>, memref<256xf8E4M3FN>, memref<64xf32>) -> ()
  call @tl_134(%x26, %x27) : (memref<128xi32>, memref<128xi32>) -> ()
  call @tl_138(%x28, %x29) : (memref<32xi32>, memref<32xi32>) -> ()
  call @tl_146(%x30, %x31, %x32) : (memref<30xf32>, memref<32xi32>, memref<32xf32>) -> ()
  call @tl_148(%x33, %x34) : (memref<?xf32>, memref<?xf32>) -> ()
  call @tl_152(%x35, %x36, %x37) : (memref<?xf16>, memref<?xf16>, memref<1xf16>) -> ()
  call @tl_153(%x38, %x39) : (memref<?xf32>, memref<4xf32>) -> ()
  call @tl_154(%x40, %x41, %x42) : (memref<256xi32>, memref<256xf32>, memref<256xf32>) -> ()
  call @tl_174(%x43) : (memref<16xf8E4M3FN>) -> ()
  call @tl_177(%x44, %x45) : (memref<2xf32>, memref<2xf32>) -> ()
  call @tl_178(%x46, %x47) : (memref<1024xf32>, memref<1024xf32>) -> ()
  call @tl_178_2(%x48, %x49) : (memref<1024xf32>, memref<1024xf32>) -> ()
  call @tl_179(%x50) : (memref<3xi32>) -> ()
  call @tl_180(%x51, %x52) : (memref<2xf32>, memref<1xf32>) -> ()
  call @tl_182(%x53, %x54, %x55, %x56) : (memref<4xi32>, memref<4x4xi32>, memref<4x4xi32>, memref<4xi32>) -> ()
  call @tl_194(%x57, %x58) : (index, memref<8xi32>) -> ()
  call @tl_195(%x59) : (memref<4xf32>) -> ()
  call @tl_227(%x60, %x61) : (memref<1xi32>, memref<1xi32>) -> ()
  call @tl_229(%x62, %x63, %x64) : (memref<1024xf32>, memref<1024xf32>, memref<1024xf32>) -> ()
  call @tl_229_2(%x65, %x66, %x67) : (memref<1024xf16>, memref<1024xf16>, memref<1024xf16>) -> ()
  call @tl_229_3(%x68, %x69, %x70) : (memref<1024xi8>, memref<1024xi8>, memref<1024xi8>) -> ()
  call @tl_240(%x71, %x72) : (memref<128xf32>, memref<128xf32>) -> ()
  call @tl_262(%x73) : (memref<128xi32>) -> ()
  call @tl_264(%x74) : (memref<2x16xf16>) -> ()
  %x74d = memref.cast %x74 : memref<2x16xf16> to memref<?x?xf16>
  call @bounds_f16(%x74d, %b2) : (memref<?x?xf16>, memref<2xf32>) -> ()
  tile.launch blocks(%bx) in (%c1) threads(1) {
    tile.print "TL-039" %x1 : memref<4x8x8xf16>
    tile.print "TL-115" %x2 : memref<16xi32>
    tile.print "TL-117" %x4 : memref<256xf16>
    tile.print "TL-117" %x5 : memref<256xf16>
    tile.print "TL-119" %x7 : memref<4x4xi32>
    tile.print "TL-121" %x8 : memref<2048xi32>
    tile.print "TL-122" %x10 : memref<12xf32>
    tile.print "TL-124" %x12 : memref<8xf32>
    tile.print "TL-124" %x14 : memref<8xf16>
    tile.print "TL-124" %x16 : memref<8xbf16>
    tile.print "TL-125" %x18 : memref<1024xf8E4M3FN>
    tile.print "TL-127" %b0 : memref<2xf32>
    tile.print "TL-127" %b1 : memref<2xf32>
    tile.print "TL-132" %x24 : memref<256xf8E4M3FN>
    tile.print "TL-132" %x25 : memref<64xf32>
    tile.print "TL-134" %x26 : memref<128xi32>
    tile.print "TL-134" %x27 : memref<128xi32>
    tile.print "TL-138" %x29 : memref<32xi32>
    tile.print "TL-146" %x32 : memref<32xf32>
    tile.print "TL-148" %x34 : memref<?xf32>
    tile.print "TL-152" %x37 : memref<1xf16>
    tile.print "TL-153" %x39 : memref<4xf32>
    tile.print "TL-154" %x42 : memref<256xf32>
    tile.print "TL-174" %x43 : memref<16xf8E4M3FN>
    tile.print "TL-177" %x44 : memref<2xf32>
    tile.print "TL-177" %x45 : memref<2xf32>
    tile.print "TL-178" %x46 : memref<1024xf32>
    tile.print "TL-178" %x47 : memref<1024xf32>
    tile.print "TL-178" %x48 : memref<1024xf32>
    tile.print "TL-178" %x49 : memref<1024xf32>
    tile.print "TL-179" %x50 : memref<3xi32>
    tile.print "TL-180" %x52 : memref<1xf32>
    tile.print "TL-182" %x55 : memref<4x4xi32>
    tile.print "TL-182" %x56 : memref<4xi32>
    tile.print "TL-194" %x58 : memref<8xi32>
    tile.print "TL-195" %x59 : memref<4xf32>
    tile.print "TL-227" %x61 : memref<1xi32>
    tile.print "TL-229" %x64 : memref<1024xf32>
    tile.print "TL-229" %x67 : memref<1024xf16>
    tile.print "TL-229" %x70 : memref<1024xi8>
    tile.print "TL-240" %x72 : memref<128xf32>
    tile.print "TL-262" %x73 : memref<128xi32>
    tile.print "TL-264" %b2 : memref<2xf32>
  }
  return
}
