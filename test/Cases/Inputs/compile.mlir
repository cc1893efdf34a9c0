// TL-221: Sines and cosines of a tile of f64 in a loop.
func.func @tl_221(%x: memref<64x128xf64>, %r: memref<64x128xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c250 = arith.constant 250 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    scf.for %k = %c0 to %c250 step %c1 {
      %n = arith.index_cast %k : index to i64
      %f = arith.sitofp %n : i64 to f64
      tile.parallel (%i, %j) in (64, 128) {
        %v = tile.load %x[%i, %j] : memref<64x128xf64>
        %a = arith.mulf %v, %f : f64
        %s = math.sin %a : f64
        %c = math.cos %a : f64
        %o = tile.load %r[%i, %j] : memref<64x128xf64>
        %t = arith.addf %s, %c : f64
        %u = arith.addf %o, %t : f64
        tile.store %u, %r[%i, %j] : memref<64x128xf64>
      }
    }
  }
  return
}

// TL-225: Reductions and elementwise work on a tile of 4x65536.
func.func @tl_225(%x: memref<4x65536xf32>, %y: memref<4x65536xbf16>, %z: memref<4x65536xf32>, %r: memref<4x65536xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %a = tile.alloc : !tile.buffer<4x65536xf32, fragment>
    %b = tile.alloc : !tile.buffer<4x65536xf32, fragment>
    %c = tile.alloc : !tile.buffer<4x65536xf32, fragment>
    %m = tile.alloc : !tile.buffer<4xf32, fragment>
    %s = tile.alloc : !tile.buffer<4xf32, fragment>
    tile.copy %x into %a : memref<4x65536xf32> into !tile.buffer<4x65536xf32, fragment>
    tile.copy %y into %b : memref<4x65536xbf16> into !tile.buffer<4x65536xf32, fragment>
    tile.copy %z into %c : memref<4x65536xf32> into !tile.buffer<4x65536xf32, fragment>
    tile.reduce max %a into %m dim(1) : !tile.buffer<4x65536xf32, fragment> into !tile.buffer<4xf32, fragment>
    tile.parallel (%i, %j) in (4, 65536) {
      %u = tile.load %a[%i, %j] : !tile.buffer<4x65536xf32, fragment>
      %v = tile.load %b[%i, %j] : !tile.buffer<4x65536xf32, fragment>
      %w = tile.load %c[%i, %j] : !tile.buffer<4x65536xf32, fragment>
      %n = tile.load %m[%i] : !tile.buffer<4xf32, fragment>
      %d = arith.subf %u, %n : f32
      %e = math.exp %d : f32
      %f = arith.mulf %e, %v : f32
      %g = arith.addf %f, %w : f32
      tile.store %g, %a[%i, %j] : !tile.buffer<4x65536xf32, fragment>
    }
    tile.reduce sum %a into %s dim(1) : !tile.buffer<4x65536xf32, fragment> into !tile.buffer<4xf32, fragment>
    tile.parallel (%i, %j) in (4, 65536) {
      %u = tile.load %a[%i, %j] : !tile.buffer<4x65536xf32, fragment>
      %n = tile.load %s[%i] : !tile.buffer<4xf32, fragment>
      %d = arith.divf %u, %n : f32
      tile.store %d, %r[%i, %j] : memref<4x65536xf32>
    }
  }
  return
}

// TL-210: A tensor of one f16 that should stay in cache.
func.func @tl_210(%x: memref<1xf16> {tile.l2_persist = 0.5 : f32, tile.name = "x"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(1) {
    %v = tile.load %x[%c0] : memref<1xf16>
    %w = arith.addf %v, %v : f16
    tile.store %w, %x[%c0] : memref<1xf16>
  }
  return
}

// TL-262: Two iterations write different numbers to one element.
func.func @tl_262(%r: memref<16xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
    tile.parallel (%i) in (32) {
      %j = arith.divui %i, %c2 : index
      %v = arith.index_cast %i : index to i32
      tile.store %v, %r[%j] : memref<16xi32>
    }
  }
  return
}
