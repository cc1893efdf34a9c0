# RUN: %python %s %S/Inputs %t
# RUN: %if x86-64 %{ %python %s %S/Inputs %t.least x86-64 %}
#
# Conversions between all element types, in vectors and in what is left over:
# every value of the types of up to 8 bits; zeros, subnormals, infinities, NaNs,
# halfway cases and limits of the wider ones. Results are equal bit for bit but
# for the bits of NaNs. The least CPU converts f16 without an instruction.

import math
import sys

sys.path.insert(0, sys.argv[1])
from tile_kernels import BITS, FLOATS, INTEGERS, Folder, Random, every_code, float_bits, function

folder = Folder(*sys.argv[2:])
random = Random(1)


def interesting(dtype):
    if BITS[dtype] <= 8:
        return every_code(dtype)
    if dtype in INTEGERS:
        bits = BITS[dtype]
        near = [0, 1, 2, 7, 8, 15, 16, 127, 128, 255, 256, 448, 2047, 2048, 2049, 65504, 65519, 65520]
        near += [2**k + d for k in range(bits) for d in (-1, 0, 1)]
        # Halfway between numbers of 3, 8, 11 and 24 bits, and next to it: rounding
        # twice would give another neighbour.
        near += [2**k - 2 ** (k - n - 1) + d for n in (3, 8, 11, 24) for k in (31, 32, 62, 63, 64)
                 for d in (-1, 0, 1) if k > n and k <= bits]
        return [sign * v % 2**bits for v in near for sign in (1, -1)]
    values = [0.0, math.inf, math.nan]
    # Limits of narrow floats and integers, and halfway points near them.
    for limit in (1, 6, 7.5, 28, 15.5, 30, 240, 448, 57344, 65504, 127, 128, 255, 32767, 32768):
        values += [limit, limit * 1.03125, limit * 1.0625, limit * 1.125, limit + 0.5, limit - 0.5]
    values += [float(2**k) for k in (7, 8, 15, 16, 31, 32, 63)]
    # Around the smallest numbers of each type, three bits of fraction and more.
    values += [2.0**k * f for k in range(-18, 3) for f in (1, 1.0625, 1.125, 1.1875, 1.25, 1.5, 1.875, 1.96875)]
    if dtype == "f64":
        values += [2.0**k * f for k in (-150, -149, -148, -134, -133, -128, -127, -126, 127, 128, 200)
                   for f in (1, 1.25, 1.5, 1.75)]
        values += [1 + 2.0**-24, 1 + 2.0**-24 + 2.0**-50, 1 + 3 * 2.0**-24, 2.0**63, 2.0**62 + 1024]
    if dtype in ("f32", "bf16", "tf32"):
        values += [2.0**k * f for k in (-126, -127, -128, 100, 126, 127) for f in (1, 1.25, 1.5)]
    codes = []
    for value in values:
        try:
            code = float_bits(dtype, value)
        except OverflowError:
            continue
        codes += [code, code | 1 << (BITS[dtype] - 1), code + 1]
    codes += [random.bits(BITS[dtype]) for _ in range(200)]
    mask = 0xFFFFE000 if dtype == "tf32" else -1
    return [code & mask for code in codes]


def cast_kernel(source, clauses, length):
    """Casts the source by each (clause, destination)."""
    parameters = [("x", f"memref<{length}x{source}>")]
    body = [f"    %v = tile.load %x[%i] : memref<{length}x{source}>"]
    for n, (clause, to) in enumerate(clauses):
        parameters.append((f"y{n}", f"memref<{length}x{to}>"))
        body.append(f"    %v{n} = tile.cast %v {clause} : {source} to {to}")
        body.append(f"    tile.store %v{n}, %y{n}[%i] : memref<{length}x{to}>")
    nest = f"  tile.parallel (%i) in ({length}) {{\n" + "\n".join(body) + "\n  }"
    return function(parameters, nest)


def copy_kernel(source, destinations, length):
    """The same conversions by copies to tiles and back."""
    parameters = [("x", f"memref<{length}x{source}>")]
    window = f"!tile.buffer<{length}x{source}, global>"
    body = [f"  %wx = tile.slice %x[0 : {length}] : memref<{length}x{source}> -> {window}"]
    for n, to in enumerate(destinations):
        parameters.append((f"y{n}", f"memref<{length}x{to}>"))
        tile, out = f"!tile.buffer<{length}x{to}, shared>", f"!tile.buffer<{length}x{to}, global>"
        body += [f"  %t{n} = tile.alloc : {tile}",
                 f"  tile.copy %wx into %t{n} : {window} into {tile}",
                 f"  %w{n} = tile.slice %y{n}[0 : {length}] : memref<{length}x{to}> -> {out}",
                 f"  tile.copy %t{n} into %w{n} : {tile} into {out}"]
    return function(parameters, "\n".join(body))


# What narrow floats become is the same for every CPU but for f16.
for source in BITS if not folder.target else ["f64", "f32", "f16", "i64", "i16"]:
    codes = interesting(source)
    # Neither the vectors nor the loops over them come out even.
    codes = (codes + codes)[: max(len(codes), 67) // 2 * 2 + 1]
    codes += [0] * (67 - len(codes))
    clauses = [("", to) for to in BITS]
    if source in INTEGERS:
        clauses += [("unsigned", to) for to in BITS]
    else:
        clauses += [("unsigned", to) for to in ("i32", "i8", "i64")]
        clauses += [("saturate(false)", to) for to in ("f8E4M3FN", "f8E5M2", "f8E4M3FNUZ")]
        if source in ("f32", "f16"):
            clauses += [(f"rounding({mode})", to) for mode in ("rz", "ru", "rd", "rna")
                        for to in ("f16", "bf16", "f8E4M3FN", "f8E5M2", "f4E2M1FN")]
    path = folder.array(source, (len(codes),), codes)
    outputs = ["zeros"] * len(clauses)
    folder.check(cast_kernel(source, clauses, len(codes)), [path, *outputs])
    folder.check(copy_kernel(source, BITS, len(codes)), [path] + ["zeros"] * len(BITS))

folder.finish()
