//===- Context.cpp - Contexts of the C interface --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "Tile/Execution/FatalErrors.h"
#include "Tile/Execution/Source.h"

using namespace mlir;

TileContext::TileContext() : mlir(tile::createContext()) {
  mlir->getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    diagnostics.emplace_back(diagnostic);
    return success();
  });
}

TileContext::~TileContext() {
  if (!isBroken)
    return;
  // Objects that a fatal error left in the middle of a change are leaked.
  for (std::unique_ptr<TileModule> &module : modules)
    (void)module->op.release();
  (void)mlir.release();
}

bool TileContext::enter(llvm::function_ref<bool()> work) {
  std::lock_guard<std::mutex> lock(mutex);
  diagnostics.clear();
  if (isBroken)
    return fail("expected a context in working order (because LLVM met a fatal "
                "error in this one), got a broken one");
  bool result = false;
  std::string reason;
  if (tile::runGuarded([&] { result = work(); }, reason))
    return result;
  isBroken = true;
  return fail("LLVM met a fatal error: " + reason);
}

TileModule *TileContext::add(OwningOpRef<ModuleOp> op) {
  if (!op)
    return nullptr;
  auto module = std::make_unique<TileModule>();
  module->owner = this;
  module->op = std::move(op);
  modules.push_back(std::move(module));
  return modules.back().get();
}

bool TileContext::fail(std::string message) {
  diagnostics.emplace_back(std::move(message));
  return false;
}

TileContext *tile_context_create(int32_t version) {
  if (version != TILE_C_API_VERSION)
    return nullptr;
  TileContext *context = nullptr;
  std::string reason;
  tile::runGuarded([&] { context = new (std::nothrow) TileContext(); }, reason);
  return context;
}

void tile_context_destroy(TileContext *context) { delete context; }
