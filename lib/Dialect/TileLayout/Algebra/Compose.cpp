//===- Compose.cpp - composition of layouts -------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// compose(A, B) maps i to A(B(i)). Each leaf n:d of B is laid over the
// coalesced modes of A, and the result is put where the leaf was. Write the
// step d as digits in the mixed radix of A. As long as no multiple of a digit
// reaches the size of its mode, k steps are k times the digits, and the
// composition is linear, with the sum of digit times stride as its stride. At
// the first carry the leaf is split, when that point divides n, and the rest
// goes on with the larger step.
//
// In CuTe the digits must all be zero but one, and it is a precondition that
// adding the values of different leaves does not carry either. Here the largest
// digits that each leaf can contribute are summed for each mode of A, and the
// composition is refused when a sum reaches the size of the mode.
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/Operations.h"
#include "llvm/Support/MathExtras.h"

namespace tile::layout {

namespace {
/// Lays the leaves of an inner layout over the modes of an outer one.
class Composer {
public:
  explicit Composer(const Layout &outer)
      : outer(coalesce(outer)), text(outer.str()),
        digits(this->outer.leaves().size(), 0) {}

  /// Starts all digits at those of `origin`.
  void startAt(int64_t origin);
  /// The composition with a leaf or a tuple; `shape` and `stride` receive it.
  std::optional<Failure> visit(const IntTuple &innerShape,
                               const IntTuple &innerStride, IntTuple &shape,
                               IntTuple &stride);
  /// Refuses if adding the visited leaves can carry.
  std::optional<Failure> checkDigits() const;

private:
  std::optional<Failure> visitLeaf(int64_t size, int64_t step,
                                   llvm::SmallVectorImpl<Mode> &pieces);
  /// The most steps, at most `limit`, that do not carry.
  int64_t stepsBeforeCarry(int64_t step, int64_t limit) const;
  std::optional<Failure> addPiece(int64_t size, int64_t step,
                                  llvm::SmallVectorImpl<Mode> &pieces);

