//===- DebugLowering.cpp - Assertions, assumptions and printing -----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "NarrowFloats.h"
#include "Tile/Dialect/Tile/IR/TileSignature.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;

namespace tile {
namespace cpu {

/// " (FILE:LINE:COLUMN)" of the user's statement, empty if it is unknown.
static std::string placeOf(Operation *op) {
  auto file = op->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "";
  return (" (" + file.getFilename().getValue() + ":" + Twine(file.getLine()) +
          ":" + Twine(file.getColumn()) + ")")
      .str();
}

/// Emits a report unless `condition`, and skips the rest of the block then,
/// where the block gives no values. That rest is moved, not lowered: whoever
/// lowers the block goes on with it.
static void lowerCheck(KernelLowering &kernel, Operation *op, Value condition,
                       RuntimeError error, StringRef message) {
  FoldingBuilder index = kernel.at(op);
  OpBuilder &b = index.builder;
  Block *block = op->getBlock();
  bool canSkip = block->getTerminator()->getNumOperands() == 0 &&
                 block->getParent()->hasOneBlock();
  auto branch = scf::IfOp::create(b, index.loc, condition,
                                  /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.elseBlock());
  kernel.runtime.report(index, error, message);
  Operation *next = op->getNextNode();
  op->erase();
  if (!canSkip)
    return;
  // The rest runs only if the condition holds: an index that it guards is not
  // used when it fails.
  Block *then = branch.thenBlock();
  then->getOperations().splice(then->getTerminator()->getIterator(),
                               block->getOperations(), next->getIterator(),
                               block->getTerminator()->getIterator());
}

LogicalResult lowerAssert(KernelLowering &kernel, Operation *op) {
  auto check = cast<cf::AssertOp>(op);
  std::string message =
      "assertion failed: " + check.getMsg().str() + placeOf(op);
  lowerCheck(kernel, op, check.getArg(), RuntimeError::Assertion, message);
  return success();
}

LogicalResult lowerAssume(KernelLowering &kernel, AssumeOp op) {
  // In a launch it is for proofs only; on the host it is a precondition.
  if (!kernel.isHost()) {
    op->erase();
    return success();
  }
  std::string message = "expected " + op.getText().str() + placeOf(op);
  lowerCheck(kernel, op, op.getCondition(), RuntimeError::Assertion, message);
  return success();
}

static Value i32(FoldingBuilder &index, int64_t value) {
  return arith::ConstantIntOp::create(index.builder, index.loc, value, 32);
}

/// An array of i64 on the stack that holds `values`.
static Value stackArray(FoldingBuilder &index, Operation *user,
                        ArrayRef<OpFoldResult> values) {
  OpBuilder &b = index.builder;
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value array;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(
        &user->getParentOfType<FunctionOpInterface>().front());
    Value count = arith::ConstantIntOp::create(
        b, index.loc, std::max<size_t>(values.size(), 1), 64);
    array =
        LLVM::AllocaOp::create(b, index.loc, pointer, b.getI64Type(), count);
  }
  for (auto [i, value] : llvm::enumerate(values)) {
    Value slot =
        LLVM::GEPOp::create(b, index.loc, pointer, b.getI64Type(), array,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(b, index.loc, index.i64(value), slot);
  }
  return array;
}

/// A value to print, as the fields of a TileCPUPrintValue.
struct Printed {
  Value data, sizes, strides;
  int32_t dtype = 0, rank = 0;
};

/// `value` in memory, as a number of rank 0.
static FailureOr<Printed> describeScalar(FoldingBuilder &index, Value value,
                                         PrintOp op) {
  OpBuilder &b = index.builder;
  if (value.getType().isIndex())
    value = index.i64(value);
  std::optional<int32_t> dtype = getDType(value.getType());
  if (!dtype)
    return refuse(op, "a number or a tile", "others cannot be printed");
  TileRef slot;
  slot.element = value.getType();
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(
        &op->getParentOfType<FunctionOpInterface>().front());
    Value one = arith::ConstantIntOp::create(b, index.loc, 1, 64);
    slot.base = LLVM::AllocaOp::create(
        b, index.loc, LLVM::LLVMPointerType::get(b.getContext()),
        b.getI64Type(), one);
  }
  storeElements(index, slot, index.constant(0), 1, value);
  Value null = LLVM::ZeroOp::create(b, index.loc, slot.base.getType());
  return Printed{slot.base, null, null, *dtype, 0};
}

static FailureOr<Printed> describeTile(KernelLowering &kernel,
                                       FoldingBuilder &index, Value tile,
                                       PrintOp op) {
  TileRef ref = kernel.getRef(tile);
  std::optional<int32_t> dtype = getDType(ref.element);
  if (!dtype)
    return refuse(op, "a tile of scalars", "vectors cannot be printed");
  if (isa<BufferType>(tile.getType()) && ref.isGlobal())
    return refuse(op, "a tensor or an on-chip tile",
                  "a window may lie outside its tensor");
  if (ref.bits() % 8 != 0 && constantOf(ref.offset) != 0)
    return refuse(op, "a packed tile that begins at a byte",
                  "it is printed from its address");
  Value data =
      ref.bits() % 8 == 0 ? elementPointer(index, ref, ref.offset) : ref.base;
  return Printed{data, stackArray(index, op, ref.sizes),
                 stackArray(index, op, ref.strides), *dtype,
                 static_cast<int32_t>(ref.rank())};
}

/// An array of TileCPUPrintValue on the stack.
static Value printArray(FoldingBuilder &index, PrintOp op,
                        ArrayRef<Printed> values) {
  OpBuilder &b = index.builder;
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Type i = b.getI32Type();
  auto type = LLVM::LLVMStructType::getLiteral(
      b.getContext(), {pointer, pointer, pointer, i, i, i});
  Value array;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(
        &op->getParentOfType<FunctionOpInterface>().front());
    Value count = arith::ConstantIntOp::create(
        b, index.loc, std::max<size_t>(values.size(), 1), 64);
    array = LLVM::AllocaOp::create(b, index.loc, pointer, type, count);
  }
  for (auto [number, value] : llvm::enumerate(values)) {
    Value fields[] = {value.data,
                      value.sizes,
                      value.strides,
                      i32(index, value.dtype),
                      i32(index, value.rank),
                      i32(index, 0)};
    for (auto [field, content] : llvm::enumerate(fields)) {
      Value place = LLVM::GEPOp::create(
          b, index.loc, pointer, type, array,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(number),
                                 static_cast<int32_t>(field)});
      LLVM::StoreOp::create(b, index.loc, content, place);
    }
  }
  return array;
}

LogicalResult lowerPrint(KernelLowering &kernel, PrintOp op) {
  FoldingBuilder index = kernel.at(op);
  SmallVector<Printed> values;
  for (Value value : op.getValues()) {
    FailureOr<Printed> printed = isa<BufferType, MemRefType>(value.getType())
                                     ? describeTile(kernel, index, value, op)
                                     : describeScalar(index, value, op);
    if (failed(printed))
      return failure();
    values.push_back(*printed);
  }
  kernel.runtime.call(index, "tile_cpu_print", {},
                      {kernel.runtime.text(index, op.getMessage()),
                       i32(index, values.size()),
                       printArray(index, op, values)});
  op->erase();
  return success();
}

} // namespace cpu
} // namespace tile
