//===- FragmentLayout.cpp - which hardware position holds which element ---===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/FragmentLayout.h"
#include "Tile/Dialect/TileLayout/Algebra/Operations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tile::layout {

llvm::StringRef hardwareAxisName(HardwareAxis axis) {
  static constexpr llvm::StringLiteral names[] = {"reg", "lane", "warp",
                                                  "warpgroup", "cta"};
  return names[static_cast<int64_t>(axis)];
}

static HardwareAxis axisAt(int64_t i) { return static_cast<HardwareAxis>(i); }

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// Appends the leaves of `layout`, the layout of `axis`.
static std::optional<Failure>
appendLeaves(HardwareAxis axis, const Layout &layout, int64_t rank,
             llvm::SmallVectorImpl<FragmentLeaf> &leaves) {
  int64_t step = 1;
  for (const Mode &mode : layout.leaves()) {
    std::optional<int64_t> dim = axisDimension(mode.axis);
    if (mode.stride < 0 || (mode.stride != 0 && (!dim || *dim >= rank)))
      return refuse("strides along d0 to d" + llvm::Twine(rank - 1),
                    "the shape has " + llvm::Twine(rank) + " dimensions",
                    hardwareAxisName(axis) + " = " + layout.str());
    if (mode.size > 1)
      leaves.push_back(
          {axis, mode.size, step, mode.stride ? *dim : -1, mode.stride});
    step *= mode.size;
  }
  return std::nullopt;
}

Result<FragmentLayout> FragmentLayout::get(llvm::ArrayRef<int64_t> shape,
                                           Axes axes, bool ragged) {
  FragmentLayout layout;
  Result<Layout> tile = Layout::coordinates(shape);
  if (!tile)
    return tile.failure();
  layout.extents.assign(shape.begin(), shape.end());
  layout.elements = tile->size();
  layout.ragged = ragged;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (auto failure =
            appendLeaves(axisAt(i), axis, shape.size(), layout.allLeaves))
      return *failure;
    if (llvm::MulOverflow(layout.positions, axis.size(), layout.positions) ||
        layout.positions > (int64_t(1) << 62))
      return refuse("fewer than 2^62 positions", "they are counted in 64 bits",
                    axis.str());
  }
  llvm::SmallVector<int64_t> last(shape.size(), 0);
  for (const FragmentLeaf &leaf : layout.allLeaves)
    if (leaf.dim >= 0 &&
        llvm::AddOverflow(last[leaf.dim], (leaf.size - 1) * leaf.stride,
                          last[leaf.dim]))
      return refuse("coordinates below 2^63", "they are 64-bit integers",
                    dimensionAxis(leaf.dim));
  for (auto [dim, coordinate] : llvm::enumerate(last))
    if (!ragged && coordinate >= shape[dim])
      return refuse("coordinates below " + llvm::Twine(shape[dim]) +
                        " along d" + llvm::Twine(dim),
                    "the layout is not ragged", llvm::Twine(coordinate));
  layout.axisLayouts = std::move(axes);
  return layout;
}

