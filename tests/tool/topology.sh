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
# In a line through it, where members between hand on, within 30 %.
"$scaling" >simulated
"$scaling" --line >>simulated
switch() {  # MEMBERS ENDS…: of its wires
  local members=$1 wires="" ends
  shift
  for ends in "$@"; do wires+="${wires:+, }{\"between\": $ends, \"bytes_per_second\": 12.5e6, \"latency_us\": 110}"; done
  echo "{\"members\": $members, \"interface_bytes_per_second\": 12.5e6, \"wires\": [$wires]}"
}
predicted() {  # MEMBERS HOW ALLOWED: by switch.json
  for bytes in 64 4096 262144; do
    sum $1 $((bytes / 4)) >sum.mlir
    "$mote" plan sum.mlir --replicas $1 --topology switch.json >plan
    python3 - "$1" "$bytes" "$2" "$3" <<'PY'
import re, sys
members, size, how, allowed = sys.argv[1:]
simulated = next(float(m[1]) for m in re.findall(r"^ *(\d+) bytes, +%s %s: +(\d+) us" % (members, how), open("simulated").read(), re.M) if m[0] == size)
rows = re.findall(r"^ +(\d+) +\d+ +.* ([0-9.]+) (us|ms|s)$", open("plan").read().split("on the wire", 1)[-1].split("time\n")[-1], re.M)
assert len(rows) == int(members), rows
for _, number, unit in rows:
    predicted = float(number) * {"us": 1, "ms": 1e3, "s": 1e6}[unit]
    assert abs(simulated / predicted - 1) < float(allowed), f"{members} {how}, {size} bytes: {predicted} us, simulated {simulated}"
PY
  done
}
for members in 2 4 16; do
  switch $members '"all"' >switch.json
  predicted $members members 0.15
done
for members in 3 4 8; do
  switch $members $(for low in $(seq 0 $((members - 2))); do echo "[$low,$((low + 1))]"; done) >switch.json
  predicted $members 'in a line' 0.3
done
# Three members in a row. Since not every two have a wire, frames are 4 bytes shorter than the shortest wire's, and carry 4 more.
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
has() { grep -q -- "$1" plan || { cat plan; wrong "$2: no '$1'"; }; }
has '0: pairs of {0 1 2}, messages of 1024 B' "a row of members"
has ' 0 -> 1: 1024 B, 1084 B on the wire, 94.10 ms$' "a row of members"  # 3 frames of at most 508 bytes, 20 each
has ' 1 -> 2: 1024 B, 1084 B on the wire, 9.41 ms$' "a row of members"
# The slower wire decides: the message (50 us + 1084 B, while whose first chunk goes it is asked for), that it is there (50 us + 28 B).
[ "$(grep -c ' 96.63 ms$' plan)" = 3 ] || { cat plan; wrong "the times of members"; }
"$mote" compile turn.mlir --target linux --replicas 3 -o turn.mote >/dev/null
"$mote" plan turn.mote --topology row.json | diff - plan || wrong "the compiled program"
refused() {  # TEXT WORDS…: `mote` ends so
  local code=0 text=$1
  shift
  timeout 60 "$mote" "$@" >out 2>&1 || code=$?
  [ "$code" = 3 ] && grep -q -- "$text" out || { cat out; wrong "$*: $code"; }
}
# All to all of them: two messages of 64 + 20 bytes on each wire each way, and two answers.
sum 3 16 >all.mlir
"$mote" plan all.mlir --replicas 3 --topology row.json >plan
has ' 0 -> 1: 64 B, 84 B on the wire, 14.58 ms$' "a relayed gather"
has ' 0 -> 2 by 1: 64 B, 84 B on the wire, 14.58 ms$' "a relayed gather"
has ' 1 -> 0 2 each: 64 B, 168 B on the wire, 14.58 ms$' "a relayed gather"
has ' 1 hands on 2 messages, 168 B on the wire$' "a relayed gather"
has ' 2 -> 0 by 1: 64 B, 84 B on the wire, 14.58 ms$' "a relayed gather"
[ "$(grep -c '^ *[012] *2 *128 B *128 B *168 B ' plan)" = 2 ] && has '^ *1 *2 *128 B *128 B *336 B ' "what members send"
python3 - <<'PY'
import re
times = set(re.findall(r" ([0-9.]+) ms$", open("plan").read().split("time\n")[-1], re.M))
assert len(times) == 1, times
slow, fast = 84 / 11520e-6, 84 / 115200e-6
there = 70 + 2 * slow + fast  # of 2 to 0: both frames over the slower wire, and first one over the other
answer = 70 + 2 * 28 / 11520e-6 + 28 / 115200e-6  # which goes likewise
assert abs(float(times.pop()) * 1e3 / (there + answer) - 1) < 0.01, (there, answer)
PY
# Two members without any way between them, and frames too short for a header more.
echo '{"members": 3, "wires": [{"between": [0, 1], "bytes_per_second": 1e6, "latency_us": 1}]}' >cut.json
refused 'no way between 0 and 2, and in exchange 0 (gather of {0 1 2}) member 0 sends 64 bytes to 2' plan all.mlir --replicas 3 --topology cut.json
sed 's/512/27/' row.json >short.json
refused 'a payload of 27 is too short' plan all.mlir --replicas 3 --topology short.json
"$mote" link bench --transport udp --what all_reduce --bytes 64,40000 --rounds 2 --topology row.json --json >bench
python3 - <<'PY'
import json
rows = json.load(open("bench"))
assert [(r["members"], r["bytes"]) for r in rows] == [(3, 64), (3, 40000)], rows
PY
refused 'no way between member 0 and member 2' link bench --topology cut.json
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
