#!/bin/sh
# Builds the runtime and the generator of accepted programs for 32 bits, with the sanitizers, and runs it. MOTE_FAULT_RUNS=n runs more, MOTE_FAULT_SEED=n one.
# Debian: g++-12-multilib (not gcc-multilib, which removes the cross compilers). Exit 77: this machine cannot build for 32 bits.
# usage: run_32.sh BUILD_FOLDER INCLUDE_FOLDERS      those of the main build: the runtime's tables and the schema's generated header, with ; between
set -eu
[ $# = 2 ] || { sed -n '5s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=$1 includes=$2
mkdir -p "$build"

# Kernel headers (<asm/…>) lie among those of x86-64.
flags="-m32 -isystem /usr/include/x86_64-linux-gnu"
printf '#include <string>\n#include <sys/mman.h>\nint main() { return static_cast<int>(std::string().size()); }\n' >"$build/probe.cpp"
# shellcheck disable=SC2086
if ! g++ $flags -fsanitize=address,undefined -o "$build/probe" "$build/probe.cpp" >"$build/probe.log" 2>&1 || ! "$build/probe"; then
  echo "skipped: g++ -m32 with its sanitizers does not work here (Debian: g++-12-multilib)"
  exit 77
fi

launcher=$(command -v ccache || true)
if ! { cmake -S "$here/bits32" -B "$build" -G Ninja ${launcher:+"-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher"} -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE= "-DCMAKE_CXX_FLAGS=$flags" "-DINCLUDES=$includes" &&
  cmake --build "$build" -j "$(nproc)"; } >"$build/build.log" 2>&1; then
  tail -n 30 "$build/build.log"
  exit 1
fi
MOTE_FAULT_RUNS=${MOTE_FAULT_RUNS:-3000} exec "$build/fault_accepted"
