// Cases of fragments: whichever threads own an element, every iteration runs,
// and every element has one owner.
//
// RUN: tile-run %s --entry=cases --on=cpu --check --arg=zeros --arg=zeros --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota \
// RUN:   --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota --arg=zeros --arg=iota \
// RUN:   --arg=iota --arg=iota --arg=zeros --arg=ones --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=3x128:ones --arg=3x128:zeros --arg=iota --arg=zeros \
// RUN:   --arg=ones --arg=zeros --arg=ones --arg=zeros --arg=iota --arg=ones | FileCheck %s

// TL-001: A loop over a part of a fragment does not narrow a loop over all of
// it.
// CHECK: TL-001 [{{(3, ){100}(2, ){155}2\]}}
// CHECK: TL-001 [{{(2, ){255}2\]}}
func.func private @tl_001(%r: memref<256xf32>, %q: memref<256xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %f = tile.alloc : !tile.buffer<256xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    // Written in part, then read whole.
    tile.fill %zero into %f : f32 into !tile.buffer<256xf32, fragment>
    tile.parallel (%i) in (100) {
      tile.store %one, %f[%i] : !tile.buffer<256xf32, fragment>
    }
    tile.parallel (%i) in (256) {
      %v = tile.load %f[%i] : !tile.buffer<256xf32, fragment>
      %w = arith.addf %v, %two : f32
      tile.store %w, %r[%i] : memref<256xf32>
    }
    // Written in part, then written whole.
    tile.parallel (%i) in (100) {
      tile.store %one, %f[%i] : !tile.buffer<256xf32, fragment>
    }
    tile.parallel (%i) in (256) {
      tile.store %two, %f[%i] : !tile.buffer<256xf32, fragment>
    }
    tile.copy %f into %q : !tile.buffer<256xf32, fragment> into memref<256xf32>
  }
  return
}

// TL-003: A reduced fragment divided element by element.
// CHECK: TL-003 [{{(\[4, 2, 1.3333334, 1\], ){31}\[4, 2, 1.3333334, 1\]\]}}
func.func private @tl_003(%r: memref<32x4xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %t1 = tile.alloc : !tile.buffer<32x4xf32, fragment>
    %t2 = tile.alloc : !tile.buffer<32x4xf32, fragment>
    %t3 = tile.alloc : !tile.buffer<32x4x4xf32, fragment>
    %one = arith.constant 1.0 : f32
    tile.parallel (%i, %j, %k) in (32, 4, 4) {
      tile.store %one, %t3[%i, %j, %k] : !tile.buffer<32x4x4xf32, fragment>
    }
    tile.parallel (%i, %k) in (32, 4) {
      %n = arith.addi %k, %c1 : index
      %m = arith.index_cast %n : index to i32
      %v = arith.sitofp %m : i32 to f32
      tile.store %v, %t1[%i, %k] : !tile.buffer<32x4xf32, fragment>
    }
    tile.reduce sum %t3 into %t2 dim(1) : !tile.buffer<32x4x4xf32, fragment> into !tile.buffer<32x4xf32, fragment>
    tile.parallel (%i, %k) in (32, 4) {
      %v = tile.load %t2[%i, %k] : !tile.buffer<32x4xf32, fragment>
      %w = tile.load %t1[%i, %k] : !tile.buffer<32x4xf32, fragment>
      %u = arith.divf %v, %w : f32
      tile.store %u, %t2[%i, %k] : !tile.buffer<32x4xf32, fragment>
    }
    tile.copy %t2 into %r : !tile.buffer<32x4xf32, fragment> into memref<32x4xf32>
  }
  return
}

// TL-006: Visits of a fragment that begin at an offset.
// CHECK: TL-006 [-1, -1, -1, 8, 9, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1]
// CHECK: TL-006 {{\[(\[-1, -1, -1, -1\], ){3}\[0, 1, 2, 3\], .*\[28, 29, 30, 31\], \[-1, -1, -1, -1\]\]}}
func.func private @tl_006(%x: memref<8x4xf32>, %r: memref<16xf32>, %q: memref<12x4xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %f = tile.alloc : !tile.buffer<16xf32, fragment>
    %g = tile.alloc : !tile.buffer<12x4xf32, fragment>
    %minus = arith.constant -1.0 : f32
    tile.fill %minus into %f : f32 into !tile.buffer<16xf32, fragment>
    tile.fill %minus into %g : f32 into !tile.buffer<12x4xf32, fragment>
    %row = tile.slice %x[2 : 2, 0 : 4] : memref<8x4xf32> -> !tile.buffer<2x4xf32, global>
    %part = tile.slice %f[3 : 8] : !tile.buffer<16xf32, fragment> -> !tile.buffer<8xf32, fragment>
    %flat = tile.view %part : !tile.buffer<8xf32, fragment> -> !tile.buffer<2x4xf32, fragment>
    tile.copy %row into %flat : !tile.buffer<2x4xf32, global> into !tile.buffer<2x4xf32, fragment>
    tile.copy %f into %r : !tile.buffer<16xf32, fragment> into memref<16xf32>
    tile.parallel (%i, %j) in (8, 4) {
      %k = arith.addi %i, %c3 : index
      %v = tile.load %x[%i, %j] : memref<8x4xf32>
      tile.store %v, %g[%k, %j] : !tile.buffer<12x4xf32, fragment>
    }
    tile.copy %g into %q : !tile.buffer<12x4xf32, fragment> into memref<12x4xf32>
  }
  return
}