Result<FragmentLayout>
FragmentLayout::fromThreadValue(const Layout &threadValue,
                                llvm::ArrayRef<int64_t> shape, int64_t lanes) {
  if (threadValue.rank() != 2 || lanes < 1)
    return refuse("a mode of threads and a mode of values",
                  "it is a thread-value layout", threadValue.str());
  Result<Layout> tile = Layout::coordinates(shape);
  if (!tile)
    return tile.failure();
  // Both modes at once, so that carries between them are seen.
  Result<Layout> both = compose(*tile, threadValue);
  if (!both)
    return both.failure();
  Layout threads = both->mode(0);
  Axes axes;
  axes[0] = coalesce(both->mode(1));
  if (threads.size() <= lanes) {
    axes[1] = coalesce(threads);
    return get(shape, axes);
  }
  Result<Layout> perWarp = Layout::vector(lanes, 1);
  Result<Layout> cut = perWarp ? logicalDivide(threads, *perWarp) : perWarp;
  if (!cut)
    return cut.failure();
  axes[1] = coalesce(cut->mode(0));
  axes[2] = coalesce(cut->mode(1));
  return get(shape, axes);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

int64_t FragmentLayout::replicas() const {
  int64_t count = 1;
  for (const FragmentLeaf &leaf : allLeaves)
    if (leaf.dim < 0)
      count *= leaf.size;
  return count;
}

HardwarePosition FragmentLayout::positionAt(int64_t index) const {
  HardwarePosition position;
  for (int64_t i = 0; i != kNumHardwareAxes; ++i) {
    position[i] = index % axisLayouts[i].size();
    index /= axisLayouts[i].size();
  }
  return position;
}

llvm::SmallVector<int64_t>
FragmentLayout::at(const HardwarePosition &position) const {
  llvm::SmallVector<int64_t> coordinates(extents.size(), 0);
  for (const FragmentLeaf &leaf : allLeaves) {
    int64_t index = position[static_cast<int64_t>(leaf.axis)];
    if (leaf.dim >= 0)
      coordinates[leaf.dim] +=
          (index / leaf.axisStride) % leaf.size * leaf.stride;
  }
  return coordinates;
}

bool FragmentLayout::contains(llvm::ArrayRef<int64_t> coordinates) const {
  for (auto [coordinate, extent] : llvm::zip_equal(coordinates, extents))
    if (coordinate < 0 || coordinate >= extent)
      return false;
  return true;
}

bool FragmentLayout::coversShape() const {
  // Every leaf moves along one dimension, so each dimension is covered on its
  // own: sums of digits reach everything up to `reached` as long as the next
  // larger stride leaves no gap.
  for (int64_t dim = 0; dim != rank(); ++dim) {
    llvm::SmallVector<FragmentLeaf> along;
    llvm::copy_if(allLeaves, std::back_inserter(along),
                  [&](const FragmentLeaf &leaf) { return leaf.dim == dim; });
    llvm::sort(along, [](const FragmentLeaf &a, const FragmentLeaf &b) {
      return a.stride < b.stride;
    });
    int64_t reached = 0;
    for (const FragmentLeaf &leaf : along)
      if (leaf.stride <= reached + 1)
        reached += (leaf.size - 1) * leaf.stride;
    if (reached + 1 < extents[dim])
      return false;
  }
  return true;
}

Result<llvm::SmallVector<FragmentLeaf>>
FragmentLayout::digits(int64_t dim) const {
  llvm::SmallVector<FragmentLeaf> along;
  llvm::copy_if(allLeaves, std::back_inserter(along),
                [&](const FragmentLeaf &leaf) { return leaf.dim == dim; });
  llvm::sort(along, [](const FragmentLeaf &a, const FragmentLeaf &b) {
    return a.stride < b.stride;
  });
  int64_t reached = 0;
  for (const FragmentLeaf &leaf : along) {
    if (leaf.stride <= reached)
      return refuse("leaves along d" + llvm::Twine(dim) + " that nest",
                    "an element has one owner besides replicas",
                    "stride " + llvm::Twine(leaf.stride) +
                        " over coordinates up to " + llvm::Twine(reached));
    reached += (leaf.size - 1) * leaf.stride;
  }
  std::reverse(along.begin(), along.end());
  return along;
}

Result<HardwarePosition>
FragmentLayout::owner(llvm::ArrayRef<int64_t> coordinates) const {
  if (static_cast<int64_t>(coordinates.size()) != rank())
    return refuse(llvm::Twine(rank()) + " coordinates", "that is the rank",
                  llvm::Twine(coordinates.size()));
  HardwarePosition position{};
  for (int64_t dim = 0; dim != rank(); ++dim) {
    Result<llvm::SmallVector<FragmentLeaf>> along = digits(dim);
    if (!along)
      return along.failure();
    int64_t rest = coordinates[dim];
    for (const FragmentLeaf &leaf : *along) {
      int64_t digit = std::min(rest / leaf.stride, leaf.size - 1);
      if (digit < 0)
        break;
      position[static_cast<int64_t>(leaf.axis)] += digit * leaf.axisStride;
      rest -= digit * leaf.stride;
    }
    if (rest != 0)
      return refuse(
          "coordinates that some position holds", "the layout is " + str(),
          llvm::Twine(coordinates[dim]) + " along d" + llvm::Twine(dim));
  }
  return position;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// `layout` with each leaf replaced by `change(leaf)`, parentheses dropped.
static Result<Layout> mapModes(const Layout &layout,
                               llvm::function_ref<Mode(Mode)> change) {
  llvm::SmallVector<Mode> modes;
  for (const Mode &mode : layout.leaves())
    modes.push_back(change(mode));
  return Layout::fromModes(modes);
}

/// All axes of `axes` with leaves moved from dimension d to `newDims[d]`; those
/// of -1 become replicas.
static Result<FragmentLayout::Axes>
renameDimensions(const FragmentLayout::Axes &axes,
                 llvm::ArrayRef<int64_t> newDims) {
  FragmentLayout::Axes renamed;
  for (int64_t i = 0; i != kNumHardwareAxes; ++i) {
    Result<Layout> axis = mapModes(axes[i], [&](Mode mode) {
      if (mode.stride == 0)
        return mode;
      int64_t dim = newDims[*axisDimension(mode.axis)];
      return dim < 0 ? Mode{mode.size, 0}
                     : Mode{mode.size, mode.stride, dimensionAxis(dim)};
    });
    if (!axis)
      return axis.failure();
    renamed[i] = *axis;
  }
  return renamed;
}

static Failure refuseDimension(int64_t dim, int64_t rank) {
  return refuse("a dimension below " + llvm::Twine(rank), "that is the rank",
                llvm::Twine(dim));
}

Result<FragmentLayout> FragmentLayout::project(int64_t dim) const {
  if (dim < 0 || dim >= rank())
    return refuseDimension(dim, rank());
  llvm::SmallVector<int64_t> newDims, newShape;
  for (int64_t i = 0; i != rank(); ++i) {
    newDims.push_back(i == dim ? -1 : newShape.size());
    if (i != dim)
      newShape.push_back(extents[i]);
  }
  Result<Axes> renamed = renameDimensions(axisLayouts, newDims);
  if (!renamed)
    return renamed.failure();
  return get(newShape, *renamed, ragged);
}

Result<FragmentLayout> FragmentLayout::expand(int64_t dim) const {
  if (dim < 0 || dim > rank())
    return refuseDimension(dim, rank() + 1);
  llvm::SmallVector<int64_t> newDims, newShape(extents);
  for (int64_t i = 0; i != rank(); ++i)
    newDims.push_back(i < dim ? i : i + 1);
  newShape.insert(newShape.begin() + dim, 1);
  Result<Axes> renamed = renameDimensions(axisLayouts, newDims);
  if (!renamed)
    return renamed.failure();
  return get(newShape, *renamed, ragged);
}

Result<FragmentLayout>
FragmentLayout::permute(llvm::ArrayRef<int64_t> order) const {
  llvm::SmallVector<int64_t> newDims(rank(), -1), newShape;
  bool valid = static_cast<int64_t>(order.size()) == rank();
  for (auto [i, dim] : llvm::enumerate(order)) {
    if (!valid || dim < 0 || dim >= rank() || newDims[dim] >= 0)
      return refuse("each dimension below " + llvm::Twine(rank()) + " once",
                    "it is a permutation", IntTuple::tuple(order).str());
    newDims[dim] = i;
    newShape.push_back(extents[dim]);
  }
  if (!valid)
    return refuse("each dimension below " + llvm::Twine(rank()) + " once",
                  "it is a permutation", IntTuple::tuple(order).str());
  Result<Axes> renamed = renameDimensions(axisLayouts, newDims);
  if (!renamed)
    return renamed.failure();
  return get(newShape, *renamed, ragged);
}

/// The layout from row-major linear indices to coordinates of `shape`.
static Result<Layout> rowMajorCoordinates(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<Mode> modes;
  for (int64_t i = shape.size(); i-- > 0;)
    modes.push_back(Mode{shape[i], 1, dimensionAxis(i)});
  return Layout::fromModes(modes);
}

Result<FragmentLayout>
FragmentLayout::reshape(llvm::ArrayRef<int64_t> newShape) const {
  if (ragged)
    return refuse("a layout that is not ragged",
                  "coordinates outside the shape have no order", str());
  Result<int64_t> count = product(IntTuple::tuple(newShape));
  Result<Layout> coordinates = rowMajorCoordinates(newShape);
  if (!count || !coordinates)
    return !count ? count.failure() : coordinates.failure();
  if (*count != elements)
    return refuse("a shape of " + llvm::Twine(elements) + " elements",
                  "a reshape keeps them", IntTuple::tuple(newShape).str());
  llvm::SmallVector<int64_t> steps(rank(), 1);
  for (int64_t i = rank() - 1; i-- > 0;)
    steps[i] = steps[i + 1] * extents[i + 1];
  // One composition over all axes, so that carries between them are seen.
  llvm::SmallVector<Layout> linear;
  for (const Layout &axis : axisLayouts) {
    Result<Layout> part = mapModes(axis, [&](Mode mode) {
      // Below the number of elements: the layout is not ragged.
      if (mode.size == 1 || mode.stride == 0)
        return Mode{mode.size, 0};
      return Mode{mode.size, mode.stride * steps[*axisDimension(mode.axis)]};
    });
    if (!part)
      return part.failure();
    linear.push_back(*part);
  }
  Result<Layout> all = Layout::join(linear);
  Result<Layout> moved = all ? compose(*coordinates, *all) : all;
  if (!moved)
    return moved.failure();
  Axes axes;
  for (int64_t i = 0; i != kNumHardwareAxes; ++i)
    axes[i] = flatten(moved->mode(i));
  return get(newShape, axes);
}

namespace {
/// Cuts the leaves along one dimension at a region of it.
struct RegionCut {
  int64_t offset, size;
  /// Sizes of the inner part of each leaf, kept in the region, and the digit at
  /// which its outer part is fixed.
  llvm::SmallVector<
      std::pair<const FragmentLeaf *, std::pair<int64_t, int64_t>>>
      parts;
};
} // namespace

/// Cuts every leaf along `dim` into a part inside the region and a fixed digit.
static std::optional<Failure> cutDimension(const FragmentLayout &layout,
                                           int64_t dim, RegionCut &cut) {
  llvm::SmallVector<const FragmentLeaf *> along;
  for (const FragmentLeaf &leaf : layout.leaves())
    if (leaf.dim == dim)
      along.push_back(&leaf);
  llvm::sort(along, [](const FragmentLeaf *a, const FragmentLeaf *b) {
    return std::make_pair(a->stride, a) < std::make_pair(b->stride, b);
  });
  Failure unaligned =
      refuse("a region of d" + llvm::Twine(dim) + " that cuts along its leaves",
             "each position holds a fixed part of it",
             llvm::Twine(cut.size) + " elements at " + llvm::Twine(cut.offset) +
                 " of " + layout.str());
  int64_t covered = 1;
  if (cut.offset % cut.size != 0)
    return unaligned;
  for (const FragmentLeaf *leaf : along) {
    if (leaf->stride != covered)
      return unaligned;
    int64_t left = std::max<int64_t>(cut.size / covered, 1);
    int64_t kept = std::min(leaf->size, left);
    if (leaf->size % kept != 0 || (kept != left && left % kept != 0))
      return unaligned;
    int64_t digit = cut.offset / (leaf->stride * kept) % (leaf->size / kept);
    cut.parts.push_back({leaf, {kept, digit}});
    covered *= leaf->size;
  }
  if (covered < cut.size)
    return unaligned;
  return std::nullopt;
}

Result<FragmentRegion>
    FragmentLayout::restrict(llvm::ArrayRef<int64_t> offsets,
                             llvm::ArrayRef<int64_t> sizes) const {
  if (static_cast<int64_t>(offsets.size()) != rank() ||
      static_cast<int64_t>(sizes.size()) != rank())
    return refuse(llvm::Twine(rank()) + " offsets and sizes",
                  "that is the rank", llvm::Twine(offsets.size()));
  llvm::SmallVector<RegionCut> cuts;
  for (int64_t dim = 0; dim != rank(); ++dim) {
    if (offsets[dim] < 0 || sizes[dim] < 1 || sizes[dim] > extents[dim] ||
        offsets[dim] > extents[dim] - sizes[dim])
      return refuse("a region inside dimension " + llvm::Twine(dim),
                    "its extent is " + llvm::Twine(extents[dim]),
                    llvm::Twine(sizes[dim]) + " elements at " +
                        llvm::Twine(offsets[dim]));
    cuts.push_back({offsets[dim], sizes[dim], {}});
    if (auto failure = cutDimension(*this, dim, cuts.back()))
      return *failure;
  }
  llvm::SmallVector<int64_t> kept(allLeaves.size());
  for (auto [i, leaf] : llvm::enumerate(allLeaves))
    kept[i] = leaf.size;
  int64_t origin = 0;
  for (const RegionCut &cut : cuts)
    for (auto [leaf, part] : cut.parts) {
      auto [inside, digit] = part;
      kept[leaf - allLeaves.data()] = inside;
      if (inside == leaf->size)
        continue;
      if (leaf->axis != HardwareAxis::Register)
        return refuse("a region that all threads hold a part of",
                      "its fragment is used by all of them",
                      hardwareAxisName(leaf->axis) + " fixed at " +
                          llvm::Twine(digit));
      origin += digit * inside * leaf->axisStride;
    }
  std::array<llvm::SmallVector<Mode>, kNumHardwareAxes> modes;
  llvm::SmallVector<Mode> registers;
  for (auto [leaf, size] : llvm::zip_equal(allLeaves, kept)) {
    modes[static_cast<int64_t>(leaf.axis)].push_back(
        Mode{size, leaf.stride,
             leaf.dim < 0 ? std::string() : dimensionAxis(leaf.dim)});
    if (leaf.axis == HardwareAxis::Register)
      registers.push_back(Mode{size, leaf.axisStride});
  }
  Axes axes;
  for (int64_t i = 0; i != kNumHardwareAxes; ++i) {
    Result<Layout> axis = Layout::fromModes(modes[i]);
    if (!axis)
      return axis.failure();
    axes[i] = coalesce(*axis);
  }
  Result<Layout> kinds = Layout::fromModes(registers);
  Result<FragmentLayout> part = get(sizes, axes);
  if (!kinds || !part)
    return !kinds ? kinds.failure() : part.failure();
  return FragmentRegion{origin, coalesce(*kinds), *part};
}

//===----------------------------------------------------------------------===//
// Identity and text
//===----------------------------------------------------------------------===//

llvm::hash_code hash_value(const FragmentLayout &layout) {
  llvm::hash_code hash = llvm::hash_combine(
      llvm::hash_combine_range(layout.shape().begin(), layout.shape().end()),
      layout.isRagged());
  for (const Layout &axis : layout.axes())
    hash = llvm::hash_combine(hash, hash_value(axis));
  return hash;
}

void FragmentLayout::print(llvm::raw_ostream &os) const { os << str(); }

std::string FragmentLayout::str() const {
  std::string text = "shape = " + IntTuple::tuple(extents).str();
  for (int64_t i = 0; i != kNumHardwareAxes; ++i)
    if (axisLayouts[i] != Layout())
      text += ", " + hardwareAxisName(axisAt(i)).str() + " = " +
              axisLayouts[i].str();
  return text + (ragged ? ", ragged" : "");
}

} // namespace tile::layout
