//===- Memory.cpp - storage and views of the interpreter ------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <new>
#include <numeric>

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Bits of a scalar in memory: powers of two from 4, and 6; `i1` has a byte.
static unsigned memoryBits(const Number &number) {
  if (number.width == 1)
    return 8;
  if (number.width == 6 && number.isFloat())
    return 6;
  return std::max(4u, unsigned(llvm::PowerOf2Ceil(number.width)));
}

std::optional<Element> Element::get(Type type) {
  unsigned components = 1;
  if (auto vector = dyn_cast<VectorType>(type)) {
    // No kernel has longer elements; the limit keeps sizes far from overflow.
    if (vector.isScalable() || vector.getNumElements() > 65536)
      return std::nullopt;
    components = vector.getNumElements();
    type = vector.getElementType();
  }
  std::optional<Number> number = getNumber(type);
  if (!number)
    return std::nullopt;
  unsigned bits = memoryBits(*number);
  return Element{*number, components, bits, bits * components};
}

uint64_t tile::loadBits(const uint8_t *data, int64_t position, unsigned width) {
  const uint8_t *byte = data + (position >> 3);
  switch (width) {
  case 8:
    if ((position & 7) == 0)
      return *byte;
    break;
  case 16:
    if ((position & 7) == 0) {
      uint16_t value;
      std::memcpy(&value, byte, 2);
      return value;
    }
    break;
  case 32:
    if ((position & 7) == 0) {
      uint32_t value;
      std::memcpy(&value, byte, 4);
      return value;
    }
    break;
  case 64:
    if ((position & 7) == 0) {
      uint64_t value;
      std::memcpy(&value, byte, 8);
      return value;
    }
    break;
  }
  uint64_t result = 0;
  for (unsigned done = 0; done < width;) {
    unsigned inByte = (position + done) & 7;
    unsigned count = std::min(8 - inByte, width - done);
    uint64_t part = data[(position + done) >> 3] >> inByte;
    result |= (part & ((1u << count) - 1)) << done;
    done += count;
  }
  return result;
}

