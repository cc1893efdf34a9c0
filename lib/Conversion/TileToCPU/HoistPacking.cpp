//===- HoistPacking.cpp - Pack the operands of a launch once --------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that multiplies tensors tile by tile becomes
//
//   if no written tensor shares memory with A or B, and there is memory {
//     launch: pack A and B into panels
//     launch: the product from panels, then what the program does with it
//   } else {
//     the launch as it was
//   }
//
// Distinct parameters of a kernel do not share memory unless they are marked:
// its entry checks that. Then there is nothing to test and no
// other branch, and without memory the kernel fails.
//
// Where the program only stores the product, it is computed in blocks that fit
// the caches and goes to the result tensor directly; else in the program's own
// blocks, into its tile C.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "PackableProduct.h"
#include "Tile/Conversion/TileToCPU/PackedGemm.h"
#include "Tile/Conversion/TileToCPU/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace tile {
#define GEN_PASS_DEF_HOISTPACKING
#include "Tile/Conversion/TileToCPU/Passes.h.inc"
} // namespace tile

using namespace mlir;
using namespace tile;
using namespace tile::cpu;

namespace {

struct HoistPacking : public tile::impl::HoistPackingBase<HoistPacking> {
  void runOnOperation() override;
};

/// Rewrites one launch.
class PackingHoister {
public:
  /// `called`: the functions that others of the module refer to.
  PackingHoister(ModuleOp module, const llvm::DenseSet<StringAttr> &called,
                 const PackableProduct &product, const PackedGemm &gemm)
      : runtime(module), called(called), product(product), gemm(gemm),
        launch(product.launch), builder(launch),
        index(builder, launch.getLoc()) {}

  void run();

private:
  Value emitCovered(const GridCover &cover);
  void emitPlan();
  bool isApart(Value value);
  Value emitIsDisjoint();
  void emitMemory(Value isDisjoint);
  /// What a launch needs to know of the product, made inside it from the two
  /// addresses: a launch pays for each value that it uses from outside.
  struct Inside {
    GemmPlan plan;
    Value packedA, packedB;
  };
  Inside enter(FoldingBuilder &at);
  Value viewPlan(FoldingBuilder &at);
  OpFoldResult lhsExtent(FoldingBuilder &at, const GemmPlan &plan);
  LaunchOp createLaunch(Value count);
  void emitPackLaunch();
  void emitWholeProduct();
  void emitBlockProduct();

  Value dimOf(Value tensor, int64_t dim) {
    return builder.createOrFold<memref::DimOp>(index.loc, tensor,
                                               index.value(dim));
  }
  int64_t bytesOfPacked() { return gemm.packed.getIntOrFloatBitWidth() / 8; }

  RuntimeCalls runtime;
  const llvm::DenseSet<StringAttr> &called;
  PackableProduct product;
  PackedGemm gemm;
  LaunchOp launch;
  OpBuilder builder;
  FoldingBuilder index;
  /// The plan, where the workers find it (an llvm.ptr), and as the host reads
  /// it.
  Value planMemory;
  GemmPlan plan;
  /// The memory of both packed operands (an llvm.ptr).
  Value memory;
};

} // namespace

//===----------------------------------------------------------------------===//
// What the product needs
//===----------------------------------------------------------------------===//

/// The extent that the grid covers of a dimension.
Value PackingHoister::emitCovered(const GridCover &cover) {
  if (!cover.axis)
    return index.value(cover.tile);
  OpFoldResult blocks =
      index.max(OpFoldResult(launch.getGrid()[*cover.axis]), index.constant(0));
  return index.value(index.mul(blocks, index.constant(cover.tile)));
}

