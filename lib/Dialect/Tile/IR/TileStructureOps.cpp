//===- TileStructureOps.cpp - launches, loops and roles -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileSyntax.h"
#include "TileVerifiers.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace tile;
using namespace tile::detail;

using Operand = OpAsmParser::UnresolvedOperand;

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

namespace {
/// `(%i, %j)`: arguments of type index.
ParseResult parseIndexArguments(OpAsmParser &parser,
                                SmallVectorImpl<OpAsmParser::Argument> &args) {
  if (parser.parseArgumentList(args, OpAsmParser::Delimiter::Paren))
    return failure();
  for (OpAsmParser::Argument &arg : args)
    arg.type = parser.getBuilder().getIndexType();
  return success();
}

void printArguments(OpAsmPrinter &printer, Region &region) {
  printer << "(";
  if (!region.empty())
    llvm::interleaveComma(region.getArguments(), printer,
                          [&](BlockArgument arg) { printer << arg; });
  printer << ")";
}

ParseResult parseIndices(OpAsmParser &parser, OperationState &result) {
  SmallVector<Operand> operands;
  return failure(
      parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) ||
      parser.resolveOperands(operands, parser.getBuilder().getIndexType(),
                             result.operands));
}

/// `name(3)`.
ParseResult parseNumber(OpAsmParser &parser, OperationState &result,
                        StringRef name) {
  int64_t number;
  if (parser.parseLParen() || parser.parseInteger(number) ||
      parser.parseRParen())
    return failure();
  result.addAttribute(name, parser.getBuilder().getI64IntegerAttr(number));
  return success();
}

/// `name(#attribute)`.
template <typename T>
ParseResult parseAttr(OpAsmParser &parser, OperationState &result,
                      StringRef name) {
  T attribute;
  if (parser.parseLParen() || parser.parseAttribute(attribute) ||
      parser.parseRParen())
    return failure();
  result.addAttribute(name, attribute);
  return success();
}

/// Parses clauses, in any order, until none of `clauses` is next.
struct Clause {
  StringRef name;
  llvm::function_ref<ParseResult()> parse;
};
ParseResult parseClauses(OpAsmParser &parser, OperationState &result,
                         ArrayRef<Clause> clauses) {
  bool isAny = true;
  while (isAny) {
    isAny = false;
    for (const Clause &clause : clauses) {
      SMLoc location = parser.getCurrentLocation();
      if (failed(parser.parseOptionalKeyword(clause.name)))
        continue;
      isAny = true;
      if (result.attributes.get(clause.name))
        return parser.emitError(location)
               << "expected clause '" << clause.name << "' once";
      if (clause.parse())
        return failure();
    }
  }
  return success();
}

ParseResult parseUnit(OpAsmParser &parser, OperationState &result,
                      StringRef name) {
  result.addAttribute(name, parser.getBuilder().getUnitAttr());
  return success();
}

void printId(OpAsmPrinter &printer, std::optional<StringRef> id) {
  if (!id)
    return;
  printer << " id(";
  printer.printString(*id);
  printer << ")";
}

/// Parses the region and the attribute dictionary that end a structure
/// operation.
template <typename OpT>
ParseResult parseBody(OpAsmParser &parser, OperationState &result,
                      ArrayRef<OpAsmParser::Argument> args) {
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, args))
    return failure();
  OpT::ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void printBody(OpAsmPrinter &printer, Operation *op, Region &region,
               ArrayRef<StringRef> elided) {
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), elided);
  printer << " ";
  printer.printRegion(region, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

/// Fails unless the region has that many arguments, all of type index.
LogicalResult verifyIndexArguments(Operation *op, Region &region,
                                   size_t number) {
  if (region.getNumArguments() != number)
    return op->emitOpError("expected ")
           << number << " region arguments (one for each dimension), got "
           << region.getNumArguments();
  for (Type type : region.getArgumentTypes())
    if (!type.isIndex())
      return op->emitOpError("expected region arguments of type index, got ")
             << type;
  return success();
}

/// Fails if the terminator of `region` gives values.
LogicalResult verifyNoYieldedValues(Operation *op, Region &region) {
  Operation *yield = region.front().getTerminator();
  if (yield->getNumOperands() == 0)
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError("expected a region that gives no values, got ")
      << yield->getNumOperands();
  diagnostic.attachNote(yield->getLoc()) << "values given here";
  return diagnostic;
}

/// A loop runs its region any number of times, then goes on after it.
void appendLoopSuccessors(Operation *loop,
                          SmallVectorImpl<RegionSuccessor> &successors) {
  successors.emplace_back(&loop->getRegion(0));
  successors.emplace_back(loop, loop->getResults());
}
} // namespace

