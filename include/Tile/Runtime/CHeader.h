//===- CHeader.h - The C header of an ahead-of-time library -----*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_CHEADER_H
#define TILE_RUNTIME_CHEADER_H

#include "Tile/Runtime/KernelSignature.h"

#include <string>
#include <vector>

namespace tile {

/// Writes to `header` a C99 (and C++) header that declares the kernels of one
/// library, each with a comment that gives the dtype, shape, direction and
/// alignment of its arguments. The header includes only <stddef.h> and
/// <stdint.h>: it carries the text of KernelABI.h, under that file's own
/// include guard, so that several such headers may be included together.
/// `library` names the library in the banner and the include guard.
///
/// Returns an empty string, or why there is no header: a kernel's name is no C
/// identifier, is a keyword of C or C++, begins with the prefix `tile_` or
/// `Tile` or with `TILE_` that the header uses itself, or occurs twice.
std::string emitCHeader(const std::vector<KernelSignature> &kernels,
                        const std::string &library, std::string &header);

} // namespace tile

#endif // TILE_RUNTIME_CHEADER_H