void PackingHoister::emitPlan() {
  OpFoldResult m = emitCovered(product.rows);
  OpFoldResult n = emitCovered(product.columns);
  GemmBlocks blocks;
  if (product.result) {
    // What lies outside the result is not stored.
    m = index.min(m, dimOf(product.result, 0));
    n = index.min(n, dimOf(product.result, 1));
  } else {
    blocks = {product.rows.tile, product.columns.tile};
  }
  // Beyond both tensors, zeros are multiplied.
  OpFoldResult upper = emitHostValue(builder, product.upper, launch);
  upper = index.max(upper, index.constant(0));
  OpFoldResult k = index.mul(index.ceilDiv(upper, index.constant(product.step)),
                             index.constant(product.depth));
  k = index.min(
      k, index.max(dimOf(product.a.tensor, product.a.transposed ? 0 : 1),
                   dimOf(product.b.tensor, product.b.transposed ? 1 : 0)));
  Value threads = arith::IndexCastOp::create(
      builder, index.loc, builder.getIndexType(), runtime.numThreads(index));
  {
    // On the stack of the function, not of a loop around the launch.
    OpBuilder::InsertionGuard guard(builder);
    auto host = launch->getParentOfType<FunctionOpInterface>();
    builder.setInsertionPointToStart(&host.front());
    MLIRContext *context = builder.getContext();
    auto array = LLVM::LLVMArrayType::get(
        builder.getI64Type(), getGemmPlanType(context).getNumElements());
    Value one = arith::ConstantIntOp::create(builder, index.loc, 1, 64);
    planMemory = LLVM::AllocaOp::create(
        builder, index.loc, LLVM::LLVMPointerType::get(context), array, one);
  }
  emitStoredGemmPlan(builder, index.loc, gemm, index.value(m), index.value(n),
                     index.value(k), threads, blocks, viewPlan(index));
  plan = emitLoadGemmPlan(builder, index.loc, viewPlan(index));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
/// Addresses from the lowest to behind the highest element of a tensor.
struct ByteRange {
  OpFoldResult begin, end;
};
} // namespace

static ByteRange emitByteRange(FoldingBuilder &index, Value tensor) {
  OpBuilder &b = index.builder;
  auto type = cast<MemRefType>(tensor.getType());
  int64_t bits = BufferType::storageBits(type.getElementType());
  auto metadata =
      memref::ExtractStridedMetadataOp::create(b, index.loc, tensor);
  OpFoldResult first = OpFoldResult(metadata.getOffset()), last = first;
  OpFoldResult zero = index.constant(0), one = index.constant(1);
  for (auto [size, stride] :
       llvm::zip_equal(metadata.getSizes(), metadata.getStrides())) {
    OpFoldResult reach =
        index.mul(index.sub(OpFoldResult(size), one), OpFoldResult(stride));
    first = index.add(first, index.min(reach, zero));
    last = index.add(last, index.max(reach, zero));
  }
  OpFoldResult address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, index.loc, tensor)
          .getResult();
  // In bits, rounded outwards to bytes, for packed elements.
  auto bytes = [&](OpFoldResult elements) -> OpFoldResult {
    OpFoldResult scaled = index.mul(elements, index.constant(bits));
    return arith::ShRSIOp::create(b, index.loc, index.value(scaled),
                                  index.value(3))
        .getResult();
  };
  OpFoldResult end = bytes(index.add(last, one));
  if (bits % 8)
    end = index.add(end, one);
  return {index.add(address, bytes(first)), index.add(address, end)};
}

/// Whether `value` is a parameter that shares memory with no other one: those
/// of a kernel are checked by its entry, unless they are marked. Nothing is
/// checked where functions of the module call each other.
bool PackingHoister::isApart(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  return function && argument.getOwner()->isEntryBlock() &&
         function->hasAttr(kCheckedAttrName) &&
         !function.getArgAttr(argument.getArgNumber(), kMayAliasAttrName) &&
         !called.contains(function.getNameAttr());
}

/// Whether no tensor that the launch writes shares memory with an operand; null
/// if that is known.
Value PackingHoister::emitIsDisjoint() {
  Value disjoint;
  for (Value tensor : product.written)
    for (Value operand : {product.a.tensor, product.b.tensor}) {
      if (isApart(tensor) && isApart(getRoot(operand)))
        continue;
      ByteRange written = emitByteRange(index, tensor);
      ByteRange read = emitByteRange(index, operand);
      Value before =
          index.compare(arith::CmpIPredicate::sle, written.end, read.begin);
      Value behind =
          index.compare(arith::CmpIPredicate::sle, read.end, written.begin);
      disjoint = index.both(
          disjoint, arith::OrIOp::create(builder, index.loc, before, behind));
    }
  return disjoint;
}

/// `elements` elements from `base` (an llvm.ptr) on as a memref.
static Value viewMemory(FoldingBuilder &index, Value base, Type element,
                        OpFoldResult elements, MemRefType type) {
  TileRef ref;
  ref.base = base;
  ref.element = element;
  ref.sizes = {elements};
  ref.strides = {index.constant(1)};
  ref.offset = index.constant(0);
  return memref::CastOp::create(index.builder, index.loc, type,
                                makeMemRef(index, ref));
}

Value PackingHoister::viewPlan(FoldingBuilder &at) {
  MemRefType type = getGemmPlanType(at.builder.getContext());
  return viewMemory(at, planMemory, type.getElementType(),
                    at.constant(type.getNumElements()), type);
}

