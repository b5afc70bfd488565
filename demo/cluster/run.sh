#!/usr/bin/env bash
# Training on several devices at once, live: four processes, then two emulated Cortex-M4 boards and this machine. Each time a member is killed
# on the way, and the others go on. What came of it is held against a single device that saw the same images.
# usage: run.sh MOTE FOLDER [STEPS]; of the boards, the processes take five times as many, and 1000 at least: they are that much faster
set -euo pipefail
mote=$(realpath "$1") folder=$2 steps=${3:-200}
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
ports=$here/../../ports
mkdir -p "$folder"
folder=$(realpath "$folder")
cd "$folder"
stop() { echo "run.sh: $*" >&2; exit 1; }
zeros() {  # TYPE SHAPE BYTES: NumPy's format, version 1
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': $2}"
  head -c "$3" /dev/zero
}
zeros '<f4' '(1210,)' 4840 >w.npy
zeros '<i4' '()' 4 >t.npy
start=(--input w.npy --input w.npy --input t.npy)
# draw ROUNDS STRIKE VICTIM: a line each so many rounds; after round STRIKE that member is killed.
draw() {
  local every=$1 strike=$2 victim=$3 line text round=0 members=0 bytes loss bar process=""
  while IFS= read -r line; do
    case $line in
      "[$victim] process group "*) process=${line##* } ;;
      *' is lost, '*) echo "        --- ${line#* } ---" ;;
      *' round '*)
        text=${line#*round }
        round=${text%% *} loss=${text##*: }
        text=${text#*, }
        members=${text%% *} text=${text#*, } bytes=${text%% *}
        [ "$round" != "$strike" ] || kill -KILL -- "-$process" || return 1
        [ "$round" = 1 ] || [ $((round % every)) = 0 ] || continue
        printf -v bar '%*s' "$(printf '%.0f' "${loss}e1" 2>/dev/null || echo 0)" ''
        printf '  step %4d  %d members  %8d bytes sent by the first  loss %-9s %s\n' "$round" "$members" "$bytes" "$loss" "${bar// /▇}" ;;
    esac
  done
  echo "$round $members" >last
}
hits() { "$mote" run "$here/train.mlir" --entry accuracy --backend cpu --input "$1/out0.npy" | sed -n 's/^output 0: s32\[\]  //p'; }
single() {  # IMAGES STEPS: a step
  sed "s/<8x/<$1x/g; s/sizes = \\[8/sizes = [$1/; s/dense<8\\.0>/dense<$1.0>/" "$here/train.mlir" >single.mlir
  "$mote" run single.mlir --replicas 1 --backend cpu -q --rounds "$2" "${start[@]}" --output-dir single
  echo "  A single device, $1 images a step: $2 steps; $(hits single) of 72 test images recognised"
}
# train NAME MEMBERS STEPS WORDS…: the last member is killed when half of the steps are done; WORDS are for mote launch.
train() {
  local name=$1 members=$2 rounds=$3 survivor
  shift 3
  rm -rf "$name" last
  "$mote" launch -v -n "$members" --shrink $((members - 1)) "$here/train.mlir" --backend cpu --rounds "$rounds" "${start[@]}" --output-dir "$name" "$@" \
    2>"$name.err" | draw $(((rounds + 19) / 20)) $((rounds / 2)) $((members - 1)) || { cat "$name.err" >&2; stop "training by $name"; }
  [ "$(cat last)" = "$rounds $((members - 1))" ] || { cat "$name.err" >&2; stop "the last step and its members are $(cat last)"; }
  for survivor in "$name"/process*; do
    cmp "$name/process0/out0.npy" "$survivor/out0.npy" && cmp "$name/process0/out1.npy" "$survivor/out1.npy" || stop "$name: members differ"
  done
  echo "  $(ls -d "$name"/process* | wc -l) members to the end, parameters bit-equal; $(hits "$name/process0") of 72 test images recognised"
}

fast=$((steps < 200 ? 1000 : steps * 5))
echo "Four processes over TCP, 8 images each; the last one is killed after step $((fast / 2)):"
single 32 $fast
train processes 4 $fast --transport tcp
echo
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "Boards: $tool is not installed"; exit 0; }
done
{ cmake -S "$here" -B image -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_TOOLCHAIN_FILE="$ports/toolchains/cortex-m4f.cmake" \
    -DMOTE_TOOL="$mote" && cmake --build image --target train; } >image.log 2>&1 || { tail -n 30 image.log >&2; stop "the image does not build"; }
echo "Two emulated Cortex-M4 boards, joined by UARTs with each other and with this machine; the last one is killed after step $((steps / 2)):"
single 24 "$steps"
train boards 3 "$steps" --transport uart --boards 2 --deadline 60 \
  --runner "$ports/cortex_m/member_in_qemu.sh mps2-an386 $folder/image/train"
