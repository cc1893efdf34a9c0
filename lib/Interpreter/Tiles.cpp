//===- Tiles.cpp - whole tiles in and out of memory -----------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accessor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tile;

bool TileData::resize(int64_t numElements, unsigned components) {
  int64_t count, bytes;
  if (llvm::MulOverflow<int64_t>(numElements, components, count) ||
      llvm::MulOverflow<int64_t>(count, 8, bytes))
    return false;
  if (uint64_t(bytes) > charged) {
    if (!budget.reserve(uint64_t(bytes) - charged))
      return false;
    charged = bytes;
  }
  values.resize(count);
  return true;
}

LogicalResult
tile::forEachIndex(ArrayRef<int64_t> shape,
                   llvm::function_ref<LogicalResult(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(shape, 0))
    return success();
  SmallVector<int64_t, 4> index(shape.size(), 0);
  while (true) {
    if (failed(visit(index)))
      return failure();
    size_t dim = shape.size();
    while (dim > 0 && ++index[dim - 1] == shape[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return success();
  }
}

static LogicalResult reportTooLarge(Context &context, Operation *op) {
  return op->emitError()
         << "expected tiles that fit in " << context.machine.options.maxBytes
         << " bytes (because the interpreter's memory is limited), "
            "got a larger one";
}

namespace {
/// The part of a row that exists.
struct RowRange {
  int64_t begin, end;
};
} // namespace

/// The columns that exist in the row `outer`; empty where the row is outside.
static RowRange getRowRange(const View &view, ArrayRef<int64_t> outer,
                            int64_t count) {
  if (!view.contains(outer))
    return {0, 0};
  if (view.getRank() == 0)
    return view.isOutside ? RowRange{0, 0} : RowRange{0, 1};
  int64_t begin = std::clamp<int64_t>(view.low.back(), 0, count);
  int64_t end = std::clamp<int64_t>(view.high.back(), begin, count);
  return {begin, end};
}

/// Calls `visit(outer index, row number, range)` for each row of a tile.
static LogicalResult forEachRow(
    const View &view,
    llvm::function_ref<LogicalResult(ArrayRef<int64_t>, int64_t, RowRange)>
        visit) {
  int64_t count = view.getRank() == 0 ? 1 : view.shape.back();
  ArrayRef<int64_t> outerShape(view.shape);
  if (!outerShape.empty())
    outerShape = outerShape.drop_back();
  if (count == 0)
    return success();
  int64_t row = 0;
  return forEachIndex(outerShape, [&](ArrayRef<int64_t> outer) {
    return visit(outer, row++, getRowRange(view, outer, count));
  });
}

/// The position of column `column` in a row.
static int64_t rowPosition(const View &view, ArrayRef<int64_t> outer,
                           int64_t column) {
  uint64_t position = view.position(outer);
  if (view.getRank())
    position += uint64_t(column) * uint64_t(view.strides.back());
  return position;
}

LogicalResult tile::readTile(Context &context, Operation *op,
                             Accessor &accessor, const View &view, int64_t lane,
                             TileData &data) {
  std::optional<int64_t> numElements = productOf(view.shape);
  unsigned components = view.element.components;
  if (!numElements)
    return reportTooLarge(context, op);
  if (failed(context.step(op, *numElements)))
    return failure();
  if (!data.resize(*numElements, components))
    return reportTooLarge(context, op);
  int64_t count = view.getRank() ? view.shape.back() : 1;
  int64_t stride = view.getRank() ? view.strides.back() : 0;
  auto fillPad = [&](uint64_t *to, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (unsigned c = 0; c < components; ++c)
        to[i * components + c] = view.pad.empty() ? 0 : view.pad[c];
  };
  return forEachRow(
      view,
      [&](ArrayRef<int64_t> outer, int64_t row,
          RowRange range) -> LogicalResult {
        uint64_t *out = data.values.data() + row * count * components;
        fillPad(out, 0, range.begin);
        fillPad(out, range.end, count);
        if (range.begin == range.end)
          return success();
        return accessor.readRow(rowPosition(view, outer, range.begin), stride,
                                range.end - range.begin, lane,
                                out + range.begin * components);
      });
}

LogicalResult tile::writeTile(Context &context, Operation *op,
                              Accessor &accessor, const View &view,
                              int64_t lane, const TileData &data) {
  unsigned components = view.element.components;
  if (failed(context.step(op, data.values.size())))
    return failure();
  int64_t count = view.getRank() ? view.shape.back() : 1;
  int64_t stride = view.getRank() ? view.strides.back() : 0;
  return forEachRow(
      view,
      [&](ArrayRef<int64_t> outer, int64_t row,
          RowRange range) -> LogicalResult {
        if (range.begin == range.end)
          return success();
        const uint64_t *values = data.values.data() + row * count * components;
        return accessor.writeRow(rowPosition(view, outer, range.begin), stride,
                                 range.end - range.begin, lane,
                                 values + range.begin * components);
      });
}
