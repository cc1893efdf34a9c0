//===- MemoryTest.cpp - buffers, views and moving tiles -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cmath>

namespace {

/// A launch of one block of 32 threads around `body`, after index constants.
std::string launch(const std::string &arguments, const std::string &body) {
  return "func.func @main(" + arguments + R"() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m1 = arith.constant -1 : index
  tile.launch blocks(%bx) in (%c1) threads(32) {
)" + body +
         "\n} return }";
}
/// The line of the first line of `body`.
constexpr int firstLine = 8;

TEST(MemoryTest, CopiesConvert) {
  Array a{"f32", {4}, {1.5, -2.75, 1e9, std::nan("")}},
      b = Array::filled("i8", {4}, 9);
  Array c = Array::filled("f8E4M3FN", {4}, 0);
  std::string source = launch(
      "%a: memref<4xf32>, %b: memref<4xi8>, %c: memref<4xf8E4M3FN>",
      R"(%w = tile.slice %a[0 : 4] : memref<4xf32> -> !tile.buffer<4xf32, global>
         %s = tile.alloc : !tile.buffer<4xf32, shared>
         %v = tile.slice %b[0 : 4] : memref<4xi8> -> !tile.buffer<4xi8, global>
         %x = tile.slice %c[0 : 4] : memref<4xf8E4M3FN> -> !tile.buffer<4xf8E4M3FN, global>
         tile.copy %w into %s : !tile.buffer<4xf32, global> into !tile.buffer<4xf32, shared>
         tile.copy %s into %v : !tile.buffer<4xf32, shared> into !tile.buffer<4xi8, global>
         tile.copy %s into %x : !tile.buffer<4xf32, shared> into !tile.buffer<4xf8E4M3FN, global>)");
  Outcome outcome = run(source, {&a, &b, &c});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{1, -2, 127, 0}));
  EXPECT_EQ(c.values[0], 1.5);
  EXPECT_EQ(c.values[1], -2.75);
  EXPECT_EQ(c.values[2], 448);
  EXPECT_TRUE(std::isnan(c.values[3]));
}

TEST(MemoryTest, WindowsPadAndDrop) {
  // Rows -1..2 and columns 1..4 of a 2 x 3 tensor.
  Array a = Array::iota("f32", {2, 3}), b = Array::filled("f32", {4, 4}, -1);
  Array c = Array::filled("f32", {2, 3}, 7);
  std::string source = launch(
      "%a: memref<?x?xf32>, %b: memref<4x4xf32>, %c: memref<?x?xf32>",
      R"(%w = tile.slice %a[%m1 : 4, %c1 : 4] pad(5.0 : f32) : memref<?x?xf32> -> !tile.buffer<4x4xf32, global>
         %s = tile.alloc : !tile.buffer<4x4xf32, shared>
         %v = tile.slice %b[0 : 4, 0 : 4] : memref<4x4xf32> -> !tile.buffer<4x4xf32, global>
         %x = tile.slice %c[%m1 : 4, %c1 : 4] : memref<?x?xf32> -> !tile.buffer<4x4xf32, global>
         tile.copy %w into %s : !tile.buffer<4x4xf32, global> into !tile.buffer<4x4xf32, shared>
         tile.copy %s into %v : !tile.buffer<4x4xf32, shared> into !tile.buffer<4x4xf32, global>
         tile.copy %s into %x : !tile.buffer<4x4xf32, shared> into !tile.buffer<4x4xf32, global>)");
  Outcome outcome = run(source, {&a, &b, &c});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{5, 5, 5, 5, 1, 2, 5, 5, 4, 5, 5, 5,
                                           5, 5, 5, 5}));
  EXPECT_EQ(c.values, (std::vector<double>{7, 1, 2, 7, 4, 5}));
}

