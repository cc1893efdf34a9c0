// RUN: split-file %s %t
//
// Products of tiles as they are, against the interpreter: none of their operands
// can be packed before the launch. Every kind of element and both transposes.
//
// RUN: tile-run %t/f16.mlir --entry=f16 --check --arg=random:1 --arg=random:2 --arg=zeros | FileCheck %s
// RUN: tile-run %t/f8.mlir --entry=f8 --check --arg=random:1 --arg=random:2 --arg=zeros | FileCheck %s
// RUN: tile-run %t/f8_result.mlir --entry=f8_result --check --arg=random:1 --arg=random:2 --arg=zeros | FileCheck %s
// RUN: tile-run %t/f64.mlir --entry=f64 --check --arg=random:1 --arg=random:2 --arg=zeros | FileCheck %s
// RUN: tile-run %t/tf32.mlir --entry=tf32 --check --arg=random:1 --arg=random:2 --arg=zeros | FileCheck %s
// RUN: tile-run %t/i4.mlir --entry=i4 --check --arg=random:1 --arg=random:2 --arg=zeros | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/i8.mlir --entry=i8 --check --arg=random:1 --arg=random:2 --arg=random:3 | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/i64.mlir --entry=i64 --check --arg=random:1 --arg=random:2 --arg=random:3 | FileCheck %s --check-prefix=EXACT
// RUN: tile-run %t/slices.mlir --entry=slices --check --arg=random:1 --arg=random:2 --arg=zeros | FileCheck %s
// RUN: tile-run %t/long.mlir --entry=long --check --arg=random:1 --arg=random:2 --arg=zeros | FileCheck %s
//
// CHECK: check: ok max-rel-err=
// EXACT: check: ok max-rel-err=0

//--- f16.mlir
func.func @f16(%A: memref<17x23xf16>, %B: memref<31x23xf16>, %C: memref<17x31xf16> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f16
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<17x23xf16, shared>
    %b = tile.alloc : !tile.buffer<31x23xf16, shared>
    %c = tile.alloc : !tile.buffer<17x31xf16, fragment>
    tile.copy %A into %a : memref<17x23xf16> into !tile.buffer<17x23xf16, shared>
    tile.copy %B into %b : memref<31x23xf16> into !tile.buffer<31x23xf16, shared>
    tile.fill %zero into %c : f16 into !tile.buffer<17x31xf16, fragment>
    tile.gemm %a, %b into %c transpose_b : !tile.buffer<17x23xf16, shared>, !tile.buffer<31x23xf16, shared> into !tile.buffer<17x31xf16, fragment>
    tile.copy %c into %C : !tile.buffer<17x31xf16, fragment> into memref<17x31xf16>
  }
  return
}

//--- f8.mlir
func.func @f8(%A: memref<23x17xf8E4M3FN>, %B: memref<23x31xf8E5M2>, %C: memref<17x31xf32> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<23x17xf8E4M3FN, shared>
    %b = tile.alloc : !tile.buffer<23x31xf8E5M2, shared>
    %c = tile.alloc : !tile.buffer<17x31xf32, fragment>
    tile.copy %A into %a : memref<23x17xf8E4M3FN> into !tile.buffer<23x17xf8E4M3FN, shared>
    tile.copy %B into %b : memref<23x31xf8E5M2> into !tile.buffer<23x31xf8E5M2, shared>
    tile.fill %zero into %c : f32 into !tile.buffer<17x31xf32, fragment>
    tile.gemm %a, %b into %c transpose_a : !tile.buffer<23x17xf8E4M3FN, shared>, !tile.buffer<23x31xf8E5M2, shared> into !tile.buffer<17x31xf32, fragment>
    tile.copy %c into %C : !tile.buffer<17x31xf32, fragment> into memref<17x31xf32>
  }
  return
}

