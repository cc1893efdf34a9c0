//===- tile-run.cpp - Runs a kernel ---------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/FatalErrors.h"
#include "Tile/Execution/Run.h"
#include "Tile/Execution/Source.h"
#include "Tile/Execution/ToolDiagnostics.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

namespace cl = llvm::cl;

namespace {
enum class On { Interpreter, CPU };

struct Options {
  cl::OptionCategory category{"tile-run options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("FILE"), cl::init("-"),
                             cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::desc("Kernel to run; may be left out if there is one"),
      cl::value_desc("NAME"), cl::cat(category)};
  cl::opt<On> on{
      "on", cl::desc("What runs it"), cl::init(On::CPU),
      cl::values(clEnumValN(On::Interpreter, "interpreter",
                            "the reference interpreter"),
                 clEnumValN(On::CPU, "cpu", "machine code (default)")),
      cl::cat(category)};
  cl::opt<std::string> target{"target", cl::desc("CPU to compile for"),
                              cl::value_desc("NAME"), cl::init("native"),
                              cl::cat(category)};
  cl::list<std::string> arguments{
      "arg",
      cl::desc(
          "One argument, in order: FILE.npy, a number, or "
          "[SHAPE:]zeros|ones|iota|random[:SEED]|randint:LO:HI[:SEED]|nan"),
      cl::value_desc("SPEC"), cl::cat(category)};
  cl::list<std::string> outputs{
      "out", cl::desc("Tensor argument to write to a file afterwards"),
      cl::value_desc("INDEX:FILE.npy"), cl::cat(category)};
  cl::opt<uint64_t> seed{
      "seed", cl::desc("Added to the seeds of arguments that give none"),
      cl::value_desc("N"), cl::init(0), cl::cat(category)};
  cl::opt<bool> check{"check",
                      cl::desc("Compare the outputs with the interpreter's"),
                      cl::cat(category)};
  cl::opt<double> tolerance{
      "tolerance",
      cl::desc("Largest relative error of floats (default: derived from the "
               "types and extents)"),
      cl::value_desc("E"), cl::cat(category)};
  cl::opt<unsigned> bench{"bench", cl::desc("Time this many runs"),
                          cl::value_desc("N"), cl::cat(category)};
  cl::opt<unsigned> threads{"threads",
                            cl::desc("Threads (default: one per CPU)"),
                            cl::value_desc("N"), cl::cat(category)};
  cl::opt<unsigned> optLevel{
      "O", cl::Prefix, cl::desc("How hard LLVM tries, 0 to 3 (its own -O3)"),
      cl::init(2), cl::cat(category)};
  cl::opt<bool> unchecked{
      "unchecked",
      cl::desc("Let the interpreter ignore accesses out of bounds, reads of "
               "unwritten tiles, and races"),
      cl::cat(category)};
  cl::opt<uint64_t> maxSteps{
      "max-steps",
      cl::desc("Bound on the interpreter's work (0: its own default)"),
      cl::value_desc("N"), cl::init(0), cl::cat(category)};
  cl::opt<bool> json{"json", cl::desc("Report one JSON object"),
                     cl::cat(category)};
};
} // namespace

static tile::RunOptions makeRunOptions(const Options &flags) {
  tile::RunOptions options;
  options.kernel = flags.entry;
  options.onInterpreter = flags.on == On::Interpreter;
  options.compile.target = flags.target;
  options.compile.optLevel = flags.optLevel;
  options.arguments.assign(flags.arguments.begin(), flags.arguments.end());
  options.seed = flags.seed;
  options.outputs.assign(flags.outputs.begin(), flags.outputs.end());
  options.check = flags.check;
  if (flags.tolerance.getNumOccurrences())
    options.tolerance = flags.tolerance;
  options.timedRuns = flags.bench;
  options.threads = flags.threads;
  options.checkAccesses = !flags.unchecked;
  options.maxSteps = flags.maxSteps;
  options.json = flags.json;
  return options;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  tile::exitOnFatalErrors();
  // LLVM's own options would be accepted, and some have the names of ours.
  cl::ResetCommandLineParser();
  Options flags;
  cl::ParseCommandLineOptions(argc, argv, "Runs a kernel of tile IR\n");

  std::unique_ptr<mlir::MLIRContext> context = tile::createContext();
  tile::ToolDiagnostics diagnostics(context.get());
  mlir::OwningOpRef<mlir::ModuleOp> module = diagnostics.parseFile(flags.input);
  if (!module)
    return 1;
  return mlir::failed(
      tile::runKernel(*module, makeRunOptions(flags), llvm::outs()));
}
