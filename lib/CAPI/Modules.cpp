//===- Modules.cpp - Modules of the C interface ---------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "Tile/Execution/Emission.h"
#include "Tile/Execution/Source.h"
#include "llvm/Support/SourceMgr.h"

#include <cstring>

using namespace mlir;

TileModule *tile_parse(TileContext *context, const char *source, size_t length,
                       const char *name) {
  if (!context)
    return nullptr;
  TileModule *module = nullptr;
  context->enter([&] {
    if (!source && length)
      return context->fail("expected a source, got null");
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(
            llvm::StringRef(source ? source : "", length), name ? name : "-"),
        llvm::SMLoc());
    module = context->add(tile::parseModule(sources, context->mlir.get()));
    return module != nullptr;
  });
  return module;
}

TileModule *tile_module_clone(TileModule *module) {
  if (!module)
    return nullptr;
  TileModule *copy = nullptr;
  module->owner->enter([&] {
    copy = module->owner->add(module->op->clone());
    return true;
  });
  return copy;
}

void tile_module_destroy(TileModule *module) {
  if (!module)
    return;
  TileContext *context = module->owner;
  std::lock_guard<std::mutex> lock(context->mutex);
  if (context->isBroken)
    return; // The context leaks what it has.
  llvm::erase_if(context->modules,
                 [&](const std::unique_ptr<TileModule> &entry) {
                   return entry.get() == module;
                 });
}

int32_t tile_run_pipeline(TileModule *module, const char *pipeline) {
  if (!module)
    return 1;
  return !module->owner->enter([&] {
    if (!pipeline)
      return module->owner->fail("expected a pipeline, got null");
    return succeeded(tile::runPipeline(*module->op, pipeline));
  });
}

/// Gives a copy of `text` to the caller. Returns false without memory.
static bool giveBytes(llvm::StringRef text, TileBytes &bytes) {
  bytes.data = static_cast<char *>(std::malloc(text.size() + 1));
  if (!bytes.data)
    return false;
  std::memcpy(bytes.data, text.data(), text.size());
  bytes.data[text.size()] = 0;
  bytes.length = text.size();
  return true;
}

int32_t tile_emit(TileModule *module, const char *format, const char *target,
                  TileBytes *bytes) {
  if (bytes)
    *bytes = TileBytes{nullptr, 0};
  if (!module)
    return 1;
  return !module->owner->enter([&] {
    if (!format || !bytes)
      return module->owner->fail("expected a format and a result, got null");
    tile::CompileOptions options;
    if (target)
      options.target = target;
    OwningOpRef<ModuleOp> copy = module->op->clone();
    FailureOr<std::string> text = tile::emitForm(*copy, format, options);
    if (failed(text))
      return false;
    return giveBytes(*text, *bytes) ||
           module->owner->fail("no memory for the result");
  });
}

void tile_bytes_free(TileBytes *bytes) {
  if (!bytes)
    return;
  std::free(bytes->data);
  *bytes = TileBytes{nullptr, 0};
}
