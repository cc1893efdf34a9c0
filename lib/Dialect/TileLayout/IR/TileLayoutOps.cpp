//===- TileLayoutOps.cpp - operations of the tilelayout dialect -----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Digits.h"
#include "Tile/Dialect/TileLayout/IR/TileLayout.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "Tile/Dialect/TileLayout/IR/TileLayoutOps.cpp.inc"

namespace tile::layout {

//===----------------------------------------------------------------------===//
// Apply and inverse
//===----------------------------------------------------------------------===//

/// The constant indices `operands`, or nothing if one is not constant.
static std::optional<SmallVector<int64_t>>
getConstants(ArrayRef<Attribute> operands) {
  SmallVector<int64_t> values;
  for (Attribute operand : operands) {
    auto value = dyn_cast_if_present<IntegerAttr>(operand);
    if (!value || !value.getValue().isSignedIntN(64))
      return std::nullopt;
    values.push_back(value.getInt());
  }
  return values;
}

/// Appends `values` as index attributes; fails when they were refused.
static LogicalResult foldTo(MLIRContext *context,
                            const Result<SmallVector<int64_t>> &values,
                            SmallVectorImpl<OpFoldResult> &results) {
  if (!values)
    return failure();
  for (int64_t value : *values)
    results.push_back(IntegerAttr::get(IndexType::get(context), value));
  return success();
}

static LogicalResult verifyCount(Operation *op, size_t got, int64_t expected,
                                 StringRef what) {
  if (static_cast<int64_t>(got) == expected)
    return success();
  return op->emitOpError("expected ")
         << expected << " " << what << " (because the layout has as many), got "
         << got;
}

LogicalResult ApplyOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>, Adaptor op,
                                        SmallVectorImpl<Type> &types) {
  auto layout = dyn_cast_if_present<IndexMapAttrInterface>(op.getLayout());
  if (!layout)
    return failure();
  types.append(layout.getNumResults(), IndexType::get(context));
  return success();
}

LogicalResult ApplyOp::verify() {
  return verifyCount(*this, getInputs().size(), getLayout().getNumInputs(),
                     "inputs");
}

LogicalResult ApplyOp::fold(FoldAdaptor adaptor,
                            SmallVectorImpl<OpFoldResult> &results) {
  // A swizzle that does nothing. Other layouts of one input reduce an input
  // outside the domain, so only constants fold.
  auto swizzle = dyn_cast<SwizzleAttr>(getLayout());
  if (swizzle && swizzle.getSwizzle().isIdentity()) {
    results.push_back(getInputs().front());
    return success();
  }
  std::optional<SmallVector<int64_t>> inputs =
      getConstants(adaptor.getInputs());
  if (!inputs)
    return failure();
  return foldTo(getContext(), getLayout().evaluate(*inputs), results);
}

LogicalResult InverseOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location>, Adaptor op,
                                          SmallVectorImpl<Type> &types) {
  auto layout = dyn_cast_if_present<IndexMapAttrInterface>(op.getLayout());
  if (!layout)
    return failure();
  types.append(layout.getNumInputs(), IndexType::get(context));
  return success();
}

LogicalResult InverseOp::verify() {
  if (failed(verifyCount(*this, getValues().size(), getLayout().getNumResults(),
                         "values")))
    return failure();
  if (std::optional<Failure> failure = getLayout().checkInvertible())
    return emitOpError("expected a layout with an inverse: ")
           << failure->reason;
  return success();
}

static bool hasReplicas(IndexMapAttrInterface layout) {
  if (auto strided = dyn_cast<StridedAttr>(layout))
    return Digits::of(strided.getLayout()).hasReplicas();
  if (auto memory = dyn_cast<MemoryAttr>(layout))
    return Digits::of(memory.getLayout().strides()).hasReplicas();
  if (auto fragment = dyn_cast<FragmentAttr>(layout))
    return Digits::of(fragment.getLayout()).hasReplicas();
  return !isa<SwizzleAttr>(layout);
}

LogicalResult InverseOp::fold(FoldAdaptor adaptor,
                              SmallVectorImpl<OpFoldResult> &results) {
  if (std::optional<SmallVector<int64_t>> values =
          getConstants(adaptor.getValues()))
    return foldTo(getContext(), getLayout().evaluateInverse(*values), results);
  // The inverse of all results of one apply, in order, gives its inputs.
  auto apply = getValues().empty()
                   ? ApplyOp()
                   : getValues().front().getDefiningOp<ApplyOp>();
  if (!apply || apply.getLayout() != getLayout() ||
      getValues() != apply.getResults() || hasReplicas(getLayout()))
    return failure();
  results.append(apply.getInputs().begin(), apply.getInputs().end());
  return success();
}

//===----------------------------------------------------------------------===//
// View and convert
//===----------------------------------------------------------------------===//

