//===- Materialize.cpp - index arithmetic of layouts ----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs and values are unsigned, and extents constant, so divisions are those
// that later passes turn into shifts and multiplications.
//
//===----------------------------------------------------------------------===//

#include "Digits.h"
#include "Tile/Dialect/TileLayout/IR/TileLayout.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tile::layout {

namespace {
/// Emits unsigned index arithmetic and folds what it can.
class IndexBuilder {
public:
  IndexBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value lhs, Value rhs) { return make<arith::AddIOp>(lhs, rhs); }
  Value bitXor(Value lhs, Value rhs) { return make<arith::XOrIOp>(lhs, rhs); }
  Value times(Value value, int64_t factor) {
    return factor == 1 ? value : make<arith::MulIOp>(value, constant(factor));
  }
  Value dividedBy(Value value, int64_t divisor) {
    return divisor == 1 ? value
                        : make<arith::DivUIOp>(value, constant(divisor));
  }
  Value modulo(Value value, int64_t divisor) {
    return make<arith::RemUIOp>(value, constant(divisor));
  }
  /// The value after `swizzle`.
  Value swizzled(Value value, const Swizzle &swizzle);

private:
  template <typename OpTy>
  Value make(Value lhs, Value rhs) {
    return builder.createOrFold<OpTy>(loc, lhs, rhs);
  }

  OpBuilder &builder;
  Location loc;
};
} // namespace

Value IndexBuilder::swizzled(Value value, const Swizzle &swizzle) {
  if (swizzle.isIdentity())
    return value;
  int64_t shift = swizzle.shift();
  int64_t mask = ((int64_t(1) << swizzle.bits()) - 1) << swizzle.base();
  int64_t sourceMask = shift > 0 ? mask << shift : mask;
  Value source = make<arith::AndIOp>(value, constant(sourceMask));
  Value amount = constant(std::abs(shift));
  Value moved = shift > 0 ? make<arith::ShRUIOp>(source, amount)
                          : make<arith::ShLIOp>(source, amount);
  return bitXor(value, moved);
}

/// The sum of digit times stride for each component of the value.
static SmallVector<Value> applyDigits(IndexBuilder &index, const Digits &digits,
                                      ValueRange inputs) {
  SmallVector<Value> results(digits.numComponents);
  // The last digit of an input needs no remainder, since inputs are in range.
  auto isLast = [&](const Digit &digit) {
    return llvm::none_of(digits.all, [&](const Digit &other) {
      return other.input == digit.input &&
             other.inputStride > digit.inputStride;
    });
  };
  for (const Digit &digit : digits.all) {
    if (digit.stride == 0)
      continue;
    Value value = index.dividedBy(inputs[digit.input], digit.inputStride);
    if (!isLast(digit))
      value = index.modulo(value, digit.size);
    value = index.times(value, digit.stride);
    Value &sum = results[digit.component];
    sum = sum ? index.add(sum, value) : value;
  }
  for (Value &result : results)
    if (!result)
      result = index.constant(0);
  return results;
}

/// Quotients and remainders by each stride, put together by input.
static SmallVector<Value>
invertDigits(IndexBuilder &index, const Digits &digits, ValueRange values) {
  auto components = digits.byComponent();
  if (!components)
    return {};
  SmallVector<Value> inputs(digits.numInputs);
  for (auto [value, component] : llvm::zip_equal(values, *components)) {
    Value rest = value;
    for (const Digit &digit : component) {
      Value part =
          index.times(index.dividedBy(rest, digit.stride), digit.inputStride);
      if (digit.stride != 1)
        rest = index.modulo(rest, digit.stride);
      Value &input = inputs[digit.input];
      input = input ? index.add(input, part) : part;
    }
  }
  for (Value &input : inputs)
    if (!input)
      input = index.constant(0);
  return inputs;
}

/// The swizzle of a memory layout in slots.
static Swizzle slotSwizzle(const MemoryLayout &layout) {
  if (layout.swizzle().isIdentity())
    return Swizzle();
  return layout.slots()->swizzle();
}

/// The exclusive or of the results of an opaque map.
static SmallVector<Value> applyMap(OpBuilder &builder, Location loc,
                                   MapAttr layout, ValueRange inputs) {
  IndexBuilder index(builder, loc);
  Value offset;
  for (AffineExpr expr : layout.getMap().getResults()) {
    Value value =
        affine::expandAffineExpr(builder, loc, expr, inputs, ValueRange());
    if (!value)
      return {};
    offset = offset ? index.bitXor(offset, value) : value;
  }
  return {offset};
}

SmallVector<Value> materializeApply(OpBuilder &builder, Location loc,
                                    IndexMapAttrInterface layout,
                                    ValueRange inputs) {
  IndexBuilder index(builder, loc);
  if (static_cast<int64_t>(inputs.size()) != layout.getNumInputs())
    return {};
  if (auto strided = dyn_cast<StridedAttr>(layout))
    return applyDigits(index, Digits::of(strided.getLayout()), inputs);
  if (auto swizzle = dyn_cast<SwizzleAttr>(layout))
    return {index.swizzled(inputs.front(), swizzle.getSwizzle())};
  if (auto fragment = dyn_cast<FragmentAttr>(layout))
    return applyDigits(index, Digits::of(fragment.getLayout()), inputs);
  if (auto map = dyn_cast<MapAttr>(layout))
    return applyMap(builder, loc, map, inputs);
  auto memory = dyn_cast<MemoryAttr>(layout);
  if (!memory)
    return {};
  SmallVector<Value> results =
      applyDigits(index, Digits::of(memory.getLayout().strides()), inputs);
  results.front() =
      index.swizzled(results.front(), slotSwizzle(memory.getLayout()));
  return results;
}

SmallVector<Value> materializeInverse(OpBuilder &builder, Location loc,
                                      IndexMapAttrInterface layout,
                                      ValueRange values) {
  IndexBuilder index(builder, loc);
  if (static_cast<int64_t>(values.size()) != layout.getNumResults())
    return {};
  if (auto strided = dyn_cast<StridedAttr>(layout))
    return invertDigits(index, Digits::of(strided.getLayout()), values);
  if (auto swizzle = dyn_cast<SwizzleAttr>(layout))
    return {index.swizzled(values.front(), swizzle.getSwizzle())};
  if (auto fragment = dyn_cast<FragmentAttr>(layout))
    return invertDigits(index, Digits::of(fragment.getLayout()), values);
  auto memory = dyn_cast<MemoryAttr>(layout);
  if (!memory)
    return {};
  SmallVector<Value> unswizzled(values);
  unswizzled.front() =
      index.swizzled(unswizzled.front(), slotSwizzle(memory.getLayout()));
  return invertDigits(index, Digits::of(memory.getLayout().strides()),
                      unswizzled);
}

} // namespace tile::layout
