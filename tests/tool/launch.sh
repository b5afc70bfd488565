#!/usr/bin/env bash
# `mote launch`: members as processes over each medium, all that can go wrong with them, and nobody left behind.
# usage: launch.sh MOTE
set -euo pipefail
mote=$1
work=$(mktemp -d)
trap 'kill -- $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
wrong() { echo "FAILED: $*"; exit 1; }
processes() { grep -la "$work/$1" /proc/[0-9]*/cmdline 2>/dev/null || true; }  # those that were started with a file of this name
compile() { "$mote" compile "$1.mlir" --target linux --replicas 3 -o "$1.mote" >/dev/null; }
gather='"stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<1xui32>) -> tensor<3xui32>'
add='({ ^bb0(%a: tensor<ui32>, %b: tensor<ui32>): %c = stablehlo.add %a, %b : tensor<ui32> stablehlo.return %c : tensor<ui32> })'
cat >sum.mlir <<MLIR
func.func @main(%in: tensor<ui32>) -> tensor<3xui32> {
  %r = stablehlo.replica_id : tensor<ui32>
  %x = stablehlo.reshape %in : (tensor<ui32>) -> tensor<1xui32>
  %g = $gather
  %b = stablehlo.broadcast_in_dim %r, dims = [] : (tensor<ui32>) -> tensor<3xui32>
  %y = stablehlo.add %g, %b : tensor<3xui32>
  return %y : tensor<3xui32>
}
MLIR
sed 's/stablehlo.add %g/stablehlo.multiply %g/' sum.mlir >other.mlir
# As many exchanges of members 1 and 2 as the input says; member 0 has nothing to do in them.
cat >turns.mlir <<MLIR
func.func @main(%n: tensor<ui32>) -> tensor<ui32> {
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %0:2 = stablehlo.while(%i = %zero, %v = %one) : tensor<ui32>, tensor<ui32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = "stablehlo.all_reduce"(%v) $add {replica_groups = dense<[[0, -1], [1, 2]]> : tensor<2x2xi64>} : (tensor<ui32>) -> tensor<ui32>
    %i1 = stablehlo.add %i, %one : tensor<ui32>
    stablehlo.return %i1, %s : tensor<ui32>, tensor<ui32>
  }
  return %0#1 : tensor<ui32>
}
MLIR
# Computes before its exchange, as long as the input says.
cat >late.mlir <<MLIR
func.func @main(%n: tensor<ui32>) -> tensor<3xui32> {
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %0 = stablehlo.while(%i = %zero) : tensor<ui32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %i1 = stablehlo.add %i, %one : tensor<ui32>
    stablehlo.return %i1 : tensor<ui32>
  }
  %x = stablehlo.reshape %0 : (tensor<ui32>) -> tensor<1xui32>
  %g = $gather
  return %g : tensor<3xui32>
}
MLIR
for name in sum other turns late; do compile $name; done
# NumPy's format, version 1: one u32 without dimensions.
npy() {  # NAME THREE NUMBERS: the inputs of members 0, 1 and 2
  local name=$1 i bytes
  shift
  for i in 0 1 2; do
    bytes=$(printf '%08x' "$1")
    printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<u4', 'fortran_order': False, 'shape': ()}" >"$name$i.npy"
    printf "\\x${bytes:6:2}\\x${bytes:4:2}\\x${bytes:2:2}\\x${bytes:0:2}" >>"$name$i.npy"
    shift
  done
}
npy x 4 5 6
npy n 0 16 16
npy deaf 0 3 4
npy ever 4294967295 4294967295 4294967295
npy late 14000000 1 2

# The inputs 4, 5, 6, and the member's number to each.
expected=$(printf '[0] output 0: u32[3]  4 5 6\n[1] output 0: u32[3]  5 6 7\n[2] output 0: u32[3]  6 7 8')
for transport in shm udp tcp; do
  got=$(timeout 60 "$mote" launch -n 3 --transport $transport sum.mote --backend cpu --input 'x{}.npy' --output-dir out | sort)
  [ "$got" = "$expected" ] || wrong "over $transport: $got"
  [ "$(tail -c 12 out/process2/out0.npy | od -An -tu4 | tr -s ' ')" = " 6 7 8" ] || wrong "the outputs over $transport"
  rm -r out
done
# Member 0 is done long before the others, and they do not take it for lost: 1 doubled 16 times.
got=$(timeout 60 "$mote" launch -n 3 turns.mote --backend cpu --input 'n{}.npy' | sort)
[ "$got" = "$(printf '[0] output 0: u32[]  1\n[1] output 0: u32[]  65536\n[2] output 0: u32[]  65536')" ] || wrong "uneven members: $got"

