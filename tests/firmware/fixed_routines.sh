#!/usr/bin/env bash
# Fixed-point routines of a Cortex-M or RISC-V core under QEMU over random cases, whose expected bytes are computed on the host by plain arithmetic.
# usage: fixed_routines.sh FIXED_CASES SOURCE_DIR [COUNT [SEED [TARGET]]]
set -euo pipefail
maker=$1 source=$2 count=${3:-1500} seed=${4:-1} target=${5:-cortex-m4}
rows="depthwise depthwise_without_starts softmax multiply lines sigmoidal average_pool_rows"
qemu=qemu-system-arm compiler=arm-none-eabi-gcc options=
case $target in
  cortex-m4) board=mps2-an386 toolchain=cortex-m4f
    rows+=" average_pool max_pool table convolution_dsp convolution_dsp_signed product_dsp product_dsp_signed depthwise_dsp"
    rows+=" depthwise_dsp_signed add_dsp average_pool_dsp convolution_wide convolution_wide_signed product_wide product_wide_signed"
    rows+=" convolution_winograd convolution_winograd_signed depthwise_planes" ;;
  cortex-m3 | cortex-m0plus) board=mps2-an385 toolchain=$target  # a Cortex-M3 runs the code of both
    rows+=" average_pool max_pool table convolution convolution_without_starts add" ;;
  riscv32) board=virt toolchain=$target qemu=qemu-system-riscv32 compiler=riscv64-unknown-elf-gcc options="-bios none"
    rows+=" average_pool max_pool table convolution convolution_without_starts add" ;;
  cortex-m55) board=mps3-an547 toolchain=cortex-m55
    rows+=" convolution_helium convolution_helium_signed product_helium product_helium_signed depthwise_helium"
    rows+=" depthwise_helium_signed add_helium average_pool_helium max_pool_helium table_helium" ;;
  *) echo "no board with $target"; exit 2 ;;
esac
for tool in $compiler $qemu; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/tests/firmware/fixed_routines" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/$toolchain.cmake" -DBOARD=$board && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the image does not build"; exit 1; }
# Files of cases are held in memory by the emulator, so many cases go by several, of a seed each.
batch=5000
cd "$work"
for ((done = 0; done < count; done += batch)); do
  some=$((count - done < batch ? count - done : batch))
  "$maker" $some "$seed" cases.bin "$target" >batch
  tried=$(awk '{ n += $1 } END { print n }' batch)  # more than cases: some products are tried in two forms
  cat batch >>rows
  out=$(timeout 3000 $qemu $options -machine $board -nographic -monitor none -serial none -semihosting-config enable=on,target=native \
    -kernel build/fixed_routines 2>&1) || { echo "$out"; echo "FAILED (seed $seed, $some cases)"; exit 1; }
  [ "$out" = "$tried cases, 0 wrong" ] && [ "$tried" -ge "$some" ] || { echo "$out"; echo "FAILED (seed $seed): not all of $tried cases were run"; exit 1; }
  seed=$((seed + 1))
done
awk '{ n = $1; $1 = ""; cases[$0] += n } END { for (row in cases) print cases[row] row }' rows | sort -k2
for row in $rows; do
  grep -q "^[0-9]* $row\$" rows || { echo "FAILED: no case of $row"; exit 1; }
done
echo "$count cases, 0 wrong"