TEST(MemoryTest, WindowsDropDimensions) {
  // Plane 1 of a tensor, column 2: elements [1, i, 2].
  Array a = Array::iota("i32", {2, 3, 4}), b = Array::filled("i32", {3}, 0);
  Array outside = Array::filled("i32", {3}, 9);
  std::string source = launch(
      "%a: memref<2x3x4xi32>, %b: memref<3xi32>, %c: memref<3xi32>",
      R"(%w = tile.slice %a[%c1, 0 : 3, %c2] : memref<2x3x4xi32> -> !tile.buffer<3xi32, global>
         %v = tile.slice %b[0 : 3] : memref<3xi32> -> !tile.buffer<3xi32, global>
         tile.copy %w into %v : !tile.buffer<3xi32, global> into !tile.buffer<3xi32, global>
         %y = tile.slice %a[%m1, 0 : 3, %c2] : memref<2x3x4xi32> -> !tile.buffer<3xi32, global>
         %z = tile.slice %c[0 : 3] : memref<3xi32> -> !tile.buffer<3xi32, global>
         tile.copy %y into %z : !tile.buffer<3xi32, global> into !tile.buffer<3xi32, global>)");
  Outcome outcome = run(source, {&a, &b, &outside});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{14, 18, 22}));
  EXPECT_EQ(outside.values, (std::vector<double>{0, 0, 0}));
}

TEST(MemoryTest, SlicesOfWindowsKeepTheTensor) {
  // A slice that leaves the window but not the tensor sees the tensor.
  Array a = Array::iota("i32", {8}), b = Array::filled("i32", {4}, 0);
  std::string source = launch(
      "%a: memref<8xi32>, %b: memref<4xi32>",
      R"(%w = tile.slice %a[%c2 : 4] : memref<8xi32> -> !tile.buffer<4xi32, global>
         %v = tile.slice %w[%c3 : 4] pad(-1 : i32) : !tile.buffer<4xi32, global> -> !tile.buffer<4xi32, global>
         %x = tile.slice %b[0 : 4] : memref<4xi32> -> !tile.buffer<4xi32, global>
         tile.copy %v into %x : !tile.buffer<4xi32, global> into !tile.buffer<4xi32, global>)");
  Outcome outcome = run(source, {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{5, 6, 7, -1}));
}

TEST(MemoryTest, ElementsOutsideTensors) {
  Array a = Array::iota("f32", {4}), b = Array::filled("f32", {6}, -1);
  std::string source = launch("%a: memref<?xf32>, %b: memref<6xf32>", R"(
    tile.parallel (%i) in (6) {
      %j = arith.addi %i, %m1 : index
      %x = tile.load %a[%j] pad(42.0 : f32) : memref<?xf32>
      tile.store %x, %b[%i] : memref<6xf32>
      tile.store %x, %a[%c3] : memref<?xf32>
    })");
  Outcome outcome = run(source, {&a, &b});
  // Storing different values to one element is a race.
  EXPECT_TRUE(outcome.failedAt(firstLine + 5, "race")) << outcome.text();
  size_t at = source.find("      tile.store %x, %a[%c3]");
  source.erase(at, source.find('\n', at) - at);
  a = Array::iota("f32", {4});
  b = Array::filled("f32", {6}, -1);
  outcome = run(source, {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{42, 0, 1, 2, 3, 42}));
}

