//===- GemmModule.cpp - A packed product, compiled for the host -----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmModule.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;

namespace tile {
namespace cpu {
namespace test {

VectorUnit getHostVectorUnit() {
  auto features = llvm::sys::getHostCPUFeatures();
  auto has = [&](llvm::StringRef name) { return features.lookup(name); };
  if (has("avx512f") && has("avx512vl"))
    return {512, 32, true};
  if (has("avx2") && has("fma"))
    return {256, 16, true};
  if (has("neon"))
    return {128, 32, true};
  return {128, 16, false};
}

GemmModule::GemmModule(const ModuleOptions &options,
                       llvm::function_ref<PackedGemm(MLIRContext *)> choose) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  context.appendDialectRegistry(registry);
  context.loadDialect<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect,
                      memref::MemRefDialect, scf::SCFDialect,
                      vector::VectorDialect>();
  gemm = choose(&context);
  packedBytes = gemm.packed.getIntOrFloatBitWidth() / 8;
  build(options);
  compile(options.optLevel);
}

namespace {
/// Adds an entry point `name` with the given argument types.
func::FuncOp addEntry(OpBuilder &b, Location loc, llvm::StringRef name,
                      TypeRange types) {
  auto function =
      func::FuncOp::create(b, loc, name, b.getFunctionType(types, {}));
  function->setAttr("llvm.emit_c_interface", b.getUnitAttr());
  b.setInsertionPointToStart(function.addEntryBlock());
  return function;
}

GemmEpilogue getBiasRelu(Value bias) {
  GemmEpilogue epilogue;
  epilogue.name = "bias_relu";
  epilogue.captures = {bias};
  epilogue.emit = [](OpBuilder &b, Location loc, ValueRange captures, Value sum,
                     Value row, Value column) -> Value {
    Value bias;
    if (auto vector = dyn_cast<VectorType>(sum.getType()))
      bias = vector::LoadOp::create(b, loc, vector, captures[0], column);
    else
      bias = memref::LoadOp::create(b, loc, captures[0], column);
    Value zero =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(sum.getType()));
    Value biased = arith::AddFOp::create(b, loc, sum, bias);
    return arith::MaximumFOp::create(b, loc, biased, zero);
  };
  return epilogue;
}
} // namespace

void GemmModule::build(const ModuleOptions &options) {
  Location loc = UnknownLoc::get(&context);
  module = ModuleOp::create(loc);
  OpBuilder b(&context);
  auto enter = [&](llvm::StringRef name, TypeRange types) {
    b.setInsertionPointToEnd(module->getBody());
    return addEntry(b, loc, name, types).getArguments();
  };
  auto leave = [&] { func::ReturnOp::create(b, loc); };

  Type index = b.getIndexType(), i1 = b.getI1Type();
  constexpr int64_t dynamic = ShapedType::kDynamic;
  auto matrix = [&](Type element) -> Type {
    auto layout = StridedLayoutAttr::get(
        &context, dynamic, {dynamic, options.unitStrides ? 1 : dynamic});
    return MemRefType::get({dynamic, dynamic}, element, layout);
  };
  Type a = matrix(gemm.lhs.element), bType = matrix(gemm.rhs.element);
  Type c = matrix(gemm.result.element);
  Type packed = MemRefType::get({dynamic}, gemm.packed);
  Type bias = MemRefType::get({dynamic}, gemm.accumulator);
  Type counts = MemRefType::get({dynamic}, index);

  auto args = enter("sizes", {index, index, index, index, counts});
  GemmPlan plan = emitGemmPlan(b, loc, gemm, args[0], args[1], args[2], args[3],
                               options.blocks);
  Value results[] = {plan.lhsElements, plan.rhsElements, plan.packTasks,
                     plan.computeTasks};
  for (auto [i, value] : llvm::enumerate(results)) {
    Value at = arith::ConstantIndexOp::create(b, loc, i);
    memref::StoreOp::create(b, loc, value, args[4], at);
  }
  leave();

  args = enter("pack",
               {index, index, a, packed, bType, packed, index, index, index});
  plan = emitGemmPlan(b, loc, gemm, args[6], args[7], args[8], args[1],
                      options.blocks);
  emitGemmPackTask(b, loc, gemm, plan, args[0],
                   {args[2], options.lhsTransposed}, args[3],
                   {args[4], options.rhsTransposed}, args[5]);
  leave();

  args = enter("compute", {index, index, packed, packed, c, bias, index, index,
                           index, i1});
  plan = emitGemmPlan(b, loc, gemm, args[6], args[7], args[8], args[1],
                      options.blocks);
  if (options.blocks.rows) {
    Value rowBlock = arith::RemUIOp::create(b, loc, args[0], plan.rowBlocks);
    Value columnBlock = arith::DivUIOp::create(b, loc, args[0], plan.rowBlocks);
    // The block's window of C stands for the tile of a program.
    auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, args[4]);
    Value row = arith::MulIOp::create(b, loc, rowBlock, plan.blockRows);
    Value column =
        arith::MulIOp::create(b, loc, columnBlock, plan.blockColumns);
    Value offset = arith::AddIOp::create(
        b, loc, metadata.getOffset(),
        arith::AddIOp::create(
            b, loc,
            arith::MulIOp::create(b, loc, row, metadata.getStrides()[0]),
            arith::MulIOp::create(b, loc, column, metadata.getStrides()[1])));
    SmallVector<OpFoldResult> sizes(metadata.getSizes());
    SmallVector<OpFoldResult> strides(metadata.getStrides());
    if (options.unitStrides)
      strides[1] = b.getIndexAttr(1);
    Value window = memref::ReinterpretCastOp::create(
        b, loc, cast<MemRefType>(c), metadata.getBaseBuffer(),
        OpFoldResult(offset), sizes, strides);
    emitGemmComputeBlock(b, loc, gemm, plan, rowBlock, columnBlock, args[2],
                         args[3], window, args[9]);
  } else {
    GemmEpilogue epilogue = getBiasRelu(args[5]);
    emitGemmComputeTask(b, loc, gemm, plan, args[0], args[2], args[3], args[4],
                        options.biasRelu ? Value() : args[9],
                        options.biasRelu ? &epilogue : nullptr);
  }
  leave();

