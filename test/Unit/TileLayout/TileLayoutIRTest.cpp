//===- TileLayoutIRTest.cpp - tests of layout attributes ------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/IR/TileLayout.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tile::layout;

namespace {
class TileLayoutIR : public ::testing::Test {
protected:
  TileLayoutIR() {
    context.loadDialect<TileLayoutDialect, arith::ArithDialect,
                        affine::AffineDialect>();
    context.allowUnregisteredDialects();
  }

  template <typename AttrTy = IndexMapAttrInterface>
  AttrTy parse(StringRef text) {
    auto attr = dyn_cast_if_present<AttrTy>(parseAttribute(text, &context));
    EXPECT_TRUE(attr) << text.str();
    return attr;
  }

  /// The message of the first diagnostic of parsing `text`, which must fail.
  std::string errorOf(StringRef text) {
    std::string message;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (message.empty())
        message = diagnostic.str();
      return success();
    });
    EXPECT_FALSE(parseAttribute(text, &context)) << text.str();
    return message;
  }

  /// The constants that what `materialize` emits for constants folds to.
  template <typename Function>
  SmallVector<int64_t> fold(Function materialize, ArrayRef<int64_t> inputs) {
    OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    Location loc = builder.getUnknownLoc();
    SmallVector<Value> operands;
    for (int64_t input : inputs)
      operands.push_back(arith::ConstantIndexOp::create(builder, loc, input));
    OperationState use(loc, "test.use");
    use.addOperands(materialize(builder, loc, operands));
    Operation *user = builder.create(use);
    EXPECT_TRUE(
        succeeded(applyPatternsGreedily(*module, FrozenRewritePatternSet())));
    SmallVector<int64_t> results;
    for (Value value : user->getOperands()) {
      APInt constant;
      EXPECT_TRUE(matchPattern(value, m_ConstantInt(&constant)));
      results.push_back(constant.getSExtValue());
    }
    return results;
  }

  /// Checks the emitted arithmetic of `layout` on all inputs below `extents`.
  int64_t checkArithmetic(IndexMapAttrInterface layout,
                          ArrayRef<int64_t> extents);

  MLIRContext context;
};
} // namespace

int64_t TileLayoutIR::checkArithmetic(IndexMapAttrInterface layout,
                                      ArrayRef<int64_t> extents) {
  int64_t total = 1, inverted = 0;
  for (int64_t extent : extents)
    total *= extent;
  for (int64_t i = 0; i != total; ++i) {
    SmallVector<int64_t> inputs;
    int64_t rest = i;
    for (int64_t extent : extents) {
      inputs.push_back(rest % extent);
      rest /= extent;
    }
    auto values = layout.evaluate(inputs);
    EXPECT_TRUE(values) << values.reason();
    auto emitted = fold(
        [&](OpBuilder &builder, Location loc, ValueRange operands) {
          return materializeApply(builder, loc, layout, operands);
        },
        inputs);
    EXPECT_EQ(emitted, *values);
    if (layout.checkInvertible())
      continue;
    auto inverse = layout.evaluateInverse(*values);
    EXPECT_TRUE(inverse) << inverse.reason();
    // The first of several replicas, so compare what it gives.
    EXPECT_EQ(*layout.evaluate(*inverse), *values);
    auto emittedInverse = fold(
        [&](OpBuilder &builder, Location loc, ValueRange operands) {
          return materializeInverse(builder, loc, layout, operands);
        },
        *values);
    EXPECT_EQ(emittedInverse, *inverse);
    ++inverted;
  }
  return inverted;
}

