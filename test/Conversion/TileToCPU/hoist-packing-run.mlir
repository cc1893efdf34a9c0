// RUN: split-file %s %t
//
// Products whose operands are packed before the launch, against the interpreter:
// layouts, types and epilogues, in sizes that fill no tile. Integers are exact.
//
// RUN: tile-run %t/transposed.mlir --entry=transposed --on=cpu --check --arg=25x49:random:1 --arg=81x25:random:2 --arg=49x81:nan | FileCheck %s
// RUN: tile-run %t/transposed.mlir --entry=transposed --on=cpu --check --arg=600x1:random:1 --arg=1x600:random:2 --arg=1x1:nan | FileCheck %s
// RUN: tile-run %t/transposed.mlir --entry=transposed --on=cpu --check --arg=0x97:random:1 --arg=3x0:random:2 --arg=97x3:nan | FileCheck %s
// RUN: tile-run %t/transposed.mlir --entry=transposed --on=cpu --check --arg=517x200:random:1 --arg=331x517:random:2 --arg=200x331:nan | FileCheck %s
// RUN: tile-run %t/two_products.mlir --entry=two_products --on=cpu --check --arg=50x70:random:1 --arg=83x70:random:2 --arg=50x83:nan | FileCheck %s
// RUN: tile-run %t/gram.mlir --entry=gram --on=cpu --check --arg=101x59:random:1 --arg=101x101:nan | FileCheck %s
// RUN: tile-run %t/accumulates.mlir --entry=accumulates --on=cpu --check --arg=50x70:random:1 --arg=70x83:random:2 --arg=50x83:random:3 | FileCheck %s
// RUN: tile-run %t/clears.mlir --entry=clears --on=cpu --check --arg=50x70:random:1 --arg=70x83:random:2 --arg=50x83:nan --arg=70 | FileCheck %s
// RUN: tile-run %t/clears.mlir --entry=clears --on=cpu --check --arg=50x70:random:1 --arg=70x83:random:2 --arg=50x83:nan --arg=1 | FileCheck %s
// RUN: tile-run %t/clears.mlir --entry=clears --on=cpu --check --arg=50x70:random:1 --arg=70x83:random:2 --arg=50x83:nan --arg=0 | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/clears.mlir --entry=clears --on=cpu --check --arg=50x0:random:1 --arg=0x83:random:2 --arg=50x83:nan --arg=24 | FileCheck %s --check-prefix=EXACT
// RUN: tile-opt %t/clears.mlir --tile-hoist-packing | FileCheck %s --check-prefix=PACKED
// RUN: tile-run %t/bias_relu.mlir --entry=bias_relu --on=cpu --check --arg=50x700:random:1 --arg=700x83:random:2 --arg=50x83:nan --arg=83:random:3 | FileCheck %s
// RUN: tile-run %t/row_max.mlir --entry=row_max --on=cpu --check --arg=50x70:random:1 --arg=70x80:random:2 --arg=50x80:zeros --arg=50:zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/shorter_b.mlir --entry=shorter_b --on=cpu --check --arg=50x70:random:1 --arg=33x83:random:2 --arg=50x83:nan | FileCheck %s
// RUN: tile-run %t/shorter_b.mlir --entry=shorter_b --on=cpu --check --arg=50x33:random:1 --arg=70x83:random:2 --arg=50x83:nan | FileCheck %s
// RUN: tile-run %t/longer_than_both.mlir --entry=longer_than_both --on=cpu --check --arg=50x20:random:1 --arg=90x83:random:2 --arg=50x83:nan | FileCheck %s
// RUN: tile-run %t/shorter_b.mlir --entry=shorter_b --on=cpu --check --arg=50x70:random:1 --arg=70x83:random:2 --arg=40x90:nan | FileCheck %s
// RUN: tile-run %t/shorter_b.mlir --entry=shorter_b --on=cpu --check --arg=50x70:random:1 --arg=70x83:random:2 --arg=131x60:nan | FileCheck %s
// RUN: tile-run %t/half.mlir --entry=half --on=cpu --check --arg=50x700:random:1 --arg=700x83:random:2 --arg=50x83:zeros | FileCheck %s
// RUN: tile-run %t/half_sums.mlir --entry=half_sums --on=cpu --check --arg=50x70:random:1 --arg=70x83:random:2 --arg=50x83:zeros | FileCheck %s
// RUN: tile-run %t/mixed.mlir --entry=mixed --on=cpu --check --arg=50x70:random:1 --arg=83x70:random:2 --arg=50x83:zeros | FileCheck %s
// RUN: tile-run %t/double.mlir --entry=double --on=cpu --check --arg=50x70:random:1 --arg=70x83:random:2 --arg=50x83:zeros | FileCheck %s
// RUN: tile-run %t/unsigned_bytes.mlir --entry=unsigned_bytes --on=cpu --check --arg=71x50:random:1 --arg=71x83:random:2 --arg=50x83:zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/unsigned_bytes.mlir --entry=unsigned_bytes --on=cpu --check --arg=1000x50:random:1 --arg=1000x83:random:2 --arg=50x83:zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/short.mlir --entry=short --on=cpu --check --arg=50x771:random:1 --arg=771x83:random:2 --arg=50x83:zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/unsigned_short.mlir --entry=unsigned_short --on=cpu --check --arg=50x71:random:1 --arg=71x83:random:2 --arg=50x83:zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/wrapping.mlir --entry=wrapping --on=cpu --check --arg=50x71:random:1 --arg=83x71:random:2 --arg=50x83:zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/wide.mlir --entry=wide --on=cpu --check --arg=50x71:random:1 --arg=71x83:random:2 --arg=50x83:zeros | FileCheck %s --check-prefix=EXACT
//
// CHECK: check: ok max-rel-err=
// EXACT: check: ok max-rel-err=0
// PACKED: call @tile_gemm_pack

