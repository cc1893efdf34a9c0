//===- PackableProduct.cpp - Products whose operands can be packed once ---===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackableProduct.h"
#include "IndexArithmetic.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace tile {
namespace cpu {

//===----------------------------------------------------------------------===//
// Values of the host
//===----------------------------------------------------------------------===//

static bool isOutside(Value value, LaunchOp launch) {
  return !launch->isAncestor(value.getParentBlock()->getParentOp());
}

/// Whether the host could do `op`, given its operands.
static bool isHostOp(Operation *op) {
  return op && op->getNumRegions() == 0 && isPure(op) &&
         llvm::none_of(op->getResultTypes(),
                       [](Type type) { return isa<BufferType>(type); });
}

/// The operations of the launch that `value` is computed by, operands first;
/// nothing if the host could not do one of them.
static std::optional<SmallVector<Operation *>> hostSlice(Value value,
                                                         LaunchOp launch) {
  SmallVector<Operation *> slice;
  llvm::DenseSet<Operation *> seen;
  // An operation, and how many of its operands are done.
  SmallVector<std::pair<Operation *, unsigned>> path;
  auto enter = [&](Value operand) {
    if (isOutside(operand, launch))
      return true;
    Operation *op = operand.getDefiningOp();
    if (!isHostOp(op))
      return false;
    if (seen.insert(op).second)
      path.emplace_back(op, 0);
    return true;
  };
  if (!enter(value))
    return std::nullopt;
  while (!path.empty()) {
    auto &[op, done] = path.back();
    if (done == op->getNumOperands()) {
      slice.push_back(op);
      path.pop_back();
    } else if (!enter(op->getOperand(done++))) {
      return std::nullopt;
    }
  }
  return slice;
}

bool isHostValue(Value value, LaunchOp launch) {
  return hostSlice(value, launch).has_value();
}

Value emitHostValue(OpBuilder &builder, Value value, LaunchOp launch) {
  IRMapping mapping;
  std::optional<SmallVector<Operation *>> slice = hostSlice(value, launch);
  for (Operation *op : *slice)
    builder.clone(*op, mapping);
  return mapping.lookupOrDefault(value);
}

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

namespace {

/// constant + sum of axes[i] * block id i + k * (variable of the loop over K).
struct AffineOffset {
  SmallVector<int64_t> axes;
  int64_t k = 0, constant = 0;

  /// this += factor * other; false if a number overflows.
  bool add(const AffineOffset &other, int64_t factor) {
    auto addTo = [&](int64_t &to, int64_t from) {
      int64_t product;
      return !llvm::MulOverflow(from, factor, product) &&
             !llvm::AddOverflow(to, product, to);
    };
    for (auto [to, from] : llvm::zip_equal(axes, other.axes))
      if (!addTo(to, from))
        return false;
    return addTo(k, other.k) && addTo(constant, other.constant);
  }

  bool isConstant() const {
    return k == 0 && llvm::all_of(axes, [](int64_t c) { return c == 0; });
  }
};

/// Finds offsets that are affine in the block ids and the variable of the loop
/// over K.
class OffsetAnalysis {
public:
  OffsetAnalysis(LaunchOp launch, Value variable)
      : launch(launch), variable(variable) {}

  std::optional<AffineOffset> get(OpFoldResult offset) {
    if (std::optional<int64_t> constant = constantOf(offset)) {
      AffineOffset result = zero();
      result.constant = *constant;
      return result;
    }
    auto value = cast<Value>(offset);
    auto [known, isNew] = results.try_emplace(value, std::nullopt);
    if (!isNew)
      return known->second;
    std::optional<AffineOffset> result = compute(value);
    results[value] = result;
    return result;
  }

private:
  AffineOffset zero() {
    AffineOffset result;
    result.axes.assign(launch.getGrid().size(), 0);
    return result;
  }

  std::optional<AffineOffset> compute(Value value) {
    AffineOffset result = zero();
    if (value == variable) {
      result.k = 1;
      return result;
    }
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner()->getParentOp() != launch)
        return std::nullopt;
      result.axes[argument.getArgNumber()] = 1;
      return result;
    }
    // Longer chains are rare.
    constexpr unsigned maxDepth = 32;
    if (depth == maxDepth)
      return std::nullopt;
    llvm::SaveAndRestore<unsigned> deeper(depth, depth + 1);
    return combine(value.getDefiningOp());
  }

