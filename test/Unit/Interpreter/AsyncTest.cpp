//===- AsyncTest.cpp - asynchronous operations ----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

namespace {

/// A launch with two shared tiles and windows of %a and %b; `body` starts on
/// line 12.
std::string launch(const std::string &body) {
  return R"(func.func @main(%a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %s = tile.alloc id("S") : !tile.buffer<4xf32, shared>
    %t = tile.alloc id("T") : !tile.buffer<4xf32, shared>
    %bar = tile.alloc arrivals([1]) : !tile.buffer<1xi64, barrier>
    %w = tile.slice %a[0 : 4] : memref<4xf32> -> !tile.buffer<4xf32, global>
    %v = tile.slice %b[0 : 4] : memref<4xf32> -> !tile.buffer<4xf32, global>

)" + body +
         "\n} return }";
}
constexpr int firstLine = 12;
const std::string load =
    "%k = tile.copy async %w into %s : !tile.buffer<4xf32, global> "
    "into !tile.buffer<4xf32, shared>\n";
const std::string store =
    "tile.copy %s into %v : !tile.buffer<4xf32, shared> into "
    "!tile.buffer<4xf32, global>\n";

Outcome runBody(const std::string &body, Array *out = nullptr) {
  Array a = Array::iota("f32", {4}), b = Array::filled("f32", {4}, -1);
  Outcome outcome = run(launch(body), {&a, &b});
  if (out)
    *out = b;
  return outcome;
}

TEST(AsyncTest, TokensComplete) {
  Array b;
  Outcome outcome = runBody(load + "tile.wait %k\n" + store, &b);
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{0, 1, 2, 3}));
}

TEST(AsyncTest, ReadsBeforeTheWait) {
  Outcome outcome = runBody(load + store + "tile.wait %k");
  EXPECT_TRUE(outcome.failedAt(firstLine + 1, "'S'"));
  EXPECT_TRUE(outcome.failedAt(firstLine + 1, "read before the wait"));
  EXPECT_TRUE(outcome.noted(firstLine, "issued here"));
}

TEST(AsyncTest, WritesToWhatIsRead) {
  Outcome outcome = runBody(
      "tile.fill %f1 into %s : f32 into !tile.buffer<4xf32, shared>\n"
      "%k = tile.copy async %s into %v : !tile.buffer<4xf32, shared> into "
      "!tile.buffer<4xf32, global>\n"
      "tile.fill %f1 into %s : f32 into !tile.buffer<4xf32, shared>\ntile.wait "
      "%k");
  EXPECT_TRUE(outcome.failedAt(firstLine + 2, "write before the wait"));
  // After a wait for reads alone, the source may be reused.
  Array b;
  outcome = runBody(
      "tile.fill %f1 into %s : f32 into !tile.buffer<4xf32, shared>\n"
      "%k = tile.copy async %s into %v : !tile.buffer<4xf32, shared> into "
      "!tile.buffer<4xf32, global>\ntile.wait %k read\n"
      "%f2 = arith.constant 2.0 : f32\n"
      "tile.fill %f2 into %s : f32 into !tile.buffer<4xf32, shared>",
      &b);
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{1, 1, 1, 1}));
}

TEST(AsyncTest, TwoWritersOfOneTile) {
  std::string second = load;
  second.replace(0, 2, "%l");
  Outcome outcome = runBody(load + second + "tile.wait %k, %l");
  EXPECT_TRUE(outcome.failedAt(firstLine + 1, "writes the same element"));
}

TEST(AsyncTest, Groups) {
  std::string second =
      "%l = tile.copy async %w into %t : !tile.buffer<4xf32, global> into "
      "!tile.buffer<4xf32, shared>\n";
  std::string commit = "tile.commit_group copy\n";
  // The older of two groups is complete, the newer is not.
  std::string issue = load + commit + second + commit;
  EXPECT_TRUE(
      runBody(issue + "tile.wait_group copy pending(1)\n" + store).isOk);
  std::string storeT = store;
  storeT.replace(storeT.find("%s"), 2, "%t");
  EXPECT_TRUE(runBody(issue + "tile.wait_group copy pending(1)\n" + storeT)
                  .failedAt(firstLine + 5, "'T'"));
  EXPECT_TRUE(
      runBody(issue + "tile.wait_group copy pending(0)\n" + storeT).isOk);
  // What is in no group stays under way.
  EXPECT_TRUE(runBody(load + "tile.wait_group copy pending(0)\n" + store)
                  .failedAt(firstLine + 2, "'S'"));
}

