#!/usr/bin/env bash
# The digits firmware under QEMU, with microcode and with C kernels: same output bits as the Linux CPU path for all test images, instructions per
# image, flash without the model's constants. Prints the figures; fails when bits differ or a limit is passed.
# usage: run.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
digits=$source/demo/digits
macs=320832            # of one image: models/digits_cnn
constants=86184        # bytes of weights and biases
declare -A limit_per_mac=([microcode]=40 [c]=12)
flash_limit=26624

for kernels in microcode c; do
  "$mote" run "$digits/model.mlir" --reproducible --backend cpu --kernels $kernels --samples --input "$digits/test_images.npy" --output-dir "$work/linux_$kernels" --quiet
  tail -c 14400 "$work/linux_$kernels/out0.npy" >"$work/linux_$kernels.bin"
done
cmp "$work/linux_microcode.bin" "$work/linux_c.bin" || { echo "FAILED: microcode and C differ on the Linux CPU path"; exit 1; }

bad=0
for kernels in microcode c; do
  build=$work/$kernels
  { cmake -S "$source/ports/cortex_m/digits" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel -DKERNELS=$kernels -DMOTE_TOOL="$mote" \
      -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$build" -j 2; } >"$work/log" 2>&1 ||
    { tail -n 40 "$work/log"; echo "FAILED: the firmware does not build"; exit 1; }
  out=$("$source/ports/cortex_m/run_in_qemu.sh" mps2-an386 "$build/digits" "$digits/test_images.npy" "$build/out" 2>&1) || { echo "$out"; exit 1; }
  cmp "$build/out/outputs.bin" "$work/linux_microcode.bin" || { echo "FAILED: the firmware's bits differ from the Linux CPU path ($kernels)"; bad=1; }
  instructions=$(sed -n 's/.* samples, \([0-9]*\) instructions each.*/\1/p' <<<"$out")
  read -r text data _ <<<"$(arm-none-eabi-size "$build/digits" | tail -n 1)"
  flash=$((text + data - constants))
  printf '%-9s %s; %d per MAC (limit %d); flash without constants %d bytes\n' $kernels "$out" $((instructions / macs)) "${limit_per_mac[$kernels]}" $flash
  [ $((instructions)) -le $((macs * limit_per_mac[$kernels])) ] || { echo "FAILED: more instructions than the limit"; bad=1; }
  [ $kernels != microcode ] || [ $flash -le $flash_limit ] || { echo "FAILED: flash $flash > $flash_limit"; bad=1; }
done

# An image that asks for no texts carries none.
if arm-none-eabi-nm "$work/microcode/digits" | grep -E 'mote_(status|site)_text' || grep -qF "the file is shorter than its header says" "$work/microcode/digits"; then
  echo "FAILED: the texts of codes and sites are in the firmware"
  bad=1
fi

# The start and the stack, by a build that measures itself.
{ cmake -S "$source/ports/cortex_m/digits" -B "$work/microcode" -DMEASURE=ON && cmake --build "$work/microcode" -j 2; } >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
out=$("$source/ports/cortex_m/run_in_qemu.sh" mps2-an386 "$work/microcode/digits" "$digits/test_images.npy" "$work/measured" 2>&1)
overhead=$(($(stat -c %s "$work/microcode/digits_program/model.mote") - constants))
ready=$(sed -n 's/.*, \([0-9]*\) to ready.*/\1/p' <<<"$out")
stack=$(sed -n 's/.*, \([0-9]*\) in a run.*/\1/p' <<<"$out")
printf 'start: %d instructions, %d per program byte outside the constants (%d bytes; limit 15); stack of a run %d bytes (limit 1536)\n' "$ready" $((ready / overhead)) $overhead "$stack"
[ "$ready" -le $((15 * overhead)) ] || { echo "FAILED: $ready instructions to ready"; bad=1; }
[ "$stack" -le 1536 ] || { echo "FAILED: $stack bytes of stack"; bad=1; }
exit $bad
