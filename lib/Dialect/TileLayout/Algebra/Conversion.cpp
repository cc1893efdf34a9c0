//===- Conversion.cpp - what it takes to change a fragment layout ---------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/Conversion.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace tile::layout {

static constexpr int64_t kMaxPositions = 1 << 20;

llvm::StringRef stringifyConversionKind(ConversionKind kind) {
  switch (kind) {
  case ConversionKind::Identity:
    return "identity";
  case ConversionKind::RegisterPermute:
    return "register_permute";
  case ConversionKind::LaneShuffle:
    return "lane_shuffle";
  case ConversionKind::WarpShared:
    return "warp_shared";
  case ConversionKind::ClusterShared:
    return "cluster_shared";
  }
  return "";
}

namespace {
/// Compares two fragment layouts of one shape position by position. Elements
/// are linear indices; -1 is outside the shape.
class Comparison {
public:
  Comparison(const FragmentLayout &from, const FragmentLayout &to)
      : from(from), to(to) {}

  bool isIdentity() const;
  bool isRegisterPermute() const;
  /// Whether each unit of `to`, all positions that agree in the axes from
  /// `outer` on, finds its elements in the same unit of `from`.
  bool staysWithin(HardwareAxis outer) const;

private:
  static int64_t elementAt(const FragmentLayout &layout, int64_t position);
  /// Whether each register of `to` finds its element in `source` of `from`.
  bool registerMatches(int64_t reg, int64_t source) const;
  bool permutes(int64_t reg) const;
  int64_t registersOf(const FragmentLayout &layout) const {
    return layout.axis(HardwareAxis::Register).size();
  }
  /// The thread of `from` with the indices of thread `thread` of `to`, or -1.
  int64_t threadInFrom(int64_t thread) const;

  const FragmentLayout &from, &to;
};
} // namespace

int64_t Comparison::elementAt(const FragmentLayout &layout, int64_t position) {
  auto coordinates = layout.at(layout.positionAt(position));
  if (!layout.contains(coordinates))
    return -1;
  int64_t element = 0;
  for (auto [coordinate, extent] : llvm::zip_equal(coordinates, layout.shape()))
    element = element * extent + coordinate;
  return element;
}

bool Comparison::isIdentity() const {
  for (int64_t i = 0; i != kNumHardwareAxes; ++i)
    if (from.axes()[i].size() != to.axes()[i].size())
      return false;
  for (int64_t i = 0, e = to.size(); i != e; ++i) {
    int64_t element = elementAt(to, i);
    if (element >= 0 && element != elementAt(from, i))
      return false;
  }
  return true;
}

int64_t Comparison::threadInFrom(int64_t thread) const {
  HardwarePosition position = to.positionAt(thread * registersOf(to));
  int64_t result = 0;
  for (int64_t i = kNumHardwareAxes; i-- > 1;) {
    int64_t extent = from.axes()[i].size();
    if (position[i] >= extent)
      return -1;
    result = result * extent + position[i];
  }
  return result;
}

bool Comparison::registerMatches(int64_t reg, int64_t source) const {
  int64_t registers = registersOf(to);
  for (int64_t thread = 0, e = to.size() / registers; thread != e; ++thread) {
    int64_t element = elementAt(to, thread * registers + reg);
    if (element < 0)
      continue;
    int64_t other = threadInFrom(thread);
    if (other < 0 ||
        element != elementAt(from, other * registersOf(from) + source))
      return false;
  }
  return true;
}

bool Comparison::permutes(int64_t reg) const {
  for (int64_t source = 0, e = registersOf(from); source != e; ++source)
    if (registerMatches(reg, source))
      return true;
  return false;
}

bool Comparison::isRegisterPermute() const {
  for (int64_t reg = 0, e = registersOf(to); reg != e; ++reg)
    if (!permutes(reg))
      return false;
  return true;
}

/// The index of the unit of a position: all axes from `outer` on. Extents may
/// differ between layouts, so each index has bits of its own.
static uint64_t unitOf(const FragmentLayout &layout, int64_t position,
                       HardwareAxis outer) {
  HardwarePosition indices = layout.positionAt(position);
  uint64_t unit = 0;
  // At most 2^20 positions: three axes of 21 bits.
  for (int64_t i = static_cast<int64_t>(outer); i != kNumHardwareAxes; ++i)
    unit = (unit << 21) | indices[i];
  return unit;
}

bool Comparison::staysWithin(HardwareAxis outer) const {
  llvm::DenseSet<std::pair<uint64_t, int64_t>> held;
  for (int64_t i = 0, e = from.size(); i != e; ++i) {
    int64_t element = elementAt(from, i);
    if (element >= 0)
      held.insert({unitOf(from, i, outer), element});
  }
  for (int64_t i = 0, e = to.size(); i != e; ++i) {
    int64_t element = elementAt(to, i);
    if (element >= 0 && !held.contains({unitOf(to, i, outer), element}))
      return false;
  }
  return true;
}

Result<ConversionKind> conversionKind(const FragmentLayout &from,
                                      const FragmentLayout &to) {
  if (from.shape() != to.shape())
    return refuse("a fragment of shape " + IntTuple::tuple(from.shape()).str(),
                  "that is the shape of the source",
                  IntTuple::tuple(to.shape()).str());
  if (!from.coversShape())
    return refuse("a source that holds every element of " +
                      IntTuple::tuple(from.shape()).str(),
                  "each is needed", from.str());
  if (from == to)
    return ConversionKind::Identity;
  if (from.size() > kMaxPositions || to.size() > kMaxPositions) {
    bool oneCta = from.axis(HardwareAxis::Cta).size() == 1 &&
                  to.axis(HardwareAxis::Cta).size() == 1;
    return oneCta ? ConversionKind::WarpShared : ConversionKind::ClusterShared;
  }
  Comparison comparison(from, to);
  if (comparison.isIdentity())
    return ConversionKind::Identity;
  if (comparison.isRegisterPermute())
    return ConversionKind::RegisterPermute;
  if (comparison.staysWithin(HardwareAxis::Warp))
    return ConversionKind::LaneShuffle;
  if (comparison.staysWithin(HardwareAxis::Cta))
    return ConversionKind::WarpShared;
  return ConversionKind::ClusterShared;
}

} // namespace tile::layout