  std::optional<AffineOffset> combine(Operation *op) {
    int64_t factors[2] = {1, 1};
    if (isa<arith::SubIOp>(op))
      factors[1] = -1;
    else if (!isa<arith::AddIOp, arith::MulIOp>(op))
      return std::nullopt;
    std::optional<AffineOffset> lhs = get(op->getOperand(0));
    std::optional<AffineOffset> rhs = get(op->getOperand(1));
    if (!lhs || !rhs)
      return std::nullopt;
    if (isa<arith::MulIOp>(op)) {
      if (!lhs->isConstant())
        std::swap(lhs, rhs);
      if (!lhs->isConstant())
        return std::nullopt;
      factors[0] = 0;
      factors[1] = lhs->constant;
    }
    AffineOffset result = zero();
    if (!result.add(*lhs, factors[0]) || !result.add(*rhs, factors[1]))
      return std::nullopt;
    return result;
  }

  LaunchOp launch;
  Value variable;
  /// What was found out: an operand of many is looked at once.
  llvm::DenseMap<Value, std::optional<AffineOffset>> results;
  unsigned depth = 0;
};

} // namespace

/// The cover that a window of `extent` elements at `offset` gives.
static std::optional<GridCover> coverOf(const AffineOffset &offset,
                                        int64_t extent) {
  if (offset.k != 0 || offset.constant != 0)
    return std::nullopt;
  GridCover cover{std::nullopt, extent};
  for (auto [axis, coefficient] : llvm::enumerate(offset.axes)) {
    if (coefficient == 0)
      continue;
    if (cover.axis || coefficient != extent)
      return std::nullopt;
    cover.axis = axis;
  }
  return cover;
}

//===----------------------------------------------------------------------===//
// The loop and its products
//===----------------------------------------------------------------------===//

namespace {

/// A window of a tensor of the host, as a product reads it.
struct ReadWindow {
  SliceOp slice;
  TypedValue<MemRefType> tensor;
  /// The tile that it was copied to; null if the product reads the window.
  AllocOp tile;
};

class ProductMatcher {
public:
  ProductMatcher(LaunchOp launch, Operation *loop)
      : launch(launch), loop(loop) {}

  std::optional<PackableProduct> match();

private:
  bool matchLoop();
  bool matchBody();
  bool matchProduct(GemmOp gemm);
  bool matchClear(GemmOp gemm, int64_t k);
  bool matchOperand(GemmOp gemm, Value operand, bool isA);
  std::optional<ReadWindow> findWindow(GemmOp gemm, Value operand);
  bool isPrivateTile(AllocOp tile);
  bool isSteps();
  bool matchAccumulator();
  bool matchWrites();
  void matchResult();

  LaunchOp launch;
  Operation *loop;
  PackableProduct product;
  Block *body = nullptr;
  Value variable;
  /// First k of each product relative to its iteration, of A and of B.
  SmallVector<int64_t> firstA, firstB;
  /// Elements of K of one product, and how much the variable advances K.
  int64_t tileK = 0, perStep = 0;
};

} // namespace

bool ProductMatcher::matchLoop() {
  Value lower, step;
  if (auto loopOp = dyn_cast<scf::ForOp>(loop)) {
    if (!loopOp.getInitArgs().empty() || loopOp.getUnsignedCmp())
      return false;
    lower = loopOp.getLowerBound();
    step = loopOp.getStep();
    product.upper = loopOp.getUpperBound();
    variable = loopOp.getInductionVar();
    body = loopOp.getBody();
  } else if (auto loopOp = dyn_cast<PipelinedOp>(loop)) {
    lower = loopOp.getLowerBound();
    step = loopOp.getStep();
    product.upper = loopOp.getUpperBound();
    variable = loopOp.getInductionVar();
    body = &loopOp.getBody().front();
  } else {
    return false;
  }
  std::optional<int64_t> stepSize = constantOf(step);
  if (constantOf(lower) != 0 || !stepSize || *stepSize < 1 ||
      !variable.getType().isIndex() || !isHostValue(product.upper, launch))
    return false;
  product.loop = loop;
  product.step = *stepSize;
  return true;
}

