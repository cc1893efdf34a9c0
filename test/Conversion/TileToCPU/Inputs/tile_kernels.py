"""Kernels written by the tests of this folder, run on the CPU and compared with
the interpreter."""

import os
import struct
import subprocess
import sys

# The element types, their bits and the bits of one element in a .npy file.
FLOATS = {
    "f64": 64, "f32": 32, "tf32": 32, "f16": 16, "bf16": 16,
    "f8E4M3FN": 8, "f8E4M3FNUZ": 8, "f8E4M3B11FNUZ": 8, "f8E3M4": 8, "f8E4M3": 8,
    "f8E5M2": 8, "f8E5M2FNUZ": 8, "f8E8M0FNU": 8,
    "f6E2M3FN": 6, "f6E3M2FN": 6, "f4E2M1FN": 4,
}
INTEGERS = {"i64": 64, "i32": 32, "i16": 16, "i8": 8, "i4": 4, "i1": 1}
BITS = {**FLOATS, **INTEGERS}


def descr(dtype):
    """How a .npy file names the type."""
    if dtype in ("f64", "f32", "f16"):
        return f"<f{BITS[dtype] // 8}"
    if dtype == "tf32":
        return "<f4"
    if dtype == "bf16":
        return "<V2"
    if dtype in FLOATS:
        return "|V1"
    return {"i1": "|b1", "i4": "|i1", "i8": "|i1"}.get(dtype, f"<i{BITS[dtype] // 8}")


def every_code(dtype):
    """The bits of every value of a type of at most 8 bits."""
    return list(range(1 << BITS[dtype]))


def float_bits(dtype, value):
    """The bits of a value that the type (f64, f32, tf32, f16 or bf16) has."""
    if dtype == "f64":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    if dtype == "f16":
        return struct.unpack("<H", struct.pack("<e", value))[0]
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return bits >> 16 if dtype == "bf16" else bits & 0xFFFFE000 if dtype == "tf32" else bits


class Random:
    """SplitMix64: the same numbers on every host."""

    def __init__(self, seed):
        self.state = seed

    def bits(self, count):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return (z ^ (z >> 31)) >> (64 - count)

    def integer(self, low, high):
        return low + self.bits(48) % (high - low + 1)


class Folder:
    """Where the kernels, inputs and outputs of one test are."""

    def __init__(self, path, target=None):
        self.path, self.target = path, target
        self.count = 0
        os.makedirs(path, exist_ok=True)

    def array(self, dtype, shape, codes):
        """A .npy file of elements with these bits, row-major."""
        name = descr(dtype)
        size = int(name[2:])
        if dtype == "i4":  # a byte holds its value
            codes = [((code + 8) % 16) - 8 for code in codes]
        mask = 2 ** (8 * size) - 1
        data = b"".join((code & mask).to_bytes(size, "little") for code in codes)
        text = f"{{'descr': '{name}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
        text = text.ljust(-(len("\x93NUMPY") + 4) % 64 + 63 + 128)[:181] + "\n"
        self.count += 1
        path = os.path.join(self.path, f"{self.count}.npy")
        with open(path, "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)))
            file.write(text.encode() + data)
        return path

    def check(self, source, arguments, tolerance=0, entry="kernel"):
        """Runs a kernel on the CPU and compares it with the interpreter."""
        self.count += 1
        path = os.path.join(self.path, f"{self.count}.mlir")
        with open(path, "w") as file:
            file.write(source)
        command = ["tile-run", path, f"--entry={entry}", "--on=cpu", "--check", "--threads=2"]
        command += [f"--arg={argument}" for argument in arguments]
        if self.target:
            command.append(f"--target={self.target}")
        if tolerance is not None:
            command.append(f"--tolerance={tolerance}")
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode or "check: ok" not in done.stdout:
            self.failed = True
            print("FAILED:", *command, done.stdout, sep="\n  ", flush=True)

    failed = False

    def finish(self):
        sys.exit(1 if self.failed else 0)


def function(parameters, body, grid="%c1", setup="", blocks="%block", threads=32):
    """A kernel of one launch; `parameters` are pairs of name and type."""
    listed = ", ".join(f"%{name}: {kind}" for name, kind in parameters)
    constants = "\n".join(f"  %c{i} = arith.constant {i} : index" for i in range(9))
    return f"""func.func @kernel({listed}) {{
{constants}
  {setup}
  tile.launch blocks({blocks}) in ({grid}) threads({threads}) {{
{body}
  }}
  return
}}
"""
