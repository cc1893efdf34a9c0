//===- TileAttrs.cpp - attributes of the tile dialect ---------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tile;

#include "Tile/Dialect/Tile/IR/TileEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Tile/Dialect/Tile/IR/TileAttrs.cpp.inc"

void TileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Tile/Dialect/Tile/IR/TileAttrs.cpp.inc"
      >();
}

using Emit = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

LogicalResult RasterAttr::verify(Emit emit, RasterOrder order, int64_t panel) {
  if (panel < 1)
    return emit() << "expected a panel of at least 1 block, got " << panel;
  return success();
}

LogicalResult WalkAttr::verify(Emit emit, int64_t group) {
  if (group < 1)
    return emit() << "expected a group of at least 1 tile, got " << group;
  return success();
}

LogicalResult LoopAttr::verify(Emit emit, LoopHint hint, int64_t factor) {
  if (factor < 0)
    return emit() << "expected a factor of at least 0, got " << factor;
  return success();
}

/// Registers per thread are handed out in eights.
static LogicalResult verifyRegisters(Emit emit, int64_t regs) {
  if (regs >= 24 && regs <= 256 && regs % 8 == 0)
    return success();
  return emit() << "expected a multiple of 8 registers from 24 to 256, got "
                << regs;
}

LogicalResult RegsAttr::verify(Emit emit, int64_t producer, int64_t consumer) {
  if (producer == 0 && consumer == 0)
    return success();
  return failure(failed(verifyRegisters(emit, producer)) ||
                 failed(verifyRegisters(emit, consumer)));
}

Attribute RegsAttr::parse(AsmParser &parser, Type) {
  int64_t producer = 0, consumer = 0;
  if (parser.parseLess())
    return {};
  if (failed(parser.parseOptionalKeyword("none")) &&
      (parser.parseKeyword("producer") || parser.parseEqual() ||
       parser.parseInteger(producer) || parser.parseComma() ||
       parser.parseKeyword("consumer") || parser.parseEqual() ||
       parser.parseInteger(consumer)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<RegsAttr>(parser.getContext(), producer, consumer);
}

void RegsAttr::print(AsmPrinter &printer) const {
  if (isNone())
    printer << "<none>";
  else
    printer << "<producer = " << getProducer()
            << ", consumer = " << getConsumer() << ">";
}

//===----------------------------------------------------------------------===//
// Schedules and roles
//===----------------------------------------------------------------------===//

LogicalResult RoleAttr::verify(Emit emit, StringRef name, int64_t begin,
                               int64_t end, int64_t regs) {
  if (name.empty())
    return emit() << "expected a role to have a name";
  if (begin < 0 || end <= begin)
    return emit() << "expected role '" << name
                  << "' to have a range of at least one warp, got " << begin
                  << " to " << end;
  return regs == 0 ? success() : verifyRegisters(emit, regs);
}

LogicalResult StepAttr::verify(Emit emit, StringRef unit, int64_t stage,
                               int64_t order, int64_t group) {
  if (stage < 0 || order < 0)
    return emit() << "expected unit '" << unit
                  << "' to have a stage and an order of at least 0, got stage "
                  << stage << " and order " << order;
  return success();
}

LogicalResult RingAttr::verify(Emit emit, StringRef name, int64_t depth,
                               ArrayAttr buffers) {
  if (depth < 1)
    return emit() << "expected ring '" << name
                  << "' to have a depth of at least 1, got " << depth;
  for (Attribute buffer : buffers)
    if (!isa<StringAttr>(buffer))
      return emit() << "expected ring '" << name
                    << "' to name its buffers by strings, got " << buffer;
  return success();
}

LogicalResult ScheduleAttr::verify(Emit emit, ArrayRef<StepAttr> steps,
                                   ArrayRef<RoleAttr> roles,
                                   ArrayRef<RingAttr> rings,
                                   ArrayRef<ScopeAttr> scopes) {
  llvm::StringSet<> units;
  llvm::SmallDenseSet<int64_t> orders;
  for (StepAttr step : steps) {
    if (!units.insert(step.getUnit()).second)
      return emit() << "expected each unit once in the schedule, got '"
                    << step.getUnit() << "' twice";
    if (step.getOrder() >= static_cast<int64_t>(steps.size()) ||
        !orders.insert(step.getOrder()).second)
      return emit() << "expected the orders of the schedule to be a "
                       "permutation of 0 to "
                    << static_cast<int64_t>(steps.size()) - 1 << ", got "
                    << step.getOrder() << " for '" << step.getUnit() << "'";
  }
  return success();
}

namespace {
/// Prints `name = [<...>, ...]` unless the list is empty.
template <typename T>
void printClause(AsmPrinter &printer, StringRef name, bool &isFirst,
                 ArrayRef<T> list) {
  if (list.empty())
    return;
  printer << (isFirst ? "" : ", ") << name << " = [";
  isFirst = false;
  llvm::interleaveComma(list, printer.getStream(),
                        [&](T element) { element.print(printer); });
  printer << "]";
}
} // namespace

Attribute ScheduleAttr::parse(AsmParser &parser, Type) {
  SmallVector<StepAttr> steps;
  SmallVector<RoleAttr> roles;
  SmallVector<RingAttr> rings;
  SmallVector<ScopeAttr> scopes;
  auto clause = [&](auto &list, StringRef name) -> ParseResult {
    using T = typename std::decay_t<decltype(list)>::value_type;
    if (failed(parser.parseOptionalKeyword(name)))
      return success();
    if (!list.empty())
      return parser.emitError(parser.getCurrentLocation())
             << "expected clause '" << name << "' once";
    return failure(parser.parseEqual() ||
                   parser.parseCommaSeparatedList(
                       AsmParser::Delimiter::Square, [&]() -> ParseResult {
                         auto element =
                             dyn_cast_or_null<T>(T::parse(parser, Type()));
                         if (!element)
                           return failure();
                         list.push_back(element);
                         return success();
                       }));
  };
  if (parser.parseLess())
    return {};
  do {
    if (clause(steps, "steps") || clause(roles, "roles") ||
        clause(rings, "rings") || clause(scopes, "scopes"))
      return {};
  } while (succeeded(parser.parseOptionalComma()));
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ScheduleAttr>(parser.getContext(), steps, roles,
                                         rings, scopes);
}

void ScheduleAttr::print(AsmPrinter &printer) const {
  bool isFirst = true;
  printer << "<";
  printClause(printer, "steps", isFirst, getSteps());
  printClause(printer, "roles", isFirst, getRoles());
  printClause(printer, "rings", isFirst, getRings());
  printClause(printer, "scopes", isFirst, getScopes());
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

LogicalResult TargetAttr::verify(Emit emit, StringRef name, ArrayAttr features,
                                 int64_t warp, int64_t threads, int64_t shared,
                                 int64_t vector, int64_t registers,
                                 ArrayRef<int64_t> caches) {
  for (Attribute feature : features)
    if (!isa<StringAttr>(feature))
      return emit() << "expected features to be strings, got " << feature;
  if (warp < 1 || threads < 1)
    return emit() << "expected at least one thread per warp and per block, got "
                  << warp << " and " << threads;
  if (shared < 0 || vector < 0 || registers < 0)
    return emit() << "expected sizes of at least 0 in target '" << name << "'";
  for (int64_t bytes : caches)
    if (bytes < 1)
      return emit() << "expected cache sizes of at least 1 byte, got " << bytes;
  return success();
}

bool TargetAttr::hasFeature(StringRef feature) const {
  return llvm::any_of(getFeatures(), [&](Attribute attr) {
    return cast<StringAttr>(attr).getValue() == feature;
  });
}
