#!/usr/bin/env bash
# What `mote run` gives a program and takes from it while it runs: seeds and states of random numbers, infeed, outfeed, host send and recv.
# usage: host_transfers.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "host_transfers: $*"; exit 1; }
backends="evaluate cpu"
"$mote" device >/dev/null 2>&1 && backends="$backends vulkan"
cat >zero.mlir <<'MLIR'
func.func @main() -> tensor<3xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
MLIR
"$mote" run zero.mlir --backend evaluate --output-dir item -q

cat >draw.mlir <<'MLIR'
func.func @main(%x: tensor<f32>) -> (tensor<5xf32>, tensor<4xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.constant dense<5> : tensor<1xi64>
  %m = stablehlo.constant dense<4> : tensor<1xi64>
  %a = stablehlo.rng %x, %one, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<5xf32>
  %b = stablehlo.rng %x, %one, %m, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %a, %b : tensor<5xf32>, tensor<4xf32>
}
MLIR
cat >x.mlir <<'MLIR'
func.func @main() -> (tensor<f32>, tensor<3xf32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<0.0> : tensor<3xf32>
  return %0, %1 : tensor<f32>, tensor<3xf32>
}
MLIR
"$mote" run x.mlir --backend evaluate --output-dir x -q
for backend in $backends; do
  for seed in 0 7 18446744073709551615; do
    "$mote" run draw.mlir --backend $backend --seed $seed --input x/out0.npy --output-dir "draw-$backend-$seed" -q
    cmp "draw-evaluate-$seed/out0.npy" "draw-$backend-$seed/out0.npy" || fail "$backend draws other numbers of seed $seed"
    cmp "draw-evaluate-$seed/out1.npy" "draw-$backend-$seed/out1.npy" || fail "$backend draws other numbers of seed $seed"
  done
  cmp -s "draw-$backend-0/out0.npy" "draw-$backend-7/out0.npy" && fail "$backend: the seed changes nothing"
  # Sample after sample the state goes on: three samples are not one thrice.
  "$mote" run draw.mlir --backend $backend --samples --input x/out1.npy --output-dir "samples-$backend" -q
  cmp "samples-evaluate/out0.npy" "samples-$backend/out0.npy" || fail "$backend draws other samples"
done
[ "$(od -An -v -t x4 -j 128 samples-evaluate/out0.npy | tr -s ' ' '\n' | sort -u | wc -l)" -ge 15 ] || fail "samples repeat their numbers"
"$mote" compile draw.mlir -o draw.mote
"$mote" inspect draw.mote | grep 'mote.rng_state' >/dev/null || fail "the state is no input of the program"
"$mote" run draw.mote --backend cpu --seed 7 --input x/out0.npy --expect draw-evaluate-7/out0.npy --tolerance exact -q || fail "the file draws other numbers"
# As a state of the program it needs no caller.
"$mote" compile draw.mlir --state mote.rng_state=mote.rng_state --target linux -o kept.mote
"$mote" run kept.mote --backend cpu --input x/out0.npy --expect draw-evaluate-0/out0.npy --tolerance exact -q || fail "the kept state begins elsewhere"

cat >feed.mlir <<'MLIR'
func.func @main() -> tensor<3xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %a, %t1 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
  %b, %t2 = "stablehlo.infeed"(%t1) : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
  %c = stablehlo.subtract %a, %b : tensor<3xf32>
  %t3 = "stablehlo.outfeed"(%c, %t2) : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  %d, %t4 = "stablehlo.recv"(%t3) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}
    : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
  %e = stablehlo.add %c, %d : tensor<3xf32>
  %t5 = "stablehlo.send"(%e, %t4) {channel_handle = #stablehlo.channel_handle<handle = 6, type = 2>, is_host_transfer = true}
    : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  return %e : tensor<3xf32>
}
MLIR
for backend in $backends; do
  # {0, 0, 0} - {1, 2, 4}, then plus {1, 2, 4}: zeros.
  "$mote" run feed.mlir --backend $backend --infeed x/out1.npy --infeed item/out0.npy --receive 5=item/out0.npy --output-dir "fed-$backend" >"fed-$backend.txt"
  grep -q '^outfeed item 0.0: f32\[3\]  -1 -2 -4$' "fed-$backend.txt" || { cat "fed-$backend.txt"; fail "$backend feeds out something else"; }
  cmp "fed-$backend/send.6.0.0.npy" x/out1.npy || fail "$backend sends something else"
  cmp "fed-$backend/out0.npy" x/out1.npy || fail "$backend computes something else"
  cmp "fed-$backend/outfeed.0.0.npy" fed-evaluate/outfeed.0.0.npy || fail "$backend feeds out something else"
  # An empty queue ends the run, and says so.
  code=0
  "$mote" run feed.mlir --backend $backend --infeed item/out0.npy --receive 5=item/out0.npy 2>"empty-$backend.txt" >/dev/null || code=$?
  [ $code -eq 3 ] || fail "$backend: an empty queue gives exit code $code"
  grep -q 'queue is empty' "empty-$backend.txt" || { cat "empty-$backend.txt"; fail "$backend does not say that the queue is empty"; }
done
code=0
"$mote" run feed.mlir --backend cpu --infeed x/out0.npy --receive 5=item/out0.npy 2>wrong.txt >/dev/null || code=$?
[ $code -eq 3 ] && grep -q 'item 0: array 0 is f32\[\]' wrong.txt || { cat wrong.txt; fail "an item that does not fit: exit code $code"; }
"$mote" run feed.mlir --receive five=item/out0.npy >/dev/null 2>wrong.txt && fail "--receive takes a word for a channel"
grep -q 'CHANNEL=FILE' wrong.txt || fail "--receive does not say what it wants"
[ "$backends" = "evaluate cpu" ] && echo "Vulkan was left out: no device"
echo "host transfers on: $backends"
