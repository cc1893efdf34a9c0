// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(tile-attach-target{target=x86-64-v3},convert-tile-to-cpu,canonicalize,cse)' | FileCheck %s
//
// What each kind of operation becomes, for registers of 256 bits. That results
// are right is the matter of the tests beside this one.

// A launch becomes a function for a range of blocks and a call of the parallel
// loop; what it uses from outside travels in a struct. A window that may overhang
// is tested once for each block: inside, the copy is a loop over vectors.
// CHECK-LABEL: func.func @copy(
// CHECK: llvm.alloca %{{.*}} x !llvm.struct<
// CHECK: llvm.call @tile_cpu_parallel_for(
// CHECK-NOT: tile.
// CHECK-LABEL: func.func private @copy_launch0(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64, %[[WORKER:.*]]: i64)
// CHECK: llvm.call @tile_cpu_scratch(%[[WORKER]]
// CHECK-DAG: %[[FIRST:.*]] = arith.index_cast %[[BEGIN]]
// CHECK-DAG: %[[LAST:.*]] = arith.index_cast %[[END]]
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]]
// CHECK: arith.andi
// CHECK: %[[INSIDE:.*]] = arith.andi
// CHECK: %[[INSIDE_BOTH:.*]] = arith.andi
// CHECK-NEXT: scf.if %[[INSIDE_BOTH]] {
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.if
// CHECK: llvm.load {{.*}} -> vector<16xi16>
// CHECK: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK: } else {
// CHECK: arith.minsi
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK: scf.if
// CHECK: llvm.store {{.*}} : f32
func.func @copy(%x: memref<?xf16>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %x, %c0 : memref<?xf16>
  %g = arith.ceildivui %n, %c64 : index
  tile.launch blocks(%b) in (%g) threads(64) {
    %at = arith.muli %b, %c64 : index
    %from = tile.slice %x[%at : 64] : memref<?xf16> -> !tile.buffer<64xf16, global>
    %to = tile.slice %y[%at : 64] : memref<?xf32> -> !tile.buffer<64xf32, global>
    tile.copy %from into %to : !tile.buffer<64xf16, global> into !tile.buffer<64xf32, global>
  }
  return
}

// -----

// Two launches run one after the other.
// CHECK-LABEL: func.func @twice(
// CHECK-DAG: %[[SECOND:.*]] = constant @twice_launch1
// CHECK-DAG: %[[FIRST:.*]] = constant @twice_launch0
// CHECK: %[[FIRST_POINTER:.*]] = builtin.unrealized_conversion_cast %[[FIRST]]
// CHECK: llvm.call @tile_cpu_parallel_for(%[[FIRST_POINTER]]
// CHECK: %[[SECOND_POINTER:.*]] = builtin.unrealized_conversion_cast %[[SECOND]]
// CHECK: llvm.call @tile_cpu_parallel_for(%[[SECOND_POINTER]]
func.func @twice(%x: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  tile.launch blocks(%b) in (%c1) threads(64) {
    %w = tile.slice %x[0 : 8] : memref<8xf32> -> !tile.buffer<8xf32, global>
    tile.fill %zero into %w : f32 into !tile.buffer<8xf32, global>
  }
  tile.launch blocks(%b) in (%c1) threads(64) {
    %w = tile.slice %x[0 : 4] : memref<8xf32> -> !tile.buffer<4xf32, global>
    tile.fill %one into %w : f32 into !tile.buffer<4xf32, global>
  }
  return
}

// -----

// A nest over static extents inside its tensors: vectors and no test. A condition
// that differs from lane to lane masks the store; a quotient of the variable by a
// multiple of the lanes is the same in all lanes, and, not being affine, tested
// once for them.
// CHECK-LABEL: func.func private @nest_launch0(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = scf.if %{{.*}} -> (f32)
// CHECK-NOT: scf.if
// CHECK: %[[V:.*]] = llvm.load {{.*}} -> vector<16xf32>
// CHECK: %[[ROWS:.*]] = vector.broadcast %[[ROW]] : f32 to vector<16xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[V]], %[[ROWS]] : vector<16xf32>
// CHECK: %[[MASK:.*]] = arith.cmpf ogt, %[[SUM]]
// CHECK: llvm.intr.masked.store %[[SUM]], %{{.*}}, %[[MASK]]
// CHECK-NOT: llvm.store {{.*}} : f32
func.func @nest(%x: memref<8x64xf32>, %rows: memref<8x2xf32>, %y: memref<8x64xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  tile.launch blocks(%b) in (%c1) threads(64) {
    tile.parallel (%i, %j) in (8, 64) {
      %half = arith.divui %j, %c32 : index
      %row = tile.load %rows[%i, %half] : memref<8x2xf32>
      %v = tile.load %x[%i, %j] : memref<8x64xf32>
      %sum = arith.addf %v, %row : f32
      %positive = arith.cmpf ogt, %sum, %zero : f32
      scf.if %positive {
        tile.store %sum, %y[%i, %j] : memref<8x64xf32>
      }
    }
  }
  return
}

