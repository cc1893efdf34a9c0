//===- Harness.h - running programs in tests --------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers go in and come out as doubles. The header names nothing of MLIR, so
// that the tests compile quickly.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TEST_UNIT_INTERPRETER_HARNESS_H
#define TILE_TEST_UNIT_INTERPRETER_HARNESS_H

#include "gtest/gtest.h"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// An argument: a tensor in row-major order, or a scalar (no shape).
struct Array {
  /// A type as IR writes it.
  std::string type;
  std::vector<int64_t> shape;
  std::vector<double> values;
  bool isScalar = false;

  static Array scalar(std::string type, double value) {
    return {std::move(type), {}, {value}, true};
  }
  static Array filled(std::string type, std::vector<int64_t> shape,
                      double value);
  /// 0, 1, 2, ...
  static Array iota(std::string type, std::vector<int64_t> shape);
};

/// What the interpreter should check and may use.
struct RunOptions {
  bool checkBounds = true, checkUninitialized = true, checkRaces = true;
  uint64_t maxSteps = uint64_t(1) << 34;
  uint64_t maxBytes = uint64_t(1) << 30;
};

/// The end of a run.
struct Outcome {
  bool isOk = false;
  std::vector<double> results;
  /// Diagnostics as "LINE: severity: text", in order.
  std::vector<std::string> diagnostics;
  std::string output;

  std::string text() const;
  /// Whether there was one error, at `line`, with `part` in its text.
  testing::AssertionResult failedAt(int line, const std::string &part) const;
  /// Whether there was a note at `line` with `part` in its text.
  testing::AssertionResult noted(int line, const std::string &part) const;
};

/// Parses `source` and runs @main on the arguments, which are updated. Lines
/// are counted from 1, the first of `source` being 1.
Outcome run(const std::string &source, std::vector<Array *> arguments = {},
            const RunOptions &options = {});

/// The results of @main without arguments; a test failure where it fails.
std::vector<double> evaluate(const std::string &source);

#endif // TILE_TEST_UNIT_INTERPRETER_HARNESS_H
