//===- PackedGemmFunctions.h - Shared functions of packed gemm --*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files of the packed gemm share: index arithmetic and the private
// functions into which each configuration is emitted once.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_PACKEDGEMMFUNCTIONS_H
#define TILE_LIB_CONVERSION_TILETOCPU_PACKEDGEMMFUNCTIONS_H

#include "Tile/Conversion/TileToCPU/PackedGemm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tile {
namespace cpu {

/// A builder with index arithmetic on non-negative values.
class IndexBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  mlir::Value constant(int64_t value);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value add(mlir::Value a, int64_t b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, int64_t b);
  mlir::Value div(mlir::Value a, mlir::Value b);
  mlir::Value rem(mlir::Value a, mlir::Value b);
  mlir::Value min(mlir::Value a, mlir::Value b);
  mlir::Value max(mlir::Value a, mlir::Value b);
  mlir::Value ceilDiv(mlir::Value a, mlir::Value b);
  mlir::Value ceilDiv(mlir::Value a, int64_t b);
  mlir::Value roundUp(mlir::Value a, int64_t b);
  mlir::Value less(mlir::Value a, mlir::Value b);
  mlir::Value lessEqual(mlir::Value a, mlir::Value b);

  /// scf.for without iteration arguments, which LLVM leaves as it is: the hot
  /// ones are in their final form, and time spent on the others is lost.
  void loop(mlir::Value begin, mlir::Value end, mlir::Value step,
            llvm::function_ref<void(mlir::Value)> body);
  void loop(mlir::Value begin, mlir::Value end, int64_t step,
            llvm::function_ref<void(mlir::Value)> body);
  /// scf.if without results; `otherwise` may be null.
  void branch(mlir::Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise = nullptr);
  /// A static array on the stack, aligned to a cache line.
  mlir::Value stackArray(llvm::ArrayRef<int64_t> shape, mlir::Type element);
};

/// memref<?x?xT, strided<[?, 1], offset: ?>> or with both strides dynamic.
mlir::MemRefType getMatrixType(mlir::Type element, bool unitColumnStride);
/// memref<?xT>.
mlir::MemRefType getBufferType(mlir::Type element);
/// Whether the last stride of a rank-2 memref is statically 1.
bool hasUnitColumnStride(mlir::MemRefType type);
/// Casts a memref to a more dynamic type if it differs.
mlir::Value castMemRef(IndexBuilder &builder, mlir::Value memref,
                       mlir::MemRefType type);

/// A memref's strides and offset, read at run time.
struct StridedMatrix {
  mlir::Value base, offset;
  llvm::SmallVector<mlir::Value> sizes, strides;
};
StridedMatrix getStridedMatrix(IndexBuilder &builder, mlir::Value memref);
/// The matrix (transposed if asked) as a memref of unit column stride, which
/// the caller has established.
mlir::Value getUnitStrideView(IndexBuilder &builder,
                              const StridedMatrix &matrix, mlir::Type element,
                              bool transposed);

/// Calls the private function `name`, which is created and filled by `body` at
/// its first use. `arguments` determine its type; it has no results.
void callShared(
    IndexBuilder &builder, llvm::StringRef name, mlir::ValueRange arguments,
    llvm::function_ref<void(IndexBuilder &, mlir::ValueRange)> body);

/// `value`'s type with `element` as element type: a scalar or a vector.
mlir::Type getTypeLike(mlir::Value value, mlir::Type element);
/// Converts a scalar or vector, by `conversion` if it has code, else by arith.
mlir::Value convertElement(IndexBuilder &builder,
                           const ElementConversion &conversion,
                           mlir::Value value, mlir::Type element,
                           bool isUnsigned);
/// Sum of two accumulators.
mlir::Value addAccumulators(IndexBuilder &builder, mlir::Value a,
                            mlir::Value b);

/// A type's name for use in a function name.
std::string getTypeName(mlir::Type type);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_PACKEDGEMMFUNCTIONS_H
