//===- TileMemoryOps.cpp - buffers, views and elements --------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileSyntax.h"
#include "TileVerifiers.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tile;
using namespace tile::detail;

using Accesses = SmallVectorImpl<Access>;
using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

namespace {
/// The type of a buffer, or null for a tensor.
BufferType bufferType(Value tileRef) {
  return dyn_cast<BufferType>(tileRef.getType());
}

/// Refuses what can only be a mistake: constant indices outside an on-chip
/// buffer, and more consecutive elements than its last dimension has.
LogicalResult verifyInside(Operation *op, BufferType type, ValueRange indices,
                           Type value) {
  auto vector = dyn_cast<VectorType>(value);
  int64_t lanes =
      vector && value != type.getElementType() ? vector.getNumElements() : 1;
  if (type.getRank() != 0 && lanes > type.getShape().back())
    return op->emitOpError("expected at most ")
           << type.getShape().back()
           << " elements (because the last dimension has no more), got "
           << lanes;
  for (auto [i, index] : llvm::enumerate(indices)) {
    int64_t last = type.getDimSize(i) - (i + 1 == indices.size() ? lanes : 1);
    if (std::optional<int64_t> constant = constantOf(index);
        constant && (*constant < 0 || *constant > last))
      return op->emitOpError("expected an index from 0 to ")
             << last << " (because the buffer is on the chip), got "
             << *constant;
  }
  return success();
}

/// Fails unless `tileRef` holds elements that loads and stores can reach.
LogicalResult verifyElements(Operation *op, Value tileRef, ValueRange indices,
                             Type value) {
  auto shaped = cast<ShapedType>(tileRef.getType());
  if (!BufferType::isValidElementType(shaped.getElementType()))
    return op->emitOpError("expected an element type of the tile dialect, got ")
           << shaped.getElementType();
  if (BufferType type = bufferType(tileRef);
      type && llvm::is_contained({MemorySpace::Barrier, MemorySpace::Tmem},
                                 type.getSpace()))
    return op->emitOpError("expected memory that threads address, got ")
           << stringifyMemorySpace(type.getSpace());
  if (static_cast<int64_t>(indices.size()) != shaped.getRank())
    return op->emitOpError("expected ")
           << shaped.getRank() << " indices (one for each dimension), got "
           << indices.size();
  BufferType type = bufferType(tileRef);
  return type && type.isOnChip() ? verifyInside(op, type, indices, value)
                                 : success();
}

/// Fails unless `value` is an element of `tileRef`, or a vector of elements.
LogicalResult verifyElementType(Operation *op, Type value, Value tileRef) {
  auto shaped = cast<ShapedType>(tileRef.getType());
  Type element = shaped.getElementType();
  if (value == element)
    return success();
  auto vector = dyn_cast<VectorType>(value);
  if (!vector || isa<VectorType>(element) || vector.getElementType() != element)
    return op->emitOpError("expected a value of type ")
           << element << " or a vector of it (because there is no conversion), "
           << "got " << value;
  if (shaped.getRank() == 0)
    return op->emitOpError("expected one element (because the buffer has no "
                           "dimensions), got ")
           << value;
  return success();
}

LogicalResult verifyPad(Operation *op, TypedAttr pad, Type element,
                        Value source) {
  if (!pad)
    return success();
  if (pad.getType() != element)
    return op->emitOpError("expected a pad of type ")
           << element << ", got " << pad.getType();
  if (!isa<FloatAttr, IntegerAttr>(pad))
    return op->emitOpError("expected a pad that is a number, got ") << pad;
  if (BufferType type = bufferType(source); type && type.isOnChip())
    return op->emitOpError("expected no pad (because nothing of an on-chip "
                           "buffer is outside)");
  return success();
}

/// Fails unless `kind` is an update of elements of type `element`.
LogicalResult verifyAtomicKind(Operation *op, AtomicKind kind, Type element) {
  if (auto vector = dyn_cast<VectorType>(element))
    element = vector.getElementType();
  bool isInteger = isa<IntegerType>(element);
  bool forInteger =
      llvm::is_contained({AtomicKind::Umax, AtomicKind::Umin, AtomicKind::Or,
                          AtomicKind::And, AtomicKind::Xor},
                         kind);
  if (forInteger && !isInteger)
    return op->emitOpError("expected integers (because of ")
           << stringifyAtomicKind(kind) << "), got " << element;
  return success();
}

LogicalResult verifyOrder(Operation *op, MemoryOrder order,
                          ArrayRef<MemoryOrder> refused, StringRef reason) {
  if (!llvm::is_contained(refused, order))
    return success();
  return op->emitOpError("expected no order ")
         << stringifyMemoryOrder(order) << " (because " << reason << ")";
}

/// Total bits of a tile of static shape, or none.
std::optional<int64_t> totalBits(ShapedType type) {
  if (!type.hasStaticShape() ||
      !BufferType::isValidElementType(type.getElementType()))
    return std::nullopt;
  int64_t bits = BufferType::storageBits(type.getElementType());
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(bits, extent, bits))
      return std::nullopt;
  return bits;
}
} // namespace

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

void AllocOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0));
}

void AllocOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (std::optional<StringRef> id = getId())
    setName(getBuffer(), *id);
}

/// The number of elements up to which places are compared one by one.
static constexpr int64_t kMaxCompared = 1 << 16;

/// Fails if two elements of the buffer have one place. Larger layouts whose
/// inverse is not found are left to proofs.
static LogicalResult verifyOwnPlaces(AllocOp op, BufferType type) {
  auto attribute = dyn_cast_if_present<layout::MemoryAttr>(type.getLayout());
  if (!attribute || type.getNumElements() > kMaxCompared)
    return success();
  const layout::MemoryLayout &memory = attribute.getLayout();
  if (!memory.isByteAddressed() || memory.inverse())
    return success();
  llvm::DenseMap<int64_t, int64_t> elementAt;
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<int64_t> indices = delinearize(i, strides);
    auto slot = memory.slotAt(indices);
    if (!slot)
      return success();
    auto [other, isNew] = elementAt.try_emplace(*slot, i);
    if (isNew)
      continue;
    InFlightDiagnostic diagnostic = op.emitOpError(
        "expected a layout that gives each element a place of its own, got "
        "elements [");
    llvm::interleaveComma(delinearize(other->second, strides), diagnostic);
    diagnostic << "] and [";
    llvm::interleaveComma(indices, diagnostic);
    return diagnostic << "] in slot " << *slot;
  }
  return success();
}

LogicalResult AllocOp::verify() {
  BufferType type = getType();
  if (failed(verifyOwnPlaces(*this, type)))
    return failure();
  if (type.isWindow() || type.getSpace() == MemorySpace::Cluster)
    return emitOpError("expected a space of the block (because a window is "
                       "made by tile.slice and a peer's buffer by "
                       "tile.remote), got ")
           << stringifyMemorySpace(type.getSpace());
  if (type.getSpace() == MemorySpace::Tmem && type.getRank() < 2)
    return emitOpError("expected at least two dimensions (because tensor "
                       "memory has lanes and columns), got ")
           << type.getRank();
  bool isBarrier = type.getSpace() == MemorySpace::Barrier;
  if (isBarrier != getArrivals().has_value())
    return emitOpError(isBarrier
                           ? "expected arrivals (because barriers count "
                             "them)"
                           : "expected no arrivals (because only barriers "
                             "count them)");
  if (getCluster() && !isBarrier)
    return emitOpError("expected barriers (because peers arrive at them)");
  if (!isBarrier)
    return success();
  if (static_cast<int64_t>(getArrivals()->size()) != type.getShape()[0])
    return emitOpError("expected one arrival count for each barrier, got ")
           << getArrivals()->size() << " for " << type.getShape()[0];
  for (int64_t count : getArrivals().value_or(ArrayRef<int64_t>()))
    if (count < 1)
      return emitOpError("expected arrival counts of at least 1, got ")
             << count;
  return success();
}

