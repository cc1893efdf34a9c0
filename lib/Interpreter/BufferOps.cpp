//===- BufferOps.cpp - buffers and views of them --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

std::shared_ptr<Storage> tile::makeBuffer(Context &context, Operation *op,
                                          Value result, BufferType type,
                                          View &view) {
  std::optional<Element> element = Element::get(type.getElementType());
  std::optional<int64_t> count = productOf(type.getShape());
  int64_t bits = 0;
  if (!element || !count ||
      llvm::MulOverflow<int64_t>(*count, element->bits, bits) ||
      llvm::MulOverflow<int64_t>(bits, type.getVersions(), bits)) {
    op->emitError()
        << "expected a buffer of static shape and a tile element type, "
           "got "
        << type;
    return nullptr;
  }
  auto storage = std::make_shared<Storage>(context.machine.budget);
  storage->origin = op;
  storage->name = nameOf(result);
  storage->isLocal = type.getSpace() == MemorySpace::Local;
  storage->laneSpace = context.lanes.space;
  storage->granuleBits = element->componentBits;
  if (!storage->allocate(bits, context.machine.options.checkUninitialized)) {
    op->emitError()
        << "expected buffers that fit in " << context.machine.options.maxBytes
        << " bytes (because the interpreter's memory is limited), got "
           "another of "
        << bits / 8 << " bytes";
    return nullptr;
  }
  view = View::contiguous(storage, *element, type.getShape());
  view.numVersions = type.getVersions();
  view.versionStride = bits / std::max<int64_t>(1, type.getVersions());
  return storage;
}

/// Barriers of an allocation with their arrival counts.
static void makeBarriers(AllocOp op, Storage &storage) {
  if (op.getType().getSpace() != MemorySpace::Barrier)
    return;
  std::optional<ArrayRef<int64_t>> arrivals = op.getArrivals();
  storage.barriers.resize(op.getType().getNumElements());
  for (auto [i, barrier] : llvm::enumerate(storage.barriers)) {
    int64_t count = 1;
    if (arrivals && i < arrivals->size())
      count = (*arrivals)[i];
    barrier.numArrivals = barrier.arrivalsLeft = std::max<int64_t>(1, count);
  }
}

/// In a cluster, an allocation makes the copies of all blocks, so that peers
/// can name them; each block takes its own.
static LogicalResult allocateInCluster(Context &context, const Inst &inst,
                                       AllocOp op) {
  BlockState &block = *context.block;
  unsigned number = block.allocations[op]++;
  auto &copies = block.cluster->storages[{op, number}];
  View view;
  if (copies.empty()) {
    auto peers = std::make_shared<std::vector<std::weak_ptr<Storage>>>();
    for (size_t rank = 0; rank < block.cluster->blocks.size(); ++rank) {
      std::shared_ptr<Storage> storage =
          makeBuffer(context, op, op.getBuffer(), op.getType(), view);
      if (!storage)
        return failure();
      makeBarriers(op, *storage);
      storage->peers = peers;
      peers->push_back(storage);
      copies.push_back(std::move(storage));
    }
  } else {
    std::optional<Element> element =
        Element::get(op.getType().getElementType());
    view =
        View::contiguous(copies[block.rank], *element, op.getType().getShape());
  }
  view.storage = copies[block.rank];
  context.setView(inst, 0, std::move(view));
  return success();
}

static LogicalResult runAlloc(Context &context, const Inst &inst) {
  auto op = cast<AllocOp>(inst.op);
  MemorySpace space = op.getType().getSpace();
  bool isRankZeroLocal =
      space == MemorySpace::Local && op.getType().getRank() == 0;
  if (!isRankZeroLocal && failed(context.requireTeam(inst)))
    return failure();
  bool hasPeerCopies =
      space == MemorySpace::Shared || space == MemorySpace::Barrier;
  if (context.block && context.block->cluster && hasPeerCopies)
    return allocateInCluster(context, inst, op);
  View view;
  std::shared_ptr<Storage> storage =
      makeBuffer(context, op, op.getBuffer(), op.getType(), view);
  if (!storage)
    return failure();
  makeBarriers(op, *storage);
  context.setView(inst, 0, std::move(view));
  return success();
}

