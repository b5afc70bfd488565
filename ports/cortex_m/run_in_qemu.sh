#!/bin/sh
# Runs a sample-reading firmware (run_samples.c) under QEMU over the arrays of a .npy file; OUT_DIR/outputs.bin takes the raw outputs.
# Instructions are counted by QEMU's own clock: with -icount shift=0 one instruction takes one virtual nanosecond.
# usage: run_in_qemu.sh MACHINE FIRMWARE INPUT.npy OUT_DIR
set -eu
machine=$1 firmware=$2 input=$3 out=$4
mkdir -p "$out"
# Raw elements: what follows the header, whose length stands in bytes 8 and 9 of a version 1 file.
header=$(($(od -An -tu2 -j8 -N2 "$input") + 10))
tail -c +$((header + 1)) "$input" >"$out/inputs.bin"
firmware=$(CDPATH= cd "$(dirname "$firmware")" && pwd)/$(basename "$firmware")
cd "$out"
case $machine in
  virt) qemu="qemu-system-riscv32 -bios none" ;;
  *) qemu=qemu-system-arm ;;
esac
# shellcheck disable=SC2086
exec $qemu -machine "$machine" -nographic -monitor none -serial none -icount shift=0 \
  -semihosting-config enable=on,target=native -kernel "$firmware"
