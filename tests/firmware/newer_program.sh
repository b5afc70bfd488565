#!/usr/bin/env bash
# An image with the C kernels of one program runs a newer program, given to it afterwards: shared kernels in C, the others by microcode.
# usage: newer_program.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
row='  %0 = stablehlo.tanh %x : tensor<64x48xf32>
  %1 = stablehlo.multiply %0, %x : tensor<64x48xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x48xf32>, tensor<f32>) -> tensor<64xf32>'
echo "func.func @main(%x: tensor<64x48xf32>) -> tensor<64xf32> {
$row
  return %2 : tensor<64xf32>
}" >"$work/old.mlir"
echo "func.func @main(%x: tensor<64x48xf32>) -> (tensor<64xf32>, tensor<48x64xf32>) {
$row
  %3 = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x48xf32>) -> tensor<48x64xf32>
  %4 = stablehlo.sine %3 : tensor<48x64xf32>
  return %2, %4 : tensor<64xf32>, tensor<48x64xf32>
}" >"$work/new.mlir"
echo 'func.func @main(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %0 = stablehlo.sqrt %x : tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}' >"$work/other.mlir"
"$mote" firmware "$work/old.mlir" --kernels c -o "$work" >/dev/null
image() {
  cmake -S "$source/tests/firmware/any_program" -B "$work/$1" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel "${@:2}" \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$work/$1" -j 2
}
{ image plain && image natives -DKERNELS="$work/old_kernels.c" -DKERNELS_TABLE=old_natives; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the image does not build"; exit 1; }
# 3 072 floats 0/1024, 1/1024, …: the witness is the evaluator, which shares nothing with the kernels
awk 'BEGIN { for (i = 0; i < 3072; ++i) printf "%s%s", i ? "," : "", i / 1024 }' >"$work/values"
python3 - "$work" <<'P'
import struct, sys
work = sys.argv[1]
values = [float(v) for v in open(f"{work}/values").read().split(",")]
data = struct.pack(f"<{len(values)}f", *values)
open(f"{work}/inputs.bin", "wb").write(data)
header = "{'descr': '<f4', 'fortran_order': False, 'shape': (64, 48), }"
header += " " * (-(len(header) + 11) % 64) + "\n"
open(f"{work}/in.npy", "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
P
for program in old new other; do
  "$mote" compile "$work/$program.mlir" --target cortex-m4 --strip -q -o "$work/program.mote"
  for kind in plain natives; do
    out=$("$source/tests/firmware/any_program/run.sh" "$work/$kind/any_program" "$work" 2>&1) || { echo "$out"; echo "FAILED: $program on $kind"; exit 1; }
    cp "$work/outputs.bin" "$work/$program.$kind"
    declare "${program}_$kind=${out%% *}"
  done
  cmp "$work/$program.plain" "$work/$program.natives" || { echo "FAILED: $program has other bits with C kernels"; exit 1; }
  mkdir "$work/expected_$program"
  "$mote" run "$work/$program.mlir" --backend evaluate --input "$work/in.npy" --output-dir "$work/expected_$program" -q >/dev/null
done
echo "instructions by microcode and with C kernels: old $old_plain $old_natives, new $new_plain $new_natives, other $other_plain $other_natives"
python3 - "$work" <<'P'
import glob, struct, sys
work = sys.argv[1]
for program in ("old", "new", "other"):
    got = open(f"{work}/{program}.natives", "rb").read()
    want = b""
    for path in sorted(glob.glob(f"{work}/expected_{program}/*.npy")):
        data = open(path, "rb").read()
        want += data[10 + int.from_bytes(data[8:10], "little"):]
    assert len(got) == len(want) > 0, (program, len(got), len(want))
    for a, b in zip(struct.unpack(f"<{len(got) // 4}f", got), struct.unpack(f"<{len(want) // 4}f", want)):
        assert abs(a - b) <= 1e-5 * max(1, abs(b)), (program, a, b)
P
# What ran there, step by step.
"$mote" run "$work/new.mlir" --backend board --runner "$source/tests/firmware/any_program/run.sh $work/natives/any_program" --input "$work/in.npy" \
  --profile "$work/trace.json" >"$work/said"
grep -q "launch.*(word 0)" "$work/said" || { cat "$work/said"; echo "FAILED: no profile of the board"; exit 1; }
# What the two programs share runs as C in both; the third has nothing of it. By microcode it takes less where a program has more scratch.
[ $((old_natives * 2)) -lt "$old_plain" ] || { echo "FAILED: the old program's kernels were not run"; exit 1; }
[ $((new_plain - new_natives)) -gt $(((old_plain - old_natives) * 3 / 4)) ] || { echo "FAILED: the newer program's shared kernel was not run"; exit 1; }
[ $((other_plain - other_natives)) -lt $((other_plain / 20)) ] || { echo "FAILED: a program without shared kernels ran some"; exit 1; }
