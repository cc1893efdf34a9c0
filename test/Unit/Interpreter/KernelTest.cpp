//===- KernelTest.cpp - whole kernels -------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against loops over doubles written here. Inputs are small integers where
// exact equality is expected.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <array>
#include <cmath>

namespace {

/// A reproducible integer from -range to range.
double pick(unsigned &state, int range) {
  state = state * 1664525u + 1013904223u;
  return double(int(state >> 16) % (2 * range + 1) - range);
}

Array random(const std::string &type, std::vector<int64_t> shape, int range,
             double scale = 1) {
  Array array = Array::filled(type, std::move(shape), 0);
  unsigned state = 7;
  for (double &value : array.values)
    value = pick(state, range) * scale;
  return array;
}

const char *gemm = R"(
!s = !tile.buffer<32x16xf16, shared>
!t = !tile.buffer<16x32xf16, shared>
!ga = !tile.buffer<32x16xf16, global>
!gb = !tile.buffer<16x32xf16, global>
!acc = !tile.buffer<32x32xf32, fragment>
!gc = !tile.buffer<32x32xf32, global>
func.func @main(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16>
  %K = memref.dim %A, %c1 : memref<?x?xf16>
  %N = memref.dim %B, %c1 : memref<?x?xf16>
  %gx = arith.ceildivui %N, %c32 : index
  %gy = arith.ceildivui %M, %c32 : index
  %kt = arith.ceildivui %K, %c16 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(128) raster(#tile.raster<row, panel = 4>) {
    %As = tile.alloc : !s
    %Bs = tile.alloc : !t
    %acc = tile.alloc : !acc
    %m = arith.muli %by, %c32 : index
    %n = arith.muli %bx, %c32 : index
    tile.fill %zero into %acc : f32 into !acc
    tile.pipelined %ko = %c0 to %kt step %c1 stages(3) {
      %k = arith.muli %ko, %c16 : index
      %ga = tile.slice %A[%m : 32, %k : 16] : memref<?x?xf16> -> !ga
      tile.copy %ga into %As : !ga into !s
      %gb = tile.slice %B[%k : 16, %n : 32] : memref<?x?xf16> -> !gb
      tile.copy %gb into %Bs : !gb into !t
      tile.gemm %As, %Bs into %acc : !s, !t into !acc
    }
    %gc = tile.slice %C[%m : 32, %n : 32] : memref<?x?xf32> -> !gc
    tile.copy %acc into %gc : !acc into !gc
  }
  return
})";

TEST(KernelTest, GemmOfOddSizes) {
  for (auto [m, n, k] : {std::array<int64_t, 3>{64, 64, 32},
                         {33, 31, 17},
                         {1, 1, 1},
                         {5, 70, 0}}) {
    Array a = random("f16", {m, k}, 4), b = random("f16", {k, n}, 4);
    Array c = Array::filled("f32", {m, n}, 99);
    Outcome outcome = run(gemm, {&a, &b, &c});
    ASSERT_TRUE(outcome.isOk) << outcome.text();
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (int64_t l = 0; l < k; ++l)
          sum += a.values[i * k + l] * b.values[l * n + j];
        ASSERT_EQ(c.values[i * n + j], sum) << i << " " << j;
      }
  }
}