// TL-007: Fewer iterations than the fragment has elements, column by column.
// CHECK: TL-007 {{\[\[(0, ){63}0\], \[(1, ){63}1\], \[(2, ){63}2\], \[(3, ){63}3\]\]}}
func.func private @tl_007(%x: memref<8xbf16>, %r: memref<4x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<8xbf16, shared>
    %f = tile.alloc : !tile.buffer<8xf32, fragment>
    %d = tile.alloc : !tile.buffer<4x64xf32, shared>
    tile.copy %x into %s : memref<8xbf16> into !tile.buffer<8xbf16, shared>
    tile.copy %s into %f : !tile.buffer<8xbf16, shared> into !tile.buffer<8xf32, fragment>
    scf.for %k = %c0 to %c64 step %c1 {
      tile.parallel (%i) in (4) {
        %v = tile.load %f[%i] : !tile.buffer<8xf32, fragment>
        tile.store %v, %d[%i, %k] : !tile.buffer<4x64xf32, shared>
      }
    }
    tile.copy %d into %r : !tile.buffer<4x64xf32, shared> into memref<4x64xf32>
  }
  return
}

// TL-008: A row of 16 elements spread over the rows of a tile.
// CHECK: TL-008 {{\[(\[0, 2, 4, .*, 30\](, )?){3}\]}}
func.func private @tl_008(%x: memref<16xf32>, %r: memref<3x16xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<16xf32, fragment>
    %o = tile.alloc : !tile.buffer<3x16xf32, fragment>
    %two = arith.constant 2.0 : f32
    tile.copy %x into %d : memref<16xf32> into !tile.buffer<16xf32, fragment>
    tile.parallel (%i, %j) in (3, 16) {
      %v = tile.load %d[%j] : !tile.buffer<16xf32, fragment>
      %w = arith.mulf %v, %two : f32
      tile.store %w, %o[%i, %j] : !tile.buffer<3x16xf32, fragment>
    }
    tile.copy %o into %r : !tile.buffer<3x16xf32, fragment> into memref<3x16xf32>
  }
  return
}

// TL-008: A row of 24 elements spread over the rows of a tile.
// CHECK: TL-008 {{\[(\[0, 2, 4, .*, 46\](, )?){3}\]}}
func.func private @tl_008_2(%x: memref<24xf32>, %r: memref<3x24xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<24xf32, fragment>
    %o = tile.alloc : !tile.buffer<3x24xf32, fragment>
    %two = arith.constant 2.0 : f32
    tile.copy %x into %d : memref<24xf32> into !tile.buffer<24xf32, fragment>
    tile.parallel (%i, %j) in (3, 24) {
      %v = tile.load %d[%j] : !tile.buffer<24xf32, fragment>
      %w = arith.mulf %v, %two : f32
      tile.store %w, %o[%i, %j] : !tile.buffer<3x24xf32, fragment>
    }
    tile.copy %o into %r : !tile.buffer<3x24xf32, fragment> into memref<3x24xf32>
  }
  return
}

// TL-008: A row of 40 elements spread over the rows of a tile.
// CHECK: TL-008 {{\[(\[0, 2, 4, .*, 78\](, )?){3}\]}}
func.func private @tl_008_3(%x: memref<40xf32>, %r: memref<3x40xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<40xf32, fragment>
    %o = tile.alloc : !tile.buffer<3x40xf32, fragment>
    %two = arith.constant 2.0 : f32
    tile.copy %x into %d : memref<40xf32> into !tile.buffer<40xf32, fragment>
    tile.parallel (%i, %j) in (3, 40) {
      %v = tile.load %d[%j] : !tile.buffer<40xf32, fragment>
      %w = arith.mulf %v, %two : f32
      tile.store %w, %o[%i, %j] : !tile.buffer<3x40xf32, fragment>
    }
    tile.copy %o into %r : !tile.buffer<3x40xf32, fragment> into memref<3x40xf32>
  }
  return
}

