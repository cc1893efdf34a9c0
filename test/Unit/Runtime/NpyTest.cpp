//===- NpyTest.cpp - Reading and writing .npy files -----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/Npy.h"
#include "NpyFile.h"
#include "Tile/Runtime/DType.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>
#include <dirent.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace tile;

namespace {
/// A folder of its own for each test.
class NpyFiles : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "tile-npy-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern + "/";
  }
  void TearDown() override {
    for (const std::string &name : list())
      std::remove((folder + name).c_str());
    rmdir(folder.c_str());
  }

  std::vector<std::string> list() const {
    std::vector<std::string> names;
    DIR *dir = opendir(folder.c_str());
    while (dirent *entry = readdir(dir))
      if (entry->d_name[0] != '.')
        names.push_back(entry->d_name);
    closedir(dir);
    return names;
  }
  static std::string readAll(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  static void writeAll(const std::string &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  std::string folder;
};

std::string parse(const std::string &bytes, NpyArray &array,
                  int32_t dtype = TILE_DTYPE_NONE) {
  return parseNpy("x.npy", bytes.data(), static_cast<int64_t>(bytes.size()),
                  array, dtype);
}

/// Expects a file to be refused with this message.
void expectError(const std::string &bytes, const std::string &message,
                 int32_t dtype = TILE_DTYPE_NONE) {
  NpyArray array;
  array.dtype = -1;
  EXPECT_EQ(parse(bytes, array, dtype), "x.npy: " + message);
  // A failure changes nothing.
  EXPECT_EQ(array.dtype, -1);
  EXPECT_EQ(array.data, nullptr);
}

template <typename T>
std::vector<T> getElements(const NpyArray &array) {
  auto *first = static_cast<const T *>(array.data.get());
  return std::vector<T>(first, first + array.numBytes / sizeof(T));
}

using Bytes = std::vector<unsigned char>;
using Shape = std::vector<int64_t>;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

TEST(NpyRead, Versions) {
  for (int version : {1, 2, 3}) {
    NpyArray array;
    std::string bytes =
        makeNpy("{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }",
                std::string("\1\0\2\0\3\0", 6), version);
    ASSERT_EQ(parse(bytes, array), "");
    EXPECT_EQ(array.dtype, TILE_DTYPE_I16);
    EXPECT_FALSE(array.isUnsigned);
    EXPECT_EQ(array.shape, Shape({3}));
    EXPECT_EQ(array.numBytes, 6);
    EXPECT_EQ(getElements<int16_t>(array), std::vector<int16_t>({1, 2, 3}));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(array.data.get()) % 64, 0u);
  }
}

TEST(NpyRead, SpellingsOfTheDictionary) {
  for (const char *dictionary :
       {"{'shape':(2,),'descr':'|u1','fortran_order':False}",
        "{\"descr\": \"u1\", \"fortran_order\": True, \"shape\": (2L,)}\n",
        "  {'descr': '=u1',\n 'fortran_order': False, 'shape': ( 2 , ) , } "
        " "}) {
    NpyArray array;
    EXPECT_EQ(parse(makeNpy(dictionary, "ab"), array), "") << dictionary;
    EXPECT_EQ(array.dtype, TILE_DTYPE_I8);
    EXPECT_TRUE(array.isUnsigned);
    EXPECT_EQ(array.shape, Shape({2}));
  }
}

