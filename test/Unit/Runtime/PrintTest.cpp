//===- PrintTest.cpp - Printing from kernels ------------------------------===//
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

/// What is printed for one number of type `dtype`.
template <typename Number>
std::string printNumber(const char *message, Number number, int32_t dtype,
                        int32_t isUnsigned = 0) {
  Capture capture;
  TileCPUPrintValue value = {&number, nullptr, nullptr, dtype, 0, isUnsigned};
  tile_cpu_print(message, 1, &value);
  return capture.lines.at(0);
}

std::string printFloat(double value, int32_t dtype) {
  return printNumber(nullptr, tile_dtype_encode(dtype, value), dtype);
}

TEST(Print, Integers) {
  EXPECT_EQ(printNumber("x", INT64_MIN, TILE_DTYPE_I64),
            "x -9223372036854775808\n");
  EXPECT_EQ(printNumber(nullptr, UINT64_MAX, TILE_DTYPE_I64, 1),
            "18446744073709551615\n");
  EXPECT_EQ(printNumber("", int8_t(-1), TILE_DTYPE_I8), " -1\n");
  EXPECT_EQ(printNumber("flag", int8_t(1), TILE_DTYPE_I1), "flag true\n");
}

TEST(Print, SeveralValues) {
  Capture capture;
  int32_t integer = 7;
  double number = 0.5;
  float values[] = {1, 2};
  int64_t size = 2;
  TileCPUPrintValue all[] = {{&integer, nullptr, nullptr, TILE_DTYPE_I32, 0, 0},
                             {values, &size, nullptr, TILE_DTYPE_F32, 1, 0},
                             {&number, nullptr, nullptr, TILE_DTYPE_F64, 0, 0}};
  tile_cpu_print("x", 3, all);
  tile_cpu_print(nullptr, 2, all);
  tile_cpu_print("here", 0, nullptr);
  tile_cpu_print(nullptr, 0, nullptr);
  EXPECT_EQ(capture.lines[0], "x 7 [1, 2] 0.5\n");
  EXPECT_EQ(capture.lines[1], "7 [1, 2]\n");
  EXPECT_EQ(capture.lines[2], "here\n");
  EXPECT_EQ(capture.lines[3], "\n");
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
}

void printBuffer(const char *message, const void *data, int32_t dtype,
                 int32_t isUnsigned, int32_t rank, const int64_t *sizes,
                 const int64_t *strides) {
  TileCPUPrintValue value = {data, sizes, strides, dtype, rank, isUnsigned};
  tile_cpu_print(message, 1, &value);
}

TEST(Print, Buffers) {
  Capture capture;
  float values[] = {1, 2, 3, 4, 5, 6};
  int64_t sizes[] = {2, 3}, transposed[] = {3, 2}, strides[] = {1, 3};
  int64_t none[] = {2, 0};
  printBuffer("x", values, TILE_DTYPE_F32, 0, 2, sizes, nullptr);
  printBuffer(nullptr, values, TILE_DTYPE_F32, 0, 2, transposed, strides);
  printBuffer(nullptr, values, TILE_DTYPE_F32, 0, 0, nullptr, nullptr);
  printBuffer(nullptr, values, TILE_DTYPE_F32, 0, 2, none, nullptr);
  unsigned char nibbles[] = {0xF1, 0x08};
  int64_t three[] = {3};
  printBuffer(nullptr, nibbles, TILE_DTYPE_I4, 0, 1, three, nullptr);
  printBuffer(nullptr, nibbles, TILE_DTYPE_I4, 1, 1, three, nullptr);
  ASSERT_EQ(capture.lines.size(), 6u);
  EXPECT_EQ(capture.lines[0], "x [[1, 2, 3], [4, 5, 6]]\n");
  EXPECT_EQ(capture.lines[1], "[[1, 4], [2, 5], [3, 6]]\n");
  EXPECT_EQ(capture.lines[2], "1\n");
  EXPECT_EQ(capture.lines[3], "[[], []]\n");
  EXPECT_EQ(capture.lines[4], "[1, -1, -8]\n");
  EXPECT_EQ(capture.lines[5], "[1, 15, 8]\n");
}

TEST(Print, LongLines) {
  Capture capture;
  std::vector<int64_t> values(10000, 123456789);
  int64_t size = 10000;
  printBuffer("x", values.data(), TILE_DTYPE_I64, 0, 1, &size, nullptr);
  // "x [" + numbers + ", " between + "]\n".
  EXPECT_EQ(capture.lines[0].size(), 3u + 90000 + 2 * 9999 + 2);
}

TEST(Print, LinesOfManyThreadsStayWhole) {
  Capture capture;
  std::vector<std::thread> threads;
  for (int id = 0; id < 4; ++id)
    threads.emplace_back([] {
      for (int i = 0; i < 200; ++i)
        tile_cpu_print("line", 0, nullptr);
    });
  for (std::thread &thread : threads)
    thread.join();
  ASSERT_EQ(capture.lines.size(), 800u);
  for (const std::string &line : capture.lines)
    EXPECT_EQ(line, "line\n");
}
} // namespace
