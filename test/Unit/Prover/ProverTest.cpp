//===- ProverTest.cpp - tests of the proof ladder -------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every rung is compared with a definition that visits all points in the
// simplest way, on families of layouts and maps; then come the questions that
// the compiler asks.
//
//===----------------------------------------------------------------------===//

#include "Tile/Prover/Prover.h"
#include "Tile/Dialect/TileLayout/Algebra/Text.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tile;

using Point = IndexFunction::Point;

namespace {
class ProverTest : public ::testing::Test {
protected:
  IndexFunction layout(StringRef text) {
    auto parsed = layout::parseComposedLayout(text);
    EXPECT_TRUE(parsed) << parsed.reason();
    return IndexFunction::fromLayout(*parsed);
  }
  AffineMap parseMap(StringRef text) {
    auto attr = dyn_cast_if_present<AffineMapAttr>(
        parseAttribute(("affine_map<" + text + ">").str(), &context));
    EXPECT_TRUE(attr) << text.str();
    return attr ? attr.getValue() : AffineMap::get(&context);
  }
  IndexFunction map(StringRef text, ArrayRef<int64_t> extents) {
    auto function = IndexFunction::fromMap(parseMap(text), extents);
    EXPECT_TRUE(function) << function.reason();
    return *function;
  }
  IndexFunction map(StringRef text, StringRef domain) {
    auto set = parseAttribute(("affine_set<" + domain + ">").str(), &context);
    auto function = IndexFunction::fromMap(
        parseMap(text), cast<IntegerSetAttr>(set).getValue());
    EXPECT_TRUE(function) << function.reason();
    return *function;
  }
  Verdict prove(const Query::Result &query, ProverOptions options = {}) {
    EXPECT_TRUE(query) << query.reason();
    return Prover(options).prove(*query);
  }
  std::string text(const Query::Result &query, ProverOptions options = {}) {
    return prove(query, options).str();
  }

  MLIRContext context;
};

/// Answers queries on boxes from their definitions.
struct Definition {
  const Query &query;

  static std::vector<Point> points(const IndexFunction &f) {
    std::vector<Point> all{{}};
    ArrayRef<int64_t> extents = *f.extents();
    for (int64_t extent : extents) {
      std::vector<Point> longer;
      for (const Point &point : all)
        for (int64_t i = 0; i != extent; ++i) {
          longer.push_back(point);
          longer.back().push_back(i);
        }
      all = longer;
    }
    return all;
  }

