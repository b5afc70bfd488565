#!/usr/bin/env bash
# Self-checking files on an emulated Cortex-M4 with the whole runtime and no native kernels, one by one, counted as `mote check` counts.
# Refused are what has no kernel and what wants more than 256 KiB of arena.
# usage: check_on_board.sh MOTE SOURCE_DIR all|few
set -euo pipefail
mote=$1 source=$2 which=$3
shared=${MOTE_SHARED:-$source/../shared}
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
[ -d "$shared/golden" ] || { echo "skipped: $shared/golden is not there"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/tests/firmware/any_program" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the image does not build"; exit 1; }
find "$shared/golden" "$shared/conformance/testdata/static" -name '*.mlir' -o -name '*.hlo' | sort >"$work/files"
# What the CPU is known not to give has the same reasons here.
awk '$2 == "cpu" && ($1 == "testdata" || $1 == "golden") { print $3 }' "$source/tests/conformance/expected_failures.txt" >"$work/known"
grep -vFf "$work/known" "$work/files" >"$work/some"
echo "$(($(wc -l <"$work/files") - $(wc -l <"$work/some"))) files left out: expected_failures.txt says why"
mv "$work/some" "$work/files"
[ "$which" = all ] || { sed -n '1~40p' "$work/files" >"$work/some" && mv "$work/some" "$work/files"; }
status=0
"$mote" check --list "$work/files" --backend board --runner "$source/tests/firmware/any_program/run.sh $work/build/any_program" --ram 256K \
  --jobs "${MOTE_JOBS:-2}" --timeout 300 >"$work/out" || status=$?
grep -E '^(fail|crash|timeout)|files:' "$work/out"
# 4: some were refused
[ "$status" = 0 ] || [ "$status" = 4 ] || { echo "FAILED: exit code $status"; exit 1; }