// TL-008: A row of 48 elements spread over the rows of a tile.
// CHECK: TL-008 {{\[(\[0, 2, 4, .*, 94\](, )?){3}\]}}
func.func private @tl_008_4(%x: memref<48xf32>, %r: memref<3x48xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<48xf32, fragment>
    %o = tile.alloc : !tile.buffer<3x48xf32, fragment>
    %two = arith.constant 2.0 : f32
    tile.copy %x into %d : memref<48xf32> into !tile.buffer<48xf32, fragment>
    tile.parallel (%i, %j) in (3, 48) {
      %v = tile.load %d[%j] : !tile.buffer<48xf32, fragment>
      %w = arith.mulf %v, %two : f32
      tile.store %w, %o[%i, %j] : !tile.buffer<3x48xf32, fragment>
    }
    tile.copy %o into %r : !tile.buffer<3x48xf32, fragment> into memref<3x48xf32>
  }
  return
}

// TL-008: A row of 96 elements spread over the rows of a tile.
// CHECK: TL-008 {{\[(\[0, 2, 4, .*, 190\](, )?){3}\]}}
func.func private @tl_008_5(%x: memref<96xf32>, %r: memref<3x96xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<96xf32, fragment>
    %o = tile.alloc : !tile.buffer<3x96xf32, fragment>
    %two = arith.constant 2.0 : f32
    tile.copy %x into %d : memref<96xf32> into !tile.buffer<96xf32, fragment>
    tile.parallel (%i, %j) in (3, 96) {
      %v = tile.load %d[%j] : !tile.buffer<96xf32, fragment>
      %w = arith.mulf %v, %two : f32
      tile.store %w, %o[%i, %j] : !tile.buffer<3x96xf32, fragment>
    }
    tile.copy %o into %r : !tile.buffer<3x96xf32, fragment> into memref<3x96xf32>
  }
  return
}

// TL-008: A row of 128 elements spread over the rows of a tile.
// CHECK: TL-008 {{\[(\[0, 2, 4, .*, 254\](, )?){3}\]}}
func.func private @tl_008_6(%x: memref<128xf32>, %r: memref<3x128xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<128xf32, fragment>
    %o = tile.alloc : !tile.buffer<3x128xf32, fragment>
    %two = arith.constant 2.0 : f32
    tile.copy %x into %d : memref<128xf32> into !tile.buffer<128xf32, fragment>
    tile.parallel (%i, %j) in (3, 128) {
      %v = tile.load %d[%j] : !tile.buffer<128xf32, fragment>
      %w = arith.mulf %v, %two : f32
      tile.store %w, %o[%i, %j] : !tile.buffer<3x128xf32, fragment>
    }
    tile.copy %o into %r : !tile.buffer<3x128xf32, fragment> into memref<3x128xf32>
  }
  return
}

// TL-009: 128 elements by 128 threads.
// CHECK: TL-009 {{\[\[0, 0.5, 1, .*, 63.5\]\]}}
func.func private @tl_009(%x: memref<1x128xf32>, %r: memref<1x128xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<1x128xf32, fragment>
    %half = arith.constant 0.5 : f32
    tile.copy %x into %d : memref<1x128xf32> into !tile.buffer<1x128xf32, fragment>
    tile.parallel (%i, %j) in (1, 128) {
      %v = tile.load %d[%i, %j] : !tile.buffer<1x128xf32, fragment>
      %w = arith.mulf %v, %half : f32
      tile.store %w, %d[%i, %j] : !tile.buffer<1x128xf32, fragment>
    }
    tile.copy %d into %r : !tile.buffer<1x128xf32, fragment> into memref<1x128xf32>
  }
  return
}

// TL-009: 192 elements by 128 threads.
// CHECK: TL-009 {{\[\[0, 0.5, 1, .*, 95.5\]\]}}
func.func private @tl_009_2(%x: memref<1x192xf32>, %r: memref<1x192xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<1x192xf32, fragment>
    %half = arith.constant 0.5 : f32
    tile.copy %x into %d : memref<1x192xf32> into !tile.buffer<1x192xf32, fragment>
    tile.parallel (%i, %j) in (1, 192) {
      %v = tile.load %d[%i, %j] : !tile.buffer<1x192xf32, fragment>
      %w = arith.mulf %v, %half : f32
      tile.store %w, %d[%i, %j] : !tile.buffer<1x192xf32, fragment>
    }
    tile.copy %d into %r : !tile.buffer<1x192xf32, fragment> into memref<1x192xf32>
  }
  return
}

