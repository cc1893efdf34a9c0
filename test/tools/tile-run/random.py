# RUN: %python %s %S/../Inputs/kernels.mlir %t
#
# Generated arrays are what include/Tile/Execution/Array.h says, computed here
# a second time.

import os
import struct
import subprocess
import sys

KERNELS, FOLDER = sys.argv[1:3]
os.makedirs(FOLDER, exist_ok=True)
MASK = (1 << 64) - 1


def split_mix(seed, i):
    z = (seed + (i + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


# The published first outputs of SplitMix64 with seed 1234567.
assert [split_mix(1234567, i) for i in range(2)] == [
    6457827717110365317, 3203168211198807973]


def read(kernel, arguments, code, count, options=()):
    path = os.path.join(FOLDER, "x.npy")
    subprocess.run(["tile-run", KERNELS, f"--entry={kernel}", f"--out=0:{path}",
                    "--on=interpreter", *options,
                    *[f"--arg={argument}" for argument in arguments]],
                   check=True)
    with open(path, "rb") as file:
        data = file.read()
    size = struct.calcsize(f"<{count}{code}")
    return list(struct.unpack(f"<{count}{code}", data[-size:]))


def floats(seed, count):
    exact = [2 * ((split_mix(seed, i) >> 11) / 2**53) - 1 for i in range(count)]
    return list(struct.unpack(f"<{count}f", struct.pack(f"<{count}f", *exact)))


def bytes_of(seed, count):
    top = [split_mix(seed, i) >> 56 for i in range(count)]
    return [value - 256 if value > 127 else value for value in top]


scale = ["1", "100:zeros"]
assert read("scale", ["100:random:42", *scale], "f", 100) == floats(42, 100)
assert read("scale", ["100:random", *scale], "f", 100) == floats(0, 100)
assert read("scale", ["100:random", *scale], "f", 100,
            ["--seed=9"]) == floats(9, 100)
assert read("scale", ["100:iota", *scale], "f", 100) == list(range(100))
assert read("scale", ["100:ones", *scale], "f", 100) == [1.0] * 100
nans = read("scale", ["100:nan", *scale], "f", 100)
assert all(value != value for value in nans)
assert read("add_i32", ["random:5", "zeros"], "i", 16) == bytes_of(5, 16)
assert read("add_i32", ["randint:-3:4:5", "zeros"], "i", 16) == [
    -3 + split_mix(5, i) % 8 for i in range(16)]
