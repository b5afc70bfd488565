#!/usr/bin/env python3
"""Prints docs/STATUS.md: what works where, operation by operation, with the number of vectors behind each cell.

usage: status.py [--check FILE] RESULT.json…       environment: MOTE_SOURCE, MOTE_SHARED
Reads the op table and the results of `mote check --json` that run_check.sh leaves in the build folder. A vector is a file that uses the operation
and passed. With --check, fails when FILE differs from what would be printed.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import sys

SOURCE = pathlib.Path(os.environ.get("MOTE_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
ROW = re.compile(r'^MOTE_OP\((\w+),\s*\w+,\s*"([^"]*)",\s*"([^"]*)",\s*"([^"]*)"', re.M)
MLIR_NAME = re.compile(r'"?\b((?:stablehlo|chlo|check|interpreter|mote)\.[a-z_0-9-]+|func\.call|call)\b')
HLO_NAME = re.compile(r"=\s*(?:\([^=]*\)|\S+)\s+([a-z][a-z0-9-]*)\(")


def operations_of(path):
    text = path.read_text(errors="replace")
    return {("hlo", n) for n in HLO_NAME.findall(text)} if path.suffix == ".hlo" else {("mlir", n) for n in MLIR_NAME.findall(text)}


def is_current(result):
    """Whether the suite's files are still where they were: results outlive a folder `shared` that is taken away."""
    return result.exists() and all(pathlib.Path(entry["file"]).exists() for entry in json.loads(result.read_text())["files"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", type=pathlib.Path)
    parser.add_argument("results", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.results = [path for path in arguments.results if is_current(path)]
    # What no text has is made for a target.
    table = [row for row in ROW.findall((SOURCE / "host_tools/hlo/ops.def").read_text()) if row[1] or row[2]]
    builder = SOURCE / "host_tools/hlo/builder.h"
    methods = set(re.findall(r"\b([A-Z]\w+)\(", builder.read_text())) if builder.exists() else set()
    row_of = {}
    for identifier, mlir, hlo, _ in table:
        if mlir:
            row_of["mlir", mlir] = identifier
        if mlir == "func.call":
            row_of["mlir", "call"] = identifier
        if hlo:
            row_of.setdefault(("hlo", hlo), identifier)
    counts = collections.defaultdict(collections.Counter)
    seen = {}
    for result in sorted(arguments.results):
        backend = result.stem.rsplit("-", 1)[-1]
        for entry in json.loads(result.read_text())["files"]:
            path = pathlib.Path(entry["file"])
            key = (path.suffix, entry["file"].split("/shared/", 1)[-1], backend)
            if entry["outcome"] != "pass" or key in seen:
                continue
            seen[key] = True
            for name in operations_of(path):
                identifier = row_of.get(name)
                if identifier:
                    counts[identifier][backend] += 1
                    if backend == "evaluate":
                        counts[identifier]["hlo" if path.suffix == ".hlo" else "mlir"] += 1
    lines = [
        "# What works where",
        "",
        "Printed by `tests/conformance/status.py` from the op table and the results of the conformance suites; a test fails when it drifts.",
        "A number counts the files that use the operation and pass there; · means no vector passes there (yet), – that there is no such form.",
        "",
        "| Operation | Builder | StableHLO text | HLO text | Evaluate | CPU | Vulkan |",
        "|---|---|---|---|---|---|---|",
    ]
    cell = lambda number, exists=True: (str(number) if number else "·") if exists else "–"
    for identifier, mlir, hlo, method in table:
        if mlir.startswith(("check.", "interpreter.")):
            continue
        c = counts[identifier]
        lines.append(f"| {identifier} | {'yes' if set(method.split()) & methods else '·' if method else '–'} | {cell(c['mlir'], mlir)} | {cell(c['hlo'], hlo)} | "
                     f"{cell(c['evaluate'])} | {cell(c['cpu'])} | {cell(c['vulkan'])} |")
    text = "\n".join(lines) + "\n"
    if arguments.check is None:
        sys.stdout.write(text)
        return 0
    if len(arguments.results) < 6:
        print("skipped: no results of the conformance suites")
        return 77
    if arguments.check.read_text() == text:
        return 0
    old = arguments.check.read_text().splitlines()
    for a, b in zip(old, text.splitlines()):
        if a != b:
            print("-", a, "\n+", b)
    print(f"{arguments.check} has drifted; print it anew with {pathlib.Path(__file__).name}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
