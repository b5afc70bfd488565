#!/usr/bin/env bash
# Self-checking files and models, compiled here for Linux, run by the runtime alone here and on another machine: the values they expect, and the same
# output bytes on both. usage: files.sh MOTE RUNNER SOURCE_DIR THERE few|all, where THERE is the other machine's runner, its emulator in front
set -euo pipefail
mote=$1 runner=$2 source=$3 there=$4 which=$5
shared=${MOTE_SHARED:-$source/../shared}
[ -d "$shared/golden" ] || { echo "left out: self-checking files, because $shared/golden is not there"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$which" = all ]; then
  find "$shared/golden" "$shared/conformance/testdata/static" -name '*.mlir' -o -name '*.hlo' | sort >"$work/files"
  awk '$2 == "cpu" && ($1 == "testdata" || $1 == "golden") { print $3 }' "$source/tests/conformance/expected_failures.txt" >"$work/known"
  grep -vFf "$work/known" "$work/files" >"$work/some"
  mv "$work/some" "$work/files"
else
  for folder in fft sort convolution dot_general gather scatter cholesky convert pad reduce_window complex; do
    find "$shared/golden/$folder" -name '*.mlir' | sort | sed -n 1p
  done >"$work/files"
  printf "%s\n" "$source"/tests/backend/cases/{residual_in_place,pooled_channels}.hlo >>"$work/files"
  grep -l 'stablehlo.exponential' "$shared"/conformance/testdata/static/*.mlir "$shared"/golden/jax/*.mlir | sed -n 1,2p >>"$work/files"
fi
awk -v there="$there" '!/^#/ && (NF == 1 || index(there, "qemu-" $1) != 0) { print $NF }' "$source/tests/ports/made_nans.txt" >"$work/names"
grep -Ff "$work/names" "$work/files" >"$work/nans" || true
grep -vFf "$work/names" "$work/files" >"$work/others"
# check LIST: every file of it.
check() {
  local status=0
  "$mote" check --list "$1" --backend board --target linux --ram 1G --jobs "${MOTE_JOBS:-2}" --timeout 300 \
    --runner "$source/tests/ports/both.sh '$runner' '$there'" >"$work/out" || status=$?
  grep -E '^(fail|crash|timeout)|files:' "$work/out" || true
  [ "$status" = 0 ] || { [ "$status" = 4 ] && [ "$which" = all ]; } || { cat "$work/out"; echo "FAILED: exit code $status"; exit 1; }
}
check "$work/others"
[ ! -s "$work/nans" ] || MOTE_VALUES_ONLY=1 check "$work/nans"
[ "$which" = all ] || exit 0
for folder in "$shared"/models/*/; do
  model=$folder/model.mlir
  [ -f "$model" ] || model=$folder/model.tflite
  [ -f "$model" ] && [ -f "$folder/in0.npy" ] || { echo "left out: $(basename "$folder"), which has no model or input"; continue; }
  "$mote" compile "$model" --quiet --target linux -o "$work/model.mote" || { echo "left out: $(basename "$folder"), which does not compile alone"; continue; }
  mapfile -t inputs < <(find "$folder" -maxdepth 1 -name 'in*.npy' | sort -V)
  "$runner" "$work/model.mote" "$work/here.bin" "${inputs[@]}"
  $there "$work/model.mote" "$work/there.bin" "${inputs[@]}"
  cmp "$work/here.bin" "$work/there.bin" || { echo "FAILED: $(basename "$folder"): other bytes"; exit 1; }
  echo "$(basename "$folder"): $(stat -c %s "$work/there.bin") bytes as here"
done
