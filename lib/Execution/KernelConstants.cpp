//===- KernelConstants.cpp - Signatures in LLVM IR ------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module for another machine cannot be loaded to ask for its signatures, so
// they are read from the constants. What is not a signature of this version is
// passed over.
//
//===----------------------------------------------------------------------===//

#include "KernelConstants.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// The initializer of the global that `pointer` is, or null.
static const Constant *follow(const Constant *pointer) {
  auto *global = dyn_cast_or_null<GlobalVariable>(
      pointer ? pointer->stripPointerCasts() : nullptr);
  return global && global->hasInitializer() ? global->getInitializer()
                                            : nullptr;
}

static int64_t getInt(const Constant *aggregate, unsigned field) {
  auto *value =
      dyn_cast_or_null<ConstantInt>(aggregate->getAggregateElement(field));
  return value ? value->getSExtValue() : 0;
}

static std::string getString(const Constant *pointer) {
  const Constant *text = follow(pointer);
  if (auto *data = dyn_cast_or_null<ConstantDataSequential>(text))
    if (data->isString())
      return data->getAsString().take_until([](char c) { return !c; }).str();
  return "";
}

static std::vector<int64_t> getInts(const Constant *pointer, int64_t count) {
  std::vector<int64_t> values;
  const Constant *array = follow(pointer);
  for (int64_t i = 0; array && i < count; ++i)
    values.push_back(getInt(array, i));
  return values;
}

static tile::ArgumentSignature readArgument(const Constant *fields) {
  tile::ArgumentSignature arg;
  arg.name = getString(fields->getAggregateElement(0u));
  int64_t rank = getInt(fields, 5);
  arg.shape = getInts(fields->getAggregateElement(1u), rank);
  if (const Constant *strides = fields->getAggregateElement(2u);
      strides && !strides->isNullValue())
    arg.strides = getInts(strides, rank);
  arg.kind = getInt(fields, 3);
  arg.dtype = getInt(fields, 4);
  arg.alignment = getInt(fields, 6);
  arg.isOutput = getInt(fields, 7);
  arg.mayAlias = getInt(fields, 8);
  return arg;
}

std::vector<tile::KernelSignature> tile::readKernels(const Module &module) {
  std::vector<KernelSignature> kernels;
  for (const GlobalVariable &global : module.globals()) {
    if (!global.getName().starts_with("_tile_info_") ||
        !global.hasInitializer())
      continue;
    const Constant *info = global.getInitializer();
    if (getInt(info, 3) != TILE_KERNEL_ABI_VERSION)
      continue;
    KernelSignature kernel;
    kernel.name = getString(info->getAggregateElement(0u));
    const Constant *args = follow(info->getAggregateElement(1u));
    for (int64_t i = 0, count = getInt(info, 2); args && i < count; ++i)
      if (const Constant *fields = args->getAggregateElement(i))
        kernel.arguments.push_back(readArgument(fields));
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}