TEST_F(TileLayoutIR, ArithmeticIsTheLayout) {
  auto check = [&](StringRef text, ArrayRef<int64_t> extents) {
    return checkArithmetic(parse(text), extents);
  };
  EXPECT_EQ(check("#tilelayout.strided<(4,8):(8,1)>", {4, 8}), 32);
  EXPECT_EQ(check("#tilelayout.strided<(3,(2,5)):(10,(1,2))>", {3, 10}), 30);
  EXPECT_EQ(check("#tilelayout.strided<(3,5):(1@row,2@column)>", {3, 5}), 15);
  EXPECT_EQ(check("#tilelayout.strided<(3,5):(0,7)>", {3, 5}), 15);
  EXPECT_EQ(check("#tilelayout.strided<(2,2):(1,1)>", {2, 2}), 0);
  EXPECT_EQ(check("#tilelayout.strided<1:0>", {1}), 1);
  EXPECT_EQ(check("#tilelayout.strided<():()>", {}), 1);
  EXPECT_EQ(check("#tilelayout.swizzle<3, 4, 3>", {1024}), 1024);
  EXPECT_EQ(check("#tilelayout.swizzle<2, 1, -3>", {256}), 256);
  EXPECT_EQ(check("#tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, "
                  "bits = 16>",
                  {8, 64}),
            512);
  EXPECT_EQ(check("#tilelayout.memory<(6,10):(12,1), bits = 16>", {6, 10}), 60);
  EXPECT_EQ(check("#tilelayout.memory<(8,6):(1@datapath,1@column), bits = 32>",
                  {8, 6}),
            48);
  EXPECT_EQ(check("#tilelayout.fragment<shape = (16,8), reg = "
                  "(2,2):(1@d1,8@d0), lane = (4,8):(2@d1,1@d0)>",
                  {4, 32}),
            128);
  EXPECT_EQ(check("#tilelayout.fragment<shape = (6,10), reg = "
                  "(5,3):(1@d1,2@d0), lane = (2,2,2):(5@d1,1@d0,0)>",
                  {15, 8}),
            120);
  EXPECT_EQ(check("#tilelayout.map<(8,16), (d0, d1) -> (d0 * 16 + d1, (d0 mod "
                  "8) floordiv 2 * 4), bits = 16>",
                  {8, 16}),
            0);
}

TEST_F(TileLayoutIR, InverseOfOtherValuesIsRefused) {
  auto padded = parse("#tilelayout.memory<(6,10):(12,1), bits = 16>");
  EXPECT_FALSE(padded.evaluateInverse({11}));
  EXPECT_FALSE(padded.evaluateInverse({72}));
  EXPECT_FALSE(padded.evaluateInverse({-1}));
  EXPECT_FALSE(padded.evaluateInverse({0, 0}));
  EXPECT_FALSE(padded.evaluate({6, 0}));
  EXPECT_FALSE(padded.evaluate({0}));
}

TEST_F(TileLayoutIR, LayoutsKnowTheirTiles) {
  auto memory = parse<LayoutAttrInterface>(
      "#tilelayout.memory<(8,64):(64,1), bits = 16>");
  EXPECT_TRUE(memory.isValidFor({8, 64}, 16));
  EXPECT_FALSE(memory.isValidFor({8, 64}, 8));
  EXPECT_FALSE(memory.isValidFor({64, 8}, 16));
  EXPECT_FALSE(memory.isValidFor({512}, 16));
  auto fragment = parse<LayoutAttrInterface>(
      "#tilelayout.fragment<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>");
  EXPECT_TRUE(fragment.isValidFor({4, 8}, 7));
  EXPECT_FALSE(fragment.isValidFor({8, 4}, 7));
  auto map = parse<LayoutAttrInterface>(
      "#tilelayout.map<(8), (d0) -> (d0), bits = 32>");
  EXPECT_TRUE(map.isValidFor({8}, 32));
  EXPECT_FALSE(isa<LayoutAttrInterface>(
      static_cast<Attribute>(parse("#tilelayout.strided<4:1>"))));
}

TEST_F(TileLayoutIR, ConversionKindOfAttributes) {
  auto rows = parse<LayoutAttrInterface>(
      "#tilelayout.fragment<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>");
  auto columns = parse<LayoutAttrInterface>(
      "#tilelayout.fragment<shape = (4,8), reg = 4:1@d0, lane = 8:1@d1>");
  auto memory =
      parse<LayoutAttrInterface>("#tilelayout.memory<(4,8):(8,1), bits = 16>");
  EXPECT_EQ(*conversionKind(rows, rows), ConversionKind::Identity);
  EXPECT_EQ(*conversionKind(rows, columns), ConversionKind::LaneShuffle);
  EXPECT_FALSE(conversionKind(rows, memory));
}

