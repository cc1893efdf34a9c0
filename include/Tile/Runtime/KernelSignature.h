//===- KernelSignature.h - A kernel's signature as C++ data -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TileKernelInfo (Kernel.h) is what a compiled kernel carries: constants that
// point to each other. This is the same for a program that builds, keeps and
// copies signatures.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_KERNELSIGNATURE_H
#define TILE_RUNTIME_KERNELSIGNATURE_H

#include "Tile/Runtime/Kernel.h"

#include <optional>
#include <string>
#include <vector>

namespace tile {

/// What a kernel declares about one argument; see TileKernelArg for the
/// meaning of each.
struct ArgumentSignature {
  std::string name;
  int32_t kind = TILE_ARG_TENSOR;
  int32_t dtype = TILE_DTYPE_NONE;
  /// TILE_DYNAMIC where the kernel takes any extent. Empty for a scalar.
  std::vector<int64_t> shape;
  /// As many as `shape`; none for row-major without gaps.
  std::optional<std::vector<int64_t>> strides;
  int32_t alignment = 0;
  bool isOutput = false;
  bool mayAlias = false;
};

/// The signature of a kernel.
struct KernelSignature {
  std::string name;
  std::vector<ArgumentSignature> arguments;
};

/// A TileKernelInfo that owns all it points to. It cannot be copied or moved,
/// so the addresses stay good for its lifetime.
class KernelInfoStorage {
public:
  explicit KernelInfoStorage(KernelSignature signature);
  KernelInfoStorage(const KernelInfoStorage &) = delete;
  KernelInfoStorage &operator=(const KernelInfoStorage &) = delete;

  const TileKernelInfo &get() const { return info; }
  const KernelSignature &getSignature() const { return signature; }

private:
  KernelSignature signature;
  std::vector<TileKernelArg> args;
  TileKernelInfo info;
};

/// Spells the declared type of an argument as tile IR does: "f32",
/// "memref<64x?xf32>", "memref<?x?xf16, strided<[?, 1]>>".
std::string formatArgumentType(const TileKernelArg &arg);

} // namespace tile

#endif // TILE_RUNTIME_KERNELSIGNATURE_H
