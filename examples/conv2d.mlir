// RUN: tile-run %s --entry=conv2d --on=cpu --arg=2x13x11x19:random --arg=3x3x19x37:random --arg=2x13x11x37:nan --check
// RUN: tile-run %s --entry=conv2d --on=cpu --arg=1x8x8x32:random --arg=3x3x32x64:random --arg=1x8x8x64:nan --check
// RUN: tile-run %s --entry=conv2d --on=cpu --arg=1x1x1x1:random --arg=3x3x1x1:random --arg=1x1x1x1:nan --check
// RUN: tile-run %s --entry=conv2d --on=cpu --arg=1x5x13x33:random --arg=3x3x33x65:random --arg=1x5x13x65:nan --check
// RUN: tile-run %s --entry=conv2d --on=cpu --arg=0x5x5x8:random --arg=3x3x8x8:random --arg=0x5x5x8:nan --check
// RUN: tile-run %s --entry=conv2d --on=cpu --arg=1x4x4x0:random --arg=3x3x0x5:random --arg=1x4x4x5:nan --check
// RUN: tile-run %s --entry=conv2d_strided --on=cpu --arg=2x13x10x19:random --arg=5x5x19x37:random --arg=2x5x4x37:nan --check
// RUN: tile-run %s --entry=conv2d_strided --on=cpu --arg=1x9x9x8:random --arg=5x5x8x16:random --arg=1x3x3x16:nan --check

// Convolutions as matrix products. The tensors are x[image, y, x, channel],
// filter[dy, dx, channel, feature] and out[image, y, x, feature]: a row of the
// left matrix is the patch of x that one output pixel sees, which `im2col`
// gathers tile by tile, so that the matrix never exists.
!patches = !tile.buffer<64x32xf16, shared>
!filters = !tile.buffer<32x64xf16, shared>
!filters_window = !tile.buffer<32x64xf16, global>
!sums = !tile.buffer<64x64xf32, fragment>
!out_window = !tile.buffer<64x64xf16, global>

// 3 x 3 pixels, stride 1; a frame of one zero keeps the extents of x.
func.func @conv2d(%x: memref<?x?x?x?xf16> {tile.name = "x"}, %filter: memref<3x3x?x?xf16> {tile.name = "filter"},
                  %out: memref<?x?x?x?xf16> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %images = memref.dim %x, %c0 : memref<?x?x?x?xf16>
  %height = memref.dim %x, %c1 : memref<?x?x?x?xf16>
  %width = memref.dim %x, %c2 : memref<?x?x?x?xf16>
  %channels = memref.dim %x, %c3 : memref<?x?x?x?xf16>
  %features = memref.dim %filter, %c3 : memref<3x3x?x?xf16>
  %out_width = memref.dim %out, %c2 : memref<?x?x?x?xf16>
  %same = arith.cmpi eq, %width, %out_width : index
  tile.assume %same, "x.shape[2] == out.shape[2]"
  %filter_matrix = memref.collapse_shape %filter [[0, 1, 2], [3]] : memref<3x3x?x?xf16> into memref<?x?xf16>
  %out_matrix = memref.collapse_shape %out [[0, 1, 2], [3]] : memref<?x?x?x?xf16> into memref<?x?xf16>
  %lines = arith.muli %images, %height : index
  %pixels = arith.muli %lines, %width : index
  %depth = arith.muli %channels, %c9 : index
  %grid_x = arith.ceildivui %features, %c64 : index
  %grid_y = arith.ceildivui %pixels, %c64 : index
  tile.launch blocks(%bx, %by) in (%grid_x, %grid_y) threads(128) {
    %pixel = arith.muli %by, %c64 : index
    %feature = arith.muli %bx, %c64 : index
    %patches = tile.alloc : !patches
    %filters = tile.alloc : !filters
    %sums = tile.alloc : !sums
    tile.fill %zero into %sums : f32 into !sums
    tile.pipelined %tap = %c0 to %depth step %c32 stages(3) {
      tile.im2col %x[%pixel, %tap] into %patches kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<?x?x?x?xf16> into !patches
      %window = tile.slice %filter_matrix[%tap : 32, %feature : 64] : memref<?x?xf16> -> !filters_window
      tile.copy %window into %filters : !filters_window into !filters
      tile.gemm %patches, %filters into %sums : !patches, !filters into !sums
    }
    %to = tile.slice %out_matrix[%pixel : 64, %feature : 64] : memref<?x?xf16> -> !out_window
    tile.copy %sums into %to : !sums into !out_window
  }
  return
}

// 5 x 5 pixels, stride 2, no frame: out.shape[1] = (x.shape[1] - 5) / 2 + 1.
func.func @conv2d_strided(%x: memref<?x?x?x?xf16> {tile.name = "x"}, %filter: memref<5x5x?x?xf16> {tile.name = "filter"},
                          %out: memref<?x?x?x?xf16> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c25 = arith.constant 25 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %channels = memref.dim %x, %c3 : memref<?x?x?x?xf16>
  %features = memref.dim %filter, %c3 : memref<5x5x?x?xf16>
  %filter_matrix = memref.collapse_shape %filter [[0, 1, 2], [3]] : memref<5x5x?x?xf16> into memref<?x?xf16>
  %out_matrix = memref.collapse_shape %out [[0, 1, 2], [3]] : memref<?x?x?x?xf16> into memref<?x?xf16>
  %pixels = memref.dim %out_matrix, %c0 : memref<?x?xf16>
  %depth = arith.muli %channels, %c25 : index
  %grid_x = arith.ceildivui %features, %c64 : index
  %grid_y = arith.ceildivui %pixels, %c64 : index
  tile.launch blocks(%bx, %by) in (%grid_x, %grid_y) threads(128) {
    %pixel = arith.muli %by, %c64 : index
    %feature = arith.muli %bx, %c64 : index
    %patches = tile.alloc : !patches
    %filters = tile.alloc : !filters
    %sums = tile.alloc : !sums
    tile.fill %zero into %sums : f32 into !sums
    tile.pipelined %tap = %c0 to %depth step %c32 stages(3) {
      tile.im2col %x[%pixel, %tap] into %patches kernel(5, 5) stride(2, 2) dilation(1, 1) pad(0, 0) : memref<?x?x?x?xf16> into !patches
      %window = tile.slice %filter_matrix[%tap : 32, %feature : 64] : memref<?x?xf16> -> !filters_window
      tile.copy %window into %filters : !filters_window into !filters
      tile.gemm %patches, %filters into %sums : !patches, !filters into !sums
    }
    %to = tile.slice %out_matrix[%pixel : 64, %feature : 64] : memref<?x?xf16> -> !out_window
    tile.copy %sums into %to : !sums into !out_window
  }
  return
}
