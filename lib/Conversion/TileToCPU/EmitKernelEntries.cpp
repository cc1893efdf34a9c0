//===- EmitKernelEntries.cpp - C entries and signatures of kernels --------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Conversion/TileToCPU/Passes.h"
#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Dialect/Tile/IR/TileSignature.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace tile {
#define GEN_PASS_DEF_EMITKERNELENTRIES
#include "Tile/Conversion/TileToCPU/Passes.h.inc"
} // namespace tile

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {

/// Emits what Tile/Runtime/Kernel.h asks for, for one kernel.
class KernelEmitter {
public:
  KernelEmitter(func::FuncOp function, StringRef name)
      : function(function), module(function->getParentOfType<ModuleOp>()),
        b(module.getContext()), loc(function.getLoc()), name(name),
        pointer(LLVM::LLVMPointerType::get(b.getContext())) {
    b.setInsertionPointToEnd(module.getBody());
  }

  LogicalResult emit(StringRef body, bool cFunction);

private:
  LLVM::GlobalOp makeGlobal(Type type, const Twine &symbol, Attribute value);
  LLVM::GlobalOp makeText(StringRef text, const Twine &symbol);
  LLVM::GlobalOp makeInts(ArrayRef<int64_t> values, const Twine &symbol);
  LLVM::GlobalOp makeArguments(ArrayRef<ArgumentSignature> arguments);
  LLVM::GlobalOp makeInfo(ArrayRef<ArgumentSignature> arguments);
  LLVM::LLVMFuncOp makeEntry(StringRef body);
  void makeFunction(LLVM::GlobalOp info, LLVM::LLVMFuncOp entry);
  Value i32(int64_t value) {
    return LLVM::ConstantOp::create(b, loc, b.getI32Type(),
                                    b.getI32IntegerAttr(value));
  }
  Value addressOf(LLVM::GlobalOp global) {
    if (!global)
      return LLVM::ZeroOp::create(b, loc, pointer);
    return LLVM::AddressOfOp::create(b, loc, global);
  }
  Value insert(Value aggregate, Value field, ArrayRef<int64_t> position) {
    return LLVM::InsertValueOp::create(b, loc, aggregate, field, position);
  }
  LLVM::LLVMStructType argumentType() {
    Type i = b.getI32Type();
    return LLVM::LLVMStructType::getLiteral(
        b.getContext(), {pointer, pointer, pointer, i, i, i, i, i, i});
  }

  func::FuncOp function;
  ModuleOp module;
  OpBuilder b;
  Location loc;
  StringRef name;
  Type pointer;
};

} // namespace

LLVM::GlobalOp KernelEmitter::makeGlobal(Type type, const Twine &symbol,
                                         Attribute value) {
  return LLVM::GlobalOp::create(b, loc, type, /*isConstant=*/true,
                                LLVM::Linkage::Private, symbol.str(), value);
}

LLVM::GlobalOp KernelEmitter::makeText(StringRef text, const Twine &symbol) {
  std::string data = text.str();
  data.push_back('\0');
  return makeGlobal(LLVM::LLVMArrayType::get(b.getI8Type(), data.size()),
                    symbol, b.getStringAttr(data));
}

LLVM::GlobalOp KernelEmitter::makeInts(ArrayRef<int64_t> values,
                                       const Twine &symbol) {
  if (values.empty())
    return LLVM::GlobalOp();
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    b.getI64Type());
  return makeGlobal(LLVM::LLVMArrayType::get(b.getI64Type(), values.size()),
                    symbol, DenseElementsAttr::get(type, values));
}