TEST(NpyRead, Types) {
  struct Case {
    const char *descr;
    int32_t wanted, dtype;
    int64_t bytes;
  };
  for (const Case &c : {
           Case{"?", 0, TILE_DTYPE_I1, 1},
           Case{"|b1", TILE_DTYPE_I1, TILE_DTYPE_I1, 1},
           Case{"|i1", 0, TILE_DTYPE_I8, 1},
           Case{"<u2", 0, TILE_DTYPE_I16, 2},
           Case{"<i4", TILE_DTYPE_I32, TILE_DTYPE_I32, 4},
           Case{"<u8", 0, TILE_DTYPE_I64, 8},
           Case{"<f2", 0, TILE_DTYPE_F16, 2},
           Case{"<f4", 0, TILE_DTYPE_F32, 4},
           Case{"<f4", TILE_DTYPE_TF32, TILE_DTYPE_TF32, 4},
           Case{"<f8", 0, TILE_DTYPE_F64, 8},
           Case{"<V2", TILE_DTYPE_BF16, TILE_DTYPE_BF16, 2},
           Case{"bfloat16", 0, TILE_DTYPE_BF16, 2},
           Case{"|V1", TILE_DTYPE_F8E5M2, TILE_DTYPE_F8E5M2, 1},
           Case{"float8_e4m3fn", 0, TILE_DTYPE_F8E4M3FN, 1},
           Case{"|V1", TILE_DTYPE_F4E2M1FN, TILE_DTYPE_F4E2M1FN, 1},
           Case{"|i1", TILE_DTYPE_I4, TILE_DTYPE_I4, 1},
           Case{"|V1", TILE_DTYPE_I4, TILE_DTYPE_I4, 1},
           Case{"uint4", 0, TILE_DTYPE_I4, 1},
       }) {
    NpyArray array;
    std::string bytes = makeNpy(std::string("{'descr': '") + c.descr +
                                    "', 'fortran_order': False, 'shape': (2,)}",
                                std::string(2 * c.bytes, '\0'));
    EXPECT_EQ(parse(bytes, array, c.wanted), "") << c.descr;
    EXPECT_EQ(array.dtype, c.dtype) << c.descr;
    EXPECT_EQ(array.numBytes, tile_dtype_array_bytes(c.dtype, 2)) << c.descr;
  }
}

TEST(NpyRead, TypesThatAreRefused) {
  auto make = [](const char *descr) {
    return makeNpy(std::string("{'descr': '") + descr +
                       "', 'fortran_order': False, 'shape': (1,)}",
                   std::string(16, '\0'));
  };
  expectError(make("<c8"),
              "expected elements that are bool, integers of 8 to 64 bits or "
              "floats of 16 to 64 bits, got '<c8'");
  for (const char *descr : {"", "<", "<f", "<f16", "<f3", "<i5", "|S4", "|O",
                            "<M8[ns]", "<f4x", "<<f4", ">V2", "<U4"}) {
    NpyArray array;
    EXPECT_NE(parse(make(descr), array), "") << descr;
  }
  expectError(make("<f8"),
              "expected elements of type f32 (because that is asked for), got "
              "'<f8'",
              TILE_DTYPE_F32);
  expectError(make("<V2"),
              "expected elements of type f16 (because that is asked for), got "
              "'<V2'",
              TILE_DTYPE_F16);
  expectError(make("bfloat16"),
              "expected elements of type f16 (because that is asked for), got "
              "'bfloat16'",
              TILE_DTYPE_F16);
  expectError(make("<V2"),
              "expected the type of the elements to be stated (because numpy "
              "stores narrow types as bytes without a name), got '<V2'");
  expectError(make("|V1"),
              "expected elements of type bf16 (because that is asked for), got "
              "'|V1'",
              TILE_DTYPE_BF16);
}

TEST(NpyRead, BigEndian) {
  NpyArray array;
  std::string bytes =
      makeNpy("{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}",
              std::string("\x3F\x80\0\0\xC0\0\0\0", 8));
  ASSERT_EQ(parse(bytes, array), "");
  EXPECT_EQ(getElements<float>(array), std::vector<float>({1, -2}));
}

TEST(NpyRead, FortranOrder) {
  NpyArray array;
  // Element (i, j, k) of shape 2x3x2 is 100 i + 10 j + k.
  std::string elements;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i)
        elements += static_cast<char>(100 * i + 10 * j + k);
  std::string bytes = makeNpy(
      "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 2)}", elements);
  ASSERT_EQ(parse(bytes, array), "");
  EXPECT_EQ(getElements<unsigned char>(array),
            Bytes({0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121}));
}

TEST(NpyRead, NoElementsAndNoDimensions) {
  NpyArray array;
  ASSERT_EQ(parse(makeNpy("{'descr': '<f4', 'fortran_order': True, 'shape': "
                          "(3, 0)}",
                          ""),
                  array),
            "");
  EXPECT_EQ(array.shape, Shape({3, 0}));
  EXPECT_EQ(array.numBytes, 0);
  EXPECT_NE(array.data, nullptr);
  // A product with 0 does not overflow.
  ASSERT_EQ(parse(makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': "
                          "(4611686018427387904, 4611686018427387904, 0)}",
                          ""),
                  array),
            "");
  ASSERT_EQ(parse(makeNpy("{'descr': '<i4', 'fortran_order': False, 'shape': "
                          "()}",
                          std::string("\7\0\0\0", 4)),
                  array),
            "");
  EXPECT_EQ(array.shape, Shape());
  EXPECT_EQ(getElements<int32_t>(array), std::vector<int32_t>({7}));
}

