// exp and exp2 over their whole range agree with the interpreter's, whose
// results are rounded once.

// RUN: tile-run %s --entry=exponentials --on=cpu --check --tolerance=2.5e-7 --arg=4099:random:3 --arg=4099:nan --arg=4099:nan
// RUN: tile-run %s --entry=exponentials --on=cpu --target=x86-64 --check --tolerance=2.5e-7 --arg=4099:random:3 --arg=4099:nan --arg=4099:nan
// RUN: tile-run %s --entry=exponentials --on=cpu --check --arg=33:nan --arg=33:zeros --arg=33:zeros
// RUN: tile-run %s --entry=edges --on=cpu --check --tolerance=0 --arg=16:nan --arg=16:nan
// RUN: tile-run %s --entry=subnormals --on=cpu --check --tolerance=0.04 --arg=32:nan --arg=32:nan

// Each result is divided by the power of two next to it, so that small ones
// count as much as large ones.
func.func @exponentials(%x: memref<?xf32> {tile.name = "x"},
                        %e: memref<?xf32> {tile.name = "e", tile.out},
                        %p: memref<?xf32> {tile.name = "p", tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %eighty = arith.constant 80.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  tile.launch blocks(%b) in (%c1) threads(64) {
    tile.parallel (%i) in (%n) {
      %r = tile.load %x[%i] : memref<?xf32>
      %v = arith.mulf %r, %eighty : f32
      %exp = math.exp %v : f32
      %exp2 = math.exp2 %v : f32
      %m = arith.constant 0x7F800000 : i32
      %bits = arith.bitcast %exp : f32 to i32
      %scale_bits = arith.andi %bits, %m : i32
      %scale = arith.bitcast %scale_bits : i32 to f32
      %unit = arith.divf %exp, %scale : f32
      tile.store %unit, %e[%i] : memref<?xf32>
      %bits2 = arith.bitcast %exp2 : f32 to i32
      %scale_bits2 = arith.andi %bits2, %m : i32
      %scale2 = arith.bitcast %scale_bits2 : i32 to f32
      %unit2 = arith.divf %exp2, %scale2 : f32
      tile.store %unit2, %p[%i] : memref<?xf32>
    }
  }
  return
}

// Zero, infinities and what overflows or vanishes: exact.
func.func @edges(%e: memref<16xf32> {tile.out}, %p: memref<16xf32> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %large = arith.constant 1000.0 : f32
  %small = arith.constant -1000.0 : f32
  %c4_i = arith.constant 4 : index
  %c8_i = arith.constant 8 : index
  %c12_i = arith.constant 12 : index
  tile.launch blocks(%b) in (%c1) threads(64) {
    tile.parallel (%i) in (16) {
      %lt4 = arith.cmpi ult, %i, %c4_i : index
      %lt8 = arith.cmpi ult, %i, %c8_i : index
      %lt12 = arith.cmpi ult, %i, %c12_i : index
      %v0 = arith.select %lt12, %large, %small : f32
      %v1 = arith.select %lt8, %ninf, %v0 : f32
      %v = arith.select %lt4, %inf, %v1 : f32
      %a = math.exp %v : f32
      %c = math.exp2 %v : f32
      %d = math.exp %zero : f32
      %s = arith.mulf %a, %d : f32
      tile.store %s, %e[%i] : memref<16xf32>
      tile.store %c, %p[%i] : memref<16xf32>
    }
  }
  return
}

// Results below the normal range, as multiples of the least number.
func.func @subnormals(%e: memref<32xf32> {tile.out}, %p: memref<32xf32> {tile.out}) {
  %c1 = arith.constant 1 : index
  %start = arith.constant -88.0 : f32
  %step = arith.constant -0.375 : f32
  %start2 = arith.constant -127.25 : f32
  %step2 = arith.constant -0.5 : f32
  %up = arith.constant 0x7E800000 : f32
  tile.launch blocks(%b) in (%c1) threads(64) {
    tile.parallel (%i) in (32) {
      %n = arith.index_cast %i : index to i32
      %f = arith.sitofp %n : i32 to f32
      %o = arith.mulf %f, %step : f32
      %v = arith.addf %start, %o : f32
      %a = math.exp %v : f32
      %s = arith.mulf %a, %up : f32
      %t = math.sqrt %s : f32
      tile.store %t, %e[%i] : memref<32xf32>
      %o2 = arith.mulf %f, %step2 : f32
      %v2 = arith.addf %start2, %o2 : f32
      %a2 = math.exp2 %v2 : f32
      %s2 = arith.mulf %a2, %up : f32
      %t2 = math.sqrt %s2 : f32
      tile.store %t2, %p[%i] : memref<32xf32>
    }
  }
  return
}
