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
