#!/usr/bin/env bash
# The speed of the runtime as a subdirectory of a project, by compiler and build type: least processor time of kws_f32 (digits where `shared` is absent)
# over that of Release by the same compiler. The builds take turns, so that a busy machine slows them alike; fails above 1.3.
# usage: build_types.sh MOTE [ROUNDS]        compilers: CXXS (default: g++ clang++-14)
set -euo pipefail
mote=$(realpath "$1") rounds=${2:-10}
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/project"
cat >"$work/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(build_types LANGUAGES C CXX)
add_subdirectory(${MOTE_SOURCE} mote)
add_executable(runner ${MOTE_SOURCE}/tests/target/runner.c)
target_link_libraries(runner PRIVATE mote::runtime)
CMAKE
model=${MOTE_SHARED:-$source/../shared}/models/kws_f32
if [ -d "$model" ]; then
  input=$model/in0.npy model=$model/model.mlir
else
  echo "digits in place of kws_f32, which is not there"
  model=$source/demo/digits/model.mlir input=$work/image.bin
  tail -c 256 "$source/demo/digits/test_images.npy" >"$input"
fi
"$mote" compile "$model" --quiet --target linux -o "$work/program.mote"
types=(Release none RelWithDebInfo Debug MinSizeRel)
for cxx in ${CXXS:-g++ clang++-14}; do
  for type in "${types[@]}"; do
    given=()
    [ $type = none ] || given=("-DCMAKE_BUILD_TYPE=$type")
    { cmake -G Ninja -S "$work/project" -B "$work/$cxx-$type" -DMOTE_SOURCE="$source" -DMOTE_VULKAN=OFF -DCMAKE_CXX_COMPILER="$cxx" "${given[@]}" &&
        cmake --build "$work/$cxx-$type" -j 2; } >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
  done
done
declare -A least
for ((round = 0; round < rounds; ++round)); do
  for cxx in ${CXXS:-g++ clang++-14}; do
    for type in "${types[@]}"; do
      time=$("$work/$cxx-$type/runner" "$work/program.mote" "$work/out.bin" --repeat 50 "$input")
      time=${time% ms}
      [ -n "${least[$cxx-$type]:-}" ] && awk "BEGIN { exit !(${least[$cxx-$type]} <= $time) }" || least[$cxx-$type]=$time
    done
  done
done
bad=0
for cxx in ${CXXS:-g++ clang++-14}; do
  for type in "${types[@]}"; do
    awk -v cxx="$cxx" -v type=$type -v t="${least[$cxx-$type]}" -v release="${least[$cxx-Release]}" 'BEGIN {
      printf "%-12s %-15s %8.3f ms  %.2f x Release\n", cxx, type, t, t / release; exit t > 1.3 * release }' || bad=1
  done
done
[ $bad = 0 ] || echo "FAILED: a build type is slower than 1.3 x Release"
exit $bad
