//===- GatherOps.cpp - im2col, gather and scatter -------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Token.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace tile;

using ViewRef = std::shared_ptr<const View>;
/// Coordinates in the tensor of an element of the tile, or nullopt: outside.
using Coordinates = SmallVector<int64_t, 4>;
using Mapping =
    std::function<std::optional<Coordinates>(ArrayRef<int64_t> tileIndex)>;

static LogicalResult requireSameElement(Operation *op, const View &a,
                                        const View &b) {
  if (a.element.bits == b.element.bits &&
      a.element.number.format == b.element.number.format)
    return success();
  return op->emitError()
         << "expected one element type (because the operation does "
            "not convert), got two";
}

/// Tiles that an operation touches.
using Tiles = std::vector<ViewRef>;

static AsyncRef makeOperation(WaitKind kind, Tiles sources, Tiles destinations,
                              const View &tile) {
  auto operation = std::make_shared<AsyncOperation>();
  operation->kind = kind;
  operation->numBytes = tile.getNumElements() * tile.element.bits / 8;
  operation->sources = std::move(sources);
  operation->destinations = std::move(destinations);
  return operation;
}

/// Tensor elements into a tile; outside they are 0.
static AsyncRef makeLoad(const Inst &inst, ViewRef tensor, Tiles touched,
                         ViewRef tile, Mapping map, Budget &budget) {
  AsyncRef operation =
      makeOperation(WaitKind::Copy, std::move(touched), {tile}, *tile);
  auto data = std::make_shared<TileData>(budget);
  const Inst *self = &inst;
  operation->readSources = [=](Context &context,
                               AsyncOperation &async) -> LogicalResult {
    Accessor accessor = makeAccessor(context, *self, async, *tensor);
    unsigned components = tensor->element.components;
    if (failed(context.step(self->op, tile->getNumElements())))
      return failure();
    if (!data->resize(tile->getNumElements(), components))
      return self->op->emitError()
             << "expected a tile that fits in "
             << context.machine.options.maxBytes << " bytes";
    uint64_t *out = data->values.data();
    return forEachIndex(tile->shape, [&](ArrayRef<int64_t> index) {
      std::optional<Coordinates> from = map(index);
      uint64_t *to = out;
      out += components;
      if (from && tensor->contains(*from))
        return accessor.read(tensor->position(*from), -1, to);
      std::fill_n(to, components, 0);
      return success();
    });
  };
  operation->finish = [=](Context &context, AsyncOperation &async) {
    Accessor accessor = makeAccessor(context, *self, async, *tile);
    return writeTile(context, self->op, accessor, *tile, -1, *data);
  };
  return operation;
}

/// A tile into tensor elements; outside they are dropped.
static AsyncRef makeStore(const Inst &inst, ViewRef tile, ViewRef tensor,
                          Tiles touched, Mapping map, Budget &budget) {
  AsyncRef operation =
      makeOperation(WaitKind::Store, {tile}, std::move(touched), *tile);
  auto data = std::make_shared<TileData>(budget);
  const Inst *self = &inst;
  operation->readSources = [=](Context &context, AsyncOperation &async) {
    Accessor accessor = makeAccessor(context, *self, async, *tile);
    return readTile(context, self->op, accessor, *tile, -1, *data);
  };
  operation->finish = [=](Context &context, AsyncOperation &async) {
    Accessor accessor = makeAccessor(context, *self, async, *tensor);
    const uint64_t *values = data->values.data();
    return forEachIndex(tile->shape, [&](ArrayRef<int64_t> index) {
      std::optional<Coordinates> to = map(index);
      const uint64_t *from = values;
      values += tile->element.components;
      if (!to || !tensor->contains(*to))
        return success();
      return accessor.write(tensor->position(*to), -1, from);
    });
  };
  return operation;
}

//===----------------------------------------------------------------------===//
// tile.im2col
//===----------------------------------------------------------------------===//

namespace {
/// The geometry of a convolution over an NHWC tensor.
struct Convolution {
  int64_t n, h, w, c;
  int64_t kernel[2], stride[2], dilation[2], pad[2], out[2];

