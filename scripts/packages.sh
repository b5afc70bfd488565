#!/bin/sh
# Installs the Debian packages that building, the demo and the tests need: prints them first, does nothing when all are there.
# usage: scripts/packages.sh demo | test | all
set -eu

demo="g++ cmake ninja-build flatbuffers-compiler libflatbuffers-dev glslang-dev glslang-tools spirv-tools libcli11-dev libfmt-dev nlohmann-json3-dev zlib1g-dev
  libvulkan-dev mesa-vulkan-drivers gcc-arm-none-eabi qemu-system-arm"
test="ccache libgtest-dev libmpfr-dev libmbedtls-dev python3-minimal vulkan-validationlayers clang-14 lld-14 python3-yaml gcc-riscv64-unknown-elf qemu-system-misc libopenmpi-dev
  openmpi-bin"
all="libclang-rt-14-dev debootstrap"
# Other machines' compilers and their emulator, where Debian has them. Not the metapackages gcc-multilib and g++-multilib: they remove the cross compilers.
if [ "$(dpkg --print-architecture 2>/dev/null || true)" = amd64 ]; then
  test="$test g++-12-multilib g++-aarch64-linux-gnu g++-arm-linux-gnueabihf g++-riscv64-linux-gnu qemu-user"
fi

case "${1:-}" in
  demo) wanted="$demo" ;;
  test) wanted="$demo $test" ;;
  all) wanted="$demo $test $all" ;;
  *) echo "usage: scripts/packages.sh demo | test | all" >&2; exit 2 ;;
esac

say_by_hand() {
  echo "mote: $1" >&2
  echo "mote: install what corresponds to these Debian 12 packages, then run with MOTE_SKIP_PACKAGES=1:" >&2
  echo "  "$wanted >&2
  exit 1
}

[ -z "${MOTE_SKIP_PACKAGES:-}" ] || exit 0
command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 || say_by_hand "this system has no apt"

missing=""
for package in $wanted; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null 2>&1 || say_by_hand "packages are missing ($missing ), and this is neither root nor a system with sudo"
  as_root="sudo"
fi
echo "mote: installing Debian packages:$missing"
export DEBIAN_FRONTEND=noninteractive
# The lists may be missing or old; without network they may still do for what is in the cache.
$as_root apt-get -q -o Acquire::Retries=2 update >/dev/null 2>&1 || echo "mote: the package lists could not be refreshed" >&2
# shellcheck disable=SC2086
if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $missing >"${TMPDIR:-/tmp}/mote-apt.$$" 2>&1; then
  tail -n 15 "${TMPDIR:-/tmp}/mote-apt.$$" >&2
  rm -f "${TMPDIR:-/tmp}/mote-apt.$$"
  say_by_hand "apt-get could not install them (its last lines stand above)"
fi
rm -f "${TMPDIR:-/tmp}/mote-apt.$$"
