//===- Rungs.h - the rungs of the proof ladder ------------------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rung answers a query on its own; an unknown carries a reason. A no need
// not be believed: the ladder evaluates the counterexample.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_LIB_PROVER_RUNGS_H
#define TILE_LIB_PROVER_RUNGS_H

#include "Tile/Prover/Prover.h"

namespace tile::prover {

Verdict yes();
Verdict no(Counterexample counterexample);
Verdict unknown(const llvm::Twine &reason);

Verdict proveStructurally(const Query &query);
Verdict proveOverF2(const Query &query);
Verdict proveByEnumeration(const Query &query, int64_t maxPoints);
Verdict proveInPresburger(const Query &query, const ProverOptions &options);

/// Whether the points of a counterexample show that the property fails; true
/// for those of Covers, which name a value and no point.
bool confirms(const Query &query, const Counterexample &counterexample);

/// The point of the top-level modes of `layout` with linear index `index`.
llvm::SmallVector<int64_t> pointAt(const layout::Layout &layout, int64_t index);

} // namespace tile::prover

#endif // TILE_LIB_PROVER_RUNGS_H
