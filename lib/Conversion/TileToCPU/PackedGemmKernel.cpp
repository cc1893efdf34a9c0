//===- PackedGemmKernel.cpp - Register-blocked product --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAnnotation.h"
#include "PackedGemmFunctions.h"

using namespace mlir;

namespace tile {
namespace cpu {
namespace {

/// Bytes that one prefetch covers on every supported CPU.
constexpr int64_t cacheLine = 64;

/// How many steps of K ahead A is prefetched: some two hundred cycles.
constexpr int64_t lhsStepsAhead = 16;

/// Emits the body of one macro-kernel: loops over the panels of B and of A, and
/// for each pair the register block.
class MacroKernel {
public:
  MacroKernel(IndexBuilder &b, const PackedGemm &gemm, ValueRange arguments,
              bool unitColumnStride, const GemmEpilogue *epilogue)
      : b(b), gemm(gemm), epilogue(epilogue),
        unitColumnStride(unitColumnStride), lhs(arguments[0]),
        lhsOffset(arguments[1]), rhs(arguments[2]), rhsOffset(arguments[3]),
        groups(arguments[4]), c(arguments[5]), row(arguments[6]),
        column(arguments[7]), m(arguments[8]), n(arguments[9]),
        accumulate(arguments[10]) {
    if (epilogue) {
      partial = arguments[11];
      captures = arguments.drop_front(12);
    }
    vectors = gemm.columns / gemm.lanes;
    vectorType = VectorType::get({gemm.lanes}, gemm.accumulator);
  }

  void emit() {
    edge = b.stackArray({gemm.rows, gemm.columns}, gemm.accumulator);
    zero = b.constant(0);
    b.loop(zero, n, gemm.columns, [&](Value j) {
      b.loop(zero, m, gemm.rows, [&](Value i) { emitBlock(i, j); });
    });
  }

private:
  IndexBuilder &b;
  const PackedGemm &gemm;
  const GemmEpilogue *epilogue;
  bool unitColumnStride;
  Value lhs, lhsOffset, rhs, rhsOffset, groups, c, row, column, m, n;
  Value accumulate, partial, edge, zero;
  ValueRange captures;
  unsigned vectors;
  VectorType vectorType;

  void emitBlock(Value i, Value j) {
    prefetchDestination(i, j);
    SmallVector<Value> sums = emitSums(i, j);
    if (!unitColumnStride)
      return storeEdge(sums, i, j);
    Value full = arith::AndIOp::create(b, b.lessEqual(b.add(i, gemm.rows), m),
                                       b.lessEqual(b.add(j, gemm.columns), n));
    b.branch(
        full, [&] { storeFull(sums, i, j); }, [&] { storeEdge(sums, i, j); });
  }

  /// C's lines arrive while the sums are computed; a prefetch beyond the matrix
  /// is harmless.
  void prefetchDestination(Value i, Value j) {
    Value memory = epilogue ? partial : c;
    if (!unitColumnStride)
      return;
    int64_t bytes = gemm.result.element.getIntOrFloatBitWidth() / 8;
    int64_t step =
        std::max<int64_t>(1, cacheLine / std::max<int64_t>(1, bytes));
    for (int64_t r = 0; r < gemm.rows; ++r)
      for (int64_t s = 0; s < gemm.columns + step; s += step) {
        int64_t lane = std::min<int64_t>(s, gemm.columns - 1);
        memref::PrefetchOp::create(b, memory, sumIndices(i, j, r, lane),
                                   /*isWrite=*/!epilogue, /*localityHint=*/3,
                                   /*isDataCache=*/true);
      }
  }

  //===--- The innermost loop --------------------------------------------===//

