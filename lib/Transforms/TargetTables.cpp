//===- TargetTables.cpp - Where target names are looked up ----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Transforms/TargetTables.h"

using namespace mlir;

namespace tile {

TargetAttr TargetTables::lookup(StringRef name) const {
  for (const TargetTable &table : tables)
    if (TargetAttr target = table.lookup(getContext(), name))
      return target;
  return TargetAttr();
}

SmallVector<std::string> TargetTables::getNames() const {
  SmallVector<std::string> names;
  for (const TargetTable &table : tables)
    names.append(table.names.begin(), table.names.end());
  return names;
}

} // namespace tile
