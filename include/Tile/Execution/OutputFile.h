//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_OUTPUTFILE_H
#define TILE_EXECUTION_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tile {

/// A file to write. "-" is the standard output.
struct OutputFile {
  llvm::StringRef path, bytes;
  /// Whether to ask for permission to execute.
  bool executable = false;
};

/// Writes files that belong together, through temporary files beside them that
/// are renamed when all are complete: each holds what it held before or all of
/// its bytes, and a file that cannot be written leaves the others alone. What
/// is not a regular file (a pipe, a device) is written in place. The error
/// names the path.
llvm::Error writeOutputFiles(llvm::ArrayRef<OutputFile> files);

} // namespace tile

#endif // TILE_EXECUTION_OUTPUTFILE_H