LLVM::GlobalOp
KernelEmitter::makeArguments(ArrayRef<ArgumentSignature> arguments) {
  if (arguments.empty())
    return LLVM::GlobalOp();
  SmallVector<LLVM::GlobalOp> names, shapes, strides;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    std::string prefix = ("_tile_arg_" + name + "_" + Twine(i)).str();
    names.push_back(makeText(argument.name, prefix + "_name"));
    shapes.push_back(makeInts(argument.shape, prefix + "_shape"));
    strides.push_back(argument.strides
                          ? makeInts(*argument.strides, prefix + "_strides")
                          : LLVM::GlobalOp());
  }
  auto arrayType = LLVM::LLVMArrayType::get(argumentType(), arguments.size());
  LLVM::GlobalOp global =
      makeGlobal(arrayType, "_tile_args_" + name, Attribute());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&global.getInitializerRegion());
  Value array = LLVM::UndefOp::create(b, loc, arrayType);
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    int64_t at = i;
    array = insert(array, addressOf(names[i]), {at, 0});
    array = insert(array, addressOf(shapes[i]), {at, 1});
    array = insert(array, addressOf(strides[i]), {at, 2});
    int64_t numbers[] = {argument.kind,
                         argument.dtype,
                         static_cast<int64_t>(argument.shape.size()),
                         argument.alignment,
                         argument.isOutput,
                         argument.mayAlias};
    for (auto [field, number] : llvm::enumerate(numbers))
      array = insert(array, i32(number), {at, static_cast<int64_t>(field) + 3});
  }
  LLVM::ReturnOp::create(b, loc, array);
  return global;
}

LLVM::GlobalOp KernelEmitter::makeInfo(ArrayRef<ArgumentSignature> arguments) {
  LLVM::GlobalOp text = makeText(name, "_tile_name_" + name);
  LLVM::GlobalOp args = makeArguments(arguments);
  Type i = b.getI32Type();
  auto type = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                               {pointer, pointer, i, i});
  auto global = LLVM::GlobalOp::create(
      b, loc, type, /*isConstant=*/true, LLVM::Linkage::External,
      ("_tile_info_" + name).str(), Attribute());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&global.getInitializerRegion());
  Value info = LLVM::UndefOp::create(b, loc, type);
  info = insert(info, addressOf(text), {0});
  info = insert(info, addressOf(args), {1});
  info = insert(info, i32(arguments.size()), {2});
  info = insert(info, i32(TILE_KERNEL_ABI_VERSION), {3});
  LLVM::ReturnOp::create(b, loc, info);
  return global;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Loads the argument that `address` points to.
static Value loadArgument(OpBuilder &b, Location loc, LLVMTypeConverter &types,
                          Type type, Value address) {
  Type plain = type;
  if (auto memref = dyn_cast<MemRefType>(type))
    // All descriptors of one rank are alike.
    plain = MemRefType::get(memref.getShape(), b.getI8Type(),
                            MemRefLayoutAttrInterface());
  else if (isa<FloatTF32Type>(type))
    plain = b.getF32Type();
  bool isSmall = type.isIntOrFloat() && type.getIntOrFloatBitWidth() < 8;
  Type loaded = isSmall ? b.getI8Type() : types.convertType(plain);
  Value value = LLVM::LoadOp::create(b, loc, loaded, address);
  if (isSmall)
    value = LLVM::TruncOp::create(
        b, loc, b.getIntegerType(type.getIntOrFloatBitWidth()), value);
  if (value.getType() != type)
    value =
        UnrealizedConversionCastOp::create(b, loc, type, value).getResult(0);
  return value;
}

LLVM::LLVMFuncOp KernelEmitter::makeEntry(StringRef body) {
  auto type = LLVM::LLVMFunctionType::get(b.getI32Type(), {pointer, pointer});
  auto entry =
      LLVM::LLVMFuncOp::create(b, loc, ("_tile_entry_" + name).str(), type);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(entry.addEntryBlock(b));
  LLVMTypeConverter types(b.getContext());
  SmallVector<Value> arguments;
  for (auto [i, argument] : llvm::enumerate(function.getArgumentTypes())) {
    Value slot =
        LLVM::GEPOp::create(b, loc, pointer, pointer, entry.getArgument(0),
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    Value address = LLVM::LoadOp::create(b, loc, pointer, slot);
    arguments.push_back(loadArgument(b, loc, types, argument, address));
  }
  func::CallOp::create(b, loc, body, TypeRange(), arguments);
  auto failed = LLVM::LLVMFuncOp();
  if (!(failed = module.lookupSymbol<LLVM::LLVMFuncOp>("tile_cpu_failed"))) {
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToStart(module.getBody());
    failed = LLVM::LLVMFuncOp::create(
        b, loc, "tile_cpu_failed",
        LLVM::LLVMFunctionType::get(b.getI32Type(), {pointer}));
  }
  Value code =
      LLVM::CallOp::create(b, loc, failed, ValueRange{entry.getArgument(1)})
          .getResult();
  LLVM::ReturnOp::create(b, loc, code);
  return entry;
}

void KernelEmitter::makeFunction(LLVM::GlobalOp info, LLVM::LLVMFuncOp entry) {
  Type i32Type = b.getI32Type();
  auto invoke = module.lookupSymbol<LLVM::LLVMFuncOp>("tile_kernel_invoke");
  if (!invoke) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    invoke = LLVM::LLVMFuncOp::create(
        b, loc, "tile_kernel_invoke",
        LLVM::LLVMFunctionType::get(
            i32Type, {pointer, pointer, pointer, i32Type, pointer}));
  }
  auto type = LLVM::LLVMFunctionType::get(i32Type, {pointer, i32Type, pointer});
  auto shell = LLVM::LLVMFuncOp::create(b, loc, name, type);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(shell.addEntryBlock(b));
  Value arguments[] = {LLVM::AddressOfOp::create(b, loc, info),
                       LLVM::AddressOfOp::create(b, loc, entry),
                       shell.getArgument(0), shell.getArgument(1),
                       shell.getArgument(2)};
  Value code =
      LLVM::CallOp::create(b, loc, invoke, ValueRange(arguments)).getResult();
  LLVM::ReturnOp::create(b, loc, code);
}

