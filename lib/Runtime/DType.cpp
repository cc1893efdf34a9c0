//===- DType.cpp - The table of element types -----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/DType.h"

#include <cstring>

namespace {
/// One element type under all its names. `dlpackCode` is DLPack's
/// DLDataTypeCode.
struct DTypeRow {
  int32_t dtype;
  const char *name;
  const char *numpyName;
  const char *numpyUnsignedName;
  int32_t storageBits;
  bool isFloat;
  int32_t dlpackCode;
};

constexpr int32_t dlpackInt = 0, dlpackUInt = 1, dlpackFloat = 2,
                  dlpackBFloat = 4, dlpackBool = 6, dlpackNone = -1;

// Row i describes type i + 1. DLPack has no type for tf32.
constexpr DTypeRow table[] = {
    {TILE_DTYPE_I1, "i1", "bool", nullptr, 8, false, dlpackBool},
    {TILE_DTYPE_I4, "i4", "int4", "uint4", 4, false, dlpackInt},
    {TILE_DTYPE_I8, "i8", "int8", "uint8", 8, false, dlpackInt},
    {TILE_DTYPE_I16, "i16", "int16", "uint16", 16, false, dlpackInt},
    {TILE_DTYPE_I32, "i32", "int32", "uint32", 32, false, dlpackInt},
    {TILE_DTYPE_I64, "i64", "int64", "uint64", 64, false, dlpackInt},
    {TILE_DTYPE_F16, "f16", "float16", nullptr, 16, true, dlpackFloat},
    {TILE_DTYPE_BF16, "bf16", "bfloat16", nullptr, 16, true, dlpackBFloat},
    {TILE_DTYPE_TF32, "tf32", "tfloat32", nullptr, 32, true, dlpackNone},
    {TILE_DTYPE_F32, "f32", "float32", nullptr, 32, true, dlpackFloat},
    {TILE_DTYPE_F64, "f64", "float64", nullptr, 64, true, dlpackFloat},
    {TILE_DTYPE_F8E4M3FN, "f8E4M3FN", "float8_e4m3fn", nullptr, 8, true, 10},
    {TILE_DTYPE_F8E4M3FNUZ, "f8E4M3FNUZ", "float8_e4m3fnuz", nullptr, 8, true,
     11},
    {TILE_DTYPE_F8E4M3B11FNUZ, "f8E4M3B11FNUZ", "float8_e4m3b11fnuz", nullptr,
     8, true, 9},
    {TILE_DTYPE_F8E3M4, "f8E3M4", "float8_e3m4", nullptr, 8, true, 7},
    {TILE_DTYPE_F8E4M3, "f8E4M3", "float8_e4m3", nullptr, 8, true, 8},
    {TILE_DTYPE_F8E5M2, "f8E5M2", "float8_e5m2", nullptr, 8, true, 12},
    {TILE_DTYPE_F8E5M2FNUZ, "f8E5M2FNUZ", "float8_e5m2fnuz", nullptr, 8, true,
     13},
    {TILE_DTYPE_F8E8M0FNU, "f8E8M0FNU", "float8_e8m0fnu", nullptr, 8, true, 14},
    {TILE_DTYPE_F6E2M3FN, "f6E2M3FN", "float6_e2m3fn", nullptr, 6, true, 15},
    {TILE_DTYPE_F6E3M2FN, "f6E3M2FN", "float6_e3m2fn", nullptr, 6, true, 16},
    {TILE_DTYPE_F4E2M1FN, "f4E2M1FN", "float4_e2m1fn", nullptr, 4, true, 17},
};
constexpr int32_t numRows = sizeof(table) / sizeof(table[0]);

constexpr bool isTableInOrder() {
  for (int32_t row = 0; row < numRows; ++row)
    if (table[row].dtype != row + 1)
      return false;
  return table[numRows - 1].dtype == TILE_DTYPE_F4E2M1FN;
}
static_assert(isTableInOrder(), "row i must describe type i + 1");

const DTypeRow *lookUp(int32_t dtype) {
  return dtype >= 1 && dtype <= numRows ? &table[dtype - 1] : nullptr;
}

bool isSame(const char *lhs, const char *rhs) {
  return lhs && rhs && std::strcmp(lhs, rhs) == 0;
}

/// Where element `index` begins: bit `shift` of byte `byte`.
struct BitPosition {
  int64_t byte;
  int32_t shift;
};

BitPosition locate(int64_t index, int32_t bits) {
  if (bits % 8 == 0)
    return {index * (bits / 8), 0};
  // Packed widths divide 8 elements into `bits` whole bytes; splitting the
  // index keeps the product small.
  int64_t group = index / 8, rest = index % 8 * bits;
  return {group * bits + rest / 8, static_cast<int32_t>(rest % 8)};
}
} // namespace

