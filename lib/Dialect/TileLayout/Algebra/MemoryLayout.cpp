//===- MemoryLayout.cpp - where the elements of a tile are in memory ------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/MemoryLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace tile::layout {

/// Bits that a slot may have: room for vectors of elements, and products of
/// bits and slots stay far from overflow.
static constexpr int64_t kMaxSlotBits = 1 << 16;
/// Bytes that a base address may be aligned to.
static constexpr int64_t kMaxAlignment = int64_t(1) << 40;

int64_t requiredAlignment(const Swizzle &swizzle) {
  return std::max(swizzle.period(), swizzle.block());
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

static std::optional<Failure> checkWidths(int64_t elementBits,
                                          int64_t slotBits) {
  if (elementBits < 1 || elementBits > kMaxSlotBits)
    return refuse("elements of 1 to " + llvm::Twine(kMaxSlotBits) + " bits",
                  "they are stored in slots",
                  llvm::Twine(elementBits) + " bits");
  if (slotBits < elementBits || slotBits > kMaxSlotBits)
    return refuse("slots of " + llvm::Twine(elementBits) + " to " +
                      llvm::Twine(kMaxSlotBits) + " bits",
                  "a slot holds one element", llvm::Twine(slotBits) + " bits");
  return std::nullopt;
}

static std::optional<Failure>
checkSwizzle(const Swizzle &swizzle, const Layout &strides, int64_t slotBits) {
  if (swizzle.isIdentity())
    return std::nullopt;
  if (strides.hasAxes())
    return refuse("no swizzle", "storage is not addressed by bytes",
                  swizzle.str());
  if (swizzle.base() > 40 || requiredAlignment(swizzle) > kMaxAlignment)
    return refuse("a swizzle of byte address bits below 40",
                  "no memory on the chip is larger", swizzle.str());
  if (swizzle.granule() * 8 % slotBits != 0)
    return refuse("a swizzle that keeps slots of " + llvm::Twine(slotBits) +
                      " bits whole",
                  "an element is read from one place",
                  swizzle.str() + ", which moves runs of " +
                      llvm::Twine(swizzle.granule()) + " bytes");
  return std::nullopt;
}

static std::optional<Failure> checkAlignment(const Swizzle &swizzle,
                                             int64_t alignment) {
  if (alignment < 1 || alignment > kMaxAlignment ||
      !llvm::isPowerOf2_64(alignment))
    return refuse("a base alignment that is a power of two of bytes",
                  "base addresses are aligned to one", llvm::Twine(alignment));
  int64_t required = requiredAlignment(swizzle);
  if (alignment < required)
    return refuse("a base alignment of at least " + llvm::Twine(required) +
                      " bytes",
                  swizzle.str() + " moves bits of the whole address",
                  llvm::Twine(alignment));
  return std::nullopt;
}

/// The least alignment in bytes that the swizzle and one slot need.
static int64_t naturalAlignment(const Swizzle &swizzle, int64_t slotBits) {
  int64_t bytes = slotBits % 8 == 0 ? slotBits / 8 : 1;
  return std::max(requiredAlignment(swizzle), bytes & -bytes);
}

Result<MemoryLayout> MemoryLayout::get(Layout strides, int64_t elementBits,
                                       Swizzle swizzle, int64_t slotBits,
                                       int64_t baseAlignment) {
  if (slotBits == 0)
    slotBits = elementBits;
  if (auto failure = checkWidths(elementBits, slotBits))
    return *failure;
  if (!strides.isNonNegative())
    return refuse("nonnegative strides", "the base is the lowest address",
                  strides.str());
  if (auto failure = checkSwizzle(swizzle, strides, slotBits))
    return *failure;
  if (baseAlignment == 0)
    baseAlignment = naturalAlignment(swizzle, slotBits);
  if (auto failure = checkAlignment(swizzle, baseAlignment))
    return *failure;
  MemoryLayout layout;
  layout.slotLayout = std::move(strides);
  layout.byteSwizzle = swizzle.isIdentity() ? Swizzle() : swizzle;
  layout.bitsOfElement = elementBits;
  layout.bitsOfSlot = slotBits;
  layout.alignment = baseAlignment;
  // Shows that offsets in bits fit, so that later arithmetic cannot overflow.
  if (layout.isByteAddressed()) {
    Result<int64_t> storage = layout.storageBits();
    if (!storage)
      return storage.failure();
  }
  return layout;
}

Result<MemoryLayout> MemoryLayout::rowMajor(llvm::ArrayRef<int64_t> shape,
                                            int64_t elementBits,
                                            int64_t padding) {
  llvm::SmallVector<Layout> modes(shape.size());
  if (padding < 0)
    return refuse("a padding of zero or more slots",
                  "it is added after each row", llvm::Twine(padding));
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    Result<Layout> mode = Layout::vector(shape[i], shape[i] == 1 ? 0 : step);
    if (!mode)
      return mode.failure();
    modes[i] = *mode;
    if (llvm::MulOverflow(step, shape[i], step) ||
        llvm::AddOverflow(step, i + 1 == shape.size() ? padding : 0, step))
      return refuse("fewer than 2^63 slots", "offsets are 64-bit integers",
                    IntTuple::tuple(shape).str());
  }
  Result<Layout> strides = Layout::join(modes);
  if (!strides)
    return strides.failure();
  return get(*strides, elementBits);
}

