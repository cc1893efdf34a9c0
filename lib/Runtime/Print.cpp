//===- Print.cpp - Printing from kernels ----------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/CPU.h"
#include "Tile/Runtime/DType.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <string_view>

namespace {
//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// A growing text. It is silently cut where memory ends: printing is no reason
/// to fail.
class Line {
public:
  Line() = default;
  Line(const Line &) = delete;
  Line &operator=(const Line &) = delete;
  ~Line() {
    if (text != inlineText)
      std::free(text);
  }

  void append(std::string_view more) {
    if (size + more.size() > capacity && !grow(size + more.size()))
      return;
    std::memcpy(text + size, more.data(), more.size());
    size += more.size();
  }

  template <typename Integer>
  void appendInteger(Integer value) {
    char digits[24];
    auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
    append({digits, static_cast<size_t>(end - digits)});
  }

  std::string_view get() const { return {text, size}; }

private:
  bool grow(size_t needed) {
    size_t larger = needed * 2;
    void *memory =
        text == inlineText ? std::malloc(larger) : std::realloc(text, larger);
    if (!memory)
      return false;
    if (text == inlineText)
      std::memcpy(memory, inlineText, size);
    text = static_cast<char *>(memory);
    capacity = larger;
    return true;
  }

  char inlineText[512];
  char *text = inlineText;
  size_t size = 0;
  size_t capacity = sizeof(inlineText);
};

pthread_mutex_t printerMutex = PTHREAD_MUTEX_INITIALIZER;
TileCPUPrinter printer = nullptr;
void *printerContext = nullptr;

void print(Line &line) {
  line.append("\n");
  std::string_view text = line.get();
  pthread_mutex_lock(&printerMutex);
  if (printer) {
    printer(printerContext, text.data(), static_cast<int64_t>(text.size()));
  } else {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
  pthread_mutex_unlock(&printerMutex);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Writes `digits` (one before the point) times ten to the `exponent` as people
/// write it: plain if it is neither tiny nor huge.
void appendDecimal(Line &line, std::string_view digits, int exponent) {
  static constexpr std::string_view zeros = "0000000000000000";
  auto length = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    line.append(digits.substr(0, 1));
    if (length > 1)
      line.append(".");
    line.append(digits.substr(1));
    line.append(exponent < 0 ? "e-" : "e+");
    if (std::abs(exponent) < 10)
      line.append("0");
    line.appendInteger(std::abs(exponent));
  } else if (exponent < 0) {
    line.append("0.");
    line.append(zeros.substr(0, -exponent - 1));
    line.append(digits);
  } else if (length <= exponent + 1) {
    line.append(digits);
    line.append(zeros.substr(0, exponent + 1 - length));
  } else {
    line.append(digits.substr(0, exponent + 1));
    line.append(".");
    line.append(digits.substr(exponent + 1));
  }
}

/// Appends a finite number above 0, with the fewest digits that `dtype` tells
/// apart.
void appendPositive(Line &line, double value, int32_t dtype) {
  // "d.ddde+XX": 17 digits tell all doubles apart.
  char text[40];
  char *end = text;
  for (int digits = 0; digits < 17; ++digits) {
    end = std::to_chars(text, text + sizeof(text), value,
                        std::chars_format::scientific, digits)
              .ptr;
    double back = 0;
    std::from_chars(text, end, back);
    if (tile_dtype_encode(dtype, back) == tile_dtype_encode(dtype, value))
      break;
  }
  char *e = std::find(text, end, 'e');
  int exponent = 0;
  std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, exponent);
  // Drops the point by moving the first digit over it.
  char *first = text;
  if (text[1] == '.') {
    text[1] = text[0];
    first = text + 1;
  }
  appendDecimal(line, {first, static_cast<size_t>(e - first)}, exponent);
}

void appendFloat(Line &line, double value, int32_t dtype) {
  if (!tile_dtype_is_float(dtype))
    dtype = TILE_DTYPE_F64;
  if (std::isnan(value))
    return line.append("nan");
  if (std::signbit(value))
    line.append("-");
  if (std::isinf(value))
    line.append("inf");
  else if (value == 0)
    line.append("0");
  else
    appendPositive(line, std::fabs(value), dtype);
}

/// Appends element `index` of an array.
void appendElement(Line &line, const void *data, int32_t dtype,
                   int32_t isUnsigned, int64_t index) {
  uint64_t bits = tile_dtype_load(dtype, data, index);
  if (tile_dtype_is_float(dtype))
    return appendFloat(line, tile_dtype_decode(dtype, bits), dtype);
  if (dtype == TILE_DTYPE_I1)
    return line.append(bits ? "true" : "false");
  if (isUnsigned)
    return line.appendInteger(bits);
  int32_t unused = 64 - tile_dtype_storage_bits(dtype);
  line.appendInteger(static_cast<int64_t>(bits << unused) >> unused);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

int64_t getStride(const TileCPUPrintValue &array, int32_t dim) {
  if (array.strides)
    return array.strides[dim];
  uint64_t stride = 1;
  for (int32_t inner = dim + 1; inner < array.rank; ++inner)
    stride *= static_cast<uint64_t>(array.sizes[inner]);
  return static_cast<int64_t>(stride);
}

/// Appends the part of the array whose first `dim` indices lead to `offset`.
void appendArray(Line &line, const TileCPUPrintValue &array, int32_t dim,
                 int64_t offset) {
  if (dim == array.rank)
    return appendElement(line, array.data, array.dtype, array.is_unsigned,
                         offset);
  line.append("[");
  int64_t stride = getStride(array, dim);
  for (int64_t i = 0; i < array.sizes[dim]; ++i) {
    if (i)
      line.append(", ");
    appendArray(line, array, dim + 1, offset + i * stride);
  }
  line.append("]");
}
} // namespace

void tile_cpu_print(const char *message, int32_t count,
                    const TileCPUPrintValue *values) {
  Line line;
  if (message)
    line.append(message);
  for (int32_t i = 0; i < count; ++i) {
    if (message || i)
      line.append(" ");
    appendArray(line, values[i], 0, 0);
  }
  print(line);
}

void tile_cpu_set_printer(TileCPUPrinter newPrinter, void *context) {
  pthread_mutex_lock(&printerMutex);
  printer = newPrinter;
  printerContext = context;
  pthread_mutex_unlock(&printerMutex);
}
