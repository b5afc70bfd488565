#!/usr/bin/env python3
"""The sum and the argmax of 4 Mi floats: one thread against two, and Vulkan against a plain copy of the same data.

usage: long_reductions.py --mote MOTE [--limits SHARED/bench/limits] [--rounds N] [--processor-time]

The copy is `copy_scalar` of bench/limits (one float an invocation), built and run here between mote's runs. Prints the best of all rounds, both
ratios, and the load of the machine before and after; exit 1 when two threads gain less than 1.7, or Vulkan takes more than twice the copy. With
--processor-time, which other work disturbs less, what Vulkan and the copy cost is the processor time of all threads, and of what two threads could
do at once the longer part counts (thread_shares, built beside the tool). Not part of CTest: time is measured on a quiet machine.
"""
import argparse
import array
import json
import os
import pathlib
import re
import resource
import struct
import subprocess
import sys
import tempfile

ELEMENTS = 1 << 22
LEAST_GAIN, MOST_COPIES = 1.7, 2.0
SUM = f"""func.func @main(%x: tensor<{ELEMENTS}xf32>) -> tensor<f32> {{
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<{ELEMENTS}xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}}
"""
ARGMAX = f"""func.func @main(%x: tensor<{ELEMENTS}xf32>) -> tensor<i32> {{
  %i = stablehlo.iota dim = 0 : tensor<{ELEMENTS}xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [0] :
      (tensor<{ELEMENTS}xf32>, tensor<{ELEMENTS}xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {{
      %gt = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %nan = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %take = stablehlo.or %gt, %nan : tensor<i1>
      %eq = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %lower = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %tie = stablehlo.and %eq, %lower : tensor<i1>
      %keep = stablehlo.or %take, %tie : tensor<i1>
      %v = stablehlo.select %take, %a, %b : tensor<i1>, tensor<f32>
      %w = stablehlo.select %keep, %j, %k : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<f32>, tensor<i32>
    }}
  return %r#1 : tensor<i32>
}}
"""


def processor_time(command):
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = spent()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return (spent() - before) * 1e3, done.stdout


def bench(arguments, program, data, backend, threads=1):
    command = [arguments.mote, "bench", program, "--input", data, "--backend", backend, "--threads", str(threads), "--json"]
    if arguments.processor_time:  # what 20 more runs cost
        return (processor_time(command + ["--repeat", "25"])[0] - processor_time(command + ["--repeat", "5"])[0]) / 20
    return json.loads(processor_time(command + ["--repeat", "20"])[1])["latency_ms"]["min"]


def shares(arguments, program):
    """Processor time on one thread, and of the longest parts on two."""
    compiled = program.with_suffix(".mote")
    subprocess.run([arguments.mote, "compile", program, "-o", compiled], check=True, capture_output=True)
    text = processor_time([arguments.mote.parent / "tests" / "performance" / "thread_shares", compiled, "2", "100"])[1]
    return [float(number) for number in re.match(r"([0-9.]+) ms on one thread, ([0-9.]+) on 2", text).groups()]


def build_limits(arguments, folder):
    """bench/limits' program, cut down to its copies of 16 MiB; with the processor's clock in place of the wall's when that is asked for."""
    source = (arguments.limits / "vulkan_limits.cpp").read_text()
    source = re.sub(r"for \(size_t floats : \{size_t\{4\} << 20, size_t\{32\} << 20\}\)", "for (size_t floats : {size_t{4} << 20})", source)
    if arguments.processor_time:
        clock = ("struct Clock { using rep = long; using period = std::nano; using duration = std::chrono::nanoseconds; "
                 "using time_point = std::chrono::time_point<Clock>; static time_point now() { "
                 "timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return time_point(duration(t.tv_sec * 1000000000L + t.tv_nsec)); } };")
        source = "#include <time.h>\n" + source.replace("using Clock = std::chrono::steady_clock;", clock)
    (folder / "limits.cpp").write_text(source)
    subprocess.run(["g++", "-O2", folder / "limits.cpp", "-lvulkan", "-o", folder / "limits"], check=True)
    for shader in (arguments.limits / "shaders").glob("*.comp"):
        command = ["glslangValidator", "-V", "--target-env", "vulkan1.1", shader, "-o", folder / f"{shader.stem}.spv"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def copy_scalar(folder):
    """Milliseconds of the fastest copy_scalar over 16 MiB; what bench/limits measures after it is not waited for."""
    best = float("inf")
    with subprocess.Popen(["stdbuf", "-oL", folder / "limits", folder, "20"], stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout:
            row = {"name": "", **json.loads(line)}
            if row["name"].startswith("copy_scalar"):
                best = min(best, 2 * 4 * ELEMENTS / (row["best"] * 1e9) * 1e3)
            if row["name"].startswith("cmd_copy_buffer"):
                run.terminate()
                break
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mote", required=True, type=pathlib.Path)
    parser.add_argument("--limits", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[3] / "shared" / "bench" / "limits")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processor-time", action="store_true")
    arguments = parser.parse_args()
    best, worst = {}, False
    load = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        data = folder / "x.npy"
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({ELEMENTS},)}}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        values = array.array("f", ((i * 2654435761 % 2**32) / 2**31 - 1 for i in range(ELEMENTS)))
        data.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values.tobytes())
        build_limits(arguments, folder)
        for program, text in (("sum", SUM), ("argmax", ARGMAX)):
            (folder / f"{program}.mlir").write_text(text)
        for _ in range(arguments.rounds):
            found = {"copy": copy_scalar(folder)}
            for program in ("sum", "argmax"):
                if arguments.processor_time:
                    found[program, "cpu", 1], found[program, "cpu", 2] = shares(arguments, folder / f"{program}.mlir")
                else:
                    for threads in (1, 2):
                        found[program, "cpu", threads] = bench(arguments, folder / f"{program}.mlir", data, "cpu", threads)
                found[program, "vulkan"] = bench(arguments, folder / f"{program}.mlir", data, "vulkan")
            for key, value in found.items():
                best[key] = min(best.get(key, float("inf")), value)
    load.append(os.getloadavg()[0])
    clock = "processor" if arguments.processor_time else "wall"
    print(f"{clock} time; load {load[0]:.1f} before, {load[1]:.1f} after; copy_scalar {best['copy']:.2f} ms")
    for program in ("sum", "argmax"):
        one, two, device = best[program, "cpu", 1], best[program, "cpu", 2], best[program, "vulkan"]
        print(f"{program:6}: CPU {one:.2f} ms, on two threads {two:.2f} ms = {one / two:.2f} x faster (at least {LEAST_GAIN:g}); "
              f"Vulkan {device:.2f} ms = {device / best['copy']:.2f} x the copy (at most {MOST_COPIES:g})")
        worst |= one / two < LEAST_GAIN or device / best["copy"] > MOST_COPIES
    return int(worst)


if __name__ == "__main__":
    sys.exit(main())
