#!/usr/bin/env python3
"""How many instructions the runtime's inner loops take on AArch64 with NEON, exactly, under qemu-system-aarch64 -M virt.

usage: arm64_counts.py --mote MOTE --runtime libmote_runtime.a --source SOURCE_DIR --tables BUILD/runtime/include [--models FOLDER]

The archive is one of preset linux-aarch64. A line: the instructions of one run of a program, all of it from mote_run to its return, over
what the program computes. With the folder shared/models only this: those of four networks in f32 over those of the same in int8, by a core
with dot products. Exit 1 where a budget is passed. Instructions, not cycles: nothing is said about any core's time.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

ELEMENTS = 1 << 16
PREFIX = "aarch64-linux-gnu-"


def function(arguments, result, body):
    named = ", ".join(f"%{name}: tensor<{shape}>" for name, shape in arguments.items())
    lines = "".join(f"  {line}\n" for line in body)
    return f"func.func @main({named}) -> tensor<{result}> {{\n{lines}  return %r : tensor<{result}>\n}}\n"


def dot(m, k, n, bias=False):
    out = f"{m}x{n}xf32"
    body = [f"%{'s' if bias else 'r'} = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
            f"(tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>) -> tensor<{out}>"]
    arguments = {"a": f"{m}x{k}xf32", "b": f"{k}x{n}xf32"}
    if bias:
        arguments["c"] = f"{n}xf32"
        body += [f"%w = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<{n}xf32>) -> tensor<{out}>",
                 f"%r = stablehlo.add %w, %s : tensor<{out}>"]
    return function(arguments, out, body)


def elementwise(element="f32"):
    """Twenty operations with constants and with the argument, as bench/'s elementwise20."""
    t = f"tensor<{ELEMENTS}x{element}>"
    body, last, count = [], "x", 0
    for name, other in [("multiply", 1.5), ("add", 0.25), ("maximum", -4.0), ("minimum", 4.0), ("abs", None), ("subtract", 0.5),
                        ("multiply", "x"), ("add", "x"), ("negate", None), ("multiply", 0.75),
                        ("subtract", 0.125), ("maximum", "x"), ("minimum", 3.0),
                        ("multiply", 0.5), ("add", 1.0), ("subtract", "x"), ("multiply", 0.3), ("add", "x"), ("abs", None), ("add", 2.0)]:
        count += 1
        result = "r" if count == 20 else f"v{count}"
        operands = f"%{last}"
        if isinstance(other, float):
            body.append(f"%c{count} = stablehlo.constant dense<{other}> : {t}")
            operands += f", %c{count}"
        elif other:
            operands += f", %{other}"
        body.append(f"%{result} = stablehlo.{name} {operands} : {t}")
        last = result
    return function({"x": f"{ELEMENTS}x{element}"}, f"{ELEMENTS}x{element}", body)


def unary(name):
    t = f"tensor<{ELEMENTS}xf32>"
    return function({"x": f"{ELEMENTS}xf32"}, f"{ELEMENTS}xf32", [f"%r = stablehlo.{name} %x : {t}"])


def reduce(name, init, rows, columns, dimension=1):
    left = {0: f"{columns}x", 1: f"{rows}x"}[dimension] + "f32"
    return function({"x": f"{rows}x{columns}xf32"}, left,
                    [f"%i = stablehlo.constant dense<{init}> : tensor<f32>",
                     f"%r = stablehlo.reduce(%x init: %i) applies stablehlo.{name} across dimensions = [{dimension}] : "
                     f"(tensor<{rows}x{columns}xf32>, tensor<f32>) -> tensor<{left}>"])


