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
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tile;

namespace {

/// Passes, each followed by a check of the stage that it leaves the IR at,
/// where stages are verified.
class StagedPasses {
public:
  StagedPasses(OpPassManager &pm, bool verify) : pm(pm), verify(verify) {
#ifndef NDEBUG
    this->verify = true;
#endif
  }

  /// What the passes from here on keep.
  void enter(StringRef name) {
    stage = name;
    check();
  }
  void add(std::unique_ptr<Pass> pass) {
    pm.addPass(std::move(pass));
    check();
  }
  /// Adds a pass that brings the IR to a new stage.
  void add(std::unique_ptr<Pass> pass, StringRef reached) {
    stage = reached;
    add(std::move(pass));
  }

private:
  void check() {
    if (!verify)
      return;
    VerifyStageOptions options;
    options.stage = stage.str();
    pm.addPass(createVerifyStage(options));
  }

  OpPassManager &pm;
  bool verify;
  StringRef stage;
};

} // namespace

/// What upstream needs to bring scf, vector, math and memref to llvm.
static void addLowering(StagedPasses &passes) {
  // Elementary functions, while vectors are still there to work on.
  passes.add(createExpandVectorMath());
  // Ceiling and floor divisions have no LLVM instruction.
  passes.add(arith::createArithExpandOpsPass());
  // The expansions leave repeated constants and dead code.
  passes.add(createCanonicalizerPass());
  passes.add(createCSEPass());
  // Views become arithmetic on strides, which is affine.
  passes.add(memref::createExpandStridedMetadataPass());
  passes.add(createLowerAffinePass());
  // Structured loops become branches.
  passes.add(createSCFToControlFlowPass());
  // The dialects, one by one; vector first, because it makes arith.
  passes.add(createConvertVectorToLLVMPass());
  passes.add(createConvertMathToLLVMPass());
  passes.add(createFinalizeMemRefToLLVMConversionPass());
  passes.add(createConvertFuncToLLVMPass());
  passes.add(createConvertIndexToLLVMPass());
  passes.add(createArithToLLVMConversionPass());
  passes.add(createConvertControlFlowToLLVMPass());
  passes.add(createUBToLLVMConversionPass());
  // Now every cast between a type and its lowered form meets its inverse.
  passes.add(createReconcileUnrealizedCastsPass(), "final");
}

void tile::buildTileToCPUPipeline(OpPassManager &pm,
                                  const TileToCPUOptions &options) {
  StagedPasses passes(pm, options.verifyStages);
  passes.enter("authored");
  // A launch says what it is compiled for; later passes ask it.
  AttachTargetOptions attach;
  attach.target = options.target;
  passes.add(createAttachTarget(attach));
  // Limits of the target, and operations that do nothing.
  passes.add(createLegalize(), "targeted");
  // The machine is known from the launches, which go away below.
  AttachMachineOptions machine;
  machine.target = options.target;
  passes.add(createAttachMachine(machine));
  // Signatures tell which tensors the tile operations write.
  EmitKernelEntriesOptions entries;
  entries.cFunctions = options.cFunctions;
  passes.add(createEmitKernelEntries(entries));
  // Constants and slices fold, so that more is known statically.
  passes.add(createCanonicalizerPass());
  passes.add(createCSEPass());
  // Operands of matrix products are packed before their launch.
  passes.add(createHoistPacking());
  // Launches become loops over blocks, tiles become memory and vectors.
  passes.add(createConvertTileToCPU(), "lowered");
  // Addresses repeat from access to access, and invariant ones move out of
  // loops.
  passes.add(createCanonicalizerPass());
  passes.add(createCSEPass());
  // Floats narrower than f32 become arithmetic in f32 and on bits.
  passes.add(createExpandNarrowFloats());
  addLowering(passes);
  // The machine once more, for the functions that are there now.
  passes.add(createAttachMachine(machine));
}

void tile::registerTileToCPUPipeline() {
  PassPipelineRegistration<TileToCPUOptions>(
      "tile-to-cpu",
      "compile host functions with launches to the llvm dialect for a CPU",
      buildTileToCPUPipeline);
}

void tile::registerCPUTargetPasses() { registerTileTargetCPUPasses(); }