//--- transposed.mlir
!transposed_a = !tile.buffer<24x48xf32, shared>
!transposed_b = !tile.buffer<80x24xf32, shared>
!transposed_c = !tile.buffer<48x80xf32, fragment>
!transposed_wa = !tile.buffer<24x48xf32, global>
!transposed_wb = !tile.buffer<80x24xf32, global>
!transposed_wc = !tile.buffer<48x80xf32, global>
func.func @transposed(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c0 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%by, %bx) in (%gy, %gx) threads(64) {
    %a = tile.alloc : !transposed_a
    %b = tile.alloc : !transposed_b
    %c = tile.alloc : !transposed_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf32> -> !transposed_wc
    tile.fill %zero into %c : f32 into !transposed_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%k : 24, %m : 48] : memref<?x?xf32> -> !transposed_wa
      %wb = tile.slice %B[%n : 80, %k : 24] : memref<?x?xf32> -> !transposed_wb
      tile.copy %wa into %a : !transposed_wa into !transposed_a
      tile.copy %wb into %b : !transposed_wb into !transposed_b
      tile.gemm %a, %b into %c transpose_a transpose_b : !transposed_a, !transposed_b into !transposed_c
    }
    tile.copy %c into %wc : !transposed_c into !transposed_wc
  }
  return
}

