// Folds and canonical forms, each beside a case that must stay.
//
// RUN: tile-opt %s --canonicalize --split-input-file | FileCheck %s

//===----------------------------------------------------------------------===//
// Conversions of constants
//===----------------------------------------------------------------------===//

// Rounding to nearest even, overflow to infinity in f16 and wider.
// CHECK-LABEL: func.func @float_to_float()
// CHECK-DAG: %[[A:.*]] = arith.constant 1.000000e+00 : f16
// CHECK-DAG: %[[B:.*]] = arith.constant 1.001{{9|95}}{{.*}}e+00 : f16
// CHECK-DAG: %[[C:.*]] = arith.constant 0x7C00 : f16
// CHECK-DAG: %[[D:.*]] = arith.constant {{.*}} : tf32
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @float_to_float() -> (f16, f16, f16, tf32) {
  // 1 + 2^-11 is half way between 1 and its successor 1 + 2^-10.
  %tie = arith.constant 1.00048828125 : f32
  %up = arith.constant 1.00146484375 : f32
  %big = arith.constant 1.0e6 : f32
  %third = arith.constant 0.333333343 : f32
  %a = tile.cast %tie : f32 to f16
  %b = tile.cast %up : f32 to f16
  %c = tile.cast %big : f32 to f16
  %d = tile.cast %third : f32 to tf32
  return %a, %b, %c, %d : f16, f16, f16, tf32
}

// -----

// Overflow and infinity saturate in 8 bits and fewer; NaN stays NaN, or becomes
// the largest value of a type without one.
// CHECK-LABEL: func.func @float_to_narrow()
// CHECK-DAG: %[[MAX:.*]] = arith.constant 4.480000e+02 : f8E4M3FN
// CHECK-DAG: %[[MIN:.*]] = arith.constant -5.734400e+04 : f8E5M2
// CHECK-DAG: %[[NAN:.*]] = arith.constant 0x7F : f8E4M3FN
// CHECK-DAG: %[[SIX:.*]] = arith.constant 6.000000e+00 : f4E2M1FN
// CHECK: return %[[MAX]], %[[MIN]], %[[NAN]], %[[SIX]], %[[SIX]]
func.func @float_to_narrow() -> (f8E4M3FN, f8E5M2, f8E4M3FN, f4E2M1FN, f4E2M1FN) {
  %big = arith.constant 1.0e6 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %a = tile.cast %big : f32 to f8E4M3FN
  %b = tile.cast %ninf : f32 to f8E5M2
  %c = tile.cast %nan : f32 to f8E4M3FN
  %d = tile.cast %nan : f32 to f4E2M1FN
  %e = tile.cast %big : f32 to f4E2M1FN
  return %a, %b, %c, %d, %e : f8E4M3FN, f8E5M2, f8E4M3FN, f4E2M1FN, f4E2M1FN
}

// -----

// CHECK-LABEL: func.func @ieee_overflow()
// CHECK-DAG: %[[INF:.*]] = arith.constant 0x7C : f8E5M2
// CHECK-DAG: %[[NAN:.*]] = arith.constant 0x7F : f8E4M3FN
// CHECK: return %[[INF]], %[[NAN]], %[[NAN]]
func.func @ieee_overflow() -> (f8E5M2, f8E4M3FN, f8E4M3FN) {
  %big = arith.constant 1.0e6 : f32
  %inf = arith.constant 0x7F800000 : f32
  %a = tile.cast %big saturate(false) : f32 to f8E5M2
  %b = tile.cast %big saturate(false) : f32 to f8E4M3FN
  %c = tile.cast %inf saturate(false) : f32 to f8E4M3FN
  return %a, %b, %c : f8E5M2, f8E4M3FN, f8E4M3FN
}

// -----