// TL-009: 229 elements by 128 threads.
// CHECK: TL-009 {{\[\[0, 0.5, 1, .*, 114\]\]}}
func.func private @tl_009_3(%x: memref<1x229xf32>, %r: memref<1x229xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<1x229xf32, fragment>
    %half = arith.constant 0.5 : f32
    tile.copy %x into %d : memref<1x229xf32> into !tile.buffer<1x229xf32, fragment>
    tile.parallel (%i, %j) in (1, 229) {
      %v = tile.load %d[%i, %j] : !tile.buffer<1x229xf32, fragment>
      %w = arith.mulf %v, %half : f32
      tile.store %w, %d[%i, %j] : !tile.buffer<1x229xf32, fragment>
    }
    tile.copy %d into %r : !tile.buffer<1x229xf32, fragment> into memref<1x229xf32>
  }
  return
}

// TL-009: 257 elements by 128 threads.
// CHECK: TL-009 {{\[\[0, 0.5, 1, .*, 128\]\]}}
func.func private @tl_009_4(%x: memref<1x257xf32>, %r: memref<1x257xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<1x257xf32, fragment>
    %half = arith.constant 0.5 : f32
    tile.copy %x into %d : memref<1x257xf32> into !tile.buffer<1x257xf32, fragment>
    tile.parallel (%i, %j) in (1, 257) {
      %v = tile.load %d[%i, %j] : !tile.buffer<1x257xf32, fragment>
      %w = arith.mulf %v, %half : f32
      tile.store %w, %d[%i, %j] : !tile.buffer<1x257xf32, fragment>
    }
    tile.copy %d into %r : !tile.buffer<1x257xf32, fragment> into memref<1x257xf32>
  }
  return
}

// TL-009: 384 elements by 128 threads.
// CHECK: TL-009 {{\[\[0, 0.5, 1, .*, 191.5\]\]}}
func.func private @tl_009_5(%x: memref<1x384xf32>, %r: memref<1x384xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %d = tile.alloc : !tile.buffer<1x384xf32, fragment>
    %half = arith.constant 0.5 : f32
    tile.copy %x into %d : memref<1x384xf32> into !tile.buffer<1x384xf32, fragment>
    tile.parallel (%i, %j) in (1, 384) {
      %v = tile.load %d[%i, %j] : !tile.buffer<1x384xf32, fragment>
      %w = arith.mulf %v, %half : f32
      tile.store %w, %d[%i, %j] : !tile.buffer<1x384xf32, fragment>
    }
    tile.copy %d into %r : !tile.buffer<1x384xf32, fragment> into memref<1x384xf32>
  }
  return
}

// TL-010: A fragment indexed by a quotient beside one that is not.
// CHECK: TL-010 {{\[\[0, 1, .*, 31, 33, 34, .*, 7390\]\]}}
func.func private @tl_010(%x: memref<16x14xi32>, %r: memref<16x448xi32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x14xi32, fragment>
    tile.copy %x into %a : memref<16x14xi32> into !tile.buffer<16x14xi32, fragment>
    tile.parallel (%i, %j) in (16, 448) {
      %k = arith.divui %j, %c32 : index
      %v = tile.load %a[%i, %k] : !tile.buffer<16x14xi32, fragment>
      %w = tile.load %r[%i, %j] : memref<16x448xi32>
      %u = arith.addi %v, %w : i32
      tile.store %u, %r[%i, %j] : memref<16x448xi32>
    }
  }
  return
}

// TL-011: One fragment reduced and copied row by row.
// CHECK: TL-011 [{{(100, ){31}100\]}}
func.func private @tl_011(%x: memref<1x32xf16>, %r: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %t1 = tile.alloc : !tile.buffer<1x32xf16, fragment>
    %t2 = tile.alloc : !tile.buffer<32xf32, fragment>
    %t3 = tile.alloc : !tile.buffer<32xf32, fragment>
    %t4 = tile.alloc : !tile.buffer<32xf32, fragment>
    %hundred = arith.constant 100.0 : f32
    tile.copy %x into %t1 : memref<1x32xf16> into !tile.buffer<1x32xf16, fragment>
    tile.fill %hundred into %t3 : f32 into !tile.buffer<32xf32, fragment>
    tile.reduce max %t1 into %t4 dim(0) : !tile.buffer<1x32xf16, fragment> into !tile.buffer<32xf32, fragment>
    %row = tile.slice %t1[0, 0 : 32] : !tile.buffer<1x32xf16, fragment> -> !tile.buffer<32xf16, fragment>
    tile.copy %row into %t2 : !tile.buffer<32xf16, fragment> into !tile.buffer<32xf32, fragment>
    tile.parallel (%i) in (32) {
      %a = tile.load %t3[%i] : !tile.buffer<32xf32, fragment>
      %b = tile.load %t2[%i] : !tile.buffer<32xf32, fragment>
      %c = tile.load %t4[%i] : !tile.buffer<32xf32, fragment>
      %d = arith.addf %a, %b : f32
      %e = arith.subf %d, %c : f32
      tile.store %e, %t3[%i] : !tile.buffer<32xf32, fragment>
    }
    tile.copy %t3 into %r : !tile.buffer<32xf32, fragment> into memref<32xf32>
  }
  return
}

