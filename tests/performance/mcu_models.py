#!/usr/bin/env python3
"""Networks as firmware under QEMU, every output of every sample compared: instructions of a run, flash, arena; where TensorFlow Lite Micro with
CMSIS-NN was counted on the core, its instructions beside them. What a start takes is said a program byte outside the constants; stacks are those of a start and of a run.

usage: mcu_models.py --tool MOTE [--shared SHARED] [--board mps2-an386] [--samples N] [--flash SIZE] [--ram SIZE] [MODEL …]
MODEL: NAME of SHARED/models/NAME_int8 (kws, vww, ic and ad unless told); or, held against the Linux CPU path, digits_f32, the demo's network, spectrum
(tests/firmware/signals), mel_frontend, image_pipeline, kalman, gru_sensor and threefry_sampler of SHARED/models, and NAME_quantized, which mote makes of SHARED/models/NAME_f32 with its samples,
or of the demo's network (digits_quantized).
A name with a ? may be too large for the board; what the linker says of it is printed. SHARED
is the folder beside the clone, or MOTE_SHARED, unless told; networks that are not there are named and left out. Firmware is built MinSizeRel in a temporary folder.
Ends with 1 where an output is wrong or a stack or a start beyond its limit, 77 where the board's compiler or QEMU is not installed.
"""
import argparse, array, ast, json, math, os, pathlib, re, shutil, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# board: toolchain, core (a target, and the baseline's name of it), and where mote_add_firmware puts the image
BOARDS = {
    "microbit": ("cortex-m0plus", "cortex-m0plus", "BOARD microbit"),
    "mps2-an385": ("cortex-m3", "cortex-m3", "BOARD mps2-an385"),
    "mps2-an386": ("cortex-m4f", "cortex-m4", "BOARD mps2-an386"),
    "netduinoplus2": ("cortex-m4f", "cortex-m4", "CPU cortex-m4 MEMORY FLASH=1M@0x08000000 RAM=128K@0x20000000 CLOCK 168000000"),
    "mps2-an500": ("cortex-m7", "cortex-m7", "BOARD mps2-an500"),
    "mps2-an505": ("cortex-m33", "cortex-m33", "BOARD mps2-an505"),
    "mps3-an547": ("cortex-m55", "cortex-m55", "BOARD mps3-an547"),
    "virt": ("riscv32", "riscv32", "BOARD virt"),
}
MOST_START, MOST_RUN, MOST_RUN_WITH_MICROCODE = 768, 512, 1536  # bytes of stack
MOST_A_BYTE = 15  # instructions of a start on Cortex-M4 for each byte of the program outside the constants
IN_DDR = {("mps3-an547", "mobilenet_v2")}  # what is larger than the board's memories of one cycle
FLOATS = ("mel_frontend", "image_pipeline", "kalman", "gru_sensor", "threefry_sampler")
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(models LANGUAGES C CXX)
add_subdirectory(%s mote)
"""
IMAGE = """mote_add_firmware(%s PROGRAM %s %s %s OPTIONS %s SOURCES %s/ports/cortex_m/run_samples.c)
target_compile_definitions(%s PRIVATE MOTE_MEASURE)
"""


def command(*words, **options):
    done = subprocess.run([str(w) for w in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout[-3000:]}")
    return done.stdout


def elements(path):
    data = path.read_bytes()
    return data[10 + int.from_bytes(data[8:10], "little"):]


def save_floats(path, values):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(values)},)}}"
    header += " " * (117 - len(header)) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00\x76\x00" + header.encode() + array.array("f", values).tobytes())
    return path


class Model:
    """One network: its program, the raw inputs of its samples and the outputs they must give, in order (recurrent ones go on)."""

    def __init__(self, name, tool, shared, work, most, core, options):
        self.name = name
        if name == "digits_f32":
            demo = ROOT / "demo/digits"
            self.program, self.samples = demo / "model.mlir", min(most or 360, 360)
            command(tool, "run", self.program, "--backend", "cpu", "--reproducible", "--samples", "--input", demo / "test_images.npy", "--output-dir", work / name, "--quiet")
            self.inputs = elements(demo / "test_images.npy")[:256 * self.samples]
            self.expected = elements(work / name / "out0.npy")[:40 * self.samples]
            return
        if name.endswith("_quantized"):
            self.quantize(tool, shared, work, most, core, options)
            return
        if name == "spectrum":
            given = [save_floats(work / f"spectrum{k}.npy", [((n * n + 31 * k) * 7919 % 2003 - 1001) / 1024 for n in range(2752)]) for k in range(2)]
            self.float_model(ROOT / "tests/firmware/signals/spectrum.mlir", given[:most], tool, work)
            return
        if name in FLOATS:
            folder = shared / "models" / name
            self.float_model(folder / "model.mlir", [folder / "in0.npy", *sorted(folder.glob("sample*/in0.npy"))][:most], tool, work)
            return
        folder = shared / "models" / f"{name}_int8"
        samples = ([folder] + sorted(folder.glob("sample*"), key=lambda p: int(p.name[6:])))[:most]
        self.program, self.samples = folder / "model.tflite", len(samples)
        self.inputs, self.expected = (b"".join(elements(s / f"{stem}0.npy") for s in samples) for stem in ("in", "out"))

    def float_model(self, program, given, tool, work):
        self.program, self.samples, self.expected = program, len(given), b""
        self.inputs = b"".join(map(elements, given))
        for k, path in enumerate(given):
            out = work / f"{self.name}{k}"
            command(tool, "run", self.program, "--backend", "cpu", "--reproducible", "--input", path, "--output-dir", out, "--quiet")
            self.expected += b"".join(elements(path) for path in sorted(out.glob("out*.npy")))

    def quantize(self, tool, shared, work, most, core, options):
        demo, folder = ROOT / "demo/digits", float_folder(self.name, shared)
        given = [demo / "test_images.npy"] if folder == demo else [folder / "in0.npy"] + sorted(folder.glob("sample*/in0.npy"))
        (work / self.name).mkdir()
        self.program, report = work / self.name / "model.mote", work / f"{self.name}.json"
        for target, program in (("linux", work / "linux.mote"), (core, self.program)):
            command(tool, "compile", folder / "model.mlir", "--quantize", "--calibrate", given[0] if folder == demo else folder, "--quantize-io", "int8",
                    "--quantize-report", report, "--target", target, "--strip", "-o", program, *(options if target == core else []))
        stored = json.loads(report.read_text())["inputs"][0]
        values = array.array("f", b"".join(elements(path) for path in given))
        shape = ast.literal_eval(given[0].read_bytes()[10:].split(b"\n")[0].decode())["shape"][1:]
        size = math.prod(shape)
        self.samples = min(most or len(values) // size, len(values) // size)
        self.inputs = bytes((min(max(round(v / stored["scale"]) + stored["zero"], -128), 127)) & 255 for v in values[:size * self.samples])
        header = str({"descr": "|i1", "fortran_order": False, "shape": (self.samples, *shape)}).encode()
        header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
        (work / "stored.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + self.inputs)
        command(tool, "run", work / "linux.mote", "--backend", "cpu", "--samples", "--input", work / "stored.npy", "--output-dir", work / self.name, "--quiet")
        self.expected = elements(work / self.name / "out0.npy")


def float_folder(name, shared):
    stem = name.removesuffix("_quantized")
    return ROOT / "demo/digits" if stem == "digits" else shared / "models" / f"{stem}_f32"


def is_here(name, shared):
    if name.endswith("_quantized"):
        return (float_folder(name, shared) / "model.mlir").exists()
    return name in ("digits_f32", "spectrum") or (shared / "models" / (name if name in FLOATS else f"{name}_int8")).exists()


def measured(board, image, model, out):
    """What the image prints of a run over all samples, and how many of them are right."""
    out.mkdir(exist_ok=True)
    (out / "inputs.bin").write_bytes(model.inputs)
    qemu = ["qemu-system-riscv32", "-bios", "none"] if board == "virt" else ["qemu-system-arm"]
    text = command(*qemu, "-machine", board, "-nographic", "-monitor", "none", "-serial", "none", "-icount", "shift=0", "-semihosting-config",
                   "enable=on,target=native", "-kernel", image, cwd=out, timeout=3000)
    got, size = (out / "outputs.bin").read_bytes(), len(model.expected) // model.samples
    right = sum(got[at:at + size] == model.expected[at:at + size] for at in range(0, len(model.expected), size))
    return text, right if len(got) == len(model.expected) else 0


def budgets(a, name):
    """The options that say so."""
    ram = dict(pair.split("=") for pair in a.ram.split(",")).get(name) if a.ram and "=" in a.ram else a.ram
    return (["--flash", a.flash] if a.flash else []) + (["--ram", ram] if ram else [])


def prediction(tool, program, core, options, work):
    """What --explain says of a run before anything is flashed, where it prices all steps; None: of a compiled program, or where it does not."""
    if pathlib.Path(program).suffix == ".mote":
        return None
    said = command(tool, "compile", program, "--target", core, *options, "--explain", "-o", work / "x.mote")
    price = re.search(r"about ([\d ]+) instructions a run$", said, re.M)
    return int(price[1].replace(" ", "")) if price else None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--tool", type=pathlib.Path, required=True)
    p.add_argument("--shared", type=pathlib.Path, default=os.environ.get("MOTE_SHARED", ROOT.parent / "shared"))
    p.add_argument("--board", default="mps2-an386", choices=BOARDS)
    p.add_argument("--samples", type=int, help="of each network; all unless told")
    p.add_argument("--flash", help="of the program, as 128K: weights may be as wide as that allows")
    p.add_argument("--ram", help="of the arena, as 6K: the plan that fits it, rolled where it must be; kws=6K,ic=20K: of each network")
    p.add_argument("models", nargs="*", default=["kws", "vww", "ic", "ad"])
    a = p.parse_args()
    tool, shared = a.tool.resolve(), a.shared.resolve()
    toolchain, core, place = BOARDS[a.board]
    riscv = core == "riscv32"
    for needed in ("riscv64-unknown-elf-gcc", "qemu-system-riscv32") if riscv else ("arm-none-eabi-gcc", "qemu-system-arm"):
        if not shutil.which(needed):
            print(f"skipped: {needed} is not installed")
            sys.exit(77)
    names = [n for n in a.models if is_here(n.rstrip("?"), shared)]
    for left in sorted(set(a.models) - set(names)):
        print(f"{left}: not in {shared}")
    baseline_file = shared / "bench/tflm_baseline.json"
    baseline = json.loads(baseline_file.read_text()) if baseline_file.exists() else {"invoke_instructions": {}, "macs": {}}
    theirs, macs = baseline["invoke_instructions"].get(core, {}), baseline["macs"]
    ratios, wrong = [], 0
    print(f"{a.board}, {core}")
    print(f"{'model':14} {'instructions':>12} {'predicted':>10} {'/MAC':>6} {'TFLM':>10} {'ratio':>6} {'flash':>8} {'program':>8} {'arena':>7} {'start':>7} {'/byte':>5} {'stacks':>10}  outputs")
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        models = [Model(n.rstrip("?"), tool, shared, work, a.samples, core, budgets(a, n.rstrip("?"))) for n in names]
        text = PROJECT % ROOT
        for m in models:
            ddr = "PROGRAM_REGION DDR ARENA_REGION DDR" if (a.board, m.name) in IN_DDR else ""
            options = [] if m.program.suffix == ".mote" else budgets(a, m.name)
            text += IMAGE % (m.name, m.program, place, ddr, " ".join(options), ROOT, m.name)
        (work / "CMakeLists.txt").write_text(text)
        build = work / "b"
        command("cmake", "-S", work, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=MinSizeRel", "-DMOTE_WERROR=ON", f"-DMOTE_TOOL={tool}",
                f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/ports/toolchains/{toolchain}.cmake")
        for m in models:
            if m.name + "?" in names:
                done = subprocess.run(["cmake", "--build", build, "-j", "2", "--target", m.name], text=True, capture_output=True)
                too_large = re.search(r"region `\w+' overflowed by \d+ bytes|RAM leaves less than \d+ bytes for the stack", done.stdout)
                if done.returncode != 0 and too_large:
                    print(f"{m.name:14} does not fit: {too_large[0]}", flush=True)
                    continue
            command("cmake", "--build", build, "-j", "2", "--target", m.name)
            text, right = measured(a.board, build / m.name, m, work / "out")
            count = int(re.search(r"samples?, (\d+) instructions each", text)[1])
            ready, *stacks = map(int, re.search(r"(\d+) to ready, (\d+) bytes of stack to start, (\d+) in a run", text).groups())
            stem = m.program.stem
            header = (build / f"{m.name}_program/{stem}.h").read_text()
            size, arena = (int(re.search(rf"{stem.upper()}_{fact} (\d+)", header)[1]) for fact in ("PROGRAM_SIZE", "ARENA_BYTES"))
            size_tool = "riscv64-unknown-elf-size" if riscv else "arm-none-eabi-size"
            compiled = (build / f"{m.name}_program/{stem}.mote").read_bytes()
            tables = int.from_bytes(compiled[8:12], "little") + int.from_bytes(compiled[12:16], "little")  # up to the end of its FlatBuffer
            columns = command(size_tool, build / m.name).splitlines()[1].split()
            flash, other = int(columns[0]) + int(columns[1]) - size, theirs.get(m.name.removesuffix("_quantized"))
            ratios += [count / other] if other else []
            products = macs.get(m.name.removesuffix("_quantized"))
            per_mac = f"{count / products:6.2f}" if products else " " * 6
            beside = f"{other:10} {count / other:6.3f}" if other else " " * 17
            predicted = prediction(tool, m.program, core, budgets(a, m.name), work)
            off = f"{100 * (predicted - count) / count:+9.1f}%" if predicted else ""
            print(f"{m.name:14} {count:12} {off:>10} {per_mac} {beside} {flash:8} {size:8} {arena:7} {ready:7} {ready / tables:5.1f} {stacks[0]:>5} {stacks[1]:>4}  {right} of {m.samples} right", flush=True)
            wrong += m.samples - right
            linked = (build / f"{m.name}_program/config.cpp").read_text()
            microcode = "X(" in re.search(r"MOTE_LINK_OPERATIONS\(X\)(.*)", linked)[1]
            for what, used, most in zip(("start", "run"), stacks, (MOST_START, MOST_RUN_WITH_MICROCODE if microcode else MOST_RUN)):
                if used > most:
                    print(f"{m.name}: a {what} takes {used} bytes of stack, more than {most}")
                    wrong += 1
            if core == "cortex-m4" and ready > MOST_A_BYTE * tables:
                print(f"{m.name}: a start takes {ready / tables:.2f} instructions a byte, more than {MOST_A_BYTE}")
                wrong += 1
            if predicted and abs(predicted - count) > count / 10:
                print(f"{m.name}: the prediction, {predicted}, is off by more than 10 %")
                wrong += 1
    if ratios:
        print(f"geometric mean of the ratios: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.3f}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
