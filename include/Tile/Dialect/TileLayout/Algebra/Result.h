//===- Result.h - a value, or the reason why there is none ------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation of the layout algebra that can be refused returns a Result.
// The reason of a refusal is a finished message, "expected X (because Y), got
// Z", so that verifiers and tools print it as it is.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_RESULT_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_RESULT_H

#include "llvm/ADT/Twine.h"
#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace tile::layout {

/// Why an operation was refused.
struct Failure {
  std::string reason;
};

/// "expected `expected` (because `because`), got `got`".
inline Failure refuse(const llvm::Twine &expected, const llvm::Twine &because,
                      const llvm::Twine &got) {
  return {("expected " + expected + " (because " + because + "), got " + got)
              .str()};
}

/// A value, or the reason why there is none.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : value(std::move(value)) {}
  Result(Failure failure) : why(std::move(failure.reason)) {}

  explicit operator bool() const { return value.has_value(); }
  bool has_value() const { return value.has_value(); }
  T &operator*() {
    assert(value && "a refused result has no value");
    return *value;
  }
  const T &operator*() const {
    assert(value && "a refused result has no value");
    return *value;
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }

  /// The reason of a refusal; empty when there is a value.
  const std::string &reason() const { return why; }
  /// The refusal, to be returned from a function with another value type.
  Failure failure() const { return {why}; }

private:
  std::optional<T> value;
  std::string why;
};

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_RESULT_H
