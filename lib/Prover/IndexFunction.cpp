//===- IndexFunction.cpp - index functions that proofs are about ----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Prover/IndexFunction.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tile {

using layout::refuse;

IndexFunction IndexFunction::fromLayout(layout::ComposedLayout layout) {
  IndexFunction function;
  for (int64_t i = 0, e = layout.layout().rank(); i != e; ++i)
    function.box.push_back(layout.layout().extent(i));
  function.dims = function.box.size();
  function.composed = std::move(layout);
  return function;
}

layout::Result<IndexFunction> IndexFunction::fromLayout(layout::Layout layout) {
  auto composed = layout::ComposedLayout::get({}, 0, std::move(layout));
  if (!composed)
    return composed.failure();
  return fromLayout(*composed);
}

layout::Result<IndexFunction>
IndexFunction::fromMap(AffineMap map, ArrayRef<int64_t> extents) {
  if (!map || map.getNumDims() != extents.size() || map.getNumResults() == 0)
    return refuse("a map of " + Twine(extents.size()) +
                      " dimensions with a result",
                  "there are as many extents", "another map");
  auto box = layout::Layout::columnMajor(layout::IntTuple::tuple(extents));
  if (!box)
    return box.failure();
  IndexFunction function;
  function.map = map;
  function.dims = map.getNumDims();
  function.box.assign(extents.begin(), extents.end());
  return function;
}

layout::Result<IndexFunction> IndexFunction::fromMap(AffineMap map,
                                                     IntegerSet domain) {
  if (!map || !domain || map.getNumDims() != domain.getNumDims() ||
      map.getNumSymbols() != domain.getNumSymbols() || map.getNumResults() == 0)
    return refuse("a map and a domain of equal dimensions and symbols",
                  "the map is defined there", "others");
  IndexFunction function;
  function.map = map;
  function.domain = domain;
  function.dims = map.getNumDims();
  return function;
}

bool IndexFunction::contains(ArrayRef<int64_t> point,
                             ArrayRef<int64_t> symbols) const {
  if (point.size() != dims || symbols.size() != numSymbols())
    return false;
  if (!domain)
    return llvm::all_of(llvm::zip_equal(point, box), [](auto pair) {
      auto [coordinate, extent] = pair;
      return coordinate >= 0 && coordinate < extent;
    });
  for (auto [i, constraint] : llvm::enumerate(domain->getConstraints())) {
    std::optional<int64_t> value = evaluateAffine(constraint, point, symbols);
    if (!value || (domain->isEq(i) ? *value != 0 : *value < 0))
      return false;
  }
  return true;
}

std::optional<IndexFunction::Point>
IndexFunction::evaluate(ArrayRef<int64_t> point,
                        ArrayRef<int64_t> symbols) const {
  if (!contains(point, symbols))
    return std::nullopt;
  if (!map) {
    const layout::Layout &strided = composed.layout();
    layout::IntTuple coordinate = strided.shape().isLeaf()
                                      ? layout::IntTuple(point.front())
                                      : layout::IntTuple::tuple(point);
    auto index = strided.index(coordinate);
    if (!index)
      return std::nullopt;
    return Point{composed.at(*index)};
  }
  Point value;
  for (AffineExpr expr : map.getResults()) {
    std::optional<int64_t> component = evaluateAffine(expr, point, symbols);
    if (!component)
      return std::nullopt;
    value.push_back(*component);
  }
  return value;
}

static std::optional<int64_t> evaluateDivision(AffineExprKind kind, int64_t lhs,
                                               int64_t rhs) {
  if (rhs < 1)
    return std::nullopt;
  switch (kind) {
  case AffineExprKind::Mod:
    return lhs - llvm::divideFloorSigned(lhs, rhs) * rhs;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> evaluateAffine(AffineExpr expr, ArrayRef<int64_t> dims,
                                      ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    if (dim.getPosition() >= dims.size())
      return std::nullopt;
    return dims[dim.getPosition()];
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    if (symbol.getPosition() >= symbols.size())
      return std::nullopt;
    return symbols[symbol.getPosition()];
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> lhs = evaluateAffine(binary.getLHS(), dims, symbols);
  std::optional<int64_t> rhs = evaluateAffine(binary.getRHS(), dims, symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  int64_t value;
  bool overflow = expr.getKind() == AffineExprKind::Add
                      ? llvm::AddOverflow(*lhs, *rhs, value)
                      : llvm::MulOverflow(*lhs, *rhs, value);
  if (expr.getKind() != AffineExprKind::Add &&
      expr.getKind() != AffineExprKind::Mul)
    return evaluateDivision(expr.getKind(), *lhs, *rhs);
  return overflow ? std::nullopt : std::optional<int64_t>(value);
}

} // namespace tile
