//===- MachineModule.cpp - From LLVM IR to machine code -------------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelConstants.h"
#include "OptimizeLLVM.h"
#include "Tile/Execution/Compiler.h"
#include "Tile/Execution/FatalErrors.h"
#include "Tile/Execution/SharedLibrary.h"
#include "Tile/Target/CPU/CPU.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <mutex>

using namespace mlir;
using namespace tile;

namespace {
/// Keeps the first error that LLVM reports; its default prints it and exits.
struct ErrorKeeper : llvm::DiagnosticHandler {
  std::string error;

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error && error.empty()) {
      llvm::raw_string_ostream stream(error);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
    }
    return true;
  }
};
} // namespace

MachineModule::MachineModule(MachineModule &&) = default;
MachineModule::~MachineModule() = default;

// Member by member, the context last: the module belongs to it.
MachineModule &MachineModule::operator=(MachineModule &&other) {
  loc = other.loc;
  machine = std::move(other.machine);
  module = std::move(other.module);
  context = std::move(other.context);
  kernels = std::move(other.kernels);
  return *this;
}

static std::unique_ptr<llvm::TargetMachine>
createMachine(const CPUMachine &cpu, unsigned optLevel, std::string &reason) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllAsmParsers();
  });
  llvm::Triple triple(cpu.triple);
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, reason);
  if (!target)
    return nullptr;
  auto level = llvm::CodeGenOpt::getLevel(std::min(optLevel, 3u));
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu.cpu, cpu.features, llvm::TargetOptions(), llvm::Reloc::PIC_,
      std::nullopt, *level));
}

/// Runs `work`, which uses `context`. Emits what LLVM objects to, fatal errors
/// included, as a diagnostic. After a fatal error the caller leaks `context`.
static LogicalResult guard(Location loc, llvm::LLVMContext &context,
                           bool &isFatal, llvm::function_ref<void()> work) {
  auto *keeper = static_cast<ErrorKeeper *>(
      const_cast<llvm::DiagnosticHandler *>(context.getDiagHandlerPtr()));
  keeper->error.clear();
  std::string reason;
  isFatal = !runGuarded(work, reason);
  if (!isFatal)
    reason = keeper->error;
  if (!isFatal && reason.empty())
    return success();
  return emitError(loc) << "LLVM cannot compile the module: " << reason;
}

FailureOr<MachineModule> MachineModule::create(ModuleOp source,
                                               const CompileOptions &options) {
  if (options.optLevel > 3)
    return emitError(UnknownLoc::get(source.getContext()))
           << "expected an optimisation level from 0 to 3, got "
           << options.optLevel;
  if (failed(lowerToLLVMDialect(source, options)))
    return failure();
  std::optional<CPUMachine> cpu = getAttachedMachine(source);
  if (!cpu)
    return source.emitError()
           << "expected the module to say what machine it is for, got none";

  MachineModule result;
  result.loc = source.getLoc();
  std::string reason;
  result.machine = createMachine(*cpu, options.optLevel, reason);
  if (!result.machine)
    return source.emitError()
           << "no code generator for " << cpu->triple << ": " << reason;
  result.context = std::make_unique<llvm::LLVMContext>();
  result.context->setDiagnosticHandler(std::make_unique<ErrorKeeper>());

  bool isFatal = false;
  LogicalResult status = guard(*result.loc, *result.context, isFatal, [&] {
    // Its own verification prints; see below.
    result.module = translateModuleToLLVMIR(source, *result.context, "tile",
                                            /*disableVerification=*/true);
    if (!result.module)
      return;
    llvm::raw_string_ostream stream(reason);
    if (llvm::verifyModule(*result.module, &stream))
      return;
    result.module->setTargetTriple(result.machine->getTargetTriple());
    result.module->setDataLayout(result.machine->createDataLayout());
    result.kernels = readKernels(*result.module);
    if (llvm::Error error =
            optimizeLLVM(*result.module, *result.machine, options.optLevel))
      reason = llvm::toString(std::move(error));
  });
  if (isFatal) {
    (void)result.module.release();
    (void)result.context.release();
  }
  // The translation has its own diagnostics.
  if (failed(status) || !result.module)
    return failure();
  if (!reason.empty())
    return source.emitError() << "LLVM cannot compile the module: " << reason;
  return result;
}

/// The instruction set extensions that the code of `machine` may use.
static SmallVector<llvm::StringRef>
getExtensions(const llvm::TargetMachine &machine) {
  SmallVector<llvm::StringRef> extensions;
  if (machine.getTargetTriple().isX86() &&
      llvm::X86::parseArchX86(machine.getTargetCPU()) != llvm::X86::CK_None)
    llvm::X86::getFeaturesForCPU(machine.getTargetCPU(), extensions);
  SmallVector<llvm::StringRef> explicitOnes;
  machine.getTargetFeatureString().split(explicitOnes, ',');
  for (llvm::StringRef feature : explicitOnes) {
    if (feature.consume_front("+"))
      extensions.push_back(feature);
    else if (feature.consume_front("-"))
      llvm::erase(extensions, feature);
  }
  return extensions;
}

LogicalResult MachineModule::checkHost() const {
  llvm::Triple host(llvm::sys::getProcessTriple());
  if (machine->getTargetTriple().getArch() != host.getArch())
    return emitError(getLoc())
           << "expected a target of this machine's architecture (because the "
              "code is run here), got "
           << machine->getTargetTriple().str();
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  for (llvm::StringRef extension : getExtensions(*machine)) {
    auto it = features.find(extension);
    if (it != features.end() && !it->second)
      return emitError(getLoc())
             << "expected a target that this machine can run, got one with "
             << extension << ", which it lacks";
  }
  return success();
}

std::string MachineModule::getLLVMText() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, nullptr);
  return text;
}

FailureOr<std::string> MachineModule::emitCode(bool assembly) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  auto type = assembly ? llvm::CodeGenFileType::AssemblyFile
                       : llvm::CodeGenFileType::ObjectFile;
  bool unsupported = false, isFatal = false;
  LogicalResult status = guard(getLoc(), *context, isFatal, [&] {
    auto *passes = new llvm::legacy::PassManager();
    unsupported = machine->addPassesToEmitFile(*passes, stream, nullptr, type);
    if (!unsupported)
      passes->run(*module);
    delete passes;
  });
  if (isFatal) {
    (void)module.release();
    (void)context.release();
  }
  if (failed(status))
    return failure();
  if (unsupported)
    return emitError(getLoc()) << "the target writes no such file";
  return std::string(bytes.begin(), bytes.end());
}

FailureOr<std::string> MachineModule::emitAssembly() { return emitCode(true); }

FailureOr<std::string> MachineModule::emitObject() { return emitCode(false); }

FailureOr<std::string> MachineModule::emitSharedLibrary() {
  if (kernels.empty())
    return emitError(getLoc())
           << "expected a module with a kernel, a public function without "
              "results (because a shared library exports kernels), got none";
  if (machine->getTargetTriple().getArch() != getRuntimeArch())
    return emitError(getLoc())
           << "expected a target of this machine's architecture (because a "
              "shared library contains the runtime), got "
           << machine->getTargetTriple().str();
  std::vector<std::string> names;
  for (const KernelSignature &kernel : kernels)
    names.push_back(kernel.name);
  FailureOr<std::string> object = emitObject();
  if (failed(object))
    return failure();
  std::string library;
  if (llvm::Error error = linkSharedLibrary(*object, names, library))
    return emitError(getLoc()) << llvm::toString(std::move(error));
  return library;
}
