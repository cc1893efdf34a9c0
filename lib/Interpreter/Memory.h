//===- Memory.h - storage and views of the interpreter ----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `Storage` is the bytes of one allocation or tensor; a `View` is a strided
// region of it. Positions and strides are counted in bits, so that views may
// change the element type. Logical order is row-major: layouts, which say where
// elements live on a device, do not exist here.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_MEMORY_H
#define TILE_LIB_INTERPRETER_MEMORY_H

#include "Barrier.h"
#include "Tile/Interpreter/Numerics.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

namespace tile {

/// What one element of a tensor or buffer is made of.
struct Element {
  Number number;
  unsigned components = 1;
  unsigned componentBits = 0;
  unsigned bits = 0;

  static std::optional<Element> get(mlir::Type type);
};

/// The bits of `width` (at most 64) at a position.
uint64_t loadBits(const uint8_t *data, int64_t position, unsigned width);
void storeBits(uint8_t *data, int64_t position, unsigned width, uint64_t bits);

/// One component in its memory form.
inline uint64_t loadNumber(const uint8_t *data, int64_t position,
                           const Element &element) {
  uint64_t bits = loadBits(data, position, element.componentBits);
  if (element.number.width == 1)
    return bits != 0;
  return element.number.format == &FloatFormat::tf32
             ? bits & ~uint64_t(0x1FFF)
             : bits & element.number.mask();
}
inline void storeNumber(uint8_t *data, int64_t position, const Element &element,
                        uint64_t bits) {
  storeBits(data, position, element.componentBits, bits);
}

/// The bytes behind views.
struct Storage {
  Storage(Budget &budget) : budget(budget) {}
  Storage(const Storage &) = delete;
  ~Storage();

  /// Allocates the bytes for `numBits`; false where the budget does not allow
  /// it. With `track`, every bit starts uninitialised.
  bool allocate(int64_t numBits, bool track);
  /// Gives each of `count` lanes its own copy of the bytes.
  bool splitIntoLanes(int64_t count, unsigned space);
  bool isInitialised(int64_t position, unsigned width) const {
    return loadAllOnes(position, width);
  }
  void markInitialised(int64_t position, unsigned width);
  /// Forgets the content (a ring slot that is used again).
  void markUninitialised();
  int64_t getNumBits() const { return int64_t(numBytes) * 8; }

  Budget &budget;
  uint8_t *data = nullptr;
  size_t numBytes = 0;
  /// The allocation, for notes; null for arguments of the kernel.
  mlir::Operation *origin = nullptr;
  /// A name for messages.
  std::string name;
  bool isGlobal = false;
  bool isLocal = false;
  bool isFreed = false;
  /// Of a local buffer whose lanes diverged: the lane space, copies and size.
  unsigned laneSpace = 0;
  int64_t numCopies = 1;
  size_t copyBytes = 0;
  /// The launch, and the nest of iterations, that may write the storage.
  uint64_t writingLaunch = 0;
  uint64_t writingNest = 0;
  /// The blocks of the cluster share it.
  bool isClusterWide = false;
  /// Records of accesses, made when first needed.
  std::unique_ptr<Shadow> shadow;
  unsigned granuleBits = 8;
  /// Makes records as fine as elements of `bits`.
  void refineGranules(unsigned bits);
  unsigned numPending = 0;
  /// What atomics published, by position.
  llvm::DenseMap<int64_t, VectorClock> published;
  std::vector<Barrier> barriers;
  /// Ranks of a cluster: the same allocation in each block.
  std::shared_ptr<std::vector<std::weak_ptr<Storage>>> peers;

private:
  bool loadAllOnes(int64_t position, unsigned width) const;
  std::unique_ptr<uint8_t[]> owned;
  std::unique_ptr<uint8_t[]> initialised;
  uint64_t charged = 0;
};

/// A strided region of a storage, in element coordinates.
struct View {
  std::shared_ptr<Storage> storage;
  Element element;
  /// Bits from the start of the storage to the element of coordinates 0, which
  /// need not exist in a window.
  int64_t offset = 0;
  llvm::SmallVector<int64_t, 4> shape;
  /// In bits.
  llvm::SmallVector<int64_t, 4> strides;
  /// The coordinates that exist: low <= i < high in each dimension. Those of an
  /// on-chip buffer are its shape.
  llvm::SmallVector<int64_t, 4> low, high;
  /// A coordinate that a slice dropped is outside the tensor: nothing exists.
  bool isOutside = false;
  /// A window or tensor: accesses outside are defined.
  bool isTensor = false;
  /// What reads outside give, one entry per component; empty means zeros.
  llvm::SmallVector<uint64_t, 1> pad;
  /// A ring: its versions and the bits from one to the next.
  int64_t numVersions = 1;
  int64_t versionStride = 0;

  int64_t getRank() const { return shape.size(); }
  int64_t getNumElements() const;
  /// Whether element `index` exists.
  bool contains(llvm::ArrayRef<int64_t> index) const;
  /// The position of an element that exists.
  int64_t position(llvm::ArrayRef<int64_t> index) const;
  /// A row-major view of a whole storage.
  static View contiguous(std::shared_ptr<Storage> storage,
                         const Element &element, llvm::ArrayRef<int64_t> shape);
  void setPad(mlir::TypedAttr attribute);
};

/// What messages call a tile or tensor: its name, or its type.
std::string nameOf(mlir::Value value);
/// Saturating difference: coordinates far outside stay outside.
int64_t saturatingSub(int64_t a, int64_t b);
/// The product of extents, or nullopt where it overflows or one is negative.
std::optional<int64_t> productOf(llvm::ArrayRef<int64_t> extents);
/// The patterns of a constant: its scalar, or its components.
bool constantBits(mlir::Attribute attribute,
                  llvm::SmallVectorImpl<uint64_t> &bits);
/// The pattern of an integer or float attribute of a scalar type.
std::optional<uint64_t> scalarBits(mlir::Attribute attribute);

} // namespace tile

#endif // TILE_LIB_INTERPRETER_MEMORY_H
