#!/usr/bin/env bash
# Every self-checking program of cases/ passes on one backend, nothing refused, folded or moved to the CPU. Where MOTE_BUILD names the build
# folder, the results are left there for the status page.
# usage: cases.sh MOTE BACKEND [ARGUMENT of mote check]...
set -uo pipefail
mote=$1 backend=$2
shift 2
cases=$(cd "$(dirname "$0")" && pwd)/cases
keep=()
if [ -n "${MOTE_BUILD:-}" ]; then mkdir -p "$MOTE_BUILD/check" && keep=(--json "$MOTE_BUILD/check/cases-$backend.json"); fi
out=$("$mote" check --verbose --backend "$backend" "${keep[@]}" "$@" "$cases")
printf '%s\n' "$out"
case "$out" in *"there is no such device"*) echo "skipped: no Vulkan device"; exit 77 ;; esac
files=$(find "$cases" -name '*.mlir' -o -name '*.hlo' | wc -l)
[[ "$out" == *"$files files: $files pass, "* ]]
