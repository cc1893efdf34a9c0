//===- TileStructureOps.td - launches, loops and roles -----*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILESTRUCTUREOPS
#define TILE_DIALECT_TILE_IR_TILESTRUCTUREOPS

include "Tile/Dialect/Tile/IR/TileOpBase.td"

def Tile_LaunchOp : Tile_Op<"launch", [
    AutomaticAllocationScope, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">, Tile_Unit,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "run a grid of blocks";
  let description = [{
    Runs the region once for each point of the grid, in no order; the region's
    arguments are the block's coordinates. Several launches of a function run
    one after the other. A grid dimension of 0 runs nothing.

    `threads` is the static block shape (one to three dimensions; a CPU ignores
    it), `cluster` the static shape of block clusters. Hints: `raster` (order of
    blocks), `min_blocks` (blocks that should fit one processor), `regs`
    (register request of roles made by the compiler), `schedule` (a user's
    specialization). `cooperative` makes all blocks resident at once;
    `deterministic` forbids results that depend on the order of blocks.

    The region may use values from above: scalars, tensors and results of host
    operations.

    Example:

    ```mlir
    tile.launch blocks(%bx, %by) in (%gx, %gy) threads(128) raster(#tile.raster<row, panel = 4>) {
      %acc = tile.alloc : !tile.buffer<16x16xf32, fragment>
      tile.fill %zero into %acc : f32 into !tile.buffer<16x16xf32, fragment>
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$grid,
      DenseI64ArrayAttr:$threads, OptionalAttr<DenseI64ArrayAttr>:$cluster,
      OptionalAttr<Tile_RasterAttr>:$raster, OptionalAttr<I64Attr>:$min_blocks,
      OptionalAttr<Tile_RegsAttr>:$regs, OptionalAttr<Tile_ScheduleAttr>:$schedule,
      UnitAttr:$cooperative, UnitAttr:$deterministic,
      OptionalAttr<Tile_TargetAttr>:$target, OptionalAttr<StrAttr>:$id);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// Threads of a block: the product of `threads`.
    int64_t getNumThreads();
    /// The coordinates of the block, slowest last as written.
    ::mlir::Block::BlockArgListType getBlockIds() { return getBody().getArguments(); }
  }];
}

def Tile_YieldOp : Tile_Op<"yield", [Pure, Terminator, ReturnLike,
    ParentOneOf<["LaunchOp", "ParallelOp", "PipelinedOp", "PersistentOp", "SpecializeOp", "StepOp"]>]> {
  let summary = "end of a region";
  let description = [{
    Ends the region of a structure operation; only `tile.step` gives values.

    Example:

    ```mlir
    %m = tile.step id("next") -> (index) {
      tile.yield %c1 : index
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let builders = [OpBuilder<(ins), [{}]>];
  let assemblyFormat = "($results^ `:` type($results))? attr-dict";
}

def Tile_ParallelOp : Tile_Op<"parallel", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">,
    Tile_Collective, Tile_Unit,
    DeclareOpInterfaceMethods<LoopLikeOpInterface, ["getLoopInductionVars"]>]> {
  let summary = "an elementwise nest";
  let description = [{
    Runs every iteration once, in no order. The body may use `arith`, `math`,
    `scf`, loads and stores of any tile, scalar atomics, reducer updates, casts
    and rank-0 `local` buffers made inside; no collective operation and no store
    to an outer `local` buffer.

    An iteration sees memory as it was before the nest plus its own writes;
    reading what another iteration writes is a race. A fragment is indexed
    affinely in the variables. `width` asks for that many elements per access,
    `layout` forces the distribution over threads, `async` allows copies from
    tensors to shared memory to be asynchronous; they are complete when the nest
    is.

    Example:

    ```mlir
    tile.parallel (%i, %j) in (16, %n) width(4) {
      %v = tile.load %a[%i, %j] : memref<16x?xf32>
      tile.store %v, %b[%i, %j] : memref<16x?xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$dynamic_extents, DenseI64ArrayAttr:$static_extents,
      OptionalAttr<I64Attr>:$width, OptionalAttr<AnyAttr>:$layout, UnitAttr:$async,
      OptionalAttr<StrAttr>:$id);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The extents in order, each a constant index attribute or a value.
    ::llvm::SmallVector<::mlir::OpFoldResult> getExtents();
    ::mlir::Block::BlockArgListType getInductionVars() { return getBody().getArguments(); }
  }];
}

class Tile_LoopOp<string mnemonic, list<Trait> traits = []> : Tile_Op<mnemonic, traits # [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">,
    Tile_Collective, Tile_Unit,
    DeclareOpInterfaceMethods<LoopLikeOpInterface, ["getLoopInductionVars"]>,
    DeclareOpInterfaceMethods<RegionBranchOpInterface>]>;

def Tile_PipelinedOp : Tile_LoopOp<"pipelined"> {
  let summary = "a serial loop whose iterations may overlap";
  let description = [{
    Means exactly `scf.for` with uniform bounds and no values carried: state
    lives in buffers. `stages` asks for that many iterations in flight (0 and 1:
    none); `schedule` places the units of the body by hand.

    The units of the body are its direct child operations that are not
    *floating*; floating are pure operations, and loads of memory that the loop
    does not write, which are replayed where they are used.

    Example:

    ```mlir
    tile.pipelined %k = %c0 to %n step %c1 stages(3) {
      tile.copy %g into %s : !tile.buffer<16x16xf16, global> into !tile.buffer<16x16xf16, shared>
    }
    ```
  }];
  let arguments = (ins Index:$lower_bound, Index:$upper_bound, Index:$step,
      DefaultValuedAttr<I64Attr, "0">:$stages, OptionalAttr<Tile_ScheduleAttr>:$schedule,
      OptionalAttr<StrAttr>:$id);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::BlockArgument getInductionVar() { return getBody().getArgument(0); }
  }];
}

def Tile_PersistentOp : Tile_LoopOp<"persistent"> {
  let summary = "the share of one worker in a domain of tiles";
  let description = [{
    Worker `w` of `W` visits the linear tiles w, w + W, ... of the domain. The
    order of the domain is that of `walk`: the last dimension is split into
    groups; the group index is the slowest, then the other dimensions, then the
    position in the group. Each tile is visited exactly once; an empty domain
    runs nothing.

    Example:

    ```mlir
    tile.persistent (%m, %n) in (%mt, %nt) worker(%w of %workers) walk(#tile.walk<group = 8>) {
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$domain, Index:$worker, Index:$workers,
      OptionalAttr<Tile_WalkAttr>:$walk, OptionalAttr<StrAttr>:$id);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block::BlockArgListType getInductionVars() { return getBody().getArguments(); }
    /// Tiles per group of the last dimension (1 without `walk`).
    int64_t getGroup();
  }];
}

def Tile_SpecializeOp : Tile_Op<"specialize", [
    RecursiveMemoryEffects, NoRegionArguments,
    SingleBlockImplicitTerminator<"YieldOp">, Tile_Collective]> {
  let summary = "split a team into roles";
  let description = [{
    Each role runs its region as a new team, all at the same time; warps in no
    role skip. There is no barrier at entry or exit. The ranges are static and
    disjoint. A fragment, local buffer, reducer or generator is used by one role
    only; data crosses roles through shared memory, barriers and channels.

    Example:

    ```mlir
    tile.specialize role @load warps(4 to 8) regs(40) {
      tile.barrier_arrive %b[%c0] : !tile.buffer<1xi64, barrier>
    } role @mma warps(0 to 4) {
      tile.barrier_wait %b[%c0] parity(%c0) : !tile.buffer<1xi64, barrier>
    }
    ```
  }];
  let arguments = (ins TypedArrayAttrBase<Tile_RoleAttr, "roles">:$roles);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Tile_StepOp : Tile_Op<"step", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">, NoRegionArguments,
    DeclareOpInterfaceMethods<Tile_ScheduleUnitOpInterface, ["getUnitId"]>]> {
  let summary = "several statements as one unit of a schedule";
  let description = [{
    Groups statements under one id; otherwise transparent.

    Example:

    ```mlir
    %m, %n = tile.step id("next") -> (index, index) {
      tile.yield %c0, %c1 : index, index
    }
    ```
  }];
  let arguments = (ins StrAttr:$id);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

#endif // TILE_DIALECT_TILE_IR_TILESTRUCTUREOPS
