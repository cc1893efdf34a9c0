// What the verifiers of the attributes, and of the attributes that the dialect
// gives a meaning on operations of others, refuse.
//
// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error@+1 {{expected a panel of at least 1 block, got 0}}
"test.attr"() {value = #tile.raster<row, panel = 0>} : () -> ()

// -----

// expected-error@+1 {{expected a group of at least 1 tile, got -3}}
"test.attr"() {value = #tile.walk<group = -3>} : () -> ()

// -----

// expected-error@+1 {{expected a factor of at least 0, got -1}}
"test.attr"() {value = #tile.loop<unroll = -1>} : () -> ()

// -----

// expected-error@+1 {{expected a multiple of 8 registers from 24 to 256, got 20}}
"test.attr"() {value = #tile.regs<producer = 20, consumer = 240>} : () -> ()

// -----

// expected-error@+1 {{expected a multiple of 8 registers from 24 to 256, got 264}}
"test.attr"() {value = #tile.regs<producer = 24, consumer = 264>} : () -> ()

// -----

// expected-error@+1 {{expected a multiple of 8 registers from 24 to 256, got 0}}
"test.attr"() {value = #tile.regs<producer = 24, consumer = 0>} : () -> ()

// -----

// expected-error@+1 {{expected a multiple of 8 registers from 24 to 256, got 44}}
"test.attr"() {value = #tile.role<"a", warps = 0 : 4, regs = 44>} : () -> ()

// -----

// expected-error@+1 {{expected a role to have a name}}
"test.attr"() {value = #tile.role<"", warps = 0 : 4>} : () -> ()

// -----

// expected-error@+1 {{expected role 'a' to have a range of at least one warp, got 4 to 4}}
"test.attr"() {value = #tile.role<"a", warps = 4 : 4>} : () -> ()

// -----

// expected-error@+1 {{expected role 'a' to have a range of at least one warp, got -1 to 4}}
"test.attr"() {value = #tile.role<"a", warps = -1 : 4>} : () -> ()

// -----

// expected-error@+1 {{expected unit 'u' to have a stage and an order of at least 0, got stage -1 and order 0}}
"test.attr"() {value = #tile.step<"u", stage = -1, order = 0>} : () -> ()

// -----

// expected-error@+1 {{expected unit 'u' to have a stage and an order of at least 0, got stage 0 and order -2}}
"test.attr"() {value = #tile.step<"u", stage = 0, order = -2>} : () -> ()

// -----

// expected-error@+1 {{expected ring 'r' to have a depth of at least 1, got 0}}
"test.attr"() {value = #tile.ring<"r", depth = 0, buffers = ["a"]>} : () -> ()

// -----

// expected-error@+1 {{expected ring 'r' to name its buffers by strings, got 1 : i64}}
"test.attr"() {value = #tile.ring<"r", depth = 2, buffers = [1]>} : () -> ()

// -----

// expected-error@+1 {{expected each unit once in the schedule, got 'a' twice}}
"test.attr"() {value = #tile.schedule<steps = [<"a", stage = 0, order = 0>, <"a", stage = 0, order = 1>]>} : () -> ()

// -----

// expected-error@+1 {{expected the orders of the schedule to be a permutation of 0 to 1, got 0 for 'b'}}
"test.attr"() {value = #tile.schedule<steps = [<"a", stage = 0, order = 0>, <"b", stage = 0, order = 0>]>} : () -> ()

// -----

// expected-error@+1 {{expected the orders of the schedule to be a permutation of 0 to 0, got 1 for 'a'}}
"test.attr"() {value = #tile.schedule<steps = [<"a", stage = 0, order = 1>]>} : () -> ()

// -----

// expected-error@+1 {{expected clause 'steps' once}}
"test.attr"() {value = #tile.schedule<steps = [<"a", stage = 0, order = 0>], steps = [<"b", stage = 0, order = 0>]>} : () -> ()

// -----

// expected-error@+1 {{expected features to be strings, got 1 : i64}}
"test.attr"() {value = #tile.target<"x", features = [1], warp = 1, threads = 1, shared = 0, vector = 0, registers = 0, caches = []>} : () -> ()

// -----

// expected-error@+1 {{expected at least one thread per warp and per block, got 0 and 1}}
"test.attr"() {value = #tile.target<"x", features = [], warp = 0, threads = 1, shared = 0, vector = 0, registers = 0, caches = []>} : () -> ()

// -----

// expected-error@+1 {{expected at least one thread per warp and per block, got 32 and -1}}
"test.attr"() {value = #tile.target<"x", features = [], warp = 32, threads = -1, shared = 0, vector = 0, registers = 0, caches = []>} : () -> ()

// -----

// expected-error@+1 {{expected sizes of at least 0 in target 'x'}}
"test.attr"() {value = #tile.target<"x", features = [], warp = 1, threads = 1, shared = -1, vector = 0, registers = 0, caches = []>} : () -> ()

// -----

// expected-error@+1 {{expected sizes of at least 0 in target 'x'}}
"test.attr"() {value = #tile.target<"x", features = [], warp = 1, threads = 1, shared = 0, vector = -128, registers = 0, caches = []>} : () -> ()

// -----

// expected-error@+1 {{expected sizes of at least 0 in target 'x'}}
"test.attr"() {value = #tile.target<"x", features = [], warp = 1, threads = 1, shared = 0, vector = 0, registers = -16, caches = []>} : () -> ()

// -----

// expected-error@+1 {{expected cache sizes of at least 1 byte, got 0}}
"test.attr"() {value = #tile.target<"x", features = [], warp = 1, threads = 1, shared = 0, vector = 0, registers = 0, caches = [32768, 0]>} : () -> ()

// -----

func.func @attribute() {
  // expected-error@+1 {{'func.return' op expected no attribute 'tile.fast' (because the tile dialect defines no such attribute)}}
  return {tile.fast}
}

// -----

// expected-error@+1 {{expected 'tile.checked' to be a unit attribute, got 1 : i64}}
func.func private @checked_value() attributes {tile.checked = 1}

// -----

func.func @checked_place() {
  // expected-error@+1 {{expected 'tile.checked' on a function (because it is about arguments)}}
  %0 = arith.constant {tile.checked} 1 : index
  return
}

// -----

// expected-error@+1 {{expected 'tile.loop' on scf.for (because it is a loop hint)}}
func.func private @loop_hint() attributes {tile.loop = #tile.loop<unroll>}

// -----

func.func @loop_value(%n: index) {
  // expected-error@+1 {{expected 'tile.loop' to be a #tile.loop attribute, got 4 : i64}}
  scf.for %i = %n to %n step %n {
  } {tile.loop = 4 : i64}
  return
}

// -----

// expected-error@+1 {{expected no argument attribute 'tile.in' (because the tile dialect defines no such attribute)}}
func.func private @argument(memref<4xf32> {tile.in})

// -----

// expected-error@+1 {{expected no result attribute 'tile.out' (because the tile dialect defines no such attribute)}}
func.func private @result() -> (i32 {tile.out})

// -----

// expected-error@+1 {{expected 'tile.name' of argument 0 to be a string, got 3 : i32}}
func.func private @name(memref<4xf32> {tile.name = 3 : i32})

// -----

// expected-error@+1 {{expected 'tile.out' of argument 1 to be a unit attribute, got true}}
func.func private @out(i32, memref<4xf32> {tile.out = true})

// -----

// expected-error@+1 {{expected 'tile.may_alias' of argument 0 to be a unit attribute, got 1 : i64}}
func.func private @alias(memref<4xf32> {tile.may_alias = 1})

// -----

// expected-error@+1 {{expected 'tile.l2_persist' of argument 0 to be a share of cache between 0 and 1, got 1.500000e+00 : f32}}
func.func private @persist(memref<4xf32> {tile.l2_persist = 1.5 : f32})

// -----

// expected-error@+1 {{expected 'tile.l2_persist' of argument 0 to be a share of cache between 0 and 1, got 0x7FC00000 : f32}}
func.func private @persist_nan(memref<4xf32> {tile.l2_persist = 0x7FC00000 : f32})

// -----

// expected-error@+1 {{expected 'tile.l2_persist' of argument 0 to be a share of cache between 0 and 1, got 1 : i64}}
func.func private @persist_integer(memref<4xf32> {tile.l2_persist = 1})

// -----

// expected-error@+1 {{expected argument 1 to be a memref (because it has 'tile.out')}}
func.func private @out_scalar(memref<4xf32>, f32 {tile.out})

// -----

// expected-error@+1 {{expected argument 0 to be a memref (because it has 'tile.may_alias')}}
func.func @alias_scalar(%a: f32 {tile.may_alias}) {
  return
}