void YieldOp::build(OpBuilder &, OperationState &) {}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

ParseResult LaunchOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  if (parser.parseKeyword("blocks") || parseIndexArguments(parser, args) ||
      parser.parseKeyword("in") || parseIndices(parser, result))
    return failure();
  auto tuple = [&](StringRef name) -> ParseResult {
    DenseI64ArrayAttr value;
    if (parseIntTuple(parser, value))
      return failure();
    result.addAttribute(name, value);
    return success();
  };
  auto threads = [&] { return tuple("threads"); };
  auto cluster = [&] { return tuple("cluster"); };
  auto raster = [&] { return parseAttr<RasterAttr>(parser, result, "raster"); };
  auto minBlocks = [&] { return parseNumber(parser, result, "min_blocks"); };
  auto regs = [&] { return parseAttr<RegsAttr>(parser, result, "regs"); };
  auto schedule = [&] {
    return parseAttr<ScheduleAttr>(parser, result, "schedule");
  };
  auto cooperative = [&] { return parseUnit(parser, result, "cooperative"); };
  auto deterministic = [&] {
    return parseUnit(parser, result, "deterministic");
  };
  auto target = [&] { return parseAttr<TargetAttr>(parser, result, "target"); };
  auto id = [&] { return parseAttr<StringAttr>(parser, result, "id"); };
  if (parseClauses(parser, result,
                   {{"threads", threads},
                    {"cluster", cluster},
                    {"raster", raster},
                    {"min_blocks", minBlocks},
                    {"regs", regs},
                    {"schedule", schedule},
                    {"cooperative", cooperative},
                    {"deterministic", deterministic},
                    {"target", target},
                    {"id", id}}))
    return failure();
  if (!result.attributes.get("threads"))
    return parser.emitError(parser.getCurrentLocation())
           << "expected clause 'threads' (because a block has a static shape)";
  return parseBody<LaunchOp>(parser, result, args);
}

void LaunchOp::print(OpAsmPrinter &printer) {
  printer << " blocks";
  printArguments(printer, getBody());
  printer << " in (" << getGrid() << ") threads";
  printIntTuple(printer, *this, getThreadsAttr());
  if (DenseI64ArrayAttr cluster = getClusterAttr()) {
    printer << " cluster";
    printIntTuple(printer, *this, cluster);
  }
  if (getRaster())
    printer << " raster(" << getRasterAttr() << ")";
  if (std::optional<uint64_t> blocks = getMinBlocks())
    printer << " min_blocks(" << static_cast<int64_t>(*blocks) << ")";
  if (getRegs())
    printer << " regs(" << getRegsAttr() << ")";
  if (getSchedule())
    printer << " schedule(" << getScheduleAttr() << ")";
  if (getCooperative())
    printer << " cooperative";
  if (getDeterministic())
    printer << " deterministic";
  if (getTarget())
    printer << " target(" << getTargetAttr() << ")";
  printId(printer, getId());
  printBody(printer, *this, getBody(),
            {"threads", "cluster", "raster", "min_blocks", "regs", "schedule",
             "cooperative", "deterministic", "target", "id"});
}

void LaunchOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  static constexpr StringRef names[] = {"bx", "by", "bz"};
  for (auto [arg, name] : llvm::zip(region.getArguments(), names))
    setName(arg, name);
}

int64_t LaunchOp::getNumThreads() {
  int64_t product = 1;
  for (int64_t extent : getThreads())
    product *= extent;
  return product;
}

