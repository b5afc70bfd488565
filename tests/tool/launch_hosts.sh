#!/usr/bin/env bash
# `mote launch --hosts`: two machines, or their addresses, each with two members and a folder of its own. Outputs, rounds and traces as on
# one machine; members, machines and launchers that are lost, do not come, were told otherwise or talk nonsense.
# usage: launch_hosts.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
programs=$source/tests/shard_map/programs
work=$(mktemp -d)
trap 'kill -- $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
export PYTHONDONTWRITEBYTECODE=1
wrong() { echo "FAILED: $*"; exit 1; }
printf '# both machines\n127.0.0.1 slots=2\n\n127.0.0.2 slots=2  # the other\n' >hosts
printf '127.0.0.1 slots=3\n127.0.0.2\n' >uneven
hosts=hosts
port=$((10000 + $$ % 80 * 100))
next_port() { port=$((port + 18)); }  # 4 * 4 ports of members and that of the launchers

# A launcher of machine a (127.0.0.1) or b in its folder under $run; its exit code goes to NAME.code.
launcher() (  # NAME WORDS…
  name=$1 code=0
  shift
  mkdir -p "$run/$name"
  cd "$run/$name"
  here=$([ "$name" = a ] && echo 127.0.0.1 || echo 127.0.0.2)
  { timeout 100 "$mote" launch --hosts "$work/$hosts" --here $here --port "$port" "$@" >"../$name.out" 2>"../$name.err" || code=$?; } 2>/dev/null
  echo $code >"../$name.code"
)
both() { launcher b "$@" & launcher a "$@"; wait $!; }  # the same command
said() { tail -n +1 "$run"/?.code "$run"/?.out "$run"/?.err; }
codes() {  # A B: how the launchers ended, patterns
  [[ "$(cat "$run/a.code") $(cat "$run/b.code")" = $1\ $2 ]] || wrong "$run: exit codes other than $1 and $2: $(said)"
}
tells() { grep -q -- "$2" "$run/$1.err" || wrong "$run: $1 does not tell '$2': $(said)"; }
processes() { grep -la -- "$work/$1" /proc/[0-9]*/cmdline 2>/dev/null || true; }  # those that were started with a path like this

{ printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<u4', 'fortran_order': False, 'shape': ()}"; printf '\0\0\0\0'; } >x.npy
cp x.npy x0.npy; cp x.npy x1.npy; cp x.npy x3.npy  # none of member 2
add='({ ^bb0(%a: tensor<ui32>, %b: tensor<ui32>): %c = stablehlo.add %a, %b : tensor<ui32> stablehlo.return %c : tensor<ui32> })'
# x and how many members there are; a loop that takes a while.
cat >count.mlir <<MLIR
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
  %s = "stablehlo.all_reduce"(%1) $add {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<ui32>) -> tensor<ui32>
  %y = stablehlo.add %x, %s : tensor<ui32>
  return %y, %s : tensor<ui32>, tensor<ui32>
}
MLIR
# As many exchanges of two members as their input says.
cat >turns.mlir <<MLIR
func.func @main(%n: tensor<ui32>) -> tensor<ui32> {
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %0:2 = stablehlo.while(%i = %zero, %v = %one) : tensor<ui32>, tensor<ui32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = "stablehlo.all_reduce"(%v) $add {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<ui32>) -> tensor<ui32>
    %m = stablehlo.constant dense<1000003> : tensor<ui32>
    %t = stablehlo.remainder %s, %m : tensor<ui32>
    %i1 = stablehlo.add %i, %one : tensor<ui32>
    stablehlo.return %i1, %t : tensor<ui32>, tensor<ui32>
  }
  return %0#1 : tensor<ui32>
}
MLIR
jobs=()
await() { for job in "${jobs[@]}"; do wait "$job" || exit 1; done; jobs=(); }
u32() { od -An -tu4 -j128 "$1" | tr -d ' '; }

# Outputs of a program that is cut: joined where member 0 is, and nowhere else. The frames of both machines are one recording.
"$mote" launch -n 4 "$programs/collectives_2x2.mlir" --backend cpu -q --input "$programs/collectives_2x2.in.npz" --output-dir alone
for transport in udp tcp; do
  run=$work/joined_$transport; next_port
  both --transport $transport --trace 'frames{}.pcap' "$programs/collectives_2x2.mlir" --backend cpu -q \
    --input "$programs/collectives_2x2.in.npz" --output-dir out
  codes 0 0
  diff -r alone "$run/a/out" || wrong "outputs over $transport"
  [ ! -e "$run/b/out" ] || wrong "outputs on both machines"
  "$mote" link trace "$run/a/frames0.pcap" >a.frames
  "$mote" link trace "$run/b/frames2.pcap" >b.frames
  [ "$(awk 'NF > 2 { print $2 }' a.frames | sort -u | tr '\n' ' ')" = '0 1 ' ] || wrong "the members that a recorded: $(head a.frames)"
  [ "$(awk 'NF > 2 { print $2 }' b.frames | sort -u | tr '\n' ' ')" = '2 3 ' ] || wrong "the members that b recorded: $(head b.frames)"
  python3 - "$run"/?/frames?.pcap <<'PY'
