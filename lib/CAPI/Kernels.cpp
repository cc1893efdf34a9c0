//===- Kernels.cpp - Kernels of the C interface ---------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "Tile/Dialect/Tile/IR/TileSignature.h"
#include "Tile/Execution/Interpret.h"

#include <cstdio>
#include <cstring>

using namespace mlir;

TileLibrary *tile_load(TileModule *module, const char *target) {
  if (!module)
    return nullptr;
  TileContext *context = module->owner;
  std::unique_ptr<TileLibrary> library;
  context->enter([&] {
    tile::CompileOptions options;
    if (target)
      options.target = target;
    OwningOpRef<ModuleOp> copy = module->op->clone();
    auto kernels = tile::loadModule(*copy, options);
    if (failed(kernels))
      return false;
    library = std::make_unique<TileLibrary>();
    library->kernels = std::move(*kernels);
    return true;
  });
  return library.release();
}

void tile_library_destroy(TileLibrary *library) { delete library; }

static int32_t refuse(TileStatus *status, const char *message) {
  if (status) {
    status->code = TILE_STATUS_INVALID_ARGUMENT;
    snprintf(status->message, sizeof(status->message), "%s", message);
  }
  return TILE_STATUS_INVALID_ARGUMENT;
}

/// What makes the arguments of a call unusable, or null.
static const char *findFault(const void *handle, const char *kernel,
                             const TileArg *args, int32_t nargs) {
  if (!handle || !kernel)
    return "expected a handle and the name of a kernel, got null";
  if (nargs < 0 || (!args && nargs))
    return "expected an array of arguments, got null or a negative number";
  return nullptr;
}

int32_t tile_invoke(TileLibrary *library, const char *kernel,
                    const TileArg *args, int32_t nargs, TileStatus *status) {
  if (const char *fault = findFault(library, kernel, args, nargs))
    return refuse(status, fault);
  return library->kernels->invoke(kernel, llvm::ArrayRef(args, nargs), status);
}

/// Runs a kernel on the interpreter; what it prints goes to `printed`.
static bool interpret(TileModule *module, const char *kernel,
                      llvm::ArrayRef<TileArg> args, TileStatus &status,
                      std::string &printed) {
  FailureOr<func::FuncOp> func = tile::findKernel(*module->op, kernel);
  if (failed(func)) {
    refuse(&status, module->owner->diagnostics.back().view.message);
    return false;
  }
  llvm::raw_string_ostream stream(printed);
  tile::InterpreterOptions options;
  options.output = &stream;
  return tile::interpretKernel(*func, args, options, status) == 0;
}

int32_t tile_interpret(TileModule *module, const char *kernel,
                       const TileArg *args, int32_t nargs, TileStatus *status) {
  if (const char *fault = findFault(module, kernel, args, nargs))
    return refuse(status, fault);
  TileStatus result;
  result.code = TILE_STATUS_RUNTIME_ERROR;
  snprintf(result.message, sizeof(result.message),
           "the interpreter did not run; see the context's diagnostics");
  std::string printed;
  module->owner->enter([&] {
    return interpret(module, kernel, llvm::ArrayRef(args, nargs), result,
                     printed);
  });
  fwrite(printed.data(), 1, printed.size(), stdout);
  if (status)
    *status = result;
  return result.code;
}
