#!/usr/bin/env python3
"""Signal processing in fixed-point words as firmware of cores without FPU, under QEMU: stored inputs and outputs, the bits of the Linux CPU path, and no
symbol of float arithmetic in the image. Prints instructions of a run, flash without the program, arena and stack.

usage: signals.py --tool MOTE [--shared SHARED] [--floats] NAME…      NAME: filter (signals/filter.mlir), or a model of SHARED (kalman, mel_frontend)

A name with @BOARD runs on that board alone, otherwise on a Cortex-M3 (mps2-an385) and in Cortex-M0+ code (microbit). The filter's float program is built
too: its image must have what the others must not. --floats runs the float programs beside them. Ends with 1 where a bit is wrong or a float is found, 77
where the compiler or QEMU is missing, or no program is there.
"""
import argparse, array, json, math, os, pathlib, random, re, shutil, sys, tempfile, types

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests/performance"), str(ROOT / "tests/conformance")]
from mcu_models import BOARDS, PROJECT, command, measured
from quantize_models import load, save, stored

IMAGE = """mote_add_firmware(%s PROGRAM %s BOARD %s KERNELS c SOURCES %s/ports/cortex_m/run_samples.c)
target_compile_definitions(%s PRIVATE MOTE_MEASURE)
"""
# The names of the Arm run-time ABI and of GCC for float arithmetic, comparisons and conversions.
SOFT_FLOAT = re.compile(r"^__(aeabi_(f|d|h2f|c[fd]|u?[il]2[fd]|ul2[fd])\w*"
                        r"|(add|sub|mul|div|neg|cmp|eq|ne|lt|le|gt|ge|unord|fix|fixuns|float|floatun|floatuns|extend|trunc)\w*[hsd]f\w*)$")


def soft_float(image):
    names = [line.split()[-1] for line in command("arm-none-eabi-nm", image).splitlines() if line.strip()]
    return sorted(name for name in names if SOFT_FLOAT.match(name))