/// Checks that `layout` describes a value of `type`.
static LogicalResult verifyLayoutOfType(Operation *op, StringRef role,
                                        Type type, LayoutAttrInterface layout) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasStaticShape())
    return op->emitOpError("expected a ")
           << role << " of static shape (because its layout lists every element"
           << "), got " << type;
  std::optional<int64_t> bits = storageBits(shaped.getElementType());
  if (!bits)
    return op->emitOpError("expected a ")
           << role << " with elements of fixed width (because they are stored"
           << "), got " << type;
  return layout.verifyFor(shaped.getShape(), *bits, [&]() {
    return op->emitOpError("in the layout of the ") << role << ": ";
  });
}

/// Checks that the storage of `to` lies within that of `from`.
static LogicalResult verifyMemoryView(ViewOp op, MemoryAttr from,
                                      MemoryAttr to) {
  const MemoryLayout &source = from.getLayout(), &result = to.getLayout();
  if (source.isByteAddressed() != result.isByteAddressed())
    return op.emitOpError("expected both layouts with or without axes (because "
                          "storage stays as it is), got ")
           << from << " and " << to;
  if (result.baseAlignment() > source.baseAlignment())
    return op.emitOpError("expected a result aligned to at most ")
           << source.baseAlignment()
           << " bytes (because that is the alignment of the source), got "
           << result.baseAlignment();
  Result<int64_t> has = source.storageBits(), needs = result.storageBits();
  if (has && needs && *needs > *has)
    return op.emitOpError("expected a result of at most ")
           << *has << " bits (because the source has as many), got " << *needs;
  return success();
}

/// Checks that both fragments are the same registers.
static LogicalResult verifyFragmentView(ViewOp op, FragmentAttr from,
                                        FragmentAttr to) {
  for (int64_t i = 1; i != kNumHardwareAxes; ++i) {
    int64_t has = from.getLayout().axes()[i].size();
    int64_t needs = to.getLayout().axes()[i].size();
    if (has != needs)
      return op.emitOpError("expected ")
             << has << " along "
             << hardwareAxisName(static_cast<HardwareAxis>(i))
             << " (because the registers stay where they are), got " << needs;
  }
  auto bitsOf = [](Type type, FragmentAttr layout) {
    return *storageBits(cast<ShapedType>(type).getElementType()) *
           layout.getLayout().axis(HardwareAxis::Register).size();
  };
  int64_t has = bitsOf(op.getSource().getType(), from);
  int64_t needs = bitsOf(op.getResult().getType(), to);
  if (has == needs)
    return success();
  return op.emitOpError("expected ")
         << has << " bits in each thread (because the source has as many), got "
         << needs;
}

LogicalResult ViewOp::verify() {
  if (failed(verifyLayoutOfType(*this, "source", getSource().getType(),
                                getFrom())) ||
      failed(
          verifyLayoutOfType(*this, "result", getResult().getType(), getTo())))
    return failure();
  LayoutAttrInterface from = getFrom(), to = getTo();
  if (isa<FragmentAttr>(from) != isa<FragmentAttr>(to))
    return emitOpError("expected two memory layouts or two fragment layouts "
                       "(because a view moves nothing), got ")
           << from << " and " << to;
  if (isa<FragmentAttr>(from))
    return verifyFragmentView(*this, cast<FragmentAttr>(from),
                              cast<FragmentAttr>(to));
  if (isa<MemoryAttr>(from) && isa<MemoryAttr>(to))
    return verifyMemoryView(*this, cast<MemoryAttr>(from),
                            cast<MemoryAttr>(to));
  // Where an opaque map reaches takes a proof.
  return success();
}

/// Folds an operation from a layout to itself, and one behind another of its
/// kind: the layout in the middle of a chain does not matter.
template <typename OpTy>
static OpFoldResult foldChain(OpTy op) {
  if (op.getFrom() == op.getTo() &&
      op.getSource().getType() == op.getResult().getType())
    return op.getSource();
  auto inner = op.getSource().template getDefiningOp<OpTy>();
  if (!inner || inner.getTo() != op.getFrom())
    return {};
  if (inner.getFrom() == op.getTo() &&
      inner.getSource().getType() == op.getResult().getType())
    return inner.getSource();
  op.getSourceMutable().assign(inner.getSource());
  op.setFromAttr(inner.getFrom());
  return op.getResult();
}

OpFoldResult ViewOp::fold(FoldAdaptor) { return foldChain(*this); }

LogicalResult ConvertOp::verify() {
  LayoutAttrInterface from = getFrom(), to = getTo();
  if (failed(
          verifyLayoutOfType(*this, "source", getSource().getType(), from)) ||
      failed(verifyLayoutOfType(*this, "result", getResult().getType(), to)))
    return failure();
  Type source = cast<ShapedType>(getSource().getType()).getElementType();
  Type result = cast<ShapedType>(getResult().getType()).getElementType();
  if (source != result)
    return emitOpError("expected elements of type ")
           << source << " (because a conversion moves them as they are), got "
           << result;
  return success();
}

OpFoldResult ConvertOp::fold(FoldAdaptor) { return foldChain(*this); }

} // namespace tile::layout
