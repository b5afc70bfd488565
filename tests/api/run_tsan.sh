#!/usr/bin/env bash
# Builds the programs of tests/api/threads under ThreadSanitizer and runs them. usage: run_tsan.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/tests/api/threads" -B "$work" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DMOTE_RUNTIME_OPTIMIZATION=-O1 -DMOTE_SOURCE="$source" -DMOTE_TOOL="$mote" &&
  cmake --build "$work" -j 2; } >"$work.log" 2>&1 || { tail -n 40 "$work.log"; rm -f "$work.log"; exit 1; }
rm -f "$work.log"
for program in "$work"/api_threads "$work"/vulkan_threads; do
  if [ -e "$program" ]; then TSAN_OPTIONS=halt_on_error=1 setarch "$(uname -m)" -R "$program"; else echo "left out: no Vulkan headers"; fi
done