import struct, sys
head, packets = b"", []
for path in sys.argv[1:]:
    data = open(path, "rb").read()
    head, at = data[:24], 24
    while at < len(data):
        seconds, micro, kept, _ = struct.unpack_from("<IIII", data, at)
        packets.append(((seconds, micro), data[at:at + 16 + kept]))
        at += 16 + kept
packets.sort(key=lambda packet: packet[0])
open("frames.pcap", "wb").write(head + b"".join(packet for _, packet in packets))
PY
  python3 "$source/tests/link/trace.py" "$mote" frames.pcap >/dev/null || wrong "the frames of both machines over $transport"
done
# Encrypted, where the tool has a cipher.
printf '0123456789abcdef%.0s' 1 2 3 4 >key
if [ "$("$mote" launch -n 4 --key key 2>&1 | grep -c 'without Mbed TLS')" = 1 ]; then
  echo "skipped: --key, this mote has no cipher"
else
  run=$work/encrypted; next_port
  both --key "$work/key" "$programs/collectives_2x2.mlir" --backend cpu -q --input "$programs/collectives_2x2.in.npz" --output-dir out
  codes 0 0
  diff -r alone "$run/a/out" || wrong "encrypted outputs"
fi
# Four members in a row, two a machine: outputs come over those between.
wire() { echo "{\"between\": [$1, $2], \"bytes_per_second\": 1e6, \"latency_us\": 1}"; }
echo "{\"members\": 4, \"wires\": [$(wire 0 1), $(wire 1 2), $(wire 2 3)]}" >row.json
run=$work/relayed; next_port
both --topology "$work/row.json" "$programs/collectives_2x2.mlir" --backend cpu -q --input "$programs/collectives_2x2.in.npz" --output-dir out
codes 0 0
diff -r alone "$run/a/out" || wrong "relayed outputs"
# Rounds show themselves where the first member is; each member's outputs stay on its machine.
run=$work/rounds; next_port
both "$work/count.mlir" --replicas 4 --backend cpu --rounds 3 --input "$work/x.npy" --output-dir out
codes 0 0
"$mote" launch -n 4 --transport tcp count.mlir --replicas 4 --backend cpu --rounds 3 --input x.npy --output-dir out >alone.out
show() { sed 's/[0-9]* bytes sent/bytes sent/' "$@" | sort; }
diff <(show alone.out) <(show "$run/a.out" "$run/b.out") || wrong "what both machines show"
[ "$(grep -c '^\[0\] round' "$run/a.out")" = 3 ] && ! grep -q round "$run/b.out" || wrong "rounds: $(said)"
[ "$(cd "$run" && echo ?/out/process?)" = 'a/out/process0 a/out/process1 b/out/process2 b/out/process3' ] || wrong "where outputs lie"

# One machine is done long before the other, which does not take it for lost.
run=$work/turns; next_port
for member in 0 1 2 3; do cp x.npy n$member.npy; done
for member in 2 3; do head -c 128 x.npy >n$member.npy; printf '\xb8\x0b\0\0' >>n$member.npy; done
both "$work/turns.mlir" --replicas 4 --backend cpu --input "$work/n{}.npy"
codes 0 0
diff <("$mote" run turns.mlir --replicas 4 --backend cpu --input 'n{}.npy' | sed -n 's/^output/output/p') <(sort "$run"/?.out | cut -c5-) ||
  wrong "uneven machines"

# Two machines of the file are this one.
run=$work/addresses; next_port
printf '127.0.0.1\n127.0.0.1\n127.0.0.2 slots=2\n' >three
mkdir -p "$run/a"
hosts=three launcher b "$programs/collectives_2x2.mlir" --backend cpu -q --input "$programs/collectives_2x2.in.npz" &
timeout 100 "$mote" launch --hosts three --port $port "$programs/collectives_2x2.mlir" --backend cpu -q \
  --input "$programs/collectives_2x2.in.npz" --output-dir "$run/a/out" || wrong "a machine of two lines"
