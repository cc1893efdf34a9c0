//===- MemRefOps.cpp - tensors in global memory ---------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "ElementAccess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

static FailureOr<View> allocate(Context &context, Operation *op,
                                MemRefType type, ArrayRef<int64_t> dynamic) {
  std::optional<Element> element = Element::get(type.getElementType());
  SmallVector<int64_t, 8> shape = mixedValues(type.getShape(), dynamic);
  std::optional<int64_t> count = productOf(shape);
  int64_t bits = 0;
  if (!element || !type.getLayout().isIdentity())
    return op->emitError()
           << "expected a row-major memref of a tile element type, "
              "got "
           << type;
  if (!count || llvm::MulOverflow<int64_t>(*count, element->bits, bits))
    return op->emitError()
           << "expected sizes of a tensor (because negative and "
              "overflowing ones have no meaning)";
  auto storage = std::make_shared<Storage>(context.machine.budget);
  storage->origin = op;
  storage->name = nameOf(op->getResult(0));
  storage->isGlobal = true;
  storage->granuleBits = element->componentBits;
  if (!storage->allocate(bits, context.machine.options.checkUninitialized))
    return op->emitError() << "expected tensors that fit in "
                           << context.machine.options.maxBytes
                           << " bytes (because the interpreter's memory is "
                              "limited), got another of "
                           << bits / 8 << " bytes";
  context.machine.addressable.push_back(storage);
  View view = View::contiguous(storage, *element, shape);
  view.isTensor = true;
  return view;
}

static LogicalResult runAlloc(Context &context, const Inst &inst) {
  auto type = cast<MemRefType>(inst.op->getResult(0).getType());
  unsigned numSizes = type.getNumDynamicDims();
  SmallVector<int64_t> sizes;
  if (failed(context.uniforms(inst, 0, numSizes, sizes)))
    return failure();
  FailureOr<View> view = allocate(context, inst.op, type, sizes);
  if (failed(view))
    return failure();
  context.setView(inst, 0, std::move(*view));
  return success();
}

