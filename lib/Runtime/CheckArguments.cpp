//===- CheckArguments.cpp - Arguments against a signature -----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentType.h"
#include "TensorExtent.h"
#include "Tile/Runtime/DType.h"
#include "Tile/Runtime/Kernel.h"

#include <algorithm>
#include <cinttypes>

using namespace tile;

namespace {
/// Checks one call. The functions return true if what they check is right, and
/// otherwise leave the message in the status.
class ArgumentChecker {
public:
  ArgumentChecker(const TileKernelInfo &info, const TileArg *args, int nargs,
                  TileStatus &status)
      : info(info), args(args), nargs(nargs), status(status) {}

  bool check();

private:
  bool checkVersion();
  bool checkCount();
  bool checkArgument();
  bool checkDType(int32_t dtype);
  bool checkScalar(const TileScalar &scalar);
  bool checkTensor(const TileTensor &tensor);
  bool checkRank(const TileTensor &tensor);
  bool checkShape(const TileTensor &tensor);
  bool checkSize(const TileTensor &tensor);
  bool checkStrides(const TileTensor &tensor);
  bool checkData(const TileTensor &tensor);
  bool checkDistinctElements(const TileTensor &tensor);
  bool checkApart();

  const TileKernelArg &declared() const { return info.args[index]; }
  bool fail(int32_t code, const char *format, ...)
      __attribute__((format(printf, 3, 4)));
  /// Fails with "argument I 'NAME': expected EXPECTED (because the kernel
  /// declares TYPE), got GOT".
  bool failDeclared(const char *expected, const char *got);

  const TileKernelInfo &info;
  const TileArg *args;
  int nargs;
  TileStatus &status;
  /// The argument that is being checked.
  int index = 0;
};

/// A short text for one half of a message.
struct Phrase {
  char text[128];

  explicit Phrase(const char *format, ...)
      __attribute__((format(printf, 2, 3))) {
    va_list values;
    va_start(values, format);
    FixedText(text, sizeof(text)).appendValues(format, values);
    va_end(values);
  }
  operator const char *() const { return text; }
};
} // namespace

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

bool ArgumentChecker::fail(int32_t code, const char *format, ...) {
  status.code = code;
  va_list values;
  va_start(values, format);
  FixedText(status.message, sizeof(status.message))
      .appendValues(format, values);
  va_end(values);
  return false;
}

bool ArgumentChecker::failDeclared(const char *expected, const char *got) {
  status.code = TILE_STATUS_INVALID_ARGUMENT;
  FixedText text(status.message, sizeof(status.message));
  text.append("argument %d '%s': expected %s (because the kernel declares ",
              index, declared().name, expected);
  appendArgumentType(text, declared());
  text.append("), got %s", got);
  return false;
}

