//===- LaunchLowering.cpp - A launch as a loop over its blocks ------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch becomes a function
//
//   func.func private @NAME_launchN(%context: !llvm.ptr, %begin: i64,
//                                   %end: i64, %worker: i64)
//
// that runs blocks begin .. end-1 of the grid in raster order on one thread,
// and a call of the runtime's parallel loop. What the launch uses from outside
// travels in a struct on the caller's stack.
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"
#include "KernelLowering.h"
#include "StreamingStores.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace tile {
namespace cpu {

namespace {

/// One value that travels from the host to the workers.
struct Capture {
  Value host;
  /// Its type in the struct.
  Type field;
};

/// The outlining of one launch.
class LaunchOutliner {
public:
  LaunchOutliner(ModuleOp module, RuntimeCalls &runtime, LaunchOp launch,
                 StringRef name)
      : module(module), runtime(runtime), launch(launch), name(name),
        converter(module.getContext()) {}

  LogicalResult run();

private:
  LogicalResult collectCaptures();
  void rematerializeConstants();
  func::FuncOp createWorker(OpBuilder &b);
  void unpackCaptures(FoldingBuilder &index, Value context);
  LogicalResult emitWorkerBody(OpBuilder &b, func::FuncOp worker);
  LogicalResult emitBlocks(KernelLowering &kernel, FoldingBuilder &index,
                           func::FuncOp worker);
  OpFoldResult emitBlockCount(FoldingBuilder &index);
  void emitCall(func::FuncOp worker);
  Value fieldAddress(FoldingBuilder &index, Value context, unsigned field);
  Type pointerType() { return LLVM::LLVMPointerType::get(module.getContext()); }

  ModuleOp module;
  RuntimeCalls &runtime;
  LaunchOp launch;
  StringRef name;
  LLVMTypeConverter converter;
  SmallVector<Capture> captures;
  LLVM::LLVMStructType contextType;
  /// The grid's extents inside the worker.
  SmallVector<OpFoldResult> grid;
};

} // namespace

/// Constants are made again in the worker: they cost nothing there, and what is
/// constant folds.
void LaunchOutliner::rematerializeConstants() {
  SetVector<Value> used;
  getUsedValuesDefinedAbove(launch.getBody(), used);
  OpBuilder b = OpBuilder::atBlockBegin(&launch.getBody().front());
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    if (!op || !op->hasTrait<OpTrait::ConstantLike>())
      continue;
    Value inside = b.clone(*op)->getResult(0);
    replaceAllUsesInRegionWith(value, inside, launch.getBody());
  }
}

LogicalResult LaunchOutliner::collectCaptures() {
  SetVector<Value> used(launch.getGrid().begin(), launch.getGrid().end());
  getUsedValuesDefinedAbove(launch.getBody(), used);
  SmallVector<Type> fields;
  for (Value value : used) {
    Type type = value.getType();
    if (auto memref = dyn_cast<MemRefType>(type))
      if (isa<FloatTF32Type>(memref.getElementType()))
        type = MemRefType::get(memref.getShape(),
                               Float32Type::get(type.getContext()),
                               memref.getLayout());
    Type field = converter.convertType(valueType(type));
    if (!field)
      return launch.emitOpError()
             << "expected scalars and tensors from outside (because they are "
                "passed to the worker threads), got a value of type "
             << value.getType();
    captures.push_back({value, field});
    fields.push_back(field);
  }
  contextType = LLVM::LLVMStructType::getLiteral(module.getContext(), fields);
  return success();
}

func::FuncOp LaunchOutliner::createWorker(OpBuilder &b) {
  Type i64 = b.getI64Type();
  auto type = b.getFunctionType({pointerType(), i64, i64, i64}, {});
  b.setInsertionPointToEnd(module.getBody());
  auto worker = func::FuncOp::create(b, launch.getLoc(), name, type);
  worker.setPrivate();
  worker.addEntryBlock();
  SymbolTable(module).insert(worker);
  return worker;
}

