#!/usr/bin/env python3
"""Runs the real models of the folder `shared` on evaluate, cpu and vulkan, all samples, within strict_scale x their tolerance.

usage: run_models.py [--backends evaluate,cpu,vulkan] [MODEL…]      environment: MOTE, MOTE_SOURCE, MOTE_SHARED
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

MODELS = ["digits_cnn", "kws_f32", "vww_f32", "ic_f32", "ad_f32", "mobilenet_v2_f32", "gpt_prefill", "gru_sensor", "image_pipeline", "gpt_decode",
          "kalman", "mel_frontend", "threefry_sampler", "digits_train_step"]


def numbered(folder, stem):
    found, index = [], 0
    while (folder / f"{stem}{index}.npy").exists():
        found.append(folder / f"{stem}{index}.npy")
        index += 1
    return found


def samples_of(folder):
    yield folder
    yield from sorted(folder.glob("sample*"))


def tolerance(info):
    scale = info.get("strict_scale", 1.0)
    return f"rel:{info['rtol'] * scale!r},abs:{info['atol'] * scale!r}"


def run(mote, program, backend, folder, info):
    command = [mote, "run", program, "--backend", backend, "--tolerance", tolerance(info), "--no-fallback"]
    for path in numbered(folder, "in"):
        command += ["--input", path]
    for path in numbered(folder, "out"):
        command += ["--expect", path]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def chosen(description, default):
    """The folder `shared`, the backends and the models to run; ends with 77, said so, where that folder has no models."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--backends", default="evaluate,cpu,vulkan")
    parser.add_argument("models", nargs="*", default=default)
    arguments = parser.parse_args()
    source = pathlib.Path(os.environ.get("MOTE_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
    shared = pathlib.Path(os.environ.get("MOTE_SHARED", source / ".." / "shared"))
    if not (shared / "models").is_dir():
        print(f"skipped: {shared / 'models'} is not there")
        sys.exit(77)
    return shared, arguments.backends.split(","), arguments.models


def main():
    shared, backends, models = chosen(__doc__, MODELS)
    mote, bad = os.environ["MOTE"], 0
    for model in models:
        folder = shared / "models" / model
        info = json.loads((folder / "info.json").read_text())
        work = [(folder / "model.mlir", sample) for sample in samples_of(folder)]
        if model == "digits_cnn":
            work.append((folder / "model_b32.mlir", folder / "model_b32"))
        for backend in backends:
            wrong = []
            for program, sample in work:
                done = run(mote, program, backend, sample, info)
                if done.returncode != 0:
                    wrong.append(f"{sample.name}: exit {done.returncode}: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")
            print(f"{model:18} {backend:9} {len(work) - len(wrong)} of {len(work)} samples", *wrong, sep="\n    " if wrong else " ", flush=True)
            bad += len(wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