const char *tile_dtype_name(int32_t dtype) {
  const DTypeRow *row = lookUp(dtype);
  return row ? row->name : nullptr;
}

int32_t tile_dtype_from_name(const char *name) {
  for (const DTypeRow &row : table)
    if (isSame(name, row.name) || isSame(name, row.numpyName) ||
        isSame(name, row.numpyUnsignedName))
      return row.dtype;
  return TILE_DTYPE_NONE;
}

int32_t tile_dtype_storage_bits(int32_t dtype) {
  const DTypeRow *row = lookUp(dtype);
  return row ? row->storageBits : 0;
}

int32_t tile_dtype_is_float(int32_t dtype) {
  const DTypeRow *row = lookUp(dtype);
  return row && row->isFloat;
}

int64_t tile_dtype_array_bytes(int32_t dtype, int64_t count) {
  int64_t bits = tile_dtype_storage_bits(dtype);
  if (!bits || count < 0)
    return -1;
  // count * bits / 8, rounded up, without forming count * bits.
  int64_t whole, rest = (count % 8 * bits + 7) / 8, bytes;
  if (__builtin_mul_overflow(count / 8, bits, &whole) ||
      __builtin_add_overflow(whole, rest, &bytes))
    return -1;
  return bytes;
}

int32_t tile_dtype_from_dlpack(int32_t code, int32_t bits, int32_t lanes) {
  if (lanes != 1 || code < 0)
    return TILE_DTYPE_NONE;
  if (code == dlpackUInt)
    code = dlpackInt;
  for (const DTypeRow &row : table)
    if (row.dlpackCode == code && row.storageBits == bits)
      return row.dtype;
  return TILE_DTYPE_NONE;
}

uint64_t tile_dtype_load(int32_t dtype, const void *array, int64_t index) {
  int32_t bits = tile_dtype_storage_bits(dtype);
  if (!bits)
    return 0;
  BitPosition at = locate(index, bits);
  const auto *bytes = static_cast<const unsigned char *>(array) + at.byte;
  // Reads only bytes that hold a bit of the element: the last element of an
  // array must not touch the byte after it.
  uint64_t value = 0;
  for (int32_t i = 0; 8 * i < at.shift + bits; ++i)
    value |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  value >>= at.shift;
  return bits == 64 ? value : value & ((uint64_t(1) << bits) - 1);
}

void tile_dtype_store(int32_t dtype, void *array, int64_t index,
                      uint64_t bitsOfValue) {
  int32_t bits = tile_dtype_storage_bits(dtype);
  if (!bits)
    return;
  BitPosition at = locate(index, bits);
  auto *bytes = static_cast<unsigned char *>(array) + at.byte;
  uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  // Shifts are below 8 only for packed types, which have at most 6 bits.
  uint64_t value = (bitsOfValue & mask) << at.shift;
  mask <<= at.shift;
  for (int32_t i = 0; 8 * i < at.shift + bits; ++i) {
    auto keep = static_cast<unsigned char>(~(mask >> (8 * i)));
    bytes[i] = static_cast<unsigned char>((bytes[i] & keep) |
                                          ((value >> (8 * i)) & 0xFF));
  }
}
