//===- LaunchOps.cpp - grids of blocks and roles --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accessor.h"
#include "WrittenTiles.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tile;

/// Threads of a block: more than any device has.
static constexpr int64_t maxThreads = 1 << 16;
/// Blocks that run at the same time, each with a stack of its own.
static constexpr int64_t maxConcurrentBlocks = 4096;

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

/// The tile or tensor that views lead back to.
static Value rootOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<ViewLikeOpInterface, memref::ReinterpretCastOp, SliceOp, ViewOp>(
            op) ||
        op->getNumOperands() == 0)
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Appends the roots that operations inside `op` may write; false if something
/// may write what cannot be known from here.
static bool collectWritten(Operation *op, llvm::SetVector<Value> &roots) {
  bool isKnown = true;
  op->walk([&](Operation *inner) {
    if (auto access = dyn_cast<AccessOpInterface>(inner)) {
      SmallVector<Access> accesses;
      access.getAccesses(accesses);
      for (const Access &entry : accesses)
        if (entry.mode != AccessMode::Read)
          roots.insert(rootOf(entry.operand->get()));
      return;
    }
    if (isa<memref::StoreOp, memref::CopyOp>(inner))
      roots.insert(rootOf(inner->getOperand(1)));
    else if (isa<func::CallOp>(inner))
      isKnown = false;
  });
  return isKnown;
}

/// Calls `mark` for the storages of the roots: those that values outside the
/// region name, or all tensors where a root is made inside.
static void markRoots(Context &context, Operation *op,
                      llvm::function_ref<void(Storage &)> mark) {
  llvm::SetVector<Value> roots;
  bool isKnown = collectWritten(op, roots);
  Function &function =
      context.machine.program.getFunction(op->getParentOfType<func::FuncOp>());
  for (Value root : roots) {
    bool isOutside = !op->isAncestor(root.getParentRegion()->getParentOp());
    if (!isOutside) {
      isKnown &= !isa<MemRefType>(root.getType());
      continue;
    }
    for (const auto &view : context.slot(function.slots.lookup(root)).views)
      if (view)
        mark(*view->storage);
  }
  // An address may lead to any tensor, and tensors may overlap.
  if (!isKnown)
    for (const std::shared_ptr<Storage> &storage : context.machine.addressable)
      mark(*storage);
}

void tile::markWrittenInLaunch(Context &context, LaunchOp op) {
  uint64_t serial = context.launch->serial;
  markRoots(context, op, [&](Storage &s) { s.writingLaunch = serial; });
}

