#!/bin/sh
# Runs the image in a folder of program.mote and inputs.bin; usage: run.sh IMAGE FOLDER
cd "$2" && exec qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial none -icount shift=0 \
  -semihosting-config enable=on,target=native -kernel "$1"
