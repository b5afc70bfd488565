#!/usr/bin/env python3
"""One place a constant: `--explain`, `mote inspect` and the tables of the file (read by flatc's own code) show the same offsets for every target, and
`--flash` counts the bytes of the file. Runs over two small constants, the digits network and, where the folder shared is there, over all models.
MOTE names the tool, MOTE_SOURCE the sources, MOTE_SHARED the folder unless it lies beside them."""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

TARGETS = ["cortex-m4", "linux", "vulkan"]
CONSTANT = 0  # kMoteConstant of schema/step_layout.h
# Constants of 16 bytes, which cortex-m4 would place at multiples of 8 and linux at multiples of 64.
SMALL = """func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %b = stablehlo.constant dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>
  %0 = stablehlo.add %x, %a : tensor<4xf32>
  %1 = stablehlo.multiply %x, %b : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
"""


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def by_target(text, start, offset):
    """{target: offsets in order of size} of lines that `offset` matches, under lines that `start` matches."""
    found, target = {}, None
    for line in text.splitlines():
        if header := re.match(start, line):
            target = header[1]
            found[target] = []
        elif place := re.search(offset, line):
            found[target].append(int(place[1] or 0))
    return {target: sorted(offsets) for target, offsets in found.items()}


def of_file(path, schema):
    """({target: offsets of its constants}, bytes of constants) by the file's tables."""
    data = open(path, "rb").read()
    flat_offset, flat_bytes = struct.unpack_from("<II", data, 8)
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/flat.bin", "wb").write(data[flat_offset:flat_offset + flat_bytes])
        read = run("flatc", "--json", "--strict-json", "--defaults-json", "--raw-binary", "-o", folder, schema, "--", f"{folder}/flat.bin")
        if read.returncode != 0:
            raise SystemExit("flatc cannot read the file: " + read.stdout + read.stderr)
        variants = json.load(open(f"{folder}/flat.json"))["variants"]
    views = {v["target"]: (list(zip(*[iter(v["views"])] * 3)), v["unit_shift"]) for v in variants}
    offsets = {t: sorted({units << shift for place, units, _ in words if place & 0xff == CONSTANT}) for t, (words, shift) in views.items()}
    return offsets, variants[0]["constants_bytes"]


def check(mote, source, model, path):
    """What is wrong with the program, or None; None and no file where mote refuses it."""
    compiled = run(mote, "compile", model, "--target", ",".join(TARGETS), "--explain", "-o", path)
    if compiled.returncode == 4:
        return None
    if compiled.returncode != 0:
        return compiled.stderr
    explained = by_target(compiled.stdout, r"target (\S+)$", r"(?:reads|writes) constant\+(\d+) ")
    inspected = by_target(run(mote, "inspect", path).stdout, r"variant (\S+):", r"^ +constant(?:\+(\d+))? \(\d+ B\)")
    filed, constants = of_file(path, f"{source}/schema/program.fbs")
    for target in TARGETS:
        if explained.get(target) != inspected.get(target):
            return f"{target}: --explain has {explained.get(target)}, inspect has {inspected.get(target)}"
        if sorted(set(explained[target])) != filed[target]:
            return f"{target}: --explain has {sorted(set(explained[target]))}, the file has {filed[target]}"
    exact = run(mote, "compile", model, "--target", ",".join(TARGETS), "--reproducible", "-o", path)  # as a program for a budget is
    if exact.returncode != 0:
        return exact.stderr
    size, (_, constants) = os.path.getsize(path), of_file(path, f"{source}/schema/program.fbs")
    refused = run(mote, "compile", model, "--target", ",".join(TARGETS), "--flash", str(size - 1), "-o", path + ".less")
    if refused.returncode != 4 or f"takes {size} bytes ({constants} of constants, {size - constants} of" not in refused.stderr:
        return f"--flash {size - 1} does not say {size} bytes, {constants} of them constants: {refused.stderr}"
    return None


def main():
    mote, source = os.environ["MOTE"], os.environ["MOTE_SOURCE"]
    shared = os.environ.get("MOTE_SHARED", f"{source}/../shared")
    small = tempfile.NamedTemporaryFile("w", suffix=".mlir")
    small.write(SMALL)
    small.flush()
    models = [small.name, f"{source}/demo/digits/model.mlir"]
    if os.path.isdir(f"{shared}/models"):
        folders = sorted(os.listdir(f"{shared}/models"))
        models += [f"{shared}/models/{f}/model.mlir" for f in folders if os.path.isfile(f"{shared}/models/{f}/model.mlir")]
    else:
        print("the models of the folder shared are skipped: it is not there")
    checked, refused, wrong = 0, [], 0
    for model in models:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/model.mote"
            problem = check(mote, source, model, path)
            if problem:
                wrong += 1
                print(f"FAILED: {model}: {problem}")
            elif os.path.exists(path):
                checked += 1
            else:
                refused.append(os.path.basename(os.path.dirname(model)))
    print(f"one offset for every constant: {checked} programs on {', '.join(TARGETS)}; not supported: {', '.join(refused) or 'none'}")
    sys.exit(wrong != 0 or checked == 0)


main()