// CHECK-LABEL: func.func @rounding_modes()
// CHECK-DAG: %[[LOW:.*]] = arith.constant 1.000000e+00 : bf16
// CHECK-DAG: %[[HIGH:.*]] = arith.constant 1.007{{.*}}e+00 : bf16
// CHECK: return %[[LOW]], %[[HIGH]], %[[LOW]], %[[HIGH]], %[[LOW]]
func.func @rounding_modes() -> (bf16, bf16, bf16, bf16, bf16) {
  // Half way between 1 and its successor 1 + 2^-7.
  %tie = arith.constant 1.00390625 : f32
  %a = tile.cast %tie rounding(rz) : f32 to bf16
  %b = tile.cast %tie rounding(ru) : f32 to bf16
  %c = tile.cast %tie rounding(rd) : f32 to bf16
  %d = tile.cast %tie rounding(rna) : f32 to bf16
  %e = tile.cast %tie : f32 to bf16
  return %a, %b, %c, %d, %e : bf16, bf16, bf16, bf16, bf16
}

// -----

// Toward zero, saturating, NaN to 0.
// CHECK-LABEL: func.func @float_to_integer()
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -2 : i32
// CHECK-DAG: %[[MAX:.*]] = arith.constant 127 : i8
// CHECK-DAG: %[[MIN:.*]] = arith.constant -128 : i8
// CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i8
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK: return %[[MINUS]], %[[MAX]], %[[MIN]], %[[ALL]], %[[ZERO]], %[[ZERO]]
func.func @float_to_integer() -> (i32, i8, i8, i8, i8, i8) {
  %x = arith.constant -2.9 : f32
  %big = arith.constant 1.0e6 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %a = tile.cast %x : f32 to i32
  %b = tile.cast %big : f32 to i8
  %c = tile.cast %ninf : f32 to i8
  %d = tile.cast %big unsigned : f32 to i8
  %e = tile.cast %x unsigned : f32 to i8
  %f = tile.cast %nan : f32 to i8
  return %a, %b, %c, %d, %e, %f : i32, i8, i8, i8, i8, i8
}

// -----

// CHECK-LABEL: func.func @integer_to_float()
// CHECK-DAG: %[[SIGNED:.*]] = arith.constant -1.000000e+00 : f16
// CHECK-DAG: %[[UNSIGNED:.*]] = arith.constant 1.500000e+01 : f16
// CHECK-DAG: %[[EVEN:.*]] = arith.constant 0x4B800000 : f32
// CHECK-DAG: %[[INF:.*]] = arith.constant 0x7C00 : f16
// CHECK-DAG: %[[MAX:.*]] = arith.constant 4.480000e+02 : f8E4M3FN
// CHECK: return %[[SIGNED]], %[[UNSIGNED]], %{{.*}}, %[[INF]], %[[MAX]]
func.func @integer_to_float() -> (f16, f16, f32, f16, f8E4M3FN) {
  %q = arith.constant -1 : i4
  // 2^24 + 1 has no f32.
  %odd = arith.constant 16777217 : i32
  %a = tile.cast %q : i4 to f16
  %b = tile.cast %q unsigned : i4 to f16
  %c = tile.cast %odd : i32 to f32
  %d = tile.cast %odd : i32 to f16
  %e = tile.cast %odd : i32 to f8E4M3FN
  return %a, %b, %c, %d, %e : f16, f16, f32, f16, f8E4M3FN
}

// -----

// Wrap, or extend by sign or by zero; to i1 it is whether the value is not 0.
// CHECK-LABEL: func.func @integer_to_integer()
// CHECK-DAG: %[[WRAP:.*]] = arith.constant 44 : i8
// CHECK-DAG: %[[SIGN:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 255 : i32
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: return %[[WRAP]], %[[SIGN]], %[[ZERO]], %[[TRUE]], %[[TRUE]], %[[FALSE]]
func.func @integer_to_integer() -> (i8, i32, i32, i1, i1, i1) {
  %x = arith.constant 300 : i32
  %y = arith.constant -1 : i8
  %even = arith.constant 2 : i32
  %half = arith.constant 0.5 : f32
  %none = arith.constant -0.0 : f32
  %a = tile.cast %x : i32 to i8
  %b = tile.cast %y : i8 to i32
  %c = tile.cast %y unsigned : i8 to i32
  %d = tile.cast %even : i32 to i1
  %e = tile.cast %half : f32 to i1
  %f = tile.cast %none : f32 to i1
  return %a, %b, %c, %d, %e, %f : i8, i32, i32, i1, i1, i1
}

