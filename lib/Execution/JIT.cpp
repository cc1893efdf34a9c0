//===- JIT.cpp - Kernels loaded into this process -------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/JIT.h"

#include "Tile/Runtime/CPU.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <cstdio>
#include <mutex>

using namespace llvm;
using namespace tile;

LoadedKernels::LoadedKernels() = default;
LoadedKernels::~LoadedKernels() = default;

/// Defines what generated code calls in the runtime. It may be linked
/// statically into a program that exports no symbols, so the process's symbol
/// table would not do.
Error LoadedKernels::addRuntime() {
  orc::SymbolMap symbols;
  int64_t count = 0;
  const TileRuntimeSymbol *table = tile_runtime_symbols(&count);
  for (const TileRuntimeSymbol &symbol : ArrayRef(table, count))
    symbols[jit->mangleAndIntern(symbol.name)] = {
        orc::ExecutorAddr::fromPtr(symbol.address), JITSymbolFlags::Exported};
  return jit->getMainJITDylib().define(
      orc::absoluteSymbols(std::move(symbols)));
}

/// Adds to a look-up's error what the session reported meanwhile: the look-up
/// itself says only that it failed.
static Error explain(Error error, std::string &reported) {
  if (reported.empty())
    return error;
  std::string text = toString(std::move(error)) + ": " + reported;
  return createStringError(text);
}

Error LoadedKernels::addKernel(StringRef name) {
  Expected<orc::ExecutorAddr> info = jit->lookup(("_tile_info_" + name).str());
  if (!info)
    return explain(info.takeError(), reported);
  Expected<orc::ExecutorAddr> entry =
      jit->lookup(("_tile_entry_" + name).str());
  if (!entry)
    return explain(entry.takeError(), reported);
  kernels[name] = {info->toPtr<const TileKernelInfo *>(),
                   entry->toPtr<TileKernelEntry>()};
  return Error::success();
}

Expected<std::unique_ptr<LoadedKernels>>
LoadedKernels::load(StringRef object, ArrayRef<std::string> names) {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
  std::unique_ptr<LoadedKernels> loaded(new LoadedKernels());
  Expected<std::unique_ptr<orc::LLJIT>> jit = orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  loaded->jit = std::move(*jit);
  // The session's default prints.
  loaded->jit->getExecutionSession().setErrorReporter(
      [self = loaded.get()](Error error) {
        self->reported += toString(std::move(error));
      });
  if (Error error = loaded->addRuntime())
    return std::move(error);
  if (Error error = loaded->jit->addObjectFile(
          MemoryBuffer::getMemBufferCopy(object, "kernels.o")))
    return std::move(error);
  for (const std::string &name : names)
    if (Error error = loaded->addKernel(name))
      return std::move(error);
  return loaded;
}

const TileKernelInfo *LoadedKernels::getInfo(StringRef name) const {
  auto it = kernels.find(name);
  return it == kernels.end() ? nullptr : it->second.info;
}

int LoadedKernels::invoke(StringRef name, ArrayRef<TileArg> args,
                          TileStatus *status) const {
  auto it = kernels.find(name);
  if (it != kernels.end())
    return tile_kernel_invoke(it->second.info, it->second.entry, args.data(),
                              args.size(), status);
  if (status) {
    status->code = TILE_STATUS_INVALID_ARGUMENT;
    snprintf(status->message, sizeof(status->message),
             "expected the name of a kernel, got '%.*s'",
             static_cast<int>(std::min<size_t>(name.size(), 200)), name.data());
  }
  return TILE_STATUS_INVALID_ARGUMENT;
}

mlir::FailureOr<std::unique_ptr<LoadedKernels>>
tile::loadModule(mlir::ModuleOp module, const CompileOptions &options) {
  // Kernels are found by their entries; a C function `exp` would be called for
  // the library's.
  CompileOptions entriesOnly = options;
  entriesOnly.cFunctions = false;
  mlir::FailureOr<MachineModule> code =
      MachineModule::create(module, entriesOnly);
  if (mlir::failed(code) || mlir::failed(code->checkHost()) ||
      mlir::failed(checkExternals(module)))
    return mlir::failure();
  std::vector<std::string> names;
  for (const KernelSignature &kernel : code->getKernels())
    names.push_back(kernel.name);
  mlir::FailureOr<std::string> object = code->emitObject();
  if (mlir::failed(object))
    return mlir::failure();
  auto loaded = LoadedKernels::load(*object, names);
  if (!loaded)
    return module.emitError()
           << "cannot load the compiled module into this process: "
           << toString(loaded.takeError());
  return std::move(*loaded);
}
