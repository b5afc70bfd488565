#!/usr/bin/env bash
# mote compile --quantize: calibration files of every form, what is refused and in which words, the report. usage: quantize.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
checks=0
is() { checks=$((checks + 1)); [ "$2" = "$3" ] || { printf 'FAILED: %s\n--- expected\n%s\n--- got\n%s\n' "$1" "$2" "$3"; cat out err; exit 1; }; }
has() { checks=$((checks + 1)); case "$3" in *"$2"*) ;; *) printf 'FAILED: %s\n--- wanted in it\n%s\n--- got\n%s\n' "$1" "$2" "$3"; exit 1;; esac; }
code() { local code=0; "$@" >out 2>err </dev/null || code=$?; echo "$code"; }
quantize() { code "$mote" compile "$1" --quantize -o q.mote --target linux "${@:2}"; }
# array FILE SHAPE VALUE…: values are repeated until the shape is full.
array() {
  python3 - "$@" <<'PY'
import array, math, sys
path, shape, values = sys.argv[1], eval(sys.argv[2]), [float(v) for v in sys.argv[3:]]
count = math.prod(shape)
header = str({"descr": "<f4", "fortran_order": False, "shape": shape}).encode()
header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
data = array.array("f", (values[i % len(values)] for i in range(count)))
open(path, "wb").write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data.tobytes())
PY
}

cat >two.mlir <<'MLIR'
func.func @main(%sound: tensor<1x4xf32>, %gain: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %w = stablehlo.constant dense<[[1.0, -0.5, 0.25], [0.5, 1.0, -1.0], [-0.75, 0.5, 0.25], [0.125, -1.0, 0.5]]> : tensor<4x3xf32>
  %0 = stablehlo.dot_general %sound, %w, contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x3xf32>) -> tensor<1x3xf32>
  %1 = stablehlo.multiply %0, %gain : tensor<1x3xf32>
  return %1 : tensor<1x3xf32>
}
MLIR
array sound.npy "(8, 1, 4)" 1 -1 0.5 0.25 -0.75 0.3 0.9
array gain.npy "(8, 3)" 0.5 1 2 1.5 0.25
array one_sound.npy "(1, 4)" 1 -1 0.5 0.25
array one_gain.npy "(1, 3)" 1 0.5 2
archive() { python3 -c 'import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as z: [z.write(f, f"{n}.npy") for n, f in (a.split("=") for a in sys.argv[2:])]' "$@"; }
archive all.npz sound=sound.npy gain=gain.npy

# What calibrates: an archive, a folder of archives, folders of arrays by name or number.
is "an archive" 0 "$(quantize two.mlir --calibrate all.npz)"
has "counts its samples" "8 samples: SQNR" "$(cat out)"
has "names inputs" "input sound: s8, scale" "$(cat out)"
mkdir archives && cp all.npz archives/a.npz && cp all.npz archives/b.npz
is "a folder of archives" 0 "$(quantize two.mlir --calibrate archives)"
has "counts both" "16 samples" "$(cat out)"
mkdir -p folders/s1 && cp one_sound.npy folders/in0.npy && cp one_gain.npy folders/in1.npy && cp one_sound.npy folders/s1/sound.npy && cp one_gain.npy folders/s1/gain.npy
cp one_gain.npy folders/out0.npy  # what mote wrote there is no input
is "folders of arrays" 0 "$(quantize two.mlir --calibrate folders)"
has "a sample each" "2 samples" "$(cat out)"
is "several of them" 0 "$(quantize two.mlir --calibrate all.npz --calibrate folders)"
has "together" "10 samples" "$(cat out)"