  /// Sums over all k groups of panel pair (i, j), row by row.
  SmallVector<Value> emitSums(Value i, Value j) {
    // A panel is `groups` times its width long.
    Value lhsAt = b.add(lhsOffset, b.mul(i, groups));
    Value rhsAt = b.add(rhsOffset, b.mul(j, groups));
    Value none = arith::ConstantOp::create(b, b.getZeroAttr(vectorType));
    SmallVector<Value> initial(gemm.rows * vectors, none);
    auto loop =
        scf::ForOp::create(b, zero, groups, b.constant(gemm.unroll), initial);
    keepLoop(loop);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value k = loop.getInductionVar();
    SmallVector<Value> sums(loop.getRegionIterArgs());
    Value lhsK = b.add(lhsAt, b.mul(k, gemm.rows));
    Value rhsK = b.add(rhsAt, b.mul(k, gemm.columns));
    prefetchPanels(i, j, k, lhsK);
    for (unsigned step = 0; step < gemm.unroll; ++step)
      emitStep(b.add(lhsK, step * gemm.rows), b.add(rhsK, step * gemm.columns),
               sums);
    scf::YieldOp::create(b, sums);
    return llvm::to_vector_of<Value>(loop.getResults());
  }

  /// The panel of A streams from the second level, and the next panel of B
  /// comes from beyond it, a piece with each panel of A: both are known long
  /// before the hardware sees the pattern, which starts anew with every short
  /// panel. A prefetch beyond the operands is harmless.
  void prefetchPanels(Value i, Value j, Value k, Value lhsK) {
    int64_t line = cacheLine * 8 / gemm.packed.getIntOrFloatBitWidth();
    int64_t step = gemm.unroll * gemm.rows;
    for (int64_t at = 0; at < step; at += line)
      prefetch(lhs, b.add(lhsK, lhsStepsAhead * gemm.rows + at),
               /*localityHint=*/3);
    // The unrolled steps so far of all panels of A, a line each.
    Value steps =
        b.div(b.add(b.mul(b.div(i, b.constant(gemm.rows)), groups), k),
              b.constant(gemm.unroll));
    Value next = b.add(rhsOffset, b.mul(b.add(j, gemm.columns), groups));
    prefetch(rhs, b.add(next, b.mul(steps, line)), /*localityHint=*/2);
  }

  void prefetch(Value memory, Value index, unsigned localityHint) {
    memref::PrefetchOp::create(b, memory, index, /*isWrite=*/false,
                               localityHint, /*isDataCache=*/true);
  }

  void emitStep(Value lhsAt, Value rhsAt, SmallVectorImpl<Value> &sums) {
    auto packedVector = VectorType::get({gemm.lanes}, gemm.packed);
    SmallVector<Value> right;
    for (unsigned v = 0; v < vectors; ++v)
      right.push_back(widenPairs(vector::LoadOp::create(
          b, packedVector, rhs, ValueRange{b.add(rhsAt, v * gemm.lanes)})));
    for (unsigned r = 0; r < gemm.rows; ++r) {
      Value element = memref::LoadOp::create(b, lhs, b.add(lhsAt, r));
      Value left =
          widenPairs(vector::BroadcastOp::create(b, packedVector, element));
      for (unsigned v = 0; v < vectors; ++v) {
        Value &sum = sums[r * vectors + v];
        sum = multiplyAdd(left, right[v], sum);
      }
    }
  }

  /// The i16 pairs of an i32 vector, extended to i32; other types as they are.
  Value widenPairs(Value value) {
    if (gemm.group == 1)
      return value;
    int64_t count = 2 * gemm.lanes;
    Value halves = vector::BitCastOp::create(
        b, VectorType::get({count}, gemm.compute), value);
    return arith::ExtSIOp::create(b, VectorType::get({count}, gemm.accumulator),
                                  halves);
  }

  Value multiplyAdd(Value left, Value right, Value sum) {
    if (isa<FloatType>(gemm.accumulator)) {
      if (gemm.fma)
        return vector::FMAOp::create(b, left, right, sum);
      return arith::AddFOp::create(b, arith::MulFOp::create(b, left, right),
                                   sum);
    }
    Value product = arith::MulIOp::create(b, left, right);
    if (gemm.group == 2)
      product = addPairs(product);
    return arith::AddIOp::create(b, product, sum);
  }

  /// Adds neighbours. LLVM knows product and sum of neighbours as one
  /// instruction where the target has it.
  Value addPairs(Value product) {
    SmallVector<int64_t> even, odd;
    for (int64_t lane = 0; lane < gemm.lanes; ++lane) {
      even.push_back(2 * lane);
      odd.push_back(2 * lane + 1);
    }
    return arith::AddIOp::create(
        b, vector::ShuffleOp::create(b, product, product, even),
        vector::ShuffleOp::create(b, product, product, odd));
  }

