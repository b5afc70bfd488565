#!/usr/bin/env bash
# Exported libraries, by compilers alone: as C11 and C++17 with gcc and clang on this machine, and on emulated boards, where examples/main.c gives
# the bits of the Linux CPU path: digits in f32 and in int8, a program of two inputs with C kernels, a fixed-point program in DSP instructions, which this machine
# compiles and refuses. usage: c_library.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
raw() { local header=$(($(od -An -tu2 -j8 -N2 "$1") + 10)); tail -c +$((header + 1)) "$1"; }

digits=$source/demo/digits
"$mote" export "$digits/model.mlir" --target cortex-m3 --name digits --c-library "$work/digits"
"$mote" export "$source/tests/firmware/several/my-model.mlir" --target cortex-m4 --kernels c --name roots --c-library "$work/roots"
"$mote" export "$source/tests/firmware/refused/sum.mlir" --target cortex-m4 --c-library "$work/sum"
"$mote" export "$digits/model_int8.tflite" --target cortex-m3 --name bytes --c-library "$work/bytes"
# Its arena in two memories; a few rows at a time: rows are copied by the vectors of cores that have them, which no member needs.
"$mote" export "$digits/model.mlir" --target cortex-m3 --name parts --region near:10K --region far:64K --c-library "$work/parts"
grep -q '^#define PARTS_REGION_1_BYTES [1-9]' "$work/parts/src/parts.h" || { echo "FAILED: nothing lies in the second memory"; exit 1; }
"$mote" export "$digits/model_int8.tflite" --target cortex-m4 --ram 2300 --name rolled --c-library "$work/rolled"
[ -e "$work/rolled/src/cpu/pipeline.cpp" ] || { echo "FAILED: nothing is rolled"; exit 1; }
[ ! -e "$work/digits/src/cpu/arm_dsp" ] && [ -e "$work/sum/src/cpu/arm_dsp/dsp_add.cpp" ] && [ ! -e "$work/digits/src/cpu/sort.cpp" ] ||
  { echo "FAILED: parts that the program does not need, or not those that it needs"; exit 1; }

"$source/tests/firmware/several_inputs.py" "$work"
"$mote" run "$digits/model.mlir" --reproducible --backend cpu --samples --input "$digits/test_images.npy" --output-dir "$work/a" --quiet
"$mote" run "$source/tests/firmware/several/my-model.mlir" --backend cpu --input "$work/x.npy" --input "$work/y.npy" --output-dir "$work/b" --quiet
raw "$digits/test_images.npy" >"$work/digits.in"
raw "$work/a/out0.npy" >"$work/digits.out"
"$mote" run "$digits/to_int8.mlir" --backend cpu --samples --input "$digits/test_images.npy" --output-dir "$work/c" --quiet
"$mote" run "$digits/model_int8.tflite" --backend cpu --samples --input "$work/c/out0.npy" --output-dir "$work/d" --quiet
raw "$work/c/out0.npy" >"$work/bytes.in"
raw "$work/d/out0.npy" >"$work/bytes.out"
cp "$work/bytes.in" "$work/rolled.in"
cp "$work/bytes.out" "$work/rolled.out"
cp "$work/digits.in" "$work/parts.in"
cp "$work/digits.out" "$work/parts.out"
cat "$work/x.bin" "$work/y.bin" >"$work/roots.in"
{ raw "$work/b/out0.npy"; raw "$work/b/out1.npy"; } >"$work/roots.out"
printf '%0128d' 0 >"$work/sum.in"          # bytes of value 48
printf '`%.0s' {1..64} >"$work/sum.out"    # 96

