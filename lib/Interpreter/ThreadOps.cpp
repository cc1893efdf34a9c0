//===- ThreadOps.cpp - threads, random numbers, debugging -----------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `rng_next`, from 32-bit words w (and w', the next one):
//   bits     i32: w;  i64: w + 2^32 w'
//   uniform  f32: ((w >> 8) + 1) / 2^24;  f64: ((i64 >> 11) + 1) / 2^53
//   normal   sqrt(-2 ln u) cos(2 pi v) of two f64 numbers (u, v), uniform as
//   f32
//            for f32, as f64 for f64; computed in double, rounded once
// (G. Box, M. Muller, "A Note on the Generation of Random Normal Deviates",
// 1958.)
//
//===----------------------------------------------------------------------===//

#include "Accessor.h"
#include "Random.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace mlir;
using namespace tile;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static LogicalResult runThreadId(Context &context, const Inst &inst) {
  auto op = cast<ThreadIdOp>(inst.op);
  if (failed(context.requireThreads(inst)))
    return failure();
  if (!context.block)
    return op.emitError() << "expected a thread of a launch, got the host";
  if (context.block->numThreads == 1) {
    context.setScalar(inst.results[0], 0);
    return success();
  }
  uint64_t *out = context.result(inst, 0, /*perLane=*/true);
  if (!out)
    return failure();
  ArrayRef<int64_t> threads = context.block->threads;
  context.lanes.forEach([&](int64_t lane) {
    if (op.getDim() == ThreadDim::Team) {
      out[lane] = lane - context.team.begin;
      return;
    }
    unsigned dim = unsigned(op.getDim());
    int64_t rest = lane;
    for (unsigned i = 0; i < dim && i < threads.size(); ++i)
      rest /= threads[i];
    out[lane] = dim < threads.size() ? rest % threads[dim] : 0;
  });
  return success();
}

/// The first thread that is here of each group.
static LogicalResult runElect(Context &context, const Inst &inst) {
  int64_t size = cast<ElectOp>(inst.op).getSize();
  if (failed(context.requireThreads(inst)))
    return failure();
  uint64_t *out = context.result(inst, 0, /*perLane=*/true);
  if (!out)
    return failure();
  int64_t last = -1;
  context.lanes.forEach([&](int64_t lane) {
    int64_t group = size > 0 ? (lane - context.team.begin) / size : 0;
    out[lane] = group != last;
    last = group;
  });
  return success();
}

/// Threads of a warp: that of the launch's target, else 32.
static int64_t warpSizeOf(Operation *op) {
  auto launch = op->getParentOfType<LaunchOp>();
  if (launch && launch.getTarget() && launch.getTarget()->getWarp() > 1)
    return std::min<int64_t>(launch.getTarget()->getWarp(), 64);
  return 32;
}

