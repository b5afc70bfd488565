#!/bin/sh
# Compiles core/, collective/ and cpu/ for a Cortex-M4 and a Cortex-M55 without any C or C++ library and links each into one relocatable file, then looks
# at its symbols.
# usage: freestanding.sh SOURCE_DIR TABLES_INCLUDE_DIR WORK_DIR
set -eu
source=$1 tables=$2 work=$3
if ! command -v arm-none-eabi-g++ >/dev/null 2>&1; then
  echo "skipped: arm-none-eabi-g++ is not installed"
  exit 77
fi
# build NAME "OPTIONS" FOLDER…
build() {
  name=$1 options=$2
  shift 2
  objects=
  for folder in core collective cpu cpu/portable "$@"; do
    mkdir -p "$work/$name/$folder"
    for file in "$source/runtime/$folder"/*.cpp "$source/runtime/$folder"/*.S; do
      case $file in */collective/group* | */fft_instances* | */winograd_instances*) continue ;; esac  # of links, of hosts
      [ -f "$file" ] || continue
      object=$work/$name/$folder/$(basename "$file" .cpp).o
      # shellcheck disable=SC2086
      arm-none-eabi-g++ -std=c++17 $options -mthumb -mfloat-abi=hard -Os -ffreestanding -nostdlib -nostdinc++ -fno-exceptions -fno-rtti \
        -fno-threadsafe-statics -ffp-contract=off -fno-math-errno -fno-trapping-math -DMOTE_STRIDED -DMOTE_FIRMWARE -DMOTE_ARM_DSP -Wall -Wextra -Werror \
        -I"$source/runtime/include" -I"$tables" -I"$source/runtime" -I"$source" -c "$file" -o "$object"
      objects="$objects $object"
    done
  done
  # shellcheck disable=SC2086
  arm-none-eabi-g++ -nostdlib -r -o "$work/$name.o" $objects
  sh "$source/tests/api/symbols.sh" arm-none-eabi-nm "$work/$name.o"
}
build m4 "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16" cpu/arm_dsp
build m55 "-mcpu=cortex-m55 -DMOTE_HELIUM" cpu/arm_dsp cpu/helium
