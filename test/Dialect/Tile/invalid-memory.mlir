// What the verifiers of buffers, views and accesses of elements refuse.
//
// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @alloc_window() {
  // expected-error@+1 {{expected a space of the block (because a window is made by tile.slice and a peer's buffer by tile.remote), got global}}
  %a = tile.alloc : !tile.buffer<8xf32, global>
  return
}

// -----

func.func @alloc_cluster() {
  // expected-error@+1 {{expected a space of the block (because a window is made by tile.slice and a peer's buffer by tile.remote), got cluster}}
  %a = tile.alloc : !tile.buffer<8xf32, cluster>
  return
}

// -----

func.func @alloc_tmem() {
  // expected-error@+1 {{expected at least two dimensions (because tensor memory has lanes and columns), got 1}}
  %a = tile.alloc : !tile.buffer<8xf32, tmem>
  return
}

// -----

func.func @alloc_no_arrivals() {
  // expected-error@+1 {{expected arrivals (because barriers count them)}}
  %a = tile.alloc : !tile.buffer<2xi64, barrier>
  return
}

// -----

func.func @alloc_arrivals() {
  // expected-error@+1 {{expected no arrivals (because only barriers count them)}}
  %a = tile.alloc arrivals([1]) : !tile.buffer<2xi64, shared>
  return
}

// -----

func.func @alloc_peers() {
  // expected-error@+1 {{expected barriers (because peers arrive at them)}}
  %a = tile.alloc cluster : !tile.buffer<2xi64, shared>
  return
}

// -----

func.func @alloc_counts() {
  // expected-error@+1 {{expected one arrival count for each barrier, got 1 for 2}}
  %a = tile.alloc arrivals([1]) : !tile.buffer<2xi64, barrier>
  return
}

// -----

func.func @alloc_zero_count() {
  // expected-error@+1 {{expected arrival counts of at least 1, got 0}}
  %a = tile.alloc arrivals([1, 0]) : !tile.buffer<2xi64, barrier>
  return
}

// -----

func.func @alloc_shared_place() {
  // expected-error@+1 {{expected a layout that gives each element a place of its own, got elements [0, 0] and [0, 1] in slot 0}}
  %a = tile.alloc : !tile.buffer<8x8xf32, shared, #tilelayout.memory<(8,8):(1,0), bits = 32>>
  return
}

// -----

func.func @dealloc_argument(%a: !tile.buffer<8x8xf32, tmem>) {
  // expected-error@+1 {{expected the result of tile.alloc (because a part of a buffer cannot be freed)}}
  tile.dealloc %a : !tile.buffer<8x8xf32, tmem>
  return
}

// -----

func.func @dealloc_twice() {
  %a = tile.alloc : !tile.buffer<8x8xf32, tmem>
  // expected-error@+1 {{expected the buffer to be freed once}}
  tile.dealloc %a : !tile.buffer<8x8xf32, tmem>
  // expected-note@+1 {{also freed here}}
  tile.dealloc %a : !tile.buffer<8x8xf32, tmem>
  return
}

// -----

func.func @dealloc_space(%a: !tile.buffer<8x8xf32, shared>) {
  // expected-error@+1 {{operand #0 must be buffer in tensor memory, but got '!tile.buffer<8x8xf32, shared>'}}
  tile.dealloc %a : !tile.buffer<8x8xf32, shared>
  return
}

// -----

