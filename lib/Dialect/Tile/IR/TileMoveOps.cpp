//===- TileMoveOps.cpp - operations that move tiles -----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileVerifiers.h"

using namespace mlir;
using namespace tile;
using namespace tile::detail;

using Accesses = SmallVectorImpl<Access>;

namespace {
/// Fails if the tile cannot be an end of a move: barriers cannot, and the
/// elements must be numbers.
LogicalResult verifyMovable(Operation *op, StringRef name, Value tileRef) {
  auto shaped = cast<ShapedType>(tileRef.getType());
  if (!BufferType::isValidElementType(shaped.getElementType()))
    return op->emitOpError("expected ")
           << name << " of elements of the tile dialect, got "
           << shaped.getElementType();
  auto buffer = dyn_cast<BufferType>(tileRef.getType());
  if (buffer && buffer.getSpace() == MemorySpace::Barrier)
    return op->emitOpError("expected ")
           << name << " that holds data, got barriers";
  if (buffer && buffer.getVersions() != 1)
    return op->emitOpError("expected ")
           << name << " of one version, got " << buffer.getVersions();
  return success();
}

LogicalResult verifyEnds(Operation *op, Value source, Value destination) {
  return failure(failed(verifyMovable(op, "a source", source)) ||
                 failed(verifyMovable(op, "a destination", destination)));
}

/// Fails unless the shapes agree; a dynamic extent is compared at run time.
LogicalResult verifySameShape(Operation *op, ArrayRef<int64_t> source,
                              ArrayRef<int64_t> destination) {
  bool isSame = source.size() == destination.size();
  for (auto [from, to] : llvm::zip(source, destination))
    isSame &=
        ShapedType::isDynamic(from) || ShapedType::isDynamic(to) || from == to;
  if (isSame)
    return success();
  return op->emitOpError("expected a destination of shape ")
         << shapeText(source) << " (because the source has it), got "
         << shapeText(destination);
}

/// Whether values of one type can be converted to the other: vectors only to
/// vectors of the same length.
bool isConvertible(Type from, Type to) {
  auto fromVector = dyn_cast<VectorType>(from);
  auto toVector = dyn_cast<VectorType>(to);
  return !fromVector == !toVector &&
         (!fromVector || fromVector.getShape() == toVector.getShape());
}

LogicalResult verifyConversion(Operation *op, Type from, Type to) {
  if (isConvertible(from, to))
    return success();
  return op->emitOpError("expected types that convert, got ")
         << from << " and " << to;
}

/// Fails unless both have the same element type.
LogicalResult verifySameElement(Operation *op, Value source, Value destination,
                                StringRef reason) {
  Type from = cast<ShapedType>(source.getType()).getElementType();
  Type to = cast<ShapedType>(destination.getType()).getElementType();
  if (from == to)
    return success();
  return op->emitOpError("expected a destination of ")
         << from << " (because " << reason << "), got " << to;
}

/// Appends a read of one tile and a write of the other.
void appendMove(Accesses &accesses, OpOperand &source, OpOperand &destination,
                bool isAsync) {
  accesses.push_back({&source, AccessMode::Read, isAsync});
  accesses.push_back({&destination, AccessMode::Write, isAsync});
}

void appendBarrier(Accesses &accesses, MutableOperandRange barrier) {
  for (OpOperand &operand : barrier)
    accesses.push_back({&operand, AccessMode::Update});
}
} // namespace

//===----------------------------------------------------------------------===//
// CopyOp
//===----------------------------------------------------------------------===//

WaitKind CopyOp::getWaitKind() {
  auto type = dyn_cast<BufferType>(getDestination().getType());
  return !type || type.isWindow() ? WaitKind::Store : WaitKind::Copy;
}

/// Fails if clauses of asynchronous copies stand on a synchronous one, or the
/// other way round.
static LogicalResult verifyAsyncClauses(CopyOp op) {
  if (!op.getToken()) {
    if (op.getMulticast() || op.getIssue() != IssueScope::Team)
      return op.emitOpError(
          "expected 'async' (because of 'multicast' or 'issue')");
    return success();
  }
  if (std::optional<uint64_t> mask = op.getMulticast();
      mask && static_cast<int64_t>(*mask) < 1)
    return op.emitOpError("expected a mask of at least one block, got ")
           << static_cast<int64_t>(*mask);
  return verifySameElement(op, op.getSource(), op.getDestination(),
                           "an asynchronous copy does not convert");
}

