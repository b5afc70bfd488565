#!/usr/bin/env bash
# Configurations that cannot work must stop with a message that says what is wrong and what to do. usage: messages.sh SOURCE_DIR
set -euo pipefail
source=$1
command -v arm-none-eabi-g++ >/dev/null || { echo "skipped: arm-none-eabi-g++ is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
firmware=(-DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake")
asking=(-S "$source/tests/configure/project" -DMOTE_SOURCE="$source")
count=0
# stops NAME 'TEXT'… -- CMAKE_ARGUMENTS…: CMake fails and says every TEXT, wherever its lines are broken.
stops() {
  local name=$1 texts=() text
  shift
  while [ "$1" != -- ]; do texts+=("$1"); shift; done
  shift
  if cmake -G Ninja -B "$work/$name" "$@" >"$work/log" 2>&1; then echo "FAILED: $name: CMake accepts it"; exit 1; fi
  tr -s ' \n' ' ' <"$work/log" >"$work/line"
  for text in "${texts[@]}"; do
    grep -qF -- "$text" "$work/line" || { cat "$work/log"; echo "FAILED: $name: the message lacks '$text'"; exit 1; }
  done
  count=$((count + 1))
}
boards=("mps2-an386 Arm MPS2+ with AN386: Cortex-M4" "virt RISC-V virt" "or the path of a linker script" "or MEMORY FLASH=size@address")
stops no_board "BOARD is missing. Boards:" "${boards[@]}" -- "${asking[@]}" "${firmware[@]}" -DASK=no_board
image() { # NAME "ARGUMENTS" 'TEXT'…: mote_add_firmware with these arguments
  local name=$1 arguments=$2
  shift 2
  stops "$name" "$@" -- "${asking[@]}" "${firmware[@]}" -DASK=image -DARGUMENTS="$arguments" -DMOTE_TOOL=/bin/true
}
image wrong_board "BOARD;nucleo" "there is no board 'nucleo'. Boards:" "${boards[@]}"
image board_without_dsp "BOARD;mps2-an385" "a cortex-m3 does not run what this build makes, code for cortex-m4" "ports/toolchains has for cortex-m3"
image board_of_another_kind "BOARD;virt" "a riscv32 does not run what this build makes, code for cortex-m4"
image wrong_cpu "CPU;cortex-m9;MEMORY;FLASH=1M@0;RAM=64K@0x20000000" "there is no core 'cortex-m9'; there are cortex-m0, cortex-m0plus, cortex-m3,"
image smaller_cpu "CPU;cortex-m0;MEMORY;FLASH=1M@0;RAM=64K@0x20000000" "a cortex-m0 does not run what this build makes" "has for cortex-m0plus"
image no_ram "MEMORY;FLASH=1M@0x08000000" "MEMORY has no RAM=size@address"
image no_region "MEMORY;FLASH=1M@0x08000000;RAM=128 KiB" "MEMORY has 'RAM=128 KiB', which is no region: NAME=size@address"
image two_maps "BOARD;mps2-an386;MEMORY;FLASH=1M@0;RAM=64K@0x20000000" "BOARD and MEMORY are two memory maps"
image target_of_a_larger_core "BOARD;mps2-an386;TARGET;cortex-m55" "programs for TARGET cortex-m55 do not run on this build's core, a cortex-m4" \
  "runs those for cortex-m0plus, cortex-m3, cortex-m4"
image too_many_members "BOARD;mps2-an386;MEMBERS;7" "MEMBERS is 1 to 6: a board has a UART for each of at most 5 others"
image members_without_uarts "MEMBERS;2;MEMORY;FLASH=1M@0;RAM=64K@0x20000000" "MEMBERS wants a BOARD whose UARTs mote knows: mps2-an385, mps2-an386, mps2-an500"
image members_in_c "BOARD;mps2-an386;MEMBERS;2;KERNELS;c" "with MEMBERS kernels are microcode, not KERNELS c"
stops hosted_firmware "this build is for Linux" "CMAKE_TOOLCHAIN_FILE" "cortex-m4f.cmake" -- "${asking[@]}" -DASK=firmware
stops no_tool "the host's tool \`mote\` was not found" "MOTE_TOOL" -- "${asking[@]}" -DASK=program -DMOTE_TOOL="$work/none"
stops no_tool_for_firmware "the host's tool \`mote\` was not found" "MOTE_TOOL" -- "${asking[@]}" "${firmware[@]}" -DASK=firmware -DMOTE_TOOL="$work/none"
stops no_vulkan_headers "libvulkan-dev" "-DMOTE_VULKAN=OFF" "MOTE_VULKAN_INCLUDE" -- -S "$source" -DMOTE_HOST_TOOLS=OFF -DMOTE_TESTS=OFF -DCMAKE_IGNORE_PATH=/usr/include
stops big_endian "big-endian machines are not supported" -- -S "$source" "${firmware[@]}" -DCMAKE_CXX_FLAGS="-mcpu=cortex-m4 -mthumb -mbig-endian"
echo "$count configurations stop with their message"

# Without CMake the public header stops.
mkdir -p "$work/include/mote/tables"
cp "$source"/schema/{element_types,status}.def "$work/include/mote/tables"
header() { echo '#include <mote/mote.h>' | arm-none-eabi-g++ -std=c++17 -ffreestanding "$@" -I"$source/runtime/include" -I"$work/include" -x c++ -fsyntax-only - 2>&1; }
header || { echo "FAILED: the public header does not compile"; exit 1; }
if header -mbig-endian >"$work/log"; then echo "FAILED: the public header compiles for a big-endian machine"; exit 1; fi
grep -q 'error: #error "mote: .*big-endian machines are not supported' "$work/log" || { cat "$work/log"; echo "FAILED: another error"; exit 1; }
echo "the public header stops on a big-endian machine"
