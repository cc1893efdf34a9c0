// What the verifiers and parsers of the types refuse.
//
// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected an element type of the tile dialect (signless integers of 1, 4, 8, 16, 32 or 64 bits, floats of 4 to 64 bits, and vectors of at most 1024 of them), got 'index'}}
func.func private @f(!tile.buffer<4xindex, shared>)

// -----

// expected-error@+1 {{expected an element type of the tile dialect (signless integers of 1, 4, 8, 16, 32 or 64 bits, floats of 4 to 64 bits, and vectors of at most 1024 of them), got 'i7'}}
func.func private @f(!tile.buffer<4xi7, shared>)

// -----

// expected-error@+1 {{and vectors of at most 1024 of them), got 'si8'}}
func.func private @f(!tile.buffer<4xsi8, shared>)

// -----

// expected-error@+1 {{and vectors of at most 1024 of them), got 'f80'}}
func.func private @f(!tile.buffer<4xf80, shared>)

// -----

// expected-error@+1 {{and vectors of at most 1024 of them), got 'vector<2x2xf32>'}}
func.func private @f(!tile.buffer<4xvector<2x2xf32>, shared>)

// -----

// expected-error@+1 {{and vectors of at most 1024 of them), got 'vector<[4]xf32>'}}
func.func private @f(!tile.buffer<4xvector<[4]xf32>, shared>)

// -----

// expected-error@+1 {{and vectors of at most 1024 of them), got 'vector<1025xf32>'}}
func.func private @f(!tile.buffer<4xvector<1025xf32>, shared>)

// -----

// expected-error@+1 {{and vectors of at most 1024 of them), got 'vector<134217728xf32>'}}
func.func private @f(!tile.buffer<4xvector<134217728xf32>, shared>)

// -----

// expected-error@+1 {{and vectors of at most 1024 of them), got 'vector<4xindex>'}}
func.func private @f(!tile.buffer<4xvector<4xindex>, shared>)

// -----

// expected-error@+1 {{expected static extents (because only a window in global memory may be dynamic), got '?'}}
func.func private @f(!tile.buffer<?x4xf32, shared>)

// -----

// expected-error@+1 {{expected extents of at least 1, got 0}}
func.func private @f(!tile.buffer<4x0xf32, global>)

// -----

// expected-error@+1 {{expected at most 2^40 elements, got more}}
func.func private @f(!tile.buffer<1048576x1048577xi8, shared>)

// -----

// expected-error@+1 {{expected at most 2^40 elements, got more}}
func.func private @f(!tile.buffer<9223372036854775807x9223372036854775807xi8, global>)

// -----

// expected-error@+1 {{expected a one-dimensional buffer of i64 (because it holds barriers)}}
func.func private @f(!tile.buffer<2x2xi64, barrier>)

// -----

// expected-error@+1 {{expected a one-dimensional buffer of i64 (because it holds barriers)}}
func.func private @f(!tile.buffer<2xi32, barrier>)

// -----

// expected-error@+1 {{expected at least 1 version, got 0}}
func.func private @f(!tile.buffer<4xf32, shared, versions = 0>)

// -----

// expected-error@+1 {{expected no versions (because a window is not allocated)}}
func.func private @f(!tile.buffer<4xf32, global, versions = 2>)

// -----

// expected-error@+1 {{expected a layout attribute, got 3 : i32}}
func.func private @f(!tile.buffer<4xf32, shared, 3 : i32>)

// -----

// expected-error@+1 {{expected static extents of a buffer with a layout (because a layout is of one shape), got '?'}}
func.func private @f(!tile.buffer<?x64xf16, global, #tilelayout.memory<(8,64):(64,1), bits = 16>>)

// -----

// expected-error@+1 {{expected a layout of shape (4) (because that is the shape of the tile), got (8)}}
func.func private @f(!tile.buffer<4xf32, shared, #tilelayout.memory<(8):(1), bits = 32>>)

// -----

// expected-error@+1 {{expected a memory space (global, shared, fragment, local, tmem, barrier or cluster), got 'heap'}}
func.func private @f(!tile.buffer<4xf32, heap>)

// -----

// expected-error@+1 {{expected a channel of at least 1 slot, got 0}}
func.func private @f(!tile.channel<0, !tile.buffer<4xf32, shared>>)

// -----

// expected-error@+1 {{expected the payload of a channel to be shared or tensor-memory buffers (because roles exchange data through them), got '!tile.buffer<4xf32, fragment>'}}
func.func private @f(!tile.channel<2, !tile.buffer<4xf32, fragment>>)

// -----

// expected-error@+1 {{expected the payload of a channel to be shared or tensor-memory buffers (because roles exchange data through them), got 'f32'}}
func.func private @f(!tile.channel<2, f32>)

// -----

// expected-error@+1 {{expected a reducer of numbers, got 'index'}}
func.func private @f(!tile.reducer<4xindex, sum>)

// -----

// expected-error@+1 {{expected a reducer of numbers, got 'vector<2xf32>'}}
func.func private @f(!tile.reducer<4xvector<2xf32>, sum>)

// -----

// expected-error@+1 {{expected integers (because of bitor), got 'f32'}}
func.func private @f(!tile.reducer<4xf32, bitor>)

// -----

// expected-error@+1 {{expected integers (because of umax), got 'f16'}}
func.func private @f(!tile.reducer<f16, umax>)

// -----

// expected-error@+1 {{expected static extents (because only a window in global memory may be dynamic), got '?'}}
func.func private @f(!tile.reducer<?xf32, sum>)

// -----

// expected-error@+1 {{expected a kind of reduction, got 'product'}}
func.func private @f(!tile.reducer<4xf32, product>)