LogicalResult CopyOp::verify() {
  if (failed(verifyEnds(*this, getSource(), getDestination())))
    return failure();
  auto source = cast<ShapedType>(getSource().getType());
  auto destination = cast<ShapedType>(getDestination().getType());
  if (failed(verifySameShape(*this, source.getShape(), destination.getShape())))
    return failure();
  if (getSource() == getDestination())
    return emitOpError("expected source and destination not to overlap, got "
                       "one tile");
  if (std::optional<uint64_t> width = getWidth();
      width && static_cast<int64_t>(*width) < 1)
    return emitOpError("expected a width of at least 1 element, got ")
           << static_cast<int64_t>(*width);
  if (failed(verifyConversion(*this, source.getElementType(),
                              destination.getElementType())) ||
      failed(verifyAsyncClauses(*this)))
    return failure();
  return verifyBarrierIndex(*this, getBarrier(), getBarrierIndex());
}

void CopyOp::getAccesses(Accesses &accesses) {
  appendMove(accesses, getSourceMutable(), getDestinationMutable(),
             static_cast<bool>(getToken()));
  appendBarrier(accesses, getBarrierMutable());
}

//===----------------------------------------------------------------------===//
// FillOp, TransposeOp and AtomicTileOp
//===----------------------------------------------------------------------===//

LogicalResult FillOp::verify() {
  if (failed(verifyMovable(*this, "a destination", getDestination())))
    return failure();
  Type value = getValue().getType();
  if (value.isIndex())
    return emitOpError("expected a tile element (because index has no width in "
                       "memory), got index");
  return verifyConversion(
      *this, value,
      cast<ShapedType>(getDestination().getType()).getElementType());
}

void FillOp::getAccesses(Accesses &accesses) {
  accesses.push_back({&getDestinationMutable(), AccessMode::Write});
}

LogicalResult TransposeOp::verify() {
  if (failed(verifyEnds(*this, getSource(), getDestination())))
    return failure();
  BufferType source = getSource().getType();
  for (Value end : {getSource(), getDestination()})
    if (cast<BufferType>(end.getType()).isWindow())
      return emitOpError("expected on-chip buffers, got a window");
  if (source.getRank() < 2)
    return emitOpError("expected at least two dimensions, got ")
           << source.getRank();
  SmallVector<int64_t> shape(source.getShape());
  std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  if (getDestination().getType().getShape() != ArrayRef<int64_t>(shape))
    return emitOpError("expected a destination of shape ")
           << shapeText(shape) << " (because the last two dimensions are "
           << "exchanged), got "
           << shapeText(getDestination().getType().getShape());
  if (getSource() == getDestination())
    return emitOpError("expected source and destination not to overlap, got "
                       "one tile");
  return verifyConversion(*this, source.getElementType(),
                          getDestination().getType().getElementType());
}

void TransposeOp::getAccesses(Accesses &accesses) {
  appendMove(accesses, getSourceMutable(), getDestinationMutable(), false);
}

LogicalResult AtomicTileOp::verify() {
  if (failed(verifyEnds(*this, getSource(), getDestination())))
    return failure();
  auto source = cast<ShapedType>(getSource().getType());
  auto destination = cast<ShapedType>(getDestination().getType());
  if (failed(verifySameShape(*this, source.getShape(), destination.getShape())))
    return failure();
  AtomicKind kind = getKind();
  if (!llvm::is_contained({AtomicKind::Add, AtomicKind::Max, AtomicKind::Min,
                           AtomicKind::Umax, AtomicKind::Umin},
                          kind))
    return emitOpError("expected add, max, min, umax or umin, got ")
           << stringifyAtomicKind(kind);
  bool isUnsigned = kind == AtomicKind::Umax || kind == AtomicKind::Umin;
  if (isUnsigned && !isa<IntegerType>(destination.getElementType()))
    return emitOpError("expected integers (because of ")
           << stringifyAtomicKind(kind) << "), got "
           << destination.getElementType();
  return verifyConversion(*this, source.getElementType(),
                          destination.getElementType());
}

void AtomicTileOp::getAccesses(Accesses &accesses) {
  accesses.push_back({&getSourceMutable(), AccessMode::Read});
  accesses.push_back({&getDestinationMutable(), AccessMode::Update});
}

