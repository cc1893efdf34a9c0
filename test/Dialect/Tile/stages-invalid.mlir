// What the checkers of the stages refuse. Each file passes the verifier.
//
// RUN: split-file %s %t
// RUN: tile-opt %t/authored.mlir --tile-verify-stage=stage=authored --split-input-file --verify-diagnostics
// RUN: tile-opt %t/unknown.mlir --allow-unregistered-dialect --tile-verify-stage=stage=authored --verify-diagnostics
// RUN: tile-opt %t/targeted.mlir --tile-verify-stage=stage=targeted --split-input-file --verify-diagnostics
// RUN: tile-opt %t/scheduled.mlir --tile-verify-stage=stage=scheduled --split-input-file --verify-diagnostics
// RUN: tile-opt %t/async.mlir --tile-verify-stage=stage=async --split-input-file --verify-diagnostics
// RUN: tile-opt %t/laid-out.mlir --tile-verify-stage=stage=laid-out --split-input-file --verify-diagnostics
// RUN: tile-opt %t/synchronised.mlir --tile-verify-stage=stage=synchronised --split-input-file --verify-diagnostics
// RUN: tile-opt %t/lowered.mlir --tile-verify-stage=stage=lowered --split-input-file --verify-diagnostics
// RUN: tile-opt %t/final.mlir --tile-verify-stage=stage=final --split-input-file --verify-diagnostics
// RUN: tile-opt %t/valid-authored.mlir --tile-verify-stage=stage=authored -o %t/out
// RUN: tile-opt %t/valid-targeted.mlir --tile-verify-stage=stage=targeted --tile-verify-stage=stage=selected --tile-verify-stage=stage=scheduled -o %t/out
// RUN: not tile-opt %t/valid-authored.mlir --tile-verify-stage=stage=soon 2>&1 | FileCheck %t/valid-authored.mlir

//--- authored.mlir

func.func @dialect(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected an operation of a tile program (because other dialects are for single instructions in a launch), got 'tensor'}}
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

// expected-error@+1 {{expected block arguments that are values (because buffers, channels and other handles are not passed around), got '!tile.buffer<4xf32, shared>'}}
func.func @buffer_argument(%a: !tile.buffer<4xf32, shared>) {
  return
}

// -----

func.func @buffer_result(%n: index, %p: i1) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %a = tile.alloc : !tile.buffer<4xf32, shared>
    // expected-error@+1 {{expected results that are values (because buffers, channels and other handles are not passed around), got '!tile.buffer<4xf32, shared>'}}
    %b = arith.select %p, %a, %a : !tile.buffer<4xf32, shared>
  }
  return
}

// -----

func.func @step_result(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected results that are values (because buffers, channels and other handles are not passed around), got '!tile.buffer<4xf32, shared>'}}
    %b = tile.step id("s") -> (!tile.buffer<4xf32, shared>) {
      %a = tile.alloc : !tile.buffer<4xf32, shared>
      tile.yield %a : !tile.buffer<4xf32, shared>
    }
  }
  return
}

// -----

func.func @host(%a: memref<4xf32>, %v: f32) {
  // expected-error@+1 {{expected an enclosing 'tile.launch' (because there are no threads on the host), got none}}
  tile.fill %v into %a : f32 into memref<4xf32>
  return
}

// -----

func.func @versions(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected one version of a buffer (because rings are made by the async stage), got '!tile.buffer<4xf32, shared, versions = 2>'}}
    %a = tile.alloc : !tile.buffer<4xf32, shared, versions = 2>
  }
  return
}

// -----

func.func @ids(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-note@+1 {{first used here}}
    %a = tile.alloc id("a") : !tile.buffer<4xf32, shared>
  }
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected an id of its own (because schedules name units of the function by it), got "a" again}}
    %a = tile.alloc id("a") : !tile.buffer<4xf32, shared>
  }
  return
}

// -----

// A range of threads that is no whole warps.
func.func @divergent(%n: index, %a: memref<4xf32>, %v: f32) {
  %c40 = arith.constant 40 : index
  tile.launch blocks(%bx) in (%n) threads(128) {
    %tx = tile.thread_id x
    %p = arith.cmpi ult, %tx, %c40 : index
    // expected-note@+1 {{not known to be the same in all threads}}
    scf.if %p {
      // expected-error@+1 {{expected uniform control flow (because the whole team takes part), got a place that some threads may not reach}}
      tile.fill %v into %a : f32 into memref<4xf32>
    }
  }
  return
}

// -----

