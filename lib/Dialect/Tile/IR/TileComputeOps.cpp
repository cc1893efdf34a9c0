//===- TileComputeOps.cpp - products, reductions, arithmetic --------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileVerifiers.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tile;
using namespace tile::detail;

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

namespace {
/// The operands of a product. A holds `kept` of each `group` elements along K.
struct Product {
  BufferType a, b, c;
  bool transposeA, transposeB;
  int64_t group = 1, kept = 1;

  int64_t getM() const { return a.getShape()[transposeA ? 1 : 0]; }
  int64_t getColumnsOfA() const { return a.getShape()[transposeA ? 0 : 1]; }
  int64_t getK() const { return getColumnsOfA() / kept * group; }
  int64_t getKOfB() const { return b.getShape()[transposeB ? 1 : 0]; }
  int64_t getN() const { return b.getShape()[transposeB ? 0 : 1]; }
};
} // namespace

static LogicalResult verifyMatrix(Operation *op, StringRef name,
                                  BufferType type) {
  if (type.getRank() != 2)
    return op->emitOpError() << "expected " << name
                             << " of rank 2 (because it is a matrix), got rank "
                             << type.getRank();
  if (failed(verifyNumericTile(op, name, type)))
    return failure();
  if (type.getElementType().isInteger(1))
    return op->emitOpError()
           << "expected " << name
           << " of numbers (because i1 is neither signed nor unsigned), got i1";
  return success();
}

static LogicalResult verifyMatrixSpaces(Operation *op, const Product &product) {
  const MemorySpace sources[] = {MemorySpace::Shared, MemorySpace::Fragment,
                                 MemorySpace::Tmem, MemorySpace::Local,
                                 MemorySpace::Global};
  const MemorySpace results[] = {MemorySpace::Fragment, MemorySpace::Tmem,
                                 MemorySpace::Local, MemorySpace::Shared};
  StringRef readable = "because a product reads it";
  if (failed(verifySpace(op, "A", product.a, sources, readable)) ||
      failed(verifySpace(op, "B", product.b, sources, readable)))
    return failure();
  return verifySpace(op, "C", product.c, results,
                     "because a product accumulates on the chip");
}

static LogicalResult verifyMatrixTypes(Operation *op, const Product &product) {
  Type a = product.a.getElementType(), b = product.b.getElementType(),
       c = product.c.getElementType();
  bool isFloat = isa<FloatType>(a);
  if (isFloat != isa<FloatType>(b))
    return op->emitOpError() << "expected A and B both of floats or both of "
                                "integers (because the product is exact), got "
                             << a << " and " << b;
  if (isFloat != isa<FloatType>(c))
    return op->emitOpError()
           << "expected C of " << (isFloat ? "floats" : "integers")
           << " (because A and B are), got " << c;
  return success();
}

static LogicalResult verifyMatrixShapes(Operation *op, const Product &product) {
  if (product.getColumnsOfA() % product.kept)
    return op->emitOpError()
           << "expected the stored K extent of A to be a multiple of "
           << product.kept << " (because it keeps " << product.kept
           << " of each " << product.group << " elements), got "
           << product.getColumnsOfA();
  if (product.getK() != product.getKOfB())
    return op->emitOpError()
           << "expected equal K extents (because the product sums over K), got "
           << product.getK() << " in A and " << product.getKOfB() << " in B";
  int64_t shape[] = {product.getM(), product.getN()};
  if (product.c.getShape() != ArrayRef<int64_t>(shape))
    return op->emitOpError()
           << "expected C of " << shapeText(shape) << " (because op(A) has "
           << shape[0] << " rows and op(B) " << shape[1] << " columns), got "
           << shapeText(product.c.getShape());
  return success();
}