  args = enter("serial", {a, bType, c, i1});
  emitSerialGemm(b, loc, gemm, {args[0], options.lhsTransposed},
                 {args[1], options.rhsTransposed}, args[2], args[3]);
  leave();
}

void GemmModule::compile(unsigned optLevel) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  PassManager pm(&context);
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(arith::createArithExpandOpsPass({/*includeBf16=*/true}));
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  if (failed(pm.run(*module)))
    llvm::report_fatal_error("expected the generated IR to lower to LLVM");

  auto host = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
  auto machine = llvm::cantFail(host.createTargetMachine());
  auto optimize = makeOptimizingTransformer(optLevel, 0, machine.get());
  ExecutionEngineOptions options;
  options.transformer = optimize;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  engine = llvm::cantFail(ExecutionEngine::create(*module, options));
  auto find = [&](llvm::StringRef name) {
    return llvm::cantFail(engine->lookup(name));
  };
  sizesEntry = reinterpret_cast<void *>(find("_mlir_ciface_sizes"));
  packEntry = reinterpret_cast<void *>(find("_mlir_ciface_pack"));
  computeEntry = reinterpret_cast<void *>(find("_mlir_ciface_compute"));
  serialEntry = reinterpret_cast<void *>(find("_mlir_ciface_serial"));
}

GemmModule::Sizes GemmModule::sizes(int64_t m, int64_t n, int64_t k,
                                    int64_t threads) {
  Sizes result;
  Buffer counts;
  counts.aligned = &result;
  counts.size = 4;
  using Function = void (*)(int64_t, int64_t, int64_t, int64_t, Buffer *);
  reinterpret_cast<Function>(sizesEntry)(m, n, k, threads, &counts);
  return result;
}

void GemmModule::pack(int64_t task, int64_t threads, Matrix &a, Buffer &packedA,
                      Matrix &b, Buffer &packedB, int64_t m, int64_t n,
                      int64_t k) {
  using Function = void (*)(int64_t, int64_t, Matrix *, Buffer *, Matrix *,
                            Buffer *, int64_t, int64_t, int64_t);
  reinterpret_cast<Function>(packEntry)(task, threads, &a, &packedA, &b,
                                        &packedB, m, n, k);
}

void GemmModule::compute(int64_t task, int64_t threads, Buffer &packedA,
                         Buffer &packedB, Matrix &c, Buffer &bias, int64_t m,
                         int64_t n, int64_t k, bool accumulate) {
  using Function = void (*)(int64_t, int64_t, Buffer *, Buffer *, Matrix *,
                            Buffer *, int64_t, int64_t, int64_t, bool);
  reinterpret_cast<Function>(computeEntry)(task, threads, &packedA, &packedB,
                                           &c, &bias, m, n, k, accumulate);
}

void GemmModule::serial(Matrix &a, Matrix &b, Matrix &c, bool accumulate) {
  using Function = void (*)(Matrix *, Matrix *, Matrix *, bool);
  reinterpret_cast<Function>(serialEntry)(&a, &b, &c, accumulate);
}

} // namespace test
} // namespace cpu
} // namespace tile