LogicalResult DeallocOp::verify() {
  auto alloc = getBuffer().getDefiningOp<AllocOp>();
  if (!alloc)
    return emitOpError("expected the result of tile.alloc (because a part of a "
                       "buffer cannot be freed)");
  for (Operation *user : getBuffer().getUsers())
    if (user != getOperation() && isa<DeallocOp>(user) &&
        user->getBlock() == (*this)->getBlock()) {
      InFlightDiagnostic diagnostic =
          emitOpError("expected the buffer to be freed once");
      diagnostic.attachNote(user->getLoc()) << "also freed here";
      return diagnostic;
    }
  return success();
}

void DeallocOp::getAccesses(Accesses &accesses) {
  accesses.push_back({&getBufferMutable(), AccessMode::Write});
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Value VersionOp::getViewSource() { return getRing(); }

LogicalResult VersionOp::verify() {
  BufferType ring = getRing().getType();
  if (ring.getVersions() < 2)
    return emitOpError("expected a buffer with versions, got ") << ring;
  auto expected = BufferType::get(ring.getShape(), ring.getElementType(),
                                  ring.getSpace(), ring.getLayout());
  if (getType() != expected)
    return emitOpError("expected result type ")
           << expected << ", got " << getType();
  if (std::optional<int64_t> slot = constantOf(getSlot());
      slot && (*slot < 0 || *slot >= ring.getVersions()))
    return emitOpError("expected a slot from 0 to ")
           << ring.getVersions() - 1 << ", got " << *slot;
  return success();
}

Value SliceOp::getViewSource() { return getSource(); }

SmallVector<OpFoldResult> SliceOp::getMixedOffsets() {
  return mixedValues(getStaticOffsets(), getOffsets(), getContext());
}

SmallVector<OpFoldResult> SliceOp::getMixedSizes() {
  return mixedValues(getStaticSizes(), getSizes(), getContext());
}

/// Fails unless the lists of a slice agree with the rank of its source.
static LogicalResult verifySliceLists(SliceOp op) {
  size_t rank = cast<ShapedType>(op.getSource().getType()).getRank();
  if (op.getStaticOffsets().size() != rank ||
      op.getStaticSizes().size() != rank || op.getKept().size() != rank)
    return op.emitOpError("expected ")
           << rank << " offsets (one for each dimension of the source), got "
           << op.getStaticOffsets().size();
  if (!hasMatchingValues(op.getStaticOffsets(), op.getOffsets().size()) ||
      !hasMatchingValues(op.getStaticSizes(), op.getSizes().size()))
    return op.emitOpError("expected one operand for each dynamic offset and "
                          "extent");
  for (auto [kept, size] : llvm::zip(op.getKept(), op.getStaticSizes()))
    if (!kept && size != 1)
      return op.emitOpError("expected a dropped dimension to have extent 1, "
                            "got ")
             << size;
  return success();
}

LogicalResult SliceOp::verify() {
  if (failed(verifySliceLists(*this)))
    return failure();
  auto source = cast<ShapedType>(getSource().getType());
  BufferType buffer = bufferType(getSource());
  BufferType result = getType();
  MemorySpace space = buffer ? buffer.getSpace() : MemorySpace::Global;
  if (result.getSpace() != space)
    return emitOpError("expected a result in ")
           << stringifyMemorySpace(space) << " (because that is where the "
           << "source is), got " << stringifyMemorySpace(result.getSpace());
  if (result.getElementType() != source.getElementType())
    return emitOpError("expected a result of ")
           << source.getElementType() << ", got " << result.getElementType();
  SmallVector<int64_t> shape;
  for (auto [kept, size] : llvm::zip(getKept(), getStaticSizes()))
    if (kept)
      shape.push_back(size);
  if (result.getShape() != ArrayRef<int64_t>(shape))
    return emitOpError("expected a result of shape ")
           << shapeText(shape) << " (because those extents are kept), got "
           << shapeText(result.getShape());
  if (failed(
          verifyPad(*this, getPadAttr(), source.getElementType(), getSource())))
    return failure();
  if (space == MemorySpace::Global)
    return success();
  if (buffer.getVersions() != 1)
    return emitOpError("expected one version (because a slice is of one), got ")
           << buffer.getVersions();
  SmallVector<OpFoldResult> offsets = getMixedOffsets();
  for (auto [offset, size, extent] :
       llvm::zip(offsets, getStaticSizes(), source.getShape())) {
    std::optional<int64_t> begin;
    if (auto value = dyn_cast<Value>(offset))
      begin = constantOf(value);
    else
      begin = getConstantIntValue(offset);
    if (size > extent || (begin && (*begin < 0 || *begin > extent - size)))
      return emitOpError("expected a slice inside the buffer (because it is on "
                         "the chip), got extent ")
             << size << (begin ? " at " + std::to_string(*begin) : "") << " of "
             << extent;
  }
  return success();
}

Value ViewOp::getViewSource() { return getSource(); }

LogicalResult ViewOp::verify() {
  BufferType source = bufferType(getSource());
  BufferType result = bufferType(getResult());
  if (!source != !result)
    return emitOpError("expected two buffers or two memrefs, got ")
           << getSource().getType() << " and " << getResult().getType();
  if (source) {
    if (source.getSpace() != result.getSpace())
      return emitOpError("expected a result in ")
             << stringifyMemorySpace(source.getSpace()) << ", got "
             << stringifyMemorySpace(result.getSpace());
    if (source.isWindow() || source.getSpace() == MemorySpace::Barrier)
      return emitOpError("expected an on-chip buffer of numbers, got ")
             << source;
    if (source.getVersions() != result.getVersions())
      return emitOpError("expected as many versions as the source has, got ")
             << result.getVersions();
  } else {
    for (Value value : {getSource(), getResult()})
      if (!cast<MemRefType>(value.getType()).getLayout().isIdentity())
        return emitOpError("expected contiguous memrefs, got ")
               << value.getType();
  }
  auto from = cast<ShapedType>(getSource().getType());
  auto to = cast<ShapedType>(getResult().getType());
  for (ShapedType type : {from, to})
    if (!BufferType::isValidElementType(type.getElementType()))
      return emitOpError("expected elements of the tile dialect, got ")
             << type.getElementType();
  // With dynamic extents the sizes are compared when the operation runs.
  if (!from.hasStaticShape() || !to.hasStaticShape())
    return success();
  std::optional<int64_t> fromBits = totalBits(from), toBits = totalBits(to);
  if (!fromBits || fromBits != toBits)
    return emitOpError("expected equal total sizes, got ")
           << fromBits.value_or(-1) << " and " << toBits.value_or(-1)
           << " bits";
  return success();
}

Value RemoteOp::getViewSource() { return getBuffer(); }

LogicalResult RemoteOp::verify() {
  BufferType source = getBuffer().getType();
  bool isBarrier = source.getSpace() == MemorySpace::Barrier;
  if (!isBarrier && source.getSpace() != MemorySpace::Shared)
    return emitOpError("expected a shared buffer or barriers, got ") << source;
  auto expected = BufferType::get(source.getShape(), source.getElementType(),
                                  MemorySpace::Cluster, source.getLayout(),
                                  source.getVersions());
  if (getType() != expected)
    return emitOpError("expected result type ")
           << expected << ", got " << getType();
  auto launch = (*this)->getParentOfType<LaunchOp>();
  if (launch && !launch.getCluster()) {
    InFlightDiagnostic diagnostic =
        emitOpError("expected a launch with clusters (because peers are the "
                    "blocks of a cluster)");
    diagnostic.attachNote(launch.getLoc()) << "the launch is here";
    return diagnostic;
  }
  return success();
}

LogicalResult PointerOp::verify() {
  if (!isa<LLVM::LLVMPointerType>(getType()))
    return emitOpError("expected a result of a pointer type, got ")
           << getType();
  if (!getRead() && !getWrite())
    return emitOpError("expected 'read', 'write' or both");
  auto shaped = cast<ShapedType>(getSource().getType());
  if (static_cast<int64_t>(getIndices().size()) != shaped.getRank())
    return emitOpError("expected ")
           << shaped.getRank() << " indices, got " << getIndices().size();
  return success();
}

void PointerOp::getAccesses(Accesses &accesses) {
  AccessMode mode = !getWrite()  ? AccessMode::Read
                    : !getRead() ? AccessMode::Write
                                 : AccessMode::Update;
  accesses.push_back({&getSourceMutable(), mode});
}

LogicalResult TensorAtOp::verify() {
  auto type = cast<MemRefType>(getType());
  if (!BufferType::isValidElementType(type.getElementType()))
    return emitOpError("expected elements of the tile dialect, got ")
           << type.getElementType();
  if (!hasMatchingValues(getStaticSizes(), getSizes().size()))
    return emitOpError("expected one operand for each dynamic size");
  if (type.getShape() != getStaticSizes())
    return emitOpError("expected a result of shape ")
           << shapeText(getStaticSizes()) << ", got "
           << shapeText(type.getShape());
  std::optional<ArrayRef<int64_t>> strides = getStaticStrides();
  if (!strides) {
    if (!getStrides().empty() || !type.getLayout().isIdentity())
      return emitOpError("expected a contiguous result (because there are no "
                         "strides), got ")
             << type;
    return success();
  }
  if (strides->size() != getStaticSizes().size() ||
      !hasMatchingValues(*strides, getStrides().size()))
    return emitOpError("expected one stride for each dimension, got ")
           << strides->size();
  SmallVector<int64_t> expected;
  int64_t offset;
  if (failed(type.getStridesAndOffset(expected, offset)) || offset != 0 ||
      ArrayRef<int64_t>(expected) != *strides)
    return emitOpError("expected the strides of the result type, got ")
           << shapeText(*strides) << " for " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

LogicalResult LoadOp::verify() {
  if (failed(verifyElements(*this, getSource(), getIndices(), getType())) ||
      failed(verifyElementType(*this, getType(), getSource())))
    return failure();
  return verifyPad(*this, getPadAttr(),
                   cast<ShapedType>(getSource().getType()).getElementType(),
                   getSource());
}

void LoadOp::getAccesses(Accesses &accesses) {
  accesses.push_back({&getSourceMutable(), AccessMode::Read});
}

LogicalResult StoreOp::verify() {
  if (failed(verifyElements(*this, getDestination(), getIndices(),
                            getValue().getType())))
    return failure();
  return verifyElementType(*this, getValue().getType(), getDestination());
}

void StoreOp::getAccesses(Accesses &accesses) {
  accesses.push_back({&getDestinationMutable(), AccessMode::Write});
}

LogicalResult AtomicRmwOp::verify() {
  Type type = getValue().getType();
  if (failed(verifyElements(*this, getDestination(), getIndices(), type)) ||
      failed(verifyElementType(*this, type, getDestination())) ||
      failed(verifyAtomicKind(*this, getKind(), type)))
    return failure();
  if (getOld().getType() != type)
    return emitOpError("expected a result of type ")
           << type << ", got " << getOld().getType();
  if (auto vector = dyn_cast<VectorType>(type);
      vector && vector.getNumElements() != 2 && vector.getNumElements() != 4)
    return emitOpError("expected one, two or four elements, got ")
           << vector.getNumElements();
  return success();
}

void AtomicRmwOp::getAccesses(Accesses &accesses) {
  accesses.push_back({&getDestinationMutable(), AccessMode::Update});
}

LogicalResult AtomicLoadOp::verify() {
  if (failed(verifyElements(*this, getSource(), getIndices(), getType())) ||
      failed(verifyElementType(*this, getType(), getSource())))
    return failure();
  return verifyOrder(*this, getOrder(),
                     {MemoryOrder::Release, MemoryOrder::AcqRel},
                     "a load releases nothing");
}

void AtomicLoadOp::getAccesses(Accesses &accesses) {
  accesses.push_back({&getSourceMutable(), AccessMode::Read});
}

LogicalResult AtomicStoreOp::verify() {
  if (failed(verifyElements(*this, getDestination(), getIndices(),
                            getValue().getType())) ||
      failed(verifyElementType(*this, getValue().getType(), getDestination())))
    return failure();
  return verifyOrder(*this, getOrder(),
                     {MemoryOrder::Acquire, MemoryOrder::AcqRel},
                     "a store acquires nothing");
}

void AtomicStoreOp::getAccesses(Accesses &accesses) {
  accesses.push_back({&getDestinationMutable(), AccessMode::Write});
}
