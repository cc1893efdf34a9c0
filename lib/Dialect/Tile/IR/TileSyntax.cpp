//===- TileSyntax.cpp - text forms that operations share ------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileSyntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace tile;

namespace {
ParseResult parseMixedEntry(OpAsmParser &parser, tile::detail::Operands &values,
                            SmallVectorImpl<int64_t> &constants) {
  OpAsmParser::UnresolvedOperand value;
  OptionalParseResult parsed = parser.parseOptionalOperand(value);
  if (parsed.has_value()) {
    values.push_back(value);
    constants.push_back(ShapedType::kDynamic);
    return *parsed;
  }
  SMLoc location = parser.getCurrentLocation();
  int64_t constant;
  if (parser.parseInteger(constant))
    return failure();
  // The marker of a dynamic entry must not be spelled as a number.
  if (ShapedType::isDynamic(constant))
    return parser.emitError(location) << "expected a 64-bit number that is not "
                                         "the least one";
  constants.push_back(constant);
  return success();
}
} // namespace

ParseResult tile::detail::parseMixedList(OpAsmParser &parser, Operands &values,
                                         DenseI64ArrayAttr &constants) {
  SmallVector<int64_t> list;
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
        return parseMixedEntry(parser, values, list);
      }))
    return failure();
  constants = parser.getBuilder().getDenseI64ArrayAttr(list);
  return success();
}

void tile::detail::printMixedList(OpAsmPrinter &printer, Operation *,
                                  OperandRange values,
                                  DenseI64ArrayAttr constants) {
  auto value = values.begin();
  printer << "(";
  llvm::interleaveComma(constants.asArrayRef(), printer, [&](int64_t constant) {
    if (ShapedType::isDynamic(constant) && value != values.end())
      printer << *value++;
    else
      printer << constant;
  });
  printer << ")";
}

ParseResult tile::detail::parseIntTuple(OpAsmParser &parser,
                                        DenseI64ArrayAttr &tuple) {
  SmallVector<int64_t> list;
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
        return parser.parseInteger(list.emplace_back());
      }))
    return failure();
  tuple = parser.getBuilder().getDenseI64ArrayAttr(list);
  return success();
}

void tile::detail::printIntTuple(OpAsmPrinter &printer, Operation *,
                                 DenseI64ArrayAttr tuple) {
  printer << "(";
  llvm::interleaveComma(tuple.asArrayRef(), printer);
  printer << ")";
}

bool tile::detail::hasMatchingValues(ArrayRef<int64_t> constants,
                                     size_t values) {
  return static_cast<size_t>(
             llvm::count_if(constants, ShapedType::isDynamic)) == values;
}

