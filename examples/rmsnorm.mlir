// RUN: tile-run %s --entry=rmsnorm --on=cpu --arg=37x1021:random --arg=1021:random --arg=37x1021:nan --check
// RUN: tile-run %s --entry=rmsnorm --on=cpu --arg=3x0:random --arg=0:random --arg=3x0:nan --check
// RUN: tile-run %s --entry=rmsnorm --on=cpu --arg=0x7:random --arg=7:random --arg=0x7:nan --check
// RUN: tile-run %s --entry=rmsnorm --on=cpu --arg=1x1:random --arg=1:random --arg=1x1:nan --check
// RUN: tile-run %s --entry=rmsnorm --on=cpu --arg=5x15:random --arg=15:random --arg=5x15:nan --check
// RUN: tile-run %s --entry=rmsnorm --on=cpu --arg=5x16:random --arg=16:random --arg=5x16:nan --check
// RUN: tile-run %s --entry=rmsnorm --on=cpu --arg=5x17:random --arg=17:random --arg=5x17:nan --check
// RUN: tile-run %s --entry=rmsnorm --on=cpu --arg=2x20011:random --arg=20011:random --arg=2x20011:nan --check

// y[i, j] = x[i, j] / sqrt(mean of x[i, :]^2 + 1e-5) * weight[j]
//
// A block owns a row. The sum of squares is a reduction epoch over a nest whose
// extent is known at run time; the second nest finds the row in the cache. What
// stands between the nests is scalar code that every thread runs alike.
!one = !tile.buffer<1xf32, shared>
!sum = !tile.reducer<1xf32, sum>
func.func @rmsnorm(%x: memref<?x?xf32> {tile.name = "x"}, %weight: memref<?xf32> {tile.name = "weight"},
                   %y: memref<?x?xf32> {tile.name = "y", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %epsilon = arith.constant 1.0e-5 : f32
  %unit = arith.constant 1.0 : f32
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  %length = memref.dim %weight, %c0 : memref<?xf32>
  %same = arith.cmpi eq, %columns, %length : index
  tile.assume %same, "x.shape[1] == weight.shape[0]"
  %columns_i = arith.index_cast %columns : index to i64
  %columns_f = arith.sitofp %columns_i : i64 to f32
  tile.launch blocks(%i) in (%rows) threads(256) {
    %total = tile.alloc : !one
    %sum = tile.reducer_init : !sum
    tile.parallel (%j) in (%columns) {
      %v = tile.load %x[%i, %j] : memref<?x?xf32>
      %square = arith.mulf %v, %v : f32
      tile.reducer_update %square, %sum[%c0] : !sum
    }
    tile.reducer_finalize %sum into %total : !sum into !one
    %squares = tile.load %total[%c0] : !one
    %mean = arith.divf %squares, %columns_f : f32
    %shifted = arith.addf %mean, %epsilon : f32
    %root = math.sqrt %shifted : f32
    %scale = arith.divf %unit, %root : f32
    tile.parallel (%j) in (%columns) {
      %v = tile.load %x[%i, %j] : memref<?x?xf32>
      %w = tile.load %weight[%j] : memref<?xf32>
      %normal = arith.mulf %v, %scale : f32
      %scaled = arith.mulf %normal, %w : f32
      tile.store %scaled, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