//--- two_products.mlir
!two_products_a = !tile.buffer<48x24xf32, shared>
!two_products_b = !tile.buffer<80x24xf32, shared>
!two_products_c = !tile.buffer<48x80xf32, fragment>
!two_products_wa = !tile.buffer<48x24xf32, global>
!two_products_wb = !tile.buffer<80x24xf32, global>
!two_products_wc = !tile.buffer<48x80xf32, global>
func.func @two_products(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 48 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %B, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !two_products_a
    %b = tile.alloc : !two_products_b
    %c = tile.alloc : !two_products_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf32> -> !two_products_wc
    tile.fill %zero into %c : f32 into !two_products_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf32> -> !two_products_wa
      %wb = tile.slice %B[%n : 80, %k : 24] : memref<?x?xf32> -> !two_products_wb
      tile.copy %wa into %a : !two_products_wa into !two_products_a
      tile.copy %wb into %b : !two_products_wb into !two_products_b
      tile.gemm %a, %b into %c transpose_b : !two_products_a, !two_products_b into !two_products_c
      %k2 = arith.addi %k, %ck : index
      %wa2 = tile.slice %A[%m : 48, %k2 : 24] : memref<?x?xf32> -> !two_products_wa
      %wb2 = tile.slice %B[%n : 80, %k2 : 24] : memref<?x?xf32> -> !two_products_wb
      tile.copy %wa2 into %a : !two_products_wa into !two_products_a
      tile.copy %wb2 into %b : !two_products_wb into !two_products_b
      tile.gemm %a, %b into %c transpose_b : !two_products_a, !two_products_b into !two_products_c
    }
    tile.copy %c into %wc : !two_products_c into !two_products_wc
  }
  return
}

//--- gram.mlir
!gram_a = !tile.buffer<48x24xf32, shared>
!gram_b = !tile.buffer<80x24xf32, shared>
!gram_c = !tile.buffer<48x80xf32, fragment>
!gram_wa = !tile.buffer<48x24xf32, global>
!gram_wb = !tile.buffer<80x24xf32, global>
!gram_wc = !tile.buffer<48x80xf32, global>
func.func @gram(%A: memref<?x?xf32>, %C: memref<?x?xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !gram_a
    %b = tile.alloc : !gram_b
    %c = tile.alloc : !gram_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf32> -> !gram_wc
    tile.fill %zero into %c : f32 into !gram_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf32> -> !gram_wa
      %wb = tile.slice %A[%n : 80, %k : 24] : memref<?x?xf32> -> !gram_wb
      tile.copy %wa into %a : !gram_wa into !gram_a
      tile.copy %wb into %b : !gram_wb into !gram_b
      tile.gemm %a, %b into %c transpose_b : !gram_a, !gram_b into !gram_c
    }
    tile.copy %c into %wc : !gram_c into !gram_wc
  }
  return
}

//--- accumulates.mlir
!accumulates_a = !tile.buffer<48x24xf32, shared>
!accumulates_b = !tile.buffer<24x80xf32, shared>
!accumulates_c = !tile.buffer<48x80xf32, fragment>
!accumulates_wa = !tile.buffer<48x24xf32, global>
!accumulates_wb = !tile.buffer<24x80xf32, global>
!accumulates_wc = !tile.buffer<48x80xf32, global>
func.func @accumulates(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !accumulates_a
    %b = tile.alloc : !accumulates_b
    %c = tile.alloc : !accumulates_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf32> -> !accumulates_wc
    tile.copy %wc into %c : !accumulates_wc into !accumulates_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf32> -> !accumulates_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xf32> -> !accumulates_wb
      tile.copy %wa into %a : !accumulates_wa into !accumulates_a
      tile.copy %wb into %b : !accumulates_wb into !accumulates_b
      tile.gemm %a, %b into %c : !accumulates_a, !accumulates_b into !accumulates_c
    }
    tile.copy %c into %wc : !accumulates_c into !accumulates_wc
  }
  return
}

