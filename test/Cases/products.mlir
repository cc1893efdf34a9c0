// Cases of matrix products: every operand in its own shape, layout and type.
//
// RUN: tile-run %s --entry=cases --on=cpu --check --arg=ones --arg=zeros --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=zeros --arg=1x1:ones --arg=1x1:ones --arg=1x1:zeros --arg=15x15:ones \
// RUN:   --arg=15x15:ones --arg=15x15:zeros --arg=zeros --arg=16x16:ones --arg=16x16:ones \
// RUN:   --arg=16x16:zeros --arg=zeros --arg=17x17:ones --arg=17x17:ones --arg=17x17:zeros \
// RUN:   --arg=zeros --arg=64x64:ones --arg=64x64:ones --arg=64x64:zeros --arg=zeros \
// RUN:   --arg=100x100:ones --arg=100x100:ones --arg=100x100:zeros --arg=zeros --arg=ones \
// RUN:   --arg=zeros --arg=zeros --arg=ones --arg=zeros --arg=zeros --arg=iota --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=ones --arg=ones --arg=ones --arg=zeros --arg=zeros \
// RUN:   --arg=ones --arg=ones --arg=ones --arg=zeros --arg=zeros --arg=40x0:zeros \
// RUN:   --arg=0x24:zeros --arg=40x24:ones --arg=zeros --arg=ones --arg=zeros --arg=zeros \
// RUN:   --arg=iota --arg=zeros --arg=ones --arg=zeros --arg=zeros --arg=ones --arg=zeros \
// RUN:   --arg=zeros --arg=ones --arg=ones --arg=zeros --arg=zeros | FileCheck %s

// TL-067: Two products into one accumulator, f32.
// CHECK: TL-067 [64, 64]
func.func private @tl_067(%x: memref<64x32xf32>, %r: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<64x16xf32, shared>
    %b = tile.alloc : !tile.buffer<64x16xf32, shared>
    %acc = tile.alloc : !tile.buffer<64x64xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %acc : f32 into !tile.buffer<64x64xf32, fragment>
    tile.pipelined %k = %c0 to %c32 step %c16 stages(2) {
      %g = tile.slice %x[0 : 64, %k : 16] : memref<64x32xf32> -> !tile.buffer<64x16xf32, global>
      tile.copy %g into %a : !tile.buffer<64x16xf32, global> into !tile.buffer<64x16xf32, shared>
      tile.copy %g into %b : !tile.buffer<64x16xf32, global> into !tile.buffer<64x16xf32, shared>
      tile.gemm %a, %b into %acc transpose_b : !tile.buffer<64x16xf32, shared>, !tile.buffer<64x16xf32, shared> into !tile.buffer<64x64xf32, fragment>
      tile.gemm %b, %a into %acc transpose_b : !tile.buffer<64x16xf32, shared>, !tile.buffer<64x16xf32, shared> into !tile.buffer<64x64xf32, fragment>
    }
    tile.copy %acc into %r : !tile.buffer<64x64xf32, fragment> into memref<64x64xf32>
  }
  return
}

// TL-067: Two products into one accumulator, bf16.
// CHECK: TL-067 [64, 64]
func.func private @tl_067_2(%x: memref<64x32xbf16>, %r: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<64x16xbf16, shared>
    %b = tile.alloc : !tile.buffer<64x16xbf16, shared>
    %acc = tile.alloc : !tile.buffer<64x64xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.fill %zero into %acc : f32 into !tile.buffer<64x64xf32, fragment>
    tile.pipelined %k = %c0 to %c32 step %c16 stages(2) {
      %g = tile.slice %x[0 : 64, %k : 16] : memref<64x32xbf16> -> !tile.buffer<64x16xbf16, global>
      tile.copy %g into %a : !tile.buffer<64x16xbf16, global> into !tile.buffer<64x16xbf16, shared>
      tile.copy %g into %b : !tile.buffer<64x16xbf16, global> into !tile.buffer<64x16xbf16, shared>
      tile.gemm %a, %b into %acc transpose_b : !tile.buffer<64x16xbf16, shared>, !tile.buffer<64x16xbf16, shared> into !tile.buffer<64x64xf32, fragment>
      tile.gemm %b, %a into %acc transpose_b : !tile.buffer<64x16xbf16, shared>, !tile.buffer<64x16xbf16, shared> into !tile.buffer<64x64xf32, fragment>
    }
    tile.copy %acc into %r : !tile.buffer<64x64xf32, fragment> into memref<64x64xf32>
  }
  return
}

