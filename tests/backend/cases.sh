#!/usr/bin/env bash
# Every self-checking program of cases/ passes on one backend, nothing refused, folded or moved to the CPU.
# usage: cases.sh MOTE BACKEND [ARGUMENT of mote check]...
set -uo pipefail
mote=$1 backend=$2
shift 2
out=$("$mote" check --verbose --backend "$backend" "$@" "$(dirname "$0")/cases")
printf '%s\n' "$out"
case "$out" in *"there is no such device"*) echo "skipped: no Vulkan device"; exit 77 ;; esac
files=$(ls "$(dirname "$0")"/cases | wc -l)
[[ "$out" == *"$files files: $files pass, "* ]]