# What is refused.
is "no inputs" 2 "$(quantize two.mlir)"
has "says what is wanted" "--quantize wants --calibrate" "$(cat err)"
is "options that go with it" 2 "$(code "$mote" compile two.mlir --min-sqnr 40 -o q.mote)"
archive half.npz sound=sound.npy
is "an input without values" 3 "$(quantize two.mlir --calibrate half.npz)"
has "is named" "no calibration values for input 1 (gain) f32[1,3]" "$(cat err)"
array wrong.npy "(8, 5)" 1
archive wrong.npz sound=wrong.npy gain=gain.npy
is "a wrong shape" 3 "$(quantize two.mlir --calibrate wrong.npz)"
has "shows both" "input 0 (sound) is f32[1,4], the file holds f32[8,5]" "$(cat err)"
array few.npy "(3, 3)" 1
archive few.npz sound=sound.npy gain=few.npy
is "other numbers of samples" 3 "$(quantize two.mlir --calibrate few.npz)"
has "shows both" "input 1 (gain) has 3 samples, input 0 (sound) has 8" "$(cat err)"
array nan.npy "(8, 3)" 1 nan
archive nan.npz sound=sound.npy gain=nan.npy
is "a value that is no number" 3 "$(quantize two.mlir --calibrate nan.npz)"
has "names the input" "input 'gain' f32[1,3] has a value that is no finite number" "$(cat err)"
sed 's/stablehlo.multiply %0, %gain/stablehlo.divide %gain, %zero/; s/  %w = /  %zero = stablehlo.constant dense<0.0> : tensor<1x3xf32>\n  %w = /' two.mlir >inf.mlir
sed -i 's/return %1/%2 = stablehlo.add %0, %1 : tensor<1x3xf32>\n  return %2/' inf.mlir
is "an infinity inside" 3 "$(quantize inf.mlir --calibrate all.npz)"
has "names the operation" "has a value that is no finite number" "$(cat err)"
cat >sorted.mlir <<'MLIR'
func.func @main(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = "stablehlo.cholesky"(%x) {lower = true} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
MLIR
array eye.npy "(3, 3)" 2 0 0 0
is "nothing to quantize" 4 "$(quantize sorted.mlir --calibrate eye.npy --quantize-as network)"
has "says so" "there is nothing to quantize" "$(cat err)"
cat >stored.mlir <<'MLIR'
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.add %x, %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
MLIR
is "stored integers" 4 "$(quantize stored.mlir --calibrate eye.npy)"
has "says so" "quantized already" "$(cat err)"
is "accuracy out of reach" 3 "$(quantize two.mlir --calibrate all.npz --min-sqnr 190)"
has "says what there is" "no precision reaches what is asked for" "$(cat err)"
is "a compiled program" 2 "$(quantize q.mote --calibrate all.npz)"
has "says so" "compiled already" "$(cat err)"

# Integers in and out: the digits network has no float left, on the board's target too. Its report counts what it multiplies.
is "digits" 0 "$(code "$mote" compile "$source/demo/digits/model.mlir" --quantize --calibrate "$source/demo/digits/test_images.npy" --quantize-io int8 \
  --target linux,cortex-m4 --quantize-report report.json -o digits.mote)"
"$mote" inspect digits.mote >inspected
has "bytes in" "s8[1,8,8,1]" "$(cat inspected)"
is "no float anywhere" 0 "$(grep -c f32 inspected || true)"
is "and steps that are proven" 0 "$(grep -c ' launch ' inspected || true)"
is "320 832 products" 320832 "$(python3 -c 'import json; print(sum(s["macs"] for s in json.load(open("report.json"))["steps"]))')"
is "no float" "[]" "$(python3 -c 'import json; print(json.load(open("report.json"))["floats"])')"

# A filter in a loop is a signal's program: words of 16 and 32 bits, no float left; the program in text is the same one.
cat >filter.mlir <<'MLIR'
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<64> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<1xf32>
  %a = stablehlo.constant dense<0.9> : tensor<1xf32>
  %ys = stablehlo.constant dense<0.0> : tensor<64xf32>
  %0:4 = stablehlo.while(%i = %zero, %y = %start, %in = %x, %out = %ys) : tensor<i32>, tensor<1xf32>, tensor<64xf32>, tensor<64xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %in, %i, sizes = [1] : (tensor<64xf32>, tensor<i32>) -> tensor<1xf32>
    %2 = stablehlo.multiply %y, %a : tensor<1xf32>
    %3 = stablehlo.add %1, %2 : tensor<1xf32>
    %4 = stablehlo.dynamic_update_slice %out, %3, %i : (tensor<64xf32>, tensor<1xf32>, tensor<i32>) -> tensor<64xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %3, %in, %4 : tensor<i32>, tensor<1xf32>, tensor<64xf32>, tensor<64xf32>
  }
  return %0#3 : tensor<64xf32>
}
MLIR
array waves.npy "(8, 64)" 0.5 0.25 -1 0.75 0.3 -0.9 0.1
is "a filter" 0 "$(quantize filter.mlir --calibrate waves.npy --quantize-io integer --quantize-program words.mlir)"
has "says what it kept" "8 samples: SQNR" "$(cat out)"
has "says what is in the loop" "in loop" "$(cat out)"
"$mote" inspect q.mote >inspected
is "no float anywhere" 0 "$(grep -c f32 inspected || true)"
is "nor in the text" 0 "$(grep -cE 'f(16|32|64)>' words.mlir || true)"
python3 -c 'import sys; header = b"{\"descr\": \"<i2\", \"fortran_order\": False, \"shape\": (64,)}"; header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
sys.stdout.buffer.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(k * 37 % 101 for k in range(128)))' >stored.npy
"$mote" run q.mote --backend cpu --input stored.npy --output-dir from_file -q
"$mote" run words.mlir --backend evaluate --input stored.npy --output-dir from_text -q
is "the text gives the same bits" "" "$(cmp from_file/out0.npy from_text/out0.npy 2>&1)"
is "a network for once" 4 "$(quantize filter.mlir --calibrate waves.npy --quantize-as network)"
echo "$checks checks"
