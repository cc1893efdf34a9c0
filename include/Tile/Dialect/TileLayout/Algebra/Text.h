//===- Text.h - layouts as text ---------------------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the notation that CuTe prints, so that layouts can be pasted:
//
//   tuple   ::= integer ('@' axis)? | '(' (tuple (',' tuple)*)? ')'
//   layout  ::= tuple ':' tuple
//   swizzle ::= ('Sw' | 'Swizzle')? '<' integer ',' integer ',' integer '>'
//   composed::= swizzle 'o' integer 'o' layout | layout
//   axis    ::= (letter | digit | '_')+
//
// An integer may start with an underscore, as CuTe marks static ones (`_4`).
// Spaces are free. Refusals name the column.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_DIALECT_TILELAYOUT_ALGEBRA_TEXT_H
#define TILE_DIALECT_TILELAYOUT_ALGEBRA_TEXT_H

#include "Tile/Dialect/TileLayout/Algebra/Swizzle.h"

namespace tile::layout {

Result<IntTuple> parseIntTuple(llvm::StringRef text);
Result<Layout> parseLayout(llvm::StringRef text);
Result<Swizzle> parseSwizzle(llvm::StringRef text);
Result<ComposedLayout> parseComposedLayout(llvm::StringRef text);

} // namespace tile::layout

#endif // TILE_DIALECT_TILELAYOUT_ALGEBRA_TEXT_H
