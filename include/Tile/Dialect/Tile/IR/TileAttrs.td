//===- TileAttrs.td - attributes of the tile dialect -------*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEATTRS
#define TILE_DIALECT_TILE_IR_TILEATTRS

include "Tile/Dialect/Tile/IR/TileEnums.td"
include "mlir/IR/AttrTypeBase.td"

class Tile_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Tile_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

def Tile_RasterAttr : Tile_Attr<"Raster", "raster"> {
  let summary = "order in which the blocks of a grid are visited";
  let description = [{
    Blocks are visited in panels of `panel` rows (or columns), alternating the
    direction from panel to panel; the last panel may be narrower. It is a
    bijection of the grid: every block runs exactly once.

    Example: `#tile.raster<row, panel = 10>`
  }];
  let parameters = (ins EnumParameter<Tile_RasterOrderEnum>:$order, "int64_t":$panel);
  let assemblyFormat = "`<` $order `,` `panel` `=` $panel `>`";
  let genVerifyDecl = 1;
}

def Tile_WalkAttr : Tile_Attr<"Walk", "walk"> {
  let summary = "order in which a persistent loop visits its tiles";
  let description = [{
    The last dimension of the domain is split into groups of `group`; the group
    index is the slowest, then the other dimensions, then the position in the
    group.

    Example: `#tile.walk<group = 8>`
  }];
  let parameters = (ins "int64_t":$group);
  let assemblyFormat = "`<` `group` `=` $group `>`";
  let genVerifyDecl = 1;
}

def Tile_LoopAttr : Tile_Attr<"Loop", "loop"> {
  let summary = "how a serial loop should be compiled";
  let description = [{
    A discardable attribute of `scf.for`, under the name `tile.loop`. A factor
    of 0 leaves the number of copies to the compiler.

    Example: `scf.for ... { ... } {tile.loop = #tile.loop<unroll = 4>}`
  }];
  let parameters = (ins EnumParameter<Tile_LoopHintEnum>:$hint,
                        DefaultValuedParameter<"int64_t", "0">:$factor);
  let assemblyFormat = "`<` $hint (`=` $factor^)? `>`";
  let genVerifyDecl = 1;
}

def Tile_RegsAttr : Tile_Attr<"Regs", "regs"> {
  let summary = "register request for the roles that the compiler makes";
  let description = [{
    Registers per thread of producer and consumer roles, multiples of 8 from 24
    to 256. `none` forbids changing the register budget.

    Example: `#tile.regs<producer = 24, consumer = 240>`
  }];
  let parameters = (ins "int64_t":$producer, "int64_t":$consumer);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isNone() const { return getProducer() == 0 && getConsumer() == 0; }
  }];
}

//===----------------------------------------------------------------------===//
// Schedules and roles
//===----------------------------------------------------------------------===//

def Tile_RoleAttr : Tile_Attr<"Role", "role"> {
  let summary = "a role of a specialized team";
  let description = [{
    `warps` is the half-open range of the team's warps that run the role. `regs`
    is a register request per thread (0: none).

    Example: `#tile.role<"load", warps = 4 : 8, regs = 40>`
  }];
  let parameters = (ins StringRefParameter<"the role's name">:$name,
                        "int64_t":$warpsBegin, "int64_t":$warpsEnd,
                        DefaultValuedParameter<"int64_t", "0">:$regs);
  let assemblyFormat = "`<` $name `,` `warps` `=` $warpsBegin `:` $warpsEnd (`,` `regs` `=` $regs^)? `>`";
  let genVerifyDecl = 1;
}

def Tile_StepAttr : Tile_Attr<"Step", "step"> {
  let summary = "where a schedule puts a unit";
  let description = [{
    `unit` is the `id` of an operation of the loop body. `stage` is the
    iteration distance, `order` the position in the steady state, `group` the
    asynchronous group the unit commits to (-1: none).

    Example: `#tile.step<"copy_a", stage = 0, order = 1, group = 0>`
  }];
  let parameters = (ins StringRefParameter<"the unit's id">:$unit, "int64_t":$stage,
                        "int64_t":$order,
                        DefaultValuedParameter<"int64_t", "-1">:$group);
  let assemblyFormat = "`<` $unit `,` `stage` `=` $stage `,` `order` `=` $order (`,` `group` `=` $group^)? `>`";
  let genVerifyDecl = 1;
}

