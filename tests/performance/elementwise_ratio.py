#!/usr/bin/env python3
"""How far a chain of 20 element-wise operations is from one multiplication by a constant, over the same 4 Mi floats, on one thread.

usage: elementwise_ratio.py --mote MOTE MODEL.mlir      MODEL: bench/'s elementwise20_4m

Both run in turns in one process tree: mote with C kernels, with microcode, mote's own multiplication with C kernels and numpy's, the faster
of the two being the yardstick. Prints milliseconds (the best of all rounds) and both ratios; exit 1 above 3 (C) or 12 (microcode). Not part of
CTest: time is measured on a quiet machine.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy

ELEMENTS = 1 << 22
LIMITS = {"c": 3.0, "microcode": 12.0}
MULTIPLY = f"""func.func @main(%x: tensor<{ELEMENTS}xf32>) -> tensor<{ELEMENTS}xf32> {{
  %c = stablehlo.constant dense<1.5> : tensor<{ELEMENTS}xf32>
  %y = stablehlo.multiply %x, %c : tensor<{ELEMENTS}xf32>
  return %y : tensor<{ELEMENTS}xf32>
}}
"""


def bench(mote, program, data, kernels):
    command = [mote, "bench", program, "--input", data, "--kernels", kernels, "--repeat", "30", "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["latency_ms"]["min"]


def numpy_multiply(x, out):
    best = float("inf")
    for _ in range(30):
        start = time.perf_counter()
        numpy.multiply(x, numpy.float32(1.5), out=out)
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--mote", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    best = {}
    x = numpy.random.default_rng(0).standard_normal(ELEMENTS, dtype=numpy.float32)
    out = numpy.empty_like(x)
    with tempfile.TemporaryDirectory() as folder:
        multiply, data = pathlib.Path(folder) / "multiply.mlir", pathlib.Path(folder) / "x.npy"
        multiply.write_text(MULTIPLY)
        numpy.save(data, x)
        for _ in range(arguments.rounds):
            for name, measure in {
                "c": lambda: bench(arguments.mote, arguments.model, data, "c"),
                "microcode": lambda: bench(arguments.mote, arguments.model, data, "microcode"),
                "multiply, C": lambda: bench(arguments.mote, multiply, data, "c"),
                "multiply, numpy": lambda: numpy_multiply(x, out),
            }.items():
                best[name] = min(best.get(name, float("inf")), measure())
    yardstick = min(best["multiply, C"], best["multiply, numpy"])
    print(f"multiply by a constant: mote C {best['multiply, C']:.3f} ms, numpy {best['multiply, numpy']:.3f} ms")
    worst = 0
    for kernels, limit in LIMITS.items():
        ratio = best[kernels] / yardstick
        print(f"20 operations, {kernels}: {best[kernels]:.3f} ms = {ratio:.2f} x the faster one (limit {limit:g})")
        worst |= ratio > limit
    return int(worst)


if __name__ == "__main__":
    sys.exit(main())
