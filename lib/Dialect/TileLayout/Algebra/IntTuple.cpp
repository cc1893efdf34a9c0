//===- IntTuple.cpp - nested integer tuples -------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/IntTuple.h"
#include "llvm/Support/MathExtras.h"

namespace tile::layout {

IntTuple IntTuple::tuple(std::vector<IntTuple> elements) {
  IntTuple result;
  result.leaf = false;
  result.children = std::move(elements);
  return result;
}

IntTuple IntTuple::tuple(llvm::ArrayRef<int64_t> values) {
  return tuple(std::vector<IntTuple>(values.begin(), values.end()));
}

const IntTuple &IntTuple::operator[](int64_t i) const {
  assert(i >= 0 && i < rank() && "element out of range");
  return leaf ? *this : children[i];
}

int64_t IntTuple::depth() const {
  if (leaf)
    return 0;
  int64_t deepest = 0;
  for (const IntTuple &child : children)
    deepest = std::max(deepest, child.depth());
  return deepest + 1;
}

int64_t IntTuple::leafCount() const {
  if (leaf)
    return 1;
  int64_t count = 0;
  for (const IntTuple &child : children)
    count += child.leafCount();
  return count;
}

bool IntTuple::operator==(const IntTuple &other) const {
  return leaf == other.leaf && number == other.number &&
         axisName == other.axisName && children == other.children;
}

void IntTuple::print(llvm::raw_ostream &os) const {
  if (leaf) {
    os << number;
    if (!axisName.empty())
      os << '@' << axisName;
    return;
  }
  os << '(';
  for (size_t i = 0, e = children.size(); i != e; ++i) {
    if (i)
      os << ',';
    children[i].print(os);
  }
  os << ')';
}

std::string IntTuple::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

llvm::hash_code hash_value(const IntTuple &tuple) {
  llvm::hash_code hash =
      llvm::hash_combine(tuple.isLeaf(), tuple.value(), tuple.axis());
  for (const IntTuple &child : tuple.elements())
    hash = llvm::hash_combine(hash, hash_value(child));
  return hash;
}

static void appendLeaves(const IntTuple &tuple,
                         llvm::SmallVectorImpl<IntTuple> &leaves) {
  if (tuple.isLeaf()) {
    leaves.push_back(tuple);
    return;
  }
  for (const IntTuple &child : tuple.elements())
    appendLeaves(child, leaves);
}

llvm::SmallVector<IntTuple> flatten(const IntTuple &tuple) {
  llvm::SmallVector<IntTuple> leaves;
  appendLeaves(tuple, leaves);
  return leaves;
}

Result<int64_t> product(const IntTuple &tuple) {
  if (tuple.isLeaf())
    return tuple.value();
  int64_t total = 1;
  for (const IntTuple &child : tuple.elements()) {
    Result<int64_t> factor = product(child);
    if (!factor)
      return factor;
    if (llvm::MulOverflow(total, *factor, total))
      return refuse("a product below 2^63", "sizes are 64-bit integers",
                    tuple.str());
  }
  return total;
}

bool congruent(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf() || b.isLeaf())
    return a.isLeaf() == b.isLeaf();
  if (a.rank() != b.rank())
    return false;
  for (int64_t i = 0, e = a.rank(); i != e; ++i)
    if (!congruent(a[i], b[i]))
      return false;
  return true;
}

bool weaklyCongruent(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf())
    return true;
  if (b.isLeaf() || a.rank() != b.rank())
    return false;
  for (int64_t i = 0, e = a.rank(); i != e; ++i)
    if (!weaklyCongruent(a[i], b[i]))
      return false;
  return true;
}

bool compatible(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf()) {
    Result<int64_t> size = product(b);
    return size && *size == a.value();
  }
  if (b.isLeaf() || a.rank() != b.rank())
    return false;
  for (int64_t i = 0, e = a.rank(); i != e; ++i)
    if (!compatible(a[i], b[i]))
      return false;
  return true;
}

IntTuple indexToCoordinate(int64_t index, const IntTuple &shape) {
  if (shape.isLeaf())
    return index;
  std::vector<IntTuple> coordinate;
  for (int64_t i = 0, e = shape.rank(); i != e; ++i) {
    Result<int64_t> extent = product(shape[i]);
    bool last = i + 1 == e;
    if (last || !extent || *extent <= 0) {
      coordinate.push_back(indexToCoordinate(index, shape[i]));
      index = 0;
      continue;
    }
    coordinate.push_back(indexToCoordinate(index % *extent, shape[i]));
    index /= *extent;
  }
  return IntTuple::tuple(std::move(coordinate));
}

/// The linear index of an integer coordinate in `shape`.
static Result<int64_t> checkExtent(int64_t coordinate, const IntTuple &shape) {
  Result<int64_t> extent = product(shape);
  if (!extent)
    return extent;
  if (coordinate < 0 || coordinate >= *extent)
    return refuse("a coordinate from 0 to " + llvm::Twine(*extent - 1),
                  "the shape is " + shape.str(), llvm::Twine(coordinate));
  return coordinate;
}

Result<int64_t> coordinateToIndex(const IntTuple &coordinate,
                                  const IntTuple &shape) {
  if (coordinate.isLeaf())
    return checkExtent(coordinate.value(), shape);
  if (shape.isLeaf() || coordinate.rank() != shape.rank())
    return refuse("a coordinate with the parentheses of " + shape.str(),
                  "that is the shape", coordinate.str());
  int64_t index = 0, step = 1;
  for (int64_t i = 0, e = shape.rank(); i != e; ++i) {
    Result<int64_t> digit = coordinateToIndex(coordinate[i], shape[i]);
    if (!digit)
      return digit;
    Result<int64_t> extent = product(shape[i]);
    int64_t offset;
    if (!extent || llvm::MulOverflow(*digit, step, offset) ||
        llvm::AddOverflow(index, offset, index) ||
        llvm::MulOverflow(step, *extent, step))
      return refuse("a shape of fewer than 2^63 elements",
                    "indices are 64-bit integers", shape.str());
  }
  return index;
}

} // namespace tile::layout
