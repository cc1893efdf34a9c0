//===- ImportMap.cpp - layouts from opaque functions ----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/ImportMap.h"
#include "llvm/Support/MathExtras.h"

namespace tile::layout {

/// The largest number of elements that are compared.
static constexpr int64_t kMaxElements = 1 << 20;

static Failure refuseValues(const llvm::Twine &got) {
  return refuse("a function that is a layout",
                "its values repeat with a fixed stride in each mode", got);
}

Result<Layout> importValues(llvm::ArrayRef<int64_t> values) {
  if (values.empty() || values.front() != 0)
    return refuse("values that start at zero", "every layout does",
                  values.empty() ? llvm::Twine("none")
                                 : llvm::Twine(values.front()));
  llvm::SmallVector<Mode> modes;
  // Each pass takes the longest run of one stride as a mode, and goes on with
  // every n-th value. In coalesced form the first mode is exactly that run, so
  // when n does not divide the rest there is no layout.
  int64_t step = 1, rest = values.size();
  while (rest > 1) {
    int64_t stride = values[step], run = 2, value;
    while (run < rest && !llvm::MulOverflow(run, stride, value) &&
           values[run * step] == value)
      ++run;
    if (rest % run != 0)
      return refuseValues("value " + llvm::Twine(values[run * step]) +
                          " at index " + llvm::Twine(run * step));
    modes.push_back(Mode{run, stride});
    step *= run;
    rest /= run;
  }
  Result<Layout> layout = Layout::fromModes(modes);
  if (!layout)
    return layout;
  for (int64_t i = 0, e = values.size(); i != e; ++i)
    if (layout->at(i) != values[i])
      return refuseValues("value " + llvm::Twine(values[i]) + " at index " +
                          llvm::Twine(i));
  return layout;
}

namespace {
/// All values of a function on a box, the first coordinate fastest.
struct Samples {
  llvm::SmallVector<int64_t> shape;
  std::vector<int64_t> values;
  int64_t largest = 0;
};
} // namespace

static Result<Samples> sample(llvm::ArrayRef<int64_t> shape,
                              const OffsetFunction &function) {
  Result<Layout> box = Layout::columnMajor(IntTuple::tuple(shape));
  if (!box)
    return box.failure();
  if (box->size() > kMaxElements)
    return refuse("at most 2^20 elements", "each is compared",
                  llvm::Twine(box->size()));
  Samples samples;
  samples.shape.assign(shape.begin(), shape.end());
  llvm::SmallVector<int64_t> point(shape.size(), 0);
  for (int64_t i = 0, e = box->size(); i != e; ++i) {
    std::optional<int64_t> value = function(point);
    if (!value || *value < 0 || *value > (int64_t(1) << 60))
      return refuse("an offset from 0 to 2^60 everywhere",
                    "elements are stored there",
                    (value ? llvm::Twine(*value) : llvm::Twine("none")) +
                        " at " + IntTuple::tuple(point).str());
    samples.values.push_back(*value);
    samples.largest = std::max(samples.largest, *value);
    for (size_t dim = 0; dim != point.size(); ++dim) {
      if (++point[dim] < shape[dim])
        break;
      point[dim] = 0;
    }
  }
  return samples;
}

/// The strides along each dimension of the samples passed through `swizzle`.
static Result<ComposedLayout> probe(const Samples &samples,
                                    const Swizzle &swizzle) {
  int64_t origin = swizzle(samples.values.front());
  llvm::SmallVector<Layout> modes;
  int64_t step = 1;
  for (int64_t extent : samples.shape) {
    llvm::SmallVector<int64_t> line;
    for (int64_t i = 0; i != extent; ++i)
      line.push_back(swizzle(samples.values[i * step]) - origin);
    Result<Layout> mode = importValues(line);
    if (!mode)
      return mode.failure();
    modes.push_back(*mode);
    step *= extent;
  }
  Result<Layout> layout = Layout::join(modes);
  if (!layout)
    return layout.failure();
  return ComposedLayout::get(swizzle, origin, *layout);
}

static Result<ComposedLayout> prove(const Samples &samples,
                                    Result<ComposedLayout> candidate) {
  if (!candidate)
    return candidate;
  for (int64_t i = 0, e = samples.values.size(); i != e; ++i)
    if (candidate->at(i) != samples.values[i])
      return refuseValues(
          "offset " + llvm::Twine(samples.values[i]) + " at " +
          indexToCoordinate(i, IntTuple::tuple(samples.shape)).str());
  return candidate;
}

Result<ComposedLayout> importMap(llvm::ArrayRef<int64_t> shape,
                                 const OffsetFunction &function) {
  Result<Samples> samples = sample(shape, function);
  if (!samples)
    return samples.failure();
  Result<ComposedLayout> plain = prove(*samples, probe(*samples, Swizzle()));
  if (plain)
    return plain;
  // A swizzle is its own inverse: when the function is swizzle o layout, then
  // swizzle o function is the layout. Fewest bits first, so that the answer is
  // the simplest. The budget counts values that are looked at.
  int64_t top = llvm::Log2_64(samples->largest | 1) + 1;
  int64_t line = 0;
  for (int64_t extent : shape)
    line += extent;
  int64_t budget = 16 * kMaxElements;
  for (int64_t bits = 1; bits <= 5; ++bits)
    for (int64_t base = 0; base + 2 * bits <= top; ++base)
      for (int64_t shift = bits; base + bits + shift <= top; ++shift)
        for (int64_t sign : {1, -1}) {
          Result<Swizzle> swizzle = Swizzle::get(bits, base, sign * shift);
          if (!swizzle)
            continue;
          if (budget <= 0)
            return plain;
          budget -= line;
          Result<ComposedLayout> candidate = probe(*samples, *swizzle);
          if (!candidate)
            continue;
          budget -= samples->values.size();
          candidate = prove(*samples, candidate);
          if (candidate)
            return candidate;
        }
  return plain;
}

} // namespace tile::layout