//--- f8_result.mlir
func.func @f8_result(%A: memref<17x23xf8E4M3FN>, %B: memref<23x31xf8E4M3FN>, %C: memref<17x31xf8E5M2> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f8E5M2
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<17x23xf8E4M3FN, shared>
    %b = tile.alloc : !tile.buffer<23x31xf8E4M3FN, shared>
    %c = tile.alloc : !tile.buffer<17x31xf8E5M2, fragment>
    tile.copy %A into %a : memref<17x23xf8E4M3FN> into !tile.buffer<17x23xf8E4M3FN, shared>
    tile.copy %B into %b : memref<23x31xf8E4M3FN> into !tile.buffer<23x31xf8E4M3FN, shared>
    tile.fill %zero into %c : f8E5M2 into !tile.buffer<17x31xf8E5M2, fragment>
    tile.gemm %a, %b into %c : !tile.buffer<17x23xf8E4M3FN, shared>, !tile.buffer<23x31xf8E4M3FN, shared> into !tile.buffer<17x31xf8E5M2, fragment>
    tile.copy %c into %C : !tile.buffer<17x31xf8E5M2, fragment> into memref<17x31xf8E5M2>
  }
  return
}

//--- f64.mlir
func.func @f64(%A: memref<23x17xf64>, %B: memref<31x23xf64>, %C: memref<17x31xf64> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<23x17xf64, shared>
    %b = tile.alloc : !tile.buffer<31x23xf64, shared>
    %c = tile.alloc : !tile.buffer<17x31xf64, fragment>
    tile.copy %A into %a : memref<23x17xf64> into !tile.buffer<23x17xf64, shared>
    tile.copy %B into %b : memref<31x23xf64> into !tile.buffer<31x23xf64, shared>
    tile.fill %zero into %c : f64 into !tile.buffer<17x31xf64, fragment>
    tile.gemm %a, %b into %c transpose_a transpose_b : !tile.buffer<23x17xf64, shared>, !tile.buffer<31x23xf64, shared> into !tile.buffer<17x31xf64, fragment>
    tile.copy %c into %C : !tile.buffer<17x31xf64, fragment> into memref<17x31xf64>
  }
  return
}

//--- tf32.mlir
func.func @tf32(%A: memref<16x24xtf32>, %B: memref<24x32xtf32>, %C: memref<16x32xf32> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<16x24xtf32, shared>
    %b = tile.alloc : !tile.buffer<24x32xtf32, shared>
    %c = tile.alloc : !tile.buffer<16x32xf32, fragment>
    tile.copy %A into %a : memref<16x24xtf32> into !tile.buffer<16x24xtf32, shared>
    tile.copy %B into %b : memref<24x32xtf32> into !tile.buffer<24x32xtf32, shared>
    tile.fill %zero into %c : f32 into !tile.buffer<16x32xf32, fragment>
    tile.gemm %a, %b into %c : !tile.buffer<16x24xtf32, shared>, !tile.buffer<24x32xtf32, shared> into !tile.buffer<16x32xf32, fragment>
    tile.copy %c into %C : !tile.buffer<16x32xf32, fragment> into memref<16x32xf32>
  }
  return
}

//--- i4.mlir
func.func @i4(%A: memref<16x24xi4>, %B: memref<24x32xi4>, %C: memref<16x32xi32> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<16x24xi4, shared>
    %b = tile.alloc : !tile.buffer<24x32xi4, shared>
    %c = tile.alloc : !tile.buffer<16x32xi32, fragment>
    tile.copy %A into %a : memref<16x24xi4> into !tile.buffer<16x24xi4, shared>
    tile.copy %B into %b : memref<24x32xi4> into !tile.buffer<24x32xi4, shared>
    tile.fill %zero into %c : i32 into !tile.buffer<16x32xi32, fragment>
    tile.gemm %a, %b into %c unsigned_b : !tile.buffer<16x24xi4, shared>, !tile.buffer<24x32xi4, shared> into !tile.buffer<16x32xi32, fragment>
    tile.copy %c into %C : !tile.buffer<16x32xi32, fragment> into memref<16x32xi32>
  }
  return
}