void tile::storeBits(uint8_t *data, int64_t position, unsigned width,
                     uint64_t bits) {
  uint8_t *byte = data + (position >> 3);
  if ((position & 7) == 0 && (width & 7) == 0) {
    std::memcpy(byte, &bits, width / 8);
    return;
  }
  for (unsigned done = 0; done < width;) {
    unsigned inByte = (position + done) & 7;
    unsigned count = std::min(8 - inByte, width - done);
    unsigned mask = ((1u << count) - 1) << inByte;
    uint8_t &target = data[(position + done) >> 3];
    target = (target & ~mask) | ((unsigned(bits >> done) << inByte) & mask);
    done += count;
  }
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

Storage::~Storage() { budget.release(charged); }

bool Storage::allocate(int64_t numBits, bool track) {
  if (numBits < 0 || numBits > std::numeric_limits<int64_t>::max() - 64)
    return false;
  uint64_t bytes = uint64_t(numBits + 7) / 8;
  uint64_t total = track ? 2 * bytes : bytes;
  if (!budget.reserve(total))
    return false;
  charged += total;
  owned.reset(new (std::nothrow) uint8_t[bytes + 8]);
  if (!owned)
    return false;
  std::memset(owned.get(), 0xAA, bytes + 8);
  if (track) {
    initialised.reset(new (std::nothrow) uint8_t[bytes + 8]());
    if (!initialised)
      return false;
  }
  data = owned.get();
  numBytes = copyBytes = bytes;
  return true;
}

bool Storage::splitIntoLanes(int64_t count, unsigned space) {
  uint64_t total = uint64_t(count) * copyBytes;
  if (!budget.reserve(2 * total))
    return false;
  charged += 2 * total;
  std::unique_ptr<uint8_t[]> copies(new (std::nothrow) uint8_t[total + 8]);
  std::unique_ptr<uint8_t[]> bits(new (std::nothrow) uint8_t[total + 8]);
  if (!copies || !bits)
    return false;
  for (int64_t lane = 0; lane < count; ++lane) {
    std::memcpy(copies.get() + lane * copyBytes, data, copyBytes);
    if (initialised)
      std::memcpy(bits.get() + lane * copyBytes, initialised.get(), copyBytes);
  }
  if (initialised)
    initialised = std::move(bits);
  owned = std::move(copies);
  data = owned.get();
  numBytes = total;
  numCopies = count;
  laneSpace = space;
  return true;
}

bool Storage::loadAllOnes(int64_t position, unsigned width) const {
  if (!initialised)
    return true;
  for (unsigned done = 0; done < width; done += 64) {
    unsigned part = std::min(64u, width - done);
    uint64_t all = part == 64 ? ~uint64_t(0) : (uint64_t(1) << part) - 1;
    if (loadBits(initialised.get(), position + done, part) != all)
      return false;
  }
  return true;
}

void Storage::markInitialised(int64_t position, unsigned width) {
  if (!initialised)
    return;
  for (unsigned done = 0; done < width; done += 64)
    storeBits(initialised.get(), position + done, std::min(64u, width - done),
              ~uint64_t(0));
}

void Storage::markUninitialised() {
  if (initialised)
    std::memset(initialised.get(), 0, numBytes);
}

void Storage::refineGranules(unsigned bits) {
  unsigned finer = std::gcd(granuleBits, bits);
  if (finer == granuleBits)
    return;
  if (shadow)
    shadow = shadow->refined(budget, finer);
  granuleBits = finer;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

std::string tile::nameOf(Value value) {
  if (Operation *op = value.getDefiningOp())
    if (auto id = op->getAttrOfType<StringAttr>("id"))
      return ("'" + id.getValue() + "'").str();
  if (auto name = value.getLoc()->findInstanceOf<NameLoc>())
    return ("'" + name.getName().getValue() + "'").str();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return "argument #" + std::to_string(argument.getArgNumber());
  std::string text;
  llvm::raw_string_ostream(text) << "the " << value.getType();
  return text;
}

int64_t tile::saturatingSub(int64_t a, int64_t b) {
  int64_t result;
  if (llvm::SubOverflow(a, b, result))
    return a < 0 ? std::numeric_limits<int64_t>::min()
                 : std::numeric_limits<int64_t>::max();
  return result;
}

std::optional<int64_t> tile::productOf(ArrayRef<int64_t> extents) {
  int64_t product = 1;
  // A zero anywhere makes the product zero, however large the rest is.
  if (llvm::is_contained(extents, 0))
    return 0;
  for (int64_t extent : extents)
    if (extent < 0 || llvm::MulOverflow(product, extent, product))
      return std::nullopt;
  return product;
}

int64_t View::getNumElements() const {
  return productOf(shape).value_or(std::numeric_limits<int64_t>::max());
}

bool View::contains(ArrayRef<int64_t> index) const {
  if (isOutside)
    return false;
  for (size_t dim = 0; dim < index.size(); ++dim)
    if (index[dim] < low[dim] || index[dim] >= high[dim])
      return false;
  return true;
}

int64_t View::position(ArrayRef<int64_t> index) const {
  // Unsigned, because the offset of a window may lie far outside its tensor.
  uint64_t result = offset;
  for (size_t dim = 0; dim < index.size(); ++dim)
    result += uint64_t(index[dim]) * uint64_t(strides[dim]);
  return result;
}

View View::contiguous(std::shared_ptr<Storage> storage, const Element &element,
                      ArrayRef<int64_t> shape) {
  View view;
  view.storage = std::move(storage);
  view.element = element;
  view.shape.assign(shape.begin(), shape.end());
  view.high = view.shape;
  view.low.assign(shape.size(), 0);
  view.strides.resize(shape.size());
  int64_t stride = element.bits;
  for (size_t dim = shape.size(); dim-- > 0;) {
    view.strides[dim] = stride;
    stride *= std::max<int64_t>(shape[dim], 1);
  }
  return view;
}

std::optional<uint64_t> tile::scalarBits(Attribute attribute) {
  if (auto boolean = dyn_cast<BoolAttr>(attribute))
    return boolean.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    APInt value = integer.getValue();
    return value.getBitWidth() <= 64 ? std::optional(value.getZExtValue())
                                     : std::nullopt;
  }
  if (auto number = dyn_cast<FloatAttr>(attribute)) {
    APInt value = number.getValue().bitcastToAPInt();
    const FloatFormat *format = getFloatFormat(number.getType());
    if (!format)
      return std::nullopt;
    return value.getZExtValue() << format->paddingBits;
  }
  return std::nullopt;
}

bool tile::constantBits(Attribute attribute, SmallVectorImpl<uint64_t> &bits) {
  if (std::optional<uint64_t> scalar = scalarBits(attribute)) {
    bits.push_back(*scalar);
    return true;
  }
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  if (!dense || dense.getNumElements() > 65536 ||
      !getNumber(dense.getElementType()))
    return false;
  for (Attribute component : dense.getValues<Attribute>()) {
    std::optional<uint64_t> scalar = scalarBits(component);
    if (!scalar)
      return false;
    bits.push_back(*scalar);
  }
  return true;
}

void View::setPad(TypedAttr attribute) {
  SmallVector<uint64_t, 1> bits;
  if (!attribute || !constantBits(attribute, bits) || bits.empty())
    return;
  bits.resize(element.components, bits.front());
  pad = bits;
}
