#!/usr/bin/env bash
# `mote launch` of a program that computes while it exchanges data: over each medium the bits of the same program with whole exchanges.
# usage: launch_overlap.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'kill -- $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
wrong() { echo "FAILED: $*"; exit 1; }
square='tensor<64x64xui32>'
sum() { echo "\"stablehlo.all_reduce\"($1) ({ ^bb0(%a: tensor<ui32>, %b: tensor<ui32>): %c = stablehlo.add %a, %b : tensor<ui32>
    stablehlo.return %c : tensor<ui32> }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : ($square) -> $square"; }
product() { echo "stablehlo.dot_general $1, $2, contracting_dims = [1] x [0] : ($square, $square) -> $square"; }
# Two sums, the second of which takes two products; the peak of memory is in front of them.
cat >sums.mlir <<MLIR
func.func @main() -> ($square, $square) {
  %r = stablehlo.replica_id : tensor<ui32>
  %rs = stablehlo.broadcast_in_dim %r, dims = [] : (tensor<ui32>) -> $square
  %i = stablehlo.iota dim = 1 : $square
  %x = stablehlo.add %i, %rs : $square
  %few = stablehlo.slice %x [0:64, 0:4] : ($square) -> tensor<64x4xui32>
  %many = stablehlo.iota dim = 1 : tensor<4x8192xui32>
  %big = stablehlo.dot_general %few, %many, contracting_dims = [1] x [0] : (tensor<64x4xui32>, tensor<4x8192xui32>) -> tensor<64x8192xui32>
  %cut = stablehlo.reshape %big : (tensor<64x8192xui32>) -> tensor<64x64x128xui32>
  %z = stablehlo.constant dense<0> : tensor<ui32>
  %y = stablehlo.reduce(%cut init: %z) applies stablehlo.maximum across dimensions = [2] : (tensor<64x64x128xui32>, tensor<ui32>) -> $square
  %p0 = $(product %x %y)
  %s0 = $(sum %p0)
  %p1 = $(product %y %x)
  %p2 = $(product %p1 %x)
  %s1 = $(sum %p2)
  return %s0, %s1 : $square, $square
}
MLIR
"$mote" compile sums.mlir --target linux --replicas 3 -o sums.mote >/dev/null
"$mote" compile sums.mlir --target linux --replicas 3 --no-overlap -o whole.mote >/dev/null
"$mote" inspect sums.mote | grep -q 'exchange start' || wrong "nothing runs beside an exchange"
"$mote" inspect whole.mote | grep -q 'exchange start' && wrong "something runs beside an exchange"
run() { "$mote" launch -n 3 --transport "$2" "$1.mote" --output-dir "$1_$2_{}" >said 2>&1 || wrong "$1 over $2: $(cat said)"; }
run whole shm
for transport in shm tcp udp uart; do
  run sums $transport
  for output in 0/out0 0/out1 1/out0 1/out1 2/out0 2/out1; do
    cmp "whole_shm_$output.npy" "sums_${transport}_$output.npy" || wrong "over $transport other bits"
  done
done
# In one process the members run in turn, some of them while others wait.
"$mote" run sums.mote --output-dir in_turn_{} >said 2>&1 || wrong "in one process: $(cat said)"
for member in 0 1 2; do cmp "whole_shm_$member/out1.npy" "in_turn_$member/out1.npy" || wrong "in one process other bits"; done
echo ok