// TL-069: All extents dynamic, 1.
// CHECK: TL-069 {{\[\[1\]\]}}
func.func private @tl_069(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %r: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %m = memref.dim %x, %c0 : memref<?x?xf16>
  %n = memref.dim %y, %c0 : memref<?x?xf16>
  %kk = memref.dim %x, %c1 : memref<?x?xf16>
  %gm = arith.ceildivui %m, %c32 : index
  %gn = arith.ceildivui %n, %c32 : index
  tile.launch blocks(%bm, %bn) in (%gm, %gn) threads(128) {
    %a = tile.alloc : !tile.buffer<32x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x32xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %i = arith.muli %bm, %c32 : index
    %j = arith.muli %bn, %c32 : index
    tile.fill %zero into %c : f32 into !tile.buffer<32x32xf32, fragment>
    tile.pipelined %k = %c0 to %kk step %c32 stages(2) {
      %ga = tile.slice %x[%i : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      %gb = tile.slice %y[%j : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      tile.copy %ga into %a : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.copy %gb into %b : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.gemm %a, %b into %c transpose_b : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    }
    %w = tile.slice %r[%i : 32, %j : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
    tile.copy %c into %w : !tile.buffer<32x32xf32, fragment> into !tile.buffer<32x32xf32, global>
  }
  return
}

// TL-069: All extents dynamic, 15.
// CHECK: TL-069 [15, 15]
func.func private @tl_069_2(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %r: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %m = memref.dim %x, %c0 : memref<?x?xf16>
  %n = memref.dim %y, %c0 : memref<?x?xf16>
  %kk = memref.dim %x, %c1 : memref<?x?xf16>
  %gm = arith.ceildivui %m, %c32 : index
  %gn = arith.ceildivui %n, %c32 : index
  tile.launch blocks(%bm, %bn) in (%gm, %gn) threads(128) {
    %a = tile.alloc : !tile.buffer<32x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x32xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %i = arith.muli %bm, %c32 : index
    %j = arith.muli %bn, %c32 : index
    tile.fill %zero into %c : f32 into !tile.buffer<32x32xf32, fragment>
    tile.pipelined %k = %c0 to %kk step %c32 stages(2) {
      %ga = tile.slice %x[%i : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      %gb = tile.slice %y[%j : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      tile.copy %ga into %a : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.copy %gb into %b : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.gemm %a, %b into %c transpose_b : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    }
    %w = tile.slice %r[%i : 32, %j : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
    tile.copy %c into %w : !tile.buffer<32x32xf32, fragment> into !tile.buffer<32x32xf32, global>
  }
  return
}

// TL-069: All extents dynamic, 16.
// CHECK: TL-069 [16, 16]
func.func private @tl_069_3(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %r: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %m = memref.dim %x, %c0 : memref<?x?xf16>
  %n = memref.dim %y, %c0 : memref<?x?xf16>
  %kk = memref.dim %x, %c1 : memref<?x?xf16>
  %gm = arith.ceildivui %m, %c32 : index
  %gn = arith.ceildivui %n, %c32 : index
  tile.launch blocks(%bm, %bn) in (%gm, %gn) threads(128) {
    %a = tile.alloc : !tile.buffer<32x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x32xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %i = arith.muli %bm, %c32 : index
    %j = arith.muli %bn, %c32 : index
    tile.fill %zero into %c : f32 into !tile.buffer<32x32xf32, fragment>
    tile.pipelined %k = %c0 to %kk step %c32 stages(2) {
      %ga = tile.slice %x[%i : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      %gb = tile.slice %y[%j : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      tile.copy %ga into %a : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.copy %gb into %b : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.gemm %a, %b into %c transpose_b : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    }
    %w = tile.slice %r[%i : 32, %j : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
    tile.copy %c into %w : !tile.buffer<32x32xf32, fragment> into !tile.buffer<32x32xf32, global>
  }
  return
}

// TL-069: All extents dynamic, 17.
// CHECK: TL-069 [17, 17]
func.func private @tl_069_4(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %r: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %m = memref.dim %x, %c0 : memref<?x?xf16>
  %n = memref.dim %y, %c0 : memref<?x?xf16>
  %kk = memref.dim %x, %c1 : memref<?x?xf16>
  %gm = arith.ceildivui %m, %c32 : index
  %gn = arith.ceildivui %n, %c32 : index
  tile.launch blocks(%bm, %bn) in (%gm, %gn) threads(128) {
    %a = tile.alloc : !tile.buffer<32x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x32xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %i = arith.muli %bm, %c32 : index
    %j = arith.muli %bn, %c32 : index
    tile.fill %zero into %c : f32 into !tile.buffer<32x32xf32, fragment>
    tile.pipelined %k = %c0 to %kk step %c32 stages(2) {
      %ga = tile.slice %x[%i : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      %gb = tile.slice %y[%j : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      tile.copy %ga into %a : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.copy %gb into %b : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.gemm %a, %b into %c transpose_b : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    }
    %w = tile.slice %r[%i : 32, %j : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
    tile.copy %c into %w : !tile.buffer<32x32xf32, fragment> into !tile.buffer<32x32xf32, global>
  }
  return
}

// TL-069: All extents dynamic, 64.
// CHECK: TL-069 [64, 64]
func.func private @tl_069_5(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %r: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %m = memref.dim %x, %c0 : memref<?x?xf16>
  %n = memref.dim %y, %c0 : memref<?x?xf16>
  %kk = memref.dim %x, %c1 : memref<?x?xf16>
  %gm = arith.ceildivui %m, %c32 : index
  %gn = arith.ceildivui %n, %c32 : index
  tile.launch blocks(%bm, %bn) in (%gm, %gn) threads(128) {
    %a = tile.alloc : !tile.buffer<32x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x32xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %i = arith.muli %bm, %c32 : index
    %j = arith.muli %bn, %c32 : index
    tile.fill %zero into %c : f32 into !tile.buffer<32x32xf32, fragment>
    tile.pipelined %k = %c0 to %kk step %c32 stages(2) {
      %ga = tile.slice %x[%i : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      %gb = tile.slice %y[%j : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      tile.copy %ga into %a : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.copy %gb into %b : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.gemm %a, %b into %c transpose_b : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    }
    %w = tile.slice %r[%i : 32, %j : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
    tile.copy %c into %w : !tile.buffer<32x32xf32, fragment> into !tile.buffer<32x32xf32, global>
  }
  return
}

// TL-069: All extents dynamic, 100.
// CHECK: TL-069 [100, 100]
func.func private @tl_069_6(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %r: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %m = memref.dim %x, %c0 : memref<?x?xf16>
  %n = memref.dim %y, %c0 : memref<?x?xf16>
  %kk = memref.dim %x, %c1 : memref<?x?xf16>
  %gm = arith.ceildivui %m, %c32 : index
  %gn = arith.ceildivui %n, %c32 : index
  tile.launch blocks(%bm, %bn) in (%gm, %gn) threads(128) {
    %a = tile.alloc : !tile.buffer<32x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x32xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %i = arith.muli %bm, %c32 : index
    %j = arith.muli %bn, %c32 : index
    tile.fill %zero into %c : f32 into !tile.buffer<32x32xf32, fragment>
    tile.pipelined %k = %c0 to %kk step %c32 stages(2) {
      %ga = tile.slice %x[%i : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      %gb = tile.slice %y[%j : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      tile.copy %ga into %a : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.copy %gb into %b : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.gemm %a, %b into %c transpose_b : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    }
    %w = tile.slice %r[%i : 32, %j : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
    tile.copy %c into %w : !tile.buffer<32x32xf32, fragment> into !tile.buffer<32x32xf32, global>
  }
  return
}

// TL-071: Operands that are views of flat buffers.
// CHECK: TL-071 [32, 32]
func.func private @tl_071(%x: memref<1024xf16>, %r: memref<32x32xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a1 = tile.alloc : !tile.buffer<1024xf16, shared>
    %b1 = tile.alloc : !tile.buffer<1024xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %true = arith.constant true
    tile.copy %x into %a1 : memref<1024xf16> into !tile.buffer<1024xf16, shared>
    tile.copy %x into %b1 : memref<1024xf16> into !tile.buffer<1024xf16, shared>
    %a = tile.view %a1 : !tile.buffer<1024xf16, shared> -> !tile.buffer<32x32xf16, shared>
    %b = tile.view %b1 : !tile.buffer<1024xf16, shared> -> !tile.buffer<32x32xf16, shared>
    tile.gemm %a, %b into %c clear(%true) : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    tile.copy %c into %r : !tile.buffer<32x32xf32, fragment> into memref<32x32xf32>
  }
  return
}

// TL-073: Packed i4 operands, i32 result, pipelined.
// CHECK: TL-073 [-64, -64]
func.func private @tl_073(%x: memref<16x32xi4>, %r: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x16xi4, shared>
    %b = tile.alloc : !tile.buffer<16x16xi4, shared>
    %c = tile.alloc : !tile.buffer<16x16xi32, fragment>
    %zero = arith.constant 0 : i32
    %minus = arith.constant -2 : i4
    tile.fill %zero into %c : i32 into !tile.buffer<16x16xi32, fragment>
    tile.pipelined %k = %c0 to %c32 step %c16 stages(2) {
      %g = tile.slice %x[0 : 16, %k : 16] : memref<16x32xi4> -> !tile.buffer<16x16xi4, global>
      tile.copy %g into %a : !tile.buffer<16x16xi4, global> into !tile.buffer<16x16xi4, shared>
      tile.fill %minus into %b : i4 into !tile.buffer<16x16xi4, shared>
      tile.gemm %a, %b into %c transpose_b : !tile.buffer<16x16xi4, shared>, !tile.buffer<16x16xi4, shared> into !tile.buffer<16x16xi32, fragment>
    }
    tile.copy %c into %r : !tile.buffer<16x16xi32, fragment> into memref<16x16xi32>
  }
  return
}

// TL-074: f16 in, f32 out.
// CHECK: TL-074 {{\[\[(496, ){15}496\], \[(1520, ){15}1520\], .*(15856, ){15}15856\]\]}}
func.func private @tl_074(%x: memref<16x32xf16>, %r: memref<16x16xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x16xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %true = arith.constant true
    %one = arith.constant 1.0 : f16
    tile.copy %x into %a : memref<16x32xf16> into !tile.buffer<16x32xf16, shared>
    tile.fill %one into %b : f16 into !tile.buffer<32x16xf16, shared>
    tile.gemm %a, %b into %c clear(%true) : !tile.buffer<16x32xf16, shared>, !tile.buffer<32x16xf16, shared> into !tile.buffer<16x16xf32, fragment>
    tile.copy %c into %r : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
  }
  return
}

// TL-074: f16 in, f32 out, B transposed.
// CHECK: TL-074 {{\[\[(496, ){15}496\], \[(1520, ){15}1520\], .*(15856, ){15}15856\]\]}}
func.func private @tl_074_2(%x: memref<16x32xf16>, %r: memref<16x16xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x32xf16, shared>
    %b = tile.alloc : !tile.buffer<16x32xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %true = arith.constant true
    %one = arith.constant 1.0 : f16
    tile.copy %x into %a : memref<16x32xf16> into !tile.buffer<16x32xf16, shared>
    tile.fill %one into %b : f16 into !tile.buffer<16x32xf16, shared>
    tile.gemm %a, %b into %c transpose_b clear(%true) : !tile.buffer<16x32xf16, shared>, !tile.buffer<16x32xf16, shared> into !tile.buffer<16x16xf32, fragment>
    tile.copy %c into %r : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
  }
  return
}

// TL-076: Attention in f32 with a head of 128.
// CHECK: TL-076 [1, 1]
func.func private @tl_076(%q: memref<16x128xf32>, %k: memref<64x128xf32>, %v: memref<64x128xf32>, %r: memref<16x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %qs = tile.alloc : !tile.buffer<16x128xf32, shared>
    %ks = tile.alloc : !tile.buffer<32x128xf32, shared>
    %vs = tile.alloc : !tile.buffer<32x128xf32, shared>
    %s = tile.alloc : !tile.buffer<16x32xf32, fragment>
    %p = tile.alloc : !tile.buffer<16x32xf32, fragment>
    %o = tile.alloc : !tile.buffer<16x128xf32, fragment>
    %m = tile.alloc : !tile.buffer<16xf32, fragment>
    %old = tile.alloc : !tile.buffer<16xf32, fragment>
    %l = tile.alloc : !tile.buffer<16xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %low = arith.constant 0xFF800000 : f32
    %scale = arith.constant 0.125 : f32
    %true = arith.constant true
    tile.copy %q into %qs : memref<16x128xf32> into !tile.buffer<16x128xf32, shared>
    tile.fill %zero into %o : f32 into !tile.buffer<16x128xf32, fragment>
    tile.fill %zero into %l : f32 into !tile.buffer<16xf32, fragment>
    tile.fill %low into %m : f32 into !tile.buffer<16xf32, fragment>
    tile.pipelined %j = %c0 to %c64 step %c32 stages(2) {
      %gk = tile.slice %k[%j : 32, 0 : 128] : memref<64x128xf32> -> !tile.buffer<32x128xf32, global>
      %gv = tile.slice %v[%j : 32, 0 : 128] : memref<64x128xf32> -> !tile.buffer<32x128xf32, global>
      tile.copy %gk into %ks : !tile.buffer<32x128xf32, global> into !tile.buffer<32x128xf32, shared>
      tile.copy %gv into %vs : !tile.buffer<32x128xf32, global> into !tile.buffer<32x128xf32, shared>
      tile.gemm %qs, %ks into %s transpose_b clear(%true) : !tile.buffer<16x128xf32, shared>, !tile.buffer<32x128xf32, shared> into !tile.buffer<16x32xf32, fragment>
      tile.copy %m into %old : !tile.buffer<16xf32, fragment> into !tile.buffer<16xf32, fragment>
      tile.reduce max %s into %m dim(1) accumulate : !tile.buffer<16x32xf32, fragment> into !tile.buffer<16xf32, fragment>
      tile.parallel (%i, %t) in (16, 32) {
        %x = tile.load %s[%i, %t] : !tile.buffer<16x32xf32, fragment>
        %y = tile.load %m[%i] : !tile.buffer<16xf32, fragment>
        %z = arith.subf %x, %y : f32
        %w = arith.mulf %z, %scale : f32
        %u = math.exp %w : f32
        tile.store %u, %s[%i, %t] : !tile.buffer<16x32xf32, fragment>
      }
      tile.parallel (%i) in (16) {
        %x = tile.load %old[%i] : !tile.buffer<16xf32, fragment>
        %y = tile.load %m[%i] : !tile.buffer<16xf32, fragment>
        %z = arith.subf %x, %y : f32
        %w = arith.mulf %z, %scale : f32
        %u = math.exp %w : f32
        tile.store %u, %old[%i] : !tile.buffer<16xf32, fragment>
        %sum = tile.load %l[%i] : !tile.buffer<16xf32, fragment>
        %less = arith.mulf %sum, %u : f32
        tile.store %less, %l[%i] : !tile.buffer<16xf32, fragment>
      }
      tile.reduce sum %s into %l dim(1) accumulate : !tile.buffer<16x32xf32, fragment> into !tile.buffer<16xf32, fragment>
      tile.parallel (%i, %t) in (16, 128) {
        %x = tile.load %o[%i, %t] : !tile.buffer<16x128xf32, fragment>
        %y = tile.load %old[%i] : !tile.buffer<16xf32, fragment>
        %z = arith.mulf %x, %y : f32
        tile.store %z, %o[%i, %t] : !tile.buffer<16x128xf32, fragment>
      }
      tile.copy %s into %p : !tile.buffer<16x32xf32, fragment> into !tile.buffer<16x32xf32, fragment>
      tile.gemm %p, %vs into %o : !tile.buffer<16x32xf32, fragment>, !tile.buffer<32x128xf32, shared> into !tile.buffer<16x128xf32, fragment>
    }
    tile.parallel (%i, %t) in (16, 128) {
      %x = tile.load %o[%i, %t] : !tile.buffer<16x128xf32, fragment>
      %y = tile.load %l[%i] : !tile.buffer<16xf32, fragment>
      %z = arith.divf %x, %y : f32
      tile.store %z, %r[%i, %t] : memref<16x128xf32>
    }
  }
  return
}

// TL-241: Product, softmax, product.
// CHECK: TL-241 [1, 1]
func.func private @tl_241(%q: memref<16x64xf16>, %k: memref<64x64xf16>, %v: memref<64x64xf16>, %r: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %qs = tile.alloc : !tile.buffer<16x64xf16, shared>
    %ks = tile.alloc : !tile.buffer<32x64xf16, shared>
    %vs = tile.alloc : !tile.buffer<32x64xf16, shared>
    %s = tile.alloc : !tile.buffer<16x32xf32, fragment>
    %p = tile.alloc : !tile.buffer<16x32xf16, fragment>
    %o = tile.alloc : !tile.buffer<16x64xf32, fragment>
    %m = tile.alloc : !tile.buffer<16xf32, fragment>
    %old = tile.alloc : !tile.buffer<16xf32, fragment>
    %l = tile.alloc : !tile.buffer<16xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %low = arith.constant 0xFF800000 : f32
    %scale = arith.constant 0.125 : f32
    %true = arith.constant true
    tile.copy %q into %qs : memref<16x64xf16> into !tile.buffer<16x64xf16, shared>
    tile.fill %zero into %o : f32 into !tile.buffer<16x64xf32, fragment>
    tile.fill %zero into %l : f32 into !tile.buffer<16xf32, fragment>
    tile.fill %low into %m : f32 into !tile.buffer<16xf32, fragment>
    tile.pipelined %j = %c0 to %c64 step %c32 stages(2) {
      %gk = tile.slice %k[%j : 32, 0 : 64] : memref<64x64xf16> -> !tile.buffer<32x64xf16, global>
      %gv = tile.slice %v[%j : 32, 0 : 64] : memref<64x64xf16> -> !tile.buffer<32x64xf16, global>
      tile.copy %gk into %ks : !tile.buffer<32x64xf16, global> into !tile.buffer<32x64xf16, shared>
      tile.copy %gv into %vs : !tile.buffer<32x64xf16, global> into !tile.buffer<32x64xf16, shared>
      tile.gemm %qs, %ks into %s transpose_b clear(%true) : !tile.buffer<16x64xf16, shared>, !tile.buffer<32x64xf16, shared> into !tile.buffer<16x32xf32, fragment>
      tile.copy %m into %old : !tile.buffer<16xf32, fragment> into !tile.buffer<16xf32, fragment>
      tile.reduce max %s into %m dim(1) accumulate : !tile.buffer<16x32xf32, fragment> into !tile.buffer<16xf32, fragment>
      tile.parallel (%i, %t) in (16, 32) {
        %x = tile.load %s[%i, %t] : !tile.buffer<16x32xf32, fragment>
        %y = tile.load %m[%i] : !tile.buffer<16xf32, fragment>
        %z = arith.subf %x, %y : f32
        %w = arith.mulf %z, %scale : f32
        %u = math.exp %w : f32
        tile.store %u, %s[%i, %t] : !tile.buffer<16x32xf32, fragment>
      }
      tile.parallel (%i) in (16) {
        %x = tile.load %old[%i] : !tile.buffer<16xf32, fragment>
        %y = tile.load %m[%i] : !tile.buffer<16xf32, fragment>
        %z = arith.subf %x, %y : f32
        %w = arith.mulf %z, %scale : f32
        %u = math.exp %w : f32
        tile.store %u, %old[%i] : !tile.buffer<16xf32, fragment>
        %sum = tile.load %l[%i] : !tile.buffer<16xf32, fragment>
        %less = arith.mulf %sum, %u : f32
        tile.store %less, %l[%i] : !tile.buffer<16xf32, fragment>
      }
      tile.reduce sum %s into %l dim(1) accumulate : !tile.buffer<16x32xf32, fragment> into !tile.buffer<16xf32, fragment>
      tile.parallel (%i, %t) in (16, 64) {
        %x = tile.load %o[%i, %t] : !tile.buffer<16x64xf32, fragment>
        %y = tile.load %old[%i] : !tile.buffer<16xf32, fragment>
        %z = arith.mulf %x, %y : f32
        tile.store %z, %o[%i, %t] : !tile.buffer<16x64xf32, fragment>
      }
      tile.copy %s into %p : !tile.buffer<16x32xf32, fragment> into !tile.buffer<16x32xf16, fragment>
      tile.gemm %p, %vs into %o : !tile.buffer<16x32xf16, fragment>, !tile.buffer<32x64xf16, shared> into !tile.buffer<16x64xf32, fragment>
    }
    tile.parallel (%i, %t) in (16, 64) {
      %x = tile.load %o[%i, %t] : !tile.buffer<16x64xf32, fragment>
      %y = tile.load %l[%i] : !tile.buffer<16xf32, fragment>
      %z = arith.divf %x, %y : f32
      tile.store %z, %r[%i, %t] : memref<16x64xf32>
    }
  }
  return
}

// TL-149: K is 0: the result is all zeros.
// CHECK: TL-149 [0, 0]
func.func private @tl_149(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %r: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %kk = memref.dim %x, %c1 : memref<?x?xf16>
  tile.launch blocks(%bm) in (%c2) threads(128) {
    %a = tile.alloc : !tile.buffer<32x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x32xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %zero = arith.constant 0.0 : f32
    %i = arith.muli %bm, %c32 : index
    tile.fill %zero into %c : f32 into !tile.buffer<32x32xf32, fragment>
    tile.pipelined %k = %c0 to %kk step %c32 stages(2) {
      %ga = tile.slice %x[%i : 32, %k : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      %gb = tile.slice %y[%k : 32, 0 : 32] : memref<?x?xf16> -> !tile.buffer<32x32xf16, global>
      tile.copy %ga into %a : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.copy %gb into %b : !tile.buffer<32x32xf16, global> into !tile.buffer<32x32xf16, shared>
      tile.gemm %a, %b into %c : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    }
    %w = tile.slice %r[%i : 32, 0 : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
    tile.copy %c into %w : !tile.buffer<32x32xf32, fragment> into !tile.buffer<32x32xf32, global>
  }
  return
}

// TL-228: Two products by tiles of 32, in f32.
// CHECK: TL-228 [64, 64]
func.func private @tl_228(%x: memref<64x64xf32>, %r: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  tile.launch blocks(%bm, %bn) in (%c2, %c2) threads(1) {
    %a = tile.alloc : !tile.buffer<32x32xf32, local>
    %b = tile.alloc : !tile.buffer<32x32xf32, local>
    %c = tile.alloc : !tile.buffer<32x32xf32, local>
    %zero = arith.constant 0.0 : f32
    %i = arith.muli %bm, %c32 : index
    %j = arith.muli %bn, %c32 : index
    tile.fill %zero into %c : f32 into !tile.buffer<32x32xf32, local>
    scf.for %k = %c0 to %c64 step %c32 {
      %ga = tile.slice %x[%i : 32, %k : 32] : memref<64x64xf32> -> !tile.buffer<32x32xf32, global>
      %gb = tile.slice %x[%k : 32, %j : 32] : memref<64x64xf32> -> !tile.buffer<32x32xf32, global>
      tile.copy %ga into %a : !tile.buffer<32x32xf32, global> into !tile.buffer<32x32xf32, local>
      tile.copy %gb into %b : !tile.buffer<32x32xf32, global> into !tile.buffer<32x32xf32, local>
      tile.gemm %a, %b into %c : !tile.buffer<32x32xf32, local>, !tile.buffer<32x32xf32, local> into !tile.buffer<32x32xf32, local>
    }
    %w = tile.slice %r[%i : 32, %j : 32] : memref<64x64xf32> -> !tile.buffer<32x32xf32, global>
    tile.copy %c into %w : !tile.buffer<32x32xf32, local> into !tile.buffer<32x32xf32, global>
  }
  return
}

// TL-232: A from registers, transposed.
// CHECK: TL-232 {{\[\[(7680, ){63}7680\], \[(7696, ){63}7696\], .*(8688, ){63}8688\]\]}}
func.func private @tl_232(%x: memref<16x64xf32>, %r: memref<64x64xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(64) {
    %a = tile.alloc : !tile.buffer<16x64xf32, fragment>
    %b = tile.alloc : !tile.buffer<16x64xf32, shared>
    %c = tile.alloc : !tile.buffer<64x64xf32, fragment>
    %true = arith.constant true
    %one = arith.constant 1.0 : f32
    tile.copy %x into %a : memref<16x64xf32> into !tile.buffer<16x64xf32, fragment>
    tile.fill %one into %b : f32 into !tile.buffer<16x64xf32, shared>
    tile.gemm %a, %b into %c transpose_a clear(%true) : !tile.buffer<16x64xf32, fragment>, !tile.buffer<16x64xf32, shared> into !tile.buffer<64x64xf32, fragment>
    tile.copy %c into %r : !tile.buffer<64x64xf32, fragment> into memref<64x64xf32>
  }
  return
}

// TL-241: A product, then twice its result.
// CHECK: TL-241 [64, 64]
func.func private @tl_241_2(%x: memref<32x32xf16>, %r: memref<32x32xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<32x32xf16, shared>
    %b = tile.alloc : !tile.buffer<32x32xf16, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    %true = arith.constant true
    %two = arith.constant 2.0 : f32
    tile.copy %x into %a : memref<32x32xf16> into !tile.buffer<32x32xf16, shared>
    tile.copy %x into %b : memref<32x32xf16> into !tile.buffer<32x32xf16, shared>
    tile.gemm %a, %b into %c clear(%true) : !tile.buffer<32x32xf16, shared>, !tile.buffer<32x32xf16, shared> into !tile.buffer<32x32xf32, fragment>
    tile.parallel (%i, %j) in (32, 32) {
      %v = tile.load %c[%i, %j] : !tile.buffer<32x32xf32, fragment>
      %w = arith.mulf %v, %two : f32
      tile.store %w, %c[%i, %j] : !tile.buffer<32x32xf32, fragment>
    }
    tile.copy %c into %r : !tile.buffer<32x32xf32, fragment> into memref<32x32xf32>
  }
  return
}

// TL-245: A product as three serial loops, copies of two lanes.
// CHECK: TL-245 [16, 16]
func.func private @tl_245(%x: memref<16x16xf16>, %r: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<16x16xf16, shared>
    %c = tile.alloc : !tile.buffer<16x16xf32, fragment>
    %zero = arith.constant 0.0 : f32
    tile.copy %x into %a width(2) : memref<16x16xf16> into !tile.buffer<16x16xf16, shared>
    tile.fill %zero into %c : f32 into !tile.buffer<16x16xf32, fragment>
    tile.parallel (%i, %j) in (16, 16) {
      scf.for %k = %c0 to %c16 step %c1 {
        %v = tile.load %a[%i, %k] : !tile.buffer<16x16xf16, shared>
        %w = tile.load %a[%k, %j] : !tile.buffer<16x16xf16, shared>
        %vf = tile.cast %v : f16 to f32
        %wf = tile.cast %w : f16 to f32
        %m = arith.mulf %vf, %wf : f32
        %s = tile.load %c[%i, %j] : !tile.buffer<16x16xf32, fragment>
        %t = arith.addf %s, %m : f32
        tile.store %t, %c[%i, %j] : !tile.buffer<16x16xf32, fragment>
      }
    }
    tile.copy %c into %r width(2) : !tile.buffer<16x16xf32, fragment> into memref<16x16xf32>
  }
  return
}

// TL-037: A sparse operand, two steps, with its small metadata tile.
// CHECK: TL-037 [104, 104]
func.func private @tl_037(%x: memref<8x16xf16>, %e: memref<8x4xi8>, %r: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c1) threads(256) {
    %a = tile.alloc : !tile.buffer<8x8xf16, shared>
    %m = tile.alloc : !tile.buffer<8x2xi8, shared>
    %b = tile.alloc : !tile.buffer<16x8xf16, shared>
    %c = tile.alloc : !tile.buffer<8x8xf32, fragment>
    %zero = arith.constant 0.0 : f32
    // Of four elements the first two are kept: codes 0 and 1, twice in a byte.
    %code = arith.constant 68 : i8
    tile.fill %zero into %c : f32 into !tile.buffer<8x8xf32, fragment>
    tile.fill %code into %e : i8 into memref<8x4xi8>
    tile.parallel (%i, %j) in (16, 8) {
      %n = arith.index_cast %i : index to i32
      %v = tile.cast %n : i32 to f16
      tile.store %v, %b[%i, %j] : !tile.buffer<16x8xf16, shared>
    }
    tile.pipelined %k = %c0 to %c2 step %c1 stages(2) {
      %o = arith.muli %k, %c8 : index
      %p = arith.muli %k, %c2 : index
      %ga = tile.slice %x[0 : 8, %o : 8] : memref<8x16xf16> -> !tile.buffer<8x8xf16, global>
      %ge = tile.slice %e[0 : 8, %p : 2] : memref<8x4xi8> -> !tile.buffer<8x2xi8, global>
      tile.copy %ga into %a : !tile.buffer<8x8xf16, global> into !tile.buffer<8x8xf16, shared>
      tile.copy %ge into %m : !tile.buffer<8x2xi8, global> into !tile.buffer<8x2xi8, shared>
      tile.gemm_sparse %a, %m, %b into %c : !tile.buffer<8x8xf16, shared>, !tile.buffer<8x2xi8, shared>, !tile.buffer<16x8xf16, shared> into !tile.buffer<8x8xf32, fragment>
    }
    tile.copy %c into %r : !tile.buffer<8x8xf32, fragment> into memref<8x8xf32>
  }
  return
}

// The least and the greatest element.
func.func private @bounds_f32(%t: memref<?x?xf32>, %out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %t, %c0 : memref<?x?xf32>
  %n = memref.dim %t, %c1 : memref<?x?xf32>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %least = tile.reducer_init : !tile.reducer<1xf32, min>
    %greatest = tile.reducer_init : !tile.reducer<1xf32, max>
    %a = tile.alloc : !tile.buffer<1xf32, fragment>
    %b = tile.alloc : !tile.buffer<1xf32, fragment>
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %t[%i, %j] : memref<?x?xf32>
      tile.reducer_update %v, %least[%c0] : !tile.reducer<1xf32, min>
      tile.reducer_update %v, %greatest[%c0] : !tile.reducer<1xf32, max>
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
func.func private @bounds_i32(%t: memref<?x?xi32>, %out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %t, %c0 : memref<?x?xi32>
  %n = memref.dim %t, %c1 : memref<?x?xi32>
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %least = tile.reducer_init : !tile.reducer<1xf32, min>
    %greatest = tile.reducer_init : !tile.reducer<1xf32, max>
    %a = tile.alloc : !tile.buffer<1xf32, fragment>
    %b = tile.alloc : !tile.buffer<1xf32, fragment>
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %t[%i, %j] : memref<?x?xi32>
      %w = tile.cast %v : i32 to f32
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
func.func @cases(%x0: memref<64x32xf32>, %x1: memref<64x64xf32>, %b0: memref<2xf32>,
    %x2: memref<64x32xbf16>, %x3: memref<64x64xf32>, %b1: memref<2xf32>, %x4: memref<?x?xf16>,
    %x5: memref<?x?xf16>, %x6: memref<?x?xf32>, %x7: memref<?x?xf16>, %x8: memref<?x?xf16>,
    %x9: memref<?x?xf32>, %b2: memref<2xf32>, %x10: memref<?x?xf16>, %x11: memref<?x?xf16>,
    %x12: memref<?x?xf32>, %b3: memref<2xf32>, %x13: memref<?x?xf16>, %x14: memref<?x?xf16>,
    %x15: memref<?x?xf32>, %b4: memref<2xf32>, %x16: memref<?x?xf16>, %x17: memref<?x?xf16>,
    %x18: memref<?x?xf32>, %b5: memref<2xf32>, %x19: memref<?x?xf16>, %x20: memref<?x?xf16>,
    %x21: memref<?x?xf32>, %b6: memref<2xf32>, %x22: memref<1024xf16>, %x23: memref<32x32xf32>,
    %b7: memref<2xf32>, %x24: memref<16x32xi4>, %x25: memref<16x16xi32>, %b8: memref<2xf32>,
    %x26: memref<16x32xf16>, %x27: memref<16x16xf32>, %x28: memref<16x32xf16>,
    %x29: memref<16x16xf32>, %x30: memref<16x128xf32>, %x31: memref<64x128xf32>,
    %x32: memref<64x128xf32>, %x33: memref<16x128xf32>, %b9: memref<2xf32>,
    %x34: memref<16x64xf16>, %x35: memref<64x64xf16>, %x36: memref<64x64xf16>,
    %x37: memref<16x64xf32>, %b10: memref<2xf32>, %x38: memref<?x?xf16>, %x39: memref<?x?xf16>,
    %x40: memref<?x?xf32>, %b11: memref<2xf32>, %x41: memref<64x64xf32>, %x42: memref<64x64xf32>,
    %b12: memref<2xf32>, %x43: memref<16x64xf32>, %x44: memref<64x64xf32>,
    %x45: memref<32x32xf16>, %x46: memref<32x32xf32>, %b13: memref<2xf32>,
    %x47: memref<16x16xf16>, %x48: memref<16x16xf32>, %b14: memref<2xf32>,
    %x49: memref<8x16xf16>, %x50: memref<8x4xi8>, %x51: memref<8x8xf32>, %b15: memref<2xf32>) {
  %c1 = arith.constant 1 : index
  call @tl_067(%x0, %x1) : (memref<64x32xf32>, memref<64x64xf32>) -> ()
  %x1d = memref.cast %x1 : memref<64x64xf32> to memref<?x?xf32>
  call @bounds_f32(%x1d, %b0) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_067_2(%x2, %x3) : (memref<64x32xbf16>, memref<64x64xf32>) -> ()
  %x3d = memref.cast %x3 : memref<64x64xf32> to memref<?x?xf32>
  call @bounds_f32(%x3d, %b1) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_069(%x4, %x5, %x6) : (memref<?x?xf16>, memref<?x?xf16>, memref<?x?xf32>) -> ()
  call @tl_069_2(%x7, %x8, %x9) : (memref<?x?xf16>, memref<?x?xf16>, memref<?x?xf32>) -> ()
  call @bounds_f32(%x9, %b2) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_069_3(%x10, %x11, %x12) : (memref<?x?xf16>, memref<?x?xf16>, memref<?x?xf32>) -> ()
  call @bounds_f32(%x12, %b3) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_069_4(%x13, %x14, %x15) : (memref<?x?xf16>, memref<?x?xf16>, memref<?x?xf32>) -> ()
  call @bounds_f32(%x15, %b4) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_069_5(%x16, %x17, %x18) : (memref<?x?xf16>, memref<?x?xf16>, memref<?x?xf32>) -> ()
  call @bounds_f32(%x18, %b5) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_069_6(%x19, %x20, %x21) : (memref<?x?xf16>, memref<?x?xf16>, memref<?x?xf32>) -> ()
  call @bounds_f32(%x21, %b6) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_071(%x22, %x23) : (memref<1024xf16>, memref<32x32xf32>) -> ()
  %x23d = memref.cast %x23 : memref<32x32xf32> to memref<?x?xf32>
  call @bounds_f32(%x23d, %b7) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_073(%x24, %x25) : (memref<16x32xi4>, memref<16x16xi32>) -> ()
  %x25d = memref.cast %x25 : memref<16x16xi32> to memref<?x?xi32>
  call @bounds_i32(%x25d, %b8) : (memref<?x?xi32>, memref<2xf32>) -> ()
  call @tl_074(%x26, %x27) : (memref<16x32xf16>, memref<16x16xf32>) -> ()
  call @tl_074_2(%x28, %x29) : (memref<16x32xf16>, memref<16x16xf32>) -> ()
  call @tl_076(%x30, %x31, %x32, %x33) : (memref<16x128xf32>, memref<64x128xf32>, memref<64x128xf32>, memref<16x128xf32>) -> ()
  %x33d = memref.cast %x33 : memref<16x128xf32> to memref<?x?xf32>
  call @bounds_f32(%x33d, %b9) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_241(%x34, %x35, %x36, %x37) : (memref<16x64xf16>, memref<64x64xf16>, memref<64x64xf16>, memref<16x64xf32>) -> ()
  %x37d = memref.cast %x37 : memref<16x64xf32> to memref<?x?xf32>
  call @bounds_f32(%x37d, %b10) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_149(%x38, %x39, %x40) : (memref<?x?xf16>, memref<?x?xf16>, memref<?x?xf32>) -> ()
  call @bounds_f32(%x40, %b11) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_228(%x41, %x42) : (memref<64x64xf32>, memref<64x64xf32>) -> ()
  %x42d = memref.cast %x42 : memref<64x64xf32> to memref<?x?xf32>
  call @bounds_f32(%x42d, %b12) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_232(%x43, %x44) : (memref<16x64xf32>, memref<64x64xf32>) -> ()
  call @tl_241_2(%x45, %x46) : (memref<32x32xf16>, memref<32x32xf32>) -> ()
  %x46d = memref.cast %x46 : memref<32x32xf32> to memref<?x?xf32>
  call @bounds_f32(%x46d, %b13) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_245(%x47, %x48) : (memref<16x16xf16>, memref<16x16xf32>) -> ()
  %x48d = memref.cast %x48 : memref<16x16xf32> to memref<?x?xf32>
  call @bounds_f32(%x48d, %b14) : (memref<?x?xf32>, memref<2xf32>) -> ()
  call @tl_037(%x49, %x50, %x51) : (memref<8x16xf16>, memref<8x4xi8>, memref<8x8xf32>) -> ()
  %x51d = memref.cast %x51 : memref<8x8xf32> to memref<?x?xf32>
  call @bounds_f32(%x51d, %b15) : (memref<?x?xf32>, memref<2xf32>) -> ()
  tile.launch blocks(%bx) in (%c1) threads(1) {
    tile.print "TL-067" %b0 : memref<2xf32>
    tile.print "TL-067" %b1 : memref<2xf32>
    tile.print "TL-069" %x6 : memref<?x?xf32>
    tile.print "TL-069" %b2 : memref<2xf32>
    tile.print "TL-069" %b3 : memref<2xf32>
    tile.print "TL-069" %b4 : memref<2xf32>
    tile.print "TL-069" %b5 : memref<2xf32>
    tile.print "TL-069" %b6 : memref<2xf32>
    tile.print "TL-071" %b7 : memref<2xf32>
    tile.print "TL-073" %b8 : memref<2xf32>
    tile.print "TL-074" %x27 : memref<16x16xf32>
    tile.print "TL-074" %x29 : memref<16x16xf32>
    tile.print "TL-076" %b9 : memref<2xf32>
    tile.print "TL-241" %b10 : memref<2xf32>
    tile.print "TL-149" %b11 : memref<2xf32>
    tile.print "TL-228" %b12 : memref<2xf32>
    tile.print "TL-232" %x44 : memref<64x64xf32>
    tile.print "TL-241" %b13 : memref<2xf32>
    tile.print "TL-245" %b14 : memref<2xf32>
    tile.print "TL-037" %b15 : memref<2xf32>
  }
  return
}
