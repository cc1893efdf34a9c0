# RUN: %python %s %S/Inputs %t
#
# Indices as functions of the variables of a nest and of the block: sums that use
# a value many times take no longer than others, and numbers that leave the range
# of an index wrap as they do in the interpreter.

import sys

sys.path.insert(0, sys.argv[1])
from tile_kernels import Folder, function  # noqa: E402

folder = Folder(sys.argv[2])
x = folder.array("i32", (64,), range(1, 65))


def doubled(name, start, times):
    """`start` times 2^times, by additions of a value to itself."""
    lines = []
    for n in range(times):
        lines.append(f"      %{name}{n} = arith.addi {start}, {start} : index")
        start = f"%{name}{n}"
    return lines, start


def nest(lines, index):
    return "\n".join(["    tile.parallel (%i) in (64) {", *lines,
                      f"      %v = tile.load %x[{index}] : memref<64xi32>",
                      "      tile.store %v, %y[%i] : memref<64xi32>", "    }"])


# All but the first few are outside, or wrap to where they began.
for times in (1, 3, 30, 31, 33, 62, 63, 64, 200):
    lines, index = doubled("d", "%i", times)
    folder.check(function([("x", "memref<64xi32>"), ("y", "memref<64xi32>")], nest(lines, index)), [x, "zeros"])

for factor in (2**31, 2**32, 2**33 + 1, 2**62, -2**63, 2**63 - 1, -1, -2):
    for second in (1, 2, 2**31, -2**31, 2**62):
        lines = [f"      %f = arith.constant {factor} : index", f"      %s = arith.constant {second} : index",
                 "      %p = arith.muli %i, %f : index", "      %q = arith.muli %p, %s : index",
                 "      %r = arith.subi %i, %q : index"]
        folder.check(function([("x", "memref<64xi32>"), ("y", "memref<64xi32>")], nest(lines, "%r")), [x, "zeros"])

# The offset of a packed operand, and the number of its iterations.
TILES = "!tile.buffer<8x8xi32, {}>"
for times in (1, 40, 200):
    lines, offset = doubled("d", "%k", times)
    bounds, bound = doubled("b", "%c1", times)
    body = [f"    %{t} = tile.alloc : {TILES.format('shared')}" for t in "abc"]
    body += ["    %zero = arith.constant 0 : i32", *bounds,
             f"    tile.fill %zero into %c : i32 into {TILES.format('shared')}",
             f"      %last = arith.remui {bound}, %c8 : index", "      %upper = arith.addi %last, %c3 : index",
             "    scf.for %k = %c0 to %upper step %c1 {", *lines]
    for t in "ab":
        body += [f"      %w{t} = tile.slice %x{t}[{'%c0 : 8, ' if t == 'a' else ''}{offset} : 8"
                 f"{', %c0 : 8' if t == 'b' else ''}] : memref<8x8xi32> -> {TILES.format('global')}",
                 f"      tile.copy %w{t} into %{t} : {TILES.format('global')} into {TILES.format('shared')}"]
    body += [f"      tile.gemm %a, %b into %c : {TILES.format('shared')}, {TILES.format('shared')} into {TILES.format('shared')}",
             "    }",
             f"    %wc = tile.slice %y[0 : 8, 0 : 8] : memref<8x8xi32> -> {TILES.format('global')}",
             f"    tile.copy %c into %wc : {TILES.format('shared')} into {TILES.format('global')}"]
    square = folder.array("i32", (8, 8), range(64))
    folder.check(function([("xa", "memref<8x8xi32>"), ("xb", "memref<8x8xi32>"), ("y", "memref<8x8xi32>")],
                          "\n".join(body)), [square, square, "zeros"])
folder.finish()
