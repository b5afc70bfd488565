#!/usr/bin/env python3
# What mote leaves in a project that takes it in: nothing but its targets. Looks at the cache, the tests, the install rules and the project's own
# compile commands. usage: leaks.py BUILD_DIR BUILD_TYPE
import json
import pathlib
import re
import subprocess
import sys

build, build_type = pathlib.Path(sys.argv[1]), sys.argv[2]
problems = []
cache = dict(re.findall(r"^([A-Za-z_][^:\n]*):[A-Z]+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M))
if cache.get("CMAKE_BUILD_TYPE", "") != build_type:
    problems.append(f"the build type became {cache['CMAKE_BUILD_TYPE']}")
for option in ("MOTE_HOST_TOOLS", "MOTE_TESTS", "MOTE_INSTALL"):
    if cache.get(option, "OFF") != "OFF":
        problems.append(f"{option} is {cache[option]}")
known = re.compile(r"(MOTE_|mote_|CMAKE_|_CMAKE_|FETCHCONTENT_|consumer_matrix_|(HOW|MODELS)$)")
problems += [f"the cache has {name}" for name in cache if not known.match(name)]
tests = subprocess.run(["ctest", "--test-dir", build, "-N"], capture_output=True, text=True).stdout
if "Total Tests: 0" not in tests:
    problems.append("the project has tests: " + tests)
prefix = build / "nothing"
subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, capture_output=True)
if prefix.exists():
    problems.append("mote is installed with the project")
for entry in json.loads((build / "compile_commands.json").read_text()):
    if entry["file"].endswith("main.cpp"):
        ours = ("-I", "-isystem", "-O", "-g", "-DNDEBUG", "-std=", "-o", "-c")
        flags = [word for word in entry["command"].split()[1:] if word.startswith("-") and not word.startswith(ours)]
        if flags:
            problems.append("the project's own file is compiled with " + " ".join(flags))
print("\n".join(problems), end="\n" if problems else "")
sys.exit(1 if problems else 0)