// -----

// Along a row, eight vectors are accumulated side by side and combined once;
// sums of f16 are those of f32. Columns are reduced in lanes.
// CHECK-LABEL: func.func private @reduce_launch0(
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: arith.addf %{{.*}}#0, %{{.*}}#1 : vector<8xf32>
// CHECK: vector.shuffle
// CHECK: arith.addf %{{.*}} : vector<4xf32>
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (vector<16xf32>)
// CHECK: arith.truncf %{{.*}} : vector<16xf32> to vector<16xf16>
func.func @reduce(%x: memref<4x128xf16>, %y: memref<4xf16>, %z: memref<128xf16>) {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%b) in (%c1) threads(64) {
    %t = tile.alloc : !tile.buffer<4x128xf16, shared>
    %r = tile.alloc : !tile.buffer<4xf16, shared>
    %c = tile.alloc : !tile.buffer<128xf16, shared>
    tile.reduce sum %t into %r dim(1) : !tile.buffer<4x128xf16, shared> into !tile.buffer<4xf16, shared>
    tile.reduce sum %t into %c dim(0) : !tile.buffer<4x128xf16, shared> into !tile.buffer<128xf16, shared>
  }
  return
}

// -----

// A scan carries its sum; rows that lie side by side are scanned in lanes.
// CHECK-LABEL: func.func private @scan_launch0(
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32)
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (vector<16xf32>)
func.func @scan() {
  %c1 = arith.constant 1 : index
  tile.launch blocks(%b) in (%c1) threads(64) {
    %t = tile.alloc : !tile.buffer<4x64xf32, shared>
    tile.scan sum %t into %t dim(1) : !tile.buffer<4x64xf32, shared> into !tile.buffer<4x64xf32, shared>
    tile.scan sum %t into %t dim(0) reverse : !tile.buffer<4x64xf32, shared> into !tile.buffer<4x64xf32, shared>
  }
  return
}

// -----

// Integers have instructions; floats exchange until no other thread came between.
// CHECK-LABEL: func.func private @atomic_launch0(
// CHECK: llvm.atomicrmw umax %{{.*}}, %{{.*}} acq_rel : !llvm.ptr, i32
// CHECK: scf.while
// CHECK: arith.addf %{{.*}} : f32
// CHECK: llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} monotonic monotonic : !llvm.ptr, i32
func.func @atomic(%n: memref<4xi32>, %x: memref<4xf32>, %i: i32, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%b) in (%c1) threads(1) {
    %o = tile.atomic_rmw umax %i, %n[%c0] order(acq_rel) : memref<4xi32>
    %p = tile.atomic_rmw add %f, %x[%c0] : memref<4xf32>
  }
  return
}

// -----

// An epoch whose place does not follow the lanes has a sum for each lane in a row,
// and combines them at the end of the row.
// CHECK-LABEL: func.func private @epoch_launch0(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[V:.*]] = llvm.load %{{.*}} -> vector<16xf32>
// CHECK-NEXT: %[[SUM:.*]] = llvm.load %[[LANES:[^ ]*]] {{.*}} -> vector<16xf32>
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[V]] : vector<16xf32>
// CHECK-NEXT: llvm.store %[[NEXT]], %[[LANES]] {{.*}}, !llvm.ptr
// CHECK-NEXT: }
// CHECK: vector.shuffle
// CHECK: arith.addf %{{.*}} : f32
func.func @epoch(%x: memref<256xf32>, %y: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tile.launch blocks(%b) in (%c1) threads(64) {
    %r = tile.reducer_init : !tile.reducer<1xf32, sum>
    tile.parallel (%j) in (256) {
      %v = tile.load %x[%j] : memref<256xf32>
      tile.reducer_update %v, %r[%c0] : !tile.reducer<1xf32, sum>
    }
    %t = tile.alloc : !tile.buffer<1xf32, shared>
    tile.reducer_finalize %r into %t : !tile.reducer<1xf32, sum> into !tile.buffer<1xf32, shared>
    %v = tile.load %t[%c0] : !tile.buffer<1xf32, shared>
    tile.store %v, %y[%c0] : memref<1xf32>
  }
  return
}

// -----

// A pipelined loop is a loop; barriers of the team, waits and fences of a block
// are nothing on one thread.
// CHECK-LABEL: func.func private @ordering_launch0(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: call
// CHECK-NOT: fence
// CHECK: llvm.fence seq_cst
func.func @ordering(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  tile.launch blocks(%b) in (%c1) threads(64) {
    %s = tile.alloc : !tile.buffer<8xf32, shared>
    tile.pipelined %k = %c0 to %n step %c8 stages(3) {
      %w = tile.slice %x[%k : 8] : memref<?xf32> -> !tile.buffer<8xf32, global>
      %t = tile.copy async %w into %s : !tile.buffer<8xf32, global> into !tile.buffer<8xf32, shared>
      tile.wait %t
      tile.sync
      tile.copy %s into %w : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, global>
    }
    tile.fence scope(block)
    tile.fence scope(device)
  }
  return
}
