//===- Run.cpp - Running, checking and timing one kernel ------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Run.h"

#include "Tile/Dialect/Tile/IR/TileSignature.h"
#include "Tile/Execution/Array.h"
#include "Tile/Execution/Comparison.h"
#include "Tile/Execution/Interpret.h"
#include "Tile/Execution/JIT.h"
#include "Tile/Execution/Work.h"
#include "Tile/Runtime/CPU.h"
#include "Tile/Runtime/DType.h"
#include "Tile/Runtime/Measure.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace tile;

namespace {
/// What one call of runKernel works on.
class Runner {
public:
  Runner(ModuleOp module, const RunOptions &options)
      : module(module), options(options) {}
  LogicalResult run(llvm::raw_ostream &report);

private:
  using Arrays = std::vector<ArgumentArray>;

  LogicalResult findTheKernel();
  LogicalResult makeArguments();
  LogicalResult parseOutputs();
  LogicalResult compileKernel();
  FailureOr<Arrays> cloneArguments();
  LogicalResult invoke(Arrays &arrays, bool onInterpreter);
  LogicalResult writeOutputs();
  LogicalResult check(Arrays &reference);
  LogicalResult measure();
  void printText(llvm::raw_ostream &report);
  void printJSON(llvm::raw_ostream &report);

  ModuleOp module;
  const RunOptions &options;
  func::FuncOp kernel;
  KernelSignature signature;
  Arrays arguments;
  std::vector<std::pair<unsigned, std::string>> outputs;
  std::unique_ptr<LoadedKernels> loaded;
  double maxRelativeError = 0, tolerance = 0;
  /// Milliseconds, sorted.
  std::vector<double> times;
};
} // namespace

LogicalResult Runner::findTheKernel() {
  std::string name = options.kernel;
  if (name.empty()) {
    auto funcs = llvm::make_filter_range(
        module.getOps<func::FuncOp>(), [](func::FuncOp func) {
          return func.isPublic() && !func.isDeclaration();
        });
    if (llvm::hasSingleElement(funcs))
      name = (*funcs.begin()).getName().str();
  }
  FailureOr<func::FuncOp> found = findKernel(module, name);
  if (failed(found))
    return failure();
  kernel = *found;
  FailureOr<KernelSignature> known = getSignature(kernel);
  if (failed(known))
    return failure();
  signature = *known;
  return success();
}

static SmallVector<TileArg> getArgs(std::vector<ArgumentArray> &arrays) {
  SmallVector<TileArg> args;
  for (ArgumentArray &array : arrays)
    args.push_back(array.get());
  return args;
}

LogicalResult Runner::makeArguments() {
  if (options.arguments.size() != signature.arguments.size()) {
    InFlightDiagnostic diag = kernel.emitError();
    diag << "expected " << signature.arguments.size() << " arguments";
    if (!signature.arguments.empty()) {
      diag << " (";
      llvm::interleaveComma(
          signature.arguments, diag,
          [&](const ArgumentSignature &argument) { diag << argument.name; });
      diag << ")";
    }
    return diag << ", got " << options.arguments.size();
  }
  for (auto [index, spec] : llvm::enumerate(options.arguments)) {
    llvm::Expected<ArgumentArray> array = ArgumentArray::create(
        spec, signature.arguments[index], index, options.seed);
    if (!array)
      return kernel.emitError() << llvm::toString(array.takeError());
    arguments.push_back(std::move(*array));
  }
  // Before anything is compiled.
  KernelInfoStorage info(signature);
  TileStatus status;
  SmallVector<TileArg> args = getArgs(arguments);
  if (tile_kernel_check_args(&info.get(), args.data(), args.size(), &status))
    return kernel.emitError() << status.message;
  return success();
}

