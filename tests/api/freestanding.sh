#!/bin/sh
# Compiles core/ and cpu/ for a Cortex-M4 without any C or C++ library and links them into one relocatable file, then looks at its symbols.
# usage: freestanding.sh SOURCE_DIR TABLES_INCLUDE_DIR WORK_DIR
set -eu
source=$1 tables=$2 work=$3
if ! command -v arm-none-eabi-g++ >/dev/null 2>&1; then
  echo "skipped: arm-none-eabi-g++ is not installed"
  exit 77
fi
mkdir -p "$work"
objects=
for file in "$source"/runtime/core/*.cpp "$source"/runtime/cpu/*.cpp "$source"/runtime/cpu/portable/*.cpp \
    "$source"/runtime/cpu/arm_dsp/*.cpp "$source"/runtime/cpu/arm_dsp/*.S; do
  object=$work/$(basename "$file" .cpp).o
  arm-none-eabi-g++ -std=c++17 -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard -Os -ffreestanding -nostdlib -nostdinc++ \
    -fno-exceptions -fno-rtti -fno-threadsafe-statics -ffp-contract=off -fno-math-errno -fno-trapping-math -DMOTE_STRIDED -DMOTE_ARM_DSP \
    -Wall -Wextra -Werror -I"$source/runtime/include" -I"$tables" -I"$source/runtime" -I"$source" -c "$file" -o "$object"
  objects="$objects $object"
done
# shellcheck disable=SC2086
arm-none-eabi-g++ -nostdlib -r -o "$work/runtime.o" $objects
sh "$source/tests/api/symbols.sh" arm-none-eabi-nm "$work/runtime.o"
