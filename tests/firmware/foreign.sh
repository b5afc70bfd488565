#!/usr/bin/env bash
# tests/firmware/foreign: a project with its own startup code, vectors, task stack and linker script takes the digits network and runs it on
# an STM32F405 (QEMU's netduinoplus2) while its ticks interrupt; same bits as the Linux CPU path. usage: foreign.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/tests/firmware/foreign" -B "$work/build" -G Ninja -DMOTE_SOURCE="$source" -DMOTE_TOOL="$mote" -DMOTE_WERROR=ON \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the project does not build"; exit 1; }
ninja -C "$work/build" -t commands foreign >"$work/commands"
if grep 'ports/[a-z0-9_]*/[a-z_]*\.' "$work/commands"; then echo "FAILED: it takes files of ports/"; exit 1; fi
arm-none-eabi-nm "$work/build/foreign" >"$work/symbols"
grep -q '^08080000 . digits_program$' "$work/symbols" && grep -q '^2001c000 . arena$' "$work/symbols" ||
  { grep 'digits_program\|arena' "$work/symbols"; echo "FAILED: program or arena in another section"; exit 1; }
digits=$source/demo/digits
"$mote" run "$digits/model.mlir" --reproducible --backend cpu --samples --input "$digits/test_images.npy" --output-dir "$work/linux" --quiet
tail -c 14400 "$work/linux/out0.npy" >"$work/all_outputs.bin"
tail -c $((360 * 256)) "$digits/test_images.npy" >"$work/all_images.bin"
head -c 400 "$work/all_outputs.bin" >"$work/expected.bin"
head -c 2560 "$work/all_images.bin" >"$work/inputs.bin"
cd "$work"
out=$(timeout 120 qemu-system-arm -machine netduinoplus2 -nographic -monitor none -serial none -icount shift=0 \
  -semihosting-config enable=on,target=native -kernel build/foreign 2>&1) || { echo "$out"; echo "FAILED: it does not run"; exit 1; }
[ "$out" = "done, interrupted" ] || { echo "FAILED: $out"; exit 1; }
cmp outputs.bin expected.bin || { echo "FAILED: other bits than the Linux CPU path"; exit 1; }
echo "10 images in a foreign project, the bits of the Linux CPU path"