// TL-012: The result of a product is reduced by rows, then overwritten by
// some rows.
// CHECK: TL-012 [{{(1, ){16}(32, ){15}32\]}}
func.func private @tl_012(%x: memref<32x32xf16>, %r: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<32x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x32xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %m = tile.alloc : !tile.buffer<32xf32, fragment>
    %true = arith.constant true
    %one = arith.constant 1.0 : f32
    tile.copy %x into %a : memref<32x32xf16> into !tile.buffer<32x32xf16, shared>
    tile.copy %x into %b : memref<32x32xf16> into !tile.buffer<32x32xf16, shared>
    tile.gemm %a, %b into %c transpose_b clear(%true) : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    tile.reduce max %c into %m dim(1) : !tile.buffer<32x32xf32, fragment> into !tile.buffer<32xf32, fragment>
    tile.parallel (%i) in (16) {
      tile.store %one, %m[%i] : !tile.buffer<32xf32, fragment>
    }
    tile.copy %m into %r : !tile.buffer<32xf32, fragment> into memref<32xf32>
  }
  return
}

// TL-014: A fragment indexed again as a reshape of another, then reduced.
// CHECK: TL-014 {{\[\[6, 22\], \[38, 54\], .*\[998, 1014\]\]}}
func.func private @tl_014(%x: memref<32x8xi32>, %r: memref<32x2xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %a = tile.alloc : !tile.buffer<32x8xi32, fragment>
    %b = tile.alloc : !tile.buffer<32x2x4xi32, fragment>
    %s = tile.alloc : !tile.buffer<32x2xi32, fragment>
    tile.copy %x into %a : memref<32x8xi32> into !tile.buffer<32x8xi32, fragment>
    tile.parallel (%i, %j, %k) in (32, 2, 4) {
      %m = arith.muli %j, %c4 : index
      %n = arith.addi %m, %k : index
      %v = tile.load %a[%i, %n] : !tile.buffer<32x8xi32, fragment>
      tile.store %v, %b[%i, %j, %k] : !tile.buffer<32x2x4xi32, fragment>
    }
    tile.reduce sum %b into %s dim(2) : !tile.buffer<32x2x4xi32, fragment> into !tile.buffer<32x2xi32, fragment>
    tile.copy %s into %r : !tile.buffer<32x2xi32, fragment> into memref<32x2xi32>
  }
  return
}

// TL-015: A product whose operand is the converted result of another,
// transposed.
// CHECK: TL-015 {{\[\[(0, ){15}0\], \[(7.5, ){15}7.5\], \[(15, ){15}15\], .*(112.5, ){15}112.5\]\]}}
func.func private @tl_015(%x: memref<16x8xbf16>, %r: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %q = tile.alloc : !tile.buffer<16x8xbf16, shared>
    %s = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %p = tile.alloc : !tile.buffer<16x16xbf16, fragment>
    %v = tile.alloc : !tile.buffer<16x16xbf16, shared>
    %o = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %true = arith.constant true
    %scale = arith.constant 0.0625 : f32
    %one = arith.constant 1.0 : f32
    tile.parallel (%i, %j) in (16, 8) {
      %n = arith.cmpi eq, %j, %c0 : index
      %m = arith.index_cast %i : index to i32
      %u = arith.sitofp %m : i32 to f32
      %zero = arith.constant 0.0 : f32
      %w = arith.select %n, %u, %zero : f32
      %h = tile.cast %w : f32 to bf16
      tile.store %h, %q[%i, %j] : !tile.buffer<16x8xbf16, shared>
    }
    tile.fill %one into %v : f32 into !tile.buffer<16x16xbf16, shared>
    tile.gemm %q, %q into %s transpose_b clear(%true) : !tile.buffer<16x8xbf16, shared>, !tile.buffer<16x8xbf16, shared> into !tile.buffer<16x16xf32, fragment>
    tile.parallel (%i, %j) in (16, 16) {
      %u = tile.load %s[%i, %j] : !tile.buffer<16x16xf32, fragment>
      %w = arith.mulf %u, %scale : f32
      tile.store %w, %s[%i, %j] : !tile.buffer<16x16xf32, fragment>
    }
    tile.copy %s into %p : !tile.buffer<16x16xf32, fragment> into !tile.buffer<16x16xbf16, fragment>
    tile.gemm %p, %v into %o transpose_a clear(%true) : !tile.buffer<16x16xbf16, fragment>, !tile.buffer<16x16xbf16, shared> into !tile.buffer<16x16xf32, fragment>
    tile.copy %o into %r : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
  }
  return
}

