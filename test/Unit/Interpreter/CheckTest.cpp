//===- CheckTest.cpp - what the interpreter refuses -----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

namespace {

/// A launch around `body`; the first line of `body` is line 9.
std::string launch(const std::string &arguments, const std::string &grid,
                   const std::string &body) {
  return "func.func @main(" + arguments + R"() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %f1 = arith.constant 1.0 : f32
  tile.launch blocks(%bx) in ()" +
         grid + R"() threads(64) {
)" + body +
         "\n} return }";
}

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

TEST(CheckTest, IterationsThatWriteOneElement) {
  Array a = Array::filled("f32", {4}, 0);
  std::string source =
      launch("%a: memref<4xf32>", "%c1", R"(tile.parallel (%i) in (8) {
  %n = arith.index_cast %i : index to i32
  %x = arith.sitofp %n : i32 to f32
  %j = arith.remui %i, %c4 : index
  tile.store %x, %a[%j] : memref<4xf32>
})");
  Outcome outcome = run(source, {&a});
  EXPECT_TRUE(outcome.failedAt(13, "race: a write after the write"));
  EXPECT_TRUE(outcome.failedAt(13, "iterations"));
  EXPECT_TRUE(outcome.noted(13, "the write is here"));
  RunOptions options;
  options.checkRaces = false;
  EXPECT_TRUE(run(source, {&a}, options).isOk);
}

TEST(CheckTest, RacesAcrossBatches) {
  // Iterations 0 and 5000 meet, far apart.
  Array a = Array::filled("f32", {5000}, 0);
  Outcome outcome = run(launch("%a: memref<5000xf32>", "%c1",
                               R"(%n5 = arith.constant 5000 : index
tile.parallel (%i) in (5001) {
  %n = arith.index_cast %i : index to i32
  %x = arith.sitofp %n : i32 to f32
  %j = arith.remui %i, %n5 : index
  tile.store %x, %a[%j] : memref<5000xf32>
})"),
                        {&a});
  EXPECT_TRUE(outcome.failedAt(14, "race"));
}

TEST(CheckTest, EqualValuesMayMeet) {
  Array a = Array::filled("f32", {4}, 0);
  EXPECT_TRUE(
      run(launch("%a: memref<4xf32>", "%c1", R"(tile.parallel (%i) in (8) {
  %j = arith.remui %i, %c4 : index
  tile.store %f1, %a[%j] : memref<4xf32>
  tile.store %f1, %a[%c0] : memref<4xf32>
}
tile.store %f1, %a[%c1] : memref<4xf32>)"),
          {&a})
          .isOk);
}

TEST(CheckTest, IterationsThatReadWhatOthersWrite) {
  Array a = Array::iota("f32", {9});
  Outcome outcome =
      run(launch("%a: memref<9xf32>", "%c1", R"(tile.parallel (%i) in (8) {
  %j = arith.addi %i, %c1 : index
  %x = tile.load %a[%j] : memref<9xf32>
  tile.store %x, %a[%i] : memref<9xf32>
})"),
          {&a});
  EXPECT_TRUE(outcome.failedAt(12, "write after the read"));
  EXPECT_TRUE(outcome.noted(11, "the read is here"));
  // Their own elements they may.
  EXPECT_TRUE(
      run(launch("%a: memref<9xf32>", "%c1", R"(tile.parallel (%i) in (9) {
  %x = tile.load %a[%i] : memref<9xf32>
  %y = arith.addf %x, %f1 : f32
  tile.store %y, %a[%i] : memref<9xf32>
  %z = tile.load %a[%i] : memref<9xf32>
})"),
          {&a})
          .isOk);
}

