//===- F2Rung.cpp - proofs by linear algebra over bits --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rungs.h"
#include "Tile/Dialect/TileLayout/Algebra/F2.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tile::prover {

using layout::ComposedLayout;
using layout::F2Map;
using layout::F2Matrix;

/// Proves properties of layouts that are linear over F2. Points are strings of
/// bits: the linear index, the first dimension lowest.
namespace {
struct F2Prover {
  const Query &query;
  const ComposedLayout &f, &g;
  F2Map a, b;

  Verdict equal() const;
  Verdict injective() const;
  Verdict inBounds() const;
  Verdict covers() const;
  Verdict bankConflictFree() const;
  Verdict disjoint() const;

  SmallVector<int64_t> pointOfF(uint64_t bits) const {
    return pointAt(f.layout(), bits);
  }
  SmallVector<int64_t> pointOfG(uint64_t bits) const {
    return pointAt(g.layout(), bits);
  }
};
} // namespace

Verdict F2Prover::equal() const {
  // Affine maps that agree at zero and at every unit are equal.
  if (a.constant != b.constant)
    return no({pointOfF(0), {}, {}, {}});
  for (size_t i = 0, e = a.matrix.columns().size(); i != e; ++i)
    if (a.matrix.columns()[i] != b.matrix.columns()[i])
      return no({pointOfF(uint64_t(1) << i), {}, {}, {}});
  return yes();
}

Verdict F2Prover::injective() const {
  SmallVector<uint64_t> kernel = a.matrix.kernel();
  if (kernel.empty())
    return yes();
  return no({pointOfF(0),
             pointOfF(kernel.front()),
             {static_cast<int64_t>(a.constant)},
             {}});
}

Verdict F2Prover::inBounds() const {
  auto [value, argument] = a.matrix.maximum(a.constant);
  if (value < static_cast<uint64_t>(query.bounds().front()))
    return yes();
  return no({pointOfF(argument), {}, {static_cast<int64_t>(value)}, {}});
}

Verdict F2Prover::covers() const {
  // The values below a power of two are a space; it is covered when each unit
  // and zero are. The first that is not names a missing value.
  uint64_t bound = query.bounds().front();
  if (!llvm::isPowerOf2_64(bound))
    return unknown("the bound is no power of two");
  for (uint64_t value = 0; value < bound; value = value ? 2 * value : 1)
    if (!a.matrix.solve(a.constant ^ value))
      return no({{}, {}, {static_cast<int64_t>(value)}, {}});
  return yes();
}

Verdict F2Prover::bankConflictFree() const {
  const layout::BankGeometry &banks = query.geometry();
  uint64_t access = query.accessBytes();
  uint64_t span = static_cast<uint64_t>(banks.banks) * banks.bankBytes;
  if (!llvm::isPowerOf2_64(access) || !llvm::isPowerOf2_64(span) ||
      !llvm::isPowerOf2_64(banks.bankBytes) ||
      !llvm::isPowerOf2_64(banks.phaseBytes))
    return unknown("banks and accesses are no powers of two");
  uint64_t unit = std::max<uint64_t>(access, banks.bankBytes);
  if (unit > span || access > static_cast<uint64_t>(banks.phaseBytes))
    return unknown("one access takes all banks");
  // Accesses that straddle words need more than one row of bits.
  for (uint64_t column : a.matrix.columns())
    if (column & (access - 1))
      return unknown("accesses are not aligned");
  if (a.constant & (access - 1))
    return unknown("accesses are not aligned");
  // Two lanes of a phase conflict when they differ in the word but not in the
  // bank. A phase is the lowest bits of the lane, and all phases are alike.
  unsigned lanes = llvm::Log2_64(banks.phaseBytes / access);
  SmallVector<uint64_t> bankColumns;
  for (uint64_t column : a.matrix.columns().take_front(lanes))
    bankColumns.push_back(column & (span - 1) & ~(unit - 1));
  for (uint64_t lane : F2Matrix(bankColumns).kernel())
    if (a.matrix.apply(lane) & ~(span - 1))
      return no({pointOfF(0), pointOfF(lane), {}, {}});
  return yes();
}

Verdict F2Prover::disjoint() const {
  // f(t,x) = g(u,y) is one system in the bits of both points.
  SmallVector<uint64_t> columns(a.matrix.columns());
  unsigned split = columns.size();
  columns.append(b.matrix.columns().begin(), b.matrix.columns().end());
  if (columns.size() > 63)
    return unknown("there are more than 63 bits");
  F2Matrix system(columns);
  std::optional<uint64_t> solution = system.solve(a.constant ^ b.constant);
  if (!solution)
    return yes();
  uint64_t threads = 1;
  for (unsigned i = 0; i != query.threadDims(); ++i) {
    if (f.layout().extent(i) != g.layout().extent(i))
      return unknown("the functions have different threads");
    threads *= f.layout().extent(i);
  }
  auto differ = [&](uint64_t bits) {
    return ((bits ^ (bits >> split)) & (threads - 1)) != 0;
  };
  SmallVector<uint64_t> candidates{*solution};
  for (uint64_t direction : system.kernel())
    candidates.push_back(*solution ^ direction);
  for (uint64_t bits : candidates) {
    if (!differ(bits))
      continue;
    uint64_t x = bits & ((uint64_t(1) << split) - 1), y = bits >> split;
    return no(
        {pointOfF(x), pointOfG(y), {static_cast<int64_t>(a.apply(x))}, {}});
  }
  return yes();
}

Verdict proveOverF2(const Query &query) {
  const ComposedLayout *f = query.f().getLayout();
  const ComposedLayout *g = query.g().getLayout();
  if (!f || !g)
    return unknown("a map is not a layout");
  auto a = layout::toF2(*f), b = layout::toF2(*g);
  if (!a || !b)
    return unknown(!a ? a.reason() : b.reason());
  F2Prover prover{query, *f, *g, *a, *b};
  switch (query.property()) {
  case Property::Equal:
    return prover.equal();
  case Property::Injective:
    return prover.injective();
  case Property::InBounds:
    return prover.inBounds();
  case Property::Covers:
    return prover.covers();
  case Property::BankConflictFree:
    return prover.bankConflictFree();
  case Property::Disjoint:
    return prover.disjoint();
  }
  return unknown("no such property");
}

} // namespace tile::prover
