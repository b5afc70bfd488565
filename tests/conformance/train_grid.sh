#!/usr/bin/env bash
# digits_train_step_dp4, a training step of four replicas whose gradients and loss all_reduce averages: within the model's tolerance on the CPU and on
# Vulkan, and all replicas end with the same bits.
set -euo pipefail
model=${MOTE_SHARED:-$MOTE_SOURCE/../shared}/models/digits_train_step_dp4
if [ ! -d "$model" ]; then
  echo "skipped: $model is not there"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
arguments=()
for i in $(seq 0 26); do arguments+=(--input "$model/replica{}/in$i.npy"); done
for i in $(seq 0 25); do arguments+=(--expect "$model/replica{}/out$i.npy"); done
for backend in cpu vulkan; do
  "$MOTE" run "$model/model.mlir" --backend "$backend" -q "${arguments[@]}" --tolerance rel:0.002,abs:2e-5 --output-dir "$work/$backend"
  [ "$(find "$work/$backend" -name 'out*.npy' | wc -l)" = 104 ]
  for replica in 1 2 3; do diff -rq "$work/$backend/process0" "$work/$backend/process$replica"; done
  echo "$backend: 4 replicas end with the same 26 outputs"
done
