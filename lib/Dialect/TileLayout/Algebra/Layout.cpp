//===- Layout.cpp - shape:stride layouts ----------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace tile::layout {

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Layout::Layout() : shapeTuple(1), strideTuple(0), modes{Mode{}} {}

/// `stride` with zero strides stripped of their axis: zero steps along an axis
/// are zero steps.
static IntTuple stripZeroAxes(const IntTuple &stride) {
  if (stride.isLeaf())
    return stride.value() == 0 ? IntTuple(0) : stride;
  std::vector<IntTuple> elements;
  for (const IntTuple &element : stride.elements())
    elements.push_back(stripZeroAxes(element));
  return IntTuple::tuple(std::move(elements));
}

static std::optional<Failure> checkTuples(const IntTuple &shape,
                                          const IntTuple &stride) {
  if (shape.depth() > kMaxTupleDepth || shape.leafCount() > kMaxTupleLeaves)
    return refuse("at most " + llvm::Twine(kMaxTupleLeaves) +
                      " leaves in at most " + llvm::Twine(kMaxTupleDepth) +
                      " levels",
                  "larger tuples are refused",
                  llvm::Twine(shape.leafCount()) + " leaves in " +
                      llvm::Twine(shape.depth()) + " levels");
  if (!congruent(shape, stride))
    return refuse("a stride with the parentheses of the shape " + shape.str(),
                  "each extent has one stride", stride.str());
  return std::nullopt;
}

/// Adds the reach of `mode`, (size-1)*|stride|, to `reach`; false on overflow.
static bool addReach(const Mode &mode, int64_t &reach) {
  if (mode.stride == std::numeric_limits<int64_t>::min())
    return false;
  int64_t span;
  return !llvm::MulOverflow(mode.size - 1, std::abs(mode.stride), span) &&
         !llvm::AddOverflow(reach, span, reach);
}

Result<Layout> Layout::get(IntTuple shape, IntTuple stride) {
  if (std::optional<Failure> failure = checkTuples(shape, stride))
    return *failure;
  Layout layout;
  layout.shapeTuple = std::move(shape);
  layout.strideTuple = stripZeroAxes(stride);
  layout.modes.clear();
  llvm::SmallVector<IntTuple> sizes = flatten(layout.shapeTuple);
  llvm::SmallVector<IntTuple> steps = flatten(layout.strideTuple);
  bool plain = false;
  // The sum of all reaches bounds each component.
  int64_t reach = 0;
  for (auto [size, step] : llvm::zip_equal(sizes, steps)) {
    if (!size.axis().empty() || size.value() < 1)
      return refuse("positive extents", "a layout has at least one element",
                    layout.shapeTuple.str());
    Mode mode{size.value(), step.value(), step.axis()};
    if (llvm::MulOverflow(layout.elements, mode.size, layout.elements))
      return refuse("fewer than 2^63 elements", "indices are 64-bit integers",
                    layout.shapeTuple.str());
    if (!addReach(mode, reach))
      return refuse("values below 2^63", "offsets are 64-bit integers",
                    layout.strideTuple.str());
    if (mode.axis.empty())
      plain |= mode.stride != 0;
    else if (!llvm::is_contained(layout.axisNames, mode.axis))
      layout.axisNames.push_back(mode.axis);
    layout.modes.push_back(std::move(mode));
  }
  if (plain && layout.hasAxes())
    return refuse("an axis in every nonzero stride or in none",
                  "a value is either an integer or a vector",
                  layout.strideTuple.str());
  return layout;
}

Result<Layout> Layout::fromModes(llvm::ArrayRef<Mode> modes) {
  if (modes.empty())
    return Layout();
  if (modes.size() == 1)
    return get(modes[0].size, IntTuple(modes[0].stride, modes[0].axis));
  std::vector<IntTuple> shape, stride;
  for (const Mode &mode : modes) {
    shape.push_back(mode.size);
    stride.emplace_back(mode.stride, mode.axis);
  }
  return get(IntTuple::tuple(std::move(shape)),
             IntTuple::tuple(std::move(stride)));
}

Result<Layout> Layout::join(llvm::ArrayRef<Layout> layouts) {
  std::vector<IntTuple> shape, stride;
  for (const Layout &layout : layouts) {
    shape.push_back(layout.shape());
    stride.push_back(layout.stride());
  }
  return get(IntTuple::tuple(std::move(shape)),
             IntTuple::tuple(std::move(stride)));
}

Result<Layout> Layout::vector(int64_t size, int64_t stride) {
  return get(size, stride);
}

