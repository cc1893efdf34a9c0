//===- AtomicLowering.cpp - Atomic updates of elements --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Updates that the hardware has become one instruction; all others are a loop
// of compare-and-exchange on the aligned word that holds the element.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "NarrowFloats.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tile {
namespace cpu {

static LLVM::AtomicOrdering orderingOf(MemoryOrder order) {
  switch (order) {
  case MemoryOrder::Relaxed:
    return LLVM::AtomicOrdering::monotonic;
  case MemoryOrder::Acquire:
    return LLVM::AtomicOrdering::acquire;
  case MemoryOrder::Release:
    return LLVM::AtomicOrdering::release;
  case MemoryOrder::AcqRel:
    return LLVM::AtomicOrdering::acq_rel;
  case MemoryOrder::SeqCst:
    return LLVM::AtomicOrdering::seq_cst;
  }
  llvm_unreachable("every order is handled");
}

/// What a failed compare-and-exchange orders: a load cannot release.
static LLVM::AtomicOrdering failureOrdering(LLVM::AtomicOrdering order) {
  switch (order) {
  case LLVM::AtomicOrdering::acq_rel:
    return LLVM::AtomicOrdering::acquire;
  case LLVM::AtomicOrdering::release:
    return LLVM::AtomicOrdering::monotonic;
  default:
    return order;
  }
}

/// The instruction for an update of integers of whole bytes.
static LLVM::AtomicBinOp integerUpdate(AtomicKind kind) {
  switch (kind) {
  case AtomicKind::Add:
    return LLVM::AtomicBinOp::add;
  case AtomicKind::Max:
    return LLVM::AtomicBinOp::max;
  case AtomicKind::Min:
    return LLVM::AtomicBinOp::min;
  case AtomicKind::Umax:
    return LLVM::AtomicBinOp::umax;
  case AtomicKind::Umin:
    return LLVM::AtomicBinOp::umin;
  case AtomicKind::Or:
    return LLVM::AtomicBinOp::_or;
  case AtomicKind::And:
    return LLVM::AtomicBinOp::_and;
  case AtomicKind::Xor:
    return LLVM::AtomicBinOp::_xor;
  case AtomicKind::Exch:
    return LLVM::AtomicBinOp::xchg;
  }
  llvm_unreachable("every kind is handled");
}

/// The new value of an element of type `element`.
static Value combineAtomic(KernelLowering &kernel, FoldingBuilder &index,
                           AtomicKind kind, Type element, Value old,
                           Value value, Operation *user) {
  OpBuilder &b = index.builder;
  Location loc = index.loc;
  if (kind == AtomicKind::Exch)
    return value;
  if (isa<FloatType>(element)) {
    Type wide = isNarrowFloat(element) ? b.getF32Type() : element;
    Value l = emitConversion(kernel, index, old, element, wide);
    Value r = emitConversion(kernel, index, value, element, wide);
    Value result;
    if (kind == AtomicKind::Add)
      result = arith::AddFOp::create(b, loc, l, r);
    else if (kind == AtomicKind::Max)
      result = arith::MaxNumFOp::create(b, loc, l, r);
    else
      result = arith::MinNumFOp::create(b, loc, l, r);
    return emitConversion(kernel, index, result, wide, element);
  }
  switch (kind) {
  case AtomicKind::Add:
    return arith::AddIOp::create(b, loc, old, value);
  case AtomicKind::Max:
    return arith::MaxSIOp::create(b, loc, old, value);
  case AtomicKind::Min:
    return arith::MinSIOp::create(b, loc, old, value);
  case AtomicKind::Umax:
    return arith::MaxUIOp::create(b, loc, old, value);
  case AtomicKind::Umin:
    return arith::MinUIOp::create(b, loc, old, value);
  case AtomicKind::Or:
    return arith::OrIOp::create(b, loc, old, value);
  case AtomicKind::And:
    return arith::AndIOp::create(b, loc, old, value);
  default:
    return arith::XOrIOp::create(b, loc, old, value);
  }
}

namespace {

/// The element at `linear` inside the aligned 32- or 64-bit word that holds it.
struct AtomicPlace {
  Value pointer; // of the word
  Type word;
  Value shift, mask; // of the element's bits in the word; null if it fills it
};

} // namespace

static Value wordConstant(FoldingBuilder &index, Type word, int64_t value) {
  return arith::ConstantOp::create(
      index.builder, index.loc,
      index.builder.getIntegerAttr(
          word, APInt(word.getIntOrFloatBitWidth(), value, false, true)));
}

static AtomicPlace placeOf(FoldingBuilder &index, const TileRef &ref,
                           OpFoldResult linear) {
  OpBuilder &b = index.builder;
  Type pointerType = LLVM::LLVMPointerType::get(b.getContext());
  AtomicPlace place;
  unsigned bits = ref.bits();
  if (bits >= 32 || bits == 8 || bits == 16) {
    // Bytes and half words have instructions of their own.
    place.word = b.getIntegerType(bits);
    place.pointer = elementPointer(index, ref, linear);
    return place;
  }
  // A 4-bit element lies in one byte; a 6-bit one may straddle two and is
  // refused by the caller.
  place.word = b.getI8Type();
  OpFoldResult byte = index.div(linear, index.constant(2));
  place.pointer = LLVM::GEPOp::create(b, index.loc, pointerType, b.getI8Type(),
                                      ref.base, ValueRange{index.i64(byte)});
  OpFoldResult shift =
      index.mul(index.rem(linear, index.constant(2)), index.constant(4));
  place.shift =
      arith::IndexCastOp::create(b, index.loc, place.word, index.value(shift));
  place.mask = arith::ShLIOp::create(
      b, index.loc, wordConstant(index, place.word, 15), place.shift);
  return place;
}

/// The bits of a word as the element.
static Value elementOf(FoldingBuilder &index, const AtomicPlace &place,
                       const TileRef &ref, Value word) {
  OpBuilder &b = index.builder;
  Type value = valueType(ref.element);
  if (place.shift) {
    Value low = arith::ShRUIOp::create(b, index.loc, word, place.shift);
    Value bits =
        arith::TruncIOp::create(b, index.loc, b.getIntegerType(4), low);
    return value.isInteger(4)
               ? bits
               : arith::BitcastOp::create(b, index.loc, value, bits)
                     .getResult();
  }
  if (value.isInteger(1))
    return arith::CmpIOp::create(b, index.loc, arith::CmpIPredicate::ne, word,
                                 wordConstant(index, place.word, 0));
  return value == word.getType()
             ? word
             : arith::BitcastOp::create(b, index.loc, value, word).getResult();
}

/// `word` with the element replaced.
static Value wordOf(FoldingBuilder &index, const AtomicPlace &place, Value word,
                    Value element) {
  OpBuilder &b = index.builder;
  if (place.shift) {
    Value bits = element.getType().isInteger(4)
                     ? element
                     : arith::BitcastOp::create(b, index.loc,
                                                b.getIntegerType(4), element)
                           .getResult();
    Value wide = arith::ExtUIOp::create(b, index.loc, place.word, bits);
    wide = arith::ShLIOp::create(b, index.loc, wide, place.shift);
    Value keep = arith::XOrIOp::create(b, index.loc, place.mask,
                                       wordConstant(index, place.word, -1));
    Value rest = arith::AndIOp::create(b, index.loc, word, keep);
    return arith::OrIOp::create(b, index.loc, rest, wide);
  }
  if (element.getType().isInteger(1))
    return arith::ExtUIOp::create(b, index.loc, place.word, element);
  return element.getType() == place.word
             ? element
             : arith::BitcastOp::create(b, index.loc, place.word, element)
                   .getResult();
}

/// Emits a loop that replaces the element by what it and `value` give, until no
/// other thread came in between. Returns the old element.
static Value emitExchangeLoop(KernelLowering &kernel, FoldingBuilder &index,
                              const TileRef &ref, const AtomicPlace &place,
                              AtomicKind kind, Value value,
                              LLVM::AtomicOrdering order, Operation *user) {
  OpBuilder &b = index.builder;
  unsigned bytes = place.word.getIntOrFloatBitWidth() / 8;
  Value first = LLVM::LoadOp::create(b, index.loc, place.word, place.pointer,
                                     bytes, false, false, false, false,
                                     LLVM::AtomicOrdering::monotonic);
  auto loop = scf::WhileOp::create(
      b, index.loc, TypeRange{place.word}, ValueRange{first},
      [&](OpBuilder &, Location, ValueRange expected) {
        Value old = elementOf(index, place, ref, expected[0]);
        Value next =
            combineAtomic(kernel, index, kind, ref.element, old, value, user);
        Value replaced = wordOf(index, place, expected[0], next);
        auto exchange = LLVM::AtomicCmpXchgOp::create(
            b, index.loc, place.pointer, expected[0], replaced, order,
            failureOrdering(order));
        Value seen = LLVM::ExtractValueOp::create(b, index.loc, exchange, 0);
        Value done = LLVM::ExtractValueOp::create(b, index.loc, exchange, 1);
        Value again =
            arith::XOrIOp::create(b, index.loc, done, index.boolean(true));
        scf::ConditionOp::create(b, index.loc, again, seen);
      },
      [&](OpBuilder &, Location, ValueRange seen) {
        scf::YieldOp::create(b, index.loc, seen);
      });
  return elementOf(index, place, ref, loop.getResult(0));
}

/// Emits one atomic update; returns the old element.
static Value emitAtomic(KernelLowering &kernel, FoldingBuilder &index,
                        const TileRef &ref, OpFoldResult linear,
                        AtomicKind kind, Value value, MemoryOrder memoryOrder,
                        Operation *user) {
  OpBuilder &b = index.builder;
  LLVM::AtomicOrdering order = orderingOf(memoryOrder);
  AtomicPlace place = placeOf(index, ref, linear);
  bool isFloat = isa<FloatType>(ref.element);
  bool oneInstruction = !place.shift && !ref.element.isInteger(1) &&
                        (!isFloat || kind == AtomicKind::Exch);
  if (!oneInstruction)
    return emitExchangeLoop(kernel, index, ref, place, kind, value, order,
                            user);
  Value word = wordOf(index, place, Value(), value);
  Value old = LLVM::AtomicRMWOp::create(b, index.loc, integerUpdate(kind),
                                        place.pointer, word, order);
  return elementOf(index, place, ref, old);
}

/// Refuses elements that no word holds as a whole.
static LogicalResult checkElement(Operation *op, const TileRef &ref) {
  if (isa<VectorType>(ref.element) || ref.bits() == 6)
    return refuse(op, "an element that lies in one byte or in whole bytes",
                  "it is updated by one exchange");
  return success();
}

/// Emits `emit` for each lane of `value` (or for the scalar), where the element
/// is inside its tensor. Returns the results; outside they are zero.
static Value
forEachElement(KernelLowering &kernel, FoldingBuilder &index, Operation *op,
               const TileRef &ref, ValueRange indices, Type type,
               bool hasResult,
               function_ref<Value(OpFoldResult, unsigned lane)> emit) {
  OpBuilder &b = index.builder;
  auto vector = dyn_cast<VectorType>(type);
  unsigned lanes = vector ? vector.getNumElements() : 1;
  Value result = hasResult ? zeroOf(index, valueType(type)) : Value();
  SmallVector<OpFoldResult> at(indices.begin(), indices.end());
  OpFoldResult first = at.empty() ? index.constant(0) : at.back();
  auto known = kernel.knownInside.find(op);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (vector)
      at.back() = index.add(first, index.constant(lane));
    Value inside = isInside(index, ref, at,
                            known == kernel.knownInside.end() || vector
                                ? ArrayRef<bool>()
                                : ArrayRef<bool>(known->second));
    OpFoldResult linear = linearIndex(index, ref, at);
    Value old;
    if (!inside) {
      old = emit(linear, lane);
    } else {
      Type element = valueType(getElementTypeOrSelf(type));
      SmallVector<Type> results;
      if (hasResult)
        results.push_back(element);
      auto branch = scf::IfOp::create(b, index.loc, results, inside, hasResult);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      Value updated = emit(linear, lane);
      if (hasResult) {
        scf::YieldOp::create(b, index.loc, updated);
        b.setInsertionPointToStart(branch.elseBlock());
        scf::YieldOp::create(b, index.loc, zeroOf(index, element));
        old = branch.getResult(0);
      }
    }
    if (!hasResult)
      continue;
    result = vector ? vector::InsertOp::create(b, index.loc, old, result,
                                               static_cast<int64_t>(lane))
                          .getResult()
                    : old;
  }
  return result;
}

