//===- TileStages.cpp - checkers of the stages ----------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/TileStages.h"
#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Dialect/Tile/IR/TileUniformity.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr StringRef kStageNames[] = {
    "authored", "targeted",     "selected", "scheduled", "async",
    "laid-out", "synchronised", "lowered",  "final"};

StringRef tile::stringifyStage(Stage stage) {
  return kStageNames[static_cast<size_t>(stage)];
}

std::optional<Stage> tile::symbolizeStage(StringRef name) {
  for (auto [i, known] : llvm::enumerate(kStageNames))
    if (name == known)
      return static_cast<Stage>(i);
  return std::nullopt;
}

ArrayRef<StringRef> tile::getStageNames() { return kStageNames; }

//===----------------------------------------------------------------------===//
// What the tile stages share
//===----------------------------------------------------------------------===//

/// Runs `check` on `root` and what is below it, up to the first failure.
static LogicalResult checkEach(Operation *root,
                               function_ref<LogicalResult(Operation *)> check) {
  WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    return failed(check(op)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

template <typename OpTy>
static LogicalResult checkEachOf(Operation *root,
                                 function_ref<LogicalResult(OpTy)> check) {
  return checkEach(root, [&](Operation *op) -> LogicalResult {
    auto typed = dyn_cast<OpTy>(op);
    return typed ? check(typed) : success();
  });
}

/// Dialects of tile programs. Others belong to a device and are legal in a
/// launch, for experts.
static bool isTileStageDialect(StringRef dialect) {
  static constexpr StringRef names[] = {
      "builtin", "func", "tile", "tilelayout", "arith", "math",  "scf",
      "memref",  "cf",   "gpu",  "affine",     "ub",    "index", "vector"};
  return llvm::is_contained(names, dialect);
}

/// What a target adds on the host: its entries, and calls of its runtime.
static bool isTargetCode(Operation *op, Stage stage) {
  return stage >= Stage::Targeted && !op->getParentOfType<LaunchOp>() &&
         op->getName().getDialectNamespace() == "llvm";
}

static LogicalResult checkDialect(Operation *op, Stage stage) {
  if (!op->isRegistered())
    return op->emitOpError()
           << "expected a registered operation (because only "
              "those have a meaning here), got an unknown one";
  if (isTileStageDialect(op->getName().getDialectNamespace()) ||
      isTargetCode(op, stage))
    return success();
  if (op->getNumRegions() == 0 && op->getParentOfType<LaunchOp>())
    return success();
  return op->emitOpError()
         << "expected an operation of a tile program (because other dialects "
            "are for single instructions in a launch), got '"
         << op->getName().getDialectNamespace() << "'";
}

/// Handles that are reached by name only, so that aliases are syntactic.
static bool isHandle(Type type, bool allowTokens) {
  return isa<BufferType, ChannelType, ReducerType, RngType>(type) ||
         (!allowTokens && isa<TokenType>(type));
}

static LogicalResult checkHandles(Operation *op, bool allowTokens) {
  StringRef reason =
      " (because buffers, channels and other handles are not passed around), "
      "got ";
  if (!isa<TileDialect>(op->getDialect()) || isa<StepOp>(op))
    for (Type type : op->getResultTypes())
      if (isHandle(type, allowTokens))
        return op->emitOpError()
               << "expected results that are values" << reason << type;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        if (isHandle(argument.getType(), allowTokens))
          return op->emitOpError() << "expected block arguments that are values"
                                   << reason << argument.getType();
  return success();
}

bool tile::isLegalOnHost(Operation *op) {
  return isa<LaunchOp, AssumeOp, TensorAtOp, ViewOp, PrintOp, CastOp, RoundedOp,
             Dot4Op>(op);
}

static LogicalResult checkPlace(Operation *op) {
  if (!isa<TileDialect>(op->getDialect()) || isLegalOnHost(op) ||
      op->getParentOfType<LaunchOp>())
    return success();
  return op->emitOpError() << "expected an enclosing 'tile.launch' (because "
                              "there are no threads on the host), got none";
}

static LogicalResult checkNoVersions(Operation *op) {
  for (Type type : op->getResultTypes()) {
    auto buffer = dyn_cast<BufferType>(type);
    if (buffer && buffer.getVersions() != 1)
      return op->emitOpError()
             << "expected one version of a buffer (because rings are made by "
                "the async stage), got "
             << type;
  }
  return success();
}

/// Ids name the units of a function.
static LogicalResult checkUniqueIds(Operation *function) {
  llvm::StringMap<Operation *> units;
  return checkEach(
      function, [&](Operation *op) -> LogicalResult {
        auto unit = dyn_cast<ScheduleUnitOpInterface>(op);
        std::optional<StringRef> id = unit ? unit.getUnitId() : std::nullopt;
        if (!id)
          return success();
        auto [known, isNew] = units.try_emplace(*id, op);
        if (isNew)
          return success();
        InFlightDiagnostic diagnostic =
            op->emitOpError()
            << "expected an id of its own (because schedules name "
               "units of the function by it), got \""
            << *id << "\" again";
        diagnostic.attachNote(known->second->getLoc()) << "first used here";
        return diagnostic;
      });
}

/// Collective operations in uniform places. Before `tile-legalize`, a
/// conditional on a range of whole warps stands for a role.
static LogicalResult checkCollectives(LaunchOp launch, bool allowWarpRanges) {
  Uniformity uniformity(launch);
  return checkEach(launch, [&](Operation *op) -> LogicalResult {
    if (!isa<CollectiveOpInterface>(op))
      return success();
    Operation *divergence = allowWarpRanges
                                ? uniformity.getDivergenceBelowWarps(op)
                                : uniformity.getDivergence(op);
    if (!divergence)
      return success();
    InFlightDiagnostic diagnostic =
        op->emitOpError() << "expected uniform control flow (because the whole "
                             "team takes part), got a place that some threads "
                             "may not reach";
    diagnostic.attachNote(divergence->getLoc())
        << "not known to be the same in all threads";
    return diagnostic;
  });
}

/// What holds from the authored to the synchronised stage.
static LogicalResult checkTileProgram(Operation *root, Stage stage) {
  bool isAsync = stage >= Stage::Async;
  auto checkOp = [&](Operation *op) -> LogicalResult {
    if (failed(checkDialect(op, stage)) || failed(checkHandles(op, isAsync)) ||
        failed(checkPlace(op)))
      return failure();
    return isAsync ? success() : checkNoVersions(op);
  };
  if (failed(checkEach(root, checkOp)))
    return failure();
  if (failed(checkEachOf<FunctionOpInterface>(root,
                                              [](FunctionOpInterface function) {
                                                return checkUniqueIds(function);
                                              })))
    return failure();
  return checkEachOf<LaunchOp>(root, [&](LaunchOp launch) {
    return checkCollectives(launch, stage == Stage::Authored);
  });
}

//===----------------------------------------------------------------------===//
// One checker per stage
//===----------------------------------------------------------------------===//

static LogicalResult checkAuthored(Operation *root) {
  return checkTileProgram(root, Stage::Authored);
}

/// One target per launch, whose limits the launch respects.
static LogicalResult checkLaunchTarget(LaunchOp launch) {
  std::optional<TargetAttr> target = launch.getTarget();
  if (!target)
    return launch.emitOpError()
           << "expected a target (because passes after 'tile-attach-target' "
              "read everything about the device from it), got none";
  if (launch.getNumThreads() > target->getThreads())
    return launch.emitOpError()
           << "expected at most " << target->getThreads()
           << " threads (because of the target \"" << target->getName()
           << "\"), got " << launch.getNumThreads();
  return success();
}

static LogicalResult checkTargets(Operation *root) {
  return checkEachOf<LaunchOp>(root, checkLaunchTarget);
}

static LogicalResult checkTargeted(Operation *root) {
  if (failed(checkTileProgram(root, Stage::Targeted)))
    return failure();
  return checkTargets(root);
}

// A target without a table of atoms is served by the portable fallback, which
// needs no name.
static LogicalResult checkSelected(Operation *root) {
  if (failed(checkTileProgram(root, Stage::Selected)))
    return failure();
  return checkTargets(root);
}

static LogicalResult checkScheduled(Operation *root) {
  if (failed(checkTileProgram(root, Stage::Scheduled)) ||
      failed(checkTargets(root)))
    return failure();
  return checkEachOf<PipelinedOp>(root, [](PipelinedOp loop) -> LogicalResult {
    if (loop.getStages() < 2 || loop.getSchedule())
      return success();
    return loop.emitOpError()
           << "expected a schedule (because iterations overlap in "
           << loop.getStages() << " stages), got none";
  });
}

/// Schedules are expanded, and waits say what they make safe.
static LogicalResult checkExpanded(Operation *root) {
  return checkEach(root, [](Operation *op) -> LogicalResult {
    if (isa<PipelinedOp>(op))
      return op->emitOpError()
             << "expected an expanded loop (because pipelines "
                "end with the async stage), got "
                "'tile.pipelined'";
    auto launch = dyn_cast<LaunchOp>(op);
    if (launch && launch.getSchedule())
      return op->emitOpError()
             << "expected no schedule (because it is expanded "
                "by the async stage), got one";
    auto wait = dyn_cast<WaitOp>(op);
    if (wait && wait.getGuards().empty())
      return op->emitOpError() << "expected 'guards' (because they keep the "
                                  "accesses behind the wait), got none";
    return success();
  });
}

static LogicalResult checkAsync(Operation *root) {
  if (failed(checkTileProgram(root, Stage::Async)) ||
      failed(checkTargets(root)))
    return failure();
  return checkExpanded(root);
}

static bool needsLayout(BufferType type) {
  switch (type.getSpace()) {
  case MemorySpace::Shared:
  case MemorySpace::Fragment:
  case MemorySpace::Tmem:
    return true;
  default:
    return false;
  }
}

/// Every buffer and nest says where its elements live.
static LogicalResult checkLayouts(Operation *root) {
  return checkEach(root, [](Operation *op) -> LogicalResult {
    for (Type type : op->getResultTypes()) {
      auto buffer = dyn_cast<BufferType>(type);
      if (buffer && needsLayout(buffer) && !buffer.getLayout())
        return op->emitOpError()
               << "expected a layout (because every buffer has one from the "
                  "laid-out stage on), got "
               << type;
    }
    auto nest = dyn_cast<ParallelOp>(op);
    if (nest && !nest.getLayout())
      return op->emitOpError()
             << "expected a layout (because iterations belong to threads from "
                "the laid-out stage on), got none";
    return success();
  });
}

static LogicalResult checkLaidOut(Operation *root) {
  if (failed(checkTileProgram(root, Stage::LaidOut)) ||
      failed(checkTargets(root)) || failed(checkExpanded(root)))
    return failure();
  return checkLayouts(root);
}

// That barriers cover all hazards is proved by 'tile-verify-sync', not here.
static LogicalResult checkSynchronised(Operation *root) {
  if (failed(checkTileProgram(root, Stage::Synchronised)) ||
      failed(checkTargets(root)) || failed(checkExpanded(root)))
    return failure();
  return checkLayouts(root);
}

static bool isTileDialect(const Dialect &dialect) {
  return dialect.getNamespace() == "tile" ||
         dialect.getNamespace() == "tilelayout";
}

/// No operation, type or attribute of our dialects.
static LogicalResult checkNoTile(Operation *op) {
  auto refuse = [&](StringRef what) {
    return op->emitOpError()
           << "expected nothing of the tile dialects (because they are lowered "
              "by now), got "
           << what;
  };
  if (op->getDialect() && isTileDialect(*op->getDialect()))
    return refuse("an operation");
  AttrTypeWalker walker;
  walker.addWalk([](Type type) {
    return isTileDialect(type.getDialect()) ? WalkResult::interrupt()
                                            : WalkResult::advance();
  });
  walker.addWalk([](Attribute attribute) {
    return isTileDialect(attribute.getDialect()) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
  });
  // Names too: `tile.name` of an argument holds a plain string.
  walker.addWalk([](DictionaryAttr attributes) {
    return llvm::any_of(attributes,
                        [](NamedAttribute attribute) {
                          Dialect *dialect = attribute.getNameDialect();
                          return dialect && isTileDialect(*dialect);
                        })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  for (Type type : op->getResultTypes())
    if (walker.walk(type).wasInterrupted())
      return refuse("a type");
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (walker.walk(type).wasInterrupted())
          return refuse("a type");
  if (walker.walk(op->getAttrDictionary()).wasInterrupted())
    return refuse("an attribute");
  return success();
}

static LogicalResult checkLowered(Operation *root) {
  return checkEach(root, checkNoTile);
}

/// Dialects that translation to code does not know.
static bool isBeforeTranslation(StringRef dialect) {
  static constexpr StringRef names[] = {"func",   "arith",  "math",   "scf",
                                        "memref", "affine", "vector", "cf",
                                        "index",  "ub",     "linalg", "tensor"};
  return llvm::is_contained(names, dialect);
}

static LogicalResult checkFinal(Operation *root) {
  return checkEach(root, [](Operation *op) -> LogicalResult {
    if (failed(checkNoTile(op)))
      return failure();
    if (isa<UnrealizedConversionCastOp>(op) ||
        isBeforeTranslation(op->getName().getDialectNamespace()))
      return op->emitOpError()
             << "expected only operations that translate to code (because this "
                "is the final stage), got '"
             << op->getName() << "'";
    return success();
  });
}

LogicalResult tile::verifyStage(Operation *root, Stage stage) {
  switch (stage) {
  case Stage::Authored:
    return checkAuthored(root);
  case Stage::Targeted:
    return checkTargeted(root);
  case Stage::Selected:
    return checkSelected(root);
  case Stage::Scheduled:
    return checkScheduled(root);
  case Stage::Async:
    return checkAsync(root);
  case Stage::LaidOut:
    return checkLaidOut(root);
  case Stage::Synchronised:
    return checkSynchronised(root);
  case Stage::Lowered:
    return checkLowered(root);
  case Stage::Final:
    return checkFinal(root);
  }
  return failure();
}
