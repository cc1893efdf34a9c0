# RUN: %python %s %S/Inputs %t
#
# Copies, fills, transposes, gathers, scatters and patches of every element type,
# with windows inside a tensor, across each of its edges, and outside; pads; and
# views of tiles as other types.

import math
import sys

sys.path.insert(0, sys.argv[1])
from tile_kernels import BITS, FLOATS, INTEGERS, Folder, Random, function

folder = Folder(sys.argv[2])
random = Random(5)


def numbers(dtype, count):
    return [random.bits(1 if dtype == "i1" else 13) << max(0, BITS[dtype] - 13) if BITS[dtype] > 13
            else random.bits(BITS[dtype]) for _ in range(count)]


def ones(dtype):
    """A pad that is not 0."""
    return "true" if dtype == "i1" else f"1.0 : {dtype}" if dtype in FLOATS else f"1 : {dtype}"


def window_kernel(dtype, shape, extents, rows, columns):
    """Copies windows at every pair of offsets through a tile and back."""
    tensor = f"memref<{shape[0]}x{shape[1]}x{dtype}>"
    window = f"!tile.buffer<{extents[0]}x{extents[1]}x{dtype}, global>"
    tile = f"!tile.buffer<{extents[0]}x{extents[1]}x{dtype}, shared>"
    parameters, body = [("x", tensor)], [f"    %t = tile.alloc : {tile}"]
    for n, (row, column) in enumerate((r, c) for r in rows for c in columns):
        big = f"memref<{extents[0] + 1}x{extents[1] + 3}x{dtype}>"
        parameters += [(f"read{n}", big), (f"write{n}", tensor)]
        body += [
            f"    %i{n} = arith.constant {row} : index", f"    %j{n} = arith.constant {column} : index",
            # The offset is known, or only when the kernel runs.
            f"    %k{n} = arith.addi %block, %j{n} : index" if n % 2 else "",
            f"    %from{n} = tile.slice %x[%i{n} : {extents[0]}, {'%k' if n % 2 else '%j'}{n} : {extents[1]}] "
            f"pad({ones(dtype)}) : {tensor} -> {window}",
            f"    tile.copy %from{n} into %t : {window} into {tile}",
            f"    %to{n} = tile.slice %read{n}[0 : {extents[0]}, 2 : {extents[1]}] : {big} -> {window}",
            f"    tile.copy %t into %to{n} : {tile} into {window}",
            f"    %back{n} = tile.slice %write{n}[%i{n} : {extents[0]}, %j{n} : {extents[1]}] : {tensor} -> {window}",
            f"    tile.copy %t into %back{n} : {tile} into {window}"]
    return function(parameters, "\n".join(body)), len(parameters) - 1


# f8E8M0FNU has no zero, which is what is read outside by default.
for dtype in [d for d in BITS if d != "f8E8M0FNU"]:
    shape = (7, 41)
    x = folder.array(dtype, shape, numbers(dtype, math.prod(shape)))
    few = dtype in ("f32", "i8", "i4", "f6E3M2FN", "f16")
    rows, columns = ([-2, 1, 5] if few else [2]), ([-3, 4, 30, 50, -40] if few else [-3, 30])
    source, outputs = window_kernel(dtype, shape, (3, 20), rows, columns)
    folder.check(source, [x] + ["zeros"] * outputs)

for dtype in ["f64", "f32", "f16", "bf16", "f8E4M3FN", "f6E2M3FN", "f4E2M1FN", "i32", "i8", "i4", "i1"]:
    # Transposes: of two dimensions, of three, of one row, into another type.
    tiles = [((16, 16), (16, 16)), ((5, 19), (19, 5)), ((1, 33), (33, 1)), ((2, 3, 8), (2, 8, 3))]
    parameters, body, arguments = [], [], []
    wide = {"f16": "f32", "i8": "i32"}.get(dtype, dtype)
    for n, (shape, turned) in enumerate(tiles):
        def types(extents, element):
            text = "x".join(map(str, [*extents, element]))
            region = ", ".join(f"0 : {e}" for e in extents)
            return f"memref<{text}>", f"!tile.buffer<{text}, global>", f"!tile.buffer<{text}, shared>", region
        tensor, window, tile, region = types(shape, dtype)
        tensor2, window2, tile2, region2 = types(turned, wide)
        parameters += [(f"x{n}", tensor), (f"y{n}", tensor2)]
        arguments += [folder.array(dtype, shape, numbers(dtype, math.prod(shape))), "zeros"]
        body += [f"    %a{n} = tile.alloc : {tile}", f"    %b{n} = tile.alloc : {tile2}",
                 f"    %u{n} = tile.slice %x{n}[{region}] : {tensor} -> {window}",
                 f"    tile.copy %u{n} into %a{n} : {window} into {tile}",
                 f"    tile.transpose %a{n} into %b{n} : {tile} into {tile2}",
                 f"    %w{n} = tile.slice %y{n}[{region2}] : {tensor2} -> {window2}",
                 f"    tile.copy %b{n} into %w{n} : {tile2} into {window2}"]
    # Rows that are chosen; one before the tensor, one behind it, one twice.
    parameters += [("g", f"memref<9x37x{dtype}>"), ("gathered", f"memref<4x24x{dtype}>"),
                   ("scattered", f"memref<9x37x{dtype}>"), ("filled", f"memref<9x37x{dtype}>")]
    arguments += [folder.array(dtype, (9, 37), numbers(dtype, 9 * 37)), "zeros", "zeros", "zeros"]
    tile, window = f"!tile.buffer<4x24x{dtype}, shared>", f"!tile.buffer<4x24x{dtype}, global>"
    value = ones(dtype) if dtype != "i1" else "true"
    body += [f"    %gt = tile.alloc : {tile}", "    %before = arith.constant -1 : index",
             "    %behind = arith.constant 9 : index", "    %c20 = arith.constant 20 : index",
             f"    tile.gather %g rows(%c8, %before, %c3, %c8) column(%c20) into %gt : memref<9x37x{dtype}> into {tile}",
             f"    %gw = tile.slice %gathered[0 : 4, 0 : 24] : memref<4x24x{dtype}> -> {window}",
             f"    tile.copy %gt into %gw : {tile} into {window}",
             f"    tile.scatter %gt into %scattered rows(%c5, %behind, %c0, %c2) column(%before) : {tile} into memref<9x37x{dtype}>",
             f"    %one = arith.constant {value}",
             f"    %fw = tile.slice %filled[-1 : 4, 20 : 24] : memref<9x37x{dtype}> -> {window}",
             f"    tile.fill %one into %fw : {dtype} into {window}"]
    folder.check(function(parameters, "\n".join(body)), arguments)

