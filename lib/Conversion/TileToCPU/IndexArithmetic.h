//===- IndexArithmetic.h - Folding arithmetic on indices --------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds index arithmetic that folds what is constant while it is built, so
// that address and bounds computations of static shapes leave nothing behind.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_INDEXARITHMETIC_H
#define TILE_LIB_CONVERSION_TILETOCPU_INDEXARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace tile {
namespace cpu {

/// A builder of index arithmetic at one place of the program.
class FoldingBuilder {
public:
  FoldingBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::OpFoldResult constant(int64_t value) {
    return builder.getIndexAttr(value);
  }
  mlir::Value value(mlir::OpFoldResult index);
  mlir::Value value(int64_t index) { return value(constant(index)); }
  /// The index as an i64.
  mlir::Value i64(mlir::OpFoldResult index);

  mlir::OpFoldResult add(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult sub(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult mul(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult min(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult max(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  /// Quotient and remainder of numbers that are not negative.
  mlir::OpFoldResult div(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult rem(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult ceilDiv(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  /// The quotient rounded down, for any dividend and a positive divisor.
  mlir::OpFoldResult floorDiv(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  mlir::OpFoldResult product(llvm::ArrayRef<mlir::OpFoldResult> factors);

  mlir::Value compare(mlir::arith::CmpIPredicate predicate,
                      mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  /// Conjunction where null means true.
  mlir::Value both(mlir::Value lhs, mlir::Value rhs);
  mlir::Value boolean(bool value);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// The value of a constant integer, looking through constant operations.
std::optional<int64_t> constantOf(mlir::OpFoldResult index);

/// A number that is known to divide `index` (1 if nothing is known; 0 divides
/// only 0 and stands for the constant 0).
int64_t knownDivisor(mlir::OpFoldResult index, unsigned depth = 0);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_INDEXARITHMETIC_H
