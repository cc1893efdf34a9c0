//===- TileLayoutAttrs.cpp - attributes of the tilelayout dialect ---------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Digits.h"
#include "Tile/Dialect/TileLayout/Algebra/ImportMap.h"
#include "Tile/Dialect/TileLayout/IR/TileLayout.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

#include "Tile/Dialect/TileLayout/IR/TileLayoutAttrInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Tile/Dialect/TileLayout/IR/TileLayoutAttrs.cpp.inc"

namespace tile::layout {

void TileLayoutDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Tile/Dialect/TileLayout/IR/TileLayoutAttrs.cpp.inc"
      >();
}

using Values = Result<SmallVector<int64_t>>;

static Failure refuseCount(int64_t expected, size_t got) {
  return refuse(Twine(expected) + " indices", "the layout has as many",
                Twine(got));
}

//===----------------------------------------------------------------------===//
// Rules that layouts share
//===----------------------------------------------------------------------===//

/// The linear index of `inputs`, one for each top-level mode of `layout`.
static Result<int64_t> linearIndex(const Layout &layout,
                                   ArrayRef<int64_t> inputs) {
  if (static_cast<int64_t>(inputs.size()) != layout.rank())
    return refuseCount(layout.rank(), inputs.size());
  if (layout.shape().isLeaf())
    return layout.index(inputs.front());
  return layout.index(IntTuple::tuple(inputs));
}

static Values evaluateLayout(const Layout &layout, ArrayRef<int64_t> inputs) {
  Result<int64_t> index = linearIndex(layout, inputs);
  if (!index)
    return index.failure();
  if (layout.hasAxes())
    return layout.vectorAt(*index);
  return SmallVector<int64_t>{layout.at(*index)};
}

static int64_t countResults(const Layout &layout) {
  return layout.hasAxes() ? layout.axes().size() : 1;
}

static std::optional<Failure> checkDigits(const Digits &digits) {
  auto components = digits.byComponent();
  if (components)
    return std::nullopt;
  return components.failure();
}

static Values invertDigits(const Digits &digits, ArrayRef<int64_t> results) {
  if (results.size() != digits.numComponents)
    return refuseCount(digits.numComponents, results.size());
  return digits.invert(results);
}

/// Reports a layout of the wrong shape.
static LogicalResult verifyShape(ArrayRef<int64_t> layoutShape,
                                 ArrayRef<int64_t> shape,
                                 function_ref<InFlightDiagnostic()> emitError) {
  if (layoutShape == shape)
    return success();
  if (!emitError)
    return failure();
  return emitError() << "expected a layout of shape "
                     << IntTuple::tuple(shape).str()
                     << " (because that is the shape of the tile), got "
                     << IntTuple::tuple(layoutShape).str();
}

/// Reports a memory layout of the wrong shape or element width.
static LogicalResult
verifyMemory(ArrayRef<int64_t> layoutShape, int64_t layoutBits,
             ArrayRef<int64_t> shape, int64_t elementBits,
             function_ref<InFlightDiagnostic()> emitError) {
  if (failed(verifyShape(layoutShape, shape, emitError)))
    return failure();
  if (layoutBits == elementBits)
    return success();
  if (!emitError)
    return failure();
  return emitError() << "expected a layout of elements of " << elementBits
                     << " bits (because that is their width), got "
                     << layoutBits;
}

//===----------------------------------------------------------------------===//
// StridedAttr
//===----------------------------------------------------------------------===//

int64_t StridedAttr::getNumInputs() const { return getLayout().rank(); }

int64_t StridedAttr::getNumResults() const { return countResults(getLayout()); }

Values StridedAttr::evaluate(ArrayRef<int64_t> inputs) const {
  return evaluateLayout(getLayout(), inputs);
}

Values StridedAttr::evaluateInverse(ArrayRef<int64_t> results) const {
  return invertDigits(Digits::of(getLayout()), results);
}

std::optional<Failure> StridedAttr::checkInvertible() const {
  return checkDigits(Digits::of(getLayout()));
}

//===----------------------------------------------------------------------===//
// SwizzleAttr
//===----------------------------------------------------------------------===//

int64_t SwizzleAttr::getNumInputs() const { return 1; }

int64_t SwizzleAttr::getNumResults() const { return 1; }

