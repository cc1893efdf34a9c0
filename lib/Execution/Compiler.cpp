//===- Compiler.cpp - From a module to LLVM IR ----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Compiler.h"

#include "Tile/Target/CPU/CPU.h"
#include "Tile/Transforms/Passes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tile;

std::optional<Emit> tile::getEmitByName(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Emit>>(name)
      .Case("tile", Emit::Tile)
      .Case("mlir-llvm", Emit::MLIRLLVM)
      .Case("llvm", Emit::LLVM)
      .Case("asm", Emit::Assembly)
      .Case("obj", Emit::Object)
      .Case("so", Emit::SharedLibrary)
      .Default(std::nullopt);
}

static LogicalResult attachTarget(ModuleOp module,
                                  const CompileOptions &options) {
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  AttachTargetOptions attach;
  attach.target = options.target;
  pm.addPass(createAttachTarget(attach));
  pm.addPass(createLegalize());
  return pm.run(module);
}

LogicalResult tile::lowerToLLVMDialect(ModuleOp module,
                                       const CompileOptions &options) {
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  TileToCPUOptions pipeline;
  pipeline.target = options.target;
  pipeline.verifyStages = options.verifyStages;
  pipeline.cFunctions = options.cFunctions;
  buildTileToCPUPipeline(pm, pipeline);
#ifdef NDEBUG
  // Verification between the passes takes a fourth of their time; without it
  // the result is still verified.
  pm.enableVerifier(options.verifyStages);
#endif
  if (failed(pm.run(module)))
    return failure();
  return verify(module);
}

static std::string printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  stream << '\n';
  return text;
}

FailureOr<std::string> tile::compile(ModuleOp module, Emit emit,
                                     const CompileOptions &options) {
  if (emit == Emit::Tile) {
    if (failed(attachTarget(module, options)))
      return failure();
    return printModule(module);
  }
  if (emit == Emit::MLIRLLVM) {
    if (failed(lowerToLLVMDialect(module, options)))
      return failure();
    return printModule(module);
  }
  FailureOr<MachineModule> code = MachineModule::create(module, options);
  if (failed(code))
    return failure();
  switch (emit) {
  case Emit::LLVM:
    return code->getLLVMText();
  case Emit::Assembly:
    return code->emitAssembly();
  case Emit::Object:
    return code->emitObject();
  default:
    return code->emitSharedLibrary();
  }
}

LogicalResult tile::runPipeline(ModuleOp module, llvm::StringRef pipeline) {
  std::string text = pipeline.trim().str();
  if (!llvm::StringRef(text).starts_with("builtin.module("))
    text = "builtin.module(" + text + ")";
  std::string reason;
  llvm::raw_string_ostream errors(reason);
  FailureOr<OpPassManager> parsed = parsePassPipeline(text, errors);
  if (failed(parsed)) {
    llvm::StringRef why = llvm::StringRef(reason).trim();
    return module.emitError() << "expected a pass pipeline, got '" << pipeline
                              << "'" << (why.empty() ? "" : ": ") << why;
  }
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  static_cast<OpPassManager &>(pm) = std::move(*parsed);
  return pm.run(module);
}
