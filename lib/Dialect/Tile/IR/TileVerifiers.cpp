//===- TileVerifiers.cpp - rules that several verifiers share -------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileVerifiers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Values and tiles
//===----------------------------------------------------------------------===//

std::optional<int64_t> tile::detail::constantOf(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return std::nullopt;
  std::optional<Attribute> attribute = constant->getInherentAttr("value");
  if (!attribute)
    return std::nullopt;
  auto number = dyn_cast_if_present<IntegerAttr>(*attribute);
  if (!number || number.getValue().getBitWidth() > 64)
    return std::nullopt;
  return number.getValue().getSExtValue();
}

std::string tile::detail::shapeText(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "a scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      shape, os,
      [&](int64_t extent) {
        if (ShapedType::isDynamic(extent))
          os << '?';
        else
          os << extent;
      },
      "x");
  return text;
}

LogicalResult tile::detail::verifySpace(Operation *op, StringRef name,
                                        BufferType type,
                                        ArrayRef<MemorySpace> spaces,
                                        StringRef reason) {
  if (llvm::is_contained(spaces, type.getSpace()))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError()
                                  << "expected " << name << " in ";
  for (auto [i, space] : llvm::enumerate(spaces)) {
    if (i)
      diagnostic << (i + 1 == spaces.size() ? " or " : ", ");
    diagnostic << stringifyMemorySpace(space);
  }
  return diagnostic << " (" << reason << "), got "
                    << stringifyMemorySpace(type.getSpace());
}

LogicalResult tile::detail::verifyNumericTile(Operation *op, StringRef name,
                                              BufferType type) {
  if (!type.hasStaticShape())
    return op->emitOpError() << "expected static extents in " << name
                             << " (because the operation works on a whole "
                                "tile), got "
                             << shapeText(type.getShape());
  if (type.getVersions() != 1)
    return op->emitOpError()
           << "expected one version of " << name
           << " (because a ring is used through 'tile.version'), got "
           << type.getVersions() << " versions";
  if (!isa<FloatType, IntegerType>(type.getElementType()))
    return op->emitOpError()
           << "expected " << name
           << " of floats or integers (because elements are combined), got "
           << type.getElementType();
  return success();
}

LogicalResult tile::detail::verifyReduceKind(Operation *op, ReduceKind kind,
                                             Type element) {
  bool onBits = false, isUnsigned = false;
  switch (kind) {
  case ReduceKind::Bitand:
  case ReduceKind::Bitor:
  case ReduceKind::Bitxor:
    onBits = true;
    break;
  case ReduceKind::Umax:
  case ReduceKind::Umin:
    isUnsigned = true;
    break;
  default:
    break;
  }
  if ((onBits || isUnsigned) && !isa<IntegerType>(element))
    return op->emitOpError()
           << "expected integers (because '" << stringifyReduceKind(kind)
           << (onBits ? "' works on bits" : "' compares without sign")
           << "), got " << element;
  if (!onBits && !isUnsigned && element.isInteger(1))
    return op->emitOpError()
           << "expected a bit or unsigned kind (because i1 has no sign), got '"
           << stringifyReduceKind(kind) << "'";
  return success();
}

//===----------------------------------------------------------------------===//
// Barriers and warps
//===----------------------------------------------------------------------===//

LogicalResult tile::detail::verifyBarrierIndex(Operation *op, Value barrier,
                                               Value index) {
  if (!barrier && !index)
    return success();
  if (!barrier || !index)
    return op->emitOpError() << "expected a barrier and its index together "
                                "(because a buffer holds several barriers), "
                                "got only one of them";
  auto type = dyn_cast<BufferType>(barrier.getType());
  if (!type || type.getRank() != 1)
    return op->emitOpError()
           << "expected barriers of rank 1 (because one index names a "
              "barrier), got "
           << barrier.getType();
  std::optional<int64_t> constant = constantOf(index);
  if (constant && (*constant < 0 || *constant >= type.getDimSize(0)))
    return op->emitOpError()
           << "expected an index from 0 to below " << type.getDimSize(0)
           << " (because the buffer holds that many barriers), got "
           << *constant;
  return success();
}