static Value laneOf(FoldingBuilder &index, Value value, unsigned lane) {
  if (!isa<VectorType>(value.getType()))
    return value;
  return vector::ExtractOp::create(index.builder, index.loc, value,
                                   static_cast<int64_t>(lane));
}

/// How often an update outside a parallel nest happens: every thread of the
/// block does it. One thread of the CPU does it for all of them.
static FailureOr<int64_t> repetitions(KernelLowering &kernel, AtomicRmwOp op,
                                      bool inNest) {
  AtomicKind kind = op.getKind();
  bool repeats = kind == AtomicKind::Add || kind == AtomicKind::Xor;
  if (inNest || kernel.blockThreads == 1 ||
      (!repeats && op.getOld().use_empty()))
    return 1;
  if (op.getOld().use_empty())
    return kernel.blockThreads;
  (void)refuseThreads(op);
  return failure();
}

LogicalResult lowerAtomicRmw(KernelLowering &kernel, AtomicRmwOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef ref = kernel.getRef(op.getDestination());
  if (failed(checkElement(op, ref)))
    return failure();
  FailureOr<int64_t> times = repetitions(kernel, op, kernel.inNest);
  if (failed(times))
    return failure();
  Value old;
  LogicalResult result =
      emitFor(index, index.constant(0), index.constant(*times), 1, [&](Value) {
        old = forEachElement(
            kernel, index, op, ref, op.getIndices(), op.getValue().getType(),
            !op.getOld().use_empty(), [&](OpFoldResult linear, unsigned lane) {
              return emitAtomic(kernel, index, ref, linear, op.getKind(),
                                laneOf(index, op.getValue(), lane),
                                op.getOrder(), op);
            });
        return success();
      });
  if (old)
    op.getOld().replaceAllUsesWith(old);
  op->erase();
  return result;
}

