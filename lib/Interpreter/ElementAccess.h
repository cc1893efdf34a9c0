//===- ElementAccess.h - elements that lanes name ---------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_ELEMENTACCESS_H
#define TILE_LIB_INTERPRETER_ELEMENTACCESS_H

#include "Accessor.h"

namespace tile {

/// The elements that an operation with indices touches: once for all lanes
/// where nothing differs between them, else for each active one.
class ElementAccess {
public:
  ElementAccess(Context &context, const Inst &inst)
      : context(context), inst(inst) {}

  /// Reads the indices; the value says how many consecutive elements there are.
  mlir::LogicalResult prepare(unsigned tileOperand, unsigned firstIndex,
                              unsigned numIndices, mlir::Type valueType);
  bool isPerLane() const { return perLane; }
  /// The tile of the first active lane.
  const View &getFirst() const { return *first; }
  /// Calls `body` for each lane; -1 stands for all of them together.
  mlir::LogicalResult
  forEachLane(bool valuePerLane,
              llvm::function_ref<mlir::LogicalResult(int64_t)> body);
  /// Calls `visit(accessor, view, index, number)` for the consecutive elements.
  mlir::LogicalResult forEachElement(
      int64_t lane,
      llvm::function_ref<mlir::LogicalResult(Accessor &, const View &,
                                             llvm::ArrayRef<int64_t>, unsigned)>
          visit);

private:
  Context &context;
  const Inst &inst;
  unsigned tileOperand = 0;
  llvm::SmallVector<Operand, 4> indices;
  std::shared_ptr<const View> first, keptAlive;
  std::optional<Accessor> accessor;
  const View *accessorOf = nullptr;
  bool perLane = false;
  unsigned count = 1;
};

/// How elements are accessed.
struct ElementRule {
  /// What a load gives outside a tensor.
  mlir::TypedAttr pad;
  bool isAtomic = false;
  /// Accesses outside a tensor are errors, as upstream has it.
  bool isStrict = false;
};

/// Loads at the indices that follow the tile operand, into result 0.
mlir::LogicalResult loadElements(Context &context, const Inst &inst,
                                 unsigned tileOperand, unsigned numIndices,
                                 const ElementRule &rule = {});
/// Stores an operand at the indices that follow the tile operand.
mlir::LogicalResult storeElements(Context &context, const Inst &inst,
                                  unsigned valueOperand, unsigned tileOperand,
                                  unsigned numIndices,
                                  const ElementRule &rule = {});

} // namespace tile

#endif // TILE_LIB_INTERPRETER_ELEMENTACCESS_H