def Tile_RingAttr : Tile_Attr<"Ring", "ring"> {
  let summary = "buffers that a schedule gives several versions";
  let description = [{
    The buffers named by `id` share a ring of `depth` slots.

    Example: `#tile.ring<"smem", depth = 4, buffers = ["As", "Bs"]>`
  }];
  let parameters = (ins StringRefParameter<"the ring's name">:$name, "int64_t":$depth,
                        "::mlir::ArrayAttr":$buffers);
  let assemblyFormat = "`<` $name `,` `depth` `=` $depth `,` `buffers` `=` $buffers `>`";
  let genVerifyDecl = 1;
}

def Tile_ActionAttr : Tile_Attr<"Action", "action"> {
  let summary = "one step of a scope";
  let description = [{
    `op` runs the unit of that id; `acquire`, `commit`, `wait` and `release` act
    on the ring of that name. `stage` is the iteration distance.

    Example: `#tile.action<acquire "smem" at 0>`
  }];
  let parameters = (ins EnumParameter<Tile_ScheduleActionEnum>:$kind,
                        StringRefParameter<"a unit's id or a ring's name">:$name,
                        DefaultValuedParameter<"int64_t", "0">:$stage);
  let assemblyFormat = "`<` $kind $name (`at` $stage^)? `>`";
}

def Tile_ScopeAttr : Tile_Attr<"Scope", "scope"> {
  let summary = "what a role does in one loop";
  let description = [{
    The actions that `role` performs, in order, in the body of the unit `unit`.

    Example: `#tile.scope<"loop_k", "load", [#tile.action<op "copy_a">]>`
  }];
  let parameters = (ins StringRefParameter<"the loop's id">:$unit,
                        StringRefParameter<"the role's name">:$role,
                        ArrayRefParameter<"ActionAttr", "the actions in order">:$actions);
  let assemblyFormat = "`<` $unit `,` $role `,` `[` $actions `]` `>`";
}

def Tile_ScheduleAttr : Tile_Attr<"Schedule", "schedule"> {
  let summary = "the description of a pipeline or a specialization";
  let description = [{
    Places the units of a loop body (`steps`), and, for a specialized team, says
    which roles there are, which buffers become rings, and what each role does.
    Verified on the operation that holds it: each id exists exactly once, each
    unit is placed, `order` is a permutation.

    Example:
    `#tile.schedule<steps = [<"copy_a", stage = 0, order = 0>, <"mma", stage = 1, order = 1>]>`
  }];
  let parameters = (ins OptionalArrayRefParameter<"StepAttr", "placement of units">:$steps,
                        OptionalArrayRefParameter<"RoleAttr", "roles of the team">:$roles,
                        OptionalArrayRefParameter<"RingAttr", "versioned buffers">:$rings,
                        OptionalArrayRefParameter<"ScopeAttr", "what each role does">:$scopes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

def Tile_TargetAttr : Tile_Attr<"Target", "target"> {
  let summary = "the description of a device";
  let description = [{
    Made from the table of a target library, printed in full, and edited at
    will; no pass reads anything else about the device. `features` are names
    from the target's table. `warp` is the number of threads that run in
    lockstep, `threads` the largest block, `shared` the bytes of shared memory a
    block can have (0: no limit), `vector` the bits of a vector register,
    `registers` the number of vector registers, `caches` the bytes of each cache
    level from the first.

    Example:
    `#tile.target<"x86-64", features = ["avx2", "fma"], warp = 1, threads = 1024, shared = 0, vector = 256, registers = 16, caches = [32768, 524288, 16777216]>`
  }];
  let parameters = (ins StringRefParameter<"name in the target table">:$name,
                        "::mlir::ArrayAttr":$features,
                        "int64_t":$warp, "int64_t":$threads, "int64_t":$shared,
                        "int64_t":$vector, "int64_t":$registers,
                        OptionalArrayRefParameter<"int64_t", "cache sizes in bytes">:$caches);
  let assemblyFormat = [{
    `<` $name `,` `features` `=` $features `,` `warp` `=` $warp `,`
    `threads` `=` $threads `,` `shared` `=` $shared `,` `vector` `=` $vector `,`
    `registers` `=` $registers `,` `caches` `=` `[` (`]`) : ($caches^ `]`)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether the device has the named feature.
    bool hasFeature(::llvm::StringRef feature) const;
  }];
}

#endif // TILE_DIALECT_TILE_IR_TILEATTRS
