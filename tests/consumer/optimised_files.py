#!/usr/bin/env python3
# Every .cpp file of FOLDER, of its chunks, its fft, its winograd, its linear_algebra and one more folder in it (the architecture's), must stand in
# compile_commands.json with -O2 or -O3 as its last -O; those that only choose an instance or check fields, once a program, or prepare a routine's
# calls, or whose loop is as quick so, with -Os.
# usage: optimised_files.py COMPILE_COMMANDS FOLDER
import json
import pathlib
import shlex
import sys

folder = pathlib.Path(sys.argv[2]).resolve()
levels = {}
for entry in json.load(open(sys.argv[1])):
    file = pathlib.Path(entry["directory"], entry["file"]).resolve()
    if folder in file.parents:
        flags = [word for word in shlex.split(entry["command"]) if word.startswith("-O")]
        levels[file] = flags[-1] if flags else "no -O"
CALLERS = {"f32_dot_blocks.cpp", "f32_convolution_widening.cpp", "chunks/line_scan.cpp", "chunks/transposition.cpp", "fft/fft_call.cpp"}
bad = 0


def has_no_inner_loop(file):
    return file.name.endswith("_instances.cpp") or file.name == "fixed_needs.cpp" or file.relative_to(folder).as_posix() in CALLERS


folders = {file.parent for file in levels}
for file in sorted(file for file in folder.rglob("*.cpp") if file.parent in folders):
    if levels.get(file) not in (("-Os",) if has_no_inner_loop(file) else ("-O2", "-O3")):
        print(f"{file.relative_to(folder)}: {levels.get(file, 'not compiled')}")
        bad += 1
print(f"{len(levels)} files of runtime/cpu with {' and '.join(sorted(set(levels.values())))}")
sys.exit(1 if bad or not {folder, folder / "chunks", folder / "fft", folder / "winograd", folder / "linear_algebra"} <= folders or len(folders) != 6 else 0)