LogicalResult Runner::parseOutputs() {
  for (const std::string &text : options.outputs) {
    auto [number, path] = llvm::StringRef(text).split(':');
    unsigned index;
    if (number.getAsInteger(10, index) || path.empty())
      return kernel.emitError()
             << "expected INDEX:FILE.npy for an output, got '" << text << "'";
    if (index >= arguments.size() || !arguments[index].isTensor())
      return kernel.emitError()
             << "expected the index of a tensor argument for output '" << path
             << "', got " << index;
    if (path == "-" ||
        llvm::is_contained(llvm::make_second_range(outputs), path.str()))
      return kernel.emitError()
             << "expected a file of its own for each output (because the "
                "standard output is for the report), got '"
             << path << "'" << (path == "-" ? "" : " twice");
    outputs.emplace_back(index, path.str());
  }
  return success();
}

LogicalResult Runner::compileKernel() {
  OwningOpRef<ModuleOp> copy = module.clone();
  auto result = loadModule(*copy, options.compile);
  if (failed(result))
    return failure();
  loaded = std::move(*result);
  return success();
}

FailureOr<std::vector<ArgumentArray>> Runner::cloneArguments() {
  Arrays copies;
  for (const ArgumentArray &argument : arguments) {
    llvm::Expected<ArgumentArray> copy = argument.clone();
    if (!copy)
      return kernel.emitError() << llvm::toString(copy.takeError());
    copies.push_back(std::move(*copy));
  }
  return copies;
}

LogicalResult Runner::invoke(Arrays &arrays, bool onInterpreter) {
  SmallVector<TileArg> args = getArgs(arrays);
  TileStatus status;
  if (!onInterpreter) {
    if (loaded->invoke(signature.name, args, &status) == 0)
      return success();
    return kernel.emitError() << status.message;
  }
  InterpreterOptions interpreter;
  interpreter.output = &llvm::outs();
  interpreter.checkBounds = interpreter.checkRaces =
      interpreter.checkUninitialized = options.checkAccesses;
  if (options.maxSteps)
    interpreter.maxSteps = options.maxSteps;
  int code = interpretKernel(kernel, args, interpreter, status);
  // Lines of the program come before those of the same program on the CPU,
  // which are written through another stream.
  llvm::outs().flush();
  if (code == TILE_STATUS_OK)
    return success();
  // A failure of the program has its diagnostic already.
  if (code == TILE_STATUS_INVALID_ARGUMENT)
    kernel.emitError() << status.message;
  return failure();
}

LogicalResult Runner::writeOutputs() {
  for (const auto &[index, path] : outputs) {
    ArgumentArray &array = arguments[index];
    std::string error =
        saveNpy(path, array.get().as.tensor, array.isUnsigned());
    if (!error.empty())
      return emitError(UnknownLoc::get(module.getContext())) << error;
  }
  return success();
}

LogicalResult Runner::check(Arrays &reference) {
  for (auto [index, argument] : llvm::enumerate(signature.arguments)) {
    if (!argument.isOutput)
      continue;
    tolerance = options.tolerance.value_or(
        deriveTolerance(kernel, arguments, argument.dtype));
    ComparisonResult result =
        compareArrays(reference[index], arguments[index], tolerance);
    maxRelativeError = std::max(maxRelativeError, result.maxRelativeError);
    if (!result.mismatch)
      continue;
    const Mismatch &mismatch = *result.mismatch;
    InFlightDiagnostic diag = kernel.emitError();
    diag << "check failed: argument " << index << " '" << argument.name
         << "' [";
    llvm::interleaveComma(mismatch.indices, diag);
    std::string numbers;
    llvm::raw_string_ostream stream(numbers);
    stream << "]: expected " << mismatch.expected << ", got "
           << mismatch.actual;
    if (tile_dtype_is_float(argument.dtype))
      stream << llvm::format(" (relative error %.2g, tolerance %.2g)",
                             mismatch.relativeError, tolerance);
    return diag << numbers << "; " << mismatch.count << " of "
                << reference[index].getNumElements() << " elements differ";
  }
  return success();
}