// -----

// CHECK-LABEL: func.func @vectors()
// CHECK-DAG: arith.constant dense<[1, -2, 3, 127]> : vector<4xi8>
// CHECK-DAG: arith.constant dense<2.500000e+00> : vector<2xf8E5M2>
func.func @vectors() -> (vector<4xi8>, vector<2xf8E5M2>) {
  %x = arith.constant dense<[1.5, -2.5, 3.0, 300.0]> : vector<4xf32>
  %y = arith.constant dense<2.5> : vector<2xf32>
  %a = tile.cast %x : vector<4xf32> to vector<4xi8>
  %b = tile.cast %y : vector<2xf32> to vector<2xf8E5M2>
  return %a, %b : vector<4xi8>, vector<2xf8E5M2>
}

// -----

// CHECK-LABEL: func.func @identity(
// CHECK-SAME: %[[X:.*]]: f8E5M2
// CHECK-NEXT: return %[[X]]
func.func @identity(%x: f8E5M2) -> f8E5M2 {
  %y = tile.cast %x : f8E5M2 to f8E5M2
  return %y : f8E5M2
}

// -----

// Random bits are left to run time.
// CHECK-LABEL: func.func @not_folded(
// CHECK: tile.cast %{{.*}} rounding(rs, %{{.*}}) : f32 to f16
func.func @not_folded(%bits: i32) -> f16 {
  %x = arith.constant 1.1 : f32
  %a = tile.cast %x rounding(rs, %bits) : f32 to f16
  return %a : f16
}

// -----

// The scale type has neither zero nor sign: both become the least number. Half
// way between two powers is up.
// CHECK-LABEL: func.func @scales()
// CHECK-DAG: %[[LEAST:.*]] = arith.constant 5.877470e-39 : f8E8M0FNU
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f8E8M0FNU
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4.000000e+00 : f8E8M0FNU
// CHECK: return %[[LEAST]], %[[LEAST]], %[[LEAST]], %[[LEAST]], %[[TWO]], %[[FOUR]]
func.func @scales() -> (f8E8M0FNU, f8E8M0FNU, f8E8M0FNU, f8E8M0FNU, f8E8M0FNU, f8E8M0FNU) {
  %minus = arith.constant -1.0 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %negative = arith.constant -3 : i32
  %half = arith.constant 1.5 : f32
  %three = arith.constant 3 : i32
  %a = tile.cast %minus : f32 to f8E8M0FNU
  %b = tile.cast %zero : f32 to f8E8M0FNU
  %c = tile.cast %none : i32 to f8E8M0FNU
  %d = tile.cast %negative : i32 to f8E8M0FNU
  %e = tile.cast %half : f32 to f8E8M0FNU
  %f = tile.cast %three : i32 to f8E8M0FNU
  return %a, %b, %c, %d, %e, %f : f8E8M0FNU, f8E8M0FNU, f8E8M0FNU, f8E8M0FNU, f8E8M0FNU, f8E8M0FNU
}

// -----

