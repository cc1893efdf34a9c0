//===- PackedGemmPack.cpp - Copy operands into panels ---------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedGemmFunctions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tile {
namespace cpu {
namespace {

/// How the source's elements lie in memory.
enum class SourceOrder {
  KContiguous,    // [row][k], unit stride along k: needs a transpose
  RowsContiguous, // [k][row], unit stride along rows: a copy
  Strided         // [row][k], any strides: element by element
};

/// k groups that a row-contiguous copy takes from one panel before it moves to
/// the next: enough to fill whole lines of the packed buffer, few enough that
/// the source rows stay within reach of the TLB.
constexpr int64_t copyDepth = 16;

/// Emits the body of one packing function.
class Packer {
public:
  Packer(IndexBuilder &b, const PackedGemm &gemm, GemmSide side,
         SourceOrder order, ValueRange arguments)
      : b(b), gemm(gemm), operand(side == GemmSide::Lhs ? gemm.lhs : gemm.rhs),
        order(order), width(side == GemmSide::Lhs ? gemm.rows : gemm.columns),
        source(arguments[0]), rowBegin(arguments[1]), rowEnd(arguments[2]),
        rowLimit(arguments[3]), kBegin(arguments[4]), kEnd(arguments[5]),
        groups(arguments[6]), packed(arguments[7]), offset(arguments[8]) {}

  void emit() {
    zero = b.constant(0);
    panels = b.ceilDiv(b.sub(rowEnd, rowBegin), width);
    // Groups that lie inside K entirely.
    fullGroups = b.div(b.sub(kEnd, kBegin), b.constant(gemm.group));
    if (order == SourceOrder::RowsContiguous)
      return emitCopies();
    b.loop(zero, panels, 1, [&](Value panel) {
      if (order == SourceOrder::KContiguous)
        emitTransposedPanel(panel);
      else
        emitElements(panel, zero, groups);
    });
  }

private:
  IndexBuilder &b;
  const PackedGemm &gemm;
  const GemmOperand &operand;
  SourceOrder order;
  int64_t width;
  Value source, rowBegin, rowEnd, rowLimit, kBegin, kEnd, groups, packed,
      offset;
  Value zero, panels, fullGroups;

  Value firstRow(Value panel) { return b.add(rowBegin, b.mul(panel, width)); }
  Value position(Value panel, Value group) {
    return b.add(offset, b.mul(b.add(b.mul(panel, groups), group), width));
  }
  Value firstK(Value group) { return b.add(kBegin, b.mul(group, gemm.group)); }

  SmallVector<Value> indices(Value row, Value k) {
    if (order == SourceOrder::RowsContiguous)
      return {k, row};
    return {row, k};
  }

  Value convert(Value value) {
    return convertElement(b, operand.conversion, value, gemm.compute,
                          operand.isUnsigned);
  }

  /// Two i16 (scalars or vectors) as the halves of i32, the first one low.
  Value pair(Value low, Value high) {
    Type type = getTypeLike(low, gemm.packed);
    low = arith::ExtUIOp::create(b, type, low);
    high = arith::ExtUIOp::create(b, type, high);
    Value sixteen = splat(type, 16);
    return arith::OrIOp::create(b, low,
                                arith::ShLIOp::create(b, high, sixteen));
  }

  Value splat(Type type, int64_t value) {
    auto attr = b.getIntegerAttr(getElementTypeOrSelf(type), value);
    if (auto vector = dyn_cast<VectorType>(type))
      return arith::ConstantOp::create(b, DenseElementsAttr::get(vector, attr));
    return arith::ConstantOp::create(b, attr);
  }

  //===--- Element by element: edges and odd strides ---------------------===//

  Value loadOrZero(Value row, Value k) {
    Value inside =
        arith::AndIOp::create(b, b.less(row, rowLimit), b.less(k, kEnd));
    auto choice = scf::IfOp::create(b, gemm.compute, inside, true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&choice.getThenRegion().front());
    Value loaded = memref::LoadOp::create(b, source, indices(row, k));
    scf::YieldOp::create(b, convert(loaded));
    b.setInsertionPointToStart(&choice.getElseRegion().front());
    Value none = arith::ConstantOp::create(b, b.getZeroAttr(gemm.compute));
    scf::YieldOp::create(b, none);
    return choice.getResult(0);
  }

