//===- Harness.cpp - running programs in tests ----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Interpreter/Interpreter.h"
#include "Tile/Interpreter/Numerics.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include <cmath>
#include <optional>

using namespace mlir;

Array Array::filled(std::string type, std::vector<int64_t> shape,
                    double value) {
  Array array{std::move(type), std::move(shape), {}, false};
  int64_t count = 1;
  for (int64_t extent : array.shape)
    count *= extent;
  array.values.assign(count, value);
  return array;
}

Array Array::iota(std::string type, std::vector<int64_t> shape) {
  Array array = filled(std::move(type), std::move(shape), 0);
  for (size_t i = 0; i < array.values.size(); ++i)
    array.values[i] = double(i);
  return array;
}

std::string Outcome::text() const {
  std::string all;
  for (const std::string &line : diagnostics)
    all += line + "\n";
  return all;
}

static testing::AssertionResult contains(const Outcome &outcome,
                                         const std::string &start,
                                         const std::string &part) {
  for (const std::string &line : outcome.diagnostics)
    if (line.rfind(start, 0) == 0 && line.find(part) != std::string::npos)
      return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "no '" << start << "...' with '" << part << "' in\n"
         << outcome.text();
}

testing::AssertionResult Outcome::failedAt(int line,
                                           const std::string &part) const {
  if (isOk)
    return testing::AssertionFailure() << "the run succeeded";
  int numErrors = 0;
  for (const std::string &text : diagnostics)
    numErrors += text.find(": error: ") != std::string::npos;
  if (numErrors != 1)
    return testing::AssertionFailure() << numErrors << " errors:\n" << text();
  return contains(*this, std::to_string(line) + ": error: ", part);
}

testing::AssertionResult Outcome::noted(int line,
                                        const std::string &part) const {
  return contains(*this, std::to_string(line) + ": note: ", part);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static uint64_t toBits(const tile::Number &number, double value) {
  if (number.isFloat()) {
    tile::RoundingRule rule;
    rule.saturate = false;
    return tile::encodeFloat(*number.format, value, rule);
  }
  bool isBig = value >= 0x1p63;
  return (isBig ? uint64_t(value) : uint64_t(int64_t(value))) & number.mask();
}

static double fromBits(const tile::Number &number, uint64_t bits) {
  if (number.isFloat())
    return tile::decodeFloat(*number.format, bits);
  return number.width == 1 ? double(bits) : double(number.signExtend(bits));
}

static tile::Number numberOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return *tile::getNumber(type);
}

static unsigned componentsOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

/// Calls `visit(index with component, number in row-major order)`.
static void
forEachComponent(const tile::Tensor &tensor,
                 llvm::function_ref<void(ArrayRef<int64_t>, size_t)> visit) {
  SmallVector<int64_t> shape(tensor.shape.begin(), tensor.shape.end());
  shape.push_back(componentsOf(tensor.elementType));
  SmallVector<int64_t> index(shape.size(), 0);
  if (llvm::is_contained(shape, 0))
    return;
  for (size_t number = 0;; ++number) {
    visit(index, number);
    size_t dim = shape.size();
    while (dim > 0 && ++index[dim - 1] == shape[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return;
  }
}

static void loadDialects(MLIRContext &context) {
  DialectRegistry registry;
  registry.insert<tile::TileDialect, arith::ArithDialect, func::FuncDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  cf::ControlFlowDialect, affine::AffineDialect, ub::UBDialect,
                  vector::VectorDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
}

static void print(Diagnostic &diagnostic, std::vector<std::string> &lines) {
  std::string line = "?";
  if (auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    line = std::to_string(loc.getLine());
  const char *severity =
      diagnostic.getSeverity() == DiagnosticSeverity::Note ? "note" : "error";
  lines.push_back(line + ": " + severity + ": " + diagnostic.str());
  for (Diagnostic &note : diagnostic.getNotes())
    print(note, lines);
}

Outcome run(const std::string &source, std::vector<Array *> arguments,
            const RunOptions &runOptions) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  loadDialects(context);
  Outcome outcome;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    print(diagnostic, outcome.diagnostics);
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(source, &context);
  auto kernel = module ? module->lookupSymbol<func::FuncOp>("main") : nullptr;
  if (!kernel) {
    outcome.diagnostics.push_back("no function @main");
    return outcome;
  }
  std::vector<tile::Tensor> tensors;
  tensors.reserve(arguments.size());
  std::vector<tile::Argument> bound;
  for (Array *array : arguments) {
    Type type = parseType(array->type, &context);
    tile::Number number = numberOf(type);
    if (array->isScalar) {
      SmallVector<uint64_t> bits;
      for (double value : array->values)
        bits.push_back(toBits(number, value));
      bound.push_back(tile::Argument(ArrayRef<uint64_t>(bits)));
      continue;
    }
    tensors.push_back(*tile::Tensor::zeros(type, array->shape));
    forEachComponent(tensors.back(), [&](ArrayRef<int64_t> index, size_t i) {
      tensors.back().set(index, toBits(number, array->values[i]));
    });
    bound.push_back(tensors.back());
  }
  llvm::raw_string_ostream output(outcome.output);
  tile::InterpreterOptions options;
  options.checkBounds = runOptions.checkBounds;
  options.checkUninitialized = runOptions.checkUninitialized;
  options.checkRaces = runOptions.checkRaces;
  options.maxSteps = runOptions.maxSteps;
  options.maxBytes = runOptions.maxBytes;
  options.output = &output;
  SmallVector<uint64_t> results;
  outcome.isOk = succeeded(tile::interpret(kernel, bound, options, &results));
  size_t next = 0;
  for (Type type : kernel.getResultTypes())
    for (unsigned i = 0; outcome.isOk && i < componentsOf(type); ++i)
      outcome.results.push_back(fromBits(numberOf(type), results[next++]));
  auto tensor = tensors.begin();
  for (Array *array : arguments) {
    if (array->isScalar)
      continue;
    tile::Number number = numberOf(tensor->elementType);
    forEachComponent(*tensor, [&](ArrayRef<int64_t> index, size_t i) {
      array->values[i] = fromBits(number, tensor->get(index));
    });
    ++tensor;
  }
  return outcome;
}

std::vector<double> evaluate(const std::string &source) {
  Outcome outcome = run(source);
  EXPECT_TRUE(outcome.isOk) << outcome.text();
  return outcome.results;
}