TEST(MemoryTest, VectorsOfElements) {
  Array a = Array::iota("f32", {6}), b = Array::filled("f32", {6}, -1);
  std::string source = launch("%a: memref<6xf32>, %b: memref<6xf32>", R"(
    %x = tile.load %a[%c3] as vector<4xf32> : memref<6xf32>
    tile.store %x, %b[%m1] as vector<4xf32> : memref<6xf32>)");
  Outcome outcome = run(source, {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  // 3 4 5 0 stored from -1 on: 3 is dropped.
  EXPECT_EQ(b.values, (std::vector<double>{4, 5, 0, -1, -1, -1}));
}

TEST(MemoryTest, StridedTensors) {
  // Column 1 of a row-major 3 x 4 tensor, as a strided view.
  Array a = Array::iota("f32", {3, 4}), b = Array::filled("f32", {3}, 0);
  std::string source =
      R"(func.func @main(%a: memref<3x4xf32>, %b: memref<3xf32>) {
    %c1 = arith.constant 1 : index
    %v = memref.subview %a[0, 1] [3, 1] [1, 1] : memref<3x4xf32> to memref<3xf32, strided<[4], offset: 1>>
    tile.launch blocks(%bx) in (%c1) threads(32) {
      %w = tile.slice %v[0 : 3] : memref<3xf32, strided<[4], offset: 1>> -> !tile.buffer<3xf32, global>
      %x = tile.slice %b[0 : 3] : memref<3xf32> -> !tile.buffer<3xf32, global>
      tile.copy %w into %x : !tile.buffer<3xf32, global> into !tile.buffer<3xf32, global>
    }
    return })";
  Outcome outcome = run(source, {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{1, 5, 9}));
}

TEST(MemoryTest, ViewsReinterpretBits) {
  // Low nibble first: 0x21 0x43 is 1 2 3 4.
  Array a{"i8", {2}, {0x21, 0x43}}, b = Array::filled("i8", {4}, 0);
  Array c = Array::filled("i16", {1}, 0);
  std::string source =
      launch("%a: memref<2xi8>, %b: memref<4xi8>, %c: memref<1xi16>",
             R"(%s = tile.alloc : !tile.buffer<2xi8, shared>
         %w = tile.slice %a[0 : 2] : memref<2xi8> -> !tile.buffer<2xi8, global>
         tile.copy %w into %s : !tile.buffer<2xi8, global> into !tile.buffer<2xi8, shared>
         %n = tile.view %s : !tile.buffer<2xi8, shared> -> !tile.buffer<4xi4, shared>
         %h = tile.view %s : !tile.buffer<2xi8, shared> -> !tile.buffer<1xi16, shared>
         %x = tile.slice %b[0 : 4] : memref<4xi8> -> !tile.buffer<4xi8, global>
         %y = tile.slice %c[0 : 1] : memref<1xi16> -> !tile.buffer<1xi16, global>
         tile.copy %n into %x : !tile.buffer<4xi4, shared> into !tile.buffer<4xi8, global>
         tile.copy %h into %y : !tile.buffer<1xi16, shared> into !tile.buffer<1xi16, global>)");
  Outcome outcome = run(source, {&a, &b, &c});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(c.values, (std::vector<double>{0x4321}));
}

TEST(MemoryTest, ViewsOfSlices) {
  // The second row of a 2 x 4 tile of bytes as two i16.
  Array a{"i8", {2, 4}, {0, 0, 0, 0, 1, 0, 0, 1}},
      b = Array::filled("i16", {2}, 0);
  std::string source = launch("%a: memref<2x4xi8>, %b: memref<2xi16>",
                              R"(%s = tile.alloc : !tile.buffer<2x4xi8, shared>
         %w = tile.slice %a[0 : 2, 0 : 4] : memref<2x4xi8> -> !tile.buffer<2x4xi8, global>
         tile.copy %w into %s : !tile.buffer<2x4xi8, global> into !tile.buffer<2x4xi8, shared>
         %r = tile.slice %s[%c1, 0 : 4] : !tile.buffer<2x4xi8, shared> -> !tile.buffer<4xi8, shared>
         %v = tile.view %r : !tile.buffer<4xi8, shared> -> !tile.buffer<2xi16, shared>
         %x = tile.slice %b[0 : 2] : memref<2xi16> -> !tile.buffer<2xi16, global>
         tile.copy %v into %x : !tile.buffer<2xi16, shared> into !tile.buffer<2xi16, global>)");
  Outcome outcome = run(source, {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{1, 256}));
}

