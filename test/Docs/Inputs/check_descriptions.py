"""Finds what the generated reference would say nothing about.

usage: check_descriptions.py INCLUDE_FOLDER LLVM_INCLUDE_FOLDER DOCS_FOLDER

Every dialect, op, attribute, type, interface and pass that a .td file of the
project defines must have a summary and a description, every option of a pass a
description, and every op and pass a heading in the generated pages.
"""

import json
import os
import subprocess
import sys

# The class, and the fields that must say something.
DOCUMENTED = {
    "Dialect": ["summary", "description"],
    "Op": ["summary", "description"],
    "AttrDef": ["summary", "description"],
    "TypeDef": ["summary", "description"],
    "Interface": ["description"],
    "PassBase": ["summary", "description"],
    "Option": ["description"],
    "ListOption": ["description"],
}


def td_files(folder):
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".td"):
                yield os.path.join(path, name)


def records(path, include_folders):
    command = ["llvm-tblgen", "--dump-json", path]
    command += [f"-I{folder}" for folder in include_folders]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def belongs_to_project(record, all_records):
    """Whether a record is not one that an upstream .td file brought along."""
    for field in ["opDialect", "dialect"]:
        dialect = record.get(field)
        if isinstance(dialect, dict):
            record = all_records[dialect["def"]]
    namespace = record.get("cppNamespace")
    return namespace is None or "tile" in namespace


def mnemonic(record, kind, all_records):
    """What the heading of an op or pass in the reference contains."""
    if kind == "Op":
        dialect = all_records[record["opDialect"]["def"]]["name"]
        return f"`{dialect}.{record['opName']}`"
    return f"`-{record['argument']}`"


def check_file(path, include_folders, pages):
    """Yields a complaint for each thing missing."""
    all_records = records(path, include_folders)
    for kind, fields in DOCUMENTED.items():
        for name in all_records["!instanceof"].get(kind, []):
            record = all_records[name]
            if not belongs_to_project(record, all_records):
                continue
            for field in fields:
                if not (record.get(field) or "").strip():
                    yield f"expected {name} to have a {field}, got an empty one"
            if kind in ("Op", "PassBase") and mnemonic(record, kind, all_records) not in pages:
                yield f"expected {mnemonic(record, kind, all_records)} in the reference, got no heading"


def read_pages(folder):
    text = ""
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".md"):
                with open(os.path.join(path, name), encoding="utf-8") as file:
                    text += file.read()
    return text


def main(include_folder, llvm_include_folder, docs_folder):
    pages = read_pages(docs_folder)
    files = list(td_files(os.path.join(include_folder, "Tile")))
    complaints = {
        complaint
        for path in files
        for complaint in check_file(path, [include_folder, llvm_include_folder], pages)
    }
    for complaint in sorted(complaints):
        print(complaint)
    print(f"checked {len(files)} files")
    return 1 if complaints or not files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
