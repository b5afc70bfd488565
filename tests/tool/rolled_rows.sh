#!/usr/bin/env bash
# --ram for chains of floats: a loop of a few rows, tables as constants where even that is too much, the bits of the plan without a budget, what
# `mote plan` says, proven by the audit. Of our own chain always, of SHARED's models where they are.
# usage: rolled_rows.sh MOTE SOURCE_DIR
set -euo pipefail
mote=$1 source=$2
shared=${MOTE_SHARED:-$source/../shared}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "FAILED: $*"; exit 1; }
arena() { sed -n "s/^  linux *arena \([0-9 ]*\) B.*/\1/p" "$1" | tr -d ' '; }
constants() { "$mote" inspect "$1" | sed -n 's/.* constants \([0-9]*\) B.*/\1/p'; }

# rolls NAME PROGRAM BUDGET INPUT…: into an arena of BUDGET bytes, with the results of the program as it is
rolls() {
  local name=$1 program=$2 budget=$3 input
  shift 3
  "$mote" compile "$program" --target linux -o whole.mote >whole.txt
  "$mote" compile "$program" --target linux --ram "$budget" -o rolled.mote >rolled.txt
  [ "$(arena whole.txt)" -gt "$budget" ] || fail "$name fits $budget bytes without a loop"
  [ "$(arena rolled.txt)" -le "$budget" ] || fail "$name takes $(arena rolled.txt) bytes of $budget"
  "$mote" verify rolled.mote >/dev/null || fail "$name: the plan is not proven"
  for input; do
    rm -rf whole rolled
    "$mote" run whole.mote --backend cpu --quiet --input "$input" --output-dir whole
    "$mote" run rolled.mote --backend cpu --quiet --input "$input" --output-dir rolled
    diff -r whole rolled || fail "$name: other bits than without a budget, $input"
  done
  echo "$name: $(arena whole.txt) bytes, rolled $(arena rolled.txt): $("$mote" plan "$program" --target linux --ram "$budget" | grep 'rows a turn')"
}

chain=$source/tests/firmware/signals/spectrum.mlir
python3 - <<'PY'
import array
values = array.array("f", (((n * n) * 7919 % 2003 - 1001) / 1024 for n in range(2752)))
header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2752,)}"
open("in.npy", "wb").write(b"\x93NUMPY\x01\x00\x76\x00" + (header + " " * (117 - len(header)) + "\n").encode() + values.tobytes())
PY
# 40 frames of 1024 bytes, four such values at once, and the table of bands of 10 320.
rolls spectrum "$chain" 49152 in.npy
[ "$(constants rolled.mote)" -lt 10320 ] || fail "the table of bands needs not be a constant in 48 KiB"
"$mote" plan "$chain" --target linux --ram 49152 >plan.txt
grep -q "^while, [0-9]* of 40 rows a turn, for --ram, [0-9]* turns" plan.txt || fail "the plan does not say how many rows: $(tail -2 plan.txt)"
rolls spectrum "$chain" 14000 in.npy
[ "$(constants rolled.mote)" -ge 10320 ] || fail "an arena of 14000 bytes with the table of bands and four values"
"$mote" compile "$chain" --target linux --ram 3000 -o none.mote 2>err.txt && fail "3000 bytes are too few"
grep -q "more than the 3000 of --ram; at the peak live: " err.txt || fail "what is said of 3000 bytes: $(cat err.txt)"

for model in mel_frontend=49152 image_pipeline=262144; do
  folder=$shared/models/${model%=*}
  if [ -e "$folder/model.mlir" ]; then rolls "${model%=*}" "$folder/model.mlir" "${model#*=}" "$folder/in0.npy" "$folder"/sample*/in0.npy
  else echo "${model%=*}: not in $shared"
  fi
done