TEST(MemoryTest, PackedElements) {
  // Three 6-bit elements lie in 18 bits; each keeps its own.
  Array a{"f6E2M3FN", {3}, {1.5, -0.125, 7.5}},
      b = Array::filled("f6E2M3FN", {3}, 0);
  Array c{"i4", {3}, {-8, 7, 3}}, d = Array::filled("i4", {3}, 0);
  std::string source = launch(
      "%a: memref<3xf6E2M3FN>, %b: memref<3xf6E2M3FN>, %c: memref<3xi4>, "
      "%d: memref<3xi4>",
      R"(tile.parallel (%i) in (3) {
      %x = tile.load %a[%i] : memref<3xf6E2M3FN>
      tile.store %x, %b[%i] : memref<3xf6E2M3FN>
      %y = tile.load %c[%i] : memref<3xi4>
      tile.store %y, %d[%i] : memref<3xi4>
    })");
  Outcome outcome = run(source, {&a, &b, &c, &d});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, a.values);
  EXPECT_EQ(d.values, c.values);
}

TEST(MemoryTest, FillTransposeAndVectorElements) {
  Array b = Array::filled("f16", {3, 2}, 0),
        v = Array::filled("vector<2xi32>", {2}, 0);
  v.values.assign(4, 0);
  std::string source =
      launch("%b: memref<3x2xf16>, %v: memref<2xvector<2xi32>>",
             R"(%s = tile.alloc : !tile.buffer<2x3xf32, shared>
         %t = tile.alloc : !tile.buffer<3x2xf16, shared>
         tile.parallel (%i, %j) in (2, 3) {
           %k = arith.muli %i, %c3 : index
           %l = arith.addi %k, %j : index
           %n = arith.index_cast %l : index to i32
           %x = arith.sitofp %n : i32 to f32
           tile.store %x, %s[%i, %j] : !tile.buffer<2x3xf32, shared>
         }
         tile.transpose %s into %t : !tile.buffer<2x3xf32, shared> into !tile.buffer<3x2xf16, shared>
         %w = tile.slice %b[0 : 3, 0 : 2] : memref<3x2xf16> -> !tile.buffer<3x2xf16, global>
         tile.copy %t into %w : !tile.buffer<3x2xf16, shared> into !tile.buffer<3x2xf16, global>
         %p = arith.constant dense<[4, -5]> : vector<2xi32>
         %u = tile.slice %v[0 : 2] : memref<2xvector<2xi32>> -> !tile.buffer<2xvector<2xi32>, global>
         tile.fill %p into %u : vector<2xi32> into !tile.buffer<2xvector<2xi32>, global>)");
  Outcome outcome = run(source, {&b, &v});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(v.values, (std::vector<double>{4, -5, 4, -5}));
}

