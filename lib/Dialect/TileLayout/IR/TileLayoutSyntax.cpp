//===- TileLayoutSyntax.cpp - the text of layout attributes ---------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tuples are those of Algebra/Text.h, read from MLIR's tokens. Every
// refusal of the algebra becomes an error at the attribute.
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/TileLayout/IR/TileLayout.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tile::layout {

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

/// Parses an integer, with the underscore by which CuTe marks static ones.
static ParseResult parseTupleInteger(AsmParser &parser, int64_t &value) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&keyword)))
    return parser.parseInteger(value);
  if (keyword.consume_front("_") && !keyword.getAsInteger(10, value))
    return success();
  return parser.emitError(loc, "expected an integer in a tuple");
}

static ParseResult parseTuple(AsmParser &parser, IntTuple &tuple,
                              int64_t &leaves, int64_t depth = 0) {
  SMLoc loc = parser.getCurrentLocation();
  if (depth > kMaxTupleDepth || ++leaves > 8 * kMaxTupleLeaves)
    return parser.emitError(loc)
           << "expected at most " << kMaxTupleLeaves << " leaves in at most "
           << kMaxTupleDepth << " levels (because larger tuples are refused)";
  if (succeeded(parser.parseOptionalLParen())) {
    std::vector<IntTuple> elements;
    if (succeeded(parser.parseOptionalRParen())) {
      tuple = IntTuple::tuple(std::move(elements));
      return success();
    }
    auto parseElement = [&]() -> ParseResult {
      return parseTuple(parser, elements.emplace_back(), leaves, depth + 1);
    };
    if (parser.parseCommaSeparatedList(parseElement) || parser.parseRParen())
      return failure();
    tuple = IntTuple::tuple(std::move(elements));
    return success();
  }
  int64_t value;
  if (parseTupleInteger(parser, value))
    return failure();
  StringAttr axis;
  if (succeeded(parser.parseOptionalSymbolName(axis)))
    tuple = IntTuple(value, axis.str());
  else
    tuple = IntTuple(value);
  return success();
}

static ParseResult parseTuple(AsmParser &parser, IntTuple &tuple) {
  int64_t leaves = 0;
  return parseTuple(parser, tuple, leaves);
}

static void printTuple(AsmPrinter &printer, const IntTuple &tuple) {
  if (tuple.isLeaf()) {
    printer << tuple.value();
    if (!tuple.axis().empty())
      printer.printSymbolName(tuple.axis());
    return;
  }
  printer << '(';
  llvm::interleave(
      tuple.elements(), printer.getStream(),
      [&](const IntTuple &element) { printTuple(printer, element); }, ",");
  printer << ')';
}

/// The value of `result`, or an error at `loc` and nothing.
template <typename T>
static std::optional<T> orError(AsmParser &parser, SMLoc loc,
                                Result<T> result) {
  if (result)
    return *result;
  parser.emitError(loc, result.reason());
  return std::nullopt;
}

static std::optional<Layout> parseShapeStride(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  IntTuple shape, stride;
  if (parseTuple(parser, shape) || parser.parseColon() ||
      parseTuple(parser, stride))
    return std::nullopt;
  return orError(parser, loc, Layout::get(std::move(shape), std::move(stride)));
}

static void printShapeStride(AsmPrinter &printer, const Layout &layout) {
  printTuple(printer, layout.shape());
  printer << ':';
  printTuple(printer, layout.stride());
}

/// Parses `(4,8)`, or `4` as the shape of one dimension.
static ParseResult parseShape(AsmParser &parser,
                              SmallVectorImpl<int64_t> &shape) {
  SMLoc loc = parser.getCurrentLocation();
  IntTuple tuple;
  if (parseTuple(parser, tuple))
    return failure();
  if (tuple.depth() > 1)
    return parser.emitError(loc) << "expected a flat tuple (because it holds "
                                    "the extents of a tile), got "
                                 << tuple.str();
  for (const IntTuple &extent : flatten(tuple)) {
    if (!extent.axis().empty())
      return parser.emitError(loc)
             << "expected extents without axes, got " << tuple.str();
    shape.push_back(extent.value());
  }
  return success();
}

static std::optional<Swizzle> parseSwizzleBody(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t bits, base, shift;
  if (parser.parseLess() || parser.parseInteger(bits) || parser.parseComma() ||
      parser.parseInteger(base) || parser.parseComma() ||
      parser.parseInteger(shift) || parser.parseGreater())
    return std::nullopt;
  return orError(parser, loc, Swizzle::get(bits, base, shift));
}

static void printSwizzleBody(AsmPrinter &printer, const Swizzle &swizzle) {
  printer << '<' << swizzle.bits() << ", " << swizzle.base() << ", "
          << swizzle.shift() << '>';
}

//===----------------------------------------------------------------------===//
// Strided and swizzle
//===----------------------------------------------------------------------===//

Attribute StridedAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  std::optional<Layout> layout = parseShapeStride(parser);
  if (!layout || parser.parseGreater())
    return {};
  return get(parser.getContext(), *layout);
}

void StridedAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printShapeStride(printer, getLayout());
  printer << '>';
}

Attribute SwizzleAttr::parse(AsmParser &parser, Type) {
  std::optional<Swizzle> swizzle = parseSwizzleBody(parser);
  if (!swizzle)
    return {};
  return get(parser.getContext(), *swizzle);
}

void SwizzleAttr::print(AsmPrinter &printer) const {
  printSwizzleBody(printer, getSwizzle());
}

