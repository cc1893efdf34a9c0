#!/usr/bin/env python3
"""The matrices of quickstart.sh.

usage: quickstart_matrices.py make FOLDER     writes the inputs
       quickstart_matrices.py report FOLDER   compares and prints the large product
"""

import json
import os
import sys

import numpy

# M, N, K: the small product has ragged edges, so that these are checked too.
SMALL = (97, 130, 61)
LARGE = (1024, 1024, 1024)


def make(folder):
    random = numpy.random.default_rng(0)
    for prefix, (m, n, k) in [("small_", SMALL), ("", LARGE)]:
        for name, shape in [("a", (m, k)), ("b", (k, n)), ("c", (m, n))]:
            values = random.uniform(-1, 1, shape).astype(numpy.float32)
            if name == "c":
                values[:] = numpy.nan  # whatever is not computed shows
            numpy.save(os.path.join(folder, f"{prefix}{name}.npy"), values)


def report(folder):
    a, b, product = (
        numpy.load(os.path.join(folder, f"{name}.npy")) for name in ["a", "b", "product"]
    )
    with open(os.path.join(folder, "bench.json"), encoding="utf-8") as file:
        milliseconds = json.load(file)["median_ms"]
    expected = a.astype(numpy.float64) @ b.astype(numpy.float64)
    error = numpy.abs(product - expected).max() / numpy.abs(expected).max()
    m, n, k = LARGE
    gflops = 2 * m * n * k / milliseconds / 1e6
    print(f"gemm {m}x{n}x{k} f32: {milliseconds:.2f} ms, {gflops:.1f} GFLOP/s, "
          f"error {error:.1e}")
    if not error < 1e-4:
        print(f"error: expected an error below 1e-4, got {error}", file=sys.stderr)
        return 1
    return 0


def main(action, folder):
    return {"make": make, "report": report}[action](folder) or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