wait $!
[ "$(cat "$run/b.code")" = 0 ] || wrong "beside a machine of two lines: $(said)"
diff -r alone "$run/a/out" || wrong "outputs of a machine of two lines"

# Files that are none, or not of this machine; too many members; what is of one machine alone.
fails() {  # CODE TEXT WORDS…
  local code=0 wanted=$1 text=$2 said
  shift 2
  said=$(timeout 60 "$mote" launch "$@" 2>&1 >/dev/null) || code=$?
  [ "$code" = "$wanted" ] && grep -q -- "$text" <<<"$said" || wrong "launch $*: exit code $code, $said"
}
echo '127.0.0.1 slots=0' >none; fails 3 'none:1:1: error .*slots=N' --hosts none count.mlir
echo '127.0.0.1 slots=2 3' >none; fails 3 'none:1:1: error .*slots=N' --hosts none count.mlir
printf '127.0.0.1\nno.such.machine.invalid\n' >none; fails 3 'none:2:1: error .*no.such.machine.invalid' --hosts none count.mlir
echo '127.0.0.2' >none; fails 3 'none of its machines (127.0.0.2) is an address of this machine' --hosts none count.mlir
fails 3 "is '127.0.0.3'" --hosts hosts --here 127.0.0.3 count.mlir
fails 3 'it has 4 members, -n says 2' -n 2 --hosts hosts count.mlir
: >none; fails 3 'it has 0 members' --hosts none count.mlir
printf '127.0.0.1 slots=17\n127.0.0.1 slots=16\n' >none; fails 3 'it has 33 members' --hosts none count.mlir
fails 3 'nothing.hosts' --hosts nothing.hosts count.mlir
fails 2 'not of .shm' --hosts hosts --transport shm count.mlir

# What is wrong ends both machines, with the same exit code where both know why. A member fails: its code is that of all.
run=$work/failed; next_port
both --deadline 3 "$work/count.mlir" --replicas 4 --backend cpu --input "$work/x{}.npy"
codes 3 3
for machine in a b; do tells $machine 'of 4 members number 2 failed first, with exit code 3'; done
# Another program; other words; another tool's.
run=$work/program; next_port
sed 's/add %x, %s/multiply %x, %s/' count.mlir >other.mlir
launcher b "$work/other.mlir" --replicas 4 --backend cpu --input "$work/x.npy" & launcher a "$work/count.mlir" --replicas 4 --backend cpu --input "$work/x.npy"
wait $!
codes 5 5
for machine in a b; do tells $machine 'another member has another program'; done
run=$work/words; next_port
launcher b "$work/count.mlir" --rounds=4 --replicas 4 & launcher a "$work/count.mlir" --rounds 3 --replicas 4; wait $!
codes 3 3
tells a "127.0.0.2 was told otherwise: '--rounds 4' there, '--rounds 3' here"
tells b "127.0.0.1 was told otherwise: '--rounds 3' there, '--rounds 4' here"
run=$work/transport; next_port
launcher b --transport udp "$work/count.mlir" & launcher a "$work/count.mlir"; wait $!
codes 3 3
tells a "127.0.0.2 was told otherwise: '--transport udp' there, '--transport tcp' here"
# The other machine does not come: it is waited for, and named.
for machine in a b; do
  run=$work/alone_$machine; next_port
  launcher $machine --deadline 3 "$work/count.mlir"
  [ "$(cat "$run/$machine.code")" = 5 ] || wrong "a machine alone: $(said)"
  tells $machine 'waiting for 127.0.0.[12]$'
  tells $machine "not there within 3 s: 127.0.0.$([ $machine = a ] && echo 2 || echo 1)\$"
done
# Its port is somebody's.
next_port
python3 -c "
import socket, sys, time
held = socket.create_server(('127.0.0.1', $port + 16))
open('port_held', 'w')
time.sleep(60)" & holder=$!
until [ -e port_held ]; do sleep 0.05; done
run=$work/held
launcher a "$work/count.mlir"
[ "$(cat "$run/a.code")" = 5 ] || wrong "a port that is held: $(said)"
tells a "port $((port + 16)) of 127.0.0.1, for the launchers"
kill $holder