  void emitElements(Value panel, Value begin, Value end) {
    b.loop(begin, end, 1, [&](Value group) {
      Value at = position(panel, group);
      Value k = firstK(group);
      b.loop(zero, b.constant(width), 1, [&](Value lane) {
        Value row = b.add(firstRow(panel), lane);
        Value value = loadOrZero(row, k);
        if (gemm.group == 2)
          value = pair(value, loadOrZero(row, b.add(k, 1)));
        memref::StoreOp::create(b, value, packed, b.add(at, lane));
      });
    });
  }

  //===--- Rows contiguous: copies ---------------------------------------===//

  void emitCopies() {
    b.loop(zero, groups, copyDepth, [&](Value begin) {
      Value end = b.min(b.add(begin, copyDepth), groups);
      Value fullEnd = b.min(b.max(fullGroups, begin), end);
      b.loop(zero, panels, 1, [&](Value panel) {
        Value full = b.lessEqual(b.add(firstRow(panel), width), rowLimit);
        Value middle = arith::SelectOp::create(b, full, fullEnd, begin);
        b.loop(begin, middle, 1, [&](Value group) { emitCopy(panel, group); });
        emitElements(panel, middle, end);
      });
    });
  }

  /// One full k group of a full panel, in pieces of a power of two: other
  /// vector lengths are legalized badly.
  void emitCopy(Value panel, Value group) {
    Value at = position(panel, group);
    Value row = firstRow(panel);
    Value k = firstK(group);
    for (int64_t done = 0; done < width;) {
      int64_t length = llvm::bit_floor<uint64_t>(
          std::min<uint64_t>(gemm.lanes, width - done));
      Value first = b.add(row, done);
      Value value = loadVector(length, first, k);
      if (gemm.group == 2)
        value = pair(value, loadVector(length, first, b.add(k, 1)));
      vector::StoreOp::create(b, value, packed, b.add(at, done));
      done += length;
    }
  }

  Value loadVector(int64_t length, Value row, Value k) {
    auto type = VectorType::get({length}, operand.element);
    return convert(vector::LoadOp::create(b, type, source, indices(row, k)));
  }

  //===--- K contiguous: transposes --------------------------------------===//

  void emitTransposedPanel(Value panel) {
    Value first = firstRow(panel);
    Value middle = b.mul(b.div(fullGroups, b.constant(gemm.lanes)), gemm.lanes);
    // A panel beyond the source has no row to read.
    middle = arith::SelectOp::create(b, b.less(first, rowLimit), middle, zero);
    emitSquares(panel, middle);
    b.branch(b.less(rowLimit, b.add(first, width)),
             [&] { clearEdge(panel, middle); });
    emitElements(panel, middle, groups);
  }

  /// Zeroes the lanes of rows beyond the source in groups 0 .. end.
  void clearEdge(Value panel, Value end) {
    Value none = arith::ConstantOp::create(b, b.getZeroAttr(gemm.packed));
    Value valid = b.sub(b.max(rowLimit, firstRow(panel)), firstRow(panel));
    b.loop(zero, end, 1, [&](Value group) {
      Value at = position(panel, group);
      b.loop(valid, b.constant(width), 1, [&](Value lane) {
        memref::StoreOp::create(b, none, packed, b.add(at, lane));
      });
    });
  }

