"""What benchmarks/cpu.py measures: each work's inputs, reference and arguments."""

import dataclasses

import numpy

import peers


def to_bf16(array):
    """f32 to the bits of bf16, rounded to nearest, ties to even (no NaN here)."""
    bits = array.astype(numpy.float32).view(numpy.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(numpy.uint16)


def from_bf16(bits):
    return (bits.astype(numpy.uint32) << 16).view(numpy.float32)


@dataclasses.dataclass(frozen=True)
class Gemm:
    """C = A B: A is MxK, B is KxN, both of type `dtype`; C is f32, or i32 for i8."""

    dtype: str
    m: int
    n: int
    k: int
    bar: float
    peer: str = "openblas"
    peer_work: object = None
    threads: tuple = (1, 2)

    @property
    def name(self):
        return f"gemm {self.dtype} {self.m}x{self.n}x{self.k}"

    @property
    def entry(self):
        return f"gemm_{self.dtype}"

    source = "gemm.mlir"

    @property
    def accumulator(self):
        return "i32" if self.dtype == "i8" else "f32"

    def make_inputs(self, random):
        shapes = (self.m, self.k), (self.k, self.n)
        if self.dtype == "i8":
            return [random.integers(-128, 128, s, dtype=numpy.int8) for s in shapes]
        values = [random.uniform(-1, 1, s).astype(numpy.float32) for s in shapes]
        convert = {"f32": lambda x: x, "f16": lambda x: x.astype(numpy.float16), "bf16": to_bf16}
        return [convert[self.dtype](x) for x in values]

    def make_output(self):
        return numpy.zeros((self.m, self.n), numpy.int32 if self.dtype == "i8" else numpy.float32)

    def compute_reference(self, inputs):
        a, b = (
            numpy.ascontiguousarray(from_bf16(x) if self.dtype == "bf16" else x, numpy.float64)
            for x in inputs
        )
        c = numpy.empty((self.m, self.n))
        peers.OpenBLAS().bind_gemm(a, b, c)()
        return c

    def arguments(self, inputs, output):
        """(array, dtype) of each argument of the kernel."""
        return [(inputs[0], self.dtype), (inputs[1], self.dtype), (output, self.accumulator)]

    def allowed_mib(self):
        """Inputs, outputs, operands packed as f32 (padded to blocks of 64), 64 MiB."""
        size = {"i8": 1, "f16": 2, "bf16": 2, "f32": 4}[self.dtype]
        m, n, k = (-(-x // 64) * 64 for x in (self.m, self.n, self.k))
        elements = self.m * self.k + self.k * self.n
        bytes_ = elements * size + self.m * self.n * 4 + (m * k + k * n) * 4
        return bytes_ / 2**20 + 64


@dataclasses.dataclass(frozen=True)
class RowKernel:
    """A kernel that maps each row of a matrix to a row of the same length."""

    kernel: str
    rows: int
    columns: int
    bar: float
    peer: str = "memcpy"
    peer_work: object = None
    threads: tuple = (1, 2)

    @property
    def name(self):
        return f"{self.kernel} f32 {self.rows}x{self.columns}"

    @property
    def entry(self):
        return self.kernel

    @property
    def source(self):
        return f"{self.kernel}.mlir"

    def make_inputs(self, random):
        x = random.uniform(-4, 4, (self.rows, self.columns)).astype(numpy.float32)
        if self.kernel == "softmax":
            return [x]
        return [x, random.uniform(0.5, 1.5, self.columns).astype(numpy.float32)]

    def make_output(self):
        return numpy.zeros((self.rows, self.columns), numpy.float32)

    def compute_reference(self, inputs):
        x = inputs[0].astype(numpy.float64)
        if self.kernel == "softmax":
            exponentials = numpy.exp(x - x.max(axis=1, keepdims=True))
            return exponentials / exponentials.sum(axis=1, keepdims=True)
        mean_square = (x * x).mean(axis=1, keepdims=True)
        return x / numpy.sqrt(mean_square + 1e-5) * inputs[1]

    def arguments(self, inputs, output):
        return [(x, "f32") for x in inputs] + [(output, "f32")]


def list_works():
    works = []
    for m, n, k, bar in [(512, 512, 512, 0.92), (1024, 1024, 1024, 0.92),
                         (2048, 2048, 2048, 0.92), (1000, 1013, 997, 0.88)]:
        works.append(Gemm("f32", m, n, k, bar))
    square = works[1]
    for dtype, bar in [("f16", 0.85), ("bf16", 0.85), ("i8", 0.9)]:
        works.append(Gemm(dtype, square.m, square.n, square.k, bar, "tile", square))
    # The bars of the memory-bound kernels are those of two threads.
    works.append(RowKernel("rmsnorm", 4096, 4096, 1.0, threads=(2,)))
    works.append(RowKernel("softmax", 4096, 4096, 0.75, threads=(2,)))
    return works


WORKS = list_works()


def make_inputs(work):
    return work.make_inputs(numpy.random.default_rng(1))


def compute_reference(work, inputs):
    return work.compute_reference(inputs)
