#!/usr/bin/env bash
# Fixed-point routines of Cortex-M4 under QEMU over random cases, whose expected bytes are computed on the host by plain arithmetic.
# usage: fixed_routines.sh FIXED_CASES SOURCE_DIR [COUNT [SEED]]
set -euo pipefail
maker=$1 source=$2 count=${3:-1500} seed=${4:-1}
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/tests/firmware/fixed_routines" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the image does not build"; exit 1; }
"$maker" "$count" "$seed" "$work/cases.bin" cortex-m4 | tee "$work/rows"
for row in convolution_dsp convolution_dsp_signed product_dsp product_dsp_signed \
    convolution_wide convolution_wide_signed product_wide product_wide_signed \
    depthwise depthwise_dsp depthwise_dsp_signed add_dsp average_pool average_pool_dsp max_pool softmax; do
  grep -q " $row\$" "$work/rows" || { echo "FAILED: no case of $row"; exit 1; }
done
cd "$work"
out=$(timeout 3000 qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial none -semihosting-config enable=on,target=native \
  -kernel "$work/build/fixed_routines" 2>&1) || { echo "$out"; echo "FAILED (seed $seed, $count cases)"; exit 1; }
echo "$out"
[ "$out" = "$count cases, 0 wrong" ] || { echo "FAILED: not all cases were run"; exit 1; }
