#!/usr/bin/env bash
# `mote run --replicas --partitions` on the evaluator, the CPU and Vulkan: processes meet in a collective, {} in a file name is the process.
# usage: grid.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >sum.mlir <<'MLIR'
func.func @main(%x: tensor<ui32>) -> (tensor<ui32>, tensor<ui32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %p = stablehlo.partition_id : tensor<ui32>
  %ten = stablehlo.constant dense<10> : tensor<ui32>
  %tens = stablehlo.multiply %r, %ten : tensor<ui32>
  %id = stablehlo.add %tens, %p : tensor<ui32>
  %s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %c = stablehlo.add %a, %b : tensor<ui32>
    stablehlo.return %c : tensor<ui32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<ui32>) -> tensor<ui32>
  return %id, %s : tensor<ui32>, tensor<ui32>
}
MLIR
# NumPy's format, version 1: one u32 without dimensions.
npy() { printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<u4', 'fortran_order': False, 'shape': ()}"; printf "\\x0$1\\x00\\x00\\x00"; }
for process in 0 1 2 3 4 5; do npy "$process" >"x$process.npy"; done; npy 6 >even.npy
is() { [ "$2" = "$3" ] || { printf 'FAILED: %s\n--- expected\n%s\n--- got\n%s\n' "$1" "$2" "$3"; exit 1; }; }

# Process r * 2 + p: replicas 0, 1, 2 of partition 0 hold 0 + 2 + 4, of partition 1 hold 1 + 3 + 5.
for backend in evaluate cpu vulkan; do
got=$("$mote" run sum.mlir --backend $backend --replicas 3 --partitions 2 --input 'x{}.npy' --output-dir out | grep -v '^device')
is "three replicas of two partitions on $backend" "$(for r in 0 1 2; do for p in 0 1; do
  printf 'process %d (replica %d, partition %d)\noutput 0: u32[]  %d\noutput 1: u32[]  %d\n' $((r * 2 + p)) $r $p $((r * 10 + p)) $((6 + 3 * p)); done; done)" "$got"
is "the file of process 4" "$(tail -c 4 even.npy | od -An -tu4)" "$(tail -c 4 out/process4/out1.npy | od -An -tu4)"
rm -r out
code=0; "$mote" run sum.mlir --backend $backend -q --replicas 3 --input 'x{}.npy' --expect x0.npy --expect x3.npy 2>/dev/null || code=$?
is "a process that differs on $backend" 1 "$code"
done
# A compiled program has its grid; the file may have it, too.
"$mote" compile sum.mlir --replicas 3 --partitions 2 -o sum.mote >/dev/null
"$mote" run sum.mote --backend cpu -q --input 'x{}.npy' --output-dir out
is "the grid of a compiled program" "$(tail -c 4 even.npy | od -An -tu4)" "$(tail -c 4 out/process4/out1.npy | od -An -tu4)"
code=0; "$mote" run sum.mote --backend cpu -q --replicas 2 --input 'x{}.npy' 2>/dev/null || code=$?
is "another grid than the compiled program's" 2 "$code"
sed -e '1i module attributes {mhlo.num_replicas = 3 : i32} {' -e '$a }' sum.mlir >named.mlir
is "the module's own grid" 3 "$("$mote" run named.mlir --backend cpu --input 'x{}.npy' | grep -c '^process')"
code=0; said=$("$mote" compile sum.mlir --replicas 2 -o small.mote 2>&1) || code=$?
is "a member outside of the grid" 4 "$code"
grep -q 'all_reduce names 2, but the program is for 2 replicas of 1 partition' <<<"$said" || { echo "FAILED: $said"; exit 1; }
# Members whose loops turn another number of times come to another number of exchanges.
cat >uneven.mlir <<'MLIR'
func.func @main(%x: tensor<ui32>) -> tensor<ui32> {
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %r = stablehlo.replica_id : tensor<ui32>
  %n = stablehlo.constant dense<0> : tensor<ui32>
  %0:2 = stablehlo.while(%i = %n, %v = %x) : tensor<ui32>, tensor<ui32>
   cond {
    %c = stablehlo.compare LT, %i, %r : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = "stablehlo.collective_permute"(%v) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<ui32>) -> tensor<ui32>
    %i1 = stablehlo.add %i, %one : tensor<ui32>
    stablehlo.return %i1, %s : tensor<ui32>, tensor<ui32>
  }
  return %0#1 : tensor<ui32>
}
MLIR
code=0; said=$(timeout 60 "$mote" run uneven.mlir --backend cpu --replicas 2 --input 'x{}.npy' 2>&1) || code=$?
is "members that wait for each other" 5 "$code"
grep -q 'no member can go on; member 0 has finished; member 1 waits in exchange 0' <<<"$said" || { echo "FAILED: $said"; exit 1; }
code=0; "$mote" run sum.mlir --backend evaluate --replicas 3 --samples --input 'x{}.npy' 2>/dev/null || code=$?
is "--samples with processes" 2 "$code"
echo "grid: 16 checks passed"
