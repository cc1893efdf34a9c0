"""Finds examples in descriptions that no test parses.

usage: check_examples.py TD_FOLDER TEST_FOLDER

Examples are blocks of ```mlir, and what stands in backquotes after "Example:". Each
line must be a line of a .mlir file below TEST_FOLDER (not of a test of refusals), up
to indentation, and an example in backquotes a part of one; three dots stand for
anything.
"""

import os
import re
import sys

BLOCK = re.compile(r"```mlir\n(.*?)```", re.DOTALL)
INLINE = re.compile(r"Example:\s*`([^`]+)`")


def files(folder, suffix):
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(suffix) and "invalid" not in name:
                yield os.path.join(path, name)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def code_lines(text):
    """The lines of a program, without indentation and comments."""
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("//")]


def block_complaints(example, tested):
    for line in code_lines(example):
        # A type in a list is followed by a comma, or by the end of the list.
        if not {line, line + ",", line + ")"} & tested:
            yield line


def inline_complaints(example, tested):
    parts = [re.escape(part.strip()) for part in example.split("...")]
    pattern = re.compile(".*".join(parts), re.DOTALL)
    if not pattern.search("\n".join(tested)):
        yield example


def main(td_folder, test_folder):
    tested = [line for path in files(test_folder, ".mlir") for line in code_lines(read(path))]
    count, missing = 0, []
    for path in files(td_folder, ".td"):
        text = read(path)
        for pattern, complaints, lines in [
            (BLOCK, block_complaints, set(tested)),
            (INLINE, inline_complaints, tested),
        ]:
            for match in pattern.finditer(text):
                count += 1
                number = text[: match.start()].count("\n") + 1
                for line in complaints(match.group(1), lines):
                    missing.append(f"{path}:{number}: expected a test with the example, got none: {line}")
    print("\n".join(missing))
    print(f"checked {count} examples")
    return 1 if missing or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
