//===- PrintTest.cpp - Printing from kernels --------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/CPU.h"
#include "Tile/Runtime/DType.h"

#include "gtest/gtest.h"

#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace {
/// Collects what is printed.
class Capture {
public:
  Capture() {
    tile_cpu_set_printer(
        [](void *context, const char *line, int64_t length) {
          auto &lines = static_cast<Capture *>(context)->lines;
          lines.emplace_back(line, static_cast<size_t>(length));
        },
        this);
  }
  ~Capture() { tile_cpu_set_printer(nullptr, nullptr); }

  std::vector<std::string> lines;
};

std::string printFloat(double value, int32_t dtype) {
  Capture capture;
  tile_cpu_print_f64(nullptr, value, dtype);
  return capture.lines.at(0);
}

TEST(Print, Integers) {
  Capture capture;
  tile_cpu_print_i64("x", INT64_MIN);
  tile_cpu_print_u64("", UINT64_MAX);
  EXPECT_EQ(capture.lines[0], "x -9223372036854775808\n");
  EXPECT_EQ(capture.lines[1], "18446744073709551615\n");
}

TEST(Print, FloatsTakeTheFewestDigitsOfTheirType) {
  double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(printFloat(0.1, TILE_DTYPE_F64), "0.1\n");
  EXPECT_EQ(printFloat(0.1f, TILE_DTYPE_F64), "0.10000000149011612\n");
  EXPECT_EQ(printFloat(0.1f, TILE_DTYPE_F32), "0.1\n");
  uint64_t half = tile_dtype_encode(TILE_DTYPE_F16, 0.1);
  EXPECT_EQ(printFloat(tile_dtype_decode(TILE_DTYPE_F16, half), TILE_DTYPE_F16),
            "0.1\n");
  EXPECT_EQ(printFloat(100000, TILE_DTYPE_F32), "100000\n");
  EXPECT_EQ(printFloat(-1.5, TILE_DTYPE_BF16), "-1.5\n");
  EXPECT_EQ(printFloat(123456.75, TILE_DTYPE_F64), "123456.75\n");
  EXPECT_EQ(printFloat(1e16, TILE_DTYPE_F64), "1e+16\n");
  EXPECT_EQ(printFloat(1.25e-7, TILE_DTYPE_F64), "1.25e-07\n");
  EXPECT_EQ(printFloat(0.0001, TILE_DTYPE_F64), "0.0001\n");
  EXPECT_EQ(printFloat(1.7976931348623157e308, TILE_DTYPE_F64),
            "1.7976931348623157e+308\n");
  EXPECT_EQ(printFloat(5e-324, TILE_DTYPE_F64), "5e-324\n");
  EXPECT_EQ(printFloat(0, TILE_DTYPE_F32), "0\n");
  EXPECT_EQ(printFloat(-0.0, TILE_DTYPE_F32), "-0\n");
  EXPECT_EQ(printFloat(inf, TILE_DTYPE_F32), "inf\n");
  EXPECT_EQ(printFloat(-inf, TILE_DTYPE_F32), "-inf\n");
  EXPECT_EQ(printFloat(inf - inf, TILE_DTYPE_F32), "nan\n");
  // A type that is none prints as f64.
  EXPECT_EQ(printFloat(0.1, 999), "0.1\n");
}

TEST(Print, Buffers) {
  Capture capture;
  float values[] = {1, 2, 3, 4, 5, 6};
  int64_t sizes[] = {2, 3}, transposed[] = {3, 2}, strides[] = {1, 3};
  int64_t none[] = {2, 0};
  tile_cpu_print_buffer("x", values, TILE_DTYPE_F32, 0, 2, sizes, nullptr);
  tile_cpu_print_buffer("", values, TILE_DTYPE_F32, 0, 2, transposed, strides);
  tile_cpu_print_buffer("", values, TILE_DTYPE_F32, 0, 0, nullptr, nullptr);
  tile_cpu_print_buffer("", values, TILE_DTYPE_F32, 0, 2, none, nullptr);
  unsigned char nibbles[] = {0xF1, 0x08};
  int64_t three[] = {3};
  tile_cpu_print_buffer("", nibbles, TILE_DTYPE_I4, 0, 1, three, nullptr);
  tile_cpu_print_buffer("", nibbles, TILE_DTYPE_I4, 1, 1, three, nullptr);
  ASSERT_EQ(capture.lines.size(), 6u);
  EXPECT_EQ(capture.lines[0], "x 2x3xf32 [[1, 2, 3], [4, 5, 6]]\n");
  EXPECT_EQ(capture.lines[1], "3x2xf32 [[1, 4], [2, 5], [3, 6]]\n");
  EXPECT_EQ(capture.lines[2], "f32 1\n");
  EXPECT_EQ(capture.lines[3], "2x0xf32 [[], []]\n");
  EXPECT_EQ(capture.lines[4], "3xi4 [1, -1, -8]\n");
  EXPECT_EQ(capture.lines[5], "3xi4 [1, 15, 8]\n");
}

TEST(Print, LongLines) {
  Capture capture;
  std::vector<int64_t> values(10000, 123456789);
  int64_t size = 10000;
  tile_cpu_print_buffer("x", values.data(), TILE_DTYPE_I64, 0, 1, &size,
                        nullptr);
  // "x 10000xi64 [" + numbers + ", " between + "]\n".
  EXPECT_EQ(capture.lines[0].size(), 13u + 90000 + 2 * 9999 + 2);
}

TEST(Print, LinesOfManyThreadsStayWhole) {
  Capture capture;
  std::vector<std::thread> threads;
  for (int id = 0; id < 4; ++id)
    threads.emplace_back([id] {
      for (int i = 0; i < 200; ++i)
        tile_cpu_print_i64("line", id);
    });
  for (std::thread &thread : threads)
    thread.join();
  ASSERT_EQ(capture.lines.size(), 800u);
  for (const std::string &line : capture.lines)
    EXPECT_EQ(line.size(), 7u);
}
} // namespace