TEST(MemoryTest, Im2col) {
  // A 1 x 3 x 3 x 1 image 0..8, 3 x 3 kernel, padding 1: row 0 is the patch
  // around pixel (0, 0), row 4 that around (1, 1).
  Array x = Array::iota("f32", {1, 3, 3, 1}),
        b = Array::filled("f32", {5, 10}, -1);
  std::string source =
      launch("%x: memref<?x?x?x?xf32>, %b: memref<5x10xf32>",
             R"(%s = tile.alloc : !tile.buffer<5x10xf32, shared>
         tile.im2col %x[%c0, %c0] into %s kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<?x?x?x?xf32> into !tile.buffer<5x10xf32, shared>
         %w = tile.slice %b[0 : 5, 0 : 10] : memref<5x10xf32> -> !tile.buffer<5x10xf32, global>
         tile.copy %s into %w : !tile.buffer<5x10xf32, shared> into !tile.buffer<5x10xf32, global>)");
  Outcome outcome = run(source, {&x, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  std::vector<double> first(b.values.begin(), b.values.begin() + 10);
  std::vector<double> last(b.values.end() - 10, b.values.end());
  // Column 9 is beyond the kernel.
  EXPECT_EQ(first, (std::vector<double>{0, 0, 0, 0, 0, 1, 0, 3, 4, 0}));
  EXPECT_EQ(last, (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 0}));
}

TEST(MemoryTest, GatherAndScatter) {
  Array x = Array::iota("i32", {4, 3}), y = Array::filled("i32", {4, 3}, -1);
  std::string source = launch("%x: memref<4x3xi32>, %y: memref<4x3xi32>",
                              R"(%s = tile.alloc : !tile.buffer<3x2xi32, shared>
         %c9 = arith.constant 9 : index
         tile.gather %x rows(%c3, %c9, %c0) column(%c2) into %s : memref<4x3xi32> into !tile.buffer<3x2xi32, shared>
         tile.scatter %s into %y rows(%c0, %c2, %c9) column(%c1) : !tile.buffer<3x2xi32, shared> into memref<4x3xi32>)");
  Outcome outcome = run(source, {&x, &y});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  // Column 2 is the last: the next one is outside, and so is row 9.
  EXPECT_EQ(y.values,
            (std::vector<double>{-1, 11, 0, -1, -1, -1, -1, 0, 0, -1, -1, -1}));
  std::string twice = source;
  twice.replace(twice.find("rows(%c0, %c2, %c9)"), 19, "rows(%c2, %c2, %c9)");
  // The verifier or the interpreter refuses what is statically the same.
  EXPECT_FALSE(run(twice, {&x, &y}).isOk);
}

TEST(MemoryTest, TensorsAtAddresses) {
  Array a = Array::iota("f32", {2, 3}), b = Array::filled("f32", {3}, 0);
  std::string source =
      R"(func.func @main(%a: memref<2x3xf32>, %b: memref<3xf32>) {
    %c1 = arith.constant 1 : index
    %p = memref.extract_aligned_pointer_as_index %a : memref<2x3xf32> -> index
    %q = arith.index_cast %p : index to i64
    %off = arith.constant 4 : i64
    %r = arith.addi %q, %off : i64
    tile.launch blocks(%bx) in (%c1) threads(32) {
      %t = tile.tensor_at %r sizes(%c1, 2) strides(%c1, 3) : i64 -> memref<?x2xf32, strided<[?, 3]>>
      %u = tile.tensor_at %q sizes(3) : i64 -> memref<3xf32>
      tile.parallel (%i) in (2) {
        %c0 = arith.constant 0 : index
        %x = tile.load %t[%c0, %i] : memref<?x2xf32, strided<[?, 3]>>
        tile.store %x, %b[%i] : memref<3xf32>
      }
    }
    return })";
  Outcome outcome = run(source, {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{1, 4, 0}));
  std::string beyond = source;
  beyond.replace(beyond.find("sizes(%c1, 2)"), 13, "sizes(%c1, 3)");
  while (beyond.find("?x2xf32") != std::string::npos)
    beyond.replace(beyond.find("?x2xf32"), 7, "?x3xf32");
  EXPECT_TRUE(run(beyond, {&a, &b}).failedAt(8, "inside a tensor of the call"));
}

TEST(MemoryTest, HostTensors) {
  EXPECT_EQ(evaluate(R"(func.func @main() -> (i32, index, index, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %x = arith.constant 7 : i32
    %t = memref.alloc(%c2) : memref<?x6xi32>
    memref.store %x, %t[%c1, %c3] : memref<?x6xi32>
    %f = memref.collapse_shape %t [[0, 1]] : memref<?x6xi32> into memref<?xi32>
    %c9 = arith.constant 9 : index
    %y = memref.load %f[%c9] : memref<?xi32>
    %e = memref.expand_shape %f [[0, 1, 2]] output_shape [%c2, 2, 3] : memref<?xi32> into memref<?x2x3xi32>
    %z = memref.load %e[%c1, %c1, %c0] : memref<?x2x3xi32>
    %n = memref.dim %f, %c0 : memref<?xi32>
    %m = memref.dim %e, %c0 : memref<?x2x3xi32>
    memref.dealloc %t : memref<?x6xi32>
    return %y, %n, %m, %z : i32, index, index, i32 })"),
            (std::vector<double>{7, 12, 2, 7}));
}

