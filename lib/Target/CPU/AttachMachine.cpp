//===- AttachMachine.cpp - The pass tile-attach-machine -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Target/CPU/CPU.h"
#include "Tile/Target/CPU/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace tile {
#define GEN_PASS_DEF_ATTACHMACHINE
#include "Tile/Target/CPU/Passes.h.inc"
} // namespace tile

using namespace mlir;
using namespace tile;

namespace {

struct AttachMachine : public tile::impl::AttachMachineBase<AttachMachine> {
  using AttachMachineBase::AttachMachineBase;
  void runOnOperation() override;

private:
  FailureOr<CPUMachine> findMachine();
};

} // namespace

/// The machine of the launches, which must agree, or else of the option.
FailureOr<CPUMachine> AttachMachine::findMachine() {
  LaunchOp first;
  WalkResult walk = getOperation().walk([&](LaunchOp launch) -> WalkResult {
    if (!first)
      first = launch;
    if (launch.getTargetAttr() == first.getTargetAttr())
      return WalkResult::advance();
    InFlightDiagnostic diag =
        launch.emitOpError()
        << "expected the target of the module's other launches (because a "
           "module becomes one object), got another target";
    diag.attachNote(first.getLoc()) << "the first launch is here";
    return WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return failure();
  TargetAttr found = first ? first.getTargetAttr() : TargetAttr();
  if (!found)
    found = lookupCPUTarget(&getContext(), target);
  if (!found) {
    getOperation().emitError()
        << "expected the name of a CPU target, got '" << target << "'";
    return failure();
  }
  FailureOr<CPUMachine> machine = getCPUMachine(found);
  if (failed(machine))
    (first ? first->emitOpError() : getOperation().emitError())
        << "expected a CPU target, got " << found;
  return machine;
}

std::optional<CPUMachine> tile::getAttachedMachine(ModuleOp module) {
  auto target = module->getAttrOfType<LLVM::TargetAttr>(
      LLVM::LLVMDialect::getTargetAttrName());
  auto layout = module->getAttrOfType<StringAttr>(
      LLVM::LLVMDialect::getDataLayoutAttrName());
  if (!target || !layout || !target.getFeatures())
    return std::nullopt;
  return CPUMachine{target.getTriple().str(), target.getChip().str(),
                    target.getFeatures().getFeaturesString(), layout.str()};
}

/// What `llvm.target` on the module says after the first run.
static LLVM::TargetAttr toAttribute(MLIRContext *context,
                                    const CPUMachine &machine) {
  Builder b(context);
  return LLVM::TargetAttr::get(
      context, b.getStringAttr(machine.triple), b.getStringAttr(machine.cpu),
      LLVM::TargetFeaturesAttr::get(context, machine.features));
}

void AttachMachine::runOnOperation() {
  ModuleOp module = getOperation();
  StringRef name = LLVM::LLVMDialect::getTargetAttrName();
  auto attached = module->getAttrOfType<LLVM::TargetAttr>(name);
  if (!attached) {
    FailureOr<CPUMachine> machine = findMachine();
    if (failed(machine))
      return signalPassFailure();
    Builder b(&getContext());
    attached = toAttribute(&getContext(), *machine);
    module->setAttr(name, attached);
    module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                    b.getStringAttr(machine->triple));
    module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                    b.getStringAttr(machine->dataLayout));
  }
  module.walk([&](LLVM::LLVMFuncOp function) {
    if (function.isExternal())
      return;
    function.setTargetCpuAttr(attached.getChip());
    function.setTargetFeaturesAttr(attached.getFeatures());
  });
}
