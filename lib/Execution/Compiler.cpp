//===- Compiler.cpp - From a module to LLVM IR ----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Compiler.h"

#include "Tile/Runtime/CPU.h"
#include "Tile/Target/CPU/CPU.h"
#include "Tile/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

#include <dlfcn.h>

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

LogicalResult tile::checkExternals(ModuleOp module) {
  llvm::StringSet<> known;
  int64_t count = 0;
  const TileRuntimeSymbol *table = tile_runtime_symbols(&count);
  for (const TileRuntimeSymbol &symbol : llvm::ArrayRef(table, count))
    known.insert(symbol.name);
  SymbolTable symbols(module);
  auto check = [&](Operation *user, FlatSymbolRefAttr name) -> WalkResult {
    auto function = symbols.lookup<LLVM::LLVMFuncOp>(name.getValue());
    if (!function || !function.isExternal() ||
        function.getName().starts_with("llvm.") ||
        known.contains(function.getName()) ||
        dlsym(RTLD_DEFAULT, function.getName().str().c_str()))
      return WalkResult::advance();
    InFlightDiagnostic diag =
        user->emitError()
        << "expected a function with a body (because neither the runtime nor "
           "the C library has this one), got '"
        << function.getName() << "'";
    diag.attachNote(function.getLoc()) << "it is declared here";
    return WalkResult::interrupt();
  };
  WalkResult walk = module.walk([&](Operation *op) {
    if (auto call = dyn_cast<LLVM::CallOp>(op); call && call.getCalleeAttr())
      return check(op, call.getCalleeAttr());
    if (auto address = dyn_cast<LLVM::AddressOfOp>(op))
      return check(op, address.getGlobalNameAttr());
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
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
    if (failed(checkExternals(module)))
      return failure();
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