/// The compact stride for `shape`, starting at `step`, which is advanced. The
/// last element comes first when `reversed`.
static Result<IntTuple> compactStride(const IntTuple &shape, bool reversed,
                                      int64_t &step) {
  if (shape.isLeaf()) {
    int64_t stride = shape.value() == 1 ? 0 : step;
    if (llvm::MulOverflow(step, shape.value(), step))
      return refuse("fewer than 2^63 elements", "indices are 64-bit integers",
                    shape.str());
    return IntTuple(stride);
  }
  std::vector<IntTuple> strides(shape.rank());
  for (int64_t i = 0, e = shape.rank(); i != e; ++i) {
    int64_t position = reversed ? e - 1 - i : i;
    Result<IntTuple> stride = compactStride(shape[position], reversed, step);
    if (!stride)
      return stride;
    strides[position] = *stride;
  }
  return IntTuple::tuple(std::move(strides));
}

static Result<Layout> compactLayout(const IntTuple &shape, bool reversed) {
  if (shape.depth() > kMaxTupleDepth || shape.leafCount() > kMaxTupleLeaves)
    return Layout::get(shape, shape);
  int64_t step = 1;
  Result<IntTuple> stride = compactStride(shape, reversed, step);
  if (!stride)
    return stride.failure();
  return Layout::get(shape, *stride);
}

Result<Layout> Layout::columnMajor(const IntTuple &shape) {
  return compactLayout(shape, /*reversed=*/false);
}

Result<Layout> Layout::rowMajor(const IntTuple &shape) {
  return compactLayout(shape, /*reversed=*/true);
}

Result<Layout> Layout::coordinates(llvm::ArrayRef<int64_t> shape) {
  std::vector<IntTuple> strides;
  for (size_t i = 0, e = shape.size(); i != e; ++i)
    strides.emplace_back(1, dimensionAxis(i));
  return get(IntTuple::tuple(shape), IntTuple::tuple(std::move(strides)));
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

Layout Layout::mode(int64_t i) const {
  // A part of a valid layout is valid.
  return *get(shapeTuple[i], strideTuple[i]);
}

int64_t Layout::extent(int64_t i) const { return *product(shapeTuple[i]); }

bool Layout::isNonNegative() const {
  return llvm::all_of(modes, [](const Mode &mode) { return mode.stride >= 0; });
}

std::pair<int64_t, int64_t> Layout::range(llvm::StringRef axis) const {
  int64_t low = 0, high = 0;
  for (const Mode &mode : modes) {
    if (mode.axis == axis)
      (mode.stride < 0 ? low : high) += (mode.size - 1) * mode.stride;
  }
  return {low, high};
}

int64_t Layout::at(int64_t index) const {
  assert(index >= 0 && index < elements && "index outside the domain");
  int64_t value = 0;
  for (const Mode &mode : modes) {
    if (mode.axis.empty())
      value += (index % mode.size) * mode.stride;
    index /= mode.size;
  }
  return value;
}

llvm::SmallVector<int64_t> Layout::vectorAt(int64_t index) const {
  assert(index >= 0 && index < elements && "index outside the domain");
  llvm::SmallVector<int64_t> value(axisNames.size(), 0);
  for (const Mode &mode : modes) {
    if (mode.stride != 0) {
      const auto *axis = llvm::find(axisNames, mode.axis).base();
      value[axis - axisNames.data()] += (index % mode.size) * mode.stride;
    }
    index /= mode.size;
  }
  return value;
}

void Layout::print(llvm::raw_ostream &os) const {
  shapeTuple.print(os);
  os << ':';
  strideTuple.print(os);
}

std::string Layout::str() const {
  return shapeTuple.str() + ":" + strideTuple.str();
}

llvm::hash_code hash_value(const Layout &layout) {
  return llvm::hash_combine(hash_value(layout.shape()),
                            hash_value(layout.stride()));
}

Result<int64_t> cosize(const Layout &layout) {
  if (layout.hasAxes() || !layout.isNonNegative())
    return refuse("an integer layout with nonnegative strides",
                  "only it has a number of cells", layout.str());
  int64_t size;
  if (llvm::AddOverflow(layout.range().second, int64_t(1), size))
    return refuse("values below 2^63 - 1", "cells are counted in 64 bits",
                  layout.str());
  return size;
}

int64_t alignmentOf(const Layout &layout) {
  int64_t divisor = 0;
  for (const Mode &mode : layout.leaves())
    if (mode.size > 1)
      divisor = std::gcd(divisor, mode.stride);
  return divisor;
}

std::string dimensionAxis(int64_t dim) { return "d" + std::to_string(dim); }

std::optional<int64_t> axisDimension(llvm::StringRef axis) {
  int64_t dim;
  if (!axis.consume_front("d") || axis.size() > 3 ||
      (axis.size() > 1 && axis.front() == '0') || axis.getAsInteger(10, dim) ||
      dim < 0)
    return std::nullopt;
  return dim;
}

} // namespace tile::layout
