// The stock mlir-opt runs the project's passes and pipelines from the plug-in.
//
// RUN: mlir-opt %s --load-dialect-plugin=%tile_lib_dir/libTilePlugin.so \
// RUN:   --load-pass-plugin=%tile_lib_dir/libTilePlugin.so \
// RUN:   --pass-pipeline='builtin.module(tile-attach-target{target=x86-64},canonicalize)' \
// RUN:   | FileCheck %s --check-prefix=TARGET
// RUN: mlir-opt %s --load-dialect-plugin=%tile_lib_dir/libTilePlugin.so \
// RUN:   --load-pass-plugin=%tile_lib_dir/libTilePlugin.so \
// RUN:   --pass-pipeline='builtin.module(tile-to-cpu{target=x86-64-v3})' > %t.plugin
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-cpu{target=x86-64-v3})' > %t.own
// RUN: cmp %t.plugin %t.own
// RUN: FileCheck %s --check-prefix=CPU < %t.plugin
//
// TARGET: tile.launch {{.*}}target(#tile.target<"x86-64"
// CPU-NOT: tile.
// CPU: llvm.func @_tile_entry_double

func.func @double(%x: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%bx) in (%c1) threads(64) {
    tile.parallel (%i) in (64) {
      %v = tile.load %x[%i] : memref<64xf32>
      %s = arith.addf %v, %v : f32
      tile.store %s, %x[%i] : memref<64xf32>
    }
  }
  return
}
