//===- ThreadTest.cpp - threads, local buffers, generators ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cmath>

namespace {

std::string launch(const std::string &arguments, const std::string &threads,
                   const std::string &body) {
  return "func.func @main(" + arguments + R"() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%bx) in (%c1) threads()" +
         threads + R"() {
)" + body +
         "\n} return }";
}

TEST(ThreadTest, Coordinates) {
  Array a = Array::filled("i32", {32, 2}, -1);
  Outcome outcome = run(launch("%a: memref<32x2xi32>", "8, 4", R"(
    %x = tile.thread_id x
    %y = tile.thread_id y
    %t = tile.thread_id team
    %x32 = arith.index_cast %x : index to i32
    %y32 = arith.index_cast %y : index to i32
    tile.store %x32, %a[%t, %c0] : memref<32x2xi32>
    tile.store %y32, %a[%t, %c1] : memref<32x2xi32>)"),
                        {&a});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(a.values[2 * t], t % 8);
    EXPECT_EQ(a.values[2 * t + 1], t / 8);
  }
}

TEST(ThreadTest, LocalBuffersArePerThread) {
  // Each thread counts to its number in a variable of its own.
  Array a = Array::filled("i32", {32}, -1);
  Outcome outcome = run(launch("%a: memref<32xi32>", "32", R"(
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %t = tile.thread_id x
    %n = tile.alloc : !tile.buffer<i32, local>
    tile.store %z, %n[] : !tile.buffer<i32, local>
    scf.for %i = %c0 to %t step %c1 {
      %x = tile.load %n[] : !tile.buffer<i32, local>
      %y = arith.addi %x, %one : i32
      tile.store %y, %n[] : !tile.buffer<i32, local>
    }
    %r = tile.load %n[] : !tile.buffer<i32, local>
    tile.store %r, %a[%t] : memref<32xi32>)"),
                        {&a});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  for (int t = 0; t < 32; ++t)
    EXPECT_EQ(a.values[t], t);
}