TEST_F(TileLayoutIR, MapsAreImported) {
  auto swizzled = parse<MemoryLayoutAttrInterface>(
      "#tilelayout.map<(8,64), (d0, d1) -> (d0 * 64 + d1, (d0 mod 8) * 8), "
      "bits = 16, align = 1024>");
  auto layout = swizzled.importLayout();
  ASSERT_TRUE(layout) << layout.reason();
  EXPECT_EQ(layout->str(),
            "(8,64):(64,1), swizzle = <3,4,3>, bits = 16, align = 1024");
  auto importError = [&](StringRef text) {
    auto layout = parse<MemoryLayoutAttrInterface>(text).importLayout();
    return layout ? std::string("imported") : layout.reason();
  };
  EXPECT_EQ(importError("#tilelayout.map<(4), (d0) -> (d0 + 1), bits = 8>"),
            "expected a map that is zero at the origin (because the base is "
            "the first element), got 1");
  EXPECT_NE(importError("#tilelayout.map<(4), (d0) -> (d0 - 1), bits = 8>"),
            "imported");
  EXPECT_NE(importError("#tilelayout.map<(5), (d0) -> (d0 mod 3), bits = 8>"),
            "imported");
  EXPECT_NE(
      importError("#tilelayout.map<(5), (d0) -> (d0 floordiv 0), bits = 8>"),
      "imported");
  // The swizzle needs a base that is aligned to it.
  EXPECT_NE(importError("#tilelayout.map<(8,64), (d0, d1) -> (d0 * 64 + d1, "
                        "(d0 mod 8) * 8), bits = 16>")
                .find("base alignment"),
            std::string::npos);
}

TEST_F(TileLayoutIR, EveryTruncationIsAnError) {
  for (StringRef text :
       {"#tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, bits = 16, "
        "align = 1024>",
        "#tilelayout.fragment<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>",
        "#tilelayout.map<(8), (d0) -> (d0), bits = 32>"})
    for (size_t length = 1; length < text.size(); ++length)
      EXPECT_NE(errorOf(text.take_front(length)), "") << length;
}

TEST_F(TileLayoutIR, HostileTextIsAnError) {
  EXPECT_NE(errorOf("#tilelayout.strided<" + std::string(50000, '(')), "");
  std::string wide = "(1";
  for (int i = 0; i != 50000; ++i)
    wide += ",1";
  EXPECT_NE(errorOf("#tilelayout.strided<" + wide + "):1>"), "");
  EXPECT_NE(errorOf("#tilelayout.strided<99999999999999999999:1>"), "");
  EXPECT_NE(errorOf("#tilelayout.strided<(3037000500,3037000500,2):(1,1,1)>"),
            "");
  EXPECT_NE(errorOf("#tilelayout.swizzle<62, 62, 62>"), "");
  EXPECT_NE(errorOf("#tilelayout.memory<4:1, bits = 16, align = "
                    "9223372036854775807>"),
            "");
  EXPECT_NE(errorOf("#tilelayout.memory<2:9223372036854775806, bits = 16>"),
            "");
}

TEST_F(TileLayoutIR, StorageBits) {
  Builder builder(&context);
  EXPECT_EQ(storageBits(builder.getI1Type()), 8);
  EXPECT_EQ(storageBits(builder.getIntegerType(4)), 4);
  EXPECT_EQ(storageBits(builder.getF16Type()), 16);
  EXPECT_EQ(storageBits(FloatTF32Type::get(&context)), 32);
  EXPECT_EQ(storageBits(VectorType::get({4}, builder.getBF16Type())), 64);
  EXPECT_EQ(storageBits(VectorType::get({4}, builder.getI1Type())), 32);
  EXPECT_EQ(storageBits(builder.getIndexType()), std::nullopt);
}
