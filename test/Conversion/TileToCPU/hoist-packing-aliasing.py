# REQUIRES: numpy
# RUN: %python %s %source_dir/benchmarks %tile_lib_dir %t
#
# The kernel writes a tensor D that may be memory of A before it reads A. Packing
# A before the launch is right only if the two are apart, which is known when the
# kernel runs: it then takes the other branch.

import os
import sys

import numpy

BENCHMARKS, LIBRARY, FOLDER = sys.argv[1:4]
sys.path.insert(0, BENCHMARKS)
from tile_library import Library, tensor_arg  # noqa: E402

KERNEL = """
!tA = !tile.buffer<16x8xf32, shared>
!tB = !tile.buffer<8x16xf32, shared>
!tC = !tile.buffer<16x16xf32, fragment>
!wA = !tile.buffer<16x8xf32, global>
!wB = !tile.buffer<8x16xf32, global>
!wC = !tile.buffer<16x16xf32, global>
func.func @fill_then_multiply(
    %A: memref<?x?xf32> {tile.may_alias}, %B: memref<?x?xf32>,
    %C: memref<?x?xf32>, %D: memref<?x?xf32> {tile.may_alias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  tile.launch blocks(%bx) in (%c1) threads(32) {
    %a = tile.alloc : !tA
    %b = tile.alloc : !tB
    %c = tile.alloc : !tC
    %wd = tile.slice %D[0 : 16, 0 : 16] : memref<?x?xf32> -> !wC
    tile.fill %one into %wd : f32 into !wC
    tile.fill %zero into %c : f32 into !tC
    scf.for %k = %c0 to %K step %c8 {
      %wa = tile.slice %A[0 : 16, %k : 8] : memref<?x?xf32> -> !wA
      %wb = tile.slice %B[%k : 8, 0 : 16] : memref<?x?xf32> -> !wB
      tile.copy %wa into %a : !wA into !tA
      tile.copy %wb into %b : !wB into !tB
      tile.gemm %a, %b into %c : !tA, !tB into !tC
    }
    %wc = tile.slice %C[0 : 16, 0 : 16] : memref<?x?xf32> -> !wC
    tile.copy %c into %wc : !tC into !wC
  }
  return
}
"""


def main():
    os.makedirs(FOLDER, exist_ok=True)
    source = os.path.join(FOLDER, "aliasing.mlir")
    with open(source, "w", encoding="ascii") as file:
        file.write(KERNEL)
    tile = Library(os.path.join(LIBRARY, "libTile.so"))
    kernels = tile.load(source)
    memory = numpy.zeros(1024, numpy.float32)
    b = numpy.arange(256, dtype=numpy.float32).reshape(16, 16) % 7
    start = 2 + numpy.arange(256, dtype=numpy.float32) % 5

    def multiply(offset):
        """The product where D begins `offset` elements behind A."""
        memory[:] = 0
        a, d = memory[256:512].reshape(16, 16), memory[256 + offset:512 + offset].reshape(16, 16)
        a[:] = start.reshape(16, 16)
        c = numpy.zeros((16, 16), numpy.float32)
        arguments = [tensor_arg(x, "f32") for x in (a, b, c, d)]
        tile.bind(kernels, "fill_then_multiply", arguments)()
        # `a` is what the product read: the fill comes before it.
        expected = a @ b
        assert numpy.array_equal(c, expected), (offset, c, expected)
        return bool((a == 1).any())

    # Apart, just apart on either side, the same, and overlapping by one element.
    assert not any(multiply(offset) for offset in [300, 256, -256])
    assert all(multiply(offset) for offset in [0, 255, -255, 17])


main()
