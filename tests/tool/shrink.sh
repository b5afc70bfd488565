#!/usr/bin/env bash
# `mote launch --shrink`: a member is killed or stopped amid rounds; the others agree and go on by the program for as many, to results that are
# equal and count who was there. `mote run --rounds`, by which programs follow themselves.
# usage: shrink.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'kill -- $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
wrong() { echo "FAILED: $*"; exit 1; }
# x and how many members there are; a loop that takes a while.
cat >count.mlir <<'MLIR'
func.func @main(%x: tensor<ui32>) -> (tensor<ui32>, tensor<ui32>) {
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %n = stablehlo.constant dense<40000> : tensor<ui32>
  %0 = stablehlo.while(%i = %zero) : tensor<ui32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %i1 = stablehlo.add %i, %one : tensor<ui32>
    stablehlo.return %i1 : tensor<ui32>
  }
  %1 = stablehlo.divide %0, %n : tensor<ui32>
  %s = "stablehlo.all_reduce"(%1) ({ ^bb0(%a: tensor<ui32>, %b: tensor<ui32>): %c = stablehlo.add %a, %b : tensor<ui32> stablehlo.return %c : tensor<ui32> })
    {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<ui32>) -> tensor<ui32>
  %y = stablehlo.add %x, %s : tensor<ui32>
  return %y, %s : tensor<ui32>, tensor<ui32>
}
MLIR
{ printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<u4', 'fortran_order': False, 'shape': ()}"; printf '\0\0\0\0'; } >x.npy
u32() { od -An -tu4 -j128 "$1" | tr -d ' '; }

# One process, and all members in one process: 5 rounds of 1, and of 3.
for backend in evaluate cpu; do
  "$mote" run count.mlir --backend $backend --rounds 5 --input x.npy --output-dir one >said
  [ "$(u32 one/out0.npy)" = 5 ] && grep -q '^round 4 of 5: 1$' said || wrong "five rounds on $backend: $(cat said)"
done
"$mote" run count.mlir --backend cpu --replicas 3 --rounds 5 --input x.npy --output-dir three -q
[ "$(u32 three/process2/out0.npy)" = 15 ] || wrong "five rounds of three members"
sed 's/return %y, %s : tensor<ui32>, tensor<ui32>/return %s : tensor<1xui32>/; s/%y = .*/%y = stablehlo.add %x, %x : tensor<ui32>/; s/-> (tensor<ui32>, tensor<ui32>)/-> tensor<1xui32>/' count.mlir |
  sed 's/return %s :/%v = stablehlo.reshape %s : (tensor<ui32>) -> tensor<1xui32>\n  return %v :/' >shape.mlir
code=0; said=$("$mote" run shape.mlir --backend cpu --rounds 2 --input x.npy 2>&1) || code=$?
[ $code = 3 ] && grep -q 'input 0 is u32\[\], and output 0, .* is u32\[1\]' <<<"$said" || wrong "outputs that are no inputs: $code, $said"

# Random numbers go on from round to round, in one process and in several.
cat >draw.mlir <<'MLIR'
func.func @main(%x: tensor<ui32>) -> (tensor<ui32>, tensor<f32>) {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<> : tensor<0xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  %m = "stablehlo.all_reduce"(%r) ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %t = stablehlo.maximum %p, %q : tensor<f32> stablehlo.return %t : tensor<f32> })
    {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<f32>) -> tensor<f32>
  return %x, %m : tensor<ui32>, tensor<f32>
}
MLIR
drawn() { sed -n 's/.*round .*: //p' | tr '\n' ' '; }
one=$("$mote" run draw.mlir --backend evaluate --rounds 4 --input x.npy | drawn)
[ "$(tr ' ' '\n' <<<"$one" | sort -u | grep -c .)" = 4 ] || wrong "four rounds draw $one"
[ "$("$mote" run draw.mlir --backend cpu --replicas 2 --rounds 4 --input x.npy | drawn)" = "$one" ] || wrong "a grid draws others"
[ "$(timeout 60 "$mote" launch -n 2 draw.mlir --replicas 2 --backend cpu --rounds 4 --input x.npy | drawn)" = "$one" ] || wrong "members draw others"

fails() {  # CODE TEXT WORDS…
  local code=0 wanted=$1 text=$2 said
  shift 2
  said=$(timeout 60 "$mote" launch "$@" 2>&1 >/dev/null) || code=$?
  [ "$code" = "$wanted" ] && grep -q -- "$text" <<<"$said" || wrong "launch $*: exit code $code, $said"
}
"$mote" compile count.mlir --replicas 2 -o count.mote >/dev/null
fails 2 'there are 2 members' -n 2 --shrink 3 count.mlir --backend cpu --input x.npy
fails 2 'wants a source program' -n 2 --shrink 1 count.mote --backend cpu --input x.npy
fails 2 'wants a --runner' -n 2 --boards 1 count.mlir --backend cpu --input x.npy
fails 2 'uart' -n 2 --boards 1 --runner true count.mlir --backend cpu --input x.npy
# A board that leaves nothing: it ends at once, and the process waits for it until the deadline.
fails 3 'outputs.bin' -n 2 --boards 1 --runner true --transport uart --deadline 2 count.mlir --replicas 2 --backend cpu --input x.npy