// TL-016: A scan of a view of a shared row, one row for each block of a
// dynamic number.
// CHECK: TL-016 {{\[(\[1, 2, 3, [^]]*, 127, 128\](, )?){3}\]}}
func.func private @tl_016(%x: memref<?x128xf32>, %r: memref<?x128xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x128xf32>
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<128xf32, shared>
    %v = tile.view %s : !tile.buffer<128xf32, shared> -> !tile.buffer<1x128xf32, shared>
    %row = tile.slice %x[%bx : 1, 0 : 128] : memref<?x128xf32> -> !tile.buffer<1x128xf32, global>
    tile.copy %row into %v : !tile.buffer<1x128xf32, global> into !tile.buffer<1x128xf32, shared>
    tile.scan sum %v into %v dim(1) : !tile.buffer<1x128xf32, shared> into !tile.buffer<1x128xf32, shared>
    %out = tile.slice %r[%bx, 0 : 128] : memref<?x128xf32> -> !tile.buffer<128xf32, global>
    tile.copy %s into %out : !tile.buffer<128xf32, shared> into !tile.buffer<128xf32, global>
  }
  return
}

// TL-017: A fragment read at two indices, and at a shifted one.
// CHECK: TL-017 {{\[\[1, 3, 5, .*, 253, 127\], \[1, 2, 3, .*, 127, 0\]\]}}
func.func private @tl_017(%x: memref<128xf32>, %r: memref<2x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %f = tile.alloc : !tile.buffer<128xf32, fragment>
    tile.copy %x into %f : memref<128xf32> into !tile.buffer<128xf32, fragment>
    tile.parallel (%i) in (128) {
      %j = arith.addi %i, %c1 : index
      %k = arith.remui %j, %c128 : index
      %v = tile.load %f[%i] : !tile.buffer<128xf32, fragment>
      %w = tile.load %f[%k] : !tile.buffer<128xf32, fragment>
      %u = arith.addf %v, %w : f32
      tile.store %u, %r[%c0, %i] : memref<2x128xf32>
      tile.store %w, %r[%c1, %i] : memref<2x128xf32>
    }
  }
  return
}

// TL-018: The result of a product summed by a serial loop in a parallel one.
// CHECK: TL-018 [{{(4096, ){63}4096\]}}
func.func private @tl_018(%x: memref<64x64xf16>, %r: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<64x64xf16, shared>
    %b = tile.alloc : !tile.buffer<64x64xf16, shared>
    %acc = tile.alloc : !tile.buffer<64x64xf32, fragment>
    %true = arith.constant true
    tile.copy %x into %a : memref<64x64xf16> into !tile.buffer<64x64xf16, shared>
    tile.copy %x into %b : memref<64x64xf16> into !tile.buffer<64x64xf16, shared>
    tile.gemm %a, %b into %acc transpose_b clear(%true) : !tile.buffer<64x64xf16, shared>, !tile.buffer<64x64xf16, shared> into !tile.buffer<64x64xf32, fragment>
    tile.parallel (%i) in (64) {
      %zero = arith.constant 0.0 : f32
      %sum = scf.for %j = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (f32) {
        %v = tile.load %acc[%i, %j] : !tile.buffer<64x64xf32, fragment>
        %t = arith.addf %s, %v : f32
        scf.yield %t : f32
      }
      tile.store %sum, %r[%i] : memref<64xf32>
    }
  }
  return
}

// TL-020: A fragment seen as twice as many elements of half the size.
// CHECK: TL-020 [{{(0, 16256, ){255}0, 16256\]}}
func.func private @tl_020(%x: memref<256xf32>, %r: memref<512xi16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %f = tile.alloc : !tile.buffer<256xf32, fragment>
    tile.copy %x into %f : memref<256xf32> into !tile.buffer<256xf32, fragment>
    %h = tile.view %f : !tile.buffer<256xf32, fragment> -> !tile.buffer<512xi16, fragment>
    tile.parallel (%i) in (512) {
      %v = tile.load %h[%i] : !tile.buffer<512xi16, fragment>
      tile.store %v, %r[%i] : memref<512xi16>
    }
  }
  return
}