  //===--- Storing -------------------------------------------------------===//

  SmallVector<Value> resultIndices(Value i, Value j) {
    return {b.add(row, i), b.add(column, j)};
  }
  /// Where the sums of earlier chunks of K are.
  SmallVector<Value> sumIndices(Value i, Value j, int64_t r, int64_t lane) {
    Value at = b.add(i, r), to = b.add(j, lane);
    if (epilogue)
      return {at, to};
    return resultIndices(at, to);
  }

  void storeFull(ArrayRef<Value> sums, Value i, Value j) {
    auto store = [&](bool adds) {
      for (unsigned r = 0; r < gemm.rows; ++r)
        for (unsigned v = 0; v < vectors; ++v) {
          int64_t lane = v * gemm.lanes;
          Value sum = sums[r * vectors + v];
          if (adds)
            sum = addAccumulators(
                b, loadSum(sumIndices(i, j, r, lane), gemm.lanes), sum);
          finish(sum, b.add(i, r), b.add(j, lane));
        }
    };
    b.branch(accumulate, [&] { store(true); }, [&] { store(false); });
  }

  /// Earlier sums, as a scalar (`length` 0) or a vector of accumulators.
  Value loadSum(ValueRange indices, int64_t length) {
    Value memory = epilogue ? partial : c;
    Type element = cast<MemRefType>(memory.getType()).getElementType();
    Value loaded;
    if (length)
      loaded = vector::LoadOp::create(b, VectorType::get({length}, element),
                                      memory, indices);
    else
      loaded = memref::LoadOp::create(b, memory, indices);
    return convertElement(b, gemm.result.load, loaded, gemm.accumulator,
                          /*isUnsigned=*/false);
  }

  /// Stores finished sums at C[row + i, column + j].
  void finish(Value sum, Value i, Value j) {
    SmallVector<Value> at = resultIndices(i, j);
    Value value;
    if (epilogue)
      value = epilogue->emit(b, b.getLoc(), captures, sum, at[0], at[1]);
    else
      value = convertElement(b, gemm.result.store, sum, gemm.result.element,
                             /*isUnsigned=*/false);
    if (isa<VectorType>(value.getType()))
      vector::StoreOp::create(b, value, c, at);
    else
      memref::StoreOp::create(b, value, c, at);
  }

  /// Masked vectors of C are plain accumulators: then an edge costs little more
  /// than a full block.
  bool hasMaskedEdges() const {
    return !epilogue && unitColumnStride &&
           gemm.result.element == gemm.accumulator;
  }

  void storeEdge(ArrayRef<Value> sums, Value i, Value j) {
    for (unsigned r = 0; r < gemm.rows; ++r)
      for (unsigned v = 0; v < vectors; ++v)
        vector::StoreOp::create(
            b, sums[r * vectors + v], edge,
            ValueRange{b.constant(r), b.constant(v * gemm.lanes)});
    Value rows = b.min(b.sub(m, i), b.constant(gemm.rows));
    Value columns = b.min(b.sub(n, j), b.constant(gemm.columns));
    b.loop(zero, rows, 1, [&](Value r) {
      if (hasMaskedEdges())
        return storeMaskedRow(r, columns, i, j);
      b.loop(zero, columns, 1, [&](Value lane) {
        storeEdgeElement(r, lane, b.add(i, r), b.add(j, lane));
      });
    });
  }

  void storeEdgeElement(Value r, Value lane, Value i, Value j) {
    Value sum = memref::LoadOp::create(b, edge, ValueRange{r, lane});
    auto choice = scf::IfOp::create(b, gemm.accumulator, accumulate, true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(&choice.getThenRegion().front());
      Value before = loadSum(sumIndices(i, j, 0, 0), 0);
      scf::YieldOp::create(b, addAccumulators(b, before, sum));
      b.setInsertionPointToStart(&choice.getElseRegion().front());
      scf::YieldOp::create(b, sum);
    }
    finish(choice.getResult(0), i, j);
  }