processes() { grep -la "$work/$1" /proc/[0-9]*/cmdline 2>/dev/null || true; }
member() {  # NAME NUMBER: its process
  local process
  for process in $(processes "$1"); do
    if tr '\0' ' ' <"$process" 2>/dev/null | grep -q -- "--member $2 "; then cut -d/ -f3 <<<"$process"; fi
  done
}
said() { until grep -q "$1" "$2.out"; do kill -0 "$3" 2>/dev/null || wrong "$2: $(cat "$2.out" "$2.err")"; sleep 0.05; done; }  # TEXT NAME LAUNCHER
# A member is struck in round 5 or so; the others go on.
struck() {  # SIGNAL TRANSPORT VICTIM
  local name=$1_$2_$3 launcher first=$([ "$3" = 0 ] && echo 1 || echo 0) other
  cp count.mlir "$name.mlir"
  : >"$name.out" >"$name.err"
  timeout 200 "$mote" launch -n 3 --shrink 2 --transport "$2" "$work/$name.mlir" --backend cpu --rounds 100 --input x.npy --output-dir "$name" \
    >"$name.out" 2>"$name.err" & launcher=$!
  said '^\[0\] round 5 of' "$name" $launcher
  kill "-$1" "$(member "$name.mlir" "$3")"
  said "^\[$first\] member $3 is lost, 2 go on in epoch " "$name" $launcher
  if [ "$1" = STOP ]; then kill -CONT "$(member "$name.mlir" "$3")"; fi
  wait $launcher || wrong "$name: $(cat "$name.out" "$name.err")"
  other=$((3 - first - $3))
  grep -q "^\[$other\] member $3 is lost, 2 go on" "$name.out" || wrong "$name: not every survivor says so: $(cat "$name.out")"
  grep -q '; 2 went on to the end' "$name.err" || wrong "$name: $(cat "$name.err")"
  cmp "$name/process$first/out0.npy" "$name/process$other/out0.npy" || wrong "$name: the survivors differ"
  # Each of the 100 rounds counts once, with those who were there: by what was shown of it, and by the sum. What the lost member shows after
  # the others have gone on is its own: it may end a round of which it has all the parts. (Then, or where it is struck between a round and
  # its line, the others' lines may lack one of three.)
  awk -v own="[$3] round" -v lost="[$first] member $3 is lost" 'index($0, lost) == 1 { gone = 1 } / round / && !(gone && index($0, own) == 1)' \
    "$name.out" >"$name.rounds"
  local lines
  lines=$(grep -c . "$name.rounds")
  [ "$lines" = 100 ] || { [ "$3" = 0 ] && [ "$lines" = 99 ] && echo '[0] round 0 of 100, 3 members, 0 bytes sent: 3' >>"$name.rounds"; } ||
    wrong "$name: not 100 rounds but $lines: $(cat "$name.out")"
  sed -n 's/.* \([0-9]*\) members, .*: \([0-9]*\)$/\1 \2/p' "$name.rounds" | awk '$1 != $2 { exit 1 } { sum += $2 } END { print sum }' >"$name.sum" || wrong "$name: counts"
  [ "$(u32 "$name/process$first/out0.npy")" = "$(cat "$name.sum")" ] || wrong "$name: the sum is not $(cat "$name.sum")"
  if [ "$1" = STOP ]; then
    grep -q "^\[$3\].*the group has gone on without this member" "$name.err" || wrong "$name: it was not told: $(cat "$name.err")"
  fi
  [ ! -e "$name/process$3" ] || wrong "$name: outputs of the lost member"
}
# Two of three are lost: one is fewer than --shrink wants.
few() {
  local launcher code=0
  cp count.mlir few.mlir
  : >few.out >few.err
  timeout 200 "$mote" launch -n 3 --shrink 2 "$work/few.mlir" --backend cpu --rounds 1000 --input x.npy >few.out 2>few.err & launcher=$!
  said '^\[0\] round 5 of' few $launcher
  kill -KILL "$(member few.mlir 1)" "$(member few.mlir 2)"
  wait $launcher || code=$?
  [ $code = 5 ] && grep -q '^\[0\].*without member 1, 2 1 are left, fewer than the 2 of --shrink' few.err || wrong "too few: $code, $(cat few.out few.err)"
}
jobs=()
for case in "KILL shm 1" "KILL udp 0" "KILL tcp 2" "STOP udp 1"; do struck $case & jobs+=($!); done
for job in "${jobs[@]}"; do wait "$job" || exit 1; done
jobs=()
for case in "STOP shm 2" "STOP tcp 0"; do struck $case & jobs+=($!); done
few & jobs+=($!)
for job in "${jobs[@]}"; do wait "$job" || exit 1; done
[ -z "$(processes '')" ] || wrong "processes were left behind"
echo "six members struck: the others went on; too few do not; a stopped one is told"
