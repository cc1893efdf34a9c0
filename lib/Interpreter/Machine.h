//===- Machine.h - the state of an execution --------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a team, and the iterations of a `tile.parallel`, are *lanes*
// that run in lockstep under a mask. A value is uniform, or has one entry per
// lane of a lane space; an operation whose operands are all uniform is executed
// once.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_MACHINE_H
#define TILE_LIB_INTERPRETER_MACHINE_H

#include "AsyncOperations.h"
#include "Barrier.h"
#include "Memory.h"
#include "Program.h"
#include "Scheduler.h"
#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Interpreter/Interpreter.h"
#include "mlir/IR/Diagnostics.h"
#include <map>
#include <memory>
#include <vector>

namespace tile {

/// What a handle stands for: a channel, a reducer, a generator, a token.
struct Object {
  virtual ~Object() = default;
};

/// The run-time content of an SSA value.
struct Slot {
  /// Components of a vector; 1 for scalars.
  unsigned components = 1;
  /// 0 if uniform, else the lane space that the entries belong to.
  unsigned space = 0;
  bool isPoison = false;
  /// Scalars and vectors: `components` entries, for each lane unless uniform.
  std::vector<uint64_t> bits;
  /// Tiles: one view, or one for each lane.
  std::vector<std::shared_ptr<const View>> views;
  std::shared_ptr<Object> object;
};

/// The slots of one activation of a function.
struct Frame {
  std::vector<Slot> slots;
};

/// The lanes that run, as a range and, in divergent flow, a mask over it.
struct Lanes {
  /// Numbers of lane spaces start at 1; the host has one lane of space 0.
  unsigned space = 0;
  int64_t begin = 0, end = 1;
  /// One byte per lane from 0; null if the whole range runs.
  std::shared_ptr<const std::vector<uint8_t>> mask;
  int64_t numActive = 1;
  /// The lanes are iterations of a `tile.parallel`.
  bool areIterations = false;
  /// Number of the iteration that lane 0 stands for, and the threads whose team
  /// runs the iterations.
  int64_t firstIteration = 0;
  int64_t outerBegin = 0, outerEnd = 1;

  bool isFull() const { return !mask; }
  bool isActive(int64_t lane) const { return !mask || (*mask)[lane]; }
  int64_t getFirst() const {
    int64_t lane = begin;
    while (!isActive(lane))
      ++lane;
    return lane;
  }
  template <typename Visit>
  void forEach(Visit visit) const {
    for (int64_t lane = begin; lane < end; ++lane)
      if (isActive(lane))
        visit(lane);
  }
};

/// A team in execution, for the order of accesses and asynchronous work.
struct Agent {
  uint32_t id = 0;
  uint32_t clock = 1;
  VectorClock seen;
  /// What a relaxed atomic publishes since the last fence, and what the next
  /// fence will order after.
  VectorClock fenced, unfenced;
  bool hasFenced = false;
  std::string name;
  AsyncQueue queue;

  /// What has happened in and before this agent.
  VectorClock getClocks() const {
    VectorClock clocks = seen;
    clocks[id] = clock;
    return clocks;
  }
};

struct ClusterState;

/// A block of a launch.
struct BlockState {
  llvm::SmallVector<int64_t, 3> coordinates, threads;
  int64_t numThreads = 1;
  /// Whether other teams run at the same time: roles, or blocks of a cluster.
  bool isCooperative = false;
  int64_t rank = 0;
  std::shared_ptr<ClusterState> cluster;
  std::map<int64_t, NamedBarrier> namedBarriers;
  /// The phase of the cluster's barrier that the block arrived for.
  std::optional<uint64_t> clusterArrival;
  /// Times that each allocation ran, to find the copies of peers.
  llvm::DenseMap<mlir::Operation *, unsigned> allocations;
};

/// The blocks of a cluster, and its barrier.
struct ClusterState {
  std::vector<BlockState *> blocks;
  int64_t arrived = 0;
  uint64_t phase = 0;
  VectorClock arriving, ended;
  /// The copies of each allocation, by rank.
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>,
                 std::vector<std::shared_ptr<Storage>>>
      storages;
};

/// A launch in execution.
struct LaunchState {
  uint64_t serial = 0;
  int64_t numBlocks = 0;
  /// Accesses of other blocks and roles to global memory need an order.
  bool hasOtherBlocks = false;
  int64_t arrived = 0;
  uint64_t phase = 0;
};

/// What one interpretation shares.
struct Machine {
  Machine(const InterpreterOptions &options)
      : options(options), budget(options.maxSteps, options.maxBytes),
        scheduler(*this) {}