LogicalResult lowerAtomicLoad(KernelLowering &kernel, AtomicLoadOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef ref = kernel.getRef(op.getSource());
  if (failed(checkElement(op, ref)))
    return failure();
  Value value = forEachElement(
      kernel, index, op, ref, op.getIndices(), op.getResult().getType(), true,
      [&](OpFoldResult linear, unsigned) {
        AtomicPlace place = placeOf(index, ref, linear);
        Value word = LLVM::LoadOp::create(
            index.builder, index.loc, place.word, place.pointer,
            place.word.getIntOrFloatBitWidth() / 8, false, false, false, false,
            orderingOf(op.getOrder()));
        return elementOf(index, place, ref, word);
      });
  kernel.replace(op, value);
  return success();
}

LogicalResult lowerAtomicStore(KernelLowering &kernel, AtomicStoreOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef ref = kernel.getRef(op.getDestination());
  if (failed(checkElement(op, ref)))
    return failure();
  forEachElement(
      kernel, index, op, ref, op.getIndices(), op.getValue().getType(), false,
      [&](OpFoldResult linear, unsigned lane) -> Value {
        Value element = laneOf(index, op.getValue(), lane);
        AtomicPlace place = placeOf(index, ref, linear);
        // A nibble shares its byte with another element.
        if (place.shift)
          return emitAtomic(kernel, index, ref, linear, AtomicKind::Exch,
                            element, op.getOrder(), op);
        LLVM::StoreOp::create(
            index.builder, index.loc, wordOf(index, place, Value(), element),
            place.pointer, place.word.getIntOrFloatBitWidth() / 8, false, false,
            false, orderingOf(op.getOrder()));
        return Value();
      });
  op->erase();
  return success();
}