// The first iteration overwrites C; without iterations, what it held stays.
//--- clears.mlir
!clears_a = !tile.buffer<48x24xf32, shared>
!clears_b = !tile.buffer<24x80xf32, shared>
!clears_c = !tile.buffer<48x80xf32, fragment>
!clears_wa = !tile.buffer<48x24xf32, global>
!clears_wb = !tile.buffer<24x80xf32, global>
!clears_wc = !tile.buffer<48x80xf32, global>
func.func @clears(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32> {tile.out}, %depth: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %seven = arith.constant 7.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !clears_a
    %b = tile.alloc : !clears_b
    %c = tile.alloc : !clears_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf32> -> !clears_wc
    tile.fill %seven into %c : f32 into !clears_c
    scf.for %k = %c0 to %depth step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf32> -> !clears_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xf32> -> !clears_wb
      tile.copy %wa into %a : !clears_wa into !clears_a
      tile.copy %wb into %b : !clears_wb into !clears_b
      %clear = arith.cmpi eq, %k, %c0 : index
      tile.gemm %a, %b into %c clear(%clear) : !clears_a, !clears_b into !clears_c
    }
    tile.copy %c into %wc : !clears_c into !clears_wc
  }
  return
}

//--- bias_relu.mlir
!bias_relu_a = !tile.buffer<48x24xf32, shared>
!bias_relu_b = !tile.buffer<24x80xf32, shared>
!bias_relu_c = !tile.buffer<48x80xf32, fragment>
!bias_relu_wa = !tile.buffer<48x24xf32, global>
!bias_relu_wb = !tile.buffer<24x80xf32, global>
!bias_relu_wc = !tile.buffer<48x80xf32, global>
func.func @bias_relu(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32> {tile.out}, %bias: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !bias_relu_a
    %b = tile.alloc : !bias_relu_b
    %c = tile.alloc : !bias_relu_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf32> -> !bias_relu_wc
    tile.fill %zero into %c : f32 into !bias_relu_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf32> -> !bias_relu_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xf32> -> !bias_relu_wb
      tile.copy %wa into %a : !bias_relu_wa into !bias_relu_a
      tile.copy %wb into %b : !bias_relu_wb into !bias_relu_b
      tile.gemm %a, %b into %c : !bias_relu_a, !bias_relu_b into !bias_relu_c
    }
    tile.parallel (%i, %j) in (48, 80) {
      %p = arith.addi %m, %i : index
      %q = arith.addi %n, %j : index
      %v = tile.load %c[%i, %j] : !bias_relu_c
      %w = tile.load %bias[%q] : memref<?xf32>
      %s = arith.addf %v, %w : f32
      %r = arith.maximumf %s, %zero : f32
      tile.store %r, %C[%p, %q] : memref<?x?xf32>
    }
  }
  return
}

//--- row_max.mlir
!row_max_a = !tile.buffer<48x24xi8, shared>
!row_max_b = !tile.buffer<24x80xi8, shared>
!row_max_c = !tile.buffer<48x80xi32, fragment>
!row_max_wa = !tile.buffer<48x24xi8, global>
!row_max_wb = !tile.buffer<24x80xi8, global>
!row_max_wc = !tile.buffer<48x80xi32, global>
func.func @row_max(%A: memref<?x?xi8>, %B: memref<?x?xi8>, %C: memref<?x?xi32> {tile.out}, %max_of: memref<?xi32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0 : i32
  %M = memref.dim %A, %c0 : memref<?x?xi8>
  %N = memref.dim %B, %c1 : memref<?x?xi8>
  %K = memref.dim %A, %c1 : memref<?x?xi8>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !row_max_a
    %b = tile.alloc : !row_max_b
    %c = tile.alloc : !row_max_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xi32> -> !row_max_wc
    tile.fill %zero into %c : i32 into !row_max_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xi8> -> !row_max_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xi8> -> !row_max_wb
      tile.copy %wa into %a : !row_max_wa into !row_max_a
      tile.copy %wb into %b : !row_max_wb into !row_max_b
      tile.gemm %a, %b into %c : !row_max_a, !row_max_b into !row_max_c
    }
    %max = tile.alloc : !tile.buffer<48xi32, fragment>
    tile.reduce max %c into %max dim(1) : !row_max_c into !tile.buffer<48xi32, fragment>
    %r = tile.slice %max_of[%m : 48] : memref<?xi32> -> !tile.buffer<48xi32, global>
    tile.copy %max into %r : !tile.buffer<48xi32, fragment> into !tile.buffer<48xi32, global>
    tile.copy %c into %wc : !row_max_c into !row_max_wc
  }
  return
}

