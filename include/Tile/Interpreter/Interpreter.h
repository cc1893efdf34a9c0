//===- Interpreter.h - reference semantics of tile programs -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes authored `tile` programs on arrays, one operation at a time. The
// meaning of each operation is the one its documentation states; no lowering is
// involved, so that a lowering is right when its result equals this one's.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_INTERPRETER_INTERPRETER_H
#define TILE_INTERPRETER_INTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <memory>
#include <optional>

namespace tile {

/// An array in the form that tile programs see global memory: little-endian,
/// `i1` in a byte, `tf32` in four (an f32 pattern whose low 13 bits are
/// ignored), elements of 4 and 6 bits packed with the low bits first.
struct Tensor {
  /// Integer, index, float, or a 1-D vector of them.
  mlir::Type elementType;
  llvm::SmallVector<int64_t, 4> shape;
  /// In elements, one for each dimension; may be 0, not negative.
  llvm::SmallVector<int64_t, 4> strides;
  /// The bytes, borrowed unless `owned` holds them. Element 0 is at the start.
  uint8_t *data = nullptr;
  size_t numBytes = 0;
  std::shared_ptr<uint8_t[]> owned;

  /// A contiguous row-major tensor of zero bytes. Fails (returns nullopt) where
  /// the element type has no memory form or the size overflows.
  static std::optional<Tensor> zeros(mlir::Type elementType,
                                     llvm::ArrayRef<int64_t> shape);
  /// A contiguous row-major tensor in memory of the caller. Fails where the
  /// type has no memory form or the bytes do not suffice.
  static std::optional<Tensor> borrow(mlir::Type elementType,
                                      llvm::ArrayRef<int64_t> shape,
                                      uint8_t *data, size_t numBytes);
  /// Bits that one element occupies; 0 where the type has no memory form.
  static unsigned getElementBits(mlir::Type elementType);

  int64_t getNumElements() const;
  /// The bits of one component of an element: `indices` has one entry for each
  /// dimension, and one more for elements that are vectors. In range only.
  uint64_t get(llvm::ArrayRef<int64_t> indices) const;
  void set(llvm::ArrayRef<int64_t> indices, uint64_t bits);
};

/// One argument of a kernel: a tensor for a memref, bits for a scalar (an
/// integer of its width, the pattern of a float), several for a vector.
struct Argument {
  Tensor *tensor = nullptr;
  llvm::SmallVector<uint64_t, 1> bits;

  Argument(Tensor &tensor) : tensor(&tensor) {}
  explicit Argument(uint64_t scalar) : bits{scalar} {}
  explicit Argument(llvm::ArrayRef<uint64_t> components)
      : bits(components.begin(), components.end()) {}
};

/// What the interpreter checks, and how much it may use. Budgets are counted,
/// not timed: the same program meets them at the same operation everywhere.
struct InterpreterOptions {
  /// Accesses outside on-chip buffers and outside upstream memrefs. Without it
  /// such a read gives 0xAA bytes and such a write does nothing.
  bool checkBounds = true;
  /// Reads of on-chip elements and of `memref.alloc` elements that nothing has
  /// written. Without it they give 0xAA bytes.
  bool checkUninitialized = true;
  /// Unordered accesses of two threads, iterations, roles or blocks to one
  /// element, and accesses that an asynchronous operation may still race with.
  bool checkRaces = true;
  /// Work: an operation counts 64, each lane of it 1, each element that a tile
  /// operation touches 1, eight multiply-adds 1.
  uint64_t maxSteps = uint64_t(1) << 36;
  /// Bytes of buffers, temporaries and bookkeeping alive at one time.
  uint64_t maxBytes = uint64_t(4) << 30;
  /// Where `tile.print` writes; null drops the text.
  llvm::raw_ostream *output = nullptr;
};

/// Runs `kernel` on `arguments`, one for each of its arguments. Tensors are
/// updated in place. Scalars that the function returns are appended to
/// `results` (the components of a vector one after the other).
///
/// Fails after one diagnostic of severity error at the operation at fault, with
/// a note at the other one involved: the first write of a race, the allocation
/// of an uninitialised buffer, every role of a deadlock.
mlir::LogicalResult
interpret(mlir::func::FuncOp kernel, llvm::ArrayRef<Argument> arguments,
          const InterpreterOptions &options = {},
          llvm::SmallVectorImpl<uint64_t> *results = nullptr);

} // namespace tile

#endif // TILE_INTERPRETER_INTERPRETER_H
