//===- KernelSignature.cpp - A kernel's signature as C++ data -------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Runtime/KernelSignature.h"

#include "ArgumentType.h"

using namespace tile;

/// The C form of an argument; it points into `argument`.
static TileKernelArg makeKernelArg(const ArgumentSignature &argument) {
  TileKernelArg arg;
  arg.name = argument.name.c_str();
  arg.shape = argument.shape.data();
  arg.strides = argument.strides ? argument.strides->data() : nullptr;
  arg.kind = argument.kind;
  arg.dtype = argument.dtype;
  arg.rank = static_cast<int32_t>(argument.shape.size());
  arg.alignment = argument.alignment;
  arg.is_output = argument.isOutput;
  arg.may_alias = argument.mayAlias;
  return arg;
}

KernelInfoStorage::KernelInfoStorage(KernelSignature theSignature)
    : signature(std::move(theSignature)) {
  args.reserve(signature.arguments.size());
  for (const ArgumentSignature &argument : signature.arguments)
    args.push_back(makeKernelArg(argument));
  info.name = signature.name.c_str();
  info.args = args.data();
  info.num_args = static_cast<int32_t>(args.size());
  info.abi_version = TILE_KERNEL_ABI_VERSION;
}

std::string tile::formatArgumentType(const TileKernelArg &arg) {
  FixedText length(nullptr, 0);
  appendArgumentType(length, arg);
  std::string type(length.getFullLength() + 1, '\0');
  FixedText text(type.data(), type.size());
  appendArgumentType(text, arg);
  type.pop_back();
  return type;
}
