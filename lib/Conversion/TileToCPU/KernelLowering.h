//===- KernelLowering.h - State of the lowering of one kernel ---*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering walks a kernel in program order and replaces each tile operation
// where it stands; upstream operations stay. This is the state they share. The
// lowerings of single operations are free functions, grouped by meaning, one
// file each.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_KERNELLOWERING_H
#define TILE_LIB_CONVERSION_TILETOCPU_KERNELLOWERING_H

#include "BlockPrefetch.h"
#include "ElementAccess.h"
#include "LoopNest.h"
#include "RuntimeCalls.h"
#include "Tile/Conversion/TileToCPU/PackedGemm.h"
#include "TileRef.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tile {
namespace cpu {

/// What the lowering asks about the CPU.
struct CPUDescription {
  /// Bits and number of vector registers.
  unsigned vectorBits = 128;
  unsigned vectorRegisters = 16;
  bool fma = false;
  /// f16 converts to and from f32 in hardware.
  bool halfConversions = false;
  bool x86 = true;
  /// Bytes of each cache level.
  llvm::SmallVector<int64_t> caches;

  explicit CPUDescription(TargetAttr target);
  /// Lanes of a nest over elements of at most 32 bits: two registers of them,
  /// so that latencies overlap.
  unsigned lanes() const { return 2 * vectorBits / 32; }
  /// What a packed product is blocked for.
  VectorUnit vectorUnit() const { return {vectorBits, vectorRegisters, fma}; }
  CacheSizes cacheSizes() const;
  int64_t lastLevelCache() const {
    return caches.empty() ? int64_t(8) << 20 : caches.back();
  }
};

/// An open reduction epoch: the sums so far, in the type in which they are
/// accumulated.
struct ReducerRef {
  TileRef partial;
  ReduceKind kind;
};

class KernelLowering {
public:
  KernelLowering(mlir::ModuleOp module, RuntimeCalls &runtime,
                 CPUDescription cpu)
      : module(module), runtime(runtime), cpu(std::move(cpu)),
        builder(module.getContext()) {}

  /// Lowers the operations of a block, and of the blocks in it.
  mlir::LogicalResult lowerBlock(mlir::Block &block);
  /// Lowers one operation; it may be erased.
  mlir::LogicalResult lowerOp(mlir::Operation *op);

  /// Lowers what a host function does outside its launches.
  mlir::LogicalResult lowerHost(mlir::func::FuncOp function);
  bool isHost() const { return !scratchBase; }

  /// A builder of indices in front of `op`.
  FoldingBuilder at(mlir::Operation *op) {
    builder.setInsertionPoint(op);
    return FoldingBuilder(builder, op->getLoc());
  }

  /// The region that a tile operand denotes.
  TileRef getRef(mlir::Value tile);
  void setRef(mlir::Value tile, TileRef ref) { refs[tile] = std::move(ref); }

  /// `bytes` of the worker's memory for the rest of the block, as an llvm.ptr.
  mlir::Value allocate(FoldingBuilder &index, int64_t bytes);
  /// A buffer in the worker's memory.
  TileRef allocateBuffer(FoldingBuilder &index, mlir::Type element,
                         llvm::ArrayRef<int64_t> shape);

  /// Replaces the results of `op` and erases it.
  void replace(mlir::Operation *op, mlir::ValueRange values) {
    op->replaceAllUsesWith(values);
    op->erase();
  }

  /// Erases an operation that is complete when it returns. Its token, if it has
  /// one, may only be waited for.
  mlir::LogicalResult dropAsync(mlir::Operation *op, mlir::Value token);
  /// Remembers a view whose users are not lowered yet.
  void dropLater(mlir::Operation *view) { views.push_back(view); }
  /// Erases the views, after their last user.
  mlir::LogicalResult eraseViews();

  mlir::ModuleOp module;
  RuntimeCalls &runtime;
  CPUDescription cpu;
  mlir::OpBuilder builder;

  /// The worker's memory (an llvm.ptr), and how much of it is in use.
  mlir::Value scratchBase;
  int64_t scratchBytes = 0;
  /// Set when a store that bypasses the caches was emitted: the worker must
  /// then order its stores before it returns.
  bool needsStoreFence = false;
  /// Whether stores must be visible before the worker returns.
  bool publishes = false;
  /// Threads of a block as the program has them.
  int64_t blockThreads = 1;
  /// The coordinate of the block that is 1 more in the block that the worker
  /// runs next, mostly; null if there is none.
  mlir::Value blockId;
  /// What an earlier nest of the same block of operations has read and no later
  /// one has asked for.
  std::optional<BlockRead> blockRead;
  /// Whether a parallel nest is being lowered: its iterations happen once,
  /// whatever the number of threads.
  bool inNest = false;

