//===- KernelTest.cpp - Checking and calling kernels ----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/CPU.h"
#include "Tile/Runtime/KernelSignature.h"

#include "gtest/gtest.h"

#include <cstring>
#include <functional>
#include <vector>

using namespace tile;

namespace {
constexpr int64_t any = TILE_DYNAMIC;

ArgumentSignature makeTensor(const char *name, int32_t dtype,
                             std::vector<int64_t> shape) {
  ArgumentSignature argument;
  argument.name = name;
  argument.dtype = dtype;
  argument.shape = std::move(shape);
  return argument;
}

ArgumentSignature makeScalar(const char *name, int32_t dtype) {
  ArgumentSignature argument;
  argument.name = name;
  argument.kind = TILE_ARG_SCALAR;
  argument.dtype = dtype;
  return argument;
}

/// C[64, ?] = f(A[64, 64], B[64, ?], n), with right arguments to spoil.
class KernelArguments : public testing::Test {
protected:
  static KernelSignature makeSignature() {
    KernelSignature signature;
    signature.name = "gemm";
    signature.arguments = {makeTensor("A", TILE_DTYPE_F32, {64, 64}),
                           makeTensor("B", TILE_DTYPE_F32, {64, any}),
                           makeTensor("C", TILE_DTYPE_F32, {64, any}),
                           makeScalar("n", TILE_DTYPE_I8)};
    signature.arguments[0].alignment = 64;
    signature.arguments[1].strides = {any, 1};
    signature.arguments[2].isOutput = true;
    return signature;
  }

  void SetUp() override {
    float *base = data.data();
    while (reinterpret_cast<uintptr_t>(base) % 64)
      ++base;
    args = {tile_tensor_arg(base, TILE_DTYPE_F32, 2, shapeA, nullptr),
            tile_tensor_arg(base + 4096, TILE_DTYPE_F32, 2, shapeB, stridesB),
            tile_tensor_arg(base + 8192, TILE_DTYPE_F32, 2, shapeC, nullptr),
            tile_int_arg(TILE_DTYPE_I8, 5)};
  }

  int check() {
    return tile_kernel_check_args(&info.get(), args.data(),
                                  static_cast<int>(args.size()), &status);
  }
  void expectError(const std::string &message) {
    EXPECT_EQ(check(), TILE_STATUS_INVALID_ARGUMENT);
    EXPECT_EQ(status.code, TILE_STATUS_INVALID_ARGUMENT);
    EXPECT_EQ(status.message, message);
  }

