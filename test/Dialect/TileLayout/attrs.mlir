// RUN: tile-opt %s --verify-roundtrip | FileCheck %s

#nested = #tilelayout.strided<(4,(2,3)):(1,(12,4))>
#axes = #tilelayout.strided<(4,8):(1@row,2@column)>
#swizzled = #tilelayout.memory<(128,64):(64,1), swizzle = <3, 4, 3>, bits = 16, align = 1024>
#padded = #tilelayout.memory<(64,64):(72,1), bits = 16, align = 16>
#matrix = #tilelayout.memory<(128,64):(1@datapath,1@column), bits = 32, align = 4>
#accumulator = #tilelayout.fragment<shape = (16,8), reg = (2,2):(1@d1,8@d0), lane = (4,8):(2@d1,1@d0)>
#opaque = #tilelayout.map<(8,64), (d0, d1) -> (d0 * 64 + d1, (d0 mod 8) * 8), bits = 16, align = 1024>

// CHECK-LABEL: @aliases
func.func private @aliases() attributes {
  // CHECK-SAME: a = #tilelayout.strided<(4,(2,3)):(1,(12,4))>
  a = #nested,
  // CHECK-SAME: b = #tilelayout.strided<(4,8):(1@row,2@column)>
  b = #axes,
  // CHECK-SAME: c = #tilelayout.memory<(128,64):(64,1), swizzle = <3, 4, 3>, bits = 16, align = 1024>
  c = #swizzled,
  // CHECK-SAME: d = #tilelayout.memory<(64,64):(72,1), bits = 16, align = 16>
  d = #padded,
  // CHECK-SAME: e = #tilelayout.memory<(128,64):(1@datapath,1@column), bits = 32, align = 4>
  e = #matrix,
  // CHECK-SAME: f = #tilelayout.fragment<shape = (16,8), reg = (2,2):(1@d1,8@d0), lane = (4,8):(2@d1,1@d0)>
  f = #accumulator,
  // CHECK-SAME: g = #tilelayout.map<(8,64), (d0, d1) -> (d0 * 64 + d1, (d0 mod 8) * 8), bits = 16, align = 1024>
  g = #opaque
}

// CHECK-LABEL: @strided
func.func private @strided() attributes {
  // CHECK-SAME: a = #tilelayout.strided<(4,(2,3)):(1,(12,4))>
  a = #tilelayout.strided<(4, (2, 3)) : (1, (12, 4))>,
  // As CuTe prints it.
  // CHECK-SAME: b = #tilelayout.strided<((2,2),3):((24,2),8)>
  b = #tilelayout.strided<((_2,_2),_3):((_24,_2),_8)>,
  // CHECK-SAME: c = #tilelayout.strided<(4,8):(1@row,2@column)>
  c = #tilelayout.strided<(4,8):(1@row,2@column)>,
  // CuTe's numbered axes.
  // CHECK-SAME: d = #tilelayout.strided<(4,8):(1@"0",2@"1")>
  d = #tilelayout.strided<(4,8):(1@"0",2@"1")>,
  // CHECK-SAME: e = #tilelayout.strided<(4,3):(-1,0)>
  e = #tilelayout.strided<(4,3):(-1,0)>,
  // CHECK-SAME: f = #tilelayout.strided<():()>
  f = #tilelayout.strided<():()>,
  // CHECK-SAME: g = #tilelayout.strided<7:2>
  g = #tilelayout.strided<7:2>
}

// CHECK-LABEL: @swizzle
func.func private @swizzle() attributes {
  // CHECK-SAME: a = #tilelayout.swizzle<3, 4, 3>
  a = #tilelayout.swizzle<3,4,3>,
  // CHECK-SAME: b = #tilelayout.swizzle<2, 0, -2>
  b = #tilelayout.swizzle<2, 0, -2>
}

// CHECK-LABEL: @memory
func.func private @memory() attributes {
  // The base is aligned as the swizzle needs it.
  // CHECK-SAME: a = #tilelayout.memory<(128,64):(64,1), swizzle = <3, 4, 3>, bits = 16, align = 1024>
  a = #tilelayout.memory<(128,64):(64,1), swizzle = <3, 4, 3>, bits = 16>,
  // CHECK-SAME: b = #tilelayout.memory<(64,64):(72,1), bits = 16, align = 16>
  b = #tilelayout.memory<(64,64):(72,1), align = 16, bits = 16>,
  // CHECK-SAME: c = #tilelayout.memory<(4,32):(32,1), bits = 4, slot = 8, align = 1>
  c = #tilelayout.memory<(4,32):(32,1), bits = 4, slot = 8>,
  // CHECK-SAME: d = #tilelayout.memory<(128,64):(1@datapath,1@column), bits = 32, align = 4>
  d = #tilelayout.memory<(128,64):(1@datapath,1@column), bits = 32>,
  // CHECK-SAME: e = #tilelayout.memory<():(), bits = 32, align = 4>
  e = #tilelayout.memory<():(), bits = 32>
}

// CHECK-LABEL: @fragment
func.func private @fragment() attributes {
  // CHECK-SAME: a = #tilelayout.fragment<shape = (16,8), reg = (2,2):(1@d1,8@d0), lane = (4,8):(2@d1,1@d0)>
  a = #tilelayout.fragment<shape = (16,8), reg = (2,2):(1@d1,8@d0), lane = (4,8):(2@d1,1@d0)>,
  // CHECK-SAME: b = #tilelayout.fragment<shape = (7,5), reg = 2:4@d0, lane = (4,8):(1@d0,1@d1), ragged>
  b = #tilelayout.fragment<shape = (7,5), lane = (4,8):(1@d0,1@d1), reg = 2:4@d0, ragged>,
  // CHECK-SAME: c = #tilelayout.fragment<shape = (64), reg = 2:32@d0, lane = 4:1@d0, warp = 2:4@d0, warpgroup = 2:8@d0, cta = 2:16@d0>
  c = #tilelayout.fragment<shape = 64, reg = 2:32@d0, lane = 4:1@d0, warp = 2:4@d0, warpgroup = 2:8@d0, cta = 2:16@d0>,
  // Thirty-two replicas.
  // CHECK-SAME: d = #tilelayout.fragment<shape = (), lane = 32:0>
  d = #tilelayout.fragment<shape = (), lane = 32:0>
}

// CHECK-LABEL: @map
func.func private @map() attributes {
  // CHECK-SAME: a = #tilelayout.map<(8,64), (d0, d1) -> (d0 * 64 + d1, (d0 mod 8) * 8), bits = 16, align = 1024>
  a = #tilelayout.map<(8,64), (i, j) -> (i * 64 + j, (i mod 8) * 8), bits = 16, align = 1024>,
  // CHECK-SAME: b = #tilelayout.map<(8), (d0) -> (d0), bits = 32>
  b = #tilelayout.map<8, (d0) -> (d0), bits = 32>,
  // CHECK-SAME: c = #tilelayout.map<(8), (d0) -> (d0), bits = 32>
  c = #tilelayout.map<(8), (d0) -> (d0), bits = 32>
}
