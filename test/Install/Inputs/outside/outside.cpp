// Lowers a file of kernels with the pipeline of the CPU target and prints the
// result.
#include "Tile/InitAll.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tile::registerAllDialects(registry);
  tile::registerAllPasses();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  mlir::PassManager pm(&context);
  if (!module || failed(mlir::parsePassPipeline("tile-to-cpu", pm)) ||
      failed(pm.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
