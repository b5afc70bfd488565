#!/usr/bin/env bash
# Collectives that are lowered for a topology: the bits of the evaluator over every wiring, and what is chosen is never slower by the
# model than what goes straight.
# usage: wired.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
wrong() { echo "FAILED: $*"; exit 1; }
topology() {  # MEMBERS PAIRS…: wires of one kind, 1 MB/s
  local members=$1 wires="" pair
  shift
  for pair in "$@"; do wires+="${wires:+, }{\"between\": [$pair], \"bytes_per_second\": 1e6, \"latency_us\": 200}"; done
  echo "{\"members\": $members, \"wires\": [$wires]}"
}
topology 4 0,1 1,2 2,3 >line4.json
topology 4 0,1 1,2 2,3 0,3 >ring4.json
topology 4 0,2 1,2 2,3 >star4.json
topology 4 0,1 0,2 1,3 >tree4.json
topology 8 0,1 1,2 2,3 3,4 4,5 5,6 6,7 >line8.json
topology 8 0,1 1,2 2,3 3,4 4,5 5,6 6,7 0,7 >ring8.json
topology 8 0,1 1,2 2,3 4,5 5,6 6,7 0,4 1,5 2,6 3,7 >grid8.json
for n in 4 8; do
  echo "{\"members\": $n, \"interface_bytes_per_second\": 1e6, \"wires\": [{\"between\": \"all\", \"bytes_per_second\": 1e6, \"latency_us\": 200}]}" >switch$n.json
done

# program MEMBERS TYPE ELEMENTS GROUPS SIZE: every collective that is lowered in several ways, of values that differ by member and place.
# Each result is told by what its bits add up to, by places.
program() {
  local n=$1 t=$2 e=$3 groups=$4 size=$5
  local x="tensor<${e}x$t>" all="tensor<$((e * size))x$t>" part="tensor<$((e / size))x$t>" shape="tensor<$((n / size))x${size}xi64>"
  region() { echo "({ ^bb0(%a: tensor<$t>, %b: tensor<$t>): %c = stablehlo.$1 %a, %b : tensor<$t> stablehlo.return %c : tensor<$t> })"; }
  cat <<MLIR
func.func @main() -> ($all, $x, $part, $x) {
  %r = stablehlo.replica_id : tensor<ui32>
  %f = stablehlo.convert %r : (tensor<ui32>) -> tensor<$t>
  %m = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<$t>) -> $x
  %i = stablehlo.iota dim = 0 : $x
  %k = stablehlo.constant dense<3> : tensor<ui32>
  %h = stablehlo.add %r, %k : tensor<ui32>
  %g = stablehlo.convert %h : (tensor<ui32>) -> tensor<$t>
  %v = stablehlo.broadcast_in_dim %g, dims = [] : (tensor<$t>) -> $x
  %p = stablehlo.multiply %i, %v : $x
  %x = stablehlo.add %p, %m : $x
  %1 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<$groups> : $shape} : ($x) -> $all
  %2 = "stablehlo.all_reduce"(%x) $(region multiply) {replica_groups = dense<$groups> : $shape} : ($x) -> $x
  %3 = "stablehlo.reduce_scatter"(%x) $(region add) {scatter_dimension = 0 : i64, replica_groups = dense<$groups> : $shape} : ($x) -> $part
  %4 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<$groups> : $shape} : ($x) -> $x
  return %1, %2, %3, %4 : $all, $x, $part, $x
}
MLIR
}
list() { seq -s, 0 $(($1 - 1)); }
ends() { awk '/^ +[0-9]+ +[0-9]+ +[0-9.]+ [KM]?B/ { t = $(NF - 1) * ($NF == "s" ? 1e6 : $NF == "ms" ? 1e3 : 1); if (t > most) most = t } END { printf "%d\n", most }' "$1"; }
exercised=0 faster=0 neighbours=0
same() {  # MEMBERS WIRING TYPE ELEMENTS GROUPS SIZE
  local n=$1 wiring=$2
  program $n $3 $4 "$5" $6 >x.mlir
  rm -rf want got
  "$mote" run x.mlir --replicas $n --backend evaluate --output-dir want/{} >/dev/null
  "$mote" run x.mlir --replicas $n --backend cpu --topology $wiring$n.json --output-dir got/{} >/dev/null
  [ "$(find want -name '*.npy' | wc -l)" = $((4 * n)) ] || wrong "the evaluator gave $(find want -name '*.npy' | wc -l) outputs"
  diff -r want got || wrong "$*: other bits"
  "$mote" plan x.mlir --replicas $n --topology $wiring$n.json >plan
  "$mote" compile x.mlir --replicas $n --target linux -o x.mote >/dev/null
  "$mote" plan x.mote --topology $wiring$n.json >straight
  [ "$(ends plan)" -gt 0 ] && [ "$(ends plan)" -le "$(ends straight)" ] || wrong "$*: takes $(ends plan) us, straight $(ends straight)"
  exercised=$((exercised + 1))
  [ "$(ends plan)" = "$(ends straight)" ] || faster=$((faster + 1))
  [ "$(grep -c ': pairs of' plan)" -le 1 ] || neighbours=$((neighbours + 1))
}
for wiring in line ring star tree switch; do
  for type in f32 i32; do
    for elements in 4 20000; do same 4 $wiring $type $elements "[[$(list 4)]]" 4; done
  done
done
for wiring in line ring grid switch; do same 8 $wiring i32 16000 "[[$(list 8)]]" 8; done
same 8 line i32 16000 '[[0,1,2,3],[4,5,6,7]]' 4
same 8 line i64 4000 '[[2,1,3,0],[7,6,4,5]]' 4
same 8 grid f32 16000 '[[0,5],[1,4],[2,7],[3,6]]' 2   # no wires within a group
[ $exercised = 27 ] || wrong "$exercised were exercised"
[ $neighbours -ge 12 ] || wrong "only $neighbours went by neighbours"
[ $faster -ge 14 ] || wrong "only $faster are faster than straight"

# Over the wires themselves, and where the topology is for others.
program 4 i32 20000 "[[$(list 4)]]" 4 >x.mlir
rm -rf want got
"$mote" run x.mlir --replicas 4 --backend evaluate --output-dir want/{} >/dev/null
timeout 60 "$mote" launch -n 4 --transport udp --topology line4.json x.mlir --replicas 4 --backend cpu --output-dir 'got/{}' >out 2>&1 ||
  wrong "launch: $(cat out)"
diff -r want got || wrong "launch: other bits"
"$mote" compile x.mlir --replicas 4 --topology ring8.json --target linux -o other.mote >/dev/null
"$mote" compile x.mlir --replicas 4 --target linux -o plain.mote >/dev/null
cmp -s other.mote plain.mote || wrong "a topology for eight members changed a program for four"
"$mote" compile x.mlir --replicas 4 --topology nothing.json -o out.mote >out 2>&1 && wrong "no topology" || grep -q nothing.json out || wrong "$(cat out)"
echo "$exercised exercised, $neighbours by neighbours, $faster faster than straight"
