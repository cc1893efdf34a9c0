//===- StructuralRung.cpp - proofs from strides and ranges ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rungs.h"
#include "Tile/Dialect/TileLayout/Algebra/Operations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tile::prover {

using layout::ComposedLayout;
using layout::Layout;
using layout::Mode;

/// Two swizzles of one kind can be dropped from a comparison of values, since a
/// swizzle is a bijection.
static bool sameSwizzle(const ComposedLayout &f, const ComposedLayout &g) {
  return f.swizzle() == g.swizzle() ||
         (f.swizzle().isIdentity() && g.swizzle().isIdentity());
}

static Verdict proveEqual(const ComposedLayout &f, const ComposedLayout &g) {
  if (!sameSwizzle(f, g))
    return unknown("the swizzles differ");
  if (f.offset() != g.offset())
    return no({pointAt(f.layout(), 0), {}, {}, {}});
  // Coalesced forms are unique, so a first difference is one of the functions.
  Layout a = layout::coalesce(f.layout()), b = layout::coalesce(g.layout());
  int64_t index = 1;
  for (auto [x, y] : llvm::zip(a.leaves(), b.leaves())) {
    if (x == y) {
      index *= x.size;
      continue;
    }
    if (x.stride == y.stride)
      index *= std::min(x.size, y.size);
    return no({pointAt(f.layout(), index), {}, {}, {}});
  }
  return yes();
}

/// Whether the strides of `layout` nest, so that digits are read off a value.
static bool isNested(const Layout &layout) {
  SmallVector<std::pair<int64_t, int64_t>> leaves;
  for (const Mode &mode : layout.leaves())
    if (mode.size > 1)
      leaves.push_back({std::abs(mode.stride), mode.size});
  llvm::sort(leaves);
  int64_t reached = 0;
  for (auto [stride, size] : leaves) {
    if (stride <= reached)
      return false;
    reached += (size - 1) * stride;
  }
  return true;
}

static Verdict proveInjective(const ComposedLayout &f) {
  int64_t index = 1;
  for (const Mode &mode : f.layout().leaves()) {
    if (mode.size > 1 && mode.stride == 0)
      return no(
          {pointAt(f.layout(), 0), pointAt(f.layout(), index), {f.at(0)}, {}});
    index *= mode.size;
  }
  if (isNested(f.layout()))
    return yes();
  return unknown("the strides do not nest");
}

/// The index at which `layout` is largest, or smallest.
static int64_t extremeIndex(const Layout &layout, bool largest) {
  int64_t index = 0, step = 1;
  for (const Mode &mode : layout.leaves()) {
    if (largest ? mode.stride > 0 : mode.stride < 0)
      index += (mode.size - 1) * step;
    step *= mode.size;
  }
  return index;
}

static Verdict proveInBounds(const ComposedLayout &f, int64_t bound) {
  for (bool largest : {true, false}) {
    int64_t index = extremeIndex(f.layout(), largest);
    int64_t value = f.offset() + f.layout().at(index);
    if (!f.swizzle().isIdentity()) {
      // Offsets stay in their block, so whole blocks must be in bounds.
      int64_t block = f.swizzle().block();
      if (value < 0 || value / block * block > bound - block)
        return unknown("the last block of the swizzle is cut by the bound");
      continue;
    }
    if (value < 0 || value >= bound)
      return no({pointAt(f.layout(), index), {}, {value}, {}});
  }
  return yes();
}

static Verdict proveCovers(const ComposedLayout &f, int64_t bound) {
  if (f.offset() != 0)
    return unknown("the layout has an offset");
  if (bound % f.swizzle().block() != 0)
    return unknown("the last block of the swizzle is cut by the bound");
  auto inverse = layout::rightInverse(f.layout());
  if (inverse && inverse->size() >= bound)
    return yes();
  if (f.size() < bound && f.swizzle().isIdentity() &&
      f.layout().isNonNegative()) {
    // A nested layout misses the first value that its digits leave open.
    if (inverse && isNested(f.layout()))
      return no({{}, {}, {inverse->size()}, {}});
  }
  return unknown("the strides do not continue each other");
}

static Verdict proveDisjoint(const Query &query, const ComposedLayout &f,
                             const ComposedLayout &g) {
  if (!sameSwizzle(f, g))
    return unknown("the swizzles differ");
  auto [fLow, fHigh] = f.layout().range();
  auto [gLow, gHigh] = g.layout().range();
  if (f.offset() + fHigh < g.offset() + gLow ||
      g.offset() + gHigh < f.offset() + fLow)
    return yes();
  if (f == g && isNested(f.layout()))
    return yes();
  return unknown("the ranges overlap");
}

/// Maps are compared as they are written.
static Verdict proveMaps(const Query &query) {
  if (query.property() == Property::Equal && query.f().getMap() &&
      query.f().getMap() == query.g().getMap())
    return yes();
  return unknown("a map has no strides");
}

Verdict proveStructurally(const Query &query) {
  const ComposedLayout *f = query.f().getLayout();
  const ComposedLayout *g = query.g().getLayout();
  if (!f || !g)
    return proveMaps(query);
  switch (query.property()) {
  case Property::Equal:
    return proveEqual(*f, *g);
  case Property::Injective:
    return proveInjective(*f);
  case Property::InBounds:
    return proveInBounds(*f, query.bounds().front());
  case Property::Covers:
    return proveCovers(*f, query.bounds().front());
  case Property::Disjoint:
    return proveDisjoint(query, *f, *g);
  case Property::BankConflictFree:
    return unknown("banks are counted");
  }
  return unknown("no such property");
}

} // namespace tile::prover
