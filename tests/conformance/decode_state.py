#!/usr/bin/env python3
# 100 greedy tokens of the workload gpt_decode (shared/bench) from empty caches. The evaluator is handed the keys and values and gives the
# next ones; on the CPU and on Vulkan they are states of one instance. Every token must be the evaluator's, its logits near (the model often
# repeats a token), and no step may copy a cache.
# usage: decode_state.py [--tokens N]
# environment: MOTE, MOTE_SHARED, MOTE_XLA_PYTHON (a Python with JAX; else this one)
import argparse, os, re, subprocess, sys, tempfile

if os.environ.get("MOTE_XLA_PYTHON") and not os.environ.get("MOTE_XLA_CHILD"):
    os.execve(os.environ["MOTE_XLA_PYTHON"], [os.environ["MOTE_XLA_PYTHON"], *sys.argv], {**os.environ, "MOTE_XLA_CHILD": "1"})
source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
bench = os.path.join(os.environ.get("MOTE_SHARED", os.path.join(source, "..", "shared")), "bench")
try:
    import jax  # noqa: F401
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing} (MOTE_XLA_PYTHON names a Python with JAX)")
    sys.exit(77)
if not os.path.isdir(bench):
    print(f"skipped: {bench} is not there")
    sys.exit(77)
mote = os.environ["MOTE"]


def run(*arguments):
    done = subprocess.run([mote, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"FAILED: mote {' '.join(arguments)}\n{done.stdout}{done.stderr}")
    return done.stdout


def save(folder, name, value):
    path = os.path.join(folder, name + ".npy")
    np.save(path, value)
    return path


def greedy(program, folder, count, keys, values):
    """The evaluator's tokens, each the argument of the largest logit that its predecessor gives, and these logits."""
    tokens, logits, out = [5], [], os.path.join(folder, "evaluate")
    for position in range(count):
        inputs = [save(folder, "token", np.int32(tokens[-1])), save(folder, "position", np.int32(position)), keys, values]
        run("run", program, "--backend", "evaluate", "--quiet", "--output-dir", out, *[a for i in inputs for a in ("--input", i)])
        logits.append(np.load(os.path.join(out, "out0.npy")).ravel())
        tokens.append(int(logits[-1].argmax()))
        keys, values = os.path.join(out, "out1.npy"), os.path.join(out, "out2.npy")
    return tokens, np.array(logits)


def cache_copies(program, bytes_of_cache):
    """Copy steps of a compiled program whose source is as large as a cache."""
    text = run("inspect", program)
    return re.findall(rf"step +\d+  copy .*\n.*\({bytes_of_cache} B\)", text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokens", type=int, default=100)
    count = parser.parse_args().tokens
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, os.path.join(bench, "workloads.py"), "--out", folder, "--only", "gpt_decode"], check=True)
        program = os.path.join(folder, "gpt_decode", "model.mlir")
        cache = np.zeros_like(np.load(os.path.join(folder, "gpt_decode", "in2.npy")))
        expected, logits = greedy(program, folder, count, save(folder, "keys", cache), save(folder, "values", cache))
        compiled = os.path.join(folder, "decode.mote")
        run("compile", program, "--state", "2=1", "--state", "3=2", "-o", compiled, "--quiet")
        copies = cache_copies(compiled, cache.nbytes)
        tokens = save(folder, "tokens", np.array(expected[:count], np.int32))
        positions = save(folder, "positions", np.arange(count, dtype=np.int32))
        bad = len(copies)
        print(f"evaluator: {count} tokens, {len(set(expected))} different; {len(copies)} copies of a cache in the plans")
        for backend in ["cpu", "vulkan"]:
            out = os.path.join(folder, backend)
            extra = ["--trust", "--no-fallback"] if backend == "vulkan" else []
            inputs = ["--input", tokens, "--input", positions]
            said = run("run", compiled, "--backend", backend, *extra, "--samples", *inputs, "--output-dir", out).splitlines()[0]
            given = np.load(os.path.join(out, "out0.npy")).reshape(count, -1)
            wrong = int((given.argmax(axis=1) != np.array(expected[1:])).sum())
            far = float(np.abs(given - logits).max() / np.abs(logits).max())
            bad += wrong + (far > 1e-4)
            print(f"{backend}: {count - wrong} of {count} tokens are the evaluator's, logits apart by {far:.1e} of the largest; {said}")
        return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
