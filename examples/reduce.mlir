// RUN: tile-run %s --entry=row_sum --on=cpu --arg=67x331:random --arg=67:nan --check
// RUN: tile-run %s --entry=row_sum --on=cpu --arg=5x0:random --arg=5:nan --check
// RUN: tile-run %s --entry=row_sum --on=cpu --arg=1x1:random --arg=1:nan --check
// RUN: tile-run %s --entry=row_sum --on=cpu --arg=31x127:random --arg=31:nan --check
// RUN: tile-run %s --entry=row_sum --on=cpu --arg=32x128:random --arg=32:nan --check
// RUN: tile-run %s --entry=row_sum --on=cpu --arg=33x129:random --arg=33:nan --check
// RUN: tile-run %s --entry=row_max --on=cpu --arg=67x331:random --arg=67:nan --check
// RUN: tile-run %s --entry=row_max --on=cpu --arg=3x0:random --arg=3:nan --check
// RUN: tile-run %s --entry=row_max --on=cpu --arg=2x128:nan --arg=2:zeros --check
// RUN: tile-run %s --entry=column_sum --on=cpu --arg=331x67:random --arg=67:nan --check
// RUN: tile-run %s --entry=column_sum --on=cpu --arg=0x9:random --arg=9:nan --check
// RUN: tile-run %s --entry=column_sum --on=cpu --arg=64x257:random --arg=257:nan --check
// RUN: tile-run %s --entry=column_min --on=cpu --arg=331x67:random --arg=67:zeros --check
// RUN: tile-run %s --entry=column_min --on=cpu --arg=1x1:random --arg=1:zeros --check
// RUN: tile-run %s --entry=row_parity --on=cpu --arg=67x331:random --arg=67:zeros --check

// Reductions of the rows and the columns of a matrix.

// out[i] = sum of x[i, :]. One reduction epoch over all tiles of 32 rows: each
// iteration contributes, and the threads of a block meet once, at the end.
!rows_f32 = !tile.buffer<32x128xf32, shared>
!rows_window_f32 = !tile.buffer<32x128xf32, global>
!row_sums = !tile.buffer<32xf32, fragment>
!row_sums_window = !tile.buffer<32xf32, global>
func.func @row_sum(%x: memref<?x?xf32> {tile.name = "x"}, %out: memref<?xf32> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  %blocks = arith.ceildivui %rows, %c32 : index
  tile.launch blocks(%block) in (%blocks) threads(128) {
    %row = arith.muli %block, %c32 : index
    %piece = tile.alloc : !rows_f32
    %sums = tile.alloc : !row_sums
    %sum = tile.reducer_init : !tile.reducer<32xf32, sum>
    tile.pipelined %column = %c0 to %columns step %c128 stages(2) {
      %from = tile.slice %x[%row : 32, %column : 128] : memref<?x?xf32> -> !rows_window_f32
      tile.copy %from into %piece : !rows_window_f32 into !rows_f32
      tile.parallel (%i, %j) in (32, 128) {
        %v = tile.load %piece[%i, %j] : !rows_f32
        tile.reducer_update %v, %sum[%i] : !tile.reducer<32xf32, sum>
      }
    }
    tile.reducer_finalize %sum into %sums : !tile.reducer<32xf32, sum> into !row_sums
    %to = tile.slice %out[%row : 32] : memref<?xf32> -> !row_sums_window
    tile.copy %sums into %to : !row_sums into !row_sums_window
  }
  return
}

// out[i] = max of x[i, :], NaN if any is. Outside the tensor the tile reads -inf
// (`pad`), which no maximum notices; a row without elements gives -inf.
func.func @row_max(%x: memref<?x?xf32> {tile.name = "x"}, %out: memref<?xf32> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %least = arith.constant 0xFF800000 : f32
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  %blocks = arith.ceildivui %rows, %c32 : index
  tile.launch blocks(%block) in (%blocks) threads(128) {
    %row = arith.muli %block, %c32 : index
    %piece = tile.alloc : !rows_f32
    %max = tile.alloc : !row_sums
    tile.fill %least into %max : f32 into !row_sums
    tile.pipelined %column = %c0 to %columns step %c128 stages(2) {
      %from = tile.slice %x[%row : 32, %column : 128] pad(0xFF800000 : f32) : memref<?x?xf32> -> !rows_window_f32
      tile.copy %from into %piece : !rows_window_f32 into !rows_f32
      tile.reduce max %piece into %max dim(1) nan(propagate) accumulate : !rows_f32 into !row_sums
    }
    %to = tile.slice %out[%row : 32] : memref<?xf32> -> !row_sums_window
    tile.copy %max into %to : !row_sums into !row_sums_window
  }
  return
}