// TL-255: A part of a tensor reduced on its middle dimension and written over
// itself.
// CHECK: TL-255 {{\[\[\[0, 1, .*, 31\], \[32, 34, 36, .*, 94\], \[64, 65, }}
func.func private @tl_255(%x: memref<2x3x32xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %f = tile.alloc : !tile.buffer<1x2x32xf32, fragment>
    %s = tile.alloc : !tile.buffer<1x32xf32, fragment>
    %w = tile.slice %x[0 : 1, 0 : 2, 0 : 32] : memref<2x3x32xf32> -> !tile.buffer<1x2x32xf32, global>
    tile.copy %w into %f : !tile.buffer<1x2x32xf32, global> into !tile.buffer<1x2x32xf32, fragment>
    tile.reduce sum %f into %s dim(1) : !tile.buffer<1x2x32xf32, fragment> into !tile.buffer<1x32xf32, fragment>
    %o = tile.slice %x[0 : 1, 1, 0 : 32] : memref<2x3x32xf32> -> !tile.buffer<1x32xf32, global>
    tile.copy %s into %o : !tile.buffer<1x32xf32, fragment> into !tile.buffer<1x32xf32, global>
  }
  return
}

// TL-256: Panels read by computed offsets, then reduced and stored into the
// same tensor.
// CHECK: TL-256 {{\[\[\[31, (31, ){6}31\], \[61, (61, ){6}61\], \[1, .*\[31, (31, ){6}31\], \[61, (61, ){6}61\], \[1, }}
func.func private @tl_256(%x: memref<1x64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %v = tile.alloc : !tile.buffer<8xf32, fragment>
    %t = tile.alloc : !tile.buffer<32x8xf32, fragment>
    %s = tile.alloc : !tile.buffer<8xf32, fragment>
    scf.for %p = %c0 to %c2 step %c1 {
      %o = arith.muli %p, %c32 : index
      scf.for %k = %c0 to %c2 step %c1 {
        %row = arith.addi %o, %k : index
        %g = tile.slice %x[0, %row, 0 : 8] : memref<1x64x8xf32> -> !tile.buffer<8xf32, global>
        tile.copy %g into %v : !tile.buffer<8xf32, global> into !tile.buffer<8xf32, fragment>
        %w = tile.slice %x[0, %o : 32, 0 : 8] : memref<1x64x8xf32> -> !tile.buffer<32x8xf32, global>
        tile.copy %w into %t : !tile.buffer<32x8xf32, global> into !tile.buffer<32x8xf32, fragment>
        tile.reduce sum %t into %s dim(0) : !tile.buffer<32x8xf32, fragment> into !tile.buffer<8xf32, fragment>
        tile.parallel (%i) in (8) {
          %a = tile.load %v[%i] : !tile.buffer<8xf32, fragment>
          %b = tile.load %s[%i] : !tile.buffer<8xf32, fragment>
          %c = arith.subf %b, %a : f32
          tile.store %c, %x[%c0, %row, %i] : memref<1x64x8xf32>
        }
      }
    }
  }
  return
}


