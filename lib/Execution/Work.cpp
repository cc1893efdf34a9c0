//===- Work.cpp - How much a run computes and moves -----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Work.h"

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tile;

namespace {
/// Runs the control flow around the matrix products of one function.
class OperationCounter {
public:
  OperationCounter(func::FuncOp kernel,
                   llvm::ArrayRef<ArgumentArray> arguments);
  std::optional<double> run();

private:
  bool visit(Region &region);
  bool visit(Operation *op);
  bool visitLaunch(LaunchOp launch);
  bool visitLoop(Value lower, Value upper, Value step, Region &body);
  bool visitPersistent(PersistentOp loop);
  bool visitGrid(ValueRange extents, Region &body);
  bool visitGemm(Value a, Value b, Value c, bool transposeA, bool transposeB,
                 int64_t k);

  void bind(BlockArgument variable, int64_t value);
  std::optional<int64_t> evaluate(Value value);
  Attribute evaluateAttribute(Value value);
  Attribute compute(Value value);
  std::optional<int64_t> getExtent(Value tensor, int64_t dim);
  std::pair<int64_t, int64_t> getValidExtents(Value operand);

  func::FuncOp kernel;
  llvm::ArrayRef<ArgumentArray> arguments;
  /// Operations that a product is inside of.
  llvm::DenseSet<Operation *> relevant;
  /// Values of loop variables, and of what was computed from them.
  llvm::DenseMap<Value, Attribute> bound, memo;
  double operations = 0;
  /// Bounds the time this takes.
  int64_t budget = 4 << 20;
  int depth = 0;
};
} // namespace

static bool isProduct(Operation *op) {
  return isa<GemmOp, GemmSparseOp, GemmScaledOp>(op);
}

OperationCounter::OperationCounter(func::FuncOp kernel,
                                   llvm::ArrayRef<ArgumentArray> arguments)
    : kernel(kernel), arguments(arguments) {
  kernel.walk([&](Operation *op) {
    if (!isProduct(op))
      return;
    for (Operation *outer = op; outer != kernel; outer = outer->getParentOp())
      relevant.insert(outer);
  });
}

std::optional<double> OperationCounter::run() {
  if (relevant.empty() || !visit(kernel.getBody()))
    return std::nullopt;
  return operations;
}

bool OperationCounter::visit(Region &region) {
  if (!region.hasOneBlock())
    return false;
  for (Operation &op : region.front())
    if (relevant.contains(&op) && (--budget < 0 || !visit(&op)))
      return false;
  return true;
}

bool OperationCounter::visit(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](LaunchOp launch) { return visitLaunch(launch); })
      .Case([&](scf::ForOp loop) {
        return visitLoop(loop.getLowerBound(), loop.getUpperBound(),
                         loop.getStep(), loop.getRegion());
      })
      .Case([&](PipelinedOp loop) {
        return visitLoop(loop.getLowerBound(), loop.getUpperBound(),
                         loop.getStep(), loop.getBody());
      })
      .Case([&](PersistentOp loop) { return visitPersistent(loop); })
      .Case([&](scf::IfOp branch) {
        std::optional<int64_t> condition = evaluate(branch.getCondition());
        if (!condition)
          return false;
        Region &taken =
            *condition ? branch.getThenRegion() : branch.getElseRegion();
        return taken.empty() || visit(taken);
      })
      .Case<StepOp, SpecializeOp>([&](Operation *group) {
        return llvm::all_of(group->getRegions(),
                            [&](Region &region) { return visit(region); });
      })
      .Case([&](GemmOp gemm) {
        return visitGemm(gemm.getA(), gemm.getB(), gemm.getC(),
                         gemm.getTransposeA(), gemm.getTransposeB(),
                         gemm.getK());
      })
      .Case<GemmSparseOp, GemmScaledOp>([&](auto gemm) {
        auto shape = cast<ShapedType>(gemm.getB().getType()).getShape();
        return visitGemm(gemm.getA(), gemm.getB(), gemm.getC(),
                         gemm.getTransposeA(), gemm.getTransposeB(),
                         shape[gemm.getTransposeB() ? 1 : 0]);
      })
      .Default(false);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void OperationCounter::bind(BlockArgument variable, int64_t value) {
  bound[variable] =
      IntegerAttr::get(IndexType::get(kernel.getContext()), value);
  memo.clear();
}

/// Visits `body` once for each point of the grid; its arguments from the first
/// on are the coordinates.
bool OperationCounter::visitGrid(ValueRange extents, Region &body) {
  SmallVector<int64_t> sizes;
  int64_t total = 1;
  for (Value extent : extents) {
    std::optional<int64_t> size = evaluate(extent);
    if (!size || *size < 0 || llvm::MulOverflow(total, *size, total))
      return false;
    sizes.push_back(*size);
  }
  for (int64_t point = 0; point < total; ++point) {
    int64_t rest = point;
    for (auto [size, variable] : llvm::zip(sizes, body.getArguments())) {
      bind(variable, rest % size);
      rest /= size;
    }
    if (--budget < 0 || !visit(body))
      return false;
  }
  return true;
}

bool OperationCounter::visitLaunch(LaunchOp launch) {
  return visitGrid(launch.getGrid(), launch.getBody());
}

/// All workers together visit each tile of the domain once; which worker does
/// which does not matter for the sum, so the first is taken to do all of them.
bool OperationCounter::visitPersistent(PersistentOp loop) {
  std::optional<int64_t> worker = evaluate(loop.getWorker());
  if (!worker)
    return false;
  return *worker != 0 || visitGrid(loop.getDomain(), loop.getBody());
}

