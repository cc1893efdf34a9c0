//===- FatalErrors.h - LLVM's fatal errors as ordinary ones -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM ends the process where it meets something that its back end cannot
// express ("cannot select"). A compiler inside another program must not. LLVM
// gives one hook, per process, that may leave by a long jump, which is what its
// own CrashRecoveryContext does; that class also takes over the signal handlers
// of the process, so it is not for a library.
//
// The policy. While a guard is active on a thread, a fatal error of that thread
// ends the guarded work and is reported as a failure; objects that the work
// held are leaked, and whatever it was changing must not be used again. Without
// a guard, LLVM's default applies, or, once a tool has asked for it, the
// message is printed as an error and the process exits with status 1.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_FATALERRORS_H
#define TILE_EXECUTION_FATALERRORS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace tile {

/// Runs `work`. Returns false, with LLVM's message in `reason`, if the work
/// ended in a fatal error; see above for what may be used afterwards. Guards
/// nest. Any thread may call it.
bool runGuarded(llvm::function_ref<void()> work, std::string &reason);

/// For tools: an unguarded fatal error prints "error: REASON" and exits with
/// status 1, without a stack trace.
void exitOnFatalErrors();

} // namespace tile

#endif // TILE_EXECUTION_FATALERRORS_H
