//===- DType.h - Names, widths and values of element types ------*- C++ -*-===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table behind TileDType, and access to single elements of an array of any
// of these types. All functions are pure and may be called from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef TILE_RUNTIME_DTYPE_H
#define TILE_RUNTIME_DTYPE_H

#include "Tile/Runtime/KernelABI.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The spelling in tile IR ("f32", "f8E4M3FN", "i4"), or null for a number
/// that is no TileDType. TILE_DTYPE_NONE has none.
const char *tile_dtype_name(int32_t dtype);

/// The type of a spelling in tile IR, or of numpy's or ml_dtypes' name
/// ("float32", "bool", "bfloat16", "float8_e4m3fn"); TILE_DTYPE_NONE if there
/// is none. Unsigned names give the signless type of the same width.
int32_t tile_dtype_from_name(const char *name);

/// The bits that an element takes in an array: 8 for i1, 32 for tf32, 4 or 6
/// for the packed types; 0 for a number that is no TileDType.
int32_t tile_dtype_storage_bits(int32_t dtype);

/// Not 0 for the floating-point types.
int32_t tile_dtype_is_float(int32_t dtype);

/// The bytes of an array of `count` elements without gaps, the last byte
/// filled up with unused bits; -1 if `dtype` is none, `count` is negative, or
/// the size does not fit 63 bits.
int64_t tile_dtype_array_bytes(int32_t dtype, int64_t count);

/// The type of a DLPack DLDataType {code, bits, lanes}; TILE_DTYPE_NONE if the
/// project has none for it (complex numbers, more than one lane). Unsigned
/// integers give the signless type of the same width.
int32_t tile_dtype_from_dlpack(int32_t code, int32_t bits, int32_t lanes);

/// The bits of element `index` of a gapless array, zero-extended. The caller
/// answers for the bounds; `index` counts elements and may be negative for
/// types of whole bytes. 0 if `dtype` is none.
uint64_t tile_dtype_load(int32_t dtype, const void *array, int64_t index);

/// Replaces the bits of element `index`; bits above the type's width are
/// dropped. Two threads must not write packed elements that share a byte.
void tile_dtype_store(int32_t dtype, void *array, int64_t index, uint64_t bits);

/// The value of an element of a floating-point type, exactly; NaN if `dtype`
/// is no floating-point type.
double tile_dtype_decode(int32_t dtype, uint64_t bits);

/// The element nearest to `value`, ties to even, by the conversion rule of the
/// tile dialect: what is too large becomes infinity, or in the types of 8 bits
/// and less the largest finite value of that sign. NaN becomes the type's NaN,
/// or where it has none the largest finite value. f8E8M0FNU, which has neither
/// zero nor sign, takes 2^-127 for 0 and below, and rounds halves up. 0 if
/// `dtype` is no floating-point type.
uint64_t tile_dtype_encode(int32_t dtype, double value);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // TILE_RUNTIME_DTYPE_H
