//===- TileAccessTest.cpp - tests of what tiles denote --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tile;

namespace {
class TileAccess : public ::testing::Test {
protected:
  TileAccess() {
    context.loadDialect<TileDialect, arith::ArithDialect, scf::SCFDialect,
                        cf::ControlFlowDialect, func::FuncDialect,
                        memref::MemRefDialect>();
  }

  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    function = *module->getOps<func::FuncOp>().begin();
  }

  /// The operation number `index` of that kind, in the order of the text.
  template <typename OpTy>
  OpTy get(unsigned index = 0) {
    SmallVector<OpTy> found;
    module->walk<WalkOrder::PreOrder>([&](OpTy op) { found.push_back(op); });
    EXPECT_LT(index, found.size());
    return found[index];
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};
} // namespace

TEST_F(TileAccess, RootLooksThroughViews) {
  parse(R"(
func.func @f(%n: index, %A: memref<8x32xf32>) {
  %s = memref.subview %A[0, 0] [4, 32] [1, 1] : memref<8x32xf32> to memref<4x32xf32, strided<[32, 1]>>
  tile.launch blocks(%bx) in (%n) threads(32) {
    %w = tile.slice %s[0 : 4, 0 : 8] : memref<4x32xf32, strided<[32, 1]>> -> !tile.buffer<4x8xf32, global>
    %x = tile.slice %w[1, 0 : 8] : !tile.buffer<4x8xf32, global> -> !tile.buffer<8xf32, global>
    %r = tile.alloc : !tile.buffer<8xf32, shared, versions = 2>
    %v = tile.version %r[%bx] : !tile.buffer<8xf32, shared, versions = 2> -> !tile.buffer<8xf32, shared>
    %y = tile.view %v : !tile.buffer<8xf32, shared> -> !tile.buffer<8xi32, shared>
    %z = tile.slice %y[2 : 4] : !tile.buffer<8xi32, shared> -> !tile.buffer<4xi32, shared>
  }
  return
})");
  EXPECT_EQ(getRoot(get<SliceOp>(1)), function.getArgument(1));
  EXPECT_EQ(getRoot(get<SliceOp>(2)), get<AllocOp>().getBuffer());
  EXPECT_EQ(getRoot(get<AllocOp>()), get<AllocOp>().getBuffer());
}

TEST_F(TileAccess, RootAndPadEndOnCycles) {
  parse(R"(
func.func @f() {
  return
^bb1:
  %a = tile.view %b : memref<16xf32> -> memref<16xi32>
  %b = tile.view %a : memref<16xi32> -> memref<16xf32>
  cf.br ^bb1
})");
  EXPECT_TRUE(getRoot(get<ViewOp>(0).getResult()));
  EXPECT_FALSE(getPad(get<ViewOp>(0).getResult()));
}

TEST_F(TileAccess, PadIsThatOfTheNearestSlice) {
  parse(R"(
func.func @f(%n: index, %A: memref<8xf32>) {
  tile.launch blocks(%bx) in (%n) threads(32) {
    %a = tile.slice %A[0 : 8] : memref<8xf32> -> !tile.buffer<8xf32, global>
    %b = tile.slice %A[0 : 8] pad(1.0 : f32) : memref<8xf32> -> !tile.buffer<8xf32, global>
    %c = tile.slice %b[0 : 4] : !tile.buffer<8xf32, global> -> !tile.buffer<4xf32, global>
    %d = tile.slice %c[0 : 2] pad(2.0 : f32) : !tile.buffer<4xf32, global> -> !tile.buffer<2xf32, global>
  }
  return
})");
  auto padOf = [&](unsigned index) {
    auto pad = cast<FloatAttr>(getPad(get<SliceOp>(index)));
    return pad.getValueAsDouble();
  };
  EXPECT_FALSE(getPad(function.getArgument(1)));
  EXPECT_FALSE(getPad(get<SliceOp>(0)));
  EXPECT_EQ(padOf(1), 1.0);
  EXPECT_EQ(padOf(2), 1.0);
  EXPECT_EQ(padOf(3), 2.0);
}