// CHECK: check: ok
func.func @cases(%x0: memref<256xf32>, %x1: memref<256xf32>, %x2: memref<32x4xf32>,
    %x3: memref<8x4xf32>, %x4: memref<16xf32>, %x5: memref<12x4xf32>, %x6: memref<8xbf16>,
    %x7: memref<4x64xf32>, %x8: memref<16xf32>, %x9: memref<3x16xf32>, %x10: memref<24xf32>,
    %x11: memref<3x24xf32>, %x12: memref<40xf32>, %x13: memref<3x40xf32>, %x14: memref<48xf32>,
    %x15: memref<3x48xf32>, %x16: memref<96xf32>, %x17: memref<3x96xf32>, %x18: memref<128xf32>,
    %x19: memref<3x128xf32>, %x20: memref<1x128xf32>, %x21: memref<1x128xf32>,
    %x22: memref<1x192xf32>, %x23: memref<1x192xf32>, %x24: memref<1x229xf32>,
    %x25: memref<1x229xf32>, %x26: memref<1x257xf32>, %x27: memref<1x257xf32>,
    %x28: memref<1x384xf32>, %x29: memref<1x384xf32>, %x30: memref<16x14xi32>,
    %x31: memref<16x448xi32>, %x32: memref<1x32xf16>, %x33: memref<32xf32>,
    %x34: memref<32x32xf16>, %x35: memref<32xf32>, %x36: memref<32x8xi32>,
    %x37: memref<32x2xi32>, %x38: memref<16x8xbf16>, %x39: memref<16x16xf32>,
    %x40: memref<?x128xf32>, %x41: memref<?x128xf32>, %x42: memref<128xf32>,
    %x43: memref<2x128xf32>, %x44: memref<64x64xf16>, %x45: memref<64xf32>,
    %x46: memref<256xf32>, %x47: memref<512xi16>, %x48: memref<2x3x32xf32>,
    %x49: memref<1x64x8xf32>) {
  %c1 = arith.constant 1 : index
  call @tl_001(%x0, %x1) : (memref<256xf32>, memref<256xf32>) -> ()
  call @tl_003(%x2) : (memref<32x4xf32>) -> ()
  call @tl_006(%x3, %x4, %x5) : (memref<8x4xf32>, memref<16xf32>, memref<12x4xf32>) -> ()
  call @tl_007(%x6, %x7) : (memref<8xbf16>, memref<4x64xf32>) -> ()
  call @tl_008(%x8, %x9) : (memref<16xf32>, memref<3x16xf32>) -> ()
  call @tl_008_2(%x10, %x11) : (memref<24xf32>, memref<3x24xf32>) -> ()
  call @tl_008_3(%x12, %x13) : (memref<40xf32>, memref<3x40xf32>) -> ()
  call @tl_008_4(%x14, %x15) : (memref<48xf32>, memref<3x48xf32>) -> ()
  call @tl_008_5(%x16, %x17) : (memref<96xf32>, memref<3x96xf32>) -> ()
  call @tl_008_6(%x18, %x19) : (memref<128xf32>, memref<3x128xf32>) -> ()
  call @tl_009(%x20, %x21) : (memref<1x128xf32>, memref<1x128xf32>) -> ()
  call @tl_009_2(%x22, %x23) : (memref<1x192xf32>, memref<1x192xf32>) -> ()
  call @tl_009_3(%x24, %x25) : (memref<1x229xf32>, memref<1x229xf32>) -> ()
  call @tl_009_4(%x26, %x27) : (memref<1x257xf32>, memref<1x257xf32>) -> ()
  call @tl_009_5(%x28, %x29) : (memref<1x384xf32>, memref<1x384xf32>) -> ()
  call @tl_010(%x30, %x31) : (memref<16x14xi32>, memref<16x448xi32>) -> ()
  call @tl_011(%x32, %x33) : (memref<1x32xf16>, memref<32xf32>) -> ()
  call @tl_012(%x34, %x35) : (memref<32x32xf16>, memref<32xf32>) -> ()
  call @tl_014(%x36, %x37) : (memref<32x8xi32>, memref<32x2xi32>) -> ()
  call @tl_015(%x38, %x39) : (memref<16x8xbf16>, memref<16x16xf32>) -> ()
  call @tl_016(%x40, %x41) : (memref<?x128xf32>, memref<?x128xf32>) -> ()
  call @tl_017(%x42, %x43) : (memref<128xf32>, memref<2x128xf32>) -> ()
  call @tl_018(%x44, %x45) : (memref<64x64xf16>, memref<64xf32>) -> ()
  call @tl_020(%x46, %x47) : (memref<256xf32>, memref<512xi16>) -> ()
  call @tl_255(%x48) : (memref<2x3x32xf32>) -> ()
  call @tl_256(%x49) : (memref<1x64x8xf32>) -> ()
  tile.launch blocks(%bx) in (%c1) threads(1) {
    tile.print "TL-001" %x0 : memref<256xf32>
    tile.print "TL-001" %x1 : memref<256xf32>
    tile.print "TL-003" %x2 : memref<32x4xf32>
    tile.print "TL-006" %x4 : memref<16xf32>
    tile.print "TL-006" %x5 : memref<12x4xf32>
    tile.print "TL-007" %x7 : memref<4x64xf32>
    tile.print "TL-008" %x9 : memref<3x16xf32>
    tile.print "TL-008" %x11 : memref<3x24xf32>
    tile.print "TL-008" %x13 : memref<3x40xf32>
    tile.print "TL-008" %x15 : memref<3x48xf32>
    tile.print "TL-008" %x17 : memref<3x96xf32>
    tile.print "TL-008" %x19 : memref<3x128xf32>
    tile.print "TL-009" %x21 : memref<1x128xf32>
    tile.print "TL-009" %x23 : memref<1x192xf32>
    tile.print "TL-009" %x25 : memref<1x229xf32>
    tile.print "TL-009" %x27 : memref<1x257xf32>
    tile.print "TL-009" %x29 : memref<1x384xf32>
    tile.print "TL-010" %x31 : memref<16x448xi32>
    tile.print "TL-011" %x33 : memref<32xf32>
    tile.print "TL-012" %x35 : memref<32xf32>
    tile.print "TL-014" %x37 : memref<32x2xi32>
    tile.print "TL-015" %x39 : memref<16x16xf32>
    tile.print "TL-016" %x41 : memref<?x128xf32>
    tile.print "TL-017" %x43 : memref<2x128xf32>
    tile.print "TL-018" %x45 : memref<64xf32>
    tile.print "TL-020" %x47 : memref<512xi16>
    tile.print "TL-255" %x48 : memref<2x3x32xf32>
    tile.print "TL-256" %x49 : memref<1x64x8xf32>
  }
  return
}
