#!/usr/bin/env bash
# Two emulated Cortex-M4 boards and this machine as one group, over the boards' UARTs: a program of integers against the evaluator's grid, bit
# for bit; training with bit-equal parameters everywhere; a board is killed, and the others go on. With `whole` 200 steps of training, held
# against a single device with the same images a step.
# usage: members.sh MOTE SOURCE_DIR short|whole
set -euo pipefail
mote=$1 source=$2 which=$3
for tool in arm-none-eabi-gcc qemu-system-arm setpriv python3; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
wrong() { echo "FAILED: $*"; exit 1; }
{ cmake -S "$source/tests/firmware/members" -B build -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel -DMOTE_TOOL="$mote" \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build build -j 2 --target grid --target train; } >log 2>&1 ||
  { tail -n 40 log; wrong "the images do not build"; }
launch() {  # IMAGE WORDS…: member 0 is a process, 1 and 2 are boards
  local image=$1
  shift
  timeout 900 "$mote" launch -n 3 --transport uart --boards 2 --runner "$source/ports/cortex_m/member_in_qemu.sh mps2-an386 $work/build/$image" \
    --deadline 60 --backend cpu "$@"
}
python3 - <<'PY'
import struct
def npy(name, kind, shape, data):
    head = "{'descr': '%s', 'fortran_order': False, 'shape': %s}" % (kind, shape)
    open(name, "wb").write(b"\x93NUMPY\x01\x00\x76\x00" + head.ljust(117).encode() + b"\n" + data)
for member in range(3):
    x = [(i * 2654435761 + member * 40503 * 65537) % 2**32 - 2**31 for i in range(2000)]
    npy(f"x{member}.npy", "<i4", "(2000,)", struct.pack("<2000i", *x))
    npy(f"n{member}.npy", "<i4", "()", struct.pack("<i", member))
npy("w.npy", "<f4", "(1210,)", bytes(4840))
npy("t.npy", "<i4", "()", bytes(4))
PY
grid=$source/tests/firmware/members/grid.mlir train=$source/demo/cluster/train.mlir
inputs=(--input x{}.npy --input n{}.npy)
"$mote" run "$grid" --replicas 3 --backend evaluate -q --rounds 2 "${inputs[@]}" --output-dir expected
launch grid "$grid" --replicas 3 -q --rounds 2 "${inputs[@]}" --output-dir got || wrong "the program of integers"
for member in 0 1 2; do
  for output in 0 1 2; do
    cmp "expected/process$member/out$output.npy" "got/process$member/out$output.npy" || wrong "member $member, output $output"
  done
done
! cmp -s got/process0/out0.npy got/process1/out0.npy || wrong "the members' results do not differ"
echo "2 boards and a host: the evaluator's grid"

zeros=(--input w.npy --input w.npy --input t.npy)
same() {  # FOLDER MEMBERS…: their parameters, momentum and count
  local folder=$1 first=$2 member output
  shift 2
  for member in "$@"; do
    for output in 0 1 2 3; do
      cmp "$folder/process$first/out$output.npy" "$folder/process$member/out$output.npy" || wrong "$folder: members $first and $member differ"
    done
  done
}
losses() { sed -n 's/^\[0\] round .*: //p' "$1"; }
rounds=$([ "$which" = whole ] && echo 200 || echo 5)
began=$SECONDS
launch train "$train" --replicas 3 --rounds "$rounds" "${zeros[@]}" --output-dir trained >trained.txt || wrong "training"
same trained 0 1 2
[ "$(losses trained.txt | wc -l)" = "$rounds" ] || wrong "not a loss a round: $(cat trained.txt)"
echo "2 boards and a host: $rounds steps in $((SECONDS - began)) s, parameters bit-equal, loss $(losses trained.txt | tail -n 1)," \
  "$(sed -n "s/^\[0\] round $rounds .* \([0-9]*\) bytes sent.*/\1/p" trained.txt) bytes sent by the host"
# The same 24 images a step on a single device: the same program without members.
sed 's/<8x/<24x/g; s/sizes = \[8/sizes = [24/; s/dense<8\.0>/dense<24.0>/' "$train" >single.mlir
"$mote" run single.mlir --replicas 1 --backend evaluate -q --rounds "$rounds" "${zeros[@]}" --output-dir single
hits() { "$mote" run "$train" --entry accuracy --backend evaluate --input "$1/out0.npy" | sed -n 's/^output 0: s32\[\]  //p'; }
alone=$(hits single) together=$(hits trained/process0)
echo "of 72 test images: $together by the group, $alone by the single device"
[ $((together - alone)) -ge -1 ] && [ $((together - alone)) -le 1 ] || wrong "the accuracies differ"
# The sums are folded in another order.
awk -v got="$(losses trained.txt | tail -n 1)" -v alone="$(od -An -tf4 -j128 -N4 single/out3.npy)" -v least="$([ "$which" = whole ] && echo 0.05 || echo 0.0001)" \
  'BEGIN { d = got - alone; exit !((d < 0 ? -d : d) <= least * alone) }' || wrong "the losses differ"
[ "$which" = short ] || [ "$together" -ge 65 ] || wrong "that is no network that knows digits"

# The last board is killed, and the tool's process that runs it.
rounds=$([ "$which" = whole ] && echo 40 || echo 10)
launch train "$train" -v --shrink 2 --rounds "$rounds" "${zeros[@]}" --output-dir shrunk >shrunk.txt 2>shrunk.err & launcher=$!
until grep -q '^\[0\] round 3 ' shrunk.txt; do kill -0 $launcher 2>/dev/null || wrong "$(cat shrunk.txt shrunk.err)"; sleep 0.1; done
kill -KILL -- "-$(sed -n 's/^\[2\] process group //p' shrunk.txt)" || wrong "no board to kill"
wait $launcher || wrong "after the loss of a board: $(cat shrunk.txt shrunk.err)"
grep -q '^\[0\] member 2 is lost, 2 go on in epoch ' shrunk.txt || wrong "nobody was lost: $(cat shrunk.txt)"
grep -q "^\[0\] round $rounds of $rounds, 2 members" shrunk.txt || wrong "not to the end: $(cat shrunk.txt)"
grep -q 'of 3 members number 2 failed first' shrunk.err && grep -q '; 2 went on to the end' shrunk.err || wrong "$(cat shrunk.err)"
same shrunk 0 1
# As many blocks of images as there were members in each round.
taken=$(sed -n 's/^\[0\] round [0-9]* of [0-9]*, \([0-9]*\) members.*/\1/p' shrunk.txt | awk '{ sum += $1 } END { print sum }')
[ "$(tail -c 4 shrunk/process0/out2.npy | od -An -td4 | tr -d ' ')" = "$taken" ] || wrong "blocks of images: not $taken"
[ ! -e shrunk/process2 ] || wrong "outputs of the killed board"
echo "a board is killed: the other one and the host go on, parameters bit-equal"
