//===- TileEnums.td - enumerations of the tile dialect -----*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEENUMS
#define TILE_DIALECT_TILE_IR_TILEENUMS

include "Tile/Dialect/Tile/IR/TileDialect.td"
include "mlir/IR/EnumAttr.td"

// An enumeration that prints as a bare keyword inside an operation's clause and
// as `#tile<mnemonic keyword>` elsewhere.
class Tile_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tile";
  let genSpecializedAttr = 0;
}
class Tile_EnumAttr<EnumAttrInfo info, string mnemonic, string text>
    : EnumAttr<Tile_Dialect, info, mnemonic> {
  let assemblyFormat = "$value";
  let description = text;
}

def Tile_MemorySpaceEnum : Tile_Enum<"MemorySpace", "where a buffer lives", [
  I32EnumAttrCase<"Global", 0, "global">,
  I32EnumAttrCase<"Shared", 1, "shared">,
  I32EnumAttrCase<"Fragment", 2, "fragment">,
  I32EnumAttrCase<"Local", 3, "local">,
  I32EnumAttrCase<"Tmem", 4, "tmem">,
  I32EnumAttrCase<"Barrier", 5, "barrier">,
  I32EnumAttrCase<"Cluster", 6, "cluster">
]>;
def Tile_MemorySpaceAttr : Tile_EnumAttr<Tile_MemorySpaceEnum, "memory_space", [{
  Where a buffer lives: `global` (a window of a tensor), `shared` (one copy per block), `fragment` (registers of the whole team), `local` (one copy per thread), `tmem` (tensor memory), `barrier` (transaction barriers) or `cluster` (the shared buffer of a peer block).

  Example: `!tile.buffer<8x8xf16, shared>`
}]>;

def Tile_GemmPolicyEnum : Tile_Enum<"GemmPolicy", "how warps tile the result of a gemm", [
  I32EnumAttrCase<"Square", 0, "square">,
  I32EnumAttrCase<"FullRow", 1, "full_row">,
  I32EnumAttrCase<"FullCol", 2, "full_col">
]>;
def Tile_GemmPolicyAttr : Tile_EnumAttr<Tile_GemmPolicyEnum, "gemm_policy", [{
  How the warps of a team share the result: balanced, all along rows, or all along columns.

  Example: `policy(full_row)`
}]>;

def Tile_GemmPrecisionEnum : Tile_Enum<"GemmPrecision", "how exact the products of a gemm are", [
  I32EnumAttrCase<"Exact", 0, "exact">,
  I32EnumAttrCase<"Tf32", 1, "tf32">
]>;
def Tile_GemmPrecisionAttr : Tile_EnumAttr<Tile_GemmPrecisionEnum, "gemm_precision", [{
  `exact`: products of the operands as they are. `tf32`: f32 operands may lose mantissa bits down to tf32 before the product.

  Example: `precision(tf32)`
}]>;

def Tile_ReduceKindEnum : Tile_Enum<"ReduceKind", "how a reduction combines", [
  I32EnumAttrCase<"Sum", 0, "sum">,
  I32EnumAttrCase<"Abssum", 1, "abssum">,
  I32EnumAttrCase<"Max", 2, "max">,
  I32EnumAttrCase<"Absmax", 3, "absmax">,
  I32EnumAttrCase<"Min", 4, "min">,
  I32EnumAttrCase<"Umax", 5, "umax">,
  I32EnumAttrCase<"Umin", 6, "umin">,
  I32EnumAttrCase<"Bitand", 7, "bitand">,
  I32EnumAttrCase<"Bitor", 8, "bitor">,
  I32EnumAttrCase<"Bitxor", 9, "bitxor">
]>;
def Tile_ReduceKindAttr : Tile_EnumAttr<Tile_ReduceKindEnum, "reduce_kind", [{
  The combiner of a reduction. `abssum` and `absmax` combine absolute values; `umax` and `umin` compare integers as unsigned.

  Example: `tile.reduce absmax`
}]>;