TEST_F(TileAccess, TeamIsTheInnermostLaunchOrRole) {
  parse(R"(
func.func @f(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(64) {
    %b = tile.alloc arrivals([32]) : !tile.buffer<1xi64, barrier>
    tile.specialize role @a warps(0 to 1) {
      tile.sync
    } role @b warps(1 to 2) {
      scf.for %i = %n to %n step %n {
        tile.sync
      }
    }
  }
  return
})");
  auto launch = get<LaunchOp>();
  auto specialize = get<SpecializeOp>();
  EXPECT_EQ(getTeam(get<AllocOp>()).op, launch.getOperation());
  EXPECT_EQ(getTeam(specialize).region, &launch.getBody());
  EXPECT_EQ(getTeam(get<SyncOp>(0)).region, &specialize.getBodies()[0]);
  EXPECT_EQ(getTeam(get<SyncOp>(1)).region, &specialize.getBodies()[1]);
  EXPECT_EQ(getTeam(get<SyncOp>(1)).op, specialize.getOperation());
  EXPECT_EQ(getTeam(launch).op, nullptr);
}

TEST_F(TileAccess, WrittenTensors) {
  parse(R"(
func.func @f(%n: index, %v: f32, %w: i32, %read: memref<8xf32>, %stored: memref<8xf32>, %window: memref<8xf32>, %added: memref<8xi32>, %called: memref<8xf32>, %upstream: memref<8xf32>) {
  func.call @g(%called) : (memref<8xf32>) -> ()
  tile.launch blocks(%bx) in (%n) threads(32) {
    %x = tile.load %read[%bx] : memref<8xf32>
    tile.store %x, %stored[%bx] : memref<8xf32>
    %g = tile.slice %window[0 : 4] : memref<8xf32> -> !tile.buffer<4xf32, global>
    tile.fill %v into %g : f32 into !tile.buffer<4xf32, global>
    %old = tile.atomic_rmw add %w, %added[%bx] : memref<8xi32>
    memref.store %v, %upstream[%bx] : memref<8xf32>
  }
  return
}
func.func private @g(memref<8xf32>))");
  llvm::DenseSet<Value> written = getWrittenTensors(function);
  EXPECT_FALSE(written.contains(function.getArgument(3)));
  for (unsigned argument = 4; argument < 9; ++argument)
    EXPECT_TRUE(written.contains(function.getArgument(argument))) << argument;
}

TEST_F(TileAccess, EffectsFollowAccesses) {
  parse(R"(
func.func @f(%n: index, %x: memref<8x8xf16>) {
  %true = arith.constant true
  tile.launch blocks(%bx) in (%n) threads(32) {
    %a = tile.alloc : !tile.buffer<8x8xf16, shared>
    %c = tile.alloc : !tile.buffer<8x8xf32, fragment>
    tile.copy %x into %a : memref<8x8xf16> into !tile.buffer<8x8xf16, shared>
    tile.gemm %a, %a into %c : !tile.buffer<8x8xf16, shared>, !tile.buffer<8x8xf16, shared> into !tile.buffer<8x8xf32, fragment>
    tile.gemm %a, %a into %c clear(%true) : !tile.buffer<8x8xf16, shared>, !tile.buffer<8x8xf16, shared> into !tile.buffer<8x8xf32, fragment>
  }
  return
})");
  auto copy = get<CopyOp>();
  Value c = get<AllocOp>(1);
  EXPECT_TRUE(hasEffect<MemoryEffects::Read>(copy, copy.getSource()));
  EXPECT_FALSE(hasEffect<MemoryEffects::Write>(copy, copy.getSource()));
  EXPECT_TRUE(hasEffect<MemoryEffects::Write>(copy, copy.getDestination()));
  EXPECT_FALSE(hasEffect<MemoryEffects::Read>(copy, copy.getDestination()));
  EXPECT_TRUE(hasEffect<MemoryEffects::Read>(get<GemmOp>(0), c));
  EXPECT_TRUE(hasEffect<MemoryEffects::Write>(get<GemmOp>(0), c));
  EXPECT_FALSE(hasEffect<MemoryEffects::Read>(get<GemmOp>(1), c));
  EXPECT_TRUE(get<GemmOp>(1).clearsUnconditionally());
}

TEST_F(TileAccess, MixedOffsetsOfASlice) {
  parse(R"(
func.func @f(%i: index, %A: memref<8x8x8xf32>) {
  %w = tile.slice %A[%i, 2 : 4, -1 : %i] : memref<8x8x8xf32> -> !tile.buffer<4x?xf32, global>
  return
})");
  auto slice = get<SliceOp>();
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  ASSERT_EQ(offsets.size(), 3u);
  ASSERT_EQ(sizes.size(), 3u);
  EXPECT_EQ(dyn_cast<Value>(offsets[0]), function.getArgument(0));
  EXPECT_EQ(getConstantIntValue(offsets[1]), 2);
  EXPECT_EQ(getConstantIntValue(offsets[2]), -1);
  EXPECT_EQ(getConstantIntValue(sizes[0]), 1);
  EXPECT_EQ(dyn_cast<Value>(sizes[2]), function.getArgument(0));
}