LogicalResult KernelEmitter::emit(StringRef body, bool cFunction) {
  FailureOr<KernelSignature> signature = getSignature(function);
  if (failed(signature))
    return failure();
  LLVM::GlobalOp info = makeInfo(signature->arguments);
  LLVM::LLVMFuncOp entry = makeEntry(body);
  if (cFunction)
    makeFunction(info, entry);
  return success();
}

namespace {

struct EmitKernelEntries
    : public tile::impl::EmitKernelEntriesBase<EmitKernelEntries> {
  using EmitKernelEntriesBase::EmitKernelEntriesBase;
  void runOnOperation() override;

private:
  LogicalResult checkNames(SymbolTable &symbols, func::FuncOp kernel);
};

} // namespace

static std::string bodyName(StringRef name) {
  return ("_tile_kernel_" + name).str();
}

LogicalResult EmitKernelEntries::checkNames(SymbolTable &symbols,
                                            func::FuncOp kernel) {
  StringRef name = kernel.getName();
  for (const std::string &ours : {bodyName(name), ("_tile_entry_" + name).str(),
                                  ("_tile_info_" + name).str()})
    if (symbols.lookup(ours))
      return kernel.emitOpError()
             << "expected no other symbol '" << ours
             << "' (because a part of the kernel is named so)";
  llvm::LibFunc function;
  static const llvm::TargetLibraryInfoImpl library(
      llvm::Triple("x86_64-unknown-linux-gnu"));
  if (cFunctions && library.getLibFunc(name, function))
    return kernel.emitOpError()
           << "expected a name that no function of the C library has (because "
              "the kernel becomes a C function, which would take its place), "
              "got '"
           << name << "'";
  return success();
}

/// What the module refers to by name.
static llvm::DenseSet<StringAttr> findReferenced(ModuleOp module) {
  llvm::DenseSet<StringAttr> referenced;
  if (auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion()))
    for (SymbolTable::SymbolUse use : *uses)
      referenced.insert(use.getSymbolRef().getRootReference());
  return referenced;
}

void EmitKernelEntries::runOnOperation() {
  ModuleOp module = getOperation();
  SymbolTable symbols(module);
  llvm::DenseSet<StringAttr> referenced = findReferenced(module);
  SmallVector<func::FuncOp> kernels;
  for (auto function : module.getOps<func::FuncOp>())
    if (isKernel(function))
      kernels.push_back(function);
  for (func::FuncOp kernel : kernels) {
    std::string name = kernel.getName().str();
    if (failed(checkNames(symbols, kernel)))
      return signalPassFailure();
    // The C function takes the name over. Renaming walks the whole module.
    StringAttr body = StringAttr::get(&getContext(), bodyName(name));
    if (!referenced.contains(kernel.getNameAttr()))
      kernel.setName(body);
    else if (failed(symbols.rename(kernel, body)))
      return signalPassFailure();
    kernel.setPrivate();
    kernel->setAttr(kCheckedAttrName, UnitAttr::get(&getContext()));
    if (failed(KernelEmitter(kernel, name).emit(body, cFunctions)))
      return signalPassFailure();
  }
}
