//===- PackedGemm.cpp - Plan and tasks of a packed gemm -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedGemmFunctions.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tile {
namespace cpu {

//===----------------------------------------------------------------------===//
// PackedGemm
//===----------------------------------------------------------------------===//

/// The register block for `registers` registers: accumulators, one row of B,
/// one broadcast element of A, and whatever is left for temporaries. Two
/// vectors per row make 6 x 2 of 16 registers and 14 x 2 of 32; short vectors
/// with many registers take three (8 x 3), which needs fewer loads per product.
static void chooseRegisterBlock(PackedGemm &gemm, const VectorUnit &unit) {
  unsigned bits = gemm.accumulator.getIntOrFloatBitWidth();
  gemm.lanes = unit.bits / bits;
  unsigned vectors = unit.bits <= 128 && unit.registers >= 32 ? 3 : 2;
  gemm.rows = (unit.registers - vectors - 1) / vectors / 2 * 2;
  gemm.columns = vectors * gemm.lanes;
  gemm.fma = unit.fma;
}

/// Cache blocks: a chunk of one panel of B takes three quarters of the first
/// level, a chunk of a block of A three eighths of the second, the rest is for
/// what streams past: B, and C. A large second level holds a wider block of B
/// too, which halves how often A comes from beyond. With many rows, each vector
/// of B that is loaded is used so often that some may come from the second
/// level: deeper chunks, which read and write C less often, are worth that.
static void chooseCacheBlocks(PackedGemm &gemm, const CacheSizes &caches) {
  int64_t bytes = gemm.packed.getIntOrFloatBitWidth() / 8;
  constexpr int64_t manyRows = 12, largeL2 = 1 << 20;
  int64_t share = gemm.rows >= manyRows ? caches.l1 : caches.l1 * 3 / 4;
  int64_t depth = share / (gemm.columns * bytes);
  gemm.maxDepth =
      std::clamp<int64_t>(depth / gemm.unroll * gemm.unroll, 64, 512);
  int64_t panelBytes = gemm.maxDepth * gemm.rows * bytes;
  int64_t blockColumns = caches.l2 >= largeL2 ? 512 : 256;
  gemm.maxColumnPanels = std::max<int64_t>(1, blockColumns / gemm.columns);
  // A block of partial sums has to fit on the stack.
  int64_t rowBytes = gemm.maxColumnPanels * gemm.columns *
                     (gemm.accumulator.getIntOrFloatBitWidth() / 8);
  int64_t stackPanels = PackedGemm::maxPartialBytes / rowBytes / gemm.rows;
  gemm.maxRowPanels = std::max<int64_t>(
      1, std::min(caches.l2 * 3 / 8 / panelBytes, stackPanels));
}

static bool isSupported(Type type, bool isFloat) {
  if (isFloat)
    return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 64;
  return type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64;
}

static void chooseIntegerTypes(PackedGemm &gemm) {
  MLIRContext *context = gemm.result.element.getContext();
  Type i32 = IntegerType::get(context, 32);
  auto fitsI16 = [](const GemmOperand &operand) {
    unsigned bits = operand.element.getIntOrFloatBitWidth();
    return operand.isUnsigned ? bits < 16 : bits <= 16;
  };
  bool isWide = gemm.result.element.getIntOrFloatBitWidth() > 32;
  gemm.accumulator = isWide ? IntegerType::get(context, 64) : i32;
  gemm.compute = gemm.packed = gemm.accumulator;
  if (isWide || gemm.lhs.conversion.emit || gemm.rhs.conversion.emit)
    return;
  if (fitsI16(gemm.lhs) && fitsI16(gemm.rhs)) {
    gemm.compute = IntegerType::get(context, 16);
    gemm.packed = i32;
    gemm.group = 2;
    // Four k are enough to hide the loop.
    gemm.unroll = 2;
  }
}

FailureOr<PackedGemm> PackedGemm::choose(const GemmOperand &lhs,
                                         const GemmOperand &rhs,
                                         const GemmResult &result,
                                         const VectorUnit &unit,
                                         const CacheSizes &caches) {
  bool isFloat = isa<FloatType>(result.element);
  for (Type type : {lhs.element, rhs.element, result.element})
    if (!isSupported(type, isFloat))
      return failure();
  PackedGemm gemm;
  gemm.lhs = lhs;
  gemm.rhs = rhs;
  gemm.result = result;
  if (isFloat) {
    bool isDouble =
        lhs.element.isF64() || rhs.element.isF64() || result.element.isF64();
    MLIRContext *context = result.element.getContext();
    gemm.accumulator = isDouble ? Type(Float64Type::get(context))
                                : Type(Float32Type::get(context));
    gemm.compute = gemm.packed = gemm.accumulator;
  } else {
    chooseIntegerTypes(gemm);
  }
  chooseRegisterBlock(gemm, unit);
  chooseCacheBlocks(gemm, caches);
  return gemm;
}

SmallVector<int64_t> PackedGemm::partialShape() const {
  return {maxRowPanels * int64_t(rows), maxColumnPanels * int64_t(columns)};
}

std::string PackedGemm::signature() const {
  std::string name =
      llvm::join_items("_", getTypeName(compute) + "x" + std::to_string(group),
                       getTypeName(accumulator), getTypeName(result.element),
                       std::to_string(rows) + "x" + std::to_string(columns) +
                           "x" + std::to_string(lanes) + (fma ? "_fma" : ""));
  if (result.store.emit)
    name += "_" + result.store.name;
  if (result.load.emit)
    name += "_" + result.load.name;
  return name;
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

namespace {
/// Blocks of one dimension of C.
struct Blocking {
  Value size, panels, count;
};
} // namespace

static Blocking blockByCaller(IndexBuilder &b, Value extent, int64_t size,
                              int64_t width) {
  return {b.constant(size), b.constant(llvm::divideCeil(size, width)),
          b.ceilDiv(extent, size)};
}

/// About `count` blocks of whole panels, as equal as possible.
static Blocking blockEvenly(IndexBuilder &b, Value extent, Value count,
                            int64_t width) {
  Value one = b.constant(1);
  Value all = b.ceilDiv(extent, width);
  Value panels = b.max(b.ceilDiv(all, b.max(count, one)), one);
  return {b.mul(panels, width), panels, b.ceilDiv(all, panels)};
}

/// Number of row blocks that bounds a block to `maxPanels` panels and gives
/// every thread several tasks, equally many if the sizes allow.
static Value countRowBlocks(IndexBuilder &b, Value panels, Value columnBlocks,
                            int64_t maxPanels, Value threads) {
  Value one = b.constant(1);
  Value isSerial = b.lessEqual(threads, one);
  Value tasks = arith::SelectOp::create(b, isSerial, one, b.mul(threads, 4));
  Value wanted = b.ceilDiv(tasks, b.max(columnBlocks, one));
  Value count = b.max(b.ceilDiv(panels, maxPanels), wanted);
  return b.min(b.mul(b.ceilDiv(count, threads), threads), panels);
}

GemmPlan emitGemmPlan(OpBuilder &builder, Location loc, const PackedGemm &gemm,
                      Value m, Value n, Value k, Value threads,
                      GemmBlocks blocks) {
  IndexBuilder b(loc, builder);
  GemmPlan plan;
  plan.m = m;
  plan.n = n;
  plan.k = k;

  // An empty sum still has to be stored, so that there is always a chunk.
  Value atLeastOne = b.max(k, b.constant(1));
  plan.groups = b.roundUp(b.ceilDiv(atLeastOne, gemm.group), gemm.unroll);
  Value chunks = b.ceilDiv(plan.groups, gemm.maxDepth);
  plan.depth = b.roundUp(b.ceilDiv(plan.groups, chunks), gemm.unroll);
  plan.chunks = b.ceilDiv(plan.groups, plan.depth);

  Value columnPanels = b.ceilDiv(n, gemm.columns);
  Blocking columns =
      blocks.columns
          ? blockByCaller(b, n, blocks.columns, gemm.columns)
          : blockEvenly(b, n, b.ceilDiv(columnPanels, gemm.maxColumnPanels),
                        gemm.columns);
  Value rowPanels = b.ceilDiv(m, gemm.rows);
  Blocking rows = blocks.rows
                      ? blockByCaller(b, m, blocks.rows, gemm.rows)
                      : blockEvenly(b, m,
                                    countRowBlocks(b, rowPanels, columns.count,
                                                   gemm.maxRowPanels, threads),
                                    gemm.rows);
  plan.blockRows = rows.size;
  plan.rowPanels = rows.panels;
  plan.rowBlocks = rows.count;
  plan.blockColumns = columns.size;
  plan.columnPanels = columns.panels;
  plan.columnBlocks = columns.count;

  auto elements = [&](const Blocking &blocking, int64_t width) {
    Value panels = b.mul(blocking.count, blocking.panels);
    return b.mul(b.mul(panels, width), plan.groups);
  };
  plan.lhsElements = elements(rows, gemm.rows);
  plan.rhsElements = elements(columns, gemm.columns);
  plan.lhsPackTasks = b.mul(rows.count, plan.chunks);
  plan.packTasks = b.add(plan.lhsPackTasks, b.mul(columns.count, plan.chunks));
  plan.computeTasks = b.mul(rows.count, columns.count);
  return plan;
}

/// The fields of a plan in the order in which they are stored.
static constexpr Value GemmPlan::*planFields[] = {&GemmPlan::m,
                                                  &GemmPlan::n,
                                                  &GemmPlan::k,
                                                  &GemmPlan::depth,
                                                  &GemmPlan::groups,
                                                  &GemmPlan::chunks,
                                                  &GemmPlan::blockRows,
                                                  &GemmPlan::rowPanels,
                                                  &GemmPlan::rowBlocks,
                                                  &GemmPlan::blockColumns,
                                                  &GemmPlan::columnPanels,
                                                  &GemmPlan::columnBlocks,
                                                  &GemmPlan::lhsElements,
                                                  &GemmPlan::rhsElements,
                                                  &GemmPlan::lhsPackTasks,
                                                  &GemmPlan::packTasks,
                                                  &GemmPlan::computeTasks};

MemRefType getGemmPlanType(MLIRContext *context) {
  return MemRefType::get({static_cast<int64_t>(std::size(planFields))},
                         IndexType::get(context));
}

void emitStoredGemmPlan(OpBuilder &builder, Location loc,
                        const PackedGemm &gemm, Value m, Value n, Value k,
                        Value threads, GemmBlocks blocks, Value memory) {
  IndexBuilder b(loc, builder);
  std::string name = "tile_gemm_plan";
  for (int64_t number :
       {int64_t(gemm.rows), int64_t(gemm.columns), int64_t(gemm.group),
        int64_t(gemm.unroll), gemm.maxDepth, gemm.maxRowPanels,
        gemm.maxColumnPanels, blocks.rows, blocks.columns})
    name += "_" + std::to_string(number);
  Value arguments[] = {m, n, k, threads, memory};
  callShared(b, name, arguments, [&](IndexBuilder &inside, ValueRange inner) {
    GemmPlan plan = emitGemmPlan(inside, loc, gemm, inner[0], inner[1],
                                 inner[2], inner[3], blocks);
    for (auto [i, field] : llvm::enumerate(planFields))
      memref::StoreOp::create(inside, plan.*field, inner[4],
                              inside.constant(i));
  });
}

GemmPlan emitLoadGemmPlan(OpBuilder &builder, Location loc, Value memory) {
  IndexBuilder b(loc, builder);
  GemmPlan plan;
  for (auto [i, field] : llvm::enumerate(planFields))
    plan.*field = memref::LoadOp::create(b, memory, b.constant(i));
  return plan;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

namespace {
/// One dimension of C: the operand's panels seen from a block.
struct BlockedSide {
  Value extent, size, panels, count;
  int64_t width;

  Value begin(IndexBuilder &b, Value block) const { return b.mul(block, size); }
  Value end(IndexBuilder &b, Value block) const {
    return b.min(b.add(begin(b, block), size), extent);
  }
  /// First element of a block's panels in chunk [firstGroup, +groups).
  Value offset(IndexBuilder &b, Value block, Value firstGroup,
               Value groups) const {
    Value blockWidth = b.mul(panels, width);
    Value earlierChunks = b.mul(b.mul(count, blockWidth), firstGroup);
    return b.add(earlierChunks, b.mul(b.mul(block, blockWidth), groups));
  }
};
} // namespace

static BlockedSide getBlockedSide(const PackedGemm &gemm, const GemmPlan &plan,
                                  GemmSide side) {
  if (side == GemmSide::Lhs)
    return {plan.m, plan.blockRows, plan.rowPanels, plan.rowBlocks, gemm.rows};
  return {plan.n, plan.blockColumns, plan.columnPanels, plan.columnBlocks,
          gemm.columns};
}

void emitGemmPackOperandTask(OpBuilder &builder, Location loc,
                             const PackedGemm &gemm, const GemmPlan &plan,
                             GemmSide side, Value task, GemmSource source,
                             Value packed) {
  IndexBuilder b(loc, builder);
  BlockedSide blocked = getBlockedSide(gemm, plan, side);
  Value block = b.div(task, plan.chunks);
  Value firstGroup = b.mul(b.rem(task, plan.chunks), plan.depth);
  Value groups = b.min(plan.depth, b.sub(plan.groups, firstGroup));
  // What the source has; the rest of the product reads zero.
  bool kIsLast = (side == GemmSide::Lhs) != source.transposed;
  auto size = [&](int64_t dim) -> Value {
    return b.createOrFold<memref::DimOp>(source.memref, b.constant(dim));
  };
  Value rowLimit = size(kIsLast ? 0 : 1);
  Value k = b.min(size(kIsLast ? 1 : 0), plan.k);
  Value kBegin = b.min(b.mul(firstGroup, gemm.group), k);
  Value kEnd = b.min(b.add(kBegin, b.mul(groups, gemm.group)), k);
  Value rowEnd = blocked.end(b, block);
  PackRange range{blocked.begin(b, block),
                  rowEnd,
                  b.min(rowEnd, rowLimit),
                  kBegin,
                  kEnd,
                  groups};
  emitGemmPack(b, loc, gemm, side, source, range, packed,
               blocked.offset(b, block, firstGroup, groups));
}

void emitGemmPackTask(OpBuilder &builder, Location loc, const PackedGemm &gemm,
                      const GemmPlan &plan, Value task, GemmSource lhs,
                      Value packedLhs, GemmSource rhs, Value packedRhs) {
  IndexBuilder b(loc, builder);
  b.branch(
      b.less(task, plan.lhsPackTasks),
      [&] {
        emitGemmPackOperandTask(b, loc, gemm, plan, GemmSide::Lhs, task, lhs,
                                packedLhs);
      },
      [&] {
        emitGemmPackOperandTask(b, loc, gemm, plan, GemmSide::Rhs,
                                b.sub(task, plan.lhsPackTasks), rhs, packedRhs);
      });
}

namespace {
/// One block of C and the loop over its chunks of K.
class BlockProduct {
public:
  BlockProduct(IndexBuilder &b, const PackedGemm &gemm, const GemmPlan &plan,
               Value rowBlock, Value columnBlock, Value packedLhs,
               Value packedRhs)
      : b(b), gemm(gemm), plan(plan), rowBlock(rowBlock),
        columnBlock(columnBlock), packedLhs(packedLhs), packedRhs(packedRhs),
        rows(getBlockedSide(gemm, plan, GemmSide::Lhs)),
        columns(getBlockedSide(gemm, plan, GemmSide::Rhs)) {
    zero = b.constant(0);
    row = rows.begin(b, rowBlock);
    column = columns.begin(b, columnBlock);
    m = b.sub(rows.end(b, rowBlock), row);
    n = b.sub(columns.end(b, columnBlock), column);
  }

  /// All chunks into `c` at [toRow, toColumn].
  void emitInPlace(Value c, Value toRow, Value toColumn, Value accumulate) {
    b.loop(zero, plan.groups, plan.depth, [&](Value firstGroup) {
      Value adds =
          arith::OrIOp::create(b, accumulate, b.less(zero, firstGroup));
      emitGemmMacroKernel(b, b.getLoc(), gemm,
                          tileOfChunk(firstGroup, c, toRow, toColumn), adds);
    });
  }

  /// All chunks but the last into a tile of partial sums, the last one through
  /// the epilogue into C.
  void emitThroughEpilogue(Value c, const GemmEpilogue &epilogue,
                           Value partial) {
    PackedGemm partialGemm = gemm;
    partialGemm.result = {gemm.accumulator, {}, {}};
    if (!partial)
      partial = b.stackArray(gemm.partialShape(), gemm.accumulator);
    Value last = b.mul(b.sub(plan.chunks, b.constant(1)), plan.depth);
    b.loop(zero, last, plan.depth, [&](Value firstGroup) {
      emitGemmMacroKernel(b, b.getLoc(), partialGemm,
                          tileOfChunk(firstGroup, partial, zero, zero),
                          b.less(zero, firstGroup));
    });
    emitGemmMacroKernel(b, b.getLoc(), gemm, tileOfChunk(last, c, row, column),
                        b.less(zero, last), partial, epilogue);
  }

  Value row, column;

private:
  IndexBuilder &b;
  const PackedGemm &gemm;
  const GemmPlan &plan;
  Value rowBlock, columnBlock, packedLhs, packedRhs;
  BlockedSide rows, columns;
  Value zero, m, n;

  MacroTile tileOfChunk(Value firstGroup, Value c, Value toRow,
                        Value toColumn) {
    Value groups = b.min(plan.depth, b.sub(plan.groups, firstGroup));
    return {packedLhs, rows.offset(b, rowBlock, firstGroup, groups),
            packedRhs, columns.offset(b, columnBlock, firstGroup, groups),
            groups,    c,
            toRow,     toColumn,
            m,         n};
  }
};

/// The epilogue of a result narrower than its accumulator: adds what C holds if
/// asked, and rounds once.
GemmEpilogue getNarrowingEpilogue(const PackedGemm &gemm, Value c,
                                  Value accumulate) {
  GemmEpilogue epilogue;
  epilogue.name = "narrow";
  epilogue.captures = {c, accumulate};
  epilogue.emit = [gemm](OpBuilder &builder, Location loc, ValueRange captures,
                         Value sum, Value row, Value column) -> Value {
    IndexBuilder b(loc, builder);
    Value c = captures[0], accumulate = captures[1];
    auto choice = scf::IfOp::create(b, sum.getType(), accumulate, true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(&choice.getThenRegion().front());
      Type stored = getTypeLike(sum, gemm.result.element);
      Value before;
      if (auto vector = dyn_cast<VectorType>(stored))
        before = vector::LoadOp::create(b, vector, c, ValueRange{row, column});
      else
        before = memref::LoadOp::create(b, c, ValueRange{row, column});
      before = convertElement(b, gemm.result.load, before, gemm.accumulator,
                              /*isUnsigned=*/false);
      scf::YieldOp::create(b, addAccumulators(b, before, sum));
      b.setInsertionPointToStart(&choice.getElseRegion().front());
      scf::YieldOp::create(b, sum);
    }
    return convertElement(b, gemm.result.store, choice.getResult(0),
                          gemm.result.element, /*isUnsigned=*/false);
  };
  return epilogue;
}
} // namespace

void emitGemmComputeTask(OpBuilder &builder, Location loc,
                         const PackedGemm &gemm, const GemmPlan &plan,
                         Value task, Value packedLhs, Value packedRhs, Value c,
                         Value accumulate, const GemmEpilogue *epilogue,
                         Value partial) {
  IndexBuilder b(loc, builder);
  // Consecutive tasks share a block of B.
  BlockProduct product(b, gemm, plan, b.rem(task, plan.rowBlocks),
                       b.div(task, plan.rowBlocks), packedLhs, packedRhs);
  if (epilogue)
    return product.emitThroughEpilogue(c, *epilogue, partial);
  if (gemm.result.element == gemm.accumulator)
    return product.emitInPlace(c, product.row, product.column, accumulate);
  GemmEpilogue narrowing = getNarrowingEpilogue(gemm, c, accumulate);
  product.emitThroughEpilogue(c, narrowing, partial);
}

void emitGemmComputeBlock(OpBuilder &builder, Location loc,
                          const PackedGemm &gemm, const GemmPlan &plan,
                          Value rowBlock, Value columnBlock, Value packedLhs,
                          Value packedRhs, Value c, Value accumulate) {
  IndexBuilder b(loc, builder);
  BlockProduct product(b, gemm, plan, rowBlock, columnBlock, packedLhs,
                       packedRhs);
  Value zero = b.constant(0);
  product.emitInPlace(c, zero, zero, accumulate);
}

} // namespace cpu
} // namespace tile
