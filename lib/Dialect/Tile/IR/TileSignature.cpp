//===- TileSignature.cpp - what a kernel declares to its callers ----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/TileSignature.h"

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tile;

static std::optional<int32_t> dtypeOfInteger(unsigned width) {
  switch (width) {
  case 1:
    return TILE_DTYPE_I1;
  case 4:
    return TILE_DTYPE_I4;
  case 8:
    return TILE_DTYPE_I8;
  case 16:
    return TILE_DTYPE_I16;
  case 32:
    return TILE_DTYPE_I32;
  case 64:
    return TILE_DTYPE_I64;
  default:
    return std::nullopt;
  }
}

std::optional<int32_t> tile::getDType(Type type) {
  using Result = std::optional<int32_t>;
  return llvm::TypeSwitch<Type, Result>(type)
      .Case([](IndexType) { return Result(TILE_DTYPE_I64); })
      .Case([](IntegerType t) {
        return t.isSignless() ? dtypeOfInteger(t.getWidth()) : std::nullopt;
      })
      .Case([](Float16Type) { return Result(TILE_DTYPE_F16); })
      .Case([](BFloat16Type) { return Result(TILE_DTYPE_BF16); })
      .Case([](FloatTF32Type) { return Result(TILE_DTYPE_TF32); })
      .Case([](Float32Type) { return Result(TILE_DTYPE_F32); })
      .Case([](Float64Type) { return Result(TILE_DTYPE_F64); })
      .Case([](Float8E4M3FNType) { return Result(TILE_DTYPE_F8E4M3FN); })
      .Case([](Float8E4M3FNUZType) { return Result(TILE_DTYPE_F8E4M3FNUZ); })
      .Case([](Float8E4M3B11FNUZType) {
        return Result(TILE_DTYPE_F8E4M3B11FNUZ);
      })
      .Case([](Float8E3M4Type) { return Result(TILE_DTYPE_F8E3M4); })
      .Case([](Float8E4M3Type) { return Result(TILE_DTYPE_F8E4M3); })
      .Case([](Float8E5M2Type) { return Result(TILE_DTYPE_F8E5M2); })
      .Case([](Float8E5M2FNUZType) { return Result(TILE_DTYPE_F8E5M2FNUZ); })
      .Case([](Float8E8M0FNUType) { return Result(TILE_DTYPE_F8E8M0FNU); })
      .Case([](Float6E2M3FNType) { return Result(TILE_DTYPE_F6E2M3FN); })
      .Case([](Float6E3M2FNType) { return Result(TILE_DTYPE_F6E3M2FN); })
      .Case([](Float4E2M1FNType) { return Result(TILE_DTYPE_F4E2M1FN); })
      .Default(std::nullopt);
}

bool tile::isKernel(func::FuncOp func) {
  return func.isPublic() && !func.isDeclaration() && func.getNumResults() == 0;
}

FailureOr<func::FuncOp> tile::findKernel(ModuleOp module,
                                         llvm::StringRef name) {
  std::string names;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!isKernel(func))
      continue;
    if (func.getName() == name)
      return func;
    names += (names.empty() ? "" : ", ") + func.getName().str();
  }
  if (names.empty())
    return module.emitError() << "expected a module with a kernel, a public "
                                 "function without results, got none";
  return module.emitError()
         << "expected the name of a kernel, a public function without results ("
         << names << "), got '" << name << "'";
}

/// The largest alignment that the kernel assumes of a tensor.
static int32_t getAlignment(Value tensor) {
  int32_t alignment = 0;
  for (Operation *user : tensor.getUsers())
    if (auto assume = dyn_cast<memref::AssumeAlignmentOp>(user))
      alignment = std::max<int32_t>(alignment, assume.getAlignment());
  return alignment;
}

static LogicalResult addTensor(MemRefType type, ArgumentSignature &arg) {
  static_assert(TILE_DYNAMIC == ShapedType::kDynamic);
  arg.kind = TILE_ARG_TENSOR;
  arg.shape.assign(type.getShape().begin(), type.getShape().end());
  if (type.getLayout().isIdentity())
    return success();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return failure();
  arg.strides.emplace(strides.begin(), strides.end());
  return success();
}

FailureOr<KernelSignature> tile::getSignature(func::FuncOp kernel) {
  KernelSignature signature;
  signature.name = kernel.getName().str();
  llvm::DenseSet<Value> written = getWrittenTensors(kernel);
  for (BlockArgument value : kernel.getArguments()) {
    unsigned index = value.getArgNumber();
    ArgumentSignature arg;
    auto name = kernel.getArgAttrOfType<StringAttr>(index, kNameAttrName);
    arg.name =
        name ? name.getValue().str() : ("arg" + llvm::Twine(index)).str();
    Type element = value.getType();
    bool known = true;
    if (auto type = dyn_cast<MemRefType>(element)) {
      if (type.getMemorySpace())
        return emitError(value.getLoc())
               << "expected a memref without a memory space (because a caller "
                  "passes it), got argument "
               << index << " of type " << type;
      element = type.getElementType();
      known = succeeded(addTensor(type, arg));
      arg.alignment = getAlignment(value);
      arg.isOutput =
          kernel.getArgAttr(index, kOutAttrName) || written.contains(value);
      arg.mayAlias = !!kernel.getArgAttr(index, kMayAliasAttrName);
    } else {
      arg.kind = TILE_ARG_SCALAR;
    }
    arg.dtype = getDType(element).value_or(TILE_DTYPE_NONE);
    if (!known || arg.dtype == TILE_DTYPE_NONE)
      return emitError(value.getLoc())
             << "expected a strided memref or a number of a tile element type "
                "(because a caller passes it), got argument "
             << index << " of type " << value.getType();
    signature.arguments.push_back(std::move(arg));
  }
  return signature;
}