//===----------------------------------------------------------------------===//
// Memory and map
//===----------------------------------------------------------------------===//

namespace {
/// The keyword clauses after the strides of a memory layout.
struct MemoryClauses {
  Swizzle swizzle;
  int64_t bits = 0, slot = 0, align = 0;
};
} // namespace

/// Parses `, key = value` until the closing `>`.
static ParseResult parseClauses(AsmParser &parser, MemoryClauses &clauses,
                                ArrayRef<StringRef> allowed) {
  SmallVector<StringRef> seen;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (!llvm::is_contained(allowed, key) || llvm::is_contained(seen, key))
      return parser.emitError(loc)
             << "expected one of " << llvm::join(allowed, ", ")
             << ", each once, got " << key;
    seen.push_back(key);
    if (key == "swizzle") {
      std::optional<Swizzle> swizzle = parseSwizzleBody(parser);
      if (!swizzle)
        return failure();
      clauses.swizzle = *swizzle;
      continue;
    }
    int64_t &value = key == "bits"   ? clauses.bits
                     : key == "slot" ? clauses.slot
                                     : clauses.align;
    if (parser.parseInteger(value))
      return failure();
    if (value < 1)
      return parser.emitError(loc)
             << "expected a positive " << key << ", got " << value;
  }
  SMLoc loc = parser.getCurrentLocation();
  if (!llvm::is_contained(seen, "bits"))
    return parser.emitError(loc)
           << "expected bits = N (because an element has a width)";
  return parser.parseGreater();
}

Attribute MemoryAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  std::optional<Layout> strides = parseShapeStride(parser);
  MemoryClauses clauses;
  if (!strides ||
      parseClauses(parser, clauses, {"swizzle", "bits", "slot", "align"}))
    return {};
  auto layout =
      orError(parser, loc,
              MemoryLayout::get(*strides, clauses.bits, clauses.swizzle,
                                clauses.slot, clauses.align));
  if (!layout)
    return {};
  return get(parser.getContext(), *layout);
}

void MemoryAttr::print(AsmPrinter &printer) const {
  const MemoryLayout &layout = getLayout();
  printer << '<';
  printShapeStride(printer, layout.strides());
  if (!layout.swizzle().isIdentity()) {
    printer << ", swizzle = ";
    printSwizzleBody(printer, layout.swizzle());
  }
  printer << ", bits = " << layout.elementBits();
  if (layout.slotBits() != layout.elementBits())
    printer << ", slot = " << layout.slotBits();
  printer << ", align = " << layout.baseAlignment() << '>';
}

Attribute MapAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  AffineMap map;
  MemoryClauses clauses;
  if (parser.parseLess() || parseShape(parser, shape) || parser.parseComma() ||
      parser.parseAffineMap(map) ||
      parseClauses(parser, clauses, {"bits", "align"}))
    return {};
  auto emitError = [&]() { return parser.emitError(loc); };
  // With exactly the parameters' types, or the generic overload is chosen,
  // which needs the storage class.
  return getChecked(emitError, parser.getContext(), ArrayRef<int64_t>(shape),
                    map, clauses.bits, std::max<int64_t>(clauses.align, 1));
}

void MapAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printTuple(printer, IntTuple::tuple(getShape()));
  printer << ", ";
  getMap().print(printer.getStream());
  printer << ", bits = " << getElementBits();
  if (getBaseAlignment() != 1)
    printer << ", align = " << getBaseAlignment();
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Fragment
//===----------------------------------------------------------------------===//

/// Parses one `axis = layout` after its comma, or `ragged`.
static ParseResult parseFragmentClause(AsmParser &parser,
                                       FragmentLayout::Axes &axes,
                                       bool &ragged) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef key;
  if (parser.parseKeyword(&key))
    return failure();
  if (key == "ragged" && !ragged) {
    ragged = true;
    return success();
  }
  for (int64_t i = 0; i != kNumHardwareAxes; ++i) {
    if (key != hardwareAxisName(static_cast<HardwareAxis>(i)) ||
        axes[i] != Layout())
      continue;
    if (parser.parseEqual())
      return failure();
    std::optional<Layout> layout = parseShapeStride(parser);
    if (!layout)
      return failure();
    axes[i] = *layout;
    return success();
  }
  return parser.emitError(loc) << "expected one of reg, lane, warp, warpgroup, "
                                  "cta, ragged, each once, got "
                               << key;
}

Attribute FragmentAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  FragmentLayout::Axes axes;
  bool ragged = false;
  if (parser.parseLess() || parser.parseKeyword("shape") ||
      parser.parseEqual() || parseShape(parser, shape))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseFragmentClause(parser, axes, ragged))
      return {};
  if (parser.parseGreater())
    return {};
  auto layout = orError(parser, loc, FragmentLayout::get(shape, axes, ragged));
  if (!layout)
    return {};
  return get(parser.getContext(), *layout);
}

void FragmentAttr::print(AsmPrinter &printer) const {
  const FragmentLayout &layout = getLayout();
  printer << "<shape = ";
  printTuple(printer, IntTuple::tuple(layout.shape()));
  for (int64_t i = 0; i != kNumHardwareAxes; ++i) {
    if (layout.axes()[i] == Layout())
      continue;
    printer << ", " << hardwareAxisName(static_cast<HardwareAxis>(i)) << " = ";
    printShapeStride(printer, layout.axes()[i]);
  }
  printer << (layout.isRagged() ? ", ragged>" : ">");
}

} // namespace tile::layout