# Who else calls. `talk` is Python of a caller: `call` gives a connection from an address, `hello` the note that a says, which it takes for b's.
talk() {  # SCRIPT
  python3 - "$port" "$1" <<'PY'
import socket, sys, time
def call(address):
    for _ in range(200):
        made = socket.socket()
        made.settimeout(20)
        made.bind((address, 0))
        try:
            made.connect(("127.0.0.1", int(sys.argv[1]) + 16))
            return made
        except ConnectionRefusedError:
            made.close()
            time.sleep(0.05)
    sys.exit("nobody listens")
def take(made, size):
    data = b""
    while len(data) < size:
        more = made.recv(size - len(data))
        if not more:
            return data
        data += more
    return data
def hello(made):
    head = take(made, 4)
    assert head[:2] == b"\x01\x00", head
    return head + take(made, head[2] << 8 | head[3])
exec(sys.argv[2])
PY
}
# A stranger is not listened to; nonsense of one that may call keeps nobody out, and is told where it stays alone.
run=$work/nonsense; next_port
launcher a --deadline 4 "$work/count.mlir" --replicas 4 --backend cpu --input "$work/x.npy" & a=$!
talk 'made = call("127.0.0.3"); assert take(made, 1) == b"", "a stranger is greeted"
made = call("127.0.0.2"); hello(made); made.sendall(b"GET / HTTP/1.1\r\n\r\n"); assert take(made, 1) == b"", "nonsense is listened to"
silent = call("127.0.0.2"); hello(silent)' || wrong "who else calls"
launcher b --deadline 4 "$work/count.mlir" --replicas 4 --backend cpu --input "$work/x.npy"; wait $a
codes 0 0
nonsense_alone() {  # NAME BYTES
  run=$work/nonsense_$1
  launcher a --deadline 2 "$work/count.mlir" & local a=$!
  talk "made = call('127.0.0.2'); hello(made); made.sendall($2); take(made, 1)" 2>/dev/null || true
  wait $a
  [ "$(cat "$run/a.code")" = 5 ] || wrong "nonsense: $(said)"
  tells a 'not there within 2 s: 127.0.0.2 (something there speaks otherwise than `mote launch`)'
}
next_port; nonsense_alone long 'b"\x01\x00\xff\xff" + bytes(70000)' & jobs+=($!)
next_port; nonsense_alone other 'b"\x01\x00\x00\x02hi"' & jobs+=($!)
next_port; nonsense_alone alive 'b"\x02\0\0\0"' & jobs+=($!)
await
# A launcher that has said what it should, and then what it should not, or nothing: its machine is lost.
greeted() {  # NAME TEXT WHAT IT DOES THEN
  run=$work/$1
  launcher a --deadline 3 "$work/count.mlir" --replicas 4 --backend cpu --input "$work/x.npy" & local a=$!
  talk "made = call('127.0.0.2'); made.sendall(hello(made)); $3
while take(made, 1): pass" 2>/dev/null || true
  wait $a
  [ "$(cat "$run/a.code")" = 5 ] || wrong "$1: $(said)"
  tells a "members 2, 3 are lost with 127.0.0.2: its launcher $2"
}
next_port; greeted kind 'sends ff 00 00 00, which begins no note' 'made.sendall(b"\xff\0\0\0")' & jobs+=($!)
next_port; greeted long 'sends 04 02 10 00, which begins no note' 'made.sendall(b"\x04\x02\x10\0" + bytes(4096))' & jobs+=($!)
next_port; greeted lies 'sends what no launcher does' 'made.sendall(b"\x03\0\0\0")' & jobs+=($!)
next_port; greeted silent 'has been silent for 3 s' '' & jobs+=($!)
next_port; greeted leaves 'is not there any more' 'take(made, 8); made.close(); sys.exit()' & jobs+=($!)
await

