# RUN: %python %s %examples
#
# Every example is at the stage that it should be at between the passes of the
# pipeline, for each kind of CPU.

import glob
import os
import subprocess
import sys

examples = sorted(glob.glob(os.path.join(sys.argv[1], "*.mlir")))
assert len(examples) > 5, examples
for number, example in enumerate(examples):
    target = ["x86-64", "x86-64-v3", "x86-64-v4", "aarch64"][number % 4]
    subprocess.run(["tilec", example, f"--target={target}", "--verify-stages",
                    "--emit=mlir-llvm", "-o", os.devnull], check=True)
