//===- DebugLowering.cpp - Assertions, assumptions and printing - -*- C++
//-*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DTypes.h"
#include "KernelLowering.h"
#include "NarrowFloats.h"

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
/// where the block gives no values.
static LogicalResult lowerCheck(KernelLowering &kernel, Operation *op,
                                Value condition, RuntimeError error,
                                StringRef message) {
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
    return success();
  // The rest runs only if the condition holds: an index that it guards is not
  // used when it fails.
  Block *then = branch.thenBlock();
  then->getOperations().splice(then->getTerminator()->getIterator(),
                               block->getOperations(), next->getIterator(),
                               block->getTerminator()->getIterator());
  return kernel.lowerBlock(*then);
}

LogicalResult lowerAssert(KernelLowering &kernel, Operation *op) {
  auto check = cast<cf::AssertOp>(op);
  std::string message =
      "assertion failed: " + check.getMsg().str() + placeOf(op);
  return lowerCheck(kernel, op, check.getArg(), RuntimeError::Assertion,
                    message);
}

LogicalResult lowerAssume(KernelLowering &kernel, AssumeOp op) {
  // In a launch it is for proofs only; on the host it is a precondition.
  if (!kernel.isHost()) {
    op->erase();
    return success();
  }
  std::string message = "expected " + op.getText().str() + placeOf(op);
  return lowerCheck(kernel, op, op.getCondition(), RuntimeError::Assertion,
                    message);
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

static LogicalResult printScalar(KernelLowering &kernel, FoldingBuilder &index,
                                 Value message, Value value, PrintOp op) {
  OpBuilder &b = index.builder;
  Type type = value.getType();
  if (isa<FloatType>(type)) {
    std::optional<int32_t> dtype = dtypeOf(type);
    if (!dtype)
      return refuse(op, "a number of an element type", "others have no name");
    Value wide = emitConversion(kernel, index, value, type, b.getF64Type(), op);
    kernel.runtime.call(index, "tile_cpu_print_f64", {},
                        {message, wide, i32(index, *dtype)});
    return success();
  }
  if (!type.isIntOrIndex())
    return refuse(op, "a scalar or a tile", "others cannot be printed");
  Value wide = type.isInteger(64) ? value
               : type.isIndex()   ? index.i64(value)
               : type.isInteger(1)
                   ? arith::ExtUIOp::create(b, index.loc, b.getI64Type(), value)
                         .getResult()
                   : arith::ExtSIOp::create(b, index.loc, b.getI64Type(), value)
                         .getResult();
  kernel.runtime.call(index, "tile_cpu_print_i64", {}, {message, wide});
  return success();
}

static LogicalResult printTile(KernelLowering &kernel, FoldingBuilder &index,
                               Value message, Value tile, PrintOp op) {
  TileRef ref = kernel.getRef(tile);
  std::optional<int32_t> dtype = dtypeOf(ref.element);
  if (!dtype)
    return refuse(op, "a tile of scalars", "vectors cannot be printed");
  if (isa<BufferType>(tile.getType()) && ref.isGlobal())
    return refuse(op, "a tensor or an on-chip tile",
                  "a window may lie outside its tensor");
  Value data =
      ref.bits() % 8 == 0 ? elementPointer(index, ref, ref.offset) : ref.base;
  if (ref.bits() % 8 != 0 && constantOf(ref.offset) != 0)
    return refuse(op, "a packed tile that begins at a byte",
                  "it is printed from its address");
  kernel.runtime.call(index, "tile_cpu_print_buffer", {},
                      {message, data, i32(index, *dtype), i32(index, 0),
                       i32(index, ref.rank()), stackArray(index, op, ref.sizes),
                       stackArray(index, op, ref.strides)});
  return success();
}

LogicalResult lowerPrint(KernelLowering &kernel, PrintOp op) {
  FoldingBuilder index = kernel.at(op);
  Value message = kernel.runtime.text(index, op.getMessage());
  for (Value value : op.getValues()) {
    bool isTile = isa<BufferType, MemRefType>(value.getType());
    if (failed(isTile ? printTile(kernel, index, message, value, op)
                      : printScalar(kernel, index, message, value, op)))
      return failure();
  }
  if (op.getValues().empty())
    return refuse(op, "a value to print", "the runtime prints values");
  op->erase();
  return success();
}

} // namespace cpu
} // namespace tile