def Tile_ScanKindEnum : Tile_Enum<"ScanKind", "how a scan combines", [
  I32EnumAttrCase<"Sum", 0, "sum">,
  I32EnumAttrCase<"Max", 1, "max">
]>;
def Tile_ScanKindAttr : Tile_EnumAttr<Tile_ScanKindEnum, "scan_kind", [{
  The combiner of an inclusive scan.

  Example: `tile.scan sum`
}]>;

def Tile_AtomicKindEnum : Tile_Enum<"AtomicKind", "what an atomic update does", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Max", 1, "max">,
  I32EnumAttrCase<"Min", 2, "min">,
  I32EnumAttrCase<"Umax", 3, "umax">,
  I32EnumAttrCase<"Umin", 4, "umin">,
  I32EnumAttrCase<"Or", 5, "or">,
  I32EnumAttrCase<"And", 6, "and">,
  I32EnumAttrCase<"Xor", 7, "xor">,
  I32EnumAttrCase<"Exch", 8, "exch">
]>;
def Tile_AtomicKindAttr : Tile_EnumAttr<Tile_AtomicKindEnum, "atomic_kind", [{
  The read-modify-write an atomic operation performs; `exch` replaces the value.

  Example: `tile.atomic_rmw add`
}]>;

def Tile_TestKindEnum : Tile_Enum<"TestKind", "what a test of a tile asks", [
  I32EnumAttrCase<"Any", 0, "any">,
  I32EnumAttrCase<"All", 1, "all">
]>;
def Tile_TestKindAttr : Tile_EnumAttr<Tile_TestKindEnum, "test_kind", [{
  Whether any or all elements differ from zero.

  Example: `tile.test any`
}]>;

def Tile_NanModeEnum : Tile_Enum<"NanMode", "what a NaN does to max and min", [
  I32EnumAttrCase<"Ignore", 0, "ignore">,
  I32EnumAttrCase<"Propagate", 1, "propagate">
]>;
def Tile_NanModeAttr : Tile_EnumAttr<Tile_NanModeEnum, "nan_mode", [{
  `ignore`: as IEEE 754 maximumNumber, a NaN loses against a number. `propagate`: a NaN wins. Holds for every float type and every stage of the reduction tree.

  Example: `nan(propagate)`
}]>;

def Tile_MemoryOrderEnum : Tile_Enum<"MemoryOrder", "the order of an atomic", [
  I32EnumAttrCase<"Relaxed", 0, "relaxed">,
  I32EnumAttrCase<"Acquire", 1, "acquire">,
  I32EnumAttrCase<"Release", 2, "release">,
  I32EnumAttrCase<"AcqRel", 3, "acq_rel">,
  I32EnumAttrCase<"SeqCst", 4, "seq_cst">
]>;
def Tile_MemoryOrderAttr : Tile_EnumAttr<Tile_MemoryOrderEnum, "memory_order", [{
  The memory order of an atomic operation.

  Example: `order(acq_rel)`
}]>;

def Tile_SyncScopeEnum : Tile_Enum<"SyncScope", "who observes an atomic or a fence", [
  I32EnumAttrCase<"Device", 0, "device">,
  I32EnumAttrCase<"Block", 1, "block">,
  I32EnumAttrCase<"Cluster", 2, "cluster">,
  I32EnumAttrCase<"System", 3, "system">
]>;
def Tile_SyncScopeAttr : Tile_EnumAttr<Tile_SyncScopeEnum, "sync_scope", [{
  The set of threads among which an atomic operation or a fence orders memory.

  Example: `scope(block)`
}]>;

