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
# What a library must not do: the tool does all of it, no object of the library any.
effects=' U (_?exit|fork|execvp|dlopen|fopen(64)?|(__)?[fv]*printf(_chk)?|puts|putchar|fwrite)(@.*)?$'
nm -D "$build/mote" | grep -E "$effects" >/dev/null || { echo "FAILED: the names are not what nm prints"; exit 1; }
nm "$work/prefix/lib/libmote_compiler.a" 2>"$work/log" | grep -E "$effects" && { echo "FAILED: the library does what only a tool may"; exit 1; }
# The compiler as a library, from C alone, by each compiler that is there; what it makes is what the tool makes.
"$build/mote" compile "$source/demo/digits/model.mlir" --target linux,cortex-m4 --quiet -o "$work/tool.mote"
for cc in gcc clang-14; do
  command -v $cc >/dev/null || { echo "compiler by $cc: skipped, it is not installed"; continue; }
  {
    cmake -S "$source/tests/consumer/compiler" -B "$work/$cc" -G Ninja -DCMAKE_C_COMPILER=$cc -DCMAKE_PREFIX_PATH="$work/prefix"
    cmake --build "$work/$cc"
  } >"$work/log" 2>&1 || { tail -n 40 "$work/log"; echo "FAILED: compiler does not build by $cc"; exit 1; }
  echo "compiler by $cc: $("$work/$cc/app" "$source/demo/digits/model.mlir" "$work/$cc.mote")"
  cmp "$work/tool.mote" "$work/$cc.mote"
done