Result<MemoryLayout> MemoryLayout::withStrides(Layout strides) const {
  return get(std::move(strides), bitsOfElement, byteSwizzle, bitsOfSlot,
             alignment);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

llvm::SmallVector<int64_t> MemoryLayout::shape() const {
  llvm::SmallVector<int64_t> extents;
  for (int64_t i = 0, e = rank(); i != e; ++i)
    extents.push_back(slotLayout.extent(i));
  return extents;
}

Result<ComposedLayout> MemoryLayout::slots() const {
  // The granule, a power of two, is a multiple of the slot, so the recast of a
  // valid memory layout is not refused.
  Result<Swizzle> slotSwizzle = byteSwizzle.recast(8, bitsOfSlot);
  if (!slotSwizzle)
    return slotSwizzle.failure();
  return ComposedLayout::get(*slotSwizzle, 0, slotLayout);
}

/// `layout` with every stride multiplied by `factor`.
static Result<Layout> scale(const Layout &layout, int64_t factor) {
  Result<int64_t> count = cosize(layout);
  if (!count)
    return count.failure();
  Result<Layout> line = Layout::vector(*count, factor);
  if (!line)
    return line;
  return compose(*line, layout);
}

Result<ComposedLayout> MemoryLayout::bitOffsets() const {
  if (!isByteAddressed())
    return refuse("storage that is addressed by bytes",
                  "an offset is one number", slotLayout.str());
  Result<Layout> bits = scale(slotLayout, bitsOfSlot);
  Result<Swizzle> bitSwizzle = byteSwizzle.recast(8, 1);
  if (!bits || !bitSwizzle)
    return !bits ? bits.failure() : bitSwizzle.failure();
  return ComposedLayout::get(*bitSwizzle, 0, *bits);
}

Result<int64_t>
MemoryLayout::slotAt(llvm::ArrayRef<int64_t> coordinates) const {
  Result<ComposedLayout> layout = slots();
  if (!layout)
    return layout.failure();
  IntTuple coordinate = slotLayout.shape().isLeaf() && coordinates.size() == 1
                            ? IntTuple(coordinates.front())
                            : IntTuple::tuple(coordinates);
  Result<int64_t> index = slotLayout.index(coordinate);
  if (!index)
    return index;
  return layout->at(*index);
}

Result<int64_t> MemoryLayout::storageBits() const {
  Result<int64_t> count = cosize(slotLayout);
  if (!count)
    return count;
  int64_t bits, blockBits = byteSwizzle.block() * 8;
  // Kept below 2^62, the range of a swizzle.
  if (llvm::MulOverflow(*count, bitsOfSlot, bits) ||
      bits > (int64_t(1) << 61) - blockBits)
    return refuse("storage below 2^61 bits", "offsets are 64-bit integers",
                  slotLayout.str());
  if (byteSwizzle.isIdentity())
    return bits;
  return static_cast<int64_t>(llvm::alignTo(bits, blockBits));
}

Result<Layout> MemoryLayout::inverse() const { return leftInverse(slotLayout); }

int64_t MemoryLayout::contiguity(int64_t dim) const {
  if (!isByteAddressed())
    return 1;
  int64_t run = 1;
  Layout mode = coalesce(slotLayout.mode(dim));
  const Mode &first = mode.leaves().front();
  if (first.stride == 1)
    run = first.size;
  if (byteSwizzle.isIdentity())
    return run;
  return std::gcd(run, byteSwizzle.granule() * 8 / bitsOfSlot);
}

int64_t MemoryLayout::vectorAlignment(int64_t dim, int64_t step) const {
  if (!isByteAddressed() || step < 1)
    return 0;
  int64_t slotsApart = 0;
  for (int64_t i = 0, e = rank(); i != e; ++i) {
    Layout mode = slotLayout.mode(i);
    if (i == dim) {
      Result<Layout> starts =
          Layout::vector((mode.size() - 1) / step + 1, step);
      Result<Layout> values = starts ? compose(mode, *starts) : starts;
      if (values)
        mode = *values;
    }
    slotsApart = std::gcd(slotsApart, alignmentOf(mode));
  }
  int64_t bits = std::gcd(slotsApart * bitsOfSlot, alignment * 8);
  if (!byteSwizzle.isIdentity())
    bits = std::gcd(bits, byteSwizzle.granule() * 8);
  return bits % 8 == 0 ? bits / 8 : 0;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static Failure refuseDimension(int64_t dim, int64_t rank) {
  return refuse("a dimension below " + llvm::Twine(rank), "that is the rank",
                llvm::Twine(dim));
}

Result<MemoryRegion>
    MemoryLayout::restrict(llvm::ArrayRef<int64_t> offsets,
                           llvm::ArrayRef<int64_t> sizes) const {
  if (!isByteAddressed())
    return refuse("storage that is addressed by bytes",
                  "the origin is one number", slotLayout.str());
  Result<Region> region = layout::restrict(slotLayout, offsets, sizes);
  if (!region)
    return region.failure();
  Result<MemoryLayout> part = withStrides(region->layout);
  if (!part)
    return part.failure();
  return MemoryRegion{slotLayout.at(region->origin), *part};
}

Result<MemoryLayout> MemoryLayout::project(int64_t dim) const {
  if (dim < 0 || dim >= rank())
    return refuseDimension(dim, rank());
  llvm::SmallVector<Layout> modes;
  for (int64_t i = 0, e = rank(); i != e; ++i)
    if (i != dim)
      modes.push_back(slotLayout.mode(i));
  Result<Layout> strides = Layout::join(modes);
  if (!strides)
    return strides.failure();
  return withStrides(*strides);
}

Result<MemoryLayout> MemoryLayout::expand(int64_t dim, int64_t extent) const {
  if (dim < 0 || dim > rank())
    return refuseDimension(dim, rank() + 1);
  llvm::SmallVector<Layout> modes;
  for (int64_t i = 0, e = rank(); i != e; ++i)
    modes.push_back(slotLayout.mode(i));
  Result<Layout> same = Layout::vector(extent, 0);
  if (!same)
    return same.failure();
  modes.insert(modes.begin() + dim, *same);
  Result<Layout> strides = Layout::join(modes);
  if (!strides)
    return strides.failure();
  return withStrides(*strides);
}

Result<MemoryLayout>
MemoryLayout::permute(llvm::ArrayRef<int64_t> order) const {
  llvm::SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  for (int64_t i = 0, e = rank(); i != e; ++i)
    if (static_cast<int64_t>(sorted.size()) != e || sorted[i] != i)
      return refuse("each dimension below " + llvm::Twine(e) + " once",
                    "it is a permutation", IntTuple::tuple(order).str());
  llvm::SmallVector<Layout> modes;
  for (int64_t dim : order)
    modes.push_back(slotLayout.mode(dim));
  Result<Layout> strides = Layout::join(modes);
  if (!strides)
    return strides.failure();
  return withStrides(*strides);
}

/// The top-level modes of `layout`, last first.
static Result<Layout> reverseModes(const Layout &layout) {
  llvm::SmallVector<Layout> modes;
  for (int64_t i = layout.rank(); i-- > 0;)
    modes.push_back(layout.mode(i));
  return Layout::join(modes);
}

Result<MemoryLayout>
MemoryLayout::reshape(llvm::ArrayRef<int64_t> newShape) const {
  // Row-major order is first-fastest order of the reversed dimensions.
  llvm::SmallVector<int64_t> reversed(llvm::reverse(newShape));
  Result<Layout> walk = Layout::columnMajor(IntTuple::tuple(reversed));
  if (!walk)
    return walk.failure();
  if (walk->size() != slotLayout.size())
    return refuse("a shape of " + llvm::Twine(slotLayout.size()) + " elements",
                  "a reshape keeps them", IntTuple::tuple(newShape).str());
  Result<Layout> elements = reverseModes(slotLayout);
  if (!elements)
    return elements.failure();
  Result<Layout> walked = compose(*elements, *walk);
  if (!walked)
    return walked.failure();
  Result<Layout> strides = reverseModes(*walked);
  if (!strides)
    return strides.failure();
  return withStrides(*strides);
}

Result<MemoryLayout> MemoryLayout::recast(int64_t elementBits) const {
  if (bitsOfSlot != bitsOfElement)
    return refuse("packed elements", "their bits are one string",
                  llvm::Twine(bitsOfElement) + " bits in slots of " +
                      llvm::Twine(bitsOfSlot));
  Result<Layout> strides =
      layout::recast(slotLayout, bitsOfElement, elementBits);
  if (!strides)
    return strides.failure();
  for (int64_t i = 0, e = rank() - 1; i < e; ++i)
    if (strides->extent(i) != slotLayout.extent(i))
      return refuse("a contiguous last dimension",
                    "its extent changes with the width of the elements",
                    slotLayout.str());
  return get(*strides, elementBits, byteSwizzle, 0, alignment);
}

Result<int64_t> maxCommonVector(const MemoryLayout &a, const MemoryLayout &b) {
  if (a.elementBits() != b.elementBits() || a.slotBits() != b.slotBits())
    return refuse("elements and slots of equal width", "bits are moved as are",
                  llvm::Twine(a.slotBits()) + " and " +
                      llvm::Twine(b.slotBits()) + " bits");
  Result<int64_t> common = maxCommonVector(a.strides(), b.strides());
  if (!common)
    return common;
  for (const Swizzle &swizzle : {a.swizzle(), b.swizzle()})
    if (!swizzle.isIdentity())
      common = std::gcd(*common, swizzle.granule() * 8 / a.slotBits());
  return common;
}

//===----------------------------------------------------------------------===//
// Identity and text
//===----------------------------------------------------------------------===//

bool MemoryLayout::operator==(const MemoryLayout &other) const {
  return slotLayout == other.slotLayout && byteSwizzle == other.byteSwizzle &&
         bitsOfElement == other.bitsOfElement &&
         bitsOfSlot == other.bitsOfSlot && alignment == other.alignment;
}

llvm::hash_code hash_value(const MemoryLayout &layout) {
  return llvm::hash_combine(hash_value(layout.strides()),
                            hash_value(layout.swizzle()), layout.elementBits(),
                            layout.slotBits(), layout.baseAlignment());
}

void MemoryLayout::print(llvm::raw_ostream &os) const { os << str(); }

std::string MemoryLayout::str() const {
  std::string text = slotLayout.str();
  if (!byteSwizzle.isIdentity())
    text += ", swizzle = " + byteSwizzle.str().substr(2);
  text += ", bits = " + std::to_string(bitsOfElement);
  if (bitsOfSlot != bitsOfElement)
    text += ", slot = " + std::to_string(bitsOfSlot);
  return text + ", align = " + std::to_string(alignment);
}

} // namespace tile::layout