TEST(NpyRead, PackedTypes) {
  NpyArray array;
  std::string nibbles("\x01\xFF\xF8\x0F\x07", 5);
  std::string head = "{'descr': '|i1', 'fortran_order': False, 'shape': (5,)}";
  ASSERT_EQ(parse(makeNpy(head, nibbles), array, TILE_DTYPE_I4), "");
  EXPECT_EQ(getElements<unsigned char>(array), Bytes({0xF1, 0xF8, 0x07}));
  expectError(makeNpy(head, std::string("\0\0\0\x10\0", 5)),
              "expected elements that fit 4 bits (because they are read as "
              "i4), got the byte 16 at element 3",
              TILE_DTYPE_I4);
  std::string floats =
      makeNpy("{'descr': '|V1', 'fortran_order': False, 'shape': (5,)}",
              std::string("\x01\x02\x03\x04\x3F", 5));
  ASSERT_EQ(parse(floats, array, TILE_DTYPE_F6E2M3FN), "");
  EXPECT_EQ(getElements<unsigned char>(array), Bytes({0x81, 0x30, 0x10, 0x3F}));
  expectError(floats,
              "expected elements that fit 4 bits (because they are read as "
              "f4E2M1FN), got the byte 63 at element 4",
              TILE_DTYPE_F4E2M1FN);
}

TEST(NpyRead, BoolsMustBeZeroOrOne) {
  expectError(makeNpy("{'descr': '|b1', 'fortran_order': False, 'shape': "
                      "(3,)}",
                      std::string("\0\1\2", 3)),
              "expected bools of 0 or 1, got 2 at element 2");
}

TEST(NpyRead, WrongSizes) {
  std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}";
  expectError(makeNpy(head, std::string(7, 'x')),
              "expected 8 bytes of elements (because the header declares 2 of "
              "type '<f4'), got 7");
  expectError(makeNpy(head, std::string(9, 'x')),
              "expected 8 bytes of elements (because the header declares 2 of "
              "type '<f4'), got 9");
  // Nothing is allocated for a shape that the file does not hold.
  expectError(makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': "
                      "(1000000000000,)}",
                      ""),
              "expected 4000000000000 bytes of elements (because the header "
              "declares 1000000000000 of type '<f4'), got 0");
  expectError(makeNpy("{'descr': '<f8', 'fortran_order': False, 'shape': "
                      "(4611686018427387904, 2)}",
                      ""),
              "expected an array of less than 2^63 bytes, got a larger shape");
  expectError(makeNpy("{'descr': '<f8', 'fortran_order': False, 'shape': "
                      "(4611686018427387904,)}",
                      ""),
              "expected an array of less than 2^63 bytes, got a larger shape");
}

TEST(NpyRead, WrongPrefixes) {
  expectError("", "expected a .npy file (because it must begin with "
                  "\\x93NUMPY), got other bytes");
  expectError("PK\3\4 a zip file",
              "expected a .npy file (because it must begin with \\x93NUMPY), "
              "got other bytes");
  expectError("\x93NUMPY", "expected a version, got the end of the file");
  expectError(std::string("\x93NUMPY\x04\x00\x01\x00", 10),
              "expected .npy version 1.0, 2.0 or 3.0, got 4.0");
  expectError(std::string("\x93NUMPY\x01\x07\x01\x00", 10),
              "expected .npy version 1.0, 2.0 or 3.0, got 1.7");
  expectError(std::string("\x93NUMPY\x02\x00\x01\x00", 10),
              "expected the length of the header, got the end of the file");
  expectError(std::string("\x93NUMPY\x01\x00\x10\x00{}", 12),
              "expected a header of 16 bytes, got 2 before the end of the "
              "file");
  expectError(std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF{}", 14),
              "expected a header of at most 65536 bytes, got 4294967295");
}

