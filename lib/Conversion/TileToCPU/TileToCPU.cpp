//===- TileToCPU.cpp - The pass convert-tile-to-cpu -----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "Tile/Conversion/TileToCPU/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace tile {
#define GEN_PASS_DEF_CONVERTTILETOCPU
#include "Tile/Conversion/TileToCPU/Passes.h.inc"
} // namespace tile

using namespace mlir;
using namespace tile;

namespace {

struct ConvertTileToCPU
    : public tile::impl::ConvertTileToCPUBase<ConvertTileToCPU> {
  void runOnOperation() override;

private:
  LogicalResult lowerFunction(func::FuncOp function,
                              cpu::RuntimeCalls &runtime);
};

} // namespace

LogicalResult ConvertTileToCPU::lowerFunction(func::FuncOp function,
                                              cpu::RuntimeCalls &runtime) {
  SmallVector<LaunchOp> launches;
  function.walk([&](LaunchOp launch) { launches.push_back(launch); });
  // Views and preconditions of the host come first: launches capture them.
  TargetAttr target =
      launches.empty() ? TargetAttr() : launches.front().getTargetAttr();
  cpu::KernelLowering host(getOperation(), runtime,
                           cpu::CPUDescription(target));
  if (failed(host.lowerHost(function)))
    return failure();
  unsigned number = 0;
  for (LaunchOp launch : launches) {
    std::string name = (function.getName() + "_launch" + Twine(number++)).str();
    if (failed(cpu::lowerLaunch(getOperation(), runtime, launch, name)))
      return failure();
  }
  return success();
}

/// tf32 is computed and stored as f32 from here on.
static void replaceTF32(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](FloatTF32Type type) -> Type {
    return Float32Type::get(type.getContext());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

/// Nothing reads the dialect's discardable attributes from here on.
static void dropTileAttributes(ModuleOp module) {
  auto isOurs = [](NamedAttribute attribute) {
    return isa_and_nonnull<TileDialect>(attribute.getNameDialect());
  };
  module.walk([&](Operation *op) {
    for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs()))
      if (isOurs(attribute))
        op->removeDiscardableAttr(attribute.getName());
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      for (NamedAttribute attribute : llvm::to_vector(function.getArgAttrs(i)))
        if (isOurs(attribute))
          function.removeArgAttr(i, attribute.getName());
  });
}

/// What only this module uses is no symbol of the object.
static void hidePrivateFunctions(ModuleOp module) {
  auto internal =
      LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal);
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPrivate() && !function.isDeclaration())
      function->setAttr("llvm.linkage", internal);
}

void ConvertTileToCPU::runOnOperation() {
  ModuleOp module = getOperation();
  cpu::RuntimeCalls runtime(module);
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions)
    if (!function.isDeclaration() && failed(lowerFunction(function, runtime)))
      return signalPassFailure();
  replaceTF32(module);
  dropTileAttributes(module);
  hidePrivateFunctions(module);
}
