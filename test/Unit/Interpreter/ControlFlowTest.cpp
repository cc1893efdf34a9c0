//===- ControlFlowTest.cpp - scf, cf, calls and limits --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

namespace {

TEST(ControlFlowTest, Loops) {
  // The sum and the last of 1, 4, 7.
  EXPECT_EQ(evaluate(R"(func.func @main() -> (index, index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c9 = arith.constant 9 : index
    %r:2 = scf.for %i = %c1 to %c9 step %c3 iter_args(%s = %c0, %l = %c0) -> (index, index) {
      %n = arith.addi %s, %i : index
      scf.yield %n, %i : index, index
    }
    return %r#0, %r#1 : index, index })"),
            (std::vector<double>{12, 7}));
}

TEST(ControlFlowTest, LoopsExchangeValues) {
  EXPECT_EQ(evaluate(R"(func.func @main() -> (i32, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %a = arith.constant 1 : i32
    %b = arith.constant 2 : i32
    %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
      scf.yield %y, %x : i32, i32
    }
    return %r#0, %r#1 : i32, i32 })"),
            (std::vector<double>{2, 1}));
}

TEST(ControlFlowTest, LoopsAtTheEndOfIntegers) {
  EXPECT_EQ(evaluate(R"(func.func @main() -> i32 {
    %l = arith.constant 100 : i8
    %u = arith.constant 127 : i8
    %s = arith.constant 20 : i8
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r = scf.for %i = %l to %u step %s iter_args(%n = %z) -> (i32) : i8 {
      %m = arith.addi %n, %one : i32
      scf.yield %m : i32
    }
    return %r : i32 })"),
            (std::vector<double>{2}));
}

TEST(ControlFlowTest, EmptyLoopsGiveTheirInitialValues) {
  EXPECT_EQ(evaluate(R"(func.func @main() -> index {
    %c5 = arith.constant 5 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c5 to %c1 step %c1 iter_args(%s = %c5) -> index {
      scf.yield %c1 : index
    }
    return %r : index })"),
            (std::vector<double>{5}));
}

TEST(ControlFlowTest, StepsArePositive) {
  Outcome outcome = run(R"(func.func @main() {
    %c0 = arith.constant 0 : index
    %c9 = arith.constant 9 : index
    scf.for %i = %c0 to %c9 step %c0 {
    }
    return })");
  EXPECT_TRUE(outcome.failedAt(4, "positive step"));
}

TEST(ControlFlowTest, WhileIfAndSwitch) {
  // The Collatz length of 27 is 111 steps.
  EXPECT_EQ(evaluate(R"(func.func @main() -> (i64, index) {
    %n0 = arith.constant 27 : i64
    %z = arith.constant 0 : index
    %one = arith.constant 1 : i64
    %two = arith.constant 2 : i64
    %three = arith.constant 3 : i64
    %c1 = arith.constant 1 : index
    %r:2 = scf.while (%n = %n0, %k = %z) : (i64, index) -> (i64, index) {
      %go = arith.cmpi ne, %n, %one : i64
      scf.condition(%go) %n, %k : i64, index
    } do {
    ^bb0(%n: i64, %k: index):
      %odd = arith.trunci %n : i64 to i1
      %m = scf.if %odd -> (i64) {
        %a = arith.muli %n, %three : i64
        %b = arith.addi %a, %one : i64
        scf.yield %b : i64
      } else {
        %h = arith.divui %n, %two : i64
        scf.yield %h : i64
      }
      %k1 = arith.addi %k, %c1 : index
      scf.yield %m, %k1 : i64, index
    }
    return %r#0, %r#1 : i64, index })"),
            (std::vector<double>{1, 111}));
  EXPECT_EQ(evaluate(R"(func.func @main() -> i32 {
    %i = arith.constant 5 : index
    %r = scf.index_switch %i -> i32
    case 2 { %x = arith.constant 20 : i32
      scf.yield %x : i32 }
    case 5 { %x = arith.constant 50 : i32
      scf.yield %x : i32 }
    default { %x = arith.constant 0 : i32
      scf.yield %x : i32 }
    return %r : i32 })"),
            (std::vector<double>{50}));
}

