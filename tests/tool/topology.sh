#!/usr/bin/env bash
# `mote plan --topology` and `mote launch --topology`: who sends what to whom, times as the simulated link takes, wrong files.
# usage: topology.sh MOTE LINK_SCALING
set -euo pipefail
mote=$1 scaling=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
wrong() { echo "FAILED: $*"; exit 1; }
sum() {  # MEMBERS FLOATS
  local list
  list=$(seq -s ', ' 0 $(($1 - 1)))
  cat <<MLIR
func.func @main(%x: tensor<$2xf32>) -> tensor<$2xf32> {
  %y = "stablehlo.all_reduce"(%x) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %c = stablehlo.add %a, %b : tensor<f32> stablehlo.return %c : tensor<f32> }) {replica_groups = dense<[[$list]]> : tensor<1x$1xi64>} : (tensor<$2xf32>) -> tensor<$2xf32>
  return %y : tensor<$2xf32>
}
MLIR
}
# A switch as that of link_scaling (a message is seen at a look, 10 us apart): predicted times are within 15 % of the simulated ones.
"$scaling" >simulated
for members in 2 4 16; do
  echo "{\"members\": $members, \"interface_bytes_per_second\": 12.5e6, \"wires\": [{\"between\": \"all\", \"bytes_per_second\": 12.5e6, \"latency_us\": 110}]}" >switch.json
  for bytes in 64 4096 262144; do
    sum $members $((bytes / 4)) >sum.mlir
    "$mote" plan sum.mlir --replicas $members --topology switch.json >plan
    python3 - "$members" "$bytes" <<'PY'
import re, sys
members, size = sys.argv[1:]
simulated = next(float(m[1]) for m in re.findall(r"^ *(\d+) bytes, +%s members: +(\d+) us" % members, open("simulated").read(), re.M) if m[0] == size)
rows = re.findall(r"^ +(\d+) +\d+ +.* ([0-9.]+) (us|ms|s)$", open("plan").read().split("on the wire", 1)[-1].split("time\n")[-1], re.M)
assert len(rows) == int(members), rows
for _, number, unit in rows:
    predicted = float(number) * {"us": 1, "ms": 1e3, "s": 1e6}[unit]
    assert abs(simulated / predicted - 1) < 0.15, f"{members} members, {size} bytes: {predicted} us, simulated {simulated}"
PY
  done
done
# Three members in a row: a pair that is not wired is refused by name; what does not cross it is planned.
cat >row.json <<'JSON'
{"members": 3,
 "wires": [{"between": [0, 1], "bytes_per_second": 11520, "latency_us": 50, "payload": 512},
           {"between": [2, 1], "bytes_per_second": 115200, "latency_us": 20, "payload": 512}]}
JSON
cat >turn.mlir <<'MLIR'
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %y = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<256xf32>) -> tensor<256xf32>
  return %y : tensor<256xf32>
}
MLIR
"$mote" plan turn.mlir --replicas 3 --topology row.json >plan
grep -q '0: pairs of {0 1 2}, messages of 1024 B' plan && grep -q ' 0 -> 1: 1024 B, 1056 B on the wire, 91.67 ms$' plan && grep -q ' 1 -> 2: 1024 B, 1056 B on the wire, 9.17 ms$' plan || { cat plan; wrong "a row of members"; }
# The slower wire decides: the message (50 us + 1056 B, while whose first chunk goes it is asked for), that it is there (50 us + 24 B).
[ "$(grep -c ' 93.85 ms$' plan)" = 3 ] || { cat plan; wrong "the times of members"; }
"$mote" compile turn.mlir --target linux --replicas 3 -o turn.mote >/dev/null
"$mote" plan turn.mote --topology row.json | diff - plan || wrong "the compiled program"
refused() {  # TEXT WORDS…: `mote` ends so
  local code=0 text=$1
  shift
  timeout 60 "$mote" "$@" >out 2>&1 || code=$?
  [ "$code" = 3 ] && grep -q -- "$text" out || { cat out; wrong "$*: $code"; }
}
sum 3 16 >all.mlir
refused 'none between 0 and 2, and in exchange 0 (gather of {0 1 2}) member 0 sends 64 bytes to 2' plan all.mlir --replicas 3 --topology row.json
sum 2 16 >two.mlir
refused 'members: it has 3, the program is for 2' plan two.mlir --replicas 2 --topology row.json
file() { echo "$1" >bad.json; refused "$2" plan all.mlir --replicas 3 --topology bad.json; }
wire='"bytes_per_second": 1000, "latency_us": 5'
file '{"members": 3,
 "wires": [}' 'bad.json:2:12: error \[SYNTAX\]: this is no JSON'
file '[]' 'an object is expected'
file "{\"members\": 3.5, \"wires\": []}" 'members: a whole number'
file "{\"members\": 33, \"wires\": []}" 'members: 33 is not from 1 to 32'
file "{\"members\": 3}" 'wires: a list of wires'
file "{\"wires\": []}" 'members: is missing'
file "{\"members\": 3, \"wire\": []}" "there is no 'wire'"
file "{\"members\": 3, \"wires\": [{\"between\": [0, 3], $wire}]}" 'wires\[0\].between: there is no member 3'
file "{\"members\": 3, \"wires\": [{\"between\": [1, 1], $wire}]}" 'member 1 is wired to itself'
file "{\"members\": 3, \"wires\": [{\"between\": \"none\", $wire}]}" '"all" or two members'
file "{\"members\": 3, \"wires\": [{\"between\": [0, -1], $wire}]}" '"all" or two members'
file "{\"members\": 3, \"wires\": [{\"between\": [0, 1], \"latency_us\": 5}]}" 'wires\[0\].bytes_per_second: is missing'
file "{\"members\": 3, \"wires\": [{\"between\": [0, 1], \"bytes_per_second\": 0, \"latency_us\": 5}]}" 'bytes_per_second: 0 is not from 1'
file "{\"members\": 3, \"wires\": [{\"between\": [0, 1], \"bytes_per_second\": 9, \"latency\": 5}]}" "wires\[0\]: there is no 'latency'"
refused 'cannot read' plan all.mlir --replicas 3 --topology nothing.json
echo "exchanges are planned over wires; wrong files are told"