void tile::markWrittenInNest(Context &nest, ParallelOp op) {
  markRoots(nest, op, [&](Storage &s) { s.writingNest = nest.nest; });
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {
/// One launch, as its blocks see it.
struct Launcher {
  Context &host;
  const Inst &inst;
  LaunchOp op;
  SmallVector<int64_t, 3> grid, cluster;
  LaunchState state;

  LogicalResult run();

private:
  FailureOr<int64_t> check();
  Context enter(BlockState &block, Agent &agent);
  LogicalResult runBlock(Context &context, ArrayRef<int64_t> coordinates);
  LogicalResult runSequentially();
  LogicalResult runTogether(ArrayRef<SmallVector<int64_t, 3>> blocks,
                            int64_t clusterSize);
  LogicalResult runClusters();
};
} // namespace

/// The first dimension varies fastest.
static SmallVector<int64_t, 3> delinearize(int64_t linear,
                                           ArrayRef<int64_t> extents) {
  SmallVector<int64_t, 3> coordinates;
  for (int64_t extent : extents) {
    coordinates.push_back(linear % extent);
    linear /= extent;
  }
  return coordinates;
}

FailureOr<int64_t> Launcher::check() {
  for (int64_t extent : grid)
    if (extent < 0)
      return op.emitError()
             << "expected a grid dimension of at least 0, got " << extent;
  std::optional<int64_t> total = productOf(grid);
  if (!total)
    return op.emitError() << "expected fewer than 2^63 blocks, got more";
  int64_t threads = 1;
  for (int64_t extent : op.getThreads())
    if (extent < 1 || (threads *= extent) > maxThreads)
      return op.emitError() << "expected 1 to " << maxThreads
                            << " threads (because each has a lane), got others";
  for (auto [dim, size] : llvm::enumerate(cluster))
    if (size < 1 || dim >= grid.size() || grid[dim] % size != 0)
      return op.emitError() << "expected a cluster that divides the grid, got "
                            << size << " in dimension " << dim;
  return *total;
}

Context Launcher::enter(BlockState &block, Agent &agent) {
  Machine &machine = host.machine;
  agent.id = machine.newAgent();
  Context context = host;
  context.block = &block;
  context.launch = &state;
  context.agent = &agent;
  block.threads.assign(op.getThreads().begin(), op.getThreads().end());
  block.numThreads = op.getNumThreads();
  context.lanes = Lanes();
  context.lanes.space = machine.newSpace();
  context.lanes.end = context.lanes.numActive = block.numThreads;
  context.team = context.lanes;
  return context;
}

LogicalResult Launcher::runBlock(Context &context,
                                 ArrayRef<int64_t> coordinates) {
  context.block->coordinates.assign(coordinates.begin(), coordinates.end());
  const Code &body = *inst.regions[0];
  for (auto [argument, value] : llvm::zip(body.arguments, coordinates))
    context.setScalar(argument, value);
  if (failed(context.run(body)))
    return failure();
  return completeAll(context, *context.agent);
}

/// Blocks that nothing connects run one after the other in the host's frame.
LogicalResult Launcher::runSequentially() {
  for (int64_t linear = 0; linear < state.numBlocks; ++linear) {
    BlockState block;
    Agent agent;
    agent.name = "the block";
    Context context = enter(block, agent);
    if (failed(host.step(op, 64 + block.numThreads / 8)) ||
        failed(runBlock(context, delinearize(linear, grid))))
      return failure();
  }
  return success();
}

/// Blocks that wait for one another run as coroutines, each in its own frame.
LogicalResult Launcher::runTogether(ArrayRef<SmallVector<int64_t, 3>> blocks,
                                    int64_t clusterSize) {
  struct Resident {
    BlockState block;
    Agent agent;
    Frame frame;
  };
  std::vector<std::unique_ptr<Resident>> residents;
  std::vector<Scheduler::Work> works;
  std::shared_ptr<ClusterState> clusterState;
  for (auto [number, coordinates] : llvm::enumerate(blocks)) {
    auto resident = std::make_unique<Resident>();
    Resident *raw = resident.get();
    raw->block.isCooperative = op.getCooperative();
    if (clusterSize > 1) {
      raw->block.rank = number % clusterSize;
      if (raw->block.rank == 0)
        clusterState = std::make_shared<ClusterState>();
      raw->block.cluster = clusterState;
      clusterState->blocks.push_back(&raw->block);
    }
    raw->frame = *host.frame;
    std::string name = "block (";
    llvm::raw_string_ostream stream(name);
    llvm::interleaveComma(coordinates, stream);
    stream << ")";
    raw->agent.name = name;
    works.push_back({name, [this, raw, coordinates = coordinates, clusterSize] {
                       Context context = enter(raw->block, raw->agent);
                       context.frame = &raw->frame;
                       context.hasPeers = clusterSize > 1;
                       return runBlock(context, coordinates);
                     }});
    residents.push_back(std::move(resident));
  }
  LogicalResult result = host.machine.scheduler.runAll(op, std::move(works));
  // Clusters refer to blocks, and blocks to clusters.
  for (std::unique_ptr<Resident> &resident : residents)
    resident->block.cluster = nullptr;
  return result;
}

LogicalResult Launcher::runClusters() {
  SmallVector<int64_t, 3> clusterGrid(grid), size(grid.size(), 1);
  int64_t clusterSize = 1;
  for (auto [dim, extent] : llvm::enumerate(cluster)) {
    size[dim] = extent;
    clusterGrid[dim] /= extent;
    clusterSize *= extent;
  }
  int64_t numClusters = state.numBlocks / clusterSize;
  // A cooperative launch has all its blocks resident, others a cluster.
  int64_t together = op.getCooperative() ? numClusters : 1;
  if (together * clusterSize > maxConcurrentBlocks)
    return op.emitError() << "expected at most " << maxConcurrentBlocks
                          << " blocks at the same time (because each needs a "
                             "stack), got "
                          << together * clusterSize;
  for (int64_t first = 0; first < numClusters; first += together) {
    std::vector<SmallVector<int64_t, 3>> blocks;
    for (int64_t number = 0; number < together * clusterSize; ++number) {
      SmallVector<int64_t, 3> base =
          delinearize(first + number / clusterSize, clusterGrid);
      SmallVector<int64_t, 3> inside = delinearize(number % clusterSize, size);
      for (size_t dim = 0; dim < base.size(); ++dim)
        base[dim] = base[dim] * size[dim] + inside[dim];
      blocks.push_back(base);
    }
    if (failed(host.step(op, 64 * blocks.size())) ||
        failed(runTogether(blocks, clusterSize)))
      return failure();
  }
  return success();
}

LogicalResult Launcher::run() {
  FailureOr<int64_t> total = check();
  if (failed(total))
    return failure();
  if (*total == 0)
    return success();
  Machine &machine = host.machine;
  state.serial = ++machine.numLaunches;
  state.numBlocks = *total;
  state.hasOtherBlocks = *total > 1;
  // Earlier launches have ended.
  machine.firstLiveAgent = machine.numAgents + 1;
  host.launch = &state;
  markWrittenInLaunch(host, op);
  host.launch = nullptr;
  bool areConnected = op.getCooperative();
  for (int64_t size : cluster)
    areConnected |= size > 1;
  LogicalResult result = areConnected ? runClusters() : runSequentially();
  // Later host statements come after all blocks.
  machine.firstLiveAgent = machine.numAgents + 1;
  host.agent->id = machine.newAgent();
  return result;
}

static LogicalResult runLaunch(Context &context, const Inst &inst) {
  auto op = cast<LaunchOp>(inst.op);
  if (context.block)
    return op.emitError()
           << "expected a launch on the host (because launches do "
              "not nest), got one inside a launch";
  Launcher launcher{context, inst, op, {}, {}, {}};
  if (failed(context.uniforms(inst, 0, inst.operands.size(), launcher.grid)))
    return failure();
  if (std::optional<ArrayRef<int64_t>> cluster = op.getCluster())
    launcher.cluster.assign(cluster->begin(), cluster->end());
  return launcher.run();
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// Threads of a warp: that of the launch's target, else 32.
static int64_t warpSizeOf(Operation *op) {
  auto launch = op->getParentOfType<LaunchOp>();
  if (launch && launch.getTarget() && launch.getTarget()->getWarp() > 1)
    return launch.getTarget()->getWarp();
  return 32;
}

static LogicalResult runSpecialize(Context &context, const Inst &inst) {
  auto op = cast<SpecializeOp>(inst.op);
  if (failed(context.requireTeam(inst)))
    return failure();
  int64_t warp = warpSizeOf(op);
  std::vector<std::unique_ptr<Agent>> agents;
  std::vector<Scheduler::Work> works;
  for (auto [number, attribute] : llvm::enumerate(op.getRoles())) {
    auto role = cast<RoleAttr>(attribute);
    int64_t first = role.getWarpsBegin(), last = role.getWarpsEnd();
    int64_t size = context.lanes.end - context.lanes.begin;
    if (first < 0 || first >= last || last > size / warp)
      return op.emitError() << "expected warps inside the team of " << size
                            << " threads for role @" << role.getName()
                            << ", got " << first << " to " << last;
    int64_t begin = context.lanes.begin + first * warp;
    int64_t end = context.lanes.begin + last * warp;
    auto agent = std::make_unique<Agent>();
    agent->id = context.machine.newAgent();
    agent->name = ("role @" + role.getName()).str();
    agent->seen = context.agent->getClocks();
    Agent *raw = agent.get();
    const Code *body = inst.regions[number];
    works.push_back({raw->name, [&context, raw, body, begin, end] {
                       Context inner = context;
                       inner.agent = raw;
                       inner.hasPeers = true;
                       inner.lanes.begin = begin;
                       inner.lanes.end = end;
                       inner.lanes.numActive = end - begin;
                       inner.team = inner.lanes;
                       return inner.run(*body);
                     }});
    agents.push_back(std::move(agent));
  }
  if (failed(context.machine.scheduler.runAll(op, std::move(works))))
    return failure();
  // The team goes on after its roles, and what they issued stays under way.
  for (std::unique_ptr<Agent> &agent : agents) {
    joinClocks(context.agent->seen, agent->getClocks());
    handOver(*agent, *context.agent);
  }
  return success();
}

void tile::addLaunchHandlers(HandlerMap &map) {
  map.add<LaunchOp>(runLaunch);
  map.add<SpecializeOp>(runSpecialize);
}
