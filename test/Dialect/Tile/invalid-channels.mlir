// What breaks the protocol of a channel.
//
// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @only_producer(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a producer and a consumer (because each waits for the other), got only a producer}}
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
    }
  }
  return
}

// -----

func.func @only_consumer(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected a producer and a consumer (because each waits for the other), got only a consumer}}
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @two_producers(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      // expected-note@+1 {{the producer is here}}
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @more warps(2 to 3) {
      // expected-error@+1 {{expected to be in the role that produces (because a channel has one producer role), got another role}}
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @never_committed(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      // expected-error@+1 {{expected a 'tile.channel_commit' on every path (because a slot that is never given back stops the ring), got none}}
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @never_released(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      // expected-error@+1 {{expected a 'tile.channel_release' on every path (because a slot that is never given back stops the ring), got none}}
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @commit_first(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-note@+1 {{the channel is made here}}
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      // expected-error@+1 {{expected a slot held by a 'tile.channel_acquire' (because the oldest one is given back), got none}}
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @release_twice(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-note@+1 {{the channel is made here}}
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      // expected-error@+1 {{expected a slot held by a 'tile.channel_wait' (because the oldest one is given back), got none}}
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @too_many_held(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-note@+1 {{the channel is made here}}
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %x = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      %y = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      // expected-error@+1 {{expected at most 2 slots held at once (because that is the depth of the channel), got one more}}
      %z = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @unbalanced_branch(%n: index, %p: i1) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      // expected-error@+1 {{expected as many slots of the channel held after each branch (because the paths meet), got 0 and 1}}
      scf.if %p {
        tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      }
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @unbalanced_loop(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      // expected-error@+1 {{expected as many 'tile.channel_commit' as 'tile.channel_acquire' in a loop body (because it runs any number of times), got 0 slots held before and 1 after it}}
      scf.for %k = %n to %n step %n {
        %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      }
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @unbalanced_loop_consumer(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      // expected-error@+1 {{expected as many 'tile.channel_release' as 'tile.channel_wait' in a loop body (because it runs any number of times), got 1 slots held before and 0 after it}}
      tile.pipelined %k = %n to %n step %n {
        tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      }
    }
  }
  return
}

// -----

func.func @use_after_commit(%n: index, %v: f32) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      // expected-note@+1 {{the slot is given back here}}
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      // expected-error@+1 {{expected to use the slot before its 'tile.channel_commit' (because it belongs to another role afterwards), got a use after it}}
      tile.fill %v into %a : f32 into !tile.buffer<8xf32, shared>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @use_of_view_after_release(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      %h = tile.slice %a[0 : 4] : !tile.buffer<8xf32, shared> -> !tile.buffer<4xf32, shared>
      // expected-note@+1 {{the slot is given back here}}
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      // expected-error@+1 {{expected to use the slot before its 'tile.channel_release' (because it belongs to another role afterwards), got a use after it}}
      tile.print "x" %h : !tile.buffer<4xf32, shared>
    }
  }
  return
}

// -----

func.func @several_blocks(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      // expected-error@+1 {{expected structured control flow around a channel (because its protocol is checked on every path), got several blocks}}
      scf.execute_region {
        %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
        tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
        cf.br ^end
      ^end:
        scf.yield
      }
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @channel_escapes(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    // expected-error@+1 {{expected only acquire, commit, wait and release to use the channel (because its slots are implicit), got 'builtin.unrealized_conversion_cast'}}
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    // expected-note@+1 {{used here}}
    %x = builtin.unrealized_conversion_cast %ring : !tile.channel<2, !tile.buffer<8xf32, shared>> to i32
  }
  return
}

// -----

func.func @acquire_of_argument(%ring: !tile.channel<2, !tile.buffer<8xf32, shared>>) {
  // expected-error@+1 {{expected a channel made by 'tile.channel' (because a channel is not passed around), got a block argument}}
  %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
  return
}

// -----

func.func @commit_of_argument(%ring: !tile.channel<2, !tile.buffer<8xf32, shared>>) {
  // expected-error@+1 {{expected a channel made by 'tile.channel' (because a channel is not passed around), got a block argument}}
  tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
  return
}

// -----

func.func @wait_of_argument(%ring: !tile.channel<2, !tile.buffer<8xf32, shared>>) {
  // expected-error@+1 {{expected a channel made by 'tile.channel' (because a channel is not passed around), got a block argument}}
  %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
  return
}

// -----

func.func @release_of_argument(%ring: !tile.channel<2, !tile.buffer<8xf32, shared>>) {
  // expected-error@+1 {{expected a channel made by 'tile.channel' (because a channel is not passed around), got a block argument}}
  tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
  return
}

// -----

func.func @payload(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      // expected-error@+1 {{expected results '!tile.buffer<8xf32, shared>' (because these are the payload of the channel), got '!tile.buffer<4xf32, shared>'}}
      %a = "tile.channel_acquire"(%ring) : (!tile.channel<2, !tile.buffer<8xf32, shared>>) -> !tile.buffer<4xf32, shared>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @no_payload(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) {
    %ring = tile.channel : !tile.channel<2, !tile.buffer<8xf32, shared>>
    tile.specialize role @produce warps(0 to 1) {
      %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
      tile.channel_commit %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    } role @consume warps(1 to 2) {
      // expected-error@+1 {{expected results '!tile.buffer<8xf32, shared>' (because these are the payload of the channel), got none}}
      "tile.channel_wait"(%ring) : (!tile.channel<2, !tile.buffer<8xf32, shared>>) -> ()
      tile.channel_release %ring : !tile.channel<2, !tile.buffer<8xf32, shared>>
    }
  }
  return
}

// -----

func.func @acquire_buffer(%b: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a channel, got '!tile.buffer<8xf32, shared>'}}
  tile.channel_acquire %b : !tile.buffer<8xf32, shared>
  return
}
