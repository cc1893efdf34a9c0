//===- TensorExtent.h - Strides and memory of a tensor ----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_RUNTIME_TENSOREXTENT_H
#define TILE_LIB_RUNTIME_TENSOREXTENT_H

#include "Tile/Runtime/KernelABI.h"

namespace tile {

/// The stride of `dim` in a row-major array without gaps. For an array of no
/// elements the stride may be any number.
int64_t getRowMajorStride(const int64_t *shape, int32_t rank, int32_t dim);

/// The stride of `dim`, given or implied.
int64_t getStride(const TileTensor &tensor, int32_t dim);

/// Whether an extent is 0.
bool isEmpty(const TileTensor &tensor);

/// Stores the number of elements. Returns false if it does not fit 63 bits.
bool countElements(const TileTensor &tensor, int64_t &count);

/// The bytes [begin, end) of the address space from the lowest to the highest
/// element of a tensor.
struct ByteRange {
  uint64_t begin;
  uint64_t end;

  bool overlaps(const ByteRange &other) const {
    return begin < other.end && other.begin < end;
  }
};

/// Stores the bytes that a tensor takes; none for a tensor without elements.
/// Returns false if they do not fit the address space.
bool computeByteRange(const TileTensor &tensor, ByteRange &range);

/// Whether it is certain that no two elements share memory: ordered by their
/// strides, each dimension steps over all of the ones before.
bool hasDistinctElements(const TileTensor &tensor);

} // namespace tile

#endif // TILE_LIB_RUNTIME_TENSOREXTENT_H
