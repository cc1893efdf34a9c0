#!/usr/bin/env python3
"""Measures the kernels of examples/ on this CPU beside their peers.

usage: benchmarks/cpu.py [--build=build] [--only=TEXT] [--rounds=N] [--bars]

Prints one JSON object a line:
  work          what is computed, such as "gemm f32 1024x1024x1024 1T": the kernel,
                its shape (MxNxK for a gemm), the number of threads
  peer          what it is measured against
  ours_ms, peer_ms   milliseconds of one call
  ratio         peer_ms / ours_ms; 1 and more means as fast as the peer and faster
  max_rel_err   the largest |result - reference| over the largest |reference|;
                the reference is computed in float64 on the same inputs
Lines about memory give ours_mib and peer_mib instead of milliseconds.

How it measures. Both sides run in processes of their own, one after the other and
alternated, because the threads of one BLAS disturb the other's for a while after a
call. A process is pinned to as many CPUs as it has threads, warms up, and takes the
median of its calls; a line gives the median of these medians. A round of two
threads in which the peer is not at least 1.8 times as fast as its own one thread is
void (the second CPU was busy) and is measured again, a few times; a line that still
has void rounds says how many. --bars exits 1 if a ratio is below what the project
asks for.
"""

import argparse
import dataclasses
import json
import os
import statistics
import subprocess
import sys
import tempfile

import numpy

import peers
from cpu_work import WORKS, Gemm, compute_reference, make_inputs

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)
# The least speed-up of the peer on a second CPU that was really there.
SCALING = 1.8


@dataclasses.dataclass
class Side:
    """One of the two things compared: a worker and what it runs."""

    worker: str
    work: object

    def run(self, options, data, threads, kernel):
        command = [
            sys.executable, os.path.join(HERE, "cpu_worker.py"),
            f"--side={self.worker}", f"--work={self.work.name}",
            f"--threads={threads}", f"--data={data}", f"--build={options.build}",
        ]
        environment = peers.openblas_environment(threads, kernel)
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, check=False, text=True
        )
        if done.returncode:
            sys.exit(f"error: {' '.join(command)} exited with {done.returncode}")
        return json.loads(done.stdout)


def fitting_openblas():
    """The kernel to ask OpenBLAS for, None for its own choice, and its name."""
    probe = "import peers; b = peers.OpenBLAS(); print(b.version, b.kernel)"

    def ask(kernel):
        return subprocess.run(
            [sys.executable, "-c", probe], cwd=HERE, check=True, text=True,
            env=peers.openblas_environment(1, kernel), stdout=subprocess.PIPE,
        ).stdout.split()

    version, selected = ask(None)
    kernel = peers.better_kernel(selected)
    if kernel:
        version, selected = ask(kernel)
    return kernel, f"OpenBLAS {version} ({selected})"


class Comparison:
    """Measures one work on one number of threads, both sides alternated."""

    def __init__(self, options, work, data):
        self.options, self.work, self.data = options, work, data
        self.ours = Side("tile", work)
        self.peer = Side(work.peer, work.peer_work or work)
        # Median milliseconds of the peer on one thread, for the test of scaling.
        self.peer_alone = None

    def run(self, threads, kernel):
        rounds, void = [], []
        while len(rounds) < self.options.rounds:
            peer = self.peer.run(self.options, self.data, threads, kernel)
            ours = self.ours.run(self.options, self.data, threads, kernel)
            lost = (
                threads > 1 and self.peer_alone
                and self.peer_alone / peer["ms"] < SCALING * threads / 2
            )
            (void if lost else rounds).append((ours, peer))
            if len(void) > self.options.rounds:
                break
        if threads == 1:
            self.peer_alone = statistics.median(peer["ms"] for _, peer in rounds)
        used = rounds if len(rounds) == self.options.rounds else rounds + void
        return self.line(used, threads, len(used) - len(rounds))

    def line(self, rounds, threads, void):
        ours_ms = statistics.median(ours["ms"] for ours, _ in rounds)
        peer_ms = statistics.median(peer["ms"] for _, peer in rounds)
        line = {
            "work": f"{self.work.name} {threads}T",
            "peer": self.options.peer_names.get(self.peer.worker)
            or f"ours, {self.work.peer_work.name}",
            "ours_ms": round(ours_ms, 3),
            "peer_ms": round(peer_ms, 3),
            "ratio": round(peer_ms / ours_ms, 3),
            "max_rel_err": max(ours["max_rel_err"] for ours, _ in rounds),
        }
        if void:
            line["void_rounds"] = void
        return line, max(ours["peak_mib"] for ours, _ in rounds)

    def memory_line(self, threads, peak_mib):
        allowed = self.work.allowed_mib()
        return {
            "work": f"{self.work.name} {threads}T peak memory",
            "peer": "inputs + outputs + packed operands + 64 MiB",
            "ours_mib": round(peak_mib, 1),
            "peer_mib": round(allowed, 1),
            "ratio": round(allowed / peak_mib, 3),
        }


def compile_line(options):
    """Parsing and compiling examples/gemm.mlir, each time in a new process."""
    side = Side("compile", WORKS[0])
    times = [side.run(options, "", 1, None)["ms"] for _ in range(max(3, options.rounds))]
    ours_ms = statistics.median(times)
    return {
        "work": "parse and compile examples/gemm.mlir",
        "peer": "the limit of 500 ms",
        "ours_ms": round(ours_ms, 1),
        "peer_ms": 500.0,
        "ratio": round(500 / ours_ms, 3),
    }


def write_data(folder, work):
    """The inputs and the reference result of a work, one .npy file each."""
    inputs = make_inputs(work)
    for index, array in enumerate(inputs):
        numpy.save(os.path.join(folder, f"{index}.npy"), array)
    numpy.save(os.path.join(folder, "reference.npy"), compute_reference(work, inputs))


def measure(options):
    """Yields each line with the ratio that it should reach."""
    kernel, openblas = fitting_openblas()
    options.peer_names = {"openblas": openblas, "memcpy": "parallel memcpy of the same bytes"}
    for work in WORKS:
        if options.only and options.only not in work.name:
            continue
        # A narrow type is compared with f32 on inputs of the same shape.
        with tempfile.TemporaryDirectory() as data:
            for side in filter(None, [work, work.peer_work]):
                folder = os.path.join(data, side.name)
                os.makedirs(folder)
                write_data(folder, side)
            comparison = Comparison(options, work, data)
            for threads in work.threads:
                line, peak_mib = comparison.run(threads, kernel)
                yield line, work.bar
                if isinstance(work, Gemm):
                    yield comparison.memory_line(threads, peak_mib), 1.0
    if not options.only or options.only in "compile":
        yield compile_line(options), 1.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", default=os.path.join(SOURCE, "build"))
    parser.add_argument("--only", default="", help="works whose name contains this text")
    parser.add_argument("--rounds", type=int, default=3, help="processes of each side")
    parser.add_argument("--bars", action="store_true", help="exit 1 below a bar")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    missed = 0
    for line, bar in measure(options):
        print(json.dumps(line), flush=True)
        if line["ratio"] < bar:
            missed += 1
            print(f"below the bar of {bar}: {line['work']}", file=sys.stderr)
    return 1 if options.bars and missed else 0


if __name__ == "__main__":
    sys.exit(main())
