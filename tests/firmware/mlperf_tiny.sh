#!/usr/bin/env bash
# The firmware of ports/benchmarks/mlperf_tiny, asked by its own runner over QEMU's serial port: the demo's network against the evaluator, and
# those of the benchmark where ../shared is there. usage: mlperf_tiny.sh MOTE SOURCE_DIR [MODEL…]
set -euo pipefail
mote=$1 source=$2
shift 2
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
port=$source/ports/benchmarks/mlperf_tiny
shared=${MOTE_SHARED:-$source/../shared}

run() {  # model program samples
  { cmake -S "$port" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel -DMODEL="$1" -DPROGRAM="$2" -DMOTE_TOOL="$mote" \
      -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
    { tail -n 40 "$work/log"; echo "FAILED: the firmware does not build"; exit 1; }
  timeout 300 python3 "$port/run.py" "$1" "$3" --image "$work/build/mlperf_tiny" --times 2
}

# An input of all kinds of bytes; what it gives says the evaluator.
mkdir "$work/digits"
{ printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 8, 8, 1)}"
  for i in $(seq 0 63); do printf "\\x$(printf %02x $(((i * 37 + 128) % 256)))"; done; } >"$work/digits/in0.npy"
"$mote" run "$source/demo/digits/model_int8.tflite" --backend evaluate --quiet --input "$work/digits/in0.npy" --output-dir "$work/digits"
run digits "$source/demo/digits/model_int8.tflite" "$work/digits"
# One that is wrong is found.
printf '\x7f' | dd of="$work/digits/out0.npy" bs=1 seek=128 conv=notrunc status=none
code=0
run digits "$source/demo/digits/model_int8.tflite" "$work/digits" >"$work/wrong" || code=$?
[ $code = 1 ] || { cat "$work/wrong"; echo "FAILED: a wrong result ends with $code"; exit 1; }

for model in "${@:-kws}"; do
  folder=$shared/models/${model}_int8
  if [ ! -e "$folder/model.tflite" ]; then
    echo "left out: $model (there is no ../shared)"
    continue
  fi
  run "$model" "$folder/model.tflite" "$folder"
done
