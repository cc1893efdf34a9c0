// RUN: tile-run %s --entry=gemm_split_k --on=cpu --arg=67x997:random --arg=997x101:random --arg=4 --arg=67x101:nan --check
// RUN: tile-run %s --entry=gemm_split_k --on=cpu --arg=64x256:random --arg=256x64:random --arg=8 --arg=64x64:nan --check
// RUN: tile-run %s --entry=gemm_split_k --on=cpu --arg=65x33:random --arg=33x63:random --arg=3 --arg=65x63:nan --check
// RUN: tile-run %s --entry=gemm_split_k --on=cpu --arg=1x1:random --arg=1x1:random --arg=1 --arg=1x1:nan --check
// RUN: tile-run %s --entry=gemm_split_k --on=cpu --arg=5x0:random --arg=0x7:random --arg=2 --arg=5x7:nan --check
// RUN: tile-run %s --entry=gemm_split_k --on=cpu --arg=0x64:random --arg=64x7:random --arg=2 --arg=0x7:nan --check

// c = a b with the inner dimension cut into `splits` parts, for products whose
// result has too few tiles to keep a machine busy. The third dimension of the
// grid says which part a block sums; the parts meet in memory, where
// `atomic_tile` adds a tile element by element. The launches of a function run
// one after the other: the first one clears c.
!a = !tile.buffer<64x32xf16, shared>
!a_window = !tile.buffer<64x32xf16, global>
!b = !tile.buffer<32x64xf16, shared>
!b_window = !tile.buffer<32x64xf16, global>
!sums = !tile.buffer<64x64xf32, fragment>
!c_window = !tile.buffer<64x64xf32, global>
func.func @gemm_split_k(%a: memref<?x?xf16> {tile.name = "a"}, %b: memref<?x?xf16> {tile.name = "b"},
                        %splits: index {tile.name = "splits"}, %c: memref<?x?xf32> {tile.name = "c", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %a, %c0 : memref<?x?xf16>
  %k = memref.dim %a, %c1 : memref<?x?xf16>
  %n = memref.dim %b, %c1 : memref<?x?xf16>
  %k_b = memref.dim %b, %c0 : memref<?x?xf16>
  %same = arith.cmpi eq, %k, %k_b : index
  tile.assume %same, "a.shape[1] == b.shape[0]"
  %some = arith.cmpi sgt, %splits, %c0 : index
  tile.assume %some, "splits > 0"
  %grid_x = arith.ceildivui %n, %c64 : index
  %grid_y = arith.ceildivui %m, %c64 : index
  %tiles = arith.ceildivui %k, %c32 : index
  // Tiles of 32 in a part, rounded up: the last parts may have fewer, or none.
  %part = arith.ceildivui %tiles, %splits : index
  tile.launch blocks(%bx, %by) in (%grid_x, %grid_y) threads(128) {
    %row = arith.muli %by, %c64 : index
    %column = arith.muli %bx, %c64 : index
    %to = tile.slice %c[%row : 64, %column : 64] : memref<?x?xf32> -> !c_window
    tile.fill %zero into %to : f32 into !c_window
  }
  tile.launch blocks(%bx, %by, %split) in (%grid_x, %grid_y, %splits) threads(128) {
    %row = arith.muli %by, %c64 : index
    %column = arith.muli %bx, %c64 : index
    %begin = arith.muli %split, %part : index
    %whole_end = arith.addi %begin, %part : index
    %end = arith.minui %whole_end, %tiles : index
    %a_tile = tile.alloc : !a
    %b_tile = tile.alloc : !b
    %sums = tile.alloc : !sums
    tile.fill %zero into %sums : f32 into !sums
    tile.pipelined %step = %begin to %end step %c1 stages(2) {
      %depth = arith.muli %step, %c32 : index
      %a_window = tile.slice %a[%row : 64, %depth : 32] : memref<?x?xf16> -> !a_window
      tile.copy %a_window into %a_tile : !a_window into !a
      %b_window = tile.slice %b[%depth : 32, %column : 64] : memref<?x?xf16> -> !b_window
      tile.copy %b_window into %b_tile : !b_window into !b
      tile.gemm %a_tile, %b_tile into %sums : !a, !b into !sums
    }
    %to = tile.slice %c[%row : 64, %column : 64] : memref<?x?xf32> -> !c_window
    tile.atomic_tile add %sums into %to order(relaxed) scope(device) : !sums into !c_window
  }
  return
}
