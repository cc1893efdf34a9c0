//===- InvokeKernel.cpp - Calling a compiled kernel -----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentType.h"
#include "RunningKernel.h"
#include "TensorExtent.h"
#include "Tile/Runtime/CPU.h"
#include "Tile/Runtime/DType.h"
#include "Tile/Runtime/Kernel.h"

#include <cstdlib>

using namespace tile;

namespace {
/// The words of 8 bytes that pointers, descriptors and scalars are packed into:
/// on the stack if they are few.
class PackedWords {
public:
  explicit PackedWords(size_t count)
      : words(count <= inlineCount
                  ? inlineWords
                  : static_cast<uint64_t *>(std::calloc(count, 8))) {}
  PackedWords(const PackedWords &) = delete;
  PackedWords &operator=(const PackedWords &) = delete;
  ~PackedWords() {
    if (words != inlineWords)
      std::free(words);
  }

  /// Null if there was not enough memory.
  uint64_t *get() { return words; }

private:
  static constexpr size_t inlineCount = 256;
  uint64_t inlineWords[inlineCount];
  uint64_t *words;
};
} // namespace

static_assert(sizeof(void *) == 8, "descriptors are made of 8-byte words");

/// The words of a descriptor {base, aligned, offset, sizes, strides}.
static size_t countDescriptorWords(int32_t rank) {
  return 3 + 2 * static_cast<size_t>(rank);
}

static size_t countWords(const TileKernelInfo &info) {
  size_t count = 0;
  for (int32_t i = 0; i < info.num_args; ++i)
    count += 1 + (info.args[i].kind == TILE_ARG_TENSOR
                      ? countDescriptorWords(info.args[i].rank)
                      : 1);
  return count;
}

/// The stride that the kernel is told. A declared stride is what it was
/// compiled with; the caller's may differ where the extent makes it void.
static int64_t chooseStride(const TileKernelArg &declared,
                            const TileTensor &tensor, int32_t dim) {
  if (!declared.strides)
    return getRowMajorStride(tensor.shape, tensor.rank, dim);
  return declared.strides[dim] == TILE_DYNAMIC ? getStride(tensor, dim)
                                               : declared.strides[dim];
}

static void packTensor(const TileKernelArg &declared, const TileTensor &tensor,
                       uint64_t *words) {
  words[0] = words[1] = reinterpret_cast<uintptr_t>(tensor.data);
  words[2] = 0;
  for (int32_t dim = 0; dim < tensor.rank; ++dim) {
    words[3 + dim] = static_cast<uint64_t>(tensor.shape[dim]);
    words[3 + tensor.rank + dim] =
        static_cast<uint64_t>(chooseStride(declared, tensor, dim));
  }
}

static void packScalar(const TileScalar &scalar, uint64_t *word) {
  uint64_t bits = tile_dtype_is_float(scalar.dtype)
                      ? tile_dtype_encode(scalar.dtype, scalar.value.f)
                      : static_cast<uint64_t>(scalar.value.i);
  if (scalar.dtype == TILE_DTYPE_I1)
    bits &= 1;
  *word = 0;
  tile_dtype_store(scalar.dtype, word, 0, bits);
}

/// Fills `words` with one pointer for each argument, and behind these with what
/// they point to.
static void packArguments(const TileKernelInfo &info, const TileArg *args,
                          uint64_t *words) {
  uint64_t *next = words + info.num_args;
  for (int32_t i = 0; i < info.num_args; ++i) {
    words[i] = reinterpret_cast<uintptr_t>(next);
    if (args[i].kind == TILE_ARG_TENSOR) {
      packTensor(info.args[i], args[i].as.tensor, next);
      next += countDescriptorWords(info.args[i].rank);
    } else {
      packScalar(args[i].as.scalar, next++);
    }
  }
}

/// Calls the entry; what it returns counts unless it has said more already.
static void callEntry(const TileKernelInfo &info, TileKernelEntry entry,
                      uint64_t *words, TileStatus &status) {
  RunningKernelScope scope(&status, runningKernel.loopDepth);
  int32_t code = entry(reinterpret_cast<void **>(words), &status);
  if (code == TILE_STATUS_OK)
    return;
  char message[sizeof(status.message)];
  FixedText(message, sizeof(message))
      .append("kernel '%s' failed with code %d", info.name, code);
  tile_cpu_report(&status, code, message);
}

int tile_kernel_invoke(const TileKernelInfo *info, TileKernelEntry entry,
                       const TileArg *args, int nargs, TileStatus *status) {
  TileStatus unwanted;
  TileStatus &result = status ? *status : unwanted;
  if (tile_kernel_check_args(info, args, nargs, &result) != TILE_STATUS_OK)
    return result.code;
  if (!entry) {
    tile_cpu_report(&result, TILE_STATUS_INVALID_ARGUMENT,
                    "expected a kernel's entry, got null");
    return result.code;
  }
  PackedWords words(countWords(*info));
  if (!words.get()) {
    tile_cpu_report(&result, TILE_STATUS_OUT_OF_MEMORY,
                    "expected memory for the kernel's arguments, got none");
    return result.code;
  }
  packArguments(*info, args, words.get());
  callEntry(*info, entry, words.get(), result);
  return result.code;
}
