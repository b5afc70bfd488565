#!/usr/bin/env python3
"""Instructions of single fixed-point routines on a Cortex-M core under QEMU, every output compared, beside TFLite Micro with CMSIS-NN.

usage: fixed_kernels.py FIXED_CASES IMAGE [tflm_baseline.json [CORE]]
FIXED_CASES is tests/firmware's program, IMAGE its image (tests/firmware/fixed_routines built with the core's file of ports/toolchains and
-DBOARD), CORE cortex-m4 or cortex-m55.
"""
import json, pathlib, re, subprocess, sys, tempfile

MACHINES = {"cortex-m4": "mps2-an386", "cortex-m55": "mps3-an547"}
# name as in single_kernels_m4: shape (fixed_cases.cpp), per element, multiply-adds or elements
CONVOLUTION, DEPTHWISE, ADD, AVERAGE_POOL = 0, 1, 2, 4
KERNELS = {
    "conv1x1 25x5x64->64": ((CONVOLUTION, 25, 5, 64, 25, 5, 64, 1, 1, 1, 0, 0), False),
    "depthwise3x3 25x5x64": ((DEPTHWISE, 25, 5, 64, 25, 5, 64, 3, 3, 1, 1, 1), False),
    "fully_connected 640->128": ((CONVOLUTION, 1, 1, 640, 1, 1, 128, 1, 1, 1, 0, 0), False),
    "conv 10x4s2 49x10x1->25x5x64": ((CONVOLUTION, 49, 10, 1, 25, 5, 64, 10, 4, 2, 4, 1), False),
    "conv3x3 32x32x16->16": ((CONVOLUTION, 32, 32, 16, 32, 32, 16, 3, 3, 1, 1, 1), False),
    "conv3x3 8x8x64->64": ((CONVOLUTION, 8, 8, 64, 8, 8, 64, 3, 3, 1, 1, 1), False),
    "conv1x1 48x48x8->16": ((CONVOLUTION, 48, 48, 8, 48, 48, 16, 1, 1, 1, 0, 0), False),
    "conv1x1 3x3x256->256": ((CONVOLUTION, 3, 3, 256, 3, 3, 256, 1, 1, 1, 0, 0), False),
    "conv3x3s2 96x96x3->48x48x8": ((CONVOLUTION, 96, 96, 3, 48, 48, 8, 3, 3, 2, 0, 0), False),
    "depthwise3x3s2 48x48x16": ((DEPTHWISE, 48, 48, 16, 24, 24, 16, 3, 3, 2, 0, 0), False),
    "avgpool 25x5x64 per element": ((AVERAGE_POOL, 25, 5, 64, 1, 1, 64, 25, 5, 1, 0, 0), True),
    "add 16384 per element": ((ADD, 16, 16, 64, 16, 16, 64, 1, 1, 1, 0, 0), True),
}
# On Cortex-M55: what hand-scheduled kernels were counted to take, in layouts of their own, and how often as many CMSIS-NN takes.
REACHED_M55 = {
    "conv1x1 25x5x64->64": (77570, 2.62),
    "conv1x1 3x3x256->256": (75712, 1.93),
    "conv1x1 48x48x8->16": (166469, 3.86),
    "fully_connected 640->128": (11282, 3.56),
    "depthwise3x3 25x5x64": (43605, 3.87),
    "conv 10x4s2 49x10x1->25x5x64": (68667, 4.46),
    "conv3x3 32x32x16->16": (269543, 3.49),
    "conv3x3 8x8x64->64": (269604, 1.81),
}


def work(shape):
    routine, in_h, in_w, in_c, out_h, out_w, out_c, kernel_h, kernel_w = shape[:9]
    if routine in (ADD, AVERAGE_POOL):
        return in_h * in_w * in_c
    return out_h * out_w * out_c * kernel_h * kernel_w * (in_c if routine == CONVOLUTION else 1)


def main():
    cases, image = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    core = sys.argv[4] if len(sys.argv) > 4 else "cortex-m4"
    baseline = json.load(open(sys.argv[3]))["single_kernels_m4"] if len(sys.argv) > 3 and core == "cortex-m4" else {}
    if core == "cortex-m55":
        baseline = {name: round(count * ratio) for name, (count, ratio) in REACHED_M55.items()}
    print(f"{'kernel':30} {'instructions':>12} {'each':>6} {'CMSIS-NN':>10} {'ratio':>6} {'of reached':>10}")
    with tempfile.TemporaryDirectory() as work_dir:
        for name, (shape, per_element) in KERNELS.items():
            made = subprocess.run([cases, "shape", ",".join(map(str, shape)), f"{work_dir}/cases.bin", core], check=True, text=True,
                                  capture_output=True).stdout
            out = subprocess.run(["qemu-system-arm", "-machine", MACHINES[core], "-nographic", "-monitor", "none", "-serial", "none",
                                  "-icount", "shift=0", "-semihosting-config", "enable=on,target=native", "-kernel", image], cwd=work_dir, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600).stdout
            found = re.match(r"(\d+) instructions, 1 cases, 0 wrong", out)
            if not found:
                sys.exit(f"{name}: {out}")
            count = int(found[1])
            other = baseline.get(name)
            ours = count / work(shape) if per_element else count
            ratio = f"{other:10} {other / ours:6.2f}" if other else f"{'':17}"
            reached = f"{count / REACHED_M55[name][0]:10.2f}" if core == "cortex-m55" and name in REACHED_M55 else " " * 10
            print(f"{name:30} {count:12} {count / work(shape):6.2f} {ratio} {reached}  {made.split()[1]}")


main()
