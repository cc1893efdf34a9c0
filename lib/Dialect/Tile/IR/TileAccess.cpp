//===- TileAccess.cpp - what operations touch -----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tile;

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

namespace {
/// Barriers, prints and clocks stay in order among themselves.
struct ExecutionResource
    : public SideEffects::Resource::Base<ExecutionResource> {
  StringRef getName() final { return "Execution"; }
};
} // namespace

void tile::detail::appendAccessEffects(AccessOpInterface op, Effects &effects) {
  SmallVector<Access> accesses;
  op.getAccesses(accesses);
  for (const Access &access : accesses) {
    if (access.mode != AccessMode::Write)
      effects.emplace_back(MemoryEffects::Read::get(), access.operand);
    if (access.mode != AccessMode::Read)
      effects.emplace_back(MemoryEffects::Write::get(), access.operand);
  }
}

void tile::detail::appendExecutionEffects(Effects &effects) {
  // A barrier orders all memory, so it must not move across any access.
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
  effects.emplace_back(MemoryEffects::Write::get(), ExecutionResource::get());
}

Value tile::getRoot(Value tileRef) {
  // Verifiers may ask before dominance is known, where views can form a cycle.
  llvm::SmallPtrSet<Operation *, 8> seen;
  auto view = tileRef.getDefiningOp<ViewLikeOpInterface>();
  while (view && seen.insert(view).second) {
    tileRef = view.getViewSource();
    view = tileRef.getDefiningOp<ViewLikeOpInterface>();
  }
  return tileRef;
}

TypedAttr tile::getPad(Value tileRef) {
  // In unreachable code views can form a cycle.
  llvm::SmallPtrSet<Operation *, 8> seen;
  auto view = tileRef.getDefiningOp<ViewLikeOpInterface>();
  while (view && seen.insert(view).second) {
    if (auto slice = dyn_cast<SliceOp>(view.getOperation()))
      if (TypedAttr pad = slice.getPadAttr())
        return pad;
    tileRef = view.getViewSource();
    view = tileRef.getDefiningOp<ViewLikeOpInterface>();
  }
  return {};
}

Team tile::getTeam(Operation *op) {
  Region *region = op->getParentRegion();
  while (region && !isa<LaunchOp, SpecializeOp>(region->getParentOp()))
    region = region->getParentOp()->getParentRegion();
  return region ? Team{region->getParentOp(), region} : Team{};
}

llvm::DenseSet<Value> tile::getWrittenTensors(Operation *function) {
  llvm::DenseSet<Value> written;
  auto add = [&](Value value) {
    if (value && isa<MemRefType>(value.getType()))
      written.insert(getRoot(value));
  };
  function->walk([&](Operation *op) {
    if (auto access = dyn_cast<AccessOpInterface>(op)) {
      SmallVector<Access> accesses;
      access.getAccesses(accesses);
      for (const Access &entry : accesses)
        if (entry.mode != AccessMode::Read)
          written.insert(getRoot(entry.operand->get()));
      return;
    }
    if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
      SmallVector<MemoryEffects::EffectInstance> instances;
      effects.getEffects<MemoryEffects::Write>(instances);
      for (const MemoryEffects::EffectInstance &instance : instances)
        add(instance.getValue());
      return;
    }
    // A call, or another operation whose effects are not known.
    if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      llvm::for_each(op->getOperands(), add);
  });
  return written;
}
