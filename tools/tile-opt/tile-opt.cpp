//===- tile-opt.cpp - Runs passes on modules ------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/FatalErrors.h"
#include "Tile/Execution/OutputFile.h"
#include "Tile/Execution/Source.h"
#include "Tile/Execution/ToolDiagnostics.h"
#include "Tile/InitAll.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

static int fail(const llvm::Twine &reason) {
  llvm::errs() << "error: " << reason << '\n';
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  tile::exitOnFatalErrors();
  tile::registerAllPasses();
  mlir::DialectRegistry registry;
  tile::registerAllDialects(registry);
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "Runs passes on modules of tile IR\n", registry);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::failed(mlir::MlirOptMain(argc, argv, input, output, registry));

  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> source =
      mlir::openInputFile(input, &reason);
  if (!source)
    return fail(reason);
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  tile::ToolDiagnostics diagnostics(&context);
  if (mlir::failed(tile::checkNesting(source->getMemBufferRef(), &context)))
    return 1;

  std::string result;
  llvm::raw_string_ostream stream(result);
  bool hasFailed = mlir::failed(
      mlir::MlirOptMain(stream, std::move(source), registry, config));
  // What was printed before a failure is for the reader, not for a file.
  if (hasFailed && output != "-")
    return 1;
  if (llvm::Error error = tile::writeOutputFiles({{output, result}}))
    return fail(llvm::toString(std::move(error)));
  return hasFailed;
}
