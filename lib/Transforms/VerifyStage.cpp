//===- VerifyStage.cpp - The pass tile-verify-stage -----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/TileStages.h"
#include "Tile/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"

namespace tile {
#define GEN_PASS_DEF_VERIFYSTAGE
#include "Tile/Transforms/Passes.h.inc"
} // namespace tile

using namespace mlir;
using namespace tile;

namespace {

struct VerifyStage : public tile::impl::VerifyStageBase<VerifyStage> {
  using VerifyStageBase::VerifyStageBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    std::optional<Stage> wanted = symbolizeStage(stage);
    if (!wanted) {
      getOperation().emitError()
          << "expected the name of a stage (one of "
          << llvm::join(getStageNames(), ", ") << "), got '" << stage << "'";
      return signalPassFailure();
    }
    if (failed(verifyStage(getOperation(), *wanted)))
      signalPassFailure();
  }
};

} // namespace
