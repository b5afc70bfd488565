#!/usr/bin/env bash
# The golden collectives and a training step by members in processes of their own, over each medium: the bits of the evaluator's grid, of
# the step those of a loopback.
# Inputs are made up, of every type: the golden files' own values are checked by the suites. usage: launch_golden.sh MOTE SOURCE_DIR
# (MOTE_SHARED: the folder of golden files and models, beside the clone unless told)
set -euo pipefail
mote=$1 shared=${MOTE_SHARED:-$2/../shared}
[ -d "$shared/golden/collectives" ] || { echo "skipped: $shared/golden is not there"; exit 77; }
shared=$(realpath "$shared")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
wrong() { echo "FAILED: $*"; exit 1; }

# made REPLICAS PARTITIONS TYPE…: in/MEMBER/outK.npy for the K-th type, other values for each member and place.
made() {
  local replicas=$1 partitions=$2 results="" names="" body="" k=0 type dims shape
  shift 2
  for type in "$@"; do
    dims=$(grep -oE '^([0-9]+x)*' <<<"$type")
    shape="tensor<${dims}ui32>"
    if [ -n "$dims" ]; then
      body+="  %i$k = stablehlo.iota dim = $(($(tr -dc x <<<"$dims" | wc -c) - 1)) : $shape"$'\n'
    else
      body+="  %i$k = stablehlo.constant dense<1> : $shape"$'\n'
    fi
    body+="  %m$k = stablehlo.broadcast_in_dim %member, dims = [] : (tensor<ui32>) -> $shape"$'\n'
    body+="  %p$k = stablehlo.multiply %i$k, %i$k : $shape"$'\n'"  %q$k = stablehlo.add %p$k, %m$k : $shape"$'\n'
    body+="  %c$k = stablehlo.constant dense<$((5 + k))> : $shape"$'\n'"  %r$k = stablehlo.remainder %q$k, %c$k : $shape"$'\n'
    body+="  %o$k = stablehlo.convert %r$k : ($shape) -> tensor<$type>"$'\n'
    results+="${results:+, }tensor<$type>" names+="${names:+, }%o$k"
    k=$((k + 1))
  done
  cat >make.mlir <<MLIR
func.func @main() -> ($results) {
  %replica = stablehlo.replica_id : tensor<ui32>
  %partition = stablehlo.partition_id : tensor<ui32>
  %count = stablehlo.constant dense<$partitions> : tensor<ui32>
  %first = stablehlo.multiply %replica, %count : tensor<ui32>
  %member = stablehlo.add %first, %partition : tensor<ui32>
$body  return $names : $results
}
MLIR
  "$mote" run make.mlir --replicas $replicas --partitions $partitions --backend evaluate --output-dir "in/$place" >/dev/null
}

runs=0
for file in "$shared"/golden/collectives/*.mlir; do
  name=$(basename "$file" .mlir)
  head=$(grep -m1 'func.func @' "$file")
  entry=$(sed 's/.*func.func @\([a-z_]*\)(.*/\1/' <<<"$head")
  partitions=$(grep -o -m1 'mhlo.num_partitions = [0-9]*' "$file" | tr -dc 0-9)
  replicas=$(grep -o -m1 'mhlo.num_replicas = [0-9]*' "$file" | tr -dc 0-9)
  mapfile -t types < <(sed 's/.*(\(.*\)) *->.*/\1/; s/.*@[a-z_]*()//' <<<"$head" | grep -oE 'tensor<([^<>]|<[^<>]*>)*>' | sed 's/tensor<\(.*\)>/\1/')
  inputs=() place={}
  [ $((replicas * partitions)) != 1 ] || place=0  # which is no grid
  rm -rf in want
  if [ ${#types[@]} -gt 0 ]; then
    made $replicas $partitions "${types[@]}"
    for k in "${!types[@]}"; do inputs+=(--input "in/$place/out$k.npy"); done
  fi
  "$mote" compile "$file" --entry $entry --target linux -o x.mote >/dev/null
  "$mote" run "$file" --entry $entry --replicas $replicas --partitions $partitions --backend evaluate "${inputs[@]}" --output-dir "want/$place" >/dev/null
  for transport in shm udp tcp; do
    rm -rf got
    timeout 60 "$mote" launch -n $((replicas * partitions)) --transport $transport x.mote --backend cpu "${inputs[@]}" --output-dir 'got/{}' >out 2>&1 ||
      wrong "$name over $transport: $(cat out)"
    diff -r want got || wrong "$name over $transport: other bits"
    [ "$(ls got | wc -l)" = $((replicas * partitions)) ] || wrong "$name over $transport: members are missing"
    runs=$((runs + 1))
  done
done
step=$shared/models/digits_train_step_dp4
if [ -d "$step" ]; then
  inputs=()
  for input in $(ls "$step"/replica0/in*.npy | sort -V); do inputs+=(--input "$step/replica{}/$(basename "$input")"); done
  "$mote" compile "$step/model.mlir" --target linux -o x.mote >/dev/null
  rm -rf want
  "$mote" run "$step/model.mlir" --backend cpu "${inputs[@]}" --output-dir want/{} >/dev/null  # exp has its own last bits
  for transport in shm udp tcp; do
    rm -rf got
    timeout 60 "$mote" launch -n 4 --transport $transport x.mote --backend cpu "${inputs[@]}" --output-dir 'got/{}' >out 2>&1 || wrong "step: $(cat out)"
    diff -r want got || wrong "digits_train_step_dp4 over $transport: other bits"
    runs=$((runs + 1))
  done
fi
echo "$runs runs, the same bits"
