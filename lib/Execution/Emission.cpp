//===- Emission.cpp - A module as files -----------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Emission.h"

#include "Tile/Execution/OutputFile.h"
#include "Tile/Runtime/CHeader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tile;

static FailureOr<std::string>
makeHeader(ModuleOp module, const std::vector<KernelSignature> &kernels,
           llvm::StringRef library) {
  std::string text;
  std::string error = emitCHeader(kernels, library.str(), text);
  if (error.empty())
    return text;
  // At the kernel that is the first to be refused.
  Location loc = module.getLoc();
  for (const KernelSignature &kernel : llvm::reverse(kernels)) {
    std::string unused;
    Operation *function = module.lookupSymbol(kernel.name);
    if (function && !emitCHeader({kernel}, library.str(), unused).empty())
      loc = function->getLoc();
  }
  return emitError(loc) << "cannot make a C header: " << error;
}

static std::string printModule(ModuleOp module, bool asBytecode) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (asBytecode)
    (void)writeBytecodeToFile(module, stream);
  else
    stream << *module << '\n';
  return text;
}

FailureOr<std::string> tile::emitForm(ModuleOp module, llvm::StringRef form,
                                      const CompileOptions &options,
                                      llvm::StringRef library) {
  if (form == "mlir" || form == "mlirbc")
    return printModule(module, form == "mlirbc");
  if (form == "header") {
    FailureOr<MachineModule> code = MachineModule::create(module, options);
    if (failed(code))
      return failure();
    return makeHeader(module, code->getKernels(), library);
  }
  if (std::optional<Emit> emit = getEmitByName(form))
    return compile(module, *emit, options);
  return emitError(UnknownLoc::get(module.getContext()))
         << "expected one of tile, mlir-llvm, llvm, asm, obj, so, mlir, mlirbc "
            "and header to emit, got '"
         << form << "'";
}

/// The header's file, empty for none.
static std::string chooseHeaderPath(const EmissionOptions &options) {
  if (!options.header.empty() || options.form != "so" || options.output == "-")
    return options.header;
  llvm::SmallString<128> path(options.output);
  llvm::sys::path::replace_extension(path, "h");
  return path.str().str();
}

/// "gemm" for "out/libgemm.so".
static std::string getLibraryName(llvm::StringRef output) {
  llvm::StringRef name = llvm::sys::path::stem(output);
  name.consume_front("lib");
  return name.empty() || name == "-" ? "kernels" : name.str();
}

LogicalResult tile::emitFiles(ModuleOp module, const EmissionOptions &options) {
  std::string headerPath = chooseHeaderPath(options), header, bytes;
  if (headerPath.empty()) {
    FailureOr<std::string> result =
        emitForm(module, options.form, options.compile);
    if (failed(result))
      return failure();
    bytes = std::move(*result);
  } else {
    if (headerPath == options.output)
      return emitError(UnknownLoc::get(module.getContext()))
             << "expected different files for the header and the output, got '"
             << headerPath << "' for both";
    if (options.form != "so" && options.form != "obj")
      return emitError(UnknownLoc::get(module.getContext()))
             << "expected obj or so (because a C header was asked for), got '"
             << options.form << "'";
    FailureOr<MachineModule> code =
        MachineModule::create(module, options.compile);
    if (failed(code))
      return failure();
    FailureOr<std::string> text =
        makeHeader(module, code->getKernels(), getLibraryName(options.output));
    if (failed(text) ||
        (options.form == "so" && failed(checkExternals(module))))
      return failure();
    FailureOr<std::string> result =
        options.form == "so" ? code->emitSharedLibrary() : code->emitObject();
    if (failed(result))
      return failure();
    header = std::move(*text);
    bytes = std::move(*result);
  }
  llvm::SmallVector<OutputFile> files = {
      {options.output, bytes, options.form == "so"}};
  if (!headerPath.empty())
    files.push_back({headerPath, header});
  if (llvm::Error error = writeOutputFiles(files))
    return emitError(UnknownLoc::get(module.getContext()))
           << llvm::toString(std::move(error));
  return success();
}