Values SwizzleAttr::evaluate(ArrayRef<int64_t> inputs) const {
  if (inputs.size() != 1)
    return refuseCount(1, inputs.size());
  if (inputs.front() < 0)
    return refuse("an offset of zero or more", "its bits are swizzled",
                  Twine(inputs.front()));
  return SmallVector<int64_t>{getSwizzle()(inputs.front())};
}

Values SwizzleAttr::evaluateInverse(ArrayRef<int64_t> results) const {
  return evaluate(results);
}

std::optional<Failure> SwizzleAttr::checkInvertible() const {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// MemoryAttr
//===----------------------------------------------------------------------===//

int64_t MemoryAttr::getNumInputs() const { return getLayout().rank(); }

int64_t MemoryAttr::getNumResults() const {
  return countResults(getLayout().strides());
}

Values MemoryAttr::evaluate(ArrayRef<int64_t> inputs) const {
  if (!getLayout().isByteAddressed())
    return evaluateLayout(getLayout().strides(), inputs);
  if (static_cast<int64_t>(inputs.size()) != getNumInputs())
    return refuseCount(getNumInputs(), inputs.size());
  Result<int64_t> slot = getLayout().slotAt(inputs);
  if (!slot)
    return slot.failure();
  return SmallVector<int64_t>{*slot};
}

Values MemoryAttr::evaluateInverse(ArrayRef<int64_t> results) const {
  SmallVector<int64_t> values(results);
  Result<ComposedLayout> slots = getLayout().isByteAddressed()
                                     ? getLayout().slots()
                                     : Result<ComposedLayout>(ComposedLayout());
  if (!slots)
    return slots.failure();
  if (values.size() == 1 && values.front() >= 0)
    values.front() = slots->swizzle()(values.front());
  return invertDigits(Digits::of(getLayout().strides()), values);
}

std::optional<Failure> MemoryAttr::checkInvertible() const {
  return checkDigits(Digits::of(getLayout().strides()));
}

SmallVector<int64_t> MemoryAttr::getLogicalShape() const {
  return getLayout().shape();
}

LogicalResult
MemoryAttr::verifyFor(ArrayRef<int64_t> shape, int64_t elementBits,
                      function_ref<InFlightDiagnostic()> emitError) const {
  return verifyMemory(getLogicalShape(), getElementBits(), shape, elementBits,
                      emitError);
}

Result<MemoryLayout> MemoryAttr::importLayout() const { return getLayout(); }

int64_t MemoryAttr::getElementBits() const { return getLayout().elementBits(); }

int64_t MemoryAttr::getBaseAlignment() const {
  return getLayout().baseAlignment();
}

//===----------------------------------------------------------------------===//
// FragmentAttr
//===----------------------------------------------------------------------===//

int64_t FragmentAttr::getNumInputs() const {
  return namedAxes(getLayout()).size();
}

int64_t FragmentAttr::getNumResults() const { return getLayout().rank(); }

Values FragmentAttr::evaluate(ArrayRef<int64_t> inputs) const {
  SmallVector<HardwareAxis> axes = namedAxes(getLayout());
  if (inputs.size() != axes.size())
    return refuseCount(axes.size(), inputs.size());
  HardwarePosition position{};
  for (auto [axis, index] : llvm::zip_equal(axes, inputs)) {
    int64_t extent = getLayout().axis(axis).size();
    if (index < 0 || index >= extent)
      return refuse("a " + hardwareAxisName(axis) + " below " + Twine(extent),
                    "the layout has as many", Twine(index));
    position[static_cast<int64_t>(axis)] = index;
  }
  return getLayout().at(position);
}

Values FragmentAttr::evaluateInverse(ArrayRef<int64_t> results) const {
  return invertDigits(Digits::of(getLayout()), results);
}

std::optional<Failure> FragmentAttr::checkInvertible() const {
  return checkDigits(Digits::of(getLayout()));
}

SmallVector<int64_t> FragmentAttr::getLogicalShape() const {
  return SmallVector<int64_t>(getLayout().shape());
}

LogicalResult
FragmentAttr::verifyFor(ArrayRef<int64_t> shape, int64_t elementBits,
                        function_ref<InFlightDiagnostic()> emitError) const {
  // A register holds one element, whatever its width.
  return verifyShape(getLayout().shape(), shape, emitError);
}

//===----------------------------------------------------------------------===//
// MapAttr
//===----------------------------------------------------------------------===//

LogicalResult MapAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<int64_t> shape, AffineMap map,
                              int64_t elementBits, int64_t baseAlignment) {
  if (!map || map.getNumDims() != shape.size() || map.getNumSymbols() != 0 ||
      map.getNumResults() == 0)
    return emitError() << "expected a map from " << shape.size()
                       << " dimensions to at least one offset (because the "
                          "tile has as many)";
  Result<Layout> box = Layout::columnMajor(IntTuple::tuple(shape));
  if (!box)
    return emitError() << box.reason();
  // The rules of widths and alignments are those of memory layouts.
  Result<MemoryLayout> element =
      MemoryLayout::get(Layout(), elementBits, {}, 0, baseAlignment);
  if (!element)
    return emitError() << element.reason();
  return success();
}