TEST(CheckTest, NestsAreOrdered) {
  Array a = Array::iota("f32", {8});
  Outcome outcome = run(launch("%a: memref<8xf32>", "%c1", R"(
%s = tile.alloc : !tile.buffer<8xf32, shared>
tile.parallel (%i) in (8) {
  %x = tile.load %a[%i] : memref<8xf32>
  tile.store %x, %s[%i] : !tile.buffer<8xf32, shared>
}
tile.parallel (%i) in (8) {
  %c7 = arith.constant 7 : index
  %j = arith.subi %c7, %i : index
  %x = tile.load %s[%j] : !tile.buffer<8xf32, shared>
  tile.store %x, %a[%i] : memref<8xf32>
})"),
                        {&a});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(a.values, (std::vector<double>{7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST(CheckTest, ThreadsOfOneStatement) {
  Array a = Array::filled("i32", {1}, 0);
  Outcome outcome =
      run(launch("%a: memref<1xi32>", "%c1", R"(%t = tile.thread_id x
%n = arith.index_cast %t : index to i32
tile.store %n, %a[%c0] : memref<1xi32>)"),
          {&a});
  EXPECT_TRUE(outcome.failedAt(11, "threads"));
}

TEST(CheckTest, ThreadsInDivergentFlow) {
  // Thread 0 writes what thread 1 reads, with nothing between.
  Array a = Array::filled("f32", {2}, 0);
  std::string body = R"(%t = tile.thread_id x
%first = arith.cmpi eq, %t, %c0 : index
%few = arith.cmpi ult, %t, %c2 : index
scf.if %few {
  scf.if %first {
    tile.store %f1, %a[%c0] : memref<2xf32>
  } else {
    %x = tile.load %a[%c0] : memref<2xf32>
    tile.store %x, %a[%c1] : memref<2xf32>
  }
})";
  Outcome outcome = run(launch("%a: memref<2xf32>", "%c1", body), {&a});
  EXPECT_TRUE(outcome.failedAt(16, "read after the write"));
}

TEST(CheckTest, BlocksThatWriteOneElement) {
  Array a = Array::filled("i32", {4}, 0);
  std::string body = R"(%n = arith.index_cast %bx : index to i32
%w = tile.slice %a[%c1 : 2] : memref<4xi32> -> !tile.buffer<2xi32, global>
tile.fill %n into %w : i32 into !tile.buffer<2xi32, global>)";
  Outcome outcome = run(launch("%a: memref<4xi32>", "%c2", body), {&a});
  EXPECT_TRUE(outcome.failedAt(11, "teams"));
  EXPECT_TRUE(outcome.noted(11, "the write is here"));
  EXPECT_TRUE(run(launch("%a: memref<4xi32>", "%c1", body), {&a}).isOk);
}

TEST(CheckTest, BlocksThatReadWhatOthersWrite) {
  Array a = Array::filled("i32", {4}, 5);
  Outcome outcome = run(launch("%a: memref<4xi32>", "%c2",
                               R"(%x = tile.load %a[%c0] : memref<4xi32>
%n = arith.index_cast %bx : index to i32
%e = tile.elect
scf.if %e {
  tile.store %n, %a[%bx] : memref<4xi32>
})"),
                        {&a});
  EXPECT_FALSE(outcome.isOk);
  EXPECT_TRUE(outcome.failedAt(9, "read after the write"));
}

TEST(CheckTest, AtomicsOrderBlocks) {
  // The last block to arrive sums what the others wrote.
  Array part = Array::filled("i32", {4}, 0),
        count = Array::filled("i32", {1}, 0);
  Array sum = Array::filled("i32", {1}, 0);
  std::string body = R"(%one = arith.constant 1 : i32
%three = arith.constant 3 : i32
%z = arith.constant 0 : i32
%n = arith.index_cast %bx : index to i32
%e = tile.elect
scf.if %e {
  tile.store %n, %p[%bx] : memref<4xi32>
  %old = tile.atomic_rmw add %one, %k[%c0] order(ORDER) : memref<1xi32>
  %last = arith.cmpi eq, %old, %three : i32
  scf.if %last {
    %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %z) -> i32 {
      %x = tile.load %p[%i] : memref<4xi32>
      %y = arith.addi %acc, %x : i32
      scf.yield %y : i32
    }
    tile.store %s, %r[%c0] : memref<1xi32>
  }
})";
  auto attempt = [&](const std::string &order) {
    std::string text = body;
    text.replace(text.find("ORDER"), 5, order);
    count.values = {0};
    part.values.assign(4, 9);
    return run(launch("%p: memref<4xi32>, %k: memref<1xi32>, %r: memref<1xi32>",
                      "%c4", text),
               {&part, &count, &sum});
  };
  Outcome ordered = attempt("acq_rel");
  ASSERT_TRUE(ordered.isOk) << ordered.text();
  EXPECT_EQ(sum.values, (std::vector<double>{6}));
  Outcome relaxed = attempt("relaxed");
  EXPECT_TRUE(relaxed.failedAt(20, "read after the write"));
}

TEST(CheckTest, LaunchesAreOrdered) {
  Array a = Array::filled("i32", {2}, 0);
  Outcome outcome = run(R"(func.func @main(%a: memref<2xi32>) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    tile.launch blocks(%bx) in (%c2) threads(32) {
      %n = arith.index_cast %bx : index to i32
      %w = tile.slice %a[%bx : 1] : memref<2xi32> -> !tile.buffer<1xi32, global>
      tile.fill %n into %w : i32 into !tile.buffer<1xi32, global>
    }
    tile.launch blocks(%bx) in (%c2) threads(32) {
      %x = tile.load %a[%c0] : memref<2xi32>
      %c1 = arith.constant 1 : index
      %o = arith.subi %c1, %bx : index
      %w = tile.slice %a[%o : 1] : memref<2xi32> -> !tile.buffer<1xi32, global>
      tile.fill %x into %w : i32 into !tile.buffer<1xi32, global>
    }
    return })",
                        {&a});
  // The second launch races with itself only where values differ: all are 0.
  EXPECT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(a.values, (std::vector<double>{0, 0}));
}

