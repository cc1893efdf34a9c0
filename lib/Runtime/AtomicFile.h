//===- AtomicFile.h - Files that are whole or not there ---------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_ATOMICFILE_H
#define TILE_LIB_RUNTIME_ATOMICFILE_H

#include <cstdint>
#include <string>

namespace tile {

/// A file that is written beside its final place and renamed to it by commit.
/// Without commit nothing of it remains. Each function that returns a string
/// returns an empty one, or what is wrong, naming the file.
class AtomicFile {
public:
  AtomicFile() = default;
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;
  ~AtomicFile();

  /// Begins a new file that is to become `path`. A symbolic link at `path` is
  /// followed; anything else there that is no regular file is refused, since
  /// renaming would replace a device or a pipe.
  std::string open(const std::string &path);
  std::string write(const void *bytes, int64_t numBytes);
  std::string commit();

private:
  std::string createBeside();
  std::string fail(const char *action) const;

  /// The path that the user knows, for messages.
  std::string name;
  std::string finalPath;
  std::string temporaryPath;
  int descriptor = -1;
};

} // namespace tile

#endif // TILE_LIB_RUNTIME_ATOMICFILE_H
