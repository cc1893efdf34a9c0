//===- AsyncOperations.h - work that completes later ------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An asynchronous operation does its work as late as its program allows: when
// somebody waits for it. Until then its destination is in flight and its
// sources are busy, and touching them is an error.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_ASYNCOPERATIONS_H
#define TILE_LIB_INTERPRETER_ASYNCOPERATIONS_H

#include "Shadow.h"
#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include <functional>
#include <memory>
#include <vector>

namespace tile {

struct Agent;
struct Barrier;
struct Context;
struct Inst;
struct Storage;
struct View;

/// Work issued and not complete.
struct AsyncOperation {
  uint32_t number = 0;
  mlir::Operation *op = nullptr;
  Agent *agent = nullptr;
  /// The issuer's clock, under which the accesses are recorded, what it had
  /// seen then, and the number of the operation.
  uint32_t agentId = 0, clock = 0, opNumber = 0;
  VectorClock seen;
  WaitKind kind = WaitKind::Copy;
  /// Takes in the sources; afterwards they may be reused. Then the rest. Both
  /// run in the context of whoever waits.
  using Part = std::function<mlir::LogicalResult(Context &, AsyncOperation &)>;
  Part readSources;
  Part finish;
  std::vector<std::shared_ptr<const View>> sources;
  std::vector<std::shared_ptr<const View>> destinations;
  /// The barrier that the bytes arrive at; keeps its storage alive.
  std::shared_ptr<Storage> barrierStorage;
  int64_t barrierIndex = 0;
  int64_t numBytes = 0;
  bool hasReadSources = false;
  bool isDone = false;
};
using AsyncRef = std::shared_ptr<AsyncOperation>;

/// What one team has issued, by kind, oldest first.
struct AsyncQueue {
  /// Operations that no `commit_group` has closed.
  std::vector<AsyncRef> open[3];
  /// Closed groups that are not known to be complete.
  std::vector<std::vector<AsyncRef>> groups[3];
  /// Matrix products not complete: they run in the order they were issued.
  std::vector<AsyncRef> products;
  /// Everything that may not be complete.
  std::vector<AsyncRef> all;
};

/// Runs `operation` at once: the synchronous form.
mlir::LogicalResult performNow(Context &context, const Inst &inst,
                               AsyncOperation &operation);
/// Issues `operation`: marks what it touches. Fails if that is in flight.
mlir::LogicalResult issue(Context &context, const Inst &inst,
                          AsyncRef operation);
/// Does the rest of the work of `operation`, and of the products before it.
mlir::LogicalResult complete(Context &context, const AsyncRef &operation);
/// Lets the sources of `operation` be reused.
mlir::LogicalResult completeReads(Context &context, const AsyncRef &operation);
/// Does the work whose bytes arrive at `barrier`.
mlir::LogicalResult completePending(Context &context, Barrier &barrier);
/// Does all that a team has issued, at the end of its block.
mlir::LogicalResult completeAll(Context &context, Agent &agent);

/// Hands what a role has under way to the team that it was part of.
void handOver(Agent &from, Agent &to);

} // namespace tile

#endif // TILE_LIB_INTERPRETER_ASYNCOPERATIONS_H