func.func @version_single(%a: !tile.buffer<8xf32, shared>, %i: index) {
  // expected-error@+1 {{expected a buffer with versions, got '!tile.buffer<8xf32, shared>'}}
  %v = tile.version %a[%i] : !tile.buffer<8xf32, shared> -> !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @version_type(%a: !tile.buffer<8xf32, shared, versions = 2>, %i: index) {
  // expected-error@+1 {{expected result type '!tile.buffer<8xf32, shared>', got '!tile.buffer<8xf16, shared>'}}
  %v = tile.version %a[%i] : !tile.buffer<8xf32, shared, versions = 2> -> !tile.buffer<8xf16, shared>
  return
}

// -----

func.func @version_slot(%a: !tile.buffer<8xf32, shared, versions = 2>) {
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{expected a slot from 0 to 1, got 2}}
  %v = tile.version %a[%c2] : !tile.buffer<8xf32, shared, versions = 2> -> !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @version_negative(%a: !tile.buffer<8xf32, shared, versions = 2>) {
  %c = arith.constant -1 : index
  // expected-error@+1 {{expected a slot from 0 to 1, got -1}}
  %v = tile.version %a[%c] : !tile.buffer<8xf32, shared, versions = 2> -> !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @slice_rank(%A: memref<8x8xf32>) {
  // expected-error@+1 {{expected 2 offsets (one for each dimension of the source), got 1}}
  %w = tile.slice %A[0 : 8] : memref<8x8xf32> -> !tile.buffer<8xf32, global>
  return
}

// -----

func.func @slice_operands(%A: memref<8xf32>) {
  // expected-error@+1 {{expected one operand for each dynamic offset and extent}}
  %w = "tile.slice"(%A) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 8>, kept = array<i1: true>}> : (memref<8xf32>) -> !tile.buffer<8xf32, global>
  return
}

// -----

func.func @slice_dropped(%A: memref<8xf32>) {
  // expected-error@+1 {{expected a dropped dimension to have extent 1, got 8}}
  %w = "tile.slice"(%A) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 8>, kept = array<i1: false>}> : (memref<8xf32>) -> !tile.buffer<f32, global>
  return
}

// -----

func.func @slice_space(%A: memref<8xf32>) {
  // expected-error@+1 {{expected a result in global (because that is where the source is), got shared}}
  %w = tile.slice %A[0 : 8] : memref<8xf32> -> !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @slice_space_on_chip(%s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a result in shared (because that is where the source is), got fragment}}
  %w = tile.slice %s[0 : 8] : !tile.buffer<8xf32, shared> -> !tile.buffer<8xf32, fragment>
  return
}

// -----

func.func @slice_element(%A: memref<8xf32>) {
  // expected-error@+1 {{expected a result of 'f32', got 'f16'}}
  %w = tile.slice %A[0 : 8] : memref<8xf32> -> !tile.buffer<8xf16, global>
  return
}

// -----

func.func @slice_shape(%A: memref<8x8xf32>) {
  // expected-error@+1 {{expected a result of shape 4 (because those extents are kept), got 1x4}}
  %w = tile.slice %A[0, 0 : 4] : memref<8x8xf32> -> !tile.buffer<1x4xf32, global>
  return
}

// -----

func.func @slice_scalar(%A: memref<8xf32>) {
  // expected-error@+1 {{expected a result of shape a scalar (because those extents are kept), got 1}}
  %w = tile.slice %A[0] : memref<8xf32> -> !tile.buffer<1xf32, global>
  return
}

// -----

func.func @slice_dynamic(%A: memref<8xf32>, %n: index) {
  // expected-error@+1 {{expected a result of shape ? (because those extents are kept), got 8}}
  %w = tile.slice %A[0 : %n] : memref<8xf32> -> !tile.buffer<8xf32, global>
  return
}

// -----

func.func @slice_pad(%A: memref<8xf32>) {
  // expected-error@+1 {{expected a pad of type 'f32', got 'f16'}}
  %w = tile.slice %A[0 : 8] pad(0.0 : f16) : memref<8xf32> -> !tile.buffer<8xf32, global>
  return
}

// -----

func.func @slice_pad_vector(%A: memref<8xvector<2xf32>>) {
  // expected-error@+1 {{expected a pad that is a number, got dense<0.000000e+00> : vector<2xf32>}}
  %w = tile.slice %A[0 : 8] pad(dense<0.0> : vector<2xf32>) : memref<8xvector<2xf32>> -> !tile.buffer<8xvector<2xf32>, global>
  return
}

// -----

