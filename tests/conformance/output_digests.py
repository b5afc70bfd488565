#!/usr/bin/env python3
"""Whether two builds of the tool, or two backends, give the same output bits: digests of all outputs of suites and of programs with inputs.

usage: output_digests.py --before MOTE [--after MOTE] [--suites FOLDER…] [--programs FOLDER…] [--every N] [--threads N]
       [--kernels microcode|c] [--backend cpu|vulkan] [--after-backend cpu|vulkan] [--after-features all|minimal]

A suite is a folder that `mote check` searches (golden/, conformance/testdata/static); a program is a folder with model.mlir or
model.tflite and in*.npy (those of shared/models and of bench/). --every N takes each Nth file. Prints what differs, how many were
compared, how many a Vulkan device runs in part only and how many neither side runs; exit 1 when something differs.
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile


def side_flags(args):
    return ["--backend", args.backend, "--kernels", args.kernels, *(["--minimal-features"] if args.features == "minimal" else [])]


def suite_digests(mote, files, work, args):
    listing, report = work / "files", work / "report.json"
    listing.write_text("".join(f"{file}\n" for file in files))
    subprocess.run([mote, "check", "--list", listing, *side_flags(args), "--json", report, "--timeout", "300"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    rows = json.loads(report.read_text())["files"]
    return {row["file"]: "fallback" if row["outcome"] == "fallback" else row["digest"] for row in rows
            if row["outcome"] in ("pass", "fail", "fallback")}


def model_of(folder):
    return next((file for file in (folder / "model.mlir", folder / "model.tflite") if file.exists()), None)


def program_digest(mote, folder, work, args):
    inputs = [part for i in range(64) if (folder / f"in{i}.npy").exists() for part in ("--input", folder / f"in{i}.npy")]
    out = work / "out"
    subprocess.run(["rm", "-rf", out], check=True)
    command = [mote, "run", model_of(folder), *side_flags(args), "--threads", str(args.threads)]
    done = subprocess.run([*command, *inputs, "--output-dir", out], capture_output=True, check=False)
    if done.returncode != 0:
        return None
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(out.iterdir()))).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", required=True)
    parser.add_argument("--after", help="the build before, by default")
    parser.add_argument("--suites", nargs="*", default=[], type=pathlib.Path)
    parser.add_argument("--programs", nargs="*", default=[], type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of programs; the build before has one")
    parser.add_argument("--kernels", default="microcode")
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--after-backend", help="the same, by default")
    parser.add_argument("--after-features", choices=["all", "minimal"], default="all", help="of the Vulkan device, in the second place")
    args = parser.parse_args()
    values = vars(args)
    before_side = argparse.Namespace(**{**values, "threads": 1, "features": "all"})
    after_side = argparse.Namespace(**{**values, "features": args.after_features, "backend": args.after_backend or args.backend})
    sides = (args.before, before_side), (args.after or args.before, after_side)
    found, refused = {}, []
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        files = sorted(file for suite in args.suites for file in suite.rglob("*") if file.suffix in (".mlir", ".hlo"))[::args.every]
        if files:
            before, after = (suite_digests(mote, files, work, side) for mote, side in sides)
            for file in map(str, files):
                found[file] = before.get(file), after.get(file)
        for folder in args.programs:
            if model_of(folder):
                found[str(folder)] = tuple(program_digest(mote, folder, work, side) for mote, side in sides)
    same = fallbacks = 0
    for what, (before, after) in sorted(found.items()):
        if before is None and after is None:
            refused.append(what)
        elif "fallback" in (before, after):
            fallbacks += 1
        elif before == after:
            same += 1
        else:
            print(f"differs: {what}: {before} {after}")
    differ = len(found) - same - fallbacks - len(refused)
    print(f"{len(found)} compared: {same} with the same bits, {differ} differ, {fallbacks} with steps on the CPU, "
          f"{len(refused)} that neither runs")
    return int(differ != 0)


if __name__ == "__main__":
    sys.exit(main())
