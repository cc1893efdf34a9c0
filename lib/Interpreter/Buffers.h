//===- Buffers.h - making buffers and views ---------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_INTERPRETER_BUFFERS_H
#define TILE_LIB_INTERPRETER_BUFFERS_H

#include "Accessor.h"

namespace tile {

/// A new buffer of `type` for `result`, and the view of all of it. Null after
/// an error at `op`.
std::shared_ptr<Storage> makeBuffer(Context &context, mlir::Operation *op,
                                    mlir::Value result, BufferType type,
                                    View &view);

/// Makes the view of result 0, uniform or for each lane, from the tile operand
/// 0 (if `firstScalar` is 1) and the values of the operands from `firstScalar`
/// on.
mlir::LogicalResult
makeViews(Context &context, const Inst &inst, unsigned firstScalar,
          llvm::function_ref<mlir::FailureOr<View>(const View *,
                                                   llvm::ArrayRef<int64_t>)>
              make);

/// A list of constants in which dynamic entries take the next of `dynamic`.
llvm::SmallVector<int64_t, 8> mixedValues(llvm::ArrayRef<int64_t> constants,
                                          llvm::ArrayRef<int64_t> &dynamic);

} // namespace tile

#endif // TILE_LIB_INTERPRETER_BUFFERS_H
