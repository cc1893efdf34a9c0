"""One process of benchmarks/cpu.py: runs one side of one work, prints its times."""

import argparse
import json
import os
import statistics
import sys
import time

import numpy

import peers
from cpu_work import WORKS
from tile_library import Library, tensor_arg

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Calls that are timed: as many as fit into the seconds, within these limits.
LEAST_CALLS, MOST_CALLS, SECONDS = 21, 101, 2.0


def pin(threads):
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < threads:
        sys.exit(f"error: expected {threads} CPUs, got {len(cpus)}")
    os.sched_setaffinity(0, cpus[:threads])


def resident_mib(field):
    """A field of /proc/self/status in MiB: VmRSS is now, VmHWM the highest."""
    with open("/proc/self/status", encoding="ascii") as file:
        for line in file:
            if line.startswith(field + ":"):
                return int(line.split()[1]) / 1024
    return 0.0


def forget_peak():
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def time_calls(call):
    """Milliseconds of one call: the median after a warm-up."""
    call()
    start = time.perf_counter()
    call()
    expected = time.perf_counter() - start
    calls = int(min(MOST_CALLS, max(LEAST_CALLS, SECONDS / expected)))
    times = []
    for _ in range(calls):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def relative_error(result, reference):
    return float(numpy.abs(result - reference).max() / numpy.abs(reference).max())


def aligned(array):
    """The same array at the beginning of a cache line, where frameworks put
    theirs and NumPy does not: both sides of a comparison get it so."""
    line = 64
    memory = numpy.empty(array.nbytes + line, numpy.uint8)
    begin = -memory.ctypes.data % line
    result = memory[begin:begin + array.nbytes].view(array.dtype).reshape(array.shape)
    result[...] = array
    return result


def load_inputs(folder):
    names = sorted(name for name in os.listdir(folder) if name[0].isdigit())
    return [aligned(numpy.load(os.path.join(folder, name))) for name in names]


def open_library(build):
    return Library(os.path.join(build, "lib", "libTile.so"))


def kernel_source(work):
    return os.path.join(SOURCE, "examples", work.source)


def run_tile(work, folder, build):
    tile = open_library(build)
    kernels = tile.load(kernel_source(work))
    # What the compiler took is not the kernel's memory.
    before = resident_mib("VmRSS")
    forget_peak()
    inputs, output = load_inputs(folder), aligned(work.make_output())
    arguments = [tensor_arg(array, dtype) for array, dtype in work.arguments(inputs, output)]
    milliseconds = time_calls(tile.bind(kernels, work.entry, arguments))
    peak = resident_mib("VmHWM") - before
    reference = numpy.load(os.path.join(folder, "reference.npy"))
    return {
        "ms": milliseconds,
        "peak_mib": peak,
        "max_rel_err": relative_error(output, reference),
    }


def run_openblas(work, folder):
    inputs, output = load_inputs(folder), aligned(work.make_output())
    milliseconds = time_calls(peers.OpenBLAS().bind_gemm(*inputs, output))
    reference = numpy.load(os.path.join(folder, "reference.npy"))
    if relative_error(output, reference) > 1e-4:
        sys.exit("error: expected the right product from OpenBLAS, got a wrong one")
    return {"ms": milliseconds}


def run_memcpy(work, folder, threads):
    source, destination = load_inputs(folder)[0], aligned(work.make_output())
    copy = peers.ParallelMemcpy(destination, source, threads)
    milliseconds = time_calls(copy) / copy.COPIES
    if not numpy.array_equal(source, destination):
        sys.exit("error: expected a copy, got another array")
    return {"ms": milliseconds}


def run_compile(work, build):
    tile = open_library(build)
    start = time.perf_counter()
    tile.load(kernel_source(work))
    return {"ms": (time.perf_counter() - start) * 1e3}


def main():
    parser = argparse.ArgumentParser()
    for name in ["side", "work", "data", "build"]:
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--threads", type=int, required=True)
    options = parser.parse_args()
    pin(options.threads)
    work = {work.name: work for work in WORKS}[options.work]
    folder = os.path.join(options.data, work.name)
    result = {
        "tile": lambda: run_tile(work, folder, options.build),
        "openblas": lambda: run_openblas(work, folder),
        "memcpy": lambda: run_memcpy(work, folder, options.threads),
        "compile": lambda: run_compile(work, options.build),
    }[options.side]()
    print(json.dumps(result))


if __name__ == "__main__":
    main()
