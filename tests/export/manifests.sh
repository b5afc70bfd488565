#!/usr/bin/env bash
# Manifests of an exported library: JSON, XML and YAML by their parsers, every file that they name is there; CMake builds it; the scripts for ESP-IDF
# and Zephyr run with stand-ins for those systems' functions. usage: manifests.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
python3 -c 'import yaml' 2>/dev/null || { echo "skipped: python3-yaml is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$mote" export "$source/tests/firmware/refused/sum.mlir" --target cortex-m4 --c-library "$work/sum"
python3 "$source/tests/export/manifests.py" "$work/sum" sum
for system in cmake esp zephyr; do
  cmake -S "$source/tests/export/systems" -B "$work/$system" -G Ninja -DLIBRARY="$work/sum" -DSYSTEM=$system >"$work/log" 2>&1 ||
    { tail -n 30 "$work/log"; echo "FAILED: $system"; exit 1; }
  cmake --build "$work/$system" -j 2 >"$work/log" 2>&1 || { tail -n 30 "$work/log"; echo "FAILED: $system does not build"; exit 1; }
  echo "$system: builds"
done
code=0
"$work/cmake/app" </dev/null || code=$?
[ $code = 1 ] || { echo "FAILED: main ended with $code; this machine has no DSP instructions of Arm"; exit 1; }