// A loop that runs as often as a value of the thread says, which came through a
// variable of its own.
func.func @divergent_loop(%n: index, %a: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%n) threads(128) {
    %var = tile.alloc : !tile.buffer<i32, local>
    %tx = tile.thread_id x
    %t = arith.index_cast %tx : index to i32
    tile.store %t, %var[] : !tile.buffer<i32, local>
    %u = tile.load %var[] : !tile.buffer<i32, local>
    %m = arith.index_cast %u : i32 to index
    // expected-note@+1 {{not known to be the same in all threads}}
    scf.for %i = %c0 to %m step %c1 {
      // expected-error@+1 {{expected uniform control flow (because the whole team takes part), got a place that some threads may not reach}}
      tile.fill %v into %a : f32 into memref<4xf32>
    }
  }
  return
}

// -----

// The value that a loop carries differs from the second iteration on.
func.func @divergent_carried(%n: index, %a: memref<4xf32>, %v: f32, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%n) threads(128) {
    %e = tile.elect
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %q) -> (i1) {
      // expected-note@+1 {{not known to be the same in all threads}}
      scf.if %p {
        // expected-error@+1 {{expected uniform control flow (because the whole team takes part), got a place that some threads may not reach}}
        tile.fill %v into %a : f32 into memref<4xf32>
      }
      scf.yield %e : i1
    }
  }
  return
}

//--- unknown.mlir
func.func @unknown() {
  // expected-error@+1 {{expected a registered operation (because only those have a meaning here), got an unknown one}}
  "test.op"() : () -> ()
  return
}

//--- targeted.mlir

func.func @no_target(%n: index) {
  // expected-error@+1 {{expected a target (because passes after 'tile-attach-target' read everything about the device from it), got none}}
  tile.launch blocks(%bx) in (%n) threads(128) {
    tile.sync
  }
  return
}

// -----

func.func @threads(%n: index) {
  // expected-error@+1 {{expected at most 64 threads (because of the target "small"), got 128}}
  tile.launch blocks(%bx) in (%n) threads(128) target(#tile.target<"small", features = [], warp = 1, threads = 64, shared = 0, vector = 128, registers = 16, caches = []>) {
    tile.sync
  }
  return
}

// -----

// A range of warps is a role by now.
func.func @warp_range(%n: index, %a: memref<4xf32>, %v: f32) {
  %c64 = arith.constant 64 : index
  tile.launch blocks(%bx) in (%n) threads(128) target(#tile.target<"x", features = [], warp = 32, threads = 1024, shared = 0, vector = 128, registers = 16, caches = []>) {
    %tx = tile.thread_id x
    %p = arith.cmpi ult, %tx, %c64 : index
    // expected-note@+1 {{not known to be the same in all threads}}
    scf.if %p {
      // expected-error@+1 {{expected uniform control flow (because the whole team takes part), got a place that some threads may not reach}}
      tile.fill %v into %a : f32 into memref<4xf32>
    }
  }
  return
}

//--- scheduled.mlir

#target = #tile.target<"x", features = [], warp = 32, threads = 1024, shared = 0, vector = 128, registers = 16, caches = []>
func.func @no_schedule(%n: index, %a: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%n) threads(128) target(#target) {
    // expected-error@+1 {{expected a schedule (because iterations overlap in 2 stages), got none}}
    tile.pipelined %k = %c0 to %n step %c1 stages(2) {
      tile.fill %v into %a : f32 into memref<4xf32>
    }
  }
  return
}

//--- async.mlir

#target = #tile.target<"x", features = [], warp = 32, threads = 1024, shared = 0, vector = 128, registers = 16, caches = []>
func.func @pipelined(%n: index, %a: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%n) threads(128) target(#target) {
    // expected-error@+1 {{expected an expanded loop (because pipelines end with the async stage), got 'tile.pipelined'}}
    tile.pipelined %k = %c0 to %n step %c1 {
      tile.fill %v into %a : f32 into memref<4xf32>
    }
  }
  return
}

// -----

func.func @schedule(%n: index) {
  // expected-error@+1 {{expected no schedule (because it is expanded by the async stage), got one}}
  tile.launch blocks(%bx) in (%n) threads(128) schedule(#tile.schedule<steps = [<"a", stage = 0, order = 0>]>) target(#tile.target<"x", features = [], warp = 32, threads = 1024, shared = 0, vector = 128, registers = 16, caches = []>) {
    %a = tile.alloc id("a") : !tile.buffer<4xf32, local>
  }
  return
}

// -----

#target = #tile.target<"x", features = [], warp = 32, threads = 1024, shared = 0, vector = 128, registers = 16, caches = []>
func.func @guards(%n: index, %x: memref<4xf32>) {
  tile.launch blocks(%bx) in (%n) threads(128) target(#target) {
    %s = tile.alloc : !tile.buffer<4xf32, shared>
    %t = tile.copy async %x into %s : memref<4xf32> into !tile.buffer<4xf32, shared>
    // expected-error@+1 {{expected 'guards' (because they keep the accesses behind the wait), got none}}
    tile.wait %t
  }
  return
}

//--- laid-out.mlir

