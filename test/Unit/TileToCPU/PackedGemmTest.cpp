//===- PackedGemmTest.cpp - Packed gemm against plain loops ---------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every product is compared with three nested loops. Inputs are small integers,
// so that all types and all orders of summation give the same, exact result.
//
//===----------------------------------------------------------------------===//

#include "GemmModule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

using namespace mlir;
using namespace tile::cpu;
using namespace tile::cpu::test;

namespace {

using MakeType = Type (*)(MLIRContext *);

Type f64(MLIRContext *c) { return Float64Type::get(c); }
Type f32(MLIRContext *c) { return Float32Type::get(c); }
Type f16(MLIRContext *c) { return Float16Type::get(c); }
Type bf16(MLIRContext *c) { return BFloat16Type::get(c); }
Type f8E5M2(MLIRContext *c) { return Float8E5M2Type::get(c); }
template <unsigned bits>
Type integer(MLIRContext *c) {
  return IntegerType::get(c, bits);
}

/// An e5m2 is the upper byte of an f16.
Value convertF8E5M2(OpBuilder &b, Location loc, Value value, Type to) {
  auto like = [&](Type element) -> Type {
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      return vector.cloneWith(std::nullopt, element);
    return element;
  };
  Value bits = arith::BitcastOp::create(b, loc, like(b.getI8Type()), value);
  Type i16 = like(b.getIntegerType(16));
  Value wide = arith::ExtUIOp::create(b, loc, i16, bits);
  Value eight = arith::ConstantOp::create(
      b, loc,
      isa<VectorType>(i16) ? TypedAttr(DenseElementsAttr::get(
                                 cast<ShapedType>(i16), b.getI16IntegerAttr(8)))
                           : TypedAttr(b.getI16IntegerAttr(8)));
  Value shifted = arith::ShLIOp::create(b, loc, wide, eight);
  Value half = arith::BitcastOp::create(b, loc, like(b.getF16Type()), shifted);
  return arith::ExtFOp::create(b, loc, to, half);
}

//===----------------------------------------------------------------------===//
// Matrices of any element type
//===----------------------------------------------------------------------===//

/// A matrix with room around it; the room must keep its bytes.
class TestMatrix {
public:
  TestMatrix(Type element, int64_t rows, int64_t columns, bool columnMajor)
      : element(element),
        bytes(std::max(1u, element.getIntOrFloatBitWidth() / 8)) {
    int64_t major = columnMajor ? columns : rows;
    int64_t minor = columnMajor ? rows : columns;
    pitch = minor + 3;
    storage.assign((major + 2) * pitch * bytes + 64, 0x5a);
    matrix.allocated = matrix.aligned = storage.data();
    matrix.offset = pitch + 1;
    matrix.sizes[0] = rows;
    matrix.sizes[1] = columns;
    matrix.strides[0] = columnMajor ? 1 : pitch;
    matrix.strides[1] = columnMajor ? pitch : 1;
  }

  double get(int64_t i, int64_t j) const {
    const uint8_t *at = address(i, j);
    uint64_t raw = 0;
    std::memcpy(&raw, at, bytes);
    unsigned bits = element.getIntOrFloatBitWidth();
    if (auto type = dyn_cast<FloatType>(element)) {
      llvm::APFloat value(type.getFloatSemantics(), llvm::APInt(bits, raw));
      bool loses;
      value.convert(llvm::APFloat::IEEEdouble(),
                    llvm::APFloat::rmNearestTiesToEven, &loses);
      return value.convertToDouble();
    }
    return llvm::APInt(bits, raw, false, true).getSExtValue();
  }

  void set(int64_t i, int64_t j, double value) {
    uint64_t raw;
    if (auto type = dyn_cast<FloatType>(element)) {
      llvm::APFloat converted(value);
      bool loses;
      converted.convert(type.getFloatSemantics(),
                        llvm::APFloat::rmNearestTiesToEven, &loses);
      raw = converted.bitcastToAPInt().getZExtValue();
    } else {
      raw = static_cast<uint64_t>(static_cast<int64_t>(value));
    }
    std::memcpy(address(i, j), &raw, bytes);
  }

  /// Values in [-range, range] from a fixed sequence.
  void fill(unsigned seed, int range) {
    uint32_t state = seed * 2654435761u + 1;
    for (int64_t i = 0; i < matrix.sizes[0]; ++i)
      for (int64_t j = 0; j < matrix.sizes[1]; ++j) {
        state = state * 1664525u + 1013904223u;
        set(i, j, int(state >> 16) % (2 * range + 1) - range);
      }
  }