  bool holds() const {
    std::vector<Point> xs = points(query.f()), ys = points(query.g());
    switch (query.property()) {
    case Property::Equal:
      for (const Point &x : xs)
        if (*query.f().evaluate(x) != *query.g().evaluate(x))
          return false;
      return true;
    case Property::InBounds:
      for (const Point &x : xs)
        for (auto [i, value] : llvm::enumerate(*query.f().evaluate(x)))
          if (value < 0 || value >= query.bounds()[i])
            return false;
      return true;
    case Property::Covers:
      for (int64_t value = 0; value != query.bounds().front(); ++value)
        if (llvm::none_of(xs, [&](const Point &x) {
              return query.f().evaluate(x)->front() == value;
            }))
          return false;
      return true;
    case Property::Injective:
    case Property::Disjoint: {
      size_t compared = query.property() == Property::Disjoint
                            ? query.threadDims()
                            : query.f().numDims();
      for (const Point &x : xs)
        for (const Point &y : ys)
          if (ArrayRef(x).take_front(compared) !=
                  ArrayRef(y).take_front(compared) &&
              *query.f().evaluate(x) == *query.g().evaluate(y))
            return false;
      return true;
    }
    case Property::BankConflictFree: {
      const layout::BankGeometry &banks = query.geometry();
      int64_t lanes = banks.phaseBytes / query.accessBytes();
      for (size_t i = 0; i != xs.size(); ++i)
        for (size_t j = 0; j != xs.size(); ++j) {
          if (static_cast<int64_t>(i) / lanes !=
              static_cast<int64_t>(j) / lanes)
            continue;
          int64_t a = query.f().evaluate(xs[i])->front();
          int64_t b = query.f().evaluate(xs[j])->front();
          for (int64_t k = 0; k != query.accessBytes(); ++k)
            for (int64_t l = 0; l != query.accessBytes(); ++l) {
              int64_t p = (a + k) / banks.bankBytes;
              int64_t q = (b + l) / banks.bankBytes;
              if (p != q && p % banks.banks == q % banks.banks)
                return false;
            }
        }
      return true;
    }
    }
    return false;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Every rung against the definition
//===----------------------------------------------------------------------===//

namespace {
/// Counts the definite answers of each rung.
struct Score {
  int64_t yes[kNumRungs] = {}, no[kNumRungs] = {};
};
} // namespace

static void compareRungs(const Query::Result &query, Score &score) {
  ASSERT_TRUE(query) << query.reason();
  bool holds = Definition{*query}.holds();
  for (unsigned i = 0; i != kNumRungs; ++i) {
    Verdict verdict =
        Prover(ProverOptions::only(static_cast<Rung>(i))).prove(*query);
    if (verdict.answer == Answer::Unknown)
      continue;
    ASSERT_EQ(verdict.isYes(), holds)
        << "property " << static_cast<int>(query->property()) << " "
        << (query->f().getLayout() ? query->f().getLayout()->str() : "map")
        << " and "
        << (query->g().getLayout() ? query->g().getLayout()->str() : "map")
        << ": " << verdict.str();
    ++(holds ? score.yes : score.no)[i];
  }
}

TEST_F(ProverTest, RungsAgreeOnLayouts) {
  std::vector<IndexFunction> functions;
  for (const char *text :
       {"(4,4):(4,1)", "(4,4):(1,4)", "(4,4):(1,1)", "(4,4):(0,1)",
        "(4,4):(5,1)", "(4,4):(1,3)", "(4,(2,2)):(4,(1,2))",
        "(4,(2,2)):(4,(2,1))", "Sw<2,0,2> o 0 o (4,4):(4,1)",
        "Sw<2,0,2> o 16 o (4,4):(4,1)", "Sw<1,0,2> o 0 o (4,4):(4,1)",
        "Sw<2,0,2> o 0 o (4,4):(1,4)", "(4,4):(-1,4)",
        "Sw<2,0,-2> o 0 o (4,4):(4,1)", "(4,4):(32,128)", "(4,4):(2,8)"})
    functions.push_back(layout(text));
  for (const char *text : {"(3,5):(5,1)", "(3,5):(1,3)", "(3,5):(1,2)",
                           "(3,5):(7,1)", "Sw<1,0,2> o 0 o (3,5):(5,1)"})
    functions.push_back(layout(text));
  Score score;
  for (const IndexFunction &f : functions) {
    compareRungs(Query::injective(f), score);
    for (int64_t bound : {1, 15, 16, 20, 32}) {
      compareRungs(Query::inBounds(f, {bound}), score);
      compareRungs(Query::covers(f, {bound}), score);
    }
    if (f.getLayout()->layout().isNonNegative())
      for (int64_t bytes : {1, 4, 16})
        compareRungs(Query::bankConflictFree(f, bytes, {8, 4, 32}), score);
    for (const IndexFunction &g : functions) {
      compareRungs(Query::disjoint(f, g, 1), score);
      compareRungs(Query::disjoint(f, g, 2), score);
      if (f.extents() == g.extents())
        compareRungs(Query::equal(f, g), score);
    }
  }
  for (unsigned i = 0; i != kNumRungs; ++i) {
    EXPECT_GT(score.yes[i], 30) << stringifyRung(static_cast<Rung>(i)).str();
    EXPECT_GT(score.no[i], 30) << stringifyRung(static_cast<Rung>(i)).str();
  }
}

namespace {
/// Random affine expressions of two dimensions.
class RandomMaps {
public:
  explicit RandomMaps(MLIRContext *context) : context(context), engine(23) {}
  AffineExpr expr(int64_t depth) {
    if (depth == 0 || pick(4) == 0)
      return pick(5) == 0 ? getAffineConstantExpr(pick(7) - 2, context)
                          : getAffineDimExpr(pick(2), context) * (pick(5) - 1);
    switch (pick(4)) {
    case 0:
      return expr(depth - 1).floorDiv(pick(3) + 2);
    case 1:
      return expr(depth - 1) % (pick(4) + 2);
    default:
      return expr(depth - 1) + expr(depth - 1);
    }
  }
  int64_t pick(int64_t n) { return static_cast<int64_t>(engine() % n); }

private:
  MLIRContext *context;
  std::mt19937_64 engine;
};
} // namespace

TEST_F(ProverTest, RungsAgreeOnMaps) {
  RandomMaps random(&context);
  Score score;
  auto function = [&](AffineExpr expr) {
    return *IndexFunction::fromMap(AffineMap::get(2, 0, expr),
                                   ArrayRef<int64_t>{4, 5});
  };
  for (int round = 0; round != 150; ++round) {
    AffineExpr a = random.expr(3), b = random.expr(2);
    IndexFunction f = function(a), g = function(b);
    compareRungs(Query::injective(f), score);
    compareRungs(Query::inBounds(f, {random.pick(12) + 1}), score);
    compareRungs(Query::covers(f, {random.pick(5) + 1}), score);
    compareRungs(Query::disjoint(f, g, 1), score);
    compareRungs(Query::equal(f, g), score);
    compareRungs(Query::equal(f, function(a + b - b)), score);
  }
  for (Rung rung : {Rung::Enumeration, Rung::Presburger}) {
    EXPECT_GT(score.yes[static_cast<unsigned>(rung)], 150);
    EXPECT_GT(score.no[static_cast<unsigned>(rung)], 150);
  }
}

//===----------------------------------------------------------------------===//
// Questions of the compiler
//===----------------------------------------------------------------------===//

TEST_F(ProverTest, SwizzledTileIsInjective) {
  EXPECT_EQ(text(Query::injective(layout("Sw<3,4,3> o 0 o (64,64):(128,2)"))),
            "yes (structural)");
  EXPECT_EQ(text(Query::injective(layout("Sw<3,4,3> o 0 o (64,64):(128,2)")),
                 ProverOptions::only(Rung::F2)),
            "yes (f2)");
}

TEST_F(ProverTest, MatrixLoadHasNoBankConflicts) {
  // Eight rows of 128 bytes, one chunk of 16 bytes each, for every chunk.
  for (int64_t chunk = 0; chunk != 8; ++chunk) {
    std::string offset = std::to_string(16 * chunk);
    EXPECT_EQ(text(Query::bankConflictFree(
                  layout("Sw<3,4,3> o " + offset + " o 8:128"), 16, {})),
              "yes (f2)");
    EXPECT_EQ(text(Query::bankConflictFree(
                  layout("Sw<0,0,0> o " + offset + " o 8:128"), 16, {})),
              "no (f2): first = (0) second = (1)");
  }
  // Padding by one chunk; the bits of these rows carry, so F2 does not apply.
  Verdict padded = prove(Query::bankConflictFree(layout("8:80"), 16, {}));
  EXPECT_EQ(padded.str(), "yes (enumeration)");
}

TEST_F(ProverTest, TilesThatAreNoPowersOfTwo) {
  // A 48 by 80 tile on 96 threads, ten vectors of four each.
  IndexFunction tile =
      map("(t, i, v) -> (t * 4 + i * 384 + v)", ArrayRef<int64_t>{96, 10, 4});
  EXPECT_EQ(text(Query::injective(tile)), "yes (enumeration)");
  EXPECT_EQ(text(Query::injective(tile), ProverOptions::only(Rung::Presburger)),
            "yes (presburger)");
  EXPECT_EQ(text(Query::covers(tile, {3840})), "yes (enumeration)");
  EXPECT_EQ(text(Query::disjoint(tile, tile, 1)), "yes (enumeration)");
}

TEST_F(ProverTest, SymbolicBounds) {
  StringRef domain = "(bx, tx)[n] : (n mod 128 == 0, bx >= 0, n floordiv 128 - "
                     "bx - 1 >= 0, tx >= 0, 127 - tx >= 0)";
  IndexFunction full = map("(bx, tx)[n] -> (bx * 128 + tx)", domain);
  AffineMap n = parseMap("(bx, tx)[n] -> (n)");
  EXPECT_EQ(text(Query::inBounds(full, n)), "yes (presburger)");
  EXPECT_EQ(text(Query::covers(full, n)), "yes (presburger)");
  // Without divisibility the last block reaches outside.
  IndexFunction ragged =
      map("(bx, tx)[n] -> (bx * 128 + tx)",
          "(bx, tx)[n] : (bx >= 0, (n + 127) floordiv 128 - bx - 1 >= 0, tx >= "
          "0, 127 - tx >= 0)");
  Verdict outside = prove(Query::inBounds(ragged, n));
  ASSERT_TRUE(outside.isNo()) << outside.str();
  auto &at = *outside.counterexample;
  EXPECT_GE(at.first[0] * 128 + at.first[1], at.symbols[0]);
  EXPECT_EQ(text(Query::covers(ragged, n)), "yes (presburger)");
  // A grid that is rounded down misses the tail.
  IndexFunction truncated =
      map("(bx, tx)[n] -> (bx * 128 + tx)",
          "(bx, tx)[n] : (bx >= 0, n floordiv 128 - bx - 1 >= 0, tx >= 0, 127 "
          "- tx >= 0)");
  Verdict missing = prove(Query::covers(truncated, n));
  ASSERT_TRUE(missing.isNo()) << missing.str();
  int64_t value = missing.counterexample->value[0];
  int64_t symbol = missing.counterexample->symbols[0];
  EXPECT_TRUE(value >= symbol / 128 * 128 && value < symbol);
}

TEST_F(ProverTest, WritesAfterWritesHaveTwoThreads) {
  // Thread t writes t, then 127 - t. Per thread the two differ, but the other
  // half of the threads writes there too.
  IndexFunction forward = map("(t) -> (t)", ArrayRef<int64_t>{128});
  IndexFunction backward = map("(t) -> (127 - t)", ArrayRef<int64_t>{128});
  for (Rung rung : {Rung::Enumeration, Rung::Presburger}) {
    Verdict verdict =
        prove(Query::disjoint(forward, backward, 1), ProverOptions::only(rung));
    ASSERT_TRUE(verdict.isNo()) << verdict.str();
    EXPECT_EQ(verdict.counterexample->first[0] +
                  verdict.counterexample->second[0],
              127);
    EXPECT_TRUE(
        prove(Query::disjoint(forward, forward, 1), ProverOptions::only(rung))
            .isYes());
  }
  // All threads write one cell.
  EXPECT_TRUE(
      prove(Query::disjoint(layout("128:0"), layout("128:0"), 1)).isNo());
  // The same iterations of one thread may meet.
  EXPECT_TRUE(
      prove(Query::disjoint(layout("(8,4):(1,0)"), layout("(8,4):(1,0)"), 1))
          .isYes());
}

TEST_F(ProverTest, VectorValues) {
  IndexFunction rows = map("(t, i) -> (t, i)", ArrayRef<int64_t>{8, 4});
  IndexFunction columns = map("(t, i) -> (i, t)", ArrayRef<int64_t>{8, 4});
  EXPECT_EQ(text(Query::injective(rows)), "yes (enumeration)");
  EXPECT_EQ(text(Query::inBounds(rows, {8, 4})), "yes (enumeration)");
  EXPECT_EQ(text(Query::inBounds(columns, {8, 4})),
            "no (enumeration): first = (4,0) value = (0,4)");
  EXPECT_EQ(text(Query::covers(rows, {8, 4})), "yes (enumeration)");
  EXPECT_EQ(text(Query::covers(rows, {8, 5})),
            "no (enumeration): value = (0,4)");
  EXPECT_EQ(
      text(Query::covers(rows, {8, 5}), ProverOptions::only(Rung::Presburger)),
      "no (presburger): value = (7,4)");
  EXPECT_TRUE(prove(Query::disjoint(rows, columns, 1)).isNo());
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST_F(ProverTest, UnknownNamesEveryRung) {
  // Too many points, not powers of two, and a swizzle.
  Verdict verdict = prove(Query::inBounds(
      layout("Sw<3,4,3> o 0 o (1000,1000):(1000,1)"), {1000001}));
  EXPECT_EQ(verdict.answer, Answer::Unknown);
  for (const char *rung :
       {"structural: ", "f2: ", "enumeration: ", "presburger: "})
    EXPECT_NE(verdict.reason.find(rung), std::string::npos) << verdict.reason;
}

TEST_F(ProverTest, NonlinearIsUnknown) {
  IndexFunction product =
      map("(i)[s] -> (i * s)", "(i)[s] : (i >= 0, s - i >= 0)");
  Verdict verdict = prove(Query::injective(product));
  EXPECT_EQ(verdict.answer, Answer::Unknown);
}

TEST_F(ProverTest, BudgetsCountPointsAndVariables) {
  ProverOptions few = ProverOptions::only(Rung::Enumeration);
  few.maxPoints = 15;
  EXPECT_EQ(text(Query::injective(layout("(4,4):(1,4)")), few),
            "unknown: enumeration: there are more than 15 points");
  ProverOptions small = ProverOptions::only(Rung::Presburger);
  small.maxVariables = 3;
  EXPECT_EQ(prove(Query::injective(layout("(4,4):(1,4)")), small).answer,
            Answer::Unknown);
}

TEST_F(ProverTest, OverflowHasNoValue) {
  // The last value is 2^63, which enumeration cannot represent. Presburger
  // arithmetic is unbounded.
  IndexFunction huge =
      map("(i) -> (i * 4611686018427387904)", ArrayRef<int64_t>{3});
  EXPECT_EQ(
      prove(Query::injective(huge), ProverOptions::only(Rung::Enumeration))
          .answer,
      Answer::Unknown);
  EXPECT_EQ(text(Query::injective(huge)), "yes (presburger)");
  EXPECT_TRUE(
      prove(Query::inBounds(huge, {std::numeric_limits<int64_t>::max()}))
          .answer != Answer::Yes);
  IndexFunction byZero = map("(i) -> (i floordiv 0)", ArrayRef<int64_t>{3});
  EXPECT_EQ(prove(Query::injective(byZero)).answer, Answer::Unknown);
}

TEST_F(ProverTest, QueriesAreChecked) {
  IndexFunction f = layout("(4,4):(1,4)"), g = layout("16:1");
  EXPECT_FALSE(Query::equal(f, g));
  EXPECT_FALSE(Query::inBounds(f, {16, 16}));
  EXPECT_FALSE(Query::inBounds(f, {0}));
  EXPECT_FALSE(Query::inBounds(f, AffineMap::get(&context)));
  EXPECT_FALSE(Query::disjoint(f, g, 2));
  EXPECT_FALSE(Query::disjoint(f, g, 0));
  EXPECT_FALSE(Query::bankConflictFree(f, 0, {}));
  EXPECT_FALSE(IndexFunction::fromLayout(*layout::parseLayout("4:1@d0")));
  EXPECT_FALSE(
      IndexFunction::fromMap(parseMap("(i) -> (i)"), ArrayRef<int64_t>{2, 2}));
  EXPECT_FALSE(
      IndexFunction::fromMap(parseMap("(i) -> (i)"), ArrayRef<int64_t>{0}));
}

TEST_F(ProverTest, AnswersAreDeterministic) {
  IndexFunction f = layout("(12,10):(7,3)");
  std::string first = text(Query::injective(f));
  EXPECT_EQ(first.substr(0, 2), "no");
  for (int i = 0; i != 20; ++i)
    EXPECT_EQ(text(Query::injective(f)), first);
}
