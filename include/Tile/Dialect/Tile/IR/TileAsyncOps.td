//===- TileAsyncOps.td - barriers, channels, threads and debugging --------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEASYNCOPS
#define TILE_DIALECT_TILE_IR_TILEASYNCOPS

include "Tile/Dialect/Tile/IR/TileOpBase.td"

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

def Tile_WaitOp : Tile_ExecutionOp<"wait", [Tile_Collective, AttrSizedOperandSegments]> {
  let summary = "wait for asynchronous operations";
  let description = [{
    The operations of the tokens are complete afterwards; with `read`, their
    sources may be reused. `guards` lists the buffers the wait makes safe.

    Example:

    ```mlir
    tile.wait %t guards(%s : !tile.buffer<16x16xf16, shared>)
    ```
  }];
  let arguments = (ins Variadic<Tile_TokenType>:$tokens, Variadic<Tile_BufferType>:$guards,
                       UnitAttr:$read);
  let assemblyFormat = [{
    $tokens (`guards` `(` $guards^ `:` custom<Buffers>(type($guards)) `)`)?
    (`read` $read^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_CommitGroupOp : Tile_ExecutionOp<"commit_group", [Tile_Collective]> {
  let summary = "close a group of asynchronous operations";
  let description = [{
    The asynchronous operations of that kind issued since the last group form
    one group, counted per team in program order. A matrix product that no group
    has closed when `tile.wait_group mma` is reached is a group of its own there; a
    copy that no group closes is waited for by its token or barrier only.

    Example:

    ```mlir
    tile.commit_group copy
    ```
  }];
  let arguments = (ins Tile_WaitKindAttr:$kind);
  let assemblyFormat = "custom<Keyword>($kind) attr-dict";
}

def Tile_WaitGroupOp : Tile_ExecutionOp<"wait_group", [Tile_Collective]> {
  let summary = "wait for all but the newest groups";
  let description = [{
    All but the newest `pending` groups of that kind are complete afterwards.

    Example:

    ```mlir
    tile.wait_group copy pending(1)
    ```
  }];
  let arguments = (ins Tile_WaitKindAttr:$kind, I64Attr:$pending);
  let assemblyFormat = "custom<Keyword>($kind) `pending` `(` $pending `)` attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

def Tile_SyncOp : Tile_ExecutionOp<"sync", [AttrSizedOperandSegments]> {
  let summary = "barrier of the team, or of some of its threads";
  let description = [{
    With `id` and `count`, a named barrier for exactly `count` threads. `vote`
    computes a value from a predicate of each thread: 1 or 0 for `and` and `or`,
    the number of true predicates for `count`.

    Example:

    ```mlir
    tile.sync
    tile.sync id(%c1) count(128)
    %n = tile.sync vote(count, %p)
    ```
  }];
  let arguments = (ins Optional<Index>:$barrier_id, Optional<I1>:$predicate,
                       OptionalAttr<I64Attr>:$count, OptionalAttr<Tile_VoteKindAttr>:$vote);
  let results = (outs Optional<I32>:$result);
  let assemblyFormat = [{
    (`id` `(` $barrier_id^ `)`)? (`count` `(` $count^ `)`)?
    (custom<Vote>($vote, $predicate, type($result))^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_SyncArriveOp : Tile_ExecutionOp<"sync_arrive"> {
  let summary = "arrive at a named barrier without waiting";
  let description = [{
    Counts this thread at the named barrier of `count` threads.

    Example:

    ```mlir
    tile.sync_arrive id(%c1) count(256)
    ```
  }];
  let arguments = (ins Index:$barrier_id, I64Attr:$count);
  let assemblyFormat = "`id` `(` $barrier_id `)` `count` `(` $count `)` attr-dict";
  let hasVerifier = 1;
}

def Tile_FenceOp : Tile_ExecutionOp<"fence"> {
  let summary = "order memory accesses";
  let description = [{
    Without `async_proxy`, orders this thread's accesses for observers in the
    scope; with it, makes them visible to asynchronous bulk operations.

    Example:

    ```mlir
    tile.fence scope(device)
    tile.fence async_proxy
    ```
  }];
  let arguments = (ins UnitAttr:$async_proxy,
      DefaultValuedAttr<Tile_SyncScopeAttr, "::tile::SyncScope::Block">:$scope);
  let assemblyFormat = [{
    (`async_proxy` $async_proxy^)? (`scope` `(` custom<Keyword>($scope)^ `)`)? attr-dict
  }];
}

def Tile_GridSyncOp : Tile_ExecutionOp<"grid_sync", [
    DeclareOpInterfaceMethods<Tile_CollectiveOpInterface, ["getCollectiveScope"]>]> {
  let summary = "barrier of all blocks";
  let description = [{
    Needs a `cooperative` launch.

    Example:

    ```mlir
    tile.grid_sync
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

class Tile_ClusterOp<string mnemonic> : Tile_ExecutionOp<mnemonic, [
    DeclareOpInterfaceMethods<Tile_CollectiveOpInterface, ["getCollectiveScope"]>]>;

def Tile_ClusterArriveOp : Tile_ClusterOp<"cluster_arrive"> {
  let summary = "arrive at the barrier of a cluster";
  let description = [{
    `relaxed` orders no memory.

    Example:

    ```mlir
    tile.cluster_arrive relaxed
    ```
  }];
  let arguments = (ins UnitAttr:$relaxed);
  let assemblyFormat = "(`relaxed` $relaxed^)? attr-dict";
  let hasVerifier = 1;
}

def Tile_ClusterWaitOp : Tile_ClusterOp<"cluster_wait"> {
  let summary = "wait at the barrier of a cluster";
  let description = [{
    Waits until every block of the cluster has arrived.

    Example:

    ```mlir
    tile.cluster_wait
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Tile_ClusterRankOp : Tile_Op<"cluster_rank", [Pure]> {
  let summary = "rank of the block in its cluster";
  let description = [{
    The linear number of the block in its cluster, the first dimension fastest.

    Example:

    ```mlir
    %r = tile.cluster_rank
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Tile_BarrierArriveOp : Tile_ExecutionOp<"barrier_arrive"> {
  let summary = "arrive at a transaction barrier";
  let description = [{
    Each thread that reaches the operation is one arrival. `expect` first adds
    bytes to what the phase expects.

    Example:

    ```mlir
    tile.barrier_arrive %b[%c0] expect(%bytes) : !tile.buffer<2xi64, barrier>
    ```
  }];
  let arguments = (ins Tile_BufferType:$barrier, Index:$index, Optional<Index>:$expect);
  let assemblyFormat = [{
    $barrier `[` $index `]` (`expect` `(` $expect^ `)`)? attr-dict `:`
    custom<Buffer>(type($barrier))
  }];
  let hasVerifier = 1;
}

def Tile_BarrierExpectOp : Tile_ExecutionOp<"barrier_expect"> {
  let summary = "add to the bytes a barrier expects";
  let description = [{
    The current phase does not end before that many more bytes have arrived.

    Example:

    ```mlir
    tile.barrier_expect %b[%c0] bytes(%n) : !tile.buffer<2xi64, barrier>
    ```
  }];
  let arguments = (ins Tile_BufferType:$barrier, Index:$index, Index:$bytes);
  let assemblyFormat = [{
    $barrier `[` $index `]` `bytes` `(` $bytes `)` attr-dict `:`
    custom<Buffer>(type($barrier))
  }];
  let hasVerifier = 1;
}

def Tile_BarrierWaitOp : Tile_ExecutionOp<"barrier_wait"> {
  let summary = "wait for a phase of a transaction barrier";
  let description = [{
    Phase n ends when its arrivals and its expected bytes are all in; the wait
    returns once the phase of that parity has ended. Parity 1 returns at once on
    a fresh barrier.

    Example:

    ```mlir
    tile.barrier_wait %b[%c0] parity(%p) : !tile.buffer<2xi64, barrier>
    ```
  }];
  let arguments = (ins Tile_BufferType:$barrier, Index:$index, Index:$parity);
  let assemblyFormat = [{
    $barrier `[` $index `]` `parity` `(` $parity `)` attr-dict `:`
    custom<Buffer>(type($barrier))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

class Tile_ChannelUseOp<string mnemonic> : Tile_ExecutionOp<mnemonic, [Tile_Collective]>;

def Tile_ChannelOp : Tile_ExecutionOp<"channel", [Tile_Collective]> {
  let summary = "make a channel between roles";
  let description = [{
    All slots start empty. One role produces, one or more consume; every
    consumer releases each slot.

    Example:

    ```mlir
    %ring = tile.channel : !tile.channel<2, !tile.buffer<64xf32, shared>>
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$id);
  let results = (outs Tile_ChannelType:$channel);
  let assemblyFormat = "(`id` `(` $id^ `)`)? attr-dict `:` custom<Channel>(type($channel))";
  let hasVerifier = 1;
}

def Tile_ChannelAcquireOp : Tile_ChannelUseOp<"channel_acquire"> {
  let summary = "the producer's next empty slot";
  let description = [{
    The n-th acquire uses slot n modulo the depth, and waits until all consumers
    have released it.

    Example:

    ```mlir
    %a = tile.channel_acquire %ring : !tile.channel<2, !tile.buffer<64xf32, shared>>
    ```
  }];
  let arguments = (ins Tile_ChannelType:$channel);
  let results = (outs Variadic<Tile_BufferType>:$payload);
  let assemblyFormat = "$channel attr-dict custom<Payload>(type($channel), type($payload))";
  let hasVerifier = 1;
}

def Tile_ChannelCommitOp : Tile_ChannelUseOp<"channel_commit"> {
  let summary = "publish the producer's oldest acquired slot";
  let description = [{
    Publishes every write made to the slot since its acquire, asynchronous
    copies still in flight included; nobody waits for them in the producer.

    Example:

    ```mlir
    tile.channel_commit %ring : !tile.channel<2, !tile.buffer<64xf32, shared>>
    ```
  }];
  let arguments = (ins Tile_ChannelType:$channel);
  let assemblyFormat = "$channel attr-dict `:` custom<Channel>(type($channel))";
  let hasVerifier = 1;
}

def Tile_ChannelWaitOp : Tile_ChannelUseOp<"channel_wait"> {
  let summary = "a consumer's next full slot";
  let description = [{
    The n-th wait of a role uses slot n modulo the depth, and waits until the
    producer has committed it.

    Example:

    ```mlir
    %a = tile.channel_wait %ring : !tile.channel<2, !tile.buffer<64xf32, shared>>
    ```
  }];
  let arguments = (ins Tile_ChannelType:$channel);
  let results = (outs Variadic<Tile_BufferType>:$payload);
  let assemblyFormat = "$channel attr-dict custom<Payload>(type($channel), type($payload))";
  let hasVerifier = 1;
}

def Tile_ChannelReleaseOp : Tile_ChannelUseOp<"channel_release"> {
  let summary = "give back a consumer's oldest held slot";
  let description = [{
    Takes effect once every operation that reads the slot, asynchronous ones
    included, has completed.

    Example:

    ```mlir
    tile.channel_release %ring : !tile.channel<2, !tile.buffer<64xf32, shared>>
    ```
  }];
  let arguments = (ins Tile_ChannelType:$channel);
  let assemblyFormat = "$channel attr-dict `:` custom<Channel>(type($channel))";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

def Tile_ThreadIdOp : Tile_Op<"thread_id", [Pure]> {
  let summary = "number of the thread";
  let description = [{
    `x`, `y`, `z`: the thread's coordinates in the block as the user wrote it;
    `team`: its linear number in the current team.

    Example:

    ```mlir
    %t = tile.thread_id x
    ```
  }];
  let arguments = (ins Tile_ThreadDimAttr:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "custom<Keyword>($dim) attr-dict";
}

def Tile_ElectOp : Tile_ExecutionOp<"elect"> {
  let summary = "true in one thread of each group";
  let description = [{
    Groups are of `size` consecutive threads of the team (0: the whole team).

    Example:

    ```mlir
    %p = tile.elect size(128)
    ```
  }];
  let arguments = (ins DefaultValuedAttr<I64Attr, "0">:$size);
  let results = (outs I1:$result);
  let assemblyFormat = "(`size` `(` $size^ `)`)? attr-dict";
  let hasVerifier = 1;
}

def Tile_BallotOp : Tile_ExecutionOp<"ballot"> {
  let summary = "predicates of the threads of a warp";
  let description = [{
    Bit i is the predicate of lane i of the warp; lanes that do not reach the
    operation give 0.

    Example:

    ```mlir
    %m = tile.ballot %p
    ```
  }];
  let arguments = (ins I1:$predicate);
  let results = (outs I64:$result);
  let assemblyFormat = "$predicate attr-dict";
}

//===----------------------------------------------------------------------===//
// Random numbers and debugging
//===----------------------------------------------------------------------===//

def Tile_RngInitOp : Tile_ExecutionOp<"rng_init"> {
  let summary = "make a random number generator";
  let description = [{
    Per-thread state from a seed, a sequence number and an offset.

    Example:

    ```mlir
    %r = tile.rng_init %seed, %seq, %off : !tile.rng<philox>
    ```
  }];
  let arguments = (ins I64:$seed, I64:$sequence, I64:$offset);
  let results = (outs Tile_RngType:$rng);
  let assemblyFormat = "$seed `,` $sequence `,` $offset attr-dict `:` custom<Rng>(type($rng))";
}

def Tile_RngNextOp : Tile_ExecutionOp<"rng_next"> {
  let summary = "the next random number";
  let description = [{
    `uniform` in (0, 1] and `normal` give f32 or f64, `bits` gives i32 or i64.

    Example:

    ```mlir
    %u = tile.rng_next %r uniform : !tile.rng<philox> -> f32
    ```
  }];
  let arguments = (ins Tile_RngType:$rng, Tile_RngDistributionAttr:$distribution);
  let results = (outs AnyTypeOf<[F32, F64, I32, I64]>:$result);
  let assemblyFormat = [{
    $rng custom<Keyword>($distribution) attr-dict `:` custom<Rng>(type($rng)) `->`
    type($result)
  }];
  let hasVerifier = 1;
}

def Tile_PrintOp : Tile_ExecutionOp<"print"> {
  let summary = "print a message and values";
  let description = [{
    Prints one line: the message, then the values, separated by spaces. A tile or
    tensor is its elements row by row, in brackets for each dimension. A line
    with a tile is printed once per team, a line of scalars by each thread that
    reaches the operation.

    Example:

    ```mlir
    tile.print "row %x" %i, %s : index, !tile.buffer<4xf32, shared>
    ```
  }];
  let arguments = (ins StrAttr:$message, Variadic<AnyType>:$values);
  let assemblyFormat = "$message ($values^ `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

def Tile_AssumeOp : Tile_ExecutionOp<"assume"> {
  let summary = "a fact that proofs may use";
  let description = [{
    On the host it is checked before the launch; in a launch it is checked in
    debug builds. Every hypothesis that a proof uses is one of these.

    Example:

    ```mlir
    tile.assume %same, "A.shape[0] == B.shape[0]"
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$text);
  let assemblyFormat = "$condition `,` $text attr-dict";
}

#endif // TILE_DIALECT_TILE_IR_TILEASYNCOPS
