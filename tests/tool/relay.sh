#!/usr/bin/env bash
# `mote launch --topology` where members are not all wired to each other: those between hand on, over each medium, while they compute too;
# what no wires connect is refused; a member between is killed.
# usage: relay.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'kill -- $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
wrong() { echo "FAILED: $*"; exit 1; }
# The processes of members whose program has this name.
members() { grep -lza -- '^--member$' $(grep -la "$work/$1.mote" /proc/[0-9]*/cmdline) /dev/null 2>/dev/null || true; }
topology() {  # MEMBERS PAIRS…: wires of one kind
  local members=$1 wires="" pair
  shift
  for pair in "$@"; do wires+="${wires:+, }{\"between\": [$pair], \"bytes_per_second\": 1e8, \"latency_us\": 10}"; done
  echo "{\"members\": $members, \"wires\": [$wires]}"
}
topology 4 0,1 1,2 2,3 >line.json
topology 4 0,1 1,2 2,3 0,3 >ring.json
topology 4 0,2 1,2 2,3 >star.json
topology 4 0,1 2,3 >cut.json
# Sums of 160 KiB (swaps and gathers of several frames), blocks from each to each, and pairs that are no neighbours.
cat >all.mlir <<'MLIR'
func.func @main() -> (tensor<f32>, tensor<8xf32>, tensor<2xf32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %f = stablehlo.convert %r : (tensor<ui32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<40000xf32>
  %i = stablehlo.iota dim = 0 : tensor<40000xf32>
  %x = stablehlo.multiply %b, %i : tensor<40000xf32>
  %y = "stablehlo.all_reduce"(%x) ({ ^bb0(%a: tensor<f32>, %c: tensor<f32>): %d = stablehlo.add %a, %c : tensor<f32> stablehlo.return %d : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<40000xf32>) -> tensor<40000xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<40000xf32>, tensor<f32>) -> tensor<f32>
  %h = stablehlo.slice %x [1:9] : (tensor<40000xf32>) -> tensor<8xf32>
  %t = "stablehlo.all_to_all"(%h) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8xf32>) -> tensor<8xf32>
  %q = stablehlo.slice %x [1:3] : (tensor<40000xf32>) -> tensor<2xf32>
  %p = "stablehlo.collective_permute"(%q) {source_target_pairs = dense<[[0, 2], [2, 0], [3, 1], [1, 3]]> : tensor<4x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %s, %t, %p : tensor<f32>, tensor<8xf32>, tensor<2xf32>
}
MLIR
"$mote" compile all.mlir --target linux --replicas 4 -o all.mote >/dev/null
expected=$("$mote" run all.mlir --replicas 4 --backend evaluate | awk '/^process/ { m = $2 } /^output/ { print "[" m "] " $0 }' | sort)
[ "$(wc -l <<<"$expected")" = 12 ] || wrong "the evaluator: $expected"
gives() {  # WORDS…: `mote launch` gives what the evaluator does
  local got
  got=$(timeout 60 "$mote" launch -n 4 "$@" all.mote --backend cpu 2>&1 | sort)
  [ "$got" = "$expected" ] || wrong "$*: $got"
}
for transport in udp tcp shm; do gives --transport $transport --topology line.json; done
gives --transport udp --topology ring.json
gives --transport tcp --topology star.json
printf '0123456789abcdef%.0s' 1 2 3 4 >key
if [ "$("$mote" launch -n 3 --key key 2>&1 | grep -c 'without Mbed TLS')" = 0 ]; then
  gives --transport udp --key key --topology line.json
  gives --transport shm --key key --topology line.json
fi
# Traces are of links, from end to end: 0 and 3 have one, though no wire.
gives --transport udp --trace trace.pcap --topology line.json
"$mote" link trace trace.pcap >trace.text
grep -q '0 -> 3 .*Data' trace.text && grep -q '3 <- 0 .*Data' trace.text || wrong "a trace of links without wires"

refused() {  # CODE TEXT WORDS…
  local code=0 wanted=$1 text=$2
  shift 2
  timeout 60 "$mote" launch -n 4 "$@" all.mote --backend cpu >out 2>&1 || code=$?
  [ "$code" = "$wanted" ] && grep -q -- "$text" out || wrong "$*: exit code $code, $(cat out)"
}
refused 3 'cut.json: error \[R-GROUP\].*no way between member 0 and member 2' --topology cut.json
refused 4 'streams are not relayed' --transport uart --topology line.json

# Member 1 computes before its part is done; 0 and 2, whom it is between, exchange meanwhile, and are done long before.
cat >between.mlir <<'MLIR'
func.func @main() -> tensor<ui32> {
  %r = stablehlo.replica_id : tensor<ui32>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %is = stablehlo.compare EQ, %r, %one : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %long = stablehlo.constant dense<14000000> : tensor<ui32>
  %turns = stablehlo.constant dense<200> : tensor<ui32>
  %n = stablehlo.select %is, %long, %zero : tensor<i1>, tensor<ui32>
  %m = stablehlo.select %is, %zero, %turns : tensor<i1>, tensor<ui32>
  %0 = stablehlo.while(%i = %zero) : tensor<ui32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %i1 = stablehlo.add %i, %one : tensor<ui32>
    stablehlo.return %i1 : tensor<ui32>
  }
  %1:2 = stablehlo.while(%i = %zero, %v = %one) : tensor<ui32>, tensor<ui32>
   cond {
    %c = stablehlo.compare LT, %i, %m : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = "stablehlo.all_reduce"(%v) ({ ^bb0(%a: tensor<ui32>, %b: tensor<ui32>): %c = stablehlo.maximum %a, %b : tensor<ui32> stablehlo.return %c : tensor<ui32> }) {replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>} : (tensor<ui32>) -> tensor<ui32>
    %i1 = stablehlo.add %i, %one : tensor<ui32>
    stablehlo.return %i1, %s : tensor<ui32>, tensor<ui32>
  }
  %y = stablehlo.add %0, %1#1 : tensor<ui32>
  return %y : tensor<ui32>
}
MLIR
topology 3 0,1 1,2 >three.json
"$mote" compile between.mlir --target linux --replicas 3 -o between.mote >/dev/null
between() {  # TRANSPORT
  local name=between_$1 pid folder
  cp between.mote "$name.mote"
  timeout 100 "$mote" launch -n 3 --transport "$1" --deadline 90 --topology three.json "$work/$name.mote" --backend cpu >"$name.out" 2>&1 & pid=$!
  until [ "$(members "$name" | wc -l)" = 3 ]; do sleep 0.01; done
  folder=$(cat $(members "$name") | tr '\0' '\n' | grep -m 1 ^/dev/shm/)
  until [ -e "$folder/done0" ] && [ -e "$folder/done2" ]; do  # which a member leaves that has run
    kill -0 $pid || wrong "$name: $(cat "$name.out")"
    sleep 0.01
  done
  [ ! -e "$folder/done1" ] || wrong "who hands on over $1 while it computes keeps others waiting"
  wait $pid || wrong "$name: $(cat "$name.out")"
  [ "$(sort "$name.out")" = "$(printf '[0] output 0: u32[]  1\n[1] output 0: u32[]  14000001\n[2] output 0: u32[]  1')" ] || wrong "$name: $(cat "$name.out")"
}
for transport in udp tcp shm; do between $transport; done