  llvm::DenseMap<mlir::Value, ReducerRef> reducers;
  /// Dimensions in which an access is known to be inside its tensor, and, last,
  /// whether the dropped ones are.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<bool>> knownInside;

private:
  llvm::DenseMap<mlir::Value, TileRef> refs;
  llvm::SmallVector<mlir::Operation *> views;
};

/// The refusal of what the CPU cannot do: "expected WHAT (because WHY), got
/// <operation>".
mlir::LogicalResult refuse(mlir::Operation *op, llvm::StringRef what,
                           llvm::StringRef why);
/// The refusal of what depends on the threads of a block.
mlir::LogicalResult refuseThreads(mlir::Operation *op);

// BufferLowering.cpp: allocations, views and single elements.
mlir::LogicalResult lowerAlloc(KernelLowering &kernel, AllocOp op);
mlir::LogicalResult lowerSlice(KernelLowering &kernel, SliceOp op);
mlir::LogicalResult lowerView(KernelLowering &kernel, ViewOp op);
mlir::LogicalResult lowerTensorAt(KernelLowering &kernel, TensorAtOp op);
/// A tile as the memref that an operation of another dialect takes.
mlir::LogicalResult lowerTileCast(KernelLowering &kernel,
                                  mlir::UnrealizedConversionCastOp op);
mlir::LogicalResult lowerDim(KernelLowering &kernel, mlir::Operation *op);
mlir::LogicalResult lowerLoad(KernelLowering &kernel, LoadOp op);
mlir::LogicalResult lowerStore(KernelLowering &kernel, StoreOp op);

// CopyLowering.cpp: whole tiles moved.
mlir::LogicalResult lowerCopy(KernelLowering &kernel, CopyOp op);
mlir::LogicalResult lowerFill(KernelLowering &kernel, FillOp op);
mlir::LogicalResult lowerTranspose(KernelLowering &kernel, TransposeOp op);
mlir::LogicalResult lowerGather(KernelLowering &kernel, GatherOp op);
mlir::LogicalResult lowerScatter(KernelLowering &kernel, ScatterOp op);
mlir::LogicalResult lowerIm2col(KernelLowering &kernel, Im2colOp op);
/// Emits destination = C(source), element by element. Extents are the
/// destination's.
mlir::LogicalResult emitCopy(KernelLowering &kernel, FoldingBuilder &index,
                             const TileRef &source, const TileRef &destination);

// ParallelVectorizer.cpp
mlir::LogicalResult lowerParallel(KernelLowering &kernel, ParallelOp op);

// GemmLowering.cpp
mlir::LogicalResult lowerGemm(KernelLowering &kernel, GemmOp op);
mlir::LogicalResult lowerGemmSparse(KernelLowering &kernel, GemmSparseOp op);
mlir::LogicalResult lowerGemmScaled(KernelLowering &kernel, GemmScaledOp op);

// ReduceLowering.cpp
mlir::LogicalResult lowerReduce(KernelLowering &kernel, ReduceOp op);
mlir::LogicalResult lowerScan(KernelLowering &kernel, ScanOp op);
mlir::LogicalResult lowerTest(KernelLowering &kernel, TestOp op);

// ReducerLowering.cpp: reduction epochs.
mlir::LogicalResult lowerReducerInit(KernelLowering &kernel, ReducerInitOp op);
mlir::LogicalResult lowerReducerUpdate(KernelLowering &kernel,
                                       ReducerUpdateOp op);
mlir::LogicalResult lowerReducerFinalize(KernelLowering &kernel,
                                         ReducerFinalizeOp op);

// AtomicLowering.cpp
mlir::LogicalResult lowerAtomicRmw(KernelLowering &kernel, AtomicRmwOp op);
mlir::LogicalResult lowerAtomicLoad(KernelLowering &kernel, AtomicLoadOp op);
mlir::LogicalResult lowerAtomicStore(KernelLowering &kernel, AtomicStoreOp op);
mlir::LogicalResult lowerAtomicTile(KernelLowering &kernel, AtomicTileOp op);

// ScalarLowering.cpp: conversions and arithmetic on elements.
mlir::LogicalResult lowerCast(KernelLowering &kernel, CastOp op);
mlir::LogicalResult lowerDot4(KernelLowering &kernel, Dot4Op op);
/// `value`, whose elements are of type `from`, as elements of type `element`,
/// by the conversion rule of the dialect.
mlir::Value emitConversion(KernelLowering &kernel, FoldingBuilder &index,
                           mlir::Value value, mlir::Type from,
                           mlir::Type element, bool isUnsigned = false);

/// What a tile.cast gives for `value`, a scalar or vector, and its random bits.
mlir::Value convertAsCast(KernelLowering &kernel, FoldingBuilder &index,
                          CastOp op, mlir::Value value, mlir::Value bits);

// RoundedLowering.cpp: directed rounding.
mlir::LogicalResult lowerRounded(KernelLowering &kernel, RoundedOp op);

// StructureLowering.cpp: loops, steps, threads.
mlir::LogicalResult lowerPipelined(KernelLowering &kernel, PipelinedOp op);
mlir::LogicalResult lowerPersistent(KernelLowering &kernel, PersistentOp op);
mlir::LogicalResult lowerStep(KernelLowering &kernel, StepOp op);

// DebugLowering.cpp: assertions, assumptions, printing.
mlir::LogicalResult lowerAssert(KernelLowering &kernel, mlir::Operation *op);
mlir::LogicalResult lowerAssume(KernelLowering &kernel, AssumeOp op);
mlir::LogicalResult lowerPrint(KernelLowering &kernel, PrintOp op);

// RandomLowering.cpp
mlir::LogicalResult lowerRngInit(KernelLowering &kernel, RngInitOp op);
mlir::LogicalResult lowerRngNext(KernelLowering &kernel, RngNextOp op);

// LaunchLowering.cpp
mlir::LogicalResult lowerLaunch(mlir::ModuleOp module, RuntimeCalls &runtime,
                                LaunchOp launch, llvm::StringRef name);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_KERNELLOWERING_H