  Layout outer;
  std::string text;
  /// The largest digit in each mode of the outer layout.
  llvm::SmallVector<int64_t> digits;
};
} // namespace

void Composer::startAt(int64_t origin) {
  for (auto [i, mode] : llvm::enumerate(outer.leaves())) {
    digits[i] = origin % mode.size;
    origin /= mode.size;
  }
}

int64_t Composer::stepsBeforeCarry(int64_t step, int64_t limit) const {
  int64_t steps = limit;
  for (const Mode &mode : outer.leaves()) {
    int64_t digit = step % mode.size;
    if (digit != 0)
      steps = std::min(steps, (mode.size - 1) / digit + 1);
    step /= mode.size;
  }
  return steps;
}

/// Takes `size` steps of `step`, which do not carry.
std::optional<Failure> Composer::addPiece(int64_t size, int64_t step,
                                          llvm::SmallVectorImpl<Mode> &pieces) {
  Mode piece{size, 0};
  bool moves = false;
  for (auto [i, mode] : llvm::enumerate(outer.leaves())) {
    int64_t digit = step % mode.size, stride;
    step /= mode.size;
    if (digit == 0)
      continue;
    if (llvm::AddOverflow(digits[i], (size - 1) * digit, digits[i]) ||
        llvm::MulOverflow(digit, mode.stride, stride) ||
        llvm::AddOverflow(piece.stride, stride, piece.stride))
      return refuse("values below 2^63", "offsets are 64-bit integers", text);
    if (stride == 0)
      continue;
    if (moves && piece.axis != mode.axis)
      return refuse("steps along one axis of " + text,
                    "a stride names one axis", "steps along two");
    piece.axis = mode.axis;
    moves = true;
  }
  if (piece.stride == 0)
    piece.axis.clear();
  pieces.push_back(piece);
  return std::nullopt;
}

std::optional<Failure>
Composer::visitLeaf(int64_t size, int64_t step,
                    llvm::SmallVectorImpl<Mode> &pieces) {
  std::string leaf = IntTuple(size).str() + ":" + IntTuple(step).str();
  if (step < 0)
    return refuse("nonnegative inner strides",
                  "a negative index is outside the domain", leaf);
  if (size == 1 || step == 0) {
    pieces.push_back(Mode{size, 0});
    return std::nullopt;
  }
  if (size - 1 > (outer.size() - 1) / step)
    return refuse("inner values below " + llvm::Twine(outer.size()),
                  "the domain of " + text + " ends there", leaf);
  while (size > 1) {
    int64_t steps = stepsBeforeCarry(step, size);
    if (size % steps != 0)
      return refuse("an inner mode that divides the modes of " + text,
                    "composition splits it there", leaf);
    if (auto failure = addPiece(steps, step, pieces))
      return failure;
    // Still inside the domain, so this does not overflow.
    size /= steps;
    step *= steps;
  }
  return std::nullopt;
}

std::optional<Failure> Composer::visit(const IntTuple &innerShape,
                                       const IntTuple &innerStride,
                                       IntTuple &shape, IntTuple &stride) {
  if (!innerShape.isLeaf()) {
    std::vector<IntTuple> shapes(innerShape.rank()), strides(innerShape.rank());
    for (int64_t i = 0, e = innerShape.rank(); i != e; ++i)
      if (auto failure =
              visit(innerShape[i], innerStride[i], shapes[i], strides[i]))
        return failure;
    shape = IntTuple::tuple(std::move(shapes));
    stride = IntTuple::tuple(std::move(strides));
    return std::nullopt;
  }
  llvm::SmallVector<Mode> pieces;
  if (auto failure = visitLeaf(innerShape.value(), innerStride.value(), pieces))
    return failure;
  Result<Layout> leaf = Layout::fromModes(pieces);
  if (!leaf)
    return leaf.failure();
  shape = leaf->shape();
  stride = leaf->stride();
  return std::nullopt;
}

std::optional<Failure> Composer::checkDigits() const {
  for (auto [digit, mode] : llvm::zip_equal(digits, outer.leaves()))
    if (digit >= mode.size)
      return refuse("inner values that add up inside each mode of " + text,
                    "a carry into the next mode is not linear",
                    "digit " + llvm::Twine(digit) + " in a mode of size " +
                        llvm::Twine(mode.size));
  return std::nullopt;
}

Result<Region> composeAt(const Layout &outer, int64_t origin,
                         const Layout &inner) {
  if (inner.hasAxes())
    return refuse("an inner layout with integer values",
                  "they are indices of the outer layout", inner.str());
  if (origin < 0 || origin >= outer.size())
    return refuse("an origin from 0 to " + llvm::Twine(outer.size() - 1),
                  "the outer layout is " + outer.str(), llvm::Twine(origin));
  Composer composer(outer);
  composer.startAt(origin);
  IntTuple shape, stride;
  if (auto failure =
          composer.visit(inner.shape(), inner.stride(), shape, stride))
    return *failure;
  if (auto failure = composer.checkDigits())
    return *failure;
  Result<Layout> layout = Layout::get(std::move(shape), std::move(stride));
  if (!layout)
    return layout.failure();
  return Region{origin, *layout};
}

Result<Layout> compose(const Layout &outer, const Layout &inner) {
  Result<Region> region = composeAt(outer, 0, inner);
  if (!region)
    return region.failure();
  return region->layout;
}

Result<Layout> composeModes(const Layout &outer, llvm::ArrayRef<Layout> inner) {
  if (static_cast<int64_t>(inner.size()) > outer.rank())
    return refuse("at most " + llvm::Twine(outer.rank()) + " layouts",
                  "there is one for each mode of " + outer.str(),
                  llvm::Twine(inner.size()));
  llvm::SmallVector<Layout> modes;
  for (int64_t i = 0, e = outer.rank(); i != e; ++i) {
    if (i >= static_cast<int64_t>(inner.size())) {
      modes.push_back(outer.mode(i));
      continue;
    }
    Result<Layout> mode = compose(outer.mode(i), inner[i]);
    if (!mode)
      return mode;
    modes.push_back(*mode);
  }
  return Layout::join(modes);
}

/// Checks one dimension of a region of `layout`.
static std::optional<Failure> checkRegion(const Layout &layout, int64_t dim,
                                          int64_t offset, int64_t size) {
  int64_t extent = layout.extent(dim);
  if (offset >= 0 && size >= 1 && size <= extent && offset <= extent - size)
    return std::nullopt;
  return refuse("a region inside dimension " + llvm::Twine(dim),
                "its extent is " + llvm::Twine(extent),
                llvm::Twine(size) + " elements at " + llvm::Twine(offset));
}

Result<Region> restrict(const Layout &layout, llvm::ArrayRef<int64_t> offsets,
                        llvm::ArrayRef<int64_t> sizes) {
  int64_t rank = layout.rank();
  if (static_cast<int64_t>(offsets.size()) != rank ||
      static_cast<int64_t>(sizes.size()) != rank)
    return refuse(llvm::Twine(rank) + " offsets and sizes",
                  "the layout is " + layout.str(),
                  llvm::Twine(offsets.size()) + " and " +
                      llvm::Twine(sizes.size()));
  llvm::SmallVector<Layout> modes;
  int64_t origin = 0, step = 1;
  for (int64_t dim = 0; dim != rank; ++dim) {
    if (auto failure = checkRegion(layout, dim, offsets[dim], sizes[dim]))
      return *failure;
    Result<Layout> range = Layout::vector(sizes[dim], 1);
    if (!range)
      return range.failure();
    Result<Region> part = composeAt(layout.mode(dim), offsets[dim], *range);
    if (!part)
      return part.failure();
    modes.push_back(part->layout);
    // Bounded by the size of the layout, which fits in 64 bits.
    origin += offsets[dim] * step;
    step *= layout.extent(dim);
  }
  if (layout.shape().isLeaf())
    return Region{origin, modes.front()};
  Result<Layout> tile = Layout::join(modes);
  if (!tile)
    return tile.failure();
  return Region{origin, *tile};
}

} // namespace tile::layout
