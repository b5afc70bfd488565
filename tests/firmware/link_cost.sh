#!/usr/bin/env bash
# What a group over links costs on a Cortex-M4: code, state, instructions by payload byte (framing and checksums, both members), held
# against 10 KiB, 2.5 KiB with four peers, and 25.
# usage: link_cost.sh SOURCE_DIR
set -euo pipefail
source=$1
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/tests/firmware/link_cost" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$work/build" -j 2 --target link_cost mote_seal; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the image does not build"; exit 1; }
code=$(arm-none-eabi-size -t "$work"/build/mote/runtime/libmote_link.a | awk '/TOTALS/ { print $1 + $2 }')
echo "$code bytes of code and tables of link and group"
sealed=$(arm-none-eabi-size -t "$work"/build/mote/runtime/libmote_seal.a | awk '/TOTALS/ { print $1 + $2 }')
echo "$sealed bytes of encryption beside its cipher, in images that ask for it"
[ "$sealed" -le 3072 ] || { echo "FAILED: more than 3 KiB"; exit 1; }
out=$(timeout 300 qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial none -icount shift=0 \
  -semihosting-config enable=on,target=native -kernel "$work/build/link_cost" 2>&1) || { echo "$out"; echo "FAILED: the image"; exit 1; }
echo "$out"
each=$(echo "$out" | sed -n 's/ instructions a payload byte.*//p') state=$(echo "$out" | sed -n 's/ bytes of state.*//p')
[ "$code" -le 10240 ] || { echo "FAILED: more than 10 KiB of code"; exit 1; }
[ "$state" -le 2560 ] || { echo "FAILED: more than 2.5 KiB of state"; exit 1; }
awk -v each="$each" 'BEGIN { exit !(each > 0 && each <= 25) }' || { echo "FAILED: more than 25 instructions a payload byte"; exit 1; }
