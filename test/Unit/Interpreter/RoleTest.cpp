//===- RoleTest.cpp - roles, channels, clusters, grids --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

namespace {

/// Two roles; the producer's body starts on line 8.
std::string roles(const std::string &setup, const std::string &producer,
                  const std::string &consumer) {
  return R"(func.func @main(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c1) threads(64) {
)" + setup +
         R"(
    tile.specialize role @load warps(1 to 2) {
)" + producer +
         R"(
    } role @use warps(0 to 1) {
)" + consumer +
         "\n} } return }";
}

const std::string ring =
    "%ch = tile.channel : !tile.channel<2, !tile.buffer<2xf32, shared>>";

/// Sends the pairs of %a through a ring.
const std::string send = R"(
  scf.for %i = %c0 to %c4 step %c1 {
    %o = arith.muli %i, %c2 : index
    %s = tile.channel_acquire %ch : !tile.channel<2, !tile.buffer<2xf32, shared>>
    %w = tile.slice %a[%o : 2] : memref<8xf32> -> !tile.buffer<2xf32, global>
    %t = tile.copy async %w into %s : !tile.buffer<2xf32, global> into !tile.buffer<2xf32, shared>
    tile.channel_commit %ch : !tile.channel<2, !tile.buffer<2xf32, shared>>
  })";
const std::string receive = R"(
  scf.for %i = %c0 to %c4 step %c1 {
    %o = arith.muli %i, %c2 : index
    %s = tile.channel_wait %ch : !tile.channel<2, !tile.buffer<2xf32, shared>>
    %w = tile.slice %b[%o : 2] : memref<8xf32> -> !tile.buffer<2xf32, global>
    tile.copy %s into %w : !tile.buffer<2xf32, shared> into !tile.buffer<2xf32, global>
    tile.channel_release %ch : !tile.channel<2, !tile.buffer<2xf32, shared>>
  })";

TEST(RoleTest, Channels) {
  Array a = Array::iota("f32", {8}), b = Array::filled("f32", {8}, -1);
  Outcome outcome = run(roles(ring, send, receive), {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, a.values);
}

TEST(RoleTest, ChannelsThatNobodyReadsBlock) {
  // The consumer takes one pair of four, without giving it back.
  Array a = Array::iota("f32", {8}), b = Array::filled("f32", {8}, -1);
  std::string one =
      "%s = tile.channel_wait %ch : !tile.channel<2, !tile.buffer<2xf32, "
      "shared>>";
  Outcome outcome = run(roles(ring, send, one), {&a, &b});
  EXPECT_FALSE(outcome.isOk);
  std::string text = outcome.text();
  // The verifier may see the imbalance first.
  if (text.find("deadlock") == std::string::npos)
    EXPECT_NE(text.find("channel"), std::string::npos) << text;
}

TEST(RoleTest, ConsumersOfMoreThanThereIs) {
  Array a = Array::iota("f32", {8}), b = Array::filled("f32", {8}, -1);
  std::string more = receive;
  more.replace(more.find("to %c4"), 6, "to %c5");
  Outcome outcome = run(
      roles(ring + "\n%c5 = arith.constant 5 : index", send, more), {&a, &b});
  EXPECT_FALSE(outcome.isOk);
  EXPECT_NE(outcome.text().find(
                "deadlock: role @use waits for a full slot of channel"),
            std::string::npos)
      << outcome.text();
}

const std::string barrier = R"(
  %s = tile.alloc : !tile.buffer<2xf32, shared>
  %full = tile.alloc arrivals([32]) : !tile.buffer<1xi64, barrier>
  %empty = tile.alloc arrivals([32]) : !tile.buffer<1xi64, barrier>
  %f1 = arith.constant 1.0 : f32)";

