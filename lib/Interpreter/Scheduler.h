//===- Scheduler.h - teams that run at the same time ------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Roles, blocks of a cluster and blocks of a cooperative launch are coroutines
// that run one at a time, each until it waits, in the order they were made: an
// execution is the same every time, and a deadlock is a state, not a timeout.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_SCHEDULER_H
#define TILE_LIB_INTERPRETER_SCHEDULER_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tile {

struct Machine;

class Scheduler {
public:
  explicit Scheduler(Machine &machine);
  ~Scheduler();

  /// Something to run: a name for messages, and the work.
  struct Work {
    std::string name;
    std::function<mlir::LogicalResult()> body;
  };
  /// Runs all of `works` until they end. The caller waits at `op`.
  mlir::LogicalResult runAll(mlir::Operation *op, std::vector<Work> works);

  /// Whether the condition holds; may itself make progress, and fail.
  using Condition = llvm::function_ref<mlir::FailureOr<bool>()>;
  /// Says what is waited for, when a deadlock is reported.
  using Description = llvm::function_ref<std::string()>;
  /// Returns when `condition` holds. Reports a deadlock when nobody can go on.
  mlir::LogicalResult waitUntil(mlir::Operation *op, Description what,
                                Condition condition);
  /// Lets the others run; for loops that wait on memory.
  mlir::LogicalResult yield();

private:
  struct Task;
  void loop(size_t firstTask);
  void resume(Task &task);
  mlir::LogicalResult suspend();
  void reportDeadlock();
  static void enter(unsigned low, unsigned high);

  std::vector<std::unique_ptr<Task>> tasks;
  Task *current = nullptr;
  bool isAborting = false;
};

} // namespace tile

#endif // TILE_LIB_INTERPRETER_SCHEDULER_H
