// What the verifiers and parsers of launches, loops and roles refuse.
//
// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @no_threads(%n: index) {
  // expected-error@+1 {{expected clause 'threads' (because a block has a static shape)}}
  tile.launch blocks(%bx) in (%n) {
  }
  return
}

// -----

func.func @threads_twice(%n: index) {
  // expected-error@+1 {{expected clause 'threads' once}}
  tile.launch blocks(%bx) in (%n) threads(32) threads(64) {
  }
  return
}

// -----

func.func @id_twice(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(32) {
    // expected-error@+1 {{expected clause 'id' once}}
    tile.parallel (%i) in (4) id("a") id("b") {
    }
  }
  return
}

// -----

func.func @grid(%n: index) {
  // expected-error@+1 {{expected one to three grid dimensions, got 4}}
  tile.launch blocks(%a, %b, %c, %d) in (%n, %n, %n, %n) threads(32) {
  }
  return
}

// -----

func.func @no_grid() {
  // expected-error@+1 {{expected one to three grid dimensions, got 0}}
  tile.launch blocks() in () threads(32) {
  }
  return
}

// -----

func.func @no_thread_dimensions(%n: index) {
  // expected-error@+1 {{expected one to three thread dimensions, got 0}}
  tile.launch blocks(%bx) in (%n) threads() {
  }
  return
}

// -----

func.func @thread_dimensions(%n: index) {
  // expected-error@+1 {{expected one to three thread dimensions, got 4}}
  tile.launch blocks(%bx) in (%n) threads(1, 1, 1, 1) {
  }
  return
}

// -----

func.func @zero_threads(%n: index) {
  // expected-error@+1 {{expected thread dimensions from 1 to 65536, got 0}}
  tile.launch blocks(%bx) in (%n) threads(0) {
  }
  return
}

// -----

func.func @negative_threads(%n: index) {
  // expected-error@+1 {{expected thread dimensions from 1 to 65536, got -32}}
  tile.launch blocks(%bx) in (%n) threads(32, -32) {
  }
  return
}

// -----

func.func @many_threads(%n: index) {
  // expected-error@+1 {{expected thread dimensions from 1 to 65536, got 65537}}
  tile.launch blocks(%bx) in (%n) threads(65537) {
  }
  return
}

// -----

func.func @nested(%n: index) {
  // expected-note@+1 {{the outer launch is here}}
  tile.launch blocks(%bx) in (%n) threads(32) {
    // expected-error@+1 {{expected no launch around it (because launches do not nest)}}
    tile.launch blocks(%by) in (%n) threads(32) {
    }
  }
  return
}

// -----

func.func @min_blocks(%n: index) {
  // expected-error@+1 {{expected min_blocks of at least 1, got 0}}
  tile.launch blocks(%bx) in (%n) threads(32) min_blocks(0) {
  }
  return
}

// -----

func.func @cluster_extent(%n: index) {
  // expected-error@+1 {{expected cluster dimensions from 1 to 65536, got 0}}
  tile.launch blocks(%bx) in (%n) threads(32) cluster(0) {
  }
  return
}

// -----

func.func @cluster_rank(%n: index) {
  // expected-error@+1 {{expected one to three cluster dimensions, got 4}}
  tile.launch blocks(%bx) in (%n) threads(32) cluster(1, 1, 1, 1) {
  }
  return
}

// -----

func.func @cluster_grid(%n: index) {
  // expected-error@+1 {{expected extent 1 in cluster dimensions that the grid does not have, got 2}}
  tile.launch blocks(%bx) in (%n) threads(32) cluster(2, 2) {
  }
  return
}

// -----

func.func @cluster_divides() {
  %c7 = arith.constant 7 : index
  // expected-error@+1 {{expected the cluster to divide the grid, got 2 and 7}}
  tile.launch blocks(%bx) in (%c7) threads(32) cluster(2) {
  }
  return
}

// -----

func.func @block_ids(%n: index) {
  // expected-error@+1 {{expected 1 region arguments (one for each dimension), got 2}}
  tile.launch blocks(%bx, %by) in (%n) threads(32) {
  }
  return
}

// -----

func.func @block_id_type(%n: index) {
  // expected-error@+1 {{expected region arguments of type index, got 'i32'}}
  "tile.launch"(%n) <{threads = array<i64: 32>}> ({
  ^bb0(%bx: i32):
    tile.yield
  }) : (index) -> ()
  return
}

// -----

func.func @launch_yields(%n: index) {
  // expected-error@+1 {{expected a region that gives no values, got 1}}
  tile.launch blocks(%bx) in (%n) threads(32) {
    // expected-note@+1 {{values given here}}
    tile.yield %bx : index
  }
  return
}

// -----

func.func @launch_property(%n: index) {
  // expected-error@+1 {{attribute 'threads' failed to satisfy constraint: i64 dense array attribute}}
  "tile.launch"(%n) ({
  ^bb0(%bx: index):
    tile.yield
  }) {threads = 3} : (index) -> ()
  return
}

// -----

