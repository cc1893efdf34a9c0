// RUN: tile-run %s --entry=cumsum --on=cpu --arg=37x1021:random --arg=37x1021:nan --check
// RUN: tile-run %s --entry=cumsum --on=cpu --arg=3x0:random --arg=3x0:nan --check
// RUN: tile-run %s --entry=cumsum --on=cpu --arg=1x1:random --arg=1x1:nan --check
// RUN: tile-run %s --entry=cumsum --on=cpu --arg=7x255:random --arg=7x255:nan --check
// RUN: tile-run %s --entry=cumsum --on=cpu --arg=8x256:random --arg=8x256:nan --check
// RUN: tile-run %s --entry=cumsum --on=cpu --arg=9x257:random --arg=9x257:nan --check
// RUN: tile-run %s --entry=suffix_sum --on=cpu --arg=131x67:random --arg=131x67:zeros --check
// RUN: tile-run %s --entry=suffix_sum --on=cpu --arg=64x64:random --arg=64x64:zeros --check
// RUN: tile-run %s --entry=suffix_sum --on=cpu --arg=1x3:random --arg=1x3:zeros --check

// Sums over all elements up to each one.

// out[i, j] = x[i, 0] + ... + x[i, j]. A row longer than a tile carries the sum
// of its tiles so far.
!piece = !tile.buffer<8x256xf32, shared>
!window = !tile.buffer<8x256xf32, global>
!carry = !tile.buffer<8xf32, shared>
func.func @cumsum(%x: memref<?x?xf32> {tile.name = "x"}, %out: memref<?x?xf32> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  %last = arith.constant 255 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  %blocks = arith.ceildivui %rows, %c8 : index
  tile.launch blocks(%block) in (%blocks) threads(128) {
    %row = arith.muli %block, %c8 : index
    %piece = tile.alloc : !piece
    %carry = tile.alloc : !carry
    tile.fill %zero into %carry : f32 into !carry
    tile.pipelined %column = %c0 to %columns step %c256 stages(2) {
      %from = tile.slice %x[%row : 8, %column : 256] : memref<?x?xf32> -> !window
      tile.copy %from into %piece : !window into !piece
      tile.scan sum %piece into %piece dim(1) : !piece into !piece
      tile.parallel (%i, %j) in (8, 256) {
        %sum = tile.load %piece[%i, %j] : !piece
        %before = tile.load %carry[%i] : !carry
        %all = arith.addf %sum, %before : f32
        tile.store %all, %piece[%i, %j] : !piece
      }
      tile.parallel (%i) in (8) {
        %end = tile.load %piece[%i, %last] : !piece
        tile.store %end, %carry[%i] : !carry
      }
      %to = tile.slice %out[%row : 8, %column : 256] : memref<?x?xf32> -> !window
      tile.copy %piece into %to : !piece into !window
    }
  }
  return
}

// out[i, j] = x[i, j] + ... + x[last, j] for i32: along columns, and from the
// end. The tiles of a column are visited from the last to the first.
!piece_i32 = !tile.buffer<64x64xi32, shared>
!window_i32 = !tile.buffer<64x64xi32, global>
!carry_i32 = !tile.buffer<64xi32, shared>
func.func @suffix_sum(%x: memref<?x?xi32> {tile.name = "x"}, %out: memref<?x?xi32> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %rows = memref.dim %x, %c0 : memref<?x?xi32>
  %columns = memref.dim %x, %c1 : memref<?x?xi32>
  %blocks = arith.ceildivui %columns, %c64 : index
  %tiles = arith.ceildivui %rows, %c64 : index
  tile.launch blocks(%block) in (%blocks) threads(128) {
    %column = arith.muli %block, %c64 : index
    %piece = tile.alloc : !piece_i32
    %carry = tile.alloc : !carry_i32
    tile.fill %zero into %carry : i32 into !carry_i32
    tile.pipelined %k = %c0 to %tiles step %c1 stages(2) {
      %left = arith.subi %tiles, %k : index
      %index = arith.subi %left, %c1 : index
      %row = arith.muli %index, %c64 : index
      %from = tile.slice %x[%row : 64, %column : 64] : memref<?x?xi32> -> !window_i32
      tile.copy %from into %piece : !window_i32 into !piece_i32
      tile.scan sum %piece into %piece dim(0) reverse : !piece_i32 into !piece_i32
      tile.parallel (%i, %j) in (64, 64) {
        %sum = tile.load %piece[%i, %j] : !piece_i32
        %after = tile.load %carry[%j] : !carry_i32
        %all = arith.addi %sum, %after : i32
        tile.store %all, %piece[%i, %j] : !piece_i32
      }
      tile.parallel (%j) in (64) {
        %first = tile.load %piece[%c0, %j] : !piece_i32
        tile.store %first, %carry[%j] : !carry_i32
      }
      %to = tile.slice %out[%row : 64, %column : 64] : memref<?x?xi32> -> !window_i32
      tile.copy %piece into %to : !piece_i32 into !window_i32
    }
  }
  return
}