# built OUT LIBRARY C_COMPILER CXX_COMPILER FLAGS…: objects of all its sources and of examples/main.c, in OUT
built() {
  local out=$1 library=$2 c=$3 cxx=$4 file
  shift 4
  mkdir -p "$out"
  while read -r file; do
    case $file in
      *.cpp) "$cxx" -std=c++17 "$@" -Wall -Wextra -Werror -I"$library/src" -c "$file" -o "$out/$(tr / _ <<<"${file#"$library"/}").o" || return 1 ;;
      *) "$c" -std=c11 "$@" -Wall -Wextra -Werror -I"$library/src" -c "$file" -o "$out/$(tr / _ <<<"${file#"$library"/}").o" || return 1 ;;
    esac
  done < <(find "$library/src" "$library/examples" -name '*.c' -o -name '*.cpp' -o -name '*.S')
}

for compilers in "gcc g++ roots digits bytes parts sum" "clang-14 clang++-14 roots bytes parts"; do
  read -r c cxx names <<<"$compilers"
  command -v "$cxx" >/dev/null || { echo "$cxx is not installed: left out"; continue; }
  for name in $names; do
    built "$work/${c}_$name" "$work/$name" "$c" "$cxx" -O1 || { echo "FAILED: $name does not compile with $c"; exit 1; }
    "$cxx" "$work/${c}_$name"/*.o -lm -o "$work/${c}_$name/run"
    code=0
    "$work/${c}_$name/run" <"$work/$name.in" >"$work/got" || code=$?
    if [ $name = sum ]; then
      [ $code = 1 ] && [ ! -s "$work/got" ] || { echo "FAILED: this machine has no DSP instructions of Arm, but main ended with $code"; exit 1; }
      continue
    fi
    [ $code = 0 ] && cmp "$work/got" "$work/$name.out" || { echo "FAILED: $name with $c: exit $code, or other bits than the Linux CPU path"; exit 1; }
  done
  echo "$c: $names as they should be"
done

port=$source/ports/cortex_m
flags=(-mthumb -ffreestanding -Os -ffunction-sections -fdata-sections)
# on_board NAME MACHINE FLAGS…
on_board() {
  local name=$1 machine=$2 out=$work/board_$1_$2
  shift 2
  built "$out" "$work/$name" arm-none-eabi-gcc arm-none-eabi-g++ "$@" "${flags[@]}" -fno-exceptions -fno-math-errno ||
    { echo "FAILED: $name does not compile for $machine"; exit 1; }
  arm-none-eabi-gcc "$@" "${flags[@]}" -fno-tree-loop-distribute-patterns -I"$port" "$source/tests/export/board.c" "$port/startup.c" "$port/semihosting.c" \
    "$port/memory.c" "$out"/*.o -nostdlib -Wl,--gc-sections -T"$port/$machine.ld" -L"$port" -lgcc -o "$out/image"
  head -c 2560 "$work/$name.in" >"$out/inputs.bin"
  (cd "$out" && timeout 300 qemu-system-arm -machine "$machine" -nographic -monitor none -serial none -semihosting-config enable=on,target=native \
    -kernel image) >"$out/said" 2>&1 || { cat "$out/said"; echo "FAILED: $name does not run on $machine"; exit 1; }
  cmp -n "$(stat -c %s "$out/outputs.bin")" "$out/outputs.bin" "$work/$name.out" && [ -s "$out/outputs.bin" ] ||
    { echo "FAILED: $name on $machine: other bits than the Linux CPU path"; exit 1; }
  echo "$name on $machine: $(stat -c %s "$out/outputs.bin") bytes as expected, $(arm-none-eabi-size "$out/image" | awk 'NR == 2 {print $1}') bytes of flash"
}
m4=(-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard)
on_board digits mps2-an386 "${m4[@]}"
on_board bytes mps2-an385 -mcpu=cortex-m3
on_board parts mps2-an385 -mcpu=cortex-m3
on_board rolled mps2-an386 "${m4[@]}"
on_board rolled mps3-an547 -mcpu=cortex-m55 -mfloat-abi=hard
on_board roots mps2-an386 "${m4[@]}"
on_board sum mps2-an386 "${m4[@]}"
