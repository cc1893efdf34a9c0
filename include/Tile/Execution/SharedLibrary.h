//===- SharedLibrary.h - Linking kernels with the runtime -------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_SHAREDLIBRARY_H
#define TILE_EXECUTION_SHAREDLIBRARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace tile {

/// The architecture of the runtime archive that this library carries.
llvm::Triple::ArchType getRuntimeArch();

/// Links the bytes of a relocatable object with the runtime to a shared
/// library that exports the functions `exports` and nothing else, so that
/// several such libraries can live in one process. `library` receives its
/// bytes.
///
/// A C compiler found on the search path drives the linker (cc, clang, gcc),
/// or, if there is none, ld.lld does it alone. The error says what was looked
/// for, or quotes the linker.
llvm::Error linkSharedLibrary(llvm::StringRef object,
                              llvm::ArrayRef<std::string> exports,
                              std::string &library);

} // namespace tile

#endif // TILE_EXECUTION_SHAREDLIBRARY_H
