#!/usr/bin/env python3
"""Quantizes the float models of the folder `shared` and holds them, on inputs they were not calibrated with, against the float models beside the
published int8 files: top-1 agreement and signal-to-quantization-noise ratio of the outputs. Ours must be at least theirs.

usage: quantize_models.py [--inputs N] [--calibration N] [--options "…"] [MODEL…]      environment: MOTE, MOTE_SOURCE, MOTE_SHARED, MOTE_TEST_ALL

Programs of signal processing have no published integers: each of their outputs keeps a given SQNR, with stored integers for inputs and outputs and no float
in the program, the same bits from the evaluator, the CPU path and Vulkan.

Inputs are made from the models' samples: shifted, with another gain, with noise; pictures stay whole pixels inside their range. Seeds are fixed, those of
calibration are others. Without MOTE_TEST_ALL=1 or names: kalman, and digits_cnn, which also keeps its accuracy on its 360 test pictures within 0.3 points.
"""
import argparse
import array
import ast
import json
import math
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

# Values of one step and their range, where inputs are pictures; how far rows and columns may move; classes or not.
MODELS = {
    "digits_cnn": dict(step=1 / 16, low=0, high=1, rows=1, columns=1, classes=True),
    "kws": dict(step=None, rows=3, columns=0, classes=True),
    "vww": dict(step=1 / 255, low=0, high=1, rows=6, columns=6, classes=True),
    "ic": dict(step=1, low=0, high=255, rows=2, columns=2, classes=True),
    "ad": dict(step=None, rows=0, columns=0, classes=False),
}

# dB that each output keeps and that is asked for in calibration; how far rows may move; inputs, and samples for calibration,
# unless told.
SIGNALS = {
    "kalman": dict(least=50, asked=54, rows=3, columns=0, step=None, inputs=1024, calibration=32),
    "mel_frontend": dict(least=60, asked=72, rows=1600, columns=0, step=None, inputs=1024, calibration=128),
}


def load(path):
    raw = path.read_bytes()
    length = int.from_bytes(raw[8:10], "little")
    header = ast.literal_eval(raw[10:10 + length].decode())
    assert not header["fortran_order"]
    values = array.array({"<f4": "f", "|i1": "b", "<i2": "h", "<i4": "i", "<i8": "q"}[header["descr"]])
    values.frombytes(raw[10 + length:])
    return header["shape"], values


def save(path, shape, values):
    header = str({"descr": {"f": "<f4", "b": "|i1", "h": "<i2", "i": "<i4"}[values.typecode], "fortran_order": False, "shape": tuple(shape)}).encode()
    header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + values.tobytes())
    return path


def variant(sample, shape, model, rng, noise):
    """One more input like the sample."""
    values = list(sample)
    if len(shape) == 4:
        height, width, channels = shape[1:]
        down, right = rng.randint(-model["rows"], model["rows"]), rng.randint(-model["columns"], model["columns"])
        line = width * channels
        rows = [values[r * line:(r + 1) * line] for r in range(height)]
        rows = [rows[min(max(r - down, 0), height - 1)] for r in range(height)]
        if right:
            at = [min(max(c - right, 0), width - 1) * channels + k for c in range(width) for k in range(channels)]
            rows = [[row[a] for a in at] for row in rows]
        values = [v for row in rows for v in row]
    elif len(shape) <= 2 and model["rows"] and not model.get("classes"):
        width = len(values) // shape[0]
        down = rng.randint(-model["rows"], model["rows"])
        values = [values[min(max(r - down, 0), shape[0] - 1) * width + k] for r in range(shape[0]) for k in range(width)]
    gain = rng.uniform(0.8, 1.25)
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values)) * rng.uniform(0, 0.2)
    start = rng.randrange(len(noise) - len(values))
    values = [v * gain + n * deviation for v, n in zip(values, noise[start:start + len(values)])]
    if model["step"]:
        step, low, high = model["step"], model["low"], model["high"]
        values = [min(max(round(v / step) * step, low), high) for v in values]
    return values


def inputs(folder, model, count, seed):
    rng = random.Random(seed)
    noise = [rng.gauss(0, 1) for _ in range(1 << 16)]
    samples = [load(path / "in0.npy") for path in [folder] + sorted(folder.glob("sample*"))]
    shape = samples[0][0]
    values = array.array("f")
    for i in range(count):
        values.extend(variant(samples[i % len(samples)][1], shape, model, rng, noise))
    return (count, *shape), values


