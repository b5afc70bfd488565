#!/usr/bin/env python3
"""Shaders by a second compiler, Mesa's for AMD on null hardware: registers, spills and code sizes as a table for each generation.

usage: second_compiler.py [--all] [--families polaris10,navi21] MOTE COMPILER [PROGRAM…]      environment: MOTE_SHARED

Without PROGRAM those of this repository, and the models of the folder `shared` where it is there. COMPILER is second_compiler.cpp. Exit 1
when a pipeline cannot be made, its numbers do not come, or vector registers go to memory; 77, with a line that says so, without the driver.
Forms of kernels that only a processor takes are left out.
"""
import argparse
import collections
import json
import os
import pathlib
import platform
import re
import struct
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("MOTE_SHARED", SOURCE / ".." / "shared"))
# All forms that a file may have, those that it has only when told too.
FORMS = ["--allow-fp16", "--vulkan-tiers", "16-bit,8-bit,rows,processors,dots,subgroups"]
# As RADV_FORCE_FAMILY calls them: GCN with 64 invocations a wave, RDNA 2, RDNA 3.
FAMILIES = "polaris10,navi21,gfx1100"
# Columns: the driver's name, ours, and how shaders become one number of a program.
COLUMNS = [("VGPRs", "VGPRs", max), ("SGPRs", "SGPRs", max), ("Spilled VGPRs", "VGPR spills", sum), ("Spilled SGPRs", "SGPR spills", sum),
           ("Scratch size", "scratch B", max), ("LDS size", "LDS B", max), ("Code size", "code B", max),
           ("Subgroups per SIMD", "waves", min)]


def driver():
    """The loader's description of the driver, or None."""
    for folder in ("/usr/local/share", "/etc", "/usr/share"):
        for name in (f"radeon_icd.{platform.machine()}.json", "radeon_icd.json"):
            path = pathlib.Path(folder, "vulkan/icd.d", name)
            if path.exists():
                return path
    return None


def write_tiled(path):
    """A convolution by tiles, whose transforms have some forty values at a time."""
    weights = struct.pack("<36864f", *(i % 7 - 3 for i in range(36864))).hex()
    x, w = "tensor<1x56x56x64xf32>", "tensor<3x3x64x64xf32>"
    path.write_text(f"""func.func @main(%x: {x}) -> {x} {{
  %w = stablehlo.constant dense<"0x{weights}"> : {w}
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{pad = [[1, 1], [1, 1]]}}
      {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({x}, {w}) -> {x}
  return %y : {x}
}}""")
    return path


def programs(work):
    patterns = ["demo/*/*.mlir", "demo/*/*.tflite", "tests/vulkan/programs/*", "tests/backend/cases/*.mlir", "tests/backend/cases/*.hlo"]
    found = [write_tiled(work / "tiled.mlir")]
    found += [path for pattern in patterns for path in sorted(SOURCE.glob(pattern))]
    found += [next(path for path in (folder / "model.mlir", folder / "model.tflite") if path.exists())
              for folder in sorted(SHARED.glob("models/*")) if (folder / "info.json").exists()]
    return found


def label(path):
    for root in (SOURCE, SHARED.resolve()):
        if path.resolve().is_relative_to(root):
            return str(path.resolve().relative_to(root))
    return path.name


def compile_all(mote, paths, work):
    """Compiled files, and by each the label of its source: of a file of several modules there is one a module."""
    made, refused = {}, 0
    for path in paths:
        parts, calls = [path], []
        if path.suffix == ".mlir":
            text = path.read_text()
            calls = sorted(set(re.findall(r"@(check\.\w+|same)\b", text)))  # a function of the application compares, and never runs
            modules = re.split(r"^// -----.*$", text, flags=re.M)
            if len(modules) > 1:
                parts = [work / f"{len(made)}_{number}.mlir" for number in range(len(modules))]
                for part, module in zip(parts, modules):
                    part.write_text(module)
        for part in parts:
            out = work / f"{len(made)}.mote"
            command = [mote, "compile", "-q", part, "--target", "vulkan", *FORMS, "-o", out]
            for call in calls:
                command += ["--custom-call", call]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode == 4 and path.parent.name == "cases":
                refused += 1  # it runs several members, or checks what a call does not take
            elif done.returncode:
                sys.exit(f"FAILED: {label(path)} is not compiled: {done.stderr.strip()}")
            else:
                made[str(out)] = label(path)
    return made, refused


def row(name, count, numbers):
    print(f"{name:58} {count:>9} " + " ".join(f"{number:>{max(len(title), 6)}}" for number, (_, title, _) in zip(numbers, COLUMNS)))


def shader_of(line):
    return f"loop at word {line['loop']}" if "loop" in line else f"kernel{line['kernel']}-{line['form']}"


def report(family, lines, of, every):
    """Prints the table of a family; what is wrong in it."""
    by_program, wrong = collections.defaultdict(list), []
    for line in lines:
        name = of[line["program"]]
        if any(key not in line for key, _, _ in COLUMNS):
            wrong.append(f"{family}: {name}: {shader_of(line)} has no pipeline, or the driver says nothing of it")
            continue
        by_program[name].append(line)
        if line["Spilled VGPRs"] or line["Scratch size"]:
            wrong.append(f"{family}: {name}: {shader_of(line)} spills {line['Spilled VGPRs']} vector registers, scratch memory "
                         f"{line['Scratch size']} B; its text: mote inspect {name} --target vulkan --glsl FOLDER")
    print(f"\n{family}")
    row("program", "pipelines", [title for _, title, _ in COLUMNS])
    for name, shaders in by_program.items():
        for line in shaders if every else []:
            row(f"  {shader_of(line)}", "", [line[key] for key, _, _ in COLUMNS])
        row(name, len(shaders), [merge(line[key] for line in shaders) for key, _, merge in COLUMNS])
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--all", action="store_true", help="a line for each pipeline, too")
    parser.add_argument("--families", default=FAMILIES)
    parser.add_argument("mote")
    parser.add_argument("compiler")
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    found = driver()
    if not found:
        print("skipped: Mesa's Vulkan driver for AMD is not installed (mesa-vulkan-drivers)")
        sys.exit(77)
    wrong = []
    with tempfile.TemporaryDirectory() as work:
        of, refused = compile_all(args.mote, args.programs or programs(pathlib.Path(work)), pathlib.Path(work))
        print(f"{len(of)} programs, {refused} more that Vulkan does not take")
        for family in args.families.split(","):
            environment = dict(os.environ, VK_DRIVER_FILES=str(found), VK_ICD_FILENAMES=str(found), RADV_FORCE_FAMILY=family)
            done = subprocess.run([args.compiler, *of], capture_output=True, text=True, env=environment, timeout=600)
            lines = [json.loads(line) for line in done.stdout.splitlines()]
            if done.returncode or not lines:
                at = of.get(lines[-1]["program"]) if lines else "the first program"
                wrong.append(f"{family}: COMPILER ends with {done.returncode}, in or behind {at}: {done.stderr.strip()}")
            else:
                wrong += report(family, lines, of, args.all)
    if wrong:
        sys.exit("FAILED: " + "\n        ".join(wrong))


if __name__ == "__main__":
    main()