  std::vector<uint8_t> storage;
  Matrix matrix;

private:
  Type element;
  unsigned bytes;
  int64_t pitch;

  uint8_t *address(int64_t i, int64_t j) const {
    int64_t at = matrix.offset + i * matrix.strides[0] + j * matrix.strides[1];
    return static_cast<uint8_t *>(matrix.aligned) + at * bytes;
  }
};

struct Case {
  const char *name;
  MakeType lhs, rhs, result;
  VectorUnit unit;
  ModuleOptions options = {};
  /// Largest input value: sums must be exact in the result.
  int range = 3;
  bool isUnsigned = false;
  bool columnMajorInputs = false, columnMajorResult = false;
  /// A small chunk of K makes small products have several.
  int64_t maxDepth = 16;
};

class PackedGemmTest : public testing::TestWithParam<Case> {
protected:
  PackedGemmTest() : module(GetParam().options, choose) {}

  static PackedGemm choose(MLIRContext *context) {
    const Case &c = GetParam();
    auto operand = [&](MakeType make) {
      GemmOperand result{make(context), c.isUnsigned, {}};
      if (isa<Float8E5M2Type>(result.element))
        result.conversion = {"e5m2", convertF8E5M2};
      return result;
    };
    auto gemm = PackedGemm::choose(operand(c.lhs), operand(c.rhs),
                                   {c.result(context), {}, {}}, c.unit);
    EXPECT_TRUE(succeeded(gemm));
    gemm->maxDepth = c.maxDepth;
    gemm->maxRowPanels = 3;
    gemm->maxColumnPanels = 2;
    return *gemm;
  }

  GemmModule module;

  /// Runs one product both ways and compares.
  void check(int64_t m, int64_t n, int64_t k, bool accumulate) {
    const Case &c = GetParam();
    SCOPED_TRACE(testing::Message() << m << "x" << n << "x" << k << " "
                                    << (accumulate ? "add" : "overwrite"));
    auto input = [&](Type type, int64_t rows, int64_t columns, bool flip) {
      return flip ? TestMatrix(type, columns, rows, c.columnMajorInputs)
                  : TestMatrix(type, rows, columns, c.columnMajorInputs);
    };
    const PackedGemm &gemm = module.gemm;
    bool flipA = c.options.lhsTransposed, flipB = c.options.rhsTransposed;
    TestMatrix a = input(gemm.lhs.element, m, k, flipA);
    TestMatrix b = input(gemm.rhs.element, k, n, flipB);
    TestMatrix before(gemm.result.element, m, n, c.columnMajorResult);
    a.fill(m + 1, c.range);
    b.fill(n + 7, c.range);
    before.fill(k + 5, 9);

    TestMatrix expected = before;
    expected.matrix.aligned = expected.storage.data();
    std::vector<double> left = values(a, gemm.lhs.element, m, k, flipA);
    std::vector<double> right = values(b, gemm.rhs.element, k, n, flipB);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double sum = accumulate ? before.get(i, j) : 0;
        for (int64_t p = 0; p < k; ++p)
          sum += left[i * k + p] * right[p * n + j];
        if (c.options.biasRelu)
          sum = std::max(sum + j, 0.0);
        expected.set(i, j, sum);
      }
    TestMatrix serial = before;
    serial.matrix.aligned = serial.storage.data();
    if (!c.options.biasRelu) {
      module.serial(a.matrix, b.matrix, serial.matrix, accumulate);
      compare(expected, serial, "serial");
    }
    for (int64_t threads : {1, 3}) {
      TestMatrix tasks = before;
      tasks.matrix.aligned = tasks.storage.data();
      runTasks(a, b, tasks, m, n, k, threads, accumulate);
      compare(expected, tasks, "tasks");
    }
  }