/// Whether an asynchronous operation is only waited for.
static bool isOnlyWaitedFor(Value token) {
  return !token || llvm::all_of(token.getUsers(), [](Operation *user) {
    return isa<WaitOp>(user);
  });
}

/// Operations that order what a block does and have no other effect.
static bool isOrdering(Operation *op) {
  if (auto sync = dyn_cast<SyncOp>(op))
    return !sync.getVote() && !sync.getBarrierId() && !sync.getCount();
  return isa<WaitOp, CommitGroupOp, WaitGroupOp>(op);
}

bool ProductMatcher::matchBody() {
  for (Operation &op : body->without_terminator()) {
    if (auto gemm = dyn_cast<GemmOp>(op)) {
      if (!matchProduct(gemm))
        return false;
      continue;
    }
    if (auto copy = dyn_cast<CopyOp>(op)) {
      // What it writes is checked with the product that reads it.
      auto tile = copy.getDestination().getDefiningOp<AllocOp>();
      if (!tile || copy.getBarrier() || copy.getMulticast() ||
          !isOnlyWaitedFor(copy.getToken()))
        return false;
      product.tiles.insert(tile);
      continue;
    }
    if (!isOrdering(&op) && !isa<AllocOp>(op) && !isPure(&op))
      return false;
  }
  return product.c != nullptr;
}

/// Overwriting in the first iteration only, that is where K begins.
bool ProductMatcher::matchClear(GemmOp gemm, int64_t k) {
  Value clear = gemm.getClear();
  if (!clear || matchPattern(clear, m_Zero()))
    return true;
  auto test = clear.getDefiningOp<arith::CmpIOp>();
  // The first product of the body is the first of all.
  if (!test || test.getPredicate() != arith::CmpIPredicate::eq || k != 0 ||
      !firstA.empty())
    return false;
  auto isFirst = [&](Value variableSide, Value other) {
    return variableSide == variable && constantOf(other) == 0;
  };
  product.clears = isFirst(test.getLhs(), test.getRhs()) ||
                   isFirst(test.getRhs(), test.getLhs());
  product.overwrites = product.clears;
  return product.clears;
}

bool ProductMatcher::matchProduct(GemmOp gemm) {
  auto c = gemm.getC().getDefiningOp<AllocOp>();
  if (!c || c->getBlock() != loop->getBlock() || gemm.getBarrier() ||
      gemm.getCtaGroup() != 1 || !isOnlyWaitedFor(gemm.getToken()) ||
      (product.c && product.c != gemm.getC()) ||
      (tileK && tileK != gemm.getK()))
    return false;
  product.c = gemm.getC();
  tileK = gemm.getK();
  unsigned number = firstA.size();
  return matchOperand(gemm, gemm.getA(), /*isA=*/true) &&
         matchOperand(gemm, gemm.getB(), /*isA=*/false) &&
         firstA.back() == firstB.back() && firstA.size() == number + 1;
}

/// The window that `operand` holds when the product reads it.
std::optional<ReadWindow> ProductMatcher::findWindow(GemmOp gemm,
                                                     Value operand) {
  ReadWindow window;
  Value source = operand;
  if ((window.tile = operand.getDefiningOp<AllocOp>())) {
    // The last copy before the product.
    CopyOp copy;
    for (Operation *op = gemm->getPrevNode(); op && !copy;
         op = op->getPrevNode()) {
      copy = dyn_cast<CopyOp>(op);
      if (copy && copy.getDestination() != operand)
        copy = nullptr;
    }
    if (!copy)
      return std::nullopt;
    source = copy.getSource();
  }
  window.slice = source.getDefiningOp<SliceOp>();
  if (!window.slice)
    return std::nullopt;
  window.tensor = dyn_cast<TypedValue<MemRefType>>(window.slice.getSource());
  // A copy that converts rounds, which packing does not.
  if (!window.tensor || window.tensor.getType().getRank() != 2 ||
      !isOutside(window.tensor, launch) ||
      window.tensor.getType().getElementType() !=
          cast<BufferType>(operand.getType()).getElementType() ||
      llvm::is_contained(window.slice.getKept(), false))
    return std::nullopt;
  if (TypedAttr pad = window.slice.getPadAttr())
    if (!matchPattern(Attribute(pad), m_Zero()) &&
        !matchPattern(Attribute(pad), m_PosZeroFloat()))
      return std::nullopt;
  return window;
}

