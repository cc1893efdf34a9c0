//===- Comparison.cpp - Comparing a result with a reference ---------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/Comparison.h"

#include "Tile/Dialect/Tile/IR/Tile.h"
#include "Tile/Runtime/DType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <map>

using namespace mlir;
using namespace tile;

double tile::getEpsilon(int32_t dtype) {
  if (!tile_dtype_is_float(dtype))
    return 0;
  // Halving what is added to 1 until rounding swallows it; the last that was
  // not swallowed may have been rounded up.
  double epsilon = 1;
  auto next = [&](double step) {
    return tile_dtype_decode(dtype, tile_dtype_encode(dtype, 1 + step));
  };
  while (1 + epsilon / 2 > 1 && next(epsilon / 2) == 1 + epsilon / 2)
    epsilon /= 2;
  return epsilon;
}

/// The distance from 1 to the next number of a float type.
static double getEpsilon(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!element)
    return 0;
  return std::ldexp(
      1.0, 1 - int(APFloat::semanticsPrecision(element.getFloatSemantics())));
}

namespace {
/// Where a kernel rounds.
struct Roundings {
  /// The largest eps of a type in which sums are kept; 0 if there is none.
  double accumulator = 0;
  /// eps of each narrow type that values are rounded to, by width and eps.
  std::map<std::pair<unsigned, double>, double> conversions;

  void accumulate(Type type) {
    accumulator = std::max(accumulator, getEpsilon(type));
  }
  /// Sums of types narrower than f32 are kept in f32.
  void accumulateWide(Type type) {
    Type element = getElementTypeOrSelf(type);
    if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32)
      element = Float32Type::get(type.getContext());
    accumulate(element);
  }
  /// A value of any type is rounded to `type`.
  void roundTo(Type type) {
    auto target = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    if (!target || target.getWidth() >= 32)
      return;
    double epsilon = getEpsilon(Type(target));
    conversions[{target.getWidth(), epsilon}] = epsilon;
  }
  void convert(Type from, Type to) {
    if (getElementTypeOrSelf(from) != getElementTypeOrSelf(to))
      roundTo(to);
  }
};
} // namespace

static Roundings findRoundings(func::FuncOp kernel) {
  Roundings found;
  kernel.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<GemmOp, GemmSparseOp, GemmScaledOp>(
            [&](auto gemm) { found.accumulate(gemm.getC().getType()); })
        .Case([&](ReduceOp reduce) {
          found.accumulateWide(reduce.getDestination().getType());
          found.roundTo(reduce.getDestination().getType());
        })
        .Case([&](ScanOp scan) {
          found.accumulate(scan.getDestination().getType());
        })
        .Case([&](ReducerInitOp init) {
          found.accumulate(init.getReducer().getType());
        })
        .Case<AtomicRmwOp, AtomicTileOp>([&](auto atomic) {
          found.accumulate(atomic.getDestination().getType());
        })
        .Case([&](scf::ForOp loop) {
          for (Type type : loop.getResultTypes())
            found.accumulate(type);
        })
        .Case([&](CopyOp copy) {
          found.convert(copy.getSource().getType(),
                        copy.getDestination().getType());
        })
        .Case<CastOp>([&](CastOp cast) {
          found.convert(cast.getValue().getType(), cast.getType());
        })
        .Case<arith::TruncFOp>([&](arith::TruncFOp truncation) {
          found.convert(truncation.getIn().getType(), truncation.getType());
        })
        .Default([&](Operation *other) {
          // Arithmetic in a narrow type rounds to it.
          for (Type type : other->getResultTypes())
            if (isa_and_nonnull<arith::ArithDialect>(other->getDialect()) &&
                !isa<arith::ConstantOp>(other))
              found.roundTo(type);
        });
  });
  return found;
}

double tile::deriveTolerance(func::FuncOp kernel,
                             llvm::ArrayRef<ArgumentArray> arguments,
                             int32_t dtype) {
  if (!tile_dtype_is_float(dtype))
    return 0;
  Roundings roundings = findRoundings(kernel);
  double accumulator = roundings.accumulator;
  if (accumulator == 0)
    accumulator = dtype == TILE_DTYPE_F64 ? getEpsilon(TILE_DTYPE_F64)
                                          : getEpsilon(TILE_DTYPE_F32);
  int64_t longest = 1;
  for (const ArgumentArray &argument : arguments)
    for (int64_t extent : argument.getShape())
      longest = std::max(longest, extent);
  double tolerance = getEpsilon(dtype) +
                     8 * accumulator * std::sqrt(static_cast<double>(longest));
  for (const auto &[key, epsilon] : roundings.conversions)
    tolerance += epsilon;
  return tolerance;
}

static std::string formatElement(int32_t dtype, bool isUnsigned,
                                 uint64_t bits) {
  if (tile_dtype_is_float(dtype))
    return llvm::formatv("{0}",
                         llvm::format("%.9g", tile_dtype_decode(dtype, bits)));
  if (dtype == TILE_DTYPE_I1 || isUnsigned)
    return llvm::utostr(bits);
  return llvm::itostr(llvm::SignExtend64(bits, tile_dtype_storage_bits(dtype)));
}

/// The root mean square of the finite elements, 0 if there are none.
static double getRootMeanSquare(const ArgumentArray &array) {
  double sum = 0;
  int64_t finite = 0;
  for (int64_t i = 0, count = array.getNumElements(); i < count; ++i) {
    double value = tile_dtype_decode(array.getDType(), array.load(i));
    if (!std::isfinite(value))
      continue;
    sum += value * value;
    ++finite;
  }
  double rms = finite ? std::sqrt(sum / finite) : 0;
  return std::isfinite(rms) ? rms : 0;
}

/// The relative error of one element; infinite if only one is finite.
static double getError(double expected, double actual, double scale) {
  if (expected == actual || (std::isnan(expected) && std::isnan(actual)))
    return 0;
  double difference = std::fabs(actual - expected);
  if (!std::isfinite(difference))
    return HUGE_VAL;
  return difference / std::max(std::fabs(expected), scale);
}

ComparisonResult tile::compareArrays(const ArgumentArray &expected,
                                     const ArgumentArray &actual,
                                     double tolerance) {
  ComparisonResult result;
  int32_t dtype = expected.getDType();
  bool isFloat = tile_dtype_is_float(dtype);
  double scale = isFloat ? getRootMeanSquare(expected) : 0;
  for (int64_t i = 0, count = expected.getNumElements(); i < count; ++i) {
    uint64_t want = expected.load(i), got = actual.load(i);
    if (want == got)
      continue;
    double error = HUGE_VAL;
    if (isFloat)
      error = getError(tile_dtype_decode(dtype, want),
                       tile_dtype_decode(dtype, got), scale);
    result.maxRelativeError = std::max(result.maxRelativeError, error);
    if (error <= tolerance && isFloat)
      continue;
    if (!result.mismatch)
      result.mismatch = {expected.getIndices(i),
                         formatElement(dtype, expected.isUnsigned(), want),
                         formatElement(dtype, expected.isUnsigned(), got),
                         error};
    ++result.mismatch->count;
  }
  return result;
}
