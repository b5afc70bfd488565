#!/usr/bin/env python3
"""Bytes of code and constants of the runtime's archives, by instruction set, beside what was asked and what must hold.

usage: runtime_size.py --machine x86_64|aarch64 [--small] [--size PROGRAM] ARCHIVE…

A set is what files of its name compile to (fixed_avx2.cpp: avx2); base is all else of cpu/, vulkan its archive. Linked programs have less: only
what they call. Exit 1 when a set is larger than its limit, which is what was reached and not what was asked.
"""
import argparse
import subprocess
import sys

# Kilobytes (of 1024 B) by GCC at this project's Release flags: the limit of each set. Others of a machine have none.
LIMITS = {
    "x86_64": {"base": 510, "avx2": 251, "avx512": 201, "avxvnni": 50, "avx512vnni": 104, "total": 1115},
    "aarch64": {"total": 468},
}
# With MOTE_SMALL.
SMALL_LIMITS = {
    "x86_64": {"base": 160, "avx2": 29, "avxvnni": 25, "avx512vnni": 42, "vulkan": 60, "total": 255},
    "aarch64": {"base": 147, "neon": 11, "dotprod": 10, "i8mm": 7, "vulkan": 61, "total": 174},
}
ASKED = {"x86_64": 260, "aarch64": 180}  # of the CPU part, all sets
SETS = "avx512vnni avxvnni avx512 avx2 neon fp16 dotprod i8mm".split()


def set_of(archive, member):
    """The instruction set of an object file."""
    if "vulkan" in archive:
        return "vulkan"
    last = member.split(".")[0].rsplit("_", 1)[-1]
    return last if last in SETS else "base"


def sizes(program, archives):
    """By set, how many files and how many bytes of text and data."""
    of = {}
    for archive in archives:
        listing = subprocess.run([program, archive], capture_output=True, text=True, check=True).stdout
        for line in listing.splitlines()[1:]:
            text, data, _, _, _, member = line.split(None, 5)
            name = set_of(archive, member.split()[0])
            files, count = of.get(name, (0, 0))
            of[name] = (files + 1, count + int(text) + int(data))
    return of


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--machine", required=True, choices=sorted(LIMITS))
    parser.add_argument("--small", action="store_true", help="the archives were built with MOTE_SMALL")
    parser.add_argument("--size", default="size", help="binutils' or LLVM's size")
    parser.add_argument("archives", nargs="+")
    args = parser.parse_args()
    of = sizes(args.size, args.archives)
    cpu = [both for name, both in of.items() if name != "vulkan"]
    of["total"] = tuple(sum(column) for column in zip(*cpu))
    limits, large = (SMALL_LIMITS if args.small else LIMITS)[args.machine], []
    print(f"{'set':11} {'files':>5} {'KB':>8}  limit KB")
    for name, (files, count) in of.items():
        limit = limits.get(name)
        over = limit is not None and count > limit * 1024
        large += [name] if over else []
        print(f"{name:11} {files:5} {count / 1024:8.1f}  {limit if limit is not None else '-'}{'  larger than its limit' if over else ''}")
    asked, total = ASKED[args.machine], of["total"][1]
    reached = total <= asked * 1024
    print(f"asked of the CPU part: {asked} KB; {'reached' if reached else f'not reached, {total / 1024 / asked:.2f} times as much'}")
    if large:
        sys.exit(f"larger than their limits: {', '.join(large)}")


if __name__ == "__main__":
    main()