func.func @slice_pad_on_chip(%s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected no pad (because nothing of an on-chip buffer is outside)}}
  %w = tile.slice %s[0 : 4] pad(0.0 : f32) : !tile.buffer<8xf32, shared> -> !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @slice_versions(%s: !tile.buffer<8xf32, shared, versions = 2>) {
  // expected-error@+1 {{expected one version (because a slice is of one), got 2}}
  %w = tile.slice %s[0 : 4] : !tile.buffer<8xf32, shared, versions = 2> -> !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @slice_extent(%s: !tile.buffer<8xf32, shared>, %i: index) {
  // expected-error@+1 {{expected a slice inside the buffer (because it is on the chip), got extent 16 of 8}}
  %w = tile.slice %s[%i : 16] : !tile.buffer<8xf32, shared> -> !tile.buffer<16xf32, shared>
  return
}

// -----

func.func @slice_end(%s: !tile.buffer<8xi32, shared>) {
  // expected-error@+1 {{expected a slice inside the buffer (because it is on the chip), got extent 6 at 6 of 8}}
  %w = tile.slice %s[6 : 6] : !tile.buffer<8xi32, shared> -> !tile.buffer<6xi32, shared>
  return
}

// -----

func.func @slice_begin(%s: !tile.buffer<8xf32, shared>) {
  %c = arith.constant -1 : index
  // expected-error@+1 {{expected a slice inside the buffer (because it is on the chip), got extent 4 at -1 of 8}}
  %w = tile.slice %s[%c : 4] : !tile.buffer<8xf32, shared> -> !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @slice_dropped_outside(%s: !tile.buffer<8x4xf32, shared>) {
  // expected-error@+1 {{expected a slice inside the buffer (because it is on the chip), got extent 1 at 8 of 8}}
  %w = tile.slice %s[8, 0 : 4] : !tile.buffer<8x4xf32, shared> -> !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @slice_least_offset(%A: memref<8xf32>) {
  // expected-error@+1 {{expected a 64-bit number that is not the least one}}
  %w = tile.slice %A[-9223372036854775808 : 8] : memref<8xf32> -> !tile.buffer<8xf32, global>
  return
}

// -----

func.func @view_kinds(%A: memref<8xf32>) {
  // expected-error@+1 {{expected two buffers or two memrefs, got 'memref<8xf32>' and '!tile.buffer<8xf32, shared>'}}
  %v = tile.view %A : memref<8xf32> -> !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @view_space(%s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a result in shared, got local}}
  %v = tile.view %s : !tile.buffer<8xf32, shared> -> !tile.buffer<8xi32, local>
  return
}

// -----

func.func @view_window(%s: !tile.buffer<8xf32, global>) {
  // expected-error@+1 {{expected an on-chip buffer of numbers, got '!tile.buffer<8xf32, global>'}}
  %v = tile.view %s : !tile.buffer<8xf32, global> -> !tile.buffer<8xi32, global>
  return
}

// -----

func.func @view_barrier(%s: !tile.buffer<8xi64, barrier>) {
  // expected-error@+1 {{expected an on-chip buffer of numbers, got '!tile.buffer<8xi64, barrier>'}}
  %v = tile.view %s : !tile.buffer<8xi64, barrier> -> !tile.buffer<8xi64, barrier>
  return
}

// -----

func.func @view_versions(%s: !tile.buffer<8xf32, shared, versions = 2>) {
  // expected-error@+1 {{expected as many versions as the source has, got 1}}
  %v = tile.view %s : !tile.buffer<8xf32, shared, versions = 2> -> !tile.buffer<8xi32, shared>
  return
}

// -----

func.func @view_strided(%A: memref<8xf32, strided<[2]>>) {
  // expected-error@+1 {{expected contiguous memrefs, got 'memref<8xf32, strided<[2]>>'}}
  %v = tile.view %A : memref<8xf32, strided<[2]>> -> memref<8xi32>
  return
}

// -----

func.func @view_elements(%A: memref<8xindex>) {
  // expected-error@+1 {{expected elements of the tile dialect, got 'index'}}
  %v = tile.view %A : memref<8xindex> -> memref<8xi64>
  return
}

// -----

func.func @view_sizes(%s: !tile.buffer<256xf32, fragment>) {
  // expected-error@+1 {{expected equal total sizes, got 8192 and 4096 bits}}
  %v = tile.view %s : !tile.buffer<256xf32, fragment> -> !tile.buffer<256xf16, fragment>
  return
}

// -----

func.func @view_large(%A: memref<4294967296x4294967296xf32>) {
  // expected-error@+1 {{expected equal total sizes, got -1 and -1 bits}}
  %v = tile.view %A : memref<4294967296x4294967296xf32> -> memref<4294967296x4294967296xi32>
  return
}

// -----

func.func @remote_space(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) cluster(2) {
    %s = tile.alloc : !tile.buffer<8xf32, fragment>
    // expected-error@+1 {{expected a shared buffer or barriers, got '!tile.buffer<8xf32, fragment>'}}
    %r = tile.remote %s at %n : !tile.buffer<8xf32, fragment> -> !tile.buffer<8xf32, cluster>
  }
  return
}

// -----

func.func @remote_type(%n: index) {
  tile.launch blocks(%bx) in (%n) threads(128) cluster(2) {
    %s = tile.alloc : !tile.buffer<8xf32, shared>
    // expected-error@+1 {{expected result type '!tile.buffer<8xf32, cluster>', got '!tile.buffer<8xf32, shared>'}}
    %r = tile.remote %s at %n : !tile.buffer<8xf32, shared> -> !tile.buffer<8xf32, shared>
  }
  return
}

// -----

func.func @remote_cluster(%n: index) {
  // expected-note@+1 {{the launch is here}}
  tile.launch blocks(%bx) in (%n) threads(128) {
    %s = tile.alloc : !tile.buffer<8xf32, shared>
    // expected-error@+1 {{expected a launch with clusters (because peers are the blocks of a cluster)}}
    %r = tile.remote %s at %n : !tile.buffer<8xf32, shared> -> !tile.buffer<8xf32, cluster>
  }
  return
}

// -----

func.func @pointer_type(%s: !tile.buffer<8xf32, shared>, %i: index) {
  // expected-error@+1 {{expected a result of a pointer type, got 'i64'}}
  %p = tile.pointer %s[%i] read : !tile.buffer<8xf32, shared> -> i64
  return
}

// -----

func.func @pointer_mode(%s: !tile.buffer<8xf32, shared>, %i: index) {
  // expected-error@+1 {{expected 'read', 'write' or both}}
  %p = tile.pointer %s[%i] : !tile.buffer<8xf32, shared> -> !llvm.ptr
  return
}

// -----

func.func @pointer_rank(%s: !tile.buffer<8xf32, shared>, %i: index) {
  // expected-error@+1 {{expected 1 indices, got 2}}
  %p = tile.pointer %s[%i, %i] read : !tile.buffer<8xf32, shared> -> !llvm.ptr
  return
}

// -----

func.func @tensor_element(%p: i64) {
  // expected-error@+1 {{expected elements of the tile dialect, got 'index'}}
  %A = tile.tensor_at %p sizes(4) : i64 -> memref<4xindex>
  return
}

// -----

func.func @tensor_sizes(%p: i64) {
  // expected-error@+1 {{expected one operand for each dynamic size}}
  %A = "tile.tensor_at"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_sizes = array<i64: -9223372036854775808>}> : (i64) -> memref<?xf32>
  return
}

