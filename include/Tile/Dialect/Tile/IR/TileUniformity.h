//===- TileUniformity.h - what is the same in all threads -------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is *uniform* if all threads of a team hold the same one, a place is
// uniform if the whole team reaches it together. Collective operations need
// uniform places. The analysis starts from what differs (thread numbers, random
// numbers, results of atomics) and follows data and control flow, through
// per-thread `local` buffers too, until nothing changes. What it does not know
// is taken to differ.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILEUNIFORMITY_H
#define TILE_DIALECT_TILE_IR_TILEUNIFORMITY_H

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "llvm/ADT/DenseSet.h"

namespace tile {

/// What is uniform in one launch. Valid until the launch changes.
class Uniformity {
public:
  explicit Uniformity(LaunchOp launch);

  /// Whether all threads of the team that computes `value` hold the same one.
  /// Values from outside the launch are uniform.
  bool isUniform(mlir::Value value) const {
    return !divergentValues.contains(value);
  }

  /// The innermost operation around `op`, inside its team, that only a part of
  /// the team may run its region for, or null if the team reaches `op`
  /// together.
  mlir::Operation *getDivergence(mlir::Operation *op) const;

  /// As `getDivergence`, but an `scf.if` on a range of whole warps does not
  /// count: such a conditional stands for roles.
  mlir::Operation *getDivergenceBelowWarps(mlir::Operation *op) const;

private:
  void visit(mlir::Operation *op);
  void visitWrites(mlir::Operation *op);
  void visitFor(mlir::Operation *op);
  void visitWhile(mlir::Operation *op);
  void visitAlternatives(mlir::Operation *op);
  void visitOther(mlir::Operation *op);

  bool areUniform(mlir::ValueRange values) const;
  bool readsUniformMemory(mlir::Operation *op) const;
  bool divides(mlir::Operation *op) const;
  void markValue(mlir::Value value);
  void markValues(mlir::ValueRange values);

  LaunchOp launch;
  llvm::DenseSet<mlir::Value> divergentValues;
  /// Roots of `local` buffers whose content differs between threads.
  llvm::DenseSet<mlir::Value> divergentBuffers;
  bool changed = false;
};

} // namespace tile

#endif // TILE_DIALECT_TILE_IR_TILEUNIFORMITY_H
