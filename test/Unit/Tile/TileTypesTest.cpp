//===- TileTypesTest.cpp - tests of types, attributes, stages -------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Dialect/Tile/IR/TileStages.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tile;

namespace {
class TileTypes : public ::testing::Test {
protected:
  TileTypes() { context.loadDialect<TileDialect, arith::ArithDialect>(); }

  MLIRContext context;
  Builder builder{&context};
};
} // namespace

TEST_F(TileTypes, StorageBits) {
  auto bits = [&](StringRef text) {
    return BufferType::storageBits(parseType(text, &context));
  };
  EXPECT_EQ(bits("i1"), 8u);
  EXPECT_EQ(bits("i4"), 4u);
  EXPECT_EQ(bits("tf32"), 32u);
  EXPECT_EQ(bits("f6E2M3FN"), 6u);
  EXPECT_EQ(bits("vector<3xf16>"), 48u);
  EXPECT_EQ(bits("vector<8xi1>"), 64u);
}

TEST_F(TileTypes, Elements) {
  auto isValid = [&](StringRef text) {
    return BufferType::isValidElementType(parseType(text, &context));
  };
  for (StringRef text : {"i1", "i64", "bf16", "f4E2M1FN", "vector<1024xf64>"})
    EXPECT_TRUE(isValid(text)) << text.str();
  for (StringRef text : {"i2", "i128", "si8", "index", "f80", "f128",
                         "complex<f32>", "vector<1025xf32>", "vector<2x2xf32>",
                         "vector<[4]xf32>", "vector<4xindex>", "none"})
    EXPECT_FALSE(isValid(text)) << text.str();
}

TEST_F(TileTypes, BuffersAreShapedTypes) {
  auto type = BufferType::get({4, 8}, builder.getF16Type(), MemorySpace::Shared,
                              /*layout=*/{}, /*versions=*/3);
  auto clone = cast<BufferType>(
      cast<ShapedType>(type).clone({2, 2}, builder.getF32Type()));
  EXPECT_EQ(clone.getShape(), ArrayRef<int64_t>({2, 2}));
  EXPECT_TRUE(clone.getElementType().isF32());
  EXPECT_EQ(clone.getSpace(), MemorySpace::Shared);
  EXPECT_EQ(clone.getVersions(), 3);
  EXPECT_TRUE(type.isOnChip());
  EXPECT_TRUE(BufferType::get({ShapedType::kDynamic}, builder.getF16Type(),
                              MemorySpace::Global)
                  .isWindow());
}

TEST_F(TileTypes, Targets) {
  auto target = dyn_cast_if_present<TargetAttr>(parseAttribute(
      R"(#tile.target<"x", features = ["avx2", "fma"], warp = 1, threads = 1024, shared = 0, vector = 256, registers = 16, caches = [32768]>)",
      &context));
  ASSERT_TRUE(target);
  EXPECT_TRUE(target.hasFeature("fma"));
  EXPECT_FALSE(target.hasFeature("avx"));
  EXPECT_FALSE(target.hasFeature(""));
  EXPECT_EQ(target.getCaches(), ArrayRef<int64_t>({32768}));
}

TEST_F(TileTypes, StagesByName) {
  for (auto [i, name] : llvm::enumerate(getStageNames())) {
    std::optional<Stage> stage = symbolizeStage(name);
    ASSERT_TRUE(stage) << name.str();
    EXPECT_EQ(static_cast<size_t>(*stage), i);
    EXPECT_EQ(stringifyStage(*stage), name);
  }
  EXPECT_FALSE(symbolizeStage("soon"));
  EXPECT_FALSE(symbolizeStage(""));
}

TEST_F(TileTypes, OperationsAreBuilt) {
  Location loc = UnknownLoc::get(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  Value grid = arith::ConstantIndexOp::create(b, loc, 2);
  OperationState state(loc, LaunchOp::getOperationName());
  state.addOperands(grid);
  state.addAttribute("threads", b.getDenseI64ArrayAttr({32, 4}));
  Region *body = state.addRegion();
  body->emplaceBlock().addArgument(b.getIndexType(), loc);
  auto launch = cast<LaunchOp>(b.create(state));
  b.setInsertionPointToEnd(&launch.getBody().front());
  YieldOp::create(b, loc);
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(launch.getNumThreads(), 128);
  EXPECT_EQ(launch.getBlockIds().size(), 1u);
}
