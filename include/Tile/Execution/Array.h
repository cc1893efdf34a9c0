//===- Array.h - Arrays that a kernel is run on -----------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments made from a short text or from a file. A specification (SPEC) is
//
//   FILE.npy                     the array of a file
//   [SHAPE:]zeros                every element 0
//   [SHAPE:]ones                 every element 1
//   [SHAPE:]iota                 element i, counted row-major, is i: rounded to
//                                a float type, modulo 2^bits of an integer type
//   [SHAPE:]random[:SEED]        see below
//   [SHAPE:]randint:LO:HI[:SEED] integers of [LO, HI], all equally likely
//   [SHAPE:]nan                  every element NaN; floats only
//   NUMBER                       a scalar: 3, -1, 0.5, 1e-3, inf, nan, true
//
// SHAPE is extents with an x between them, as in 128x64. It may be left out
// where the kernel declares every extent. Scalars take the words without SHAPE.
//
// Random numbers are the same on every host. Element i (row-major) of an array
// with seed s is made from z = mix(s + (i + 1) * 0x9E3779B97F4A7C15), the i-th
// output of the generator SplitMix64 (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", 2014):
//   float        z's upper 53 bits as a fraction f of [0, 1), then 2 f - 1,
//                rounded to the type: uniform in [-1, 1)
//   f8E8M0FNU    2^(z's upper 3 bits - 4): powers of two from 1/16 to 8
//   i1, i4, i8   z's upper bits: every value
//   wider        z's upper 8 bits as a signed byte
// Without SEED, the seed is the argument's index, so that arguments differ.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_EXECUTION_ARRAY_H
#define TILE_EXECUTION_ARRAY_H

#include "Tile/Runtime/KernelSignature.h"
#include "Tile/Runtime/Npy.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tile {

/// The i-th output of SplitMix64 with seed `seed`.
uint64_t splitMix64(uint64_t seed, uint64_t i);

/// An argument that owns its memory.
class ArgumentArray {
public:
  /// The argument that `spec` says, for the declaration `signature`, number
  /// `index`. Without SEED, the seed is `index + baseSeed`. The error names the
  /// argument.
  static llvm::Expected<ArgumentArray>
  create(llvm::StringRef spec, const ArgumentSignature &signature,
         unsigned index, uint64_t baseSeed = 0);
  /// A copy with its own memory.
  llvm::Expected<ArgumentArray> clone() const;

  /// Views the argument; good as long as this object lives and is not moved.
  TileArg get();

  bool isTensor() const { return kind == TILE_ARG_TENSOR; }
  int32_t getDType() const { return dtype; }
  bool isUnsigned() const { return unsignedIntegers; }
  /// The value of an integer scalar.
  int64_t getInteger() const { return scalar.value.i; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const;
  int64_t getNumBytes() const { return numBytes; }
  /// The bits of element `i`, counted row-major.
  uint64_t load(int64_t i) const;
  /// The indices of element `i`, counted row-major.
  std::vector<int64_t> getIndices(int64_t i) const;

private:
  llvm::Error allocate(const ArgumentSignature &signature);
  llvm::Error read(llvm::StringRef path, const ArgumentSignature &signature);
  llvm::Error fill(llvm::StringRef rule, uint64_t seed);
  llvm::Error parseScalar(llvm::StringRef text);
  int64_t getOffset(int64_t i) const;
  bool isRowMajor() const;
  void store(int64_t i, uint64_t bits);

  int32_t kind = TILE_ARG_TENSOR;
  int32_t dtype = TILE_DTYPE_NONE;
  bool unsignedIntegers = false;
  std::vector<int64_t> shape, strides;
  std::unique_ptr<void, NpyArray::Free> data;
  int64_t numBytes = 0;
  TileScalar scalar{};
};

} // namespace tile

#endif // TILE_EXECUTION_ARRAY_H
