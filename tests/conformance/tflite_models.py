#!/usr/bin/env python3
"""Runs the TFLite files of the folder `shared` as they are: integers bit for bit, floats within their tolerance; and the vectors of TFLite Micro.

usage: tflite_models.py [--backends evaluate,cpu,vulkan] [MODEL…]      environment: MOTE, MOTE_SOURCE, MOTE_SHARED, MOTE_TEST_ALL

All samples on the evaluator and on the CPU; on Vulkan the first (MOTE_TEST_ALL=1: all), without fallback. What a software device does not finish
within the runtime's 60 s is counted apart and named, as is a model whose evaluation takes minutes.
"""
import ast
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from run_models import chosen, numbered, samples_of

MODELS = ["digits_cnn_int8", "kws_int8", "vww_int8", "ic_int8", "ad_int8", "person_detect_int8", "mnist_lstm_int8", "mnist_lstm_f32", "mobilenet_v2_int8", "basic_pitch_f32"]
LARGE = {"mobilenet_v2_int8": 1, "basic_pitch_f32": 1}  # samples on the evaluator and the CPU unless MOTE_TEST_ALL
SLOW_ON_SOFTWARE = {"mobilenet_v2_int8", "basic_pitch_f32", "vww_int8", "person_detect_int8", "ic_int8"}  # on Vulkan with MOTE_TEST_ALL only
SLOW_ON_EVALUATOR = {"basic_pitch_f32"}
STATEFUL = {"mnist_lstm_int8", "mnist_lstm_f32"}  # their samples are runs of one instance, in order: the states go on
ALL = os.environ.get("MOTE_TEST_ALL") == "1"


def run(mote, *arguments):
    return subprocess.run([mote, "run", *map(str, arguments)], capture_output=True, text=True, timeout=900)


def stacked(paths, out):
    """Arrays of one shape as one with a new first dimension, without numpy."""
    shape, kind, data = None, None, b""
    for path in paths:
        raw = path.read_bytes()
        length = int.from_bytes(raw[8:10], "little")
        header = ast.literal_eval(raw[10:10 + length].decode())
        shape, kind, data = header["shape"], header["descr"], data + raw[10 + length:]
    return save(out, (len(paths), *shape), data, kind)


def sequence(mote, folder, backend, tolerance, samples):
    with tempfile.TemporaryDirectory() as temporary:
        given, expected = (stacked([s / f"{stem}0.npy" for s in samples], pathlib.Path(temporary) / f"{stem}.npy") for stem in ("in", "out"))
        return run(mote, folder / "model.tflite", "--backend", backend, "--tolerance", tolerance, "--no-fallback", "--samples", "--input", given, "--expect", expected)


def models(mote, shared, backends, names):
    bad = 0
    for name in names:
        folder = shared / "models" / name
        info = json.loads((folder / "info.json").read_text())
        tolerance = "exact" if info["atol"] == 0 and info["rtol"] == 0 else f"rel:{info['rtol']!r},abs:{info['atol']!r}"
        for backend in backends:
            slow = SLOW_ON_SOFTWARE if backend == "vulkan" else SLOW_ON_EVALUATOR if backend == "evaluate" else ()
            if name in slow and not ALL:
                print(f"{name:18} {backend:9} not run without MOTE_TEST_ALL=1", flush=True)
                continue
            count = None if ALL else 1 if backend == "vulkan" else LARGE.get(name)
            samples, wrong = list(samples_of(folder))[:count], []
            if name in STATEFUL:
                done = sequence(mote, folder, backend, tolerance, samples)
                if done.returncode != 0:
                    wrong = [f"in order: exit {done.returncode}: {(done.stderr or done.stdout).strip().splitlines()[-1:]}"] * len(samples)
            for sample in () if name in STATEFUL else samples:
                pairs = [w for what, stem in (("--input", "in"), ("--expect", "out")) for path in numbered(sample, stem) for w in (what, path)]
                done = run(mote, folder / "model.tflite", "--backend", backend, "--tolerance", tolerance, "--no-fallback", *pairs)
                if done.returncode != 0:
                    wrong.append(f"{sample.name}: exit {done.returncode}: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")
            print(f"{name:18} {backend:9} {len(samples) - len(wrong)} of {len(samples)} samples", *wrong, sep="\n    " if wrong else " ", flush=True)
            bad += len(wrong)
    return bad


def save(path, shape, values, kind="|i1"):
    """Bytes as .npy, without numpy."""
    header = str({"descr": kind, "fortran_order": False, "shape": tuple(shape)}).encode()
    header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(v & 255 for v in values))
    return path


def micro(mote, shared, backends):
    """The opponent's own outputs, by its arithmetic, for inputs of a linear congruence."""
    bad, baseline = 0, json.loads((shared / "bench" / "tflm_baseline.json").read_text())
    with tempfile.TemporaryDirectory() as temporary:
        for name, hexed in baseline["outputs_hex"].items():
            folder = shared / "models" / f"{name}_int8"
            shape = json.loads((folder / "info.json").read_text())["inputs"][0][2]
            out_shape = json.loads((folder / "info.json").read_text())["outputs"][0][2]
            count, state, values = 1, 1, []
            for size in shape:
                count *= size
            for _ in range(count):
                state = (state * 1664525 + 1013904223) % 2**32
                values.append(state >> 24)
            given = save(pathlib.Path(temporary) / "in.npy", shape, values)
            expected = save(pathlib.Path(temporary) / "out.npy", out_shape, bytes.fromhex(hexed))
            for backend in backends:
                if backend == "vulkan" and f"{name}_int8" in SLOW_ON_SOFTWARE and not ALL:
                    continue
                done = run(mote, folder / "model.tflite", "--tflite-arithmetic", "tflm", "--backend", backend, "--tolerance", "exact", "--input", given, "--expect", expected)
                print(f"{name:18} {backend:9} TFLite Micro's vector: {'equal' if done.returncode == 0 else (done.stderr or done.stdout).strip().splitlines()[-1:]}", flush=True)
                bad += done.returncode != 0
    return bad


def main():
    shared, backends, wanted = chosen(__doc__, MODELS)
    bad = models(os.environ["MOTE"], shared, backends, wanted)
    if wanted == MODELS:
        bad += micro(os.environ["MOTE"], shared, backends)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