TEST(KernelTest, Softmax) {
  const char *source = R"(
!x = !tile.buffer<4x64xf32, fragment>
!g = !tile.buffer<4x64xf16, global>
!r = !tile.buffer<4xf32, fragment>
func.func @main(%X: memref<?x?xf16>, %Y: memref<?x?xf16> {tile.out}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %M = memref.dim %X, %c0 : memref<?x?xf16>
  %g = arith.ceildivui %M, %c4 : index
  tile.launch blocks(%bx) in (%g) threads(128) {
    %x = tile.alloc : !x
    %mx = tile.alloc : !r
    %sm = tile.alloc : !r
    %m = arith.muli %bx, %c4 : index
    %gx = tile.slice %X[%m : 4, 0 : 64] pad(0xFC00 : f16) : memref<?x?xf16> -> !g
    tile.copy %gx into %x : !g into !x
    tile.reduce max %x into %mx dim(1) : !x into !r
    tile.parallel (%i, %j) in (4, 64) {
      %v = tile.load %x[%i, %j] : !x
      %mm = tile.load %mx[%i] : !r
      %d = arith.subf %v, %mm : f32
      %e = math.exp %d : f32
      tile.store %e, %x[%i, %j] : !x
    }
    tile.reduce sum %x into %sm dim(1) : !x into !r
    tile.parallel (%i, %j) in (4, 64) {
      %v = tile.load %x[%i, %j] : !x
      %s = tile.load %sm[%i] : !r
      %q = arith.divf %v, %s : f32
      tile.store %q, %x[%i, %j] : !x
    }
    %gy = tile.slice %Y[%m : 4, 0 : 64] : memref<?x?xf16> -> !g
    tile.copy %x into %gy : !x into !g
  }
  return
})";
  // The last rows of the last block are padding, where all is minus infinity
  // and the quotient NaN; nothing of them is stored.
  Array x = random("f16", {6, 50}, 8, 0.25),
        y = Array::filled("f16", {6, 50}, 0);
  Outcome outcome = run(source, {&x, &y});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  for (int i = 0; i < 6; ++i) {
    double sum = 0;
    for (int j = 0; j < 50; ++j)
      sum += std::exp(x.values[i * 50 + j]);
    for (int j = 0; j < 50; ++j)
      ASSERT_NEAR(y.values[i * 50 + j], std::exp(x.values[i * 50 + j]) / sum,
                  1e-3);
  }
}

TEST(KernelTest, WarpSpecializedGemm) {
  // Raw barriers, two slots, asynchronous copies and products.
  const char *source = R"(
!r = !tile.buffer<2x16x8xf16, shared>
!s = !tile.buffer<16x8xf16, shared>
!g = !tile.buffer<16x8xf16, global>
!acc = !tile.buffer<16x16xf32, fragment>
!gc = !tile.buffer<16x16xf32, global>
!bar = !tile.buffer<2xi64, barrier>
func.func @main(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16>
  %K = memref.dim %A, %c1 : memref<?x?xf16>
  %N = memref.dim %B, %c0 : memref<?x?xf16>
  %gx = arith.ceildivui %N, %c16 : index
  %gy = arith.ceildivui %M, %c16 : index
  %kt = arith.ceildivui %K, %c8 : index
  tile.launch blocks(%bx, %by) in (%gx, %gy) threads(256) {
    %As = tile.alloc : !r
    %Bs = tile.alloc : !r
    %acc = tile.alloc : !acc
    %full = tile.alloc arrivals([128, 128]) : !bar
    %empty = tile.alloc arrivals([128, 128]) : !bar
    %m = arith.muli %by, %c16 : index
    %n = arith.muli %bx, %c16 : index
    tile.specialize role @load warps(4 to 8) regs(24) {
      scf.for %ko = %c0 to %kt step %c1 {
        %slot = arith.remui %ko, %c2 : index
        %use = arith.divui %ko, %c2 : index
        %u1 = arith.addi %use, %c1 : index
        %par = arith.remui %u1, %c2 : index
        tile.barrier_wait %empty[%slot] parity(%par) : !bar
        %k = arith.muli %ko, %c8 : index
        %a = tile.slice %As[%slot, 0 : 16, 0 : 8] : !r -> !s
        %b = tile.slice %Bs[%slot, 0 : 16, 0 : 8] : !r -> !s
        %ga = tile.slice %A[%m : 16, %k : 8] : memref<?x?xf16> -> !g
        %gb = tile.slice %B[%n : 16, %k : 8] : memref<?x?xf16> -> !g
        %t0 = tile.copy async %ga into %a prefer(bulk) barrier(%full[%slot] : !bar) : !g into !s
        %t1 = tile.copy async %gb into %b prefer(bulk) barrier(%full[%slot] : !bar) : !g into !s
        tile.barrier_arrive %full[%slot] : !bar
      }
    } role @mma warps(0 to 4) regs(240) {
      tile.fill %zero into %acc : f32 into !acc
      scf.for %ko = %c0 to %kt step %c1 {
        %slot = arith.remui %ko, %c2 : index
        %use = arith.divui %ko, %c2 : index
        %par = arith.remui %use, %c2 : index
        tile.barrier_wait %full[%slot] parity(%par) : !bar
        %a = tile.slice %As[%slot, 0 : 16, 0 : 8] : !r -> !s
        %b = tile.slice %Bs[%slot, 0 : 16, 0 : 8] : !r -> !s
        %t = tile.gemm async %a, %b into %acc transpose_b : !s, !s into !acc
        tile.wait_group mma pending(0)
        tile.barrier_arrive %empty[%slot] : !bar
      }
      %gc = tile.slice %C[%m : 16, %n : 16] : memref<?x?xf32> -> !gc
      tile.copy %acc into %gc : !acc into !gc
    }
  }
  return
})";
  Array a = random("f16", {20, 50}, 4), b = random("f16", {18, 50}, 4);
  Array c = Array::filled("f32", {20, 18}, 99);
  Outcome outcome = run(source, {&a, &b, &c});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 18; ++j) {
      double sum = 0;
      for (int l = 0; l < 50; ++l)
        sum += a.values[i * 50 + l] * b.values[j * 50 + l];
      ASSERT_EQ(c.values[i * 18 + j], sum);
    }
  // Forgetting to wait for the products lets the loader overwrite their
  // operands.
  std::string broken = source;
  size_t at = broken.find("tile.wait_group mma pending(0)");
  broken.erase(at, 30);
  EXPECT_FALSE(run(broken, {&a, &b, &c}).isOk);
}

