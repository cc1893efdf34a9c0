func.func @scale(%x: memref<?xf32> {tile.name = "x"}, %a: f32 {tile.name = "a"},
                 %y: memref<?xf32> {tile.name = "y", tile.out}) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %g = arith.ceildivui %n, %c64 : index
  tile.launch blocks(%bx) in (%g) threads(64) {
    %o = arith.muli %bx, %c64 : index
    tile.parallel (%i) in (64) {
      %p = arith.addi %o, %i : index
      %v = tile.load %x[%p] : memref<?xf32>
      %s = arith.mulf %v, %a : f32
      tile.store %s, %y[%p] : memref<?xf32>
    }
  }
  return
}

func.func @add_i32(%x: memref<16xi32> {tile.name = "x"}, %y: memref<16xi32> {tile.name = "y"}) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(16) {
    tile.parallel (%i) in (16) {
      %v = tile.load %x[%i] : memref<16xi32>
      %w = tile.load %y[%i] : memref<16xi32>
      %s = arith.addi %v, %w : i32
      tile.store %s, %y[%i] : memref<16xi32>
    }
  }
  return
}

func.func @gemm(%A: memref<?x?xf32> {tile.name = "A"}, %B: memref<?x?xf32> {tile.name = "B"},
                %C: memref<?x?xf32> {tile.name = "C", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %k = memref.dim %A, %c1 : memref<?x?xf32>
  %n = memref.dim %B, %c1 : memref<?x?xf32>
  %gm = arith.ceildivui %m, %c32 : index
  %gn = arith.ceildivui %n, %c32 : index
  tile.launch blocks(%bn, %bm) in (%gn, %gm) threads(64) {
    %row = arith.muli %bm, %c32 : index
    %column = arith.muli %bn, %c32 : index
    %a = tile.alloc : !tile.buffer<32x32xf32, shared>
    %b = tile.alloc : !tile.buffer<32x32xf32, shared>
    %c = tile.alloc : !tile.buffer<32x32xf32, fragment>
    tile.fill %zero into %c : f32 into !tile.buffer<32x32xf32, fragment>
    tile.pipelined %kk = %c0 to %k step %c32 stages(2) {
      %wa = tile.slice %A[%row : 32, %kk : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
      %wb = tile.slice %B[%kk : 32, %column : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
      tile.copy %wa into %a : !tile.buffer<32x32xf32, global> into !tile.buffer<32x32xf32, shared>
      tile.copy %wb into %b : !tile.buffer<32x32xf32, global> into !tile.buffer<32x32xf32, shared>
      tile.gemm %a, %b into %c : !tile.buffer<32x32xf32, shared>, !tile.buffer<32x32xf32, shared> into !tile.buffer<32x32xf32, fragment>
    }
    %wc = tile.slice %C[%row : 32, %column : 32] : memref<?x?xf32> -> !tile.buffer<32x32xf32, global>
    tile.copy %c into %wc : !tile.buffer<32x32xf32, fragment> into !tile.buffer<32x32xf32, global>
  }
  return
}

func.func @sum_rows(%x: memref<64x512xf32> {tile.name = "x"}, %y: memref<64xf32> {tile.name = "y", tile.out}) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(64) {
    %t = tile.alloc : !tile.buffer<64x512xf32, shared>
    %s = tile.alloc : !tile.buffer<64xf32, fragment>
    %wx = tile.slice %x[0 : 64, 0 : 512] : memref<64x512xf32> -> !tile.buffer<64x512xf32, global>
    tile.copy %wx into %t : !tile.buffer<64x512xf32, global> into !tile.buffer<64x512xf32, shared>
    tile.reduce sum %t into %s dim(1) : !tile.buffer<64x512xf32, shared> into !tile.buffer<64xf32, fragment>
    %wy = tile.slice %y[0 : 64] : memref<64xf32> -> !tile.buffer<64xf32, global>
    tile.copy %s into %wy : !tile.buffer<64xf32, fragment> into !tile.buffer<64xf32, global>
  }
  return
}
