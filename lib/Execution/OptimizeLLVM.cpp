//===- OptimizeLLVM.cpp - LLVM's passes over a kernel module --------------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptimizeLLVM.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

// Kernels arrive in vectors and in the loops that they should run in. What is
// left is to clean up after the lowering: descriptors that are taken apart,
// addresses that are computed again for each access, functions with one caller.
// LLVM's -O2 spends four fifths of its time on passes that look for vectors,
// induction variables and memory to reuse, and finds none.
static constexpr llvm::StringLiteral kKernelPasses =
    "inferattrs,"
    "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,"
    "simplifycfg),"
    "cgscc(inline,function(sroa,early-cse<memssa>)),"
    "globaldce,"
    "function(instcombine<no-verify-fixpoint>,simplifycfg,"
    "loop-mssa(loop-rotate<header-duplication>,licm<allowspeculation>,"
    "simple-loop-unswitch),"
    "simplifycfg,gvn,dse,loop(loop-idiom),loop-mssa(licm<allowspeculation>),"
    // For loops that the program wrote over scalars.
    "loop-vectorize,"
    "instcombine<no-verify-fixpoint>,loop-unroll<O2>,adce,simplifycfg)";

llvm::Error tile::optimizeLLVM(llvm::Module &module,
                               llvm::TargetMachine &machine, unsigned level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  llvm::StringRef passes = level == 0   ? "default<O0>"
                           : level >= 3 ? "default<O3>"
                                        : kKernelPasses;
  llvm::ModulePassManager pm;
  if (llvm::Error error = builder.parsePassPipeline(pm, passes))
    return error;
  pm.run(module, modules);
  return llvm::Error::success();
}
