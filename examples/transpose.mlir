// RUN: tile-run %s --entry=transpose --on=cpu --arg=131x67:random --arg=67x131:nan --check
// RUN: tile-run %s --entry=transpose --on=cpu --arg=0x5:random --arg=5x0:nan --check
// RUN: tile-run %s --entry=transpose --on=cpu --arg=1x1:random --arg=1x1:nan --check
// RUN: tile-run %s --entry=transpose --on=cpu --arg=63x64:random --arg=64x63:nan --check
// RUN: tile-run %s --entry=transpose --on=cpu --arg=64x65:random --arg=65x64:nan --check
// RUN: tile-run %s --entry=transpose_i8 --on=cpu --arg=101x203:random --arg=203x101:zeros --check

// out = transpose of x, through a tile: memory is read and written along rows,
// and only the tile is walked across. Copies clip themselves to their tensors.
!tile_f32 = !tile.buffer<64x64xf32, shared>
!window_f32 = !tile.buffer<64x64xf32, global>
func.func @transpose(%x: memref<?x?xf32> {tile.name = "x"}, %out: memref<?x?xf32> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  %grid_x = arith.ceildivui %columns, %c64 : index
  %grid_y = arith.ceildivui %rows, %c64 : index
  tile.launch blocks(%bx, %by) in (%grid_x, %grid_y) threads(256) {
    %row = arith.muli %by, %c64 : index
    %column = arith.muli %bx, %c64 : index
    %read = tile.alloc : !tile_f32
    %turned = tile.alloc : !tile_f32
    %from = tile.slice %x[%row : 64, %column : 64] : memref<?x?xf32> -> !window_f32
    tile.copy %from into %read : !window_f32 into !tile_f32
    tile.transpose %read into %turned : !tile_f32 into !tile_f32
    %to = tile.slice %out[%column : 64, %row : 64] : memref<?x?xf32> -> !window_f32
    tile.copy %turned into %to : !tile_f32 into !window_f32
  }
  return
}

// The same for bytes.
!tile_i8 = !tile.buffer<64x64xi8, shared>
!window_i8 = !tile.buffer<64x64xi8, global>
func.func @transpose_i8(%x: memref<?x?xi8> {tile.name = "x"}, %out: memref<?x?xi8> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %rows = memref.dim %x, %c0 : memref<?x?xi8>
  %columns = memref.dim %x, %c1 : memref<?x?xi8>
  %grid_x = arith.ceildivui %columns, %c64 : index
  %grid_y = arith.ceildivui %rows, %c64 : index
  tile.launch blocks(%bx, %by) in (%grid_x, %grid_y) threads(256) {
    %row = arith.muli %by, %c64 : index
    %column = arith.muli %bx, %c64 : index
    %read = tile.alloc : !tile_i8
    %turned = tile.alloc : !tile_i8
    %from = tile.slice %x[%row : 64, %column : 64] : memref<?x?xi8> -> !window_i8
    tile.copy %from into %read : !window_i8 into !tile_i8
    tile.transpose %read into %turned : !tile_i8 into !tile_i8
    %to = tile.slice %out[%column : 64, %row : 64] : memref<?x?xi8> -> !window_i8
    tile.copy %turned into %to : !tile_i8 into !window_i8
  }
  return
}
