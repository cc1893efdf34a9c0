// What the verifiers of operations that move whole tiles refuse.
//
// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @copy_shape(%A: memref<8x8xf32>, %s: !tile.buffer<8x4xf32, shared>) {
  // expected-error@+1 {{expected a destination of shape 8x8 (because the source has it), got 8x4}}
  tile.copy %A into %s : memref<8x8xf32> into !tile.buffer<8x4xf32, shared>
  return
}

// -----

func.func @copy_rank(%A: memref<8x8xf32>, %s: !tile.buffer<64xf32, shared>) {
  // expected-error@+1 {{expected a destination of shape 8x8 (because the source has it), got 64}}
  tile.copy %A into %s : memref<8x8xf32> into !tile.buffer<64xf32, shared>
  return
}

// -----

func.func @copy_source_element(%A: memref<8xindex>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a source of elements of the tile dialect, got 'index'}}
  tile.copy %A into %s : memref<8xindex> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @copy_destination_element(%A: memref<8xcomplex<f32>>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a destination of elements of the tile dialect, got 'complex<f32>'}}
  tile.copy %s into %A : !tile.buffer<8xf32, shared> into memref<8xcomplex<f32>>
  return
}

// -----

func.func @copy_barrier(%b: !tile.buffer<8xi64, barrier>, %s: !tile.buffer<8xi64, shared>) {
  // expected-error@+1 {{expected a source that holds data, got barriers}}
  tile.copy %b into %s : !tile.buffer<8xi64, barrier> into !tile.buffer<8xi64, shared>
  return
}

// -----

func.func @copy_versions(%b: !tile.buffer<8xf32, shared, versions = 2>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a destination of one version, got 2}}
  tile.copy %s into %b : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, shared, versions = 2>
  return
}

// -----

func.func @copy_itself(%s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected source and destination not to overlap, got one tile}}
  tile.copy %s into %s : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @copy_width(%A: memref<8xf32>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a width of at least 1 element, got 0}}
  tile.copy %A into %s width(0) : memref<8xf32> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @copy_vectors(%A: memref<8xvector<2xf32>>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected types that convert, got 'vector<2xf32>' and 'f32'}}
  tile.copy %A into %s : memref<8xvector<2xf32>> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @copy_lanes(%A: memref<8xvector<2xf32>>, %s: !tile.buffer<8xvector<4xf16>, shared>) {
  // expected-error@+1 {{expected types that convert, got 'vector<2xf32>' and 'vector<4xf16>'}}
  tile.copy %A into %s : memref<8xvector<2xf32>> into !tile.buffer<8xvector<4xf16>, shared>
  return
}

// -----

func.func @copy_multicast(%A: memref<8xf32>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected 'async' (because of 'multicast' or 'issue')}}
  tile.copy %A into %s multicast(3) : memref<8xf32> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @copy_issue(%A: memref<8xf32>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected 'async' (because of 'multicast' or 'issue')}}
  tile.copy %A into %s issue(thread) : memref<8xf32> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @copy_mask(%A: memref<8xf32>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a mask of at least one block, got 0}}
  %t = tile.copy async %A into %s multicast(0) : memref<8xf32> into !tile.buffer<8xf32, shared>
  tile.wait %t
  return
}

// -----

func.func @copy_async_converts(%A: memref<8xf16>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected a destination of 'f16' (because an asynchronous copy does not convert), got 'f32'}}
  %t = tile.copy async %A into %s : memref<8xf16> into !tile.buffer<8xf32, shared>
  tile.wait %t
  return
}

// -----