def run(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=1700)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def outputs(mote, program, given, folder):
    run(mote, "run", program, "--backend", "cpu", "--samples", "--input", given, "--output-dir", folder, "-q")
    return load(folder / "out0.npy")


def largest(values, size):
    return [max(range(size), key=lambda k: values[s + k]) for s in range(0, len(values), size)]


def compare(expected, got, size):
    same = sum(a == b for a, b in zip(largest(expected, size), largest(got, size)))
    signal, error = sum(e * e for e in expected), sum((e - g) ** 2 for e, g in zip(expected, got))
    return same / (len(expected) // size), 10 * math.log10(signal / error) if error else math.inf


def published(mote, folder, given, work):
    """The int8 file's outputs as reals."""
    info = json.loads((folder / "info.json").read_text())
    (_, _, _, in_scale, in_zero), (_, _, _, out_scale, out_zero) = info["inputs"][0], info["outputs"][0]
    shape, values = given
    stored = array.array("b", (min(max(round(v / in_scale) + in_zero, -128), 127) for v in values))
    result = outputs(mote, folder / "model.tflite", save(work / "stored.npy", shape, stored), work / "theirs")[1]
    return [(q - out_zero) * out_scale for q in result]


def accuracy(mote, program, folder, work):
    labels = load(folder / "test_labels.npy")[1]
    shape, values = load(folder / "test_images.npy")
    shape = (len(labels), 1, 8, 8, 1)
    got = outputs(mote, program, save(work / "test.npy", shape, values), work / "accuracy")[1]
    return sum(a == b for a, b in zip(largest(got, len(got) // len(labels)), labels)) / len(labels)


def check(mote, shared, name, arguments):
    model, bad, count = MODELS[name], [], arguments.inputs or 1024
    folder = shared / "models" / (name if name == "digits_cnn" else f"{name}_f32")
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        calibration = save(work / "calibration.npy", *inputs(folder, model, arguments.calibration or 128, 1))
        report = run(mote, "compile", folder / "model.mlir", "--quantize", "--calibrate", calibration, "-o", work / "ours.mote", "--target", "linux",
                     *shlex.split(arguments.options))
        if arguments.verbose:
            print(report)
        test = inputs(folder, model, count, 2)
        given = save(work / "test.npy", *test)
        expected = outputs(mote, folder / "model.mlir", given, work / "floats")[1]
        size = len(expected) // count
        ours = compare(expected, outputs(mote, work / "ours.mote", given, work / "ours")[1], size)
        theirs = compare(expected, published(mote, shared / "models" / f"{name}_int8", test, work), size)
        if model["classes"] and ours[0] < theirs[0]:
            bad.append(f"{name}: agreement {ours[0]:.4f} < {theirs[0]:.4f}")
        if ours[1] < theirs[1]:
            bad.append(f"{name}: SQNR {ours[1]:.2f} < {theirs[1]:.2f} dB")
        top = f"{100 * ours[0]:9.2f} {100 * theirs[0]:9.2f}" if model["classes"] else f"{'':9} {'':9}"
        print(f"{name:12} {count:6} {top} {ours[1]:9.2f} {theirs[1]:9.2f}", flush=True)
        if name == "digits_cnn":
            floats, integers = (accuracy(mote, program, folder, work) for program in (folder / "model.mlir", work / "ours.mote"))
            print(f"{name:12} accuracy on its test pictures: {100 * integers:.2f} %, as floats {100 * floats:.2f} %", flush=True)
            if integers < floats - 0.003:
                bad.append(f"{name}: accuracy {integers:.4f} < {floats:.4f} - 0.003")
    return bad


def stored(values, format):
    code = {"s16": "h", "s32": "i"}[format["type"]]
    most = (1 << (15 if code == "h" else 31)) - 1
    return array.array(code, (min(max(round(v / format["scale"]), -most), most) for v in values))


def check_signal(mote, shared, name, arguments):
    model, bad, folder = SIGNALS[name], [], shared / "models" / name
    inputs_, calibrated = arguments.inputs or model["inputs"], arguments.calibration or model["calibration"]
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        calibration = save(work / "calibration.npy", *inputs(folder, model, calibrated, 1))
        table = run(mote, "compile", folder / "model.mlir", "--quantize", "--calibrate", calibration, "-o", work / "ours.mote", "--target", "linux",
                    "--quantize-io", "integer", "--min-sqnr", model["asked"], "--quantize-report", work / "report.json",
                    "--quantize-program", work / "ours.mlir", *shlex.split(arguments.options))
        if arguments.verbose:
            print(table)
        report = json.loads((work / "report.json").read_text())
        kept = [step for step in report["steps"] if step["form"] != "sums"]  # sums are read before they are stored
        widths = [sum(step["type"] == width for step in kept) for width in ("s16", "s32", "s64")]
        if widths[2]:
            bad.append(f"{name}: {widths[2]} steps are stored in 64 bits")
        if "f32" in run(mote, "inspect", work / "ours.mote") or re.search(r"\bx?f(16|32|64)>", (work / "ours.mlir").read_text()):
            bad.append(f"{name}: the program has floats")
        shape, values = inputs(folder, model, inputs_, 2)
        run(mote, "run", folder / "model.mlir", "--backend", "cpu", "--samples", "--input", save(work / "test.npy", shape, values), "--output-dir",
            work / "floats", "-q")
        integers = stored(values, report["inputs"][0])
        given = save(work / "stored.npy", shape, integers)
        run(mote, "run", work / "ours.mote", "--backend", "cpu", "--samples", "--input", given, "--output-dir", work / "cpu", "-q")
        few = 2
        save(work / "few.npy", (few, *shape[1:]), integers[:few * (len(integers) // shape[0])])
        others = ["evaluate"]
        for backend in ("evaluate", "vulkan"):
            done = subprocess.run([mote, "run", work / "ours.mlir", "--backend", backend, "--samples", "--input", work / "few.npy", "--output-dir",
                                   work / backend, "-q"], capture_output=True, text=True, timeout=1700)
            if backend == "vulkan" and done.returncode == 5:
                print("no Vulkan device: its bits are not compared")
            elif done.returncode != 0:
                raise SystemExit(done.stdout + done.stderr)
            else:
                others = ["evaluate", backend]
        decibels = []
        for k, output in enumerate(report["outputs"]):
            expected, got = load(work / "floats" / f"out{k}.npy")[1], load(work / "cpu" / f"out{k}.npy")[1]
            for backend in dict.fromkeys(others):
                here = load(work / backend / f"out{k}.npy")[1]
                if got[:len(here)] != here:
                    bad.append(f"{name}: output {k} has other bits on the CPU than on {backend}")
            signal = sum(e * e for e in expected)
            error = sum((e - g * output["scale"]) ** 2 for e, g in zip(expected, got))
            decibels.append(10 * math.log10(signal / error) if error else math.inf)
            if not decibels[-1] >= model["least"]:
                bad.append(f"{name}: output {k}: SQNR {decibels[-1]:.2f} < {model['least']} dB")
        each = ", ".join(f"{d:.2f}" for d in decibels)
        print(f"{name:12} {inputs_:6} SQNR of each output {each} dB (at least {model['least']}); steps of 16, 32, 64 bits: {widths}", flush=True)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, help="1024 unless told, fewer of long signals")
    parser.add_argument("--calibration", type=int, help="128 unless told, fewer of signals")
    parser.add_argument("--options", default="", help="more options of mote compile")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("models", nargs="*")
    arguments = parser.parse_args()
    source = pathlib.Path(os.environ.get("MOTE_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
    shared = pathlib.Path(os.environ.get("MOTE_SHARED", source / ".." / "shared"))
    if not (shared / "models").is_dir():
        print(f"skipped: {shared / 'models'} is not there")
        return 77
    names = arguments.models or ([*MODELS, *SIGNALS] if os.environ.get("MOTE_TEST_ALL") == "1" else ["digits_cnn", "kalman"])
    print(f"{'model':12} {'inputs':>6} {'agree %':>9} {'theirs':>9} {'SQNR dB':>9} {'theirs':>9}")
    bad = [line for name in names for line in (check_signal if name in SIGNALS else check)(os.environ["MOTE"], shared, name, arguments)]
    print(*bad, sep="\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