LogicalResult tile::detail::verifyWholeWarps(Operation *op, StringRef what,
                                             int64_t count) {
  auto launch = op->getParentOfType<LaunchOp>();
  int64_t warp = 32;
  if (launch && launch.getTarget())
    warp = launch.getTarget()->getWarp();
  if (count <= 0 || count % warp)
    return op->emitOpError()
           << "expected " << what << " to be a positive multiple of " << warp
           << " (because threads take part in whole warps), got " << count;
  if (launch && count > launch.getNumThreads()) {
    InFlightDiagnostic diagnostic =
        op->emitOpError() << "expected " << what << " of at most "
                          << launch.getNumThreads()
                          << " (because the block has that many threads), got "
                          << count;
    diagnostic.attachNote(launch.getLoc()) << "the launch is here";
    return diagnostic;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reducer epochs
//===----------------------------------------------------------------------===//

/// Whether the epoch of a reducer opened in `block` may be closed at
/// `finalize`: in the same block, or below it in conditionals only.
static bool isCloseOfBlock(Operation *finalize, Block *block) {
  Operation *op = finalize;
  while (op && op->getBlock() != block) {
    op = op->getParentOp();
    if (!isa_and_nonnull<scf::IfOp, StepOp>(op))
      return false;
  }
  return op != nullptr;
}

/// Whether `update` comes before `finalize` on every path on which both run.
static bool isBeforeClose(Operation *update, Operation *finalize,
                          Block *outermost) {
  for (Operation *closer = finalize; closer; closer = closer->getParentOp()) {
    Block *block = closer->getBlock();
    if (!block)
      return false;
    if (Operation *ancestor = block->findAncestorOpInBlock(*update))
      return ancestor != closer && ancestor->isBeforeInBlock(closer);
    if (block == outermost)
      return false;
  }
  return false;
}

static LogicalResult verifyEpochUser(ReducerInitOp init, Operation *user,
                                     Operation *finalize) {
  if (user == finalize)
    return success();
  if (!isa<ReducerUpdateOp>(user)) {
    InFlightDiagnostic diagnostic =
        init.emitOpError() << "expected only updates and one finalize to use "
                              "the reducer (because it is not memory), got '"
                           << user->getName() << "'";
    diagnostic.attachNote(user->getLoc()) << "used here";
    return diagnostic;
  }
  if (isBeforeClose(user, finalize, init->getBlock()))
    return success();
  InFlightDiagnostic diagnostic =
      user->emitOpError() << "expected to come before the finalize (because "
                             "that closes the epoch), got an update after it";
  diagnostic.attachNote(finalize->getLoc()) << "the epoch is closed here";
  return diagnostic;
}

LogicalResult tile::detail::verifyReducerEpoch(ReducerInitOp init) {
  Operation *finalize = nullptr;
  for (Operation *user : init.getReducer().getUsers()) {
    if (!isa<ReducerFinalizeOp>(user))
      continue;
    if (finalize) {
      InFlightDiagnostic diagnostic =
          init.emitOpError() << "expected one 'tile.reducer_finalize' (because "
                                "it closes the epoch), got more";
      diagnostic.attachNote(finalize->getLoc()) << "one is here";
      diagnostic.attachNote(user->getLoc()) << "another is here";
      return diagnostic;
    }
    finalize = user;
  }
  if (!finalize)
    return init.emitOpError() << "expected one 'tile.reducer_finalize' "
                                 "(because it closes the epoch), got none";
  if (!isCloseOfBlock(finalize, init->getBlock())) {
    InFlightDiagnostic diagnostic =
        finalize->emitOpError()
        << "expected to be in the block that opens the epoch, or in an "
           "'scf.if' below it (because the epoch is closed once), got another "
           "place";
    diagnostic.attachNote(init.getLoc()) << "the epoch is opened here";
    return diagnostic;
  }
  for (Operation *user : init.getReducer().getUsers())
    if (failed(verifyEpochUser(init, user, finalize)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// Whether `value` is a slot of a channel, or a view of one.
static bool isChannelPayload(Value value) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (Operation *op = value.getDefiningOp()) {
    if (isa<ChannelAcquireOp, ChannelWaitOp>(op))
      return true;
    if (!isa<SliceOp, ViewOp, VersionOp>(op) || op->getNumOperands() == 0 ||
        !seen.insert(op).second)
      return false;
    value = op->getOperand(0);
  }
  return false;
}

/// Whether groups of `kind` are counted somewhere around `op`.
static bool isCounted(Operation *op, WaitKind kind) {
  Operation *scope = op->getParentOfType<LaunchOp>();
  if (!scope)
    scope = op->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
  if (!scope)
    return false;
  return scope
      ->walk([&](WaitGroupOp wait) {
        std::optional<Attribute> attribute = wait->getInherentAttr("kind");
        auto waited = attribute ? dyn_cast_if_present<WaitKindAttr>(*attribute)
                                : WaitKindAttr();
        return waited && waited.getValue() == kind ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// An expert operation may commit work of tensor memory to a barrier.
static bool touchesTensorMemory(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto buffer = dyn_cast<BufferType>(type);
    return buffer && buffer.getSpace() == MemorySpace::Tmem;
  });
}

LogicalResult tile::detail::verifyAsyncOp(Operation *op) {
  auto async = cast<AsyncOpInterface>(op);
  Value token = async.getCompletionToken();
  if (!token) {
    if (!async.getCompletionBarrier())
      return success();
    return op->emitOpError()
           << "expected 'async' (because only an asynchronous operation "
              "completes at a barrier), got the synchronous form";
  }
  if (!token.use_empty() || async.getCompletionBarrier() ||
      llvm::any_of(op->getOperands(), isChannelPayload) ||
      touchesTensorMemory(op) || isCounted(op, async.getWaitKind()))
    return success();
  return op->emitOpError()
         << "expected a wait for the token, a barrier, or a 'tile.wait_group "
         << stringifyWaitKind(async.getWaitKind())
         << "' (because somebody must know when the operation is complete), "
            "got none";
}
