//===- Prover.cpp - the proof ladder --------------------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Prover/Prover.h"
#include "Rungs.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tile {

StringRef stringifyRung(Rung rung) {
  static constexpr llvm::StringLiteral names[] = {"structural", "f2",
                                                  "enumeration", "presburger"};
  return names[static_cast<unsigned>(rung)];
}

ProverOptions ProverOptions::only(Rung rung) {
  ProverOptions options;
  for (unsigned i = 0; i != kNumRungs; ++i)
    options.rungs[i] = i == static_cast<unsigned>(rung);
  return options;
}

static void appendPoint(std::string &text, StringRef name,
                        ArrayRef<int64_t> point) {
  if (!point.empty())
    text += (" " + name + " = " + layout::IntTuple::tuple(point).str()).str();
}

std::string Verdict::str() const {
  if (answer == Answer::Unknown)
    return "unknown: " + reason;
  std::string text = answer == Answer::Yes ? "yes" : "no";
  if (rung)
    text += (" (" + stringifyRung(*rung) + ")").str();
  if (!counterexample)
    return text;
  text += ":";
  appendPoint(text, "first", counterexample->first);
  appendPoint(text, "second", counterexample->second);
  appendPoint(text, "value", counterexample->value);
  appendPoint(text, "symbols", counterexample->symbols);
  return text;
}

namespace prover {

Verdict yes() {
  Verdict verdict;
  verdict.answer = Answer::Yes;
  return verdict;
}

Verdict no(Counterexample counterexample) {
  Verdict verdict;
  verdict.answer = Answer::No;
  verdict.counterexample = std::move(counterexample);
  return verdict;
}

Verdict unknown(const Twine &reason) {
  Verdict verdict;
  verdict.reason = reason.str();
  return verdict;
}

SmallVector<int64_t> pointAt(const layout::Layout &layout, int64_t index) {
  SmallVector<int64_t> point;
  for (int64_t i = 0, e = layout.rank(); i != e; ++i) {
    point.push_back(index % layout.extent(i));
    index /= layout.extent(i);
  }
  return point;
}

/// Whether `value` is outside the bounds of `query` at `point`.
static bool isOutside(const Query &query, ArrayRef<int64_t> value,
                      const Counterexample &at) {
  for (auto [i, component] : llvm::enumerate(value)) {
    std::optional<int64_t> bound;
    if (query.boundMap())
      bound =
          evaluateAffine(query.boundMap().getResult(i), at.first, at.symbols);
    else
      bound = query.bounds()[i];
    if (bound && (component < 0 || component >= *bound))
      return true;
  }
  return false;
}

bool confirms(const Query &query, const Counterexample &counterexample) {
  if (query.property() == Property::Covers ||
      query.property() == Property::BankConflictFree)
    return true;
  auto first = query.f().evaluate(counterexample.first, counterexample.symbols);
  if (!first)
    return false;
  switch (query.property()) {
  case Property::InBounds:
    return isOutside(query, *first, counterexample);
  case Property::Equal: {
    auto other =
        query.g().evaluate(counterexample.first, counterexample.symbols);
    return other && *first != *other;
  }
  default:
    break;
  }
  auto second =
      query.g().evaluate(counterexample.second, counterexample.symbols);
  if (!second || *first != *second)
    return false;
  // Injective is about whole points, Disjoint about their threads.
  size_t compared = query.property() == Property::Disjoint
                        ? query.threadDims()
                        : counterexample.first.size();
  return ArrayRef(counterexample.first).take_front(compared) !=
         ArrayRef(counterexample.second).take_front(compared);
}

} // namespace prover

static Verdict climb(Rung rung, const Query &query,
                     const ProverOptions &options) {
  switch (rung) {
  case Rung::Structural:
    return prover::proveStructurally(query);
  case Rung::F2:
    return prover::proveOverF2(query);
  case Rung::Enumeration:
    return prover::proveByEnumeration(query, options.maxPoints);
  case Rung::Presburger:
    return prover::proveInPresburger(query, options);
  }
  return prover::unknown("no such rung");
}

Verdict Prover::prove(const Query &query) const {
  std::string reasons;
  for (unsigned i = 0; i != kNumRungs; ++i) {
    if (!options.rungs[i])
      continue;
    Rung rung = static_cast<Rung>(i);
    Verdict verdict = climb(rung, query, options);
    if (verdict.isNo() && verdict.counterexample &&
        !prover::confirms(query, *verdict.counterexample))
      verdict = prover::unknown("the counterexample does not hold");
    if (verdict.answer != Answer::Unknown) {
      verdict.rung = rung;
      return verdict;
    }
    if (!reasons.empty())
      reasons += "; ";
    reasons += (stringifyRung(rung) + ": " + verdict.reason).str();
  }
  return prover::unknown(reasons.empty() ? "no rung was tried" : reasons);
}

} // namespace tile