Value LaunchOutliner::fieldAddress(FoldingBuilder &index, Value context,
                                   unsigned field) {
  return LLVM::GEPOp::create(
      index.builder, index.loc, pointerType(), contextType, context,
      ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(field)});
}

void LaunchOutliner::unpackCaptures(FoldingBuilder &index, Value context) {
  OpBuilder &b = index.builder;
  llvm::DenseMap<Value, Value> inside;
  for (auto [i, capture] : llvm::enumerate(captures)) {
    Value address = fieldAddress(index, context, i);
    Value raw = LLVM::LoadOp::create(b, index.loc, capture.field, address);
    Type type = capture.host.getType();
    if (!isa<MemRefType>(type))
      type = valueType(type);
    Value value = raw;
    if (raw.getType() != type)
      value = UnrealizedConversionCastOp::create(b, index.loc, type, raw)
                  .getResult(0);
    inside[capture.host] = value;
    replaceAllUsesInRegionWith(capture.host, value, launch.getBody());
  }
  for (Value extent : launch.getGrid())
    grid.push_back(inside[extent]);
}

/// Moves the launch's blocks into a loop over the worker's share and lowers
/// them.
LogicalResult LaunchOutliner::emitBlocks(KernelLowering &kernel,
                                         FoldingBuilder &index,
                                         func::FuncOp worker) {
  OpBuilder &b = index.builder;
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(b, index.loc, b.getIndexType(), value);
  };
  auto loop =
      scf::ForOp::create(b, index.loc, toIndex(worker.getArgument(1)),
                         toIndex(worker.getArgument(2)), index.value(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<OpFoldResult> coordinates = blockCoordinates(
      index, grid, launch.getRasterAttr(), loop.getInductionVar());
  Block &body = launch.getBody().front();
  for (auto [id, coordinate] :
       llvm::zip_equal(launch.getBlockIds(), coordinates))
    id.replaceAllUsesWith(index.value(coordinate));
  if (!launch.getRasterAttr())
    kernel.blockId = index.value(coordinates.front());
  Operation *yield = loop.getBody()->getTerminator();
  loop.getBody()->getOperations().splice(yield->getIterator(),
                                         body.getOperations(), body.begin(),
                                         body.getTerminator()->getIterator());
  if (failed(kernel.lowerBlock(*loop.getBody())))
    return failure();
  return kernel.eraseViews();
}

LogicalResult LaunchOutliner::emitWorkerBody(OpBuilder &b,
                                             func::FuncOp worker) {
  b.setInsertionPointToStart(&worker.front());
  FoldingBuilder index(b, launch.getLoc());
  unpackCaptures(index, worker.getArgument(0));
  KernelLowering kernel(module, runtime,
                        CPUDescription(launch.getTargetAttr()));
  kernel.blockThreads = launch.getNumThreads();
  kernel.publishes = publishesStores(launch);
  // The size is known when the body is lowered.
  auto bytes = arith::ConstantIntOp::create(b, index.loc, 0, 64);
  kernel.scratchBase = runtime.scratch(index, worker.getArgument(3), bytes);
  Value null = runtime.null(index);
  Value hasMemory = LLVM::ICmpOp::create(b, index.loc, LLVM::ICmpPredicate::ne,
                                         kernel.scratchBase, null);
  auto branch = scf::IfOp::create(b, index.loc, hasMemory,
                                  /*withElseRegion=*/true);
  func::ReturnOp::create(b, index.loc);
  b.setInsertionPointToStart(branch.elseBlock());
  runtime.report(index, RuntimeError::OutOfMemory,
                 "not enough memory for the on-chip buffers of a block");
  b.setInsertionPointToStart(branch.thenBlock());
  if (failed(emitBlocks(kernel, index, worker)))
    return failure();
  if (kernel.needsStoreFence)
    // Stores that bypass the caches are not ordered by what publishes the
    // result.
    LLVM::CallIntrinsicOp::create(
        b, index.loc, b.getStringAttr("llvm.x86.sse.sfence"), ValueRange());
  bytes->setAttr(
      "value", b.getI64IntegerAttr(std::max<int64_t>(kernel.scratchBytes, 1)));
  return success();
}

/// The number of blocks of the grid. Extents that are negative, and grids too
/// large to count, are reported and run nothing.
OpFoldResult LaunchOutliner::emitBlockCount(FoldingBuilder &index) {
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  OpFoldResult count = index.constant(1), zero = index.constant(0);
  Value isGrid, isCountable;
  for (OpFoldResult extent : launch.getGrid()) {
    isGrid = index.both(isGrid,
                        index.compare(arith::CmpIPredicate::sge, extent, zero));
    // The quotient of positive numbers: an empty dimension limits nothing.
    OpFoldResult limit =
        index.div(index.constant(most), index.max(extent, index.constant(1)));
    isCountable = index.both(
        isCountable, index.compare(arith::CmpIPredicate::sle, count, limit));
    count = index.mul(count, index.max(extent, zero));
  }
  auto check = [&](Value condition, StringRef message) {
    if (!condition || matchPattern(condition, m_One()))
      return;
    runtime.check(index, condition, RuntimeError::Runtime, message);
    count = arith::SelectOp::create(index.builder, index.loc, condition,
                                    index.value(count), index.value(zero))
                .getResult();
  };
  check(isGrid, "expected grid dimensions of at least 0");
  check(isCountable, "expected fewer than 2^63 blocks");
  return count;
}

/// Emits, where the launch was, the struct of captures and the parallel loop.
void LaunchOutliner::emitCall(func::FuncOp worker) {
  OpBuilder b(launch);
  FoldingBuilder index(b, launch.getLoc());
  Value context;
  {
    // On the stack of the function, not of a loop around the launch.
    OpBuilder::InsertionGuard guard(b);
    auto host = launch->getParentOfType<FunctionOpInterface>();
    b.setInsertionPointToStart(&host.front());
    Value one = arith::ConstantIntOp::create(b, index.loc, 1, 64);
    context =
        LLVM::AllocaOp::create(b, index.loc, pointerType(), contextType, one);
  }
  for (auto [i, capture] : llvm::enumerate(captures)) {
    Value raw = capture.host;
    if (raw.getType() != capture.field)
      raw = UnrealizedConversionCastOp::create(b, index.loc, capture.field, raw)
                .getResult(0);
    LLVM::StoreOp::create(b, index.loc, raw, fieldAddress(index, context, i));
  }
  Value total = index.i64(emitBlockCount(index));
  Value function = func::ConstantOp::create(
      b, index.loc, worker.getFunctionType(), worker.getName());
  Value address =
      UnrealizedConversionCastOp::create(b, index.loc, pointerType(), function)
          .getResult(0);
  // One chunk is run in order by one thread: no result depends on the order of
  // blocks then.
  Value chunk =
      launch.getDeterministic() ? total : index.i64(index.constant(0));
  runtime.parallelFor(index, address, context, total, chunk);
}

LogicalResult LaunchOutliner::run() {
  if (launch.getCluster() &&
      llvm::any_of(*launch.getCluster(), [](int64_t c) { return c != 1; }))
    return refuse(launch, "no clusters of blocks",
                  "the CPU target runs each block by itself");
  rematerializeConstants();
  if (failed(collectCaptures()))
    return failure();
  OpBuilder b(module.getContext());
  func::FuncOp worker = createWorker(b);
  if (failed(emitWorkerBody(b, worker)))
    return failure();
  emitCall(worker);
  launch.erase();
  return success();
}

LogicalResult lowerLaunch(ModuleOp module, RuntimeCalls &runtime,
                          LaunchOp launch, StringRef name) {
  return LaunchOutliner(module, runtime, launch, name).run();
}

} // namespace cpu
} // namespace tile