# Patches: strides, dilations and frames; columns that begin inside a run of
# channels; rows and columns before the first and behind the last; a tensor that
# is smaller than the kernel in one dimension or both.
for dtype, (n, h, w, c), (kernel, stride, dilation, pad) in [
        ("f16", (2, 5, 7, 3), ((3, 3), (1, 1), (1, 1), (1, 1))),
        ("f32", (1, 9, 8, 17), ((2, 3), (2, 1), (1, 2), (0, 2))),
        ("i8", (1, 6, 6, 8), ((1, 1), (1, 1), (1, 1), (0, 0))),
        ("bf16", (2, 4, 4, 5), ((3, 2), (3, 2), (1, 1), (2, 1))),
        ("f32", (1, 2, 2, 4), ((3, 3), (1, 1), (1, 1), (1, 1))),
        ("f32", (1, 2, 9, 4), ((3, 3), (1, 1), (1, 1), (0, 0))),
        ("f16", (2, 9, 2, 3), ((2, 2), (2, 1), (1, 2), (0, 0))),
        ("i8", (1, 1, 1, 8), ((5, 5), (1, 1), (1, 1), (1, 1))),
        ("f32", (1, 0, 4, 2), ((1, 1), (1, 1), (1, 1), (0, 0)))]:
    rows, columns = 40, 24
    tensor, tile = f"memref<{n}x{h}x{w}x{c}x{dtype}>", f"!tile.buffer<{rows}x{columns}x{dtype}, shared>"
    out, window = f"memref<4x{rows}x{columns}x{dtype}>", f"!tile.buffer<{rows}x{columns}x{dtype}, global>"
    body = [f"    %t = tile.alloc : {tile}", "    %step = arith.constant 17 : index",
            "    %back = arith.subi %block, %c1 : index",
            "    %column = arith.muli %back, %step : index", "    %row = arith.muli %back, %c8 : index",
            f"    tile.im2col %x[%row, %column] into %t kernel{kernel} stride{stride} dilation{dilation} pad{pad} : {tensor} into {tile}",
            f"    %w = tile.slice %y[%block, 0 : {rows}, 0 : {columns}] : {out} -> {window}",
            f"    tile.copy %t into %w : {tile} into {window}"]
    folder.check(function([("x", tensor), ("y", out)], "\n".join(body), grid="%c4"),
                 [folder.array(dtype, (n, h, w, c), numbers(dtype, n * h * w * c)), "zeros"])

# The bytes of a tile as every other type, and slices of such views.
for old, new in [("i8", "i4"), ("i4", "i8"), ("i8", "f4E2M1FN"), ("f4E2M1FN", "i8"), ("i8", "f6E2M3FN"),
                 ("f6E3M2FN", "i8"), ("f32", "i32"), ("i32", "f16"), ("f16", "i32"), ("i64", "bf16"),
                 ("f8E4M3FN", "i8"), ("i16", "i8"), ("f64", "i8")]:
    columns = 48
    width = columns * BITS[old] // BITS[new]
    a, b = f"!tile.buffer<6x{columns}x{old}, shared>", f"!tile.buffer<6x{width}x{new}, shared>"
    part, flat = f"!tile.buffer<3x{width}x{new}, shared>", f"!tile.buffer<{6 * width}x{new}, shared>"
    body = [f"    %a = tile.alloc : {a}",
            f"    %u = tile.slice %x[0 : 6, 0 : {columns}] : memref<6x{columns}x{old}> -> !tile.buffer<6x{columns}x{old}, global>",
            f"    tile.copy %u into %a : !tile.buffer<6x{columns}x{old}, global> into {a}",
            f"    %b = tile.view %a : {a} -> {b}", f"    %f = tile.view %a : {a} -> {flat}",
            f"    %p = tile.slice %b[2 : 3, 0 : {width}] : {b} -> {part}",
            f"    %w = tile.slice %y[0 : 3, 0 : {width}] : memref<3x{width}x{new}> -> !tile.buffer<3x{width}x{new}, global>",
            f"    tile.copy %p into %w : {part} into !tile.buffer<3x{width}x{new}, global>",
            f"    tile.parallel (%i) in ({6 * width}) {{",
            f"      %v = tile.load %f[%i] : {flat}", f"      tile.store %v, %z[%i] : memref<{6 * width}x{new}>",
            "    }"]
    folder.check(function([("x", f"memref<6x{columns}x{old}>"), ("y", f"memref<3x{width}x{new}>"),
                           ("z", f"memref<{6 * width}x{new}>")], "\n".join(body)),
                 [folder.array(old, (6, columns), numbers(old, 6 * columns)), "zeros", "zeros"])

folder.finish()