//--- shorter_b.mlir
!shorter_b_a = !tile.buffer<48x24xf32, shared>
!shorter_b_b = !tile.buffer<24x80xf32, shared>
!shorter_b_c = !tile.buffer<48x80xf32, fragment>
!shorter_b_wa = !tile.buffer<48x24xf32, global>
!shorter_b_wb = !tile.buffer<24x80xf32, global>
!shorter_b_wc = !tile.buffer<48x80xf32, global>
func.func @shorter_b(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !shorter_b_a
    %b = tile.alloc : !shorter_b_b
    %c = tile.alloc : !shorter_b_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf32> -> !shorter_b_wc
    tile.fill %zero into %c : f32 into !shorter_b_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf32> -> !shorter_b_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xf32> -> !shorter_b_wb
      tile.copy %wa into %a : !shorter_b_wa into !shorter_b_a
      tile.copy %wb into %b : !shorter_b_wb into !shorter_b_b
      tile.gemm %a, %b into %c : !shorter_b_a, !shorter_b_b into !shorter_b_c
    }
    tile.copy %c into %wc : !shorter_b_c into !shorter_b_wc
  }
  return
}

//--- longer_than_both.mlir
!longer_than_both_a = !tile.buffer<48x24xf32, shared>
!longer_than_both_b = !tile.buffer<24x80xf32, shared>
!longer_than_both_c = !tile.buffer<48x80xf32, fragment>
!longer_than_both_wa = !tile.buffer<48x24xf32, global>
!longer_than_both_wb = !tile.buffer<24x80xf32, global>
!longer_than_both_wc = !tile.buffer<48x80xf32, global>
func.func @longer_than_both(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  %K = memref.dim %B, %c0 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !longer_than_both_a
    %b = tile.alloc : !longer_than_both_b
    %c = tile.alloc : !longer_than_both_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf32> -> !longer_than_both_wc
    tile.fill %zero into %c : f32 into !longer_than_both_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf32> -> !longer_than_both_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xf32> -> !longer_than_both_wb
      tile.copy %wa into %a : !longer_than_both_wa into !longer_than_both_a
      tile.copy %wb into %b : !longer_than_both_wb into !longer_than_both_b
      tile.gemm %a, %b into %c : !longer_than_both_a, !longer_than_both_b into !longer_than_both_c
    }
    tile.copy %c into %wc : !longer_than_both_c into !longer_than_both_wc
  }
  return
}

//--- half.mlir
!half_a = !tile.buffer<48x24xf16, shared>
!half_b = !tile.buffer<24x80xf16, shared>
!half_c = !tile.buffer<48x80xf32, fragment>
!half_wa = !tile.buffer<48x24xf16, global>
!half_wb = !tile.buffer<24x80xf16, global>
!half_wc = !tile.buffer<48x80xf16, global>
func.func @half(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %C: memref<?x?xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16>
  %N = memref.dim %B, %c1 : memref<?x?xf16>
  %K = memref.dim %A, %c1 : memref<?x?xf16>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !half_a
    %b = tile.alloc : !half_b
    %c = tile.alloc : !half_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf16> -> !half_wc
    tile.fill %zero into %c : f32 into !half_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf16> -> !half_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xf16> -> !half_wb
      tile.copy %wa into %a : !half_wa into !half_a
      tile.copy %wb into %b : !half_wb into !half_b
      tile.gemm %a, %b into %c : !half_a, !half_b into !half_c
    }
    tile.copy %c into %wc : !half_c into !half_wc
  }
  return
}