/// What all products share. On success all matrices have rank 2.
template <typename OpTy>
static LogicalResult verifyProduct(OpTy op, const Product &product) {
  if (failed(verifyMatrix(op, "A", product.a)) ||
      failed(verifyMatrix(op, "B", product.b)) ||
      failed(verifyMatrix(op, "C", product.c)) ||
      failed(verifyMatrixSpaces(op, product)) ||
      failed(verifyMatrixTypes(op, product)) ||
      failed(verifyMatrixShapes(op, product)))
    return failure();
  for (auto [name, value] : {std::pair<StringRef, Value>("A", op.getA()),
                             std::pair<StringRef, Value>("B", op.getB())})
    if (value == op.getC())
      return op.emitOpError()
             << "expected C apart from " << name
             << " (because both are used at once), got one buffer";
  return verifyBarrierIndex(op, op.getBarrier(), op.getBarrierIndex());
}

template <typename OpTy>
static Product getProduct(OpTy op) {
  return {op.getA().getType(), op.getB().getType(), op.getC().getType(),
          op.getTransposeA(), op.getTransposeB()};
}

static LogicalResult verifyUnsigned(Operation *op, StringRef clause,
                                    StringRef name, bool isUnsigned,
                                    BufferType type) {
  if (isUnsigned && !isa<IntegerType>(type.getElementType()))
    return op->emitOpError()
           << "expected " << name << " of integers (because of '" << clause
           << "'), got " << type.getElementType();
  return success();
}

/// Two blocks work on one product: they are peers of a cluster.
static LogicalResult verifyCtaGroup(Operation *op, int64_t group) {
  if (group != 1 && group != 2)
    return op->emitOpError() << "expected 'cta_group' of 1 or 2 (because at "
                                "most two blocks share a product), got "
                             << group;
  auto launch = op->getParentOfType<LaunchOp>();
  if (group == 1 || !launch)
    return success();
  int64_t blocks = 1;
  for (int64_t extent : launch.getCluster().value_or(ArrayRef<int64_t>()))
    blocks *= extent;
  if (blocks % 2 == 0)
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError() << "expected an even number of blocks in a cluster "
                           "(because 'cta_group' is 2), got "
                        << blocks;
  diagnostic.attachNote(launch.getLoc()) << "the launch is here";
  return diagnostic;
}

/// The accesses of a product: `sources` are read, C is written or updated.
template <typename OpTy>
static void appendProductAccesses(OpTy op, ArrayRef<OpOperand *> sources,
                                  bool clears,
                                  SmallVectorImpl<Access> &accesses) {
  bool async = static_cast<bool>(op.getToken());
  for (OpOperand *source : sources)
    accesses.push_back({source, AccessMode::Read, async});
  accesses.push_back({&op.getCMutable(),
                      clears ? AccessMode::Write : AccessMode::Update, async});
  for (OpOperand &barrier : op.getBarrierMutable())
    accesses.push_back({&barrier, AccessMode::Update, async});
}

template <typename OpTy>
static bool clearsAlways(OpTy op) {
  return op.getClear() && matchPattern(op.getClear(), m_One());
}

bool GemmOp::clearsUnconditionally() { return clearsAlways(*this); }

LogicalResult GemmOp::verify() {
  Product product = getProduct(*this);
  if (failed(verifyProduct(*this, product)) ||
      failed(verifyUnsigned(*this, "unsigned_a", "A", getUnsignedA(),
                            product.a)) ||
      failed(
          verifyUnsigned(*this, "unsigned_b", "B", getUnsignedB(), product.b)))
    return failure();
  if (getPrecision() == GemmPrecision::Tf32 &&
      !product.a.getElementType().isF32() &&
      !product.b.getElementType().isF32())
    return emitOpError() << "expected an operand of f32 (because "
                            "'precision(tf32)' rounds f32 operands), got "
                         << product.a.getElementType() << " and "
                         << product.b.getElementType();
  int64_t pack = getKPack();
  if (pack != 1 && pack != 2)
    return emitOpError() << "expected 'k_pack' of 1 or 2 (because at most two "
                            "atoms are packed along K), got "
                         << pack;
  return verifyCtaGroup(*this, getCtaGroup());
}

WaitKind GemmOp::getWaitKind() { return WaitKind::Mma; }

void GemmOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  appendProductAccesses(*this, {&getAMutable(), &getBMutable()},
                        clearsUnconditionally(), accesses);
}