TEST(RoleTest, BarriersOrderRoles) {
  Array a = Array::iota("f32", {8}), b = Array::filled("f32", {8}, -1);
  std::string produce = R"(
    tile.fill %f1 into %s : f32 into !tile.buffer<2xf32, shared>
    tile.barrier_arrive %full[%c0] : !tile.buffer<1xi64, barrier>
    tile.barrier_wait %empty[%c0] parity(%c0) : !tile.buffer<1xi64, barrier>
    %f2 = arith.constant 2.0 : f32
    tile.fill %f2 into %s : f32 into !tile.buffer<2xf32, shared>)";
  std::string consume = R"(
    WAIT
    %w = tile.slice %b[0 : 2] : memref<8xf32> -> !tile.buffer<2xf32, global>
    tile.copy %s into %w : !tile.buffer<2xf32, shared> into !tile.buffer<2xf32, global>
    tile.barrier_arrive %empty[%c0] : !tile.buffer<1xi64, barrier>)";
  auto attempt = [&](const std::string &wait) {
    std::string text = consume;
    text.replace(text.find("WAIT"), 4, wait);
    return run(roles(barrier, produce, text), {&a, &b});
  };
  Outcome outcome = attempt("tile.barrier_wait %full[%c0] parity(%c0) : "
                            "!tile.buffer<1xi64, barrier>");
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values[0], 1);
  EXPECT_EQ(b.values[1], 1);
  // Without the wait, the roles race.
  outcome = attempt("");
  EXPECT_FALSE(outcome.isOk);
  EXPECT_NE(outcome.text().find("race"), std::string::npos) << outcome.text();
}

TEST(RoleTest, DeadlocksNameEveryRole) {
  Array a = Array::iota("f32", {8}), b = Array::filled("f32", {8}, -1);
  std::string wait =
      "tile.barrier_wait %B[%c0] parity(%c0) : !tile.buffer<1xi64, barrier>";
  std::string produce = wait, consume = wait;
  produce.replace(produce.find("%B"), 2, "%empty");
  consume.replace(consume.find("%B"), 2, "%full");
  Outcome outcome = run(roles(barrier, produce, consume), {&a, &b});
  EXPECT_FALSE(outcome.isOk);
  std::string text = outcome.text();
  EXPECT_NE(text.find("deadlock: role @load waits for barrier"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("note: role @use waits for barrier"), std::string::npos)
      << text;
  EXPECT_NE(text.find("32 arrivals"), std::string::npos) << text;
}

TEST(RoleTest, NamedBarriers) {
  Array a = Array::iota("f32", {8}), b = Array::filled("f32", {8}, -1);
  std::string produce = R"(
    tile.fill %f1 into %s : f32 into !tile.buffer<2xf32, shared>
    tile.sync_arrive id(%c1) count(64))";
  std::string consume = R"(
    tile.sync id(%c1) count(64)
    %w = tile.slice %b[0 : 2] : memref<8xf32> -> !tile.buffer<2xf32, global>
    tile.copy %s into %w : !tile.buffer<2xf32, shared> into !tile.buffer<2xf32, global>)";
  Outcome outcome = run(roles(barrier, produce, consume), {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values[1], 1);
  outcome = run(roles(barrier, "", consume), {&a, &b});
  EXPECT_FALSE(outcome.isOk);
  EXPECT_NE(outcome.text().find("32 of 64 threads"), std::string::npos)
      << outcome.text();
}

TEST(RoleTest, TeamsAfterRolesSeeTheirWork) {
  Array a = Array::iota("f32", {8}), b = Array::filled("f32", {8}, -1);
  std::string source = R"(func.func @main(%b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  tile.launch blocks(%bx) in (%c1) threads(64) {
    %s = tile.alloc : !tile.buffer<8xf32, shared>
    tile.specialize role @one warps(0 to 1) {
      tile.fill %f1 into %s : f32 into !tile.buffer<8xf32, shared>
    }
    %w = tile.slice %b[0 : 8] : memref<8xf32> -> !tile.buffer<8xf32, global>
    tile.copy %s into %w : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, global>
  }
  return })";
  Outcome outcome = run(source, {&b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, std::vector<double>(8, 1));
}

//===----------------------------------------------------------------------===//
// Clusters and grids
//===----------------------------------------------------------------------===//

TEST(RoleTest, ClustersReadTheirPeers) {
  // Each of two blocks writes its rank and reads that of the other.
  Array b = Array::filled("i32", {4}, -1);
  std::string source = R"(func.func @main(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c4) threads(32) cluster(2) {
    %s = tile.alloc : !tile.buffer<1xi32, shared>
    %r = tile.cluster_rank
    %n = arith.index_cast %bx : index to i32
    tile.fill %n into %s : i32 into !tile.buffer<1xi32, shared>
    ARRIVE
    %o = arith.subi %c1, %r : index
    %p = tile.remote %s at %o : !tile.buffer<1xi32, shared> -> !tile.buffer<1xi32, cluster>
    %w = tile.slice %b[%bx : 1] : memref<4xi32> -> !tile.buffer<1xi32, global>
    tile.copy %p into %w : !tile.buffer<1xi32, cluster> into !tile.buffer<1xi32, global>
  }
  return })";
  std::string ordered = source, unordered = source;
  ordered.replace(ordered.find("ARRIVE"), 6,
                  "tile.cluster_arrive\ntile.cluster_wait");
  unordered.replace(unordered.find("ARRIVE"), 6, "");
  Outcome outcome = run(ordered, {&b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{1, 0, 3, 2}));
  EXPECT_FALSE(run(unordered, {&b}).isOk);
}