  /// The rows x columns values of an input, row by row; the bits of unsigned
  /// elements read as such.
  static std::vector<double> values(const TestMatrix &matrix, Type type,
                                    int64_t rows, int64_t columns, bool flip) {
    std::vector<double> result;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j) {
        double value = flip ? matrix.get(j, i) : matrix.get(i, j);
        if (GetParam().isUnsigned && value < 0)
          value += std::ldexp(1.0, type.getIntOrFloatBitWidth());
        result.push_back(value);
      }
    return result;
  }

  void compare(const TestMatrix &expected, const TestMatrix &actual,
               const char *what) {
    int failures = 0;
    for (int64_t i = 0; i < expected.matrix.sizes[0]; ++i)
      for (int64_t j = 0; j < expected.matrix.sizes[1]; ++j)
        if (expected.get(i, j) != actual.get(i, j) && ++failures <= 3)
          ADD_FAILURE() << what << " [" << i << ", " << j << "]: expected "
                        << expected.get(i, j) << ", got " << actual.get(i, j);
    if (!failures)
      EXPECT_EQ(expected.storage, actual.storage)
          << what << " wrote outside the result";
  }

  /// Packs and computes, tasks in descending order: a task that writes beyond
  /// its panels destroys those of a task before it.
  void runTasks(TestMatrix &a, TestMatrix &b, TestMatrix &c, int64_t m,
                int64_t n, int64_t k, int64_t threads, bool accumulate) {
    auto sizes = module.sizes(m, n, k, threads);
    std::vector<uint8_t> storageA = guarded(sizes.lhsElements);
    std::vector<uint8_t> storageB = guarded(sizes.rhsElements);
    Buffer packedA = buffer(storageA, sizes.lhsElements);
    Buffer packedB = buffer(storageB, sizes.rhsElements);
    std::vector<uint8_t> biasStorage((n + 1) * 8);
    for (int64_t j = 0; j < n; ++j)
      reinterpret_cast<float *>(biasStorage.data())[j] = j;
    Buffer bias = buffer(biasStorage, n);
    for (int64_t task = sizes.packTasks; task-- > 0;)
      module.pack(task, threads, a.matrix, packedA, b.matrix, packedB, m, n, k);
    for (int64_t task = sizes.computeTasks; task-- > 0;)
      module.compute(task, threads, packedA, packedB, c.matrix, bias, m, n, k,
                     accumulate);
    expectGuard(storageA, sizes.lhsElements);
    expectGuard(storageB, sizes.rhsElements);
  }

  /// Not a number in every float type, and a large integer.
  std::vector<uint8_t> guarded(int64_t elements) {
    return std::vector<uint8_t>(elements * module.packedBytes + 64, 0xff);
  }
  void expectGuard(const std::vector<uint8_t> &storage, int64_t elements) {
    for (size_t at = elements * module.packedBytes; at < storage.size(); ++at)
      ASSERT_EQ(storage[at], 0xff) << "packing wrote beyond its buffer";
  }
  static Buffer buffer(std::vector<uint8_t> &storage, int64_t elements) {
    Buffer result;
    result.allocated = result.aligned = storage.data();
    result.size = elements;
    return result;
  }
};

TEST_P(PackedGemmTest, MatchesPlainLoops) {
  const PackedGemm &gemm = module.gemm;
  int64_t mr = gemm.rows, nr = gemm.columns;
  const int64_t shapes[][3] = {
      {1, 1, 1},
      {0, 5, 7},
      {5, 0, 7},
      {7, 19, 0},
      {mr - 1, nr - 1, 3},
      {mr, nr, 4},
      {mr, nr, 64},
      {mr + 1, nr + 1, 17},
      {2 * mr, 2 * nr, 8},
      {1, 3 * nr + 5, 31},
      {37, 1, 41},
      {53, 67, 71},
      {5 * mr + 2, 5 * nr - 1, 97},
  };
  for (auto [m, n, k] : shapes) {
    if (!GetParam().options.biasRelu)
      check(m, n, k, /*accumulate=*/true);
    check(m, n, k, /*accumulate=*/false);
  }
}

constexpr VectorUnit sse{128, 16, false};
constexpr VectorUnit neon{128, 32, true};
constexpr VectorUnit avx2{256, 16, true};
constexpr VectorUnit avx512{512, 32, true};

ModuleOptions transposed(bool lhs, bool rhs) {
  ModuleOptions options;
  options.lhsTransposed = lhs;
  options.rhsTransposed = rhs;
  return options;
}
ModuleOptions anyStrides() {
  ModuleOptions options;
  options.unitStrides = false;
  return options;
}
ModuleOptions withBlocks(int64_t rows, int64_t columns) {
  ModuleOptions options;
  options.blocks = {rows, columns};
  return options;
}
ModuleOptions withBiasRelu() {
  ModuleOptions options;
  options.biasRelu = true;
  return options;
}

