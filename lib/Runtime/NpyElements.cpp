//===- NpyElements.cpp - Element types of .npy files ----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyElements.h"

#include "Tile/Runtime/DType.h"

using namespace tile;

/// numpy's letter for a type, and 'V' for the types of ml_dtypes, of which it
/// knows only the size.
static char getKind(int32_t dtype) {
  switch (dtype) {
  case TILE_DTYPE_I1:
    return 'b';
  case TILE_DTYPE_I4:
  case TILE_DTYPE_I8:
  case TILE_DTYPE_I16:
  case TILE_DTYPE_I32:
  case TILE_DTYPE_I64:
    return 'i';
  case TILE_DTYPE_F16:
  case TILE_DTYPE_TF32:
  case TILE_DTYPE_F32:
  case TILE_DTYPE_F64:
    return 'f';
  default:
    return 'V';
  }
}

int64_t tile::getNpyElementBytes(int32_t dtype) {
  return (tile_dtype_storage_bits(dtype) + 7) / 8;
}

std::string tile::getNpyDescr(int32_t dtype, bool isUnsigned) {
  char kind = getKind(dtype);
  if (kind == 'i' && isUnsigned)
    kind = 'u';
  int64_t bytes = getNpyElementBytes(dtype);
  return (bytes == 1 ? '|' : '<') + (kind + std::to_string(bytes));
}

/// The type that a kind and a size stand for by themselves.
static int32_t findPlainType(char kind, int64_t bytes) {
  if (kind == 'u')
    kind = 'i';
  for (int32_t dtype :
       {TILE_DTYPE_I1, TILE_DTYPE_I8, TILE_DTYPE_I16, TILE_DTYPE_I32,
        TILE_DTYPE_I64, TILE_DTYPE_F16, TILE_DTYPE_F32, TILE_DTYPE_F64})
    if (getKind(dtype) == kind && getNpyElementBytes(dtype) == bytes)
      return dtype;
  return TILE_DTYPE_NONE;
}

/// Whether a file of this kind and size may be read as `wanted`, which it does
/// not name.
static bool mayHold(char kind, int64_t bytes, int32_t wanted) {
  if (bytes != getNpyElementBytes(wanted))
    return false;
  if (wanted == TILE_DTYPE_I4)
    return kind == 'i' || kind == 'u' || kind == 'V';
  if (wanted == TILE_DTYPE_TF32)
    return kind == 'f';
  return kind == 'V' && getKind(wanted) == 'V';
}

static std::string describeMismatch(const std::string &descr, int32_t wanted) {
  return std::string("expected elements of type ") + tile_dtype_name(wanted) +
         " (because that is asked for), got '" + descr + "'";
}

static std::string describeUnknown(const std::string &descr) {
  return "expected elements that are bool, integers of 8 to 64 bits or floats "
         "of 16 to 64 bits, got '" +
         descr + "'";
}

/// Reads one of ml_dtypes' names. Returns false if `descr` is none.
static bool parseName(const std::string &descr, NpyElements &elements) {
  elements.dtype = tile_dtype_from_name(descr.c_str());
  elements.fileBytes = getNpyElementBytes(elements.dtype);
  elements.isUnsigned = descr.compare(0, 4, "uint") == 0;
  return elements.dtype != TILE_DTYPE_NONE;
}

/// Splits "<f4" into its parts. Returns false if it is not of that form.
static bool splitDescr(const std::string &descr, NpyElements &elements,
                       char &kind) {
  static const std::string orders = "<>|=";
  size_t at = !descr.empty() && orders.find(descr[0]) != std::string::npos;
  if (descr == "?" || descr == "|?") {
    kind = 'b';
    elements.fileBytes = 1;
    return true;
  }
  if (descr.size() != at + 2 || descr[at + 1] < '1' || descr[at + 1] > '8')
    return false;
  kind = descr[at];
  elements.fileBytes = descr[at + 1] - '0';
  elements.isBigEndian = descr[0] == '>' && elements.fileBytes > 1;
  elements.isUnsigned = kind == 'u';
  // numpy never swaps what it knows only as bytes.
  return !(elements.isBigEndian && kind == 'V');
}

std::string tile::parseNpyDescr(const std::string &descr, int32_t wanted,
                                NpyElements &elements) {
  bool isAsked = wanted != TILE_DTYPE_NONE;
  if (parseName(descr, elements))
    return isAsked && elements.dtype != wanted ? describeMismatch(descr, wanted)
                                               : "";
  char kind;
  if (!splitDescr(descr, elements, kind))
    return describeUnknown(descr);
  elements.dtype = findPlainType(kind, elements.fileBytes);
  if (isAsked && mayHold(kind, elements.fileBytes, wanted))
    elements.dtype = wanted;
  if (isAsked && elements.dtype != wanted)
    return describeMismatch(descr, wanted);
  if (elements.dtype == TILE_DTYPE_NONE)
    return kind == 'V' ? "expected the type of the elements to be stated "
                         "(because numpy stores narrow types as bytes without "
                         "a name), got '" +
                             descr + "'"
                       : describeUnknown(descr);
  return "";
}