TEST(RoleTest, Multicast) {
  // The lowest block of the mask issues; each block waits at its own barrier.
  Array a = Array::iota("f32", {2}), b = Array::filled("f32", {4}, -1);
  Outcome outcome =
      run(R"(func.func @main(%a: memref<2xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  tile.launch blocks(%bx) in (%c2) threads(32) cluster(2) {
    %s = tile.alloc : !tile.buffer<2xf32, shared>
    %bar = tile.alloc arrivals([32]) : !tile.buffer<1xi64, barrier>
    tile.cluster_arrive
    tile.cluster_wait
    %w = tile.slice %a[0 : 2] : memref<2xf32> -> !tile.buffer<2xf32, global>
    %t = tile.copy async %w into %s barrier(%bar[%c0] : !tile.buffer<1xi64, barrier>) multicast(3) : !tile.buffer<2xf32, global> into !tile.buffer<2xf32, shared>
    tile.barrier_arrive %bar[%c0] : !tile.buffer<1xi64, barrier>
    tile.barrier_wait %bar[%c0] parity(%c0) : !tile.buffer<1xi64, barrier>
    %o = arith.muli %bx, %c2 : index
    %v = tile.slice %b[%o : 2] : memref<4xf32> -> !tile.buffer<2xf32, global>
    tile.copy %s into %v : !tile.buffer<2xf32, shared> into !tile.buffer<2xf32, global>
  }
  return })",
          {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{0, 1, 0, 1}));
}

TEST(RoleTest, GridsSynchronise) {
  Array a = Array::filled("i32", {4}, -1), b = Array::filled("i32", {4}, -1);
  std::string source =
      R"(func.func @main(%a: memref<4xi32>, %b: memref<4xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tile.launch blocks(%bx) in (%c4) threads(32) cooperative {
    %n = arith.index_cast %bx : index to i32
    %w = tile.slice %a[%bx : 1] : memref<4xi32> -> !tile.buffer<1xi32, global>
    tile.fill %n into %w : i32 into !tile.buffer<1xi32, global>
    SYNC
    %o = arith.subi %c3, %bx : index
    %x = tile.load %a[%o] : memref<4xi32>
    %v = tile.slice %b[%bx : 1] : memref<4xi32> -> !tile.buffer<1xi32, global>
    tile.fill %x into %v : i32 into !tile.buffer<1xi32, global>
  }
  return })";
  std::string ordered = source, unordered = source;
  ordered.replace(ordered.find("SYNC"), 4, "tile.grid_sync");
  unordered.replace(unordered.find("SYNC"), 4, "");
  Outcome outcome = run(ordered, {&a, &b});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  EXPECT_EQ(b.values, (std::vector<double>{3, 2, 1, 0}));
  a.values.assign(4, -1);
  EXPECT_FALSE(run(unordered, {&a, &b}).isOk);
}

TEST(RoleTest, BlocksMayWaitOnMemory) {
  // Block 0 waits for a flag that block 1 sets.
  Array flag = Array::filled("i32", {1}, 0), b = Array::filled("i32", {1}, 0);
  Outcome outcome =
      run(R"(func.func @main(%f: memref<1xi32>, %b: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %nine = arith.constant 9 : i32
  tile.launch blocks(%bx) in (%c2) threads(32) cooperative {
    %first = arith.cmpi eq, %bx, %c0 : index
    scf.if %first {
      scf.while : () -> () {
        %x = tile.atomic_load %f[%c0] order(acquire) : memref<1xi32>
        %go = arith.cmpi ne, %x, %one : i32
        scf.condition(%go)
      } do {
        scf.yield
      }
      %y = tile.load %b[%c0] : memref<1xi32>
      %ok = arith.cmpi eq, %y, %nine : i32
      cf.assert %ok, "the flag comes after the value"
    } else {
      tile.store %nine, %b[%c0] : memref<1xi32>
      tile.atomic_store %one, %f[%c0] order(release) : memref<1xi32>
    }
  }
  return })",
          {&flag, &b});
  EXPECT_TRUE(outcome.isOk) << outcome.text();
}

} // namespace
