#!/usr/bin/env python3
"""Two builds of the tool side by side: processor time of a run, best of several interleaved rounds, as a ratio (above 1: the later is faster).

usage: before_after.py --before MOTE --after MOTE [--models FOLDER…] [--backends cpu vulkan] [--rounds N] [--threads N] [--seconds S]

A model is a folder with model.mlir and in*.npy: those of shared/models, or of bench/ (shared/bench/workloads.py writes them). Each build compiles
its own program. The processor time of a run is that of `mote bench` with many runs less that with one, so loading counts for nothing. What is
below 0.85 is measured once more. Exit 1 when the geometric mean is below 0.98 or a model stays below 0.85; what a build refuses is listed apart.
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

LEAST_MEAN, LEAST_ONE = 0.98, 0.85


def processor_time(command):
    """Seconds of user and system time of a process, and its standard output; None when it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        return None
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


class Build:
    """One build's program of one model on one backend."""

    def __init__(self, mote, model, backend, work, args):
        self.program = os.path.join(work, f"{backend}.mote")
        target = {"cpu": "linux"}.get(backend, backend)
        made = subprocess.run([mote, "compile", str(model / "model.mlir"), "--target", target, "-o", self.program],
                              capture_output=True, text=True, check=False)
        self.usable = made.returncode == 0
        inputs = [part for i in range(64) if (model / f"in{i}.npy").exists() for part in ("--input", str(model / f"in{i}.npy"))]
        self.command = [mote, "bench", self.program, "--trust", "--backend", backend, *inputs, "--threads", str(args.threads), "--json"]
        self.repeat = 0

    def start(self, seconds):
        """Finds how many runs take about so many seconds; false when the program does not run."""
        first = processor_time([*self.command, "--repeat", "3"]) if self.usable else None
        if first is None:
            return False
        self.repeat = max(3, min(20000, int(seconds * 1e3 / max(1e-3, json.loads(first[1])["latency_ms"]["min"]))))
        return True

    def measure(self):
        many, one = processor_time([*self.command, "--repeat", str(self.repeat)]), processor_time([*self.command, "--repeat", "1"])
        return max(1e-9, (many[0] - one[0]) / (self.repeat - 1)) if many and one else math.inf


def ratio(model, backend, args):
    """Before over after, and both in milliseconds; a text where one of them refuses."""
    with tempfile.TemporaryDirectory() as early, tempfile.TemporaryDirectory() as late:
        builds = [Build(args.before, model, backend, early, args), Build(args.after, model, backend, late, args)]
        started = [build.start(args.seconds) for build in builds]
        if not all(started):
            return "refused by " + ("both" if not any(started) else "the one before" if not started[0] else "the later one")
        builds[0].repeat = builds[1].repeat = max(build.repeat for build in builds)
        best = [math.inf, math.inf]
        for number in range(args.rounds):
            for which in (0, 1) if number % 2 == 0 else (1, 0):
                best[which] = min(best[which], builds[which].measure())
        return best[0] / best[1], best[0] * 1e3, best[1] * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True, help="the tool of the earlier tree")
    parser.add_argument("--after", required=True, help="the tool of this tree")
    parser.add_argument("--models", nargs="*", type=pathlib.Path)
    parser.add_argument("--backends", nargs="*", default=["cpu", "vulkan"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.5, help="of runs in one measurement")
    args = parser.parse_args()
    shared = pathlib.Path(os.environ.get("MOTE_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared"))
    models = args.models or sorted(p.parent for p in shared.glob("models/*/model.mlir"))
    if not models:
        print("skipped: no models (the folder shared is not there)")
        return 77
    ratios, slow, refused = [], [], []
    print(f"{'model':24} {'backend':8} {'before ms':>10} {'after ms':>10} {'before/after':>12}")
    for model in models:
        for backend in args.backends:
            found = ratio(model, backend, args)
            if not isinstance(found, str) and found[0] < LEAST_ONE:
                found = max(found, ratio(model, backend, args))
            if isinstance(found, str):
                refused.append(f"{model.name} on {backend}: {found}")
                continue
            print(f"{model.name:24} {backend:8} {found[1]:10.4f} {found[2]:10.4f} {found[0]:12.3f}", flush=True)
            ratios.append(found[0])
            if found[0] < LEAST_ONE:
                slow.append(f"{model.name} on {backend}")
    for line in refused:
        print(line)
    if not ratios:
        return 1
    mean = math.exp(sum(math.log(r) for r in ratios) / len(ratios))
    print(f"geometric mean {mean:.3f} of {len(ratios)} (least {LEAST_MEAN}), lowest {min(ratios):.3f} (least {LEAST_ONE}); load {os.getloadavg()[0]:.1f}")
    return 1 if mean < LEAST_MEAN or slow or any("later" in line for line in refused) else 0


if __name__ == "__main__":
    sys.exit(main())
