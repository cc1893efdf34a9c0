//===- ArgumentType.cpp - Spelling the type of an argument ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentType.h"

#include "Tile/Runtime/DType.h"

#include <cinttypes>

using namespace tile;

void FixedText::append(const char *format, ...) {
  va_list values;
  va_start(values, format);
  appendValues(format, values);
  va_end(values);
}

void FixedText::appendValues(const char *format, va_list values) {
  // Counting goes on behind the end, for the caller who wants the full length.
  size_t room = length < capacity ? capacity - length : 0;
  int written =
      std::vsnprintf(room ? text + length : nullptr, room, format, values);
  if (written > 0)
    length += static_cast<size_t>(written);
}

static void appendExtents(FixedText &text, const TileKernelArg &arg) {
  for (int32_t dim = 0; dim < arg.rank; ++dim) {
    if (arg.shape[dim] < 0)
      text.append("?x");
    else
      text.append("%" PRId64 "x", arg.shape[dim]);
  }
}

static void appendStrides(FixedText &text, const TileKernelArg &arg) {
  text.append(", strided<[");
  for (int32_t dim = 0; dim < arg.rank; ++dim) {
    const char *separator = dim ? ", " : "";
    if (arg.strides[dim] == TILE_DYNAMIC)
      text.append("%s?", separator);
    else
      text.append("%s%" PRId64, separator, arg.strides[dim]);
  }
  text.append("]>");
}

void tile::appendArgumentType(FixedText &text, const TileKernelArg &arg) {
  const char *dtype = tile_dtype_name(arg.dtype);
  if (!dtype)
    dtype = "?";
  if (arg.kind != TILE_ARG_TENSOR) {
    text.append("%s", dtype);
    return;
  }
  text.append("memref<");
  appendExtents(text, arg);
  text.append("%s", dtype);
  if (arg.strides)
    appendStrides(text, arg);
  text.append(">");
}
