#!/usr/bin/env bash
# The fused multiply-add of a core without an FPU under QEMU, over operands whose results are this machine's own; and that an ordinary one
# takes at most MOST instructions.
# usage: integer_fma.sh FMA_CASES SOURCE_DIR TARGET MOST [COUNT [SEED]]
set -euo pipefail
maker=$1 source=$2 target=$3 most=$4 count=${5:-100000} seed=${6:-1}
qemu="qemu-system-arm" compiler=arm-none-eabi-gcc board=mps2-an385  # a Cortex-M3 runs the code of an M0+
[ "$target" != riscv32 ] || { qemu="qemu-system-riscv32 -bios none" compiler=riscv64-unknown-elf-gcc board=virt; }
for tool in $compiler ${qemu%% *}; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/tests/firmware/integer_fma" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/$target.cmake" -DBOARD=$board && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the image does not build"; exit 1; }
"$maker" "$count" "$seed" "$work/cases.bin"
cd "$work"
out=$(timeout 600 $qemu -machine $board -nographic -monitor none -serial none -icount shift=0 \
  -semihosting-config enable=on,target=native -kernel "$work/build/integer_fma" 2>&1) || { echo "$out"; echo "FAILED (seed $seed)"; exit 1; }
echo "$out"
[ "${out##*another, }" = "$count cases, 0 wrong" ] || { echo "FAILED: not all cases were run"; exit 1; }
[ "${out%% *}" -gt 0 ] && [ "${out%% *}" -le "$most" ] || { echo "FAILED: more than $most instructions"; exit 1; }