/// The value of a pure affine expression; nothing on overflow or division by
/// zero.
static std::optional<int64_t> evaluateExpr(AffineExpr expr,
                                           ArrayRef<int64_t> dims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<int64_t> lhs = evaluateExpr(binary.getLHS(), dims);
  std::optional<int64_t> rhs = evaluateExpr(binary.getRHS(), dims);
  if (!lhs || !rhs)
    return std::nullopt;
  bool isDivision = expr.getKind() != AffineExprKind::Add &&
                    expr.getKind() != AffineExprKind::Mul;
  if (isDivision && *rhs < 1)
    return std::nullopt;
  int64_t value;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    if (llvm::AddOverflow(*lhs, *rhs, value))
      return std::nullopt;
    return value;
  case AffineExprKind::Mul:
    if (llvm::MulOverflow(*lhs, *rhs, value))
      return std::nullopt;
    return value;
  case AffineExprKind::Mod:
    return *lhs - llvm::divideFloorSigned(*lhs, *rhs) * *rhs;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(*lhs, *rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(*lhs, *rhs);
  default:
    return std::nullopt;
  }
}

/// The exclusive or of all results of `map`, each of which must not be
/// negative.
static std::optional<int64_t> evaluateXor(AffineMap map,
                                          ArrayRef<int64_t> dims) {
  int64_t offset = 0;
  for (AffineExpr expr : map.getResults()) {
    std::optional<int64_t> value = evaluateExpr(expr, dims);
    if (!value || *value < 0)
      return std::nullopt;
    offset ^= *value;
  }
  return offset;
}

int64_t MapAttr::getNumInputs() const { return getShape().size(); }

int64_t MapAttr::getNumResults() const { return 1; }

Values MapAttr::evaluate(ArrayRef<int64_t> inputs) const {
  if (inputs.size() != getShape().size())
    return refuseCount(getShape().size(), inputs.size());
  for (auto [input, extent] : llvm::zip_equal(inputs, getShape()))
    if (input < 0 || input >= extent)
      return refuse("coordinates inside " + IntTuple::tuple(getShape()).str(),
                    "that is the shape", IntTuple::tuple(inputs).str());
  std::optional<int64_t> offset = evaluateXor(getMap(), inputs);
  if (!offset)
    return refuse("an offset of zero or more", "elements are stored there",
                  "none at " + IntTuple::tuple(inputs).str());
  return SmallVector<int64_t>{*offset};
}

Values MapAttr::evaluateInverse(ArrayRef<int64_t> results) const {
  return *checkInvertible();
}

std::optional<Failure> MapAttr::checkInvertible() const {
  return refuse("a layout of the algebra", "an opaque map has no inverse",
                "a map");
}

SmallVector<int64_t> MapAttr::getLogicalShape() const {
  return SmallVector<int64_t>(getShape());
}

LogicalResult
MapAttr::verifyFor(ArrayRef<int64_t> shape, int64_t elementBits,
                   function_ref<InFlightDiagnostic()> emitError) const {
  return verifyMemory(getShape(), getElementBits(), shape, elementBits,
                      emitError);
}

Result<MemoryLayout> MapAttr::importLayout() const {
  AffineMap map = getMap();
  auto imported = importMap(getShape(), [&](ArrayRef<int64_t> point) {
    return evaluateXor(map, point);
  });
  if (!imported)
    return imported.failure();
  if (imported->offset() != 0)
    return refuse("a map that is zero at the origin",
                  "the base is the first element", Twine(imported->offset()));
  Result<Swizzle> swizzle = imported->swizzle().recast(getElementBits(), 8);
  if (!swizzle)
    return swizzle.failure();
  return MemoryLayout::get(imported->layout(), getElementBits(), *swizzle, 0,
                           getBaseAlignment());
}

} // namespace tile::layout
