//===- PackedGemmSerial.cpp - Whole product with packing inside -----------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedGemmFunctions.h"

using namespace mlir;

namespace tile {
namespace cpu {
namespace {

/// Emits the body of one serial product. B is packed a chunk of K and some
/// panels at a time, A one panel at a time, so that the stack suffices and the
/// panel of A stays in the first-level cache.
class SerialGemm {
public:
  SerialGemm(IndexBuilder &b, const PackedGemm &gemm, ValueRange arguments,
             bool lhsTransposed, bool rhsTransposed)
      : b(b), gemm(gemm), lhs{arguments[0], lhsTransposed},
        rhs{arguments[1], rhsTransposed}, c(arguments[2]), m(arguments[3]),
        n(arguments[4]), k(arguments[5]), accumulate(arguments[6]) {
    maxDepth = getMaxDepth(gemm);
    maxColumns = gemm.columns * std::max<int64_t>(1, 128 / gemm.columns);
  }

  /// At most 256, so that packed B takes at most 128 KiB for 4-byte elements of
  /// 128 columns.
  static int64_t getMaxDepth(const PackedGemm &gemm) {
    int64_t bytes = gemm.packed.getIntOrFloatBitWidth() / 8;
    return std::min<int64_t>(gemm.maxDepth, 1024 / bytes);
  }

  void emit() {
    lhsPanel = b.stackArray({maxDepth * gemm.rows}, gemm.packed);
    rhsPanels = b.stackArray({maxDepth * maxColumns}, gemm.packed);
    zero = b.constant(0);
    // An empty sum still has to be stored.
    Value atLeastOne = b.max(k, b.constant(1));
    Value groups = b.roundUp(b.ceilDiv(atLeastOne, gemm.group), gemm.unroll);
    b.loop(zero, n, maxColumns, [&](Value column) {
      b.loop(zero, groups, maxDepth, [&](Value firstGroup) {
        Value count = b.min(b.sub(groups, firstGroup), b.constant(maxDepth));
        emitChunk(column, firstGroup, count);
      });
    });
  }

private:
  IndexBuilder &b;
  const PackedGemm &gemm;
  GemmSource lhs, rhs;
  Value c, m, n, k, accumulate;
  int64_t maxDepth, maxColumns;
  Value lhsPanel, rhsPanels, zero;

  void emitChunk(Value column, Value firstGroup, Value groups) {
    Value kBegin = b.min(b.mul(firstGroup, gemm.group), k);
    Value kEnd = b.min(b.add(kBegin, b.mul(groups, gemm.group)), k);
    Value columnEnd = b.min(b.add(column, maxColumns), n);
    emitGemmPack(b, b.getLoc(), gemm, GemmSide::Rhs, rhs,
                 {column, columnEnd, columnEnd, kBegin, kEnd, groups},
                 rhsPanels, zero);
    Value adds = arith::OrIOp::create(b, accumulate, b.less(zero, firstGroup));
    b.loop(zero, m, gemm.rows, [&](Value row) {
      Value rowEnd = b.min(b.add(row, gemm.rows), m);
      emitGemmPack(b, b.getLoc(), gemm, GemmSide::Lhs, lhs,
                   {row, rowEnd, rowEnd, kBegin, kEnd, groups}, lhsPanel, zero);
      MacroTile tile{lhsPanel,
                     zero,
                     rhsPanels,
                     zero,
                     groups,
                     c,
                     row,
                     column,
                     b.sub(rowEnd, row),
                     b.sub(columnEnd, column)};
      emitGemmMacroKernel(b, b.getLoc(), gemm, tile, adds);
    });
  }
};

/// The function takes any strides but remembers which are statically one.
Value castToMatrix(IndexBuilder &b, Value memref, std::string &name) {
  auto type = cast<MemRefType>(memref.getType());
  bool unit = hasUnitColumnStride(type);
  name += unit ? "_unit" : "_strided";
  return castMemRef(b, memref, getMatrixType(type.getElementType(), unit));
}

} // namespace

void emitSerialGemm(OpBuilder &builder, Location loc, const PackedGemm &gemm,
                    GemmSource lhs, GemmSource rhs, Value c, Value accumulate) {
  IndexBuilder b(loc, builder);
  std::string name = "tile_gemm_serial_" + gemm.signature() + "_depth" +
                     std::to_string(SerialGemm::getMaxDepth(gemm));
  auto nameOperand = [&](const GemmOperand &operand, bool transposed) {
    name += std::string("_") + (operand.isUnsigned ? "u" : "") +
            getTypeName(operand.element) + (transposed ? "t" : "");
    if (operand.conversion.emit)
      name += "_" + operand.conversion.name;
  };
  nameOperand(gemm.lhs, lhs.transposed);
  Value a = castToMatrix(b, lhs.memref, name);
  nameOperand(gemm.rhs, rhs.transposed);
  Value bMatrix = castToMatrix(b, rhs.memref, name);
  Value result = castToMatrix(b, c, name);

  auto size = [&](Value memref, int64_t dim) -> Value {
    return b.createOrFold<memref::DimOp>(memref, b.constant(dim));
  };
  Value m = size(c, 0), n = size(c, 1);
  Value k = size(lhs.memref, lhs.transposed ? 0 : 1);
  Value arguments[] = {a, bMatrix, result, m, n, k, accumulate};
  callShared(b, name, arguments, [&](IndexBuilder &inside, ValueRange inner) {
    SerialGemm(inside, gemm, inner, lhs.transposed, rhs.transposed).emit();
  });
}

} // namespace cpu
} // namespace tile
