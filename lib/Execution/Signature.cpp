//===- Signature.cpp - Signatures of kernels in tile IR -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Signature.h"

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Runtime/DType.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace tile;

static bool isKernel(func::FuncOp func) {
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
  InFlightDiagnostic diag = module.emitError();
  diag << "expected the name of a kernel, a public function without results";
  if (!names.empty())
    diag << " (" << names << ")";
  diag << ", got '" << name << "'";
  return diag;
}

static int32_t getDType(Type type) {
  if (type.isIndex())
    return TILE_DTYPE_I64;
  std::string spelling;
  llvm::raw_string_ostream stream(spelling);
  stream << type;
  return tile_dtype_from_name(spelling.c_str());
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
  arg.dtype = getDType(type.getElementType());
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
    bool known = true;
    if (auto type = dyn_cast<MemRefType>(value.getType())) {
      known = succeeded(addTensor(type, arg));
      arg.alignment = getAlignment(value);
      arg.isOutput =
          kernel.getArgAttr(index, kOutAttrName) || written.contains(value);
      arg.mayAlias = !!kernel.getArgAttr(index, kMayAliasAttrName);
    } else {
      arg.kind = TILE_ARG_SCALAR;
      arg.dtype = getDType(value.getType());
    }
    if (!known || arg.dtype == TILE_DTYPE_NONE)
      return emitError(value.getLoc())
             << "expected a strided memref or a number of a tile element type "
                "(because a caller passes it), got argument "
             << index << " of type " << value.getType();
    signature.arguments.push_back(std::move(arg));
  }
  return signature;
}