TEST(AsyncTest, Barriers) {
  std::string issue =
      "%k = tile.copy async %w into %s barrier(%bar[%c0] : !tile.buffer<1xi64, "
      "barrier>) : !tile.buffer<4xf32, global> into !tile.buffer<4xf32, "
      "shared>\n"
      "%e = tile.elect\nscf.if %e {\n"
      "tile.barrier_arrive %bar[%c0] : !tile.buffer<1xi64, barrier>\n}\n";
  std::string wait =
      "tile.barrier_wait %bar[%c0] parity(%c0) : !tile.buffer<1xi64, "
      "barrier>\n";
  Array b;
  Outcome outcome = runBody(issue + wait + store, &b);
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{0, 1, 2, 3}));
  EXPECT_TRUE(runBody(issue + store).failedAt(firstLine + 5, "'S'"));
  // Without the arrival the phase never ends.
  std::string alone = issue.substr(0, issue.find("%e = "));
  outcome = runBody(alone + wait);
  EXPECT_TRUE(outcome.failedAt(firstLine + 1, "deadlock"));
  EXPECT_TRUE(outcome.failedAt(firstLine + 1, "1 arrivals"));
  // Parity 1 of a fresh barrier returns at once.
  EXPECT_TRUE(
      runBody("tile.barrier_wait %bar[%c0] parity(%c1) : !tile.buffer<1xi64, "
              "barrier>")
          .isOk);
  EXPECT_TRUE(runBody("%i = arith.addi %c0, %c1 : index\n"
                      "tile.barrier_wait %bar[%i] parity(%c1) : "
                      "!tile.buffer<1xi64, barrier>")
                  .failedAt(firstLine + 1, "got index 1"));
}

TEST(AsyncTest, ExpectedBytes) {
  // Four bytes more than the copy brings never come.
  std::string body =
      "%e = tile.elect\n%n = arith.constant 4 : index\nscf.if %e {\n"
      "tile.barrier_arrive %bar[%c0] expect(%n) : !tile.buffer<1xi64, "
      "barrier>\n}\n"
      "tile.barrier_wait %bar[%c0] parity(%c0) : !tile.buffer<1xi64, barrier>";
  EXPECT_TRUE(runBody(body).failedAt(firstLine + 5, "4 bytes"));
}

TEST(AsyncTest, Products) {
  // Two products in flight on one accumulator run in order.
  Array a = Array::iota("f16", {2, 2}), c = Array::filled("f32", {2, 2}, 0);
  std::string source =
      R"(func.func @main(%a: memref<2x2xf16>, %c: memref<2x2xf32>) {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  tile.launch blocks(%bx) in (%c1) threads(128) {
    %s = tile.alloc : !tile.buffer<2x2xf16, shared>
    %acc = tile.alloc : !tile.buffer<2x2xf32, fragment>
    %w = tile.slice %a[0 : 2, 0 : 2] : memref<2x2xf16> -> !tile.buffer<2x2xf16, global>
    %v = tile.slice %c[0 : 2, 0 : 2] : memref<2x2xf32> -> !tile.buffer<2x2xf32, global>
    tile.copy %w into %s : !tile.buffer<2x2xf16, global> into !tile.buffer<2x2xf16, shared>
    tile.fill %z into %acc : f32 into !tile.buffer<2x2xf32, fragment>
    %k = tile.gemm async %s, %s into %acc : !tile.buffer<2x2xf16, shared>, !tile.buffer<2x2xf16, shared> into !tile.buffer<2x2xf32, fragment>
    %l = tile.gemm async %s, %s into %acc : !tile.buffer<2x2xf16, shared>, !tile.buffer<2x2xf16, shared> into !tile.buffer<2x2xf32, fragment>
    WAIT
    tile.copy %acc into %v : !tile.buffer<2x2xf32, fragment> into !tile.buffer<2x2xf32, global>
  }
  return })";
  auto attempt = [&](const std::string &wait) {
    std::string text = source;
    text.replace(text.find("WAIT"), 4, wait);
    return run(text, {&a, &c});
  };
  // [[0 1] [2 3]] squared is [[2 3] [6 11]].
  Outcome outcome = attempt("tile.wait_group mma pending(0)");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(c.values, (std::vector<double>{4, 6, 12, 22}));
  EXPECT_TRUE(attempt("tile.wait %k, %l").isOk);
  EXPECT_TRUE(attempt("tile.wait_group mma pending(1)")
                  .failedAt(14, "before the wait"));
  // Nobody who waits is a mistake that the verifier sees.
  EXPECT_FALSE(attempt("").isOk);
}

} // namespace