TEST(KernelTest, DequantizedGemm) {
  const char *source = R"(
!q = !tile.buffer<8x4xi8, shared>
!gq = !tile.buffer<8x4xi8, global>
!n = !tile.buffer<8x8xi4, shared>
!w = !tile.buffer<8x8xf16, fragment>
!a = !tile.buffer<8x8xf16, shared>
!ga = !tile.buffer<8x8xf16, global>
!acc = !tile.buffer<8x8xf32, fragment>
!gc = !tile.buffer<8x8xf32, global>
func.func @main(%A: memref<8x8xf16>, %B: memref<8x4xi8>, %scale: memref<8xf16>, %C: memref<8x8xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %bias = arith.constant 8.0 : f16
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %As = tile.alloc : !a
    %Qs = tile.alloc : !q
    %W = tile.alloc : !w
    %acc = tile.alloc : !acc
    %Ns = tile.view %Qs : !q -> !n
    tile.fill %zero into %acc : f32 into !acc
    %ga = tile.slice %A[0 : 8, 0 : 8] : memref<8x8xf16> -> !ga
    tile.copy %ga into %As : !ga into !a
    %gq = tile.slice %B[0 : 8, 0 : 4] : memref<8x4xi8> -> !gq
    tile.copy %gq into %Qs : !gq into !q
    tile.parallel (%i, %j) in (8, 8) {
      %code = tile.load %Ns[%i, %j] : !n
      %u = tile.cast %code unsigned : i4 to f16
      %sc = tile.load %scale[%i] : memref<8xf16>
      %d = arith.subf %u, %bias : f16
      %w = arith.mulf %d, %sc : f16
      tile.store %w, %W[%i, %j] : !w
    }
    tile.gemm %As, %W into %acc transpose_b : !a, !w into !acc
    %gc = tile.slice %C[0 : 8, 0 : 8] : memref<8x8xf32> -> !gc
    tile.copy %acc into %gc : !acc into !gc
  }
  return
})";
  Array a = random("f16", {8, 8}, 4), q = random("i8", {8, 4}, 127);
  Array scale = random("f16", {8}, 2), c = Array::filled("f32", {8, 8}, 0);
  Outcome outcome = run(source, {&a, &q, &scale, &c});
  ASSERT_TRUE(outcome.isOk) << outcome.text();
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      double sum = 0;
      for (int l = 0; l < 8; ++l) {
        unsigned byte = unsigned(int(q.values[j * 4 + l / 2])) & 255;
        unsigned code = l % 2 ? byte >> 4 : byte & 15;
        sum += a.values[i * 8 + l] * ((double(code) - 8) * scale.values[j]);
      }
      ASSERT_EQ(c.values[i * 8 + j], sum);
    }
}

TEST(KernelTest, RunsAreReproducible) {
  Array a = random("f16", {33, 17}, 9, 0.37),
        b = random("f16", {17, 31}, 9, 0.11);
  Array c = Array::filled("f32", {33, 31}, 0), d = c;
  ASSERT_TRUE(run(gemm, {&a, &b, &c}).isOk);
  ASSERT_TRUE(run(gemm, {&a, &b, &d}).isOk);
  EXPECT_EQ(c.values, d.values);
}

} // namespace
