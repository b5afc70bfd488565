#!/usr/bin/env bash
# Builds the runtime for Android with a preset: by the NDK where ANDROID_NDK is set, else by clang-14 and lld-14 for the same triple. The shared library
# of all of it must have segments for pages of 16 KiB and ask for nothing beyond libc, libm and libdl. MOTE_PORT_OPTIONS: more options of CMake; with
# MOTE_SMALL the library as an application ships it, for 64-bit Arm, is no larger than what was asked. usage: android.sh SOURCE_DIR PRESET
set -euo pipefail
source=$1 preset=$2
if [ -z "${ANDROID_NDK:-}" ]; then
  for tool in clang++-14 ld.lld-14; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed, and ANDROID_NDK is not set"; exit 77; }
  done
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source"
read -ra options <<<"${MOTE_PORT_OPTIONS:-}"
{ cmake --preset "$preset" -B "$work/build" -DMOTE_WERROR=ON "${options[@]}" && cmake --build "$work/build" -j 2; } >"$work/log" 2>&1 ||
  { grep -E 'error|FAILED' -A 4 "$work/log" | head -n 40; echo "FAILED: $preset does not build"; exit 1; }
library=$work/build/tests/target/libmote_shared.so
readelf -lW "$library" | awk '$1 == "LOAD" { print $NF }' >"$work/alignments"
[ -s "$work/alignments" ] && ! grep -vqx 0x4000 "$work/alignments" || { readelf -lW "$library"; echo "FAILED: segments are not aligned to 16 KiB"; exit 1; }
nm -uD "$library" | awk '{ sub("@.*", "", $2); print $2 }' | sort >"$work/undefined"
# Names of libc and libdl that Android has had since API 21 (libm: none are used).
printf '%s\n' calloc dlclose dlopen dlsym free getauxval malloc memcmp memcpy memmove memset strchr strcmp strlen strncmp | sort >"$work/known"
outside=$(comm -23 "$work/undefined" "$work/known")
[ -z "$outside" ] || { echo "FAILED: the library asks for $outside"; exit 1; }
grep -qx dlopen "$work/undefined" && vulkan="with Vulkan" || vulkan="without Vulkan"
nm -D --defined-only "$library" >"$work/defined"
grep -q ' mote_open$' "$work/defined" || { echo "FAILED: mote_open is not in the library"; exit 1; }
shipped=$(stat -c %s "$work/build/tests/target/libmote_shipped.so")
echo "$preset, ${ANDROID_NDK:-clang-14}${options[*]:+, ${options[*]}}: $vulkan, $(stat -c %s "$library") bytes, as shipped $shipped," \
  "$(wc -l <"$work/undefined") undefined symbols, all of libc and libdl"
asked=235520  # 230 KiB
case "$preset ${options[*]}" in
  "android-arm64 "*MOTE_SMALL=ON*) [ "$shipped" -le $asked ] || { echo "FAILED: more than the $asked bytes asked"; exit 1; } ;;
esac
