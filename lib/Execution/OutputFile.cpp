//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using llvm::Error;
using llvm::StringRef;

static Error failure(StringRef path, StringRef reason) {
  return llvm::createStringError(
      llvm::formatv("cannot write '{0}': {1}", path, reason));
}

/// Writes and closes `stream`, and gives its error, which would otherwise end
/// the process when the stream is destroyed.
static std::error_code writeAll(llvm::raw_fd_ostream &stream, StringRef bytes) {
  stream << bytes;
  stream.flush();
  std::error_code code = stream.error();
  stream.clear_error();
  return code;
}

static Error writeInPlace(StringRef path, StringRef bytes) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code, llvm::sys::fs::OF_None);
  if (!code)
    code = writeAll(stream, bytes);
  return code ? failure(path, code.message()) : Error::success();
}

static Error writeAndRename(StringRef path, StringRef bytes, bool executable) {
  using namespace llvm::sys::fs;
  unsigned mode = all_read | all_write | (executable ? all_exe : 0u);
  auto file = TempFile::create(path + ".%%%%%%%%.tmp", mode);
  if (!file)
    return failure(path, llvm::toString(file.takeError()));
  llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
  if (std::error_code code = writeAll(stream, bytes)) {
    llvm::consumeError(file->discard());
    return failure(path, code.message());
  }
  if (Error error = file->keep(path))
    return failure(path, llvm::toString(std::move(error)));
  return Error::success();
}

Error tile::writeOutputFile(StringRef path, StringRef bytes, bool executable) {
  using namespace llvm::sys::fs;
  if (path.empty())
    return failure(path, "the name is empty");
  if (path == "-")
    return writeInPlace(path, bytes);
  file_status status;
  // A path that does not exist yet is the usual case, not an error.
  (void)llvm::sys::fs::status(path, status);
  switch (status.type()) {
  case file_type::directory_file:
    return failure(path, "it is a directory");
  case file_type::regular_file:
    if (access(path, AccessMode::Write))
      return failure(path, "permission denied");
    return writeAndRename(path, bytes, executable);
  case file_type::file_not_found:
  case file_type::status_error:
    return writeAndRename(path, bytes, executable);
  default:
    return writeInPlace(path, bytes);
  }
}
