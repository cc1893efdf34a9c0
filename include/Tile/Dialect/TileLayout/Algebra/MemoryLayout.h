//===- MemoryLayout.h - where the elements of a tile are in memory --------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memory layout maps the logical coordinates of a tile to storage:
//
//   slot    = strides(coordinates)                (padding is in the strides)
//   address = base + swizzle(slot * slotBits / 8) (bytes)
//
// One top-level mode of the strides is one logical dimension. A slot holds one
// element; it is wider than the element where elements are stored unpacked.
// The swizzle moves bits of the byte address, as hardware does, so the base
// address must be aligned to all the bits that it involves. Memory that is not
// addressed by bytes (a matrix of datapaths and columns, say) has strides that
// name its axes, and no swizzle.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_MEMORYLAYOUT_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_MEMORYLAYOUT_H

#include "Tile/Dialect/TileLayout/Algebra/Swizzle.h"

namespace tile::layout {

struct MemoryRegion;

/// A map from logical coordinates to storage.
class MemoryLayout {
public:
  /// A single byte.
  MemoryLayout() = default;
  /// A `slotBits` of zero means `elementBits`; a `baseAlignment` (in bytes) of
  /// zero means the least that the swizzle and the slot need. Refused unless
  /// the strides are nonnegative, elements fit in slots, the alignment is a
  /// power of two that covers the swizzle, and the swizzle keeps slots whole.
  static Result<MemoryLayout> get(Layout strides, int64_t elementBits,
                                  Swizzle swizzle = {}, int64_t slotBits = 0,
                                  int64_t baseAlignment = 0);
  /// The compact layout whose last dimension is contiguous, with `padding`
  /// slots after each row.
  static Result<MemoryLayout> rowMajor(llvm::ArrayRef<int64_t> shape,
                                       int64_t elementBits,
                                       int64_t padding = 0);

  const Layout &strides() const { return slotLayout; }
  /// The swizzle, on byte addresses.
  const Swizzle &swizzle() const { return byteSwizzle; }
  int64_t elementBits() const { return bitsOfElement; }
  int64_t slotBits() const { return bitsOfSlot; }
  /// In bytes.
  int64_t baseAlignment() const { return alignment; }

  /// Number of logical dimensions.
  int64_t rank() const { return slotLayout.rank(); }
  llvm::SmallVector<int64_t> shape() const;
  /// Whether storage is addressed by bytes.
  bool isByteAddressed() const { return !slotLayout.hasAxes(); }

  /// The slot of the element at `coordinates`, after the swizzle. Refused when
  /// they are outside the shape or storage has axes.
  Result<int64_t> slotAt(llvm::ArrayRef<int64_t> coordinates) const;
  /// From linear index (first dimension fastest) to slot, after the swizzle.
  Result<ComposedLayout> slots() const;
  /// From linear index to the offset from the base in bits.
  Result<ComposedLayout> bitOffsets() const;
  /// Bits of storage from the base to the end of the last slot, whole blocks of
  /// the swizzle counted.
  Result<int64_t> storageBits() const;
  /// From slot before the swizzle to linear index. Refused unless leftInverse
  /// of the strides exists.
  Result<Layout> inverse() const;

  /// The longest run of elements along `dim` that fill consecutive slots, when
  /// it starts at a multiple of its length.
  int64_t contiguity(int64_t dim) const;
  /// The alignment in bytes of elements whose coordinate along `dim` is a
  /// multiple of `step`, whatever their other coordinates; zero when they need
  /// not start at a byte.
  int64_t vectorAlignment(int64_t dim, int64_t step) const;

  /// The part at `offsets` of `sizes` elements.
  Result<MemoryRegion> restrict(llvm::ArrayRef<int64_t> offsets,
                                llvm::ArrayRef<int64_t> sizes) const;
  /// The slice at zero of `dim`, which is dropped.
  Result<MemoryLayout> project(int64_t dim) const;
  /// With a new dimension of `extent` before `dim` along which every element
  /// is the same.
  Result<MemoryLayout> expand(int64_t dim, int64_t extent) const;
  /// Dimension i of the result is dimension `order[i]`.
  Result<MemoryLayout> permute(llvm::ArrayRef<int64_t> order) const;
  /// Elements in the same row-major order under `shape`.
  Result<MemoryLayout> reshape(llvm::ArrayRef<int64_t> shape) const;
  /// The same bits as elements of `elementBits`; the last dimension changes.
  Result<MemoryLayout> recast(int64_t elementBits) const;

  bool operator==(const MemoryLayout &other) const;
  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  Result<MemoryLayout> withStrides(Layout strides) const;

  Layout slotLayout;
  Swizzle byteSwizzle;
  int64_t bitsOfElement = 8, bitsOfSlot = 8, alignment = 1;
};

llvm::hash_code hash_value(const MemoryLayout &layout);

/// A part of a memory layout: coordinates c of the part are in the slot
/// swizzle(origin + strides(c)). The origin is added before the swizzle.
struct MemoryRegion {
  int64_t origin;
  MemoryLayout layout;
};

/// The least base alignment in bytes that `swizzle` on byte addresses needs.
int64_t requiredAlignment(const Swizzle &swizzle);

/// The longest vector, in elements, that can be moved between both: as for
/// layouts, and no longer than what each swizzle keeps together.
Result<int64_t> maxCommonVector(const MemoryLayout &a, const MemoryLayout &b);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_MEMORYLAYOUT_H
