#!/usr/bin/env bash
# Builds the runtime and the tests of tests/target with a preset for another Linux machine, warnings as errors, runs them under QEMU's user mode (or
# here, for 32-bit x86 and without the host tools), and compares the output bytes of programs with this machine's: of a few files, or of all with
# MOTE_PORT_FILES=all. MOTE_PORT_OPTIONS: more options of CMake.
# usage: linux.sh MOTE RUNNER FIXED_CASES SOURCE_DIR PRESET COMPILER [EMULATOR…]
set -euo pipefail
mote=$1 runner=$2 fixed_cases=$3 source=$4 preset=$5 compiler=$6
shift 6
for tool in "$compiler" "${1:-sh}"; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
echo 'int main(){}' | "$compiler" -x c++ ${MOTE_PORT_FLAGS:-} -o /dev/null - 2>/dev/null || { echo "skipped: $compiler ${MOTE_PORT_FLAGS:-} links nothing here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source"
read -ra options <<<"${MOTE_PORT_OPTIONS:-}"
{ cmake --preset "$preset" -B "$work/build" -DMOTE_TOOL="$mote" -DMOTE_WERROR=ON "${options[@]}" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { grep -E 'error|FAILED' -A 4 "$work/log" | head -n 40; echo "FAILED: $preset does not build"; exit 1; }
ctest --test-dir "$work/build" --output-on-failure --no-tests=error >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -q 'target_digits .*Passed' "$work/log" && grep -q 'target_vulkan .*Passed' "$work/log" || { cat "$work/log"; echo "FAILED: tests are missing"; exit 1; }

# same NAME PROGRAM INPUT…: one program on both machines.
same() {
  local name=$1 program=$2
  shift 2
  "$mote" compile "$program" --quiet --target linux -o "$work/$name.mote"
  "$runner" "$work/$name.mote" "$work/$name.here" "$@"
  "${emulator[@]}" "$work/build/tests/target/mote_runner" "$work/$name.mote" "$work/$name.there" "$@"
  cmp "$work/$name.here" "$work/$name.there" || { echo "FAILED: $name: other bytes on $preset"; exit 1; }
  echo "$preset: $name: $(stat -c %s "$work/$name.there") bytes as here"
}
emulator=("$@")
[ $# -gt 0 ] || emulator=(env)
"$fixed_cases" "${MOTE_FIXED_CASES:-1000}" "${MOTE_FIXED_SEED:-1}" "$work/cases.bin" linux >/dev/null
fixed=$("${emulator[@]}" "$work/build/tests/target/fixed_routines" "$work/cases.bin") || { echo "$fixed"; echo "FAILED: fixed-point routines on $preset"; exit 1; }
echo "$preset: fixed-point routines: $fixed"
case $preset in
  linux-aarch64)
    case $fixed in *" neon dotprod i8mm") ;; *) echo "FAILED: instances are missing"; exit 1 ;; esac
    case ${options[*]} in
      *MOTE_SMALL=ON*) ;;  # which has no chunks, and so no loop of f16
      *) grep -q 'loops: base halves' "$work/build/Testing/Temporary/LastTest.log" || { echo "FAILED: the loop of f16 did not run"; exit 1; } ;;
    esac
    # All that f16 has but NaNs and infinities, on this core and on one that computes in f32.
    "$source/tests/ports/halves.py" "$work"
    same halves tests/ports/halves.mlir "$work/halves.bin" "$work/row.bin" "$work/one.bin"
    emulator+=(-cpu cortex-a72)
    same halves tests/ports/halves.mlir "$work/halves.bin" "$work/row.bin" "$work/one.bin"
    emulator=("$@")
    ;;
esac
# Limits are of this GCC.
case "$preset ${options[*]}" in
  "linux-aarch64 "*MOTE_SMALL=ON* | "host-release "*MOTE_SMALL=ON*)
    if "$compiler" --version | grep -q ' 12\.'; then
      case $preset in linux-aarch64) machine=aarch64 ;; *) machine=$(uname -m) ;; esac
      "$source/tests/size/runtime_size.py" --machine "$machine" --small "$work"/build/runtime/libmote_runtime.a "$work"/build/runtime/vulkan/libmote_vulkan.a
    fi
    ;;
esac
"$source/tests/firmware/several_inputs.py" "$work"
same roots tests/firmware/several/my-model.mlir "$work/x.npy" "$work/y.npy"
tail -c 256 demo/digits/test_images.npy >"$work/image.bin"
same digits demo/digits/model.mlir "$work/image.bin"
kws=${MOTE_SHARED:-$source/../shared}/models/kws_f32
if [ -d "$kws" ]; then
  same kws_f32 "$kws/model.mlir" "$kws/in0.npy"
else
  echo "left out: kws_f32, because $kws is not there"
fi
"$source/tests/ports/files.sh" "$mote" "$runner" "$source" "${emulator[*]} $work/build/tests/target/mote_runner" "${MOTE_PORT_FILES:-few}"
