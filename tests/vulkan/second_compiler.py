#!/usr/bin/env python3
"""All shaders of programs by a second compiler, Mesa's for AMD GPUs on null hardware, as the runtime makes pipelines of them: a table of
registers, spills and code for each family of GPUs.

usage: second_compiler.py --mote MOTE --library FOLDER [--family NAME…] [--shaders] [--models] PROGRAM…

FOLDER holds libvulkan.so.1 of statistics.cpp; a program is a .mote file, or a source that is compiled for Vulkan. --models adds those of
the folder `shared` beside the clone (or MOTE_SHARED), but for several members' ones. Exit 1 where a program has no pipelines, or a pipeline
takes more vector registers than there are (it spills, or has scratch memory); 77, with a line that says so, without the driver. --shaders
adds a line for each pipeline.
"""
import argparse
import glob
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

COLUMNS = {"VGPRs": max, "SGPRs": max, "Spilled VGPRs": sum, "Spilled SGPRs": sum, "Scratch size": sum, "LDS size": max, "Code size": max,
           "Subgroups per SIMD": min}
NO_MORE = "Spilled VGPRs", "Scratch size"


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


def found(pattern):
    folders = "/usr/share", "/usr/local/share", "/etc"
    return next((name for folder in folders for name in glob.glob(f"{folder}/vulkan/icd.d/{pattern}")), None)


def loader():
    listing = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=False).stdout.splitlines()
    return next((line.split()[-1] for line in listing if "libvulkan.so.1 " in line), None)


def pipelines(args, family, driver, program, work):
    """A row of statistics for each pipeline that the runtime made for `program`."""
    rows = work / "rows"
    rows.unlink(missing_ok=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": args.library, "MOTE_SHIM_LIBRARY": loader(), "MOTE_STATISTICS": str(rows),
                   "VK_ICD_FILENAMES": driver, "VK_DRIVER_FILES": driver, "RADV_FORCE_FAMILY": family, "MESA_SHADER_CACHE_DISABLE": "true"}
    # What is computed, or that loops do not end, means nothing there: pipelines are made before.
    subprocess.run([args.mote, "bench", program, "--trust", "--backend", "vulkan", "--repeat", "1"], env=environment, capture_output=True,
                   timeout=300, check=False)
    return [json.loads(line) for line in rows.read_text().splitlines()] if rows.exists() else []


def table(lines):
    widths = [max(len(str(line[i])) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        print("  ".join(str(cell).ljust(width) if i == 0 else str(cell).rjust(width) for i, (cell, width) in enumerate(zip(line, widths))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mote", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--family", nargs="+", default=["polaris10", "navi21"])
    parser.add_argument("--shaders", action="store_true")
    parser.add_argument("--models", action="store_true")
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    driver = found("radeon_icd*.json")
    if driver is None or loader() is None:
        print("skipped: no Vulkan loader, or no driver for AMD GPUs (mesa-vulkan-drivers)")
        return 77
    bad = []
    with tempfile.TemporaryDirectory() as name:
        work, programs = pathlib.Path(name), []
        shared = pathlib.Path(os.environ.get("MOTE_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared"))
        models = sorted(model for kind in ("mlir", "tflite") for model in shared.glob(f"models/*/model.{kind}")) if args.models else []
        if args.models and not models:
            print("left out: the models of the folder shared, which is not here")
        models = [model for model in models if not (model.parent / "replica0").exists()]
        for source in [write_tiled(work / "tiled.mlir"), *args.programs, *models]:
            label = source.parent.name if source.stem == "model" else source.stem
            program = source if source.suffix == ".mote" else work / f"{label}.mote"
            if program != source:
                subprocess.run([args.mote, "compile", source, "--target", "vulkan", "-o", program], check=True, capture_output=True)
            programs.append((label, program))
        for family in args.family:
            lines = [(family, "pipelines", *(f"{'least' if how is min else 'most' if how is max else 'sum of'} {column}"
                                             for column, how in COLUMNS.items()))]
            for label, program in programs:
                rows = pipelines(args, family, driver, program, work)
                if not rows or any("refused" in row or not row for row in rows):
                    bad.append(f"{family}: {label}: {'a pipeline is refused, or nothing said of it' if rows else 'no pipelines'}")
                    continue
                lines.append((label, len(rows), *(how(row[column] for row in rows) for column, how in COLUMNS.items())))
                if args.shaders:
                    lines += [(f"  {i}", "", *(row[column] for column in COLUMNS)) for i, row in enumerate(rows)]
                bad += [f"{family}: {label}: pipeline {i} has {row[column]} of {column}" for i, row in enumerate(rows) for column in NO_MORE
                        if row[column] != 0]
            table(lines)
            print()
    for line in bad:
        print(f"FAILED: {line}")
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