  /// Fails where there are no output points.
  bool finish() {
    int64_t in[2] = {h, w};
    for (int dim = 0; dim < 2; ++dim) {
      int64_t reach = dilation[dim] * (kernel[dim] - 1) + 1;
      int64_t room = in[dim] + 2 * pad[dim] - reach;
      if (room < 0)
        return false;
      out[dim] = room / stride[dim] + 1;
    }
    return c > 0;
  }

  std::optional<Coordinates> locate(int64_t row, int64_t column) const {
    if (row < 0 || column < 0 || column >= kernel[0] * kernel[1] * c)
      return std::nullopt;
    int64_t image = row / (out[0] * out[1]);
    int64_t y = row / out[1] % out[0], x = row % out[1];
    int64_t r = column / (kernel[1] * c), s = column / c % kernel[1];
    return Coordinates{image, y * stride[0] - pad[0] + r * dilation[0],
                       x * stride[1] - pad[1] + s * dilation[1], column % c};
  }
};
} // namespace

/// Two positive numbers (or not negative, with `least` 0) below 2^20.
static bool takePair(ArrayRef<int64_t> values, int64_t least,
                     int64_t (&pair)[2]) {
  if (values.size() != 2)
    return false;
  for (int dim = 0; dim < 2; ++dim) {
    pair[dim] = values[dim];
    if (values[dim] < least || values[dim] >= int64_t(1) << 20)
      return false;
  }
  return true;
}

static FailureOr<AsyncRef> makeIm2col(Context &context, const Inst &inst,
                                      Im2colOp op, int64_t lane) {
  FailureOr<ViewRef> tensor = context.view(inst, 0, lane);
  FailureOr<ViewRef> tile = context.view(inst, 3, lane);
  FailureOr<Operand> row = context.operand(inst, 1);
  FailureOr<Operand> column = context.operand(inst, 2);
  if (failed(tensor) || failed(tile) || failed(row) || failed(column) ||
      failed(requireSameElement(op, **tensor, **tile)))
    return failure();
  const View &x = **tensor;
  if (x.getRank() != 4 || (*tile)->getRank() != 2)
    return op.emitError() << "expected a tensor of rank 4 and a tile of rank 2";
  Convolution conv{x.shape[0], x.shape[1], x.shape[2], x.shape[3], {},
                   {},         {},         {},         {}};
  if (!takePair(op.getKernel(), 1, conv.kernel) ||
      !takePair(op.getStride(), 1, conv.stride) ||
      !takePair(op.getDilation(), 1, conv.dilation) ||
      !takePair(op.getPad(), 0, conv.pad))
    return op.emitError()
           << "expected two numbers below 2^20 for each of kernel, "
              "stride, dilation and pad";
  bool isEmpty = !conv.finish();
  int64_t firstRow = int64_t(*row->at(lane)),
          firstColumn = int64_t(*column->at(lane));
  Mapping map = [=](ArrayRef<int64_t> index) -> std::optional<Coordinates> {
    if (isEmpty)
      return std::nullopt;
    // A coordinate that overflows is as far outside as one can be.
    return conv.locate(saturatingSub(firstRow, -index[0]),
                       saturatingSub(firstColumn, -index[1]));
  };
  // Which elements the patches share is not worth finding out: all are read.
  return makeLoad(inst, *tensor, {*tensor}, *tile, map, context.machine.budget);
}

static LogicalResult runIm2col(Context &context, const Inst &inst) {
  auto op = cast<Im2colOp>(inst.op);
  return performOrIssue(
      context, inst, IssueScope::Team, operandNumber(op, op.getBarrier()),
      [&](int64_t lane) { return makeIm2col(context, inst, op, lane); });
}

//===----------------------------------------------------------------------===//
// tile.gather and tile.scatter
//===----------------------------------------------------------------------===//

namespace {
/// Row i of the tile is row `rows[i]` of the tensor, from `column` on.
struct Rows {
  SmallVector<int64_t> rows;
  int64_t column;