def Tile_CopyPreferenceEnum : Tile_Enum<"CopyPreference", "the mechanism a user asks for", [
  I32EnumAttrCase<"Simt", 0, "simt">,
  I32EnumAttrCase<"ThreadAsync", 1, "thread_async">,
  I32EnumAttrCase<"Bulk", 2, "bulk">
]>;
def Tile_CopyPreferenceAttr : Tile_EnumAttr<Tile_CopyPreferenceEnum, "copy_preference", [{
  `simt`: loads and stores of the threads. `thread_async`: asynchronous copies issued by each thread. `bulk`: one asynchronous copy of the whole tile. Refused with the reason where impossible.

  Example: `prefer(bulk)`
}]>;

def Tile_CacheHintEnum : Tile_Enum<"CacheHint", "eviction priority", [
  I32EnumAttrCase<"Normal", 0, "normal">,
  I32EnumAttrCase<"First", 1, "first">,
  I32EnumAttrCase<"Last", 2, "last">
]>;
def Tile_CacheHintAttr : Tile_EnumAttr<Tile_CacheHintEnum, "cache_hint", [{
  Whether the lines of an access should leave the cache normally, first or last.

  Example: `cache(first)`
}]>;

def Tile_RoundingEnum : Tile_Enum<"Rounding", "rounding mode of a conversion or operation", [
  I32EnumAttrCase<"Rn", 0, "rn">,
  I32EnumAttrCase<"Rz", 1, "rz">,
  I32EnumAttrCase<"Ru", 2, "ru">,
  I32EnumAttrCase<"Rd", 3, "rd">,
  I32EnumAttrCase<"Rna", 4, "rna">,
  I32EnumAttrCase<"Rs", 5, "rs">
]>;
def Tile_RoundingAttr : Tile_EnumAttr<Tile_RoundingEnum, "rounding", [{
  Nearest even, toward zero, up, down, nearest away from zero, and stochastic (which needs random bits).

  Example: `rounding(rz)`
}]>;

def Tile_IssueScopeEnum : Tile_Enum<"IssueScope", "who reaches an asynchronous operation", [
  I32EnumAttrCase<"Team", 0, "team">,
  I32EnumAttrCase<"Warp", 1, "warp">,
  I32EnumAttrCase<"Thread", 2, "thread">
]>;
def Tile_IssueScopeAttr : Tile_EnumAttr<Tile_IssueScopeEnum, "issue_scope", [{
  Who reaches an asynchronous operation: the team (one thread is elected where needed), one warp, or one thread.

  Example: `issue(thread)`
}]>;

def Tile_RngKindEnum : Tile_Enum<"RngKind", "random number generator", [
  I32EnumAttrCase<"Philox", 0, "philox">,
  I32EnumAttrCase<"Xorwow", 1, "xorwow">,
  I32EnumAttrCase<"Mrg32k3a", 2, "mrg32k3a">
]>;
def Tile_RngKindAttr : Tile_EnumAttr<Tile_RngKindEnum, "rng_kind", [{
  The generator behind a `!tile.rng`.

  Example: `!tile.rng<philox>`
}]>;

def Tile_RngDistributionEnum : Tile_Enum<"RngDistribution", "distribution of a random number", [
  I32EnumAttrCase<"Uniform", 0, "uniform">,
  I32EnumAttrCase<"Normal", 1, "normal">,
  I32EnumAttrCase<"Bits", 2, "bits">
]>;
def Tile_RngDistributionAttr : Tile_EnumAttr<Tile_RngDistributionEnum, "rng_distribution", [{
  `uniform`: in (0, 1]. `normal`: mean 0, variance 1. `bits`: 32 or 64 uniform bits.

  Example: `tile.rng_next %r uniform`
}]>;

def Tile_RoundedKindEnum : Tile_Enum<"RoundedKind", "operation with directed rounding", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Sub", 1, "sub">,
  I32EnumAttrCase<"Mul", 2, "mul">,
  I32EnumAttrCase<"Div", 3, "div">,
  I32EnumAttrCase<"Fma", 4, "fma">,
  I32EnumAttrCase<"Rcp", 5, "rcp">,
  I32EnumAttrCase<"Sqrt", 6, "sqrt">,
  I32EnumAttrCase<"Rsqrt", 7, "rsqrt">
]>;
def Tile_RoundedKindAttr : Tile_EnumAttr<Tile_RoundedKindEnum, "rounded_kind", [{
  The arithmetic of `tile.rounded`.

  Example: `tile.rounded add rz`
}]>;

