//===- Scheduler.cpp - teams that run at the same time --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "mlir/IR/Diagnostics.h"
#include <sys/mman.h>
#include <ucontext.h>

using namespace mlir;
using namespace tile;

/// Address space of a coroutine's stack; only touched pages use memory. The
/// nesting that `Context::run` allows fits.
static constexpr size_t stackBytes = size_t(1) << 20;

struct Scheduler::Task {
  std::string name;
  std::function<LogicalResult()> body;
  ucontext_t context, caller;
  void *stack = nullptr;
  bool isStarted = false;
  bool isDone = false;
  /// Set while the task waits.
  const Condition *condition = nullptr;
  Operation *op = nullptr;
  const Description *what = nullptr;
  /// It waits for its own roles, which say more than it could.
  bool waitsForRoles = false;

  ~Task() { release(); }
  /// Frees what only a running task needs.
  void release() {
    if (stack)
      munmap(stack, stackBytes);
    stack = nullptr;
    body = nullptr;
  }
};

Scheduler::Scheduler(Machine &) {}
Scheduler::~Scheduler() = default;

void Scheduler::enter(unsigned low, unsigned high) {
  auto *scheduler =
      reinterpret_cast<Scheduler *>(uint64_t(high) << 32 | uint64_t(low));
  Task *task = scheduler->current;
  if (failed(task->body()))
    scheduler->isAborting = true;
  task->isDone = true;
  swapcontext(&task->context, &task->caller);
}

LogicalResult Scheduler::runAll(Operation *op, std::vector<Work> works) {
  size_t first = tasks.size();
  for (Work &work : works) {
    auto task = std::make_unique<Task>();
    task->name = std::move(work.name);
    task->body = std::move(work.body);
    task->op = op;
    void *stack = mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) {
      tasks.resize(first);
      return op->emitError()
             << "expected memory for the stacks of " << works.size()
             << " teams that run at the same time, got none";
    }
    task->stack = stack;
    getcontext(&task->context);
    task->context.uc_stack.ss_sp = stack;
    task->context.uc_stack.ss_size = stackBytes;
    task->context.uc_link = nullptr;
    uint64_t self = reinterpret_cast<uint64_t>(this);
    makecontext(&task->context, reinterpret_cast<void (*)()>(enter), 2,
                unsigned(self), unsigned(self >> 32));
    tasks.push_back(std::move(task));
  }
  if (current) {
    auto allDone = [&]() -> FailureOr<bool> {
      for (size_t i = first; i < first + works.size(); ++i)
        if (!tasks[i]->isDone)
          return false;
      return true;
    };
    // Nested teams stay in the list until the outermost caller clears it.
    Task *self = current;
    self->waitsForRoles = true;
    LogicalResult result =
        waitUntil(op, [] { return std::string("its roles to end"); }, allDone);
    self->waitsForRoles = false;
    return result;
  }
  loop(first);
  tasks.resize(first);
  bool aborted = isAborting;
  isAborting = false;
  return failure(aborted);
}

/// Resumes every task that can go on, in turn, until all are done.
void Scheduler::loop(size_t firstTask) {
  for (bool progress = true, left = true; left;) {
    progress = left = false;
    for (size_t i = firstTask; i < tasks.size(); ++i) {
      Task &task = *tasks[i];
      if (task.isDone)
        continue;
      if (task.condition && !isAborting) {
        FailureOr<bool> holds = (*task.condition)();
        if (failed(holds))
          isAborting = true;
        else if (!*holds) {
          left = true;
          continue;
        }
      }
      progress = true;
      if (isAborting && !task.isStarted)
        task.isDone = true;
      else
        resume(task);
      left |= !task.isDone;
      if (task.isDone)
        task.release();
    }
    if (left && !progress) {
      reportDeadlock();
      isAborting = true;
    }
  }
}

void Scheduler::resume(Task &task) {
  Task *outer = current;
  current = &task;
  task.isStarted = true;
  swapcontext(&task.caller, &task.context);
  current = outer;
}

LogicalResult Scheduler::suspend() {
  swapcontext(&current->context, &current->caller);
  return failure(isAborting);
}

LogicalResult Scheduler::waitUntil(Operation *op, Description what,
                                   Condition condition) {
  FailureOr<bool> holds = condition();
  if (failed(holds))
    return failure();
  if (*holds)
    return success();
  if (!current)
    return op->emitError() << "expected another team to end the wait for "
                           << what()
                           << " (because a wait returns only then), got a "
                              "deadlock: nobody else runs";
  current->condition = &condition;
  current->op = op;
  current->what = &what;
  LogicalResult result = suspend();
  current->condition = nullptr;
  return result;
}

LogicalResult Scheduler::yield() { return current ? suspend() : success(); }

void Scheduler::reportDeadlock() {
  std::vector<Task *> waiting;
  for (std::unique_ptr<Task> &task : tasks)
    if (!task->isDone && task->condition && !task->waitsForRoles)
      waiting.push_back(task.get());
  if (waiting.empty())
    return;
  Task &first = *waiting.front();
  InFlightDiagnostic diagnostic =
      first.op->emitError() << "expected some team to go on (because a wait "
                               "ends only when another team "
                               "acts), got a deadlock: "
                            << first.name << " waits for " << (*first.what)();
  for (Task *task : llvm::drop_begin(waiting))
    diagnostic.attachNote(task->op->getLoc())
        << task->name << " waits for " << (*task->what)();
}