  KernelInfoStorage info{makeSignature()};
  std::vector<float> data = std::vector<float>(16384);
  int64_t shapeA[2] = {64, 64}, shapeB[2] = {64, 32}, shapeC[2] = {64, 32};
  int64_t stridesB[2] = {40, 1}, stridesC[2] = {32, 1};
  std::vector<TileArg> args;
  TileStatus status;
};

TEST_F(KernelArguments, RightOnesPass) {
  EXPECT_EQ(check(), TILE_STATUS_OK);
  EXPECT_STREQ(status.message, "");
  args[2].as.tensor.strides = stridesC;
  EXPECT_EQ(check(), TILE_STATUS_OK);
  EXPECT_EQ(tile_kernel_check_args(&info.get(), args.data(), 4, nullptr),
            TILE_STATUS_OK);
}

TEST_F(KernelArguments, Count) {
  args.pop_back();
  expectError("kernel 'gemm': expected 4 arguments (because the kernel "
              "declares as many), got 3");
  EXPECT_EQ(tile_kernel_check_args(&info.get(), nullptr, 4, &status),
            TILE_STATUS_INVALID_ARGUMENT);
  EXPECT_EQ(tile_kernel_check_args(&info.get(), nullptr, -1, &status),
            TILE_STATUS_INVALID_ARGUMENT);
  EXPECT_EQ(tile_kernel_check_args(nullptr, nullptr, 0, &status),
            TILE_STATUS_INVALID_ARGUMENT);
}

TEST_F(KernelArguments, Version) {
  TileKernelInfo other = info.get();
  other.abi_version = 99;
  EXPECT_EQ(tile_kernel_check_args(&other, args.data(), 4, &status),
            TILE_STATUS_VERSION_MISMATCH);
  EXPECT_STREQ(status.message,
               "kernel 'gemm': expected interface version 1 (because this is "
               "the runtime's), got a kernel compiled for version 99");
}

TEST_F(KernelArguments, Kind) {
  args[1] = tile_int_arg(TILE_DTYPE_I32, 1);
  expectError("argument 1 'B': expected a tensor (because the kernel declares "
              "memref<64x?xf32, strided<[?, 1]>>), got a scalar");
  args[1].kind = 77;
  expectError("argument 1 'B': expected a tensor (because the kernel declares "
              "memref<64x?xf32, strided<[?, 1]>>), got neither a tensor nor a "
              "scalar");
}

TEST_F(KernelArguments, DType) {
  args[2].as.tensor.dtype = TILE_DTYPE_F16;
  expectError("argument 2 'C': expected dtype f32 (because the kernel declares "
              "memref<64x?xf32>), got f16");
  args[2].as.tensor.dtype = -4;
  expectError("argument 2 'C': expected dtype f32 (because the kernel declares "
              "memref<64x?xf32>), got the unknown dtype -4");
  args[2].as.tensor.dtype = TILE_DTYPE_F32;
  args[3] = tile_float_arg(TILE_DTYPE_F64, 1);
  expectError("argument 3 'n': expected dtype i8 (because the kernel declares "
              "i8), got f64");
}

TEST_F(KernelArguments, RankAndShape) {
  args[2].as.tensor.rank = 3;
  expectError("argument 2 'C': expected rank 2 (because the kernel declares "
              "memref<64x?xf32>), got rank 3");
  args[2].as.tensor.rank = 2;
  args[2].as.tensor.shape = nullptr;
  expectError("argument 2 'C': expected a shape (because the kernel declares "
              "memref<64x?xf32>), got null");
  args[2].as.tensor.shape = shapeC;
  shapeC[0] = 32;
  expectError("argument 2 'C': expected shape[0] to be 64 (because the kernel "
              "declares memref<64x?xf32>), got 32");
  shapeC[0] = 64;
  shapeC[1] = -1;
  expectError("argument 2 'C': expected shape[1] not to be negative (because "
              "the kernel declares memref<64x?xf32>), got -1");
}

TEST_F(KernelArguments, Strides) {
  stridesB[1] = 2;
  expectError("argument 1 'B': expected strides[1] to be 1 (because the kernel "
              "declares memref<64x?xf32, strided<[?, 1]>>), got 2");
  // Along an extent of 1 a stride says nothing.
  shapeB[1] = 1;
  EXPECT_EQ(check(), TILE_STATUS_OK);
  stridesC[0] = 33;
  args[2].as.tensor.strides = stridesC;
  expectError("argument 2 'C': expected strides[0] to be 32 (because the "
              "kernel declares memref<64x?xf32>), got 33");
}

TEST_F(KernelArguments, Size) {
  for (int64_t extent : {INT64_MAX, int64_t(1) << 57, int64_t(1) << 55}) {
    shapeC[1] = extent;
    expectError("argument 2 'C': expected elements within the address space "
                "(because the kernel declares memref<64x?xf32>), got a shape "
                "and strides that exceed it");
  }
  shapeC[1] = 32;
  for (int64_t stride : {INT64_MAX, INT64_MAX / 64, -(int64_t(1) << 45),
                         INT64_MIN, INT64_MIN + 1}) {
    if (stride == TILE_DYNAMIC)
      continue;
    stridesB[0] = stride;
    EXPECT_EQ(check(), TILE_STATUS_INVALID_ARGUMENT) << stride;
  }
}

TEST_F(KernelArguments, Alignment) {
  args[0].as.tensor.data = static_cast<char *>(args[0].as.tensor.data) + 32;
  EXPECT_EQ(check(), TILE_STATUS_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(status.message)
                .find("argument 0 'A': expected data aligned to 64 bytes "
                      "(because the kernel declares memref<64x64xf32>), got "
                      "address 0x"),
            0u);
  SetUp();
  // Without a demand of the kernel's the type's own alignment counts.
  args[1].as.tensor.data = static_cast<char *>(args[1].as.tensor.data) + 2;
  EXPECT_EQ(check(), TILE_STATUS_INVALID_ARGUMENT);
}

TEST_F(KernelArguments, NullData) {
  args[1].as.tensor.data = nullptr;
  expectError("argument 1 'B': expected data (because the kernel declares "
              "memref<64x?xf32, strided<[?, 1]>>), got null");
  shapeB[1] = 0;
  EXPECT_EQ(check(), TILE_STATUS_OK);
  // An array without elements has neither a size nor strides to be wrong.
  stridesB[0] = INT64_MAX;
  EXPECT_EQ(check(), TILE_STATUS_OK);
}

TEST_F(KernelArguments, ScalarRange) {
  for (int64_t value : {-128, -1, 0, 127, 255}) {
    args[3] = tile_int_arg(TILE_DTYPE_I8, value);
    EXPECT_EQ(check(), TILE_STATUS_OK) << value;
  }
  args[3] = tile_int_arg(TILE_DTYPE_I8, 300);
  expectError("argument 3 'n': expected a value from -128 to 255 (because the "
              "kernel declares i8), got 300");
  args[3] = tile_int_arg(TILE_DTYPE_I8, -129);
  EXPECT_EQ(check(), TILE_STATUS_INVALID_ARGUMENT);
}

TEST_F(KernelArguments, OutputsThatOverlap) {
  args[2].as.tensor.data = static_cast<float *>(args[0].as.tensor.data) + 4000;
  expectError("argument 2 'C': expected memory apart from argument 0 'A' "
              "(because the kernel writes 'C'), got overlapping bytes");
  // Neighbours do not overlap.
  args[2].as.tensor.data =
      static_cast<float *>(args[1].as.tensor.data) + 63 * 40 + 32;
  EXPECT_EQ(check(), TILE_STATUS_OK);
  args[2].as.tensor.data = static_cast<float *>(args[2].as.tensor.data) - 1;
  EXPECT_EQ(check(), TILE_STATUS_INVALID_ARGUMENT);
  // Inputs may overlap.
  SetUp();
  args[1].as.tensor.data = args[0].as.tensor.data;
  EXPECT_EQ(check(), TILE_STATUS_OK);
}

TEST_F(KernelArguments, MayAlias) {
  KernelSignature signature = makeSignature();
  signature.arguments[0].mayAlias = true;
  KernelInfoStorage aliasing(signature);
  args[2].as.tensor.data = args[0].as.tensor.data;
  EXPECT_EQ(tile_kernel_check_args(&aliasing.get(), args.data(), 4, &status),
            TILE_STATUS_OK);
  args[2].as.tensor.data = args[1].as.tensor.data;
  EXPECT_EQ(tile_kernel_check_args(&aliasing.get(), args.data(), 4, &status),
            TILE_STATUS_INVALID_ARGUMENT);
}

/// Whether an output of such strides is taken.
bool isTakenAsOutput(std::vector<int64_t> shape, std::vector<int64_t> strides,
                     int32_t dtype = TILE_DTYPE_F32) {
  KernelSignature signature;
  signature.name = "write";
  size_t rank = shape.size();
  signature.arguments = {
      makeTensor("out", dtype, std::vector<int64_t>(rank, any))};
  signature.arguments[0].strides = std::vector<int64_t>(rank, any);
  signature.arguments[0].isOutput = true;
  KernelInfoStorage info(signature);
  static float data[4096];
  TileArg arg = tile_tensor_arg(data + 2048, dtype, static_cast<int32_t>(rank),
                                shape.data(), strides.data());
  TileStatus status;
  return tile_kernel_check_args(&info.get(), &arg, 1, &status) ==
         TILE_STATUS_OK;
}

TEST(KernelOutputs, ElementsMustNotShareMemory) {
  EXPECT_TRUE(isTakenAsOutput({4, 5}, {5, 1}));
  EXPECT_TRUE(isTakenAsOutput({4, 5}, {1, 4}));
  EXPECT_TRUE(isTakenAsOutput({4, 5}, {-5, -1}));
  EXPECT_TRUE(isTakenAsOutput({4, 1}, {1, 0}));
  EXPECT_TRUE(isTakenAsOutput({0, 5}, {0, 0}));
  EXPECT_TRUE(isTakenAsOutput({}, {}));
  EXPECT_TRUE(isTakenAsOutput({3, 6}, {6, 1}, TILE_DTYPE_I4));
  EXPECT_FALSE(isTakenAsOutput({4, 5}, {4, 1}));
  EXPECT_FALSE(isTakenAsOutput({4, 5}, {0, 1}));
  EXPECT_FALSE(isTakenAsOutput({4, 5}, {1, 0}));
  EXPECT_FALSE(isTakenAsOutput({2, 2}, {1, 1}));
  EXPECT_FALSE(isTakenAsOutput({2, 2}, {1, -1}));
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

/// The memref descriptor as the compiler defines it.
struct Descriptor {
  void *base, *aligned;
  int64_t offset;
  int64_t sizes[2], strides[2];
};

TEST_F(KernelArguments, EntryGetsDescriptorsAndScalars) {
  shapeB[1] = 1;
  stridesB[0] = 17;
  stridesB[1] = 999;
  static Descriptor a, b;
  static int8_t n;
  auto entry = [](void **packed, TileStatus *) -> int32_t {
    std::memcpy(&a, packed[0], sizeof(a));
    std::memcpy(&b, packed[1], sizeof(b));
    n = *static_cast<int8_t *>(packed[3]);
    return 0;
  };
  args[3] = tile_int_arg(TILE_DTYPE_I8, -3);
  EXPECT_EQ(tile_kernel_invoke(&info.get(), entry, args.data(), 4, &status),
            TILE_STATUS_OK);
  EXPECT_EQ(a.base, args[0].as.tensor.data);
  EXPECT_EQ(a.aligned, args[0].as.tensor.data);
  EXPECT_EQ(a.offset, 0);
  EXPECT_EQ(a.sizes[0], 64);
  EXPECT_EQ(a.strides[0], 64);
  EXPECT_EQ(a.strides[1], 1);
  EXPECT_EQ(b.sizes[1], 1);
  EXPECT_EQ(b.strides[0], 17);
  // What the kernel was compiled for, not what the caller happened to say.
  EXPECT_EQ(b.strides[1], 1);
  EXPECT_EQ(n, -3);
}

TEST_F(KernelArguments, WrongOnesAreNotRun) {
  static bool ran;
  ran = false;
  auto entry = [](void **, TileStatus *) -> int32_t {
    ran = true;
    return 0;
  };
  shapeC[0] = 1;
  EXPECT_EQ(tile_kernel_invoke(&info.get(), entry, args.data(), 4, nullptr),
            TILE_STATUS_INVALID_ARGUMENT);
  EXPECT_FALSE(ran);
}

TEST(KernelInvoke, ScalarsOfEveryType) {
  KernelSignature signature;
  signature.name = "scalars";
  std::vector<TileArg> args;
  for (int32_t dtype :
       {TILE_DTYPE_I1, TILE_DTYPE_I4, TILE_DTYPE_I16, TILE_DTYPE_I64}) {
    signature.arguments.push_back(makeScalar("i", dtype));
    args.push_back(tile_int_arg(dtype, -1));
  }
  for (int32_t dtype :
       {TILE_DTYPE_BF16, TILE_DTYPE_F32, TILE_DTYPE_F64, TILE_DTYPE_F8E4M3FN}) {
    signature.arguments.push_back(makeScalar("f", dtype));
    args.push_back(tile_float_arg(dtype, 1.5));
  }
  static uint64_t words[8];
  auto entry = [](void **packed, TileStatus *) -> int32_t {
    for (int i = 0; i < 8; ++i)
      std::memcpy(&words[i], packed[i], 8);
    return 0;
  };
  KernelInfoStorage info(signature);
  ASSERT_EQ(tile_kernel_invoke(&info.get(), entry, args.data(), 8, nullptr),
            TILE_STATUS_OK);
  EXPECT_EQ(words[0], 1u);
  EXPECT_EQ(words[1], 0xFu);
  EXPECT_EQ(words[2], 0xFFFFu);
  EXPECT_EQ(words[3], ~uint64_t(0));
  EXPECT_EQ(words[4], 0x3FC0u);
  EXPECT_EQ(words[5], 0x3FC00000u);
  EXPECT_EQ(words[6], 0x3FF8000000000000u);
  EXPECT_EQ(words[7], 0x3Cu);
}

TEST(KernelInvoke, ManyArguments) {
  KernelSignature signature;
  signature.name = "many";
  std::vector<TileArg> args;
  for (int i = 0; i < 1000; ++i) {
    signature.arguments.push_back(makeScalar("i", TILE_DTYPE_I32));
    args.push_back(tile_int_arg(TILE_DTYPE_I32, i));
  }
  static int64_t sum;
  sum = 0;
  auto entry = [](void **packed, TileStatus *) -> int32_t {
    for (int i = 0; i < 1000; ++i)
      sum += *static_cast<int32_t *>(packed[i]);
    return 0;
  };
  KernelInfoStorage info(signature);
  EXPECT_EQ(tile_kernel_invoke(&info.get(), entry, args.data(), 1000, nullptr),
            TILE_STATUS_OK);
  EXPECT_EQ(sum, 999 * 1000 / 2);
}

TEST(KernelInvoke, Errors) {
  TileKernelInfo info = {"k", nullptr, 0, TILE_KERNEL_ABI_VERSION};
  TileStatus status;
  EXPECT_EQ(tile_kernel_invoke(&info, nullptr, nullptr, 0, &status),
            TILE_STATUS_INVALID_ARGUMENT);
  EXPECT_STREQ(status.message, "expected a kernel's entry, got null");
  auto returns = [](void **, TileStatus *) -> int32_t { return 3; };
  EXPECT_EQ(tile_kernel_invoke(&info, returns, nullptr, 0, &status), 3);
  EXPECT_STREQ(status.message, "kernel 'k' failed with code 3");
  auto reports = [](void **, TileStatus *status) -> int32_t {
    tile_cpu_report(status, TILE_STATUS_OUT_OF_MEMORY, "no memory");
    return 3;
  };
  EXPECT_EQ(tile_kernel_invoke(&info, reports, nullptr, 0, &status),
            TILE_STATUS_OUT_OF_MEMORY);
  EXPECT_STREQ(status.message, "no memory");
}

TEST(KernelInvoke, KernelsWithinKernels) {
  static TileKernelInfo info = {"k", nullptr, 0, TILE_KERNEL_ABI_VERSION};
  auto outer = [](void **, TileStatus *outerStatus) -> int32_t {
    auto inner = [](void **, TileStatus *) -> int32_t {
      tile_cpu_report(nullptr, TILE_STATUS_ASSERTION, "inner");
      return 0;
    };
    TileStatus status;
    if (tile_kernel_invoke(&info, inner, nullptr, 0, &status) !=
        TILE_STATUS_ASSERTION)
      return 99;
    // The outer kernel has not failed by it.
    return outerStatus->code;
  };
  EXPECT_EQ(tile_kernel_invoke(&info, outer, nullptr, 0, nullptr),
            TILE_STATUS_OK);
}

TEST(KernelSignature, TypesAreSpelledAsInTheIR) {
  auto spell = [](ArgumentSignature argument) {
    KernelSignature signature;
    signature.arguments = {std::move(argument)};
    return formatArgumentType(KernelInfoStorage(signature).get().args[0]);
  };
  EXPECT_EQ(spell(makeScalar("x", TILE_DTYPE_BF16)), "bf16");
  EXPECT_EQ(spell(makeTensor("x", TILE_DTYPE_F16, {})), "memref<f16>");
  EXPECT_EQ(spell(makeTensor("x", TILE_DTYPE_F16, {any, 3})),
            "memref<?x3xf16>");
  ArgumentSignature strided = makeTensor("x", TILE_DTYPE_I4, {any, 3});
  strided.strides = {any, 1};
  EXPECT_EQ(spell(strided), "memref<?x3xi4, strided<[?, 1]>>");
  // Longer than any buffer that the runtime formats messages in.
  EXPECT_EQ(spell(makeTensor("x", TILE_DTYPE_F32, std::vector<int64_t>(500, 7)))
                .size(),
            std::strlen("memref<f32>") + 1000);
}

TEST(RuntimeSymbols, AreNamedOnce) {
  int64_t count = 0;
  const TileRuntimeSymbol *symbols = tile_runtime_symbols(&count);
  ASSERT_GT(count, 0);
  for (int64_t i = 0; i < count; ++i) {
    EXPECT_NE(symbols[i].address, nullptr);
    if (i > 0) {
      EXPECT_LT(std::string(symbols[i - 1].name), symbols[i].name);
    }
  }
}
} // namespace