fails() {  # CODE TEXT WORDS…: the verb ends so, and says so on standard error
  local code=0 wanted=$1 text=$2 said
  shift 2
  said=$(timeout 60 "$mote" launch "$@" 2>&1 >/dev/null) || code=$?
  [ "$code" = "$wanted" ] && grep -q -- "$text" <<<"$said" || wrong "launch $*: exit code $code, $said"
}
fails 2 'the program is for 3 replicas and 1 partition' -n 2 sum.mote --backend cpu --input 'x{}.npy'
fails 2 'the program was compiled for 3 replicas' -n 3 sum.mote --replicas 2 --backend cpu --input 'x{}.npy'
fails 2 "not 'pigeons'" -n 3 --transport pigeons sum.mote
fails 2 '1 to 32' sum.mote
fails 2 'a program is wanted' -n 3
fails 2 'deadline' -n 3 --deadline 0 sum.mote --backend cpu
fails 2 'want 9 ports' -n 3 --transport udp --port 65530 sum.mote
fails 2 "no option '--bakend'" -n 3 sum.mote --bakend cpu
fails 3 'nothing.mote' -n 3 nothing.mote
fails 2 'here is of --hosts' -n 3 --here 127.0.0.1 sum.mote
# A topology for others, or without a way between two members; with all wires it runs. relay.sh has those without some.
echo '{"members": 4, "wires": []}' >four.json
echo '{"members": 3, "wires": [{"between": [0, 1], "bytes_per_second": 1e6, "latency_us": 1}]}' >cut.json
echo '{"members": 3, "wires": [{"between": "all", "bytes_per_second": 1e6, "latency_us": 1}]}' >all.json
fails 3 'four.json: error .*members: it has 4, -n says 3' -n 3 --topology four.json sum.mote --backend cpu --input 'x{}.npy'
fails 3 'cut.json: error \[R-GROUP\].*no way between member 0 and member 2' -n 3 --topology cut.json sum.mote --backend cpu --input 'x{}.npy'
fails 3 'nothing.json' -n 3 --topology nothing.json sum.mote
got=$(timeout 60 "$mote" launch -n 3 --topology all.json sum.mote --backend cpu --input 'x{}.npy' | sort)
[ "$got" = "$expected" ] || wrong "with a topology: $got"
# A program whose sends and receives would deadlock: refused with the cycle by each member that reads it, before any link.
cat >cycle.mlir <<MLIR
func.func @main(%x: tensor<ui32>) -> tensor<ui32> {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<ui32>, !stablehlo.token)
  %y = stablehlo.add %r#0, %x : tensor<ui32>
  %s = "stablehlo.send"(%y, %r#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<ui32>, !stablehlo.token) -> !stablehlo.token
  return %y : tensor<ui32>
}
MLIR
fails 3 'deadlock: member 0 waits in recv on channel 1 for member 1, and member 1' -n 2 cycle.mlir --replicas 2 --backend cpu --input 'x{}.npy'
# Encryption: without a cipher the tool says so.
printf '0123456789abcdef%.0s' 1 2 3 4 >key; cp key key0; cp key key2; tr 0-9 9876543210 <key >key1
if [ "$("$mote" launch -n 3 --key key 2>&1 | grep -c 'without Mbed TLS')" = 1 ]; then
  fails 4 'without Mbed TLS' -n 3 --key key sum.mote --backend cpu --input 'x{}.npy'
else
  for transport in shm udp tcp uart; do
    got=$(timeout 60 "$mote" launch -n 3 --transport $transport --key key sum.mote --backend cpu --input 'x{}.npy' | sort)
    [ "$got" = "$expected" ] || wrong "encrypted over $transport: $got"
  done
  fails 5 'made with another key' -n 3 --deadline 2 --key 'key{}' sum.mote --backend cpu --input 'x{}.npy'
  head -c 63 key >short; fails 3 'a key has 64 hexadecimal digits, this file has 63' -n 3 --key short sum.mote
  echo 'this is no key' >short; fails 3 'byte 0 is no hexadecimal digit' -n 3 --key short sum.mote
fi
# A port that somebody has: the last of the nine.
python3 - <<'PY' &
import socket, time
for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM):
    for port in range(31900, 32700, 10):
        holder = socket.socket(socket.AF_INET, kind)
        try:
            holder.bind(("127.0.0.1", port + 8))
        except OSError:
            continue
        if kind == socket.SOCK_STREAM:
            holder.listen()
        keep = globals().setdefault("kept", []).append(holder)
        with open("ports", "a") as file:
            file.write(f"{port}\n")
        break