bool OperationCounter::visitLoop(Value lower, Value upper, Value step,
                                 Region &body) {
  std::optional<int64_t> first = evaluate(lower), last = evaluate(upper),
                         stride = evaluate(step);
  if (!first || !last || !stride || *stride <= 0)
    return false;
  for (int64_t i = *first; i < *last; i += *stride) {
    bind(body.getArgument(0), i);
    if (--budget < 0 || !visit(body))
      return false;
    if (i > *last - *stride)
      break; // The next number might not fit.
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

bool OperationCounter::visitGemm(Value a, Value b, Value c, bool transposeA,
                                 bool transposeB, int64_t k) {
  auto shape = cast<ShapedType>(c.getType()).getShape();
  auto [aRows, aColumns] = getValidExtents(a);
  auto [bRows, bColumns] = getValidExtents(b);
  if (transposeA)
    std::swap(aRows, aColumns);
  if (transposeB)
    std::swap(bRows, bColumns);
  // Of a sparse A only half is stored.
  bool isSparse = cast<ShapedType>(a.getType()).getShape()[!transposeA] != k;
  double m = std::min(shape[0], aRows), n = std::min(shape[1], bColumns);
  operations += 2 * m * n * std::min({k, bRows, isSparse ? k : aColumns});
  return true;
}

/// How many rows and columns of a tile are inside the tensor that it was
/// copied from; all of them if it is not simply a copy.
std::pair<int64_t, int64_t> OperationCounter::getValidExtents(Value operand) {
  auto shape = cast<ShapedType>(operand.getType()).getShape();
  std::pair<int64_t, int64_t> all(shape[0], shape[1]);
  CopyOp copy;
  for (Operation *user : operand.getUsers()) {
    auto candidate = dyn_cast<CopyOp>(user);
    if (!candidate || candidate.getDestination() != operand)
      continue;
    if (copy)
      return all;
    copy = candidate;
  }
  auto slice = copy ? copy.getSource().getDefiningOp<SliceOp>() : SliceOp();
  if (!slice || !isa<MemRefType>(slice.getSource().getType()))
    return all;
  SmallVector<int64_t> valid;
  for (auto [dim, offset] : llvm::enumerate(slice.getMixedOffsets())) {
    if (!slice.getKept()[dim])
      continue;
    std::optional<int64_t> begin = getConstantIntValue(offset);
    if (auto value = dyn_cast<Value>(offset))
      begin = evaluate(value);
    std::optional<int64_t> size = getExtent(slice.getSource(), dim);
    if (!begin || !size || valid.size() == shape.size())
      return all;
    int64_t tile = shape[valid.size()];
    int64_t end = std::min(*size, *begin + tile);
    valid.push_back(std::max<int64_t>(end - std::max<int64_t>(*begin, 0), 0));
  }
  if (valid.size() != 2)
    return all;
  return {valid[0], valid[1]};
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

std::optional<int64_t> OperationCounter::getExtent(Value tensor, int64_t dim) {
  auto type = dyn_cast<MemRefType>(tensor.getType());
  if (!type || dim < 0 || dim >= type.getRank())
    return std::nullopt;
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  auto argument = dyn_cast<BlockArgument>(tensor);
  if (!argument || argument.getOwner() != &kernel.front())
    return std::nullopt;
  return arguments[argument.getArgNumber()].getShape()[dim];
}

std::optional<int64_t> OperationCounter::evaluate(Value value) {
  auto attr = dyn_cast_or_null<IntegerAttr>(evaluateAttribute(value));
  if (!attr || attr.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return attr.getType().isInteger(1) ? attr.getValue().getZExtValue()
                                     : attr.getValue().getSExtValue();
}

Attribute OperationCounter::evaluateAttribute(Value value) {
  // Follows definitions, which may be many.
  llvm::SaveAndRestore<int> level(depth, depth + 1);
  if (depth > 500)
    return {};
  if (Attribute known = bound.lookup(value))
    return known;
  auto it = memo.find(value);
  if (it != memo.end())
    return it->second;
  Attribute result = compute(value);
  memo[value] = result;
  return result;
}

/// The value, or null if it is not known.
Attribute OperationCounter::compute(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument) {
    if (argument.getOwner() != &kernel.front() ||
        !value.getType().isIntOrIndex())
      return {};
    const ArgumentArray &scalar = arguments[argument.getArgNumber()];
    return IntegerAttr::get(value.getType(), scalar.getInteger());
  }
  Operation *op = value.getDefiningOp();
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> index = evaluate(dim.getIndex());
    std::optional<int64_t> size =
        index ? getExtent(dim.getSource(), *index) : std::nullopt;
    return size ? IntegerAttr::get(value.getType(), *size) : Attribute();
  }
  if (!isa<arith::ArithDialect>(op->getDialect()))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(evaluateAttribute(operand));
    if (!operands.back())
      return {};
  }
  SmallVector<OpFoldResult> folded;
  if (failed(op->fold(operands, folded)) || folded.empty())
    return {};
  OpFoldResult result = folded[cast<OpResult>(value).getResultNumber()];
  if (auto same = dyn_cast<Value>(result))
    return same == value ? Attribute() : evaluateAttribute(same);
  return cast<Attribute>(result);
}

std::optional<double>
tile::countOperations(func::FuncOp kernel,
                      llvm::ArrayRef<ArgumentArray> arguments) {
  // Folding may change operations in place.
  OwningOpRef<func::FuncOp> copy = kernel.clone();
  return OperationCounter(*copy, arguments).run();
}

double tile::countBytes(func::FuncOp kernel, const KernelSignature &signature,
                        llvm::ArrayRef<ArgumentArray> arguments) {
  double bytes = 0;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    bool isUpdated = signature.arguments[index].isOutput &&
                     !kernel.getArgAttr(index, kOutAttrName);
    bytes += argument.getNumBytes() * (isUpdated ? 2.0 : 1.0);
  }
  return bytes;
}