/// The metadata of a 2:4 sparse operand holds 2 bits for each stored element.
static LogicalResult verifySparseMetadata(GemmSparseOp op,
                                          const Product &product) {
  BufferType e = op.getE().getType();
  auto element = dyn_cast<IntegerType>(e.getElementType());
  if (!element || element.getWidth() < 8)
    return op.emitOpError() << "expected metadata E of integers of at least 8 "
                               "bits (because codes are packed in them), got "
                            << e.getElementType();
  if (failed(verifyNumericTile(op, "E", e)))
    return failure();
  const MemorySpace spaces[] = {MemorySpace::Shared, MemorySpace::Fragment,
                                MemorySpace::Tmem, MemorySpace::Local,
                                MemorySpace::Global};
  if (failed(verifySpace(op, "E", e, spaces, "because a product reads it")))
    return failure();
  int64_t bits = product.getColumnsOfA() * 2;
  if (bits % element.getWidth())
    return op.emitOpError()
           << "expected the metadata of a row to fill whole integers (because "
              "rows start on an integer), got "
           << bits << " bits in integers of " << element.getWidth();
  int64_t shape[] = {product.getM(), bits / element.getWidth()};
  if (e.getShape() != ArrayRef<int64_t>(shape))
    return op.emitOpError()
           << "expected E of " << shapeText(shape)
           << " (because a row of A stores " << product.getColumnsOfA()
           << " elements with 2 bits each), got " << shapeText(e.getShape());
  return success();
}

LogicalResult GemmSparseOp::verify() {
  Product product = getProduct(*this);
  product.group = 4;
  product.kept = 2;
  if (failed(verifyProduct(*this, product)) ||
      failed(verifyUnsigned(*this, "unsigned_a", "A", getUnsignedA(),
                            product.a)) ||
      failed(
          verifyUnsigned(*this, "unsigned_b", "B", getUnsignedB(), product.b)))
    return failure();
  return verifySparseMetadata(*this, product);
}

WaitKind GemmSparseOp::getWaitKind() { return WaitKind::Mma; }

void GemmSparseOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  appendProductAccesses(*this, {&getAMutable(), &getEMutable(), &getBMutable()},
                        clearsAlways(*this), accesses);
}

static LogicalResult verifyScales(GemmScaledOp op, StringRef name,
                                  BufferType scales, int64_t rows, int64_t k) {
  Type element = scales.getElementType();
  if (!isa<Float8E8M0FNUType, Float8E4M3FNType>(element))
    return op.emitOpError()
           << "expected " << name
           << " of f8E8M0FNU or f8E4M3FN (because these are the formats of "
              "block scales), got "
           << element;
  if (failed(verifyNumericTile(op, name, scales)) ||
      failed(verifySpace(op, name, scales,
                         {MemorySpace::Shared, MemorySpace::Tmem},
                         "because scales are read from there")))
    return failure();
  int64_t shape[] = {rows, k / static_cast<int64_t>(op.getBlock())};
  if (scales.getShape() != ArrayRef<int64_t>(shape))
    return op.emitOpError()
           << "expected " << name << " of " << shapeText(shape)
           << " (because there is one scale for each " << op.getBlock()
           << " elements along K), got " << shapeText(scales.getShape());
  return success();
}

LogicalResult GemmScaledOp::verify() {
  Product product = getProduct(*this);
  if (failed(verifyProduct(*this, product)))
    return failure();
  if (!isa<FloatType>(product.a.getElementType()))
    return emitOpError()
           << "expected A and B of floats (because scales are floats), got "
           << product.a.getElementType();
  int64_t block = getBlock();
  if (block <= 0)
    return emitOpError()
           << "expected a positive 'block' (because it counts elements), got "
           << block;
  int64_t k = product.getK();
  if (k % block)
    return emitOpError() << "expected K to be a multiple of 'block' (because "
                            "each scale covers a whole block), got "
                         << k << " and " << block;
  if (failed(verifyScales(*this, "scale_a", getScaleA().getType(),
                          product.getM(), k)) ||
      failed(verifyScales(*this, "scale_b", getScaleB().getType(),
                          product.getN(), k)))
    return failure();
  return verifyCtaGroup(*this, getCtaGroup());
}

WaitKind GemmScaledOp::getWaitKind() { return WaitKind::Mma; }

void GemmScaledOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  appendProductAccesses(*this,
                        {&getAMutable(), &getScaleAMutable(), &getBMutable(),
                         &getScaleBMutable()},
                        clearsAlways(*this), accesses);
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

static const MemorySpace kCollapseSpaces[] = {
    MemorySpace::Shared, MemorySpace::Fragment, MemorySpace::Local};

/// What reductions and scans share: the tiles and the dimension.
static LogicalResult verifyCollapse(Operation *op, BufferType source,
                                    BufferType destination, int64_t dim) {
  for (auto [name, type] :
       {std::pair<StringRef, BufferType>("source", source),
        std::pair<StringRef, BufferType>("destination", destination)}) {
    if (failed(verifyNumericTile(op, name, type)) ||
        failed(verifySpace(op, name, type, kCollapseSpaces,
                           "because the threads combine in registers")))
      return failure();
  }
  if (source.getSpace() == MemorySpace::Local &&
      destination.getSpace() != MemorySpace::Local)
    return op->emitOpError()
           << "expected a destination in local (because each thread has its "
              "own source), got "
           << stringifyMemorySpace(destination.getSpace());
  if (dim < 0 || dim >= source.getRank())
    return op->emitOpError()
           << "expected 'dim' from 0 to below the rank of the source (because "
              "it names one of its dimensions), got "
           << dim << " for rank " << source.getRank();
  return success();
}

/// The destination has the dimension dropped, or of extent 1.
static LogicalResult verifyReducedShape(Operation *op, BufferType source,
                                        BufferType destination, int64_t dim) {
  SmallVector<int64_t> dropped(source.getShape()), kept(source.getShape());
  dropped.erase(dropped.begin() + dim);
  kept[dim] = 1;
  if (destination.getShape() == ArrayRef<int64_t>(dropped) ||
      destination.getShape() == ArrayRef<int64_t>(kept))
    return success();
  return op->emitOpError() << "expected a destination of " << shapeText(dropped)
                           << " or " << shapeText(kept)
                           << " (because dimension " << dim << " of "
                           << shapeText(source.getShape())
                           << " is reduced), got "
                           << shapeText(destination.getShape());
}

/// Bits and unsigned order are those of one type: a conversion would have to
/// choose how to extend.
static bool needsEqualTypes(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Umax:
  case ReduceKind::Umin:
  case ReduceKind::Bitand:
  case ReduceKind::Bitor:
  case ReduceKind::Bitxor:
    return true;
  default:
    return false;
  }
}

static LogicalResult verifyReducedTypes(ReduceOp op) {
  Type source = op.getSource().getType().getElementType();
  Type destination = op.getDestination().getType().getElementType();
  if (failed(verifyReduceKind(op, op.getKind(), source)))
    return failure();
  if (source == destination)
    return success();
  if (needsEqualTypes(op.getKind()) || source.isInteger(1) ||
      destination.isInteger(1))
    return op.emitOpError()
           << "expected a destination of " << source << " (because '"
           << stringifyReduceKind(op.getKind()) << "' does not convert), got "
           << destination;
  if (isa<FloatType>(source) != isa<FloatType>(destination))
    return op.emitOpError()
           << "expected source and destination both of floats or both of "
              "integers (because they are combined), got "
           << source << " and " << destination;
  return success();
}

static bool hasNanRule(ReduceKind kind) {
  return kind == ReduceKind::Max || kind == ReduceKind::Min ||
         kind == ReduceKind::Absmax;
}

LogicalResult ReduceOp::verify() {
  BufferType source = getSource().getType();
  BufferType destination = getDestination().getType();
  int64_t dim = getDim();
  if (failed(verifyCollapse(*this, source, destination, dim)) ||
      failed(verifyReducedShape(*this, source, destination, dim)) ||
      failed(verifyReducedTypes(*this)))
    return failure();
  if (getNan() == NanMode::Propagate &&
      (!hasNanRule(getKind()) || !isa<FloatType>(source.getElementType())))
    return emitOpError() << "expected 'max', 'min' or 'absmax' of floats "
                            "(because of 'nan(propagate)'), got '"
                         << stringifyReduceKind(getKind()) << "' of "
                         << source.getElementType();
  if (getBatchAttr() && static_cast<int64_t>(*getBatch()) < 1)
    return emitOpError() << "expected a positive 'batch' (because it counts "
                            "outputs), got "
                         << static_cast<int64_t>(*getBatch());
  if (getSource() == getDestination())
    return emitOpError() << "expected the destination apart from the source "
                            "(because both are used at once), got one buffer";
  return success();
}

void ReduceOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  accesses.push_back({&getSourceMutable(), AccessMode::Read});
  accesses.push_back({&getDestinationMutable(), getAccumulate()
                                                    ? AccessMode::Update
                                                    : AccessMode::Write});
}

LogicalResult ScanOp::verify() {
  BufferType source = getSource().getType();
  BufferType destination = getDestination().getType();
  if (failed(verifyCollapse(*this, source, destination, getDim())))
    return failure();
  if (source.getShape() != destination.getShape())
    return emitOpError() << "expected a destination of "
                         << shapeText(source.getShape())
                         << " (because a scan keeps the shape), got "
                         << shapeText(destination.getShape());
  if (source.getElementType() != destination.getElementType())
    return emitOpError() << "expected a destination of "
                         << source.getElementType()
                         << " (because a scan does not convert), got "
                         << destination.getElementType();
  return verifyReduceKind(
      *this, getKind() == ScanKind::Sum ? ReduceKind::Sum : ReduceKind::Max,
      source.getElementType());
}

void ScanOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  accesses.push_back({&getSourceMutable(), AccessMode::Read});
  accesses.push_back({&getDestinationMutable(), AccessMode::Write});
}

LogicalResult TestOp::verify() {
  BufferType source = getSource().getType();
  if (failed(verifyNumericTile(*this, "source", source)))
    return failure();
  return verifySpace(*this, "source", source,
                     {MemorySpace::Shared, MemorySpace::Fragment},
                     "because the result is the same in all threads");
}

void TestOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  accesses.push_back({&getSourceMutable(), AccessMode::Read});
}

//===----------------------------------------------------------------------===//
// Reducers
//===----------------------------------------------------------------------===//

LogicalResult ReducerInitOp::verify() {
  ReducerType type = getReducer().getType();
  if (failed(verifyReduceKind(*this, type.getKind(), type.getElementType())))
    return failure();
  if (getInit() && getInit().getType() != type.getElementType())
    return emitOpError()
           << "expected an initial value of " << type.getElementType()
           << " (because that is the reducer's element type), got "
           << getInit().getType();
  return verifyReducerEpoch(*this);
}

void ReducerInitOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

/// A handle is not a value that travels: it comes straight from its epoch.
static LogicalResult verifyReducerHandle(Operation *op, Value reducer) {
  if (isa_and_nonnull<ReducerInitOp>(reducer.getDefiningOp()))
    return success();
  return op->emitOpError()
         << "expected a reducer made by 'tile.reducer_init' (because an epoch "
            "is not passed around), got "
         << (reducer.getDefiningOp() ? "the result of another operation"
                                     : "a block argument");
}

LogicalResult ReducerUpdateOp::verify() {
  ReducerType type = getReducer().getType();
  if (failed(verifyReducerHandle(*this, getReducer())))
    return failure();
  if (static_cast<int64_t>(getIndices().size()) != type.getRank())
    return emitOpError()
           << "expected " << type.getRank()
           << " indices (because that is the rank of the reducer), got "
           << getIndices().size();
  if (getValue().getType() != type.getElementType())
    return emitOpError()
           << "expected a value of " << type.getElementType()
           << " (because that is the reducer's element type), got "
           << getValue().getType();
  if (!(*this)->getParentOfType<ParallelOp>())
    return emitOpError()
           << "expected an enclosing 'tile.parallel' (because each of its "
              "iterations contributes once), got none";
  return success();
}

void ReducerUpdateOp::getAccesses(SmallVectorImpl<Access> &accesses) {}

