// RUN: tile-run %s --entry=add --on=cpu --arg=100003:random --arg=100003:random --arg=100003:nan --check
// RUN: tile-run %s --entry=add --on=cpu --arg=0:random --arg=0:random --arg=0:nan --check
// RUN: tile-run %s --entry=add --on=cpu --arg=1:random --arg=1:random --arg=1:nan --check
// RUN: tile-run %s --entry=add --on=cpu --arg=1023:random --arg=1023:random --arg=1023:nan --check
// RUN: tile-run %s --entry=add --on=cpu --arg=1024:random --arg=1024:random --arg=1024:nan --check
// RUN: tile-run %s --entry=add --on=cpu --arg=1025:random --arg=1025:random --arg=1025:nan --check
// RUN: tile-run %s --entry=bias_gelu --on=cpu --arg=67x131:random --arg=131:random --arg=67x131:nan --check
// RUN: tile-run %s --entry=bias_gelu --on=cpu --arg=32x128:random --arg=128:random --arg=32x128:nan --check
// RUN: tile-run %s --entry=bias_gelu --on=cpu --arg=5x0:random --arg=0:random --arg=5x0:nan --check
// RUN: tile-run %s --entry=quantize --on=cpu --arg=33x257:random --arg=33x257:zeros --arg=33:nan --check
// RUN: tile-run %s --entry=quantize --on=cpu --arg=3x1024:random --arg=3x1024:zeros --arg=3:nan --check
// RUN: tile-run %s --entry=quantize --on=cpu --arg=2x5:zeros --arg=2x5:zeros --arg=2:nan --check

// Elementwise kernels: one statement for each element of a tile, in no order.
// What lies outside a tensor needs no code: a load there gives 0 and a store
// there does nothing, so that the last block may overhang.

// out = a + b
func.func @add(%a: memref<?xf32> {tile.name = "a"}, %b: memref<?xf32> {tile.name = "b"},
               %out: memref<?xf32> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %tile = arith.constant 1024 : index
  %length = memref.dim %a, %c0 : memref<?xf32>
  %length_b = memref.dim %b, %c0 : memref<?xf32>
  %length_out = memref.dim %out, %c0 : memref<?xf32>
  %same_b = arith.cmpi eq, %length, %length_b : index
  tile.assume %same_b, "a.shape[0] == b.shape[0]"
  %same_out = arith.cmpi eq, %length, %length_out : index
  tile.assume %same_out, "a.shape[0] == out.shape[0]"
  %blocks = arith.ceildivui %length, %tile : index
  tile.launch blocks(%block) in (%blocks) threads(256) {
    %first = arith.muli %block, %tile : index
    tile.parallel (%i) in (1024) {
      %at = arith.addi %first, %i : index
      %x = tile.load %a[%at] : memref<?xf32>
      %y = tile.load %b[%at] : memref<?xf32>
      %sum = arith.addf %x, %y : f32
      tile.store %sum, %out[%at] : memref<?xf32>
    }
  }
  return
}

// out = gelu(x + bias) for f16 tensors, computed in f32; the bias is one row.
// gelu(v) = v / 2 * (1 + tanh(sqrt(2 / pi) * (v + 0.044715 v^3)))
func.func @bias_gelu(%x: memref<?x?xf16> {tile.name = "x"}, %bias: memref<?xf16> {tile.name = "bias"},
                     %out: memref<?x?xf16> {tile.name = "out", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tile_rows = arith.constant 32 : index
  %tile_columns = arith.constant 128 : index
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %cubic = arith.constant 0.044715 : f32
  %sqrt_2_pi = arith.constant 0.797884583 : f32
  %rows = memref.dim %x, %c0 : memref<?x?xf16>
  %columns = memref.dim %x, %c1 : memref<?x?xf16>
  %length = memref.dim %bias, %c0 : memref<?xf16>
  %same = arith.cmpi eq, %columns, %length : index
  tile.assume %same, "x.shape[1] == bias.shape[0]"
  %grid_x = arith.ceildivui %columns, %tile_columns : index
  %grid_y = arith.ceildivui %rows, %tile_rows : index
  tile.launch blocks(%bx, %by) in (%grid_x, %grid_y) threads(256) {
    %row = arith.muli %by, %tile_rows : index
    %column = arith.muli %bx, %tile_columns : index
    tile.parallel (%i, %j) in (32, 128) {
      %r = arith.addi %row, %i : index
      %c = arith.addi %column, %j : index
      %x16 = tile.load %x[%r, %c] : memref<?x?xf16>
      %b16 = tile.load %bias[%c] : memref<?xf16>
      %xf = tile.cast %x16 : f16 to f32
      %bf = tile.cast %b16 : f16 to f32
      %v = arith.addf %xf, %bf : f32
      %square = arith.mulf %v, %v : f32
      %cube = arith.mulf %square, %v : f32
      %inner = math.fma %cube, %cubic, %v : f32
      %argument = arith.mulf %inner, %sqrt_2_pi : f32
      %tanh = math.tanh %argument : f32
      %gate = arith.addf %tanh, %one : f32
      %scaled = arith.mulf %v, %half : f32
      %gelu = arith.mulf %scaled, %gate : f32
      %y = tile.cast %gelu : f32 to f16
      tile.store %y, %out[%r, %c] : memref<?x?xf16>
    }
  }
  return
}

// Rows of f32 to 8-bit floats with one scale for each row:
// scale[i] = max |x[i, :]| / 448, out[i, j] = x[i, j] / scale[i].
// 448 is the largest f8E4M3FN; the conversion rounds to nearest even and
// saturates. Two nests, the first of which reduces: see reduce.mlir.
func.func @quantize(%x: memref<?x?xf32> {tile.name = "x"}, %out: memref<?x?xf8E4M3FN> {tile.name = "out", tile.out},
                    %scale: memref<?xf32> {tile.name = "scale", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %largest = arith.constant 448.0 : f32
  // A row of zeros keeps its zeros.
  %least = arith.constant 1.0e-10 : f32
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  tile.launch blocks(%row) in (%rows) threads(128) {
    %bound = tile.alloc : !tile.buffer<1xf32, shared>
    %absmax = tile.reducer_init init(%least : f32) : !tile.reducer<1xf32, absmax>
    tile.parallel (%j) in (%columns) {
      %v = tile.load %x[%row, %j] : memref<?x?xf32>
      tile.reducer_update %v, %absmax[%c0] : !tile.reducer<1xf32, absmax>
    }
    tile.reducer_finalize %absmax into %bound : !tile.reducer<1xf32, absmax> into !tile.buffer<1xf32, shared>
    %max = tile.load %bound[%c0] : !tile.buffer<1xf32, shared>
    %step = arith.divf %max, %largest : f32
    tile.store %step, %scale[%row] : memref<?xf32>
    tile.parallel (%j) in (%columns) {
      %v = tile.load %x[%row, %j] : memref<?x?xf32>
      %code = arith.divf %v, %step : f32
      %q = tile.cast %code : f32 to f8E4M3FN
      tile.store %q, %out[%row, %j] : memref<?x?xf8E4M3FN>
    }
  }
  return
}
