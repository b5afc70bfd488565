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
fi

# Shaders as text and as words: one of each a form, which another tool takes.
"$mote" inspect "$digits/model.mlir" --target vulkan --glsl text --spirv words >out 2>err || failed "shaders written"
[ "$(cd text && ls | sed 's/\.comp//')" = "$(cd words && ls | sed 's/\.spv//')" ] && [ "$(grep -c '^    shader' out)" = "$(ls text | wc -l)" ] ||
  failed "one of each a form"
grep -q '^#version' text/kernel0-0.comp || failed "a shader's text"
if command -v spirv-val >/dev/null; then for shader in words/*; do spirv-val --target-env vulkan1.1 "$shader" >out 2>err || failed "$shader"; done; else echo "left out: spirv-val is not installed"; fi
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

shimmed floor device >out 2>err || failed "the floor device"
grep -q "^Vulkan 1: floor device" out && grep -q "16-bit storage no, 8-bit storage no, int64 no, float64 no" out || failed "it has nothing"
grep -q "128 invocations and 16384 B of shared memory a workgroup, 65536 texels a window, 128 MiB bound at once" out || failed "at the least"
run floor --no-fallback || failed "a program on it"
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
