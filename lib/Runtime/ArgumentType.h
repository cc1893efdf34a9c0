//===- ArgumentType.h - Spelling the type of an argument --------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_ARGUMENTTYPE_H
#define TILE_LIB_RUNTIME_ARGUMENTTYPE_H

#include "Tile/Runtime/Kernel.h"

#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace tile {

/// A NUL-terminated text in memory that the caller provides, cut where that
/// ends. Messages are built with it because a check must not allocate.
class FixedText {
public:
  FixedText(char *text, size_t capacity) : text(text), capacity(capacity) {
    if (capacity)
      *text = '\0';
  }

#if defined(__GNUC__)
  __attribute__((format(printf, 2, 3)))
#endif
  void append(const char *format, ...);
  void appendValues(const char *format, va_list values);

  /// How long the text would be if it had not been cut.
  size_t getFullLength() const { return length; }

private:
  char *text;
  size_t capacity;
  size_t length = 0;
};

/// Appends the declared type, such as "memref<64x?xf32>".
void appendArgumentType(FixedText &text, const TileKernelArg &arg);

} // namespace tile

#endif // TILE_LIB_RUNTIME_ARGUMENTTYPE_H