//===----------------------------------------------------------------------===//
// Slices and views
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @constant_offsets(
// CHECK: tile.slice %{{.*}}[4 : 8, %{{.*}} : 16, -1] : memref<?x?x?xf32> -> !tile.buffer<8x16xf32, global>
func.func @constant_offsets(%n: index, %A: memref<?x?x?xf32>, %B: memref<8x16xf32>) {
  %c4 = arith.constant 4 : index
  %m1 = arith.constant -1 : index
  tile.launch blocks(%bx) in (%n) threads(128) {
    %w = tile.slice %A[%c4 : 8, %bx : 16, %m1] : memref<?x?x?xf32> -> !tile.buffer<8x16xf32, global>
    tile.copy %w into %B : !tile.buffer<8x16xf32, global> into memref<8x16xf32>
  }
  return
}

// -----

// A slice of a slice: offsets add up, dropped dimensions stay dropped.
// CHECK-LABEL: func.func @slice_of_slice(
// CHECK-SAME: %{{.*}}: index, %[[I:.*]]: index, %[[A:.*]]: memref<?x?x?xf32>
// CHECK: %[[SUM:[0-9a-z]+]] = arith.addi %[[BX:[0-9a-z]+]], %[[I]] : index
// CHECK: tile.slice %[[A]][%[[I]], 5, %[[SUM]] : 4] pad(1.000000e+00 : f32) : memref<?x?x?xf32> -> !tile.buffer<4xf32, global>
// CHECK-NOT: tile.slice
func.func @slice_of_slice(%n: index, %i: index, %A: memref<?x?x?xf32>, %B: memref<4xf32>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %w = tile.slice %A[%i, 2 : 8, %bx : 16] pad(1.0 : f32) : memref<?x?x?xf32> -> !tile.buffer<8x16xf32, global>
    %v = tile.slice %w[3, %i : 4] : !tile.buffer<8x16xf32, global> -> !tile.buffer<4xf32, global>
    tile.copy %v into %B : !tile.buffer<4xf32, global> into memref<4xf32>
  }
  return
}

// -----

// The outer pad wins.
// CHECK-LABEL: func.func @pad_of_slices(
// CHECK: tile.slice %{{.*}}[1 : 4] pad(2.000000e+00 : f32)
func.func @pad_of_slices(%n: index, %A: memref<?xf32>, %B: memref<4xf32>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %w = tile.slice %A[1 : 8] pad(1.0 : f32) : memref<?xf32> -> !tile.buffer<8xf32, global>
    %v = tile.slice %w[0 : 4] pad(2.0 : f32) : !tile.buffer<8xf32, global> -> !tile.buffer<4xf32, global>
    tile.copy %v into %B : !tile.buffer<4xf32, global> into memref<4xf32>
  }
  return
}

// -----

// The whole of an on-chip buffer is the buffer; a window keeps its own bounds.
// CHECK-LABEL: func.func @whole_slice(
// CHECK: %[[S:.*]] = tile.alloc : !tile.buffer<8xf32, shared>
// CHECK-NEXT: %[[W:.*]] = tile.slice %{{.*}}[0 : 8] : memref<8xf32> -> !tile.buffer<8xf32, global>
// CHECK-NEXT: tile.copy %[[S]] into %[[W]]
func.func @whole_slice(%n: index, %A: memref<8xf32>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<8xf32, shared>
    %t = tile.slice %s[0 : 8] : !tile.buffer<8xf32, shared> -> !tile.buffer<8xf32, shared>
    %w = tile.slice %A[0 : 8] : memref<8xf32> -> !tile.buffer<8xf32, global>
    tile.copy %t into %w : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, global>
  }
  return
}

// -----

// CHECK-LABEL: func.func @view_of_view(
// CHECK-SAME: %[[A:.*]]: memref<8x8xi8>
// CHECK-NEXT: %[[V:.*]] = tile.view %[[A]] : memref<8x8xi8> -> memref<16xi32>
// CHECK-NEXT: return %[[V]], %[[A]]
func.func @view_of_view(%A: memref<8x8xi8>) -> (memref<16xi32>, memref<8x8xi8>) {
  %a = tile.view %A : memref<8x8xi8> -> memref<32xi16>
  %b = tile.view %a : memref<32xi16> -> memref<16xi32>
  %c = tile.view %A : memref<8x8xi8> -> memref<8x8xi8>
  return %b, %c : memref<16xi32>, memref<8x8xi8>
}

