//===- tilec.cpp - The compiler -------------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Emission.h"
#include "Tile/Execution/FatalErrors.h"
#include "Tile/Execution/Source.h"
#include "Tile/Execution/ToolDiagnostics.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

namespace cl = llvm::cl;

namespace {
struct Options {
  cl::OptionCategory category{"tilec options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("FILE"), cl::init("-"),
                             cl::cat(category)};
  cl::opt<std::string> output{
      "o", cl::desc("Output file, - for the standard output (default)"),
      cl::value_desc("FILE"), cl::init("-"), cl::cat(category)};
  cl::opt<std::string> target{
      "target",
      cl::desc("x86-64, x86-64-v2, -v3, -v4, aarch64, or native (default)"),
      cl::value_desc("NAME"), cl::init("native"), cl::cat(category)};
  cl::opt<std::string> emit{
      "emit",
      cl::desc("Where to stop: tile (with its target), mlir-llvm, llvm, asm, "
               "obj (default), so"),
      cl::value_desc("FORM"), cl::init("obj"), cl::cat(category)};
  cl::opt<std::string> header{
      "header",
      cl::desc("C header to write; by default beside a shared library"),
      cl::value_desc("FILE"), cl::cat(category)};
  cl::opt<unsigned> optLevel{
      "O", cl::Prefix, cl::desc("How hard LLVM tries, 0 to 3 (its own -O3)"),
      cl::init(2), cl::cat(category)};
  cl::opt<bool> verifyStages{
      "verify-stages", cl::desc("Check the stage of the IR between passes"),
      cl::cat(category)};
};
} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  tile::exitOnFatalErrors();
  // LLVM's own options would be accepted, and some have the names of ours.
  cl::ResetCommandLineParser();
  Options flags;
  cl::ParseCommandLineOptions(argc, argv, "Compiles tile IR for a target\n");

  std::unique_ptr<mlir::MLIRContext> context = tile::createContext();
  tile::ToolDiagnostics diagnostics(context.get());
  mlir::OwningOpRef<mlir::ModuleOp> module = diagnostics.parseFile(flags.input);
  if (!module)
    return 1;
  tile::EmissionOptions options;
  options.compile = {flags.target, flags.optLevel, flags.verifyStages};
  options.form = flags.emit;
  options.output = flags.output;
  options.header = flags.header;
  return mlir::failed(tile::emitFiles(*module, options));
}