// -----

func.func @tensor_shape(%p: i64) {
  // expected-error@+1 {{expected a result of shape 4, got 8}}
  %A = tile.tensor_at %p sizes(4) : i64 -> memref<8xf32>
  return
}

// -----

func.func @tensor_rank(%p: i64) {
  // expected-error@+1 {{expected a result of shape 4x4, got 4}}
  %A = tile.tensor_at %p sizes(4, 4) : i64 -> memref<4xf32>
  return
}

// -----

func.func @tensor_contiguous(%p: i64) {
  // expected-error@+1 {{expected a contiguous result (because there are no strides), got 'memref<4x4xf32, strided<[8, 1]>>'}}
  %A = tile.tensor_at %p sizes(4, 4) : i64 -> memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

func.func @tensor_stride_count(%p: i64) {
  // expected-error@+1 {{expected one stride for each dimension, got 1}}
  %A = tile.tensor_at %p sizes(4, 4) strides(1) : i64 -> memref<4x4xf32, strided<[4, 1]>>
  return
}

// -----

func.func @tensor_strides(%p: i64) {
  // expected-error@+1 {{expected the strides of the result type, got 8x1 for 'memref<4x4xf32, strided<[4, 1]>>'}}
  %A = tile.tensor_at %p sizes(4, 4) strides(8, 1) : i64 -> memref<4x4xf32, strided<[4, 1]>>
  return
}

// -----

func.func @tensor_offset(%p: i64) {
  // expected-error@+1 {{expected the strides of the result type, got 4x1 for 'memref<4x4xf32, strided<[4, 1], offset: 2>>'}}
  %A = tile.tensor_at %p sizes(4, 4) strides(4, 1) : i64 -> memref<4x4xf32, strided<[4, 1], offset: 2>>
  return
}

// -----

func.func @load_element_type(%A: memref<4xindex>, %i: index) {
  // expected-error@+1 {{expected an element type of the tile dialect, got 'index'}}
  %v = tile.load %A[%i] : memref<4xindex>
  return
}

// -----

func.func @load_barrier(%s: !tile.buffer<4xi64, barrier>, %i: index) {
  // expected-error@+1 {{expected memory that threads address, got barrier}}
  %v = tile.load %s[%i] : !tile.buffer<4xi64, barrier>
  return
}

// -----

func.func @store_tmem(%s: !tile.buffer<4x4xf32, tmem>, %i: index, %v: f32) {
  // expected-error@+1 {{expected memory that threads address, got tmem}}
  tile.store %v, %s[%i, %i] : !tile.buffer<4x4xf32, tmem>
  return
}

// -----

func.func @load_rank(%A: memref<4x4xf32>, %i: index) {
  // expected-error@+1 {{expected 2 indices (one for each dimension), got 1}}
  %v = tile.load %A[%i] : memref<4x4xf32>
  return
}

// -----

func.func @store_rank(%A: memref<4x4xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{expected 2 indices (one for each dimension), got 3}}
  tile.store %v, %A[%i, %i, %i] : memref<4x4xf32>
  return
}