# Struck amid rounds, the others go on where --shrink says so. WHO: a member; a
# machine, its launcher and its members; the launcher of b alone.
member() {  # RUN NUMBER: its process
  local process
  for process in $(processes "$1/program"); do
    if tr '\0' ' ' <"$process" 2>/dev/null | grep -q -- "--member $2 "; then cut -d/ -f3 <<<"$process"; fi
  done
}
launchers() { for process in $(processes "$1/program"); do tr '\0' ' ' <"$process" 2>/dev/null | grep -q "^$mote launch .*--here $2 " && cut -d/ -f3 <<<"$process"; done || true; }
machine() {  # RUN ADDRESS: its processes
  launchers "$1" "$2"
  if [ "$2" = 127.0.0.1 ]; then member "$1" 0; member "$1" 1; fi
  if [ "$2" = 127.0.0.2 ]; then [ $hosts = uneven ] || member "$1" 2; member "$1" 3; fi
}
folders() { for process in $(processes "$1/program"); do tr '\0' '\n' <"$process" 2>/dev/null | grep ^/dev/shm/; done | sort -u; }
struck() {  # NAME SIGNAL WHO CODES WORDS…
  local name=$1 signal=$2 who=$3 codes=$4 a b home victims folder left=0
  shift 4
  run=$work/$name
  mkdir -p "$run"
  cp count.mlir "$run/program.mlir"
  : >"$run/a.out" >"$run/b.out"
  launcher a --deadline 6 "$@" "$run/program.mlir" --backend cpu --rounds 100 --input "$work/x.npy" --output-dir out & a=$!
  launcher b --deadline 6 "$@" "$run/program.mlir" --backend cpu --rounds 100 --input "$work/x.npy" --output-dir out & b=$!
  until grep -q '^\[0\] round 5 of' "$run/a.out"; do kill -0 $a || wrong "$name: $(said)"; sleep 0.05; done
  home=$(folders "$name")
  case $who in
    ?) victims=$(member "$name" "$who") ;;
    launcher) victims=$(launchers "$name" 127.0.0.2) ;;
    *) victims=$(machine "$name" "$who") ;;
  esac
  kill "-$signal" $victims
  if [ "$signal" = STOP ]; then wait $a; kill -CONT $victims || wrong "$name: $(said)"; fi
  wait $a $b
  codes $codes
  for folder in $home; do [ ! -e "$folder" ] || left=$((left + 1)); done
  rm -rf $home
  [ $left = "$(case $signal$who in KILL127*) echo 1 ;; *) echo 0 ;; esac)" ] || wrong "$name: $left folders were left behind"  # of a killed launcher
}
went_on() {  # NAME MEMBERS FIRST OTHER: those that are left, two of which have equal outputs
  run=$work/$1
  local out=("$run"/?/out/process"$3"/out0.npy "$run"/?/out/process"$4"/out0.npy)
  cmp "${out[@]}" || wrong "$1: the survivors differ: $(said)"
  grep -q "^\[$3\] member .* lost, $2 go on in epoch" "$run"/?.out || wrong "$1: not told: $(said)"
  grep -q "^\[$3\] round 100 of 100, $2 members" "$run"/?.out || wrong "$1: the last round: $(said)"
  [ "$(u32 "${out[0]}")" -gt $((100 * $2)) ] || wrong "$1: rounds of four members do not count: $(u32 "${out[0]}")"
}
lost_far() {
  struck lost_far KILL 3 '0 0' --shrink 2
  went_on lost_far 3 0 2
  for machine in a b; do tells $machine 'number 3 failed first, with signal 9; 3 went on to the end'; done
}
lost_near() {
  struck lost_near KILL 0 '0 0' --shrink 3 --transport udp
  went_on lost_near 3 1 3
  for machine in a b; do tells $machine 'number 0 failed first, with signal 9; 3 went on to the end'; done
}
lost_b() {
  struck lost_b KILL 127.0.0.2 '0 137' --shrink 2
  went_on lost_b 2 0 1
  tells a 'members 2, 3 are lost with 127.0.0.2: its launcher is not there any more'
  tells a 'failed first, with its machine 127.0.0.2; 2 went on to the end'
}
lost_a() {
  struck lost_a KILL 127.0.0.1 '137 0' --shrink 2 --transport udp
  went_on lost_a 2 2 3
  tells b 'members 0, 1 are lost with 127.0.0.1'
}
# It stands still, and comes back when the others are done. More than half are left, so it cannot go on by itself; whether its launcher
# hears how the others ended goes by whether they had before it was given up.
stopped() {
  hosts=uneven
  struck stopped STOP 127.0.0.2 '0 [05]' --shrink 3
  went_on stopped 3 0 1
  tells a 'member 3 is lost with 127.0.0.2: its launcher has been silent for 6 s'
  tells b 'without member 0, 1, 2 1 are left, fewer than the 3 of --shrink'
}
# All members run to the end, and nobody waits for what the launcher of b does not say.
halted() {
  struck halted STOP launcher '0 0' --shrink 2
  tells a 'members 2, 3 are lost with 127.0.0.2: its launcher has been silent for 6 s'
  [ "$(u32 "$run/a/out/process0/out0.npy")" = 400 ] || wrong "halted: a round of fewer: $(said)"
}
too_few() {
  struck too_few KILL 127.0.0.2 '5 137' --shrink 3
  tells a 'fewer than the 3 of --shrink'
}
all_end() {
  struck all_end KILL 1 '5 5' --replicas 4
  for machine in a b; do tells $machine 'of 4 members number 1 failed first, with signal 9'; done
}
for pair in 'lost_far lost_near' 'lost_b lost_a' 'stopped halted' 'too_few all_end'; do
  for case in $pair; do next_port; $case & jobs+=($!); done
  await
done
[ -z "$(processes '')" ] || wrong "processes were left behind: $(processes '')"
echo "two machines: outputs, rounds and traces as on one; who is lost, does not come, was told otherwise or talks nonsense is told"