  /// Transposes `lanes` k groups of all the panel's rows at a time. Rows beyond
  /// the source repeat its last one.
  void emitSquares(Value panel, Value end) {
    Value last = b.sub(rowLimit, b.constant(1));
    SmallVector<Value> rows;
    for (int64_t r = 0; r < width; ++r)
      rows.push_back(b.min(b.add(firstRow(panel), r), last));
    int64_t lanes = gemm.lanes;
    b.loop(zero, end, lanes, [&](Value group) {
      Value at = position(panel, group);
      for (int64_t first = 0; first < width; first += lanes) {
        int64_t count = std::min(lanes, width - first);
        SmallVector<Value> square;
        for (int64_t r = 0; r < count; ++r)
          square.push_back(loadRow(rows[first + r], firstK(group)));
        // Fills a partial square; the copies are not stored.
        square.resize(lanes, square.front());
        transpose(square);
        for (int64_t k = 0; k < lanes; ++k) {
          // Spare lanes of a whole panel go where the next k comes at once.
          bool isCovered = count == width && k * width + lanes <= lanes * width;
          storeLanes(square[k], isCovered ? lanes : count,
                     b.add(at, k * width + first));
        }
      }
    });
  }

  /// `lanes` k groups of one row as a vector of packed elements.
  Value loadRow(Value row, Value k) {
    auto type =
        VectorType::get({int64_t(gemm.lanes) * gemm.group}, operand.element);
    Value value =
        convert(vector::LoadOp::create(b, type, source, ValueRange{row, k}));
    if (gemm.group == 1)
      return value;
    return vector::BitCastOp::create(
        b, VectorType::get({int64_t(gemm.lanes)}, gemm.packed), value);
  }

  /// Transposes a square in registers: first inside 128-bit lanes, where an
  /// interleave is one instruction on every target, then between them.
  void transpose(SmallVectorImpl<Value> &square) {
    int64_t lanes = gemm.lanes;
    int64_t inner =
        std::min<int64_t>(lanes, 128 / gemm.packed.getIntOrFloatBitWidth());
    for (int64_t round = 1; round < inner; round *= 2)
      interleaveInLanes(square, inner);
    for (int64_t distance = inner; distance < lanes; distance *= 2)
      exchangeLanes(square, distance);
  }

  /// One round of the perfect shuffle on each `inner` consecutive vectors.
  void interleaveInLanes(SmallVectorImpl<Value> &square, int64_t inner) {
    int64_t lanes = gemm.lanes, half = inner / 2;
    SmallVector<Value> result(lanes);
    for (int64_t first = 0; first < lanes; first += inner) {
      for (int64_t i = 0; i < half; ++i) {
        Value low = square[first + i], high = square[first + half + i];
        for (int64_t part = 0; part < 2; ++part) {
          SmallVector<int64_t> mask;
          for (int64_t lane = 0; lane < lanes; ++lane) {
            int64_t chunk = lane / inner * inner, in = lane % inner;
            mask.push_back(chunk + part * half + in / 2 + (in % 2 ? lanes : 0));
          }
          result[first + 2 * i + part] =
              vector::ShuffleOp::create(b, low, high, mask);
        }
      }
    }
    square.assign(result);
  }

  /// Swaps the off-diagonal blocks of `distance` elements of each 2 x 2 blocks.
  void exchangeLanes(SmallVectorImpl<Value> &square, int64_t distance) {
    int64_t lanes = gemm.lanes;
    for (int64_t i = 0; i < lanes; ++i) {
      if (i & distance)
        continue;
      SmallVector<int64_t> upper, lower;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        bool set = lane & distance;
        upper.push_back(set ? lanes + lane - distance : lane);
        lower.push_back(set ? lanes + lane : lane + distance);
      }
      Value first = square[i], second = square[i + distance];
      square[i] = vector::ShuffleOp::create(b, first, second, upper);
      square[i + distance] = vector::ShuffleOp::create(b, first, second, lower);
    }
  }

