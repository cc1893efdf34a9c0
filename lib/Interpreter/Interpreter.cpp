//===- Interpreter.cpp - reference semantics of tile programs -------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Interpreter/Interpreter.h"
#include "Machine.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tile;

/// A tensor as the storage that the program sees, and its view.
static FailureOr<View> bindTensor(Machine &machine, BlockArgument argument,
                                  MemRefType type, const Tensor &tensor) {
  Location loc = argument.getLoc();
  std::optional<Element> element = Element::get(type.getElementType());
  if (!element || tensor.elementType != type.getElementType() ||
      int64_t(tensor.shape.size()) != type.getRank() ||
      tensor.strides.size() != tensor.shape.size())
    return emitError(loc) << "expected a tensor for " << nameOf(argument)
                          << " of type " << type << ", got one of rank "
                          << tensor.shape.size() << " of "
                          << tensor.elementType;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    if (tensor.shape[dim] < 0 ||
        (!ShapedType::isDynamic(extent) && extent != tensor.shape[dim]))
      return emitError(loc)
             << "expected " << nameOf(argument) << " of type " << type
             << ", got " << tensor.shape[dim] << " in dimension " << dim;
  View view;
  view.element = *element;
  view.isTensor = true;
  view.shape = tensor.shape;
  view.high = tensor.shape;
  view.low.assign(tensor.shape.size(), 0);
  int64_t extent = element->bits;
  bool isEmpty = llvm::is_contained(tensor.shape, 0), overflows = false;
  for (auto [size, stride] : llvm::zip(tensor.shape, tensor.strides)) {
    int64_t bits = 0, span = 0;
    overflows |=
        stride < 0 || llvm::MulOverflow<int64_t>(stride, element->bits, bits) ||
        llvm::MulOverflow(bits, std::max<int64_t>(size, 1) - 1, span) ||
        llvm::AddOverflow(extent, span, extent);
    view.strides.push_back(bits);
  }
  if (overflows ||
      (!isEmpty && uint64_t(extent) > uint64_t(tensor.numBytes) * 8) ||
      (!isEmpty && !tensor.data))
    return emitError(loc) << "expected memory for all elements of "
                          << nameOf(argument) << ", got " << tensor.numBytes
                          << " bytes";
  view.storage = std::make_shared<Storage>(machine.budget);
  view.storage->data = tensor.data;
  view.storage->numBytes = view.storage->copyBytes = tensor.numBytes;
  view.storage->name = nameOf(argument);
  view.storage->isGlobal = true;
  view.storage->granuleBits = element->componentBits;
  return view;
}

/// The slot of a scalar or vector argument.
static LogicalResult bindScalar(BlockArgument argument, const Argument &given,
                                Slot &slot) {
  std::optional<Element> element = Element::get(argument.getType());
  if (!element || given.bits.size() != element->components)
    return emitError(argument.getLoc())
           << "expected a scalar for " << nameOf(argument) << " of type "
           << argument.getType() << ", got another argument";
  slot.components = element->components;
  for (uint64_t bits : given.bits)
    slot.bits.push_back(bits & element->number.mask());
  return success();
}

/// Tensors that share memory share a storage, so that races are seen.
static void shareStorage(Machine &machine, View &view, const Tensor &tensor) {
  for (const std::shared_ptr<Storage> &other : machine.addressable)
    if (other->data == view.storage->data &&
        other->numBytes == view.storage->numBytes) {
      other->refineGranules(view.element.componentBits);
      view.storage = other;
      return;
    }
  machine.addressable.push_back(view.storage);
}

static LogicalResult bindArguments(Machine &machine, const Function &function,
                                   ArrayRef<Argument> arguments, Frame &frame) {
  func::FuncOp kernel = function.op;
  if (arguments.size() != kernel.getNumArguments())
    return kernel.emitError()
           << "expected " << kernel.getNumArguments() << " arguments for '"
           << kernel.getName() << "', got " << arguments.size();
  for (auto [argument, given] : llvm::zip(kernel.getArguments(), arguments)) {
    Slot &slot = frame.slots[function.slots.lookup(argument)];
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type) {
      if (failed(bindScalar(argument, given, slot)))
        return failure();
      continue;
    }
    if (!given.tensor)
      return emitError(argument.getLoc())
             << "expected a tensor for " << nameOf(argument)
             << ", got a scalar";
    FailureOr<View> view = bindTensor(machine, argument, type, *given.tensor);
    if (failed(view))
      return failure();
    shareStorage(machine, *view, *given.tensor);
    slot.views.push_back(std::make_shared<const View>(std::move(*view)));
  }
  return success();
}

/// Appends the scalars that the function returns.
static LogicalResult takeResults(const Context &context, const Inst &terminator,
                                 SmallVectorImpl<uint64_t> &results) {
  for (unsigned i = 0; i < terminator.operands.size(); ++i) {
    if (isa<MemRefType>(terminator.op->getOperand(i).getType()))
      continue;
    FailureOr<Operand> value = context.operand(terminator, i);
    if (failed(value))
      return failure();
    results.append(value->data, value->data + value->components);
  }
  return success();
}

LogicalResult tile::interpret(func::FuncOp kernel, ArrayRef<Argument> arguments,
                              const InterpreterOptions &options,
                              SmallVectorImpl<uint64_t> *results) {
  if (kernel.isDeclaration())
    return kernel.emitError() << "expected a function with a body, got the "
                                 "declaration of '"
                              << kernel.getName() << "'";
  Machine machine(options);
  Function &function = machine.program.getFunction(kernel);
  Frame frame;
  frame.slots.resize(function.slots.size());
  if (failed(bindArguments(machine, function, arguments, frame)))
    return failure();
  Agent host;
  host.id = machine.newAgent();
  host.name = "the host";
  Context context(machine);
  context.frame = &frame;
  context.agent = &host;
  FailureOr<const Code *> last = context.runRegion(*function.entry);
  if (failed(last))
    return failure();
  return results ? takeResults(context, (*last)->terminator, *results)
                 : success();
}
