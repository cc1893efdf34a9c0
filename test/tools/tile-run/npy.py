# RUN: %python %s %S/../Inputs/kernels.mlir %t
#
# .npy files go in and out, and files with the wrong dtype, rank, byte order,
# length or bytes are diagnostics with exit status 1.

import os
import struct
import subprocess
import sys

KERNELS, FOLDER = sys.argv[1:3]
os.makedirs(FOLDER, exist_ok=True)


def npy(name, descr, shape, data, version=b"\x01\x00", fortran=False):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"
    path = os.path.join(FOLDER, name)
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY" + version + struct.pack("<H", len(header)))
        file.write(header.encode() + data)
    return path


def run(*options):
    done = subprocess.run(["tile-run", KERNELS, *options], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stderr


def expect_error(path, text):
    output = os.path.join(FOLDER, "refused.npy")
    code, errors = run("--entry=scale", f"--arg={path}", "--arg=2",
                       "--arg=6:zeros", f"--out=2:{output}")
    assert code == 1, (path, code, errors)
    assert "error: " in errors and text in errors, (path, errors)
    assert not os.path.exists(output)


values = [1.5, -2.0, 3.25, 0.0, 1e30, 7.0]
good = struct.pack("<6f", *values)
source = npy("good.npy", "<f4", "(6,)", good)
output = os.path.join(FOLDER, "out.npy")
for engine in ["cpu", "interpreter"]:
    code, errors = run("--entry=scale", f"--on={engine}", f"--arg={source}",
                       "--arg=2", "--arg=6:zeros", f"--out=2:{output}")
    assert code == 0, errors
    with open(output, "rb") as file:
        content = file.read()
    assert b"'<f4'" in content and b"(6,)" in content, content
    doubled = struct.pack("<6f", *[2 * value for value in values])
    assert content.endswith(doubled), content
    os.remove(output)

# Big-endian numbers are read as what they mean.
swapped = npy("swapped.npy", ">f4", "(6,)", struct.pack(">6f", *values))
code, errors = run("--entry=scale", f"--arg={swapped}", "--arg=2",
                   "--arg=6:zeros", f"--out=2:{output}")
assert code == 0, errors
with open(output, "rb") as file:
    assert file.read().endswith(doubled)

expect_error(npy("f64.npy", "<f8", "(6,)", bytes(48)), "f32")
expect_error(npy("i32.npy", "<i4", "(6,)", bytes(24)), "f32")
expect_error(npy("rank.npy", "<f4", "(2, 3)", good), "expected rank 1")
expect_error(npy("short.npy", "<f4", "(6,)", good[:-1]), "short.npy")
expect_error(npy("long.npy", "<f4", "(6,)", good + b"x"), "long.npy")
expect_error(npy("extent.npy", "<f4", "(-6,)", good), "extent.npy")
expect_error(npy("huge.npy", "<f4", "(999999999999999999,)", good), "huge.npy")
expect_error(npy("dtype.npy", "<c8", "(6,)", bytes(48)), "dtype.npy")
expect_error(npy("version.npy", "<f4", "(6,)", good, b"\x09\x00"), "version.npy")
expect_error(os.path.join(FOLDER, "absent.npy"), "absent.npy")
empty = os.path.join(FOLDER, "empty.npy")
open(empty, "wb").close()
expect_error(empty, "empty.npy")
expect_error(FOLDER + "/.npy", ".npy")

# Outputs that cannot be written.
for target in ["/nonexistent/out.npy", FOLDER]:
    code, errors = run("--entry=scale", f"--arg={source}", "--arg=2",
                       "--arg=6:zeros", f"--out=2:{target}")
    assert code == 1 and "error: " in errors and target in errors, errors
