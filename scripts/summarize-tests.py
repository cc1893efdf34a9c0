#!/usr/bin/env python3
"""Counts the results that lit wrote as JSON.

usage: summarize-tests.py RESULTS.json LOG

Prints the tests that could not run here, the slowest and the failed ones, and as
the last line "N passed, N failed". The exit status is 1 when a test failed, when
none ran, or when lit could not read a test (which it reports only in its log).
"""

import json
import re
import sys

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def print_names(title, tests):
    if tests:
        print(f"{title}:")
        for test in sorted(tests, key=lambda test: test["name"]):
            print(f"  {test['code']}: {test['name']}")


def main(results_path, log_path):
    try:
        with open(results_path, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"error: expected the results of lit, got {error}")
        return 1
    with open(log_path, encoding="utf-8", errors="replace") as file:
        complaints = re.findall(r"^lit: .*(?:warning|error|fatal):.*$", file.read(), re.M)

    passed = [test for test in tests if test["code"] in PASSED]
    skipped = [test for test in tests if test["code"] in SKIPPED]
    failed = [test for test in tests if test["code"] not in PASSED | SKIPPED]
    slowest = sorted(tests, key=lambda test: -(test["elapsed"] or 0))[:5]
    print("slowest tests:")
    for test in slowest:
        print(f"  {test['elapsed'] or 0:6.1f} s  {test['name']}")
    print_names("not run, because this machine lacks a feature that they require", skipped)
    print_names("failed", failed)
    for complaint in complaints:
        print(f"failed: {complaint}")
    if not tests:
        print("failed: expected tests, got none")
    failures = len(failed) + len(complaints) + (not tests)
    print(f"{len(passed)} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
