# RUN: %python %s %S/Inputs %t
#
# Reduction epochs of every kind and element type: updates whose place is fixed,
# follows the row or the lane, skips lanes, or depends on data; updates under a
# condition; epochs over several nests, with an initial value, and without any
# update; NaN.

import sys

sys.path.insert(0, sys.argv[1])
from tile_kernels import FLOATS, INTEGERS, Folder, Random, float_bits, function

folder = Folder(sys.argv[2])
random = Random(3)
ROWS, COLUMNS = 5, 83


def kernel(dtype, kind):
    reducer = lambda n: f"!tile.reducer<{n}x{dtype}, {kind}>"
    parameters = [("x", f"memref<{ROWS}x{COLUMNS}x{dtype}>"), ("place", f"memref<{COLUMNS}xi32>")]
    body, outputs = [], [("fixed", 1), ("row", ROWS), ("lane", COLUMNS), ("skip", 2 * COLUMNS),
                         ("data", 7), ("some", ROWS), ("none", 3), ("begun", 2), ("late", 1)]
    for name, extent in outputs:
        parameters.append((name, f"memref<{extent}x{dtype}>"))
        init = ""
        if name == "begun":
            body.append(f"    %one = tile.load %x[%c0, %c0] : memref<{ROWS}x{COLUMNS}x{dtype}>")
            init = f" init(%one : {dtype})"
        body.append(f"    %r_{name} = tile.reducer_init{init} : {reducer(extent)}")
    update = lambda name, extent, at: f"      tile.reducer_update %v, %r_{name}[{at}] : {reducer(extent)}"
    body += [
        f"    tile.parallel (%i, %j) in ({ROWS}, {COLUMNS}) {{",
        f"      %v = tile.load %x[%i, %j] : memref<{ROWS}x{COLUMNS}x{dtype}>",
        update("fixed", 1, "%c0"), update("row", ROWS, "%i"), update("lane", COLUMNS, "%j"),
        "      %j2 = arith.muli %j, %c2 : index", update("skip", 2 * COLUMNS, "%j2"),
        f"      %p32 = tile.load %place[%j] : memref<{COLUMNS}xi32>",
        "      %p = arith.index_cast %p32 : i32 to index", update("data", 7, "%p"),
        "      %odd = arith.remui %j, %c3 : index",
        "      %chosen = arith.cmpi eq, %odd, %c1 : index",
        "      scf.if %chosen {", update("some", ROWS, "%i"), "      }",
        update("begun", 2, "%c1"),
        "    }",
        # A second nest of another shape goes on with an epoch.
        "    tile.parallel (%j) in (3) {",
        f"      %v = tile.load %x[%c1, %j] : memref<{ROWS}x{COLUMNS}x{dtype}>",
        update("row", ROWS, "%c2"), update("late", 1, "%c0"),
        "    }"]
    for name, extent in outputs:
        tile, window = f"!tile.buffer<{extent}x{dtype}, fragment>", f"!tile.buffer<{extent}x{dtype}, global>"
        body += [f"    %t_{name} = tile.alloc : {tile}",
                 f"    tile.reducer_finalize %r_{name} into %t_{name} : {reducer(extent)} into {tile}",
                 f"    %w_{name} = tile.slice %{name}[0 : {extent}] : memref<{extent}x{dtype}> -> {window}",
                 f"    tile.copy %t_{name} into %w_{name} : {tile} into {window}"]
    return function(parameters, "\n".join(body)), len(outputs)


def numbers(dtype, count):
    if dtype in ("f64", "f32", "f16", "bf16", "tf32"):
        return [float_bits(dtype, float(random.integer(-2, 2))) for _ in range(count)]
    if dtype in FLOATS:  # 0 and small numbers, of both signs where there are
        return [random.integer(0, 3) | random.bits(1) << 7 for _ in range(count)]
    return [random.bits(64) for _ in range(count)]


place = folder.array("i32", (COLUMNS,), [random.integer(0, 6) for _ in range(COLUMNS)])
for dtype, kinds in [("f64", ["sum"]), ("f32", ["sum", "abssum", "max", "min", "absmax"]),
                     ("tf32", ["max"]), ("f16", ["sum", "max"]), ("bf16", ["sum", "absmax"]),
                     ("f8E4M3FN", ["sum", "min"]), ("f8E5M2", ["max"]),
                     ("i64", ["sum", "max", "umin"]),
                     ("i32", ["sum", "abssum", "bitand", "bitor", "bitxor", "umax"]),
                     ("i16", ["min", "absmax"]), ("i8", ["sum", "umax", "max"]),
                     ("i4", ["sum", "bitxor"]), ("i1", ["bitor", "bitand"])]:
    x = folder.array(dtype, (ROWS, COLUMNS), numbers(dtype, ROWS * COLUMNS) if dtype != "i1" else
                     [random.bits(1) for _ in range(ROWS * COLUMNS)])
    for kind in kinds:
        source, outputs = kernel(dtype, kind)
        folder.check(source, [x, place] + ["zeros"] * outputs)

# A NaN is ignored: as initial value, here and there, in a whole row, and whether
# it is quiet or signals.
for dtype, quiet, signalling in [("f64", 0x7FF8000000000000, 0x7FF0000000000001),
                                 ("f32", 0xFFC00000, 0x7F800001), ("f16", 0x7E00, 0x7C01),
                                 ("bf16", 0x7FC0, 0xFF81)]:
    codes = numbers(dtype, ROWS * COLUMNS)
    for position in range(0, len(codes), 3):
        codes[position] = quiet if position % 2 else signalling
    codes[-COLUMNS:] = [quiet] * COLUMNS
    x = folder.array(dtype, (ROWS, COLUMNS), codes)
    for kind in ["max", "min", "absmax"]:
        source, outputs = kernel(dtype, kind)
        folder.check(source, [x, place] + ["zeros"] * outputs)

folder.finish()
