//===- AsyncOps.cpp - waits for asynchronous operations -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups: `commit_group` closes one over the operations issued since the last,
// barriers aside. `wait_group` completes all but the newest. A matrix product
// that no `commit_group` follows counts as a group of its own; a copy that none
// follows is in no group, and stays under way.
//
//===----------------------------------------------------------------------===//

#include "Token.h"

using namespace mlir;
using namespace tile;

static LogicalResult runWait(Context &context, const Inst &inst) {
  auto op = cast<WaitOp>(inst.op);
  if (context.lanes.areIterations)
    return context.requireTeam(inst);
  for (unsigned i = 0; i < op.getTokens().size(); ++i) {
    auto *token = context.object<Token>(inst, i);
    if (!token)
      return op.emitError()
             << "expected the token of an operation that was issued";
    for (const AsyncRef &operation : token->operations)
      if (failed(op.getRead() ? completeReads(context, operation)
                              : complete(context, operation)))
        return failure();
  }
  return success();
}

static LogicalResult runCommitGroup(Context &context, const Inst &inst) {
  unsigned kind = unsigned(cast<CommitGroupOp>(inst.op).getKind());
  if (failed(context.requireTeam(inst)))
    return failure();
  AsyncQueue &queue = context.agent->queue;
  queue.groups[kind].push_back(std::move(queue.open[kind]));
  queue.open[kind].clear();
  return success();
}

static LogicalResult runWaitGroup(Context &context, const Inst &inst) {
  auto op = cast<WaitGroupOp>(inst.op);
  if (failed(context.requireTeam(inst)))
    return failure();
  AsyncQueue &queue = context.agent->queue;
  auto &groups = queue.groups[unsigned(op.getKind())];
  if (op.getKind() == WaitKind::Mma) {
    for (AsyncRef &product : queue.open[unsigned(WaitKind::Mma)])
      groups.push_back({std::move(product)});
    queue.open[unsigned(WaitKind::Mma)].clear();
  }
  int64_t numPending = std::max<int64_t>(0, op.getPending());
  while (int64_t(groups.size()) > numPending) {
    std::vector<AsyncRef> oldest = std::move(groups.front());
    groups.erase(groups.begin());
    for (const AsyncRef &operation : oldest)
      if (failed(complete(context, operation)))
        return failure();
  }
  return success();
}

void tile::addAsyncHandlers(HandlerMap &map) {
  map.add<WaitOp>(runWait);
  map.add<CommitGroupOp>(runCommitGroup);
  map.add<WaitGroupOp>(runWaitGroup);
}
