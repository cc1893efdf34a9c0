//===- TargetTables.h - Where target names are looked up --------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target library adds its table to the tile dialect of a context, through an
// extension of the dialect registry. There is no global list.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TRANSFORMS_TARGETTABLES_H
#define TILE_TRANSFORMS_TARGETTABLES_H

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/IR/DialectInterface.h"

namespace tile {

/// The targets of one vendor.
struct TargetTable {
  /// The names it knows, for messages.
  llvm::SmallVector<std::string> names;
  /// The description of a named target; null if the name is not one of this
  /// table.
  std::function<TargetAttr(mlir::MLIRContext *, llvm::StringRef)> lookup;
};

/// All target tables of a context.
class TargetTables : public mlir::DialectInterface::Base<TargetTables> {
public:
  explicit TargetTables(mlir::Dialect *dialect) : Base(dialect) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TargetTables)

  void add(TargetTable table) { tables.push_back(std::move(table)); }
  /// The description of a named target, or null if no table has it.
  TargetAttr lookup(llvm::StringRef name) const;
  /// All names, in the order of the tables.
  llvm::SmallVector<std::string> getNames() const;

private:
  llvm::SmallVector<TargetTable> tables;
};

} // namespace tile

#endif // TILE_TRANSFORMS_TARGETTABLES_H