LogicalResult Runner::measure() {
  // The first run may create threads and touch new memory.
  if (failed(invoke(arguments, options.onInterpreter)))
    return failure();
  for (unsigned i = 0; i < options.timedRuns; ++i) {
    int64_t begin = tile_clock_ns();
    if (failed(invoke(arguments, options.onInterpreter)))
      return failure();
    times.push_back((tile_clock_ns() - begin) * 1e-6);
  }
  llvm::sort(times);
  return success();
}

static double getMedian(llvm::ArrayRef<double> sorted) {
  size_t middle = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[middle]
                           : (sorted[middle - 1] + sorted[middle]) / 2;
}

void Runner::printText(llvm::raw_ostream &report) {
  if (options.check)
    report << "check: ok max-rel-err=" << llvm::format("%.3g", maxRelativeError)
           << '\n';
  if (times.empty())
    return;
  double median = getMedian(times);
  report << llvm::format("bench: median %.4g ms, min %.4g ms", median,
                         times.front());
  if (std::optional<double> flops = countOperations(kernel, arguments))
    report << llvm::format(", %.4g GFLOP/s", *flops / (median * 1e6));
  double bytes = countBytes(kernel, signature, arguments);
  report << llvm::format(", %.4g GB/s", bytes / (median * 1e6));
  report << " (" << times.size() << (times.size() == 1 ? " run" : " runs");
  if (!options.onInterpreter) {
    int64_t threads = tile_cpu_get_num_threads();
    report << ", " << threads << (threads == 1 ? " thread" : " threads");
  }
  report << ")\n";
}

void Runner::printJSON(llvm::raw_ostream &report) {
  llvm::json::Object object;
  object["kernel"] = signature.name;
  object["on"] = options.onInterpreter ? "interpreter" : "cpu";
  if (!options.onInterpreter) {
    object["target"] = options.compile.target;
    object["threads"] = tile_cpu_get_num_threads();
  }
  if (options.check) {
    object["max_rel_err"] = maxRelativeError;
    object["tolerance"] = tolerance;
  }
  if (!times.empty()) {
    double median = getMedian(times);
    object["runs"] = static_cast<int64_t>(times.size());
    object["median_ms"] = median;
    object["min_ms"] = times.front();
    if (std::optional<double> flops = countOperations(kernel, arguments))
      object["gflops"] = *flops / (median * 1e6);
    object["gbytes_per_s"] =
        countBytes(kernel, signature, arguments) / (median * 1e6);
  }
  report << llvm::json::Value(std::move(object)) << '\n';
}

LogicalResult Runner::run(llvm::raw_ostream &report) {
  if (options.tolerance && !(*options.tolerance >= 0))
    return emitError(UnknownLoc::get(module.getContext()))
           << "expected a tolerance of at least 0, got "
           << llvm::formatv("{0}", *options.tolerance).str();
  if (failed(findTheKernel()) || failed(makeArguments()) ||
      failed(parseOutputs()))
    return failure();
  tile_cpu_set_num_threads(options.threads);
  if (!options.onInterpreter && failed(compileKernel()))
    return failure();
  Arrays reference;
  if (options.check && !options.onInterpreter) {
    FailureOr<Arrays> copies = cloneArguments();
    if (failed(copies))
      return failure();
    reference = std::move(*copies);
    if (failed(invoke(reference, /*onInterpreter=*/true)))
      return failure();
  }
  if (failed(invoke(arguments, options.onInterpreter)) ||
      failed(writeOutputs()))
    return failure();
  // The interpreter is its own reference.
  if (options.check && !options.onInterpreter && failed(check(reference)))
    return failure();
  if (options.timedRuns && failed(measure()))
    return failure();
  options.json ? printJSON(report) : printText(report);
  return success();
}

LogicalResult tile::runKernel(ModuleOp module, const RunOptions &options,
                              llvm::raw_ostream &report) {
  return Runner(module, options).run(report);
}
