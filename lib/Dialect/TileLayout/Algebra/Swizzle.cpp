//===- Swizzle.cpp - XOR swizzles and composed layouts --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/Algebra/Swizzle.h"
#include "llvm/Support/MathExtras.h"

namespace tile::layout {

static std::string text(int64_t bits, int64_t base, int64_t shift) {
  return ("<" + llvm::Twine(bits) + "," + llvm::Twine(base) + "," +
          llvm::Twine(shift) + ">")
      .str();
}

Result<Swizzle> Swizzle::get(int64_t bits, int64_t base, int64_t shift) {
  auto inRange = [](int64_t value) { return value >= -62 && value <= 62; };
  if (!inRange(bits) || !inRange(base) || !inRange(shift) || bits < 0 ||
      base < 0 || bits + base + std::abs(shift) > 62)
    return refuse("bits, base >= 0 and bits + base + |shift| <= 62",
                  "a swizzle moves bits of a 63-bit offset",
                  text(bits, base, shift));
  if (std::abs(shift) < bits)
    return refuse("|shift| >= bits", "source and target bits must not overlap",
                  text(bits, base, shift));
  Swizzle swizzle;
  swizzle.bitCount = bits;
  swizzle.baseBit = base;
  swizzle.shiftBits = shift;
  return swizzle;
}

int64_t Swizzle::operator()(int64_t offset) const {
  if (isIdentity())
    return offset;
  assert(offset >= 0 && "swizzled offsets are not negative");
  uint64_t bits = offset;
  uint64_t mask = (uint64_t(1) << bitCount) - 1;
  if (shiftBits >= 0)
    bits ^= ((bits >> (baseBit + shiftBits)) & mask) << baseBit;
  else
    bits ^= ((bits >> baseBit) & mask) << (baseBit - shiftBits);
  return bits;
}

int64_t Swizzle::period() const {
  if (isIdentity())
    return 1;
  return int64_t(1) << (baseBit + bitCount + std::max<int64_t>(shiftBits, 0));
}

int64_t Swizzle::block() const {
  if (isIdentity())
    return 1;
  return int64_t(1) << (baseBit + bitCount + std::max<int64_t>(-shiftBits, 0));
}

Result<Swizzle> Swizzle::recast(int64_t fromBits, int64_t toBits) const {
  if (isIdentity())
    return *this;
  bool grows = toBits > fromBits;
  int64_t large = grows ? toBits : fromBits, small = grows ? fromBits : toBits;
  if (small < 1 || large % small != 0 || !llvm::isPowerOf2_64(large / small))
    return refuse("units that differ by a power of two",
                  "a swizzle moves whole bits of the offset",
                  llvm::Twine(fromBits) + " and " + llvm::Twine(toBits) +
                      " bits");
  int64_t steps = llvm::Log2_64(large / small);
  if (grows && baseBit < steps)
    return refuse(
        "a unit of at most " + llvm::Twine(granule() * fromBits) + " bits",
        str() + " moves smaller parts", llvm::Twine(toBits) + " bits");
  return get(bitCount, grows ? baseBit - steps : baseBit + steps, shiftBits);
}

void Swizzle::print(llvm::raw_ostream &os) const {
  os << "Sw" << text(bitCount, baseBit, shiftBits);
}

std::string Swizzle::str() const {
  return "Sw" + text(bitCount, baseBit, shiftBits);
}

llvm::hash_code hash_value(const Swizzle &swizzle) {
  return llvm::hash_combine(swizzle.bits(), swizzle.base(), swizzle.shift());
}

//===----------------------------------------------------------------------===//
// ComposedLayout
//===----------------------------------------------------------------------===//

Result<ComposedLayout> ComposedLayout::get(Swizzle swizzle, int64_t offset,
                                           Layout layout) {
  if (layout.hasAxes())
    return refuse("a layout with integer values", "they are offsets",
                  layout.str());
  auto [low, high] = layout.range();
  int64_t first, last;
  if (llvm::AddOverflow(offset, low, first) ||
      llvm::AddOverflow(offset, high, last) ||
      last > (std::numeric_limits<int64_t>::max() >> 1))
    return refuse("offsets below 2^62", "a swizzle moves bits of a 63-bit one",
                  llvm::Twine(offset) + " + " + layout.str());
  if (first < 0 && !swizzle.isIdentity())
    return refuse("nonnegative offsets", "their bits are swizzled",
                  llvm::Twine(offset) + " + " + layout.str());
  ComposedLayout composed;
  composed.xorPart = swizzle;
  composed.origin = offset;
  composed.stridedPart = std::move(layout);
  return composed;
}

void ComposedLayout::print(llvm::raw_ostream &os) const {
  xorPart.print(os);
  os << " o " << origin << " o ";
  stridedPart.print(os);
}

std::string ComposedLayout::str() const {
  return xorPart.str() + " o " + std::to_string(origin) + " o " +
         stridedPart.str();
}

Result<ComposedLayout> compose(const ComposedLayout &outer,
                               const Layout &inner) {
  Result<Layout> layout = compose(outer.layout(), inner);
  if (!layout)
    return layout.failure();
  return ComposedLayout::get(outer.swizzle(), outer.offset(), *layout);
}

} // namespace tile::layout
