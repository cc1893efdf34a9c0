//===- AttachTarget.cpp - The pass tile-attach-target ---------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Transforms/Passes.h"
#include "Tile/Transforms/TargetTables.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"

namespace tile {
#define GEN_PASS_DEF_ATTACHTARGET
#include "Tile/Transforms/Passes.h.inc"
} // namespace tile

using namespace mlir;
using namespace tile;

namespace {

struct AttachTarget : public tile::impl::AttachTargetBase<AttachTarget> {
  using AttachTargetBase::AttachTargetBase;

  void runOnOperation() override;

private:
  TargetAttr findTarget();
};

} // namespace

TargetAttr AttachTarget::findTarget() {
  auto *dialect = getContext().getLoadedDialect<TileDialect>();
  const auto *tables = dialect->getRegisteredInterface<TargetTables>();
  if (TargetAttr found = tables ? tables->lookup(target) : TargetAttr())
    return found;
  InFlightDiagnostic diag = getOperation().emitError()
                            << "expected the name of a target";
  if (tables)
    diag << " (one of " << llvm::join(tables->getNames(), ", ") << ")";
  diag << ", got '" << target << "'";
  return TargetAttr();
}

void AttachTarget::runOnOperation() {
  // Looked up even if no launch needs it: a wrong name is always an error.
  TargetAttr found = findTarget();
  if (!found)
    return signalPassFailure();
  getOperation().walk([&](LaunchOp launch) {
    if (!launch.getTargetAttr())
      launch.setTargetAttr(found);
  });
}