TEST(MemoryTest, EmptyTensorsCollapseWhateverTheirStrides) {
  for (std::string sizes : {"%c2, %c0", "%c0, %c2", "%c0, %c0"})
    EXPECT_EQ(
        evaluate(
            R"(func.func @main() -> index {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %m = memref.alloc(%c7) : memref<?xi32>
    %t = memref.reinterpret_cast %m to offset: [0], sizes: [)" +
            sizes +
            R"(], strides: [%c7, %c3] : memref<?xi32> to memref<?x?xi32, strided<[?, ?]>>
    %d = memref.cast %t : memref<?x?xi32, strided<[?, ?]>> to memref<?x?xi32>
    %f = memref.collapse_shape %d [[0, 1]] : memref<?x?xi32> into memref<?xi32>
    %n = memref.dim %f, %c0 : memref<?xi32>
    return %n : index })"),
        (std::vector<double>{0}));
}

TEST(MemoryTest, AtomicsCountEveryLane) {
  Array n = Array::filled("i32", {2}, 0), h = Array::filled("f32", {3}, 0);
  std::string source = launch("%n: memref<2xi32>, %h: memref<3xf32>", R"(
    %one = arith.constant 1 : i32
    %f1 = arith.constant 1.0 : f32
    %old = tile.atomic_rmw add %one, %n[%c0] : memref<2xi32>
    %big = arith.constant 5000 : i32
    %e = tile.elect
    scf.if %e {
      %o = tile.atomic_rmw max %big, %n[%c1] : memref<2xi32>
    }
    tile.parallel (%i) in (100) {
      %b = arith.remui %i, %c3 : index
      %o = tile.atomic_rmw add %f1, %h[%b] : memref<3xf32>
      %far = tile.atomic_rmw add %f1, %h[%i] : memref<3xf32>
    })");
  Outcome outcome = run(source, {&n, &h});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(n.values, (std::vector<double>{32, 5000}));
  EXPECT_EQ(h.values, (std::vector<double>{35, 34, 34}));
}

TEST(MemoryTest, AtomicTile) {
  Array c = Array::filled("f32", {3}, 10);
  std::string source = R"(func.func @main(%c: memref<3xf32>) {
    %c5 = arith.constant 5 : index
    %x = arith.constant 2.0 : f16
    tile.launch blocks(%bx) in (%c5) threads(32) {
      %s = tile.alloc : !tile.buffer<4xf16, fragment>
      tile.fill %x into %s : f16 into !tile.buffer<4xf16, fragment>
      %w = tile.slice %c[0 : 4] : memref<3xf32> -> !tile.buffer<4xf32, global>
      tile.atomic_tile add %s into %w : !tile.buffer<4xf16, fragment> into !tile.buffer<4xf32, global>
    }
    return })";
  Outcome outcome = run(source, {&c});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (std::vector<double>{20, 20, 20}));
}

TEST(MemoryTest, EmptyTensorsAndGrids) {
  Array a = Array::filled("f32", {0}, 0), n = Array::scalar("index", 0);
  std::string source = R"(func.func @main(%a: memref<?xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    %x = arith.constant 2.0 : f32
    tile.launch blocks(%bx) in (%n) threads(32) {
      %f = arith.constant false
      cf.assert %f, "not reached"
    }
    tile.launch blocks(%bx, %by) in (%c1, %c1) threads(32) {
      %w = tile.slice %a[0 : 4] : memref<?xf32> -> !tile.buffer<4xf32, global>
      tile.fill %x into %w : f32 into !tile.buffer<4xf32, global>
      tile.parallel (%i) in (%n) {
        %f = arith.constant false
        cf.assert %f, "not reached"
      }
    }
    return })";
  Outcome outcome = run(source, {&a, &n});
  EXPECT_TRUE(outcome.isOk) << outcome.text();
}

} // namespace
