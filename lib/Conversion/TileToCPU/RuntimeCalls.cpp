//===- RuntimeCalls.cpp - Calls of the runtime from generated code --------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace tile {
namespace cpu {

static LLVM::LLVMPointerType pointerType(FoldingBuilder &index) {
  return LLVM::LLVMPointerType::get(index.builder.getContext());
}

Value RuntimeCalls::call(FoldingBuilder &index, StringRef name, Type result,
                         ValueRange arguments) {
  OpBuilder &b = index.builder;
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    SmallVector<Type> types(arguments.getTypes());
    Type returned = result ? result : LLVM::LLVMVoidType::get(b.getContext());
    function = LLVM::LLVMFuncOp::create(
        b, module.getLoc(), name, LLVM::LLVMFunctionType::get(returned, types));
  }
  auto call = LLVM::CallOp::create(b, index.loc, function, arguments);
  return result ? call.getResult() : Value();
}

void RuntimeCalls::parallelFor(FoldingBuilder &index, Value body, Value context,
                               Value count, Value chunk) {
  call(index, "tile_cpu_parallel_for", {}, {body, context, count, chunk});
}

Value RuntimeCalls::scratch(FoldingBuilder &index, Value worker, Value bytes) {
  return call(index, "tile_cpu_scratch", pointerType(index), {worker, bytes});
}

Value RuntimeCalls::alloc(FoldingBuilder &index, Value bytes) {
  return call(index, "tile_cpu_alloc", pointerType(index), {bytes});
}

void RuntimeCalls::free(FoldingBuilder &index, Value memory) {
  call(index, "tile_cpu_free", {}, {memory});
}

Value RuntimeCalls::numThreads(FoldingBuilder &index) {
  return call(index, "tile_cpu_get_num_threads", index.builder.getI64Type(),
              {});
}

Value RuntimeCalls::null(FoldingBuilder &index) {
  return LLVM::ZeroOp::create(index.builder, index.loc, pointerType(index));
}

Value RuntimeCalls::text(FoldingBuilder &index, StringRef text) {
  OpBuilder &b = index.builder;
  LLVM::GlobalOp &global = texts[text];
  if (!global) {
    std::string data = text.str();
    data.push_back('\0');
    auto type = LLVM::LLVMArrayType::get(b.getI8Type(), data.size());
    OpBuilder detached(b.getContext());
    global = LLVM::GlobalOp::create(detached, module.getLoc(), type,
                                    /*isConstant=*/true, LLVM::Linkage::Private,
                                    "_tile_text", b.getStringAttr(data));
    // This makes the name unique.
    SymbolTable(module).insert(global, module.getBody()->begin());
  }
  return LLVM::AddressOfOp::create(b, index.loc, global);
}

void RuntimeCalls::report(FoldingBuilder &index, RuntimeError error,
                          StringRef message) {
  Value code = arith::ConstantIntOp::create(index.builder, index.loc,
                                            static_cast<int64_t>(error), 32);
  call(index, "tile_cpu_report", {}, {null(index), code, text(index, message)});
}

void RuntimeCalls::check(FoldingBuilder &index, Value condition,
                         RuntimeError error, StringRef message) {
  OpBuilder &b = index.builder;
  Value wrong =
      arith::XOrIOp::create(b, index.loc, condition, index.boolean(true));
  auto branch = scf::IfOp::create(b, index.loc, wrong, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  report(index, error, message);
}

Value RuntimeCalls::failed(FoldingBuilder &index) {
  OpBuilder &b = index.builder;
  Value code = call(index, "tile_cpu_failed", b.getI32Type(), {null(index)});
  Value zero = arith::ConstantIntOp::create(b, index.loc, 0, 32);
  return arith::CmpIOp::create(b, index.loc, arith::CmpIPredicate::ne, code,
                               zero);
}

} // namespace cpu
} // namespace tile