//===----------------------------------------------------------------------===//
// Uninitialised elements and bounds
//===----------------------------------------------------------------------===//

TEST(CheckTest, UninitialisedElements) {
  Array a = Array::filled("f32", {4}, 0);
  std::string body = R"(%s = tile.alloc id("As") : !tile.buffer<4xf32, shared>
%h = tile.slice %s[0 : 3] : !tile.buffer<4xf32, shared> -> !tile.buffer<3xf32, shared>
tile.fill %f1 into %h : f32 into !tile.buffer<3xf32, shared>
%w = tile.slice %a[0 : 4] : memref<4xf32> -> !tile.buffer<4xf32, global>
tile.copy %s into %w : !tile.buffer<4xf32, shared> into !tile.buffer<4xf32, global>)";
  std::string source = launch("%a: memref<4xf32>", "%c1", body);
  Outcome outcome = run(source, {&a});
  EXPECT_TRUE(outcome.failedAt(13, "'As'"));
  EXPECT_TRUE(outcome.noted(9, "allocated here"));
  RunOptions options;
  options.checkUninitialized = false;
  outcome = run(source, {&a}, options);
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(a.values[2], 1);
  // 0xAA in every byte.
  EXPECT_EQ(float(a.values[3]), -3.0316488252093987e-13f);
}

TEST(CheckTest, UninitialisedAccumulators) {
  Outcome outcome = run(launch("", "%c1", R"(
%a = tile.alloc : !tile.buffer<4x4xf16, shared>
%h = arith.constant 1.0 : f16
tile.fill %h into %a : f16 into !tile.buffer<4x4xf16, shared>
%c = tile.alloc : !tile.buffer<4x4xf32, fragment>
tile.gemm %a, %a into %c : !tile.buffer<4x4xf16, shared>, !tile.buffer<4x4xf16, shared> into !tile.buffer<4x4xf32, fragment>)"));
  EXPECT_TRUE(outcome.failedAt(14, "uninitialised"));
  EXPECT_TRUE(outcome.noted(13, "allocated here"));
}

TEST(CheckTest, UninitialisedHostTensors) {
  Outcome outcome = run(R"(func.func @main() -> f32 {
    %c0 = arith.constant 0 : index
    %t = memref.alloc() : memref<4xf32>
    %x = memref.load %t[%c0] : memref<4xf32>
    return %x : f32 })");
  EXPECT_TRUE(outcome.failedAt(4, "uninitialised"));
}

TEST(CheckTest, ElementsOutsideBuffers) {
  std::string body = R"(%s = tile.alloc : !tile.buffer<4xf32, shared>
tile.fill %f1 into %s : f32 into !tile.buffer<4xf32, shared>
tile.parallel (%i) in (5) {
  %x = tile.load %s[%i] : !tile.buffer<4xf32, shared>
})";
  Outcome outcome = run(launch("", "%c1", body));
  EXPECT_TRUE(outcome.failedAt(12, "got [4]"));
  EXPECT_TRUE(outcome.noted(9, "allocated here"));
  RunOptions options;
  options.checkBounds = false;
  EXPECT_TRUE(run(launch("", "%c1", body), {}, options).isOk);
}

TEST(CheckTest, SlicesOutsideBuffers) {
  Array n = Array::scalar("index", 2);
  Outcome outcome = run(launch("%n: index", "%c1",
                               R"(%s = tile.alloc : !tile.buffer<4xf32, shared>
%h = tile.slice %s[%n : 3] : !tile.buffer<4xf32, shared> -> !tile.buffer<3xf32, shared>)"),
                        {&n});
  EXPECT_TRUE(outcome.failedAt(10, "3 elements from 2 of 4"));
}

TEST(CheckTest, UpstreamAccessesOutside) {
  Array a = Array::iota("f32", {4}), i = Array::scalar("index", 4);
  Outcome outcome = run("func.func @main(%a: memref<?xf32>, %i: index) {\n"
                        "%x = memref.load %a[%i] : memref<?xf32>\nreturn }",
                        {&a, &i});
  EXPECT_TRUE(outcome.failedAt(2, "got [4]"));
  outcome = run(
      "func.func @main(%a: memref<?xf32>, %i: index) {\n"
      "%v = memref.reinterpret_cast %a to offset: [%i], sizes: [2], "
      "strides: [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: ?>>\n"
      "%c1 = arith.constant 1 : index\n"
      "%x = memref.load %v[%c1] : memref<2xf32, strided<[1], offset: ?>>\n"
      "return }",
      {&a, &i});
  EXPECT_TRUE(outcome.failedAt(4, "inside the memory"));
  outcome =
      run("func.func @main(%a: memref<?xf32>, %i: index) {\n"
          "%v = memref.subview %a[1] [%i] [1] : memref<?xf32> to memref<?xf32, "
          "strided<[1], offset: 1>>\nreturn }",
          {&a, &i});
  EXPECT_TRUE(outcome.failedAt(2, "subview inside"));
}

