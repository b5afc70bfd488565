#!/usr/bin/env bash
# Installs what is missing, builds, runs every test, and ends with one line: N passed, N failed, N skipped.
# usage: ./test.sh [--long | --all]      --long adds what takes minutes each: whole suites on Vulkan and by printed C, other machines and compilers
#                                       --all adds sanitizer builds, the full accuracy sweep and everything else that is slow
set -euo pipefail
cd "$(dirname "$0")"

which=default
for argument in "$@"; do
  case "$argument" in
    --long | --all) which=${argument#--} ;;
    -h | --help) sed -n '2,4s/^# //p' "$0"; exit 0 ;;
    *) echo "test.sh: unknown option '$argument' (--long, --all, --help)" >&2; exit 2 ;;
  esac
done
trap 'echo "test.sh: interrupted" >&2; exit 130' INT TERM

scripts/packages.sh "$([ $which = all ] && echo all || echo test)"
jobs=$(nproc 2>/dev/null || echo 2)
# Tests build the runtime some fifty times, with a dozen sets of options, each in a folder of its own: what was compiled once is taken again.
if command -v ccache >/dev/null; then
  export CCACHE_DIR="${CCACHE_DIR:-$PWD/build/ccache}" CCACHE_BASEDIR=/ CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_ASM_COMPILER_LAUNCHER=ccache
fi
[ -d ../shared ] || [ -n "${MOTE_SHARED:-}" ] || echo "skipped: no folder ../shared, so the suites that run its files are left out"

# build PRESET: configures and builds quietly; what it printed is shown only when it fails.
build() {
  local log="build/$1.log"
  mkdir -p build
  echo "building ($1)"
  if ! { cmake --preset "$1" -DMOTE_WERROR=ON && cmake --build "build/$1" -j "$jobs"; } >"$log" 2>&1; then
    grep -E -m 20 'error|FAILED|CMake Error' -A 4 "$log" >&2 || tail -n 40 "$log" >&2
    echo "test.sh: the build failed, see $log" >&2
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
  fi
}

passed=0 failed=0 skipped=0
# count DIR: adds up GoogleTest's own reports; every other CTest test counts once, by CTest's report.
count() {
  local dir="$1" row
  row=$(awk '
    function attribute(name,   v) { v = $0; if (!sub(".* " name "=\"", "", v)) return ""; sub("\".*", "", v); return v }
    FILENAME ~ /gtest\// {
      if ($0 ~ /<testsuites /) { tests = attribute("tests") + 0; failures = attribute("failures") + attribute("errors"); total += tests; bad += failures
        name = FILENAME; sub(/.*\//, "", name); sub(/\.xml$/, "", name); reported[name] = failures }
      if ($0 ~ /result="skipped"/) skip++
      next
    }
    /<testcase / { name = attribute("name"); status = attribute("status")
      if (name in reported) { if (status == "fail" && reported[name] == 0) bad++; next }
      total++
      if (status == "fail") bad++
      if (status == "notrun" || status == "disabled") skip++ }
    END { printf "%d %d %d\n", total - bad - skip, bad, skip }' "$dir"/gtest/*.xml "$dir/ctest.xml")
  read -r p f s <<<"$row"
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# run_tests PRESET CTEST_ARGUMENTS…
run_tests() {
  local dir="$PWD/build/$1"
  shift
  rm -rf "$dir/gtest" "$dir/ctest.xml"
  mkdir -p "$dir/gtest"
  GTEST_OUTPUT="xml:$dir/gtest/" ctest --test-dir "$dir" --output-on-failure --output-junit "$dir/ctest.xml" --no-tests=error -j "$jobs" "$@" || true
  [ -f "$dir/ctest.xml" ] || { echo "test.sh: ctest wrote no report" >&2; failed=$((failed + 1)); return; }
  count "$dir"
}

build host-release
if [ $which = all ]; then
  MOTE_TEST_ALL=1 run_tests host-release
  build host-clang
  run_tests host-clang -LE 'slow|long|performance' -E '^(configure|consumer|firmware|ports)_'  # those bring their own compilers
  build host-asan
  run_tests host-asan -LE 'slow|long|performance'
elif [ $which = long ]; then
  run_tests host-release -LE slow
else
  run_tests host-release -LE 'slow|long'
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
