//===- TileTypes.cpp - types of the tile dialect --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tile;

#define GET_TYPEDEF_CLASSES
#include "Tile/Dialect/Tile/IR/TileTypes.cpp.inc"

void TileDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Tile/Dialect/Tile/IR/TileTypes.cpp.inc"
      >();
}

using Emit = function_ref<InFlightDiagnostic()>;

/// Sizes are multiplied by bits and offsets in signed 64-bit arithmetic; a tile
/// beyond this bound can only be a mistake.
static constexpr int64_t kMaxElements = int64_t(1) << 40;
/// Larger vectors are no elements: the size of one must fit any arithmetic.
static constexpr int64_t kMaxVectorElements = 1024;

/// Fails unless every extent is positive, or dynamic where that is allowed, and
/// the number of elements is within bounds.
static LogicalResult verifyShape(Emit emit, ArrayRef<int64_t> shape,
                                 bool mayBeDynamic) {
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent)) {
      if (mayBeDynamic)
        continue;
      return emit() << "expected static extents (because only a window in "
                       "global memory may be dynamic), got '?'";
    }
    if (extent < 1)
      return emit() << "expected extents of at least 1, got " << extent;
    if (extent > kMaxElements / elements)
      return emit() << "expected at most 2^40 elements, got more";
    elements *= extent;
  }
  return success();
}

/// Parses `128x?xf16`.
static ParseResult parseShapeAndElement(AsmParser &parser,
                                        SmallVectorImpl<int64_t> &shape,
                                        Type &element) {
  return failure(parser.parseDimensionList(shape) || parser.parseType(element));
}

static void printShapeAndElement(AsmPrinter &printer, ArrayRef<int64_t> shape,
                                 Type element) {
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent))
      printer << "?x";
    else
      printer << extent << "x";
  }
  printer << element;
}

//===----------------------------------------------------------------------===//
// BufferType
//===----------------------------------------------------------------------===//

bool BufferType::isValidElementType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.getRank() != 1 || vector.isScalable() ||
        vector.getNumElements() > kMaxVectorElements)
      return false;
    type = vector.getElementType();
  }
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() &&
           llvm::is_contained({1u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isa<Float16Type, BFloat16Type, FloatTF32Type, Float32Type, Float64Type,
             Float8E4M3FNType, Float8E4M3FNUZType, Float8E4M3B11FNUZType,
             Float8E3M4Type, Float8E4M3Type, Float8E5M2Type, Float8E5M2FNUZType,
             Float8E8M0FNUType, Float6E2M3FNType, Float6E3M2FNType,
             Float4E2M1FNType>(type);
}

unsigned BufferType::storageBits(Type elementType) {
  if (auto vector = dyn_cast<VectorType>(elementType))
    return vector.getNumElements() * storageBits(vector.getElementType());
  if (elementType.isInteger(1))
    return 8;
  if (isa<FloatTF32Type>(elementType))
    return 32;
  return elementType.getIntOrFloatBitWidth();
}

BufferType BufferType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                                 Type elementType) const {
  return get(shape.value_or(getShape()), elementType, getSpace(), getLayout(),
             getVersions());
}

LogicalResult BufferType::verify(Emit emit, ArrayRef<int64_t> shape,
                                 Type elementType, MemorySpace space,
                                 Attribute layout, int64_t versions) {
  if (!isValidElementType(elementType))
    return emit() << "expected an element type of the tile dialect (signless "
                     "integers of 1, 4, 8, 16, 32 or 64 bits, floats of 4 to "
                     "64 bits, and vectors of at most 1024 of them), got "
                  << elementType;
  bool isGlobal = space == MemorySpace::Global;
  if (failed(verifyShape(emit, shape, isGlobal)))
    return failure();
  if (space == MemorySpace::Barrier &&
      (shape.size() != 1 || !elementType.isInteger(64)))
    return emit() << "expected a one-dimensional buffer of i64 (because it "
                     "holds barriers)";
  if (versions < 1)
    return emit() << "expected at least 1 version, got " << versions;
  if (versions > 1 && isGlobal)
    return emit() << "expected no versions (because a window is not allocated)";
  if (!layout)
    return success();
  auto layoutAttr = dyn_cast<layout::LayoutAttrInterface>(layout);
  if (!layoutAttr)
    return emit() << "expected a layout attribute, got " << layout;
  if (ShapedType::isDynamicShape(shape))
    return emit() << "expected static extents of a buffer with a layout "
                     "(because a layout is of one shape), got '?'";
  return layoutAttr.verifyFor(shape, storageBits(elementType), emit);
}

