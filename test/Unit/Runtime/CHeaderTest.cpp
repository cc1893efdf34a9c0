//===- CHeaderTest.cpp - The C header of a library ------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/CHeader.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <unistd.h>

using namespace tile;

namespace {
KernelSignature makeGemm() {
  ArgumentSignature a, c, n;
  a.name = "A";
  a.dtype = TILE_DTYPE_F16;
  a.shape = {64, TILE_DYNAMIC};
  a.strides = {TILE_DYNAMIC, 1};
  a.alignment = 16;
  // Would end the comment, or the line, if it were let through.
  c.name = "C */ ?"
           "?/\n\\ int x;";
  c.dtype = TILE_DTYPE_F8E4M3FN;
  c.isOutput = true;
  n.name = "n";
  n.kind = TILE_ARG_SCALAR;
  n.dtype = TILE_DTYPE_I64;
  KernelSignature gemm;
  gemm.name = "gemm";
  gemm.arguments = {a, c, n};
  return gemm;
}

std::string emit(const std::string &name) {
  KernelSignature kernel;
  kernel.name = name;
  std::string header = "unchanged";
  std::string error = emitCHeader({kernel}, "lib", header);
  EXPECT_EQ(error.empty(), header != "unchanged");
  return error;
}

TEST(CHeader, DocumentsArguments) {
  std::string header;
  ASSERT_EQ(emitCHeader({makeGemm()}, "gemm.so", header), "");
  auto expectText = [&](const char *text) {
    EXPECT_NE(header.find(text), std::string::npos) << text;
  };
  expectText("#ifndef TILE_LIBRARY_GEMMx2eSO_H\n");
  expectText("///   args[0]  A: tensor of f16 (TILE_DTYPE_F16), shape [64, "
             "any], strides [any, 1] in elements, aligned to 16 bytes\n");
  expectText("///   args[1]  C ./ ../.. int x;: output tensor of f8E4M3FN "
             "(TILE_DTYPE_F8E4M3FN), a single element\n");
  expectText("///   args[2]  n: i64 (TILE_DTYPE_I64)\n");
  expectText("int gemm(const TileArg *args, int nargs, TileStatus *status);\n");
  EXPECT_EQ(header.find("#include \""), std::string::npos);
}

TEST(CHeader, GuardsDifferForDifferentLibraries) {
  std::set<std::string> guards;
  const char *names[] = {"a_b", "a-b", "a.b", "A_b", "ax2db", "a_2db", "a__b"};
  for (const char *name : names) {
    std::string header;
    ASSERT_EQ(emitCHeader({makeGemm()}, name, header), "");
    size_t begin = header.find("#ifndef ");
    guards.insert(header.substr(begin, header.find('\n', begin) - begin));
  }
  EXPECT_EQ(guards.size(), std::size(names));
}

TEST(CHeader, RefusesNamesThatCCannotDeclare) {
  EXPECT_EQ(emit("my_kernel2"), "");
  EXPECT_EQ(emit("a.b"),
            "expected a kernel name that C can declare (because a C header "
            "declares it, and this is no C identifier), got 'a.b'");
  for (const char *name : {"",          "2d",
                           "a b",       "a-b",
                           "\xC3\xA9",  "int",
                           "class",     "restrict",
                           "main",      "_Bool",
                           "__x",       "_kernel",
                           "_init",     "int32_t",
                           "size_t",    "max_align_t",
                           "INT32_MAX", "SIZE_MAX",
                           "INT8_C",    "UINT64_C",
                           "WCHAR_MIN", "tile_kernel_invoke",
                           "TileArg",   "TILE_X"})
    EXPECT_NE(emit(name), "") << name;
  std::string header;
  EXPECT_EQ(emitCHeader({makeGemm(), makeGemm()}, "lib", header),
            "expected kernels of different names, got 'gemm' twice");
}

/// Compiles a program that uses two generated headers and the project's own.
TEST(CHeader, CompilesWithoutWarnings) {
  std::string folder = testing::TempDir() + "tile-header-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  KernelSignature other = makeGemm();
  other.name = "other";
  std::string first, second;
  ASSERT_EQ(emitCHeader({makeGemm()}, "first", first), "");
  ASSERT_EQ(emitCHeader({other}, "second", second), "");
  std::ofstream(folder + "/first.h") << first;
  std::ofstream(folder + "/second.h") << second;
  const char *program =
      "#include \"first.h\"\n"
      "#include \"second.h\"\n"
      "#include \"first.h\"\n"
      "int use(float *data);\n"
      "int use(float *data) {\n"
      "  int64_t shape[2];\n"
      "  TileArg args[3];\n"
      "  TileStatus status;\n"
      "  shape[0] = 64; shape[1] = 8;\n"
      "  args[0] = tile_tensor_arg(data, TILE_DTYPE_F16, 2, shape, NULL);\n"
      "  args[1] = tile_float_arg(TILE_DTYPE_F32, 0.5);\n"
      "  args[2] = tile_int_arg(TILE_DTYPE_I64, 8);\n"
      "  return gemm(args, 3, &status) + other(args, 3, &status);\n"
      "}\n";
  std::ofstream(folder + "/program.c") << program;
  std::ofstream(folder + "/program.cpp") << program;
  std::string flags =
      " -Wall -Wextra -Werror -pedantic -fsyntax-only " + folder + "/program";
  EXPECT_EQ(
      std::system((TILE_TEST_C_COMPILER " -std=c99" + flags + ".c").c_str()),
      0);
  EXPECT_EQ(
      std::system(
          (TILE_TEST_CXX_COMPILER " -std=c++11" + flags + ".cpp").c_str()),
      0);
  for (const char *name :
       {"/first.h", "/second.h", "/program.c", "/program.cpp"})
    std::remove((folder + name).c_str());
  rmdir(folder.c_str());
}
} // namespace
