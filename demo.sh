#!/usr/bin/env bash
# A trained network recognises handwritten digits on four machines: this CPU, a Vulkan device, an emulated Cortex-M4 and a Cortex-M0.
# Installs what is missing, builds, compiles the network with mote, runs all 360 test images on each. With --cluster a network is trained
# instead, on four processes and on two emulated boards and this machine; members are killed, and the others go on.
# MOTE_TOOL names a `mote` that is built, MOTE_DEMO_ROUNDS how many steps (200). usage: ./demo.sh [--cluster]
set -euo pipefail
cd "$(dirname "$0")"
case "${1:-}" in
  "" | --cluster) ;;
  -h | --help) sed -n '2,5s/^# //p' "$0"; exit 0 ;;
  *) echo "demo.sh: unknown argument '$1' (it takes --cluster or none)" >&2; exit 2 ;;
esac
trap 'echo; echo "demo.sh: interrupted" >&2; exit 130' INT TERM

step() { if [ -t 1 ]; then printf '\r\033[K%s … ' "$1"; else printf '%s\n' "$1"; fi; }
# quietly COMMAND…: its output is shown only when it fails.
quietly() { "$@" >build/demo/log 2>&1 || { echo; tail -n 30 build/demo/log >&2; echo "demo.sh: failed: $*" >&2; exit 1; }; }

[ "${1:-}" != --cluster ] || [ -z "${MOTE_TOOL:-}" ] || exec demo/cluster/run.sh "$MOTE_TOOL" build/demo/cluster ${MOTE_DEMO_ROUNDS:-}
scripts/packages.sh demo
mkdir -p build/demo
jobs=$(nproc 2>/dev/null || echo 2)
started=$SECONDS

step "building mote"
# The compiler itself need not be fast here, only soon built; the runtime keeps its own flags.
quietly cmake --preset host-release -DMOTE_TESTS=OFF -DCMAKE_CXX_FLAGS_RELEASE='-O1 -DNDEBUG' -B build/demo/host
quietly cmake --build build/demo/host -j "$jobs" --target mote digits_report
mote=build/demo/host/mote
if [ "${1:-}" = --cluster ]; then
  [ -t 1 ] && printf '\r\033[K'
  exec demo/cluster/run.sh "$mote" build/demo/cluster ${MOTE_DEMO_ROUNDS:-}
fi

step "compiling the network"
quietly "$mote" compile demo/digits/model.mlir -o build/demo/digits.mote
quietly "$mote" run demo/digits/to_int8.mlir --backend cpu --samples --input demo/digits/test_images.npy --output-dir build/demo/int8

# firmware NAME TOOLCHAIN BOARD PROGRAM: an image in build/demo/NAME.
firmware() {
  quietly cmake -S ports/cortex_m/digits -B "build/demo/$1" -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel -DBOARD="$3" -DPROGRAM="$4" \
    -DCMAKE_TOOLCHAIN_FILE="$PWD/ports/toolchains/$2.cmake" -DMOTE_TOOL="$PWD/$mote"
  quietly cmake --build "build/demo/$1" -j "$jobs"
}
step "building the firmware"
firmware firmware cortex-m4f mps2-an386 model.mlir
firmware firmware_int8 cortex-m4f mps2-an386 model_int8.tflite
firmware firmware_m0 cortex-m0plus microbit model_int8.tflite

# on BACKEND: runs every test image; its row of the table goes to build/demo/targets.
: >build/demo/targets
row() { printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$@" >>build/demo/targets; }
fact() { "$mote" verify --json build/demo/"$1" | sed 's/.*"target":"'"$2"'","arena_bytes":\([0-9]*\),"scratch_bytes":[0-9]*,"peak_bytes":\([0-9]*\),"live_bound_bytes":\([0-9]*\).*/\1 \2 \3/'; }
on() {
  local out device time arena peak bound
  out=$("$mote" run build/demo/digits.mote --trust --backend "$1" --samples --input demo/digits/test_images.npy --output-dir "build/demo/$1") || return 1
  device=$(sed -n 's/^device: \(.*\)  steps_cpu.*/\1/p' <<<"$out")
  time=$(sed -n 's/.* samples, \(.*\) ms each/\1 ms/p' <<<"$out")
  read -r arena peak bound <<<"$(fact digits.mote "$2")"
  row "$3" "$device" "build/demo/$1/out0.npy" "$(stat -c %s build/demo/digits.mote)" - "$arena" "$peak" "$bound" "$time"
}
# on_board NAME MACHINE IMAGES.npy RESULT TARGET ROW
on_board() {
  local instructions arena peak bound text data program
  quietly ports/cortex_m/run_in_qemu.sh "$2" "build/demo/$1/digits" "$3" "build/demo/$1/out"
  mv "build/demo/$1/out/outputs.bin" "build/demo/$1/$4"
  instructions=$(sed -n 's/.* samples, \([0-9]*\) instructions each.*/\1/p' build/demo/log)
  read -r arena peak bound <<<"$(fact "$1/digits_program/model.mote" "$5")"
  read -r text data _ <<<"$(arm-none-eabi-size "build/demo/$1/digits" | tail -n 1)"
  program=$(stat -c %s "build/demo/$1/digits_program/model.mote")
  row "$6" "QEMU $2" "build/demo/$1/$4" "$program" $((text + data - program)) "$arena" "$peak" "$bound" "$instructions instr."
}
step "360 images on the CPU"
on cpu linux "Linux CPU"
step "360 images on Vulkan"
on vulkan vulkan "Vulkan"
step "360 images on the Cortex-M4"
on_board firmware mps2-an386 demo/digits/test_images.npy outputs.bin cortex-m4 "Cortex-M4"
step "360 images in int8 on the Cortex-M4 and the Cortex-M0"
on_board firmware_int8 mps2-an386 build/demo/int8/out0.npy outputs.s8 cortex-m4 "Cortex-M4, int8"
on_board firmware_m0 microbit build/demo/int8/out0.npy outputs.s8 cortex-m0plus "Cortex-M0, int8"
cmp build/demo/firmware_int8/outputs.s8 build/demo/firmware_m0/outputs.s8 || { echo "demo.sh: the two boards differ" >&2; exit 1; }
[ -t 1 ] && printf '\r\033[K'
echo
build/demo/host/digits_report demo/digits build/demo/targets
echo
echo "  Done in $((SECONDS - started)) s. The program: build/demo/digits.mote; try: $mote inspect build/demo/digits.mote"