func.func @yield_place(%v: f32) {
  // expected-error@+1 {{'tile.yield' op expects parent op to be one of 'tile.launch, tile.parallel, tile.pipelined, tile.persistent, tile.specialize, tile.step'}}
  tile.yield
}

// -----

func.func @parallel_rank(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected at least one dimension, got none}}
    tile.parallel () in () {
    }
  }
  return
}

// -----

func.func @parallel_variables(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 2 region arguments (one for each dimension), got 1}}
    tile.parallel (%i) in (4, 4) {
    }
  }
  return
}

// -----

func.func @parallel_operands(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected one operand for each dynamic extent, got 0}}
    "tile.parallel"() <{static_extents = array<i64: -9223372036854775808>}> ({
    ^bb0(%i: index):
      tile.yield
    }) : () -> ()
  }
  return
}

// -----

func.func @parallel_negative(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected extents of at least 0, got -1}}
    tile.parallel (%i, %j) in (4, -1) {
    }
  }
  return
}

// -----

func.func @parallel_least(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a 64-bit number that is not the least one}}
    tile.parallel (%i) in (-9223372036854775808) {
    }
  }
  return
}

// -----

func.func @parallel_width(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a width of at least 1 element, got 0}}
    tile.parallel (%i) in (4) width(0) {
    }
  }
  return
}

// -----

func.func @parallel_nest(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-note@+1 {{the parallel nest is here}}
    tile.parallel (%i) in (4) {
      // expected-error@+1 {{expected outside of tile.parallel (because parallel nests do not nest)}}
      tile.parallel (%j) in (4) {
      }
    }
  }
  return
}

// -----

func.func @parallel_alloc(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-note@+1 {{the parallel nest is here}}
    tile.parallel (%i) in (4) {
      // expected-error@+1 {{expected outside of tile.parallel (because only rank-0 local buffers are made in it)}}
      %a = tile.alloc : !tile.buffer<4xf32, local>
    }
  }
  return
}

// -----

func.func @parallel_alloc_shared(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-note@+1 {{the parallel nest is here}}
    tile.parallel (%i) in (4) {
      // expected-error@+1 {{expected outside of tile.parallel (because only rank-0 local buffers are made in it)}}
      %a = tile.alloc : !tile.buffer<f32, shared>
    }
  }
  return
}

// -----

func.func @parallel_collective(%n: index, %a: memref<4xf32>, %v: f32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-note@+1 {{the parallel nest is here}}
    tile.parallel (%i) in (4) {
      %p = arith.cmpi eq, %i, %n : index
      scf.if %p {
        // expected-error@+1 {{expected outside of tile.parallel (because a collective operation is reached by the whole team)}}
        tile.fill %v into %a : f32 into memref<4xf32>
      }
    }
  }
  return
}

// -----

func.func @parallel_local(%n: index, %v: f32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %a = tile.alloc : !tile.buffer<f32, local>
    // expected-note@+1 {{the parallel nest is here}}
    tile.parallel (%i) in (4) {
      // expected-error@+1 {{expected outside of tile.parallel (because it writes a local buffer that all iterations share)}}
      tile.store %v, %a[] : !tile.buffer<f32, local>
    }
  }
  return
}

// -----

func.func @parallel_local_slice(%n: index, %v: f32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %a = tile.alloc : !tile.buffer<8xf32, local>
    // expected-note@+1 {{the parallel nest is here}}
    tile.parallel (%i) in (4) {
      %s = tile.slice %a[%i : 1] : !tile.buffer<8xf32, local> -> !tile.buffer<1xf32, local>
      %c0 = arith.constant 0 : index
      // expected-error@+1 {{expected outside of tile.parallel (because it writes a local buffer that all iterations share)}}
      tile.store %v, %s[%c0] : !tile.buffer<1xf32, local>
    }
  }
  return
}

// -----

func.func @parallel_yields(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a region that gives no values, got 1}}
    tile.parallel (%i) in (4) {
      // expected-note@+1 {{values given here}}
      tile.yield %i : index
    }
  }
  return
}

// -----

func.func @stages(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected stages of at least 0, got -1}}
    tile.pipelined %k = %n to %n step %n stages(-1) {
    }
  }
  return
}

// -----

func.func @step_zero(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expected a positive step, got 0}}
    tile.pipelined %k = %n to %n step %c0 {
    }
  }
  return
}

// -----

func.func @step_negative(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %c = arith.constant -2 : index
    // expected-error@+1 {{expected a positive step, got -2}}
    tile.pipelined %k = %n to %n step %c {
    }
  }
  return
}

// -----

func.func @pipelined_arguments(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 1 region arguments (one for each dimension), got 0}}
    "tile.pipelined"(%n, %n, %n) ({
      tile.yield
    }) : (index, index, index) -> ()
  }
  return
}

// -----

func.func @pipelined_yields(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a region that gives no values, got 1}}
    tile.pipelined %k = %n to %n step %n {
      // expected-note@+1 {{values given here}}
      tile.yield %k : index
    }
  }
  return
}

// -----

func.func @schedule_unit(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a unit with id 'mma' in the body (because the schedule places it)}}
    tile.pipelined %k = %n to %n step %n schedule(#tile.schedule<steps = [<"mma", stage = 0, order = 0>]>) {
    }
  }
  return
}

