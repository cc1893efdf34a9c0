// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected a stride with the parentheses of the shape (4,8) (because each extent has one stride), got 8}}
func.func private @stride() attributes {a = #tilelayout.strided<(4,8):8>}

// -----

// expected-error@+1 {{expected positive extents (because a layout has at least one element), got (4,0)}}
func.func private @extent() attributes {a = #tilelayout.strided<(4,0):(1,4)>}

// -----

// expected-error@+1 {{expected an axis in every nonzero stride or in none (because a value is either an integer or a vector), got (1,2@row)}}
func.func private @mixed() attributes {a = #tilelayout.strided<(4,8):(1,2@row)>}

// -----

// expected-error@+1 {{expected fewer than 2^63 elements (because indices are 64-bit integers)}}
func.func private @overflow() attributes {a = #tilelayout.strided<(4294967296,4294967296):(1,1)>}

// -----

// expected-error@+1 {{expected at most 256 leaves in at most 16 levels (because larger tuples are refused)}}
func.func private @deep() attributes {a = #tilelayout.strided<((((((((((((((((((1)))))))))))))))))):1>}

// -----

// expected-error@+1 {{expected an integer in a tuple}}
func.func private @word() attributes {a = #tilelayout.strided<(4,n):(1,4)>}

// -----

// expected-error@+1 {{expected |shift| >= bits (because source and target bits must not overlap), got <3,4,2>}}
func.func private @swizzle() attributes {a = #tilelayout.swizzle<3, 4, 2>}

// -----

// expected-error@+1 {{expected a base alignment of at least 1024 bytes (because Sw<3,4,3> moves bits of the whole address), got 128}}
func.func private @alignment() attributes {a = #tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, bits = 16, align = 128>}

// -----

// expected-error@+1 {{expected a swizzle that keeps slots of 512 bits whole}}
func.func private @granule() attributes {a = #tilelayout.memory<(8,64):(64,1), swizzle = <3, 4, 3>, bits = 512>}

// -----

// expected-error@+1 {{expected bits = N (because an element has a width)}}
func.func private @width() attributes {a = #tilelayout.memory<(8,64):(64,1)>}

// -----

// expected-error@+1 {{expected one of swizzle, bits, slot, align, each once, got bits}}
func.func private @twice() attributes {a = #tilelayout.memory<(8,64):(64,1), bits = 16, bits = 8>}

// -----

// expected-error@+1 {{expected a positive align, got 0}}
func.func private @zero() attributes {a = #tilelayout.memory<(8,64):(64,1), bits = 16, align = 0>}

// -----

// expected-error@+1 {{expected coordinates below 8 along d1 (because the layout is not ragged), got 8}}
func.func private @overhang() attributes {a = #tilelayout.fragment<shape = (4,8), reg = 9:1@d1>}

// -----

// expected-error@+1 {{expected strides along d0 to d1 (because the shape has 2 dimensions), got lane = 4:1@d2}}
func.func private @dimension() attributes {a = #tilelayout.fragment<shape = (4,8), lane = 4:1@d2>}

// -----

// expected-error@+1 {{expected one of reg, lane, warp, warpgroup, cta, ragged, each once, got thread}}
func.func private @axis() attributes {a = #tilelayout.fragment<shape = (4,8), thread = 4:1@d0>}

// -----

// expected-error@+1 {{expected a flat tuple (because it holds the extents of a tile), got ((4,8))}}
func.func private @nested() attributes {a = #tilelayout.fragment<shape = ((4,8)), lane = 4:1@d0>}

// -----

// expected-error@+1 {{expected a map from 2 dimensions to at least one offset (because the tile has as many)}}
func.func private @map() attributes {a = #tilelayout.map<(8,64), (d0) -> (d0), bits = 16>}

// -----

func.func @inputs(%i: index) {
  // expected-error@+1 {{'tilelayout.apply' op expected 2 inputs (because the layout has as many), got 1}}
  %o = tilelayout.apply #tilelayout.strided<(4,8):(8,1)>(%i)
  return
}

// -----

func.func @values(%i: index) {
  // expected-error@+1 {{'tilelayout.inverse' op expected 1 values (because the layout has as many), got 2}}
  %o:2 = tilelayout.inverse #tilelayout.strided<(4,8):(8,1)>(%i, %i)
  return
}

// -----

func.func @not_invertible(%i: index) {
  // expected-error@+1 {{'tilelayout.inverse' op expected a layout with an inverse: expected strides that nest (because an inverse divides by one after the other), got stride 1 over values up to 1}}
  %o:2 = tilelayout.inverse #tilelayout.strided<(2,2):(1,1)>(%i)
  return
}

// -----

func.func @opaque(%i: index) {
  // expected-error@+1 {{'tilelayout.inverse' op expected a layout with an inverse: expected a layout of the algebra (because an opaque map has no inverse), got a map}}
  %o = tilelayout.inverse #tilelayout.map<(8), (d0) -> (d0), bits = 16>(%i)
  return
}

// -----

func.func @no_layout(%i: index) {
  // expected-error@+1 {{invalid kind of attribute specified}}
  %o = tilelayout.apply 7 : i32 (%i)
  return
}

// -----

func.func @view_shape(%b: memref<8x16xf16>) {
  // expected-error@+1 {{'tilelayout.view' op in the layout of the source: expected a layout of shape (8,16) (because that is the shape of the tile), got (16,8)}}
  %v = tilelayout.view %b from(#tilelayout.memory<(16,8):(8,1), bits = 16>)
                            to(#tilelayout.memory<(8,16):(16,1), bits = 16>)
       : memref<8x16xf16> to memref<8x16xf16>
  return
}

// -----

func.func @view_width(%b: memref<8x16xf16>) {
  // expected-error@+1 {{'tilelayout.view' op in the layout of the result: expected a layout of elements of 32 bits (because that is their width), got 16}}
  %v = tilelayout.view %b from(#tilelayout.memory<(8,16):(16,1), bits = 16>)
                            to(#tilelayout.memory<(8,8):(8,1), bits = 16>)
       : memref<8x16xf16> to memref<8x8xf32>
  return
}

// -----

func.func @view_size(%b: memref<8x16xf16>) {
  // expected-error@+1 {{'tilelayout.view' op expected a result of at most 2048 bits (because the source has as many), got 4096}}
  %v = tilelayout.view %b from(#tilelayout.memory<(8,16):(16,1), bits = 16>)
                            to(#tilelayout.memory<(16,16):(16,1), bits = 16>)
       : memref<8x16xf16> to memref<16x16xf16>
  return
}

// -----

func.func @view_alignment(%b: memref<8x16xf16>) {
  // expected-error@+1 {{'tilelayout.view' op expected a result aligned to at most 2 bytes (because that is the alignment of the source), got 4}}
  %v = tilelayout.view %b from(#tilelayout.memory<(8,16):(16,1), bits = 16>)
                            to(#tilelayout.memory<(8,8):(8,1), bits = 32>)
       : memref<8x16xf16> to memref<8x8xf32>
  return
}

// -----

func.func @view_dynamic(%b: memref<?xf16>) {
  // expected-error@+1 {{'tilelayout.view' op expected a source of static shape (because its layout lists every element), got 'memref<?xf16>'}}
  %v = tilelayout.view %b from(#tilelayout.memory<(8):(1), bits = 16>)
                            to(#tilelayout.memory<(8):(1), bits = 16>)
       : memref<?xf16> to memref<8xf16>
  return
}

// -----

func.func @view_kinds(%b: memref<4x8xf16>) {
  // expected-error@+1 {{'tilelayout.view' op expected two memory layouts or two fragment layouts (because a view moves nothing)}}
  %v = tilelayout.view %b from(#tilelayout.memory<(4,8):(8,1), bits = 16>)
                            to(#tilelayout.fragment<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
       : memref<4x8xf16> to memref<4x8xf16>
  return
}

// -----

func.func @view_lanes(%s: vector<4x8xf32>) {
  // expected-error@+1 {{'tilelayout.view' op expected 4 along lane (because the registers stay where they are), got 8}}
  %v = tilelayout.view %s from(#tilelayout.fragment<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
                            to(#tilelayout.fragment<shape = (4,8), reg = 4:1@d0, lane = 8:1@d1>)
       : vector<4x8xf32> to vector<4x8xf32>
  return
}

// -----

func.func @view_registers(%s: vector<4x8xf32>) {
  // expected-error@+1 {{'tilelayout.view' op expected 256 bits in each thread (because the source has as many), got 128}}
  %v = tilelayout.view %s from(#tilelayout.fragment<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
                            to(#tilelayout.fragment<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
       : vector<4x8xf32> to vector<4x8xf16>
  return
}

// -----

func.func @convert_elements(%s: vector<4x8xf32>) {
  // expected-error@+1 {{'tilelayout.convert' op expected elements of type 'f32' (because a conversion moves them as they are), got 'f16'}}
  %v = tilelayout.convert %s from(<shape = (4,8), reg = 8:1@d1, lane = 4:1@d0>)
                               to(<shape = (4,8), reg = 4:1@d0, lane = 8:1@d1>)
       : vector<4x8xf32> to vector<4x8xf16>
  return
}

// -----

func.func @convert_scalar(%s: f32) {
  // expected-error@+1 {{'tilelayout.convert' op expected a source of static shape (because its layout lists every element), got 'f32'}}
  %v = tilelayout.convert %s from(<shape = (), lane = 4:0>) to(<shape = (), lane = 4:0>)
       : f32 to f32
  return
}
