//===- Pipeline.cpp - The pipeline tile-to-cpu ----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Conversion/TileToCPU/Passes.h"
#include "Tile/Target/CPU/CPU.h"
#include "Tile/Target/CPU/Passes.h"
#include "Tile/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tile;

/// Adds a check that the IR is at `stage`, where stages are verified.
static void checkStage(OpPassManager &pm, bool verify, StringRef stage) {
#ifndef NDEBUG
  verify = true;
#endif
  if (!verify)
    return;
  VerifyStageOptions options;
  options.stage = stage.str();
  pm.addPass(createVerifyStage(options));
}

/// What upstream needs to bring scf, vector, math and memref to llvm.
static void addLowering(OpPassManager &pm) {
  // Elementary functions, while vectors are still there to work on.
  pm.addPass(createExpandVectorMath());
  // Ceiling and floor divisions have no LLVM instruction.
  pm.addPass(arith::createArithExpandOpsPass());
  // The expansions leave repeated constants and dead code.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Views become arithmetic on strides, which is affine.
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  // Structured loops become branches.
  pm.addPass(createSCFToControlFlowPass());
  // The dialects, one by one; vector first, because it makes arith.
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  // Now every cast between a type and its lowered form meets its inverse.
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void tile::buildTileToCPUPipeline(OpPassManager &pm,
                                  const TileToCPUOptions &options) {
  checkStage(pm, options.verifyStages, "authored");
  // A launch says what it is compiled for; later passes ask it.
  AttachTargetOptions attach;
  attach.target = options.target;
  pm.addPass(createAttachTarget(attach));
  // Limits of the target, and operations that do nothing.
  pm.addPass(createLegalize());
  checkStage(pm, options.verifyStages, "targeted");
  // The machine is known from the launches, which go away below.
  AttachMachineOptions machine;
  machine.target = options.target;
  pm.addPass(createAttachMachine(machine));
  // Signatures tell which tensors the tile operations write.
  pm.addPass(createEmitKernelEntries());
  // Constants and slices fold, so that more is known statically.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Operands of matrix products are packed before their launch.
  pm.addPass(createHoistPacking());
  // Launches become loops over blocks, tiles become memory and vectors.
  pm.addPass(createConvertTileToCPU());
  checkStage(pm, options.verifyStages, "lowered");
  // Addresses repeat from access to access, and invariant ones move out of
  // loops.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Floats narrower than f32 become arithmetic in f32 and on bits.
  pm.addPass(createExpandNarrowFloats());
  addLowering(pm);
  // The machine once more, for the functions that are there now.
  pm.addPass(createAttachMachine(machine));
  checkStage(pm, options.verifyStages, "final");
}

void tile::registerTileToCPUPipeline() {
  PassPipelineRegistration<TileToCPUOptions>(
      "tile-to-cpu",
      "compile host functions with launches to the llvm dialect for a CPU",
      buildTileToCPUPipeline);
}

void tile::registerCPUTargetPasses() { registerTileTargetCPUPasses(); }
