# RUN: %python %s %source_dir/README.md %t
#
# The kernel that the README shows compiles to the instructions that it shows, and
# the command that it gives succeeds.

import re
import shlex
import subprocess
import sys

README, TEMPORARY = sys.argv[1:3]


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE,
                          encoding="utf-8").stdout


def find_blocks(text, language):
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


with open(README, encoding="utf-8") as file:
    readme = file.read()
kernel = f"{TEMPORARY}.mlir"
with open(kernel, "w", encoding="utf-8") as file:
    file.write(find_blocks(readme, "mlir")[0])

shown = [line.split()[0] for line in find_blocks(readme, "asm")[0].splitlines()]
assert len(shown) > 3, shown
code = run("tilec", kernel, "--target=x86-64-v3", "--emit=asm", "-o", "-")
mnemonics = [line.split()[0] for line in code.splitlines() if line.split()]
assert any(mnemonics[at:at + len(shown)] == shown
           for at in range(len(mnemonics))), code

commands = [line for block in find_blocks(readme, "sh")
            for line in block.splitlines() if line.startswith("tile-run ")]
assert commands, "the README runs nothing"
for command in commands:
    output = run(*shlex.split(command.replace("axpy.mlir", kernel)))
    assert output.startswith("check: ok"), output
