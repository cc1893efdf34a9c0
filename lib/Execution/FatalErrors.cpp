//===- FatalErrors.cpp - LLVM's fatal errors as ordinary ones -------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/FatalErrors.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <csetjmp>
#include <mutex>

namespace {
struct Guard {
  std::jmp_buf landing;
  std::string *reason;
  Guard *outer;
};
} // namespace

static thread_local Guard *activeGuard = nullptr;
static std::atomic<bool> exitWithoutGuard{false};

static void handleFatalError(void *, const char *reason, bool) {
  if (Guard *guard = activeGuard) {
    *guard->reason = reason;
    std::longjmp(guard->landing, 1);
  }
  if (!exitWithoutGuard)
    return;
  llvm::errs() << "error: " << reason << '\n';
  // Removes temporary files, as a signal would.
  llvm::sys::RunInterruptHandlers();
  llvm::sys::Process::Exit(1, /*NoCleanup=*/true);
}

static void installHandler() {
  static std::once_flag once;
  std::call_once(once,
                 [] { llvm::install_fatal_error_handler(handleFatalError); });
}

bool tile::runGuarded(llvm::function_ref<void()> work, std::string &reason) {
  installHandler();
  Guard guard;
  guard.reason = &reason;
  guard.outer = activeGuard;
  activeGuard = &guard;
  // No object with a destructor lives between here and the work.
  volatile bool completed = false;
  if (setjmp(guard.landing) == 0) {
    work();
    completed = true;
  }
  activeGuard = guard.outer;
  return completed;
}

void tile::exitOnFatalErrors() {
  installHandler();
  exitWithoutGuard = true;
}
