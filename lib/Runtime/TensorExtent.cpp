//===- TensorExtent.cpp - Strides and memory of a tensor ------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes and strides come from callers and may be any numbers, so sums and
// products are formed in 128 bits, where those of two 64-bit numbers fit, and
// brought back below 2^63 at once.
//
//===----------------------------------------------------------------------===//

#include "TensorExtent.h"

#include "Tile/Runtime/DType.h"

using namespace tile;

using Wide = __int128;

constexpr Wide limit = Wide(1) << 63;

int64_t tile::getRowMajorStride(const int64_t *shape, int32_t rank,
                                int32_t dim) {
  uint64_t stride = 1;
  for (int32_t inner = dim + 1; inner < rank; ++inner)
    stride *= static_cast<uint64_t>(shape[inner]);
  return static_cast<int64_t>(stride);
}

int64_t tile::getStride(const TileTensor &tensor, int32_t dim) {
  return tensor.strides ? tensor.strides[dim]
                        : getRowMajorStride(tensor.shape, tensor.rank, dim);
}

bool tile::isEmpty(const TileTensor &tensor) {
  for (int32_t dim = 0; dim < tensor.rank; ++dim)
    if (tensor.shape[dim] == 0)
      return true;
  return false;
}

bool tile::countElements(const TileTensor &tensor, int64_t &count) {
  count = 0;
  if (isEmpty(tensor))
    return true;
  count = 1;
  for (int32_t dim = 0; dim < tensor.rank; ++dim)
    if (__builtin_mul_overflow(count, tensor.shape[dim], &count))
      return false;
  return true;
}

/// Stores the offsets, in elements, of the lowest and the highest element.
static bool computeOffsets(const TileTensor &tensor, Wide &lowest,
                           Wide &highest) {
  lowest = highest = 0;
  for (int32_t dim = 0; dim < tensor.rank; ++dim) {
    Wide reach = Wide(tensor.shape[dim] - 1) * getStride(tensor, dim);
    (reach < 0 ? lowest : highest) += reach;
    if (lowest < -limit || highest >= limit)
      return false;
  }
  return true;
}

bool tile::computeByteRange(const TileTensor &tensor, ByteRange &range) {
  auto address = reinterpret_cast<uintptr_t>(tensor.data);
  range = {address, address};
  int64_t count;
  if (!countElements(tensor, count))
    return false;
  if (count == 0)
    return true;
  Wide lowest, highest;
  if (!computeOffsets(tensor, lowest, highest))
    return false;
  Wide bits = tile_dtype_storage_bits(tensor.dtype);
  // Shifts round down, also below zero.
  Wide begin = Wide(address) + ((lowest * bits) >> 3);
  Wide end = Wide(address) + (((highest + 1) * bits + 7) >> 3);
  if (begin < 0 || end >= limit)
    return false;
  range = {static_cast<uint64_t>(begin), static_cast<uint64_t>(end)};
  return true;
}

bool tile::hasDistinctElements(const TileTensor &tensor) {
  auto magnitude = [&](int32_t dim) {
    Wide stride = getStride(tensor, dim);
    return stride < 0 ? -stride : stride;
  };
  if (isEmpty(tensor))
    return true;
  for (int32_t dim = 0; dim < tensor.rank; ++dim) {
    if (tensor.shape[dim] == 1)
      continue;
    Wide stride = magnitude(dim), below = 0;
    for (int32_t other = 0; other < tensor.rank; ++other) {
      Wide otherStride = magnitude(other);
      // Of two equal strides the first counts as the smaller.
      if (other == dim || otherStride > stride ||
          (otherStride == stride && other > dim))
        continue;
      below += Wide(tensor.shape[other] - 1) * otherStride;
      if (below >= stride)
        return false;
    }
    if (stride == 0)
      return false;
  }
  return true;
}
