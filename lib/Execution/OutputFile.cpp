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

namespace {

/// A file that is complete but does not have its name yet.
class StagedFile {
public:
  static llvm::Expected<StagedFile> create(const tile::OutputFile &output);
  StagedFile(StagedFile &&other)
      : path(other.path), file(std::move(other.file)) {}
  ~StagedFile() {
    if (file)
      llvm::consumeError(file->discard());
  }

  Error keep() {
    Error error = file->keep(path);
    file.reset();
    return error ? failure(path, llvm::toString(std::move(error)))
                 : Error::success();
  }

private:
  StagedFile(StringRef path, llvm::sys::fs::TempFile file)
      : path(path), file(std::move(file)) {}

  StringRef path;
  std::optional<llvm::sys::fs::TempFile> file;
};

} // namespace

llvm::Expected<StagedFile> StagedFile::create(const tile::OutputFile &output) {
  using namespace llvm::sys::fs;
  unsigned mode = all_read | all_write | (output.executable ? all_exe : 0u);
  auto file = TempFile::create(output.path + ".%%%%%%%%.tmp", mode);
  if (!file)
    return failure(output.path, llvm::toString(file.takeError()));
  int descriptor = file->FD;
  StagedFile staged(output.path, std::move(*file));
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/false);
  if (std::error_code code = writeAll(stream, output.bytes))
    return failure(output.path, code.message());
  return staged;
}

/// Whether a file of that name is written through another one.
static llvm::Expected<bool> isStaged(StringRef path) {
  using namespace llvm::sys::fs;
  if (path.empty())
    return failure(path, "the name is empty");
  if (path == "-")
    return false;
  file_status status;
  // A path that does not exist yet is the usual case, not an error.
  (void)llvm::sys::fs::status(path, status);
  switch (status.type()) {
  case file_type::directory_file:
    return failure(path, "it is a directory");
  case file_type::regular_file:
    if (access(path, AccessMode::Write))
      return failure(path, "permission denied");
    return true;
  case file_type::file_not_found:
  case file_type::status_error:
    return true;
  default:
    return false;
  }
}

Error tile::writeOutputFiles(llvm::ArrayRef<OutputFile> files) {
  llvm::SmallVector<StagedFile> staged;
  llvm::SmallVector<OutputFile> inPlace;
  for (const OutputFile &output : files) {
    llvm::Expected<bool> isBeside = isStaged(output.path);
    if (!isBeside)
      return isBeside.takeError();
    if (!*isBeside) {
      inPlace.push_back(output);
      continue;
    }
    llvm::Expected<StagedFile> file = StagedFile::create(output);
    if (!file)
      return file.takeError();
    staged.push_back(std::move(*file));
  }
  for (const OutputFile &output : inPlace)
    if (Error error = writeInPlace(output.path, output.bytes))
      return error;
  for (StagedFile &file : staged)
    if (Error error = file.keep())
      return error;
  return Error::success();
}