  void storeMaskedRow(Value r, Value columns, Value i, Value j) {
    auto maskType = VectorType::get({gemm.lanes}, b.getI1Type());
    for (unsigned v = 0; v < vectors; ++v) {
      int64_t lane = v * gemm.lanes;
      // create_mask takes a negative count as zero.
      Value count = b.sub(columns, b.constant(lane));
      Value mask = vector::CreateMaskOp::create(b, maskType, ValueRange{count});
      Value sum = vector::LoadOp::create(b, vectorType, edge,
                                         ValueRange{r, b.constant(lane)});
      SmallVector<Value> at = resultIndices(b.add(i, r), b.add(j, lane));
      Value none = arith::ConstantOp::create(b, b.getZeroAttr(vectorType));
      Value reads = arith::AndIOp::create(
          b, mask, vector::BroadcastOp::create(b, maskType, accumulate));
      Value before =
          vector::MaskedLoadOp::create(b, vectorType, c, at, reads, none);
      // Adding zero would turn a sum of -0.0 into +0.0, which overwriting a
      // full block does not.
      Value total = arith::SelectOp::create(
          b, accumulate, addAccumulators(b, before, sum), sum);
      vector::MaskedStoreOp::create(b, c, at, mask, total);
    }
  }
};

std::string getKernelName(const PackedGemm &gemm, bool unitColumnStride,
                          const GemmEpilogue *epilogue) {
  std::string name = "tile_gemm_kernel_" + gemm.signature();
  if (!unitColumnStride)
    name += "_strided";
  if (epilogue)
    name += "_" + epilogue->name;
  return name;
}

void emitMacroKernel(OpBuilder &builder, Location loc, const PackedGemm &gemm,
                     const MacroTile &tile, Value accumulate, Value partial,
                     const GemmEpilogue *epilogue) {
  IndexBuilder b(loc, builder);
  auto type = cast<MemRefType>(tile.c.getType());
  bool unit = hasUnitColumnStride(type);
  MemRefType buffer = getBufferType(gemm.packed);
  auto callWith = [&](Value c, bool unitColumnStride) {
    SmallVector<Value> arguments{castMemRef(b, tile.packedLhs, buffer),
                                 tile.lhsOffset,
                                 castMemRef(b, tile.packedRhs, buffer),
                                 tile.rhsOffset,
                                 tile.groups,
                                 c,
                                 tile.row,
                                 tile.column,
                                 tile.m,
                                 tile.n,
                                 accumulate};
    if (epilogue) {
      arguments.push_back(
          castMemRef(b, partial, getMatrixType(gemm.accumulator, true)));
      llvm::append_range(arguments, epilogue->captures);
    }
    callShared(
        b, getKernelName(gemm, unitColumnStride, epilogue), arguments,
        [&](IndexBuilder &inside, ValueRange inner) {
          MacroKernel(inside, gemm, inner, unitColumnStride, epilogue).emit();
        });
  };
  Type element = type.getElementType();
  if (unit)
    return callWith(castMemRef(b, tile.c, getMatrixType(element, true)), true);
  StridedMatrix matrix = getStridedMatrix(b, tile.c);
  Value isUnit = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                       matrix.strides[1], b.constant(1));
  b.branch(
      isUnit,
      [&] {
        callWith(getUnitStrideView(b, matrix, element, /*transposed=*/false),
                 true);
      },
      [&] {
        callWith(castMemRef(b, tile.c, getMatrixType(element, false)), false);
      });
}

} // namespace

void emitGemmMacroKernel(OpBuilder &builder, Location loc,
                         const PackedGemm &gemm, const MacroTile &tile,
                         Value accumulate) {
  emitMacroKernel(builder, loc, gemm, tile, accumulate, Value(), nullptr);
}

void emitGemmMacroKernel(OpBuilder &builder, Location loc,
                         const PackedGemm &gemm, const MacroTile &tile,
                         Value accumulate, Value partial,
                         const GemmEpilogue &epilogue) {
  emitMacroKernel(builder, loc, gemm, tile, accumulate, partial, &epilogue);
}

} // namespace cpu
} // namespace tile
