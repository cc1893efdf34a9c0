//===- NpyWrite.cpp - Writing .npy files ----------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicFile.h"
#include "NpyElements.h"
#include "NpyHeader.h"
#include "TensorExtent.h"
#include "Tile/Runtime/DType.h"
#include "Tile/Runtime/Npy.h"

using namespace tile;

static std::string checkTensor(const std::string &path,
                               const TileTensor &tensor) {
  if (!tile_dtype_name(tensor.dtype))
    return path + ": expected a known dtype to write, got " +
           std::to_string(tensor.dtype);
  if (tensor.rank < 0 || (tensor.rank > 0 && !tensor.shape))
    return path + ": expected a shape to write, got none";
  for (int32_t dim = 0; dim < tensor.rank; ++dim)
    if (tensor.shape[dim] < 0)
      return path + ": expected extents that are not negative, got " +
             std::to_string(tensor.shape[dim]);
  ByteRange range;
  if (!computeByteRange(tensor, range))
    return path + ": expected a tensor within the address space, got a larger "
                  "shape";
  if (!tensor.data && !isEmpty(tensor))
    return path + ": expected elements to write, got null";
  return "";
}

static bool isRowMajor(const TileTensor &tensor) {
  for (int32_t dim = 0; dim < tensor.rank; ++dim)
    if (tensor.shape[dim] != 1 &&
        getStride(tensor, dim) !=
            getRowMajorStride(tensor.shape, tensor.rank, dim))
      return false;
  return true;
}

/// The byte that a 4- or 6-bit element becomes: a signed integer keeps its
/// value.
static unsigned char unpack(const TileTensor &tensor, bool isUnsigned,
                            int64_t offset) {
  uint64_t bits = tile_dtype_load(tensor.dtype, tensor.data, offset);
  if (tensor.dtype == TILE_DTYPE_I4 && !isUnsigned && bits >= 8)
    bits |= 0xF0;
  return static_cast<unsigned char>(bits);
}

/// Counts up the indices of a tensor, the last first, and keeps the offset of
/// their element.
static void advance(const TileTensor &tensor, std::vector<int64_t> &indices,
                    int64_t &offset) {
  for (int32_t dim = tensor.rank; dim-- > 0;) {
    int64_t stride = getStride(tensor, dim);
    offset += stride;
    if (++indices[dim] < tensor.shape[dim])
      return;
    offset -= stride * tensor.shape[dim];
    indices[dim] = 0;
  }
}

/// Writes the elements in row-major order, a block at a time.
static std::string writeGathered(AtomicFile &file, const TileTensor &tensor,
                                 bool isUnsigned, int64_t numElements) {
  int64_t elementBytes = getNpyElementBytes(tensor.dtype);
  bool isPacked = tile_dtype_storage_bits(tensor.dtype) < 8;
  std::vector<int64_t> indices(tensor.rank, 0);
  std::vector<char> block;
  block.reserve(1 << 16);
  int64_t offset = 0;
  for (int64_t i = 0; i < numElements; ++i, advance(tensor, indices, offset)) {
    if (isPacked) {
      block.push_back(static_cast<char>(unpack(tensor, isUnsigned, offset)));
    } else {
      auto *element =
          static_cast<const char *>(tensor.data) + offset * elementBytes;
      block.insert(block.end(), element, element + elementBytes);
    }
    if (block.size() + 8 <= block.capacity() && i + 1 < numElements)
      continue;
    if (std::string error = file.write(block.data(), block.size());
        !error.empty())
      return error;
    block.clear();
  }
  return "";
}

static std::string writeElements(AtomicFile &file, const TileTensor &tensor,
                                 bool isUnsigned) {
  int64_t numElements = 0;
  countElements(tensor, numElements);
  if (isRowMajor(tensor) && tile_dtype_storage_bits(tensor.dtype) >= 8)
    return file.write(tensor.data,
                      tile_dtype_array_bytes(tensor.dtype, numElements));
  return writeGathered(file, tensor, isUnsigned, numElements);
}

std::string tile::saveNpy(const std::string &path, const TileTensor &tensor,
                          bool isUnsigned) {
  std::string error = checkTensor(path, tensor);
  AtomicFile file;
  if (error.empty())
    error = file.open(path);
  if (!error.empty())
    return error;
  std::vector<int64_t> shape(tensor.shape, tensor.shape + tensor.rank);
  std::string header =
      formatNpyHeader(getNpyDescr(tensor.dtype, isUnsigned), shape);
  error = file.write(header.data(), static_cast<int64_t>(header.size()));
  if (error.empty())
    error = writeElements(file, tensor, isUnsigned);
  return error.empty() ? file.commit() : error;
}