//--- half_sums.mlir
!half_sums_a = !tile.buffer<48x24xf16, shared>
!half_sums_b = !tile.buffer<24x80xf16, shared>
!half_sums_c = !tile.buffer<48x80xf16, fragment>
!half_sums_wa = !tile.buffer<48x24xf16, global>
!half_sums_wb = !tile.buffer<24x80xf16, global>
!half_sums_wc = !tile.buffer<48x80xf16, global>
func.func @half_sums(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %C: memref<?x?xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f16
  %M = memref.dim %A, %c0 : memref<?x?xf16>
  %N = memref.dim %B, %c1 : memref<?x?xf16>
  %K = memref.dim %A, %c1 : memref<?x?xf16>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !half_sums_a
    %b = tile.alloc : !half_sums_b
    %c = tile.alloc : !half_sums_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf16> -> !half_sums_wc
    tile.fill %zero into %c : f16 into !half_sums_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf16> -> !half_sums_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xf16> -> !half_sums_wb
      tile.copy %wa into %a : !half_sums_wa into !half_sums_a
      tile.copy %wb into %b : !half_sums_wb into !half_sums_b
      tile.gemm %a, %b into %c : !half_sums_a, !half_sums_b into !half_sums_c
    }
    tile.copy %c into %wc : !half_sums_c into !half_sums_wc
  }
  return
}

//--- mixed.mlir
!mixed_a = !tile.buffer<48x24xf32, shared>
!mixed_b = !tile.buffer<80x24xbf16, shared>
!mixed_c = !tile.buffer<48x80xf32, fragment>
!mixed_wa = !tile.buffer<48x24xf32, global>
!mixed_wb = !tile.buffer<80x24xbf16, global>
!mixed_wc = !tile.buffer<48x80xbf16, global>
func.func @mixed(%A: memref<?x?xf32>, %B: memref<?x?xbf16>, %C: memref<?x?xbf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %B, %c0 : memref<?x?xbf16>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !mixed_a
    %b = tile.alloc : !mixed_b
    %c = tile.alloc : !mixed_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xbf16> -> !mixed_wc
    tile.fill %zero into %c : f32 into !mixed_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf32> -> !mixed_wa
      %wb = tile.slice %B[%n : 80, %k : 24] : memref<?x?xbf16> -> !mixed_wb
      tile.copy %wa into %a : !mixed_wa into !mixed_a
      tile.copy %wb into %b : !mixed_wb into !mixed_b
      tile.gemm %a, %b into %c transpose_b : !mixed_a, !mixed_b into !mixed_c
    }
    tile.copy %c into %wc : !mixed_c into !mixed_wc
  }
  return
}

//--- double.mlir
!double_a = !tile.buffer<48x24xf64, shared>
!double_b = !tile.buffer<24x80xf64, shared>
!double_c = !tile.buffer<48x80xf64, fragment>
!double_wa = !tile.buffer<48x24xf64, global>
!double_wb = !tile.buffer<24x80xf64, global>
!double_wc = !tile.buffer<48x80xf64, global>
func.func @double(%A: memref<?x?xf64>, %B: memref<?x?xf64>, %C: memref<?x?xf64> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0.0 : f64
  %M = memref.dim %A, %c0 : memref<?x?xf64>
  %N = memref.dim %B, %c1 : memref<?x?xf64>
  %K = memref.dim %A, %c1 : memref<?x?xf64>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !double_a
    %b = tile.alloc : !double_b
    %c = tile.alloc : !double_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xf64> -> !double_wc
    tile.fill %zero into %c : f64 into !double_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xf64> -> !double_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xf64> -> !double_wb
      tile.copy %wa into %a : !double_wa into !double_a
      tile.copy %wb into %b : !double_wb into !double_b
      tile.gemm %a, %b into %c : !double_a, !double_b into !double_c
    }
    tile.copy %c into %wc : !double_c into !double_wc
  }
  return
}

