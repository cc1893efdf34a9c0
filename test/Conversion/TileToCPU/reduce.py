# RUN: %python %s %S/Inputs %t
#
# Reductions of every kind, element type and NaN rule, along every dimension, and
# scans. Sums are of small integers, which are exact in every order.

import math
import sys

sys.path.insert(0, sys.argv[1])
from tile_kernels import FLOATS, INTEGERS, Folder, Random, float_bits, function

folder = Folder(sys.argv[2])
random = Random(2)

FLOAT_KINDS = ["sum", "abssum", "max", "min", "absmax"]
INTEGER_KINDS = FLOAT_KINDS + ["umax", "umin", "bitand", "bitor", "bitxor"]


class Kernel:
    """One launch: each input becomes a tile of `dtype`, each result a tensor."""

    def __init__(self, dtype):
        self.dtype, self.carrier = dtype, "f32" if dtype in FLOATS else "i64"
        self.parameters, self.body, self.arguments = [], [], []

    def buffer(self, shape, space, dtype):
        return f"!tile.buffer<{'x'.join(map(str, [*shape, dtype]))}, {space}>"

    def move(self, name, shape, dtype, argument, into_tile):
        number = len(self.parameters)
        tensor = f"memref<{'x'.join(map(str, [*shape, dtype]))}>"
        self.parameters.append((f"p{number}", tensor))
        self.arguments.append(argument)
        window, tile = self.buffer(shape, "global", dtype), self.buffer(shape, "shared", self.dtype)
        region = ", ".join(f"0 : {extent}" for extent in shape)
        self.body.append(f"  %w{number} = tile.slice %p{number}[{region}] : {tensor} -> {window}")
        if into_tile:
            self.body += [f"  {name} = tile.alloc : {tile}",
                          f"  tile.copy %w{number} into {name} : {window} into {tile}"]
        else:
            self.body.append(f"  tile.copy {name} into %w{number} : {tile} into {window}")

    def load(self, name, shape, values):
        codes = [float_bits("f32", v) if self.carrier == "f32" else v for v in values]
        self.move(name, shape, self.carrier, folder.array(self.carrier, shape, codes), True)

    def reduce(self, kind, source, shape, dim, keep=False, accumulate=None, nan=""):
        result = [1 if i == dim else e for i, e in enumerate(shape) if keep or i != dim]
        name = f"%r{len(self.parameters)}"
        tile = self.buffer(result, "shared", self.dtype)
        clause = nan
        if accumulate:
            self.load(name, result, accumulate)
            clause += " accumulate"
        else:
            self.body.append(f"  {name} = tile.alloc : {tile}")
        self.body.append(f"  tile.reduce {kind} {source} into {name} dim({dim}) {clause} : "
                         f"{self.buffer(shape, 'shared', self.dtype)} into {tile}")
        self.move(name, result, self.dtype, "zeros", False)

    def scan(self, kind, source, shape, dim, clause="", in_place=False):
        tile = self.buffer(shape, "shared", self.dtype)
        name = f"%s{len(self.parameters)}"
        self.body.append(f"  {name} = tile.alloc : {tile}")
        start = source
        if in_place:
            self.body.append(f"  tile.copy {source} into {name} : {tile} into {tile}")
            start = name
        self.body.append(f"  tile.scan {kind} {start} into {name} dim({dim}) {clause} : {tile} into {tile}")
        self.move(name, shape, self.dtype, "zeros", False)

    def check(self):
        folder.check(function(self.parameters, "\n".join(self.body)), self.arguments)


def numbers(dtype, count, special=()):
    """Integers that no sum of floats rounds, or integers of any size."""
    if dtype in FLOATS:
        values = [float(random.integer(-2, 2)) for _ in range(count)]
        for position, value in enumerate(special):
            values[(7 * position + 3) % count] = value
        return values
    return [random.integer(-(2**63), 2**63 - 1) for _ in range(count)]


# The other formats differ only in their conversions, which cast.py tests.
FORMATS = ["f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E8M0FNU", "f6E2M3FN", "f4E2M1FN"]

for dtype in [*FORMATS, *INTEGERS]:
    kinds = FLOAT_KINDS if dtype in FLOATS else INTEGER_KINDS
    if dtype == "i1":
        kinds = ["umax", "umin", "bitand", "bitor", "bitxor"]
    kernel = Kernel(dtype)
    # 83 is eight vectors of 8, one more and a rest.
    kernel.load("%a", (3, 83), numbers(dtype, 3 * 83))
    for kind in kinds:
        kernel.reduce(kind, "%a", (3, 83), 1)
        kernel.reduce(kind, "%a", (3, 83), 0)
    kernel.reduce(kinds[0], "%a", (3, 83), 1, accumulate=numbers(dtype, 3))
    kernel.reduce(kinds[1], "%a", (3, 83), 0, accumulate=numbers(dtype, 83))
    if dtype != "i1":
        kernel.scan("sum", "%a", (3, 83), 1)
        kernel.scan("max", "%a", (3, 83), 0, "reverse")
    if dtype in FLOATS:
        kernel.load("%n", (3, 83), numbers(dtype, 3 * 83, [math.nan, math.inf, -math.inf, math.nan]))
        kernel.load("%none", (2, 5), [math.nan] * 10)
        for kind in ["max", "min", "absmax"]:
            for nan in ["nan(ignore)", "nan(propagate)"]:
                kernel.reduce(kind, "%n", (3, 83), 1, nan=nan)
                kernel.reduce(kind, "%n", (3, 83), 0, nan=nan)
                kernel.reduce(kind, "%none", (2, 5), 1, nan=nan)
        kernel.reduce("max", "%n", (3, 83), 1, nan="nan(propagate)", accumulate=[math.nan, 1, 2])
        kernel.reduce("max", "%n", (3, 83), 1, accumulate=[math.nan, 1, 2])
        kernel.reduce("sum", "%n", (3, 83), 1)
    kernel.check()

# Shapes: each dimension of three, kept and dropped, down to one element.
for dtype in ["f32", "f16", "f6E2M3FN", "i8", "i4"]:
    kernel = Kernel(dtype)
    for n, shape in enumerate([(1,), (70,), (1, 1), (17, 33), (4, 5, 24), (2, 3, 1)]):
        values = numbers(dtype, math.prod(shape))
        kernel.load(f"%a{n}", shape, values)
        for dim in range(len(shape)):
            for keep in (True, False):
                kernel.reduce("sum" if keep else "max", f"%a{n}", shape, dim, keep)
            kernel.scan("sum", f"%a{n}", shape, dim, "reverse" if dim % 2 else "", in_place=n % 2 == 0)
    kernel.check()

folder.finish()
