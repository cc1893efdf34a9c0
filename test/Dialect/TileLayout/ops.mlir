// RUN: tile-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: @offset
func.func @offset(%i: index, %j: index) -> index {
  // CHECK: tilelayout.apply #tilelayout.strided<(4,8):(8,1)>(%{{.*}}, %{{.*}})
  %o = tilelayout.apply #tilelayout.strided<(4,8):(8,1)>(%i, %j)
  return %o : index
}

// CHECK-LABEL: @apply
func.func @apply(%i: index, %j: index) -> (index, index, index, index) {
  // CHECK: tilelayout.apply #tilelayout.strided<(4,8):(8,1)>(%{{.*}}, %{{.*}})
  %o = tilelayout.apply #tilelayout.strided<(4,8):(8,1)>(%i, %j)
  // CHECK: tilelayout.apply #tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, bits = 16, align = 1024>(%{{.*}}, %{{.*}})
  %slot = tilelayout.apply #tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, bits = 16, align = 1024>(%i, %j)
  // One result for each axis.
  // CHECK: %{{.*}}:2 = tilelayout.apply #tilelayout.fragment
  %c:2 = tilelayout.apply #tilelayout.fragment<shape = (16,8), reg = (2,2):(1@d1,8@d0), lane = (4,8):(2@d1,1@d0)>(%i, %j)
  return %o, %slot, %c#0, %c#1 : index, index, index, index
}

// CHECK-LABEL: @apply_map
func.func @apply_map(%i: index, %j: index) -> index {
  // CHECK: tilelayout.apply #tilelayout.map<(8,64), (d0, d1) -> (d0 * 64 + d1, (d0 mod 8) * 8), bits = 16>
  %o = tilelayout.apply #tilelayout.map<(8,64), (d0, d1) -> (d0 * 64 + d1, (d0 mod 8) * 8), bits = 16>(%i, %j)
  return %o : index
}

// CHECK-LABEL: @inverse
func.func @inverse(%offset: index) -> (index, index) {
  // CHECK: %{{.*}}:2 = tilelayout.inverse #tilelayout.strided<(4,8):(8,1)>(%{{.*}})
  %i, %j = tilelayout.inverse #tilelayout.strided<(4,8):(8,1)>(%offset)
  return %i, %j : index, index
}

// CHECK-LABEL: @no_coordinates
func.func @no_coordinates() -> index {
  // CHECK: tilelayout.apply #tilelayout.memory<():(), bits = 32, align = 4>()
  %o = tilelayout.apply #tilelayout.memory<():(), bits = 32>()
  return %o : index
}

// CHECK-LABEL: @view
func.func @view(%b: memref<8x16xf16>, %r: vector<4x8xf16>) -> (memref<8x8xf32>, vector<4x4xi32>) {
  // CHECK: tilelayout.view %{{.*}} from(#tilelayout.memory<(8,16):(16,1), bits = 16, align = 4>) to(#tilelayout.memory<(8,8):(8,1), bits = 32, align = 4>) : memref<8x16xf16> to memref<8x8xf32>
  %v = tilelayout.view %b from(#tilelayout.memory<(8,16):(16,1), bits = 16, align = 4>)
                            to(#tilelayout.memory<(8,8):(8,1), bits = 32, align = 4>)
       : memref<8x16xf16> to memref<8x8xf32>
  // Two halves in a register are one word.
  // CHECK: tilelayout.view
  %w = tilelayout.view %r from(#tilelayout.fragment<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
                            to(#tilelayout.fragment<shape = (4,4), reg = 4:1@d1, lane = 4:1@d0>)
       : vector<4x8xf16> to vector<4x4xi32>
  return %v, %w : memref<8x8xf32>, vector<4x4xi32>
}

// CHECK-LABEL: @convert
func.func @convert(%s: vector<4x8xf32>) -> vector<4x8xf32> {
  // CHECK: tilelayout.convert %{{.*}} from(<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>) to(<shape = (4,8), reg = 4:1@d0, lane = 8:1@d1>) : vector<4x8xf32> to vector<4x8xf32>
  %t = tilelayout.convert %s from(<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
                               to(<shape = (4,8), reg = 4:1@d0, lane = 8:1@d1>)
       : vector<4x8xf32> to vector<4x8xf32>
  return %t : vector<4x8xf32>
}
