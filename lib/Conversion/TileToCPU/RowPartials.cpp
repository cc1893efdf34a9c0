//===- RowPartials.cpp - Reductions of a nest, one vector for each row ----===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowPartials.h"

#include "Combiners.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tile {
namespace cpu {

RowPartials::RowPartials(KernelLowering &kernel, FoldingBuilder &index,
                         ParallelOp op, unsigned vectorDim)
    : op(op) {
  AffineAnalysis affine(index, op);
  op.getBody().walk([&](ReducerUpdateOp update) {
    Partial partial;
    partial.reducer = kernel.reducers.lookup(update.getReducer());
    for (Value position : update.getIndices()) {
      std::optional<AffineIndex> at = affine.of(position);
      if (!at || (!at->coefficients.empty() && at->coefficients[vectorDim]))
        return;
      partial.indices.push_back(*at);
    }
    partial.always = update->getParentOp() == op.getOperation();
    partials.insert({update, std::move(partial)});
  });
}

RowFrame RowPartials::frame() {
  if (partials.empty())
    return {};
  return {[this](FoldingBuilder &index, const NestPoint &point) {
            for (auto &entry : partials)
              begin(index, entry.second, point.lanes);
          },
          [this](FoldingBuilder &index, const NestPoint &point) {
            for (auto &entry : partials)
              end(index, point, entry.second, point.lanes);
          }};
}

void RowPartials::begin(FoldingBuilder &index, Partial &partial,
                        unsigned lanes) {
  OpBuilder &b = index.builder;
  Type element = partial.reducer.partial.element;
  TileRef &ref = partial.lanes;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(
        &op->getParentOfType<FunctionOpInterface>().front());
    Value one = arith::ConstantIntOp::create(b, index.loc, 1, 64);
    auto array = LLVM::LLVMArrayType::get(
        b.getI8Type(), lanes * BufferType::storageBits(element) / 8);
    ref.base = LLVM::AllocaOp::create(
        b, index.loc, LLVM::LLVMPointerType::get(b.getContext()), array, one,
        /*alignment=*/64);
  }
  ref.element = element;
  ref.alignment = 64;
  Combiner combiner{partial.reducer.kind, NanMode::Ignore};
  storeElements(index, ref, index.constant(0), lanes,
                combiner.identity(index, withLanes(valueType(element), lanes)));
}

void RowPartials::end(FoldingBuilder &index, const NestPoint &point,
                      Partial &partial, unsigned lanes) {
  const TileRef &total = partial.reducer.partial;
  SmallVector<OpFoldResult> at;
  for (const AffineIndex &position : partial.indices) {
    OpFoldResult sum = position.base;
    // The vector dimension has coefficient 0, and no variable here.
    for (auto [coefficient, iv] :
         llvm::zip_equal(position.coefficients, point.ivs))
      if (coefficient != 0)
        sum = index.add(sum, index.mul(index.constant(coefficient), iv));
    at.push_back(sum);
  }
  auto add = [&] {
    OpFoldResult linear = linearIndex(index, total, at);
    Combiner combiner{partial.reducer.kind, NanMode::Ignore};
    Value row = combiner.acrossLanes(
        index, loadElements(index, partial.lanes, index.constant(0), lanes));
    Value old = loadElements(index, total, linear, 1);
    storeElements(index, total, linear, 1,
                  combiner.accumulate(index, old, row));
  };
  if (partial.always)
    return add();
  // A row without any update may point anywhere.
  Value inside;
  for (auto [position, extent] : llvm::zip_equal(at, total.sizes))
    inside = index.both(
        inside, index.compare(arith::CmpIPredicate::ult, position, extent));
  if (!inside)
    return add();
  auto branch = scf::IfOp::create(index.builder, index.loc, inside, false);
  OpBuilder::InsertionGuard guard(index.builder);
  index.builder.setInsertionPointToStart(branch.thenBlock());
  add();
}

std::optional<TileRef> RowPartials::lookup(Operation *update) const {
  auto it = partials.find(update);
  if (it == partials.end())
    return std::nullopt;
  return it->second.lanes;
}

} // namespace cpu
} // namespace tile
