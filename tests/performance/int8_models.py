#!/usr/bin/env python3
"""int8 networks on this machine's processor, one thread: mote's f32 and int8 programs and LiteRT's int8 with XNNPACK side by side.

usage: int8_models.py --mote MOTE [--shared FOLDER] [--litert PYTHON] [--rounds N] [--seconds S] [--models NAME…]

Processor time of a run in microseconds, the best of several interleaved rounds: of `mote bench` with many runs less one with few, so loading counts
for nothing; of LiteRT (PYTHON has ai_edge_litert; left out without it) inside its process, a call from Python included. Ratios are above 1 where
mote's int8 is faster. Exit 1 when mote's int8 gives other outputs than shared's, or when a geometric mean misses the aim: 1.5 x f32, 0.8 x LiteRT.
Not part of CTest: time is measured on a quiet machine.
"""
import argparse
import json
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

MODELS = ["kws", "vww", "ic", "ad", "mobilenet_v2"]
OVER_F32, OVER_LITERT = 1.5, 0.8

PEER = """
import sys, time, numpy as np
from ai_edge_litert.interpreter import Interpreter
i = Interpreter(sys.argv[1], num_threads=1)
i.allocate_tensors()
d = i.get_input_details()[0]
i.set_tensor(d["index"], np.load(sys.argv[2]).reshape(d["shape"]))
seconds = float(sys.argv[3])
for _ in range(5): i.invoke()
start, runs = time.process_time(), 0
while time.process_time() < start + seconds:
    for _ in range(10): i.invoke()
    runs += 10
print((time.process_time() - start) / runs)
"""


def instruction_set():
    """What the fixed-point rows run on here (runtime/cpu/x86, runtime/cpu/arm64)."""
    try:
        words = set(pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").split())
    except OSError:
        return "unknown"
    for flag, name in (("avx512_vnni", "AVX-512 VNNI"), ("avx_vnni", "AVX-VNNI"), ("avx2", "AVX2"), ("i8mm", "i8mm"), ("asimddp", "dot products"),
                       ("asimd", "NEON")):
        if flag in words:
            return name
    return "portable"


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


class Mote:
    """A program of mote's: its runs in some seconds, and how long one takes."""

    def __init__(self, mote, folder, work):
        source = next(folder / name for name in ("model.tflite", "model.mlir") if (folder / name).exists())
        self.program = os.path.join(work, folder.name + ".mote")
        subprocess.run([mote, "compile", str(source), "--quiet", "--target", "linux", "-o", self.program], check=True)
        self.command = [mote, "bench", self.program, "--input", str(folder / "in0.npy"), "--json", "--repeat"]
        self.few = 20

    def seconds(self, seconds):
        few, text = processor_time([*self.command, str(self.few)])
        many = self.few + max(20, min(500000, int(seconds * 1e3 / json.loads(text)["latency_ms"]["min"])))
        return (processor_time([*self.command, str(many)])[0] - few) / (many - self.few)


def right(mote, program, folder):
    return all(subprocess.run([mote, "run", program, "--input", str(f / "in0.npy"), "--expect", str(f / "out0.npy")], check=False,
                              capture_output=True).returncode == 0 for f in [folder, *sorted(folder.glob("sample*"))])


def measure(name, args, work):
    f32, int8 = Mote(args.mote, args.shared / f"{name}_f32", work), Mote(args.mote, args.shared / f"{name}_int8", work)
    folder = args.shared / f"{name}_int8"
    if not right(args.mote, int8.program, folder):
        return None
    best = [math.inf] * 3
    for _ in range(args.rounds):
        best[0], best[1] = min(best[0], f32.seconds(args.seconds)), min(best[1], int8.seconds(args.seconds))
        if args.litert:
            peer = subprocess.run([args.litert, "-c", PEER, str(folder / "model.tflite"), str(folder / "in0.npy"), str(args.seconds)],
                                  capture_output=True, text=True, check=True)
            best[2] = min(best[2], float(peer.stdout))
    return [b * 1e6 for b in best]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mote", required=True)
    parser.add_argument("--shared", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "models")
    parser.add_argument("--litert", help="a Python that has ai_edge_litert")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--models", nargs="*", default=MODELS)
    args = parser.parse_args()
    print(f"one thread, {instruction_set()}, microseconds of processor time, best of {args.rounds} rounds")
    print(f"{'model':14} {'f32':>9} {'int8':>9} {'LiteRT':>9} {'f32/int8':>9} {'LiteRT/int8':>12}")
    logs, failed = [0.0, 0.0], False
    with tempfile.TemporaryDirectory() as work:
        for name in args.models:
            times = measure(name, args, work)
            if times is None:
                print(f"{name:14} other outputs than expected")
                failed = True
                continue
            over = [times[0] / times[1], times[2] / times[1]]
            logs = [log + math.log(o) if math.isfinite(o) else 0.0 for log, o in zip(logs, over)]
            peer = f"{times[2]:9.1f} {over[0]:9.2f} {over[1]:12.2f}" if args.litert else f"{'-':>9} {over[0]:9.2f} {'-':>12}"
            print(f"{name:14} {times[0]:9.1f} {times[1]:9.1f} {peer}", flush=True)
    means = [math.exp(log / len(args.models)) for log in logs]
    peer = f"{means[1]:12.2f}" if args.litert else f"{'-':>12}"
    print(f"{'geometric mean':44} {means[0]:9.2f} {peer}")
    return 1 if failed or means[0] < OVER_F32 or (args.litert and means[1] < OVER_LITERT) else 0


if __name__ == "__main__":
    sys.exit(main())
