//===- Interpret.cpp - The interpreter behind the kernel ABI --------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Interpret.h"

#include "Tile/Dialect/Tile/IR/TileSignature.h"
#include "Tile/Runtime/DType.h"
#include "Tile/Runtime/Kernel.h"
#include "mlir/IR/Diagnostics.h"

#include <deque>

using namespace mlir;
using namespace tile;

static int fail(TileStatus &status, int code, llvm::StringRef message) {
  status.code = code;
  size_t length = std::min(message.size(), sizeof(status.message) - 1);
  std::copy_n(message.data(), length, status.message);
  status.message[length] = 0;
  return code;
}

/// The same memory in the interpreter's form.
static Tensor makeTensor(const TileTensor &tensor, Type elementType) {
  Tensor result;
  result.elementType = elementType;
  result.shape.assign(tensor.shape, tensor.shape + tensor.rank);
  result.strides.resize(tensor.rank);
  int64_t rowMajor = 1, last = 0;
  bool isEmpty = false;
  for (int64_t d = tensor.rank - 1; d >= 0; --d) {
    result.strides[d] = tensor.strides ? tensor.strides[d] : rowMajor;
    rowMajor *= std::max<int64_t>(result.shape[d], 1);
    isEmpty |= result.shape[d] == 0;
    last += (result.shape[d] - 1) * result.strides[d];
  }
  result.data = static_cast<uint8_t *>(tensor.data);
  result.numBytes =
      isEmpty ? 0 : tile_dtype_array_bytes(tensor.dtype, last + 1);
  return result;
}

static uint64_t getBits(const TileScalar &scalar) {
  if (tile_dtype_is_float(scalar.dtype))
    return tile_dtype_encode(scalar.dtype, scalar.value.f);
  int32_t bits =
      scalar.dtype == TILE_DTYPE_I1 ? 1 : tile_dtype_storage_bits(scalar.dtype);
  uint64_t mask = bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  return static_cast<uint64_t>(scalar.value.i) & mask;
}

int tile::interpretKernel(func::FuncOp kernel, llvm::ArrayRef<TileArg> args,
                          const InterpreterOptions &options,
                          TileStatus &status) {
  status.code = TILE_STATUS_OK;
  status.message[0] = 0;
  std::string message;
  ScopedDiagnosticHandler handler(
      kernel.getContext(), [&](Diagnostic &diagnostic) {
        if (message.empty() &&
            diagnostic.getSeverity() == DiagnosticSeverity::Error)
          message = diagnostic.str();
        return failure(); // Others are to see it too.
      });
  FailureOr<KernelSignature> signature = getSignature(kernel);
  if (failed(signature))
    return fail(status, TILE_STATUS_INVALID_ARGUMENT, message);
  KernelInfoStorage info(*signature);
  if (int code = tile_kernel_check_args(&info.get(), args.data(), args.size(),
                                        &status))
    return code;

  std::deque<Tensor> tensors;
  SmallVector<Argument> arguments;
  for (auto [arg, type] : llvm::zip_equal(args, kernel.getArgumentTypes())) {
    if (auto memref = dyn_cast<MemRefType>(type)) {
      tensors.push_back(makeTensor(arg.as.tensor, memref.getElementType()));
      arguments.push_back(Argument(tensors.back()));
    } else {
      arguments.push_back(Argument(getBits(arg.as.scalar)));
    }
  }
  if (failed(interpret(kernel, arguments, options)))
    return fail(status, TILE_STATUS_RUNTIME_ERROR, message);
  return TILE_STATUS_OK;
}
