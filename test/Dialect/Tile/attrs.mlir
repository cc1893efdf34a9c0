// Every attribute of the dialect, on an operation that belongs to nobody.
//
// RUN: tile-opt %s --allow-unregistered-dialect --verify-roundtrip | FileCheck %s

// CHECK: #tile.raster<row, panel = 10>
"test.attr"() {value = #tile.raster<row, panel = 10>} : () -> ()
// CHECK: #tile.raster<column, panel = 1>
"test.attr"() {value = #tile.raster<column, panel = 1>} : () -> ()
// CHECK: #tile.walk<group = 8>
"test.attr"() {value = #tile.walk<group = 8>} : () -> ()
// CHECK: #tile.loop<unroll>
"test.attr"() {value = #tile.loop<unroll>} : () -> ()
// CHECK: #tile.loop<unroll = 4>
"test.attr"() {value = #tile.loop<unroll = 4>} : () -> ()
// CHECK: #tile.loop<expand>
"test.attr"() {value = #tile.loop<expand>} : () -> ()
// CHECK: #tile.loop<vectorize>
"test.attr"() {value = #tile.loop<vectorize>} : () -> ()
// CHECK: #tile.regs<producer = 24, consumer = 240>
"test.attr"() {value = #tile.regs<producer = 24, consumer = 240>} : () -> ()
// CHECK: #tile.regs<none>
"test.attr"() {value = #tile.regs<none>} : () -> ()
// CHECK: #tile.role<"load", warps = 4 : 8, regs = 40>
"test.attr"() {value = #tile.role<"load", warps = 4 : 8, regs = 40>} : () -> ()
// CHECK: #tile.role<"mma", warps = 0 : 4>
"test.attr"() {value = #tile.role<"mma", warps = 0 : 4>} : () -> ()
// CHECK: #tile.step<"copy_a", stage = 0, order = 1, group = 0>
"test.attr"() {value = #tile.step<"copy_a", stage = 0, order = 1, group = 0>} : () -> ()
// CHECK: #tile.step<"mma", stage = 1, order = 0>
"test.attr"() {value = #tile.step<"mma", stage = 1, order = 0>} : () -> ()
// CHECK: #tile.ring<"smem", depth = 4, buffers = ["As", "Bs"]>
"test.attr"() {value = #tile.ring<"smem", depth = 4, buffers = ["As", "Bs"]>} : () -> ()
// CHECK: #tile.action<acquire "smem">
// CHECK-NOT: at 0
"test.attr"() {value = #tile.action<acquire "smem" at 0>} : () -> ()
// CHECK: #tile.action<commit "smem" at 1>
"test.attr"() {value = #tile.action<commit "smem" at 1>} : () -> ()
// CHECK: #tile.action<wait "smem">
"test.attr"() {value = #tile.action<wait "smem">} : () -> ()
// CHECK: #tile.action<release "smem">
"test.attr"() {value = #tile.action<release "smem">} : () -> ()
// CHECK: #tile.scope<"loop_k", "load", [
// CHECK-SAME: op "copy_a"
"test.attr"() {value = #tile.scope<"loop_k", "load", [#tile.action<op "copy_a">]>} : () -> ()
// CHECK: #tile.schedule<steps = [<"copy_a", stage = 0, order = 0>, <"mma", stage = 1, order = 1>]>
"test.attr"() {value = #tile.schedule<steps = [<"copy_a", stage = 0, order = 0>, <"mma", stage = 1, order = 1>]>} : () -> ()
// CHECK: #tile.target<"x86-64", features = ["avx2", "fma"], warp = 1, threads = 1024, shared = 0, vector = 256, registers = 16, caches = [32768, 524288, 16777216]>
"test.attr"() {value = #tile.target<"x86-64", features = ["avx2", "fma"], warp = 1, threads = 1024, shared = 0, vector = 256, registers = 16, caches = [32768, 524288, 16777216]>} : () -> ()
// CHECK: #tile.target<"none", features = [], warp = 32, threads = 1024, shared = 49152, vector = 128, registers = 255, caches = []>
"test.attr"() {value = #tile.target<"none", features = [], warp = 32, threads = 1024, shared = 49152, vector = 128, registers = 255, caches = []>} : () -> ()

// Enumerations as attributes of their own.
// CHECK: #tile<memory_space shared>
"test.attr"() {value = #tile<memory_space shared>} : () -> ()
// CHECK: #tile<gemm_policy full_row>
"test.attr"() {value = #tile<gemm_policy full_row>} : () -> ()
// CHECK: #tile<reduce_kind absmax>
"test.attr"() {value = #tile<reduce_kind absmax>} : () -> ()

// Attributes of arguments, which the dialect verifies.
// CHECK: func.func @arguments(%{{.*}}: memref<4xf32> {tile.l2_persist = 8.000000e-01 : f32, tile.name = "A"}, %{{.*}}: memref<4xf32> {tile.may_alias}, %{{.*}}: memref<4xf32> {tile.out})
func.func @arguments(%a: memref<4xf32> {tile.l2_persist = 0.8 : f32, tile.name = "A"}, %b: memref<4xf32> {tile.may_alias}, %c: memref<4xf32> {tile.out}) {
  return
}

// CHECK: func.func private @checked(memref<4xf32>) attributes {tile.checked}
func.func private @checked(memref<4xf32>) attributes {tile.checked}