def Tile_ThreadDimEnum : Tile_Enum<"ThreadDim", "which thread number", [
  I32EnumAttrCase<"X", 0, "x">,
  I32EnumAttrCase<"Y", 1, "y">,
  I32EnumAttrCase<"Z", 2, "z">,
  I32EnumAttrCase<"Team", 3, "team">
]>;
def Tile_ThreadDimAttr : Tile_EnumAttr<Tile_ThreadDimEnum, "thread_dim", [{
  A coordinate of the thread in its block, or `team`: the linear number in the current team.

  Example: `tile.thread_id team`
}]>;

def Tile_WaitKindEnum : Tile_Enum<"WaitKind", "which asynchronous operations a counted wait is for", [
  I32EnumAttrCase<"Copy", 0, "copy">,
  I32EnumAttrCase<"Store", 1, "store">,
  I32EnumAttrCase<"Mma", 2, "mma">
]>;
def Tile_WaitKindAttr : Tile_EnumAttr<Tile_WaitKindEnum, "wait_kind", [{
  Copies into on-chip memory, copies out of it, or matrix products.

  Example: `tile.wait_group mma pending(0)`
}]>;

def Tile_VoteKindEnum : Tile_Enum<"VoteKind", "what a barrier computes from a predicate", [
  I32EnumAttrCase<"And", 0, "and">,
  I32EnumAttrCase<"Or", 1, "or">,
  I32EnumAttrCase<"Count", 2, "count">
]>;
def Tile_VoteKindAttr : Tile_EnumAttr<Tile_VoteKindEnum, "vote_kind", [{
  `and`, `or`: 1 if all (any) threads hold true. `count`: the number of threads that do.

  Example: `vote(and, %p)`
}]>;

def Tile_RasterOrderEnum : Tile_Enum<"RasterOrder", "direction of block panels", [
  I32EnumAttrCase<"Row", 0, "row">,
  I32EnumAttrCase<"Column", 1, "column">
]>;
def Tile_RasterOrderAttr : Tile_EnumAttr<Tile_RasterOrderEnum, "raster_order", [{
  Whether the grid is visited in panels of rows or of columns.

  Example: `#tile.raster<row, panel = 10>`
}]>;

def Tile_LoopHintEnum : Tile_Enum<"LoopHint", "how a serial loop should be compiled", [
  I32EnumAttrCase<"Unroll", 0, "unroll">,
  I32EnumAttrCase<"Expand", 1, "expand">,
  I32EnumAttrCase<"Vectorize", 2, "vectorize">
]>;
def Tile_LoopHintAttr : Tile_EnumAttr<Tile_LoopHintEnum, "loop_hint", [{
  `unroll`: duplicate the body. `expand`: duplicate it before pipelining. `vectorize`: turn iterations into vector lanes.

  Example: `#tile.loop<unroll = 4>`
}]>;

def Tile_ScheduleActionEnum : Tile_Enum<"ScheduleAction", "one step of a scope", [
  I32EnumAttrCase<"Op", 0, "op">,
  I32EnumAttrCase<"Acquire", 1, "acquire">,
  I32EnumAttrCase<"Commit", 2, "commit">,
  I32EnumAttrCase<"Wait", 3, "wait">,
  I32EnumAttrCase<"Release", 4, "release">
]>;
def Tile_ScheduleActionAttr : Tile_EnumAttr<Tile_ScheduleActionEnum, "schedule_action", [{
  Run a unit, or take part in the protocol of a ring.

  Example: `acquire "smem" at 0`
}]>;

#endif // TILE_DIALECT_TILE_IR_TILEENUMS