/// Fails unless `extents` has one to three positive entries, few enough that
/// their product cannot overflow.
static LogicalResult verifyExtents(Operation *op, StringRef name,
                                   ArrayRef<int64_t> extents) {
  if (extents.empty() || extents.size() > 3)
    return op->emitOpError("expected one to three ")
           << name << " dimensions, got " << extents.size();
  for (int64_t extent : extents)
    if (extent < 1 || extent > 65536)
      return op->emitOpError("expected ")
             << name << " dimensions from 1 to 65536, got " << extent;
  return success();
}

LogicalResult LaunchOp::verify() {
  if (getGrid().empty() || getGrid().size() > 3)
    return emitOpError("expected one to three grid dimensions, got ")
           << getGrid().size();
  if (failed(verifyExtents(*this, "thread", getThreads())))
    return failure();
  if (auto outer = (*this)->getParentOfType<LaunchOp>()) {
    InFlightDiagnostic diagnostic = emitOpError(
        "expected no launch around it (because launches do not nest)");
    diagnostic.attachNote(outer.getLoc()) << "the outer launch is here";
    return diagnostic;
  }
  if (std::optional<uint64_t> blocks = getMinBlocks();
      blocks && static_cast<int64_t>(*blocks) < 1)
    return emitOpError("expected min_blocks of at least 1, got ")
           << static_cast<int64_t>(*blocks);
  std::optional<ArrayRef<int64_t>> cluster = getCluster();
  if (!cluster)
    return success();
  if (failed(verifyExtents(*this, "cluster", *cluster)))
    return failure();
  for (int64_t extent :
       cluster->drop_front(std::min<size_t>(cluster->size(), getGrid().size())))
    if (extent != 1)
      return emitOpError(
                 "expected extent 1 in cluster dimensions that the grid "
                 "does not have, got ")
             << extent;
  for (auto [extent, blocks] : llvm::zip(*cluster, getGrid()))
    if (std::optional<int64_t> count = constantOf(blocks);
        count && *count % extent != 0)
      return emitOpError("expected the cluster to divide the grid, got ")
             << extent << " and " << *count;
  return success();
}

LogicalResult LaunchOp::verifyRegions() {
  if (failed(verifyIndexArguments(*this, getBody(), getGrid().size())))
    return failure();
  return verifyNoYieldedValues(*this, getBody());
}

//===----------------------------------------------------------------------===//
// ParallelOp
//===----------------------------------------------------------------------===//

ParseResult ParallelOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  SmallVector<Operand> extents;
  DenseI64ArrayAttr constants;
  if (parseIndexArguments(parser, args) || parser.parseKeyword("in") ||
      parseMixedList(parser, extents, constants) ||
      parser.resolveOperands(extents, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  result.addAttribute("static_extents", constants);
  auto width = [&] { return parseNumber(parser, result, "width"); };
  auto layout = [&] { return parseAttr<Attribute>(parser, result, "layout"); };
  auto async = [&] { return parseUnit(parser, result, "async"); };
  auto id = [&] { return parseAttr<StringAttr>(parser, result, "id"); };
  if (parseClauses(
          parser, result,
          {{"width", width}, {"layout", layout}, {"async", async}, {"id", id}}))
    return failure();
  return parseBody<ParallelOp>(parser, result, args);
}

void ParallelOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printArguments(printer, getBody());
  printer << " in ";
  printMixedList(printer, *this, getDynamicExtents(), getStaticExtentsAttr());
  if (std::optional<uint64_t> width = getWidth())
    printer << " width(" << static_cast<int64_t>(*width) << ")";
  if (getLayout())
    printer << " layout(" << getLayoutAttr() << ")";
  if (getAsync())
    printer << " async";
  printId(printer, getId());
  printBody(printer, *this, getBody(),
            {"static_extents", "width", "layout", "async", "id"});
}

SmallVector<OpFoldResult> ParallelOp::getExtents() {
  return mixedValues(getStaticExtents(), getDynamicExtents(), getContext());
}

SmallVector<Region *> ParallelOp::getLoopRegions() { return {&getBody()}; }

std::optional<SmallVector<Value>> ParallelOp::getLoopInductionVars() {
  return SmallVector<Value>(getBody().getArguments());
}

