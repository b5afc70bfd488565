#!/usr/bin/env bash
# The forms of an image for flashing tools, and its parts in places of their own: .hex, .bin and .uf2 are read back byte for byte, the .hex runs
# by itself, the C array is the program, the arena and the program lie where they were asked for. usage: images.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/tests/firmware/images" -B "$work/build" -G Ninja -DMOTE_SOURCE="$source" -DMOTE_TOOL="$mote" -DMOTE_WERROR=ON \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the images do not build"; exit 1; }
"$source/tests/firmware/several_inputs.py" "$work"
"$mote" run "$source/tests/firmware/several/my-model.mlir" --backend cpu --input "$work/x.npy" --input "$work/y.npy" --output-dir "$work/a" --quiet
raw() { local header=$(($(od -An -tu2 -j8 -N2 "$1") + 10)); tail -c +$((header + 1)) "$1"; }
{ raw "$work/a/out0.npy"; raw "$work/a/out1.npy"; } >"$work/expected"
cat "$work/x.bin" "$work/y.bin" >"$work/inputs.bin"
# runs WHAT QEMU_ARGUMENTS…
runs() {
  local what=$1
  shift
  rm -f "$work/outputs.bin"
  (cd "$work" && timeout 120 qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial none -icount shift=0 \
    -semihosting-config enable=on,target=native "$@") >"$work/log" 2>&1 || { cat "$work/log"; echo "FAILED: $what does not run"; exit 1; }
  cmp "$work/outputs.bin" "$work/expected" || { echo "FAILED: $what: other bits than the Linux CPU path"; exit 1; }
}
declare -A arena=([arena_apart]=0x20200000 [program_apart]=0x2000)
for image in arena_apart program_apart; do
  echo "$image"
  python3 "$source/tests/firmware/images.py" "$work/build/$image" "$work/build/${image}_program/roots.mote" roots | tee "$work/said"
  grep -q "^arena at ${arena[$image]}" "$work/said" || { echo "FAILED: the arena lies elsewhere"; exit 1; }
  runs $image -kernel "$work/build/$image"
  runs $image.hex -device loader,file="$work/build/$image.hex"
done
runs two_regions -kernel "$work/build/two_regions"
read -r bytes address <<<"$(arm-none-eabi-readelf -SW "$work/build/two_regions" | awk '$2 == ".mote_region_1" || $3 == ".mote_region_1" {
  for (i = 1; i <= NF; ++i) if ($i == "NOBITS") print $(i + 3), $(i + 1) }')"
[ "$address" = 20200000 ] && [ $((16#$bytes)) -gt 0 ] || { echo "FAILED: the second region has $bytes bytes at $address"; exit 1; }
echo "two_regions: $((16#$bytes)) bytes of the arena at 0x$address"
grep -q '^__attribute__((aligned(16), section(".mote_program"))) const unsigned char roots_program' "$work/build/arena_apart_program/roots_program.c" ||
  { echo "FAILED: no C array"; exit 1; }
[ -e "$work/build/arena_apart.uf2" ] && [ ! -e "$work/build/program_apart.uf2" ] || { echo "FAILED: .uf2 where no family was given, or none"; exit 1; }

# What is no Intel HEX is refused with its line.
refuses() {
  printf '%b' "$2" >"$work/bad.hex"
  local code=0
  "$mote" uf2 "$work/bad.hex" --family 0x57755a57 -o "$work/bad.uf2" 2>"$work/err" || code=$?
  [ $code = 3 ] && grep -qF "$3" "$work/err" || { cat "$work/err"; echo "FAILED: $1: exit $code, not 3 with '$3'"; exit 1; }
}
refuses "a wrong sum" ':0400000001020304F3\n:00000001FF\n' "bad.hex:1"
refuses "a wrong length" ':00000001FF00\n' "length or sum"
refuses "no end" ':0400000001020304F2\n' "ends with the record"
refuses "another kind" ':00000009F7\n' "a record of kind 9"
refuses "another file" 'hello world\n' "no record of Intel HEX"
refuses "an empty image" ':00000001FF\n' "has no bytes"
if "$mote" uf2 "$work/build/arena_apart.hex" --family stm32 -o "$work/x.uf2" 2>"$work/err"; then echo "FAILED: a family that is no number"; exit 1; fi
echo "what is no Intel HEX is refused"
