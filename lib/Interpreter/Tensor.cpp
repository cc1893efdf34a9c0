//===- Tensor.cpp - arrays that kernels are run on ------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Tile/Interpreter/Interpreter.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tile;

unsigned Tensor::getElementBits(Type elementType) {
  std::optional<Element> element = Element::get(elementType);
  return element ? element->bits : 0;
}

/// The bytes of a contiguous tensor, or nullopt where they overflow.
static std::optional<size_t> contiguousBytes(const Element &element,
                                             ArrayRef<int64_t> shape) {
  int64_t bits = element.bits;
  for (int64_t extent : shape) {
    if (extent < 0 || llvm::MulOverflow(bits, extent, bits))
      return std::nullopt;
  }
  if (bits > std::numeric_limits<int64_t>::max() - 7)
    return std::nullopt;
  return size_t((bits + 7) / 8);
}

static SmallVector<int64_t, 4> contiguousStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t, 4> strides(shape.size());
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    strides[dim] = stride;
    stride *= std::max<int64_t>(shape[dim], 1);
  }
  return strides;
}

std::optional<Tensor> Tensor::borrow(Type elementType, ArrayRef<int64_t> shape,
                                     uint8_t *data, size_t numBytes) {
  std::optional<Element> element = Element::get(elementType);
  if (!element)
    return std::nullopt;
  std::optional<size_t> needed = contiguousBytes(*element, shape);
  if (!needed || *needed > numBytes)
    return std::nullopt;
  Tensor tensor;
  tensor.elementType = elementType;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.strides = contiguousStrides(shape);
  tensor.data = data;
  tensor.numBytes = numBytes;
  return tensor;
}

std::optional<Tensor> Tensor::zeros(Type elementType, ArrayRef<int64_t> shape) {
  std::optional<Element> element = Element::get(elementType);
  std::optional<size_t> needed =
      element ? contiguousBytes(*element, shape) : std::nullopt;
  if (!needed)
    return std::nullopt;
  std::shared_ptr<uint8_t[]> bytes(new (std::nothrow) uint8_t[*needed + 1]());
  if (!bytes)
    return std::nullopt;
  std::optional<Tensor> tensor =
      borrow(elementType, shape, bytes.get(), *needed);
  tensor->owned = std::move(bytes);
  return tensor;
}

int64_t Tensor::getNumElements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

/// The position in bits of the component that `indices` name.
static int64_t bitPosition(const Tensor &tensor, const Element &element,
                           ArrayRef<int64_t> indices) {
  int64_t position = 0;
  for (size_t dim = 0; dim < tensor.shape.size(); ++dim)
    position += indices[dim] * tensor.strides[dim];
  int64_t component = indices.size() > tensor.shape.size() ? indices.back() : 0;
  return position * element.bits + component * element.componentBits;
}

uint64_t Tensor::get(ArrayRef<int64_t> indices) const {
  Element element = *Element::get(elementType);
  return loadNumber(data, bitPosition(*this, element, indices), element);
}

void Tensor::set(ArrayRef<int64_t> indices, uint64_t bits) {
  Element element = *Element::get(elementType);
  storeNumber(data, bitPosition(*this, element, indices), element, bits);
}
