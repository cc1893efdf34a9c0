//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_OUTPUTFILE_H
#define TILE_EXECUTION_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tile {

/// Writes `bytes` to `path`, through a temporary file beside it that is renamed
/// at the end: `path` holds what it held before or all of `bytes`. "-" is the
/// standard output; what is not a regular file (a pipe, a device) is written in
/// place. `executable` asks for permission to execute. The error names the
/// path.
llvm::Error writeOutputFile(llvm::StringRef path, llvm::StringRef bytes,
                            bool executable = false);

} // namespace tile

#endif // TILE_EXECUTION_OUTPUTFILE_H
