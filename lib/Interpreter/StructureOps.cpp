//===- StructureOps.cpp - loops and nests of tiles ------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenTiles.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// tile.parallel
//===----------------------------------------------------------------------===//

/// Iterations that run in lockstep: enough to hide the cost of dispatch, few
/// enough that their values stay in the cache.
static constexpr int64_t batchSize = 1024;

/// Sets the variables of the iterations `first` to `first + count`.
static void setVariables(Context &context, const Code &body,
                         ArrayRef<int64_t> extents, int64_t first,
                         int64_t count) {
  SmallVector<Slot *, 4> variables;
  for (unsigned argument : body.arguments) {
    Slot &slot = context.slot(argument);
    slot.components = 1;
    slot.space = context.lanes.space;
    slot.isPoison = false;
    slot.bits.resize(count);
    variables.push_back(&slot);
  }
  SmallVector<int64_t, 4> index(extents.size());
  int64_t rest = first;
  for (size_t dim = extents.size(); dim-- > 0; rest /= extents[dim])
    index[dim] = rest % extents[dim];
  for (int64_t lane = 0; lane < count; ++lane) {
    for (size_t dim = 0; dim < extents.size(); ++dim)
      variables[dim]->bits[lane] = index[dim];
    for (size_t dim = extents.size(); dim-- > 0;) {
      if (++index[dim] < extents[dim])
        break;
      index[dim] = 0;
    }
  }
}

/// The context of the iterations of a nest.
static Context makeNest(Context &context) {
  Context nest = context;
  nest.lanes = Lanes();
  nest.lanes.space = context.machine.newSpace();
  nest.lanes.areIterations = true;
  nest.lanes.outerBegin = context.lanes.begin;
  nest.lanes.outerEnd = context.lanes.end;
  nest.nest = ++context.machine.numNests;
  return nest;
}

static FailureOr<SmallVector<int64_t, 4>>
extentsOf(Context &context, const Inst &inst, ParallelOp op) {
  SmallVector<int64_t, 4> extents;
  unsigned dynamic = 0;
  for (int64_t extent : op.getStaticExtents()) {
    if (ShapedType::isDynamic(extent) && dynamic < inst.operands.size()) {
      FailureOr<uint64_t> value = context.uniform(inst, dynamic++);
      if (failed(value))
        return failure();
      extent = int64_t(*value);
    }
    if (extent < 0)
      return op.emitError()
             << "expected an extent of at least 0, got " << extent;
    extents.push_back(extent);
  }
  return extents;
}

static LogicalResult runParallel(Context &context, const Inst &inst) {
  auto op = cast<ParallelOp>(inst.op);
  if (failed(context.requireTeam(inst)))
    return failure();
  FailureOr<SmallVector<int64_t, 4>> extents = extentsOf(context, inst, op);
  if (failed(extents))
    return failure();
  std::optional<int64_t> total = productOf(*extents);
  if (!total || *total >= int64_t(allLanes))
    return op.emitError()
           << "expected fewer than 2^32 - 1 iterations (because the "
              "interpreter counts them), got more";
  Context nest = makeNest(context);
  markWrittenInNest(nest, op);
  for (int64_t first = 0; first < *total; first += batchSize) {
    int64_t count = std::min(batchSize, *total - first);
    nest.lanes.end = nest.lanes.numActive = count;
    nest.lanes.firstIteration = first;
    nest.team = nest.lanes;
    setVariables(nest, *inst.regions[0], *extents, first, count);
    if (failed(nest.run(*inst.regions[0])))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static LogicalResult runPipelined(Context &context, const Inst &inst) {
  if (failed(context.requireTeam(inst)))
    return failure();
  SmallVector<int64_t> bounds;
  if (failed(context.uniforms(inst, 0, 3, bounds)))
    return failure();
  if (bounds[2] <= 0)
    return inst.op->emitError()
           << "expected a positive step (because the loop must "
              "end), got "
           << bounds[2];
  const Code &body = *inst.regions[0];
  for (int64_t i = bounds[0]; i < bounds[1];) {
    context.setScalar(body.arguments[0], i);
    if (failed(context.run(body)) || failed(context.step(inst.op, 16)))
      return failure();
    int64_t next = int64_t(uint64_t(i) + uint64_t(bounds[2]));
    if (next <= i)
      break;
    i = next;
  }
  return success();
}

/// The coordinates of tile `linear` in the order of a walk: the group of the
/// last dimension is slowest, then the other dimensions, then the place in the
/// group.
static SmallVector<int64_t, 4> walkTile(ArrayRef<int64_t> domain, int64_t group,
                                        int64_t linear) {
  int64_t last = domain.back(), others = 1;
  for (int64_t extent : domain.drop_back())
    others *= extent;
  // Whole groups are all alike; the last one may be narrower.
  int64_t index = std::min(linear / (others * group), last / group);
  int64_t width = std::min(group, last - index * group);
  int64_t rest = linear - index * others * group;
  SmallVector<int64_t, 4> coordinates(domain.size());
  coordinates.back() = index * group + rest % width;
  rest /= width;
  for (size_t dim = domain.size() - 1; dim-- > 0; rest /= domain[dim])
    coordinates[dim] = rest % domain[dim];
  return coordinates;
}

static LogicalResult runPersistent(Context &context, const Inst &inst) {
  auto op = cast<PersistentOp>(inst.op);
  if (failed(context.requireTeam(inst)))
    return failure();
  SmallVector<int64_t> values;
  if (failed(context.uniforms(inst, 0, inst.operands.size(), values)))
    return failure();
  int64_t workers = values.pop_back_val(), worker = values.pop_back_val();
  if (workers <= 0 || worker < 0 || worker >= workers)
    return op.emitError() << "expected a worker from 0 to below the number of "
                             "workers, got "
                          << worker << " of " << workers;
  std::optional<int64_t> total = productOf(values);
  if (!total)
    return op.emitError() << "expected extents of a domain of tiles (because "
                             "negative and overflowing ones have no meaning)";
  int64_t group = std::clamp<int64_t>(op.getGroup(), 1,
                                      std::max<int64_t>(1, values.back()));
  const Code &body = *inst.regions[0];
  for (int64_t tile = worker; tile < *total;) {
    SmallVector<int64_t, 4> coordinates = walkTile(values, group, tile);
    for (auto [argument, value] : llvm::zip(body.arguments, coordinates))
      context.setScalar(argument, value);
    if (failed(context.run(body)) || failed(context.step(inst.op, 16)))
      return failure();
    if (*total - tile <= workers)
      break;
    tile += workers;
  }
  return success();
}

static LogicalResult runStep(Context &context, const Inst &inst) {
  const Code &body = *inst.regions[0];
  if (failed(context.run(body)))
    return failure();
  if (!inst.results.empty())
    context.assign(body.terminator, 0, inst.results);
  return success();
}

void tile::addStructureHandlers(HandlerMap &map) {
  map.add<ParallelOp>(runParallel);
  map.add<PipelinedOp>(runPipelined);
  map.add<PersistentOp>(runPersistent);
  map.add<StepOp>(runStep);
}
