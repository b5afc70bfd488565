#!/usr/bin/env python3
# Programs as JAX lowers them, jax.jit(f).lower(x).as_text(), run by `mote run` on the evaluator, the CPU and Vulkan against XLA's results:
# the rows of jax_functions.py (jax.numpy, jax.lax, jax.random, flax) and of jax_devices.py (meshes, shardings, shard_map, approximate
# top-k, Python callbacks). Prints a line a function and the count of each outcome a backend, for the rows of each file and all:
#   pass      every output within the row's tolerance; on Vulkan with every step on the device
#   fallback  as pass, but steps of it ran on the CPU
#   refused   mote says that it cannot; where a row says so, by the name that the row gives
#   wrong, crash, timeout
# Exits 1 on a wrong value, a crash, a timeout, a refusal that no row states, and a stated one that does not come or does not give its name.
# usage: jax_programs.py [--backend B]... [--keep FOLDER] [NAME...]
# environment: MOTE, MOTE_XLA_PYTHON (a Python with JAX and flax; else this one)
import argparse, collections, glob, os, subprocess, sys, tempfile

if os.environ.get("MOTE_XLA_PYTHON") and not os.environ.get("MOTE_XLA_CHILD"):
    os.execve(os.environ["MOTE_XLA_PYTHON"], [os.environ["MOTE_XLA_PYTHON"], *sys.argv], {**os.environ, "MOTE_XLA_CHILD": "1"})
try:
    import flax  # noqa: F401
    import jax
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing} (MOTE_XLA_PYTHON names a Python with JAX and flax)")
    sys.exit(77)
jax.config.update("jax_num_cpu_devices", 2)  # for the meshes of jax_devices.py; everything else runs on the first
import jax_devices, jax_functions  # noqa: E401

OUTCOMES = ["pass", "wrong", "refused", "fallback", "crash", "timeout"]
SECONDS = 300


def prepare(row, folder):
    """Writes the program, its inputs and what XLA computes; gives what follows `mote run --backend B`, and the number of outputs."""
    jitted = row.call if hasattr(row.call, "lower") else jax.jit(row.call, keep_unused=True)
    program = os.path.join(folder, "program.mlir")
    open(program, "w").write(jitted.lower(*row.inputs).as_text())
    arguments = [program, "--tolerance", row.tolerance, "--quiet", "--output-dir", os.path.join(folder, "out")]
    for i, value in enumerate(row.inputs):
        path = os.path.join(folder, f"in{i}.npy")
        np.save(path, value)
        arguments += ["--input", path]
    if row.refused:
        return arguments, 0
    results = jax.tree.leaves(jitted(*row.inputs))
    for i, value in enumerate(results):
        path = os.path.join(folder, f"expect{i}.npy")
        np.save(path, np.asarray(value))
        arguments += ["--expect", path]
    return arguments, len(results)


def run(backend, arguments, outputs, folder, fallback=False):
    """One run: its outcome and what was said."""
    for old in glob.glob(os.path.join(folder, "out", "*.npy")):
        os.remove(old)
    command = [os.environ["MOTE"], "run", "--backend", backend, *arguments]
    if backend == "vulkan" and not fallback:
        command.append("--no-fallback")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "timeout", f"more than {SECONDS} s"
    said = done.stderr.strip() or done.stdout.strip()
    if done.returncode == 4 and "steps would run on the CPU" in said:
        outcome, text = run(backend, arguments, outputs, folder, fallback=True)
        return ("fallback" if outcome == "pass" else outcome), f"{said.splitlines()[0]} {text}"
    if done.returncode == 0:
        written = len(glob.glob(os.path.join(folder, "out", "*.npy")))
        return ("pass", "") if written == outputs or outputs == 0 else ("wrong", f"{written} outputs instead of {outputs}")
    return {1: "wrong", 3: "refused", 4: "refused"}.get(done.returncode, "crash"), said or f"exit code {done.returncode}"


def check(row, backends, folder, totals):
    """Prints the row's line and counts its outcomes; whether everything is as it must be."""
    os.makedirs(folder, exist_ok=True)
    arguments, outputs = prepare(row, folder)
    good, said = True, []
    line = f"{row.name:32}"
    for backend in backends:
        outcome, text = run(backend, arguments, outputs, folder)
        totals[backend][outcome] += 1
        line += f" {backend} {outcome:9}"
        first = text.splitlines()[0] if text else ""
        if row.refused:
            right = outcome == "refused" and row.refused in first
            said.append(f"    {backend}: {'as stated' if right else 'stated as refused for ' + repr(row.refused)}: {first}")
        else:
            right = outcome in ("pass", "fallback")
            if outcome != "pass":
                said.append(f"    {backend}: {first}")
        good = good and right
    print(line, *said, sep="\n", flush=True)
    return good


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--backend", action="append")
    options.add_argument("--keep", help="the folder for programs and arrays")
    options.add_argument("names", nargs="*")
    o = options.parse_args()
    rows = jax_functions.FUNCTIONS + jax_devices.FUNCTIONS
    unknown = set(o.names) - {row.name for row in rows}
    if unknown or len({row.name for row in rows}) != len(rows):
        sys.exit(f"no function named {', '.join(sorted(unknown))}" if unknown else "two functions have one name")
    backends = o.backend or ["evaluate", "cpu", "vulkan"]
    chosen = [row for row in rows if not o.names or row.name in o.names]
    totals, bad = {}, []
    with tempfile.TemporaryDirectory() as temporary:
        for row in chosen:
            counters = totals.setdefault(row.module, {backend: collections.Counter() for backend in backends})
            if not check(row, backends, os.path.join(o.keep or temporary, row.name), counters):
                bad.append(row.name)
    stated = sum(1 for row in chosen if row.refused)
    print(f"{len(chosen)} functions, of which {stated} are to be refused; jax {jax.__version__}, flax {flax.__version__}")
    for where, counters in totals.items():
        for backend in backends:
            print(f"{where:15}{backend:9}", *(f"{counters[backend][outcome]} {outcome}" for outcome in OUTCOMES), sep="  ")
    for backend in backends:
        total = sum((counters[backend] for counters in totals.values()), collections.Counter())
        print(f"{'all':15}{backend:9}", *(f"{total[outcome]} {outcome}" for outcome in OUTCOMES), sep="  ")
    if bad:
        print("not as they must be:", ", ".join(bad))
    return 1 if bad else 0


sys.exit(main())
