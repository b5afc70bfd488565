#!/usr/bin/env bash
# The self-checking programs of linear_algebra/ on one backend, nothing refused, folded or moved to the CPU: `evaluate`, `cpu`, `vulkan`
# (small matrices of each kind), `vulkan_all`.
# usage: linear_algebra.sh MOTE BACKEND
set -uo pipefail
mote=$1 backend=$2
cases=$(cd "$(dirname "$0")" && pwd)/linear_algebra
options=()
case "$backend" in
  vulkan_all) backend=vulkan options=(--no-fallback --timeout 1200) ;;
  vulkan)
    options=(--no-fallback --timeout 300)  # a driver that has none of their shaders compiles them for half a minute
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    # One program of 5 rows and one batch of each file.
    small='^// (lu|qr, reduced|eigh|svd|eig|roots|expm), (5|5x5|2x2x4x4) of (float32|complex64)$'
    for file in "$cases"/*.mlir; do
      awk -v RS='// -----\n' -v small="$small" '{
        wanted = 0; lines = split($0, line, "\n")
        for (i = 1; i <= lines && i < 4; ++i) wanted = wanted || line[i] ~ small
        if (wanted) printf "%s%s", (made++ ? "// -----\n" : ""), $0 }' "$file" > "$folder/$(basename "$file")"
    done
    cases=$folder ;;
esac
out=$("$mote" check --verbose --backend "$backend" "${options[@]}" "$cases")
printf '%s\n' "$out"
case "$out" in *"there is no such device"*) echo "skipped: no Vulkan device"; exit 77 ;; esac
files=$(find "$cases" -name '*.mlir' | wc -l)
[[ "$files" -gt 0 && "$out" == *"$files files: $files pass, "* ]]
