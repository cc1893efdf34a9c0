//===- SharedLibrary.cpp - Linking kernels with the runtime ---------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/SharedLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using llvm::Error;
using llvm::SmallString;
using llvm::SmallVector;
using llvm::StringRef;

// RuntimeArchive.c: the bytes of libTileRuntime.a.
extern "C" const char tile_runtime_archive_begin[];
extern "C" const char tile_runtime_archive_end[];

namespace {
/// A folder of temporary files that is removed at the end.
struct WorkFolder {
  SmallString<128> path;

  ~WorkFolder() {
    if (!path.empty())
      (void)llvm::sys::fs::remove_directories(path);
  }
  std::string file(StringRef name) const {
    SmallString<128> full(path);
    llvm::sys::path::append(full, name);
    return full.str().str();
  }
};

/// How to run a linker: the program and what comes before and after the inputs.
struct Linker {
  std::string program;
  /// Whether the program is a compiler, which passes options on after -Wl.
  bool isDriver = false;
  SmallVector<std::string> before, after;
};
} // namespace

llvm::Triple::ArchType tile::getRuntimeArch() {
#if defined(__x86_64__)
  return llvm::Triple::x86_64;
#elif defined(__aarch64__)
  return llvm::Triple::aarch64;
#else
  return llvm::Triple::UnknownArch;
#endif
}

static Error write(const std::string &path, StringRef bytes) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code, llvm::sys::fs::OF_None);
  if (!code) {
    stream << bytes;
    stream.flush();
    code = stream.error();
    stream.clear_error();
  }
  if (code)
    return llvm::createStringError(
        llvm::formatv("cannot write '{0}': {1}", path, code.message()));
  return Error::success();
}

// Libraries stay loaded once they are (nodelete), because the threads of their
// runtime do.

/// What a linker finds by itself when a C compiler drives it.
static Linker makeDriver(StringRef program) {
  Linker linker;
  linker.program = program.str();
  linker.isDriver = true;
  linker.before = {"-shared",
                   "-Wl,--gc-sections",
                   "-Wl,--exclude-libs,ALL",
                   "-Wl,--no-undefined",
                   "-Wl,--build-id=none",
                   "-Wl,-z,nodelete"};
  linker.after = {"-lstdc++", "-lpthread", "-ldl", "-lm"};
  return linker;
}

/// The linker alone, with the C and C++ libraries from their usual places.
static Linker makeBare(StringRef program) {
  Linker linker;
  linker.program = program.str();
  linker.before = {"-shared",
                   "--gc-sections",
                   "--exclude-libs=ALL",
                   "--build-id=none",
                   "-z",
                   "defs",
                   "-z",
                   "nodelete"};
  StringRef folders[] = {"/lib/x86_64-linux-gnu",
                         "/lib/aarch64-linux-gnu",
                         "/usr/lib64",
                         "/lib64",
                         "/usr/lib",
                         "/lib"};
  for (StringRef name : {"libstdc++.so.6", "libm.so.6", "libc.so.6"})
    for (StringRef folder : folders) {
      std::string path = (folder + "/" + name).str();
      if (!llvm::sys::fs::exists(path))
        continue;
      linker.after.push_back(path);
      break;
    }
  return linker;
}

static llvm::Expected<Linker> findLinker() {
  for (StringRef name : {"cc", "clang", "gcc", "clang-22"})
    if (auto path = llvm::sys::findProgramByName(name))
      return makeDriver(*path);
  for (StringRef name : {"ld.lld", "ld.lld-22", "ld"})
    if (auto path = llvm::sys::findProgramByName(name))
      return makeBare(*path);
  return llvm::createStringError(
      "expected a linker on the search path (because a shared library is "
      "linked from an object and the runtime), got none of cc, clang, gcc, "
      "clang-22, ld.lld, ld.lld-22 and ld");
}

/// A version script that exports the named functions only.
static std::string makeVersionScript(llvm::ArrayRef<std::string> exports) {
  std::string text = "{\n";
  if (!exports.empty()) {
    text += "global:\n";
    for (const std::string &name : exports)
      text += "  \"" + name + "\";\n";
  }
  return text + "local:\n  *;\n};\n";
}

/// Runs the linker in `folder`; the error quotes the first lines it printed.
static Error run(const Linker &linker, const WorkFolder &folder,
                 llvm::ArrayRef<std::string> inputs, StringRef output,
                 StringRef script) {
  std::string version =
      linker.isDriver ? "-Wl,--version-script=" : "--version-script=";
  version += script;
  SmallVector<StringRef> args{linker.program};
  args.append(linker.before.begin(), linker.before.end());
  args.append({version, "-o", output});
  args.append(inputs.begin(), inputs.end());
  args.append(linker.after.begin(), linker.after.end());

  std::string log = folder.file("log"), reason;
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log),
                                          StringRef(log)};
  int status = llvm::sys::ExecuteAndWait(linker.program, args, std::nullopt,
                                         redirects, /*SecondsToWait=*/0,
                                         /*MemoryLimit=*/0, &reason);
  if (status == 0)
    return Error::success();
  if (auto text = llvm::MemoryBuffer::getFile(log))
    reason += (*text)->getBuffer().trim().take_front(2000).str();
  return llvm::createStringError(
      llvm::formatv("'{0}' failed: {1}", linker.program, reason));
}

Error tile::linkSharedLibrary(StringRef object,
                              llvm::ArrayRef<std::string> exports,
                              std::string &library) {
  llvm::Expected<Linker> linker = findLinker();
  if (!linker)
    return linker.takeError();
  WorkFolder folder;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("tile-link", folder.path))
    return llvm::createStringError(
        llvm::formatv("cannot make a temporary folder: {0}", code.message()));

  std::string objectPath = folder.file("kernels.o"),
              archivePath = folder.file("libTileRuntime.a"),
              scriptPath = folder.file("exports"),
              outputPath = folder.file("kernels.so");
  StringRef archive(tile_runtime_archive_begin,
                    tile_runtime_archive_end - tile_runtime_archive_begin);
  if (Error error = write(objectPath, object))
    return error;
  if (Error error = write(archivePath, archive))
    return error;
  if (Error error = write(scriptPath, makeVersionScript(exports)))
    return error;
  if (Error error = run(*linker, folder, {objectPath, archivePath}, outputPath,
                        scriptPath))
    return error;
  auto bytes = llvm::MemoryBuffer::getFile(outputPath, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes)
    return llvm::createStringError(llvm::formatv(
        "cannot read what the linker wrote: {0}", bytes.getError().message()));
  library = (*bytes)->getBuffer().str();
  return Error::success();
}
