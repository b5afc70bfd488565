#!/usr/bin/env bash
# Each fixed-point routine of this machine, in all its instances, over random cases of its own, whose expected bytes are computed by plain arithmetic.
# A case is tried as the portable row, with its starts and without, and as the row for Linux, where there is one.
# usage: fixed_routines.sh FIXED_CASES FIXED_ROUTINES [COUNT [SEED]]   COUNT of each routine
set -euo pipefail
maker=$1 runner=$2 count=${3:-1000} seed=${4:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkfifo "$work/cases"
for routine in convolution depthwise add table average_pool max_pool softmax multiply average_pool_rows lines sigmoidal; do
  "$maker" "$count" "$seed" "$work/cases" linux "$routine" >"$work/rows" &
  out=$("$runner" "$work/cases") || { echo "$out"; echo "FAILED: $routine (seed $seed)"; exit 1; }
  wait $! || { echo "FAILED: the cases of $routine were not made"; exit 1; }
  tried=$(awk '{ n += $1 } END { print n }' "$work/rows")
  [ "${out%% *}" = "$tried" ] && [ "$tried" -ge "$count" ] || { echo "$out"; echo "FAILED: not all $tried cases of $routine were run"; exit 1; }
  echo "$(paste -sd, "$work/rows"): $out"
done