//--- unsigned_bytes.mlir
!unsigned_bytes_a = !tile.buffer<24x48xi8, shared>
!unsigned_bytes_b = !tile.buffer<24x80xi8, shared>
!unsigned_bytes_c = !tile.buffer<48x80xi32, fragment>
!unsigned_bytes_wa = !tile.buffer<24x48xi8, global>
!unsigned_bytes_wb = !tile.buffer<24x80xi8, global>
!unsigned_bytes_wc = !tile.buffer<48x80xi32, global>
func.func @unsigned_bytes(%A: memref<?x?xi8>, %B: memref<?x?xi8>, %C: memref<?x?xi32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0 : i32
  %M = memref.dim %A, %c1 : memref<?x?xi8>
  %N = memref.dim %B, %c1 : memref<?x?xi8>
  %K = memref.dim %A, %c0 : memref<?x?xi8>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !unsigned_bytes_a
    %b = tile.alloc : !unsigned_bytes_b
    %c = tile.alloc : !unsigned_bytes_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xi32> -> !unsigned_bytes_wc
    tile.fill %zero into %c : i32 into !unsigned_bytes_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%k : 24, %m : 48] : memref<?x?xi8> -> !unsigned_bytes_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xi8> -> !unsigned_bytes_wb
      tile.copy %wa into %a : !unsigned_bytes_wa into !unsigned_bytes_a
      tile.copy %wb into %b : !unsigned_bytes_wb into !unsigned_bytes_b
      tile.gemm %a, %b into %c transpose_a unsigned_a : !unsigned_bytes_a, !unsigned_bytes_b into !unsigned_bytes_c
    }
    tile.copy %c into %wc : !unsigned_bytes_c into !unsigned_bytes_wc
  }
  return
}

//--- short.mlir
!short_a = !tile.buffer<48x24xi16, shared>
!short_b = !tile.buffer<24x80xi16, shared>
!short_c = !tile.buffer<48x80xi32, fragment>
!short_wa = !tile.buffer<48x24xi16, global>
!short_wb = !tile.buffer<24x80xi16, global>
!short_wc = !tile.buffer<48x80xi32, global>
func.func @short(%A: memref<?x?xi16>, %B: memref<?x?xi16>, %C: memref<?x?xi32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0 : i32
  %M = memref.dim %A, %c0 : memref<?x?xi16>
  %N = memref.dim %B, %c1 : memref<?x?xi16>
  %K = memref.dim %A, %c1 : memref<?x?xi16>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !short_a
    %b = tile.alloc : !short_b
    %c = tile.alloc : !short_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xi32> -> !short_wc
    tile.fill %zero into %c : i32 into !short_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xi16> -> !short_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xi16> -> !short_wb
      tile.copy %wa into %a : !short_wa into !short_a
      tile.copy %wb into %b : !short_wb into !short_b
      tile.gemm %a, %b into %c : !short_a, !short_b into !short_c
    }
    tile.copy %c into %wc : !short_c into !short_wc
  }
  return
}

//--- unsigned_short.mlir
!unsigned_short_a = !tile.buffer<48x24xi16, shared>
!unsigned_short_b = !tile.buffer<24x80xi16, shared>
!unsigned_short_c = !tile.buffer<48x80xi32, fragment>
!unsigned_short_wa = !tile.buffer<48x24xi16, global>
!unsigned_short_wb = !tile.buffer<24x80xi16, global>
!unsigned_short_wc = !tile.buffer<48x80xi32, global>
func.func @unsigned_short(%A: memref<?x?xi16>, %B: memref<?x?xi16>, %C: memref<?x?xi32> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0 : i32
  %M = memref.dim %A, %c0 : memref<?x?xi16>
  %N = memref.dim %B, %c1 : memref<?x?xi16>
  %K = memref.dim %A, %c1 : memref<?x?xi16>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !unsigned_short_a
    %b = tile.alloc : !unsigned_short_b
    %c = tile.alloc : !unsigned_short_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xi32> -> !unsigned_short_wc
    tile.fill %zero into %c : i32 into !unsigned_short_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xi16> -> !unsigned_short_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xi16> -> !unsigned_short_wb
      tile.copy %wa into %a : !unsigned_short_wa into !unsigned_short_a
      tile.copy %wb into %b : !unsigned_short_wb into !unsigned_short_b
      tile.gemm %a, %b into %c unsigned_b : !unsigned_short_a, !unsigned_short_b into !unsigned_short_c
    }
    tile.copy %c into %wc : !unsigned_short_c into !unsigned_short_wc
  }
  return
}