const Case cases[] = {
    {"f32", f32, f32, f32, avx2},
    {"f32_transposed_a", f32, f32, f32, avx2, transposed(true, false)},
    {"f32_transposed_b", f32, f32, f32, avx2, transposed(false, true)},
    {"f32_transposed_ab", f32, f32, f32, avx2, transposed(true, true)},
    {"f32_any_strides", f32, f32, f32, avx2, anyStrides()},
    {"f32_column_major_inputs", f32, f32, f32, avx2, anyStrides(), 3, false,
     true, false},
    {"f32_column_major_result", f32, f32, f32, avx2, anyStrides(), 3, false,
     false, true},
    {"f32_blocks", f32, f32, f32, avx2, withBlocks(16, 24)},
    {"f32_bias_relu", f32, f32, f32, avx2, withBiasRelu()},
    {"f32_sse", f32, f32, f32, sse, transposed(false, true)},
    {"f32_neon", f32, f32, f32, neon, transposed(false, true)},
    {"f32_avx512", f32, f32, f32, avx512, transposed(false, true)},
    {"f64", f64, f64, f64, avx2, transposed(false, true)},
    {"f64_from_f32", f32, f64, f64, avx2},
    {"f16_to_f32", f16, f16, f32, avx2, transposed(true, true)},
    {"f16_to_f16", f16, f16, f16, avx2, {}, 1},
    {"bf16_to_f32", bf16, bf16, f32, avx2},
    {"f16_bf16_to_bf16", f16, bf16, bf16, avx2, {}, 1},
    {"f8_to_f32", f8E5M2, f8E5M2, f32, avx2, transposed(false, true)},
    {"i8_to_i32", integer<8>, integer<8>, integer<32>, avx2, {}, 127},
    {"i8_to_i32_transposed", integer<8>, integer<8>, integer<32>, avx2,
     transposed(true, true), 127},
    {"u8_to_i32", integer<8>, integer<8>, integer<32>, avx2,
     transposed(false, true), 127, true},
    {"i16_i8_to_i32", integer<16>, integer<8>, integer<32>, avx2, {}, 100},
    {"i32", integer<32>, integer<32>, integer<32>, avx2, {}, 100},
    {"i8_to_i64", integer<8>, integer<8>, integer<64>, avx2, {}, 100},
    {"i8_to_i8", integer<8>, integer<8>, integer<8>, avx2, {}, 100},
};

INSTANTIATE_TEST_SUITE_P(Types, PackedGemmTest, testing::ValuesIn(cases),
                         [](const testing::TestParamInfo<Case> &info) {
                           return info.param.name;
                         });

TEST(PackedGemmChoice, RegisterBlocksFitTheRegisters) {
  MLIRContext context;
  auto block = [&](const VectorUnit &unit, MakeType type) {
    GemmOperand operand{type(&context), false, {}};
    auto gemm =
        PackedGemm::choose(operand, operand, {type(&context), {}, {}}, unit);
    return std::make_pair(gemm->rows, gemm->columns);
  };
  EXPECT_EQ(block(avx2, f32), std::make_pair(6u, 16u));
  EXPECT_EQ(block(avx2, f64), std::make_pair(6u, 8u));
  EXPECT_EQ(block(avx512, f32), std::make_pair(14u, 32u));
  EXPECT_EQ(block(neon, f32), std::make_pair(8u, 12u));
  EXPECT_EQ(block(sse, f32), std::make_pair(6u, 8u));
}

TEST(PackedGemmChoice, PartialSumsFitOnTheStack) {
  MLIRContext context;
  for (MakeType type : {f32, f64})
    for (const VectorUnit &unit : {sse, neon, avx2, avx512})
      for (int64_t l2 : {64 << 10, 512 << 10, 16 << 20}) {
        GemmOperand operand{type(&context), false, {}};
        auto gemm = PackedGemm::choose(
            operand, operand, {type(&context), {}, {}}, unit, {32 << 10, l2});
        int64_t bytes = gemm->accumulator.getIntOrFloatBitWidth() / 8;
        EXPECT_GE(gemm->maxRowPanels, 1);
        EXPECT_EQ(gemm->maxDepth % gemm->unroll, 0);
        EXPECT_LE(gemm->maxRowPanels * gemm->rows * gemm->maxColumnPanels *
                      gemm->columns * bytes,
                  PackedGemm::maxPartialBytes);
      }
}

TEST(PackedGemmChoice, RefusesMixedKinds) {
  MLIRContext context;
  GemmOperand floats{f32(&context), false, {}};
  GemmOperand integers{integer<8>(&context), false, {}};
  GemmResult result{f32(&context), {}, {}};
  EXPECT_TRUE(failed(PackedGemm::choose(floats, integers, result, avx2)));
  GemmOperand wide{integer<128>(&context), false, {}};
  GemmResult wideResult{integer<32>(&context), {}, {}};
  EXPECT_TRUE(failed(PackedGemm::choose(wide, wide, wideResult, avx2)));
}

} // namespace