static LogicalResult runBallot(Context &context, const Inst &inst) {
  FailureOr<Operand> predicate = context.operand(inst, 0);
  if (failed(predicate) || failed(context.requireThreads(inst)))
    return failure();
  Operand input = *predicate;
  int64_t warp = warpSizeOf(inst.op);
  std::vector<uint64_t> votes(context.lanes.end / warp + 1);
  context.lanes.forEach([&](int64_t lane) {
    votes[lane / warp] |= (*input.at(lane) & 1) << (lane % warp);
  });
  uint64_t *out = context.result(inst, 0, /*perLane=*/true);
  if (!out)
    return failure();
  context.lanes.forEach([&](int64_t lane) { out[lane] = votes[lane / warp]; });
  return success();
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

namespace {
/// The content of a `!tile.rng`: a state for each lane.
struct Generator : Object {
  unsigned space = 0;
  std::vector<RandomState> states;
};
} // namespace

static LogicalResult runRngInit(Context &context, const Inst &inst) {
  auto op = cast<RngInitOp>(inst.op);
  Operand operands[3];
  for (unsigned i = 0; i < 3; ++i) {
    FailureOr<Operand> operand = context.operand(inst, i);
    if (failed(operand))
      return failure();
    operands[i] = *operand;
  }
  RngKind kind = op.getRng().getType().getKind();
  auto generator = std::make_shared<Generator>();
  generator->space = context.lanes.space;
  generator->states.resize(context.lanes.end);
  for (int64_t lane = context.lanes.begin; lane < context.lanes.end; ++lane) {
    if (!context.lanes.isActive(lane))
      continue;
    uint64_t offset = *operands[2].at(lane);
    if (failed(context.step(op, RandomState::stepsOf(kind, offset))))
      return failure();
    generator->states[lane] =
        RandomState(kind, *operands[0].at(lane), *operands[1].at(lane), offset);
  }
  context.setObject(inst, 0, std::move(generator));
  return success();
}

static uint64_t nextWide(RandomState &state) {
  uint64_t low = state.next();
  return low | uint64_t(state.next()) << 32;
}

/// In (0, 1], with the precision of f32 or of f64.
static double nextUniform(RandomState &state, bool isDouble) {
  if (isDouble)
    return double((nextWide(state) >> 11) + 1) * 0x1p-53;
  return double((state.next() >> 8) + 1) * 0x1p-24;
}

static uint64_t nextNumber(RandomState &state, RngDistribution distribution,
                           const Number &number) {
  bool isWide = number.width == 64;
  if (distribution == RngDistribution::Bits || !number.isFloat())
    return isWide ? nextWide(state) : state.next();
  double value = nextUniform(state, isWide);
  if (distribution == RngDistribution::Normal) {
    constexpr double twoPi = 6.283185307179586476925;
    double angle = twoPi * nextUniform(state, isWide);
    value = std::sqrt(-2.0 * std::log(value)) * std::cos(angle);
  }
  return encodeFloat(*number.format, value);
}

static LogicalResult runRngNext(Context &context, const Inst &inst) {
  auto op = cast<RngNextOp>(inst.op);
  auto *generator = context.object<Generator>(inst, 0);
  if (!generator || generator->space != context.lanes.space)
    return op.emitError()
           << "expected a generator made in the same tile.parallel "
              "(because an iteration may run in any thread), got one "
              "made outside";
  uint64_t *out = context.result(inst, 0, /*perLane=*/true);
  if (!out)
    return failure();
  Number number = numberOf(op.getType());
  context.lanes.forEach([&](int64_t lane) {
    out[lane] =
        nextNumber(generator->states[lane], op.getDistribution(), number);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Printing and assumptions
//===----------------------------------------------------------------------===//

/// Prints "-d.ddde+XX" as -ddd.d or -0.00ddd where that is no longer than 16
/// places, as the runtime does.
static void printDecimal(raw_ostream &os, StringRef text) {
  if (text.consume_front("-"))
    os << "-";
  auto [mantissa, power] = text.split('e');
  std::string digits = mantissa.take_front(1).str() +
                       mantissa.drop_front(1).ltrim('.').rtrim('0').str();
  int exponent = 0;
  power.ltrim('+').getAsInteger(10, exponent);
  int length = digits.size();
  if (exponent < -4 || exponent >= 16) {
    os << digits[0] << (length > 1 ? "." : "") << digits.substr(1) << "e"
       << power;
  } else if (exponent < 0) {
    os << "0." << std::string(-exponent - 1, '0') << digits;
  } else if (length <= exponent + 1) {
    os << digits << std::string(exponent + 1 - length, '0');
  } else {
    os << digits.substr(0, exponent + 1) << "." << digits.substr(exponent + 1);
  }
}

/// The shortest decimal that reads back as the number.
static void printFloat(raw_ostream &os, const FloatFormat &format,
                       uint64_t bits) {
  double value = decodeFloat(format, bits);
  if (std::isnan(value)) {
    os << "nan";
    return;
  }
  if (std::isinf(value)) {
    os << (value < 0 ? "-inf" : "inf");
    return;
  }
  RoundingRule rule;
  rule.saturate = false;
  char text[40];
  for (int digits = 0; digits < 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*e", digits, value);
    if (encodeFloat(format, std::strtod(text, nullptr), rule) == bits)
      break;
  }
  printDecimal(os, text);
}

static void printNumber(raw_ostream &os, const Number &number, uint64_t bits) {
  if (number.isFloat())
    printFloat(os, *number.format, bits);
  else if (number.width == 1)
    os << (bits ? "true" : "false");
  else
    os << number.signExtend(bits);
}

static void printComponents(raw_ostream &os, const Number &number,
                            ArrayRef<uint64_t> bits) {
  if (bits.size() == 1) {
    printNumber(os, number, bits.front());
    return;
  }
  os << "[";
  llvm::interleaveComma(bits, os,
                        [&](uint64_t x) { printNumber(os, number, x); });
  os << "]";
}

/// A tile as nested lists.
static void printTile(raw_ostream &os, const View &view,
                      ArrayRef<int64_t> shape, ArrayRef<uint64_t> &values) {
  if (shape.empty()) {
    unsigned components = view.element.components;
    printComponents(os, view.element.number, values.take_front(components));
    values = values.drop_front(components);
    return;
  }
  os << "[";
  for (int64_t i = 0; i < shape.front(); ++i) {
    if (i)
      os << ", ";
    printTile(os, view, shape.drop_front(), values);
  }
  os << "]";
}

static LogicalResult printOperand(Context &context, const Inst &inst,
                                  unsigned number, int64_t lane,
                                  raw_ostream &os) {
  Type type = inst.op->getOperand(number).getType();
  if (isa<BufferType, MemRefType>(type)) {
    FailureOr<std::shared_ptr<const View>> view =
        context.view(inst, number, lane);
    if (failed(view))
      return failure();
    TileData data(context.machine.budget);
    Accessor accessor(context, inst.op, inst.number, **view, false);
    if (failed(readTile(context, inst.op, accessor, **view, lane, data)))
      return failure();
    ArrayRef<uint64_t> values(data.values);
    printTile(os, **view, (*view)->shape, values);
    return success();
  }
  FailureOr<Operand> value = context.operand(inst, number);
  if (failed(value))
    return failure();
  printComponents(os, numberOf(type),
                  ArrayRef<uint64_t>(value->at(lane), value->components));
  return success();
}

/// One line: the message and the values after it.
static LogicalResult printLine(Context &context, const Inst &inst, PrintOp op,
                               int64_t lane) {
  std::string line;
  llvm::raw_string_ostream os(line);
  os << op.getMessage();
  for (unsigned i = 0; i < inst.operands.size(); ++i) {
    os << " ";
    if (failed(printOperand(context, inst, i, lane, os)))
      return failure();
  }
  if (failed(context.step(op, line.size())))
    return failure();
  if (context.machine.options.output)
    *context.machine.options.output << line << "\n";
  return success();
}

static LogicalResult runPrint(Context &context, const Inst &inst) {
  auto op = cast<PrintOp>(inst.op);
  bool hasTile = llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isa<BufferType, MemRefType>(type);
  });
  // A tile is printed once for the team.
  if (hasTile)
    return printLine(context, inst, op, context.lanes.getFirst());
  for (int64_t lane = context.lanes.begin; lane < context.lanes.end; ++lane)
    if (context.lanes.isActive(lane) &&
        failed(printLine(context, inst, op, lane)))
      return failure();
  return success();
}

static LogicalResult runAssume(Context &context, const Inst &inst) {
  return checkCondition(context, inst, "assumption does not hold",
                        cast<AssumeOp>(inst.op).getText());
}

void tile::addThreadHandlers(HandlerMap &map) {
  map.add<ThreadIdOp>(runThreadId);
  map.add<ElectOp>(runElect);
  map.add<BallotOp>(runBallot);
  map.add<RngInitOp>(runRngInit);
  map.add<RngNextOp>(runRngNext);
  map.add<PrintOp>(runPrint);
  map.add<AssumeOp>(runAssume);
}