  uint32_t newAgent() { return ++numAgents; }
  unsigned newSpace() { return ++numSpaces; }

  const InterpreterOptions &options;
  Budget budget;
  Program program;
  Scheduler scheduler;
  /// Tensors that `tile.tensor_at` may address.
  std::vector<std::shared_ptr<Storage>> addressable;
  /// Everything that agents below this number did has happened.
  uint32_t firstLiveAgent = 1;
  uint32_t numAgents = 0;
  unsigned numSpaces = 0;
  uint64_t numLaunches = 0;
  uint64_t numNests = 0;
  std::vector<std::shared_ptr<AsyncOperation>> asyncOperations;
  /// An error was reported: operands that fail after it say nothing more.
  bool hasFailed = false;
};

/// A scalar operand: the entry of a lane is `data[lane * stride + component]`.
struct Operand {
  const uint64_t *data = nullptr;
  int64_t stride = 0;
  unsigned components = 1;
  bool isUniform() const { return stride == 0; }
  const uint64_t *at(int64_t lane) const { return data + lane * stride; }
};

/// Where execution is: who runs, which lanes of it, with which values.
struct Context {
  explicit Context(Machine &machine) : machine(machine) {}

  Machine &machine;
  Frame *frame = nullptr;
  Lanes lanes;
  /// All lanes of the team (of the nest, in `tile.parallel`).
  Lanes team;
  Agent *agent = nullptr;
  BlockState *block = nullptr;
  LaunchState *launch = nullptr;
  /// The team is one of several roles, or its block one of a cluster.
  bool hasPeers = false;
  /// Set in the body of a `tile.parallel`.
  uint64_t nest = 0;
  unsigned depth = 0;

  bool isDivergent() const { return !lanes.isFull(); }
  /// Whether successive statements are ordered as if by a barrier.
  bool isUniformFlow() const { return lanes.isFull() && !lanes.areIterations; }

  Slot &slot(unsigned number) const { return frame->slots[number]; }

