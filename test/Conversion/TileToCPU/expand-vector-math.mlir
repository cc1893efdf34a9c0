// RUN: tile-opt %s --tile-expand-vector-math --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-expand-vector-math{},canonicalize)' --split-input-file -o /dev/null

// exp and exp2 are arithmetic only, for scalars and vectors alike.

// CHECK-LABEL: func @exponentials
// CHECK-NOT: math.exp
// CHECK-NOT: call
// CHECK: return
func.func @exponentials(%x: vector<16xf32>, %y: f32) -> (vector<16xf32>, f32) {
  %a = math.exp %x : vector<16xf32>
  %b = math.exp2 %y : f32
  return %a, %b : vector<16xf32>, f32
}

// -----

// What is an instruction is left alone.

// CHECK-LABEL: func @instructions
// CHECK: math.fma
// CHECK: math.floor
// CHECK: math.sqrt
// CHECK: math.roundeven
// CHECK-NOT: call
// CHECK: return
func.func @instructions(%x: vector<8xf32>) -> vector<8xf32> {
  %a = math.fma %x, %x, %x : vector<8xf32>
  %b = math.floor %a : vector<8xf32>
  %c = math.sqrt %b : vector<8xf32>
  %d = math.roundeven %c : vector<8xf32>
  return %d : vector<8xf32>
}

// -----

// The rest is called, lane by lane.

// CHECK-LABEL: func @calls
// CHECK-COUNT-2: call @sinf
// CHECK: call @exp(
// CHECK: call @powf
// CHECK-NOT: math.
// CHECK: return
func.func @calls(%x: vector<2xf32>, %y: f64, %z: f32) -> (vector<2xf32>, f64, f32) {
  %a = math.sin %x : vector<2xf32>
  %b = math.exp %y : f64
  %c = math.powf %z, %z : f32
  return %a, %b, %c : vector<2xf32>, f64, f32
}