  /// Stores exactly the first `count` lanes: what follows may belong to another
  /// thread.
  void storeLanes(Value value, int64_t count, Value at) {
    int64_t lanes = gemm.lanes;
    for (int64_t done = 0; done < count;) {
      int64_t length = llvm::bit_floor<uint64_t>(count - done);
      Value piece = value;
      if (length != lanes) {
        auto mask = llvm::to_vector(llvm::seq<int64_t>(done, done + length));
        piece = vector::ShuffleOp::create(b, value, value, mask);
      }
      vector::StoreOp::create(b, piece, packed, b.add(at, done));
      done += length;
    }
  }
};

/// Whether vectors of the element type can be loaded: sub-byte elements occupy
/// a byte each in a memref but are dense in a vector.
bool hasVectorLoads(Type element) {
  unsigned bits = element.getIntOrFloatBitWidth();
  return bits % 8 == 0 && llvm::isPowerOf2_32(bits);
}

void callPack(IndexBuilder &b, const PackedGemm &gemm, GemmSide side,
              SourceOrder order, Value source, const PackRange &range,
              Value packed, Value offset) {
  const GemmOperand &operand = side == GemmSide::Lhs ? gemm.lhs : gemm.rhs;
  static constexpr const char *orderNames[] = {"k", "rows", "strided"};
  std::string name = llvm::join_items(
      '_', "tile_gemm_pack",
      std::to_string(side == GemmSide::Lhs ? gemm.rows : gemm.columns) + "x" +
          std::to_string(gemm.lanes),
      (operand.isUnsigned ? "u_" : "") + getTypeName(operand.element),
      getTypeName(gemm.compute) + "x" + std::to_string(gemm.group),
      orderNames[static_cast<int>(order)]);
  if (operand.conversion.emit)
    name += "_" + operand.conversion.name;
  Value arguments[] = {source,         range.rowBegin, range.rowEnd,
                       range.rowLimit, range.kBegin,   range.kEnd,
                       range.groups,   packed,         offset};
  callShared(b, name, arguments, [&](IndexBuilder &inside, ValueRange args) {
    Packer(inside, gemm, side, order, args).emit();
  });
}

} // namespace

void emitGemmPack(OpBuilder &builder, Location loc, const PackedGemm &gemm,
                  GemmSide side, GemmSource source, const PackRange &range,
                  Value packed, Value offset) {
  IndexBuilder b(loc, builder);
  auto type = cast<MemRefType>(source.memref.getType());
  Type element = type.getElementType();
  packed = castMemRef(b, packed, getBufferType(gemm.packed));
  auto call = [&](SourceOrder order, Value view) {
    callPack(b, gemm, side, order, view, range, packed, offset);
  };
  // A is rows x k as written, B is k x rows.
  bool kIsLast = (side == GemmSide::Lhs) != source.transposed;
  if (hasVectorLoads(element) && hasUnitColumnStride(type)) {
    SourceOrder order =
        kIsLast ? SourceOrder::KContiguous : SourceOrder::RowsContiguous;
    return call(order,
                castMemRef(b, source.memref, getMatrixType(element, true)));
  }

  // Both strides are known at run time only, or neither is one.
  StridedMatrix matrix = getStridedMatrix(b, source.memref);
  unsigned rowDim = kIsLast ? 0 : 1, kDim = 1 - rowDim;
  auto anyStrides = [&] {
    SmallVector<OpFoldResult> sizes{matrix.sizes[rowDim], matrix.sizes[kDim]};
    SmallVector<OpFoldResult> strides{matrix.strides[rowDim],
                                      matrix.strides[kDim]};
    call(SourceOrder::Strided,
         memref::ReinterpretCastOp::create(
             b, getMatrixType(element, false), matrix.base,
             OpFoldResult(matrix.offset), sizes, strides));
  };
  if (!hasVectorLoads(element))
    return anyStrides();
  auto isUnit = [&](unsigned dim) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                 matrix.strides[dim], b.constant(1));
  };
  b.branch(
      isUnit(kDim),
      [&] {
        call(SourceOrder::KContiguous,
             getUnitStrideView(b, matrix, element, /*transposed=*/kDim == 0));
      },
      [&] {
        b.branch(
            isUnit(rowDim),
            [&] {
              call(SourceOrder::RowsContiguous,
                   getUnitStrideView(b, matrix, element,
                                     /*transposed=*/rowDim == 0));
            },
            anyStrides);
      });
}

} // namespace cpu
} // namespace tile