bool ProductMatcher::matchOperand(GemmOp gemm, Value operand, bool isA) {
  std::optional<ReadWindow> window = findWindow(gemm, operand);
  if (!window)
    return false;
  PackableOperand found;
  found.tensor = window->tensor;
  found.transposed = isA ? gemm.getTransposeA() : gemm.getTransposeB();
  found.isUnsigned = isA ? gemm.getUnsignedA() : gemm.getUnsignedB();
  unsigned kDim = isA != found.transposed ? 1 : 0;

  OffsetAnalysis analysis(launch, variable);
  SmallVector<OpFoldResult> offsets = window->slice.getMixedOffsets();
  std::optional<AffineOffset> k = analysis.get(offsets[kDim]);
  std::optional<AffineOffset> along = analysis.get(offsets[1 - kDim]);
  if (!k || !along || k->k <= 0 ||
      llvm::any_of(k->axes, [](int64_t c) { return c != 0; }))
    return false;
  ArrayRef<int64_t> shape = cast<BufferType>(operand.getType()).getShape();
  std::optional<GridCover> cover = coverOf(*along, shape[1 - kDim]);
  if (!cover || (isA && !matchClear(gemm, k->constant)))
    return false;

  PackableOperand &known = isA ? product.a : product.b;
  GridCover &knownCover = isA ? product.rows : product.columns;
  if (!known.tensor) {
    known = found;
    knownCover = *cover;
  }
  if (!perStep)
    perStep = k->k;
  (isA ? firstA : firstB).push_back(k->constant);
  return known.tensor == found.tensor && known.transposed == found.transposed &&
         known.isUnsigned == found.isUnsigned && knownCover == *cover &&
         perStep == k->k;
}

/// Whether only the copies and products of the loop use a tile.
bool ProductMatcher::isPrivateTile(AllocOp tile) {
  return llvm::all_of(tile->getUsers(), [&](Operation *user) {
    if (isa<DeallocOp, WaitOp>(user))
      return true;
    if (user->getBlock() != body)
      return false;
    if (auto copy = dyn_cast<CopyOp>(user))
      return copy.getSource() != tile.getBuffer();
    auto gemm = dyn_cast<GemmOp>(user);
    return gemm && gemm.getC() != tile.getBuffer();
  });
}

/// Whether the products of one iteration, and those of all iterations, cover K
/// without gaps or overlaps.
bool ProductMatcher::isSteps() {
  llvm::sort(firstA);
  for (auto [i, first] : llvm::enumerate(firstA))
    if (first != static_cast<int64_t>(i) * tileK)
      return false;
  product.depth = static_cast<int64_t>(firstA.size()) * tileK;
  int64_t advance;
  return !llvm::MulOverflow(perStep, product.step, advance) &&
         advance == product.depth;
}

