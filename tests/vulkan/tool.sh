#!/usr/bin/env bash
# The tool on Vulkan: devices and why what is taken of them, profiles and times by the device's clock, shaders that are found wrong, and the
# floor device: every optional feature hidden, every limit at the least. usage: tool.sh MOTE SHIM_FOLDER SOURCE_DIR
set -euo pipefail
mote=$1 shim=$2 source=$3
here=$source/tests/vulkan
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed() { cat out err 2>/dev/null; echo "FAILED: $1"; exit 1; }
"$mote" device >out 2>err || failed "mote device"
if grep -q "no Vulkan device" out; then echo "skipped: no Vulkan device"; exit 77; fi
grep -q "^Vulkan 1: " out && grep -q "texels a window" out && grep -q "rows by single invocations" out || failed "facts, limits and choices"
"$mote" device --json | python3 -c '
import json, sys
for d in json.load(sys.stdin)["vulkan"]: assert d["number"] and len(d["uuid"]) == 32 and all(c["why"] for c in d["choices"])' || failed "as JSON"

# What the probes measured, and what is chosen by it.
probed() { python3 -c '
import json, sys
for d in json.load(open("out"))["vulkan"]:
    p, chosen = d["probes"], {c["what"]: c for c in d["choices"]}
    assert 0 < p["ms"] < 5000 and p["storage_gigabytes_per_second"] > 0 and p["texel_gigabytes_per_second"] > 0 and p["gigaflops"] > 0, p
    ratio = p["storage_gigabytes_per_second"] / p["texel_gigabytes_per_second"]
    print("probes: %.1f ms, storage %.3f of texels at %.1f GB/s, %.1f GFLOP/s" % (p["ms"], ratio, p["texel_gigabytes_per_second"], p["gigaflops"]))
    assert "times the rate of texels" in chosen["operands as texels"]["why"]
    quick = chosen["longer chains of small steps"]["taken"]
    if d["type"] == "software": assert p["submission_operations"] == 0 and (quick or ratio < 0.25) and (not quick or ratio > 0.125)
    else: assert p["submission_operations"] > 0 and not quick and chosen["work of a submission"]["taken"]'; }

# Profiles.
digits=$source/demo/digits
timestamps=$("$mote" device --json | python3 -c 'import json,sys; print([c["taken"] for c in json.load(sys.stdin)["vulkan"][0]["choices"] if c["what"] == "times of steps"][0])')
"$mote" compile "$digits/model.mlir" --target vulkan -o digits.mote >/dev/null
if [ "$timestamps" = True ]; then
  "$mote" run digits.mote --trust --backend vulkan --samples --input "$digits/test_images.npy" --profile trace.json >out 2>err || failed "a profile"
  grep -q "µs" out || failed "its table"
  python3 - trace.json <<'PY' || failed "a trace of every step, in order"
import json, sys
events = [e for e in json.load(open(sys.argv[1]))["traceEvents"] if e["ph"] == "X"]
words = {e["args"]["word"] for e in events}
assert len(words) >= 3 and len(events) % len(words) == 0, (len(words), len(events))
assert all(e["dur"] >= 0 and e["ts"] >= 0 for e in events)
assert all(a["ts"] <= b["ts"] for a, b in zip(events, events[1:]))
assert not any(e["name"].startswith("step at") for e in events), events[0]
PY
  "$mote" bench digits.mote --trust --backend vulkan --repeat 2 --steps --json >out 2>err || failed "times of steps"
  python3 -c 'import json; d = json.load(open("out")); assert len(d["steps"]) >= 3 and all(s["us"] > 0 for s in d["steps"])' || failed "of each"
  "$mote" device --probe --json >out 2>err && probed || failed "the probes"
  "$mote" device --probe >out 2>err && grep -q "  probes: storage is read at" out && grep -q "operands as texels" out || failed "in words"
  # The share of the device's own limit: of a product by what it multiplies, of what only moves data by copies.
  cat >product.mlir <<'MLIR'
func.func @main(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %d = stablehlo.transpose %a, dims = [1, 0] : (tensor<256x256xf32>) -> tensor<256x256xf32>
  return %c, %d : tensor<256x256xf32>, tensor<256x256xf32>
}
MLIR
  "$mote" bench product.mlir --backend vulkan --repeat 5 --steps --json >out 2>err || failed "a device's limits"
  python3 - <<'PY' || failed "shares of them"
import json
d = json.load(open("out"))
limits = d["machine"]
assert limits["gigaflops"] > 0 and all(c["gigabytes_per_second"] > 0 for c in limits["copies"]), limits
dot = next(s for s in d["steps"] if s.get("gigaops"))
assert abs(dot["gigaops"] * dot["us"] * 1e3 - 2 * 256 ** 3) < 1, dot
for s in d["steps"]: assert 0 < s["of_limit"] < 5, s
assert dot["of_limit"] > 0.999 * dot["gigaops"] / limits["gigaflops"], (dot, limits)
print("shares of the device's limit:", {s["name"]: round(s["of_limit"], 3) for s in d["steps"]})
PY
  "$mote" bench product.mlir --backend vulkan --repeat 2 --steps >out 2>err && grep -q "^this device: .*GFLOP/s of f32 (its shaders); copies of" out ||
    failed "its limits in words"
fi

# Shaders as text and as words: one of each a form, which another tool takes.
"$mote" inspect "$digits/model.mlir" --target vulkan --glsl text --spirv words >out 2>err || failed "shaders written"
[ "$(cd text && ls | sed 's/\.comp//')" = "$(cd words && ls | sed 's/\.spv//')" ] && [ "$(grep -c '^    shader' out)" = "$(ls text | wc -l)" ] ||
  failed "one of each a form"
grep -q '^#version' text/kernel0-0.comp || failed "a shader's text"
"$mote" inspect "$digits/model_int8.tflite" --target vulkan --spirv int8_words >out 2>err && grep -q "needs .*products of bytes by words" out || failed "shaders of bytes"
if command -v spirv-val >/dev/null; then for shader in words/* int8_words/*; do spirv-val --target-env vulkan1.1 "$shader" >out 2>err || failed "$shader"; done; else echo "left out: spirv-val is not installed"; fi
"$mote" inspect digits.mote --spirv stored >out 2>err && diff -r words stored || failed "those of a compiled program"
"$mote" inspect digits.mote --glsl none >out 2>err && failed "GLSL of a compiled program"
grep -q "a .mote file has no GLSL" err && [ ! -e none ] || failed "which says so"

# By the shim in place of the machine's library.
MOTE_SHIM_LIBRARY=$(ldconfig -p 2>/dev/null | awk '/libvulkan.so.1 / && !found++ { print $NF }')
[ -n "$MOTE_SHIM_LIBRARY" ] || MOTE_SHIM_LIBRARY=$(find /usr/lib /lib -name libvulkan.so.1 2>/dev/null | sed -n 1p)
export MOTE_SHIM_LIBRARY
shimmed() { MOTE_SHIM=$1 LD_LIBRARY_PATH=$shim "$mote" "${@:2}"; }
python3 - <<'PY'
import struct
def npy(name, shape, values):
    header = ("{'descr': '<f4', 'fortran_order': False, 'shape': %s, }" % (shape,)).ljust(117) + "\n"
    open(name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<%df" % len(values), *values))
x = [i % 7 for i in range(64 * 96)]
w = [i % 5 * 2 for i in range(64 * 96)]
npy("x.npy", (64, 96), x), npy("w.npy", (64, 96), w)
npy("sums.npy", (64, 96), [a + b + i % 96 for i, (a, b) in enumerate(zip(x, w))])
npy("rows.npy", (64,), [sum(x[r * 96:r * 96 + 96]) + sum(w[r * 96:r * 96 + 96]) for r in range(64)])
PY
run() { shimmed "$1" run "$here/programs/plain.mlir" --backend vulkan --input x.npy w.npy --expect sums.npy rows.npy "${@:2}" >out 2>err; }
# Whose times are asked for: else both steps are one chain, with a shader of its own.
run lone --profile times.json && failed "a shader that subtracts is noticed by nobody but the comparison"
run lone --self-test || failed "right values all the same"
grep -q "self-test: 2 kernels tried, 1 run by another shader, 1 on the CPU" out || failed "which is said"
grep -q "vulkan: self-test: kernel 00001 gives wrong values with its shader 000" err || failed "of which kernel"
run "" --self-test --no-fallback --threads 2 || failed "the machine's own device, pipelines by two threads"
grep -q "self-test: 2 kernels tried, 0 run by another shader, 0 on the CPU" out || failed "whose shaders are right"
# Stores whose places are data (a sort by digits) are tried at places apart: nobody is found wrong, in memory of the device's own either.
for how in "" discrete; do
  shimmed "$how" check "$source/tests/backend/cases/long_sorts.mlir" --backend vulkan --self-test --no-fallback >out 2>err || failed "a sort's self-test ($how)"
done
run incoherent --no-fallback || failed "memory that is not coherent"
# Products of four bytes at once, where a device says that they are quick; of one whose are wrong they are not used.
python3 - <<'PY'
import struct
header = "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 8, 8, 1), }".ljust(117) + "\n"
pixels = bytes(i * 89 % 256 for i in range(64))
open("bytes.npy", "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + pixels)
PY
"$mote" run "$digits/model_int8.tflite" --backend evaluate --input bytes.npy --output-dir int8 >out 2>err || failed "the int8 network, evaluated"
dots() { shimmed "$1" run "$digits/model_int8.tflite" --backend vulkan --no-fallback --input bytes.npy --expect int8 --self-test >out 2>err; }
shimmed discrete,dots device >out 2>err && grep -q "products of four bytes *yes" out || failed "quick products are said"
shimmed "" device >out 2>err && grep -q "products of four bytes *no" out || failed "as those that are not"
dots discrete,dots || failed "products of four bytes"
grep -q " 0 run by another shader, 0 on the CPU" out || failed "whose shaders are right"
dots discrete,unsigned_dots || failed "right values all the same, of bytes that count as unsigned"
grep -q " 2 run by another shader, 0 on the CPU" out || failed "by the shaders that take bytes apart"
# Folds by subgroups, of programs that have shaders for them: the same bits; of a device whose are wrong they are not used.
"$mote" inspect "$here/programs/plain.mlir" --target vulkan >out 2>err && ! grep -q "needs .*subgroups" out || failed "no shaders for subgroups unless told"
"$mote" inspect "$here/programs/plain.mlir" --target vulkan --vulkan-tiers floor >out 2>err && ! grep "^    shader" out | grep -qv "needs nothing" ||
  failed "shaders for every device alone"
"$mote" compile "$here/programs/plain.mlir" --vulkan-tiers floor,wings -o none >out 2>err && failed "a tier that is none"
grep -q "there is no tier 'wings'; there are floor, .*subgroups" err || failed "which says so"
"$mote" inspect "$here/programs/plain.mlir" --target vulkan --vulkan-tiers subgroups --spirv folds >out 2>err && grep -q "needs subgroups" out ||
  failed "shaders for subgroups"
if command -v spirv-val >/dev/null; then for shader in folds/*; do spirv-val --target-env vulkan1.1 "$shader" >out 2>err || failed "$shader"; done; fi
run floor --vulkan-tiers subgroups --self-test --no-fallback --tolerance exact || failed "subgroups on a device without"
grep -q "self-test: 2 kernels tried, 0 run by another shader, 0 on the CPU" out || failed "where nobody asks for them"
shimmed "" device >out 2>err || failed "a device that may have subgroups"
if grep -q "folds by subgroups *yes" out; then
  run "" --vulkan-tiers subgroups --self-test --no-fallback --tolerance exact || failed "folds by subgroups"
  grep -q "self-test: 2 kernels tried, 0 run by another shader, 0 on the CPU" out || failed "which are right"
  run wrong_shuffles --vulkan-tiers subgroups --self-test --no-fallback --tolerance exact || failed "right values all the same, of wrong invocations"
  grep -q "self-test: 2 kernels tried, 1 run by another shader, 0 on the CPU" out || failed "by the shader without subgroups"
fi
# Products in f16, where a program allows them and the device has them, near those in f32 and not the same; of one whose are wrong they are
# not used, nor does the floor device have any.
shimmed discrete device >out 2>err || failed "a device that may have f16"
if grep -q "products in f16 *yes" out; then
  cat >halves.mlir <<'MLIR'
func.func @main(%a: tensor<64x96xf32>, %b: tensor<64x96xf32>) -> tensor<64x64xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
MLIR
  python3 - <<'PY'
import struct
def npy(name, values):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (64, 96), }".ljust(117) + "\n"
    open(name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<6144f", *values))
npy("a.npy", [(i * 7919 % 6143) / 6143 - 0.4 for i in range(6144)]), npy("b.npy", [(i * 104729 % 6131) / 6131 - 0.3 for i in range(6144)])
PY
  "$mote" run halves.mlir --backend evaluate --input a.npy b.npy --output-dir exact >out 2>err || failed "products, evaluated"
  halves() { shimmed "$1" run halves.mlir --backend vulkan --no-fallback --input a.npy b.npy --expect exact --self-test "${@:2}" >out 2>err; }
  shimmed "" device >out 2>err && grep -q "products in f16 *no" out || failed "a CPU does not multiply in f16"
  halves discrete --allow-fp16 || failed "products in f16"
  grep -q " 0 run by another shader, 0 on the CPU" out || failed "which the self-test takes"
  grep -q "relative 0)" out && failed "products in f16 with the bits of f32"
  halves discrete --allow-fp16 --tolerance exact && failed "products in f16, said to be exact"
  halves discrete --tolerance exact || failed "of a program that does not allow them"
  halves "" --allow-fp16 --tolerance exact || failed "of a device that is a CPU"
  halves floor --allow-fp16 --tolerance exact || failed "of one that has no f16"
  halves discrete --allow-fp16 --tolerance exact --minimal-features || failed "and of one that is not asked for it"
  halves discrete,wrong_halves --allow-fp16 --tolerance exact || failed "of one whose f16 is wrong"
  grep -q " 1 run by another shader, 0 on the CPU" out || failed "where the shader in f32 runs"
  cat >checked.mlir <<'MLIR'
func.func public @main() {
  %a = stablehlo.constant dense<0.1> : tensor<64x96xf32>
  %b = stablehlo.constant dense<0.3> : tensor<96x64xf32>
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x96xf32>, tensor<96x64xf32>) -> tensor<64x64xf32>
  %e = stablehlo.constant dense<2.88> : tensor<64x64xf32>
  stablehlo.custom_call @check.expect_almost_eq(%c, %e) {has_side_effect = true, tolerance = 0.00005 : f64} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  return
}
MLIR
  shimmed discrete check checked.mlir --backend vulkan --no-fallback >out 2>err || failed "a check of products"
  shimmed discrete check checked.mlir --backend vulkan --no-fallback --allow-fp16 --json near.json >out 2>err || failed "of those in f16"
  "$mote" check checked.mlir --backend vulkan --no-fallback --allow-fp16 --json same.json >out 2>err || failed "of a CPU"
  python3 -c 'import json; a, b = (json.load(open(n))["files"][0]["digest"] for n in ("near.json", "same.json")); assert a != b' || failed "which has others"
  "$mote" compile halves.mlir --allow-fp16 --reproducible -o none >out 2>err && failed "products in f16 with the same bits everywhere"
  "$mote" compile halves.mlir --allow-fp16 --target vulkan -o halves.mote >/dev/null && "$mote" verify halves.mote >out 2>err || failed "as a file"
  "$mote" inspect halves.mote --spirv half_words >out 2>err && grep -q "needs .*products in f16" out && grep -q "^products of dots and convolutions may be in f16" out ||
    failed "which says so"
  "$mote" run halves.mote --allow-fp16 --input a.npy b.npy >out 2>err && failed "and is compiled already"
  shimmed discrete run halves.mote --trust --backend vulkan --input a.npy b.npy --expect exact >out 2>err || failed "and is near as well"
  if command -v spirv-val >/dev/null; then for shader in half_words/*; do spirv-val --target-env vulkan1.1 "$shader" >out 2>err || failed "$shader"; done; fi
else
  echo "left out: the device has no f16"
fi
if [ "$timestamps" = True ]; then shimmed discrete device --probe --json >out 2>err && probed || failed "probes of what says it is a GPU"; fi

shimmed floor device >out 2>err || failed "the floor device"
grep -q "^Vulkan 1: floor device" out && grep -q "16-bit storage no, 8-bit storage no, int64 no, float64 no" out || failed "it has nothing"
grep -q "128 invocations and 16384 B of shared memory a workgroup, 65536 texels a window, 128 MiB bound at once" out || failed "at the least"
run floor --no-fallback || failed "a program on it"
shimmed floor device --probe >out 2>err && grep -q "not probed: the queue has no timestamps" out || failed "it has no clock"
list=$work/list
shared=${MOTE_SHARED:-$source/../shared}
if [ -d "$shared/golden" ]; then
  find "$shared/golden" \( -name '*.mlir' -o -name '*.hlo' \) -size -6k | sort | awk 'NR % 170 == 1' >"$list"
  MOTE_SHIM=floor LD_LIBRARY_PATH=$shim "$mote" check --list "$list" --backend vulkan --jobs 2 --json golden.json >out 2>err || true
  python3 - golden.json <<'PY' || failed "golden files on the floor device"
import collections, json, sys
files = json.load(open(sys.argv[1]))["files"]
counts = collections.Counter(f["outcome"] for f in files)
print("golden files on the floor device:", dict(counts))
bad = [f for f in files if f["outcome"] in ("fail", "crash", "timeout")]
for f in bad: print(f["file"], f["outcome"], f["reason"])
sys.exit(1 if bad or counts["pass"] + counts["fallback"] < 5 else 0)
PY
fi
echo "all right"