// -----

func.func @schedule_ids(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    tile.pipelined %k = %n to %n step %n schedule(#tile.schedule<steps = [<"a", stage = 0, order = 0>]>) {
      %a = tile.alloc id("a") : !tile.buffer<f32, local>
      // expected-error@+1 {{expected each id once in a loop, got 'a' twice}}
      %b = tile.alloc id("a") : !tile.buffer<f32, local>
    }
  }
  return
}

// -----

func.func @persistent_rank(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected at least one dimension, got none}}
    tile.persistent () in () worker(%n of %n) {
    }
  }
  return
}

// -----

func.func @persistent_variables(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected 2 region arguments (one for each dimension), got 1}}
    tile.persistent (%i) in (%n, %n) worker(%n of %n) {
    }
  }
  return
}

// -----

func.func @persistent_yields(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a region that gives no values, got 1}}
    tile.persistent (%i) in (%n) worker(%n of %n) {
      // expected-note@+1 {{values given here}}
      tile.yield %i : index
    }
  }
  return
}

// -----

func.func @no_roles(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected one region for each role, and at least one, got 0 and 0 roles}}
    tile.specialize
  }
  return
}

// -----

func.func @roles_and_regions(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected one region for each role, and at least one, got 2 and 1 roles}}
    "tile.specialize"() <{roles = [#tile.role<"a", warps = 0 : 1>]}> ({
      tile.yield
    }, {
      tile.yield
    }) : () -> ()
  }
  return
}

// -----

func.func @role_names(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected roles of different names, got 'a' twice}}
    tile.specialize role @a warps(0 to 1) {
    } role @a warps(1 to 2) {
    }
  }
  return
}

// -----

func.func @role_warps(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected disjoint ranges of warps, got roles 'a' and 'b' with common warps}}
    tile.specialize role @a warps(0 to 2) {
    } role @b warps(1 to 3) {
    }
  }
  return
}

// -----

func.func @role_range(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected role 'a' to have a range of at least one warp, got 2 to 2}}
    tile.specialize role @a warps(2 to 2) {
    }
  }
  return
}

// -----

func.func @role_registers(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a multiple of 8 registers from 24 to 256, got 13}}
    tile.specialize role @a warps(0 to 2) regs(13) {
    }
  }
  return
}

// -----

func.func @role_private(%n: index, %v: f32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %a = tile.alloc : !tile.buffer<4xf32, fragment>
    tile.specialize role @a warps(0 to 1) {
      // expected-note@+1 {{another role uses it here}}
      tile.fill %v into %a : f32 into !tile.buffer<4xf32, fragment>
    } role @b warps(1 to 2) {
      // expected-error@+1 {{expected one role to use the value (because its registers belong to the threads of one role)}}
      tile.fill %v into %a : f32 into !tile.buffer<4xf32, fragment>
    }
  }
  return
}

// -----

func.func @role_private_slice(%n: index, %v: f32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %a = tile.alloc : !tile.buffer<8xf32, local>
    %s = tile.slice %a[0 : 4] : !tile.buffer<8xf32, local> -> !tile.buffer<4xf32, local>
    tile.specialize role @a warps(0 to 1) {
      // expected-note@+1 {{another role uses it here}}
      tile.fill %v into %a : f32 into !tile.buffer<8xf32, local>
    } role @b warps(1 to 2) {
      // expected-error@+1 {{expected one role to use the value (because its registers belong to the threads of one role)}}
      tile.fill %v into %s : f32 into !tile.buffer<4xf32, local>
    }
  }
  return
}

// -----

func.func @role_rng(%n: index, %s: i64) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %r = tile.rng_init %s, %s, %s : !tile.rng<philox>
    tile.specialize role @a warps(0 to 1) {
      // expected-note@+1 {{another role uses it here}}
      %x = tile.rng_next %r uniform : !tile.rng<philox> -> f32
    } role @b warps(1 to 2) {
      // expected-error@+1 {{expected one role to use the value (because its registers belong to the threads of one role)}}
      %x = tile.rng_next %r uniform : !tile.rng<philox> -> f32
    }
  }
  return
}

// -----

func.func @role_yields(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a region that gives no values, got 1}}
    tile.specialize role @a warps(0 to 1) {
      // expected-note@+1 {{values given here}}
      tile.yield %n : index
    }
  }
  return
}

// -----

func.func @role_attribute(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{attribute 'roles' failed to satisfy constraint: roles}}
    "tile.specialize"() <{roles = [1]}> ({
      tile.yield
    }) : () -> ()
  }
  return
}

// -----

func.func @step_types(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected its region to give values of the result types}}
    %m = tile.step id("s") -> (i32) {
      // expected-note@+1 {{values given here}}
      tile.yield %n : index
    }
  }
  return
}

// -----

func.func @step_none(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected its region to give values of the result types}}
    %m = tile.step id("s") -> (index) {
      // expected-note@+1 {{values given here}}
      tile.yield
    }
  }
  return
}