  /// The scalars or vectors of an operand. Fails on poison, and on a value of
  /// the threads inside `tile.parallel` that is not the same in all of them.
  mlir::FailureOr<Operand> operand(const Inst &inst, unsigned number) const;
  /// The entries of a result, for the lanes or uniform, to be filled in.
  /// Null after an error.
  uint64_t *result(const Inst &inst, unsigned number, bool perLane,
                   unsigned components = 1) const;
  /// An operand that all active lanes agree on.
  mlir::FailureOr<uint64_t> uniform(const Inst &inst, unsigned number) const;
  /// An error about an operand, unless another one was reported before.
  mlir::LogicalResult reportOperand(const Inst &inst,
                                    const llvm::Twine &expected,
                                    const llvm::Twine &got) const;
  mlir::LogicalResult uniforms(const Inst &inst, unsigned first, unsigned count,
                               llvm::SmallVectorImpl<int64_t> &values) const;
  /// The tile of an operand for one lane.
  mlir::FailureOr<std::shared_ptr<const View>>
  view(const Inst &inst, unsigned number, int64_t lane) const;
  /// The tile of an operand that all active lanes agree on.
  mlir::FailureOr<std::shared_ptr<const View>> view(const Inst &inst,
                                                    unsigned number) const;
  bool hasUniformView(const Inst &inst, unsigned number) const {
    return slot(inst.operands[number]).space == 0;
  }
  void setView(const Inst &inst, unsigned number, View view) const;
  void setObject(const Inst &inst, unsigned number,
                 std::shared_ptr<Object> object) const;
  template <typename T>
  T *object(const Inst &inst, unsigned number) const {
    return static_cast<T *>(slot(inst.operands[number]).object.get());
  }
  /// Fails inside `tile.parallel`, where there are no threads.
  mlir::LogicalResult requireThreads(const Inst &inst) const;
  /// Fails unless the whole team is here, as a collective operation needs.
  mlir::LogicalResult requireTeam(const Inst &inst) const;
  /// Counts work.
  mlir::LogicalResult step(mlir::Operation *op, uint64_t count) const;
  /// Runs the instructions of a block up to its terminator.
  mlir::LogicalResult run(const Code &code);
  /// Runs a region of one or more blocks; gives its last block.
  mlir::FailureOr<const Code *> runRegion(const Code &entry);
  /// Copies operands of a terminator to results or block arguments, for the
  /// active lanes; the other lanes keep what the target holds.
  void assign(const Inst &from, unsigned firstOperand,
              llvm::ArrayRef<unsigned> targets) const;
  void setScalar(unsigned slot, uint64_t value) const;
  /// The same team with only the lanes whose bit `mask` sets; `numActive` > 0.
  Context withMask(std::vector<uint8_t> mask, int64_t numActive) const;
};

/// Restores the lanes of a context at the end of a scope.
struct LanesScope {
  LanesScope(Context &context) : context(context), saved(context.lanes) {}
  ~LanesScope() { context.lanes = saved; }
  Context &context;
  Lanes saved;
};

/// Splits the active lanes by a condition: 1 where it holds.
struct Division {
  std::vector<uint8_t> holds, fails;
  int64_t numHolds = 0, numFails = 0;
};
Division divide(const Context &context, const Operand &condition);

/// Applies `compute(a..., component)` lane by lane; `compute` returns the bits.
template <typename Compute>
mlir::LogicalResult mapUnary(Context &context, const Inst &inst,
                             Compute compute) {
  mlir::FailureOr<Operand> a = context.operand(inst, 0);
  if (mlir::failed(a))
    return mlir::failure();
  bool perLane = !a->isUniform();
  uint64_t *out = context.result(inst, 0, perLane, a->components);
  if (!out)
    return mlir::failure();
  auto lane = [&](int64_t lane, uint64_t *to) {
    const uint64_t *x = a->at(lane);
    for (unsigned i = 0; i < a->components; ++i)
      to[i] = compute(x[i]);
  };
  if (!perLane)
    lane(0, out);
  else
    context.lanes.forEach([&](int64_t l) { lane(l, out + l * a->components); });
  return mlir::success();
}

template <typename Compute>
mlir::LogicalResult mapBinary(Context &context, const Inst &inst,
                              Compute compute) {
  mlir::FailureOr<Operand> a = context.operand(inst, 0);
  mlir::FailureOr<Operand> b = context.operand(inst, 1);
  if (mlir::failed(a) || mlir::failed(b))
    return mlir::failure();
  bool perLane = !a->isUniform() || !b->isUniform();
  uint64_t *out = context.result(inst, 0, perLane, a->components);
  if (!out)
    return mlir::failure();
  auto lane = [&](int64_t lane, uint64_t *to) {
    const uint64_t *x = a->at(lane), *y = b->at(lane);
    for (unsigned i = 0; i < a->components; ++i)
      to[i] = compute(x[i], y[i]);
  };
  if (!perLane)
    lane(0, out);
  else
    context.lanes.forEach([&](int64_t l) { lane(l, out + l * a->components); });
  return mlir::success();
}

template <typename Compute>
mlir::LogicalResult mapTernary(Context &context, const Inst &inst,
                               Compute compute) {
  mlir::FailureOr<Operand> a = context.operand(inst, 0);
  mlir::FailureOr<Operand> b = context.operand(inst, 1);
  mlir::FailureOr<Operand> c = context.operand(inst, 2);
  if (mlir::failed(a) || mlir::failed(b) || mlir::failed(c))
    return mlir::failure();
  bool perLane = !a->isUniform() || !b->isUniform() || !c->isUniform();
  uint64_t *out = context.result(inst, 0, perLane, a->components);
  if (!out)
    return mlir::failure();
  auto lane = [&](int64_t lane, uint64_t *to) {
    const uint64_t *x = a->at(lane), *y = b->at(lane), *z = c->at(lane);
    for (unsigned i = 0; i < a->components; ++i)
      to[i] = compute(x[i], y[i], z[i]);
  };
  if (!perLane)
    lane(0, out);
  else
    context.lanes.forEach([&](int64_t l) { lane(l, out + l * a->components); });
  return mlir::success();
}

/// The number of the scalar type, or of the components of a vector type.
Number numberOf(mlir::Type type);
/// Components of a vector type, 1 for scalars.
unsigned componentsOf(mlir::Type type);
/// Reports `what: text` if the condition, operand 0, does not hold in all
/// lanes.
mlir::LogicalResult checkCondition(Context &context, const Inst &inst,
                                   llvm::StringRef what, llvm::StringRef text);
/// Lanes that differ from the first active one, for messages; -1 if none does.
int64_t findDifferentLane(const Lanes &lanes, const Operand &operand);

} // namespace tile

#endif // TILE_LIB_INTERPRETER_MACHINE_H