SmallVector<OpFoldResult> tile::detail::mixedValues(ArrayRef<int64_t> constants,
                                                    ValueRange values,
                                                    MLIRContext *context) {
  SmallVector<OpFoldResult> result;
  Builder builder(context);
  unsigned next = 0;
  for (int64_t constant : constants) {
    if (ShapedType::isDynamic(constant))
      result.push_back(values[next++]);
    else
      result.push_back(builder.getIndexAttr(constant));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Directives of the declarative formats
//===----------------------------------------------------------------------===//

using tile::detail::parseIntTuple;
using tile::detail::parseMixedList;
using tile::detail::printIntTuple;
using tile::detail::printMixedList;

static ParseResult parseOptionalMixedList(OpAsmParser &parser,
                                          tile::detail::Operands &values,
                                          DenseI64ArrayAttr &constants) {
  return parseMixedList(parser, values, constants);
}

static void printOptionalMixedList(OpAsmPrinter &printer, Operation *op,
                                   OperandRange values,
                                   DenseI64ArrayAttr constants) {
  if (constants)
    printMixedList(printer, op, values, constants);
}

/// `[%b, %m : 64, 0 : 128]`: an offset, and an extent where the dimension is
/// kept.
static ParseResult parseSliceRegion(OpAsmParser &parser,
                                    tile::detail::Operands &offsets,
                                    tile::detail::Operands &sizes,
                                    DenseI64ArrayAttr &staticOffsets,
                                    DenseI64ArrayAttr &staticSizes,
                                    DenseBoolArrayAttr &kept) {
  SmallVector<int64_t> offsetList, sizeList;
  SmallVector<bool> keptList;
  auto parseDimension = [&]() -> ParseResult {
    if (parseMixedEntry(parser, offsets, offsetList))
      return failure();
    keptList.push_back(succeeded(parser.parseOptionalColon()));
    if (keptList.back())
      return parseMixedEntry(parser, sizes, sizeList);
    sizeList.push_back(1);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                     parseDimension))
    return failure();
  Builder &builder = parser.getBuilder();
  staticOffsets = builder.getDenseI64ArrayAttr(offsetList);
  staticSizes = builder.getDenseI64ArrayAttr(sizeList);
  kept = builder.getDenseBoolArrayAttr(keptList);
  return success();
}

static void printSliceRegion(OpAsmPrinter &printer, Operation *,
                             OperandRange offsets, OperandRange sizes,
                             DenseI64ArrayAttr staticOffsets,
                             DenseI64ArrayAttr staticSizes,
                             DenseBoolArrayAttr kept) {
  auto offset = offsets.begin(), size = sizes.begin();
  printer << "[";
  for (auto [i, constant] : llvm::enumerate(staticOffsets.asArrayRef())) {
    printer << (i ? ", " : "");
    if (ShapedType::isDynamic(constant))
      printer << *offset++;
    else
      printer << constant;
    if (!kept[i])
      continue;
    printer << " : ";
    if (ShapedType::isDynamic(staticSizes[i]))
      printer << *size++;
    else
      printer << staticSizes[i];
  }
  printer << "]";
}

/// `as vector<4xf32> : memref<...>`: the element type, or a vector of it.
static ParseResult parseElementsAs(OpAsmParser &parser, Type &value,
                                   Type &container) {
  bool isVector = succeeded(parser.parseOptionalKeyword("as"));
  if (isVector && parser.parseType(value))
    return failure();
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseColonType(container))
    return failure();
  auto shaped = dyn_cast<ShapedType>(container);
  if (!shaped)
    return parser.emitError(location)
           << "expected a buffer or a memref, got " << container;
  if (!isVector)
    value = shaped.getElementType();
  return success();
}

static void printElementsAs(OpAsmPrinter &printer, Operation *, Type value,
                            Type container) {
  if (value != cast<ShapedType>(container).getElementType())
    printer << "as " << value << " ";
  printer << ": " << container;
}

/// A type of this dialect, whole or (as it is read, never printed) without the
/// name that the operation implies: `<8xf32, shared>`.
template <typename T>
static ParseResult parseTypeOf(OpAsmParser &parser, Type &type) {
  T parsed;
  if (parser.parseCustomTypeWithFallback(parsed))
    return failure();
  type = parsed;
  return success();
}

static ParseResult parseBuffer(OpAsmParser &parser, Type &type) {
  return parseTypeOf<BufferType>(parser, type);
}

static void printBuffer(OpAsmPrinter &printer, Operation *, Type type) {
  printer << type;
}