#target = #tile.target<"x", features = [], warp = 32, threads = 1024, shared = 0, vector = 128, registers = 16, caches = []>
func.func @buffer(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) target(#target) {
    // expected-error@+1 {{expected a layout (because every buffer has one from the laid-out stage on), got '!tile.buffer<4xf32, shared>'}}
    %s = tile.alloc : !tile.buffer<4xf32, shared>
  }
  return
}

// -----

#target = #tile.target<"x", features = [], warp = 32, threads = 1024, shared = 0, vector = 128, registers = 16, caches = []>
func.func @nest(%n: index, %x: memref<4xf32>, %v: f32) {
  tile.launch blocks(%bx) in (%n) threads(128) target(#target) {
    // expected-error@+1 {{expected a layout (because iterations belong to threads from the laid-out stage on), got none}}
    tile.parallel (%i) in (4) {
      tile.store %v, %x[%i] : memref<4xf32>
    }
  }
  return
}

//--- synchronised.mlir

#target = #tile.target<"x", features = [], warp = 32, threads = 1024, shared = 0, vector = 128, registers = 16, caches = []>
func.func @buffer(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) target(#target) {
    // expected-error@+1 {{expected a layout (because every buffer has one from the laid-out stage on), got '!tile.buffer<4x4xf32, fragment>'}}
    %s = tile.alloc : !tile.buffer<4x4xf32, fragment>
  }
  return
}

//--- lowered.mlir

func.func @operation(%p: i1) {
  // expected-error@+1 {{expected nothing of the tile dialects (because they are lowered by now), got an operation}}
  tile.assume %p, "p"
  return
}

// -----

// expected-error@+1 {{expected nothing of the tile dialects (because they are lowered by now), got a type}}
func.func @type(%t: !tile.token) {
  return
}

// -----

// expected-error@+1 {{expected nothing of the tile dialects (because they are lowered by now), got an attribute}}
func.func private @attribute() attributes {test.a = [#tile.walk<group = 1>]}

// -----

// expected-error@+1 {{expected nothing of the tile dialects (because they are lowered by now), got an attribute}}
func.func private @signature(!tile.token)

// -----

// expected-error@+1 {{expected nothing of the tile dialects (because they are lowered by now), got an attribute}}
func.func private @name(memref<4xf32> {tile.name = "x"})

//--- final.mlir

// expected-error@+1 {{expected only operations that translate to code (because this is the final stage), got 'func.func'}}
func.func @f() {
  return
}

// -----

llvm.func @cast(%x: i64) {
  // expected-error@+1 {{expected only operations that translate to code (because this is the final stage), got 'builtin.unrealized_conversion_cast'}}
  %y = builtin.unrealized_conversion_cast %x : i64 to index
  llvm.return
}

//--- valid-authored.mlir

// CHECK: expected {{.*}}authored, targeted, selected, scheduled, async, laid-out, synchronised, lowered, final
func.func @warp_ranges(%n: index, %a: memref<4xf32>, %v: f32) {
  %c64 = arith.constant 64 : index
  %c63 = arith.constant 63 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%n) threads(128) {
    %tx = tile.thread_id x
    // Ranges of whole warps stand for roles before tile-legalize.
    %p = arith.cmpi ult, %tx, %c64 : index
    scf.if %p {
      tile.fill %v into %a : f32 into memref<4xf32>
    }
    %q = arith.cmpi ugt, %tx, %c63 : index
    %both = arith.andi %p, %q : i1
    scf.if %both {
      tile.fill %v into %a : f32 into memref<4xf32>
    }
    %group = arith.divui %tx, %c64 : index
    %second = arith.cmpi eq, %group, %c1 : index
    scf.if %second {
      tile.fill %v into %a : f32 into memref<4xf32>
    }
  }
  return
}

//--- valid-targeted.mlir

#target = #tile.target<"x", features = [], warp = 32, threads = 1024, shared = 0, vector = 128, registers = 16, caches = []>
func.func @uniform(%n: index, %a: memref<4xf32>, %v: f32, %q: memref<4xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%n) threads(128) target(#target) {
    // A condition in memory, at an address that all threads share.
    %p = memref.load %q[%bx] : memref<4xi1>
    scf.if %p {
      tile.fill %v into %a : f32 into memref<4xf32>
    }
    // A variable to which all threads write the same.
    %var = tile.alloc : !tile.buffer<i64, local>
    %b = arith.index_cast %bx : index to i64
    tile.store %b, %var[] : !tile.buffer<i64, local>
    %u = tile.load %var[] : !tile.buffer<i64, local>
    %m = arith.index_cast %u : i64 to index
    scf.for %i = %c0 to %m step %c1 {
      tile.fill %v into %a : f32 into memref<4xf32>
    }
    // A single instruction for one device.
    %x = llvm.mlir.constant(1 : i32) : i32
  }
  return
}