time.sleep(60)
PY
while [ "$(cat ports 2>/dev/null | wc -l)" != 2 ]; do sleep 0.1; done
for transport in udp tcp; do
  port=$([ $transport = udp ] && head -1 ports || tail -1 ports)
  fails 5 "port $((port + 8)) is in use" -n 3 --transport $transport --port "$port" sum.mote --backend cpu --input 'x{}.npy'
done
# A member with another program. It is refused before any data, and no member has an output.
cp sum.mote mixed0.mote; cp sum.mote mixed2.mote; cp other.mote mixed1.mote
fails 5 'another member has another program' -n 3 'mixed{}.mote' --backend cpu --input 'x{}.npy' --output-dir mixed
[ ! -e mixed ] || wrong "outputs of members with different programs"

# The slow ones at once: each waits for deadlines or heartbeats.
slow=()
await() { for job in "${slow[@]}"; do wait "$job" || exit 1; done; slow=(); }
# Member 2 comes to an exchange more than member 1: it waits for the deadline.
fails 5 'an exchange: the time limit passed' -n 3 --deadline 3 turns.mote --backend cpu --input 'deaf{}.npy' & slow+=($!)
# Member 0 computes for some seconds, more than heartbeats would allow it to be silent.
late() {
  local got
  got=$(timeout 100 "$mote" launch -n 3 --deadline 90 late.mote --backend cpu --input 'late{}.npy' | cut -c4- | sort -u) || true
  [ "$got" = " output 0: u32[3]  14000000 1 2" ] || wrong "a member that computes for long: $got"
}
late & slow+=($!)
# A member whose input is missing never joins. The exit code is its own.
cp x0.npy few0.npy; cp x1.npy few1.npy
fails 3 'few2.npy' -n 3 --deadline 2 sum.mote --backend cpu --input 'few{}.npy' & slow+=($!)
# Member 1 is killed, or stopped, amid exchanges without an end; the others name it. Or the launcher is.
struck() {  # SIGNAL TRANSPORT TEXT: of member 1
  local name=$1_$2 code=0 pid
  cp turns.mote "$name.mote"
  timeout 60 "$mote" launch -n 3 --transport "$2" "$work/$name.mote" --backend cpu --input 'ever{}.npy' >"$name.out" 2>&1 & pid=$!
  until [ "$(for process in $(processes "$name.mote"); do cat "${process%cmdline}"task/*/comm; done 2>/dev/null | grep -c mote_group)" = 3 ]; do
    kill -0 $pid || wrong "$name: $(cat "$name.out")"
    sleep 0.1
  done  # all have joined
  for process in $(processes "$name.mote"); do
    if tr '\0' ' ' <"$process" | grep -q -- '--member 1 '; then kill "-$1" "$(cut -d/ -f3 <<<"$process")"; fi
  done
  wait $pid || code=$?
  [ "$code" = 5 ] && grep -q '^\[2\].*does not answer any more (member 1)' "$name.out" && grep -q "$3" "$name.out" || wrong "$name: $code, $(cat "$name.out")"
}
struck KILL shm 'number 1 failed first, with signal 9' & slow+=($!)
struck KILL udp 'number 1 failed first, with signal 9' & slow+=($!)
struck KILL tcp 'number 1 failed first, with signal 9' & slow+=($!)
struck STOP shm '\[1\] did not end by itself, and was ended' & slow+=($!)
for signal in TERM KILL; do
  cp turns.mote "launcher_$signal.mote"
  "$mote" launch -n 3 --transport udp "$work/launcher_$signal.mote" --backend cpu --input 'ever{}.npy' >/dev/null 2>&1 & launcher=$!
  for turn in $(seq 100); do [ "$(processes "launcher_$signal.mote" | wc -l)" != 4 ] || break; sleep 0.2; done
  [ "$turn" != 100 ] || wrong "a launcher and three members are not there"
  folder=$(cat $(processes "launcher_$signal.mote") | tr '\0' '\n' | grep -m1 ^/dev/shm/)
  kill -$signal $launcher
  code=0; wait $launcher 2>/dev/null || code=$?
  [ $code = $([ $signal = TERM ] && echo 143 || echo 137) ] || wrong "a launcher that is struck by $signal: $code"
  if [ $signal = KILL ]; then rm -r "$folder"; fi  # nobody could
  [ ! -e "$folder" ] || wrong "$folder was left behind"
done
await
for process in /proc/[0-9]*; do
  [ "$(readlink "$process/cwd")" != "$work" ] || ! grep -qz -- '^--member$' "$process/cmdline" || wrong "left behind: $(tr '\0' ' ' <"$process/cmdline")"
done 2>/dev/null
echo "three mediums; what is wrong with counts, programs, ports and members is told, and nobody is left behind"