static LogicalResult runDealloc(Context &context, const Inst &inst) {
  FailureOr<std::shared_ptr<const View>> view = context.view(inst, 0);
  if (failed(view) || failed(context.requireTeam(inst)))
    return failure();
  if ((*view)->storage->isFreed)
    return inst.op->emitError() << "expected a buffer that is alive, got "
                                << (*view)->storage->name << " freed twice";
  (*view)->storage->isFreed = true;
  return success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult tile::makeViews(
    Context &context, const Inst &inst, unsigned firstScalar,
    llvm::function_ref<FailureOr<View>(const View *, ArrayRef<int64_t>)> make) {
  bool hasTile = firstScalar > 0;
  bool perLane = hasTile && !context.hasUniformView(inst, 0);
  SmallVector<Operand, 8> scalars;
  for (unsigned i = firstScalar; i < inst.operands.size(); ++i) {
    FailureOr<Operand> scalar = context.operand(inst, i);
    if (failed(scalar))
      return failure();
    perLane |= !scalar->isUniform();
    scalars.push_back(*scalar);
  }
  auto lane = [&](int64_t lane) -> std::shared_ptr<const View> {
    std::shared_ptr<const View> source;
    if (hasTile) {
      FailureOr<std::shared_ptr<const View>> tile = context.view(inst, 0, lane);
      if (failed(tile))
        return nullptr;
      source = *tile;
    }
    SmallVector<int64_t, 8> values;
    for (const Operand &scalar : scalars)
      values.push_back(int64_t(*scalar.at(lane)));
    FailureOr<View> view = make(source.get(), values);
    return failed(view) ? nullptr
                        : std::make_shared<const View>(std::move(*view));
  };
  Slot &slot = context.slot(inst.results[0]);
  std::vector<std::shared_ptr<const View>> views(perLane ? context.lanes.end
                                                         : 1);
  if (!perLane) {
    int64_t any = scalars.empty() && !hasTile ? 0 : context.lanes.getFirst();
    views[0] = lane(any);
    if (!views[0])
      return failure();
  }
  for (int64_t i = context.lanes.begin; perLane && i < context.lanes.end; ++i)
    if (context.lanes.isActive(i) && !(views[i] = lane(i)))
      return failure();
  slot.views = std::move(views);
  slot.space = perLane ? context.lanes.space : 0;
  return success();
}

SmallVector<int64_t, 8> tile::mixedValues(ArrayRef<int64_t> constants,
                                          ArrayRef<int64_t> &dynamic) {
  SmallVector<int64_t, 8> values;
  for (int64_t constant : constants) {
    bool isDynamic = ShapedType::isDynamic(constant) && !dynamic.empty();
    values.push_back(isDynamic ? dynamic.front() : constant);
    if (isDynamic)
      dynamic = dynamic.drop_front();
  }
  return values;
}

/// One slice of `source`; an on-chip one must lie inside.
static FailureOr<View> slice(SliceOp op, const View &source,
                             ArrayRef<int64_t> dynamic) {
  SmallVector<int64_t, 8> offsets = mixedValues(op.getStaticOffsets(), dynamic);
  SmallVector<int64_t, 8> sizes = mixedValues(op.getStaticSizes(), dynamic);
  View view = source;
  view.shape.clear();
  view.strides.clear();
  view.low.clear();
  view.high.clear();
  view.isTensor = op.getType().isWindow();
  uint64_t position = source.offset;
  for (size_t dim = 0; dim < offsets.size(); ++dim) {
    int64_t offset = offsets[dim], size = op.getKept()[dim] ? sizes[dim] : 1;
    bool isInside = offset >= 0 && size >= 0 &&
                    saturatingSub(source.shape[dim], offset) >= size;
    if (size < 0 || (!view.isTensor && !isInside))
      return op.emitError()
             << "expected a slice inside dimension " << dim << " of "
             << source.storage->name << " (because only tensors "
             << "have an outside), got " << size << " elements from " << offset
             << " of " << source.shape[dim];
    position += uint64_t(offset) * uint64_t(source.strides[dim]);
    int64_t low = saturatingSub(source.low[dim], offset);
    int64_t high = saturatingSub(source.high[dim], offset);
    if (!op.getKept()[dim]) {
      view.isOutside |= low > 0 || high <= 0;
      continue;
    }
    view.shape.push_back(size);
    view.strides.push_back(source.strides[dim]);
    view.low.push_back(low);
    view.high.push_back(high);
  }
  view.offset = int64_t(position);
  if (!view.isTensor) {
    view.low.assign(view.shape.size(), 0);
    view.high = view.shape;
  }
  view.setPad(op.getPadAttr());
  return view;
}

static LogicalResult runSlice(Context &context, const Inst &inst) {
  auto op = cast<SliceOp>(inst.op);
  return makeViews(context, inst, 1,
                   [&](const View *source, ArrayRef<int64_t> dynamic) {
                     return slice(op, *source, dynamic);
                   });
}

/// The strides of a row-major reinterpretation of `source` with `extents`, the
/// last of which are the bits of an element; fails where strides cannot say it.
static bool reshapeStrides(const View &source, ArrayRef<int64_t> extents,
                           SmallVectorImpl<int64_t> &strides) {
  // Runs of dimensions that are contiguous among themselves, outermost first.
  SmallVector<std::pair<int64_t, int64_t>, 4> runs;
  auto append = [&](int64_t extent, int64_t stride) {
    if (extent == 1)
      return;
    if (!runs.empty() && runs.back().second == extent * stride)
      runs.back() = {runs.back().first * extent, stride};
    else
      runs.push_back({extent, stride});
  };
  for (auto [extent, stride] : llvm::zip(source.shape, source.strides))
    append(extent, stride);
  append(source.element.bits, 1);
  strides.assign(extents.size(), 1);
  for (size_t dim = extents.size(); dim-- > 0;) {
    if (extents[dim] == 1)
      continue;
    while (!runs.empty() && runs.back().first == 1)
      runs.pop_back();
    if (runs.empty() || runs.back().first % extents[dim] != 0)
      return false;
    strides[dim] = runs.back().second;
    runs.back().first /= extents[dim];
    runs.back().second *= extents[dim];
  }
  return true;
}

/// Whether every element of the view exists.
static bool isAllInside(const View &view) {
  if (view.isOutside)
    return false;
  for (int64_t dim = 0; dim < view.getRank(); ++dim)
    if (view.low[dim] > 0 || view.high[dim] < view.shape[dim])
      return false;
  return true;
}

static FailureOr<View> reinterpret(Operation *op, ShapedType type,
                                   const View &source) {
  std::optional<Element> element = Element::get(type.getElementType());
  std::optional<int64_t> count = productOf(source.shape);
  if (!element || !count || !isAllInside(source))
    return op->emitError()
           << "expected a whole tile inside its tensor (because "
              "its bits are reinterpreted), got another";
  int64_t bits = *count * int64_t(source.element.bits);
  SmallVector<int64_t, 8> extents(type.getShape());
  // At most one dynamic extent follows from the total.
  int64_t known = element->bits;
  for (int64_t extent : extents)
    known *= ShapedType::isDynamic(extent) ? 1 : extent;
  for (int64_t &extent : extents)
    if (ShapedType::isDynamic(extent))
      extent = known ? bits / known : 0;
  std::optional<int64_t> newCount = productOf(extents);
  if (!newCount || *newCount * int64_t(element->bits) != bits)
    return op->emitError() << "expected as many bits as the source has ("
                           << bits << "), got " << type;
  SmallVector<int64_t, 8> strides, withBits(extents);
  withBits.push_back(element->bits);
  if (bits == 0)
    strides.assign(withBits.size(), 0);
  else if (!reshapeStrides(source, withBits, strides))
    return op->emitError()
           << "expected a source whose elements are contiguous as "
              "far as the new shape needs, got a strided slice";
  View view = View::contiguous(source.storage, *element, extents);
  view.strides.assign(strides.begin(), strides.end() - 1);
  view.offset = source.offset;
  view.isTensor = source.isTensor;
  view.storage->refineGranules(element->componentBits);
  return view;
}

static LogicalResult runView(Context &context, const Inst &inst) {
  auto op = cast<ViewOp>(inst.op);
  auto type = cast<ShapedType>(op.getResult().getType());
  return makeViews(context, inst, 1,
                   [&](const View *source, ArrayRef<int64_t>) {
                     return reinterpret(op, type, *source);
                   });
}

static LogicalResult runVersion(Context &context, const Inst &inst) {
  return makeViews(
      context, inst, 1,
      [&](const View *source, ArrayRef<int64_t> slot) -> FailureOr<View> {
        if (slot[0] < 0 || slot[0] >= source->numVersions)
          return inst.op->emitError()
                 << "expected a slot below " << source->numVersions
                 << " (because the ring has so many versions), got " << slot[0];
        View view = *source;
        view.offset += slot[0] * source->versionStride;
        view.numVersions = 1;
        return view;
      });
}

static LogicalResult runRemote(Context &context, const Inst &inst) {
  return makeViews(
      context, inst, 1,
      [&](const View *source, ArrayRef<int64_t> rank) -> FailureOr<View> {
        View view = *source;
        if (!source->storage->peers) {
          if (rank[0] == 0)
            return view;
          return inst.op->emitError()
                 << "expected rank 0 (because the block is "
                    "alone in its cluster), got "
                 << rank[0];
        }
        auto &peers = *source->storage->peers;
        if (rank[0] < 0 || rank[0] >= int64_t(peers.size()))
          return inst.op->emitError()
                 << "expected a rank below " << peers.size()
                 << " (because the cluster has so many blocks), got "
                 << rank[0];
        view.storage = peers[rank[0]].lock();
        return view;
      });
}

static LogicalResult runPointer(Context &, const Inst &inst) {
  return inst.op->emitError() << "expected operations with a meaning on arrays "
                                 "(because the interpreter "
                                 "has no device addresses), got tile.pointer";
}

/// The tensor at an address inside one of the tensors of the call.
static FailureOr<View> tensorAt(Context &context, TensorAtOp op,
                                int64_t address, ArrayRef<int64_t> sizes,
                                ArrayRef<int64_t> strides) {
  std::optional<Element> element = Element::get(op.getType().getElementType());
  if (!element)
    return op.emitError() << "expected a tensor of a tile element type, got "
                          << op.getType();
  // The bits up to the end of the last element.
  int64_t extent = element->bits;
  bool isEmpty = llvm::is_contained(sizes, 0), isBad = false;
  for (auto [size, stride] : llvm::zip(sizes, strides)) {
    int64_t span;
    isBad |= size < 0 || stride < 0 ||
             llvm::MulOverflow(std::max<int64_t>(size, 1) - 1, stride, span) ||
             llvm::MulOverflow<int64_t>(span, element->bits, span) ||
             llvm::AddOverflow(extent, span, extent);
  }
  if (isBad)
    return op.emitError() << "expected sizes and strides of a tensor (because "
                             "negative and overflowing ones have no meaning)";
  View view;
  view.element = *element;
  view.isTensor = true;
  view.shape.assign(sizes.begin(), sizes.end());
  view.high = view.shape;
  view.low.assign(sizes.size(), 0);
  for (int64_t stride : strides)
    view.strides.push_back(stride * int64_t(element->bits));
  for (const std::shared_ptr<Storage> &storage : context.machine.addressable) {
    uint64_t begin = reinterpret_cast<uint64_t>(storage->data);
    uint64_t offset = uint64_t(address) - begin;
    if (storage->isFreed || offset > storage->numBytes)
      continue;
    if (!isEmpty &&
        uint64_t(extent) > uint64_t(storage->getNumBits()) - offset * 8)
      continue;
    view.storage = storage;
    view.offset = int64_t(offset * 8);
    storage->refineGranules(element->componentBits);
    return view;
  }
  if (!isEmpty)
    return op.emitError()
           << "expected an address inside a tensor of the call, with "
              "room for all elements (because other memory is not "
              "the program's), got another";
  view.storage = std::make_shared<Storage>(context.machine.budget);
  view.storage->name = nameOf(op.getResult());
  view.storage->isGlobal = true;
  return view;
}

static LogicalResult runTensorAt(Context &context, const Inst &inst) {
  auto op = cast<TensorAtOp>(inst.op);
  return makeViews(
      context, inst, 0,
      [&](const View *, ArrayRef<int64_t> scalars) -> FailureOr<View> {
        ArrayRef<int64_t> dynamic = scalars.drop_front();
        SmallVector<int64_t, 8> sizes =
            mixedValues(op.getStaticSizes(), dynamic);
        SmallVector<int64_t, 8> strides;
        if (std::optional<ArrayRef<int64_t>> given = op.getStaticStrides()) {
          strides = mixedValues(*given, dynamic);
        } else {
          strides.assign(sizes.size(), 1);
          for (size_t dim = sizes.size(); dim-- > 1;)
            if (llvm::MulOverflow(strides[dim],
                                  std::max<int64_t>(sizes[dim], 1),
                                  strides[dim - 1]))
              strides[dim - 1] = -1;
        }
        return tensorAt(context, op, scalars[0], sizes, strides);
      });
}

void tile::addBufferHandlers(HandlerMap &map) {
  map.add<AllocOp>(runAlloc);
  map.add<DeallocOp>(runDealloc);
  map.add<SliceOp>(runSlice);
  map.add<ViewOp>(runView);
  map.add<VersionOp>(runVersion);
  map.add<RemoteOp>(runRemote);
  map.add<PointerOp>(runPointer);
  map.add<TensorAtOp>(runTensorAt);
}