static LogicalResult runDealloc(Context &context, const Inst &inst) {
  FailureOr<std::shared_ptr<const View>> view = context.view(inst, 0);
  if (failed(view))
    return failure();
  Storage &storage = *(*view)->storage;
  if (storage.isFreed || !storage.origin)
    return inst.op->emitError() << "expected a tensor that the program "
                                   "allocated and has not freed, got "
                                << storage.name;
  storage.isFreed = true;
  llvm::erase(context.machine.addressable, (*view)->storage);
  return success();
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static LogicalResult runDim(Context &context, const Inst &inst) {
  FailureOr<std::shared_ptr<const View>> view = context.view(inst, 0);
  FailureOr<uint64_t> dim = context.uniform(inst, 1);
  if (failed(view) || failed(dim))
    return failure();
  if (*dim >= uint64_t((*view)->getRank()))
    return inst.op->emitError()
           << "expected a dimension below " << (*view)->getRank() << ", got "
           << int64_t(*dim);
  context.setScalar(inst.results[0], (*view)->shape[*dim]);
  return success();
}

static LogicalResult runRank(Context &context, const Inst &inst) {
  FailureOr<std::shared_ptr<const View>> view = context.view(inst, 0);
  if (failed(view))
    return failure();
  context.setScalar(inst.results[0], (*view)->getRank());
  return success();
}

static LogicalResult runPointer(Context &context, const Inst &inst) {
  FailureOr<std::shared_ptr<const View>> view = context.view(inst, 0);
  if (failed(view))
    return failure();
  context.setScalar(inst.results[0],
                    reinterpret_cast<uint64_t>((*view)->storage->data));
  return success();
}

static LogicalResult runMetadata(Context &context, const Inst &inst) {
  FailureOr<std::shared_ptr<const View>> view = context.view(inst, 0);
  if (failed(view))
    return failure();
  const View &source = **view;
  View base = View::contiguous(source.storage, source.element, {});
  base.isTensor = true;
  context.setView(inst, 0, base);
  int64_t bits = source.element.bits;
  context.setScalar(inst.results[1], source.offset / bits);
  for (int64_t dim = 0; dim < source.getRank(); ++dim) {
    context.setScalar(inst.results[2 + dim], source.shape[dim]);
    context.setScalar(inst.results[2 + source.getRank() + dim],
                      source.strides[dim] / bits);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Sets the shape of a view all of whose elements exist.
static void setShape(View &view, ArrayRef<int64_t> shape,
                     ArrayRef<int64_t> strides) {
  view.shape.assign(shape.begin(), shape.end());
  view.strides.assign(strides.begin(), strides.end());
  view.low.assign(shape.size(), 0);
  view.high = view.shape;
}

static LogicalResult runCast(Context &context, const Inst &inst) {
  auto type = dyn_cast<MemRefType>(inst.op->getResult(0).getType());
  return makeViews(
      context, inst, 1,
      [&](const View *source, ArrayRef<int64_t>) -> FailureOr<View> {
        bool fits = type && type.getRank() == source->getRank();
        for (int64_t dim = 0; fits && dim < source->getRank(); ++dim)
          fits = type.isDynamicDim(dim) ||
                 type.getDimSize(dim) == source->shape[dim];
        if (fits)
          return *source;
        return inst.op->emitError()
               << "expected a tensor of the shape of "
               << inst.op->getResult(0).getType() << ", got another";
      });
}

/// The view itself.
static LogicalResult runSame(Context &context, const Inst &inst) {
  return makeViews(
      context, inst, 1,
      [&](const View *source, ArrayRef<int64_t>) -> FailureOr<View> {
        return *source;
      });
}

static FailureOr<View> subview(memref::SubViewOp op, const View &source,
                               ArrayRef<int64_t> dynamic) {
  SmallVector<int64_t, 8> offsets = mixedValues(op.getStaticOffsets(), dynamic);
  SmallVector<int64_t, 8> sizes = mixedValues(op.getStaticSizes(), dynamic);
  SmallVector<int64_t, 8> steps = mixedValues(op.getStaticStrides(), dynamic);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  View view = source;
  SmallVector<int64_t, 4> shape, strides;
  for (size_t dim = 0; dim < offsets.size(); ++dim) {
    int64_t extent = source.shape[dim], span = 0;
    bool isInside =
        offsets[dim] >= 0 && sizes[dim] >= 0 && steps[dim] >= 0 &&
        !llvm::MulOverflow(std::max<int64_t>(sizes[dim], 1) - 1, steps[dim],
                           span) &&
        (sizes[dim] == 0 ? offsets[dim] <= extent
                         : saturatingSub(extent, offsets[dim]) > span);
    if (!isInside)
      return op.emitError() << "expected a subview inside dimension " << dim
                            << " (because it has no elements outside), got "
                            << sizes[dim] << " elements from " << offsets[dim]
                            << " by " << steps[dim] << " of " << extent;
    view.offset += offsets[dim] * source.strides[dim];
    if (dropped.test(dim))
      continue;
    shape.push_back(sizes[dim]);
    strides.push_back(steps[dim] * source.strides[dim]);
  }
  setShape(view, shape, strides);
  return view;
}

static LogicalResult runSubView(Context &context, const Inst &inst) {
  auto op = cast<memref::SubViewOp>(inst.op);
  return makeViews(context, inst, 1,
                   [&](const View *source, ArrayRef<int64_t> dynamic) {
                     return subview(op, *source, dynamic);
                   });
}

/// Groups of dimensions become one; they must be contiguous among themselves.
static FailureOr<View> collapse(memref::CollapseShapeOp op,
                                const View &source) {
  View view = source;
  SmallVector<int64_t, 4> shape, strides;
  // Without elements, no strides are wrong.
  bool isEmpty = llvm::is_contained(source.shape, 0);
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    int64_t extent = 1, stride = source.element.bits;
    bool isFirst = true;
    for (int64_t dim : llvm::reverse(group)) {
      // Extent 1 has no stride of its own.
      if (source.shape[dim] != 1) {
        if (isFirst)
          stride = source.strides[dim];
        else if (!isEmpty && source.strides[dim] != stride * extent)
          return op.emitError()
                 << "expected contiguous dimensions (because they "
                    "become one), got a strided tensor";
        isFirst = false;
      }
      extent *= source.shape[dim];
    }
    shape.push_back(extent);
    strides.push_back(stride);
  }
  setShape(view, shape, strides);
  return view;
}

static LogicalResult runCollapse(Context &context, const Inst &inst) {
  auto op = cast<memref::CollapseShapeOp>(inst.op);
  return makeViews(context, inst, 1,
                   [&](const View *source, ArrayRef<int64_t>) {
                     return collapse(op, *source);
                   });
}

static FailureOr<View> expand(memref::ExpandShapeOp op, const View &source,
                              ArrayRef<int64_t> dynamic) {
  SmallVector<int64_t, 8> shape =
      mixedValues(op.getStaticOutputShape(), dynamic);
  SmallVector<int64_t, 8> strides(shape.size());
  View view = source;
  for (auto [from, group] : llvm::enumerate(op.getReassociationIndices())) {
    int64_t stride = source.strides[from], extent = 1;
    bool isBad = false;
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = stride * extent;
      isBad |= shape[dim] < 0 || llvm::MulOverflow(extent, shape[dim], extent);
    }
    if (isBad || extent != source.shape[from])
      return op.emitError()
             << "expected extents with the product " << source.shape[from]
             << " in place of dimension " << from << ", got another product";
  }
  setShape(view, shape, strides);
  return view;
}

static LogicalResult runExpand(Context &context, const Inst &inst) {
  auto op = cast<memref::ExpandShapeOp>(inst.op);
  return makeViews(context, inst, 1,
                   [&](const View *source, ArrayRef<int64_t> dynamic) {
                     return expand(op, *source, dynamic);
                   });
}

static LogicalResult runReinterpret(Context &context, const Inst &inst) {
  auto op = cast<memref::ReinterpretCastOp>(inst.op);
  return makeViews(
      context, inst, 1,
      [&](const View *source, ArrayRef<int64_t> dynamic) -> FailureOr<View> {
        SmallVector<int64_t, 8> offsets =
            mixedValues(op.getStaticOffsets(), dynamic);
        SmallVector<int64_t, 8> sizes =
            mixedValues(op.getStaticSizes(), dynamic);
        SmallVector<int64_t, 8> strides =
            mixedValues(op.getStaticStrides(), dynamic);
        uint64_t bits = source->element.bits;
        if (llvm::any_of(sizes, [](int64_t size) { return size < 0; }))
          return op.emitError()
                 << "expected sizes of a tensor, got a negative one";
        View view = *source;
        // Relative to the start of the memory, whatever the source's offset.
        view.offset = int64_t(uint64_t(offsets[0]) * bits);
        for (int64_t &stride : strides)
          stride = int64_t(uint64_t(stride) * bits);
        setShape(view, sizes, strides);
        return view;
      });
}

static LogicalResult runTranspose(Context &context, const Inst &inst) {
  auto op = cast<memref::TransposeOp>(inst.op);
  return makeViews(
      context, inst, 1,
      [&](const View *source, ArrayRef<int64_t>) -> FailureOr<View> {
        View view = *source;
        for (unsigned dim = 0; dim < op.getPermutation().getNumResults();
             ++dim) {
          unsigned from = op.getPermutation().getDimPosition(dim);
          view.shape[dim] = source->shape[from];
          view.strides[dim] = source->strides[from];
          view.low[dim] = source->low[from];
          view.high[dim] = source->high[from];
        }
        return view;
      });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static LogicalResult runLoad(Context &context, const Inst &inst) {
  ElementRule rule;
  rule.isStrict = true;
  return loadElements(context, inst, 0,
                      cast<memref::LoadOp>(inst.op).getIndices().size(), rule);
}

static LogicalResult runStore(Context &context, const Inst &inst) {
  ElementRule rule;
  rule.isStrict = true;
  return storeElements(context, inst, 0, 1,
                       cast<memref::StoreOp>(inst.op).getIndices().size(),
                       rule);
}

static LogicalResult runCopy(Context &context, const Inst &inst) {
  FailureOr<std::shared_ptr<const View>> from = context.view(inst, 0);
  FailureOr<std::shared_ptr<const View>> to = context.view(inst, 1);
  if (failed(from) || failed(to))
    return failure();
  if ((*from)->shape != (*to)->shape)
    return inst.op->emitError() << "expected tensors of one shape, got two";
  TileData data(context.machine.budget);
  Accessor reader(context, inst.op, inst.number, **from, false);
  Accessor writer(context, inst.op, inst.number, **to, false);
  if (failed(readTile(context, inst.op, reader, **from, -1, data)))
    return failure();
  return writeTile(context, inst.op, writer, **to, -1, data);
}

void tile::addMemRefHandlers(HandlerMap &map) {
  map.add<memref::AllocOp>(runAlloc);
  map.add<memref::AllocaOp>(runAlloc);
  map.add<memref::DeallocOp>(runDealloc);
  map.add<memref::DimOp>(runDim);
  map.add<memref::RankOp>(runRank);
  map.add<memref::ExtractAlignedPointerAsIndexOp>(runPointer);
  map.add<memref::ExtractStridedMetadataOp>(runMetadata);
  map.add<memref::CastOp>(runCast);
  map.add<memref::AssumeAlignmentOp>(runSame);
  map.add<memref::SubViewOp>(runSubView);
  map.add<memref::CollapseShapeOp>(runCollapse);
  map.add<memref::ExpandShapeOp>(runExpand);
  map.add<memref::ReinterpretCastOp>(runReinterpret);
  map.add<memref::TransposeOp>(runTranspose);
  map.add<memref::LoadOp>(runLoad);
  map.add<memref::StoreOp>(runStore);
  map.add<memref::CopyOp>(runCopy);
}