TEST(NpyRead, WrongDictionaries) {
  auto expectHeaderError = [](const char *dictionary,
                              const std::string &message) {
    SCOPED_TRACE(dictionary);
    expectError(makeNpy(dictionary, "abcd"), message);
  };
  expectHeaderError("[]", "expected '{' in the header, got '[]'");
  expectHeaderError("", "expected '{' in the header, got its end");
  expectHeaderError("{", "expected a string in the header, got its end");
  expectHeaderError("{}", "expected the key 'descr' in the header, got none");
  expectHeaderError("{'descr': '<f4', 'fortran_order': False}",
                    "expected the key 'shape' in the header, got none");
  expectHeaderError("{'descr': '<f4', 'descr': '<f4'}",
                    "expected the key 'descr' once in the header, got it "
                    "twice");
  expectHeaderError("{'extra': 1}",
                    "expected the keys 'descr', 'fortran_order' and 'shape' in "
                    "the header, got 'extra'");
  expectHeaderError("{'descr' '<f4'}",
                    "expected ':' in the header, got ''<f4'}'");
  expectHeaderError("{'descr': '<f4' 'shape': ()}",
                    "expected ',' or '}' in the header, got ''shape': ()}'");
  expectHeaderError("{'fortran_order': 1}",
                    "expected True or False in the header, got '1}'");
  expectHeaderError("{'shape': 4}", "expected '(' in the header, got '4}'");
  expectHeaderError("{'shape': (4)}",
                    "expected a tuple as shape in the header, got a number in "
                    "parentheses");
  expectHeaderError("{'shape': (-4,)}",
                    "expected extents that are not negative in the header, got "
                    "'-4,)}'");
  expectHeaderError("{'shape': (4.5,)}",
                    "expected ',' or ')' in the header, got '.5,)}'");
  expectHeaderError("{'shape': (99999999999999999999,)}",
                    "expected extents below 2^63, got more");
  expectHeaderError("{'descr': [('a', '<f4')]}",
                    "expected elements of one number (because a kernel takes "
                    "arrays of numbers), got a structured type");
  expectHeaderError("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x",
                    "expected nothing after '}' in the header, got 'x'");
  std::string deep = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
  for (int i = 0; i < 65; ++i)
    deep += "1,";
  expectHeaderError((deep + ")}").c_str(),
                    "expected at most 64 dimensions, got more");
}