static ParseResult parseBuffers(OpAsmParser &parser,
                                SmallVectorImpl<Type> &types) {
  do {
    if (parseBuffer(parser, types.emplace_back()))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return success();
}

static void printBuffers(OpAsmPrinter &printer, Operation *, TypeRange types) {
  printer << types;
}

static ParseResult parseChannel(OpAsmParser &parser, Type &type) {
  return parseTypeOf<ChannelType>(parser, type);
}

static void printChannel(OpAsmPrinter &printer, Operation *, Type type) {
  printer << type;
}

static ParseResult parseReducer(OpAsmParser &parser, Type &type) {
  return parseTypeOf<ReducerType>(parser, type);
}

static void printReducer(OpAsmPrinter &printer, Operation *, Type type) {
  printer << type;
}

static ParseResult parseRng(OpAsmParser &parser, Type &type) {
  return parseTypeOf<RngType>(parser, type);
}

static void printRng(OpAsmPrinter &printer, Operation *, Type type) {
  printer << type;
}

/// An enumeration as its bare keyword; the attribute as it is written elsewhere
/// is accepted too.
template <typename AttrT>
static ParseResult parseKeyword(OpAsmParser &parser, AttrT &attribute) {
  using Enum = decltype(attribute.getValue());
  StringRef keyword;
  SMLoc location = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&keyword)))
    return parser.parseAttribute(attribute);
  if (std::optional<Enum> value = symbolizeEnum<Enum>(keyword)) {
    attribute = AttrT::get(parser.getContext(), *value);
    return success();
  }
  InFlightDiagnostic diagnostic = parser.emitError(location)
                                  << "expected one of ";
  StringRef name = stringifyEnum(Enum());
  for (uint32_t next = 1; !name.empty(); ++next) {
    diagnostic << name;
    name = stringifyEnum(static_cast<Enum>(next));
    diagnostic << ", ";
  }
  return diagnostic << "got '" << keyword << "'";
}

template <typename AttrT>
static void printKeyword(OpAsmPrinter &printer, Operation *, AttrT attribute) {
  printer << stringifyEnum(attribute.getValue());
}

static ParseResult parseSameType(OpAsmParser &, Type &type, Type other) {
  type = other;
  return success();
}

static void printSameType(OpAsmPrinter &, Operation *, Type, Type) {}

/// `async` exactly where there is a token.
static ParseResult parseAsync(OpAsmParser &parser, Type &token) {
  if (succeeded(parser.parseOptionalKeyword("async")))
    token = TokenType::get(parser.getContext());
  return success();
}

static void printAsync(OpAsmPrinter &printer, Operation *, Type token) {
  if (token)
    printer << " async";
}

/// `vote(and, %p)`, with a result.
static OptionalParseResult
parseVote(OpAsmParser &parser, VoteKindAttr &kind,
          std::optional<OpAsmParser::UnresolvedOperand> &predicate,
          Type &result) {
  if (failed(parser.parseOptionalKeyword("vote")))
    return std::nullopt;
  StringRef keyword;
  predicate.emplace();
  if (parser.parseLParen())
    return ParseResult(failure());
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return ParseResult(failure());
  std::optional<VoteKind> vote = symbolizeVoteKind(keyword);
  if (!vote)
    return ParseResult(parser.emitError(location)
                       << "expected 'and', 'or' or 'count', got '" << keyword
                       << "'");
  kind = VoteKindAttr::get(parser.getContext(), *vote);
  result = parser.getBuilder().getI32Type();
  return ParseResult(failure(parser.parseComma() ||
                             parser.parseOperand(*predicate) ||
                             parser.parseRParen()));
}

static void printVote(OpAsmPrinter &printer, Operation *, VoteKindAttr kind,
                      Value predicate, Type) {
  if (kind && predicate)
    printer << "vote(" << stringifyVoteKind(kind.getValue()) << ", "
            << predicate << ")";
}

/// The results of a channel operation are the payload of the channel.
static ParseResult parsePayload(OpAsmParser &parser, Type &channel,
                                SmallVectorImpl<Type> &payload) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseColonType(channel))
    return failure();
  auto type = dyn_cast<ChannelType>(channel);
  if (!type)
    return parser.emitError(location) << "expected a channel, got " << channel;
  llvm::append_range(payload, type.getPayload());
  return success();
}

static void printPayload(OpAsmPrinter &printer, Operation *, Type channel,
                         TypeRange) {
  printer << ": " << channel;
}

#include "Tile/Dialect/Tile/IR/TileOpInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "Tile/Dialect/Tile/IR/TileOps.cpp.inc"