TEST(ControlFlowTest, BranchesAndRegions) {
  EXPECT_EQ(evaluate(R"(func.func @main() -> (i32, i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %ten = arith.constant 10 : i32
    cf.br ^loop(%zero, %one : i32, i32)
  ^loop(%i: i32, %p: i32):
    %go = arith.cmpi slt, %i, %ten : i32
    cf.cond_br %go, ^body, ^done(%p : i32)
  ^body:
    %j = arith.addi %i, %one : i32
    %q = arith.addi %p, %p : i32
    cf.br ^loop(%j, %q : i32, i32)
  ^done(%r: i32):
    %e = scf.execute_region -> i32 {
      %x = arith.addi %r, %one : i32
      scf.yield %x : i32
    }
    return %r, %e : i32, i32 })"),
            (std::vector<double>{1024, 1025}));
}

TEST(ControlFlowTest, Calls) {
  EXPECT_EQ(evaluate(R"(
    func.func private @twice(%x: i32) -> i32 {
      %y = arith.addi %x, %x : i32
      return %y : i32
    }
    func.func @main() -> i32 {
      %x = arith.constant 21 : i32
      %y = func.call @twice(%x) : (i32) -> i32
      return %y : i32
    })"),
            (std::vector<double>{42}));
}

TEST(ControlFlowTest, RecursionIsLimited) {
  Outcome outcome = run(R"(func.func @main() {
    func.call @main() : () -> ()
    return })");
  EXPECT_TRUE(outcome.failedAt(1, "inside one another"));
}

TEST(ControlFlowTest, DeclarationsAreRefused) {
  Outcome outcome = run("func.func private @device()\n"
                        "func.func @main() {\n"
                        "func.call @device() : () -> ()\nreturn }");
  EXPECT_TRUE(outcome.failedAt(3, "function with a body"));
}

TEST(ControlFlowTest, EndlessLoopsAreEnded) {
  RunOptions options;
  options.maxSteps = 100000;
  Outcome outcome = run(R"(func.func @main() {
    %t = arith.constant true
    scf.while : () -> () {
      scf.condition(%t)
    } do {
      scf.yield
    }
    return })",
                        {}, options);
  EXPECT_FALSE(outcome.isOk);
  EXPECT_NE(outcome.text().find("steps"), std::string::npos) << outcome.text();
  outcome = run("func.func @main() {\ncf.br ^a\n^a:\ncf.br ^a\n}", {}, options);
  EXPECT_TRUE(outcome.failedAt(4, "steps"));
}

TEST(ControlFlowTest, Assertions) {
  Outcome outcome = run("func.func @main() {\n%f = arith.constant false\n"
                        "cf.assert %f, \"line 12: n > 0\"\nreturn }");
  EXPECT_TRUE(outcome.failedAt(3, "line 12: n > 0"));
  outcome = run("func.func @main() {\n%f = arith.constant false\n"
                "tile.assume %f, \"same length\"\nreturn }");
  EXPECT_TRUE(outcome.failedAt(3, "same length"));
}

TEST(ControlFlowTest, UnknownOperationsAreReported) {
  Outcome outcome =
      run("func.func @main() {\n%x = memref.get_global @g : memref<4xf32>\n"
          "return }\nmemref.global \"private\" @g : memref<4xf32>");
  EXPECT_TRUE(outcome.failedAt(2, "memref.get_global"));
}

TEST(ControlFlowTest, ArgumentsAreChecked) {
  std::string source =
      "func.func @main(%a: memref<?x4xf32>, %n: i32) { return }";
  Array a = Array::iota("f32", {2, 4}), n = Array::scalar("i32", 1);
  EXPECT_TRUE(run(source, {&a, &n}).isOk);
  EXPECT_TRUE(run(source, {&a}).failedAt(1, "expected 2 arguments"));
  EXPECT_TRUE(run(source, {&n, &n}).failedAt(1, "expected a tensor"));
  EXPECT_TRUE(run(source, {&a, &a}).failedAt(1, "expected a scalar"));
  Array wide = Array::iota("f32", {2, 5}), deep = Array::iota("f32", {2, 4, 1});
  Array half = Array::iota("f16", {2, 4});
  EXPECT_TRUE(run(source, {&wide, &n}).failedAt(1, "got 5 in dimension 1"));
  EXPECT_TRUE(run(source, {&deep, &n}).failedAt(1, "rank 3"));
  EXPECT_TRUE(run(source, {&half, &n}).failedAt(1, "f16"));
}

} // namespace