namespace {
/// What the types of tiles begin with: `<4x8xf32, keyword`.
struct TypeHead {
  SmallVector<int64_t> shape;
  Type element;
  StringRef keyword;
  /// Of the keyword.
  SMLoc location;
};
} // namespace

static ParseResult parseHead(AsmParser &parser, TypeHead &head) {
  if (parser.parseLess() ||
      parseShapeAndElement(parser, head.shape, head.element) ||
      parser.parseComma())
    return failure();
  head.location = parser.getCurrentLocation();
  return parser.parseKeyword(&head.keyword);
}

Type BufferType::parse(AsmParser &parser) {
  TypeHead head;
  if (parseHead(parser, head))
    return {};
  auto &[shape, element, keyword, location] = head;
  std::optional<MemorySpace> space = symbolizeMemorySpace(keyword);
  if (!space) {
    parser.emitError(location) << "expected a memory space (global, shared, "
                                  "fragment, local, tmem, barrier or cluster), "
                                  "got '"
                               << keyword << "'";
    return {};
  }
  Attribute layout;
  int64_t versions = 1;
  bool more = succeeded(parser.parseOptionalComma());
  bool versioned = more && succeeded(parser.parseOptionalKeyword("versions"));
  if (more && !versioned) {
    if (parser.parseAttribute(layout))
      return {};
    versioned = succeeded(parser.parseOptionalComma());
    if (versioned && parser.parseKeyword("versions"))
      return {};
  }
  if (versioned && (parser.parseEqual() || parser.parseInteger(versions)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<BufferType>(parser.getContext(), shape, element,
                                       *space, layout, versions);
}

void BufferType::print(AsmPrinter &printer) const {
  printer << "<";
  printShapeAndElement(printer, getShape(), getElementType());
  printer << ", " << stringifyMemorySpace(getSpace());
  if (getLayout())
    printer << ", " << getLayout();
  if (getVersions() != 1)
    printer << ", versions = " << getVersions();
  printer << ">";
}

//===----------------------------------------------------------------------===//
// ChannelType and ReducerType
//===----------------------------------------------------------------------===//

LogicalResult ChannelType::verify(Emit emit, int64_t depth,
                                  ArrayRef<Type> payload) {
  if (depth < 1)
    return emit() << "expected a channel of at least 1 slot, got " << depth;
  for (Type type : payload) {
    auto buffer = dyn_cast<BufferType>(type);
    if (!buffer || !llvm::is_contained({MemorySpace::Shared, MemorySpace::Tmem},
                                       buffer.getSpace()))
      return emit() << "expected the payload of a channel to be shared or "
                       "tensor-memory buffers (because roles exchange data "
                       "through them), got "
                    << type;
  }
  return success();
}

ReducerType ReducerType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                                   Type elementType) const {
  return get(elementType.getContext(), shape.value_or(getShape()), elementType,
             getKind());
}

LogicalResult ReducerType::verify(Emit emit, ArrayRef<int64_t> shape,
                                  Type elementType, ReduceKind kind) {
  if (isa<VectorType>(elementType) ||
      !BufferType::isValidElementType(elementType))
    return emit() << "expected a reducer of numbers, got " << elementType;
  bool needsInteger = llvm::is_contained({ReduceKind::Bitand, ReduceKind::Bitor,
                                          ReduceKind::Bitxor, ReduceKind::Umax,
                                          ReduceKind::Umin},
                                         kind);
  if (needsInteger && !isa<IntegerType>(elementType))
    return emit() << "expected integers (because of "
                  << stringifyReduceKind(kind) << "), got " << elementType;
  return verifyShape(emit, shape, /*mayBeDynamic=*/false);
}

Type ReducerType::parse(AsmParser &parser) {
  TypeHead head;
  if (parseHead(parser, head))
    return {};
  auto &[shape, element, keyword, location] = head;
  std::optional<ReduceKind> kind = symbolizeReduceKind(keyword);
  if (!kind) {
    parser.emitError(location)
        << "expected a kind of reduction, got '" << keyword << "'";
    return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ReducerType>(parser.getContext(), shape, element,
                                        *kind);
}

void ReducerType::print(AsmPrinter &printer) const {
  printer << "<";
  printShapeAndElement(printer, getShape(), getElementType());
  printer << ", " << stringifyReduceKind(getKind()) << ">";
}
