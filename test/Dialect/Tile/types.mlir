// Every type of the dialect in every form that its syntax has.
//
// RUN: tile-opt %s --verify-roundtrip | FileCheck %s

// Spaces, ranks and dynamic extents. The examples of the type's description.
// CHECK-LABEL: func.func private @spaces(
// CHECK-SAME: !tile.buffer<128x32xf16, shared>
// CHECK-SAME: !tile.buffer<?x128xf16, global>
// CHECK-SAME: !tile.buffer<f32, local>
// CHECK-SAME: !tile.buffer<4xi64, barrier>
// CHECK-SAME: !tile.buffer<128x64xf16, shared, versions = 3>
// CHECK-SAME: !tile.buffer<8x8xf16, shared>
// CHECK-SAME: !tile.buffer<16x16xf32, fragment>
// CHECK-SAME: !tile.buffer<128x256xf32, tmem>
// CHECK-SAME: !tile.buffer<8xf32, cluster>
// CHECK-SAME: !tile.buffer<2x3x4x5x6xi8, local>
func.func private @spaces(
    !tile.buffer<128x32xf16, shared>,
    !tile.buffer<?x128xf16, global>,
    !tile.buffer<f32, local>,
    !tile.buffer<4xi64, barrier>,
    !tile.buffer<128x64xf16, shared, versions = 3>,
    !tile.buffer<8x8xf16, shared>,
    !tile.buffer<16x16xf32, fragment>,
    !tile.buffer<128x256xf32, tmem>,
    !tile.buffer<8xf32, cluster>,
    !tile.buffer<2x3x4x5x6xi8, local>)

// CHECK-LABEL: func.func private @elements(
// CHECK-SAME: !tile.buffer<8xi1, shared>, !tile.buffer<8xi4, shared>, !tile.buffer<8xi8, shared>, !tile.buffer<8xi16, shared>, !tile.buffer<8xi32, shared>, !tile.buffer<8xi64, shared>,
// CHECK-SAME: !tile.buffer<8xf16, shared>, !tile.buffer<8xbf16, shared>, !tile.buffer<8xtf32, shared>, !tile.buffer<8xf32, shared>, !tile.buffer<8xf64, shared>,
// CHECK-SAME: !tile.buffer<8xf8E4M3FN, shared>, !tile.buffer<8xf8E4M3FNUZ, shared>, !tile.buffer<8xf8E4M3B11FNUZ, shared>, !tile.buffer<8xf8E3M4, shared>, !tile.buffer<8xf8E4M3, shared>, !tile.buffer<8xf8E5M2, shared>, !tile.buffer<8xf8E5M2FNUZ, shared>, !tile.buffer<8xf8E8M0FNU, shared>,
// CHECK-SAME: !tile.buffer<8xf6E2M3FN, shared>, !tile.buffer<8xf6E3M2FN, shared>, !tile.buffer<8xf4E2M1FN, shared>,
// CHECK-SAME: !tile.buffer<8xvector<4xf16>, local>, !tile.buffer<vector<2xi8>, local>
func.func private @elements(
    !tile.buffer<8xi1, shared>, !tile.buffer<8xi4, shared>, !tile.buffer<8xi8, shared>,
    !tile.buffer<8xi16, shared>, !tile.buffer<8xi32, shared>, !tile.buffer<8xi64, shared>,
    !tile.buffer<8xf16, shared>, !tile.buffer<8xbf16, shared>, !tile.buffer<8xtf32, shared>,
    !tile.buffer<8xf32, shared>, !tile.buffer<8xf64, shared>,
    !tile.buffer<8xf8E4M3FN, shared>, !tile.buffer<8xf8E4M3FNUZ, shared>,
    !tile.buffer<8xf8E4M3B11FNUZ, shared>, !tile.buffer<8xf8E3M4, shared>,
    !tile.buffer<8xf8E4M3, shared>, !tile.buffer<8xf8E5M2, shared>,
    !tile.buffer<8xf8E5M2FNUZ, shared>, !tile.buffer<8xf8E8M0FNU, shared>,
    !tile.buffer<8xf6E2M3FN, shared>, !tile.buffer<8xf6E3M2FN, shared>,
    !tile.buffer<8xf4E2M1FN, shared>,
    !tile.buffer<8xvector<4xf16>, local>, !tile.buffer<vector<2xi8>, local>)

// CHECK-LABEL: func.func private @handles(
// CHECK-SAME: !tile.token, !tile.channel<4, !tile.buffer<128x64xf16, shared>>, !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>,
// CHECK-SAME: !tile.reducer<32xf32, sum>, !tile.reducer<f32, max>, !tile.reducer<2x3xi32, bitxor>,
// CHECK-SAME: !tile.rng<philox>, !tile.rng<xorwow>, !tile.rng<mrg32k3a>
func.func private @handles(
    !tile.token, !tile.channel<4, !tile.buffer<128x64xf16, shared>>,
    !tile.channel<1, !tile.buffer<4xf32, shared>, !tile.buffer<8xf16, shared>>,
    !tile.reducer<32xf32, sum>, !tile.reducer<f32, max>, !tile.reducer<2x3xi32, bitxor>,
    !tile.rng<philox>, !tile.rng<xorwow>, !tile.rng<mrg32k3a>)
