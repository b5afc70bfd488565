#!/usr/bin/env python3
"""Int8 networks as firmware under QEMU beside TensorFlow Lite Micro with CMSIS-NN: instructions of a run, flash, arena; every output compared.

usage: mcu_models.py --tool MOTE --shared SHARED [--board mps2-an386] [--toolchain cortex-m4f.cmake] [--core cortex-m4] [MODEL …]
Reads SHARED/models/NAME_int8 and SHARED/bench/tflm_baseline.json; firmware is built MinSizeRel in a temporary folder.
"""
import argparse, json, math, pathlib, re, subprocess, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(models LANGUAGES C CXX)
add_subdirectory(%s mote)
foreach(name %s)
  mote_add_firmware(${name} PROGRAM %s/models/${name}_int8/model.tflite BOARD %s SOURCES %s/ports/cortex_m/run_samples.c)
  target_compile_definitions(${name} PRIVATE MOTE_MEASURE)
endforeach()
"""


def command(*words, **options):
    done = subprocess.run([str(w) for w in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout[-3000:]}")
    return done.stdout


def elements(path):
    data = path.read_bytes()
    return data[10 + int.from_bytes(data[8:10], "little"):]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--tool", type=pathlib.Path, required=True)
    p.add_argument("--shared", type=pathlib.Path, required=True)
    p.add_argument("--board", default="mps2-an386")
    p.add_argument("--toolchain", default="cortex-m4f.cmake")
    p.add_argument("--core", default="cortex-m4", help="whose counts of the baseline")
    p.add_argument("models", nargs="*", default=["kws", "vww", "ic", "ad"])
    a = p.parse_args()
    tool, shared = a.tool.resolve(), a.shared.resolve()
    baseline = json.loads((shared / "bench/tflm_baseline.json").read_text())
    theirs, macs = baseline["invoke_instructions"].get(a.core, {}), baseline["macs"]
    ratios = []
    print(f"{'model':14} {'instructions':>12} {'/MAC':>6} {'TFLM':>10} {'ratio':>6} {'flash':>8} {'program':>8} {'arena':>7}  outputs")
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        (work / "CMakeLists.txt").write_text(PROJECT % (ROOT, " ".join(a.models), shared, a.board, ROOT))
        command("cmake", "-S", work, "-B", work / "b", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=MinSizeRel", f"-DMOTE_TOOL={tool}",
                f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/ports/toolchains/{a.toolchain}")
        command("cmake", "--build", work / "b")
        for name in a.models:
            folder = shared / "models" / f"{name}_int8"
            samples = [folder] + sorted(folder.glob("sample*"))
            wrong = count = 0
            for sample in samples:
                out = work / "out"
                text = command(ROOT / "ports/cortex_m/run_in_qemu.sh", a.board, work / "b" / name, sample / "in0.npy", out)
                count = int(re.search(r"samples?, (\d+) instructions each", text)[1])
                wrong += (out / "outputs.bin").read_bytes() != elements(sample / "out0.npy")
            program = work / f"{name}.mote"
            text = command(tool, "compile", folder / "model.tflite", "--target", a.core, "--strip", "-o", program)
            arena = re.search(r"arena ([\d ]+) B", text)[1].replace(" ", "")
            flash = int(command("arm-none-eabi-size", work / "b" / name).splitlines()[1].split()[0])
            size, ratio = program.stat().st_size, count / theirs[name] if name in theirs else math.nan
            ratios += [ratio] if name in theirs else []
            per_mac = f"{count / macs[name]:6.2f}" if name in macs else " " * 6
            print(f"{name:14} {count:12} {per_mac} {theirs.get(name, 0):10} {ratio:6.3f} {flash - size:8} {size:8} {arena:>7}  "
                  f"{len(samples) - wrong} of {len(samples)} right", flush=True)
    if ratios:
        print(f"geometric mean of the ratios: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.3f}")


if __name__ == "__main__":
    main()