static const char *describeKind(int32_t kind) {
  if (kind == TILE_ARG_TENSOR)
    return "a tensor";
  return kind == TILE_ARG_SCALAR ? "a scalar" : "neither a tensor nor a scalar";
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

bool ArgumentChecker::check() {
  if (!checkVersion() || !checkCount())
    return false;
  for (index = 0; index < nargs; ++index)
    if (!checkArgument())
      return false;
  for (index = 0; index < nargs; ++index)
    if (!checkApart())
      return false;
  return true;
}

bool ArgumentChecker::checkVersion() {
  if (info.abi_version == TILE_KERNEL_ABI_VERSION)
    return true;
  return fail(TILE_STATUS_VERSION_MISMATCH,
              "kernel '%s': expected interface version %d (because this is the "
              "runtime's), got a kernel compiled for version %d",
              info.name, TILE_KERNEL_ABI_VERSION, info.abi_version);
}

bool ArgumentChecker::checkCount() {
  if (nargs != info.num_args)
    return fail(TILE_STATUS_INVALID_ARGUMENT,
                "kernel '%s': expected %d arguments (because the kernel "
                "declares as many), got %d",
                info.name, info.num_args, nargs);
  if (nargs > 0 && !args)
    return fail(TILE_STATUS_INVALID_ARGUMENT,
                "kernel '%s': expected %d arguments (because the kernel "
                "declares as many), got a null array",
                info.name, info.num_args);
  return true;
}

bool ArgumentChecker::checkArgument() {
  const TileArg &arg = args[index];
  if (arg.kind != declared().kind)
    return failDeclared(describeKind(declared().kind), describeKind(arg.kind));
  return arg.kind == TILE_ARG_TENSOR ? checkTensor(arg.as.tensor)
                                     : checkScalar(arg.as.scalar);
}

bool ArgumentChecker::checkDType(int32_t dtype) {
  if (dtype == declared().dtype)
    return true;
  const char *expected = tile_dtype_name(declared().dtype);
  const char *got = tile_dtype_name(dtype);
  Phrase unknown("the unknown dtype %d", dtype);
  return failDeclared(Phrase("dtype %s", expected ? expected : "?"),
                      got ? got : unknown.text);
}

bool ArgumentChecker::checkScalar(const TileScalar &scalar) {
  if (!checkDType(scalar.dtype))
    return false;
  int32_t bits =
      scalar.dtype == TILE_DTYPE_I1 ? 1 : tile_dtype_storage_bits(scalar.dtype);
  if (tile_dtype_is_float(scalar.dtype) || bits == 64)
    return true;
  int64_t min = -(int64_t(1) << (bits - 1)), max = (int64_t(1) << bits) - 1;
  int64_t value = scalar.value.i;
  if (value >= min && value <= max)
    return true;
  return failDeclared(Phrase("a value from %" PRId64 " to %" PRId64, min, max),
                      Phrase("%" PRId64, value));
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

bool ArgumentChecker::checkTensor(const TileTensor &tensor) {
  return checkDType(tensor.dtype) && checkRank(tensor) && checkShape(tensor) &&
         checkSize(tensor) && checkStrides(tensor) && checkData(tensor) &&
         checkDistinctElements(tensor);
}

bool ArgumentChecker::checkRank(const TileTensor &tensor) {
  if (tensor.rank != declared().rank)
    return failDeclared(Phrase("rank %d", declared().rank),
                        Phrase("rank %d", tensor.rank));
  if (tensor.rank > 0 && !tensor.shape)
    return failDeclared("a shape", "null");
  return true;
}

bool ArgumentChecker::checkShape(const TileTensor &tensor) {
  for (int32_t dim = 0; dim < tensor.rank; ++dim) {
    int64_t expected = declared().shape[dim], extent = tensor.shape[dim];
    if (extent < 0)
      return failDeclared(Phrase("shape[%d] not to be negative", dim),
                          Phrase("%" PRId64, extent));
    if (expected >= 0 && extent != expected)
      return failDeclared(Phrase("shape[%d] to be %" PRId64, dim, expected),
                          Phrase("%" PRId64, extent));
  }
  return true;
}

bool ArgumentChecker::checkSize(const TileTensor &tensor) {
  ByteRange range;
  if (computeByteRange(tensor, range))
    return true;
  return failDeclared("elements within the address space",
                      "a shape and strides that exceed it");
}

bool ArgumentChecker::checkStrides(const TileTensor &tensor) {
  if (isEmpty(tensor))
    return true;
  for (int32_t dim = 0; dim < tensor.rank; ++dim) {
    int64_t expected = declared().strides
                           ? declared().strides[dim]
                           : getRowMajorStride(tensor.shape, tensor.rank, dim);
    int64_t stride = getStride(tensor, dim);
    if (expected == TILE_DYNAMIC || tensor.shape[dim] == 1 ||
        stride == expected)
      continue;
    return failDeclared(Phrase("strides[%d] to be %" PRId64, dim, expected),
                        Phrase("%" PRId64, stride));
  }
  return true;
}

bool ArgumentChecker::checkData(const TileTensor &tensor) {
  if (isEmpty(tensor))
    return true;
  if (!tensor.data)
    return failDeclared("data", "null");
  auto alignment = static_cast<uint64_t>(std::max(
      {1, declared().alignment, tile_dtype_storage_bits(tensor.dtype) / 8}));
  auto address = reinterpret_cast<uintptr_t>(tensor.data);
  if (address % alignment == 0)
    return true;
  return failDeclared(
      Phrase("data aligned to %" PRIu64 " bytes", alignment),
      Phrase("address 0x%" PRIx64, static_cast<uint64_t>(address)));
}

bool ArgumentChecker::checkDistinctElements(const TileTensor &tensor) {
  if (!declared().is_output || hasDistinctElements(tensor))
    return true;
  return fail(TILE_STATUS_INVALID_ARGUMENT,
              "argument %d '%s': expected elements that do not share memory "
              "(because the kernel writes them), got strides that overlap",
              index, declared().name);
}

/// Checks that an output shares no memory with another tensor.
bool ArgumentChecker::checkApart() {
  if (!declared().is_output || declared().may_alias)
    return true;
  ByteRange range, otherRange;
  computeByteRange(args[index].as.tensor, range);
  for (int other = 0; other < nargs; ++other) {
    if (other == index || args[other].kind != TILE_ARG_TENSOR ||
        info.args[other].may_alias)
      continue;
    computeByteRange(args[other].as.tensor, otherRange);
    if (range.overlaps(otherRange))
      return fail(TILE_STATUS_INVALID_ARGUMENT,
                  "argument %d '%s': expected memory apart from argument %d "
                  "'%s' (because the kernel writes '%s'), got overlapping "
                  "bytes",
                  index, declared().name, other, info.args[other].name,
                  declared().name);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

int tile_kernel_check_args(const TileKernelInfo *info, const TileArg *args,
                           int nargs, TileStatus *status) {
  TileStatus unwanted;
  TileStatus &result = status ? *status : unwanted;
  result.code = TILE_STATUS_OK;
  result.message[0] = '\0';
  if (!info) {
    result.code = TILE_STATUS_INVALID_ARGUMENT;
    FixedText(result.message, sizeof(result.message))
        .append("expected a kernel's signature, got null");
    return result.code;
  }
  ArgumentChecker(*info, args, nargs, result).check();
  return result.code;
}
