//===- AtomicFile.cpp - Files that are whole or not there -----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicFile.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tile;

AtomicFile::~AtomicFile() {
  if (descriptor >= 0)
    close(descriptor);
  if (!temporaryPath.empty())
    unlink(temporaryPath.c_str());
}

std::string AtomicFile::fail(const char *action) const {
  return name + ": expected to " + action +
         " the file, got: " + std::strerror(errno);
}

std::string AtomicFile::open(const std::string &path) {
  name = finalPath = path;
  if (path.empty() || path.find('\0') != std::string::npos)
    return "expected the path of a file, got '" + path + "'";
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return createBeside();
  if (!S_ISREG(info.st_mode))
    return name + ": expected a regular file to replace, got " +
           (S_ISDIR(info.st_mode) ? "a directory" : "a special file");
  if (access(path.c_str(), W_OK) != 0)
    return fail("write");
  if (char *resolved = realpath(path.c_str(), nullptr)) {
    finalPath = resolved;
    std::free(resolved);
  }
  return createBeside();
}

std::string AtomicFile::createBeside() {
  // mkstemp would make the file unreadable to others, whatever the umask.
  for (int attempt = 0; attempt < 1000; ++attempt) {
    std::string candidate = finalPath + ".tmp-" + std::to_string(getpid()) +
                            "-" + std::to_string(attempt);
    descriptor = ::open(candidate.c_str(),
                        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      temporaryPath = candidate;
      return "";
    }
    if (errno != EEXIST)
      break;
  }
  return fail("create");
}

std::string AtomicFile::write(const void *bytes, int64_t numBytes) {
  auto *next = static_cast<const char *>(bytes);
  while (numBytes > 0) {
    // Linux writes at most 2 GiB at once.
    ssize_t written =
        ::write(descriptor, next, std::min<int64_t>(numBytes, 1 << 30));
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return fail("write");
    next += written;
    numBytes -= written;
  }
  return "";
}

std::string AtomicFile::commit() {
  int result = close(descriptor);
  descriptor = -1;
  if (result != 0)
    return fail("close");
  if (std::rename(temporaryPath.c_str(), finalPath.c_str()) != 0)
    return fail("rename");
  temporaryPath.clear();
  return "";
}
