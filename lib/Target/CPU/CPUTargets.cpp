//===- CPUTargets.cpp - The table of CPU targets --------------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Target/CPU/CPU.h"
#include "Tile/Transforms/TargetTables.h"

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <unistd.h>

using namespace mlir;
using namespace tile;

namespace {

/// One row of the table. Features are LLVM's names; a leading minus says that
/// the CPU lacks what its name implies.
struct CPURow {
  StringRef name;
  ArrayRef<StringRef> features;
  int64_t vectorBits, registers;
};

} // namespace

// What the lowering asks for is listed, not all that a level has: LLVM knows
// the rest by the CPU's name.
static constexpr StringRef kBaseline[] = {"sse2"};
static constexpr StringRef kV2[] = {"sse2", "sse4.2", "ssse3"};
static constexpr StringRef kV3[] = {"sse2", "sse4.2", "ssse3",
                                    "avx2", "fma",    "f16c"};
static constexpr StringRef kV4[] = {
    "sse2", "sse4.2",  "ssse3",    "avx2",     "fma",
    "f16c", "avx512f", "avx512vl", "avx512bw", "avx512dq"};
static constexpr StringRef kAArch64[] = {"neon", "fp-armv8"};

static constexpr CPURow kRows[] = {{"x86-64", kBaseline, 128, 16},
                                   {"x86-64-v2", kV2, 128, 16},
                                   {"x86-64-v3", kV3, 256, 16},
                                   {"x86-64-v4", kV4, 512, 32},
                                   {"aarch64", kAArch64, 128, 32}};

/// Sizes that every recent server core has at least.
static constexpr int64_t kCaches[] = {32 << 10, 512 << 10, 16 << 20};

SmallVector<std::string> tile::getCPUTargetNames() {
  SmallVector<std::string> names;
  for (const CPURow &row : kRows)
    names.push_back(row.name.str());
  names.push_back("native");
  return names;
}

static TargetAttr makeTarget(MLIRContext *context, StringRef name,
                             ArrayRef<StringRef> features, int64_t vectorBits,
                             int64_t registers,
                             ArrayRef<int64_t> caches = kCaches) {
  Builder b(context);
  // One thread runs a block; a program may still say how many it was written
  // for.
  return TargetAttr::get(context, name, b.getStrArrayAttr(features),
                         /*warp=*/1, /*threads=*/1024, /*shared=*/0, vectorBits,
                         registers, caches);
}

/// The most of a last cache that one kernel can count on. Some machines tell
/// the sum of all last caches of the package (EPYC: 12 of them and more), a
/// virtual machine what it shares with its neighbours.
static constexpr int64_t kMaxLastCache = 32 << 20;

/// The bytes of a cache of this machine; `fallback` if it does not say, or says
/// what cannot be.
static int64_t hostCache(int name, int64_t fallback) {
  int64_t bytes = sysconf(name);
  return bytes >= (8 << 10) && bytes <= (int64_t(4) << 30) ? bytes : fallback;
}

/// The extensions that LLVM's name of the CPU implies and the machine has not:
/// a virtual machine hides some.
static SmallVector<std::string>
getHiddenExtensions(StringRef cpu, const llvm::StringMap<bool> &host) {
  SmallVector<StringRef> implied;
  if (llvm::X86::parseArchX86(cpu) != llvm::X86::CK_None)
    llvm::X86::getFeaturesForCPU(cpu, implied);
  SmallVector<std::string> hidden;
  for (StringRef extension : implied) {
    auto it = host.find(extension);
    if (it != host.end() && !it->second)
      hidden.push_back(("-" + extension).str());
  }
  llvm::sort(hidden);
  return hidden;
}

/// The description of the machine this runs on.
static TargetAttr nativeTarget(MLIRContext *context) {
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  SmallVector<StringRef> features;
  for (const auto &feature : host)
    if (feature.second)
      features.push_back(feature.first());
  llvm::sort(features);
  bool isArm = llvm::Triple(llvm::sys::getProcessTriple()).isAArch64();
  int64_t bits = 128, registers = isArm ? 32 : 16;
  if (isArm && !llvm::is_contained(features, "neon"))
    features.push_back("neon");
  if (host.lookup("avx2") && host.lookup("fma"))
    bits = 256;
  if (host.lookup("avx512f") && host.lookup("avx512vl") &&
      host.lookup("avx512bw") && host.lookup("avx512dq")) {
    bits = 512;
    registers = 32;
  }
  int64_t caches[] = {
      hostCache(_SC_LEVEL1_DCACHE_SIZE, kCaches[0]),
      hostCache(_SC_LEVEL2_CACHE_SIZE, kCaches[1]),
      std::min(hostCache(_SC_LEVEL3_CACHE_SIZE, kCaches[2]), kMaxLastCache)};
  StringRef cpu = llvm::sys::getHostCPUName();
  SmallVector<std::string> hidden = getHiddenExtensions(cpu, host);
  features.append(hidden.begin(), hidden.end());
  return makeTarget(context, cpu.empty() ? "generic" : cpu, features, bits,
                    registers, caches);
}

TargetAttr tile::lookupCPUTarget(MLIRContext *context, StringRef name) {
  context->loadDialect<TileDialect>();
  if (name == "native")
    return nativeTarget(context);
  for (const CPURow &row : kRows)
    if (row.name == name)
      return makeTarget(context, row.name, row.features, row.vectorBits,
                        row.registers);
  return TargetAttr();
}

FailureOr<CPUMachine> tile::getCPUMachine(TargetAttr target) {
  bool isArm = target.hasFeature("neon");
  if (!isArm && !target.hasFeature("sse2"))
    return failure();
  CPUMachine machine;
  machine.triple =
      isArm ? "aarch64-unknown-linux-gnu" : "x86_64-unknown-linux-gnu";
  // The architecture's own name is no CPU to LLVM.
  machine.cpu =
      target.getName() == "aarch64" ? "generic" : target.getName().str();
  for (StringAttr feature : target.getFeatures().getAsRange<StringAttr>()) {
    if (!machine.features.empty())
      machine.features += ",";
    if (!feature.getValue().starts_with("-"))
      machine.features += "+";
    machine.features += feature.str();
  }
  machine.dataLayout = llvm::Triple(machine.triple).computeDataLayout();
  return machine;
}

void tile::registerCPUTargets(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, TileDialect *dialect) {
    auto *tables = const_cast<TargetTables *>(
        dialect->getRegisteredInterface<TargetTables>());
    if (!tables)
      tables = &dialect->addInterface<TargetTables>();
    tables->add({getCPUTargetNames(), lookupCPUTarget});
  });
}