func.func @copy_barrier_sync(%A: memref<8xf32>, %s: !tile.buffer<8xf32, shared>, %b: !tile.buffer<1xi64, barrier>, %i: index) {
  // expected-error@+1 {{expected 'async' (because only an asynchronous operation completes at a barrier), got the synchronous form}}
  tile.copy %A into %s barrier(%b[%i] : !tile.buffer<1xi64, barrier>) : memref<8xf32> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @copy_barrier_index(%A: memref<8xf32>, %s: !tile.buffer<8xf32, shared>, %b: !tile.buffer<1xi64, barrier>) {
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{expected an index from 0 to below 1 (because the buffer holds that many barriers), got 1}}
  %t = tile.copy async %A into %s barrier(%b[%c1] : !tile.buffer<1xi64, barrier>) : memref<8xf32> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @copy_prefer(%A: memref<8xf32>, %s: !tile.buffer<8xf32, shared>) {
  // expected-error@+1 {{expected one of simt, thread_async, bulk, got 'fast'}}
  tile.copy %A into %s prefer(fast) : memref<8xf32> into !tile.buffer<8xf32, shared>
  return
}

// -----

func.func @fill_index(%A: memref<8xf32>, %i: index) {
  // expected-error@+1 {{expected a tile element (because index has no width in memory), got index}}
  tile.fill %i into %A : index into memref<8xf32>
  return
}

// -----

func.func @fill_vector(%A: memref<8xf32>, %v: vector<2xf32>) {
  // expected-error@+1 {{expected types that convert, got 'vector<2xf32>' and 'f32'}}
  tile.fill %v into %A : vector<2xf32> into memref<8xf32>
  return
}

// -----

func.func @fill_barrier(%b: !tile.buffer<8xi64, barrier>, %v: i64) {
  // expected-error@+1 {{expected a destination that holds data, got barriers}}
  tile.fill %v into %b : i64 into !tile.buffer<8xi64, barrier>
  return
}

// -----

func.func @transpose_window(%w: !tile.buffer<8x4xf32, global>, %s: !tile.buffer<4x8xf32, shared>) {
  // expected-error@+1 {{expected on-chip buffers, got a window}}
  tile.transpose %w into %s : !tile.buffer<8x4xf32, global> into !tile.buffer<4x8xf32, shared>
  return
}

// -----

func.func @transpose_rank(%a: !tile.buffer<8xf32, shared>, %s: !tile.buffer<8xf32, fragment>) {
  // expected-error@+1 {{expected at least two dimensions, got 1}}
  tile.transpose %a into %s : !tile.buffer<8xf32, shared> into !tile.buffer<8xf32, fragment>
  return
}

// -----

func.func @transpose_shape(%a: !tile.buffer<2x8x4xf32, shared>, %s: !tile.buffer<2x8x4xf32, fragment>) {
  // expected-error@+1 {{expected a destination of shape 2x4x8 (because the last two dimensions are exchanged), got 2x8x4}}
  tile.transpose %a into %s : !tile.buffer<2x8x4xf32, shared> into !tile.buffer<2x8x4xf32, fragment>
  return
}

// -----

func.func @transpose_itself(%a: !tile.buffer<8x8xf32, shared>) {
  // expected-error@+1 {{expected source and destination not to overlap, got one tile}}
  tile.transpose %a into %a : !tile.buffer<8x8xf32, shared> into !tile.buffer<8x8xf32, shared>
  return
}

// -----

func.func @transpose_vectors(%a: !tile.buffer<8x8xf32, shared>, %b: !tile.buffer<8x8xvector<2xf32>, shared>) {
  // expected-error@+1 {{expected types that convert, got 'f32' and 'vector<2xf32>'}}
  tile.transpose %a into %b : !tile.buffer<8x8xf32, shared> into !tile.buffer<8x8xvector<2xf32>, shared>
  return
}

// -----

func.func @atomic_tile_shape(%a: !tile.buffer<8xf32, shared>, %A: memref<4xf32>) {
  // expected-error@+1 {{expected a destination of shape 8 (because the source has it), got 4}}
  tile.atomic_tile add %a into %A : !tile.buffer<8xf32, shared> into memref<4xf32>
  return
}

// -----

func.func @atomic_tile_kind(%a: !tile.buffer<8xi32, shared>, %A: memref<8xi32>) {
  // expected-error@+1 {{expected add, max, min, umax or umin, got xor}}
  tile.atomic_tile xor %a into %A : !tile.buffer<8xi32, shared> into memref<8xi32>
  return
}

// -----

func.func @atomic_tile_unsigned(%a: !tile.buffer<8xf32, shared>, %A: memref<8xf32>) {
  // expected-error@+1 {{expected integers (because of umin), got 'f32'}}
  tile.atomic_tile umin %a into %A : !tile.buffer<8xf32, shared> into memref<8xf32>
  return
}

// -----

func.func @atomic_tile_vectors(%a: !tile.buffer<8xf32, shared>, %A: memref<8xvector<2xf32>>) {
  // expected-error@+1 {{expected types that convert, got 'f32' and 'vector<2xf32>'}}
  tile.atomic_tile add %a into %A : !tile.buffer<8xf32, shared> into memref<8xvector<2xf32>>
  return
}

// -----

func.func @im2col_kernel(%X: memref<1x8x8x4xf16>, %i: index, %s: !tile.buffer<16x36xf16, shared>) {
  // expected-error@+1 {{expected two numbers for kernel, got 1}}
  tile.im2col %X[%i, %i] into %s kernel(3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<1x8x8x4xf16> into !tile.buffer<16x36xf16, shared>
  return
}

// -----

func.func @im2col_kernel_zero(%X: memref<1x8x8x4xf16>, %i: index, %s: !tile.buffer<16x36xf16, shared>) {
  // expected-error@+1 {{expected kernel from 1 to 65536, got 0}}
  tile.im2col %X[%i, %i] into %s kernel(3, 0) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<1x8x8x4xf16> into !tile.buffer<16x36xf16, shared>
  return
}

// -----

func.func @im2col_stride(%X: memref<1x8x8x4xf16>, %i: index, %s: !tile.buffer<16x36xf16, shared>) {
  // expected-error@+1 {{expected stride from 1 to 65536, got 0}}
  tile.im2col %X[%i, %i] into %s kernel(3, 3) stride(0, 1) dilation(1, 1) pad(1, 1) : memref<1x8x8x4xf16> into !tile.buffer<16x36xf16, shared>
  return
}

// -----

func.func @im2col_stride_count(%X: memref<1x8x8x4xf16>, %i: index, %s: !tile.buffer<16x36xf16, shared>) {
  // expected-error@+1 {{expected two numbers for stride, got 3}}
  tile.im2col %X[%i, %i] into %s kernel(3, 3) stride(1, 1, 1) dilation(1, 1) pad(1, 1) : memref<1x8x8x4xf16> into !tile.buffer<16x36xf16, shared>
  return
}

// -----

func.func @im2col_dilation(%X: memref<1x8x8x4xf16>, %i: index, %s: !tile.buffer<16x36xf16, shared>) {
  // expected-error@+1 {{expected dilation from 1 to 65536, got -1}}
  tile.im2col %X[%i, %i] into %s kernel(3, 3) stride(1, 1) dilation(1, -1) pad(1, 1) : memref<1x8x8x4xf16> into !tile.buffer<16x36xf16, shared>
  return
}

// -----

func.func @im2col_pad(%X: memref<1x8x8x4xf16>, %i: index, %s: !tile.buffer<16x36xf16, shared>) {
  // expected-error@+1 {{expected pad from 0 to 65536, got 65537}}
  tile.im2col %X[%i, %i] into %s kernel(3, 3) stride(1, 1) dilation(1, 1) pad(65537, 0) : memref<1x8x8x4xf16> into !tile.buffer<16x36xf16, shared>
  return
}

// -----

func.func @im2col_rank(%X: memref<8x8x4xf16>, %i: index, %s: !tile.buffer<16x36xf16, shared>) {
  // expected-error@+1 {{expected a tensor of four dimensions (NHWC), got 3}}
  tile.im2col %X[%i, %i] into %s kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<8x8x4xf16> into !tile.buffer<16x36xf16, shared>
  return
}

// -----

func.func @im2col_destination(%X: memref<1x8x8x4xf16>, %i: index, %s: !tile.buffer<36xf16, shared>) {
  // expected-error@+1 {{expected an on-chip destination of two dimensions, got '!tile.buffer<36xf16, shared>'}}
  tile.im2col %X[%i, %i] into %s kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<1x8x8x4xf16> into !tile.buffer<36xf16, shared>
  return
}

// -----

func.func @im2col_converts(%X: memref<1x8x8x4xf16>, %i: index, %s: !tile.buffer<16x36xf32, shared>) {
  // expected-error@+1 {{expected a destination of 'f16' (because there is no conversion), got 'f32'}}
  tile.im2col %X[%i, %i] into %s kernel(3, 3) stride(1, 1) dilation(1, 1) pad(1, 1) : memref<1x8x8x4xf16> into !tile.buffer<16x36xf32, shared>
  return
}

// -----

func.func @gather_tensor(%X: memref<8xf16>, %i: index, %s: !tile.buffer<2x4xf16, shared>) {
  // expected-error@+1 {{expected a tensor of two dimensions, got 1}}
  tile.gather %X rows(%i, %i) column(%i) into %s : memref<8xf16> into !tile.buffer<2x4xf16, shared>
  return
}

// -----

func.func @gather_tile(%X: memref<8x8xf16>, %i: index, %s: !tile.buffer<4xf16, shared>) {
  // expected-error@+1 {{expected an on-chip tile of two dimensions, got '!tile.buffer<4xf16, shared>'}}
  tile.gather %X rows(%i, %i) column(%i) into %s : memref<8x8xf16> into !tile.buffer<4xf16, shared>
  return
}

// -----

func.func @gather_window(%X: memref<8x8xf16>, %i: index, %s: !tile.buffer<2x4xf16, global>) {
  // expected-error@+1 {{expected an on-chip tile of two dimensions, got '!tile.buffer<2x4xf16, global>'}}
  tile.gather %X rows(%i, %i) column(%i) into %s : memref<8x8xf16> into !tile.buffer<2x4xf16, global>
  return
}

// -----

func.func @gather_rows(%X: memref<8x8xf16>, %i: index, %s: !tile.buffer<3x4xf16, shared>) {
  // expected-error@+1 {{expected 3 row numbers (one for each row of the tile), got 2}}
  tile.gather %X rows(%i, %i) column(%i) into %s : memref<8x8xf16> into !tile.buffer<3x4xf16, shared>
  return
}

// -----

func.func @gather_converts(%X: memref<8x8xf16>, %i: index, %s: !tile.buffer<2x4xf32, shared>) {
  // expected-error@+1 {{expected a destination of 'f16' (because there is no conversion), got 'f32'}}
  tile.gather %X rows(%i, %i) column(%i) into %s : memref<8x8xf16> into !tile.buffer<2x4xf32, shared>
  return
}

// -----

func.func @gather_unused(%X: memref<8x8xf16>, %i: index, %s: !tile.buffer<2x4xf16, shared>) {
  // expected-error@+1 {{expected a wait for the token, a barrier, or a 'tile.wait_group copy' (because somebody must know when the operation is complete), got none}}
  %t = tile.gather async %X rows(%i, %i) column(%i) into %s : memref<8x8xf16> into !tile.buffer<2x4xf16, shared>
  return
}

// -----

func.func @scatter_rows(%X: memref<8x8xf16>, %i: index, %s: !tile.buffer<2x4xf16, shared>) {
  // expected-error@+1 {{expected 2 row numbers (one for each row of the tile), got 1}}
  tile.scatter %s into %X rows(%i) column(%i) : !tile.buffer<2x4xf16, shared> into memref<8x8xf16>
  return
}

// -----

func.func @scatter_same_row(%X: memref<8x8xf16>, %i: index, %s: !tile.buffer<2x4xf16, shared>) {
  %c3 = arith.constant 3 : index
  // expected-error@+1 {{expected distinct rows, got 3 twice}}
  tile.scatter %s into %X rows(%c3, %c3) column(%i) : !tile.buffer<2x4xf16, shared> into memref<8x8xf16>
  return
}

// -----

func.func @scatter_unused(%X: memref<8x8xf16>, %i: index, %n: index, %s: !tile.buffer<2x4xf16, shared>) {
  // expected-error@+1 {{expected a wait for the token, a barrier, or a 'tile.wait_group store' (because somebody must know when the operation is complete), got none}}
  %t = tile.scatter async %s into %X rows(%i, %n) column(%i) : !tile.buffer<2x4xf16, shared> into memref<8x8xf16>
  return
}