// -----

func.func @load_index(%s: !tile.buffer<4xf32, shared>) {
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{expected an index from 0 to 3 (because the buffer is on the chip), got 4}}
  %v = tile.load %s[%c4] : !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @store_index(%s: !tile.buffer<4x8xf32, shared>, %v: f32, %i: index) {
  %c = arith.constant -1 : index
  // expected-error@+1 {{expected an index from 0 to 3 (because the buffer is on the chip), got -1}}
  tile.store %v, %s[%c, %i] : !tile.buffer<4x8xf32, shared>
  return
}

// -----

func.func @load_vector_end(%s: !tile.buffer<2x8xf32, shared>, %i: index) {
  %c5 = arith.constant 5 : index
  // expected-error@+1 {{expected an index from 0 to 4 (because the buffer is on the chip), got 5}}
  %v = tile.load %s[%i, %c5] as vector<4xf32> : !tile.buffer<2x8xf32, shared>
  return
}

// -----

func.func @store_vector_long(%s: !tile.buffer<2x8xf32, shared>, %i: index, %v: vector<16xf32>) {
  // expected-error@+1 {{expected at most 8 elements (because the last dimension has no more), got 16}}
  tile.store %v, %s[%i, %i] as vector<16xf32> : !tile.buffer<2x8xf32, shared>
  return
}

// -----

func.func @load_value(%A: memref<4xf32>, %i: index) {
  // expected-error@+1 {{expected a value of type 'f32' or a vector of it (because there is no conversion), got 'f16'}}
  %v = "tile.load"(%A, %i) : (memref<4xf32>, index) -> f16
  return
}

// -----

func.func @load_vector_value(%A: memref<4xf32>, %i: index) {
  // expected-error@+1 {{expected a value of type 'f32' or a vector of it (because there is no conversion), got 'vector<2xf16>'}}
  %v = tile.load %A[%i] as vector<2xf16> : memref<4xf32>
  return
}

// -----

func.func @store_vector_of_vectors(%A: memref<4xvector<2xf32>>, %i: index, %v: vector<4xf32>) {
  // expected-error@+1 {{expected a value of type 'vector<2xf32>' or a vector of it (because there is no conversion), got 'vector<4xf32>'}}
  tile.store %v, %A[%i] as vector<4xf32> : memref<4xvector<2xf32>>
  return
}