// -----

// Code that nothing reaches may use a value in the operation that gives it.
// CHECK-LABEL: func.func @cycles(
// CHECK-NEXT: return
func.func @cycles() {
  return
^bb1:
  %a = tile.view %b : memref<16xf32> -> memref<16xi32>
  %b = tile.view %a : memref<16xi32> -> memref<16xf32>
  %c = tile.view %c : memref<16xf32> -> memref<16xf32>
  %d = tile.slice %d[0 : 8] : !tile.buffer<8xf32, global> -> !tile.buffer<8xf32, global>
  %e = tile.slice %e[0 : 8] : !tile.buffer<8xf32, shared> -> !tile.buffer<8xf32, shared>
  %f = tile.cast %f : f32 to f32
  cf.br ^bb1
}

// -----

// A slice keeps its offset where the sum of two has no place in 64 bits.
// CHECK-LABEL: func.func @far_offsets(
// CHECK: tile.slice %{{.*}}[9223372036854775807 : 8]
// CHECK: tile.slice %{{.*}}[1 : 4]
func.func @far_offsets(%n: index, %A: memref<?xf32>, %B: memref<4xf32>) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %w = tile.slice %A[9223372036854775807 : 8] : memref<?xf32> -> !tile.buffer<8xf32, global>
    %v = tile.slice %w[1 : 4] : !tile.buffer<8xf32, global> -> !tile.buffer<4xf32, global>
    tile.copy %v into %B : !tile.buffer<4xf32, global> into memref<4xf32>
  }
  return
}

// -----

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @empty_loops(
// CHECK-NOT: tile.parallel
// CHECK-NOT: tile.pipelined
// CHECK-NOT: tile.persistent
// CHECK: return
func.func @empty_loops(%n: index, %A: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%n) threads(128) {
    tile.parallel (%i, %j) in (8, 0) {
      tile.store %v, %A[%i] : memref<8xf32>
    }
    tile.parallel (%i) in (8) {
      %x = arith.addf %v, %v : f32
    }
    tile.pipelined %k = %c4 to %c1 step %c1 stages(2) {
      tile.store %v, %A[%k] : memref<8xf32>
    }
    tile.pipelined %k = %c0 to %n step %c1 {
      %x = arith.addf %v, %v : f32
    }
    tile.persistent (%m, %k) in (%n, %c0) worker(%bx of %n) {
      tile.store %v, %A[%k] : memref<8xf32>
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @other_loops(
// CHECK: tile.parallel
// CHECK: tile.pipelined
// CHECK: tile.persistent
func.func @other_loops(%n: index, %A: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%n) threads(128) {
    tile.parallel (%i, %j) in (8, %n) {
      tile.store %v, %A[%i] : memref<8xf32>
    }
    tile.pipelined %k = %c0 to %c1 step %c1 stages(2) {
      tile.store %v, %A[%k] : memref<8xf32>
    }
    tile.persistent (%m, %k) in (%n, %c1) worker(%bx of %n) {
      tile.store %v, %A[%k] : memref<8xf32>
    }
  }
  return
}

// -----

// An allocation that nothing uses goes; accesses of memory stay in place.
// CHECK-LABEL: func.func @effects(
// CHECK: tile.alloc
// CHECK-NEXT: tile.fill
// CHECK-NEXT: tile.sync
// CHECK-NEXT: tile.copy
// CHECK-NOT: tile.alloc
func.func @effects(%n: index, %A: memref<8xf32>, %v: f32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<8xf32, shared>
    %unused = tile.alloc : !tile.buffer<8xf32, shared>
    tile.fill %v into %s : f32 into !tile.buffer<8xf32, shared>
    tile.sync
    tile.copy %s into %A : !tile.buffer<8xf32, shared> into memref<8xf32>
  }
  return
}
