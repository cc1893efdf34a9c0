//===- Digits.cpp - inverting a layout digit by digit ---------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Digits.h"
#include "llvm/ADT/STLExtras.h"

namespace tile::layout {

llvm::SmallVector<HardwareAxis> namedAxes(const FragmentLayout &layout) {
  llvm::SmallVector<HardwareAxis> axes;
  for (int64_t i = 0; i != kNumHardwareAxes; ++i)
    if (layout.axes()[i] != Layout())
      axes.push_back(static_cast<HardwareAxis>(i));
  return axes;
}

Digits Digits::of(const Layout &layout) {
  Digits digits;
  digits.numInputs = layout.rank();
  digits.numComponents = layout.hasAxes() ? layout.axes().size() : 1;
  for (unsigned input = 0; input != digits.numInputs; ++input) {
    int64_t inputStride = 1;
    Layout part = layout.mode(input);
    for (const Mode &mode : part.leaves()) {
      unsigned component =
          mode.axis.empty()
              ? 0
              : llvm::find(layout.axes(), mode.axis) - layout.axes().begin();
      if (mode.size > 1)
        digits.all.push_back(
            {mode.size, mode.stride, component, input, inputStride});
      inputStride *= mode.size;
    }
  }
  return digits;
}

Digits Digits::of(const FragmentLayout &layout) {
  Digits digits;
  llvm::SmallVector<HardwareAxis> axes = namedAxes(layout);
  digits.numInputs = axes.size();
  digits.numComponents = layout.rank();
  for (const FragmentLeaf &leaf : layout.leaves()) {
    unsigned input = llvm::find(axes, leaf.axis) - axes.begin();
    unsigned component = leaf.dim < 0 ? 0 : leaf.dim;
    digits.all.push_back(
        {leaf.size, leaf.stride, component, input, leaf.axisStride});
  }
  return digits;
}

bool Digits::hasReplicas() const {
  return llvm::any_of(all,
                      [](const Digit &digit) { return digit.stride == 0; });
}

Result<llvm::SmallVector<llvm::SmallVector<Digit>>>
Digits::byComponent() const {
  llvm::SmallVector<llvm::SmallVector<Digit>> components(numComponents);
  for (const Digit &digit : all) {
    if (digit.stride < 0)
      return refuse("nonnegative strides", "digits are found by division",
                    llvm::Twine(digit.stride));
    if (digit.stride > 0)
      components[digit.component].push_back(digit);
  }
  for (auto &component : components) {
    llvm::sort(component, [](const Digit &a, const Digit &b) {
      return a.stride < b.stride;
    });
    int64_t reached = 0;
    for (const Digit &digit : component) {
      if (digit.stride <= reached)
        return refuse("strides that nest",
                      "an inverse divides by one after the other",
                      "stride " + llvm::Twine(digit.stride) +
                          " over values up to " + llvm::Twine(reached));
      reached += (digit.size - 1) * digit.stride;
    }
    std::reverse(component.begin(), component.end());
  }
  return components;
}

Result<llvm::SmallVector<int64_t>>
Digits::invert(llvm::ArrayRef<int64_t> values) const {
  auto components = byComponent();
  if (!components)
    return components.failure();
  llvm::SmallVector<int64_t> inputs(numInputs, 0);
  for (auto [value, component] : llvm::zip_equal(values, *components)) {
    int64_t rest = value;
    for (const Digit &digit : component) {
      int64_t index = std::min(rest / digit.stride, digit.size - 1);
      if (index < 0)
        break;
      inputs[digit.input] += index * digit.inputStride;
      rest -= index * digit.stride;
    }
    if (rest != 0)
      return refuse("a value of the layout", "only it has an inverse",
                    llvm::Twine(value));
  }
  return inputs;
}

} // namespace tile::layout
