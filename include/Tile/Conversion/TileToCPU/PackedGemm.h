//===- PackedGemm.h - Packed, register-blocked matrix product ---*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders that emit C (+)= op(A) * op(B) as plain scf, arith, memref and
// vector IR. They know nothing of the tile dialect.
//
// The scheme is the one of Goto and van de Geijn ("Anatomy of High-Performance
// Matrix Multiplication", 2008) in BLIS' formulation: both operands are copied
// into panels whose elements lie in the order in which the innermost loop reads
// them; that loop keeps a block of C (`rows` x `columns`) in vector registers
// and runs over a chunk of K.
//
// Shapes. A is M x K, B is K x N, C is M x N. A source is a rank-2 memref of
// any strides, stored as written or transposed. `row` means a row of A or a
// column of B where both operands are treated alike (packing).
//
// Packed layout of one operand, in elements of type `packed`:
//   [chunk of K][block][panel][k group][width]
// where width is PackedGemm::rows (A) or PackedGemm::columns (B), a k group is
// `group` consecutive k, a chunk is GemmPlan::depth groups (the last one may be
// shorter), and a block is GemmPlan::blockRows / blockColumns rows, that is
// ceil(blockRows / rows) panels. Rows and k beyond the matrix are zero. K is
// padded to a multiple of `group * unroll`. Packed buffers are best aligned to
// 64 bytes; no alignment is required.
//
// Nothing outside C's m x n valid elements, and nothing outside the packed
// panels of the task at hand, is ever written, so tasks may run in parallel.
//
// Each configuration becomes one private function, shared by all its uses in a
// module; the builders emit calls. They must be used inside a module that
// nothing else edits at the same time (that is, from a module pass). The
// pipeline gives the functions their target CPU and features.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_CONVERSION_TILETOCPU_PACKEDGEMM_H
#define TILE_CONVERSION_TILETOCPU_PACKEDGEMM_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include <functional>
#include <string>

namespace tile {
namespace cpu {

/// The vector unit of a CPU, as far as register blocking depends on it.
struct VectorUnit {
  /// Width of a vector register in bits: 128, 256 or 512.
  unsigned bits = 128;
  /// Number of vector registers: 16 or 32.
  unsigned registers = 16;
  /// Whether a fused multiply-add is one instruction.
  bool fma = false;
};

/// Sizes of the caches one core can count on, in bytes.
struct CacheSizes {
  int64_t l1 = 32 << 10;
  int64_t l2 = 512 << 10;
};

/// A conversion between element types that arith cannot express or lower.
struct ElementConversion {
  /// Part of the names of the functions that use it: equal names must mean
  /// equal conversions.
  std::string name;
  /// Converts `value`, a scalar or a rank-1 vector, to type `to` of the same
  /// shape. Empty: arith's extension or truncation.
  std::function<mlir::Value(mlir::OpBuilder &, mlir::Location,
                            mlir::Value value, mlir::Type to)>
      emit;
};

/// An input operand as it is stored. Conversion to the computation's type is
/// exact.
struct GemmOperand {
  mlir::Type element;
  /// Integers only: extend with zeros.
  bool isUnsigned = false;
  ElementConversion conversion;
};

/// C as it is stored.
struct GemmResult {
  mlir::Type element;
  /// From the accumulator, and back for the accumulating form.
  ElementConversion store, load;
};

enum class GemmSide { Lhs, Rhs };

/// What one product computes and how. Made by `choose`; the fields are open so
/// that a caller can print or tune them before the first builder is called.
struct PackedGemm {
  /// Bound of the partial sums that a compute task keeps on the stack, in
  /// bytes. Every thread that runs one has a stack of some MiB.
  static constexpr int64_t maxPartialBytes = 512 << 10;

  GemmOperand lhs, rhs;
  GemmResult result;

  /// Type in which sums are kept: f32, f64, i32 or i64.
  mlir::Type accumulator;
  /// Type of one input after conversion: f32, f64, i16, i32 or i64.
  mlir::Type compute;
  /// Element type of packed buffers; i32 for pairs of i16, else `compute`.
  mlir::Type packed;
  /// Consecutive k in one packed element: 2 for pairs of i16, else 1.
  unsigned group = 1;
  /// Accumulators per vector register.
  unsigned lanes = 0;
  /// The register block: rows of A by columns of B (a multiple of `lanes`).
  unsigned rows = 0, columns = 0;
  /// k groups per iteration of the innermost loop.
  unsigned unroll = 4;
  bool fma = false;
  /// Upper bounds of a chunk of K in groups (a multiple of `unroll`), and of a
  /// block in panels.
  int64_t maxDepth = 0, maxRowPanels = 0, maxColumnPanels = 0;

