#!/usr/bin/env python3
"""Sums over processes of this machine by mote's links and by an MPI library (mpicc, mpirun), in turns: least and middle time of all
rounds, processor time, and their ratios, mote's to MPI's. Where other work runs, the least times compare best.

usage: link_ratio.py MOTE [--turns 5] [--members 2,4] [--bytes 64,16777216] [--transports shm,tcp] [--json OUT]
"""
import argparse
import itertools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROUND_BYTES, MOST_RUNS = 16 << 20, 200  # as `mote link bench` counts its runs
MPI_OPTIONS = {"shm": [], "tcp": ["--mca", "btl", "tcp,self"]}


def numbers(text):
    return [int(word) for word in text.split(",")]


def mpi(program, transport, members, count, rounds):
    runs = max(1, min(MOST_RUNS, ROUND_BYTES // (count * members)))
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    command = ["mpirun", *root, "--oversubscribe", *MPI_OPTIONS[transport], "-n", str(members), program]
    command += [str(count), str(runs), str(rounds)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    words = [line.split() for line in lines if line]
    times = [float(w[1]) for w in words if w[0] == "round"]
    return {"min_us": min(times), "median_us": statistics.median(times),
            "processor_us": next(float(w[1]) for w in words if w[0] == "processor")}


def mote(tool, transport, members, count, rounds):
    command = [tool, "link", "bench", "--what", "all_reduce", "--transport", transport, "--members", str(members), "--bytes", str(count),
               "--rounds", str(rounds), "--json"]
    row = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)[0]
    return {"min_us": row["latency_us"]["min"], "median_us": row["latency_us"]["median"], "processor_us": row["processor_us"]}


def summary(turns):
    return {"min_us": min(t["min_us"] for t in turns), "median_us": statistics.median(t["median_us"] for t in turns),
            "processor_us": min(t["processor_us"] for t in turns)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mote")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--members", type=numbers, default=[2, 4])
    parser.add_argument("--bytes", type=numbers, default=[64, 16 << 20])
    parser.add_argument("--transports", type=lambda text: text.split(","), default=["shm", "tcp"])
    parser.add_argument("--json")
    o = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/all_reduce_mpi"
        source = pathlib.Path(__file__).with_name("all_reduce_mpi.c")
        subprocess.run(["mpicc", "-O2", "-o", program, str(source)], check=True)
        print(f"{'medium':6} {'members':>7} {'bytes':>9} {'mote us':>20} {'MPI us':>20} {'processor us':>20}  ratios (3)")
        for case in itertools.product(o.transports, o.members, o.bytes):
            transport, members, count = case
            turns = [(mote(o.mote, *case, o.rounds), mpi(program, *case, o.rounds)) for _ in range(o.turns)]
            a, b = (summary([turn[side] for turn in turns]) for side in (0, 1))
            rows.append({"transport": transport, "members": members, "bytes": count, "mote": a, "mpi": b})
            ratios = " ".join(f"{a[key] / b[key]:6.2f}" for key in a)
            times = " ".join(f"{side['min_us']:9.1f} {side['median_us']:10.1f}" for side in (a, b))
            work = f"{a['processor_us']:9.1f} {b['processor_us']:10.1f}"
            print(f"{transport:6} {members:7} {count:9} {times} {work}  {ratios}", flush=True)
    if o.json:
        pathlib.Path(o.json).write_text(json.dumps(rows, indent=1) + "\n")
    return 0


sys.exit(main())