LogicalResult lowerAtomicTile(KernelLowering &kernel, AtomicTileOp op) {
  FoldingBuilder index = kernel.at(op);
  TileRef source = kernel.getRef(op.getSource());
  TileRef destination = kernel.getRef(op.getDestination());
  if (failed(checkElement(op, destination)) || failed(checkElement(op, source)))
    return failure();
  NestShape shape;
  for (auto [s, d] : llvm::zip_equal(source.sizes, destination.sizes))
    shape.extents.push_back(s == d ? s : index.min(s, d));
  appendBounds(index, source, shape.bounds, shape.inside);
  appendBounds(index, destination, shape.bounds, shape.inside);
  LogicalResult result = emitNest(
      index, shape,
      [&](FoldingBuilder &at, const NestPoint &point) -> LogicalResult {
        OpBuilder &b = at.builder;
        OpFoldResult from = linearIndex(at, source, point.ivs);
        Value inSource =
            point.inside ? Value() : isInside(at, source, point.ivs);
        Value value = guardedLoad(at, source, from, inSource,
                                  inSource ? padOf(at, source) : Value());
        value = emitConversion(kernel, at, value, source.element,
                               destination.element);
        Value inside =
            point.inside ? Value() : isInside(at, destination, point.ivs);
        OpBuilder::InsertionGuard guard(b);
        if (inside) {
          auto branch = scf::IfOp::create(b, at.loc, inside, false);
          b.setInsertionPointToStart(branch.thenBlock());
        }
        emitAtomic(kernel, at, destination,
                   linearIndex(at, destination, point.ivs), op.getKind(), value,
                   op.getOrder(), op);
        return success();
      });
  op->erase();
  return result;
}

} // namespace cpu
} // namespace tile
