//===- ExpandNarrowFloats.cpp - Arithmetic of floats narrower than f32 ----===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three steps: arithmetic and functions on narrow floats move to f32, between
// extensions and truncations; then each conversion becomes arithmetic on bits;
// then what is left of them is moved as integers.
//
//===----------------------------------------------------------------------===//

#include "NarrowFloats.h"
#include "Tile/Conversion/TileToCPU/Passes.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tile {
#define GEN_PASS_DEF_EXPANDNARROWFLOATS
#include "Tile/Conversion/TileToCPU/Passes.h.inc"
} // namespace tile

using namespace mlir;
using namespace tile;

namespace {

struct ExpandNarrowFloats
    : public tile::impl::ExpandNarrowFloatsBase<ExpandNarrowFloats> {
  using ExpandNarrowFloatsBase::ExpandNarrowFloatsBase;
  void runOnOperation() override;

private:
  LogicalResult widenArithmetic();
  LogicalResult widenFunctions();
  void expandConversions();
  bool expand(Operation *op, OpBuilder &b);
  void moveAsIntegers();
};

} // namespace

/// All types that are computed in f32.
static SmallVector<Type> narrowTypes(MLIRContext *context) {
  return {Float16Type::get(context),           BFloat16Type::get(context),
          Float8E4M3FNType::get(context),      Float8E4M3FNUZType::get(context),
          Float8E4M3B11FNUZType::get(context), Float8E3M4Type::get(context),
          Float8E4M3Type::get(context),        Float8E5M2Type::get(context),
          Float8E5M2FNUZType::get(context),    Float8E8M0FNUType::get(context),
          Float6E2M3FNType::get(context),      Float6E3M2FNType::get(context),
          Float4E2M1FNType::get(context)};
}

LogicalResult ExpandNarrowFloats::widenArithmetic() {
  MLIRContext *context = &getContext();
  TypeConverter converter;
  arith::populateEmulateUnsupportedFloatsConversions(
      converter, narrowTypes(context), Float32Type::get(context));
  RewritePatternSet patterns(context);
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
  ConversionTarget target(*context);
  arith::populateEmulateUnsupportedFloatsLegality(target, converter);
  return applyPartialConversion(getOperation(), target, std::move(patterns));
}

LogicalResult ExpandNarrowFloats::widenFunctions() {
  MLIRContext *context = &getContext();
  SetVector<Type> kept;
  kept.insert(Float64Type::get(context));
  TypeConverter converter;
  math::populateExtendToSupportedTypesTypeConverter(converter, kept,
                                                    Float32Type::get(context));
  ConversionTarget target(*context);
  math::populateExtendToSupportedTypesConversionTarget(target, converter);
  RewritePatternSet patterns(context);
  math::populateExtendToSupportedTypesPatterns(patterns, converter);
  return applyPartialConversion(getOperation(), target, std::move(patterns));
}

/// The same shape with another element type.
static Type reshape(Type like, Type element) {
  auto vector = dyn_cast<VectorType>(like);
  return vector ? Type(vector.clone(element)) : element;
}

/// Replaces a conversion that LLVM would call a library for. Returns whether it
/// did.
bool ExpandNarrowFloats::expand(Operation *op, OpBuilder &b) {
  if (!isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp,
           arith::FPToSIOp, arith::FPToUIOp>(op))
    return false;
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  bool fromNarrow = cpu::isNarrowFloat(from), toNarrow = cpu::isNarrowFloat(to);
  if (!fromNarrow && !toNarrow)
    return false;
  // f16 to and from f32 is an instruction where the CPU has it.
  bool isHalf = (from.isF16() && to.isF32()) || (from.isF32() && to.isF16());
  if (isHalf && nativeHalf)
    return false;
  b.setInsertionPoint(op);
  cpu::FoldingBuilder index(b, op->getLoc());
  Value value = op->getOperand(0);
  Type f32 = reshape(value.getType(), b.getF32Type());
  if (fromNarrow)
    value = cpu::decodeFloat(index, value, nativeHalf);
  if (!isa<FloatType>(to)) {
    op->setOperand(0, value);
    return true;
  }
  Value result;
  if (to.isF32()) {
    result = value;
  } else if (to.isF64()) {
    result = arith::ExtFOp::create(b, op->getLoc(),
                                   reshape(value.getType(), to), value);
  } else if (from.isF64()) {
    cpu::RoundingOptions options;
    options.saturate = false;
    result = cpu::encodeRounded(index, value, cast<FloatType>(to), options);
  } else {
    if (!isa<FloatType>(from))
      value =
          isa<arith::SIToFPOp>(op)
              ? arith::SIToFPOp::create(b, op->getLoc(), f32, value).getResult()
              : arith::UIToFPOp::create(b, op->getLoc(), f32, value)
                    .getResult();
    result = cpu::encodeNearest(index, value, cast<FloatType>(to),
                                /*saturate=*/false, nativeHalf);
  }
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
  return true;
}

void ExpandNarrowFloats::expandConversions() {
  SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) { ops.push_back(op); });
  OpBuilder b(&getContext());
  for (Operation *op : ops)
    expand(op, b);
}

/// Replaces the types of 16 bits that the CPU does not know by integers: they
/// are only moved from here on, and LLVM would call a library to carry them
/// from one basic block to another.
void ExpandNarrowFloats::moveAsIntegers() {
  Type i16 = IntegerType::get(&getContext(), 16);
  auto isMoved = [&](Type type) {
    return type.isBF16() || (type.isF16() && !nativeHalf);
  };
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FloatType type) -> std::optional<Type> {
    return isMoved(type) ? std::optional<Type>(i16) : std::nullopt;
  });
  replacer.addReplacement([&](FloatAttr number) -> std::optional<Attribute> {
    if (!isMoved(number.getType()))
      return std::nullopt;
    return IntegerAttr::get(i16, number.getValue().bitcastToAPInt());
  });
  replacer.addReplacement(
      [&](DenseFPElementsAttr numbers) -> std::optional<Attribute> {
        if (!isMoved(numbers.getElementType()))
          return std::nullopt;
        return numbers.bitcast(i16);
      });
  replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  getOperation().walk([](arith::BitcastOp cast) {
    if (cast.getType() != cast.getIn().getType())
      return;
    cast.replaceAllUsesWith(cast.getIn());
    cast.erase();
  });
}

/// Whether the machine that the module is for converts f16 in hardware.
static bool hasHalfConversions(ModuleOp module) {
  auto machine = module->getAttrOfType<LLVM::TargetAttr>(
      LLVM::LLVMDialect::getTargetAttrName());
  return machine && machine.getFeatures() &&
         (machine.getFeatures().contains("+f16c") ||
          machine.getFeatures().contains("+neon"));
}

void ExpandNarrowFloats::runOnOperation() {
  if (hasHalfConversions(getOperation()))
    nativeHalf = true;
  if (failed(widenArithmetic()) || failed(widenFunctions()))
    return signalPassFailure();
  expandConversions();
  moveAsIntegers();
}