//--- i8.mlir
func.func @i8(%A: memref<17x23xi8>, %B: memref<31x23xi8>, %C: memref<17x31xi32> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<17x23xi8, shared>
    %b = tile.alloc : !tile.buffer<31x23xi8, shared>
    %c = tile.alloc : !tile.buffer<17x31xi32, fragment>
    tile.copy %A into %a : memref<17x23xi8> into !tile.buffer<17x23xi8, shared>
    tile.copy %B into %b : memref<31x23xi8> into !tile.buffer<31x23xi8, shared>
    tile.copy %C into %c : memref<17x31xi32> into !tile.buffer<17x31xi32, fragment>
    tile.gemm %a, %b into %c transpose_b unsigned_a : !tile.buffer<17x23xi8, shared>, !tile.buffer<31x23xi8, shared> into !tile.buffer<17x31xi32, fragment>
    tile.copy %c into %C : !tile.buffer<17x31xi32, fragment> into memref<17x31xi32>
  }
  return
}

//--- i64.mlir
func.func @i64(%A: memref<17x23xi64>, %B: memref<23x31xi64>, %C: memref<17x31xi64> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<17x23xi64, shared>
    %b = tile.alloc : !tile.buffer<23x31xi64, shared>
    %c = tile.alloc : !tile.buffer<17x31xi64, fragment>
    tile.copy %A into %a : memref<17x23xi64> into !tile.buffer<17x23xi64, shared>
    tile.copy %B into %b : memref<23x31xi64> into !tile.buffer<23x31xi64, shared>
    tile.copy %C into %c : memref<17x31xi64> into !tile.buffer<17x31xi64, fragment>
    tile.gemm %a, %b into %c : !tile.buffer<17x23xi64, shared>, !tile.buffer<23x31xi64, shared> into !tile.buffer<17x31xi64, fragment>
    tile.copy %c into %C : !tile.buffer<17x31xi64, fragment> into memref<17x31xi64>
  }
  return
}

//--- long.mlir
func.func @long(%A: memref<7x1000xf32>, %B: memref<1000x300xbf16>, %C: memref<7x300xf32> {tile.out}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<7x1000xf32, shared>
    %b = tile.alloc : !tile.buffer<1000x300xbf16, shared>
    %c = tile.alloc : !tile.buffer<7x300xf32, fragment>
    tile.copy %A into %a : memref<7x1000xf32> into !tile.buffer<7x1000xf32, shared>
    tile.copy %B into %b : memref<1000x300xbf16> into !tile.buffer<1000x300xbf16, shared>
    tile.fill %zero into %c : f32 into !tile.buffer<7x300xf32, fragment>
    tile.gemm %a, %b into %c : !tile.buffer<7x1000xf32, shared>, !tile.buffer<1000x300xbf16, shared> into !tile.buffer<7x300xf32, fragment>
    tile.copy %c into %C : !tile.buffer<7x300xf32, fragment> into memref<7x300xf32>
  }
  return
}

//--- slices.mlir
func.func @slices(%A: memref<40x48xf32>, %B: memref<48x40xf32>, %C: memref<19x21xf32> {tile.out}) {
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tile.buffer<40x48xf32, shared>
    %b = tile.alloc : !tile.buffer<48x40xf32, shared>
    %c = tile.alloc : !tile.buffer<24x24xf32, fragment>
    tile.copy %A into %a : memref<40x48xf32> into !tile.buffer<40x48xf32, shared>
    tile.copy %B into %b : memref<48x40xf32> into !tile.buffer<48x40xf32, shared>
    %as = tile.slice %a[3 : 19, 5 : 37] : !tile.buffer<40x48xf32, shared> -> !tile.buffer<19x37xf32, shared>
    %bs = tile.slice %b[7 : 37, 9 : 21] : !tile.buffer<48x40xf32, shared> -> !tile.buffer<37x21xf32, shared>
    %cs = tile.slice %c[2 : 19, 1 : 21] : !tile.buffer<24x24xf32, fragment> -> !tile.buffer<19x21xf32, fragment>
    tile.gemm %as, %bs into %cs clear(%true) : !tile.buffer<19x37xf32, shared>, !tile.buffer<37x21xf32, shared> into !tile.buffer<19x21xf32, fragment>
    tile.copy %cs into %C : !tile.buffer<19x21xf32, fragment> into memref<19x21xf32>
  }
  return
}
