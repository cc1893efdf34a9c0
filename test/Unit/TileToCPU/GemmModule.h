//===- GemmModule.h - A packed product, compiled for the host ---*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_TEST_UNIT_TILETOCPU_GEMMMODULE_H
#define TILE_TEST_UNIT_TILETOCPU_GEMMMODULE_H

#include "Tile/Conversion/TileToCPU/PackedGemm.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace tile {
namespace cpu {
namespace test {

/// A rank-2 memref descriptor.
struct Matrix {
  void *allocated = nullptr, *aligned = nullptr;
  int64_t offset = 0, sizes[2] = {0, 0}, strides[2] = {0, 0};
};
/// A rank-1 memref descriptor.
struct Buffer {
  void *allocated = nullptr, *aligned = nullptr;
  int64_t offset = 0, size = 0, stride = 1;
};

/// What the entry points of a module are built for.
struct ModuleOptions {
  bool lhsTransposed = false, rhsTransposed = false;
  /// Matrix types have unit column stride; else all strides are dynamic.
  bool unitStrides = true;
  /// The compute tasks store max(sum + bias[column], 0) instead of the sum.
  bool biasRelu = false;
  GemmBlocks blocks;
  /// LLVM's optimization level; the loops are in their final form already.
  unsigned optLevel = 1;
};

/// The vector unit of the host.
VectorUnit getHostVectorUnit();

/// A compiled product with these entry points:
///   sizes(m, n, k, threads) -> lhsElements, rhsElements, packTasks,
///   computeTasks pack(task, threads, A, packedA, B, packedB, m, n, k)
///   compute(task, threads, packedA, packedB, C, m, n, k, accumulate)
///     through emitGemmComputeBlock if blocks are imposed
///   serial(A, B, C, accumulate)
class GemmModule {
public:
  GemmModule(const ModuleOptions &options,
             llvm::function_ref<PackedGemm(mlir::MLIRContext *)> choose);

  struct Sizes {
    int64_t lhsElements, rhsElements, packTasks, computeTasks;
  };
  Sizes sizes(int64_t m, int64_t n, int64_t k, int64_t threads);
  void pack(int64_t task, int64_t threads, Matrix &a, Buffer &packedA,
            Matrix &b, Buffer &packedB, int64_t m, int64_t n, int64_t k);
  void compute(int64_t task, int64_t threads, Buffer &packedA, Buffer &packedB,
               Matrix &c, Buffer &bias, int64_t m, int64_t n, int64_t k,
               bool accumulate);
  void serial(Matrix &a, Matrix &b, Matrix &c, bool accumulate);

  PackedGemm gemm;
  /// Bytes of one packed element.
  unsigned packedBytes = 0;

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<mlir::ExecutionEngine> engine;
  void *sizesEntry = nullptr, *packEntry = nullptr, *computeEntry = nullptr,
       *serialEntry = nullptr;

  void build(const ModuleOptions &options);
  void compile(unsigned optLevel);
};

} // namespace test
} // namespace cpu
} // namespace tile

#endif // TILE_TEST_UNIT_TILETOCPU_GEMMMODULE_H
