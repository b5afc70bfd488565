#!/usr/bin/env bash
# A trained network recognises handwritten digits on three machines: this CPU, a Vulkan device and an emulated Cortex-M4.
# Installs what is missing, builds, compiles the network with mote, runs all 360 test images on each. usage: ./demo.sh
set -euo pipefail
cd "$(dirname "$0")"
case "${1:-}" in
  "") ;;
  -h | --help) sed -n '2,3s/^# //p' "$0"; exit 0 ;;
  *) echo "demo.sh: unknown argument '$1' (it takes none)" >&2; exit 2 ;;
esac
trap 'echo; echo "demo.sh: interrupted" >&2; exit 130' INT TERM

step() { if [ -t 1 ]; then printf '\r\033[K%s … ' "$1"; else printf '%s\n' "$1"; fi; }
# quietly COMMAND…: its output is shown only when it fails.
quietly() { "$@" >build/demo/log 2>&1 || { echo; tail -n 30 build/demo/log >&2; echo "demo.sh: failed: $*" >&2; exit 1; }; }

scripts/packages.sh demo
mkdir -p build/demo
jobs=$(nproc 2>/dev/null || echo 2)
started=$SECONDS

step "building mote"
# The compiler itself need not be fast here, only soon built; the runtime keeps its own flags.
quietly cmake --preset host-release -DMOTE_TESTS=OFF -DCMAKE_CXX_FLAGS_RELEASE='-O1 -DNDEBUG' -B build/demo/host
quietly cmake --build build/demo/host -j "$jobs" --target mote digits_report
mote=build/demo/host/mote

step "compiling the network"
quietly "$mote" compile demo/digits/model.mlir -o build/demo/digits.mote
quietly "$mote" firmware demo/digits/model.mlir --target cortex-m4 -o build/demo/firmware_files

step "building the firmware"
quietly cmake -S ports/cortex_m/digits -B build/demo/firmware -G Ninja -DCMAKE_BUILD_TYPE=MinSizeRel \
  -DCMAKE_TOOLCHAIN_FILE="$PWD/ports/toolchains/cortex-m4f.cmake" -DMOTE_TOOL="$PWD/$mote"
quietly cmake --build build/demo/firmware -j "$jobs"

# on BACKEND: runs every test image; its row of the table goes to build/demo/targets.
: >build/demo/targets
row() { printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$@" >>build/demo/targets; }
fact() { "$mote" verify --json build/demo/"$1" | sed 's/.*"target":"'"$2"'","arena_bytes":\([0-9]*\),"scratch_bytes":[0-9]*,"peak_bytes":\([0-9]*\),"live_bound_bytes":\([0-9]*\).*/\1 \2 \3/'; }
on() {
  local out device time arena peak bound
  out=$("$mote" run build/demo/digits.mote --trust --backend "$1" --samples --input demo/digits/test_images.npy --output-dir "build/demo/$1") || return 1
  device=$(sed -n 's/^device: \(.*\)  steps_cpu.*/\1/p' <<<"$out")
  time=$(sed -n 's/.* samples, \(.*\) ms each/\1 ms/p' <<<"$out")
  read -r arena peak bound <<<"$(fact digits.mote "$2")"
  row "$3" "$device" "build/demo/$1/out0.npy" "$(stat -c %s build/demo/digits.mote)" "$arena" "$peak" "$bound" "$time"
}
step "360 images on the CPU"
on cpu linux "Linux CPU"
step "360 images on Vulkan"
on vulkan vulkan "Vulkan"
step "360 images on the Cortex-M4"
quietly ports/cortex_m/run_in_qemu.sh mps2-an386 build/demo/firmware/digits demo/digits/test_images.npy build/demo/m4
instructions=$(sed -n 's/.* samples, \([0-9]*\) instructions each.*/\1/p' build/demo/log)
read -r arena peak bound <<<"$(fact firmware_files/model.mote cortex-m4)"
row "Cortex-M4" "QEMU mps2-an386" build/demo/m4/outputs.bin "$(stat -c %s build/demo/firmware_files/model.mote)" "$arena" "$peak" "$bound" \
  "$instructions instr."
[ -t 1 ] && printf '\r\033[K'
echo
build/demo/host/digits_report demo/digits build/demo/targets
echo
echo "  Done in $((SECONDS - started)) s. The program: build/demo/digits.mote; try: $mote inspect build/demo/digits.mote"