//===----------------------------------------------------------------------===//
// Im2colOp, GatherOp and ScatterOp
//===----------------------------------------------------------------------===//

WaitKind Im2colOp::getWaitKind() { return WaitKind::Copy; }

/// Fails unless `values` has two entries of at least `least`.
static LogicalResult verifyPair(Operation *op, StringRef name,
                                ArrayRef<int64_t> values, int64_t least) {
  if (values.size() != 2)
    return op->emitOpError("expected two numbers for ")
           << name << ", got " << values.size();
  for (int64_t value : values)
    if (value < least || value > 65536)
      return op->emitOpError("expected ")
             << name << " from " << least << " to 65536, got " << value;
  return success();
}

LogicalResult Im2colOp::verify() {
  if (failed(verifyEnds(*this, getSource(), getDestination())) ||
      failed(verifyPair(*this, "kernel", getKernel(), 1)) ||
      failed(verifyPair(*this, "stride", getStride(), 1)) ||
      failed(verifyPair(*this, "dilation", getDilation(), 1)) ||
      failed(verifyPair(*this, "pad", getPad(), 0)))
    return failure();
  if (int64_t rank = cast<MemRefType>(getSource().getType()).getRank();
      rank != 4)
    return emitOpError("expected a tensor of four dimensions (NHWC), got ")
           << rank;
  BufferType destination = getDestination().getType();
  if (destination.isWindow() || destination.getRank() != 2)
    return emitOpError("expected an on-chip destination of two dimensions, "
                       "got ")
           << destination;
  if (failed(verifySameElement(*this, getSource(), getDestination(),
                               "there is no conversion")))
    return failure();
  return verifyBarrierIndex(*this, getBarrier(), getBarrierIndex());
}

void Im2colOp::getAccesses(Accesses &accesses) {
  appendMove(accesses, getSourceMutable(), getDestinationMutable(),
             static_cast<bool>(getToken()));
  appendBarrier(accesses, getBarrierMutable());
}

/// Fails unless tensor and tile of a gather or scatter agree.
static LogicalResult verifyRows(Operation *op, Value tensor, Value tile,
                                size_t rows) {
  auto tensorType = cast<MemRefType>(tensor.getType());
  auto tileType = cast<BufferType>(tile.getType());
  if (tensorType.getRank() != 2)
    return op->emitOpError("expected a tensor of two dimensions, got ")
           << tensorType.getRank();
  if (tileType.isWindow() || tileType.getRank() != 2)
    return op->emitOpError("expected an on-chip tile of two dimensions, got ")
           << tileType;
  if (static_cast<int64_t>(rows) != tileType.getShape()[0])
    return op->emitOpError("expected ")
           << tileType.getShape()[0]
           << " row numbers (one for each row of the tile), got " << rows;
  return verifySameElement(op, tensor, tile, "there is no conversion");
}

WaitKind GatherOp::getWaitKind() { return WaitKind::Copy; }

LogicalResult GatherOp::verify() {
  if (failed(verifyEnds(*this, getSource(), getDestination())) ||
      failed(
          verifyRows(*this, getSource(), getDestination(), getRows().size())))
    return failure();
  return verifyBarrierIndex(*this, getBarrier(), getBarrierIndex());
}

void GatherOp::getAccesses(Accesses &accesses) {
  appendMove(accesses, getSourceMutable(), getDestinationMutable(),
             static_cast<bool>(getToken()));
  appendBarrier(accesses, getBarrierMutable());
}

WaitKind ScatterOp::getWaitKind() { return WaitKind::Store; }

LogicalResult ScatterOp::verify() {
  if (failed(verifyEnds(*this, getSource(), getDestination())) ||
      failed(
          verifyRows(*this, getDestination(), getSource(), getRows().size())))
    return failure();
  llvm::SmallDenseSet<int64_t> constants;
  for (Value row : getRows())
    if (std::optional<int64_t> constant = constantOf(row);
        constant && !constants.insert(*constant).second)
      return emitOpError("expected distinct rows, got ")
             << *constant << " twice";
  return verifyBarrierIndex(*this, getBarrier(), getBarrierIndex());
}

void ScatterOp::getAccesses(Accesses &accesses) {
  appendMove(accesses, getSourceMutable(), getDestinationMutable(),
             static_cast<bool>(getToken()));
  appendBarrier(accesses, getBarrierMutable());
}
