# The table of cases in docs/Testing.md names for each test the cases that it has,
# and no case both as tested and as waiting.
#
# RUN: %python %s %source_dir
import os
import re
import sys

ROOT = sys.argv[1]
CASE = re.compile(r"TL-\d+")


def cases_of_tests():
    """The cases that the comments of each test name."""
    found = {}
    folder = os.path.join(ROOT, "test", "Cases")
    for name in os.listdir(folder):
        if not name.endswith((".mlir", ".test")):
            continue
        with open(os.path.join(folder, name)) as file:
            cases = set(CASE.findall(file.read()))
        if cases:
            found[name] = cases
    return found


def rows(heading):
    """The rows of the first table below the heading: first cell, cases."""
    with open(os.path.join(ROOT, "docs", "Testing.md")) as file:
        section = file.read().split(heading, 1)[1]
    table = re.search(r"\|.*?\n\n", section + "\n\n", re.S).group(0)
    cells = [line.split("|")[1:3] for line in table.strip().splitlines()[2:]]
    return [(first.strip().strip("`"), CASE.findall(cases)) for first, cases in cells]


def check_once(listed):
    seen = set()
    for name, cases in listed:
        for case in cases:
            assert case not in seen, f"{case} is twice in the table, again at {name}"
            seen.add(case)
    return seen


tested = rows("### Cases that are tested")
waiting = rows("### Cases that wait")
found = cases_of_tests()
assert {name for name, _ in tested} == set(found), (tested, sorted(found))
for name, cases in tested:
    difference = set(cases) ^ found[name]
    assert not difference, f"{name}: table and test differ in {sorted(difference)}"
both = set().union(*found.values()) & check_once(waiting)
assert not both, f"tested and waiting: {sorted(both)}"
