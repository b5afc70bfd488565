#!/usr/bin/env python3
"""How far a sort of 65 536 f32 is from numpy's stable sort of the same numbers, on one thread.

usage: sort_ratio.py --mote MOTE

Both run in turns: mote by a total order, by numbers, as JAX compares, and by a comparator that the runtime has to ask; numpy.sort of
kind "stable". Prints milliseconds (the best of all rounds) and ratios; exit 1 above 1.5 by a total order. Not part of CTest: time is measured
on a quiet machine.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy

ELEMENTS = 65536
LIMIT = 1.5
COMPARE = "stablehlo.compare LT, {}, {}, {} : (tensor<f32>, tensor<f32>) -> tensor<i1>"
CANONICAL = """  %z{0} = stablehlo.compare EQ, %{0}, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %s{0} = stablehlo.select %z{0}, %zero, %{0} : tensor<i1>, tensor<f32>
  %n{0} = stablehlo.compare NE, %{0}, %{0}, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %c{0} = stablehlo.select %n{0}, %nan, %s{0} : tensor<i1>, tensor<f32>
"""
CONSTANTS = """  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
"""
NEGATED = "  %p = stablehlo.negate %x : tensor<f32>\n  %q = stablehlo.negate %y : tensor<f32>\n"
COMPARATORS = {
    "total order": "  %r = " + COMPARE.format("%x", "%y", "TOTALORDER"),
    "numbers": "  %r = " + COMPARE.format("%x", "%y", "FLOAT"),
    "as JAX compares": CONSTANTS + CANONICAL.format("x") + CANONICAL.format("y") + "  %r = " + COMPARE.format("%cx", "%cy", "TOTALORDER"),
    "asking": NEGATED + "  %r = " + COMPARE.format("%q", "%p", "TOTALORDER"),
}
PROGRAM = """func.func @main(%a: tensor<{n}xf32>) -> tensor<{n}xf32> {{
  %0 = "stablehlo.sort"(%a) <{{dimension = 0 : i64, is_stable = true}}> ({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
{comparator}
  stablehlo.return %r : tensor<i1>
  }}) : (tensor<{n}xf32>) -> tensor<{n}xf32>
  return %0 : tensor<{n}xf32>
}}
"""


def bench(mote, program, data):
    command = [mote, "bench", program, "--backend", "cpu", "--threads", "1", "--input", data, "--repeat", "20", "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["latency_ms"]["min"]


def numpy_sort(x):
    best = float("inf")
    for _ in range(20):
        start = time.perf_counter()
        numpy.sort(x, kind="stable")
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mote", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    x = numpy.random.default_rng(0).standard_normal(ELEMENTS, dtype=numpy.float32)
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "x.npy"
        numpy.save(data, x)
        programs = {}
        for name, comparator in COMPARATORS.items():
            programs[name] = pathlib.Path(folder) / (name.replace(" ", "_") + ".mlir")
            programs[name].write_text(PROGRAM.format(n=ELEMENTS, comparator=comparator))
        for _ in range(arguments.rounds):
            best["numpy"] = min(best.get("numpy", float("inf")), numpy_sort(x))
            for name, program in programs.items():
                best[name] = min(best.get(name, float("inf")), bench(arguments.mote, program, data))
    print(f"numpy {numpy.__version__}, stable: {best['numpy']:.3f} ms")
    for name in COMPARATORS:
        print(f"mote, {name}: {best[name]:.3f} ms = {best[name] / best['numpy']:.2f} x")
    sys.exit(best["total order"] > LIMIT * best["numpy"])


if __name__ == "__main__":
    main()
