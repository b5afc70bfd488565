#!/usr/bin/env python3
"""What the MPI transport adds to MPI: sums over processes of this machine by `mote::mpi` and by MPI_Allreduce itself, in one process each,
in turns. Least times of rounds, of the slowest member.

usage: mpi_transport.py MOTE SOURCE BUILD [--members 2,4] [--bytes 64,4096,1048576,16777216] [--rounds 20] [--turns 3]
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile


def numbers(text):
    return [int(word) for word in text.split(",")]


def program(members, count):
    t = f"tensor<{count}xf32>"
    groups = ", ".join(map(str, range(members)))
    return (f'func.func @main(%x: {t}) -> {t} {{\n  %y = "stablehlo.all_reduce"(%x) ({{ ^bb0(%a: tensor<f32>, %b: tensor<f32>): '
            f"%c = stablehlo.add %a, %b : tensor<f32> stablehlo.return %c : tensor<f32> }}) {{replica_groups = dense<[[{groups}]]> : "
            f"tensor<1x{members}xi64>}} : ({t}) -> {t}\n  return %y : {t}\n}}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mote")
    parser.add_argument("source")
    parser.add_argument("build")
    parser.add_argument("--members", type=numbers, default=[2, 4])
    parser.add_argument("--bytes", type=numbers, default=[64, 4096, 1 << 20, 16 << 20])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--turns", type=int, default=3)
    o = parser.parse_args()
    source, build = pathlib.Path(o.source), pathlib.Path(o.build)
    with tempfile.TemporaryDirectory() as folder:
        binary = f"{folder}/members"
        subprocess.run(["mpicxx", "-O2", "-std=c++17", "-o", binary, source / "tests/ports/mpi_members.cpp", source / "ports/mpi/mote_mpi.cpp",
                        source / "ports/mpi/reductions.cpp", "-I", source / "runtime/include", "-I", source / "ports/mpi", "-I",
                        build / "runtime/include", build / "runtime/libmote_runtime.a"], check=True)
        print(f"{'members':>7} {'bytes':>9} {'mote us':>10} {'MPI us':>10}  ratio")
        for members in o.members:
            for count in o.bytes:
                text, file = pathlib.Path(folder, "sum.mlir"), f"{folder}/sum.mote"
                text.write_text(program(members, count // 4))
                subprocess.run([o.mote, "compile", text, "--replicas", str(members), "--target", "linux", "--custom-call", "mote.all_reduce",
                                "-o", file], check=True, stdout=subprocess.DEVNULL)
                runs = max(1, min(200, (16 << 20) // (count * members)))
                best = [float("inf")] * 2
                for _ in range(o.turns):
                    out = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(members), binary, "time", str(runs),
                                          str(o.rounds), file], check=True, capture_output=True, text=True).stdout
                    times = [float(word) for word in re.search(r": (\S+) us, the library's own (\S+) us", out).groups()]
                    best = [min(pair) for pair in zip(best, times)]
                print(f"{members:7} {count:9} {best[0]:10.3f} {best[1]:10.3f} {best[0] / best[1]:6.2f}", flush=True)
    return 0


sys.exit(main())
