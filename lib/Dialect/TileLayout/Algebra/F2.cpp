//===- F2.cpp - layouts as matrices over F2 -------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/F2.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tile::layout {

uint64_t F2Matrix::apply(uint64_t argument) const {
  uint64_t value = 0;
  for (size_t i = 0, e = columnBits.size(); i != e; ++i)
    if (argument >> i & 1)
      value ^= columnBits[i];
  return value;
}

llvm::SmallVector<F2Matrix::Pivot>
F2Matrix::eliminate(llvm::SmallVectorImpl<uint64_t> *kernel) const {
  llvm::SmallVector<Pivot> pivots;
  for (size_t i = 0, e = columnBits.size(); i != e; ++i) {
    Pivot next{columnBits[i], uint64_t(1) << i};
    for (const Pivot &pivot : pivots)
      if ((next.value ^ pivot.value) < next.value) {
        next.value ^= pivot.value;
        next.argument ^= pivot.argument;
      }
    if (next.value == 0) {
      if (kernel)
        kernel->push_back(next.argument);
      continue;
    }
    pivots.push_back(next);
    // Largest first, so that one pass reduces a value.
    llvm::sort(pivots, [](const Pivot &a, const Pivot &b) {
      return a.value > b.value;
    });
  }
  return pivots;
}

unsigned F2Matrix::rank() const { return eliminate().size(); }

llvm::SmallVector<uint64_t> F2Matrix::kernel() const {
  llvm::SmallVector<uint64_t> basis;
  eliminate(&basis);
  return basis;
}

std::optional<uint64_t> F2Matrix::solve(uint64_t value) const {
  uint64_t argument = 0;
  for (const Pivot &pivot : eliminate())
    if ((value ^ pivot.value) < value) {
      value ^= pivot.value;
      argument ^= pivot.argument;
    }
  if (value != 0)
    return std::nullopt;
  return argument;
}

std::pair<uint64_t, uint64_t> F2Matrix::maximum(uint64_t constant) const {
  uint64_t argument = 0;
  for (const Pivot &pivot : eliminate())
    if ((constant ^ pivot.value) > constant) {
      constant ^= pivot.value;
      argument ^= pivot.argument;
    }
  return {constant, argument};
}

Result<F2Map> toF2(const ComposedLayout &layout) {
  const Layout &strided = layout.layout();
  if (!strided.isNonNegative() || layout.offset() < 0)
    return refuse("nonnegative strides", "their bits are added", layout.str());
  llvm::SmallVector<uint64_t> columns;
  // Adding is XOR exactly when no bit is set twice.
  uint64_t used = layout.offset();
  for (const Mode &mode : strided.leaves()) {
    if (!llvm::isPowerOf2_64(mode.size))
      return refuse("extents that are powers of two",
                    "an index is a string of bits", strided.str());
    for (int64_t step = 1; step != mode.size; step *= 2) {
      uint64_t column = step * mode.stride;
      if (used & column)
        return refuse("strides that do not carry",
                      "adding must be exclusive or", layout.str());
      used |= column;
      columns.push_back(layout.swizzle()(column));
    }
  }
  return F2Map{F2Matrix(columns),
               static_cast<uint64_t>(layout.swizzle()(layout.offset()))};
}

Result<F2Map> toF2(const Layout &layout) {
  Result<ComposedLayout> composed = ComposedLayout::get({}, 0, layout);
  if (!composed)
    return composed.failure();
  return toF2(*composed);
}

Result<int64_t> rankF2(const ComposedLayout &layout) {
  Result<F2Map> map = toF2(layout);
  if (!map)
    return map.failure();
  return static_cast<int64_t>(map->matrix.rank());
}

} // namespace tile::layout