LogicalResult ParallelOp::verify() {
  if (getStaticExtents().empty())
    return emitOpError("expected at least one dimension, got none");
  if (!hasMatchingValues(getStaticExtents(), getDynamicExtents().size()))
    return emitOpError("expected one operand for each dynamic extent, got ")
           << getDynamicExtents().size();
  for (int64_t extent : getStaticExtents())
    if (!ShapedType::isDynamic(extent) && extent < 0)
      return emitOpError("expected extents of at least 0, got ") << extent;
  if (std::optional<uint64_t> width = getWidth();
      width && static_cast<int64_t>(*width) < 1)
    return emitOpError("expected a width of at least 1 element, got ")
           << static_cast<int64_t>(*width);
  return success();
}

/// Fails if `op` may not stand inside the parallel nest `nest`.
static LogicalResult verifyInParallel(ParallelOp nest, Operation *op) {
  auto refuse = [&](StringRef reason) -> LogicalResult {
    InFlightDiagnostic diagnostic =
        op->emitOpError("expected outside of tile.parallel (because ")
        << reason << ")";
    diagnostic.attachNote(nest.getLoc()) << "the parallel nest is here";
    return diagnostic;
  };
  if (isa<ParallelOp>(op))
    return refuse("parallel nests do not nest");
  if (auto alloc = dyn_cast<AllocOp>(op)) {
    BufferType type = alloc.getType();
    if (type.getSpace() == MemorySpace::Local && type.getRank() == 0)
      return success();
    return refuse("only rank-0 local buffers are made in it");
  }
  if (isa<CollectiveOpInterface>(op))
    return refuse("a collective operation is reached by the whole team");
  auto store = dyn_cast<StoreOp>(op);
  if (!store)
    return success();
  Value root = getRoot(store.getDestination());
  auto type = dyn_cast<BufferType>(root.getType());
  if (type && type.getSpace() == MemorySpace::Local &&
      !nest.getBody().isAncestor(root.getParentRegion()))
    return refuse("it writes a local buffer that all iterations share");
  return success();
}

LogicalResult ParallelOp::verifyRegions() {
  if (failed(verifyIndexArguments(*this, getBody(), getStaticExtents().size())))
    return failure();
  if (failed(verifyNoYieldedValues(*this, getBody())))
    return failure();
  WalkResult result = getBody().walk([&](Operation *op) {
    return failed(verifyInParallel(*this, op)) ? WalkResult::interrupt()
                                               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// PipelinedOp
//===----------------------------------------------------------------------===//

ParseResult PipelinedOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::Argument variable;
  Operand lower, upper, step;
  Type index = parser.getBuilder().getIndexType();
  if (parser.parseArgument(variable) || parser.parseEqual() ||
      parser.parseOperand(lower) || parser.parseKeyword("to") ||
      parser.parseOperand(upper) || parser.parseKeyword("step") ||
      parser.parseOperand(step) ||
      parser.resolveOperands({lower, upper, step}, index, result.operands))
    return failure();
  variable.type = index;
  auto stages = [&] { return parseNumber(parser, result, "stages"); };
  auto schedule = [&] {
    return parseAttr<ScheduleAttr>(parser, result, "schedule");
  };
  auto id = [&] { return parseAttr<StringAttr>(parser, result, "id"); };
  if (parseClauses(parser, result,
                   {{"stages", stages}, {"schedule", schedule}, {"id", id}}))
    return failure();
  return parseBody<PipelinedOp>(parser, result, variable);
}

void PipelinedOp::print(OpAsmPrinter &printer) {
  printer << " " << getInductionVar() << " = " << getLowerBound() << " to "
          << getUpperBound() << " step " << getStep();
  if (getStages() != 0)
    printer << " stages(" << static_cast<int64_t>(getStages()) << ")";
  if (getSchedule())
    printer << " schedule(" << getScheduleAttr() << ")";
  printId(printer, getId());
  printBody(printer, *this, getBody(), {"stages", "schedule", "id"});
}

SmallVector<Region *> PipelinedOp::getLoopRegions() { return {&getBody()}; }

std::optional<SmallVector<Value>> PipelinedOp::getLoopInductionVars() {
  return SmallVector<Value>(getBody().getArguments());
}

void PipelinedOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  appendLoopSuccessors(*this, successors);
}

LogicalResult PipelinedOp::verify() {
  if (failed(verifyIndexArguments(*this, getBody(), 1)) ||
      failed(verifyNoYieldedValues(*this, getBody())))
    return failure();
  if (static_cast<int64_t>(getStages()) < 0)
    return emitOpError("expected stages of at least 0, got ")
           << static_cast<int64_t>(getStages());
  if (std::optional<int64_t> step = constantOf(getStep()); step && *step < 1)
    return emitOpError("expected a positive step, got ") << *step;
  ScheduleAttr schedule = getScheduleAttr();
  if (!schedule)
    return success();
  llvm::SmallDenseSet<StringRef> units;
  for (Operation &op : getBody().front())
    if (auto unit = dyn_cast<ScheduleUnitOpInterface>(op))
      if (std::optional<StringRef> id = unit.getUnitId();
          id && !units.insert(*id).second)
        return op.emitOpError("expected each id once in a loop, got '")
               << *id << "' twice";
  for (StepAttr step : schedule.getSteps())
    if (!units.contains(step.getUnit()))
      return emitOpError("expected a unit with id '")
             << step.getUnit() << "' in the body (because the schedule places "
             << "it)";
  return success();
}

//===----------------------------------------------------------------------===//
// PersistentOp
//===----------------------------------------------------------------------===//

ParseResult PersistentOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  Operand worker, workers;
  Type index = parser.getBuilder().getIndexType();
  if (parseIndexArguments(parser, args) || parser.parseKeyword("in") ||
      parseIndices(parser, result) || parser.parseKeyword("worker") ||
      parser.parseLParen() || parser.parseOperand(worker) ||
      parser.parseKeyword("of") || parser.parseOperand(workers) ||
      parser.parseRParen() ||
      parser.resolveOperands({worker, workers}, index, result.operands))
    return failure();
  auto walk = [&] { return parseAttr<WalkAttr>(parser, result, "walk"); };
  auto id = [&] { return parseAttr<StringAttr>(parser, result, "id"); };
  if (parseClauses(parser, result, {{"walk", walk}, {"id", id}}))
    return failure();
  return parseBody<PersistentOp>(parser, result, args);
}

void PersistentOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printArguments(printer, getBody());
  printer << " in (" << getDomain() << ") worker(" << getWorker() << " of "
          << getWorkers() << ")";
  if (getWalk())
    printer << " walk(" << getWalkAttr() << ")";
  printId(printer, getId());
  printBody(printer, *this, getBody(), {"walk", "id"});
}

SmallVector<Region *> PersistentOp::getLoopRegions() { return {&getBody()}; }

std::optional<SmallVector<Value>> PersistentOp::getLoopInductionVars() {
  return SmallVector<Value>(getBody().getArguments());
}

void PersistentOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  appendLoopSuccessors(*this, successors);
}

int64_t PersistentOp::getGroup() {
  return getWalk() ? getWalkAttr().getGroup() : 1;
}

LogicalResult PersistentOp::verify() {
  if (getDomain().empty())
    return emitOpError("expected at least one dimension, got none");
  if (failed(verifyIndexArguments(*this, getBody(), getDomain().size())))
    return failure();
  return verifyNoYieldedValues(*this, getBody());
}

//===----------------------------------------------------------------------===//
// SpecializeOp
//===----------------------------------------------------------------------===//

ParseResult SpecializeOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<Attribute> roles;
  while (succeeded(parser.parseOptionalKeyword("role"))) {
    StringAttr name;
    int64_t begin, end, regs = 0;
    SMLoc location = parser.getCurrentLocation();
    if (parser.parseSymbolName(name) || parser.parseKeyword("warps") ||
        parser.parseLParen() || parser.parseInteger(begin) ||
        parser.parseKeyword("to") || parser.parseInteger(end) ||
        parser.parseRParen())
      return failure();
    if (succeeded(parser.parseOptionalKeyword("regs")) &&
        (parser.parseLParen() || parser.parseInteger(regs) ||
         parser.parseRParen()))
      return failure();
    auto role = RoleAttr::getChecked([&] { return parser.emitError(location); },
                                     parser.getContext(), name.getValue(),
                                     begin, end, regs);
    Region *body = result.addRegion();
    if (!role || parser.parseRegion(*body))
      return failure();
    ensureTerminator(*body, parser.getBuilder(), result.location);
    roles.push_back(role);
  }
  result.addAttribute("roles", parser.getBuilder().getArrayAttr(roles));
  return parser.parseOptionalAttrDict(result.attributes);
}

