//===- TileStages.h - the stages that IR moves through ----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IR moves through named stages, forward only. Each stage has one checker; the
// table with the passes between them is docs/Stages.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILE_IR_TILESTAGES_H
#define TILE_DIALECT_TILE_IR_TILESTAGES_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include <optional>

namespace tile {

/// The stages in order.
enum class Stage {
  Authored,
  Targeted,
  Selected,
  Scheduled,
  Async,
  LaidOut,
  Synchronised,
  Lowered,
  Final
};

/// The name of a stage as pass options spell it: `authored`, `laid-out`, ...
llvm::StringRef stringifyStage(Stage stage);

/// The stage of that name.
std::optional<Stage> symbolizeStage(llvm::StringRef name);

/// All names, in order, for messages and help.
llvm::ArrayRef<llvm::StringRef> getStageNames();

/// Whether an operation of the tile dialect may stand outside a launch: the
/// host runs it, or it computes scalars.
bool isLegalOnHost(mlir::Operation *op);

/// Fails with a located error at the first operation below `root` (included)
/// that does not belong to the stage. `root` must pass its own verifier.
mlir::LogicalResult verifyStage(mlir::Operation *root, Stage stage);

} // namespace tile

#endif // TILE_DIALECT_TILE_IR_TILESTAGES_H
