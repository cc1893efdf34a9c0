//===- Handles.h - What the handles of the C interface are ------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CAPI_HANDLES_H
#define TILE_LIB_CAPI_HANDLES_H

#include "Tile/C.h"
#include "Tile/Execution/Compiler.h"
#include "Tile/Execution/JIT.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <list>
#include <memory>
#include <mutex>

namespace tile::capi {

/// A diagnostic that owns its strings and notes. It stays where it is made, so
/// that `view` stays good.
class Record {
public:
  explicit Record(mlir::Diagnostic &diagnostic);
  explicit Record(std::string text);
  Record(const Record &) = delete;
  Record &operator=(const Record &) = delete;

  TileDiagnostic view;

private:
  void setView(int32_t line, int32_t column, int32_t severity);

  std::string message, file;
  std::list<Record> notes;
  std::vector<TileDiagnostic> noteViews;
};

} // namespace tile::capi

struct TileModule {
  TileContext *owner;
  mlir::OwningOpRef<mlir::ModuleOp> op;
};

struct TileContext {
  TileContext();
  ~TileContext();

  /// Locks the context, forgets the diagnostics of the call before, and runs
  /// `work`. Returns what the work returns, or false where LLVM gave up or had
  /// done so before.
  bool enter(llvm::function_ref<bool()> work);
  /// Takes a module over. To be called within `enter`.
  TileModule *add(mlir::OwningOpRef<mlir::ModuleOp> op);
  /// Reports an error that has no location. To be called within `enter`.
  bool fail(std::string message);

  std::mutex mutex;
  std::unique_ptr<mlir::MLIRContext> mlir;
  std::deque<tile::capi::Record> diagnostics;
  std::vector<std::unique_ptr<TileModule>> modules;
  /// LLVM met a fatal error; nothing of this context may be touched again.
  bool isBroken = false;
};

struct TileLibrary {
  std::unique_ptr<tile::LoadedKernels> kernels;
};

#endif // TILE_LIB_CAPI_HANDLES_H