/// Whether `op` or what it contains uses `value` or a view of it.
static bool touches(Operation *op, Value value) {
  WalkResult result = op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (getRoot(operand) == value)
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// In the loop only products touch C; what C holds before is known to be zero,
/// or is added to.
bool ProductMatcher::matchAccumulator() {
  Value c = product.c;
  for (Operation &op : body->without_terminator())
    if (!isa<GemmOp>(op) && touches(&op, c))
      return false;
  if (product.tiles.contains(c.getDefiningOp<AllocOp>()))
    return false;
  if (product.overwrites)
    return true;
  for (Operation *op = loop->getPrevNode(); op; op = op->getPrevNode()) {
    if (!touches(op, c))
      continue;
    auto fill = dyn_cast<FillOp>(op);
    if (fill && fill.getDestination() == c &&
        (matchPattern(fill.getValue(), m_Zero()) ||
         matchPattern(fill.getValue(), m_PosZeroFloat()))) {
      product.zeroFill = fill;
      product.overwrites = true;
    }
    break;
  }
  return true;
}

/// Collects the tensors that the launch writes. Fails if it may write memory of
/// unknown origin.
bool ProductMatcher::matchWrites() {
  WalkResult result = launch.getBody().walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isPure(op) ||
        op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects)
      return WalkResult::interrupt();
    SmallVector<MemoryEffects::EffectInstance> writes;
    effects.getEffects<MemoryEffects::Write>(writes);
    bool isTile = isa_and_nonnull<TileDialect>(op->getDialect());
    for (const MemoryEffects::EffectInstance &write : writes) {
      Value root = write.getValue() ? getRoot(write.getValue()) : Value();
      // Barriers write no memory that they name.
      if (!root && isTile)
        continue;
      // A tile, a reducer or a generator.
      if (root && isTile && !isa<MemRefType>(root.getType()) &&
          (!isa<BufferType>(root.getType()) || root.getDefiningOp<AllocOp>()))
        continue;
      if (!root || !isa<MemRefType>(root.getType()) || !isOutside(root, launch))
        return WalkResult::interrupt();
      product.written.insert(root);
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return false;
  return !product.written.contains(getRoot(product.a.tensor)) &&
         !product.written.contains(getRoot(product.b.tensor));
}

/// Whether a result of type `to` is rounded as if C, of type `from`, had been
/// stored in between: where C is the type of the sums or that of the result.
static bool isOneRounding(Type from, Type to) {
  if (from == to)
    return true;
  if (isa<FloatType>(from))
    return from.isF32() && (to.isF16() || to.isBF16());
  // Dropping high bits is what sums that wrap do.
  return isa<IntegerType>(from) && isa<IntegerType>(to) &&
         to.getIntOrFloatBitWidth() >= 8 &&
         to.getIntOrFloatBitWidth() <= from.getIntOrFloatBitWidth();
}

void ProductMatcher::matchResult() {
  if (!product.overwrites || launch.getGrid().size() > 3)
    return;
  CopyOp copy;
  for (Operation &op : launch.getBody().front().without_terminator()) {
    if (&op == loop || &op == product.zeroFill || isOrdering(&op) ||
        isa<AllocOp, DeallocOp>(op) || isPure(&op))
      continue;
    auto found = dyn_cast<CopyOp>(op);
    if (copy || !found || found.getSource() != product.c ||
        found.getBarrier() || found.getMulticast() ||
        found->isBeforeInBlock(loop))
      return;
    copy = found;
  }
  auto slice =
      copy ? copy.getDestination().getDefiningOp<SliceOp>() : SliceOp();
  if (!slice || llvm::is_contained(slice.getKept(), false))
    return;
  auto tensor = dyn_cast<TypedValue<MemRefType>>(slice.getSource());
  if (!tensor || !isOutside(tensor, launch) ||
      !isOneRounding(product.c.getType().getElementType(),
                     tensor.getType().getElementType()))
    return;
  OffsetAnalysis analysis(launch, Value());
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  auto isStoredAlong = [&](unsigned dim, const GridCover &cover) {
    std::optional<AffineOffset> offset = analysis.get(offsets[dim]);
    std::optional<GridCover> stored;
    if (offset)
      stored = coverOf(*offset, cover.tile);
    return stored && *stored == cover;
  };
  if (!isStoredAlong(0, product.rows) || !isStoredAlong(1, product.columns))
    return;
  // Each block is run once for each point of the product.
  if (product.rows.axis && product.rows.axis == product.columns.axis)
    return;
  for (auto [axis, extent] : llvm::enumerate(launch.getGrid()))
    if (product.rows.axis != axis && product.columns.axis != axis &&
        constantOf(extent) != 1)
      return;
  product.result = tensor;
}

std::optional<PackableProduct> ProductMatcher::match() {
  product.launch = launch;
  if (!matchLoop() || !matchBody() || !isSteps() ||
      !llvm::all_of(product.tiles,
                    [&](AllocOp tile) { return isPrivateTile(tile); }) ||
      !matchAccumulator() || !matchWrites())
    return std::nullopt;
  matchResult();
  return product;
}

std::optional<PackableProduct> findPackableProduct(LaunchOp launch) {
  if (launch.getCluster() &&
      llvm::any_of(*launch.getCluster(), [](int64_t c) { return c != 1; }))
    return std::nullopt;
  for (Operation &op : launch.getBody().front())
    if (isa<scf::ForOp, PipelinedOp>(op))
      if (auto product = ProductMatcher(launch, &op).match())
        return product;
  return std::nullopt;
}

} // namespace cpu
} // namespace tile
