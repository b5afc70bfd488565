#!/usr/bin/env bash
# tests/firmware/several: a C++ project without a build type, four images in one folder, two programs in one of them, one that calls the application and keeps a state, hyphens and dots in names,
# square roots in C kernels. Each image must build as MinSizeRel and give the bits of the Linux CPU path under QEMU. usage: several.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
for tool in arm-none-eabi-gcc qemu-system-arm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cmake -S "$source/tests/firmware/several" -B "$work/build" -G Ninja -DMOTE_SOURCE="$source" -DMOTE_TOOL="$mote" -DMOTE_WERROR=ON \
    -DCMAKE_TOOLCHAIN_FILE="$source/ports/toolchains/cortex-m4f.cmake" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; echo "FAILED: the images do not build"; exit 1; }
grep -q 'no CMAKE_BUILD_TYPE was given, so the firmware is built as MinSizeRel' "$work/log" || { echo "FAILED: no message about the build type"; exit 1; }
grep -q '^CMAKE_BUILD_TYPE:.*=MinSizeRel' "$work/build/CMakeCache.txt" || { echo "FAILED: the build type is not MinSizeRel"; exit 1; }
ninja -C "$work/build" -t commands both >"$work/commands"
[ "$(grep -- '-c .*/roots_kernels.c' "$work/commands" | grep -oE -- ' -O[0-9a-z]*' | tail -n 1)" = " -O3" ] || { echo "FAILED: C kernels without -O3"; exit 1; }

"$source/tests/firmware/several_inputs.py" "$work"
raw() { local header=$(($(od -An -tu2 -j8 -N2 "$1") + 10)); tail -c +$((header + 1)) "$1"; }
programs=$source/tests/firmware/several
"$mote" run "$programs/my-model.mlir" --backend cpu --input "$work/x.npy" --input "$work/y.npy" --output-dir "$work/a" --quiet
"$mote" run "$programs/net.v2.mlir" --backend cpu --input "$work/z.npy" --output-dir "$work/b" --quiet
{ raw "$work/a/out0.npy"; raw "$work/a/out1.npy"; } >"$work/my-first.expected"
raw "$work/b/out0.npy" >"$work/second.expected"
cat "$work/my-first.expected" "$work/second.expected" >"$work/both.expected"
cp "$work/called_expected.bin" "$work/called.expected"
mkdir "$work/my-first" "$work/second" "$work/both" "$work/called"
cp "$work/called.bin" "$work/called/inputs.bin"
cat "$work/x.bin" "$work/y.bin" >"$work/my-first/inputs.bin"
cp "$work/z.bin" "$work/second/inputs.bin"
cat "$work/x.bin" "$work/y.bin" "$work/z.bin" >"$work/both/inputs.bin"
for image in my-first second both called; do
  (cd "$work/$image" && qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial none -icount shift=0 \
    -semihosting-config enable=on,target=native -kernel "$work/build/$image") >"$work/log" 2>&1 || { cat "$work/log"; echo "FAILED: $image does not run"; exit 1; }
  cmp "$work/$image/outputs.bin" "$work/$image.expected" || { echo "FAILED: $image: other bits than expected"; exit 1; }
  echo "$image: $(stat -c %s "$work/$image.expected") bytes as expected"
done
