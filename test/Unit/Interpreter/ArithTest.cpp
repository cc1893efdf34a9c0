//===- ArithTest.cpp - scalars, vectors and functions ---------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cmath>

namespace {

/// The single result of a body whose last line defines %r.
double value(const std::string &type, const std::string &body) {
  std::vector<double> results =
      evaluate("func.func @main() -> " + type + " {\n" + body +
               "\nreturn %r : " + type + "\n}");
  return results.size() == 1 ? results[0] : std::nan("");
}

/// `op` of two constants of a type.
double binary(const std::string &op, const std::string &type,
              const std::string &x, const std::string &y) {
  return value(type, "%x = arith.constant " + x + " : " + type +
                         "\n%y = arith.constant " + y + " : " + type +
                         "\n%r = " + op + " %x, %y : " + type);
}

double unary(const std::string &op, const std::string &type,
             const std::string &x) {
  return value(type, "%x = arith.constant " + x + " : " + type +
                         "\n%r = " + op + " %x : " + type);
}

/// `op` from one type to another.
double cast(const std::string &op, const std::string &from,
            const std::string &x, const std::string &to) {
  return value(to, "%x = arith.constant " + x + " : " + from + "\n%r = " + op +
                       " %x : " + from + " to " + to);
}

Outcome attempt(const std::string &op, const std::string &type,
                const std::string &x, const std::string &y) {
  return run("func.func @main() -> " + type + " {\n%x = arith.constant " + x +
             " : " + type + "\n%y = arith.constant " + y + " : " + type +
             "\n%r = " + op + " %x, %y : " + type + "\nreturn %r : " + type +
             "\n}");
}

TEST(ArithTest, IntegersWrap) {
  EXPECT_EQ(binary("arith.addi", "i8", "100", "100"), -56);
  EXPECT_EQ(binary("arith.subi", "i16", "-32768", "1"), 32767);
  EXPECT_EQ(binary("arith.muli", "i32", "65536", "65536"), 0);
  EXPECT_EQ(binary("arith.muli", "i64", "4294967296", "4294967296"), 0);
  EXPECT_EQ(binary("arith.addi", "i4", "7", "1"), -8);
  EXPECT_EQ(
      value("i1", "%x = arith.constant true\n%r = arith.addi %x, %x : i1"), 0);
  EXPECT_EQ(binary("arith.addi", "i33", "-4294967296", "-4294967296"), 0);
}

TEST(ArithTest, IntegersDivide) {
  EXPECT_EQ(binary("arith.divsi", "i32", "-7", "2"), -3);
  EXPECT_EQ(binary("arith.remsi", "i32", "-7", "2"), -1);
  EXPECT_EQ(binary("arith.floordivsi", "i32", "-7", "2"), -4);
  EXPECT_EQ(binary("arith.ceildivsi", "i32", "-7", "2"), -3);
  EXPECT_EQ(binary("arith.ceildivsi", "i32", "7", "2"), 4);
  EXPECT_EQ(binary("arith.divui", "i8", "-1", "2"), 127);
  EXPECT_EQ(binary("arith.remui", "i8", "-1", "2"), 1);
  EXPECT_EQ(binary("arith.ceildivui", "i8", "5", "2"), 3);
  EXPECT_TRUE(
      attempt("arith.divsi", "i32", "1", "0").failedAt(4, "division by zero"));
  EXPECT_TRUE(attempt("arith.remui", "i32", "1", "0").failedAt(4, "zero"));
  EXPECT_TRUE(
      attempt("arith.divsi", "i8", "-128", "-1").failedAt(4, "in range"));
  EXPECT_TRUE(attempt("arith.divsi", "i64", "-9223372036854775808", "-1")
                  .failedAt(4, "in range"));
}

TEST(ArithTest, IntegersShiftAndCompare) {
  EXPECT_EQ(binary("arith.shli", "i8", "3", "7"), -128);
  EXPECT_EQ(binary("arith.shrui", "i8", "-128", "7"), 1);
  EXPECT_EQ(binary("arith.shrsi", "i8", "-128", "7"), -1);
  EXPECT_TRUE(attempt("arith.shli", "i8", "1", "8").failedAt(4, "poison"));
  EXPECT_EQ(binary("arith.maxsi", "i8", "-1", "1"), 1);
  EXPECT_EQ(binary("arith.maxui", "i8", "-1", "1"), -1);
  EXPECT_EQ(binary("arith.minsi", "i8", "-1", "1"), -1);
  EXPECT_EQ(binary("arith.minui", "i8", "-1", "1"), 1);
  auto compare = [](const std::string &predicate) {
    return value("i1",
                 "%x = arith.constant -1 : i8\n%y = arith.constant 1 : i8\n"
                 "%r = arith.cmpi " +
                     predicate + ", %x, %y : i8");
  };
  EXPECT_EQ(compare("slt"), 1);
  EXPECT_EQ(compare("ult"), 0);
  EXPECT_EQ(compare("ne"), 1);
  EXPECT_EQ(compare("uge"), 1);
  EXPECT_EQ(compare("sge"), 0);
}

TEST(ArithTest, IntegersExtend) {
  EXPECT_EQ(cast("arith.extsi", "i8", "-1", "i32"), -1);
  EXPECT_EQ(cast("arith.extui", "i8", "-1", "i32"), 255);
  EXPECT_EQ(cast("arith.trunci", "i32", "511", "i8"), -1);
  EXPECT_EQ(cast("arith.index_cast", "i32", "-5", "index"), -5);
  EXPECT_EQ(cast("arith.index_castui", "i8", "-1", "index"), 255);
  EXPECT_EQ(evaluate("func.func @main() -> (i8, i1) {\n"
                     "%x = arith.constant -1 : i8\n"
                     "%s, %c = arith.addui_extended %x, %x : i8, i1\n"
                     "return %s, %c : i8, i1 }"),
            (std::vector<double>{-2, 1}));
  EXPECT_EQ(evaluate("func.func @main() -> (i64, i64) {\n"
                     "%x = arith.constant -1 : i64\n"
                     "%l, %h = arith.mulsi_extended %x, %x : i64\n"
                     "return %l, %h : i64, i64 }"),
            (std::vector<double>{1, 0}));
  EXPECT_EQ(evaluate("func.func @main() -> (i64, i64) {\n"
                     "%x = arith.constant -1 : i64\n"
                     "%l, %h = arith.mului_extended %x, %x : i64\n"
                     "return %l, %h : i64, i64 }"),
            (std::vector<double>{1, -2}));
}

TEST(ArithTest, FloatsRoundOnce) {
  EXPECT_EQ(binary("arith.addf", "f32", "16777216.0", "1.0"), 16777216.0);
  EXPECT_EQ(binary("arith.addf", "f16", "2048.0", "1.0"), 2048.0);
  EXPECT_EQ(binary("arith.addf", "f16", "2048.0", "3.0"), 2052.0);
  EXPECT_EQ(binary("arith.addf", "bf16", "256.0", "1.0"), 256.0);
  EXPECT_EQ(binary("arith.mulf", "f16", "300.0", "300.0"), HUGE_VAL);
  EXPECT_EQ(binary("arith.divf", "f64", "1.0", "3.0"), 1.0 / 3.0);
  EXPECT_EQ(binary("arith.subf", "f8E5M2", "1.0", "0.25"), 0.75);
  EXPECT_EQ(binary("arith.remf", "f32", "-5.5", "2.0"), -1.5);
  EXPECT_EQ(unary("arith.negf", "f16", "1.5"), -1.5);
}

TEST(ArithTest, FloatsCompare) {
  EXPECT_EQ(binary("arith.maxnumf", "f32", "0x7FC00000", "1.0"), 1.0);
  EXPECT_TRUE(std::isnan(binary("arith.maximumf", "f32", "0x7FC00000", "1.0")));
  EXPECT_EQ(binary("arith.minnumf", "f16", "0x7E00", "-1.0"), -1.0);
  EXPECT_TRUE(
      std::isnan(binary("arith.minimumf", "f64", "1.0", "0x7FF8000000000000")));
  auto compare = [](const std::string &predicate) {
    return value(
        "i1",
        "%x = arith.constant 0x7FC00000 : f32\n%y = arith.constant 1.0 : f32\n"
        "%r = arith.cmpf " +
            predicate + ", %x, %y : f32");
  };
  EXPECT_EQ(compare("olt"), 0);
  EXPECT_EQ(compare("ult"), 1);
  EXPECT_EQ(compare("one"), 0);
  EXPECT_EQ(compare("une"), 1);
  EXPECT_EQ(compare("uno"), 1);
  EXPECT_EQ(compare("ord"), 0);
}

TEST(ArithTest, FloatsConvert) {
  EXPECT_EQ(cast("arith.extf", "f16", "0.5", "f32"), 0.5);
  EXPECT_EQ(cast("arith.truncf", "f32", "1.0004", "f16"), 1.0);
  // Upstream overflow is IEEE's, that of the dialect saturates.
  EXPECT_TRUE(std::isnan(cast("arith.truncf", "f32", "1000.0", "f8E4M3FN")));
  EXPECT_EQ(cast("tile.cast", "f32", "1000.0", "f8E4M3FN"), 448);
  EXPECT_EQ(cast("arith.sitofp", "i8", "-3", "f32"), -3);
  EXPECT_EQ(cast("arith.uitofp", "i8", "-3", "f32"), 253);
  EXPECT_EQ(cast("arith.fptosi", "f32", "-3.9", "i8"), -3);
  EXPECT_EQ(cast("arith.fptoui", "f32", "200.5", "i8"), -56);
  EXPECT_EQ(cast("arith.bitcast", "f32", "1.0", "i32"), 0x3F800000);
  EXPECT_EQ(cast("arith.bitcast", "i16", "0x3C00", "f16"), 1.0);
  Outcome outcome = run("func.func @main() -> i8 {\n"
                        "%x = arith.constant 300.0 : f32\n"
                        "%r = arith.fptosi %x : f32 to i8\nreturn %r : i8 }");
  EXPECT_TRUE(outcome.failedAt(3, "range of 'i8'"));
}

TEST(ArithTest, CastsByTheRuleOfTheDialect) {
  EXPECT_EQ(cast("tile.cast", "f32", "300.0", "i8"), 127);
  EXPECT_EQ(cast("tile.cast", "f32", "0x7FC00000", "i8"), 0);
  EXPECT_EQ(cast("tile.cast", "f32", "-2.7", "i32"), -2);
  EXPECT_EQ(cast("tile.cast", "i32", "300", "i8"), 44);
  EXPECT_EQ(cast("tile.cast", "f32", "0.25", "i1"), 1);
  EXPECT_EQ(cast("tile.cast", "f32", "70000.0", "f16"), HUGE_VAL);
  EXPECT_EQ(cast("tile.cast", "f32", "0x7F800000", "f8E5M2"), 57344);
  auto castWith = [](const std::string &clause, const std::string &from,
                     const std::string &x, const std::string &to) {
    return value(to, "%x = arith.constant " + x + " : " + from +
                         "\n%b = arith.constant -1 : i32\n%r = tile.cast %x " +
                         clause + " : " + from + " to " + to);
  };
  EXPECT_EQ(castWith("unsigned", "i4", "-1", "f16"), 15);
  EXPECT_EQ(castWith("rounding(rz)", "f32", "1.0009", "f16"), 1.0);
  EXPECT_EQ(castWith("rounding(ru)", "f32", "1.0001", "f16"), 1.0009765625);
  EXPECT_EQ(castWith("rounding(rd)", "f32", "-1.0001", "f16"), -1.0009765625);
  EXPECT_EQ(castWith("rounding(rna)", "f32", "1.00048828125", "f16"),
            1.0009765625);
  EXPECT_EQ(castWith("rounding(rs, %b)", "f32", "1.0001", "f16"), 1.0009765625);
  EXPECT_TRUE(
      std::isnan(castWith("saturate(false)", "f32", "1000.0", "f8E4M3FN")));
  EXPECT_EQ(castWith("saturate(false)", "f32", "1.0e6", "f8E5M2"), HUGE_VAL);
}

TEST(ArithTest, RoundsInDirections) {
  auto rounded = [](const std::string &text) {
    return value(
        "f32", "%x = arith.constant 1.0 : f32\n%y = arith.constant 3.0 : f32\n"
               "%z = arith.constant 1.0e-10 : f32\n%r = tile.rounded " +
                   text + " : f32");
  };
  EXPECT_EQ(rounded("div rd %x, %y"), double(0x1.555554p-2f));
  EXPECT_EQ(rounded("div ru %x, %y"), double(0x1.555556p-2f));
  EXPECT_EQ(rounded("add rz %x, %z"), 1.0);
  EXPECT_EQ(rounded("add ru %x, %z"), double(std::nextafter(1.0f, 2.0f)));
  EXPECT_EQ(rounded("sub rz %x, %z"), double(std::nextafter(1.0f, 0.0f)));
  EXPECT_EQ(rounded("fma rn %x, %y, %x"), 4.0);
  EXPECT_EQ(rounded("rcp ru %y"), double(0x1.555556p-2f));
  EXPECT_EQ(rounded("sqrt rd %y"), double(0x1.bb67aep+0f));
  EXPECT_EQ(rounded("sqrt ru %y"), double(0x1.bb67bp+0f));
}

TEST(ArithTest, DotsBytes) {
  auto dot = [](const std::string &clause) {
    return value("i32",
                 "%x = arith.constant dense<[-1, 2, 3, -4]> : vector<4xi8>\n"
                 "%y = arith.constant dense<[1, -1, 10, 1]> : vector<4xi8>\n"
                 "%a = arith.constant 100 : i32\n%r = tile.dot4 %x, %y, %a " +
                     clause + " : vector<4xi8>, vector<4xi8>");
  };
  EXPECT_EQ(dot(""), 100 - 1 - 2 + 30 - 4);
  EXPECT_EQ(dot("unsigned_a"), 100 + 255 - 2 + 30 + 252);
  EXPECT_EQ(dot("unsigned_b"), 100 - 1 + 510 + 30 - 4);
}

TEST(ArithTest, Functions) {
  EXPECT_EQ(unary("math.exp2", "f32", "10.0"), 1024);
  EXPECT_EQ(unary("math.exp", "f32", "1.0"), double(float(std::exp(1.0))));
  EXPECT_EQ(unary("math.log2", "f16", "1024.0"), 10);
  EXPECT_EQ(unary("math.sqrt", "f32", "2.0"), double(std::sqrt(2.0f)));
  EXPECT_EQ(unary("math.rsqrt", "f32", "16.0"), 0.25);
  EXPECT_EQ(unary("math.rsqrt", "f64", "2.0"), 0x1.6a09e667f3bcdp-1);
  EXPECT_EQ(unary("math.absf", "f32", "-0.0"), 0);
  EXPECT_EQ(unary("math.floor", "f32", "-1.5"), -2);
  EXPECT_EQ(unary("math.roundeven", "f32", "2.5"), 2);
  EXPECT_EQ(unary("math.roundeven", "f32", "-3.5"), -4);
  EXPECT_EQ(unary("math.round", "f32", "2.5"), 3);
  EXPECT_EQ(unary("math.trunc", "f32", "-2.5"), -2);
  EXPECT_EQ(binary("math.powf", "f32", "2.0", "-2.0"), 0.25);
  EXPECT_EQ(binary("math.copysign", "f32", "2.0", "-0.0"), -2);
  EXPECT_EQ(binary("math.ipowi", "i32", "-3", "3"), -27);
  EXPECT_EQ(unary("math.ctlz", "i8", "1"), 7);
  EXPECT_EQ(unary("math.cttz", "i8", "0"), 8);
  EXPECT_EQ(unary("math.ctpop", "i8", "-1"), 8);
  EXPECT_EQ(unary("math.absi", "i8", "-128"), -128);
  // The product is not rounded before the addition.
  EXPECT_EQ(value("f32", "%x = arith.constant 1.00000012 : f32\n"
                         "%y = arith.constant -1.00000024 : f32\n"
                         "%r = math.fma %x, %x, %y : f32"),
            0x1p-46);
}

TEST(ArithTest, Vectors) {
  EXPECT_EQ(evaluate(R"(func.func @main() -> vector<4xf32> {
    %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
    %s = arith.constant 10.0 : f32
    %b = vector.broadcast %s : f32 to vector<4xf32>
    %r = arith.mulf %a, %b : vector<4xf32>
    return %r : vector<4xf32> })"),
            (std::vector<double>{10, 20, 30, 40}));
  EXPECT_EQ(evaluate(R"(func.func @main() -> (i32, vector<4xi32>, i32) {
    %a = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
    %i = arith.constant 2 : index
    %e = vector.extract %a[%i] : i32 from vector<4xi32>
    %n = vector.insert %e, %a [0] : i32 into vector<4xi32>
    %s = vector.reduction <add>, %n : vector<4xi32> into i32
    return %e, %n, %s : i32, vector<4xi32>, i32 })"),
            (std::vector<double>{3, 3, 2, 3, 4, 12}));
  EXPECT_EQ(evaluate(R"(func.func @main() -> (vector<4xi32>, vector<2xi32>) {
    %a = arith.constant dense<[1, 2]> : vector<2xi32>
    %b = arith.constant dense<[3, 4]> : vector<2xi32>
    %s = vector.shuffle %a, %b [3, 0, 2, 1] : vector<2xi32>, vector<2xi32>
    %t = vector.extract_strided_slice %s {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
    return %s, %t : vector<4xi32>, vector<2xi32> })"),
            (std::vector<double>{4, 1, 3, 2, 1, 3}));
  EXPECT_EQ(evaluate(R"(func.func @main() -> vector<4xi8> {
    %a = arith.constant dense<0x04030201> : vector<1xi32>
    %r = vector.bitcast %a : vector<1xi32> to vector<4xi8>
    return %r : vector<4xi8> })"),
            (std::vector<double>{1, 2, 3, 4}));
}

TEST(ArithTest, AffineIndices) {
  EXPECT_EQ(
      evaluate(R"(func.func @main() -> (index, index, index, index, index) {
    %i = arith.constant -7 : index
    %j = arith.constant 30 : index
    %a = affine.apply affine_map<(d0) -> (d0 floordiv 2 + d0 mod 3)>(%i)
    %m = affine.min affine_map<(d0) -> (d0, 12)>(%j)
    %d:2 = affine.delinearize_index %j into (4, 8) : index, index
    %l = affine.linearize_index [%d#0, %d#1] by (4, 8) : index
    return %a, %m, %d#0, %d#1, %l : index, index, index, index, index })"),
      (std::vector<double>{-4 + 2, 12, 3, 6, 30}));
}

TEST(ArithTest, PoisonIsReported) {
  Outcome outcome = run("func.func @main() -> i32 {\n"
                        "%x = ub.poison : i32\n"
                        "%r = arith.addi %x, %x : i32\nreturn %r : i32 }");
  EXPECT_TRUE(outcome.failedAt(3, "poison"));
}

} // namespace
