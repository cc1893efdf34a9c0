//===- Accessor.h - checked reads and writes --------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_ACCESSOR_H
#define TILE_LIB_INTERPRETER_ACCESSOR_H

#include "Machine.h"

namespace tile {

/// Reads and writes elements of one storage on behalf of one operation, with
/// the checks that the options ask for.
class Accessor {
public:
  /// `perLane`: lanes access elements of their own, as opposed to once for all.
  Accessor(Context &context, mlir::Operation *op, uint32_t number,
           const View &view, bool perLane);
  /// The accesses of an asynchronous operation, under its issuer's clock.
  Accessor(Context &context, AsyncOperation &async, const View &view);

  /// Reads the components of the element at `position`.
  mlir::LogicalResult read(int64_t position, int64_t lane,
                           uint64_t *components);
  /// Without an order of its own: only writes that are not atomic race with it.
  mlir::LogicalResult readAtomic(int64_t position, int64_t lane,
                                 uint64_t *components);
  mlir::LogicalResult write(int64_t position, int64_t lane,
                            const uint64_t *components, bool isAtomic = false);
  /// An atomic read-modify-write: `update` turns old components into new ones.
  mlir::LogicalResult
  update(int64_t position, int64_t lane, uint64_t *old,
         llvm::function_ref<void(const uint64_t *, uint64_t *)> update);
  /// Elements at equal distances, all read or written once for the team.
  mlir::LogicalResult readRow(int64_t position, int64_t stride, int64_t count,
                              int64_t lane, uint64_t *out);
  mlir::LogicalResult writeRow(int64_t position, int64_t stride, int64_t count,
                               int64_t lane, const uint64_t *values);
  /// Reports an access to an element that does not exist.
  mlir::LogicalResult reportOutside(const View &view,
                                    llvm::ArrayRef<int64_t> index) const;

  bool checksBounds() const { return options.checkBounds; }
  const Element &getElement() const { return element; }

private:
  void decideRecording(bool perLane);
  mlir::FailureOr<int64_t> locate(int64_t position, int64_t lane) const;
  bool isPlainRow(int64_t position, int64_t stride, int64_t count) const;
  bool isOwnPending(uint32_t number) const;
  mlir::LogicalResult checkPending(int64_t position, bool isWrite) const;
  mlir::LogicalResult reportUninitialised() const;
  mlir::LogicalResult recordRead(int64_t position, int64_t lane);
  mlir::LogicalResult recordWrite(int64_t position, int64_t lane, bool changes,
                                  bool isAtomic);
  AccessRecord makeRecord(int64_t lane, bool changes, bool isAtomic) const;
  bool isOrdered(const AccessRecord &earlier, const AccessRecord &now,
                 bool isEarlierWrite) const;
  mlir::LogicalResult reportRace(const AccessRecord &earlier, bool wasWrite,
                                 bool isWrite) const;
  Shadow &getShadow() const;
  mlir::LogicalResult reportNoMemory() const;

  Context &context;
  const InterpreterOptions &options;
  mlir::Operation *op;
  uint32_t number;
  Storage &storage;
  Element element;
  uint32_t agent, clock;
  const VectorClock &seen;
  uint32_t asyncNumber = 0;
  bool isProduct = false;
  bool recordsAccesses = false;
};

/// The elements of a tile in row-major order, component by component. The
/// memory counts against the budget.
class TileData {
public:
  explicit TileData(Budget &budget) : budget(budget) {}
  TileData(const TileData &) = delete;
  ~TileData() { budget.release(charged); }
  /// Makes room for `numElements` of `components`; false if there is none.
  bool resize(int64_t numElements, unsigned components);

  std::vector<uint64_t> values;

private:
  Budget &budget;
  uint64_t charged = 0;
};

/// Reads a whole tile; elements outside a tensor are its pad.
mlir::LogicalResult readTile(Context &context, mlir::Operation *op,
                             Accessor &accessor, const View &view, int64_t lane,
                             TileData &data);
/// Writes a whole tile; elements outside a tensor are dropped.
mlir::LogicalResult writeTile(Context &context, mlir::Operation *op,
                              Accessor &accessor, const View &view,
                              int64_t lane, const TileData &data);
/// Calls `visit(index)` for each element of `shape`, row-major, until it fails.
mlir::LogicalResult forEachIndex(
    llvm::ArrayRef<int64_t> shape,
    llvm::function_ref<mlir::LogicalResult(llvm::ArrayRef<int64_t>)> visit);

/// Whether `view` has to be accessed lane by lane: a local buffer whose copies
/// differ.
inline bool hasCopies(const View &view) { return view.storage->numCopies > 1; }
/// Gives the lanes of a local buffer copies of their own, before a write that
/// is not the same in all of them.
mlir::LogicalResult separateLanes(Context &context, mlir::Operation *op,
                                  const View &view);
/// Runs `body(lane)`: once with lane -1 where no tile of the operation differs
/// between threads, else for each thread. `written` tiles get copies then.
mlir::LogicalResult
forEachCopy(Context &context, const Inst &inst, llvm::ArrayRef<unsigned> tiles,
            llvm::ArrayRef<unsigned> written,
            llvm::function_ref<mlir::LogicalResult(int64_t)> body);

} // namespace tile

#endif // TILE_LIB_INTERPRETER_ACCESSOR_H
