#!/usr/bin/env bash
# The defaults of mote's options: warnings are errors with MOTE_WERROR alone; a cross build has no host tools; the runtime keeps its optimisation in every
# configuration, but for a small firmware and where MOTE_RUNTIME_OPTIMIZATION is empty. usage: defaults.sh SOURCE_DIR
set -euo pipefail
source=$1
command -v arm-none-eabi-g++ >/dev/null || { echo "skipped: arm-none-eabi-g++ is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# configured CMAKE_ARGUMENTS…: the runtime's compile command for one inner loop, and the cache in $work/cache
configured() {
  rm -rf "$work/build"
  cmake -G Ninja -S "$source" -B "$work/build" -DMOTE_TESTS=OFF "$@" >"$work/log" 2>&1 || { cat "$work/log"; echo "FAILED: CMake refuses $*"; exit 1; }
  cp "$work/build/CMakeCache.txt" "$work/cache"
  grep -- '-c .*/cpu/f32_dot.cpp"' "$work/build/compile_commands.json" >"$work/command"
}
last_level() { grep -oE -- ' -O[0-9a-z]*' "$work/command" | tail -n 1; }
expect() { [ "$2" = "$3" ] || { cat "$work/command"; echo "FAILED: $1: '$2', not '$3'"; exit 1; }; }
has() { grep -q -- "$1" "$work/command" && echo yes || echo no; }

small=(-DMOTE_HOST_TOOLS=OFF -DMOTE_VULKAN=OFF)
firmware=(-DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake")
configured "${small[@]}"
expect "-Werror without MOTE_WERROR" "$(has ' -Werror')" no
expect "the build type of a project of its own" "$(sed -n 's/^CMAKE_BUILD_TYPE:.*=//p' "$work/cache")" Release
configured "${small[@]}" -DMOTE_WERROR=ON -DCMAKE_BUILD_TYPE=Debug
expect "-Werror with MOTE_WERROR" "$(has ' -Werror')" yes
expect "Debug" "$(last_level)" " -O2"
configured "${small[@]}" -DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_CXX_FLAGS=-O1
expect "MinSizeRel on Linux" "$(last_level)" " -O2"
configured "${small[@]}" -DCMAKE_BUILD_TYPE=Debug -DMOTE_RUNTIME_OPTIMIZATION=
expect "Debug of the runtime itself" "$(last_level)" ""
configured "${firmware[@]}"
expect "firmware" "$(last_level)" " -Os"
expect "the host tools of a cross build" "$(sed -n 's/^MOTE_HOST_TOOLS:.*=//p' "$work/cache")" OFF
grep -q 'the firmware is built as MinSizeRel' "$work/log" || { cat "$work/log"; echo "FAILED: no message about MinSizeRel"; exit 1; }
configured "${firmware[@]}" -DCMAKE_BUILD_TYPE=Release
expect "firmware as Release" "$(last_level)" " -O3"
echo "defaults are as documented"
