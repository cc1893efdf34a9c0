//===- FragmentLayout.h - which hardware position holds which element -----===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fragment layout says which element of a tile each hardware position holds:
// it maps (register, lane, warp, warpgroup, CTA) to logical coordinates. Each
// hardware axis has a shape:stride layout whose strides name logical
// dimensions:
//
//   shape (16,8)
//   reg  = (2,2):(1@d1,8@d0)    four registers per thread
//   lane = (4,8):(2@d1,1@d0)    thirty-two lanes
//
// The coordinates of a position are the sums over its axes. A leaf of stride
// zero makes replicas: several positions hold one element. A *ragged* layout
// may give coordinates outside the shape; whoever uses it must mask them.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_FRAGMENTLAYOUT_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_FRAGMENTLAYOUT_H

#include "Tile/Dialect/TileLayout/Algebra/Layout.h"
#include <array>

namespace tile::layout {

/// The levels of the hardware, innermost first.
enum class HardwareAxis { Register, Lane, Warp, Warpgroup, Cta };
inline constexpr int64_t kNumHardwareAxes = 5;

/// `reg`, `lane`, `warp`, `warpgroup` or `cta`.
llvm::StringRef hardwareAxisName(HardwareAxis axis);

/// An index along each hardware axis.
using HardwarePosition = std::array<int64_t, kNumHardwareAxes>;

/// A leaf of a fragment layout.
struct FragmentLeaf {
  HardwareAxis axis;
  int64_t size;
  /// The step of this leaf in the index along its axis.
  int64_t axisStride;
  /// The logical dimension that it moves along, and the step there; -1 and 0
  /// for replicas.
  int64_t dim;
  int64_t stride;
};

struct FragmentRegion;

/// A map from hardware positions to logical coordinates.
class FragmentLayout {
public:
  using Axes = std::array<Layout, kNumHardwareAxes>;

  /// One element in one register of one thread.
  FragmentLayout() = default;
  /// Refused unless extents are positive, strides are nonnegative steps along
  /// dimensions of the shape (`2@d1`), there are fewer than 2^62 positions, and
  /// no coordinate reaches outside the shape unless `ragged`.
  static Result<FragmentLayout> get(llvm::ArrayRef<int64_t> shape, Axes axes,
                                    bool ragged = false);
  /// From a CuTe thread-value layout: mode 0 of `threadValue` are threads, mode
  /// 1 values, and it gives linear indices into `shape`, the first dimension
  /// fastest. Threads are cut into lanes, `lanes` to a warp.
  static Result<FragmentLayout> fromThreadValue(const Layout &threadValue,
                                                llvm::ArrayRef<int64_t> shape,
                                                int64_t lanes);

  llvm::ArrayRef<int64_t> shape() const { return extents; }
  int64_t rank() const { return extents.size(); }
  const Axes &axes() const { return axisLayouts; }
  const Layout &axis(HardwareAxis axis) const {
    return axisLayouts[static_cast<int64_t>(axis)];
  }
  bool isRagged() const { return ragged; }
  /// All leaves that have more than one element, axis by axis.
  llvm::ArrayRef<FragmentLeaf> leaves() const { return allLeaves; }

  /// Number of hardware positions.
  int64_t size() const { return positions; }
  /// Number of logical elements.
  int64_t elementCount() const { return elements; }
  /// Number of positions that differ in stride-zero leaves only.
  int64_t replicas() const;
  /// The `index`-th position, registers fastest.
  HardwarePosition positionAt(int64_t index) const;
  /// The logical coordinates at a position, whose indices must lie inside.
  llvm::SmallVector<int64_t> at(const HardwarePosition &position) const;
  /// Whether coordinates are inside the shape.
  bool contains(llvm::ArrayRef<int64_t> coordinates) const;

  /// Whether every element of the shape is held somewhere.
  bool coversShape() const;
  /// The leaves that move along `dim`, largest stride first, such that taking
  /// quotient and remainder by each stride in turn gives their digits. Refused
  /// when leaves overlap, so that elements are held twice by unequal digits.
  Result<llvm::SmallVector<FragmentLeaf>> digits(int64_t dim) const;
  /// The position that holds `coordinates`, the first of all replicas. Refused
  /// when no position does, or for overlapping leaves.
  Result<HardwarePosition> owner(llvm::ArrayRef<int64_t> coordinates) const;

  /// The part at `offsets` of `sizes` elements, as a fragment of its own whose
  /// registers are some of these. Refused when part of the threads hold it.
  Result<FragmentRegion> restrict(llvm::ArrayRef<int64_t> offsets,
                                  llvm::ArrayRef<int64_t> sizes) const;
  /// Without `dim`, as after a reduction along it: positions that differed
  /// there become replicas.
  Result<FragmentLayout> project(int64_t dim) const;
  /// With a new dimension of extent one before `dim`.
  Result<FragmentLayout> expand(int64_t dim) const;
  /// Dimension i of the result is dimension `order[i]`.
  Result<FragmentLayout> permute(llvm::ArrayRef<int64_t> order) const;
  /// Elements in the same row-major order under `shape`. Refused for ragged
  /// layouts, where coordinates outside the shape have no order.
  Result<FragmentLayout> reshape(llvm::ArrayRef<int64_t> shape) const;

  bool operator==(const FragmentLayout &other) const {
    return extents == other.extents && axisLayouts == other.axisLayouts &&
           ragged == other.ragged;
  }
  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  llvm::SmallVector<int64_t> extents;
  Axes axisLayouts;
  llvm::SmallVector<FragmentLeaf> allLeaves;
  bool ragged = false;
  int64_t positions = 1, elements = 1;
};

llvm::hash_code hash_value(const FragmentLayout &layout);

/// A part of a fragment: register r of the part is register
/// `origin + registers(r)` of the whole.
struct FragmentRegion {
  int64_t origin;
  Layout registers;
  FragmentLayout layout;
};

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_FRAGMENTLAYOUT_H
