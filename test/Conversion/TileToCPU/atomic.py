# RUN: %python %s %S/Inputs %t
#
# Atomic updates of every kind and element type by several blocks that meet in
# the same elements, in and out of bounds, as scalars, vectors and tiles. Sums are
# exact, so that the order does not matter.

import sys

sys.path.insert(0, sys.argv[1])
from tile_kernels import FLOATS, INTEGERS, Folder, Random, float_bits, function

folder = Folder(sys.argv[2])
random = Random(4)
BLOCKS, COUNT, PLACES = 4, 67, 13


def scalar_kernel(dtype, kinds):
    """Each block updates places[j] by x[block, j]; some places are outside."""
    tensor = f"memref<{PLACES}x{dtype}>"
    parameters = [("x", f"memref<{BLOCKS}x{COUNT}x{dtype}>"), ("place", f"memref<{COUNT}xi32>")]
    body = [f"    tile.parallel (%j) in ({COUNT}) {{",
            f"      %v = tile.load %x[%block, %j] : memref<{BLOCKS}x{COUNT}x{dtype}>",
            f"      %p32 = tile.load %place[%j] : memref<{COUNT}xi32>",
            "      %p = arith.index_cast %p32 : i32 to index"]
    for n, kind in enumerate(kinds):
        parameters.append((f"y{n}", tensor))
        body.append(f"      %o{n} = tile.atomic_rmw {kind} %v, %y{n}[%p] order(acq_rel) : {tensor}")
    body.append("    }")
    return function(parameters, "\n".join(body), grid="%c4")


def tile_kernel(dtype, source_dtype, kinds):
    """Each block combines a tile that overhangs the tensor."""
    tile, window = f"!tile.buffer<4x24x{source_dtype}, fragment>", f"!tile.buffer<4x24x{dtype}, global>"
    from_window = f"!tile.buffer<4x24x{source_dtype}, global>"
    parameters = [("x", f"memref<{BLOCKS}x4x24x{source_dtype}>")]
    body = [f"    %t = tile.alloc : {tile}",
            f"    %wx = tile.slice %x[%block, 0 : 4, 0 : 24] : memref<{BLOCKS}x4x24x{source_dtype}> -> {from_window}",
            f"    tile.copy %wx into %t : {from_window} into {tile}",
            "    %column = arith.subi %block, %c2 : index"]
    for n, kind in enumerate(kinds):
        parameters.append((f"y{n}", f"memref<3x23x{dtype}>"))
        body += [f"    %w{n} = tile.slice %y{n}[0 : 4, %column : 24] : memref<3x23x{dtype}> -> {window}",
                 f"    tile.atomic_tile {kind} %t into %w{n} : {tile} into {window}"]
    return function(parameters, "\n".join(body), grid="%c4")


def numbers(dtype, count):
    if dtype in ("f64", "f32", "f16", "bf16", "tf32"):
        return [float_bits(dtype, float(random.integer(-4, 4))) for _ in range(count)]
    if dtype in FLOATS:  # 0 and the three smallest numbers
        return [random.integer(0, 3) for _ in range(count)]
    return [random.bits(64 if dtype != "i1" else 1) for _ in range(count)]


def few(dtype, count):
    """Mostly 0, and sometimes the smallest number: a few of them add up exactly."""
    return [random.integer(0, 9) == 0 for _ in range(count)]


def check_kinds(dtype, kinds, numbers):
    x = numbers(dtype, BLOCKS * COUNT)
    place = [random.integer(-2, PLACES + 1) for _ in range(COUNT)]
    initial = [numbers(dtype, PLACES) for _ in kinds]
    if numbers is few:
        # The fewest bits of a significand are those of f8E5M2: 8 is a number, 9
        # is not.
        for p in range(PLACES):
            assert initial[0][p] + sum(x[b * COUNT + j] for b in range(BLOCKS) for j in range(COUNT) if place[j] == p) <= 8
    folder.check(scalar_kernel(dtype, kinds),
                 [folder.array(dtype, (BLOCKS, COUNT), x), folder.array("i32", (COUNT,), place),
                  *(folder.array(dtype, (PLACES,), codes) for codes in initial)])
    kinds = kinds[:3]
    x = folder.array(dtype, (BLOCKS, 4, 24), numbers(dtype, BLOCKS * 96))
    initial = [folder.array(dtype, (3, 23), numbers(dtype, 69)) for _ in kinds]
    folder.check(tile_kernel(dtype, dtype, kinds), [x, *initial])


for dtype in [*FLOATS, *INTEGERS]:
    if dtype in ("f6E2M3FN", "f6E3M2FN", "f8E8M0FNU"):
        continue
    if dtype in INTEGERS:
        check_kinds(dtype, ["add", "max", "min", "umax", "umin", "or", "and", "xor"], numbers)
    elif dtype in ("f64", "f32", "f16", "bf16", "tf32"):
        check_kinds(dtype, ["add", "max", "min"], numbers)
    else:
        check_kinds(dtype, ["max", "min"], numbers)
        if dtype != "f4E2M1FN":  # which has few sums
            check_kinds(dtype, ["add"], few)

# A tile is converted before it is combined.
x = folder.array("f32", (BLOCKS, 4, 24), numbers("f32", BLOCKS * 96))
for dtype in ("f16", "bf16", "f64"):
    folder.check(tile_kernel(dtype, "f32", ["add", "max"]), [x, "zeros", "zeros"])

# Old values: each update of a counter sees another one, so that the tickets are
# a permutation; a block marks the ticket that it drew.
folder.check(function(
    [("counter", "memref<1xi32>"), ("drawn", "memref<400xi32>")],
    """    tile.parallel (%i) in (100) {
      %one = arith.constant 1 : i32
      %ticket = tile.atomic_rmw add %one, %counter[%c0] : memref<1xi32>
      %at = arith.index_cast %ticket : i32 to index
      %old = tile.atomic_rmw add %one, %drawn[%at] : memref<400xi32>
    }""", grid="%c4"), ["zeros", "zeros"])

# Vectors: each element on its own, the last ones outside. Loads and stores.
folder.check(function(
    [("y", "memref<11xf32>"), ("z", "memref<11xi32>"), ("loaded", "memref<4xi32>")],
    """    %v = arith.constant dense<[1.0, 2.0, 4.0, 8.0]> : vector<4xf32>
    %w = arith.constant dense<[1, 2]> : vector<2xi32>
    tile.parallel (%i) in (3) {
      %at = arith.muli %i, %c4 : index
      %old = tile.atomic_rmw add %v, %y[%at] as vector<4xf32> : memref<11xf32>
      %next = arith.addi %at, %c2 : index
      %prior = tile.atomic_rmw max %w, %z[%next] as vector<2xi32> : memref<11xi32>
    }
    tile.parallel (%i) in (4) {
      %number = arith.constant 77 : i32
      %x = tile.atomic_load %z[%i] order(acquire) : memref<11xi32>
      %sum = arith.addi %x, %number : i32
      tile.atomic_store %sum, %loaded[%i] order(release) : memref<4xi32>
    }""", grid="%c1", blocks="%block"), ["ones", "zeros", "zeros"])

folder.finish()
