// RUN: tile-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @constants
func.func @constants() -> (index, index, index, index) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  // 3 * 64 + 5 = 197 in bytes is 394; row 3 moves chunk 0 to chunk 3.
  %slot = tilelayout.apply #tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, bits = 16>(%c3, %c5)
  %i, %j = tilelayout.inverse #tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, bits = 16>(%slot)
  %o = tilelayout.apply #tilelayout.swizzle<3, 4, 3>(%c3)
  // CHECK-DAG: %[[SLOT:.*]] = arith.constant 221 : index
  // CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[FIVE:.*]] = arith.constant 5 : index
  // CHECK: return %[[SLOT]], %[[THREE]], %[[FIVE]], %[[THREE]]
  return %slot, %i, %j, %o : index, index, index, index
}

// CHECK-LABEL: @fragment_constants
func.func @fragment_constants() -> (index, index) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  // CHECK-DAG: %[[ROW:.*]] = arith.constant 9 : index
  // CHECK-DAG: %[[COLUMN:.*]] = arith.constant 3 : index
  // CHECK: return %[[ROW]], %[[COLUMN]]
  %c:2 = tilelayout.apply #tilelayout.fragment<shape = (16,8), reg = (2,2):(1@d1,8@d0), lane = (4,8):(2@d1,1@d0)>(%c3, %c5)
  return %c#0, %c#1 : index, index
}

// Outside the domain the value is unspecified, and nothing folds.
// CHECK-LABEL: @outside
func.func @outside() -> index {
  %c4 = arith.constant 4 : index
  // CHECK: tilelayout.apply
  %o = tilelayout.apply #tilelayout.strided<(4,8):(8,1)>(%c4, %c4)
  return %o : index
}

// CHECK-LABEL: @inverse_of_apply
// CHECK-SAME: (%[[I:.*]]: index, %[[J:.*]]: index)
func.func @inverse_of_apply(%i: index, %j: index) -> (index, index) {
  %o = tilelayout.apply #tilelayout.strided<(4,8):(8,1)>(%i, %j)
  %x:2 = tilelayout.inverse #tilelayout.strided<(4,8):(8,1)>(%o)
  // CHECK: return %[[I]], %[[J]]
  return %x#0, %x#1 : index, index
}

// The first of several replicas need not be the one that was asked about.
// CHECK-LABEL: @inverse_of_replicas
func.func @inverse_of_replicas(%i: index, %j: index) -> (index, index) {
  %o = tilelayout.apply #tilelayout.strided<(4,8):(0,1)>(%i, %j)
  // CHECK: tilelayout.inverse
  %x:2 = tilelayout.inverse #tilelayout.strided<(4,8):(0,1)>(%o)
  return %x#0, %x#1 : index, index
}

// CHECK-LABEL: @results_out_of_order
func.func @results_out_of_order(%i: index, %j: index) -> (index, index) {
  %o:2 = tilelayout.apply #tilelayout.strided<(8,8):(1@a,1@b)>(%i, %j)
  // CHECK: tilelayout.inverse
  %x:2 = tilelayout.inverse #tilelayout.strided<(8,8):(1@a,1@b)>(%o#1, %o#0)
  return %x#0, %x#1 : index, index
}

// CHECK-LABEL: @no_swizzle
// CHECK-SAME: (%[[I:.*]]: index)
func.func @no_swizzle(%i: index) -> index {
  // CHECK: return %[[I]]
  %o = tilelayout.apply #tilelayout.swizzle<0, 0, 0>(%i)
  return %o : index
}

// CHECK-LABEL: @view_back
// CHECK-SAME: (%[[B:.*]]: memref<8x16xf16>)
func.func @view_back(%b: memref<8x16xf16>) -> (memref<8x16xf16>, memref<128xi16>) {
  %v = tilelayout.view %b from(#tilelayout.memory<(8,16):(16,1), bits = 16, align = 4>)
                            to(#tilelayout.memory<(8,8):(8,1), bits = 32, align = 4>)
       : memref<8x16xf16> to memref<8x8xf32>
  %w = tilelayout.view %v from(#tilelayout.memory<(8,8):(8,1), bits = 32, align = 4>)
                            to(#tilelayout.memory<(8,16):(16,1), bits = 16, align = 4>)
       : memref<8x8xf32> to memref<8x16xf16>
  // CHECK: %[[X:.*]] = tilelayout.view %[[B]] from(#tilelayout.memory<(8,16):(16,1), bits = 16, align = 4>) to(#tilelayout.memory<(128):(1), bits = 16, align = 2>)
  %x = tilelayout.view %v from(#tilelayout.memory<(8,8):(8,1), bits = 32, align = 4>)
                            to(#tilelayout.memory<(128):(1), bits = 16, align = 2>)
       : memref<8x8xf32> to memref<128xi16>
  // CHECK: return %[[B]], %[[X]]
  return %w, %x : memref<8x16xf16>, memref<128xi16>
}

// CHECK-LABEL: @convert_chain
// CHECK-SAME: (%[[S:.*]]: vector<4x8xf32>)
func.func @convert_chain(%s: vector<4x8xf32>) -> (vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>) {
  %same = tilelayout.convert %s from(<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
                                  to(<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
          : vector<4x8xf32> to vector<4x8xf32>
  %t = tilelayout.convert %s from(<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
                               to(<shape = (4,8), reg = 4:1@d0, lane = 8:1@d1>)
       : vector<4x8xf32> to vector<4x8xf32>
  %back = tilelayout.convert %t from(<shape = (4,8), reg = 4:1@d0, lane = 8:1@d1>)
                                  to(<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
          : vector<4x8xf32> to vector<4x8xf32>
  // CHECK: %[[U:.*]] = tilelayout.convert %[[S]] from(<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>) to(<shape = (4,8), reg = 32:1@d0, ragged>)
  %u = tilelayout.convert %t from(<shape = (4,8), reg = 4:1@d0, lane = 8:1@d1>)
                               to(<shape = (4,8), reg = 32:1@d0, ragged>)
       : vector<4x8xf32> to vector<4x8xf32>
  // CHECK: return %[[S]], %[[S]], %[[U]]
  return %same, %back, %u : vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>
}