DOT_PRODUCTS, HALVES = 1 << 20, 1 << 9 | 1 << 10  # of AT_HWCAP
# Name, program, what is counted, how many of it, budget (None: only told), and of a core with more than cortex-a72's what AT_HWCAP tells.
LINES = [
    ("dot 64x96x256 (m, k, n)", dot(64, 96, 256), "fmla", 64 * 96 * 256 // 4, 1.45),
    ("dot 64x96x256 (m, n, k)", dot(64, 256, 96), "fmla", 64 * 96 * 256 // 4, 1.45),
    ("the first with a bias", dot(64, 96, 256, True), "fmla", 64 * 96 * 256 // 4, 1.45),
    ("dot 1x256x256", dot(1, 256, 256), "fmla", 256 * 256 // 4, None),
    ("dot 63x96x255", dot(63, 96, 255), "fmla", 63 * 96 * 255 / 4, None),
    ("20 element-wise operations", elementwise(), "element and operation", ELEMENTS * 20, 0.5),
    ("the same of f16", elementwise("f16"), "element and operation", ELEMENTS * 20, None),
    ("the same of f16, which the core has", elementwise("f16"), "element and operation", ELEMENTS * 20, 0.27, HALVES),
    ("exponential", unary("exponential"), "element", ELEMENTS, 12),
    ("tanh", unary("tanh"), "element", ELEMENTS, None),
    ("logistic", unary("logistic"), "element", ELEMENTS, None),
    ("sum of rows of 256", reduce("add", "0.0", 256, 256), "element", ELEMENTS, 0.6),
    ("sum of rows of 2048", reduce("add", "0.0", 32, 2048), "element", ELEMENTS, 0.6),
    ("maximum of rows of 2048", reduce("maximum", "0xFF800000", 32, 2048), "element", ELEMENTS, 0.6),
    ("sum of columns", reduce("add", "0.0", 256, 256, 0), "element", ELEMENTS, 0.6),
]


NETWORKS, OVER_F32 = ["kws", "vww", "ic", "mobilenet_v2"], 2.0  # as geometric mean


def count(options, folder, model, cpu="cortex-a72", hwcap=0):
    program, image = folder / "model.mote", folder / "image.elf"
    subprocess.run([options.mote, "compile", model, "--quiet", "--target", "linux", "-o", program], check=True)
    here = pathlib.Path(options.source) / "tests/performance/counts"
    subprocess.run([PREFIX + "gcc", "-O2", "-fno-tree-loop-distribute-patterns", "-fno-pie", "-ffreestanding", "-nostdlib", "-static",
                    f'-DPROGRAM="{program}"', f"-DHWCAP={hwcap}", f"-I{options.source}/runtime/include", f"-I{options.tables}",
                    here / "start.S", here / "main.c", "-T", here / "virt.ld",
                    options.runtime, "-lgcc", "-Wl,--gc-sections,--build-id=none,--no-warn-rwx-segments", "-o", image], check=True)
    result = subprocess.run(["qemu-system-aarch64", "-M", "virt", "-cpu", cpu, "-m", "512", "-icount", "shift=0",
                             "-nodefaults", "-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config",
                             "enable=on,target=native", "-kernel", image], capture_output=True, text=True, timeout=300)
    words = (result.stdout + result.stderr).split()
    if result.returncode != 0 or words[:1] != ["instructions"]:
        sys.exit(f"FAILED: the image ended with {result.returncode}: {' '.join(words)[:400]}")
    return int(words[1])


def networks(options, folder):
    """Whether int8 is as much faster than f32 as is asked for."""
    product = 1.0
    for name in NETWORKS:
        of = [count(options, folder, options.models / f"{name}_{kind}", "cortex-a76", HALVES | DOT_PRODUCTS)
              for kind in ("f32/model.mlir", "int8/model.tflite")]
        product *= of[0] / of[1]
        print(f"{name}: f32 {of[0]} instructions, int8 {of[1]}: {of[0] / of[1]:.2f}", flush=True)
    mean = product ** (1 / len(NETWORKS))
    print(f"geometric mean {mean:.2f}, at least {OVER_F32}" + ("" if mean >= OVER_F32 else " MISSED"))
    return int(mean < OVER_F32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("mote", "runtime", "source", "tables"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--models", type=pathlib.Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.models is not None:
            sys.exit(networks(options, folder))
        for name, text, unit, units, budget, *hwcap in LINES:
            if options.only not in name:
                continue
            (folder / "model.mlir").write_text(text)
            instructions = count(options, folder, folder / "model.mlir", *(["cortex-a76", *hwcap] if hwcap else []))
            ratio = instructions / units
            said = "" if budget is None else f", budget {budget}" + ("" if ratio <= budget else " MISSED")
            missed += budget is not None and ratio > budget
            print(f"{name}: {ratio:.3f} instructions per {unit} ({instructions}){said}", flush=True)
    sys.exit(1 if missed else 0)


main()