TEST_F(NpyFiles, PathsThatCannotBeRead) {
  NpyArray array;
  std::string path = folder + "missing.npy";
  EXPECT_EQ(loadNpy(path, array),
            path + ": expected to read the file, got: No such file or "
                   "directory");
  EXPECT_EQ(loadNpy(folder, array),
            folder + ": expected a regular file, got a directory");
  EXPECT_EQ(loadNpy("/dev/zero", array),
            "/dev/zero: expected a regular file, got a special file");
  ASSERT_EQ(mkfifo((folder + "pipe").c_str(), 0600), 0);
  EXPECT_EQ(loadNpy(folder + "pipe", array),
            folder + "pipe: expected a regular file, got a special file");
  EXPECT_NE(loadNpy("", array), "");
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

TEST_F(NpyFiles, WrittenAsNumpyDoes) {
  float values[] = {1, 2, 3, 4, 5, 6};
  int64_t shape[] = {2, 3};
  std::string path = folder + "x.npy";
  TileTensor tensor = {values, shape, nullptr, 2, TILE_DTYPE_F32};
  ASSERT_EQ(saveNpy(path, tensor), "");
  std::string bytes = readAll(path);
  std::string header =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00v\x00", 10));
  EXPECT_EQ(bytes.substr(10, header.size()), header);
  EXPECT_EQ(bytes[127], '\n');
  EXPECT_EQ(bytes.substr(128),
            std::string(reinterpret_cast<char *>(values), sizeof(values)));
  // No other file is left.
  EXPECT_EQ(list(), std::vector<std::string>({"x.npy"}));
}

TEST_F(NpyFiles, EveryTypeSurvives) {
  for (int32_t dtype = TILE_DTYPE_I1; dtype <= TILE_DTYPE_F4E2M1FN; ++dtype)
    for (Shape shape : {Shape(), Shape{1}, Shape{7}, Shape{3, 5}, Shape{2, 0},
                        Shape{2, 1, 3}}) {
      int64_t count = 1;
      for (int64_t extent : shape)
        count *= extent;
      Bytes values(tile_dtype_array_bytes(dtype, count) + 1);
      for (int64_t i = 0; i < count; ++i)
        tile_dtype_store(dtype, values.data(), i,
                         dtype == TILE_DTYPE_I1 ? i % 2 : i * 37 + 11);
      TileTensor tensor = {values.data(), shape.data(), nullptr,
                           static_cast<int32_t>(shape.size()), dtype};
      NpyArray array;
      ASSERT_EQ(saveNpy(folder + "x.npy", tensor), "");
      ASSERT_EQ(loadNpy(folder + "x.npy", array, dtype), "");
      EXPECT_EQ(array.shape, shape);
      values.resize(array.numBytes);
      EXPECT_EQ(getElements<unsigned char>(array), values)
          << tile_dtype_name(dtype);
    }
}

TEST_F(NpyFiles, StridesBecomeRowMajor) {
  int32_t values[] = {0, 1, 2, 3, 4, 5};
  int64_t shape[] = {3, 2}, strides[] = {1, 3}, reversed[] = {-2, -1};
  TileTensor tensor = {values, shape, strides, 2, TILE_DTYPE_I32};
  NpyArray array;
  std::string path = folder + "x.npy";
  ASSERT_EQ(saveNpy(path, tensor), "");
  ASSERT_EQ(loadNpy(path, array), "");
  EXPECT_EQ(getElements<int32_t>(array),
            std::vector<int32_t>({0, 3, 1, 4, 2, 5}));
  tensor.data = values + 5;
  tensor.strides = reversed;
  ASSERT_EQ(saveNpy(path, tensor, /*isUnsigned=*/true), "");
  ASSERT_EQ(loadNpy(path, array), "");
  EXPECT_TRUE(array.isUnsigned);
  EXPECT_EQ(getElements<int32_t>(array),
            std::vector<int32_t>({5, 4, 3, 2, 1, 0}));
}

TEST_F(NpyFiles, LargeStridedArrays) {
  // More than the block that elements are gathered in.
  std::vector<double> values(3 * 50000);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<double>(i);
  int64_t shape[] = {50000}, strides[] = {3};
  TileTensor tensor = {values.data(), shape, strides, 1, TILE_DTYPE_F64};
  NpyArray array;
  ASSERT_EQ(saveNpy(folder + "x.npy", tensor), "");
  ASSERT_EQ(loadNpy(folder + "x.npy", array), "");
  std::vector<double> elements = getElements<double>(array);
  ASSERT_EQ(elements.size(), 50000u);
  for (size_t i = 0; i < elements.size(); ++i)
    ASSERT_EQ(elements[i], 3.0 * i);
}

TEST_F(NpyFiles, TensorsThatCannotBeWritten) {
  int64_t shape[] = {2, 2}, negative[] = {2, -1};
  int64_t huge[] = {INT64_MAX, INT64_MAX};
  float values[4] = {};
  std::string path = folder + "x.npy";
  for (const TileTensor &tensor :
       {TileTensor{values, shape, nullptr, 2, TILE_DTYPE_NONE},
        TileTensor{values, shape, nullptr, 2, 1000},
        TileTensor{values, shape, nullptr, -1, TILE_DTYPE_F32},
        TileTensor{values, nullptr, nullptr, 2, TILE_DTYPE_F32},
        TileTensor{values, negative, nullptr, 2, TILE_DTYPE_F32},
        TileTensor{values, huge, nullptr, 2, TILE_DTYPE_F32},
        TileTensor{nullptr, shape, nullptr, 2, TILE_DTYPE_F32}}) {
    std::string error = saveNpy(path, tensor);
    EXPECT_EQ(error.find(path + ": expected "), 0u) << error;
  }
  EXPECT_TRUE(list().empty());
}

TEST_F(NpyFiles, PathsThatCannotBeWritten) {
  float value = 1;
  TileTensor tensor = {&value, nullptr, nullptr, 0, TILE_DTYPE_F32};
  std::string path = folder + "missing/x.npy";
  EXPECT_EQ(saveNpy(path, tensor),
            path + ": expected to create the file, got: No such file or "
                   "directory");
  EXPECT_EQ(saveNpy(folder, tensor),
            folder + ": expected a regular file to replace, got a directory");
  EXPECT_EQ(saveNpy("/dev/null", tensor),
            "/dev/null: expected a regular file to replace, got a special "
            "file");
  EXPECT_EQ(saveNpy("", tensor), "expected the path of a file, got ''");
  EXPECT_TRUE(list().empty());
}

TEST_F(NpyFiles, LinksAreFollowed) {
  float value = 1;
  TileTensor tensor = {&value, nullptr, nullptr, 0, TILE_DTYPE_F32};
  writeAll(folder + "target.npy", "old");
  ASSERT_EQ(symlink("target.npy", (folder + "link.npy").c_str()), 0);
  ASSERT_EQ(saveNpy(folder + "link.npy", tensor), "");
  NpyArray array;
  EXPECT_EQ(loadNpy(folder + "target.npy", array), "");
  struct stat info;
  ASSERT_EQ(lstat((folder + "link.npy").c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
}
} // namespace
