# RUN: %python %s %S/../Inputs/kernels.mlir %t
#
# An output that cannot be written is one error and exit status 1. What was
# there before a failure stays, and nothing half-written is left.

import os
import shutil
import subprocess
import sys

KERNELS, FOLDER = sys.argv[1:3]
shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)


def compile(output, *options, source=KERNELS):
    done = subprocess.run(
        ["tilec", source, "--target=x86-64", "--emit=obj", "-o", output,
         *options], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stderr


def expect_error(text, *arguments, **keywords):
    code, errors = compile(*arguments, **keywords)
    assert code == 1, (arguments, code, errors)
    assert errors.count("error: ") == 1 and text in errors, (arguments, errors)


expect_error("is a directory", FOLDER)
expect_error("No such file", os.path.join(FOLDER, "none", "x.o"))
expect_error("No space left", "/dev/full")
expect_error("cannot write ''", "")
expect_error("No such file", os.path.join(FOLDER, "x.o"),
             "--header=" + os.path.join(FOLDER, "none", "x.h"))
# The library is not written without its header, nor the header without it.
os.makedirs(os.path.join(FOLDER, "folder.so"))
expect_error("is a directory", os.path.join(FOLDER, "folder.so"), "--emit=so")
shutil.rmtree(os.path.join(FOLDER, "folder.so"))
expect_error("expected different files", os.path.join(FOLDER, "x.h"), "--emit=so")
expect_error("expected an optimisation level", os.path.join(FOLDER, "x.o"), "-O9")
expect_error("expected one of", os.path.join(FOLDER, "x.o"), "--emit=cobol")
expect_error("pdp11", os.path.join(FOLDER, "x.o"), "--target=pdp11")
expect_error("expected a target of this machine's architecture",
             os.path.join(FOLDER, "x.so"), "--target=aarch64", "--emit=so")

# A failure leaves what was there.
old = os.path.join(FOLDER, "old.o")
with open(old, "w") as file:
    file.write("old")
broken = os.path.join(FOLDER, "broken.mlir")
with open(broken, "w") as file:
    file.write("func.func @f() { tile.nothing }")
expect_error("broken.mlir:1:", old, source=broken)
with open(old) as file:
    assert file.read() == "old"

# What has no kernel, or one that C cannot link.
for source, text in [("func.func private @f() { return }", "got none"),
                     ("func.func @f() -> i32 { %0 = arith.constant 1 : i32 return %0 : i32 }", "got none"),
                     ("func.func @memset() { return }", "broken.mlir:1:1: error: 'func.func' op expected a name that no"),
                     ("func.func @size_t() { return }", "broken.mlir:1:1: error: cannot make a C header"),
                     ("func.func @f(%x: si32) { return }", "broken.mlir:1:14: error: expected a strided memref"),
                     ("func.func @f(%x: memref<4xf32, 3>) { return }", "broken.mlir:1:14: error: expected a memref without")]:
    with open(broken, "w") as file:
        file.write(source)
    expect_error(text, os.path.join(FOLDER, "x.so"), "--emit=so", source=broken)

assert sorted(os.listdir(FOLDER)) == ["broken.mlir", "old.o"], os.listdir(FOLDER)
assert compile(old) == (0, "")
assert os.path.getsize(old) > 100

# Without a linker, a shared library is refused with what was looked for.
done = subprocess.run(
    [shutil.which("tilec"), KERNELS, "--emit=so", "-o", old + ".so"], text=True,
    env={"PATH": FOLDER}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
assert done.returncode == 1, done
assert "expected a linker on the search path" in done.stderr, done.stderr
assert not os.path.exists(old + ".so")
