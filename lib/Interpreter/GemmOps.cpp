//===- GemmOps.cpp - matrix products --------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `precision(tf32)` allows less than is computed here: products are exact.
//
//===----------------------------------------------------------------------===//

#include "GemmKernels.h"
#include "Token.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tile;

using ViewRef = std::shared_ptr<const View>;

namespace {
/// One product, from its operands to its result.
struct Product {
  ViewRef a, b, c;
  /// The metadata of a sparse A; the scales of a block-scaled product.
  ViewRef metadata, scaleA, scaleB;
  int64_t block = 0;
  bool transposeA = false, transposeB = false;
  bool unsignedA = false, unsignedB = false;
  bool clear = false;
  int64_t lane = -1;
  GemmSize size{0, 0, 0};

  /// The operands as M x K and K x N arrays of doubles or of integers.
  std::vector<double> floatA, floatB;
  std::vector<int64_t> integerA, integerB;

  bool isFloat() const { return c->element.number.isFloat(); }
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static LogicalResult checkShapes(Operation *op, Product &p) {
  for (const ViewRef &view : {p.a, p.b, p.c})
    if (view->getRank() != 2 || view->element.components != 1)
      return op->emitError() << "expected tiles of rank 2 with scalar elements";
  int64_t k = p.a->shape[p.transposeA ? 0 : 1];
  p.size = {p.a->shape[p.transposeA ? 1 : 0], p.b->shape[p.transposeB ? 0 : 1],
            p.metadata ? 2 * k : k};
  int64_t rows = p.b->shape[p.transposeB ? 1 : 0];
  bool agrees = rows == p.size.k && p.c->shape[0] == p.size.m &&
                p.c->shape[1] == p.size.n;
  bool areFloats = p.isFloat() == p.a->element.number.isFloat() &&
                   p.isFloat() == p.b->element.number.isFloat();
  if (agrees && areFloats)
    return success();
  return op->emitError()
         << "expected an M x K, a K x N and an M x N tile, all of "
            "floats or all of integers";
}

/// Reads a matrix, transposed if asked, into `rows` x `columns` patterns.
static LogicalResult readMatrix(Context &context, const Inst &inst,
                                AsyncOperation &async, const View &view,
                                bool transpose, int64_t lane, TileData &data) {
  View oriented = view;
  if (transpose) {
    std::swap(oriented.shape[0], oriented.shape[1]);
    std::swap(oriented.strides[0], oriented.strides[1]);
    std::swap(oriented.low[0], oriented.low[1]);
    std::swap(oriented.high[0], oriented.high[1]);
  }
  Accessor accessor = makeAccessor(context, inst, async, oriented);
  return readTile(context, inst.op, accessor, oriented, lane, data);
}

static void decodeAll(const TileData &data, const Element &element,
                      bool isUnsigned, std::vector<double> &floats,
                      std::vector<int64_t> &integers) {
  const Number &number = element.number;
  if (!number.isFloat()) {
    integers.reserve(data.values.size());
    for (uint64_t bits : data.values)
      integers.push_back(isUnsigned ? int64_t(bits) : number.signExtend(bits));
    return;
  }
  floats.reserve(data.values.size());
  for (uint64_t bits : data.values)
    floats.push_back(decodeFloat(*number.format, bits));
}

/// Spreads the kept elements of a 2:4 sparse A over its K columns: the metadata
/// has 2 bits for each, low bits first, row by row.
template <typename T>
static LogicalResult expandSparse(Operation *op, const Product &p,
                                  const TileData &metadata, std::vector<T> &a) {
  int64_t kept = p.size.k / 2;
  unsigned perWord = p.metadata->element.number.width / 2;
  int64_t wordsPerRow = p.metadata->shape[1];
  if (p.metadata->getRank() != 2 || p.metadata->shape[0] != p.size.m ||
      perWord == 0 || wordsPerRow * int64_t(perWord) < kept || kept % 2 != 0)
    return op->emitError() << "expected 2 bits of metadata for each of the "
                           << kept << " kept elements of a row";
  std::vector<T> full(p.size.m * p.size.k);
  for (int64_t row = 0; row < p.size.m; ++row)
    for (int64_t i = 0; i < kept; i += 2) {
      int64_t places[2];
      for (int64_t j = 0; j < 2; ++j) {
        uint64_t word = metadata.values[row * wordsPerRow + (i + j) / perWord];
        places[j] = word >> (2 * ((i + j) % perWord)) & 3;
      }
      if (places[0] >= places[1])
        return op->emitError()
               << "expected ascending places for the two elements kept of each "
                  "four, got "
               << places[0] << " and " << places[1] << " in row " << row;
      for (int64_t j = 0; j < 2; ++j)
        full[row * p.size.k + i * 2 + places[j]] = a[row * kept + i + j];
    }
  a = std::move(full);
  return success();
}

/// Multiplies the rows of `values` (`rows` x K, element strides as given) by
/// their block scales; exact for the types that have scales.
static LogicalResult applyScales(Context &context, const Inst &inst,
                                 AsyncOperation &async, const Product &p,
                                 const ViewRef &scale, int64_t rows,
                                 int64_t rowStride, int64_t kStride,
                                 std::vector<double> &values) {
  TileData data(context.machine.budget);
  if (failed(readMatrix(context, inst, async, *scale, false, p.lane, data)))
    return failure();
  if (!scale->element.number.isFloat() || p.block <= 0 ||
      scale->shape[0] != rows || scale->shape[1] * p.block < p.size.k)
    return inst.op->emitError()
           << "expected a float scale for each row and each " << p.block
           << " elements along K";
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t k = 0; k < p.size.k; ++k)
      values[row * rowStride + k * kStride] *=
          decodeFloat(*scale->element.number.format,
                      data.values[row * scale->shape[1] + k / p.block]);
  return success();
}

static LogicalResult readOperands(Context &context, const Inst &inst,
                                  AsyncOperation &async, Product &p) {
  TileData a(context.machine.budget), b(context.machine.budget);
  if (failed(readMatrix(context, inst, async, *p.a, p.transposeA, p.lane, a)) ||
      failed(readMatrix(context, inst, async, *p.b, p.transposeB, p.lane, b)))
    return failure();
  decodeAll(a, p.a->element, p.unsignedA, p.floatA, p.integerA);
  decodeAll(b, p.b->element, p.unsignedB, p.floatB, p.integerB);
  if (p.metadata) {
    TileData metadata(context.machine.budget);
    if (p.metadata->getRank() != 2)
      return inst.op->emitError() << "expected metadata of rank 2";
    if (failed(readMatrix(context, inst, async, *p.metadata, false, p.lane,
                          metadata)))
      return failure();
    return p.isFloat() ? expandSparse(inst.op, p, metadata, p.floatA)
                       : expandSparse(inst.op, p, metadata, p.integerA);
  }
  if (!p.scaleA)
    return success();
  if (failed(applyScales(context, inst, async, p, p.scaleA, p.size.m, p.size.k,
                         1, p.floatA)))
    return failure();
  return applyScales(context, inst, async, p, p.scaleB, p.size.n, 1, p.size.n,
                     p.floatB);
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

/// Whether products of two formats are exact in f32.
static bool haveSingleProducts(const FloatFormat &a, const FloatFormat &b) {
  auto least = [](const FloatFormat &f) {
    return 1 - f.bias - int(f.mantissaBits);
  };
  return a.mantissaBits + b.mantissaBits + 2 <= 24 &&
         least(a) + least(b) >= -149;
}

static std::vector<float> toSingle(const std::vector<double> &values) {
  return std::vector<float>(values.begin(), values.end());
}

static void computeSingle(const Product &p, TileData &c) {
  std::vector<float> a = toSingle(p.floatA), b = toSingle(p.floatB);
  std::vector<float> sums(c.values.size());
  for (size_t i = 0; i < sums.size(); ++i)
    sums[i] = llvm::bit_cast<float>(uint32_t(c.values[i]));
  bool exact = !p.scaleA && haveSingleProducts(*p.a->element.number.format,
                                               *p.b->element.number.format);
  multiplySingle(p.size, a.data(), b.data(), sums.data(), exact);
  for (size_t i = 0; i < sums.size(); ++i)
    c.values[i] = llvm::bit_cast<uint32_t>(sums[i]);
}

static void computeFloat(const Product &p, TileData &c) {
  const FloatFormat &format = *p.c->element.number.format;
  bool operandsAreSingle = p.a->element.number.format != &FloatFormat::f64 &&
                           p.b->element.number.format != &FloatFormat::f64;
  // Scaled operands may leave the range of f32 before they are multiplied.
  if (&format == &FloatFormat::f32 && operandsAreSingle && !p.scaleA)
    return computeSingle(p, c);
  std::vector<double> sums;
  for (uint64_t bits : c.values)
    sums.push_back(decodeFloat(format, bits));
  if (&format == &FloatFormat::f64)
    multiplyDouble(p.size, p.floatA.data(), p.floatB.data(), sums.data());
  else
    multiplyRounded(p.size, p.floatA.data(), p.floatB.data(), sums.data(),
                    format);
  for (size_t i = 0; i < sums.size(); ++i)
    c.values[i] = encodeFloat(format, sums[i]);
}

static void computeInteger(const Product &p, TileData &c) {
  const Number &number = p.c->element.number;
  std::vector<int64_t> sums(c.values.begin(), c.values.end());
  multiplyInteger(p.size, p.integerA.data(), p.integerB.data(), sums.data());
  for (size_t i = 0; i < sums.size(); ++i)
    c.values[i] = uint64_t(sums[i]) & number.mask();
}

static LogicalResult finishProduct(Context &context, const Inst &inst,
                                   AsyncOperation &async, Product &p) {
  TileData c(context.machine.budget);
  Accessor accessor = makeAccessor(context, inst, async, *p.c);
  if (p.clear) {
    if (!c.resize(p.size.m * p.size.n, 1))
      return inst.op->emitError() << "expected a tile that fits in memory";
    std::fill(c.values.begin(), c.values.end(), 0);
  } else if (failed(readTile(context, inst.op, accessor, *p.c, p.lane, c))) {
    return failure();
  }
  // Eight multiply-adds count as one step.
  double work = double(p.size.m) * double(p.size.n) * double(p.size.k) / 8;
  if (failed(
          context.step(inst.op, work < 1e18 ? uint64_t(work) : ~uint64_t(0))))
    return failure();
  if (p.isFloat())
    computeFloat(p, c);
  else
    computeInteger(p, c);
  return writeTile(context, inst.op, accessor, *p.c, p.lane, c);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static FailureOr<AsyncRef> makeOperation(Context &context, const Inst &inst,
                                         std::shared_ptr<Product> product) {
  if (failed(checkShapes(inst.op, *product)))
    return failure();
  auto operation = std::make_shared<AsyncOperation>();
  operation->kind = WaitKind::Mma;
  for (const ViewRef &view : {product->a, product->b, product->metadata,
                              product->scaleA, product->scaleB})
    if (view)
      operation->sources.push_back(view);
  operation->destinations.push_back(product->c);
  const Inst *self = &inst;
  operation->readSources = [=](Context &context, AsyncOperation &async) {
    return readOperands(context, *self, async, *product);
  };
  operation->finish = [=](Context &context, AsyncOperation &async) {
    return finishProduct(context, *self, async, *product);
  };
  return operation;
}

/// Takes the tiles numbered in `tiles` from the operands of one lane.
static LogicalResult takeViews(Context &context, const Inst &inst, int64_t lane,
                               ArrayRef<std::pair<unsigned, ViewRef *>> tiles) {
  for (auto [number, target] : tiles) {
    FailureOr<ViewRef> view = context.view(inst, number, lane);
    if (failed(view))
      return failure();
    *target = *view;
  }
  return success();
}

/// The value of an optional `clear` operand.
static FailureOr<bool> takeClear(Context &context, const Inst &inst,
                                 Value clear, unsigned number) {
  if (!clear)
    return false;
  FailureOr<uint64_t> value = context.uniform(inst, number);
  if (failed(value))
    return failure();
  return (*value & 1) != 0;
}

/// Runs `make(lane, copy)`: asynchronously, or once for each copy of local
/// tiles.
static LogicalResult
runProduct(Context &context, const Inst &inst, ArrayRef<unsigned> tiles,
           unsigned result, int barrierOperand,
           llvm::function_ref<FailureOr<AsyncRef>(int64_t, int64_t)> make) {
  if (!inst.results.empty())
    return performOrIssue(context, inst, IssueScope::Team, barrierOperand,
                          [&](int64_t lane) { return make(lane, -1); });
  if (failed(context.requireTeam(inst)))
    return failure();
  return forEachCopy(context, inst, tiles, {result}, [&](int64_t copy) {
    FailureOr<AsyncRef> operation =
        make(copy < 0 ? context.lanes.getFirst() : copy, copy);
    return failed(operation) ? failure()
                             : performNow(context, inst, **operation);
  });
}

template <typename Op>
static LogicalResult setUp(Context &context, const Inst &inst, Op op,
                           unsigned numTiles, Product &product) {
  FailureOr<bool> clear = takeClear(context, inst, op.getClear(), numTiles);
  if (failed(clear))
    return failure();
  product.clear = *clear;
  product.transposeA = op.getTransposeA();
  product.transposeB = op.getTransposeB();
  return success();
}

static LogicalResult runGemm(Context &context, const Inst &inst) {
  auto op = cast<GemmOp>(inst.op);
  return runProduct(
      context, inst, {0, 1, 2}, 2, operandNumber(op, op.getBarrier()),
      [&](int64_t lane, int64_t copy) -> FailureOr<AsyncRef> {
        auto product = std::make_shared<Product>();
        if (failed(setUp(context, inst, op, 3, *product)) ||
            failed(takeViews(
                context, inst, lane,
                {{0, &product->a}, {1, &product->b}, {2, &product->c}})))
          return failure();
        product->unsignedA = op.getUnsignedA();
        product->unsignedB = op.getUnsignedB();
        product->lane = copy;
        return makeOperation(context, inst, product);
      });
}

static LogicalResult runGemmSparse(Context &context, const Inst &inst) {
  auto op = cast<GemmSparseOp>(inst.op);
  return runProduct(context, inst, {0, 1, 2, 3}, 3,
                    operandNumber(op, op.getBarrier()),
                    [&](int64_t lane, int64_t copy) -> FailureOr<AsyncRef> {
                      auto product = std::make_shared<Product>();
                      if (failed(setUp(context, inst, op, 4, *product)) ||
                          failed(takeViews(context, inst, lane,
                                           {{0, &product->a},
                                            {1, &product->metadata},
                                            {2, &product->b},
                                            {3, &product->c}})))
                        return failure();
                      product->unsignedA = op.getUnsignedA();
                      product->unsignedB = op.getUnsignedB();
                      product->lane = copy;
                      return makeOperation(context, inst, product);
                    });
}

static LogicalResult runGemmScaled(Context &context, const Inst &inst) {
  auto op = cast<GemmScaledOp>(inst.op);
  return runProduct(
      context, inst, {0, 1, 2, 3, 4}, 4, operandNumber(op, op.getBarrier()),
      [&](int64_t lane, int64_t copy) -> FailureOr<AsyncRef> {
        auto product = std::make_shared<Product>();
        if (failed(setUp(context, inst, op, 5, *product)) ||
            failed(takeViews(context, inst, lane,
                             {{0, &product->a},
                              {1, &product->scaleA},
                              {2, &product->b},
                              {3, &product->scaleB},
                              {4, &product->c}})))
          return failure();
        if (product->scaleA->getRank() != 2 || product->scaleB->getRank() != 2)
          return op.emitError() << "expected scales of rank 2";
        product->block = op.getBlock();
        product->lane = copy;
        return makeOperation(context, inst, product);
      });
}

void tile::addGemmHandlers(HandlerMap &map) {
  map.add<GemmOp>(runGemm);
  map.add<GemmSparseOp>(runGemmSparse);
  map.add<GemmScaledOp>(runGemmScaled);
}
