#!/usr/bin/env python3
"""The bytes of SPIR-V that a program has for a device without optional features, which is no processor: a shader of each kernel, equal ones
once, as the file has them.

usage: spirv_floor.py --mote MOTE MODEL LIMIT

MODEL is one of the folder `shared` beside the clone (or MOTE_SHARED); without it: 77, and a line that says so. Exit 1 where there are more
than LIMIT bytes, or a kernel has no such shader.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    if len(sys.argv) != 5 or sys.argv[1] != "--mote":
        sys.exit(__doc__)
    mote, limit = sys.argv[2], int(sys.argv[4])
    shared = pathlib.Path(os.environ.get("MOTE_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared"))
    source = shared / "models" / sys.argv[3] / "model.mlir"
    if not source.exists():
        print(f"skipped: no model {sys.argv[3]} in the folder shared")
        return 77
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        command = [mote, "inspect", source, "--target", "vulkan", "--spirv", work]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        kernel, served, shaders = -1, set(), set()
        for line in lines:
            if line.startswith("  kernel "):
                kernel += 1
            elif shader := re.match(r"    shader (\d+): SPIR-V \d+ B, .*needs nothing$", line):
                served.add(kernel)
                shaders.add((work / f"kernel{kernel}-{shader[1]}.spv").read_bytes())
    size = sum(map(len, shaders))
    print(f"{size} bytes of SPIR-V in {len(shaders)} shaders, of {kernel + 1} kernels, need no feature ({limit} allowed)")
    return int(size > limit or kernel < 0 or len(served) <= kernel)


if __name__ == "__main__":
    sys.exit(main())