# Members that exchange without an end, over a line of 4. Only the wires that there are were opened; then the second member is killed, and
# all end: 0 has lost all, 2 and 3 have lost 0 and 1.
cat >ever.mlir <<'MLIR'
func.func @main() -> tensor<ui32> {
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %n = stablehlo.constant dense<4294967295> : tensor<ui32>
  %0:2 = stablehlo.while(%i = %zero, %v = %one) : tensor<ui32>, tensor<ui32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = "stablehlo.all_reduce"(%v) ({ ^bb0(%a: tensor<ui32>, %b: tensor<ui32>): %c = stablehlo.maximum %a, %b : tensor<ui32> stablehlo.return %c : tensor<ui32> }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<ui32>) -> tensor<ui32>
    %i1 = stablehlo.add %i, %one : tensor<ui32>
    stablehlo.return %i1, %s : tensor<ui32>, tensor<ui32>
  }
  return %0#1 : tensor<ui32>
}
MLIR
"$mote" compile ever.mlir --target linux --replicas 4 -o ever.mote >/dev/null
struck() {  # TRANSPORT
  local transport=$1 name=struck_$1 code=0 pid process port pair
  cp ever.mote "$name.mote"
  timeout 60 "$mote" launch -n 4 --transport "$transport" --topology line.json "$work/$name.mote" --backend cpu >"$name.out" 2>&1 & pid=$!
  until [ "$(for process in $(members "$name"); do cat "${process%cmdline}"task/*/comm; done 2>/dev/null | grep -c mote_group)" = 4 ]; do
    kill -0 $pid || wrong "$name: $(cat "$name.out")"
    sleep 0.1
  done  # all have joined
  if [ "$transport" = udp ]; then
    port=$(cat $(members "$name") | tr '\0' '\n' | grep -m 1 -A 1 -x -e --link-port | tail -1)
    for pair in "0 1 yes" "1 2 yes" "2 3 yes" "0 2 no" "0 3 no" "1 3 no"; do
      set -- $pair
      got=$(grep -qi ":$(printf %04X $((port + $1 * 4 + $2))) " /proc/net/udp && echo yes || echo no)
      [ "$got" = "$3" ] || wrong "a socket between $1 and $2: $got"
    done
  fi
  for process in $(members "$name"); do
    if tr '\0' ' ' <"$process" | grep -q -- '--member 1 '; then kill -KILL "$(cut -d/ -f3 <<<"$process")"; fi
  done
  SECONDS=0
  wait $pid || code=$?
  [ "$code" = 5 ] && [ "$SECONDS" -le 11 ] || wrong "$name: $code after $SECONDS s, $(cat "$name.out")"
  grep -q '^\[0\].*does not answer any more (member 1, 2, 3)' "$name.out" && grep -q '^\[2\].*(member 0, 1)' "$name.out" &&
    grep -q '^\[3\].*(member 0, 1)' "$name.out" && grep -q 'number 1 failed first, with signal 9' "$name.out" || wrong "$name: $(cat "$name.out")"
  [ -z "$(members "$name")" ] || wrong "$name: left behind: $(members "$name")"
}
struck udp & jobs=($!)
struck tcp & jobs+=($!)
struck shm & jobs+=($!)
for job in "${jobs[@]}"; do wait "$job" || exit 1; done
echo "members hand on what others have no wire for"
