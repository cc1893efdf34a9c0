// RUN: tile-run %s --entry=softmax --on=cpu --arg=37x1021:random --arg=37x1021:nan --check
// RUN: tile-run %s --entry=softmax --on=cpu --arg=3x0:random --arg=3x0:nan --check
// RUN: tile-run %s --entry=softmax --on=cpu --arg=0x7:random --arg=0x7:nan --check
// RUN: tile-run %s --entry=softmax --on=cpu --arg=1x1:random --arg=1x1:nan --check
// RUN: tile-run %s --entry=softmax --on=cpu --arg=2x15:random --arg=2x15:nan --check
// RUN: tile-run %s --entry=softmax --on=cpu --arg=2x8191:random --arg=2x8191:nan --check
// RUN: tile-run %s --entry=softmax --on=cpu --arg=2x8192:random --arg=2x8192:nan --check
// RUN: tile-run %s --entry=softmax --on=cpu --arg=2x8193:random --arg=2x8193:nan --check
// RUN: tile-run %s --entry=softmax --on=cpu --arg=1x20011:random --arg=1x20011:nan --check

// y[i, j] = exp(x[i, j] - max x[i, :]) / sum of the same over j
//
// A block owns a row and goes over it three times: for the largest element, for
// the exponentials and their sum, and to scale. A row of up to 8192 elements is
// read from memory once and stays on chip; a longer one keeps its exponentials
// in y. The extents of a nest may be known only at run time, so no row is padded
// to a tile, and a reduction epoch (`reducer_*`) collects one value from all
// iterations of a nest.
!row = !tile.buffer<8192xf32, shared>
!one = !tile.buffer<1xf32, shared>
!max = !tile.reducer<1xf32, max>
!sum = !tile.reducer<1xf32, sum>
func.func @softmax(%x: memref<?x?xf32> {tile.name = "x"}, %y: memref<?x?xf32> {tile.name = "y", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %room = arith.constant 8192 : index
  %unit = arith.constant 1.0 : f32
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  %fits = arith.cmpi ule, %columns, %room : index
  tile.launch blocks(%i) in (%rows) threads(256) {
    %largest = tile.alloc : !one
    %total = tile.alloc : !one
    scf.if %fits {
      %row = tile.alloc : !row
      %max = tile.reducer_init : !max
      tile.parallel (%j) in (%columns) {
        %v = tile.load %x[%i, %j] : memref<?x?xf32>
        tile.store %v, %row[%j] : !row
        tile.reducer_update %v, %max[%c0] : !max
      }
      tile.reducer_finalize %max into %largest : !max into !one
      %m = tile.load %largest[%c0] : !one
      %sum = tile.reducer_init : !sum
      tile.parallel (%j) in (%columns) {
        %v = tile.load %row[%j] : !row
        %difference = arith.subf %v, %m : f32
        %e = math.exp %difference : f32
        tile.store %e, %row[%j] : !row
        tile.reducer_update %e, %sum[%c0] : !sum
      }
      tile.reducer_finalize %sum into %total : !sum into !one
      %s = tile.load %total[%c0] : !one
      %scale = arith.divf %unit, %s : f32
      tile.parallel (%j) in (%columns) {
        %e = tile.load %row[%j] : !row
        %p = arith.mulf %e, %scale : f32
        tile.store %p, %y[%i, %j] : memref<?x?xf32>
      }
    } else {
      %max = tile.reducer_init : !max
      tile.parallel (%j) in (%columns) {
        %v = tile.load %x[%i, %j] : memref<?x?xf32>
        tile.reducer_update %v, %max[%c0] : !max
      }
      tile.reducer_finalize %max into %largest : !max into !one
      %m = tile.load %largest[%c0] : !one
      %sum = tile.reducer_init : !sum
      tile.parallel (%j) in (%columns) {
        %v = tile.load %x[%i, %j] : memref<?x?xf32>
        %difference = arith.subf %v, %m : f32
        %e = math.exp %difference : f32
        tile.store %e, %y[%i, %j] : memref<?x?xf32>
        tile.reducer_update %e, %sum[%c0] : !sum
      }
      tile.reducer_finalize %sum into %total : !sum into !one
      %s = tile.load %total[%c0] : !one
      %scale = arith.divf %unit, %s : f32
      tile.parallel (%j) in (%columns) {
        %e = tile.load %y[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %e, %scale : f32
        tile.store %p, %y[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