// -----

func.func @load_scalar_buffer(%s: !tile.buffer<f32, local>) {
  // expected-error@+1 {{expected one element (because the buffer has no dimensions), got 'vector<2xf32>'}}
  %v = tile.load %s[] as vector<2xf32> : !tile.buffer<f32, local>
  return
}

// -----

func.func @load_pad(%A: memref<4xf32>, %i: index) {
  // expected-error@+1 {{expected a pad of type 'f32', got 'i32'}}
  %v = tile.load %A[%i] pad(0 : i32) : memref<4xf32>
  return
}

// -----

func.func @load_pad_on_chip(%s: !tile.buffer<4xf32, shared>, %i: index) {
  // expected-error@+1 {{expected no pad (because nothing of an on-chip buffer is outside)}}
  %v = tile.load %s[%i] pad(0.0 : f32) : !tile.buffer<4xf32, shared>
  return
}

// -----

func.func @load_of_number(%v: f32, %i: index) {
  // expected-error@+1 {{expected a buffer or a memref, got 'f32'}}
  %w = tile.load %v[%i] : f32
  return
}

// -----

func.func @store_index_value(%A: memref<4xf32>, %i: index) {
  // expected-error@+1 {{expected a value of type 'f32' or a vector of it (because there is no conversion), got 'index'}}
  "tile.store"(%i, %A, %i) : (index, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @atomic_bits(%A: memref<4xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{expected integers (because of or), got 'f32'}}
  %o = tile.atomic_rmw or %v, %A[%i] : memref<4xf32>
  return
}

// -----

func.func @atomic_unsigned(%A: memref<4xf16>, %i: index, %v: vector<2xf16>) {
  // expected-error@+1 {{expected integers (because of umax), got 'f16'}}
  %o = tile.atomic_rmw umax %v, %A[%i] as vector<2xf16> : memref<4xf16>
  return
}

// -----

func.func @atomic_lanes(%A: memref<8xf32>, %i: index, %v: vector<3xf32>) {
  // expected-error@+1 {{expected one, two or four elements, got 3}}
  %o = tile.atomic_rmw add %v, %A[%i] as vector<3xf32> : memref<8xf32>
  return
}

// -----

func.func @atomic_result(%A: memref<8xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{expected a result of type 'f32', got 'i32'}}
  %o = "tile.atomic_rmw"(%v, %A, %i) <{kind = #tile<atomic_kind add>}> : (f32, memref<8xf32>, index) -> i32
  return
}

// -----

func.func @atomic_rank(%A: memref<8xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{expected 1 indices (one for each dimension), got 2}}
  %o = tile.atomic_rmw add %v, %A[%i, %i] : memref<8xf32>
  return
}

// -----

func.func @atomic_load_release(%A: memref<8xi32>, %i: index) {
  // expected-error@+1 {{expected no order release (because a load releases nothing)}}
  %o = tile.atomic_load %A[%i] order(release) : memref<8xi32>
  return
}

// -----

func.func @atomic_load_both(%A: memref<8xi32>, %i: index) {
  // expected-error@+1 {{expected no order acq_rel (because a load releases nothing)}}
  %o = tile.atomic_load %A[%i] order(acq_rel) : memref<8xi32>
  return
}

// -----

func.func @atomic_store_acquire(%A: memref<8xi32>, %i: index, %v: i32) {
  // expected-error@+1 {{expected no order acquire (because a store acquires nothing)}}
  tile.atomic_store %v, %A[%i] order(acquire) : memref<8xi32>
  return
}

// -----

func.func @atomic_store_both(%A: memref<8xi32>, %i: index, %v: i32) {
  // expected-error@+1 {{expected no order acq_rel (because a store acquires nothing)}}
  tile.atomic_store %v, %A[%i] order(acq_rel) : memref<8xi32>
  return
}

// -----

func.func @atomic_order(%A: memref<8xi32>, %i: index) {
  // expected-error@+1 {{expected one of relaxed, acquire, release, acq_rel, seq_cst, got 'consume'}}
  %o = tile.atomic_load %A[%i] order(consume) : memref<8xi32>
  return
}
