// Lanes that a condition turns off may hold anything: places outside a reducer,
// the step of a loop that is zero. Loops keep how they compare.
//
// RUN: tile-run %s --entry=rows --on=cpu --check --tolerance=0 --arg=8x83:random --arg=5:nan
// RUN: tile-run %s --entry=lanes --on=cpu --check --tolerance=0 --arg=8x83:random --arg=5:nan
// RUN: tile-run %s --entry=uniform --on=cpu --check --tolerance=0 --arg=8:iota --arg=83:random --arg=5:nan
// RUN: tile-run %s --entry=steps --on=cpu --check --tolerance=0 --arg=83:random --arg=83:zeros --arg=0
// RUN: tile-run %s --entry=steps --on=cpu --check --tolerance=0 --arg=83:random --arg=83:zeros --arg=2
// RUN: tile-run %s --entry=steps --on=cpu --check --tolerance=0 --arg=83:random --arg=83:zeros --arg=83
// RUN: tile-run %s --entry=unsigned --on=cpu --check --tolerance=0 --arg=83:iota --arg=83:zeros --arg=3 --arg=-56

!max = !tile.reducer<5xf32, max>
!five = !tile.buffer<5xf32, shared>

// The place follows the row, and most rows have none.
func.func @rows(%x: memref<?x?xf32>, %y: memref<5xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %far = arith.constant 100000000 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  tile.launch blocks(%b) in (%c1) threads(32) {
    %r = tile.reducer_init : !max
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %x[%i, %j] : memref<?x?xf32>
      %at = arith.muli %i, %far : index
      %inside = arith.cmpi ult, %at, %c5 : index
      scf.if %inside {
        tile.reducer_update %v, %r[%at] : !max
      }
    }
    %t = tile.alloc : !five
    tile.reducer_finalize %r into %t : !max into !five
    tile.copy %t into %y : !five into memref<5xf32>
  }
  return
}

// The place follows the lane as well.
func.func @lanes(%x: memref<?x?xf32>, %y: memref<5xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %far = arith.constant 100000000 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  tile.launch blocks(%b) in (%c1) threads(32) {
    %r = tile.reducer_init : !max
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %x[%i, %j] : memref<?x?xf32>
      %row = arith.muli %i, %far : index
      %at = arith.addi %row, %j : index
      %inside = arith.cmpi ult, %at, %c5 : index
      scf.if %inside {
        tile.reducer_update %v, %r[%at] : !max
      }
    }
    %t = tile.alloc : !five
    tile.reducer_finalize %r into %t : !max into !five
    tile.copy %t into %y : !five into memref<5xf32>
  }
  return
}

// The place is the same for all lanes, and read from memory.
func.func @uniform(%place: memref<?xi32>, %x: memref<?xf32>, %y: memref<5xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %far = arith.constant 100000000 : index
  %m = memref.dim %place, %c0 : memref<?xi32>
  %n = memref.dim %x, %c0 : memref<?xf32>
  tile.launch blocks(%b) in (%c1) threads(32) {
    %r = tile.reducer_init : !max
    tile.parallel (%i, %j) in (%m, %n) {
      %v = tile.load %x[%j] : memref<?xf32>
      %p32 = tile.load %place[%i] : memref<?xi32>
      %p = arith.index_cast %p32 : i32 to index
      %at = arith.muli %p, %far : index
      %inside = arith.cmpi ult, %at, %c5 : index
      scf.if %inside {
        tile.reducer_update %v, %r[%at] : !max
      }
    }
    %t = tile.alloc : !five
    tile.reducer_finalize %r into %t : !max into !five
    tile.copy %t into %y : !five into memref<5xf32>
  }
  return
}

// No lane reaches the loop if its step is zero.
func.func @steps(%x: memref<?xf32>, %y: memref<?xf32> {tile.out}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %columns = memref.dim %x, %c0 : memref<?xf32>
  tile.launch blocks(%b) in (%c1) threads(32) {
    tile.parallel (%j) in (%columns) {
      %v = tile.load %x[%j] : memref<?xf32>
      %on = arith.cmpi ult, %j, %n : index
      scf.if %on {
        %s = scf.for %k = %c0 to %c5 step %n iter_args(%a = %v) -> (f32) {
          %q = arith.addf %a, %v : f32
          scf.yield %q : f32
        }
        tile.store %s, %y[%j] : memref<?xf32>
      }
    }
  }
  return
}

// From 3 to 200 in i8.
func.func @unsigned(%x: memref<?xi32>, %y: memref<?xi32> {tile.out}, %from: i8, %to: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : i8
  %one = arith.constant 1 : i32
  %columns = memref.dim %x, %c0 : memref<?xi32>
  tile.launch blocks(%b) in (%c1) threads(32) {
    tile.parallel (%j) in (%columns) {
      %v = tile.load %x[%j] : memref<?xi32>
      %s = scf.for unsigned %k = %from to %to step %c5 iter_args(%a = %v) -> (i32) : i8 {
        %q = arith.addi %a, %one : i32
        scf.yield %q : i32
      }
      tile.store %s, %y[%j] : memref<?xi32>
    }
  }
  return
}