  /// Chooses types, register block and cache blocks. Products are exact in
  /// `compute`; integer sums wrap. Fails if the element types are not all
  /// floats (at most 64 bits wide) or all integers (at most 64 bits wide).
  static mlir::FailureOr<PackedGemm> choose(const GemmOperand &lhs,
                                            const GemmOperand &rhs,
                                            const GemmResult &result,
                                            const VectorUnit &unit,
                                            const CacheSizes &caches = {});

  /// Rows and columns of the largest block that a plan without imposed blocks
  /// makes: the shape of its partial sums.
  llvm::SmallVector<int64_t> partialShape() const;

  /// Names everything the generated code of a kernel depends on.
  std::string signature() const;
};

/// A stored input matrix: rank-2 memref and whether its first dimension is K
/// for A (N for B). It may be smaller than the product; what it has not is
/// zero. Strides are taken from the type where static; dynamic strides are
/// tested at run time for the fast cases.
struct GemmSource {
  mlir::Value memref;
  bool transposed = false;
};

/// The sizes of one product, all of type index, and the numbers of tasks into
/// which it falls. Order of work: run all pack tasks (in any order, in
/// parallel), wait, run all compute tasks (in any order, in parallel; ascending
/// order keeps B's panels in cache).
struct GemmPlan {
  mlir::Value m, n, k;
  /// k groups per chunk, all groups of K after padding, number of chunks.
  mlir::Value depth, groups, chunks;
  /// Rows of C per block, panels per block, number of blocks; same for columns.
  mlir::Value blockRows, rowPanels, rowBlocks;
  mlir::Value blockColumns, columnPanels, columnBlocks;
  /// Elements (of PackedGemm::packed) of the packed operands.
  mlir::Value lhsElements, rhsElements;
  /// Tasks that pack A, tasks that pack A or B, tasks that compute.
  mlir::Value lhsPackTasks, packTasks, computeTasks;
};

/// Block sizes imposed by the caller (rows and columns of C); zero leaves them
/// to the planner.
struct GemmBlocks {
  int64_t rows = 0, columns = 0;
};

/// Emits the arithmetic that plans a product of m x n x k (any values >= 0) on
/// `threads` threads (>= 1). The packed operands are the only memory that the
/// product needs, apart from less than 600 KiB of stack in a compute task.
GemmPlan emitGemmPlan(mlir::OpBuilder &builder, mlir::Location loc,
                      const PackedGemm &gemm, mlir::Value m, mlir::Value n,
                      mlir::Value k, mlir::Value threads,
                      GemmBlocks blocks = {});

/// The type of memory for all values of a plan.
mlir::MemRefType getGemmPlanType(mlir::MLIRContext *context);

/// The same plan, computed by a function that products of one kind share, and
/// stored to `memory`.
void emitStoredGemmPlan(mlir::OpBuilder &builder, mlir::Location loc,
                        const PackedGemm &gemm, mlir::Value m, mlir::Value n,
                        mlir::Value k, mlir::Value threads, GemmBlocks blocks,
                        mlir::Value memory);

/// Loads a stored plan.
GemmPlan emitLoadGemmPlan(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value memory);

/// Emits pack task `task` (0 <= task < plan.packTasks): one chunk of K of one
/// block of A or B. `packedLhs` and `packedRhs` are memref<?xPACKED> of at
/// least plan.lhsElements and plan.rhsElements elements.
void emitGemmPackTask(mlir::OpBuilder &builder, mlir::Location loc,
                      const PackedGemm &gemm, const GemmPlan &plan,
                      mlir::Value task, GemmSource lhs, mlir::Value packedLhs,
                      GemmSource rhs, mlir::Value packedRhs);

/// The same for one operand only: task t packs chunk t % plan.chunks of block
/// t / plan.chunks.
void emitGemmPackOperandTask(mlir::OpBuilder &builder, mlir::Location loc,
                             const PackedGemm &gemm, const GemmPlan &plan,
                             GemmSide side, mlir::Value task, GemmSource source,
                             mlir::Value packed);

/// What happens to a finished element of C before it is stored.
struct GemmEpilogue {
  /// Part of function names: equal names must mean equal code and equal capture
  /// types.
  std::string name;
  /// Values of the surrounding code that `emit` needs.
  llvm::SmallVector<mlir::Value> captures;
  /// `sum` is the accumulator of C[row, column], or a rank-1 vector of the
  /// accumulators of C[row, column ...], all of them valid. Returns the value
  /// to store, of C's element type and sum's shape. `captures` are the same
  /// values inside the function.
  std::function<mlir::Value(mlir::OpBuilder &, mlir::Location,
                            mlir::ValueRange captures, mlir::Value sum,
                            mlir::Value row, mlir::Value column)>
      emit;
};

/// Emits compute task `task` (0 <= task < plan.computeTasks): one block of C,
/// all of K. `c` is a rank-2 memref of any strides (fast with unit column
/// stride). `accumulate` (i1): add to C, else overwrite it. With an epilogue,
/// or with a result narrower than the accumulator and several chunks, partial
/// sums are kept in `partial`, a memref of accumulators of partialShape() that
/// no other task uses (null: on the stack), and each element of C is written
/// once.
/// An epilogue cannot be combined with accumulation: `accumulate` is then null.
/// Requires a plan without imposed blocks.
void emitGemmComputeTask(mlir::OpBuilder &builder, mlir::Location loc,
                         const PackedGemm &gemm, const GemmPlan &plan,
                         mlir::Value task, mlir::Value packedLhs,
                         mlir::Value packedRhs, mlir::Value c,
                         mlir::Value accumulate,
                         const GemmEpilogue *epilogue = nullptr,
                         mlir::Value partial = {});

/// Emits the product of block (rowBlock, columnBlock) over all of K into the
/// memref `c`, whose element [0, 0] is the block's first: for programs whose
/// epilogue needs the whole block. Only the part inside M x N is written.
/// Intended for plans with imposed blocks; a narrow result is rounded once per
/// chunk.
void emitGemmComputeBlock(mlir::OpBuilder &builder, mlir::Location loc,
                          const PackedGemm &gemm, const GemmPlan &plan,
                          mlir::Value rowBlock, mlir::Value columnBlock,
                          mlir::Value packedLhs, mlir::Value packedRhs,
                          mlir::Value c, mlir::Value accumulate);

/// Emits a whole product, serially, with packing inside (through less than
/// 200 KiB of stack): for tiles, where nothing can be hoisted. Sizes are C's
/// for m and n, and the static or dynamic size of A for k; any size including
/// 0, 1 and primes. A, B and C must not overlap. A narrow result is rounded
/// once per chunk of K (maxDepth groups, at most 256).
void emitSerialGemm(mlir::OpBuilder &builder, mlir::Location loc,
                    const PackedGemm &gemm, GemmSource lhs, GemmSource rhs,
                    mlir::Value c, mlir::Value accumulate);

//===----------------------------------------------------------------------===//
// The parts, for callers that arrange the loops themselves.
//===----------------------------------------------------------------------===//

/// A rectangle of a source operand: rows [rowBegin, rowEnd), k [kBegin, kEnd),
/// packed as `groups` k groups (>= ceil((kEnd - kBegin) / group)). Rows from
/// `rowLimit` on (<= rowEnd, possibly < rowBegin) are not read but zero.
struct PackRange {
  mlir::Value rowBegin, rowEnd, rowLimit, kBegin, kEnd, groups;
};

/// Emits the packing of a rectangle into consecutive panels
/// [panel][groups][width] from element `offset` of `packed` (memref<?xPACKED>).
/// Exactly ceil((rowEnd - rowBegin) / width) * groups * width elements are
/// written.
void emitGemmPack(mlir::OpBuilder &builder, mlir::Location loc,
                  const PackedGemm &gemm, GemmSide side, GemmSource source,
                  const PackRange &range, mlir::Value packed,
                  mlir::Value offset);

/// Consecutive packed panels of A and B over the same `groups` k groups (a
/// multiple of PackedGemm::unroll), and the block of C they make.
struct MacroTile {
  mlir::Value packedLhs, lhsOffset, packedRhs, rhsOffset, groups;
  /// Rank-2 memref, position of the block in it, valid extents.
  mlir::Value c, row, column, m, n;
};

/// Emits C[row .. row+m, column .. column+n] (+)= A panels * B panels.
/// `accumulate` is an i1 value.
void emitGemmMacroKernel(mlir::OpBuilder &builder, mlir::Location loc,
                         const PackedGemm &gemm, const MacroTile &tile,
                         mlir::Value accumulate);

/// The same for the last chunk of K when C is stored through an epilogue. The
/// sums of earlier chunks are in `partial` (memref of accumulators with unit
/// column stride, whose [0, 0] belongs to C[row, column]) if `accumulate`.
void emitGemmMacroKernel(mlir::OpBuilder &builder, mlir::Location loc,
                         const PackedGemm &gemm, const MacroTile &tile,
                         mlir::Value accumulate, mlir::Value partial,
                         const GemmEpilogue &epilogue);

} // namespace cpu
} // namespace tile

#endif // TILE_CONVERSION_TILETOCPU_PACKEDGEMM_H