TEST(CheckTest, ShapesThatDiffer) {
  Array a = Array::iota("f32", {8}), n = Array::scalar("index", 3);
  Outcome outcome = run(launch("%a: memref<8xf32>, %n: index", "%c1",
                               R"(%s = tile.alloc : !tile.buffer<4xf32, shared>
%w = tile.slice %a[0 : %n] : memref<8xf32> -> !tile.buffer<?xf32, global>
tile.copy %w into %s : !tile.buffer<?xf32, global> into !tile.buffer<4xf32, shared>)"),
                        {&a, &n});
  EXPECT_TRUE(outcome.failedAt(11, "equal shape, got [3] and [4]"));
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST(CheckTest, MemoryIsLimited) {
  Outcome outcome = run(R"(func.func @main() {
    %n = arith.constant 1000000000000 : index
    %t = memref.alloc(%n) : memref<?xf32>
    return })");
  EXPECT_TRUE(outcome.failedAt(3, "memory is limited"));
  outcome = run(R"(func.func @main() {
    %n = arith.constant -1 : index
    %t = memref.alloc(%n) : memref<?xf32>
    return })");
  EXPECT_TRUE(outcome.failedAt(3, "negative"));
  outcome = run(R"(func.func @main() {
    %n = arith.constant 4611686018427387904 : index
    %t = memref.alloc(%n, %n) : memref<?x?xf32>
    return })");
  EXPECT_TRUE(outcome.failedAt(3, "overflowing"));
  outcome = run(launch(
      "", "%c1", "%s = tile.alloc : !tile.buffer<99999999999xf32, shared>"));
  EXPECT_TRUE(outcome.failedAt(9, "memory is limited"));
}

TEST(CheckTest, WindowsMayBeHuge) {
  // A window far larger than its tensor cannot be filled element by element.
  Array a = Array::iota("f32", {4});
  Outcome outcome = run(
      launch(
          "%a: memref<4xf32>", "%c1",
          R"(%w = tile.slice %a[0 : 1000000000000] : memref<4xf32> -> !tile.buffer<1000000000000xf32, global>
tile.fill %f1 into %w : f32 into !tile.buffer<1000000000000xf32, global>)"),
      {&a});
  EXPECT_TRUE(outcome.failedAt(10, "fits in"));
}

TEST(CheckTest, GridsMayBeHuge) {
  RunOptions options;
  options.maxSteps = 1000000;
  Array n = Array::scalar("index", 1e12);
  Outcome outcome = run(launch("%n: index", "%n", ""), {&n}, options);
  EXPECT_TRUE(outcome.failedAt(8, "steps"));
  n.values[0] = -1;
  EXPECT_TRUE(run(launch("%n: index", "%n", ""), {&n}, options)
                  .failedAt(8, "at least 0"));
  n.values[0] = 1e12;
  outcome = run(launch("%n: index", "%c1", "tile.parallel (%i) in (%n) {\n}"),
                {&n}, options);
  EXPECT_FALSE(outcome.isOk);
}

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

TEST(CheckTest, CollectivesNeedTheTeam) {
  // Uniformity that no analysis proves is found when the flow really diverges.
  Array a = Array::iota("i32", {64});
  Outcome outcome = run(launch("%a: memref<64xi32>", "%c1", R"(
%t = tile.thread_id x
%x = tile.load %a[%t] : memref<64xi32>
%c32 = arith.constant 32 : i32
%low = arith.cmpi slt, %x, %c32 : i32
scf.if %low {
  tile.sync
})"),
                        {&a});
  EXPECT_FALSE(outcome.isOk);
  EXPECT_NE(outcome.text().find("uniform"), std::string::npos)
      << outcome.text();
}

TEST(CheckTest, LaunchesDoNotNest) {
  Outcome outcome = run(R"(
    func.func private @inner() {
      %c1 = arith.constant 1 : index
      tile.launch blocks(%bx) in (%c1) threads(32) {
      }
      return
    }
    func.func @main() {
      %c1 = arith.constant 1 : index
      tile.launch blocks(%bx) in (%c1) threads(32) {
        func.call @inner() : () -> ()
      }
      return })");
  EXPECT_FALSE(outcome.isOk);
}

} // namespace
