#!/usr/bin/env bash
# tests/consumer/matrix with one compiler: {no build type, RelWithDebInfo, Release} x {add_subdirectory, FetchContent, installed package}. In each cell
# every file of runtime/cpu must be compiled with -O2 or -O3, and nothing of mote may leak into the project.
# usage: matrix.sh MOTE SOURCE_DIR CXX
set -euo pipefail
mote=$1 source=$2 cxx=$3
command -v "$cxx" >/dev/null || { echo "skipped: $cxx is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/models"
cp "$source"/tests/firmware/several/*.mlir "$work/models"
launcher=()
if command -v ccache >/dev/null; then
  export CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi

# quietly COMMAND…: its output is shown only when it fails.
quietly() { "$@" >"$work/log" 2>&1 || { grep -E 'error|FAILED|CMake Error' -A 4 "$work/log" | head -n 40; echo "FAILED: $cell: $1"; exit 1; }; }
configure() { quietly cmake -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${launcher[@]}" "${type[@]}" "$@"; }

# check COMPILE_COMMANDS: the -O of runtime/cpu.
check() {
  files=$("$source/tests/consumer/optimised_files.py" "$1" "$source/runtime/cpu") || { echo "$files"; echo "FAILED: $cell"; exit 1; }
}
# Each build type and each way is built and run once, by one of two compilers (a build takes two minutes of processor time), and so is every cell
# with MOTE_TEST_ALL=1; the others are configured.
for name in "" RelWithDebInfo Release; do
  type=()
  [ -z "$name" ] || type=("-DCMAKE_BUILD_TYPE=$name")
  for how in subdirectory fetch package; do
    cell="$cxx, ${name:-no build type}, $how"
    case "${MOTE_TEST_ALL:-}$cxx $name/$how" in g++\ /subdirectory | clang*\ RelWithDebInfo/fetch | g++\ Release/package | 1*) build=1 ;; *) build=0 ;; esac
    if [ $how = package ]; then
      configure -S "$source" -B "$work/mote" -DMOTE_HOST_TOOLS=OFF -DMOTE_TESTS=OFF -DMOTE_WERROR=ON -DCMAKE_INSTALL_PREFIX="$work/prefix"
      check "$work/mote/compile_commands.json"
      if [ $build = 1 ]; then
        quietly cmake --build "$work/mote" -j 2
        quietly cmake --install "$work/mote"
      fi
    fi
    if [ $how != package ] || [ $build = 1 ]; then
      configure -S "$source/tests/consumer/matrix" -B "$work/app" -DHOW=$how -DMODELS="$work/models" -DMOTE_SOURCE="$source" -DMOTE_TOOL="$mote" \
        -DMOTE_WERROR=ON -DCMAKE_PREFIX_PATH="$work/prefix"
      [ $how = package ] || check "$work/app/compile_commands.json"
      "$source/tests/consumer/leaks.py" "$work/app" "$name" || { echo "FAILED: $cell"; exit 1; }
    fi
    if [ $build = 1 ]; then
      quietly cmake --build "$work/app" -j 2
      quietly "$work/app/app"
      files="$files; builds and runs"
    fi
    echo "$cell: $files"
    rm -rf "$work/app" "$work/mote" "$work/prefix"
  done
done