// out[j] = sum of x[:, j] for f16: the tile is f32, so that copies convert and
// the sum is one of f32.
!columns_f32 = !tile.buffer<64x64xf32, shared>
!columns_window_f16 = !tile.buffer<64x64xf16, global>
!column_sums = !tile.buffer<64xf32, fragment>
!column_sums_window = !tile.buffer<64xf32, global>
func.func @column_sum(%x: memref<?x?xf16> {tile.name = "x"}, %out: memref<?xf32> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %x, %c0 : memref<?x?xf16>
  %columns = memref.dim %x, %c1 : memref<?x?xf16>
  %blocks = arith.ceildivui %columns, %c64 : index
  tile.launch blocks(%block) in (%blocks) threads(128) {
    %column = arith.muli %block, %c64 : index
    %piece = tile.alloc : !columns_f32
    %sums = tile.alloc : !column_sums
    tile.fill %zero into %sums : f32 into !column_sums
    tile.pipelined %row = %c0 to %rows step %c64 stages(2) {
      %from = tile.slice %x[%row : 64, %column : 64] : memref<?x?xf16> -> !columns_window_f16
      tile.copy %from into %piece : !columns_window_f16 into !columns_f32
      tile.reduce sum %piece into %sums dim(0) accumulate : !columns_f32 into !column_sums
    }
    %to = tile.slice %out[%column : 64] : memref<?xf32> -> !column_sums_window
    tile.copy %sums into %to : !column_sums into !column_sums_window
  }
  return
}

// out[j] = min of x[:, j] for i32.
!columns_i32 = !tile.buffer<64x64xi32, shared>
!columns_window_i32 = !tile.buffer<64x64xi32, global>
!column_mins = !tile.buffer<64xi32, fragment>
!column_mins_window = !tile.buffer<64xi32, global>
func.func @column_min(%x: memref<?x?xi32> {tile.name = "x"}, %out: memref<?xi32> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %greatest = arith.constant 2147483647 : i32
  %rows = memref.dim %x, %c0 : memref<?x?xi32>
  %columns = memref.dim %x, %c1 : memref<?x?xi32>
  %blocks = arith.ceildivui %columns, %c64 : index
  tile.launch blocks(%block) in (%blocks) threads(128) {
    %column = arith.muli %block, %c64 : index
    %piece = tile.alloc : !columns_i32
    %min = tile.alloc : !column_mins
    tile.fill %greatest into %min : i32 into !column_mins
    tile.pipelined %row = %c0 to %rows step %c64 stages(2) {
      %from = tile.slice %x[%row : 64, %column : 64] pad(2147483647 : i32) : memref<?x?xi32> -> !columns_window_i32
      tile.copy %from into %piece : !columns_window_i32 into !columns_i32
      tile.reduce min %piece into %min dim(0) accumulate : !columns_i32 into !column_mins
    }
    %to = tile.slice %out[%column : 64] : memref<?xi32> -> !column_mins_window
    tile.copy %min into %to : !column_mins into !column_mins_window
  }
  return
}

// out[i] = exclusive or of x[i, :]: the reductions of bits work alike.
!parity = !tile.reducer<1xi32, bitxor>
!word = !tile.buffer<1xi32, shared>
!word_window = !tile.buffer<1xi32, global>
func.func @row_parity(%x: memref<?x?xi32> {tile.name = "x"}, %out: memref<?xi32> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %x, %c0 : memref<?x?xi32>
  %columns = memref.dim %x, %c1 : memref<?x?xi32>
  tile.launch blocks(%row) in (%rows) threads(128) {
    %bits = tile.alloc : !word
    %parity = tile.reducer_init : !parity
    tile.parallel (%j) in (%columns) {
      %v = tile.load %x[%row, %j] : memref<?x?xi32>
      tile.reducer_update %v, %parity[%c0] : !parity
    }
    tile.reducer_finalize %parity into %bits : !parity into !word
    %to = tile.slice %out[%row : 1] : memref<?xi32> -> !word_window
    tile.copy %bits into %to : !word into !word_window
  }
  return
}