LogicalResult ReducerFinalizeOp::verify() {
  ReducerType type = getReducer().getType();
  BufferType destination = getDestination().getType();
  if (failed(verifyReducerHandle(*this, getReducer())) ||
      failed(verifyNumericTile(*this, "destination", destination)) ||
      failed(verifySpace(*this, "destination", destination, kCollapseSpaces,
                         "because the result of an epoch stays on the chip")))
    return failure();
  if (destination.getShape() != type.getShape())
    return emitOpError() << "expected a destination of "
                         << shapeText(type.getShape())
                         << " (because that is the shape of the reducer), got "
                         << shapeText(destination.getShape());
  if (destination.getElementType() != type.getElementType())
    return emitOpError()
           << "expected a destination of " << type.getElementType()
           << " (because that is the reducer's element type), got "
           << destination.getElementType();
  return success();
}

void ReducerFinalizeOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  accesses.push_back({&getDestinationMutable(), AccessMode::Write});
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Number of elements of a vector, 0 for a scalar.
static int64_t getLanes(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 0;
}

/// Which clauses make sense for which conversions.
static LogicalResult verifyCastClauses(CastOp op, Type from, Type to) {
  if (op.getIsUnsigned() && !isa<IntegerType>(from) && !isa<IntegerType>(to))
    return op.emitOpError() << "expected an integer on one side (because of "
                               "'unsigned'), got "
                            << from << " and " << to;
  if (op.getRounding() != Rounding::Rn && !isa<FloatType>(to))
    return op.emitOpError() << "expected a result of floats (because a "
                               "conversion to integers rounds toward zero), "
                               "got 'rounding' with "
                            << to;
  if (!op.getSaturate() && !isa<FloatType>(to))
    return op.emitOpError()
           << "expected a result of floats (because overflow of integers has "
              "no IEEE meaning), got 'saturate(false)' with "
           << to;
  bool stochastic = op.getRounding() == Rounding::Rs;
  if (stochastic != static_cast<bool>(op.getBits()))
    return op.emitOpError()
           << "expected random bits exactly with 'rounding(rs)' (because only "
              "stochastic rounding uses them), got "
           << (stochastic ? "none" : "bits") << " with 'rounding("
           << stringifyRounding(op.getRounding()) << ")'";
  if (stochastic && !isa<FloatType>(from))
    return op.emitOpError() << "expected a value of floats (because of "
                               "'rounding(rs)'), got "
                            << from;
  return success();
}

LogicalResult CastOp::verify() {
  Type from = getValue().getType(), to = getResult().getType();
  if (getLanes(from) != getLanes(to))
    return emitOpError() << "expected as many elements on both sides (because "
                            "a conversion is elementwise), got "
                         << from << " and " << to;
  from = getElementTypeOrSelf(from);
  to = getElementTypeOrSelf(to);
  if (from.isIndex() || to.isIndex())
    return emitOpError()
           << "expected floats or integers of a width (because index is "
              "converted by 'arith.index_cast'), got "
           << from << " and " << to;
  return verifyCastClauses(*this, from, to);
}

static size_t getRoundedArity(RoundedKind kind) {
  switch (kind) {
  case RoundedKind::Add:
  case RoundedKind::Sub:
  case RoundedKind::Mul:
  case RoundedKind::Div:
    return 2;
  case RoundedKind::Fma:
    return 3;
  case RoundedKind::Rcp:
  case RoundedKind::Sqrt:
  case RoundedKind::Rsqrt:
    return 1;
  }
  return 0;
}

LogicalResult RoundedOp::verify() {
  size_t arity = getRoundedArity(getKind());
  if (getNumOperands() != arity)
    return emitOpError() << "expected " << arity << " operands (because of '"
                         << stringifyRoundedKind(getKind()) << "'), got "
                         << getNumOperands();
  if (getRounding() == Rounding::Rna || getRounding() == Rounding::Rs)
    return emitOpError()
           << "expected rounding 'rn', 'rz', 'ru' or 'rd' "
              "(because arithmetic rounds as IEEE 754 does), got '"
           << stringifyRounding(getRounding()) << "'";
  Type type = getResult().getType();
  if (!isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return emitOpError() << "expected f16, bf16, f32 or f64 (because narrower "
                            "floats have no arithmetic), got "
                         << type;
  return success();
}
