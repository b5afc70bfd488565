#!/usr/bin/env bash
# Same input, same .mote bytes: this build's `mote` against one built by clang 14 at -O0, in two folders, under different TZ and LC_ALL.
# usage: determinism.sh          environment: MOTE, MOTE_SOURCE, MOTE_SHARED; MOTE_OTHER: a tool built otherwise, instead of building one here
set -euo pipefail
shared=${MOTE_SHARED:-$MOTE_SOURCE/../shared}
[ -d "$shared/models" ] || { echo "skipped: $shared/models is not there"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
other=${MOTE_OTHER:-}
if [ -z "$other" ]; then
  command -v clang++-14 >/dev/null || { echo "skipped: clang 14 is not installed"; exit 77; }
  { cmake -S "$MOTE_SOURCE" -B "$work/clang" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang-14 -DCMAKE_CXX_COMPILER=clang++-14 \
      -DCMAKE_CXX_FLAGS=-O0 -DMOTE_TESTS=OFF && cmake --build "$work/clang" -j 2 --target mote; } >"$work/log" 2>&1 ||
    { tail -n 30 "$work/log"; echo "FAILED: clang 14 does not build mote"; exit 1; }
  other=$work/clang/mote
fi
bad=0 compared=0
mkdir "$work/a" "$work/b"
for model in digits_cnn kws_f32 vww_f32 ic_f32 ad_f32 mobilenet_v2_f32 gpt_prefill gru_sensor image_pipeline gpt_decode \
  kalman mel_frontend threefry_sampler digits_train_step; do
  for target in linux,vulkan cortex-m4; do
    cp "$shared/models/$model/model.mlir" "$work/a/model.mlir"
    cp "$shared/models/$model/model.mlir" "$work/b/model.mlir"
    (cd "$work/a" && TZ=UTC LC_ALL=C "$MOTE" compile model.mlir --quiet --target "$target" -o one.mote)
    (cd "$work/b" && TZ=Pacific/Auckland LC_ALL=de_DE.UTF-8 "$other" compile model.mlir --quiet --target "$target" -o one.mote)
    compared=$((compared + 1))
    cmp "$work/a/one.mote" "$work/b/one.mote" || { echo "FAILED: $model for $target differs"; bad=1; }
  done
done
echo "$compared programs compared"
exit $bad