class Signal:
    """One program in words: text that firmware is made of, raw inputs, and the outputs that the CPU path gives."""

    def __init__(self, name, tool, shared, work):
        self.name, self.samples = name, 2
        self.floats = ROOT / "tests/firmware/signals/filter.mlir" if name == "filter" else shared / "models" / name / "model.mlir"
        self.program, report = work / f"{name}.mlir", work / f"{name}.json"
        if name == "filter":
            rng = random.Random(1)
            shape, values = (8, 64), array.array("f", (math.sin(k * 0.2) + rng.gauss(0, 0.1) for k in range(512)))
            given = [save(work / "filter.npy", shape, values)]
        else:
            folder = self.floats.parent
            given = [folder / "in0.npy"] + sorted(folder.glob("sample*/in0.npy"))
            values = array.array("f", (v for path in given for v in load(path)[1]))
            shape = (len(given), *load(given[0])[0])
        calibrate = [word for path in (given if name == "filter" else [self.floats.parent]) for word in ("--calibrate", path)]
        command(tool, "compile", self.floats, "--quantize", *calibrate, "--quantize-io", "integer", "--quantize-report", report, "--quantize-program",
                self.program, "--target", "linux", "-q", "-o", work / "linux.mote")
        facts = json.loads(report.read_text())
        self.decibels, size = facts["sqnr_db"], len(values) // shape[0]
        self.float_inputs = values[:size * self.samples].tobytes()
        integers = stored(values[:size * self.samples], facts["inputs"][0])
        self.inputs = integers.tobytes()
        command(tool, "run", work / "linux.mote", "--backend", "cpu", "--samples", "--input", save(work / "stored.npy", (self.samples, *shape[1:]), integers),
                "--output-dir", work / name, "--quiet")
        outputs = [load(work / name / f"out{k}.npy")[1] for k in range(len(facts["outputs"]))]
        each = [len(o) // self.samples for o in outputs]
        self.expected = b"".join(o[s * n:(s + 1) * n].tobytes() for s in range(self.samples) for o, n in zip(outputs, each))


def run_on(board, signals, tool, work, floats):
    toolchain, core, _ = BOARDS[board]
    bad, build = 0, work / f"build-{board}"
    work = work / board
    work.mkdir()
    text = PROJECT % ROOT
    beside = [s for s in signals if floats or s.name == "filter"]
    for s in signals:
        text += IMAGE % (s.name, s.program, board, ROOT, s.name)
    for s in beside:
        text += IMAGE % (f"{s.name}_floats", s.floats, board, ROOT, f"{s.name}_floats")
    (work / "CMakeLists.txt").write_text(text)
    command("cmake", "-S", work, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=MinSizeRel", "-DMOTE_WERROR=ON", f"-DMOTE_TOOL={tool}",
            f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/ports/toolchains/{toolchain}.cmake")
    command("cmake", "--build", build, "-j", "2", "--target", *[s.name for s in signals], *[f"{s.name}_floats" for s in beside])
    for s in signals:
        for image, is_float in ((s.name, False), (f"{s.name}_floats", True)):
            if is_float and s not in beside:
                continue
            found = soft_float(build / image)
            given = types.SimpleNamespace(inputs=s.float_inputs if is_float else s.inputs, samples=s.samples, expected=s.expected)
            said, right = measured(board, build / image, given, work / "out")
            count, stack = (int(re.search(p, said)[1]) for p in (r"samples?, (\d+) instructions each", r"(\d+) in a run"))
            header = next((build / f"{image}_program").glob("*.h")).parent
            facts = "".join(p.read_text() for p in header.glob("*.h"))
            size, arena = (int(re.search(rf"_{fact} (\d+)", facts)[1]) for fact in ("PROGRAM_SIZE", "ARENA_BYTES"))
            columns = command("arm-none-eabi-size", build / image).splitlines()[1].split()
            flash = int(columns[0]) + int(columns[1]) - size
            says = "as floats" if is_float else f"{s.decibels:.1f} dB, {right} of {s.samples} right"
            print(f"{core:14} {s.name:14} {count:12} {flash:8} {size:8} {arena:8} {stack:6} {len(found):6}  {says}", flush=True)
            if is_float and not found:
                print(f"FAILED: {image}: no soft float is found where there must be some")
                bad += 1
            if not is_float and (found or right != s.samples):
                print(f"FAILED: {image}: {' '.join(found) if found else 'other bits than the CPU path'}")
                bad += 1
    return bad


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--tool", type=pathlib.Path, required=True)
    p.add_argument("--shared", type=pathlib.Path, default=os.environ.get("MOTE_SHARED", ROOT.parent / "shared"))
    p.add_argument("--floats", action="store_true")
    p.add_argument("names", nargs="+")
    a = p.parse_args()
    for needed in ("arm-none-eabi-gcc", "qemu-system-arm"):
        if not shutil.which(needed):
            print(f"skipped: {needed} is not installed")
            return 77
    tool, shared = a.tool.resolve(), a.shared.resolve()
    wanted = [(name.partition("@")[0], name.partition("@")[2]) for name in a.names]
    here = [(name, board) for name, board in wanted if name == "filter" or (shared / "models" / name / "model.mlir").exists()]
    for name in sorted({n for n, _ in wanted} - {n for n, _ in here}):
        print(f"{name}: not in {shared}")
    if not here:
        return 77
    bad = 0
    print(f"{'core':14} {'program':14} {'instructions':>12} {'flash':>8} {'program':>8} {'arena':>8} {'stack':>6} {'floats':>6}")
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        signals = {name: Signal(name, tool, shared, work) for name in dict.fromkeys(n for n, _ in here)}
        for board in ("mps2-an385", "microbit"):
            chosen = [signals[name] for name, only in here if only in ("", board)]
            if chosen:
                bad += run_on(board, chosen, tool, work, a.floats)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
