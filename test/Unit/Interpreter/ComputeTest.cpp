//===- ComputeTest.cpp - products, reductions and scans -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cmath>

namespace {

std::string tensor(const Array &array) {
  std::string text = "memref<";
  for (int64_t extent : array.shape)
    text += std::to_string(extent) + "x";
  return text + array.type + ">";
}
std::string buffer(const Array &array, const std::string &space) {
  std::string text = "!tile.buffer<";
  for (int64_t extent : array.shape)
    text += std::to_string(extent) + "x";
  return text + array.type + ", " + space + ">";
}
std::string whole(const Array &array) {
  std::string text = "[";
  for (size_t i = 0; i < array.shape.size(); ++i)
    text += (i ? ", 0 : " : "0 : ") + std::to_string(array.shape[i]);
  return text + "]";
}

/// Runs `op` on shared copies %s0, %s1, ... of the arrays, the last of which is
/// copied back; `$n` in `op` stands for the type of tile n.
Outcome onTiles(std::vector<Array *> arrays, std::string op) {
  std::string source = "func.func @main(";
  for (size_t i = 0; i < arrays.size(); ++i)
    source +=
        (i ? ", %a" : "%a") + std::to_string(i) + ": " + tensor(*arrays[i]);
  source += ") {\n%c1 = arith.constant 1 : index\n%yes = arith.constant true\n"
            "tile.launch blocks(%bx) in (%c1) threads(64) {\n";
  for (size_t i = 0; i < arrays.size(); ++i) {
    std::string n = std::to_string(i), type = buffer(*arrays[i], "shared");
    std::string global = buffer(*arrays[i], "global");
    source += "%w" + n + " = tile.slice %a" + n + whole(*arrays[i]) + " : " +
              tensor(*arrays[i]) + " -> " + global + "\n%s" + n +
              " = tile.alloc : " + type + "\ntile.copy %w" + n + " into %s" +
              n + " : " + global + " into " + type + "\n";
    for (size_t at; (at = op.find("$" + n)) != std::string::npos;)
      op.replace(at, 2, type);
  }
  std::string last = std::to_string(arrays.size() - 1);
  source += op + "\ntile.copy %s" + last + " into %w" + last + " : " +
            buffer(*arrays.back(), "shared") + " into " +
            buffer(*arrays.back(), "global") + "\n} return }";
  return run(source, arrays);
}

using Values = std::vector<double>;

TEST(ComputeTest, Gemm) {
  // [[0 1 2] [3 4 5]] * [[0 1] [2 3] [4 5]] = [[10 13] [28 40]].
  Array a = Array::iota("f16", {2, 3}), b = Array::iota("f16", {3, 2});
  Array c = Array::filled("f32", {2, 2}, 1);
  Outcome outcome =
      onTiles({&a, &b, &c}, "tile.gemm %s0, %s1 into %s2 : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{11, 14, 29, 41}));
  outcome = onTiles({&a, &b, &c},
                    "tile.gemm %s0, %s1 into %s2 clear(%yes) : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{10, 13, 28, 40}));
}

TEST(ComputeTest, GemmTransposes) {
  // a is the transpose of [[0 2 4] [1 3 5]], b of [[0 3] [1 4] [2 5]].
  Array a = Array::iota("bf16", {3, 2}), b = Array::iota("bf16", {2, 3});
  Array c = Array::filled("f32", {2, 2}, 0);
  Outcome outcome = onTiles(
      {&a, &b, &c},
      "tile.gemm %s0, %s1 into %s2 transpose_a transpose_b : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{10, 28, 13, 40}));
}

TEST(ComputeTest, GemmMixesTypes) {
  Array a = Array::iota("f8E4M3FN", {2, 3}), b = Array::iota("f16", {3, 2});
  Array c = Array::filled("f16", {2, 2}, 0);
  Outcome outcome =
      onTiles({&a, &b, &c}, "tile.gemm %s0, %s1 into %s2 : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{10, 13, 28, 40}));
}

TEST(ComputeTest, GemmRoundsEachAddition) {
  // In f16, 2048 + 1 stays 2048, three times; the sum 2051 would be 2052.
  Array a = Array::filled("f16", {1, 4}, 1),
        c = Array::filled("f16", {1, 1}, 0);
  Array b{"f16", {4, 1}, {2048, 1, 1, 1}};
  Outcome outcome =
      onTiles({&a, &b, &c}, "tile.gemm %s0, %s1 into %s2 : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{2048}));
  // In f32 a product is not rounded before it is added: (1 + 2^-12)^2 - 1.
  Array x{"f32", {1, 1}, {1 + 0x1p-12}}, y = x,
                                         z{"f32", {1, 1}, {-1 - 0x1p-11}};
  outcome =
      onTiles({&x, &y, &z}, "tile.gemm %s0, %s1 into %s2 : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(z.values, (Values{0x1p-24}));
  Array d{"f64", {1, 1}, {1 + 0x1p-30}}, e = d,
                                         f{"f64", {1, 1}, {-1 - 0x1p-29}};
  outcome =
      onTiles({&d, &e, &f}, "tile.gemm %s0, %s1 into %s2 : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(f.values, (Values{0x1p-60}));
}

TEST(ComputeTest, GemmOfIntegersWraps) {
  Array a = Array::filled("i8", {1, 2}, -1),
        b = Array::filled("i8", {2, 1}, 100);
  Array c = Array::filled("i32", {1, 1}, 0);
  Outcome outcome =
      onTiles({&a, &b, &c}, "tile.gemm %s0, %s1 into %s2 : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{-200}));
  outcome = onTiles(
      {&a, &b, &c},
      "tile.gemm %s0, %s1 into %s2 clear(%yes) unsigned_a : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{51000}));
  Array d = Array::filled("i32", {1, 1}, 2147483647);
  outcome = onTiles({&a, &b, &d},
                    "tile.gemm %s0, %s1 into %s2 unsigned_a : $0, $1 into $2");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(d.values, (Values{2147483647.0 + 51000 - 4294967296.0}));
}

TEST(ComputeTest, GemmSparse) {
  // Kept of columns 0..3: places 1 and 3; of 4..7: places 0 and 2.
  // Metadata, low first: 1 3 0 2 -> 01 11 00 10 -> 0b10001101.
  Array a{"f16", {1, 4}, {1, 10, 100, 1000}}, e{"i8", {1, 1}, {-115}};
  Array b = Array::iota("f16", {8, 1}), c = Array::filled("f32", {1, 1}, 0);
  Outcome outcome =
      onTiles({&a, &e, &b, &c},
              "tile.gemm_sparse %s0, %s1, %s2 into %s3 : $0, $1, $2 into $3");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{1 * 1 + 10 * 3 + 100 * 4 + 1000 * 6}));
}

TEST(ComputeTest, GemmScaled) {
  // Blocks of 2 along K: (1 + 1) * 2 * 4 + (1 + 1) * 0.5 * 1.
  Array a = Array::filled("f8E4M3FN", {1, 4}, 1),
        sa{"f8E8M0FNU", {1, 2}, {2, 0.5}};
  Array b = Array::filled("f8E4M3FN", {4, 1}, 1),
        sb{"f8E8M0FNU", {1, 2}, {4, 1}};
  Array c = Array::filled("f32", {1, 1}, 0);
  Outcome outcome =
      onTiles({&a, &sa, &b, &sb, &c}, "tile.gemm_scaled %s0 scale(%s1), %s2 "
                                      "scale(%s3) into %s4 block(2) : $0, $1, "
                                      "$2, $3 into $4");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{17}));
}

/// The reduction of `values` (2 x n) along dimension 1.
Values reduce(const std::string &kind, const std::string &type, Values values,
              const std::string &clause = "", Values initial = {9, 9}) {
  Array a{type, {2, int64_t(values.size() / 2)}, values}, b{type, {2}, initial};
  Outcome outcome =
      onTiles({&a, &b}, "tile.reduce " + kind + " %s0 into %s1 dim(1) " +
                            clause + " : $0 into $1");
  EXPECT_TRUE(outcome.isOk) << outcome.text();
  return b.values;
}

TEST(ComputeTest, Reductions) {
  EXPECT_EQ(reduce("sum", "f32", {1, 2, 3, -4, 5, -6}), (Values{6, -5}));
  EXPECT_EQ(reduce("abssum", "f32", {1, 2, 3, -4, 5, -6}), (Values{6, 15}));
  EXPECT_EQ(reduce("max", "i32", {1, 2, 3, -4, -5, -6}), (Values{3, -4}));
  EXPECT_EQ(reduce("min", "f16", {1, 2, 3, -4, 5, -6}), (Values{1, -6}));
  EXPECT_EQ(reduce("absmax", "i32", {1, 2, 3, -4, 5, -6}), (Values{3, 6}));
  EXPECT_EQ(reduce("umax", "i8", {1, 2, 3, -4, 5, -6}), (Values{3, -4}));
  EXPECT_EQ(reduce("umin", "i8", {1, 2, 3, -4, -5, -6}), (Values{1, -6}));
  EXPECT_EQ(reduce("bitand", "i32", {7, 6, 14, 3, 5, 1}), (Values{6, 1}));
  EXPECT_EQ(reduce("bitor", "i32", {1, 2, 4, 8, 8, 8}), (Values{7, 8}));
  EXPECT_EQ(reduce("bitxor", "i32", {1, 3, 4, 8, 8, 8}), (Values{6, 8}));
  EXPECT_EQ(reduce("sum", "f32", {1, 2, 3, 4}, "accumulate", {10, 20}),
            (Values{13, 27}));
  EXPECT_EQ(reduce("max", "f32", {1, 2, 3, 4}, "accumulate", {10, -20}),
            (Values{10, 4}));
  EXPECT_EQ(reduce("sum", "i8", {100, 100, 1, 1}), (Values{-56, 2}));
}

TEST(ComputeTest, NarrowSumsAccumulateWide) {
  // 2048 + 1 + 1 + 1 = 2051 rounds to 2052 in f16; rounding each step gives
  // 2048.
  EXPECT_EQ(reduce("sum", "f16", {2048, 1, 1, 1, 0, 0, 0, 0}),
            (Values{2052, 0}));
  EXPECT_EQ(reduce("sum", "bf16", {256, 1, 1, 1, 0, 0, 0, 1}),
            (Values{260, 1}));
  // 448 + 448 saturates; 448 + 448 - 448 does not.
  EXPECT_EQ(reduce("sum", "f8E4M3FN", {448, 448, 0, 448, 448, -448}),
            (Values{448, 448}));
}

TEST(ComputeTest, NaNRules) {
  double nan = std::nan("");
  for (const char *type : {"f16", "bf16", "f32", "f64", "f8E5M2", "f8E4M3FN"}) {
    EXPECT_EQ(reduce("max", type, {1, nan, 3, -4}), (Values{1, 3})) << type;
    EXPECT_EQ(reduce("min", type, {nan, 1, -3, 4}), (Values{1, -3})) << type;
    Values propagated = reduce("max", type, {1, nan, 3, -4}, "nan(propagate)");
    EXPECT_TRUE(std::isnan(propagated[0])) << type;
    EXPECT_EQ(propagated[1], 3) << type;
    Values sum = reduce("sum", type, {1, nan, 3, -4});
    EXPECT_TRUE(std::isnan(sum[0])) << type;
    EXPECT_EQ(sum[1], -1) << type;
  }
  // Nothing but NaNs gives the identity.
  EXPECT_EQ(reduce("max", "f32", {nan, nan, 0, 0})[0], -HUGE_VAL);
  EXPECT_EQ(reduce("absmax", "f32", {nan, -2, 0, 0})[0], 2);
}

TEST(ComputeTest, ReductionsOfOtherDimensions) {
  Array a = Array::iota("i32", {2, 3, 2}), b = Array::filled("i32", {3, 2}, 0);
  Outcome outcome =
      onTiles({&a, &b}, "tile.reduce sum %s0 into %s1 dim(0) : $0 into $1");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (Values{6, 8, 10, 12, 14, 16}));
  Array c = Array::filled("i32", {2, 1, 2}, 0);
  outcome =
      onTiles({&a, &c}, "tile.reduce max %s0 into %s1 dim(1) : $0 into $1");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (Values{4, 5, 10, 11}));
}

/// What an epoch without updates leaves in a tile of two elements.
Values reduceNothing(const std::string &kind, const std::string &type) {
  Array a = Array::filled(type, {2}, 9);
  std::string reducer = "!tile.reducer<2x" + type + ", " + kind + ">";
  Outcome outcome =
      onTiles({&a}, "%r = tile.reducer_init : " + reducer +
                        "\ntile.reducer_finalize %r into %s0 : " + reducer +
                        " into $0");
  EXPECT_TRUE(outcome.isOk) << outcome.text();
  return a.values;
}

// A tile has at least one element; an epoch may have no update.
TEST(ComputeTest, EmptyReductionsGiveTheIdentity) {
  EXPECT_EQ(reduceNothing("max", "f32"), (Values{-HUGE_VAL, -HUGE_VAL}));
  EXPECT_EQ(reduceNothing("min", "f16"), (Values{HUGE_VAL, HUGE_VAL}));
  EXPECT_EQ(reduceNothing("min", "i8"), (Values{127, 127}));
  EXPECT_EQ(reduceNothing("max", "i8"), (Values{-128, -128}));
  EXPECT_EQ(reduceNothing("sum", "f16"), (Values{0, 0}));
  EXPECT_EQ(reduceNothing("absmax", "f32"), (Values{0, 0}));
  EXPECT_EQ(reduceNothing("umin", "i8"), (Values{-1, -1}));
  EXPECT_EQ(reduceNothing("umax", "i8"), (Values{0, 0}));
  EXPECT_EQ(reduceNothing("bitand", "i32"), (Values{-1, -1}));
  EXPECT_EQ(reduceNothing("bitxor", "i32"), (Values{0, 0}));
  // No infinity: the least finite value.
  EXPECT_EQ(reduceNothing("max", "f8E4M3FN"), (Values{-448, -448}));
}

TEST(ComputeTest, Scans) {
  Array a{"f32", {2, 3}, {1, 2, 3, 4, 5, 6}},
      b = Array::filled("f32", {2, 3}, 0);
  ASSERT_TRUE(
      onTiles({&a, &b}, "tile.scan sum %s0 into %s1 dim(1) : $0 into $1").isOk);
  EXPECT_EQ(b.values, (Values{1, 3, 6, 4, 9, 15}));
  ASSERT_TRUE(onTiles({&a, &b},
                      "tile.scan sum %s0 into %s1 dim(0) reverse : $0 into $1")
                  .isOk);
  EXPECT_EQ(b.values, (Values{5, 7, 9, 4, 5, 6}));
  Array c{"i32", {4}, {3, 1, 4, 1}};
  ASSERT_TRUE(
      onTiles({&c}, "tile.scan max %s0 into %s0 dim(0) : $0 into $0").isOk);
  EXPECT_EQ(c.values, (Values{3, 3, 4, 4}));
}

TEST(ComputeTest, Tests) {
  auto test = [](const std::string &kind, Values values) {
    Array a{"f32", {int64_t(values.size())}, values},
        b = Array::filled("i32", {1}, 0);
    Outcome outcome =
        onTiles({&a, &b}, "%p = tile.test " + kind + " %s0 : $0\n" +
                              "%q = arith.extui %p : i1 to i32\n"
                              "tile.fill %q into %s1 : i32 into $1");
    EXPECT_TRUE(outcome.isOk) << outcome.text();
    return b.values[0];
  };
  EXPECT_EQ(test("any", {0, -0.0, 0}), 0);
  EXPECT_EQ(test("any", {0, 1, 0}), 1);
  EXPECT_EQ(test("all", {1, 2, std::nan("")}), 1);
  EXPECT_EQ(test("all", {1, 0, 3}), 0);
}

TEST(ComputeTest, ReducerEpochs) {
  Array a = Array::iota("f32", {2, 64}), b = Array::filled("f32", {2}, 0);
  Outcome outcome = onTiles({&a, &b}, R"(
    %v = arith.constant 0.5 : f32
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %acc = tile.reducer_init init(%v : f32) : !tile.reducer<2xf32, sum>
    tile.pipelined %t = %c0 to %c2 step %c1 stages(2) {
      tile.parallel (%i, %j) in (2, 64) {
        %x = tile.load %s0[%i, %j] : $0
        tile.reducer_update %x, %acc[%i] : !tile.reducer<2xf32, sum>
      }
    }
    tile.reducer_finalize %acc into %s1 : !tile.reducer<2xf32, sum> into $1)");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (Values{2 * 2016 + 0.5, 2 * (2016 + 64 * 64) + 0.5}));
}

} // namespace