//--- wrapping.mlir
!wrapping_a = !tile.buffer<48x24xi8, shared>
!wrapping_b = !tile.buffer<80x24xi8, shared>
!wrapping_c = !tile.buffer<48x80xi32, fragment>
!wrapping_wa = !tile.buffer<48x24xi8, global>
!wrapping_wb = !tile.buffer<80x24xi8, global>
!wrapping_wc = !tile.buffer<48x80xi8, global>
func.func @wrapping(%A: memref<?x?xi8>, %B: memref<?x?xi8>, %C: memref<?x?xi8> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0 : i32
  %M = memref.dim %A, %c0 : memref<?x?xi8>
  %N = memref.dim %B, %c0 : memref<?x?xi8>
  %K = memref.dim %A, %c1 : memref<?x?xi8>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !wrapping_a
    %b = tile.alloc : !wrapping_b
    %c = tile.alloc : !wrapping_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xi8> -> !wrapping_wc
    tile.fill %zero into %c : i32 into !wrapping_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xi8> -> !wrapping_wa
      %wb = tile.slice %B[%n : 80, %k : 24] : memref<?x?xi8> -> !wrapping_wb
      tile.copy %wa into %a : !wrapping_wa into !wrapping_a
      tile.copy %wb into %b : !wrapping_wb into !wrapping_b
      tile.gemm %a, %b into %c transpose_b : !wrapping_a, !wrapping_b into !wrapping_c
    }
    tile.copy %c into %wc : !wrapping_c into !wrapping_wc
  }
  return
}

//--- wide.mlir
!wide_a = !tile.buffer<48x24xi32, shared>
!wide_b = !tile.buffer<24x80xi32, shared>
!wide_c = !tile.buffer<48x80xi64, fragment>
!wide_wa = !tile.buffer<48x24xi32, global>
!wide_wb = !tile.buffer<24x80xi32, global>
!wide_wc = !tile.buffer<48x80xi64, global>
func.func @wide(%A: memref<?x?xi32>, %B: memref<?x?xi32>, %C: memref<?x?xi64> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant 48 : index
  %cn = arith.constant 80 : index
  %ck = arith.constant 24 : index
  %cstep = arith.constant 24 : index
  %zero = arith.constant 0 : i64
  %M = memref.dim %A, %c0 : memref<?x?xi32>
  %N = memref.dim %B, %c1 : memref<?x?xi32>
  %K = memref.dim %A, %c1 : memref<?x?xi32>
  %gx = arith.ceildivui %N, %cn : index
  %gy = arith.ceildivui %M, %cm : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(64) {
    %a = tile.alloc : !wide_a
    %b = tile.alloc : !wide_b
    %c = tile.alloc : !wide_c
    %m = arith.muli %by, %cm : index
    %n = arith.muli %bx, %cn : index
    %wc = tile.slice %C[%m : 48, %n : 80] : memref<?x?xi64> -> !wide_wc
    tile.fill %zero into %c : i64 into !wide_c
    scf.for %k = %c0 to %K step %cstep {
      %wa = tile.slice %A[%m : 48, %k : 24] : memref<?x?xi32> -> !wide_wa
      %wb = tile.slice %B[%k : 24, %n : 80] : memref<?x?xi32> -> !wide_wb
      tile.copy %wa into %a : !wide_wa into !wide_a
      tile.copy %wb into %b : !wide_wb into !wide_b
      tile.gemm %a, %b into %c : !wide_a, !wide_b into !wide_c
    }
    tile.copy %c into %wc : !wide_c into !wide_wc
  }
  return
}