  Mapping getMapping() const {
    return
        [self = *this](ArrayRef<int64_t> index) -> std::optional<Coordinates> {
          return Coordinates{self.rows[index[0]],
                             saturatingSub(self.column, -index[1])};
        };
  }
  /// The rows of the tensor that exist, `count` elements of each.
  Tiles getTiles(const View &tensor, int64_t count) const {
    Tiles tiles;
    for (int64_t row : rows) {
      if (row < tensor.low[0] || row >= tensor.high[0])
        continue;
      View view = tensor;
      view.offset += row * tensor.strides[0];
      view.shape = {tensor.shape[1]};
      view.strides = {tensor.strides[1]};
      view.low = {std::max(tensor.low[1], column)};
      view.high = {std::min(tensor.high[1], saturatingSub(column, -count))};
      tiles.push_back(std::make_shared<const View>(std::move(view)));
    }
    return tiles;
  }
};
} // namespace

static FailureOr<Rows> readRows(Context &context, const Inst &inst,
                                unsigned firstRow, unsigned numRows,
                                const View &tensor, const View &tile) {
  SmallVector<int64_t> rows;
  if (failed(context.uniforms(inst, firstRow, numRows, rows)))
    return failure();
  FailureOr<uint64_t> column = context.uniform(inst, firstRow + numRows);
  if (failed(column) || failed(requireSameElement(inst.op, tensor, tile)))
    return failure();
  if (tensor.getRank() != 2 || tile.getRank() != 2 ||
      tile.shape[0] != int64_t(numRows))
    return inst.op->emitError()
           << "expected a tensor of rank 2 and a tile with a "
              "row for each of the "
           << numRows << " row numbers";
  return Rows{rows, int64_t(*column)};
}

static LogicalResult runGather(Context &context, const Inst &inst) {
  auto op = cast<GatherOp>(inst.op);
  unsigned numRows = op.getRows().size();
  return performOrIssue(
      context, inst, IssueScope::Team, operandNumber(op, op.getBarrier()),
      [&](int64_t lane) -> FailureOr<AsyncRef> {
        FailureOr<ViewRef> tensor = context.view(inst, 0, lane);
        FailureOr<ViewRef> tile = context.view(inst, numRows + 2, lane);
        if (failed(tensor) || failed(tile))
          return failure();
        FailureOr<Rows> rows =
            readRows(context, inst, 1, numRows, **tensor, **tile);
        if (failed(rows))
          return failure();
        return makeLoad(inst, *tensor,
                        rows->getTiles(**tensor, (*tile)->shape[1]), *tile,
                        rows->getMapping(), context.machine.budget);
      });
}

static LogicalResult requireDistinctRows(Context &context, const Inst &inst,
                                         unsigned numRows) {
  SmallVector<int64_t> rows;
  if (failed(context.uniforms(inst, 2, numRows, rows)))
    return failure();
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t row : rows)
    if (!seen.insert(row).second)
      return inst.op->emitError()
             << "expected distinct rows (because each is written "
                "once), got row "
             << row << " twice";
  return success();
}

static LogicalResult runScatter(Context &context, const Inst &inst) {
  auto op = cast<ScatterOp>(inst.op);
  unsigned numRows = op.getRows().size();
  if (failed(requireDistinctRows(context, inst, numRows)))
    return failure();
  return performOrIssue(
      context, inst, IssueScope::Team, operandNumber(op, op.getBarrier()),
      [&](int64_t lane) -> FailureOr<AsyncRef> {
        FailureOr<ViewRef> tile = context.view(inst, 0, lane);
        FailureOr<ViewRef> tensor = context.view(inst, 1, lane);
        if (failed(tensor) || failed(tile))
          return failure();
        FailureOr<Rows> rows =
            readRows(context, inst, 2, numRows, **tensor, **tile);
        if (failed(rows))
          return failure();
        return makeStore(inst, *tile, *tensor,
                         rows->getTiles(**tensor, (*tile)->shape[1]),
                         rows->getMapping(), context.machine.budget);
      });
}

void tile::addGatherHandlers(HandlerMap &map) {
  map.add<Im2colOp>(runIm2col);
  map.add<GatherOp>(runGather);
  map.add<ScatterOp>(runScatter);
}