/// Elements of packed A, so that B begins at a cache line.
OpFoldResult PackingHoister::lhsExtent(FoldingBuilder &at,
                                       const GemmPlan &plan) {
  constexpr int64_t cacheLine = 64;
  OpFoldResult elements = at.constant(cacheLine / bytesOfPacked());
  return at.mul(at.ceilDiv(OpFoldResult(plan.lhsElements), elements), elements);
}

PackingHoister::Inside PackingHoister::enter(FoldingBuilder &at) {
  OpBuilder &b = at.builder;
  Inside inside;
  inside.plan = emitLoadGemmPlan(b, at.loc, viewPlan(at));
  auto type = MemRefType::get({ShapedType::kDynamic}, gemm.packed);
  inside.packedA =
      viewMemory(at, memory, gemm.packed, inside.plan.lhsElements, type);
  Value behind =
      LLVM::GEPOp::create(b, at.loc, memory.getType(), gemm.packed, memory,
                          ValueRange{at.i64(lhsExtent(at, inside.plan))});
  inside.packedB =
      viewMemory(at, behind, gemm.packed, inside.plan.rhsElements, type);
  return inside;
}

/// Allocates the packed operands unless memory is shared: null without them.
void PackingHoister::emitMemory(Value isDisjoint) {
  OpFoldResult bytes = index.mul(
      index.add(lhsExtent(index, plan), OpFoldResult(plan.rhsElements)),
      index.constant(bytesOfPacked()));
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  if (isDisjoint) {
    auto choice = scf::IfOp::create(builder, index.loc, pointer, isDisjoint,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(builder, index.loc,
                         runtime.alloc(index, index.i64(bytes)));
    builder.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(builder, index.loc, runtime.null(index));
    memory = choice.getResult(0);
  } else {
    memory = runtime.alloc(index, index.i64(bytes));
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// A launch of `count` blocks, at the beginning of whose body the builder is
/// left.
LaunchOp PackingHoister::createLaunch(Value count) {
  OperationState state(index.loc, LaunchOp::getOperationName());
  state.addOperands(count);
  state.addAttribute("threads", builder.getDenseI64ArrayAttr({1}));
  if (TargetAttr target = launch.getTargetAttr())
    state.addAttribute("target", target);
  Region *region = state.addRegion();
  Block *body = new Block;
  region->push_back(body);
  body->addArgument(builder.getIndexType(), index.loc);
  auto result = cast<LaunchOp>(builder.create(state));
  builder.setInsertionPointToStart(body);
  YieldOp::create(builder, index.loc);
  builder.setInsertionPointToStart(body);
  return result;
}

void PackingHoister::emitPackLaunch() {
  OpBuilder::InsertionGuard guard(builder);
  LaunchOp pack = createLaunch(plan.packTasks);
  Inside inside = enter(index);
  emitGemmPackTask(builder, index.loc, gemm, inside.plan, pack.getBlockIds()[0],
                   {product.a.tensor, product.a.transposed}, inside.packedA,
                   {product.b.tensor, product.b.transposed}, inside.packedB);
}

/// A tile of the worker's memory as a memref.
static Value emitTileMemRef(OpBuilder &builder, Location loc, Value tile) {
  auto type = cast<BufferType>(tile.getType());
  return UnrealizedConversionCastOp::create(
             builder, loc,
             Type(MemRefType::get(type.getShape(), type.getElementType())),
             tile)
      .getResult(0);
}

/// Blocks as the caches want them, straight into the result.
void PackingHoister::emitWholeProduct() {
  OpBuilder::InsertionGuard guard(builder);
  LaunchOp compute = createLaunch(plan.computeTasks);
  Value partial;
  if (gemm.result.element != gemm.accumulator) {
    auto type = BufferType::get(gemm.partialShape(), gemm.accumulator,
                                MemorySpace::Shared);
    Value tile = AllocOp::create(builder, index.loc, type, /*arrivals=*/nullptr,
                                 /*cluster=*/false, /*id=*/nullptr);
    partial = emitTileMemRef(builder, index.loc, tile);
  }
  Inside inside = enter(index);
  emitGemmComputeTask(builder, index.loc, gemm, inside.plan,
                      compute.getBlockIds()[0], inside.packedA, inside.packedB,
                      product.result, index.boolean(false),
                      /*epilogue=*/nullptr, partial);
}

/// Erases what nothing uses any more: the loop's windows, and its tiles.
static void eraseUnused(ArrayRef<Operation *> tiles, Block &body) {
  for (Operation *tile : tiles) {
    for (Operation *user : llvm::make_early_inc_range(tile->getUsers()))
      user->erase();
    tile->erase();
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// The program's own blocks, with the product in the place of the loop.
void PackingHoister::emitBlockProduct() {
  IRMapping mapping;
  auto clone = cast<LaunchOp>(builder.clone(*launch, mapping));
  Operation *loop = mapping.lookup(product.loop);
  OpBuilder b(loop);
  Location loc = loop->getLoc();
  auto block = [&](const GridCover &cover) -> Value {
    if (cover.axis)
      return clone.getBlockIds()[*cover.axis];
    return arith::ConstantIndexOp::create(b, loc, 0);
  };
  Value c = emitTileMemRef(b, loc, mapping.lookup(Value(product.c)));
  FoldingBuilder at(b, loc);
  Value accumulate = at.boolean(!product.overwrites);
  if (product.clears)
    accumulate =
        at.compare(arith::CmpIPredicate::sle,
                   mapping.lookupOrDefault(product.upper), at.constant(0));
  Inside inside = enter(at);
  emitGemmComputeBlock(b, loc, gemm, inside.plan, block(product.rows),
                       block(product.columns), inside.packedA, inside.packedB,
                       c, accumulate);
  loop->erase();
  if (product.zeroFill)
    mapping.lookup(product.zeroFill.getOperation())->erase();
  SmallVector<Operation *> tiles;
  for (AllocOp tile : product.tiles)
    // One that was made in the loop is gone with it.
    if (tile->getBlock() == product.loop->getBlock())
      tiles.push_back(mapping.lookup(tile.getOperation()));
  eraseUnused(tiles, clone.getBody().front());
}

void PackingHoister::run() {
  emitPlan();
  Value isDisjoint = emitIsDisjoint();
  emitMemory(isDisjoint);
  Value has = LLVM::ICmpOp::create(builder, index.loc, LLVM::ICmpPredicate::ne,
                                   memory, runtime.null(index));
  auto branch = scf::IfOp::create(builder, index.loc, has,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitPackLaunch();
  if (product.result)
    emitWholeProduct();
  else
    emitBlockProduct();
  builder.setInsertionPoint(branch.thenBlock()->getTerminator());
  runtime.free(index, memory);
  if (isDisjoint) {
    launch->moveBefore(branch.elseBlock()->getTerminator());
    return;
  }
  builder.setInsertionPointToStart(branch.elseBlock());
  runtime.report(index, RuntimeError::OutOfMemory,
                 "not enough memory for packed operands of a matrix product");
  launch.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Types that lie in memory as an element of a memref does and that arith
/// converts exactly.
static bool isPackable(Type element) {
  if (auto number = dyn_cast<FloatType>(element))
    return !isa<FloatTF32Type>(number) && number.getWidth() >= 16 &&
           number.getWidth() <= 64;
  return element.isInteger(8) || element.isInteger(16) ||
         element.isInteger(32) || element.isInteger(64);
}

static FailureOr<PackedGemm> chooseGemm(const PackableProduct &product) {
  LaunchOp launch = product.launch;
  CPUDescription cpu(launch.getTargetAttr());
  Type a = product.a.tensor.getType().getElementType();
  Type b = product.b.tensor.getType().getElementType();
  Type c = product.result ? product.result.getType().getElementType()
                          : product.c.getType().getElementType();
  for (Type type : {a, b, c})
    if (!isPackable(type))
      return failure();
  return PackedGemm::choose({a, product.a.isUnsigned, {}},
                            {b, product.b.isUnsigned, {}}, {c, {}, {}},
                            cpu.vectorUnit(), cpu.cacheSizes());
}

/// The functions that functions with launches refer to.
static llvm::DenseSet<StringAttr> findCalled(ModuleOp module) {
  llvm::DenseSet<StringAttr> called;
  for (auto function : module.getOps<func::FuncOp>())
    if (auto uses = SymbolTable::getSymbolUses(&function.getBody()))
      for (SymbolTable::SymbolUse use : *uses)
        called.insert(use.getSymbolRef().getRootReference());
  return called;
}

void HoistPacking::runOnOperation() {
  llvm::DenseSet<StringAttr> called = findCalled(getOperation());
  SmallVector<LaunchOp> launches;
  getOperation().walk([&](LaunchOp launch) { launches.push_back(launch); });
  for (LaunchOp launch : launches) {
    std::optional<PackableProduct> product = findPackableProduct(launch);
    if (!product)
      continue;
    FailureOr<PackedGemm> gemm = chooseGemm(*product);
    if (succeeded(gemm))
      PackingHoister(getOperation(), called, *product, *gemm).run();
  }
}