TEST(ThreadTest, DivergentLoopsCarryValues) {
  // Halve until 1: the number of steps is the logarithm.
  Array a = Array::filled("i32", {32}, -1);
  Outcome outcome = run(launch("%a: memref<32xi32>", "32", R"(
    %t = tile.thread_id x
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %t1 = arith.addi %t, %c1 : index
    %r:2 = scf.while (%n = %t1, %k = %z) : (index, i32) -> (index, i32) {
      %go = arith.cmpi ugt, %n, %c1 : index
      scf.condition(%go) %n, %k : index, i32
    } do {
    ^bb0(%n: index, %k: i32):
      %h = arith.divui %n, %c2 : index
      %k1 = arith.addi %k, %one : i32
      scf.yield %h, %k1 : index, i32
    }
    tile.store %r#1, %a[%t] : memref<32xi32>)"),
                        {&a});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  for (int t = 0; t < 32; ++t)
    EXPECT_EQ(a.values[t], std::floor(std::log2(t + 1)));
}

TEST(ThreadTest, DivergentConditionalsGiveValues) {
  Array a = Array::filled("i32", {4}, -1);
  Outcome outcome = run(launch("%a: memref<4xi32>", "32", R"(
    tile.parallel (%i) in (4) {
      %odd = arith.remui %i, %c2 : index
      %p = arith.cmpi eq, %odd, %c1 : index
      %v = scf.if %p -> (i32) {
        %x = arith.constant 100 : i32
        scf.yield %x : i32
      } else {
        %x = arith.index_cast %i : index to i32
        scf.yield %x : i32
      }
      %w = scf.index_switch %i -> i32
      case 3 { %x = arith.constant 1000 : i32
        scf.yield %x : i32 }
      default { %x = arith.constant 0 : i32
        scf.yield %x : i32 }
      %s = arith.addi %v, %w : i32
      tile.store %s, %a[%i] : memref<4xi32>
    })"),
                        {&a});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(a.values, (std::vector<double>{0, 100, 2, 1100}));
}

TEST(ThreadTest, VotesAndElections) {
  Array a = Array::filled("i32", {3}, -1), b = Array::filled("i64", {2}, 0);
  Array n = Array::filled("i32", {1}, 0);
  Outcome outcome =
      run(launch("%a: memref<3xi32>, %b: memref<2xi64>, %n: memref<1xi32>",
                 "64", R"(
    %t = tile.thread_id x
    %one = arith.constant 1 : i32
    %c40 = arith.constant 40 : index
    %c32 = arith.constant 32 : index
    %p = arith.cmpi ult, %t, %c40 : index
    %x = tile.sync vote(and, %p)
    %y = tile.sync vote(or, %p)
    %z = tile.sync vote(count, %p)
    tile.store %x, %a[%c0] : memref<3xi32>
    tile.store %y, %a[%c1] : memref<3xi32>
    tile.store %z, %a[%c2] : memref<3xi32>
    %m = tile.ballot %p
    %w = arith.divui %t, %c32 : index
    tile.store %m, %b[%w] : memref<2xi64>
    %e = tile.elect size(32)
    scf.if %e {
      %o = tile.atomic_rmw add %one, %n[%c0] : memref<1xi32>
    })"),
          {&a, &b, &n});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(a.values, (std::vector<double>{0, 1, 40}));
  EXPECT_EQ(b.values, (std::vector<double>{4294967295.0, 255}));
  EXPECT_EQ(n.values, (std::vector<double>{2}));
}

TEST(ThreadTest, Prints) {
  Outcome outcome = run(launch("", "2", R"(
    %t = tile.thread_id x
    %f = arith.constant 0.1 : f32
    tile.print "thread" %t, %f : index, f32
    %s = tile.alloc : !tile.buffer<2x2xi32, shared>
    %five = arith.constant 5 : i32
    tile.fill %five into %s : i32 into !tile.buffer<2x2xi32, shared>
    tile.print "tile" %s : !tile.buffer<2x2xi32, shared>)"));
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(outcome.output,
            "thread 0 0.1\nthread 1 0.1\ntile [[5, 5], [5, 5]]\n");
}

TEST(ThreadTest, RandomNumbers) {
  Array bits = Array::filled("i32", {4}, 0),
        u = Array::filled("f32", {1000}, 0);
  Array n = Array::filled("f64", {1000}, 0);
  Outcome outcome = run(
      launch("%b: memref<4xi32>, %u: memref<1000xf32>, %n: memref<1000xf64>",
             "1", R"(
    %z = arith.constant 0 : i64
    %g = tile.rng_init %z, %z, %z : !tile.rng<philox>
    %w0 = tile.rng_next %g bits : !tile.rng<philox> -> i32
    %w1 = tile.rng_next %g bits : !tile.rng<philox> -> i32
    tile.store %w0, %b[%c0] : memref<4xi32>
    tile.store %w1, %b[%c1] : memref<4xi32>
    tile.parallel (%i) in (1000) {
      %s = arith.index_cast %i : index to i64
      %h = tile.rng_init %z, %s, %z : !tile.rng<mrg32k3a>
      %x = tile.rng_next %h uniform : !tile.rng<mrg32k3a> -> f32
      %y = tile.rng_next %h normal : !tile.rng<mrg32k3a> -> f64
      tile.store %x, %u[%i] : memref<1000xf32>
      tile.store %y, %n[%i] : memref<1000xf64>
    })"),
      {&bits, &u, &n});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(uint32_t(int32_t(bits.values[0])), 0x6627E8D5u);
  EXPECT_EQ(uint32_t(int32_t(bits.values[1])), 0xE169C58Du);
  double sum = 0, normal = 0, square = 0;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_GT(u.values[i], 0);
    EXPECT_LE(u.values[i], 1);
    sum += u.values[i];
    normal += n.values[i];
    square += n.values[i] * n.values[i];
  }
  EXPECT_NEAR(sum / 1000, 0.5, 0.05);
  EXPECT_NEAR(normal / 1000, 0, 0.15);
  EXPECT_NEAR(square / 1000, 1, 0.2);
}

TEST(ThreadTest, RandomOffsetsAreLimited) {
  RunOptions options;
  options.maxSteps = 1000000;
  Outcome outcome = run(R"(func.func @main() {
    %o = arith.constant -1 : i64
    %g = tile.rng_init %o, %o, %o : !tile.rng<xorwow>
    return })",
                        {}, options);
  EXPECT_TRUE(outcome.failedAt(3, "steps"));
}

TEST(ThreadTest, PersistentLoopsVisitEveryTileOnce) {
  // A domain of 3 x 5 in groups of 2: 2, 2 and 1 columns wide; 4 workers.
  Array a = Array::filled("i32", {3, 5}, 0),
        order = Array::filled("i32", {3, 5}, -1);
  std::string body =
      R"(func.func @main(%a: memref<3x5xi32>, %o: memref<3x5xi32>, %workers: index) {
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %one = arith.constant 1 : i32
    tile.launch blocks(%w) in (%workers) threads(32) {
      %n = tile.alloc : !tile.buffer<i32, local>
      %z = arith.constant 0 : i32
      tile.store %z, %n[] : !tile.buffer<i32, local>
      tile.persistent (%i, %j) in (%c3, %c5) worker(%w of %workers) walk(#tile.walk<group = 2>) {
        %k = tile.load %n[] : !tile.buffer<i32, local>
        tile.store %k, %o[%i, %j] : memref<3x5xi32>
        %k1 = arith.addi %k, %one : i32
        tile.store %k1, %n[] : !tile.buffer<i32, local>
        %e = tile.elect
        scf.if %e {
          %old = tile.atomic_rmw add %one, %a[%i, %j] : memref<3x5xi32>
        }
      }
    }
    return })";
  Array workers = Array::scalar("index", 4);
  Outcome outcome = run(body, {&a, &order, &workers});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(a.values, std::vector<double>(15, 1));
  // One worker sees the order: groups first, then rows, then the group's
  // columns.
  workers.values[0] = 1;
  outcome = run(body, {&a, &order, &workers});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(order.values, (std::vector<double>{0, 1, 6, 7, 12, 2, 3, 8, 9, 13,
                                               4, 5, 10, 11, 14}));
}

} // namespace
