//===- Passes.td - passes that lower tile to the CPU -------*- tablegen -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_TILETOCPU_PASSES
#define TILE_CONVERSION_TILETOCPU_PASSES

include "mlir/Pass/PassBase.td"

def ConvertTileToCPU : Pass<"convert-tile-to-cpu", "::mlir::ModuleOp"> {
  let summary = "lower tile to scf, vector and llvm for a CPU";
  let description = [{
    Each launch becomes a function that runs blocks `begin` to `end` of the grid,
    in raster order, one after the other on one thread, and a call of the
    runtime's parallel loop over the grid. On-chip buffers are row-major memory
    of the worker; parallel nests, copies and reductions become loops over
    vectors; a matrix product becomes packed, register-blocked code.

    Errors found at run time (assertions, shapes that do not match, no memory)
    are reported to the runtime, which returns them to the caller. What depends
    on the threads of a block is refused.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"];
}

def HoistPacking : Pass<"tile-hoist-packing", "::mlir::ModuleOp"> {
  let summary = "pack the operands of a matrix product once per launch";
  let description = [{
    Finds launches in which a loop over K copies windows of two tensors into
    tiles and adds their product to a third tile. The windows of A must depend
    on K and on at most one axis of the grid, those of B likewise; they read
    zero outside the tensor, the copies do not convert, and nothing else uses
    the tiles. The launch must not write A or B.

    Such a launch is preceded by one that copies A and B, in parallel, into
    panels in which the innermost loop reads them; the loop becomes a product of
    panels. If all that remains is to store C as a whole, and no narrower than
    its sums need, the product goes to the result tensor in blocks that fit the
    caches; else the program's blocks stay, with the product in the place of the
    loop.

    Whether a written tensor shares memory with A or B is tested at run time; if
    one does, or if there is no memory for the panels, the launch runs as it was.
    No test is needed between parameters of a function that is `tile.checked`,
    unless they are marked `tile.may_alias`; the launch is not kept then, and
    without memory the kernel fails.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def EmitKernelEntries : Pass<"tile-emit-kernel-entries", "::mlir::ModuleOp"> {
  let summary = "give each kernel its C entry and signature";
  let description = [{
    For each public function NAME without results, emits what Tile/Runtime/Kernel.h
    asks for: the entry `_tile_entry_NAME`, which unpacks its arguments, the
    signature `_tile_info_NAME`, and the C function NAME, which checks its
    arguments. The function itself becomes private, and is `tile.checked`.

    A kernel may have the name of a function of the C library only if it gets no
    C function: else what is linked with it would call the kernel.
  }];
  let options = [
    Option<"cFunctions", "c-functions", "bool", "true",
           "give each kernel the C function of its name">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect"];
}

def ExpandNarrowFloats : Pass<"tile-expand-narrow-floats", "::mlir::ModuleOp"> {
  let summary = "arithmetic and conversions of floats narrower than f32";
  let description = [{
    Arithmetic on floats narrower than f32 is done in f32 and rounded once, to
    nearest even; conversions become integer arithmetic where the CPU has no
    instruction for them, so that nothing calls a compiler library.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"nativeHalf", "native-half", "bool", "false",
           "f16 converts to and from f32 in hardware, even if `llvm.target` on "
           "the module does not say so">
  ];
}

def ExpandVectorMath : Pass<"tile-expand-vector-math", "::mlir::ModuleOp"> {
  let summary = "elementary functions as vector arithmetic";
  let description = [{
    Elementary functions of f32 become polynomials that work on whole vectors;
    the others become calls of the C library, element by element. Where the
    module's `llvm.target` scales by powers of two in one instruction, the
    exponentials use it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // TILE_CONVERSION_TILETOCPU_PASSES
