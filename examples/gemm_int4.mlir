// RUN: tile-run %s --entry=gemm_int4 --on=cpu --arg=67x194:random --arg=101x97:random --arg=101x4:random --arg=67x101:nan --check
// RUN: tile-run %s --entry=gemm_int4 --on=cpu --arg=64x128:random --arg=64x64:random --arg=64x2:random --arg=64x64:nan --check
// RUN: tile-run %s --entry=gemm_int4 --on=cpu --arg=65x62:random --arg=63x31:random --arg=63x1:random --arg=65x63:nan --check
// RUN: tile-run %s --entry=gemm_int4 --on=cpu --arg=1x2:random --arg=1x1:random --arg=1x1:random --arg=1x1:nan --check
// RUN: tile-run %s --entry=gemm_int4 --on=cpu --arg=3x0:random --arg=5x0:random --arg=5x0:random --arg=3x5:nan --check
// RUN: tile-run %s --entry=gemm_int4 --on=cpu --arg=0x64:random --arg=5x32:random --arg=5x1:random --arg=0x5:nan --check

// c = a w^T, where w[n, k] = (code[n, k] - 8) * scale[n, k / 64]
//
// The weights are unsigned 4-bit codes, two in a byte, the low half first. They
// stay packed on the way to the tile; `view` reads the bytes of the tile as codes,
// and a nest makes the f16 operand of the product.
!a = !tile.buffer<64x64xf16, shared>
!a_window = !tile.buffer<64x64xf16, global>
!bytes = !tile.buffer<64x32xi8, shared>
!bytes_window = !tile.buffer<64x32xi8, global>
!codes = !tile.buffer<64x64xi4, shared>
!weights = !tile.buffer<64x64xf16, fragment>
!sums = !tile.buffer<64x64xf32, fragment>
!c_window = !tile.buffer<64x64xf16, global>
func.func @gemm_int4(%a: memref<?x?xf16> {tile.name = "a"}, %packed: memref<?x?xi8> {tile.name = "packed"},
                     %scale: memref<?x?xf16> {tile.name = "scale"}, %c: memref<?x?xf16> {tile.name = "c", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %offset = arith.constant 8.0 : f16
  %m = memref.dim %a, %c0 : memref<?x?xf16>
  %k = memref.dim %a, %c1 : memref<?x?xf16>
  %n = memref.dim %packed, %c0 : memref<?x?xi8>
  %row_bytes = memref.dim %packed, %c1 : memref<?x?xi8>
  %row_codes = arith.muli %row_bytes, %c2 : index
  %same = arith.cmpi eq, %k, %row_codes : index
  tile.assume %same, "a.shape[1] == 2 * packed.shape[1]"
  %grid_x = arith.ceildivui %n, %c64 : index
  %grid_y = arith.ceildivui %m, %c64 : index
  %groups = arith.ceildivui %k, %c64 : index
  tile.launch blocks(%bx, %by) in (%grid_x, %grid_y) threads(128) {
    %row = arith.muli %by, %c64 : index
    %column = arith.muli %bx, %c64 : index
    %a_tile = tile.alloc : !a
    %bytes = tile.alloc : !bytes
    %codes = tile.view %bytes : !bytes -> !codes
    %weights = tile.alloc : !weights
    %sums = tile.alloc : !sums
    tile.fill %zero into %sums : f32 into !sums
    tile.pipelined %group = %c0 to %groups step %c1 stages(3) {
      %depth = arith.muli %group, %c64 : index
      %byte = arith.muli %group, %c32 : index
      %a_window = tile.slice %a[%row : 64, %depth : 64] : memref<?x?xf16> -> !a_window
      tile.copy %a_window into %a_tile : !a_window into !a
      %bytes_window = tile.slice %packed[%column : 64, %byte : 32] : memref<?x?xi8> -> !bytes_window
      tile.copy %bytes_window into %bytes : !bytes_window into !bytes
      tile.parallel (%i, %j) in (64, 64) {
        %code = tile.load %codes[%i, %j] : !codes
        %value = tile.cast %code unsigned : i4 to f16
        %centred = arith.subf %value, %offset : f16
        %at = arith.addi %column, %i : index
        %s = tile.load %scale[%at, %group] : memref<?x?xf16>
        %w = arith.mulf %centred, %s : f16
        tile.store %w, %weights[%i, %j] : !weights
      }
      tile.gemm %a_tile, %weights into %sums transpose_b policy(full_col) : !a, !weights into !sums
    }
    %to = tile.slice %c[%row : 64, %column : 64] : memref<?x?xf16> -> !c_window
    tile.copy %sums into %to : !sums into !c_window
  }
  return
}
