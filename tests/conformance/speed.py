#!/usr/bin/env python3
"""Speed and memory of the host tool against the limits of a release build: reading text and evaluating (processor seconds), checking the suites
with two jobs (seconds), and the largest memory of evaluating and compiling each model against 6 x its constants + 100 MB. Prints a row a measurement,
with its command.

usage: speed.py [--no-suites]     environment: MOTE, MOTE_BUILD, MOTE_SOURCE, MOTE_SHARED
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

MEGABYTE = 1e6


def measure(command):
    """Exit code, seconds, processor seconds, most memory in bytes and the output of one command."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen([str(word) for word in command], stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        output.seek(0)
        return child.returncode, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, output.read().decode(errors="replace")


class Report:
    def __init__(self):
        self.bad = 0

    def row(self, what, value, limit, unit, command, problem=""):
        over = value > limit or problem
        self.bad += bool(over)
        print(f"{what:34} {value:9.2f} {unit:3} limit {limit:8.2f}  {' '.join(str(word) for word in command)}{'  TOO MUCH' if value > limit else ''}  {problem}", flush=True)


def numbered(folder, stem):
    found = []
    while (folder / f"{stem}{len(found)}.npy").exists():
        found.append(folder / f"{stem}{len(found)}.npy")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-suites", action="store_true", help="leave out the check of all suites")
    arguments = parser.parse_args()
    source = pathlib.Path(os.environ.get("MOTE_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
    shared = pathlib.Path(os.environ.get("MOTE_SHARED", source / ".." / "shared"))
    if not (shared / "models").is_dir():
        print(f"skipped: {shared / 'models'} is not there")
        return 77
    mote, reader = os.environ["MOTE"], pathlib.Path(os.environ["MOTE_BUILD"]) / "tests" / "conformance" / "read_speed_runner"
    report, constants = Report(), {}
    mobilenet = shared / "models" / "mobilenet_v2_f32"
    reads = [(shared / "conformance/testdata/static/fft_complex128_14_15_16_17.mlir", 0.3), (mobilenet / "model.mlir", 1.0)]
    for path, limit in reads:
        command = [reader, path]
        code, _, _, _, output = measure(command)
        report.row(f"read {path.parent.name}/{path.name}"[:34], float(output.split()[0]) if code == 0 else 0, limit, "s", command, "" if code == 0 else output)
    models = sorted(path.parent for path in shared.glob("models/*/model.mlir"))
    for folder in models:
        code, _, _, _, output = measure([reader, folder / "model.mlir"])
        constants[folder.name] = int(output.split()[1]) if code == 0 else 0
    with tempfile.TemporaryDirectory() as work:
        text = os.path.join(work, "mobilenet.hlo")
        command = [mote, "convert", mobilenet / "model.mlir", "-o", text]
        code, _, seconds, _, output = measure(command)
        report.row("print mobilenet as HLO text", seconds, math.inf, "s", command, "" if code == 0 else output)
        code, _, _, _, output = measure([reader, text])
        report.row("read that text", float(output.split()[0]) if code == 0 else 0, math.inf, "s", [reader, text], "" if code == 0 else output)
        for folder in models:
            limit = 6 * constants[folder.name] / MEGABYTE + 100
            command = [mote, "run", folder / "model.mlir", "--backend", "evaluate", "-q"]
            for path in numbered(folder, "in"):
                command += ["--input", path]
            if "--input" not in command:
                print(f"evaluate {folder.name}: its replicas' inputs are given by unit_evaluate")
                continue
            code, _, seconds, memory, output = measure(command)
            problem = "" if code == 0 else f"exit {code}: {output.strip()[:200]}"
            report.row(f"evaluate {folder.name}", memory / MEGABYTE, limit, "MB", command[:3] + ["--backend evaluate"], problem)
            if folder == mobilenet:
                report.row("evaluate mobilenet_v2_f32 once", seconds, 5, "s", command[:3] + ["--backend evaluate"])
            command = [mote, "compile", folder / "model.mlir", "-q", "-o", os.path.join(work, "one.mote")]
            code, _, _, memory, output = measure(command)
            if code == 4:  # what has no kernels yet
                print(f"compile {folder.name}: not supported")
                continue
            report.row(f"compile {folder.name}", memory / MEGABYTE, limit, "MB", command[:4], "" if code == 0 else f"exit {code}: {output.strip()[:200]}")
    if not arguments.no_suites:
        command = [mote, "check", "--jobs", "2", "--backend", "evaluate", shared / "golden", shared / "conformance"]
        _, seconds, _, memory, output = measure(command)
        report.row("check golden and conformance", seconds, 360, "s", command)
        print(f"{output.strip().splitlines()[-1]}; {memory / MEGABYTE:.0f} MB")
    return 1 if report.bad else 0


if __name__ == "__main__":
    sys.exit(main())
