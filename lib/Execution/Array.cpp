//===- Array.cpp - Arrays that a kernel is run on -------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Array.h"

#include "Tile/Runtime/DType.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <unistd.h>

using namespace tile;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

uint64_t tile::splitMix64(uint64_t seed, uint64_t i) {
  uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

template <typename... Args>
static Error failure(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

static std::string formatShape(llvm::ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleave(shape, stream, "x");
  return text.empty() ? "rank 0" : text;
}

static std::string formatType(const ArgumentSignature &signature) {
  KernelSignature kernel{"kernel", {signature}};
  KernelInfoStorage storage(kernel);
  return formatArgumentType(storage.get().args[0]);
}

/// The width of an integer element in bits.
static unsigned getIntegerWidth(int32_t dtype) {
  return dtype == TILE_DTYPE_I1 ? 1 : tile_dtype_storage_bits(dtype);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

int64_t ArgumentArray::getNumElements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

bool ArgumentArray::isRowMajor() const {
  int64_t expected = 1;
  for (int64_t d = shape.size() - 1; d >= 0; --d) {
    if (strides[d] != expected)
      return false;
    expected *= shape[d];
  }
  return true;
}

std::vector<int64_t> ArgumentArray::getIndices(int64_t i) const {
  std::vector<int64_t> indices(shape.size());
  for (int64_t d = shape.size() - 1; d >= 0; --d) {
    indices[d] = i % shape[d];
    i /= shape[d];
  }
  return indices;
}

int64_t ArgumentArray::getOffset(int64_t i) const {
  int64_t offset = 0;
  for (int64_t d = shape.size() - 1; d >= 0; --d) {
    offset += (i % shape[d]) * strides[d];
    i /= shape[d];
  }
  return offset;
}

uint64_t ArgumentArray::load(int64_t i) const {
  return tile_dtype_load(dtype, data.get(), getOffset(i));
}

void ArgumentArray::store(int64_t i, uint64_t bits) {
  tile_dtype_store(dtype, data.get(), getOffset(i), bits);
}

TileArg ArgumentArray::get() {
  if (isTensor())
    return tile_tensor_arg(data.get(), dtype, shape.size(), shape.data(),
                           strides.data());
  TileArg arg;
  arg.kind = TILE_ARG_SCALAR;
  arg.as.scalar = scalar;
  return arg;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Strides that fit the declaration and leave no two elements in one place:
/// declared ones as they are, the others row-major around them.
static std::vector<int64_t> chooseStrides(llvm::ArrayRef<int64_t> shape,
                                          const ArgumentSignature &signature) {
  std::vector<int64_t> strides(shape.size(), TILE_DYNAMIC);
  if (signature.strides && signature.strides->size() == shape.size())
    strides = *signature.strides;
  int64_t next = 1;
  for (size_t d = 0; d < shape.size(); ++d)
    if (strides[d] != TILE_DYNAMIC)
      next = std::max(next, strides[d] * std::max<int64_t>(shape[d], 1));
  for (int64_t d = shape.size() - 1; d >= 0; --d) {
    if (strides[d] != TILE_DYNAMIC)
      continue;
    strides[d] = next;
    next *= std::max<int64_t>(shape[d], 1);
  }
  return strides;
}

/// Zeroed memory; null if it cannot be had. What the machine cannot hold is not
/// asked for: systems grant it and end the process when it is used.
static void *allocateZeroed(int64_t bytes) {
  int64_t installed =
      int64_t(sysconf(_SC_PHYS_PAGES)) * int64_t(sysconf(_SC_PAGESIZE));
  if (installed > 0 && bytes > installed)
    return nullptr;
  int64_t rounded = llvm::alignTo(std::max<int64_t>(bytes, 1), 64);
  void *memory = std::aligned_alloc(64, rounded);
  if (memory)
    std::memset(memory, 0, rounded);
  return memory;
}

Error ArgumentArray::allocate(const ArgumentSignature &signature) {
  int64_t count = 1;
  for (int64_t extent : shape)
    if (llvm::MulOverflow<int64_t>(count, std::max<int64_t>(extent, 1), count))
      return failure("expected an array that fits into memory, got {0}",
                     formatShape(shape));
  strides = chooseStrides(shape, signature);
  int64_t span = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    int64_t step;
    if (llvm::MulOverflow<int64_t>(std::max<int64_t>(shape[d] - 1, 0),
                                   strides[d], step) ||
        step < 0 || llvm::AddOverflow<int64_t>(span, step, span))
      return failure("expected strides that fit into memory, got {0}",
                     formatShape(strides));
  }
  numBytes = tile_dtype_array_bytes(dtype, span);
  if (numBytes >= 0)
    data.reset(allocateZeroed(numBytes));
  if (!data)
    return failure("expected an array that fits into memory, got {0}x{1}",
                   formatShape(shape), tile_dtype_name(dtype));
  return Error::success();
}

Expected<ArgumentArray> ArgumentArray::clone() const {
  ArgumentArray copy;
  copy.kind = kind;
  copy.dtype = dtype;
  copy.unsignedIntegers = unsignedIntegers;
  copy.shape = shape;
  copy.strides = strides;
  copy.numBytes = numBytes;
  copy.scalar = scalar;
  if (!isTensor())
    return copy;
  copy.data.reset(allocateZeroed(numBytes));
  if (!copy.data)
    return failure("no memory for a copy of {0} bytes", numBytes);
  std::memcpy(copy.data.get(), data.get(), numBytes);
  return copy;
}

//===----------------------------------------------------------------------===//
// Specifications
//===----------------------------------------------------------------------===//

Error ArgumentArray::read(StringRef path, const ArgumentSignature &signature) {
  NpyArray array;
  std::string error = loadNpy(path.str(), array, dtype);
  if (!error.empty())
    return failure("{0}", error);
  unsignedIntegers = array.isUnsigned;
  shape = array.shape;
  if (shape.size() != signature.shape.size())
    return failure("{0}: expected rank {1} (because the kernel declares {2}), "
                   "got rank {3}",
                   path, signature.shape.size(), formatType(signature),
                   shape.size());
  strides = chooseStrides(shape, signature);
  if (isRowMajor()) {
    data = std::move(array.data);
    numBytes = array.numBytes;
    return Error::success();
  }
  if (Error failed = allocate(signature))
    return failed;
  for (int64_t i = 0, count = getNumElements(); i < count; ++i)
    store(i, tile_dtype_load(dtype, array.data.get(), i));
  return Error::success();
}

/// An extent or number of a specification, in decimal.
static bool parseInteger(StringRef text, int64_t &value) {
  return !text.getAsInteger(10, value);
}

/// Parses "128x64". Returns false if `text` is no shape.
static bool parseShape(StringRef text, std::vector<int64_t> &shape) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, 'x');
  for (StringRef part : parts) {
    int64_t extent;
    if (!parseInteger(part, extent) || extent < 0)
      return false;
    shape.push_back(extent);
  }
  return true;
}

/// One element of `random`, see Array.h.
static uint64_t makeRandom(int32_t dtype, uint64_t z) {
  if (dtype == TILE_DTYPE_F8E8M0FNU)
    return tile_dtype_encode(dtype, std::ldexp(1.0, int(z >> 61) - 4));
  if (tile_dtype_is_float(dtype)) {
    double value = 2 * (double(z >> 11) * 0x1p-53) - 1;
    // The common type, rounded by the hardware.
    if (dtype == TILE_DTYPE_F32)
      return llvm::bit_cast<uint32_t>(static_cast<float>(value));
    return tile_dtype_encode(dtype, value);
  }
  unsigned width = getIntegerWidth(dtype);
  if (width <= 8)
    return z >> (64 - width);
  return static_cast<uint64_t>(static_cast<int64_t>(z) >> 56);
}

namespace {
/// The words of a rule after SHAPE, such as {"randint", "0", "9", "7"}.
struct Rule {
  llvm::SmallVector<StringRef, 4> words;

  StringRef name() const { return words[0]; }
  bool integer(unsigned i, int64_t &value) const {
    return i < words.size() && parseInteger(words[i], value);
  }
  /// The seed at word `i`, or `otherwise` if it is left out. A seed is any
  /// 64-bit number, signed or not.
  bool seed(unsigned i, uint64_t otherwise, uint64_t &value) const {
    value = otherwise;
    if (words.size() == i)
      return true;
    int64_t negative;
    if (words.size() != i + 1)
      return false;
    if (!words[i].getAsInteger(10, value))
      return true;
    if (!parseInteger(words[i], negative))
      return false;
    value = negative;
    return true;
  }
};
} // namespace

static bool isRule(StringRef word) {
  return word == "zeros" || word == "ones" || word == "iota" ||
         word == "random" || word == "randint" || word == "nan";
}

static uint64_t encodeNumber(int32_t dtype, int64_t value) {
  return tile_dtype_is_float(dtype) ? tile_dtype_encode(dtype, value)
                                    : static_cast<uint64_t>(value);
}

/// A function from the row-major number of an element to its bits.
static Expected<std::function<uint64_t(int64_t)>>
makeRule(const Rule &rule, int32_t dtype, uint64_t defaultSeed) {
  using Function = std::function<uint64_t(int64_t)>;
  uint64_t seed;
  if (rule.name() == "random" && rule.seed(1, defaultSeed, seed))
    return Function(
        [=](int64_t i) { return makeRandom(dtype, splitMix64(seed, i)); });
  int64_t low, high;
  if (rule.name() == "randint" && rule.integer(1, low) &&
      rule.integer(2, high) && low <= high && rule.seed(3, defaultSeed, seed)) {
    uint64_t range = static_cast<uint64_t>(high) - low + 1;
    return Function([=](int64_t i) {
      uint64_t z = splitMix64(seed, i);
      return encodeNumber(dtype, low + int64_t(range ? z % range : z));
    });
  }
  if (rule.words.size() == 1) {
    if (rule.name() == "iota")
      return Function([=](int64_t i) { return encodeNumber(dtype, i); });
    if (rule.name() == "zeros")
      return Function([=](int64_t) { return encodeNumber(dtype, 0); });
    if (rule.name() == "ones")
      return Function([=](int64_t) { return encodeNumber(dtype, 1); });
    double nan = std::numeric_limits<double>::quiet_NaN();
    uint64_t bits = tile_dtype_encode(dtype, nan);
    if (rule.name() == "nan") {
      if (std::isnan(tile_dtype_decode(dtype, bits)) &&
          tile_dtype_is_float(dtype))
        return Function([=](int64_t) { return bits; });
      return failure("expected a type that has NaN (because of 'nan'), got {0}",
                     tile_dtype_name(dtype));
    }
  }
  return failure("expected zeros, ones, iota, random[:SEED], "
                 "randint:LO:HI[:SEED] or nan, got '{0}'",
                 llvm::join(rule.words, ":"));
}

Error ArgumentArray::fill(StringRef text, uint64_t seed) {
  Rule rule;
  text.split(rule.words, ':');
  auto function = makeRule(rule, dtype, seed);
  if (!function)
    return function.takeError();
  if (!isTensor()) {
    uint64_t bits = (*function)(0);
    if (tile_dtype_is_float(dtype))
      scalar.value.f = tile_dtype_decode(dtype, bits);
    else
      scalar.value.i = llvm::SignExtend64(bits, getIntegerWidth(dtype));
    return Error::success();
  }
  if (rule.name() == "zeros" && dtype != TILE_DTYPE_F8E8M0FNU)
    return Error::success();
  bool rowMajor = isRowMajor();
  for (int64_t i = 0, count = getNumElements(); i < count; ++i) {
    if (rowMajor)
      tile_dtype_store(dtype, data.get(), i, (*function)(i));
    else
      store(i, (*function)(i));
  }
  return Error::success();
}

Error ArgumentArray::parseScalar(StringRef text) {
  const char *name = tile_dtype_name(dtype);
  if (tile_dtype_is_float(dtype)) {
    if (text.getAsDouble(scalar.value.f))
      return failure("expected a number of type {0}, got '{1}'", name, text);
    return Error::success();
  }
  if (text == "true" || text == "false") {
    scalar.value.i = text == "true";
    return Error::success();
  }
  uint64_t large;
  if (!text.getAsInteger(0, scalar.value.i))
    return Error::success();
  if (text.getAsInteger(0, large))
    return failure("expected an integer of type {0}, got '{1}'", name, text);
  scalar.value.i = large;
  return Error::success();
}

Expected<ArgumentArray>
ArgumentArray::create(StringRef spec, const ArgumentSignature &signature,
                      unsigned index, uint64_t baseSeed) {
  ArgumentArray array;
  array.kind = signature.kind;
  array.dtype = array.scalar.dtype = signature.dtype;
  auto build = [&]() -> Error {
    StringRef rule = spec;
    if (array.isTensor()) {
      if (spec.ends_with(".npy"))
        return array.read(spec, signature);
      array.shape = signature.shape;
      auto [first, rest] = spec.split(':');
      if (!isRule(first)) {
        array.shape.clear();
        if (!parseShape(first, array.shape) || !isRule(rest.split(':').first))
          return failure("expected FILE.npy or [SHAPE:]zeros|ones|iota|"
                         "random[:SEED]|randint:LO:HI[:SEED]|nan (because the "
                         "kernel declares {0}), got '{1}'",
                         formatType(signature), spec);
        rule = rest;
      }
      if (llvm::is_contained(array.shape, TILE_DYNAMIC))
        return failure("expected SHAPE before '{0}' (because the kernel "
                       "declares {1}), got none",
                       spec, formatType(signature));
      if (array.shape.size() != signature.shape.size())
        return failure("expected {0} extents (because the kernel declares "
                       "{1}), got {2}",
                       signature.shape.size(), formatType(signature),
                       formatShape(array.shape));
      if (Error error = array.allocate(signature))
        return error;
    } else if (!isRule(spec.split(':').first) || spec == "nan") {
      return array.parseScalar(spec);
    }
    return array.fill(rule, index + baseSeed);
  };
  if (Error error = build())
    return failure("argument {0} '{1}': {2}", index, signature.name,
                   llvm::toString(std::move(error)));
  return array;
}
