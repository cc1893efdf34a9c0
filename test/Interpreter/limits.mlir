// RUN: not tile-run %s --entry=endless --on=interpreter --max-steps=100000 2>&1 | FileCheck %s
// RUN: not tile-run %s --entry=huge --on=interpreter --arg=1000000000000 2>&1 | FileCheck %s --check-prefix=HUGE

func.func @endless() {
  %true = arith.constant true
  // CHECK: limits.mlir:[[#@LINE+1]]:3: error: expected the program to end within 100000 steps
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}

func.func @huge(%n: index) {
  // HUGE: limits.mlir:[[#@LINE+1]]:8: error: expected tensors that fit in {{[0-9]+}} bytes
  %t = memref.alloc(%n) : memref<?xf32>
  return
}
