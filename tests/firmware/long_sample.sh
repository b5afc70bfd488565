#!/usr/bin/env bash
# A sample that takes more ticks than SysTick's 24 bits: one digits image at 1024 ns an instruction (43 million ticks) must be measured as 1024 times the
# figure at 1 ns. usage: long_sample.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/ports/cortex_m/digits" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel -DMOTE_TOOL="$mote" \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the firmware does not build"; exit 1; }
cd "$work"
tail -c 256 "$source/demo/digits/test_images.npy" >inputs.bin
# measured SHIFT: nanoseconds of one sample where an instruction takes 2^SHIFT of them.
measured() {
  qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial none -icount "shift=$1" -semihosting-config enable=on,target=native \
    -kernel build/digits 2>&1 | sed -n 's/.* samples, \([0-9]*\) instructions each.*/\1/p'
}
short=$(measured 0) long=$(measured 10)
wrap=$(((1 << 24) * 40))  # nanoseconds until SysTick wraps at 25 MHz
echo "1 ns an instruction: $short, 1024 ns: $long (SysTick wraps at $wrap)"
[ $((short * 1024)) -gt $((2 * wrap)) ] || { echo "FAILED: the sample is too short for this test"; exit 1; }
off=$((long - short * 1024))
[ ${off#-} -le $((short * 1024 / 1000)) ] || { echo "FAILED: off by $off"; exit 1; }