void SpecializeOp::print(OpAsmPrinter &printer) {
  for (auto [attribute, body] : llvm::zip(getRoles(), getBodies())) {
    auto role = cast<RoleAttr>(attribute);
    printer << " role ";
    printer.printSymbolName(role.getName());
    printer << " warps(" << role.getWarpsBegin() << " to " << role.getWarpsEnd()
            << ")";
    if (role.getRegs())
      printer << " regs(" << role.getRegs() << ")";
    printer << " ";
    printer.printRegion(body, /*printEntryBlockArgs=*/false,
                        /*printBlockTerminators=*/false);
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"roles"});
}

LogicalResult SpecializeOp::verify() {
  if (getRoles().empty() || getRoles().size() != getBodies().size())
    return emitOpError("expected one region for each role, and at least one, "
                       "got ")
           << getBodies().size() << " and " << getRoles().size() << " roles";
  for (auto [i, first] : llvm::enumerate(getRoles().getAsRange<RoleAttr>()))
    for (RoleAttr second :
         llvm::drop_begin(getRoles().getAsRange<RoleAttr>(), i + 1)) {
      if (first.getName() == second.getName())
        return emitOpError("expected roles of different names, got '")
               << first.getName() << "' twice";
      if (first.getWarpsBegin() < second.getWarpsEnd() &&
          second.getWarpsBegin() < first.getWarpsEnd())
        return emitOpError("expected disjoint ranges of warps, got roles '")
               << first.getName() << "' and '" << second.getName()
               << "' with common warps";
    }
  return success();
}

/// The role of `specialize` that uses `op`, or null if it is outside.
static Region *roleOf(SpecializeOp specialize, Operation *op) {
  for (Region &body : specialize.getBodies())
    if (body.isAncestor(op->getParentRegion()))
      return &body;
  return nullptr;
}

LogicalResult SpecializeOp::verifyRegions() {
  // Registers belong to the threads of one role.
  llvm::SmallDenseMap<Value, Operation *> firstUse;
  WalkResult result = (*this)->walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      auto buffer = dyn_cast<BufferType>(operand.getType());
      bool isPrivate = isa<ReducerType, RngType>(operand.getType()) ||
                       (buffer && (buffer.getSpace() == MemorySpace::Fragment ||
                                   buffer.getSpace() == MemorySpace::Local));
      Region *role = roleOf(*this, op);
      if (!isPrivate || !role)
        continue;
      Operation *&first = firstUse[getRoot(operand)];
      if (!first)
        first = op;
      if (roleOf(*this, first) == role)
        continue;
      InFlightDiagnostic diagnostic = op->emitOpError(
          "expected one role to use the value (because its registers belong "
          "to the threads of one role)");
      diagnostic.attachNote(first->getLoc()) << "another role uses it here";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  for (Region &body : getBodies())
    if (failed(verifyNoYieldedValues(*this, body)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// StepOp
//===----------------------------------------------------------------------===//

ParseResult StepOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parser.parseKeyword("id") || parseAttr<StringAttr>(parser, result, "id"))
    return failure();
  if (succeeded(parser.parseOptionalArrow()) &&
      (parser.parseLParen() || parser.parseTypeList(result.types) ||
       parser.parseRParen()))
    return failure();
  return parseBody<StepOp>(parser, result, {});
}

void StepOp::print(OpAsmPrinter &printer) {
  printId(printer, getId());
  if (getNumResults())
    printer << " -> (" << getResultTypes() << ")";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"id"});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/getNumResults() != 0);
}

std::optional<StringRef> StepOp::getUnitId() { return getId(); }

LogicalResult StepOp::verifyRegions() {
  Operation *yield = getBody().front().getTerminator();
  if (yield->getOperandTypes() == getResultTypes())
    return success();
  InFlightDiagnostic diagnostic =
      emitOpError("expected its region to give values of the result types");
  diagnostic.attachNote(yield->getLoc()) << "values given here";
  return diagnostic;
}
