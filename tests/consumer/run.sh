#!/usr/bin/env bash
# Installs this build, then builds and runs the consumer projects as their users would. usage: run.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
for project in c99 cpp17 subdirectory; do
  {
    cmake -S "$source/tests/consumer/$project" -B "$work/$project" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/prefix" \
      -DMODEL="$source/demo/digits/model.mlir" -DMOTE_SOURCE="$source" -DMOTE_TOOL="$build/mote"
    cmake --build "$work/$project" -j 2
  } >"$work/log" 2>&1 || { tail -n 40 "$work/log"; echo "FAILED: $project does not build"; exit 1; }
  echo "$project: $("$work/$project/app")"
done
