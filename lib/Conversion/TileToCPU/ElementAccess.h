//===- ElementAccess.h - Loads and stores of elements -----------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes single elements and runs of consecutive elements of a
// TileRef. How an element lies in memory is decided here and nowhere else: an
// i1 takes a byte, a tf32 four, elements of 4 and 6 bits are packed.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_CONVERSION_TILETOCPU_ELEMENTACCESS_H
#define TILE_LIB_CONVERSION_TILETOCPU_ELEMENTACCESS_H

#include "TileRef.h"

namespace tile {
namespace cpu {

/// The type of SSA values that hold an element: tf32 is computed as f32.
mlir::Type valueType(mlir::Type element);
/// `type`, or a vector of `lanes` of it if `lanes` > 1.
mlir::Type withLanes(mlir::Type type, unsigned lanes);
/// A constant zero of a scalar or vector type.
mlir::Value zeroOf(FoldingBuilder &index, mlir::Type type);
/// An attribute of an element type as a value of its valueType.
mlir::Value constantOfElement(FoldingBuilder &index, mlir::TypedAttr attribute);
/// What reading `ref` outside its tensor gives.
mlir::Value padOf(FoldingBuilder &index, const TileRef &ref);
/// `value` in each of `lanes` lanes.
mlir::Value splat(FoldingBuilder &index, mlir::Value value, unsigned lanes);

/// How an access should treat the caches.
struct AccessHints {
  bool nontemporal = false;
};

/// What a non-temporal store of so many elements must be a multiple of, in
/// bytes: the vector, or the cache line into which the parts of a longer one
/// are combined.
unsigned nontemporalAlignment(const TileRef &ref, unsigned lanes);

/// The address of element `linear`, which must be a whole byte.
mlir::Value elementPointer(FoldingBuilder &index, const TileRef &ref,
                           mlir::OpFoldResult linear);

/// The element at `linear`, or `lanes` consecutive elements from there.
mlir::Value loadElements(FoldingBuilder &index, const TileRef &ref,
                         mlir::OpFoldResult linear, unsigned lanes,
                         AccessHints hints = {});
void storeElements(FoldingBuilder &index, const TileRef &ref,
                   mlir::OpFoldResult linear, unsigned lanes, mlir::Value value,
                   AccessHints hints = {});

/// Consecutive elements of those lanes whose `mask` is set; `other` elsewhere.
mlir::Value maskedLoad(FoldingBuilder &index, const TileRef &ref,
                       mlir::OpFoldResult linear, mlir::Value mask,
                       mlir::Value other);
void maskedStore(FoldingBuilder &index, const TileRef &ref,
                 mlir::OpFoldResult linear, mlir::Value mask,
                 mlir::Value value);

/// Elements at linear + lane * stride.
mlir::Value stridedLoad(FoldingBuilder &index, const TileRef &ref,
                        mlir::OpFoldResult linear, mlir::OpFoldResult stride,
                        unsigned lanes);
void stridedStore(FoldingBuilder &index, const TileRef &ref,
                  mlir::OpFoldResult linear, mlir::OpFoldResult stride,
                  unsigned lanes, mlir::Value value);

/// The element at `linear` if `condition`, else `other`; null means true.
mlir::Value guardedLoad(FoldingBuilder &index, const TileRef &ref,
                        mlir::OpFoldResult linear, mlir::Value condition,
                        mlir::Value other);
void guardedStore(FoldingBuilder &index, const TileRef &ref,
                  mlir::OpFoldResult linear, mlir::Value condition,
                  mlir::Value value);

/// Elements at the linear indices of a vector, of those lanes whose `mask` is
/// set (null: all), each access by itself.
mlir::Value gather(FoldingBuilder &index, const TileRef &ref,
                   mlir::Value linear, mlir::Value mask, mlir::Value other);
void scatter(FoldingBuilder &index, const TileRef &ref, mlir::Value linear,
             mlir::Value mask, mlir::Value value);

} // namespace cpu
} // namespace tile

#endif // TILE_LIB_CONVERSION_TILETOCPU_ELEMENTACCESS_H
