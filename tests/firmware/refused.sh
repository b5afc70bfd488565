#!/usr/bin/env bash
# A program that wants DSP instructions, on a core without them: the image links, and the runtime refuses the program by the routine that is
# missing (status MISSING_FEATURE, site RoutineMissing). The same source compiled for the core runs. usage: refused.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number() { sed -n "s/^$2($3, \([0-9]*\),.*/\1/p" "$source/schema/$1"; }
for target in cortex-m4 cortex-m3; do
  "$mote" firmware "$source/tests/firmware/refused/sum.mlir" --target $target -o "$work/$target"
  { cmake -S "$source/tests/firmware/refused" -B "$work/build" -G Ninja -DPROGRAM_DIR="$work/$target" -DCMAKE_BUILD_TYPE=MinSizeRel \
      -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m3.cmake" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
    { tail -n 40 "$work/log"; echo "FAILED: the image does not link"; exit 1; }
  printf '%0128d' 0 >"$work/inputs.bin"  # bytes of value 48: sums of 96
  (cd "$work" && qemu-system-arm -machine mps2-an385 -nographic -monitor none -serial none -icount shift=0 -semihosting-config enable=on,target=native \
    -kernel build/refused) >"$work/said_$target" 2>&1 || true
done
wanted="mote_open: code $(number status.def MOTE_STATUS MISSING_FEATURE) site $(number sites.def MOTE_SITE RoutineMissing)"
grep -q "^$wanted detail " "$work/said_cortex-m4" || { cat "$work/said_cortex-m4"; echo "FAILED: not '$wanted'"; exit 1; }
printf '`%.0s' {1..64} >"$work/expected"  # 96
cmp "$work/expected" "$work/outputs.bin" || { cat "$work/said_cortex-m3"; echo "FAILED: the program for the core itself"; exit 1; }
echo "a program for another core: $(cat "$work/said_cortex-m4"); for this core: $(cat "$work/said_cortex-m3")"
